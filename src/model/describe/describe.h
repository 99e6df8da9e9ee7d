/* describe.h: things of a world as definitions; shared by the files of this folder.
 *
 * While nothing has moved, things are described as they were added, with loops unrolled. Once something has moved, the
 * present poses are described: orientations as quaternions, the centre of mass instead of the frame if the two differ,
 * and for constraints that were fixed at the start the numbers that they carry since. Numbers are exact to the bit.
 */
#ifndef MODEL_DESCRIBE_DESCRIBE_H
#define MODEL_DESCRIBE_DESCRIBE_H

#include "model/model.h"

/* From here on the motion depends only on what definitions and a state say. */
void describe_begin_state(tn_world *w);

/* Adds a statement with these numbers to the block of s; a vector counts as three. */
void describe_numbers(struct statement *s, const char *word, const double *x, int count);
void describe_number(struct statement *s, const char *word, double x);
void describe_vector(struct statement *s, const char *word, vec3 v);
void describe_quaternion(struct statement *s, const char *word, quat q);
void describe_word(struct statement *s, const char *word, const char *value);

/* A name with its indices; for an object, its own name, or one made from its slot if it has none that is valid in the
 * language. */
struct tree *describe_full_name(struct document *home, const char *name);
struct tree *describe_object_name(struct document *home, const tn_world *w, int slot);
/* WORD name number name number …: generalized coordinates. */
void describe_coordinates(struct statement *s, const char *word, const struct object_type *d, const double *x);
/* Parse texts that were checked before: statements separated by ';', and an expression. */
struct statements describe_parse(struct document *home, const char *text);
struct tree *describe_expression(struct document *home, const char *text);
/* Puts a constraint or force into the block of an `at` if an event will create it. */
struct statement *describe_birth(struct document *home, const tn_world *w, enum thing thing, int slot,
                                 struct statement *s);
/* Adds during and off to the block of s. */
void describe_interval(struct statement *s, const struct item_type *d, bool on);
/* A point or direction by its object: a.at(x, y, z). */
struct tree *describe_connector(struct document *home, const tn_world *w, const struct connector *c);

/* Whether a constraint is removed, and not described because nothing refers to it. */
bool describe_drops_constraint(const tn_world *w, int slot);
/* Any thing by its id, which must be valid; NULL if there is nothing to describe. */
struct statement *describe_thing(struct document *home, tn_world *w, tn_thing t);
/* Definitions of things by their slots or numbers; NULL if there is nothing to describe. */
struct statement *describe_settings(struct document *home, const tn_world *w);
struct statement *describe_definition(struct document *home, tn_world *w, int number);
struct statement *describe_object(struct document *home, tn_world *w, int slot);
struct statement *describe_point(struct document *home, const tn_world *w, int slot, int i);
struct statement *describe_constraint(struct document *home, const tn_world *w, int slot);
struct statement *describe_force(struct document *home, const tn_world *w, int slot);
struct statement *describe_contact(struct document *home, const tn_world *w, int i);
struct statement *describe_skin(struct document *home, const tn_world *w, int i);
struct statement *describe_event(struct document *home, const tn_world *w, int i);
struct statement *describe_probe(struct document *home, const tn_world *w, int i);
struct statement *describe_look(struct document *home, const tn_world *w, int number);

#endif
