/* limits.c: limits, impacts and motors: rows that hold only while they must (method §2, "Limits and one-sided contact").
 *
 * A limit C ≥ 0 is free while C > 0 and held where it is reached; held, it can only push: λ ≥ 0. Which of the limits
 * that are reached are held is a complementarity problem,
 *
 *   λ ≥ 0,   C̈ + (2/τ) Ċ + C/τ² ≥ 0,   one of them zero,
 *
 * solved by pivoting on the modes, with the least index first when it does not end soon (Murty's rule, which cannot
 * cycle). It is solved where something changes, not in every step. A limit struck at a speed is an impact: impulses
 * Λ ≥ 0 with C⁺' ≥ −e C', every equality kept. Motors hold their row while |λ| ≤ bound, and push with the bound where
 * they would need more.
 */
#include <string.h>

#include "method/parts.h"

#define TOUCH 1e-7 /* m or rad: closer than this a limit counts as reached */
#define REST 1e-4  /* m/s or rad/s: slower impacts do not bounce, or bouncing would never end */

#define NOTHING 1e-8 /* N or N·m: what carries no more than this carries nothing */

enum { MOST_ROUNDS = 60 };

/* ---- events ---- */

static struct item *bounded_item(struct system *s, int b) { return &s->item[s->bounded[b]]; }

/* J x of a row that is not in the matrix, x by velocity (v̇ or a change of v). */
static double row_product(struct system *s, const struct item *it, double t, const double *x)
{
    double sum = 0;
    system_rows(s, it, t, &s->rows_now);
    for (int i = 0; i < it->inputs; i++) {
        if (s->input_part[it->input + i] < 0)
            continue;
        const struct body *b = &s->body[s->connector[it->input + i].body];
        double own[6];
        if (b->embedded > 0)
            flexible_point_rate(s, b->embedded - 1, x, own);
        else if (b->shown > 0)
            general_point_rate(s, b->shown - 1, x, own);
        const bool six = b->embedded + b->shown > 0;
        const double *rate = six ? own : x + (b->v - s->q_count);
        for (int c = 0; c < (six ? 6 : b->dofs); c++)
            sum += s->rows_now.j[i][c] * rate[c];
    }
    return sum;
}

static double feedback(const struct system *s, const struct item *it)
{
    if (it->closed)
        return 0;
    if (s->first_order)
        return it->level[0] == LEVEL_POSITION ? it->kv * s->c[it->row] : 0;
    return it->level[0] == LEVEL_POSITION ? it->ks * s->c[it->row] + it->kd * s->cd[it->row] : it->kv * s->c[it->row];
}

/* What is missing to a row that is held: not zero where it contradicts others, as a motor does that drives into a stop.
 * After an evaluation: γ holds the free motion already. */
static double residual(struct system *s, double t, const struct item *it)
{
    double rate = row_product(s, it, t, s->acceleration) - row_product(s, it, t, s->free_acceleration);
    return rate + s->gamma[it->row] + feedback(s, it);
}

/* Ċ as a first-order world really moves, after an evaluation, whose own Ċ are those of free motion. */
static double row_rate(struct system *s, double t, const struct item *it)
{
    return row_product(s, it, t, s->acceleration) - row_product(s, it, t, s->free_acceleration) + s->gamma[it->row];
}

/* A motor that is blocked cannot hold its row, whatever it does. */
static bool is_blocked(double missing, const struct system *s, const struct item *it)
{
    double scale = fabs(s->gamma[it->row]) + fabs(it->ks * s->c[it->row]) + fabs(it->kd * s->cd[it->row]) +
                   fabs(it->kv * s->c[it->row]);
    return fabs(missing) > 1e-6 * scale + 1e-9;
}

/* How far a pushed motor is from being able to hold its row: what λ would exceed its bound by; or, where it is blocked,
 * how much it still wants to go that way. */
static tn_status demand(struct system *s, double t, const double *y, struct item *it, double *g)
{
    double side = it->push > 0 ? 1 : -1;
    it->mode = MODE_HELD;
    tn_status status = system_derivative(s, t, y, s->event_rate);
    double missing = residual(s, t, it);
    if (is_blocked(missing, s, it))
        *g = -side * missing;
    else
        *g = isfinite(it->bound) ? side * s->multiplier[it->row] - it->bound : -1;
    it->mode = MODE_PUSHED;
    return status;
}

/* A limit that is passed, because it was narrowed or never met, and yet free: it comes back by itself, faster than its
 * feedback would have it, C̈ + kd Ċ + ks C > 0. */
static bool is_passed(const struct system *s, const struct item *it)
{
    return it->passed && it->mode == MODE_FREE && s->c[it->row] < 0;
}

void system_note_limits(struct system *s)
{
    for (int b = 0; b < s->bounded_count; b++) {
        struct item *it = bounded_item(s, b);
        it->passed = it->passed && s->c[it->row] < 0;
    }
}

/* What is left to the bound of a motor that is held; less than nothing where it is blocked. */
static double strength_left(struct system *s, double t, const struct item *it)
{
    double missing = residual(s, t, it);
    return is_blocked(missing, s, it) ? -fabs(missing) : it->bound - fabs(s->multiplier[it->row]);
}

tn_status system_event_values(struct system *s, double t, const double *y, double *g)
{
    bool needs_forces = false;
    tn_status status = TN_OK;
    system_update(s, t, y);
    system_deviations(s, t);
    for (int b = 0; b < s->bounded_count; b++)
        needs_forces |= s->first_order || bounded_item(s, b)->mode == MODE_HELD || is_passed(s, bounded_item(s, b));
    if (needs_forces)
        status = system_derivative(s, t, y, s->event_rate);
    for (int b = 0; b < s->bounded_count && s->first_order; b++)
        s->event_speed[b] = row_rate(s, t, bounded_item(s, b));
    for (int b = 0; b < s->bounded_count && s->first_order; b++)
        s->cd[bounded_item(s, b)->row] = s->event_speed[b];
    for (int b = 0; b < s->bounded_count; b++) {
        const struct item *it = bounded_item(s, b);
        s->guard[b] = 1e-8 * (1 + fabs(s->multiplier[it->row]));
        if (it->bounds == BOUND_MOTOR) {
            g[b] = it->mode == MODE_HELD ? strength_left(s, t, it) : 1;
        } else if (it->mode == MODE_HELD) {
            g[b] = s->multiplier[it->row];
        } else if (is_passed(s, it)) {
            g[b] = residual(s, t, it);
            s->guard[b] = 1e-6 * (1 + fabs(s->gamma[it->row]));
        } else {
            g[b] = s->c[it->row];
            s->guard[b] = s->cd[it->row] < 0 ? TOUCH : INFINITY;
        }
    }
    for (int b = 0; b < s->bounded_count && status == TN_OK; b++) {
        struct item *it = bounded_item(s, b);
        if (it->mode == MODE_PUSHED)
            status = demand(s, t, y, it, &g[b]);
    }
    for (int b = 0; b < s->bounded_count && s->first_order; b++) /* asking has looked at other motions */
        s->cd[bounded_item(s, b)->row] = s->event_speed[b];
    return status;
}

/* ---- impacts ---- */

/* What an active row of the impact asks for: the rebound of what is struck, a stop for what is slow. */
static double wanted_change(const struct item *it, double speed)
{
    if (speed >= 0)
        return 0;
    return -(1 + (speed < -REST ? it->bounce : 0)) * speed;
}

/* Impulses for the rows that are held now: fills s->lambda. Equalities keep their rate. */
static void solve_impulse(struct system *s, double t, const double *speed)
{
    system_linearize(s, t, false);
    memset(s->right, 0, sizeof(double) * (size_t)ldl_rows(s->matrix));
    for (int b = 0; b < s->bounded_count; b++) {
        const struct item *it = bounded_item(s, b);
        if (it->mode == MODE_HELD && it->bounds == BOUND_ONE_SIDED)
            s->right[it->row] = s->weight[it->row] * wanted_change(it, speed[b]);
    }
    system_solve(s);
}

/* One impact: finds the impulses by pivoting on which of the reached limits are struck. */
static void impact(struct system *s, double t, double *y, const bool *reached, const double *speed)
{
    for (int b = 0; b < s->bounded_count; b++) {
        struct item *it = bounded_item(s, b);
        it->mode = it->bounds == BOUND_ONE_SIDED && reached[b] && speed[b] < -1e-12 ? MODE_HELD : MODE_FREE;
    }
    for (int round = 0; round < MOST_ROUNDS; round++) {
        solve_impulse(s, t, speed);
        system_spread(s, s->acceleration); /* the change of velocities, W JᵀΛ */
        int worst = -1;
        double size = 0;
        for (int b = 0; b < s->bounded_count; b++) {
            const struct item *it = bounded_item(s, b);
            if (it->bounds != BOUND_ONE_SIDED || !reached[b])
                continue;
            double wrong = it->mode == MODE_HELD ? -s->lambda[it->row]
                                                 : wanted_change(it, speed[b]) - row_product(s, it, t, s->acceleration);
            if (wrong > 1e-10 && (worst < 0 || (round < MOST_ROUNDS / 2 && wrong > size))) {
                worst = b;
                size = wrong;
            }
        }
        if (worst < 0)
            break;
        struct item *it = bounded_item(s, worst);
        it->mode = it->mode == MODE_HELD ? MODE_FREE : MODE_HELD;
    }
    for (int i = 0; i < s->v_count; i++)
        y[s->q_count + i] += s->acceleration[i];
}

/* ---- which are held ---- */

/* How wrong a mode is at the accelerations just found; ≤ 0 if it is right. */
static double wrongness(struct system *s, double t, const struct item *it)
{
    if (it->mode == MODE_HELD && it->bounds == BOUND_ONE_SIDED)
        return -s->lambda[it->row];
    if (it->mode == MODE_HELD) /* while it is blocked no other force means anything */
        return is_blocked(residual(s, t, it), s, it) ? INFINITY
                                                     : (fabs(s->multiplier[it->row]) - it->bound) / s->weight[it->row];
    return it->bounds == BOUND_ONE_SIDED ? -residual(s, t, it) : 0;
}

/* A motor that cannot hold its row pushes: with its bound, or, if it has none, as hard as it would take if nothing else
 * held what it drives. */
static void let_push(struct system *s, double t, struct item *it)
{
    double missing = residual(s, t, it), mass = s->weight[it->row] * s->weight[it->row]; /* 1/(J W Jᵀ) */
    bool blocked = is_blocked(missing, s, it);
    double side = (blocked ? -missing : s->multiplier[it->row]) > 0 ? 1 : -1;
    it->push = side * (isfinite(it->bound) ? it->bound : mass * fabs(s->gamma[it->row] + feedback(s, it)));
    it->mode = MODE_PUSHED;
}

/* Motors that were made to push on the way may be able to hold now that others have let go. Each is asked once. */
static tn_status ask_again(struct system *s, double t, const double *y, bool *pushed, bool *any)
{
    tn_status status = TN_OK;
    *any = false;
    for (int b = 0; b < s->bounded_count && status == TN_OK; b++) {
        struct item *it = bounded_item(s, b);
        double g = 1;
        if (pushed[b])
            status = demand(s, t, y, it, &g);
        pushed[b] = false;
        if (g < 0) {
            it->mode = MODE_HELD;
            *any = true;
        }
    }
    return status;
}

/* Pivoting on the modes of the candidates until λ ≥ 0 and acceleration ≥ 0 everywhere. */
static tn_status complementarity(struct system *s, double t, const double *y, const bool *candidate, bool *pushed)
{
    memset(pushed, 0, sizeof *pushed * (size_t)s->bounded_count);
    bool asked = false, any;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        tn_status status = system_derivative(s, t, y, s->event_rate);
        if (status != TN_OK)
            return status;
        int worst = -1;
        double size = 0, scale = 1e-300;
        for (int i = 0; i < s->items; i++)
            for (int r = 0; r < s->item[i].rows && s->item[i].block >= 0; r++)
                scale = fmax(scale, fabs(s->lambda[s->item[i].row + r]));
        for (int b = 0; b < s->bounded_count; b++) {
            if (!candidate[b])
                continue;
            double wrong = wrongness(s, t, bounded_item(s, b));
            if (wrong > 1e-9 * scale + 1e-12 && (worst < 0 || (round < MOST_ROUNDS / 2 && wrong > size))) {
                worst = b;
                size = wrong;
            }
        }
        struct item *it = worst >= 0 ? bounded_item(s, worst) : NULL;
        if (it == NULL) {
            status = asked ? TN_OK : ask_again(s, t, y, pushed, &any);
            if (status != TN_OK || asked || !any)
                return status;
            asked = true;
        } else if (it->bounds == BOUND_MOTOR) {
            let_push(s, t, it);
            pushed[worst] = true;
        } else {
            it->mode = it->mode == MODE_HELD ? MODE_FREE : MODE_HELD;
        }
    }
    return TN_OK;
}

/* Which limits are reached, and how fast they are approached. One that is held is reached, and at rest, if its feedback is
 * still closing the last of its gap. */
static void look(struct system *s, double t, const double *y, const enum mode *before, bool *reached, double *speed)
{
    system_update(s, t, y);
    system_deviations(s, t);
    for (int b = 0; b < s->bounded_count; b++) {
        const struct item *it = bounded_item(s, b);
        bool held = before != NULL && before[b] == MODE_HELD;
        reached[b] = it->bounds == BOUND_ONE_SIDED && (s->c[it->row] <= TOUCH || held);
        speed[b] = s->first_order || (held && fabs(s->cd[it->row]) <= REST) ? 0 : s->cd[it->row];
    }
}

/* Where one limit lets go, those that carry nothing any more let go with it: their λ falls through zero at the same moment,
 * and they would only hand the nothing from one to the other. */
static void release_together(struct system *s)
{
    for (int b = 0; b < s->bounded_count; b++) {
        struct item *it = bounded_item(s, b);
        if (it->bounds == BOUND_ONE_SIDED && it->mode == MODE_HELD && s->multiplier[it->row] <= NOTHING)
            it->mode = MODE_FREE;
    }
}

tn_status system_settle(struct system *s, double t, double *y, const bool *triggered)
{
    bool *reached = s->event_flag, *candidate = s->event_flag + s->bounded_count;
    double *speed = s->event_speed;
    if (s->bounded_count == 0)
        return TN_OK;
    /* What lets go at this moment must not be taken back by its own round-off. */
    for (int b = 0; b < s->bounded_count; b++) {
        const struct item *it = bounded_item(s, b);
        candidate[b] = !(triggered != NULL && triggered[b] && it->mode != MODE_FREE);
    }
    enum mode *before = s->event_mode;
    for (int b = 0; b < s->bounded_count; b++)
        before[b] = bounded_item(s, b)->mode;
    const enum mode *known = triggered != NULL ? before : NULL; /* a start depends on the state alone */
    look(s, t, y, known, reached, speed);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        bool struck = false;
        for (int b = 0; b < s->bounded_count; b++)
            struck |= reached[b] && speed[b] < -1e-9;
        if (!struck)
            break;
        impact(s, t, y, reached, speed);
        look(s, t, y, known, reached, speed);
    }
    for (int b = 0; b < s->bounded_count; b++) {
        struct item *it = bounded_item(s, b);
        if (it->bounds == BOUND_MOTOR) {
            bool gives_in = !candidate[b] && before[b] == MODE_HELD;
            it->mode = gives_in ? MODE_PUSHED : MODE_HELD; /* whether another must push shows below */
            if (gives_in)
                it->push = s->multiplier[it->row] > 0 ? it->bound : -it->bound;
            candidate[b] = it->mode == MODE_HELD;
        } else {
            candidate[b] = candidate[b] && reached[b] && (speed[b] <= REST || s->c[it->row] < -TOUCH);
            it->mode = candidate[b] ? MODE_HELD : MODE_FREE;
        }
    }
    bool released = false;
    for (int b = 0; b < s->bounded_count; b++)
        released |= triggered != NULL && triggered[b] && before[b] == MODE_HELD;
    tn_status status = complementarity(s, t, y, candidate, reached);
    if (released && status == TN_OK)
        release_together(s);
    for (int b = 0; b < s->bounded_count; b++) {
        struct item *it = bounded_item(s, b);
        it->passed = it->bounds == BOUND_ONE_SIDED && it->mode == MODE_FREE && s->c[it->row] < -TOUCH;
    }
    return status;
}
