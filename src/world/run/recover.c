/* recover.c: a world that is stuck goes on, as well as it can.
 *
 * The state is that of the last good step. In an interactive world steps of fixed length first become shorter, by four and
 * by sixteen, until the present call has reached its time. Then the islands of constraints that are off are held softly
 * (lenient.c), from speeds that closing their gaps takes at most. After a while, 0.25 s and twice as long each time, those
 * that are nearly closed are taken up again. One warning names the constraint that was furthest off, and the time.
 */
#include <string.h>

#include "dynamics/lenient.h"
#include "world/world_parts.h"

#define FIRST_WHILE 0.25 /* s */
#define LONGEST_WHILE 8  /* s */
#define NEARLY 0.01      /* of the model's size, or radians: what is left of a gap when it is taken up */
#define NOT_MET 1e-6     /* likewise: what is off */
#define NO_PROGRESS 1e-3 /* of the present while: stuck again before */
enum { MOST_SHORTER = 2, MOST_TRIES = 2 };

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

static bool finite_state(const tn_world *w)
{
    double check = 0;
    for (int i = 0; i < w->plan->y_count; i++)
        check += 0 * w->run.y[i];
    return check == 0;
}

static bool can_be_soft(const tn_world *w)
{
    const struct plan *plan = w->plan;
    if (!w->run.interactive && integrator_for(plan, world_integrator(w))->step != NULL)
        return false; /* a step that is too long may be what is wrong, and nobody shortens it */
    return plan->rows > 0 && plan->solver == SOLVER_SPARSE && !plan->displaces && !plan->contact &&
           !plan->first_order && finite_state(w);
}

/* Marks the islands of what is off; of everything if nothing is, or if that did not help. Returns whether that is more than
 * what is held softly already. */
static bool mark(tn_world *w, bool *marked, bool all)
{
    const struct plan *plan = w->plan;
    const int off = lenient_find_off(plan, w->work, w->run.t, w->run.y, NOT_MET, marked);
    bool more = false;
    for (int i = 0; i < plan->constraints; i++) {
        struct constraint_state *s = &w->run.constraints.at[plan->constraint[i].id];
        marked[i] = plan->constraint[i].block >= 0 && (marked[i] || all || off == 0 || s->softly);
        more |= marked[i] && !s->softly;
        if (marked[i])
            s->since = w->run.t;
        s->softly = s->softly || marked[i];
    }
    return more;
}

/* Speeds that the last good step had may be far beyond all that closing a gap needs. */
static void slow_down(tn_world *w, const bool *marked, double part)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    lenient_begin(plan, work, marked);
    const double before = system_kinetic(plan, work, w->run.y);
    lenient_slow_down(plan, work, w->run.t, part, w->run.y);
    w->run.y[plan->work_done] += system_kinetic(plan, work, w->run.y) - before;
    w->run.has_base = false;
}

/* Where parameters of curves follow points, motions have no honey: all constraints are regularized alike. */
static bool regularize(tn_world *w)
{
    const double first = 1e-5, most = 1e-2;
    struct run *r = &w->run;
    if (r->softness >= most)
        return false;
    tell(w, "constraints are held softly from here on");
    r->softness = r->softness == 0 ? first : 10 * r->softness;
    plan_drop(w);
    return true;
}

static bool hold_softly(tn_world *w)
{
    struct run *r = &w->run;
    if (!can_be_soft(w))
        return false;
    if (w->plan->slides > 0)
        return regularize(w);
    const bool again = w->work->lenient.any && r->t - (r->soft_until - r->soft_for) < NO_PROGRESS * r->soft_for;
    bool *marked = MEM_ARRAY(bool, w->plan->constraints);
    tell(w, "constraints that cannot be followed are held softly for a while");
    const bool more = mark(w, marked, again);
    r->soft_tries = again && !more ? r->soft_tries + 1 : 0;
    slow_down(w, marked, again ? 0 : 1);
    mem_free(marked);
    if (r->soft_tries > MOST_TRIES)
        return false;
    r->soft_for = r->soft_for == 0 ? FIRST_WHILE : fmin(2 * r->soft_for, LONGEST_WHILE);
    r->soft_until = r->t + r->soft_for;
    r->events_here = 0;
    plan_drop(w);
    return true;
}

bool recover_from_stuck(tn_world *w)
{
    struct run *r = &w->run;
    const bool fixed =
        w->plan->contact || w->plan->displaces || integrator_for(w->plan, world_integrator(w))->step != NULL;
    if (!r->interactive || !fixed || !(world_step(w) > 0) || r->shorter >= MOST_SHORTER)
        return hold_softly(w);
    tell(w, "it takes shorter steps for a while");
    r->shorter++;
    plan_drop(w);
    return true;
}

void recover_begin(tn_world *w)
{
    if (w->run.shorter == 0)
        return;
    w->run.shorter = 0;
    plan_drop(w);
}

void recover_forget(tn_world *w)
{
    if (w->run.soft_for == 0)
        return;
    plan_drop(w);
    w->run.soft_for = w->run.soft_until = 0;
    for (int i = 0; i < w->things->constraint_pool.order.count; i++)
        w->run.constraints.at[w->things->constraint_pool.order.at[i]].softly = false;
}

void recover_planned(tn_world *w, const struct plan *plan, struct work *work)
{
    bool *marked = MEM_ARRAY(bool, plan->constraints);
    for (int i = 0; i < plan->constraints && w->run.soft_until > 0; i++)
        marked[i] = w->run.constraints.at[plan->constraint[i].id].softly;
    lenient_begin(plan, work, marked);
    mem_free(marked);
}

void recover_take_up(tn_world *w)
{
    struct run *r = &w->run;
    const struct plan *plan = w->plan;
    bool *off = MEM_ARRAY(bool, plan->constraints), any = false;
    lenient_find_off(plan, w->work, r->t, r->y, NEARLY, off);
    lenient_begin(plan, w->work, off); /* whole islands */
    for (int i = 0; i < plan->constraints; i++) {
        struct constraint_state *s = &r->constraints.at[plan->constraint[i].id];
        const bool stays = s->softly && lenient_holds(plan, w->work, &plan->constraint[i]);
        if (s->softly && !stays)
            s->since = r->t;
        s->softly = stays;
        any |= stays;
    }
    mem_free(off);
    r->soft_until = any ? r->t + r->soft_for : 0;
    plan_drop(w);
}
