/* update.c: what the state determines: poses, time sources, signals, values of formulas (method §1). */
#include <string.h>

#include "dynamics/four.h"
#include "dynamics/dynamics_parts.h"
#include "dynamics/body_kernels.inc"

static void pose_now(const struct work *work, const struct body *b, const double *y, struct pose *p)
{
    switch (b->coordinates) {
    case COORDINATES_RIGID:
        rigid_pose(y + b->q, y + b->v, &b->build->inverse_inertia, p);
        break;
    case COORDINATES_POINT:
        p->x = v3(y[b->q], y[b->q + 1], y[b->q + 2]);
        p->v = v3(y[b->v], y[b->v + 1], y[b->v + 2]);
        break;
    case COORDINATES_SCALAR:
        p->x = v3(y[b->q], 0, 0);
        p->v = v3(y[b->v], 0, 0);
        break;
    case COORDINATES_GENERAL: /* what it shows has poses */
        break;
    case COORDINATES_NONE:
        if (b->source >= 0)
            connector_driven_pose(&work->time[b->source], b->turning >= 0 ? &work->time[b->turning] : NULL,
                                  b->build->center, p);
        break;
    }
}

/* What the loops over bodies share. */
struct placing {
    const struct plan *plan;
    struct work *work;
    const double *y;
};

static void some_poses(void *ctx, int from, int to)
{
    const struct placing *x = ctx;
    for (int i; (i = four_poses(x->plan, x->work, from, to, x->y, false)) < to; from = i + 1)
        pose_now(x->work, &x->plan->body[i], x->y, &x->work->pose[i]);
}

static void poses(const struct plan *plan, struct work *work, double t, const double *y)
{
    struct placing x = {plan, work, y};
    system_share(work, plan->bodies, some_poses, &x);
    EVALUATIONS_DO(plan, place, plan, work, y);
    EVALUATIONS_DO(plan, update, plan, work, t, y);
}

/* Accelerations without constraints, W f: the field, applied forces (w, NULL: none) and the gyroscopic torque −ω × Iω. */
static void free_motion(const struct body *b, vec3 field, const struct wrench *w, struct pose *p)
{
    if (b->dofs == 0 || b->coordinates == COORDINATES_GENERAL)
        return;
    p->a = force_has_weight(b) ? field : v3(0, 0, 0);
    if (w != NULL)
        p->a = free_acceleration(b->mass, b->inverse_mass, p->a, w->f);
    if (b->coordinates != COORDINATES_RIGID)
        return;
    vec3 torque = gyroscopic_torque(&b->build->inertia, p);
    p->alpha = s3_mul(&p->inverse_inertia, w != NULL ? v3_add(torque, w->n) : torque);
}

static void some_free_motion(void *ctx, int from, int to)
{
    const struct plan *plan = ((const struct placing *)ctx)->plan;
    struct work *work = ((const struct placing *)ctx)->work;
    for (int i; (i = four_free_motion(plan, work, from, to)) < to; from = i + 1)
        free_motion(&plan->body[i], work->field, &work->wrench[i], &work->pose[i]);
}

/* Poses and accelerations in one go, where nothing acts but fields. */
static void some_falling(void *ctx, int from, int to)
{
    const struct placing *x = ctx;
    const struct plan *plan = x->plan;
    struct work *work = x->work;
    for (int i; (i = four_poses(plan, work, from, to, x->y, true)) < to; from = i + 1) {
        pose_now(work, &plan->body[i], x->y, &work->pose[i]);
        free_motion(&plan->body[i], work->field, NULL, &work->pose[i]);
    }
}

static double component(vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

double system_load(const struct work *work, double t, uint64_t key, int first)
{
    int i = symbol_index(key), k = symbol_component(key);
    switch (symbol_kind_of(key)) {
    case SYMBOL_TIME:
        return t;
    case SYMBOL_PARAMETER:
        return work->let[i];
    case SYMBOL_Y:
        return component(work->force_signal[first + i].y, k);
    case SYMBOL_YD:
        return component(work->force_signal[first + i].yd, k);
    case SYMBOL_YDD:
    case SYMBOL_BETA:
        return component(work->force_signal[first + i].beta, k);
    case SYMBOL_LEVER:
        return component(work->force_signal[first + i].lever, k);
    case SYMBOL_TURNS:
        return work->turns[i];
    case SYMBOL_PROBE:
        break;
    }
    return NAN;
}

static void run_expression(const struct work *work, const struct expression *e, double t, double *outputs)
{
    double *inputs = work->scratch;
    for (int i = 0; i < e->loads; i++)
        inputs[i] = system_load(work, t, e->load[i], e->first_connector);
    tape_run(e->tape, inputs, outputs, work->scratch + e->loads);
}

void system_run_source(const struct plan *plan, const struct work *work, int source, double t, struct time_signal *out)
{
    double o[9];
    run_expression(work, &plan->source[source], t, o);
    *out = (struct time_signal){{o[0], o[1], o[2]}, {o[3], o[4], o[5]}, {o[6], o[7], o[8]}};
}

static double raw_angle(const struct plan *plan, const struct work *work, int i)
{
    struct signal g[3];
    connector_signals(plan->tracker[i].input, 3, work->pose, work->time, g);
    return atan2(v3_dot(g[2].y, v3_cross(g[0].y, g[1].y)), v3_dot(g[0].y, g[1].y));
}

/* Whole turns, nearest to where each joint was after the last accepted step: within a step too, for a joint that passes
 * half a turn there must not jump. */
static void count_turns(const struct plan *plan, struct work *work, bool all)
{
    const double turn = 8 * atan(1.0);
    for (int i = 0; i < plan->trackers; i++) {
        const int k = plan->tracker[i].place;
        if (all || plan->tracker[i].in_step)
            work->turns[k] = turn * round((work->tracker_angle[k] - raw_angle(plan, work, i)) / turn);
    }
    for (int i = 0; i < plan->turned; i++)
        work->parameter[plan->turned_parameter[i].parameter] = work->turns[plan->turned_parameter[i].tracker];
}

void system_count_turns(const struct plan *plan, struct work *work) { count_turns(plan, work, false); }

/* Formulas' values that forces need. */
static void force_inputs(const struct plan *plan, struct work *work, double t)
{
    connector_signals(plan->force.connector, plan->force.connectors, work->pose, work->time, work->force_signal);
    for (int i = 0; i < plan->force.formulas; i++)
        run_expression(work, &plan->force.formula[i], t, work->force_value + plan->force.formula_at[i]);
}

void system_refresh_forces(const struct plan *plan, struct work *work, double t) { force_inputs(plan, work, t); }

tn_status system_update(const struct plan *plan, struct work *work, double t, const double *y)
{
    for (int i = 0; i < plan->sources; i++)
        system_run_source(plan, work, i, t, &work->time[i]);
    poses(plan, work, t, y);
    count_turns(plan, work, false);
    force_inputs(plan, work, t);
    return TN_OK;
}

void system_rates(const struct plan *plan, struct work *work, double t, const double *y, double *square,
                  double *damping)
{
    *square = *damping = 0;
    for (int i = 0; i < plan->constraints && !plan->first_order; i++)
        if ((plan->constraint[i].block >= 0 && !plan->constraint[i].exact) || plan->constraint[i].apart) {
            *square = fmax(*square, work->constraint[i].ks);
            *damping = fmax(*damping, fmax(work->constraint[i].kd, work->constraint[i].kv));
        }
    EVALUATIONS_DO(plan, bounds, plan, work, t, y, square, damping);
    if (plan->first_order) { /* what is a frequency² there is a rate here */
        double rate = *square;
        for (int i = 0; i < plan->constraints; i++)
            rate = fmax(rate, plan->constraint[i].block >= 0 ? work->constraint[i].kv : 0);
        *damping = fmax(rate, *damping);
        *square = 0;
    }
}

double system_change(const struct plan *plan, const double *y)
{
    double most = 0;
    for (int i = 0; i < plan->evaluations; i++)
        if (plan->evaluation[i]->change != NULL)
            most = fmax(most, plan->evaluation[i]->change(plan, y));
    return most;
}

double system_kinetic(const struct plan *plan, const struct work *work, const double *y)
{
    double twice = 0;
    for (int i = 0; i < plan->bodies && !plan->first_order;
         i++) { /* where velocities are forces there is no such energy */
        const struct body *b = &plan->body[i];
        if (b->dofs == 0 || b->weightless || b->owner != NULL)
            continue;
        const double *v = y + b->v;
        if (b->coordinates == COORDINATES_SCALAR) {
            twice += b->mass * v[0] * v[0];
            continue;
        }
        twice += b->mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        if (b->coordinates == COORDINATES_RIGID) {
            vec3 w = m3_tmul(&work->pose[i].r, v3(v[3], v[4], v[5]));
            twice += v3_dot(w, s3_mul(&b->build->inertia, w));
        }
    }
    double sum = twice / 2;
    for (int i = 0; i < plan->evaluations; i++)
        if (plan->evaluation[i]->kinetic != NULL)
            sum += plan->evaluation[i]->kinetic(plan, work, y);
    return plan->first_order ? 0 : sum;
}

struct force_context system_force_context(const struct plan *plan, const struct work *work)
{
    return (struct force_context){
        .bodies = plan->body,
        .poses = work->pose,
        .body_count = plan->bodies,
        .connectors = plan->force.connector,
        .signals = work->force_signal,
        .values = work->force_value,
        .lets = work->let,
        .scratch = work->scratch,
        .wrenches = work->wrench,
    };
}

double system_potential(const struct plan *plan, struct work *work, const double *y)
{
    struct force_context x = system_force_context(plan, work);
    double sum = 0;
    for (int i = 0; i < plan->force.count; i++)
        if (!plan->force.item[i].varying && plan->force.item[i].class->potential != NULL)
            sum += plan->force.item[i].class->potential(&plan->force.item[i], &x);
    vec3 field = v3(0, 0, 0);
    for (int i = 0; i < plan->force.count && plan->evaluations > 0; i++)
        if (force_is_field(&plan->force.item[i]))
            field = v3_add(field, plan->force.item[i].class->field(&plan->force.item[i], &x));
    for (int i = 0; i < plan->evaluations; i++)
        if (plan->evaluation[i]->potential != NULL)
            sum += plan->evaluation[i]->potential(plan, work, y, field);
    return sum;
}

/* The sum of the uniform fields. Returns whether there are no other forces. */
static bool add_fields(const struct plan *plan, struct work *work, const struct force_context *x)
{
    bool only = true;
    work->field = v3(0, 0, 0);
    for (int i = 0; i < plan->force.count; i++)
        if (force_is_field(&plan->force.item[i]))
            work->field = v3_add(work->field, plan->force.item[i].class->field(&plan->force.item[i], x));
        else
            only = false;
    return only;
}

/* Motors at their bound push with a known force: Jᵀ push. */
static void add_pushes(const struct plan *plan, struct work *work, double t)
{
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = &plan->constraint[plan->bounded[b]];
        const struct rows_state *now = &work->constraint[it->index];
        if (now->mode != MODE_PUSHED)
            continue;
        system_rows(plan, work, it, t, &work->rows_now);
        for (int i = 0; i < it->inputs; i++) {
            if (plan->input_jacobian[it->input + i] < 0)
                continue;
            const double *j = work->rows_now.j[i];
            int body = plan->connector[it->input + i].body;
            const struct pose *p = &work->pose[body];
            vec3 f = v3_scale(now->push, v3(j[0], j[1], j[2])), n = v3_scale(now->push, v3(j[3], j[4], j[5]));
            work->wrench[body].f = v3_add(work->wrench[body].f, f);
            work->wrench[body].n = v3_add(work->wrench[body].n, n);
            work->power += v3_dot(f, p->v) + v3_dot(n, p->w);
        }
    }
}

/* Applied forces that are not fields → work->wrench, work->power. */
static void applied_forces(const struct plan *plan, struct work *work, struct force_context *x, double t)
{
    memset(work->wrench, 0, sizeof *work->wrench * (size_t)plan->bodies);
    for (int i = 0; i < plan->force.count;) { /* runs of one kind in one call */
        int n = 1;
        while (i + n < plan->force.count && plan->force.item[i + n].class == plan->force.item[i].class &&
               force_is_field(&plan->force.item[i + n]) == force_is_field(&plan->force.item[i]))
            n++;
        if (!force_is_field(&plan->force.item[i]))
            plan->force.item[i].class->apply(&plan->force.item[i], n, x);
        i += n;
    }
    work->power = x->power;
    add_pushes(plan, work, t);
}

/* Whether no feature acts on bodies now. */
static bool features_rest(const struct plan *plan, const struct work *work)
{
    for (int i = 0; i < plan->evaluations; i++)
        if (plan->evaluation[i]->acts == NULL || plan->evaluation[i]->acts(work))
            return false;
    return true;
}

void system_free_motion(const struct plan *plan, struct work *work, double t, const double *y)
{
    struct force_context x = system_force_context(plan, work);
    struct placing placing = {plan, work, y};
    x.t = t;
    work->power = 0;
    const bool turning = plan->trackers > 0 && plan->constraints > 0;
    bool plain = plan->bounded_count == 0 && !turning && features_rest(plan, work);
    if (add_fields(plan, work, &x) && plain) { /* each body in one go */
        for (int i = 0; i < plan->sources; i++)
            system_run_source(plan, work, i, t, &work->time[i]);
        system_share(work, plan->bodies, some_falling, &placing);
        count_turns(plan, work, false); /* of joints that are off */
        return;
    }
    system_update(plan, work, t, y);
    applied_forces(plan, work, &x, t);
    EVALUATIONS_DO(plan, apply, plan, work, t, y);
    EVALUATIONS_DO(plan, forces, plan, work, t, y);
    EVALUATIONS_DO(plan, react, plan, work, t, y);
    system_share(work, plan->bodies, some_free_motion, &placing);
    EVALUATIONS_DO(plan, free_motion, plan, work);
}

void system_follow_turns(const struct plan *plan, struct work *work, double t, const double *y)
{
    if (plan->trackers == 0)
        return;
    for (int i = 0; i < plan->sources; i++)
        system_run_source(plan, work, i, t, &work->time[i]);
    poses(plan, work, t, y);
    count_turns(plan, work, true);
    for (int i = 0; i < plan->trackers; i++) {
        const int k = plan->tracker[i].place;
        work->tracker_angle[k] = raw_angle(plan, work, i) + work->turns[k];
    }
}
