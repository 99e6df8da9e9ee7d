/* truths.h: reference solutions of the published problems of examples/benchmarks, independent of this library.
 *
 * The problems are those of the IFToMM library of multibody benchmarks (A01, A02, A03) and of the Test Set for IVP
 * Solvers (Andrews' squeezing mechanism; Hairer and Wanner II). For the pendulum and the four-bar rows there is an
 * exact solution, or one coordinate that is integrated here; for Andrews' mechanism the values at the end.
 */
#ifndef BENCH_TRUTHS_H
#define BENCH_TRUTHS_H

#ifdef __cplusplus
extern "C" {
#endif

/* A01: position of the point at time t >= 0, m; error below 1e-12 over 2000 s. */
void truth_pendulum(double t, double xy[2]);

/* A02: the cranks' angle from upright and its rate. Begins at t = 0 with angle 0 and rate 1; times may only grow. */
struct truth_four_bar {
    int cells; /* N */
    double t, angle, rate;
};
/* Advances to time t by steps of at most 0.1 ms; error below 1e-9 over 20 s. */
void truth_four_bar_advance(struct truth_four_bar *f, double t);

/* One coordinate of Andrews' mechanism: the probe of the scene by its name, and its value at the end. */
struct truth_value {
    const char *probe;
    double value;
};
enum { TRUTH_ANGLES = 7, TRUTH_RATES = 7, TRUTH_FORCES = 6 };
enum { TRUTH_ANDREWS = TRUTH_ANGLES + TRUTH_RATES + TRUTH_FORCES, TRUTH_ANDREWS_IFTOMM = 6 };
/* At 0.03 s: angles, rad; rates, rad/s; multipliers of the loops, N. The published sixteen digits of the state are right
 * to nine: they lie on the true motion 1e-12 s later, as its balance of energy shows. These are the digits of an
 * integration in 128-bit numbers with two step sizes and orders, whose energy is right to 4e-25 J. */
extern const struct truth_value truth_andrews[TRUTH_ANDREWS];
/* The variant A03 at 0.05 s. */
extern const struct truth_value truth_andrews_iftomm[TRUTH_ANDREWS_IFTOMM];

#ifdef __cplusplus
}
#endif

#endif
