/* recording.h: the record of a run (--record). */
#ifndef APP_RECORDING_H
#define APP_RECORDING_H

#include "tenon/tenon.h"

/* Initialize with zero, except the path; without a path all functions do nothing and succeed. */
struct recording {
    const char *path;
    tn_recorder *recorder;
    bool failed;
};

/* False: the file cannot be created; prints why on standard error. */
bool recording_begin(struct recording *g, tn_world *w);
/* False: the frame cannot be written; prints why. */
bool recording_frame(struct recording *g, tn_world *w);
/* Completes the file under its name; false on failure, also of an earlier frame. */
bool recording_finish(struct recording *g);
/* Harmless after recording_finish. */
void recording_abandon(struct recording *g);

#endif
