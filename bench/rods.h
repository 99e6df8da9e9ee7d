/* rods.h: the models that Tenon and other engines are measured by: equal rods and the joints between them. The same
 * start and the same measures for all.
 *
 * Chains: rods of 0.5 m, radius 0.05 m, density 1000, joined end to end by ball joints. The open chain hangs from the
 * origin by one end and begins level along x, at rest. The other hangs between two towers at one height, 0.8 of its
 * length apart, and begins as a straight-sided V, at rest.
 *
 * Four-bars: N parallelograms in a row (the N-four-bar problem A02 of the IFToMM library): slender rods of 1 kg and 1 m
 * on hinges, N + 1 cranks upright on (i, 0, 0), N couplers over them, the tips at 1 m/s. Cranks are the rods 0 … N.
 *
 * Gravity is along −z and all motion stays in the x-z plane. A joint comes after the rods it joins have their way to the
 * world through earlier joints; one whose rods both have one already closes a loop. Plain C that C++ may include.
 */
#ifndef BENCH_RODS_H
#define BENCH_RODS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A rod's axis is its own z; end1 is at −z. World axes, SI units. */
struct rods_pose {
    double center[3], q[4]; /* unit quaternion w x y z, body to world */
    double velocity[3], spin[3];
};

/* The end of rod a meets the end of rod b. a = −1: b's end meets the place; b = −1: a's end does. */
struct rods_joint {
    int a, a_end, b, b_end; /* ends: 1 or 2 */
    double place[3];        /* where they meet at the start */
    bool closes;            /* a loop */
};

enum rods_kind { RODS_OPEN, RODS_TOWERS, RODS_FOUR_BARS, RODS_KINDS };

struct rods {
    enum rods_kind kind;
    int size;                   /* links, or cells */
    int count, joint_count;     /* of rods and joints */
    double length, radius;      /* m; the radius is for show, except in the inertia of chains */
    double mass, across, along; /* kg; moments about the centre, kg m² */
    bool hinges;                /* about y; otherwise ball joints */
    struct rods_pose *start;
    struct rods_joint *joints;
};

#define RODS_GRAVITY 9.81
#define RODS_FRAMES 20  /* per second: where gaps and energy are measured */
#define RODS_COMPARE 10 /* the frame at which chains are compared: 0.5 s */

extern const char *const rods_names[RODS_KINDS]; /* "open", "towers", "four-bars" */

/* `size` at least 1; of a chain between towers even. */
struct rods rods_make(enum rods_kind kind, int size);
void rods_free(struct rods *m);
/* Position of an end of a rod, 1 or 2. */
void rods_end(const struct rods *m, const struct rods_pose *p, int end, double out[3]);
/* Simulated time of a run: 2 s, four-bars 10 s. */
double rods_until(const struct rods *m);

/* Gaps and energy over all frames. Begin with zeros; pass the start as the first frame. */
struct rods_meter {
    bool begun;
    double start;   /* energy of the first frame, J */
    double kinetic; /* the largest, J */
    double change;  /* the largest change of the energy, J */
    double gap;     /* the largest of any joint, m */
};
void rods_meter_frame(struct rods_meter *c, const struct rods *m, const struct rods_pose *poses);
/* Largest change of the energy by the largest kinetic energy; 1e300 if numbers are lost. */
double rods_drift(const struct rods_meter *c);

/* The true motion, for comparison: chains at RODS_COMPARE, four-bars at every frame. */
struct rods_truth {
    double (*centers)[3];  /* of a chain; NULL: not known */
    double angle, rate, t; /* of the cranks, from upright */
    double error;          /* the largest distance so far; −1: never compared */
};
/* Chains are computed here, in the plane, by extrapolation: it shares nothing with the library. */
struct rods_truth rods_truth_begin(const struct rods *m);
/* The same with the centres of a chain from a file (count × 3 doubles); computed if it cannot be read. */
struct rods_truth rods_truth_read(const struct rods *m, const char *path);
void rods_truth_frame(struct rods_truth *r, const struct rods *m, int frame, const struct rods_pose *poses);
void rods_truth_end(struct rods_truth *r);

/* The centres of a chain's rods at time t, with an error of about `tolerance` per step. False: it did not get there.
 * `evaluations` (may be NULL) counts. */
bool rods_chain_truth(const struct rods *m, double t, double tolerance, double (*centers)[3], long *evaluations);

#ifdef __cplusplus
}
#endif
#endif
