/* drawing.h: drawings read from SVG files: filled shapes bounded by lines, Bézier curves and arcs; their exact moments, and
 * triangles to draw them by.
 *
 * What is read: path (M L H V C S Q T A Z, absolute and relative), polygon, polyline, rect, circle, ellipse, groups with
 * transform, fill colours (attributes and style). What lies in defs, symbol, clipPath, mask, marker and pattern, or has no
 * fill, is not drawn; text, images and strokes are ignored. Places are (x, −y) times a scale: y points up here.
 */
#ifndef OBJECT_DRAWING_H
#define OBJECT_DRAWING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/memory.h"
#include "math/vec3.h"

struct point2 {
    double x, y;
};

/* A piece of a boundary: a cubic, or an arc c + u cos a + v sin a from `from` to `to`. */
struct segment {
    bool is_arc;
    struct point2 p[4]; /* cubic: its control points; arc: c, u, v */
    double from, to;
};

/* Closed: the last segment ends where the first begins. */
struct loop {
    int first, count; /* segments */
    int sign;         /* of its area in the whole: 1, −1 for a hole, 0 where it bounds nothing */
};

struct drawn {
    int first, count; /* loops */
    bool even_odd;
    vec3 color; /* sRGB, 0 … 1 */
    char *id;   /* NULL: none */
};

struct drawing {
    ARRAY(struct segment) segments;
    ARRAY(struct loop) loops;
    ARRAY(struct drawn) shapes; /* in the order they are painted */
};

/* NULL and *message (caller frees) if the text is no SVG, or draws nothing. The name is for messages. */
struct drawing *drawing_read(const char *name, const char *text, size_t length, double scale, char **message);
struct drawing *drawing_read_file(const char *path, double scale, char **message);
void drawing_free(struct drawing *d);

/* Area and its first and second moments about the origin: ∫ dA, ∫ x, ∫ y, ∫ x², ∫ xy, ∫ y². Exact for cubics, to rounding
 * for arcs. */
struct moments {
    double area, x, y, xx, xy, yy;
};
struct moments drawing_moments(const struct drawing *d, int shape);
/* The shape that bounds a sheet: the one called "outline", or the first. */
int drawing_outline(const struct drawing *d);

/* Triangles of one shape, counter-clockwise; curves are off by at most `error`. Points are appended to the lists, and
 * triangles number them. False if its boundary crosses itself in a way that has no inside. */
typedef struct {
    int at[3];
} drawing_triangle;
struct drawing_mesh {
    ARRAY(struct point2) points;
    ARRAY(drawing_triangle) triangles;
};
bool drawing_triangulate(const struct drawing *d, int shape, double error, struct drawing_mesh *out);

/* A point of a segment, t from 0 to 1, and its derivative (NULL: not wanted). */
struct point2 segment_point(const struct segment *s, double t, struct point2 *derivative);

/* ---- for the files of the reader ---- */

/* x' = a x + c y + e, y' = b x + d y + f */
struct transform2 {
    double a, b, c, d, e, f;
};
/* Reads path data into loops of d, through the transform. NULL, or what is wrong, with the place in the data. */
char *drawing_read_path(const char *data, const struct transform2 *m, struct drawing *d);
/* Bounds on what one file may hold. */
enum { DRAWING_SEGMENTS = 20000, DRAWING_SHAPES = 2000, DRAWING_DEPTH = 64, DRAWING_BYTES = 4 << 20 };

bool drawing_is_finite(const struct drawing *d);
void drawing_find_signs(struct drawing *d); /* of all loops */
void drawing_line(struct drawing *d, struct point2 from, struct point2 to);
void drawing_arc(struct drawing *d, struct point2 c, struct point2 u, struct point2 v, double from, double to);
/* Closes a loop that began at segment `first`; nothing if it has no segments. */
void drawing_close(struct drawing *d, int first, struct point2 start, struct point2 at);
struct point2 transform_point(const struct transform2 *m, double x, double y);
struct point2 transform_vector(const struct transform2 *m, double x, double y);

#endif
