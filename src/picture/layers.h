/* layers.h: what is drawn over the bodies: points, constraints, forces, trails, limits, frames, names. */
#ifndef PICTURE_LAYERS_H
#define PICTURE_LAYERS_H

#include "picture/camera.h"
#include "picture/canvas.h"

struct trail_point {
    double time;
    vec3 at;
};
struct trail {
    tn_object object;
    vec3 local;
    double time;                      /* of its last point */
    ARRAY(struct trail_point) points; /* only those up to the time of a view are drawn */
};

struct layers {
    const struct tn_view *view;
    const struct camera *camera;
    struct canvas *canvas;
    unsigned show;
    bool dark;
    double radius;      /* of the scene, m */
    double force_scale; /* m/N */
    const struct trail *trails;
    int trail_count;
    const struct trail *traces;
    int trace_count;
};

void layers_draw(const struct layers *l);
/* The objects that would be smaller than a pixel, and are drawn as dots: how many there are, and their numbers in `to` (may
 * be NULL). */
int layers_dots(const struct tn_view *v, const struct camera *c, unsigned show, int *to);
/* A title in the upper left corner. */
void layers_title(struct canvas *c, const char *title, bool dark, double size);
/* The time in the lower left corner. */
void layers_time(struct canvas *c, double time, bool dark, double size);
/* How large strokes are for a picture of this size: 1 at 1280 × 720. */
double layers_unit(int width, int height);

#endif
