/* hooked.c: see hooked.h.
 *
 * Central differences of sixth order,
 *   f′ = [45 (f₁ − f₋₁) − 9 (f₂ − f₋₂) + (f₃ − f₋₃)] / 60h,   f″ = [−490 f₀ + 270 (f₁ + f₋₁) − 27 (f₂ + f₋₂) + 2 (f₃ + f₋₃)] / 180h²
 * with h a hundredth of the length over which the function changes: truncation is then of order 10⁻¹², and rounding
 * 10⁻¹⁶/h or 10⁻¹⁶/h². The rate and γ are derivatives along the motion, y + sẏ and t + s, with s such that no argument
 * moves further than its step.
 */
#include "constraint/hooked.h"

#include <string.h>

#include "base/guard.h"

static const double offset[6] = {1, -1, 2, -2, 3, -3};

double hooked_step(enum connector_type type, double length)
{
    const double part = 0.01;
    return type == CONNECTOR_DIRECTION ? part : part * length; /* a direction has length 1 */
}

static void call(const struct hooked *h, double t, const tn_signal *at, tn_rows *out)
{
    memset(out, 0, sizeof *out);
    guard_enter_hook();
    h->function(h->user, t, at, h->inputs, out);
    guard_leave_hook();
}

static double *component(tn_vec3 *v, int k) { return k == 0 ? &v->x : k == 1 ? &v->y : &v->z; }

static bool can_vary(enum connector_type type, int k)
{
    return type != CONNECTOR_CONSTANT && type != CONNECTOR_TIME && (type != CONNECTOR_SCALAR || k == 0);
}

/* ∂C/∂y, or ∂φ/∂ẏ. */
static void find_gradient(const struct hooked *h, const enum connector_type *type, const tn_signal *now, double t,
                          tn_rows *out)
{
    tn_signal at[TN_ARGS];
    tn_rows there;
    double f[TN_ROWS][6];
    memcpy(at, now, sizeof *at * (size_t)h->inputs);
    for (int i = 0; i < h->inputs; i++)
        for (int k = 0; k < 3; k++) {
            const double step = hooked_step(type[i], h->length);
            double *x = component(h->level == LEVEL_VELOCITY ? &at[i].rate : &at[i].y, k), was = *x;
            if (!can_vary(type[i], k) || (type[i] == CONNECTOR_SPIN && h->level == LEVEL_POSITION))
                continue;
            for (int d = 0; d < 6; d++) {
                *x = was + offset[d] * step;
                call(h, t, at, &there);
                for (int r = 0; r < h->rows; r++)
                    f[r][d] = there.value[r];
            }
            *x = was;
            for (int r = 0; r < h->rows; r++)
                *component(&out->gradient[r][i], k) = hooked_slope(f[r], step);
        }
}

/* How far along the motion differences look, s. */
static double find_span(const struct hooked *h, const enum connector_type *type, const tn_signal *now)
{
    double s = 0.01 * h->duration;
    for (int i = 0; i < h->inputs; i++) {
        const double speed = v3_norm(now[i].rate), step = hooked_step(type[i], h->length);
        if (type[i] != CONNECTOR_SPIN && speed * s > step)
            s = step / speed;
    }
    return s;
}

/* Ċ and γ along the motion at constant ẏ. */
static void find_rates(const struct hooked *h, const enum connector_type *type, const tn_signal *now, double t,
                       tn_rows *out)
{
    const double s = find_span(h, type, now);
    const bool position = h->level == LEVEL_POSITION, has_rate = (h->gives & TN_GIVES_RATE) != 0;
    tn_signal at[TN_ARGS];
    tn_rows there;
    double value[TN_ROWS][6], rate[TN_ROWS][6];
    for (int d = 0; d < 6; d++) {
        for (int i = 0; i < h->inputs; i++) {
            at[i] = now[i];
            if (type[i] != CONNECTOR_SPIN)
                at[i].y = v3_add_scaled(now[i].y, offset[d] * s, now[i].rate);
        }
        call(h, t + offset[d] * s, at, &there);
        for (int r = 0; r < h->rows; r++) {
            value[r][d] = there.value[r];
            rate[r][d] = there.rate[r];
        }
    }
    for (int r = 0; r < h->rows; r++) {
        const double *f = value[r], along = hooked_slope(f, s);
        const double bend =
            (-490 * out->value[r] + 270 * (f[0] + f[1]) - 27 * (f[2] + f[3]) + 2 * (f[4] + f[5])) / (180 * s * s);
        if (position && !has_rate)
            out->rate[r] = along;
        if ((h->gives & TN_GIVES_GAMMA) == 0)
            out->gamma[r] = !position ? along : has_rate ? hooked_slope(rate[r], s) : bend;
    }
}

void hooked_rows(const struct hooked *h, const enum connector_type *type, const struct signal *in, double t,
                 tn_rows *out)
{
    tn_signal now[TN_ARGS];
    for (int i = 0; i < h->inputs; i++)
        now[i] = (tn_signal){in[i].y, in[i].yd};
    call(h, t, now, out);
    const bool position = h->level == LEVEL_POSITION;
    if ((h->gives & TN_GIVES_GRADIENT) == 0)
        find_gradient(h, type, now, t, out);
    if ((h->gives & TN_GIVES_GAMMA) == 0 || (position && (h->gives & TN_GIVES_RATE) == 0))
        find_rates(h, type, now, t, out);
    if (!position)
        memset(out->rate, 0, sizeof out->rate);
}
