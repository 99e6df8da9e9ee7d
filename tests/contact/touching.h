/* touching.h: how deep surfaces of flexible objects lie in each other, in themselves and in solids, found without what the
 * library uses to find it: places all over every triangle, and edges that go through triangles. */
#ifndef TESTS_CONTACT_TOUCHING_H
#define TESTS_CONTACT_TOUCHING_H

#include "../world/model.h"
#include "object/shape_distance.h"

/* The surface of a flexible object now. */
struct skin_now {
    int object, points, triangles;
    vec3 *x, *rest;
    const int (*triangle)[3];
    double cell; /* the smallest edge of an element */
};

static inline struct skin_now skin_now(tn_world *w, int object)
{
    struct flexible_state f;
    const struct flexible_surface *s = world_surface(w, object);
    assert_true(world_flexible(w, object, &f));
    struct skin_now out = {object,
                           s->points.count,
                           s->triangles,
                           calloc((size_t)s->points.count, sizeof(vec3)),
                           calloc((size_t)s->points.count, sizeof(vec3)),
                           (const int(*)[3])s->triangle,
                           0};
    for (int i = 0; i < out.points; i++) {
        out.x[i] = embed_where(&s->points, i, f.q);
        out.rest[i] = embed_where(&s->points, i, f.lattice->rest);
    }
    out.cell = fmin(f.lattice->length[0], fmin(f.lattice->length[1], f.lattice->length[2]));
    return out;
}

/* How many times the surface surrounds a place: 1 inside, 0 outside. */
static inline double skin_around(const struct skin_now *s, vec3 p)
{
    double sum = 0;
    for (int i = 0; i < s->triangles; i++) {
        const vec3 a = v3_sub(s->x[s->triangle[i][0]], p), b = v3_sub(s->x[s->triangle[i][1]], p),
                   c = v3_sub(s->x[s->triangle[i][2]], p);
        const double la = v3_norm(a), lb = v3_norm(b), lc = v3_norm(c);
        const double up = v3_dot(a, v3_cross(b, c));
        sum += 2 * atan2(up, la * lb * lc + v3_dot(a, b) * lc + v3_dot(b, c) * la + v3_dot(c, a) * lb);
    }
    return sum / (4 * model_pi);
}

static inline double depth_in_solid(tn_world *w, const struct skin_now *s, int solid)
{
    enum { PARTS = 5 };
    const struct object *o = &w->things->objects.at[solid];
    const struct object_state *now = &w->run.objects.at[solid];
    const mat3 r = q_matrix(now->orientation);
    double depth = -INFINITY;
    for (int i = 0; i < s->triangles; i++)
        for (int a = 0; a <= PARTS; a++)
            for (int b = 0; a + b <= PARTS; b++) {
                const int *t = s->triangle[i];
                vec3 n, x = v3_scale((double)a / PARTS, s->x[t[0]]);
                x = v3_add_scaled(x, (double)b / PARTS, s->x[t[1]]);
                x = v3_add_scaled(x, (double)(PARTS - a - b) / PARTS, s->x[t[2]]);
                const vec3 local = m3_tmul(&r, v3_sub(x, now->x));
                depth = fmax(depth, o->type->kind == OBJECT_PLANE
                                        ? -local.z
                                        : -shapes_distance(o->type->shapes, o->type->shape_count,
                                                           v3_add(local, o->type->weight.center), &n));
            }
    if (o->type->kind == OBJECT_SOLID && skin_around(s, now->x) > 0.5)
        depth = fmax(depth, s->cell);
    return depth;
}

/* An edge of a through a triangle of b: the smaller depth of its ends. */
static inline double depth_of_edge(vec3 p, vec3 q, const vec3 c[3])
{
    const vec3 n = v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0]));
    const double size = v3_norm(n), hp = v3_dot(n, v3_sub(p, c[0])) / size, hq = v3_dot(n, v3_sub(q, c[0])) / size;
    if (!(hp * hq < 0))
        return 0;
    const vec3 x = v3_add_scaled(p, hp / (hp - hq), v3_sub(q, p));
    double least = INFINITY;
    for (int k = 0; k < 3; k++) {
        const vec3 u = v3_sub(c[(k + 1) % 3], c[k]);
        least = fmin(least, v3_dot(n, v3_cross(u, v3_sub(x, c[k]))) / (size * v3_norm(u)));
    }
    return least > 0 ? fmin(fmin(fabs(hp), fabs(hq)), least) : 0;
}

/* Do an edge and a triangle of one surface belong to the same element or to two that share a node? What happens between them
 * is up to the elements, which resist being crushed, and no contact. */
static inline bool are_near_at_rest(const struct skin_now *s, int p, int q, const int t[3])
{
    double least = INFINITY;
    for (int k = 0; k < 3; k++)
        least =
            fmin(least, fmin(v3_norm(v3_sub(s->rest[t[k]], s->rest[p])), v3_norm(v3_sub(s->rest[t[k]], s->rest[q]))));
    return least < 1.8 * s->cell;
}

static inline double depth_of_skins(const struct skin_now *a, const struct skin_now *b)
{
    double depth = 0;
    for (int i = 0; i < a->triangles; i++)
        for (int k = 0; k < 3; k++) {
            const int p = a->triangle[i][k], q = a->triangle[i][(k + 1) % 3];
            const vec3 low = v3(fmin(a->x[p].x, a->x[q].x), fmin(a->x[p].y, a->x[q].y), fmin(a->x[p].z, a->x[q].z));
            const vec3 high = v3(fmax(a->x[p].x, a->x[q].x), fmax(a->x[p].y, a->x[q].y), fmax(a->x[p].z, a->x[q].z));
            for (int j = 0; j < b->triangles && p < q; j++) {
                const int *t = b->triangle[j];
                const vec3 c[3] = {b->x[t[0]], b->x[t[1]], b->x[t[2]]};
                if (fmax(c[0].x, fmax(c[1].x, c[2].x)) < low.x || fmin(c[0].x, fmin(c[1].x, c[2].x)) > high.x ||
                    fmax(c[0].y, fmax(c[1].y, c[2].y)) < low.y || fmin(c[0].y, fmin(c[1].y, c[2].y)) > high.y ||
                    fmax(c[0].z, fmax(c[1].z, c[2].z)) < low.z || fmin(c[0].z, fmin(c[1].z, c[2].z)) > high.z)
                    continue;
                if (a->object != b->object || !are_near_at_rest(a, p, q, t))
                    depth = fmax(depth, depth_of_edge(a->x[p], a->x[q], c));
            }
        }
    return depth;
}

/* Is a whole surface inside another one? */
static inline bool is_swallowed(const struct skin_now *a, const struct skin_now *b)
{
    for (int i = 0; i < a->points; i++)
        if (!(skin_around(b, a->x[i]) > 0.5))
            return false;
    return true;
}

/* The deepest overlap of the flexible objects of a world with anything, as a part of an element's edge; and of which two. */
static inline double deepest(tn_world *w, int pair[2])
{
    double most = -INFINITY;
    plan_store(w);
    for (int i = 0; i < pool_slots(&w->things->object_pool); i++) {
        if (!pool_lives(&w->things->object_pool, i) || object_flexible(&w->things->objects.at[i]) == NULL)
            continue;
        const struct skin_now a = skin_now(w, i);
        for (int k = 0; k < pool_slots(&w->things->object_pool); k++) {
            if (!pool_lives(&w->things->object_pool, k))
                continue;
            if (object_flexible(&w->things->objects.at[k]) == NULL) {
                const double depth = depth_in_solid(w, &a, k) / a.cell;
                if (depth > most) {
                    most = depth;
                    pair[0] = i;
                    pair[1] = k;
                }
                continue;
            }
            const struct skin_now b = skin_now(w, k);
            double depth = depth_of_skins(&a, &b) / fmin(a.cell, b.cell);
            if (k != i && is_swallowed(&a, &b))
                depth = 1;
            if (depth > most) {
                most = depth;
                pair[0] = i;
                pair[1] = k;
            }
            free(b.x);
            free(b.rest);
        }
        free(a.x);
        free(a.rest);
    }
    return most;
}

#endif
