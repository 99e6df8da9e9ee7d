/* make_skins.c: skin hide over a b c color 0.8 0.6 0.4 margin 0.01; */
#include <string.h>

#include "model/kinds.h"
#include "model/model.h"

enum { SKIN_NUMBERS = 4 }; /* color r g b, margin m */

struct open_skin {
    struct reading *r;
    const struct statement *s;
    const struct env *env;
    ARRAY(int) object;
    ARRAY(int) at; /* argument index of each */
    struct skin_def def;
};

/* The parameter whose word a tree is; NULL: none. */
static const tn_parameter *option_of(const struct tree *t)
{
    return t->kind == TREE_NAME && t->count == 0 ? parameter_find(skin_parameters, t->text) : NULL;
}

/* Reads the objects after `over`, up to the first option. */
static bool take_objects(struct open_skin *o, int *at)
{
    struct scope scope;
    bool good = true;
    scope_begin(&scope);
    struct sight look = sight_begin(o->r, &scope, FOR_ARGUMENT, o->env);
    look.root = &look;
    for (; good && *at < o->s->arg_count && option_of(o->s->args[*at]) == NULL; (*at)++) {
        struct slot slot = {.letter = 'A', .word = "a solid", .first = *at, .count = 1};
        int object = -1;
        slot.value = sight_value(&look, o->s->args[*at]);
        good = slot.value.type != VALUE_ERROR && slot_is_object(&look, o->s, &slot, false, &object);
        ARRAY_PUSH(&o->object, object);
        ARRAY_PUSH(&o->at, *at);
    }
    scope_end(&scope);
    return good;
}

/* Reads the numbers of an option, within the range of its table, and advances *at. */
static bool take_numbers(struct open_skin *o, int *at, const tn_parameter *p, double *out)
{
    char text[PARAMETER_TEXT];
    const struct tree *word = o->s->args[(*at)++];
    if (p->most == 3 && *at < o->s->arg_count && option_of(o->s->args[*at]) == NULL) { /* color red */
        int color = constant_color(o->r, o->s->args[*at], o->env, out);
        *at += color > 0;
        if (color != 0)
            return color > 0;
    }
    for (int k = 0; k < p->most; k++, (*at)++) {
        if (*at >= o->s->arg_count || option_of(o->s->args[*at]) != NULL) {
            report(o->r, word->place, NULL, "expected %s after '%s'", parameter_count_text(p, text), p->word);
            return false;
        }
        if (!constant_number(o->r, o->s->args[*at], o->env, p->word, &out[k]))
            return false;
        if (!parameter_allows(p, &out[k], 1)) {
            report(o->r, tree_place(o->s->args[*at]), NULL, "%s of a skin must %s, not %.12g", p->word,
                   parameter_must(p, text), out[k]);
            return false;
        }
    }
    return true;
}

static bool take_options(struct open_skin *o, int at)
{
    double value[SKIN_NUMBERS] = {0};
    bool given[SKIN_NUMBERS] = {false};
    while (at < o->s->arg_count) {
        const tn_parameter *p = option_of(o->s->args[at]);
        const int place = p != NULL ? parameter_place(skin_parameters, p) : 0;
        if (p == NULL) {
            char *text = syntax_print(o->s->args[at], NULL, NULL);
            report(o->r, tree_place(o->s->args[at]), NULL, "expected color or margin of 'skin', met '%.60s'", text);
            mem_free(text);
            return false;
        }
        if (given[place]) {
            report(o->r, o->s->args[at]->place, NULL, "'%s' of 'skin' is given twice", p->word);
            return false;
        }
        given[place] = true;
        if (!take_numbers(o, &at, p, value + place))
            return false;
    }
    o->def.has_color = given[0];
    o->def.color = v3(value[0], value[1], value[2]);
    o->def.margin = value[3];
    return true;
}

void make_skin(struct reading *r, struct instance *i)
{
    struct open_skin o = {.r = r, .s = i->s, .env = i->env};
    const struct statement *s = i->s;
    int at = 2, which;
    if (i->progress != NOT_MADE)
        return;
    i->progress = FAILED;
    if (s->arg_count < 2 || s->args[0]->kind != TREE_NAME || !tree_is_word(s->args[1], "over")) {
        report(r, s->place, NULL, "expected a name and the solids: skin NAME over A B …;");
        return;
    }
    const char *name = reading_full_name(r, s->args[0], i->env);
    if (name != NULL && take_objects(&o, &at) && take_options(&o, at)) {
        o.def.name = (char *)(uintptr_t)name;
        o.def.object = o.object.at;
        o.def.count = o.object.count;
        char *wrong = world_add_skin(r->w, &o.def, &which);
        if (wrong != NULL)
            report(r, which >= 0 ? tree_place(s->args[o.at.at[which]]) : s->place, NULL, "%s", wrong);
        i->progress = wrong == NULL ? MADE : FAILED;
        mem_free(wrong);
    }
    ARRAY_FREE(&o.object);
    ARRAY_FREE(&o.at);
}
