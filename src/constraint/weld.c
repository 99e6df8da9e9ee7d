/* weld: two bodies keep their relative pose of the start.
 *
 *   C = (Q − P,  rotation vector from A's copy (X, Y, Z) of B's frame to B's frame (U, V, W), in A's axes)
 *
 * six rows, metres and radians; Q is B's centre of mass and P the point of A that is there at the start.
 */
#include "constraint/constraint.h"
#include "constraint/frame.h"

static const struct constraint_form forms[] = {{
    .name = "weld",
    .pose = POSE_CARRIED,
    .inputs = {{"P", INPUT_POINT}, {"Q", INPUT_POINT}, FRAME_INPUTS},
    .rows = {{"Q - P", "m", LEVEL_POSITION}, FRAME_ROWS},
    .tie_frame = 3,
}};

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    (void)count;
    int body[2];
    for (int i = 0; i < 2; i++) {
        out->wrong_argument = i;
        if (!build_body(&args[i], &body[i]))
            return "weld joins two objects, or an object and world";
    }
    out->wrong_argument = 1;
    if (body[0] == body[1])
        return "an object cannot be welded to itself";
    /* The weld is at the second body, or at the first if the second is the world. */
    int seat = body[1] >= 0 ? body[1] : body[0];
    const struct pose seat_pose = x->pose(x->ctx, seat);
    vec3 at = seat_pose.x;
    out->form = &forms[0];
    build_input(out, build_fixed_point(x, body[0], at), 1);
    build_input(out, build_fixed_point(x, body[1], at), 2);
    frame_inputs(x, body, &seat_pose.r, &seat_pose.r, out);
    return NULL;
}

const struct constraint_class constraint_weld = {
    .kind = {.group = TN_KIND_CONSTRAINT,
             .name = "weld",
             .synonyms = {"fixed", "rigid", "glue", "fix"},
             .arguments = "A B",
             .help = "two objects keep their relative pose of the start",
             .example = "weld a b;"},
    .forms = forms,
    .form_count = 1,
    .fewest = 2,
    .most = 2,
    .build = build,
};
