/* constraints.c: constraints in a world: making them from arguments or formulas, naming, switching, removing. */
#include <string.h>

#include "constraint/hooked.h"
#include "world/run/carried_state.h"
#include "world/world_parts.h"

/* ---- callbacks of builders ---- */

struct asked {
    const tn_world *w;
    const struct time_signal *times;
};

/* Bodies on a path have the pose of the path. */
static struct pose pose_now(void *ctx, int body)
{
    const struct asked *a = ctx;
    const struct object *o = &a->w->things->objects.at[body];
    const struct object_state *s = &a->w->run.objects.at[body];
    struct pose p = {.x = s->x, .r = q_matrix(s->orientation)};
    if (o->type->motion == MOTION_PATH)
        connector_driven_pose(&a->times[o->type->source], o->type->turning >= 0 ? &a->times[o->type->turning] : NULL,
                              o->type->weight.center, &p);
    return p;
}

static vec3 center_of(void *ctx, int body)
{
    return ((const struct asked *)ctx)->w->things->objects.at[body].type->weight.center;
}

static const struct shape *first_shape(void *ctx, int body)
{
    const tn_world *w = ((const struct asked *)ctx)->w;
    return w->things->objects.at[body].type->shape_count > 0 ? &w->things->objects.at[body].type->shapes[0] : NULL;
}

static bool is_plane(void *ctx, int body)
{
    return ((const struct asked *)ctx)->w->things->objects.at[body].type->kind == OBJECT_PLANE;
}

static bool same_connector(const struct connector *a, const struct connector *b)
{
    return a->type == b->type && a->body == b->body && a->source == b->source && a->local.x == b->local.x &&
           a->local.y == b->local.y && a->local.z == b->local.z;
}

/* Connectors of the articulation that are inputs change with the inputs. */
static void carry_articulation(struct articulation *a, const struct connector *was, const struct connector *is)
{
    struct connector *part[] = {&a->p, &a->q, &a->u, &a->a1, &a->a2, &a->b1, &a->b2};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (same_connector(part[i], was))
            *part[i] = *is;
}

/* Replaces what was built at the present pose by what an earlier pose had fixed, so that written scenes are exact. */
static const char *carry(const struct constraint_def *def, struct constraint_build *b, double *turns)
{
    static const char wrong[] = "the numbers after 'carried' do not belong to this constraint";
    int joint = b->measure.type == MEASURE_NONE ? 0 : 3, angle = b->measure.type == MEASURE_ANGLE ? 1 : 0;
    if (def->carried_count != 3 * (b->inputs + joint) + angle)
        return wrong;
    for (int i = 0; i < b->inputs + joint; i++) {
        struct connector *c = i < b->inputs ? &b->input[i] : &b->measure.input[i - b->inputs], was = *c;
        c->local = v3(def->carried[3 * i], def->carried[3 * i + 1], def->carried[3 * i + 2]);
        if (i < b->inputs)
            carry_articulation(&b->articulation, &was, c);
    }
    if (angle > 0)
        *turns = def->carried[def->carried_count - 1];
    return NULL;
}

static bool needs_direction_of_particle(const tn_world *w, const struct constraint_build *b)
{
    for (int i = 0; i < b->inputs; i++)
        if (b->input[i].type == CONNECTOR_DIRECTION &&
            w->things->objects.at[b->input[i].body].type->kind == OBJECT_PARTICLE)
            return true;
    return false;
}

/* Builds a kind at the present poses. */
static const char *build_kind(tn_world *w, const struct constraint_def *def, struct constraint_build *b)
{
    struct time_signal *times = MEM_ARRAY(struct time_signal, w->things->sources.count);
    for (int i = 0; i < w->things->sources.count; i++)
        world_source_now(w, i, &times[i]);
    plan_drop(w); /* the objects hold the state now */
    struct asked ctx = {w, times};
    struct constraint_context x = {times, &ctx, pose_now, center_of, first_shape, is_plane};
    for (int k = 0; k < CONSTRAINT_PARAMETERS; k++)
        b->turns[k] = -1;
    b->measure.turns = -1;
    b->wrong_argument = -1;
    const char *wrong = def->class->build(&x, def->args, def->arg_count, b);
    if (wrong == NULL && needs_direction_of_particle(w, b))
        wrong = "a particle has no directions, and cannot be held by them; connect, on-line and distance take points";
    double turns = 0;
    if (wrong == NULL && def->carried != NULL)
        wrong = carry(def, b, &turns);
    if (wrong == NULL && b->measure.type == MEASURE_ANGLE) {
        struct turns_tracker tracker;
        memset(&tracker, 0, sizeof tracker); /* snapshots compare bytes */
        memcpy(tracker.input, b->measure.input, sizeof tracker.input);
        vec3 g[3];
        for (int k = 0; k < 3; k++)
            g[k] = build_where(&x, &tracker.input[k]);
        double angle = atan2(v3_dot(g[2], v3_cross(g[0], g[1])), v3_dot(g[0], g[1])) + turns;
        b->measure.turns = w->things->trackers.count;
        ARRAY_PUSH(&things_edit(w)->trackers, tracker);
        ARRAY_PUSH(&w->run.angles, angle);
        ARRAY_PUSH(&w->run.turns, turns);
    }
    mem_free(times);
    return wrong;
}

/* ---- a user's formula ---- */

/* Keeps only the connectors that the rows use, renumbered from 0. */
static char *build_formula(const struct constraint_def *def, struct constraint_type *t, struct constraint *c)
{
    struct scope *s = def->scope;
    int symbols = formula_symbol_count(s->formula);
    bool *used = MEM_ARRAY(bool, symbols);
    for (int r = 0; r < def->row_count; r++)
        formula_mark_symbols(s->formula, def->rows[r], used, symbols);
    for (int i = 0; i < symbols; i++)
        t->uses_time |= used[i] && symbol_kind_of(formula_symbol_key(s->formula, i)) == SYMBOL_TIME;
    mem_free(used);
    c->inputs = s->connectors.count;
    if (c->inputs > CONSTRAINT_INPUTS)
        return mem_print("a formula may use at most %d different points, directions and variables; this one uses %d",
                         CONSTRAINT_INPUTS, c->inputs);
    c->input = mem_copy(s->connectors.at, sizeof *c->input * (size_t)c->inputs);
    enum connector_type types[CONSTRAINT_INPUTS];
    for (int i = 0; i < c->inputs; i++)
        types[i] = c->input[i].type;
    t->rows = (signed char)def->row_count;
    enum level levels[CONSTRAINT_ROWS];
    for (int r = 0; r < t->rows && r < CONSTRAINT_ROWS; r++) {
        levels[r] = def->level;
        t->level[r] = (signed char)def->level;
        if (def->level == LEVEL_ACCELERATION && !derive_is_affine(s->formula, def->rows[r], c->inputs))
            return mem_text("a condition on accelerations must be linear in them");
    }
    constraint_more(c)->program = program_new(s->formula, def->rows, levels, t->rows, c->inputs, types);
    return NULL;
}

/* ---- a function of the program ---- */

static void build_hook(const struct constraint_def *def, struct constraint_type *t, struct constraint *c)
{
    enum connector_type types[TN_ARGS];
    c->inputs = def->hook->inputs;
    c->input = mem_copy(def->hooked, sizeof *c->input * (size_t)c->inputs);
    for (int i = 0; i < c->inputs; i++)
        types[i] = c->input[i].type;
    t->rows = (signed char)def->hook->rows;
    t->uses_time = def->hook_of_time;
    for (int r = 0; r < t->rows; r++)
        t->level[r] = (signed char)def->hook->level;
    constraint_more(c)->program = program_hooked(def->hook, types);
}

/* ---- limits and motors ---- */

/* The row of a limit: a value that must stay ≥ 0, or that a motor drives to 0. */
static char *limit_row(const struct constraint *c, const struct limit_def *d, node *row)
{
    struct formula *f = d->scope->formula;
    if (d->kind == LIMIT_KEEP) {
        *row = d->value;
        return NULL;
    }
    const struct measure *m = built_measure(c->build);
    if (m == NULL && !d->has_measured)
        return mem_text("only revolute joints, sliders and distances have limits and motors");
    int connector[3];
    for (int k = 0; k < 3 && !d->has_measured; k++)
        connector[k] = scope_connector(d->scope, m->input[k]);
    struct value v = {.type = VALUE_SCALAR};
    v.e[0] = d->has_measured ? d->measured : derive_measure(f, m, connector);
    if (d->kind == LIMIT_SPEED)
        v = derive_rate(f, v);
    *row = d->kind == LIMIT_MOST ? formula_binary(f, OP_SUBTRACT, d->value, v.e[0])
                                 : formula_binary(f, OP_SUBTRACT, v.e[0], d->value);
    return NULL;
}

/* A joint measures B relative to A: the second connector of the measure is on B, the others are on A. */
static signed char partner_of(const struct constraint *c, const struct limit_def *d, int input)
{
    if (d->partner != NULL)
        return d->partner[input];
    const struct measure *m = built_measure(c->build);
    for (int k = 0; k < 3 && m != NULL; k++)
        if (same_connector(&d->scope->connectors.at[input], &m->input[k]))
            return k == 1 ? 2 : 1;
    return 0;
}

static bool uses_time(const struct formula *f, node row)
{
    int symbols = formula_symbol_count(f);
    bool *used = MEM_ARRAY(bool, symbols), any = false;
    formula_mark_symbols(f, row, used, symbols);
    for (int i = 0; i < symbols; i++)
        any |= used[i] && symbol_kind_of(formula_symbol_key(f, i)) == SYMBOL_TIME;
    mem_free(used);
    return any;
}

static char *build_limit(const tn_world *w, const struct constraint *c, const struct limit_def *d, struct limit *l)
{
    node row;
    *l = (struct limit){.kind = d->kind, .bounce = d->bounce, .bound = d->bound, .let = -1};
    if (!(d->bounce >= 0) || !(d->bounce <= 1))
        return mem_text("bounce must lie between 0 and 1");
    if (!(d->bound > 0))
        return mem_text("a motor's limit must be greater than zero");
    char *wrong = limit_row(c, d, &row);
    if (wrong != NULL)
        return wrong;
    l->level = d->kind == LIMIT_SPEED ? LEVEL_VELOCITY : LEVEL_POSITION;
    l->inputs = d->scope->connectors.count;
    if (l->inputs > CONSTRAINT_INPUTS)
        return mem_print("a limit may use at most %d different points, directions and variables; this one uses %d",
                         CONSTRAINT_INPUTS, l->inputs);
    l->input = mem_copy(d->scope->connectors.at, sizeof *l->input * (size_t)l->inputs);
    l->partner = MEM_ARRAY(signed char, l->inputs);
    for (int i = 0; i < l->inputs; i++)
        l->partner[i] = partner_of(c, d, i);
    l->let = d->has_let ? d->let : -1;
    if (d->has_let && d->follows) {
        l->source = MEM_NEW(struct expression);
        *l->source = expression_make(d->scope, &d->source, 1);
    }
    l->text = mem_text(d->text);
    l->given = d->has_let ? w->run.lets.at[d->let] : NAN;
    l->uses_time = limit_is_motor(d->kind) || uses_time(d->scope->formula, row);
    enum connector_type types[CONSTRAINT_INPUTS];
    for (int i = 0; i < l->inputs; i++)
        types[i] = l->input[i].type;
    l->program = program_new(d->scope->formula, &row, &l->level, 1, l->inputs, types);
    return NULL;
}

/* A limit that belongs to its kind, with its numbers in lets; the two limits of one interval share them. */
static void own_limit(tn_world *w, struct constraint *c, const struct build_limit *b, double bounce)
{
    struct limit *l = &constraint_more(c)->limits[c->limit_count++];
    const double number[2] = {b->least, b->most};
    *l = (struct limit){.kind = b->is_most ? LIMIT_MOST : LIMIT_LEAST,
                        .kernel = constraint_kernel_of(b->form),
                        .tied = b->form->tie_direction > 0 ? b->form : NULL,
                        .bounce = bounce,
                        .bound = INFINITY,
                        .level = LEVEL_POSITION,
                        .inputs = b->inputs};
    bool second = b->is_most && c->limit_count > 1 && (b - 1)->form == b->form - 1;
    for (int k = 0; k < 2; k++)
        l->parameter_let[k] = second ? l[-1].parameter_let[k] : world_add_let(w, number[k]);
    l->let = l->parameter_let[b->is_most ? 1 : 0];
    l->given = w->run.lets.at[l->let];
    l->input = mem_copy(b->input, sizeof *l->input * (size_t)b->inputs);
    l->partner = mem_copy(b->partner, sizeof *l->partner * (size_t)b->inputs);
}

static char *build_limits(tn_world *w, struct constraint *c, const struct constraint_def *def,
                          const struct constraint_build *b)
{
    int own = b->limits;
    if (own + def->limit_count > 0)
        constraint_more(c)->limits = MEM_ARRAY(struct limit, own + def->limit_count);
    if (!(def->bounce >= 0) || !(def->bounce <= 1))
        return mem_text("bounce must lie between 0 and 1");
    for (int i = 0; i < own; i++)
        own_limit(w, c, &b->limit[i], def->bounce);
    for (int i = 0; i < def->limit_count; i++) {
        c->limit_count = own + i + 1;
        char *wrong = build_limit(w, c, &def->limits[i], &constraint_more(c)->limits[own + i]);
        if (wrong != NULL)
            return wrong;
    }
    return NULL;
}

/* ---- making ---- */

/* Frees everything but its type. */
static void free_parts(struct things *t, const struct constraint *c)
{
    constraint_free_more(c);
    shared_drop(t, c->build);
    mem_free((void *)(uintptr_t)c->input);
    mem_free(c->name);
    mem_free(c->text);
}

void constraint_free(struct things *t, const struct constraint *c)
{
    free_parts(t, c);
    shared_drop(t, c->type);
}

static char *check_numbers(const tn_world *w, const struct constraint_def *d)
{
    if (d->item.name != NULL && names_get(&w->things->constraint_names, d->item.name) >= 0)
        return mem_print("there is a constraint '%s' already", d->item.name);
    if (!(d->how.tau >= 0) || !isfinite(d->how.tau))
        return mem_text("tau must be a number greater than zero");
    if (d->how.has_feedback && (!(d->how.ks >= 0) || !(d->how.kd >= 0) || !isfinite(d->how.ks) || !isfinite(d->how.kd)))
        return mem_text("the constants of feedback must be numbers that are not negative");
    if (d->how.has_feedback && d->how.tau > 0)
        return mem_text("a constraint has either tau or feedback, not both");
    if (!(d->how.compliance >= 0) || !isfinite(d->how.compliance))
        return mem_text("compliance must be a number that is not negative");
    if ((int)d->how.by < TN_BY_WORLD || d->how.by > TN_BY_COORDINATES)
        return mem_print("there is no method %d of enforcing a constraint: see tn_by", (int)d->how.by);
    if (d->item.type.has_interval && !(d->item.type.from < d->item.type.to))
        return mem_text("the interval of during must end after it begins");
    return NULL;
}

void constraint_find_rows(struct constraint_type *t, const struct constraint_form *form)
{
    const char *unit[CONSTRAINT_ROWS];
    enum level level[CONSTRAINT_ROWS];
    t->rows = (signed char)constraint_form_rows(form, unit, level);
    for (int r = 0; r < t->rows; r++) {
        int first = 0;
        while (strcmp(unit[first], unit[r]) != 0)
            first++;
        t->level[r] = (signed char)level[r];
        t->group[r] = (signed char)first;
    }
    t->kernel = constraint_kernel_of(form);
}

static void take_kind(tn_world *w, const struct constraint_build *b, struct constraint_type *t, struct constraint *c)
{
    c->build = constraint_take_built(things_edit(w), built_new(b));
    c->inputs = b->inputs;
    c->input = mem_copy(b->input, sizeof *c->input * (size_t)c->inputs);
    if (b->form != NULL)
        constraint_find_rows(t, b->form);
}

/* Are the numbers among the arguments of a kind within the ranges of its table? NULL, or what is wrong. */
static char *check_arguments(const struct constraint_def *def, int *wrong_argument)
{
    const tn_parameter *p = def->class->kind.parameters;
    char must[PARAMETER_TEXT];
    for (int i = 0; i < def->arg_count; i++) {
        if (def->args[i].type != ARG_NUMBER)
            continue;
        while (p != NULL && p->word != NULL && !p->argument)
            p++;
        if (p == NULL || p->word == NULL)
            return NULL;
        if (!parameter_allows(p, &def->args[i].number, 1)) {
            *wrong_argument = i;
            return mem_print("%s must %s, not %.12g", p->word, parameter_must(p, must), def->args[i].number);
        }
        p++;
    }
    return NULL;
}

/* Makes rows, limits and connectors; NULL, or what is wrong. */
static char *make_constraint(tn_world *w, const struct constraint_def *def, struct constraint_type *t,
                             struct constraint *c, int *wrong_argument)
{
    struct constraint_build b = {.form = NULL};
    char *wrong = check_numbers(w, def);
    if (wrong == NULL && def->class != NULL) {
        wrong = mem_text(build_kind(w, def, &b));
        *wrong_argument = b.wrong_argument;
        if (wrong == NULL)
            wrong = check_arguments(def, wrong_argument);
        if (wrong == NULL)
            take_kind(w, &b, t, c);
    } else if (wrong == NULL && def->hook != NULL) {
        build_hook(def, t, c);
    } else if (wrong == NULL && def->row_count > 0) {
        wrong = build_formula(def, t, c);
    }
    if (wrong == NULL)
        wrong = build_limits(w, c, def, &b);
    if (wrong == NULL && def->is_outside)
        wrong = soft_outside(w, def, t, c);
    if (wrong == NULL && def->is_on_curve)
        wrong = slides_build(w, def, t, c);
    if (wrong == NULL && (wrong = soft_check(w, def, c)) != NULL)
        *wrong_argument = -1;
    return wrong;
}

/* Keeps the arguments of an unborn kind, which is built again when it appears. */
static void keep_arguments(const struct constraint_def *def, struct constraint_more *m)
{
    m->arg_count = def->arg_count;
    m->args = mem_copy(def->args, sizeof *m->args * (size_t)def->arg_count);
    m->joint = MEM_ARRAY(int, def->arg_count);
    for (int i = 0; i < def->arg_count; i++)
        m->joint[i] = def->joint != NULL ? def->joint[i] : -1;
}

/* The initial state: motors drive, limits are inactive. */
static struct constraint_state state_of(const tn_world *w, const struct constraint_def *def, const struct constraint *c)
{
    struct constraint_state s = {.on = !def->item.off, .present = !def->item.unborn, .since = w->run.t};
    if (c->limit_count > 0)
        s.limits = MEM_ARRAY(struct limit_mode, c->limit_count);
    for (int i = 0; i < c->limit_count; i++)
        s.limits[i].mode = limit_is_motor(c->more->limits[i].kind) ? MODE_HELD : MODE_FREE;
    if (def->is_on_curve) {
        s.has_slide = def->has_slide;
        s.slide = def->slide;
    }
    soft_begin(def, c->type->rows, &s);
    return s;
}

/* Frees everything that was made for a constraint that is refused. */
static void give_up(tn_world *w, const struct constraint *c, int trackers)
{
    struct things *t = things_edit(w);
    t->trackers.count = w->run.angles.count = w->run.turns.count = trackers;
    free_parts(t, c);
}

double constraint_number(const tn_world *w, const struct constraint *c, int parameter)
{
    double value[CONSTRAINT_PARAMETERS];
    expression_of_lets(w, c->more->number, value);
    return value[parameter];
}

int world_add_constraint(tn_world *w, const struct constraint_def *def, char **message, int *wrong_argument)
{
    struct constraint_type t = {.item = def->item.type,
                                .how = def->how,
                                .class = def->class,
                                .is_outside = def->is_outside,
                                .is_on_curve = def->is_on_curve};
    struct constraint c = {.type = &t, .used = true, .line = def->item.place.line};
    int trackers = w->things->trackers.count;
    *wrong_argument = -1;
    *message = make_constraint(w, def, &t, &c, wrong_argument);
    if (*message != NULL) {
        give_up(w, &c, trackers);
        return -1;
    }
    plan_drop(w);
    struct things *things = things_edit(w);
    if (def->class != NULL && def->number_scope != NULL) {
        constraint_more(&c)->number = MEM_NEW(struct expression);
        constraint_more(&c)->numbers = def->number_count;
        *c.more->number = expression_make(def->number_scope, def->number, def->number_count);
    }
    if (def->item.unborn && def->class != NULL)
        keep_arguments(def, constraint_more(&c));
    c.name = mem_text(def->item.name);
    c.turned = def->item.name == NULL && def->item.text != NULL && def->item.turn != NULL;
    c.text = label_text(def->item.text, c.turned ? def->item.turn : NULL);
    c.number = (unsigned)labels_add(&things->constraint_labels, c.name, label_of_constraint(&c)) & 0x3fffffffu;
    c.type = constraint_take_type(things, &t);
    int slot = pool_add(&things->constraint_pool);
    if (def->is_on_curve) /* a point that it shares with no other constraint */
        constraint_inputs(&c)[1].local.y = CURVED_SLIDER + slot;
    constraint_put(w, slot, &c);
    const struct constraint_state s = state_of(w, def, &c);
    run_put_constraint(&w->run, slot, &s);
    if (c.name != NULL)
        names_set(&things->constraint_names, c.name, slot);
    return slot;
}

/* Whether a gear follows the joint that measures m. */
static bool follows_joint(const struct constraint *c, const struct measure *m)
{
    if (c->type->class == NULL || strcmp(c->type->class->kind.name, "gear") != 0)
        return false;
    for (int side = 0; side < 2; side++)
        if (same_connector(&c->input[3 * side], &m->input[0]) &&
            same_connector(&c->input[3 * side + 1], &m->input[1]) &&
            same_connector(&c->input[3 * side + 2], &m->input[2]))
            return true;
    return false;
}

/* Gears are removed with the joint that they follow. */
static void remove_followers(tn_world *w, int slot)
{
    const struct measure *joint = world_joint(w, slot);
    const struct pool *pool = &w->things->constraint_pool;
    for (int i = pool->order.count - 1; i >= 0 && joint != NULL; i--) {
        const int other = pool->order.at[i];
        if (other != slot && follows_joint(&w->things->constraints.at[other], joint))
            world_remove_constraint(w, other);
    }
}

void world_remove_constraint(tn_world *w, int slot)
{
    plan_drop(w);
    struct things *t = things_edit(w);
    remove_followers(w, slot);
    if (t->constraints.at[slot].name != NULL)
        names_remove(&t->constraint_names, t->constraints.at[slot].name);
    labels_remove(&t->constraint_labels, t->constraints.at[slot].name, label_of_constraint(&t->constraints.at[slot]));
    /* formulas of this joint's turns keep their last count: the tracker stays */
    w->run.constraints.at[slot].present = w->run.constraints.at[slot].active = false;
    pool_remove(&t->constraint_pool, slot);
    if (t->snapshots.count == 0)
        world_purge_constraint(w, slot);
}

void world_purge_constraint(tn_world *w, int slot)
{
    struct things *t = things_edit(w);
    struct constraint *c = constraint_edit(w, slot);
    constraint_free(t, c);
    *c = (struct constraint){.used = false};
    run_forget_constraint(&w->run, slot);
    pool_reuse(&t->constraint_pool, slot);
}

/* Builds a kind again at the present poses; its limits use the new measure. */
static bool rebuild(tn_world *w, int slot, const double *carried, int count)
{
    struct things *t = things_edit(w);
    struct constraint *c = constraint_edit(w, slot);
    for (int i = 0; i < c->more->arg_count; i++)
        if (c->more->args[i].type == ARG_JOINT)
            c->more->args[i].joint = world_joint(w, c->more->joint[i]);
    struct constraint_def d = {.class = c->type->class,
                               .args = c->more->args,
                               .arg_count = c->more->arg_count,
                               .carried = carried,
                               .carried_count = count};
    struct constraint_build b = {.form = NULL};
    if (build_kind(w, &d, &b) != NULL)
        return false; /* it was valid when it was read: it stays as it was built then */
    const struct measure *was = built_measure(c->build);
    for (int l = 0; l < c->limit_count && was != NULL; l++)
        for (int k = 0; k < c->more->limits[l].inputs; k++)
            for (int m = 0; m < 3; m++)
                if (same_connector(&c->more->limits[l].input[k], &was->input[m])) {
                    c->more->limits[l].input[k] = b.measure.input[m];
                    break;
                }
    int turns = was != NULL ? was->turns : -1;
    if (turns >= 0) { /* formulas refer to the tracker: it stays, with the new directions */
        t->trackers.at[turns] = t->trackers.at[b.measure.turns];
        w->run.angles.at[turns] = w->run.angles.at[b.measure.turns];
        w->run.turns.at[turns] = carried != NULL ? w->run.turns.at[b.measure.turns] : 0;
        b.measure.turns = turns;
    }
    const struct built *before = c->build;
    c->build = constraint_take_built(t, built_new(&b));
    shared_drop(t, before);
    memcpy(constraint_inputs(c), b.input, sizeof *c->input * (size_t)c->inputs);
    return true;
}

/* Only what an event adds is built a second time. */
static bool is_built_late(const struct constraint *c)
{
    return c->more != NULL && c->more->args != NULL && c->build != NULL;
}

int constraint_carried(const tn_world *w, int slot, double *out)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    if (!is_built_late(c) || !w->run.constraints.at[slot].present)
        return 0;
    const struct measure *m = built_measure(c->build);
    int count = 0;
    for (int i = 0; i < c->inputs + (m != NULL ? 3 : 0); i++) {
        const vec3 local = i < c->inputs ? c->input[i].local : m->input[i - c->inputs].local;
        if (out != NULL)
            memcpy(out + count, &local, 3 * sizeof *out);
        count += 3;
    }
    if (m != NULL && m->type == MEASURE_ANGLE) {
        if (out != NULL)
            out[count] = w->run.turns.at[m->turns];
        count++;
    }
    return count;
}

bool constraint_carry_again(tn_world *w, int slot, const double *value, int count)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    plan_drop(w);
    return is_built_late(c) && rebuild(w, slot, value, count);
}

void world_bear_constraint(tn_world *w, int slot)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    if (w->run.constraints.at[slot].present)
        return;
    plan_drop(w);
    if (c->more != NULL && c->more->args != NULL)
        rebuild(w, slot, NULL, 0);
    w->run.constraints.at[slot].present = true;
}

void world_retire_constraint(tn_world *w, int slot)
{
    const struct measure *joint = world_joint(w, slot);
    plan_drop(w);
    w->run.constraints.at[slot].present = false;
    w->run.constraints.at[slot].gone = true;
    for (int i = 0; i < w->things->constraint_pool.order.count && joint != NULL; i++) {
        const int other = w->things->constraint_pool.order.at[i];
        struct constraint_state *s = &w->run.constraints.at[other];
        if (s->present && follows_joint(&w->things->constraints.at[other], joint)) {
            s->present = false;
            s->gone = true;
        }
    }
}

bool world_constraint_follows(const tn_world *w, int slot, int joint)
{
    const struct measure *m = world_joint(w, joint);
    return m != NULL && slot != joint && follows_joint(&w->things->constraints.at[slot], m);
}

uint32_t world_constraint_generation(const tn_world *w, int slot)
{
    return pool_generation(&w->things->constraint_pool, slot);
}
bool world_constraint_present(const tn_world *w, int slot) { return w->run.constraints.at[slot].present; }

bool world_constraint_uses(const tn_world *w, int slot, int object)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    bool uses = connector_of_body(c->input, c->inputs, object);
    for (int l = 0; l < c->limit_count; l++)
        uses |= connector_of_body(c->more->limits[l].input, c->more->limits[l].inputs, object);
    return uses;
}

/* Whether one of the connectors belongs to an object that is gone. */
static bool partner_gone(const tn_world *w, const struct connector *input, int inputs)
{
    for (int i = 0; i < inputs; i++) {
        const int object = build_owner(&input[i]);
        if (object >= 0 && w->run.objects.at[object].gone)
            return true;
    }
    return false;
}

bool world_constraint_gone(const tn_world *w, int slot)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    bool gone = w->run.constraints.at[slot].gone || partner_gone(w, c->input, c->inputs);
    for (int l = 0; l < c->limit_count && !gone; l++)
        gone = partner_gone(w, c->more->limits[l].input, c->more->limits[l].inputs);
    return gone;
}

bool world_set_tau(tn_world *w, int slot, double tau)
{
    if (!(tau > 0) || !isfinite(tau))
        return false;
    plan_renew(w);
    struct constraint_type t = *w->things->constraints.at[slot].type;
    t.how.tau = tau;
    t.how.has_feedback = false;
    constraint_retype(w, slot, &t);
    return true;
}

bool world_set_feedback(tn_world *w, int slot, double ks, double kd)
{
    if (!(ks >= 0) || !(kd >= 0) || !isfinite(ks) || !isfinite(kd))
        return false;
    plan_renew(w);
    struct constraint_type t = *w->things->constraints.at[slot].type;
    t.how.tau = 0; /* each replaces the other, as tau does above */
    t.how.has_feedback = true;
    t.how.ks = ks;
    t.how.kd = kd;
    constraint_retype(w, slot, &t);
    return true;
}

bool world_set_bounce(tn_world *w, int slot, double bounce)
{
    const int limits = w->things->constraints.at[slot].limit_count;
    if (!(bounce >= 0) || !(bounce <= 1) || limits == 0)
        return false;
    plan_renew(w);
    for (int l = 0; l < limits; l++)
        constraint_edit_more(w, slot)->limits[l].bounce = bounce;
    return true;
}

bool world_set_limit(tn_world *w, int slot, enum limit_kind kind, double value)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    for (int l = 0; l < c->limit_count && isfinite(value); l++)
        if (c->more->limits[l].kind == kind && c->more->limits[l].let >= 0) {
            world_set_let(w, c->more->limits[l].let, value);
            w->run.constraints.at[slot].since = w->run.t; /* it may have to be met again */
            return true;
        }
    return false;
}

/* A limit whose let has the number that lets give it. */
struct follower {
    int let, slot;
    const struct expression *source;
};

/* Sets a let; limits that follow it, and were not set themselves, have their new number. */
void world_set_let(tn_world *w, int let, double value)
{
    ARRAY(struct follower) followers = {0};
    plan_renew(w); /* the plan holds force values that depend on it */
    for (int i = 0; i < w->things->constraints.count; i++) {
        const struct constraint *c = &w->things->constraints.at[i];
        for (int k = 0; c->used && k < c->limit_count; k++) {
            const struct limit *l = &c->more->limits[k];
            double now = NAN;
            if (l->source != NULL)
                expression_of_lets(w, l->source, &now);
            if (l->source != NULL && l->let != let && now == w->run.lets.at[l->let])
                ARRAY_PUSH(&followers, ((struct follower){l->let, i, l->source}));
        }
    }
    w->run.lets.at[let] = value;
    for (int i = 0; i < followers.count; i++) {
        const struct follower *f = &followers.at[i];
        double now;
        expression_of_lets(w, f->source, &now);
        if (!isfinite(now) || now == w->run.lets.at[f->let])
            continue;
        w->run.lets.at[f->let] = now;
        w->run.constraints.at[f->slot].since = w->run.t; /* it may have to be met again */
    }
    ARRAY_FREE(&followers);
}

bool world_set_bound(tn_world *w, int slot, double bound)
{
    bool any = false;
    for (int l = 0; l < w->things->constraints.at[slot].limit_count && bound > 0; l++)
        if (limit_is_motor(w->things->constraints.at[slot].more->limits[l].kind)) {
            plan_renew(w);
            constraint_edit_more(w, slot)->limits[l].bound = bound;
            w->run.constraints.at[slot].limits[l].mode = MODE_HELD; /* settling finds out whether it is too weak */
            any = true;
        }
    return any;
}

void world_switch_constraint(tn_world *w, int slot, bool on)
{
    if (w->run.constraints.at[slot].on == on)
        return;
    plan_drop(w);
    w->run.constraints.at[slot].on = on;
}

int world_find_constraint(const tn_world *w, const char *name) { return names_get(&w->things->constraint_names, name); }
int world_constraint_count(const tn_world *w) { return w->things->constraint_pool.order.count; }
int world_constraint_slot(const tn_world *w, int i) { return w->things->constraint_pool.order.at[i]; }

const struct constraint_type *world_constraint(const tn_world *w, int slot, bool *on)
{
    *on = w->run.constraints.at[slot].on;
    return w->things->constraints.at[slot].type;
}
