/* units.h: units that touch their number: 30deg, -120mm, 1.5e3kN. They are factors to SI, nothing more. */
#ifndef FORMULA_UNITS_H
#define FORMULA_UNITS_H

#include <stdbool.h>
#include <stddef.h>

/* Exponents of what is told apart: metre, kilogram, second, radian. */
struct dimension {
    int m, kg, s, rad;
};

struct unit {
    const char *name;
    const char *base; /* the SI unit of the same dimension */
    const char *help;
    /* value = number * 10^decimal * times / over; decimal is applied to the digits, so that 35mm is 0.035 exactly. */
    int decimal;
    double times, over;
    struct dimension dimension;
};

/* All units, ended by name NULL, ordered by dimension. */
extern const struct unit units[];
/* The unit of this name, of n bytes; NULL: there is none. */
const struct unit *unit_find(const char *name, size_t n);
/* The unit of a literal ("30deg"); NULL for NULL and for a plain number. */
const struct unit *unit_of(const char *literal);
/* Does the unit fit a place whose unit is given as in the tables of kinds: "m", "N s/m", "m or rad", "1"? */
bool unit_fits(const struct unit *u, const char *place);
/* The same for number `i` of `count` at a place that may list several units: "1, rad" of ax ay az angle. */
bool unit_fits_at(const struct unit *u, const char *place, int i, int count);
/* Copies the unit of number `i` of `count` out of such a list. */
void unit_at_place(const char *place, int i, int count, char out[64]);

#endif
