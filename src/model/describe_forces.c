/* describe_forces.c: forces as definitions; see describe.h. */
#include <string.h>

#include "model/describe.h"

static const char *const *options_of(const struct force_def *d)
{
    static const char *const spring[] = {"stiffness", "rest", "damping", NULL};
    static const char *const drag[] = {"linear", "angular", NULL};
    return strcmp(d->item.type.kind, "drag") == 0 ? drag : spring;
}

static bool is_vector(const struct force_def *d)
{
    return strcmp(d->item.type.kind, "push") == 0 || strcmp(d->item.type.kind, "turn") == 0;
}

/* A force that a program made through the typed interface. */
static struct statement *built(struct document *home, const tn_world *w, const struct force_def *d)
{
    struct statement *s = draft_new(home, d->item.type.kind);
    if (d->body >= 0 && !is_vector(d))
        draft_word(s, "on");
    if (d->body >= 0)
        draft_tree(s, describe_object_name(home, w, d->body));
    for (int i = 0; i < d->connector_count; i++)
        draft_tree(s, describe_connector(home, w, &d->connector[i]));
    if (is_vector(d)) {
        draft_vector(s, d->value[0], d->value[1], d->value[2]);
    } else if (strcmp(d->item.type.kind, "gravity") == 0) {
        draft_numbers(s, d->value, 3);
    } else {
        const char *const *words = options_of(d);
        for (int i = 0; words[i] != NULL; i++) {
            draft_word(s, words[i]);
            draft_number(s, d->value[i]);
        }
    }
    return s;
}

/* A force some of whose numbers were set: these as they are, the others as they were given. */
static struct statement *changed(struct document *home, const struct force_def *d)
{
    struct statement *s = describe_parse(home, d->head).at[0];
    const char *const *words = options_of(d);
    if (is_vector(d) || strcmp(d->item.type.kind, "gravity") == 0) {
        draft_vector(s, d->value[0], d->value[1], d->value[2]);
        return s;
    }
    for (int i = 0; words[i] != NULL; i++) {
        if (!d->changed[i] && d->value_text[i] == NULL)
            continue;
        draft_word(s, words[i]);
        if (d->changed[i])
            draft_number(s, d->value[i]);
        else
            draft_tree(s, describe_expression(home, d->value_text[i]));
    }
    return s;
}

struct statement *describe_force(struct document *home, const tn_world *w, int slot)
{
    bool on, any_changed = false;
    const struct force_def *d = world_force(w, slot, &on);
    if (world_force_gone(w, slot) || d->item.type.handle)
        return NULL;
    for (int k = 0; k < FORCE_VALUES; k++)
        any_changed = any_changed || d->changed[k];
    struct statement *s = d->item.text == NULL ? built(home, w, d)
                          : any_changed        ? changed(home, d)
                                               : describe_parse(home, d->item.text).at[0];
    if (statement_is_name(d->item.name) || d->item.type.has_interval || !on) {
        struct statement *block = draft_new(home, "force");
        if (statement_is_name(d->item.name))
            block->name = describe_full_name(home, d->item.name);
        draft_adopt(block, s);
        describe_interval(block, &d->item.type, on);
        s = block;
    }
    return world_force_present(w, slot) ? s : describe_birth(home, w, THING_FORCE, slot, s);
}
