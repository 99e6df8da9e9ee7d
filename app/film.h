/* film.h: the visual output of a run: a movie, numbered pictures, an animated glTF scene.
 *
 * The camera must have the whole motion in view, so nothing is drawn before the end of
 * the simulation. The views of all frames are kept until then; if that takes too much
 * memory, only the bounds are kept, and the motion is simulated a second time from its
 * start, which gives the same bits. So it is for slow and fast motion, whose moments are
 * others than the frames of the scene.
 */
#ifndef APP_FILM_H
#define APP_FILM_H

#include <stdio.h>

#include "drawing.h"
#include "pace.h"
#include "progress.h"
#include "simulate.h"

/* How the motion of a world is gone through once more, from where it is to `until`: `frame` at each moment of the pace. */
struct film_motion {
    enum simulation_end (*again)(void *context, tn_world *w, double until, const struct pace *pace,
                                 bool (*frame)(void *to, tn_world *w), void *to);
    void *context;
};

/* Initialize with zero, except the paths and the drawing; without a path all functions do nothing and succeed. */
struct film {
    const char *movie, *frames, *gltf; /* a file, a folder, a file; NULL: none */
    struct drawing drawing;
    struct pace pace;
    struct option_number memory; /* MB */
    double rate;                 /* frames per second */
    tn_movie *movie_out;
    tn_gltf *gltf_out;
    tn_view **views;
    int count, room, total; /* views kept, capacity; frames of the motion */
    double kept;            /* bytes, roughly */
    bool paced;             /* the frames of the run are the moments of the pace */
    bool again;             /* too much memory, or other moments: simulate twice */
    tn_snapshot *start;
    tn_bounds bounds;
    tn_view *last; /* the last one, if none are kept */
    tn_picture *picture;
    struct progress *progress;
    int drawn;
    bool failed;
};

/* Rows of an option table. */
#define FILM_OPTIONS(f)                                                                                                \
    {"movie",                                                                                                          \
     0,                                                                                                                \
     OPTION_TEXT,                                                                                                      \
     "FILE",                                                                                                           \
     "a movie at the scene's frame rate: .mp4, .mov, .mkv, .webm, .gif or .apng (needs ffmpeg)",                       \
     &(f)->movie,                                                                                                      \
     RANGE_ANY,                                                                                                        \
     NULL},                                                                                                            \
        {"frames", 0, OPTION_TEXT, "DIR", "every frame as DIR/frame-00000.png …", &(f)->frames, RANGE_ANY, NULL},      \
        {"gltf", 0, OPTION_TEXT, "FILE.glb", "the motion as an animated glTF scene", &(f)->gltf, RANGE_ANY, NULL},     \
        PACE_OPTIONS(&(f)->pace), DRAWING_OPTIONS(&(f)->drawing),                                                      \
        {"orbit",   0,   OPTION_NUMBER, "DEG", "rotate the camera, degrees per second", &(f)->drawing.orbit,           \
         RANGE_ANY, NULL},                                                                                             \
    {                                                                                                                  \
        "memory", 0, OPTION_NUMBER, "MB",                                                                              \
            "memory for storing the motion; longer runs are simulated twice (default: 1000)", &(f)->memory,            \
            RANGE_NOT_NEGATIVE, NULL                                                                                   \
    }

/* Does it draw pictures, for a movie or a folder? */
bool film_draws(const struct film *f);
/* Checks, before anything is computed, that the output can be written: the exit status, after a message. */
int film_check(struct film *f);
int film_begin(struct film *f, tn_world *w);
/* Takes the present state as a frame; false, after a message, on failure. */
bool film_frame(struct film *f, tn_world *w);
/* Draws and writes everything up to the time that was reached; `m` goes through the motion again if it must. Prints what it
 * wrote to `out` (may be NULL). Returns the exit status. */
int film_finish(struct film *f, tn_world *w, const struct film_motion *m, struct progress *p, FILE *out);
/* Removes incomplete output. Harmless after film_finish. */
void film_abandon(struct film *f, tn_world *w);

#endif
