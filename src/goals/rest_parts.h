/* rest_parts.h: shared by the files of equilibria: rest.c (the method), rest_model.c (energy, forces, rows),
 * rest_matrix.c (second derivatives, factors), rest_things.c (what is attached to few bodies).
 */
#ifndef GOALS_REST_PARTS_H
#define GOALS_REST_PARTS_H

#include "dynamics/dynamics_parts.h"
#include "goals/rest.h"

/* A block of unknowns: a node, a particle, a rigid body or a variable. */
struct rest_block {
    int v, size;  /* first velocity coordinate, from 0 */
    double width; /* of difference quotients, m */
};

/* A constraint or a force, which depends on few bodies: `bodies` of the plan whose poses it sees, and their blocks. */
struct rest_thing {
    bool is_force;
    int index;              /* of the constraint, or the force item */
    int first, count;       /* in rest.block_of_thing */
    int first_body, bodies; /* in rest.body_of_thing */
};

enum rest_kind {
    REST_EQUAL,
    REST_ONE_SIDED, /* c ≥ 0 */
    REST_ELASTIC    /* by penalty: energy ½ k c² */
};

struct rest_entry {
    int block;
    double j[6];
};

struct rest_row {
    int constraint, row;                /* of the plan; -1: a node outside a solid: */
    int outside, flexible, node, place; /* place: among the model's skin */
    enum rest_kind kind;
    bool active;
    double c, lambda;
    double weight; /* ρ; of elastic rows k */
    double price;  /* of a violation, in the merit function */
    int entry, entries;
};

struct rest {
    const struct plan *plan;
    struct work *work;
    double t, *y;
    int n; /* v_count */

    int blocks;
    struct rest_block *block;
    int *node_block; /* by flexible: block of its first node */
    int *body_block; /* by body of the plan: its block; -1 */

    ARRAY(struct rest_thing) things;
    ARRAY(int) block_of_thing;
    ARRAY(int) body_of_thing;
    ARRAY(struct rest_row) rows;
    ARRAY(struct rest_entry) entries;
    int most_blocks; /* of a thing */

    /* values at the present point, and at a trial */
    double energy, *gradient, *other; /* ∇U with all forces; forces without potential */
    bool others;
    double *volume_gap; /* by element of all models: V_t/V − 1, of incompressible ones */
    double gap;         /* the largest of them */
    struct lattice_state *state;
    double *rates, *still;

    /* the matrix */
    struct ldl *pattern;
    struct ldl_numbers *numbers;
    int pairs, *pair; /* each once */
    double *scale, *packed;
    double *stiffness; /* by unknown: the largest of its kind, for weights */
    double shift;      /* of the last factors */

    double *step, *right, *trial, *moved, *trial_gradient, *trial_other;
    double *row_a, *row_b, *row_c, *row_d, *row_e; /* by row */
    double *kept;
    double size, weight, whole; /* of the model, m; the largest external force on an unknown, and all of them */
    double reach;               /* how far a step may move anything, in sizes of the model */
};

/* ---- rest_model.c ---- */

/* Energy, forces and rows at y; with `slopes` the entries of rows too. False if something is not finite. */
bool rest_look(struct rest *s, const double *y, bool slopes, double *gradient, double *other, double *energy);
/* y + part · step. */
void rest_move(const struct rest *s, const double *step, double part, const double *y, double *out);
/* The multiplier of an incompressible element takes over what its bulk modulus holds. */
void rest_update_pressures(struct rest *s, double *y);

/* ---- rest_things.c ---- */

void rest_find_things(struct rest *s);
/* Rows and entries of everything, at the updated state. */
void rest_read_rows(struct rest *s, const double *y, bool slopes);
/* Calls add(s, i, j, value[6][6]) for pairs of blocks, i ≥ j, of the second derivatives of springs, and of rows by λ. */
void rest_add_things(struct rest *s, void (*add)(struct rest *s, int i, int j, double value[6][6]));
/* Wrenches of bodies as forces on blocks: out += … */
void rest_spread(const struct rest *s, const struct wrench *wrench, double *out);

/* ---- rest_matrix.c ---- */

void rest_make_matrix(struct rest *s);
void rest_free_matrix(struct rest *s);
/* ∇²L and the weighted rows at y, where rest_look was. */
void rest_assemble(struct rest *s, const double *y);
/* Factors with the least shift, from `shift` on, that makes it positive definite. */
bool rest_factor(struct rest *s, double shift);
/* x ← A⁻¹ x */
void rest_solve_factored(struct rest *s, double *x);

#endif
