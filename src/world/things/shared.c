/* shared.c: equal pieces of memory are stored once.
 *
 * A world of a million rods that differ only in their poses has one type of rod. Pieces are found by their bytes and
 * have reference counts. They are never changed: a change takes another piece. Snapshots refer to pieces by address
 * without a count, since most of a snapshot is shared with the previous one. So an unused piece is kept while there is
 * a snapshot that was taken between its creation and its last use.
 */
#include <string.h>

#include "world/world_parts.h"

struct shared_piece {
    struct shared_piece *next; /* in its bucket */
    shared_release *release;
    uint64_t hash;
    size_t size;
    int uses;
    long made, left; /* number of snapshots taken before it was made, and before its last release */
    double bytes[];
};

static struct shared_piece *piece_of(const void *bytes)
{
    return (struct shared_piece *)(void *)((char *)(uintptr_t)bytes - offsetof(struct shared_piece, bytes));
}

static uint64_t hash_of(const unsigned char *bytes, size_t size)
{
    uint64_t h = 0x9e3779b97f4a7c15u ^ size, word;
    for (size_t i = 0; i < size; i += sizeof word) {
        word = 0;
        memcpy(&word, bytes + i, size - i < sizeof word ? size - i : sizeof word);
        h = (h ^ word) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return h;
}

static struct shared_piece **bucket_of(const struct shared *s, uint64_t hash)
{
    return &s->bucket[hash & ((uint64_t)s->capacity - 1)];
}

static void grow(struct shared *s)
{
    struct shared old = *s;
    s->capacity = old.capacity > 0 ? 2 * old.capacity : 16;
    s->bucket = MEM_ARRAY(struct shared_piece *, s->capacity);
    for (int i = 0; i < old.capacity; i++)
        while (old.bucket[i] != NULL) {
            struct shared_piece *p = old.bucket[i], **to = bucket_of(s, p->hash);
            old.bucket[i] = p->next;
            p->next = *to;
            *to = p;
        }
    mem_free(old.bucket);
}

const void *shared_take(struct things *t, const void *bytes, size_t size, shared_release *release, bool *fresh)
{
    struct shared *s = &t->shared;
    uint64_t hash = hash_of(bytes, size);
    struct shared_piece *p = s->capacity > 0 ? *bucket_of(s, hash) : NULL;
    while (p != NULL &&
           (p->hash != hash || p->size != size || p->release != release || memcmp(p->bytes, bytes, size) != 0))
        p = p->next;
    if (fresh != NULL)
        *fresh = p == NULL;
    if (p == NULL) {
        if (s->count >= s->capacity)
            grow(s);
        p = mem_new(sizeof *p + size);
        *p = (struct shared_piece){
            .next = *bucket_of(s, hash), .release = release, .hash = hash, .size = size, .made = t->snapshots_taken};
        memcpy(p->bytes, bytes, size);
        *bucket_of(s, hash) = p;
        s->count++;
    }
    p->uses++;
    return p->bytes;
}

const char *shared_text(struct things *t, const char *text)
{
    return text != NULL ? shared_take(t, text, strlen(text) + 1, NULL, NULL) : NULL;
}

void shared_again(const void *piece) { piece_of(piece)->uses++; }

static bool is_needed(const struct things *t, const struct shared_piece *p)
{
    return p->uses > 0 || snapshot_between(t, p->made, p->left);
}

static void free_piece(struct things *t, struct shared_piece *p)
{
    struct shared_piece **at = bucket_of(&t->shared, p->hash);
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    t->shared.count--;
    if (p->release != NULL)
        p->release(t, p->bytes);
    mem_free(p);
}

void shared_drop(struct things *t, const void *piece)
{
    if (piece == NULL)
        return;
    struct shared_piece *p = piece_of(piece);
    p->left = t->snapshots_taken;
    if (--p->uses == 0 && !is_needed(t, p))
        free_piece(t, p);
}

void shared_sweep(struct things *t)
{
    struct shared *s = &t->shared;
    for (int i = 0; i < s->capacity; i++) {
        struct shared_piece *p = s->bucket[i];
        while (p != NULL) {
            bool needed = is_needed(t, p);
            if (!needed)
                free_piece(t, p);
            p = needed ? p->next : s->bucket[i]; /* others of this bucket may have been freed with it */
        }
    }
    if (s->count == 0) {
        mem_free(s->bucket);
        *s = (struct shared){.count = 0};
    }
}

int shared_count(const tn_world *w) { return w->things->shared.count; }
