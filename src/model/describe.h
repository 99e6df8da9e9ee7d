/* describe.h: what the two files of the writer share. */
#ifndef MODEL_DESCRIBE_H
#define MODEL_DESCRIBE_H

#include "model/model.h"

struct text {
    char *at;
    int count, capacity;
};
void text_put(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Numbers, each with a space before it, so that they read back to the same bits. */
void text_numbers(struct text *t, const double *number, int count);
void text_vector(struct text *t, vec3 v); /* (x, y, z) */

/* The name of an object: its own, or one made of its slot where it has none that the language knows. */
void text_object_name(struct text *t, const tn_world *w, int slot);
bool text_is_name(const char *name);

/* Opens the at-block of what an event will bring; false if none will. */
bool write_birth(struct text *t, const tn_world *w, enum thing thing, int slot);
void write_constraints(struct text *t, tn_world *w);
void write_forces(struct text *t, tn_world *w);

#endif
