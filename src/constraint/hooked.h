/* hooked.h: rows that a function of the program gives, and what it does not give, by differences. */
#ifndef CONSTRAINT_HOOKED_H
#define CONSTRAINT_HOOKED_H

#include "constraint/constraint.h"
#include "tenon/hooks.h"

struct hooked {
    tn_constraint_function *function;
    void *user;
    int rows, inputs;
    enum level level; /* POSITION, VELOCITY */
    unsigned gives;
    double length, duration;
};

/* C, Ċ, γ₀ (without β) and C_y by row and input. */
void hooked_rows(const struct hooked *h, const enum connector_type *type, const struct signal *in, double t,
                 tn_rows *out);
/* The step of differences for a connector. */
double hooked_step(enum connector_type type, double length);
/* f′ from values at ±h, ±2h, ±3h, in this order: +1, −1, +2, −2, +3, −3. */
static inline double hooked_slope(const double f[6], double h)
{
    return (45 * (f[0] - f[1]) - 9 * (f[2] - f[3]) + (f[4] - f[5])) / (60 * h);
}

#endif
