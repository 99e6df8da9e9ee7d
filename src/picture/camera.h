/* camera.h: position of the camera, and projection from the world to pixels. */
#ifndef PICTURE_CAMERA_H
#define PICTURE_CAMERA_H

#include "view/view.h"

struct camera {
    vec3 eye, right, up, forward; /* axes: orthonormal */
    double tangent;               /* of half the vertical field of view */
    double aspect;                /* width / height */
    double near, far;
    int width, height; /* pixels */
};

/* A camera at `from` that looks at `to`; `up` points up in the picture. */
struct camera camera_look(vec3 from, vec3 to, vec3 up, double field_of_view);
/* A camera that frames the box of the bounds with a margin, from a direction that shows depth, turned about up by
 * `orbit` rad; with `round` the box stays in view for every orbit. */
struct camera camera_frame(const tn_bounds *b, vec3 up, double field_of_view, double aspect, bool round, double orbit);
/* Sets the near and far planes for a scene of this size and its floor. */
void camera_clip(struct camera *c, vec3 middle, double radius);
/* Pixels from the upper left corner; depth along the view axis in m. False behind the eye. */
bool camera_project(const struct camera *c, vec3 at, double *x, double *y, double *depth);
/* The matrix (column-major, as in GL) of a world shifted so that `middle` is its origin: clip = m · (x − middle). */
void camera_matrix(const struct camera *c, vec3 middle, float m[16]);
/* The distance along the view axis for what the depth buffer holds. */
double camera_distance(const struct camera *c, double buffer);

/* The bounds without what flew far away, if something stays where the model was. */
tn_bounds bounds_at_home(const tn_bounds *b);
/* What pictures frame of a motion: everything, unless parts are scattered at first: then the model once it hangs together,
 * with some room around it. */
tn_bounds bounds_framed(const tn_bounds *b);
/* The ball about the box of the bounds; never empty. */
double bounds_ball(const tn_bounds *b, vec3 *middle);

#endif
