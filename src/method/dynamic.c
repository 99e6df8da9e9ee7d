/* dynamic.c: dynamic constraints (method §2): exact constraint forces from A λ = r, A = J W Jᵀ.
 *
 *   r = −γ − J W f − kd Ċ − ks C,     v̇ = W (f + Jᵀλ)
 */
#include <stdatomic.h>
#include <string.h>

#include "method/lanes.h"
#include "method/linked.h"
#include "method/parts.h"

/* The power of a drive, λᵀ J v: work done from outside. */
static double drive_power(const struct system *s, const struct item *it, const double *y)
{
    double power = 0;
    for (int p = 0; p < it->parts && !it->out; p++) {
        const struct part *part = &s->part[it->part + p];
        const double *v = y + s->body[part->body].v;
        if (s->body[part->body].general > 0) { /* J L⁻ᵀ times Lᵀ v */
            double *hat = s->general[s->body[part->body].general - 1].work;
            general_hat(s, part->body, v, hat);
            v = hat;
        }
        for (int k = 0; k < it->rows; k++)
            for (int c = 0; c < part->dofs; c++)
                power += s->multiplier[it->row + k] * system_jacobian(s, part, k, c) * v[c];
    }
    return power;
}

/* q̇ = T(q) v; for the quaternion ½ (0, ω) Q. */
void system_position_rate(const struct body *b, const double *y, double *ydot)
{
    const double *v = y + b->v, *q = y + b->q;
    double *out = ydot + b->q;
    for (int k = 0; k < body_width(b); k++)
        out[k] = v[k];
    if (b->coordinates == COORDINATES_RIGID) {
        quat rate = q_mul((quat){0, v[3], v[4], v[5]}, (quat){q[3], q[4], q[5], q[6]});
        out[3] = rate.w / 2;
        out[4] = rate.x / 2;
        out[5] = rate.y / 2;
        out[6] = rate.z / 2;
    }
}

void system_position_rates(const struct system *s, const double *y, double *ydot)
{
    for (int i = 0; i < s->bodies; i++)
        if (s->body[i].dofs > 0)
            system_position_rate(&s->body[i], y, ydot);
}

/* W f of a body. */
static const double *known_acceleration(const struct system *s, int body, double six[6])
{
    const struct pose *p = &s->pose[body];
    const double known[6] = {p->a.x, p->a.y, p->a.z, p->alpha.x, p->alpha.y, p->alpha.z};
    if (s->body[body].coordinates == COORDINATES_GENERAL)
        return s->general[s->body[body].general - 1].free;
    memcpy(six, known, sizeof known);
    return six;
}

struct rating {
    const struct system *s;
    const double *y;
    double *ydot;
    atomic_bool bad; /* something is not finite */
};

static void rates_piece(void *ctx, int from, int to)
{
    struct rating *x = ctx;
    const struct system *s = x->s;
    double *ydot = x->ydot, check = 0; /* NaN and infinity survive a sum of zeros times x */
    bool finite = true;
    for (int i; (i = lanes_rates(s, from, to, x->y, ydot, &finite)) < to; from = i + 1) {
        const struct body *b = &s->body[i];
        if (b->dofs == 0)
            continue;
        double six[6];
        const double *known = known_acceleration(s, i, six);
        double *a = ydot + b->v;
        if (s->linked != NULL && s->linked->body_skip[i])
            memset(a, 0, sizeof *a * (size_t)b->dofs);
        else
            system_pull(s, i, a);
        for (int k = 0; k < b->dofs; k++) {
            a[k] += known[k];
            check += 0 * a[k];
        }
        system_position_rate(b, x->y, ydot);
        for (int k = 0; k < (b->coordinates == COORDINATES_RIGID ? 7 : b->dofs); k++)
            check += 0 * ydot[b->q + k];
    }
    if (check != 0 || !finite)
        atomic_store(&x->bad, true);
}

bool system_rates_of_change(const struct system *s, const double *y, double *ydot)
{
    struct rating x = {.s = s, .y = y, .ydot = ydot};
    double check = flexible_rates(s, y, ydot);
    system_share(s, s->bodies, rates_piece, &x);
    return check == 0 && !atomic_load(&x.bad);
}

void system_keep_accelerations(struct system *s, const double *ydot)
{
    memcpy(s->acceleration, ydot + s->q_count, sizeof(double) * (size_t)s->v_count);
    for (int i = 0; i < s->bodies; i++) {
        const struct body *b = &s->body[i];
        double six[6];
        const double *known = known_acceleration(s, i, six);
        for (int k = 0; k < b->dofs; k++)
            s->free_acceleration[b->v - s->q_count + k] = known[k];
    }
}

void system_find_culprit(struct system *s, double t)
{
    s->bad_t = t;
    for (int i = 0; i < s->items && s->bad_item < 0; i++) {
        const struct item *it = &s->item[i];
        system_rows(s, it, t, &s->rows_now);
        bool finite = true;
        for (int r = 0; r < it->rows; r++) {
            finite &= isfinite(s->rows_now.c[r]) && isfinite(s->rows_now.cd[r]) && isfinite(s->rows_now.gamma[r]);
            for (int k = 0; k < it->inputs; k++)
                for (int c = 0; c < 6; c++)
                    finite &= isfinite(s->rows_now.j[k][6 * r + c]) != 0;
        }
        if (!finite)
            s->bad_item = i;
    }
    for (int i = 0; i < s->bodies && s->bad_body < 0; i++)
        if (!v3_finite(s->pose[i].x) || !v3_finite(s->pose[i].v) || !v3_finite(s->pose[i].w) ||
            !v3_finite(s->wrench[i].f) || !v3_finite(s->wrench[i].n))
            s->bad_body = i;
}

/* From λ to ẏ. */
static tn_status finish_derivative(struct system *s, double t, const double *y, double *ydot)
{
    bool finite = system_rates_of_change(s, y, ydot); /* v̇ = W (f + Jᵀλ) */
    for (int i = 0; i < s->driven_count; i++)
        s->power += drive_power(s, &s->item[s->driven[i]], y);
    if (s->generals > 0)
        s->power += general_drive_power(s, y, ydot);
    if (s->bounded_count > 0)
        system_keep_accelerations(s, ydot);
    for (int b = 0; b < s->bounded_count; b++) { /* the force of a motor at its bound is among the applied ones */
        const struct item *it = &s->item[s->bounded[b]];
        if (it->mode == MODE_PUSHED)
            s->multiplier[it->row] = it->push;
    }
    ydot[s->work] = s->power;
    if (finite && isfinite(s->power))
        return TN_OK;
    if (s->bad_y != NULL && s->bad_y != ydot)
        memcpy(s->bad_y, y, sizeof *y * (size_t)s->y_count);
    s->bad_known = s->bad_y != NULL && s->bad_y != ydot;
    system_find_culprit(s, t);
    return TN_STUCK;
}

tn_status system_derivative(struct system *s, double t, const double *y, double *ydot)
{
    s->evaluations++;
    s->bad_item = s->bad_body = -1;
    if (s->first_order)
        return first_order_derivative(s, t, y, ydot);
    system_free_motion(s, t, y); /* poses, W f (§1) */
    if (s->linked != NULL) {
        linked_choose(s);
        linked_accelerate(s); /* trees that nothing else acts on: v̇ at once */
    }
    system_linearize(s, t, false); /* C, Ċ, J, A, r = −γ − J W f − feedback */
    system_solve(s);               /* A λ = r */
    return finish_derivative(s, t, y, ydot);
}

tn_status system_derivative_again(struct system *s, double t, const double *y, double *ydot)
{
    s->evaluations++;
    s->bad_item = s->bad_body = -1;
    system_free_motion(s, t, y);
    system_linearize_again(s, t); /* C, Ċ, r */
    system_solve_again(s);
    return finish_derivative(s, t, y, ydot);
}
