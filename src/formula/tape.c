/* tape.c: compiles nodes to a tape: chooses the instructions, their order and their places; see tape.h. */
#include "formula/tape.h"

#include <string.h>

#include "formula/graph.h"

/* An instruction before places are assigned: its operands are indices of nodes in the order. */
struct draft {
    enum operation op;
    int value, part[3], parts;
    int exponent; /* INTEGER_POWER */
    bool done;
};

struct compiler {
    const struct formula *f;
    struct order order;
    struct tape *tape;
    int *uses;    /* of each node in the order, outputs included; counted down to 0 while places are assigned */
    int *place;   /* of each node's value, -1 before it has one */
    int *maker;   /* draft that computes a node, -1 for constants and inputs */
    bool *merged; /* a product that is computed by the sum that uses it */
    ARRAY(struct draft) drafts;
    ARRAY(int) unused; /* free registers */
};

static struct part part_at(const struct compiler *c, int i) { return *graph_part(c->f, c->order.at[i]); }
static int index_of(const struct compiler *c, node a) { return order_place(&c->order, a); }

static enum operation instruction_of(struct part p)
{
    if (p.op == OP_INTEGER_POWER && p.b == 2)
        return OP_MULTIPLY;
    return p.op == OP_INTEGER_POWER && p.b == 3 ? OP_CUBE : p.op;
}

/* ---- choosing instructions ---- */

static bool is_product(struct part p) { return p.op == OP_MULTIPLY || (p.op == OP_INTEGER_POWER && p.b == 2); }

/* A product used only once, by a sum, needs no place. Of two products in a sum the second one is merged: the first was
 * computed long before. */
static void merge_products(struct compiler *c)
{
    for (int i = 0; i < c->order.count; i++) {
        struct part p = part_at(c, i);
        for (int k = 1; k >= 0 && (p.op == OP_ADD || p.op == OP_SUBTRACT); k--) {
            int product = index_of(c, graph_operand(&p, k));
            if (is_product(part_at(c, product)) && c->uses[product] == 1) {
                c->merged[product] = true;
                break;
            }
        }
    }
}

static void count_uses(struct compiler *c, const node *outputs, int count)
{
    for (int i = 0; i < c->order.count; i++) {
        struct part p = part_at(c, i);
        for (int k = 0; k < operation_arity(p.op); k++)
            c->uses[index_of(c, graph_operand(&p, k))]++;
    }
    for (int k = 0; k < count; k++)
        c->uses[index_of(c, outputs[k])]++;
}

/* A sum with its operand k, a product, merged into it. */
static struct draft merge(const struct compiler *c, struct part sum, int k)
{
    struct part p = *graph_part(c->f, graph_operand(&sum, k));
    enum operation op = sum.op == OP_ADD ? OP_MULTIPLY_ADD : k == 0 ? OP_MULTIPLY_SUBTRACT : OP_SUBTRACT_MULTIPLY;
    int a = index_of(c, p.a), b = p.op == OP_MULTIPLY ? index_of(c, p.b) : a;
    return (struct draft){.op = op, .part = {a, b, index_of(c, graph_operand(&sum, 1 - k))}, .parts = 3};
}

static struct draft draft_of(const struct compiler *c, struct part p)
{
    for (int k = 1; k >= 0 && (p.op == OP_ADD || p.op == OP_SUBTRACT); k--)
        if (c->merged[index_of(c, graph_operand(&p, k))])
            return merge(c, p, k);
    struct draft d = {.op = instruction_of(p), .parts = operation_arity(p.op)};
    for (int k = 0; k < d.parts; k++)
        d.part[k] = index_of(c, graph_operand(&p, k));
    if (d.op == OP_MULTIPLY && d.parts == 1)
        d.part[d.parts++] = d.part[0]; /* a square */
    if (d.op == OP_INTEGER_POWER)
        d.exponent = p.b;
    return d;
}

static void write_drafts(struct compiler *c)
{
    for (int i = 0; i < c->order.count; i++) {
        struct part p = part_at(c, i);
        c->maker[i] = -1;
        c->uses[i] = 0; /* from here on: uses by instructions */
        if (operation_arity(p.op) == 0 || c->merged[i])
            continue;
        struct draft d = draft_of(c, p);
        d.value = i;
        for (int k = 0; k < d.parts; k++)
            c->uses[d.part[k]]++;
        c->maker[i] = c->drafts.count;
        ARRAY_PUSH(&c->drafts, d);
    }
}

/* ---- ordering instructions ---- */

static bool is_ready(const struct compiler *c, const struct draft *d)
{
    bool ready = !d->done;
    for (int k = 0; k < d->parts; k++) {
        int maker = c->maker[d->part[k]];
        ready = ready && (maker < 0 || c->drafts.at[maker].done);
    }
    return ready;
}

/* The operation that most of the instructions ready between two drafts have. */
static enum operation commonest(const struct compiler *c, int from, int to)
{
    int count[OPERATIONS] = {0};
    enum operation best = c->drafts.at[from].op;
    for (int i = from; i < to; i++)
        if (is_ready(c, &c->drafts.at[i]))
            count[c->drafts.at[i].op]++;
    for (int k = 0; k < OPERATIONS; k++)
        if (count[k] > count[best])
            best = (enum operation)k;
    return best;
}

/* The next draft: one of the same operation as the last if there is one. Only the next few are considered: a
 * value that is computed long before its use occupies a register until then. */
static int next_draft(const struct compiler *c, int first, const enum operation *last)
{
    enum { AHEAD = 48 };
    int end = first + AHEAD < c->drafts.count ? first + AHEAD : c->drafts.count;
    for (int turn = 0; turn < 2; turn++) {
        if (turn == 0 && last == NULL)
            continue;
        enum operation op = turn == 0 ? *last : commonest(c, first, end);
        for (int i = first; i < end; i++)
            if (c->drafts.at[i].op == op && is_ready(c, &c->drafts.at[i]))
                return i;
    }
    return first; /* the first one not done is always ready */
}

/* ---- assigning places ---- */

/* Constants and inputs are the first places of the row. */
static void place_leaves(struct compiler *c)
{
    struct tape *t = c->tape;
    ARRAY(double) constants = {0};
    ARRAY(int) slots = {0};
    for (int i = 0; i < c->order.count; i++) {
        struct part p = part_at(c, i);
        c->place[i] = -1;
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
    t->constants = constants.at;
    t->constant_count = constants.count;
    t->slots = slots.at;
    t->slot_count = slots.count;
    t->places = constants.count + slots.count;
}

/* Computed outputs come next: machine code writes them directly to the caller's array. A node that is an output twice
 * has one place. */
static void place_outputs(struct compiler *c, const node *outputs, int count)
{
    struct tape *t = c->tape;
    t->computed = MEM_ARRAY(int, count);
    for (int k = 0; k < count; k++) {
        int i = index_of(c, outputs[k]);
        if (c->maker[i] < 0 || c->place[i] >= 0)
            continue;
        c->place[i] = t->places++;
        t->computed[t->computed_count++] = k;
        c->uses[i]++; /* never released */
    }
}

/* One use of a value is over; its register is free after the last. */
static void release(struct compiler *c, int value)
{
    if (--c->uses[value] == 0 && c->maker[value] >= 0)
        ARRAY_PUSH(&c->unused, c->place[value]);
}

static struct instruction give_places(struct compiler *c, const struct draft *d)
{
    struct instruction in = {0};
    int *operand[3] = {&in.a, &in.b, &in.c};
    for (int k = 0; k < d->parts; k++)
        *operand[k] = c->place[d->part[k]];
    for (int k = 0; k < d->parts; k++)
        release(c, d->part[k]);
    if (d->op == OP_INTEGER_POWER)
        in.b = d->exponent;
    if (c->place[d->value] < 0)
        c->place[d->value] = c->unused.count > 0 ? c->unused.at[--c->unused.count] : c->tape->places++;
    in.to = c->place[d->value];
    return in;
}

static void write_tape(struct compiler *c)
{
    struct tape *t = c->tape;
    ARRAY(struct run) runs = {0};
    ARRAY_RESERVE(&runs, 1);
    int first = 0; /* draft that is not done yet */
    t->at = MEM_ARRAY(struct instruction, c->drafts.count);
    for (t->length = 0; t->length < c->drafts.count; t->length++) {
        while (c->drafts.at[first].done)
            first++;
        struct run *run = runs.count > 0 ? &runs.at[runs.count - 1] : NULL;
        struct draft *d = &c->drafts.at[next_draft(c, first, run != NULL ? &run->op : NULL)];
        d->done = true;
        t->at[t->length] = give_places(c, d);
        if (run != NULL && run->op == d->op)
            run->count++;
        else
            ARRAY_PUSH(&runs, ((struct run){d->op, 1}));
    }
    t->runs = runs.at;
    t->run_count = runs.count;
}

struct tape *tape_compile(const struct formula *f, const node *outputs, int count)
{
    struct compiler c = {.f = f, .tape = MEM_NEW(struct tape)};
    struct tape *t = c.tape;
    order_make(&c.order, f, outputs, count);
    c.uses = MEM_ARRAY(int, c.order.count);
    c.place = MEM_ARRAY(int, c.order.count);
    c.maker = MEM_ARRAY(int, c.order.count);
    c.merged = MEM_ARRAY(bool, c.order.count);
    count_uses(&c, outputs, count);
    merge_products(&c);
    place_leaves(&c);
    write_drafts(&c);
    place_outputs(&c, outputs, count);
    write_tape(&c);
    t->inputs = formula_symbol_count(f);
    t->outputs = MEM_ARRAY(int, count);
    t->output_count = count;
    for (int k = 0; k < count; k++)
        t->outputs[k] = c.place[index_of(&c, outputs[k])];
    tape_make_native(t);
    ARRAY_FREE(&c.unused);
    ARRAY_FREE(&c.drafts);
    mem_free(c.merged);
    mem_free(c.maker);
    mem_free(c.place);
    mem_free(c.uses);
    order_free(&c.order);
    return t;
}

struct tape *tape_again(struct tape *t)
{
    counted_again(&t->users);
    return t;
}

void tape_free(struct tape *t)
{
    if (t == NULL || !counted_last(&t->users))
        return;
    tape_free_native(t);
    mem_free(t->at);
    mem_free(t->runs);
    mem_free(t->constants);
    mem_free(t->slots);
    mem_free(t->outputs);
    mem_free(t->computed);
    mem_free(t);
}

int tape_inputs(const struct tape *t) { return t->inputs; }
int tape_length(const struct tape *t) { return t->length; }
size_t tape_scratch(const struct tape *t) { return (size_t)t->places; }
