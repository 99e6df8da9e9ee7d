/* drawing.h: what the command line says about pictures, the same for single ones and for movies. */
#ifndef APP_DRAWING_H
#define APP_DRAWING_H

#include "options.h"
#include "tenon/picture.h"
#include "tenon/tenon.h"

/* All zero but the command, the quality and the size says nothing. */
struct drawing {
    const char *command; /* for messages */
    const char *size, *from, *to, *title;
    struct option_set show;
    struct option_number orbit;
    bool dark, transparent;
    int quality;            /* of drawing_qualities; -1: the command's own choice */
    tn_picture_options set; /* out */
};

/* Rows of an option table. */
#define DRAWING_OPTIONS(d)                                                                                             \
    {"size", 0, OPTION_TEXT, "WxH", "pixels of the pictures (1280x720)", &(d)->size, RANGE_ANY, NULL},                 \
        {"show",                                                                                                       \
         0,                                                                                                            \
         OPTION_CHOICES,                                                                                               \
         "WORD,…",                                                                                                     \
         "instead of the scene's: points constraints forces trails frames names time ground limits strain volume "     \
         "bones, or none",                                                                                             \
         &(d)->show,                                                                                                   \
         RANGE_ANY,                                                                                                    \
         drawing_shows},                                                                                               \
        {"from",                                                                                                       \
         0,                                                                                                            \
         OPTION_TEXT,                                                                                                  \
         "X,Y,Z",                                                                                                      \
         "the camera's place, with --to; otherwise the scene's, or one that fits",                                     \
         &(d)->from,                                                                                                   \
         RANGE_ANY,                                                                                                    \
         NULL},                                                                                                        \
        {"to", 0, OPTION_TEXT, "X,Y,Z", "what the camera looks at", &(d)->to, RANGE_ANY, NULL},                        \
        {"title", 0, OPTION_TEXT, "TEXT", "a line in the upper left corner", &(d)->title, RANGE_ANY, NULL},            \
        {"dark", 0, OPTION_FLAG, NULL, "a dark background", &(d)->dark, RANGE_ANY, NULL},                              \
    {                                                                                                                  \
        "quality", 0, OPTION_CHOICE, "NAME", "draft, movie or paper", &(d)->quality, RANGE_ANY, drawing_qualities      \
    }

extern const char *const drawing_shows[];
extern const char *const drawing_qualities[];

/* "1280x720" into pixels; false after a message. */
bool drawing_size(const char *command, const char *text, int *width, int *height);
/* Settles `set` from the options alone: STATUS_DONE, or STATUS_USAGE after a message. `show` and `quality` are those of
 * the medium where nobody says otherwise. */
int drawing_check(struct drawing *d, unsigned show, tn_quality quality);
/* Adds what the scene says about itself. */
void drawing_look(struct drawing *d, tn_world *w);
/* A camera that was chosen for pictures of 16 : 9 shows as much from side to side in narrower ones of this shape. */
void drawing_fit(struct drawing *d, int width, int height);
/* Lets every object of the world leave a trail if trails are shown; p must not have drawn yet. */
void drawing_trails(const struct drawing *d, tn_picture *p, tn_world *w);

/* "tenon COMMAND: message" on standard error; frees the message. Returns status. */
int drawing_fail(const char *command, char *message, int status);

#endif
