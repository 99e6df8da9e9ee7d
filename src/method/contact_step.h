/* contact_step.h: worlds whose bodies touch: what a system keeps for it, and its step. */
#ifndef METHOD_CONTACT_STEP_H
#define METHOD_CONTACT_STEP_H

#include "method/contact_solver.h"
#include "method/system.h"

struct contact_state {
    struct contact_space *space;
    struct contact_solver *solver;
    const struct contact_rule *rules; /* by the number that manifolds carry; the world's */
    int substeps;                     /* short steps in a step */
    struct moving *before;            /* by body: velocities before impulses */
    int before_count;
    bool
        simple; /* nothing but uniform fields, and no body for which turning changes ω: forces are looked at once a step */
};

struct contact_state *contact_state_new(void);
void contact_state_free(struct contact_state *c);

/* y, h later. Needs s->contact. */
tn_status system_contact_step(struct system *s, double t, double h, double *y);

#endif
