/* timeline.h: moments that a world can go back to, and what happened between them.
 *
 * A snapshot is taken every simulated second and where the caller asks for one (at edits). Between snapshots the targets
 * of the clock and of the mouse are logged, so that going back to any moment gives the same bits as then.
 */
#ifndef STUDIO_TIMELINE_H
#define STUDIO_TIMELINE_H

#include <stdbool.h>

#include "tenon/tenon.h"

enum { TIMELINE_MARKS = 1200, TIMELINE_ENTRIES = 200000 };
#define TIMELINE_BYTES ((size_t)384 << 20) /* of all snapshots of the world: then the oldest motion is forgotten */

struct timeline_entry {
    bool drag; /* otherwise the world advances to t */
    double t;
    tn_handle handle; /* of a drag */
    tn_vec3 to;
};

struct timeline {
    struct timeline_mark {
        double t;
        tn_snapshot *snapshot;
        int entry; /* of the log: what follows it */
    } mark[TIMELINE_MARKS];
    int marks;
    struct timeline_entry *log;
    int entries, room;
};

/* All zero is empty. */
void timeline_free(struct timeline *l, tn_world *w);
/* A moment to go back to: now. */
void timeline_mark(struct timeline *l, tn_world *w);
/* Advances the world for at most so many seconds of the clock, and marks every simulated second. The time may not be
 * enough: then the next call with the same t goes on. */
tn_status timeline_advance(struct timeline *l, tn_world *w, double t, double seconds);
/* Leads a handle, and notes it. */
tn_status timeline_drag(struct timeline *l, tn_world *w, tn_handle h, tn_vec3 to);
/* Puts the world to the last logged moment not later than t, or as near to it as is possible in so many seconds of the
 * clock; false if that is before the first mark. What is later stays logged: the caller keeps a snapshot of the present to
 * come back to. */
bool timeline_seek(struct timeline *l, tn_world *w, double t, double seconds);
/* Forgets what is later than the present moment of the world: it continues from here. */
void timeline_branch(struct timeline *l, tn_world *w);

#endif
