/* set_many.c: many numbers set as one edit, all of them or none (tenon/arrays.h). */
#include <string.h>

#include "model/model.h"
#include "tenon/arrays.h"
#include "tenon/edit.h"
#include "tenon/goals.h"

/* ---- lets ---- */

static char *let_trouble(const tn_world *w, const char *name, double value)
{
    if (name == NULL || isnan(tn_let_get(w, name)))
        return mem_print("there is no let '%.60s' that stands for one number", name != NULL ? name : "");
    return isfinite(value) ? NULL : mem_text("a let takes a finite number");
}

tn_status tn_let_many(tn_world *w, const char *const *names, const double *values, int count, char **message)
{
    char *wrong = NULL;
    if (w == NULL || count < 0 || (count > 0 && (names == NULL || values == NULL)))
        wrong = mem_text("the world or a list is missing");
    for (int i = 0; i < count && wrong == NULL; i++) {
        char *one = let_trouble(w, names[i], values[i]);
        if (one != NULL)
            wrong = mem_print("entry %d: %s", i, one);
        mem_free(one);
    }
    if (wrong == NULL && count > 0) {
        bool any = false;
        world_edit_begin(w, "set lets");
        for (int i = 0; i < count; i++) {
            any |= tn_let_get(w, names[i]) != values[i];
            tn_let_set(w, names[i], values[i]);
        }
        world_edit_end(w, any);
    }
    return world_answer(wrong, message);
}

/* ---- parameters ---- */

static bool is_let(const tn_change *c) { return c->thing.type == TN_THING_NAME; }

static enum world_thing sort_of(const tn_change *c)
{
    return c->thing.type == TN_THING_OBJECT       ? WORLD_OBJECT
           : c->thing.type == TN_THING_CONSTRAINT ? WORLD_CONSTRAINT
                                                  : WORLD_FORCE;
}

static char *change(tn_world *w, const tn_change *c, enum set_how how)
{
    if (!is_let(c))
        return world_set(w, sort_of(c), (int)c->thing.slot, c->what, c->value, c->count, how);
    if (strcmp(c->what, "value") != 0 || c->count != 1)
        return mem_text("a let has one number, its value");
    char *wrong = let_trouble(w, tn_thing_name(w, c->thing), c->value[0]);
    if (wrong == NULL && how == SET_NOW)
        tn_let_set(w, tn_thing_name(w, c->thing), c->value[0]);
    return wrong;
}

static char *change_trouble(tn_world *w, const tn_change *c)
{
    const bool known = c->thing.type == TN_THING_OBJECT || c->thing.type == TN_THING_CONSTRAINT ||
                       c->thing.type == TN_THING_FORCE || c->thing.type == TN_THING_NAME;
    if (!known || !tn_thing_valid(w, c->thing))
        return mem_text("there is no such thing");
    if (c->what == NULL || c->count < 0 || c->count > 6)
        return mem_text("a word and up to six numbers are expected");
    return change(w, c, SET_LATER);
}

/* Whether a change is right may depend on those before it: min and max of a joint, mass and inertia. */
static bool depends_on_others(const tn_change *c)
{
    static const char *const words[] = {"min", "max", "mass", "inertia", "ability", "soft"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(c->what, words[i]) == 0)
            return true;
    return false;
}

static char *name_entry(int i, const tn_change *c, char *wrong)
{
    char *whole = mem_print("entry %d, %.60s: %s", i, c->what != NULL ? c->what : "", wrong);
    mem_free(wrong);
    return whole;
}

tn_status tn_set_many(tn_world *w, const tn_change *changes, int count, char **message)
{
    char *wrong = NULL;
    bool careful = false;
    if (w == NULL || count < 0 || (count > 0 && changes == NULL))
        wrong = mem_text("the world or the list is missing");
    for (int i = 0; i < count && wrong == NULL; i++) {
        char *one = change_trouble(w, &changes[i]);
        wrong = one != NULL ? name_entry(i, &changes[i], one) : NULL;
        careful = careful || (wrong == NULL && depends_on_others(&changes[i]));
    }
    if (wrong != NULL || count == 0)
        return world_answer(wrong, message);
    world_edit_begin(w, "set numbers");
    tn_snapshot *before = careful ? tn_snapshot_take(w) : NULL;
    for (int i = 0; i < count && wrong == NULL; i++) {
        char *one = change(w, &changes[i], SET_NOW);
        wrong = one != NULL ? name_entry(i, &changes[i], one) : NULL;
    }
    if (wrong != NULL && before != NULL)
        tn_snapshot_restore(w, before);
    tn_snapshot_free(w, before);
    world_edit_end(w, wrong == NULL);
    return world_answer(wrong, message);
}
