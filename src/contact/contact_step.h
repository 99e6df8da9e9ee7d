/* contact_step.h: worlds whose bodies touch: what a system keeps for it, and its step. */
#ifndef CONTACT_CONTACT_STEP_H
#define CONTACT_CONTACT_STEP_H

#include "contact/contact_solver.h"
#include "dynamics/system.h"

struct contact_shifts; /* contact_shift.c */

struct contact_state {
    struct contact_space *space;
    struct contact_solver *solver;
    const struct contact_rule *rules; /* by the number that manifolds carry; the world's */
    struct contact_shifts *shifts;    /* of methods that mend positions; NULL: not asked for yet */
    int substeps;                     /* short steps in a step */
    /* by body: velocities at the start of the short step; before impulses of contacts; what those of the last short step
     * made; W f */
    struct moving *start, *before, *extra, *free;
    int body_capacity;
    double shown;      /* the step whose impulses are those of now, s; 0: there are none */
    bool acts;         /* they count as forces in evaluations */
    bool simple;       /* only uniform fields, no body whose turning changes ω: forces are looked at once a step */
    double *goal_rate; /* and what Ċ is to be */
    double *goal;      /* by row: where C is to be after the short step, NaN: nowhere; */
    double *bend;      /* γ₀ */
    double *rate, *rate_now; /* J v without contacts, and now */
    int row_capacity;
    bool damped; /* the factors of the matrix are ready for other right-hand sides */
};

/* Between steps, what contacts did in the last short step counts among the forces: v̇ and the forces in constraints are
 * those of bodies that touch. */
static inline bool contact_acts(const struct work *work) { return work->contact != NULL && work->contact->acts; }
extern const struct evaluation contact_evaluation;

void contact_shifts_free(struct contact_shifts *x);
struct contact_state *contact_state_new(void);
/* The same manifolds and what pairs remember; the filter is the copy's, as are its rules. */
struct contact_state *contact_state_copy(const struct contact_state *from, contact_filter *filter, void *ctx);
void contact_state_free(struct contact_state *c);

/* v + h W f from where the short step starts, and the impulses of the last one once more. */
void contact_free_velocities(const struct plan *plan, struct work *work, double h);

/* ---- constraints in a short step (contact_joints.c) ---- */

/* Rows at y; with `moved` positions and velocities are put right first. */
void joints_begin(const struct plan *plan, struct work *work, double t, double h, bool moved, double *y);
/* Velocities for the way, contacts pushing as they did. */
tn_status joints_solve(const struct plan *plan, struct work *work, double t, double h, double slow, const double *y);
/* After a sweep over the contacts: J v is again what it was. */
void joints_hold(const struct plan *plan, struct work *work);
/* Before moving: where C and Ċ are to be then. */
void joints_aim(const struct plan *plan, struct work *work, double h, double slow);
/* At the end of a step: positions and velocities are put right. */
void joints_close(const struct plan *plan, struct work *work, double t, double *y);

/* y, h later. Needs work->contact. */
tn_status system_contact_step(const struct plan *plan, struct work *work, double t, double h, double *y);

#endif
