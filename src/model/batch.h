/* batch.h: shared by batch.c and things.c. */
#ifndef MODEL_BATCH_H
#define MODEL_BATCH_H

#include "model/model.h"
#include "tenon/model.h"

struct edition_source;
struct renewal;

/* The parts of making that a renewal has in common with a first reading (batch.c). */
void make_lets(struct reading *r);
void keep_look(struct reading *r, struct instance *look); /* in the scene, in memory of its own */
void drop_earlier_gravity(struct reading *r);             /* of two world blocks the later counts */
void make_definitions(struct reading *r);
void check_definitions(struct reading *r);
void make_last(struct reading *r, tn_thing_type type, struct instance *i); /* contact, skin or probe */
/* The texts that its definitions come from; they must outlive the commit. */
void batch_source(tn_batch *b, const struct edition_source *source);
/* Brings the world from an earlier text to what the batch holds (renew.h); the batch is empty afterwards. */
tn_status batch_renew(tn_batch *b, struct renewal *n);

/* thing_state.c: parameters beside those that can be set (which tn_thing_parameter_at lists first); false past the end. */
bool thing_other_parameter(tn_world *w, tn_thing t, int i, tn_thing_parameter *out);
/* The first thing that each item of a successful reading has made. */
void batch_things(const struct reading *r, tn_thing *made);

#endif
