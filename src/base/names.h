/* names.h: a map from names to numbers, and the known name nearest to a misspelt one. */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct names_slot {
    char *name; /* NULL: free; also a mark for what was removed */
    int value;
};
struct names_table {
    struct names_slot *slot;
    int capacity;
};
struct names {
    struct names_table now, before; /* the smaller one, from which names move over; empty: all have */
    int moved;                      /* slots of it */
    int count, used;                /* names; slots of `now` that are not free */
    bool borrows; /* names are owned by the caller and must outlive the map; otherwise they are copied */
};

int names_get(const struct names *m, const char *name);       /* -1 if unknown */
void names_set(struct names *m, const char *name, int value); /* adds or replaces */
void names_remove(struct names *m, const char *name);
void names_free(struct names *m);
/* The name in the i-th slot for iteration, i from 0 to names_slots - 1; NULL where free. */
int names_slots(const struct names *m);
const char *names_at(const struct names *m, int i, int *value);

/* Spelling distance (insert, delete, replace, swap of neighbours). */
int names_distance(const char *a, const char *b);
/* Offers `candidate` as a replacement for `word` and keeps the best so far in *best, which starts as NULL and stays
 * NULL if nothing is near. */
void names_offer(const char *word, const char *candidate, const char **best);

#endif
