/* parts.h: what the files of the method room share. */
#ifndef METHOD_PARTS_H
#define METHOD_PARTS_H

#include "method/system.h"

/* q, v → poses with their accelerations without constraints, W f; s->power. */
void system_free_motion(struct system *s, double t, const double *y);
/* Calls work(ctx, from, to) for pieces of 0 … count, on several threads where the model is large (share.c). What a piece
 * writes must be its own, and must not depend on where pieces begin: then all numbers of threads give the same bits. */
void system_share(const struct system *s, int count, void (*work)(void *ctx, int from, int to), void *ctx);
/* W Jᵀλ of one body: its dofs numbers. */
void system_pull(const struct system *s, int body, double *out);
/* Something is not a number: which constraint, or which body? → s->bad_item, s->bad_body. */
void system_find_culprit(struct system *s, double t);
/* q̇ of one body. */
void system_position_rate(const struct body *b, const double *y, double *ydot);
/* Whole turns of the joints that the rows speak of, at the poses as they are. */
void system_count_turns(struct system *s);
/* One time source at time t. */
void system_run_source(const struct system *s, int source, double t, struct time_signal *out);

#endif
