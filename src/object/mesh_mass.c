/* mesh_mass.c: exact volume, centroid and inertia of a polyhedron.
 *
 * By the divergence theorem the solid is the signed sum of the tetrahedra between a fixed point o and each triangle
 * (a, b, c), taken relative to o. With D = a · (b × c) and s = a + b + c a tetrahedron has
 *   V = D/6,   ∫x dV = D/24 s,   ∫x xᵀ dV = D/120 (a aᵀ + b bᵀ + c cᵀ + s sᵀ).
 * o is the vertex nearest to the mean of the vertices: then a solid far from the file's origin loses no digits, and
 * differences of near coordinates are exact. Sums are compensated (Neumaier), so a million triangles add up as well as
 * a dozen.
 */
#include "object/mesh.h"

struct sum {
    double value, lost;
};

static void add(struct sum *s, double x)
{
    double t = s->value + x;
    s->lost += fabs(s->value) >= fabs(x) ? (s->value - t) + x : (x - t) + s->value;
    s->value = t;
}
static double total(const struct sum *s) { return s->value + s->lost; }

static vec3 reference(const struct mesh *m)
{
    struct sum x = {0}, y = {0}, z = {0};
    for (int i = 0; i < m->vertex_count; i++) {
        add(&x, m->vertex[i].x / m->vertex_count);
        add(&y, m->vertex[i].y / m->vertex_count);
        add(&z, m->vertex[i].z / m->vertex_count);
    }
    vec3 mean = v3(total(&x), total(&y), total(&z)), best = m->vertex[0];
    double least = v3_norm(v3_sub(best, mean));
    for (int i = 1; i < m->vertex_count; i++) {
        double distance = v3_norm(v3_sub(m->vertex[i], mean));
        if (distance < least) {
            least = distance;
            best = m->vertex[i];
        }
    }
    return best;
}

/* Adds D, D s and D (a aᵀ + b bᵀ + c cᵀ + s sᵀ) of one tetrahedron to the ten integrals (xx yy zz xy xz yz last). */
static void add_tetrahedron(struct sum sum[10], vec3 a, vec3 b, vec3 c)
{
    double d = v3_dot(a, v3_cross(b, c));
    vec3 s = v3_add(v3_add(a, b), c);
    add(&sum[0], d);
    add(&sum[1], d * s.x);
    add(&sum[2], d * s.y);
    add(&sum[3], d * s.z);
    add(&sum[4], d * (a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x));
    add(&sum[5], d * (a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y));
    add(&sum[6], d * (a.z * a.z + b.z * b.z + c.z * c.z + s.z * s.z));
    add(&sum[7], d * (a.x * a.y + b.x * b.y + c.x * c.y + s.x * s.y));
    add(&sum[8], d * (a.x * a.z + b.x * b.z + c.x * c.z + s.x * s.z));
    add(&sum[9], d * (a.y * a.z + b.y * b.z + c.y * c.z + s.y * s.z));
}

struct mass_properties mesh_mass(const struct mesh *m)
{
    vec3 o = reference(m);
    struct sum sum[10] = {{0}};
    for (int i = 0; i < m->triangle_count; i++) {
        const int *t = m->triangle[i];
        add_tetrahedron(sum, v3_sub(m->vertex[t[0]], o), v3_sub(m->vertex[t[1]], o), v3_sub(m->vertex[t[2]], o));
    }
    double volume = total(&sum[0]) / 6;
    if (volume == 0)
        return (struct mass_properties){.center = o};
    vec3 c = v3_scale(1 / (24 * volume), v3(total(&sum[1]), total(&sum[2]), total(&sum[3])));
    /* second moments about o, moved to the centre */
    double xx = total(&sum[4]) / 120 - volume * c.x * c.x, yy = total(&sum[5]) / 120 - volume * c.y * c.y;
    double zz = total(&sum[6]) / 120 - volume * c.z * c.z, xy = total(&sum[7]) / 120 - volume * c.x * c.y;
    double xz = total(&sum[8]) / 120 - volume * c.x * c.z, yz = total(&sum[9]) / 120 - volume * c.y * c.z;
    return (struct mass_properties){
        .mass = volume, .center = v3_add(o, c), .inertia = {yy + zz, xx + zz, xx + yy, -xy, -xz, -yz}};
}
