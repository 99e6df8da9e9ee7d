/* optimize.c: the world as an optimization problem: checking and solving. */
#include "goals/optimum.h"

#include <string.h>

#include "tenon/goals.h"
#include "world/world_parts.h"

/* The algebra is dense: largest number of unknowns and rows. */
enum { MOST_SIZE = 1500, MOST_ITERATIONS = 1000 };

#define TIGHT 1e-9   /* tolerance of the solver, in the scale of the problem */
#define REACHED 1e-6 /* tolerance for reporting an optimum */
#define NEAR 1e-5    /* a limit this close may be active */

bool tn_has_goals(const tn_world *w)
{
    for (int i = 0; w != NULL && i < w->things->force_pool.order.count; i++) {
        const int slot = w->things->force_pool.order.at[i];
        const struct force_state *s = &w->run.forces.at[slot];
        if (s->present && s->on && w->things->forces.at[slot].def.class->is_goal)
            return true;
    }
    return false;
}

/* Why the model is no optimization problem, such as a force without potential; NULL: it is one. */
static char *trouble(const tn_world *w)
{
    const struct plan *plan = w->plan;
    if (plan->v_count + plan->rows > MOST_SIZE)
        return mem_print("an optimum is computed by dense algebra, with at most %d unknowns and rows; this model has "
                         "%d: let it come to rest in a first-order world",
                         MOST_SIZE, plan->v_count + plan->rows);
    for (int i = 0; i < plan->force.count; i++) {
        const struct force_item *it = &plan->force.item[i];
        const struct force *f = &w->things->forces.at[it->id];
        const char *name = f->def.item.name != NULL ? f->def.item.name : it->class->kind.name;
        bool drags = it->class->is_drag;
        if (!drags && it->class->potential == NULL)
            return mem_print("the force '%s' has no potential, so that rest is no minimum: write what it "
                             "does as 'minimize …'",
                             name);
        if (!drags && it->varying && !it->class->is_goal)
            return mem_print("the numbers of '%s' are formulas of t or of places, so that it has no potential", name);
    }
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const struct constraint *c = &w->things->constraints.at[w->things->constraint_pool.order.at[i]];
        if (constraint_state(w, c)->active && (c->type->how.by == TN_BY_PENALTY || c->type->is_outside))
            return mem_print("the constraint '%s' is %s: an optimum has constraints that hold; write a soft one as "
                             "'minimize …'",
                             world_label_of(w, c),
                             c->type->is_outside ? "one that only reactions hold" : "met by penalty");
    }
    return NULL;
}

static struct optimum *begin(tn_world *w, const struct expression ***curvature, tn_status *status)
{
    *status = world_planned(w);
    if (*status != TN_OK)
        return NULL;
    char *message = trouble(w);
    if (message != NULL) {
        world_fail(w, message);
        *status = TN_WRONG_MODEL;
        return NULL;
    }
    const struct plan *plan = w->plan;
    *curvature = MEM_ARRAY(const struct expression *, plan->force.count);
    for (int i = 0; i < plan->force.count; i++)
        (*curvature)[i] = w->things->forces.at[plan->force.item[i].id].curvature;
    return optimum_new(w->plan, w->work, w->run.t, w->run.y, *curvature);
}

/* The constraint with the largest deviation. */
static const char *worst_of(const tn_world *w, const struct optimum *o)
{
    const struct plan *plan = o->plan;
    const struct work *work = o->work;
    double most = 0;
    const char *name = "";
    for (int r = 0; r < o->rows; r++) {
        const struct constraint_rows *it = &plan->constraint[o->row[r].constraint];
        double c = work->c[it->row + o->row[r].row], off = it->bounds == BOUND_ONE_SIDED ? -c : fabs(c);
        if (off > most) {
            most = off;
            name = world_label(w, it->id);
        }
    }
    return name;
}

/* Names of the constraints that are not met, which contradict each other. */
static char *quarrel(const tn_world *w, const struct optimum *o)
{
    const struct plan *plan = o->plan;
    const struct work *work = o->work;
    char *list = mem_text("");
    int last = -1, count = 0;
    for (int r = 0; r < o->rows; r++) {
        const struct constraint_rows *it = &plan->constraint[o->row[r].constraint];
        double c = work->c[it->row + o->row[r].row], off = it->bounds == BOUND_ONE_SIDED ? -c : fabs(c);
        if (off <= REACHED || it->id == last || ++count > 8)
            continue;
        char *longer = mem_print("%s%s'%s' (off by %.3g)", list, count > 1 ? ", " : "", world_label(w, it->id), off);
        mem_free(list);
        list = longer;
        last = it->id;
    }
    return list;
}

static char *sentence(const tn_world *w, const struct optimum *o, const tn_optimum *r)
{
    char *who, *text;
    switch (r->outcome) {
    case TN_OPTIMUM_REACHED:
        return mem_print("an optimum: the gradient is balanced to %.2g, the constraints hold to %.2g", r->stationarity,
                         r->feasibility);
    case TN_OPTIMUM_CONTRADICTORY:
        who = quarrel(w, o);
        text = mem_print("the constraints cannot all be met near here: %s", who);
        mem_free(who);
        return text;
    case TN_OPTIMUM_UNBOUNDED:
        return mem_print("the objective decreases without bound: it is %.4g now; a constraint is missing",
                         r->objective);
    case TN_OPTIMUM_NOT_REACHED:
        break;
    }
    return mem_print("no optimum yet: the gradient is balanced to %.2g, the constraints hold to %.2g", r->stationarity,
                     r->feasibility);
}

/* The scale for the balance of gradients: their largest term. */
static double gradient_scale(const struct optimum *o, const double *multiplier)
{
    double most = 1;
    for (int r = 0; r < o->rows; r++)
        most = fmax(most, fabs(multiplier[r]));
    return most;
}

static void end(tn_world *w, struct optimum *o, const struct expression **curvature, const struct nlp_report *r,
                const double *multiplier, tn_optimum *out)
{
    *out = (tn_optimum){
        .outcome = r->outcome == NLP_CONTRADICTORY ? TN_OPTIMUM_CONTRADICTORY
                   : r->outcome == NLP_UNBOUNDED   ? TN_OPTIMUM_UNBOUNDED
                                                   : TN_OPTIMUM_NOT_REACHED,
        .objective = r->objective,
        .stationarity = r->stationarity,
        .feasibility = r->feasibility,
        .complementarity = r->complementarity,
        .iterations = r->iterations,
    };
    double scale = gradient_scale(o, multiplier);
    if (out->outcome == TN_OPTIMUM_NOT_REACHED && r->stationarity <= REACHED * scale && r->feasibility <= REACHED &&
        r->complementarity <= REACHED * scale)
        out->outcome = TN_OPTIMUM_REACHED;
    system_deviations(o->plan, o->work, o->t);
    out->worst = worst_of(w, o);
    mem_free(w->reports.optimum_text);
    w->reports.optimum_text = sentence(w, o, out);
    out->message = w->reports.optimum_text;
    optimum_free(o);
    mem_free(curvature);
}

tn_status world_no_optimum(tn_world *w)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    work->report.bad_constraint = work->report.bad_body = -1;
    memset(work->wrench, 0, sizeof *work->wrench * (size_t)plan->bodies);
    system_derivative(plan, work, w->run.t, w->run.y, w->run.ydot);
    char *who = world_culprit(w);
    world_fail(w, mem_print("the objective or a constraint has no value at the start%s%s", who != NULL ? ": " : "",
                            who != NULL ? who : ""));
    mem_free(who);
    return TN_STUCK;
}

tn_status tn_optimum_get(tn_world *w, tn_optimum *out)
{
    const struct expression **curvature;
    tn_status status;
    if (w == NULL || out == NULL)
        return TN_WRONG_USE;
    if ((status = world_planned(w)) != TN_OK)
        return status;
    if (w->plan->flexibles > 0)
        return world_rest(w, false, out);
    struct optimum *o = begin(w, &curvature, &status);
    if (o == NULL)
        return status;
    w->run.evaluated = false;
    double *multiplier = MEM_ARRAY(double, o->rows);
    struct nlp_report r;
    bool good = nlp_residuals(&o->problem, NEAR, multiplier, &r);
    if (good)
        r.outcome = NLP_STOPPED;
    end(w, o, curvature, &r, multiplier, out);
    mem_free(multiplier);
    return good ? TN_OK : world_no_optimum(w);
}

/* Sizes of the unknowns at the start: of variables their values, others 1. Returns whether they differ much. */
static bool find_sizes(const struct plan *plan, const double *y, double *size)
{
    double least = 1, most = 1;
    for (int k = 0; k < plan->v_count; k++)
        size[k] = 1;
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        if (b->coordinates != COORDINATES_SCALAR || b->owner != NULL || y[b->q] == 0)
            continue;
        size[b->v - plan->q_count] = fabs(y[b->q]);
        least = fmin(least, fabs(y[b->q]));
        most = fmax(most, fabs(y[b->q]));
    }
    return most > 10 * least && isfinite(most / least);
}

/* Where nothing was reached from the start, and variables differ in size: once more, each in units of its own start. The better
 * result counts. */
static void solve_scaled(tn_world *w, struct optimum *o, const double *before, double *multiplier, struct nlp_report *r)
{
    const struct plan *plan = w->plan;
    double *size = MEM_ARRAY(double, plan->v_count);
    if ((r->outcome == NLP_CONTRADICTORY || r->outcome == NLP_STOPPED) && find_sizes(plan, before, size)) {
        const size_t bytes = sizeof *before * (size_t)plan->y_count;
        double *first = mem_copy(w->run.y, bytes), *other = MEM_ARRAY(double, o->rows);
        struct nlp_report again;
        memcpy(w->run.y, before, bytes);
        nlp_solve_scaled(&o->problem, size, TIGHT, MOST_ITERATIONS, other, &again);
        again.iterations += r->iterations;
        if (again.outcome == NLP_OPTIMUM || again.outcome == NLP_UNBOUNDED ||
            again.feasibility < 0.5 * r->feasibility) {
            memcpy(multiplier, other, sizeof *other * (size_t)o->rows);
            *r = again;
        } else {
            memcpy(w->run.y, first, bytes);
        }
        mem_free(first);
        mem_free(other);
    }
    mem_free(size);
}

static tn_status solve(tn_world *w, struct optimum *o, const struct expression **curvature, bool outermost,
                       tn_optimum *out)
{
    const struct plan *plan = w->plan;
    double *multiplier = MEM_ARRAY(double, o->rows);
    double *before = mem_copy(w->run.y, sizeof *before * (size_t)plan->y_count);
    struct nlp_report r;
    history_begin(w, "solve");
    nlp_solve(&o->problem, TIGHT, MOST_ITERATIONS, multiplier, &r);
    solve_scaled(w, o, before, multiplier, &r);
    const bool stopped = world_call_end(w, outermost);
    if (stopped)
        memcpy(w->run.y, before, sizeof *before * (size_t)plan->y_count);
    else
        memset(w->run.y + plan->q_count, 0, sizeof(double) * (size_t)plan->v_count);
    w->run.touched = w->run.touched || !stopped;
    end(w, o, curvature, &r, multiplier, out);
    mem_free(multiplier);
    mem_free(before);
    history_end(w, !stopped && r.outcome != NLP_NO_VALUE);
    if (!stopped && r.outcome == NLP_NO_VALUE)
        return world_no_optimum(w);
    world_restart(w);
    return stopped ? TN_INTERRUPTED : TN_OK;
}

tn_status tn_solve(tn_world *w, tn_optimum *out)
{
    const struct expression **curvature;
    tn_status status;
    tn_optimum unasked;
    if (w == NULL)
        return TN_WRONG_USE;
    bool outermost;
    if ((status = world_plan_ahead(w)) != TN_OK)
        return status;
    if (!world_call_begin(w, &outermost))
        return TN_INTERRUPTED;
    if ((status = world_planned(w)) == TN_OK && w->plan->flexibles > 0) {
        status = world_rest(w, true, out != NULL ? out : &unasked);
        return world_call_end(w, outermost) ? TN_INTERRUPTED : status;
    }
    struct optimum *o = begin(w, &curvature, &status);
    if (o == NULL) {
        world_call_end(w, outermost);
        return status;
    }
    return solve(w, o, curvature, outermost, out != NULL ? out : &unasked);
}

int tn_multipliers(tn_world *w, tn_constraint c, double *out, int room)
{
    int slot = world_find_constraint_id(w, c), n = 0;
    room = out != NULL ? room : 0;
    if (slot < 0 || ((!w->run.evaluated || w->plan == NULL) && world_evaluate(w) != TN_OK))
        return 0;
    const struct constraint *k = &w->things->constraints.at[slot];
    const struct constraint_place *place = &w->planned->constraint[slot];
    for (int l = -1; l < k->limit_count; l++) {
        int index = l < 0 ? place->constraint : place->limit[l], rows = l < 0 ? k->type->rows : 1;
        for (int r = 0; r < rows; r++, n++)
            if (n < room)
                out[n] = index >= 0 && w->work->constraint[index].mode != MODE_FREE
                             ? w->work->multiplier[w->plan->constraint[index].row + r]
                             : 0;
    }
    return n;
}

/* ---- variables as sliders ---- */

static struct object_state *variable_of(tn_world *w, tn_object o)
{
    int slot = world_find_object_id(w, o);
    return slot >= 0 && w->things->objects.at[slot].type->kind == OBJECT_VARIABLE ? &w->run.objects.at[slot] : NULL;
}

tn_status tn_variable_get(tn_world *w, tn_object variable, double *value)
{
    const struct object_state *o = variable_of(w, variable);
    if (o == NULL || value == NULL)
        return TN_WRONG_USE;
    const struct body *b = w->plan != NULL ? &w->plan->body[o - w->run.objects.at] : NULL;
    *value = b != NULL && b->coordinates == COORDINATES_SCALAR ? w->run.y[b->q] : o->value;
    return TN_OK;
}

tn_status tn_variable_set(tn_world *w, tn_object variable, double value)
{
    struct object_state *o = variable_of(w, variable);
    if (o == NULL || !isfinite(value))
        return TN_WRONG_USE;
    history_begin(w, "set a variable");
    plan_drop_moved(w);
    o->value = value;
    o->rate = 0;
    w->run.touched = true;
    history_end(w, true);
    return TN_OK;
}
