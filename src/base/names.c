/* names.c: open-addressing hash map and spelling distance; see names.h. */
#include "base/names.h"

#include <stdint.h>
#include <string.h>

#include "base/memory.h"

static char gone[1];

static uint64_t hash(const char *s)
{
    uint64_t h = 1469598103934665603u; /* FNV-1a */
    for (; *s != '\0'; s++)
        h = (h ^ (unsigned char)*s) * 1099511628211u;
    return h ^ (h >> 29);
}

static struct names_slot *find_in(const struct names_table *t, const char *name)
{
    if (t->capacity == 0)
        return NULL;
    uint64_t mask = (uint64_t)t->capacity - 1;
    for (uint64_t i = hash(name) & mask;; i = (i + 1) & mask) {
        struct names_slot *s = &t->slot[i];
        if (s->name == NULL)
            return NULL;
        if (s->name != gone && strcmp(s->name, name) == 0)
            return s;
    }
}

static struct names_slot *find(const struct names *m, const char *name)
{
    struct names_slot *s = find_in(&m->now, name);
    return s != NULL ? s : find_in(&m->before, name);
}

int names_get(const struct names *m, const char *name)
{
    const struct names_slot *s = name != NULL ? find(m, name) : NULL;
    return s != NULL ? s->value : -1;
}

static void insert(struct names *m, char *name, int value)
{
    uint64_t mask = (uint64_t)m->now.capacity - 1;
    uint64_t i = hash(name) & mask;
    while (m->now.slot[i].name != NULL)
        i = (i + 1) & mask;
    m->now.slot[i] = (struct names_slot){name, value};
    m->used++;
}

/* Takes so many slots of the smaller table over. */
static void move_some(struct names *m, int slots)
{
    struct names_table *from = &m->before;
    for (; slots > 0 && m->moved < from->capacity; slots--, m->moved++) {
        struct names_slot *s = &from->slot[m->moved];
        if (s->name == NULL || s->name == gone)
            continue;
        insert(m, s->name, s->value);
        s->name = gone;
    }
    if (m->moved < from->capacity)
        return;
    mem_free(from->slot);
    *from = (struct names_table){0};
}

/* A larger table. The names move over little by little, so that no single call takes long. */
static void grow(struct names *m)
{
    int capacity = 16;
    move_some(m, m->before.capacity);
    while (capacity < 3 * (m->count + 1)) /* load factor between a sixth and a third */
        capacity *= 2;
    m->before = m->now;
    m->now = (struct names_table){MEM_ARRAY(struct names_slot, capacity), capacity};
    m->used = m->moved = 0;
}

enum { MOVED_AT_ONCE = 8 };

void names_set(struct names *m, const char *name, int value)
{
    struct names_slot *s = find(m, name);
    if (s != NULL) {
        s->value = value;
        return;
    }
    if (2 * (m->used + 1) > m->now.capacity)
        grow(m);
    move_some(m, MOVED_AT_ONCE);
    insert(m, m->borrows ? (char *)(uintptr_t)name : mem_text(name), value);
    m->count++;
}

void names_remove(struct names *m, const char *name)
{
    struct names_slot *s = find(m, name);
    if (s == NULL)
        return;
    if (!m->borrows)
        mem_free(s->name);
    s->name = gone;
    m->count--;
}

static void free_table(const struct names *m, const struct names_table *t)
{
    for (int i = 0; i < t->capacity && !m->borrows; i++)
        if (t->slot[i].name != gone)
            mem_free(t->slot[i].name);
    mem_free(t->slot);
}

void names_free(struct names *m)
{
    free_table(m, &m->now);
    free_table(m, &m->before);
    *m = (struct names){.borrows = m->borrows};
}

int names_slots(const struct names *m) { return m->now.capacity + m->before.capacity; }

const char *names_at(const struct names *m, int i, int *value)
{
    const struct names_slot *s = i < m->now.capacity ? &m->now.slot[i] : &m->before.slot[i - m->now.capacity];
    if (s->name == NULL || s->name == gone)
        return NULL;
    if (value != NULL)
        *value = s->value;
    return s->name;
}

static int least(int a, int b) { return a < b ? a : b; }

int names_distance(const char *a, const char *b)
{
    enum { LONGEST = 40 };
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    int d[LONGEST + 2][LONGEST + 2];
    for (size_t i = 0; i <= n; i++)
        d[i][0] = (int)i;
    for (size_t j = 0; j <= m; j++)
        d[0][j] = (int)j;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++) {
            int same = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + same);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

/* Is `word` the first part of a hyphenated candidate: ability, of ability-to-move? */
static bool begins(const char *word, const char *candidate)
{
    size_t n = strlen(word);
    return n > 0 && strncmp(word, candidate, n) == 0 && candidate[n] == '-';
}

void names_offer(const char *word, const char *candidate, const char **best)
{
    int length = (int)strlen(word);
    int limit = length <= 2 ? 1 : length <= 5 ? 2 : 3;
    int d = names_distance(word, candidate);
    if ((d > limit || d >= length || d >= (int)strlen(candidate)) && !begins(word, candidate)) /* p is not pi */
        return;
    if (*best == NULL || d < names_distance(word, *best) ||
        (d == names_distance(word, *best) && strcmp(candidate, *best) < 0))
        *best = candidate;
}
