/* canvas.h: lines, areas and text drawn into an image in memory, with smooth edges.
 *
 * Strokes are first collected as coverage per pixel (from the distance to the middle
 * of the pixel; the largest wins) and then painted at once, so that strokes that meet
 * leave no seams even when they are translucent. Units are pixels, y downwards,
 * whole numbers at the corners of pixels.
 */
#ifndef PICTURE_CANVAS_H
#define PICTURE_CANVAS_H

#include <stdbool.h>

#include "math/vec3.h"

struct canvas {
    int width, height;
    unsigned char *pixels; /* R G B A; the caller's */
    const float *depth;    /* distances of what is drawn already, or NULL; the caller's */
    unsigned char *cover;  /* coverage per pixel */
    int x0, y0, x1, y1;    /* the part of it that is not zero */
};

struct paint {
    vec3 color; /* sRGB */
    double alpha;
};

void canvas_open(struct canvas *c, int width, int height, unsigned char *pixels);
void canvas_close(struct canvas *c);
/* Paints the collected coverage and clears it. */
void canvas_paint(struct canvas *c, struct paint p);

/* Collecting coverage. */
void canvas_line(struct canvas *c, double x0, double y0, double x1, double y1, double width);
/* Hidden where something drawn lies nearer than the line; z0 and z1 are the distances of its ends. */
void canvas_line_behind(struct canvas *c, double x0, double y0, double z0, double x1, double y1, double z1,
                        double width);
void canvas_dashes(struct canvas *c, double x0, double y0, double x1, double y1, double width, double dash, double gap);
void canvas_disc(struct canvas *c, double x, double y, double radius);
void canvas_ring(struct canvas *c, double x, double y, double radius, double width);
/* A convex polygon of either orientation, made larger by `grow`. */
void canvas_polygon(struct canvas *c, const double (*corner)[2], int count, double grow);
void canvas_box(struct canvas *c, double x, double y, double width, double height);
/* Text from the left end of its baseline; size is the height of a capital. Returns its width. */
double canvas_text(struct canvas *c, double x, double y, double size, double weight, const char *text);
double canvas_text_width(double size, const char *text);

#endif
