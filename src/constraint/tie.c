/* tie.c: breaks the tie of opposite directions, and of frames that are half a turn apart.
 *
 * There the formula of orient.c has no gradient, since every axis of rotation is equally good. A chosen axis breaks the
 * tie: within TILT of the opposite, the rows are computed as if one side were tilted by that angle about the axis.
 */
#include "constraint/constraint.h"
#include "constraint/tie.inc"

/* Tilts three orthogonal directions on one body by a rotation vector, as if they were fixed in the body that way:
 * ẏ = ω × y and β = ω × (ω × y) + α × y are those of the tilted ones. (With the rates of the original directions, Ċ and γ
 * would be wrong by a factor 1/TILT.) The body's ω and α follow from the three: Σ y × (ω × y) = 2 ω. */
static void tilt(struct signal in[3], vec3 rotation)
{
    quat turn = q_exp(rotation);
    vec3 omega = v3(0, 0, 0), alpha = v3(0, 0, 0);
    for (int k = 0; k < 3; k++)
        omega = v3_add_scaled(omega, 0.5, v3_cross(in[k].y, in[k].yd));
    for (int k = 0; k < 3; k++) {
        vec3 own = v3_cross(omega, v3_cross(omega, in[k].y));
        alpha = v3_add_scaled(alpha, 0.5, v3_cross(in[k].y, v3_sub(in[k].beta, own)));
    }
    for (int k = 0; k < 3; k++) {
        vec3 y = q_rotate(turn, in[k].y), yd = v3_cross(omega, y);
        vec3 beta = v3_add(v3_cross(omega, yd), v3_cross(alpha, y));
        in[k] = (struct signal){.y = y, .yd = yd, .beta = beta, .lever = y};
    }
}

/* in: D, then E, e1, e2 of one body. Turning E, e1, e2 about e2 puts D on the side of e1. */
static void break_direction(struct signal *in)
{
    if (direction_agreement(in) > TIE_COSINE)
        return;
    tilt(in + 1, v3_scale(2 * TILT, in[3].y));
}

/* in: X Y Z and U V W of two frames. They are tilted about an axis of B's own: it turns with them. */
static void break_frame(struct signal *in)
{
    double agree[3];
    int axis = 0;
    if (frame_agreement(in) > TIE_COSINE)
        return;
    for (int k = 0; k < 3; k++) {
        agree[k] = v3_dot(in[k].y, in[3 + k].y); /* 2 n_k² − 1 for a half turn about n */
        axis = agree[k] > agree[axis] ? k : axis;
    }
    tilt(in + 3, v3_scale(4 * TILT, in[3 + axis].y));
}

void constraint_break_tie(const struct constraint_form *form, struct signal *in)
{
    if (form->tie_direction > 0)
        break_direction(in + form->tie_direction - 1);
    if (form->tie_frame > 0)
        break_frame(in + form->tie_frame - 1);
}
