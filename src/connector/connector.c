/* connector.c: see connector.h (method §1). */
#include "connector/connector.h"

static struct signal point_signal(const struct pose *p, vec3 local)
{
    vec3 lever = m3_mul(&p->r, local);
    vec3 turning = v3_cross(p->w, lever);
    return (struct signal){
        .y = v3_add(p->x, lever),
        .yd = v3_add(p->v, turning),
        .beta = v3_add(v3_cross(p->w, turning), v3_add(p->a, v3_cross(p->alpha, lever))),
        .lever = lever,
    };
}

static struct signal direction_signal(const struct pose *p, vec3 local)
{
    vec3 y = m3_mul(&p->r, local);
    vec3 turning = v3_cross(p->w, y);
    return (struct signal){
        .y = y,
        .yd = turning,
        .beta = v3_add(v3_cross(p->w, turning), v3_cross(p->alpha, y)),
        .lever = y,
    };
}

void connector_signals(const struct connector *connectors, int count, const struct pose *poses,
                       const struct time_signal *times, struct signal *out)
{
    for (int i = 0; i < count; i++) {
        const struct connector *c = &connectors[i];
        switch (c->type) {
        case CONNECTOR_CONSTANT:
            out[i] = (struct signal){.y = c->local, .lever = c->source == 1 ? c->local : v3(0, 0, 0)};
            break;
        case CONNECTOR_TIME: {
            const struct time_signal *s = &times[c->source];
            out[i] = (struct signal){.y = s->y, .yd = s->yd, .beta = s->ydd};
            break;
        }
        case CONNECTOR_POINT:
            out[i] = point_signal(&poses[c->body], c->local);
            break;
        case CONNECTOR_DIRECTION:
            out[i] = direction_signal(&poses[c->body], c->local);
            break;
        case CONNECTOR_SPIN:
            out[i] = (struct signal){.yd = poses[c->body].w, .beta = poses[c->body].alpha};
            break;
        case CONNECTOR_SCALAR:
            out[i] = (struct signal){.y = poses[c->body].x, .yd = poses[c->body].v};
            break;
        }
    }
}

void connector_chain(const struct connector *c, const struct signal *s, const struct body *b, int m, const double *cy,
                     double *j)
{
    for (int row = 0; row < m; row++, cy += 3, j += b->dofs) {
        vec3 g = v3(cy[0], cy[1], cy[2]);
        vec3 turning = v3(0, 0, 0);
        switch (c->type) {
        case CONNECTOR_CONSTANT:
        case CONNECTOR_TIME:
            return;
        case CONNECTOR_SCALAR:
            j[0] += g.x;
            continue;
        case CONNECTOR_POINT:
            j[0] += g.x;
            j[1] += g.y;
            j[2] += g.z;
            turning = v3_cross(s->lever, g); /* g · (ω × lever) = ω · (lever × g) */
            break;
        case CONNECTOR_DIRECTION:
            turning = v3_cross(s->lever, g);
            break;
        case CONNECTOR_SPIN:
            turning = g;
            break;
        }
        if (b->coordinates == COORDINATES_RIGID) {
            j[3] += turning.x;
            j[4] += turning.y;
            j[5] += turning.z;
        }
    }
}
