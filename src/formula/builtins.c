/* builtins.c: the functions of the language: their arguments and the nodes they become. */
#include <string.h>
#include <strings.h>

#include "base/names.h"
#include "formula/elaborate.h"

/* The functions that are more than one operation: name, number of arguments, and their types: s a number, v a vector, c
 * a condition, e a number or a vector. All others are the operations of style FUNCTION in operations.h. */
#define OWN_FUNCTIONS(F)                                                                                               \
    F(dot, 2, "vv")                                                                                                    \
    F(cross, 2, "vv")                                                                                                  \
    F(norm, 1, "v")                                                                                                    \
    F(unit, 1, "v")                                                                                                    \
    F(pow, 2, "ss")                                                                                                    \
    F(if, 3, "cee")

/* ENTRY_FUNCTION makes an entry of an operation that is a function; other styles make none. */
#define ENTRY_FUNCTION(entry) entry
#define ENTRY_CALL(entry)
#define ENTRY_POWER(entry)
#define ENTRY_SIGN(entry)
#define ENTRY_PRODUCT(entry)
#define ENTRY_SUM(entry)
#define ENTRY_COMPARE(entry)
#define GROUP(...) __VA_ARGS__

enum function {
#define F(name, count, kinds) FUNCTION_##name,
    OWN_FUNCTIONS(F)
#undef F
#define X(NAME, arity, text, style, ...) ENTRY_##style(GROUP(FUNCTION_##NAME, ))
        FORMULA_OPERATIONS(X)
#undef X
            FUNCTION_NONE
};

static const struct builtin builtins[] = {
#define F(name, count, kinds) {#name, count},
    OWN_FUNCTIONS(F)
#undef F
#define X(NAME, arity, text, style, ...) ENTRY_##style(GROUP({text, arity}, ))
        FORMULA_OPERATIONS(X)
#undef X
            {NULL, 0},
};

static const struct {
    const char *kinds;
    enum operation op; /* OP_CONSTANT: none */
} meanings[] = {
#define F(name, count, kinds) {kinds, OP_CONSTANT},
    OWN_FUNCTIONS(F)
#undef F
#define X(NAME, arity, text, style, ...) ENTRY_##style(GROUP({"sss", OP_##NAME}, ))
        FORMULA_OPERATIONS(X)
#undef X
};

const struct builtin *formula_builtins(void) { return builtins; }

static enum function find(const char *name)
{
    int k = 0;
    while (k < FUNCTION_NONE && strcmp(builtins[k].name, name) != 0)
        k++;
    return (enum function)k;
}

bool builtin_exists(const char *name) { return find(name) != FUNCTION_NONE; }

void builtin_offer(const char *word, const char **best)
{
    for (int k = 0; k < FUNCTION_NONE; k++)
        names_offer(word, builtins[k].name, best);
    for (int k = 0; k < FUNCTION_NONE; k++)
        if (strcasecmp(word, builtins[k].name) == 0) /* Sin is nearer to sin than to min */
            *best = builtins[k].name;
}

/* ---- checking arguments ---- */

static bool fits(char kind, enum value_type type)
{
    switch (kind) {
    case 's':
        return type == VALUE_SCALAR;
    case 'v':
        return type == VALUE_VECTOR;
    case 'c':
        return type == VALUE_CONDITION;
    }
    return type == VALUE_SCALAR || type == VALUE_VECTOR;
}

static void report_argument(const struct elaboration *e, const struct tree *call, enum function k, int i, char kind,
                            struct value met)
{
    const struct tree *t = call->items[i + 1];
    const char *expected = kind == 's'   ? "a number"
                           : kind == 'v' ? "a vector"
                           : kind == 'c' ? "a condition such as x > 0"
                                         : "a number or a vector";
    const char *hint = k == FUNCTION_norm && met.type == VALUE_SCALAR  ? "; the size of a number is abs(x)"
                       : k == FUNCTION_ABS && met.type == VALUE_VECTOR ? "; the length of a vector is norm(v)"
                                                                       : "";
    char which[32] = "the argument";
    if (call->count > 2)
        snprintf(which, sizeof which, "argument %d", i + 1);
    elaborate_error(e, t->place, NULL, "expected %s as %s of %s, met %s%s", expected, which, builtins[k].name,
                    elaborate_describe(met, t).text, hint);
}

static bool check(const struct elaboration *e, const struct tree *call, enum function k, const struct value *args,
                  int count)
{
    const struct builtin *b = &builtins[k];
    bool more = k == FUNCTION_MIN || k == FUNCTION_MAX;
    if (more ? count < 2 : count != b->arguments) {
        elaborate_error(e, call->items[0]->place, NULL, "%s takes %d argument%s%s, met %d", b->name, b->arguments,
                        b->arguments == 1 ? "" : "s", more ? " or more" : "", count);
        return false;
    }
    bool good = true;
    for (int i = 0; i < count; i++) {
        char kind = meanings[k].kinds[i < b->arguments ? i : b->arguments - 1];
        if (args[i].type == VALUE_ERROR) {
            good = false;
        } else if (!fits(kind, args[i].type)) {
            report_argument(e, call, k, i, kind, args[i]);
            good = false;
        }
    }
    if (good && k == FUNCTION_if && args[1].type != args[2].type) {
        elaborate_error(
            e, call->items[0]->place, NULL, "expected two numbers or two vectors as the branches of if, met %s and %s",
            elaborate_describe(args[1], call->items[2]).text, elaborate_describe(args[2], call->items[3]).text);
        good = false;
    }
    return good;
}

/* ---- building nodes ---- */

static node dot(struct formula *f, const node *a, const node *b)
{
    node sum = formula_binary(f, OP_MULTIPLY, a[0], b[0]);
    for (int i = 1; i < 3; i++)
        sum = formula_binary(f, OP_ADD, sum, formula_binary(f, OP_MULTIPLY, a[i], b[i]));
    return sum;
}

static node cross(struct formula *f, const node *a, const node *b, int i)
{
    int j = (i + 1) % 3, k = (i + 2) % 3;
    return formula_binary(f, OP_SUBTRACT, formula_binary(f, OP_MULTIPLY, a[j], b[k]),
                          formula_binary(f, OP_MULTIPLY, a[k], b[j]));
}

static struct value unit(struct formula *f, const node *a)
{
    node norm = formula_unary(f, OP_SQRT, dot(f, a, a));
    return elaborate_vector(formula_binary(f, OP_DIVIDE, a[0], norm), formula_binary(f, OP_DIVIDE, a[1], norm),
                            formula_binary(f, OP_DIVIDE, a[2], norm));
}

static struct value choose(struct formula *f, const struct value *args)
{
    struct value v = args[1];
    for (int i = 0; i < (v.type == VALUE_VECTOR ? 3 : 1); i++)
        v.e[i] = formula_if(f, args[0].e[0], args[1].e[i], args[2].e[i]);
    return v;
}

/* An operation on numbers; one with two operands takes more of them from left to right. */
static struct value operate(struct formula *f, enum operation op, const struct value *args, int count)
{
    node a = args[0].e[0];
    if (count == 1)
        return elaborate_scalar(formula_unary(f, op, a));
    for (int i = 1; i < count; i++)
        a = formula_binary(f, op, a, args[i].e[0]);
    return elaborate_scalar(a);
}

static struct value apply(struct formula *f, enum function k, const struct value *args, int count)
{
    const node *a = args[0].e, *b = count > 1 ? args[1].e : a;
    switch ((int)k) {
    case FUNCTION_dot:
        return elaborate_scalar(dot(f, a, b));
    case FUNCTION_cross:
        return elaborate_vector(cross(f, a, b, 0), cross(f, a, b, 1), cross(f, a, b, 2));
    case FUNCTION_norm:
        return elaborate_scalar(formula_unary(f, OP_SQRT, dot(f, a, a)));
    case FUNCTION_unit:
        return unit(f, a);
    case FUNCTION_pow:
        return operate(f, OP_POWER, args, count);
    case FUNCTION_if:
        return choose(f, args);
    }
    return operate(f, meanings[k].op, args, count);
}

bool builtin_call(const struct elaboration *e, const struct tree *call, const char *name, const struct value *args,
                  int count, struct value *out)
{
    enum function k = find(name);
    if (k == FUNCTION_NONE)
        return false;
    *out = check(e, call, k, args, count) ? apply(e->f, k, args, count) : (struct value){.type = VALUE_ERROR};
    return true;
}
