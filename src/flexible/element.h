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
    double stiffness;      /* s, Pa: for small strains Young's modulus is 8 s, the shear modulus 4 s */
    double area_stiffness; /* k, Pa: of affine bodies (object/jello.h) */
    double viscosity;      /* l, Pa s: the retardation time is l/2s */
    double bulk;           /* K, Pa, of incompressible materials */
    double bulk_damping;   /* D, Pa s */
    double bulk_rate;      /* κ, Pa/s: how fast the multiplier of a volume grows */
    double yield;          /* P₀: the metric may differ from its rest by √P₀ before the rest follows */
    double flow;           /* 1/τ, 1/s: how fast it follows */
    bool incompressible;   /* elements keep their volume */
    bool moldable;
};

enum { ELEMENT_VISCOUS = 1, ELEMENT_INCOMPRESSIBLE = 2, ELEMENT_MOLDABLE = 4 };
enum { C1, C2, C3, C12, C13, C23, C123 }; /* modes of an element */

/* Below this part of its volume an element stiffens. */
#define ELEMENT_SQUASHED 0.6

/* A material in boxes of one size, ready to compute with. */
struct element_constants {
    double length[3];
    double w[6]; /* 1/(hᵢ hⱼ): 00 11 22 01 02 12 */
    double volume, inverse_volume;
    double stiffness, viscosity;
    double bulk, bulk_damping, bulk_rate;
    double yield, flow;
    unsigned what; /* ELEMENT_VISCOUS | … */
};
struct element_constants element_constants(const struct material *m, const double length[3]);

/* State of one element. */
struct element_state {
    double rest[6]; /* R: 00 11 22 01 02 12; of moldable elements */
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
/* A bound for the frequencies of a lattice of elements of this shape (`ratio`: true volume by rest volume): *square is at least the square of the largest, and
 * *damping at least the largest rate of damping. */
void element_rates(const struct element_constants *k, double density, const double g[6], const double rest[6],
                   double ratio, double *square, double *damping);
/* How fast an element is deformed by velocities v of its corners: the largest change of an edge by its length, 1/s. */
double element_change(const struct element_constants *k, const vec3 v[8]);

#endif
