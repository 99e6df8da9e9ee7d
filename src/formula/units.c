/* units.c: see units.h. */
#include "formula/units.h"

#include <string.h>

#include "formula/syntax.h"

#define PI 3.14159265358979323846

#define LENGTH                                                                                                         \
    {                                                                                                                  \
        1, 0, 0, 0                                                                                                     \
    }
#define ANGLE                                                                                                          \
    {                                                                                                                  \
        0, 0, 0, 1                                                                                                     \
    }
#define TURNING                                                                                                        \
    {                                                                                                                  \
        0, 0, -1, 1                                                                                                    \
    }
#define TIME                                                                                                           \
    {                                                                                                                  \
        0, 0, 1, 0                                                                                                     \
    }
#define MASS                                                                                                           \
    {                                                                                                                  \
        0, 1, 0, 0                                                                                                     \
    }
#define FORCE                                                                                                          \
    {                                                                                                                  \
        1, 1, -2, 0                                                                                                    \
    }
#define TORQUE                                                                                                         \
    {                                                                                                                  \
        2, 1, -2, 0                                                                                                    \
    }
#define PRESSURE                                                                                                       \
    {                                                                                                                  \
        -1, 1, -2, 0                                                                                                   \
    }

const struct unit units[] = {
    {"um", "m", "micrometre", -6, 1, 1, LENGTH},
    {"mm", "m", "millimetre", -3, 1, 1, LENGTH},
    {"cm", "m", "centimetre", -2, 1, 1, LENGTH},
    {"m", "m", "metre", 0, 1, 1, LENGTH},
    {"km", "m", "kilometre", 3, 1, 1, LENGTH},
    {"in", "m", "inch", 0, 254, 10000, LENGTH},
    {"ft", "m", "foot", 0, 3048, 10000, LENGTH},
    {"deg", "rad", "degree", 0, PI, 180, ANGLE},
    {"rad", "rad", "radian", 0, 1, 1, ANGLE},
    {"rev", "rad", "revolution", 0, 2 * PI, 1, ANGLE},
    {"rpm", "rad/s", "revolutions per minute", 0, 2 * PI, 60, TURNING},
    {"us", "s", "microsecond", -6, 1, 1, TIME},
    {"ms", "s", "millisecond", -3, 1, 1, TIME},
    {"s", "s", "second", 0, 1, 1, TIME},
    {"min", "s", "minute", 0, 60, 1, TIME},
    {"h", "s", "hour", 0, 3600, 1, TIME},
    {"mg", "kg", "milligram", -6, 1, 1, MASS},
    {"g", "kg", "gram", -3, 1, 1, MASS},
    {"kg", "kg", "kilogram", 0, 1, 1, MASS},
    {"mN", "N", "millinewton", -3, 1, 1, FORCE},
    {"N", "N", "newton", 0, 1, 1, FORCE},
    {"kN", "N", "kilonewton", 3, 1, 1, FORCE},
    {"MN", "N", "meganewton", 6, 1, 1, FORCE},
    {"Nm", "Nm", "newton metre", 0, 1, 1, TORQUE},
    {"Pa", "Pa", "pascal", 0, 1, 1, PRESSURE},
    {"kPa", "Pa", "kilopascal", 3, 1, 1, PRESSURE},
    {"MPa", "Pa", "megapascal", 6, 1, 1, PRESSURE},
    {"GPa", "Pa", "gigapascal", 9, 1, 1, PRESSURE},
    {NULL, NULL, NULL, 0, 1, 1, {0, 0, 0, 0}},
};

const struct unit *unit_find(const char *name, size_t n)
{
    for (const struct unit *u = units; u->name != NULL; u++)
        if (strlen(u->name) == n && strncmp(u->name, name, n) == 0)
            return u;
    return NULL;
}

const struct unit *unit_of(const char *literal)
{
    if (literal == NULL)
        return NULL;
    const char *name = literal + syntax_number_length(literal);
    return unit_find(name, strlen(name));
}

/* ---- places ---- */

static void multiply(struct dimension *d, struct dimension by, int power)
{
    d->m += power * by.m;
    d->kg += power * by.kg;
    d->s += power * by.s;
    d->rad += power * by.rad;
}

/* "N m s/rad", "rad/(N m)", "1/s^2", of n bytes: factors, then those behind '/' in parentheses or one alone. False if a
 * factor is unknown. */
static bool read_dimension(const char *text, size_t n, struct dimension *out)
{
    int side = 1;
    bool inside = false;
    *out = (struct dimension){0};
    for (size_t i = 0; i < n;) {
        if (strchr(" ()/", text[i]) != NULL) {
            side = text[i] == '/' ? -1 : text[i] == ')' || (text[i] == ' ' && !inside) ? 1 : side;
            inside = text[i] == '(' || (inside && text[i] != ')');
            i++;
            continue;
        }
        size_t length = strcspn(text + i, " ()/^");
        length = length > n - i ? n - i : length;
        const struct unit *u = unit_find(text + i, length);
        bool one = length == 1 && text[i] == '1';
        if (u == NULL && !one)
            return false;
        i += length;
        int power = 1;
        if (i + 1 < n && text[i] == '^') {
            power = text[i + 1] - '0';
            i += 2;
        }
        if (!one)
            multiply(out, u->dimension, side * power);
    }
    return true;
}

static bool is_mechanical(struct dimension d) { return d.m != 0 || d.kg != 0 || d.s != 0; }

/* Radians are told apart from plain numbers; in N m/rad they are not looked for. */
static bool same(struct dimension a, struct dimension b)
{
    return a.m == b.m && a.kg == b.kg && a.s == b.s && (a.rad == b.rad || is_mechanical(a));
}

bool unit_fits(const struct unit *u, const char *place)
{
    while (place != NULL) {
        const char *next = strstr(place, " or ");
        struct dimension d;
        if (!read_dimension(place, next != NULL ? (size_t)(next - place) : strlen(place), &d) || same(d, u->dimension))
            return true; /* what is not understood is not complained about */
        place = next != NULL ? next + 4 : NULL;
    }
    return false;
}

void unit_at_place(const char *place, int i, int count, char out[64])
{
    int listed = 1;
    for (const char *c = strchr(place, ','); c != NULL; c = strchr(c + 1, ','))
        listed++;
    int which = i - (count - listed); /* the first counts for all before the last ones */
    for (; which > 0 && strchr(place, ',') != NULL; which--)
        place = strchr(place, ',') + 1;
    place += strspn(place, " ");
    size_t n = strcspn(place, ",");
    n = n < 63 ? n : 63;
    memcpy(out, place, n);
    out[n] = '\0';
}

bool unit_fits_at(const struct unit *u, const char *place, int i, int count)
{
    char one[64];
    unit_at_place(place, i, count, one);
    return unit_fits(u, one);
}
