/* Affine bodies: derivatives, elastic forces, mass, energy and momentum, a matrix that is factored once; snapshots. */
#include "model.h"

static void advance(tn_world *w, double t)
{
    if (tn_advance(w, t) != TN_OK)
        fail_msg("%s", tn_failure(w));
}

/* A drawing for the test: a bean with a hole. */
static void draw(void)
{
    FILE *f = fopen("bean.svg", "w");
    assert_non_null(f);
    fputs("<svg><path fill='#c84' d='M-50 0C-50-30-20-40 0-30S50-30 50 0Q40 30 0 30T-50 0ZM-5-5v10h10v-10z'/>"
          "<circle cx='-25' cy='-8' r='7' fill='white'/></svg>",
          f);
    fclose(f);
}

static struct general *model_of(tn_world *w, const char *name)
{
    return world_object(w, world_find_object(w, name))->general;
}

/* ---- derivatives ---- */

struct sums {
    double mass[144], rest[12 * 8];
    struct general_sums at;
};

static void add_up(struct general *g, const double *q, const double *v, struct sums *s)
{
    memset(s, 0, sizeof *s);
    s->at = (struct general_sums){.mass = s->mass,
                                  .bias = s->rest,
                                  .own = s->rest + 12,
                                  .moment = s->rest + 24,
                                  .motion = s->rest + 60,
                                  .turning = s->rest + 72};
    general_add_mass(g, (struct general_moment){.q = q, .v = v, .t = 0, .let = NULL}, &s->at);
}

static void check_body(struct general *g, uint64_t *seed)
{
    const int n = g->n;
    const double h = 1e-5;
    double q[12], v[12], side[12], yq[72];
    struct sums s, a, b;
    const struct jello *j = g->own;
    for (int i = 0; i < n; i++) {
        q[i] = (i >= j->d && (i - j->d) % (j->d + 1) == 0 ? 1 : 0) + 0.2 * random_number(seed);
        v[i] = random_number(seed);
    }
    add_up(g, q, v, &s);
    /* own forces: −∂U/∂q, and the viscous ones, which take l V Ġ² */
    double still[12] = {0}, power = 0;
    struct sums rest;
    add_up(g, q, still, &rest);
    for (int k = 0; k < n; k++) {
        for (int d = 0; d < 2; d++) {
            memcpy(side, q, sizeof side);
            side[k] += d == 0 ? -h : h;
            add_up(g, side, still, d == 0 ? &a : &b);
        }
        check_near("elastic force", rest.at.own[k], -(b.at.potential - a.at.potential) / (2 * h),
                   1e-7 * (1 + rest.at.potential));
        power += (s.at.own[k] - rest.at.own[k]) * v[k];
    }
    check_near("viscous power", power, -s.at.loss, 1e-10 * (1 + s.at.loss));
    /* kinetic energy is ½ vᵀ M v, momentum its sums */
    double twice = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            twice += v[i] * v[k] * (i >= k ? s.mass[i * n + k] : s.mass[k * n + i]);
    check_near("kinetic energy", s.at.kinetic, twice / 2, 1e-12 * (1 + twice));
    /* points and frames against differences */
    for (int role = GENERAL_POINT; role <= GENERAL_FRAME; role++) {
        struct general_what what = g->class->what(g, (enum general_role)role, v3(0.3, -0.2, j->d == 3 ? 0.1 : 0));
        struct pose now = {.r = {{1, 0, 0, 0, 1, 0, 0, 0, 1}}}, p[2] = {now, now};
        general_show(g, (struct general_moment){.q = q, .v = v, .t = 0, .let = NULL}, &what, &now, yq);
        for (int k = 0; k <= n; k++) {
            for (int d = 0; d < 2; d++) {
                for (int i = 0; i < n; i++)
                    side[i] = q[i] + (d == 0 ? -h : h) * (k == n ? v[i] : i == k);
                general_show(g, (struct general_moment){.q = side, .v = v, .t = 0, .let = NULL}, &what, &p[d], NULL);
            }
            check_near_vector("point", k == n ? now.v : v3(yq[k], yq[n + k], yq[2 * n + k]),
                              v3_scale(1 / (2 * h), v3_sub(p[1].x, p[0].x)), 1e-8);
            if (role == GENERAL_POINT)
                continue;
            vec3 w = k == n ? now.w : v3(yq[3 * n + k], yq[4 * n + k], yq[5 * n + k]);
            for (int axis = 0; axis < 3; axis++)
                check_near_vector("frame", v3_cross(w, m3_column(&now.r, axis)),
                                  v3_scale(1 / (2 * h), v3_sub(m3_column(&p[1].r, axis), m3_column(&p[0].r, axis))),
                                  1e-8);
            if (k == n)
                check_near_vector("bias of the frame", now.alpha, v3_scale(1 / (2 * h), v3_sub(p[1].w, p[0].w)), 1e-7);
        }
    }
}

static const char two[] = "object a: jello \"bean.svg\" scale 0.01; stiffness 30; area-stiffness 50; viscosity 2;\n"
                          "  rotation 1 2 3 0.7; end\n"
                          "object b: jello box 0.3 0.4 0.2; stiffness 2000; area-stiffness 900; viscosity 20; end\n";

static void derivatives(void **state)
{
    (void)state;
    uint64_t seed = 3;
    draw();
    tn_world *w = model_text(two);
    for (int k = 0; k < 10; k++) {
        check_body(model_of(w, "a"), &seed);
        check_body(model_of(w, "b"), &seed);
    }
    tn_world_free(w);
}

/* ---- motion ---- */

/* In free flight a body conserves momentum and, without viscosity, energy; its centre moves like a particle. */
static void free_flight(void **state)
{
    (void)state;
    draw();
    tn_world *w = model_text("world: up y; tolerance 1e-11; end\n"
                             "object a: jello \"bean.svg\" scale 0.01; stiffness 30; velocity 1 2 0; spin 0 0 9; end\n"
                             "object b: jello box 0.3 0.4 0.2; stiffness 2000; area-stiffness 900; spin 3 7 1; end\n"
                             "probe x = a.center.x; probe y = a.center.y;");
    tn_measures before, now;
    double x = model_probe(w, "x"), y = model_probe(w, "y");
    assert_int_equal(tn_measure(w, &before), TN_OK);
    advance(w, 2);
    assert_int_equal(tn_measure(w, &now), TN_OK);
    check_near("energy", now.kinetic + now.potential, before.kinetic + before.potential, 1e-7);
    assert_true(now.potential > 1e-3); /* it is deformed by its rotation */
    check_near_vector("momentum", now.momentum, before.momentum, 1e-10);
    check_near_vector("angular momentum", now.angular_momentum, before.angular_momentum, 1e-7);
    check_near("x", model_probe(w, "x"), x + 2, 1e-9);
    check_near("y", model_probe(w, "y"), y + 4, 1e-9);
    tn_world_free(w);
}

/* Stiff jello moves as the rigid body with its mass and inertia: a bar swung from its end. */
static void rigid_limit(void **state)
{
    (void)state;
    double apart[2];
    for (int k = 0; k < 2; k++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "world: up z; gravity 9.81; tolerance 1e-9; end\n"
                 "object a: jello box 1 0.1 0.1; stiffness %g; viscosity 2e3; end\n"
                 "object b: box 1 0.1 0.1; end\n"
                 "revolute a world (-0.5, 0, 0) (0, 1, 0); revolute b world (-0.5, 0, 0) (0, 1, 0);\n"
                 "probe apart = norm(a.center - b.center);",
                 k == 0 ? 1e6 : 4e6);
        tn_world *w = model_text(text);
        advance(w, 0.5);
        apart[k] = model_probe(w, "apart");
        tn_world_free(w);
    }
    assert_true(apart[0] < 5e-3); /* it shears by its weight over 4 s A, 2.4e-3, or twice that */
    check_near("four times as stiff, four times as near", apart[0] / apart[1], 4, 0.4);
}

/* A sheet pulled evenly: the stretch where s V 4 a (a² − 1) per unit of length balances the pull. */
static void statics(void **state)
{
    (void)state;
    FILE *f = fopen("square.svg", "w");
    fputs("<svg><rect x='-1' y='-1' width='2' height='2'/></svg>", f);
    fclose(f);
    tn_world *w = model_text("world: up y; end\n"
                             "object a: jello \"square.svg\"; stiffness 30; viscosity 20; end\n"
                             "push a.at(1, 0, 0) (40, 0, 0); push a.at(-1, 0, 0) (-40, 0, 0);\n"
                             "probe wide = norm(a.at(1, 0, 0) - a.at(-1, 0, 0))/2; probe high = a.at(0, 1, 0).y;");
    advance(w, 60);
    double a = model_probe(w, "wide"); /* V = 4, 4 s V a (a² − 1) = 2·40 */
    check_near("balance", 4 * 30 * 4 * a * (a * a - 1), 80, 1e-6);
    check_near("no Poisson effect", model_probe(w, "high"), 1, 1e-9);
    tn_world_free(w);
}

/* ---- the matrix ---- */

static const char puppet[] =
    "world: up y; gravity 9.81; tolerance 1e-9; end\n"
    "path hand: key 0 0 0 0; key 1 0.3 0.2 0; key 2 0 0.4 0; key 3 0 0 0; end\n"
    "for i = 1 to 6: object p[i]: jello \"bean.svg\" scale 0.01; stiffness 60; viscosity 3; position (0.9*i - 0.9) 0 "
    "0; end end\n"
    "for i = 2 to 6: connect p[i-1].at(0.45, 0, 0) p[i].at(-0.45, 0, 0); end\n"
    "follow p[1].center hand;\n"
    "object alone: jello box 1 1 1; stiffness 1e4; position 0 3 0; end\n"
    "connect alone.corner1 (-0.5, 2.5, -0.5);\n"
    "probe x = p[6].center.x; probe y = p[6].center.y; probe z = alone.center.y; probe f = norm(acc(p[6].center));";

static void factored_once(void **state)
{
    (void)state;
    double x[2][4];
    draw();
    for (int k = 0; k < 2; k++) {
        tn_world *w = model_text(puppet);
        tn_settings s = tn_world_settings(w);
        s.refactor = k == 1;
        assert_int_equal(tn_world_configure(w, &s), TN_OK);
        advance(w, 1.5);
        static const char *const names[] = {"x", "y", "z", "f"};
        for (int i = 0; i < 4; i++)
            x[k][i] = model_probe(w, names[i]);
        const struct work_report *r = &w->work->report;
        assert_true(r->evaluations > 200);
        if (k == 0 && r->factorizations != 2)
            fail_msg("%ld factorizations of two islands in %ld evaluations", r->factorizations, r->evaluations);
        if (k == 1)
            assert_true(r->factorizations >= 2 * r->evaluations);
        assert_int_equal(tn_count(w).degrees_of_freedom, 6 * 6 - 2 * 5 - 2 + 12 - 3);
        assert_null(tn_redundant(w, 0));
        tn_world_free(w);
    }
    for (int i = 0; i < 4; i++)
        check_near("the same motion", x[0][i], x[1][i], 1e-9 * (1 + fabs(x[1][i])));
}

/* With other objects the matrix changes, and is factored every time. */
static void not_constant(void **state)
{
    (void)state;
    draw();
    tn_world *w = model_text("world: up y; gravity 9.81; end\n"
                             "object a: jello \"bean.svg\" scale 0.01; stiffness 60; end\n"
                             "object b: rod 1 0.05; position 0.45 -0.5 0; rotation 1 0 0 (pi/2); end\n"
                             "connect a.at(-0.45, 0, 0) (-0.45, 0, 0); connect a.at(0.45, 0, 0) b.at(0, 0, -0.5);");
    advance(w, 0.5);
    const struct work *work = w->work;
    assert_true(work->report.factorizations >= work->report.evaluations);
    tn_world_free(w);
}

/* ---- snapshots and texts ---- */

static void kept(void **state)
{
    (void)state;
    draw();
    tn_world *w = model_text(puppet);
    double first[3], again[3];
    static const char *const names[] = {"x", "y", "z"};
    advance(w, 0.5);
    tn_snapshot *s = tn_snapshot_take(w);
    char *text = tn_write_text(w);
    tn_snapshot_restore(w, s);
    advance(w, 1);
    for (int i = 0; i < 3; i++)
        first[i] = model_probe(w, names[i]);
    tn_snapshot_restore(w, s);
    advance(w, 1);
    for (int i = 0; i < 3; i++)
        again[i] = model_probe(w, names[i]);
    assert_memory_equal(first, again, sizeof first);
    tn_snapshot_free(w, s);
    tn_world *other = model_text(text);
    advance(other, 1);
    for (int i = 0; i < 3; i++)
        check_near("from its text", model_probe(other, names[i]), first[i], 1e-6);
    free(text);
    tn_world_free(other);
    tn_world_free(w);
}

/* A body whose model a clone shares gets a model of its own when it is placed. A snapshot of before brings the shared one
 * back, and one of after the own one: each is held once by the object and once as a replaced one. */
static void placed_and_back(void **state)
{
    (void)state;
    draw();
    tn_world *w = model_text(puppet), *clone = tn_world_clone(w);
    const tn_object o = tn_object_find(w, "p[2]");
    struct general *shared = model_of(w, "p[2]");
    tn_snapshot *before = tn_snapshot_take(w);
    tn_pose at;
    assert_int_equal(tn_object_pose(w, o, &at), TN_OK);
    const double row[] = {at.position.x + 0.2, at.position.y,    at.position.z,   at.orientation.w,
                          at.orientation.x,    at.orientation.y, at.orientation.z};
    assert_int_equal(tn_place_many(w, &o, row, 1, NULL), TN_OK);
    struct general *own = model_of(w, "p[2]");
    assert_ptr_not_equal(own, shared);
    tn_snapshot *after = tn_snapshot_take(w);
    const int holders = atomic_load(&shared->users.others);
    for (int i = 0; i < 3; i++) {
        tn_snapshot_restore(w, before);
        assert_ptr_equal(model_of(w, "p[2]"), shared);
        assert_int_equal(atomic_load(&shared->users.others), holders + 1 + i);
        tn_snapshot_restore(w, after);
        assert_ptr_equal(model_of(w, "p[2]"), own);
    }
    tn_snapshot_free(w, before);
    tn_snapshot_free(w, after);
    tn_world_free(w);
    advance(clone, 0.1);
    tn_world_free(clone);
}

static void warm(void **state)
{
    (void)state;
    draw();
    tn_world *w = model_text(puppet);
    model_set(w, TN_RK4, 0, 0.005, 0);
    advance(w, 0.1);
    assert_int_equal(tn_evaluate(w), TN_OK);
    unsigned long before = mem_count();
    for (int i = 1; i <= 20; i++) {
        advance(w, 0.1 + 0.02 * i);
        tn_evaluate(w);
        tn_frame(w);
    }
    assert_int_equal(mem_count(), before);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives), cmocka_unit_test(free_flight),     cmocka_unit_test(rigid_limit),
        cmocka_unit_test(statics),     cmocka_unit_test(factored_once),   cmocka_unit_test(not_constant),
        cmocka_unit_test(kept),        cmocka_unit_test(placed_and_back), cmocka_unit_test(warm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
