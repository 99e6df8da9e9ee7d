/* build.c: shared by the builders of constraint kinds: from arguments to connectors. */
#include "constraint/constraint.h"

bool build_point(const struct constraint_arg *a, struct connector *out)
{
    switch (a->type) {
    case ARG_POINT:
    case ARG_TIME:
        *out = a->connector;
        return true;
    case ARG_VECTOR:
        *out = (struct connector){CONNECTOR_CONSTANT, -1, 0, a->vector};
        return true;
    case ARG_WORLD:
    case ARG_BODY:
    case ARG_DIRECTION:
    case ARG_NUMBER:
    case ARG_JOINT:
    case ARG_NONE:
        return false;
    }
    return false;
}

bool build_direction(const struct constraint_arg *a, struct connector *out)
{
    if (a->type == ARG_DIRECTION)
        *out = a->connector;
    else if (a->type == ARG_VECTOR)
        *out = (struct connector){CONNECTOR_CONSTANT, -1, 1, a->vector};
    else
        return false;
    double length = v3_norm(out->local);
    if (!(length > 0) || !isfinite(length))
        return false;
    out->local = v3_scale(1 / length, out->local);
    return true;
}

bool build_body(const struct constraint_arg *a, int *body)
{
    *body = a->type == ARG_BODY ? a->body : -1;
    return a->type == ARG_BODY || a->type == ARG_WORLD;
}

vec3 build_where(const struct constraint_context *x, const struct connector *c)
{
    struct connector own = *c;
    struct pose pose = {.inverse_mass = 0};
    if (build_owner(c) >= 0) {
        pose = x->pose(x->ctx, c->body);
        own.body = 0;
    }
    return connector_signal(&own, &pose, x->times).y;
}

struct connector build_fixed_point(const struct constraint_context *x, int body, vec3 world)
{
    if (body < 0)
        return (struct connector){CONNECTOR_CONSTANT, -1, 0, world};
    const struct pose p = x->pose(x->ctx, body);
    return (struct connector){CONNECTOR_POINT, body, -1, m3_tmul(&p.r, v3_sub(world, p.x))};
}

struct connector build_fixed_direction(const struct constraint_context *x, int body, vec3 world)
{
    if (body < 0)
        return (struct connector){CONNECTOR_CONSTANT, -1, 1, world};
    const struct pose p = x->pose(x->ctx, body);
    return (struct connector){CONNECTOR_DIRECTION, body, -1, m3_tmul(&p.r, world)};
}

int build_owner(const struct connector *c)
{
    return c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME ? -1 : c->body;
}

void build_input(struct constraint_build *b, struct connector c, int partner)
{
    b->input[b->inputs] = c;
    b->partner[b->inputs++] = (signed char)partner;
}

void build_area(struct constraint_build *b, enum area area, struct connector p, struct connector q, struct connector u,
                double least, double most)
{
    struct articulation *a = &b->articulation;
    a->whole = true;
    a->area = area;
    a->p = p;
    a->q = q;
    a->u = u;
    a->least = least;
    a->most = most;
}

void build_aligned(struct constraint_build *b, struct connector d, struct connector e)
{
    struct articulation *a = &b->articulation;
    a->whole = true;
    a->angles = true;
    a->a1 = d;
    a->a2 = e;
    a->angle_least = a->angle_most = 0;
}
