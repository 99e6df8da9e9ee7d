/* frame.c: see frame.h. */
#include "constraint/frame.h"

void frame_inputs(const struct constraint_context *x, const int body[2], const mat3 *first, const mat3 *second,
                  struct constraint_build *out)
{
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            build_input(out, build_fixed_direction(x, body[i], m3_column(i == 0 ? first : second, k)), i + 1);
}

/* A point or direction argument, fixed in a body at its present place; one that is given on that body already stays
 * exact. */
static struct connector carried_point(const struct constraint_context *x, const struct connector *c, int body)
{
    return build_owner(c) == body && c->type != CONNECTOR_TIME ? *c : build_fixed_point(x, body, build_where(x, c));
}

static struct connector carried_direction(const struct constraint_context *x, const struct connector *c, int body)
{
    return build_owner(c) == body ? *c : build_fixed_direction(x, body, build_where(x, c));
}

const char *axis_joint_read(const struct constraint_context *x, const struct constraint_arg *args, int count,
                            struct axis_joint *j, int *wrong)
{
    for (int i = 0; i < 2; i++) {
        *wrong = i;
        if (!build_body(&args[i], &j->body[i]))
            return "a joint starts with the two objects that it joins; one of them may be world";
    }
    *wrong = 1;
    if (j->body[0] == j->body[1])
        return "a joint needs two different objects; one of them may be world";
    if (count == 5) {
        *wrong = 4;
        return "give one point and one direction (A B P D), or two of each, first on A, then on B (A B P Q D E)";
    }
    bool assembles = count == 6;
    struct connector p, q, d, e;
    *wrong = 2;
    if (!build_point(&args[2], &p))
        return "expected the joint's point";
    *wrong = 3;
    if (assembles && !build_point(&args[3], &q))
        return "expected the joint's point on the second object";
    *wrong = assembles ? 4 : 3;
    if (!build_direction(&args[*wrong], &d))
        return "expected the joint's axis, a direction that is not zero";
    *wrong = 5;
    if (assembles && !build_direction(&args[5], &e))
        return "expected the joint's axis on the second object, a direction that is not zero";
    if (!assembles) {
        q = p;
        e = d;
    }
    j->p = carried_point(x, &p, j->body[0]);
    j->q = carried_point(x, &q, j->body[1]);
    j->d = carried_direction(x, &d, j->body[0]);
    j->e = carried_direction(x, &e, j->body[1]);
    j->d_now = build_where(x, &j->d);
    j->e_now = build_where(x, &j->e);
    j->u_now = v3_perpendicular(j->d_now);
    j->v_now = assembles ? q_rotate(q_between(j->d_now, j->e_now), j->u_now) : j->u_now;
    return NULL;
}
