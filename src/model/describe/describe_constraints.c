/* describe_constraints.c: constraints as definitions.
 *
 * What was added as a definition is described by it. Constraints made through the typed interface, and joints that were
 * fixed at an earlier pose, are described by the connectors they were built with: points as a.at(x, y, z), directions
 * as a.dir(x, y, z). If building has fixed more than the arguments say (directions orthogonal to an axis, the zero of
 * an angle), `carried` gives the numbers themselves.
 */
#include <ctype.h>
#include <string.h>

#include "constraint/constraint_words.h"
#include "model/describe/describe.h"

/* ---- connectors ---- */

static void add_owner(struct statement *s, const tn_world *w, const struct connector *c)
{
    if (build_owner(c) < 0)
        draft_word(s, "world");
    else
        draft_tree(s, describe_object_name(s->home, w, c->body));
}

/* A point in its object's frame, a direction unchanged. */
static vec3 local_of(const tn_world *w, const struct connector *c)
{
    vec3 center;
    bool point = c->type == CONNECTOR_POINT && world_object_point(w, c->body, "center", &center);
    return point ? v3_add(c->local, center) : c->local;
}

struct tree *describe_connector(struct document *home, const tn_world *w, const struct connector *c)
{
    vec3 at = local_of(w, c);
    const double n[3] = {at.x, at.y, at.z};
    if (c->type != CONNECTOR_POINT && c->type != CONNECTOR_DIRECTION)
        return draft_vector_tree(home, at.x, at.y, at.z);
    struct tree *member =
        draft_member_tree(home, describe_object_name(home, w, c->body), c->type == CONNECTOR_POINT ? "at" : "dir");
    return draft_call_tree(home, member, n, 3);
}

/* ---- kinds from their built parts ---- */

static struct statement *carried(struct document *home, const tn_world *w, int slot, const struct constraint_parts *b)
{
    bool joint = b->measure != NULL;
    struct statement *s = draft_new(home, constraint_parameters[WORD_CARRIED].word);
    for (int i = 0; i < b->inputs + (joint ? 3 : 0); i++) {
        vec3 local = i < b->inputs ? b->input[i].local : b->measure->input[i - b->inputs].local;
        const double n[3] = {local.x, local.y, local.z};
        draft_numbers(s, n, 3);
    }
    if (joint && b->measure->type == MEASURE_ANGLE)
        draft_number(s, world_joint_turns(w, slot));
    return s;
}

static bool same(const struct connector *a, const struct connector *b)
{
    return a->type == b->type && a->body == b->body && a->local.x == b->local.x && a->local.y == b->local.y &&
           a->local.z == b->local.z;
}

/* The name of a constraint, or one made from its slot. */
static struct tree *name_of(struct document *home, const tn_world *w, int slot)
{
    const char *name = world_constraint_name(w, slot);
    char made[40];
    snprintf(made, sizeof made, "joint[%d]", slot);
    return describe_full_name(home, statement_is_name(name) ? name : made);
}

/* The name of the joint that measures by these connectors. */
static void add_joint(struct statement *s, const tn_world *w, const struct connector *input)
{
    for (int i = 0; i < world_constraint_count(w); i++) {
        int slot = world_constraint_slot(w, i);
        const struct measure *m = world_joint(w, slot);
        if (m == NULL || !same(&m->input[0], &input[0]) || !same(&m->input[1], &input[1]) ||
            !same(&m->input[2], &input[2]))
            continue;
        draft_tree(s, name_of(s->home, w, slot));
        return;
    }
}

/* One argument of a statement. */
static void add_argument(struct statement *s, const tn_world *w, const struct constraint_parts *b, const struct said *a)
{
    struct connector c;
    switch (a->type) {
    case SAID_OWNER:
        add_owner(s, w, &b->input[a->index]);
        break;
    case SAID_JOINT:
        add_joint(s, w, &b->input[a->index]);
        break;
    case SAID_NUMBER:
        draft_number(s, b->parameter[a->index]);
        break;
    case SAID_WORD:
        draft_word(s, a->word);
        break;
    case SAID_INPUT:
    case SAID_CROSS:
        c = b->input[a->index];
        if (a->type == SAID_CROSS)
            c.local = v3_cross(b->input[a->index].local, b->input[a->index + 1].local);
        draft_tree(s, describe_connector(s->home, w, &c));
        break;
    }
}

/* The statement of a kind, made from its built parts. */
static struct statement *built(struct document *home, const tn_world *w, const struct constraint_type *d,
                               const struct constraint_parts *b)
{
    struct said said[CONSTRAINT_SAID];
    struct statement *s = draft_new(home, d->item.kind);
    int count = constraint_said(d->class, b->form, b->partner, b->inputs, said);
    for (int i = 0; i < count; i++)
        add_argument(s, w, b, &said[i]);
    return s;
}

/* outside B A, B being a block, or one of its nodes or a particle. */
static struct statement *outside(struct document *home, const tn_world *w, int slot, const struct constraint_parts *b)
{
    struct statement *s = draft_new(home, "outside");
    if (world_outside_whole(w, slot))
        draft_tree(s, describe_object_name(home, w, b->input[0].body));
    else
        draft_tree(s, describe_connector(home, w, &b->input[0]));
    draft_tree(s, describe_object_name(home, w, b->input[1].body));
    return s;
}

/* ---- the 1994 form ---- */

static void add_local(struct statement *s, const tn_world *w, const struct connector *c)
{
    vec3 at = local_of(w, c);
    const double n[3] = {at.x, at.y, at.z};
    draft_numbers(s, n, 3);
}

static void add_bounds(struct statement *s, double least, double most, double low, double high)
{
    if (least > low) {
        draft_word(s, constraint_parameters[WORD_MIN].word);
        draft_number(s, least);
    }
    if (most < high) {
        draft_word(s, constraint_parameters[WORD_MAX].word);
        draft_number(s, most);
    }
}

/* From its built parts; its limits may have been changed since. */
static void add_hinge(struct statement *block, const tn_world *w, int slot)
{
    const double pi = 4 * atan(1.0);
    struct articulation a = world_articulation(w, slot);
    const struct connector *one = a.area != AREA_NONE ? &a.p : &a.a1, *two = a.area != AREA_NONE ? &a.q : &a.a2;
    if (build_owner(one) >= 0)
        add_owner(draft_child(block, "object1"), w, one);
    add_owner(draft_child(block, "object2"), w, two);
    if (a.area != AREA_NONE) {
        struct statement *s = draft_child(block, "hinge");
        add_local(s, w, &a.p);
        add_local(s, w, &a.q);
    }
    if (a.area == AREA_SEGMENT || a.area == AREA_RING) {
        struct statement *s = draft_child(block, a.area == AREA_SEGMENT ? "axial" : "planar");
        add_local(s, w, &a.u);
        add_bounds(s, a.least, a.most, a.area == AREA_SEGMENT ? -INFINITY : 0, INFINITY);
    }
    if (a.angles) {
        struct statement *s = draft_child(block, "angle");
        add_local(s, w, &a.a1);
        add_local(s, w, &a.a2);
        add_bounds(s, a.angle_least, a.angle_most, 0, pi);
    }
    if (a.twists) {
        struct statement *s = draft_child(block, "twist");
        add_local(s, w, &a.b1);
        add_local(s, w, &a.b2);
        add_bounds(s, a.twist_least, a.twist_most, -pi, pi);
    }
}

/* ---- limits ---- */

/* Whether a limit of it is no longer what its definition says. */
static bool limits_changed(const tn_world *w, int slot)
{
    struct limit_state l;
    for (int i = 0; world_limit(w, slot, i, &l); i++)
        if (l.changed)
            return true;
    return false;
}

static double bounce_of(const tn_world *w, int slot, bool *keep)
{
    struct limit_state l;
    double bounce = 0;
    *keep = false;
    for (int i = 0; world_limit(w, slot, i, &l); i++) {
        *keep = *keep || l.kind == LIMIT_KEEP;
        bounce = fmax(bounce, l.bounce);
    }
    return bounce;
}

/* Limits and motor, after the arguments. */
static void add_limits(struct statement *s, const tn_world *w, int slot)
{
    static const enum constraint_word words[] = {
        [LIMIT_LEAST] = WORD_MIN, [LIMIT_MOST] = WORD_MAX, [LIMIT_SPEED] = WORD_SPEED, [LIMIT_ANGLE] = WORD_ANGLE};
    struct limit_state l;
    for (int i = 0; world_limit(w, slot, i, &l); i++) {
        if (l.kind == LIMIT_KEEP)
            continue;
        const tn_parameter *p = &constraint_parameters[words[l.kind]];
        if (p->behind != NULL)
            draft_word(s, p->behind);
        draft_word(s, p->word);
        if (l.text != NULL)
            draft_tree(s, describe_expression(s->home, l.text));
        else
            draft_number(s, l.number);
        if (isfinite(l.bound)) {
            draft_word(s, constraint_parameters[WORD_LIMIT].word);
            draft_number(s, l.bound);
        }
    }
}

/* ---- the statements of a block ---- */

static void adopt_all(struct statement *block, struct statements list, bool only_carried)
{
    for (int i = 0; i < list.count; i++)
        if (!only_carried || strcmp(list.at[i]->word, constraint_parameters[WORD_CARRIED].word) == 0)
            draft_adopt(block, list.at[i]);
}

/* The 1994 form: a list of statements without a main one. */
static void add_old_form(struct statement *block, const tn_world *w, int slot, const char *text)
{
    bool keep;
    double bounce = bounce_of(w, slot, &keep);
    if (text == NULL || limits_changed(w, slot))
        add_hinge(block, w, slot);
    else
        adopt_all(block, describe_parse(block->home, text), false);
    if (bounce > 0)
        describe_number(block, constraint_parameters[WORD_BOUNCE].word, bounce);
}

/* The main statement, and limits and motor. */
static void add_statements(struct statement *block, const tn_world *w, int slot, const struct constraint_type *d)
{
    struct document *home = block->home;
    const char *text = world_constraint_text(w, slot);
    struct constraint_parts parts;
    const struct constraint_parts *b = world_constraint_built(w, slot, &parts) ? &parts : NULL;
    double along;
    bool keep;
    if (d->class != NULL && strcmp(d->class->kind.name, "hinge") == 0) {
        add_old_form(block, w, slot, text);
        return;
    }
    struct statements kept = {0};
    if (text != NULL)
        kept = describe_parse(home, text);
    if (d->is_on_curve && !world_untouched(w) && world_slide(w, slot, &along)) {
        draft_adopt(block, kept.at[0]);
        describe_number(block, constraint_parameters[WORD_CARRIED].word, along);
        return;
    }
    bool fixed = b != NULL && d->class != NULL && b->form != NULL && b->form->pose != POSE_UNUSED;
    bool moved = fixed && !world_untouched(w) && (world_constraint_present(w, slot) || world_constraint_gone(w, slot));
    bool anew = b != NULL && (text == NULL || world_number_set(w, slot) || (moved && b->form->pose == POSE_STATED));
    struct statement *s = anew                            ? built(home, w, d, b)
                          : d->is_outside && text == NULL ? outside(home, w, slot, &parts)
                                                          : kept.at[0];
    draft_adopt(block, s);
    add_limits(s, w, slot);
    double bounce = bounce_of(w, slot, &keep);
    if (bounce > 0 && keep) {
        describe_number(block, constraint_parameters[WORD_BOUNCE].word, bounce);
    } else if (bounce > 0) {
        draft_word(s, constraint_parameters[WORD_BOUNCE].word);
        draft_number(s, bounce);
    }
    if (text != NULL && !moved)
        adopt_all(block, kept, true);
    if (fixed && (moved || text == NULL))
        draft_adopt(block, carried(home, w, slot, b));
}

/* ---- options ---- */

void describe_interval(struct statement *s, const struct item_type *d, bool on)
{
    const double interval[2] = {d->from, d->to};
    if (d->has_interval)
        describe_numbers(s, "during", interval, 2);
    if (!on)
        draft_child(s, "off");
}

/* How it is enforced, if not by the defaults of the world, and the present multipliers. */
static void add_options(struct statement *s, const tn_world *w, int slot, const struct constraint_type *d, bool on)
{
    double lambda[CONSTRAINT_ROWS + 2], value[2];
    if (d->how.by != TN_BY_WORLD)
        describe_word(s, constraint_parameters[WORD_BY].word,
                      constraint_parameters[WORD_BY].choices[d->how.by - TN_BY_DYNAMIC]);
    for (int word = 0; word < CONSTRAINT_WORDS; word++) {
        const int n = world_get_how(&d->how, word, value);
        if (n > 0)
            describe_numbers(s, constraint_parameters[word].word, value, n);
    }
    int count = d->how.by != TN_BY_WORLD ? world_multipliers(w, slot, lambda) : 0;
    bool any = false;
    for (int i = 0; i < count; i++)
        any |= lambda[i] != 0;
    if (any)
        describe_numbers(s, constraint_parameters[WORD_MULTIPLIERS].word, lambda, count);
    describe_interval(s, &d->item, on);
}

/* ---- the whole ---- */

/* Whether a text mentions a name. */
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

/* Whether something still refers to the angle of a removed joint: it is then described, switched off. */
static bool is_spoken_of(const tn_world *w, int slot)
{
    bool on;
    const char *name = world_constraint_name(w, slot);
    if (!statement_is_name(name) || world_joint(w, slot) == NULL)
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

bool describe_drops_constraint(const tn_world *w, int slot)
{
    return world_constraint_gone(w, slot) && !is_spoken_of(w, slot);
}

struct statement *describe_constraint(struct document *home, const tn_world *w, int slot)
{
    bool on, gone = world_constraint_gone(w, slot);
    const struct constraint_type *d = world_constraint(w, slot, &on);
    if ((gone && !is_spoken_of(w, slot)) || d->item.handle || world_constraint_hooked(w, slot))
        return NULL;
    struct statement *s = draft_new(home, "constraint");
    const char *name = world_constraint_name(w, slot);
    if (statement_is_name(name) || (world_joint(w, slot) != NULL && world_constraint_text(w, slot) == NULL))
        s->name = name_of(home, w, slot);
    add_statements(s, w, slot, d);
    add_options(s, w, slot, d, on && !gone);
    if (s->name == NULL && s->child_count == 1)
        s = s->children[0];
    s->place.line = world_constraint_line(w, slot);
    bool comes = !gone && !world_constraint_present(w, slot);
    return comes ? describe_birth(home, w, THING_CONSTRAINT, slot, s) : s;
}
