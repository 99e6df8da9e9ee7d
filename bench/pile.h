/* pile.h: the pyramid of unit boxes, the same for all engines. Plain numbers, for C and C++. */
#ifndef BENCH_PILE_H
#define BENCH_PILE_H

enum { PILE_BASE = 14, PILE_BOXES = 1015 }; /* 14² + 13² + … + 1 */
static const double pile_spacing = 1.05, pile_density = 1000, pile_friction = 0.6, pile_gravity = 9.81;
static const double pile_step = 1.0 / 60;

/* The centre of the i-th box. */
static inline void pile_place(int i, double x[3])
{
    int layer = 0;
    while (i >= (PILE_BASE - layer) * (PILE_BASE - layer)) {
        i -= (PILE_BASE - layer) * (PILE_BASE - layer);
        layer++;
    }
    int side = PILE_BASE - layer;
    x[0] = pile_spacing * (i / side - (side - 1) / 2.0);
    x[1] = pile_spacing * (i % side - (side - 1) / 2.0);
    x[2] = layer + 0.5;
}

#endif
