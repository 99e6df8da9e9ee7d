/* pieces.c: from the shapes of an object to pieces that can touch, and the boxes around them. */
#include <stdlib.h>
#include <string.h>

#include "collide/contact_parts.h"
#include "object/shape_list.h"

static const mat3 unturned = {{1, 0, 0, 0, 1, 0, 0, 0, 1}};

/* ---- hulls ---- */

/* The mesh's vertices without duplicates: only support points matter. */
static struct hull *hull_of_mesh(const struct mesh *m)
{
    struct hull *h = MEM_NEW(struct hull);
    h->references = 1;
    h->count = m->vertex_count;
    h->x = MEM_ARRAY(double, 3 * h->count + 1);
    h->y = h->x + h->count;
    h->z = h->y + h->count;
    for (int i = 0; i < h->count; i++) {
        h->x[i] = m->vertex[i].x;
        h->y[i] = m->vertex[i].y;
        h->z[i] = m->vertex[i].z;
    }
    return h;
}

void piece_release(struct piece *p)
{
    if (p->hull != NULL && --p->hull->references == 0) {
        mem_free(p->hull->x);
        mem_free(p->hull);
    }
    p->hull = NULL;
}

static double mesh_span(const struct mesh *m)
{
    vec3 low = m->vertex[0], high = low;
    for (int i = 1; i < m->vertex_count; i++) {
        vec3 v = m->vertex[i];
        low = v3(fmin(low.x, v.x), fmin(low.y, v.y), fmin(low.z, v.z));
        high = v3(fmax(high.x, v.x), fmax(high.y, v.y), fmax(high.z, v.z));
    }
    return v3_norm(v3_sub(high, low));
}

/* Across every edge the far corner of the neighbouring triangle lies behind this one's plane: enough for a closed
 * surface, and linear. Edges are matched by sorting them. */
struct edge {
    int low, high, triangle, opposite;
};
static int compare_edges(const void *a, const void *b)
{
    const struct edge *x = a, *y = b;
    return x->low != y->low ? (x->low > y->low) - (x->low < y->low) : (x->high > y->high) - (x->high < y->high);
}

bool piece_mesh_is_convex(const struct mesh *m)
{
    struct edge *edge = MEM_ARRAY(struct edge, 3 * m->triangle_count + 1);
    double tolerance = 1e-3 * mesh_span(m);
    bool convex = true;
    for (int t = 0; t < m->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            int i = m->triangle[t][k], j = m->triangle[t][(k + 1) % 3];
            edge[3 * t + k] = (struct edge){i < j ? i : j, i < j ? j : i, t, m->triangle[t][(k + 2) % 3]};
        }
    qsort(edge, (size_t)(3 * m->triangle_count), sizeof *edge, compare_edges);
    for (int e = 0; e + 1 < 3 * m->triangle_count && convex; e++) {
        const struct edge *here = &edge[e], *next = here + 1;
        if (here->low != next->low || here->high != next->high)
            continue;
        const int *c = m->triangle[here->triangle];
        vec3 p = m->vertex[c[0]];
        vec3 n = v3_cross(v3_sub(m->vertex[c[1]], p), v3_sub(m->vertex[c[2]], p));
        double area = v3_norm(n);
        if (area > 0)
            convex = v3_dot(n, v3_sub(m->vertex[next->opposite], p)) <= tolerance * area;
    }
    mem_free(edge);
    return convex;
}

/* ---- from shapes ---- */

/* The box around a piece in its own axes, how far it reaches, and how thin it is. */
static void measure(struct piece *p)
{
    const double r = p->radius;
    p->box_center = v3(0, 0, 0);
    switch (p->type) {
    case PIECE_SPHERE:
        p->box_half = v3(r, r, r);
        break;
    case PIECE_CAPSULE:
        p->box_half = v3(r, r, p->half.z + r);
        break;
    case PIECE_BOX:
        p->box_half = p->half;
        break;
    case PIECE_CYLINDER:
        p->box_half = v3(r, r, p->half.z);
        break;
    case PIECE_CONE:
        p->box_center = v3(0, 0, p->half.z);
        p->box_half = v3(r, r, 2 * p->half.z);
        break;
    case PIECE_ELLIPSOID:
        p->box_half = p->half;
        break;
    case PIECE_RING:
        p->box_half = v3(p->half.x + r, r, p->half.x + p->half.z + r);
        break;
    case PIECE_HULL: {
        vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3_neg(low);
        for (int i = 0; i < p->hull->count; i++) {
            low = v3(fmin(low.x, p->hull->x[i]), fmin(low.y, p->hull->y[i]), fmin(low.z, p->hull->z[i]));
            high = v3(fmax(high.x, p->hull->x[i]), fmax(high.y, p->hull->y[i]), fmax(high.z, p->hull->z[i]));
        }
        p->box_center = v3_scale(0.5, v3_add(low, high));
        p->box_half = v3_scale(0.5, v3_sub(high, low));
        break;
    }
    case PIECE_PLANE:
    case PIECE_TYPES:
        p->box_half = v3(INFINITY, INFINITY, INFINITY);
        break;
    }
    p->reach = p->type == PIECE_SPHERE ? r : v3_norm(p->box_center) + v3_norm(p->box_half);
    p->size = fmin(p->box_half.x, fmin(p->box_half.y, p->box_half.z));
}

static struct piece piece_of_shape(const struct shape *s, int body, int part, vec3 center)
{
    struct piece p = {.body = body, .part = part, .at = v3_sub(s->offset, center), .turned = q_matrix(s->turned)};
    const double *size = s->size;
    if (s->class == &shape_sphere) {
        p.type = PIECE_SPHERE;
        p.radius = size[0];
    } else if (s->class == &shape_rod || s->class == &shape_cylinder) {
        bool rod = s->class == &shape_rod; /* length radius; r h */
        p.type = PIECE_CYLINDER;
        p.radius = size[rod ? 1 : 0];
        p.half = v3(0, 0, size[rod ? 0 : 1] / 2);
    } else if (s->class == &shape_capsule) {
        p.type = PIECE_CAPSULE;
        p.radius = size[0];
        p.half = v3(0, 0, size[1] / 2);
    } else if (s->class == &shape_box) {
        p.type = PIECE_BOX;
        p.half = v3(size[0] / 2, size[1] / 2, size[2] / 2);
    } else if (s->class == &shape_cone) {
        p.type = PIECE_CONE;
        p.radius = size[0];
        p.half = v3(0, 0, size[1] / 4);
    } else if (s->class == &shape_ellipsoid) {
        const double least = fmin(size[0], fmin(size[1], size[2])), most = fmax(size[0], fmax(size[1], size[2]));
        p.type = PIECE_ELLIPSOID;
        p.half = v3(size[0], size[1], size[2]);
        p.radius = 0.9 * least * least / most; /* of its smallest radius of curvature: the core stays convex */
    } else if (s->class == &shape_torus) { /* its circle lies in the object's xy plane: x, −z, y are the ring's axes */
        const mat3 lay = {{1, 0, 0, 0, 0, 1, 0, -1, 0}};
        p.type = PIECE_RING;
        p.radius = size[1];
        p.half = v3(size[0], 0, 0);
        p.turned = m3_product(&p.turned, &lay);
    } else if (s->class == &shape_link) {
        p.type = PIECE_RING;
        p.radius = size[2];
        p.half = v3(size[1] / 2 - size[2], 0, (size[0] - size[1]) / 2);
    } else if (s->mesh != NULL) {
        p.type = PIECE_HULL;
        p.hull = hull_of_mesh(s->mesh);
    } else {
        p.type = PIECE_BOX;
        p.half = s->class->extent(s);
    }
    measure(&p);
    return p;
}

int piece_of_shapes(const struct shape *shapes, int shape_count, int body, vec3 center, struct piece *out)
{
    for (int i = 0; i < shape_count; i++)
        out[i] = piece_of_shape(&shapes[i], body, i, center);
    return shape_count;
}

struct piece piece_of_plane(int body)
{
    struct piece p = {.type = PIECE_PLANE, .body = body, .turned = unturned};
    measure(&p);
    return p;
}

struct piece piece_of_particle(int body)
{
    struct piece p = {.type = PIECE_SPHERE, .body = body, .turned = unturned};
    measure(&p);
    return p;
}

/* ---- where they are ---- */

struct placed place_piece(const struct piece *p, const struct pose *body)
{
    return (struct placed){v3_add(body->x, m3_mul(&body->r, p->at)), m3_product(&body->r, &p->turned)};
}

struct box3 box_of_piece(const struct piece *p, const struct placed *at)
{
    if (p->type == PIECE_SPHERE)
        return (struct box3){v3_sub(at->x, p->box_half), v3_add(at->x, p->box_half)};
    const double *m = at->r.m;
    vec3 h = p->box_half, c = v3_add(at->x, m3_mul(&at->r, p->box_center));
    vec3 half = v3(fabs(m[0]) * h.x + fabs(m[1]) * h.y + fabs(m[2]) * h.z,
                   fabs(m[3]) * h.x + fabs(m[4]) * h.y + fabs(m[5]) * h.z,
                   fabs(m[6]) * h.x + fabs(m[7]) * h.y + fabs(m[8]) * h.z);
    return (struct box3){v3_sub(c, half), v3_add(c, half)};
}
