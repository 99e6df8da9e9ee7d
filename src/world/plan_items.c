/* plan_items.c: the constraints and forces of a plan: connectors, items, parts, the matrix and its elimination order.
 *
 * Everything is linear in the size of the model.
 */
#include <stdlib.h>
#include <string.h>

#include "world/parts.h"

/* A body with more constraints than this stays in the matrix. Below it, eliminating the body is cheaper. */
enum { HUB = 12 };
enum { FORMS = 64 }; /* more than any kind has: kinds are told apart by FORMS times their number */

/* ---- connectors, items, parts ---- */

static bool moves(const struct system *s, const struct connector *c)
{
    return c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME &&
           (s->body[c->body].dofs > 0 || s->body[c->body].flexible > 0 || s->body[c->body].general > 0);
}

static bool can_move(const struct system *s, const struct connector *input, int inputs)
{
    for (int i = 0; i < inputs; i++)
        if (moves(s, &input[i]))
            return true;
    return false;
}

/* Feedback of a constraint, shared by its limits. */
static struct item item_base(const tn_world *w, const struct constraint *c, int slot)
{
    double tau = c->type->how.tau > 0 ? c->type->how.tau : w->settings.tau;
    struct item it = {
        .id = slot,
        .apart = soft_is_apart(c->type->how.by),
        .limit = -1,
        .block = -1,
        .ks = c->type->how.has_feedback ? c->type->how.ks : 1 / (tau * tau),
        .kd = c->type->how.has_feedback ? c->type->how.kd : 2 / tau,
        .kv = c->type->how.has_feedback ? c->type->how.kd / 2 : 1 / tau,
        .own_feedback = c->type->how.has_feedback,
    };
    if (c->type->how.has_feedback && w->settings.order == TN_FIRST_ORDER) /* kd Ċ + ks C = 0 */
        it.kv = c->type->how.kd > 0 ? c->type->how.ks / c->type->how.kd : 0;
    return it;
}

/* A kind that has parameters, or a limit of a kind, has numbers. */
static bool has_numbers(const struct constraint *c, int limit)
{
    if (limit >= 0)
        return c->more->limits[limit].kernel != NULL;
    return c->build != NULL && c->build->form != NULL && c->build->form->parameters[0] != NULL;
}

static void number_item(const tn_world *w, const struct constraint *c, struct item *it)
{
    const struct constraint_form *form = c->build->form;
    struct item_numbers *n = it->numbers;
    for (int k = 0; k < CONSTRAINT_PARAMETERS; k++) {
        n->parameter[k] = built_parameter(c->build, k);
        if (k == 0 && constraint_number(c) != NULL)
            expression_of_lets(w, constraint_number(c), &n->parameter[k]);
        n->turns[k] = built_turns(c->build, k);
        if (n->turns[k] >= 0)
            n->parameter[k] = w->turns.at[n->turns[k]];
        if (form->parameters[k] != NULL && strcmp(form->parameters[k], "tau") == 0)
            n->parameter[k] = it->kv > 0 ? 1 / it->kv : 1;
    }
}

static struct item item_of(const tn_world *w, const struct constraint *c, int slot, struct item_numbers *numbers)
{
    struct item it = item_base(w, c, slot);
    it.kernel = c->type->kernel;
    it.program = constraint_program(c);
    it.numbers = numbers;
    it.inputs = (signed char)c->inputs;
    it.rows = (signed char)c->type->rows;
    it.driven = c->type->uses_time;
    const struct constraint_form *form = c->build != NULL ? c->build->form : NULL;
    if (form != NULL && (form->tie_direction > 0 || form->tie_frame > 0))
        it.form = form;
    if (numbers != NULL)
        number_item(w, c, &it);
    for (int r = 0; r < c->type->rows; r++) {
        it.level[r] = c->type->level[r];
        it.driven |= c->type->level[r] != LEVEL_POSITION;
        it.group[r] = c->type->group[r];
    }
    return it;
}

static struct item limit_item(const tn_world *w, const struct constraint *c, int slot, int limit,
                              struct item_numbers *numbers)
{
    const struct limit *l = &c->more->limits[limit];
    struct item it = item_base(w, c, slot);
    it.limit = limit;
    it.program = l->program;
    it.kernel = l->kernel;
    it.form = l->tied;
    it.numbers = numbers;
    for (int k = 0; k < CONSTRAINT_PARAMETERS && numbers != NULL; k++) {
        numbers->parameter[k] = k < 2 ? w->lets.at[l->parameter_let[k]] : 0;
        numbers->turns[k] = -1;
    }
    it.inputs = (signed char)l->inputs;
    it.rows = 1;
    it.level[0] = (signed char)l->level;
    it.bounds = l->kind == LIMIT_SPEED || l->kind == LIMIT_ANGLE ? BOUND_MOTOR : BOUND_ONE_SIDED;
    it.mode = l->mode;
    it.push = l->push;
    it.bounce = l->bounce;
    it.bound = l->bound;
    it.driven = l->uses_time;
    return it;
}

/* What is known of the linear columns of a part: that of its one input that has any. */
static void find_linear(struct system *s, const struct item *it, const struct constraint_form *form)
{
    for (int p = it->part; p < it->part + it->parts; p++) {
        int linear = LINEAR_NONE;
        for (int i = 0; i < it->inputs; i++) {
            int own = s->input_part[it->input + i] != p ? LINEAR_NONE
                      : form == NULL                    ? LINEAR_ANY
                                                        : (int)constraint_form_linear(form, i);
            linear = own == LINEAR_NONE ? linear : linear == LINEAR_NONE ? own : LINEAR_ANY;
        }
        s->part[p].has = (signed char)(s->part[p].turns ? linear : LINEAR_ANY);
    }
}

/* The part of an item by a body, made if there is none yet. */
static int part_by(struct system *s, struct item *it, int item_index, int body)
{
    int p = it->part;
    while (p < s->parts && s->part[p].body != body)
        p++;
    if (p == s->parts) {
        struct part new = {.body = body,
                           .item = item_index,
                           .dofs = (short)s->body[body].dofs,
                           .turns = s->body[body].coordinates == COORDINATES_RIGID};
        s->part[s->parts++] = new;
    }
    return p;
}

/* The parts of an item: one for each moving body it touches, an embedded point's nodes among them; inputs find theirs, or
 * the first of those. */
static void plan_parts(struct system *s, struct item *it, int item_index)
{
    it->part = s->parts;
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &s->connector[it->input + i];
        s->input_part[it->input + i] = -1;
        it->driven |= c->type == CONNECTOR_TIME || (c->type != CONNECTOR_CONSTANT && s->body[c->body].source >= 0);
        it->driven |= c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME && s->body[c->body].general > 0 &&
                      s->general[s->body[c->body].general - 1].model->uses_time;
        if (!moves(s, c) || it->block < 0)
            continue;
        const struct embedded *e = s->body[c->body].embedded > 0 ? &s->embedded[s->body[c->body].embedded - 1] : NULL;
        s->input_part[it->input + i] =
            part_by(s, it, item_index,
                    e != NULL                    ? e->node_body[0]
                    : s->body[c->body].shown > 0 ? s->general[s->shown[s->body[c->body].shown - 1].general].body
                                                 : c->body);
        for (int b = 1; e != NULL && b < e->count; b++)
            part_by(s, it, item_index, e->node_body[b]);
    }
    it->parts = (short)(s->parts - it->part);
}

/* Where the columns of J are stored: the angular ones of rigid bodies, and linear ones that vary. */
static void plan_columns(tn_world *w, struct system *s)
{
    int angular = 0, linear = 0;
    for (int i = 0; i < s->parts; i++) {
        struct part *p = &s->part[i];
        int rows = s->item[p->item].rows;
        p->angular = angular;
        p->linear = linear;
        angular += p->turns ? 3 * rows : 0;
        linear += p->has == LINEAR_ANY ? rows * (p->turns ? 3 : p->dofs) : 0;
    }
    s->angular = PLAN_ARRAY(w, double, angular + 1);
    s->linear = PLAN_ARRAY(w, double, linear + 1);
}

/* Items in an order that keeps kinds together: movable first, then by kind, then as made. */
struct sort_key {
    int slot, limit, immovable, kind, made;
};
static int compare_keys(const void *a, const void *b)
{
    const struct sort_key *x = a, *y = b;
    if (x->immovable != y->immovable)
        return x->immovable - y->immovable;
    if (x->kind != y->kind)
        return x->kind - y->kind;
    return x->made != y->made ? x->made - y->made : x->limit - y->limit;
}

static int kind_number(const struct constraint *c)
{
    if (c->type->class == NULL)
        return constraint_class_count() * FORMS;
    int k = 0;
    while (constraint_class_at(k) != c->type->class)
        k++;
    return FORMS * k + (int)(c->build->form - c->type->class->forms);
}

/* Everything that becomes an item: constraints with rows, and limits. Returns how many inputs they have. */
static int list_items(tn_world *w, struct system *s, struct sort_key *key)
{
    const int limit_kind = FORMS * constraint_class_count() + 1;
    int inputs = 0;
    for (int i = 0; i < w->constraint_pool.order.count; i++) {
        int slot = w->constraint_pool.order.at[i];
        const struct constraint *c = &w->constraints.at[slot];
        const bool apart = soft_is_apart(c->type->how.by); /* not solved for: no place in the matrix */
        if (!c->active)
            continue;
        if (c->type->rows > 0) {
            key[s->items++] =
                (struct sort_key){slot, -1, apart || !can_move(s, c->input, c->inputs), kind_number(c), i};
            inputs += c->inputs;
        }
        for (int l = 0; l < c->limit_count; l++) {
            bool immovable = !can_move(s, c->more->limits[l].input, c->more->limits[l].inputs);
            if (immovable)
                continue; /* nothing a limit could push */
            key[s->items++] = (struct sort_key){slot, l, apart, limit_kind, i};
            inputs += c->more->limits[l].inputs;
        }
    }
    qsort(key, (size_t)s->items, sizeof *key, compare_keys);
    return inputs;
}

static int item_total(const tn_world *w)
{
    int total = 0;
    for (int i = 0; i < w->constraint_pool.order.count; i++)
        total += 1 + w->constraints.at[w->constraint_pool.order.at[i]].limit_count;
    return total;
}

void plan_items(tn_world *w, struct system *s)
{
    struct sort_key *key = MEM_ARRAY(struct sort_key, item_total(w));
    int inputs = list_items(w, s, key);
    int numbers = 0, limits = 0;
    for (int i = 0; i < s->items; i++) {
        numbers += has_numbers(&w->constraints.at[key[i].slot], key[i].limit);
        limits += key[i].limit >= 0;
    }
    struct item_numbers *number = PLAN_ARRAY(w, struct item_numbers, numbers);
    s->item = PLAN_ARRAY(w, struct item, s->items);
    s->bounded = PLAN_ARRAY(w, int, limits);
    s->connector = PLAN_ARRAY(w, struct connector, inputs);
    s->item_partner = PLAN_ARRAY(w, signed char, inputs);
    s->input_part = PLAN_ARRAY(w, int, inputs);
    s->part = PLAN_ARRAY(w, struct part, s->flexibles > 0 ? 8 * inputs : inputs);
    for (int i = 0; i < s->items; i++) {
        struct constraint *c = &w->constraints.at[key[i].slot];
        bool is_limit = key[i].limit >= 0;
        const struct connector *input = is_limit ? c->more->limits[key[i].limit].input : c->input;
        struct item *it = &s->item[i];
        struct item_numbers *own = has_numbers(c, key[i].limit) ? number++ : NULL;
        *it = is_limit ? limit_item(w, c, key[i].slot, key[i].limit, own) : item_of(w, c, key[i].slot, own);
        *(is_limit ? &c->more->limits[key[i].limit].item : &c->item) = i;
        if (is_limit && !soft_is_apart(c->type->how.by))
            s->bounded[s->bounded_count++] = i;
        it->input = s->connectors;
        for (int k = 0; k < it->inputs; k++, s->connectors++) {
            s->connector[s->connectors] = plan_connector(w, &input[k], c);
            s->item_partner[s->connectors] = is_limit               ? c->more->limits[key[i].limit].partner[k]
                                             : c->build != NULL     ? c->build->partner[k]
                                             : c->type->is_on_curve ? (k == 0 ? 1 : 2)
                                                                    : 0;
        }
        if (!key[i].immovable) {
            it->block = s->blocks++;
            s->rows += it->rows;
        }
        plan_parts(s, it, i);
        find_linear(s, it, is_limit || c->build == NULL ? NULL : c->build->form);
        s->driven_count += it->driven && it->block >= 0;
    }
    s->driven = PLAN_ARRAY(w, int, s->driven_count);
    for (int i = 0, n = 0; i < s->items; i++)
        if (s->item[i].driven && s->item[i].block >= 0)
            s->driven[n++] = i;
    plan_columns(w, s);
    s->event_rate = PLAN_ARRAY(w, double, s->bounded_count > 0 ? s->y_count : 0);
    s->event_speed = PLAN_ARRAY(w, double, s->bounded_count);
    s->free_acceleration = PLAN_ARRAY(w, double, s->bounded_count > 0 ? s->v_count : 0);
    s->event_flag = PLAN_ARRAY(w, bool, 2 * s->bounded_count);
    s->event_mode = PLAN_ARRAY(w, enum mode, s->bounded_count);
    s->triggered = PLAN_ARRAY(w, bool, s->bounded_count);
    s->guard = PLAN_ARRAY(w, double, s->bounded_count);
    mem_free(key);
}

/* ---- the matrix ---- */

/* Parts by body, in their order. */
static void parts_by_body(tn_world *w, struct system *s)
{
    int *start = s->body_part_start = PLAN_ARRAY(w, int, s->bodies + 2);
    s->body_part = PLAN_ARRAY(w, int, s->parts);
    /* Counted two places up and filled one place up, start ends where it belongs. */
    for (int p = 0; p < s->parts; p++)
        start[s->part[p].body + 2]++;
    for (int b = 0; b < s->bodies; b++)
        start[b + 2] += start[b + 1];
    for (int p = 0; p < s->parts; p++)
        s->body_part[start[s->part[p].body + 1]++] = p;
}

static int parts_of(const struct system *s, int body)
{
    return s->body_part_start[body + 1] - s->body_part_start[body];
}

static void find_hubs(tn_world *w, struct system *s)
{
    const int most = s->solver == SOLVER_SVD && s->rows <= PLAN_SVD_ROWS ? s->parts : HUB; /* the reference has none */
    for (int b = 0; b < s->bodies; b++)
        s->hubs += parts_of(s, b) > most && s->body[b].general == 0; /* those are too wide */
    s->hub = PLAN_ARRAY(w, struct hub, s->hubs);
    for (int b = 0, h = 0; b < s->bodies; b++) {
        int d = parts_of(s, b);
        if (d <= most || s->body[b].general > 0) {
            s->products += d * (d - 1) / 2;
            continue;
        }
        s->hub[h] = (struct hub){.body = b, .block = s->blocks + h};
        s->hub_products += d;
        h++;
        for (int i = s->body_part_start[b]; i < s->body_part_start[b + 1]; i++)
            s->part[s->body_part[i]].hub = true;
    }
}

/* Touches nothing but hubs: such blocks have no diagonal of their own, and the matrix likes to know. */
static bool only_hubs(const struct system *s, const struct item *it)
{
    for (int p = it->part; p < it->part + it->parts; p++)
        if (!s->part[p].hub)
            return false;
    return true;
}

/* Each item's products with the items before it on the same bodies. */
static void list_products(tn_world *w, struct system *s)
{
    s->product = PLAN_ARRAY(w, struct product, s->products);
    int n = 0;
    for (int i = 0; i < s->items; i++) {
        struct item *it = &s->item[i];
        it->product = n;
        for (int p = it->part; p < it->part + it->parts; p++) {
            int body = s->part[p].body;
            for (int k = s->body_part_start[body]; !s->part[p].hub && s->body_part[k] != p; k++)
                s->product[n++] = (struct product){.row = p, .column = s->body_part[k]};
        }
        it->products = n - it->product;
    }
}

static void list_hub_products(tn_world *w, struct system *s)
{
    s->hub_product = PLAN_ARRAY(w, struct hub_product, s->hub_products);
    for (int h = 0, n = 0; h < s->hubs; h++)
        for (int k = s->body_part_start[s->hub[h].body]; k < s->body_part_start[s->hub[h].body + 1]; k++)
            s->hub_product[n++] = (struct hub_product){.part = s->body_part[k], .hub = h};
}

static int block_of_part(const struct system *s, int part) { return s->item[s->part[part].item].block; }

/* The blocks and which of them are coupled. */
static void analyze(struct system *s)
{
    int n = s->blocks + s->hubs, pairs = 0;
    int *pair = MEM_ARRAY(int, 2 * (s->products + s->hub_products)), *size = MEM_ARRAY(int, n);
    signed char *sign = MEM_ARRAY(signed char, n);
    for (int i = 0; i < s->products; i++) {
        pair[pairs++] = block_of_part(s, s->product[i].row);
        pair[pairs++] = block_of_part(s, s->product[i].column);
    }
    for (int i = 0; i < s->hub_products; i++) {
        pair[pairs++] = block_of_part(s, s->hub_product[i].part);
        pair[pairs++] = s->hub[s->hub_product[i].hub].block;
    }
    for (int i = 0; i < s->items; i++)
        if (s->item[i].block >= 0) {
            size[s->item[i].block] = s->item[i].rows;
            sign[s->item[i].block] = only_hubs(s, &s->item[i]) ? 2 : 1;
        }
    for (int h = 0; h < s->hubs; h++) {
        size[s->hub[h].block] = s->body[s->hub[h].body].dofs;
        sign[s->hub[h].block] = -1;
    }
    s->matrix = ldl_analyze(n, size, sign, pairs / 2, pair);
    mem_free(pair);
    mem_free(size);
    mem_free(sign);
}

/* Where every product goes, and which is the first there. */
static void find_offsets(struct system *s)
{
    bool transposed;
    int rows = ldl_rows(s->matrix); /* behind them lie those of items that nothing can move */
    for (int i = 0; i < s->items; i++) {
        struct item *it = &s->item[i];
        it->row = it->block >= 0 ? ldl_row(s->matrix, it->block) : rows;
        if (it->block >= 0)
            it->diagonal = ldl_offset(s->matrix, it->block, it->block, &transposed);
        else
            rows += it->rows;
        for (int p = it->part; p < it->part + it->parts; p++) {
            s->part[p].row = it->row;
            s->part[p].rows = (signed char)it->rows;
        }
    }
    for (int h = 0; h < s->hubs; h++) {
        s->hub[h].diagonal = ldl_offset(s->matrix, s->hub[h].block, s->hub[h].block, &transposed);
        s->hub[h].row = ldl_row(s->matrix, s->hub[h].block);
    }
    for (int i = 0; i < s->items; i++) {
        struct product *x = s->product + s->item[i].product;
        for (int k = 0; k < s->item[i].products; k++) {
            int own = x[k].row;
            x[k].offset = ldl_offset(s->matrix, s->item[i].block, block_of_part(s, x[k].column), &transposed);
            if (transposed) { /* the block lies there the other way round */
                x[k].row = x[k].column;
                x[k].column = own;
            }
            for (int l = 0; l < k; l++) /* two constraints that share two bodies */
                x[k].adds |= x[l].offset == x[k].offset;
        }
    }
    for (int i = 0; i < s->hub_products; i++) {
        struct hub_product *x = &s->hub_product[i];
        x->offset = ldl_offset(s->matrix, block_of_part(s, x->part), s->hub[x->hub].block, &x->transposed);
    }
}

/* Islands in groups that are worth a thread's while, one after the other. */
static void group_islands(tn_world *w, struct system *s)
{
    enum { ENOUGH_ROWS = 500 };
    const int islands = ldl_islands(s->matrix);
    int *rows = MEM_ARRAY(int, islands + 1);
    s->island_group = PLAN_ARRAY(w, int, islands + 1);
    s->island_report = PLAN_ARRAY(w, signed char, islands);
    for (int i = 0; i < s->items; i++)
        if (s->item[i].block >= 0)
            rows[ldl_island_of(s->matrix, s->item[i].block)] += s->item[i].rows;
    for (int i = 0, in_group = ENOUGH_ROWS; i < islands; i++) {
        if (in_group >= ENOUGH_ROWS) {
            s->island_group[s->island_groups++] = i;
            in_group = 0;
        }
        in_group += rows[i];
    }
    s->island_group[s->island_groups] = islands;
    mem_free(rows);
}

static bool any_bounds(const struct system *s)
{
    for (int i = 0; i < s->items; i++)
        if (s->item[i].bounds != BOUND_NONE)
            return true;
    return false;
}

/* Points of affine bodies that meet one another, nails or paths: C is linear in coordinates, and J constant. */
static bool is_constant(const tn_world *w, const struct system *s, const struct item *it)
{
    const struct constraint *c = &w->constraints.at[it->id];
    if (it->block < 0 || it->limit >= 0 || it->bounds != BOUND_NONE || c->type->class == NULL || it->form != NULL)
        return false;
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *k = &s->connector[it->input + i];
        if (k->type == CONNECTOR_CONSTANT || k->type == CONNECTOR_TIME)
            continue;
        if (k->type != CONNECTOR_POINT || constraint_form_linear(c->build->form, i) == LINEAR_ANY)
            return false;
        const struct body *b = &s->body[k->body];
        if (b->dofs > 0 || b->flexible > 0 ||
            (b->shown > 0 &&
             (s->shown[b->shown - 1].what.role != GENERAL_POINT || !s->general[b->general - 1].model->class->constant)))
            return false;
    }
    return true;
}

static void find_constant(tn_world *w, struct system *s)
{
    s->fixed_island = PLAN_ARRAY(w, bool, ldl_islands(s->matrix) + 1);
    s->fixed_ready = PLAN_ARRAY(w, bool, ldl_islands(s->matrix) + 1);
    memset(s->fixed_island, 1, sizeof(bool) * (size_t)ldl_islands(s->matrix));
    s->refactor = w->settings.refactor;
    for (int i = 0; i < s->items; i++) {
        struct item *it = &s->item[i];
        it->constant = is_constant(w, s, it);
        if (it->block >= 0 && !it->constant)
            s->fixed_island[ldl_island_of(s->matrix, it->block)] = false;
    }
    for (int i = 0; i < s->items; i++) /* beside others it is like them */
        s->item[i].constant = s->item[i].constant && s->fixed_island[ldl_island_of(s->matrix, s->item[i].block)];
}

void plan_matrix(tn_world *w, struct system *s)
{
    parts_by_body(w, s);
    find_hubs(w, s);
    list_products(w, s);
    list_hub_products(w, s);
    analyze(s);
    find_offsets(s);
    int rows = ldl_rows(s->matrix);
    for (int i = 0; i < s->items; i++) /* of items that nothing can move, too */
        rows += s->item[i].block >= 0 ? 0 : s->item[i].rows;
    s->c = PLAN_ARRAY(w, double, rows);
    s->cd = PLAN_ARRAY(w, double, rows);
    s->gamma = PLAN_ARRAY(w, double, any_bounds(s) ? rows : 0);
    s->multiplier = PLAN_ARRAY(w, double, rows);
    s->weight = PLAN_ARRAY(w, double, rows);
    s->closed = PLAN_ARRAY(w, signed char, rows);
    s->island_open = PLAN_ARRAY(w, int, ldl_islands(s->matrix));
    group_islands(w, s);
    find_constant(w, s);
    system_open_all(s, w->t);
    s->right = PLAN_ARRAY(w, double, rows);
    s->lambda = PLAN_ARRAY(w, double, rows);
    s->rho = PLAN_ARRAY(w, double, rows);
}

/* ---- forces ---- */

static int compare_forces(const void *a, const void *b)
{
    const struct sort_key *x = a, *y = b;
    return x->kind != y->kind ? x->kind - y->kind : x->made - y->made;
}

static int force_connector_total(const tn_world *w)
{
    int total = 0;
    for (int i = 0; i < w->force_pool.order.count; i++) {
        const struct force *f = &w->forces.at[w->force_pool.order.at[i]];
        total += f->def.connector_count + f->inputs;
    }
    return total;
}

/* How many values a force has: of a goal, the objective and its gradient. */
static int value_count(const struct force *f) { return f->def.class->is_goal ? f->values->outputs : FORCE_VALUES; }

void plan_forces(tn_world *w, struct system *s)
{
    int count = w->force_pool.order.count;
    struct sort_key *key = MEM_ARRAY(struct sort_key, count);
    for (int i = 0; i < count; i++) {
        int slot = w->force_pool.order.at[i], kind = 0;
        if (!w->forces.at[slot].active)
            continue;
        while (force_class_at(kind) != w->forces.at[slot].def.class)
            kind++;
        key[s->forces++] = (struct sort_key){.slot = slot, .kind = kind, .made = i};
        s->values += value_count(&w->forces.at[slot]);
    }
    qsort(key, (size_t)s->forces, sizeof *key, compare_forces);
    s->force = PLAN_ARRAY(w, struct force_item, s->forces);
    s->value = PLAN_ARRAY(w, double, s->values);
    s->force_value = PLAN_ARRAY(w, struct expression *, s->forces);
    s->force_value_at = PLAN_ARRAY(w, int, s->forces);
    s->force_connector = PLAN_ARRAY(w, struct connector, force_connector_total(w));
    for (int i = 0, at = 0; i < s->forces; at += value_count(&w->forces.at[key[i++].slot])) {
        const struct force *f = &w->forces.at[key[i].slot];
        struct force_item *it = &s->force[i];
        *it = (struct force_item){.class = f->def.class,
                                  .id = key[i].slot,
                                  .connector = {-1, -1},
                                  .body = f->def.body,
                                  .value = at,
                                  .varying = !f->def.class->is_goal
                                                 ? f->values != NULL
                                                 : f->values->times || (f->def.data != NULL && f->values->paths)};
        if (f->def.body >= 0 &&
            (object_flexible(&w->objects.at[f->def.body]) != NULL ||
             w->objects.at[f->def.body].type->general != NULL) &&
            !f->def.class->is_drag)
            it->body = plan_connector(w, &(struct connector){CONNECTOR_SPIN, f->def.body, -1, v3(0, 0, 0)}, NULL).body;
        for (int k = 0; k < f->def.connector_count; k++) {
            it->connector[k] = s->force_connectors;
            s->force_connector[s->force_connectors++] = plan_connector(w, &f->def.connector[k], NULL);
        }
        if (!f->def.class->is_goal)
            world_force_numbers(w, key[i].slot, s->value + it->value);
        it->first = s->force_connectors;
        it->count = f->inputs;
        it->data = f->def.data;
        if (f->values != NULL) {
            /* its own connectors follow one another: symbols are shifted by the first of them */
            f->values->first_connector = s->force_connectors;
            for (int k = 0; k < f->inputs; k++)
                s->force_connector[s->force_connectors++] = plan_connector(w, &f->input[k], NULL);
            s->force_value_at[s->force_values] = it->value;
            s->force_value[s->force_values++] = f->values;
        }
    }
    s->force_signal = PLAN_ARRAY(w, struct signal, s->force_connectors);
    mem_free(key);
}

/* The numbers of constraints and forces in a plan whose topology is still right: the same as in a plan made anew. */
void plan_renew_items(tn_world *w, struct system *s)
{
    for (int i = 0; i < s->items; i++) {
        struct item *it = &s->item[i];
        const struct constraint *c = &w->constraints.at[it->id];
        const struct item new =
            it->limit >= 0 ? limit_item(w, c, it->id, it->limit, it->numbers) : item_of(w, c, it->id, it->numbers);
        it->ks = new.ks;
        it->kd = new.kd;
        it->kv = new.kv;
        it->own_feedback = new.own_feedback;
        it->mode = new.mode;
        it->push = new.push;
        it->bounce = new.bounce;
        it->bound = new.bound;
        it->out = it->passed = false;
    }
    for (int i = 0; i < s->forces; i++)
        world_force_numbers(w, s->force[i].id, s->value + s->force[i].value);
}

/* Which joints' turns the right-hand side depends on: only these are counted inside a step. */
void plan_turns(tn_world *w, struct system *s)
{
    for (int i = 0; i < w->trackers.count; i++)
        w->trackers.at[i].in_step = false;
    for (int i = 0; i < s->items; i++) {
        const struct item_numbers *n = s->item[i].numbers;
        for (int k = 0; n != NULL && k < CONSTRAINT_PARAMETERS; k++)
            if (n->turns[k] >= 0)
                w->trackers.at[n->turns[k]].in_step = true;
        for (int k = 0; s->item[i].program != NULL && k < program_loads(s->item[i].program); k++) {
            uint64_t key = program_load(s->item[i].program, k);
            if (symbol_kind_of(key) == SYMBOL_TURNS)
                w->trackers.at[symbol_index(key)].in_step = true;
        }
    }
    for (int i = 0; i < s->force_values; i++)
        for (int k = 0; k < s->force_value[i]->loads; k++)
            if (symbol_kind_of(s->force_value[i]->load[k]) == SYMBOL_TURNS)
                w->trackers.at[symbol_index(s->force_value[i]->load[k])].in_step = true;
}
