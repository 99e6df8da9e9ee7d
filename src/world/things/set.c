/* set.c: setting the numbers of existing things by the words of the language, for programs and for the timeline.
 *
 * Tables say what can be set: those of the kinds of forces and constraints, and those of objects and constraints in
 * general (set.h). Everything is checked before anything is changed, so that a refused call has no effect.
 */
#include "world/things/set.h"

#include <stdio.h>
#include <string.h>

#include "world/world_parts.h"

/* ---- forces ---- */

static char *set_force(tn_world *w, int slot, const tn_parameter *p, const double *v, int n, enum set_how how)
{
    const int place = parameter_place(w->things->forces.at[slot].def.class->kind.parameters, p);
    if (world_force_varies(w, slot))
        return mem_print("%s is a formula: change a let in it instead, as in let NAME = 2;", p->word);
    if (how != SET_NOW)
        return NULL;
    const bool up_z = w->settings.up == 'z';
    const double down[3] = {0, up_z ? 0 : -v[0], up_z ? -v[0] : 0};
    const double *number = n == 1 && p->down ? down : v;
    for (int k = 0; k < p->most; k++)
        world_set_force_value(w, slot, place + k, number[k]);
    return NULL;
}

static int get_force(const tn_world *w, int slot, const tn_parameter *p, double *v)
{
    double all[FORCE_VALUES];
    if (!p->settable || world_force_varies(w, slot))
        return 0;
    world_force_numbers(w, slot, all);
    memcpy(v, all + parameter_place(w->things->forces.at[slot].def.class->kind.parameters, p),
           sizeof *v * (size_t)p->most);
    return p->most;
}

/* ---- all things ---- */

/* A parameter of a thing: its table entry, and how it is set unless the thing is a force. */
struct found {
    const tn_parameter *is;
    const struct settable *by;
};

/* The i-th parameter that a thing of this kind can have; `is` NULL past the end. */
static struct found parameter_at(const tn_world *w, enum world_thing thing, int slot, int i)
{
    if (thing == WORLD_FORCE) {
        const tn_parameter *list = w->things->forces.at[slot].def.class->kind.parameters;
        return (struct found){list != NULL && list[i].word != NULL ? &list[i] : NULL, NULL};
    }
    if (thing == WORLD_OBJECT) {
        const struct settable *s = &object_settables[i];
        return (struct found){s->is, s};
    }
    const struct constraint_type *type = w->things->constraints.at[slot].type;
    /* a distance with limits is a formula, but has the parameters of its kind */
    const struct constraint_class *class = type->class != NULL ? type->class : constraint_find(type->item.kind);
    const tn_parameter *own = class != NULL ? class->kind.parameters : NULL,
                       *argument = type->class != NULL ? parameter_argument(own) : NULL;
    if (argument != NULL && i == 0)
        return (struct found){argument, &constraint_argument};
    const struct settable *s = &constraint_settables[argument != NULL ? i - 1 : i];
    const tn_parameter *better = s->is != NULL ? parameter_find(own, s->is->word) : NULL;
    return (struct found){better != NULL ? better : s->is, s};
}

static struct found find_parameter(const tn_world *w, enum world_thing thing, int slot, const char *word)
{
    struct found f = parameter_at(w, thing, slot, 0);
    for (int i = 1; f.is != NULL && strcmp(f.is->word, word) != 0; i++)
        f = parameter_at(w, thing, slot, i);
    return f;
}

static bool has(tn_world *w, enum world_thing thing, int slot, const struct found *f)
{
    double now[6];
    if (thing == WORLD_FORCE)
        return f->is->settable;
    return f->by->has != NULL ? f->by->has(w, slot) : f->by->get(w, slot, now) > 0;
}

const tn_parameter *world_parameter(tn_world *w, enum world_thing thing, int slot, int i, bool *formula)
{
    struct found f = parameter_at(w, thing, slot, 0);
    double now[6];
    for (int k = 0; f.is != NULL; f = parameter_at(w, thing, slot, ++k))
        if (has(w, thing, slot, &f) && i-- == 0)
            break;
    *formula = f.is != NULL && f.is->formula && world_number(w, thing, slot, f.is->word, now) == 0;
    return f.is;
}

char *world_set(tn_world *w, enum world_thing thing, int slot, const char *word, const double *v, int n,
                enum set_how how)
{
    char text[PARAMETER_TEXT];
    for (int k = 0; k < n; k++)
        if (!isfinite(v[k]))
            return mem_print("%s must be a finite number", word);
    const struct found f = find_parameter(w, thing, slot, word);
    if (f.is == NULL || !has(w, thing, slot, &f))
        return thing == WORLD_FORCE ? mem_print("a %s has no '%s' that could be set",
                                                w->things->forces.at[slot].def.class->kind.name, word)
                                    : mem_print("it has no '%s' that could be set", word);
    if (n < f.is->fewest || n > f.is->most || (f.is->down && n == 2))
        return mem_print("%s takes %s, %d given", word, parameter_count_text(f.is, text), n);
    for (int k = 0; k < n; k++)
        if (!parameter_allows(f.is, v + k, 1))
            return mem_print("%s must %s, not %.12g", word, parameter_must(f.is, text), v[k]);
    return thing == WORLD_FORCE ? set_force(w, slot, f.is, v, n, how) : f.by->set(w, slot, v, n, how);
}

int world_number(tn_world *w, enum world_thing thing, int slot, const char *word, double v[6])
{
    const struct found f = find_parameter(w, thing, slot, word);
    if (f.is == NULL)
        return 0;
    return thing == WORLD_FORCE ? get_force(w, slot, f.is, v) : f.by->get(w, slot, v);
}

/* ---- the public interface ---- */

static tn_status set_thing(tn_world *w, enum world_thing thing, int slot, const char *what, const double *values,
                           int count, char **message)
{
    char *wrong = NULL;
    if (message != NULL)
        *message = NULL;
    wrong = slot < 0                                      ? mem_text("there is no such thing")
            : what == NULL || values == NULL || count < 0 ? mem_text("no word or no numbers were given")
                                                          : world_set(w, thing, slot, what, values, count, SET_WHETHER);
    if (wrong == NULL) {
        char label[60];
        snprintf(label, sizeof label, "set %s", what);
        history_begin(w, label);
        wrong = world_set(w, thing, slot, what, values, count, SET_NOW);
        history_end(w, wrong == NULL);
    }
    return world_answer(wrong, message);
}

static int object_slot(const tn_world *w, tn_object o) { return world_find_object_id(w, o); }
static int constraint_slot(const tn_world *w, tn_constraint c) { return world_find_constraint_id(w, c); }
static int force_slot(const tn_world *w, tn_force f)
{
    return w != NULL ? pool_find(&w->things->force_pool, f.slot, f.generation) : -1;
}

tn_status tn_object_set(tn_world *w, tn_object o, const char *what, const double *values, int count, char **message)
{
    return set_thing(w, WORLD_OBJECT, object_slot(w, o), what, values, count, message);
}

tn_status tn_constraint_set(tn_world *w, tn_constraint c, const char *what, const double *values, int count,
                            char **message)
{
    return set_thing(w, WORLD_CONSTRAINT, constraint_slot(w, c), what, values, count, message);
}

tn_status tn_force_set(tn_world *w, tn_force f, const char *what, const double *values, int count, char **message)
{
    return set_thing(w, WORLD_FORCE, force_slot(w, f), what, values, count, message);
}

int tn_object_number(tn_world *w, tn_object o, const char *what, double values[6])
{
    int slot = object_slot(w, o);
    return slot < 0 || what == NULL || values == NULL ? 0 : world_number(w, WORLD_OBJECT, slot, what, values);
}

int tn_constraint_number(tn_world *w, tn_constraint c, const char *what, double values[6])
{
    int slot = constraint_slot(w, c);
    return slot < 0 || what == NULL || values == NULL ? 0 : world_number(w, WORLD_CONSTRAINT, slot, what, values);
}

int tn_force_number(tn_world *w, tn_force f, const char *what, double values[6])
{
    int slot = force_slot(w, f);
    return slot < 0 || what == NULL || values == NULL ? 0 : world_number(w, WORLD_FORCE, slot, what, values);
}
