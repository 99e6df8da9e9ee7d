/* ldl_known.c: one analysis for matrices that hang together in the same way. */
#include "base/memory.h"
#include "linear/ldl_parts.h"

#include <string.h>

/* What the analysis was made of. */
struct ldl_known {
    struct ldl *made; /* NULL: none yet */
    bool closed;
    int n, pairs;
    int *size, *pair;
    signed char *sign;
};

struct ldl_known *ldl_known_new(void) { return MEM_NEW(struct ldl_known); }

void ldl_known_close(struct ldl_known *known) { known->closed = true; }

void ldl_known_free(struct ldl_known *known)
{
    if (known == NULL)
        return;
    ldl_free(known->made);
    mem_free(known->size);
    mem_free(known->sign);
    mem_free(known->pair);
    mem_free(known);
}

static struct ldl *again(struct ldl *m)
{
    counted_again(&m->users);
    return m;
}

static bool is_same(const struct ldl_known *k, int n, const int *size, const signed char *sign, int pairs,
                    const int *pair)
{
    return k->n == n && k->pairs == pairs && memcmp(k->size, size, sizeof *size * (size_t)n) == 0 &&
           memcmp(k->sign, sign, (size_t)n) == 0 && memcmp(k->pair, pair, sizeof *pair * 2 * (size_t)pairs) == 0;
}

struct ldl *ldl_analyze_known(struct ldl_known *known, int n, const int *size, const signed char *sign, int pairs,
                              const int *pair)
{
    if (known != NULL && known->made != NULL && is_same(known, n, size, sign, pairs, pair))
        return again(known->made);
    struct ldl *m = ldl_analyze(n, size, sign, pairs, pair);
    if (known == NULL || known->closed || known->made != NULL || n == 0)
        return m;
    known->n = n;
    known->pairs = pairs;
    known->size = mem_copy(size, sizeof *size * (size_t)n);
    known->sign = mem_copy(sign, (size_t)n);
    known->pair = mem_copy(pair, sizeof *pair * 2 * (size_t)pairs);
    known->made = again(m);
    return m;
}
