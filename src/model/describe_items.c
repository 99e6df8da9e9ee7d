/* describe_items.c: constraints and forces as text.
 *
 * What came from a text is written as it was read. What a program made through
 * the API, and joints that were fixed at a pose which is gone, are written from
 * the connectors they were built with: points as a.at(x, y, z), directions as
 * a.dir(x, y, z). Where building fixed more than the arguments say (directions
 * across an axis, the zero of an angle), `carried` gives the numbers themselves.
 */
#include <ctype.h>
#include <string.h>

#include "constraint/constraint_words.h"
#include "model/describe.h"

/* ---- connectors ---- */

static void put_owner(struct text *t, const tn_world *w, const struct connector *c)
{
    if (build_owner(c) < 0)
        text_put(t, " world");
    else {
        text_put(t, " ");
        text_object_name(t, w, c->body);
    }
}

static void put_connector(struct text *t, const tn_world *w, const struct connector *c)
{
    vec3 at = c->local, center;
    text_put(t, " ");
    if (c->type == CONNECTOR_POINT || c->type == CONNECTOR_DIRECTION) {
        text_object_name(t, w, c->body);
        text_put(t, c->type == CONNECTOR_POINT ? ".at" : ".dir");
        if (c->type == CONNECTOR_POINT && world_object_point(w, c->body, "center", &center))
            at = v3_add(at, center);
    }
    text_vector(t, at);
}

static void put_connectors(struct text *t, const tn_world *w, const struct constraint_parts *b, const int *which,
                           int count)
{
    for (int i = 0; i < count; i++)
        put_connector(t, w, &b->input[which[i]]);
}

/* ---- constraints ---- */

static bool is_kind(const struct constraint_type *d, const char *kind) { return strcmp(d->item.kind, kind) == 0; }

/* Kinds whose builders fix directions or points at the pose they find. */
static bool carries(const struct constraint_type *d, const struct constraint_parts *b)
{
    static const char *const kinds[] = {"orient", "on-line", "weld", "revolute", "slider", "universal", NULL};
    for (int i = 0; kinds[i] != NULL && b->form != NULL; i++)
        if (strcmp(b->form->name, kinds[i]) == 0)
            return d->class != NULL;
    return false;
}

static void put_carried(struct text *t, const tn_world *w, int slot, const struct constraint_parts *b)
{
    bool joint = b->measure != NULL;
    text_put(t, ";\n  carried");
    for (int i = 0; i < b->inputs + (joint ? 3 : 0); i++) {
        vec3 local = i < b->inputs ? b->input[i].local : b->measure->input[i - b->inputs].local;
        double n[3] = {local.x, local.y, local.z};
        text_numbers(t, n, 3);
    }
    double turns = world_joint_turns(w, slot);
    if (joint && b->measure->type == MEASURE_ANGLE)
        text_numbers(t, &turns, 1);
}

static bool same(const struct connector *a, const struct connector *b)
{
    return a->type == b->type && a->body == b->body && a->local.x == b->local.x && a->local.y == b->local.y &&
           a->local.z == b->local.z;
}

/* The name of the joint that measures by these connectors. */
static void put_joint(struct text *t, const tn_world *w, const struct connector *input)
{
    for (int i = 0; i < world_constraint_count(w); i++) {
        int slot = world_constraint_slot(w, i);
        const char *name = world_constraint_name(w, slot);
        const struct measure *m = world_joint(w, slot);
        if (m == NULL || !same(&m->input[0], &input[0]) || !same(&m->input[1], &input[1]) ||
            !same(&m->input[2], &input[2]))
            continue;
        if (text_is_name(name))
            text_put(t, " %s", name);
        else
            text_put(t, " joint[%d]", slot);
        return;
    }
}

/* A joint by the points and axes it has in its two objects. */
static void put_joint_arguments(struct text *t, const tn_world *w, const struct constraint_type *d,
                                const struct constraint_parts *b)
{
    static const int hinge[] = {0, 1, 2, 3}, slider[] = {0, 1, 2, 5};
    put_owner(t, w, &b->input[0]);
    put_owner(t, w, &b->input[1]);
    put_connectors(t, w, b, is_kind(d, "slider") ? slider : hinge, 4);
}

static bool is_joint(const struct constraint_type *d)
{
    return is_kind(d, "revolute") || is_kind(d, "slider") || is_kind(d, "universal");
}

/* ---- the 1994 form ---- */

static void put_local(struct text *t, const tn_world *w, const struct connector *c)
{
    vec3 at = c->local, center;
    if (c->type == CONNECTOR_POINT && world_object_point(w, c->body, "center", &center))
        at = v3_add(at, center);
    double n[3] = {at.x, at.y, at.z};
    text_numbers(t, n, 3);
}

static void put_interval_of(struct text *t, double least, double most, double low, double high)
{
    if (least > low) {
        text_put(t, " min");
        text_numbers(t, &least, 1);
    }
    if (most < high) {
        text_put(t, " max");
        text_numbers(t, &most, 1);
    }
}

/* From what it was built of; its limits may have been changed since. */
static void put_hinge(struct text *t, const tn_world *w, int slot)
{
    const double pi = 4 * atan(1.0);
    struct articulation a = world_articulation(w, slot);
    const struct connector *one = a.area != AREA_NONE ? &a.p : &a.a1, *two = a.area != AREA_NONE ? &a.q : &a.a2;
    if (build_owner(one) >= 0) {
        text_put(t, "object1");
        put_owner(t, w, one);
        text_put(t, ";\n  ");
    }
    text_put(t, "object2");
    put_owner(t, w, two);
    if (a.area != AREA_NONE) {
        text_put(t, ";\n  hinge");
        put_local(t, w, &a.p);
        put_local(t, w, &a.q);
    }
    if (a.area == AREA_SEGMENT || a.area == AREA_RING) {
        text_put(t, ";\n  %s", a.area == AREA_SEGMENT ? "axial" : "planar");
        put_local(t, w, &a.u);
        put_interval_of(t, a.least, a.most, a.area == AREA_SEGMENT ? -INFINITY : 0, INFINITY);
    }
    if (a.angles) {
        text_put(t, ";\n  angle");
        put_local(t, w, &a.a1);
        put_local(t, w, &a.a2);
        put_interval_of(t, a.angle_least, a.angle_most, 0, pi);
    }
    if (a.twists) {
        text_put(t, ";\n  twist");
        put_local(t, w, &a.b1);
        put_local(t, w, &a.b2);
        put_interval_of(t, a.twist_least, a.twist_most, -pi, pi);
    }
}

/* Whether a limit of it is no longer what its text says. */
static bool limits_changed(const tn_world *w, int slot)
{
    struct limit_state l;
    for (int i = 0; world_limit(w, slot, i, &l); i++)
        if (l.changed)
            return true;
    return false;
}

static void put_bounce(struct text *t, const tn_world *w, int slot)
{
    struct limit_state l;
    double bounce = 0;
    for (int i = 0; world_limit(w, slot, i, &l); i++)
        bounce = fmax(bounce, l.bounce);
    if (bounce > 0) {
        text_put(t, ";\n  bounce");
        text_numbers(t, &bounce, 1);
    }
}

/* The statement of a kind, made from what it was built of. */
static void put_built(struct text *t, const tn_world *w, const struct constraint_type *d,
                      const struct constraint_parts *b)
{
    static const int points[] = {0, 1, 2};
    text_put(t, "%s", d->item.kind);
    if (is_joint(d)) {
        put_joint_arguments(t, w, d, b);
    } else if (is_kind(d, "weld") || is_kind(d, "touch")) {
        put_owner(t, w, &b->input[0]);
        put_owner(t, w, &b->input[1]);
    } else if (is_kind(d, "rolling")) {
        put_owner(t, w, &b->input[0]);
        put_owner(t, w, &b->input[2]);
    } else if (strcmp(b->form->name, "orient-frame") == 0) {
        put_owner(t, w, &b->input[0]);
        put_owner(t, w, &b->input[3]);
        text_put(t, " frame");
    } else if (is_kind(d, "gear")) {
        put_joint(t, w, &b->input[0]);
        put_joint(t, w, &b->input[3]);
        text_numbers(t, &b->parameter[0], 1);
    } else if (is_kind(d, "on-line")) {
        put_connectors(t, w, b, points, 2);
        struct connector along = b->input[2];
        along.local = v3_cross(b->input[2].local, b->input[3].local);
        put_connector(t, w, &along);
    } else {
        put_connectors(t, w, b, points, is_kind(d, "on-plane") ? 3 : 2);
        if (is_kind(d, "distance"))
            text_numbers(t, &b->parameter[0], 1);
    }
}

/* The statement without what an earlier writer made it carry. */
static int plain_length(const char *text)
{
    const char *carried = strstr(text, ";\n  carried");
    return carried != NULL ? (int)(carried - text) : (int)strlen(text);
}

/* Limits and motor behind the arguments; the bounce of keep is a statement of its own. */
static void put_limits(struct text *t, const tn_world *w, int slot)
{
    static const char *const words[] = {
        [LIMIT_LEAST] = "min", [LIMIT_MOST] = "max", [LIMIT_SPEED] = "motor speed", [LIMIT_ANGLE] = "motor angle"};
    struct limit_state l;
    double bounce = 0;
    bool keep = false;
    for (int i = 0; world_limit(w, slot, i, &l); i++) {
        keep = keep || l.kind == LIMIT_KEEP;
        bounce = fmax(bounce, l.bounce);
        if (l.kind == LIMIT_KEEP)
            continue;
        text_put(t, " %s", words[l.kind]);
        if (l.text != NULL)
            text_put(t, " %s", l.text);
        else
            text_numbers(t, &l.number, 1);
        if (isfinite(l.bound)) {
            text_put(t, " limit");
            text_numbers(t, &l.bound, 1);
        }
    }
    if (bounce > 0) {
        text_put(t, keep ? ";\n  bounce" : " bounce");
        text_numbers(t, &bounce, 1);
    }
}

static void put_statement(struct text *t, const tn_world *w, int slot, const struct constraint_type *d)
{
    const char *text = world_constraint_text(w, slot);
    struct constraint_parts parts;
    const struct constraint_parts *b = world_constraint_built(w, slot, &parts) ? &parts : NULL;
    if (d->class != NULL && strcmp(d->class->kind.name, "hinge") == 0) {
        if (text == NULL || limits_changed(w, slot))
            put_hinge(t, w, slot);
        else
            text_put(t, "%s", text);
        put_bounce(t, w, slot);
        return;
    }
    double along;
    if (d->is_on_curve && !world_untouched(w) && world_slide(w, slot, &along)) {
        text_put(t, "%.*s;\n  carried", plain_length(text), text);
        text_numbers(t, &along, 1);
        return;
    }
    bool fixed = b != NULL && carries(d, b);
    bool moved = fixed && !world_untouched(w) && (world_constraint_present(w, slot) || world_constraint_gone(w, slot));
    int plain = text != NULL ? plain_length(text) : 0;
    if (b != NULL && (text == NULL || world_number_set(w, slot) || (moved && is_joint(d))))
        put_built(t, w, d, b);
    else if (text != NULL)
        text_put(t, "%.*s", plain, text);
    put_limits(t, w, slot);
    if (text != NULL && !moved)
        text_put(t, "%s", text + plain);
    if (fixed && (moved || text == NULL))
        put_carried(t, w, slot, b);
}

static void put_interval(struct text *t, const struct item_type *d, bool on)
{
    double interval[2] = {d->from, d->to};
    if (d->has_interval) {
        text_put(t, "  during");
        text_numbers(t, interval, 2);
        text_put(t, ";\n");
    }
    if (!on)
        text_put(t, "  off;\n");
}

/* How it is met, as far as it does not go with the world, and what a multiplier has come to. */
static void put_how(struct text *t, const tn_world *w, int slot, const struct constraint_type *d)
{
    static const char *const words[] = {"",           "dynamic", "displacement", "reaction",
                                        "multiplier", "penalty", "coordinates"};
    double lambda[CONSTRAINT_ROWS + 2], value[2];
    if (d->how.by != TN_BY_WORLD)
        text_put(t, "  by %s;\n", words[d->how.by]);
    for (int word = 0; word < CONSTRAINT_WORDS; word++) {
        const int n = world_get_how(&d->how, word, value);
        if (n == 0)
            continue;
        text_put(t, "  %s", constraint_parameters[word].word);
        text_numbers(t, value, n);
        text_put(t, ";\n");
    }
    int count = d->how.by != TN_BY_WORLD ? world_multipliers(w, slot, lambda) : 0;
    bool any = false;
    for (int i = 0; i < count; i++)
        any |= lambda[i] != 0;
    if (any) {
        text_put(t, "  multipliers");
        text_numbers(t, lambda, count);
        text_put(t, ";\n");
    }
}

/* Whether it has an option that stands in a block. */
static bool has_how(const struct constraint_type *d)
{
    double value[2];
    bool any = d->how.by != TN_BY_WORLD;
    for (int word = 0; word < CONSTRAINT_WORDS; word++)
        any |= world_get_how(&d->how, word, value) > 0;
    return any;
}

static void write_block(struct text *t, const tn_world *w, int slot)
{
    bool on;
    const struct constraint_type *d = world_constraint(w, slot, &on);
    on = on && !world_constraint_gone(w, slot);
    struct text statement = {NULL, 0, 0};
    put_statement(&statement, w, slot, d);
    const char *name = world_constraint_name(w, slot);
    bool named = text_is_name(name),
         needs_name = !named && world_joint(w, slot) != NULL && world_constraint_text(w, slot) == NULL;
    bool block = named || needs_name || has_how(d) || d->item.has_interval || !on || strchr(statement.at, ';') != NULL;
    if (!block) {
        text_put(t, "%s;\n", statement.at);
        mem_free(statement.at);
        return;
    }
    text_put(t, "constraint");
    if (named)
        text_put(t, " %s", name);
    else if (needs_name)
        text_put(t, " joint[%d]", slot);
    text_put(t, ":\n  %s;\n", statement.at);
    mem_free(statement.at);
    put_how(t, w, slot, d);
    put_interval(t, &d->item, on);
    text_put(t, "end\n");
}

/* Does a text speak of a name? */
static bool mentions(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = text != NULL ? strstr(text, name) : NULL; at != NULL; at = strstr(at + 1, name)) {
        char before = at > text ? at[-1] : ' ';
        if (!isalnum((unsigned char)before) && strchr("_-.", before) == NULL && !isalnum((unsigned char)at[n]) &&
            at[n] != '_' && at[n] != '[')
            return true;
    }
    return false;
}

/* A joint that is gone but whose angle is still spoken of is written, switched off. */
static bool is_spoken_of(const tn_world *w, int slot)
{
    bool on;
    const char *name = world_constraint_name(w, slot);
    if (!text_is_name(name) || world_joint(w, slot) == NULL)
        return false;
    for (int i = 0; i < world_constraint_count(w); i++) {
        int other = world_constraint_slot(w, i);
        if (!world_constraint_gone(w, other) && mentions(world_constraint_text(w, other), name))
            return true;
    }
    for (int i = 0; i < world_force_count(w); i++) {
        int other = world_force_slot(w, i);
        if (!world_force_gone(w, other) && mentions(world_force(w, other, &on)->item.text, name))
            return true;
    }
    for (int i = 0; i < world_probe_count(w); i++) {
        const char *probe;
        if (!world_probe_gone(w, i) && mentions(world_probe_text(w, i, &probe), name))
            return true;
    }
    return false;
}

static void write_constraint(struct text *t, const tn_world *w, int slot)
{
    bool gone = world_constraint_gone(w, slot), on;
    if ((gone && !is_spoken_of(w, slot)) || world_constraint(w, slot, &on)->item.handle)
        return;
    bool comes = !gone && !world_constraint_present(w, slot) && write_birth(t, w, THING_CONSTRAINT, slot);
    write_block(t, w, slot);
    text_put(t, comes ? "end\n" : "");
}

void write_constraints(struct text *t, tn_world *w)
{
    for (int i = 0; i < world_constraint_count(w); i++)
        write_constraint(t, w, world_constraint_slot(w, i));
}

/* ---- forces ---- */

/* A force that a program made. */
static void put_force(struct text *t, const tn_world *w, const struct force_def *d)
{
    const tn_kind *kind = &d->class->kind;
    text_put(t, "%s", kind->name);
    if (d->body >= 0) {
        text_put(t, strcmp(kind->arguments, FORCE_ON_ONE_OR_ALL) == 0 ? " on " : " ");
        text_object_name(t, w, d->body);
    }
    for (int i = 0; i < d->connector_count; i++)
        put_connector(t, w, &d->connector[i]);
    for (const tn_parameter *p = kind->parameters; p != NULL && p->word != NULL; p++) {
        const double *value = d->value + parameter_place(kind->parameters, p);
        if (p->argument) {
            text_put(t, " ");
            text_vector(t, v3(value[0], value[1], value[2]));
        } else {
            text_put(t, " %s", p->word);
            text_numbers(t, value, p->most);
        }
    }
}

/* A force some of whose numbers were set: these as they are, the others as they were read. */
static void put_changed(struct text *t, const struct force_def *d)
{
    const tn_kind *kind = &d->class->kind;
    text_put(t, "%s", d->head);
    for (const tn_parameter *p = kind->parameters; p != NULL && p->word != NULL; p++) {
        const int place = parameter_place(kind->parameters, p);
        if (!d->changed[place] && d->value_text[place] == NULL)
            continue;
        text_put(t, p->argument ? " " : " %s", p->word);
        if (!d->changed[place])
            text_put(t, p->argument ? "%s" : " %s", d->value_text[place]);
        else if (p->argument)
            text_vector(t, v3(d->value[place], d->value[place + 1], d->value[place + 2]));
        else
            text_numbers(t, d->value + place, p->most);
    }
}

static void write_force(struct text *t, const tn_world *w, int slot)
{
    bool on, changed = false;
    const struct force_def *d = world_force(w, slot, &on);
    struct text statement = {NULL, 0, 0};
    for (int k = 0; k < FORCE_VALUES; k++)
        changed = changed || d->changed[k];
    bool comes = !world_force_present(w, slot) && write_birth(t, w, THING_FORCE, slot);
    if (d->item.text != NULL && changed)
        put_changed(&statement, d);
    else if (d->item.text != NULL)
        text_put(&statement, "%s", d->item.text);
    else
        put_force(&statement, w, d);
    if (!text_is_name(d->item.name) && !d->item.type.has_interval && on) {
        text_put(t, "%s;\n", statement.at);
    } else {
        text_put(t, "force%s%s:\n  %s;\n", text_is_name(d->item.name) ? " " : "",
                 text_is_name(d->item.name) ? d->item.name : "", statement.at);
        put_interval(t, &d->item.type, on);
        text_put(t, "end\n");
    }
    text_put(t, comes ? "end\n" : "");
    mem_free(statement.at);
}

static bool is_handle(const tn_world *w, int slot)
{
    bool on;
    return world_force(w, slot, &on)->item.type.handle;
}

void write_forces(struct text *t, tn_world *w)
{
    for (int i = 0; i < world_force_count(w); i++)
        if (!world_force_gone(w, world_force_slot(w, i)) && !is_handle(w, world_force_slot(w, i)))
            write_force(t, w, world_force_slot(w, i));
}
