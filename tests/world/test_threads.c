/* Worlds are independent: in two threads, or alternating step by step, they give the same bits as alone. */
#include "model.h"

#include <pthread.h>

enum { MODELS = 4, ROUNDS = 6 };

/* Different pendulums: another integrator, solver and length each. */
static tn_world *make(int k)
{
    static const tn_integrator method[MODELS] = {TN_ADAMS, TN_RK4, TN_GEAR, TN_ADAMS};
    tn_world *w = tn_world_new();
    tn_object before = {0, 0};
    model_gravity(w, v3(0, 0, -model_g));
    for (int i = 0; i < 3 + k; i++) {
        tn_object o = model_turned(w, "rod", 1, 0.05, 0, v3(i + 0.5, 0, 0), v3(0, model_pi / 2, 0.1 * k));
        if (i == 0)
            JOIN(w, NULL, "connect", nail(0, 0, 0), at(o, 0, 0, -0.5));
        else
            JOIN(w, NULL, "revolute", whole(before), whole(o), at(before, 0, 0, 0.5), at(o, 0, 0, -0.5),
                 dir(before, 0, 1, 0), dir(o, 0, 1, 0));
        if (k == 2 && i > 0) /* and once more: singular */
            JOIN(w, NULL, "connect", at(before, 0, 0, 0.5), at(o, 0, 0, -0.5));
        before = o;
    }
    model_set(w, method[k], 0, 0.005, 0);
    if (k == 3)
        model_solver(w, TN_SOLVER_SVD);
    return w;
}

static void step(tn_world *w, int round)
{
    model_run(w, 0.1 * (round + 1));
    tn_frame(w);
    tn_count(w);
}

/* The whole state, to be freed. */
static double *ended(tn_world *w, size_t *bytes)
{
    *bytes = sizeof(double) * (size_t)w->plan->y_count;
    double *y = malloc(*bytes);
    memcpy(y, w->run.y, *bytes);
    tn_world_free(w);
    return y;
}

static double *alone(int k, size_t *bytes)
{
    tn_world *w = make(k);
    for (int r = 0; r < ROUNDS; r++)
        step(w, r);
    return ended(w, bytes);
}

static void compare(int k, const double *y)
{
    size_t bytes;
    double *expected = alone(k, &bytes);
    assert_memory_equal(y, expected, bytes);
    free(expected);
}

static void in_turn(void **state)
{
    (void)state;
    tn_world *w[MODELS];
    for (int k = 0; k < MODELS; k++)
        w[k] = make(k);
    for (int r = 0; r < ROUNDS; r++)
        for (int k = MODELS - 1; k >= 0; k--)
            step(w[k], r);
    for (int k = 0; k < MODELS; k++) {
        size_t bytes;
        double *y = ended(w[k], &bytes);
        compare(k, y);
        free(y);
    }
}

struct task {
    int model;
    double *y;
};

static void *work(void *argument)
{
    struct task *t = argument;
    size_t bytes;
    t->y = alone(t->model, &bytes);
    return NULL;
}

static void in_threads(void **state)
{
    (void)state;
    for (int again = 0; again < 3; again++) {
        pthread_t thread[2 * MODELS];
        struct task task[2 * MODELS];
        for (int k = 0; k < 2 * MODELS; k++) {
            task[k] = (struct task){k % MODELS, NULL};
            assert_int_equal(pthread_create(&thread[k], NULL, work, &task[k]), 0);
        }
        for (int k = 0; k < 2 * MODELS; k++)
            pthread_join(thread[k], NULL);
        for (int k = 0; k < 2 * MODELS; k++) {
            compare(k % MODELS, task[k].y);
            free(task[k].y);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_turn),
        cmocka_unit_test(in_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
