/* contact_exact.h: islands of bodies that touch, each solved as one problem: joints, limits, motors and contacts
 * together (method §2, Contact and friction). */
#ifndef CONTACT_CONTACT_EXACT_H
#define CONTACT_CONTACT_EXACT_H

#include "contact/contact_step.h"
#include "contact/newton.h"
#include "contact/contact_touch.h"

/* How a body takes part in a step. */
enum exact_part {
    PART_SWEPT, /* by sweeps in substeps */
    PART_FREE,  /* nothing touches or holds it */
    PART_EXACT  /* a member of a problem */
};

struct exact_body {
    enum exact_part part;
    int island;  /* -1: none */
    int number;  /* in the problem of its island */
    bool pushed; /* a contact pushes it */
    bool falls;  /* only the field acts on it beside forces */
    double unit; /* 1/√m */
    mat3 root;   /* C with C Cᵀ = I⁻¹, lower triangle, world axes */
    vec3 v, w;   /* v*: velocities without constraints and contacts */
    vec3 v_end, w_end, v_move, w_move;
    vec3 spin;    /* ω before impulses: now, or */
    double early; /* this much later, where it strikes something; 0: now. Then it is turned */
    double turned[4];
    vec3 x_offset, w_offset; /* by impacts within the step: how far from where v_end alone would lead */
};

/* What belongs to an island: a range of a list that is sorted by island. */
enum exact_member { MEMBER_BODY, MEMBER_MANIFOLD, MEMBER_CONSTRAINT, MEMBERS };
struct int_list {
    int *at, count, capacity;
};
struct exact_island {
    int first[MEMBERS], count[MEMBERS]; /* in `member` */
    bool solved;                        /* exactly */
    bool touches;                       /* flexible surfaces: some bodies are nodes */
};

/* What a cone of a problem stands for. */
struct exact_source {
    struct manifold *manifold; /* NULL: a row of a constraint */
    int point;                 /* or the constraint */
    bool one_sided;            /* a contact, or a limit: */
    double gap;                /* distance to close, m or rad, */
    double rate;               /* how fast an overlap is to close, 1/s, */
    double bounce, slowest;    /* restitution of impacts faster than this */
    double scaled;             /* tangents are scaled by this; 0: there is no friction */
    double lift;               /* what keeps a sliding point from lifting, m/s */
    double start[3], free[3];  /* velocities of the rows at the start of the step, and at its end without impulses */
    bool struck, waits;        /* by an impact in this step; it will bounce, but not yet */
    int pushes;                /* rolling and spinning: their torque is bounded by `length` times the normal impulses of
                                  so many cones before them */
    double length;             /* m; 0: no such cone */
    bool deep;                 /* an overlap that no motion has caused */
    bool touches;              /* a flexible surface */
    double size;               /* of a contact: of the smaller thing, m */
};

/* Where a row should be at the end of the step. */
struct exact_goal {
    int row, source; /* source: of the problem at hand */
    double c, rate;
};

struct exact_mode {
    int constraint;
    enum mode mode;
    double push;
};

/* A manifold that is that of the middle of the step, and what it was at the start. */
struct exact_followed {
    struct manifold *manifold;
    vec3 normal, at[MANIFOLD_POINTS];
    struct contact_change change[MANIFOLD_POINTS];
};

struct contact_exact {
    struct exact_body *body;
    int body_capacity;
    ARRAY(struct exact_island) islands;
    struct int_list member[MEMBERS]; /* by island */
    struct int_list island[MEMBERS]; /* by member: its island, -1: none */
    struct int_list root, column_body;
    ARRAY(struct exact_problem *) problem; /* by island */
    /* of the problem at hand, see exact_problem: */
    ARRAY(struct exact_source) sources; /* by cone */
    ARRAY(struct exact_goal) goals;
    ARRAY(struct exact_mode) modes;
    ARRAY(struct exact_followed) followed;
    struct contact_change change[MANIFOLD_POINTS]; /* of the manifold at hand */
    int most_bodies;                               /* of an island that may be solved exactly */
    int solved;                                    /* islands */
    bool struck;                                   /* an impact changed the energy */
};

/* An island's own: its equations, and all of the step with its own lists, so that islands are solved side by side. */
struct exact_problem {
    struct newton *newton;
    struct contact_exact own;
    ARRAY(double) room; /* for impacts */
    bool small;         /* it is solved exactly */
};

struct contact_exact *contact_exact_new(void);
void contact_exact_free(struct contact_exact *x);
/* A problem in the making. */
struct making {
    const struct plan *plan;
    struct work *work;
    struct contact_exact *x;
    struct newton *n;
    double t, h, g;
    double enough; /* speeds are found to this, m/s */
    double *room;  /* 2·(cones + rows of the problem) numbers */
    const struct exact_island *island;
};

/* Members of problems: the bodies of the plan, and after them the nodes that touch something (contact_touch.h). */
static inline int exact_members(const struct plan *plan, const struct work *work)
{
    return plan->bodies + touch_members(work->contact->touch);
}
static inline const struct body *exact_body_of(const struct plan *plan, const struct work *work, int i)
{
    return i < plan->bodies ? &plan->body[i] : &work->contact->touch->body.at[i - plan->bodies];
}
static inline const struct pose *exact_pose_of(const struct plan *plan, const struct work *work, int i)
{
    return i < plan->bodies ? &work->pose[i] : &work->contact->touch->pose.at[i - plan->bodies];
}

/* ---- an island (contact_exact.c) ---- */

/* Is it a body that exact problems know? */
bool exact_fits(const struct body *b);
/* Makes the equations, if the island is to be solved exactly. */
bool exact_prepare(const struct making *k);
/* Allocates nothing, and writes to nothing but the island's bodies, manifolds and lists. Impulses in the points are those of
 * h/scale. */
void exact_solve_island(const struct making *k, double scale);
/* The motion of a body that nothing touches or holds. */
void exact_fall(const struct plan *plan, const struct work *work, int i, double h, struct exact_body *b);

/* Sets what a cone asks for, from its source. */
void exact_aim(struct cone *c, const struct exact_source *s, double h);
/* Impacts within the step (contact_impact.c): changes velocities, `free`, `start` and gaps of the sources and the offsets
 * of the bodies. */
void exact_impacts(const struct making *k);
/* Solves the problem, to `enough` or nearly: refinements do the rest. */
void exact_solve(const struct making *k, double enough);
/* s = μ |v_t| of the cones that slide, from their u: at first, and then only lowered. Returns the largest change of one
 * that pushes. */
double exact_lift(const struct making *k, bool first, double stick);

/* ---- all of them (contact_solve.c) ---- */

/* Solves the islands that are small enough, for a step h from the poses and manifolds of now. Impulses in the points are
 * those of h/scale. Returns whether anything is left to sweeps. */
bool contact_exact_solve(const struct plan *plan, struct work *work, double t, double h, double g, double scale);
/* Modes and goals of the rows that were solved, after sweeps have set those of the others. */
void contact_exact_rows(struct work *work);

#endif
