/* native_batch.c: a tape as machine code for many instances, on x86-64 with AVX2: all of the tape for four instances in
 * ymm registers, then for the next four. Only tapes that call no function: where one does, the calls are the cost.
 *
 * The same IEEE operations as in tape_run, and none of them fused, so the bits are the same. What was computed or loaded
 * last is in ymm0 … ymm9, in turns, and is found there; all of it is also written to a small row, 32 bytes a register of the
 * tape, for when it is asked for later.
 *
 *   rdi   where each place begins (tape_batch.c), for inputs and outputs     rsi   end of the lanes, bytes
 *   rdx   constants, one number each                                        rcx   the row of registers
 *   r9    offset of the lane at work, bytes                                 ymm13, 14, 15   0, 1, the sign bit
 */
#include <string.h>

#include "base/code.h"
#include "base/memory.h"
#include "formula/tape.h"

#if defined(__x86_64__) && defined(__unix__)

enum { MOVE = 0x10, STORE = 0x11, COPY = 0x28, SQRT = 0x51, AND = 0x54, AND_NOT = 0x55, OR = 0x56, XOR = 0x57 };
enum { ADD = 0x58, MULTIPLY = 0x59, SUBTRACT = 0x5c, DIVIDE = 0x5e, COMPARE = 0xc2 };
enum { IS_EQUAL = 0, IS_LESS = 1, IS_LESS_EQUAL = 2, IS_UNORDERED = 3, IS_NOT_EQUAL = 4 };
enum { CACHE = 10, HELP = 10, HELP2 = 11, HELP3 = 12, ZERO = 13, ONE = 14, SIGN_BIT = 15 };

struct writer {
    const struct tape *t;
    ARRAY(unsigned char) code;
    int holds[CACHE];  /* the place whose value is in ymm0 … ymm9; -1: none */
    bool taken[CACHE]; /* by the instruction at work */
    int next;          /* to be taken */
    unsigned result;   /* where its value goes */
};

static void byte(struct writer *w, unsigned b) { ARRAY_PUSH(&w->code, (unsigned char)b); }

static void bytes(struct writer *w, const void *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        byte(w, ((const unsigned char *)p)[i]);
}

/* The VEX prefix of a 256-bit operation on doubles; `map` 1: 0F, 2: 0F 38, 3: 0F 3A. The bits of registers above 7 are
 * stored inverted, as is the second operand. */
static void vex(struct writer *w, unsigned map, unsigned reg, unsigned second, unsigned index, unsigned base)
{
    byte(w, 0xc4);
    byte(w, (reg < 8 ? 0x80u : 0) | (index < 8 ? 0x40u : 0) | (base < 8 ? 0x20u : 0) | map);
    byte(w, (~second & 15) << 3 | 1 << 2 | 1);
}

/* to ← a op b */
static void on3(struct writer *w, unsigned op, unsigned to, unsigned a, unsigned b)
{
    vex(w, 1, to, a, 0, b);
    byte(w, op);
    byte(w, 0xc0 | (to & 7) << 3 | (b & 7));
}

static void compare(struct writer *w, unsigned relation, unsigned to, unsigned a, unsigned b)
{
    on3(w, COMPARE, to, a, b);
    byte(w, relation);
}

/* to ← b where the mask is set, a elsewhere */
static void choose(struct writer *w, unsigned to, unsigned a, unsigned b, unsigned mask)
{
    vex(w, 3, to, a, 0, b);
    byte(w, 0x4b);
    byte(w, 0xc0 | (to & 7) << 3 | (b & 7));
    byte(w, mask << 4);
}

/* ---- places ---- */

static int first_output(const struct tape *t) { return t->constant_count + t->slot_count; }
static int first_register(const struct tape *t) { return first_output(t) + t->computed_count; }

/* op of a register and a place that is an input, an output or a register of the tape. */
static void on_place(struct writer *w, unsigned op, unsigned reg, int place)
{
    const int own = first_register(w->t);
    if (place >= own) { /* [rcx + offset] */
        int32_t offset = 32 * (place - own);
        vex(w, 1, reg, 0, 0, 0);
        byte(w, op);
        byte(w, 0x80 | (reg & 7) << 3 | 1);
        bytes(w, &offset, 4);
        return;
    }
    int32_t offset = 8 * place;
    static const unsigned char load_pointer[] = {0x48, 0x8b, 0x87}; /* mov rax, [rdi + offset] */
    bytes(w, load_pointer, 3);
    bytes(w, &offset, 4);
    vex(w, 1, reg, 0, 9, 0); /* [rax + r9] */
    byte(w, op);
    byte(w, 0x04 | (reg & 7) << 3);
    byte(w, 0x08);
}

/* A register that this instruction does not use yet. */
static unsigned take(struct writer *w)
{
    do
        w->next = (w->next + 1) % CACHE;
    while (w->taken[w->next]);
    w->taken[w->next] = true;
    w->holds[w->next] = -1;
    return (unsigned)w->next;
}

/* The register that holds a place. */
static unsigned get(struct writer *w, int place)
{
    for (int r = 0; r < CACHE; r++)
        if (w->holds[r] == place) {
            w->taken[r] = true;
            return (unsigned)r;
        }
    unsigned r = take(w);
    if (place < w->t->constant_count) { /* vbroadcastsd r, [rdx + offset] */
        int32_t offset = 8 * place;
        vex(w, 2, r, 0, 0, 0);
        byte(w, 0x19);
        byte(w, 0x80 | (r & 7) << 3 | 2);
        bytes(w, &offset, 4);
    } else {
        on_place(w, MOVE, r, place);
    }
    w->holds[r] = place;
    return r;
}

/* The value is in w->result from now on, and in its place. */
static void put(struct writer *w, int place)
{
    for (int r = 0; r < CACHE; r++) {
        w->taken[r] = false;
        if (w->holds[r] == place)
            w->holds[r] = -1;
    }
    w->holds[w->result] = place;
    on_place(w, STORE, w->result, place);
}

static void forget(struct writer *w)
{
    for (int r = 0; r < CACHE; r++)
        w->holds[r] = -1;
}

/* ---- operations ---- */

/* function_power: the same products in the same order. */
static void power(struct writer *w, unsigned a, int n)
{
    unsigned left = n < 0 ? 0u - (unsigned)n : (unsigned)n, square = a;
    bool any = false;
    if (left == 0)
        on3(w, OR, HELP2, ONE, ONE);
    for (; left != 0; left >>= 1) {
        if ((left & 1) != 0)
            on3(w, any ? MULTIPLY : OR, HELP2, any ? HELP2 : square, square);
        any = any || (left & 1) != 0;
        if (left > 1) {
            on3(w, MULTIPLY, HELP, square, square);
            square = HELP;
        }
    }
    on3(w, n < 0 ? DIVIDE : OR, w->result, n < 0 ? ONE : HELP2, HELP2);
}

static void sign(struct writer *w, unsigned a)
{
    on3(w, ADD, HELP3, a, ZERO);
    on3(w, OR, HELP2, ONE, SIGN_BIT);
    compare(w, IS_LESS, HELP, a, ZERO);
    choose(w, HELP3, HELP3, HELP2, HELP);
    compare(w, IS_LESS, HELP, ZERO, a);
    choose(w, w->result, HELP3, ONE, HELP);
}

static void extreme(struct writer *w, bool least, unsigned a, unsigned b)
{
    compare(w, IS_LESS, HELP, least ? a : b, least ? b : a);
    compare(w, IS_UNORDERED, HELP2, a, a);
    on3(w, OR, HELP, HELP, HELP2);
    choose(w, w->result, b, a, HELP);
}

static void truth(struct writer *w, unsigned relation, unsigned a, unsigned b)
{
    compare(w, relation, HELP, a, b);
    on3(w, AND, w->result, HELP, ONE);
}

static int arity(enum code code)
{
    switch (code) {
    case CODE_MULTIPLY_ADD:
    case CODE_MULTIPLY_SUBTRACT:
    case CODE_SUBTRACT_MULTIPLY:
    case CODE_IF:
        return 3;
    case CODE_ADD:
    case CODE_SUBTRACT:
    case CODE_MULTIPLY:
    case CODE_DIVIDE:
    case CODE_MIN:
    case CODE_MAX:
    case CODE_LESS:
    case CODE_LESS_EQUAL:
    case CODE_EQUAL:
    case CODE_NOT_EQUAL:
        return 2;
    default:
        return 1;
    }
}

/* The value of one instruction to w->result; false if it needs a function. */
static bool compute(struct writer *w, enum code code, const struct instruction *in)
{
    const int operands = arity(code);
    const unsigned a = get(w, in->a), b = operands > 1 ? get(w, in->b) : a, c = operands > 2 ? get(w, in->c) : a;
    w->result = take(w);
    switch (code) {
    case CODE_ADD:
    case CODE_SUBTRACT:
    case CODE_MULTIPLY:
    case CODE_DIVIDE:
        on3(w,
            code == CODE_ADD        ? ADD
            : code == CODE_SUBTRACT ? SUBTRACT
            : code == CODE_MULTIPLY ? MULTIPLY
                                    : DIVIDE,
            w->result, a, b);
        return true;
    case CODE_NEGATE:
        on3(w, XOR, w->result, a, SIGN_BIT);
        return true;
    case CODE_ABS:
        on3(w, AND_NOT, w->result, SIGN_BIT, a);
        return true;
    case CODE_MULTIPLY_ADD:
    case CODE_MULTIPLY_SUBTRACT:
    case CODE_SUBTRACT_MULTIPLY:
        on3(w, MULTIPLY, HELP, a, b);
        if (code == CODE_SUBTRACT_MULTIPLY)
            on3(w, SUBTRACT, w->result, c, HELP);
        else
            on3(w, code == CODE_MULTIPLY_ADD ? ADD : SUBTRACT, w->result, HELP, c);
        return true;
    case CODE_CUBE:
        on3(w, MULTIPLY, HELP, a, a);
        on3(w, MULTIPLY, w->result, a, HELP);
        return true;
    case CODE_POWER:
        power(w, a, in->b);
        return true;
    case CODE_SQRT:
        on3(w, SQRT, w->result, 0, a); /* takes no second operand */
        return true;
    case CODE_SIGN:
        sign(w, a);
        return true;
    case CODE_MIN:
    case CODE_MAX:
        extreme(w, code == CODE_MIN, a, b);
        return true;
    case CODE_LESS:
        truth(w, IS_LESS, a, b);
        return true;
    case CODE_LESS_EQUAL:
        truth(w, IS_LESS_EQUAL, a, b);
        return true;
    case CODE_EQUAL:
        truth(w, IS_EQUAL, a, b);
        return true;
    case CODE_NOT_EQUAL:
        truth(w, IS_NOT_EQUAL, a, b);
        return true;
    case CODE_IF:
        compare(w, IS_NOT_EQUAL, HELP, a, ZERO);
        choose(w, w->result, c, b, HELP);
        return true;
    case CODE_RAISE:
    case CODE_SIN:
    case CODE_COS:
    case CODE_TAN:
    case CODE_ASIN:
    case CODE_ACOS:
    case CODE_ATAN:
    case CODE_ATAN2:
    case CODE_EXP:
    case CODE_LOG:
    case CODE_TURN:
        break;
    }
    return false;
}

/* ---- the whole ---- */

/* A number in all lanes of a register above 7, through rax and xmm10. */
static void spread(struct writer *w, unsigned reg, uint64_t bits)
{
    static const unsigned char number[] = {0x48, 0xb8},
                               through[] = {0xc4, 0x61, 0xf9, 0x6e, 0xd0}; /* vmovq xmm10, rax */
    bytes(w, number, 2);
    bytes(w, &bits, 8);
    bytes(w, through, 5);
    vex(w, 2, reg, 0, 0, HELP); /* vbroadcastsd */
    byte(w, 0x19);
    byte(w, 0xc0 | (reg & 7) << 3 | (HELP & 7));
}

static bool write_all(struct writer *w)
{
    const struct tape *t = w->t;
    static const unsigned char clear[] = {0x45, 0x31, 0xc9};                        /* xor r9d, r9d */
    static const unsigned char next[] = {0x49, 0x83, 0xc1, 0x20, 0x49, 0x39, 0xf1}; /* add r9, 32; cmp r9, rsi */
    static const unsigned char leave[] = {0xc5, 0xf8, 0x77, 0xc3};                  /* vzeroupper; ret */
    spread(w, ONE, 0x3ff0000000000000u);
    spread(w, SIGN_BIT, 0x8000000000000000u);
    on3(w, XOR, ZERO, ZERO, ZERO);
    bytes(w, clear, sizeof clear);
    int begin = w->code.count;
    forget(w);
    const struct instruction *in = t->at;
    for (int r = 0; r < t->run_count; r++)
        for (int k = 0; k < t->runs[r].count; k++, in++) {
            if (!compute(w, t->runs[r].code, in))
                return false;
            put(w, in->to);
        }
    bytes(w, next, sizeof next);
    int32_t back = begin - (w->code.count + 6);
    byte(w, 0x0f); /* jb begin */
    byte(w, 0x82);
    bytes(w, &back, 4);
    bytes(w, leave, sizeof leave);
    return true;
}

void tape_prepare_batch(struct tape *t)
{
    enum { LONGEST = 20000 };
    struct writer w = {.t = t};
    if (t->native_batch != NULL || t->length == 0 || t->length > LONGEST || !__builtin_cpu_supports("avx2"))
        return;
    if (write_all(&w)) {
        t->native_batch_size = (size_t)w.code.count;
        void *code = code_new(w.code.at, t->native_batch_size);
        memcpy(&t->native_batch, &code, sizeof t->native_batch);
    }
    ARRAY_FREE(&w.code);
}

void tape_free_native_batch(struct tape *t)
{
    void *code;
    memcpy(&code, &t->native_batch, sizeof code);
    code_free(code, t->native_batch_size);
}

#else

void tape_prepare_batch(struct tape *t) { (void)t; }
void tape_free_native_batch(struct tape *t) { (void)t; }

#endif
