/* tape_batch.c: a tape run for up to TAPE_BATCH instances at once, one instruction for all of them before the next.
 *
 * The dispatch is paid once for 64 numbers, and plain arithmetic goes through vector registers; each number goes
 * through the same IEEE operations as in tape_run, so the bits are the same. Vectors are computed in steps of STEP:
 * where n is no multiple of it, the numbers behind the last instance repeat the last one and are thrown away.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "formula/functions.h"
#include "formula/tape.h"

/* Four numbers. A machine with narrower registers does them in turns. Memory need not be aligned to them. */
typedef double quad __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t mask __attribute__((vector_size(32), aligned(8), may_alias));
enum { STEP = 8 };

/* Where the numbers of each place are; the table lies in the caller's scratch, which is of doubles. */
typedef double *pointer __attribute__((may_alias));

struct batch {
    const struct tape *t;
    pointer *at;
    int n, lanes; /* instances; the same rounded up to a full step */
};

#define TO double *to = m->at[in->to]
#define OPERANDS1 const double *a = m->at[in->a]
#define OPERANDS2 OPERANDS1, *b = m->at[in->b]
#define OPERANDS3 OPERANDS2, *c = m->at[in->c]

/* For all instructions of a run, to = value; `value` is made of A, B, C, four numbers each. What is read is read
 * before anything of its step is written, for `to` may be an operand. */
#define A (*(const quad *)(a + at))
#define B (*(const quad *)(b + at))
#define C (*(const quad *)(c + at))
#define QUADS(operands, value)                                                                                         \
    for (; in < end; in++) {                                                                                           \
        TO;                                                                                                            \
        operands;                                                                                                      \
        for (int i = 0; i < m->lanes; i += STEP) {                                                                     \
            int at = i;                                                                                                \
            quad first = (value);                                                                                      \
            at += 4;                                                                                                   \
            *(quad *)(to + at) = (value);                                                                              \
            *(quad *)(to + i) = first;                                                                                 \
        }                                                                                                              \
    }                                                                                                                  \
    break

/* The same number by number, for functions that have no vector form. */
#define SINGLES(operands, value)                                                                                       \
    for (; in < end; in++) {                                                                                           \
        TO;                                                                                                            \
        operands;                                                                                                      \
        for (int i = 0; i < m->n; i++)                                                                                 \
            to[i] = (value);                                                                                           \
        for (int i = m->n; i < m->lanes; i++)                                                                          \
            to[i] = to[m->n - 1];                                                                                      \
    }                                                                                                                  \
    break

/* x where the mask is set, y elsewhere: nothing of the other side gets through, be it a NaN. */
#define BITS(v) ((mask)(v))
#define CHOOSE(m, x, y) ((quad)(((m)&BITS(x)) | (~(m)&BITS(y))))

/* function_power for many: the same products in the same order. */
static inline __attribute__((always_inline)) void power(int n, int lanes, double *to, const double *a)
{
    const quad one = {1, 1, 1, 1};
    for (int at = 0; at < lanes; at += 4) {
        unsigned left = n < 0 ? 0u - (unsigned)n : (unsigned)n;
        quad square = A, result = one;
        for (; left != 0; left >>= 1) {
            if ((left & 1) != 0)
                result *= square;
            if (left > 1)
                square *= square;
        }
        if (n < 0)
            result = one / result;
        *(quad *)(to + at) = result;
    }
}

static inline __attribute__((always_inline)) void apply(enum code code, const struct instruction *in,
                                                        const struct instruction *end, const struct batch *m)
{
    const quad zero = {0, 0, 0, 0}, one = {1, 1, 1, 1};
    const mask sign = {INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN};
    switch (code) {
    case CODE_ADD:
        QUADS(OPERANDS2, A + B);
    case CODE_SUBTRACT:
        QUADS(OPERANDS2, A - B);
    case CODE_MULTIPLY:
        QUADS(OPERANDS2, A * B);
    case CODE_DIVIDE:
        QUADS(OPERANDS2, A / B);
    case CODE_NEGATE:
        QUADS(OPERANDS1, -A);
    case CODE_MULTIPLY_ADD:
        QUADS(OPERANDS3, A * B + C);
    case CODE_MULTIPLY_SUBTRACT:
        QUADS(OPERANDS3, A * B - C);
    case CODE_SUBTRACT_MULTIPLY:
        QUADS(OPERANDS3, C - A * B);
    case CODE_CUBE:
        QUADS(OPERANDS1, A * (A * A));
    case CODE_ABS:
        QUADS(OPERANDS1, (quad)(~sign & BITS(A)));
    case CODE_SIGN:
        QUADS(OPERANDS1, CHOOSE(A > zero, one, CHOOSE(A < zero, -one, A + zero)));
    case CODE_MIN:
        QUADS(OPERANDS2, CHOOSE((A < B) | (A != A), A, B));
    case CODE_MAX:
        QUADS(OPERANDS2, CHOOSE((A > B) | (A != A), A, B));
    case CODE_LESS:
        QUADS(OPERANDS2, CHOOSE(A < B, one, zero));
    case CODE_LESS_EQUAL:
        QUADS(OPERANDS2, CHOOSE(A <= B, one, zero));
    case CODE_EQUAL:
        QUADS(OPERANDS2, CHOOSE(A == B, one, zero));
    case CODE_NOT_EQUAL:
        QUADS(OPERANDS2, CHOOSE(A != B, one, zero));
    case CODE_IF:
        QUADS(OPERANDS3, CHOOSE(A != zero, B, C));
    case CODE_POWER:
        for (; in < end; in++)
            power(in->b, m->lanes, m->at[in->to], m->at[in->a]);
        break;
    case CODE_RAISE:
        SINGLES(OPERANDS2, function_raise(a[i], b[i]));
    case CODE_SQRT:
        SINGLES(OPERANDS1, sqrt(a[i]));
    case CODE_SIN:
        SINGLES(OPERANDS1, sin(a[i]));
    case CODE_COS:
        SINGLES(OPERANDS1, cos(a[i]));
    case CODE_TAN:
        SINGLES(OPERANDS1, tan(a[i]));
    case CODE_ASIN:
        SINGLES(OPERANDS1, asin(a[i]));
    case CODE_ACOS:
        SINGLES(OPERANDS1, acos(a[i]));
    case CODE_ATAN:
        SINGLES(OPERANDS1, atan(a[i]));
    case CODE_ATAN2:
        SINGLES(OPERANDS2, atan2(a[i], b[i]));
    case CODE_EXP:
        SINGLES(OPERANDS1, exp(a[i]));
    case CODE_LOG:
        SINGLES(OPERANDS1, log(a[i]));
    case CODE_TURN:
        SINGLES(OPERANDS1, function_turn(in->b, a[i]));
    }
}

static inline __attribute__((always_inline)) void run_all(const struct batch *m)
{
    const struct instruction *in = m->t->at;
    for (const struct run *run = m->t->runs, *end = run + m->t->run_count; run < end; in += run->count, run++)
        apply(run->code, in, in + run->count, m);
}

static void run_plain(const struct batch *m) { run_all(m); }

/* The same for machines with wider registers; without fused multiply-add, so the bits stay. */
#if defined(__x86_64__)
__attribute__((target("avx2"))) static void run_wide(const struct batch *m) { run_all(m); }
static bool is_wide(void) { return __builtin_cpu_supports("avx2"); }
#else
static void run_wide(const struct batch *m) { run_all(m); }
static bool is_wide(void) { return false; }
#endif

/* Constants lie in the tape, inputs and outputs with the caller, registers in the scratch. */
static void point(const struct batch *m, int stride, const double *inputs, double *outputs, double *scratch)
{
    const struct tape *t = m->t;
    pointer *at = m->at;
    for (int k = 0; k < t->constant_count; k++)
        *at++ = t->constants + (ptrdiff_t)k * TAPE_BATCH; /* never written */
    for (int k = 0; k < t->slot_count; k++)
        *at++ = (double *)inputs + (ptrdiff_t)t->slots[k] * stride; /* never written */
    for (int k = 0; k < t->computed_count; k++)
        *at++ = outputs + (ptrdiff_t)t->computed[k] * stride;
    for (int k = (int)(at - m->at); k < t->places; k++)
        *at++ = scratch + (ptrdiff_t)k * TAPE_BATCH;
}

/* Where n is no full step inputs and outputs are moved to the scratch too. The inputs are copied, and repeat the last
 * instance up to a full step. */
static void pad(const struct batch *m, double *scratch)
{
    const struct tape *t = m->t;
    int first = t->constant_count, end = first + t->slot_count + t->computed_count;
    for (int k = first; k < end; k++) {
        const double *from = m->at[k];
        double *to = scratch + (ptrdiff_t)k * TAPE_BATCH;
        for (int i = 0; i < m->lanes && k < first + t->slot_count; i++)
            to[i] = from[i < m->n ? i : m->n - 1];
        m->at[k] = to;
    }
}

void tape_run_lanes(const struct tape *t, int n, int stride, const double *inputs, double *outputs, double *scratch,
                    bool wide)
{
    if (n <= 0)
        return;
    struct batch m = {t, (pointer *)(scratch + (ptrdiff_t)t->places * TAPE_BATCH), n, (n + STEP - 1) / STEP * STEP};
    point(&m, stride, inputs, outputs, scratch);
    if (m.lanes != n)
        pad(&m, scratch);
    if (wide && t->native_batch != NULL)
        t->native_batch(m.at, sizeof(double) * (size_t)m.lanes, t->row,
                        scratch + (ptrdiff_t)(t->constant_count + t->slot_count + t->computed_count) * TAPE_BATCH);
    else if (wide)
        run_wide(&m);
    else
        run_plain(&m);
    for (int k = 0; k < t->output_count; k++) {
        const double *from = m.at[t->outputs[k]];
        double *to = outputs + (ptrdiff_t)k * stride;
        if (from != to)
            memcpy(to, from, (size_t)n * sizeof *to);
    }
}

void tape_run_batch(const struct tape *t, int n, int stride, const double *inputs, double *outputs, double *scratch)
{
    tape_run_lanes(t, n, stride, inputs, outputs, scratch, is_wide());
}
