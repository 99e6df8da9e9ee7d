/* graph.c: the nodes of a formula context: made once for equal content, numbered parts first; see graph.h. */
#include "formula/graph.h"

#include <string.h>

#include "formula/functions.h"

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

int graph_arity(enum operation op)
{
    switch (op) {
    case OP_CONSTANT:
    case OP_SYMBOL:
        return 0;
    case OP_NEGATE:
    case OP_INTEGER_POWER:
    case OP_SQRT:
    case OP_ABS:
    case OP_SIGN:
    case OP_SIN:
    case OP_COS:
    case OP_TAN:
    case OP_ASIN:
    case OP_ACOS:
    case OP_ATAN:
    case OP_EXP:
    case OP_LOG:
    case OP_TURN0:
    case OP_TURN1:
    case OP_TURN2:
    case OP_TURN3:
    case OP_TURN4:
        return 1;
    case OP_ADD:
    case OP_SUBTRACT:
    case OP_MULTIPLY:
    case OP_DIVIDE:
    case OP_POWER:
    case OP_MIN:
    case OP_MAX:
    case OP_ATAN2:
    case OP_LESS:
    case OP_LESS_EQUAL:
    case OP_EQUAL:
    case OP_NOT_EQUAL:
        return 2;
    case OP_IF:
        return 3;
    }
    return 0;
}

double graph_apply(enum operation op, int n, double x, double y, double z)
{
    switch (op) {
    case OP_CONSTANT:
    case OP_SYMBOL:
        break;
    case OP_ADD:
        return x + y;
    case OP_SUBTRACT:
        return x - y;
    case OP_MULTIPLY:
        return x * y;
    case OP_DIVIDE:
        return x / y;
    case OP_NEGATE:
        return -x;
    case OP_POWER:
        return function_raise(x, y);
    case OP_INTEGER_POWER:
        return function_power(x, n);
    case OP_SQRT:
        return sqrt(x);
    case OP_ABS:
        return fabs(x);
    case OP_SIGN:
        return function_sign(x);
    case OP_MIN:
        return function_min(x, y);
    case OP_MAX:
        return function_max(x, y);
    case OP_SIN:
        return sin(x);
    case OP_COS:
        return cos(x);
    case OP_TAN:
        return tan(x);
    case OP_ASIN:
        return asin(x);
    case OP_ACOS:
        return acos(x);
    case OP_ATAN:
        return atan(x);
    case OP_ATAN2:
        return atan2(x, y);
    case OP_EXP:
        return exp(x);
    case OP_LOG:
        return log(x);
    case OP_TURN0:
    case OP_TURN1:
    case OP_TURN2:
    case OP_TURN3:
    case OP_TURN4:
        return function_turn((int)(op - OP_TURN0), x);
    case OP_LESS:
        return x < y;
    case OP_LESS_EQUAL:
        return x <= y;
    case OP_EQUAL:
        return x == y;
    case OP_NOT_EQUAL:
        return x != y;
    case OP_IF:
        return x != 0 ? y : z;
    }
    return NAN;
}

/* ---- what is known of a value ---- */

static int flags_of_two(enum operation op, int p, int q)
{
    int both = p & q;
    bool tame = (both & PART_TAME) != 0;
    int sign = both & PART_NOT_NEGATIVE;
    switch (op) {
    case OP_ADD: /* a sum of no negatives is zero only if both are */
        return (tame ? PART_TAME : 0) | sign | (sign != 0 ? (p | q) & PART_NOT_ZERO : 0);
    case OP_MULTIPLY:
        return (tame ? PART_TAME : 0) | sign;
    case OP_DIVIDE:
        return (tame && (q & PART_NOT_ZERO) != 0 ? PART_TAME : 0) | sign;
    case OP_POWER: {
        bool positive = (p & PART_NOT_NEGATIVE) != 0 && (p & PART_NOT_ZERO) != 0;
        return (tame && positive ? PART_TAME : 0) | (p & PART_NOT_NEGATIVE);
    }
    case OP_MIN:
        return both;
    case OP_MAX:
        return (tame ? PART_TAME : 0) | ((p | q) & PART_NOT_NEGATIVE) | (both & PART_NOT_ZERO);
    case OP_LESS:
    case OP_LESS_EQUAL:
    case OP_EQUAL:
    case OP_NOT_EQUAL:
        return (tame ? PART_TAME : 0) | PART_NOT_NEGATIVE;
    default:
        return tame ? PART_TAME : 0; /* SUBTRACT, ATAN2 */
    }
}

static int flags_of_one(enum operation op, int p, int n)
{
    int tame = p & PART_TAME, zero = p & PART_NOT_ZERO;
    bool not_negative = (p & PART_NOT_NEGATIVE) != 0;
    switch (op) {
    case OP_INTEGER_POWER:
        return (n > 0 || zero != 0 ? tame : 0) | (n % 2 == 0 || not_negative ? PART_NOT_NEGATIVE : 0);
    case OP_SQRT:
        return (not_negative ? tame | zero : 0) | PART_NOT_NEGATIVE;
    case OP_ABS:
        return tame | zero | PART_NOT_NEGATIVE;
    case OP_EXP:
        return tame | PART_NOT_NEGATIVE;
    case OP_LOG:
        return not_negative && zero != 0 ? tame : 0;
    case OP_ACOS:
        return PART_NOT_NEGATIVE;
    case OP_NEGATE:
    case OP_SIGN:
        return tame | zero | (op == OP_SIGN ? p & PART_NOT_NEGATIVE : 0);
    case OP_SIN:
    case OP_COS:
    case OP_TAN:
    case OP_ATAN:
        return tame;
    default:
        return 0; /* ASIN and the turns have ends */
    }
}

static int flags_of(const struct formula *f, const struct part *p)
{
    const struct part *at = f->parts.at;
    switch (graph_arity(p->op)) {
    case 0:
        if (p->op == OP_SYMBOL)
            return PART_TAME;
        return (isfinite(p->value) ? PART_TAME : 0) | (p->value >= 0 ? PART_NOT_NEGATIVE : 0) |
               (p->value != 0 ? PART_NOT_ZERO : 0);
    case 1:
        return flags_of_one(p->op, at[p->a].flags, p->b);
    case 2:
        return flags_of_two(p->op, at[p->a].flags, at[p->b].flags);
    default: /* IF: what both branches have, tame if the condition is */
        return at[p->b].flags & at[p->c].flags & (at[p->a].flags | ~PART_TAME);
    }
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
    return mix(mix(h, (uint64_t)(uint32_t)p->c), bits);
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
    /* One zero and one NaN: formulas that differ in their signs only are the same to a user. */
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
