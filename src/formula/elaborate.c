/* elaborate.c: gives an expression tree its meaning: a number, a vector, a condition or a thing defined by the caller.
 *
 * Every part is checked even after an error in another, so that all errors of a formula are reported; what depends on a
 * part with an error is an error without a further message. Trees are at most SYNTAX_HEIGHT high, so recursion is safe.
 */
#include "formula/elaborate.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/memory.h"
#include "base/names.h"
#include "formula/units.h"

static struct value elaborate(const struct elaboration *e, const struct tree *t);

static const struct value failed = {.type = VALUE_ERROR};

struct value elaborate_error(const struct elaboration *e, struct place p, const char *near, const char *format, ...)
{
    char message[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (e->r->error != NULL)
        e->r->error(e->r->ctx, p, near, message);
    else if (e->r->diagnostics != NULL)
        diagnostics_error(e->r->diagnostics, p, near, "%s", message);
    return failed;
}

struct value elaborate_scalar(node a) { return (struct value){.type = VALUE_SCALAR, .e = {a}}; }
struct value elaborate_vector(node x, node y, node z) { return (struct value){.type = VALUE_VECTOR, .e = {x, y, z}}; }
static struct value condition(node a) { return (struct value){.type = VALUE_CONDITION, .e = {a}}; }

struct elaborate_word elaborate_describe(struct value v, const struct tree *t)
{
    struct elaborate_word word = {""};
    const char *kind = v.type == VALUE_SCALAR ? "a number" : v.type == VALUE_VECTOR ? "a vector" : "a condition";
    snprintf(word.text, sizeof word.text, "%s", kind);
    if (v.type == VALUE_THING) {
        char *text = syntax_print(t, NULL, NULL);
        snprintf(word.text, sizeof word.text, "'%.60s'", text);
        mem_free(text);
    }
    return word;
}

/* ---- operators ---- */

/* An operand of + - * / ^ and of comparisons: a number or a vector. */
static bool is_operand(const struct elaboration *e, const struct tree *t, struct value v)
{
    if (v.type == VALUE_CONDITION)
        elaborate_error(
            e, t->place, NULL,
            "expected a number or a vector, met a condition; to choose between two write if(condition, a, b)");
    if (v.type == VALUE_THING)
        elaborate_error(e, t->place, NULL,
                        "expected a number or a vector, met %s; write a point, a direction or a number of it",
                        elaborate_describe(v, t).text);
    return v.type == VALUE_SCALAR || v.type == VALUE_VECTOR;
}

static struct value componentwise(struct formula *f, enum operation op, struct value a, struct value b)
{
    struct value v = a;
    for (int i = 0; i < (a.type == VALUE_VECTOR ? 3 : 1); i++)
        v.e[i] = formula_binary(f, op, a.e[i], b.e[i]);
    return v;
}

static struct value scale(struct formula *f, enum operation op, struct value v, struct value s)
{
    for (int i = 0; i < 3; i++)
        v.e[i] = formula_binary(f, op, v.e[i], s.e[0]);
    return v;
}

static struct value compare(const struct elaboration *e, const struct tree *t, struct value a, struct value b)
{
    node x = a.e[0], y = b.e[0];
    if (a.type == VALUE_VECTOR || b.type == VALUE_VECTOR)
        return elaborate_error(e, t->place, NULL,
                               "expected numbers to compare, met %s; compare components, or norm(a - b)",
                               a.type == b.type ? "two vectors" : "a vector");
    switch (t->sign) {
    case '<':
        return condition(formula_binary(e->f, OP_LESS, x, y));
    case '>':
        return condition(formula_binary(e->f, OP_LESS, y, x));
    case 'l':
        return condition(formula_binary(e->f, OP_LESS_EQUAL, x, y));
    case 'g':
        return condition(formula_binary(e->f, OP_LESS_EQUAL, y, x));
    case 'e':
        return condition(formula_binary(e->f, OP_EQUAL, x, y));
    }
    return condition(formula_binary(e->f, OP_NOT_EQUAL, x, y));
}

static struct value sum(const struct elaboration *e, const struct tree *t, struct value a, struct value b)
{
    bool plus = t->sign == '+';
    if (a.type == b.type)
        return componentwise(e->f, plus ? OP_ADD : OP_SUBTRACT, a, b);
    if (plus)
        return elaborate_error(e, t->place, NULL, "cannot add a number and a vector");
    return elaborate_error(e, t->place, NULL, "cannot subtract %s",
                           a.type == VALUE_VECTOR ? "a number from a vector" : "a vector from a number");
}

static struct value product(const struct elaboration *e, const struct tree *t, struct value a, struct value b)
{
    bool times = t->sign == '*';
    enum operation op = times ? OP_MULTIPLY : OP_DIVIDE;
    if (a.type == VALUE_SCALAR && b.type == VALUE_SCALAR)
        return componentwise(e->f, op, a, b);
    if (b.type == VALUE_SCALAR)
        return scale(e->f, op, a, b);
    if (!times)
        return elaborate_error(e, t->place, NULL, "cannot divide by a vector; divide by its length, norm(v)");
    if (a.type == VALUE_SCALAR)
        return scale(e->f, op, b, a);
    return elaborate_error(e, t->place, NULL, "cannot multiply two vectors with *; write dot(a, b) or cross(a, b)");
}

static struct value power(const struct elaboration *e, const struct tree *t, struct value a, struct value b)
{
    if (a.type == VALUE_VECTOR)
        return elaborate_error(e, t->place, NULL,
                               "cannot raise a vector to a power; the square of its length is dot(v, v)");
    if (b.type == VALUE_VECTOR)
        return elaborate_error(e, t->place, NULL, "expected a number as the exponent, met a vector");
    return componentwise(e->f, OP_POWER, a, b);
}

static bool resolve(const struct elaboration *e, const struct tree *t, const char *full, struct value *out);

/* 30*deg, where deg is not declared: a unit touches its number. */
static bool is_loose_unit(const struct elaboration *e, const struct tree *t)
{
    struct value v;
    const struct tree *number = t->items[0], *unit = t->items[1];
    if (t->sign != '*' || number->kind != TREE_NUMBER || number->text != NULL || unit->kind != TREE_NAME ||
        unit->count > 0 || unit_find(unit->text, strlen(unit->text)) == NULL || resolve(e, unit, unit->text, &v))
        return false;
    char shown[32];
    elaborate_error(e, unit->place, NULL, "a unit touches its number: write %s%s", syntax_number(number->number, shown),
                    unit->text);
    return true;
}

static struct value binary(const struct elaboration *e, const struct tree *t)
{
    if (is_loose_unit(e, t))
        return failed;
    struct value a = elaborate(e, t->items[0]), b = elaborate(e, t->items[1]);
    bool compares = strchr("<>lgen", t->sign) != NULL;
    if (compares && (a.type == VALUE_CONDITION || b.type == VALUE_CONDITION))
        return elaborate_error(e, t->place, NULL,
                               "expected numbers to compare, met a condition; comparisons cannot be "
                               "chained: write if(a < b, if(b < c, …), …)");
    bool left = is_operand(e, t->items[0], a), right = is_operand(e, t->items[1], b);
    if (!left || !right)
        return failed;
    switch (t->sign) {
    case '+':
    case '-':
        return sum(e, t, a, b);
    case '*':
    case '/':
        return product(e, t, a, b);
    case '^':
        return power(e, t, a, b);
    }
    return compare(e, t, a, b);
}

static struct value unary(const struct elaboration *e, const struct tree *t)
{
    struct value v = elaborate(e, t->items[0]);
    if (!is_operand(e, t->items[0], v))
        return failed;
    for (int i = 0; i < (v.type == VALUE_VECTOR ? 3 : 1); i++)
        v.e[i] = formula_unary(e->f, OP_NEGATE, v.e[i]);
    return v;
}

static struct value vector(const struct elaboration *e, const struct tree *t)
{
    struct value v = {.type = VALUE_VECTOR};
    for (int i = 0; i < 3; i++) {
        struct value c = elaborate(e, t->items[i]);
        if (c.type != VALUE_SCALAR && c.type != VALUE_ERROR)
            elaborate_error(e, t->items[i]->place, NULL, "expected a number as component %c of a vector, met %s",
                            "xyz"[i], elaborate_describe(c, t->items[i]).text);
        if (c.type != VALUE_SCALAR)
            v.type = VALUE_ERROR;
        v.e[i] = c.e[0];
    }
    return v;
}

/* ---- names ---- */

static bool resolve(const struct elaboration *e, const struct tree *t, const char *full, struct value *out)
{
    if (strcmp(full, "pi") == 0) {
        *out = elaborate_scalar(formula_constant(e->f, 3.14159265358979323846));
        return true;
    }
    return e->r->name != NULL && e->r->name(e->r->ctx, e->f, t, full, out);
}

/* One index, a whole number; false after a report. */
static bool index_value(const struct elaboration *e, const struct tree *t, int *index)
{
    struct value v = elaborate(e, t);
    double number;
    if (v.type == VALUE_ERROR)
        return false;
    if (v.type != VALUE_SCALAR)
        elaborate_error(e, t->place, NULL, "expected a number as an index, met %s", elaborate_describe(v, t).text);
    else if (!formula_is_constant(e->f, v.e[0], &number) &&
             !(e->r->now != NULL && e->r->now(e->r->ctx, e->f, v.e[0], &number)))
        elaborate_error(e, t->place, NULL, "expected a constant as an index, met a number that may change");
    else if (!(fabs(number) < 1e9) || number != rint(number))
        elaborate_error(e, t->place, NULL, "expected a whole number as an index, met %.12g", number);
    else {
        *index = (int)number;
        return true;
    }
    return false;
}

/* The name with its indices as numbers, "link[3]"; NULL after a report. Caller frees. */
static char *full_name(const struct elaboration *e, const struct tree *t)
{
    char *full = mem_text(t->text);
    bool good = true;
    for (int i = 0; i < t->count; i++) {
        int index = 0;
        good = index_value(e, t->items[i], &index) && good;
        char *longer = mem_print("%s[%d]", full, index);
        mem_free(full);
        full = longer;
    }
    if (good)
        return full;
    mem_free(full);
    return NULL;
}

/* x-y is one name. If it is unknown but its parts are known, a subtraction was meant: returns the text with spaces
 * around the dashes; otherwise NULL. The caller frees it. */
static char *subtraction_meant(const struct elaboration *e, const struct tree *t)
{
    char *spaced = mem_text("");
    bool known = true, again = true;
    const char *rest = t->text;
    if (strchr(rest, '-') == NULL)
        again = known = false;
    while (again && known) { /* the longest known name each time, since names may contain dashes */
        size_t length = strlen(rest);
        for (known = false; length > 0 && !known;) {
            char *word = mem_print("%.*s", (int)length, rest);
            struct value v;
            known = word[length - 1] != '-' && strlen(word) < strlen(t->text) && resolve(e, t, word, &v);
            mem_free(word);
            if (!known)
                do
                    length--;
                while (length > 0 && rest[length] != '-');
        }
        again = rest[length] == '-';
        char *longer = mem_print("%s%.*s%s", spaced, (int)length, rest, again ? " - " : "");
        mem_free(spaced);
        spaced = longer;
        rest += length + (again ? 1 : 0);
    }
    if (known)
        return spaced;
    mem_free(spaced);
    return NULL;
}

static struct value unknown_name(const struct elaboration *e, const struct tree *t, const char *full)
{
    if (e->r->error == NULL && e->r->diagnostics == NULL) /* nobody reads messages */
        return failed;
    if (builtin_exists(full))
        return elaborate_error(e, t->place, NULL, "%s is a function; expected its arguments, as in %s(...)", full,
                               full);
    if (t->count == 0 && strlen(full) > 1 && unit_find(full, strlen(full)) != NULL)
        return elaborate_error(e, t->place, NULL,
                               "unknown name '%s'; the unit %s touches its number, without a space, as in 30%s", full,
                               full, full);
    char *meant = t->count == 0 ? subtraction_meant(e, t) : NULL;
    if (meant != NULL) {
        elaborate_error(e, t->place, NULL, "unknown name '%.60s'; to subtract write %.80s", full, meant);
        mem_free(meant);
        return failed;
    }
    char said[200];
    if (e->r->explain != NULL && e->r->explain(e->r->ctx, full, said, sizeof said))
        return elaborate_error(e, t->place, NULL, "unknown name '%.60s': %s", full, said);
    const char *best = NULL;
    names_offer(full, "pi", &best);
    if (e->r->offer != NULL)
        e->r->offer(e->r->ctx, full, false, &best);
    return elaborate_error(e, t->place, best, "unknown name '%.60s'", full);
}

static struct value name(const struct elaboration *e, const struct tree *t)
{
    char *full = full_name(e, t);
    if (full == NULL)
        return failed;
    struct value v = failed;
    if (!resolve(e, t, full, &v))
        v = unknown_name(e, t, full);
    mem_free(full);
    return v;
}

/* ---- members ---- */

static bool find_member(const struct elaboration *e, const struct tree *t, struct value of, struct value *out)
{
    bool component = strlen(t->text) == 1 && strchr("xyz", t->text[0]) != NULL;
    if (of.type == VALUE_VECTOR && component) {
        *out = elaborate_scalar(of.e[t->text[0] - 'x']);
        return true;
    }
    return e->r->member != NULL && e->r->member(e->r->ctx, e->f, t, of, t->text, out);
}

static struct value no_member(const struct elaboration *e, const struct tree *t, struct value of)
{
    switch (of.type) {
    case VALUE_VECTOR:
        return elaborate_error(e, t->place, NULL, "a vector has the components x, y and z, not '%.60s'", t->text);
    case VALUE_SCALAR:
        return elaborate_error(e, t->place, NULL, "a number has no component '%.60s'", t->text);
    case VALUE_CONDITION:
        return elaborate_error(e, t->place, NULL, "a condition has no component '%.60s'", t->text);
    case VALUE_THING:
    case VALUE_ERROR:
        break;
    }
    return elaborate_error(e, t->place, NULL, "%s has nothing named '%.60s'", elaborate_describe(of, t->items[0]).text,
                           t->text);
}

static struct value member(const struct elaboration *e, const struct tree *t)
{
    struct value of = elaborate(e, t->items[0]), v = failed;
    if (of.type == VALUE_ERROR)
        return failed;
    return find_member(e, t, of, &v) ? v : no_member(e, t, of);
}

/* ---- calls ---- */

/* Reports a call of something that is a value, not a function. */
static struct value not_a_function(const struct elaboration *e, const struct tree *called, struct value v)
{
    if (v.type == VALUE_ERROR)
        return failed;
    const char *hint =
        v.type == VALUE_SCALAR ? "; to multiply write *" : "; put a space before a '(' that starts something new";
    char *text = syntax_print(called, NULL, NULL);
    elaborate_error(e, called->place, NULL, "'%.60s' is %s, not a function%s", text,
                    v.type == VALUE_THING ? "a thing" : elaborate_describe(v, called).text, hint);
    mem_free(text);
    return failed;
}

static struct value call_name(const struct elaboration *e, const struct tree *t, const struct value *args, int count,
                              bool good)
{
    const struct tree *called = t->items[0];
    struct value v = failed;
    if (called->count == 0 && builtin_call(e, t, called->text, args, count, &v))
        return v;
    char *full = full_name(e, called);
    if (full == NULL)
        return failed;
    if (good && e->r->call != NULL && e->r->call(e->r->ctx, e->f, t, full, args, count, &v)) {
        mem_free(full);
        return v;
    }
    if (!good) {
        v = failed; /* the error in the arguments was reported */
    } else if (resolve(e, called, full, &v)) {
        v = not_a_function(e, called, v);
    } else {
        const char *best = NULL;
        builtin_offer(full, &best);
        if (e->r->offer != NULL)
            e->r->offer(e->r->ctx, full, true, &best);
        v = elaborate_error(e, called->place, best, "unknown function '%.60s'", full);
    }
    mem_free(full);
    return v;
}

static struct value call_member(const struct elaboration *e, const struct tree *t, const struct value *args, int count,
                                bool good)
{
    const struct tree *called = t->items[0];
    struct value of = elaborate(e, called->items[0]), v = failed;
    if (of.type == VALUE_ERROR || !good)
        return failed;
    if (e->r->call_member != NULL && e->r->call_member(e->r->ctx, e->f, t, of, called->text, args, count, &v))
        return v;
    if (find_member(e, called, of, &v))
        return not_a_function(e, called, v);
    return elaborate_error(e, called->place, NULL, "%s has no function '%.60s'",
                           elaborate_describe(of, called->items[0]).text, called->text);
}

static struct value call(const struct elaboration *e, const struct tree *t)
{
    int count = t->count - 1;
    struct value *args = MEM_ARRAY(struct value, count);
    bool good = true;
    for (int i = 0; i < count; i++) {
        args[i] = elaborate(e, t->items[i + 1]);
        good = good && args[i].type != VALUE_ERROR;
    }
    bool by_name = t->items[0]->kind == TREE_NAME;
    struct value v = by_name ? call_name(e, t, args, count, good) : call_member(e, t, args, count, good);
    mem_free(args);
    return v;
}

static struct value elaborate(const struct elaboration *e, const struct tree *t)
{
    switch (t->kind) {
    case TREE_NUMBER:
        return elaborate_scalar(formula_constant(e->f, t->number));
    case TREE_STRING:
        return elaborate_error(e, t->place, NULL, "expected a number or a vector, met a string");
    case TREE_NAME:
        return name(e, t);
    case TREE_CALL:
        return call(e, t);
    case TREE_MEMBER:
        return member(e, t);
    case TREE_VECTOR:
        return vector(e, t);
    case TREE_UNARY:
        return unary(e, t);
    case TREE_BINARY:
        return binary(e, t);
    }
    return failed;
}

struct value formula_elaborate(struct formula *f, const struct tree *t, const struct resolver *r)
{
    struct elaboration e = {f, r};
    return elaborate(&e, t);
}
