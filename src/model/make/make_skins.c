/* make_skins.c: skin hide over a b c color 0.8 0.6 0.4 margin 0.01; */
#include <string.h>

#include "model/model.h"

struct open_skin {
    struct reading *r;
    const struct statement *s;
    const struct env *env;
    ARRAY(int) object;
    ARRAY(int) at; /* where each stands among the arguments */
    bool has_margin;
    struct skin_def def;
};

static bool is_option(const struct tree *t) { return tree_is_word(t, "color") || tree_is_word(t, "margin"); }

/* The objects behind `over`, up to the first option. */
static bool take_objects(struct open_skin *o, int *at)
{
    struct scope scope;
    bool good = true;
    scope_begin(&scope);
    struct sight look = sight_begin(o->r, &scope, FOR_ARGUMENT, o->env);
    look.root = &look;
    for (; good && *at < o->s->arg_count && !is_option(o->s->args[*at]); (*at)++) {
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

static bool twice(struct open_skin *o, const struct tree *word)
{
    report(o->r, word->place, NULL, "'%s' of 'skin' is given twice", word->text);
    return false;
}

static bool take_color(struct open_skin *o, int *at)
{
    double c[3];
    const struct tree *word = o->s->args[*at];
    if (o->def.has_color)
        return twice(o, word);
    for (int k = 0; k < 3; k++) {
        if (*at + 1 + k >= o->s->arg_count || is_option(o->s->args[*at + 1 + k])) {
            report(o->r, word->place, NULL, "expected red, green and blue behind 'color', between 0 and 1");
            return false;
        }
        if (!constant_number(o->r, o->s->args[*at + 1 + k], o->env, "color", &c[k]))
            return false;
    }
    o->def.has_color = true;
    o->def.color = v3(c[0], c[1], c[2]);
    *at += 4;
    return true;
}

static bool take_margin(struct open_skin *o, int *at)
{
    const struct tree *word = o->s->args[*at];
    if (o->has_margin)
        return twice(o, word);
    o->has_margin = true;
    if (*at + 1 >= o->s->arg_count) {
        report(o->r, word->place, NULL, "expected a length behind 'margin'");
        return false;
    }
    if (!constant_number(o->r, o->s->args[*at + 1], o->env, "margin", &o->def.margin))
        return false;
    *at += 2;
    return true;
}

static bool take_options(struct open_skin *o, int at)
{
    while (at < o->s->arg_count) {
        const struct tree *t = o->s->args[at];
        if (tree_is_word(t, "color") ? !take_color(o, &at) : tree_is_word(t, "margin") ? !take_margin(o, &at) : false)
            return false;
        if (at < o->s->arg_count && !is_option(o->s->args[at])) {
            char *text = syntax_print(o->s->args[at], NULL, NULL);
            report(o->r, tree_place(o->s->args[at]), NULL, "expected color or margin of 'skin', met '%.60s'", text);
            mem_free(text);
            return false;
        }
    }
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
