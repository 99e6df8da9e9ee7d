/* renew.h: a world is brought from one text to another by what differs between them.
 *
 * The new text is declared like any other; then each of its statements, in each turn of its loops, is compared with what the
 * world has from the old text: by name, or by content and order where there is none. What says the same and refers to nothing
 * that has changed stays untouched. The rest is changed in its place, or removed and made anew. On an error the world
 * is restored to the state before.
 */
#ifndef MODEL_RENEW_H
#define MODEL_RENEW_H

#include "model/origin.h"
#include "tenon/source.h"

struct renewal {
    const struct edition *old;
    const struct statement *const *statement; /* of the old text, by number; some are NULL */
    int statements;
    tn_applied done;

    /* while it is at work */
    bool *taken;                 /* by thing of the old edition: something of the new text takes its place */
    bool starts;                 /* nothing has moved: start poses count */
    bool settings;               /* have changed */
    struct names names;          /* of the old text: things of its edition */
    struct names dirty;          /* names that mean something else: with their indices, */
    struct names bases;          /* and without */
    struct object_def *measured; /* where the start of an object goes that is only looked at; NULL: objects are made */
    bool has_measured;
    struct swapped {
        int slot;
        vec3 x;
        quat orientation;
    } * swapped; /* objects that are at their start while a constraint is made */
    int swapped_count, swapped_capacity;
    int *object_of; /* by slot: the instance of the new text, -1 */
    int object_slots;
};

/* Is this one of the things that the old text has made? */
bool renew_owns(const struct reading *r, tn_thing_type type, uint32_t slot);
bool renew_owns_probe(const struct reading *r, const char *name);
/* An object of the new text takes the place of an old one, with its id. False if it must be added, or with a message. */
bool renew_object(struct reading *r, struct instance *i, struct object_def *d, char **message);
/* A constraint that is made again takes the poses of its objects at the start, where the text has them. */
void renew_begin_poses(struct reading *r, const struct instance *i);
void renew_end_poses(struct reading *r);

/* Does it all; true if the text is right. */
bool renew(struct reading *r, struct renewal *n, const struct edition_source *source, int errors);

/* ---- renew_names.c: names with values, settings ---- */

void renew_hide_names(struct reading *r); /* those of the old text are not known while the new one is declared */
/* Which definitions stay; names that mean something else are marked. */
void renew_definitions(struct reading *r);
/* Marks the names of definitions that speak of marked ones. */
void renew_spread(struct reading *r);
/* Makes the settings, if they have changed. */
void renew_settings(struct reading *r);
/* The text is right: new definitions are kept, all of them in its order. */
void renew_keep_definitions(struct reading *r);
void renew_forget_changing(struct reading *r); /* lets that events change: the text has said all of them again */

/* ---- renew_match.c: what corresponds to what ---- */

/* Finds for every instance of the new text the thing of the old one that it takes the place of (instance.old). */
void renew_match(struct reading *r);
/* Does the old thing's statement say the same as this one, in the same turn? */
bool renew_same(const struct reading *r, int old, const struct statement *s, const struct env *env);
const struct statement *renew_statement(const struct renewal *n, int old);
tn_thing renew_thing(const struct renewal *n, int old);
uint64_t renew_hash(const struct statement *s); /* equal for statements that say the same */
/* A name means something else from now on. */
void renew_mark(struct renewal *n, const char *name);
/* Does a statement speak of such a name? */
bool renew_is_dirty(struct reading *r, const struct statement *s, const struct env *env);
bool renew_is_dirty_tree(struct reading *r, const struct tree *t, const struct env *env);
/* Changes numbers of a constraint or force that differs in them alone; false if there is more. */
bool renew_numbers(struct reading *r, tn_thing_type type, const struct instance *i);

#endif
