/* connector.h: the quantities that objects show (method §1): y = Y(q, t), ẏ = Y_q v + Y_t, ÿ = Y_q v̇ + β.
 *
 * A constraint or force sees connectors only, never what is behind them. All
 * connectors are three-vectors; a scalar uses the x component.
 *
 *   point      y = x + R l   lever = R l    Y_q = [1  −[lever]×]   β = ω×(ω×lever) (+ prescribed a + α×lever)
 *   direction  y = R l       lever = y      Y_q = [0  −[lever]×]   β = ω×(ω×y)     (+ α×y)
 *   spin       ẏ = ω                        Y_q = [0  1]           β = 0           (+ α)
 *   scalar     a variable                   Y_q = 1                β = 0
 *   constant   y                            no body
 *   time       y, ẏ, β = ÿ from formulas of t
 */
#ifndef CONNECTOR_CONNECTOR_H
#define CONNECTOR_CONNECTOR_H

#include "object/body.h"

enum connector_type {
    CONNECTOR_CONSTANT,
    CONNECTOR_TIME,
    CONNECTOR_POINT,
    CONNECTOR_DIRECTION,
    CONNECTOR_SPIN,
    CONNECTOR_SCALAR
};

struct connector {
    enum connector_type type;
    int body;   /* index of its body; -1 for constant and time */
    int source; /* time: index of its time source; constant: 1 if it is a direction, 0 if a point */
    vec3 local; /* point: from the CENTRE OF MASS, object's axes; direction: object's axes; constant: the value */
};

/* What a connector shows now. */
struct signal {
    vec3 y, yd, beta, lever;
};

/* A time source gives value, first and second time derivative of a three-vector. */
struct time_signal {
    vec3 y, yd, ydd;
};

void connector_signals(const struct connector *connectors, int count, const struct pose *poses,
                       const struct time_signal *times, struct signal *out);

/* The chain rule for m rows: `cy` is m×3 (row-major, ∂C/∂y); adds C_y Y_q to the m×dofs block J (row-major) of the
 * connector's body. */
void connector_chain(const struct connector *c, const struct signal *s, const struct body *b, int m, const double *cy,
                     double *j);

#endif
