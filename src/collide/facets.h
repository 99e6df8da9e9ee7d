/* facets.h: closed surfaces of triangles whose points move by themselves, and where they touch pieces, each other and
 * themselves (method §4, Contact of flexible surfaces).
 *
 * What is found follows from the shapes of the moment alone. A place where two things touch is that of
 *
 *   a point of the surface and a piece        by the distance of the point from the piece
 *   a triangle and a piece                    where a corner or an edge of the piece, or its round side, comes nearest inside
 *                                             the triangle: what a piece smaller than a triangle meets
 *   a point and a triangle, two edges         of two surfaces, or of one that is folded
 *
 * The outside of a closed surface is known by its triangles: no side has to be remembered.
 */
#ifndef COLLIDE_FACETS_H
#define COLLIDE_FACETS_H

#include "base/memory.h"
#include "collide/contact.h"

struct facets;

/* Where two things touch. Weights are those of up to three points; count_b 0: b is a piece. */
struct facets_hit {
    int point_a[3], point_b[3], count_a, count_b;
    double weight_a[3], weight_b[3];
    vec3 at, normal;  /* midway, world; unit, from a to b */
    double gap, size; /* of the smaller thing */
    uint64_t feature;
};
struct facets_hits {
    ARRAY(struct facets_hit) list;
};

/* Triangles are anticlockwise seen from outside. `rest`: where the points are at rest; `size`: the thickness of what lies
 * below the surface, of an element. */
struct facets *facets_new(const int (*triangle)[3], int triangles, const vec3 *rest, int points, double size);
void facets_free(struct facets *s);
int facets_points(const struct facets *s);
/* Where its points are, and how fast they go, to be set before facets_refit. */
vec3 *facets_places(struct facets *s);
vec3 *facets_speeds(struct facets *s);
/* Boxes and normals for the next h. */
void facets_refit(struct facets *s, double h);

/* How far a surface and a piece, or two surfaces, that may come near each other within h move against each other in h, as a
 * part of what both can take before one could get past the other. */
double facets_haste(const struct facets *s, const struct piece *p, const struct pose *body, double h);
double facets_haste_of_two(const struct facets *a, const struct facets *b, double h);

/* Appends where a surface (a) and a piece (b), whose body is at this pose, touch or may touch within h. */
void facets_meet_piece(struct facets *s, const struct piece *p, const struct pose *body, double h,
                       struct facets_hits *out);
/* The same of two surfaces, or of one with itself. */
void facets_meet(struct facets *a, struct facets *b, double h, struct facets_hits *out);

#endif
