/* contact_exact.h: islands of bodies that touch, each solved as one problem: joints, limits, motors and contacts
 * together (method §2, Contact and friction). */
#ifndef CONTACT_CONTACT_EXACT_H
#define CONTACT_CONTACT_EXACT_H

#include "contact/contact_step.h"
#include "contact/newton.h"

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
    vec3 x_offset, w_offset; /* by impacts within the step: how far from where v_end alone would lead */
};

/* What belongs to an island: a range of a list that is sorted by island. */
enum exact_member { MEMBER_BODY, MEMBER_MANIFOLD, MEMBER_ITEM, MEMBERS };
struct int_list {
    int *at, count, capacity;
};
struct exact_island {
    int first[MEMBERS], count[MEMBERS]; /* in `member` */
    bool solved;                        /* exactly */
};

/* What a cone of a problem stands for. */
struct exact_source {
    struct manifold *manifold; /* NULL: a row of an item */
    int point;                 /* or the item; */
    int row;                   /* its row in λ */
    double wide;               /* tangents are scaled by this */
    double gap, lift;          /* distance to close, m; what keeps a sliding point from lifting, m/s */
};

/* Where a row should be at the end of the step. */
struct exact_goal {
    int row;
    double c, rate;
};

struct exact_mode {
    int item;
    enum mode mode;
    double push;
};

struct contact_exact {
    struct exact_body *body;
    int body_capacity;
    ARRAY(struct exact_island) islands;
    struct int_list member[MEMBERS]; /* by island */
    struct int_list island[MEMBERS]; /* by member: its island, -1: none */
    struct int_list root, column_body;
    ARRAY(struct newton *) problem; /* by island */
    ARRAY(struct exact_source) sources;
    ARRAY(struct exact_goal) goals;
    ARRAY(struct exact_mode) modes;
    int solved;  /* islands */
    bool struck; /* an impact changed the energy */
    long factorizations;
};

struct contact_exact *contact_exact_new(void);
void contact_exact_free(struct contact_exact *x);
/* Solves the islands that are small enough, for a step h from the poses and manifolds of now. Impulses in the points are
 * those of h/scale. Returns whether anything is left to sweeps. */
bool contact_exact_solve(const struct plan *plan, struct work *work, double t, double h, double g, double scale);
/* Modes and goals of the rows that were solved, after sweeps have set those of the others. */
void contact_exact_rows(struct work *work);

#endif
