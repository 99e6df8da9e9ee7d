/* constraint_wide.h: four constraints of one kind at once (math/wide.h). */
#ifndef CONSTRAINT_CONSTRAINT_WIDE_H
#define CONSTRAINT_CONSTRAINT_WIDE_H

#include "constraint/constraint.h"
#include "math/wide.h"

/* As struct pose, struct signal and struct rows, member by member. */
struct wide_pose {
    wide3 x;
    wide3 v, w;
    wide3 a, alpha;
    wide_mat3 r;
    wide_sym3 inverse_inertia;
    wide inverse_mass;
};
struct wide_signal {
    wide3 y, yd, beta, lever;
};
struct wide_rows {
    wide c[CONSTRAINT_ROWS], cd[CONSTRAINT_ROWS], gamma[CONSTRAINT_ROWS];
    wide j[CONSTRAINT_INPUTS][CONSTRAINT_ROWS * 6];
};

#endif
