/* recover.c: an interactive world that is stuck goes on by itself, as well as it can.
 *
 * The state is that of the last good step. First steps of fixed length become shorter, by four and by sixteen, until the
 * present call has reached its time. Then the constraints are regularized, (A + δI) λ = r with growing δ: what cannot be
 * followed at the moment is held softly. After a while, 0.25 s and doubling while it does not help, they are taken up
 * again. One warning per world names the constraint that was furthest off, and the time.
 */
#include "world/world_parts.h"

#define FIRST_SOFTNESS 1e-5
#define MOST_SOFTNESS 1e-1
#define FIRST_WHILE 0.25 /* s */
#define LONGEST_WHILE 8  /* s */
enum { MOST_SHORTER = 2 };

tn_status tn_world_interactive(tn_world *w, bool on)
{
    if (w == NULL)
        return TN_WRONG_USE;
    if (w->run.interactive == on)
        return TN_OK;
    plan_drop(w);
    w->run.interactive = on;
    return TN_OK;
}

static const char *furthest_off(tn_world *w)
{
    int worst = -1;
    system_update(w->plan, w->work, w->run.t, w->run.y);
    system_deviations(w->plan, w->work, w->run.t);
    system_largest_deviation(w->plan, w->work, NULL, NULL, &worst);
    return worst >= 0 ? world_label(w, w->plan->constraint[worst].id) : NULL;
}

static void tell(tn_world *w, const char *what)
{
    if (w->run.told_of_recovery)
        return;
    w->run.told_of_recovery = true;
    const char *name = furthest_off(w);
    world_warn(w, mem_print("at t = %.9g s the motion could not go on as it was: %s%s%s%s", w->run.t, what,
                            name != NULL ? "; furthest off was '" : "", name != NULL ? name : "",
                            name != NULL ? "'" : ""));
}

bool recover_from_stuck(tn_world *w)
{
    struct run *r = &w->run;
    const bool fixed =
        w->plan->contact || w->plan->displaces || integrator_for(w->plan, w->settings.integrator)->step != NULL;
    if (!r->interactive)
        return false;
    if (fixed && world_step(w) > 0 && r->shorter < MOST_SHORTER) {
        tell(w, "it takes shorter steps for a while");
        r->shorter++;
    } else if (w->plan->rows > 0 && !w->plan->displaces && r->softness < MOST_SOFTNESS) {
        tell(w, "constraints that cannot be followed are held softly for a while");
        r->softness = r->softness == 0 ? FIRST_SOFTNESS : 10 * r->softness;
        r->soft_for = r->soft_for == 0 ? FIRST_WHILE : fmin(2 * r->soft_for, LONGEST_WHILE);
        r->soft_until = r->t + r->soft_for;
    } else {
        return false;
    }
    plan_drop(w);
    return true;
}

void recover_begin(tn_world *w)
{
    struct run *r = &w->run;
    const bool again = r->interactive && r->soft_for > 0 && r->softness > 0 && r->t >= r->soft_until;
    if (!again && r->shorter == 0)
        return;
    if (again)
        r->softness = 0;
    r->shorter = 0;
    plan_drop(w);
}
