/* The sparse solver and the dense reference on random linkages, most of them redundant: the same λ (minimum norm), the
 * same accelerations, in motion and under load (method §2). */
#include "../world/linkage.h"

static double *copy_of(const double *x, int n) { return mem_copy(x, sizeof(double) * (size_t)(n > 0 ? n : 1)); }

static double largest(const double *a, const double *b, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(a[i] - (b != NULL ? b[i] : 0)));
    return most;
}

/* λ by constraint: the two solvers order their rows differently. */
static double *multipliers(const struct plan *plan, const struct work *work)
{
    double *l = MEM_ARRAY(double, plan->rows);
    for (int i = 0, at = 0; i < plan->constraints; i++)
        for (int r = 0; r < plan->constraint[i].rows && plan->constraint[i].block >= 0; r++)
            l[at++] = work->multiplier[plan->constraint[i].row + r];
    return l;
}

static void compare(tn_world *w, double *worst_force, double *worst_motion)
{
    model_solver(w, TN_SOLVER_SVD);
    assert_int_equal(tn_evaluate(w), TN_OK);
    int rows = w->plan->rows, n = w->plan->v_count;
    double *l = multipliers(w->plan, w->work), *v = copy_of(w->run.ydot + w->plan->q_count, n);
    model_solver(w, TN_SOLVER_SPARSE);
    assert_int_equal(tn_evaluate(w), TN_OK);
    double *sparse = multipliers(w->plan, w->work);
    *worst_force = fmax(*worst_force, largest(sparse, l, rows) / largest(l, NULL, rows));
    *worst_motion =
        fmax(*worst_motion, largest(w->run.ydot + w->plan->q_count, v, n) / fmax(model_g, largest(v, NULL, n)));
    assert_int_equal(tn_count(w).fallbacks, 0);
    mem_free(sparse);
    mem_free(l);
    mem_free(v);
}

/* Loads that differ from body to body; motions that violate the joints: then the solution is a compromise. */
static void load(tn_world *w, uint64_t *seed, bool moving)
{
    model_gravity(w, v3(1, 2, -model_g));
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_object o = tn_object_at(w, i);
        tn_arg push[] = {tn_arg_point(o, v3_scale(0.2, random_vector(seed))),
                         tn_arg_vector(v3_scale(500, random_vector(seed)))};
        tn_force_add(
            w, &(tn_force_def){.size = sizeof(tn_force_def), .kind = "push", .count = 2, .args = {push[0], push[1]}},
            NULL);
        if (moving)
            tn_object_set_velocity(w, o, random_vector(seed), random_vector(seed));
    }
}

/* Linkages of increasing numbers of bodies and joints, every other one planar. */
struct family {
    uint64_t seed;
    int count, least_bodies, bodies, least_joints, joints; /* the i-th has least + i % n of each */
    bool moving;
};

/* The largest difference of the two solvers. */
static void check_family(const char *what, struct family f, double tolerance)
{
    double force = 0, motion = 0;
    for (int i = 0; i < f.count; i++) {
        tn_world *w = linkage(&f.seed, f.least_bodies + i % f.bodies, f.least_joints + i % f.joints, i % 2 == 0);
        load(w, &f.seed, f.moving);
        compare(w, &force, &motion);
        tn_world_free(w);
    }
    if (!(force <= tolerance && motion <= tolerance))
        fail_msg("%s: multipliers differ by %.3g, accelerations by %.3g", what, force, motion);
}

static void at_rest(void **state)
{
    (void)state;
    check_family("consistent", (struct family){51, 80, 2, 8, 2, 13, false}, 1e-8);
}

static void in_motion(void **state)
{
    (void)state;
    check_family("contradictory", (struct family){52, 80, 2, 8, 2, 13, true}, 1e-6);
}

/* Hubs stay in the matrix as additional unknowns; the solution is the same. */
static void hubs(void **state)
{
    (void)state;
    check_family("at hubs", (struct family){53, 30, 1, 3, 15, 10, false}, 1e-8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest),
        cmocka_unit_test(in_motion),
        cmocka_unit_test(hubs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
