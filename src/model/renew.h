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

/* Names that the new text calls otherwise, without indices. Constraints and forces share theirs. */
enum name_group { NAME_VALUE, NAME_RELATION, NAME_PROBE, NAME_POINT, NAME_LOOP, NAME_GROUPS };
struct renamed_pair {
    const char *was, *is;
};
struct renamed_names {
    ARRAY(struct renamed_pair) pairs;
    struct names is[NAME_GROUPS], was[NAME_GROUPS]; /* indices in `pairs`, by the old and by the new name */
    const struct names *wild;                       /* while they are looked for: names of one text alone */
};

struct renewal {
    const struct edition *old;
    const struct statement *const *statement; /* of the old text, by number; some are NULL */
    int statements;
    tn_applied done;

    /* while it is at work */
    bool *taken;        /* by thing of the old edition: something of the new text takes its place */
    bool starts;        /* nothing has moved: start poses count */
    bool settings;      /* have changed */
    struct names names; /* of the old text: things of its edition */
    struct names dirty; /* names that mean something else: with their indices, */
    struct names bases; /* and without */
    struct renamed_names renamed;
    int retexts;                 /* the constraint or force that is made for its texts alone; -1: none */
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
/* A constraint or force is made. If it is made again, it takes the poses of its objects at the start, where the text has
 * them; if it is kept and speaks of things by other names, it gets its texts alone. The end wants what the begin gave. */
int renew_begin_put(struct reading *r, const struct instance *i);
void renew_end_put(struct reading *r, int before);

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

/* Does the statement of an old thing say the same as this one, to the letter? */
bool renew_exact(const struct reading *r, int old, const struct statement *s, const struct env *env);
/* Finds for every instance of the new text the thing of the old one that it takes the place of (instance.old). */
void renew_match(struct reading *r);
/* Does the old thing's statement say the same as this one, but for names that are others now, in the same turn? */
bool renew_same(const struct reading *r, int old, const struct statement *s, const struct env *env);
const struct statement *renew_statement(const struct renewal *n, int old);
tn_thing renew_thing(const struct renewal *n, int old);
/* Equal for statements that say the same but for names that are others now, of the old text and of the new one; `head`:
 * without its name and children. */
enum which_text { OLD_TEXT, NEW_TEXT };
uint64_t renew_hash(const struct renewal *n, enum which_text which, const struct statement *s);
uint64_t renew_hash_head(const struct renewal *n, enum which_text which, const struct statement *s);
/* A name means something else from now on. */
void renew_mark(struct renewal *n, const char *name);
/* Does a statement speak of such a name? */
bool renew_is_dirty(struct reading *r, const struct statement *s, const struct env *env);
bool renew_is_dirty_tree(struct reading *r, const struct tree *t, const struct env *env);
/* Changes numbers of a constraint or force that differs in them alone; false if there is more. */
bool renew_numbers(struct reading *r, tn_thing_type type, const struct instance *i);

/* ---- renew_renamed.c: names that are others now ---- */

void renew_find_renamed(struct reading *r);
void renew_free_renamed(struct renewal *n);
/* The name by which both texts are compared. */
const char *renew_canonical(const struct renewal *n, enum which_text which, const char *name);
bool renew_same_name(const struct renewal *n, const char *was, const char *is);
bool renew_alike(const struct renewal *n, const struct statement *was, const struct statement *is);
/* What the new text calls a name of the old one, without indices. */
const char *renew_now(const struct renewal *n, enum name_group group, const char *name);
/* What the old text calls it: `name` itself, or a text in the arena of the reading. */
const char *renew_was(struct reading *r, enum name_group space, const char *name);
/* Values set for lets go with their names, and back. */
void renew_move_overrides(struct reading *r, bool back);
/* Things that are kept get the names of the new text. */
void renew_rename_things(struct reading *r);
/* Adds a constraint or force, or gives the one that is kept its texts. Returns its slot. */
int renew_put_constraint(struct reading *r, const struct constraint_def *def, char **message, int *wrong_argument);
int renew_put_force(struct reading *r, const struct force_def *def, char **message);
void renew_retext_probe(struct reading *r, const struct instance *i);

#endif
