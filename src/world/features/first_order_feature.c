/* first_order_feature.c: worlds in which forces cause velocities (method §2): what is refused there, and drag, which is
 * part of the resistance: (m + c) v = f. */
#include <string.h>

#include "world/features/feature.h"

/* Drag resists motion as mass does: its force cannot be computed before the velocity is known. */
static void add_drag(struct body *b, struct build *own, const double *value)
{
    b->drag += value[0];
    b->inverse_mass = 1 / (b->mass + b->drag);
    if (b->coordinates != COORDINATES_RIGID)
        return;
    b->spin_drag += value[1];
    sym3 whole = b->build->inertia;
    whole.xx += b->spin_drag;
    whole.yy += b->spin_drag;
    whole.zz += b->spin_drag;
    *own = *b->build;
    own->inverse_inertia = s3_inverse(&whole);
    b->build = own;
}

static bool wanted(const tn_world *w) { return w->settings.order == TN_FIRST_ORDER; }

static void forces(tn_world *w, struct plan *plan)
{
    plan->first_order = true;
    struct build *own = PLAN_ARRAY(w, struct build, plan->bodies);
    for (int i = 0; i < plan->force.count; i++) {
        const struct force_item *f = &plan->force.item[i];
        if (!f->class->is_drag || f->varying)
            continue;
        double value[FORCE_VALUES];
        world_force_numbers(w, f->id, value);
        for (int k = 0; k < plan->bodies; k++)
            if (plan->body[k].dofs > 0 && plan->body[k].owner == NULL && (f->body < 0 || f->body == k))
                add_drag(&plan->make_body[k], &own[k], value);
    }
}

static const char *force_label(const struct force *f)
{
    return f->def.item.name != NULL ? f->def.item.name : f->def.item.type.kind;
}

static bool any_flexible(const tn_world *w)
{
    for (int i = 0; i < w->things->object_pool.order.count; i++)
        if (object_flexible(&w->things->objects.at[w->things->object_pool.order.at[i]]) != NULL)
            return true;
    return false;
}

static char *force_trouble(tn_world *w, const struct force *f)
{
    const struct force_class *kind = f->def.class;
    if (f->values != NULL && f->values->rates)
        return mem_print("the force '%s' is a formula of velocities, which in a first-order world come from forces: "
                         "write it as drag, or as a formula of positions and t",
                         force_label(f));
    if (kind->is_drag && f->values != NULL)
        return mem_print("the drag '%s' is a formula: in a first-order world it adds to the mass, and must be a "
                         "number or a formula of lets",
                         force_label(f));
    if (kind->is_drag &&
        (f->def.body < 0 ? any_flexible(w) : object_flexible(&w->things->objects.at[f->def.body]) != NULL))
        return mem_print("the drag '%s' acts on a flexible object, which is not possible in a first-order world: its "
                         "mass is its drag there; write 'drag on' another object",
                         force_label(f));
    double value[FORCE_VALUES];
    world_force_numbers(w, (int)(f - w->things->forces.at), value);
    int damping = kind->damping - 1;
    if (damping >= 0 && (f->values != NULL ? f->def.value_text[damping] != NULL : value[damping] != 0))
        world_warn(w, mem_print("the damping of '%s' has no effect: in a first-order world every motion is damped by "
                                "its mass and drag",
                                force_label(f)));
    return NULL;
}

static char *constraint_trouble(tn_world *w, const struct constraint *c)
{
    for (int r = 0; r < c->type->rows; r++)
        if (c->type->level[r] == LEVEL_ACCELERATION)
            return mem_print("the constraint '%s' is on accelerations, which a first-order world does not have: ask "
                             "for a speed, or write 'order second;'",
                             world_label_of(w, c));
    if (c->type->how.by == TN_BY_REACTION || c->type->is_outside)
        return mem_print("the constraint '%s' is met by reaction, which takes accelerations: in a first-order world "
                         "use by dynamic, by multiplier or by penalty",
                         world_label_of(w, c));
    if (c->type->how.by == TN_BY_DISPLACEMENT)
        return mem_print("the constraint '%s' is met by displacement, which needs 'order second;'",
                         world_label_of(w, c));
    if (c->type->how.has_feedback && !(c->type->how.kd > 0))
        return mem_print("the feedback of '%s' has no kd: in a first-order world it means kd*C' + ks*C = 0",
                         world_label_of(w, c));
    for (int l = 0; l < c->limit_count; l++)
        if (c->more->limits[l].bounce > 0)
            world_warn(w, mem_print("the bounce of '%s' has no effect: in a first-order world there are no impacts",
                                    world_label_of(w, c)));
    return NULL;
}

static char *object_trouble(const struct object *o, const struct object_state *s)
{
    const char *name = o->name != NULL ? o->name : "unnamed";
    if (object_flexible(o) != NULL && (s->own->lambda != NULL || s->own->metric != NULL))
        return mem_print("the flexible object '%s' is %s, which needs 'order second;'", name,
                         s->own->lambda != NULL ? "incompressible" : "moldable");
    return NULL;
}

/* Refuses what has no meaning there; warns about what has no effect. */
static char *trouble(tn_world *w)
{
    char *message = NULL;
    if (w->settings.method == TN_DISPLACEMENT)
        return mem_text("'method displacement' needs 'order second;': in a first-order world use method "
                        "dynamic");
    if (integrator_classes[w->settings.integrator]->is_implicit)
        return mem_text(
            "'integrator implicit' needs 'order second;': in a first-order world use gear for stiff models");
    if (w->plan->contact)
        return mem_text(
            "contact needs impacts and friction, which a first-order world does not have: keep things apart "
            "by 'keep … >= …', or write 'order second;'");
    for (int i = 0; i < w->things->object_pool.order.count && message == NULL; i++) {
        const int slot = w->things->object_pool.order.at[i];
        message = object_trouble(&w->things->objects.at[slot], &w->run.objects.at[slot]);
    }
    for (int i = 0; i < w->things->constraint_pool.order.count && message == NULL; i++)
        if (w->run.constraints.at[w->things->constraint_pool.order.at[i]].active)
            message = constraint_trouble(w, &w->things->constraints.at[w->things->constraint_pool.order.at[i]]);
    for (int i = 0; i < w->things->force_pool.order.count && message == NULL; i++)
        if (w->run.forces.at[w->things->force_pool.order.at[i]].active)
            message = force_trouble(w, &w->things->forces.at[w->things->force_pool.order.at[i]]);
    for (int i = 0; i < w->things->probes.count && message == NULL; i++)
        if (w->things->probes.at[i]->value.second_rates)
            message = mem_print("the probe '%s' asks for an acceleration, which a first-order world does not have",
                                w->things->probes.at[i]->name);
    return message;
}

static bool holds_numbers(const struct plan *plan) { return plan->first_order; }

const struct feature feature_first_order = {
    .name = "first order",
    .wanted = wanted,
    .forces = forces,
    .trouble = trouble,
    .holds_numbers = holds_numbers,
    .one_thread = true,
};
