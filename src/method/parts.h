/* parts.h: what the files of the method room share. */
#ifndef METHOD_PARTS_H
#define METHOD_PARTS_H

#include "method/system.h"

/* Applied and gyroscopic forces at the updated state → s->wrench, s->power. */
void system_forces(struct system *s);
/* Something is not a number: which constraint, or which body? → s->bad_item, s->bad_body. */
void system_find_culprit(struct system *s, double t);
/* One time source at time t. */
void system_run_source(const struct system *s, int source, double t, struct time_signal *out);

#endif
