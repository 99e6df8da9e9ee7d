/* inside.h: what the parts of a session share. */
#ifndef STUDIO_INSIDE_H
#define STUDIO_INSIDE_H

#include <stdatomic.h>

#include "session.h"
#include "value.h"

enum {
    PAGES = 16,   /* at a time */
    HANDLES = 32, /* held at a time */
    STEPS = 500,  /* of the undo stack */
    MARKS = 1200, /* snapshots on the timeline */
    LOG_ENTRIES = 200000,
    BRANCHES = 8,
    UNACKNOWLEDGED = 2,
    LARGEST_MESSAGE = 1 << 20,
    LARGEST_TEXT = 8 << 20
};
#define STUDIO_FRAME_RATE 60.0
#define SNAPSHOT_BYTES ((size_t)512 << 20)

struct subscription {
    bool frames, joints, forces, touches, probes, energy, surfaces, traces, handles;
    bool constraints;
    double rate;
};

struct page {
    int number; /* 0: free */
    bool greeted;
    char name[64];
    struct subscription wants;
    uint32_t sent, acknowledged; /* frames */
    bool waiting;                /* the newest state was not sent yet */
    uint32_t input;              /* of its last drag that took effect */
    uint32_t next_input;
    double last_sent; /* when, s of the host's clock */
    bool jump;        /* the next frame does not continue the last */
    int *traced;      /* points of each trace that it has */
    int traces;
};

struct held {
    int number; /* 0: free */
    int page;
    tn_handle handle;
    tn_object object;
    bool moved; /* `to` was not passed on yet */
    tn_vec3 to;
    uint32_t input;
};

/* An entry of the undo stack. */
struct step {
    char *label;
    int texts;                   /* edits of the source in it */
    tn_snapshot *before, *after; /* `after` is taken when it is undone */
    char key[96];                /* consecutive live edits with the same key are one step */
};

enum log_type { LOG_ADVANCE, LOG_DRAG };
struct log_entry {
    enum log_type type;
    double t;
    tn_handle handle;
    tn_vec3 to;
};

/* A moment that the world can go back to. */
struct mark {
    double t;
    tn_snapshot *snapshot;
    int entry;   /* of the log: what follows it */
    char *label; /* of an edit; NULL: one of every second */
};

struct branch {
    int number;
    double from, to;
};

/* Serialised items of one list of the scene, as the pages have it. */
struct list {
    struct bytes text;
    size_t *start; /* count + 1 */
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

struct studio {
    struct studio_host host;
    char *token, *folder, *examples, *keep, *kinds;
    char session[40];
    struct page pages[PAGES];

    tn_source *source;
    tn_world *world;
    _Atomic(tn_world *) interruptible;
    char *path; /* of the scene; NULL: it has none */
    char *title;
    tn_snapshot *start;                /* at t = 0 */
    bool ahead;                        /* the world could not follow the text */
    unsigned long text_rev, text_base; /* text_rev: as the pages know it */
    bool text_dirty;                   /* not kept yet */
    double keep_at;
    bool recovered;

    tn_view *view;
    bool view_old;    /* the world has changed since it was taken */
    bool look_closer; /* lists of the scene may have changed in what the topology does not show */
    uint32_t scene_rev;
    uint64_t topology;
    struct list lists[LISTS];
    char *scene_rest; /* members beside the lists */
    char *problems;   /* as last pushed */
    char *run_notes;  /* the failure of the run; NULL */
    bool problems_old;

    bool playing;
    double speed;
    double target; /* of an unfinished advance; NaN: none */
    double grid_t; /* targets are grid_t + grid_n * speed/60 */
    long grid_n;
    bool behind;
    double factor, factor_t, factor_now;
    char *stuck;

    struct step steps[STEPS];
    int step_count, step_done; /* those from step_done on are undone */
    bool step_open;
    int step_texts; /* undo count of the source at its begin */
    char *state_pushed, *history_pushed;

    struct mark marks[MARKS];
    int mark_count;
    struct log_entry *log;
    int log_count;
    bool scrubbing;
    tn_snapshot *live; /* while scrubbing: where the newest motion is */
    double live_t;
    int live_log;
    struct branch branches[BRANCHES];
    int branch_count, branch_number;

    struct held held[HANDLES];
    int next_handle;
    int gesture; /* step of a paused drag; 0: none */
    int jobs;    /* numbers of exports so far */
    struct {
        int number;
        char as[8];
        char *file;
    } job[4];

    struct bytes reply; /* members of the reply that is being made */
    struct writer answer;
    int asking; /* the page */
};

/* ---- messages (session.c) ---- */

struct request {
    struct studio *s;
    struct page *page;
    const struct value *message;
};
/* A refusal: sets code and sentence of the reply and returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool refuse(struct studio *s, const char *code, const char *format, ...);
void push_all(struct studio *s, const struct bytes *b);
void push_to(struct studio *s, struct page *p, const struct bytes *b);
/* {"push":"NAME", to be closed with '}'. */
struct writer push_begin(struct bytes *b, const char *name);

/* ---- text and world (document.c) ---- */

bool document_load(struct studio *s, tn_source *source, const char *path, const char *title);
void document_free(struct studio *s);
void document_keep(struct studio *s, double now); /* the unsaved text */
void document_forget(struct studio *s);
/* One step of the undo stack. Everything between the two is undone as one; `key` (NULL: none) joins it with the step
 * before if that has the same. */
void step_begin(struct studio *s, const char *label, const char *key);
void step_end(struct studio *s);
/* Gives up what was done since step_begin. */
void step_abandon(struct studio *s);
/* Brings the world to the text; false if the text has errors: the world is as it was. Writes the counts into the reply. */
bool document_apply(struct studio *s);
bool document_undo(struct studio *s);
bool document_redo(struct studio *s);
bool document_restart(struct studio *s);
void document_drop_steps(struct studio *s);
/* The path of a file below the folder; NULL after a refusal. To be freed. */
char *document_path(struct studio *s, const char *file, const char *ending);

/* ---- pushes (pushes.c, scene.c) ---- */

void push_text(struct studio *s, struct page *only);
/* The changes of the last edit of the source; call it after each one. */
void push_changes(struct studio *s);
void push_history(struct studio *s, struct page *only);
void push_state(struct studio *s, struct page *only);
void push_problems(struct studio *s, struct page *only, const tn_diagnostics *d);
void push_peers(struct studio *s);
void push_scene(struct studio *s, struct page *only);
void push_surfaces(struct studio *s, struct page *only);
void look(struct studio *s); /* takes a view, and pushes the scene if it has changed */

/* ---- frames (frame.c) ---- */

void frames_send(struct studio *s, double now);
void frames_acknowledge(struct studio *s, struct page *p, uint32_t seq);

/* ---- time (timeline.c) ---- */

void timeline_clear(struct studio *s);
void timeline_mark(struct studio *s, const char *label);
void timeline_cut(struct studio *s, double t); /* forgets what is later */
void timeline_note_drag(struct studio *s, tn_handle h, tn_vec3 to);
bool timeline_seek(struct studio *s, double t);
bool timeline_live(struct studio *s);
bool timeline_branch(struct studio *s);
void clock_moves(struct studio *s, double now, double budget);
bool clock_step(struct studio *s, double seconds);
void clock_reset(struct studio *s);

/* ---- things ---- */

/* The thing of "thing" or `given`; NONE after a refusal. */
tn_thing thing_given(struct studio *s, const struct value *given, const char *type);
void write_id(struct writer *w, const char *key, tn_thing t);
void write_vector(struct writer *w, const char *key, tn_vec3 v);
void write_quaternion(struct writer *w, const char *key, tn_quat q);
bool vector_given(const struct value *v, tn_vec3 *out);

/* ---- hands (hands.c) ---- */

void hands_pass_on(struct studio *s); /* drags, before the world moves */
void hands_check(struct studio *s);   /* forgets handles that are gone */
void hands_release_page(struct studio *s, int page);
void gesture_end(struct studio *s);

/* ---- ops ---- */

typedef bool op_function(struct studio *s, struct page *p, const struct value *m);
op_function op_new, op_open, op_recover, op_files, op_gallery, op_save, op_text;                   /* ops_files.c */
op_function op_patch, op_add, op_statement, op_remove, op_users, op_rename, op_duplicate, op_nail; /* ops_text.c */
op_function op_set, op_let, op_switch, op_place, op_start;                                         /* ops_numbers.c */
op_function op_grab, op_drag, op_release;                                                          /* hands.c */
op_function op_run, op_step, op_restart, op_seek, op_branch, op_undo, op_redo;                     /* ops_time.c */
op_function op_pick, op_near, op_mesh, op_inspect, op_places, op_kinds, op_modes;                  /* ops_look.c */
op_function op_export, op_cancel;                                                                  /* ops_export.c */

#endif
