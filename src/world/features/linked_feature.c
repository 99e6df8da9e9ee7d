/* linked_feature.c: joints by coordinates in a world: which joints form trees, and their plan (method §2, "Joints by
 * coordinates").
 *
 * A joint is used if its kind has coordinates, it connects two free rigid bodies or one and something whose motion is
 * prescribed, it is met, and it closes no loop with earlier joints. The world, fixed bodies and bodies on paths have
 * prescribed motion and count as one body here. The state of the world remains poses and velocities; coordinates are
 * computed from them when an integrator starts.
 */
#include <string.h>

#include "dynamics/tree/linked.h"
#include "world/features/feature.h"

#define MET 1e-8    /* m or rad, of velocities times the time constant: a joint with a smaller gap is met */
#define EXACT 1e-10 /* a met joint with a larger gap is corrected at once */

/* ---- which kinds ---- */

static const struct {
    const char *name;
    enum linked_kind kind;
} kinds[] = {{"connect", LINKED_BALL},
             {"weld", LINKED_WELD},
             {"revolute", LINKED_HINGE},
             {"slider", LINKED_SLIDER},
             {"universal", LINKED_UNIVERSAL}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int kind_of(const struct constraint *c)
{
    for (int k = 0; k < KINDS && c->type->class != NULL; k++)
        if (strcmp(kinds[k].name, c->type->class->kind.name) == 0)
            return k;
    return -1;
}

/* A free rigid body, something fixed or with prescribed motion, or something that cannot be in a tree. */
enum partner { PARTNER_RIGID, PARTNER_LED, PARTNER_OTHER };
static enum partner partner_of(const tn_world *w, const struct connector *c)
{
    if (c->type == CONNECTOR_CONSTANT)
        return PARTNER_LED;
    if (c->type != CONNECTOR_POINT)
        return PARTNER_OTHER;
    const struct object_type *d = w->things->objects.at[c->body].type;
    bool solid = (d->kind == OBJECT_SOLID || d->kind == OBJECT_BARE) && d->general == NULL && !d->has_ability;
    if (d->motion == MOTION_PATH && d->turning >= 0)
        return PARTNER_OTHER;
    if (d->motion != MOTION_DYNAMIC || d->kind == OBJECT_PLANE)
        return solid || d->kind == OBJECT_PLANE ? PARTNER_LED : PARTNER_OTHER;
    return solid ? PARTNER_RIGID : PARTNER_OTHER;
}

static bool can_join(const tn_world *w, const struct constraint *c)
{
    enum partner a = partner_of(w, &c->input[0]), b = partner_of(w, &c->input[1]);
    return a != PARTNER_OTHER && b != PARTNER_OTHER && (a == PARTNER_RIGID || b == PARTNER_RIGID) &&
           (a != b || c->input[0].body != c->input[1].body);
}

char *linked_check(const tn_world *w, const struct constraint *c)
{
    if (kind_of(c) < 0)
        return mem_print("'%s' cannot be by coordinates: connect, revolute, slider, universal and weld can",
                         c->type->item.kind);
    if (!can_join(w, c))
        return mem_text("by coordinates is for joints of two rigid bodies, or of one with the world, a fixed body or "
                        "one that follows a path: particles, flexible objects, curves, objects with "
                        "generalized coordinates and "
                        "paths are joined by dynamic");
    return NULL;
}

static bool is_asked(const tn_world *w, const struct constraint *c)
{
    return c->type->how.by == TN_BY_COORDINATES ||
           (c->type->how.by == TN_BY_WORLD && w->settings.joints == TN_JOINTS_COORDINATES && kind_of(c) >= 0 &&
            can_join(w, c));
}

/* ---- which joints ---- */

/* Deviation of a joint: of positions, and of velocities times its time constant. */
static double gap_of(tn_world *w, const struct constraint *c)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    const struct constraint_rows *it = &plan->constraint[constraint_place(w, c)->constraint];
    const struct rows_state *now = &work->constraint[it->index];
    double tau = now->kv > 0 ? fmin(1 / now->kv, 1) : 1, most = 0;
    system_rows(plan, work, it, w->run.t, &work->rows_now);
    for (int r = 0; r < it->rows; r++) {
        double gap = fmax(fabs(work->rows_now.c[r]), tau * fabs(work->rows_now.cd[r]));
        most = gap <= most ? most : gap; /* NaN counts as the largest */
    }
    return most;
}

struct edge {
    int slot, kind, body[2]; /* of A and of B; `bodies` for prescribed motion */
    int next[2];             /* next edge of the same body, as 2 edge + side; -1: none */
};

struct forest {
    tn_world *w;
    int bodies, edges;
    struct edge *edge;
    int *parent; /* union-find over connected bodies */
    int *first;  /* first edge of a body, as 2 edge + side */
    bool exact;  /* all gaps are at rounding level */
};

static int set_of(struct forest *f, int body)
{
    while (f->parent[body] != body)
        body = f->parent[body] = f->parent[f->parent[body]];
    return body;
}

static int node_of(const struct forest *f, const struct connector *c)
{
    return partner_of(f->w, c) == PARTNER_RIGID ? plan_body(f->w, c->body) : f->bodies;
}

static void add_edge(struct forest *f, int slot, const int body[2])
{
    struct edge *e = &f->edge[f->edges];
    *e = (struct edge){.slot = slot, .kind = kind_of(&f->w->things->constraints.at[slot])};
    for (int k = 0; k < 2; k++) {
        e->body[k] = body[k];
        e->next[k] = f->first[body[k]];
        f->first[body[k]] = 2 * f->edges + k;
    }
    f->edges++;
}

/* Chooses joints in order of creation, except those that would close a loop. */
static void choose_joints(struct forest *f)
{
    tn_world *w = f->w;
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        int slot = w->things->constraint_pool.order.at[i];
        const struct constraint *c = &w->things->constraints.at[slot];
        struct constraint_place *place = &w->planned->constraint[slot];
        if (!w->run.constraints.at[slot].active || place->constraint < 0 || !is_asked(w, c) ||
            w->plan->constraint[place->constraint].block < 0)
            continue;
        int body[2] = {node_of(f, &c->input[0]), node_of(f, &c->input[1])};
        int a = set_of(f, body[0]), b = set_of(f, body[1]);
        double gap = gap_of(w, c);
        if (a == b) {
            if (c->type->how.by == TN_BY_COORDINATES)
                world_warn(w, mem_print("constraint '%s' closes a loop of joints by coordinates: it stays a "
                                        "constraint, beside the coordinates of the others",
                                        world_label_of(w, c)));
        } else if (gap <= MET) {
            f->parent[a] = b;
            f->exact = f->exact && gap <= EXACT;
            add_edge(f, slot, body);
        } else {
            place->waits = true;
            w->run.waiting++;
        }
    }
}

/* ---- a joint in the form of the tree solver ---- */

static quat quat_of(const double m[9])
{
    double t = m[0] + m[4] + m[8];
    quat q;
    if (t >= m[0] && t >= m[4] && t >= m[8])
        q = (quat){1 + t, m[7] - m[5], m[2] - m[6], m[3] - m[1]};
    else if (m[0] >= m[4] && m[0] >= m[8])
        q = (quat){m[7] - m[5], 1 + 2 * m[0] - t, m[1] + m[3], m[2] + m[6]};
    else if (m[4] >= m[8])
        q = (quat){m[2] - m[6], m[1] + m[3], 1 + 2 * m[4] - t, m[5] + m[7]};
    else
        q = (quat){m[3] - m[1], m[2] + m[6], m[5] + m[7], 1 + 2 * m[8] - t};
    return q_unit(q);
}

/* The rotation that maps the axes x, y (and x × y) of the child to those of the parent. */
static quat between(vec3 child_x, vec3 child_y, vec3 parent_x, vec3 parent_y)
{
    vec3 c[3] = {child_x, child_y, v3_cross(child_x, child_y)},
         p[3] = {parent_x, parent_y, v3_cross(parent_x, parent_y)};
    double m[9] = {0};
    for (int k = 0; k < 3; k++) {
        const double to[3] = {p[k].x, p[k].y, p[k].z}, from[3] = {c[k].x, c[k].y, c[k].z};
        for (int r = 0; r < 3; r++)
            for (int l = 0; l < 3; l++)
                m[3 * r + l] += to[r] * from[l];
    }
    return quat_of(m);
}

/* The axes of a joint on one of its sides: the first two of a frame. */
static void axes_on(const struct constraint *c, enum linked_kind kind, int side, vec3 *x, vec3 *y)
{
    const struct connector *input = c->input;
    if (kind == LINKED_HINGE) {
        *x = input[2 + side].local;
        *y = built_measure(c->build)->input[side].local;
    } else if (kind == LINKED_UNIVERSAL) {
        *x = input[2 + side].local;
        *y = v3_perpendicular(*x);
    } else {
        *x = input[2 + 3 * side].local;
        *y = input[3 + 3 * side].local;
    }
}

static struct linked_joint joint_of(const tn_world *w, const struct edge *e, int parent_side)
{
    const struct constraint *c = &w->things->constraints.at[e->slot];
    const struct connector *at_parent = &c->input[parent_side], *at_child = &c->input[1 - parent_side];
    const struct constraint_rows *it = &w->plan->constraint[constraint_place(w, c)->constraint];
    struct linked_joint j = {
        .kind = kinds[e->kind].kind,
        .body = plan_body(w, at_child->body),
        .parent = at_parent->type == CONNECTOR_CONSTANT ? -1 : plan_body(w, at_parent->body),
        .above = -1,
        .root = -1,
        .tracker = kinds[e->kind].kind == LINKED_HINGE ? built_measure(c->build)->turns : -1,
        .sign = parent_side == 0 ? 1 : -1,
        .island = ldl_island_of(w->plan->matrix, it->block),
        .on_parent = at_parent->local,
        .on_child = at_child->local,
        .home = {1, 0, 0, 0},
    };
    vec3 px, py, cx, cy;
    if (j.kind == LINKED_BALL)
        return j;
    axes_on(c, j.kind, parent_side, &px, &py);
    axes_on(c, j.kind, 1 - parent_side, &cx, &cy);
    j.axis = px;
    if (j.kind == LINKED_UNIVERSAL) { /* the child's axis is orthogonal to the parent's */
        j.side = py;
        j.home = between(cx, cy, py, px);
    } else {
        j.home = between(cx, cy, px, py);
    }
    return j;
}

/* ---- the trees ---- */

static int *child_joint_array(const struct forest *f)
{
    int *at = MEM_ARRAY(int, f->bodies + 1);
    for (int i = 0; i <= f->bodies; i++)
        at[i] = -1;
    return at;
}

/* Adds everything connected to a body in depth-first order, parents before children. */
static void grow(struct forest *f, struct linked *t, int start, int root, int *joint_of_body, int *stack)
{
    int depth = 0;
    for (int e = f->first[start]; e >= 0; e = f->edge[e / 2].next[e % 2])
        stack[depth++] = e;
    while (depth > 0) {
        int e = stack[--depth], parent_side = e % 2;
        const struct edge *edge = &f->edge[e / 2];
        int child = edge->body[1 - parent_side], parent = edge->body[parent_side];
        struct linked_joint *j = &t->make_joint[t->joints];
        *j = joint_of(f->w, edge, parent_side);
        j->above = parent == start ? -1 : joint_of_body[parent];
        j->root = parent == start ? root : -1;
        joint_of_body[child] = t->joints++;
        t->make_is_child[child] = true;
        for (int k = f->first[child]; k >= 0; k = f->edge[k / 2].next[k % 2])
            if (k / 2 != e / 2)
                stack[depth++] = k;
    }
}

static void grow_all(struct forest *f, struct linked *t)
{
    int *joint_of_body = child_joint_array(f), *stack = MEM_ARRAY(int, 2 * f->edges + 1);
    grow(f, t, f->bodies, -1, joint_of_body, stack);
    for (int i = 0; i < f->bodies; i++) {
        if (f->first[i] < 0 || joint_of_body[i] >= 0)
            continue;
        int root = t->roots++;
        t->make_root[root] = i;
        joint_of_body[i] = f->edges; /* taken */
        grow(f, t, i, root, joint_of_body, stack);
    }
    mem_free(joint_of_body);
    mem_free(stack);
}

/* ---- the state of integrators ---- */

static void add_run(struct linked *t, int from, int to)
{
    if (to <= from)
        return;
    t->make_run[t->runs++] = (struct linked_run){from, t->count, to - from};
    t->count += to - from;
}

static void lay_out(const struct plan *plan, struct linked *t)
{
    static const int q_of[] = {
        [LINKED_WELD] = 0, [LINKED_HINGE] = 1, [LINKED_SLIDER] = 1, [LINKED_UNIVERSAL] = 2, [LINKED_BALL] = 4};
    int from = 0;
    for (int i = 0; i < plan->bodies; i++)
        if (t->is_child[i]) {
            add_run(t, from, plan->body[i].q);
            from = plan->body[i].q + 7;
        }
    add_run(t, from, plan->q_count);
    for (int k = 0; k < t->joints; k++) {
        t->make_joint[k].q = t->count;
        t->count += q_of[t->joint[k].kind];
    }
    t->q_count = t->count;
    from = plan->q_count;
    for (int i = 0; i < plan->bodies; i++)
        if (t->is_child[i]) {
            add_run(t, from, plan->body[i].v);
            from = plan->body[i].v + 6;
        }
    add_run(t, from, plan->work_done);
    for (int k = 0; k < t->joints; k++) {
        int q = q_of[t->joint[k].kind];
        t->make_joint[k].u = t->count;
        t->count += q == 4 ? 3 : q;
    }
    t->work_done = t->count;
    add_run(t, plan->work_done, plan->y_count);
}

/* Finds the islands in which the joints of trees are the only unknowns. Limits and motors are checked at run time. */
static void find_direct(const struct plan *plan, struct linked *t)
{
    for (int i = 0; i < ldl_islands(plan->matrix); i++)
        t->make_island_direct[i] = true;
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        if (it->block >= 0 && it->bounds == BOUND_NONE && (!it->exact || it->driven))
            t->make_island_direct[ldl_island_of(plan->matrix, it->block)] = false;
    }
}

static struct linked *make_linked(struct forest *f, struct plan *plan)
{
    tn_world *w = f->w;
    struct linked *t = PLAN_ARRAY(w, struct linked, 1);
    const int islands = ldl_islands(plan->matrix);
    t->joint = PLAN_ARRAY(w, struct linked_joint, f->edges);
    t->root = PLAN_ARRAY(w, int, f->edges);
    t->is_child = PLAN_ARRAY(w, bool, plan->bodies);
    grow_all(f, t);
    t->run = PLAN_ARRAY(w, struct linked_run, 2 * t->joints + 3);
    lay_out(plan, t);
    t->island_direct = PLAN_ARRAY(w, bool, islands);
    for (int e = 0; e < f->edges; e++)
        plan->make_constraint[w->planned->constraint[f->edge[e].slot].constraint].exact = true;
    find_direct(plan, t);
    return t;
}

/* Corrects the remaining gaps of joints that count as met. */
static void put_right(tn_world *w)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    double *z = MEM_ARRAY(double, plan->linked->count);
    linked_reduce(plan, work, w->run.t, w->run.y, z, false);
    linked_expand(plan, work, w->run.t, z, w->run.y);
    mem_free(z);
}

static bool any_asked(const tn_world *w)
{
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const struct constraint *c = &w->things->constraints.at[w->things->constraint_pool.order.at[i]];
        if (constraint_state(w, c)->active && is_asked(w, c))
            return true;
    }
    return false;
}

/* The first constraint that is explicitly `by coordinates`; NULL: none. */
static const struct constraint *explicit_one(const tn_world *w)
{
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const struct constraint *c = &w->things->constraints.at[w->things->constraint_pool.order.at[i]];
        if (constraint_state(w, c)->active && c->type->how.by == TN_BY_COORDINATES)
            return c;
    }
    return NULL;
}

/* The next time to check waiting joints; independent of the frames. */
static double next_look(const tn_world *w)
{
    double tau = w->settings.tau, next = tau * (floor(w->run.t / tau * (1 + 1e-12)) + 1);
    return next > w->run.t ? next : INFINITY; /* infinite if the time constant is below the rounding of the clock */
}

/* What rules out joints by coordinates in this world; NULL: nothing. */
static const char *no_coordinates_with(const tn_world *w)
{
    const struct plan *plan = w->plan;
    return plan->contact                                             ? "contact"
           : plan->displaces                                         ? "displacements"
           : plan->first_order                                       ? "forces that give velocities (order first)"
           : integrator_classes[w->settings.integrator]->is_implicit ? "integrator implicit"
                                                                     : NULL;
}

/* Makes plan->linked at the present state, if there are joints by coordinates that are met. */
static void begin(tn_world *w, struct plan *plan, struct work *work)
{
    w->run.look_again = next_look(w);
    const char *without = no_coordinates_with(w);
    if (without != NULL) {
        const struct constraint *one = explicit_one(w);
        if (one != NULL)
            world_warn(w,
                       mem_print("constraint '%s' cannot be by coordinates in a world with %s: it stays a constraint",
                                 world_label_of(w, one), without));
        return;
    }
    struct forest f = {.w = w, .bodies = plan->bodies, .exact = true};
    f.edge = MEM_ARRAY(struct edge, w->things->constraint_pool.order.count);
    f.parent = MEM_ARRAY(int, plan->bodies + 1);
    f.first = child_joint_array(&f);
    for (int i = 0; i <= plan->bodies; i++)
        f.parent[i] = i;
    system_update(plan, work, w->run.t, w->run.y);
    choose_joints(&f);
    if (f.edges > 0) {
        plan->linked = make_linked(&f, plan);
        work_make_linked(plan, work);
        system_open_all(plan, work, w->run.t);
        if (!f.exact)
            put_right(w);
    }
    mem_free(f.edge);
    mem_free(f.parent);
    mem_free(f.first);
}

void world_choose_joints(tn_world *w)
{
    if (w->plan != NULL && (w->plan->linked != NULL || w->run.waiting > 0))
        plan_drop(w);
}

bool linked_ready(tn_world *w)
{
    if (w->plan == NULL || w->run.waiting == 0 || w->run.t < w->run.look_again)
        return false;
    w->run.look_again = next_look(w);
    system_update(w->plan, w->work, w->run.t, w->run.y);
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const struct constraint *c = &w->things->constraints.at[w->things->constraint_pool.order.at[i]];
        if (constraint_place(w, c)->waits && constraint_place(w, c)->constraint >= 0 && gap_of(w, c) <= MET)
            return true;
    }
    return false;
}

static bool holds_numbers(const struct plan *plan) { return plan->linked != NULL; }

static void clone(const tn_world *from, tn_world *to, const struct plan *plan, struct work *work)
{
    (void)from;
    (void)to;
    if (plan->linked != NULL)
        work_make_linked(plan, work);
}

const struct feature feature_linked = {
    .name = "joints by coordinates",
    .wanted = any_asked,
    .begin = begin,
    .clone = clone,
    .holds_numbers = holds_numbers,
};
