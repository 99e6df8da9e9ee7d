/* progress.h: progress of a run: a bar on a terminal, otherwise one line per second. */
#ifndef APP_PROGRESS_H
#define APP_PROGRESS_H

#include <stdbool.h>

struct progress {
    const char *doing; /* "" while simulating; "drawing: " */
    bool silent, terminal;
    bool drawn;         /* a bar is on the line */
    double until;       /* s */
    double start, last; /* of the wall clock, s */
};

void progress_begin(struct progress *p, bool quiet, double until);
/* Starts again over the same times, for another activity. */
void progress_again(struct progress *p, const char *doing);
void progress_show(struct progress *p, double time);
/* Removes the bar; other messages may follow. */
void progress_end(struct progress *p);

#endif
