/* slides_feature.c: on-curve P c in a world: its rows and its curve parameter, with a plan and without. */
#include <string.h>

#include "world/features/feature.h"

char *slides_build(const tn_world *w, const struct constraint_def *d, struct constraint_type *t, struct constraint *c)
{
    const struct constraint_class *class = constraint_find(d->plane >= 0 ? "on-plane" : "on-line");
    const struct connector across = {CONNECTOR_CONSTANT, -1, 1, {1, 0, 0}};
    if (w->things->objects.at[d->curve].type->kind != OBJECT_CURVE)
        return mem_text("a point can only stay on a curve");
    if (d->rider.body == d->curve && d->rider.type == CONNECTOR_POINT)
        return mem_text("the point is one of the curve itself");
    if (d->how.by == TN_BY_DISPLACEMENT)
        return mem_text("a point on a curve is held by dynamic, multiplier or penalty, not by displacement");
    constraint_find_rows(t, &class->forms[0]);
    c->inputs = d->plane >= 0 ? 3 : 4;
    struct connector *input = MEM_ARRAY(struct connector, c->inputs);
    input[0] = d->rider;
    input[1] =
        (struct connector){CONNECTOR_POINT, d->curve, 0, {0, CURVED_SLIDER, 0}}; /* of the special kind `slider` */
    for (int i = 2; i < c->inputs; i++)
        input[i] = across;
    c->input = input;
    struct constraint_more *m = constraint_more(c);
    m->curve = d->curve;
    m->plane = d->plane;
    return NULL;
}

/* The number of active slides. */
static int slides_count(const tn_world *w)
{
    int count = 0;
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const struct constraint *c = &w->things->constraints.at[w->things->constraint_pool.order.at[i]];
        count += constraint_state(w, c)->active && c->type->is_on_curve;
    }
    return count;
}

/* A connector with the value of a time signal, which every evaluation writes. */
static struct connector led_by(int time, bool direction)
{
    return (struct connector){CONNECTOR_TIME, -1, time, {direction, 0, 0}};
}

static void plan_slide(tn_world *w, struct plan *plan, const struct constraint *c)
{
    const struct object *o = &w->things->objects.at[c->more->curve];
    const int index = constraint_place(w, c)->constraint;
    const struct constraint_rows *it = &plan->constraint[index];
    struct connector *input = &plan->make_connector[it->input];
    struct slide *k = &plan->make_slide[plan->slides];
    double *q = PLAN_ARRAY(w, double, o->type->general->n);
    memcpy(q, object_state(w, o)->own->q, sizeof *q * (size_t)o->type->general->n);
    *k = (struct slide){
        .index = plan->slides,
        .constraint = index,
        .curve = curved_curve(o->type->general),
        .shown = -1,
        .across = plan->size.times,
        .q = q,
        .state = plan->first_slide + plan->slides,
        .plane = c->more->plane,
    };
    plan->slides++;
    for (int i = 2; i < it->inputs; i++)
        input[i] = led_by(plan->size.times++, true);
    if (o->type->motion == MOTION_DYNAMIC) {
        k->shown = general_shown_of(&plan->body[input[1].body]);
        return;
    }
    k->time = plan->size.times;
    input[1] = led_by(plan->size.times++, false);
}

static bool wanted(const tn_world *w) { return slides_count(w) > 0; }

static void place_slides(tn_world *w, struct plan *plan)
{
    plan->first_slide = plan->y_count;
    plan->y_count += slides_count(w);
}

static void plan_slides(tn_world *w, struct plan *plan)
{
    plan->slide = PLAN_ARRAY(w, struct slide, slides_count(w));
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const struct constraint *c = &w->things->constraints.at[w->things->constraint_pool.order.at[i]];
        if (constraint_state(w, c)->active && c->type->is_on_curve)
            plan_slide(w, plan, c);
    }
}

/* A slide whose parameter is not known begins at the nearest point of the curve. */
static void load(tn_world *w)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    bool all = true;
    for (int i = 0; i < plan->slides; i++) {
        const struct constraint_state *s = &w->run.constraints.at[plan->constraint[plan->slide[i].constraint].id];
        w->run.y[plan->slide[i].state] = s->has_slide ? s->slide : plan->slide[i].curve->from;
        all &= s->has_slide;
    }
    if (all)
        return;
    system_update(plan, work, w->run.t, w->run.y);
    for (int i = 0; i < plan->slides; i++) {
        const struct slide *k = &plan->slide[i];
        const double *q = k->shown >= 0 ? w->run.y + plan->general[plan->shown[k->shown].general].q : k->q;
        if (!w->run.constraints.at[plan->constraint[k->constraint].id].has_slide)
            w->run.y[k->state] =
                curve_nearest(k->curve, q, work->let, system_signal(plan, work, &plan->constraint[k->constraint], 0).y,
                              work->slide[i].scratch);
    }
}

static void store(tn_world *w)
{
    const struct plan *plan = w->plan;
    for (int i = 0; i < plan->slides; i++) {
        struct constraint_state *s = &w->run.constraints.at[plan->constraint[plan->slide[i].constraint].id];
        s->slide = w->run.y[plan->slide[i].state];
        s->has_slide = true;
    }
}

/* It has become inactive: on its return the point may be anywhere. */
static bool is_lost(const tn_world *w, int constraint)
{
    return w->run.constraints.at[constraint].active && !world_constraint_active(w, constraint);
}

bool slide_is_known(const tn_world *w, int constraint)
{
    return w->things->constraints.at[constraint].type->is_on_curve && w->run.constraints.at[constraint].has_slide &&
           !is_lost(w, constraint);
}

bool world_slide(const tn_world *w, int constraint, double *u)
{
    const struct plan *plan = w->plan;
    *u = w->run.constraints.at[constraint].slide;
    for (int i = 0; plan != NULL && i < plan->slides && !is_lost(w, constraint); i++)
        if (plan->constraint[plan->slide[i].constraint].id == constraint) {
            *u = w->run.y[plan->slide[i].state];
            return true;
        }
    return slide_is_known(w, constraint);
}

static char *trouble(tn_world *w)
{
    const struct plan *plan = w->plan;
    if (!plan->displaces)
        return NULL;
    return mem_print("constraint '%s' keeps a point on a curve, which goes with 'method dynamic;', not with the "
                     "displacement method",
                     world_label(w, plan->constraint[plan->slide[0].constraint].id));
}

static void numbers(const tn_world *w, const struct plan *plan, struct work *work)
{
    (void)w;
    for (int i = 0; i < plan->slides; i++)
        work->slide[i].back = work->constraint[plan->slide[i].constraint].kv;
}

/* A curve whose tangent vanishes where a point slides. */
static char *culprit(const tn_world *w)
{
    const struct plan *plan = w->plan;
    const struct work *work = w->work;
    for (int i = 0; i < plan->slides; i++) {
        const struct slide *k = &plan->slide[i];
        const struct constraint *c = &w->things->constraints.at[plan->constraint[k->constraint].id];
        const char *name = w->things->objects.at[c->more->curve].name;
        const double usual = w->things->objects.at[c->more->curve].type->curve_length / (k->curve->to - k->curve->from);
        if (v3_norm(work->slide[i].along) > 1e-3 * usual)
            continue;
        return mem_print(
            "constraint '%s' has no direction along the curve '%s' at %.9g: its tangent is zero there, its "
            "formula does not change with its parameter",
            world_label_of(w, c), name != NULL ? name : "unnamed", work->slide[i].u);
    }
    return NULL;
}

const struct feature feature_slides = {
    .name = "points on curves",
    .evaluation = &slide_evaluation,
    .wanted = wanted,
    .bodies = place_slides,
    .constraints = plan_slides,
    .numbers = numbers,
    .load = load,
    .store = store,
    .trouble = trouble,
    .culprit = culprit,
    .one_thread = true,
};
