/* trouble.c: reports of a formula that has no value during the motion: which one, its place in the text, its text, why,
 * and at which values. Called only after a failure.
 */
#include <string.h>

#include "world/features/feature.h"

/* ---- things by the words of the language ---- */

char *world_connector_text(const tn_world *w, const struct connector *c)
{
    if (c->type == CONNECTOR_TIME)
        return mem_text("the path");
    if (c->type == CONNECTOR_CONSTANT)
        return mem_print("(%.6g, %.6g, %.6g)", c->local.x, c->local.y, c->local.z);
    const struct object *o = &w->things->objects.at[c->body];
    const char *name = o->name != NULL ? o->name : "an object", *point;
    vec3 named, local = v3_add(c->local, o->type->weight.center);
    switch (c->type) {
    case CONNECTOR_POINT:
        for (int i = 0; (point = world_point_at(w, c->body, i, &named)) != NULL; i++)
            if (memcmp(&named, &local, sizeof local) == 0)
                return mem_print("%s.%s", name, point);
        if (c->local.x == 0 && c->local.y == 0 && c->local.z == 0)
            return mem_print("%s.center", name);
        return mem_print("%s.at(%.6g, %.6g, %.6g)", name, local.x, local.y, local.z);
    case CONNECTOR_DIRECTION:
        return mem_print("%s.direction(%.6g, %.6g, %.6g)", name, c->local.x, c->local.y, c->local.z);
    case CONNECTOR_SPIN:
        return mem_print("omega(%s)", name);
    case CONNECTOR_SCALAR:
    case CONNECTOR_CONSTANT:
    case CONNECTOR_TIME:
        break;
    }
    return mem_text(name);
}

/* " (file.tn, line 3)"; empty for things that were not read from a text. */
char *world_place_text(const char *file, struct place p)
{
    if (p.line <= 0)
        return mem_text("");
    return file != NULL ? mem_print(" (%s, line %d)", file, p.line) : mem_print(" (line %d)", p.line);
}

/* ---- values ---- */

static void append(char **text, char *more)
{
    char *both = mem_print("%s%s%s", *text, **text != '\0' ? ", " : "", more);
    mem_free(*text);
    mem_free(more);
    *text = both;
}

char *world_values_text(const tn_world *w, const struct connector *input, const struct signal *signal, int inputs,
                        double t)
{
    char *text = mem_text("");
    for (int i = 0; i < inputs; i++) {
        const struct signal *s = &signal[i];
        char *name = world_connector_text(w, &input[i]);
        bool spin = input[i].type == CONNECTOR_SPIN;
        vec3 y = spin ? s->yd : s->y;
        if (input[i].type == CONNECTOR_SCALAR)
            append(&text, mem_print("%s = %.6g", name, y.x));
        else if (input[i].type != CONNECTOR_CONSTANT)
            append(&text, mem_print("%s = (%.6g, %.6g, %.6g)", name, y.x, y.y, y.z));
        mem_free(name);
    }
    append(&text, mem_print("t = %.9g", t));
    return text;
}

/* Takes ownership of `place`, `why` and `values`; why may be NULL. */
char *world_formula_trouble(const char *what, const char *name, char *place, const char *text, char *why, char *values)
{
    char *all = mem_print("the formula of %s '%s' has no value there%s%s%s%s%s%s, with %s", what, name, place,
                          text != NULL ? ": '" : "", text != NULL ? text : "", text != NULL ? "'" : "",
                          why != NULL ? ", where " : "", why != NULL ? why : "", values);
    mem_free(place);
    mem_free(why);
    mem_free(values);
    return all;
}

/* ---- which formula ---- */

/* The operation without a value, at these signals; NULL: each has one. */
static char *rows_why(const tn_world *w, const struct constraint_rows *it, const struct signal *signal)
{
    struct work *work = w->work;
    const struct constraint *c = &w->things->constraints.at[it->id];
    const struct constraint_form *form = it->limit < 0 ? (c->build != NULL ? c->build->form : NULL)
                                         : it->limit < built_limits(c->build) ? built_limit(c->build, it->limit)->form
                                                                              : NULL;
    return it->program != NULL ? program_trouble(it->program, signal, work->report.bad_t, work->let, work->turns)
           : form != NULL
               ? constraint_form_trouble(form, signal, it->parameter >= 0 ? work->parameter + it->parameter : NULL,
                                         work->report.bad_t)
               : NULL;
}

static char *rows_trouble(tn_world *w, const struct constraint_rows *it)
{
    struct work *work = w->work;
    const struct constraint *c = &w->things->constraints.at[it->id];
    struct signal signal[CONSTRAINT_INPUTS];
    const struct connector *input = it->limit >= 0 ? c->more->limits[it->limit].input : c->input;
    for (int i = 0; i < it->inputs; i++)
        signal[i] = system_signal(w->plan, work, it, i);
    char *why = rows_why(w, it, signal);
    return world_formula_trouble("constraint", world_label_of(w, c),
                                 world_place_text(c->type->item.file, (struct place){.line = c->line}), c->text, why,
                                 world_values_text(w, input, signal, it->inputs, work->report.bad_t));
}

/* Finds a force one of whose formulas has no value. */
static char *force_trouble(tn_world *w)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    for (int i = 0; i < plan->force.formulas; i++) {
        bool finite = true;
        for (int k = 0; k < FORCE_VALUES; k++)
            finite = finite && isfinite(work->force_value[plan->force.formula_at[i] + k]);
        const struct force *f = NULL;
        for (int k = 0; k < w->things->force_pool.order.count && !finite; k++)
            if (w->things->forces.at[w->things->force_pool.order.at[k]].values != NULL &&
                w->things->forces.at[w->things->force_pool.order.at[k]].values->tape == plan->force.formula[i].tape)
                f = &w->things->forces.at[w->things->force_pool.order.at[k]];
        if (f == NULL)
            continue;
        const struct expression *e = &plan->force.formula[i];
        double *inputs = MEM_ARRAY(double, e->loads);
        for (int k = 0; k < e->loads; k++)
            inputs[k] = system_load(work, work->report.bad_t, e->load[k], e->first_connector);
        char *why = tape_trouble(e->tape, inputs);
        mem_free(inputs);
        return world_formula_trouble(
            "force", f->def.item.name != NULL ? f->def.item.name : f->def.item.type.kind,
            world_place_text(f->def.item.type.file, f->def.item.place), f->def.item.text, why,
            world_values_text(w, f->input, work->force_signal + e->first_connector, f->inputs, work->report.bad_t));
    }
    return NULL;
}

/* The object that a body of the plan belongs to; features add bodies after those of the objects. */
static const struct object *object_of_body(const tn_world *w, int body)
{
    const struct plan *plan = w->plan;
    const struct body *b = &plan->body[body];
    return &w->things->objects.at[plan_object(w, b->owner != NULL ? b->owner->object(plan, b) : body)];
}

bool world_formula_ends(tn_world *w)
{
    const int bad = w->work->report.bad_constraint;
    const struct constraint_rows *it = bad >= 0 ? &w->plan->constraint[bad] : NULL;
    struct signal signal[CONSTRAINT_INPUTS];
    for (int i = 0; it != NULL && i < it->inputs; i++)
        signal[i] = system_signal(w->plan, w->work, it, i);
    char *force = force_trouble(w), *why = force == NULL && it != NULL ? rows_why(w, it, signal) : NULL;
    const bool ends = force != NULL || why != NULL;
    mem_free(force);
    mem_free(why);
    return ends;
}

char *world_culprit(tn_world *w)
{
    const struct plan *plan = w->plan;
    const struct work *work = w->work;
    char *feature = features_culprit(w);
    if (feature != NULL)
        return feature;
    if (work->report.bad_constraint >= 0)
        return rows_trouble(w, &plan->constraint[work->report.bad_constraint]);
    char *force = work->report.bad_body >= 0 ? force_trouble(w) : NULL;
    if (force != NULL)
        return force;
    if (work->report.bad_body >= 0) {
        const char *name = object_of_body(w, work->report.bad_body)->name;
        const struct wrench *f = &work->wrench[work->report.bad_body];
        return mem_print(v3_finite(f->f) && v3_finite(f->n) ? "the motion of '%s' is not finite"
                                                            : "the forces on '%s' are not finite",
                         name != NULL ? name : "an object");
    }
    return NULL;
}
