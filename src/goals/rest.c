/* rest.c: see rest.h.
 *
 * The rows are satisfied by multipliers and held by weights ρ at the same time: with A = ∇²L + Σ ρ jᵀj (rest_matrix.c)
 *
 *   A d = b + Jᵀλ⁺,  b = −∇U − Σ ρ c jᵀ,   J d = −c   ⇒   (J A⁻¹ Jᵀ) λ⁺ = −c − J A⁻¹ b
 *
 * which conjugate gradients solve in a few rounds, since J A⁻¹ Jᵀ is nearly diag(1/ρ). Rows that only push take part while
 * λ − ρ c > 0. Steps are shortened until U + Σ price |c| decreases enough; where ∇²L is not positive definite on what the rows
 * leave free, a shift makes it so. A point that meets all conditions but has a direction in which the energy decreases is left in
 * that direction. Multipliers of incompressible elements grow by what their bulk modulus holds whenever the rest is balanced.
 */
#include "goals/rest.h"

#include <string.h>

#include "base/memory.h"
#include "goals/rest_parts.h"

#define BALANCED 1e-9 /* residual, in terms of the load, */
#define ROUNDED 1e-13 /* or of what moving everything by its own size would take */
#define SETTLED 1e-8  /* step, in terms of the size of the model */
#define MET 1e-9      /* violation of rows, m or rad or whatever, */
#define APART 1e-6    /* and what counts as not met at the end */
#define KEPT 1e-8     /* change of volume of incompressible elements */
#define SLOW 1e-3     /* a step on a saddle that is shorter, in terms of the size: it is left on purpose */
#define FAR 1e4       /* how far it moves, in its own size, if nothing holds it */
#define FLAT 1e-11    /* a shift up to this is none */
#define SOFT 1e-10    /* rows that contradict each other yield by this part of 1/ρ */
enum { MOST_ROUNDS = 60, MOST_HALVINGS = 30, MOST_SADDLES = 60 };

/* ---- making ---- */

static void add_block(struct rest *s, int v, int size, double width)
{
    s->block[s->blocks++] = (struct rest_block){v, size, width};
}

static void find_blocks(struct rest *s)
{
    const struct plan *plan = s->plan;
    int most = plan->bodies;
    for (int m = 0; m < plan->flexibles; m++)
        most += plan->flexible[m].lattice->nodes;
    s->block = MEM_ARRAY(struct rest_block, most);
    s->node_block = MEM_ARRAY(int, plan->flexibles);
    s->body_block = MEM_ARRAY(int, plan->bodies);
    for (int m = 0; m < plan->flexibles; m++) {
        const struct flexible *f = &plan->flexible[m];
        const double *h = f->lattice->length;
        s->node_block[m] = s->blocks;
        for (int k = 0; k < f->lattice->nodes; k++)
            add_block(s, f->v - plan->q_count + 3 * k, 3, 1e-6 * fmin(h[0], fmin(h[1], h[2])));
    }
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        s->body_block[i] = -1;
        if (b->dofs == 0)
            continue;
        if (body_is_node(b)) {
            s->body_block[i] = s->node_block[b->member] + (b->v - plan->flexible[b->member].v) / 3;
            continue;
        }
        s->body_block[i] = s->blocks;
        add_block(s, b->v - plan->q_count, b->dofs, 1e-6 * s->size);
    }
}

/* The largest extent of all that has a place. */
static double find_size(const struct plan *plan, const double *y)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, most = 0;
    for (int m = 0; m < plan->flexibles; m++)
        for (int k = 0; k < 3 * plan->flexible[m].lattice->nodes; k++) {
            low[k % 3] = fmin(low[k % 3], y[plan->flexible[m].q + k]);
            high[k % 3] = fmax(high[k % 3], y[plan->flexible[m].q + k]);
        }
    for (int i = 0; i < plan->bodies; i++)
        for (int d = 0; d < 3 && plan->body[i].dofs >= 3 && plan->body[i].coordinates != COORDINATES_GENERAL; d++) {
            low[d] = fmin(low[d], y[plan->body[i].q + d]);
            high[d] = fmax(high[d], y[plan->body[i].q + d]);
        }
    for (int d = 0; d < 3; d++)
        most = fmax(most, high[d] - low[d]);
    return most > 0 && isfinite(most) ? most : 1;
}

static void find_elements(struct rest *s)
{
    const struct plan *plan = s->plan;
    int elements = 0, nodes = 0;
    for (int m = 0; m < plan->flexibles; m++) {
        const struct lattice *l = plan->flexible[m].lattice;
        elements += l->elements;
        nodes = l->nodes > nodes ? l->nodes : nodes;
    }
    s->volume_gap = MEM_ARRAY(double, elements);
    s->rates = MEM_ARRAY(double, 7 * elements);
    s->still = MEM_ARRAY(double, 3 * nodes);
    s->state = MEM_ARRAY(struct lattice_state, plan->flexibles);
    for (int m = 0; m < plan->flexibles; m++)
        s->state[m] = (struct lattice_state){.v = s->still,
                                             .force = s->work->flexible[m].force,
                                             .lambda_rate = s->rates,
                                             .metric_rate = s->rates + elements,
                                             .room = s->work->flexible[m].lattice};
}

struct rest *rest_new(const struct plan *plan, struct work *work, double t, double *y)
{
    struct rest *s = MEM_NEW(struct rest);
    *s = (struct rest){.plan = plan, .work = work, .t = t, .y = y, .n = plan->v_count};
    s->size = find_size(plan, y);
    find_blocks(s);
    find_elements(s);
    rest_find_things(s);
    for (int i = 0; i < plan->force.count; i++)
        s->others |= !plan->force.item[i].class->is_drag && !force_is_field(&plan->force.item[i]) &&
                     (plan->force.item[i].class->potential == NULL || plan->force.item[i].varying);
    s->gradient = MEM_ARRAY(double, s->n);
    s->other = MEM_ARRAY(double, s->n);
    s->trial_gradient = MEM_ARRAY(double, s->n);
    s->trial_other = MEM_ARRAY(double, s->n);
    s->step = MEM_ARRAY(double, s->n);
    s->right = MEM_ARRAY(double, s->n);
    s->moved = MEM_ARRAY(double, s->n);
    s->trial = MEM_ARRAY(double, plan->y_count);
    s->row_a = MEM_ARRAY(double, s->rows.count);
    s->row_b = MEM_ARRAY(double, s->rows.count);
    s->row_c = MEM_ARRAY(double, s->rows.count);
    s->row_d = MEM_ARRAY(double, s->rows.count);
    s->row_e = MEM_ARRAY(double, s->rows.count);
    s->kept = MEM_ARRAY(double, s->n);
    rest_make_matrix(s);
    return s;
}

void rest_free(struct rest *s)
{
    if (s == NULL)
        return;
    rest_free_matrix(s);
    mem_free(s->block);
    mem_free(s->node_block);
    mem_free(s->body_block);
    mem_free(s->things.at);
    mem_free(s->block_of_thing.at);
    mem_free(s->body_of_thing.at);
    mem_free(s->rows.at);
    mem_free(s->entries.at);
    mem_free(s->volume_gap);
    mem_free(s->state);
    mem_free(s->rates);
    mem_free(s->still);
    mem_free(s->gradient);
    mem_free(s->other);
    mem_free(s->trial_gradient);
    mem_free(s->trial_other);
    mem_free(s->step);
    mem_free(s->right);
    mem_free(s->moved);
    mem_free(s->trial);
    mem_free(s->row_a);
    mem_free(s->row_b);
    mem_free(s->row_c);
    mem_free(s->row_d);
    mem_free(s->row_e);
    mem_free(s->kept);
    mem_free(s);
}

/* ---- rows as vectors ---- */

/* out += Σ x_r j_r of the rows that are active. */
static void add_rows(const struct rest *s, const double *x, double *out)
{
    for (int r = 0; r < s->rows.count; r++) {
        const struct rest_row *row = &s->rows.at[r];
        for (int e = 0; e < row->entries && row->active && x[r] != 0; e++) {
            const struct rest_entry *at = &s->entries.at[row->entry + e];
            for (int k = 0; k < s->block[at->block].size; k++)
                out[s->block[at->block].v + k] += x[r] * at->j[k];
        }
    }
}

/* j_r·x of the active rows that have multipliers; 0 of others. */
static void times_rows(const struct rest *s, const double *x, double *out)
{
    for (int r = 0; r < s->rows.count; r++) {
        const struct rest_row *row = &s->rows.at[r];
        out[r] = 0;
        for (int e = 0; e < row->entries && row->active && row->kind != REST_ELASTIC; e++) {
            const struct rest_entry *at = &s->entries.at[row->entry + e];
            for (int k = 0; k < s->block[at->block].size; k++)
                out[r] += x[s->block[at->block].v + k] * at->j[k];
        }
    }
}

/* Those that only push take part while they push, or where they are touched at the start. */
static void choose_active(struct rest *s, bool first)
{
    const double touched = first ? 1e-9 * s->size : 0;
    for (int r = 0; r < s->rows.count; r++) {
        struct rest_row *row = &s->rows.at[r];
        if (row->kind == REST_ONE_SIDED)
            row->active = row->c < touched || (isfinite(row->c) && row->lambda - row->weight * row->c > 0);
        else
            row->active = true;
        if (!row->active)
            row->lambda = 0;
    }
}

static double violation(const struct rest_row *row)
{
    return row->kind == REST_ELASTIC ? 0 : row->kind == REST_ONE_SIDED ? fmax(-row->c, 0) : fabs(row->c);
}

static double feasibility(const struct rest *s)
{
    double most = 0;
    for (int r = 0; r < s->rows.count; r++)
        most = fmax(most, violation(&s->rows.at[r]));
    return most;
}

/* ---- Newton's step ---- */

/* x ← J A⁻¹ Jᵀ x by rows, with room in s->moved. */
static void schur(struct rest *s, const double *x, double *out)
{
    memset(s->moved, 0, sizeof(double) * (size_t)s->n);
    add_rows(s, x, s->moved);
    rest_solve_factored(s, s->moved);
    times_rows(s, s->moved, out);
}

/* λ in s->row_a from the right-hand side in s->row_b, by conjugate gradients with weights as preconditioner. */
static void solve_rows(struct rest *s)
{
    const int rows = s->rows.count;
    double *x = s->row_a, *r = s->row_b, *p = s->row_c, *q = s->row_d, rho = 0, first;
    memset(x, 0, sizeof(double) * (size_t)rows);
    for (int i = 0; i < rows; i++) {
        p[i] = s->rows.at[i].weight * r[i];
        rho += r[i] * p[i];
    }
    first = rho;
    for (int round = 0; round < MOST_ROUNDS && rho > 1e-26 * first && rho > 0; round++) {
        double along = 0, next = 0;
        schur(s, p, q);
        for (int i = 0; i < rows; i++) {
            q[i] += s->rows.at[i].weight > 0 ? SOFT * p[i] / s->rows.at[i].weight : 0;
            along += p[i] * q[i];
        }
        if (!(along > 0) || !isfinite(along))
            break;
        for (int i = 0; i < rows; i++) {
            x[i] += rho / along * p[i];
            r[i] -= rho / along * q[i];
            next += r[i] * s->rows.at[i].weight * r[i];
        }
        for (int i = 0; i < rows; i++)
            p[i] = s->rows.at[i].weight * r[i] + next / rho * p[i];
        rho = next;
    }
}

/* d in s->step and the new multipliers in s->row_a, for violations c in s->row_d. */
static void newton_step(struct rest *s)
{
    for (int r = 0; r < s->rows.count; r++)
        s->row_c[r] = -s->rows.at[r].weight * s->rows.at[r].c;
    for (int i = 0; i < s->n; i++)
        s->right[i] = -s->gradient[i];
    for (int r = 0; r < s->rows.count; r++)
        s->row_c[r] = s->rows.at[r].active ? s->row_c[r] : 0;
    add_rows(s, s->row_c, s->right);
    memcpy(s->step, s->right, sizeof(double) * (size_t)s->n);
    rest_solve_factored(s, s->step);
    times_rows(s, s->step, s->row_b);
    for (int r = 0; r < s->rows.count; r++) {
        const struct rest_row *row = &s->rows.at[r];
        s->row_b[r] = row->active && row->kind != REST_ELASTIC ? -row->c - s->row_b[r] : 0;
    }
    solve_rows(s);
    memcpy(s->step, s->right, sizeof(double) * (size_t)s->n);
    add_rows(s, s->row_a, s->step);
    rest_solve_factored(s, s->step);
}

/* ---- residuals ---- */

/* Largest |∇U − Jᵀλ| with multipliers x; and, in terms of what is allowed, in *relative. */
static double residual(struct rest *s, const double *gradient, const double *x, double *load, double *relative)
{
    double most = 0, *r = s->moved;
    *load = 0;
    memset(r, 0, sizeof(double) * (size_t)s->n);
    add_rows(s, x, r);
    for (int k = 0; k < s->rows.count; k++) /* springs are rows with known multipliers */
        s->row_c[k] = s->rows.at[k].kind == REST_ELASTIC ? -s->rows.at[k].weight * s->rows.at[k].c : 0;
    add_rows(s, s->row_c, r);
    for (int i = 0; i < s->n; i++)
        *load = fmax(*load, fabs(r[i]));
    *relative = 0;
    for (int b = 0; b < s->blocks; b++)
        for (int k = 0; k < s->block[b].size; k++) {
            const int i = s->block[b].v + k;
            const double off = fabs(gradient[i] - r[i]), arm = k < 3 ? 1 : s->size;
            const double room = BALANCED * arm * fmax(*load, s->weight) + ROUNDED * s->stiffness[i] / arm * s->size;
            most = fmax(most, off);
            *relative = fmax(*relative, off / fmax(room, 1e-300));
        }
    return most;
}

/* ---- the line search ---- */

static double merit_of_rows(const struct rest *s)
{
    double sum = 0;
    for (int r = 0; r < s->rows.count; r++)
        if (violation(&s->rows.at[r]) > 0)
            sum += s->rows.at[r].price * violation(&s->rows.at[r]);
    return sum;
}

static void raise_prices(struct rest *s)
{
    for (int r = 0; r < s->rows.count; r++) {
        struct rest_row *row = &s->rows.at[r];
        const double wanted = 1.5 * fabs(s->row_a[r]);
        row->price = fmax(wanted, (row->price + wanted) / 2);
        if (row->kind == REST_ONE_SIDED)
            row->price = fmax(row->price, s->whole);
    }
}

/* What rounding does to the energy. */
static double noise_of(const struct rest *s)
{
    double sum = 0;
    for (int m = 0; m < s->plan->flexibles; m++) {
        const struct lattice *l = s->plan->flexible[m].lattice;
        for (int e = 0; e < l->elements; e++)
            sum += l->fill[e] * l->constants.volume * (l->constants.young + l->constants.lambda_s);
    }
    return 4e-15 * sum + 1e-14 * fabs(s->energy);
}

/* The merit of s->trial, part of the step s->step away, compared with the present point. */
static double compare(struct rest *s, double part, double before, double *energy)
{
    if (!rest_look(s, s->trial, false, s->trial_gradient, s->trial_other, energy))
        return INFINITY;
    double work = 0;
    for (int i = 0; i < s->n && s->others; i++)
        work += (s->other[i] + s->trial_other[i]) / 2 * part * s->step[i];
    return *energy - s->energy - work + merit_of_rows(s) - before;
}

/* The longest way that the step moves anything. */
static double longest_step(const struct rest *s)
{
    double most = 0;
    for (int b = 0; b < s->blocks; b++)
        for (int k = 0; k < s->block[b].size; k++)
            most = fmax(most, fabs(s->step[s->block[b].v + k]) * (k < 3 ? 1 : s->size));
    return most;
}

/* The slope of the merit along s->step. */
static double slope_of(const struct rest *s)
{
    double slope = -merit_of_rows(s);
    for (int i = 0; i < s->n; i++)
        slope += s->gradient[i] * s->step[i];
    for (int r = 0; r < s->rows.count; r++)
        for (int e = 0; e < s->rows.at[r].entries && s->rows.at[r].kind == REST_ELASTIC; e++) {
            const struct rest_entry *at = &s->entries.at[s->rows.at[r].entry + e];
            for (int k = 0; k < s->block[at->block].size; k++)
                slope += s->rows.at[r].weight * s->rows.at[r].c * at->j[k] * s->step[s->block[at->block].v + k];
        }
    return slope;
}

/* After s->trial: s->step by `part` of itself, and by what takes back the violations there, since rows are not straight. */
static void correct_step(struct rest *s, double part)
{
    double *lambda = s->row_e;
    memcpy(lambda, s->row_a, sizeof(double) * (size_t)s->rows.count);
    for (int r = 0; r < s->rows.count; r++) {
        const struct rest_row *row = &s->rows.at[r];
        s->row_b[r] = row->active && row->kind != REST_ELASTIC && isfinite(row->c) ? -row->c : 0;
    }
    solve_rows(s);
    memset(s->moved, 0, sizeof(double) * (size_t)s->n);
    add_rows(s, s->row_a, s->moved);
    rest_solve_factored(s, s->moved);
    for (int i = 0; i < s->n; i++)
        s->step[i] = part * s->step[i] + s->moved[i];
    memcpy(s->row_a, lambda, sizeof(double) * (size_t)s->rows.count);
}

/* How far to go along s->step; 0: nowhere. s->trial is the point there. */
static double search(struct rest *s, double relative)
{
    const double before = merit_of_rows(s), noise = noise_of(s);
    double slope = slope_of(s), energy, turn = 0;
    for (int b = 0; b < s->blocks; b++)
        for (int k = 3; k < s->block[b].size; k++)
            turn = fmax(turn, fabs(s->step[s->block[b].v + k]));
    double part = fmin(turn > 0.7 ? 0.7 / turn : 1, s->reach * s->size / longest_step(s));
    for (int i = 0; i < MOST_HALVINGS; i++, part /= 2) {
        rest_move(s, s->step, part, s->y, s->trial);
        double change = compare(s, part, before, &energy);
        if (i == 0 && !(change <= 1e-4 * part * fmin(slope, 0)) && isfinite(change) &&
            feasibility(s) > 1e-12 * s->size) {
            memcpy(s->kept, s->step, sizeof(double) * (size_t)s->n);
            correct_step(s, part);
            rest_move(s, s->step, 1, s->y, s->trial);
            change = compare(s, 1, before, &energy);
            if (change <= 1e-4 * part * fmin(slope, 0) && change < -noise)
                return part;
            memcpy(s->step, s->kept, sizeof(double) * (size_t)s->n);
            rest_move(s, s->step, part, s->y, s->trial);
            change = compare(s, part, before, &energy);
        }
        if (change <= 1e-4 * part * fmin(slope, 0) && change < -noise) {
            s->reach *= i == 0 && part < 1 ? 2 : 1;
            return part;
        }
        if (!(fabs(change) <= noise))
            continue;
        double load, now; /* the energy cannot tell */
        rest_look(s, s->trial, true, s->trial_gradient, s->trial_other, &energy);
        residual(s, s->trial_gradient, s->row_a, &load, &now);
        rest_look(s, s->y, true, s->gradient, s->other, &s->energy);
        if (now < relative || now < 1)
            return part;
    }
    return 0;
}

/* Newton's step would gain next to nothing of the elastic energy: an error of 1e-8 in its norm. What is nearly neutral may be far
 * less settled than what carries the load. */
static bool gains_nothing(struct rest *s)
{
    double elastic = 0, gain = 0;
    memset(s->moved, 0, sizeof(double) * (size_t)s->n);
    add_rows(s, s->row_a, s->moved);
    for (int r = 0; r < s->rows.count; r++)
        s->row_c[r] = s->rows.at[r].kind == REST_ELASTIC ? -s->rows.at[r].weight * s->rows.at[r].c : 0;
    add_rows(s, s->row_c, s->moved);
    for (int i = 0; i < s->n; i++)
        gain += (s->moved[i] - s->gradient[i]) * s->step[i];
    for (int m = 0; m < s->plan->flexibles; m++) {
        const struct flexible *f = &s->plan->flexible[m];
        elastic += lattice_energy(f->lattice, s->y + f->q, f->metric >= 0 ? s->y + f->metric : NULL);
    }
    return fabs(gain) < 1e-16 * elastic;
}

static void accept(struct rest *s)
{
    memcpy(s->y, s->trial, sizeof(double) * (size_t)s->plan->y_count);
    for (int r = 0; r < s->rows.count; r++)
        s->rows.at[r].lambda = s->row_a[r];
    rest_look(s, s->y, true, s->gradient, s->other, &s->energy);
}

/* ---- saddles ---- */

static double next_random(uint64_t *state) /* −1 … 1 */
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 4503599627370496.0 - 1;
}

/* s->step without what violates the rows. */
static void keep_rows(struct rest *s)
{
    times_rows(s, s->step, s->row_b);
    for (int r = 0; r < s->rows.count; r++)
        s->row_b[r] = -s->row_b[r];
    solve_rows(s);
    memset(s->moved, 0, sizeof(double) * (size_t)s->n);
    add_rows(s, s->row_a, s->moved);
    rest_solve_factored(s, s->moved);
    for (int i = 0; i < s->n; i++)
        s->step[i] += s->moved[i];
    for (int r = 0; r < s->rows.count; r++)
        s->row_a[r] = s->rows.at[r].lambda;
}

/* The direction of the most negative curvature in s->step, of largest component 1 m, by inverse iteration with the shifted
 * factors. */
static void falling_direction(struct rest *s)
{
    uint64_t state = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < s->n; i++)
        s->step[i] = s->scale[i] * next_random(&state);
    for (int round = 0; round < 40; round++) {
        double size = 0;
        for (int i = 0; i < s->n; i++)
            s->step[i] /= s->scale[i] * s->scale[i];
        rest_solve_factored(s, s->step);
        for (int b = 0; b < s->blocks; b++)
            for (int k = 0; k < s->block[b].size; k++)
                size = fmax(size, fabs(s->step[s->block[b].v + k]) * (k < 3 ? 1 : s->size));
        for (int i = 0; i < s->n && size > 0; i++)
            s->step[i] /= size;
    }
    keep_rows(s);
}

/* Leaves a saddle. False if the energy decreases nowhere. */
static bool leave(struct rest *s)
{
    const double before = merit_of_rows(s), noise = noise_of(s);
    double best = -noise, part = 0, energy;
    falling_direction(s);
    for (double way = 1e-4; way < 0.3; way *= 2)
        for (int side = -1; side <= 1; side += 2) {
            rest_move(s, s->step, side * way * s->size, s->y, s->trial);
            const double change = compare(s, side * way * s->size, before, &energy);
            if (change < best) {
                best = change;
                part = side * way * s->size;
            }
        }
    if (part == 0) {
        rest_look(s, s->y, true, s->gradient, s->other, &s->energy);
        return false;
    }
    rest_move(s, s->step, part, s->y, s->trial);
    accept(s);
    return true;
}

/* ---- the whole ---- */

static double largest_change(const double *a, const double *b, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

static void fill_report(struct rest *s, const double *lambda, struct rest_report *out)
{
    double relative;
    out->objective = s->energy;
    out->stationarity = residual(s, s->gradient, lambda, &out->load, &relative);
    out->feasibility = fmax(feasibility(s), s->gap);
    out->complementarity = 0;
    for (int r = 0; r < s->rows.count; r++)
        if (s->rows.at[r].kind == REST_ONE_SIDED && s->rows.at[r].active)
            out->complementarity = fmax(out->complementarity, fabs(lambda[r] * s->rows.at[r].c));
}

/* The largest external force on an unknown, and the rows that are springs. */
static void find_loads(struct rest *s)
{
    const struct plan *plan = s->plan;
    vec3 field = v3(0, 0, 0);
    struct force_context x = system_force_context(plan, s->work);
    for (int i = 0; i < plan->force.count; i++)
        if (plan->force.item[i].class->field != NULL)
            field = v3_add(field, plan->force.item[i].class->field(&plan->force.item[i], &x));
    double most = 0, heaviest = 0;
    for (int i = 0; i < s->n; i++)
        most = fmax(most, fabs(s->other[i]));
    for (int m = 0; m < plan->flexibles; m++)
        for (int k = 0; k < plan->flexible[m].lattice->nodes; k++)
            heaviest = fmax(heaviest, plan->flexible[m].lattice->mass[k]);
    for (int i = 0; i < plan->bodies; i++)
        heaviest = fmax(heaviest, force_has_weight(&plan->body[i]) ? plan->body[i].mass : 0);
    s->weight = fmax(most, heaviest * v3_norm(field));
    s->whole = 0;
    for (int i = 0; i < s->n; i++)
        s->whole += fabs(s->gradient[i]);
    for (int r = 0; r < s->rows.count; r++)
        if (s->rows.at[r].kind == REST_ELASTIC)
            s->rows.at[r].weight = soft_row_stiffness(plan, s->work, s->rows.at[r].constraint, s->rows.at[r].row, s->t);
}

static bool drop_pulling(struct rest *s)
{
    bool any = false;
    for (int r = 0; r < s->rows.count; r++) {
        struct rest_row *row = &s->rows.at[r];
        if (row->kind == REST_ONE_SIDED && row->active && s->row_a[r] < 0) {
            row->lambda = 0;
            any = true;
        }
    }
    return any;
}

/* All conditions of a minimum are met but perhaps the last ones. Returns whether there is something left to do. */
static bool go_on(struct rest *s, int *saddles, int *releases)
{
    for (int r = 0; r < s->rows.count; r++)
        s->rows.at[r].lambda = s->row_a[r];
    if (*releases < 30 && drop_pulling(s)) {
        ++*releases;
        return true;
    }
    if (s->gap > KEPT) {
        rest_update_pressures(s, s->y);
        rest_look(s, s->y, true, s->gradient, s->other, &s->energy);
        return true;
    }
    return s->shift > FLAT && ++*saddles < MOST_SADDLES && leave(s);
}

/* The multipliers of constraints that have theirs in the state: a run goes on from rest. */
static void store_multipliers(struct rest *s)
{
    const struct plan *plan = s->plan;
    for (int i = 0; i < plan->apart.softs && !plan->first_order; i++)
        for (int r = 0; r < s->rows.count; r++)
            if (plan->apart.soft[i].by == TN_BY_MULTIPLIER &&
                s->rows.at[r].constraint == plan->apart.soft[i].constraint)
                s->y[plan->apart.soft[i].state + s->rows.at[r].row] =
                    soft_multiplier_of(plan, s->work, i, s->rows.at[r].row, s->rows.at[r].lambda, s->t);
}

static void iterate(struct rest *s, int most, const double *start, struct rest_report *out)
{
    const int q = s->plan->q_count;
    int saddles = 0, releases = 0, idle = 0;
    double shift = 0, load, relative;
    out->outcome = REST_STOPPED;
    for (; out->iterations < most && !poll_here(s->work->poll); out->iterations++) {
        choose_active(s, out->iterations == 0);
        rest_assemble(s, s->y);
        double part = 0;
        bool left = false;
        while (part == 0 && rest_factor(s, shift)) {
            newton_step(s);
            raise_prices(s);
            const double step = longest_step(s);
            residual(s, s->gradient, s->row_a, &load, &relative);
            relative = relative > 1 && relative < 1e4 && gains_nothing(s) ? 0.5 : relative;
            if (relative < 1 && feasibility(s) < MET && (step < SETTLED * s->size || s->shift > FLAT))
                break;
            if (s->shift > FLAT && step < SLOW * s->size && feasibility(s) < MET && saddles < MOST_SADDLES) {
                left = ++saddles % 3 != 0 && leave(s);
                if (left)
                    break;
                newton_step(s);
            }
            part = search(s, relative);
            if (part == 0 && relative < 1 && feasibility(s) < MET)
                break;
            shift = part == 0 ? fmax(1e-6, 100 * s->shift) : part < 0.1 ? fmax(1e-8, 10 * s->shift) : s->shift / 10;
            shift = shift < FLAT ? 0 : shift;
            if (part == 0 && s->shift > 1e4)
                return;
        }
        if (part > 0) {
            accept(s);
        } else if (left) {
            shift = 0;
        } else if (!(relative < 1 && feasibility(s) < MET)) {
            return;
        } else if (!go_on(s, &saddles, &releases)) {
            out->outcome = REST_REACHED;
            return;
        }
        idle = part > 0 && part * longest_step(s) < SETTLED * s->size && feasibility(s) > MET ? idle + 1 : 0;
        if (idle > 5)
            return;
        if (largest_change(s->y, start, q) > FAR * s->size) {
            out->outcome = REST_UNBOUNDED;
            return;
        }
    }
}

void rest_solve(struct rest *s, int most, struct rest_report *out)
{
    double *start = mem_copy(s->y, sizeof(double) * (size_t)s->plan->y_count);
    *out = (struct rest_report){.outcome = REST_NO_VALUE};
    s->reach = 0.25;
    memset(s->y + s->plan->q_count, 0, sizeof(double) * (size_t)s->n);
    rest_move(s, NULL, 0, s->y, s->trial);
    const bool good = rest_look(s, s->trial, true, s->gradient, s->other, &s->energy);
    find_loads(s);
    if (good) {
        iterate(s, most, start, out);
        for (int r = 0; r < s->rows.count; r++)
            s->row_a[r] = s->rows.at[r].lambda;
        fill_report(s, s->row_a, out);
        store_multipliers(s);
        if (out->outcome == REST_STOPPED && feasibility(s) > APART)
            out->outcome = REST_CONTRADICTORY;
    }
    mem_free(start);
}

void rest_residuals(struct rest *s, struct rest_report *out)
{
    *out = (struct rest_report){.outcome = REST_NO_VALUE};
    rest_move(s, NULL, 0, s->y, s->trial);
    if (!rest_look(s, s->trial, true, s->gradient, s->other, &s->energy))
        return;
    find_loads(s);
    for (int r = 0; r < s->rows.count; r++)
        s->rows.at[r].lambda = s->rows.at[r].kind == REST_ONE_SIDED && s->rows.at[r].c < 1e-6 * s->size ? 1e-300 : 0;
    choose_active(s, true);
    rest_assemble(s, s->y);
    double relative = INFINITY;
    if (rest_factor(s, 0)) {
        newton_step(s);
        fill_report(s, s->row_a, out);
        residual(s, s->gradient, s->row_a, &out->load, &relative);
    }
    out->outcome = relative < 1e3 && out->feasibility < APART && s->shift <= FLAT ? REST_REACHED : REST_STOPPED;
}

double rest_violation(const struct rest *s, int constraint)
{
    double most = 0;
    for (int r = 0; r < s->rows.count; r++)
        if (s->rows.at[r].constraint == constraint)
            most = fmax(most, violation(&s->rows.at[r]));
    return most;
}
