/* make_contacts.c: contact exact friction 0.6 bounce 0.1 threshold 0.01; and contact between a b …; */
#include <string.h>

#include "model/model.h"
#include "object/material_words.h"

struct open_contact {
    struct reading *r;
    const struct statement *s;
    const struct env *env;
    struct contact_def def;
    bool has[3]; /* friction, bounce, threshold */
};

/* between A B */
static bool take_pair(struct open_contact *o)
{
    struct scope scope;
    bool good = true;
    int *body[2] = {&o->def.a, &o->def.b};
    if (o->s->arg_count < 3) {
        report(o->r, o->s->args[0]->place, NULL, "expected two objects after 'between': contact between A B …;");
        return false;
    }
    scope_begin(&scope);
    struct sight look = sight_begin(o->r, &scope, FOR_ARGUMENT, o->env);
    look.root = &look;
    for (int i = 0; i < 2 && good; i++) {
        struct slot slot = {.letter = 'A', .word = "the object", .first = 1 + i, .count = 1};
        slot.value = sight_value(&look, o->s->args[1 + i]);
        good = slot.value.type != VALUE_ERROR && slot_is_object(&look, o->s, &slot, false, body[i]);
    }
    scope_end(&scope);
    if (good && o->def.a == o->def.b) {
        report(o->r, tree_place(o->s->args[2]), NULL, "contact: expected two different objects after 'between'");
        good = false;
    }
    return good;
}

static bool take_number_of(struct open_contact *o, int *at, const tn_parameter *p, bool *has, double *out)
{
    const struct tree *word = o->s->args[*at];
    if (*has) {
        report(o->r, word->place, NULL, "'%s' of 'contact' is given twice", word->text);
        return false;
    }
    *has = true;
    if (*at + 1 >= o->s->arg_count) {
        report(o->r, word->place, NULL, "expected a number after '%s'", word->text);
        return false;
    }
    if (!constant_number(o->r, o->s->args[*at + 1], o->env, word->text, out))
        return false;
    if (!parameter_allows(p, out, 1)) {
        char must[PARAMETER_TEXT];
        report(o->r, tree_place(o->s->args[*at + 1]), NULL, "%s must %s, not %.12g", p->word, parameter_must(p, must),
               *out);
        return false;
    }
    *at += 2;
    return true;
}

/* A word without a number: off of a pair; exact and fast, which choose the solver of all contacts. */
static bool take_flag(struct open_contact *o, int *at)
{
    const struct tree *t = o->s->args[*at];
    const bool off = strcmp(t->text, "off") == 0;
    if (off && o->def.a < 0) {
        report(o->r, t->place, NULL, "'off' needs a pair: contact between A B off;");
        return false;
    }
    if (off && *at + 1 < o->s->arg_count) {
        report(o->r, tree_place(o->s->args[*at + 1]), NULL, "expected nothing after 'off' of 'contact'");
        return false;
    }
    if (!off && o->def.way != TN_CONTACT_BY_COST) {
        report(o->r, t->place, NULL, "'contact' is either exact or fast, given once");
        return false;
    }
    o->def.off = off;
    if (!off)
        o->def.way = strcmp(t->text, "exact") == 0 ? TN_CONTACT_EXACT : TN_CONTACT_FAST;
    ++*at;
    return true;
}

static bool take_options(struct open_contact *o, int at)
{
    double *const number[] = {&o->def.friction, &o->def.bounce, &o->def.threshold};
    while (at < o->s->arg_count) {
        const struct tree *t = o->s->args[at];
        const char *best = NULL;
        const tn_parameter *p =
            t->kind == TREE_NAME && t->count == 0 ? parameter_find(contact_parameters, t->text) : NULL;
        if (p != NULL) {
            const int place = parameter_place(contact_parameters, p);
            if (p->most > 0 ? !take_number_of(o, &at, p, &o->has[place], number[place]) : !take_flag(o, &at))
                return false;
        } else {
            char *text = syntax_print(t, NULL, NULL);
            for (int i = 0; t->kind == TREE_NAME && contact_parameters[i].word != NULL; i++)
                names_offer(t->text, contact_parameters[i].word, &best);
            if (t->kind == TREE_NAME)
                names_offer(t->text, "between", &best);
            if (tree_is_word(t, "restitution") || tree_is_word(t, "elasticity"))
                best = "bounce";
            report(o->r, tree_place(t), best, "expected friction, bounce, threshold%s of 'contact', met '%.60s'",
                   o->def.a >= 0 ? ", exact, fast or off" : ", exact or fast", text);
            mem_free(text);
            return false;
        }
    }
    return true;
}

void make_contact(struct reading *r, struct instance *i)
{
    struct open_contact o = {.r = r, .s = i->s, .env = i->env, .def = {.a = -1, .b = -1, .threshold = -1}};
    int at = 0;
    parameter_standard(&contact_parameters[0], &o.def.friction);
    parameter_standard(&contact_parameters[1], &o.def.bounce);
    if (i->progress != NOT_MADE)
        return;
    i->progress = FAILED;
    if (i->s->arg_count > 0 && tree_is_word(i->s->args[0], "between")) {
        if (!take_pair(&o))
            return;
        at = 3;
    }
    if (!take_options(&o, at))
        return;
    world_add_contact(r->w, &o.def);
    i->progress = MADE;
}
