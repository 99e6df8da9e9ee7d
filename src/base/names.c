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

static struct names_slot *find(const struct names *m, const char *name)
{
    if (m->capacity == 0)
        return NULL;
    uint64_t mask = (uint64_t)m->capacity - 1;
    for (uint64_t i = hash(name) & mask;; i = (i + 1) & mask) {
        struct names_slot *s = &m->slot[i];
        if (s->name == NULL)
            return NULL;
        if (s->name != gone && strcmp(s->name, name) == 0)
            return s;
    }
}

int names_get(const struct names *m, const char *name)
{
    const struct names_slot *s = name != NULL ? find(m, name) : NULL;
    return s != NULL ? s->value : -1;
}

static void insert(struct names *m, char *name, int value)
{
    uint64_t mask = (uint64_t)m->capacity - 1;
    uint64_t i = hash(name) & mask;
    while (m->slot[i].name != NULL)
        i = (i + 1) & mask;
    m->slot[i] = (struct names_slot){name, value};
    m->used++;
}

static void grow(struct names *m)
{
    struct names old = *m;
    int capacity = 16;
    while (capacity < 3 * (m->count + 1)) /* load factor between a sixth and a third */
        capacity *= 2;
    m->slot = MEM_ARRAY(struct names_slot, capacity);
    m->capacity = capacity;
    m->used = 0;
    for (int i = 0; i < old.capacity; i++)
        if (old.slot[i].name != NULL && old.slot[i].name != gone)
            insert(m, old.slot[i].name, old.slot[i].value);
    mem_free(old.slot);
}

void names_set(struct names *m, const char *name, int value)
{
    struct names_slot *s = find(m, name);
    if (s != NULL) {
        s->value = value;
        return;
    }
    if (2 * (m->used + 1) > m->capacity)
        grow(m);
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

void names_free(struct names *m)
{
    for (int i = 0; i < m->capacity && !m->borrows; i++)
        if (m->slot[i].name != gone)
            mem_free(m->slot[i].name);
    mem_free(m->slot);
    *m = (struct names){.borrows = m->borrows};
}

const char *names_at(const struct names *m, int i, int *value)
{
    const struct names_slot *s = &m->slot[i];
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
    if ((d > limit || d >= (int)strlen(candidate)) && !begins(word, candidate))
        return;
    if (*best == NULL || d < names_distance(word, *best) ||
        (d == names_distance(word, *best) && strcmp(candidate, *best) < 0))
        *best = candidate;
}
