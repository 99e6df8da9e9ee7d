/* solid.c: triangle nets of the shapes (solid.h), and their sizes. */
#include <math.h>
#include <string.h>

#include "object/shape_list.h"
#include "object/shape_moments.h"
#include "view/solid.h"

/* Edges of boxes and cylinders are rounded by this part of the smallest half side: enough to catch the light. */
static const double bevel_part = 0.07;
/* Edges of meshes sharper than this stay sharp. */
static const double crease_cosine = 0.766; /* 40 degrees */

/* ---- sizes ---- */

struct solid solid_sphere(double r) { return (struct solid){.kind = SOLID_SPHERE, .w = r, .half = v3(r, r, r)}; }

struct solid solid_box(vec3 half)
{
    double bevel = bevel_part * fmin(half.x, fmin(half.y, half.z));
    return (struct solid){.kind = SOLID_BOX, .s = v3_sub(half, v3(bevel, bevel, bevel)), .w = bevel, .half = half};
}

struct solid solid_cylinder(double r, double length)
{
    double bevel = bevel_part * fmin(r, length / 2);
    return (struct solid){.kind = SOLID_CYLINDER,
                          .s = v3(r - bevel, r - bevel, length / 2 - bevel),
                          .w = bevel,
                          .half = v3(r, r, length / 2)};
}

struct solid solid_torus(double r, double wire)
{
    return (struct solid){.kind = SOLID_TORUS, .s = v3(r, r, 0), .w = wire, .half = v3(r + wire, r + wire, wire)};
}

struct solid solid_cone(double r, double h)
{
    return (struct solid){.kind = SOLID_CONE, .s = v3(r, r, h / 2), .half = v3(r, r, h / 2)};
}

struct solid solid_coil(double r, double wire)
{
    return (struct solid){.kind = SOLID_COIL, .s = v3(r, r, 0.5), .w = wire, .half = v3(r + wire, r + wire, 0.5)};
}

static struct solid of_mesh(struct mesh *m)
{
    vec3 low = m->vertex[0], high = low;
    for (int i = 1; i < m->vertex_count; i++) {
        vec3 v = m->vertex[i];
        low = v3(fmin(low.x, v.x), fmin(low.y, v.y), fmin(low.z, v.z));
        high = v3(fmax(high.x, v.x), fmax(high.y, v.y), fmax(high.z, v.z));
    }
    return (struct solid){.kind = SOLID_MESH,
                          .s = v3(1, 1, 1),
                          .half = v3_scale(0.5, v3_sub(high, low)),
                          .middle = v3_scale(0.5, v3_add(high, low)),
                          .mesh = m};
}

bool solid_of(const struct shape *s, struct solid *out)
{
    const double *d = s->size;
    if (s->class == &shape_sphere)
        *out = solid_sphere(d[0]);
    else if (s->class == &shape_rod)
        *out = solid_cylinder(d[1], d[0]);
    else if (s->class == &shape_cylinder)
        *out = solid_cylinder(d[0], d[1]);
    else if (s->class == &shape_box)
        *out = solid_box(v3(d[0] / 2, d[1] / 2, d[2] / 2));
    else if (s->class == &shape_capsule)
        *out = (struct solid){.kind = SOLID_CAPSULE, .s = v3(0, 0, d[1] / 2), .w = d[0]};
    else if (s->class == &shape_torus)
        *out = (struct solid){.kind = SOLID_TORUS, .s = v3(d[0], d[0], 0), .w = d[1]};
    else if (s->class == &shape_link)
        *out = (struct solid){
            .kind = SOLID_LINK, .s = v3(d[1] / 2 - d[2], 0, d[1] / 2 - d[2]), .w = d[2], .h = (d[0] - d[1]) / 2};
    else if (s->class == &shape_cone)
        *out = (struct solid){.kind = SOLID_CONE, .s = v3(d[0], d[0], d[1] / 2), .h = d[1] / 4};
    else if (s->class == &shape_ellipsoid)
        *out = (struct solid){.kind = SOLID_ELLIPSOID, .s = v3(d[0], d[1], d[2])};
    else if (s->mesh != NULL && s->mesh->vertex_count > 0)
        *out = of_mesh(s->mesh);
    else if (s->class != NULL && s->class != &shape_mesh)
        *out = solid_box(s->class->extent(s)); /* a shape without a branch here: the box of its extent */
    else
        return false;
    if (s->class == &shape_cone) { /* its origin does not lie in the middle */
        out->half = v3(d[0], d[0], d[1] / 2);
        out->middle = v3(0, 0, d[1] / 4);
    } else if (out->kind != SOLID_MESH) {
        out->half = s->class->extent(s);
    }
    return true;
}

vec3 solid_place(const struct solid *s, const struct solid_vertex *v)
{
    return v3((double)v->a[0] * s->s.x + (double)v->b[0] * s->w, (double)v->a[1] * s->s.y + (double)v->b[1] * s->w,
              (double)v->a[2] * s->s.z + (double)v->b[2] * s->w + (double)v->c * s->h);
}

vec3 solid_normal(const struct solid *s, const struct solid_vertex *v)
{
    const vec3 b = v3((double)v->b[0], (double)v->b[1], (double)v->b[2]);
    return v3_unit(s->w == 0 ? v3(b.x / s->s.x, b.y / s->s.y, b.z / s->s.z) : b);
}

/* ---- nets ---- */

void net_free(struct net *n)
{
    ARRAY_FREE(&n->vertices);
    ARRAY_FREE(&n->corners);
}

static void add_vertex(struct net *n, vec3 a, vec3 b, double c)
{
    struct solid_vertex v = {
        {(float)a.x, (float)a.y, (float)a.z}, {(float)b.x, (float)b.y, (float)b.z}, (float)c, {1, 1, 1}};
    ARRAY_PUSH(&n->vertices, v);
}

/* Adds a triangle turned so that it faces along its normals; a triangle without area is left out. */
static void add_triangle(struct net *n, unsigned i, unsigned j, unsigned k)
{
    static const struct solid sample = {.s = {1, 1, 1}, .w = 0.25, .h = 1};
    const struct solid_vertex *v = n->vertices.at;
    vec3 p = solid_place(&sample, &v[i]), q = solid_place(&sample, &v[j]), r = solid_place(&sample, &v[k]);
    vec3 facing = v3_cross(v3_sub(q, p), v3_sub(r, p)), sum = v3(0, 0, 0);
    unsigned corner[3] = {i, j, k};
    for (int c = 0; c < 3; c++) {
        const float *b = v[corner[c]].b;
        sum = v3_add(sum, v3((double)b[0], (double)b[1], (double)b[2]));
    }
    if (v3_norm(facing) < 1e-9)
        return;
    bool turn = v3_dot(facing, sum) < 0;
    ARRAY_PUSH(&n->corners, i);
    ARRAY_PUSH(&n->corners, turn ? k : j);
    ARRAY_PUSH(&n->corners, turn ? j : k);
}

/* Joins the last rows × columns vertices (row by row) with quads; the last column meets the first if `closed`, the last
 * row the first if `ring`. */
static void add_grid(struct net *n, int rows, int columns, bool closed, bool ring)
{
    unsigned first = (unsigned)(n->vertices.count - rows * columns);
    for (int r = 0; r < rows - (ring ? 0 : 1); r++)
        for (int c = 0; c < columns - (closed ? 0 : 1); c++) {
            unsigned r0 = first + (unsigned)(r * columns), r1 = first + (unsigned)((r + 1) % rows * columns);
            unsigned c0 = (unsigned)c, c1 = (unsigned)((c + 1) % columns);
            add_triangle(n, r0 + c0, r1 + c0, r1 + c1);
            add_triangle(n, r0 + c0, r1 + c1, r0 + c1);
        }
}

/* A profile (radius and height of a and b) turned about z. */
struct profile {
    double ar, az, br, bz;
};
static void revolve(struct net *n, const struct profile *p, int count, int around)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < around; k++) {
            double c = cos(2 * PI * k / around), s = sin(2 * PI * k / around);
            add_vertex(n, v3(p[i].ar * c, p[i].ar * s, p[i].az), v3(p[i].br * c, p[i].br * s, p[i].bz), 0);
        }
    add_grid(n, count, around, true, false);
}

enum { PROFILE = 80 };

static void sphere_or_capsule(struct net *n, enum solid_kind kind, int around, int half)
{
    struct profile p[PROFILE];
    int count = 0;
    /* Pole to pole; the equator is given twice, for the capsule's straight piece between. */
    for (int side = 0; side < 2; side++)
        for (int i = 0; i <= half; i++) {
            double angle = PI / 2 * (side == 0 ? (double)i / half : 1 + (double)i / half);
            if (kind == SOLID_SPHERE && side == 1 && i == 0)
                continue;
            double z = kind == SOLID_CAPSULE ? (side == 0 ? 1 : -1) : 0;
            p[count++] = (struct profile){0, z, sin(angle), cos(angle)};
        }
    revolve(n, p, count, around);
}

static void rounded_cylinder(struct net *n, int around, int arc)
{
    struct profile p[PROFILE];
    int count = 0;
    p[count++] = (struct profile){0, 1, 0, 1};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i <= arc; i++) {
            double angle = PI / 2 * (side == 0 ? (double)i / arc : 1 + (double)i / arc);
            p[count++] = (struct profile){1, side == 0 ? 1 : -1, sin(angle), cos(angle)};
        }
    p[count++] = (struct profile){0, -1, 0, -1};
    revolve(n, p, count, around);
}

/* From pole to pole. */
static void unit_sphere(struct net *n, int around, int half)
{
    struct profile p[PROFILE];
    for (int i = 0; i <= 2 * half; i++) {
        const double angle = PI * i / (2 * half);
        p[i] = (struct profile){sin(angle), cos(angle), sin(angle), cos(angle)};
    }
    revolve(n, p, 2 * half + 1, around);
}

/* The rim stands twice, for the side and for the base; the tip has a vertex, with a normal of its own, for every piece of
 * the side. */
static void unit_cone(struct net *n, int around)
{
    const unsigned count = (unsigned)around;
    for (unsigned k = 0; k < count; k++) {
        const double angle = 2 * PI * k / around, middle = angle + PI / around;
        const vec3 rim = v3(cos(angle), sin(angle), -1);
        add_vertex(n, v3(0, 0, 1), v3(cos(middle), sin(middle), 0.5), 1);
        add_vertex(n, rim, v3(rim.x, rim.y, 0.5), 1);
        add_vertex(n, rim, v3(0, 0, -1), 1);
    }
    add_vertex(n, v3(0, 0, -1), v3(0, 0, -1), 1);
    for (unsigned k = 0; k < count; k++) {
        const unsigned next = (k + 1) % count;
        add_triangle(n, 3 * k, 3 * k + 1, 3 * next + 1);
        add_triangle(n, 3 * count, 3 * next + 2, 3 * k + 2);
    }
}

/* Each face of the box includes half of its bevels; the flat middle is one quad. */
static void rounded_box(struct net *n, int arc)
{
    int side = 2 * (arc + 1);
    for (int face = 0; face < 6; face++) {
        for (int i = 0; i < side; i++)
            for (int j = 0; j < side; j++) {
                double way[2] = {(double)(i <= arc ? i - arc : i - arc - 1) / arc,
                                 (double)(j <= arc ? j - arc : j - arc - 1) / arc};
                double sign[3] = {face < 3 ? 1 : -1, i <= arc ? -1 : 1, j <= arc ? -1 : 1};
                double to[3] = {sign[0], tan(PI / 4 * way[0]), tan(PI / 4 * way[1])};
                double a[3], b[3];
                for (int k = 0; k < 3; k++) {
                    a[(face + k) % 3] = sign[k];
                    b[(face + k) % 3] = to[k];
                }
                add_vertex(n, v3(a[0], a[1], a[2]), v3_unit(v3(b[0], b[1], b[2])), 0);
            }
        add_grid(n, side, side, false, false);
    }
}

static void tube(struct net *n, bool link, int along, int around)
{
    int rows = 0;
    for (int i = 0; i < along; i++) {
        double angle = 2 * PI * i / along, c = cos(angle), s = sin(angle);
        /* A link's quarter points at ±x stand twice: the straight pieces lie between. */
        bool turn = link && (2 * i) % along == 0;
        for (int twice = 0; twice <= (turn ? 1 : 0); twice++, rows++) {
            double end = turn ? ((i == 0) == (twice == 0) ? -1 : 1) : (s >= 0 ? 1 : -1);
            for (int k = 0; k < around; k++) {
                double u = cos(2 * PI * k / around), v = sin(2 * PI * k / around);
                if (link)
                    add_vertex(n, v3(c, 0, s), v3(u * c, v, u * s), end);
                else
                    add_vertex(n, v3(c, s, 0), v3(u * c, u * s, v), 0);
            }
        }
    }
    add_grid(n, rows, around, true, true);
}

/* A helix whose first and last quarter turn lead to the axis. */
static void coil(struct net *n, int along, int around)
{
    enum { TURNS = 9 };
    const int rows = TURNS * along + 1;
    for (int i = 0; i < rows; i++) {
        const double u = (double)i / (rows - 1), end = fmin(u, 1 - u) * TURNS * 2;
        const double wide = end < 1 ? sin(PI / 2 * end) : 1, angle = 2 * PI * TURNS * u;
        const double c = cos(angle), s = sin(angle);
        for (int k = 0; k < around; k++) {
            const double out = cos(2 * PI * k / around), up = sin(2 * PI * k / around);
            add_vertex(n, v3(wide * c, wide * s, 2 * u - 1), v3(out * c, out * s, up), 0);
        }
    }
    add_grid(n, rows, around, true, false);
}

struct net solid_net(enum solid_kind kind, int detail)
{
    static const int around[SOLID_DETAILS] = {8, 14, 28, 64}, small[SOLID_DETAILS] = {5, 8, 14, 28},
                     quarter[SOLID_DETAILS] = {2, 4, 8, 18}, arc[SOLID_DETAILS] = {1, 1, 2, 4};
    struct net n = {0};
    switch (kind) {
    case SOLID_SPHERE:
    case SOLID_CAPSULE:
        sphere_or_capsule(&n, kind, around[detail], quarter[detail]);
        break;
    case SOLID_CYLINDER:
        rounded_cylinder(&n, around[detail], arc[detail]);
        break;
    case SOLID_BOX:
        rounded_box(&n, arc[detail]);
        break;
    case SOLID_TORUS:
    case SOLID_LINK:
        tube(&n, kind == SOLID_LINK, around[detail], small[detail]);
        break;
    case SOLID_CONE:
        unit_cone(&n, around[detail]);
        break;
    case SOLID_ELLIPSOID:
        unit_sphere(&n, around[detail], quarter[detail]);
        break;
    case SOLID_COIL:
        coil(&n, small[detail] > 10 ? small[detail] : 10, small[detail] / 2 + 2);
        break;
    case SOLID_MESH:
    case SOLID_KINDS:
        break;
    }
    return n;
}

/* ---- meshes ---- */

static vec3 face_normal(const struct mesh *m, int t) /* length: twice the area */
{
    const int *i = m->triangle[t];
    return v3_cross(v3_sub(m->vertex[i[1]], m->vertex[i[0]]), v3_sub(m->vertex[i[2]], m->vertex[i[0]]));
}

/* The angle of a triangle at one of its vertices. */
static double angle_at(const struct mesh *m, int t, int vertex)
{
    const int *i = m->triangle[t];
    int k = i[0] == vertex ? 0 : i[1] == vertex ? 1 : 2;
    vec3 p = m->vertex[vertex], a = v3_sub(m->vertex[i[(k + 1) % 3]], p), b = v3_sub(m->vertex[i[(k + 2) % 3]], p);
    return atan2(v3_norm(v3_cross(a, b)), v3_dot(a, b));
}

/* The mean of the faces about a vertex that lie within the crease angle of the given one, each by the angle it has
 * there: so it does not matter how polygons were cut into triangles. */
static vec3 corner_normal(const struct mesh *m, const vec3 *normal, const int *around, int count, int own, int vertex)
{
    vec3 mine = normal[own], sum = v3(0, 0, 0);
    for (int k = 0; k < count; k++) {
        vec3 other = normal[around[k]];
        double length = v3_norm(other);
        if (length > 0 && v3_dot(mine, other) >= crease_cosine * v3_norm(mine) * length)
            sum = v3_add_scaled(sum, angle_at(m, around[k], vertex) / length, other);
    }
    return v3_norm(sum) > 0 ? v3_unit(sum) : v3(0, 0, 1);
}

struct net solid_mesh_net(const struct mesh *m)
{
    struct net n = {0};
    int *first = MEM_ARRAY(int, m->vertex_count + 2), *around = MEM_ARRAY(int, 3 * m->triangle_count + 1);
    vec3 *normal = MEM_ARRAY(vec3, m->triangle_count + 1);
    /* Faces about each vertex: counted, then filled. */
    for (int t = 0; t < m->triangle_count; t++) {
        normal[t] = face_normal(m, t);
        for (int k = 0; k < 3; k++)
            first[m->triangle[t][k] + 2]++;
    }
    for (int v = 0; v < m->vertex_count; v++)
        first[v + 2] += first[v + 1];
    for (int t = 0; t < m->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            around[first[m->triangle[t][k] + 1]++] = t;
    for (int t = 0; t < m->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            int v = m->triangle[t][k];
            add_vertex(&n, m->vertex[v], corner_normal(m, normal, around + first[v], first[v + 1] - first[v], t, v), 0);
            ARRAY_PUSH(&n.corners, (unsigned)(3 * t + k));
        }
    mem_free(first);
    mem_free(around);
    mem_free(normal);
    return n;
}
