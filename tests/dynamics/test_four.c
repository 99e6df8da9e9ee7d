/* Four at once (dynamics/four.h): by all instructions the same bits as one at a time, for every kind, in chains and trees,
 * under forces, with ties to break, with rows that are left out; and what is alike is found. */
#include "kinds.h"

#include "dynamics/four.h"
#include "dynamics/dynamics_parts.h"

/* All that an evaluation leaves, in one vector. */
struct outcome {
    int count;
    double *number;
};

static void keep(struct outcome *o, const double *x, long n)
{
    o->number = mem_resize(o->number, sizeof(double) * (size_t)o->count, sizeof(double) * (size_t)(o->count + n));
    memcpy(o->number + o->count, x, sizeof(double) * (size_t)n);
    o->count += (int)n;
}

static struct outcome evaluate(tn_world *w)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    struct outcome o = {0};
    double *rate = MEM_ARRAY(double, plan->y_count), *spread = MEM_ARRAY(double, plan->v_count);
    memset(ldl_values(work->matrix), 0, sizeof(double) * (size_t)ldl_values_count(plan->matrix));
    assert_int_equal(system_derivative(plan, work, w->run.t, w->run.y, rate), TN_OK);
    keep(&o, rate, plan->y_count);
    keep(&o, &work->pose[0].x.x, (long)(sizeof *work->pose / sizeof(double)) * plan->bodies);
    keep(&o, ldl_values(work->matrix), ldl_values_count(plan->matrix));
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        keep(&o, work->c + it->row, it->rows);
        keep(&o, work->cd + it->row, it->rows);
        if (it->block >= 0) {
            keep(&o, work->weight + it->row, it->rows);
            keep(&o, work->multiplier + it->row, it->rows);
        }
    }
    double *y = mem_copy(w->run.y, sizeof *y * (size_t)plan->y_count);
    for (int part = 0; part < 2; part++) { /* corrections by small turns, and by larger ones */
        for (int i = 0; i < ldl_rows(plan->matrix); i++) {
            work->closed[i] = ROW_POSITION;
            work->c[i] *= part == 0 ? 1e-7 : 1e6;
        }
        assert_true(system_project(plan, work, w->run.t, y, 0, NULL) > 0);
        keep(&o, y, plan->y_count);
    }
    mem_free(y);
    system_spread(plan, work, spread);
    keep(&o, spread, plan->v_count);
    y = mem_copy(w->run.y, sizeof *y * (size_t)plan->y_count);
    for (int i = 0; i < plan->v_count; i++)
        y[plan->q_count + i] += 0.125;
    assert_int_equal(system_derivative_again(plan, work, w->run.t, y, rate), TN_OK);
    keep(&o, rate, plan->y_count);
    mem_free(y);
    mem_free(rate);
    mem_free(spread);
    return o;
}

static int count_alike(const struct plan *plan)
{
    int n = 0;
    for (int i = 0; i < plan->constraints; i++)
        n += plan->constraint[i].wide != NULL;
    return n;
}

static struct outcome evaluate_by(tn_world *w, const char *simd, int *alike)
{
    char *message;
    setenv("TENON_SIMD", simd, 1);
    plan_drop(w);
    assert_int_equal(plan_make(w, &message), TN_OK);
    unsetenv("TENON_SIMD");
    *alike = count_alike(w->plan);
    return evaluate(w);
}

/* Evaluates a world one at a time, and four at once by each kind of instructions that is here. Returns how many constraints
 * began a group of four. */
static int same_bits(const char *name, tn_world *w)
{
    static const char *const simd[] = {"base", "avx2"};
    int alike, most = 0;
    struct outcome one = evaluate_by(w, "none", &alike);
    assert_int_equal(alike, 0);
    for (int s = 0; s < 2; s++) {
        struct outcome four = evaluate_by(w, simd[s], &alike);
        assert_true(s == 0 || alike == most);
        most = alike;
        assert_int_equal(four.count, one.count);
        for (int i = 0; i < one.count; i++)
            if (memcmp(&four.number[i], &one.number[i], sizeof(double)) != 0)
                fail_msg("%s: number %d of %d: %.17g four at once (%s), %.17g one at a time", name, i, one.count,
                         four.number[i], simd[s], one.number[i]);
        mem_free(four.number);
    }
    mem_free(one.number);
    return most;
}

static void every_kind(void **state)
{
    (void)state;
    for (int c = 0; c < constraint_class_count(); c++)
        for (int f = 0; f < constraint_class_at(c)->form_count; f++) {
            const struct constraint_form *form = &constraint_class_at(c)->forms[f];
            uint64_t seed = 5;
            if (kinds_is_limit(form))
                continue;
            tn_world *w = tn_world_new();
            model_gravity(w, v3(0.3, 0.2, -model_g));
            for (int k = 0; k < 6; k++)
                kinds_add(w, form->name, &seed);
            same_bits(form->name, w);
            tn_world_free(w);
        }
}

/* Rods on one another: i hangs on (i − 1) / branches. */
static tn_world *rods(int count, int branches, const char *kind)
{
    uint64_t seed = 9;
    tn_world *w = tn_world_new();
    tn_object *rod = MEM_ARRAY(tn_object, count);
    model_gravity(w, v3(0, 0, -model_g));
    for (int i = 0; i < count; i++) {
        rod[i] = loose(w, "rod", 0.8 + 0.01 * i, 0.05, 0, random_vector(&seed), &seed);
        tn_object up = rod[i > 0 ? (i - 1) / branches : 0];
        if (i == 0)
            JOIN(w, NULL, "connect", nail(0, 0, 0), at(rod[i], 0, 0, -0.4));
        else if (strcmp(kind, "revolute") == 0)
            JOIN(w, NULL, kind, whole(up), whole(rod[i]), at(up, 0, 0, 0.4), at(rod[i], 0, 0, -0.4), dir(up, 0, 1, 0.4),
                 dir(rod[i], 0.2, 1, 0));
        else
            JOIN(w, NULL, kind, at(up, 0, 0, 0.4), at(rod[i], 0, 0, -0.4));
    }
    mem_free(rod);
    return w;
}

static void chains_and_trees(void **state)
{
    (void)state;
    static const char *const kind[] = {"connect", "revolute"};
    for (int k = 0; k < 2; k++)
        for (int branches = 1; branches <= 3; branches++) {
            tn_world *w = rods(23, branches, kind[k]);
            int alike = same_bits(kind[k], w);
            if (w->plan->four != NULL)
                assert_int_equal(alike, 19); /* all but the nail and the last three */
            tn_world_free(w);
        }
}

/* Springs and pushes: accelerations come from wrenches. */
static void under_forces(void **state)
{
    (void)state;
    tn_world *w = rods(14, 1, "connect");
    uint64_t seed = 3;
    for (int i = 0; i < 14; i++)
        tn_force_add(w,
                     &(tn_force_def){.size = sizeof(tn_force_def),
                                     .kind = "push",
                                     .count = 2,
                                     .args = {tn_arg_point(tn_object_at(w, i), random_vector(&seed)),
                                              tn_arg_vector(random_vector(&seed))}},
                     NULL);
    same_bits("forces", w);
    tn_world_free(w);
}

/* A direction that points against the one it should align with: one of four has a tie, and is computed separately. */
static void ties(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    for (int i = 0; i < 8; i++) {
        uint64_t seed = (uint64_t)i + 1;
        tn_object a = box(w, 3 * i, 0, 0, &seed), b = box(w, 3 * i, 2, 0, &seed);
        if (i == 2) {
            tn_object_place(w, a, v3(3 * i, 0, 0), (quat){1, 0, 0, 0});
            tn_object_place(w, b, v3(3 * i, 2, 0), (quat){0, 1, 0, 0});
        }
        JOIN(w, NULL, "orient", dir(a, 0, 0, 1), dir(b, 0, 0, 1));
    }
    same_bits("ties", w);
    tn_world_free(w);
}

/* Joints that are switched off, or beside limits, or of particles. */
static void mixtures(void **state)
{
    (void)state;
    char text[4000] = "gravity 0 0 -9.81;\n";
    for (int i = 0; i < 9; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "object a%d: box 0.3 0.2 0.4; position %d 0 -0.3; spin 0.%d 0.2 0; end object p%d: particle 2; "
                 "position %d 0 "
                 "-1.5; velocity 0 0.%d 0; end\n"
                 "constraint j%d: revolute world a%d (%d,0,0) (0.1,1,0); %s end\n"
                 "constraint d%d: distance a%d.center p%d.center 1; end\n",
                 i, i, i + 1, i, i, i + 2, i, i, i, i % 2 == 0 ? "" : "min -0.5; max 0.5;", i, i, i);
    tn_world *w = model_text(text);
    same_bits("mixtures", w);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind), cmocka_unit_test(chains_and_trees), cmocka_unit_test(under_forces),
        cmocka_unit_test(ties),       cmocka_unit_test(mixtures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
