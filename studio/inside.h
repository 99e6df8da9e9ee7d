/* inside.h: what the parts of a session share. */
#ifndef STUDIO_INSIDE_H
#define STUDIO_INSIDE_H

#include "document.h"
#include "session.h"
#include "timeline.h"
#include "value.h"

enum {
    PAGES = 64,   /* at a time */
    HANDLES = 32, /* held at a time */
    UNACKNOWLEDGED = 2,
    CHANGES = 512, /* of the text that are remembered, to map positions of earlier revisions */
    BRANCHES = 8,
    JOBS = 4,
    LARGEST_MESSAGE = 1 << 20,
    LARGEST_TEXT = 8 << 20 /* bytes of a scene */
};
#define FRAME_RATE 60.0

/* ---- pages ---- */

struct subscription {
    bool frames, joints, forces, touches, probes, energy, surfaces, traces, handles, constraints;
    double rate;
};

struct page {
    int number; /* 0: free */
    bool greeted;
    double opened_at; /* s of the host's clock */
    char name[64];
    struct subscription wants;
    uint32_t sent, acknowledged; /* frames */
    bool waiting;                /* the newest state was not sent yet */
    bool jump;                   /* the next frame does not continue the last */
    uint32_t input;              /* of its last drag that took effect */
    double last_sent;            /* when, s of the host's clock */
    uint32_t traced_rev;         /* the scene of `traced` */
    int *traced;                 /* points of each trace that it has */
    int traces;
};

struct held {
    int number; /* 0: free */
    int page;
    tn_handle handle;
    tn_object object;
    tn_vec3 local;
    bool moved; /* `to` was not passed on yet */
    tn_vec3 to;
    double left; /* m, after the last drag while paused */
    uint32_t input;
};

/* ---- the text as the pages know it ---- */

struct text_change {
    unsigned long rev; /* that it led to */
    size_t from, to;   /* UTF-16 units of the text before */
    size_t put;        /* units of the new text */
    char *text;        /* while it waits to be pushed; NULL afterwards */
};

struct shown_text {
    unsigned long rev;
    unsigned long source_rev; /* of the source */
    char *now;                /* the main file, as of rev */
    struct text_change change[CHANGES];
    int changes;         /* those with a text were not pushed yet */
    bool whole;          /* it must be pushed as a whole */
    bool another;        /* another scene was opened since the last push */
    size_t units_before; /* UTF-16 units of the text that was pushed last */
};

/* ---- the scene as the pages know it ---- */

/* Items of one list as JSON. */
struct list {
    struct bytes text;
    size_t *start; /* of item i; its end is start[i + 1] */
    int count, room;
};
enum {
    LIST_OBJECTS,
    LIST_MESHES,
    LIST_SURFACES,
    LIST_CONSTRAINTS,
    LIST_FORCES,
    LIST_NAILS,
    LIST_LETS,
    LIST_PROBES,
    LIST_EVENTS,
    LIST_TRACES,
    LISTS
};

struct shown_scene {
    tn_view *view;
    bool view_old;    /* the world has changed since it was taken */
    bool look_closer; /* lists may have changed in what the topology does not show */
    uint32_t rev;
    uint64_t topology;
    struct list list[LISTS];
    struct bytes rest;                        /* members beside the lists */
    int dof;                                  /* -1: not known */
    tn_constraint *redundant, *contradictory; /* ended by zeros */
    bool analysis_old;
    double edited_at; /* s of the host's clock */
};

/* ---- time ---- */

struct branch {
    int number;
    double from, to;
};

struct pace {
    bool playing;
    double speed;            /* 0: as fast as possible */
    double target;           /* of an unfinished advance; NaN: none */
    double base_now, base_t; /* wall clock and simulated time that belong together; NaN: not yet */
    bool behind;
    double factor, factor_now, factor_t;
    char *stuck;
    bool scrubbing;
    tn_snapshot *live; /* while scrubbing: the newest motion */
    double live_t;
    struct branch branch[BRANCHES];
    int branches, branch_number;
};

/* A paused drag, which is one step. */
struct gesture {
    int held;       /* its number; 0: none */
    double *before; /* poses of all objects */
    bool *joined;   /* by constraints to the one that is dragged: the others stay where they are */
    int objects;
};

struct job {
    int number; /* 0: free */
    char as[8];
    char *file;
};

struct studio {
    struct studio_host host;
    char session[40];
    struct page page[PAGES];
    struct document doc;
    struct shown_text text;
    struct shown_scene scene;
    struct timeline line;
    struct pace pace;
    struct held held[HANDLES];
    int next_handle;
    struct gesture gesture;
    struct job job[JOBS];
    int jobs;

    char *path;                       /* of the scene; NULL: it has none */
    char *name;                       /* shown */
    char *gallery_at;                 /* a folder of our own with the files of the gallery; NULL: not yet */
    char *saved;                      /* the text of its file; of a scene without one the text that it began with */
    char *keep_path;                  /* where the unsaved text is kept; NULL: nowhere */
    char *recovered, *recovered_path; /* a kept text that was found, and where; NULL */
    bool keep_old;
    double keep_at;
    double disk_at, disk_time; /* when the file was looked at, and when it was changed */

    struct bytes text_problems;               /* items of the list of problems that the text has, */
    char *problems, *state, *history, *peers; /* as they were pushed last */
    bool problems_old;
    double problems_at;

    struct bytes reply; /* members of the reply that is being made */
    struct writer answer;
    struct page *asking;
};

/* ---- messages (session.c) ---- */

/* A text without a file, which may include what is in the studio's folder. */
tn_source *untitled(struct studio *s, const char *text);

/* A refusal: code and sentence of the reply; returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool refuse(struct studio *s, const char *code, const char *format, ...);
/* The same with a sentence of the library, which is freed. */
bool refuse_with(struct studio *s, const char *code, char *message);
void push_to(struct studio *s, const struct page *p, const struct bytes *b);
void push_all(struct studio *s, const struct bytes *b);
/* {"push":"NAME", to be closed with '}'. */
struct writer push_begin(struct bytes *b, const char *name);
/* Pushes all that has changed. */
void settle(struct studio *s);

/* ---- the text (text.c) ---- */

/* To be called after every edit of the source. */
void text_changed(struct studio *s);
/* The edits since the last push were taken back. */
void text_abandoned(struct studio *s);
void text_whole(struct studio *s);
void text_push(struct studio *s);
void text_push_whole(struct studio *s, const struct page *p);
void text_free(struct studio *s);
/* Positions in the text of revision `rev` to bytes of the present text. False if something else was changed there. */
bool text_range(struct studio *s, unsigned long rev, double from, double to, size_t bytes[2]);
/* The edits since the last push as a list of changes, each of the text that those before it have left. */
void write_pending(struct studio *s, struct writer *w, const char *key);
const char *text_now(struct studio *s, size_t *length);

/* ---- steps (steps.c) ---- */

/* One step of the undo stack. Everything between the two is undone as one; `key` (NULL: none) joins it with the step before
 * if that has the same. */
void step_begin(struct studio *s, const char *label, const char *key);
void step_end(struct studio *s);
/* Takes back what was done since step_begin; returns false. */
bool step_abandon(struct studio *s);
/* Brings the world to the text; if that has errors the world is as it was. */
bool step_apply(struct studio *s, tn_applied *done);
/* The same, and ends the step; on errors the step is taken back and refused. */
bool step_finish(struct studio *s);
/* The world was put to another moment. */
void world_jumped(struct studio *s);
bool document_load(struct studio *s, tn_source *source, const char *path, const char *name);
void document_unload(struct studio *s);
void note_diagnostics(struct studio *s, const tn_diagnostics *d);

/* ---- pushes (pushes.c, scene.c) ---- */

void push_history(struct studio *s, const struct page *only);
void push_state(struct studio *s, const struct page *only);
void push_problems(struct studio *s, const struct page *only);
void push_peers(struct studio *s, const struct page *only);
void scene_look(struct studio *s); /* takes a view, and pushes the scene if it has changed */
void scene_push_whole(struct studio *s, const struct page *p);
void scene_free(struct studio *s);
void scene_analyse(struct studio *s);
void scene_analyse_later(struct studio *s, double now); /* of a large model, when nobody edits */

/* ---- frames (frame.c) ---- */

void frames_send(struct studio *s, double now);
void frames_acknowledge(struct page *p, double seq);

/* ---- time (clock.c) ---- */

void clock_moves(struct studio *s, double now, double budget);
void clock_again(struct studio *s); /* the pace starts anew from here */
void clock_stop(struct studio *s, const char *why);
void clock_leave_scrub(struct studio *s); /* back to the newest motion */
void clock_free(struct studio *s);
double clock_now(struct studio *s);

/* ---- things (things.c) ---- */

/* The thing that a member gives; NONE after a refusal. */
tn_thing thing_given(struct studio *s, const struct value *given, const char *type);
tn_thing thing_member(struct studio *s, const struct value *m, const char *key);
/* Its place in the text; false after a refusal. */
bool thing_place(struct studio *s, tn_thing t, tn_place *at);
const char *thing_label(struct studio *s, tn_thing t);
void write_id(struct writer *w, const char *key, tn_thing t);
void write_object_id(struct writer *w, const char *key, tn_object o);
void write_vector(struct writer *w, const char *key, tn_vec3 v);
void write_quaternion(struct writer *w, const char *key, tn_quat q);
bool vector_given(const struct value *v, tn_vec3 *out);
bool quaternion_given(const struct value *v, tn_quat *out);
const char *thing_type_word(tn_thing_type type);
/* All things there are, as sorted ids; to be freed. */
uint64_t *thing_ids(struct studio *s, int *count);
/* A list `key` of the things that are not among `before`. */
void write_made(struct studio *s, const char *key, const uint64_t *before, int count);

/* ---- hands (hands.c) ---- */

void hands_pass_on(struct studio *s, double budget); /* drags, before the world moves */
void hands_check(struct studio *s); /* forgets handles that are gone, lets go of those that nobody holds */
void hands_leave(struct studio *s, int page);
void gesture_end(struct studio *s, double tolerance);
/* A pose of an object, to be written into the text. */
struct posed {
    tn_object object;
    const double *pose; /* a row of tn_poses */
    bool turned;        /* its orientation too */
    bool left;          /* out: the text says more than numbers there, and stays */
    int setting;        /* its first among those of the text */
};
/* Writes poses into the text as one change, where that holds literals or nothing. */
void place_in_text(struct studio *s, struct posed *list, int count, double tolerance);

/* Nails a point of an object where it is now, as one step: by its name, or by its place in the object. */
bool nail_here(struct studio *s, tn_object o, const char *point, tn_vec3 local, double grain);

/* ---- files (files.c) ---- */

void keep_text(struct studio *s, double now);
void keep_begin(struct studio *s, bool look); /* where the text of this scene is kept; look: is there one? */
void keep_forget(struct studio *s);           /* removes the kept text */
void disk_check(struct studio *s, double now);
char *session_file_read(const char *path, size_t most, char **message);
char *path_join(const char *folder, const char *file);
char *path_below(struct studio *s, const char *file, const char *ending); /* NULL after a refusal */
/* Another scene begins. */
void begin_scene(struct studio *s, tn_source *source, const char *path, const char *name);
bool gallery_open(struct studio *s, const char *scene);
void gallery_remove(struct studio *s);

/* ---- ops ---- */

typedef bool op_function(struct studio *s, struct page *p, const struct value *m);
op_function op_new, op_open, op_recover, op_files, op_gallery, op_save, op_text;  /* ops_files.c, gallery.c */
op_function op_patch, op_add, op_remove, op_users, op_rename, op_statement;       /* ops_text.c */
op_function op_set, op_let, op_switch, op_place, op_start, op_nail, op_duplicate; /* ops_numbers.c, ops_copy.c */
op_function op_grab, op_drag, op_release;                                         /* hands.c */
op_function op_run, op_step, op_restart, op_seek, op_branch, op_undo, op_redo;    /* ops_time.c */
op_function op_pick, op_near, op_mesh, op_inspect, op_places, op_kinds, op_modes; /* ops_look.c, inspect.c, modes.c */
op_function op_ghost;                                                             /* ops_ghost.c */
op_function op_export, op_cancel;                                                 /* ops_export.c */

#endif
