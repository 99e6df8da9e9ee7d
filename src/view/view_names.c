/* view_names.c: the constraints, forces and nails of a model: their ids, names, kinds, and what they act on. */
#include <string.h>

#include "view/look.h"
#include "view/view.h"

static tn_glyph glyph_of(const char *kind)
{
    static const struct {
        const char *kind;
        tn_glyph glyph;
    } table[] = {{"connect", TN_GLYPH_POINT},   {"follow", TN_GLYPH_POINT},  {"weld", TN_GLYPH_POINT},
                 {"universal", TN_GLYPH_POINT}, {"revolute", TN_GLYPH_AXIS}, {"distance", TN_GLYPH_ROD},
                 {"on-line", TN_GLYPH_LINE},    {"slider", TN_GLYPH_LINE}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(kind, table[i].kind) == 0)
            return table[i].glyph;
    return TN_GLYPH_OTHER;
}

static const char *keep(struct view_model *c, const char *text)
{
    return text == NULL || *text == 0 ? "" : arena_text(&c->texts, text, strlen(text));
}

static bool has_body(const struct connector *c) { return c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME; }

static bool is_there(const struct view_model *c, const struct connector *in)
{
    return !has_body(in) || (in->body < c->slots && c->object_of[in->body] >= 0);
}

/* Is a constraint or force listed? It exists, is no handle's, and so do the objects that it is attached to. */
static bool is_listed(const struct view_model *c, bool present, const struct item_type *d, const struct connector *in,
                      int count)
{
    bool listed = present && !d->handle;
    for (int i = 0; i < count && listed; i++)
        listed = is_there(c, &in[i]);
    return listed;
}

static bool constraint_listed(tn_world *w, const struct view_model *c, int slot)
{
    bool on;
    int count;
    const struct constraint_type *d = world_constraint(w, slot, &on);
    const struct connector *in = world_constraint_inputs(w, slot, &count);
    return is_listed(c, world_constraint_present(w, slot), &d->item, in, count);
}

static bool force_listed(tn_world *w, const struct view_model *c, int slot)
{
    bool on;
    const struct force_def *d = world_force(w, slot, &on);
    return is_listed(c, world_force_present(w, slot), &d->item.type, d->connector, d->connector_count) &&
           (d->body < 0 || (d->body < c->slots && c->object_of[d->body] >= 0));
}

/* The objects of the two partners; of a formula, the first two that occur in it. */
static void find_partners(tn_world *w, const struct view_model *c, int slot, int object[2])
{
    struct constraint_parts b;
    bool kind = world_constraint_built(w, slot, &b);
    int count;
    const struct connector *in = world_constraint_inputs(w, slot, &count);
    object[0] = object[1] = -1;
    if (count == 0) { /* a rope */
        const signed char *partner;
        const struct connector *own = world_limit_inputs(w, slot, 0, &count, &partner);
        for (int i = 0; own != NULL && i < count; i++)
            if (has_body(&own[i]) && partner[i] > 0 && own[i].body < c->slots)
                object[partner[i] - 1] = c->object_of[own[i].body];
        return;
    }
    for (int i = 0; i < count; i++) {
        int here = has_body(&in[i]) ? c->object_of[in[i].body] : -1;
        int side = kind ? b.partner[i] - 1 : here == object[0] || object[0] < 0 ? 0 : 1;
        if (here >= 0 && side >= 0 && side < 2 && object[side] < 0)
            object[side] = here;
    }
}

static bool has_motor(tn_world *w, int slot)
{
    struct limit_state l;
    for (int i = 0; world_limit(w, slot, i, &l); i++)
        if (limit_is_motor(l.kind))
            return true;
    return false;
}

/* Does it hold within limits alone, such as a distance with a most? */
static bool is_limited(tn_world *w, int slot, const struct constraint_type *d)
{
    struct limit_state l;
    return d->rows == 0 && world_limit(w, slot, 0, &l) && (l.kind == LIMIT_LEAST || l.kind == LIMIT_MOST);
}

static void add_constraint(struct view_model *c, tn_world *w, int order)
{
    bool on;
    int slot = world_constraint_slot(w, order);
    if (!constraint_listed(w, c, slot))
        return;
    const struct constraint_type *d = world_constraint(w, slot, &on);
    tn_view_constraint s = {.id = tn_constraint_at(w, order),
                            .name = keep(c, tn_constraint_name(w, tn_constraint_at(w, order))),
                            .kind = keep(c, d->item.kind),
                            .glyph = glyph_of(d->item.kind),
                            .motor = has_motor(w, slot),
                            .limited = is_limited(w, slot, d)};
    find_partners(w, c, slot, s.object);
    ARRAY_PUSH(&c->constraints, s);
    ARRAY_PUSH(&c->constraint_slot, slot);
}

static void add_force(struct view_model *c, tn_world *w, int order)
{
    bool on;
    int slot = world_force_slot(w, order);
    if (!force_listed(w, c, slot))
        return;
    const struct force_def *d = world_force(w, slot, &on);
    tn_view_force s = {.id = tn_force_at(w, order),
                       .name = keep(c, d->item.name),
                       .kind = keep(c, d->item.type.kind),
                       .object = {d->body >= 0 ? c->object_of[d->body] : -1, -1}};
    for (int i = 0; i < d->connector_count && i < 2; i++)
        if (has_body(&d->connector[i]))
            s.object[i] = c->object_of[d->connector[i].body];
    ARRAY_PUSH(&c->forces, s);
    ARRAY_PUSH(&c->force_slot, slot);
}

void view_model_names(struct view_model *c, tn_world *w)
{
    const char *name;
    vec3 at;
    for (int i = 0; i < world_constraint_count(w); i++)
        add_constraint(c, w, i);
    for (int i = 0; i < world_force_count(w); i++)
        add_force(c, w, i);
    for (int i = -1; (i = world_nail(w, i + 1, &name, &at)) >= 0;)
        ARRAY_PUSH(&c->nails, ((tn_view_nail){keep(c, name), at}));
    c->look = view_names_look(w, c);
}

uint64_t view_names_look(tn_world *w, const struct view_model *c)
{
    uint64_t h = 5;
    bool on;
    const char *name;
    vec3 at;
    for (int i = 0; i < world_constraint_count(w); i++) {
        int slot = world_constraint_slot(w, i);
        if (!constraint_listed(w, c, slot))
            continue;
        h = look_word(look_word(h, (uint64_t)slot), world_constraint_generation(w, slot));
        name = world_constraint_name(w, slot);
        h = name != NULL ? look_text(h, name) : look_word(h, (uint64_t)world_constraint_line(w, slot));
    }
    for (int i = 0; i < world_force_count(w); i++) {
        int slot = world_force_slot(w, i);
        if (!force_listed(w, c, slot))
            continue;
        h = look_word(look_word(h, (uint64_t)slot), world_force_generation(w, slot));
        h = look_text(h, world_force(w, slot, &on)->item.name);
    }
    for (int i = -1; (i = world_nail(w, i + 1, &name, &at)) >= 0;)
        h = look_vector(look_text(h, name), at);
    return h;
}
