/* numbers.c: the text of a number: the shortest that reads back, and where the numbers of a parameter stand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "source/source.h"

/* ---- writing ---- */

/* The value of a literal as the language reads it; NaN if it is none. */
static double literal_value(const char *text)
{
    struct arena arena = {0};
    struct diagnostics *d = diagnostics_new();
    struct reader r = {
        .arena = &arena, .diagnostics = d, .at = syntax_tokens(&arena, d, diagnostics_source(d, "", text)).at};
    const struct tree *t = syntax_expression(&r);
    double value = t != NULL && t->kind == TREE_NUMBER && r.at->kind == TOKEN_END ? t->number : NAN;
    diagnostics_free(d);
    arena_free(&arena);
    return value;
}

/* The unit of a literal: the letters at its end, unless they are its exponent. "" if it has none. */
static const char *unit_of(const char *literal)
{
    size_t n = strlen(literal);
    while (n > 0 &&
           ((literal[n - 1] >= 'a' && literal[n - 1] <= 'z') || (literal[n - 1] >= 'A' && literal[n - 1] <= 'Z')))
        n--;
    return n > 0 ? literal + n : "";
}

/* The shortest digits within the tolerance; false if none read back. */
static bool shortest(double value, double tolerance, const char *unit, double factor, char buffer[64])
{
    for (int digits = 1; digits <= 17; digits++) {
        char number[40];
        snprintf(number, sizeof number, "%.*g", digits, value / factor);
        double back = factor == 1 ? strtod(number, NULL) : NAN;
        if (factor == 1 && !(fabs(back - value) <= tolerance || back == value))
            continue;
        /* 1e+06 is written 1e6, and 120000 rather than 1.2e5 */
        syntax_number(strtod(number, NULL), number);
        snprintf(buffer, 64, "%s%s", number, unit);
        if (unit[0] != '\0')
            back = literal_value(buffer);
        if (fabs(back - value) <= tolerance || back == value)
            return true;
    }
    return false;
}

const char *number_text(double value, double tolerance, const char *literal, char buffer[64])
{
    const char *unit = unit_of(literal);
    value = value == 0 ? 0 : value; /* no -0 */
    if (unit[0] != '\0') {
        char *one = mem_print("1%s", unit);
        double factor = literal_value(one);
        mem_free(one);
        if (isfinite(factor) && factor != 0 && shortest(value, tolerance, unit, factor, buffer))
            return buffer;
    }
    if (!shortest(value, tolerance, "", 1, buffer))
        syntax_number(value, buffer);
    return buffer;
}

/* ---- finding ---- */

static bool is_bare(const struct tree *t) { return t->kind == TREE_NAME && t->count == 0; }

/* Does an argument stand for numbers? How many: a vector is three. References to objects are none. Names are numbers only
 * behind a word, or where nothing else can stand. */
static int numbers_in(const struct tree *t, bool names)
{
    switch (t->kind) {
    case TREE_NUMBER:
    case TREE_UNARY:
    case TREE_BINARY:
        return 1;
    case TREE_VECTOR:
        return 3;
    case TREE_NAME:
        return names ? 1 : 0;
    case TREE_CALL:
        return names || t->items[0]->kind == TREE_NAME ? 1 : 0;
    case TREE_MEMBER:
        return names ? 1 : 0;
    case TREE_STRING:
        return 0;
    }
    return 0;
}

/* Number `index` of the arguments from `first` up to `end`. */
static struct parameter_text number_in(const struct statement *s, int first, int end, int index, bool names)
{
    struct parameter_text out = {.in = s, .first = first, .count = end - first};
    for (int i = first; i < end; i++) {
        const struct tree *t = s->args[i];
        int n = numbers_in(t, names);
        if (index < n) {
            out.argument = t;
            out.tree = t->kind == TREE_VECTOR ? t->items[index] : t;
            return out;
        }
        index -= n;
    }
    return out;
}

/* Is it the word of an option: a name with a number behind it, or the last of a statement that has taken its arguments? */
static bool is_option(const struct statement *s, int i)
{
    const tn_kind *kind = tn_kind_find(s->word);
    if (i == 0 || !is_bare(s->args[i]))
        return false;
    for (const tn_parameter *p = kind != NULL ? kind->parameters : NULL; p != NULL && p->word != NULL; p++)
        if (!p->argument && strcmp(p->word, s->args[i]->text) == 0)
            return true;
    static const char *const words[] = {"min",   "max",       "bounce",  "motor", "speed", "angle",
                                        "limit", "stiffness", "damping", "rest",  "rate",  "friction",
                                        "scale", "color",     "margin",  "fov",   NULL};
    for (int k = 0; words[k] != NULL; k++)
        if (strcmp(words[k], s->args[i]->text) == 0)
            return true;
    return false;
}

static int option_end(const struct statement *s, int from)
{
    int end = from;
    while (end < s->arg_count && !is_option(s, end))
        end++;
    return end;
}

/* Among the options behind the arguments of a statement. */
static struct parameter_text option_in(const struct statement *s, const char *word, int index)
{
    for (int i = 0; i < s->arg_count; i++)
        if (is_bare(s->args[i]) && strcmp(s->args[i]->text, word) == 0 &&
            (i > 0 || strcmp(s->word, "motor") == 0 || strcmp(s->word, "contact") == 0 || strcmp(s->word, "drag") == 0))
            return number_in(s, i + 1, option_end(s, i + 1), index, true);
    return (struct parameter_text){.in = NULL};
}

/* The words whose arguments are numbers and nothing else. */
static bool only_numbers(const struct statement *s, const struct statement *around)
{
    return around != NULL && (strcmp(around->word, "object") == 0 || strcmp(around->word, "world") == 0 ||
                              strcmp(around->word, "compound") == 0 || constraint_find(s->word) == NULL);
}

/* The number of an option of a force, which are pairs of a word and a number. */
static struct parameter_text pair_in(const struct statement *s, int from, const char *word, int index)
{
    for (int i = from; i < s->arg_count; i += 2)
        if (is_bare(s->args[i]) && strcmp(s->args[i]->text, word) == 0)
            return number_in(s, i + 1, i + 1 < s->arg_count ? i + 2 : i + 1, index, true);
    return (struct parameter_text){.in = NULL};
}

/* In a statement of a kind whose table says where its numbers stand; false: it is no such statement. */
static bool find_by_kind(tn_source *s, const struct statement *st, const char *word, int index,
                         struct parameter_text *out)
{
    const tn_kind *kind = statement_kind(st->word);
    const tn_parameter *p = kind != NULL ? parameter_find(kind->parameters, word) : NULL;
    struct argument_slot slot;
    *out = (struct parameter_text){.in = NULL};
    if (p == NULL || p->down || (!p->argument && kind->group != TN_KIND_FORCE))
        return false;
    if (!argument_slot(s, st, p, &slot))
        return p->argument; /* it is not known where it stands */
    if (!p->argument)
        *out = pair_in(st, slot.used, word, index);
    else if (slot.count > 0)
        *out = number_in(st, slot.first, slot.first + slot.count, index, true);
    return true;
}

/* A size among the arguments of a shape, by its word: `length` of `rod 1 0.05`. Each takes one number. */
static bool find_size(const struct statement *shape, const char *word, int index, struct parameter_text *out)
{
    const tn_kind *kind = tn_kind_find(shape->word);
    if (kind == NULL || kind->group != TN_KIND_OBJECT || index > 0)
        return false;
    int place = 0;
    for (const tn_parameter *p = kind->parameters; p != NULL && p->word != NULL; p++) {
        if (!p->argument)
            continue;
        if (p->most != 1 || place >= shape->arg_count)
            return false;
        if (strcmp(p->word, word) == 0) {
            *out = number_in(shape, place, place + 1, 0, true);
            return true;
        }
        place++;
    }
    return false;
}

static struct parameter_text find_in_block(tn_source *s, const struct statement *block, const char *word, int index)
{
    for (int i = 0; i < block->child_count; i++) {
        const struct statement *child = block->children[i];
        if (strcmp(child->word, word) == 0 && child->kind != STATEMENT_BLOCK)
            return force_find(word) != NULL
                       ? number_find(s, child, word, index)
                       : number_in(child, 0, option_end(child, 0), index, only_numbers(child, block));
    }
    struct parameter_text size;
    for (int i = 0; strcmp(block->word, "object") == 0 && i < block->child_count; i++)
        if (block->children[i]->kind != STATEMENT_BLOCK && find_size(block->children[i], word, index, &size))
            return size;
    for (int i = 0; i < block->child_count; i++)
        if (block->children[i]->kind != STATEMENT_BLOCK) {
            struct parameter_text found = number_find(s, block->children[i], word, index);
            if (found.in != NULL)
                return found;
        }
    return (struct parameter_text){.in = NULL};
}

struct parameter_text number_find(tn_source *s, const struct statement *st, const char *word, int index)
{
    struct parameter_text found = {.in = NULL};
    if (index < 0)
        return found;
    if (word[0] == '\0')
        return st->arg_count > 0 ? number_in(st, 0, st->kind == STATEMENT_DEFINE ? 1 : st->arg_count, index,
                                             st->kind == STATEMENT_DEFINE)
                                 : found;
    if (st->kind == STATEMENT_BLOCK)
        return find_in_block(s, st, word, index);
    if (find_by_kind(s, st, word, index, &found))
        return found;
    if (strcmp(st->word, word) == 0)
        return number_in(st, 0, option_end(st, 0), index, force_find(word) != NULL && force_find(word)->in_world);
    if (strcmp(st->word, "variable") == 0 && strcmp(word, "value") == 0)
        return number_in(st, 1, option_end(st, 1), index, true);
    return option_in(st, word, index);
}

/* ---- the public face ---- */

static bool in_loop(const struct parsed *p, int number)
{
    for (int i = number; i >= 0; i = p->parent[i])
        if (p->at[i]->kind == STATEMENT_FOR)
            return true;
    return false;
}

tn_status tn_source_number(tn_source *s, const tn_place *at, const char *word, int index, tn_text_number *out)
{
    const struct statement *st = word != NULL && out != NULL && index >= 0 ? parsed_find(s, at, NULL) : NULL;
    if (st == NULL)
        return TN_WRONG_USE;
    struct parameter_text found = number_find(s, st, word, index);
    *out = (tn_text_number){.kind = TN_TEXT_NONE, .file = at->file, .value = NAN, .let = -1};
    if (found.in == NULL || found.count == 0)
        return TN_OK;
    struct span span;
    if (found.tree == NULL) { /* there are words, or fewer numbers */
        span = parsed_argument(s, found.in->args[found.first]);
        span.to = parsed_argument(s, found.in->args[found.first + found.count - 1]).to;
        out->kind = index == 0 ? TN_TEXT_EXPRESSION : TN_TEXT_NONE;
    } else {
        const struct statement *let = name_let(s, found.in, found.tree);
        span = found.tree == found.argument ? parsed_argument(s, found.tree) : parsed_tree(s, found.tree);
        out->kind = found.tree->kind == TREE_NUMBER ? TN_TEXT_LITERAL : TN_TEXT_EXPRESSION;
        if (found.tree->kind == TREE_NUMBER)
            out->value = found.tree->number;
        if (let != NULL && let->args[0]->kind == TREE_NUMBER) {
            struct span literal = parsed_tree(s, let->args[0]);
            out->kind = TN_TEXT_LET;
            out->value = let->args[0]->number;
            out->let = let->number;
            out->let_from = literal.from;
            out->let_to = literal.to;
        }
    }
    out->file = span.file;
    out->from = span.from;
    out->to = span.to;
    out->shared = in_loop(parsed_of(s), found.in->number);
    parsed_line(s, span.file, span.from, &out->line, &out->column);
    return TN_OK;
}
