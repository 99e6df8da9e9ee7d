/* timeline.c: at T: … end: things that are created, removed, switched and changed while the clock runs.
 *
 * What an at-block creates is made when the text is read, as unborn, so that every error is found before anything
 * moves; the event only makes it appear. Whether an event is possible is checked by going through all events in the
 * order of their times, those of earlier texts included, and tracking which things exist.
 */
#include "model/timeline.h"

#include <string.h>

#include "constraint/constraint_words.h"
#include "model/formulas/meaning.h"

void moment_keep(struct moment *m) { atomic_fetch_add_explicit(&m->users, 1, memory_order_relaxed); }

void moment_drop(struct moment *m)
{
    if (atomic_fetch_sub_explicit(&m->users, 1, memory_order_acq_rel) > 1)
        return;
    for (int i = 0; i < m->actions.count; i++)
        mem_free(m->actions.at[i].own_let);
    ARRAY_FREE(&m->actions);
    mem_free(m);
}

/* ---- the first pass ---- */

static const char *const at_words[] = {"on", "off", "set", "remove", NULL};

static bool is_at_word(const char *word)
{
    for (int i = 0; at_words[i] != NULL; i++)
        if (strcmp(at_words[i], word) == 0)
            return true;
    return false;
}

/* Why a statement cannot be in an at-block; NULL: it can. */
static const char *wrong_here(const char *word)
{
    static const struct {
        const char *word, *why;
    } list[] = {{"world", "the settings of the world hold from the start"},
                {"include", "files are included outside of 'at'"},
                {"probe", "probes exist from the start, and have no value while their objects do not exist"},
                {"camera", "the camera is set from the start"},
                {"show", "what is shown is set once, outside of 'at'"},
                {"trace", "traces are drawn from the start"},
                {"title", "the title is set once, outside of 'at'"},
                {"light", "the light is set once, outside of 'at'"},
                {"background", "the background is set once, outside of 'at'"},
                {"contact", "bodies touch from the start, or not at all"},
                {"skin", "skins exist from the start, over those of their solids that exist"},
                {"at", "moments cannot be nested"},
                {NULL, NULL}};
    for (int i = 0; list[i].word != NULL; i++)
        if (strcmp(list[i].word, word) == 0)
            return list[i].why;
    return NULL;
}

static bool is_local_let(const struct statement *s, const struct env *env)
{
    for (const struct env *e = env; e != NULL; e = e->up)
        if (e->let != NULL && e->let->statement == s)
            return true;
    return false;
}

/* A let in an at-block changes one that is declared elsewhere. It is marked now, because what uses it must be a
 * formula. */
static void declare_change(struct reading *r, struct moment *m, const struct statement *s, const struct env *env)
{
    struct action a = {.kind = ACTION_LET, .s = s, .env = env, .slot = -1};
    if (s->kind != STATEMENT_DEFINE || s->name == NULL || s->broken)
        return;
    if (s->parameter_count > 0) {
        report(r, s->name->place, NULL, "expected a number to change, met the function '%.60s'", s->name->text);
        return;
    }
    a.let = reading_full_name(r, s->name, env);
    if (a.let == NULL)
        return;
    ARRAY_PUSH(&m->actions, a);
    if (!r->now)
        ARRAY_PUSH(&r->changes, a.let);
}

static void declare_birth(struct reading *r, struct moment *m, const struct statement *s, const struct env *env)
{
    int objects = r->objects.count, constraints = r->constraints.count, forces = r->forces.count;
    struct action a = {.kind = ACTION_BEAR, .s = s, .env = env, .slot = -1};
    declare_word(r, s, env);
    a.thing = r->objects.count > objects           ? THING_OBJECT
              : r->constraints.count > constraints ? THING_CONSTRAINT
                                                   : THING_FORCE;
    a.instance = a.thing == THING_OBJECT ? objects : a.thing == THING_CONSTRAINT ? constraints : forces;
    if (r->objects.count > objects || r->constraints.count > constraints || r->forces.count > forces)
        ARRAY_PUSH(&m->actions, a);
}

static void declare_action(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    struct moment *m = ctx;
    const char *wrong = wrong_here(s->word);
    if (r->now && (strcmp(s->word, "remove") == 0 || (!is_at_word(s->word) && strcmp(s->word, "let") != 0))) {
        report(r, s->place, NULL, "expected a change (on, off, set or let), met '%.60s'", s->word);
    } else if (wrong != NULL) {
        report(r, s->place, NULL, "'%s' is not allowed in 'at': %s", s->word, wrong);
    } else if (is_at_word(s->word) && s->kind == STATEMENT_PLAIN) {
        struct action a = {.kind = s->word[0] == 's'   ? ACTION_SET
                                   : s->word[0] == 'r' ? ACTION_REMOVE
                                   : s->word[1] == 'n' ? ACTION_ON
                                                       : ACTION_OFF,
                           .s = s,
                           .env = env,
                           .slot = -1};
        if (!s->broken)
            ARRAY_PUSH(&m->actions, a);
    } else if (!words_known(IN_AT, s->word) || is_at_word(s->word)) {
        words_unknown(r, IN_AT, s);
    } else if (strcmp(s->word, "let") == 0) {
        if (!is_local_let(s, env))
            declare_change(r, m, s, env);
    } else {
        declare_birth(r, m, s, env);
    }
}

static struct moment *begin_moment(struct reading *r, double time)
{
    struct moment *m = MEM_NEW(struct moment);
    atomic_init(&m->users, 1);
    m->item = r->item;
    m->time = time;
    ARRAY_PUSH(&r->moments, m);
    r->moment = r->moments.count;
    return m;
}

/* What has happened is not done again; what it brought is there. */
static void declare_past(struct reading *r, const struct statement *s, const struct env *env, double time)
{
    struct instance i = {.s = s, .env = env, .slot = -1, .item = r->item};
    struct moment *m = begin_moment(r, time);
    r->moments.count--;
    r->moment = 0;
    ARRAY_PUSH(&r->events, i);
    reading_walk(r, s->children, s->child_count, env, declare_action, m);
    moment_drop(m);
}

void timeline_declare(struct reading *r, const struct statement *s, const struct env *env)
{
    double time;
    if (s->broken || s->arg_count != 1 || !constant_number(r, s->args[0], env, "the time of 'at'", &time))
        return;
    if (!(time >= 0)) {
        report(r, tree_place(s->args[0]), NULL, "the time of 'at' must not be negative, not %.12g", time);
        return;
    }
    if (time < tn_time(r->w) && r->renews != NULL) {
        declare_past(r, s, env, time);
        return;
    }
    if (time < tn_time(r->w)) {
        report(r, tree_place(s->args[0]), NULL, "the time %.12g has passed: the clock is at %.12g", time,
               tn_time(r->w));
        return;
    }
    struct instance i = {.s = s, .env = env, .slot = -1, .item = r->item, .moment = r->moments.count + 1};
    struct moment *m = begin_moment(r, time);
    ARRAY_PUSH(&r->events, i);
    reading_walk(r, s->children, s->child_count, env, declare_action, m);
    r->moment = 0;
}

void timeline_declare_now(struct reading *r)
{
    struct moment *m = begin_moment(r, tn_time(r->w));
    for (r->item = 0; r->item < r->item_count; r->item++) {
        struct statement *s = (struct statement *)r->items[r->item].s;
        reading_walk(r, &s, 1, r->items[r->item].env, declare_action, m);
    }
    r->moment = 0;
}

/* ---- names ---- */

static void offer_names(struct reading *r, const char *name, bool objects, const char **best)
{
    if (diagnostics_full(r->d))
        return;
    for (int i = 0; i < names_slots(&r->relations); i++)
        if (names_at(&r->relations, i, NULL) != NULL)
            names_offer(name, names_at(&r->relations, i, NULL), best);
    for (int i = 0; i < world_constraint_count(r->w); i++) {
        const char *other = world_constraint_name(r->w, world_constraint_slot(r->w, i));
        if (other != NULL)
            names_offer(name, other, best);
    }
    for (int i = 0; i < world_object_count(r->w) && objects; i++) {
        const char *other = world_object_name(r->w, world_object_slot(r->w, i));
        if (other != NULL)
            names_offer(name, other, best);
    }
}

/* Finds a constraint or force by name: 1 found, 0 none, -1 it has an error. */
static int find_relation(struct reading *r, const char *name, struct action *a)
{
    int code = names_get(&r->relations, name);
    a->thing = THING_CONSTRAINT;
    if (code >= 0) {
        a->thing = code % 2 == 0 ? THING_CONSTRAINT : THING_FORCE;
        a->slot = code % 2 == 0 ? r->constraints.at[code / 2].slot : r->forces.at[code / 2].slot;
        return a->slot >= 0 ? 1 : -1;
    }
    a->slot = world_find_constraint(r->w, name);
    if (a->slot < 0) {
        a->thing = THING_FORCE;
        a->slot = world_find_force(r->w, name);
    }
    return a->slot >= 0 ? 1 : 0;
}

static int find_object(struct reading *r, const char *name, int *slot)
{
    int i = names_get(&r->things, name);
    *slot = -1;
    if (i >= 0 && r->declared.at[i].definition != NULL)
        return 0;
    *slot = i >= 0 ? r->objects.at[r->declared.at[i].object].slot : world_find_object(r->w, name);
    return *slot >= 0 ? 1 : i >= 0 ? -1 : 0;
}

/* The thing that argument `at` names; false after a report. */
static bool find_thing(struct reading *r, struct action *a, int at, bool objects)
{
    const struct tree *t = a->s->args[at];
    const char *best = NULL;
    int object;
    if (t->kind != TREE_NAME) {
        report(r, tree_place(t), NULL, "expected a name after '%s'", a->s->word);
        return false;
    }
    const char *name = reading_full_name(r, t, a->env);
    if (name == NULL)
        return false;
    int relation = find_relation(r, name, a), thing = find_object(r, name, &object);
    if (relation < 0 || (relation == 0 && thing < 0))
        return false; /* its error was reported */
    if (relation > 0 && thing != 0 && objects) {
        report(r, t->place, NULL,
               "'%.60s' is the name of an object and of a constraint or force: '%s' could mean either", name,
               a->s->word);
        return false;
    }
    if (relation > 0)
        return true;
    if (thing > 0 && objects) {
        a->thing = THING_OBJECT;
        a->slot = object;
        return true;
    }
    if (thing > 0) {
        report(r, t->place, NULL, "'%s' takes a constraint or a force; '%.60s' is an object", a->s->word, name);
        return false;
    }
    offer_names(r, name, objects, &best);
    if (reading_definition(r, name) != NULL)
        report(r, t->place, NULL, "'%s' takes %s; '%.60s' is none of them", a->s->word,
               objects ? "an object, a constraint or a force" : "a constraint or a force", name);
    else
        report(r, t->place, best, "there is no %s '%.60s' for '%s'",
               objects ? "object, constraint or force" : "constraint or force", name, a->s->word);
    return false;
}

/* on NAME; off NAME; remove NAME; */
static bool make_switch(struct reading *r, struct action *a)
{
    const struct statement *s = a->s;
    if (s->arg_count == 0) {
        report(r, s->place, NULL, "expected a name: %s NAME;", s->word);
        return false;
    }
    if (s->arg_count > 1) {
        too_many(r, s, 1, "one name");
        return false;
    }
    return find_thing(r, a, 0, a->kind == ACTION_REMOVE);
}

/* ---- set ---- */

static enum world_thing world_thing_of(enum thing thing)
{
    return thing == THING_OBJECT ? WORLD_OBJECT : thing == THING_CONSTRAINT ? WORLD_CONSTRAINT : WORLD_FORCE;
}

/* The numbers after set WHAT NAME. */
static bool take_values(struct reading *r, struct action *a)
{
    const tn_parameter *p = a->parameter;
    char count[PARAMETER_TEXT];
    a->count = constant_list(r, a->s, a->env, 2, SET_NUMBERS, a->value);
    if (a->count < 0)
        return false;
    if (a->count < p->fewest || a->count > p->most) {
        report(r, a->s->place, NULL, "set %s takes %s, %d given", p->word, parameter_count_text(p, count), a->count);
        return false;
    }
    char *wrong = world_set(r->w, world_thing_of(a->thing), a->slot, p->word, a->value, a->count,
                            r->now ? SET_WHETHER : SET_LATER);
    if (wrong != NULL)
        report(r, tree_place(a->s->args[2]), NULL, "set: %s", wrong);
    mem_free(wrong);
    return wrong == NULL;
}

/* set WHAT NAME VALUE; */
static bool make_set(struct reading *r, struct action *a)
{
    const struct statement *s = a->s;
    const char *best = NULL;
    bool formula = false;
    if (s->arg_count < 3 || s->args[0]->kind != TREE_NAME || s->args[0]->count > 0) {
        report(r, s->place, NULL, "expected a parameter, a name and a number: set tau elbow 0.5;");
        return false;
    }
    /* a name of both an object and a constraint or force means the latter */
    const char *name = s->args[1]->kind == TREE_NAME ? reading_full_name(r, s->args[1], a->env) : NULL;
    if (!find_thing(r, a, 1, name != NULL && find_relation(r, name, a) == 0))
        return false;
    char list[200] = "";
    const tn_parameter *p;
    for (int i = 0; a->parameter == NULL; i++) {
        if ((p = world_parameter(r->w, world_thing_of(a->thing), a->slot, i, &formula)) == NULL)
            break;
        if (strcmp(p->word, s->args[0]->text) == 0)
            a->parameter = p;
        names_offer(s->args[0]->text, p->word, &best);
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", n > 0 ? ", " : "", p->word);
    }
    if (a->parameter == NULL) {
        report(r, s->args[0]->place, best, "'%.60s' has no '%.60s' that could be set; it has %s", s->args[1]->text,
               s->args[0]->text, list);
        return false;
    }
    if (formula) {
        report(r, s->args[0]->place, NULL,
               "%s of '%.60s' is a formula: change a let in it instead, as in let NAME = 2;", a->parameter->word,
               s->args[1]->text);
        return false;
    }
    return take_values(r, a);
}

/* ---- let ---- */

static bool make_let(struct reading *r, struct action *a)
{
    struct definition *d = reading_definition(r, a->let);
    const struct statement *s = a->s;
    if (d == NULL || d->kind != DEFINE_LET) {
        const char *best = NULL;
        for (int i = 0; i < r->definitions.count && !diagnostics_full(r->d); i++)
            if (r->definitions.at[i]->kind == DEFINE_LET)
                names_offer(a->let, r->definitions.at[i]->name, &best);
        report(r, s->name->place, best, "there is no 'let %.60s = …;' outside of 'at' whose value could change",
               a->let);
        return false;
    }
    if (d->failed)
        return false;
    if (d->let < 0) {
        report(r, s->name->place, NULL, "'%.60s' is %s: only a let that is a number can change", a->let,
               d->constant == CONSTANT_VECTOR ? "a vector" : "a formula");
        return false;
    }
    a->slot = d->let;
    a->let = d->name;
    return constant_number(r, s->args[0], a->env, "the new value", &a->value[0]);
}

/* ---- existence of things over time ---- */

struct presence {
    struct reading *r;
    bool *there[3];       /* objects, constraints, forces, by slot */
    double *least, *most; /* limits of constraints, by slot */
};

static int slots_of(const tn_world *w, enum thing thing)
{
    int most = 0;
    int count = thing == THING_OBJECT       ? world_object_count(w)
                : thing == THING_CONSTRAINT ? world_constraint_count(w)
                                            : world_force_count(w);
    for (int i = 0; i < count; i++) {
        int slot = thing == THING_OBJECT       ? world_object_slot(w, i)
                   : thing == THING_CONSTRAINT ? world_constraint_slot(w, i)
                                               : world_force_slot(w, i);
        most = slot >= most ? slot + 1 : most;
    }
    return most;
}

static void presence_begin(struct presence *p, struct reading *r)
{
    const tn_world *w = r->w;
    *p = (struct presence){.r = r};
    p->there[0] = MEM_ARRAY(bool, slots_of(w, THING_OBJECT) + 1);
    p->there[1] = MEM_ARRAY(bool, slots_of(w, THING_CONSTRAINT) + 1);
    p->there[2] = MEM_ARRAY(bool, slots_of(w, THING_FORCE) + 1);
    int constraints = slots_of(w, THING_CONSTRAINT) + 1;
    p->least = MEM_ARRAY(double, constraints);
    p->most = MEM_ARRAY(double, constraints);
    for (int i = 0; i < world_object_count(w); i++)
        p->there[0][world_object_slot(w, i)] = world_object_present(w, world_object_slot(w, i));
    for (int i = 0; i < world_constraint_count(w); i++) {
        int slot = world_constraint_slot(w, i);
        struct limit_state l;
        p->there[1][slot] = world_constraint_present(w, slot);
        p->least[slot] = -INFINITY;
        p->most[slot] = INFINITY;
        for (int k = 0; world_limit(w, slot, k, &l); k++)
            if (!isnan(l.number) && (l.kind == LIMIT_LEAST || l.kind == LIMIT_MOST))
                (l.kind == LIMIT_LEAST ? p->least : p->most)[slot] = l.number;
    }
    for (int i = 0; i < world_force_count(w); i++)
        p->there[2][world_force_slot(w, i)] = world_force_present(w, world_force_slot(w, i));
}

static void presence_end(struct presence *p)
{
    for (int k = 0; k < 3; k++)
        mem_free(p->there[k]);
    mem_free(p->least);
    mem_free(p->most);
}

/* Reports a thing that refers to an object which does not exist at that time. */
static bool partners_there(struct presence *p, const struct action *a, double time)
{
    const tn_world *w = p->r->w;
    for (int i = 0; i < world_object_count(w); i++) {
        int slot = world_object_slot(w, i);
        if (p->there[0][slot] || !(a->thing == THING_CONSTRAINT ? world_constraint_uses(w, a->slot, slot)
                                                                : world_force_uses(w, a->slot, slot)))
            continue;
        const char *name = world_object_name(w, slot);
        report(p->r, a->s->place, NULL, "this refers to '%.60s', which does not exist at t = %.12g",
               name != NULL ? name : "an object", time);
        return false;
    }
    return true;
}

static const char *name_of(const tn_world *w, const struct action *a)
{
    bool on;
    const char *name = a->thing == THING_OBJECT       ? world_object_name(w, a->slot)
                       : a->thing == THING_CONSTRAINT ? world_constraint_name(w, a->slot)
                                                      : world_force(w, a->slot, &on)->item.name;
    return name != NULL ? name : "";
}

static void follow_limits(struct presence *p, const struct action *a)
{
    const bool least = strcmp(a->parameter->word, constraint_parameters[WORD_MIN].word) == 0,
               most = strcmp(a->parameter->word, constraint_parameters[WORD_MAX].word) == 0;
    if (a->thing != THING_CONSTRAINT || (!least && !most))
        return;
    (least ? p->least : p->most)[a->slot] = a->value[0];
    if (p->least[a->slot] > p->most[a->slot] && a->s != NULL)
        report(p->r, tree_place(a->s->args[2]), NULL, "set: min would become greater than max, %.12g and %.12g",
               p->least[a->slot], p->most[a->slot]);
}

/* Simulates one action; those of earlier texts (without statement) were checked before. */
static void happen_on_paper(struct presence *p, const struct action *a, double time)
{
    if (a->kind == ACTION_LET || a->slot < 0)
        return;
    bool *there = &p->there[a->thing - THING_OBJECT][a->slot];
    if (a->kind == ACTION_BEAR) {
        *there = true;
        if (a->s != NULL && a->thing != THING_OBJECT)
            partners_there(p, a, time);
        return;
    }
    if (!*there && a->s != NULL) {
        const struct tree *t = a->s->args[a->kind == ACTION_SET ? 1 : 0];
        report(p->r, t->place, NULL, "%s: '%.60s' does not exist at t = %.12g", a->s->word, name_of(p->r->w, a), time);
        return;
    }
    if (a->kind == ACTION_REMOVE)
        *there = false;
    if (a->kind == ACTION_SET)
        follow_limits(p, a);
}

/* Checks all future moments in order of time, earlier texts first. */
static void in_order(struct reading *r, const struct moment **list, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && list[k - 1]->time > list[k]->time; k--) {
            const struct moment *m = list[k];
            list[k] = list[k - 1];
            list[k - 1] = m;
        }
    struct presence p;
    presence_begin(&p, r);
    /* what acts from the start must refer to things that exist from the start */
    for (int i = 0; i < r->constraints.count; i++) {
        const struct instance *c = &r->constraints.at[i];
        struct action a = {.thing = THING_CONSTRAINT, .slot = c->slot, .s = c->s};
        if (c->moment == 0 && c->slot >= 0)
            partners_there(&p, &a, tn_time(r->w));
    }
    for (int i = 0; i < r->forces.count; i++) {
        const struct instance *f = &r->forces.at[i];
        struct action a = {.thing = THING_FORCE, .slot = f->slot, .s = f->s};
        if (f->moment == 0 && f->slot >= 0)
            partners_there(&p, &a, tn_time(r->w));
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < list[i]->actions.count; k++)
            happen_on_paper(&p, &list[i]->actions.at[k], list[i]->time);
    presence_end(&p);
}

static bool make_action(struct reading *r, struct action *a)
{
    switch (a->kind) {
    case ACTION_BEAR:
        a->slot = a->thing == THING_OBJECT       ? r->objects.at[a->instance].slot
                  : a->thing == THING_CONSTRAINT ? r->constraints.at[a->instance].slot
                                                 : r->forces.at[a->instance].slot;
        return a->slot >= 0;
    case ACTION_ON:
    case ACTION_OFF:
    case ACTION_REMOVE:
        return make_switch(r, a);
    case ACTION_SET:
        return make_set(r, a);
    case ACTION_LET:
        return make_let(r, a);
    }
    return false;
}

void timeline_make(struct reading *r)
{
    if (r->moments.count == 0 && r->scene->moments.count == 0)
        return;
    bool good = true;
    for (int i = 0; i < r->moments.count; i++)
        for (int k = 0; k < r->moments.at[i]->actions.count && !r->moments.at[i]->again; k++)
            good = make_action(r, &r->moments.at[i]->actions.at[k]) && good;
    const struct moment **list = MEM_ARRAY(const struct moment *, r->moments.count + r->scene->moments.count + 1);
    int count = 0;
    for (int i = 0; i < r->scene->moments.count; i++)
        if (world_event_waits(r->w, r->scene->moments.at[i]))
            list[count++] = r->scene->moments.at[i];
    for (int i = 0; i < r->moments.count; i++)
        if (!r->moments.at[i]->again)
            list[count++] = r->moments.at[i];
    if (good)
        in_order(r, list, count);
    mem_free(list);
}

/* ---- events ---- */

static void bear(tn_world *w, const struct action *a)
{
    if (a->thing == THING_OBJECT)
        world_bear_object(w, a->slot);
    else if (a->thing == THING_CONSTRAINT && !world_constraint_gone(w, a->slot))
        world_bear_constraint(w, a->slot);
    else if (a->thing == THING_FORCE && !world_force_gone(w, a->slot))
        world_bear_force(w, a->slot);
}

static void retire_thing(tn_world *w, tn_thing t)
{
    if (t.type == TN_THING_OBJECT)
        world_retire_object(w, (int)t.slot);
    else if (t.type == TN_THING_CONSTRAINT && !world_constraint_gone(w, (int)t.slot))
        world_retire_constraint(w, (int)t.slot);
    else if (t.type == TN_THING_FORCE && !world_force_gone(w, (int)t.slot))
        world_retire_force(w, (int)t.slot);
}

tn_thing timeline_thing(const tn_world *w, const struct action *a)
{
    if (a->kind == ACTION_LET)
        return tn_thing_find(w, TN_THING_NAME, a->own_let);
    const tn_thing_type type = a->thing == THING_OBJECT       ? TN_THING_OBJECT
                               : a->thing == THING_CONSTRAINT ? TN_THING_CONSTRAINT
                                                              : TN_THING_FORCE;
    return (tn_thing){type, (uint32_t)a->slot, a->generation, 0, 0};
}

/* What refers to it acts no more either, by the rule of remove.c. Names, probes and looks that do are not described. */
static void retire(tn_world *w, const struct action *a)
{
    struct leaving l;
    leaving_find(w, timeline_thing(w, a), &l);
    for (int i = 0; i < l.count; i++)
        retire_thing(w, l.at[i]);
    ARRAY_FREE(&l);
}

static uint32_t generation_of(const tn_world *w, const struct action *a)
{
    return a->thing == THING_OBJECT       ? world_object_generation(w, a->slot)
           : a->thing == THING_CONSTRAINT ? world_constraint_generation(w, a->slot)
                                          : world_force_generation(w, a->slot);
}

bool timeline_lives(const tn_world *w, const struct action *a) { return generation_of(w, a) == a->generation; }

/* Removed by an event: by its name, or with an object that it acted on. */
static bool is_gone(const tn_world *w, const struct action *a)
{
    return a->thing == THING_OBJECT       ? world_object_gone(w, a->slot)
           : a->thing == THING_CONSTRAINT ? world_constraint_gone(w, a->slot)
                                          : world_force_gone(w, a->slot);
}

bool timeline_counts(const tn_world *w, const struct action *a)
{
    if (a->kind == ACTION_LET)
        return names_get(&((const struct scene *)world_scene(w))->names, a->let) >= 0;
    return timeline_lives(w, a) && !is_gone(w, a);
}

static void happen(tn_world *w, void *ctx)
{
    const struct moment *m = ctx;
    for (int i = 0; i < m->actions.count; i++) {
        const struct action *a = &m->actions.at[i];
        if (a->kind == ACTION_LET) {
            world_set_let(w, a->slot, a->value[0]);
            continue;
        }
        if (!timeline_lives(w, a)) /* a program has removed it since */
            continue;
        switch (a->kind) {
        case ACTION_BEAR:
            bear(w, a);
            break;
        case ACTION_ON:
        case ACTION_OFF:
            if (a->thing == THING_CONSTRAINT)
                world_switch_constraint(w, a->slot, a->kind == ACTION_ON);
            else
                world_switch_force(w, a->slot, a->kind == ACTION_ON);
            break;
        case ACTION_REMOVE:
            retire(w, a);
            break;
        case ACTION_SET:
            mem_free(world_set(w, world_thing_of(a->thing), a->slot, a->parameter->word, a->value, a->count, SET_NOW));
            break;
        case ACTION_LET:
            break;
        }
    }
}

/* Whether any of its actions does something still. */
static bool counts(const tn_world *w, const void *ctx)
{
    const struct moment *m = ctx;
    for (int i = 0; i < m->actions.count; i++)
        if (timeline_counts(w, &m->actions.at[i]))
            return true;
    return false;
}

/* Changes to make now are made, and not kept. */
static void make_changes(struct reading *r)
{
    for (int i = 0; i < r->moments.count; i++) {
        struct moment *m = r->moments.at[i];
        for (int k = 0; k < m->actions.count; k++)
            if (m->actions.at[k].kind != ACTION_LET)
                m->actions.at[k].generation = generation_of(r->w, &m->actions.at[k]);
        happen(r->w, m);
    }
}

void timeline_keep(struct reading *r)
{
    if (r->now) {
        make_changes(r);
        return;
    }
    int *number = MEM_ARRAY(int, r->moments.count + 1);
    r->first_moment = r->scene->moments.count;
    for (int i = 0; i < r->moments.count; i++) {
        struct moment *m = r->moments.at[i];
        if (m->again)
            continue;
        number[i] = r->scene->moments.count;
        for (int k = 0; k < m->actions.count; k++) {
            struct action *a = &m->actions.at[k];
            a->s = NULL; /* the text will be freed */
            a->env = NULL;
            if (a->kind == ACTION_LET)
                a->let = a->own_let = mem_text(a->let);
            if (a->kind != ACTION_LET)
                a->generation = generation_of(r->w, a);
        }
        ARRAY_PUSH(&r->scene->moments, m);
        world_add_event(r->w, m->time, happen, counts, m);
    }
    for (int i = 0; i < r->changing.count; i++)
        ARRAY_PUSH(&r->scene->changing, r->changing.at[i]->number);
    for (int i = 0; i < r->events.count; i++)
        if (r->events.at[i].moment > 0 && !r->moments.at[r->events.at[i].moment - 1]->again)
            r->events.at[i].slot = number[r->events.at[i].moment - 1];
    mem_free(number);
    for (int i = 0; i < r->moments.count; i++)
        if (r->moments.at[i]->again)
            moment_drop(r->moments.at[i]);
    r->moments.count = 0;
}

double timeline_birth(const tn_world *w, const struct scene *scene, enum thing thing, int slot)
{
    for (int i = 0; i < scene->moments.count; i++) {
        const struct moment *m = scene->moments.at[i];
        for (int k = 0; k < m->actions.count; k++) {
            const struct action *a = &m->actions.at[k];
            if (a->kind == ACTION_BEAR && a->thing == thing && a->slot == slot && timeline_lives(w, a) &&
                world_event_pending(w, m))
                return m->time;
        }
    }
    return NAN;
}
