/* Features of models: a plan has those that its model needs, and neither planning nor evaluations call others; a new
 * feature is one table of hooks, and one for evaluations. */
#include "model.h"
#include "world/features/feature.h"

static const struct feature *const no_features[] = {NULL};

/* ---- which features a model has ---- */

static void has(const char *text, int count, const struct feature *const *expected)
{
    tn_world *w = model_text(text);
    assert_int_equal(world_planned(w), TN_OK);
    if (w->planned->features != count)
        fail_msg("%d features instead of %d: %s", w->planned->features, count, text);
    for (int i = 0; i < count; i++)
        assert_string_equal(w->planned->feature[i]->name, expected[i]->name);
    tn_world_free(w);
}
#define HAS(text, ...)                                                                                                 \
    has(text, (int)(sizeof((const struct feature *[]){__VA_ARGS__}) / sizeof(struct feature *)),                       \
        (const struct feature *[]){__VA_ARGS__})

#define BALL "object a: sphere 0.1; end object b: sphere 0.1; position 1 0 0; end "
#define BLOCK "object s: block 1 1 1; size 0.1 0.1 0.1; stiffness 1000; end "

static void chosen(void **state)
{
    (void)state;
    has("world: gravity 9.81; end " BALL "connect a.center (0, 0, 0); distance a.center b.center 1;", 0, NULL);
    HAS("world: order first; end " BALL, &feature_first_order);
    HAS("object g: circle 0 0 1; mass 2; end", &feature_general);
    HAS("object g: circle 0 0 1; kernel fixed; end", &feature_fixed_curve);
    HAS(BLOCK, &feature_flexible);
    HAS(BALL "contact friction 0.5;", &feature_contact);
    HAS(BALL "constraint: distance a.center b.center 1; by penalty; end", &feature_soft);
    HAS(BALL "object g: circle 0 0 1; kernel fixed; end on-curve b.center g;", &feature_fixed_curve, &feature_slides);
    HAS("world: method displacement; end " BALL, &feature_displacement);
    HAS("world: joints coordinates; end " BALL "constraint: connect a.center (0, 0, 0); end", &feature_linked);
    HAS(BLOCK BALL "contact friction 0.5;", &feature_flexible, &feature_contact);
}

/* A chain needs none of them: no feature is planned or evaluated, and a world without features gives the same bits. */
static void chain(void **state)
{
    (void)state;
    const char *text = "world: gravity 9.81; end object a: rod 1 0.1; position 0.5 0 0; end "
                       "object b: rod 1 0.1; position 1.5 0 0; end object c: rod 1 0.1; position 2.5 0 0; end "
                       "connect a.end1 (0, 0, 0); connect b.end1 a.end2; connect c.end1 b.end2;";
    tn_world *w = model_text(text), *bare = tn_world_new();
    bare->features = no_features;
    model_read(bare, text);
    assert_int_equal(tn_advance(w, 0.5), TN_OK);
    assert_int_equal(tn_advance(bare, 0.5), TN_OK);
    assert_int_equal(w->planned->features, 0);
    assert_int_equal(w->plan->evaluations, 0);
    assert_int_equal(w->plan->y_count, bare->plan->y_count);
    assert_memory_equal(w->run.y, bare->run.y, sizeof(double) * (size_t)w->plan->y_count);
    tn_world_free(w);
    tn_world_free(bare);
}

/* A feature that is switched off is not in the plan. */
static void switched_off(void **state)
{
    (void)state;
    tn_world *w = model_text(BALL "constraint k: distance a.center b.center 1; by penalty; end");
    assert_int_equal(world_planned(w), TN_OK);
    assert_int_equal(w->planned->features, 1);
    assert_int_equal(tn_constraint_switch(w, tn_constraint_find(w, "k"), false), TN_OK);
    assert_int_equal(world_planned(w), TN_OK);
    assert_int_equal(w->planned->features, 0);
    tn_world_free(w);
}

/* A body that belongs to a feature names it, and the feature knows its object and its carriers. */
static void owners(void **state)
{
    (void)state;
    tn_world *w = model_text(BALL BLOCK "object g: circle 0 0 1; mass 2; end connect a.center s.node(0,0,0);"
                                        "connect b.center g(0);");
    assert_int_equal(world_planned(w), TN_OK);
    const struct plan *plan = w->plan;
    const int a = world_find_object(w, "a"), s = world_find_object(w, "s"), g = world_find_object(w, "g");
    int carrier[EVALUATION_CARRIERS], points = 0;
    assert_null(plan->body[a].owner);
    assert_ptr_equal(plan->body[s].owner, &flexible_evaluation);
    assert_ptr_equal(plan->body[g].owner, &general_evaluation);
    for (int i = pool_slots(&w->things->object_pool); i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        const int object = b->owner->object(plan, b);
        assert_int_equal(object, b->owner == &flexible_evaluation ? s : g);
        if (b->point == 0)
            continue;
        points++;
        for (int k = b->owner->carriers(plan, b, carrier) - 1; k >= 0; k--) {
            assert_true(plan->body[carrier[k]].dofs > 0);
            assert_int_equal(b->owner->object(plan, &plan->body[carrier[k]]), object);
        }
    }
    assert_int_equal(points, 2);
    tn_world_free(w);
}

/* ---- a feature of this test ---- */

static char trace[400]; /* the hooks that were called, in their order */

static void note(const char *hook) { snprintf(trace + strlen(trace), sizeof trace - strlen(trace), "%s ", hook); }

static bool wanted(const tn_world *w) { return world_find_object(w, "tested") >= 0; }

static int find(tn_world *w)
{
    (void)w;
    note("find");
    return 1;
}

static void place(tn_world *w, struct plan *plan)
{
    (void)w;
    (void)plan;
    note("place");
}

static int own_number; /* index of its number in the state vector, */
static double kept;    /* and its value while there is no plan */

/* A fixed body after those of the objects, and a number after the work done. */
static void bodies(tn_world *w, struct plan *plan)
{
    (void)w;
    note("bodies");
    own_number = plan->y_count++;
    plan->make_body[plan->bodies++] = (struct body){.build = &build_none, .q = -1, .v = -1, .source = -1};
}

static void items(tn_world *w, struct plan *plan)
{
    (void)w;
    (void)plan;
    note("items");
}

static void forces(tn_world *w, struct plan *plan)
{
    (void)w;
    (void)plan;
    note("forces");
}

static void make_work(tn_world *w, const struct plan *plan, struct work *work)
{
    (void)w;
    (void)plan;
    (void)work;
    note("work");
}

static void numbers(const tn_world *w, const struct plan *plan, struct work *work)
{
    (void)w;
    (void)plan;
    (void)work;
    note("numbers");
}

static void load(tn_world *w)
{
    w->run.y[own_number] = kept;
    note("load");
}

static void store(tn_world *w)
{
    kept = w->run.y[own_number];
    note("store");
}

static void drop(tn_world *w)
{
    (void)w;
    note("drop");
}

static void begin(tn_world *w, struct plan *plan, struct work *work)
{
    (void)w;
    (void)plan;
    (void)work;
    note("begin");
}

static bool impossible;

static char *trouble(tn_world *w)
{
    (void)w;
    note("trouble");
    return impossible ? mem_text("a tested thing too many") : NULL;
}

/* Its number counts the time, and its object is pushed by 2 N. */
static void update(const struct plan *plan, struct work *work, double t, const double *y)
{
    (void)t;
    (void)y;
    work->extra_rate[own_number - plan->work_done - 1] = 1;
}

static void apply(const struct plan *plan, struct work *work, double t, const double *y)
{
    (void)plan;
    (void)t;
    (void)y;
    work->wrench[0].f.z += 2;
}

static double kinetic(const struct plan *plan, const struct work *work, const double *y)
{
    (void)plan;
    (void)work;
    return 100 * y[own_number];
}

static const struct evaluation tested_evaluation = {.update = update, .apply = apply, .kinetic = kinetic};

static const struct feature feature_tested = {
    .name = "tested",
    .evaluation = &tested_evaluation,
    .wanted = wanted,
    .find = find,
    .place = place,
    .bodies = bodies,
    .constraints = items,
    .forces = forces,
    .work = make_work,
    .numbers = numbers,
    .load = load,
    .store = store,
    .trouble = trouble,
    .begin = begin,
    .drop = drop,
};
static const struct feature *const with_tested[] = {&feature_tested, NULL};

static tn_world *tested_world(const char *text)
{
    tn_world *w = tn_world_new();
    w->features = with_tested;
    model_read(w, text);
    trace[0] = '\0';
    impossible = false;
    kept = 0;
    return w;
}

static void one_table(void **state)
{
    (void)state;
    tn_world *w = tested_world("let k = 1; object tested: sphere 0.1; end force: spring tested.center (0, 0, 0) "
                               "stiffness k rest 0 damping 0; end");
    assert_int_equal(tn_advance(w, 0.1), TN_OK);
    assert_string_equal(trace, "find place bodies items forces work numbers load trouble begin ");
    assert_int_equal(w->plan->bodies, pool_slots(&w->things->object_pool) + 1);
    trace[0] = '\0';
    plan_renew(w);
    assert_int_equal(world_planned(w), TN_OK);
    assert_string_equal(trace, "store numbers ");
    trace[0] = '\0';
    plan_drop(w);
    assert_string_equal(trace, "store drop ");
    impossible = true;
    assert_int_equal(tn_advance(w, 0.2), TN_WRONG_MODEL);
    assert_non_null(strstr(tn_failure(w), "a tested thing too many"));
    tn_world_free(w);
}

static void evaluated(void **state)
{
    (void)state;
    tn_world *w = tested_world("object tested: particle 0.5; end");
    const int object = world_find_object(w, "tested");
    for (int i = 1; i <= 4; i++) {
        const double t = 0.1 * i;
        assert_int_equal(tn_advance(w, t), TN_OK);
        assert_int_equal(w->plan->evaluations, 1);
        check_near("its number", w->run.y[own_number], t, 1e-9);
        check_near("its object", w->run.y[w->plan->body[object].q + 2], 2 * t * t, 1e-9);
        const double speed = w->run.y[w->plan->body[object].v + 2];
        check_near("its energy", system_kinetic(w->plan, w->work, w->run.y), 0.25 * speed * speed + 100 * t, 1e-6);
        if (i == 2)
            plan_drop(w);
    }
    tn_world_free(w);
    check_near("kept", kept, 0.4, 1e-9);
}

/* A clone has the features of its world, and its numbers. */
static void cloned(void **state)
{
    (void)state;
    tn_world *w = tested_world("object tested: particle 0.5; end");
    assert_int_equal(tn_advance(w, 0.1), TN_OK);
    tn_world *other = tn_world_clone(w);
    assert_int_equal(tn_advance(other, 0.3), TN_OK);
    assert_ptr_equal(other->plan, w->plan);
    check_near("the clone's number", other->run.y[own_number], 0.3, 1e-9);
    check_near("its world's", w->run.y[own_number], 0.1, 1e-9);
    plan_drop(other);
    assert_int_equal(tn_advance(other, 0.4), TN_OK);
    check_near("with a plan of its own", other->run.y[own_number], 0.4, 1e-9);
    tn_world_free(other);
    tn_world_free(w);
}

/* The same without the object: nothing is called. */
static void not_wanted(void **state)
{
    (void)state;
    tn_world *w = tested_world("object other: sphere 0.1; end");
    assert_int_equal(tn_advance(w, 0.1), TN_OK);
    assert_int_equal(w->planned->features, 0);
    tn_world_free(w);
    assert_string_equal(trace, "");
}

static int warned;
static bool always(const tn_world *w)
{
    (void)w;
    return true;
}
static void count_warning(tn_world *w, const struct integrator_class *class)
{
    (void)w;
    (void)class;
    warned++;
}

/* Warnings are asked for with every integrator. */
static void warns(void **state)
{
    (void)state;
    static const struct feature warning = {.name = "warning", .wanted = always, .warn = count_warning};
    static const struct feature *const list[] = {&warning, NULL};
    for (tn_integrator i = 0; tn_integrator_name(i) != NULL; i++) {
        char text[200];
        snprintf(text, sizeof text, "world: integrator %s; end " BALL, tn_integrator_name(i));
        tn_world *w = tn_world_new();
        w->features = list;
        model_read(w, text);
        warned = 0;
        assert_int_equal(world_planned(w), TN_OK);
        if (warned == 0)
            fail_msg("no warnings are asked for with %s", tn_integrator_name(i));
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chosen), cmocka_unit_test(chain),      cmocka_unit_test(switched_off),
        cmocka_unit_test(owners), cmocka_unit_test(one_table),  cmocka_unit_test(evaluated),
        cmocka_unit_test(cloned), cmocka_unit_test(not_wanted), cmocka_unit_test(warns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
