/* arguments.c: matches the arguments of a statement with the slots of its kind: points, directions, objects, numbers.
 *
 * The table of a kind has its slots, "A B P D | A B P Q D E". A vector slot takes one vector or three numbers, so the
 * number of arguments of a form depends on their values. Arguments are evaluated one by one from the left, never beyond
 * the end of a form, since the words that follow may be options.
 */
#include <string.h>

#include "model/formulas/meaning.h"

/* ---- words in a row of arguments ---- */

static bool is_declared(const struct sight *look, const char *name)
{
    struct value v;
    for (const struct binding *b = look->bound; b != NULL; b = b->up)
        if (strcmp(b->name, name) == 0)
            return true;
    for (const struct env *e = look->env; e != NULL; e = e->up)
        if (strcmp(e->name, name) == 0)
            return true;
    return names_get(&look->r->things, name) >= 0 || reading_definition(look->r, name) != NULL ||
           world_find_object(look->r->w, name) >= 0 || sight_relation(look, name, &v);
}

static bool begins_statement(const char *word)
{
    for (int where = IN_SCENE; where <= IN_AT; where++)
        if (words_known((enum where)where, word))
            return true;
    return false;
}

/* Does an argument begin a line with a word that begins a statement? Then a ';' was forgotten before it. */
static bool begins_next(const struct statement *s, int argument)
{
    const struct tree *t = s->args[argument];
    return t->kind == TREE_NAME && t->count == 0 && begins_statement(t->text) && tree_begins_line(t, s);
}

/* The place right after a tree. */
static struct place behind(const struct tree *t)
{
    struct place p = tree_place(t);
    p.column += p.length;
    p.length = 1;
    return p;
}

void too_many(struct reading *r, const struct statement *s, int used, const char *takes)
{
    const struct tree *t = s->args[used];
    char *text = syntax_print(t, NULL, NULL);
    if (begins_next(s, used))
        report(r, used > 0 ? behind(s->args[used - 1]) : s->place, NULL,
               "expected ';' before '%.60s', which begins the next statement", t->text);
    else
        report(r, tree_place(t), NULL, "expected ';' instead of '%.60s': '%s' takes no more%s%s%s", text, s->word,
               takes != NULL ? " (" : "", takes != NULL ? takes : "", takes != NULL ? ")" : "");
    mem_free(text);
}

/* ---- forms of usage ---- */

/* The next of the forms of `arguments`; false if there is none. Advances *arguments. */
static bool next_form(const char **arguments, struct slots *out)
{
    const char *at = *arguments;
    char word[KIND_WORD];
    *out = (struct slots){.count = 0};
    at += strspn(at, " |");
    if (*at == '\0')
        return false;
    while (kind_next(&at, word)) {
        if (out->count == MOST_SLOTS)
            continue;
        struct slot *slot = &out->at[out->count++];
        memcpy(slot->word, word, strnlen(word, sizeof slot->word - 1)); /* the rest is zero */
        slot->letter = kind_letter(slot->word);
    }
    *arguments = at;
    return true;
}

enum outcome { FITS, TOO_SHORT, TOO_LONG, HALF_VECTOR, WRONG };

struct fitting {
    struct sight *look;
    const struct statement *s;
    const char *const *options;
    bool open; /* unknown words may be misspelt options, which are reported later */
    struct value *value;
    bool *known;
};

static bool is_option(const struct fitting *f, int i)
{
    const struct tree *t = f->s->args[i];
    if (t->kind != TREE_NAME || t->count > 0)
        return false;
    for (const char *const *o = f->options; o != NULL && *o != NULL; o++)
        if (strcmp(*o, t->text) == 0)
            return true;
    return false;
}

static struct value value_of(struct fitting *f, int i)
{
    if (!f->known[i])
        f->value[i] = sight_value(f->look, f->s->args[i]);
    f->known[i] = true;
    return f->value[i];
}

/* A word that can only be the start of the next statement, or an option. */
static bool ends_here(struct fitting *f, int i)
{
    const struct tree *t = f->s->args[i];
    if (i >= f->s->arg_count || (is_option(f, i) && !is_declared(f->look, t->text)))
        return true;
    return t->kind == TREE_NAME && t->count == 0 && begins_statement(t->text) && !is_declared(f->look, t->text) &&
           tree_begins_line(t, f->s);
}

static bool is_open(const struct fitting *f, int i)
{
    const struct tree *t = f->s->args[i];
    return f->open && t->kind == TREE_NAME && t->count == 0 && !is_declared(f->look, t->text);
}

/* Puts arguments into the slots of one form. */
static enum outcome fit(struct fitting *f, struct slots *form, int *numbers)
{
    int i = 0;
    for (int k = 0; k < form->count; k++) {
        struct slot *slot = &form->at[k];
        slot->first = i;
        form->used = i;
        form->filled = k;
        if (i >= f->s->arg_count || (slot->letter != 'w' && ends_here(f, i)))
            return TOO_SHORT;
        if (slot->letter == 'w') {
            if (!tree_is_word(f->s->args[i], slot->word))
                return TOO_LONG;
            slot->count = 1;
            i++;
            continue;
        }
        slot->value = value_of(f, i);
        if (slot->value.type == VALUE_ERROR)
            return WRONG;
        slot->count = 1;
        if (strchr("PDF", slot->letter) != NULL && slot->value.type == VALUE_SCALAR) {
            struct value v = {.type = VALUE_VECTOR};
            for (slot->count = 0; slot->count < 3; slot->count++) {
                int n = i + slot->count;
                if (n >= f->s->arg_count || ends_here(f, n) || value_of(f, n).type != VALUE_SCALAR)
                    break;
                v.e[slot->count] = f->value[n].e[0];
            }
            *numbers = slot->count;
            if (slot->count < 3)
                return i + slot->count < f->s->arg_count && f->known[i + slot->count] &&
                               f->value[i + slot->count].type == VALUE_ERROR
                           ? WRONG
                           : HALF_VECTOR;
            slot->value = v;
        }
        i += slot->count;
    }
    form->used = i;
    return i == f->s->arg_count || is_option(f, i) || is_open(f, i) ? FITS : TOO_LONG;
}

/* ---- no form fits ---- */

static void count_forms(const char *arguments, char text[40])
{
    struct slots form;
    int counts[4], n = 0;
    text[0] = '\0';
    while (n < 4 && next_form(&arguments, &form))
        counts[n++] = form.count;
    for (int i = 0; i < n; i++) {
        size_t end = strlen(text);
        snprintf(text + end, 40 - end, "%s%d", i == 0 ? "" : " or ", counts[i]);
    }
}

static void complain_count(struct fitting *f, const char *arguments, const struct slots *best, enum outcome outcome)
{
    const struct statement *s = f->s;
    char counts[40], usage[KIND_USAGE];
    count_forms(arguments, counts);
    if (outcome == TOO_LONG) {
        const struct tree *t = s->args[best->used];
        if (t->kind == TREE_NAME && t->count == 0 && begins_statement(t->text) && !is_declared(f->look, t->text)) {
            if (tree_begins_line(t, s))
                too_many(f->look->r, s, best->used, NULL);
            else
                report(f->look->r, t->place, NULL,
                       "'%s' is not part of this short form: expected ';', or a block 'constraint: %s …; %s …; end'",
                       t->text, s->word, t->text);
            return;
        }
    }
    int given = best->count, k;
    for (k = 0; k < best->count && best->at[k].count > 0; k++)
        continue;
    given = outcome == TOO_LONG ? best->count + s->arg_count - best->used : k;
    struct place p = outcome == TOO_LONG ? tree_place(s->args[best->used]) : s->place;
    report(f->look->r, p, NULL, "%s takes %s argument%s, %d given (%s)", s->word, counts,
           strcmp(counts, "1") == 0 ? "" : "s", given, kind_statement(s->word, arguments, usage));
}

bool slots_fit(struct sight *look, const struct statement *s, const char *arguments, const char *const *options,
               struct slots *out)
{
    struct fitting f = {.look = look, .s = s, .options = options};
    f.value = MEM_ARRAY(struct value, s->arg_count + 1);
    f.known = MEM_ARRAY(bool, s->arg_count + 1);
    f.open = force_find(s->word) != NULL && options != NULL;
    struct slots form, best = {.count = 0};
    enum outcome outcome = WRONG, now = WRONG;
    const char *rest = arguments;
    int numbers = 0;
    bool first = true;
    while (now != FITS && next_form(&rest, &form)) {
        now = fit(&f, &form, &numbers);
        /* messages are about the first form, unless a later one fits or uses more arguments */
        if (first || now == FITS || (form.used > best.used && now != WRONG)) {
            best = form;
            outcome = now;
        }
        first = false;
        if (now == WRONG)
            break;
    }
    if (now == WRONG)
        outcome = WRONG;
    switch (outcome) {
    case FITS:
        *out = best;
        break;
    case WRONG: /* reported */
        break;
    case HALF_VECTOR:
        report(look->r, tree_place(s->args[best.used]), NULL,
               "expected three numbers or a vector for %s of %s, met %d number%s", best.at[best.filled].word, s->word,
               numbers, numbers == 1 ? "" : "s");
        break;
    case TOO_SHORT:
    case TOO_LONG:
        complain_count(&f, arguments, &best, outcome);
        break;
    }
    mem_free(f.value);
    mem_free(f.known);
    return outcome == FITS;
}

/* ---- types of slots ---- */

static bool wrong_slot(struct sight *look, const struct statement *s, const struct slot *slot, const char *wanted,
                       const char *hint)
{
    char *met = sight_describe(look, slot->value, s->args[slot->first]);
    report(look->r, tree_place(s->args[slot->first]), NULL, "%s: expected %s for %s, met %s%s", s->word, wanted,
           slot->word, met, hint);
    mem_free(met);
    return false;
}

bool slot_is_point(struct sight *look, const struct statement *s, const struct slot *slot)
{
    struct connector c;
    if (slot->value.type != VALUE_VECTOR) {
        bool object = slot->value.type == VALUE_THING && slot->value.thing == THING_OBJECT;
        char *hint =
            object ? mem_print("; one of its points is %.60s.center", world_object_name(look->r->w, slot->value.index))
                   : mem_text("");
        wrong_slot(look, s, slot, "a point", hint);
        mem_free(hint);
        return false;
    }
    if (sight_connector(look, slot->value, &c) && c.type == CONNECTOR_DIRECTION)
        return wrong_slot(look, s, slot, "a point", "");
    return true;
}

bool slot_is_direction(struct sight *look, const struct statement *s, const struct slot *slot)
{
    struct connector c;
    if (slot->value.type != VALUE_VECTOR) {
        bool object = slot->value.type == VALUE_THING && slot->value.thing == THING_OBJECT;
        char *hint =
            object ? mem_print("; one of its directions is %.60s.z", world_object_name(look->r->w, slot->value.index))
                   : mem_text("");
        wrong_slot(look, s, slot, "a direction", hint);
        mem_free(hint);
        return false;
    }
    if (!sight_connector(look, slot->value, &c))
        return true;
    if (c.type == CONNECTOR_POINT)
        return wrong_slot(look, s, slot, "a direction", "");
    if (c.type == CONNECTOR_CONSTANT && v3_norm(c.local) == 0) {
        report(look->r, tree_place(s->args[slot->first]), NULL, "%s: the direction %s must not be zero", s->word,
               slot->word);
        return false;
    }
    return true;
}

bool slot_is_object(struct sight *look, const struct statement *s, const struct slot *slot, bool world, int *body)
{
    *body = -1;
    if (slot->value.type == VALUE_THING && slot->value.thing == THING_OBJECT) {
        *body = slot->value.index;
        return true;
    }
    if (world && slot->value.type == VALUE_THING && slot->value.thing == THING_WORLD)
        return true;
    return wrong_slot(look, s, slot, world ? "an object or world" : "an object", "");
}

/* A time source has a separate formula, of t and lets alone. */
int slot_source(struct sight *look, const struct statement *s, const struct slot *slot)
{
    struct scope scope;
    struct value v;
    int at = slot->first, source = -1;
    scope_begin(&scope);
    struct sight own = sight_begin(look->r, &scope, FOR_PATH, look->env);
    if (take_vector(&own, s, &at, slot->word, &v))
        source = world_add_source(look->r->w, &scope, v.e);
    scope_end(&scope);
    return source;
}

/* ---- options ---- */

bool take_number(struct sight *look, const struct statement *s, int *at, const char *what, struct value *out)
{
    if (*at >= s->arg_count) {
        report(look->r, behind(s->args[*at - 1]), NULL, "expected a number after '%s'", what);
        return false;
    }
    const struct tree *t = s->args[(*at)++];
    *out = sight_value(look, t);
    if (out->type == VALUE_ERROR)
        return false;
    if (out->type != VALUE_SCALAR) {
        char *met = sight_describe(look, *out, t);
        report(look->r, tree_place(t), NULL, "expected a number after '%s', met %s", what, met);
        mem_free(met);
        return false;
    }
    return true;
}

bool take_vector(struct sight *look, const struct statement *s, int *at, const char *what, struct value *out)
{
    if (*at >= s->arg_count) {
        report(look->r, *at > 0 ? behind(s->args[*at - 1]) : s->place, NULL,
               "expected a vector or three numbers after '%s'", what);
        return false;
    }
    int first = *at;
    *out = sight_value(look, s->args[(*at)++]);
    if (out->type == VALUE_VECTOR || out->type == VALUE_ERROR)
        return out->type == VALUE_VECTOR;
    node e[3] = {out->e[0], 0, 0};
    bool good = out->type == VALUE_SCALAR;
    for (int k = 1; k < 3 && good; k++) {
        if (*at < s->arg_count && begins_next(s, *at)) {
            too_many(look->r, s, *at, NULL);
            return false;
        }
        good = *at < s->arg_count && !(s->args[*at]->kind == TREE_NAME && !is_declared(look, s->args[*at]->text));
        if (!good)
            break;
        struct value v = sight_value(look, s->args[(*at)++]);
        if (v.type == VALUE_ERROR)
            return false;
        good = v.type == VALUE_SCALAR;
        e[k] = v.e[0];
    }
    if (!good) {
        const bool object = out->type == VALUE_THING && out->thing == THING_OBJECT;
        char *met = syntax_print(s->args[first], NULL, NULL);
        report(look->r, tree_place(s->args[first]), NULL, "expected a vector or three numbers for the %s%s%.60s%s",
               what, object ? "; the place of '" : "", object ? met : "", object ? "' is its .center" : "");
        mem_free(met);
        return false;
    }
    *out = (struct value){.type = VALUE_VECTOR, .e = {e[0], e[1], e[2]}};
    return true;
}

/* ---- blocks ---- */

bool block_once(struct reading *r, const struct statement *s, int *line)
{
    bool has_place = s->place.line > 0; /* definitions of a program have none */
    if (*line > 0 && has_place)
        report(r, s->place, NULL, "'%s' is given twice in this block, first in line %d", s->word, *line);
    else if (*line > 0)
        report(r, s->place, NULL, "'%s' is given twice in this block", s->word);
    if (*line > 0)
        return false;
    *line = has_place ? s->place.line : 1;
    return true;
}

void block_off(struct reading *r, struct block *b, const struct statement *s)
{
    if (s->arg_count > 0) {
        too_many(r, s, 0, "it means that its block starts switched off");
        b->good = false;
    }
    b->item.off = true;
}

void block_during(struct reading *r, struct block *b, const struct statement *s, const struct env *env)
{
    double v[2];
    int n = constant_list(r, s, env, 0, 2, v);
    b->good = b->good && n == 2;
    if (n >= 0 && n != 2)
        report(r, s->place, NULL, "during takes 2 times, when it begins and when it ends; %d given", n);
    if (n != 2)
        return;
    if (!(v[0] < v[1])) {
        report(r, s->place, NULL, "during must end after it begins, not from %.12g to %.12g", v[0], v[1]);
        b->good = false;
    }
    b->item.type.has_interval = true;
    b->item.type.from = v[0];
    b->item.type.to = v[1];
}
