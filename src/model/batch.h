/* batch.h: what batch.c and things.c share. */
#ifndef MODEL_BATCH_H
#define MODEL_BATCH_H

#include "model/model.h"
#include "tenon/model.h"

/* What each item of a reading that was right has made: the first thing of it. */
void batch_things(const struct reading *r, tn_thing *made);

#endif
