/* change_things.c: things that become what another text says of them: an object in its slot, the order of a list. */
#include <string.h>

#include "force/goal.h"
#include "world/world_parts.h"

/* ---- objects ---- */

static bool is_plain(const struct object_type *t)
{
    return t->general == NULL && t->kind != OBJECT_FLEXIBLE && t->kind != OBJECT_CURVE && t->kind != OBJECT_JELLO;
}

static bool has_axes(const struct object_type *t) { return t->kind == OBJECT_SOLID || t->kind == OBJECT_BARE; }

bool world_can_change(const tn_world *w, int slot, const struct object_def *def)
{
    const struct object_type *was = w->things->objects.at[slot].type, *is = &def->type;
    return is_plain(was) && is_plain(is) && (was->kind == is->kind || (has_axes(was) && has_axes(is)));
}

/* Do points of the object mean other places in it? */
static bool moves_points(const struct object_type *a, const struct object_type *b)
{
    if (a->kind != b->kind || a->shape_count != b->shape_count || a->is_compound != b->is_compound ||
        memcmp(&a->weight.center, &b->weight.center, sizeof a->weight.center) != 0)
        return true;
    return a->shapes != b->shapes; /* equal ones are one */
}

/* Is nothing but the colour another? */
static bool is_recolored(const struct object_type *a, const struct object_type *b)
{
    struct object_type c = *a;
    c.color = b->color;
    c.has_color = b->has_color;
    return memcmp(&c, b, sizeof c) == 0;
}

static bool same_pose(const struct object_state *a, const struct object_state *b)
{
    return memcmp(&a->x, &b->x, sizeof a->x) == 0 &&
           memcmp(&a->orientation, &b->orientation, sizeof a->orientation) == 0;
}

/* The state that an object of this definition begins with. */
static struct object_state begin_state(const struct object_type *type, struct object_begin *b, double value,
                                       double rate)
{
    struct object_state s = {.value = value, .rate = rate, .v = b->velocity, .w = b->spin};
    if (fabs(q_norm2(b->orientation) - 1) > 1e-14) /* as in objects.c */
        b->orientation = q_unit(b->orientation);
    s.orientation = b->orientation;
    s.x = v3_add(b->position, q_rotate(s.orientation, type->weight.center));
    if (b->has_center)
        s.x = b->center;
    return s;
}

char *world_change_object(tn_world *w, int slot, const struct object_def *def, bool place, struct object_change *out)
{
    struct object_def d = *def;
    *out = (struct object_change){.points = false};
    char *wrong = object_def_trouble(&d);
    if (wrong != NULL)
        return wrong;
    if (d.type.kind == OBJECT_PLANE)
        d.type.motion = MOTION_FIXED;
    struct things *t = things_edit(w);
    const struct object_type *was = t->objects.at[slot].type, *is = object_take_type(t, &d.type);
    const bool recolored = is_recolored(was, is);
    if (!recolored)
        plan_drop(w);
    struct object_state *s = &w->run.objects.at[slot];
    struct object_state begin = begin_state(is, &d.begin, d.value, d.rate);
    out->points = moves_points(was, is);
    out->type = was != is;
    if (place) {
        out->pose = !same_pose(s, &begin);
        out->motion = memcmp(&s->v, &begin.v, sizeof s->v) != 0 || memcmp(&s->w, &begin.w, sizeof s->w) != 0 ||
                      s->value != begin.value || s->rate != begin.rate;
        if (out->pose || out->motion)
            plan_drop(w);
    }
    if (place) {
        s->x = begin.x;
        s->orientation = begin.orientation;
        s->v = begin.v;
        s->w = begin.w;
        s->value = begin.value;
        s->rate = begin.rate;
    } else {
        vec3 frame = v3_sub(s->x, q_rotate(s->orientation, was->weight.center));
        if (memcmp(&was->weight.center, &is->weight.center, sizeof frame) != 0)
            s->x = v3_add(frame, q_rotate(s->orientation, is->weight.center));
        if (is->motion == MOTION_FIXED)
            s->v = s->w = v3(0, 0, 0);
    }
    struct object *o = object_edit(w, slot);
    o->type = is;
    shared_drop(t, was);
    if (place)
        object_note_begin(w, slot, &d.begin);
    return NULL;
}

void world_exchange_pose(tn_world *w, int slot, vec3 *x, quat *orientation)
{
    plan_drop(w);
    struct object_state *s = &w->run.objects.at[slot];
    vec3 was = s->x;
    quat turned = s->orientation;
    s->x = *x;
    s->orientation = *orientation;
    *x = was;
    *orientation = turned;
}

/* ---- orders ---- */

void world_reorder(tn_world *w, enum world_thing thing, const int *slots, int count)
{
    const struct pool *now = thing == WORLD_OBJECT       ? &w->things->object_pool
                             : thing == WORLD_CONSTRAINT ? &w->things->constraint_pool
                                                         : &w->things->force_pool;
    bool same = count <= now->order.count;
    for (int i = 0; i < count && same; i++)
        same = now->order.at[i] == slots[i];
    if (same)
        return;
    struct things *t = things_edit(w);
    struct pool *p = thing == WORLD_OBJECT       ? &t->object_pool
                     : thing == WORLD_CONSTRAINT ? &t->constraint_pool
                                                 : &t->force_pool;
    bool *listed = MEM_ARRAY(bool, pool_slots(p) + 1);
    int *order = MEM_ARRAY(int, p->order.count + 1), n = 0;
    for (int i = 0; i < count; i++)
        if (slots[i] >= 0 && slots[i] < pool_slots(p) && pool_lives(p, slots[i]) && !listed[slots[i]]) {
            listed[slots[i]] = true;
            order[n++] = slots[i];
        }
    for (int i = 0; i < p->order.count; i++)
        if (!listed[p->order.at[i]])
            order[n++] = p->order.at[i];
    memcpy(p->order.at, order, sizeof *order * (size_t)n);
    mem_free(listed);
    mem_free(order);
}

void world_reorder_probes(tn_world *w, const uint32_t *numbers, int count)
{
    struct things *t = things_edit(w);
    int n = 0;
    for (int i = 0; i < count; i++) {
        int at = world_probe_index(w, numbers[i]);
        if (at < n)
            continue;
        struct probe *p = t->probes.at[at];
        memmove(t->probes.at + n + 1, t->probes.at + n, sizeof p * (size_t)(at - n));
        t->probes.at[n++] = p;
    }
}

void world_reorder_point(tn_world *w, int object, const char *name, int i)
{
    const struct object_more *now = w->things->objects.at[object].more;
    int at = 0;
    while (now != NULL && at < now->points.count && strcmp(now->points.at[at].name, name) != 0)
        at++;
    if (now == NULL || at >= now->points.count || at <= i)
        return;
    struct object_more *m = object_edit_more(w, object);
    struct named_point p = m->points.at[at];
    memmove(&m->points.at[i + 1], &m->points.at[i], sizeof p * (size_t)(at - i));
    m->points.at[i] = p;
}

bool world_has_snapshots(const tn_world *w) { return w->things->snapshots.count > 0; }

static void relabel_constraints(tn_world *w, struct things *t)
{
    label_index_free(&t->constraint_labels);
    for (int i = 0; i < t->constraint_pool.order.count; i++) {
        int slot = t->constraint_pool.order.at[i];
        struct constraint *c = constraint_edit(w, slot);
        int number = labels_add(&t->constraint_labels, c->name, label_of_constraint(c));
        c->number = (unsigned)number & 0x3fffffffu;
        if (slot < w->run.labels.count)
            label_texts_forget(&w->run.labels, slot);
    }
}

static void relabel_forces(tn_world *w, struct things *t)
{
    label_index_free(&t->force_labels);
    for (int i = 0; i < t->force_pool.order.count; i++) {
        int slot = t->force_pool.order.at[i];
        struct force *f = force_edit(w, slot);
        f->number = labels_add(&t->force_labels, f->def.item.name, label_of_force(f));
        if (slot < w->run.force_labels.count)
            label_texts_forget(&w->run.force_labels, slot);
    }
}

void world_relabel(tn_world *w, enum world_thing thing, const int *slots, const int *lines, int count)
{
    struct things *t = things_edit(w);
    for (int i = 0; i < count; i++)
        if (thing == WORLD_CONSTRAINT)
            constraint_edit(w, slots[i])->line = lines[i];
        else
            force_edit(w, slots[i])->def.item.place.line = lines[i];
    if (thing == WORLD_CONSTRAINT)
        relabel_constraints(w, t);
    else
        relabel_forces(w, t);
}

/* ---- names and texts ---- */

/* A thing owns the text that it has; one that it had is kept for snapshots (walk_text in snapshot.c). */
static void exchange_text(struct things *t, const char **at, char *text)
{
    if (*at != NULL)
        ARRAY_PUSH(&t->texts, (char *)(uintptr_t)*at);
    *at = text;
}

static void exchange_copy(struct things *t, const char **at, const char *text)
{
    const bool same = *at == NULL || text == NULL ? *at == text : strcmp(*at, text) == 0;
    if (!same)
        exchange_text(t, at, mem_text(text));
}

void world_rename(tn_world *w, enum world_thing thing, int slot, const char *name)
{
    struct things *t = things_edit(w);
    struct names *names = thing == WORLD_OBJECT       ? &t->object_names
                          : thing == WORLD_CONSTRAINT ? &t->constraint_names
                                                      : &t->force_names;
    char *text = mem_text(name);
    const char **at = thing == WORLD_OBJECT       ? (const char **)(void *)&object_edit(w, slot)->name
                      : thing == WORLD_CONSTRAINT ? (const char **)(void *)&constraint_edit(w, slot)->name
                                                  : &force_edit(w, slot)->def.item.name;
    if (names_get(names, *at) == slot) /* and not that of another, which got it before */
        names_remove(names, *at);
    exchange_text(t, at, text);
    names_set(names, text, slot);
}

void world_rename_point(tn_world *w, int object, uint32_t number, const char *name)
{
    struct things *t = things_edit(w);
    struct object_more *m = object_edit_more(w, object);
    for (int i = 0; i < m->points.count; i++)
        if (m->points.at[i].number == number) { /* the list owns all names of points */
            char *text = mem_text(name);
            ARRAY_PUSH(&t->texts, text);
            m->points.at[i].name = text;
        }
}

void world_retext_constraint(tn_world *w, int slot, const struct constraint_def *def)
{
    struct things *t = things_edit(w);
    struct constraint *c = constraint_edit(w, slot);
    const char *turn = c->turned ? def->item.turn : NULL;
    const struct label was = label_of_constraint(c);
    labels_remove(&t->constraint_labels, c->name, was);
    char *text = label_text(def->item.text, turn);
    exchange_text(t, (const char **)(void *)&c->text, text);
    labels_again(&t->constraint_labels, c->name, label_of_constraint(c));
    if (c->limit_count == 0)
        return;
    struct limit *limit = constraint_edit_more(w, slot)->limits;
    for (int i = 0; i < def->limit_count && i < c->limit_count; i++) /* those of its kind come first */
        exchange_copy(t, (const char **)(void *)&limit[c->limit_count - def->limit_count + i].text,
                      def->limits[i].text);
}

void world_retext_force(tn_world *w, int slot, const struct force_def *def)
{
    struct things *t = things_edit(w);
    struct force *f = force_edit(w, slot);
    goal_free(def->data);
    labels_remove(&t->force_labels, f->def.item.name, label_of_force(f));
    exchange_copy(t, &f->def.item.text, def->item.text);
    exchange_copy(t, &f->def.item.turn, def->item.turn);
    exchange_copy(t, &f->def.head, def->head);
    for (int i = 0; i < FORCE_VALUES; i++)
        exchange_copy(t, &f->def.value_text[i], def->value_text[i]);
    labels_again(&t->force_labels, f->def.item.name, label_of_force(f));
}

void world_retext_probe(tn_world *w, int i, const char *name, const char *text)
{
    struct things *t = things_edit(w);
    struct probe *p = probe_copy(t->probes.at[i]); /* snapshots have the other one */
    exchange_copy(t, (const char **)(void *)&p->name, name);
    exchange_copy(t, (const char **)(void *)&p->text, text);
    ARRAY_PUSH(&t->all_probes, p);
    t->probes.at[i] = p;
}
