/* rest_things.c: constraints and forces in equilibria: their rows and second derivatives. Each depends on few bodies only;
 * second derivatives are difference quotients of its generalized forces by the unknowns of these bodies, which cost as much as
 * the bodies are many, whatever the size of the model.
 */
#include <string.h>

#include "base/memory.h"
#include "goals/rest_parts.h"

/* ---- who depends on whom ---- */

/* Adds the blocks of a body of the plan, and the bodies themselves, to the last thing. */
static void add_block(struct rest *s, struct rest_thing *k, int body)
{
    const int block = s->body_block[body];
    for (int i = 0; i < k->count; i++)
        if (s->block_of_thing.at[k->first + i] == block)
            return;
    ARRAY_PUSH(&s->block_of_thing, block);
    k->count++;
}

static void add_body(struct rest *s, struct rest_thing *k, int body)
{
    const struct plan *plan = s->plan;
    if (body < 0)
        return;
    const struct body *b = &plan->body[body];
    for (int i = 0; i < k->bodies; i++)
        if (s->body_of_thing.at[k->first_body + i] == body)
            return;
    if (flexible_point_of(b) < 0 && s->body_block[body] < 0)
        return; /* it does not move */
    ARRAY_PUSH(&s->body_of_thing, body);
    k->bodies++;
    if (flexible_point_of(b) < 0) {
        add_block(s, k, body);
        return;
    }
    const struct embedded *e = &plan->embedded[flexible_point_of(b)];
    for (int n = 0; n < e->count; n++)
        add_block(s, k, e->node_body[n]);
}

static int body_of(const struct connector *c)
{
    return c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME ? -1 : c->body;
}

static struct rest_thing *new_thing(struct rest *s, bool is_force, int index)
{
    const struct rest_thing k = {
        .is_force = is_force, .index = index, .first = s->block_of_thing.count, .first_body = s->body_of_thing.count};
    ARRAY_PUSH(&s->things, k);
    return &s->things.at[s->things.count - 1];
}

/* The rows of a constraint that count: on positions, and not those of motors. */
static void add_rows(struct rest *s, int index)
{
    const struct plan *plan = s->plan;
    const struct constraint_rows *it = &plan->constraint[index];
    const struct soft *soft = NULL;
    if (it->bounds == BOUND_MOTOR || !(it->block >= 0 || it->apart))
        return;
    for (int i = 0; i < plan->apart.softs; i++)
        if (plan->apart.soft[i].constraint == index)
            soft = &plan->apart.soft[i];
    const bool elastic = soft != NULL && soft->by == TN_BY_PENALTY;
    for (int r = 0; r < it->rows; r++) {
        struct rest_row row = {.constraint = index, .row = r, .outside = -1};
        row.kind = elastic ? REST_ELASTIC : it->bounds == BOUND_ONE_SIDED ? REST_ONE_SIDED : REST_EQUAL;
        if (it->level[r] == LEVEL_POSITION)
            ARRAY_PUSH(&s->rows, row);
    }
}

/* Nodes or particles that stay outside a solid. */
static void add_outside(struct rest *s, int index)
{
    const struct outside *o = &s->plan->apart.outside[index];
    const int model = o->flexible >= 0 ? o->flexible : o->of;
    struct rest_row row = {.constraint = -1, .outside = index, .kind = REST_ONE_SIDED, .flexible = model, .node = -1};
    if (model < 0) {
        row.row = o->body;
        ARRAY_PUSH(&s->rows, row);
        return;
    }
    const struct flexible *f = &s->plan->flexible[model];
    for (int k = 0; k < f->skin_count; k++) {
        row.node = f->skin[k];
        row.place = k;
        if (o->flexible >= 0 || f->skin[k] == o->node)
            ARRAY_PUSH(&s->rows, row);
    }
}

void rest_find_things(struct rest *s)
{
    const struct plan *plan = s->plan;
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        const int before = s->rows.count;
        add_rows(s, i);
        if (s->rows.count == before)
            continue;
        struct rest_thing *k = new_thing(s, false, i);
        for (int c = 0; c < it->inputs; c++)
            add_body(s, k, body_of(&plan->connector[it->input + c]));
        s->most_blocks = k->count > s->most_blocks ? k->count : s->most_blocks;
    }
    for (int i = 0; i < plan->force.count; i++) {
        const struct force_item *f = &plan->force.item[i];
        if (f->class->is_drag || f->class->field != NULL)
            continue;
        struct rest_thing *k = new_thing(s, true, i);
        for (int c = 0; c < FORCE_CONNECTORS; c++)
            if (f->connector[c] >= 0)
                add_body(s, k, body_of(&plan->force.connector[f->connector[c]]));
        for (int c = 0; c < f->count; c++)
            add_body(s, k, body_of(&plan->force.connector[f->first + c]));
        s->most_blocks = k->count > s->most_blocks ? k->count : s->most_blocks;
    }
    for (int o = 0; o < plan->apart.outsides; o++)
        add_outside(s, o);
}

/* ---- forces on bodies as forces on unknowns ---- */

/* Adds a force and a torque on a body of the plan to unknowns; at(block) gives the numbers of a block. */
static void spread(const struct rest *s, int body, vec3 f, vec3 n, double *(*at)(void *ctx, int block), void *ctx)
{
    const struct plan *plan = s->plan;
    const struct body *b = &plan->body[body];
    if (flexible_point_of(b) >= 0) {
        const struct embedded *e = &plan->embedded[flexible_point_of(b)];
        for (int k = 0; k < e->count; k++) {
            double *out = at(ctx, s->body_block[e->node_body[k]]);
            vec3 push = v3_scale(e->weight[k], f);
            if (e->has_frame)
                push = v3_add(push, m3_tmul(&s->work->turning[e->index][k], n));
            out[0] += push.x;
            out[1] += push.y;
            out[2] += push.z;
        }
        return;
    }
    const int block = s->body_block[body];
    if (block < 0)
        return;
    const double all[6] = {f.x, f.y, f.z, n.x, n.y, n.z};
    double *out = at(ctx, block);
    for (int k = 0; k < s->block[block].size; k++)
        out[k] += all[k];
}

struct flat {
    const struct rest *s;
    double *out;
};

static double *in_flat(void *ctx, int block)
{
    const struct flat *f = ctx;
    return f->out + f->s->block[block].v;
}

void rest_spread(const struct rest *s, const struct wrench *wrench, double *out)
{
    struct flat f = {s, out};
    for (int i = 0; i < s->plan->bodies; i++)
        if (s->body_block[i] >= 0 || flexible_point_of(&s->plan->body[i]) >= 0)
            spread(s, i, wrench[i].f, wrench[i].n, in_flat, &f);
}

/* ---- rows ---- */

struct entry_list {
    struct rest *s;
    struct rest_row *row;
};

static double *in_row(void *ctx, int block)
{
    struct entry_list *x = ctx;
    struct rest *s = x->s;
    for (int i = 0; i < x->row->entries; i++)
        if (s->entries.at[x->row->entry + i].block == block)
            return s->entries.at[x->row->entry + i].j;
    ARRAY_PUSH(&s->entries, ((struct rest_entry){.block = block}));
    x->row->entries++;
    return s->entries.at[s->entries.count - 1].j;
}

static void read_constraint(struct rest *s, struct rest_row *row, bool slopes)
{
    const struct plan *plan = s->plan;
    const struct constraint_rows *it = &plan->constraint[row->constraint];
    const struct rows *now = &s->work->rows_now;
    struct entry_list list = {s, row};
    row->c = now->c[row->row];
    for (int i = 0; i < it->inputs && slopes; i++) {
        const double *j = now->j[i] + 6 * row->row;
        const int body = body_of(&plan->connector[it->input + i]);
        if (body >= 0)
            spread(s, body, v3(j[0], j[1], j[2]), v3(j[3], j[4], j[5]), in_row, &list);
    }
}

static void read_outside(struct rest *s, struct rest_row *row, const double *y, bool slopes)
{
    const struct plan *plan = s->plan;
    const struct outside *o = &plan->apart.outside[row->outside];
    const struct flexible *f = row->flexible >= 0 ? &plan->flexible[row->flexible] : NULL;
    const double *q = f != NULL ? y + f->q + 3 * row->node : NULL;
    const vec3 x = f != NULL ? v3(q[0], q[1], q[2]) : s->work->pose[row->row].x;
    vec3 n;
    row->c = reaction_gap(plan, s->work, row->outside, x, &n);
    if (f != NULL && f->skin_margin != NULL)
        row->c += f->skin_margin[row->place];
    if (!slopes || !isfinite(row->c))
        return;
    struct entry_list list = {s, row};
    double *own = in_row(&list, f != NULL ? s->node_block[row->flexible] + row->node : s->body_block[row->row]);
    own[0] = n.x;
    own[1] = n.y;
    own[2] = n.z;
    const vec3 arm = v3_sub(x, s->work->pose[o->solid].x);
    if (s->body_block[o->solid] >= 0)
        spread(s, o->solid, v3_neg(n), v3_neg(v3_cross(arm, n)), in_row, &list);
}

void rest_read_rows(struct rest *s, const double *y, bool slopes)
{
    const struct plan *plan = s->plan;
    int last = -1;
    if (slopes)
        s->entries.count = 0;
    for (int r = 0; r < s->rows.count; r++) {
        struct rest_row *row = &s->rows.at[r];
        if (slopes) {
            row->entry = s->entries.count;
            row->entries = 0;
        }
        if (row->constraint < 0) {
            read_outside(s, row, y, slopes);
            continue;
        }
        if (row->constraint != last)
            system_rows(plan, s->work, &plan->constraint[row->constraint], s->t, &s->work->rows_now);
        last = row->constraint;
        read_constraint(s, row, slopes);
    }
}

/* ---- second derivatives ---- */

struct few {
    const struct rest *s;
    const struct rest_thing *k;
    double (*out)[6]; /* by block of the thing */
};

static double *in_few(void *ctx, int block)
{
    const struct few *f = ctx;
    for (int i = 0; i < f->k->count; i++)
        if (f->s->block_of_thing.at[f->k->first + i] == block)
            return f->out[i];
    return f->out[f->k->count]; /* what does not belong to it */
}

/* Σ λ times the rows of a constraint as forces. λ by row of the constraint. */
static void constraint_forces(struct rest *s, const struct rest_thing *k, const double *lambda, struct few *f)
{
    const struct plan *plan = s->plan;
    const struct constraint_rows *it = &plan->constraint[k->index];
    const struct rows *now = &s->work->rows_now;
    system_rows(plan, s->work, it, s->t, &s->work->rows_now);
    for (int i = 0; i < it->inputs; i++) {
        const int body = body_of(&plan->connector[it->input + i]);
        vec3 force = v3(0, 0, 0), torque = force;
        for (int r = 0; r < it->rows && body >= 0; r++) {
            const double *j = now->j[i] + 6 * r;
            force = v3_add_scaled(force, lambda[r], v3(j[0], j[1], j[2]));
            torque = v3_add_scaled(torque, lambda[r], v3(j[3], j[4], j[5]));
        }
        if (body >= 0)
            spread(s, body, force, torque, in_few, f);
    }
}

static void refresh_signals(struct rest *s, const struct force_item *f)
{
    const struct plan *plan = s->plan;
    struct work *work = s->work;
    if (f->varying || f->class->is_goal) {
        system_refresh_forces(plan, work, s->t);
        return;
    }
    for (int c = 0; c < FORCE_CONNECTORS; c++)
        if (f->connector[c] >= 0)
            connector_signals(&plan->force.connector[f->connector[c]], 1, work->pose, work->time,
                              &work->force_signal[f->connector[c]]);
    connector_signals(plan->force.connector + f->first, f->count, work->pose, work->time,
                      work->force_signal + f->first);
}

static void item_forces(struct rest *s, const struct rest_thing *k, struct few *f)
{
    const struct force_item *item = &s->plan->force.item[k->index];
    struct work *work = s->work;
    struct force_context x = system_force_context(s->plan, work);
    const int *body = s->body_of_thing.at + k->first_body;
    refresh_signals(s, item);
    for (int i = 0; i < k->bodies; i++)
        work->wrench[body[i]] = (struct wrench){.f = v3(0, 0, 0)};
    item->class->apply(item, 1, &x);
    for (int i = 0; i < k->bodies; i++)
        spread(s, body[i], work->wrench[body[i]].f, work->wrench[body[i]].n, in_few, f);
}

static void forces(struct rest *s, const struct rest_thing *k, const double *lambda, double (*out)[6])
{
    struct few f = {s, k, out};
    memset(out, 0, sizeof *out * (size_t)(k->count + 1));
    if (k->is_force)
        item_forces(s, k, &f);
    else
        constraint_forces(s, k, lambda, &f);
}

static void turn_pose(struct pose *p, int axis, double angle)
{
    const vec3 e = v3(axis == 0, axis == 1, axis == 2);
    const double c = cos(angle), n = sin(angle);
    for (int k = 0; k < 3; k++) {
        const vec3 x = m3_column(&p->r, k);
        const vec3 turned =
            v3_add(v3_add(v3_scale(c, x), v3_scale(n, v3_cross(e, x))), v3_scale((1 - c) * v3_dot(e, x), e));
        p->r.m[k] = turned.x;
        p->r.m[3 + k] = turned.y;
        p->r.m[6 + k] = turned.z;
    }
}

/* Moves the body of one unknown, and what it carries among the bodies of the thing. */
static void nudge(struct rest *s, const struct rest_thing *k, int body, int dof, double by)
{
    struct work *work = s->work;
    struct pose *p = &work->pose[body];
    double *at[3] = {&p->x.x, &p->x.y, &p->x.z};
    if (dof < 3)
        *at[dof] += by;
    else
        turn_pose(p, dof - 3, by);
    for (int i = 0; i < k->bodies; i++) {
        const int point = flexible_point_of(&s->plan->body[s->body_of_thing.at[k->first_body + i]]);
        if (point >= 0)
            flexible_pose(s->plan, work, point);
    }
}

static int body_of_block(const struct rest *s, const struct rest_thing *k, int block)
{
    const struct plan *plan = s->plan;
    for (int i = 0; i < k->bodies; i++) {
        const int body = s->body_of_thing.at[k->first_body + i], point = flexible_point_of(&plan->body[body]);
        if (s->body_block[body] == block)
            return body;
        for (int n = 0; point >= 0 && n < plan->embedded[point].count; n++)
            if (s->body_block[plan->embedded[point].node_body[n]] == block)
                return plan->embedded[point].node_body[n];
    }
    return -1;
}

/* Second derivatives by one unknown: column[block][6]. */
static void column_of(struct rest *s, const struct rest_thing *k, const double *lambda, int block, int dof,
                      double (*column)[6], double (*other)[6])
{
    const int body = body_of_block(s, k, block);
    const double width = dof < 3 ? s->block[block].width : 1e-6;
    const struct pose before = s->work->pose[body];
    nudge(s, k, body, dof, width);
    forces(s, k, lambda, column);
    s->work->pose[body] = before;
    nudge(s, k, body, dof, -width);
    forces(s, k, lambda, other);
    s->work->pose[body] = before;
    nudge(s, k, body, 0, 0);
    for (int i = 0; i < k->count; i++)
        for (int c = 0; c < 6; c++)
            column[i][c] = -(column[i][c] - other[i][c]) / (2 * width);
}

/* λ of the rows of a constraint. Returns whether there are any but zero. */
static bool multipliers_of(const struct rest *s, int constraint, int *next, double lambda[CONSTRAINT_ROWS])
{
    bool any = false;
    memset(lambda, 0, sizeof(double) * CONSTRAINT_ROWS);
    for (; *next < s->rows.count && s->rows.at[*next].constraint == constraint; ++*next) {
        const struct rest_row *row = &s->rows.at[*next];
        lambda[row->row] = row->kind == REST_ELASTIC ? -row->weight * row->c : row->active ? row->lambda : 0;
        any |= lambda[row->row] != 0;
    }
    return any;
}

static void add_thing(struct rest *s, const struct rest_thing *k, const double *lambda,
                      void (*add)(struct rest *s, int i, int j, double value[6][6]))
{
    const int n = k->count, *block = s->block_of_thing.at + k->first;
    double(*column)[6] = mem_new(sizeof *column * ((size_t)n + 1)),
    (*other)[6] = mem_new(sizeof *other * ((size_t)n + 1));
    double(*all)[6][6] = mem_new(sizeof *all * (size_t)n * (size_t)n);
    for (int j = 0; j < n; j++)
        for (int d = 0; d < s->block[block[j]].size; d++) {
            column_of(s, k, lambda, block[j], d, column, other);
            for (int i = 0; i < n; i++)
                for (int c = 0; c < s->block[block[i]].size; c++)
                    all[i * n + j][c][d] = column[i][c];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double value[6][6];
            if (block[j] > block[i])
                continue;
            for (int c = 0; c < 6; c++)
                for (int d = 0; d < 6; d++)
                    value[c][d] = (all[i * n + j][c][d] + all[j * n + i][d][c]) / 2;
            add(s, block[i], block[j], value);
        }
    mem_free(column);
    mem_free(other);
    mem_free(all);
}

void rest_add_things(struct rest *s, void (*add)(struct rest *s, int i, int j, double value[6][6]))
{
    int next = 0;
    for (int i = 0; i < s->things.count; i++) {
        const struct rest_thing *k = &s->things.at[i];
        double lambda[CONSTRAINT_ROWS];
        if (k->count == 0)
            continue;
        if (!k->is_force) {
            while (next < s->rows.count && s->rows.at[next].constraint != k->index)
                next++;
            if (!multipliers_of(s, k->index, &next, lambda))
                continue;
        }
        add_thing(s, k, lambda, add);
    }
}
