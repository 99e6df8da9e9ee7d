/* revolute: a hinge: P meets Q, and the axes D (on A) and E (on B) align.
 *
 *   C = (Q − P,  (θ / sin θ) (e1·D, e2·D)),  cos θ = D·E      five rows, metres and radians (see orient.c)
 *
 * Its angle is that of B against A about D: zero at the start or, if the parts are yet to be assembled, after the
 * shortest rotation that aligns the axes.
 */
#include "constraint/constraint.h"
#include "constraint/frame.h"
#include "constraint/limit_words.h"

#define TILT "turn(dot(D, E))"

static const struct constraint_form forms[] = {{
    .name = "revolute",
    .pose = POSE_STATED,
    .inputs = {{"P", INPUT_POINT},
               {"Q", INPUT_POINT},
               {"D", INPUT_DIRECTION},
               {"E", INPUT_DIRECTION},
               {"e1", INPUT_DIRECTION},
               {"e2", INPUT_DIRECTION}},
    .rows = {{"Q - P", "m", LEVEL_POSITION},
             {TILT "*dot(e1, D)", "rad", LEVEL_POSITION},
             {TILT "*dot(e2, D)", "rad", LEVEL_POSITION}},
    .tie_direction = 3,
}};

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    struct axis_joint j;
    const char *wrong = axis_joint_read(x, args, count, &j, &out->wrong_argument);
    if (wrong != NULL)
        return wrong;
    vec3 e1 = j.v_now, e2 = v3_cross(j.e_now, e1);
    out->form = &forms[0];
    build_input(out, j.p, 1);
    build_input(out, j.q, 2);
    build_input(out, j.d, 1);
    build_input(out, j.e, 2);
    build_input(out, build_fixed_direction(x, j.body[1], e1), 2);
    build_input(out, build_fixed_direction(x, j.body[1], e2), 2);
    out->measure.type = MEASURE_ANGLE;
    out->measure.input[0] = build_fixed_direction(x, j.body[0], j.u_now);
    out->measure.input[1] = out->input[4];
    out->measure.input[2] = j.d;
    build_area(out, AREA_POINT, j.p, j.q, j.p, 0, 0);
    build_aligned(out, j.d, j.e);
    return NULL;
}

static const tn_parameter parameters[] = {
    LIMIT_PARAMETERS("angle; zero is the pose at the start", "rad", TN_ANY_NUMBER, TN_ANY_NUMBER),
    MOTOR_PARAMETERS("rad", "rad/s", "N m"),
    {.word = NULL},
};

const struct constraint_class constraint_revolute = {
    .kind = {.group = TN_KIND_CONSTRAINT,
             .name = "revolute",
             .synonyms = {"hinge", "pin", "axle", "pivot"},
             .arguments = "A B P D  |  A B P Q D E",
             .help = "a hinge through P along D; angle(J) is the angle of B against A about D, zero at the start; the "
                     "second form assembles: P, D on A and Q, E on B",
             .example = "revolute a b a.end1 (0, 1, 0);",
             .parameters = parameters},
    .forms = forms,
    .form_count = 1,
    .fewest = 4,
    .most = 6,
    .build = build,
};
