/* making.h: a constraint on its way from its statement into the world: what constraints.c wants of making.c. */
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
    char *text;                  /* the statement as it is written again */
    int line[CONSTRAINT_WORDS];  /* where each option stood first */
    int hinge_line[HINGE_WORDS]; /* and each word of the 1994 form */
    double multipliers[CONSTRAINT_ROWS + 2];
};

/* Sets the text that is written again: the statement without the options behind its first `count` arguments, and what
 * it carries. */
void making_text(struct making *m, int count);
/* The constraint of block.main; its slot, -1 after a report. */
int making_relation(struct making *m, struct sight *look);   /* keep, speed, acceleration */
int making_on_surface(struct making *m, struct sight *look); /* on-surface */
int making_outside(struct making *m, struct sight *look);    /* outside */
int making_kind(struct making *m, struct sight *look);       /* any kind with a class, which is in m->def */

#endif
