/* assemble.c: finds positions that satisfy the constraints before anything moves; velocities and time are not changed.
 *
 * Gauss–Newton keeps the branch of the present pose and converges quadratically, but may fail from far away. The
 * schemes of the displacement method converge from almost anywhere, but slowly at the end. So a scheme starts and
 * Gauss–Newton finishes. If neither succeeds, Levenberg–Marquardt goes downhill from the start. If that fails too, the
 * bodies are moved to random poses and everything starts again; the best result is kept.
 */
#include <string.h>

#include "goals/assembly.h"
#include "world/world_parts.h"

static const double met = 1e-8;

bool world_is_assembled(const tn_world *w) { return w->run.assembled; }

void tn_assembly_default_fill(tn_assembly *out, size_t size)
{
    const tn_assembly d = {.way = TN_ASSEMBLE_ALL_WAYS, .restarts = 5, .seed = 1};
    sized_fill(out, size, &d, sizeof d);
}

struct assembling {
    tn_world *w;
    tn_assembly how;
    double *best;
    double least; /* deviation of best */
    long iterations;
    bool begun;              /* some method could start */
    struct judging *judging; /* NULL: nobody wants to know why they are not met */
};

/* What a verdict takes note of: where descents come to rest, with a gap. */
struct judging {
    double end;   /* s of the clock of the poll: no further way is tried */
    bool moves;   /* some way did not come to rest */
    int ways;     /* descents so far */
    double *rest; /* NULL, or the best position of rest, */
    double least; /* and its deviation */
};

static bool is_late(const struct assembling *a)
{
    return a->judging != NULL && poll_clock(&a->w->poll) > a->judging->end;
}

/* ---- one attempt ---- */

static bool on_positions(void *ctx, const struct constraint_rows *it)
{
    (void)ctx;
    return it->level[0] == LEVEL_POSITION;
}

static double deviation_at(tn_world *w, const double *y, int *worst)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    system_update(plan, work, w->run.t, y);
    system_deviations(plan, work, w->run.t);
    return system_largest_deviation(plan, work, on_positions, NULL, worst);
}

/* Keeps y if it is the best so far; true once the constraints are met. */
static bool judge(struct assembling *a, const double *y)
{
    int worst;
    double deviation = deviation_at(a->w, y, &worst);
    if (isnan(deviation))
        deviation = INFINITY; /* not finite here */
    if (deviation < a->least) {
        a->least = deviation;
        memcpy(a->best, y, sizeof(double) * (size_t)a->w->plan->y_count);
    }
    return a->least <= met;
}

/* By a scheme of the displacement method alone: corrections until they are very small. */
static bool by_scheme(struct assembling *a, enum scheme scheme, int iterations, double *y)
{
    int n = displacement_relax(a->w->work->displacement, a->w->run.t, y, scheme, iterations, 1e-10);
    a->iterations += n < iterations ? n : iterations;
    a->begun = true;
    return judge(a, y);
}

/* If a formula has no value it does not start, and y is not changed. */
static bool by_newton(struct assembling *a, double *y)
{
    double left;
    if (world_gauss_newton(a->w->plan, a->w->work, a->w->run.t, y, &left) == TN_OK)
        a->begun = true;
    return judge(a, y);
}

/* A descent as long as it takes: from the start as long as the clock permits. One from elsewhere that the clock ends says
 * nothing. */
static bool by_long_descent(struct assembling *a, double *y)
{
    enum { MOST = 3000, CHUNK = 10 };
    const bool first = a->judging->ways++ == 0;
    const struct plan *plan = a->w->plan;
    struct judging *j = a->judging;
    struct descent *d = descent_begin(plan, a->w->work, y);
    bool moves = true;
    for (int i = 0; (first || i < MOST) && moves && !is_late(a); i += CHUNK)
        moves = descent_go_on(plan, a->w->work, a->w->run.t, d, CHUNK);
    const bool rests = !moves && descent_rests(plan, a->w->work, a->w->run.t, d);
    descent_end(plan, a->w->work, d);
    int worst;
    const double deviation = deviation_at(a->w, y, &worst);
    if (judge(a, y))
        return true;
    j->moves |= !rests && (first || !is_late(a));
    if (rests && deviation < j->least) {
        j->least = deviation;
        mem_free(j->rest);
        j->rest = mem_copy(y, sizeof *y * (size_t)plan->y_count);
    }
    return by_newton(a, y);
}

/* Levenberg–Marquardt, which always goes downhill and stays where formulas have values; Newton finishes. */
static bool by_descent(struct assembling *a, double *y)
{
    enum { MOST = 300 };
    if (a->judging != NULL)
        return by_long_descent(a, y);
    system_descend(a->w->plan, a->w->work, a->w->run.t, y, MOST);
    return judge(a, y) || by_newton(a, y);
}

/* From y to the constraints, by the methods that are asked for. */
static bool attempt(struct assembling *a, double *y, bool first)
{
    enum { LONG = 8000, SHORT = 200 };
    const struct plan *plan = a->w->plan;
    size_t size = sizeof(double) * (size_t)plan->y_count;
    switch (a->how.way) {
    case TN_ASSEMBLE_NEWTON:
        return by_newton(a, y);
    case TN_ASSEMBLE_SCHEME_A:
        return by_scheme(a, SCHEME_A, LONG, y);
    case TN_ASSEMBLE_SCHEME_B:
        return by_scheme(a, SCHEME_B, LONG, y);
    case TN_ASSEMBLE_GAUSS_SEIDEL:
        return by_scheme(a, SCHEME_GAUSS_SEIDEL, LONG, y);
    case TN_ASSEMBLE_ALL_WAYS:
        break;
    }
    double *start = mem_copy(y, size);
    bool done = false;
    if (first && a->w->settings.method == TN_DYNAMIC) {
        done = by_newton(a, y);
        memcpy(y, done ? y : start, done ? 0 : size);
    }
    if (!done)
        done = by_scheme(a, SCHEME_GAUSS_SEIDEL, SHORT, y) || by_newton(a, y);
    if (!done) {
        memcpy(y, start, size);
        done = by_descent(a, y);
    }
    mem_free(start);
    return done;
}

/* ---- random poses ---- */

static double next_random(uint64_t *state) /* −1 … 1 */
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 4503599627370496.0 - 1;
}

static vec3 random_vector(uint64_t *state)
{
    for (;;) {
        /* one statement each: the order of evaluation of arguments is unspecified */
        double x = next_random(state), y = next_random(state), z = next_random(state);
        vec3 v = v3(x, y, z);
        double n = v3_norm(v);
        if (n > 0.1 && n <= 1)
            return v;
    }
}

/* The size of the model: the extent of the bodies and of the points at which constraints hold them. */
double world_reach(const tn_world *w, const double *y)
{
    const struct plan *plan = w->plan;
    vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3_neg(low);
    double lever = 0;
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].dofs >= 3 && plan->body[i].coordinates != COORDINATES_GENERAL) {
            const double *q = y + plan->body[i].q;
            low = v3(fmin(low.x, q[0]), fmin(low.y, q[1]), fmin(low.z, q[2]));
            high = v3(fmax(high.x, q[0]), fmax(high.y, q[1]), fmax(high.z, q[2]));
        }
    for (int i = 0; i < plan->connectors; i++)
        if (plan->connector[i].type == CONNECTOR_POINT)
            lever = fmax(lever, v3_norm(plan->connector[i].local));
    double spread = v3_norm(v3_sub(high, low));
    return (isfinite(spread) ? spread / 2 : 0) + lever;
}

/* Moves the bodies to random poses: any rotation, displaced by up to the reach. */
static void scatter(const tn_world *w, uint64_t *state, double reach, double *y)
{
    const struct plan *plan = w->plan;
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        if (b->dofs == 0)
            continue;
        for (int k = 0; b->coordinates == COORDINATES_GENERAL && k < b->dofs;
             k++) /* coordinates are angles more often than lengths */
            y[b->q + k] += next_random(state);
        if (b->coordinates == COORDINATES_GENERAL)
            continue;
        vec3 to = v3_scale(b->dofs > 1 ? reach : 1, random_vector(state));
        const double move[3] = {to.x, to.y, to.z};
        for (int k = 0; k < (b->dofs < 3 ? b->dofs : 3); k++)
            y[b->q + k] += move[k];
        if (b->coordinates == COORDINATES_RIGID) {
            vec3 axis = random_vector(state);
            quat turned = q_unit((quat){next_random(state), axis.x, axis.y, axis.z});
            memcpy(y + b->q + 3, &turned, sizeof turned);
        }
    }
}

/* ---- the whole ---- */

/* The displacement method of the plan, or one made for this. */
static bool borrow_displacement(tn_world *w)
{
    if (w->plan->displaces)
        return false;
    tn_method own = w->settings.method;
    w->settings.method = TN_DISPLACEMENT;
    displaced_make(w, w->plan, w->work);
    w->settings.method = own;
    return true;
}

static void return_displacement(tn_world *w)
{
    displacement_free(w->work->displacement);
    w->work->displacement = NULL;
    for (int i = 0; i < w->plan->constraints; i++)
        w->work->constraint[i].displaced = false;
}

static tn_status look_for(struct assembling *a, int *restarts)
{
    tn_world *w = a->w;
    size_t size = sizeof(double) * (size_t)w->plan->y_count;
    double *y = mem_copy(w->run.y, size), *kept;
    double reach = world_reach(w, y), first;
    uint64_t state = 0x9e3779b97f4a7c15u * (a->how.seed + 1);
    bool done = attempt(a, y, true);
    kept = mem_copy(a->best, size);
    first = a->least;
    for (*restarts = 0; !done && *restarts < a->how.restarts && !poll_here(&w->poll) && !is_late(a); ++*restarts) {
        memcpy(y, w->run.y, size);
        scatter(w, &state, reach, y);
        done = attempt(a, y, false);
    }
    /* A compromise far away must be clearly better than one nearby. */
    if (!done && isfinite(first) && a->least > 0.5 * first) {
        memcpy(a->best, kept, size);
        a->least = first;
    }
    mem_free(kept);
    mem_free(y);
    return a->begun && isfinite(a->least) ? TN_OK : TN_STUCK; /* stuck: no value anywhere */
}

static tn_status assemble(tn_world *w, const tn_assembly *how, struct judging *judging, tn_assembled *out)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    struct assembling a = {.w = w, .how = *how, .least = INFINITY, .judging = judging};
    int worst = -1;
    a.best = mem_copy(w->run.y, sizeof(double) * (size_t)plan->y_count);
    bool borrowed = borrow_displacement(w);
    *out = (tn_assembled){.worst = ""};
    work->report.bad_constraint = work->report.bad_body = -1;
    tn_status status = look_for(&a, &out->restarts);
    if (poll_here(&w->poll))
        status = TN_INTERRUPTED;
    if (status != TN_INTERRUPTED) {
        const double *found = a.least > met && judging != NULL && judging->rest != NULL ? judging->rest : a.best;
        memcpy(w->run.y, found, sizeof(double) * (size_t)plan->q_count);
        for (int i = 0; i < plan->slides; i++)
            w->run.y[plan->slide[i].state] = found[plan->slide[i].state];
    }
    out->deviation = deviation_at(w, w->run.y, &worst);
    out->met = out->deviation <= met;
    out->iterations = a.iterations;
    if (worst >= 0 && !out->met)
        out->worst = world_label(w, plan->constraint[worst].id);
    if (borrowed)
        return_displacement(w);
    mem_free(a.best);
    w->run.touched = true;
    world_restart(w);
    return status;
}

static tn_status assemble_planned(tn_world *w, const tn_assembly *how, struct judging *judging, tn_assembled *out)
{
    const bool before = w->run.assembled;
    history_begin(w, "assemble");
    w->run.assembled = true;
    tn_status status = world_planned(w); /* keeping the state may have let go of the plan */
    if (status == TN_OK)
        status = assemble(w, how, judging, out);
    history_end(w, status == TN_OK);
    if (status == TN_INTERRUPTED) { /* the next one begins as this one did */
        plan_drop(w);
        w->run.assembled = before;
        return status;
    }
    if (status != TN_OK) {
        char *who = world_culprit(w);
        world_fail(w, mem_print("the assembly has no value to start from%s%s", who != NULL ? ": " : "",
                                who != NULL ? who : ""));
        mem_free(who);
    }
    w->run.assembled_at = w->run.t;
    if (status == TN_OK && w->plan->displaces)
        displacement_note_met(w->work->displacement, w->run.t, w->run.y);
    return status;
}

tn_status tn_assemble_with(tn_world *w, const tn_assembly *given, tn_assembled *out)
{
    tn_assembly read = tn_assembly_default(), *const how = &read;
    tn_assembled unasked;
    bool outermost;
    if (w == NULL || !world_takes(w, SIZED_READ(&read, given, tn_assembly, tn_assembly_default)) || how->restarts < 0 ||
        (int)how->way < TN_ASSEMBLE_ALL_WAYS || how->way > TN_ASSEMBLE_GAUSS_SEIDEL)
        return TN_WRONG_USE;
    tn_status status = world_plan_ahead(w);
    if (status != TN_OK)
        return status;
    if (!world_call_begin(w, &outermost))
        return TN_INTERRUPTED;
    status = world_planned(w);
    if (status == TN_OK)
        status = assemble_planned(w, how, NULL, out != NULL ? out : &unasked);
    return world_call_end(w, outermost) ? TN_INTERRUPTED : status;
}

tn_status tn_assemble(tn_world *w, double *deviation)
{
    tn_assembly how = tn_assembly_default();
    tn_assembled out = {.deviation = 0};
    tn_status status = tn_assemble_with(w, &how, &out);
    if (deviation != NULL)
        *deviation = out.deviation;
    return status;
}

enum assembly_verdict world_try_to_meet(tn_world *w, int restarts, double end)
{
    tn_assembly how = tn_assembly_default();
    tn_assembled out = {.met = false};
    struct judging judging = {.end = end, .least = INFINITY};
    how.restarts = restarts;
    tn_status status = world_planned(w);
    if (status == TN_OK)
        status = assemble_planned(w, &how, &judging, &out);
    const bool rests = status == TN_OK && judging.rest != NULL && !judging.moves;
    mem_free(judging.rest);
    return status == TN_OK && out.met ? ASSEMBLY_MET : rests ? ASSEMBLY_RESTS : ASSEMBLY_UNDECIDED;
}

tn_status world_assemble_first(tn_world *w)
{
    bool wanted = w->settings.assemble == TN_ASSEMBLE_ON ||
                  (w->settings.assemble == TN_ASSEMBLE_AUTO && w->settings.method == TN_DISPLACEMENT);
    if (w->run.assembled)
        return TN_OK;
    w->run.assembled = true;
    if (!wanted)
        return TN_OK;
    tn_assembly how = tn_assembly_default();
    tn_assembled out;
    tn_status status = tn_assemble_with(w, &how, &out);
    if (status == TN_INTERRUPTED)
        w->run.assembled = false;
    if (status == TN_OK && !out.met)
        world_warn(w, mem_print("not all constraints could be met before the start: '%s' is off by %.3g", out.worst,
                                out.deviation));
    return status;
}
