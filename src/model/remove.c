/* remove.c: removing things by id: one rule for programs, the shell and the timeline.
 *
 * What refers to a removed thing is removed with it: it would refer to a name that does not exist, and the world could not
 * be written. References are found from what acts on what (constraints and forces on objects, gears on joints) and from the
 * description (describe.h), which is what would be written. Lists lose an entry instead: a skin continues over its other
 * solids while there are two, and an event does what is left of it.
 */
#include <string.h>

#include "model/describe/describe.h"
#include "model/timeline.h"

/* ---- users of a thing ---- */

/* The name to look for, with its indices; for a point, the name of its object and its own. */
struct wanted {
    tn_thing thing;
    const struct tree *name;
    const char *point; /* NULL: no point */
};

/* An index that is not a number matches every index. */
static bool same_name(const struct tree *a, const struct tree *b)
{
    if (a->kind != TREE_NAME || strcmp(a->text, b->text) != 0 || a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (a->items[i]->kind == TREE_NUMBER && b->items[i]->kind == TREE_NUMBER &&
            a->items[i]->number != b->items[i]->number)
            return false;
    return true;
}

static bool tree_uses(const struct tree *t, const struct wanted *x)
{
    if (x->point == NULL && same_name(t, x->name))
        return true;
    if (x->point != NULL && t->kind == TREE_MEMBER && strcmp(t->text, x->point) == 0 && same_name(t->items[0], x->name))
        return true;
    for (int i = 0; i < t->count; i++)
        if (tree_uses(t->items[i], x))
            return true;
    return false;
}

/* Statements whose first argument is their own name. */
static bool names_itself(const struct statement *s)
{
    static const char *const words[] = {"nail", "variable", "point", "skin"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], s->word) == 0)
            return true;
    return false;
}

static bool statement_uses(const struct statement *s, const struct wanted *x)
{
    for (int i = 0; i < s->parameter_count; i++) /* parameters of a function hide other names */
        if (strcmp(s->parameters[i]->text, x->name->text) == 0)
            return false;
    for (int i = names_itself(s) ? 1 : 0; i < s->arg_count; i++)
        if (tree_uses(s->args[i], x))
            return true;
    for (int i = 0; i < s->child_count; i++) {
        const struct statement *c = s->children[i];
        bool changes = x->point == NULL && strcmp(c->word, "let") == 0 && same_name(c->name, x->name);
        bool type = x->thing.type == TN_THING_NAME && strcmp(c->word, x->name->text) == 0; /* of a curve */
        if (changes || type || statement_uses(c, x))
            return true;
    }
    return false;
}

static bool same_thing(tn_thing a, tn_thing b)
{
    return a.type == b.type && a.slot == b.slot && a.generation == b.generation && a.index == b.index;
}

/* The points of an object are removed with it. */
static bool goes_along(tn_thing t, tn_thing with)
{
    return same_thing(t, with) || (t.type == TN_THING_POINT && with.type == TN_THING_OBJECT && t.slot == with.slot &&
                                   t.generation == with.generation);
}

/* What a function of the program computes has no description, but it acts on its objects. */
static bool hook_uses(const tn_world *w, tn_thing t, tn_thing object)
{
    if (object.type != TN_THING_OBJECT || !tn_thing_hooked(w, t))
        return false;
    return t.type == TN_THING_FORCE ? world_force_uses(w, (int)t.slot, (int)object.slot)
                                    : world_constraint_uses(w, (int)t.slot, (int)object.slot);
}

static tn_thing find_user(tn_world *w, const struct wanted *x, tn_thing after)
{
    tn_thing found = {.type = TN_THING_NONE};
    for (tn_thing t = tn_thing_next(w, after); t.type != TN_THING_NONE && found.type == TN_THING_NONE;
         t = tn_thing_next(w, t)) {
        if (t.type == TN_THING_SETTINGS || goes_along(t, x->thing)) /* settings are words and numbers */
            continue;
        struct document *home = document_new(NULL);
        const struct statement *s = describe_thing(home, w, t);
        if ((s != NULL && statement_uses(s, x)) || hook_uses(w, t, x->thing))
            found = t;
        document_drop(home);
    }
    return found;
}

/* The name in a description; NULL: nothing can refer to it. */
static const struct tree *name_in(const struct statement *s)
{
    if (strcmp(s->word, "at") == 0) /* an event will create it */
        return s->child_count == 1 ? name_in(s->children[0]) : NULL;
    return names_itself(s) ? s->args[0] : s->name;
}

/* Whether other things can refer to it. */
static bool has_users(tn_thing t)
{
    return t.type == TN_THING_NAME || t.type == TN_THING_OBJECT || t.type == TN_THING_POINT ||
           t.type == TN_THING_CONSTRAINT || t.type == TN_THING_FORCE;
}

/* By what name others speak of a thing; false: they cannot. */
static bool find_wanted(struct document *home, tn_world *w, tn_thing t, struct wanted *out)
{
    *out = (struct wanted){.thing = t};
    if (t.type == TN_THING_OBJECT || t.type == TN_THING_POINT) {
        out->point = t.type == TN_THING_POINT ? tn_thing_name(w, t) : NULL;
        out->name = describe_object_name(home, w, (int)t.slot);
    } else if (t.type == TN_THING_NAME) {
        out->name = describe_full_name(home, tn_thing_name(w, t));
    } else {
        const struct statement *s = describe_thing(home, w, t);
        out->name = s != NULL ? name_in(s) : NULL;
    }
    return out->name != NULL;
}

tn_thing tn_thing_user(tn_world *w, tn_thing t, tn_thing after)
{
    tn_thing found = {.type = TN_THING_NONE};
    struct wanted x;
    if (!tn_thing_valid(w, t) || !has_users(t))
        return found;
    struct document *home = document_new(NULL);
    if (find_wanted(home, w, t, &x))
        found = find_user(w, &x, after);
    document_drop(home);
    return found;
}

/* ---- what goes with it ---- */

static bool leaves(const struct leaving *l, tn_thing t)
{
    for (int i = 0; i < l->count; i++)
        if (goes_along(t, l->at[i]))
            return true;
    return false;
}

static void take_along(struct leaving *l, tn_thing t)
{
    if (t.type != TN_THING_NONE && !leaves(l, t))
        ARRAY_PUSH(l, t);
}

static tn_thing constraint_thing(const tn_world *w, int slot)
{
    return (tn_thing){TN_THING_CONSTRAINT, (uint32_t)slot, world_constraint_generation(w, slot), 0, 0};
}

static tn_thing force_thing(const tn_world *w, int slot)
{
    return (tn_thing){TN_THING_FORCE, (uint32_t)slot, world_force_generation(w, slot), 0, 0};
}

/* What acts on an object, statements about its contact, and skins that would be over one solid. */
static void add_partners(const tn_world *w, int object, struct leaving *l)
{
    for (int i = 0; i < world_constraint_count(w); i++)
        if (world_constraint_uses(w, world_constraint_slot(w, i), object))
            take_along(l, constraint_thing(w, world_constraint_slot(w, i)));
    for (int i = 0; i < world_force_count(w); i++)
        if (world_force_uses(w, world_force_slot(w, i), object))
            take_along(l, force_thing(w, world_force_slot(w, i)));
    for (int i = 0; i < world_contact_count(w); i++) {
        const struct contact_def *d = world_contact(w, i);
        if (d != NULL && (d->a == object || d->b == object))
            take_along(l, (tn_thing){TN_THING_CONTACT, (uint32_t)i, 1, 0, 0});
    }
    for (int i = 0; i < world_skin_count(w); i++) {
        int others = 0, here = 0;
        for (int k = 0; k < world_skin(w, i)->count; k++) {
            const int solid = world_skin(w, i)->object[k];
            const bool lives = world_skin_lives(w, i, k);
            here += lives && solid == object;
            others += lives &&
                      !leaves(l, (tn_thing){TN_THING_OBJECT, (uint32_t)solid, world_object_generation(w, solid), 0, 0});
        }
        if (here > 0 && others < 2)
            take_along(l, (tn_thing){TN_THING_SKIN, (uint32_t)i, 1, 0, 0});
    }
}

/* What an event creates would never exist without the event. */
static void add_born(const tn_world *w, const struct moment *m, struct leaving *l)
{
    for (int i = 0; i < m->actions.count; i++)
        if (m->actions.at[i].kind == ACTION_BEAR && timeline_lives(w, &m->actions.at[i]))
            take_along(l, timeline_thing(w, &m->actions.at[i]));
}

/* An event goes with the last of what it acts on. */
static void add_idle_events(const tn_world *w, struct leaving *l)
{
    const struct scene *scene = world_scene(w);
    for (int i = 0; scene != NULL && i < scene->moments.count; i++) {
        const struct moment *m = scene->moments.at[i];
        bool idle = world_event_pending(w, m);
        for (int k = 0; idle && k < m->actions.count; k++) {
            const struct action *a = &m->actions.at[k];
            idle = !timeline_counts(w, a) || leaves(l, timeline_thing(w, a));
        }
        if (idle)
            take_along(l, (tn_thing){TN_THING_EVENT, (uint32_t)i, 1, 0, 0});
    }
}

static bool tree_mentions(const struct tree *t, const char *word)
{
    if (t->kind == TREE_NAME && strcmp(t->text, word) == 0)
        return true;
    for (int i = 0; i < t->count; i++)
        if (tree_mentions(t->items[i], word))
            return true;
    return false;
}

static bool statement_mentions(const struct statement *s, const char *word)
{
    for (int i = 0; i < s->arg_count; i++)
        if (tree_mentions(s->args[i], word))
            return true;
    return false;
}

static bool text_mentions(const char *text, const char *word) { return text != NULL && strstr(text, word) != NULL; }

static bool constraint_mentions(const tn_world *w, int slot, const char *word)
{
    struct limit_state l;
    bool found = text_mentions(world_constraint_text(w, slot), word);
    for (int i = 0; !found && world_limit(w, slot, i, &l); i++)
        found = text_mentions(l.text, word);
    return found;
}

static bool force_mentions(const tn_world *w, int slot, const char *word)
{
    bool on;
    return text_mentions(world_force(w, slot, &on)->item.text, word);
}

static bool object_mentions(const tn_world *w, int slot, const char *word)
{
    const struct object_type *d = world_object(w, slot);
    return text_mentions(d->path, word) || text_mentions(d->curve_type, word) ||
           text_mentions(d->coordinates_text[0], word) || text_mentions(d->coordinates_text[1], word);
}

/* May a thing speak of a word? A quick look at what it was made of, before it is described. */
static bool mentions(const tn_world *w, tn_thing t, const char *word)
{
    const struct scene *scene = world_scene(w);
    const char *name;
    switch (t.type) {
    case TN_THING_NAME:
        return statement_mentions(scene->all_kept.at[t.slot]->statement, word);
    case TN_THING_OBJECT:
        return object_mentions(w, (int)t.slot, word);
    case TN_THING_CONSTRAINT:
        return constraint_mentions(w, (int)t.slot, word);
    case TN_THING_FORCE:
        return force_mentions(w, (int)t.slot, word);
    case TN_THING_PROBE:
        return text_mentions(world_probe_text(w, world_probe_index(w, t.slot), &name), word);
    case TN_THING_LOOK:
        return statement_mentions(scene->all_looks.at[t.slot], word);
    case TN_THING_NONE:
    case TN_THING_SETTINGS:
    case TN_THING_POINT: /* goes with its object */
    case TN_THING_CONTACT:
    case TN_THING_SKIN:
    case TN_THING_EVENT:
        break;
    }
    return false;
}

/* Everything whose text speaks of x. */
static void add_speakers(tn_world *w, const struct wanted *x, struct leaving *l)
{
    static const tn_thing_type types[] = {TN_THING_NAME,  TN_THING_OBJECT, TN_THING_CONSTRAINT,
                                          TN_THING_FORCE, TN_THING_PROBE,  TN_THING_LOOK};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        const int count = tn_thing_count(w, types[k]);
        for (int i = 0; i < count; i++) {
            const tn_thing t = tn_thing_at(w, types[k], i);
            if (!mentions(w, t, x->name->text) || leaves(l, t))
                continue;
            struct document *home = document_new(NULL);
            const struct statement *s = describe_thing(home, w, t);
            if (s != NULL && statement_uses(s, x))
                take_along(l, t);
            document_drop(home);
        }
    }
}

/* All that refers to the i-th of those that leave. */
static void add_users(tn_world *w, struct leaving *l, int i)
{
    const tn_thing t = l->at[i];
    const int slot = (int)t.slot;
    struct document *home = document_new(NULL);
    struct wanted x;
    if (t.type == TN_THING_OBJECT)
        add_partners(w, slot, l);
    for (int k = 0; t.type == TN_THING_CONSTRAINT && k < world_constraint_count(w); k++)
        if (world_constraint_follows(w, world_constraint_slot(w, k), slot))
            take_along(l, constraint_thing(w, world_constraint_slot(w, k)));
    if (t.type == TN_THING_EVENT)
        add_born(w, ((const struct scene *)world_scene(w))->moments.at[t.slot], l);
    if (has_users(t) && tn_thing_name(w, t)[0] != '\0' && find_wanted(home, w, t, &x)) /* a text speaks of names */
        add_speakers(w, &x, l);
    document_drop(home);
}

void leaving_find(tn_world *w, tn_thing t, struct leaving *out)
{
    *out = (struct leaving){0};
    ARRAY_PUSH(out, t);
    for (int i = 0; i < out->count; i++)
        add_users(w, out, i);
    add_idle_events(w, out);
}

int tn_removed_with(tn_world *w, tn_thing t, tn_thing *out, int most)
{
    struct leaving l;
    if (!tn_thing_valid(w, t) || t.type == TN_THING_SETTINGS)
        return 0;
    leaving_find(w, t, &l);
    const int count = l.count - 1;
    for (int i = 0; out != NULL && i < count && i < most; i++)
        out[i] = l.at[i + 1];
    ARRAY_FREE(&l);
    return count;
}

/* ---- removing ---- */

static void remove_number(struct numbers *n, int number)
{
    for (int i = 0; i < n->count; i++)
        if (n->at[i] == number) {
            ARRAY_REMOVE(n, i);
            return;
        }
}

/* The traces of a world are those of its looks, in the same order. */
static void remove_look(tn_world *w, struct scene *s, int number)
{
    int traces = 0;
    for (int i = 0; i < s->looks.count && s->looks.at[i] != number; i++)
        traces += strcmp(s->all_looks.at[s->looks.at[i]]->word, "trace") == 0;
    if (strcmp(s->all_looks.at[number]->word, "trace") == 0)
        world_remove_trace(w, traces);
    remove_number(&s->looks, number);
}

static void remove_thing(tn_world *w, tn_thing t)
{
    int slot = (int)t.slot;
    char *name;
    switch (t.type) {
    case TN_THING_NAME:
        scene_forget(scene_of(w), slot);
        break;
    case TN_THING_OBJECT:
        world_remove_object(w, slot);
        break;
    case TN_THING_POINT:
        name = mem_text(tn_thing_name(w, t)); /* it is freed with the point */
        world_remove_point(w, slot, name);
        mem_free(name);
        break;
    case TN_THING_CONSTRAINT:
        world_remove_constraint(w, slot);
        break;
    case TN_THING_FORCE:
        world_remove_force(w, slot);
        break;
    case TN_THING_CONTACT:
        world_remove_contact(w, slot);
        break;
    case TN_THING_SKIN:
        world_remove_skin(w, slot);
        break;
    case TN_THING_EVENT:
        world_remove_event(w, scene_of(w)->moments.at[slot]);
        break;
    case TN_THING_PROBE:
        world_remove_probe(w, world_probe_index(w, t.slot));
        break;
    case TN_THING_LOOK:
        remove_look(w, scene_of(w), slot);
        break;
    case TN_THING_NONE:
    case TN_THING_SETTINGS:
        break;
    }
}

/* What refers to it goes first, as one edit. */
static void remove_all(tn_world *w, tn_thing t, const char *label)
{
    struct leaving l;
    leaving_find(w, t, &l);
    world_edit_begin(w, label);
    for (int i = l.count - 1; i >= 0; i--)
        if (tn_thing_valid(w, l.at[i]))
            remove_thing(w, l.at[i]);
    world_edit_end(w, true);
    ARRAY_FREE(&l);
}

tn_status tn_remove(tn_world *w, tn_thing t, char **message)
{
    const char *wrong = NULL;
    if (!tn_thing_valid(w, t))
        wrong = "there is no such thing";
    else if (t.type == TN_THING_SETTINGS)
        wrong = "a world has settings: they can be changed, and not removed";
    else
        remove_all(w, t, "remove a thing");
    if (message != NULL)
        *message = mem_text(wrong);
    return wrong == NULL ? TN_OK : TN_WRONG_USE;
}

static tn_status remove_valid(tn_world *w, tn_thing t, const char *label)
{
    if (!tn_thing_valid(w, t))
        return TN_WRONG_USE;
    remove_all(w, t, label);
    return TN_OK;
}

tn_status tn_object_remove(tn_world *w, tn_object o)
{
    return remove_valid(w, tn_thing_of_object(o), "remove an object");
}

tn_status tn_constraint_remove(tn_world *w, tn_constraint c)
{
    return remove_valid(w, tn_thing_of_constraint(c), "remove a constraint");
}

tn_status tn_force_remove(tn_world *w, tn_force f) { return remove_valid(w, tn_thing_of_force(f), "remove a force"); }
