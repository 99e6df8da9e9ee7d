/* on-line: P stays on the line through Q along D.
 *
 *   C = (e1·(P − Q), e2·(P − Q))      two rows, metres; e1, e2 normal to D and fixed on the same body
 */
#include "constraint/constraint.h"

static const struct constraint_form forms[] = {{
    .name = "on-line",
    .pose = POSE_CARRIED,
    .said = "P Q e1*e2",
    .inputs = {{"P", INPUT_POINT}, {"Q", INPUT_POINT}, {"e1", INPUT_DIRECTION}, {"e2", INPUT_DIRECTION}},
    .rows = {{"dot(e1, P - Q)", "m", LEVEL_POSITION}, {"dot(e2, P - Q)", "m", LEVEL_POSITION}},
}};

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    (void)count;
    struct connector p, q, d;
    out->form = &forms[0];
    out->wrong_argument = 0;
    if (!build_point(&args[0], &p))
        return "expected the point that stays on the line";
    out->wrong_argument = 1;
    if (!build_point(&args[1], &q))
        return "expected a point of the line";
    out->wrong_argument = 2;
    if (!build_direction(&args[2], &d))
        return "expected the line's direction, not zero";
    vec3 along = build_where(x, &d), e1 = v3_perpendicular(along);
    int owner = build_owner(&d);
    build_input(out, p, 1);
    build_input(out, q, 2);
    build_input(out, build_fixed_direction(x, owner, e1), 2);
    build_input(out, build_fixed_direction(x, owner, v3_cross(along, e1)), 2);
    if (owner == build_owner(&q)) /* otherwise the line moves in the body of its point */
        build_area(out, AREA_SEGMENT, q, p, d, -INFINITY, INFINITY);
    return NULL;
}

const struct constraint_class constraint_on_line = {
    .kind = {.group = TN_KIND_CONSTRAINT,
             .name = "on-line",
             .synonyms = {"point-on-line", "wire"},
             .arguments = "P Q D",
             .help = "P stays on the line through Q along D",
             .example = "on-line ball.center (1, 0, 0) (0, 0, 1);"},
    .forms = forms,
    .form_count = 1,
    .fewest = 3,
    .most = 3,
    .build = build,
};
