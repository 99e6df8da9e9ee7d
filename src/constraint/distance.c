/* distance: a rod without mass between two points.
 *
 *   C = |Q − P| − d      one row, metres; undefined where the points coincide, which is reported, not divided through
 */
#include "constraint/constraint.h"

static const struct constraint_form forms[] = {{
    .name = "distance",
    .inputs = {{"P", INPUT_POINT}, {"Q", INPUT_POINT}},
    .parameters = {"d"},
    .rows = {{"norm(Q - P) - d", "m", LEVEL_POSITION}},
}};

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    (void)x;
    (void)count;
    struct connector c;
    out->form = &forms[0];
    for (int i = 0; i < 2; i++) {
        out->wrong_argument = i;
        if (!build_point(&args[i], &c))
            return "one of the two points is wanted here";
        build_input(out, c, i + 1);
    }
    out->wrong_argument = 2;
    if (args[2].type != ARG_NUMBER || !(args[2].number > 0))
        return "the distance must be a number greater than zero; to make points meet, write connect";
    out->parameter[0] = args[2].number;
    build_area(out, AREA_SHELL, out->input[0], out->input[1], out->input[0], args[2].number, args[2].number);
    return NULL;
}

const struct constraint_class constraint_distance = {
    .name = "distance",
    .usage = "distance P Q d",
    .help = "a massless rod of length d between two points",
    .forms = forms,
    .form_count = 1,
    .fewest = 3,
    .most = 3,
    .build = build,
};
