/* compare_motions.h: tenon compare A B: two motions, each a scene or a record, frame by frame. */
#ifndef APP_COMPARE_MOTIONS_H
#define APP_COMPARE_MOTIONS_H

#include "model.h"

struct compare_motions {
    const struct model *model; /* options of reading, for both */
    const char *path[2];
    const char *csv, *plot;      /* NULL: none */
    struct option_number within; /* status 1 if a difference is larger */
    bool json, quiet;
};
/* Returns the exit status. */
int compare_motions(const struct compare_motions *c);

#endif
