/* describe_timeline.c: future events as definitions: switches, removals, changes. Things that events create are
 * described in place among the others (describe_birth), because their order affects the last bits of the motion. */
#include "model/describe/describe.h"
#include "model/timeline.h"

static const char *name_of(const tn_world *w, const struct action *a)
{
    bool on;
    return a->thing == THING_OBJECT       ? world_object_name(w, a->slot)
           : a->thing == THING_CONSTRAINT ? world_constraint_name(w, a->slot)
                                          : world_force(w, a->slot, &on)->item.name;
}

static void add_named(struct statement *at, const char *word, const char *name)
{
    draft_tree(draft_child(at, word), describe_full_name(at->home, name));
}

static void add_action(struct statement *at, const tn_world *w, const struct action *a)
{
    struct statement *s;
    switch (a->kind) {
    case ACTION_BEAR:
        break;
    case ACTION_ON:
        add_named(at, "on", name_of(w, a));
        break;
    case ACTION_OFF:
        add_named(at, "off", name_of(w, a));
        break;
    case ACTION_REMOVE:
        add_named(at, "remove", name_of(w, a));
        break;
    case ACTION_SET:
        s = draft_child(at, "set");
        draft_word(s, a->parameter->word);
        draft_tree(s, describe_full_name(at->home, name_of(w, a)));
        draft_numbers(s, a->value, a->count);
        break;
    case ACTION_LET:
        s = draft_child(at, "let");
        s->name = describe_full_name(at->home, a->let);
        draft_number(s, a->value[0]);
        break;
    }
}

struct statement *describe_event(struct document *home, const tn_world *w, int i)
{
    const struct moment *m = ((const struct scene *)world_scene(w))->moments.at[i];
    struct statement *at = draft_new(home, "at");
    draft_number(at, m->time);
    for (int k = 0; k < m->actions.count; k++)
        if (m->actions.at[k].kind != ACTION_BEAR && timeline_counts(w, &m->actions.at[k]))
            add_action(at, w, &m->actions.at[k]);
    return at->child_count > 0 && world_event_pending(w, m) ? at : NULL;
}
