/* mesh_tree.c: distances from a mesh, by a tree of boxes over its triangles.
 *
 * The nearest triangle is found by going into the nearer box first and leaving out what is farther than the best. Inside or
 * outside is decided by the solid angle of the surface, 4π inside and 0 outside: a group of triangles that is far away
 * against its size counts as one with the sum of their areas, Ω = A·(c − p)/|c − p|³, whose error is far below the
 * difference between the two.
 */
#include "object/mesh_tree.h"

#include <stdlib.h>

#include "base/memory.h"

enum { LEAF = 4, WORTH_IT = 32, DEEPEST = 64 };
/* Groups are far at this many of their radii. */
#define FAR 3

struct branch {
    vec3 low, high;
    vec3 middle, area; /* of the triangles: centre by area, sum of area times normal */
    double radius;     /* about the middle */
    int first, count;  /* of tree.order */
    int other;         /* the second child; the first one follows its parent. 0: a leaf */
};

struct mesh_tree {
    int branches;
    struct branch *branch;
    int *order; /* triangles, those of a branch one behind the other */
};

static vec3 corner(const struct mesh *m, int t, int k) { return m->vertex[m->triangle[t][k]]; }

static vec3 middle_of(const struct mesh *m, int t)
{
    return v3_scale(1.0 / 3, v3_add(corner(m, t, 0), v3_add(corner(m, t, 1), corner(m, t, 2))));
}

static vec3 area_of(const struct mesh *m, int t)
{
    return v3_scale(0.5, v3_cross(v3_sub(corner(m, t, 1), corner(m, t, 0)), v3_sub(corner(m, t, 2), corner(m, t, 0))));
}

static double along(vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/* ---- making ---- */

static void measure(const struct mesh *m, const int *order, struct branch *b)
{
    double total = 0;
    vec3 plain = v3(0, 0, 0), weighted = plain;
    b->low = b->high = corner(m, order[b->first], 0);
    b->area = plain;
    for (int i = b->first; i < b->first + b->count; i++) {
        const vec3 area = area_of(m, order[i]), middle = middle_of(m, order[i]);
        const double size = v3_norm(area);
        total += size;
        weighted = v3_add_scaled(weighted, size, middle);
        plain = v3_add_scaled(plain, 1.0 / b->count, middle);
        b->area = v3_add(b->area, area);
        for (int k = 0; k < 3; k++) {
            const vec3 x = corner(m, order[i], k);
            b->low = v3(fmin(b->low.x, x.x), fmin(b->low.y, x.y), fmin(b->low.z, x.z));
            b->high = v3(fmax(b->high.x, x.x), fmax(b->high.y, x.y), fmax(b->high.z, x.z));
        }
    }
    b->middle = total > 0 ? v3_scale(1 / total, weighted) : plain;
    b->radius = 0;
    for (int i = b->first; i < b->first + b->count; i++)
        for (int k = 0; k < 3; k++)
            b->radius = fmax(b->radius, v3_norm(v3_sub(corner(m, order[i], k), b->middle)));
}

struct placed_triangle {
    double at;
    int triangle;
};

static int by_place(const void *a, const void *b)
{
    const struct placed_triangle *x = a, *y = b;
    return x->at != y->at ? (x->at > y->at ? 1 : -1) : (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

/* Both halves of a branch have as many triangles, along the longest side of its box. */
static void split(const struct mesh *m, struct mesh_tree *t, int at, struct placed_triangle *room)
{
    struct branch *b = &t->branch[at];
    measure(m, t->order, b);
    if (b->count <= LEAF)
        return;
    const vec3 size = v3_sub(b->high, b->low);
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    for (int i = 0; i < b->count; i++) {
        const int triangle = t->order[b->first + i];
        room[i] = (struct placed_triangle){along(middle_of(m, triangle), axis), triangle};
    }
    qsort(room, (size_t)b->count, sizeof *room, by_place);
    for (int i = 0; i < b->count; i++)
        t->order[b->first + i] = room[i].triangle;
    const int half = b->count / 2, first = t->branches++;
    t->branch[first] = (struct branch){.first = b->first, .count = half};
    split(m, t, first, room);
    const int second = b->other = t->branches++;
    t->branch[second] = (struct branch){.first = b->first + half, .count = b->count - half};
    split(m, t, second, room);
}

struct mesh_tree *mesh_tree_new(const struct mesh *m)
{
    if (m->triangle_count < WORTH_IT)
        return NULL;
    struct mesh_tree *t = MEM_NEW(struct mesh_tree);
    struct placed_triangle *room = MEM_ARRAY(struct placed_triangle, m->triangle_count);
    t->order = MEM_ARRAY(int, m->triangle_count);
    t->branch = MEM_ARRAY(struct branch, m->triangle_count);
    for (int i = 0; i < m->triangle_count; i++)
        t->order[i] = i;
    t->branches = 1;
    t->branch[0] = (struct branch){.count = m->triangle_count};
    split(m, t, 0, room);
    mem_free(room);
    return t;
}

void mesh_tree_free(struct mesh_tree *t)
{
    if (t == NULL)
        return;
    mem_free(t->branch);
    mem_free(t->order);
    mem_free(t);
}

/* ---- asking ---- */

static double beyond(double x, double low, double high) { return x < low ? low - x : x > high ? x - high : 0; }

static double box_distance(const struct branch *b, vec3 p)
{
    const double x = beyond(p.x, b->low.x, b->high.x), y = beyond(p.y, b->low.y, b->high.y);
    const double z = beyond(p.z, b->low.z, b->high.z);
    return sqrt(x * x + y * y + z * z);
}

int mesh_tree_nearest(const struct mesh *m, const struct mesh_tree *t, vec3 p, double *distance, vec3 *at)
{
    int stack[DEEPEST], depth = 0, best = -1;
    *distance = INFINITY;
    stack[depth++] = 0;
    while (depth > 0) {
        const int here = stack[--depth];
        const struct branch *b = &t->branch[here];
        if (!(box_distance(b, p) < *distance))
            continue;
        if (b->other > 0) {
            const bool second = box_distance(&t->branch[b->other], p) < box_distance(&t->branch[here + 1], p);
            stack[depth++] = second ? here + 1 : b->other;
            stack[depth++] = second ? b->other : here + 1;
            continue;
        }
        for (int i = b->first; i < b->first + b->count; i++) {
            const int k = t->order[i];
            const vec3 q = triangle_nearest(corner(m, k, 0), corner(m, k, 1), corner(m, k, 2), p);
            const double d = v3_norm(v3_sub(p, q));
            if (d < *distance || best < 0) {
                *distance = d;
                *at = q;
                best = k;
            }
        }
    }
    return best;
}

bool mesh_tree_inside(const struct mesh *m, const struct mesh_tree *t, vec3 p)
{
    int stack[DEEPEST], depth = 0;
    double angle = 0; /* half the solid angle */
    if (box_distance(&t->branch[0], p) > 0)
        return false;
    stack[depth++] = 0;
    while (depth > 0) {
        const int here = stack[--depth];
        const struct branch *b = &t->branch[here];
        const vec3 to = v3_sub(b->middle, p);
        const double d = v3_norm(to);
        if (d > FAR * b->radius) {
            angle += v3_dot(b->area, to) / (2 * d * d * d);
        } else if (b->other > 0) {
            stack[depth++] = b->other;
            stack[depth++] = here + 1;
        } else {
            for (int i = b->first; i < b->first + b->count; i++)
                angle += triangle_half_angle(corner(m, t->order[i], 0), corner(m, t->order[i], 1),
                                             corner(m, t->order[i], 2), p);
        }
    }
    return fabs(angle) > 3.14159265358979323846;
}
