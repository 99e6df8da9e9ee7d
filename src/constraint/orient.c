/* orient: directions align, or whole frames (BB C.3, in the regular form of method §2).
 *
 * Directions D and E, with e1, e2 normal to E and fixed on the same body:
 *
 *   C = (θ / sin θ) (e1·D, e2·D),  cos θ = D·E       two rows, radians
 *
 * where θ/sin θ = turn(D·E) is smooth at θ = 0. |C| = θ. Regular except at D = −E: there e1 breaks the tie.
 *
 * Frames (X, Y, Z) of A and (U, V, W) of B: the rotation vector from A to B in A's axes,
 *
 *   C = (θ / sin θ) ½ (V·Z − W·Y, W·X − U·Z, U·Y − V·X),  cos θ = (U·X + V·Y + W·Z − 1)/2       three rows, radians
 */
#include "constraint/constraint.h"
#include "constraint/frame.h"

#define TILT "turn(dot(D, E))"

static const struct constraint_form forms[] = {
    {
        .name = "orient",
        .pose = POSE_CARRIED,
        .inputs = {{"D", INPUT_DIRECTION}, {"E", INPUT_DIRECTION}, {"e1", INPUT_DIRECTION}, {"e2", INPUT_DIRECTION}},
        .rows = {{TILT "*dot(e1, D)", "rad", LEVEL_POSITION}, {TILT "*dot(e2, D)", "rad", LEVEL_POSITION}},
        .tie_direction = 1,
    },
    {
        .name = "orient-frame",
        .inputs = {FRAME_INPUTS},
        .rows = {FRAME_ROWS},
        .tie_frame = 1,
    },
};

static const char *build_frames(const struct constraint_context *x, const struct constraint_arg *args,
                                struct constraint_build *out)
{
    static const vec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    out->form = &forms[1];
    for (int i = 0; i < 2; i++) {
        int body;
        out->wrong_argument = i;
        if (!build_body(&args[i], &body))
            return "whole frames are aligned between two objects, or an object and world: orient A B frame";
        for (int k = 0; k < 3; k++) {
            struct connector own = build_fixed_direction(x, body, axis[k]);
            own.local = axis[k]; /* exactly the axes of the body */
            build_input(out, own, i + 1);
        }
    }
    return NULL;
}

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    (void)count;
    if (args[0].type == ARG_BODY || args[0].type == ARG_WORLD)
        return build_frames(x, args, out);
    struct connector d[2];
    for (int i = 0; i < 2; i++) {
        out->wrong_argument = i;
        if (!build_direction(&args[i], &d[i]))
            return "expected a direction that is not zero, as in rod.z, rod.dir(1,0,0) or (0,0,1)";
    }
    vec3 e = build_where(x, &d[1]), e1 = v3_perpendicular(e);
    int owner = build_owner(&d[1]);
    out->form = &forms[0];
    build_input(out, d[0], 1);
    build_input(out, d[1], 2);
    build_input(out, build_fixed_direction(x, owner, e1), 2);
    build_input(out, build_fixed_direction(x, owner, v3_cross(e, e1)), 2);
    build_aligned(out, d[0], d[1]);
    return NULL;
}

const struct constraint_class constraint_orient = {
    .kind = {.group = TN_KIND_CONSTRAINT,
             .name = "orient",
             .synonyms = {"align", "parallel"},
             .arguments = "D E  |  A B frame",
             .help = "two directions align, or the whole frames of two objects",
             .example = "orient a.z b.z;"},
    .forms = forms,
    .form_count = 2,
    .fewest = 2,
    .most = 2,
    .build = build,
};
