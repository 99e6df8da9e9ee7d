/* slider: B slides along the axis D of A and does not rotate against it.
 *
 *   C = (e1·(Q − P), e2·(Q − P),  rotation vector from A's frame (X = D, Y = e1, Z = e2) to B's (U = E, V, W))
 *
 * five rows, metres and radians. Its travel is D·(Q − P).
 */
#include "constraint/constraint.h"
#include "constraint/frame.h"
#include "constraint/limit_words.h"

static const struct constraint_form forms[] = {{
    .name = "slider",
    .pose = POSE_STATED,
    .said = "of:P of:Q P Q X U",
    .inputs = {{"P", INPUT_POINT}, {"Q", INPUT_POINT}, FRAME_INPUTS},
    .rows = {{"dot(Y, Q - P)", "m", LEVEL_POSITION}, {"dot(Z, Q - P)", "m", LEVEL_POSITION}, FRAME_ROWS},
    .tie_frame = 3,
}};

static mat3 frame_of(vec3 a, vec3 b)
{
    vec3 c = v3_cross(a, b);
    return (mat3){{a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z}};
}

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    struct axis_joint j;
    const char *wrong = axis_joint_read(x, args, count, &j, &out->wrong_argument);
    if (wrong != NULL)
        return wrong;
    mat3 first = frame_of(j.d_now, j.u_now), second = frame_of(j.e_now, j.v_now);
    out->form = &forms[0];
    build_input(out, j.p, 1);
    build_input(out, j.q, 2);
    frame_inputs(x, j.body, &first, &second, out);
    out->measure.type = MEASURE_TRAVEL;
    out->measure.input[0] = j.p;
    out->measure.input[1] = j.q;
    out->measure.input[2] = j.d;
    return NULL;
}

static const tn_parameter parameters[] = {
    LIMIT_PARAMETERS("travel; zero is the pose at the start", "m", TN_ANY_NUMBER, TN_ANY_NUMBER),
    MOTOR_PARAMETERS("m", "m/s", "N"),
    {.word = NULL},
};

const struct constraint_class constraint_slider = {
    .kind = {.group = TN_KIND_CONSTRAINT,
             .name = "slider",
             .synonyms = {"prismatic", "slide", "piston", "translational"},
             .arguments = "A B P D  |  A B P Q D E",
             .help =
                 "B slides along D without turning, by travel(J); the second form assembles: P, D on A and Q, E on B",
             .example = "slider world ball (1, 0, 2) (1, 0, 0);",
             .parameters = parameters},
    .forms = forms,
    .form_count = 1,
    .fewest = 4,
    .most = 6,
    .build = build,
};
