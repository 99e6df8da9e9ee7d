/* argument_slots.c: which arguments of a constraint or a force stand for which slot of its kind, by the text alone.
 *
 * The reader knows the value of each argument (model/formulas/arguments.c). Here there may be no world, so an argument is
 * a number, one of anything else, or not known; a slot for a vector takes three numbers or one argument. A form fits if
 * it uses all the arguments in front of the options, which leaves one reading in all but odd cases.
 */
#include <string.h>

#include "constraint/constraint.h"
#include "force/force.h"
#include "source/source.h"

enum value_form { FORM_NUMBER, FORM_OTHER, FORM_UNKNOWN };
enum { DEEPEST = 32 }; /* lets of lets */

static enum value_form form_of(tn_source *s, const struct statement *in, const struct tree *t, int depth);

static enum value_form form_of_name(tn_source *s, const struct statement *in, const struct tree *t, int depth)
{
    const struct statement *let = name_let(s, in, t);
    if (let != NULL)
        return form_of(s, let, let->args[0], depth);
    const struct parsed *p = parsed_of(s);
    for (int i = in->number; t->count == 0 && i >= 0; i = p->parent[i])
        if (p->at[i]->kind == STATEMENT_FOR && strcmp(p->at[i]->name->text, t->text) == 0)
            return FORM_NUMBER;
    return FORM_UNKNOWN;
}

static enum value_form form_of_two(char sign, enum value_form a, enum value_form b)
{
    switch (sign) {
    case '+':
    case '-':
        return a != FORM_UNKNOWN ? a : b;
    case '*':
        return a == FORM_NUMBER ? b : b == FORM_NUMBER ? a : FORM_UNKNOWN;
    case '/':
        return a;
    default:
        return FORM_NUMBER;
    }
}

static enum value_form form_of(tn_source *s, const struct statement *in, const struct tree *t, int depth)
{
    if (depth > DEEPEST)
        return FORM_UNKNOWN;
    switch (t->kind) {
    case TREE_NUMBER:
        return FORM_NUMBER;
    case TREE_VECTOR:
    case TREE_STRING:
        return FORM_OTHER;
    case TREE_NAME:
        return form_of_name(s, in, t, depth + 1);
    case TREE_UNARY:
        return form_of(s, in, t->items[0], depth + 1);
    case TREE_BINARY:
        return form_of_two(t->sign, form_of(s, in, t->items[0], depth + 1), form_of(s, in, t->items[1], depth + 1));
    case TREE_CALL:
    case TREE_MEMBER:
        return FORM_UNKNOWN;
    }
    return FORM_UNKNOWN;
}

bool argument_is_number(tn_source *s, const struct statement *in, const struct tree *t)
{
    return form_of(s, in, t, 0) == FORM_NUMBER;
}

struct fit {
    tn_source *s;
    const struct statement *st;
    const tn_parameter *parameters;
    const char *symbol; /* of the slot that is asked for; NULL: none */
    struct argument_slot out;
};

static bool is_word(const struct tree *t, const char *word)
{
    return t->kind == TREE_NAME && t->count == 0 && strcmp(t->text, word) == 0;
}

/* Does an option begin here, or the statement end? */
static bool ends_at(const struct fit *f, int i)
{
    if (i >= f->st->arg_count)
        return true;
    const struct tree *t = f->st->args[i];
    const tn_parameter *p = t->kind == TREE_NAME && t->count == 0 ? parameter_find(f->parameters, t->text) : NULL;
    return p != NULL && !p->argument && name_let(f->s, f->st, t) == NULL;
}

/* The slots of a form from `at` on, which take the arguments from i on. */
static bool fit_form(struct fit *f, const char *at, int i)
{
    char word[KIND_WORD];
    if (!kind_next(&at, word)) {
        f->out.used = i;
        return ends_at(f, i);
    }
    if (ends_at(f, i))
        return false;
    const char letter = kind_letter(word);
    const enum value_form value = form_of(f->s, f->st, f->st->args[i], 0);
    const bool vector = strchr("PDF", letter) != NULL;
    for (int n = 1; n <= 3; n += 2) {
        bool can = n == 1 ? !(vector && value == FORM_NUMBER) : vector && value != FORM_OTHER;
        can = can && (letter != 'w' || is_word(f->st->args[i], word));
        for (int k = 1; k < n && can; k++)
            can = !ends_at(f, i + k) && form_of(f->s, f->st, f->st->args[i + k], 0) != FORM_OTHER;
        if (!can || !fit_form(f, at, i + n))
            continue;
        if (f->symbol != NULL && strcmp(f->symbol, word) == 0) {
            f->out.first = i;
            f->out.count = n;
        }
        return true;
    }
    return false;
}

const tn_kind *statement_kind(const char *word)
{
    const struct constraint_class *constraint = constraint_find(word);
    const struct force_class *force = force_find(word);
    if (constraint != NULL)
        return &constraint->kind;
    return force != NULL && force->source == FORCE_OF_NUMBERS ? &force->kind : NULL;
}

bool argument_slot(tn_source *s, const struct statement *st, const tn_parameter *p, struct argument_slot *out)
{
    const tn_kind *kind = statement_kind(st->word);
    if (kind == NULL || (p != NULL && p->down))
        return false;
    *out = (struct argument_slot){.used = 0};
    if (strcmp(kind->arguments, FORCE_ON_ONE_OR_ALL) == 0) {
        out->used = st->arg_count > 1 && is_word(st->args[0], "on") ? 2 : 0;
        return true;
    }
    struct fit f = {.s = s, .st = st, .parameters = kind->parameters, .symbol = p != NULL ? p->symbol : NULL};
    for (const char *form = kind->arguments; form != NULL; form = strchr(form, '|')) {
        form += strspn(form, " |");
        f.out = (struct argument_slot){.used = 0};
        if (fit_form(&f, form, 0)) {
            *out = f.out;
            return true;
        }
    }
    return false;
}
