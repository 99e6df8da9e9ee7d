/* pick_points.c: named points, nodes and nails near a ray or a place, and glyphs near a ray. */
#include <math.h>

#include "view/pick.h"

/* How near a place is, and in what: pixels from the ray, or metres from a place. */
struct nearness {
    struct pick *k;
    bool by_place;
    vec3 place;
    double distance;
};

static bool is_near(const struct nearness *n, vec3 at, tn_hit *hit, double *order)
{
    if (n->by_place) {
        double d = v3_norm(v3_sub(at, n->place));
        hit->depth = *order = d;
        return d <= n->distance;
    }
    vec3 o = v3_sub(at, n->k->ray.from);
    double s = v3_dot(o, n->k->ray.along);
    hit->depth = s;
    hit->pixels = *order = pick_pixels(n->k, v3_norm(v3_add_scaled(o, -s, n->k->ray.along)), s);
    return s > 0 && *order <= n->k->radius;
}

static void offer_point(const struct nearness *n, tn_hit hit)
{
    double order;
    if (is_near(n, hit.point, &hit, &order))
        pick_add(n->k, hit, order);
}

static bool same(vec3 a, vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/* An earlier point of the object is at the same place. */
static bool repeats(const struct view_model *c, const struct view_object *a, int point)
{
    for (int i = a->point; i < point; i++)
        if (same(c->points.at[i].local, c->points.at[point].local))
            return true;
    return false;
}

static void named_points(const struct nearness *n, int object)
{
    const struct tn_view *v = n->k->v;
    const struct view_object *a = &v->model->objects.at[object];
    for (int i = a->point; i < a->point + a->all_points; i++) {
        const tn_view_point *p = &v->model->points.at[i];
        tn_hit hit = {.type = TN_HIT_POINT,
                      .object = a->id,
                      .index = i,
                      .name = p->name,
                      .point = view_named_place(v, i),
                      .local = p->local};
        double order;
        if (is_near(n, hit.point, &hit, &order) && !repeats(v->model, a, i))
            pick_add(n->k, hit, order);
    }
}

static void nodes(const struct nearness *n, int object)
{
    const struct tn_view *v = n->k->v;
    const struct view_object *a = &v->model->objects.at[object];
    const struct lattice *l = a->lattice;
    const struct surface *s = &v->surface[object];
    if (l == NULL || s->node == NULL)
        return;
    for (int g = 0, k = 0; k <= l->cells[2]; k++)
        for (int j = 0; j <= l->cells[1]; j++)
            for (int i = 0; i <= l->cells[0]; i++, g++) {
                int at = l->node_at[g];
                if (at >= 0)
                    offer_point(n, (tn_hit){.type = TN_HIT_POINT,
                                            .object = a->id,
                                            .index = -1,
                                            .name = "node",
                                            .node = {i, j, k},
                                            .point = s->node[at],
                                            .local = v3(l->rest[3 * at], l->rest[3 * at + 1], l->rest[3 * at + 2])});
            }
}

static bool comes_near(const struct nearness *n, int object)
{
    const struct tn_view *v = n->k->v;
    const struct view_object *a = &v->model->objects.at[object];
    bool soft = v->surface[object].mesh != NULL;
    vec3 at = soft ? v->surface[object].middle : v->placement[object].position;
    /* A point of a deformed object may lie outside of its surface, but not far. */
    double reach = soft ? 2 * v3_norm(v->surface[object].half) : a->reach;
    if (n->by_place)
        return v3_norm(v3_sub(at, n->place)) <= n->distance + reach;
    return pick_comes_near(n->k, at, reach);
}

static void all_points(const struct nearness *n)
{
    const struct tn_view *v = n->k->v;
    for (int i = 0; i < v->model->objects.count; i++)
        if (pick_sees(n->k, i) && comes_near(n, i)) {
            named_points(n, i);
            nodes(n, i);
        }
    for (int i = 0; i < v->model->nails.count; i++) {
        const tn_view_nail *p = &v->model->nails.at[i];
        offer_point(n, (tn_hit){.type = TN_HIT_NAIL, .index = i, .name = p->name, .point = p->at, .local = p->at});
    }
}

int tn_pick_points(const tn_view *v, const tn_ray *r, tn_hit *hits, int room)
{
    struct pick k;
    if (!pick_begin(&k, v, r))
        return 0;
    all_points(&(struct nearness){.k = &k});
    return pick_end(&k, hits, room);
}

int tn_points_near(const tn_view *v, tn_vec3 place, double distance, tn_object without, tn_hit *hits, int room)
{
    if (v == NULL || !v3_finite(place) || !(distance >= 0))
        return 0;
    struct pick k = {.v = v, .without = view_find(v, without)};
    all_points(&(struct nearness){.k = &k, .by_place = true, .place = place, .distance = distance});
    return pick_end(&k, hits, room);
}

/* ---- glyphs ---- */

/* The nearest place of a glyph: of its points, or of the line between two. */
static void offer_glyph(struct pick *k, tn_hit hit, const bool has_point[2], const vec3 point[2], bool line, vec3 at)
{
    double best = HUGE_VAL;
    const vec3 place[3] = {point[0], point[1], at};
    const bool has[3] = {has_point[0], has_point[1], !has_point[0] && !has_point[1]};
    if (line && has_point[0] && has_point[1]) {
        double s, u, d = ray_near_segment(&k->ray, point[0], point[1], &s, &u);
        best = s > 0 ? pick_pixels(k, d, s) : HUGE_VAL;
        hit.depth = s;
        hit.point = v3_add_scaled(v3_scale(1 - u, point[0]), u, point[1]);
    }
    for (int i = 0; i < 3; i++) {
        vec3 o = v3_sub(place[i], k->ray.from);
        double s = v3_dot(o, k->ray.along), pixels = pick_pixels(k, v3_norm(v3_add_scaled(o, -s, k->ray.along)), s);
        if (has[i] && s > 0 && pixels < best) {
            best = pixels;
            hit.depth = s;
            hit.point = place[i];
        }
    }
    hit.local = hit.point;
    hit.pixels = best;
    if (best <= k->radius)
        pick_add(k, hit, best);
}

int tn_pick_glyphs(const tn_view *v, const tn_ray *r, tn_hit *hits, int room)
{
    struct pick k;
    if (!pick_begin(&k, v, r))
        return 0;
    for (int i = 0; i < v->model->constraints.count; i++) {
        const tn_view_constraint *c = &v->model->constraints.at[i];
        const tn_view_joint *j = &v->joints[i];
        tn_hit hit = {.type = TN_HIT_CONSTRAINT, .constraint = c->id, .index = i, .name = c->name};
        offer_glyph(&k, hit, j->has_point, j->point, c->glyph == TN_GLYPH_ROD, j->at);
    }
    for (int i = 0; i < v->model->forces.count; i++) {
        const tn_view_force *f = &v->model->forces.at[i];
        const tn_view_pull *p = &v->pulls[i];
        tn_hit hit = {.type = TN_HIT_FORCE, .force = f->id, .index = i, .name = f->name};
        if (p->has_point[0] || p->has_point[1] || f->object[0] >= 0 || f->object[1] >= 0)
            offer_glyph(&k, hit, p->has_point, p->point, true, p->at);
    }
    return pick_end(&k, hits, room);
}
