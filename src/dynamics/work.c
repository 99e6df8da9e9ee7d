/* work.c: making, copying and freeing works.
 *
 * The arrays of a work are in one block of memory, in an order that follows from the plan: a copy is a copy of that
 * block. Structs with pointers are in a separate block, `heads`. Both blocks are reused for the next plan, so that
 * changing one constraint of many does not wait for fresh pages from the operating system.
 */
#include "dynamics/work.h"

#include <string.h>

#include "base/memory.h"
#include "base/poll.h"
#include "dynamics/tree/linked.h"

/* Allocates from a block of memory; without one it only counts. */
struct layout {
    char *at;
    size_t used;
};

static void *take(struct layout *l, size_t size, size_t count)
{
    void *p = l->at != NULL ? l->at + l->used : NULL;
    l->used += (size * count + 63) & ~(size_t)63;
    return p;
}
#define TAKE(l, type, n) ((type *)take(l, sizeof(type), (size_t)(n)))

/* ---- layout ---- */

static void lay_out_rows(const struct plan *plan, struct work *work, struct layout *l)
{
    const int rows = plan->size.all_rows, islands = ldl_islands(plan->matrix);
    bool bounds = false;
    for (int i = 0; i < plan->constraints && !bounds; i++)
        bounds = plan->constraint[i].bounds != BOUND_NONE;
    work->constraint = TAKE(l, struct rows_state, plan->constraints);
    work->parameter = TAKE(l, double, plan->size.parameters);
    work->angular = TAKE(l, double, plan->size.angular + 1);
    work->linear = TAKE(l, double, plan->size.linear + 1);
    work->hub_scale = take(l, sizeof *work->hub_scale, (size_t)plan->hubs.count);
    work->c = TAKE(l, double, rows);
    work->cd = TAKE(l, double, rows);
    work->gamma = TAKE(l, double, bounds ? rows : 0);
    work->multiplier = TAKE(l, double, rows);
    work->weight = TAKE(l, double, rows);
    work->closed = TAKE(l, signed char, rows);
    work->right = TAKE(l, double, rows);
    work->lambda = TAKE(l, double, rows);
    work->rho = TAKE(l, double, rows);
    work->island_open = TAKE(l, int, islands);
    work->island_report = TAKE(l, signed char, islands);
    work->fixed_ready = TAKE(l, bool, islands + 1);
    work->lenient.held = TAKE(l, bool, islands);
    work->lenient.gap = TAKE(l, double, islands);
    work->dense.matrix = TAKE(l, double, (size_t)plan->size.dense_rows *(size_t)plan->size.dense_columns);
    work->dense.right = TAKE(l, double, plan->size.dense_rows);
    work->dense.column = TAKE(l, int, plan->size.dense_rows > 0 ? plan->bodies : 0);
}

static void lay_out_uneven(const struct plan *plan, struct work_uneven *uneven, struct layout *l)
{
    const int islands = plan->island.uneven > 0 ? ldl_islands(plan->matrix) : 0;
    const int rows = islands > 0 ? ldl_rows(plan->matrix) : 0;
    uneven->way = TAKE(l, enum uneven_way, islands);
    uneven->pivot = TAKE(l, double, islands);
    uneven->before = TAKE(l, double, islands);
    uneven->left = TAKE(l, struct uneven_left, islands);
    uneven->weight = TAKE(l, double, rows);
    uneven->residual = TAKE(l, double, rows);
    uneven->motion = TAKE(l, double, islands > 0 ? plan->v_count : 0);
}

static void lay_out_limits(const struct plan *plan, struct work_limits *limit, struct layout *l)
{
    const int count = plan->bounded_count;
    limit->rate = TAKE(l, double, count > 0 ? plan->y_count : 0);
    limit->free_acceleration = TAKE(l, double, count > 0 ? plan->v_count : 0);
    limit->speed = TAKE(l, double, count);
    limit->flag = TAKE(l, bool, 2 * count);
    limit->mode = TAKE(l, enum mode, count);
    limit->triggered = TAKE(l, bool, count);
    limit->guard = TAKE(l, double, count);
}

static void lay_out_flexibles(const struct plan *plan, struct work *work, struct layout *heads, struct layout *l)
{
    const bool held = plan->apart.reactions + plan->apart.outsides > 0;
    int points = 0;
    work->flexible = TAKE(heads, struct flexible_work, plan->flexibles);
    work->turning = take(l, sizeof *work->turning, (size_t)plan->embeddeds);
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        struct flexible_work own = {
            .force = TAKE(l, double, 3 * f->lattice->nodes),
            .free = TAKE(l, double, 3 * f->lattice->nodes),
            .kept = TAKE(l, double, 6 * f->touched),
            .taken = held ? TAKE(l, unsigned char, f->lattice->nodes) : NULL,
            .lattice = {.spare = TAKE(l, double, 3 * lattice_spare_nodes(f->lattice)),
                        .loss = TAKE(l, double, f->lattice->chunks)},
        };
        points += f->skin_count;
        if (work->flexible != NULL)
            work->flexible[i] = own;
    }
    if (plan->apart.softs + plan->apart.reactions + plan->apart.outsides == 0)
        return;
    work->outside = TAKE(l, struct outside_state, plan->apart.outsides);
    work->taken = TAKE(l, unsigned char, plan->bodies);
    work->held_acceleration = TAKE(l, vec3, plan->bodies);
    work->held = TAKE(l, struct held_point, points + plan->apart.outsides);
}

static void lay_out_generals(const struct plan *plan, struct work *work, struct layout *heads, struct layout *l)
{
    work->general = TAKE(heads, struct general_work, plan->generals);
    work->shown = TAKE(heads, struct shown_work, plan->showns);
    work->slide = TAKE(heads, struct slide_work, plan->slides);
    for (int i = 0; i < plan->generals; i++) {
        const int n = plan->general[i].n;
        struct general_work own = {
            .n = n,
            .sums = {.bias = TAKE(l, double, n),
                     .own = TAKE(l, double, n),
                     .moment = TAKE(l, double, 3 * n),
                     .motion = TAKE(l, double, n),
                     .turning = TAKE(l, double, n)},
            .l = TAKE(l, double, n *n),
            .force = TAKE(l, double, n),
            .free = TAKE(l, double, n),
            .work = TAKE(l, double, n),
            .at = TAKE(l, double, 2 * n),
            .scratch = TAKE(l, double, general_scratch(plan->general[i].model)),
            .singular = -1,
        };
        if (work->general != NULL)
            work->general[i] = own;
    }
    for (int i = 0; i < plan->showns; i++) {
        const int n = plan->general[plan->shown[i].general].n;
        struct shown_work own = {
            .what = plan->shown[i].what, .yq = TAKE(l, double, 6 * n), .hat = TAKE(l, double, 6 * n)};
        if (work->shown != NULL)
            work->shown[i] = own;
    }
    for (int i = 0; i < plan->slides; i++) {
        struct slide_work own = {.scratch = TAKE(l, double, curve_scratch(plan->slide[i].curve))};
        if (work->slide != NULL)
            work->slide[i] = own;
    }
}

static void lay_out(const struct plan *plan, struct work *work, struct layout *heads, struct layout *l)
{
    work->pose = TAKE(l, struct pose, plan->bodies);
    work->wrench = TAKE(l, struct wrench, plan->bodies);
    work->time = TAKE(l, struct time_signal, plan->size.times);
    work->force_signal = TAKE(l, struct signal, plan->force.connectors);
    work->force_value = TAKE(l, double, plan->force.values);
    work->acceleration = TAKE(l, double, plan->v_count);
    work->extra_rate = TAKE(l, double, plan->y_count - plan->work_done - 1);
    work->scratch = TAKE(l, double, plan->size.scratch);
    if (plan->first_order) {
        work->first_order.still = TAKE(l, double, plan->y_count);
        work->first_order.velocity = TAKE(l, double, plan->v_count);
    }
    lay_out_rows(plan, work, l);
    lay_out_uneven(plan, &work->uneven, l);
    lay_out_limits(plan, &work->limit, l);
    lay_out_flexibles(plan, work, heads, l);
    lay_out_generals(plan, work, heads, l);
}

static void lay_out_linked(const struct plan *plan, struct linked_work *k, struct layout *l)
{
    const struct linked *t = plan->linked;
    const int islands = ldl_islands(plan->matrix);
    k->y = TAKE(l, double, plan->y_count);
    k->rate = TAKE(l, double, plan->y_count);
    k->copy = TAKE(l, double, plan->y_count);
    k->now = TAKE(l, struct linked_now, t->joints);
    k->root_r = TAKE(l, mat3, t->roots);
    k->inertia = TAKE(l, struct linked_inertia, t->joints);
    k->root_inertia = TAKE(l, struct linked_inertia, t->roots);
    k->step = TAKE(l, struct linked_step, t->joints);
    k->skip = TAKE(l, bool, islands);
    k->skip_now = TAKE(l, bool, islands);
    k->body_skip = TAKE(l, bool, plan->bodies);
    k->joint_skip = TAKE(l, bool, t->joints);
}

/* ---- making ---- */

/* A block of at least this many bytes, all zero. */
static void *room_for(struct work_memory *m, size_t bytes)
{
    if (m->size < bytes) {
        m->size = m->at == NULL ? bytes : bytes + bytes / 4; /* grows with some reserve */
        mem_free(m->at);
        m->at = mem_new(m->size);
    } else {
        mem_clear(m->at, bytes);
    }
    m->used = bytes;
    return m->at;
}

/* Poses of bodies that do not move; those of others are set by every evaluation. */
static void place_bodies(const struct plan *plan, struct work *work)
{
    for (int i = 0; i < plan->bodies; i++) {
        poll_built_at(i);
        const struct body *b = &plan->body[i];
        work->pose[i].x = b->build->place;
        work->pose[i].r = q_matrix(b->build->orientation);
        work->pose[i].inverse_mass = b->inverse_mass;
    }
}

void work_make(const struct plan *plan, struct work *work)
{
    struct layout heads = {0}, numbers = {0};
    struct work_memory heads_memory = work->heads, numbers_memory = work->numbers, linked_memory = work->linked_numbers;
    *work = (struct work){.heads = heads_memory, .numbers = numbers_memory, .linked_numbers = linked_memory};
    work->report.bad_constraint = work->report.bad_body = -1;
    lay_out(plan, work, &heads, &numbers);
    heads = (struct layout){.at = room_for(&work->heads, heads.used + 1)};
    numbers = (struct layout){.at = room_for(&work->numbers, numbers.used + 1)};
    lay_out(plan, work, &heads, &numbers);
    work->matrix = ldl_numbers_new(plan->matrix);
    if (plan->size.dense_rows > 0)
        work->dense.room = dense_square_new(plan->size.dense_rows, plan->size.dense_columns);
    if (plan->island.uneven > 0)
        work->uneven.even = ldl_numbers_new(plan->matrix);
    place_bodies(plan, work);
}

void work_make_linked(const struct plan *plan, struct work *work)
{
    struct layout l = {0};
    work->linked = MEM_NEW(struct linked_work);
    lay_out_linked(plan, work->linked, &l);
    l = (struct layout){.at = room_for(&work->linked_numbers, l.used + 1)};
    lay_out_linked(plan, work->linked, &l);
}

void work_clear(struct work *work)
{
    ldl_numbers_free(work->matrix);
    dense_square_free(work->dense.room);
    ldl_numbers_free(work->uneven.even);
    mem_free(work->linked);
    work->matrix = NULL;
    work->dense.room = NULL;
    work->uneven.even = NULL;
    work->linked = NULL;
}

void work_free(struct work *work)
{
    work_clear(work);
    mem_free(work->heads.at);
    mem_free(work->numbers.at);
    mem_free(work->linked_numbers.at);
    *work = (struct work){.constraint = NULL};
}

/* ---- copying ---- */

static void copy_numbers(const struct work_memory *from, struct work_memory *to)
{
    memcpy(to->at, from->at, from->used);
}

static void copy_generals(const struct plan *plan, const struct work *from, struct work *to)
{
    for (int i = 0; i < plan->generals; i++) {
        const struct general_work *g = &from->general[i];
        const struct general_sums lists = to->general[i].sums;
        struct general_work *own = &to->general[i];
        own->sums = g->sums;
        own->sums.mass = g->sums.mass != NULL ? own->l : NULL;
        own->sums.bias = lists.bias;
        own->sums.own = lists.own;
        own->sums.moment = lists.moment;
        own->sums.motion = lists.motion;
        own->sums.turning = lists.turning;
        own->t = g->t;
        own->singular = g->singular;
        own->applied = g->applied;
        own->ready = g->ready;
    }
    for (int i = 0; i < plan->showns; i++) {
        to->shown[i].what = from->shown[i].what;
        to->shown[i].ready = from->shown[i].ready;
    }
    for (int i = 0; i < plan->slides; i++) {
        to->slide[i].back = from->slide[i].back;
        to->slide[i].u = from->slide[i].u;
        to->slide[i].along = from->slide[i].along;
    }
}

void work_copy(const struct plan *plan, const struct work *from, struct work *to)
{
    work_make(plan, to);
    copy_numbers(&from->numbers, &to->numbers);
    copy_generals(plan, from, to);
    ldl_numbers_copy(plan->matrix, from->matrix, to->matrix);
    if (from->linked != NULL) {
        work_make_linked(plan, to);
        copy_numbers(&from->linked_numbers, &to->linked_numbers);
        to->linked->direct = from->linked->direct;
        to->linked->all_skip = from->linked->all_skip;
    }
    to->let = from->let;
    to->turns = from->turns;
    to->tracker_angle = from->tracker_angle;
    to->lenient.softness = from->lenient.softness;
    to->lenient.any = from->lenient.any;
    to->lenient.size = from->lenient.size;
    to->damping = from->damping;
    to->skip_multiplier_balance = from->skip_multiplier_balance;
    to->open = from->open;
    to->held_count = from->held_count;
    to->field = from->field;
    to->power = from->power;
    to->report = from->report;
    to->report.bad_y = NULL;
    to->report.bad_known = false;
}
