/* record.h: a run on disk: its initial model and its frames, for replay without simulating.
 *
 * A record is written frame by frame into FILE.part; each frame has been passed to
 * the operating system when tn_record_frame returns, so that a killed program loses
 * none of them. Only tn_record_finish gives the file its name. Everything that is
 * read is verified by checksums. docs/record-format.md describes the layout.
 */
#ifndef TENON_RECORD_H
#define TENON_RECORD_H

#include "tenon/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- writing ---- */

typedef struct tn_recorder tn_recorder;

/* Starts a record of the world. `model` is its initial text (tn_write_text); the files that it names (tn_file_read) are
 * copied into the record, so that it is self-contained. NULL
 * if the file cannot be created: then *message (if not NULL) is set to a text that the caller frees. A device or a pipe
 * is written to directly. An existing FILE is unchanged until the end; an existing FILE.part is overwritten. */
TN_API tn_recorder *tn_record_create(const char *path, const tn_world *w, const char *model, char **message);
/* Adds the present state as a frame. Objects, probes and constraints may be added and removed between frames.
 * TN_NO_FILE: it cannot be written (*message as above); earlier frames stay in FILE.part and no more can be added. */
TN_API tn_status tn_record_frame(tn_recorder *r, tn_world *w, char **message);
/* Writes the index, waits until everything is on disk and gives the file its name. Frees the recorder in any case.
 * TN_NO_FILE: an existing FILE is unchanged; the frames stay in FILE.part. */
TN_API tn_status tn_record_finish(tn_recorder *r, char **message);
/* Ends the recording without giving the file its name. FILE.part stays if it has frames. Frees the recorder. */
TN_API void tn_record_abandon(tn_recorder *r);

/* ---- reading ---- */

typedef struct tn_record tn_record;

/* Does the file (or FILE.part if there is no FILE) start like a record? */
TN_API bool tn_is_record(const char *path);
/* Opens a record; if there is no FILE but a FILE.part, that. NULL if it cannot be read, is damaged, truncated or from
 * another version: the diagnostics (may be NULL) name the frame and the byte. A .part that was truncated because its
 * program ended is read up to its last complete frame, with a warning. */
TN_API tn_record *tn_record_open(const char *path, tn_diagnostics *d);
/* Closes a record and frees everything read from it. NULL is allowed. */
TN_API void tn_record_close(tn_record *r);
/* The initial text of the model, valid as long as the record. */
TN_API const char *tn_record_model(const tn_record *r);
/* Reads the model into a world, as tn_read_text does. Files that it names are those in the record; what is not there (in
 * records of format 1) is looked for in the folder of the record. */
TN_API tn_status tn_record_read(tn_record *r, tn_world *w, tn_diagnostics *d);
/* The version of the library that wrote the record. */
TN_API const char *tn_record_version(const tn_record *r);

/* Everything that existed at any time of the run, in order of appearance; names are "" if there is none. */
TN_API int tn_record_object_count(const tn_record *r);
/* The name of the i-th object. */
TN_API const char *tn_record_object_name(const tn_record *r, int i);
/* Is the i-th object a variable, a plain number? */
TN_API bool tn_record_object_is_variable(const tn_record *r, int i);
/* The number of probes. */
TN_API int tn_record_probe_count(const tn_record *r);
/* The name of the i-th probe. */
TN_API const char *tn_record_probe_name(const tn_record *r, int i);
/* The number of constraints. */
TN_API int tn_record_constraint_count(const tn_record *r);
/* The name of the i-th constraint. */
TN_API const char *tn_record_constraint_name(const tn_record *r, int i);

/* Frames count from 0; their times are in s. */
TN_API int tn_record_frame_count(const tn_record *r);
/* The time of frame i, s. */
TN_API double tn_record_time(const tn_record *r, int frame);
/* The last frame that is not later than t; the first if all are later; -1 if there is none. */
TN_API int tn_record_frame_at(const tn_record *r, double t);

/* A constraint in one frame. */
typedef struct {
    tn_vec3 force, torque; /* N, N·m: as in tn_constraint_state */
    double deviation;      /* |C| */
    bool there;            /* otherwise it did not exist in that frame, and the rest is zero */
} tn_record_constraint;

/* One frame into arrays of the caller, one entry for each object, probe, constraint of the record. `there` (may be
 * NULL) says which objects existed; poses of others are zero. A probe that did not exist yet is NaN. TN_NO_FILE: the
 * file can no longer be read or has changed since it was opened. */
TN_API tn_status tn_record_poses(tn_record *r, int frame, tn_pose *poses, bool *there);
/* The probes of a frame. */
TN_API tn_status tn_record_probes(tn_record *r, int frame, double *values);
/* The constraints of a frame. */
TN_API tn_status tn_record_constraints(tn_record *r, int frame, tn_record_constraint *states);

/* A contact point in one frame. */
typedef struct {
    int a, b; /* which objects of the record */
    tn_vec3 point;
    tn_vec3 normal; /* unit, from a to b */
    tn_vec3 force;  /* of a on b, N */
    double gap;     /* m; negative: they overlap */
} tn_record_touch;
/* The number of contact points in a frame; 0 in records of format 1. */
TN_API int tn_record_touch_count(const tn_record *r, int frame);
/* The contact points of a frame, as many as it has. */
TN_API tn_status tn_record_touches(tn_record *r, int frame, tn_record_touch *touches);

/* Sets a world that was read from the record's model to a frame: its time, the events of the timeline up to then,
 * recorded positions and velocities, and the forces of constraints. Only forward: TN_WRONG_USE for a frame before the world's time. */
TN_API tn_status tn_record_restore(tn_record *r, int frame, tn_world *w);
/* The same for any time t of the record. Between two frames poses are interpolated: centres of mass and nodes in straight
 * lines, orientations at a constant rate. Times past the last frame show that frame. Nothing is simulated. */
TN_API tn_status tn_record_show(tn_record *r, double t, tn_world *w);

#ifdef __cplusplus
}
#endif
#endif
