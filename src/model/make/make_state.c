/* make_state.c: state: time 2.5; object ball: center …; end constraint fuse: carried …; end end
 *
 * Everything is checked while the text is read. Once it is kept, the events up to that time are carried out, without
 * motion, and then the numbers count. describe_state.c writes it.
 */
#include <math.h>
#include <string.h>

#include "model/make/state_words.h"
#include "model/model.h"

/* ---- words ---- */

enum state_thing { STATE_OF_OBJECT = 1, STATE_OF_CONSTRAINT, STATE_OF_FORCE };
static const char *const thing_words[] = {
    [STATE_OF_OBJECT] = "object", [STATE_OF_CONSTRAINT] = "constraint", [STATE_OF_FORCE] = "force"};

static const struct {
    const char *word;
    enum state_part part;
    enum state_thing of;
} parts[] = {
    {"center", STATE_CENTER, STATE_OF_OBJECT},
    {"orientation", STATE_ORIENTATION, STATE_OF_OBJECT},
    {"velocity", STATE_VELOCITY, STATE_OF_OBJECT},
    {"spin", STATE_SPIN, STATE_OF_OBJECT},
    {"value", STATE_VALUE, STATE_OF_OBJECT},
    {"rate", STATE_RATE, STATE_OF_OBJECT},
    {"nodes", STATE_COORDINATES, STATE_OF_OBJECT},
    {"node-velocities", STATE_RATES, STATE_OF_OBJECT},
    {"coordinates", STATE_COORDINATES, STATE_OF_OBJECT},
    {"rates", STATE_RATES, STATE_OF_OBJECT},
    {"element-multipliers", STATE_LAMBDAS, STATE_OF_OBJECT},
    {"element-metrics", STATE_METRICS, STATE_OF_OBJECT},
    {"carried", STATE_CARRIED, STATE_OF_CONSTRAINT},
    {"turns", STATE_TURNS, STATE_OF_CONSTRAINT},
    {"slide", STATE_SLIDE, STATE_OF_CONSTRAINT},
    {"multipliers", STATE_MULTIPLIERS, STATE_OF_CONSTRAINT},
    {"limits", STATE_LIMITS, STATE_OF_CONSTRAINT},
    {"since", STATE_SINCE, STATE_OF_CONSTRAINT},
    {"softly", STATE_SOFTLY, STATE_OF_CONSTRAINT},
};
enum { PARTS_OF_STATE = sizeof parts / sizeof *parts };

/* ---- names ---- */

static int count_of(const tn_world *w, enum state_thing of)
{
    return of == STATE_OF_OBJECT       ? world_object_count(w)
           : of == STATE_OF_CONSTRAINT ? world_constraint_count(w)
                                       : world_force_count(w);
}

static int slot_at(const tn_world *w, enum state_thing of, int i)
{
    return of == STATE_OF_OBJECT       ? world_object_slot(w, i)
           : of == STATE_OF_CONSTRAINT ? world_constraint_slot(w, i)
                                       : world_force_slot(w, i);
}

static const char *name_at(const tn_world *w, enum state_thing of, int slot)
{
    bool on;
    return of == STATE_OF_OBJECT       ? world_object_name(w, slot)
           : of == STATE_OF_CONSTRAINT ? world_constraint_name(w, slot)
                                       : world_force(w, slot, &on)->item.name;
}

/* The slot of the thing that a block names; -1 after a report. */
static int find_slot(struct reading *r, const struct statement *s, const struct env *env, enum state_thing of)
{
    const tn_world *w = r->w;
    const char *name = s->name != NULL ? reading_full_name(r, s->name, env) : NULL, *best = NULL;
    int i = -1, slot = -1;
    if (s->name == NULL)
        report(r, s->place, NULL, "expected the name of the %s whose state it is", s->word);
    if (name == NULL)
        return -1;
    slot = of == STATE_OF_OBJECT       ? world_find_object(w, name)
           : of == STATE_OF_CONSTRAINT ? world_find_constraint(w, name)
                                       : world_find_force(w, name);
    if (slot < 0 && sscanf(name, STATE_UNNAMED "[%d]", &i) == 1 && i >= 0 && i < count_of(w, of))
        slot = slot_at(w, of, i);
    if (slot >= 0)
        return slot;
    for (int k = 0; k < count_of(w, of) && k < 1000; k++)
        if (name_at(w, of, slot_at(w, of, k)) != NULL)
            names_offer(name, name_at(w, of, slot_at(w, of, k)), &best);
    report(r, s->name->place, best, "there is no %s '%.60s' whose state could be set", s->word, name);
    return -1;
}

/* ---- reading ---- */

static bool numbers(struct reading *r, const struct statement *s, const struct env *env, double **value, int *count)
{
    int most = 3 * s->arg_count;
    *value = arena_new(&r->arena, sizeof(double) * (size_t)(most + 1));
    *count = constant_list(r, s, env, 0, most, *value);
    if (*count == 0)
        report(r, s->place, NULL, "expected numbers after '%s'", s->word);
    return *count > 0;
}

static void unknown(struct reading *r, const struct statement *s, enum state_thing of)
{
    const char *best = NULL;
    for (int i = 0; i < PARTS_OF_STATE; i++)
        if (parts[i].of == of)
            names_offer(s->word, parts[i].word, &best);
    report(r, s->place, best, "'%.60s' is no part of the state of %s %s", s->word, of == STATE_OF_OBJECT ? "an" : "a",
           thing_words[of]);
}

struct open_thing {
    enum state_thing of;
    int slot;
};

static void take_part(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    const struct open_thing *o = ctx;
    struct state_number n = {.of = (int)o->of, .slot = o->slot, .place = s->place, .word = s->word};
    bool on = strcmp(s->word, "on") == 0, off = strcmp(s->word, "off") == 0;
    int i = 0;
    if (s->broken)
        return;
    if ((on || off) && o->of != STATE_OF_OBJECT && s->arg_count == 0) {
        n.switches = true;
        n.on = on;
        ARRAY_PUSH(&r->state->list, n);
        return;
    }
    while (i < PARTS_OF_STATE && (parts[i].of != o->of || strcmp(parts[i].word, s->word) != 0))
        i++;
    if (i == PARTS_OF_STATE || s->kind != STATEMENT_PLAIN) {
        unknown(r, s, o->of);
        return;
    }
    n.part = (int)parts[i].part;
    double *value;
    if (!numbers(r, s, env, &value, &n.count))
        return;
    n.value = value;
    for (int k = 0; parts[i].part == STATE_LIMITS && k < n.count; k += 3)
        if (value[k] != 0 && value[k] != 1 && value[k] != 2) {
            report(r, s->place, NULL, "expected three numbers for each limit, the first 0, 1 or 2");
            return;
        }
    ARRAY_PUSH(&r->state->list, n);
}

static void take_let(struct reading *r, const struct statement *s, const struct env *env)
{
    const char *name = s->name != NULL ? reading_full_name(r, s->name, env) : NULL;
    struct definition *d = name != NULL ? reading_definition(r, name) : NULL;
    struct state_number n = {.place = s->place, .word = s->word, .is_let = true, .count = 1};
    double *value = arena_new(&r->arena, sizeof *value);
    if (name == NULL || (d != NULL && d->failed))
        return;
    if (d == NULL || d->kind != DEFINE_LET || d->let < 0)
        report(r, s->name->place, NULL, "there is no let '%.60s' that is a number", name);
    else if (constant_number(r, s->args[0], env, name, value)) {
        n.slot = d->let;
        n.value = value;
        ARRAY_PUSH(&r->state->list, n);
    }
}

/* One number that is not negative. */
static bool one_number(struct reading *r, const struct statement *s, const struct env *env, double *out)
{
    if (s->arg_count != 1) {
        report(r, s->place, NULL, "expected one number after '%s', %d given", s->word, s->arg_count);
        return false;
    }
    if (!constant_number(r, s->args[0], env, s->word, out))
        return false;
    if (*out < 0)
        report(r, tree_place(s->args[0]), NULL, "%s must not be negative, not %.12g", s->word, *out);
    return *out >= 0;
}

/* Until when constraints are held softly, and for how long the last time. */
static void take_soft_times(struct reading *r, const struct statement *s, const struct env *env)
{
    double *value;
    int count;
    if (!numbers(r, s, env, &value, &count))
        return;
    if (count != 2 || !(value[0] >= 0) || !(value[1] >= 0) || !isfinite(value[0] + value[1]))
        report(r, s->place, NULL, "expected two numbers after 'softly', which are not negative");
    else
        memcpy(r->state->soft, value, sizeof r->state->soft);
}

static void take_statement(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    (void)ctx;
    struct open_thing o = {.slot = -1};
    if (s->broken)
        return;
    for (int k = STATE_OF_OBJECT; k <= STATE_OF_FORCE && s->kind == STATEMENT_BLOCK; k++)
        if (strcmp(s->word, thing_words[k]) == 0)
            o.of = (enum state_thing)k;
    if (o.of != 0 && (o.slot = find_slot(r, s, env, o.of)) >= 0)
        reading_walk(r, s->children, s->child_count, env, take_part, &o);
    if (o.of != 0)
        return;
    if (strcmp(s->word, "time") == 0)
        one_number(r, s, env, &r->state->time);
    else if (strcmp(s->word, "softness") == 0)
        one_number(r, s, env, &r->state->softness);
    else if (strcmp(s->word, "softly") == 0)
        take_soft_times(r, s, env);
    else if (strcmp(s->word, "assembled") == 0 && s->arg_count == 0)
        r->state->assembled = true;
    else if (strcmp(s->word, "let") == 0 && s->kind == STATEMENT_DEFINE)
        take_let(r, s, env);
    else
        report(r, s->place, NULL,
               "'%.60s' has no place in 'state': expected time, object, constraint, force, let, assembled, softly "
               "or softness",
               s->word);
}

void make_state(struct reading *r, struct instance *i)
{
    if (i->progress != NOT_MADE)
        return;
    i->progress = FAILED;
    if (r->state != NULL) {
        report(r, i->s->place, NULL, "there is a 'state' already, in line %d", r->state->place.line);
        return;
    }
    if (i->s->name != NULL)
        report(r, i->s->name->place, NULL, "expected ':' after 'state': it has no name");
    r->state = arena_new(&r->arena, sizeof *r->state);
    *r->state = (struct state_read){.time = tn_time(r->w), .place = i->s->place};
    if (!world_untouched(r->w))
        report(r, i->s->place, NULL, "the clock of this world runs already: its state cannot be read");
    reading_walk(r, i->s->children, i->s->child_count, i->env, take_statement, NULL);
    i->progress = MADE;
}

/* ---- applying ---- */

static void apply(struct reading *r, const struct state_number *n)
{
    if (n->is_let)
        world_set_let(r->w, n->slot, n->value[0]);
    else if (n->switches && n->of == STATE_OF_CONSTRAINT)
        carried_switch_constraint(r->w, n->slot, n->on);
    else if (n->switches)
        carried_switch_force(r->w, n->slot, n->on);
    else if (!carried_put(r->w, (enum state_part)n->part, n->slot, n->value, n->count))
        diagnostics_warning(r->d, n->place, "'%s' has %d numbers, which are not those of this thing: they are ignored",
                            n->word, n->count);
}

/* In which order: lets and switches, poses, what was fixed at poses, the rest. */
static int stage(const struct state_number *n)
{
    return n->is_let || n->switches ? 0 : n->of == STATE_OF_OBJECT ? 1 : n->part == STATE_CARRIED ? 2 : 3;
}

void state_apply(struct reading *r)
{
    if (r->state == NULL)
        return;
    carried_begin(r->w, r->state->time);
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < r->state->list.count; i++)
            if (stage(&r->state->list.at[i]) == k)
                apply(r, &r->state->list.at[i]);
    carried_put_soft_times(r->w, r->state->soft);
    carried_end(r->w, r->state->assembled, r->state->softness);
}
