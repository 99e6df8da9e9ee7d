/* fixed.c: fixed steps: semi-implicit Euler and the classical Runge–Kutta method of order 4.
 *
 *   Euler   v⁺ = v + h v̇(t, q, v),  q⁺ = q moved with v⁺ for h; a quaternion exactly: Q⁺ = exp(ω⁺h) Q
 *   RK4     on the flat vector; quaternions are brought back to unit length after the step
 *
 * The right-hand side turns a quaternion into a rotation by Q/|Q| and Q̇ = ½ (0, ω) Q is linear in Q, so the length of
 * Q acts on nothing else: taking it back to 1 moves Q along its own direction, by the O(h⁵) that a step added, and the
 * order stays 4.
 */
#include <string.h>

#include "base/memory.h"
#include "time/steps.h"

struct fixed {
    struct system *system;
    tn_integrator method;
    double step;
    long steps;
    double *next, *stage, *rate; /* RK4 uses all, Euler next and rate */
};

struct fixed *fixed_new(struct system *s, tn_integrator method, double step)
{
    struct fixed *f = MEM_NEW(struct fixed);
    *f = (struct fixed){.system = s, .method = method, .step = step};
    f->next = MEM_ARRAY(double, s->y_count);
    f->stage = MEM_ARRAY(double, s->y_count);
    f->rate = MEM_ARRAY(double, s->y_count);
    return f;
}

void fixed_free(struct fixed *f)
{
    if (f == NULL)
        return;
    mem_free(f->next);
    mem_free(f->stage);
    mem_free(f->rate);
    mem_free(f);
}

long fixed_steps(const struct fixed *f) { return f->steps; }

/* q moved with the velocity v for the time h. */
static void move(const struct body *b, const double *v, double h, double *q)
{
    switch (b->coordinates) {
    case COORDINATES_NONE:
        break;
    case COORDINATES_SCALAR:
        q[0] += h * v[0];
        break;
    case COORDINATES_RIGID: {
        quat turned = q_mul(q_exp(v3_scale(h, v3(v[3], v[4], v[5]))), (quat){q[3], q[4], q[5], q[6]});
        q[3] = turned.w;
        q[4] = turned.x;
        q[5] = turned.y;
        q[6] = turned.z;
    } /* fall through */
    case COORDINATES_POINT:
        for (int k = 0; k < 3; k++)
            q[k] += h * v[k];
        break;
    }
}

/* Both steps fill f->next from y and leave y alone. */
static tn_status euler(struct fixed *f, double t, double h, const double *y)
{
    struct system *s = f->system;
    tn_status status = system_derivative(s, t, y, f->rate);
    if (status != TN_OK)
        return status;
    memcpy(f->next, y, sizeof(double) * (size_t)s->y_count);
    for (int i = s->q_count; i < s->y_count; i++) /* v and the work */
        f->next[i] += h * f->rate[i];
    for (int i = 0; i < s->bodies; i++)
        if (s->body[i].coordinates != COORDINATES_NONE)
            move(&s->body[i], f->next + s->body[i].v, h, f->next + s->body[i].q);
    return TN_OK;
}

static tn_status runge_kutta(struct fixed *f, double t, double h, const double *y)
{
    static const double when[4] = {0, 0.5, 0.5, 1}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    struct system *s = f->system;
    const int n = s->y_count;
    memcpy(f->next, y, sizeof(double) * (size_t)n);
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < n; i++) /* the rate of the stage before; of the first stage none */
            f->stage[i] = k == 0 ? y[i] : y[i] + when[k] * h * f->rate[i];
        tn_status status = system_derivative(s, t + when[k] * h, f->stage, f->rate);
        if (status != TN_OK)
            return status;
        for (int i = 0; i < n; i++)
            f->next[i] += weight[k] * h * f->rate[i];
    }
    return TN_OK;
}

static char *failure(const struct fixed *f, double t, double h)
{
    return mem_print("at t = %.9g s a step of %.4g s leads to numbers that are not finite: the model may be impossible "
                     "there, or the step too long for %s; try a shorter step, a larger tau or integrator adams",
                     t, h, f->method == TN_EULER ? "euler" : "rk4");
}

tn_status fixed_advance(struct fixed *f, double *t, double *y, double target, char **message)
{
    struct system *s = f->system;
    const double begin = *t, interval = target - begin;
    /* Equal steps, none longer than asked for: a millionth is the rounding of times, not a step. */
    const double wanted = fmax(1, ceil(interval / f->step - 1e-6)), h = interval / wanted;
    if (wanted > 1e15 || !(begin + h > begin)) {
        *message = mem_print("at t = %.9g s a step of %.4g s is too short to get to t = %.9g s; try a longer step",
                             begin, h, target);
        return TN_STUCK;
    }
    const long count = (long)wanted;
    for (long i = 0; i < count; i++) {
        tn_status status = f->method == TN_EULER ? euler(f, *t, h, y) : runge_kutta(f, *t, h, y);
        if (status == TN_OK)
            state_normalise(s, f->next);
        if (status != TN_OK || !state_finite(s, f->next)) {
            *message = failure(f, *t, h);
            return TN_STUCK;
        }
        memcpy(y, f->next, sizeof(double) * (size_t)s->y_count);
        *t = i + 1 < count ? begin + (double)(i + 1) * h : target;
        f->steps++;
        system_follow_turns(s, *t, y);
    }
    return TN_OK;
}
