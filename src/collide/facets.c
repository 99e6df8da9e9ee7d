/* facets.c: a surface and its tree of boxes, whose shape is that of the surface at rest; see facets.h. */
#include "collide/facets_parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- edges ---- */

struct half_edge {
    int low, high, triangle, corner;
};

static int compare_halves(const void *a, const void *b)
{
    const struct half_edge *x = a, *y = b;
    if (x->low != y->low)
        return (x->low > y->low) - (x->low < y->low);
    if (x->high != y->high)
        return (x->high > y->high) - (x->high < y->high);
    return (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

static void find_edges(struct facets *s)
{
    const int n = 3 * s->triangles;
    struct half_edge *half = MEM_ARRAY(struct half_edge, n + 1);
    s->edge = mem_new(sizeof *s->edge * (size_t)(n + 1));
    s->beside = mem_new(sizeof *s->beside * (size_t)(n + 1));
    for (int i = 0; i < n; i++) {
        const int a = s->triangle[i / 3][i % 3], b = s->triangle[i / 3][(i + 1) % 3];
        half[i] = (struct half_edge){a < b ? a : b, a < b ? b : a, i / 3, i % 3};
    }
    qsort(half, (size_t)n, sizeof *half, compare_halves);
    for (int i = 0; i < n; i++) {
        const bool again = i > 0 && half[i].low == half[i - 1].low && half[i].high == half[i - 1].high;
        if (!again) {
            s->edge[s->edges][0] = half[i].low;
            s->edge[s->edges][1] = half[i].high;
            s->beside[s->edges][0] = half[i].triangle;
            s->beside[s->edges++][1] = -1;
        } else if (s->beside[s->edges - 1][1] < 0) {
            s->beside[s->edges - 1][1] = half[i].triangle;
        }
        s->side[half[i].triangle][half[i].corner] = s->edges - 1;
    }
    mem_free(half);
    s->bend = MEM_ARRAY(signed char, s->edges + 1);
}

static void find_around(struct facets *s)
{
    s->around_first = MEM_ARRAY(int, s->points + 2);
    s->around = MEM_ARRAY(int, 3 * s->triangles + 1);
    for (int i = 0; i < 3 * s->triangles; i++)
        s->around_first[s->triangle[i / 3][i % 3] + 2]++;
    for (int i = 2; i < s->points + 2; i++)
        s->around_first[i] += s->around_first[i - 1];
    for (int i = 0; i < 3 * s->triangles; i++)
        s->around[s->around_first[s->triangle[i / 3][i % 3] + 1]++] = i / 3;
}

/* ---- the tree ---- */

struct ranked {
    double at;
    int triangle;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return x->at != y->at ? (x->at > y->at) - (x->at < y->at) : x->triangle - y->triangle;
}

static double coordinate(vec3 p, int k) { return k == 0 ? p.x : k == 1 ? p.y : p.z; }

static double middle_of(const struct facets *s, int triangle, int k)
{
    double sum = 0;
    for (int c = 0; c < 3; c++)
        sum += coordinate(s->rest[s->triangle[triangle][c]], k);
    return sum;
}

/* The node of these triangles, halved across their longest extent. */
static int build(struct facets *s, struct ranked *list, int count)
{
    const int node = s->nodes++;
    if (count == 1) {
        s->child[node][0] = s->child[node][1] = -1 - list[0].triangle;
        return node;
    }
    int axis = 0;
    double longest = -1;
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < count; i++) {
            const double at = middle_of(s, list[i].triangle, k);
            low = fmin(low, at);
            high = fmax(high, at);
        }
        if (high - low > longest) {
            longest = high - low;
            axis = k;
        }
    }
    for (int i = 0; i < count; i++)
        list[i].at = middle_of(s, list[i].triangle, axis);
    qsort(list, (size_t)count, sizeof *list, compare_ranked);
    const int left = build(s, list, count / 2), right = build(s, list + count / 2, count - count / 2);
    s->child[node][0] = left;
    s->child[node][1] = right;
    return node;
}

struct facets *facets_new(const int (*triangle)[3], int triangles, const vec3 *rest, int points, double size)
{
    struct facets *s = MEM_NEW(struct facets);
    s->points = points;
    s->triangles = triangles;
    s->size = size;
    s->triangle = mem_copy(triangle, sizeof *triangle * (size_t)triangles);
    s->side = mem_new(sizeof *s->side * (size_t)(triangles + 1));
    s->rest = mem_copy(rest, sizeof *rest * (size_t)points);
    s->x = MEM_ARRAY(vec3, points + 1);
    s->v = MEM_ARRAY(vec3, points + 1);
    s->normal = MEM_ARRAY(vec3, triangles + 1);
    s->box = MEM_ARRAY(struct box3, 2 * triangles + 1);
    s->child = mem_new(sizeof *s->child * (size_t)(2 * triangles + 1));
    find_edges(s);
    find_around(s);
    struct ranked *list = MEM_ARRAY(struct ranked, triangles + 1);
    for (int i = 0; i < triangles; i++)
        list[i].triangle = i;
    if (triangles > 0)
        build(s, list, triangles);
    mem_free(list);
    return s;
}

void facets_free(struct facets *s)
{
    if (s == NULL)
        return;
    mem_free(s->triangle);
    mem_free(s->side);
    mem_free(s->edge);
    mem_free(s->beside);
    mem_free(s->bend);
    mem_free(s->around_first);
    mem_free(s->around);
    mem_free(s->rest);
    mem_free(s->x);
    mem_free(s->v);
    mem_free(s->normal);
    mem_free(s->box);
    mem_free(s->child);
    mem_free(s);
}

int facets_points(const struct facets *s) { return s->points; }
vec3 *facets_places(struct facets *s) { return s->x; }
vec3 *facets_speeds(struct facets *s) { return s->v; }

/* ---- in a step ---- */

static vec3 least(vec3 a, vec3 b) { return v3(fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z)); }
static vec3 most(vec3 a, vec3 b) { return v3(fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z)); }

static struct box3 box_of_triangle(const struct facets *s, int triangle, double h)
{
    const double near = FACETS_NEAR * s->size;
    const vec3 by = v3(near, near, near);
    const vec3 first = s->x[s->triangle[triangle][0]];
    struct box3 b = {first, first};
    for (int k = 0; k < 3; k++) {
        const int p = s->triangle[triangle][k];
        const vec3 then = v3_add_scaled(s->x[p], h, s->v[p]);
        b.low = least(b.low, least(s->x[p], then));
        b.high = most(b.high, most(s->x[p], then));
    }
    return (struct box3){v3_sub(b.low, by), v3_add(b.high, by)};
}

void facets_refit(struct facets *s, double h)
{
    for (int i = 0; i < s->triangles; i++) {
        const vec3 a = s->x[s->triangle[i][0]];
        const vec3 n = v3_cross(v3_sub(s->x[s->triangle[i][1]], a), v3_sub(s->x[s->triangle[i][2]], a));
        const double size = v3_norm(n);
        s->normal[i] = size > 0 ? v3_scale(1 / size, n) : v3(0, 0, 0);
    }
    for (int i = 0; i < s->edges; i++) {
        s->bend[i] = s->beside[i][1] < 0;
        if (s->bend[i])
            continue;
        const int *t = s->triangle[s->beside[i][1]];
        const vec3 from = s->x[s->edge[i][0]], n = s->normal[s->beside[i][0]];
        double height = 0, far = 0; /* of the corner of the second triangle that is not on the edge, above the first */
        for (int k = 0; k < 3; k++) {
            const vec3 d = v3_sub(s->x[t[k]], from);
            height = fabs(v3_dot(n, d)) > fabs(height) ? v3_dot(n, d) : height;
            far = fmax(far, v3_dot(d, d));
        }
        s->bend[i] = height < -0.02 * sqrt(far) ? 1 : height > 0.02 * sqrt(far) ? -1 : 0;
    }
    for (int i = s->nodes - 1; i >= 0; i--) {
        const int *c = s->child[i];
        s->box[i] = c[0] < 0 ? box_of_triangle(s, -1 - c[0], h)
                             : (struct box3){least(s->box[c[0]].low, s->box[c[1]].low),
                                             most(s->box[c[0]].high, s->box[c[1]].high)};
    }
}

void facets_query(const struct facets *s, const struct box3 *box, void (*found)(void *ctx, int triangle), void *ctx)
{
    int stack[128], depth = 0; /* halving 2³¹ triangles takes 31 levels */
    if (s->nodes > 0)
        stack[depth++] = 0;
    while (depth > 0) {
        const int node = stack[--depth], *c = s->child[node];
        if (!boxes_meet(&s->box[node], box))
            continue;
        if (c[0] < 0) {
            found(ctx, -1 - c[0]);
            continue;
        }
        stack[depth++] = c[1];
        stack[depth++] = c[0];
    }
}

/* ---- how fast ---- */

struct hurry {
    const struct facets *s;
    const struct pose *body;
    double most, h;
};

static void look_at_speed(void *ctx, int triangle)
{
    struct hurry *x = ctx;
    for (int k = 0; k < 3; k++) {
        const int p = x->s->triangle[triangle][k];
        const vec3 v = v3_add_scaled(x->body->v, x->h, x->body->a);
        const vec3 at = v3_add(v, v3_cross(x->body->w, v3_sub(x->s->x[p], x->body->x)));
        x->most = fmax(x->most, v3_norm(v3_sub(x->s->v[p], at)));
    }
}

double facets_haste(const struct facets *s, const struct piece *p, const struct pose *body, double h)
{
    const struct placed at = place_piece(p, body);
    struct hurry x = {s, body, 0, h};
    if (p->type == PIECE_PLANE) /* what is below it at the end of a step was so close that it stays above */
        return 0;
    struct box3 box = box_of_piece(p, &at);
    const double speed = v3_norm(body->v) + h * v3_norm(body->a) + v3_norm(body->w) * (v3_norm(p->at) + p->reach);
    const vec3 by = v3(h * speed, h * speed, h * speed);
    box = (struct box3){v3_sub(box.low, by), v3_add(box.high, by)};
    facets_query(s, &box, look_at_speed, &x);
    const double size = p->size > 0 ? fmin(p->size, s->size) : s->size;
    return x.most > 0 ? h * (x.most + v3_norm(body->w) * p->reach) / (FACETS_PART * size) : 0;
}

/* The mean velocity, and how far others are from it. */
static vec3 mean_speed(const struct facets *s, double *spread)
{
    vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < s->points; i++)
        sum = v3_add_scaled(sum, 1.0 / s->points, s->v[i]);
    *spread = 0;
    for (int i = 0; i < s->points; i++)
        *spread = fmax(*spread, v3_norm(v3_sub(s->v[i], sum)));
    return sum;
}

double facets_haste_of_two(const struct facets *a, const struct facets *b, double h)
{
    double spread_a, spread_b;
    if (a->nodes == 0 || b->nodes == 0 || !boxes_meet(&a->box[0], &b->box[0]))
        return 0;
    const vec3 va = mean_speed(a, &spread_a), vb = mean_speed(b, &spread_b);
    return h * (v3_norm(v3_sub(va, vb)) + spread_a + spread_b) / (FACETS_PART * fmin(a->size, b->size));
}

/* ---- what faces what ---- */

vec3 facets_point_normal(const struct facets *s, int point)
{
    vec3 sum = v3(0, 0, 0);
    for (int i = s->around_first[point]; i < s->around_first[point + 1]; i++)
        sum = v3_add(sum, s->normal[s->around[i]]);
    const double size = v3_norm(sum);
    return size > 1e-9 ? v3_scale(1 / size, sum) : sum;
}

vec3 facets_edge_normal(const struct facets *s, int edge)
{
    const vec3 n = s->normal[s->beside[edge][0]];
    const vec3 sum = s->beside[edge][1] >= 0 ? v3_add(n, s->normal[s->beside[edge][1]]) : n;
    const double size = v3_norm(sum);
    return size > 1e-9 ? v3_scale(1 / size, sum) : n;
}

bool facets_point_faces(const struct facets *s, int point, vec3 n, double *best)
{
    double rises = -1;
    *best = -1;
    for (int i = s->around_first[point]; i < s->around_first[point + 1]; i++) {
        const int t = s->around[i];
        *best = fmax(*best, v3_dot(n, s->normal[t]));
        for (int k = 0; k < 3; k++) {
            const vec3 e = v3_sub(s->x[s->triangle[t][k]], s->x[point]);
            const double length = v3_norm(e);
            if (length > 0)
                rises = fmax(rises, v3_dot(n, e) / length);
        }
    }
    return *best > FACETS_ALIGNED || rises <= 0.1;
}

bool facets_edge_faces(const struct facets *s, int edge, vec3 n, double *best)
{
    const vec3 from = s->x[s->edge[edge][0]], along = v3_sub(s->x[s->edge[edge][1]], from);
    const double along2 = v3_dot(along, along);
    bool falls = true;
    *best = -1;
    for (int k = 0; k < 2; k++) {
        const int t = s->beside[edge][k];
        if (t < 0)
            continue;
        *best = fmax(*best, v3_dot(n, s->normal[t]));
        for (int c = 0; c < 3; c++) {
            const int p = s->triangle[t][c];
            if (p == s->edge[edge][0] || p == s->edge[edge][1])
                continue;
            vec3 in = v3_sub(s->x[p], from);
            in = v3_add_scaled(in, along2 > 0 ? -v3_dot(in, along) / along2 : 0, along);
            falls = falls && v3_dot(n, in) <= 0.1 * v3_norm(in);
        }
    }
    return *best > FACETS_ALIGNED || falls;
}

/* ---- the nearest point of a triangle ---- */

vec3 facets_weighted(const vec3 *of, const int point[3], const double weight[3])
{
    vec3 sum = v3_scale(weight[0], of[point[0]]);
    sum = v3_add_scaled(sum, weight[1], of[point[1]]);
    return v3_add_scaled(sum, weight[2], of[point[2]]);
}

static double part(double a, double b) { return b > 0 ? fmin(fmax(a / b, 0), 1) : 0; }

/* By the region that x lies in: in front of a side if it is outside of that side, otherwise of the inside. */
void facets_nearest(const struct facets *s, int triangle, vec3 x, double weight[3])
{
    const int *t = s->triangle[triangle];
    const vec3 a = s->x[t[0]], n = v3_cross(v3_sub(s->x[t[1]], a), v3_sub(s->x[t[2]], a));
    const double nn = v3_dot(n, n);
    double best = INFINITY;
    bool inside = nn > 0;
    for (int k = 0; k < 3; k++) { /* weight of the corner opposite to side k */
        const vec3 p = s->x[t[k]], q = s->x[t[(k + 1) % 3]];
        weight[(k + 2) % 3] = nn > 0 ? v3_dot(n, v3_cross(v3_sub(q, p), v3_sub(x, p))) / nn : 0;
        inside = inside && weight[(k + 2) % 3] >= 0;
    }
    for (int k = 0; k < 3 && !inside; k++) {
        const vec3 p = s->x[t[k]], u = v3_sub(s->x[t[(k + 1) % 3]], p);
        const double along = part(v3_dot(u, v3_sub(x, p)), v3_dot(u, u));
        const vec3 d = v3_sub(x, v3_add_scaled(p, along, u));
        if (!(v3_dot(d, d) < best))
            continue;
        best = v3_dot(d, d);
        weight[k] = 1 - along;
        weight[(k + 1) % 3] = along;
        weight[(k + 2) % 3] = 0;
    }
}
