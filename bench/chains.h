/* chains.h: the chains that Tenon and other engines are measured by: the same start, the same measures for all.
 *
 * Rods of 0.5 m, radius 0.05 m, density 1000, joined end to end by ball joints, from rest, under gravity along −z. The
 * open chain hangs from the origin by one end and begins level along x. The other hangs between two towers that are
 * 0.8 of its length apart, at one height, and begins as a straight-sided V. The motion stays in the x-z plane, which is
 * what chains_truth uses: a second computation of it, in the plane, that shares nothing with the library.
 *
 * Plain C that C++ programs may include too.
 */
#ifndef BENCH_CHAINS_H
#define BENCH_CHAINS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct chains_model {
    bool towers; /* otherwise open */
    int links;   /* even, for towers */
};

/* A rod: its axis is its own z, end1 at −z is the joint to the rod before it. World axes, SI units. */
struct chains_pose {
    double center[3], q[4]; /* unit quaternion w x y z, body to world */
    double velocity[3], spin[3];
};

#define CHAINS_LENGTH 0.5
#define CHAINS_RADIUS 0.05
#define CHAINS_DENSITY 1000.0
#define CHAINS_GRAVITY 9.81
#define CHAINS_UNTIL 2.0  /* s */
#define CHAINS_FRAMES 20  /* a second: where gaps and energy are looked at */
#define CHAINS_COMPARE 10 /* the frame at which positions are compared: 0.5 s */

double chains_mass(void);
/* Principal moments about the centre of mass: across, across, along. */
void chains_inertia(double out[3]);
/* Rod i as it begins. */
void chains_place(const struct chains_model *m, int i, struct chains_pose *out);
/* Where the last rod's end2 hangs, of a chain between towers. */
void chains_far_tower(const struct chains_model *m, double out[3]);
/* Where a rod's end is: end1 or end2. */
void chains_end(const struct chains_pose *p, int end, double out[3]);

/* What frames show, all together. Begin with zeros; give the start as the first frame. */
struct chains_meter {
    bool begun;
    double start;   /* energy of the first frame, J */
    double kinetic; /* the largest, J */
    double change;  /* the largest change of the energy, J */
    double gap;     /* the largest of any joint, m */
};
void chains_meter_frame(struct chains_meter *c, const struct chains_model *m, const struct chains_pose *poses);
/* Largest change of the energy by the largest kinetic energy; 1e300 if numbers are lost. */
double chains_drift(const struct chains_meter *c);
/* The largest distance of a centre from where it should be. */
double chains_distance(const struct chains_model *m, const struct chains_pose *poses, const double (*centers)[3]);

/* The centres at time t, by extrapolation with an error a step of about `tolerance` (1e-12). False: it did not get
 * there. `evaluations` (may be NULL) counts. */
bool chains_truth(const struct chains_model *m, double t, double tolerance, double (*centers)[3], long *evaluations);

#ifdef __cplusplus
}
#endif
#endif
