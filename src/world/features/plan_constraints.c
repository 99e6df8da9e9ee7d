/* plan_constraints.c: the constraints and forces of a plan: connectors, rows, blocks of J, the matrix and its
 * elimination order.
 *
 * Everything is linear in the size of the model.
 */
#include <stdlib.h>
#include <string.h>

#include "base/poll.h"
#include "world/features/feature.h"

/* A body with more constraints than this stays in the matrix. Below it, eliminating the body is cheaper. */
enum { HUB = 12 };
enum { FORMS = 64 }; /* more than any kind has; form f of kind k is sorted as FORMS k + f */

/* ---- connectors, rows, blocks of J ---- */

static bool moves(const struct plan *plan, const struct connector *c)
{
    return c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME &&
           (plan->body[c->body].dofs > 0 || plan->body[c->body].owner != NULL);
}

static bool can_move(const tn_world *w, const struct connector *input, int inputs)
{
    for (int i = 0; i < inputs; i++) {
        const struct connector c = plan_renamed(w, input[i]);
        if (moves(w->plan, &c))
            return true;
    }
    return false;
}

/* Members that a constraint and its limits have in common. */
static struct constraint_rows rows_base(const struct constraint *c, int slot)
{
    return (struct constraint_rows){
        .id = slot,
        .apart = soft_is_apart(c->type->how.by),
        .limit = -1,
        .block = -1,
        .parameter = -1,
    };
}

/* Kinds with parameters, and limits of kinds, have numbers. */
static bool has_numbers(const struct constraint *c, int limit)
{
    if (limit >= 0)
        return c->more->limits[limit].kernel != NULL;
    return c->build != NULL && c->build->form != NULL && c->build->form->parameters[0] != NULL;
}

static struct constraint_rows rows_of(const struct constraint *c, int slot)
{
    struct constraint_rows it = rows_base(c, slot);
    it.kernel = c->type->kernel;
    it.program = constraint_program(c);
    it.inputs = (signed char)c->inputs;
    it.rows = (signed char)c->type->rows;
    it.driven = c->type->uses_time;
    const struct constraint_form *form = c->build != NULL ? c->build->form : NULL;
    if (form != NULL && (form->tie_direction > 0 || form->tie_frame > 0))
        it.form = form;
    for (int r = 0; r < c->type->rows; r++) {
        it.level[r] = c->type->level[r];
        it.driven |= c->type->level[r] != LEVEL_POSITION;
        it.group[r] = c->type->group[r];
    }
    return it;
}

static struct constraint_rows limit_rows(const struct constraint *c, int slot, int limit)
{
    const struct limit *l = &c->more->limits[limit];
    struct constraint_rows it = rows_base(c, slot);
    it.limit = limit;
    it.program = l->program;
    it.kernel = l->kernel;
    it.form = l->tied;
    it.inputs = (signed char)l->inputs;
    it.rows = 1;
    it.level[0] = (signed char)l->level;
    it.bounds = limit_is_motor(l->kind) ? BOUND_MOTOR : BOUND_ONE_SIDED;
    it.driven = l->uses_time;
    return it;
}

/* ---- numbers ---- */

static void number_rows(const tn_world *w, const struct constraint *c, double kv, double *parameter)
{
    const struct constraint_form *form = c->build->form;
    for (int k = 0; k < CONSTRAINT_PARAMETERS; k++) {
        parameter[k] = built_parameter(c->build, k);
        if (constraint_follows_lets(c, k))
            parameter[k] = constraint_number(w, c, k);
        if (built_turns(c->build, k) >= 0)
            parameter[k] = w->run.turns.at[built_turns(c->build, k)];
        if (form->parameters[k] != NULL && strcmp(form->parameters[k], "tau") == 0)
            parameter[k] = kv > 0 ? 1 / kv : 1;
    }
}

static void number_limit(const tn_world *w, const struct constraint_rows *it, struct rows_state *now, double *parameter)
{
    const struct limit *l = &w->things->constraints.at[it->id].more->limits[it->limit];
    const struct limit_mode *mode = &w->run.constraints.at[it->id].limits[it->limit];
    for (int k = 0; k < CONSTRAINT_PARAMETERS && parameter != NULL; k++)
        parameter[k] = k < 2 ? w->run.lets.at[l->parameter_let[k]] : 0;
    now->mode = mode->mode;
    now->push = mode->push;
    now->bounce = l->bounce;
    now->bound = l->bound;
}

/* Feedback of a constraint, shared by its limits. */
void plan_feedback(const tn_world *w, const struct constraint_how *how, struct rows_state *now)
{
    double tau = how->tau > 0 ? how->tau : w->settings.tau;
    now->ks = how->has_feedback ? how->ks : 1 / (tau * tau);
    now->kd = how->has_feedback ? how->kd : 2 / tau;
    now->kv = how->has_feedback ? how->kd / 2 : 1 / tau;
    now->own_feedback = how->has_feedback;
    if (how->has_feedback && w->settings.order == TN_FIRST_ORDER) /* kd Ċ + ks C = 0 */
        now->kv = how->kd > 0 ? how->ks / how->kd : 0;
}

void plan_numbers(const tn_world *w, const struct plan *plan, struct work *work)
{
    for (int i = 0; i < plan->constraints; i++) {
        poll_built_at(i);
        const struct constraint_rows *it = &plan->constraint[i];
        const struct constraint *c = &w->things->constraints.at[it->id];
        struct rows_state *now = &work->constraint[i];
        double *parameter = it->parameter >= 0 ? work->parameter + it->parameter : NULL;
        plan_feedback(w, &c->type->how, now);
        now->out = now->passed = false;
        if (it->limit >= 0)
            number_limit(w, it, now, parameter);
        else if (parameter != NULL)
            number_rows(w, c, now->kv, parameter);
    }
    FEATURES_DO(w, numbers, w, plan, work);
    for (int i = 0; i < plan->force.count; i++)
        if (!plan->force.item[i].class->is_goal)
            world_force_numbers(w, plan->force.item[i].id, work->force_value + plan->force.item[i].value);
}

/* ---- blocks of J ---- */

/* Finds the structure of the linear columns of a block of J: known if only one of its inputs has linear columns. */
static void find_linear(struct plan *plan, const struct constraint_rows *it, const struct constraint_form *form)
{
    for (int p = it->jacobian; p < it->jacobian + it->jacobians; p++) {
        int linear = LINEAR_NONE;
        for (int i = 0; i < it->inputs; i++) {
            int own = plan->input_jacobian[it->input + i] != p ? LINEAR_NONE
                      : form == NULL                           ? LINEAR_ANY
                                                               : (int)constraint_form_linear(form, i);
            linear = own == LINEAR_NONE ? linear : linear == LINEAR_NONE ? own : LINEAR_ANY;
        }
        plan->make_jacobian[p].has = (signed char)(plan->jacobian[p].turns ? linear : LINEAR_ANY);
    }
}

/* The block of J of a constraint by a body, made if there is none yet. */
static int jacobian_by(struct plan *plan, struct constraint_rows *it, int index, int body)
{
    int p = it->jacobian;
    while (p < plan->jacobians && plan->jacobian[p].body != body)
        p++;
    if (p == plan->jacobians) {
        struct jacobian_block new = {.body = body,
                                     .constraint = index,
                                     .dofs = (short)plan->body[body].dofs,
                                     .turns = plan->body[body].coordinates == COORDINATES_RIGID};
        plan->make_jacobian[plan->jacobians++] = new;
    }
    return p;
}

/* Its motion is prescribed by a path or by formulas of t. */
static bool is_driven(const struct plan *plan, const struct connector *c)
{
    if (c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME)
        return false;
    const struct body *b = &plan->body[c->body];
    return b->source >= 0 || (b->owner != NULL && b->owner->by_time != NULL && b->owner->by_time(plan, b));
}

/* Makes the blocks of J of a constraint: one for each moving body it acts on, the carriers of embedded points included. Each input
 * gets the index of its block, or of the first of its carriers. */
static void plan_jacobians(struct plan *plan, struct constraint_rows *it, int index)
{
    it->jacobian = plan->jacobians;
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &plan->connector[it->input + i];
        plan->make_input_jacobian[it->input + i] = -1;
        it->driven |= c->type == CONNECTOR_TIME || is_driven(plan, c);
        if (!moves(plan, c) || it->block < 0)
            continue;
        const struct body *b = &plan->body[c->body];
        int carrier[EVALUATION_CARRIERS] = {c->body};
        const int count = b->point > 0 ? b->owner->carriers(plan, b, carrier) : 1;
        plan->make_input_jacobian[it->input + i] = jacobian_by(plan, it, index, carrier[0]);
        for (int k = 1; k < count; k++)
            jacobian_by(plan, it, index, carrier[k]);
    }
    it->jacobians = (short)(plan->jacobians - it->jacobian);
}

/* Where the columns of J are stored: the angular ones of rigid bodies, and linear ones that vary. */
static void plan_columns(struct plan *plan)
{
    for (int i = 0; i < plan->jacobians; i++) {
        poll_built_at(i);
        struct jacobian_block *p = &plan->make_jacobian[i];
        int rows = plan->constraint[p->constraint].rows;
        p->angular = plan->size.angular;
        p->linear = plan->size.linear;
        plan->size.angular += p->turns ? 3 * rows : 0;
        plan->size.linear += p->has == LINEAR_ANY ? rows * (p->turns ? 3 : p->dofs) : 0;
    }
}

/* Sort order of constraints, which keeps kinds together: movable ones first, then by kind, then in order of creation. */
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

/* Everything that becomes rows of the plan: constraints with rows, and limits. Returns how many inputs they have. */
static int list_items(tn_world *w, struct plan *plan, struct sort_key *key)
{
    const int limit_kind = FORMS * constraint_class_count() + 1;
    int inputs = 0;
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        poll_built_at(i);
        int slot = w->things->constraint_pool.order.at[i];
        const struct constraint *c = &w->things->constraints.at[slot];
        const bool apart = soft_is_apart(c->type->how.by); /* not an unknown: no place in the matrix */
        if (!w->run.constraints.at[slot].active)
            continue;
        if (c->type->rows > 0) {
            key[plan->constraints++] =
                (struct sort_key){slot, -1, apart || !can_move(w, c->input, c->inputs), kind_number(c), i};
            inputs += c->inputs;
        }
        for (int l = 0; l < c->limit_count; l++) {
            bool immovable = !can_move(w, c->more->limits[l].input, c->more->limits[l].inputs);
            if (immovable)
                continue; /* there is nothing to push */
            key[plan->constraints++] = (struct sort_key){slot, l, apart, limit_kind, i};
            inputs += c->more->limits[l].inputs;
        }
    }
    qsort(key, (size_t)plan->constraints, sizeof *key, compare_keys);
    return inputs;
}

static int constraint_total(const tn_world *w)
{
    int total = 0;
    for (int i = 0; i < w->things->constraint_pool.order.count; i++)
        total += 1 + w->things->constraints.at[w->things->constraint_pool.order.at[i]].limit_count;
    return total;
}

/* Allocates the parameters of a kind; those that are turns of a joint get the index of their tracker. */
static void plan_parameters(struct plan *plan, struct constraint_rows *it, const struct built *build)
{
    it->parameter = plan->size.parameters;
    plan->size.parameters += CONSTRAINT_PARAMETERS;
    for (int k = 0; k < CONSTRAINT_PARAMETERS && build != NULL; k++)
        if (built_turns(build, k) >= 0)
            plan->make_turned_parameter[plan->turned++] =
                (struct turned_parameter){it->parameter + k, built_turns(build, k)};
}

void plan_constraints(tn_world *w, struct plan *plan)
{
    struct sort_key *key = MEM_ARRAY(struct sort_key, constraint_total(w));
    int inputs = list_items(w, plan, key);
    int numbers = 0, limits = 0;
    for (int i = 0; i < plan->constraints; i++) {
        numbers += has_numbers(&w->things->constraints.at[key[i].slot], key[i].limit);
        limits += key[i].limit >= 0;
    }
    plan->turned_parameter = PLAN_ARRAY(w, struct turned_parameter, numbers * CONSTRAINT_PARAMETERS);
    plan->constraint = PLAN_ARRAY(w, struct constraint_rows, plan->constraints);
    plan->bounded = PLAN_ARRAY(w, int, limits);
    plan->connector = PLAN_ARRAY(w, struct connector, inputs);
    plan->connector_partner = PLAN_ARRAY(w, signed char, inputs);
    plan->input_jacobian = PLAN_ARRAY(w, int, inputs);
    plan->jacobian = PLAN_ARRAY(w, struct jacobian_block, plan->flexibles > 0 ? LATTICE_AROUND * inputs : inputs);
    for (int i = 0; i < plan->constraints; i++) {
        poll_built_at(i);
        const struct constraint *c = &w->things->constraints.at[key[i].slot];
        struct constraint_place *place = &w->planned->constraint[key[i].slot];
        bool is_limit = key[i].limit >= 0;
        const struct connector *input = is_limit ? c->more->limits[key[i].limit].input : c->input;
        struct constraint_rows *it = &plan->make_constraint[i];
        *it = is_limit ? limit_rows(c, key[i].slot, key[i].limit) : rows_of(c, key[i].slot);
        it->index = i;
        if (has_numbers(c, key[i].limit))
            plan_parameters(plan, it, is_limit ? NULL : c->build);
        *(is_limit ? &place->limit[key[i].limit] : &place->constraint) = i;
        if (is_limit && !soft_is_apart(c->type->how.by))
            plan->make_bounded[plan->bounded_count++] = i;
        it->input = plan->connectors;
        for (int k = 0; k < it->inputs; k++, plan->connectors++) {
            plan->make_connector[plan->connectors] = plan_connector(w, &input[k], c);
            plan->make_connector_partner[plan->connectors] = is_limit ? c->more->limits[key[i].limit].partner[k]
                                                             : c->build != NULL     ? c->build->partner[k]
                                                             : c->type->is_on_curve ? (k == 0 ? 1 : 2)
                                                                                    : 0;
        }
        if (!key[i].immovable) {
            it->block = plan->blocks++;
            plan->rows += it->rows;
        }
        plan_jacobians(plan, it, i);
        find_linear(plan, it, is_limit || c->build == NULL ? NULL : c->build->form);
        plan->driven_count += it->driven && it->block >= 0;
    }
    plan->driven = PLAN_ARRAY(w, int, plan->driven_count);
    for (int i = 0, n = 0; i < plan->constraints; i++)
        if (plan->constraint[i].driven && plan->constraint[i].block >= 0)
            plan->make_driven[n++] = i;
    plan_columns(plan);
    mem_free(key);
}

/* ---- the matrix ---- */

/* Parts by body, in their order. */
static void jacobians_by_body(tn_world *w, struct plan *plan)
{
    int *start = plan->make_body_jacobian_start = PLAN_ARRAY(w, int, plan->bodies + 2);
    plan->body_jacobian = PLAN_ARRAY(w, int, plan->jacobians);
    /* Counting at offset 2 and filling at offset 1 leaves the start of each body at offset 0. */
    for (int p = 0; p < plan->jacobians; p++)
        start[plan->jacobian[p].body + 2]++;
    for (int b = 0; b < plan->bodies; b++)
        start[b + 2] += start[b + 1];
    for (int p = 0; p < plan->jacobians; p++)
        plan->make_body_jacobian[start[plan->jacobian[p].body + 1]++] = p;
}

static int jacobians_of(const struct plan *plan, int body)
{
    return plan->body_jacobian_start[body + 1] - plan->body_jacobian_start[body];
}

static void find_hubs(tn_world *w, struct plan *plan)
{
    const int most = plan->solver == SOLVER_SVD && plan->rows <= PLAN_SVD_ROWS
                         ? plan->jacobians
                         : HUB; /* the reference solver has no hubs */
    for (int b = 0; b < plan->bodies; b++) {
        poll_built_at(b);
        plan->hubs.count += jacobians_of(plan, b) > most &&
                            plan->body[b].coordinates != COORDINATES_GENERAL; /* general ones have too many columns */
    }
    plan->hubs.at = PLAN_ARRAY(w, struct hub, plan->hubs.count);
    for (int b = 0, h = 0; b < plan->bodies; b++) {
        poll_built_at(b);
        int d = jacobians_of(plan, b);
        if (d <= most || plan->body[b].coordinates == COORDINATES_GENERAL) {
            plan->products += d * (d - 1) / 2;
            continue;
        }
        plan->hubs.make_at[h] = (struct hub){.body = b, .block = plan->blocks + h};
        plan->hubs.products += d;
        h++;
        for (int i = plan->body_jacobian_start[b]; i < plan->body_jacobian_start[b + 1]; i++)
            plan->make_jacobian[plan->body_jacobian[i]].hub = true;
    }
}

/* Whether a constraint acts on hubs only: its diagonal block is zero, and the solver treats such blocks specially. */
static bool only_hubs(const struct plan *plan, const struct constraint_rows *it)
{
    for (int p = it->jacobian; p < it->jacobian + it->jacobians; p++)
        if (!plan->jacobian[p].hub)
            return false;
    return true;
}

/* Lists the products of each constraint with earlier constraints on the same bodies. */
static void list_products(tn_world *w, struct plan *plan)
{
    plan->product = PLAN_ARRAY(w, struct product, plan->products);
    int n = 0;
    for (int i = 0; i < plan->constraints; i++) {
        struct constraint_rows *it = &plan->make_constraint[i];
        poll_built_at(i);
        it->product = n;
        for (int p = it->jacobian; p < it->jacobian + it->jacobians; p++) {
            int body = plan->jacobian[p].body;
            for (int k = plan->body_jacobian_start[body]; !plan->jacobian[p].hub && plan->body_jacobian[k] != p; k++)
                plan->make_product[n++] = (struct product){.row = p, .column = plan->body_jacobian[k]};
        }
        it->products = n - it->product;
    }
}

static void list_hub_products(tn_world *w, struct plan *plan)
{
    plan->hubs.product = PLAN_ARRAY(w, struct hub_product, plan->hubs.products);
    for (int h = 0, n = 0; h < plan->hubs.count; h++)
        for (int k = plan->body_jacobian_start[plan->hubs.at[h].body];
             k < plan->body_jacobian_start[plan->hubs.at[h].body + 1]; k++)
            plan->hubs.make_product[n++] = (struct hub_product){.jacobian = plan->body_jacobian[k], .hub = h};
}

static int block_of_jacobian(const struct plan *plan, int jacobian)
{
    return plan->constraint[plan->jacobian[jacobian].constraint].block;
}

/* Symbolic analysis: the blocks and their couplings. */
static void analyze(const tn_world *w, struct plan *plan)
{
    int n = plan->blocks + plan->hubs.count, pairs = 0;
    int *pair = MEM_ARRAY(int, 2 * (plan->products + plan->hubs.products)), *size = MEM_ARRAY(int, n);
    signed char *sign = MEM_ARRAY(signed char, n);
    for (int i = 0; i < plan->products; i++) {
        poll_built_at(i);
        pair[pairs++] = block_of_jacobian(plan, plan->product[i].row);
        pair[pairs++] = block_of_jacobian(plan, plan->product[i].column);
    }
    for (int i = 0; i < plan->hubs.products; i++) {
        pair[pairs++] = block_of_jacobian(plan, plan->hubs.product[i].jacobian);
        pair[pairs++] = plan->hubs.at[plan->hubs.product[i].hub].block;
    }
    for (int i = 0; i < plan->constraints; i++) {
        poll_built_at(i);
        if (plan->constraint[i].block >= 0) {
            size[plan->constraint[i].block] = plan->constraint[i].rows;
            sign[plan->constraint[i].block] = only_hubs(plan, &plan->constraint[i]) ? 2 : 1;
        }
    }
    for (int h = 0; h < plan->hubs.count; h++) {
        size[plan->hubs.at[h].block] = plan->body[plan->hubs.at[h].body].dofs;
        sign[plan->hubs.at[h].block] = -1;
    }
    plan->matrix = ldl_analyze_known(w->known, n, size, sign, pairs / 2, pair);
    mem_free(pair);
    mem_free(size);
    mem_free(sign);
}

/* Finds the destination of every product, and which product is the first there. */
static void find_offsets(struct plan *plan)
{
    bool transposed;
    int rows = ldl_rows(plan->matrix); /* rows of immovable constraints come after these */
    for (int i = 0; i < plan->constraints; i++) {
        poll_built_at(i);
        struct constraint_rows *it = &plan->make_constraint[i];
        it->row = it->block >= 0 ? ldl_row(plan->matrix, it->block) : rows;
        if (it->block >= 0)
            it->diagonal = ldl_offset(plan->matrix, it->block, it->block, &transposed);
        else
            rows += it->rows;
        for (int p = it->jacobian; p < it->jacobian + it->jacobians; p++) {
            plan->make_jacobian[p].row = it->row;
            plan->make_jacobian[p].rows = (signed char)it->rows;
        }
    }
    for (int h = 0; h < plan->hubs.count; h++) {
        plan->hubs.make_at[h].diagonal =
            ldl_offset(plan->matrix, plan->hubs.at[h].block, plan->hubs.at[h].block, &transposed);
        plan->hubs.make_at[h].row = ldl_row(plan->matrix, plan->hubs.at[h].block);
    }
    for (int i = 0; i < plan->constraints; i++) {
        poll_built_at(i);
        struct product *x = plan->make_product + plan->constraint[i].product;
        for (int k = 0; k < plan->constraint[i].products; k++) {
            int own = x[k].row;
            x[k].offset =
                ldl_offset(plan->matrix, plan->constraint[i].block, block_of_jacobian(plan, x[k].column), &transposed);
            if (transposed) { /* the block is stored transposed */
                x[k].row = x[k].column;
                x[k].column = own;
            }
            for (int l = 0; l < k; l++) /* two constraints may share two bodies */
                x[k].adds |= x[l].offset == x[k].offset;
        }
    }
    for (int i = 0; i < plan->hubs.products; i++) {
        struct hub_product *x = &plan->hubs.make_product[i];
        x->offset =
            ldl_offset(plan->matrix, block_of_jacobian(plan, x->jacobian), plan->hubs.at[x->hub].block, &x->transposed);
    }
}

/* Groups consecutive islands so that each group is large enough for a thread. */
static void group_islands(tn_world *w, struct plan *plan)
{
    enum { ENOUGH_ROWS = 500 };
    const int islands = ldl_islands(plan->matrix);
    int *rows = MEM_ARRAY(int, islands + 1);
    plan->island.group = PLAN_ARRAY(w, int, islands + 1);
    for (int i = 0; i < plan->constraints; i++)
        if (plan->constraint[i].block >= 0)
            rows[ldl_island_of(plan->matrix, plan->constraint[i].block)] += plan->constraint[i].rows;
    for (int i = 0, in_group = ENOUGH_ROWS; i < islands; i++) {
        if (in_group >= ENOUGH_ROWS) {
            plan->island.make_group[plan->island.groups++] = i;
            in_group = 0;
        }
        in_group += rows[i];
    }
    plan->island.make_group[plan->island.groups] = islands;
    mem_free(rows);
}

/* Whether J is constant, because C is linear in the coordinates: points of affine bodies that are connected to each
 * other, to nails or to paths. */
static bool is_constant(const tn_world *w, const struct plan *plan, const struct constraint_rows *it)
{
    const struct constraint *c = &w->things->constraints.at[it->id];
    if (it->block < 0 || it->limit >= 0 || it->bounds != BOUND_NONE || c->type->class == NULL || it->form != NULL)
        return false;
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *k = &plan->connector[it->input + i];
        if (k->type == CONNECTOR_CONSTANT || k->type == CONNECTOR_TIME)
            continue;
        if (k->type != CONNECTOR_POINT || constraint_form_linear(c->build->form, i) == LINEAR_ANY)
            return false;
        const struct body *b = &plan->body[k->body];
        if (b->dofs > 0 || (b->owner != NULL && (b->owner->linear == NULL || !b->owner->linear(plan, b))))
            return false;
    }
    return true;
}

static void find_constant(tn_world *w, struct plan *plan)
{
    plan->island.fixed = PLAN_ARRAY(w, bool, ldl_islands(plan->matrix) + 1);
    memset(plan->island.make_fixed, 1, sizeof(bool) * (size_t)ldl_islands(plan->matrix));
    plan->refactor = w->settings.refactor;
    for (int i = 0; i < plan->constraints; i++) {
        struct constraint_rows *it = &plan->make_constraint[i];
        it->constant = is_constant(w, plan, it);
        if (it->block >= 0 && !it->constant)
            plan->island.make_fixed[ldl_island_of(plan->matrix, it->block)] = false;
    }
    for (int i = 0; i < plan->constraints; i++) /* in an island with others it is treated like them */
        plan->make_constraint[i].constant =
            plan->constraint[i].constant && plan->island.fixed[ldl_island_of(plan->matrix, plan->constraint[i].block)];
}

void plan_matrix(tn_world *w, struct plan *plan)
{
    jacobians_by_body(w, plan);
    find_hubs(w, plan);
    list_products(w, plan);
    list_hub_products(w, plan);
    analyze(w, plan);
    find_offsets(plan);
    plan->size.all_rows = ldl_rows(plan->matrix);
    for (int i = 0; i < plan->constraints; i++) /* immovable constraints included */
        plan->size.all_rows += plan->constraint[i].block >= 0 ? 0 : plan->constraint[i].rows;
    group_islands(w, plan);
    find_constant(w, plan);
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
    for (int i = 0; i < w->things->force_pool.order.count; i++) {
        const struct force *f = &w->things->forces.at[w->things->force_pool.order.at[i]];
        total += f->def.connector_count + f->inputs;
    }
    return total;
}

/* The number of values of a force: for a goal, the objective and its gradient. */
static int value_count(const struct force *f) { return f->def.class->is_goal ? f->values->outputs : FORCE_VALUES; }

void plan_forces(tn_world *w, struct plan *plan)
{
    int count = w->things->force_pool.order.count;
    struct sort_key *key = MEM_ARRAY(struct sort_key, count);
    for (int i = 0; i < count; i++) {
        int slot = w->things->force_pool.order.at[i], kind = 0;
        if (!w->run.forces.at[slot].active)
            continue;
        while (force_class_at(kind) != NULL && force_class_at(kind) != w->things->forces.at[slot].def.class)
            kind++;
        kind += w->things->forces.at[slot].def.class == &force_hooked_conservative;
        key[plan->force.count++] = (struct sort_key){.slot = slot, .kind = kind, .made = i};
        plan->force.values += value_count(&w->things->forces.at[slot]);
    }
    qsort(key, (size_t)plan->force.count, sizeof *key, compare_forces);
    plan->force.item = PLAN_ARRAY(w, struct force_item, plan->force.count);
    plan->force.formula = PLAN_ARRAY(w, struct expression, plan->force.count);
    plan->force.formula_at = PLAN_ARRAY(w, int, plan->force.count);
    plan->force.connector = PLAN_ARRAY(w, struct connector, force_connector_total(w));
    for (int i = 0, at = 0; i < plan->force.count; at += value_count(&w->things->forces.at[key[i++].slot])) {
        const struct force *f = &w->things->forces.at[key[i].slot];
        struct force_item *it = &plan->force.make_item[i];
        *it = (struct force_item){.class = f->def.class,
                                  .id = key[i].slot,
                                  .connector = {-1, -1},
                                  .body = f->def.body >= 0 ? plan_body(w, f->def.body) : -1,
                                  .value = at,
                                  .varying = !f->def.class->is_goal
                                                 ? f->values != NULL
                                                 : f->values->times || (f->def.data != NULL && f->values->paths)};
        if (f->def.body >= 0 &&
            (object_flexible(&w->things->objects.at[f->def.body]) != NULL ||
             w->things->objects.at[f->def.body].type->general != NULL) &&
            !f->def.class->is_drag)
            it->body = plan_connector(w, &(struct connector){CONNECTOR_SPIN, f->def.body, -1, v3(0, 0, 0)}, NULL).body;
        for (int k = 0; k < f->def.connector_count; k++) {
            it->connector[k] = plan->force.connectors;
            plan->force.make_connector[plan->force.connectors++] = plan_connector(w, &f->def.connector[k], NULL);
        }
        it->first = plan->force.connectors;
        it->count = f->inputs;
        it->data = f->def.data;
        it->hook = f->def.hook;
        for (int k = 0; force_is_hooked(f->def.class) && k < f->inputs; k++)
            plan->force.make_connector[plan->force.connectors++] = plan_connector(w, &f->input[k], NULL);
        if (f->values != NULL) {
            /* its connectors are consecutive: symbols are shifted by the first index */
            struct expression *own = &plan->force.make_formula[plan->force.formulas];
            plan_formula(w, f->values, own);
            own->first_connector = plan->force.connectors;
            for (int k = 0; k < f->inputs; k++)
                plan->force.make_connector[plan->force.connectors++] = plan_connector(w, &f->input[k], NULL);
            plan->force.make_formula_at[plan->force.formulas++] = it->value;
        }
    }
    mem_free(key);
}

/* The tracker of a constraint that counts turns; -1: it counts none. */
static int tracker_of(const struct constraint *c)
{
    const struct measure *m = built_measure(c->build);
    return m != NULL && m->type == MEASURE_ANGLE ? m->turns : -1;
}

/* Trackers of the joints that there are; those of removed joints stay in their places for an undo and are not followed. Of
 * active joints they use the connectors of the plan. Returns, by the place of a tracker, its index here, or -1. */
static int *plan_trackers(tn_world *w, struct plan *plan)
{
    const struct pool *pool = &w->things->constraint_pool;
    int *here = MEM_ARRAY(int, w->things->trackers.count);
    for (int i = 0; i < w->things->trackers.count; i++)
        here[i] = -1;
    plan->trackers = 0;
    for (int i = 0; i < pool->order.count; i++)
        plan->trackers += tracker_of(&w->things->constraints.at[pool->order.at[i]]) >= 0;
    plan->tracker = PLAN_ARRAY(w, struct turns_tracker, plan->trackers);
    for (int i = 0, n = 0; i < pool->order.count; i++) {
        const struct constraint *c = &w->things->constraints.at[pool->order.at[i]];
        const int place = tracker_of(c);
        if (place < 0)
            continue;
        here[place] = n;
        struct turns_tracker *it = &plan->make_tracker[n++];
        for (int k = 0; k < 3; k++)
            it->input[k] = plan_renamed(w, w->things->trackers.at[place].input[k]);
        it->place = place;
        for (int k = 0; k < 3 && features_connect(w) && constraint_state(w, c)->active; k++)
            it->input[k] = plan_connector(w, &built_measure(c->build)->input[k], c);
    }
    return here;
}

static void count_in_step(struct plan *plan, int tracker)
{
    if (tracker >= 0)
        plan->make_tracker[tracker].in_step = true;
}

/* Finds the joints whose turns the right-hand side depends on: only these are counted inside a step. */
void plan_turns(tn_world *w, struct plan *plan)
{
    int *here = plan_trackers(w, plan);
    for (int i = 0; i < plan->turned; i++)
        count_in_step(plan, here[plan->turned_parameter[i].tracker]);
    for (int i = 0; i < plan->constraints; i++)
        for (int k = 0; plan->constraint[i].program != NULL && k < program_loads(plan->constraint[i].program); k++) {
            uint64_t key = program_load(plan->constraint[i].program, k);
            if (symbol_kind_of(key) == SYMBOL_TURNS)
                count_in_step(plan, here[symbol_index(key)]);
        }
    for (int i = 0; i < plan->force.formulas; i++)
        for (int k = 0; k < plan->force.formula[i].loads; k++)
            if (symbol_kind_of(plan->force.formula[i].load[k]) == SYMBOL_TURNS)
                count_in_step(plan, here[symbol_index(plan->force.formula[i].load[k])]);
    mem_free(here);
}
