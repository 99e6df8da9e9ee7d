/* universal: a cardan joint: P meets Q, and the axes D (on A) and E (on B) stay at right angles.
 *
 *   C = (Q − P,  D·E)      four rows, metres and radians
 */
#include "constraint/constraint.h"
#include "constraint/frame.h"

static const struct constraint_form forms[] = {{
    .name = "universal",
    .pose = POSE_STATED,
    .inputs = {{"P", INPUT_POINT}, {"Q", INPUT_POINT}, {"D", INPUT_DIRECTION}, {"E", INPUT_DIRECTION}},
    .rows = {{"Q - P", "m", LEVEL_POSITION}, {"dot(D, E)", "rad", LEVEL_POSITION}},
}};

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    /* A B P D E means A B P P D E with P at its present place. */
    struct constraint_arg all[6];
    for (int i = 0; i < 3; i++)
        all[i] = args[i];
    bool assembles = count == 6;
    if (count == 4) {
        out->wrong_argument = 3;
        return "a universal joint has two axes, the first on A and the second on B: universal A B P D E";
    }
    all[3] = args[assembles ? 3 : 2];
    all[4] = args[count - 2];
    all[5] = args[count - 1];
    struct axis_joint j;
    const char *wrong = axis_joint_read(x, all, 6, &j, &out->wrong_argument);
    if (wrong != NULL) {
        if (!assembles && out->wrong_argument > 3)
            out->wrong_argument--;
        return wrong;
    }
    out->wrong_argument = count - 1;
    if (v3_norm(v3_cross(j.d_now, j.e_now)) < 1e-9)
        return "the two axes of a universal joint must not be parallel";
    out->form = &forms[0];
    build_input(out, j.p, 1);
    build_input(out, j.q, 2);
    build_input(out, j.d, 1);
    build_input(out, j.e, 2);
    return NULL;
}

const struct constraint_class constraint_universal = {
    .kind = {.group = TN_KIND_CONSTRAINT,
             .name = "universal",
             .synonyms = {"cardan", "hooke"},
             .arguments = "A B P D E  |  A B P Q D E",
             .help = "a cardan joint: axis D on A and E on B stay at right angles; the second form assembles",
             .example = "universal a b a.end1 (1, 0, 0) (0, 1, 0);"},
    .forms = forms,
    .form_count = 1,
    .fewest = 4,
    .most = 6,
    .build = build,
};
