/* recording.h: the record that a run leaves behind if it is asked to. */
#ifndef APP_RECORDING_H
#define APP_RECORDING_H

#include "tenon/tenon.h"

/* All zero but the path; without a path all of this does nothing and is content. */
struct recording {
    const char *path;
    tn_recorder *recorder;
    bool failed;
};

/* False: no file can be made there; says why on standard error. */
bool recording_begin(struct recording *g, tn_world *w);
/* False: the frame cannot be written; says why. */
bool recording_frame(struct recording *g, tn_world *w);
/* Puts the file in its place; false if it is not there, also because of an earlier frame. */
bool recording_finish(struct recording *g);
/* Harmless after recording_finish. */
void recording_abandon(struct recording *g);

#endif
