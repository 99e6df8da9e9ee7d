/* film.h: what a run leaves to be seen: a movie, numbered pictures, an animated glTF scene.
 *
 * The camera must have the whole motion in view, so nothing is drawn before the
 * simulation is over. What there was to see at every frame is kept until then; if
 * that takes too much memory, only the bounds are, and the motion is simulated a
 * second time from its start, which gives the same bits.
 */
#ifndef APP_FILM_H
#define APP_FILM_H

#include <stdio.h>

#include "drawing.h"
#include "progress.h"
#include "simulate.h"

/* All zero but the paths and the drawing; without a path all of this does nothing and is content. */
struct film {
    const char *movie, *frames, *gltf; /* a file, a folder, a file; NULL: none */
    struct drawing drawing;
    struct option_number memory; /* MB */
    double rate;                 /* frames a second */
    tn_movie *movie_out;
    tn_gltf *gltf_out;
    tn_view **views;
    int count, room, total; /* kept; frames of the motion */
    double kept;            /* bytes, roughly */
    bool again;             /* there are too many: simulate twice */
    tn_snapshot *start;
    tn_bounds bounds;
    tn_view *last; /* the last one, where none are kept */
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
     "FILE.mp4",                                                                                                       \
     "a movie at the scene's frames a second (.mp4, .mov, .mkv; needs ffmpeg)",                                        \
     &(f)->movie,                                                                                                      \
     RANGE_ANY,                                                                                                        \
     NULL},                                                                                                            \
        {"frames", 0, OPTION_TEXT, "DIR", "every frame as DIR/frame-00000.png …", &(f)->frames, RANGE_ANY, NULL},      \
        {"gltf", 0, OPTION_TEXT, "FILE.glb", "the motion as an animated glTF scene", &(f)->gltf, RANGE_ANY, NULL},     \
        DRAWING_OPTIONS(&(f)->drawing),                                                                                \
        {"orbit",   0,   OPTION_NUMBER, "DEG", "the camera goes round, degrees a second", &(f)->drawing.orbit,         \
         RANGE_ANY, NULL},                                                                                             \
    {                                                                                                                  \
        "memory", 0, OPTION_NUMBER, "MB", "of a long motion, before it is simulated twice to be drawn (1000)",         \
            &(f)->memory, RANGE_NOT_NEGATIVE, NULL                                                                     \
    }

/* Refuses what cannot be made before anything is computed: the exit status, after a message. */
int film_check(struct film *f);
int film_begin(struct film *f, tn_world *w);
/* Takes the present state as a frame; false after a message if it cannot. */
bool film_frame(struct film *f, tn_world *w);
/* Draws and writes everything, up to the time that was reached; `s` is how the motion was simulated. Says what it wrote
 * to `out` (may be NULL). Returns the exit status. */
int film_finish(struct film *f, tn_world *w, const struct simulation *s, struct progress *p, FILE *out);
/* Leaves nothing half-done. Harmless after film_finish. */
void film_abandon(struct film *f, tn_world *w);

#endif
