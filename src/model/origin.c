/* origin.c: see origin.h. */
#include "model/origin.h"

#include <stdlib.h>
#include <string.h>

#include "model/timeline.h"
#include "tenon/source.h"

/* ---- what is shared ---- */

struct kept_text *kept_text_take(char *text, size_t length)
{
    struct kept_text *t = MEM_NEW(struct kept_text);
    atomic_init(&t->users, 1);
    t->at = text;
    t->length = length;
    return t;
}

struct kept_text *kept_text_new(const char *text) { return kept_text_take(mem_text(text), strlen(text)); }

struct kept_text *kept_text_again(struct kept_text *t)
{
    atomic_fetch_add_explicit(&t->users, 1, memory_order_relaxed);
    return t;
}

void kept_text_drop(struct kept_text *t)
{
    if (t == NULL || atomic_fetch_sub_explicit(&t->users, 1, memory_order_acq_rel) > 1)
        return;
    mem_free(t->at);
    mem_free(t);
}

struct source_key *source_key_new(void)
{
    struct source_key *k = MEM_NEW(struct source_key);
    atomic_init(&k->users, 1);
    return k;
}

void source_key_drop(struct source_key *k)
{
    if (k != NULL && atomic_fetch_sub_explicit(&k->users, 1, memory_order_acq_rel) == 1)
        mem_free(k);
}

void edition_keep(struct edition *e) { atomic_fetch_add_explicit(&e->users, 1, memory_order_relaxed); }

void edition_drop(struct edition *e)
{
    if (e == NULL || atomic_fetch_sub_explicit(&e->users, 1, memory_order_acq_rel) > 1)
        return;
    for (int i = 0; i < e->files.count; i++) {
        mem_free(e->files.at[i].path);
        kept_text_drop(e->files.at[i].text);
    }
    for (int i = 0; i < e->names.count; i++)
        mem_free(e->names.at[i]);
    ARRAY_FREE(&e->files);
    ARRAY_FREE(&e->statements);
    ARRAY_FREE(&e->names);
    ARRAY_FREE(&e->turns);
    ARRAY_FREE(&e->things);
    mem_free(e->sorted);
    source_key_drop(e->key);
    mem_free(e);
}

/* ---- finding ---- */

static int compare_to(const struct origin *o, uint8_t type, uint32_t slot, uint32_t index)
{
    if (o->type != type)
        return o->type < type ? -1 : 1;
    if (o->slot != slot)
        return o->slot < slot ? -1 : 1;
    if (type != TN_THING_POINT || o->index == index)
        return 0;
    return o->index < index ? -1 : 1;
}

const struct origin *edition_find(const struct edition *e, tn_thing t)
{
    int low = 0, high = e->things.count - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        const struct origin *o = &e->things.at[e->sorted[middle]];
        int order = compare_to(o, (uint8_t)t.type, t.slot, t.index);
        if (order == 0)
            return o->generation == t.generation ? o : NULL;
        if (order < 0)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return NULL;
}

/* Mostly sorted already: an insertion sort by runs would do, a merge is as short. */
static void sort(const struct edition *e, int *list, int *room, int count)
{
    if (count < 2)
        return;
    int half = count / 2, a = 0, b = half, n = 0;
    sort(e, list, room, half);
    sort(e, list + half, room, count - half);
    const struct origin *last = &e->things.at[list[half - 1]], *next = &e->things.at[list[half]];
    if (compare_to(last, next->type, next->slot, next->index) <= 0)
        return;
    while (a < half || b < count) {
        const struct origin *y = b < count ? &e->things.at[list[b]] : NULL;
        bool first = a < half && (y == NULL || compare_to(&e->things.at[list[a]], y->type, y->slot, y->index) <= 0);
        room[n++] = first ? list[a++] : list[b++];
    }
    memcpy(list, room, sizeof *list * (size_t)count);
}

static void sort_things(struct edition *e)
{
    int *room = MEM_ARRAY(int, e->things.count + 1);
    e->sorted = MEM_ARRAY(int, e->things.count + 1);
    for (int i = 0; i < e->things.count; i++)
        e->sorted[i] = i;
    sort(e, e->sorted, room, e->things.count);
    mem_free(room);
}

/* ---- making ---- */

/* Which number stands for which address. */
struct numbered {
    const void **key;
    int *value;
    int count, capacity; /* a power of two */
};

static int numbered_place(const struct numbered *n, const void *key)
{
    size_t i = ((uintptr_t)key >> 4) * 0x9E3779B97F4A7C15u >> 20;
    while (n->key[i & (size_t)(n->capacity - 1)] != NULL && n->key[i & (size_t)(n->capacity - 1)] != key)
        i++;
    return (int)(i & (size_t)(n->capacity - 1));
}

static int numbered_get(const struct numbered *n, const void *key)
{
    if (n->capacity == 0)
        return -1;
    int place = numbered_place(n, key);
    return n->key[place] != NULL ? n->value[place] : -1;
}

static void numbered_put(struct numbered *n, const void *key, int value)
{
    if (2 * (n->count + 1) > n->capacity) {
        struct numbered larger = {.capacity = n->capacity > 0 ? 2 * n->capacity : 64, .count = n->count};
        larger.key = MEM_ARRAY(const void *, larger.capacity);
        larger.value = MEM_ARRAY(int, larger.capacity);
        for (int i = 0; i < n->capacity; i++)
            if (n->key[i] != NULL) {
                int place = numbered_place(&larger, n->key[i]);
                larger.key[place] = n->key[i];
                larger.value[place] = n->value[i];
            }
        mem_free((void *)n->key);
        mem_free(n->value);
        *n = larger;
    }
    int place = numbered_place(n, key);
    n->key[place] = key;
    n->value[place] = value;
    n->count++;
}

struct edition_maker {
    struct reading *r;
    struct edition *e;
    struct numbered statements, turns;
    int *file; /* by source of a place: index in the edition, from 1; 0: not met yet */
    int *line; /* the line last looked for in each, and where it begins */
    size_t *begins;
};

static int name_number(struct edition *e, const char *name)
{
    for (int i = e->names.count - 1; i >= 0; i--)
        if (strcmp(e->names.at[i], name) == 0)
            return i;
    ARRAY_PUSH(&e->names, mem_text(name));
    return e->names.count - 1;
}

/* Loop variables alone: lets of a turn follow from it. */
static int turn_number(struct edition_maker *m, const struct env *env)
{
    while (env != NULL && env->let != NULL)
        env = env->up;
    if (env == NULL)
        return -1;
    int known = numbered_get(&m->turns, env);
    if (known >= 0)
        return known;
    struct edition_turn t = {turn_number(m, env->up), name_number(m->e, env->name), env->number};
    ARRAY_PUSH(&m->e->turns, t);
    numbered_put(&m->turns, env, m->e->turns.count - 1);
    return m->e->turns.count - 1;
}

/* The byte of a place; places are mostly asked for in ascending order. */
static size_t byte_of(struct edition_maker *m, struct place p)
{
    const char *text = diagnostics_text(m->r->d, p.source);
    int *line = &m->line[p.source];
    size_t *at = &m->begins[p.source];
    if (*line == 0 || p.line < *line) {
        *line = 1;
        *at = strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    }
    for (; *line < p.line; (*line)++) {
        const char *end = strchr(text + *at, '\n');
        if (end == NULL)
            break;
        *at = (size_t)(end + 1 - text);
    }
    size_t byte = *at;
    for (int c = 1; c < p.column && text[byte] != '\0'; c++)
        do
            byte++;
        while (((unsigned char)text[byte] & 0xC0) == 0x80);
    return byte;
}

static int file_number(struct edition_maker *m, int source, const struct edition_source *from)
{
    if (m->file[source] > 0)
        return m->file[source] - 1;
    const char *path = diagnostics_file(m->r->d, source);
    struct edition_file f = {mem_text(path), NULL};
    for (int i = 0; from != NULL && i < from->count; i++)
        if (f.text == NULL && strcmp(from->path[i], path) == 0)
            f.text = kept_text_again(from->text[i]);
    ARRAY_PUSH(&m->e->files, f);
    m->file[source] = m->e->files.count;
    return m->e->files.count - 1;
}

static int statement_number(struct edition_maker *m, const struct statement *s, const struct edition_source *from)
{
    int known = numbered_get(&m->statements, s);
    if (known >= 0)
        return known;
    struct place end = s->last;
    end.column += end.length;
    struct edition_statement e = {.number = s->number,
                                  .file = file_number(m, s->place.source, from),
                                  .line = s->place.line,
                                  .column = s->place.column,
                                  .end_line = end.line,
                                  .end_column = end.column};
    e.from = (uint32_t)byte_of(m, s->place);
    e.to = (uint32_t)byte_of(m, end);
    ARRAY_PUSH(&m->e->statements, e);
    numbered_put(&m->statements, s, m->e->statements.count - 1);
    return m->e->statements.count - 1;
}

static void add_thing(struct edition_maker *m, const struct edition_source *from, const struct statement *s,
                      const struct env *env, tn_thing t, bool event)
{
    if (s == NULL || s->place.source <= 0 || t.type == TN_THING_NONE) /* a program's */
        return;
    struct origin o = {.statement = (uint32_t)statement_number(m, s, from),
                       .turn = turn_number(m, env),
                       .slot = t.slot,
                       .generation = t.generation,
                       .index = t.type == TN_THING_POINT ? t.index : event,
                       .type = (uint8_t)t.type};
    ARRAY_PUSH(&m->e->things, o);
}

tn_thing origin_thing(const struct reading *r, tn_thing_type type, const struct instance *i)
{
    const tn_world *w = r->w;
    tn_thing t = {.type = type, .slot = (uint32_t)i->slot, .generation = 1};
    if (i->slot < 0)
        return (tn_thing){.type = TN_THING_NONE};
    if (type == TN_THING_OBJECT || type == TN_THING_POINT)
        t.generation = world_object_generation(w, i->slot);
    else if (type == TN_THING_CONSTRAINT)
        t.generation = world_constraint_generation(w, i->slot);
    else if (type == TN_THING_FORCE)
        t.generation = world_force_generation(w, i->slot);
    vec3 local;
    const char *name;
    for (int k = 0; type == TN_THING_POINT && (name = world_point_at(w, i->slot, k, &local)) != NULL; k++)
        if (strcmp(name, i->name) == 0)
            t.index = world_point_number(w, i->slot, k);
    return t;
}

static void add_instances(struct edition_maker *m, const struct edition_source *from, tn_thing_type type,
                          const struct instance *list, int count)
{
    for (int i = 0; i < count; i++)
        add_thing(m, from, list[i].s, list[i].env, origin_thing(m->r, type, &list[i]), list[i].moment > 0);
}

static void add_all(struct edition_maker *m, const struct edition_source *from)
{
    struct reading *r = m->r;
    for (int i = 0; i < r->definitions.count; i++) {
        const struct definition *d = r->definitions.at[i];
        if (!d->local)
            add_thing(m, from, d->statement, d->env, (tn_thing){TN_THING_NAME, (uint32_t)d->number, 1, 0, 0}, false);
    }
    add_instances(m, from, TN_THING_OBJECT, r->objects.at, r->objects.count);
    add_instances(m, from, TN_THING_POINT, r->points.at, r->points.count);
    add_instances(m, from, TN_THING_CONSTRAINT, r->constraints.at, r->constraints.count);
    add_instances(m, from, TN_THING_FORCE, r->forces.at, r->forces.count);
    add_instances(m, from, TN_THING_CONTACT, r->contacts.at, r->contacts.count);
    add_instances(m, from, TN_THING_SKIN, r->skins.at, r->skins.count);
    add_instances(m, from, TN_THING_EVENT, r->events.at, r->events.count);
    add_instances(m, from, TN_THING_PROBE, r->probes.at, r->probes.count);
    add_instances(m, from, TN_THING_LOOK, r->looks.at, r->looks.count);
}

#define TRIM(a)                                                                                                        \
    ((a)->at = mem_resize((a)->at, sizeof *(a)->at * (size_t)(a)->count, sizeof *(a)->at * (size_t)(a)->count))

/* Arrays without the room that they grew with. */
static void trim(struct edition *e)
{
    if (e->things.count > 0)
        TRIM(&e->things);
    if (e->turns.count > 0)
        TRIM(&e->turns);
    if (e->statements.count > 0)
        TRIM(&e->statements);
    e->things.capacity = e->things.count;
    e->turns.capacity = e->turns.count;
    e->statements.capacity = e->statements.count;
}

static int sources_of(const struct reading *r)
{
    int most = 0;
    for (int i = 0; i < r->document_count; i++)
        for (int k = 0; k < r->documents[i]->sources.count; k++)
            if (r->documents[i]->sources.at[k].source > most)
                most = r->documents[i]->sources.at[k].source;
    return most;
}

void origin_keep(struct reading *r, const struct edition_source *source, const struct edition *takes)
{
    int sources = sources_of(r);
    struct edition *e = sources > 0 || source != NULL ? MEM_NEW(struct edition) : NULL;
    struct numbers *now = &r->scene->editions;
    for (int i = 0; takes != NULL && i < now->count; i++)
        if (r->scene->all_editions.at[now->at[i]] == takes) {
            ARRAY_REMOVE(now, i);
            break;
        }
    if (e == NULL)
        return;
    struct edition_maker m = {.r = r, .e = e};
    atomic_init(&e->users, 1);
    if (source != NULL) {
        e->key = source->key;
        atomic_fetch_add_explicit(&e->key->users, 1, memory_order_relaxed);
        e->revision = source->revision;
    }
    m.file = MEM_ARRAY(int, sources + 1);
    m.line = MEM_ARRAY(int, sources + 1);
    m.begins = MEM_ARRAY(size_t, sources + 1);
    add_all(&m, source);
    for (int i = 0; source != NULL && i < source->count; i++) { /* also files that make nothing */
        bool known = false;
        for (int k = 0; k < e->files.count; k++)
            known = known || strcmp(e->files.at[k].path, source->path[i]) == 0;
        struct edition_file f = {NULL, NULL};
        if (!known) {
            f = (struct edition_file){mem_text(source->path[i]), kept_text_again(source->text[i])};
            ARRAY_PUSH(&e->files, f);
        }
    }
    trim(e);
    sort_things(e);
    mem_free(m.file);
    mem_free(m.line);
    mem_free(m.begins);
    mem_free((void *)m.statements.key);
    mem_free(m.statements.value);
    mem_free((void *)m.turns.key);
    mem_free(m.turns.value);
    if (e->things.count == 0 && source == NULL) {
        edition_drop(e);
        return;
    }
    ARRAY_PUSH(now, r->scene->all_editions.count);
    ARRAY_PUSH(&r->scene->all_editions, e);
}

struct edition *origin_edition(const tn_world *w, const struct source_key *key)
{
    const struct scene *s = world_scene(w);
    for (int i = 0; s != NULL && key != NULL && i < s->editions.count; i++)
        if (s->all_editions.at[s->editions.at[i]]->key == key)
            return s->all_editions.at[s->editions.at[i]];
    return NULL;
}

void origin_sweep(tn_world *w)
{
    if (world_scene(w) == NULL || world_has_snapshots(w))
        return;
    struct scene *s = scene_of(w);
    int left = 0;
    struct edition **all = MEM_ARRAY(struct edition *, s->editions.count + 1);
    for (int i = 0; i < s->editions.count; i++) {
        all[left] = s->all_editions.at[s->editions.at[i]];
        edition_keep(all[left]);
        s->editions.at[i] = left++;
    }
    for (int i = 0; i < s->all_editions.count; i++)
        edition_drop(s->all_editions.at[i]);
    s->all_editions.count = 0;
    for (int i = 0; i < left; i++)
        ARRAY_PUSH(&s->all_editions, all[i]);
    mem_free(all);
}

/* ---- asking ---- */

static void add_turns(const struct edition *e, int turn, tn_place *out)
{
    int count = 0;
    for (int i = turn; i >= 0; i = e->turns.at[i].up)
        count++;
    out->turns = count;
    for (int i = turn; i >= 0; i = e->turns.at[i].up)
        if (--count < TN_TURNS)
            out->turn[count] = (tn_binding){e->names.at[e->turns.at[i].name], e->turns.at[i].value};
}

bool tn_thing_place(const tn_world *w, tn_thing t, tn_place *out)
{
    const struct scene *s = w != NULL ? world_scene(w) : NULL;
    if (s == NULL || out == NULL || !tn_thing_valid(w, t))
        return false;
    for (int i = s->editions.count - 1; i >= 0; i--) {
        const struct edition *e = s->all_editions.at[s->editions.at[i]];
        const struct origin *o = edition_find(e, t);
        if (o == NULL)
            continue;
        const struct edition_statement *at = &e->statements.at[o->statement];
        *out = (tn_place){.name = e->files.at[at->file].path,
                          .file = -1,
                          .from = at->from,
                          .to = at->to,
                          .line = at->line,
                          .column = at->column,
                          .end_line = at->end_line,
                          .end_column = at->end_column,
                          .statement = -1};
        add_turns(e, o->turn, out);
        return true;
    }
    return false;
}
