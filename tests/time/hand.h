/* hand.h: a plan and a work built directly, of bodies and forces without constraints, for tests of the integrators
 * only. */
#ifndef TESTS_TIME_HAND_H
#define TESTS_TIME_HAND_H

#include <string.h>

#include "base/memory.h"
#include "time/integrator.h"

enum { HAND_BODIES = 80, HAND_FORCES = 160, HAND_CONNECTORS = 320 };

struct hand {
    struct plan plan;
    struct work work;
    struct body body[HAND_BODIES];
    struct pose pose[HAND_BODIES];
    struct wrench wrench[HAND_BODIES];
    struct connector connector[HAND_CONNECTORS];
    int body_jacobian_start[HAND_BODIES + 2];
    struct signal signal[HAND_CONNECTORS];
    struct build build[HAND_BODIES];
    struct force_item force[HAND_FORCES];
    double value[3 * HAND_FORCES];
    double y[13 * HAND_BODIES + 1], acceleration[6 * HAND_BODIES];
};

static inline int hand_body(struct hand *h, enum coordinates c, double mass, sym3 inertia)
{
    struct body *b = &h->body[h->plan.bodies];
    *b = (struct body){.coordinates = c,
                       .source = -1,
                       .dofs = c == COORDINATES_SCALAR  ? 1
                               : c == COORDINATES_POINT ? 3
                                                        : 6,
                       .mass = mass,
                       .inverse_mass = 1 / mass};
    b->build = &h->build[h->plan.bodies];
    if (c == COORDINATES_RIGID)
        h->build[h->plan.bodies] = (struct build){.inertia = inertia, .inverse_inertia = s3_inverse(&inertia)};
    h->pose[h->plan.bodies].r = q_matrix((quat){1, 0, 0, 0});
    h->pose[h->plan.bodies].inverse_mass = b->inverse_mass;
    return h->plan.bodies++;
}
static inline int hand_particle(struct hand *h, double mass)
{
    return hand_body(h, COORDINATES_POINT, mass, (sym3){0});
}

static inline int hand_connector(struct hand *h, struct connector c)
{
    h->connector[h->plan.force.connectors] = c;
    return h->plan.force.connectors++;
}
static inline int hand_center(struct hand *h, int body)
{
    return hand_connector(h, (struct connector){CONNECTOR_POINT, body, 0, {0, 0, 0}});
}
static inline int hand_nail(struct hand *h, double x, double y, double z)
{
    return hand_connector(h, (struct connector){CONNECTOR_CONSTANT, -1, 0, {x, y, z}});
}

static inline void hand_force(struct hand *h, const struct force_class *class, int a, int b, int body, double x,
                              double y, double z)
{
    int i = h->plan.force.count++;
    h->force[i] = (struct force_item){.class = class, .connector = {a, b}, .body = body, .value = 3 * i};
    h->value[3 * i] = x;
    h->value[3 * i + 1] = y;
    h->value[3 * i + 2] = z;
}

/* After the last body: the layout of the state vector; quaternions are 1. */
static inline void hand_ready(struct hand *h)
{
    struct plan *plan = &h->plan;
    struct work *work = &h->work;
    static const int sizes[] = {[COORDINATES_SCALAR] = 1, [COORDINATES_POINT] = 3, [COORDINATES_RIGID] = 7};
    for (int i = 0; i < plan->bodies; i++) {
        h->body[i].q = plan->q_count;
        plan->q_count += sizes[h->body[i].coordinates];
    }
    for (int i = 0; i < plan->bodies; i++) {
        h->body[i].v = plan->q_count + plan->v_count;
        plan->v_count += h->body[i].dofs;
        if (h->body[i].coordinates == COORDINATES_RIGID)
            h->y[h->body[i].q + 3] = 1;
    }
    plan->work_done = plan->q_count + plan->v_count;
    plan->y_count = plan->work_done + 1;
    plan->body = h->body;
    plan->force.connector = h->connector;
    plan->force.item = h->force;
    plan->body_jacobian_start = h->body_jacobian_start;
    plan->matrix = ldl_analyze(0, NULL, NULL, 0, NULL);
    work->pose = h->pose;
    work->wrench = h->wrench;
    work->force_signal = h->signal;
    work->force_value = h->value;
    work->acceleration = h->acceleration;
    work->matrix = ldl_numbers_new(plan->matrix);
}
static inline struct hand *hand_new(void) { return MEM_NEW(struct hand); }
static inline void hand_free(struct hand *h)
{
    ldl_free(h->plan.make_matrix);
    ldl_numbers_free(h->work.matrix);
    mem_free(h);
}

static inline double *hand_q(struct hand *h, int body) { return h->y + h->body[body].q; }
static inline double *hand_v(struct hand *h, int body) { return h->y + h->body[body].v; }

#endif
