/* batch.h: shared by batch.c and things.c. */
#ifndef MODEL_BATCH_H
#define MODEL_BATCH_H

#include "model/model.h"
#include "tenon/model.h"

/* The first thing that each item of a successful reading has made. */
void batch_things(const struct reading *r, tn_thing *made);

#endif
