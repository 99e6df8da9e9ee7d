/* measure.c: measurements on a world: energies, deviations, constraint forces, probes, frames. */
#include <string.h>

#include "goals/assembly.h"
#include "world/features/bodies.h"
#include "world/world_parts.h"

tn_status world_evaluated(tn_world *w) { return w->run.evaluated && w->plan != NULL ? TN_OK : world_evaluate(w); }

/* ---- constraint forces ---- */

/* Whether an input belongs to the second partner; for a formula, any input that is not on its first body. */
static bool is_second(const struct plan *plan, const struct constraint_rows *it, int input, int first_body)
{
    if (plan->connector_partner[it->input + input] != 0)
        return plan->connector_partner[it->input + input] == 2;
    const struct connector *c = &plan->connector[it->input + input];
    return c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME || c->body != first_body;
}

static int first_body(const struct plan *plan, const struct constraint_rows *it)
{
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &plan->connector[it->input + i];
        if (c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME)
            return c->body;
    }
    return -1;
}

/* Is all that moves on one side numbers: variables, coordinates, parameters of curves? */
static bool is_numbers(const struct plan *plan, const struct constraint_rows *it, bool second)
{
    const int body = first_body(plan, it);
    bool any = false;
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &plan->connector[it->input + i];
        if (is_second(plan, it, i, body) != second)
            continue;
        if (c->type != CONNECTOR_SCALAR)
            return false;
        any = true;
    }
    return any;
}

/* Force and torque on one side, the torque about `about`; of numbers the generalized force on the first of them. */
static void side_wrench(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                        const struct rows *rows, bool second, vec3 about, vec3 *force, vec3 *torque)
{
    int body = first_body(plan, it);
    const bool only_numbers = is_numbers(plan, it, second);
    bool first = true;
    *force = *torque = v3(0, 0, 0);
    for (int i = 0; i < it->inputs; i++) {
        if (is_second(plan, it, i, body) != second)
            continue;
        const struct connector *c = &plan->connector[it->input + i];
        bool point = c->type == CONNECTOR_POINT || (c->type == CONNECTOR_TIME && c->local.x == 0) ||
                     (c->type == CONNECTOR_CONSTANT && c->source == 0);
        vec3 f = v3(0, 0, 0), n = v3(0, 0, 0);
        for (int r = 0; r < it->rows; r++) {
            double l = work->multiplier[it->row + r];
            const double *j = rows->j[i] + 6 * r;
            f = v3_add_scaled(f, l, v3(j[0], j[1], j[2]));
            n = v3_add_scaled(n, l, v3(j[3], j[4], j[5]));
        }
        if (point) {
            vec3 at = system_signal(plan, work, it, i).y;
            *force = v3_add(*force, f);
            *torque = v3_add(*torque, v3_cross(v3_sub(at, about), f));
        } else if (c->type != CONNECTOR_SCALAR) {
            *torque = v3_add(*torque, n);
        } else if (only_numbers && first) { /* the generalized force, whether the number is a length or an angle */
            *force = *torque = v3(f.x, 0, 0);
            first = false;
        }
    }
}

/* The reference point of torques: the first point of the second partner, or of the first partner. */
static vec3 joint_point(const struct plan *plan, const struct work *work, const struct constraint_rows *it)
{
    int body = first_body(plan, it);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < it->inputs; i++) {
            const struct connector *c = &plan->connector[it->input + i];
            if ((c->type == CONNECTOR_POINT || (c->type == CONNECTOR_CONSTANT && c->source == 0)) &&
                is_second(plan, it, i, body) == (pass == 0))
                return system_signal(plan, work, it, i).y;
        }
    return v3(0, 0, 0);
}

/* Adds the force and torque of a constraint on its second partner, the torque about `about`; work->rows_now are its rows. */
static void add_wrench(const struct plan *plan, const struct work *work, const struct constraint_rows *it, vec3 about,
                       tn_constraint_state *out)
{
    vec3 force, torque;
    bool any_second = false;
    for (int i = 0; i < it->inputs; i++)
        any_second |= is_second(plan, it, i, first_body(plan, it));
    /* a formula of one body: its second partner is the world, which takes the reaction */
    side_wrench(plan, work, it, &work->rows_now, any_second, about, &force, &torque);
    out->force = any_second ? v3_add(out->force, force) : v3_sub(out->force, force);
    out->torque = any_second ? v3_add(out->torque, torque) : v3_sub(out->torque, torque);
}

/* Force and deviation of its rows, its limits and its motor: a limit deviates only when it is exceeded, a motor
 * never. */
void world_measure_constraint(tn_world *w, int slot, tn_constraint_state *out)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    const struct constraint *c = &w->things->constraints.at[slot];
    if (soft_state(w, c, out))
        return;
    vec3 about = v3(0, 0, 0);
    double squares = 0;
    bool any = false; /* false: switched off, no force */
    *out = (tn_constraint_state){.rows = c->type->rows};
    for (int l = -1; l < c->limit_count; l++) {
        int index = l < 0 ? w->planned->constraint[slot].constraint : w->planned->constraint[slot].limit[l];
        if (index < 0)
            continue;
        const struct constraint_rows *it = &plan->constraint[index];
        system_rows(plan, work, it, w->run.t, &work->rows_now);
        for (int r = 0; r < it->rows; r++) {
            double off =
                it->level[r] == LEVEL_ACCELERATION ? system_acceleration_left(plan, work, it, r) : work->rows_now.c[r];
            if (l < 0) {
                out->deviation[r] = off;
                out->multiplier[r] = work->multiplier[it->row + r];
            } else if (it->bounds == BOUND_MOTOR || off > 0) {
                off = 0;
            }
            squares += off * off;
        }
        if (!any)
            about = joint_point(plan, work, it);
        any = true;
        if (work->constraint[it->index].mode != MODE_FREE)
            add_wrench(plan, work, it, about, out);
    }
    out->size = sqrt(squares);
}

void world_show_force(tn_world *w, int constraint, vec3 force, vec3 torque)
{
    while (w->run.shown.count <= constraint)
        ARRAY_PUSH(&w->run.shown, (struct shown_force){.given = false});
    w->run.shown.at[constraint] = (struct shown_force){force, torque, true};
}

void world_show_touch(tn_world *w, const struct contact_sum *touch) { ARRAY_PUSH(&w->run.shown_touches, *touch); }

tn_status tn_constraint_get(tn_world *w, tn_constraint c, tn_constraint_state *out)
{
    int slot = world_find_constraint_id(w, c);
    if (slot < 0 || out == NULL)
        return TN_WRONG_USE;
    tn_status status = world_evaluated(w); /* a new evaluation forgets what was shown */
    if (status != TN_OK)
        return status;
    world_measure_constraint(w, slot, out);
    if (slot < w->run.shown.count && w->run.shown.at[slot].given) {
        out->force = w->run.shown.at[slot].force;
        out->torque = w->run.shown.at[slot].torque;
    }
    return TN_OK;
}

/* The row of a motor is λ of its limit. */
bool world_motor(tn_world *w, int slot, double *wanted, double *effort)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    bool any = false;
    *wanted = *effort = 0;
    for (int l = 0; l < c->limit_count; l++) {
        struct limit_state s;
        if (!world_limit(w, slot, l, &s) || !limit_is_motor(s.kind))
            continue;
        any = true;
        *wanted = s.number;
        if (world_evaluated(w) != TN_OK || w->planned->constraint[slot].limit == NULL)
            continue;
        int index = w->planned->constraint[slot].limit[l];
        *effort = index >= 0 ? w->work->multiplier[w->plan->constraint[index].row] : 0;
    }
    return any;
}

/* ---- what forces are given by ---- */

bool world_force_values(tn_world *w, double (*value)[FORCE_VALUES], int slots)
{
    bool varies = false;
    for (int i = 0; i < w->things->force_pool.order.count; i++) {
        int slot = w->things->force_pool.order.at[i];
        if (slot >= slots)
            continue;
        varies |= world_force_varies(w, slot);
        for (int k = 0; k < FORCE_VALUES && world_force_varies(w, slot); k++)
            value[slot][k] = NAN;
        if (!world_force_varies(w, slot))
            world_force_numbers(w, slot, value[slot]);
    }
    if (!varies)
        return true;
    if (world_evaluated(w) != TN_OK)
        return false;
    for (int i = 0; i < w->plan->force.count; i++) {
        const struct force_item *f = &w->plan->force.item[i];
        if (f->id >= 0 && f->id < slots && f->varying && f->class->source == FORCE_OF_NUMBERS)
            memcpy(value[f->id], &w->work->force_value[f->value], sizeof *value);
    }
    return true;
}

/* ---- ranges of joints ---- */

/* A direction fixed in B and orthogonal to the joint's axis: towards its centre of mass, the origin of connectors;
 * `second` if that lies on the axis. */
static vec3 pointer_of(const struct constraint *c, vec3 axis, vec3 second, const struct signal *on_b)
{
    const struct connector *q = &c->input[1], *e = &c->input[3];
    vec3 to = second;
    if (q->type == CONNECTOR_POINT && e->type == CONNECTOR_DIRECTION) {
        vec3 across = v3_add_scaled(q->local, -v3_dot(q->local, e->local), e->local);
        if (v3_norm(across) > 1e-6 * (1 + v3_norm(q->local)))
            to = v3_neg(on_b->lever); /* the lever goes from the centre of mass to Q */
    }
    return v3_unit(v3_add_scaled(to, -v3_dot(to, axis), axis));
}

/* The mean square distance of the mass from a point is l² + tr I / 2m, where l is the distance of the centre of
 * mass. */
static double reach_of(const tn_world *w, const struct connector *q)
{
    if (q->type != CONNECTOR_POINT)
        return 0;
    const struct mass_properties *m = &w->things->objects.at[q->body].type->weight;
    double spread = m->mass > 0 ? (m->inertia.xx + m->inertia.yy + m->inertia.zz) / (2 * m->mass) : 0;
    return sqrt(v3_dot(q->local, q->local) + spread);
}

/* The present measure of the joint, and the point and directions it refers to. */
static void place_range(tn_world *w, int slot, struct joint_range *r)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    struct signal m[3], at[2];
    for (int k = 0; k < 3; k++)
        m[k] = world_signal(w, &built_measure(c->build)->input[k]);
    for (int k = 0; k < 2; k++)
        at[k] = world_signal(w, &c->input[k]);
    r->point = at[0].y;
    r->reach = reach_of(w, &c->input[1]);
    r->axis = v3_unit(m[2].y);
    if (r->type == MEASURE_TRAVEL) {
        r->now = v3_dot(m[2].y, v3_sub(m[1].y, m[0].y));
        return;
    }
    r->now = atan2(v3_dot(m[2].y, v3_cross(m[0].y, m[1].y)), v3_dot(m[0].y, m[1].y)) + world_joint_turns(w, slot);
    vec3 x = pointer_of(c, r->axis, m[1].y, &at[1]), y = v3_cross(r->axis, x);
    r->zero = v3_sub(v3_scale(cos(r->now), x), v3_scale(sin(r->now), y));
}

bool world_joint_range(tn_world *w, int constraint, struct joint_range *out)
{
    const struct constraint *c = &w->things->constraints.at[constraint];
    const struct measure *m = built_measure(c->build);
    *out = (struct joint_range){.type = m != NULL ? m->type : MEASURE_NONE};
    if (out->type == MEASURE_NONE || world_evaluated(w) != TN_OK || w->planned->constraint[constraint].constraint < 0)
        return false;
    const int *limit = w->planned->constraint[constraint].limit;
    place_range(w, constraint, out);
    for (int l = 0; l < c->limit_count; l++) {
        enum limit_kind kind = c->more->limits[l].kind;
        if ((kind != LIMIT_LEAST && kind != LIMIT_MOST) || limit[l] < 0)
            continue;
        /* the row is measure − least, or most − measure */
        const struct constraint_rows *it = &w->plan->constraint[limit[l]];
        system_rows(w->plan, w->work, it, w->run.t, &w->work->rows_now);
        double left = w->work->rows_now.c[0];
        bool *has = kind == LIMIT_LEAST ? &out->has_least : &out->has_most;
        *has = isfinite(left);
        *(kind == LIMIT_LEAST ? &out->at_least : &out->at_most) =
            *has && (w->work->constraint[it->index].mode == MODE_HELD || left < 1e-6);
        *(kind == LIMIT_LEAST ? &out->least : &out->most) = kind == LIMIT_LEAST ? out->now - left : out->now + left;
    }
    return out->has_least || out->has_most;
}

/* ---- energies and deviations ---- */

static double time_constant(const tn_world *w, const struct constraint *c)
{
    if (c->type->how.has_feedback)
        return c->type->how.ks > 0 ? 1 / sqrt(c->type->how.ks) : 0;
    return c->type->how.tau > 0 ? c->type->how.tau : w->settings.tau;
}

/* A constraint counts as assembled 25 time constants after it was switched on. */
static bool is_assembled(void *ctx, const struct constraint_rows *it)
{
    const tn_world *w = ctx;
    const struct constraint *c = &w->things->constraints.at[it->id];
    const double since = w->run.constraints.at[it->id].since;
    if (w->work->constraint[it->index]
            .displaced) /* once it is met, or after the assembly before the start; a compliant one never */
        return c->type->how.compliance == 0 &&
               (w->run.assembled_at >= since ||
                displacement_met(w->work->displacement, w->planned->constraint[it->id].displaced));
    if (it->exact)
        return true;
    if (c->type->how.by == TN_BY_PENALTY) /* a soft goal is never met */
        return false;
    return w->run.t - since >= 25 * time_constant(w, c) * (1 - 1e-12);
}

/* Whether all constraints are met already: then there is nothing to assemble, and the energy account can start at
 * once. */
static bool all_met(const tn_world *w)
{
    const struct plan *plan = w->plan;
    const struct work *work = w->work;
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        if (is_assembled((void *)w, it) || it->apart)
            continue;
        double tau = time_constant(w, &w->things->constraints.at[it->id]);
        if (it->bounds != BOUND_NONE && work->constraint[it->index].mode != MODE_HELD)
            continue; /* an inactive limit */
        for (int r = 0; r < it->rows; r++)
            if (fabs(work->c[it->row + r]) > 1e-9 || fabs(work->cd[it->row + r]) * tau > 1e-9)
                return false;
    }
    return true;
}

/* Soft constraints give way: that is no trouble. */
static bool should_be_met(tn_world *w, const struct constraint_rows *it)
{
    const struct constraint_how *how = &w->things->constraints.at[it->id].type->how;
    const bool soft = how->by == TN_BY_PENALTY || (w->work->constraint[it->index].displaced && how->compliance > 0);
    return it->limit < 0 && !soft && is_assembled(w, it);
}

void world_find_unmet(tn_world *w)
{
    const double most = 1e-6;
    w->reports.unmet.count = 0;
    w->reports.unmet_known = true;
    if (world_evaluated(w) != TN_OK)
        return;
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const int slot = w->things->constraint_pool.order.at[i], index = w->planned->constraint[slot].constraint;
        const struct constraint_rows *it = index >= 0 ? &w->plan->constraint[index] : NULL;
        double squares = 0;
        for (int r = 0; it != NULL && r < it->rows; r++) {
            const double off = it->level[r] == LEVEL_ACCELERATION ? system_acceleration_left(w->plan, w->work, it, r)
                                                                  : w->work->c[it->row + r];
            squares += off * off;
        }
        if (!(squares <= most * most) && should_be_met(w, it))
            ARRAY_PUSH(&w->reports.unmet, world_constraint_id(w, slot));
    }
}

static double deviation_now(tn_world *w, bool *any)
{
    int worst;
    double d = system_largest_deviation(w->plan, w->work, is_assembled, w, &worst);
    *any = worst >= 0;
    d = worst >= 0 ? d : system_largest_deviation(w->plan, w->work, NULL, NULL, &worst);
    for (int i = 0; i < w->plan->constraints; i++)
        for (int r = 0; r < w->plan->constraint[i].rows; r++)
            if (w->plan->constraint[i].level[r] == LEVEL_ACCELERATION && w->plan->constraint[i].block >= 0)
                d = fmax(d, fabs(system_acceleration_left(w->plan, w->work, &w->plan->constraint[i], r)));
    return d;
}

static void momenta(const tn_world *w, vec3 *p, vec3 *l)
{
    const struct plan *plan = w->plan;
    const struct work *work = w->work;
    *p = *l = v3(0, 0, 0);
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        const struct pose *o = &work->pose[i];
        if (b->dofs < 3 || b->weightless || b->owner != NULL)
            continue;
        vec3 m = v3_scale(b->mass, o->v);
        *p = v3_add(*p, m);
        *l = v3_add(*l, v3_cross(o->x, m));
        if (b->coordinates == COORDINATES_RIGID)
            *l = v3_add(*l, m3_mul(&o->r, s3_mul(&b->build->inertia, m3_tmul(&o->r, o->w))));
    }
    for (int i = 0; i < plan->evaluations; i++) {
        vec3 linear = v3(0, 0, 0), angular = linear;
        if (plan->evaluation[i]->momenta != NULL)
            plan->evaluation[i]->momenta(plan, work, w->run.y, &linear, &angular);
        *p = v3_add(*p, linear);
        *l = v3_add(*l, angular);
    }
}

/* The drift is measured by the energy that has moved: the largest kinetic energy, change of the potential energy, or work. */
static void note_energy(tn_world *w, double kinetic, double potential, double work_done)
{
    struct energy_account *e = &w->run.energy;
    const double energy = kinetic + potential - work_done;
    e->largest_kinetic = fmax(e->largest_kinetic, kinetic);
    if (!w->run.has_base && all_met(w)) {
        w->run.has_base = true;
        e->base = energy;
        e->first_potential = potential;
        e->first_work = work_done;
    }
    if (w->run.has_base) {
        e->largest_change = fmax(e->largest_change, fabs(energy - e->base));
        e->largest_moved =
            fmax(e->largest_moved, fmax(fabs(potential - e->first_potential), fabs(work_done - e->first_work)));
    }
    const double moved = fmax(e->largest_kinetic, e->largest_moved);
    e->drift = moved > 0 && !w->plan->first_order ? e->largest_change / moved : 0;
}

/* Nothing has moved but by rounding: slower than 1e-12 of the speed that the model's size, its age and gravity suggest, and
 * no energy has moved that is more than 1e-12 of what they could move. */
static bool at_rest(const tn_world *w)
{
    const double part = 1e-12;
    const struct plan *plan = w->plan;
    double mass = 0;
    if (plan->first_order) /* no energy moves */
        return false;
    for (int i = 0; i < plan->bodies; i++)
        mass += plan->body[i].dofs > 0 ? plan->body[i].mass : 0;
    const double reach = world_reach(w, w->run.y), size = reach > 0 ? reach : 1, age = fmax(w->run.t, 1e-9);
    const double stake = mass * size * (v3_norm(w->work->field) + size / (age * age));
    const struct energy_account *e = &w->run.energy;
    return e->largest_kinetic <= part * part * stake &&
           e->largest_moved <= part * stake + 1e-15 * fabs(e->first_potential);
}

tn_status tn_measure(tn_world *w, tn_measures *out)
{
    if (w == NULL || out == NULL)
        return TN_WRONG_USE;
    tn_status status = world_evaluated(w);
    if (status != TN_OK)
        return status;
    bool any;
    *out = (tn_measures){
        .kinetic = system_kinetic(w->plan, w->work, w->run.y),
        .potential = system_potential(w->plan, w->work, w->run.y),
        .work = w->run.y[w->plan->work_done],
        .drift = w->run.energy.drift,
        .deviation = deviation_now(w, &any),
        .largest_deviation = w->run.any_assembled ? w->run.largest_deviation : w->run.last_deviation,
    };
    momenta(w, &out->momentum, &out->angular_momentum);
    out->at_rest = at_rest(w);
    out->drift = out->at_rest ? 0 : out->drift;
    return TN_OK;
}

void tn_frame(tn_world *w)
{
    if (w == NULL || world_evaluated(w) != TN_OK)
        return;
    double kinetic = system_kinetic(w->plan, w->work, w->run.y);
    bool any;
    double deviation = deviation_now(w, &any);
    w->run.last_deviation = deviation;
    if (any) {
        w->run.largest_deviation = w->run.any_assembled ? fmax(w->run.largest_deviation, deviation) : deviation;
        w->run.any_assembled = true;
    }
    note_energy(w, kinetic, system_potential(w->plan, w->work, w->run.y), w->run.y[w->plan->work_done]);
    passing_look(w);
}

/* ---- probes ---- */

static struct probe *probe_of(struct things *t, const char *name, const char *text, struct scope *s, const node *value,
                              int count)
{
    struct probe *p = MEM_NEW(struct probe);
    *p = (struct probe){
        .number = t->numbered++,
        .name = mem_text(name),
        .text = mem_text(text),
        .value = expression_make(s, value, count),
        .inputs = s->connectors.count,
        .specials = s->specials.count,
    };
    p->input = mem_copy(s->connectors.at, sizeof *p->input * (size_t)p->inputs);
    p->special = mem_copy(s->specials.at, sizeof *p->special * (size_t)p->specials);
    ARRAY_PUSH(&t->all_probes, p);
    return p;
}

int world_add_probe(tn_world *w, const char *name, const char *text, struct scope *s, node value)
{
    struct things *t = things_edit(w);
    ARRAY_PUSH(&t->probes, probe_of(t, name, text, s, &value, 1));
    return t->probes.count - 1;
}

void world_add_trace(tn_world *w, struct scope *s, const node value[3])
{
    struct things *t = things_edit(w);
    ARRAY_PUSH(&t->traces, probe_of(t, NULL, NULL, s, value, 3));
}

/* The memory is kept: a snapshot may bring the probe back. */
void world_remove_probe(tn_world *w, int i)
{
    struct things *t = things_edit(w);
    ARRAY_REMOVE(&t->probes, i);
}

void world_remove_trace(tn_world *w, int i)
{
    struct things *t = things_edit(w);
    ARRAY_REMOVE(&t->traces, i);
}

uint32_t world_probe_number(const tn_world *w, int i) { return w->things->probes.at[i]->number; }

int world_probe_index(const tn_world *w, uint32_t number)
{
    int i = w->things->probes.count - 1;
    while (i >= 0 && w->things->probes.at[i]->number != number)
        i--;
    return i;
}

int world_trace_count(const tn_world *w) { return w->things->traces.count; }

bool world_has_probe(const tn_world *w, const char *name)
{
    for (int i = 0; i < w->things->probes.count; i++)
        if (strcmp(w->things->probes.at[i]->name, name) == 0)
            return true;
    return false;
}

bool world_probe_gone(const tn_world *w, int i)
{
    const struct probe *p = w->things->probes.at[i];
    for (int k = 0; k < p->inputs; k++)
        if (p->input[k].type != CONNECTOR_CONSTANT && p->input[k].type != CONNECTOR_TIME &&
            w->run.objects.at[p->input[k].body].gone)
            return true;
    for (int k = 0; k < p->specials; k++)
        if (special_of_object(p->special[k].kind)
                ? w->run.objects.at[p->special[k].constraint].gone
                : p->special[k].constraint >= 0 && pool_lives(&w->things->constraint_pool, p->special[k].constraint) &&
                      world_constraint_gone(w, p->special[k].constraint))
            return true;
    return false;
}

int world_probe_count(const tn_world *w) { return w->things->probes.count; }

const char *world_probe_text(const tn_world *w, int i, const char **name)
{
    *name = w->things->probes.at[i]->name;
    return w->things->probes.at[i]->text;
}

static double component(vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

struct signal world_signal(tn_world *w, const struct connector *c)
{
    const struct object *o =
        c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME ? &w->things->objects.at[c->body] : NULL;
    if (o != NULL && object_flexible(o) != NULL)
        return flexible_signal(w, c);
    if (o != NULL && o->type->general != NULL)
        return general_signal(w, c);
    const struct connector on = plan_renamed(w, *c);
    return connector_signal(&on, w->work->pose, w->work->time);
}

/* ÿ = Y_q v̇ + β at the accelerations computed last. */
vec3 world_acceleration(tn_world *w, const struct connector *c)
{
    struct connector alone = *c;
    struct pose p = {0};
    if (c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME &&
        (object_flexible(&w->things->objects.at[c->body]) != NULL ||
         w->things->objects.at[c->body].type->general != NULL))
        return world_signal(w, c).beta;
    if (c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME) {
        const int body = plan_body(w, c->body);
        const struct body *b = &w->plan->body[body];
        const double *a = w->run.ydot + b->v;
        p = w->work->pose[body];
        if (b->dofs > 0)
            p.a = b->dofs == 1 ? v3(a[0], 0, 0) : v3(a[0], a[1], a[2]);
        if (b->dofs == 6)
            p.alpha = v3(a[3], a[4], a[5]);
        alone.body = 0;
    }
    return connector_signal(&alone, &p, w->work->time).beta;
}

static double special_value(tn_world *w, const struct special *s, int component_index)
{
    tn_constraint_state c;
    bool any;
    if (s->kind == SPECIAL_ENERGY || s->kind == SPECIAL_KINETIC || s->kind == SPECIAL_POTENTIAL)
        return (s->kind != SPECIAL_POTENTIAL ? system_kinetic(w->plan, w->work, w->run.y) : 0) +
               (s->kind != SPECIAL_KINETIC ? system_potential(w->plan, w->work, w->run.y) : 0);
    if (s->kind == SPECIAL_DEVIATION)
        return deviation_now(w, &any);
    if (s->kind == SPECIAL_CONTACTS)
        return contact_points(w);
    if (s->kind == SPECIAL_CONTACT_FORCE)
        return component(contact_force(w, s->a, s->b), component_index);
    if (s->kind == SPECIAL_CONTACT_TORQUE)
        return component(contact_torque(w, s->a, s->b), component_index);
    struct flexible_state f;
    if (s->kind == SPECIAL_VOLUME)
        return pool_lives(&w->things->object_pool, s->constraint) && world_flexible(w, s->constraint, &f)
                   ? lattice_volume(f.lattice, f.q)
                   : 0;
    if (special_of_object(s->kind))
        return pool_lives(&w->things->object_pool, s->constraint)
                   ? component(world_object_measure(w, s->constraint, s->kind), component_index)
                   : 0;
    if (!pool_lives(&w->things->constraint_pool, s->constraint))
        return 0;
    world_measure_constraint(w, s->constraint, &c);
    return s->kind == SPECIAL_DEVIATION_OF ? c.size
           : s->kind == SPECIAL_FORCE      ? component(c.force, component_index)
                                           : component(c.torque, component_index);
}

static double probe_load(tn_world *w, const struct probe *p, uint64_t key)
{
    int i = symbol_index(key), k = symbol_component(key);
    struct signal g;
    switch (symbol_kind_of(key)) {
    case SYMBOL_TIME:
        return w->run.t;
    case SYMBOL_PARAMETER:
        return w->run.lets.at[i];
    case SYMBOL_TURNS:
        return w->run.turns.at[i];
    case SYMBOL_PROBE:
        return special_value(w, &p->special[i], k);
    case SYMBOL_Y:
    case SYMBOL_YD:
    case SYMBOL_YDD:
    case SYMBOL_LEVER:
    case SYMBOL_BETA:
        break;
    }
    g = world_signal(w, &p->input[i]);
    return component(symbol_kind_of(key) == SYMBOL_Y    ? g.y
                     : symbol_kind_of(key) == SYMBOL_YD ? g.yd
                                                        : world_acceleration(w, &p->input[i]),
                     k);
}

int tn_probe_count(const tn_world *w) { return w != NULL ? w->things->probes.count : 0; }

/* NULL: no such probe. */
static const struct probe *probe_at(const tn_world *w, int i)
{
    return i >= 0 && i < tn_probe_count(w) ? w->things->probes.at[i] : NULL;
}

const char *tn_probe_name(const tn_world *w, int i) { return probe_at(w, i) != NULL ? probe_at(w, i)->name : NULL; }

/* Whether everything that a probe reads exists; connectors to removed objects are NaN constants
 * (world_remove_object). */
static bool is_there(const tn_world *w, const struct probe *p)
{
    for (int k = 0; k < p->inputs; k++) {
        const struct connector *c = &p->input[k];
        if (c->type == CONNECTOR_CONSTANT ? isnan(c->local.x)
                                          : c->type != CONNECTOR_TIME && !w->run.objects.at[c->body].present)
            return false;
    }
    for (int k = 0; k < p->specials; k++) {
        const struct special *s = &p->special[k];
        if (special_of_object(s->kind) ? !pool_lives(&w->things->object_pool, s->constraint)
                                       : s->constraint >= 0 && !pool_lives(&w->things->constraint_pool, s->constraint))
            return false;
    }
    return true;
}

bool tn_probe_there(const tn_world *w, int i) { return probe_at(w, i) != NULL && is_there(w, probe_at(w, i)); }

static bool probe_now(tn_world *w, const struct probe *p, double *out)
{
    if (!is_there(w, p) || world_evaluated(w) != TN_OK)
        return false;
    const size_t size = (size_t)p->value.loads + tape_scratch(p->value.tape);
    ARRAY_RESERVE(&w->run.scratch, (int)size);
    double *scratch = w->run.scratch.at;
    for (int k = 0; k < p->value.loads; k++)
        scratch[k] = probe_load(w, p, p->value.load[k]);
    tape_run(p->value.tape, scratch, out, scratch + p->value.loads);
    return true;
}

double tn_probe_value(tn_world *w, int i)
{
    double value;
    return probe_at(w, i) != NULL && probe_now(w, probe_at(w, i), &value) ? value : NAN;
}

vec3 world_trace_now(tn_world *w, int i)
{
    double x[3];
    return probe_now(w, w->things->traces.at[i], x) ? v3(x[0], x[1], x[2]) : v3(NAN, NAN, NAN);
}
