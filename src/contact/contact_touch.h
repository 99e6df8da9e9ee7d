/* contact_touch.h: contact of flexible surfaces: where they touch solids, planes, each other and themselves, as rows of the exact
 * solver (method §4, Contact of flexible surfaces).
 *
 * A touch is a manifold of one point whose sides are weighted sums of nodes, or rigid bodies. The nodes take part in the
 * problems of islands as bodies of three numbers: those that have a body in the plan (a constraint acts on them) with its
 * number, others with plan->bodies + k in the order in which they are found. A node that has one touch alone, with what
 * does not move, is solved for by itself.
 */
#ifndef CONTACT_CONTACT_TOUCH_H
#define CONTACT_CONTACT_TOUCH_H

#include "collide/facets.h"
#include "contact/contact_step.h"

struct making;

struct touch_node {
    int member; /* body of the plan, or plan->bodies + k */
    double weight;
};

struct touch {
    struct manifold m;      /* a and b are objects */
    int first[2], count[2]; /* of the nodes of its sides; count 0: a rigid body, or none that moves */
    uint64_t feature;
    double size;
    bool alone; /* the only one of its node, with what does not move */
};

/* A flexible object that can touch something. */
struct touch_surface {
    int flexible, body; /* in the plan */
    int q, nodes;       /* its first number in the state, and how many nodes */
    struct facets *surface;
    int *first; /* by point: its nodes, */
    int *node;
    double *weight; /* and their weights */
    int *member;    /* by node: as above; -1: none now */
};

struct touching {
    ARRAY(struct touch_surface) surfaces;
    int bodies; /* of the plan */
    int *rule;  /* by surface, then by body: rules of contact; -1: they do not touch */
    ARRAY(struct touch) list;
    ARRAY(struct touch_node) nodes;
    ARRAY(int) sum; /* by member after plan->bodies: touches */
    ARRAY(struct body) body;
    ARRAY(struct pose) pose;
    struct facets_hits hits;
};

/* What a surface is made of: points that are weighted sums of eight nodes. */
struct touch_points {
    int count;
    const int (*node)[8];
    const double (*weight)[8];
    int triangles;
    const int (*triangle)[3];
};

struct touching *touch_new(int bodies);
void touch_free(struct touching *t);
/* rule: by body; what it has with itself counts for its own parts. The array is copied. */
void touch_add(struct touching *t, const struct plan *plan, int flexible, const struct touch_points *points,
               const int *rule);
/* What is touched now, for the work of a clone that has the same surfaces. */
void touch_copy(const struct touching *from, struct touching *to);

/* All touches at the poses of now and the accelerations of the last evaluation. */
void touch_find(const struct plan *plan, struct work *work, double h, const double *y);
/* How many pieces a step of h must have so that nothing gets past anything in one. */
int touch_pieces(const struct plan *plan, struct work *work, double h, const double *y);
/* No touches any more. */
void touch_forget(struct touching *t);

/* ---- members of problems beyond the bodies of the plan ---- */

static inline int touch_members(const struct touching *t) { return t != NULL ? t->body.count : 0; }
static inline int touch_count(const struct touching *t) { return t != NULL ? t->list.count : 0; }
/* The places of the cones of a touch in the problem at hand. */
void touch_place(const struct making *k, struct touch *t);
/* Those that are alone: solved here. */
void touch_solve_alone(const struct plan *plan, struct work *work, double h, double g, double scale);
/* Between steps: forces on nodes, to the accelerations of flexible objects. */
void touch_apply(const struct plan *plan, struct work *work);
/* Moves and stores the nodes beyond the bodies of the plan. */
void touch_move(const struct plan *plan, const struct work *work, double h, const double *from, double *y);

/* ---- all that touches: manifolds of pieces, then touches ---- */

int contact_all(const struct contact_state *c);
struct manifold *contact_any(const struct contact_state *c, int i);

#endif
