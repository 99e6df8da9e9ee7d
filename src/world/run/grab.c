/* grab.c: a handle for dragging: a point of an object is pulled to a target that moves while the world runs.
 *
 * The target does not jump to the position G it is dragged to but moves there smoothly. After a drag at the time t₀ it
 * is
 *
 *   X(t) = G + (c₀ + c₁ s + c₂ s²) e^(−s/T),   s = t − t₀,
 *
 * with c₀, c₁, c₂ such that X, Ẋ and Ẍ are continuous: a jump of G is a jump of the third derivative only. From rest X
 * does not overshoot. All of these are lets: a drag changes numbers, not the plan.
 *
 * A hard handle is the constraint y = X(t). A soft one is the force
 *
 *   f = −Λ ((y − X)/τ² + 2 (ẏ − Ẋ)/τ),     in a first-order world f = −Λ ((y − X)/τ − Ẋ)
 *
 * where Λ⁻¹ is the response of the point to a force in the constrained world: the accelerations (or velocities) that
 * three test forces add. So the point follows in the same critically damped way whether it belongs to a feather or to a
 * chain of a hundred links. In directions held by constraints the response is zero: there Λ is bounded by 8/(the
 * largest response). A point of a flexible block responds at first like the small mass around it, and later like the
 * whole block: there Λ is increased towards the mass of the whole, as far as the step allows: 2 Λ h/(m τ) ≤ 1.
 */
#include <string.h>

#include "world/world_parts.h"

/* The lets of a handle, in their order. */
enum {
    LET_BEGAN,
    LET_RATE,                /* 1/T */
    LET_GOAL,                /* G: 3 */
    LET_WAY = LET_GOAL + 3,  /* c₀ c₁ c₂: 3 each */
    LET_MASS = LET_WAY + 9,  /* Λ: xx yy zz xy xz yz */
    LET_TEST = LET_MASS + 6, /* a test force: 3 */
    LETS = LET_TEST + 3
};

static node let(const struct grab *g, struct scope *s, int which)
{
    return formula_symbol(s->formula, symbol_key(SYMBOL_PARAMETER, g->let + which, 0));
}

static double *number(tn_world *w, const struct grab *g, int which) { return &w->run.lets.at[g->let + which]; }

/* One coordinate of X as a formula. */
static node target_node(const struct grab *g, struct scope *s, int k)
{
    struct formula *f = s->formula;
    node t = formula_symbol(f, symbol_key(SYMBOL_TIME, 0, 0));
    node since = formula_binary(f, OP_SUBTRACT, t, let(g, s, LET_BEGAN));
    node fade = formula_unary(f, OP_EXP,
                              formula_unary(f, OP_NEGATE, formula_binary(f, OP_MULTIPLY, since, let(g, s, LET_RATE))));
    node way = let(g, s, LET_WAY + 6 + k);
    for (int i = 1; i >= 0; i--)
        way = formula_binary(f, OP_ADD, let(g, s, LET_WAY + 3 * i + k), formula_binary(f, OP_MULTIPLY, since, way));
    return formula_binary(f, OP_ADD, let(g, s, LET_GOAL + k), formula_binary(f, OP_MULTIPLY, way, fade));
}

/* Position, velocity and acceleration of the target now. */
static void target_now(const tn_world *w, const struct grab *g, vec3 out[3])
{
    const double *l = &w->run.lets.at[g->let], s = w->run.t - l[LET_BEGAN], r = l[LET_RATE], e = exp(-s * r);
    double x[3], v[3], a[3];
    for (int k = 0; k < 3; k++) {
        double c0 = l[LET_WAY + k], c1 = l[LET_WAY + 3 + k], c2 = l[LET_WAY + 6 + k];
        double p = c0 + s * (c1 + s * c2), pd = c1 + 2 * s * c2, pdd = 2 * c2;
        x[k] = l[LET_GOAL + k] + p * e;
        v[k] = (pd - r * p) * e;
        a[k] = (pdd - 2 * r * pd + r * r * p) * e;
    }
    out[0] = v3(x[0], x[1], x[2]);
    out[1] = v3(v[0], v[1], v[2]);
    out[2] = v3(a[0], a[1], a[2]);
}

/* Continues from (x, v, a) now towards G. */
static void target_set(tn_world *w, const struct grab *g, const vec3 now[3], vec3 goal)
{
    const double r = *number(w, g, LET_RATE);
    const double x[3] = {now[0].x, now[0].y, now[0].z}, v[3] = {now[1].x, now[1].y, now[1].z};
    const double a[3] = {now[2].x, now[2].y, now[2].z}, to[3] = {goal.x, goal.y, goal.z};
    *number(w, g, LET_BEGAN) = w->run.t;
    for (int k = 0; k < 3; k++) {
        double c0 = x[k] - to[k];
        *number(w, g, LET_GOAL + k) = to[k];
        *number(w, g, LET_WAY + k) = c0;
        *number(w, g, LET_WAY + 3 + k) = v[k] + r * c0;
        *number(w, g, LET_WAY + 6 + k) = (a[k] + 2 * r * v[k] + r * r * c0) / 2;
    }
}

/* ---- the response of the point ---- */

static vec3 answer_now(tn_world *w, const struct grab *g)
{
    return w->settings.order == TN_FIRST_ORDER ? world_signal(w, &g->at).yd : world_acceleration(w, &g->at);
}

static void answer_column(double m[3][3], int k, vec3 v)
{
    m[0][k] = v.x;
    m[1][k] = v.y;
    m[2][k] = v.z;
}

/* The response of the body alone: 1/m + [b]ᵀ I⁻¹ [b]. For methods that do not solve for accelerations. */
static bool answer_alone(tn_world *w, const struct grab *g, double m[3][3])
{
    const struct object *o = &w->things->objects.at[g->at.body];
    const struct pose *p = &w->work->pose[g->at.body];
    const double inverse = 1 / o->type->weight.mass;
    bool turns = g->at.type == CONNECTOR_POINT && (o->type->kind == OBJECT_SOLID || o->type->kind == OBJECT_BARE);
    vec3 b = m3_mul(&p->r, g->at.local);
    for (int k = 0; k < 3; k++) {
        vec3 e = v3(k == 0, k == 1, k == 2), out = v3_scale(inverse, e);
        if (turns) {
            sym3 inverse_inertia = s3_inverse(&o->type->weight.inertia);
            vec3 torque = m3_tmul(&p->r, v3_cross(b, e));
            out = v3_add(out, v3_cross(m3_mul(&p->r, s3_mul(&inverse_inertia, torque)), b));
        }
        answer_column(m, k, out);
    }
    return true;
}

/* Column k: the acceleration added by a test force along k, divided by the force; it is linear in the force. */
static bool answer_of(tn_world *w, const struct grab *g, double m[3][3])
{
    if (world_planned(w) != TN_OK)
        return false;
    if (w->plan->displaces || w->plan->contact)
        return answer_alone(w, g, m);
    const double size = w->things->objects.at[g->at.body].type->kind == OBJECT_VARIABLE
                            ? 1
                            : w->things->objects.at[g->at.body].type->weight.mass;
    vec3 rest = v3(0, 0, 0);
    bool good = true;
    for (int k = -1; k < 3 && good; k++) {
        for (int i = 0; i < 3; i++)
            *number(w, g, LET_TEST + i) = i == k ? size : 0;
        good = world_evaluate(w) == TN_OK;
        vec3 now = good ? answer_now(w, g) : rest;
        if (k < 0)
            rest = now;
        else
            answer_column(m, k, v3_scale(1 / size, v3_sub(now, rest)));
    }
    for (int i = 0; i < 3; i++)
        *number(w, g, LET_TEST + i) = 0;
    w->run.evaluated = false;
    return good;
}

/* Eigenvectors by Jacobi's rotations: m becomes diagonal, v holds them in its columns. */
static void diagonalize(double m[3][3], double v[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            v[i][k] = i == k;
    for (int round = 0; round < 12; round++)
        for (int p = 0; p < 2; p++)
            for (int q = p + 1; q < 3; q++) {
                if (m[p][q] == 0)
                    continue;
                double angle = 0.5 * atan2(2 * m[p][q], m[q][q] - m[p][p]), c = cos(angle), s = sin(angle);
                for (int k = 0; k < 3; k++) {
                    double x = m[k][p], y = m[k][q];
                    m[k][p] = c * x - s * y;
                    m[k][q] = s * x + c * y;
                }
                for (int k = 0; k < 3; k++) {
                    double x = m[p][k], y = m[q][k];
                    m[p][k] = c * x - s * y;
                    m[q][k] = s * x + c * y;
                    x = v[k][p];
                    y = v[k][q];
                    v[k][p] = c * x - s * y;
                    v[k][q] = s * x + c * y;
                }
            }
}

/* The factor by which a soft handle increases the immediately responding mass of a flexible block. */
static double share_of_whole(const tn_world *w, const struct grab *g, double answer)
{
    const struct object *o = &w->things->objects.at[g->at.body];
    const tn_settings *s = &w->settings;
    if (object_flexible(o) == NULL || !(answer > 0))
        return 1;
    bool fixed = integrator_classes[s->integrator]->step != NULL;
    double most = !fixed ? 100 : s->step > 0 ? g->tau / (2 * s->step) : 20;
    return fmax(1, fmin(most, answer * o->type->weight.mass));
}

/* Sets Λ, the inverse of the response, bounded where the response is almost zero. */
static void tune(tn_world *w, const struct grab *g)
{
    enum { MOST = 8 };
    static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
    double m[3][3] = {{0}}, v[3][3], largest = 0;
    if (g->hard || !answer_of(w, g, m))
        return;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < i; k++)
            m[i][k] = m[k][i] = (m[i][k] + m[k][i]) / 2;
    diagonalize(m, v);
    for (int i = 0; i < 3; i++)
        largest = fmax(largest, m[i][i]);
    const double share = share_of_whole(w, g, largest);
    for (int e = 0; e < 6; e++) {
        double sum = 0;
        for (int i = 0; i < 3 && largest > 0; i++)
            sum += share * v[row[e]][i] * v[column[e]][i] / fmax(m[i][i], largest / MOST);
        *number(w, g, LET_MASS + e) = sum;
    }
    w->run.settled = false; /* the force has jumped a little; */
    w->run.events_here = 0; /* this does not indicate an endless sequence of limit events */
}

/* ---- making ---- */

/* The constraint y = X(t). */
static int make_hard(tn_world *w, const struct grab *g, char **message)
{
    struct scope s;
    scope_begin(&s);
    int wrong, rows = g->at.type == CONNECTOR_SCALAR ? 1 : 3;
    node row[3];
    struct value y = rows == 1 ? scope_scalar(&s, SYMBOL_Y, g->at) : scope_vector(&s, SYMBOL_Y, g->at);
    for (int k = 0; k < rows; k++)
        row[k] = formula_binary(s.formula, OP_SUBTRACT, y.e[k], target_node(g, &s, k));
    struct constraint_def d = {.item = {.type = {.kind = "grab", .handle = true}},
                               .scope = &s,
                               .rows = row,
                               .row_count = rows,
                               .level = LEVEL_POSITION,
                               .how = {.tau = g->tau}};
    int slot = world_add_constraint(w, &d, message, &wrong);
    scope_end(&s);
    return slot;
}

/* The force, a push with a formula. */
static int make_soft(tn_world *w, const struct grab *g, char **message)
{
    static const int mass[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    struct scope s;
    scope_begin(&s);
    struct formula *f = s.formula;
    const bool scalar = g->at.type == CONNECTOR_SCALAR, first = w->settings.order == TN_FIRST_ORDER;
    const int n = scalar ? 1 : 3;
    struct value y = scalar ? scope_scalar(&s, SYMBOL_Y, g->at) : scope_vector(&s, SYMBOL_Y, g->at);
    struct value target = {.type = scalar ? VALUE_SCALAR : VALUE_VECTOR};
    node gap[3], pull[3];
    for (int k = 0; k < n; k++)
        target.e[k] = target_node(g, &s, k);
    struct value rate = derive_rate(f, target), yd = {.type = VALUE_ERROR};
    if (!first)
        yd = scalar ? scope_scalar(&s, SYMBOL_YD, g->at) : scope_vector(&s, SYMBOL_YD, g->at);
    for (int k = 0; k < n; k++) {
        gap[k] = formula_binary(f, OP_SUBTRACT, target.e[k], y.e[k]);
        pull[k] =
            formula_binary(f, OP_MULTIPLY, gap[k], formula_constant(f, first ? 1 / g->tau : 1 / (g->tau * g->tau)));
        node behind = first ? rate.e[k]
                            : formula_binary(f, OP_MULTIPLY, formula_binary(f, OP_SUBTRACT, rate.e[k], yd.e[k]),
                                             formula_constant(f, 2 / g->tau));
        pull[k] = formula_binary(f, OP_ADD, pull[k], behind);
    }
    struct force_def d = {.item = {.type = {.kind = "push", .handle = true}},
                          .class = force_find("push"),
                          .connector = {g->at},
                          .connector_count = 1,
                          .body = -1,
                          .scope = &s};
    for (int i = 0; i < FORCE_VALUES; i++) {
        d.value_node[i] = i < n ? let(g, &s, LET_TEST + i) : formula_constant(f, 0);
        for (int k = 0; k < n && i < n; k++)
            d.value_node[i] = formula_binary(
                f, OP_ADD, d.value_node[i], formula_binary(f, OP_MULTIPLY, let(g, &s, LET_MASS + mass[i][k]), pull[k]));
    }
    int slot = world_add_force(w, &d, message);
    scope_end(&s);
    return slot;
}

static bool is_held(const tn_world *w, const struct grab *g)
{
    return g->held && (g->hard ? pool_find(&w->things->constraint_pool, (uint32_t)g->slot, g->thing)
                               : pool_find(&w->things->force_pool, (uint32_t)g->slot, g->thing)) >= 0;
}

/* An unused handle with its lets, or a new one. */
static int free_handle(tn_world *w)
{
    for (int i = 0; i < w->run.grabs.count; i++)
        if (!is_held(w, &w->run.grabs.at[i]))
            return i;
    struct grab g;
    memset(&g, 0, sizeof g); /* snapshots compare bytes */
    g.let = w->run.lets.count;
    for (int i = 0; i < LETS; i++)
        world_add_let(w, 0);
    ARRAY_PUSH(&w->run.grabs, g);
    return w->run.grabs.count - 1;
}

static int find_handle(const tn_world *w, tn_handle h)
{
    bool there = w != NULL && h.generation != 0 && h.slot < (uint32_t)w->run.grabs.count;
    return there && w->run.grabs.at[h.slot].generation == h.generation && is_held(w, &w->run.grabs.at[h.slot])
               ? (int)h.slot
               : -1;
}

/* The time constant with which the point follows; long compared with steps of fixed length. */
static double follow_time(const tn_world *w)
{
    bool fixed = integrator_classes[w->settings.integrator]->step != NULL || world_has_contacts(w) ||
                 w->settings.method == TN_DISPLACEMENT;
    return fixed ? fmax(0.1, 10 * w->settings.step) : 0.1;
}

static char *begin_grab(tn_world *w, int slot, vec3 local, int handle)
{
    struct grab *g = &w->run.grabs.at[handle];
    const struct object *o = &w->things->objects.at[slot];
    char *message = NULL;
    if (o->type->kind == OBJECT_PLANE || o->type->motion != MOTION_DYNAMIC)
        return mem_text("what is fixed or follows a path cannot be grabbed");
    if (!w->run.objects.at[slot].present)
        return mem_text("the object does not exist now");
    g->at = o->type->kind == OBJECT_VARIABLE ? world_variable(w, slot) : world_point(w, slot, local);
    g->tau = follow_time(w);
    *number(w, g, LET_RATE) = 2 / g->tau;
    tn_status status = world_planned(w);
    if (status != TN_OK)
        return mem_text(tn_failure(w));
    system_update(w->plan, w->work, w->run.t, w->run.y);
    struct signal now = world_signal(w, &g->at);
    const vec3 begin[3] = {now.y, w->settings.order == TN_FIRST_ORDER ? v3(0, 0, 0) : now.yd, v3(0, 0, 0)};
    target_set(w, g, begin, now.y);
    g->slot = g->hard ? make_hard(w, g, &message) : make_soft(w, g, &message);
    if (g->slot < 0)
        return message;
    g->thing = g->hard ? world_constraint_generation(w, g->slot) : world_force_generation(w, g->slot);
    g->held = true;
    g->generation = ++w->run.grab_generation;
    tune(w, g);
    return NULL;
}

tn_handle tn_grab(tn_world *w, tn_object o, tn_vec3 local, tn_grab_how how, char **message)
{
    int slot = world_find_object_id(w, o), handle = -1;
    char *wrong = NULL;
    tn_handle out = {0, 0};
    if (slot < 0 || !v3_finite(local))
        wrong = mem_text(slot < 0 ? "there is no such object" : "the point is not finite");
    else if (how != TN_GRAB_SPRING && how != TN_GRAB_HARD)
        wrong = mem_print("there is no way %d to grab: TN_GRAB_SPRING or TN_GRAB_HARD", (int)how);
    if (wrong == NULL) {
        history_begin(w, "grab");
        handle = free_handle(w);
        w->run.grabs.at[handle].hard = how == TN_GRAB_HARD;
        wrong = begin_grab(w, slot, local, handle);
        history_end(w, wrong == NULL);
    }
    if (wrong == NULL)
        out = (tn_handle){(uint32_t)handle, w->run.grabs.at[handle].generation};
    if (message != NULL)
        *message = wrong;
    else
        mem_free(wrong);
    return out;
}

tn_status tn_drag_to(tn_world *w, tn_handle h, tn_vec3 target)
{
    int i = find_handle(w, h);
    vec3 now[3];
    if (i < 0 || !v3_finite(target))
        return TN_WRONG_USE;
    call_drop(w);
    const struct grab *g = &w->run.grabs.at[i];
    target_now(w, g, now);
    target_set(w, g, now, g->at.type == CONNECTOR_SCALAR ? v3(target.x, 0, 0) : target);
    tune(w, g);
    /* the history of the integrator belongs to another target */
    w->run.evaluated = false;
    if (w->plan != NULL && w->run.fitted.integrator != NULL)
        integrator_restart(w->run.fitted.integrator);
    return TN_OK;
}

tn_status tn_release(tn_world *w, tn_handle h)
{
    int i = find_handle(w, h);
    if (i < 0)
        return TN_WRONG_USE;
    history_begin(w, "release");
    struct grab *g = &w->run.grabs.at[i];
    g->held = false;
    if (g->hard)
        world_remove_constraint(w, g->slot);
    else
        world_remove_force(w, g->slot);
    history_end(w, true);
    return TN_OK;
}

int tn_handle_count(const tn_world *w)
{
    int count = 0;
    for (int i = 0; w != NULL && i < w->run.grabs.count; i++)
        count += is_held(w, &w->run.grabs.at[i]);
    return count;
}

tn_handle tn_handle_at(const tn_world *w, int number_of)
{
    for (int i = 0; w != NULL && i < w->run.grabs.count; i++)
        if (is_held(w, &w->run.grabs.at[i]) && number_of-- == 0)
            return (tn_handle){(uint32_t)i, w->run.grabs.at[i].generation};
    return (tn_handle){0, 0};
}

tn_status tn_handle_get(tn_world *w, tn_handle h, tn_handle_state *out)
{
    int i = find_handle(w, h);
    if (i < 0 || out == NULL)
        return TN_WRONG_USE;
    const struct grab *g = &w->run.grabs.at[i];
    vec3 now[3];
    tn_status status = world_planned(w);
    if (status != TN_OK)
        return status;
    system_update(w->plan, w->work, w->run.t, w->run.y);
    w->run.evaluated = false;
    target_now(w, g, now);
    const double *goal = number(w, g, LET_GOAL);
    *out = (tn_handle_state){.object = {(uint32_t)g->at.body, world_object_generation(w, g->at.body)},
                             .hard = g->hard,
                             .point = world_signal(w, &g->at).y,
                             .target = now[0],
                             .goal = v3(goal[0], goal[1], goal[2])};
    return TN_OK;
}

bool tn_object_point(const tn_world *w, tn_object o, const char *name, tn_vec3 *local)
{
    int slot = world_find_object_id(w, o);
    return slot >= 0 && name != NULL && local != NULL && world_object_point(w, slot, name, local);
}
