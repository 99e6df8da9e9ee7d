/* describe_forces.c: forces as definitions; see describe.h. */
#include <string.h>

#include "model/describe/describe.h"

/* A force that a program made through the typed interface. */
static struct statement *built(struct document *home, const tn_world *w, const struct force_def *d)
{
    const tn_kind *kind = &d->class->kind;
    struct statement *s = draft_new(home, kind->name);
    if (d->body >= 0 && strcmp(kind->arguments, FORCE_ON_ONE_OR_ALL) == 0)
        draft_word(s, "on");
    if (d->body >= 0)
        draft_tree(s, describe_object_name(home, w, d->body));
    for (int i = 0; i < d->connector_count; i++)
        draft_tree(s, describe_connector(home, w, &d->connector[i]));
    for (const tn_parameter *p = kind->parameters; p != NULL && p->word != NULL; p++) {
        const double *value = d->value + parameter_place(kind->parameters, p);
        if (!p->argument)
            draft_word(s, p->word);
        if (p->argument)
            draft_vector(s, value[0], value[1], value[2]);
        else
            draft_numbers(s, value, p->most);
    }
    return s;
}

/* A vector as it was given, in one argument or in three. */
static void given_vector(struct statement *s, const char *word, const char *text)
{
    char *whole = mem_print("%s %s", word, text);
    const struct statement *given = describe_parse(s->home, whole).at[0];
    for (int i = 0; i < given->arg_count; i++)
        draft_tree(s, given->args[i]);
    mem_free(whole);
}

/* A force some of whose numbers were set: these have their present values, the others are as given. */
static struct statement *changed(struct document *home, const struct force_def *d)
{
    const tn_kind *kind = &d->class->kind;
    struct statement *s = describe_parse(home, d->head).at[0];
    for (const tn_parameter *p = kind->parameters; p != NULL && p->word != NULL; p++) {
        const int place = parameter_place(kind->parameters, p);
        if (!d->changed[place] && d->value_text[place] == NULL)
            continue;
        if (!p->argument)
            draft_word(s, p->word);
        if (!d->changed[place] && p->argument)
            given_vector(s, kind->name, d->value_text[place]);
        else if (!d->changed[place])
            draft_tree(s, describe_expression(home, d->value_text[place]));
        else if (p->argument)
            draft_vector(s, d->value[place], d->value[place + 1], d->value[place + 2]);
        else
            draft_numbers(s, d->value + place, p->most);
    }
    return s;
}

struct statement *describe_force(struct document *home, const tn_world *w, int slot)
{
    bool on, any_changed = false;
    const struct force_def *d = world_force(w, slot, &on);
    if (world_force_gone(w, slot) || d->item.type.handle || world_force_hooked(w, slot))
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
