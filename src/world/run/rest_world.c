/* rest_world.c: the equilibrium of a world with flexible objects (goals/rest.h). */
#include <string.h>

#include "goals/rest.h"
#include "tenon/goals.h"
#include "world/world_parts.h"

enum { MOST_ITERATIONS = 2000 };

/* Violations above this are named. */
#define OFF 1e-6

static char *trouble(const tn_world *w)
{
    const struct plan *plan = w->plan;
    if (plan->generals > 0)
        return mem_text(
            "an equilibrium of flexible objects together with objects in coordinates of their own cannot be "
            "solved for: let them come to rest in a run");
    if (plan->slides > 0)
        return mem_text("an equilibrium of flexible objects with points that slide along curves cannot be solved for: "
                        "let them come to rest in a run");
    return NULL;
}

/* Names of the constraints that are not met. */
static char *unmet(const tn_world *w, const struct rest *s)
{
    char *list = mem_text("");
    int count = 0;
    for (int i = 0; i < w->plan->constraints && count < 8; i++) {
        const double off = rest_violation(s, i);
        if (!(off > OFF))
            continue;
        char *longer = mem_print("%s%s'%s' (off by %.3g)", list, count++ > 0 ? ", " : "",
                                 world_label(w, w->plan->constraint[i].id), off);
        mem_free(list);
        list = longer;
    }
    if (count == 0) {
        mem_free(list);
        return mem_text("nodes stay inside of what they should be outside of");
    }
    return list;
}

static char *sentence(const tn_world *w, const struct rest *s, const struct rest_report *r)
{
    char *who, *text;
    switch (r->outcome) {
    case REST_REACHED:
        return mem_print(
            "an equilibrium: forces are balanced to %.2g (the largest is %.3g), the constraints hold to %.2g",
            r->stationarity, r->load, r->feasibility);
    case REST_CONTRADICTORY:
        who = unmet(w, s);
        text = mem_print("the constraints cannot all be met near here: %s", who);
        mem_free(who);
        return text;
    case REST_UNBOUNDED:
        return mem_print("the energy decreases without bound: it is %.4g now; nothing holds the model", r->objective);
    case REST_STOPPED:
    case REST_NO_VALUE:
        break;
    }
    return mem_print(
        "no equilibrium yet: forces are balanced to %.2g (the largest is %.3g), the constraints hold to %.2g",
        r->stationarity, r->load, r->feasibility);
}

static const char *worst_of(const tn_world *w, const struct rest *s)
{
    double most = 0;
    const char *name = "";
    for (int i = 0; i < w->plan->constraints; i++)
        if (rest_violation(s, i) > most) {
            most = rest_violation(s, i);
            name = world_label(w, w->plan->constraint[i].id);
        }
    return name;
}

static void report(tn_world *w, const struct rest *s, const struct rest_report *r, tn_optimum *out)
{
    *out = (tn_optimum){
        .outcome = r->outcome == REST_REACHED         ? TN_OPTIMUM_REACHED
                   : r->outcome == REST_CONTRADICTORY ? TN_OPTIMUM_CONTRADICTORY
                   : r->outcome == REST_UNBOUNDED     ? TN_OPTIMUM_UNBOUNDED
                                                      : TN_OPTIMUM_NOT_REACHED,
        .objective = r->objective,
        .stationarity = r->stationarity,
        .feasibility = r->feasibility,
        .complementarity = r->complementarity,
        .iterations = r->iterations,
        .worst = worst_of(w, s),
    };
    mem_free(w->reports.optimum_text);
    w->reports.optimum_text = sentence(w, s, r);
    out->message = w->reports.optimum_text;
}

tn_status world_rest(tn_world *w, bool solve, tn_optimum *out)
{
    char *message = trouble(w);
    struct rest_report r;
    if (message != NULL) {
        world_fail(w, message);
        return TN_WRONG_MODEL;
    }
    if (solve)
        history_begin(w, "solve");
    const tn_status status = world_planned(w); /* keeping the state may have let go of the plan */
    if (status != TN_OK) {
        history_end(w, false);
        return status;
    }
    const size_t bytes = sizeof(double) * (size_t)w->plan->y_count;
    double *before = mem_copy(w->run.y, bytes);
    w->run.evaluated = false;
    struct rest *s = rest_new(w->plan, w->work, w->run.t, w->run.y);
    if (solve)
        rest_solve(s, MOST_ITERATIONS, &r);
    else
        rest_residuals(s, &r);
    const bool stopped = poll_here(&w->poll), bad = r.outcome == REST_NO_VALUE;
    if (stopped || bad)
        memcpy(w->run.y, before, bytes);
    w->run.touched = w->run.touched || (solve && !stopped && !bad);
    report(w, s, &r, out);
    rest_free(s);
    mem_free(before);
    if (solve) {
        history_end(w, !stopped && !bad);
        world_restart(w);
    }
    return stopped ? TN_INTERRUPTED : bad ? world_no_optimum(w) : TN_OK;
}
