/* drag_paused.c: dragging while time stands still: positions follow through the constraints.
 *
 * The points y of the handles go to their targets G as far as the constraints C = 0 allow. In the present pose a force f at a
 * point would accelerate everything by D f, D = W (1 + Jᵀ A⁻¹ J W) restricted to the point: D is found by differences of
 * evaluations with test forces, for objects of any kind, and moves along it satisfy the constraints to first order and
 * move mass least. With the response of the points, R = Y D, one step is
 *
 *   d = D f,   (R + μ) f = G − y,      then Gauss–Newton back to C = 0
 *
 * μ is small against R, so that directions in which the points cannot go are left out, and grows where steps fail (Levenberg
 * and Marquardt). Steps move no part by more than a quarter of
 * the smallest one, and a step whose corrections are not small against it is halved: the pose moves continuously, and
 * cannot jump to another branch of the solutions. The drag ends at the targets, or where no step brings the points closer.
 */
#include <string.h>

#include "dynamics/handle.h"
#include "goals/assembly.h"
#include "world/world_parts.h"

#define SMALLEST_SHARE 1e-5
enum { HANDLES = 8, MOST_CORRECTIONS = 12, MOST_HALVINGS = 12 };

struct paused {
    tn_world *w;
    int count;
    const struct grab *grab[HANDLES];
    vec3 goal[HANDLES];
    double *column[3 * HANDLES]; /* D, by force */
    double r[3 * HANDLES][3 * HANDLES];
    double part;   /* m */
    double *rest;  /* accelerations without test forces */
    double *y, *d; /* a trial state, its displacement */
    double share;  /* μ as a part of the largest response */
    int steps;
};

/* A drag must not take longer than a frame, and a step takes some 1.5 µs a body, as much again for each further handle: the
 * next drag goes on. */
static int most_steps(const struct paused *p)
{
    const int n = 8000 / (p->w->plan->bodies + 1) / p->count;
    return n < 4 ? 4 : n > 1000 ? 1000 : n;
}

/* ---- sizes ---- */

/* m: the smallest distance between two points of one body that constraints are attached to; else the lever of the handle. */
static double smallest_part(const struct paused *p)
{
    const struct plan *plan = p->w->plan;
    double least = INFINITY, most = 0;
    struct seen {
        bool any;
        vec3 first;
    } *seen = MEM_ARRAY(struct seen, plan->bodies);
    for (int i = 0; i < plan->connectors; i++) {
        const struct connector *c = &plan->connector[i];
        if (c->type != CONNECTOR_POINT || plan->body[c->body].dofs == 0)
            continue;
        if (!seen[c->body].any) {
            seen[c->body] = (struct seen){true, c->local};
            continue;
        }
        const double size = v3_norm(v3_sub(c->local, seen[c->body].first));
        most = fmax(most, size);
        if (size > 1e-9 * most)
            least = fmin(least, size);
    }
    mem_free(seen);
    for (int i = 0; i < p->count; i++)
        if (p->grab[i]->at.type == CONNECTOR_POINT)
            most = fmax(most, v3_norm(p->grab[i]->at.local));
    least = fmax(least < INFINITY ? least : most, 1e-3 * most);
    return least > 0 ? least : 0.1;
}

/* The largest displacement of a body that d causes, with rotations as a lever of one part. */
static double largest_move(const struct paused *p, const double *d)
{
    const struct plan *plan = p->w->plan;
    double most = 0;
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        const double *x = d + (b->v - plan->q_count);
        double sum = 0, turn = 0;
        for (int k = 0; k < b->dofs && k < 3; k++)
            sum += x[k] * x[k];
        for (int k = 3; k < b->dofs && b->coordinates == COORDINATES_RIGID; k++)
            turn += x[k] * x[k];
        most = fmax(most, sqrt(sum) + p->part * sqrt(turn));
    }
    for (int i = 0; i < plan->v_count && !(most > 0); i++) /* nodes */
        most = fmax(most, fabs(d[i]));
    return most;
}

/* The largest difference of two states, in the same measure. */
static double largest_difference(const struct paused *p, const double *a, const double *b)
{
    const struct plan *plan = p->w->plan;
    double most = 0;
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *body = &plan->body[i];
        double sum = 0, turn = 0;
        if (body->dofs == 0 || body->owner != NULL)
            continue;
        for (int k = 0; k < body->dofs && k < 3; k++)
            sum += (a[body->q + k] - b[body->q + k]) * (a[body->q + k] - b[body->q + k]);
        for (int k = 3; k < 7 && body->coordinates == COORDINATES_RIGID; k++)
            turn += 4 * (a[body->q + k] - b[body->q + k]) * (a[body->q + k] - b[body->q + k]);
        most = fmax(most, sqrt(sum) + p->part * sqrt(turn));
    }
    return most;
}

/* ---- the points ---- */

static vec3 point_at(const struct paused *p, int i, double *y)
{
    double *own = p->w->run.y;
    p->w->run.y = y;
    system_update(p->w->plan, p->w->work, p->w->run.t, y);
    vec3 x = world_signal(p->w, &p->grab[i]->at).y;
    p->w->run.y = own;
    return p->grab[i]->at.type == CONNECTOR_SCALAR ? v3(x.x, 0, 0) : x;
}

static double distance_at(const struct paused *p, double *y)
{
    double sum = 0;
    for (int i = 0; i < p->count; i++) {
        const vec3 e = v3_sub(p->goal[i], point_at(p, i, y));
        sum += v3_dot(e, e);
    }
    return sqrt(sum);
}

/* Accelerations (in first-order worlds velocities) of all and of the points at the state y; `again`: the last evaluation was
 * there too, and its matrix and factors serve. */
static bool evaluate(struct paused *p, double *y, bool again, double *out, vec3 *points)
{
    tn_world *w = p->w;
    const struct plan *plan = w->plan;
    double *own = w->run.y;
    if ((again && integrator_takes_nystrom(plan) ? system_derivative_again
                                                 : system_derivative)(plan, w->work, w->run.t, y, w->run.ydot) != TN_OK)
        return false;
    memcpy(out, plan->first_order ? w->work->first_order.velocity : w->run.ydot + plan->q_count,
           sizeof *out * (size_t)plan->v_count);
    if (plan->first_order) { /* the points with these velocities */
        memcpy(p->y, y, sizeof *y * (size_t)plan->y_count);
        system_take_velocities(plan, w->work, p->y);
        system_update(plan, w->work, w->run.t, p->y);
        w->run.y = p->y;
    }
    for (int i = 0; i < p->count; i++)
        points[i] = plan->first_order ? world_signal(w, &p->grab[i]->at).yd : world_acceleration(w, &p->grab[i]->at);
    w->run.y = own;
    return true;
}

/* D and R at the state y. */
static bool respond(struct paused *p, double *y)
{
    tn_world *w = p->w;
    vec3 rest[HANDLES], now[HANDLES];
    bool good = evaluate(p, y, false, p->rest, rest);
    for (int c = 0; c < 3 * p->count && good; c++) {
        double *test = &w->run.lets.at[p->grab[c / 3]->let + HANDLE_TEST + c % 3];
        *test = 1;
        good = evaluate(p, y, true, p->column[c], now);
        *test = 0;
        for (int k = 0; k < w->plan->v_count; k++)
            p->column[c][k] -= p->rest[k];
        for (int i = 0; i < p->count && good; i++) {
            const vec3 r = v3_sub(now[i], rest[i]);
            p->r[3 * i][c] = r.x;
            p->r[3 * i + 1][c] = r.y;
            p->r[3 * i + 2][c] = r.z;
        }
    }
    return good;
}

/* ---- one step ---- */

/* (R + μ) f = e by Gaussian elimination with pivots. */
static void solve(const struct paused *p, const double *e, double *f)
{
    const int n = 3 * p->count;
    double a[3 * HANDLES][3 * HANDLES + 1], most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(p->r[i][i]));
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            a[i][k] = (p->r[i][k] + p->r[k][i]) / 2 + (i == k ? p->share * most + 1e-300 : 0);
        a[i][n] = e[i];
    }
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int i = c + 1; i < n; i++)
            best = fabs(a[i][c]) > fabs(a[best][c]) ? i : best;
        for (int k = 0; k <= n; k++) {
            const double t = a[c][k];
            a[c][k] = a[best][k];
            a[best][k] = t;
        }
        for (int i = 0; i < n; i++) {
            const double factor = i != c && a[c][c] != 0 ? a[i][c] / a[c][c] : 0;
            for (int k = c; k <= n; k++)
                a[i][k] -= factor * a[c][k];
        }
    }
    for (int i = 0; i < n; i++)
        f[i] = a[i][i] != 0 ? a[i][n] / a[i][i] : 0;
}

/* p->d: the displacement towards the targets, at most a quarter of a part. Returns its size. */
static double towards(struct paused *p, double *y)
{
    double e[3 * HANDLES], f[3 * HANDLES];
    const int n = p->w->plan->v_count;
    for (int i = 0; i < p->count; i++) {
        vec3 gap = v3_sub(p->goal[i], point_at(p, i, y));
        const double size = v3_norm(gap);
        if (size > p->part) /* far away only the direction counts */
            gap = v3_scale(p->part / size, gap);
        e[3 * i] = gap.x;
        e[3 * i + 1] = gap.y;
        e[3 * i + 2] = gap.z;
    }
    solve(p, e, f);
    memset(p->d, 0, sizeof *p->d * (size_t)n);
    for (int c = 0; c < 3 * p->count; c++)
        for (int k = 0; k < n; k++)
            p->d[k] += f[c] * p->column[c][k];
    const double size = largest_move(p, p->d), most = p->part / 4;
    if (!(size > most))
        return size;
    for (int k = 0; k < n; k++)
        p->d[k] *= most / size;
    return most;
}

/* Handles are not constraints here. */
static bool counts(void *ctx, const struct constraint_rows *it)
{
    const struct paused *p = ctx;
    return it->level[0] == LEVEL_POSITION && !it->apart && !p->w->things->constraints.at[it->id].type->item.handle;
}

/* Back to C = 0. */
static bool correct(struct paused *p, double *y, double *deviation)
{
    const struct plan *plan = p->w->plan;
    for (int i = 0; i < MOST_CORRECTIONS; i++) {
        int worst;
        if (system_correct_positions(plan, p->w->work, p->w->run.t, y, 0.25, deviation) != TN_OK)
            return false;
        *deviation = system_largest_deviation(plan, p->w->work, counts, p, &worst); /* before the correction */
        if (*deviation <= 1e-12)
            return true;
    }
    return *deviation <= 1e-9;
}

/* From w->run.y one step on, into p->y. False: none is possible. */
static bool step(struct paused *p, double *distance, double *deviation)
{
    tn_world *w = p->w;
    const size_t size = sizeof(double) * (size_t)w->plan->y_count;
    if (!respond(p, w->run.y))
        return false;
    const double move = towards(p, w->run.y);
    for (int k = 0; k < MOST_HALVINGS && move * ldexp(1, -k) > 1e-13; k++) {
        memcpy(p->y, w->run.y, size);
        system_displace(w->plan, p->d, ldexp(1, -k), p->y);
        double *before = p->rest; /* large enough: v_count ≤ y_count */
        memcpy(before, p->y, sizeof(double) * (size_t)w->plan->q_count);
        if (!correct(p, p->y, deviation) || largest_difference(p, p->y, before) > fmax(0.3 * ldexp(move, -k), 1e-10))
            continue;
        const double now = distance_at(p, p->y);
        if (!(now < *distance))
            continue;
        *distance = now;
        p->share = k == 0 ? fmax(p->share / 3, SMALLEST_SHARE) : fmin(10 * p->share, 10);
        return true;
    }
    p->share *= 100; /* the next direction is closer to that of the steepest descent */
    return false;
}

static tn_status follow(struct paused *p, tn_dragged *out)
{
    tn_world *w = p->w;
    const size_t size = sizeof(double) * (size_t)w->plan->y_count;
    double *start = mem_copy(w->run.y, size), before;
    memcpy(p->y, start, size);
    bool good = correct(p, p->y, &out->deviation);
    if (good)
        memcpy(w->run.y, p->y, size);
    int creeps = 0;
    double distance = good ? distance_at(p, w->run.y) : 0;
    for (p->steps = 0; good && p->steps < most_steps(p) && distance > 1e-10; p->steps++) {
        before = distance;
        const bool went = step(p, &distance, &out->deviation);
        if (!went && p->share > 10)
            break;
        if (went)
            memcpy(w->run.y, p->y, size);
        if (went && before - distance < 1e-7 * p->part && ++creeps > 5)
            break;
    }
    memcpy(w->run.y + w->plan->q_count, start + w->plan->q_count, sizeof(double) * (size_t)w->plan->v_count);
    if (!good)
        memcpy(w->run.y, start, size);
    mem_free(start);
    return good ? TN_OK : TN_STUCK;
}

/* ---- the call ---- */

/* Hard handles are targets here, not constraints. */
static void leave_out(tn_world *w, enum mode mode)
{
    for (int i = 0; i < w->run.grabs.count; i++) {
        const struct grab *g = &w->run.grabs.at[i];
        const int index = grab_is_held(w, g) && g->hard ? w->planned->constraint[g->slot].constraint : -1;
        if (index >= 0)
            w->work->constraint[index].mode = mode;
    }
}

static tn_status drag(tn_world *w, int dragged, vec3 target, vec3 *reached, tn_dragged *out)
{
    struct paused p = {.w = w, .share = SMALLEST_SHARE};
    double *mute[HANDLES];
    for (int i = 0; i < w->run.grabs.count && p.count < HANDLES; i++) {
        const struct grab *g = &w->run.grabs.at[i];
        if (!grab_is_held(w, g) || (i != dragged && p.count == HANDLES - 1 && i < dragged))
            continue;
        const double *goal = &w->run.lets.at[g->let + HANDLE_GOAL];
        p.goal[p.count] = i == dragged ? target : v3(goal[0], goal[1], goal[2]);
        mute[p.count] = &w->run.lets.at[g->let + HANDLE_MUTE];
        p.grab[p.count++] = g;
    }
    const size_t n = (size_t)w->plan->y_count;
    double *memory = MEM_ARRAY(double, n *(size_t)(3 * p.count + 3));
    p.rest = memory;
    p.y = memory + n;
    p.d = memory + 2 * n;
    double muted[HANDLES];
    for (int i = 0; i < p.count; i++) {
        muted[i] = *mute[i];
        *mute[i] = 1;
        for (int c = 0; c < 3; c++)
            p.column[3 * i + c] = memory + (size_t)(3 + 3 * i + c) * n;
    }
    p.part = smallest_part(&p);
    leave_out(w, MODE_FREE);
    tn_status status = follow(&p, out);
    out->steps = p.steps;
    for (int i = 0; i < p.count; i++)
        if (p.grab[i] == &w->run.grabs.at[dragged]) {
            *reached = point_at(&p, i, w->run.y);
            out->left = v3_norm(v3_sub(target, *reached));
        }
    leave_out(w, MODE_HELD);
    for (int i = 0; i < p.count; i++)
        *mute[i] = muted[i];
    mem_free(memory);
    return status;
}

tn_status tn_drag_paused(tn_world *w, tn_handle h, tn_vec3 target, tn_dragged *out)
{
    tn_dragged unasked;
    vec3 reached = target;
    const int i = grab_find(w, h);
    if (i < 0 || !v3_finite(target))
        return TN_WRONG_USE;
    out = out != NULL ? out : &unasked;
    *out = (tn_dragged){0};
    history_begin(w, "drag");
    tn_status status = world_planned(w);
    if (status == TN_OK)
        status =
            drag(w, i, w->run.grabs.at[i].at.type == CONNECTOR_SCALAR ? v3(target.x, 0, 0) : target, &reached, out);
    if (status == TN_OK) {
        grab_moved(w, i, reached);                /* when time goes on the point is held where it is */
        w->run.touched = w->run.assembled = true; /* all constraints on positions are met */
    }
    world_restart(w);
    if (status == TN_OK && w->plan->displaces)
        displacement_note_met(w->work->displacement, w->run.t, w->run.y);
    history_end(w, status == TN_OK);
    return status;
}
