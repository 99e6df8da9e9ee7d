/* describe_state.c: what a run carries, as the definition state: … end; make_state.c reads it. */
#include "model/describe/describe.h"
#include "model/make/state_words.h"
#include "tenon/model.h"

/* The statement of a part, if there are numbers of it. */
static void add_part(struct statement *s, const tn_world *w, const char *word, enum state_part part, int slot)
{
    int count = carried_get(w, part, slot, NULL);
    if (count == 0)
        return;
    double *value = MEM_ARRAY(double, count);
    carried_get(w, part, slot, value);
    describe_numbers(s, word, value, count);
    mem_free(value);
}

static struct tree *name_of(struct document *home, const char *name, int i)
{
    char made[40];
    snprintf(made, sizeof made, STATE_UNNAMED "[%d]", i);
    return describe_full_name(home, statement_is_name(name) ? name : made);
}

/* ---- things ---- */

static void add_object(struct statement *state, const tn_world *w, int i)
{
    const int slot = world_object_slot(w, i);
    const struct object_type *d = world_object(w, slot);
    if (!world_object_present(w, slot) || d->motion != MOTION_DYNAMIC || d->kind == OBJECT_PLANE)
        return;
    const bool nodes = d->kind == OBJECT_FLEXIBLE || d->kind == OBJECT_JELLO;
    struct statement *s = draft_child(state, "object");
    s->name = name_of(s->home, world_object_name(w, slot), i);
    add_part(s, w, "center", STATE_CENTER, slot);
    add_part(s, w, "orientation", STATE_ORIENTATION, slot);
    add_part(s, w, "velocity", STATE_VELOCITY, slot);
    add_part(s, w, "spin", STATE_SPIN, slot);
    add_part(s, w, "value", STATE_VALUE, slot);
    add_part(s, w, "rate", STATE_RATE, slot);
    add_part(s, w, nodes ? "nodes" : "coordinates", STATE_COORDINATES, slot);
    add_part(s, w, nodes ? "node-velocities" : "rates", STATE_RATES, slot);
    add_part(s, w, "element-multipliers", STATE_LAMBDAS, slot);
    add_part(s, w, "element-metrics", STATE_METRICS, slot);
}

/* What is on from the start and carries nothing is not mentioned. */
static void add_constraint(struct statement *state, const tn_world *w, int i)
{
    const int slot = world_constraint_slot(w, i);
    bool on;
    double since = 0;
    if (!world_constraint_present(w, slot) || world_constraint(w, slot, &on)->item.handle)
        return;
    struct statement *s = draft_new(state->home, "constraint");
    s->kind = STATEMENT_BLOCK;
    s->name = name_of(s->home, world_constraint_name(w, slot), i);
    carried_get(w, STATE_SINCE, slot, &since);
    if (!carried_constraint_on(w, slot))
        draft_child(s, "off");
    else if (since > 0)
        draft_child(s, "on");
    if (since > 0)
        add_part(s, w, "since", STATE_SINCE, slot);
    add_part(s, w, "carried", STATE_CARRIED, slot);
    add_part(s, w, "turns", STATE_TURNS, slot);
    add_part(s, w, "slide", STATE_SLIDE, slot);
    add_part(s, w, "multipliers", STATE_MULTIPLIERS, slot);
    add_part(s, w, "limits", STATE_LIMITS, slot);
    add_part(s, w, "softly", STATE_SOFTLY, slot);
    if (s->child_count > 0)
        draft_adopt(state, s);
}

static void add_force(struct statement *state, const tn_world *w, int i)
{
    const int slot = world_force_slot(w, i);
    bool on;
    const struct force_def *d = world_force(w, slot, &on);
    if (!world_force_present(w, slot) || d->item.type.handle || on)
        return;
    struct statement *s = draft_child(state, "force");
    s->name = name_of(s->home, d->item.name, i);
    draft_child(s, "off");
}

/* Lets that events change, and those that have another value than the text says. */
static void add_lets(struct statement *state, const tn_world *w)
{
    const struct scene *scene = world_scene(w);
    for (int i = 0; scene != NULL && i < scene->kept.count; i++) {
        const struct definition *d = scene_kept(scene, i);
        if (d->kind != DEFINE_LET || d->let < 0 || (!d->changes && world_let(w, d->let) == d->value[0]))
            continue;
        struct statement *s = draft_child(state, "let");
        s->name = describe_full_name(s->home, d->name);
        draft_number(s, world_let(w, d->let));
    }
}

/* ---- the whole ---- */

tn_def *tn_describe_state(tn_world *w)
{
    if (w == NULL)
        return NULL;
    describe_begin_state(w);
    carried_store(w);
    struct document *home = document_new(NULL);
    struct statement *s = home->root = draft_new(home, "state");
    s->kind = STATEMENT_BLOCK;
    double soft[2];
    describe_number(s, "time", tn_time(w));
    if (world_is_assembled(w))
        draft_child(s, "assembled");
    if (carried_softness(w) > 0)
        describe_number(s, "softness", carried_softness(w));
    carried_soft_times(w, soft);
    if (soft[1] > 0)
        describe_numbers(s, "softly", soft, 2);
    add_lets(s, w);
    for (int i = 0; i < world_object_count(w); i++)
        add_object(s, w, i);
    for (int i = 0; i < world_constraint_count(w); i++)
        add_constraint(s, w, i);
    for (int i = 0; i < world_force_count(w); i++)
        add_force(s, w, i);
    return (tn_def *)(void *)s;
}
