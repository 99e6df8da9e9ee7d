/* remove.c: removing things by id.
 *
 * A thing that another one uses cannot be removed: the other would refer to a name that does not exist, and the world
 * could not be written. What a thing uses is taken from its description (describe.h), which is what would be written.
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

static char *say(const tn_world *w, tn_thing user)
{
    const char *name = tn_thing_name(w, user), *kind = tn_thing_kind(w, user);
    return name[0] != '\0' ? mem_print("%s '%.60s' uses it", kind, name)
                           : mem_print("a '%s' without a name uses it", kind);
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
        if (s != NULL && statement_uses(s, x))
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

tn_thing tn_thing_user(tn_world *w, tn_thing t, tn_thing after)
{
    tn_thing found = {.type = TN_THING_NONE};
    if (!tn_thing_valid(w, t) || !has_users(t))
        return found;
    struct document *home = document_new(NULL);
    const struct statement *s = describe_thing(home, w, t);
    struct wanted x = {.thing = t, .name = s != NULL ? name_in(s) : NULL};
    if (t.type == TN_THING_POINT) {
        x.point = tn_thing_name(w, t);
        x.name = describe_object_name(home, w, (int)t.slot);
    }
    if (x.name != NULL)
        found = find_user(w, &x, after);
    document_drop(home);
    return found;
}

/* What an event creates would never exist without the event. */
static char *brings(const tn_world *w, const struct moment *m)
{
    for (int i = 0; i < m->actions.count; i++) {
        const struct action *a = &m->actions.at[i];
        if (a->kind == ACTION_BEAR && timeline_lives(w, a))
            return mem_print("it brings something that is still to come: remove that first");
    }
    return NULL;
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

tn_status tn_remove(tn_world *w, tn_thing t, char **message)
{
    char *wrong = NULL;
    if (!tn_thing_valid(w, t))
        wrong = mem_text("there is no such thing");
    else if (t.type == TN_THING_SETTINGS)
        wrong = mem_text("a world has settings: they can be changed, and not removed");
    else if (t.type == TN_THING_EVENT)
        wrong = brings(w, ((const struct scene *)world_scene(w))->moments.at[t.slot]);
    const tn_thing user = wrong == NULL ? tn_thing_user(w, t, (tn_thing){0}) : (tn_thing){.type = TN_THING_NONE};
    if (user.type != TN_THING_NONE)
        wrong = say(w, user);
    if (wrong == NULL) {
        world_edit_begin(w, "remove a thing");
        remove_thing(w, t);
        world_edit_end(w, true);
    }
    tn_status status = wrong == NULL ? TN_OK : TN_WRONG_USE;
    if (message != NULL)
        *message = wrong;
    else
        mem_free(wrong);
    return status;
}
