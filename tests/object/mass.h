/* mass.h: mass properties compared. */
#ifndef TESTS_OBJECT_MASS_H
#define TESTS_OBJECT_MASS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "object/shape_list.h"

static inline void check_near(const char *what, double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%s: got %.17g, want %.17g, off by %.3g", what, got, want, got - want);
}

/* All ten numbers, relative to the natural size of each. */
static inline void check_same(const struct mass_properties *got, const struct mass_properties *want, double tolerance)
{
    double size = sqrt((want->inertia.xx + want->inertia.yy + want->inertia.zz) / want->mass);
    double inertia = tolerance * (want->inertia.xx + want->inertia.yy + want->inertia.zz);
    check_near("mass", got->mass, want->mass, tolerance * want->mass);
    check_near("center.x", got->center.x, want->center.x, tolerance * size);
    check_near("center.y", got->center.y, want->center.y, tolerance * size);
    check_near("center.z", got->center.z, want->center.z, tolerance * size);
    check_near("xx", got->inertia.xx, want->inertia.xx, inertia);
    check_near("yy", got->inertia.yy, want->inertia.yy, inertia);
    check_near("zz", got->inertia.zz, want->inertia.zz, inertia);
    check_near("xy", got->inertia.xy, want->inertia.xy, inertia);
    check_near("xz", got->inertia.xz, want->inertia.xz, inertia);
    check_near("yz", got->inertia.yz, want->inertia.yz, inertia);
}

#endif
