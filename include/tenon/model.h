/* model.h: building worlds of definitions, and taking worlds apart into definitions.
 *
 * What the scene language can say, a program can say with definitions (def.h): tn_add makes one of them a part of a world,
 * a batch makes many at once. Reading a text does the same. The other way round, every thing in a world can be listed and
 * described: what tn_describe gives can be changed and added to another world.
 *
 *   tn_batch *b = tn_batch_new(w, d);
 *   tn_batch_add(b, object);
 *   tn_batch_add(b, joint);                    it may speak of what comes later in the batch
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

/* Whatever can be described, by its sort. A world is put together in this order. */
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
    TN_THING_EVENT,      /* at … : … end, apart from what it brings */
    TN_THING_PROBE,      /* probe */
    TN_THING_LOOK        /* camera, show, trace */
} tn_thing_type;

/* An id, as tn_object is one: of type NONE it means nothing. It is refused once the thing is removed, or an undo has taken
 * back the edit that made it; that of an event once its time has come. */
typedef struct {
    tn_thing_type type;
    uint32_t slot, generation;
    uint32_t index; /* of a point: which one of its object */
    uint32_t order; /* where it stood among its sort when it was listed: no part of the id */
} tn_thing;
TN_API tn_thing tn_thing_of_object(tn_object o);
TN_API tn_thing tn_thing_of_constraint(tn_constraint c);
TN_API tn_thing tn_thing_of_force(tn_force f);
TN_API tn_object tn_thing_object(tn_thing t); /* zero if it is none; of a point its object */
TN_API tn_constraint tn_thing_constraint(tn_thing t);
TN_API tn_force tn_thing_force(tn_thing t);

/* How many of a sort there are, and the i-th in the order of making; NONE past the end. Things that an event has taken
 * away are among them as long as something may speak of them. */
TN_API int tn_thing_count(const tn_world *w, tn_thing_type type);
TN_API tn_thing tn_thing_at(const tn_world *w, tn_thing_type type, int i);
/* A walk over everything, sort by sort: the thing behind t, the first one behind NONE, NONE behind the last. */
TN_API tn_thing tn_thing_next(const tn_world *w, tn_thing t);
TN_API bool tn_thing_valid(const tn_world *w, tn_thing t);
/* By the name that a text calls it by, of objects, constraints, forces, names and probes; NONE if there is none. */
TN_API tn_thing tn_thing_find(const tn_world *w, tn_thing_type type, const char *name);
/* Its name; "" if it has none. And what it is: the word of its statement ("rod", "connect", "spring", "let", "camera").
 * Both live as long as the thing. */
TN_API const char *tn_thing_name(const tn_world *w, tn_thing t);
TN_API const char *tn_thing_kind(const tn_world *w, tn_thing t);

/* A parameter of a thing as it is now: what the table of its kind says (kinds.h: word, unit, range, default, whether it can be
 * set while the model runs), and its numbers. */
typedef struct {
    const tn_parameter *is;
    bool formula;     /* it is a formula, and has no number of its own */
    int count;        /* of numbers; 0: it is a formula or a word */
    double value[6];  /* the numbers */
    const char *word; /* of a setting that is one of several words; NULL otherwise */
} tn_thing_parameter;
/* The i-th parameter of an object, a constraint, a force or the settings; false past the end, and for other things. */
TN_API bool tn_thing_parameter_at(tn_world *w, tn_thing t, int i, tn_thing_parameter *out);

/* The definition of a thing as it is now, at its present place; free it with tn_def_free. What an event will bring stands
 * in the block of an `at`. NULL if the id is wrong, or if the thing is gone and nothing speaks of it any more. Describing
 * all things of a world in the order of their types, and adding what was found to an empty world as one batch, gives the
 * same world: it moves on to the same bits, if tn_describe_begin was called for the world before. */
TN_API tn_def *tn_describe(tn_world *w, tn_thing t);
/* What follows depends from here on what can be described alone: the next step of an adaptive integrator begins a new
 * history, and contacts a new sequence of impulses. */
TN_API void tn_describe_begin(tn_world *w);

/* ---- adding ---- */

/* What the name of a loop's variable stands for. */
typedef struct {
    const char *name;
    double value;
} tn_binding;

typedef struct tn_batch tn_batch;
/* An empty batch for a world, which must outlive it. Mistakes are reported to d (may be NULL), which must too; a batch
 * fails if d got an error since it was begun. NULL if w is NULL. */
TN_API tn_batch *tn_batch_new(tn_world *w, tn_diagnostics *d);
TN_API void tn_batch_free(tn_batch *b);
/* Takes a definition in; it may be changed or freed afterwards. Nothing happens to the world yet. TN_WRONG_MODEL after a
 * report if it is not of the shape that its word asks for. */
TN_API tn_status tn_batch_add(tn_batch *b, const tn_def *d);
/* The same with numbers in the place of names: one definition, as object link[i]: …, is added for many i without being
 * copied. */
TN_API tn_status tn_batch_add_bound(tn_batch *b, const tn_def *d, const tn_binding *bindings, int count);
/* Where the files lie that its definitions name: a folder with a slash at its end. A text that is read knows its own. */
TN_API tn_status tn_batch_folder(tn_batch *b, const char *folder);
/* Lets the batch fail if a value that was set with tn_set has no let in it. */
TN_API void tn_batch_check_set(tn_batch *b);
/* Makes all of it, in an order in which nothing is missing, as one edit. TN_WRONG_MODEL: there were errors, and nothing was
 * changed. Afterwards the batch is empty and can be filled again. */
TN_API tn_status tn_batch_commit(tn_batch *b);
/* What the i-th definition has made: the first thing of it, NONE if it was empty. Until the next commit. */
TN_API tn_thing tn_batch_made(const tn_batch *b, int i);
/* A batch of one; *made (may be NULL) is what it made. */
TN_API tn_status tn_add(tn_world *w, const tn_def *d, tn_thing *made, tn_diagnostics *diagnostics);

/* ---- removing ---- */

/* Removes a thing, whatever its type, as one edit. TN_WRONG_USE, and nothing changed, if the id is wrong, if it is the
 * settings, or while something uses it: a constraint its objects, a formula a let, an event what it switches, a trace a
 * point. *message (may be NULL) is then a sentence to free() that names what uses it; otherwise NULL. What an event will
 * bring must be removed before the event. (tn_object_remove takes constraints and forces on an object with it.) */
TN_API tn_status tn_remove(tn_world *w, tn_thing t, char **message);

#ifdef __cplusplus
}
#endif
#endif
