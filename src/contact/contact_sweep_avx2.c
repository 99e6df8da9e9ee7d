/* contact_sweep_avx2.c: see contact_sweep.inc. */
#include "contact/contact_sweep.inc"

const struct contact_sweep contact_sweep_avx2 = {prepare, warm, sweep};
