/* pick.c: what a ray meets in a view (tenon/pick.h): surfaces, here; points and glyphs in pick_points.c. */
#include "view/pick.h"

#include <math.h>
#include <stdlib.h>

#include "base/sized.h"
#include "object/curve.h"

static const tn_ray standard = {.radius = 14};

void tn_ray_default_fill(tn_ray *out, size_t size) { sized_fill(out, size, &standard, sizeof standard); }

/* ---- the question ---- */

bool pick_begin(struct pick *k, const tn_view *v, const tn_ray *given)
{
    tn_ray full = standard;
    char *trouble = SIZED_READ(&full, given, tn_ray, tn_ray_default);
    const tn_ray *r = &full;
    const bool read = trouble == NULL;
    mem_free(trouble);
    if (v == NULL || !read || !v3_finite(r->from) || !v3_finite(r->along))
        return false;
    double largest = fmax(fabs(r->along.x), fmax(fabs(r->along.y), fabs(r->along.z)));
    if (!(largest > 0))
        return false;
    vec3 d = v3(r->along.x / largest, r->along.y / largest, r->along.z / largest); /* its square is a normal number */
    *k = (struct pick){.v = v,
                       .ray = {r->from, v3_unit(d)},
                       .angle = r->pixel_angle > 0 ? r->pixel_angle : 0,
                       .length = r->pixel_length > 0 ? r->pixel_length : 0,
                       .radius = r->radius > 0 ? r->radius : 0,
                       .without = view_find(v, r->without),
                       .bones = r->bones};
    return true;
}

double pick_pixels(const struct pick *k, double distance, double s)
{
    double width = k->length + k->angle * s;
    return distance <= 0 ? 0 : width > 0 ? distance / width : HUGE_VAL;
}

bool pick_sees(const struct pick *k, int object)
{
    return object != k->without && k->v->model->objects.at[object].kind != OBJECT_VARIABLE &&
           (!k->v->covered[object] || k->bones);
}

bool pick_comes_near(const struct pick *k, vec3 at, double reach)
{
    vec3 o = v3_sub(at, k->ray.from);
    double s = fmax(v3_dot(o, k->ray.along), 0);
    vec3 miss = v3_add_scaled(o, -s, k->ray.along);
    double limit = reach + k->radius * (k->length + k->angle * (s + reach));
    return v3_dot(miss, miss) <= limit * limit;
}

/* ---- the answer ---- */

void pick_add(struct pick *k, tn_hit hit, double order)
{
    if (isfinite(order))
        ARRAY_PUSH(&k->found, ((struct found){hit, order, k->found.count}));
}

static int compare(const void *x, const void *y)
{
    const struct found *a = x, *b = y;
    bool plane_a = a->hit.type == TN_HIT_PLANE, plane_b = b->hit.type == TN_HIT_PLANE;
    if (plane_a != plane_b)
        return plane_a - plane_b;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    if (a->hit.depth != b->hit.depth)
        return a->hit.depth < b->hit.depth ? -1 : 1;
    return a->number - b->number;
}

int pick_end(struct pick *k, tn_hit *hits, int room)
{
    int count = k->found.count;
    if (count > 1)
        qsort(k->found.at, (size_t)count, sizeof *k->found.at, compare);
    for (int i = 0; i < count && i < room && hits != NULL; i++)
        hits[i] = k->found.at[i].hit;
    ARRAY_FREE(&k->found);
    return count;
}

/* ---- surfaces ---- */

static vec3 along_ray(const struct pick *k, double s) { return v3_add_scaled(k->ray.from, s, k->ray.along); }

/* A place in an object's frame. */
static vec3 local_of(const struct tn_view *v, int object, vec3 at)
{
    return q_rotate(q_conj(v->placement[object].orientation), v3_sub(at, v->placement[object].position));
}

static tn_hit surface_hit(const struct pick *k, int object, double s, vec3 normal)
{
    const struct view_object *a = &k->v->model->objects.at[object];
    vec3 at = along_ray(k, s);
    return (tn_hit){.type = TN_HIT_OBJECT,
                    .object = a->id,
                    .index = -1,
                    .name = a->name,
                    .point = at,
                    .local = local_of(k->v, object, at),
                    .normal = normal,
                    .depth = s};
}

/* The tree of a mesh is made when a ray first comes near. */
static const struct triangle_tree *tree_of(struct view_mesh *m)
{
    if (m->solid.kind == SOLID_MESH && m->tree == NULL)
        m->tree = triangle_tree_make(m->solid.mesh);
    return m->tree;
}

static void pick_solid(struct pick *k, int object)
{
    const struct tn_view *v = k->v;
    const tn_view_object *a = &v->model->seen.at[object];
    struct ray_hit best = {.s = HUGE_VAL}, hit;
    int part = -1;
    if (!pick_comes_near(k, v->placement[object].position, v->model->objects.at[object].reach))
        return;
    for (int i = a->part; i < a->part + a->parts; i++) {
        const tn_view_part *p = &v->model->seen_parts.at[i];
        struct view_mesh *m = v->model->meshes.at[p->mesh];
        quat turn = q_mul(v->placement[object].orientation, p->turned), back = q_conj(turn);
        vec3 at = view_point(v, object, p->offset);
        struct ray own = {q_rotate(back, v3_sub(k->ray.from, at)), v3_unit(q_rotate(back, k->ray.along))};
        if (ray_meets_box(&own, m->solid.middle, v3_scale(1 + 1e-9, m->solid.half), best.s) &&
            ray_meets_solid(&own, &m->solid, tree_of(m), &hit) && hit.s < best.s) {
            best = hit;
            best.normal = q_rotate(turn, hit.normal);
            part = i;
        }
    }
    if (part < 0)
        return;
    tn_hit out = surface_hit(k, object, best.s, best.normal);
    out.index = part;
    pick_add(k, out, best.s);
}

/* A flexible block or an affine body; of the latter, one that is turned inside out has its faces outwards all the same. */
static void pick_soft(struct pick *k, int object)
{
    const struct tn_view *v = k->v;
    const struct surface *s = &v->surface[object];
    const struct view_object *a = &v->model->objects.at[object];
    struct ray_hit hit;
    if (!ray_meets_box(&k->ray, s->middle, v3_add_scaled(s->half, 1e-9, s->half), HUGE_VAL) ||
        !ray_meets_triangles(&k->ray, s->mesh, s->affine, &hit))
        return;
    tn_hit out = surface_hit(k, object, hit.s, hit.normal);
    if (a->parts > 0) {
        const struct mesh *rest = v->model->parts.at[a->part].solid.mesh;
        out.local = v3(0, 0, 0);
        for (int c = 0; c < 3; c++)
            out.local = v3_add_scaled(out.local, hit.part[c], rest->vertex[rest->triangle[hit.triangle][c]]);
    }
    pick_add(k, out, hit.s);
}

/* The nearest place of a curve's line, if the ray passes within its tube or within the radius. */
static void pick_curve(struct pick *k, int object)
{
    const struct surface *f = &k->v->surface[object];
    const struct curve *c = curved_curve(k->v->model->objects.at[object].general);
    double best = HUGE_VAL, s = 0, along = 0, tube = f->radius;
    vec3 middle = v3(0, 0, 0);
    for (int i = 0; i + 1 < f->line_count; i++) {
        double here, u, d = ray_near_segment(&k->ray, f->line[i], f->line[i + 1], &here, &u);
        if (d < best) {
            best = d;
            s = here;
            along = (i + u) / (f->line_count - 1);
            middle = v3_add_scaled(v3_scale(1 - u, f->line[i]), u, f->line[i + 1]);
        }
    }
    double pixels = pick_pixels(k, best - tube, s);
    if (!(s > 0) || !(pixels <= k->radius))
        return;
    vec3 out = v3_sub(along_ray(k, s), middle);
    double depth = best < tube ? s - sqrt(tube * tube - best * best) : s;
    tn_hit hit = surface_hit(k, object, depth, v3(0, 0, 0));
    if (best < tube)
        hit.normal = v3_unit(v3_add_scaled(out, depth - s, k->ray.along));
    else
        hit.point = middle;
    hit.local = local_of(k->v, object, hit.point);
    hit.pixels = pixels;
    hit.along = c != NULL ? c->from + along * (c->to - c->from) : along;
    if (depth > 0)
        pick_add(k, hit, depth);
}

static void pick_particle(struct pick *k, int object)
{
    vec3 at = k->v->placement[object].position, o = v3_sub(at, k->ray.from);
    double s = v3_dot(o, k->ray.along), pixels = pick_pixels(k, v3_norm(v3_add_scaled(o, -s, k->ray.along)), s);
    if (!(s > 0) || !(pixels <= k->radius))
        return;
    tn_hit hit = surface_hit(k, object, s, v3(0, 0, 0));
    hit.point = at;
    hit.local = v3(0, 0, 0);
    hit.pixels = pixels;
    pick_add(k, hit, s);
}

static void pick_plane(struct pick *k, int object)
{
    vec3 n = q_rotate(k->v->placement[object].orientation, v3(0, 0, 1));
    double down = v3_dot(n, k->ray.along);
    double s = v3_dot(n, v3_sub(k->v->placement[object].position, k->ray.from)) / down;
    if (!(s > 0) || !isfinite(s))
        return;
    tn_hit hit = surface_hit(k, object, s, down < 0 ? n : v3_neg(n));
    hit.type = TN_HIT_PLANE;
    pick_add(k, hit, s);
}

/* The solid below a place of a skin: the one that its nearest vertex follows most. */
static int below_skin(const struct view_skin *h, const struct ray_hit *hit)
{
    int nearest = hit->part[0] >= hit->part[1] && hit->part[0] >= hit->part[2] ? 0
                  : hit->part[1] >= hit->part[2]                               ? 1
                                                                               : 2;
    const struct skin_weight *w = &h->weights[h->surface.mesh->triangle[hit->triangle][nearest]];
    int most = 0;
    for (int i = 1; i < 4; i++)
        most = w->weight[i] > w->weight[most] ? i : most;
    return h->object[w->body[most]];
}

static void pick_skin(struct pick *k, int sheet)
{
    const struct view_skin *h = &k->v->skins.at[k->v->model->sheets.at[sheet].skin];
    struct ray_hit hit;
    if (!ray_meets_box(&k->ray, h->surface.middle, v3_add_scaled(h->surface.half, 1e-9, h->surface.half), HUGE_VAL) ||
        !ray_meets_triangles(&k->ray, h->surface.mesh, false, &hit))
        return;
    int object = below_skin(h, &hit);
    if (object == k->without)
        return;
    tn_hit out = surface_hit(k, object, hit.s, hit.normal);
    out.type = TN_HIT_SKIN;
    out.index = sheet;
    out.name = k->v->model->surfaces.at[sheet].name;
    pick_add(k, out, hit.s);
}

int tn_pick(const tn_view *v, const tn_ray *r, tn_hit *hits, int room)
{
    struct pick k;
    if (!pick_begin(&k, v, r))
        return 0;
    for (int i = 0; i < v->model->objects.count; i++) {
        if (!pick_sees(&k, i))
            continue;
        switch (v->model->objects.at[i].kind) {
        case OBJECT_SOLID:
        case OBJECT_BARE:
            pick_solid(&k, i);
            break;
        case OBJECT_PARTICLE:
            pick_particle(&k, i);
            break;
        case OBJECT_PLANE:
            pick_plane(&k, i);
            break;
        case OBJECT_FLEXIBLE:
        case OBJECT_JELLO:
            if (v->surface[i].mesh != NULL)
                pick_soft(&k, i);
            break;
        case OBJECT_CURVE:
            pick_curve(&k, i);
            break;
        case OBJECT_VARIABLE:
            break;
        }
    }
    for (int i = 0; i < v->model->sheets.count && !k.bones; i++)
        if (v->model->sheets.at[i].skin >= 0)
            pick_skin(&k, i);
    return pick_end(&k, hits, room);
}
