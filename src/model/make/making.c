/* making.c: the statement of a constraint becomes a constraint of the world.
 *
 * A kind whose arguments are points, directions and numbers is passed to the world as it is. If an argument is a
 * formula of several objects, it is substituted into the formula of the kind, which becomes a constraint like those of
 * keep.
 */
#include <string.h>

#include "model/make/making.h"
#include "model/renew.h"

enum { MOST_CARRIED = 3 * (CONSTRAINT_INPUTS + 3) + 1 };

void making_text(struct making *m, int count)
{
    struct statement plain = *m->block.main;
    plain.arg_count = count;
    mem_free(m->text);
    m->text = tree_statement(m->r, &plain, m->block.env);
    if (m->carried != NULL) {
        char *statement = m->text, *carried = tree_statement(m->r, m->carried, m->carried_env);
        m->text = mem_print("%s;\n  %s", statement, carried);
        mem_free(statement);
        mem_free(carried);
    }
    m->block.item.text = m->text;
}

static void put_limits(struct making *m)
{
    m->def.limits = m->limits.def;
    m->def.limit_count = m->limits.count;
}

/* ---- formulas ---- */

/* Drops rows that are constantly zero, as those normal to the plane of plane curves; constants that are not zero cannot
 * be satisfied. False after a report. */
static bool drop_constant(struct making *m, const struct sight *look, node *rows, int *count)
{
    int kept = 0;
    double value;
    for (int i = 0; i < *count; i++) {
        if (!formula_is_constant(look->f, rows[i], &value)) {
            rows[kept++] = rows[i];
        } else if (!(fabs(value) < 1e-12)) {
            report(m->r, m->block.main->place, NULL, "%s: this cannot be satisfied: one component is always %.12g",
                   m->block.main->word, value);
            return false;
        }
    }
    *count = kept > 0 ? kept : *count;
    return true;
}

/* Adds rows to the world as a constraint. */
static int add_formula(struct making *m, struct sight *look, const node *rows, int count, enum level level)
{
    char *message = NULL;
    int wrong, most = CONSTRAINT_INPUTS;
    if (look->scope->connectors.count > most) {
        report(m->r, m->block.main->place, NULL,
               "a formula may use at most %d points, directions and variables; this one uses %d", most,
               look->scope->connectors.count);
        return -1;
    }
    m->def.item = m->block.item;
    m->def.scope = look->scope;
    m->def.rows = rows;
    m->def.row_count = count;
    m->def.level = level;
    int slot = renew_put_constraint(m->r, &m->def, &message, &wrong);
    if (slot < 0)
        report(m->r, m->block.main->place, NULL, "%s: %s", m->block.main->word, message);
    mem_free(message);
    return slot;
}

/* Checks the symbols that a formula must and must not contain, by its level. */
static bool check_symbols(struct making *m, const struct sight *look, const node *rows, int count, enum level level)
{
    const struct statement *s = m->block.main;
    unsigned used = sight_symbols(look, rows, count);
    bool y = used & 1u << SYMBOL_Y, yd = used & 1u << SYMBOL_YD, ydd = used & 1u << SYMBOL_YDD;
    if (!y && !yd && !ydd) {
        report(m->r, s->place, NULL, "%s: nothing in it can move; expected points, directions or variables", s->word);
        return false;
    }
    if (level == LEVEL_VELOCITY && !yd) {
        report(m->r, s->place, NULL, "speed: expected a velocity in it, as in vel(P), omega(A) or rate(J)");
        return false;
    }
    if (level == LEVEL_ACCELERATION && !ydd) {
        report(m->r, s->place, NULL, "acceleration: expected an acceleration in it, as in acc(P)");
        return false;
    }
    return true;
}

/* keep, speed, acceleration: right side minus left side, so that keep P = Q is connect P Q. */
int making_relation(struct making *m, struct sight *look)
{
    const struct statement *s = m->block.main;
    bool one_sided = s->relation != '=';
    if (one_sided && s->word[0] != 'k') {
        report(m->r, s->place, NULL, "%s: expected '='; only 'keep' may be an inequality", s->word);
        return -1;
    }
    if (!limits_fit(m->r, &m->limits, s))
        return -1;
    enum level level = s->word[0] == 'k' ? LEVEL_POSITION : s->word[0] == 's' ? LEVEL_VELOCITY : LEVEL_ACCELERATION;
    struct value side[2] = {sight_value(look, s->args[0]), sight_value(look, s->args[1])};
    for (int i = 0; i < 2; i++) {
        if (side[i].type == VALUE_ERROR)
            return -1;
        if (side[i].type != VALUE_SCALAR && side[i].type != VALUE_VECTOR) {
            char *met = sight_describe(look, side[i], s->args[i]);
            report(m->r, tree_place(s->args[i]), NULL, "%s: expected a number or a vector on this side, met %s",
                   s->word, met);
            mem_free(met);
            return -1;
        }
    }
    if (side[0].type != side[1].type) {
        report(m->r, s->place, NULL, "%s: one side is a number and the other a vector; expected two of the same type",
               s->word);
        return -1;
    }
    node rows[3];
    int count = side[0].type == VALUE_VECTOR ? 3 : 1;
    if (one_sided && count == 3) {
        report(m->r, s->place, NULL, "keep: vectors cannot be compared; expected two numbers around '%s'",
               s->relation == 'g' ? ">=" : "<=");
        return -1;
    }
    for (int k = 0; k < count; k++)
        rows[k] = formula_binary(look->f, OP_SUBTRACT, side[1].e[k], side[0].e[k]);
    if (!check_symbols(m, look, rows, count, level) || (!one_sided && !drop_constant(m, look, rows, &count)))
        return -1;
    if (!one_sided)
        return add_formula(m, look, rows, count, level);
    node room = s->relation == 'l' ? rows[0] : formula_binary(look->f, OP_SUBTRACT, side[0].e[0], side[1].e[0]);
    if (!limits_of_keep(&m->limits, look, room))
        return -1;
    put_limits(m);
    return add_formula(m, look, NULL, 0, level);
}

/* s(P) of a surface and a point; false after a report. */
static bool surface_at(struct making *m, struct sight *look, const struct slots *slots, node *out)
{
    const struct statement *s = m->block.main;
    const struct tree *name = s->args[slots->at[1].first];
    struct value v = slots->at[1].value;
    if (v.type != VALUE_THING || v.thing != THING_SURFACE) {
        char *met = sight_describe(look, v, name);
        report(m->r, tree_place(name), NULL, "%s: expected the name of a surface, met %s", s->word, met);
        mem_free(met);
        return false;
    }
    struct value args[1] = {slots->at[0].value}, value;
    const char *full = reading_full_name(m->r, name, look->env);
    struct tree call = {.kind = TREE_CALL, .place = name->place, .height = 1};
    if (full == NULL || !look_call(look, look->f, &call, full, args, 1, &value) || value.type == VALUE_ERROR)
        return false;
    *out = value.e[0];
    if (value.type == VALUE_SCALAR)
        return check_symbols(m, look, out, 1, LEVEL_POSITION);
    report(m->r, name->place, NULL, "%s: the surface '%.60s' is not a number", s->word, full);
    return false;
}

/* on-surface P s: s(P) = 0 */
int making_on_surface(struct making *m, struct sight *look)
{
    const struct statement *s = m->block.main;
    struct slots slots;
    node row;
    if (!slots_fit(look, s, "P s", NULL, &slots) || !slot_is_point(look, s, &slots.at[0]) ||
        !surface_at(m, look, &slots, &row))
        return -1;
    return add_formula(m, look, &row, 1, LEVEL_POSITION);
}

static int add_outside(struct making *m)
{
    char *message = NULL;
    int wrong;
    m->def.item = m->block.item;
    int slot = renew_put_constraint(m->r, &m->def, &message, &wrong);
    if (slot < 0)
        report(m->r, m->block.main->place, NULL, "outside: %s", message);
    mem_free(message);
    return slot;
}

/* outside B A, outside P A: A is a solid or a plane; outside P s: s(P) >= 0 */
int making_outside(struct making *m, struct sight *look)
{
    const struct statement *s = m->block.main;
    struct slots slots;
    struct connector point;
    if (!slots_fit(look, s, "B A", NULL, &slots))
        return -1;
    struct value who = slots.at[0].value, of = slots.at[1].value;
    if (of.type == VALUE_THING && of.thing == THING_SURFACE) {
        node room;
        if (!slot_is_point(look, s, &slots.at[0]) || !surface_at(m, look, &slots, &room) ||
            !limits_of_keep(&m->limits, look, room))
            return -1;
        put_limits(m);
        return add_formula(m, look, NULL, 0, LEVEL_POSITION);
    }
    if (of.type != VALUE_THING || of.thing != THING_OBJECT) {
        char *met = sight_describe(look, of, s->args[slots.at[1].first]);
        report(m->r, tree_place(s->args[slots.at[1].first]), NULL,
               "outside: expected a solid, a plane or a surface, met %s", met);
        mem_free(met);
        return -1;
    }
    m->def.is_outside = true;
    m->def.inside_of = of.index;
    if (who.type == VALUE_THING && who.thing == THING_OBJECT) {
        const struct object_type *d = world_object(m->r->w, who.index);
        m->def.outsider = who.index;
        m->def.has_point = d->kind == OBJECT_PARTICLE; /* a particle is a point */
        return add_outside(m);
    }
    if (!sight_connector(look, who, &point) || point.type != CONNECTOR_POINT) {
        char *met = sight_describe(look, who, s->args[slots.at[0].first]);
        report(m->r, tree_place(s->args[slots.at[0].first]), NULL,
               "outside: expected a flexible block, one of its nodes, or a particle, met %s", met);
        mem_free(met);
        return -1;
    }
    vec3 center;
    world_object_point(m->r->w, point.body, "center", &center);
    m->def.outsider = point.body;
    m->def.has_point = true;
    m->def.point = v3_add(center, point.local);
    return add_outside(m);
}

/* ---- a kind with a formula as an argument ---- */

struct put_in {
    const char *name;
    struct value value;
};
struct put_ins {
    struct put_in at[MOST_SLOTS];
    int count;
};

static bool put_in_name(void *ctx, struct formula *f, const struct tree *t, const char *full, struct value *out)
{
    (void)f;
    (void)t;
    const struct put_ins *p = ctx;
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->at[i].name, full) == 0) {
            *out = p->at[i].value;
            return true;
        }
    return false;
}

static void put_in(struct put_ins *p, const char *name, struct value v)
{
    p->at[p->count++] = (struct put_in){name, v};
}

static struct value constant_vector(struct sight *look, vec3 v)
{
    return (struct value){
        .type = VALUE_VECTOR,
        .e = {formula_constant(look->f, v.x), formula_constant(look->f, v.y), formula_constant(look->f, v.z)}};
}

/* e1 and e2 orthogonal to a direction that is fixed in the world or in one object, and fixed there too. */
static bool put_in_across(struct sight *look, struct value direction, struct put_ins *p)
{
    struct connector c;
    if (!sight_connector(look, direction, &c) || (c.type != CONNECTOR_CONSTANT && c.type != CONNECTOR_DIRECTION))
        return false;
    vec3 along = v3_unit(c.local), e1 = v3_perpendicular(along), e2 = v3_cross(along, e1);
    if (c.type == CONNECTOR_CONSTANT) {
        put_in(p, "e1", constant_vector(look, e1));
        put_in(p, "e2", constant_vector(look, e2));
    } else {
        put_in(p, "e1", scope_vector(look->scope, SYMBOL_Y, world_direction(look->r->w, c.body, e1)));
        put_in(p, "e2", scope_vector(look->scope, SYMBOL_Y, world_direction(look->r->w, c.body, e2)));
    }
    return true;
}

static struct value unit_of(struct sight *look, struct value v)
{
    node sum = formula_constant(look->f, 0);
    for (int k = 0; k < 3; k++)
        sum = formula_binary(look->f, OP_ADD, sum, formula_binary(look->f, OP_MULTIPLY, v.e[k], v.e[k]));
    node length = formula_unary(look->f, OP_SQRT, sum);
    for (int k = 0; k < 3; k++)
        v.e[k] = formula_binary(look->f, OP_DIVIDE, v.e[k], length);
    return v;
}

/* The name in the formula of what an argument stands for: a path is the point X. */
static const char *name_of_argument(const char *word) { return strcmp(word, "path") == 0 ? "X" : word; }

/* Is a name of a form given by the statement? e1 and e2 are across a direction of it. */
static bool is_given(const char *arguments, const char *name)
{
    char word[KIND_WORD];
    while (kind_next(&arguments, word))
        if (strcmp(name_of_argument(word), name) == 0 ||
            (kind_letter(word) == 'D' && (strcmp(name, "e1") == 0 || strcmp(name, "e2") == 0)))
            return true;
    return false;
}

/* Whether the first form of a kind can be used as a formula: it holds nothing but what the arguments stand for. */
static bool is_formula_kind(const struct constraint_class *class)
{
    const struct constraint_form *form = &class->forms[0];
    const char *at = class->kind.arguments;
    char word[KIND_WORD];
    while (kind_next(&at, word))
        if (strchr("PDpd", kind_letter(word)) == NULL)
            return false;
    bool given = true;
    for (int i = 0; i < CONSTRAINT_INPUTS && form->inputs[i].name != NULL; i++)
        given = given && is_given(class->kind.arguments, form->inputs[i].name);
    for (int i = 0; i < CONSTRAINT_PARAMETERS && form->parameters[i] != NULL; i++)
        given = given && is_given(class->kind.arguments, form->parameters[i]);
    for (int i = 0; i < CONSTRAINT_ROWS && form->rows[i].formula != NULL; i++)
        given = given && form->rows[i].level == LEVEL_POSITION;
    return given;
}

static bool uses_across(const struct constraint_form *form)
{
    for (int i = 0; i < CONSTRAINT_INPUTS && form->inputs[i].name != NULL; i++)
        if (strcmp(form->inputs[i].name, "e1") == 0)
            return true;
    return false;
}

static int make_as_formula(struct making *m, struct sight *look, const struct slots *slots)
{
    const struct statement *s = m->block.main;
    const struct constraint_form *form = &m->def.class->forms[0];
    struct put_ins p = {.count = 0};
    node rows[CONSTRAINT_ROWS];
    int count = 0;
    for (int i = 0; i < slots->count; i++) {
        struct value v = slots->at[i].value;
        bool direction = slots->at[i].letter == 'D';
        put_in(&p, name_of_argument(slots->at[i].word), direction ? unit_of(look, v) : v);
    }
    bool across = uses_across(form);
    const struct slot *last = &slots->at[slots->count - 1];
    if (across && !put_in_across(look, last->value, &p)) {
        report(m->r, tree_place(s->args[last->first]), NULL,
               "%s: expected %s fixed in the world or in one object; for anything else write its formula with keep",
               s->word, last->word);
        return -1;
    }
    struct resolver resolver = {.ctx = &p, .diagnostics = m->r->d, .name = put_in_name};
    for (int i = 0; i < CONSTRAINT_ROWS && form->rows[i].formula != NULL; i++) {
        struct value v = derive_text(look->f, form->name, form->rows[i].formula, &resolver);
        if (v.type == VALUE_ERROR)
            return -1;
        for (int k = 0; k < (v.type == VALUE_VECTOR ? 3 : 1); k++)
            rows[count++] = v.e[k];
    }
    m->def.class = NULL;
    m->def.number_scope = NULL;
    return check_symbols(m, look, rows, count, LEVEL_POSITION) && drop_constant(m, look, rows, &count)
               ? add_formula(m, look, rows, count, LEVEL_POSITION)
               : -1;
}

/* ---- arguments of a kind ---- */

/* Joints fix points in their objects once, at the start. */
static bool is_joint(const struct constraint_class *class) { return class->forms[0].pose == POSE_STATED; }

/* A vector as an argument: a point or direction of an object, a position, a path; *is_formula: a formula. */
static bool vector_argument(struct making *m, struct sight *look, const struct slot *slot, struct constraint_arg *out,
                            bool *is_formula)
{
    struct connector c;
    unsigned used = sight_symbols(look, slot->value.e, 3);
    if (sight_connector(look, slot->value, &c) && c.type != CONNECTOR_CONSTANT) {
        out->connector = c;
        out->type = c.type == CONNECTOR_DIRECTION ? ARG_DIRECTION : c.type == CONNECTOR_TIME ? ARG_TIME : ARG_POINT;
        *is_formula = *is_formula || (slot->letter == 'D' && out->type == ARG_TIME);
        return true;
    }
    bool follows = sight_changes(look, slot->value.e, 3); /* a position that depends on changing lets is a path */
    if ((used & ~(1u << SYMBOL_PARAMETER)) == 0 && (!follows || is_joint(m->def.class))) {
        out->type = ARG_VECTOR;
        out->vector = v3(sight_number_now(look, slot->value.e[0]), sight_number_now(look, slot->value.e[1]),
                         sight_number_now(look, slot->value.e[2]));
        if (!v3_finite(out->vector))
            report(m->r, tree_place(m->block.main->args[slot->first]), NULL, "%s: expected finite numbers for %s",
                   m->block.main->word, slot->word);
        return v3_finite(out->vector);
    }
    if ((used & ~(1u << SYMBOL_PARAMETER | 1u << SYMBOL_TIME)) == 0 && slot->letter != 'D' &&
        (used & 1u << SYMBOL_TIME || follows)) {
        int source = slot_source(look, m->block.main, slot);
        out->type = ARG_TIME;
        out->connector = (struct connector){CONNECTOR_TIME, -1, source, v3(0, 0, 0)};
        return source >= 0;
    }
    *is_formula = true;
    if (!is_formula_kind(m->def.class) && (m->block.item.unborn || !is_joint(m->def.class))) {
        report(m->r, tree_place(m->block.main->args[slot->first]), NULL,
               "%s%s: expected a place, or a point or direction of one object for %s, not a formula",
               m->block.main->word, m->block.item.unborn ? " in 'at'" : "", slot->word);
        return false;
    }
    out->type = ARG_VECTOR; /* for joints: the present value */
    out->vector = v3(sight_number_now(look, slot->value.e[0]), sight_number_now(look, slot->value.e[1]),
                     sight_number_now(look, slot->value.e[2]));
    return true;
}

static bool joint_argument(struct making *m, struct sight *look, const struct slot *slot, struct constraint_arg *out,
                           int *which)
{
    const struct statement *s = m->block.main;
    const struct tree *t = s->args[slot->first];
    struct value v = slot->value;
    struct value other;
    if (v.type == VALUE_THING && v.thing == THING_OBJECT &&
        sight_relation(look, world_object_name(m->r->w, v.index), &other))
        v = other;
    if (v.type != VALUE_THING || v.thing != THING_CONSTRAINT) {
        char *met = sight_describe(look, v, t);
        report(m->r, tree_place(t), NULL, "%s: expected the name of a joint for %s, met %s", s->word, slot->word, met);
        mem_free(met);
        return false;
    }
    int joint = v.index >= 0 ? v.index : make_constraint(m->r, ~v.index);
    if (joint < 0)
        return false;
    *which = joint;
    out->type = ARG_JOINT;
    out->joint = world_joint(m->r->w, joint);
    if (out->joint == NULL)
        report(m->r, tree_place(t), NULL, "%s: expected a revolute or a slider for %s; '%.60s' is neither", s->word,
               slot->word, t->text);
    return out->joint != NULL;
}

/* May the number of this symbol be a formula? */
static bool takes_formula(const struct constraint_class *class, const char *symbol)
{
    for (const tn_parameter *p = class->kind.parameters; p != NULL && p->word != NULL; p++)
        if (p->argument && p->symbol != NULL && strcmp(p->symbol, symbol) == 0)
            return p->formula;
    return false;
}

static bool number_argument(struct making *m, struct sight *look, const struct slot *slot, struct constraint_arg *out,
                            bool *is_formula)
{
    const struct statement *s = m->block.main;
    const struct tree *t = s->args[slot->first];
    if (slot->value.type != VALUE_SCALAR) {
        char *met = sight_describe(look, slot->value, t);
        report(m->r, tree_place(t), NULL, "%s: expected a number for %s, met %s", s->word, slot->word, met);
        mem_free(met);
        return false;
    }
    out->type = ARG_NUMBER;
    const bool varies = (sight_symbols(look, slot->value.e, 1) & ~(1u << SYMBOL_PARAMETER)) != 0;
    if (varies && !(takes_formula(m->def.class, slot->word) && is_formula_kind(m->def.class))) {
        report(m->r, tree_place(t), NULL, "%s: expected a constant for %s, not a formula of time or motion", s->word,
               slot->word);
        return false;
    }
    *is_formula = *is_formula || varies;
    out->number = sight_number_now(look, slot->value.e[0]);
    if ((sight_symbols(look, slot->value.e, 1) & 1u << SYMBOL_PARAMETER) != 0)
        m->def.number_scope = look->scope; /* it depends on its lets */
    if (m->def.number_count < CONSTRAINT_PARAMETERS)
        m->def.number[m->def.number_count++] = slot->value.e[0];
    if (!isfinite(out->number))
        report(m->r, tree_place(t), NULL, "%s: expected a finite number for %s", s->word, slot->word);
    return isfinite(out->number);
}

static bool argument(struct making *m, struct sight *look, const struct slot *slot, struct constraint_arg *out,
                     int *joint, bool *is_formula)
{
    const struct statement *s = m->block.main;
    switch (slot->letter) {
    case 'P':
    case 'p':
        return slot_is_point(look, s, slot) && vector_argument(m, look, slot, out, is_formula);
    case 'D':
        return slot_is_direction(look, s, slot) && vector_argument(m, look, slot, out, is_formula);
    case 'A':
        if (!slot_is_object(look, s, slot, strcmp(s->word, "touch") != 0 && strcmp(s->word, "rolling") != 0,
                            &out->body))
            return false;
        out->type = out->body >= 0 ? ARG_BODY : ARG_WORLD;
        return true;
    case 'J':
        return joint_argument(m, look, slot, out, joint);
    default:
        return number_argument(m, look, slot, out, is_formula);
    }
}

/* Adds limits and motor after the arguments to those of the block. */
static bool take_options(struct making *m, const struct slots *slots)
{
    const struct statement *s = m->block.main;
    if (slots->used < s->arg_count) {
        if (!limits_collect(m->r, &m->limits, s, m->block.env, slots->used))
            return false;
        making_text(m, slots->used);
    }
    return limits_fit(m->r, &m->limits, s);
}

/* Whether it is distance P Q with min or max instead of a length. */
static bool is_limited_distance(const struct making *m)
{
    const struct statement *s = m->block.main;
    bool limited = m->limits.use[LIMIT_WORD_MIN].s != NULL || m->limits.use[LIMIT_WORD_MAX].s != NULL;
    for (int i = 2; i < s->arg_count; i++)
        limited = limited || tree_is_word(s->args[i], "min") || tree_is_word(s->args[i], "max");
    return limited && strcmp(s->word, "distance") == 0;
}

/* distance P Q min a max b: a formula with limits and without rows */
static int make_limited_distance(struct making *m, struct sight *look)
{
    const struct statement *s = m->block.main;
    struct slots slots;
    const char *options[LIMIT_WORDS + 1];
    limits_words(options);
    if (!slots_fit(look, s, "P Q  |  P Q d", options, &slots) || !take_options(m, &slots))
        return -1;
    if (slots.count > 2) {
        report(m->r, tree_place(s->args[slots.at[2].first]), NULL,
               "distance: expected either a length or min and max, not both");
        return -1;
    }
    node both[6];
    for (int i = 0; i < 2; i++) {
        if (!slot_is_point(look, s, &slots.at[i]))
            return -1;
        memcpy(both + 3 * i, slots.at[i].value.e, sizeof *both * 3);
    }
    if (!check_symbols(m, look, both, 6, LEVEL_POSITION) ||
        !limits_of_distance(&m->limits, look, slots.at[0].value, slots.at[1].value))
        return -1;
    put_limits(m);
    m->def.class = NULL;
    return add_formula(m, look, NULL, 0, LEVEL_POSITION);
}

/* Adds a kind with its arguments to the world; the limits of a joint have a separate scope. */
static int add_kind(struct making *m, const struct slots *slots)
{
    const struct statement *s = m->block.main;
    struct scope scope;
    char *message = NULL;
    int wrong, slot = -1;
    scope_begin(&scope);
    struct sight look = sight_begin(m->r, &scope, FOR_KEEP, m->block.env);
    look.root = &look;
    m->def.item = m->block.item;
    if (!limits_any(&m->limits) || limits_of_joint(&m->limits, &look)) {
        put_limits(m);
        slot = renew_put_constraint(m->r, &m->def, &message, &wrong);
        if (slot < 0) {
            bool known = wrong >= 0 && wrong < slots->count;
            report(m->r, known ? tree_place(s->args[slots->at[wrong].first]) : s->place, NULL, "%s: %s", s->word,
                   message);
        }
    }
    mem_free(message);
    scope_end(&scope);
    return slot;
}

/* "gear a b ratio -2": arguments are written without their names. */
static bool names_an_argument(struct making *m, const tn_kind *kind)
{
    const struct statement *s = m->block.main;
    char usage[KIND_USAGE];
    for (int i = 0; i < s->arg_count; i++) {
        const struct tree *t = s->args[i];
        if (t->kind != TREE_NAME || t->count > 0 || !reading_knows_not(m->r, m->block.env, t->text))
            continue;
        for (const tn_parameter *p = kind->parameters; p != NULL && p->word != NULL; p++)
            if (p->argument && strlen(p->word) > 1 && strcmp(p->word, t->text) == 0) {
                report(m->r, t->place, NULL, "'%s' is an argument, which is written without its name: %s", t->text,
                       kind_usage(kind, false, usage));
                return true;
            }
    }
    return false;
}

int making_kind(struct making *m, struct sight *look)
{
    if (names_an_argument(m, &m->def.class->kind))
        return -1;
    const struct statement *s = m->block.main;
    struct slots slots;
    struct constraint_arg args[MOST_SLOTS];
    int count = 0, joints[MOST_SLOTS];
    bool is_formula = false, good = true;
    if (is_limited_distance(m))
        return make_limited_distance(m, look);
    const char *options[LIMIT_WORDS + 1];
    limits_words(options);
    if (!slots_fit(look, s, m->def.class->kind.arguments, options, &slots) || !take_options(m, &slots))
        return -1;
    for (int i = 0; i < slots.count; i++)
        if (slots.at[i].letter != 'w') {
            args[count] = (struct constraint_arg){.body = -1};
            joints[count] = -1;
            good = argument(m, look, &slots.at[i], &args[count], &joints[count], &is_formula) && good;
            count++;
        }
    if (!good)
        return -1;
    if (is_formula && is_formula_kind(m->def.class))
        return make_as_formula(m, look, &slots);
    double carried[MOST_CARRIED];
    if (m->carried != NULL) {
        m->def.carried = carried;
        m->def.carried_count = constant_list(m->r, m->carried, m->carried_env, 0, MOST_CARRIED, carried);
        if (m->def.carried_count < 0)
            return -1;
    }
    m->def.args = args;
    m->def.joint = joints;
    m->def.arg_count = count;
    return add_kind(m, &slots);
}
