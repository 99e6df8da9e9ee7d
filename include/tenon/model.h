/* model.h: building worlds from definitions, and describing worlds as definitions.
 *
 * Everything in the scene language can also be expressed by definitions (def.h): tn_add adds one of them to a world, a
 * batch adds many at once. Reading a text does the same. Conversely, every thing in a world can be listed and
 * described: the result of tn_describe can be changed and added to another world.
 *
 *   tn_batch *b = tn_batch_new(w, d);
 *   tn_batch_add(b, object);
 *   tn_batch_add(b, joint);                    it may refer to later definitions of the batch
 *   if (tn_batch_commit(b) != TN_OK)
 *       …                                      nothing was changed; d says why
 *   tn_batch_free(b);
 */
#ifndef TENON_MODEL_H
#define TENON_MODEL_H

#include "tenon/def.h"
#include "tenon/kinds.h"
#include "tenon/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- things ---- */

/* Types of things that can be described. A world is built in this order. */
typedef enum {
    TN_THING_NONE,
    TN_THING_SETTINGS,   /* world: … end; there is always one */
    TN_THING_NAME,       /* let, function, nail, path, surface, curve type */
    TN_THING_OBJECT,     /* object, variable */
    TN_THING_POINT,      /* point … of … */
    TN_THING_CONSTRAINT, /* connect, keep, constraint: … end, … */
    TN_THING_FORCE,      /* spring, gravity, minimize, force: … end, … */
    TN_THING_CONTACT,    /* contact */
    TN_THING_SKIN,       /* skin */
    TN_THING_EVENT,      /* at … : … end, without the things that it adds */
    TN_THING_PROBE,      /* probe */
    TN_THING_LOOK        /* camera, show, trace */
} tn_thing_type;

/* An id, like tn_object; type NONE means none. It becomes invalid when the thing is removed or the edit that made it is
 * undone; that of an event when its time has come. */
typedef struct {
    tn_thing_type type;
    uint32_t slot, generation;
    uint32_t index; /* of a point, among those of its object */
    uint32_t order; /* its position among its type when it was listed; not part of the id */
} tn_thing;
/* An object as a thing. */
TN_API tn_thing tn_thing_of_object(tn_object o);
/* A constraint as a thing. */
TN_API tn_thing tn_thing_of_constraint(tn_constraint c);
/* A force as a thing. */
TN_API tn_thing tn_thing_of_force(tn_force f);
TN_API tn_object tn_thing_object(tn_thing t); /* zero if it is not an object; for a point its object */
/* The constraint that a thing is; zero if it is none. */
TN_API tn_constraint tn_thing_constraint(tn_thing t);
/* The force that a thing is; zero if it is none. */
TN_API tn_force tn_thing_force(tn_thing t);

/* A thing as one number, which a program may keep, print or store: 0 for none. The same thing has the same number as long
 * as its world lives, also when it was removed and undo has brought it back; numbers of objects, constraints, forces,
 * points and probes are never given to another thing. A clone has the same numbers. */
TN_API uint64_t tn_id(tn_thing t);
/* The thing with this number; NONE if there is none now. */
TN_API tn_thing tn_thing_of_id(const tn_world *w, uint64_t id);

/* Two words of the program with a thing, a pointer and a number; those of the settings are the world's own. They are no
 * part of the model: not written, not undone. A thing that undo brings back has them still, and clones have copies. */
TN_API tn_status tn_thing_set_data(tn_world *w, tn_thing t, void *pointer, uint64_t number);
/* False, NULL and 0 if none were set. pointer and number may be NULL. */
TN_API bool tn_thing_data(const tn_world *w, tn_thing t, void **pointer, uint64_t *number);

/* How many of a type there are, and the i-th in order of creation; NONE past the end. Things that an event has removed
 * are included as long as something may refer to them. */
TN_API int tn_thing_count(const tn_world *w, tn_thing_type type);
/* The i-th thing of a type. */
TN_API tn_thing tn_thing_at(const tn_world *w, tn_thing_type type, int i);
/* Iterates over everything, type by type: the thing after t, the first one for NONE, NONE after the last. */
TN_API tn_thing tn_thing_next(const tn_world *w, tn_thing t);
/* Does the id belong to a thing of this world? */
TN_API bool tn_thing_valid(const tn_world *w, tn_thing t);
/* Finds an object, constraint, force, name or probe by its name in texts; NONE if there is none. */
TN_API tn_thing tn_thing_find(const tn_world *w, tn_thing_type type, const char *name);
/* Its name; "" if it has none. And its kind: the word of its statement ("rod", "connect", "spring", "let", "camera").
 * Both are valid as long as the thing. */
TN_API const char *tn_thing_name(const tn_world *w, tn_thing t);
/* Its kind. */
TN_API const char *tn_thing_kind(const tn_world *w, tn_thing t);

/* A parameter of a thing now: the entry in the table of its kind (kinds.h: word, unit, range, default, whether it can
 * be set while the model runs), and its numbers. */
typedef struct {
    const tn_parameter *is;
    bool formula;     /* it is a formula and has no fixed number */
    int count;        /* of numbers; 0: it is a formula or a word, or a color that is not given */
    double value[6];  /* the numbers */
    const char *word; /* of a setting that is one of several words; NULL otherwise */
} tn_thing_parameter;
/* The i-th parameter of a thing: of objects, constraints and forces those that can be set now come first, then the others
 * that its description gives numbers for (sizes, density, …); also of the settings, contacts, skins and lets. False past
 * the end. */
TN_API bool tn_thing_parameter_at(tn_world *w, tn_thing t, int i, tn_thing_parameter *out);

/* A thing now. Strings are valid as long as the thing. */
typedef struct {
    const char *name;  /* "" if it has none */
    const char *label; /* its name; of an unnamed constraint or force connect@4[i=3], by which it is found again */
    const char *kind;
    bool present;      /* does it exist? An event may add it later, or have removed it */
    bool on;           /* constraints and forces: not switched off */
    bool active;       /* does it act now: present, on, in its interval, with its objects present */
    bool has_interval; /* acts from … to, s; of an event both are its time */
    double from, to;
    tn_by by;     /* constraints: how it is met as it was asked for, */
    tn_by method; /* and as it is now: never TN_BY_WORLD. TN_BY_WORLD for other things */
    double value; /* of a probe, and of a let that is one number; NaN for others */
    int partners; /* how many */
} tn_thing_state;
/* The present state of a thing. TN_WRONG_USE if the id is invalid. */
TN_API tn_status tn_thing_get(tn_world *w, tn_thing t, tn_thing_state *out);
/* What it attaches to, acts on or looks at: objects of constraints, forces, contacts, skins, probes and points; also
 * constraints of probes, paths and curve types of objects, and what an event changes. Each once, in the order of its
 * statement. Returns how many there are, and fills at most `room`. A force without any acts on everything. */
TN_API int tn_thing_partners(const tn_world *w, tn_thing t, tn_thing *out, int room);
/* The formula of a constraint, force or object: that of its kind (of a constraint the rows that are zero where it is met),
 * or the text of one that is a formula itself (keep, minimize, …); of a probe, a let or a path its expression. NULL if it
 * has none. Caller frees with tn_free(). */
TN_API char *tn_thing_formula(tn_world *w, tn_thing t);

/* The definition of a thing in its present state; free it with tn_def_free. Things that an event will add are in the
 * block of an `at`; an event that does nothing else has no definition of its own. NULL then, if the id is invalid, if the
 * thing was removed and nothing refers to it any more, or, with a warning (tn_warning), if a function of the program
 * computes it (hooks.h).
 * Describing all things of a world in the order of their types, and adding the definitions to an empty world as one
 * batch, gives the same world: it continues to the same bits, if tn_describe_begin was called for the world before. */
TN_API tn_def *tn_describe(tn_world *w, tn_thing t);
/* From here on the motion depends only on what can be described: the next step of an adaptive integrator starts a new
 * history, contacts discard their stored impulses, and the displacement method determines anew which constraints are
 * satisfied: one whose gap is not small closes with its time constant. */
TN_API void tn_describe_begin(tn_world *w);

/* What the run of a world carries, as the definition state: time …; object …: … end … end: poses, velocities, nodes,
 * coordinates, variables, lets, turns of joints, multipliers, what was fixed at poses, switches. Behind the text that the
 * world was read from it makes a text that continues to the same bits: the world itself starts anew from here, as after
 * tn_describe_begin. Read, the events up to that time have happened, then these numbers count. Free it with tn_def_free.
 * NULL for no world. */
TN_API tn_def *tn_describe_state(tn_world *w);

/* ---- adding ---- */

/* The value of a loop variable. */
typedef struct {
    const char *name;
    double value;
} tn_binding;

typedef struct tn_batch tn_batch;
/* An empty batch for a world. Errors are reported to d (may be NULL); the world and d must outlive the batch. A batch
 * fails if d received an error since the batch was made. NULL if w is NULL. */
TN_API tn_batch *tn_batch_new(tn_world *w, tn_diagnostics *d);
/* Frees a batch; definitions that were not committed are discarded. NULL is allowed. */
TN_API void tn_batch_free(tn_batch *b);
/* Adds a copy of a definition. The world does not change yet. TN_WRONG_MODEL, after a report, if it does not have the
 * form that its word requires. */
TN_API tn_status tn_batch_add(tn_batch *b, const tn_def *d);
/* The same with values for names: one definition, such as object link[i]: …, can be added for many i without copying
 * it. */
TN_API tn_status tn_batch_add_bound(tn_batch *b, const tn_def *d, const tn_binding *bindings, int count);
/* The folder of the files that its definitions name, with a trailing slash. Texts that are read know their own. */
TN_API tn_status tn_batch_folder(tn_batch *b, const char *folder);
/* Makes the batch one of changes (on, off, set, let), as in events: committing makes them at once. */
TN_API void tn_batch_change(tn_batch *b);
/* Makes the batch fail if it has no let for a value that was set with tn_set. */
TN_API void tn_batch_check_set(tn_batch *b);
/* Adds everything to the world, in order of dependencies, as one edit. TN_WRONG_MODEL: there were errors, and nothing
 * was changed. Afterwards the batch is empty and can be filled again. */
TN_API tn_status tn_batch_commit(tn_batch *b);
/* The first thing that the i-th definition has made; NONE if it was empty. Valid until the next commit. */
TN_API tn_thing tn_batch_made(const tn_batch *b, int i);
/* A batch of one definition; *made (may be NULL) is the result. */
TN_API tn_status tn_add(tn_world *w, const tn_def *d, tn_thing *made, tn_diagnostics *diagnostics);

/* ---- removing ---- */

/* The first thing after `after` in the list of all things (type NONE: from the start) whose definition refers to this one;
 * of type NONE if there is none. */
TN_API tn_thing tn_thing_user(tn_world *w, tn_thing t, tn_thing after);
/* Removes a thing of any type, and everything that refers to it, as one edit: with an object its points, its constraints
 * and forces; formulas, lets, probes, cameras and traces that speak of it; with a joint its gears; with a let what is
 * computed from it; with an event what it would add. A skin goes on over its other solids while there are two, and events do
 * what is left of them. So what is left can always be written and read. TN_WRONG_USE, and nothing changed, if the id is
 * invalid or of the settings: then *message (may be NULL) is set to a text that the caller frees; otherwise to NULL. */
TN_API tn_status tn_remove(tn_world *w, tn_thing t, char **message);
/* How many things tn_remove would remove with this one, not counting the points of an object; the first `most` of them are
 * put into `out` (may be NULL). 0 if the id is invalid. */
TN_API int tn_removed_with(tn_world *w, tn_thing t, tn_thing *out, int most);

#ifdef __cplusplus
}
#endif
#endif
