/* grab.c: a handle for dragging: a point of an object is led to a target that moves while the world runs.
 *
 * The target is not the mouse position itself but moves towards it. From a drag at time t₀ on,
 *
 *   X(t) = G + (c₀ + c₁ s + c₂ s²) e^(−s/T),   s = t − t₀,
 *
 * with c₀, c₁, c₂ such that X, Ẋ and Ẍ are continuous: G is where it was dragged to, and a jump of G is a jump of the
 * third derivative only. From rest X does not overshoot, and 95 % of the way are done after 6.3 T. All of these are lets:
 * a drag changes numbers, not the plan.
 *
 * A hard handle is the constraint y = X(t). A spring is the force of dynamics/handle.h, where Λ⁻¹ is the response of the
 * point to a force: the accelerations (or velocities) that three test forces add, with the constraints and without contacts.
 * So the point follows in the same way whether it belongs to a feather or to a chain of a hundred links. Directions that
 * constraints hold have almost no response: there Λ is bounded by 64/(the largest response), with fixed steps by 8, and
 * where there is none at all Λ is 1/(the largest response): pulling there harder would only use the limited force up. And no
 * direction counts as less than 1/4 of the heaviest one, or twice what it is, since what is held harder takes shorter steps.
 * A point of a flexible block responds at once like the small mass around it, and later like the whole block: there Λ is increased towards the mass of
 * the whole, as far as the step allows. The load when the point is grabbed, −Λ ÿ without the handle, is what the balance
 * of the load starts from.
 */
#include <string.h>

#include "dynamics/handle.h"
#include "world/world_parts.h"

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
    node since = formula_binary(f, OP_SUBTRACT, t, let(g, s, HANDLE_BEGAN));
    node fade = formula_unary(
        f, OP_EXP, formula_unary(f, OP_NEGATE, formula_binary(f, OP_MULTIPLY, since, let(g, s, HANDLE_RATE))));
    node way = let(g, s, HANDLE_WAY + 6 + k);
    for (int i = 1; i >= 0; i--)
        way = formula_binary(f, OP_ADD, let(g, s, HANDLE_WAY + 3 * i + k), formula_binary(f, OP_MULTIPLY, since, way));
    return formula_binary(f, OP_ADD, let(g, s, HANDLE_GOAL + k), formula_binary(f, OP_MULTIPLY, way, fade));
}

/* Position, velocity and acceleration of the target now. */
static void target_now(const tn_world *w, const struct grab *g, vec3 out[3])
{
    handle_target(&w->run.lets.at[g->let], w->run.t, out);
}

/* Continues from (x, v, a) now towards G. */
static void target_set(tn_world *w, const struct grab *g, const vec3 now[3], vec3 goal)
{
    const double r = *number(w, g, HANDLE_RATE);
    const double x[3] = {now[0].x, now[0].y, now[0].z}, v[3] = {now[1].x, now[1].y, now[1].z};
    const double a[3] = {now[2].x, now[2].y, now[2].z}, to[3] = {goal.x, goal.y, goal.z};
    *number(w, g, HANDLE_BEGAN) = w->run.t;
    for (int k = 0; k < 3; k++) {
        double c0 = x[k] - to[k];
        *number(w, g, HANDLE_GOAL + k) = to[k];
        *number(w, g, HANDLE_WAY + k) = c0;
        *number(w, g, HANDLE_WAY + 3 + k) = v[k] + r * c0;
        *number(w, g, HANDLE_WAY + 6 + k) = (a[k] + 2 * r * v[k] + r * r * c0) / 2;
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

/* Forces and accelerations by dynamic constraints, also in worlds with displacements or contact; `again`: only the forces
 * have changed since the last time, and its matrix and factors serve. */
static bool evaluate(tn_world *w, bool again)
{
    if (again && integrator_takes_nystrom(w->plan))
        return system_derivative_again(w->plan, w->work, w->run.t, w->run.y, w->run.ydot) == TN_OK;
    if (!w->plan->displaces && !w->plan->contact)
        return world_evaluate(w) == TN_OK;
    return system_derivative(w->plan, w->work, w->run.t, w->run.y, w->run.ydot) == TN_OK;
}

/* Column k: the acceleration added by a test force along k, divided by the force; it is linear in the force. *rest is the
 * acceleration without the handle. */
static bool answer_of(tn_world *w, const struct grab *g, double m[3][3], vec3 *rest)
{
    if (world_planned(w) != TN_OK)
        return false;
    const double size = w->things->objects.at[g->at.body].type->kind == OBJECT_VARIABLE
                            ? 1
                            : w->things->objects.at[g->at.body].type->weight.mass;
    bool good = true;
    *number(w, g, HANDLE_MUTE) = 1;
    for (int k = -1; k < 3 && good; k++) {
        for (int i = 0; i < 3; i++)
            *number(w, g, HANDLE_TEST + i) = i == k ? size : 0;
        w->run.evaluated = false;
        good = evaluate(w, k >= 0);
        vec3 now = good ? answer_now(w, g) : *rest;
        if (k < 0)
            *rest = now;
        else
            answer_column(m, k, v3_scale(1 / size, v3_sub(now, *rest)));
    }
    for (int i = 0; i < 3; i++)
        *number(w, g, HANDLE_TEST + i) = 0;
    *number(w, g, HANDLE_MUTE) = 0;
    w->run.evaluated = false;
    return good && v3_finite(*rest);
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
    bool fixed = integrator_classes[world_integrator(w)]->step != NULL;
    double most = !fixed ? 100 : s->step > 0 ? g->tau / (2 * s->step) : 20;
    return fmax(1, fmin(most, answer * o->type->weight.mass));
}

/* The largest load that is balanced from the beginning, N. In material the point may accelerate a hundred times as fast as
 * the whole, because of a wave that has passed in a moment; a load that held against it would feed it. */
static double most_load(const tn_world *w, const struct grab *g)
{
    const struct object *o = &w->things->objects.at[g->at.body];
    const double most = w->run.lets.at[g->let + HANDLE_LIMIT], field = v3_norm(w->work->field);
    return object_flexible(o) != NULL ? fmin(most, o->type->weight.mass * field) : most;
}

/* I = −Λ ÿ: the load on the point now, as far as the handle can hold it. */
static void set_load(tn_world *w, const struct grab *g, vec3 rest)
{
    static const int mass[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    const double *l = number(w, g, 0), a[3] = {rest.x, rest.y, rest.z};
    double load[3] = {0}, size = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            load[i] -= l[HANDLE_MASS + mass[i][k]] * a[k];
        size += load[i] * load[i];
    }
    const double share = fmin(1, most_load(w, g) / sqrt(size));
    for (int i = 0; i < 3; i++) {
        *number(w, g, HANDLE_LOAD + i) = size > 0 ? share * load[i] : 0;
        for (int k = 0; k < w->plan->apart.handles; k++)
            if (w->plan->apart.handle[k].let == g->let)
                w->run.y[w->plan->apart.handle[k].state + i] = *number(w, g, HANDLE_LOAD + i);
    }
}

/* s: the longest step that the world takes, if it does not adapt. */
static double longest_step(const tn_world *w)
{
    if (world_has_contacts(w))
        return w->settings.step / (w->settings.substeps > 0 ? w->settings.substeps : 4);
    if (w->settings.method == TN_DISPLACEMENT)
        return w->settings.step / (w->settings.substeps > 0 ? w->settings.substeps : 1);
    return integrator_classes[world_integrator(w)]->step != NULL ? w->settings.step : 0;
}

/* A step takes the force at its beginning for all of it. */
static bool holds_forces(const tn_world *w)
{
    return world_has_contacts(w) || w->settings.method == TN_DISPLACEMENT || world_integrator(w) == TN_EULER;
}

/* Sets Λ, the inverse of the response, bounded where the response is almost zero. What is light now may be heavy in a moment: a
 * chain that is pulled sideways turns and pulls along itself. So no direction counts as much lighter than another. */
static const double MOST_UNEQUAL = 4, MOST_RAISED = 2;

static void tune(tn_world *w, const struct grab *g, bool anew)
{
    const double step = longest_step(w), bound = step > 0 ? 8 : 64;
    static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
    double m[3][3] = {{0}}, v[3][3], largest = 0;
    vec3 rest = v3(0, 0, 0);
    if (g->hard || !answer_of(w, g, m, &rest))
        return;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < i; k++)
            m[i][k] = m[k][i] = (m[i][k] + m[k][i]) / 2;
    diagonalize(m, v);
    for (int i = 0; i < 3; i++)
        largest = fmax(largest, m[i][i]);
    const double share = share_of_whole(w, g, largest);
    double mass[3] = {0}, heaviest = 0;
    for (int i = 0; i < 3 && largest > 0; i++) {
        mass[i] = 1 / (m[i][i] > 1e-6 * largest ? fmax(m[i][i], largest / bound) : largest);
        heaviest = fmax(heaviest, mass[i]);
    }
    for (int i = 0; i < 3 && largest > 0; i++)
        mass[i] = fmax(mass[i], fmin(heaviest / MOST_UNEQUAL, MOST_RAISED * mass[i]));
    for (int e = 0; e < 6; e++) {
        double sum = 0;
        for (int i = 0; i < 3 && largest > 0; i++)
            sum += share * v[row[e]][i] * v[column[e]][i] * mass[i];
        *number(w, g, HANDLE_MASS + e) = sum;
    }
    if (anew && *number(w, g, HANDLE_BALANCES) != 0)
        set_load(w, g, rest);
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

/* A push without numbers of its own: dynamics/handle.c adds its force. */
static int make_soft(tn_world *w, const struct grab *g, char **message)
{
    struct force_def d = {.item = {.type = {.kind = "push", .handle = true}},
                          .class = force_find("push"),
                          .connector = {g->at},
                          .connector_count = 1,
                          .body = -1};
    return world_add_force(w, &d, message);
}

bool grab_is_held(const tn_world *w, const struct grab *g)
{
    return g->held && (g->hard ? pool_find(&w->things->constraint_pool, (uint32_t)g->slot, g->thing)
                               : pool_find(&w->things->force_pool, (uint32_t)g->slot, g->thing)) >= 0;
}

/* An unused handle with its lets, or a new one. */
static int free_handle(tn_world *w)
{
    for (int i = 0; i < w->run.grabs.count; i++)
        if (!grab_is_held(w, &w->run.grabs.at[i]))
            return i;
    struct grab g;
    memset(&g, 0, sizeof g); /* snapshots compare bytes */
    g.let = w->run.lets.count;
    for (int i = 0; i < HANDLE_LETS; i++)
        world_add_let(w, 0);
    ARRAY_PUSH(&w->run.grabs, g);
    return w->run.grabs.count - 1;
}

int grab_find(const tn_world *w, tn_handle h)
{
    bool there = w != NULL && h.generation != 0 && h.slot < (uint32_t)w->run.grabs.count;
    return there && w->run.grabs.at[h.slot].generation == h.generation && grab_is_held(w, &w->run.grabs.at[h.slot])
               ? (int)h.slot
               : -1;
}

static int root_of(int *up, int i)
{
    while (up[i] != i)
        i = up[i] = up[up[i]];
    return i;
}

/* The mass of the object and of everything that constraints join it to, except what is fixed. */
static double island_mass(const tn_world *w, int slot)
{
    const struct things *t = w->things;
    const int n = pool_slots(&t->object_pool);
    int *up = MEM_ARRAY(int, n + 1);
    double sum = 0;
    for (int i = 0; i < n; i++)
        up[i] = i;
    for (int i = 0; i < t->constraint_pool.order.count; i++) {
        const int at = t->constraint_pool.order.at[i];
        const struct constraint *c = &t->constraints.at[at];
        int first = -1;
        for (int k = 0; k < c->inputs && w->run.constraints.at[at].active; k++) {
            const int o = build_owner(&c->input[k]);
            if (o < 0 || t->objects.at[o].type->motion != MOTION_DYNAMIC)
                continue;
            first = first < 0 ? o : first;
            up[root_of(up, o)] = root_of(up, first);
        }
    }
    for (int i = 0; i < n; i++)
        if (pool_lives(&t->object_pool, i) && root_of(up, i) == root_of(up, slot) &&
            t->objects.at[i].type->kind != OBJECT_VARIABLE)
            sum += t->objects.at[i].type->weight.mass;
    mem_free(up);
    return sum;
}

/* N: 20 times the weight of what is joined to the object; without gravity, its weight on Earth. */
static double usual_limit(tn_world *w, int slot)
{
    const double field = v3_norm(w->work->field), mass = island_mass(w, slot);
    return w->things->objects.at[slot].type->kind == OBJECT_VARIABLE || !(mass > 0)
               ? INFINITY
               : 20 * mass * (field > 0 ? field : 9.81);
}

/* The numbers of a handle that was just grabbed at its present place. */
static void set_numbers(tn_world *w, struct grab *g, const tn_grab_def *def, int slot)
{
    const double step = longest_step(w), way = fmax(0.75 * def->time, 5 * step);
    const struct signal now = world_signal(w, &g->at);
    const vec3 begin[3] = {now.y, w->settings.order == TN_FIRST_ORDER ? v3(0, 0, 0) : now.yd, v3(0, 0, 0)};
    memset(number(w, g, 0), 0, sizeof(double) * HANDLE_LETS);
    g->hard = def->how == TN_GRAB_HARD;
    g->tau = fmax(way / (w->settings.order == TN_FIRST_ORDER ? 6 : 2), 20 * step);
    *number(w, g, HANDLE_RATE) = *number(w, g, HANDLE_USUAL) = 6.3 / way;
    *number(w, g, HANDLE_TAU) = g->tau;
    *number(w, g, HANDLE_LIMIT) = def->force > 0 ? def->force : usual_limit(w, slot);
    *number(w, g, HANDLE_BALANCES) = !def->sags;
    *number(w, g, HANDLE_STEP) = holds_forces(w) ? step : 0;
    target_set(w, g, begin, now.y);
}

static char *begin_grab(tn_world *w, int slot, const tn_grab_def *def, int handle)
{
    struct grab *g = &w->run.grabs.at[handle];
    const struct object *o = &w->things->objects.at[slot];
    char *message = NULL;
    if (o->type->kind == OBJECT_PLANE || o->type->motion != MOTION_DYNAMIC)
        return mem_text("what is fixed or follows a path cannot be grabbed");
    if (!w->run.objects.at[slot].present)
        return mem_text("the object does not exist now");
    g->at = o->type->kind == OBJECT_VARIABLE ? world_variable(w, slot) : world_point(w, slot, def->local);
    tn_status status = world_planned(w);
    if (status != TN_OK)
        return mem_text(tn_failure(w));
    system_derivative(w->plan, w->work, w->run.t, w->run.y,
                      w->run.ydot); /* where the point is, and the field of gravity */
    w->run.evaluated = false;
    set_numbers(w, g, def, slot);
    g->slot = g->hard ? make_hard(w, g, &message) : make_soft(w, g, &message);
    if (g->slot < 0)
        return message;
    g->thing = g->hard ? world_constraint_generation(w, g->slot) : world_force_generation(w, g->slot);
    g->push = g->hard ? make_soft(w, g, &message) : g->slot; /* of a hard one it only tests, in paused drags */
    g->push_thing = world_force_generation(w, g->push);
    *number(w, g, HANDLE_MUTE) = g->hard;
    g->held = true;
    g->generation = ++w->run.grab_generation;
    tune(w, g, true);
    return NULL;
}

static const tn_grab_def standard = {.how = TN_GRAB_SPRING, .time = 0.08};

void tn_grab_default_fill(tn_grab_def *out, size_t size) { sized_fill(out, size, &standard, sizeof standard); }

/* What is wrong with a definition; NULL: nothing. */
static char *wrong_grab(const tn_world *w, const tn_grab_def *def)
{
    if (w == NULL)
        return world_nothing_given();
    if (world_find_object_id(w, def->object) < 0)
        return mem_text("there is no such object");
    if (!v3_finite(def->local))
        return mem_text("the point is not finite");
    if (def->how != TN_GRAB_SPRING && def->how != TN_GRAB_HARD)
        return mem_print("there is no way %d to grab: TN_GRAB_SPRING or TN_GRAB_HARD", (int)def->how);
    if (!(def->time > 0) || !isfinite(def->time))
        return mem_text("the time must be above 0 s and finite");
    if (!(def->force >= 0))
        return mem_text("the largest force must be above 0 N, or 0 for the default");
    return NULL;
}

tn_handle tn_grab_with(tn_world *w, const tn_grab_def *given, char **message)
{
    tn_handle out = {0, 0};
    tn_grab_def full = standard;
    const tn_grab_def *def = &full;
    char *wrong = SIZED_READ(&full, given, tn_grab_def, tn_grab_default);
    if (wrong == NULL)
        wrong = wrong_grab(w, def);
    if (wrong == NULL) {
        history_begin(w, "grab");
        const int handle = free_handle(w);
        wrong = begin_grab(w, world_find_object_id(w, def->object), def, handle);
        history_end(w, wrong == NULL);
        if (wrong == NULL)
            out = (tn_handle){(uint32_t)handle, w->run.grabs.at[handle].generation};
    }
    world_answer(wrong, message);
    return out;
}

tn_handle tn_grab(tn_world *w, tn_object o, tn_vec3 local, tn_grab_how how, char **message)
{
    tn_grab_def def = tn_grab_default();
    def.object = o;
    def.local = local;
    def.how = how;
    return tn_grab_with(w, &def, message);
}

/* 1/T of the path over a distance: its acceleration, 0.23 D/T² at most, needs no more than 0.7 of the largest force. */
static double rate_for(tn_world *w, const struct grab *g, double distance)
{
    const double *l = number(w, g, 0), mass = fmax(fmax(l[HANDLE_MASS], l[HANDLE_MASS + 1]), l[HANDLE_MASS + 2]);
    const double force = 0.7 * l[HANDLE_LIMIT];
    if (g->hard || !(mass > 0) || !(distance > 0) || !isfinite(force))
        return l[HANDLE_USUAL];
    return fmin(l[HANDLE_USUAL], w->settings.order == TN_FIRST_ORDER ? force / (mass * 0.27 * distance)
                                                                     : sqrt(force / (mass * 0.23 * distance)));
}

tn_status tn_drag_to(tn_world *w, tn_handle h, tn_vec3 target)
{
    int i = grab_find(w, h);
    vec3 now[3];
    if (i < 0 || !v3_finite(target))
        return TN_WRONG_USE;
    call_drop(w);
    const struct grab *g = &w->run.grabs.at[i];
    target_now(w, g, now);
    *number(w, g, HANDLE_RATE) = rate_for(w, g, v3_norm(v3_sub(target, now[0])));
    target_set(w, g, now, g->at.type == CONNECTOR_SCALAR ? v3(target.x, 0, 0) : target);
    tune(w, g, false);
    /* the history of the integrator belongs to another target */
    w->run.evaluated = false;
    if (w->plan != NULL && w->run.fitted.integrator != NULL)
        integrator_restart(w->run.fitted.integrator);
    return TN_OK;
}

/* The target rests at the goal from now on, as after a drag while time stood still. */
void grab_moved(tn_world *w, int i, vec3 goal)
{
    const struct grab *g = &w->run.grabs.at[i];
    const vec3 to = g->at.type == CONNECTOR_SCALAR ? v3(goal.x, 0, 0) : goal, now[3] = {to, v3(0, 0, 0), v3(0, 0, 0)};
    target_set(w, g, now, to);
    tune(w, g, true);
}

tn_status tn_release(tn_world *w, tn_handle h)
{
    int i = grab_find(w, h);
    if (i < 0)
        return TN_WRONG_USE;
    history_begin(w, "release");
    struct grab *g = &w->run.grabs.at[i];
    g->held = false;
    if (g->hard)
        world_remove_constraint(w, g->slot);
    if (pool_find(&w->things->force_pool, (uint32_t)g->push, g->push_thing) >= 0)
        world_remove_force(w, g->push);
    history_end(w, true);
    return TN_OK;
}

int tn_handle_count(const tn_world *w)
{
    int count = 0;
    for (int i = 0; w != NULL && i < w->run.grabs.count; i++)
        count += grab_is_held(w, &w->run.grabs.at[i]);
    return count;
}

tn_handle tn_handle_at(const tn_world *w, int number_of)
{
    for (int i = 0; w != NULL && i < w->run.grabs.count; i++)
        if (grab_is_held(w, &w->run.grabs.at[i]) && number_of-- == 0)
            return (tn_handle){(uint32_t)i, w->run.grabs.at[i].generation};
    return (tn_handle){0, 0};
}

/* The force of the handle on the point at the present state. */
static vec3 force_now(tn_world *w, const struct grab *g)
{
    tn_constraint_state c;
    const double *load = number(w, g, HANDLE_LOAD);
    if (g->hard)
        return tn_constraint_get(w, (tn_constraint){(uint32_t)g->slot, g->thing}, &c) == TN_OK
                   ? v3(c.multiplier[0], c.rows > 1 ? c.multiplier[1] : 0, c.rows > 1 ? c.multiplier[2] : 0)
                   : v3(0, 0, 0);
    for (int k = 0; k < w->plan->apart.handles; k++)
        if (w->plan->apart.handle[k].let == g->let)
            load = w->run.y + w->plan->apart.handle[k].state;
    const struct signal now = world_signal(w, &g->at);
    return handle_force(number(w, g, 0), w->run.t, w->plan->first_order, now.y, now.yd, v3(load[0], load[1], load[2]),
                        NULL);
}

tn_status tn_handle_get(tn_world *w, tn_handle h, tn_handle_state *out)
{
    int i = grab_find(w, h);
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
    const double *goal = number(w, g, HANDLE_GOAL);
    *out = (tn_handle_state){.object = {(uint32_t)g->at.body, world_object_generation(w, g->at.body)},
                             .hard = g->hard,
                             .point = world_signal(w, &g->at).y,
                             .target = now[0],
                             .goal = v3(goal[0], goal[1], goal[2]),
                             .force = force_now(w, g),
                             .limit = g->hard ? INFINITY : *number(w, g, HANDLE_LIMIT)};
    return TN_OK;
}

bool tn_object_point(const tn_world *w, tn_object o, const char *name, tn_vec3 *local)
{
    int slot = world_find_object_id(w, o);
    return slot >= 0 && name != NULL && local != NULL && world_object_point(w, slot, name, local);
}
