/* set.c: numbers of things that are there: by the words of the language, for programs and for the timeline.
 *
 * A table of words for each sort of thing. Every entry checks first and changes then, so that what is refused has
 * changed nothing; the same walk with `only` set asks whether a change would do.
 */
#include <stdio.h>
#include <string.h>

#include "world/parts.h"

/* A change of numbers: NULL if it is right (and done, unless `only` is set), else a sentence. */
typedef char *setter(tn_world *w, int slot, const double *v, int n, bool only);
/* The numbers now: how many, 0 where the thing has none of this name. */
typedef int getter(tn_world *w, int slot, double *v);

struct word {
    const char *word;
    int fewest, most;
    setter *set;
    getter *get;
};

static char *must(bool good, const char *what) { return good ? NULL : mem_text(what); }

static int give(double *v, const double *from, int n)
{
    memcpy(v, from, sizeof *v * (size_t)n);
    return n;
}

/* ---- objects ---- */

static bool is_variable(const tn_world *w, int slot) { return w->objects.at[slot].type->kind == OBJECT_VARIABLE; }

static int pose_numbers(tn_world *w, int slot, int which, double *v)
{
    vec3 position, velocity, spin;
    quat q;
    double value, rate;
    world_object_now(w, slot, &position, &q, &velocity, &spin, &value, &rate);
    const double *from[] = {&position.x, &q.w, &velocity.x, &spin.x, &value, &rate};
    static const int count[] = {3, 4, 3, 3, 1, 1};
    return is_variable(w, slot) == (which >= 4) ? give(v, from[which], count[which]) : 0;
}

static int get_position(tn_world *w, int slot, double *v) { return pose_numbers(w, slot, 0, v); }
static int get_orientation(tn_world *w, int slot, double *v) { return pose_numbers(w, slot, 1, v); }
static int get_velocity(tn_world *w, int slot, double *v) { return pose_numbers(w, slot, 2, v); }
static int get_spin(tn_world *w, int slot, double *v) { return pose_numbers(w, slot, 3, v); }
static int get_value(tn_world *w, int slot, double *v) { return pose_numbers(w, slot, 4, v); }
static int get_rate(tn_world *w, int slot, double *v) { return pose_numbers(w, slot, 5, v); }

static char *must_be_placeable(const tn_world *w, int slot)
{
    return must(object_can_be_placed(&w->objects.at[slot]),
                "what has coordinates of its own is where they say, and has no other place or motion");
}

static char *set_position(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    vec3 position, velocity, spin;
    quat q;
    double value, rate;
    world_object_now(w, slot, &position, &q, &velocity, &spin, &value, &rate);
    char *wrong = must_be_placeable(w, slot);
    if (wrong == NULL && !only)
        world_place_object(w, slot, v3(v[0], v[1], v[2]), q);
    return wrong;
}

static char *set_orientation(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    vec3 position, velocity, spin;
    quat q, turned = {v[0], v[1], v[2], v[3]};
    double value, rate;
    world_object_now(w, slot, &position, &q, &velocity, &spin, &value, &rate);
    char *wrong = must(q_norm2(turned) > 0, "an orientation must not be zero");
    if (wrong == NULL)
        wrong = must_be_placeable(w, slot);
    if (wrong == NULL && !only)
        world_place_object(w, slot, position, turned);
    return wrong;
}

static char *set_motion(tn_world *w, int slot, const double *velocity, const double *spin, bool only)
{
    vec3 position, v, s;
    quat q;
    double value, rate;
    if (w->objects.at[slot].type->motion != MOTION_DYNAMIC)
        return mem_text("what is fixed or follows a path has no velocity of its own");
    world_object_now(w, slot, &position, &q, &v, &s, &value, &rate);
    v = velocity != NULL ? v3(velocity[0], velocity[1], velocity[2]) : v;
    s = spin != NULL ? v3(spin[0], spin[1], spin[2]) : s;
    char *wrong = must_be_placeable(w, slot);
    if (wrong == NULL && !only)
        world_move_object(w, slot, v, s);
    return wrong;
}

static char *set_velocity(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    return set_motion(w, slot, v, NULL, only);
}

static char *set_spin(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    return set_motion(w, slot, NULL, v, only);
}

static char *set_value(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    if (only)
        return NULL;
    plan_drop(w);
    w->objects.at[slot].value = v[0];
    w->touched = true;
    displaced_moved(w, slot);
    return NULL;
}

static char *set_rate(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    if (only)
        return NULL;
    plan_drop(w);
    w->objects.at[slot].rate = v[0];
    w->touched = true;
    return NULL;
}

/* Mass, inertia or abilities of a definition that is otherwise the same: the centre of mass stays where it is. */
static char *reweigh(tn_world *w, int slot, struct object_type *d, bool only)
{
    struct object *o = &w->objects.at[slot];
    struct mass_properties m;
    if (object_flexible(o) != NULL)
        return mem_text("a flexible block has its mass from its density, which cannot change");
    char *wrong = object_mass(d, &m);
    if (wrong != NULL || only)
        return wrong;
    plan_drop(w);
    m.center = o->type->weight.center;
    d->weight = m;
    object_retype(w, o, d);
    return NULL;
}

static char *set_mass(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    struct object_type d = *w->objects.at[slot].type;
    if (d.has_ability)
        return mem_text("it has abilities instead of a mass");
    if (!(v[0] > 0))
        return mem_text("a mass must be greater than zero");
    if (d.has_inertia) { /* the same distribution of another mass */
        double f = v[0] / w->objects.at[slot].type->weight.mass;
        d.inertia = (sym3){f * d.inertia.xx, f * d.inertia.yy, f * d.inertia.zz,
                           f * d.inertia.xy, f * d.inertia.xz, f * d.inertia.yz};
    }
    d.has_mass = true;
    d.mass = v[0];
    return reweigh(w, slot, &d, only);
}

static int get_mass(tn_world *w, int slot, double *v)
{
    const struct object *o = &w->objects.at[slot];
    if (o->type->kind == OBJECT_VARIABLE || o->type->kind == OBJECT_PLANE || o->type->has_ability)
        return 0;
    return give(v, &o->type->weight.mass, 1);
}

static char *set_inertia(tn_world *w, int slot, const double *v, int n, bool only)
{
    struct object_type d = *w->objects.at[slot].type;
    if (n != 3 && n != 6)
        return mem_text("an inertia has 3 or 6 numbers: xx yy zz xy xz yz");
    d.has_inertia = true;
    d.inertia = (sym3){v[0], v[1], v[2], n == 6 ? v[3] : 0, n == 6 ? v[4] : 0, n == 6 ? v[5] : 0};
    return reweigh(w, slot, &d, only);
}

static int get_inertia(tn_world *w, int slot, double *v)
{
    const struct object *o = &w->objects.at[slot];
    const sym3 *i = &o->type->weight.inertia;
    const double all[6] = {i->xx, i->yy, i->zz, i->xy, i->xz, i->yz};
    bool has = (o->type->kind == OBJECT_SOLID || o->type->kind == OBJECT_BARE) && !o->type->has_ability;
    return has ? give(v, all, 6) : 0;
}

static char *set_color(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    for (int k = 0; k < 3; k++)
        if (!(v[k] >= 0 && v[k] <= 1))
            return mem_text("the parts of a color must lie between 0 and 1");
    if (only)
        return NULL;
    struct object_type d = *w->objects.at[slot].type;
    d.has_color = true; /* nothing moves for it: the plan stays */
    d.color = v3(v[0], v[1], v[2]);
    object_retype(w, &w->objects.at[slot], &d);
    return NULL;
}

static int get_color(tn_world *w, int slot, double *v)
{
    const struct object_type *d = w->objects.at[slot].type;
    return d->kind == OBJECT_VARIABLE ? 0
           : d->has_color             ? give(v, &d->color.x, 3)
                                      : give(v, (double[3]){-1, -1, -1}, 3);
}

static char *set_ability(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    struct object_type d = *w->objects.at[slot].type;
    d.ability_to_move = v[0];
    d.ability_to_rotate = v[1];
    return reweigh(w, slot, &d, only);
}

static int get_ability(tn_world *w, int slot, double *v)
{
    const struct object_type *d = w->objects.at[slot].type;
    return d->has_ability ? give(v, (double[2]){d->ability_to_move, d->ability_to_rotate}, 2) : 0;
}

static char *set_soft(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    struct object_type d = *w->objects.at[slot].type;
    d.soft_thickness = v[0];
    d.soft_stiffness = v[1];
    d.soft_damping = v[2];
    return reweigh(w, slot, &d, only);
}

static int get_soft(tn_world *w, int slot, double *v)
{
    const struct object_type *d = w->objects.at[slot].type;
    return d->kind == OBJECT_SOLID ? give(v, (double[3]){d->soft_thickness, d->soft_stiffness, d->soft_damping}, 3) : 0;
}

static const struct word object_words[] = {
    {"position", 3, 3, set_position, get_position},
    {"orientation", 4, 4, set_orientation, get_orientation},
    {"velocity", 3, 3, set_velocity, get_velocity},
    {"spin", 3, 3, set_spin, get_spin},
    {"value", 1, 1, set_value, get_value},
    {"rate", 1, 1, set_rate, get_rate},
    {"mass", 1, 1, set_mass, get_mass},
    {"inertia", 3, 6, set_inertia, get_inertia},
    {"color", 3, 3, set_color, get_color},
    {"ability", 2, 2, set_ability, get_ability},
    {"soft", 3, 3, set_soft, get_soft},
    {NULL, 0, 0, NULL, NULL},
};

/* ---- constraints ---- */

static char *set_tau(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    char *wrong = must(v[0] > 0, "tau must be a number greater than zero");
    if (wrong == NULL && !only)
        world_set_tau(w, slot, v[0]);
    return wrong;
}

static int get_tau(tn_world *w, int slot, double *v)
{
    const struct constraint_how *d = &w->constraints.at[slot].type->how;
    v[0] = d->tau > 0 ? d->tau : w->settings.tau;
    return d->has_feedback ? 0 : 1;
}

static char *set_feedback(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    char *wrong = must(v[0] >= 0 && v[1] >= 0, "the constants of feedback must be numbers that are not negative");
    if (wrong == NULL && !only)
        world_set_feedback(w, slot, v[0], v[1]);
    return wrong;
}

static int get_feedback(tn_world *w, int slot, double *v)
{
    const struct constraint_how *d = &w->constraints.at[slot].type->how;
    double tau = d->tau > 0 ? d->tau : w->settings.tau;
    v[0] = d->has_feedback ? d->ks : 1 / (tau * tau);
    v[1] = d->has_feedback ? d->kd : 2 / tau;
    return 2;
}

static char *set_compliance(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    char *wrong = must(v[0] >= 0, "compliance must be a number that is not negative");
    if (wrong != NULL || only)
        return wrong;
    plan_drop(w);
    struct constraint_type t = *w->constraints.at[slot].type;
    t.how.compliance = v[0];
    constraint_retype(w, &w->constraints.at[slot], &t);
    return NULL;
}

static int get_compliance(tn_world *w, int slot, double *v)
{
    const struct constraint_how *d = &w->constraints.at[slot].type->how;
    bool displaced = d->by == TN_BY_DISPLACEMENT || (d->by == TN_BY_WORLD && w->settings.method == TN_DISPLACEMENT);
    return displaced ? give(v, &d->compliance, 1) : 0;
}

/* The i-th of its limits of a kind; how many there are in *count. */
static bool find_limit(const tn_world *w, int slot, enum limit_kind kind, struct limit_state *out, int *count)
{
    struct limit_state l;
    *count = 0;
    for (int i = 0; world_limit(w, slot, i, &l); i++)
        if (l.kind == kind && (*count)++ == 0)
            *out = l;
    return *count > 0;
}

static char *set_limit(tn_world *w, int slot, enum limit_kind kind, double value, bool only)
{
    struct limit_state l, other;
    int count, others;
    if (!find_limit(w, slot, kind, &l, &count))
        return mem_text("it has no such limit or motor");
    if (count > 1)
        return mem_text("it has several such limits: make a constraint for each of them");
    if (isnan(l.number))
        return mem_text("that is a formula: change a let in it instead");
    if (value < l.low || value > l.high)
        return mem_print("it must lie between %.12g and %.12g", l.low, l.high);
    if (kind == LIMIT_LEAST && find_limit(w, slot, LIMIT_MOST, &other, &others) && others == 1 && value > other.number)
        return mem_print("min would become greater than max, %.12g and %.12g", value, other.number);
    if (kind == LIMIT_MOST && find_limit(w, slot, LIMIT_LEAST, &other, &others) && others == 1 && value < other.number)
        return mem_print("min would become greater than max, %.12g and %.12g", other.number, value);
    if (!only)
        world_set_limit(w, slot, kind, value);
    return NULL;
}

static int get_limit(const tn_world *w, int slot, enum limit_kind kind, double *v)
{
    struct limit_state l;
    int count;
    if (!find_limit(w, slot, kind, &l, &count) || isnan(l.number))
        return 0;
    return give(v, &l.number, 1);
}

#define LIMIT_WORD(name, kind)                                                                                         \
    static char *set_##name(tn_world *w, int slot, const double *v, int n, bool only)                                  \
    {                                                                                                                  \
        (void)n;                                                                                                       \
        return set_limit(w, slot, kind, v[0], only);                                                                   \
    }                                                                                                                  \
    static int get_##name(tn_world *w, int slot, double *v) { return get_limit(w, slot, kind, v); }
LIMIT_WORD(min, LIMIT_LEAST)
LIMIT_WORD(max, LIMIT_MOST)
LIMIT_WORD(speed, LIMIT_SPEED)
LIMIT_WORD(angle, LIMIT_ANGLE)

static char *set_bounce(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    if (!(v[0] >= 0 && v[0] <= 1))
        return mem_text("bounce must lie between 0 and 1");
    if (!only)
        world_set_bounce(w, slot, v[0]);
    return NULL;
}

static int get_bounce(tn_world *w, int slot, double *v)
{
    const struct constraint *c = &w->constraints.at[slot];
    for (int i = 0; i < c->limit_count; i++)
        if (c->more->limits[i].kind != LIMIT_SPEED && c->more->limits[i].kind != LIMIT_ANGLE)
            return give(v, &c->more->limits[i].bounce, 1);
    return 0;
}

static char *set_motor_limit(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    if (!(v[0] > 0))
        return mem_text("a motor's limit must be greater than zero");
    if (!only)
        world_set_bound(w, slot, v[0]);
    return NULL;
}

static int get_motor_limit(tn_world *w, int slot, double *v)
{
    const struct constraint *c = &w->constraints.at[slot];
    for (int i = 0; i < c->limit_count; i++)
        if (c->more->limits[i].kind == LIMIT_SPEED || c->more->limits[i].kind == LIMIT_ANGLE)
            return give(v, &c->more->limits[i].bound, 1);
    return 0;
}

/* The number that a kind was given: the length of a distance, the ratio of gears. */
static bool has_number(const struct constraint *c, const char *kind)
{
    return c->type->class != NULL && strcmp(c->type->class->name, kind) == 0;
}

static char *set_number(tn_world *w, int slot, double value, bool only)
{
    struct constraint *c = &w->constraints.at[slot];
    if (only)
        return NULL;
    plan_renew(w);
    constraint_set_number(w, c, value);
    constraint_more(c)->number_set = true;
    c->since = w->t; /* it may have to be met anew */
    c->met = false;
    return NULL;
}

static char *set_distance(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    char *wrong = must(v[0] > 0, "a distance must be greater than zero; points that meet are connected");
    return wrong != NULL ? wrong : set_number(w, slot, v[0], only);
}

static char *set_ratio(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    char *wrong = must(v[0] != 0, "the ratio of gears must not be zero");
    return wrong != NULL ? wrong : set_number(w, slot, v[0], only);
}

static int get_number(const tn_world *w, int slot, const char *kind, double *v)
{
    const struct constraint *c = &w->constraints.at[slot];
    if (!has_number(c, kind))
        return 0;
    v[0] = built_parameter(c->build, 0);
    if (constraint_number(c) != NULL)
        expression_of_lets(w, constraint_number(c), v);
    return 1;
}

static int get_distance(tn_world *w, int slot, double *v) { return get_number(w, slot, "distance", v); }
static int get_ratio(tn_world *w, int slot, double *v) { return get_number(w, slot, "gear", v); }

bool world_number_set(const tn_world *w, int slot)
{
    return w->constraints.at[slot].more != NULL && w->constraints.at[slot].more->number_set;
}

/* Numbers of penalties and multipliers: which of them, in a copy of the type. */
static char *set_soft_number(tn_world *w, int slot, struct constraint_type *t, double *at, bool *has, double value,
                             bool only)
{
    if (!(value > 0))
        return mem_text("it must be greater than zero");
    if (only)
        return NULL;
    plan_drop(w);
    *at = value;
    *has = true;
    constraint_retype(w, &w->constraints.at[slot], t);
    return NULL;
}

static char *set_penalty(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    struct constraint_type t = *w->constraints.at[slot].type;
    return set_soft_number(w, slot, &t, &t.how.stiffness, &t.how.has_stiffness, v[0], only);
}

static char *set_damping(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    struct constraint_type t = *w->constraints.at[slot].type;
    return set_soft_number(w, slot, &t, &t.how.damping, &t.how.has_damping, v[0], only);
}

static char *set_soft_bound(tn_world *w, int slot, const double *v, int n, bool only)
{
    (void)n;
    struct constraint_type t = *w->constraints.at[slot].type;
    return set_soft_number(w, slot, &t, &t.how.bound, &t.how.has_bound, v[0], only);
}

static int get_penalty(tn_world *w, int slot, double *v)
{
    const struct constraint_how *d = &w->constraints.at[slot].type->how;
    return d->by == TN_BY_PENALTY ? give(v, &d->stiffness, 1) : 0;
}

static int get_damping(tn_world *w, int slot, double *v)
{
    const struct constraint_how *d = &w->constraints.at[slot].type->how;
    return d->by == TN_BY_PENALTY || d->by == TN_BY_MULTIPLIER ? give(v, &d->damping, 1) : 0;
}

static int get_soft_bound(tn_world *w, int slot, double *v)
{
    const struct constraint_how *d = &w->constraints.at[slot].type->how;
    return d->by == TN_BY_MULTIPLIER ? give(v, &d->bound, 1) : 0;
}

static const struct word constraint_words[] = {
    {"tau", 1, 1, set_tau, get_tau},
    {"feedback", 2, 2, set_feedback, get_feedback},
    {"compliance", 1, 1, set_compliance, get_compliance},
    {"min", 1, 1, set_min, get_min},
    {"max", 1, 1, set_max, get_max},
    {"speed", 1, 1, set_speed, get_speed},
    {"angle", 1, 1, set_angle, get_angle},
    {"bounce", 1, 1, set_bounce, get_bounce},
    {"limit", 1, 1, set_motor_limit, get_motor_limit},
    {"d", 1, 1, set_distance, get_distance},
    {"ratio", 1, 1, set_ratio, get_ratio},
    {"stiffness", 1, 1, set_penalty, get_penalty},
    {"damping", 1, 1, set_damping, get_damping},
    {"bound", 1, 1, set_soft_bound, get_soft_bound},
    {NULL, 0, 0, NULL, NULL},
};

/* ---- forces ---- */

static const struct force_word {
    const char *word, *kind;
    int index, count;
} force_words[] = {
    {"stiffness", "spring", 0, 1},  {"rest", "spring", 1, 1},     {"damping", "spring", 2, 1},
    {"stiffness", "torsion", 0, 1}, {"rest", "torsion", 1, 1},    {"damping", "torsion", 2, 1},
    {"linear", "drag", 0, 1},       {"angular", "drag", 1, 1},    {"push", "push", 0, 3},
    {"turn", "turn", 0, 3},         {"gravity", "gravity", 0, 3}, {NULL, NULL, 0, 0},
};

static const struct force_word *find_force_word(const tn_world *w, int slot, const char *word)
{
    for (const struct force_word *p = force_words; p->word != NULL; p++)
        if (strcmp(p->word, word) == 0 && strcmp(p->kind, w->forces.at[slot].def.class->name) == 0)
            return p;
    return NULL;
}

static char *set_force(tn_world *w, int slot, const char *word, const double *v, int n, bool only)
{
    const struct force_word *p = find_force_word(w, slot, word);
    if (p == NULL)
        return mem_print("a %s has no '%s' that could be set", w->forces.at[slot].def.class->name, word);
    if (n != p->count)
        return mem_print("%s takes %d number%s, %d given", word, p->count, p->count == 1 ? "" : "s", n);
    if (world_force_varies(w, slot))
        return mem_print("%s is a formula: change a let in it instead", word);
    bool torsion_rest = strcmp(word, "rest") == 0 && strcmp(p->kind, "torsion") == 0;
    if (p->count == 1 && !torsion_rest && !(v[0] >= 0))
        return mem_print("%s must not be negative", word);
    for (int k = 0; k < n && !only; k++)
        world_set_force_value(w, slot, p->index + k, v[k]);
    return NULL;
}

/* ---- all of them ---- */

char *world_set(tn_world *w, enum world_thing thing, int slot, const char *word, const double *v, int n, bool only)
{
    for (int k = 0; k < n; k++)
        if (!isfinite(v[k]))
            return mem_text("a number is not finite");
    if (thing == WORLD_FORCE)
        return set_force(w, slot, word, v, n, only);
    const struct word *p = thing == WORLD_OBJECT ? object_words : constraint_words;
    double now[6];
    while (p->word != NULL && strcmp(p->word, word) != 0)
        p++;
    /* tau may take the place of a feedback */
    if (p->word == NULL || (p->get(w, slot, now) == 0 && p->set != set_tau))
        return mem_print("it has no '%s' that could be set", word);
    if (n < p->fewest || n > p->most)
        return mem_print("%s takes %d number%s, %d given", word, p->fewest, p->fewest == 1 ? "" : "s", n);
    return p->set(w, slot, v, n, only);
}

int world_number(tn_world *w, enum world_thing thing, int slot, const char *word, double v[6])
{
    if (thing == WORLD_FORCE) {
        const struct force_word *p = find_force_word(w, slot, word);
        double all[FORCE_VALUES];
        if (p == NULL || world_force_varies(w, slot))
            return 0;
        world_force_numbers(w, slot, all);
        return give(v, all + p->index, p->count);
    }
    for (const struct word *p = thing == WORLD_OBJECT ? object_words : constraint_words; p->word != NULL; p++)
        if (strcmp(p->word, word) == 0)
            return p->get(w, slot, v);
    return 0;
}

/* ---- the public face ---- */

static tn_status set_thing(tn_world *w, enum world_thing thing, int slot, const char *what, const double *values,
                           int count, char **message)
{
    char *wrong = NULL;
    if (message != NULL)
        *message = NULL;
    if (slot < 0 || what == NULL || values == NULL || count < 0 || count > 6)
        return TN_WRONG_USE;
    wrong = world_set(w, thing, slot, what, values, count, true);
    if (wrong == NULL) {
        char label[60];
        snprintf(label, sizeof label, "set %s", what);
        history_begin(w, label);
        wrong = world_set(w, thing, slot, what, values, count, false);
        history_end(w, wrong == NULL);
    }
    tn_status status = wrong == NULL ? TN_OK : TN_WRONG_USE;
    if (message != NULL)
        *message = wrong;
    else
        mem_free(wrong);
    return status;
}

static int object_slot(const tn_world *w, tn_object o) { return pool_find(&w->object_pool, o.slot, o.generation); }
static int constraint_slot(const tn_world *w, tn_constraint c)
{
    return pool_find(&w->constraint_pool, c.slot, c.generation);
}
static int force_slot(const tn_world *w, tn_force f) { return pool_find(&w->force_pool, f.slot, f.generation); }

tn_status tn_object_set(tn_world *w, tn_object o, const char *what, const double *values, int count, char **message)
{
    return set_thing(w, WORLD_OBJECT, object_slot(w, o), what, values, count, message);
}

tn_status tn_constraint_set(tn_world *w, tn_constraint c, const char *what, const double *values, int count,
                            char **message)
{
    return set_thing(w, WORLD_CONSTRAINT, constraint_slot(w, c), what, values, count, message);
}

tn_status tn_force_set(tn_world *w, tn_force f, const char *what, const double *values, int count, char **message)
{
    return set_thing(w, WORLD_FORCE, force_slot(w, f), what, values, count, message);
}

int tn_object_number(tn_world *w, tn_object o, const char *what, double values[6])
{
    int slot = object_slot(w, o);
    return slot < 0 || what == NULL ? 0 : world_number(w, WORLD_OBJECT, slot, what, values);
}

int tn_constraint_number(tn_world *w, tn_constraint c, const char *what, double values[6])
{
    int slot = constraint_slot(w, c);
    return slot < 0 || what == NULL ? 0 : world_number(w, WORLD_CONSTRAINT, slot, what, values);
}

int tn_force_number(tn_world *w, tn_force f, const char *what, double values[6])
{
    int slot = force_slot(w, f);
    return slot < 0 || what == NULL ? 0 : world_number(w, WORLD_FORCE, slot, what, values);
}
