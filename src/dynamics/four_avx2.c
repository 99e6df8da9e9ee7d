/* four_avx2.c: see four.h and four.inc. */
#include "dynamics/four.inc"

const struct four four_avx2 = {poses, free_motion, constraints, products, pull, correct, rates};
