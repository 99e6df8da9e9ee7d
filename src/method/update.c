/* update.c: what the state determines: poses, time sources, signals, values of formulas (method §1). */
#include <string.h>

#include "method/contact_step.h"
#include "method/lanes.h"
#include "method/parts.h"

static void rigid_pose(const struct body *b, const double *y, struct pose *p)
{
    const double *q = y + b->q, *v = y + b->v;
    p->x = v3(q[0], q[1], q[2]);
    p->r = q_matrix((quat){q[3], q[4], q[5], q[6]});
    p->v = v3(v[0], v[1], v[2]);
    p->w = v3(v[3], v[4], v[5]);
    p->inverse_inertia = s3_rotate(&p->r, &b->build->inverse_inertia);
}

/* The frame's origin follows the path; the body does not turn. */
static void path_pose(const struct body *b, const struct time_signal *m, struct pose *p)
{
    p->x = v3_add(m->y, m3_mul(&p->r, b->build->center));
    p->v = m->yd;
    p->a = m->ydd;
}

static void pose_now(const struct system *s, const struct body *b, const double *y, struct pose *p)
{
    switch (b->coordinates) {
    case COORDINATES_RIGID:
        rigid_pose(b, y, p);
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
            path_pose(b, &s->time[b->source], p);
        break;
    }
}

/* What the loops over bodies share. */
struct placing {
    struct system *s;
    const double *y;
};

static void some_poses(void *ctx, int from, int to)
{
    const struct placing *x = ctx;
    for (int i; (i = lanes_poses(x->s, from, to, x->y, false)) < to; from = i + 1)
        pose_now(x->s, &x->s->body[i], x->y, &x->s->pose[i]);
}

static void poses(struct system *s, double t, const double *y)
{
    struct placing x = {s, y};
    system_share(s, s->bodies, some_poses, &x);
    if (s->flexibles > 0)
        flexible_poses(s);
    slide_places(s, y);
    if (s->generals > 0)
        general_update(s, t, y);
    slide_update(s, t, y);
}

/* Accelerations without constraints, W f: the field, applied forces (w, NULL: none) and the gyroscopic torque −ω × Iω. */
static void free_motion(const struct body *b, vec3 field, const struct wrench *w, struct pose *p)
{
    if (b->dofs == 0 || b->general > 0)
        return;
    p->a = force_has_weight(b) ? field : v3(0, 0, 0);
    if (w != NULL) /* weight and what carries it cancel to the last digit */
        p->a = v3_scale(b->inverse_mass, v3_add_scaled(w->f, b->mass, p->a));
    if (b->coordinates != COORDINATES_RIGID)
        return;
    vec3 spin = m3_tmul(&p->r, p->w);
    vec3 torque = v3_cross(m3_mul(&p->r, s3_mul(&b->build->inertia, spin)), p->w);
    p->alpha = s3_mul(&p->inverse_inertia, w != NULL ? v3_add(torque, w->n) : torque);
}

static void some_free_motion(void *ctx, int from, int to)
{
    struct system *s = ((const struct placing *)ctx)->s;
    for (int i; (i = lanes_free_motion(s, from, to)) < to; from = i + 1)
        free_motion(&s->body[i], s->field, &s->wrench[i], &s->pose[i]);
}

/* Poses and accelerations in one go, where nothing acts but fields. */
static void some_falling(void *ctx, int from, int to)
{
    const struct placing *x = ctx;
    struct system *s = x->s;
    for (int i; (i = lanes_poses(s, from, to, x->y, true)) < to; from = i + 1) {
        pose_now(s, &s->body[i], x->y, &s->pose[i]);
        free_motion(&s->body[i], s->field, NULL, &s->pose[i]);
    }
}

static double component(vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

double system_load(const struct system *s, double t, uint64_t key, int first)
{
    int i = symbol_index(key), k = symbol_component(key);
    switch (symbol_kind_of(key)) {
    case SYMBOL_TIME:
        return t;
    case SYMBOL_PARAMETER:
        return s->let[i];
    case SYMBOL_Y:
        return component(s->force_signal[first + i].y, k);
    case SYMBOL_YD:
        return component(s->force_signal[first + i].yd, k);
    case SYMBOL_YDD:
    case SYMBOL_BETA:
        return component(s->force_signal[first + i].beta, k);
    case SYMBOL_LEVER:
        return component(s->force_signal[first + i].lever, k);
    case SYMBOL_TURNS:
        return s->turns[i];
    case SYMBOL_PROBE:
        break;
    }
    return NAN;
}

static void run_expression(const struct system *s, const struct expression *e, double t, double *outputs)
{
    double *inputs = s->scratch;
    for (int i = 0; i < e->loads; i++)
        inputs[i] = system_load(s, t, e->load[i], e->first_connector);
    tape_run(e->tape, inputs, outputs, s->scratch + e->loads);
}

void system_run_source(const struct system *s, int source, double t, struct time_signal *out)
{
    double o[9];
    run_expression(s, &s->source[source], t, o);
    *out = (struct time_signal){{o[0], o[1], o[2]}, {o[3], o[4], o[5]}, {o[6], o[7], o[8]}};
}

static double raw_angle(const struct system *s, int i)
{
    struct signal g[3];
    connector_signals(s->tracker_input != NULL ? s->tracker_input + 3 * i : s->tracker[i].input, 3, s->pose, s->time,
                      g);
    return atan2(v3_dot(g[2].y, v3_cross(g[0].y, g[1].y)), v3_dot(g[0].y, g[1].y));
}

/* Whole turns, nearest to where each joint was after the last accepted step: within a step too, for a joint that passes
 * half a turn there must not jump. */
static void count_turns(struct system *s, bool all)
{
    const double turn = 8 * atan(1.0);
    for (int i = 0; i < s->trackers; i++)
        if (all || s->tracker[i].in_step)
            s->turns[i] = turn * round((s->tracker[i].last - raw_angle(s, i)) / turn);
    for (int i = 0; s->trackers > 0 && i < s->items; i++) {
        struct item_numbers *n = s->item[i].numbers;
        for (int k = 0; n != NULL && k < CONSTRAINT_PARAMETERS; k++)
            if (n->turns[k] >= 0)
                n->parameter[k] = s->turns[n->turns[k]];
    }
}

void system_count_turns(struct system *s) { count_turns(s, false); }

/* Formulas' values that forces need. */
static void force_inputs(struct system *s, double t)
{
    connector_signals(s->force_connector, s->force_connectors, s->pose, s->time, s->force_signal);
    for (int i = 0; i < s->force_values; i++)
        run_expression(s, s->force_value[i], t, s->value + s->force_value_at[i]);
}

tn_status system_update(struct system *s, double t, const double *y)
{
    for (int i = 0; i < s->sources; i++)
        system_run_source(s, i, t, &s->time[i]);
    poses(s, t, y);
    count_turns(s, false);
    force_inputs(s, t);
    return TN_OK;
}

void system_rates(struct system *s, double t, const double *y, double *square, double *damping)
{
    *square = *damping = 0;
    for (int i = 0; i < s->flexibles; i++) {
        const struct flexible *f = &s->flexible[i];
        double own_square, own_damping;
        lattice_rates(f->lattice, y + f->q, f->metric >= 0 ? y + f->metric : NULL, &own_square, &own_damping);
        *square = fmax(*square, own_square);
        *damping = fmax(*damping, own_damping);
    }
    for (int i = 0; i < s->items && !s->first_order; i++)
        if ((s->item[i].block >= 0 && !s->item[i].exact) || s->item[i].apart) {
            *square = fmax(*square, s->item[i].ks);
            *damping = fmax(*damping, fmax(s->item[i].kd, s->item[i].kv));
        }
    for (int i = 0; i < s->outsides; i++) {
        *square = fmax(*square, s->outside[i].ks);
        *damping = fmax(*damping, s->outside[i].kd);
    }
    if (s->softs > 0) {
        system_update(s, t, y);
        soft_rates(s, t, square, damping);
    }
    if (s->first_order) { /* what is a frequency² there is a rate here */
        double rate = *square;
        for (int i = 0; i < s->items; i++)
            rate = fmax(rate, s->item[i].block >= 0 ? s->item[i].kv : 0);
        *damping = fmax(rate, *damping);
        *square = 0;
    }
}

double system_change(const struct system *s, const double *y)
{
    double most = 0;
    for (int i = 0; i < s->flexibles; i++)
        most = fmax(most, lattice_change(s->flexible[i].lattice, y + s->flexible[i].v));
    return most;
}

double system_kinetic(const struct system *s, const double *y)
{
    double twice = 0;
    for (int i = 0; i < s->bodies && !s->first_order; i++) { /* where velocities are forces there is no such energy */
        const struct body *b = &s->body[i];
        if (b->dofs == 0 || b->weightless || b->flexible > 0 || b->general > 0)
            continue;
        const double *v = y + b->v;
        if (b->coordinates == COORDINATES_SCALAR) {
            twice += b->mass * v[0] * v[0];
            continue;
        }
        twice += b->mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        if (b->coordinates == COORDINATES_RIGID) {
            vec3 w = m3_tmul(&s->pose[i].r, v3(v[3], v[4], v[5]));
            twice += v3_dot(w, s3_mul(&b->build->inertia, w));
        }
    }
    return s->first_order ? 0 : twice / 2 + flexible_kinetic(s, y) + general_kinetic(s);
}

struct force_context system_force_context(const struct system *s)
{
    return (struct force_context){
        .bodies = s->body,
        .poses = s->pose,
        .body_count = s->bodies,
        .connectors = s->force_connector,
        .signals = s->force_signal,
        .values = s->value,
        .lets = s->let,
        .wrenches = s->wrench,
    };
}

double system_potential(struct system *s, const double *y)
{
    struct force_context x = system_force_context(s);
    double sum = 0;
    for (int i = 0; i < s->forces; i++)
        if (!s->force[i].varying && s->force[i].class->potential != NULL)
            sum += s->force[i].class->potential(&s->force[i], &x);
    vec3 field = v3(0, 0, 0);
    for (int i = 0; i < s->forces && s->generals > 0; i++)
        if (force_is_field(&s->force[i]))
            field = v3_add(field, s->force[i].class->field(&s->force[i], &x));
    return sum + (s->flexibles > 0 ? flexible_potential(s, y) : 0) + general_potential(s, field);
}

/* The sum of the uniform fields. Returns whether there are no other forces. */
static bool add_fields(struct system *s, const struct force_context *x)
{
    bool only = true;
    s->field = v3(0, 0, 0);
    for (int i = 0; i < s->forces; i++)
        if (force_is_field(&s->force[i]))
            s->field = v3_add(s->field, s->force[i].class->field(&s->force[i], x));
        else
            only = false;
    return only;
}

/* Motors at their bound push with a known force: Jᵀ push. */
static void add_pushes(struct system *s, double t)
{
    for (int b = 0; b < s->bounded_count; b++) {
        const struct item *it = &s->item[s->bounded[b]];
        if (it->mode != MODE_PUSHED)
            continue;
        system_rows(s, it, t, &s->rows_now);
        for (int i = 0; i < it->inputs; i++) {
            if (s->input_part[it->input + i] < 0)
                continue;
            const double *j = s->rows_now.j[i];
            int body = s->connector[it->input + i].body;
            const struct pose *p = &s->pose[body];
            vec3 f = v3_scale(it->push, v3(j[0], j[1], j[2])), n = v3_scale(it->push, v3(j[3], j[4], j[5]));
            s->wrench[body].f = v3_add(s->wrench[body].f, f);
            s->wrench[body].n = v3_add(s->wrench[body].n, n);
            s->power += v3_dot(f, p->v) + v3_dot(n, p->w);
        }
    }
}

/* Applied forces that are not fields → s->wrench, s->power. */
static void applied_forces(struct system *s, struct force_context *x, double t)
{
    memset(s->wrench, 0, sizeof *s->wrench * (size_t)s->bodies);
    for (int i = 0; i < s->forces;) { /* runs of one kind in one call */
        int n = 1;
        while (i + n < s->forces && s->force[i + n].class == s->force[i].class &&
               force_is_field(&s->force[i + n]) == force_is_field(&s->force[i]))
            n++;
        if (!force_is_field(&s->force[i]))
            s->force[i].class->apply(&s->force[i], n, x);
        i += n;
    }
    s->power = x->power;
    add_pushes(s, t);
    if (contact_acts(s))
        contact_add_forces(s);
}

void system_free_motion(struct system *s, double t, const double *y)
{
    struct force_context x = system_force_context(s);
    struct placing placing = {s, y};
    s->power = 0;
    bool plain = s->bounded_count == 0 && s->trackers == 0 && s->flexibles + s->generals + s->slides == 0 &&
                 !contact_acts(s) && s->softs + s->reactions + s->outsides == 0;
    if (add_fields(s, &x) && plain) { /* each body in one go */
        for (int i = 0; i < s->sources; i++)
            system_run_source(s, i, t, &s->time[i]);
        system_share(s, s->bodies, some_falling, &placing);
        return;
    }
    system_update(s, t, y);
    applied_forces(s, &x, t);
    if (s->softs > 0)
        soft_forces(s, t, y);
    if (s->flexibles > 0)
        flexible_forces(s, t, y);
    if (s->generals > 0)
        general_forces(s);
    if (s->reactions + s->outsides > 0)
        reaction_forces(s, t, y);
    system_share(s, s->bodies, some_free_motion, &placing);
    if (s->reactions + s->outsides > 0)
        reaction_hold(s);
    if (s->flexibles > 0)
        flexible_free_motion(s);
    if (s->generals > 0)
        general_free_motion(s);
}

void system_follow_turns(struct system *s, double t, const double *y)
{
    if (s->trackers == 0)
        return;
    for (int i = 0; i < s->sources; i++)
        system_run_source(s, i, t, &s->time[i]);
    poses(s, t, y);
    count_turns(s, true);
    for (int i = 0; i < s->trackers; i++)
        s->tracker[i].last = raw_angle(s, i) + s->turns[i];
}
