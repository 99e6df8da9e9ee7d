/* newton.h: velocities and impulses of an island by Newton's method (method §2, Contact and friction).
 *
 * Unknown is z, the change of velocities in units in which every mass is 1. A cone is a group of one or three rows with
 * impulses γ in a convex set K, and
 *
 *   minimize over z   ½ |z|² + Σ φ(u),   u = J z + bias,   −∂φ/∂u = γ = P(start − u / give)
 *
 * where P is the projection onto K. `give` is small: with start = 0 the rows yield by give · γ, and each further solution
 * with start ← γ (newton_refine) reduces that by orders of magnitude. The answer depends on the problem alone: what is
 * remembered from earlier steps may only be where the iteration starts.
 */
#ifndef CONTACT_NEWTON_H
#define CONTACT_NEWTON_H

#include "base/memory.h"
#include "linear/ldl.h"

enum cone_type {
    CONE_EQUAL,    /* one row: any γ */
    CONE_PUSH,     /* one row: γ ≥ 0 */
    CONE_BOUNDED,  /* one row: |γ| ≤ bound */
    CONE_FRICTION, /* a normal and two tangents: |γ_t| ≤ bound · γ_n */
    CONE_DISC      /* two rows: |γ| ≤ bound */
};

struct cone {
    enum cone_type type;
    signed char rows, parts; /* rows: 1 to 3 */
    bool soft;               /* the first row yields: it is not refined */
    int part;                /* the first of its parts */
    int offset;              /* and of the places of their products in the matrix */
    double bound;            /* see above */
    double give;
    double bias[3], start[3], impulse[3];
    double u[3], along[3]; /* now, and its change along the direction of a search */
};

struct cone_part {
    int body;
    double j[18]; /* by row, six columns each */
};

struct cone_place {
    long offset;
    bool turned; /* stored transposed */
};

struct newton {
    ARRAY(signed char) dofs;
    ARRAY(double) unit; /* by body: a speed is unit · |z| */
    ARRAY(struct cone) cones;
    ARRAY(struct cone_part) parts;
    ARRAY(struct cone_place) places;
    ARRAY(int) pairs, sizes; /* the pattern, and that of the analysis */
    ARRAY(int) old_pairs, old_sizes;
    struct ldl *pattern;
    struct ldl_numbers *matrix;
    int rows;
    int *at; /* by body: its first number in vectors */
    double *z, *gradient, *way, *spare;
    int capacity, body_capacity;
    bool factored; /* the factors are of this problem */
    long factorizations, iterations;
};

struct newton *newton_new(void);
void newton_free(struct newton *n);

/* An empty problem; then bodies, cones with their parts, and newton_ready. */
void newton_begin(struct newton *n);
int newton_body(struct newton *n, int dofs, double unit);
/* A cone of this many rows: its index. Parts are added to the last cone: the columns of its rows by one body. */
int newton_cone(struct newton *n, enum cone_type type, int rows);
double *newton_part(struct newton *n, int body);
/* J Jᵀ of row r of a cone: the inverse of its effective mass. */
double newton_response(const struct newton *n, const struct cone *c, int r);
/* Analyses the pattern, unless it is that of the last problem; z = 0. */
void newton_ready(struct newton *n);
/* Estimated floating-point operations of a factorization. */
double newton_cost(const struct newton *n);
/* Starts from the solution for the sides of the cones on which their impulses are, if that is better than z = 0. */
void newton_guess(struct newton *n);
/* Changes z until it moves by less than `enough`, a speed. False if it does not get there with so many
 * factorizations. */
bool newton_solve(struct newton *n, double enough, int most);
/* start ← γ. Returns how fast rows yielded, the largest. */
double newton_refine(struct newton *n);
/* u of all cones, and their impulses, at z. */
void newton_look(struct newton *n);

#endif
