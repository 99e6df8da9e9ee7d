/* facets_find.c: where a surface and a piece touch; see facets.h.
 *
 * The distance φ from a convex piece is a convex function of the place. Where the normals at the three corners of a triangle
 * agree, φ is linear there, and its corners decide. Otherwise the nearest places of the triangle and the piece are looked
 * for. A piece that has come through a triangle as far as behind its middle would be pushed on: its normal there disagrees
 * with that of the triangle, and the triangle decides.
 */
#include "collide/facets_parts.h"

struct finder {
    struct facets *s;
    const struct piece *p;
    const struct pose *body;
    struct placed at;
    double h, near;
    struct facets_hits *out;
    struct hull *hull; /* of a triangle */
};

static vec3 speed_of_body(const struct finder *f, vec3 x)
{
    const vec3 v = v3_add_scaled(f->body->v, f->h, f->body->a);
    return v3_add(v, v3_cross(f->body->w, v3_sub(x, f->body->x)));
}

/* Does it touch, or come so near within the step? n: from the surface to the piece; v: of the surface there. */
static bool counts(const struct finder *f, double gap, vec3 n, vec3 x, vec3 v)
{
    const double rate = v3_dot(n, v3_sub(speed_of_body(f, x), v));
    return gap + f->h * fmin(rate, 0) <= f->near;
}

static struct facets_hit *new_hit(const struct finder *f, vec3 on_surface, vec3 n, double gap, uint64_t feature)
{
    ARRAY_PUSH(&f->out->list, ((struct facets_hit){.at = v3_add_scaled(on_surface, gap / 2, n),
                                                   .normal = n,
                                                   .gap = gap,
                                                   .size = f->near / FACETS_NEAR,
                                                   .feature = feature}));
    return &f->out->list.at[f->out->list.count - 1];
}

/* ---- points ---- */

/* The way out of a piece along a direction: how far, and the normal of the piece there. */
static double way_out(const struct finder *f, vec3 x, vec3 d, vec3 *n)
{
    double in = 0, out = 2 * f->p->reach;
    for (int i = 0; i < 50; i++) {
        const double middle = (in + out) / 2;
        const struct separation s = point_separation(v3_add_scaled(x, middle, d), f->p, &f->at);
        *(s.gap > 0 ? &out : &in) = middle;
    }
    *n = point_separation(v3_add_scaled(x, out, d), f->p, &f->at).normal;
    return out;
}

static void try_point(const struct finder *f, int i, const struct box3 *box)
{
    const struct facets *s = f->s;
    const vec3 x = s->x[i], v = s->v[i];
    const double far = f->near + f->h * v3_norm(v3_sub(v, speed_of_body(f, x)));
    if (f->p->type != PIECE_PLANE && (x.x < box->low.x - far || x.x > box->high.x + far || x.y < box->low.y - far ||
                                      x.y > box->high.y + far || x.z < box->low.z - far || x.z > box->high.z + far))
        return;
    const struct separation q = point_separation(x, f->p, &f->at);
    vec3 n = v3_neg(q.normal);
    double gap = q.gap, best;
    if (gap > far)
        return;
    if (f->p->type != PIECE_PLANE && (!facets_point_faces(s, i, n, &best) || best < 0)) {
        const vec3 in = v3_neg(facets_point_normal(s, i));
        vec3 there;
        if (gap > 0)
            return;
        const double way = way_out(f, x, in, &there), part = v3_dot(there, in);
        if (!(part > 0.2) || way * part > s->size)
            return;
        n = v3_neg(there);
        gap = -way * part;
    }
    if (!counts(f, gap, n, x, v))
        return;
    struct facets_hit *hit = new_hit(f, x, n, gap, (uint64_t)i);
    hit->count_a = 1;
    hit->point_a[0] = i;
    hit->weight_a[0] = 1;
}

/* ---- triangles ---- */

/* Corners give as much as the triangle does where the piece is as good as flat. Also: is it near at all? */
static bool corners_suffice(const struct finder *f, const int t[3], double far)
{
    const vec3 third = v3_scale(1 / 3.0, v3_add(f->s->x[t[0]], v3_add(f->s->x[t[1]], f->s->x[t[2]])));
    const struct separation middle = point_separation(third, f->p, &f->at);
    double least = INFINITY;
    for (int k = 0; k < 3; k++)
        least = fmin(least, middle.gap + v3_dot(middle.normal, v3_sub(f->s->x[t[k]], third)));
    if (least > far && f->p->type != PIECE_RING)
        return true;
    if (f->p->type == PIECE_RING)
        return false;
    for (int k = 0; k < 3; k++) {
        const struct separation q = point_separation(f->s->x[t[k]], f->p, &f->at);
        if (v3_dot(q.normal, middle.normal) < 1 - 1e-12)
            return false;
    }
    return true;
}

/* The piece's point that is deepest behind the triangle, if it is below it and not deeper than it may be. */
static void try_behind(const struct finder *f, int triangle)
{
    const struct facets *s = f->s;
    const vec3 n = s->normal[triangle];
    if (f->p->type == PIECE_RING)
        return;
    const vec3 low = v3_add_scaled(piece_support(f->p, &f->at, v3_neg(n)), -piece_rounding(f->p), n);
    const double gap = v3_dot(n, v3_sub(low, s->x[s->triangle[triangle][0]]));
    const vec3 foot = v3_add_scaled(low, -gap, n);
    double weight[3];
    facets_nearest(s, triangle, foot, weight);
    const vec3 on = facets_weighted(s->x, s->triangle[triangle], weight);
    if (!(gap < 0) || gap < -s->size || v3_norm(v3_sub(on, foot)) > 1e-6 * s->size)
        return;
    struct facets_hit *hit = new_hit(f, on, n, gap, 1ull << 62 | (uint64_t)triangle << 32 | 0xffffffffu);
    hit->count_a = 3;
    for (int k = 0; k < 3; k++) {
        hit->point_a[k] = s->triangle[triangle][k];
        hit->weight_a[k] = weight[k];
    }
}

/* Where on its triangle a place lies: 0 at a corner, 1 on side *side, 2 inside. */
static int rank_of(const double weight[3], int *side)
{
    const double little = 1e-5;
    int zero = 0;
    for (int k = 0; k < 3; k++)
        if (weight[k] < little) {
            zero++;
            *side = (k + 1) % 3; /* opposite to corner k */
        }
    return 2 - zero;
}

/* False: the pieces overlap, but not the way that this says. */
static bool take_place(const struct finder *f, int triangle, vec3 on, vec3 n, double gap, uint32_t feature)
{
    const struct facets *s = f->s;
    const int *t = s->triangle[triangle];
    double weight[3], best = v3_dot(n, s->normal[triangle]);
    int side = 0;
    facets_nearest(s, triangle, on, weight);
    const int rank = rank_of(weight, &side);
    if (rank <= 0)
        return true;
    const bool faces =
        rank == 2 ? best > FACETS_ALIGNED : facets_edge_faces(s, s->side[triangle][side], n, &best) && best >= 0;
    if (!faces)
        return gap >= 0;
    if (!counts(f, gap, n, on, facets_weighted(s->v, t, weight)))
        return true;
    struct facets_hit *hit = new_hit(f, on, n, gap, 1ull << 62 | (uint64_t)triangle << 32 | feature);
    hit->count_a = 3;
    for (int k = 0; k < 3; k++) {
        hit->point_a[k] = t[k];
        hit->weight_a[k] = weight[k];
    }
    return true;
}

/* A triangle as a hull, around its middle. */
static struct piece hull_of(const struct finder *f, const int t[3], vec3 middle)
{
    struct piece q = {.type = PIECE_HULL, .turned = {{1, 0, 0, 0, 1, 0, 0, 0, 1}}, .hull = f->hull};
    double longest = 0;
    for (int k = 0; k < 3; k++) {
        const vec3 d = v3_sub(f->s->x[t[k]], middle);
        f->hull->x[k] = d.x;
        f->hull->y[k] = d.y;
        f->hull->z[k] = d.z;
        q.reach = fmax(q.reach, v3_norm(d));
        longest = fmax(longest, v3_norm(v3_sub(f->s->x[t[k]], f->s->x[t[(k + 1) % 3]])));
    }
    const vec3 area = v3_cross(v3_sub(f->s->x[t[1]], f->s->x[t[0]]), v3_sub(f->s->x[t[2]], f->s->x[t[0]]));
    q.size = longest > 0 ? v3_norm(area) / longest / 2 : 0;
    q.box_half = v3(q.reach, q.reach, q.reach);
    return q;
}

static void try_triangle(void *ctx, int triangle)
{
    const struct finder *f = ctx;
    const struct facets *s = f->s;
    const int *t = s->triangle[triangle];
    double far = 0;
    for (int k = 0; k < 3; k++)
        far = fmax(far, v3_norm(v3_sub(s->v[t[k]], speed_of_body(f, s->x[t[k]]))));
    far = f->near + f->h * far;
    if (corners_suffice(f, t, far))
        return;
    const vec3 middle = v3_scale(1 / 3.0, v3_add(s->x[t[0]], v3_add(s->x[t[1]], s->x[t[2]])));
    const struct piece q = hull_of(f, t, middle);
    const struct placed at = {middle, q.turned};
    const bool first = f->p->type > PIECE_HULL; /* the triangle is a of the pair */
    struct manifold m[PAIR_MANIFOLDS];
    struct pair_hint hint = {0};
    const int count =
        first ? narrow_pair(&q, &at, f->p, &f->at, far, &hint, m) : narrow_pair(f->p, &f->at, &q, &at, far, &hint, m);
    bool right = true;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < m[i].count; k++) {
            const vec3 n = first ? m[i].normal : v3_neg(m[i].normal);
            const struct contact_point *c = &m[i].point[k];
            const vec3 on = v3_add_scaled(c->at, -c->gap / 2, n);
            right &= take_place(f, triangle, on, n, c->gap, (c->feature & 0x3fffffffu) ^ (uint32_t)i << 30);
        }
    if (!right)
        try_behind(f, triangle);
}

void facets_meet_piece(struct facets *s, const struct piece *p, const struct pose *body, double h,
                       struct facets_hits *out)
{
    double corner[9];
    struct hull hull = {.count = 3, .x = corner, .y = corner + 3, .z = corner + 6};
    const double size = isfinite(p->size) && p->size > 0 ? fmin(p->size, s->size) : s->size;
    struct finder f = {s, p, body, place_piece(p, body), h, FACETS_NEAR * size, out, &hull};
    struct box3 box = {{0, 0, 0}, {0, 0, 0}};
    if (p->type != PIECE_PLANE) {
        box = box_of_piece(p, &f.at);
        const double by = f.near + h * (v3_norm(body->v) + h * v3_norm(body->a) + v3_norm(body->w) * p->reach);
        const vec3 more = v3(by, by, by);
        const struct box3 wide = {v3_sub(box.low, more), v3_add(box.high, more)};
        if (s->nodes == 0 || !boxes_meet(&wide, &s->box[0]))
            return;
        for (int i = 0; i < s->points; i++)
            try_point(&f, i, &box);
        facets_query(s, &wide, try_triangle, &f);
        return;
    }
    for (int i = 0; i < s->points; i++)
        try_point(&f, i, &box);
}
