/* connector.h: connectors, the quantities of objects that constraints and forces act on (method §1): y = Y(q, t),
 * ẏ = Y_q v + Y_t, ÿ = Y_q v̇ + β.
 *
 * A constraint or force sees connectors only, never the objects behind them. All connectors are three-vectors; a scalar
 * uses the x component.
 *
 *   point      y = x + R l   lever = R l    Y_q = [1  −[lever]×]   β = ω×(ω×lever) (+ a + α×lever)
 *   direction  y = R l       lever = y      Y_q = [0  −[lever]×]   β = ω×(ω×y)     (+ α×y)
 *   spin       ẏ = ω                        Y_q = [0  1]           β = 0           (+ α)
 *   scalar     a variable                   Y_q = 1                β = 0           (+ a)
 *   constant   y                            no body
 *   time       y, ẏ, β = ÿ from formulas of t
 *
 * (In brackets: accelerations that are known already, prescribed or without constraints; see struct pose.)
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
    int body; /* index of its body; -1 for constant and time */
    /* time: index of its time source; constant: 1 if it is a direction, 0 if a point. A long, so that the struct has no
     * padding: connectors are hashed and compared by their bytes. */
    long source;
    vec3 local; /* point: from the CENTRE OF MASS, object's axes; direction: object's axes; constant: the value;
                   time: zero for a point, not zero for a direction */
};

/* The value of a connector and its rates now. */
struct signal {
    vec3 y, yd, beta, lever;
};

typedef struct signal real_signal;
#include "connector/signal.inc"

/* A time source gives value, first and second time derivative of a three-vector. */
struct time_signal {
    vec3 y, yd, ydd;
};

/* The pose of a body whose frame follows time sources: its origin and, unless `axes` is NULL, its x and y axes (orthonormal).
 * `center` is its centre of mass in that frame. Without axes p->r stays, and it does not turn. */
void connector_driven_pose(const struct time_signal *origin, const struct time_signal *axes, vec3 center,
                           struct pose *p);

/* Inline, because this is the inner loop: constraints read their inputs one by one. */
static inline struct signal connector_signal(const struct connector *c, const struct pose *poses,
                                             const struct time_signal *times)
{
    switch (c->type) {
    case CONNECTOR_CONSTANT:
        return (struct signal){.y = c->local, .lever = c->source == 1 ? c->local : v3(0, 0, 0)};
    case CONNECTOR_TIME:
        return (struct signal){.y = times[c->source].y, .yd = times[c->source].yd, .beta = times[c->source].ydd};
    case CONNECTOR_POINT:
        return point_signal(&poses[c->body], c->local);
    case CONNECTOR_DIRECTION:
        return direction_signal(&poses[c->body], c->local);
    case CONNECTOR_SPIN:
        return (struct signal){.yd = poses[c->body].w, .beta = poses[c->body].alpha};
    case CONNECTOR_SCALAR:
        return (struct signal){.y = poses[c->body].x, .yd = poses[c->body].v, .beta = poses[c->body].a};
    }
    return (struct signal){.y = v3(0, 0, 0)};
}

void connector_signals(const struct connector *connectors, int count, const struct pose *poses,
                       const struct time_signal *times, struct signal *out);

#endif
