/* constraint_view.c: what is asked of a constraint that is there: what it was built into, its limits, its partners; and of
 * the partners of forces and probes. */
#include "world/world_parts.h"

bool world_limit(const tn_world *w, int slot, int i, struct limit_state *out)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    if (i < 0 || i >= c->limit_count)
        return false;
    const struct limit *l = &c->more->limits[i];
    double number = l->let >= 0 ? w->run.lets.at[l->let] : NAN;
    double given = l->given;
    if (l->source != NULL)
        expression_of_lets(w, l->source, &given);
    bool changed = l->let >= 0 && number != given;
    bool own = i < built_limits(c->build); /* those of its kind come first */
    *out = (struct limit_state){.kind = l->kind,
                                .number = number,
                                .text = changed ? NULL : l->text,
                                .changed = changed,
                                .bounce = l->bounce,
                                .bound = l->bound,
                                .low = own ? built_limit(c->build, i)->low : -INFINITY,
                                .high = own ? built_limit(c->build, i)->high : INFINITY};
    return true;
}

int world_constraint_line(const tn_world *w, int slot) { return w->things->constraints.at[slot].line; }

const char *world_constraint_name(const tn_world *w, int slot) { return w->things->constraints.at[slot].name; }

const char *world_constraint_text(const tn_world *w, int slot) { return w->things->constraints.at[slot].text; }

const struct measure *world_joint(const tn_world *w, int constraint)
{
    return built_measure(w->things->constraints.at[constraint].build);
}

double world_joint_turns(const tn_world *w, int constraint)
{
    const struct measure *m = world_joint(w, constraint);
    return m != NULL && m->turns >= 0 ? w->run.turns.at[m->turns] : 0;
}

bool world_constraint_built(const tn_world *w, int slot, struct constraint_parts *out)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    *out = (struct constraint_parts){.inputs = c->inputs, .input = c->input};
    if (c->build == NULL)
        return false;
    out->form = c->build->form;
    out->partner = c->build->partner;
    out->measure = built_measure(c->build);
    for (int k = 0; k < CONSTRAINT_PARAMETERS; k++)
        out->parameter[k] = built_parameter(c->build, k);
    return true;
}

bool world_outside_whole(const tn_world *w, int slot) { return !w->things->constraints.at[slot].more->has_point; }

const struct connector *world_constraint_inputs(const tn_world *w, int slot, int *count)
{
    *count = w->things->constraints.at[slot].inputs;
    return w->things->constraints.at[slot].input;
}

const struct connector *world_limit_inputs(const tn_world *w, int slot, int i, int *count, const signed char **partner)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    if (i < 0 || i >= c->limit_count || c->more->limits[i].partner == NULL)
        return NULL;
    *count = c->more->limits[i].inputs;
    *partner = c->more->limits[i].partner;
    return c->more->limits[i].input;
}

/* ---- partners ---- */

static void tell_connectors(const struct connector *input, int count, tell_slot *tell, void *ctx)
{
    for (int i = 0; i < count; i++)
        if (input[i].type != CONNECTOR_CONSTANT && input[i].type != CONNECTOR_TIME)
            tell(ctx, input[i].body);
}

void world_constraint_partners(const tn_world *w, int slot, tell_slot *tell, void *ctx)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    if (c->type->is_outside) {
        tell(ctx, c->more->outsider);
        tell(ctx, c->more->inside_of);
    }
    tell_connectors(c->input, c->inputs, tell, ctx);
    if (c->type->is_on_curve)
        tell(ctx, c->more->curve);
    for (int l = 0; l < c->limit_count; l++)
        tell_connectors(c->more->limits[l].input, c->more->limits[l].inputs, tell, ctx);
}

void world_force_partners(const tn_world *w, int slot, tell_slot *tell, void *ctx)
{
    const struct force *f = &w->things->forces.at[slot];
    tell_connectors(f->def.connector, f->def.connector_count, tell, ctx);
    if (f->def.body >= 0)
        tell(ctx, f->def.body);
    tell_connectors(f->input, f->inputs, tell, ctx);
}

void world_probe_partners(const tn_world *w, int i, tell_slot *tell, tell_slot *tell_constraint, void *ctx)
{
    const struct probe *p = w->things->probes.at[i];
    tell_connectors(p->input, p->inputs, tell, ctx);
    for (int k = 0; k < p->specials; k++) {
        const struct special *s = &p->special[k];
        const bool contact = s->kind == SPECIAL_CONTACT_FORCE || s->kind == SPECIAL_CONTACT_TORQUE,
                   of_object = special_of_object(s->kind);
        if (contact && s->a >= 0)
            tell(ctx, s->a);
        if (contact && s->b >= 0)
            tell(ctx, s->b);
        if (!contact && s->constraint >= 0)
            (of_object ? tell : tell_constraint)(ctx, s->constraint);
    }
}

tn_by world_constraint_method(const tn_world *w, int slot)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    const int index = w->plan != NULL ? w->planned->constraint[slot].constraint : -1;
    if (index >= 0 && w->plan->constraint[index].exact)
        return TN_BY_COORDINATES;
    if (world_displaces(w, c))
        return TN_BY_DISPLACEMENT;
    return c->type->how.by == TN_BY_WORLD || c->type->how.by == TN_BY_COORDINATES ? TN_BY_DYNAMIC : c->type->how.by;
}
