/* Contact by displacements: free motion, sweeps, velocities from the change of positions, as in the displacement
 * method, but driven directly and without constraints. */
#include "../world/model.h"
#include "contact/contact_shift.h"
#include "dynamics/dynamics_parts.h"

static tn_world *floor_world(double friction, double bounce)
{
    tn_world *w = tn_world_new();
    model_gravity(w, v3(0, 0, -model_g));
    model_object(w, "plane", 0, 0, 0, v3(0, 0, 0));
    assert_int_equal(
        tn_contact_add(w, &(tn_contact_def){.size = sizeof(tn_contact_def), .friction = friction, .bounce = bounce}),
        TN_OK);
    return w;
}

struct hand {
    const struct plan *plan;
    struct work *work;
    double *y;
};

static void shift(void *ctx, int body, vec3 dx, vec3 turn)
{
    struct hand *h = ctx;
    struct pose *p = &h->work->pose[body];
    double *q = h->y + h->plan->body[body].q;
    p->x = v3_add(p->x, dx);
    memcpy(q, &p->x, sizeof p->x);
    if (h->plan->body[body].coordinates == COORDINATES_RIGID) {
        quat next = q_unit(q_mul(q_exp(turn), (quat){q[3], q[4], q[5], q[6]}));
        memcpy(q + 3, &next, sizeof next);
        p->r = q_matrix(next);
    }
}

/* v from the change of positions: (x⁺ − x)/h, log(R⁺Rᵀ)/h. */
static void travel(const struct plan *plan, const double *before, double h, double *y)
{
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        for (int k = 0; k < 3 && b->dofs >= 3; k++)
            y[b->v + k] = (y[b->q + k] - before[b->q + k]) / h;
        if (b->coordinates != COORDINATES_RIGID)
            continue;
        const double *q = y + b->q + 3, *p = before + b->q + 3;
        quat d = q_mul((quat){q[0], q[1], q[2], q[3]}, q_conj((quat){p[0], p[1], p[2], p[3]}));
        double sine = sqrt(d.x * d.x + d.y * d.y + d.z * d.z), half = sine > 0 ? atan2(sine, fabs(d.w)) / sine : 1;
        double scale = (d.w < 0 ? -2 : 2) * half / h;
        y[b->v + 3] = scale * d.x;
        y[b->v + 4] = scale * d.y;
        y[b->v + 5] = scale * d.z;
    }
}

static void step(tn_world *w, double h, int sweeps)
{
    struct hand x = {w->plan, w->work, w->run.y};
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    double *before = mem_copy(w->run.y, sizeof(double) * (size_t)plan->y_count);
    system_free_motion(plan, work, w->run.t, w->run.y);
    contact_shift_begin(plan, work, h);
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        const struct pose *p = &work->pose[i];
        if (b->dofs >= 3)
            shift(&x, i, v3_scale(h, v3_add_scaled(p->v, h, p->a)), v3_scale(h, v3_add_scaled(p->w, h, p->alpha)));
    }
    for (int i = 0; i < sweeps && contact_shift_sweep(plan, work, shift, &x) > 1e-12; i++)
        ;
    travel(plan, before, h, w->run.y);
    contact_shift_bounce(plan, work, w->run.y);
    contact_shift_end(work);
    w->run.t += h;
    mem_free(before);
}

static void run(tn_world *w, double until, double h, int sweeps)
{
    assert_int_equal(tn_evaluate(w), TN_OK);
    w->run.touched = true;
    while (w->run.t < until - h / 2)
        step(w, h, sweeps);
    w->run.evaluated = false;
}

static void a_sliding_block(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        double mu = i % 2 ? 0.3 : 0.7, v = i < 2 ? 3 : 8;
        tn_world *w = floor_world(mu, 0);
        tn_object_def d = model_def("box", 1, 0.8, 0.3, v3(0, 0, 0.15));
        d.velocity = v3(v, 0, 0);
        tn_object o = model_add(w, &d);
        run(w, 1.2 * v / (mu * model_g) + 0.2, 0.0025, 40);
        double ideal = v * v / (2 * mu * model_g);
        check_near("the way of a block", model_pose(w, o).center.x, ideal, 0.01 * ideal);
        check_near("its height", model_pose(w, o).center.z, 0.15, 1e-6);
        tn_world_free(w);
    }
}

static void rolling(void **state)
{
    (void)state;
    tn_world *w = floor_world(0.4, 0);
    tn_object_def d = model_def("sphere", 0.5, 0, 0, v3(0, 0, 0.5));
    d.velocity = v3(7, 0, 0);
    tn_object ball = model_add(w, &d);
    d = model_def("torus", 1, 0.2, 0, v3(0, 5, 1.2));
    d.orientation = q_axis_angle(v3(1, 0, 0), model_pi / 2);
    d.velocity = v3(7, 0, 0);
    tn_object wheel = model_add(w, &d);
    run(w, 2, 0.0025, 20);
    check_near("a ball", model_pose(w, ball).velocity.x, 5, 0.02);
    check_near("without slip", model_pose(w, ball).velocity.x - 0.5 * model_pose(w, ball).spin.y, 0, 1e-6);
    tn_pose p = model_pose(w, wheel);
    double ratio = (1.0 / 2 + 3.0 / 8 * 0.04) * 2 / 1.44;
    check_near("a wheel", p.velocity.x, 7 / (1 + ratio), 0.03);
    check_near("without slip", p.velocity.x - 1.2 * p.spin.y, 0, 1e-6);
    tn_world_free(w);
}

static void a_slope_and_a_stack(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        tn_world *w = tn_world_new();
        double a = atan(i == 0 ? 0.49 : 0.51);
        model_gravity(w, v3(model_g * sin(a), 0, -model_g * cos(a)));
        model_object(w, "plane", 0, 0, 0, v3(0, 0, 0));
        tn_contact_add(w, &(tn_contact_def){.size = sizeof(tn_contact_def), .friction = 0.5});
        tn_object o = model_object(w, "box", 1, 0.8, 0.3, v3(0, 0, 0.15));
        run(w, 2, 0.0025, 60);
        double x = model_pose(w, o).center.x, ideal = 0.5 * model_g * (sin(a) - 0.5 * cos(a)) * 4;
        if (i == 0)
            assert_true(x < 1e-5);
        else
            check_near("sliding down", x, ideal, 0.05 * ideal);
        tn_world_free(w);
    }
    tn_world *w = floor_world(0.6, 0);
    for (int i = 0; i < 5; i++)
        model_object(w, "box", 1, 1, 1, v3(0.05 * (i % 2), 0, 0.5 + i));
    run(w, 3, 1.0 / 240, 120);
    for (int i = 1; i < tn_object_count(w); i++) {
        tn_pose p = model_pose(w, tn_object_at(w, i));
        check_near("a stack", p.center.z, i - 0.5, 1e-3);
        if (!(v3_norm(p.velocity) < 1e-3))
            fail_msg("box %d moves by %g m/s, turns by %g", i, v3_norm(p.velocity), v3_norm(p.spin));
    }
    tn_touch t;
    double load = 0;
    for (int i = 0; tn_touch_get(w, i, &t); i++)
        load += t.a.slot == 0 ? t.force.z : t.b.slot == 0 ? -t.force.z : 0;
    check_near("its weight", load, 5000 * model_g, 50);
    tn_world_free(w);
}

static void impacts_and_overlaps(void **state)
{
    (void)state;
    tn_world *w = floor_world(0.3, 0.5);
    tn_object ball = model_object(w, "sphere", 0.1, 0, 0, v3(0, 0, 1.1));
    double fall = sqrt(2 / model_g), top = 0;
    run(w, 1.02 * fall, 0.001, 10);
    for (int k = 0; k < 90; k++) {
        run(w, w->run.t + 0.01, 0.001, 10);
        top = fmax(top, model_pose(w, ball).center.z - 0.1);
        if (w->run.t > 2 * fall)
            break;
    }
    check_near("the height of a bounce", top, 0.25, 0.01);
    tn_world_free(w);
    w = floor_world(0.5, 0);
    uint64_t seed = 3;
    for (int i = 0; i < 12; i++)
        model_object(w, i % 2 ? "box" : "sphere", 0.5, 0.4, 0.4, v3_scale(0.3, random_vector(&seed)));
    double fastest = 0;
    for (int k = 0; k < 60; k++) {
        run(w, w->run.t + 0.05, 0.0025, 20);
        for (int i = 0; i < tn_object_count(w); i++)
            fastest = fmax(fastest, v3_norm(model_pose(w, tn_object_at(w, i)).velocity));
    }
    if (!(fastest < 10))
        fail_msg("%g m/s", fastest);
    tn_world_free(w);
}

static void a_soft_layer(void **state)
{
    (void)state;
    static const double mass[2] = {10, 400};
    for (int i = 0; i < 2; i++) {
        tn_world *w = floor_world(0.6, 0);
        tn_object_def d = model_def("sphere", 0.5, 0, 0, v3(0, 0, 0.5));
        d.mass = mass[i];
        d.soft_thickness = 0.1;
        d.soft_stiffness = 5000;
        d.soft_damping = 400;
        tn_object o = model_add(w, &d);
        run(w, 6, 0.0025, 20);
        double ideal = d.mass * model_g / 5000;
        check_near("sunk in", 0.5 - model_pose(w, o).center.z, ideal < 0.1 ? ideal : 0.1, 1e-3);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sliding_block),      cmocka_unit_test(rolling),      cmocka_unit_test(a_slope_and_a_stack),
        cmocka_unit_test(impacts_and_overlaps), cmocka_unit_test(a_soft_layer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
