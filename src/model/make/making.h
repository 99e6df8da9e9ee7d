/* making.h: a constraint while it is made from its statement; for make_constraints.c. */
#ifndef MODEL_MAKE_MAKING_H
#define MODEL_MAKE_MAKING_H

#include "constraint/constraint_words.h"
#include "model/make/make_hinge.h"

struct making {
    struct reading *r;
    struct block block;
    struct constraint_def def;
    const struct statement *carried;
    const struct env *carried_env;
    struct limits limits;
    struct hinge_block hinge;    /* the 1994 form */
    char *text;                  /* the statement as the writer prints it */
    int line[CONSTRAINT_WORDS];  /* line of the first use of each option */
    int hinge_line[HINGE_WORDS]; /* and of each word of the 1994 form */
    double multipliers[CONSTRAINT_ROWS + 2];
};

/* Sets the text for the writer: the statement without the options after its first `count` arguments, and what it
 * carries. */
void making_text(struct making *m, int count);
/* Make the constraint of block.main; slot, or -1 after a report. */
int making_relation(struct making *m, struct sight *look);   /* keep, speed, acceleration */
int making_on_surface(struct making *m, struct sight *look); /* on-surface */
int making_outside(struct making *m, struct sight *look);    /* outside */
int making_kind(struct making *m, struct sight *look);       /* any kind with a class, which is in m->def */

#endif
