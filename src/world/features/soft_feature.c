/* soft_feature.c: constraints by reaction, by multiplier and by penalty in a world: checks, planning, state,
 * reports. */
#include <string.h>

#include "object/shape_distance.h"
#include "world/features/feature.h"

/* ---- checking ---- */

/* The node at a point of a flexible object, -1 if the point lies between nodes. */
static int exact_node(const tn_world *w, const struct connector *c)
{
    const struct object *o = &w->things->objects.at[c->body];
    int corner[8];
    double weight[8];
    lattice_embed(object_flexible(o)->lattice, v3_add(c->local, o->type->weight.center), corner, weight, NULL);
    for (int b = 0; b < 8; b++)
        if (weight[b] > 1 - 1e-9)
            return corner[b];
    return -1;
}

static bool is_body(const struct connector *c) { return c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME; }

static bool is_mass_point(const tn_world *w, const struct connector *c)
{
    const struct object *o = &w->things->objects.at[c->body];
    if (c->type != CONNECTOR_POINT)
        return false;
    if (object_flexible(o) != NULL)
        return exact_node(w, c) >= 0;
    return o->type->kind == OBJECT_PARTICLE && o->type->motion == MOTION_DYNAMIC;
}

static bool same_place(const struct connector *a, const struct connector *b)
{
    return a->body == b->body && v3_norm(v3_sub(a->local, b->local)) == 0;
}

/* The only mass point among the inputs; NULL with *message if there is none, or more than one. */
static const struct connector *only_mass_point(const tn_world *w, const struct connector *input, int inputs,
                                               char **message)
{
    const struct connector *point = NULL;
    for (int i = 0; i < inputs; i++) {
        if (!is_body(&input[i]))
            continue;
        bool soft = object_flexible(&w->things->objects.at[input[i].body]) != NULL;
        if (soft && !is_mass_point(w, &input[i])) {
            *message =
                mem_text("a reaction holds a mass point: of a flexible block a node, as in b.node(i, j, k), not a "
                         "place between nodes or a direction");
            return NULL;
        }
        if (!is_mass_point(w, &input[i]))
            continue;
        if (point != NULL && !same_place(point, &input[i])) {
            *message = mem_text("a reaction holds one mass point, and this has two; use 'by dynamic'");
            return NULL;
        }
        point = &input[i];
    }
    if (point == NULL)
        *message = mem_text("a reaction holds a mass point: a particle that can move, or a node of a flexible block");
    return point;
}

static char *check_reaction(const tn_world *w, const struct constraint *c)
{
    char *message = NULL;
    if (c->type->rows > 3)
        return mem_text("a mass point does not turn: by reaction is for points, planes and paths");
    for (int r = 0; r < c->type->rows; r++)
        if (c->type->level[r] != LEVEL_POSITION)
            return mem_text("by reaction is for positions, not for speeds");
    if (c->type->rows > 0)
        only_mass_point(w, c->input, c->inputs, &message);
    for (int l = 0; l < c->limit_count && message == NULL; l++)
        only_mass_point(w, c->more->limits[l].input, c->more->limits[l].inputs, &message);
    return message;
}

int world_multipliers(const tn_world *w, int slot, double out[CONSTRAINT_ROWS + 2])
{
    const struct constraint *c = &w->things->constraints.at[slot];
    int n = 0;
    if (c->type->how.by != TN_BY_MULTIPLIER)
        return 0;
    for (int r = 0; r < c->type->rows; r++)
        out[n++] = w->run.constraints.at[slot].multiplier[r];
    for (int l = 0; l < c->limit_count && n < CONSTRAINT_ROWS + 2; l++)
        out[n++] = w->run.constraints.at[slot].limits[l].multiplier;
    for (int i = 0; w->plan != NULL && i < w->plan->apart.softs; i++) { /* they are in the state vector of the plan */
        const struct soft *k = &w->plan->apart.soft[i];
        const struct constraint_rows *it = &w->plan->constraint[k->constraint];
        int at = it->limit >= 0 ? c->type->rows + it->limit : 0;
        for (int r = 0; it->id == slot && k->state >= 0 && r < it->rows && at + r < n; r++)
            out[at + r] = w->run.y[k->state + r];
    }
    return n;
}

/* Checks the initial λ of the definition. */
static char *check_multipliers(const struct constraint_def *d, const struct constraint *c)
{
    if (d->multipliers == NULL)
        return NULL;
    if (d->how.by != TN_BY_MULTIPLIER || d->multiplier_count != c->type->rows + c->limit_count)
        return mem_print("multipliers takes one number for each row of a constraint by multiplier, here %d, not %d",
                         d->how.by == TN_BY_MULTIPLIER ? c->type->rows + c->limit_count : 0, d->multiplier_count);
    return NULL;
}

void soft_begin(const struct constraint_def *d, int rows, struct constraint_state *s)
{
    if (d->how.by != TN_BY_MULTIPLIER)
        return;
    s->multiplier = MEM_ARRAY(double, rows);
    for (int i = 0; i < d->multiplier_count; i++)
        *(i < rows ? &s->multiplier[i] : &s->limits[i - rows].multiplier) = d->multipliers[i];
}

char *soft_check(const tn_world *w, const struct constraint_def *def, const struct constraint *c)
{
    static const char *const names[] = {"dynamic",    "dynamic", "displacement", "reaction",
                                        "multiplier", "penalty", "coordinates"};
    const struct constraint_how *d = &c->type->how;
    bool penalty = d->by == TN_BY_PENALTY, multiplier = d->by == TN_BY_MULTIPLIER;
    if ((d->has_stiffness && !penalty) || (d->has_damping && !penalty && !multiplier) || (d->has_bound && !multiplier))
        return mem_print("%s goes with 'by %s', not with 'by %s'",
                         d->has_stiffness ? "stiffness"
                         : d->has_damping ? "damping"
                                          : "bound",
                         d->has_bound ? "multiplier" : "penalty", names[d->by]);
    if ((d->has_stiffness && !(d->stiffness > 0)) || (d->has_damping && !(d->damping >= 0)) ||
        (d->has_bound && !(d->bound > 0)))
        return mem_text("stiffness and bound must be greater than zero, damping must not be negative");
    for (int i = 0; i < c->inputs && d->by == TN_BY_DISPLACEMENT; i++)
        if (is_body(&c->input[i]) && object_flexible(&w->things->objects.at[c->input[i].body]) != NULL)
            return mem_text(
                "what is attached to a flexible block is held by dynamic, reaction, multiplier or penalty, not "
                "by displacement");
    char *wrong = check_multipliers(def, c);
    if (wrong == NULL && d->by == TN_BY_COORDINATES)
        return linked_check(w, c);
    if (wrong != NULL || !soft_is_apart(d->by) || def->is_outside)
        return wrong;
    for (int l = 0; l < c->limit_count; l++)
        if (limit_is_motor(c->more->limits[l].kind))
            return mem_print("a motor is driven by dynamic, not by %s", names[d->by]);
    for (int r = 0; r < c->type->rows; r++)
        if (c->type->level[r] == LEVEL_ACCELERATION || (multiplier && c->type->level[r] != LEVEL_POSITION))
            return mem_print("by %s is for positions%s", names[d->by], penalty ? " and speeds" : "");
    return d->by == TN_BY_REACTION ? check_reaction(w, c) : NULL;
}

/* outside B A: its partners as connectors, so that it is removed with them. */
char *soft_outside(const tn_world *w, const struct constraint_def *d, struct constraint_type *t, struct constraint *c)
{
    struct constraint_more *m = constraint_more(c);
    const struct object *in = &w->things->objects.at[d->inside_of], *out = &w->things->objects.at[d->outsider];
    bool solid = in->type->kind == OBJECT_SOLID || in->type->kind == OBJECT_PLANE;
    if (d->how.by != TN_BY_REACTION && d->how.by != TN_BY_WORLD && d->how.by != TN_BY_DYNAMIC)
        return mem_text("outside of an object is held by reaction");
    if (!solid)
        return mem_text("what something stays outside of is a solid or a plane");
    if (d->has_point) {
        struct connector p = world_point(w, d->outsider, d->point);
        if (!is_mass_point(w, &p))
            return mem_text("what stays outside is a flexible block, one of its nodes, or a particle; between rigid "
                            "bodies there is contact");
    } else if (object_flexible(out) == NULL) {
        return mem_text("what stays outside is a flexible block, one of its nodes, or a particle; between rigid bodies "
                        "there is contact");
    }
    t->how.by = TN_BY_REACTION;
    m->inside_of = d->inside_of;
    m->outsider = d->outsider;
    m->has_point = d->has_point;
    m->point = d->point;
    c->inputs = 2;
    const struct connector input[] = {
        world_point(w, d->outsider, d->has_point ? d->point : out->type->weight.center),
        world_point(w, d->inside_of, in->type->weight.center),
    };
    c->input = mem_copy(input, sizeof input);
    return NULL;
}

/* ---- planning ---- */

static bool wanted(const tn_world *w)
{
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const struct constraint *c = &w->things->constraints.at[w->things->constraint_pool.order.at[i]];
        if (constraint_state(w, c)->active && (soft_is_apart(c->type->how.by) || c->type->is_outside))
            return true;
    }
    return false;
}

/* Multipliers in the state vector. */
static void place_multipliers(tn_world *w, struct plan *plan)
{
    plan->first_multiplier = plan->y_count;
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const struct constraint *c = &w->things->constraints.at[w->things->constraint_pool.order.at[i]];
        if (constraint_state(w, c)->active && c->type->how.by == TN_BY_MULTIPLIER)
            plan->y_count += c->type->rows + c->limit_count;
    }
}

static struct reaction reaction_of(const tn_world *w, const struct plan *plan, int index, const struct connector *point)
{
    struct reaction k = {.constraint = index, .flexible = -1, .node = -1};
    k.body = plan_connector(w, point, NULL).body;
    const int embedded = flexible_point_of(&plan->body[k.body]);
    if (embedded >= 0) {
        const struct embedded *e = &plan->embedded[embedded];
        k.flexible = e->flexible;
        k.node = e->node[0];
    }
    return k;
}

static void plan_rows(tn_world *w, struct plan *plan, int index, int *state)
{
    const struct constraint_rows *it = &plan->constraint[index];
    const struct constraint *c = &w->things->constraints.at[it->id];
    char *unused = NULL;
    if (c->type->how.by == TN_BY_REACTION) {
        const struct limit *l = it->limit >= 0 ? &c->more->limits[it->limit] : NULL;
        plan->apart.make_reaction[plan->apart.reactions++] = reaction_of(
            w, plan, index,
            only_mass_point(w, l != NULL ? l->input : c->input, l != NULL ? l->inputs : c->inputs, &unused));
        return;
    }
    plan->apart.make_soft[plan->apart.softs++] = (struct soft){
        .constraint = index,
        .by = c->type->how.by,
        .stiffness = c->type->how.has_stiffness ? c->type->how.stiffness : -1,
        .damping = c->type->how.has_damping ? c->type->how.damping : -1,
        .bound = c->type->how.has_bound ? c->type->how.bound : INFINITY,
        .state = c->type->how.by == TN_BY_MULTIPLIER ? *state : -1,
    };
    *state += c->type->how.by == TN_BY_MULTIPLIER ? it->rows : 0;
}

/* Lists the surface nodes of a model; if it fills a mesh, also the distance of each from the mesh, if outside. */
static void plan_skin(tn_world *w, struct flexible *f)
{
    const struct object *o = &w->things->objects.at[plan_object(w, f->body)];
    const struct lattice *l = f->lattice;
    const struct mesh *mesh = o->type->shape_count > 0 ? o->type->shapes[0].mesh : NULL;
    int *quad, count = lattice_surface(l, &quad);
    unsigned char *seen = MEM_ARRAY(unsigned char, l->nodes);
    f->skin = PLAN_ARRAY(w, int, l->nodes);
    f->skin_margin = mesh != NULL ? PLAN_ARRAY(w, double, l->nodes) : NULL;
    for (int i = 0; i < 4 * count; i++)
        seen[quad[i]] = 1;
    for (int i = 0; i < l->nodes; i++)
        if (seen[i]) {
            vec3 normal, at = v3(l->rest[3 * i], l->rest[3 * i + 1], l->rest[3 * i + 2]);
            if (mesh != NULL)
                f->make_skin_margin[f->skin_count] = fmax(mesh_distance(mesh, at, &normal), 0);
            f->make_skin[f->skin_count++] = i;
        }
    mem_free(seen);
    mem_free(quad);
}

static double reach_of(const struct object *o)
{
    double reach = 0;
    for (int i = 0; i < o->type->shape_count; i++) {
        const struct shape *p = &o->type->shapes[i];
        double far = v3_norm(p->class->extent(p));
        for (int k = 0; p->mesh != NULL && k < p->mesh->vertex_count; k++)
            far = fmax(far, v3_norm(p->mesh->vertex[k]));
        reach = fmax(reach, v3_norm(v3_sub(p->offset, o->type->weight.center)) + far);
    }
    return 1.0001 * reach;
}

static void plan_outside(tn_world *w, struct plan *plan, int slot)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    const struct object *solid = &w->things->objects.at[c->more->inside_of];
    const int outsider = plan_body(w, c->more->outsider), index = flexible_model_of(&plan->body[outsider]);
    struct outside o = {
        .id = slot,
        .flexible = index >= 0 && !c->more->has_point ? index : -1,
        .body = outsider,
        .node = -1,
        .of = -1,
        .solid = plan_body(w, c->more->inside_of),
        .shape_count = solid->type->kind == OBJECT_PLANE ? 0 : solid->type->shape_count,
        .reach = reach_of(solid),
    };
    struct shape *shapes = PLAN_ARRAY(w, struct shape, o.shape_count);
    for (int i = 0; i < o.shape_count; i++)
        shapes[i] = solid->type->shapes[i];
    o.shapes = shapes;
    if (index >= 0 && c->more->has_point) {
        o.of = index;
        o.node = exact_node(w, &c->input[0]);
    }
    if (index >= 0 && plan->make_flexible[index].outsides++ == 0)
        plan_skin(w, &plan->make_flexible[index]);
    constraint_place(w, c)->soft = plan->apart.outsides;
    plan->apart.make_outside[plan->apart.outsides++] = o;
}

static void plan_soft(tn_world *w, struct plan *plan)
{
    int apart = 0, outsides = 0, state = plan->first_multiplier;
    for (int i = 0; i < plan->constraints; i++)
        apart += soft_is_apart(w->things->constraints.at[plan->constraint[i].id].type->how.by);
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const struct constraint *c = &w->things->constraints.at[w->things->constraint_pool.order.at[i]];
        outsides += constraint_state(w, c)->active && c->type->is_outside;
    }
    plan->apart.soft = PLAN_ARRAY(w, struct soft, apart);
    plan->apart.reaction = PLAN_ARRAY(w, struct reaction, apart);
    plan->apart.outside = PLAN_ARRAY(w, struct outside, outsides);
    for (int i = 0; i < w->things->constraint_pool.order.count;
         i++) { /* in order of creation: of several reactions the first counts */
        int slot = w->things->constraint_pool.order.at[i];
        const struct constraint *c = &w->things->constraints.at[slot];
        if (!w->run.constraints.at[slot].active || !soft_is_apart(c->type->how.by))
            continue;
        if (c->type->is_outside)
            plan_outside(w, plan, slot);
        const struct constraint_place *place = &w->planned->constraint[slot];
        if (place->constraint >= 0)
            plan_rows(w, plan, place->constraint, &state);
        for (int l = 0; l < c->limit_count; l++)
            if (place->limit[l] >= 0)
                plan_rows(w, plan, place->limit[l], &state);
    }
}

/* Copies λ between the state vector and the constraints. */
static void exchange(tn_world *w, bool load)
{
    const struct plan *plan = w->plan;
    for (int i = 0; i < plan->apart.softs; i++) {
        const struct soft *k = &plan->apart.soft[i];
        const struct constraint_rows *it = &plan->constraint[k->constraint];
        if (k->state < 0)
            continue;
        const struct constraint_state *s = &w->run.constraints.at[it->id];
        double *own = it->limit >= 0 ? &s->limits[it->limit].multiplier : s->multiplier;
        memcpy(load ? w->run.y + k->state : own, load ? own : w->run.y + k->state, sizeof(double) * (size_t)it->rows);
    }
}

static void numbers(const tn_world *w, const struct plan *plan, struct work *work)
{
    for (int i = 0; i < plan->apart.outsides; i++) {
        struct rows_state feedback;
        plan_feedback(w, &w->things->constraints.at[plan->apart.outside[i].id].type->how, &feedback);
        work->outside[i].ks = feedback.ks;
        work->outside[i].kd = feedback.kd;
    }
}

static void load(tn_world *w) { exchange(w, true); }
static void store(tn_world *w) { exchange(w, false); }

static bool holds_numbers(const struct plan *plan)
{
    return plan->apart.softs + plan->apart.reactions + plan->apart.outsides > 0;
}

bool soft_state(const tn_world *w, const struct constraint *c, tn_constraint_state *out)
{
    if (!c->type->is_outside)
        return false;
    *out = (tn_constraint_state){.rows = 0};
    if (w->plan != NULL && constraint_place(w, c)->soft >= 0) {
        const struct outside_state *o = &w->work->outside[constraint_place(w, c)->soft];
        out->force = o->force;
        out->torque = o->torque;
        out->size = o->depth;
    }
    return true;
}

const struct feature feature_soft = {
    .name = "soft constraints",
    .evaluation = &soft_evaluation,
    .wanted = wanted,
    .bodies = place_multipliers,
    .constraints = plan_soft,
    .numbers = numbers,
    .load = load,
    .store = store,
    .holds_numbers = holds_numbers,
};
