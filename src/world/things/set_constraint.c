/* set_constraint.c: the numbers of constraints that can be set while a world runs: the table of set.c for
 * constraints. */
#include <string.h>

#include "constraint/constraint_words.h"
#include "world/world_parts.h"
#include "world/things/set.h"

static int give(double *v, const double *from, int n)
{
    memcpy(v, from, sizeof *v * (size_t)n);
    return n;
}

/* ---- constraints ---- */

static char *set_tau(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    if (how == SET_NOW)
        world_set_tau(w, slot, v[0]);
    return NULL;
}

static int get_tau(tn_world *w, int slot, double *v)
{
    const struct constraint_how *d = &w->things->constraints.at[slot].type->how;
    v[0] = d->tau > 0 ? d->tau : w->settings.tau;
    return d->has_feedback ? 0 : 1;
}

static char *set_feedback(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    if (how == SET_NOW)
        world_set_feedback(w, slot, v[0], v[1]);
    return NULL;
}

static int get_feedback(tn_world *w, int slot, double *v)
{
    const struct constraint_how *d = &w->things->constraints.at[slot].type->how;
    double tau = d->tau > 0 ? d->tau : w->settings.tau;
    v[0] = d->has_feedback ? d->ks : 1 / (tau * tau);
    v[1] = d->has_feedback ? d->kd : 2 / tau;
    return 2;
}

static char *set_compliance(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    if (how != SET_NOW)
        return NULL;
    plan_drop(w);
    struct constraint_type t = *w->things->constraints.at[slot].type;
    t.how.compliance = v[0];
    constraint_retype(w, slot, &t);
    return NULL;
}

static int get_compliance(tn_world *w, int slot, double *v)
{
    const struct constraint_how *d = &w->things->constraints.at[slot].type->how;
    bool displaced = d->by == TN_BY_DISPLACEMENT || (d->by == TN_BY_WORLD && w->settings.method == TN_DISPLACEMENT);
    return displaced ? give(v, &d->compliance, 1) : 0;
}

/* The i-th of its limits of a kind; *count is how many there are. */
static bool find_limit(const tn_world *w, int slot, enum limit_kind kind, struct limit_state *out, int *count)
{
    struct limit_state l;
    *count = 0;
    for (int i = 0; world_limit(w, slot, i, &l); i++)
        if (l.kind == kind && (*count)++ == 0)
            *out = l;
    return *count > 0;
}

/* The condition on a number of a limit, in words, from its low and high. */
static const char *limit_must(const struct limit_state *l)
{
    return isinf(l->high) ? "not be negative" : l->low < 0 ? "lie between -pi and pi" : "lie between 0 and pi";
}

static char *set_limit(tn_world *w, int slot, enum limit_kind kind, double value, enum set_how how)
{
    static const char *const words[] = {
        [LIMIT_LEAST] = "min", [LIMIT_MOST] = "max", [LIMIT_SPEED] = "speed", [LIMIT_ANGLE] = "angle"};
    struct limit_state l, other;
    int count, others;
    if (!find_limit(w, slot, kind, &l, &count))
        return mem_text("it has no such limit or motor");
    if (count > 1)
        return mem_print("it has %d limits with a %s: make a constraint for each of them", count, words[kind]);
    if (isnan(l.number))
        return mem_text("that is a formula: change a let in it instead");
    if (value < l.low || value > l.high)
        return mem_print("%s must %s, not %.12g", words[kind], limit_must(&l), value);
    if (how == SET_LATER) /* the other limit at that time is not known yet */
        return NULL;
    if (kind == LIMIT_LEAST && find_limit(w, slot, LIMIT_MOST, &other, &others) && others == 1 && value > other.number)
        return mem_print("min would become greater than max, %.12g and %.12g", value, other.number);
    if (kind == LIMIT_MOST && find_limit(w, slot, LIMIT_LEAST, &other, &others) && others == 1 && value < other.number)
        return mem_print("min would become greater than max, %.12g and %.12g", other.number, value);
    if (how == SET_NOW)
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
    static char *set_##name(tn_world *w, int slot, const double *v, int n, enum set_how how)                           \
    {                                                                                                                  \
        (void)n;                                                                                                       \
        return set_limit(w, slot, kind, v[0], how);                                                                    \
    }                                                                                                                  \
    static int get_##name(tn_world *w, int slot, double *v) { return get_limit(w, slot, kind, v); }                    \
    static bool has_##name(const tn_world *w, int slot)                                                                \
    {                                                                                                                  \
        struct limit_state l;                                                                                          \
        int count;                                                                                                     \
        return find_limit(w, slot, kind, &l, &count);                                                                  \
    }
LIMIT_WORD(min, LIMIT_LEAST)
LIMIT_WORD(max, LIMIT_MOST)
LIMIT_WORD(speed, LIMIT_SPEED)
LIMIT_WORD(angle, LIMIT_ANGLE)

static char *set_bounce(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    if (how == SET_NOW)
        world_set_bounce(w, slot, v[0]);
    return NULL;
}

static int get_bounce(tn_world *w, int slot, double *v)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    for (int i = 0; i < c->limit_count; i++)
        if (!limit_is_motor(c->more->limits[i].kind))
            return give(v, &c->more->limits[i].bounce, 1);
    return 0;
}

static char *set_motor_limit(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    if (how == SET_NOW)
        world_set_bound(w, slot, v[0]);
    return NULL;
}

static int get_motor_limit(tn_world *w, int slot, double *v)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    for (int i = 0; i < c->limit_count; i++)
        if (limit_is_motor(c->more->limits[i].kind))
            return give(v, &c->more->limits[i].bound, 1);
    return 0;
}

/* The number among the arguments of a kind: the length of a distance, the ratio of gears. */
static const tn_parameter *number_of(const struct constraint *c)
{
    return c->type->class != NULL ? parameter_argument(c->type->class->kind.parameters) : NULL;
}

static char *set_number(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    if (how != SET_NOW)
        return NULL;
    plan_renew(w);
    constraint_set_number(w, slot, v[0]);
    constraint_edit_more(w, slot)->number_set = true;
    w->run.constraints.at[slot].since = w->run.t; /* it may have to be met again */
    w->run.constraints.at[slot].met = false;
    return NULL;
}

static int get_number(tn_world *w, int slot, double *v)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    if (number_of(c) == NULL)
        return 0;
    v[0] = constraint_follows_lets(c, 0) ? constraint_number(w, c, 0) : built_parameter(c->build, 0);
    return 1;
}

bool world_number_set(const tn_world *w, int slot)
{
    return w->things->constraints.at[slot].more != NULL && w->things->constraints.at[slot].more->number_set;
}

/* Sets a number of a penalty or multiplier, `at` in a copy of the type. */
static char *set_soft_number(tn_world *w, int slot, struct constraint_type *t, double *at, bool *has, double value,
                             enum set_how how)
{
    if (how != SET_NOW)
        return NULL;
    plan_drop(w);
    *at = value;
    *has = true;
    constraint_retype(w, slot, t);
    return NULL;
}

static char *set_penalty(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    struct constraint_type t = *w->things->constraints.at[slot].type;
    return set_soft_number(w, slot, &t, &t.how.stiffness, &t.how.has_stiffness, v[0], how);
}

static char *set_damping(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    struct constraint_type t = *w->things->constraints.at[slot].type;
    return set_soft_number(w, slot, &t, &t.how.damping, &t.how.has_damping, v[0], how);
}

static char *set_soft_bound(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    struct constraint_type t = *w->things->constraints.at[slot].type;
    return set_soft_number(w, slot, &t, &t.how.bound, &t.how.has_bound, v[0], how);
}

static int get_penalty(tn_world *w, int slot, double *v)
{
    const struct constraint_how *d = &w->things->constraints.at[slot].type->how;
    return d->by == TN_BY_PENALTY ? give(v, &d->stiffness, 1) : 0;
}

static int get_damping(tn_world *w, int slot, double *v)
{
    const struct constraint_how *d = &w->things->constraints.at[slot].type->how;
    return d->by == TN_BY_PENALTY || d->by == TN_BY_MULTIPLIER ? give(v, &d->damping, 1) : 0;
}

static int get_soft_bound(tn_world *w, int slot, double *v)
{
    const struct constraint_how *d = &w->things->constraints.at[slot].type->how;
    return d->by == TN_BY_MULTIPLIER ? give(v, &d->bound, 1) : 0;
}

static bool has_always(const tn_world *w, int slot)
{
    (void)w;
    (void)slot;
    return true;
}

#define WORD(word) &constraint_parameters[WORD_##word]

const struct settable constraint_settables[] = {
    {WORD(TAU), set_tau, get_tau, has_always},
    {WORD(FEEDBACK), set_feedback, get_feedback, has_always},
    {WORD(BOUNCE), set_bounce, get_bounce, NULL},
    {WORD(MIN), set_min, get_min, has_min},
    {WORD(MAX), set_max, get_max, has_max},
    {WORD(SPEED), set_speed, get_speed, has_speed},
    {WORD(ANGLE), set_angle, get_angle, has_angle},
    {WORD(LIMIT), set_motor_limit, get_motor_limit, NULL},
    {WORD(COMPLIANCE), set_compliance, get_compliance, NULL},
    {WORD(STIFFNESS), set_penalty, get_penalty, NULL},
    {WORD(DAMPING), set_damping, get_damping, NULL},
    {WORD(BOUND), set_soft_bound, get_soft_bound, NULL},
    {.is = NULL},
};

const struct settable constraint_argument = {NULL, set_number, get_number, NULL};

/* ---- how a constraint is enforced, in its definition ---- */

/* The members for the numbers of a word, and for whether they are given if the numbers do not show it. */
static const struct how_place {
    size_t at[2], given;
} how_places[CONSTRAINT_WORDS] = {
#define AT(member) offsetof(struct constraint_how, member)
    [WORD_TAU] = {{AT(tau)}, 0},
    [WORD_FEEDBACK] = {{AT(ks), AT(kd)}, AT(has_feedback)},
    [WORD_COMPLIANCE] = {{AT(compliance)}, 0},
    [WORD_STIFFNESS] = {{AT(stiffness)}, AT(has_stiffness)},
    [WORD_DAMPING] = {{AT(damping)}, AT(has_damping)},
    [WORD_BOUND] = {{AT(bound)}, AT(has_bound)},
#undef AT
};

static bool has_place(int word) { return word == WORD_COMPLIANCE || how_places[word].at[0] > 0; }

void world_put_how(struct constraint_how *how, int word, const double *value)
{
    for (int i = 0; has_place(word) && i < constraint_parameters[word].most; i++)
        memcpy((char *)how + how_places[word].at[i], &value[i], sizeof *value);
    if (how_places[word].given > 0)
        memcpy((char *)how + how_places[word].given, &(bool){true}, sizeof(bool));
}

int world_get_how(const struct constraint_how *how, int word, double value[2])
{
    const struct how_place *p = &how_places[word];
    const int n = has_place(word) ? constraint_parameters[word].most : 0;
    bool given;
    for (int i = 0; i < n; i++)
        memcpy(&value[i], (const char *)how + p->at[i], sizeof *value);
    if (p->given > 0)
        memcpy(&given, (const char *)how + p->given, sizeof given);
    else
        given = n > 0 && value[0] > 0;
    return given ? n : 0;
}
