/* progress.h: how far a run has come: a bar on a terminal, otherwise a line a second. */
#ifndef APP_PROGRESS_H
#define APP_PROGRESS_H

#include <stdbool.h>

struct progress {
    const char *doing; /* "" while simulating; "drawing: " */
    bool silent, terminal;
    bool drawn;         /* a bar stands on the line */
    double until;       /* s */
    double start, last; /* of the wall clock, s */
};

void progress_begin(struct progress *p, bool quiet, double until);
/* The same times once more, for something else. */
void progress_again(struct progress *p, const char *doing);
void progress_show(struct progress *p, double time);
/* Wipes the bar; other messages may follow. */
void progress_end(struct progress *p);

#endif
