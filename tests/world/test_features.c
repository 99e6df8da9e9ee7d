/* Features of models: a plan has those that its model needs, and calls no others; a new one is one table. */
#include "model.h"
#include "world/feature.h"

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

/* What is switched off is not there. */
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

/* A body behind those of the objects, which does not move. */
static void bodies(tn_world *w, struct plan *plan)
{
    (void)w;
    note("bodies");
    plan->body[plan->bodies++] = (struct body){.build = &build_none, .q = -1, .v = -1, .source = -1};
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
    (void)w;
    note("load");
}

static void store(tn_world *w)
{
    (void)w;
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

static const struct feature feature_tested = {
    .name = "tested",
    .wanted = wanted,
    .find = find,
    .place = place,
    .bodies = bodies,
    .items = items,
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
    return w;
}

static void one_table(void **state)
{
    (void)state;
    tn_world *w = tested_world("let k = 1; object tested: sphere 0.1; end force: spring tested.center (0, 0, 0) "
                               "stiffness k rest 0 damping 0; end");
    assert_int_equal(tn_advance(w, 0.1), TN_OK);
    assert_string_equal(trace, "find place bodies items forces work numbers load trouble begin ");
    assert_int_equal(w->plan->bodies, pool_slots(&w->object_pool) + 1);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chosen),
        cmocka_unit_test(switched_off),
        cmocka_unit_test(one_table),
        cmocka_unit_test(not_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
