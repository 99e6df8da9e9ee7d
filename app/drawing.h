/* drawing.h: the command-line options for pictures, shared by pictures and movies. */
#ifndef APP_DRAWING_H
#define APP_DRAWING_H

#include "options.h"
#include "tenon/picture.h"
#include "tenon/tenon.h"

/* Initialize with zero, except command and quality. */
struct drawing {
    const char *command; /* for messages */
    const char *size, *from, *to, *title;
    struct option_set show;
    struct option_number orbit;
    bool dark, transparent;
    int quality;            /* index in drawing_qualities; -1: chosen by the command */
    tn_picture_options set; /* out */
};

/* Rows of an option table. */
#define DRAWING_OPTIONS(d)                                                                                             \
    {"size", 0, OPTION_TEXT, "WxH", "size in pixels (default: 1280x720)", &(d)->size, RANGE_ANY, NULL},                \
        {"show",                                                                                                       \
         0,                                                                                                            \
         OPTION_CHOICES,                                                                                               \
         "WORD,…",                                                                                                     \
         "overrides the scene's show: points constraints forces trails frames names time ground limits strain volume " \
         "bones fittings tension, or none",                                                                            \
         &(d)->show,                                                                                                   \
         RANGE_ANY,                                                                                                    \
         drawing_shows},                                                                                               \
        {"from",                                                                                                       \
         0,                                                                                                            \
         OPTION_TEXT,                                                                                                  \
         "X,Y,Z",                                                                                                      \
         "camera position, with --to (default: the scene's camera, or one that shows everything)",                     \
         &(d)->from,                                                                                                   \
         RANGE_ANY,                                                                                                    \
         NULL},                                                                                                        \
        {"to", 0, OPTION_TEXT, "X,Y,Z", "point that the camera looks at", &(d)->to, RANGE_ANY, NULL},                  \
        {"title", 0, OPTION_TEXT, "TEXT", "a line in the upper left corner", &(d)->title, RANGE_ANY, NULL},            \
        {"dark", 0, OPTION_FLAG, NULL, "a dark background", &(d)->dark, RANGE_ANY, NULL},                              \
    {                                                                                                                  \
        "quality", 0, OPTION_CHOICE, "NAME", "draft, movie or paper", &(d)->quality, RANGE_ANY, drawing_qualities      \
    }

extern const char *const drawing_shows[];
extern const char *const drawing_qualities[];

/* Reads "1280x720"; false after a message. */
bool drawing_size(const char *command, const char *text, int *width, int *height);
/* Fills `set` from the options: STATUS_DONE, or STATUS_USAGE after a message. `show` and `quality` are the command's
 * defaults. */
int drawing_check(struct drawing *d, unsigned show, tn_quality quality);
/* Adds what the scene specifies. */
void drawing_look(struct drawing *d, tn_world *w);
/* Adjusts a camera made for 16:9 so that a narrower picture of this size has the same horizontal field of view. */
void drawing_fit(struct drawing *d, int width, int height);
/* Lets every object of the world leave a trail if trails are shown; p must not have drawn yet. */
void drawing_trails(const struct drawing *d, tn_picture *p, tn_world *w);

/* "tenon COMMAND: message" on standard error; frees the message. Returns status. */
int drawing_fail(const char *command, char *message, int status);

#endif
