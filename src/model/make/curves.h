/* curves.h: curve types and curve objects, for the other files of this room. */
#ifndef MODEL_MAKE_CURVES_H
#define MODEL_MAKE_CURVES_H

#include "object/curve.h"
#include "model/model.h"
#include "model/describe/describe.h"

/* Whether a word is the name of a curve type, of the text or predefined. */
bool curves_is_type(const struct reading *r, const char *word);
/* Checks the parameters and the formula of a curve statement; false after a report. */
bool curves_check(struct reading *r, struct definition *d);
/* Whether a block of statements describes a curve. */
bool curves_is_curve(struct reading *r, const struct statement *s);
/* Fills the definition of a curve object from its block; false after a report. */
bool curves_make(struct reading *r, struct instance *i, struct object_def *d);
/* c(u), tangent(c, u), length(c), area(c). */
bool curves_call(struct sight *s, const struct tree *t, const char *name, const struct value *args, int count,
                 struct value *out); /* false: there is no object of this name */
struct value curves_function(struct sight *s, const struct tree *t, const char *function, const struct value *args,
                             int count);
/* Whether a word of an object is for curves only. */
bool curves_has_word(const char *word);
/* The connector of a point, as sight_connector; also for a plane curve, whose value is partly numbers. */
bool curves_connector(const struct sight *look, struct value v, struct connector *out);
/* on-curve P c */
struct making;
int curves_on_curve(struct making *m, struct sight *look);
/* Adds the statements of a curve object to the block of s. */
void curves_describe(struct statement *s, tn_world *w, int slot);

#endif
