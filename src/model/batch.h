/* batch.h: shared by batch.c and things.c. */
#ifndef MODEL_BATCH_H
#define MODEL_BATCH_H

#include "model/model.h"
#include "tenon/model.h"

/* thing_state.c: parameters beside those that can be set (which tn_thing_parameter_at lists first); false past the end. */
bool thing_other_parameter(tn_world *w, tn_thing t, int i, tn_thing_parameter *out);
/* The first thing that each item of a successful reading has made. */
void batch_things(const struct reading *r, tn_thing *made);

#endif
