/* tape.c: from nodes to a tape: which places, which order, which products melt into a sum; see tape.h. */
#include "formula/tape.h"

#include <string.h>

#include "formula/graph.h"

struct compiler {
    const struct formula *f;
    struct order order;
    struct tape *tape;
    int *uses;         /* of each node in the order, outputs included; falls to 0 while the tape is written */
    int *place;        /* of each node's value, -1 before it has one */
    bool *melted;      /* a product that is computed by the sum that uses it */
    ARRAY(int) unused; /* registers to take again */
};

static struct part part_at(const struct compiler *c, int i) { return *graph_part(c->f, c->order.at[i]); }
static int index_of(const struct compiler *c, node a) { return order_place(&c->order, a); }

static node part_of(const struct part *p, int k) { return k == 0 ? p->a : k == 1 ? p->b : p->c; }

static void count_uses(struct compiler *c, const node *outputs, int count)
{
    for (int i = 0; i < c->order.count; i++) {
        struct part p = part_at(c, i);
        for (int k = 0; k < graph_arity(p.op); k++)
            c->uses[index_of(c, part_of(&p, k))]++;
    }
    for (int k = 0; k < count; k++)
        c->uses[index_of(c, outputs[k])]++;
}

static bool is_product(struct part p) { return p.op == OP_MULTIPLY || (p.op == OP_INTEGER_POWER && p.b == 2); }

/* A product used once, and by a sum, needs no place of its own. Of two products in a sum the second one melts: the
 * first has been computed long before. */
static int product_to_melt(const struct compiler *c, struct part sum)
{
    for (int k = 1; k >= 0; k--) {
        int i = index_of(c, part_of(&sum, k));
        if (is_product(part_at(c, i)) && c->uses[i] == 1)
            return k;
    }
    return -1;
}

static void melt_products(struct compiler *c)
{
    for (int i = 0; i < c->order.count; i++) {
        struct part p = part_at(c, i);
        int k = p.op == OP_ADD || p.op == OP_SUBTRACT ? product_to_melt(c, p) : -1;
        if (k >= 0)
            c->melted[index_of(c, part_of(&p, k))] = true;
    }
}

/* Constants and inputs come first in the row. */
static void place_leaves(struct compiler *c)
{
    struct tape *t = c->tape;
    ARRAY(double) constants = {0};
    ARRAY(int) slots = {0};
    for (int i = 0; i < c->order.count; i++) {
        struct part p = part_at(c, i);
        if (p.op != OP_CONSTANT)
            continue;
        c->place[i] = constants.count;
        ARRAY_PUSH(&constants, p.value);
    }
    for (int i = 0; i < c->order.count; i++) {
        struct part p = part_at(c, i);
        if (p.op != OP_SYMBOL)
            continue;
        c->place[i] = constants.count + slots.count;
        ARRAY_PUSH(&slots, p.a);
    }
    t->row = constants.at;
    t->constant_count = constants.count;
    t->slots = slots.at;
    t->slot_count = slots.count;
    t->places = constants.count + slots.count;
    t->constants = MEM_ARRAY(double, constants.count *TAPE_BATCH);
    for (int i = 0; i < constants.count * TAPE_BATCH; i++)
        t->constants[i] = constants.at[i / TAPE_BATCH];
}

static int take_register(struct compiler *c)
{
    return c->unused.count > 0 ? c->unused.at[--c->unused.count] : c->tape->places++;
}

/* One use of a value is over; its register is free after the last. */
static void release(struct compiler *c, node a)
{
    int i = index_of(c, a);
    if (--c->uses[i] == 0 && c->place[i] >= c->tape->constant_count + c->tape->slot_count)
        ARRAY_PUSH(&c->unused, c->place[i]);
}

static enum code code_of(struct part p)
{
    switch (p.op) {
    case OP_ADD:
        return CODE_ADD;
    case OP_SUBTRACT:
        return CODE_SUBTRACT;
    case OP_MULTIPLY:
        return CODE_MULTIPLY;
    case OP_DIVIDE:
        return CODE_DIVIDE;
    case OP_NEGATE:
        return CODE_NEGATE;
    case OP_POWER:
        return CODE_RAISE;
    case OP_INTEGER_POWER:
        return p.b == 2 ? CODE_MULTIPLY : p.b == 3 ? CODE_CUBE : CODE_POWER;
    case OP_SQRT:
        return CODE_SQRT;
    case OP_ABS:
        return CODE_ABS;
    case OP_SIGN:
        return CODE_SIGN;
    case OP_MIN:
        return CODE_MIN;
    case OP_MAX:
        return CODE_MAX;
    case OP_SIN:
        return CODE_SIN;
    case OP_COS:
        return CODE_COS;
    case OP_TAN:
        return CODE_TAN;
    case OP_ASIN:
        return CODE_ASIN;
    case OP_ACOS:
        return CODE_ACOS;
    case OP_ATAN:
        return CODE_ATAN;
    case OP_ATAN2:
        return CODE_ATAN2;
    case OP_EXP:
        return CODE_EXP;
    case OP_LOG:
        return CODE_LOG;
    case OP_TURN0:
    case OP_TURN1:
    case OP_TURN2:
    case OP_TURN3:
    case OP_TURN4:
        return CODE_TURN;
    case OP_LESS:
        return CODE_LESS;
    case OP_LESS_EQUAL:
        return CODE_LESS_EQUAL;
    case OP_EQUAL:
        return CODE_EQUAL;
    case OP_NOT_EQUAL:
        return CODE_NOT_EQUAL;
    case OP_IF:
        return CODE_IF;
    case OP_CONSTANT:
    case OP_SYMBOL:
        break;
    }
    return CODE_ADD; /* leaves have places, not instructions */
}

/* A sum with a product melted into it. */
static struct instruction melt(struct compiler *c, struct part sum, int k)
{
    node product = part_of(&sum, k), other = part_of(&sum, 1 - k);
    struct part p = part_at(c, index_of(c, product));
    node right = p.op == OP_MULTIPLY ? p.b : p.a;
    struct instruction in = {
        .code = sum.op == OP_ADD ? CODE_MULTIPLY_ADD
                : k == 0         ? CODE_MULTIPLY_SUBTRACT
                                 : CODE_SUBTRACT_MULTIPLY,
        .a = c->place[index_of(c, p.a)],
        .b = c->place[index_of(c, right)],
        .c = c->place[index_of(c, other)],
    };
    release(c, other);
    release(c, p.a);
    if (p.op == OP_MULTIPLY)
        release(c, p.b);
    return in;
}

static struct instruction instruct(struct compiler *c, struct part p)
{
    for (int k = 1; k >= 0 && (p.op == OP_ADD || p.op == OP_SUBTRACT); k--)
        if (c->melted[index_of(c, part_of(&p, k))])
            return melt(c, p, k);
    struct instruction in = {.code = code_of(p)};
    int *operand[3] = {&in.a, &in.b, &in.c};
    for (int k = 0; k < graph_arity(p.op); k++)
        *operand[k] = c->place[index_of(c, part_of(&p, k))];
    for (int k = 0; k < graph_arity(p.op); k++)
        release(c, part_of(&p, k));
    if (p.op == OP_INTEGER_POWER)
        in.b = in.code == CODE_MULTIPLY ? in.a : p.b;
    if (in.code == CODE_TURN)
        in.b = (int)(p.op - OP_TURN0);
    return in;
}

struct tape *tape_compile(const struct formula *f, const node *outputs, int count)
{
    struct compiler c = {.f = f, .tape = MEM_NEW(struct tape)};
    struct tape *t = c.tape;
    order_make(&c.order, f, outputs, count);
    c.uses = MEM_ARRAY(int, c.order.count);
    c.place = MEM_ARRAY(int, c.order.count);
    c.melted = MEM_ARRAY(bool, c.order.count);
    count_uses(&c, outputs, count);
    melt_products(&c);
    place_leaves(&c);
    t->inputs = formula_symbol_count(f);
    t->at = MEM_ARRAY(struct instruction, c.order.count);
    for (int i = 0; i < c.order.count; i++) {
        struct part p = part_at(&c, i);
        if (graph_arity(p.op) == 0 || c.melted[i])
            continue;
        struct instruction in = instruct(&c, p);
        in.to = c.place[i] = take_register(&c);
        t->at[t->length++] = in;
    }
    t->outputs = MEM_ARRAY(int, count);
    t->output_count = count;
    for (int k = 0; k < count; k++)
        t->outputs[k] = c.place[index_of(&c, outputs[k])];
    ARRAY_FREE(&c.unused);
    mem_free(c.melted);
    mem_free(c.place);
    mem_free(c.uses);
    order_free(&c.order);
    return t;
}

void tape_free(struct tape *t)
{
    if (t == NULL)
        return;
    mem_free(t->at);
    mem_free(t->constants);
    mem_free(t->row);
    mem_free(t->slots);
    mem_free(t->outputs);
    mem_free(t);
}

int tape_inputs(const struct tape *t) { return t->inputs; }
int tape_length(const struct tape *t) { return t->length; }
size_t tape_scratch(const struct tape *t) { return (size_t)t->places; }
