/* constraint_view.c: reading a constraint: its name, its built parts, its limits. */
#include <stdio.h>

#include "world/world_parts.h"

bool world_limit(const tn_world *w, int slot, int i, struct limit_state *out)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    if (i < 0 || i >= c->limit_count)
        return false;
    const struct limit *l = &c->more->limits[i];
    double number = l->let >= 0 ? w->run.lets.at[l->let] : NAN;
    bool changed = l->let >= 0 && number != l->given;
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

const char *world_print_label(const tn_world *w, int constraint, char *room, size_t size)
{
    const struct constraint *c = &w->things->constraints.at[constraint];
    if (c->name != NULL)
        return c->name;
    snprintf(room, size, "%s@%d", c->type->item.kind, c->line);
    return room;
}

const char *world_label(const tn_world *w, int constraint)
{
    const struct constraint *c = &w->things->constraints.at[constraint];
    struct run *r = (struct run *)(uintptr_t)&w->run; /* only the cache of labels is written */
    if (c->name != NULL)
        return c->name;
    ARRAY_RESERVE(&r->labels, constraint + 1);
    while (r->labels.count <= constraint)
        ARRAY_PUSH(&r->labels, NULL);
    if (r->labels.at[constraint] == NULL)
        r->labels.at[constraint] = mem_print("%s@%d", c->type->item.kind, c->line);
    return r->labels.at[constraint];
}

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

const struct connector *world_constraint_inputs(const tn_world *w, int slot, int *count)
{
    *count = w->things->constraints.at[slot].inputs;
    return w->things->constraints.at[slot].input;
}
