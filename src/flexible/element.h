/* element.h: the hexahedral element of flexible models (method §4): metric, energy, forces, volume.
 *
 * An element has eight corners, numbered by bits: bit 0 is the first axis, bit 1 the second, bit 2 the third. Its rest
 * shape is a box. element.inc has the mathematics; the functions here are for one element at a time, and lattice.h has
 * the loop over many, which computes the same numbers.
 */
#ifndef FLEXIBLE_ELEMENT_H
#define FLEXIBLE_ELEMENT_H

#include <stdbool.h>

#include "math/vec3.h"

/* What a material is, as asked for. */
struct material {
    double density;        /* kg/m³ */
    double young;          /* E, Pa; 0: 8 s */
    double poisson;        /* ν */
    double stiffness;      /* s, Pa: an eighth of Young's modulus */
    double area_stiffness; /* k, Pa: of affine bodies (object/jello.h) */
    double viscosity;      /* l, Pa s: strains lag by 4 l/E */
    double bulk;           /* K, Pa, of incompressible materials */
    double bulk_damping;   /* D, Pa s */
    double bulk_rate;      /* κ, Pa/s: how fast the multiplier of a volume grows */
    double yield; /* P₀: it flows where the deviator of its stress exceeds μ √P₀, that of its strain √P₀/2 */
    double flow;  /* 1/τ_f, 1/s: how fast it flows */
    bool incompressible; /* elements keep their volume: ν = 1/2 */
    bool moldable;
};

enum { ELEMENT_VISCOUS = 1, ELEMENT_INCOMPRESSIBLE = 2, ELEMENT_MOLDABLE = 4 };
enum { C1, C2, C3, C12, C13, C23, C123 }; /* modes of an element */

/* Below this part of its volume an element resists crushing and inversion, J_b. */
#define ELEMENT_CRUSHED 0.5
/* ε²: how far an edge may collapse before its direction no longer counts. */
#define ELEMENT_SOFT 0.01

/* A material in boxes of one size, ready to compute with. */
struct element_constants {
    double length[3], inverse[3]; /* hᵢ, 1/hᵢ */
    double w[6];                  /* 1/(hᵢ hⱼ): 00 11 22 01 02 12 */
    double volume, inverse_volume;
    double young, poisson, mu, lambda;     /* E, ν, μ and λ of the mean */
    double mu_s, lambda_s, alpha, barrier; /* of the mean; λ + 2μ */
    double bending, trilinear, torsion[6]; /* E'/12, E/144, T/V: 00 11 22 01 02 12 */
    double root;                           /* √(1 + ε²) */
    double retardation;                    /* τ, s */
    double bulk, bulk_damping, bulk_rate;
    double yield, flow; /* Pa, 1/s */
    unsigned what;      /* ELEMENT_VISCOUS | … */
};
struct element_constants element_constants(const struct material *m, const double length[3]);
/* Young's modulus and Poisson's ratio of a material; 1/2 for incompressible ones. */
double material_young(const struct material *m);
double material_poisson(const struct material *m);
double material_poisson_of_bulk(double young, double bulk);

/* State of one element. */
struct element_state {
    double rest[6]; /* B: 00 11 22 01 02 12; of moldable elements */
    double lambda;  /* of incompressible elements, Pa */
};

/* The average metric of the trilinear element, per rest length: 00 11 22 01 02 12. */
void element_metric(const struct element_constants *k, const vec3 r[8], double g[6]);
/* The volume of the trilinear element, negative if it is inside out. */
double element_volume(const vec3 r[8]);
/* Elastic energy; of an incompressible one with ½ K V g². */
double element_energy(const struct element_constants *k, const vec3 r[8], const double rest[6]);
/* Forces on the corners, the rates of the state, and the power that is lost (≥ 0 for viscosity and flow). `state` may be
 * NULL for elements that are neither moldable nor incompressible. */
void element_forces(const struct element_constants *k, const vec3 r[8], const vec3 v[8],
                    const struct element_state *state, vec3 f[8], struct element_state *rate, double *loss);
/* ∂²U/∂J² of the mean and the barrier, per rest volume. */
double element_pressure_rate(const struct element_constants *k, double j);
/* A bound for the frequencies of a lattice of elements of this shape: *square is at least the square of the largest, and
 * *damping at least the largest rate of damping. */
void element_rates(const struct element_constants *k, double density, const vec3 r[8], const double rest[6],
                   double *square, double *damping);
/* How fast an element is deformed by velocities v of its corners: the largest change of an edge by its length, 1/s. */
double element_change(const struct element_constants *k, const vec3 v[8]);

#endif
