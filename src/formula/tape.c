/* tape.c: from nodes to a tape: which instructions, in which order, on which places; see tape.h. */
#include "formula/tape.h"

#include <string.h>

#include "formula/graph.h"

/* An instruction before it has places: its operands are numbers of nodes in the order. */
struct draft {
    enum code code;
    int value, part[3], parts;
    int extra; /* exponent, order of a derivative */
    bool done;
};

struct compiler {
    const struct formula *f;
    struct order order;
    struct tape *tape;
    int *uses;    /* of each node in the order, outputs included; falls to 0 while places are given */
    int *place;   /* of each node's value, -1 before it has one */
    int *maker;   /* the draft that computes a node, -1 for constants and inputs */
    bool *melted; /* a product that is computed by the sum that uses it */
    ARRAY(struct draft) drafts;
    ARRAY(int) unused; /* registers to take again */
};

static struct part part_at(const struct compiler *c, int i) { return *graph_part(c->f, c->order.at[i]); }
static int index_of(const struct compiler *c, node a) { return order_place(&c->order, a); }
static node part_of(const struct part *p, int k) { return k == 0 ? p->a : k == 1 ? p->b : p->c; }

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

/* ---- which instructions ---- */

static bool is_product(struct part p) { return p.op == OP_MULTIPLY || (p.op == OP_INTEGER_POWER && p.b == 2); }

/* A product used once, and by a sum, needs no place of its own. Of two products in a sum the second one melts: the
 * first has been computed long before. */
static void melt_products(struct compiler *c)
{
    for (int i = 0; i < c->order.count; i++) {
        struct part p = part_at(c, i);
        for (int k = 1; k >= 0 && (p.op == OP_ADD || p.op == OP_SUBTRACT); k--) {
            int product = index_of(c, part_of(&p, k));
            if (is_product(part_at(c, product)) && c->uses[product] == 1) {
                c->melted[product] = true;
                break;
            }
        }
    }
}

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

/* A sum with its part k, a product, melted into it. */
static struct draft melt(const struct compiler *c, struct part sum, int k)
{
    struct part p = *graph_part(c->f, part_of(&sum, k));
    enum code code = sum.op == OP_ADD ? CODE_MULTIPLY_ADD : k == 0 ? CODE_MULTIPLY_SUBTRACT : CODE_SUBTRACT_MULTIPLY;
    int a = index_of(c, p.a), b = p.op == OP_MULTIPLY ? index_of(c, p.b) : a;
    return (struct draft){.code = code, .part = {a, b, index_of(c, part_of(&sum, 1 - k))}, .parts = 3};
}

static struct draft draft_of(const struct compiler *c, struct part p)
{
    for (int k = 1; k >= 0 && (p.op == OP_ADD || p.op == OP_SUBTRACT); k--)
        if (c->melted[index_of(c, part_of(&p, k))])
            return melt(c, p, k);
    struct draft d = {.code = code_of(p), .parts = graph_arity(p.op)};
    for (int k = 0; k < d.parts; k++)
        d.part[k] = index_of(c, part_of(&p, k));
    if (d.code == CODE_MULTIPLY && d.parts == 1)
        d.part[d.parts++] = d.part[0]; /* a square */
    else if (d.code == CODE_POWER)
        d.extra = p.b;
    else if (d.code == CODE_TURN)
        d.extra = (int)(p.op - OP_TURN0);
    return d;
}

static void write_drafts(struct compiler *c)
{
    for (int i = 0; i < c->order.count; i++) {
        struct part p = part_at(c, i);
        c->maker[i] = -1;
        c->uses[i] = 0; /* from here on: uses by instructions */
        if (graph_arity(p.op) == 0 || c->melted[i])
            continue;
        struct draft d = draft_of(c, p);
        d.value = i;
        for (int k = 0; k < d.parts; k++)
            c->uses[d.part[k]]++;
        c->maker[i] = c->drafts.count;
        ARRAY_PUSH(&c->drafts, d);
    }
}

/* ---- in which order ---- */

static bool is_ready(const struct compiler *c, const struct draft *d)
{
    bool ready = !d->done;
    for (int k = 0; k < d->parts; k++) {
        int maker = c->maker[d->part[k]];
        ready = ready && (maker < 0 || c->drafts.at[maker].done);
    }
    return ready;
}

/* The code that most of the instructions ready between two drafts have. */
static enum code commonest(const struct compiler *c, int from, int to)
{
    int count[CODE_IF + 1] = {0};
    enum code best = c->drafts.at[from].code;
    for (int i = from; i < to; i++)
        if (is_ready(c, &c->drafts.at[i]))
            count[c->drafts.at[i].code]++;
    for (int k = 0; k <= CODE_IF; k++)
        if (count[k] > count[best])
            best = (enum code)k;
    return best;
}

/* The next draft: one of the same code as the last if there is one. Only the next few are looked at, for what is
 * computed long before it is used needs a register all the while. */
static int next_draft(const struct compiler *c, int first, const enum code *last)
{
    enum { AHEAD = 48 };
    int end = first + AHEAD < c->drafts.count ? first + AHEAD : c->drafts.count;
    for (int turn = 0; turn < 2; turn++) {
        if (turn == 0 && last == NULL)
            continue;
        enum code code = turn == 0 ? *last : commonest(c, first, end);
        for (int i = first; i < end; i++)
            if (c->drafts.at[i].code == code && is_ready(c, &c->drafts.at[i]))
                return i;
    }
    return first; /* the first one not done is always ready */
}

/* ---- which places ---- */

/* Constants and inputs come first in the row. */
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
    t->row = constants.at;
    t->constant_count = constants.count;
    t->slots = slots.at;
    t->slot_count = slots.count;
    t->places = constants.count + slots.count;
    t->constants = MEM_ARRAY(double, (size_t)constants.count *TAPE_BATCH);
    for (size_t i = 0; i < (size_t)constants.count * TAPE_BATCH; i++)
        t->constants[i] = constants.at[i / TAPE_BATCH];
}

/* Outputs that are computed come next: batches write them where the caller wants them. One node asked for twice has
 * one place. */
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
    if (d->code == CODE_POWER || d->code == CODE_TURN)
        in.b = d->extra;
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
        struct draft *d = &c->drafts.at[next_draft(c, first, run != NULL ? &run->code : NULL)];
        d->done = true;
        t->at[t->length] = give_places(c, d);
        if (run != NULL && run->code == d->code)
            run->count++;
        else
            ARRAY_PUSH(&runs, ((struct run){d->code, 1}));
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
    c.melted = MEM_ARRAY(bool, c.order.count);
    count_uses(&c, outputs, count);
    melt_products(&c);
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
    mem_free(c.melted);
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
    tape_free_native_batch(t);
    mem_free(t->at);
    mem_free(t->runs);
    mem_free(t->constants);
    mem_free(t->row);
    mem_free(t->slots);
    mem_free(t->outputs);
    mem_free(t->computed);
    mem_free(t);
}

int tape_inputs(const struct tape *t) { return t->inputs; }
int tape_length(const struct tape *t) { return t->length; }

/* Behind the places a batch keeps a pointer for each of them. */
size_t tape_scratch(const struct tape *t) { return (size_t)(t->places + (t->places + TAPE_BATCH - 1) / TAPE_BATCH); }
