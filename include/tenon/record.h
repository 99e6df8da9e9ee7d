/* record.h: a run on disk: the model it began with and its frames, to be looked at again without simulating.
 *
 * A record is written frame by frame into FILE.part; each frame is in the hands of
 * the operating system when tn_record_frame returns, so that a program that is
 * killed loses none of them. Only tn_record_finish gives the file its name. What
 * is read is checked to the last byte before it is believed. docs/record-format.md
 * has the layout.
 */
#ifndef TENON_RECORD_H
#define TENON_RECORD_H

#include "tenon/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- writing ---- */

typedef struct tn_recorder tn_recorder;

/* Begins a record of the world. `model` is its text as it begins (tn_write_text), so that the record stands alone. NULL
 * if no file can be made there: then *message (if not NULL) is a sentence to free(). A device or a pipe is written to
 * directly. An earlier FILE stays as it is until the end; an earlier FILE.part is begun anew. */
TN_API tn_recorder *tn_record_create(const char *path, const tn_world *w, const char *model, char **message);
/* Adds the present state as a frame. Objects, probes and constraints may come and go between frames. TN_NO_FILE: it
 * cannot be written (*message as above); the frames before it stay in FILE.part and no more can be added. */
TN_API tn_status tn_record_frame(tn_recorder *r, tn_world *w, char **message);
/* Writes the index, waits until all is on the disk and gives the file its name. Frees the recorder in any case.
 * TN_NO_FILE: nothing is under the final name that was not there before; the frames stay in FILE.part. */
TN_API tn_status tn_record_finish(tn_recorder *r, char **message);
/* Ends the recording without giving the file its name. FILE.part stays if it has frames. Frees the recorder. */
TN_API void tn_record_abandon(tn_recorder *r);

/* ---- reading ---- */

typedef struct tn_record tn_record;

/* Whether the file (or FILE.part if there is no FILE) begins as records do. */
TN_API bool tn_is_record(const char *path);
/* Opens a record; if there is no FILE but a FILE.part, that. NULL if it cannot be read, is damaged, cut off or from
 * another version: the diagnostics (may be NULL) say which frame at which byte. A .part that was cut off by the end of
 * its program is read up to its last whole frame, with a warning. */
TN_API tn_record *tn_record_open(const char *path, tn_diagnostics *d);
TN_API void tn_record_close(tn_record *r);
/* The model's text as the run began; the version of the library that wrote the record. They live as long as it. */
TN_API const char *tn_record_model(const tn_record *r);
TN_API const char *tn_record_version(const tn_record *r);

/* Everything that was there at any time of the run, in the order of coming; names are "" where there was none. */
TN_API int tn_record_object_count(const tn_record *r);
TN_API const char *tn_record_object_name(const tn_record *r, int i);
TN_API bool tn_record_object_is_variable(const tn_record *r, int i);
TN_API int tn_record_probe_count(const tn_record *r);
TN_API const char *tn_record_probe_name(const tn_record *r, int i);
TN_API int tn_record_constraint_count(const tn_record *r);
TN_API const char *tn_record_constraint_name(const tn_record *r, int i);

/* Frames count from 0; their times are in s. */
TN_API int tn_record_frame_count(const tn_record *r);
TN_API double tn_record_time(const tn_record *r, int frame);
/* The last frame that is not later than t; the first if all are later; -1 if there is none. */
TN_API int tn_record_frame_at(const tn_record *r, double t);

/* What the constraints did in one frame. */
typedef struct {
    tn_vec3 force, torque; /* N, N·m: as in tn_constraint_state */
    double deviation;      /* |C| */
    bool there;            /* otherwise it did not exist in that frame, and the rest is zero */
} tn_record_constraint;

/* One frame into arrays of the caller, one entry for each object, probe, constraint of the record. `there` (may be NULL)
 * says which objects existed; poses of others are zero. A probe that did not exist yet is NaN. TN_NO_FILE: the file can
 * no longer be read or has changed since it was opened. */
TN_API tn_status tn_record_poses(tn_record *r, int frame, tn_pose *poses, bool *there);
TN_API tn_status tn_record_probes(tn_record *r, int frame, double *values);
TN_API tn_status tn_record_constraints(tn_record *r, int frame, tn_record_constraint *states);
/* Puts a world that was read from the record's model into a frame: its time, what the timeline had done by then, places
 * and velocities as they were recorded. Frames go forward: TN_WRONG_USE for one before the world's time. */
TN_API tn_status tn_record_restore(tn_record *r, int frame, tn_world *w);

#ifdef __cplusplus
}
#endif
#endif
