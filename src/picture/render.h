/* render.h: draws the bodies of a view into memory.
 *
 * Passes, in order: shadow map seen from the sun; normals and distances at half
 * size; ambient occlusion of those, blurred; the floors (kept from the last picture
 * if the camera has not moved), shadows on them, the bodies with several samples
 * per pixel, averaged and composited over them; read back. On a software driver every pixel
 * costs, so passes keep to the part of the screen where bodies and their shadows
 * are. Layers over the bodies are not drawn here (layers.h).
 */
#ifndef PICTURE_RENDER_H
#define PICTURE_RENDER_H

#include "picture/camera.h"
#include "view/fittings.h"
#include "tenon/picture.h"

struct renderer;

enum { RENDER_FLOORS = 16 };

/* A floor: a plane of the model, or the one that pictures add. */
struct floor {
    vec3 origin, u, v; /* axes: unit */
    bool tinted;
    vec3 color;
};

/* All that one drawing needs. */
struct shot {
    const struct tn_view *view;
    struct camera camera; /* with the size of the picture */
    vec3 middle;          /* of the scene: the origin of the drawing */
    double radius;        /* of a ball around the scene */
    double particle;      /* radius of particles, m */
    vec3 sun;             /* unit, towards the light */
    tn_quality quality;
    bool dark, transparent;
    vec3 background;                 /* sRGB */
    unsigned show;                   /* TN_SHOW_… */
    const struct fittings *fittings; /* drawn with the bodies */
    double tension;                  /* N, of the deepest colour; 0: bodies have their own colours */
    const struct floor *floors;
    int floor_count;
    double grid; /* m */
};

/* NULL and *message (mem_free it) if there is no driver. */
struct renderer *renderer_open(const char *library, char **message);
void renderer_close(struct renderer *r);
/* Pixels as rows from the top, R G B A; with `depth` (may be NULL) also distances along the view axis in m, HUGE_VALF
 * where there is nothing. NULL or a message. */
char *renderer_draw(struct renderer *r, const struct shot *s, unsigned char *pixels, float *depth);

/* The background of pictures without one of their own. */
vec3 render_background_of(bool dark);

#endif
