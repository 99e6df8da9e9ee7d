/* rest_model.c: energy, forces and rows of a model in equilibrium, and its steps. */
#include <string.h>

#include "base/memory.h"
#include "goals/rest_parts.h"

/* ---- steps ---- */

void rest_move(const struct rest *s, const double *step, double part, const double *y, double *out)
{
    const struct plan *plan = s->plan;
    memcpy(out, y, sizeof(double) * (size_t)plan->y_count);
    memset(out + plan->q_count, 0, sizeof(double) * (size_t)plan->v_count);
    if (step == NULL)
        return;
    system_displace(plan, step, part, out);
    for (int i = 0; i < plan->flexibles; i++) { /* of which the above moves the attached nodes alone */
        const struct flexible *f = &plan->flexible[i];
        for (int k = 0; k < 3 * f->lattice->nodes; k++)
            out[f->q + k] = y[f->q + k] + part * step[f->v - plan->q_count + k];
    }
}

/* ---- forces of few bodies ---- */

static bool is_other(const struct force_item *f)
{
    return !f->class->is_drag && !force_is_field(f) &&
           (f->class->potential == NULL || (f->varying && !f->class->is_goal));
}

/* Forces of items with a potential, or of those without, as forces on the unknowns. */
static void item_forces(struct rest *s, bool others, double *out)
{
    const struct plan *plan = s->plan;
    struct work *work = s->work;
    struct force_context x = system_force_context(plan, work);
    memset(work->wrench, 0, sizeof *work->wrench * (size_t)plan->bodies);
    for (int i = 0; i < plan->force.count; i++) {
        const struct force_item *f = &plan->force.item[i];
        if (!f->class->is_drag && !force_is_field(f) && is_other(f) == others)
            f->class->apply(f, 1, &x);
    }
    rest_spread(s, work->wrench, out);
    for (int i = 0; i < plan->force.count && others; i++) { /* fields that change with time act on every node */
        const struct force_item *f = &plan->force.item[i];
        if (f->class->field == NULL || !f->varying)
            continue;
        const double *g = work->force_value + f->value;
        for (int m = 0; m < plan->flexibles; m++)
            for (int k = 0; k < 3 * plan->flexible[m].lattice->nodes; k++)
                out[plan->flexible[m].v - plan->q_count + k] += plan->flexible[m].lattice->mass[k / 3] * g[k % 3];
    }
}

static vec3 uniform_field(struct rest *s)
{
    const struct plan *plan = s->plan;
    struct force_context x = system_force_context(plan, s->work);
    vec3 field = v3(0, 0, 0);
    for (int i = 0; i < plan->force.count; i++)
        if (force_is_field(&plan->force.item[i]))
            field = v3_add(field, plan->force.item[i].class->field(&plan->force.item[i], &x));
    return field;
}

static void add_weights(const struct rest *s, vec3 g, double *out)
{
    const struct plan *plan = s->plan;
    const double field[3] = {g.x, g.y, g.z};
    for (int i = 0; i < plan->bodies; i++)
        for (int k = 0; k < 3 && force_has_weight(&plan->body[i]) && plan->body[i].dofs >= 3; k++)
            out[plan->body[i].v - plan->q_count + k] += plan->body[i].mass * field[k];
    for (int m = 0; m < plan->flexibles; m++)
        for (int k = 0; k < 3 * plan->flexible[m].lattice->nodes; k++)
            out[plan->flexible[m].v - plan->q_count + k] += plan->flexible[m].lattice->mass[k / 3] * field[k % 3];
}

/* ---- elements ---- */

/* Adds the forces of the elements of one model; for incompressible ones also the energy of the multipliers. */
static double element_part(struct rest *s, int index, const double *y, double *out)
{
    const struct flexible *f = &s->plan->flexible[index];
    const struct lattice *l = f->lattice;
    struct lattice_state state = s->state[index];
    double energy = 0;
    int first = 0;
    for (int i = 0; i < index; i++)
        first += s->plan->flexible[i].lattice->elements;
    state.q = y + f->q;
    state.lambda = f->lambda >= 0 ? y + f->lambda : NULL;
    state.metric = f->metric >= 0 ? y + f->metric : NULL;
    lattice_forces(l, &state, s->work->threads);
    for (int k = 0; k < 3 * l->nodes; k++)
        out[f->v - s->plan->q_count + k] += state.force[k];
    for (int e = 0; e < l->elements && f->lambda >= 0; e++) {
        const double gap = state.lambda_rate[e] / l->constants.bulk_rate;
        s->volume_gap[first + e] = gap;
        s->gap = fmax(s->gap, fabs(gap));
        energy += l->fill[e] * l->constants.volume * state.lambda[e] * gap;
    }
    return energy;
}

void rest_update_pressures(struct rest *s, double *y)
{
    int first = 0;
    for (int i = 0; i < s->plan->flexibles; i++) {
        const struct flexible *f = &s->plan->flexible[i];
        for (int e = 0; e < f->lattice->elements && f->lambda >= 0; e++)
            y[f->lambda + e] += f->lattice->constants.bulk * s->volume_gap[first + e];
        first += f->lattice->elements;
    }
}

/* ---- all ---- */

bool rest_look(struct rest *s, const double *y, bool slopes, double *gradient, double *other, double *energy)
{
    const struct plan *plan = s->plan;
    double check = 0;
    s->gap = 0;
    system_update(plan, s->work, s->t, y);
    *energy = system_potential(plan, s->work, y);
    for (int i = 0; i < plan->force.count; i++) /* goals are formulas, and have one all the same */
        if (plan->force.item[i].varying && plan->force.item[i].class->is_goal) {
            struct force_context x = system_force_context(plan, s->work);
            *energy += plan->force.item[i].class->potential(&plan->force.item[i], &x);
        }
    memset(gradient, 0, sizeof(double) * (size_t)s->n);
    memset(other, 0, sizeof(double) * (size_t)s->n);
    item_forces(s, false, gradient);
    if (s->others)
        item_forces(s, true, other);
    add_weights(s, uniform_field(s), gradient);
    for (int i = 0; i < plan->flexibles; i++)
        *energy += element_part(s, i, y, gradient);
    for (int i = 0; i < s->n; i++) {
        gradient[i] = -gradient[i] - other[i];
        check += 0 * gradient[i];
    }
    rest_read_rows(s, y, slopes);
    for (int r = 0; r < s->rows.count; r++)
        check += s->rows.at[r].kind == REST_ONE_SIDED && s->rows.at[r].c == INFINITY ? 0 : 0 * s->rows.at[r].c;
    for (int r = 0; r < s->rows.count; r++) { /* by penalty: a spring */
        const struct rest_row *row = &s->rows.at[r];
        if (row->kind == REST_ELASTIC)
            *energy += row->weight * row->c * row->c / 2;
    }
    s->work->report.evaluations++;
    return check == 0 && isfinite(*energy);
}
