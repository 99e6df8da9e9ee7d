/* contact_sweep.c: the sweep over contacts, compiled for the registers that every processor has and for wider ones. Both
 * do the same operations in the same order, so that both give the same bits. */
#include "contact/contact_solver.h"

/* gcc 12 takes vectors that it has to split, for want of wide registers, for uninitialised ones. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#define SWEEP(name) plain_##name
#define SWEEP_TARGET static
#include "contact/contact_sweep.h"
#undef SWEEP
#undef SWEEP_TARGET
#undef CHOOSE
#undef PUSHED
#undef INLINE

#if defined(__x86_64__)
#define SWEEP(name) wide_##name
#define SWEEP_TARGET __attribute__((target("avx2"))) static
#include "contact/contact_sweep.h"
#endif

void contact_solver_sweep(struct contact_solver *s, bool bias)
{
#if defined(__x86_64__)
    if (s->wide) {
        wide_all(s, 0, s->groups, bias);
        return;
    }
#endif
    plain_all(s, 0, s->groups, bias);
}

void contact_sweep_prepare(struct contact_solver *s)
{
#if defined(__x86_64__)
    if (s->wide) {
        wide_prepare(s, 0, s->groups);
        return;
    }
#endif
    plain_prepare(s, 0, s->groups);
}

void contact_solver_warm(struct contact_solver *s)
{
#if defined(__x86_64__)
    if (s->wide) {
        wide_warm(s, 0, s->groups);
        return;
    }
#endif
    plain_warm(s, 0, s->groups);
}

bool contact_sweep_can_be_wide(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}
