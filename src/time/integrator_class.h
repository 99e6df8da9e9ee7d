/* integrator_class.h: integrators by name: what each is, which models it is for, and how it makes a step.
 *
 * An integrator is one class table and one line in integrator_list.h. The settings of scenes, the options of the command,
 * `tenon compare`, `tenon kinds` and tn_integrator go by the list.
 */
#ifndef TIME_INTEGRATOR_CLASS_H
#define TIME_INTEGRATOR_CLASS_H

#include "base/kind.h"
#include "dynamics/system.h"

struct fixed;
struct engine;

struct integrator_class {
    tn_kind kind;
    /* Fixed steps: fills the next state of f from y, a step of h later, with the rate at its start known (time/fixed.c).
     * NULL: the integrator is adaptive. */
    tn_status (*step)(struct fixed *f, double t, double h, const double *y);
    bool own_rate;    /* steps need a rate beside that at their start, */
    bool own_stage;   /* and one more state */
    bool is_implicit; /* forces of elements are those at the end of a step (time/implicit.h) */
    /* Automatic steps: h times the largest frequency or rate of damping is at most `stable`; 0: h²ω² + 2hγ ≤ 4, in which
     * γ counts so many times: */
    double stable, damping;
    double limit, first_order_limit; /* steps of at most so many time constants of feedback are stable; 0: all are */
    /* Adaptive steps: what makes them. Its state may be changed between two steps if `open`. */
    struct engine *(*engine)(const struct plan *plan, struct work *work, double tolerance);
    bool open;
    const struct integrator_class *stiffer; /* for models that are too stiff for it; NULL: none */
    /* The models that it is for, and in words; others are advanced by `instead`. NULL: for all. */
    bool (*takes)(const struct plan *plan);
    const char *takes_what;
    const struct integrator_class *instead;
};

/* All of them and their names, ended by NULL. */
extern const struct integrator_class *const integrator_classes[];
extern const char *const integrator_names[];
extern const struct integrator_class integrator_euler; /* its steps are also those of contact */
int integrator_count(void);
/* The one that advances a model whose settings ask for another. */
const struct integrator_class *integrator_for(const struct plan *plan, tn_integrator asked);

#endif
