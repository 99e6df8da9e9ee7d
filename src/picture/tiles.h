/* tiles.h: a grid of square tiles of the screen, marked where something is.
 *
 * On a software driver every pixel costs. The passes that look at the neighbours of
 * a pixel or at the shadow map draw only the squares where bodies or their shadows
 * can be. They are found from the bounding boxes of the bodies, cut into short pieces.
 */
#ifndef PICTURE_TILES_H
#define PICTURE_TILES_H

#include "picture/gl.h"
#include "picture/render.h"

enum { TILE = 32 }; /* pixels as drawn */

struct tiles {
    int columns, rows, width, height; /* of the screen, as drawn */
    unsigned char *bodies;            /* where bodies are */
    unsigned char *shade;             /* where bodies, their shadows and their occlusion are */
    bool below;                       /* a body reaches behind a floor */
};

/* Finds the squares of a shot drawn at this size; `occlusion` is how far occlusion looks, m. */
void tiles_find(struct tiles *t, const struct shot *s, int width, int height, double occlusion);
void tiles_free(struct tiles *t);
/* Two triangles for every marked square, as pairs of coordinates −1 … 1; returns how many corners. mem_free *to. */
int tiles_corners(const struct tiles *t, const unsigned char *mask, float **to);

#endif
