/* plot.h: declarations shared by the files of plots: the data, the axes, and the pen that draws SVG or pixels. */
#ifndef PICTURE_PLOT_H
#define PICTURE_PLOT_H

#include "math/vec3.h"
#include "picture/canvas.h"
#include "picture/text.h"
#include "tenon/picture.h"

struct plot_line {
    char *name; /* NULL: not in the legend */
    double *x, *y;
    int count;
    bool right; /* its values are on the right axis */
};

struct tn_plot {
    int width, height;
    char *title, *x_label, *y_label, *right_label; /* NULL: none */
    bool dark, log_x, log_y, marks;
    ARRAY(struct plot_line) lines;
};

enum { PLOT_TICKS = 200 };
struct plot_axis {
    bool log, any;    /* logarithmic; anything was included */
    bool fine;        /* logarithmic, with room for lines at all multiples of the powers of ten */
    double low, high; /* of the data, with a margin; of their logarithms */
    double from, to;  /* pixels */
    double step;      /* between ticks; 0 where they are powers of ten */
    double tick[PLOT_TICKS];
    int ticks;
};
/* Does a value have a place on the axis? It must be finite, and greater than zero on a logarithmic axis. */
bool plot_axis_has(const struct plot_axis *a, double value);
double plot_axis_at(const struct plot_axis *a, double value);
void plot_axis_include(struct plot_axis *a, double value);
/* Moves equal ends apart, and leaves `part` of the range free at each end. */
void plot_axis_widen(struct plot_axis *a, double part);
/* Round numbers, about `apart` pixels apart. */
void plot_axis_find_ticks(struct plot_axis *a, double apart);
void plot_axis_label(const struct plot_axis *a, int tick, char *to, size_t room);

enum anchor { ANCHOR_LEFT, ANCHOR_MIDDLE, ANCHOR_RIGHT };

/* Draws into one of the two. Units are pixels, y downwards. */
struct plot_pen {
    struct text *svg;      /* or NULL */
    struct canvas *canvas; /* or NULL */
};
void plot_pen_box(struct plot_pen *p, double x, double y, double width, double height, vec3 color);
void plot_pen_line(struct plot_pen *p, double x0, double y0, double x1, double y1, double width, vec3 color);
/* A run of points, joined. */
void plot_pen_curve(struct plot_pen *p, const double (*points)[2], int count, double width, vec3 color);
void plot_pen_text(struct plot_pen *p, double x, double y, double size, enum anchor anchor, bool bold, vec3 color,
                   const char *text);

/* Draws the whole plot. */
void plot_draw(const struct tn_plot *p, struct plot_pen *pen);

#endif
