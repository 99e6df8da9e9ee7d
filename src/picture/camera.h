/* camera.h: where the eye is, and how a place in the world becomes a place in the picture. */
#ifndef PICTURE_CAMERA_H
#define PICTURE_CAMERA_H

#include "view/view.h"

struct camera {
    vec3 eye, right, up, forward; /* axes: unit, at right angles */
    double tangent;               /* of half the vertical field of view */
    double aspect;                /* width / height */
    double near, far;
    int width, height; /* pixels */
};

/* A camera at `from` that looks at `to`; `up` is the way that is up in the picture. */
struct camera camera_look(vec3 from, vec3 to, vec3 up, double field_of_view);
/* A camera for the box of the bounds, from a quarter that shows depth, with a margin, turned about up by `orbit` rad;
 * `round` frames so that the whole way round is in view. */
struct camera camera_frame(const tn_bounds *b, vec3 up, double field_of_view, double aspect, bool round, double orbit);
/* Sets near and far for a scene of this size and its floor. */
void camera_clip(struct camera *c, vec3 middle, double radius);
/* Pixels from the upper left corner; depth along the view axis in m. False behind the eye. */
bool camera_project(const struct camera *c, vec3 at, double *x, double *y, double *depth);
/* The matrix (column-major, as GL wants it) of a world shifted so that `middle` is its origin: clip = m · (x − middle). */
void camera_matrix(const struct camera *c, vec3 middle, float m[16]);
/* The distance along the view axis for what the depth buffer holds. */
double camera_distance(const struct camera *c, double buffer);

/* The ball about the box of the bounds; never empty. */
double bounds_ball(const tn_bounds *b, vec3 *middle);

#endif
