/* follow: a point follows a path (BB: point to path).
 *
 *   C = X(t) − P   three rows, metres. The path's own velocity and acceleration enter through Ċ and γ, so that
 *                  the point does not lag.
 */
#include "constraint/constraint.h"

static const struct constraint_form forms[] = {{
    .name = "follow",
    .inputs = {{"P", INPUT_POINT}, {"X", INPUT_POINT}},
    .rows = {{"X - P", "m", LEVEL_POSITION}},
}};

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    (void)x;
    (void)count;
    struct connector point;
    out->form = &forms[0];
    out->wrong_argument = 0;
    if (!build_point(&args[0], &point))
        return "expected the point that follows, as in ball.center";
    out->wrong_argument = 1;
    if (args[1].type != ARG_TIME)
        return "expected a path: declare one, as in: path loop(t) = (cos(t), sin(t), 1);";
    build_input(out, point, 1);
    build_input(out, args[1].connector, 2);
    build_area(out, AREA_POINT, args[1].connector, point, point, 0, 0);
    return NULL;
}

const struct constraint_class constraint_follow = {
    .kind = {.group = TN_KIND_CONSTRAINT,
             .name = "follow",
             .arguments = "P path",
             .help = "a point follows a path",
             .example = "follow ball.center loop;"},
    .forms = forms,
    .form_count = 1,
    .fewest = 2,
    .most = 2,
    .build = build,
};
