/* Clones: they share the plan, continue to the same bits as the original world, and are independent of each other,
 * whatever is done to them, by whichever thread. */
#include "model.h"

#include <malloc.h>
#include <pthread.h>

#include "base/memory.h"
#include "dynamics/tree/linked.h"

static const struct {
    const char *name, *text, *object, *let;
} models[] = {
    {"chain",
     "world: gravity 9.81; end let pull = 0.1;\n"
     "for i = 0 to 5: object link[i]: rod 1 0.05; density 1000; position (i + 0.5) 0 0; rotation 0 1 0 (pi/2); end "
     "end\n"
     "connect link[0].end1 (0, 0, 0); for i = 1 to 5: connect link[i - 1].end2 link[i].end1; end\n"
     "push link[5].end2 (0, pull*sin(t), 0); probe z = link[5].end2.z;\n",
     "link[5]", "pull"},
    {"four-bar with a motor and events",
     "world: gravity 9.81; integrator rk4; step 0.005; end let drive = 2;\n"
     "object a: rod 0.4 0.03; density 1000; position 0 0 0.2; end\n"
     "object b: rod 1 0.03; density 1000; position 0.5 0 0.4; rotation 0 1 0 (pi/2); end\n"
     "object c: rod 0.4 0.03; density 1000; position 1 0 0.2; end\n"
     "constraint m: revolute world a (0, 0, 0) a.end1 (0, 1, 0) (0, 1, 0); motor speed drive limit 50; end\n"
     "constraint j: revolute a b a.end2 b.end1 (0, 1, 0) (0, 1, 0); min -2; end\n"
     "constraint k: revolute b c b.end2 c.end2 (0, 1, 0) (0, 1, 0); end\n"
     "constraint l: revolute world c (1, 0, 0) c.end1 (0, 1, 0) (0, 1, 0); end\n"
     "at 0.13: let drive = 3; object d: sphere 0.1; density 500; position 0 0 2; end end\n"
     "at 0.16: off l; set tau m 0.05; end at 0.18: on l; remove d; end\n",
     "b", "drive"},
    {"contact pile",
     "world: gravity 9.81; step (1/120); end let side = 0.5; object floor: plane; end\n"
     "for l = 0 to 2: for i = 0 to 2 - l: object box[l][i]: box side side side; density 200;\n"
     "position (1.02*side*(i - (2 - l)/2)) 0 (side*(l + 0.5)); end end end\n"
     "object link: torus 0.3 0.05; density 500; position 0 0 2; end\n"
     "contact friction 0.5 bounce 0.1; probe n = contacts;\n",
     "box[2][0]", NULL},
    {"flexible block",
     "world: gravity 9.81; integrator euler; step auto; tau 0.02; end\n"
     "object cube: block 3 3 3; size 0.5 0.5 0.5; stiffness 7000; viscosity 70; density 1000; position 0 0 0.3; end\n"
     "object table: plane; end constraint on-table: outside cube table; tau 0.004; end\n"
     "object w: sphere 0.1; density 500; position 0.6 0 0.3; end connect w.center cube.node(3, 1, 1);\n",
     "w", NULL},
    {"figure by displacements",
     "world: method displacement; step 0.005; gravity 9.81; end\n"
     "for i = 0 to 3: object link[i]: rod 1 0.05; density 1000; position (i + 0.5) 0 0; rotation 0 1 0 (pi/2); end "
     "end\n"
     "connect link[0].end1 (0, 0, 0); for i = 1 to 3: connect link[i - 1].end2 link[i].end1; end\n",
     "link[3]", NULL},
    {"first-order curves",
     "world: order first; tolerance 1e-10; end let s = 2; object c: circle 0 0 1; drag 0.5; end\n"
     "object p: particle 1; position 1 0 0; end on-curve p.center c; push p.center (0, s, 0);\n"
     "object e: particle 1; position 3 0 0; end spring p.center e.center stiffness 2 rest 1;\n",
     "p", "s"},
    {"tree by coordinates, gear, a sheet",
     "world: gravity 9.81; joints coordinates; integrator gear; end let s = 1;\n"
     "for i = 0 to 3: object link[i]: rod 1 0.05; density 1000; position (i + 0.5) 0 0; rotation 0 1 0 (pi/2); end "
     "end\n"
     "connect link[0].end1 (0, 0, 0); for i = 1 to 3: connect link[i - 1].end2 link[i].end1; end\n"
     "object j: jello box 0.3 0.3 0.3; density 100; stiffness 500; viscosity 1; position 0 0 3; end\n"
     "push j.center (s, 0, 0);\n",
     "link[3]", "s"},
    {"implicit block",
     "world: gravity 9.81; integrator implicit; step 0.01; end\n"
     "object cube: block 3 2 2; size 0.6 0.4 0.4; stiffness 9000; viscosity 50; density 1000; end\n"
     "keep cube.node(0, 0, 0) = (-0.3, -0.2, -0.2); keep cube.node(0, 2, 2) = (-0.3, 0.2, 0.2);\n"
     "object w: sphere 0.05; density 500; position 0 0 2; end\n",
     "w", NULL},
};
enum { MODELS = sizeof models / sizeof *models, VARIANTS = 3, CLONES = 126 };

static tn_world *made(int m)
{
    tn_world *w = model_text(models[m].text);
    assert_int_equal(tn_advance(w, 0.1), TN_OK);
    return w;
}

/* Another start for each: a velocity, and a let. */
static void vary(tn_world *w, int m, int k)
{
    if (k == 0)
        return;
    tn_object o = tn_object_find(w, models[m].object);
    assert_int_equal(tn_object_set_velocity(w, o, v3(0.1 * k, 0.05, 0), v3(0, 0, 0)), TN_OK);
    if (models[m].let != NULL)
        assert_int_equal(tn_let_set(w, models[m].let, 1 + 0.25 * k), TN_OK);
}

static bool go(tn_world *w) { return tn_advance(w, 0.17) == TN_OK && tn_advance(w, 0.2) == TN_OK; }

struct end {
    int count;
    double *y;
};

static struct end end_of(const tn_world *w)
{
    struct end e = {w->plan->y_count, mem_copy(w->run.y, sizeof(double) * (size_t)w->plan->y_count)};
    return e;
}

static void compare(const char *name, const tn_world *w, const struct end *e)
{
    if (w->plan->y_count != e->count || memcmp(w->run.y, e->y, sizeof *e->y * (size_t)e->count) != 0)
        fail_msg("%s: other bits", name);
}

/* ---- one clone ---- */

static void goes_on_as_the_original(void **state)
{
    (void)state;
    for (int m = 0; m < MODELS; m++) {
        tn_world *a = made(m), *b = tn_world_clone(a);
        assert_ptr_equal(a->plan, b->plan);
        assert_true(tn_time(a) == tn_time(b));
        for (int i = 0; i < 5; i++) {
            assert_int_equal(tn_evaluate(a), TN_OK);
            assert_int_equal(tn_evaluate(b), TN_OK);
            struct end e = end_of(a);
            compare(models[m].name, b, &e);
            mem_free(e.y);
            if (memcmp(a->run.ydot, b->run.ydot, sizeof *a->run.ydot * (size_t)a->plan->y_count) != 0)
                fail_msg("%s: other rates after %d frames", models[m].name, i);
            assert_int_equal(tn_advance(a, 0.1 + 0.02 * (i + 1)), TN_OK);
            assert_int_equal(tn_advance(b, 0.1 + 0.02 * (i + 1)), TN_OK);
        }
        tn_world_free(m % 2 == 0 ? a : b);
        assert_int_equal(tn_advance(m % 2 == 0 ? b : a, 0.25), TN_OK);
        tn_world_free(m % 2 == 0 ? b : a);
    }
}

/* ---- many clones, two threads ---- */

struct half {
    tn_world **at;
    int count;
    bool good;
};

static void *advance_half(void *argument)
{
    struct half *h = argument;
    h->good = true;
    for (int i = 0; i < h->count; i++)
        h->good = go(h->at[i]) && h->good;
    return NULL;
}

static void a_thousand_on_two_threads(void **state)
{
    (void)state;
    for (int m = 0; m < MODELS; m++) {
        tn_world *w = made(m), *clone[CLONES];
        struct end end[VARIANTS];
        for (int k = 0; k < VARIANTS; k++) { /* each alone */
            tn_world *alone = tn_world_clone(w);
            vary(alone, m, k);
            assert_true(go(alone));
            end[k] = end_of(alone);
            tn_world_free(alone);
        }
        size_t before = mallinfo2().uordblks;
        for (int i = 0; i < CLONES; i++)
            clone[i] = tn_world_clone(w);
        size_t bytes = (mallinfo2().uordblks - before) / CLONES;
        for (int i = 0; i < CLONES; i++)
            vary(clone[i], m, i % VARIANTS);
        struct half half[2] = {{clone, CLONES / 2, false}, {clone + CLONES / 2, CLONES - CLONES / 2, false}};
        pthread_t thread[2];
        for (int k = 0; k < 2; k++)
            assert_int_equal(pthread_create(&thread[k], NULL, advance_half, &half[k]), 0);
        for (int k = 0; k < 2; k++)
            pthread_join(thread[k], NULL);
        assert_true(half[0].good && half[1].good);
        for (int i = 0; i < CLONES; i++)
            compare(models[m].name, clone[i], &end[i % VARIANTS]);
        print_message("%s: %d clones, %zu bytes each, %d numbers in the state\n", models[m].name, CLONES, bytes,
                      w->plan->y_count);
        for (int i = 0; i < CLONES; i++)
            tn_world_free(clone[i]);
        for (int k = 0; k < VARIANTS; k++)
            mem_free(end[k].y);
        tn_world_free(w);
    }
}

/* ---- two works on one plan ---- */

struct evaluating {
    const struct plan *plan;
    struct work *work;
    double t;
    const double *y;
    double *rate;
    bool good;
};

static void *evaluate_often(void *argument)
{
    struct evaluating *e = argument;
    e->good = true;
    for (int i = 0; i < 50; i++)
        e->good = system_derivative(e->plan, e->work, e->t, e->y, e->rate) == TN_OK && e->good;
    return NULL;
}

static void two_works_on_one_plan(void **state)
{
    (void)state;
    for (int m = 0; m < MODELS; m++) {
        tn_world *w = made(m);
        const struct plan *plan = w->plan;
        if (plan->contact || plan->displaces) { /* these have steps of their own */
            tn_world_free(w);
            continue;
        }
        assert_int_equal(tn_evaluate(w), TN_OK);
        const size_t bytes = sizeof(double) * (size_t)plan->y_count, turns = sizeof(double) * (size_t)plan->trackers;
        struct work second = {.constraint = NULL};
        work_copy(plan, w->work, &second);
        second.turns = mem_copy(w->work->turns, turns);
        double *y = mem_copy(w->run.y, bytes), *expected = mem_new(bytes), *rate[2] = {mem_new(bytes), mem_new(bytes)};
        assert_int_equal(system_derivative(plan, w->work, w->run.t, y, expected), TN_OK);
        struct evaluating e[2] = {{plan, w->work, w->run.t, y, rate[0], false},
                                  {plan, &second, w->run.t, y, rate[1], false}};
        pthread_t thread[2];
        for (int k = 0; k < 2; k++)
            assert_int_equal(pthread_create(&thread[k], NULL, evaluate_often, &e[k]), 0);
        for (int k = 0; k < 2; k++)
            pthread_join(thread[k], NULL);
        for (int k = 0; k < 2; k++) {
            assert_true(e[k].good);
            assert_memory_equal(rate[k], expected, bytes);
            mem_free(rate[k]);
        }
        mem_free(y);
        mem_free(expected);
        mem_free(second.turns);
        work_free(&second);
        tn_world_free(w);
    }
}

/* ---- a plan is not written ---- */

static uint64_t sum_of(uint64_t h, const void *p, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        h = (h ^ ((const unsigned char *)p)[i]) * 0x100000001b3u;
    return h;
}

static uint64_t sum_of_plan(const struct plan *p)
{
    uint64_t h = sum_of(0xcbf29ce484222325u, p, sizeof *p);
    h = sum_of(h, p->body, sizeof *p->body * (size_t)p->bodies);
    h = sum_of(h, p->connector, sizeof *p->connector * (size_t)p->connectors);
    h = sum_of(h, p->constraint, sizeof *p->constraint * (size_t)p->constraints);
    h = sum_of(h, p->jacobian, sizeof *p->jacobian * (size_t)p->jacobians);
    h = sum_of(h, p->product, sizeof *p->product * (size_t)p->products);
    h = sum_of(h, p->tracker, sizeof *p->tracker * (size_t)p->trackers);
    h = sum_of(h, p->force.item, sizeof *p->force.item * (size_t)p->force.count);
    h = sum_of(h, p->force.connector, sizeof *p->force.connector * (size_t)p->force.connectors);
    h = sum_of(h, p->flexible, sizeof *p->flexible * (size_t)p->flexibles);
    h = sum_of(h, p->embedded, sizeof *p->embedded * (size_t)p->embeddeds);
    h = sum_of(h, p->general, sizeof *p->general * (size_t)p->generals);
    h = sum_of(h, p->shown, sizeof *p->shown * (size_t)p->showns);
    h = sum_of(h, p->slide, sizeof *p->slide * (size_t)p->slides);
    h = sum_of(h, p->apart.outside, sizeof *p->apart.outside * (size_t)p->apart.outsides);
    return p->linked == NULL ? h : sum_of(h, p->linked->joint, sizeof *p->linked->joint * (size_t)p->linked->joints);
}

static void a_plan_is_not_written(void **state)
{
    (void)state;
    for (int m = 0; m < MODELS; m++) {
        tn_world *w = made(m), *keeps = tn_world_clone(w);
        uint64_t before = sum_of_plan(keeps->plan);
        assert_true(go(w));
        tn_redundant(w, 0);
        tn_assemble(w, NULL);
        if (sum_of_plan(keeps->plan) != before)
            fail_msg("%s: the plan has changed", models[m].name);
        tn_world_free(w);
        if (sum_of_plan(keeps->plan) != before)
            fail_msg("%s: the plan went with one of its worlds", models[m].name);
        tn_world_free(keeps);
    }
}

/* ---- edits on either side ---- */

static void edit(tn_world *w, int k)
{
    tn_object ball = tn_object_find(w, "ball");
    switch (k) {
    case 0:
        model_read(w, "object extra: sphere 0.1; density 100; position 0 0 5; end let more = 2;\n"
                      "connect extra.center (0, 0, 5); at 0.15: remove extra; end probe e = extra.center.z*more;\n");
        break;
    case 1:
        assert_int_equal(tn_object_remove(w, ball), TN_OK);
        break;
    case 2:
        assert_int_equal(tn_object_set_velocity(w, ball, v3(1, 0, 0), v3(0, 0, 1)), TN_OK);
        break;
    case 3:
        tn_history_keep(w, 10, 1 << 20);
        assert_int_equal(tn_object_remove(w, ball), TN_OK);
        assert_int_equal(tn_undo(w), TN_OK);
        break;
    case 4: {
        tn_snapshot *s = tn_snapshot_take(w);
        assert_int_equal(tn_advance(w, tn_time(w) + 0.02), TN_OK);
        assert_int_equal(tn_snapshot_restore(w, s), TN_OK);
        tn_snapshot_free(w, s);
        break;
    }
    case 5: {
        tn_settings s = tn_world_settings(w);
        s.integrator = TN_RK4;
        assert_int_equal(tn_world_configure(w, &s), TN_OK);
        break;
    }
    case 6:
        assert_int_equal(tn_let_set(w, "strength", 7), TN_OK);
        break;
    default: {
        char *text = tn_write_text(w);
        assert_non_null(text);
        free(text);
        break;
    }
    }
}

static const char edited[] =
    "world: gravity 9.81; end let strength = 3; path p: key 0 0 0 0; key 1 0 0 1; end\n"
    "object ball: sphere 0.1; density 100; position 1 0 0; end object other: sphere 0.1; density 100; end\n"
    "constraint c: keep norm(ball.center - other.center) = 1; end constraint f: follow other.center p; end\n"
    "constraint l: distance ball.center (0, 0, 0) max 2; end\n"
    "push ball.center (0, strength*sin(t), 0);\n";

static void edits_on_either_side(void **state)
{
    (void)state;
    enum { EDITS = 8 };
    for (int k = 0; k < EDITS; k++)
        for (int side = 0; side < 2; side++)
            for (int order = 0; order < 2; order++) {
                tn_world *w[2] = {model_text(edited), NULL}, *alone = model_text(edited);
                assert_int_equal(tn_advance(w[0], 0.1), TN_OK);
                assert_int_equal(tn_advance(alone, 0.1), TN_OK);
                w[1] = tn_world_clone(w[0]);
                tn_world_free(tn_world_clone(alone)); /* which starts a new history, too */
                edit(w[side], k);
                assert_true(go(w[side]));
                assert_true(go(w[1 - side]));
                assert_true(go(alone));
                struct end e = end_of(alone);
                compare("the side that was not edited", w[1 - side], &e);
                mem_free(e.y);
                tn_world_free(alone);
                tn_world_free(w[order]);
                assert_int_equal(tn_advance(w[1 - order], 0.3), TN_OK);
                tn_world_free(w[1 - order]);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_on_as_the_original), cmocka_unit_test(a_thousand_on_two_threads),
        cmocka_unit_test(two_works_on_one_plan),   cmocka_unit_test(a_plan_is_not_written),
        cmocka_unit_test(edits_on_either_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
