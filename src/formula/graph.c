/* graph.c: the nodes of a formula context: one per content, operands numbered before their users; see graph.h. */
#include "formula/graph.h"

#include <string.h>

struct formula *formula_new(void) { return MEM_NEW(struct formula); }

void formula_free(struct formula *f)
{
    if (f == NULL)
        return;
    ARRAY_FREE(&f->parts);
    ARRAY_FREE(&f->keys);
    ARRAY_FREE(&f->symbols);
    mem_free(f->table);
    mem_free(f->slots);
    mem_free(f);
}

/* ---- what is known about a value ---- */

static int known_sum(int p, int q)
{
    int both = p & q;
    bool no_negative = (both & PART_NOT_NEGATIVE) != 0; /* then the sum is zero only if both operands are */
    return (both & (PART_TAME | PART_NOT_NEGATIVE)) | (no_negative ? (p | q) & PART_NOT_ZERO : 0);
}

static int known_quotient(int p, int q)
{
    return p & q & ((q & PART_NOT_ZERO) != 0 ? PART_TAME | PART_NOT_NEGATIVE : PART_NOT_NEGATIVE);
}

static int known_power(int p, int q)
{
    bool positive = (p & PART_NOT_NEGATIVE) != 0 && (p & PART_NOT_ZERO) != 0;
    return (positive ? p & q & PART_TAME : 0) | (p & PART_NOT_NEGATIVE);
}

static int known_integer_power(int p, int n)
{
    int tame = n > 0 || (p & PART_NOT_ZERO) != 0 ? p & PART_TAME : 0;
    return tame | (n % 2 == 0 ? PART_NOT_NEGATIVE : p & PART_NOT_NEGATIVE);
}

static int known_root(int p) { return (p & PART_NOT_NEGATIVE) != 0 ? p : PART_NOT_NEGATIVE; }
static int known_log(int p) { return (p & PART_NOT_NEGATIVE) != 0 && (p & PART_NOT_ZERO) != 0 ? p & PART_TAME : 0; }
static int known_truth(int p, int q) { return (p & q & PART_TAME) | PART_NOT_NEGATIVE; }

static int flags_of(const struct formula *f, const struct part *part)
{
    int arity = operation_arity(part->op), n = part->b;
    int p = arity > 0 ? f->parts.at[part->a].flags : 0;
    int q = arity > 1 ? f->parts.at[part->b].flags : 0;
    int r = arity > 2 ? f->parts.at[part->c].flags : 0;
    switch ((int)part->op) {
    case OP_CONSTANT:
        return (isfinite(part->value) ? PART_TAME : 0) | (part->value >= 0 ? PART_NOT_NEGATIVE : 0) |
               (part->value != 0 ? PART_NOT_ZERO : 0);
    case OP_SYMBOL:
        return PART_TAME;
#define X(NAME, arity, text, style, value, domain, symmetry, width, known, ...)                                        \
    case OP_##NAME:                                                                                                    \
        return known;
        FORMULA_OPERATIONS(X)
#undef X
    }
    return 0;
}

/* ---- equal content, one node ---- */

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9E3779B97F4A7C15u;
    return h ^ (h >> 32);
}

static uint64_t content(const struct part *p)
{
    uint64_t bits;
    memcpy(&bits, &p->value, sizeof bits);
    uint64_t h = mix(mix(0, (uint64_t)p->op), (uint64_t)(uint32_t)p->a | (uint64_t)(uint32_t)p->b << 32);
    /* Round numbers differ in their high bits only, and a product carries differences upward: fold them down first. */
    return mix(mix(h, (uint64_t)(uint32_t)p->c), bits ^ bits >> 32);
}

static bool same(const struct part *p, const struct part *q)
{
    return p->op == q->op && p->a == q->a && p->b == q->b && p->c == q->c &&
           memcmp(&p->value, &q->value, sizeof p->value) == 0;
}

static void grow_table(struct formula *f)
{
    mem_free(f->table);
    f->table_size = f->table_size == 0 ? 64 : 2 * f->table_size;
    f->table = MEM_ARRAY(int, f->table_size);
    uint64_t mask = (uint64_t)f->table_size - 1;
    for (int i = 0; i < f->parts.count; i++) {
        uint64_t k = content(&f->parts.at[i]) & mask;
        while (f->table[k] != 0)
            k = (k + 1) & mask;
        f->table[k] = i + 1;
    }
}

node graph_node(struct formula *f, enum operation op, int a, int b, int c, double value)
{
    struct part p = {.op = op, .a = a, .b = b, .c = c, .value = value};
    if (2 * (f->parts.count + 1) > f->table_size)
        grow_table(f);
    uint64_t mask = (uint64_t)f->table_size - 1, k = content(&p) & mask;
    for (; f->table[k] != 0; k = (k + 1) & mask)
        if (same(&f->parts.at[f->table[k] - 1], &p))
            return f->table[k] - 1;
    p.flags = flags_of(f, &p);
    ARRAY_PUSH(&f->parts, p);
    f->table[k] = f->parts.count;
    return f->parts.count - 1;
}

node formula_constant(struct formula *f, double value)
{
    /* One zero and one NaN: formulas that differ only in their signs are the same to a user. */
    if (value == 0)
        value = 0;
    else if (isnan(value))
        value = NAN;
    return graph_node(f, OP_CONSTANT, 0, 0, 0, value);
}

bool formula_is_constant(const struct formula *f, node a, double *value)
{
    const struct part *p = graph_part(f, a);
    if (p->op == OP_CONSTANT && value != NULL)
        *value = p->value;
    return p->op == OP_CONSTANT;
}

/* ---- symbols ---- */

static void grow_slots(struct formula *f)
{
    mem_free(f->slots);
    f->slots_size = f->slots_size == 0 ? 16 : 2 * f->slots_size;
    f->slots = MEM_ARRAY(int, f->slots_size);
    uint64_t mask = (uint64_t)f->slots_size - 1;
    for (int i = 0; i < f->keys.count; i++) {
        uint64_t k = mix(0, f->keys.at[i]) & mask;
        while (f->slots[k] != 0)
            k = (k + 1) & mask;
        f->slots[k] = i + 1;
    }
}

int formula_symbol_slot(const struct formula *f, uint64_t key)
{
    if (f->slots_size == 0)
        return -1;
    uint64_t mask = (uint64_t)f->slots_size - 1;
    for (uint64_t k = mix(0, key) & mask; f->slots[k] != 0; k = (k + 1) & mask)
        if (f->keys.at[f->slots[k] - 1] == key)
            return f->slots[k] - 1;
    return -1;
}

node formula_symbol(struct formula *f, uint64_t key)
{
    int slot = formula_symbol_slot(f, key);
    if (slot >= 0)
        return f->symbols.at[slot];
    if (2 * (f->keys.count + 1) > f->slots_size)
        grow_slots(f);
    slot = f->keys.count;
    ARRAY_PUSH(&f->keys, key);
    uint64_t mask = (uint64_t)f->slots_size - 1, k = mix(0, key) & mask;
    while (f->slots[k] != 0)
        k = (k + 1) & mask;
    f->slots[k] = slot + 1;
    node a = graph_node(f, OP_SYMBOL, slot, 0, 0, 0);
    ARRAY_PUSH(&f->symbols, a);
    return a;
}

int formula_symbol_count(const struct formula *f) { return f->keys.count; }
uint64_t formula_symbol_key(const struct formula *f, int slot) { return f->keys.at[slot]; }
