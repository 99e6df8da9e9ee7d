/* Masses that differ by up to 1e10: accelerations beside an extended-precision solution of the whole system, and gaps in
 * motion with every integrator and both solvers (dynamics/uneven.c). */
#include "../effort.h"
#include "../world/model.h"

/* Solves n equations by elimination with pivoting over the whole matrix. */
static void eliminate(int n, long double *a, long double *x)
{
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int r = c; r < n; r++)
            best = fabsl(a[r * n + c]) > fabsl(a[best * n + c]) ? r : best;
        for (int k = 0; k < n; k++) {
            long double t = a[c * n + k];
            a[c * n + k] = a[best * n + k];
            a[best * n + k] = t;
        }
        long double t = x[c];
        x[c] = x[best];
        x[best] = t;
        for (int r = c + 1; r < n; r++) {
            long double f = a[r * n + c] / a[c * n + c];
            for (int k = c; k < n && f != 0; k++)
                a[r * n + k] -= f * a[c * n + k];
            x[r] -= f * x[c];
        }
    }
    for (int c = n - 1; c >= 0; c--) {
        for (int k = c + 1; k < n; k++)
            x[c] -= a[c * n + k] * x[k];
        x[c] /= a[c * n + c];
    }
}

/* u = W Jᵀλ with J u = r, from the Jacobian and the right-hand side of the last evaluation: [1 −W Jᵀ; J 0] [u λ] = [0 r] in long
 * double, every λ in units in which W is about 1. */
static long double *exact(const struct plan *plan, const struct work *work)
{
    const int v = plan->v_count, n = v + plan->rows;
    long double *a = MEM_ARRAY(long double, n *n), *x = MEM_ARRAY(long double, n);
    for (int k = 0; k < v; k++)
        a[k * n + k] = 1;
    for (int i = 0, row = v; i < plan->constraints; row += plan->constraint[i++].rows)
        for (int r = 0; r < plan->constraint[i].rows; r++) {
            const struct constraint_rows *it = &plan->constraint[i];
            const long double weight = work->weight[it->row + r];
            x[row + r] = work->right[it->row + r] / weight;
            for (int p = it->jacobian; p < it->jacobian + it->jacobians; p++) {
                const struct jacobian_block *b = &plan->jacobian[p];
                const struct pose *pose = &work->pose[b->body];
                const int at_ = plan->body[b->body].v - plan->q_count;
                for (int c = 0; c < b->dofs; c++)
                    a[(row + r) * n + at_ + c] = system_jacobian(work, b, r, c);
                for (int c = 0; c < 3; c++)
                    a[(at_ + c) * n + row + r] =
                        -weight * (long double)system_jacobian(work, b, r, c) * pose->inverse_mass;
                const sym3 *w = &pose->inverse_inertia;
                const double m[9] = {w->xx, w->xy, w->xz, w->xy, w->yy, w->yz, w->xz, w->yz, w->zz};
                for (int c = 0; c < 9; c++)
                    a[(at_ + 3 + c / 3) * n + row + r] -=
                        weight * (long double)m[c] * system_jacobian(work, b, r, 3 + c % 3);
            }
        }
    eliminate(n, a, x);
    mem_free(a);
    return x;
}

/* The point of an object that is at p. */
static tn_arg point(tn_world *w, tn_object o, vec3 p)
{
    const tn_pose q = model_pose(w, o);
    return tn_arg_point(o, q_rotate(q_conj(q.orientation), v3_sub(p, q.position)));
}

/* A random tree of boxes that hang on each other and on a nail, by points, hinges and universal joints. */
static tn_world *tree(uint64_t *seed, int bodies, double ratio)
{
    tn_world *w = tn_world_new();
    tn_object o[16];
    for (int i = 0; i < bodies; i++) {
        tn_object_def d = model_def("box", 0.3, 0.2, 0.5, v3_scale(0.5, random_vector(seed)));
        const double exponent = i == 0 ? -0.5 : i == 1 ? 0.5 : random_number(seed) / 2;
        d.mass = pow(ratio, exponent);
        d.orientation = q_exp(random_vector(seed));
        d.velocity = random_vector(seed);
        d.spin = random_vector(seed);
        o[i] = model_add(w, &d);
        const int other = i == 0 ? -1 : (int)((random_number(seed) + 1) / 2 * i) % i;
        const tn_arg first = other < 0 ? tn_arg_world() : whole(o[other]);
        const vec3 p = random_vector(seed), axis = random_vector(seed);
        char name[8];
        snprintf(name, sizeof name, "j%d", i);
        if (i % 3 == 0)
            JOIN(w, name, "connect", other < 0 ? tn_arg_vector(p) : point(w, o[other], p), point(w, o[i], p));
        else if (i % 3 == 1)
            JOIN(w, name, "universal", first, whole(o[i]), tn_arg_vector(p), tn_arg_vector(axis),
                 tn_arg_vector(v3_perpendicular(v3_unit(axis))));
        else
            JOIN(w, name, "revolute", first, whole(o[i]), tn_arg_vector(p), tn_arg_vector(axis));
    }
    model_gravity(w, v3(0, 0, -model_g));
    return w;
}

/* The largest error of W Jᵀλ, relative. */
static double error_of(tn_world *w, tn_solver solver)
{
    model_solver(w, solver);
    assert_int_equal(tn_evaluate(w), TN_OK);
    const struct plan *plan = w->plan;
    long double *x = exact(plan, w->work);
    double *u = MEM_ARRAY(double, plan->v_count), most = 0, off = 0;
    system_spread(plan, w->work, u);
    for (int k = 0; k < plan->v_count; k++) {
        most = fmax(most, fabs((double)x[k]));
        off = fmax(off, fabs((double)(x[k] - u[k])));
    }
    mem_free(u);
    mem_free(x);
    return off / most;
}

/* λ carries the heavy body and is rounded to 1e-16 of that; the light body beside it feels this `ratio` times, and up to 100
 * times more where three bodies in a row are nearly straight. */
static void accelerations(void **state)
{
    (void)state;
    uint64_t seed = 71;
    for (int e = 2; e <= 10; e += 2)
        for (int k = 0; k < effort(40, 8); k++) {
            tn_world *w = tree(&seed, 2 + k % 7, pow(10, e));
            const double sparse = error_of(w, TN_SOLVER_SPARSE), svd = error_of(w, TN_SOLVER_SVD);
            const double enough = fmin(1e-11 + 5e-14 * pow(10, e), 5e-5);
            if (!(sparse <= enough && svd <= enough))
                fail_msg("ratio 1e%d, tree %d: sparse off by %.3g, svd by %.3g", e, k, sparse, svd);
            assert_int_equal(tn_count(w).fallbacks, 0);
            tn_world_free(w);
        }
}

static double gap_of(double ratio, const char *integrator, tn_solver solver)
{
    char text[500];
    snprintf(text, sizeof text,
             "world: gravity 9.81; integrator %s; step 0.01; tolerance 1e-8; end\n"
             "object a: rod 1 0.02; mass %g; position 0.5 0 0; end\n"
             "object b: rod 1 0.02; mass %g; position 1.5 0 0; end\n"
             "connect a.end1 (0, 0, 0); connect a.end2 b.end1;",
             integrator, pow(ratio, -0.5), pow(ratio, 0.5));
    tn_world *w = model_text(text);
    model_solver(w, solver);
    double most = 0, t, left;
    assert_int_equal(tn_assemble(w, &left), TN_OK);
    assert_true(left < 1e-9);
    for (int frame = 1; (t = frame / 30.0) <= 1; frame++) {
        if (tn_advance(w, t) != TN_OK)
            fail_msg("%s stops at a mass ratio of %g", integrator, ratio);
        tn_measures now;
        assert_int_equal(tn_measure(w, &now), TN_OK);
        most = fmax(most, now.deviation);
    }
    tn_world_free(w);
    return most;
}

/* Gaps are the errors of the steps; over a second they do not depend on masses beyond a factor. */
static void gaps(void **state)
{
    (void)state;
    static const char *integrators[] = {"adams", "gear", "rk4", "euler", "verlet", "nystrom", "implicit"};
    for (int i = 0; i < 7; i++)
        for (int s = 0; s < 2; s++) {
            const tn_solver solver = s == 0 ? TN_SOLVER_SPARSE : TN_SOLVER_SVD;
            const double usual = gap_of(1e2, integrators[i], solver);
            for (int e = 4; e <= (i < 2 ? 8 : 10); e += 2) {
                const double gap = gap_of(pow(10, e), integrators[i], solver);
                if (!(gap <= 10 * usual + 1e-11))
                    fail_msg("%s, %s: gap %.3g at a mass ratio of 1e%d, %.3g at 1e2", integrators[i],
                             s == 0 ? "sparse" : "svd", gap, e, usual);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accelerations),
        cmocka_unit_test(gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
