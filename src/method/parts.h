/* parts.h: what the files of the method room share. */
#ifndef METHOD_PARTS_H
#define METHOD_PARTS_H

#include "method/system.h"

/* q, v → poses with their accelerations without constraints, W f; s->power. */
void system_free_motion(struct system *s, double t, const double *y);
/* W Jᵀλ of one body: its dofs numbers. */
void system_pull(const struct system *s, int body, double *out);
/* Something is not a number: which constraint, or which body? → s->bad_item, s->bad_body. */
void system_find_culprit(struct system *s, double t);
/* One time source at time t. */
void system_run_source(const struct system *s, int source, double t, struct time_signal *out);

#endif
