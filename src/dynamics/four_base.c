/* four_base.c: see four.h and four.inc. */
#include "dynamics/four.inc"

const struct four four_base = {poses, free_motion, constraints, products, pull, correct, rates};
