/* shape_distance.c: see shape_distance.h. Shapes in their own axes: as in their files, centred, along z. */
#include "object/shape_distance.h"

#include "object/mesh_tree.h"
#include "object/shape_list.h"

static vec3 unit_or(vec3 v, double length, vec3 otherwise)
{
    return length > 1e-300 ? v3_scale(1 / length, v) : otherwise;
}

static double to_ball(double r, vec3 p, vec3 *n)
{
    double d = v3_norm(p);
    *n = unit_or(p, d, v3(0, 0, 1));
    return d - r;
}

static double to_box(const double *size, vec3 p, vec3 *n)
{
    const double q[3] = {p.x, p.y, p.z};
    double over[3], most = -INFINITY, square = 0, out[3] = {0, 0, 0};
    int nearest = 0;
    for (int k = 0; k < 3; k++) {
        over[k] = fabs(q[k]) - size[k] / 2;
        if (over[k] > most) {
            most = over[k];
            nearest = k;
        }
        double positive = fmax(over[k], 0);
        square += positive * positive;
    }
    double d = most > 0 ? sqrt(square) : most;
    for (int k = 0; k < 3; k++)
        out[k] = most > 0 ? copysign(fmax(over[k], 0) / d, q[k]) : k == nearest ? copysign(1, q[k]) : 0;
    *n = v3(out[0], out[1], out[2]);
    return d;
}

/* A shape without a branch below: the box of its extent, as in contact (collide/pieces.c). */
static double to_extent(const struct shape *s, vec3 p, vec3 *n)
{
    vec3 half = s->class->extent(s);
    return to_box((const double[]){2 * half.x, 2 * half.y, 2 * half.z}, p, n);
}

/* A cylinder along z of radius r, from −h to h. */
static double to_cylinder(double r, double h, vec3 p, vec3 *n)
{
    double across = sqrt(p.x * p.x + p.y * p.y), side = across - r, end = fabs(p.z) - h;
    vec3 outwards = unit_or(v3(p.x, p.y, 0), across, v3(1, 0, 0)), along = v3(0, 0, copysign(1, p.z));
    if (side > 0 && end > 0) {
        double d = sqrt(side * side + end * end);
        *n = v3_add(v3_scale(side / d, outwards), v3_scale(end / d, along));
        return d;
    }
    *n = side > end ? outwards : along;
    return fmax(side, end);
}

static double to_capsule(double r, double h, vec3 p, vec3 *n)
{
    return to_ball(r, v3(p.x, p.y, p.z - fmin(fmax(p.z, -h), h)), n);
}

static double to_torus(double ring, double r, vec3 p, vec3 *n)
{
    double across = sqrt(p.x * p.x + p.y * p.y);
    vec3 out = unit_or(v3(p.x, p.y, 0), across, v3(1, 0, 0));
    return to_ball(r, v3_add_scaled(p, -ring, out), n);
}

/* Wire about a stadium in the xz plane: half circles of radius `bend` about z = ±h. */
static double to_link(double bend, double h, double r, vec3 p, vec3 *n)
{
    vec3 middle = v3(0, 0, fmin(fmax(p.z, -h), h)), off = v3(p.x, 0, p.z - middle.z);
    vec3 out = unit_or(off, v3_norm(off), v3(1, 0, 0));
    return to_ball(r, v3_sub(p, v3_add_scaled(middle, bend, out)), n);
}

/* Σ (aᵢ pᵢ/(t + aᵢ²))² − 1, without the axis `left`, and its derivative by t. */
static double excess(const double *a, const double *p, double t, int left, double *slope)
{
    double sum = -1;
    *slope = 0;
    for (int i = 0; i < 3; i++) {
        const double below = t + a[i] * a[i], x = i == left || p[i] == 0 ? 0 : a[i] * p[i] / below;
        sum += x * x;
        *slope -= x == 0 ? 0 : 2 * x * x / below;
    }
    return sum;
}

/* The nearest point x of the surface has p − x = t ∇: xᵢ = aᵢ² pᵢ/(t + aᵢ²), with the largest t at which x lies on the
 * surface. That sum falls and is convex for t > −a², a the smallest half axis: from the left Newton's method rises to it.
 * If p lies on the plane across that axis, and deep inside, t = −a², and x leaves the plane. */
double ellipsoid_distance(vec3 half, vec3 from, vec3 *normal)
{
    const double a[3] = {half.x, half.y, half.z}, p[3] = {from.x, from.y, from.z};
    double x[3], n[3], slope, inside = 0, away = 0;
    int k = 0;
    for (int i = 1; i < 3; i++)
        k = a[i] < a[k] || (a[i] == a[k] && fabs(p[i]) > fabs(p[k])) ? i : k;
    const double low = -a[k] * a[k];
    const bool leaves = p[k] == 0 && !(excess(a, p, low, k, &slope) > 0);
    double t = leaves ? low : low + a[k] * fabs(p[k]);
    for (int i = 0; i < 200 && !leaves; i++) {
        const double over = excess(a, p, t, p[k] == 0 ? k : -1, &slope), next = t - over / slope;
        if (!(over > 0) || !(next > t))
            break;
        t = next;
    }
    double rest = 1;
    for (int i = 0; i < 3; i++) {
        x[i] = p[i] == 0 ? 0 : a[i] * a[i] * p[i] / (t + a[i] * a[i]);
        rest -= x[i] * x[i] / (a[i] * a[i]);
    }
    if (leaves)
        x[k] = a[k] * sqrt(fmax(rest, 0));
    for (int i = 0; i < 3; i++) {
        n[i] = x[i] / (a[i] * a[i]);
        inside += p[i] * p[i] / (a[i] * a[i]);
        away += (p[i] - x[i]) * (p[i] - x[i]);
    }
    *normal = v3_unit(v3(n[0], n[1], n[2]));
    return inside > 1 ? sqrt(away) : -sqrt(away);
}

/* In the half plane through the axis: ρ from it, ζ above the base. The side has the outward normal (h, r)/√(h² + r²). */
double cone_distance(double r, double h, vec3 p, vec3 *n)
{
    const double across = sqrt(p.x * p.x + p.y * p.y), up = p.z + h / 4, side = sqrt(h * h + r * r);
    const vec3 out = unit_or(v3(p.x, p.y, 0), across, v3(1, 0, 0)), along = v3(0, 0, 1);
    const double below = -up, beyond = (h * (across - r) + r * up) / side;
    if (below <= 0 && beyond <= 0) {
        *n = below > beyond ? v3(0, 0, -1) : v3_add(v3_scale(h / side, out), v3_scale(r / side, along));
        return fmax(below, beyond);
    }
    /* the nearest of the base and of the side */
    const double s = fmin(fmax((-r * (across - r) + h * up) / (side * side), 0), 1);
    const double to_base[2] = {across - fmin(across, r), up}, to_side[2] = {across - r * (1 - s), up - s * h};
    const double base = hypot(to_base[0], to_base[1]), slant = hypot(to_side[0], to_side[1]);
    const double *to = base < slant ? to_base : to_side, d = fmin(base, slant);
    *n = d > 1e-300 ? v3_add(v3_scale(to[0] / d, out), v3_scale(to[1] / d, along)) : v3(0, 0, -1);
    return d;
}

/* ---- meshes ---- */

/* Ericson's regions. */
vec3 triangle_nearest(vec3 a, vec3 b, vec3 c, vec3 p)
{
    vec3 ab = v3_sub(b, a), ac = v3_sub(c, a), ap = v3_sub(p, a);
    double d1 = v3_dot(ab, ap), d2 = v3_dot(ac, ap);
    if (d1 <= 0 && d2 <= 0)
        return a;
    vec3 bp = v3_sub(p, b);
    double d3 = v3_dot(ab, bp), d4 = v3_dot(ac, bp);
    if (d3 >= 0 && d4 <= d3)
        return b;
    double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0)
        return v3_add_scaled(a, d1 / (d1 - d3), ab);
    vec3 cp = v3_sub(p, c);
    double d5 = v3_dot(ab, cp), d6 = v3_dot(ac, cp);
    if (d6 >= 0 && d5 <= d6)
        return c;
    double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0)
        return v3_add_scaled(a, d2 / (d2 - d6), ac);
    double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return v3_add_scaled(b, (d4 - d3) / ((d4 - d3) + (d5 - d6)), v3_sub(c, b));
    double whole = 1 / (va + vb + vc);
    return v3_add(a, v3_add(v3_scale(vb * whole, ab), v3_scale(vc * whole, ac)));
}

/* Over a closed surface they add up to 2π inside and to 0 outside. */
double triangle_half_angle(vec3 a, vec3 b, vec3 c, vec3 p)
{
    a = v3_sub(a, p);
    b = v3_sub(b, p);
    c = v3_sub(c, p);
    double la = v3_norm(a), lb = v3_norm(b), lc = v3_norm(c);
    double above = v3_dot(a, v3_cross(b, c));
    double below = la * lb * lc + v3_dot(a, b) * lc + v3_dot(b, c) * la + v3_dot(c, a) * lb;
    return atan2(above, below);
}

/* The same without a tree. */
static int nearest_of_all(const struct mesh *m, vec3 p, double *distance, vec3 *at, bool *inside)
{
    double angle = 0;
    int best = -1;
    *distance = INFINITY;
    for (int t = 0; t < m->triangle_count; t++) {
        const vec3 a = m->vertex[m->triangle[t][0]], b = m->vertex[m->triangle[t][1]], c = m->vertex[m->triangle[t][2]];
        const vec3 q = triangle_nearest(a, b, c, p);
        const double d = v3_norm(v3_sub(p, q));
        angle += triangle_half_angle(a, b, c, p);
        if (d < *distance) {
            *distance = d;
            *at = q;
            best = t;
        }
    }
    *inside = fabs(angle) > 3.14159265358979323846;
    return best;
}

double mesh_distance(const struct mesh *m, vec3 p, vec3 *normal)
{
    double least;
    vec3 at = p;
    bool inside;
    int t;
    if (m->tree != NULL) {
        t = mesh_tree_nearest(m, m->tree, p, &least, &at);
        inside = mesh_tree_inside(m, m->tree, p);
    } else {
        t = nearest_of_all(m, p, &least, &at, &inside);
    }
    *normal = v3(0, 0, 1);
    if (least > 1e-12) { /* nearest to an edge or a corner: the normal is not that of one face */
        *normal = v3_scale((inside ? -1 : 1) / least, v3_sub(p, at));
    } else if (t >= 0) {
        const vec3 a = m->vertex[m->triangle[t][0]], b = m->vertex[m->triangle[t][1]], c = m->vertex[m->triangle[t][2]];
        const vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
        *normal = unit_or(n, v3_norm(n), *normal);
    }
    return inside ? -least : least;
}

/* ---- any ---- */

double shape_distance(const struct shape *s, vec3 p, vec3 *normal)
{
    vec3 q = v3_sub(p, s->offset), n;
    mat3 turned = q_matrix(s->turned);
    const double *size = s->size;
    double d;
    q = m3_tmul(&turned, q);
    if (s->class == &shape_sphere)
        d = to_ball(size[0], q, &n);
    else if (s->class == &shape_rod)
        d = to_cylinder(size[1], size[0] / 2, q, &n);
    else if (s->class == &shape_cylinder)
        d = to_cylinder(size[0], size[1] / 2, q, &n);
    else if (s->class == &shape_capsule)
        d = to_capsule(size[0], size[1] / 2, q, &n);
    else if (s->class == &shape_ellipsoid)
        d = ellipsoid_distance(v3(size[0], size[1], size[2]), q, &n);
    else if (s->class == &shape_cone)
        d = cone_distance(size[0], size[1], q, &n);
    else if (s->class == &shape_torus)
        d = to_torus(size[0], size[1], q, &n);
    else if (s->class == &shape_link)
        d = to_link(size[1] / 2 - size[2], (size[0] - size[1]) / 2, size[2], q, &n);
    else if (s->class == &shape_box)
        d = to_box(size, q, &n);
    else if (s->mesh != NULL)
        d = mesh_distance(s->mesh, q, &n);
    else
        d = to_extent(s, q, &n);
    *normal = m3_mul(&turned, n);
    return d;
}

double shapes_distance(const struct shape *shapes, int count, vec3 p, vec3 *normal)
{
    double least = INFINITY;
    *normal = v3(0, 0, 1);
    for (int i = 0; i < count; i++) {
        vec3 n;
        double d = shape_distance(&shapes[i], p, &n);
        if (d < least) {
            least = d;
            *normal = n;
        }
    }
    return least;
}
