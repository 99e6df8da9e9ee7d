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

/* Two numbers, the width every 64-bit machine has. Memory need not be aligned to it. */
typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));
typedef int64_t mask __attribute__((vector_size(16), aligned(8), may_alias));
enum { STEP = 4 };

#define AT(p) (*(const pair *)((p) + i))
#define BITS(v) ((mask)(v))

/* to[i] = value, for all i; `value` is made of pairs AT(a), AT(b), AT(c). */
#define PAIRS(value)                                                                                                   \
    for (int i = 0; i < lanes; i += STEP) {                                                                            \
        pair first = (value);                                                                                          \
        i += 2;                                                                                                        \
        pair second = (value);                                                                                         \
        i -= 2;                                                                                                        \
        *(pair *)(to + i) = first;                                                                                     \
        *(pair *)(to + i + 2) = second;                                                                                \
    }                                                                                                                  \
    break

/* to[i] = value, number by number, for functions that have no vector form. */
#define SINGLES(value)                                                                                                 \
    for (int i = 0; i < n; i++)                                                                                        \
        to[i] = (value);                                                                                               \
    for (int i = n; i < lanes; i++)                                                                                    \
        to[i] = to[n - 1];                                                                                             \
    break

/* x where the mask is set, y elsewhere: no number of the other side gets through, be it a NaN. */
#define CHOOSE(m, x, y) ((pair)(((m)&BITS(x)) | (~(m)&BITS(y))))

static void apply(enum code code, const struct instruction *in, int n, int lanes, double *to, const double *a,
                  const double *b, const double *c)
{
    const pair zero = {0, 0}, one = {1, 1};
    const mask sign = {INT64_MIN, INT64_MIN};
    switch (code) {
    case CODE_ADD:
        PAIRS(AT(a) + AT(b));
    case CODE_SUBTRACT:
        PAIRS(AT(a) - AT(b));
    case CODE_MULTIPLY:
        PAIRS(AT(a) * AT(b));
    case CODE_DIVIDE:
        PAIRS(AT(a) / AT(b));
    case CODE_NEGATE:
        PAIRS(-AT(a));
    case CODE_MULTIPLY_ADD:
        PAIRS(AT(a) * AT(b) + AT(c));
    case CODE_MULTIPLY_SUBTRACT:
        PAIRS(AT(a) * AT(b) - AT(c));
    case CODE_SUBTRACT_MULTIPLY:
        PAIRS(AT(c) - AT(a) * AT(b));
    case CODE_CUBE:
        PAIRS(AT(a) * (AT(a) * AT(a)));
    case CODE_ABS:
        PAIRS((pair)(~sign & BITS(AT(a))));
    case CODE_MIN:
        PAIRS(CHOOSE((AT(a) < AT(b)) | (AT(a) != AT(a)), AT(a), AT(b)));
    case CODE_MAX:
        PAIRS(CHOOSE((AT(a) > AT(b)) | (AT(a) != AT(a)), AT(a), AT(b)));
    case CODE_LESS:
        PAIRS(CHOOSE(AT(a) < AT(b), one, zero));
    case CODE_LESS_EQUAL:
        PAIRS(CHOOSE(AT(a) <= AT(b), one, zero));
    case CODE_EQUAL:
        PAIRS(CHOOSE(AT(a) == AT(b), one, zero));
    case CODE_NOT_EQUAL:
        PAIRS(CHOOSE(AT(a) != AT(b), one, zero));
    case CODE_IF:
        PAIRS(CHOOSE(AT(a) != zero, AT(b), AT(c)));
    case CODE_RAISE:
        SINGLES(function_raise(a[i], b[i]));
    case CODE_POWER:
        SINGLES(function_power(a[i], in->b));
    case CODE_SQRT:
        SINGLES(sqrt(a[i]));
    case CODE_SIGN:
        SINGLES(function_sign(a[i]));
    case CODE_SIN:
        SINGLES(sin(a[i]));
    case CODE_COS:
        SINGLES(cos(a[i]));
    case CODE_TAN:
        SINGLES(tan(a[i]));
    case CODE_ASIN:
        SINGLES(asin(a[i]));
    case CODE_ACOS:
        SINGLES(acos(a[i]));
    case CODE_ATAN:
        SINGLES(atan(a[i]));
    case CODE_ATAN2:
        SINGLES(atan2(a[i], b[i]));
    case CODE_EXP:
        SINGLES(exp(a[i]));
    case CODE_LOG:
        SINGLES(log(a[i]));
    case CODE_TURN:
        SINGLES(function_turn(in->b, a[i]));
    }
}

/* Where the numbers of a place are. */
struct batch {
    const struct tape *t;
    const double *inputs;
    int stride;
    bool padded; /* the inputs were copied to the scratch */
    double *scratch;
};

static inline const double *numbers(const struct batch *m, int place)
{
    int input = place - m->t->constant_count;
    if (input < 0)
        return m->t->constants + (ptrdiff_t)place * TAPE_BATCH;
    if (input < m->t->slot_count && !m->padded)
        return m->inputs + (ptrdiff_t)m->t->slots[input] * m->stride;
    return m->scratch + (ptrdiff_t)place * TAPE_BATCH;
}

/* Copies the inputs, repeating the last instance up to a full step. */
static void pad_inputs(const struct batch *m, int n, int lanes)
{
    for (int k = 0; k < m->t->slot_count; k++) {
        const double *from = m->inputs + (ptrdiff_t)m->t->slots[k] * m->stride;
        double *to = m->scratch + (ptrdiff_t)(m->t->constant_count + k) * TAPE_BATCH;
        for (int i = 0; i < lanes; i++)
            to[i] = from[i < n ? i : n - 1];
    }
}

void tape_run_batch(const struct tape *t, int n, int stride, const double *inputs, double *outputs, double *scratch)
{
    if (n <= 0)
        return;
    int lanes = (n + STEP - 1) / STEP * STEP;
    struct batch m = {t, inputs, stride, lanes != n, scratch};
    if (m.padded)
        pad_inputs(&m, n, lanes);
    const struct instruction *in = t->at;
    for (int k = 0; k < t->run_count; k++) {
        enum code code = t->runs[k].code;
        bool has_b = code != CODE_POWER && code != CODE_TURN;
        for (const struct instruction *end = in + t->runs[k].count; in < end; in++) {
            const double *a = numbers(&m, in->a), *b = has_b ? numbers(&m, in->b) : a, *c = numbers(&m, in->c);
            apply(code, in, n, lanes, scratch + (ptrdiff_t)in->to * TAPE_BATCH, a, b, c);
        }
    }
    for (int k = 0; k < t->output_count; k++) {
        const double *from = numbers(&m, t->outputs[k]);
        double *to = outputs + (ptrdiff_t)k * stride;
        for (int i = 0; i < n; i++)
            to[i] = from[i];
    }
}
