/* pick.h: what lies under the mouse, and what a dragged point could snap to.
 *
 * A pick asks a view (view.h), so it needs no graphics and sees exactly what was drawn: objects that are absent, and
 * solids under a skin, are not found. A mouse position is a ray from the eye through the pixel:
 *
 *   tn_ray r = tn_ray_default();
 *   r.from = eye;  r.along = direction of the pixel;
 *   r.pixel_angle = 2 * tan(field_of_view / 2) / height_in_pixels;
 *   tn_hit hit;
 *   if (tn_pick(v, &r, &hit, 1) > 0)  tn_grab(w, hit.object, hit.local, TN_GRAB_SPRING, NULL);
 *
 * Every function returns how many hits it found, writes at most `room` of them, nearest first, and takes NULL for
 * anything (then it finds 0, or writes nothing). A ray that is not a number, or has no direction
 * or no size, finds nothing.
 */
#ifndef TENON_PICK_H
#define TENON_PICK_H

#include "tenon/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Start from tn_ray_default(). */
typedef struct {
    size_t size;         /* set by tn_ray_default() */
    tn_vec3 from;        /* the eye; for a parallel projection a point before everything */
    tn_vec3 along;       /* any length above 0 */
    double pixel_angle;  /* how wide a pixel is at a distance of 1 m, m: of a perspective camera; 0 */
    double pixel_length; /* how wide a pixel is, m: of a parallel projection; 0 */
    double radius;       /* how near the ray must pass by points, lines and glyphs, pixels: 14 */
    tn_object without;   /* this object and its points are not found: the one that is dragged; zero: none */
    bool bones;          /* find solids under skins instead of the skins: false */
} tn_ray;
/* An empty ray with its size set; fill in the rest. */
TN_DEFAULTS(tn_ray, tn_ray_default);

typedef enum {
    TN_HIT_OBJECT,
    TN_HIT_SKIN,
    TN_HIT_PLANE,
    TN_HIT_POINT,
    TN_HIT_NAIL,
    TN_HIT_CONSTRAINT,
    TN_HIT_FORCE
} tn_hit_type;

typedef struct {
    tn_hit_type type;
    tn_object object;         /* of a surface or a point; of a skin the solid below; zero for others */
    tn_constraint constraint; /* CONSTRAINT */
    tn_force force;           /* FORCE */
    int index;                /* OBJECT: the part, -1 for surfaces; SKIN: the surface; otherwise where it stands in
                                 tn_view_points, _nails, _constraints or _forces; -1 for a node */
    const char *name;         /* of the point, nail, constraint, …; "node" for a node; memory of the view */
    int node[3];              /* i, j, k of a node of a block */
    tn_vec3 point;            /* where, m */
    tn_vec3 local;            /* the same in the object's frame; of a block or jello body, of the material at rest */
    tn_vec3 normal;           /* of the surface, unit, towards the eye; zero for points, particles and glyphs */
    double depth;             /* distance from the eye along the ray, m */
    double pixels;            /* distance from the ray in pixels; 0 on surfaces */
    double along;             /* of a curve: its parameter u at that place */
} tn_hit;

/* The objects that the ray meets, one hit each, nearest first: solids and deformed surfaces where it enters them (exact
 * for the shapes, not their triangles), curves and particles if it passes within the radius, and behind all of these
 * the planes, nearest first. */
TN_API int tn_pick(const tn_view *v, const tn_ray *r, tn_hit *hits, int room);
/* Named points, nodes of blocks and nails within the radius of the ray, nearest to it in pixels first; of equally near
 * ones the one nearer to the eye. Points may lie behind or inside of bodies. Points of one object at the same place
 * (the centre and the origin of a box) are one hit: a point the user named, otherwise the first. */
TN_API int tn_pick_points(const tn_view *v, const tn_ray *r, tn_hit *hits, int room);
/* Glyphs of constraints and forces within the radius, nearest to the ray in pixels first: their points, the line
 * between the points of rods and springs, and of constraints without points the place where a glyph belongs. */
TN_API int tn_pick_glyphs(const tn_view *v, const tn_ray *r, tn_hit *hits, int room);
/* Named points, nodes and nails within a distance (m) of a place in the world, nearest first, without those of one
 * object (zero: of all). `depth` is the distance; `pixels` is 0. */
TN_API int tn_points_near(const tn_view *v, tn_vec3 place, double distance, tn_object without, tn_hit *hits, int room);

#ifdef __cplusplus
}
#endif
#endif
