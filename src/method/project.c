/* project.c: what is met stays met (method §2). After each accepted step positions and velocities go back to C = 0 and
 * Ċ = 0, by the displacements that move mass least:
 *
 *   q ← q + W Jᵀμ,  A μ = −C        v ← v + W Jᵀν,  A ν = −Ċ
 *
 * with J and the factors of A of the evaluation that the step ended with, so that it costs two solutions, no evaluation.
 *
 * A constraint is met from where both C and τ Ċ are below CLOSE, or when it has had so many time constants that what is
 * left of it is the error of the steps. Where all constraints of an island are met, the island is closed: projection
 * takes over from feedback. As long as one of them is still on its way, or has a feedback of its own, all are left to
 * their feedback: on such a way models pass singular positions, where projection would only stir.
 */
#include <string.h>

#include "method/lanes.h"
#include "method/linked.h"
#include "method/parts.h"

#define CLOSE 1e-8  /* m or rad */
#define NEARLY 1e-3 /* what steps may leave of a constraint whose time has passed */
#define ROUNDING 1e-13
#define LONG 25 /* time constants: e⁻²⁵ = 1e-11 */

/* Limits and motors come and go; they do not decide whether an island is closed. Joints by coordinates are never open. */
static bool counts(const struct item *it) { return it->block >= 0 && it->bounds == BOUND_NONE && !it->exact; }

static bool is_met(const struct system *s, const struct item *it, double t)
{
    double tau = it->kv > 0 ? 1 / it->kv : 1, most = 0;
    bool late = it->bounds == BOUND_NONE && t - it->since > LONG * tau;
    double near = late ? NEARLY : CLOSE;
    for (int r = 0; r < it->rows; r++) {
        int row = it->row + r;
        if (it->level[r] == LEVEL_POSITION || (it->level[r] == LEVEL_VELOCITY && !s->first_order))
            most = fmax(most, fabs(s->c[row]));
        if (it->level[r] == LEVEL_POSITION && !s->first_order)
            most = fmax(most, fabs(s->cd[row]) * fmin(tau, 1));
    }
    return most <= near;
}

static int island_of(const struct system *s, const struct item *it) { return ldl_island_of(s->matrix, it->block); }

static void set_closed(struct system *s, struct item *it, bool closed)
{
    it->closed = closed;
    for (int r = 0; r < it->rows; r++)
        s->closed[it->row + r] = !closed                          ? ROW_OPEN
                                 : it->level[r] == LEVEL_POSITION ? ROW_POSITION
                                 : it->level[r] == LEVEL_VELOCITY ? ROW_VELOCITY
                                                                  : ROW_OPEN;
}

void system_open_all(struct system *s, double t)
{
    s->open = 0;
    memset(s->island_open, 0, sizeof *s->island_open * (size_t)ldl_islands(s->matrix));
    for (int i = 0; i < s->items; i++) {
        struct item *it = &s->item[i];
        it->met = false;
        it->since = t;
        if (it->block >= 0)
            set_closed(s, it, false);
        it->closed = it->exact; /* no feedback; and its rows stay open: no projection */
        if (counts(it)) {
            s->island_open[island_of(s, it)]++;
            s->open++;
        }
    }
}

/* Limits are left to their feedback: what little one is off when it is struck decays, and does not jump. Motors are held
 * like joints, once they are at their goal. */
static void close_motors(struct system *s, double t)
{
    for (int b = 0; b < s->bounded_count; b++) {
        struct item *it = &s->item[s->bounded[b]];
        if (it->bounds == BOUND_MOTOR)
            set_closed(s, it,
                       it->mode == MODE_HELD && !it->own_feedback && is_met(s, it, t) &&
                           s->island_open[island_of(s, it)] == 0);
    }
}

void system_close_met(struct system *s, double t)
{
    bool any = false;
    for (int i = 0; i < s->items && s->open > 0; i++) {
        struct item *it = &s->item[i];
        if (!counts(it) || it->met || it->own_feedback || !is_met(s, it, t))
            continue;
        it->met = true;
        s->open--;
        any |= --s->island_open[island_of(s, it)] == 0;
    }
    for (int i = 0; i < s->items && any; i++)
        if (counts(&s->item[i]) && s->island_open[island_of(s, &s->item[i])] == 0)
            set_closed(s, &s->item[i], true);
    close_motors(s, t);
}

/* The right-hand sides of both corrections: −C in s->right, −Ċ in s->rho, scaled; the largest numbers of both. */
static void ask(struct system *s, double *gap, double *speed)
{
    const int rows = ldl_rows(s->matrix);
    const double *restrict c = s->c, *restrict cd = s->cd, *restrict weight = s->weight;
    double *restrict right = s->right, *restrict rho = s->rho;
    double most_c = 0, most_cd = 0;
    for (int i = 0; i < rows; i++) {
        const signed char closed = s->closed[i];
        const double position = closed == ROW_POSITION ? c[i] : 0;
        const double velocity = closed == ROW_POSITION ? cd[i] : closed == ROW_VELOCITY ? c[i] : 0;
        right[i] = -weight[i] * position;
        rho[i] = -weight[i] * velocity;
        most_c = fabs(position) > most_c ? fabs(position) : most_c;
        most_cd = fabs(velocity) > most_cd ? fabs(velocity) : most_cd;
    }
    *gap = most_c;
    *speed = most_cd;
}

/* s->right for the next correction from s->rho, where the multipliers of this one wait for it, if they are finite. */
static bool next_right(struct system *s)
{
    double check = 0;
    for (int i = 0; i < ldl_rows(s->matrix); i++) {
        s->right[i] = s->rho[i];
        s->rho[i] = s->multiplier[i];
        check += 0 * s->multiplier[i];
    }
    return check == 0;
}

static void displace(const struct body *b, const double *move, double fraction, double *y)
{
    for (int k = 0; k < body_width(b); k++)
        y[b->q + k] += fraction * move[k];
    if (b->coordinates != COORDINATES_RIGID)
        return;
    const vec3 turn = v3_scale(fraction, v3(move[3], move[4], move[5]));
    double *q = y + b->q + 3;
    const bool tiny = v3_dot(turn, turn) < PROJECT_TINY * PROJECT_TINY;
    const quat by = tiny ? (quat){1, turn.x / 2, turn.y / 2, turn.z / 2} : q_exp(turn);
    quat next = q_mul(by, (quat){q[0], q[1], q[2], q[3]});
    const double scale = q_unit_scale(q_norm2(next));
    next = (quat){scale * next.w, scale * next.x, scale * next.y, scale * next.z};
    memcpy(q, &next, sizeof next);
}

void system_displace(const struct system *s, const double *d, double fraction, double *y)
{
    for (int i = 0; i < s->bodies; i++)
        if (s->body[i].dofs > 0)
            displace(&s->body[i], d + (s->body[i].v - s->q_count), fraction, y);
}

static bool is_finite(const double *x, int n)
{
    double check = 0;
    for (int i = 0; i < n; i++)
        check += 0 * x[i];
    return check == 0;
}

/* What the corrections of all bodies share. */
struct correcting {
    const struct system *s;
    double *y;
    const double *positions, *velocities; /* μ and ν in true units; NULL: not wanted */
};

static void correct_piece(void *ctx, int from, int to)
{
    const struct correcting *x = ctx;
    const struct system *s = x->s;
    for (int i; (i = lanes_correct(s, from, to, x->positions, x->velocities, x->y)) < to; from = i + 1) {
        const struct body *b = &s->body[i];
        if (b->dofs == 0)
            continue;
        double six[6], *move = b->general > 0 ? s->acceleration + (b->v - s->q_count) : six;
        if (x->positions != NULL) {
            system_pull_by(s, i, x->positions, move);
            displace(b, move, 1, x->y);
        }
        if (x->velocities == NULL)
            continue;
        system_pull_by(s, i, x->velocities, move);
        for (int k = 0; k < b->dofs; k++)
            x->y[b->v + k] += move[k];
    }
}

double system_project(struct system *s, double t, double *y, double enough, double *of_positions)
{
    if (of_positions != NULL)
        *of_positions = 0;
    if (s->softness > 0 || s->solver == SOLVER_SVD || s->rows == 0 || (s->linked != NULL && s->linked->all_skip))
        return 0;
    system_close_met(s, t);
    if (s->singular) /* there even small gaps matter */
        enough = fmin(enough, ROUNDING);
    double gap, speed;
    ask(s, &gap, &speed);
    const double most = s->first_order ? gap : fmax(gap, speed);
    if (!(most > enough))
        return 0;
    if (of_positions != NULL)
        *of_positions = gap;
    struct correcting x = {.s = s, .y = y};
    system_damp(s);
    if (gap > enough) {
        system_solve_damped(s);
        x.positions = s->rho;
    }
    if (!next_right(s))
        x.positions = NULL;
    if (!s->first_order) { /* there velocities are found, not kept */
        system_solve_damped(s);
        x.velocities = is_finite(s->multiplier, ldl_rows(s->matrix)) ? s->multiplier : NULL;
    }
    system_share(s, s->bodies, correct_piece, &x);
    return most;
}
