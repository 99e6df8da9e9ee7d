/* native.c: compiles a tape to machine code for x86-64. The same operations in the same order and with the same
 * rounding as the interpreter, so the bits are the same; only the dispatch is gone, and constants, inputs and outputs
 * are accessed where the caller has them.
 *
 * Each instruction of the tape loads its operands into xmm0 … xmm3, computes, and stores. The last result is still in
 * xmm0 and is not loaded again if the next instruction needs it. Operations without code of their own call the function
 * in the table of operations, through rax.
 *
 * Places are addressed by their number (tape.h): constants, inputs, outputs and registers, each by a base register:
 * rcx, rdi, rsi, rdx as they arrive; or r14, r12, r13, rbx, which calls preserve, if the tape has calls.
 */
#include <math.h>
#include <string.h>

#include "base/code.h"
#include "base/memory.h"
#include "formula/tape.h"

#if defined(__x86_64__) && defined(__unix__)

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14 };
/* The second byte of SSE2 opcodes. */
enum { LOAD = 0x10, STORE = 0x11, SQRT = 0x51, AND = 0x54, AND_NOT = 0x55, OR = 0x56, XOR = 0x57 };
enum { ADD = 0x58, MULTIPLY = 0x59, SUBTRACT = 0x5c, DIVIDE = 0x5e, COMPARE = 0xc2 };
enum { IS_EQUAL = 0, IS_LESS = 1, IS_LESS_EQUAL = 2, IS_UNORDERED = 3, IS_NOT_EQUAL = 4 };

struct writer {
    const struct tape *t;
    ARRAY(unsigned char) code;
    bool calls;
    int last; /* the place whose value is in xmm0; -1: none */
};

static void byte(struct writer *w, unsigned b) { ARRAY_PUSH(&w->code, (unsigned char)b); }

static void bytes(struct writer *w, const void *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        byte(w, ((const unsigned char *)p)[i]);
}

/* ---- operands ---- */

struct memory {
    int base;
    int32_t offset; /* bytes */
};

static struct memory memory_of(const struct writer *w, int place)
{
    const struct tape *t = w->t;
    int inputs = t->constant_count, outputs = inputs + t->slot_count, registers = outputs + t->computed_count;
    if (place < inputs)
        return (struct memory){w->calls ? R14 : RCX, 8 * place};
    if (place < outputs)
        return (struct memory){w->calls ? R12 : RDI, 8 * t->slots[place - inputs]};
    if (place < registers)
        return (struct memory){w->calls ? R13 : RSI, 8 * t->computed[place - outputs]};
    return (struct memory){w->calls ? RBX : RDX, 8 * place};
}

/* prefix 0F op xmm, [base + offset] */
static void on_memory(struct writer *w, unsigned prefix, unsigned op, unsigned xmm, int place)
{
    struct memory m = memory_of(w, place);
    byte(w, prefix);
    if (m.base >= R8)
        byte(w, 0x41);
    byte(w, 0x0f);
    byte(w, op);
    byte(w, 0x80 | xmm << 3 | ((unsigned)m.base & 7));
    if ((m.base & 7) == RSP) /* r12 needs a SIB byte */
        byte(w, 0x24);
    bytes(w, &m.offset, 4);
}

/* prefix 0F op xmm, xmm */
static void on_registers(struct writer *w, unsigned prefix, unsigned op, unsigned to, unsigned from)
{
    byte(w, prefix);
    byte(w, 0x0f);
    byte(w, op);
    byte(w, 0xc0 | to << 3 | from);
}

static void scalar(struct writer *w, unsigned op, unsigned xmm, int place) { on_memory(w, 0xf2, op, xmm, place); }

static void load(struct writer *w, unsigned xmm, int place)
{
    if (place == w->last && xmm == 0)
        return;
    if (place == w->last)
        on_registers(w, 0x66, 0x28, xmm, 0); /* movapd */
    else
        scalar(w, LOAD, xmm, place);
}

static void store(struct writer *w, unsigned xmm, int place)
{
    scalar(w, STORE, xmm, place);
    w->last = xmm == 0 ? place : -1;
}

/* xmm ← a number, through rax. */
static void constant(struct writer *w, unsigned xmm, uint64_t bits)
{
    byte(w, 0x48);
    byte(w, 0xb8);
    bytes(w, &bits, 8);
    byte(w, 0x66);
    byte(w, 0x48);
    byte(w, 0x0f);
    byte(w, 0x6e);
    byte(w, 0xc0 | xmm << 3);
}

static const uint64_t sign_bit = 0x8000000000000000u, one_bits = 0x3ff0000000000000u;

/* ---- operations ---- */

/* xmm0 ← a op b, either of which may be there already if the order does not matter. */
static void binary(struct writer *w, unsigned op, int a, int b)
{
    bool turns = op == ADD || op == MULTIPLY;
    if (turns && b == w->last && a != w->last) {
        int swap = a;
        a = b;
        b = swap;
    }
    if (b == w->last && a != w->last) { /* loading a would overwrite b: keep b in xmm1 */
        on_registers(w, 0x66, 0x28, 1, 0);
        scalar(w, LOAD, 0, a);
        on_registers(w, 0xf2, op, 0, 1);
        return;
    }
    load(w, 0, a);
    if (b == w->last)
        on_registers(w, 0xf2, op, 0, 0);
    else
        scalar(w, op, 0, b);
}

/* xmm0 ← where the mask xmm1 is set b, else c. */
static void choose(struct writer *w, int b, int c)
{
    scalar(w, LOAD, 2, b);
    scalar(w, LOAD, 0, c);
    on_registers(w, 0x66, AND, 2, 1);
    on_registers(w, 0x66, AND_NOT, 1, 0);
    on_registers(w, 0x66, OR, 1, 2);
    on_registers(w, 0x66, 0x28, 0, 1);
}

/* xmm1 ← a relation of a and b as a mask. */
static void compare(struct writer *w, unsigned relation, int a, int b)
{
    load(w, 1, a);
    on_memory(w, 0xf2, COMPARE, 1, b);
    byte(w, relation);
}

static void truth(struct writer *w, unsigned relation, const struct instruction *in)
{
    compare(w, relation, in->a, in->b);
    constant(w, 0, one_bits);
    on_registers(w, 0x66, AND, 0, 1);
}

/* xmm0 ← a where the mask xmm1 is set or a is NaN, else b: the rest of function_min and function_max. */
static void choose_first(struct writer *w, const struct instruction *in)
{
    scalar(w, LOAD, 2, in->a);
    on_registers(w, 0xf2, COMPARE, 2, 2);
    byte(w, IS_UNORDERED);
    on_registers(w, 0x66, OR, 1, 2);
    choose(w, in->a, in->b);
}

static void least(struct writer *w, const struct instruction *in)
{
    compare(w, IS_LESS, in->a, in->b);
    choose_first(w, in);
}

static void greatest(struct writer *w, const struct instruction *in)
{
    compare(w, IS_LESS, in->b, in->a);
    choose_first(w, in);
}

/* function_power: the same products in the same order. */
static void power(struct writer *w, const struct instruction *in)
{
    int n = in->b;
    unsigned left = n < 0 ? 0u - (unsigned)n : (unsigned)n;
    bool any = false;
    load(w, 1, in->a); /* the square; the result is in xmm0 */
    if (left == 0)
        constant(w, 0, one_bits);
    for (; left != 0; left >>= 1) {
        if ((left & 1) != 0 && !any)
            on_registers(w, 0x66, 0x28, 0, 1);
        else if ((left & 1) != 0)
            on_registers(w, 0xf2, MULTIPLY, 0, 1);
        any = any || (left & 1) != 0;
        if (left > 1)
            on_registers(w, 0xf2, MULTIPLY, 1, 1);
    }
    if (n < 0) {
        constant(w, 1, one_bits);
        on_registers(w, 0xf2, DIVIDE, 1, 0);
        on_registers(w, 0x66, 0x28, 0, 1);
    }
}

/* ---- calls ---- */

/* xmm0 ← the value of any operation, by calling the function in the table: x, y, z in xmm0 … xmm2. Only integer powers
 * use n, and they have code of their own. */
static void call(struct writer *w, enum operation op, const struct instruction *in)
{
    uint64_t f = (uint64_t)(uintptr_t)operation_table[op].value;
    int arity = operation_arity(op);
    if (arity > 2)
        load(w, 2, in->c);
    if (arity > 1)
        load(w, 1, in->b);
    load(w, 0, in->a);
    byte(w, 0x48); /* mov rax, f; call rax */
    byte(w, 0xb8);
    bytes(w, &f, 8);
    byte(w, 0xff);
    byte(w, 0xd0);
    w->last = -1;
}

static void multiply_add(struct writer *w, const struct instruction *in)
{
    if (in->c == w->last && in->a != w->last && in->b != w->last) { /* c is in xmm0: the product goes to xmm1 */
        scalar(w, LOAD, 1, in->a);
        scalar(w, MULTIPLY, 1, in->b);
        on_registers(w, 0xf2, ADD, 0, 1);
        return;
    }
    binary(w, MULTIPLY, in->a, in->b);
    scalar(w, ADD, 0, in->c);
}

static void multiply_subtract(struct writer *w, const struct instruction *in)
{
    load(w, 1, in->c);
    binary(w, MULTIPLY, in->a, in->b);
    on_registers(w, 0xf2, SUBTRACT, 0, 1);
}

static void subtract_multiply(struct writer *w, const struct instruction *in)
{
    load(w, 1, in->c);
    if (in->c == w->last)
        w->last = -1; /* it is in both; xmm0 is for the product */
    binary(w, MULTIPLY, in->a, in->b);
    on_registers(w, 0xf2, SUBTRACT, 1, 0);
    on_registers(w, 0x66, 0x28, 0, 1);
}

static void add(struct writer *w, const struct instruction *in) { binary(w, ADD, in->a, in->b); }
static void subtract(struct writer *w, const struct instruction *in) { binary(w, SUBTRACT, in->a, in->b); }
static void multiply(struct writer *w, const struct instruction *in) { binary(w, MULTIPLY, in->a, in->b); }
static void divide(struct writer *w, const struct instruction *in) { binary(w, DIVIDE, in->a, in->b); }

static void negate(struct writer *w, const struct instruction *in)
{
    load(w, 0, in->a);
    constant(w, 1, sign_bit);
    on_registers(w, 0x66, XOR, 0, 1);
}

static void absolute(struct writer *w, const struct instruction *in)
{
    load(w, 0, in->a);
    constant(w, 1, ~sign_bit);
    on_registers(w, 0x66, AND, 0, 1);
}

static void square_root(struct writer *w, const struct instruction *in)
{
    load(w, 0, in->a);
    on_registers(w, 0xf2, SQRT, 0, 0);
}

static void cube(struct writer *w, const struct instruction *in)
{
    load(w, 0, in->a);
    on_registers(w, 0x66, 0x28, 1, 0);
    on_registers(w, 0xf2, MULTIPLY, 0, 0);
    on_registers(w, 0xf2, MULTIPLY, 0, 1);
}

static void less(struct writer *w, const struct instruction *in) { truth(w, IS_LESS, in); }
static void less_equal(struct writer *w, const struct instruction *in) { truth(w, IS_LESS_EQUAL, in); }
static void equal(struct writer *w, const struct instruction *in) { truth(w, IS_EQUAL, in); }
static void not_equal(struct writer *w, const struct instruction *in) { truth(w, IS_NOT_EQUAL, in); }

static void branch(struct writer *w, const struct instruction *in)
{
    load(w, 1, in->a);
    on_registers(w, 0x66, XOR, 2, 2);
    on_registers(w, 0xf2, COMPARE, 1, 2);
    byte(w, IS_NOT_EQUAL);
    choose(w, in->b, in->c);
}

/* Operations with instructions of their own; all others are called. Each leaves its value in xmm0. */
typedef void write_instruction(struct writer *w, const struct instruction *in);
static write_instruction *const inlined[OPERATIONS] = {
    [OP_ADD] = add,
    [OP_SUBTRACT] = subtract,
    [OP_MULTIPLY] = multiply,
    [OP_DIVIDE] = divide,
    [OP_NEGATE] = negate,
    [OP_MULTIPLY_ADD] = multiply_add,
    [OP_MULTIPLY_SUBTRACT] = multiply_subtract,
    [OP_SUBTRACT_MULTIPLY] = subtract_multiply,
    [OP_CUBE] = cube,
    [OP_INTEGER_POWER] = power,
    [OP_SQRT] = square_root,
    [OP_ABS] = absolute,
    [OP_MIN] = least,
    [OP_MAX] = greatest,
    [OP_LESS] = less,
    [OP_LESS_EQUAL] = less_equal,
    [OP_EQUAL] = equal,
    [OP_NOT_EQUAL] = not_equal,
    [OP_IF] = branch,
};

static void compute(struct writer *w, enum operation op, const struct instruction *in)
{
    if (inlined[op] != NULL)
        inlined[op](w, in);
    else
        call(w, op, in);
}

/* ---- the function ---- */

/* Arguments: inputs, outputs, scratch, constants in rdi, rsi, rdx, rcx. */
static void begin(struct writer *w)
{
    static const unsigned char keep[] = {0x53, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, /* push rbx, r12, r13, r14 */
                                         0x48, 0x83, 0xec, 0x08,                   /* sub rsp, 8 */
                                         0x49, 0x89, 0xfc, 0x49, 0x89, 0xf5,       /* mov r12, rdi; mov r13, rsi */
                                         0x48, 0x89, 0xd3, 0x49, 0x89, 0xce};      /* mov rbx, rdx; mov r14, rcx */
    if (w->calls)
        bytes(w, keep, sizeof keep);
}

static void end(struct writer *w)
{
    static const unsigned char back[] = {0x48, 0x83, 0xc4, 0x08,                    /* add rsp, 8 */
                                         0x41, 0x5e, 0x41, 0x5d, 0x41, 0x5c, 0x5b}; /* pop r14, r13, r12, rbx */
    if (w->calls)
        bytes(w, back, sizeof back);
    byte(w, 0xc3);
}

/* Copies outputs that are constants, inputs, or repeated. */
static void copy_outputs(struct writer *w)
{
    const struct tape *t = w->t;
    int first = t->constant_count + t->slot_count;
    for (int k = 0; k < t->output_count; k++) {
        int place = t->outputs[k];
        bool own = place >= first && place < first + t->computed_count && t->computed[place - first] == k;
        if (own)
            continue;
        struct memory m = {w->calls ? R13 : RSI, 8 * k};
        scalar(w, LOAD, 0, place);
        byte(w, 0xf2);
        if (m.base >= R8)
            byte(w, 0x41);
        byte(w, 0x0f);
        byte(w, STORE);
        byte(w, 0x80 | ((unsigned)m.base & 7));
        bytes(w, &m.offset, 4);
    }
}

void tape_make_native(struct tape *t)
{
    enum { LONGEST = 100000 }; /* longer code would not fit the caches, and much longer code not 32-bit offsets */
    struct writer w = {.t = t, .last = -1};
    if (t->length > LONGEST || t->inputs > LONGEST)
        return;
    for (int i = 0; i < t->run_count; i++)
        w.calls = w.calls || inlined[t->runs[i].op] == NULL;
    begin(&w);
    const struct instruction *in = t->at;
    for (int r = 0; r < t->run_count; r++)
        for (int k = 0; k < t->runs[r].count; k++, in++) {
            compute(&w, t->runs[r].op, in);
            store(&w, 0, in->to);
        }
    copy_outputs(&w);
    end(&w);
    t->native_size = (size_t)w.code.count;
    void *code = code_new(w.code.at, t->native_size);
    memcpy(&t->native, &code, sizeof t->native);
    ARRAY_FREE(&w.code);
}

void tape_free_native(struct tape *t)
{
    void *code;
    memcpy(&code, &t->native, sizeof code);
    code_free(code, t->native_size);
}

#else

void tape_make_native(struct tape *t) { (void)t; }
void tape_free_native(struct tape *t) { (void)t; }

#endif
