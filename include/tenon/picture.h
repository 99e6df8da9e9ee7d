/* picture.h: pictures, contact sheets, movies, glTF scenes and plots of worlds: the library libtenon-picture.
 *
 * A picture draws views (view.h) off screen and hands out pixels or files. It uses OpenGL through EGL, which is loaded
 * when the first picture is made; a software driver will do, and no display is needed. Plots and glTF need no driver.
 *
 *   tn_view *v = tn_view_take(w, NULL);
 *   tn_picture_options o = tn_picture_default();
 *   char *message = NULL;
 *   tn_picture *p = tn_picture_new(&o, &message);
 *   if (p == NULL || tn_picture_draw(p, v, &message) != TN_OK || tn_picture_save_png(p, "a.png", &message) != TN_OK)
 *       fprintf(stderr, "%s\n", message);
 *   tn_free(message);
 *
 * Every function that can fail takes `message` (may be NULL): on failure it is set to one sentence, which the caller
 * frees with tn_free(). Files appear whole or not at all. A picture or a movie belongs to one thread at a time.
 *
 * Link with -ltenon-picture -ltenon (pkg-config tenon-picture), or with the CMake target Tenon::picture.
 */
#ifndef TENON_PICTURE_H
#define TENON_PICTURE_H

#include "tenon/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- pictures ---- */

typedef struct tn_picture tn_picture;

typedef enum {
    TN_QUALITY_MOVIE, /* soft shadows, ambient occlusion, 4 samples per pixel: for many frames */
    TN_QUALITY_PAPER, /* the same with more samples of everything: for a single picture */
    TN_QUALITY_DRAFT  /* flat and fast */
} tn_quality;

enum { TN_PICTURE_MAX = 16384, TN_PICTURE_AREA = 64000000 }; /* pixels per side, and in all */

/* How pictures are made. Start from tn_picture_default(). */
typedef struct {
    size_t size;          /* set by tn_picture_default() */
    int width, height;    /* pixels, 1 … TN_PICTURE_MAX: 1280 × 720 */
    unsigned show;        /* TN_SHOW_GROUND | TN_SHOW_FITTINGS */
    tn_quality quality;   /* TN_QUALITY_PAPER */
    bool dark;            /* dark background */
    bool transparent;     /* no background: the PNG is RGBA */
    bool has_camera;      /* from and to are given; otherwise the camera is found from the bounds */
    tn_vec3 from, to;     /* eye, and the point in the middle of the picture, m */
    double field_of_view; /* vertical, degrees, 1 … 150: 30 */
    double orbit;         /* degrees per second of simulated time, about the up axis through the point looked at: 0 */
    tn_bounds bounds;     /* what must be in view; empty: the first view that is drawn */
    double
        force_scale; /* length of an arrow per newton, m; 0: the force of the bounds gets a third of the scene's radius */
    bool scene_camera; /* false; true: without has_camera, the camera of each view (tn_view_camera), if it has one */
    bool has_light;    /* the direction towards the light is given; otherwise it comes from behind the left shoulder */
    tn_vec3 light;
    bool has_background; /* the background is given; the ink is light on a dark one */
    tn_vec3 background;  /* sRGB, 0 … 1 */
    const char *title;   /* a line in the upper left corner; NULL: none; copied */
    const char *driver;  /* the EGL library to load; NULL: libEGL.so.1 */
} tn_picture_options;

TN_DEFAULTS(tn_picture_options, tn_picture_default);
/* NULL if the options are out of range or there is no OpenGL driver. Free it with tn_picture_free. */
TN_API tn_picture *tn_picture_new(const tn_picture_options *o, char **message);
/* Frees a picture. NULL is allowed. */
TN_API void tn_picture_free(tn_picture *p);
/* Draws a trail of a point, given in the object's frame; it grows with every view that is drawn or followed later. */
TN_API tn_status tn_picture_trail(tn_picture *p, tn_object o, tn_vec3 local);
/* Extends the trails to a view without drawing it. */
TN_API tn_status tn_picture_follow(tn_picture *p, const tn_view *v);
/* Draws a view; the pixels stay until the next drawing. */
TN_API tn_status tn_picture_draw(tn_picture *p, const tn_view *v, char **message);
/* Draws several moments in a grid, each with its time; width and height are those of the whole sheet. `columns` 0: as
 * many as fit best. Trails that were extended to the last moment, or beyond it, before this call are drawn up to each
 * moment; otherwise they connect the moments. */
TN_API tn_status tn_picture_draw_sheet(tn_picture *p, const tn_view *const *views, int count, int columns,
                                       char **message);
/* The pixels drawn last: rows from the top, four bytes per pixel, R G B A (A is 255 unless transparent). NULL before
 * the first drawing. */
TN_API const unsigned char *tn_picture_pixels(const tn_picture *p, int *width, int *height);
/* Projects a point of the world into the picture drawn last, in pixels from its upper left corner; false if it lies
 * behind the camera or nothing has been drawn. */
TN_API bool tn_picture_project(const tn_picture *p, tn_vec3 at, double *x, double *y);
/* Writes the pixels drawn last as an 8-bit PNG, not interlaced: RGB, or RGBA if the picture is transparent. */
TN_API tn_status tn_picture_save_png(const tn_picture *p, const char *path, char **message);
/* The same as frame-00000.png … in a folder, which is created if it does not exist. */
TN_API tn_status tn_picture_save_frame(const tn_picture *p, const char *folder, int number, char **message);

/* ---- image files ---- */

/* Reads a PNG file of any kind as 8-bit gray values, transparent parts on black; a tn_image_reader (scene.h):
 *   tn_scene_read_images(w, tn_read_png);
 * lets a world read `snake s on "image.png";`. */
TN_API bool tn_read_png(const char *path, int *width, int *height, unsigned char **gray, char **message);

/* ---- movies ---- */

typedef struct tn_movie tn_movie;

/* Starts a movie at a constant rate: H.264 (.mp4, .mov, .mkv), VP9 (.webm), or an animated image (.gif, .apng); the program ffmpeg makes it and must be installed. All
 * frames have the size of the first. The file has its name only after tn_movie_end. NULL on failure. */
TN_API tn_movie *tn_movie_begin(const char *path, double frames_per_second, char **message);
/* Adds the pixels drawn last. */
TN_API tn_status tn_movie_frame(tn_movie *m, const tn_picture *p, char **message);
/* The temporary file of the movie until then, for a program that a signal may end before it can cancel the movie. The
 * text lives as long as m. */
TN_API const char *tn_movie_temporary(const tn_movie *m);
/* Ends the movie and gives the file its name; always frees m. */
TN_API tn_status tn_movie_end(tn_movie *m, char **message);
/* Cancels the movie; no file is left. Frees m. */
TN_API void tn_movie_cancel(tn_movie *m);

/* ---- glTF ---- */

typedef struct tn_gltf tn_gltf;

/* Collects views into an animated glTF 2.0 scene: one node per object, by name, with linear motion between frames.
 * An object that appears or disappears during the motion is shown from or until that time. */
TN_API tn_gltf *tn_gltf_begin(void);
/* What the file shows beside the objects: TN_SHOW_FITTINGS, which it does unless told otherwise, or 0. */
TN_API void tn_gltf_show(tn_gltf *g, unsigned show);
/* Times must increase from view to view. */
TN_API tn_status tn_gltf_frame(tn_gltf *g, const tn_view *v, char **message);
/* Writes the .glb file; always frees g. */
TN_API tn_status tn_gltf_end(tn_gltf *g, const char *path, char **message);
/* Frees g without writing a file. NULL is allowed. */
TN_API void tn_gltf_cancel(tn_gltf *g);

/* ---- plots ---- */

typedef struct tn_plot tn_plot;

/* How a plot is made. Start from tn_plot_default(). Texts may be NULL and are copied. */
typedef struct {
    size_t size;       /* set by tn_plot_default() */
    int width, height; /* pixels: 800 × 500 */
    const char *title;
    const char *x_label; /* with its unit: "t [s]" */
    const char *y_label;
    bool dark;
    bool log_x, log_y;       /* logarithmic axes */
    bool marks;              /* a dot at every point */
    const char *right_label; /* of the right axis, if a line uses it */
} tn_plot_options;

TN_DEFAULTS(tn_plot_options, tn_plot_default);
/* An empty plot. NULL, with *message (may be NULL; the caller frees it), if an option is invalid. */
TN_API tn_plot *tn_plot_new(const tn_plot_options *o, char **message);
/* Frees a plot. NULL is allowed. */
TN_API void tn_plot_free(tn_plot *p);
/* Adds a line through `count` points, copied; a point that is not finite, or not greater than zero on a
 * logarithmic axis, leaves a gap. `name` (may be NULL) appears in the legend. */
TN_API tn_status tn_plot_line(tn_plot *p, const char *name, const double *x, const double *y, int count);
/* The same with values on an axis of their own, at the right, which is never logarithmic. */
TN_API tn_status tn_plot_line_right(tn_plot *p, const char *name, const double *x, const double *y, int count);
/* Writes the plot as SVG or PNG, depending on the ending of the path. */
TN_API tn_status tn_plot_save(const tn_plot *p, const char *path, char **message);

#ifdef __cplusplus
}
#endif
#endif
