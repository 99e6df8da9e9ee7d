/* contact_grid.c: looking inside a step.
 *
 * Steps with contact lie on a grid of their own, origin + k·step, so that what is looked at never changes the motion.
 * A moment between two points of the grid is shown from the step that contains it, which is made whole; the next call
 * goes on from its end. Where a step begins at x₀, v₀ and ends at x₁, v₁, a body moves
 *
 *   evenly          x₀ + v₀ t + (v₁ − v₀) t²/2h             if that leads to x₁
 *   with an impact  falls from x₀, v₀ until t*, and then so that it arrives with x₁, v₁
 *                                                           if its velocity jumps and both curves meet, 0 < t* < h
 *   otherwise       in a straight line
 *
 * Rotations do the same as rotation vectors. Constraints that are met at the end are met inside the step too: the state
 * is projected onto them. Of work done, what is not energy of the bodies changes evenly.
 */
#include <string.h>

#include "contact/contact_grid.h"
#include "contact/contact_step.h"
#include "dynamics/dynamics_parts.h"

struct contact_grid *contact_grid_new(void) { return MEM_NEW(struct contact_grid); }

/* In doubles, of a step that is kept. */
static size_t kept(int numbers, int rows) { return 3 * (size_t)numbers + 2 * (size_t)rows; }

static void divide(struct contact_grid *g, int numbers, int rows)
{
    g->numbers = numbers;
    g->rows = rows;
    g->y_next = g->y_from + numbers;
    g->y_shown = g->y_next + numbers;
    g->goal = g->y_shown + numbers;
}

void contact_grid_room(struct contact_grid *g, int numbers, int rows)
{
    const int need = (int)kept(numbers, rows);
    if (need <= g->capacity && g->y_from != NULL)
        return;
    mem_free(g->y_from);
    g->capacity = need;
    g->y_from = MEM_ARRAY(double, need);
    g->open = false;
}

struct contact_grid *contact_grid_copy(const struct contact_grid *from)
{
    struct contact_grid *g = MEM_NEW(struct contact_grid);
    *g = *from;
    g->capacity = 0;
    g->y_from = NULL;
    contact_grid_room(g, from->numbers, from->rows);
    g->open = from->open;
    divide(g, from->numbers, from->rows);
    if (g->open)
        memcpy(g->y_from, from->y_from, sizeof(double) * kept(g->numbers, g->rows));
    return g;
}

void contact_grid_free(struct contact_grid *g)
{
    if (g == NULL)
        return;
    mem_free(g->y_from);
    mem_free(g);
}

void contact_grid_drop(struct contact_grid *g)
{
    g->open = false;
    g->step = 0;
}

bool contact_grid_stands(const struct contact_grid *g, int numbers, double t, const double *y)
{
    return g->open && g->numbers == numbers && g->shown == t && memcmp(g->y_shown, y, sizeof *y * (size_t)numbers) == 0;
}

bool contact_grid_close(struct contact_grid *g, int numbers, double *t, double *y)
{
    const bool same = contact_grid_stands(g, numbers, *t, y);
    if (!same && g->open)
        contact_grid_drop(g);
    if (!same)
        return false;
    memcpy(y, g->y_next, sizeof *y * (size_t)numbers);
    *t = g->next;
    g->open = false;
    return true;
}

void contact_grid_open(const struct plan *plan, struct work *work, double t, const double *y, double next,
                       const double *y_next)
{
    struct contact_grid *g = work->contact->grid;
    contact_grid_room(g, plan->y_count, ldl_rows(plan->matrix));
    divide(g, plan->y_count, ldl_rows(plan->matrix));
    memcpy(g->y_from, y, sizeof *y * (size_t)plan->y_count);
    memcpy(g->y_next, y_next, sizeof *y * (size_t)plan->y_count);
    g->from = t;
    g->next = next;
    g->field = work->field;
    g->owed_from = y[plan->work_done] - contact_energy(plan, work, t, y);
    g->owed_next = y_next[plan->work_done] - contact_energy(plan, work, next, y_next);
    if (plan->rows > 0)
        joints_goals_met(plan, work, g->goal);
    g->open = true;
}

/* ---- the motion inside ---- */

/* From 0 to `way` in the time h, with velocities v0 and v1 at the ends, by nothing but the field a and what touches: how
 * far after t, and the velocity there. */
static vec3 inside(vec3 way, vec3 v0, vec3 v1, vec3 a, double h, double t, vec3 *v)
{
    const vec3 left = v3_add_scaled(way, -h / 2, v3_add(v0, v1)), struck = v3_add_scaled(v3_sub(v1, v0), -h, a);
    const double size = v3_norm(struck);
    *v = v3_add_scaled(v0, t / h, v3_sub(v1, v0));
    if (v3_norm(left) <= 1e-9 * h * (v3_norm(v0) + v3_norm(v1)))
        return v3_add_scaled(v3_add_scaled(v3_scale(t, v0), t * t / (2 * h), v3_sub(v1, v0)), t / h, left);
    if (!(size > 3 * h * v3_norm(a))) /* carried or held back */
        return v3_scale(t / h, way);
    /* v₀ t* + ½ a t*² = way − v₁ (h − t*) + ½ a (h − t*)² */
    const vec3 behind = v3_add_scaled(v3_sub(v3_scale(h, v1), way), -h * h / 2, a);
    const double at = v3_dot(behind, struck) / (size * size), rest = h - t;
    const vec3 missed = v3_add_scaled(behind, -at, struck);
    if (!(at > 1e-3 * h) || !(at < (1 - 1e-3) * h) || v3_norm(missed) > 0.01 * h * size) {
        *v = v3_scale(1 / h, way);
        return v3_scale(t / h, way);
    }
    *v = t < at ? v3_add_scaled(v0, t, a) : v3_add_scaled(v1, -rest, a);
    if (t < at)
        return v3_add_scaled(v3_add_scaled(v3_scale(t, v0), t * t / 2, a), -t / at, v3_scale(0.5, missed));
    return v3_add_scaled(v3_add_scaled(v3_add_scaled(way, -rest, v1), rest * rest / 2, a), rest / (h - at),
                         v3_scale(0.5, missed));
}

static vec3 vec_of(const double *v) { return v3(v[0], v[1], v[2]); }

/* The rotation vector from a to b that is nearest to `about`, whole turns included. */
static vec3 turn_between(quat a, quat b, vec3 about)
{
    quat q = q_mul(b, q_conj(a));
    const vec3 axis = v3(q.x, q.y, q.z);
    const double sine = v3_norm(axis), angle = 2 * atan2(sine, q.w), full = 2 * 3.14159265358979323846;
    const vec3 unit = sine > 0 ? v3_scale(1 / sine, axis) : v3_norm(about) > 0 ? v3_unit(about) : v3(0, 0, 1);
    return v3_scale(angle + full * nearbyint((v3_dot(unit, about) - angle) / full), unit);
}

static void turn_inside(const double *q0, const double *q1, const double *w0, const double *w1, double h, double t,
                        double *q, double *w)
{
    const vec3 from = vec_of(w0), to = vec_of(w1);
    const quat a = {q0[0], q0[1], q0[2], q0[3]}, b = {q1[0], q1[1], q1[2], q1[3]};
    vec3 rate, way = turn_between(a, b, v3_scale(h / 2, v3_add(from, to)));
    const quat now = q_unit(q_mul(q_exp(inside(way, from, to, v3(0, 0, 0), h, t, &rate)), a));
    memcpy(q, &now, sizeof now);
    memcpy(w, &rate, sizeof rate);
}

static void body_inside(const struct body *b, const struct contact_grid *g, double h, double t, double *y)
{
    const double *a = g->y_from, *c = g->y_next;
    const int n = b->dofs < 3 ? b->dofs : 3;
    double v0[3] = {0}, v1[3] = {0}, way[3] = {0};
    vec3 v;
    for (int k = 0; k < n; k++) {
        way[k] = c[b->q + k] - a[b->q + k];
        v0[k] = a[b->v + k];
        v1[k] = c[b->v + k];
    }
    const vec3 to = inside(vec_of(way), vec_of(v0), vec_of(v1), force_has_weight(b) ? g->field : v3(0, 0, 0), h, t, &v);
    const double by[3] = {to.x, to.y, to.z}, rate[3] = {v.x, v.y, v.z};
    for (int k = 0; k < n; k++) {
        y[b->q + k] = a[b->q + k] + by[k];
        y[b->v + k] = rate[k];
    }
    if (b->coordinates == COORDINATES_RIGID)
        turn_inside(a + b->q + 3, c + b->q + 3, a + b->v + 3, c + b->v + 3, h, t, y + b->q + 3, y + b->v + 3);
}

void contact_grid_show(const struct plan *plan, struct work *work, double t, double *y)
{
    struct contact_grid *g = work->contact->grid;
    const double h = g->next - g->from, part = (t - g->from) / h;
    if (fabs(g->next - t) <= 1e-6 * h) { /* the end, but for the rounding of times */
        memcpy(y, g->y_next, sizeof *y * (size_t)plan->y_count);
        memcpy(g->y_shown, y, sizeof *y * (size_t)plan->y_count);
        g->shown = t;
        return;
    }
    for (int i = 0; i < plan->y_count; i++)
        y[i] = g->y_from[i] + part * (g->y_next[i] - g->y_from[i]);
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        if (b->coordinates == COORDINATES_RIGID || b->coordinates == COORDINATES_POINT ||
            b->coordinates == COORDINATES_SCALAR)
            body_inside(b, g, h, t - g->from, y);
    }
    if (plan->rows > 0)
        joints_show(plan, work, t, g->goal, y);
    y[plan->work_done] = contact_energy(plan, work, t, y) + g->owed_from + part * (g->owed_next - g->owed_from);
    memcpy(g->y_shown, y, sizeof *y * (size_t)plan->y_count);
    g->shown = t;
}

/* ---- snapshots ---- */

size_t contact_grid_size(const struct contact_grid *g)
{
    return sizeof *g + (g->open ? sizeof(double) * kept(g->numbers, g->rows) : 0);
}

void contact_grid_save(const struct contact_grid *g, unsigned char *out)
{
    struct contact_grid head;
    memset(&head, 0, sizeof head); /* snapshots compare bytes, addresses say nothing */
    head.open = g->open;
    head.from = g->from;
    head.next = g->next;
    head.shown = g->shown;
    head.origin = g->origin;
    head.count = g->count;
    head.step = g->step;
    head.numbers = g->numbers;
    head.rows = g->rows;
    head.field = g->field;
    head.owed_from = g->owed_from;
    head.owed_next = g->owed_next;
    memcpy(out, &head, sizeof head);
    if (g->open)
        memcpy(out + sizeof head, g->y_from, sizeof(double) * kept(g->numbers, g->rows));
}

void contact_grid_restore(struct contact_grid *g, const unsigned char *in, size_t size)
{
    struct contact_grid head;
    contact_grid_drop(g);
    if (size < sizeof head)
        return;
    memcpy(&head, in, sizeof head);
    const size_t states = head.open ? sizeof(double) * kept(head.numbers, head.rows) : 0;
    if (head.numbers < 0 || head.rows < 0 || size != sizeof head + states)
        return;
    contact_grid_room(g, head.numbers, head.rows);
    divide(g, head.numbers, head.rows);
    g->open = head.open;
    g->from = head.from;
    g->next = head.next;
    g->shown = head.shown;
    g->origin = head.origin;
    g->count = head.count;
    g->step = head.step;
    g->field = head.field;
    g->owed_from = head.owed_from;
    g->owed_next = head.owed_next;
    if (states > 0)
        memcpy(g->y_from, in + sizeof head, states);
}
