/* force.h: applied forces: gravity, spring, torsion, drag, push, turn. One file per kind, listed in list.h.
 *
 * The class table describes a kind completely: the reader and the writer of scenes, `set`, the timeline, the public
 * interface and `tenon kinds` use it.
 *
 * A force acts at connectors; a force f on y adds Y_qᵀ f to its body's generalized force (method §1). Its numbers may
 * be formulas: they are evaluated before the forces and arrive here as plain values. Kinds with a potential provide it
 * for the energy balance; the power of the others is integrated as work.
 */
#ifndef FORCE_FORCE_H
#define FORCE_FORCE_H

#include "base/kind.h"
#include "connector/connector.h"
#include "tenon/hooks.h"

enum { FORCE_CONNECTORS = 2, FORCE_VALUES = 6 };

/* Force and torque about the centre of mass, world axes; a variable uses only f.x. */
struct wrench {
    vec3 f, n;
};

struct goal_data;

/* Functions of the program (hooked_force.c). */
struct force_hook {
    tn_force_function *force; /* NULL: by differences of */
    tn_potential_function *potential;
    void *user;
    double length;
};

struct force_item {
    const struct force_class *class;
    int connector[FORCE_CONNECTORS]; /* indices of connectors, -1 if unused */
    int id;                          /* slot of the force in the world */
    int body;                        /* drag, turn: the body it acts on; -1: every body */
    int value;                       /* index of the first of its FORCE_VALUES values */
    bool varying;                    /* a value depends on t or on the state: there is no potential */
    int first, count;                /* goals: the connectors of their formula */
    struct goal_data *data;          /* goals that are not formulas (goal.h); otherwise NULL */
    struct force_hook hook;          /* of hooked forces, which act on the connectors first … */
};

/* The inputs of forces and the sums that they add to. */
struct force_context {
    const struct body *bodies;
    const struct pose *poses;
    int body_count;
    const struct connector *connectors;
    const struct signal *signals;
    const double *values;
    const double *lets;
    double t;                /* for hooked forces */
    double *scratch;         /* for goals with data (goal.h) */
    struct wrench *wrenches; /* by body */
    double power;            /* sum over forces without potential */
};

/* Arguments of a kind that acts on one object or on all. */
#define FORCE_ON_ONE_OR_ALL "[on A]"

/* Source of the values: the numbers of the statement; a formula; points or a picture in a file. */
enum force_source { FORCE_OF_NUMBERS, FORCE_OF_FORMULA, FORCE_OF_POINTS, FORCE_OF_PICTURE };

struct force_class {
    /* Arguments: points P Q or directions D E at which it acts, an object A, and a vector F; or "[on A]": one object or
     * all. Its values are the numbers of its parameters, in order. */
    tn_kind kind;
    enum force_source source;
    /* A uniform field: the acceleration of every body that has weight. An item whose values do not vary need not be
     * applied body by body. NULL for other kinds. */
    vec3 (*field)(const struct force_item *item, const struct force_context *x);
    /* Adds the forces of n items. */
    void (*apply)(const struct force_item *items, int n, struct force_context *x);
    /* Potential energy of one item; NULL if it has none. */
    double (*potential)(const struct force_item *item, const struct force_context *x);
    bool is_goal;  /* its values are an objective and its gradient */
    bool is_drag;  /* against the velocity (first value) and the spin (second); features distribute it in proportion to
                          mass, and first-order worlds use it as mass */
    bool in_world; /* it may be used in world: … end */
    bool turns;    /* it acts on the spin of its object: particles have none */
    int damping;   /* 1 + index of the value that is ignored in first-order worlds; 0: none */
};

/* A uniform field that need not be applied body by body. */
static inline bool force_is_field(const struct force_item *f) { return f->class->field != NULL && !f->varying; }

/* Forces by functions of the program, without and with a potential: no words of the language. */
extern const struct force_class force_hooked, force_hooked_conservative;
static inline bool force_is_hooked(const struct force_class *c)
{
    return c == &force_hooked || c == &force_hooked_conservative;
}

/* All kinds, ended by NULL (list.c). */
extern const struct force_class *const force_classes[];
int force_class_count(void);
const struct force_class *force_class_at(int i);
const struct force_class *force_find(const char *name);

/* Does a uniform field act on a body? Features handle the bodies that belong to them. */
static inline bool force_has_weight(const struct body *b)
{
    return b->owner == NULL && !b->weightless &&
           (b->coordinates == COORDINATES_POINT || b->coordinates == COORDINATES_RIGID);
}

/* Adds a force at a connector. */
void force_at(struct force_context *x, int connector, vec3 f);

#endif
