/* things.c: all things of a world by id: lists, names, kinds; see tenon/model.h. */
#include <string.h>

#include "model/batch.h"
#include "model/timeline.h"

static const tn_thing none = {.type = TN_THING_NONE};

/* ---- ids ---- */

tn_thing tn_thing_of_object(tn_object o)
{
    return o.generation == 0 ? none : (tn_thing){TN_THING_OBJECT, o.slot, o.generation, 0, 0};
}

tn_thing tn_thing_of_constraint(tn_constraint c)
{
    return c.generation == 0 ? none : (tn_thing){TN_THING_CONSTRAINT, c.slot, c.generation, 0, 0};
}

tn_thing tn_thing_of_force(tn_force f)
{
    return f.generation == 0 ? none : (tn_thing){TN_THING_FORCE, f.slot, f.generation, 0, 0};
}

tn_object tn_thing_object(tn_thing t)
{
    bool is = t.type == TN_THING_OBJECT || t.type == TN_THING_POINT;
    return is ? (tn_object){t.slot, t.generation} : (tn_object){0, 0};
}

tn_constraint tn_thing_constraint(tn_thing t)
{
    return t.type == TN_THING_CONSTRAINT ? (tn_constraint){t.slot, t.generation} : (tn_constraint){0, 0};
}

tn_force tn_thing_force(tn_thing t)
{
    return t.type == TN_THING_FORCE ? (tn_force){t.slot, t.generation} : (tn_force){0, 0};
}

/* ---- lists ---- */

static int points_of(const tn_world *w, int object)
{
    vec3 local;
    int n = 0;
    while (world_point_at(w, object, n, &local) != NULL)
        n++;
    return n;
}

/* Contacts, skins and events are identified by their index: removed ones keep theirs. */
static bool is_by_place(tn_thing_type type)
{
    return type == TN_THING_CONTACT || type == TN_THING_SKIN || type == TN_THING_EVENT;
}

static int places(const tn_world *w, tn_thing_type type)
{
    const struct scene *scene = world_scene(w);
    return type == TN_THING_CONTACT ? world_contact_count(w)
           : type == TN_THING_SKIN  ? world_skin_count(w)
           : scene != NULL          ? scene->moments.count
                                    : 0;
}

/* Whether an index is in use. An event exists until its time has come. */
static bool has_place(const tn_world *w, tn_thing_type type, int i)
{
    const struct scene *scene = world_scene(w);
    if (i < 0 || i >= places(w, type))
        return false;
    return type == TN_THING_CONTACT ? !world_contact_removed(w, i)
           : type == TN_THING_SKIN  ? !world_skin(w, i)->removed
                                    : world_event_pending(w, scene->moments.at[i]);
}

/* The next index in use; -1 past the last. */
static int slot_behind(const tn_world *w, tn_thing_type type, int slot)
{
    const int count = places(w, type);
    do
        slot++;
    while (slot < count && !has_place(w, type, slot));
    return slot < count ? slot : -1;
}

int tn_thing_count(const tn_world *w, tn_thing_type type)
{
    const struct scene *scene = w != NULL ? world_scene(w) : NULL;
    int points = 0, count = 0;
    if (w == NULL)
        return 0;
    switch (type) {
    case TN_THING_NONE:
        return 0;
    case TN_THING_SETTINGS:
        return 1;
    case TN_THING_NAME:
        return scene != NULL ? scene->kept.count : 0;
    case TN_THING_OBJECT:
        return world_object_count(w);
    case TN_THING_POINT:
        for (int i = 0; i < world_object_count(w); i++)
            points += points_of(w, world_object_slot(w, i));
        return points;
    case TN_THING_CONSTRAINT:
        return world_constraint_count(w);
    case TN_THING_FORCE:
        return world_force_count(w);
    case TN_THING_CONTACT:
    case TN_THING_SKIN:
    case TN_THING_EVENT:
        for (int i = slot_behind(w, type, -1); i >= 0; i = slot_behind(w, type, i))
            count++;
        return count;
    case TN_THING_PROBE:
        return world_probe_count(w);
    case TN_THING_LOOK:
        return scene != NULL ? scene->looks.count : 0;
    }
    return 0;
}

/* The first point of the k-th object or of a later one. */
static tn_thing point_from(const tn_world *w, int k)
{
    vec3 local;
    for (; k < world_object_count(w); k++) {
        int slot = world_object_slot(w, k);
        if (world_point_at(w, slot, 0, &local) != NULL)
            return (tn_thing){TN_THING_POINT, (uint32_t)slot, world_object_generation(w, slot),
                              world_point_number(w, slot, 0), (uint32_t)k};
    }
    return none;
}

static tn_thing point_behind(const tn_world *w, tn_thing t)
{
    vec3 local;
    int i = world_point_index(w, (int)t.slot, t.index) + 1;
    if (world_point_at(w, (int)t.slot, i, &local) == NULL)
        return point_from(w, (int)t.order + 1);
    t.index = world_point_number(w, (int)t.slot, i);
    return t;
}

tn_thing tn_thing_at(const tn_world *w, tn_thing_type type, int i)
{
    tn_thing t = {.type = type, .generation = 1, .order = (uint32_t)i};
    if (w == NULL || i < 0 || type <= TN_THING_NONE || type > TN_THING_LOOK)
        return none;
    if (type == TN_THING_POINT) {
        t = point_from(w, 0);
        while (t.type != TN_THING_NONE && i-- > 0)
            t = point_behind(w, t);
        return t;
    }
    if (is_by_place(type)) {
        int slot = slot_behind(w, type, -1);
        while (slot >= 0 && i-- > 0)
            slot = slot_behind(w, type, slot);
        t.slot = (uint32_t)slot;
        return slot >= 0 ? t : none;
    }
    if (i >= tn_thing_count(w, type))
        return none;
    const struct scene *scene = world_scene(w);
    int slot = type == TN_THING_OBJECT       ? world_object_slot(w, i)
               : type == TN_THING_CONSTRAINT ? world_constraint_slot(w, i)
               : type == TN_THING_FORCE      ? world_force_slot(w, i)
               : type == TN_THING_NAME       ? scene->kept.at[i]
               : type == TN_THING_LOOK       ? scene->looks.at[i]
               : type == TN_THING_PROBE      ? (int)world_probe_number(w, i)
                                             : i;
    t.slot = (uint32_t)slot;
    t.generation = type == TN_THING_OBJECT       ? world_object_generation(w, slot)
                   : type == TN_THING_CONSTRAINT ? world_constraint_generation(w, slot)
                   : type == TN_THING_FORCE      ? world_force_generation(w, slot)
                                                 : 1;
    return t;
}

tn_thing tn_thing_next(const tn_world *w, tn_thing t)
{
    if (w == NULL)
        return none;
    tn_thing next = none;
    const bool known = t.order < INT32_MAX && t.slot < INT32_MAX; /* nothing follows an id that was never given out */
    if (!known || t.type < TN_THING_NONE || t.type > TN_THING_LOOK)
        return none;
    if (t.type == TN_THING_POINT)
        next = tn_thing_valid(w, t) ? point_behind(w, t) : point_from(w, (int)t.order + 1);
    else if (is_by_place(t.type) && slot_behind(w, t.type, (int)t.slot) >= 0)
        next = (tn_thing){t.type, (uint32_t)slot_behind(w, t.type, (int)t.slot), 1, 0, t.order + 1};
    else if (t.type != TN_THING_NONE && !is_by_place(t.type))
        next = tn_thing_at(w, t.type, (int)t.order + 1);
    for (int type = (int)t.type + 1; next.type == TN_THING_NONE && type <= TN_THING_LOOK; type++)
        next = tn_thing_at(w, (tn_thing_type)type, 0);
    return next;
}

/* Whether a number is in a list. */
static bool has(const struct numbers *n, uint32_t number)
{
    for (int i = 0; i < n->count; i++)
        if (n->at[i] == (int)number)
            return true;
    return false;
}

bool tn_thing_valid(const tn_world *w, tn_thing t)
{
    const struct scene *scene = w != NULL ? world_scene(w) : NULL;
    if (w == NULL || t.generation == 0)
        return false;
    switch (t.type) {
    case TN_THING_OBJECT:
    case TN_THING_POINT:
        return tn_object_valid(w, tn_thing_object(t)) &&
               (t.type == TN_THING_OBJECT || world_point_index(w, (int)t.slot, t.index) >= 0);
    case TN_THING_CONSTRAINT:
        return tn_constraint_valid(w, tn_thing_constraint(t));
    case TN_THING_FORCE:
        return tn_force_valid(w, tn_thing_force(t));
    case TN_THING_NAME:
        return scene != NULL && t.slot < (uint32_t)scene->all_kept.count &&
               names_get(&scene->names, scene->all_kept.at[t.slot]->name) == (int)t.slot;
    case TN_THING_LOOK:
        return scene != NULL && has(&scene->looks, t.slot);
    case TN_THING_CONTACT:
    case TN_THING_SKIN:
    case TN_THING_EVENT:
        return has_place(w, t.type, (int)t.slot);
    case TN_THING_PROBE:
        return world_probe_index(w, t.slot) >= 0;
    case TN_THING_SETTINGS:
        return t.slot == 0;
    case TN_THING_NONE:
        break;
    }
    return false;
}

tn_thing tn_thing_find(const tn_world *w, tn_thing_type type, const char *name)
{
    const struct scene *scene = w != NULL ? world_scene(w) : NULL;
    if (w == NULL || name == NULL)
        return none;
    if (type == TN_THING_OBJECT)
        return tn_thing_of_object(tn_object_find(w, name));
    if (type == TN_THING_CONSTRAINT)
        return tn_thing_of_constraint(tn_constraint_find(w, name));
    if (type == TN_THING_FORCE)
        return tn_thing_of_force(tn_force_find(w, name));
    if (type == TN_THING_NAME && scene != NULL && names_get(&scene->names, name) >= 0)
        return (tn_thing){TN_THING_NAME, (uint32_t)names_get(&scene->names, name), 1, 0, 0};
    for (int i = 0; type == TN_THING_PROBE && i < world_probe_count(w); i++)
        if (strcmp(tn_probe_name(w, i), name) == 0)
            return tn_thing_at(w, type, i);
    return none;
}

/* ---- names and kinds ---- */

static const char *or_empty(const char *name) { return name != NULL ? name : ""; }

const char *tn_thing_name(const tn_world *w, tn_thing t)
{
    bool on;
    vec3 local;
    if (!tn_thing_valid(w, t))
        return "";
    switch (t.type) {
    case TN_THING_NAME:
        return ((const struct scene *)world_scene(w))->all_kept.at[t.slot]->name;
    case TN_THING_OBJECT:
        return or_empty(world_object_name(w, (int)t.slot));
    case TN_THING_POINT:
        return world_point_at(w, (int)t.slot, world_point_index(w, (int)t.slot, t.index), &local);
    case TN_THING_CONSTRAINT:
        return or_empty(world_constraint_name(w, (int)t.slot));
    case TN_THING_FORCE:
        return or_empty(world_force(w, (int)t.slot, &on)->item.name);
    case TN_THING_SKIN:
        return or_empty(world_skin(w, (int)t.slot)->name);
    case TN_THING_PROBE:
        return tn_probe_name(w, world_probe_index(w, t.slot));
    case TN_THING_NONE:
    case TN_THING_SETTINGS:
    case TN_THING_CONTACT:
    case TN_THING_EVENT:
    case TN_THING_LOOK:
        break;
    }
    return "";
}

static const char *object_kind(const struct object_type *d)
{
    switch (d->kind) {
    case OBJECT_SOLID:
        return d->is_compound ? "compound" : d->shapes[0].class->kind.name;
    case OBJECT_PARTICLE:
        return "particle";
    case OBJECT_BARE:
        return "body";
    case OBJECT_PLANE:
        return "plane";
    case OBJECT_VARIABLE:
        return "variable";
    case OBJECT_FLEXIBLE:
        return "block";
    case OBJECT_CURVE:
        return d->curve_type;
    case OBJECT_JELLO:
        return "jello";
    }
    return "";
}

const char *tn_thing_kind(const tn_world *w, tn_thing t)
{
    static const char *const names[] = {"let", "let", "nail", "path", "surface", "curve"};
    bool on;
    if (!tn_thing_valid(w, t))
        return "";
    const struct scene *scene = world_scene(w);
    switch (t.type) {
    case TN_THING_SETTINGS:
        return "world";
    case TN_THING_NAME:
        return names[scene->all_kept.at[t.slot]->kind];
    case TN_THING_OBJECT:
        return object_kind(world_object(w, (int)t.slot));
    case TN_THING_CONSTRAINT:
        return world_constraint(w, (int)t.slot, &on)->item.kind;
    case TN_THING_FORCE:
        return world_force(w, (int)t.slot, &on)->item.type.kind;
    case TN_THING_LOOK:
        return scene->all_looks.at[t.slot]->word;
    case TN_THING_POINT:
        return "point";
    case TN_THING_CONTACT:
        return "contact";
    case TN_THING_SKIN:
        return "skin";
    case TN_THING_EVENT:
        return "at";
    case TN_THING_PROBE:
        return "probe";
    case TN_THING_NONE:
        break;
    }
    return "";
}

/* ---- parameters ---- */

static bool setting_at(const tn_world *w, int i, tn_thing_parameter *out)
{
    const tn_settings now = tn_world_settings(w);
    for (int k = 0; k <= i; k++)
        if (world_kind.parameters[k].word == NULL)
            return false;
    out->is = &world_kind.parameters[i];
    out->word = setting_get_word(&now, out->is);
    if (setting_is_clock(out->is))
        out->value[out->count++] = tn_time(w);
    else if (out->word == NULL && setting_get_number(&now, out->is, &out->value[0]))
        out->count = 1;
    return true;
}

bool tn_thing_parameter_at(tn_world *w, tn_thing t, int i, tn_thing_parameter *out)
{
    if (out == NULL || i < 0 || !tn_thing_valid(w, t))
        return false;
    *out = (tn_thing_parameter){0};
    if (t.type == TN_THING_SETTINGS)
        return setting_at(w, i, out);
    if (t.type != TN_THING_OBJECT && t.type != TN_THING_CONSTRAINT && t.type != TN_THING_FORCE)
        return thing_other_parameter(w, t, i, out);
    enum world_thing thing = t.type == TN_THING_OBJECT       ? WORLD_OBJECT
                             : t.type == TN_THING_CONSTRAINT ? WORLD_CONSTRAINT
                                                             : WORLD_FORCE;
    out->is = world_parameter(w, thing, (int)t.slot, i, &out->formula);
    if (out->is != NULL) {
        out->count = world_number(w, thing, (int)t.slot, out->is->word, out->value);
        return true;
    }
    bool formula;
    int settable = 0;
    while (world_parameter(w, thing, (int)t.slot, settable, &formula) != NULL)
        settable++;
    return thing_other_parameter(w, t, i - settable, out);
}

/* ---- what a batch has made ---- */

static void note(tn_thing *made, int item, tn_thing t)
{
    if (made[item].type == TN_THING_NONE)
        made[item] = t;
}

static void note_slots(tn_thing *made, const struct instance *list, int count, const tn_world *w, tn_thing_type type)
{
    for (int i = 0; i < count; i++) {
        int slot = list[i].slot;
        if (slot < 0)
            continue;
        uint32_t generation = type == TN_THING_OBJECT       ? world_object_generation(w, slot)
                              : type == TN_THING_CONSTRAINT ? world_constraint_generation(w, slot)
                                                            : world_force_generation(w, slot);
        note(made, list[i].item, (tn_thing){type, (uint32_t)slot, generation, 0, 0});
    }
}

/* Things without slots were made one after the other, and are the last of their type. */
static void note_last(tn_thing *made, const struct instance *list, int count, const tn_world *w, tn_thing_type type)
{
    int first = tn_thing_count(w, type) - count;
    for (int i = 0; i < count; i++)
        note(made, list[i].item, tn_thing_at(w, type, first + i));
}

static void note_points(const struct reading *r, tn_thing *made)
{
    for (int i = 0; i < r->points.count; i++) {
        vec3 local;
        const struct instance *p = &r->points.at[i];
        const char *name;
        for (int k = 0; (name = world_point_at(r->w, p->slot, k, &local)) != NULL; k++)
            if (strcmp(name, p->name) == 0)
                note(made, p->item,
                     (tn_thing){TN_THING_POINT, (uint32_t)p->slot, world_object_generation(r->w, p->slot),
                                world_point_number(r->w, p->slot, k), 0});
    }
}

void batch_things(const struct reading *r, tn_thing *made)
{
    for (int i = 0; i < r->item_count; i++)
        made[i] = none;
    for (int i = 0; i < r->worlds.count; i++)
        note(made, r->worlds.at[i].item, tn_thing_at(r->w, TN_THING_SETTINGS, 0));
    for (int i = 0; i < r->definitions.count; i++)
        if (!r->definitions.at[i]->local)
            note(made, r->definitions.at[i]->item,
                 (tn_thing){TN_THING_NAME, (uint32_t)r->definitions.at[i]->number, 1, 0, 0});
    for (int i = r->first_moment; i < r->scene->moments.count; i++)
        note(made, r->scene->moments.at[i]->item, (tn_thing){TN_THING_EVENT, (uint32_t)i, 1, 0, 0});
    note_slots(made, r->objects.at, r->objects.count, r->w, TN_THING_OBJECT);
    note_points(r, made);
    note_slots(made, r->constraints.at, r->constraints.count, r->w, TN_THING_CONSTRAINT);
    note_slots(made, r->forces.at, r->forces.count, r->w, TN_THING_FORCE);
    note_last(made, r->contacts.at, r->contacts.count, r->w, TN_THING_CONTACT);
    note_last(made, r->skins.at, r->skins.count, r->w, TN_THING_SKIN);
    note_last(made, r->probes.at, r->probes.count, r->w, TN_THING_PROBE);
    note_last(made, r->looks.at, r->looks.count, r->w, TN_THING_LOOK);
}
