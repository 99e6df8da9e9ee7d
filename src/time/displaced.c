/* displaced.c: fixed steps of the displacement method (method §3).
 *
 * A step or substep in which a body would turn too far for small rotations is undone and halved (GG 2.2). Steps are
 * shortened to end at frames and events, as in the other fixed steppers.
 */
#include <string.h>

#include "base/memory.h"
#include "displacement/displacement.h"
#include "time/steps.h"

/* Maximum number of halvings of a step. Beyond it a body spins extremely fast or its constraints are contradictory, and
 * its rotation is accepted as it is. */
enum { HALVINGS = 12, CORRECTION_HALVINGS = 3 };

struct displaced_steps {
    const struct plan *plan;
    struct work *work;
    double step;
    int substeps;
    bool stops; /* at the iteration limit */
    long steps;
    double *next; /* the state that a step works on */
};

struct displaced_steps *displaced_new(const struct plan *plan, struct work *work, const tn_settings *settings)
{
    struct displaced_steps *f = MEM_NEW(struct displaced_steps);
    *f = (struct displaced_steps){
        .plan = plan,
        .work = work,
        .step = settings->step,
        .substeps = settings->substeps > 0 ? settings->substeps : 1,
        .stops = settings->stops_at_limit,
    };
    f->next = MEM_ARRAY(double, plan->y_count);
    return f;
}

void displaced_free(struct displaced_steps *f)
{
    if (f == NULL)
        return;
    mem_free(f->next);
    mem_free(f);
}

void displaced_bind(struct displaced_steps *f, const struct plan *plan) { f->plan = plan; }
long displaced_count(const struct displaced_steps *f) { return f->steps; }

/* From t to t + h, in substeps where needed. */
static enum displacement_end go(struct displaced_steps *f, double t, double h, double *y)
{
    double done = 0, piece = h;
    int far = 0, overcorrected = 0;
    while (done < h) {
        double length = piece < h - done ? piece : h - done;
        if (h - done - length < 1e-9 * h) /* avoid a tiny last step */
            length = h - done;
        enum displacement_end end = displacement_step(f->work->displacement, t + done, length, y, far < HALVINGS,
                                                      overcorrected < CORRECTION_HALVINGS);
        if (end == DISPLACEMENT_STUCK)
            return end;
        if (end != DISPLACEMENT_DONE) {
            piece = length / 2;
            far += end == DISPLACEMENT_FAST;
            overcorrected += end == DISPLACEMENT_OVERCORRECTED;
            continue;
        }
        done += length;
        f->steps++;
    }
    return DISPLACEMENT_DONE;
}

/* f->next from y, a step of h later. */
static tn_status one_step(struct displaced_steps *f, double t, double h, const double *y, char **message)
{
    const struct plan *plan = f->plan;
    struct work *work = f->work;
    const struct displacement_report *r = displacement_report(work->displacement);
    long limited = r->limited;
    memcpy(f->next, y, sizeof(double) * (size_t)plan->y_count);
    enum displacement_end end = DISPLACEMENT_DONE;
    for (int k = 0; k < f->substeps && end == DISPLACEMENT_DONE; k++)
        end = go(f, t + k * h / f->substeps, h / f->substeps, f->next);
    if (end == DISPLACEMENT_DONE && state_finite(plan, f->next) && !(f->stops && r->limited > limited))
        return TN_OK;
    *message = end == DISPLACEMENT_DONE && state_finite(plan, f->next)
                   ? mem_print("at t = %.9g s the displacement method reached its iteration limit, and on-limit is "
                               "stop; try more iterations, a shorter step, or check the constraint named here",
                               t + h)
                   : mem_print("at t = %.9g s a step of %.4g s leads to numbers that are not finite: the model may be "
                               "impossible there; try a shorter step",
                               t, h);
    return TN_STUCK;
}

tn_status displaced_advance(struct displaced_steps *f, double *t, double *y, double target, char **message)
{
    if (!(f->step > 0)) {
        *message = mem_text("the displacement method has no automatic steps: write, for example, step 0.01");
        return TN_STUCK;
    }
    const double begin = *t, interval = target - begin;
    const double wanted = fmax(1, ceil(interval / f->step - 1e-6)), h = interval / wanted;
    if (wanted > 1e15 || !(begin + h > begin)) {
        *message = mem_print("at t = %.9g s a step of %.4g s is too short to reach t = %.9g s; try a longer step",
                             begin, h, target);
        return TN_STUCK;
    }
    const long count = (long)wanted;
    for (long i = 0; i < count; i++) {
        tn_status status = one_step(f, *t, h, y, message);
        if (status != TN_OK)
            return status;
        memcpy(y, f->next, sizeof(double) * (size_t)f->plan->y_count); /* both at once, in case it pauses */
        *t = i + 1 < count ? begin + (double)(i + 1) * h : target;
        system_follow_turns(f->plan, f->work, *t, y);
        poll_here(f->work->poll);
    }
    return TN_OK;
}
