/* facets_pair.c: where two surfaces touch, or one touches itself; see facets.h.
 *
 *   a point and a triangle     by the nearest place of the triangle: inside, by the side of the triangle on which the point
 *                              lies; at an edge or corner, by the distance, if the point lies in front
 *   a ridge and an edge        by their common perpendicular, if the edge is not the bottom of a fold
 *
 * Only what faces each other counts, and not deeper than a part of an element: a point near the far side of a thin layer is
 * inside of it. Parts of one surface that are near each other at rest do not touch: elements resist there.
 */
#include "collide/facets_parts.h"

struct pairing {
    struct facets *a, *b;
    double h, near;
    struct facets_hits *out;
    int point, edge; /* of a: what is looked at */
    double nearest;  /* distance of the point from any triangle, */
    bool inside;     /* and on which side of that one it lies */
    bool turned;     /* a and b are exchanged in what is found */
};

/* Nearer than this part of their sizes at rest: neighbours. */
static const double neighbours = 1.5;

static struct box3 swept(const struct pairing *p, vec3 x, vec3 v, struct box3 with)
{
    const vec3 then = v3_add_scaled(x, p->h, v);
    const double deep = p->near * (FACETS_DEEP / FACETS_NEAR);
    const vec3 by = v3(deep, deep, deep);
    const vec3 low = v3_sub(v3(fmin(x.x, then.x), fmin(x.y, then.y), fmin(x.z, then.z)), by);
    const vec3 high = v3_add(v3(fmax(x.x, then.x), fmax(x.y, then.y), fmax(x.z, then.z)), by);
    return (struct box3){v3(fmin(low.x, with.low.x), fmin(low.y, with.low.y), fmin(low.z, with.low.z)),
                         v3(fmax(high.x, with.high.x), fmax(high.y, with.high.y), fmax(high.z, with.high.z))};
}

static const struct box3 nothing = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

/* n from a to b. */
static void note(const struct pairing *p, struct facets_hit hit)
{
    if (p->turned) {
        const struct facets_hit was = hit;
        hit.normal = v3_neg(was.normal);
        hit.count_a = was.count_b;
        hit.count_b = was.count_a;
        for (int k = 0; k < 3; k++) {
            hit.point_a[k] = was.point_b[k];
            hit.weight_a[k] = was.weight_b[k];
            hit.point_b[k] = was.point_a[k];
            hit.weight_b[k] = was.weight_a[k];
        }
        hit.feature |= 1ull << 61;
    }
    hit.size = p->near / FACETS_NEAR;
    ARRAY_PUSH(&p->out->list, hit);
}

static bool counts(const struct pairing *p, double gap, double rate)
{
    return gap + p->h * fmin(rate, 0) <= p->near && gap > -FACETS_DEEP * p->near / FACETS_NEAR;
}

/* ---- a point and a triangle ---- */

static vec3 rest_of_triangle(const struct facets *s, int t, vec3 x)
{
    /* the nearest corner or middle is near enough to tell neighbours */
    const int *p = s->triangle[t];
    vec3 best = v3_scale(1 / 3.0, v3_add(s->rest[p[0]], v3_add(s->rest[p[1]], s->rest[p[2]])));
    for (int k = 0; k < 3; k++)
        if (v3_norm(v3_sub(s->rest[p[k]], x)) < v3_norm(v3_sub(best, x)))
            best = s->rest[p[k]];
    return best;
}

/* Does what lies around a point of a face against n, which leads away from b? */
static bool faces_back(const struct facets *a, int point, vec3 n, double gap)
{
    double best;
    const bool faces = facets_point_faces(a, point, v3_neg(n), &best);
    return (faces && best > -0.1) || (gap < 0 && best > 0.1);
}

static void try_triangle(void *ctx, int triangle)
{
    struct pairing *p = ctx;
    const struct facets *a = p->a, *b = p->b;
    const int *t = b->triangle[triangle], i = p->point;
    const vec3 x = a->x[i];
    if (a == b) {
        if (i == t[0] || i == t[1] || i == t[2])
            return;
        const vec3 d = v3_sub(rest_of_triangle(b, triangle, a->rest[i]), a->rest[i]);
        if (v3_norm(d) < neighbours * a->size)
            return;
    }
    double weight[3], best;
    facets_nearest(b, triangle, x, weight);
    const vec3 on = facets_weighted(b->x, t, weight), d = v3_sub(x, on), face = b->normal[triangle];
    int zero = 0, side = 0, corner = 0;
    for (int k = 0; k < 3; k++) {
        if (weight[k] < 1e-9) {
            zero++;
            side = (k + 1) % 3;
        } else {
            corner = k;
        }
    }
    vec3 n = face;
    double gap = v3_dot(d, face);
    const int edge = b->side[triangle][side];
    if (zero > 0) { /* an edge or a corner: by the mean of the normals around it, x lies outside or inside */
        const vec3 mean = zero == 1 ? facets_edge_normal(b, edge) : facets_point_normal(b, t[corner]);
        const double length = v3_norm(d), sign = v3_dot(d, mean) > 0 ? 1 : -1;
        gap = sign * length;
        n = length > 1e-9 * b->size ? v3_scale(sign / length, d) : mean;
    }
    if (fabs(gap) < p->nearest) {
        p->nearest = fabs(gap);
        p->inside = gap < 0;
    }
    if ((zero == 1 && !facets_edge_faces(b, edge, n, &best)) ||
        (zero == 2 && !facets_point_faces(b, t[corner], n, &best)))
        return;
    const double rate = v3_dot(n, v3_sub(a->v[i], facets_weighted(b->v, t, weight)));
    if (!counts(p, gap, rate) || !faces_back(a, i, n, gap))
        return;
    struct facets_hit hit = {.count_a = 1, .count_b = 3, .normal = v3_neg(n), .gap = gap};
    hit.point_a[0] = i;
    hit.weight_a[0] = 1;
    hit.at = v3_scale(0.5, v3_add(x, on));
    for (int k = 0; k < 3; k++) {
        hit.point_b[k] = t[k];
        hit.weight_b[k] = weight[k];
    }
    hit.feature = (uint64_t)(uint32_t)i << 31 | (uint32_t)triangle;
    note(p, hit);
}

/* Whether a point is inside is known by what is nearest to it alone: it may lie behind a face and have left by another.
 * What is inside goes out where it is least deep of the faces that it may have come through. */
static void keep_shallow(const struct pairing *p, int first)
{
    struct facets_hit *hit = p->out->list.at;
    double least = -INFINITY;
    int kept = first;
    for (int i = first; i < p->out->list.count; i++)
        least = fmax(least, hit[i].gap);
    for (int i = first; i < p->out->list.count; i++)
        if (hit[i].gap >= -p->near || (p->inside && hit[i].gap >= least))
            hit[kept++] = hit[i];
    p->out->list.count = kept;
}

static void try_points(struct pairing *p)
{
    for (int i = 0; i < p->a->points; i++) {
        const struct box3 box = swept(p, p->a->x[i], p->a->v[i], nothing);
        if (!boxes_meet(&box, &p->b->box[0]))
            continue;
        p->point = i;
        const int first = p->out->list.count;
        p->nearest = INFINITY;
        facets_query(p->b, &box, try_triangle, p);
        keep_shallow(p, first);
    }
}

/* ---- two edges ---- */

static bool are_neighbours(const struct facets *s, const int e[2], const int g[2])
{
    for (int k = 0; k < 4; k++)
        if (v3_norm(v3_sub(s->rest[e[k / 2]], s->rest[g[k % 2]])) < neighbours * s->size)
            return true;
    return false;
}

static void try_edges(const struct pairing *p, int one, int two)
{
    const struct facets *a = p->a, *b = p->b;
    const int *e = a->edge[one], *g = b->edge[two];
    if (a == b && ((b->bend[two] > 0 && one >= two) || are_neighbours(a, e, g)))
        return;
    const vec3 ma = v3_scale(0.5, v3_add(a->x[e[0]], a->x[e[1]])), u = v3_sub(a->x[e[1]], ma);
    const vec3 mb = v3_scale(0.5, v3_add(b->x[g[0]], b->x[g[1]])), v = v3_sub(b->x[g[1]], mb);
    const vec3 across = v3_cross(u, v);
    const double sine = v3_norm(across);
    double s, t, best;
    if (!(sine > 0.02 * v3_norm(u) * v3_norm(v)))
        return; /* nearly parallel: their ends decide */
    closest_segments(ma, u, mb, v, &s, &t);
    if (fabs(s) > 1 - 1e-6 || fabs(t) > 1 - 1e-6)
        return;
    vec3 n = v3_scale(1 / sine, across); /* from b to a */
    vec3 out = v3(0, 0, 0);
    for (int k = 0; k < 2; k++) {
        out = b->beside[two][k] >= 0 ? v3_add(out, b->normal[b->beside[two][k]]) : out;
        out = a->beside[one][k] >= 0 ? v3_sub(out, a->normal[a->beside[one][k]]) : out;
    }
    if (v3_dot(n, out) < 0)
        n = v3_neg(n);
    const vec3 pa = v3_add_scaled(ma, s, u), pb = v3_add_scaled(mb, t, v);
    const double gap = v3_dot(n, v3_sub(pa, pb));
    const double wa[2] = {(1 - s) / 2, (1 + s) / 2}, wb[2] = {(1 - t) / 2, (1 + t) / 2};
    vec3 speed = v3(0, 0, 0);
    struct facets_hit hit = {.count_a = 2, .count_b = 2, .normal = v3_neg(n), .gap = gap};
    for (int k = 0; k < 2; k++) {
        speed = v3_add_scaled(speed, wa[k], a->v[e[k]]);
        speed = v3_add_scaled(speed, -wb[k], b->v[g[k]]);
        hit.point_a[k] = e[k];
        hit.weight_a[k] = wa[k];
        hit.point_b[k] = g[k];
        hit.weight_b[k] = wb[k];
    }
    if (!counts(p, gap, v3_dot(n, speed)))
        return;
    if (!facets_edge_faces(b, two, n, &best) || best < -0.1 || !facets_edge_faces(a, one, v3_neg(n), &best) ||
        best < -0.1)
        return;
    hit.at = v3_scale(0.5, v3_add(pa, pb));
    hit.feature = 1ull << 62 | (uint64_t)(uint32_t)one << 31 | (uint32_t)two;
    note(p, hit);
}

static void try_sides(void *ctx, int triangle)
{
    const struct pairing *p = ctx;
    for (int k = 0; k < 3; k++) {
        const int edge = p->b->side[triangle][k];
        const bool fits = p->turned ? p->b->bend[edge] == 0 : p->b->bend[edge] >= 0;
        if (fits && p->b->beside[edge][0] == triangle) /* once */
            try_edges(p, p->edge, edge);
    }
}

static void try_ridges(struct pairing *p)
{
    for (int i = 0; i < p->a->edges; i++) {
        if (p->a->bend[i] <= 0)
            continue;
        const int *e = p->a->edge[i];
        struct box3 box = swept(p, p->a->x[e[0]], p->a->v[e[0]], nothing);
        box = swept(p, p->a->x[e[1]], p->a->v[e[1]], box);
        if (!boxes_meet(&box, &p->b->box[0]))
            continue;
        p->edge = i;
        facets_query(p->b, &box, try_sides, p);
    }
}

void facets_meet(struct facets *a, struct facets *b, double h, struct facets_hits *out)
{
    const double size = fmin(a->size, b->size);
    struct pairing p = {.a = a, .b = b, .h = h, .near = FACETS_NEAR * size, .out = out};
    if (a->nodes == 0 || b->nodes == 0 || !boxes_meet(&a->box[0], &b->box[0]))
        return;
    try_points(&p);
    try_ridges(&p);
    if (a == b)
        return;
    p.a = b;
    p.b = a;
    p.turned = true;
    try_points(&p);
    try_ridges(&p);
}
