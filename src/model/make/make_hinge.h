/* make_hinge.h: the 1994 form of a constraint, for make_constraints.c. */
#ifndef MODEL_MAKE_MAKE_HINGE_H
#define MODEL_MAKE_MAKE_HINGE_H

#include "model/make/make_limits.h"

enum hinge_word { HINGE_OBJECT1, HINGE_OBJECT2, HINGE_POINTS, HINGE_AXIS, HINGE_PLANE, HINGE_ANGLE, HINGE_TWIST };
enum { HINGE_WORDS = HINGE_TWIST + 1 };

/* The statements of a block, each at most once. */
struct hinge_block {
    const struct statement *s[HINGE_WORDS]; /* NULL: left out */
    const struct env *env[HINGE_WORDS];
};

int hinge_word(const char *word); /* -1: none of them */
bool hinge_any(const struct hinge_block *h);
/* The statement after which an unnamed block is named: hinge, or the first other one. */
const struct statement *hinge_main(const struct hinge_block *h);
/* The block as text, its statements one below the other; caller frees. */
char *hinge_text(struct reading *r, const struct hinge_block *h);
/* Makes the constraint; its options are in `def`, its bounce among `limits`. Slot, or -1 after a report. */
int hinge_make(struct reading *r, const struct hinge_block *h, struct sight *look, struct limits *limits,
               struct constraint_def *def);

#endif
