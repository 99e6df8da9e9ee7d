/* shapes.h: shared by the tests of flexible models: random numbers, deformed elements, materials. */
#ifndef TESTS_FLEXIBLE_SHAPES_H
#define TESTS_FLEXIBLE_SHAPES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/memory.h"
#include "flexible/lattice.h"

static uint64_t seed = 1;

/* −1 … 1, the same on every machine. */
static inline double scatter(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 4503599627370496.0 - 1;
}
static inline vec3 scatter3(double size) { return v3_scale(size, v3(scatter(), scatter(), scatter())); }

static inline quat some_rotation(void) { return q_unit((quat){scatter(), scatter(), scatter(), scatter()}); }

static inline void check_near(const char *what, double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%s: got %.17g, want %.17g, off by %.3g, allowed %.3g", what, got, want, got - want, tolerance);
}

/* Materials by bits: 1 viscous, 2 incompressible, 4 moldable. */
static inline struct material material_of(unsigned what)
{
    return (struct material){
        .density = 1000,
        .stiffness = 3000,
        .viscosity = what & ELEMENT_VISCOUS ? 40 : 0,
        .incompressible = (what & ELEMENT_INCOMPRESSIBLE) != 0,
        .bulk = 2e5,
        .bulk_damping = 300,
        .bulk_rate = 1e6,
        .moldable = (what & ELEMENT_MOLDABLE) != 0,
        .yield = 0.02,
        .flow = 25,
    };
}

/* The corners of a box at rest. */
static inline void box_corners(const double length[3], vec3 r[8])
{
    for (int b = 0; b < 8; b++)
        r[b] = v3((b & 1) * length[0], (b >> 1 & 1) * length[1], (b >> 2) * length[2]);
}

#endif
