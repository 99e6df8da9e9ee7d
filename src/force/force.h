/* force.h: applied forces (rows B2): gravity, spring, torsion, drag, push, turn. One file a kind, listed in list.h.
 *
 * A force acts at connectors; a force f on y adds Y_qᵀ f to its body's generalized
 * force (method §1). Its numbers may be formulas: they are evaluated before the
 * forces are, and arrive here as plain values. Kinds with a potential give it, so
 * that energy can be accounted; the power of the rest is integrated as work.
 */
#ifndef FORCE_FORCE_H
#define FORCE_FORCE_H

#include "connector/connector.h"

enum { FORCE_CONNECTORS = 2, FORCE_VALUES = 3 };

/* Force and torque about the centre of mass, world axes; of a variable only f.x counts. */
struct wrench {
    vec3 f, n;
};

struct goal_data;

struct force_item {
    const struct force_class *class;
    int connector[FORCE_CONNECTORS]; /* indices of connectors, -1 if unused */
    int id;                          /* slot of the force in the world */
    int body;                        /* drag, turn: the body it acts on; -1: every body */
    int value;                       /* index of the first of its FORCE_VALUES values */
    bool varying;                    /* a value depends on t or on the state: then there is no potential */
    int first, count;                /* goals: the connectors of their formula */
    struct goal_data *data;          /* goals that are no formula (goal.h); otherwise NULL */
};

/* What forces see of the world and where they add up. */
struct force_context {
    const struct body *bodies;
    const struct pose *poses;
    int body_count;
    const struct connector *connectors;
    const struct signal *signals;
    const double *values;
    const double *lets;
    double *scratch;         /* of goals that carry data (goal.h) */
    struct wrench *wrenches; /* by body */
    double power;            /* of what has no potential, added up */
};

struct force_class {
    const char *name, *usage, *help;
    const char *formula; /* for `tenon kinds` */
    /* A uniform field: the acceleration that an item whose values do not vary gives every body that has weight. Such an
     * item need not be applied body by body. NULL for other kinds. */
    vec3 (*field)(const struct force_item *item, const struct force_context *x);
    /* Adds the forces of n items. */
    void (*apply)(const struct force_item *items, int n, struct force_context *x);
    /* Potential energy of one item; NULL if it has none. */
    double (*potential)(const struct force_item *item, const struct force_context *x);
    bool is_goal; /* its values are an objective and the gradient of that */
};

/* A uniform field that need not be applied body by body. */
static inline bool force_is_field(const struct force_item *f) { return f->class->field != NULL && !f->varying; }

int force_class_count(void);
const struct force_class *force_class_at(int i);
const struct force_class *force_find(const char *name);

/* Does a uniform field act on a body? Nodes of flexible models are taken care of with their models. */
static inline bool force_has_weight(const struct body *b)
{
    return b->flexible == 0 && !b->weightless &&
           (b->coordinates == COORDINATES_POINT || b->coordinates == COORDINATES_RIGID);
}

/* Adds a force at a connector. */
void force_at(struct force_context *x, int connector, vec3 f);

#endif
