/* session.h: the studio without network and threads: messages in, messages out (docs/studio-protocol.md).
 *
 * A session holds one world, its text, one undo stack, the clock and the pages that look at it. It belongs to one thread
 * at a time; studio_interrupt alone may be called from others.
 *
 *   struct studio *s = studio_new(&host);
 *   studio_open_file(s, "arm.tn");
 *   studio_page_opens(s, 1);
 *   studio_message(s, 1, bytes, length);      answers come through host.send
 *   studio_tick(s, now);                      sixty times a second: the world moves, frames are sent
 */
#ifndef STUDIO_SESSION_H
#define STUDIO_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "tenon/tenon.h"

struct studio;

enum studio_sort { STUDIO_TEXT, STUDIO_DATA, STUDIO_FRAME };

/* What the world is exported to. The host owns the world from the call on; it lets go of the job by studio_progress with
 * `done`. */
struct studio_export {
    int number;
    char as[8];       /* "png", "mp4", "glb", "csv" */
    const char *path; /* valid during the call */
    tn_world *world;  /* a clone, at the start of what is exported */
    double until, rate;
    int width, height;
    bool has_camera, dark;
    tn_vec3 from, to;
    unsigned show;
};

/* What surrounds a session. Texts are copied. */
struct studio_host {
    void *user;
    void (*send)(void *user, int page, enum studio_sort sort, const void *bytes, size_t length);
    void (*close)(void *user, int page, int code, const char *why);
    bool (*export)(void *user, const struct studio_export *job); /* NULL: there is no export. False: too many jobs */
    bool (*cancel)(void *user, int job);                         /* false: there is no such job */
    const char *token;                                           /* pages must know it; NULL: anybody may talk */
    const char *folder;   /* files are read and written in it and below; NULL: no files */
    const char *examples; /* the folder of gallery.list; NULL: no gallery */
    const char *keep;     /* the folder for unsaved texts without a file; NULL: they are not kept */
    const char *kinds;    /* the JSON of `tenon kinds --json`; NULL: none */
};

struct studio *studio_new(const struct studio_host *host);
/* Also removes the kept text if everything is saved. */
void studio_free(struct studio *s);

/* Opens a file, as `open` does; false after *message (to be freed with free()) if it cannot be read. A text with errors
 * opens with an empty world. */
bool studio_open_file(struct studio *s, const char *path, char **message);

void studio_page_opens(struct studio *s, int page);
void studio_page_closes(struct studio *s, int page);
/* A text message of a page: any bytes. */
void studio_message(struct studio *s, int page, const char *bytes, size_t length);
/* Moves the world on, spending at most `budget` seconds on it, and sends frames. `now`: seconds of a steady clock. */
void studio_tick(struct studio *s, double now, double budget);
/* Does the world move, or is something waiting to be sent with the next tick? Otherwise ticks may be rare. */
bool studio_busy(const struct studio *s);
/* How far a job is, 0 … 1. error NULL: it goes well. */
void studio_progress(struct studio *s, int job, double part, bool done, bool cancelled, const char *error);
/* Ends a long call that runs in the session on another thread. */
void studio_interrupt(struct studio *s);

/* The present world and text, for tests and for the end of the program. */
tn_world *studio_world(struct studio *s);
const char *studio_text(struct studio *s);
bool studio_saved(struct studio *s);

#endif
