/* thing_state.c: one thing in one look: is it there, does it act, on what, how; and its parameters, those that cannot be
 * set included; see tenon/model.h. */
#include <string.h>

#include "model/batch.h"
#include "model/describe/describe.h"
#include "model/kinds.h"
#include "model/timeline.h"
#include "object/object_words.h"
#include "tenon/goals.h"

/* ---- partners ---- */

/* Looks for the wanted-th of the things that are told, each once. */
struct partners {
    const tn_world *w;
    ARRAY(tn_thing) found;
};

static void add_partner(struct partners *p, tn_thing t)
{
    for (int i = 0; i < p->found.count; i++)
        if (p->found.at[i].type == t.type && p->found.at[i].slot == t.slot)
            return;
    if (tn_thing_valid(p->w, t))
        ARRAY_PUSH(&p->found, t);
}

static tn_thing object_thing(const tn_world *w, int slot)
{
    return (tn_thing){TN_THING_OBJECT, (uint32_t)slot, world_object_generation(w, slot), 0, 0};
}

static void add_object(void *ctx, int slot)
{
    struct partners *p = ctx;
    if (slot >= 0)
        add_partner(p, object_thing(p->w, slot));
}

static void add_constraint(void *ctx, int slot)
{
    struct partners *p = ctx;
    add_partner(p, (tn_thing){TN_THING_CONSTRAINT, (uint32_t)slot, world_constraint_generation(p->w, slot), 0, 0});
}

static void add_name(struct partners *p, const char *name)
{
    if (name != NULL)
        add_partner(p, tn_thing_find(p->w, TN_THING_NAME, name));
}

static void add_action(struct partners *p, const struct action *a)
{
    if (a->kind == ACTION_LET)
        add_name(p, a->own_let);
    else if (!timeline_lives(p->w, a))
        return;
    else if (a->thing == THING_OBJECT)
        add_object(p, a->slot);
    else if (a->thing == THING_CONSTRAINT)
        add_constraint(p, a->slot);
    else
        add_partner(p, (tn_thing){TN_THING_FORCE, (uint32_t)a->slot, a->generation, 0, 0});
}

static void find_partners(const tn_world *w, tn_thing t, struct partners *p)
{
    const struct scene *scene = world_scene(w);
    const int slot = (int)t.slot;
    const struct contact_def *contact;
    switch (t.type) {
    case TN_THING_OBJECT:
        add_name(p, world_object(w, slot)->path);
        if (world_object(w, slot)->kind == OBJECT_CURVE)
            add_name(p, world_object(w, slot)->curve_type);
        break;
    case TN_THING_POINT:
        add_object(p, slot);
        break;
    case TN_THING_CONSTRAINT:
        world_constraint_partners(w, slot, add_object, p);
        break;
    case TN_THING_FORCE:
        world_force_partners(w, slot, add_object, p);
        break;
    case TN_THING_PROBE:
        world_probe_partners(w, world_probe_index(w, t.slot), add_object, add_constraint, p);
        break;
    case TN_THING_CONTACT:
        contact = world_contact(w, slot);
        if (contact != NULL && contact->a >= 0) {
            add_object(p, contact->a);
            add_object(p, contact->b);
        }
        break;
    case TN_THING_SKIN:
        for (int i = 0; i < world_skin(w, slot)->count; i++)
            if (world_skin_lives(w, slot, i))
                add_object(p, world_skin(w, slot)->object[i]);
        break;
    case TN_THING_EVENT:
        for (int i = 0; i < scene->moments.at[slot]->actions.count; i++)
            add_action(p, &scene->moments.at[slot]->actions.at[i]);
        break;
    case TN_THING_NONE:
    case TN_THING_SETTINGS:
    case TN_THING_NAME:
    case TN_THING_LOOK:
        break;
    }
}

int tn_thing_partners(const tn_world *w, tn_thing t, tn_thing *out, int room)
{
    struct partners p = {.w = w};
    if (!tn_thing_valid(w, t))
        return 0;
    find_partners(w, t, &p);
    const int count = p.found.count;
    for (int i = 0; i < count && i < room && out != NULL; i++)
        out[i] = p.found.at[i];
    ARRAY_FREE(&p.found);
    return count;
}

/* ---- state ---- */

static void constraint_now(tn_world *w, int slot, tn_thing_state *out)
{
    bool on;
    const struct constraint_type *c = world_constraint(w, slot, &on);
    out->label = tn_constraint_name(w, (tn_constraint){(uint32_t)slot, world_constraint_generation(w, slot)});
    out->present = world_constraint_present(w, slot);
    out->on = on;
    out->active = world_constraint_active(w, slot);
    out->has_interval = c->item.has_interval;
    out->from = c->item.from;
    out->to = c->item.to;
    out->by = c->how.by;
    out->method = world_constraint_method(w, slot);
}

static void force_now(tn_world *w, int slot, tn_thing_state *out)
{
    bool on;
    const struct item_def *item = &world_force(w, slot, &on)->item;
    out->label = tn_force_name(w, (tn_force){(uint32_t)slot, world_force_generation(w, slot)});
    out->present = world_force_present(w, slot);
    out->on = on;
    out->active = world_force_active(w, slot);
    out->has_interval = item->type.has_interval;
    out->from = item->type.from;
    out->to = item->type.to;
}

tn_status tn_thing_get(tn_world *w, tn_thing t, tn_thing_state *out)
{
    if (out == NULL || !tn_thing_valid(w, t))
        return TN_WRONG_USE;
    *out = (tn_thing_state){.name = tn_thing_name(w, t),
                            .kind = tn_thing_kind(w, t),
                            .present = true,
                            .on = true,
                            .active = true,
                            .value = NAN,
                            .partners = tn_thing_partners(w, t, NULL, 0)};
    out->label = out->name;
    switch (t.type) {
    case TN_THING_OBJECT:
        out->present = out->active = world_object_present(w, (int)t.slot);
        break;
    case TN_THING_POINT:
        out->present = out->active = world_object_present(w, (int)t.slot);
        break;
    case TN_THING_CONSTRAINT:
        constraint_now(w, (int)t.slot, out);
        break;
    case TN_THING_FORCE:
        force_now(w, (int)t.slot, out);
        break;
    case TN_THING_CONTACT:
        out->present = out->active = world_contact(w, (int)t.slot) != NULL;
        break;
    case TN_THING_PROBE:
        out->value = tn_probe_value(w, world_probe_index(w, t.slot));
        out->present = out->active = tn_probe_there(w, world_probe_index(w, t.slot));
        break;
    case TN_THING_NAME:
        out->value = tn_let_get(w, out->name);
        break;
    case TN_THING_EVENT:
        out->has_interval = true; /* a moment */
        out->from = out->to = ((const struct scene *)world_scene(w))->moments.at[t.slot]->time;
        out->active = false; /* its time is still to come */
        break;
    case TN_THING_NONE:
    case TN_THING_SETTINGS:
    case TN_THING_SKIN:
    case TN_THING_LOOK:
        break;
    }
    return TN_OK;
}

/* ---- formulas ---- */

/* What stands behind '=', or the arguments of a statement. */
static char *expression_of(const tn_def *d)
{
    char *text = NULL;
    for (int i = 0; i < tn_def_arg_count(d); i++) {
        char *one = tn_value_print(tn_def_arg(d, i)), *before = text;
        text = before == NULL ? mem_text(one) : mem_print("%s, %s", before, one);
        mem_free(before);
        mem_free(one);
    }
    return text;
}

/* The rows of a compiled kind, which are zero where it is met; NULL: it has none. */
static char *rows_of(const tn_world *w, int slot)
{
    struct constraint_parts parts;
    char *text = NULL;
    if (!world_constraint_built(w, slot, &parts) || parts.form == NULL)
        return NULL;
    for (int i = 0; i < CONSTRAINT_ROWS && parts.form->rows[i].formula != NULL; i++) {
        char *before = text;
        text =
            mem_print("%s%s%s", before != NULL ? before : "", before != NULL ? ", " : "", parts.form->rows[i].formula);
        mem_free(before);
    }
    return text;
}

char *tn_thing_formula(tn_world *w, tn_thing t)
{
    const char *kind = tn_thing_kind(w, t), *text = NULL, *name;
    bool on;
    if (!tn_thing_valid(w, t))
        return NULL;
    if (t.type == TN_THING_PROBE)
        return mem_text(world_probe_text(w, world_probe_index(w, t.slot), &name));
    if (t.type == TN_THING_NAME) {
        tn_def *d = tn_describe(w, t);
        char *formula = expression_of(d);
        tn_def_free(d);
        return formula;
    }
    bool own = false; /* it is a formula itself */
    if (t.type == TN_THING_CONSTRAINT) {
        text = world_constraint_text(w, (int)t.slot);
        own = world_constraint(w, (int)t.slot, &on)->class == NULL;
    }
    if (t.type == TN_THING_FORCE) {
        text = world_force(w, (int)t.slot, &on)->item.text;
        own = world_force(w, (int)t.slot, &on)->class->is_goal;
    }
    const tn_kind_group group = t.type == TN_THING_CONSTRAINT ? TN_KIND_CONSTRAINT
                                : t.type == TN_THING_FORCE    ? TN_KIND_FORCE
                                                              : TN_KIND_OBJECT;
    const tn_kind *k = NULL;
    for (int i = 0; !own && (k = tn_kind_at(i)) != NULL; i++)
        if (k->group == group && strcmp(k->name, kind) == 0 && k->formula != NULL)
            return mem_text(k->formula);
    char *rows = t.type == TN_THING_CONSTRAINT && !own ? rows_of(w, (int)t.slot) : NULL;
    return rows != NULL ? rows : mem_text(text);
}

/* ---- parameters that cannot be set ---- */

static const tn_parameter let_value = {.word = "value",
                                       .symbol = "x",
                                       .unit = "1",
                                       .fewest = 1,
                                       .most = 1,
                                       .settable = true,
                                       .help = "the number that formulas follow"};

static bool give(tn_thing_parameter *out, const tn_parameter *p, const double *value, int count)
{
    *out = (tn_thing_parameter){.is = p, .count = count};
    memcpy(out->value, value, sizeof *value * (size_t)count);
    return true;
}

static bool contact_parameter(const tn_world *w, int slot, int i, tn_thing_parameter *out)
{
    const struct contact_def *c = world_contact(w, slot);
    if (c == NULL || c->off || i >= CONTACT_NUMBERS || (i == CONTACT_THRESHOLD && c->threshold < 0))
        return false;
    const double *const value[CONTACT_NUMBERS] = {&c->friction, &c->bounce, &c->rolling, &c->spinning, &c->threshold};
    return give(out, &contact_parameters[i], value[i], 1);
}

static bool skin_parameter(const tn_world *w, int slot, int i, tn_thing_parameter *out)
{
    const struct skin_def *s = world_skin(w, slot);
    if (i == 0)
        return give(out, parameter_find(skin_parameters, "margin"), &s->margin, 1);
    return i == 1 && s->has_color && give(out, parameter_find(skin_parameters, "color"), &s->color.x, 3);
}

/* The numbers of a statement, at most six; -1: something in it is none. */
static int numbers_of(const struct statement *s, double value[6])
{
    if (s->arg_count > 6)
        return -1;
    for (int i = 0; i < s->arg_count; i++) {
        const double x = tn_value_number((const tn_value *)(const void *)s->args[i]);
        if (isnan(x))
            return -1;
        value[i] = x;
    }
    return s->arg_count;
}

/* The sizes of a shape, one parameter each: those of its kind in the order of its statement. */
static bool size_at(const struct statement *s, int *i, tn_thing_parameter *out)
{
    const tn_kind *k;
    double value[6];
    const int count = numbers_of(s, value);
    for (int n = 0; count > 0 && (k = tn_kind_at(n)) != NULL; n++) {
        if (k->group != TN_KIND_OBJECT || strcmp(k->name, s->word) != 0)
            continue;
        int place = 0;
        for (const tn_parameter *p = k->parameters; p != NULL && p->word != NULL && place < count; p++) {
            const int most = p->most < count - place ? p->most : count - place;
            if (p->argument && (*i)-- == 0)
                return give(out, p, value + place, most);
            place += p->argument ? most : 0;
        }
    }
    return false;
}

/* A word of an object's block: one of all objects, or of a material. */
static const tn_parameter *word_of_block(const char *word)
{
    const tn_parameter *p = parameter_find(object_parameters, word);
    const tn_kind *k;
    for (int i = 0; p == NULL && (k = tn_kind_at(i)) != NULL; i++)
        if (k->group == TN_KIND_MATERIAL)
            p = parameter_find(k->parameters, word);
    return p;
}

/* What the description of an object says beside what can be set. */
static bool described_parameter(tn_world *w, int slot, int i, tn_thing_parameter *out)
{
    struct document *home = document_new(NULL);
    const struct statement *s = describe_thing(home, w, object_thing(w, slot));
    bool found = false;
    double now[6], value[6];
    while (s != NULL && strcmp(s->word, "at") == 0) /* an event will bring it */
        s = s->child_count == 1 ? s->children[0] : NULL;
    for (int k = 0; s != NULL && k < s->child_count && !found; k++) {
        const struct statement *c = s->children[k];
        const tn_parameter *p = word_of_block(c->word);
        const int count = numbers_of(c, value);
        if (size_at(c, &i, out))
            found = true;
        else if (p != NULL && count > 0 && count >= p->fewest && count <= p->most &&
                 world_number(w, WORLD_OBJECT, slot, c->word, now) == 0 && i-- == 0)
            found = give(out, p, value, count);
    }
    document_drop(home);
    return found;
}

bool thing_other_parameter(tn_world *w, tn_thing t, int i, tn_thing_parameter *out)
{
    const double value = t.type == TN_THING_NAME ? tn_let_get(w, tn_thing_name(w, t)) : NAN;
    switch (t.type) {
    case TN_THING_OBJECT:
        return described_parameter(w, (int)t.slot, i, out);
    case TN_THING_CONTACT:
        return contact_parameter(w, (int)t.slot, i, out);
    case TN_THING_SKIN:
        return skin_parameter(w, (int)t.slot, i, out);
    case TN_THING_NAME:
        return i == 0 && !isnan(value) && give(out, &let_value, &value, 1);
    default:
        return false;
    }
}
