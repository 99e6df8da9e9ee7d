/* handle.c: see handle.h. */
#include "dynamics/handle.h"

#include "dynamics/dynamics_parts.h"
#include "force/force_parts.h"

void handle_target(const double *let, double t, vec3 out[3])
{
    const double s = t - let[HANDLE_BEGAN], r = let[HANDLE_RATE], fade = exp(-s * r);
    double x[3], v[3], a[3];
    for (int k = 0; k < 3; k++) {
        const double *c = let + HANDLE_WAY + k;
        const double p = c[0] + s * (c[3] + s * c[6]), pd = c[3] + 2 * s * c[6], pdd = 2 * c[6];
        x[k] = let[HANDLE_GOAL + k] + p * fade;
        v[k] = (pd - r * p) * fade;
        a[k] = (pdd - 2 * r * pd + r * r * p) * fade;
    }
    out[0] = v3(x[0], x[1], x[2]);
    out[1] = v3(v[0], v[1], v[2]);
    out[2] = v3(a[0], a[1], a[2]);
}

double handle_stop(const double *let, double t)
{
    enum { WATCHED = 12 }; /* time constants of the path */
    const double T = 1 / let[HANDLE_RATE], passed = (t - let[HANDLE_BEGAN]) / T;
    return passed < WATCHED ? let[HANDLE_BEGAN] + T * (floor(passed + 1e-6) + 1) : INFINITY;
}

static vec3 by_mass(const double *let, vec3 v)
{
    const double *m = let + HANDLE_MASS;
    return v3(m[0] * v.x + m[3] * v.y + m[4] * v.z, m[3] * v.x + m[1] * v.y + m[5] * v.z,
              m[4] * v.x + m[5] * v.y + m[2] * v.z);
}

/* The target for steps that are HANDLE_STEP long. */
static void target_of_step(const double *let, double t, bool first_order, vec3 x[3])
{
    const double h = let[HANDLE_STEP];
    vec3 next[3];
    handle_target(let, t, x);
    if (!(h > 0))
        return;
    handle_target(let, t + h, next);
    if (first_order)
        x[1] = v3_scale(1 / h, v3_sub(next[0], x[0]));
    else
        x[2] = v3_scale(1 / h, v3_sub(next[1], x[1]));
}

vec3 handle_force(const double *let, double t, bool first_order, vec3 y, vec3 yd, vec3 integral, vec3 *rate)
{
    const double b = 1 / let[HANDLE_TAU];
    const bool balances = let[HANDLE_BALANCES] != 0;
    vec3 x[3], wanted;
    target_of_step(let, t, first_order, x);
    const vec3 e = v3_sub(y, x[0]), ed = v3_sub(yd, x[1]);
    if (first_order)
        wanted = v3_add_scaled(x[1], -(balances ? 2 : 1) * b, e);
    else
        wanted = v3_add_scaled(v3_add_scaled(x[2], -(balances ? 3 : 2) * b, ed), -(balances ? 3 : 1) * b * b, e);
    const vec3 asked = balances ? v3_add(by_mass(let, wanted), integral) : by_mass(let, wanted);
    const double size = v3_norm(asked), limit = let[HANDLE_LIMIT];
    const vec3 f = size > limit ? v3_scale(limit / size, asked) : asked;
    if (rate != NULL) {
        vec3 grow = by_mass(let, v3_scale(-(first_order ? b * b : 0.5 * b * b * b), e));
        *rate = balances ? v3_add_scaled(grow, b, v3_sub(f, asked)) : v3(0, 0, 0);
    }
    return f;
}

static void apply(const struct plan *plan, struct work *work, double t, const double *y)
{
    struct force_context x = system_force_context(plan, work);
    for (int i = 0; i < plan->apart.handles; i++) {
        const struct handle *h = &plan->apart.handle[i];
        const double *let = work->let + h->let;
        double *out = work->extra_rate + (h->state - plan->work_done - 1);
        vec3 rate = v3(0, 0, 0), f = v3(let[HANDLE_TEST], let[HANDLE_TEST + 1], let[HANDLE_TEST + 2]);
        if (h->connector < 0)
            continue;
        if (let[HANDLE_MUTE] == 0) {
            const struct signal *s = &work->force_signal[h->connector];
            const double *integral = y + h->state;
            vec3 at = h->scalar ? v3(s->y.x, 0, 0) : s->y, moves = h->scalar ? v3(s->yd.x, 0, 0) : s->yd;
            f = handle_force(let, t, plan->first_order, at, moves, v3(integral[0], integral[1], integral[2]), &rate);
        }
        force_working(&x, h->connector, f);
        out[0] = rate.x;
        out[1] = rate.y;
        out[2] = rate.z;
    }
    work->power += x.power;
}

const struct evaluation handle_evaluation = {.apply = apply};
