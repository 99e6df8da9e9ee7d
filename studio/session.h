/* session.h: the studio without network and threads: messages in, messages out (docs/studio-protocol.md).
 *
 * A session holds one world, its text, one undo stack, the clock and the pages that look at it. It belongs to one thread.
 *
 *   struct studio *s = studio_new(&host);
 *   studio_open_file(s, "arm.tn", &message);
 *   studio_page_opens(s, 1);
 *   studio_message(s, 1, bytes, length);      answers come through host.send
 *   studio_tick(s, now, 0.012);               sixty times a second: the world moves, frames are sent
 */
#ifndef STUDIO_SESSION_H
#define STUDIO_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "tenon/tenon.h"

struct studio;

enum studio_sort { STUDIO_TEXT, STUDIO_DATA };

/* What is to be exported. The host makes it elsewhere, for example in a thread of its own, and tells of it by
 * studio_progress. Texts are valid during the call. */
struct studio_export {
    int number;
    const char *as;   /* "png", "mp4", "glb", "csv" */
    const char *path; /* of the file to be written */
    const char *name; /* of the scene, and its text, from which it is made; files that it names are beside `name` */
    const char *text;
    double from, until, rate; /* s, s, frames per second; rate 0: that of the scene */
    int width, height;
    bool has_camera, dark;
    tn_vec3 eye, to;
    unsigned show; /* bits TN_SHOW_…, if has_show; otherwise what the scene says */
    bool has_show;
    tn_world
        *now; /* the present world for "png" of this moment: a clone, which the host frees; NULL: made from the text */
};

/* A file of the gallery. */
struct studio_file {
    const char *path; /* "mechanisms/four-bar.tn" */
    const unsigned char *at;
    size_t length;
};

/* What surrounds a session. Texts and files must live as long as the session. Functions may be NULL. */
struct studio_host {
    void *user;
    void (*send)(void *user, int page, enum studio_sort sort, const void *bytes, size_t length);
    void (*close)(void *user, int page, int code, const char *why);
    double (*clock)(void *user);                               /* seconds of a steady clock */
    bool (*make)(void *user, const struct studio_export *job); /* false: not possible now */
    bool (*cancel)(void *user, int job);                       /* false: there is no such job */
    bool (*images)(const char *path, int *width, int *height, unsigned char **gray,
                   char **message);    /* tn_image_reader */
    const char *token;                 /* pages must know it; NULL: anybody may talk */
    const char *folder;                /* files are read and written in it and below; NULL: no files */
    const char *state;                 /* the folder for unsaved texts without a file; NULL: they are not kept */
    const char *kinds;                 /* the list that `tenon kinds --json` prints under "kinds"; NULL: none */
    const struct studio_file *gallery; /* gallery.list and what it speaks of; ended by path NULL; NULL: no gallery */
};

struct studio *studio_new(const struct studio_host *host);
/* The kept text is removed if there is nothing in it that is not saved. */
void studio_free(struct studio *s);

/* Opens a file, as `open` does; false after *message (to be freed with free()) if it cannot be read. A text with errors
 * opens with an empty world. */
bool studio_open_file(struct studio *s, const char *path, char **message);

void studio_page_opens(struct studio *s, int page);
void studio_page_closes(struct studio *s, int page);
/* A text message of a page: any bytes. */
void studio_message(struct studio *s, int page, const char *bytes, size_t length);
/* Moves the world on, spending about `budget` seconds on it at most, and sends frames. `now`: host.clock. */
void studio_tick(struct studio *s, double now, double budget);
/* Does the world move, or is something waiting to be sent with the next tick? Otherwise ticks may be rare. */
bool studio_busy(const struct studio *s);
/* Ends the reading of a text that takes too long. The only function that another thread may call. */
void studio_interrupt(struct studio *s);
/* How far an export is, 0 … 1. error NULL: it goes well. */
void studio_progress(struct studio *s, int job, double part, bool done, bool cancelled, const char *error);

/* The present world and text, for tests and for the end of the program. */
tn_world *studio_world(struct studio *s);
const char *studio_text(struct studio *s);
bool studio_saved(struct studio *s);

#endif
