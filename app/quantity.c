/* quantity.c: see quantity.h. */
#include "quantity.h"

#include <stdlib.h>
#include <string.h>

/* Powers of m, kg and s. An angle has none, and is told from other plain numbers; so is a torque from an energy. */
struct unit {
    bool known;
    int m, kg, s;
    bool angle, torque;
};

static const struct unit unknown = {.known = false}, plain = {.known = true};

static const struct {
    const char *name;
    struct unit unit;
} functions[] = {
    {"vel", {true, 1, 0, -1, false, false}},
    {"acc", {true, 1, 0, -2, false, false}},
    {"omega", {true, 0, 0, -1, true, false}},
    {"angle", {true, 0, 0, 0, true, false}},
    {"travel", {true, 1, 0, 0, false, false}},
    {"force", {true, 1, 1, -2, false, false}},
    {"contact", {true, 1, 1, -2, false, false}},
    {"torque", {true, 2, 1, -2, false, true}},
    {"contact-torque", {true, 2, 1, -2, false, true}},
    {"length", {true, 1, 0, 0, false, false}},
    {"area", {true, 2, 0, 0, false, false}},
    {"volume", {true, 3, 0, 0, false, false}},
    {"mass", {true, 0, 1, 0, false, false}},
    {"inertia", {true, 2, 1, 0, false, false}},
    {"momentum", {true, 1, 1, -1, false, false}},
    {"angular-momentum", {true, 2, 1, -1, false, false}},
    {"kinetic", {true, 2, 1, -2, false, false}},
    {"potential", {true, 2, 1, -2, false, false}},
    {"asin", {true, 0, 0, 0, true, false}},
    {"acos", {true, 0, 0, 0, true, false}},
    {"atan", {true, 0, 0, 0, true, false}},
    {"atan2", {true, 0, 0, 0, true, false}},
};

static const struct {
    struct unit unit;
    const char *text;
} units[] = {
    {{true, 0, 0, 0, true, false}, "rad"},       {{true, 1, 0, 0, false, false}, "m"},
    {{true, 0, 0, 1, false, false}, "s"},        {{true, 0, 1, 0, false, false}, "kg"},
    {{true, 2, 0, 0, false, false}, "m²"},       {{true, 3, 0, 0, false, false}, "m³"},
    {{true, 1, 0, -1, false, false}, "m/s"},     {{true, 1, 0, -2, false, false}, "m/s²"},
    {{true, 0, 0, -1, true, false}, "rad/s"},    {{true, 0, 0, -1, false, false}, "1/s"},
    {{true, 1, 1, -2, false, false}, "N"},       {{true, 2, 1, -2, false, false}, "J"},
    {{true, 2, 1, -2, false, true}, "N m"},      {{true, 2, 1, -3, false, false}, "W"},
    {{true, 2, 1, -3, true, true}, "W"},         {{true, 1, 1, -1, false, false}, "kg m/s"},
    {{true, 2, 1, -1, false, false}, "kg m²/s"}, {{true, 2, 1, 0, false, false}, "kg m²"},
    {{true, 0, 1, -2, false, false}, "N/m"},     {{true, -1, 1, -2, false, false}, "Pa"},
};

static bool same(struct unit a, struct unit b)
{
    return a.known == b.known && a.m == b.m && a.kg == b.kg && a.s == b.s && a.angle == b.angle && a.torque == b.torque;
}

static bool is_one_of(const char *word, const char *const *list)
{
    while (*list && strcmp(word, *list))
        list++;
    return *list;
}

static struct unit of(const tn_value *v);

static bool is_number(const tn_value *v)
{
    bool all = tn_value_kind(v) == TN_VALUE_UNARY || tn_value_kind(v) == TN_VALUE_VECTOR;
    for (int i = 0; i < tn_value_count(v) && all; i++)
        all = is_number(tn_value_item(v, i));
    return all || tn_value_kind(v) == TN_VALUE_NUMBER;
}

/* Sums, and what has the unit of its arguments, if they have the same. A number takes that of what it is added to. */
static struct unit of_all(const tn_value *v, int first)
{
    struct unit u = unknown;
    bool any = false;
    for (int i = first; i < tn_value_count(v); i++) {
        const tn_value *item = tn_value_item(v, i);
        if (is_number(item))
            continue;
        if (any && !same(u, of(item)))
            return unknown;
        u = of(item);
        any = true;
    }
    return u;
}

static struct unit of_call(const tn_value *v)
{
    static const char *const through[] = {"norm", "abs", "min", "max", NULL};
    static const char *const numbers[] = {"sin", "cos", "tan", "unit", NULL};
    const tn_value *called = tn_value_item(v, 0);
    const char *name = tn_value_text(called);
    if (tn_value_kind(called) == TN_VALUE_MEMBER)
        return !strcmp(name, "dir") ? plain : (struct unit){.known = true, .m = 1}; /* a.at(…), b.node(…) */
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, name))
            return functions[i].unit;
    return is_one_of(name, through) ? of_all(v, 1) : is_one_of(name, numbers) ? plain : unknown;
}

/* A component of something with a unit, an axis of an object, or a point. */
static struct unit of_member(const tn_value *v)
{
    const bool component = strlen(tn_value_text(v)) == 1;
    const bool of_name = tn_value_kind(tn_value_item(v, 0)) == TN_VALUE_NAME;
    if (component)
        return of_name ? plain : of(tn_value_item(v, 0));
    return of_name ? (struct unit){.known = true, .m = 1} : unknown;
}

static struct unit of_name(const char *name)
{
    static const char *const energies[] = {"energy", "kinetic", "potential", NULL};
    if (!strcmp(name, "t"))
        return (struct unit){.known = true, .s = 1};
    return is_one_of(name, energies) ? (struct unit){true, 2, 1, -2, false, false} : unknown;
}

static struct unit of_product(const tn_value *v, int sign)
{
    const struct unit a = of(tn_value_item(v, 0)), b = of(tn_value_item(v, 1));
    if (!a.known || !b.known)
        return unknown;
    return (struct unit){.known = true,
                         .m = a.m + sign * b.m,
                         .kg = a.kg + sign * b.kg,
                         .s = a.s + sign * b.s,
                         .angle = a.angle || b.angle,
                         .torque = a.torque || b.torque};
}

static struct unit of(const tn_value *v)
{
    switch (tn_value_kind(v)) {
    case TN_VALUE_CALL:
        return of_call(v);
    case TN_VALUE_MEMBER:
        return of_member(v);
    case TN_VALUE_NAME:
        return of_name(tn_value_text(v));
    case TN_VALUE_UNARY:
        return of(tn_value_item(v, 0));
    case TN_VALUE_VECTOR:
        return of_all(v, 0);
    case TN_VALUE_BINARY: {
        const char sign = *tn_value_text(v);
        return sign == '+' || sign == '-' ? of_all(v, 0)
               : sign == '*'              ? of_product(v, 1)
               : sign == '/'              ? of_product(v, -1)
                                          : unknown;
    }
    default:
        return unknown; /* a factor may convert: angle(j)*180/pi */
    }
}

const char *quantity_unit(tn_world *w, const char *probe)
{
    const char *text = NULL;
    tn_def *d = tn_describe(w, tn_thing_find(w, TN_THING_PROBE, probe));
    const struct unit u = of(tn_def_arg(d, 0));
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (same(units[i].unit, u))
            text = units[i].text;
    tn_def_free(d);
    return text;
}
