/* test_typed.c: definitions that programs fill are refused as the language refuses them, with a sentence, and nothing is
 * changed. */
#include "../effort.h"
#include "same.h"

static tn_world *stage(void)
{
    return world_of("let k = 2; object a: sphere 0.1; end object b: sphere 0.1; position 1 0 0; end variable x 1;\n"
                    "constraint c: connect a.center (0, 0, 1); end force f: gravity 0 0 -1; end");
}

static void assert_sentence(char *message)
{
    assert_non_null(message);
    assert_true(strlen(message) > 10);
    free(message);
}

static tn_constraint_def connect(const tn_world *w)
{
    tn_constraint_def d = {.size = sizeof(tn_constraint_def), .kind = "connect", .count = 2};
    d.args[0] = tn_arg_point(tn_object_find(w, "a"), (tn_vec3){0, 0, 0});
    d.args[1] = tn_arg_vector((tn_vec3){0, 0, 1});
    return d;
}

static void test_constraints(void **state)
{
    (void)state;
    tn_world *w = stage();
    for (int i = 0; i < 6; i++) {
        tn_constraint_def d = connect(w);
        char *message = NULL;
        switch (i) {
        case 0:
            d.by = (tn_by)99;
            break;
        case 1:
            d.by = (tn_by)-1;
            break;
        case 2:
            d.tau = 1;
            d.ks = 3;
            break;
        case 3:
            d.args[1] = tn_arg_point(tn_object_find(w, "x"), (tn_vec3){5, 6, 7});
            break;
        case 4:
            d.args[0].vector.x = NAN;
            break;
        case 5:
            d.count = 77;
            break;
        }
        assert_false(tn_constraint_valid(w, tn_constraint_add(w, &d, &message)));
        assert_sentence(message);
    }
    assert_int_equal(tn_constraint_count(w), 1);
    free(tn_write_text(w));
    tn_world_free(w);
}

static void test_hinges(void **state)
{
    (void)state;
    tn_world *w = stage();
    for (int i = 0; i < 8; i++) {
        tn_hinge_def h = tn_hinge_default();
        h.object1 = tn_object_find(w, "a");
        h.object2 = tn_object_find(w, i == 7 ? "x" : "b");
        h.hinge = h.axial = h.angle = true;
        h.axis = h.axis1 = h.axis2 = (tn_vec3){0, 0, 1};
        double *const numbers[] = {&h.point1.x, &h.point2.y, &h.axis.x, &h.axial_min, &h.angle_max, &h.axis2.z};
        if (i < 6)
            *numbers[i] = NAN;
        if (i == 6)
            h.by = (tn_by)77;
        char *message = NULL;
        assert_false(tn_constraint_valid(w, tn_hinge_add(w, &h, &message)));
        assert_sentence(message);
    }
    tn_world_free(w);
}

/* Names: of the language's shape, with no meaning of their own, and not taken by another sort. */
static void test_names(void **state)
{
    (void)state;
    static const char *const wrong[] = {"1 bad name;", "world", "t", "a b", "", "x[", "k", "a", "\xff"};
    tn_world *w = stage();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tn_object_def d = tn_object_default();
        char *message = NULL;
        d.shape = "sphere";
        d.size[0] = 1;
        d.name = wrong[i];
        assert_false(tn_object_valid(w, tn_object_add(w, &d, &message)));
        assert_sentence(message);
    }
    static const char *const taken[] = {"1 bad name;", "world", "", "c", "f"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        tn_constraint_def d = connect(w);
        tn_force_def f = {
            .size = sizeof(tn_force_def), .name = taken[i], .kind = "gravity", .values = {{"g", {0, 0, -1}}}};
        char *message = NULL;
        d.name = taken[i];
        assert_false(tn_constraint_valid(w, tn_constraint_add(w, &d, &message)));
        assert_sentence(message);
        message = NULL;
        assert_false(tn_force_valid(w, tn_force_add(w, &f, &message)));
        assert_sentence(message);
    }
    tn_object_def good = tn_object_default();
    good.shape = "sphere";
    good.size[0] = 1;
    good.name = "left-thigh[3]";
    assert_true(tn_object_valid(w, tn_object_add(w, &good, NULL)));
    tn_world *twin = rebuilt(w);
    assert_true(tn_object_valid(twin, tn_object_find(twin, "left-thigh[3]")));
    tn_world_free(twin);
    tn_world_free(w);
}

static void test_others(void **state)
{
    (void)state;
    tn_world *w = stage();
    char *message = NULL;
    tn_object_def d = tn_object_default();
    d.shape = "sphere";
    d.size[0] = 1;
    d.color = (tn_vec3){NAN, INFINITY, 2};
    assert_false(tn_object_valid(w, tn_object_add(w, &d, &message)));
    assert_sentence(message);
    d.color = (tn_vec3){0.5, 0.5, 2};
    assert_false(tn_object_valid(w, tn_object_add(w, &d, NULL)));
    d.color = (tn_vec3){0.5, 0.5, 1};
    d.motion = (tn_motion)7;
    assert_false(tn_object_valid(w, tn_object_add(w, &d, &message)));
    assert_sentence(message);
    assert_int_equal(tn_grab(w, tn_object_find(w, "a"), (tn_vec3){0, 0, 0}, (tn_grab_how)9, &message).generation, 0);
    assert_sentence(message);
    const double seven[7] = {1, 2, 3, 4, 5, 6, 7};
    assert_int_equal(tn_object_set(w, tn_object_find(w, "a"), "mass", seven, 7, &message), TN_WRONG_USE);
    assert_sentence(message);
    assert_int_equal(tn_object_set(w, (tn_object){77, 1}, "mass", seven, 1, &message), TN_WRONG_USE);
    assert_sentence(message);
    tn_world_free(w);
}

/* A block that is set to its own place stays as it is; one that is set elsewhere goes there deformed and moving as it is. */
static void test_block(void **state)
{
    (void)state;
    tn_world *w =
        world_of("world: gravity 9.81; integrator euler; step 0.001; end object j: block 3 2 2; size 0.6 0.4 0.4; "
                 "stiffness 30000; end connect j.node(0, 0, 0) (-0.3, -0.2, -0.2);");
    tn_advance(w, 0.1);
    const tn_object o = tn_object_at(w, 0);
    const double volume = tn_object_volume(w, o), *q, *v;
    double place[6], turned[6], before[3 * 64], speed[3 * 64];
    const int n = tn_object_nodes(w, o, &q, &v);
    memcpy(before, q, sizeof(double) * 3 * (size_t)n);
    memcpy(speed, v, sizeof(double) * 3 * (size_t)n);
    assert_int_equal(tn_object_number(w, o, "position", place), 3);
    assert_int_equal(tn_object_number(w, o, "orientation", turned), 4);
    assert_int_equal(tn_object_set(w, o, "position", place, 3, NULL), TN_OK);
    assert_int_equal(tn_object_set(w, o, "orientation", turned, 4, NULL), TN_OK);
    assert_int_equal(tn_object_nodes(w, o, &q, &v), n);
    for (int i = 0; i < 3 * n; i++) {
        assert_true(fabs(q[i] - before[i]) < 1e-14);
        assert_true(fabs(v[i] - speed[i]) < 1e-13);
    }
    place[0] += 2;
    assert_int_equal(tn_object_set(w, o, "position", place, 3, NULL), TN_OK);
    tn_object_nodes(w, o, &q, &v);
    for (int i = 0; i < n; i++)
        assert_true(fabs(q[3 * i] - before[3 * i] - 2) < 1e-14 && fabs(v[3 * i] - speed[3 * i]) < 1e-13);
    const double other[4] = {0.5, 0.5, 0.5, -0.5};
    assert_int_equal(tn_object_set(w, o, "orientation", other, 4, NULL), TN_OK);
    assert_true(fabs(tn_object_volume(w, o) - volume) < 1e-14);
    double now[6];
    assert_int_equal(tn_object_number(w, o, "orientation", now), 4);
    for (int i = 0; i < 4; i++)
        assert_true(fabs(now[i] - other[i]) < 1e-9 || fabs(now[i] + other[i]) < 1e-9);
    tn_world_free(w);
}

/* A probe of a constraint that was removed is not there. */
static void test_probe_of_removed(void **state)
{
    (void)state;
    tn_world *w =
        world_of("object a: sphere 0.1; end constraint c: connect a.center (0, 0, 1); end probe d = force(c).z;");
    tn_advance(w, 0.1);
    assert_true(tn_probe_there(w, 0));
    assert_int_equal(tn_constraint_remove(w, tn_constraint_find(w, "c")), TN_OK);
    assert_false(tn_probe_there(w, 0));
    assert_true(isnan(tn_probe_value(w, 0)));
    tn_world_free(w);
}

/* ---- what is accepted can be written and read ---- */

enum { ON_STAGE = 9 };
static const char *const stages[] = {"", "world: method displacement; end ", "world: order first; end ",
                                     "world: joints coordinates; end "};
static const char actors[] =
    "object o0: box 0.2 0.2 0.1; end object o1: sphere 0.1; position 1 0 0; end object o2: rod 1 0.03; position 2 0 0; "
    "end\n"
    "object o3: particle 0.5; position 3 0 0; end object o4: plane; position 0 0 -3; end variable o5 3;\n"
    "object o6: coordinates q 0.3; mass 1; place (sin(q) + 9, 0, -cos(q) + 3); end\n"
    "object o7: circle 12 0 1; kernel fixed; end object o8: block 1 1 1; size 0.1 0.1 0.1; stiffness 1000; position 6 "
    "0 0; end\n";

static unsigned pick(uint64_t *seed, unsigned n)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*seed >> 33) % n;
}

static double odd_number(uint64_t *seed)
{
    static const double x[] = {0, 1, 0.3, 2, 0.05, -1, 1e-9, 100, -0.2, 1e6};
    return x[pick(seed, 10)];
}

static tn_arg odd_argument(const tn_world *w, uint64_t *seed)
{
    const tn_object o = tn_object_at(w, (int)pick(seed, ON_STAGE));
    const tn_vec3 v = {pick(seed, 2) ? odd_number(seed) : 0, pick(seed, 3) ? 0 : odd_number(seed), odd_number(seed)};
    switch (pick(seed, 7)) {
    case 0:
        return tn_arg_world();
    case 1:
        return tn_arg_object(o);
    case 2:
    case 3:
        return tn_arg_point(o, v);
    case 4:
        return tn_arg_direction(o, v);
    case 5:
        return tn_arg_vector(v);
    default:
        return tn_arg_number(odd_number(seed));
    }
}

static const char *odd_name(uint64_t *seed)
{
    static const char *const names[] = {NULL,  "n",  "n[2]", "n[-3]", "n[2147483647]", "n[007]", "n[-0]", "a b",
                                        "x;y", "\"", "end",  "9",     "a\nb",          "n[",     "n-1",   "n-k"};
    return names[pick(seed, pick(seed, 2) ? 3 : 16)];
}

static const tn_kind *odd_kind(uint64_t *seed, tn_kind_group group)
{
    int count = 0;
    const tn_kind *k;
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++)
        count += k->group == group;
    count = (int)pick(seed, (unsigned)count);
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++)
        if (k->group == group && count-- == 0)
            break;
    return k;
}

/* Adds something at random; true if it was accepted. What is refused has a sentence. */
static bool add_odd(tn_world *w, uint64_t *seed)
{
    char *message = NULL;
    bool good;
    const unsigned what = pick(seed, 8);
    if (what < 4) {
        tn_constraint_def d = tn_constraint_default();
        d.name = odd_name(seed);
        d.kind = odd_kind(seed, TN_KIND_CONSTRAINT)->name;
        d.count = (int)pick(seed, 5);
        for (int k = 0; k < d.count; k++)
            d.args[k] = odd_argument(w, seed);
        d.tau = pick(seed, 4) ? 0 : odd_number(seed);
        d.by = (tn_by)pick(seed, 7);
        d.stiffness = pick(seed, 3) ? 0 : odd_number(seed);
        good = tn_constraint_valid(w, tn_constraint_add(w, &d, &message));
    } else if (what < 6) {
        tn_force_def d = tn_force_default();
        d.name = odd_name(seed);
        d.kind = odd_kind(seed, TN_KIND_FORCE)->name;
        d.count = (int)pick(seed, 4);
        for (int k = 0; k < d.count; k++)
            d.args[k] = odd_argument(w, seed);
        d.stiffness = pick(seed, 2) ? 0 : odd_number(seed);
        d.rest = pick(seed, 2) ? 0 : odd_number(seed);
        good = tn_force_valid(w, tn_force_add(w, &d, &message));
    } else if (what < 7) {
        tn_skin_def d = tn_skin_default();
        const tn_object two[] = {tn_object_at(w, (int)pick(seed, ON_STAGE)),
                                 tn_object_at(w, (int)pick(seed, ON_STAGE))};
        d.name = odd_name(seed);
        d.objects = two;
        d.count = 2;
        good = tn_skin_add(w, &d, &message) == TN_OK;
    } else {
        tn_object_def d = tn_object_default();
        d.name = odd_name(seed);
        d.shape = odd_kind(seed, TN_KIND_OBJECT)->name;
        for (int k = 0; k < 3; k++)
            d.size[k] = odd_number(seed);
        d.mass = pick(seed, 2) ? 0 : odd_number(seed);
        d.orientation.w = pick(seed, 3) ? 1 : 1e200 * odd_number(seed);
        good = tn_object_valid(w, tn_object_add(w, &d, &message));
    }
    assert_true(good == (message == NULL));
    free(message);
    return good;
}

static void test_accepted_are_written(void **state)
{
    (void)state;
    int accepted = 0;
    for (int i = 0; i < effort(8000, 1000); i++) {
        uint64_t seed = 7919 * (uint64_t)i + 11;
        char text[3000];
        pick(&seed, 2);
        snprintf(text, sizeof text, "%s%s", stages[pick(&seed, 4)], actors);
        tn_world *w = world_of(text);
        if (add_odd(w, &seed)) {
            tn_world *again = tn_world_new();
            tn_diagnostics *d = tn_diagnostics_new();
            char *written = tn_write_text(w);
            if (tn_read_text(again, "written", written, d) != TN_OK)
                fail_msg("%d: %s%s", i, tn_diagnostics_text(d, 0), written + strlen(written) - strlen(written) / 4);
            accepted++;
            free(written);
            tn_diagnostics_free(d);
            tn_world_free(again);
        }
        tn_world_free(w);
    }
    print_message("%d accepted\n", accepted);
    assert_true(accepted > 10);
}

/* Numbers of objects with coordinates that a text refuses or that would not act. */
static void test_coordinates(void **state)
{
    (void)state;
    tn_world *w = world_of("object o: box 0.1 0.1 0.1; coordinates q 0; place (q, 0, 0); pose (0, 0, 1), q; end");
    const struct {
        const char *what;
        double v[3];
        int count;
    } tries[] = {{"mass", {10}, 1}, {"inertia", {1, 1, 1}, 3}, {"soft", {0.01, 100, 1}, 3}};
    for (int i = 0; i < 3; i++) {
        char *message = NULL;
        assert_int_equal(tn_object_set(w, tn_object_find(w, "o"), tries[i].what, tries[i].v, tries[i].count, &message),
                         TN_WRONG_USE);
        assert_sentence(message);
    }
    tn_world_free(w);
}

/* What acts on a whole object fits the object, and what a program has added can be written and read. */
static void test_fits_its_objects(void **state)
{
    (void)state;
    tn_world *w =
        world_of("object blk: block 1 1 1; size 0.2 0.2 0.2; stiffness 1000; end object pl: plane; position 0 0 "
                 "-1; end object a: rod 1 0.03; position 3 0 0; end object d: particle 1; position 0 0 9; end");
    const tn_object a = tn_object_find(w, "a"), d = tn_object_find(w, "d");
    char *message = NULL;
    tn_force_def f = tn_force_default();
    f.kind = "turn";
    f.args[0] = tn_arg_object(d);
    f.args[1] = tn_arg_vector((tn_vec3){0, 0, 1});
    f.count = 2;
    assert_false(tn_force_valid(w, tn_force_add(w, &f, &message)));
    assert_sentence(message);
    f.args[0] = tn_arg_object(a);
    assert_true(tn_force_valid(w, tn_force_add(w, &f, NULL)));
    f = tn_force_default();
    f.kind = "spring";
    f.args[0] = tn_arg_point(a, (tn_vec3){0, 0, 0});
    f.args[1] = tn_arg_vector((tn_vec3){0, 0, 1});
    f.count = 2;
    assert_false(tn_force_valid(w, tn_force_add(w, &f, &message)));
    assert_sentence(message);
    f.values[0] = f.values[1] = (tn_parameter_value){.word = "stiffness", .number = {5}};
    assert_false(tn_force_valid(w, tn_force_add(w, &f, &message)));
    assert_sentence(message);
    static const char *const joints[] = {"revolute", "slider", "universal"};
    for (int i = 0; i < 3; i++) {
        tn_constraint_def c = tn_constraint_default();
        c.kind = joints[i];
        c.args[0] = tn_arg_object(a);
        c.args[1] = tn_arg_object(d);
        c.args[2] = tn_arg_vector((tn_vec3){0, 0, 1});
        c.args[3] = tn_arg_vector((tn_vec3){1, 0, 0});
        c.count = 4;
        assert_false(tn_constraint_valid(w, tn_constraint_add(w, &c, &message)));
        assert_sentence(message);
    }
    const tn_object out[] = {tn_object_find(w, "blk"), d};
    for (int i = 0; i < 2; i++) {
        tn_constraint_def c = tn_constraint_default();
        c.kind = "outside";
        c.args[0] = tn_arg_object(out[i]);
        c.args[1] = tn_arg_object(tn_object_find(w, "pl"));
        c.count = 2;
        assert_true(tn_constraint_valid(w, tn_constraint_add(w, &c, NULL)));
    }
    char *text = tn_write_text(w);
    tn_world *again = world_of(text);
    assert_int_equal(tn_constraint_count(again), 2);
    tn_world_free(again);
    free(text);
    tn_world_free(w);
}

/* Each number of a contact wrong in turn: refused with a sentence, and there is no contact. */
static void test_contacts(void **state)
{
    (void)state;
    tn_world *w = stage();
    const tn_object a = tn_object_find(w, "a"), b = tn_object_find(w, "b"), x = tn_object_find(w, "x");
    const tn_object gone = {99, 1};
    const tn_contact_def wrong[] = {
        {.a = a},
        {.a = a, .b = gone},
        {.a = a, .b = a},
        {.a = a, .b = x},
        {.a = x, .b = b},
        {.off = true},
        {.friction = -1},
        {.friction = NAN},
        {.friction = INFINITY},
        {.bounce = 1.01},
        {.bounce = -1},
        {.bounce = NAN},
        {.rolling = -1},
        {.spinning = INFINITY},
        {.threshold = NAN},
        {.way = (tn_contact_way)9},
        {.way = (tn_contact_way)-1},
        {.friction_rule = (tn_contact_mix)99},
        {.bounce_rule = (tn_contact_mix)-1},
        {.a = a, .b = b, .friction_rule = TN_MIX_PRODUCT},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tn_contact_def d = wrong[i];
        d.size = sizeof d;
        assert_int_equal(tn_contact_add(w, &d), TN_WRONG_USE);
        if (strlen(tn_failure(w)) < 20)
            fail_msg("wrong contact %d: '%s' is no reason", (int)i, tn_failure(w));
        assert_int_equal(tn_thing_count(w, TN_THING_CONTACT), 0);
    }
    tn_contact_def good = tn_contact_default();
    assert_int_equal(tn_contact_add(w, &good), TN_OK);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contacts),
        cmocka_unit_test(test_fits_its_objects),
        cmocka_unit_test(test_constraints),
        cmocka_unit_test(test_hinges),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_others),
        cmocka_unit_test(test_block),
        cmocka_unit_test(test_probe_of_removed),
        cmocka_unit_test(test_accepted_are_written),
        cmocka_unit_test(test_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
