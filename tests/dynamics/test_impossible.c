/* Redundant and impossible models: they run, without fallback, NaN or a flood of warnings; forces are shared,
 * contradictory models rest at the best compromise, and both are named (method §2, §7). */
#include "../world/model.h"

/* ---- models ---- */

static tn_object brick(tn_world *w, vec3 where)
{
    uint64_t seed = 21;
    tn_object_def d = model_def("box", 0.3, 0.5, 0.8, where);
    d.velocity = v3_scale(0.2, random_vector(&seed));
    d.spin = v3_scale(0.3, random_vector(&seed));
    return model_add(w, &d);
}

static void nothing(tn_world *w) { (void)w; }
static void lone_ball(tn_world *w) { model_object(w, "sphere", 0.1, 0, 0, v3(0, 0, 0)); }

static void doubled_nail(tn_world *w)
{
    tn_object o = brick(w, v3(0, 0, 0));
    JOIN(w, "one", "connect", at(o, 0, 0, 0.4), nail(0, 0, 0.4));
    JOIN(w, "two", "connect", at(o, 0, 0, 0.4), nail(0, 0, 0.4));
}

static void tripled_hinge(tn_world *w)
{
    tn_object a = brick(w, v3(0, 0, 0)), b = brick(w, v3(0, 0, -0.8));
    JOIN(w, "top", "connect", nail(0, 0, 0.4), at(a, 0, 0, 0.4));
    JOIN(w, "one", "revolute", whole(a), whole(b), nail(0, 0, -0.4), nail(1, 0, 0));
    JOIN(w, "two", "revolute", whole(a), whole(b), nail(0, 0, -0.4), nail(1, 0, 0));
    JOIN(w, "three", "revolute", whole(a), whole(b), nail(0, 0, -0.4), nail(1, 0, 0));
}

static void welded_twice(tn_world *w)
{
    tn_object o = brick(w, v3(0, 0, 0));
    JOIN(w, "one", "weld", tn_arg_world(), whole(o));
    JOIN(w, "two", "weld", tn_arg_world(), whole(o));
}

static void door(tn_world *w)
{
    tn_object o = model_object(w, "box", 0.8, 0.05, 2, v3(0.4, 0, 0));
    JOIN(w, "upper", "revolute", tn_arg_world(), whole(o), nail(0, 0, 0.7), nail(0.1, 0, 1));
    JOIN(w, "lower", "revolute", tn_arg_world(), whole(o), nail(-0.14, 0, -0.7), nail(0.1, 0, 1));
}

/* A planar four-bar linkage that is not a parallelogram, in space, with four hinges. */
static void four_bar(tn_world *w)
{
    static const vec3 corner[5] = {{0, 0, 0}, {0, 0, 1}, {1.2, 0, 1.5}, {1.6, 0, 0}};
    tn_object before = {0, 0};
    static const char *const name[] = {"first", "second", "third", "fourth"};
    for (int i = 0; i < 3; i++) {
        vec3 along = v3_sub(corner[i + 1], corner[i]);
        tn_object_def d = model_def("rod", v3_norm(along), 0.03, 0, v3_scale(0.5, v3_add(corner[i], corner[i + 1])));
        d.orientation = q_between(v3(0, 0, 1), v3_unit(along));
        tn_object o = model_add(w, &d);
        JOIN(w, name[i], "revolute", i == 0 ? tn_arg_world() : whole(before), whole(o), tn_arg_vector(corner[i]),
             nail(0, 1, 0));
        before = o;
    }
    JOIN(w, name[3], "revolute", whole(before), tn_arg_world(), tn_arg_vector(corner[3]), nail(0, 1, 0));
}

static tn_object pinned(tn_world *w, double x)
{
    tn_object_def d = model_def("sphere", 0.1, 0, 0, v3(x, 0, 0));
    d.motion = TN_FIXED;
    return model_add(w, &d);
}

static void between_fixed(tn_world *w)
{
    tn_object a = pinned(w, 0), b = pinned(w, 1);
    lone_ball(w);
    JOIN(w, "right", "distance", at(a, 0, 0, 0), at(b, 0, 0, 0), number(1));
}

static void between_fixed_wrong(tn_world *w)
{
    tn_object a = pinned(w, 0), b = pinned(w, 1), free_ball = brick(w, v3(0, 3, 0));
    JOIN(w, "wrong", "distance", at(a, 0, 0, 0), at(b, 0, 0, 0), number(2));
    JOIN(w, "right", "connect", at(free_ball, 0, 0, 0), nail(0, 3, 0));
}

static void two_nails(tn_world *w)
{
    tn_object o = brick(w, v3(0.3, 0.2, 0));
    JOIN(w, "left", "connect", at(o, 0, 0, 0), nail(-1, 0, 0));
    JOIN(w, "right", "connect", at(o, 0, 0, 0), nail(1, 0, 0));
}

/* Rods that can be satisfied, but the particle has to move sideways first. */
static void sideways(tn_world *w)
{
    tn_object p = model_object(w, "particle", 1, 0, 0, v3(0.05, 0.2, 0));
    JOIN(w, "left", "distance", nail(-1, 0, 0), at(p, 0, 0, 0), number(1.2));
    JOIN(w, "right", "distance", nail(1, 0, 0), at(p, 0, 0, 0), number(1.2));
}

static void nails_in_a_row(tn_world *w)
{
    tn_object o = brick(w, v3(0, 0, 0));
    JOIN(w, "one", "connect", at(o, 0, 0, -0.4), nail(0, 0, -0.4));
    JOIN(w, "two", "connect", at(o, 0, 0, 0.1), nail(0, 0, 0.1));
    JOIN(w, "three", "connect", at(o, 0, 0, 0.4), nail(0, 0, 0.4));
}

static void two_gears(tn_world *w)
{
    tn_constraint j[2];
    for (int i = 0; i < 2; i++)
        j[i] = JOIN(w, NULL, "revolute", tn_arg_world(), whole(brick(w, v3(2 * i, 0, 0))), nail(2 * i, 0, 0),
                    nail(0, 0, 1));
    JOIN(w, "one", "gear", tn_arg_constraint(j[0]), tn_arg_constraint(j[1]), number(3));
    JOIN(w, "two", "gear", tn_arg_constraint(j[0]), tn_arg_constraint(j[1]), number(3));
}

/* A triangle of three balls in the plane of their centres: rods between them and planes under them; the last ball also
 * has a consistent nail. */
static void triangle(tn_world *w)
{
    tn_object o[3];
    char name[3][8] = {"plane-a", "plane-b", "plane-c"};
    for (int i = 0; i < 3; i++) {
        o[i] = model_object(w, "particle", 1 + i, 0, 0, v3(cos(2.1 * i), sin(2.1 * i), 0));
        JOIN(w, name[i], "on-plane", at(o[i], 0, 0, 0), nail(0, 0, 0), nail(0, 0, 1));
    }
    for (int i = 0; i < 3; i++) {
        vec3 d = v3_sub(model_pose(w, o[i]).center, model_pose(w, o[(i + 1) % 3]).center);
        JOIN(w, NULL, "distance", at(o[i], 0, 0, 0), at(o[(i + 1) % 3], 0, 0, 0), number(v3_norm(d)));
    }
    JOIN(w, "last", "connect", at(o[2], 0, 0, 0), tn_arg_vector(model_pose(w, o[2]).center));
}

static const struct {
    const char *name;
    void (*make)(tn_world *w);
    int freedom;              /* degrees of freedom */
    const char *redundant[4]; /* in any order */
    const char *contradictory[4];
    double agreement; /* between the solvers, relative */
} cases[] = {
    {"nothing", nothing, 0, {NULL}, {NULL}, 1e-9},
    {"lone ball", lone_ball, 6, {NULL}, {NULL}, 1e-9},
    {"doubled nail", doubled_nail, 3, {"two"}, {NULL}, 1e-9},
    {"tripled hinge", tripled_hinge, 4, {"two", "three"}, {NULL}, 1e-9},
    {"welded twice", welded_twice, 0, {"two"}, {NULL}, 1e-9},
    {"door", door, 1, {"lower"}, {NULL}, 1e-9},
    {"four-bar", four_bar, 1, {"fourth"}, {NULL}, 1e-8},
    {"between fixed", between_fixed, 6, {"right"}, {NULL}, 1e-9},
    {"between fixed, wrong", between_fixed_wrong, 3, {"wrong"}, {"wrong"}, 1e-9},
    {"two nails", two_nails, 3, {"right"}, {"left", "right"}, 1e-6},
    {"sideways", sideways, 1, {NULL}, {NULL}, 1e-6},
    {"nails in a row", nails_in_a_row, 1, {"two", "three"}, {NULL}, 1e-9},
    {"two gears", two_gears, 1, {"two"}, {NULL}, 1e-9},
    {"triangle", triangle, 1, {"last"}, {NULL}, 1e-9},
};
enum { CASES = sizeof cases / sizeof *cases };

static tn_world *make_case(int k)
{
    tn_world *w = tn_world_new();
    model_gravity(w, v3(0.1, 0.2, -model_g));
    cases[k].make(w);
    return w;
}

/* ---- reports ---- */

static void check_names(const char *model, const char *what, tn_world *w, const char *(*name)(tn_world *w, int i),
                        const char *const expected[4])
{
    int count = 0, found = 0;
    for (int i = 0; i < 4 && expected[i] != NULL; i++)
        count++;
    for (; name(w, found) != NULL; found++) {
        bool known = false;
        for (int i = 0; i < count; i++)
            known |= strcmp(expected[i], name(w, found)) == 0;
        if (!known)
            fail_msg("%s: '%s' is called %s", model, name(w, found), what);
    }
    if (found != count)
        fail_msg("%s: %d constraints are called %s, not %d", model, found, what, count);
}

static void reports(void **state)
{
    (void)state;
    for (int k = 0; k < CASES; k++) {
        tn_world *w = make_case(k);
        for (int again = 0; again < 2; again++) { /* at the start, and after assembly */
            tn_counts n = tn_count(w);
            if (n.degrees_of_freedom != cases[k].freedom)
                fail_msg("%s: %d degrees of freedom, not %d", cases[k].name, n.degrees_of_freedom, cases[k].freedom);
            check_names(cases[k].name, "redundant", w, tn_redundant, cases[k].redundant);
            check_names(cases[k].name, "contradictory", w, tn_contradictory, cases[k].contradictory);
            model_run(w, 1.5);
        }
        tn_world_free(w);
    }
}

static void run_quietly(void **state)
{
    (void)state;
    static const tn_integrator method[] = {TN_ADAMS, TN_GEAR, TN_RK4, TN_EULER};
    for (int k = 0; k < CASES; k++)
        for (int i = 0; i < 4; i++) {
            tn_world *w = make_case(k);
            model_set(w, method[i], 0, 0.005, 0);
            model_run(w, 2);
            for (int o = 0; o < tn_object_count(w); o++) {
                tn_pose p = model_pose(w, tn_object_at(w, o));
                assert_true(v3_finite(p.center) && v3_finite(p.spin) && v3_norm(p.spin) < 100);
            }
            for (int c = 0; c < tn_constraint_count(w); c++) {
                tn_constraint_state s = model_state(w, tn_constraint_at(w, c));
                if (!v3_finite(s.force) || !v3_finite(s.torque) || v3_norm(s.force) > 1e6)
                    fail_msg("%s, integrator %d: a force of %.3g, a torque of %.3g", cases[k].name, i, v3_norm(s.force),
                             v3_norm(s.torque));
            }
            assert_int_equal(tn_count(w).fallbacks, 0);
            assert_null(tn_warning(w, 8)); /* a few warnings, not a flood */
            assert_string_equal(tn_failure(w), "");
            tn_world_free(w);
        }
}

/* ---- the two solvers ---- */

/* λ and v̇ by one solver at the present state. */
static void solved(tn_world *w, tn_solver solver, double **multiplier, int *rows, double **rate, int *numbers)
{
    model_solver(w, solver);
    assert_int_equal(tn_evaluate(w), TN_OK);
    *rows = w->plan->rows;
    *numbers = w->plan->y_count;
    *multiplier = mem_copy(w->work->multiplier, sizeof(double) * (size_t)*rows);
    *rate = mem_copy(w->run.ydot, sizeof(double) * (size_t)*numbers);
}

static void compare(const char *name, const char *what, const double *a, const double *b, int n, double tolerance)
{
    double size = 0;
    for (int i = 0; i < n; i++)
        size = fmax(size, fabs(a[i]));
    for (int i = 0; i < n; i++)
        if (!(fabs(a[i] - b[i]) <= tolerance * size))
            fail_msg("%s: %s[%d] is %.12g by svd and %.12g sparse, largest %.3g", name, what, i, a[i], b[i], size);
}

static void solvers_agree(void **state)
{
    (void)state;
    for (int k = 0; k < CASES; k++) {
        tn_world *w = make_case(k);
        for (double t = 0; t < 1; t += 0.3) {
            double *l[2], *v[2];
            int rows[2], numbers[2];
            model_run(w, t);
            solved(w, TN_SOLVER_SVD, &l[0], &rows[0], &v[0], &numbers[0]);
            solved(w, TN_SOLVER_SPARSE, &l[1], &rows[1], &v[1], &numbers[1]);
            assert_int_equal(rows[0], rows[1]);
            compare(cases[k].name, "λ", l[0], l[1], rows[0], cases[k].agreement);
            compare(cases[k].name, "v̇", v[0], v[1], numbers[0], cases[k].agreement);
            for (int i = 0; i < 2; i++) {
                mem_free(l[i]);
                mem_free(v[i]);
            }
        }
        tn_world_free(w);
    }
}

/* ---- doubled joints ---- */

/* A pendulum on one joint of a kind, which is repeated `times` times. */
static tn_world *swinging(const char *kind, int times)
{
    tn_world *w = tn_world_new();
    model_gravity(w, v3(0, 0, -model_g));
    tn_object a = model_object(w, "box", 0.2, 0.3, 0.6, v3(0, 0, 0));
    tn_object b = model_turned(w, "box", 0.2, 0.3, 0.6, v3(0.5, 0.1, -0.4), v3(0.2, 0.9, 0.1));
    JOIN(w, NULL, "connect", nail(0.1, 0, 0.3), at(a, 0.1, 0, 0.3));
    for (int i = 0; i < times; i++) {
        if (strcmp(kind, "connect") == 0)
            JOIN(w, NULL, kind, at(a, 0.1, 0, -0.3), at(b, 0, 0, 0.3));
        else if (strcmp(kind, "distance") == 0)
            JOIN(w, NULL, kind, at(a, 0.1, 0, -0.3), at(b, 0, 0, 0.3), number(0.3));
        else if (strcmp(kind, "orient") == 0)
            JOIN(w, NULL, kind, dir(a, 0, 0, 1), dir(b, 0, 0, 1));
        else if (strcmp(kind, "on-line") == 0)
            JOIN(w, NULL, kind, at(a, 0, 0, -0.3), at(b, 0, 0, 0.3), dir(b, 0, 1, 0));
        else if (strcmp(kind, "on-plane") == 0)
            JOIN(w, NULL, kind, at(a, 0, 0, -0.3), at(b, 0, 0, 0.3), dir(b, 0, 1, 1));
        else if (strcmp(kind, "weld") == 0)
            JOIN(w, NULL, kind, whole(a), whole(b));
        else
            JOIN(w, NULL, kind, whole(a), whole(b), at(a, 0, 0, -0.3), at(b, 0, 0, 0.3), dir(a, 0, 1, 0),
                 strcmp(kind, "universal") == 0 ? dir(b, 1, 0, 0) : dir(b, 0, 1, 0));
    }
    return w;
}

static void compare_multiples(const char *kind, int times, tn_integrator method)
{
    tn_world *one = swinging(kind, 1), *many = swinging(kind, times);
    model_set(one, method, 1e-12, 0.005, 0); /* tight, because the two may take different steps */
    model_set(many, method, 1e-12, 0.005, 0);
    for (double t = 0; t < 2; t += 0.25) {
        model_run(one, t);
        model_run(many, t);
        for (int o = 0; o < 2; o++) {
            tn_pose p = model_pose(one, tn_object_at(one, o)), q = model_pose(many, tn_object_at(many, o));
            check_near_vector(kind, q.center, p.center, 1e-9);
            check_near_vector(kind, q.spin, p.spin, 1e-8);
        }
        tn_constraint_state whole_load = model_state(one, tn_constraint_at(one, 1));
        double size = v3_norm(whole_load.force) + v3_norm(whole_load.torque);
        for (int i = 0; i < times; i++) {
            tn_constraint_state share = model_state(many, tn_constraint_at(many, 1 + i));
            check_near_vector(kind, v3_scale(times, share.force), whole_load.force, 1e-7 * size);
            check_near_vector(kind, v3_scale(times, share.torque), whole_load.torque, 1e-7 * size);
        }
    }
    tn_world_free(one);
    tn_world_free(many);
}

static void doubled_joints(void **state)
{
    (void)state;
    static const char *const kinds[] = {"connect", "distance", "orient", "on-line",  "on-plane",
                                        "weld",    "revolute", "slider", "universal"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        compare_multiples(kinds[k], 2, TN_RK4);
        compare_multiples(kinds[k], 3, TN_RK4);
        compare_multiples(kinds[k], 2, TN_ADAMS);
    }
}

/* ---- the axes of the world ---- */

/* A brick held by redundant joints of several kinds, everything rotated by q. */
static tn_world *held_too_often(quat q)
{
    tn_world *w = tn_world_new();
    tn_object_def d = model_def("box", 0.3, 0.5, 0.8, q_rotate(q, v3(0.1, 0.2, 0.3)));
    d.orientation = q;
    tn_object o = model_add(w, &d);
    vec3 local[] = {{0.1, 0.2, -0.4}, {0.1, 0.2, 0.1}, {-0.1, 0.2, 0.4}, {0, 0, 0}};
    vec3 place[4], axis = v3(0.48, 0.6, 0.64);
    for (int i = 0; i < 4; i++)
        place[i] = v3_add(d.position, q_rotate(q, local[i]));
    model_gravity(w, q_rotate(q, v3(1, 2, -model_g)));
    JOIN(w, NULL, "connect", tn_arg_vector(place[0]), tn_arg_point(o, local[0]));
    JOIN(w, NULL, "connect", tn_arg_vector(place[1]), tn_arg_point(o, local[1]));
    JOIN(w, NULL, "revolute", tn_arg_world(), whole(o), tn_arg_vector(place[2]), tn_arg_vector(q_rotate(q, axis)));
    JOIN(w, NULL, "on-line", tn_arg_vector(place[3]), tn_arg_point(o, local[3]), tn_arg_direction(o, axis));
    JOIN(w, NULL, "slider", tn_arg_world(), whole(o), tn_arg_vector(place[1]), tn_arg_vector(q_rotate(q, v3(0, 0, 1))));
    return w;
}

/* Load sharing does not depend on the world's axes. */
static void sharing_knows_no_axes(void **state)
{
    (void)state;
    uint64_t seed = 61;
    tn_world *straight = held_too_often((quat){1, 0, 0, 0});
    for (int k = 0; k < 6; k++) {
        quat q = q_exp(v3_scale(3, random_vector(&seed)));
        tn_world *turned = held_too_often(q);
        for (int i = 0; i < tn_constraint_count(straight); i++) {
            tn_constraint_state a = model_state(straight, tn_constraint_at(straight, i));
            tn_constraint_state b = model_state(turned, tn_constraint_at(turned, i));
            check_near_vector("a shared force", b.force, q_rotate(q, a.force), 1e-7 * 1200);
            check_near_vector("a shared torque", b.torque, q_rotate(q, a.torque), 1e-7 * 1200);
        }
        tn_world_free(turned);
    }
    tn_world_free(straight);
}

/* ---- compromises ---- */

static void contradictory_nails(void **state)
{
    (void)state;
    static const double tau[][2] = {{0.1, 0.1}, {0.1, 0.2}, {0.3, 0.1}, {0.05, 0.05}};
    for (int k = 0; k < 4; k++) {
        tn_world *w = tn_world_new();
        tn_object o = model_object(w, "sphere", 0.1, 0, 0, v3(0.2, 0.3, 0.1));
        vec3 p = v3(-1, 0, 0), q = v3(2, 1, 0);
        tn_constraint_def d = {.size = sizeof(tn_constraint_def),
                               .kind = "connect",
                               .count = 2,
                               .args = {at(o, 0, 0, 0), tn_arg_vector(p)},
                               .tau = tau[k][0]};
        model_constrain(w, &d);
        d.args[1] = tn_arg_vector(q);
        d.tau = tau[k][1];
        model_constrain(w, &d);
        model_gravity(w, v3(0, 0, -model_g));
        model_run(w, 12);
        double a = 1 / (tau[k][0] * tau[k][0]), b = 1 / (tau[k][1] * tau[k][1]);
        vec3 expected = v3_scale(1 / (a + b), v3_add(v3_scale(a, p), v3_scale(b, q)));
        check_near_vector("between two nails", model_pose(w, o).center, expected, 1e-7);
        check_near_vector("at rest", model_pose(w, o).velocity, v3(0, 0, 0), 1e-7);
        /* together they still carry the weight */
        vec3 sum = v3_add(model_state(w, tn_constraint_at(w, 0)).force, model_state(w, tn_constraint_at(w, 1)).force);
        double m = model_pose(w, o).mass;
        check_near_vector("the weight", sum, v3(0, 0, -m * model_g), 1e-6 * m * model_g);
        tn_world_free(w);
    }
}

/* Two rods that cannot reach each other: exactly enforced, their motion ends where they are in line, at infinite
 * sideways speed. A run may stop there, with the name of a constraint and the last good state; the pair is named
 * before. */
static void too_short_rods(void **state)
{
    (void)state;
    static const tn_integrator method[] = {TN_RK4, TN_EULER, TN_ADAMS, TN_GEAR};
    static const char *const expected[4] = {"left", "right"};
    for (int i = 0; i < 4; i++) {
        tn_world *w = tn_world_new();
        tn_object p = model_object(w, "particle", 1, 0, 0, v3(1.3, 0.2, 0));
        tn_object q = model_object(w, "particle", 1, 0, 0, v3(9, 0, 0));
        JOIN(w, "left", "distance", nail(0, 0, 0), at(p, 0, 0, 0), number(1));
        JOIN(w, "right", "distance", nail(3, 0, 0), at(p, 0, 0, 0), number(1));
        JOIN(w, "apart", "distance", nail(8, 0, 0), at(q, 0, 0, 0), number(1));
        check_names("too short rods", "contradictory", w, tn_contradictory, expected);
        model_set(w, method[i], 0, 0.005, 0);
        /* with error control steps get shorter and shorter towards the end, which would take too long here */
        tn_status status = tn_advance(w, i < 2 ? 2 : 0.5);
        assert_true(status == TN_OK || status == TN_STUCK);
        if (status == TN_STUCK)
            assert_true(strstr(tn_failure(w), "'left'") != NULL || strstr(tn_failure(w), "'right'") != NULL);
        assert_true(v3_finite(model_pose(w, p).center));
        check_near_vector("the one apart", model_pose(w, q).center, v3(9, 0, 0), 1e-9);
        tn_world_free(w);
    }
}

/* Two nails for two points of one body that has to rotate: on the straight path the points would approach each other,
 * which a rigid body does not allow. It goes round, and is met in the end (BB Fig. 14c). */
/* Simulated to the end with error control: it warns, continues softly, and comes to rest straight, with shared gaps. */
static void too_short_rods_come_to_rest(void **state)
{
    (void)state;
    tn_world *w = model_text("world: up z; gravity 9.81; end drag linear 2 angular 1;\n"
                             "object a: rod 1 0.04; position 0 0 0; end object b: rod 1 0.04; position 1 0 0; end\n"
                             "connect a.end1 (0,0,0); connect a.end2 b.end1; connect b.end2 (3,0,0);\n"
                             "probe span = norm(b.end2 - a.end1); probe gap = norm(a.end2 - b.end1);");
    assert_null(tn_warning(w, 0));
    model_run(w, 5);
    assert_non_null(strstr(tn_warning(w, 0), "held softly"));
    assert_null(tn_warning(w, 1));
    check_near("straight", tn_probe_value(w, 0), 2.5, 1e-4);
    check_near("the three gaps", tn_probe_value(w, 1), 0.5, 1e-3);
    tn_world_free(w);
}

static void round_about(void **state)
{
    (void)state;
    static const double angle[] = {0.3, 1.5, 2.8};
    for (int k = 0; k < 3; k++) {
        tn_world *w = tn_world_new();
        tn_object o = model_object(w, "box", 0.3, 0.4, 1, v3(0.2, 0.1, 0));
        vec3 d = v3_scale(0.5, v3(sin(angle[k]), 0, cos(angle[k])));
        JOIN(w, "one", "connect", at(o, 0, 0, 0.5), tn_arg_vector(d));
        JOIN(w, "two", "connect", at(o, 0, 0, -0.5), tn_arg_vector(v3_neg(d)));
        assert_null(tn_contradictory(w, 0));
        assert_string_equal(tn_redundant(w, 0), "two");
        assert_int_equal(tn_count(w).degrees_of_freedom, 1);
        model_run(w, 6);
        check_near("met", model_measure(w).deviation, 0, 1e-7);
        tn_world_free(w);
    }
}

/* A contradiction is reported once, for any length of the run. */
static void said_once(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    two_nails(w);
    for (int i = 1; i <= 300; i++) {
        model_run(w, i / 30.0);
        tn_frame(w);
    }
    assert_null(tn_warning(w, 4));
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports),
        cmocka_unit_test(run_quietly),
        cmocka_unit_test(solvers_agree),
        cmocka_unit_test(doubled_joints),
        cmocka_unit_test(sharing_knows_no_axes),
        cmocka_unit_test(contradictory_nails),
        cmocka_unit_test(too_short_rods),
        cmocka_unit_test(too_short_rods_come_to_rest),
        cmocka_unit_test(round_about),
        cmocka_unit_test(said_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
