/* Goals: minimize as a force and as an optimization problem; reports on optima; sliders. */
#include "model.h"

#include "goals/optimum.h"
#include "tenon/goals.h"

static double variable(tn_world *w, const char *name)
{
    double value = NAN;
    assert_int_equal(tn_variable_get(w, tn_object_find(w, name), &value), TN_OK);
    return value;
}

/* ---- as a force ---- */

/* A spring written as an objective pulls like a spring, on points and directions of bodies, in worlds of both
 * orders. */
static void is_a_potential(void **state)
{
    (void)state;
    static const char *const bodies =
        "object a: box 0.3 0.5 0.8; mass 2; position 0 0 0.2; rotation 1 0.3 0 0.4; spin 0.2 0.1 0.3; end\n"
        "object b: particle 0.7; position 1 0.4 0.3; velocity 0 1 0; end\n";
    for (int order = 0; order < 2; order++) {
        /* the velocities of a first-order world are its forces: errors of positions, by stiffnesses */
        const char *world = order == 0 ? "world: order second; end" : "world: order first; tolerance 1e-12; end";
        tn_world *w = model_text(world), *v = model_text(world);
        model_read(w, bodies);
        model_read(v, bodies);
        model_read(w, "spring a.at(0.1,0.2,0.4) b.center stiffness 30 rest 0.5;\n"
                      "torsion a.x (0,0,1) stiffness 0.5 rest 1;");
        model_read(v, "minimize 15*(norm(a.at(0.1,0.2,0.4) - b.center) - 0.5)^2 + 0.25*(acos(a.x.z) - 1)^2;");
        model_run(w, 1);
        model_run(v, 1);
        tn_pose p = model_pose(w, tn_object_find(w, "a")), q = model_pose(v, tn_object_find(v, "a"));
        check_near_vector("place", p.center, q.center, 1e-8);
        check_near_vector("spin", p.spin, q.spin, 1e-8);
        tn_measures m, n;
        tn_measure(w, &m);
        tn_measure(v, &n);
        check_near("potential", m.potential, n.potential, 1e-8);
        tn_world_free(w);
        tn_world_free(v);
    }
}

/* In a second-order world energy is conserved; an objective that changes with t does work. */
static void energy(void **state)
{
    (void)state;
    tn_world *w = model_text("variable x 1; variable y -0.5;\n minimize 3*x^4 + (x - y)^2 + 2*y^2;");
    tn_frame(w);
    model_run(w, 3);
    tn_frame(w);
    tn_measures m;
    tn_measure(w, &m);
    assert_true(m.drift < 1e-8);
    tn_world_free(w);
    w = model_text("variable x 1; minimize (x - sin(t))^2;");
    for (double t = 0; t < 3; t += 0.1) {
        model_run(w, t);
        tn_frame(w);
    }
    tn_measure(w, &m);
    assert_true(m.drift < 1e-8);
    assert_true(fabs(m.work) > 0.01);
    tn_world_free(w);
}

/* The flow reaches the optimum and reports it; with exact and with growing multipliers. */
static void flow(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        tn_optimum r;
        tn_world *w = model_text("world: order first; end variable x 3; variable y 1; minimize x^2 + y^2;");
        model_read(w, k == 0 ? "constraint line: keep x + y = 1; end"
                             : "constraint line: keep x + y = 1; by multiplier; end");
        assert_int_equal(tn_optimum_get(w, &r), TN_OK);
        assert_int_equal(r.outcome, TN_OPTIMUM_NOT_REACHED);
        check_near("how far off", r.feasibility, 3, 1e-12);
        assert_string_equal(r.worst, "line");
        model_run(w, 20);
        assert_int_equal(tn_optimum_get(w, &r), TN_OK);
        assert_int_equal(r.outcome, TN_OPTIMUM_REACHED);
        check_near("x", variable(w, "x"), 0.5, 1e-7);
        check_near("objective", r.objective, 0.5, 1e-7);
        double lambda[2];
        assert_int_equal(tn_multipliers(w, tn_constraint_find(w, "line"), lambda, 2), 1);
        check_near("λ: the row is 1 − x − y", lambda[0], -1, 1e-6);
        tn_world_free(w);
    }
}

/* ---- second derivatives ---- */

/* ∇²L against differences of ∇L, with rotating bodies. */
static void curvature(void **state)
{
    (void)state;
    tn_world *w =
        model_text("object a: box 0.3 0.5 0.8; position 0 0.1 0.2; rotation 1 0.3 0.2 0.7; end\n"
                   "object b: rod 1 0.1; position 1 0.4 0.3; rotation 0 1 0.4 1.1; end\n"
                   "object p: particle 0.7; position 0.5 -0.4 0.3; end variable x 0.7;\n"
                   "gravity 0 0 -2; spring a.at(0.1,0.2,0) b.end1 stiffness 3 rest 0.2;\n"
                   "minimize dot(a.at(0.1,0.3,0.2), b.end2)*x + norm(p.center - a.center)^3 + exp(x)*a.x.z*b.z.y;\n"
                   "revolute a b a.at(0,0,0.4) b.end1 a.x b.y; distance a.center p.center min 0.3 max 2;\n"
                   "keep x*p.center.y + dot(a.y, b.x) = t; keep norm(b.end2) >= x;\n");
    assert_int_equal(tn_evaluate(w), TN_OK);
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    const struct expression **second = MEM_ARRAY(const struct expression *, plan->force.count);
    for (int i = 0; i < plan->force.count; i++)
        second[i] = w->things->forces.at[plan->force.item[i].id].curvature;
    struct optimum *o = optimum_new(plan, work, w->run.t, w->run.y, second);
    const int n = o->problem.n, m = o->rows;
    assert_int_equal(m, o->problem.equalities + o->problem.inequalities);
    double *h = MEM_ARRAY(double, n *n), *lambda = MEM_ARRAY(double, m), *step = MEM_ARRAY(double, n);
    struct nlp_values v = {.g = MEM_ARRAY(double, n), .c = MEM_ARRAY(double, m), .j = MEM_ARRAY(double, m *n)};
    uint64_t seed = 5;
    for (int r = 0; r < m; r++)
        lambda[r] = random_number(&seed);
    o->problem.hessian(o, lambda, h);
    for (int round = 0; round < 40; round++) { /* dᵀHd against a second difference of L along d */
        const double e = 1e-3;
        double form = 0, l[5];
        for (int i = 0; i < n; i++)
            step[i] = random_number(&seed);
        for (int i = 0; i < n * n; i++)
            form += step[i / n] * h[i] * step[i % n];
        for (int k = -2; k <= 2; k++) {
            assert_true(o->problem.evaluate(o, step, k * e, true, &v));
            l[k + 2] = v.f;
            for (int r = 0; r < m; r++)
                l[k + 2] -= lambda[r] * v.c[r];
        }
        double difference = (-l[0] + 16 * l[1] - 30 * l[2] + 16 * l[3] - l[4]) / (12 * e * e);
        check_near("a second derivative", form, difference, 1e-6 * (1 + fabs(form)));
    }
    optimum_free(o);
    mem_free(second);
    mem_free(h);
    mem_free(lambda);
    mem_free(step);
    mem_free(v.g);
    mem_free(v.c);
    mem_free(v.j);
    tn_world_free(w);
}

/* ---- bodies in space ---- */

/* Chains hang at the minimum of their potential: against the equilibrium of a damped chain. */
static void hanging_rods(void **state)
{
    (void)state;
    const char *text = "world: gravity 9.81; end\n"
                       "object a: rod 1 0.04; position 0.2 0 -0.5; rotation 0 1 0 2; end\n"
                       "object b: rod 1 0.04; position 1 0.2 -0.6; rotation 0 1 0.2 1; end\n"
                       "connect a.end1 (0,0,0); connect a.end2 b.end1; connect b.end2 (1.2,0,0);\n"
                       "spring b.center (1,1,-1) stiffness 200 rest 0.1;\n"
                       "constraint floor: on-plane b.center (0,0,-0.2) (0,0,1); off; end\n";
    tn_optimum r;
    tn_world *w = model_text(text), *v = model_text(text);
    assert_int_equal(tn_solve(w, &r), TN_OK);
    assert_int_equal(r.outcome, TN_OPTIMUM_REACHED);
    model_drag(v, 40, 20);
    model_run(v, 40);
    tn_pose p = model_pose(w, tn_object_find(w, "b")), q = model_pose(v, tn_object_find(v, "b"));
    check_near_vector("where it hangs", p.center, q.center, 1e-6);
    assert_int_equal(tn_optimum_get(v, &r), TN_OK);
    assert_int_equal(r.outcome, TN_OPTIMUM_REACHED);
    /* it is an equilibrium */
    model_run(w, 1);
    check_near_vector("and stays", model_pose(w, tn_object_find(w, "b")).center, p.center, 1e-7);
    tn_world_free(w);
    tn_world_free(v);
}

/* Reflection: where the shortest path from A to B touches the mirror, both angles are equal. */
static void shortest_way(void **state)
{
    (void)state;
    tn_optimum r;
    tn_world *w =
        model_text("object p: particle 1; position 2 1 0.5; end\n"
                   "minimize norm(p.center - (0,0,1)) + norm(p.center - (3,0,2)); on-plane p.center (0,0,0) (0,0,1);\n"
                   "keep p.center.y >= 0.5;");
    assert_int_equal(tn_solve(w, &r), TN_OK);
    assert_int_equal(r.outcome, TN_OPTIMUM_REACHED);
    vec3 x = model_pose(w, tn_object_find(w, "p")).center;
    check_near("y", x.y, 0.5, 1e-9);
    double first = sqrt(1.25), second = sqrt(4.25); /* in the planes turned about the line y = 0.5 */
    check_near("x", x.x, 3 * first / (first + second), 1e-7);
    tn_world_free(w);
}

/* ---- where there is no optimum ---- */

static void no_optimum(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        tn_outcome outcome;
        const char *message;
    } cases[] = {
        {"variable x 1; minimize x;", TN_OPTIMUM_UNBOUNDED, "decreases without bound"},
        {"variable x 1; variable y 1; minimize -x^2 + y^2; keep y >= 0;", TN_OPTIMUM_UNBOUNDED,
         "decreases without bound"},
        {"variable x -1; minimize x^3; keep x <= 5;", TN_OPTIMUM_UNBOUNDED, "decreases without bound"},
        {"variable x 1; minimize x^2;\nconstraint a: keep x >= 2; end\nconstraint b: keep x <= 1; end",
         TN_OPTIMUM_CONTRADICTORY, "'a' (off by 0.5), 'b' (off by 0.5)"},
        {"variable x 1; variable y 0; minimize y;\nkeep x^2 + y^2 = 1; constraint far: keep x >= 3; end",
         TN_OPTIMUM_CONTRADICTORY, "'far'"},
        {"variable x 1; minimize x^2; constraint none: keep x^2 = -1; end", TN_OPTIMUM_CONTRADICTORY,
         "'none' (off by 1)"},
        {"variable x 1; variable y 2; constraint a: keep x + y = 1; end constraint b: keep 2*x + 2*y = 3; end",
         TN_OPTIMUM_CONTRADICTORY, "'a'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tn_optimum r;
        tn_world *w = model_text(cases[i].text);
        assert_int_equal(tn_solve(w, &r), TN_OK);
        if (r.outcome != cases[i].outcome || strstr(r.message, cases[i].message) == NULL)
            fail_msg("%s: %s", cases[i].text, r.message);
        tn_world_free(w);
    }
}

static void refusals(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"object p: particle 1; end push p.center (1,0,0);", "the force 'push' has no potential"},
        {"object p: particle 1; end spring p.center (0,0,1) stiffness (1 + t);", "has no potential"},
        {"object p: particle 1; end constraint c: connect p.center (0,0,1); by penalty; end", "met by penalty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tn_world *w = model_text(cases[i][0]);
        assert_int_equal(tn_solve(w, NULL), TN_WRONG_MODEL);
        if (strstr(tn_failure(w), cases[i][1]) == NULL)
            fail_msg("%s: %s", cases[i][0], tn_failure(w));
        tn_world_free(w);
    }
    tn_world *w = model_text("variable x -1; minimize log(x) + x^2;");
    assert_int_equal(tn_solve(w, NULL), TN_STUCK);
    assert_non_null(strstr(tn_failure(w), "has no value at the start"));
    tn_world_free(w);
}

/* ---- sliders ---- */

static void sliders(void **state)
{
    (void)state;
    tn_world *w = model_text("world: order first; until 30; end let a = 1; let v = (1, 2, 3); let b = 2*a;\n"
                             "variable x 3; variable y 1; minimize (x - a)^2 + (y - b)^2; keep x + y = 4*a;\n"
                             "object p: particle (3*a); position (5*a) 0 0; end\n"
                             "spring p.center (0,0,0) stiffness (2*a); probe q = a*x;\n");
    assert_int_equal(tn_let_count(w), 1);
    assert_string_equal(tn_let_name(w, 0), "a");
    assert_null(tn_let_name(w, 1));
    model_run(w, 20);
    check_near("x", variable(w, "x"), 1.5, 1e-7);
    assert_int_equal(tn_let_set(w, "a", 3), TN_OK);
    check_near("a", tn_let_get(w, "a"), 3, 0);
    check_near("at once", model_probe(w, "q"), 3 * variable(w, "x"), 1e-12);
    tn_optimum r;
    assert_int_equal(tn_optimum_get(w, &r), TN_OK);
    check_near("the constraint has moved", r.feasibility, 8, 1e-6);
    model_run(w, 40);
    check_near("x follows", variable(w, "x"), 4.5, 1e-7);
    assert_int_equal(tn_let_set(w, "b", 1), TN_WRONG_USE);
    assert_int_equal(tn_let_set(w, "v", 1), TN_WRONG_USE);
    assert_int_equal(tn_let_set(w, "none", 1), TN_WRONG_USE);
    assert_int_equal(tn_let_set(w, "a", NAN), TN_WRONG_USE);
    assert_true(isnan(tn_let_get(w, "b")));
    check_near("masses stay", model_pose(w, tn_object_find(w, "p")).mass, 3, 0);
    assert_int_equal(tn_variable_set(w, tn_object_find(w, "x"), 7), TN_OK);
    check_near("a variable that was set", variable(w, "x"), 7, 0);
    assert_int_equal(tn_variable_set(w, tn_object_find(w, "p"), 7), TN_WRONG_USE);
    assert_int_equal(tn_solve(w, &r), TN_OK);
    check_near("solved", variable(w, "x"), 4.5, 1e-9);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_a_potential), cmocka_unit_test(energy),       cmocka_unit_test(flow),
        cmocka_unit_test(curvature),      cmocka_unit_test(hanging_rods), cmocka_unit_test(shortest_way),
        cmocka_unit_test(no_optimum),     cmocka_unit_test(refusals),     cmocka_unit_test(sliders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
