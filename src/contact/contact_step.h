/* contact_step.h: worlds with contact: their state and their step. */
#ifndef CONTACT_CONTACT_STEP_H
#define CONTACT_CONTACT_STEP_H

#include "contact/contact_solver.h"
#include "dynamics/system.h"

struct contact_shifts; /* contact_shift.c */
struct contact_exact;  /* contact_exact.h */
struct contact_grid;   /* contact_grid.h */
struct touching;       /* contact_touch.h */

/* Which solver islands have: by predicted cost, always Newton's method, always sweeps. */
enum contact_way {
    CONTACT_BY_COST = TN_CONTACT_BY_COST,
    CONTACT_EXACT = TN_CONTACT_EXACT,
    CONTACT_FAST = TN_CONTACT_FAST
};

struct contact_state {
    struct contact_space *space;
    struct contact_solver *solver;
    const struct contact_rule *rules; /* by `rule` of manifolds; owned by the world */
    const vec3 *belt;                 /* by body: its surface runs at this velocity, body's axes; NULL: none does */
    int belts;                        /* how many bodies that is */
    struct contact_shifts *shifts;    /* of methods that correct positions; NULL: not needed yet */
    struct contact_exact *exact;
    struct contact_grid *grid;
    struct touching *touch; /* of flexible surfaces; NULL: none can touch anything */
    enum contact_way way;
    int substeps; /* per step */
    bool rings;   /* some piece is one */
    bool divides; /* the model asks for substeps, so that exact steps are divided too */
    /* by body: velocities at the start of the substep; before contact impulses; the change by those of the last
     * substep; W f */
    struct moving *start, *before, *extra, *free;
    int body_capacity;
    double *from; /* the state at the start of an exact step */
    int from_capacity;
    vec3 *center; /* by body: the centre of mass when contacts were found */
    int center_capacity;
    double whole, whole_at;  /* a step of this length from this time on needs no pieces for flexible surfaces, s */
    double shown;            /* length of the step that the present impulses are of, s; 0: there are none */
    bool acts;               /* they count as forces in evaluations */
    bool simple;             /* only uniform fields and isotropic inertias: forces are evaluated once per step */
    double *goal_rate;       /* by row: Ċ after the substep, */
    double *goal;            /* and C; NaN: no goal */
    double *bend;            /* γ₀ */
    double *rate, *rate_now; /* J v without contacts, and now */
    int row_capacity;
    bool damped; /* the factors of the matrix can be reused for other right-hand sides */
};

/* Between steps, the contact impulses of the last substep count as forces, so that v̇ and constraint forces include
 * contact. */
static inline bool contact_acts(const struct work *work) { return work->contact != NULL && work->contact->acts; }
extern const struct evaluation contact_evaluation;

void contact_shifts_free(struct contact_shifts *x);
struct contact_state *contact_state_new(void);
/* Copies manifolds and what pairs store; the copy has its own filter and rules. */
struct contact_state *contact_state_copy(const struct contact_state *from, contact_filter *filter, void *ctx);
void contact_state_free(struct contact_state *c);

/* Keeps the centres of mass of now, from the poses. */
void contact_note_centers(const struct plan *plan, struct work *work);
/* How fast the surface of a body runs, world axes. */
vec3 contact_belt(const struct work *work, int body);

/* Memory for the bodies of the plan; their velocities in the solver are 0 then. */
void contact_room(const struct plan *plan, struct contact_state *c);
/* v + h W f from the start of the substep, and the warm start with the impulses of the last one. */
void contact_free_velocities(const struct plan *plan, struct work *work, double h);

/* ---- constraints in a substep (contact_joints.c) ---- */

/* Rows at y, with every motor holding its row. */
void joints_look(const struct plan *plan, struct work *work, double t, const double *y);
/* Rows at y; if `moved`, positions and velocities are corrected first. */
void joints_begin(const struct plan *plan, struct work *work, double t, double h, bool moved, double *y);
/* Velocities for the motion, with the contact impulses of the warm start. */
tn_status joints_solve(const struct plan *plan, struct work *work, double t, double h, double slow, const double *y);
/* After a sweep over the contacts: restores J v. */
void joints_hold(const struct plan *plan, struct work *work);
/* Before the motion: sets the goals of C and Ċ. */
void joints_set_goals(const struct plan *plan, struct work *work, double h, double slow);
/* At the end of a step: corrects positions and velocities. */
void joints_close(const struct plan *plan, struct work *work, double t, double *y);
/* Of a step that has been made: 2·rows numbers, the goals C and Ċ of rows that are met at its end, else NaN; */
void joints_goals_met(const struct plan *plan, const struct work *work, double *goal);
/* and a state inside it, which then meets them. */
void joints_show(const struct plan *plan, struct work *work, double t, const double *goal, double *y);

/* Is nothing in the plan that only sweeps know? */
bool contact_is_plain(const struct plan *plan);
/* Kinetic and potential energy at y. */
double contact_energy(const struct plan *plan, struct work *work, double t, const double *y);

/* How long automatic steps may be from here (contact_auto.c): 10 ms or less. */
double contact_longest_step(const struct plan *plan, const struct work *work, const double *y);

/* Of the longest step h that flexible models are nearly stable in: a part of it that needs no pieces. */
double contact_whole_step(const struct plan *plan, struct work *work, double t, double h, const double *y);
/* y, h later. Needs work->contact. */
tn_status system_contact_step(const struct plan *plan, struct work *work, double t, double h, double *y);

#endif
