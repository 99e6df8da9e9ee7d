/* tie.c: breaks the tie of opposite directions, and of frames that are half a turn apart.
 *
 * There the formula of orient.c has no gradient, since every axis of rotation is equally good. A chosen axis breaks the
 * tie: within TILT of the opposite, the rows are computed as if one side were tilted by that angle about the axis.
 */
#include "constraint/constraint_lanes.h"

#define TILT 1e-3 /* rad; a smaller one makes the rows too uneven: their sizes differ by π/TILT */

/* Copies of three orthogonal directions on one body, all tilted by a rotation vector, as if they were fixed in the body
 * that way: ẏ = ω × y and β = ω × (ω × y) + α × y are those of the tilted ones. (With the rates of the original
 * directions, Ċ and γ would be wrong by a factor 1/TILT.) The body's ω and α follow from the three: Σ y × (ω × y) = 2
 * ω. */
static void tilt(const struct signal *const in[3], vec3 rotation, struct signal copy[3])
{
    quat turn = q_exp(rotation);
    vec3 omega = v3(0, 0, 0), alpha = v3(0, 0, 0);
    for (int k = 0; k < 3; k++)
        omega = v3_add_scaled(omega, 0.5, v3_cross(in[k]->y, in[k]->yd));
    for (int k = 0; k < 3; k++) {
        vec3 own = v3_cross(omega, v3_cross(omega, in[k]->y));
        alpha = v3_add_scaled(alpha, 0.5, v3_cross(in[k]->y, v3_sub(in[k]->beta, own)));
    }
    for (int k = 0; k < 3; k++) {
        vec3 y = q_rotate(turn, in[k]->y), yd = v3_cross(omega, y);
        vec3 beta = v3_add(v3_cross(omega, yd), v3_cross(alpha, y));
        copy[k] = (struct signal){.y = y, .yd = yd, .beta = beta, .lever = y};
    }
}

/* in: D, then E, e1, e2 of one body. Turning E, e1, e2 about e2 puts D on the side of e1. */
static void break_direction(const struct signal **in, struct signal *copies)
{
    if (v3_dot(in[0]->y, in[1]->y) > -cos(TILT))
        return;
    tilt(in + 1, v3_scale(2 * TILT, in[3]->y), copies);
    for (int k = 0; k < 3; k++)
        in[1 + k] = &copies[k];
}

static void break_frame(const struct signal **in, struct signal *copies)
{
    double agree[3], trace = 0;
    int axis = 0;
    for (int k = 0; k < 3; k++) {
        agree[k] = v3_dot(in[k]->y, in[3 + k]->y); /* 2 n_k² − 1 for a half turn about n */
        trace += agree[k];
        axis = agree[k] > agree[axis] ? k : axis;
    }
    if ((trace - 1) / 2 > -cos(TILT))
        return;
    tilt(in + 3, v3_scale(4 * TILT, in[3 + axis]->y), copies); /* about an axis of B's own: it turns with the copies */
    for (int k = 0; k < 3; k++)
        in[3 + k] = &copies[k];
}

void constraint_break_tie(const struct constraint_form *form, const struct signal **in, struct signal copies[3])
{
    if (form->tie_direction > 0)
        break_direction(in + form->tie_direction - 1, copies);
    if (form->tie_frame > 0)
        break_frame(in + form->tie_frame - 1, copies);
}

LANES_TARGET bool constraint_lanes_tied(const struct constraint_form *form, const struct lanes_signal *in)
{
    const double opposite = -cos(TILT);
    lanes_mask tied = {0};
    if (form->tie_direction > 0) {
        const struct lanes_signal *d = in + form->tie_direction - 1;
        tied |= ~(l3_dot(d[0].y, d[1].y) > opposite);
    }
    if (form->tie_frame > 0) {
        const struct lanes_signal *f = in + form->tie_frame - 1;
        lanes trace = l3_dot(f[0].y, f[3].y) + l3_dot(f[1].y, f[4].y) + l3_dot(f[2].y, f[5].y);
        tied |= ~((trace - 1) / 2 > opposite);
    }
    return lanes_any(tied);
}
