/* constants.c: numbers and vectors that are known before anything moves: sizes, places, bounds, settings. */
#include <string.h>

#include "base/colors.h"
#include "model/formulas/meaning.h"

enum { SCRATCH_USES = 1000 };

/* A new sight for a constant; the scratch formula is cleared before it grows large, unless it is in use. */
static struct sight begin(struct reading *r, const struct env *env)
{
    if (++r->scratch_uses > SCRATCH_USES && r->scratch_depth == 0) {
        formula_free(r->scratch);
        r->scratch = formula_new();
        r->scratch_uses = 0;
    }
    r->scratch_depth++;
    return sight_begin(r, NULL, FOR_CONSTANT, env);
}

/* Writes a value that must be constant to out; false after a report. */
static bool settle(struct sight *s, const struct tree *t, const char *what, struct value v, int *count, double out[3])
{
    if (v.type == VALUE_ERROR)
        return false;
    if (v.type != VALUE_SCALAR && v.type != VALUE_VECTOR) {
        char *met = sight_describe(s, v, t);
        report(s->r, tree_place(t), NULL, "expected %s to be a number, met %s", what, met);
        mem_free(met);
        return false;
    }
    *count = v.type == VALUE_VECTOR ? 3 : 1;
    for (int k = 0; k < *count; k++) {
        if (!formula_is_constant(s->f, v.e[k], &out[k]))
            out[k] = formula_evaluate(s->f, v.e[k], NULL);
        if (!isfinite(out[k])) {
            report(s->r, tree_place(t), NULL, "expected %s to be finite, met %s", what,
                   isnan(out[k]) ? "a value that is not a number" : "an infinite value");
            return false;
        }
    }
    return true;
}

bool constant_value(struct reading *r, const struct tree *t, const struct env *env, const char *what, int *count,
                    double out[3])
{
    if (t->kind == TREE_NUMBER) {
        out[0] = t->number;
        *count = 1;
        return true;
    }
    struct sight s = begin(r, env);
    bool good = settle(&s, t, what, sight_value(&s, t), count, out);
    r->scratch_depth--;
    return good;
}

bool constant_number(struct reading *r, const struct tree *t, const struct env *env, const char *what, double *out)
{
    double v[3];
    int count;
    if (!constant_value(r, t, env, what, &count, v))
        return false;
    if (count != 1) {
        report(r, tree_place(t), NULL, "expected %s to be one number, met a vector", what);
        return false;
    }
    *out = v[0];
    return true;
}

/* ---- colours ---- */

/* Is the name a number or vector of the text? Then that counts. */
static bool is_value_name(const struct reading *r, const char *name, const struct env *env)
{
    const struct definition *d = reading_definition(r, name);
    for (const struct env *e = env; e != NULL; e = e->up)
        if (strcmp(e->name, name) == 0)
            return true;
    return d != NULL && (d->kind == DEFINE_LET || d->kind == DEFINE_NAIL);
}

int constant_color(struct reading *r, const struct tree *t, const struct env *env, double out[3])
{
    const char *best = NULL;
    if (t->kind == TREE_STRING && color_hex(t->text, out))
        return 1;
    if (t->kind == TREE_STRING) {
        bool named = color_named(t->text, out);
        report(r, t->place, NULL, "expected a colour like \"#ff8800\" or \"#f80\"%s%.40s%s",
               named ? "; a name has no quotes: write color " : ", met \"", t->text, named ? "" : "\"");
        return -1;
    }
    if (t->kind != TREE_NAME || t->count > 0 || is_value_name(r, t->text, env))
        return 0;
    if (color_named(t->text, out))
        return 1;
    for (int i = 0; i < r->definitions.count && !diagnostics_full(r->d); i++)
        if (r->definitions.at[i]->kind == DEFINE_LET)
            names_offer(t->text, r->definitions.at[i]->name, &best);
    color_offer(t->text, &best);
    report(r, t->place, best, "unknown colour '%.60s': expected three numbers, a name like red, or \"#ff8800\"",
           t->text);
    return -1;
}

/* color …; and set color NAME …; */
static bool takes_color(const struct statement *s, int first)
{
    return (first == 0 && strcmp(s->word, "color") == 0) ||
           (first == 2 && strcmp(s->word, "set") == 0 && tree_is_word(s->args[0], "color"));
}

int constant_list(struct reading *r, const struct statement *s, const struct env *env, int first, int most, double *out)
{
    int count = 0;
    for (int i = first; i < s->arg_count; i++) {
        double v[3];
        int n, color = i == first && takes_color(s, first) ? constant_color(r, s->args[i], env, v) : 0;
        if (color < 0)
            return -1;
        for (int k = 0; color > 0 && k < 3; k++, count++)
            if (count < most)
                out[count] = v[k];
        if (color > 0)
            continue;
        if (s->args[i]->kind == TREE_STRING) {
            report(r, s->args[i]->place, NULL, "expected a number after '%s', met a string", s->word);
            return -1;
        }
        if (s->args[i]->kind == TREE_NAME && s->args[i]->count == 0 && i > first &&
            !is_value_name(r, s->args[i]->text, env) && words_known(IN_OBJECT, s->args[i]->text)) {
            too_many(r, s, i, NULL);
            return -1;
        }
        if (!constant_value(r, s->args[i], env, s->word, &n, v))
            return -1;
        for (int k = 0; k < n; k++, count++)
            if (count < most)
                out[count] = v[k];
    }
    return count;
}

/* ---- lets and nails ---- */

/* Whether an expression is made of numbers, pi, loop variables and built-in functions only. */
static bool is_literal(const struct tree *t, const struct env *env)
{
    if (t->kind == TREE_STRING || t->kind == TREE_MEMBER)
        return false;
    if (t->kind == TREE_NAME) {
        if (t->count > 0)
            return false;
        if (strcmp(t->text, "pi") == 0)
            return true;
        for (const struct env *e = env; e != NULL; e = e->up)
            if (strcmp(e->name, t->text) == 0)
                return e->let == NULL;
        return false;
    }
    int first = 0;
    if (t->kind == TREE_CALL) {
        bool known = false;
        for (const struct builtin *b = formula_builtins(); b->name != NULL; b++)
            known = known || (t->items[0]->kind == TREE_NAME && strcmp(b->name, t->items[0]->text) == 0);
        if (!known)
            return false;
        first = 1;
    }
    for (int i = first; i < t->count; i++)
        if (!is_literal(t->items[i], env))
            return false;
    return true;
}

/* nail NAME x y z; or nail NAME (x, y, z); */
static bool nail_place(struct reading *r, struct definition *d)
{
    int n = constant_list(r, d->statement, d->env, 1, 3, d->value);
    if (n >= 0 && n != 3)
        report(r, d->statement->place, NULL, "the nail '%.60s' takes a place, 3 numbers or a vector; %d given", d->name,
               n);
    return n == 3;
}

/* Whether a constant of an earlier reading must be computed again: a let that it depends on may have changed. Lets of
 * the world and nails that were made are never stale. */
static bool is_stale(const struct reading *r, const struct definition *d)
{
    return d->known_in != r->number && d->kind == DEFINE_LET && d->let < 0;
}

bool definition_constant(struct reading *r, struct definition *d, bool quiet)
{
    if (d->constant >= CONSTANT_NUMBER && is_stale(r, d)) {
        d->constant = CONSTANT_UNKNOWN;
        d->tried = 0;
    }
    if (d->constant >= CONSTANT_NUMBER)
        return true;
    if (d->failed)
        return false;
    if (d->busy) {
        if (!quiet)
            report(r, d->place, NULL, "'%.60s' is defined in terms of itself", d->name);
        d->failed = d->failed || !(quiet || r->quiet);
        return false;
    }
    bool was_quiet = r->quiet, good;
    int known = 1 + r->declared.count;
    int height = d->body != NULL ? d->body->height : 10;
    if (quiet &&
        (d->tried == known || r->height + height > MOST_HEIGHT)) /* nothing new since the last try, or too deep */
        return false;
    int count = 3;
    r->quiet = r->quiet || quiet;
    d->busy = true;
    r->height += height;
    if (d->kind == DEFINE_NAIL) {
        good = nail_place(r, d);
        d->failed = !good && !r->quiet;
    } else { /* errors are reported where it is used, or at the end */
        struct sight s = begin(r, d->env);
        good = settle(&s, d->body, d->name, sight_value(&s, d->body), &count, d->value);
        r->scratch_depth--;
    }
    d->busy = false;
    r->height -= height;
    r->quiet = was_quiet;
    d->tried = known;
    if (!good)
        return false;
    d->constant = count == 3 ? CONSTANT_VECTOR : CONSTANT_NUMBER;
    d->known_in = r->number;
    if (d->kind == DEFINE_LET && count == 1 && !d->local && (d->changes || is_literal(d->body, d->env)))
        d->let = world_add_let(r->w, d->value[0]);
    return true;
}

void make_nail(struct reading *r, struct definition *d) { definition_constant(r, d, false); }
