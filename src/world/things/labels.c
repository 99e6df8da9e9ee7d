/* labels.c: what constraints and forces without a name are called: kind@line, of a loop with its turn: connect@4[i=3,j=2].
 *
 * Labels are unique among what lives: of several with the same kind, line and turn (two statements on one line, two files,
 * statements without a text) the first is called that, the others connect@4#2, connect@4[i=3]#2. The number is given when
 * a thing is made and stays with it. The index knows, by a hash of kind, line and turn, how many live and which number was
 * given last; it starts anew once none lives.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "world/world_parts.h"

struct label_entry {
    uint64_t key; /* 0: free */
    int live, last;
};

/* FNV-1a */
static uint64_t mix(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 1099511628211u;
    return h;
}

static uint64_t key_of(const struct label *l)
{
    uint64_t h = mix(14695981039346656037u, l->kind, strlen(l->kind) + 1);
    h = mix(h, &l->line, sizeof l->line);
    if (l->turn != NULL)
        h = mix(h, l->turn, strlen(l->turn));
    return h != 0 ? h : 1;
}

/* The entry of a key, or the free one where it belongs. */
static struct label_entry *entry_at(const struct label_index *x, uint64_t key)
{
    int i = (int)(key % (uint64_t)x->capacity);
    while (x->at[i].key != 0 && x->at[i].key != key)
        i = i + 1 < x->capacity ? i + 1 : 0;
    return &x->at[i];
}

static void grow(struct label_index *x)
{
    struct label_index larger = {.capacity = x->capacity > 0 ? 2 * x->capacity : 16};
    larger.at = MEM_ARRAY(struct label_entry, larger.capacity);
    for (int i = 0; i < x->capacity; i++)
        if (x->at[i].live > 0) {
            *entry_at(&larger, x->at[i].key) = x->at[i];
            larger.count++;
        }
    mem_free(x->at);
    *x = larger;
}

/* One more with this label and this number; 0: the next. Returns its number. */
static int enter(struct label_index *x, const struct label *l, int number)
{
    if (4 * (x->count + 1) > 3 * x->capacity)
        grow(x);
    struct label_entry *e = entry_at(x, key_of(l));
    if (e->key == 0) {
        e->key = key_of(l);
        x->count++;
    }
    if (number == 0)
        number = e->last + 1;
    e->live++;
    e->last = number > e->last ? number : e->last;
    return number;
}

static void leave(struct label_index *x, const struct label *l)
{
    struct label_entry *e = x->capacity > 0 ? entry_at(x, key_of(l)) : NULL;
    if (e != NULL && e->key != 0 && e->live > 0 && --e->live == 0)
        e->last = 0;
}

void label_index_free(struct label_index *x)
{
    mem_free(x->at);
    *x = (struct label_index){.at = NULL};
}

/* ---- of things ---- */

struct label label_of_constraint(const struct constraint *c)
{
    const char *turn = c->turned ? c->text + strlen(c->text) + 1 : NULL;
    return (struct label){c->type->item.kind, c->line, turn, (int)c->number};
}

char *label_text(const char *text, const char *turn)
{
    if (turn == NULL)
        return mem_text(text);
    const size_t length = strlen(text) + 1, more = strlen(turn) + 1;
    char *both = mem_new(length + more);
    memcpy(both, text, length);
    memcpy(both + length, turn, more);
    return both;
}

char *label_text_copy(const struct constraint *c) { return label_text(c->text, label_of_constraint(c).turn); }

struct label label_of_force(const struct force *f)
{
    return (struct label){f->def.item.type.kind, f->def.item.place.line, f->def.item.turn, f->number};
}

int labels_add(struct label_index *x, const char *name, struct label l) { return name != NULL ? 0 : enter(x, &l, 0); }

void labels_again(struct label_index *x, const char *name, struct label l)
{
    if (name == NULL)
        enter(x, &l, l.number);
}

void labels_remove(struct label_index *x, const char *name, struct label l)
{
    if (name == NULL)
        leave(x, &l);
}

/* What lives now has its numbers already. */
void labels_restore(struct things *t)
{
    label_index_free(&t->constraint_labels);
    label_index_free(&t->force_labels);
    for (int i = 0; i < t->constraint_pool.order.count; i++) {
        const struct constraint *c = &t->constraints.at[t->constraint_pool.order.at[i]];
        const struct label l = label_of_constraint(c);
        if (c->name == NULL)
            enter(&t->constraint_labels, &l, l.number);
    }
    for (int i = 0; i < t->force_pool.order.count; i++) {
        const struct force *f = &t->forces.at[t->force_pool.order.at[i]];
        const struct label l = label_of_force(f);
        if (f->def.item.name == NULL)
            enter(&t->force_labels, &l, l.number);
    }
}

int label_print(const struct label *l, char *room, size_t size)
{
    char number[20] = "";
    if (l->number > 1)
        snprintf(number, sizeof number, "#%d", l->number);
    const bool turns = l->turn != NULL;
    return snprintf(room, size, "%s@%d%s%s%s%s", l->kind, l->line, turns ? "[" : "", turns ? l->turn : "",
                    turns ? "]" : "", number);
}

static char *text_of(const struct label *l)
{
    const int length = label_print(l, NULL, 0);
    char *text = mem_new((size_t)length + 1);
    label_print(l, text, (size_t)length + 1);
    return text;
}

/* ---- finding ---- */

/* A label as it was given: parts that are left out fit any. */
struct asked {
    size_t kind; /* characters */
    long line, number;
    const char *turn; /* NULL: left out */
    size_t turn_length;
};

static bool parse(const char *text, struct asked *out)
{
    const char *at = text != NULL ? strchr(text, '@') : NULL;
    char *end;
    if (at == NULL || at == text || at[1] < '0' || at[1] > '9')
        return false;
    *out = (struct asked){.kind = (size_t)(at - text), .line = strtol(at + 1, &end, 10)};
    if (*end == '[') {
        const char *close = strchr(end, ']');
        if (close == NULL)
            return false;
        out->turn = end + 1;
        out->turn_length = (size_t)(close - out->turn);
        end += close + 1 - end;
    }
    if (*end == '#' && end[1] >= '1' && end[1] <= '9')
        out->number = strtol(end + 1, &end, 10);
    return *end == '\0';
}

static bool fits(const struct asked *a, const char *text, const struct label *l)
{
    if (l->line != a->line || strncmp(l->kind, text, a->kind) != 0 || l->kind[a->kind] != '\0')
        return false;
    if (a->turn != NULL &&
        (l->turn == NULL || strncmp(l->turn, a->turn, a->turn_length) != 0 || l->turn[a->turn_length] != '\0'))
        return false;
    return a->number == 0 || l->number == a->number;
}

static bool is_exact(const struct asked *a, const struct label *l)
{
    return (l->turn == NULL) == (a->turn == NULL) && l->number == (a->number > 0 ? a->number : 1);
}

/* The one with exactly this label, or the only one that fits; -1: there is none, or several fit. */
struct search {
    int found, count;
};

static bool consider(struct search *s, const struct asked *a, const char *text, const struct label *l, int slot)
{
    if (!fits(a, text, l))
        return false;
    s->found = slot;
    s->count++;
    return is_exact(a, l);
}

int labels_find_constraint(const tn_world *w, const char *text)
{
    const struct things *t = w->things;
    struct asked a;
    struct search s = {-1, 0};
    if (!parse(text, &a))
        return -1;
    for (int i = 0; i < t->constraint_pool.order.count; i++) {
        const int slot = t->constraint_pool.order.at[i];
        const struct constraint *c = &t->constraints.at[slot];
        const struct label l = label_of_constraint(c);
        if (c->name == NULL && consider(&s, &a, text, &l, slot))
            return slot;
    }
    return s.count == 1 ? s.found : -1;
}

int labels_find_force(const tn_world *w, const char *text)
{
    const struct things *t = w->things;
    struct asked a;
    struct search s = {-1, 0};
    if (!parse(text, &a))
        return -1;
    for (int i = 0; i < t->force_pool.order.count; i++) {
        const int slot = t->force_pool.order.at[i];
        const struct force *f = &t->forces.at[slot];
        const struct label l = label_of_force(f);
        if (f->def.item.name == NULL && consider(&s, &a, text, &l, slot))
            return slot;
    }
    return s.count == 1 ? s.found : -1;
}

/* ---- as text ---- */

const char *world_print_label(const tn_world *w, int constraint, char *room, size_t size)
{
    const struct constraint *c = &w->things->constraints.at[constraint];
    if (c->name != NULL)
        return c->name;
    const struct label l = label_of_constraint(c);
    label_print(&l, room, size);
    return room;
}

/* The text is kept, nothing else changes. */
static const char *keep(struct label_texts *texts, int slot, struct label l)
{
    ARRAY_RESERVE(texts, slot + 1);
    while (texts->count <= slot)
        ARRAY_PUSH(texts, NULL);
    if (texts->at[slot] == NULL)
        texts->at[slot] = text_of(&l);
    return texts->at[slot];
}

const char *world_label(const tn_world *w, int constraint)
{
    const struct constraint *c = &w->things->constraints.at[constraint];
    struct run *r = (struct run *)(uintptr_t)&w->run;
    return c->name != NULL ? c->name : keep(&r->labels, constraint, label_of_constraint(c));
}

const char *world_force_label(const tn_world *w, int force)
{
    const struct force *f = &w->things->forces.at[force];
    struct run *r = (struct run *)(uintptr_t)&w->run;
    return f->def.item.name != NULL ? f->def.item.name : keep(&r->force_labels, force, label_of_force(f));
}

void label_texts_forget(struct label_texts *texts, int slot)
{
    if (slot >= texts->count)
        return;
    mem_free(texts->at[slot]);
    texts->at[slot] = NULL;
}
