/* chain_kernel.h: the constraint forces of a hanging chain of equal bodies, written by hand for that one model.
 *
 * The yardstick for the general solver: the same mathematics, exact, but the shape
 * of the model is in the code: body k hangs from body k − 1 by a ball joint, so the
 * matrix is block tridiagonal with 3×3 blocks and is eliminated in one sweep. The
 * bodies may have any inertia and their joints any place.
 */
#ifndef BENCH_CHAIN_KERNEL_H
#define BENCH_CHAIN_KERNEL_H

#include <stddef.h>

/* One body; 13 numbers of state, then the result. World axes, SI units. */
struct chain_body {
    double x[3], q[4];     /* centre of mass, unit quaternion w x y z, body to world */
    double v[3], w[3];     /* of the centre of mass; angular velocity */
    double a[3], alpha[3]; /* out: accelerations */
};

struct chain {
    size_t count;
    struct chain_body *bodies;
    double (*lambda)[3];       /* out: force of joint k on body k, N */
    double upper[3], lower[3]; /* the joints from the centre of mass, body axes, m */
    double mass, inertia[3];   /* kg; principal moments along the body axes, kg m² */
    double nail[3];            /* the fixed point the first body hangs from, m */
    double gravity[3];         /* m/s² */
    double tau;                /* s */
    double *work;              /* chain_work(count) numbers */
};

size_t chain_work(size_t count);

/* Forces in the joints and accelerations of all bodies at the present state. */
void chain_evaluate(struct chain *c);

#endif
