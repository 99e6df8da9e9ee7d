/* contact_sweep_base.c: see contact_sweep.inc. */
#include "contact/contact_sweep.inc"

const struct contact_sweep contact_sweep_base = {prepare, warm, sweep};
