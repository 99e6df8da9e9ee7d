/* on-plane: P stays on the plane through Q with normal D.
 *
 *   C = D·(P − Q)      one row, metres
 */
#include "constraint/constraint.h"

static const struct constraint_form forms[] = {{
    .name = "on-plane",
    .inputs = {{"P", INPUT_POINT}, {"Q", INPUT_POINT}, {"D", INPUT_DIRECTION}},
    .rows = {{"dot(D, P - Q)", "m", LEVEL_POSITION}},
}};

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    (void)x;
    (void)count;
    struct connector p, q, d;
    out->form = &forms[0];
    out->wrong_argument = 0;
    if (!build_point(&args[0], &p))
        return "expected the point that stays on the plane";
    out->wrong_argument = 1;
    if (!build_point(&args[1], &q))
        return "expected a point of the plane";
    out->wrong_argument = 2;
    if (!build_direction(&args[2], &d))
        return "expected the plane's normal, not zero";
    build_input(out, p, 1);
    build_input(out, q, 2);
    build_input(out, d, 2);
    if (build_owner(&d) == build_owner(&q)) /* otherwise the plane moves in the body of its point */
        build_area(out, AREA_RING, q, p, d, 0, INFINITY);
    return NULL;
}

const struct constraint_class constraint_on_plane = {
    .kind = {.group = TN_KIND_CONSTRAINT,
             .name = "on-plane",
             .synonyms = {"point-on-plane", "planar"},
             .arguments = "P Q D",
             .help = "P stays on the plane through Q with normal D",
             .example = "on-plane ball.center (0, 0, 2) (0, 0, 1);"},
    .forms = forms,
    .form_count = 1,
    .fewest = 3,
    .most = 3,
    .build = build,
};
