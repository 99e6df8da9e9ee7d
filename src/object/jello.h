/* jello.h: affine bodies (method §5): x = o + E (c + Σ a_k X_k), in space (d = 3) or in a plane (d = 2).
 *
 * X is the place in the body from its centre of mass, at rest; E the axes that the coordinates are along (the world's, or
 * two across the normal of the plane); c and a_k are the d (d + 1) coordinates: where the centre is, and where the axes of
 * the body go. With m = ∫ρ and S_kl = ∫ρ X_k X_l the mass matrix is constant,
 *
 *   M = m 1 ⊕ S ⊗ 1,        Y_q = E [1, X_0 1, X_1 1, …] for a point
 *
 * Elastic energy towards the rest shape and the rest area (or volume), V at rest, G = FᵀF, F = [a_0 a_1 …]:
 *
 *   U = s V Σ (G_kl − δ_kl)² + ½ k V (det F − 1)²,     viscous loss l V Σ Ġ_kl²
 */
#ifndef OBJECT_JELLO_H
#define OBJECT_JELLO_H

#include "object/drawing.h"
#include "object/general.h"

struct jello {
    int d;                                       /* 2 or 3 */
    vec3 origin;                                 /* o */
    vec3 axis[3];                                /* columns of E */
    double second[3][3];                         /* S, kg m² */
    double size;                                 /* V: area or volume at rest, m² or m³ */
    double stiffness, area_stiffness, viscosity; /* s, k in N/m (a sheet) or Pa, l */
    /* what it looks like: vertices X with a colour each, triangles */
    int vertices, triangles;
    vec3 *vertex, *color; /* color: NULL: the object's own */
    int (*triangle)[3];
};

extern const struct general_class general_jello;

/* A box with these edges. */
struct general *jello_box(vec3 edges, double density);
/* A sheet with the outline of a drawing, kg/m²; `center` gets its centre of mass. NULL, or what is wrong. */
char *jello_sheet(const struct drawing *d, double density, struct general **out, vec3 *center);
/* The same distribution of another mass. */
void jello_set_mass(struct general *g, double mass);
/* The coordinates of the body at rest with its centre at a place, turned, and moving. Sets the plane that a sheet moves
 * in. */
/* Another body of this sort, as it is. */
struct general *jello_copy(const struct general *g);
void jello_place(struct general *g, vec3 center, quat orientation, vec3 velocity, vec3 spin, double *q, double *v);
/* Where a point of the body is; X from the centre of mass. */
vec3 jello_where(const struct general *g, const double *q, vec3 at);

#endif
