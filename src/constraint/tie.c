/* tie.c: directions that are opposite, frames that are half a turn apart.
 *
 * There the formula of orient.c has no gradient to follow: every way round is as
 * good. A chosen axis breaks the tie: within HAIR of the opposite the rows are
 * computed as if one side were tilted by a hair about that axis.
 */
#include "constraint/constraint.h"

#define HAIR 1e-3 /* rad; smaller makes the rows too uneven: their sizes differ by π/HAIR */

static struct signal tilted(const struct signal *s, vec3 rotation)
{
    struct signal out = *s;
    out.y = q_rotate(q_exp(rotation), s->y);
    out.lever = out.y;
    return out;
}

static void break_direction(const struct signal **in, struct signal *copy)
{
    const struct signal *d = in[0], *e = in[1], *e1 = in[2];
    if (v3_dot(d->y, e->y) > -cos(HAIR))
        return;
    copy[0] = tilted(d, v3_scale(2 * HAIR, v3_cross(d->y, e1->y)));
    in[0] = &copy[0];
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
    if ((trace - 1) / 2 > -cos(HAIR))
        return;
    vec3 turn = v3_scale(4 * HAIR, in[axis]->y);
    for (int k = 0; k < 3; k++) {
        copies[k] = tilted(in[3 + k], turn);
        in[3 + k] = &copies[k];
    }
}

void constraint_break_tie(const struct constraint_form *form, const struct signal **in, struct signal copies[3])
{
    if (form->tie_direction > 0)
        break_direction(in + form->tie_direction - 1, copies);
    if (form->tie_frame > 0)
        break_frame(in + form->tie_frame - 1, copies);
}
