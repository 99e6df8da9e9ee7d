/* hints.h: advice about a run or a picture that is probably not what was meant. Hints are printed as "hint: …" on standard
 * error and listed under "hints" in JSON, never among the warnings. */
#ifndef APP_HINTS_H
#define APP_HINTS_H

#include "drawing.h"
#include "texts.h"

/* What hints need to know of the start of a run. Initialize with zero; free with hints_free. */
struct hints {
    struct word_list said;
    tn_bounds start;  /* what the model filled */
    bool begun, seen; /* the camera of the pictures has seen something */
    bool small;       /* but nothing larger than a dot */
    double wide;      /* of a picture without a camera, in which all is small, m */
    char inside[80];  /* the body that the camera is in; "" none */
    char behind[80];  /* the plane that it is behind, and nothing else */
    const char *command;
};

/* A hint, printed once. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void hints_say(struct hints *h, const char *format, ...);

/* Takes notes of a frame; the first call is the start. `set` (may be NULL): how pictures are taken. */
void hints_frame(struct hints *h, tn_world *w, const tn_picture_options *set);
/* The same for a view that was taken already. */
void hints_view(struct hints *h, const tn_view *v, const tn_picture_options *set);
/* Bodies that are far from where the model was, and a drift of the energy that the method should not have. */
void hints_of_motion(struct hints *h, tn_world *w, const tn_measures *m);
/* A camera that saw nothing in any frame. */
void hints_of_camera(struct hints *h, tn_world *w, const tn_picture_options *set);
void hints_free(struct hints *h);

#endif
