/* integrator_class.h: the class table of an integrator: its names, which models it is for, and how it makes a step.
 *
 * An integrator is one class table and one line in integrator_list.h. The settings of scenes, the options of the
 * command, `tenon compare`, `tenon kinds` and tn_integrator follow the list.
 */
#ifndef TIME_INTEGRATOR_CLASS_H
#define TIME_INTEGRATOR_CLASS_H

#include "base/kind.h"
#include "dynamics/system.h"

struct fixed;
struct engine;

struct integrator_class {
    tn_kind kind;
    /* Fixed steps: fills f->next from y, a step of h later; the rate at the start is known (time/fixed.c). NULL: the
     * integrator is adaptive. */
    tn_status (*step)(struct fixed *f, double t, double h, const double *y);
    bool own_rate;    /* steps write to f->rate and need f->first afterwards: two arrays, otherwise one */
    bool own_stage;   /* steps need the array f->stage */
    bool is_implicit; /* forces of elements are those at the end of a step (time/implicit.h) */
    /* Automatic steps: h times the largest frequency or damping rate is at most `stable`; 0: h²ω² + 2hγ ≤ 4, with γ
     * multiplied by `damping`. */
    double stable, damping;
    double limit, first_order_limit; /* longest stable step, in time constants of feedback; 0: no limit */
    /* Adaptive steps: creates the engine. Its state may be changed between two steps if `open`. */
    struct engine *(*engine)(const struct plan *plan, struct work *work, double tolerance);
    /* Instead of it while the model is held by a hand; NULL: none. */
    struct engine *(*quick)(const struct plan *plan, struct work *work, double tolerance);
    bool open;
    const struct integrator_class *stiffer; /* suggested for models that are too stiff; NULL: none */
    /* Which models it can advance, also in words; others are advanced by `instead`. NULL: all. */
    bool (*takes)(const struct plan *plan);
    const char *takes_what;
    const struct integrator_class *instead;
};

/* The name in texts, which stands once, in front of the class table; settings and lists of choices point to it. */
#define INTEGRATOR_NAME(identifier, text)                                                                              \
    extern const char integrator_name_##identifier[];                                                                  \
    const char integrator_name_##identifier[] = text

/* All integrators and their names, ended by NULL. */
extern const struct integrator_class *const integrator_classes[];
extern const char *const integrator_names[];
extern const struct integrator_class integrator_euler; /* contact uses its steps too */
int integrator_count(void);
/* The integrator that advances a model whose settings name `asked`. */
const struct integrator_class *integrator_for(const struct plan *plan, tn_integrator asked);

#endif
