/* view_skins.c: the skins over chains of solids in a view (figure_skin.h).
 *
 * Two neighbours meet where the constraints between them hold them: each has a point there, and the skin bends halfway
 * between the two points. Neighbours without a constraint meet halfway between their middles.
 */
#include <string.h>

#include "view/figure_skin.h"
#include "view/view.h"

/* The constraints on each object, in order of creation: a list for each slot. */
struct holds {
    int slots, *first, *next, *constraint; /* first by slot; the others by entry; -1: no more */
};

/* Is input i the first point of its object? */
static bool is_first_point(const struct connector *in, int i)
{
    for (int k = 0; k < i; k++)
        if (in[k].type == CONNECTOR_POINT && in[k].body == in[i].body)
            return false;
    return in[i].type == CONNECTOR_POINT;
}

static struct holds find_holds(tn_world *w, const struct tn_view *v)
{
    struct holds h = {.slots = v->model->slots};
    int all = 0, entries = 0, count;
    for (int c = 0; c < world_constraint_count(w); c++, all += count)
        world_constraint_inputs(w, world_constraint_slot(w, c), &count);
    h.first = MEM_ARRAY(int, h.slots + 1);
    h.next = MEM_ARRAY(int, all + 1);
    h.constraint = MEM_ARRAY(int, all + 1);
    for (int i = 0; i < h.slots; i++)
        h.first[i] = -1;
    for (int c = world_constraint_count(w) - 1; c >= 0; c--) { /* from the last, so that lists are in order */
        const struct connector *in = world_constraint_inputs(w, world_constraint_slot(w, c), &count);
        for (int i = 0; i < count; i++)
            if (is_first_point(in, i) && in[i].body < h.slots) {
                h.constraint[entries] = world_constraint_slot(w, c);
                h.next[entries] = h.first[in[i].body];
                h.first[in[i].body] = entries++;
            }
    }
    return h;
}

static void free_holds(struct holds *h)
{
    mem_free(h->first);
    mem_free(h->next);
    mem_free(h->constraint);
}

/* Where constraints hold body a of a pair, and body b. */
struct meeting {
    int a, b; /* slots */
    vec3 sum;
    int points;
};

static bool is_point_of(const struct connector *c, int slot) { return c->type == CONNECTOR_POINT && c->body == slot; }

/* Adds the first points that a constraint holds a and b by. */
static void add_points(const struct tn_view *v, const struct connector *in, int count, struct meeting *m)
{
    const int slot[2] = {m->a, m->b};
    vec3 at[2];
    bool found[2] = {false, false};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < count && !found[side]; i++)
            if (is_point_of(&in[i], slot[side])) {
                int object = view_of_slot(v, slot[side]);
                at[side] = view_point(v, object, v3_add(in[i].local, v->model->objects.at[object].center));
                found[side] = true;
            }
    for (int side = 0; side < 2 && found[0] && found[1]; side++) {
        m->sum = v3_add(m->sum, at[side]);
        m->points++;
    }
}

static vec3 meeting_of(tn_world *w, const struct tn_view *v, const struct holds *h, int a, int b, vec3 otherwise)
{
    struct meeting m = {.a = a, .b = b};
    for (int i = h->first[a]; i >= 0; i = h->next[i]) {
        bool on;
        int count;
        const struct constraint_type *d = world_constraint(w, h->constraint[i], &on);
        const struct connector *in = world_constraint_inputs(w, h->constraint[i], &count);
        if (on && (!d->item.has_interval || (v->time >= d->item.from && v->time < d->item.to)))
            add_points(v, in, count, &m);
    }
    return m.points > 0 ? v3_scale(1.0 / m.points, m.sum) : otherwise;
}

/* The solids of an object where they are. */
static struct figure_skin_piece *pieces_of(const struct tn_view *v, int object)
{
    const struct view_object *a = &v->model->objects.at[object];
    struct figure_skin_piece *list = MEM_ARRAY(struct figure_skin_piece, a->parts + 1);
    for (int k = 0; k < a->parts; k++) {
        const struct piece *p = &v->model->parts.at[a->part + k];
        tn_view_pose at = view_part(v, object, p);
        list[k] = (struct figure_skin_piece){p->solid, at.position, at.orientation};
    }
    return list;
}

static bool all_finite(const struct figure_skin_body *body, const vec3 *joint, int bodies)
{
    bool good = true;
    for (int i = 0; i < bodies; i++)
        good = good && v3_finite(body[i].middle) && (i + 1 == bodies || v3_finite(joint[i]));
    return good;
}

static struct view_skin make(tn_world *w, struct tn_view *v, const struct holds *h, int skin, const int *object,
                             int bodies)
{
    const struct skin_def *d = world_skin(w, skin);
    struct figure_skin_body *body = MEM_ARRAY(struct figure_skin_body, bodies);
    vec3 *joint = MEM_ARRAY(vec3, bodies);
    struct view_skin out = {.color = d->has_color ? d->color : v->model->objects.at[object[0]].color, .bodies = bodies};
    for (int i = 0; i < bodies; i++) {
        const struct view_object *a = &v->model->objects.at[object[i]];
        body[i] = (struct figure_skin_body){pieces_of(v, object[i]), a->parts, view_point(v, object[i], a->center)};
    }
    for (int i = 0; i + 1 < bodies; i++)
        joint[i] = meeting_of(w, v, h, v->model->objects.at[object[i]].slot, v->model->objects.at[object[i + 1]].slot,
                              v3_scale(0.5, v3_add(body[i].middle, body[i + 1].middle)));
    if (all_finite(body, joint, bodies)) {
        /* parallel to none of the body's axes, as one of them may be the chain's */
        vec3 across = q_rotate(v->placement[object[0]].orientation, v3(0.36, 0.48, 0.8));
        struct figure_skin_net net =
            figure_skin_lay(&(struct figure_skin_chain){body, bodies, joint, across, d->margin});
        double *u;
        out.surface = figure_skin_surface(&net, &u);
        out.weights = MEM_ARRAY(struct skin_weight, out.surface.mesh->vertex_count);
        for (int i = 0; i < out.surface.mesh->vertex_count; i++)
            figure_skin_weights(&net, u[i], out.weights[i].body, out.weights[i].weight);
        mem_free(u);
        figure_skin_free(&net);
    }
    for (int i = 0; i < bodies; i++)
        mem_free((void *)(uintptr_t)body[i].piece);
    mem_free(body);
    mem_free(joint);
    out.name = mem_text(d->name);
    out.object = mem_copy(object, sizeof *object * (size_t)bodies);
    return out;
}

void view_take_skins(tn_world *w, struct tn_view *v)
{
    v->covered = MEM_ARRAY(bool, v->model->objects.count + 1);
    if (world_skin_count(w) == 0)
        return;
    struct holds holds = find_holds(w, v);
    for (int i = 0; i < world_skin_count(w); i++) {
        const struct skin_def *d = world_skin(w, i);
        int *object = MEM_ARRAY(int, d->count), bodies = 0;
        for (int k = 0; k < d->count; k++) {
            int found = world_skin_has(w, i, k) ? view_of_slot(v, d->object[k]) : -1;
            if (found >= 0)
                object[bodies++] = found;
        }
        if (bodies >= 2) {
            struct view_skin h = make(w, v, &holds, i, object, bodies);
            for (int k = 0; k < bodies && h.surface.mesh != NULL; k++)
                v->covered[object[k]] = true;
            ARRAY_PUSH(&v->skins, h);
        }
        mem_free(object);
    }
    free_holds(&holds);
}

void view_free_skins(struct tn_view *v)
{
    for (int i = 0; i < v->skins.count; i++) {
        struct view_skin *h = &v->skins.at[i];
        surface_free(&h->surface);
        mem_free(h->name);
        mem_free(h->object);
        mem_free(h->weights);
    }
    ARRAY_FREE(&v->skins);
    mem_free(v->covered);
}
