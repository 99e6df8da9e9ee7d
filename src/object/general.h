/* general.h: objects with generalized coordinates (method §2, parametric): particles and rigid bodies placed by
 * formulas, affine bodies, curves.
 *
 * Such an object owns n coordinates q and velocities v = q̇. It has mass points, whose places are functions of q and t,
 * and it shows things that constraints and forces attach to: points, frames, numbers,
 *
 *   y = Y(q, t),   ẏ = Y_q v + Y_t,   ÿ = Y_q v̇ + β
 *
 * A class of such objects computes these; methods (src/dynamics/general_dynamics.c) use nothing else of them. With mass
 * points x_i = X_i(q, t), Lagrange's equations are
 *
 *   M v̇ = f,   M = Σ m X_qᵀX_q (+ Σ Y_wᵀ I Y_w),   f = −Σ m X_qᵀβ + Σ m X_qᵀ g + …
 */
#ifndef OBJECT_GENERAL_H
#define OBJECT_GENERAL_H

#include <stddef.h>

#include "base/counted.h"
#include "formula/formula.h"
#include "object/body.h"

enum { GENERAL_MOST = 256 }; /* coordinates of one object */

struct general;

/* What is shown: of which sort, and where: a body-fixed point from the centre of mass, a parameter along a curve, the
 * number of a coordinate; the class knows. */
enum general_role { GENERAL_POINT, GENERAL_FRAME, GENERAL_NUMBER };
struct general_what {
    enum general_role role;
    vec3 at;
};

/* The state at which it is evaluated. */
struct general_moment {
    const double *q, *v; /* n */
    double t;
    const double *let; /* values of lets that formulas speak of */
    double *scratch;   /* general_scratch doubles */
    bool first_order;  /* of the world: what resists a curve's motion is its drag, otherwise its mass */
};

/* Sums over the mass of an object at a moment. The method clears them; the class adds. */
struct general_sums {
    double *mass;    /* n × n, row-major, lower triangle: M; NULL: it is constant, and known */
    double *bias;    /* n: inertial forces at v̇ = 0: −Σ m X_qᵀβ − Σ Y_wᵀ (I β_w + ω × Iω) − … */
    double *own;     /* n: forces of its own, such as elastic ones */
    double *moment;  /* 3 × n: Σ m X_q, by which a uniform field acts */
    double *motion;  /* n: Σ m X_qᵀ ẋ, by which linear drag acts, in proportion to mass, */
    double *turning; /* n: Σ Y_wᵀ ω, by which angular drag acts */
    double weight;   /* Σ m, kg */
    double resist, spin_resist; /* given, in first-order worlds: drag beside mass (in proportion to it) and inertia */
    double kinetic, potential, loss; /* J; of its own forces; what viscous ones take, W */
    double motion_rate, spin_rate;   /* Σ m ẋ², Σ ω² */
    vec3 first, linear, angular;     /* Σ m x, Σ m ẋ, Σ (m x × ẋ + I ω) */
};

/* What acts on the mass of an object as a whole. */
struct general_applied {
    vec3 field;             /* m/s² */
    double linear, angular; /* drag: 1/s in proportion to mass, N m s/rad */
};

/* A sort of such objects. */
struct general_class {
    const char *name;
    /* A shown thing now: x, v and a = β of a point or number (in x.x), and r, w, alpha = β_w of a frame; Y_q as six
     * rows of n (NULL: not asked for): a point has three rows, a number one, the others are zero. */
    void (*show)(const struct general *g, const struct general_moment *m, const struct general_what *what,
                 struct pose *out, double *yq);
    void (*add_mass)(const struct general *g, const struct general_moment *m, struct general_sums *out);
    /* The shown thing behind a connector of this object. */
    struct general_what (*what)(const struct general *g, enum general_role role, vec3 at);
    /* Power of what moves the object where its formulas speak of t: (m ẍ − f)·X_t over all mass; NULL: none do. */
    double (*drive)(const struct general *g, const struct general_moment *m, const double *vd,
                    const struct general_applied *applied);
    void (*free)(struct general *g); /* what the class itself holds; NULL: nothing */
    bool constant;                   /* M and all Y_q of points are constant, and points have β = 0 */
};

/* Numbers of q, t, lets and extras on a tape, with their derivatives: what classes with formulas are made of. */
enum general_source { LOAD_TIME, LOAD_LET, LOAD_COORDINATE, LOAD_RATE, LOAD_EXTRA, LOAD_NOTHING };
struct general_load {
    enum general_source from;
    int index;
};
struct general_form {
    struct tape *tape; /* outputs: y (m), ẏ (m), β (m), then Y_q: m rows of n */
    int numbers;       /* m */
    struct general_load *load;
    int loads;
    bool uses_time;
    const char *text;   /* as the user wrote it; owned */
    struct place place; /* where it stands */
};

struct general {
    struct counted users;
    const struct general_class *class;
    int n;
    char **name; /* n names of coordinates, owned; NULL: they have none */
    double mass;
    sym3 inertia;              /* of a rigid body, object's axes */
    vec3 center;               /* centre of mass in the object's frame */
    struct general_form *form; /* owned; the class knows which is which */
    int forms;
    void *own; /* the class's */
    bool uses_time;
};

/* Doubles that looking at an object takes: for its forms, and rows of n numbers of its class. */
size_t general_scratch(const struct general *g);
/* What a form is given. */
void general_inputs(const struct general_form *f, const struct general_moment *m, const double *extra, double *input);
/* Outputs of a form at a moment: 3 m + m n numbers. `extra` are the inputs LOAD_EXTRA. They lie in the scratch, until the
 * next form is run. */
const double *general_run(const struct general *g, const struct general_form *f, const struct general_moment *m,
                          const double *extra);
/* show and add_mass of an object's class, with scratch of their own: for looks outside of evaluations. */
void general_show(const struct general *g, struct general_moment m, const struct general_what *what, struct pose *out,
                  double *yq);
void general_add_mass(const struct general *g, struct general_moment m, struct general_sums *out);
/* Adds a mass point: X_q as three rows of n. */
void general_add_point(const struct general *g, double mass, vec3 x, vec3 xd, vec3 beta, const double *xq,
                       struct general_sums *out);
/* Adds what turning adds to the mass of a rigid body whose centre of mass is there already: Y_w as three rows of n. */
void general_add_turning(const struct general *g, const struct general_moment *m, const sym3 *inertia_world, vec3 w,
                         vec3 beta, const double *yw, struct general_sums *out);
void general_again(struct general *g); /* used once more; NULL is allowed */
void general_free(struct general *g);

/* Cholesky's M = L Lᵀ in place (lower triangle). Returns -1, or the first coordinate with a vanishing pivot:
 * M is singular there, as at the pole of spherical coordinates, or not finite. */
int general_factor(double *m, int n);
/* x ← L⁻¹ x, x ← L⁻ᵀ x */
void general_forward(const double *l, int n, double *x);
void general_backward(const double *l, int n, double *x);

/* A particle or rigid body placed by formulas (placed.c). Forms: 0 the place, of a body with a rotation 12 numbers (the
 * centre of mass, then R by rows). */
extern const struct general_class general_placed;

#endif
