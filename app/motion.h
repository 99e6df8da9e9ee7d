/* motion.h: the frames of a motion, simulated from a scene or read from a record, through one interface. */
#ifndef APP_MOTION_H
#define APP_MOTION_H

#include "model.h"
#include "progress.h"
#include "simulate.h"

struct motion {
    tn_world *world;
    tn_record *record; /* NULL: a scene */
    double until;      /* s: end of the scene or the record */
    double rate;       /* frames per second; 0: as the scene says */
    int next;          /* frame of the record */
    bool begun;        /* the present state was a frame already */
};

/* Reads the scene or the record, with its diagnostics on standard error. False with the exit status in *status. */
bool motion_open(struct motion *m, const struct model *model, int *status);
void motion_close(struct motion *m);
/* A scene with more frames up to `until` than this gets fewer, with a note on standard error: for commands that keep what
 * they see of every frame. */
void motion_thin(struct motion *m, double until, double most, bool quiet);
/* Advances to time `to`, exactly; `frame` (may be NULL) is called at every frame in between and at `to`. Frames of a
 * record are as recorded; between them and after the last one the motion is simulated. */
enum simulation_end motion_run(struct motion *m, double to, bool (*frame)(void *context, tn_world *w), void *context);
/* Prints on standard error why it ended early; returns the exit status. */
int motion_report(const struct motion *m, const char *command, enum simulation_end end);

#endif
