/* builtins.c: the functions of the language: what they take, what they become. */
#include <string.h>
#include <strings.h>

#include "base/names.h"
#include "formula/elaborate.h"

/* name, arguments, what they are: s a number, v a vector, c a condition, e either of s and v. */
#define FUNCTIONS(F)                                                                                                   \
    F(dot, 2, "vv")                                                                                                    \
    F(cross, 2, "vv")                                                                                                  \
    F(norm, 1, "v")                                                                                                    \
    F(unit, 1, "v")                                                                                                    \
    F(sqrt, 1, "s")                                                                                                    \
    F(abs, 1, "s")                                                                                                     \
    F(min, 2, "ss")                                                                                                    \
    F(max, 2, "ss")                                                                                                    \
    F(sin, 1, "s")                                                                                                     \
    F(cos, 1, "s")                                                                                                     \
    F(tan, 1, "s")                                                                                                     \
    F(asin, 1, "s")                                                                                                    \
    F(acos, 1, "s")                                                                                                    \
    F(atan, 1, "s")                                                                                                    \
    F(atan2, 2, "ss")                                                                                                  \
    F(exp, 1, "s")                                                                                                     \
    F(log, 1, "s")                                                                                                     \
    F(pow, 2, "ss")                                                                                                    \
    F(if, 3, "cee")                                                                                                    \
    F(turn, 1, "s")

enum function {
#define F(name, count, kinds) FUNCTION_##name,
    FUNCTIONS(F)
#undef F
        FUNCTION_NONE
};

static const struct builtin builtins[] = {
#define F(name, count, kinds) {#name, count},
    FUNCTIONS(F)
#undef F
        {NULL, 0},
};

static const char *const signatures[] = {
#define F(name, count, kinds) kinds,
    FUNCTIONS(F)
#undef F
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

/* ---- what is wrong with the arguments ---- */

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
                       : k == FUNCTION_abs && met.type == VALUE_VECTOR ? "; the length of a vector is norm(v)"
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
    bool more = k == FUNCTION_min || k == FUNCTION_max;
    if (more ? count < 2 : count != b->arguments) {
        elaborate_error(e, call->items[0]->place, NULL, "%s takes %d argument%s%s, met %d", b->name, b->arguments,
                        b->arguments == 1 ? "" : "s", more ? " or more" : "", count);
        return false;
    }
    bool good = true;
    for (int i = 0; i < count; i++) {
        char kind = signatures[k][i < b->arguments ? i : b->arguments - 1];
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

/* ---- what they become ---- */

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

static struct value unary(struct formula *f, enum operation op, const struct value *args)
{
    return elaborate_scalar(formula_unary(f, op, args[0].e[0]));
}

static struct value binary(struct formula *f, enum operation op, const struct value *args, int count)
{
    node a = args[0].e[0];
    for (int i = 1; i < count; i++)
        a = formula_binary(f, op, a, args[i].e[0]);
    return elaborate_scalar(a);
}

static struct value apply(struct formula *f, enum function k, const struct value *args, int count)
{
    const node *a = args[0].e, *b = count > 1 ? args[1].e : a;
    switch (k) {
    case FUNCTION_dot:
        return elaborate_scalar(dot(f, a, b));
    case FUNCTION_cross:
        return elaborate_vector(cross(f, a, b, 0), cross(f, a, b, 1), cross(f, a, b, 2));
    case FUNCTION_norm:
        return elaborate_scalar(formula_unary(f, OP_SQRT, dot(f, a, a)));
    case FUNCTION_unit:
        return unit(f, a);
    case FUNCTION_sqrt:
        return unary(f, OP_SQRT, args);
    case FUNCTION_abs:
        return unary(f, OP_ABS, args);
    case FUNCTION_min:
        return binary(f, OP_MIN, args, count);
    case FUNCTION_max:
        return binary(f, OP_MAX, args, count);
    case FUNCTION_sin:
        return unary(f, OP_SIN, args);
    case FUNCTION_cos:
        return unary(f, OP_COS, args);
    case FUNCTION_tan:
        return unary(f, OP_TAN, args);
    case FUNCTION_asin:
        return unary(f, OP_ASIN, args);
    case FUNCTION_acos:
        return unary(f, OP_ACOS, args);
    case FUNCTION_atan:
        return unary(f, OP_ATAN, args);
    case FUNCTION_atan2:
        return binary(f, OP_ATAN2, args, count);
    case FUNCTION_exp:
        return unary(f, OP_EXP, args);
    case FUNCTION_log:
        return unary(f, OP_LOG, args);
    case FUNCTION_pow:
        return binary(f, OP_POWER, args, count);
    case FUNCTION_if:
        return choose(f, args);
    case FUNCTION_turn:
        return unary(f, OP_TURN0, args);
    case FUNCTION_NONE:
        break;
    }
    return (struct value){.type = VALUE_ERROR};
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
