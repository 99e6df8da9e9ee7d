/* make_contacts.c: contact exact friction 0.6 bounce 0.1 threshold 0.01; and contact between a b …; */
#include <string.h>

#include "model/model.h"
#include "object/material_words.h"

struct open_contact {
    struct reading *r;
    const struct statement *s;
    const struct env *env;
    struct contact_def def;
    bool has[CONTACT_WORDS];
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
    if (tree_is_word(o->s->args[2], "and")) {
        report(o->r, o->s->args[2]->place, NULL, "no 'and' here: contact between A B …;");
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

/* friction-rule RULE, bounce-rule RULE: of all bodies. */
static bool take_rule(struct open_contact *o, int *at, const tn_parameter *p, bool *has, tn_contact_mix *out)
{
    const struct tree *word = o->s->args[*at], *rule = *at + 1 < o->s->arg_count ? o->s->args[*at + 1] : NULL;
    const char *best = NULL;
    if (*has || o->def.a >= 0) {
        report(o->r, word->place, NULL,
               *has ? "'%s' of 'contact' is given twice" : "'%s' is for all bodies, not for two: contact %s …;",
               word->text, word->text);
        return false;
    }
    *has = true;
    for (int i = 0; rule != NULL && rule->kind == TREE_NAME && p->choices[i] != NULL; i++) {
        if (tree_is_word(rule, p->choices[i])) {
            *out = (tn_contact_mix)(TN_MIX_GEOMETRIC + i);
            *at += 2;
            return true;
        }
        names_offer(rule->text, p->choices[i], &best);
    }
    report(o->r, rule != NULL ? tree_place(rule) : word->place, best,
           "expected geometric, mean, min, max or product after '%s'", word->text);
    return false;
}

static bool take_word(struct open_contact *o, int *at, const tn_parameter *p)
{
    const int place = (int)(p - contact_parameters);
    double *const number[] = {&o->def.friction, &o->def.bounce, &o->def.rolling, &o->def.spinning, &o->def.threshold};
    if (place < CONTACT_NUMBERS)
        return take_number_of(o, at, p, &o->has[place], number[place]);
    if (place < CONTACT_WORDS)
        return take_rule(o, at, p, &o->has[place],
                         place == CONTACT_FRICTION_RULE ? &o->def.friction_rule : &o->def.bounce_rule);
    return take_flag(o, at);
}

/* The words that may stand here: "friction, bounce or off". */
static char *words_here(const struct open_contact *o)
{
    char *text = mem_text("");
    const tn_parameter *last = NULL;
    for (const tn_parameter *p = contact_parameters;; p++) {
        const bool rule = p->choices != NULL, off = p->word != NULL && strcmp(p->word, "off") == 0;
        if (p->word != NULL && (o->def.a >= 0 ? rule : off))
            continue;
        if (last != NULL) {
            char *longer = mem_print("%s%s%s", text,
                                     text[0] == '\0'   ? ""
                                     : p->word == NULL ? " or "
                                                       : ", ",
                                     last->word);
            mem_free(text);
            text = longer;
        }
        last = p;
        if (p->word == NULL)
            return text;
    }
}

static bool take_options(struct open_contact *o, int at)
{
    while (at < o->s->arg_count) {
        const struct tree *t = o->s->args[at];
        const char *best = tree_is_word(t, "restitution") || tree_is_word(t, "elasticity") ? "bounce" : NULL;
        const tn_parameter *p =
            t->kind == TREE_NAME && t->count == 0 ? parameter_find(contact_parameters, t->text) : NULL;
        if (p != NULL) {
            if (!take_word(o, &at, p))
                return false;
        } else {
            char *text = syntax_print(t, NULL, NULL), *words = words_here(o);
            for (int i = 0; t->kind == TREE_NAME && contact_parameters[i].word != NULL; i++)
                names_offer(t->text, contact_parameters[i].word, &best);
            if (t->kind == TREE_NAME)
                names_offer(t->text, "between", &best);
            if (names_get(&o->r->things, text) >= 0 || world_find_object(o->r->w, text) >= 0)
                report(o->r, tree_place(t), NULL, "contact of two objects alone is written contact between A B …;");
            else
                report(o->r, tree_place(t), best, "expected %s of 'contact', met '%.60s'", words, text);
            mem_free(words);
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
    parameter_standard(&contact_parameters[CONTACT_FRICTION], &o.def.friction);
    parameter_standard(&contact_parameters[CONTACT_BOUNCE], &o.def.bounce);
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
