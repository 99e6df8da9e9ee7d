/* describe_timeline.c: what is still to happen as text: switches, removals, changes. What is still to come into being is
 * written where it stands among the others (write_birth), for their order is part of the motion's last bits. */
#include "model/timeline.h"
#include "model/describe.h"

static const char *name_of(const tn_world *w, const struct action *a)
{
    bool on;
    return a->thing == THING_OBJECT       ? world_object_name(w, a->slot)
           : a->thing == THING_CONSTRAINT ? world_constraint_name(w, a->slot)
                                          : world_force(w, a->slot, &on)->item.name;
}

static void write_action(struct text *t, const tn_world *w, const struct action *a)
{
    switch (a->kind) {
    case ACTION_BEAR:
        break;
    case ACTION_ON:
        text_put(t, "  on %s;\n", name_of(w, a));
        break;
    case ACTION_OFF:
        text_put(t, "  off %s;\n", name_of(w, a));
        break;
    case ACTION_REMOVE:
        text_put(t, "  remove %s;\n", name_of(w, a));
        break;
    case ACTION_SET:
        text_put(t, "  set %s %s", a->parameter->word, name_of(w, a));
        text_numbers(t, a->value, a->count);
        text_put(t, ";\n");
        break;
    case ACTION_LET:
        text_put(t, "  let %s =", a->let);
        text_numbers(t, a->value, 1);
        text_put(t, ";\n");
        break;
    }
}

/* Taken away for good: by its name, or with an object that it acted on. */
static bool is_gone(const tn_world *w, const struct action *a)
{
    return a->thing == THING_OBJECT       ? world_object_gone(w, a->slot)
           : a->thing == THING_CONSTRAINT ? world_constraint_gone(w, a->slot)
                                          : world_force_gone(w, a->slot);
}

/* A program, or an event before, may have removed what an event speaks of. */
static bool counts(const tn_world *w, const struct action *a)
{
    return a->kind != ACTION_BEAR && (a->kind == ACTION_LET || (timeline_lives(w, a) && !is_gone(w, a)));
}

void write_timeline(struct text *t, const tn_world *w, const struct scene *scene)
{
    for (int i = 0; i < scene->moments.count; i++) {
        const struct moment *m = scene->moments.at[i];
        bool any = false;
        for (int k = 0; k < m->actions.count; k++)
            any = any || counts(w, &m->actions.at[k]);
        if (!any || !world_event_pending(w, m))
            continue;
        text_put(t, "at");
        text_numbers(t, &m->time, 1);
        text_put(t, ":\n");
        for (int k = 0; k < m->actions.count; k++)
            if (counts(w, &m->actions.at[k]))
                write_action(t, w, &m->actions.at[k]);
        text_put(t, "end\n");
    }
}
