/* test_touch.c: contact of flexible blocks: what rests weighs what it weighs, friction holds and slides as it must, momentum is
 * kept between free bodies, rigid neighbours and `outside` are as without it, clones go on to the last bit. */
#include "../effort.h"
#include "touching.h"

static double part(uint64_t *seed) { return 0.5 + 0.5 * random_number(seed); }

/* How many: a few, or many in a long run. */
static int many(int few) { return getenv("TENON_LONG") != NULL ? 12 : effort(few, 2); }

static void advance(tn_world *w, double t)
{
    if (tn_advance(w, t) != TN_OK)
        fail_msg("%s", tn_failure(w));
}

static tn_world *world_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
static tn_world *world_of(const char *format, ...)
{
    char text[4000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return model_text(text);
}

static double norm_of(tn_world *w, const char *a, const char *b, const char *c)
{
    return v3_norm(v3(model_probe(w, a), model_probe(w, b), model_probe(w, c)));
}

/* A solid at rest on a block at rest on the ground: forces are the weights, and nothing moves. */
static void test_load(void **state)
{
    (void)state;
    static const char *const solids[] = {"box 0.2 0.15 0.1",        "sphere 0.05",
                                         "cylinder 0.1 0.1",        "capsule 0.04 0.2",
                                         "ellipsoid 0.1 0.08 0.05", "cone 0.1 0.2"};
    const int count = getenv("TENON_LONG") != NULL ? 6 : effort(2, 1);
    uint64_t seed = 7;
    for (size_t i = 0; i < (size_t)count; i++) {
        const double cell = 0.08 + 0.05 * part(&seed), young = 2e4 + 6e4 * part(&seed);
        tn_world *w = world_of("world: gravity 9.81; end\nobject ground: plane; end\n"
                               "object j: block 5 4 3; size %g %g %g; density 900; young %g; poisson 0.3; viscosity %g;"
                               " position 0 0 %g; end\n"
                               "object b: %s; density 400; position %g %g %g; end\ncontact friction 0.7;\n"
                               "probe under = contact(ground, j).z;\nprobe over = contact(j, b).z;\n"
                               "probe mj = mass(j);\nprobe mb = mass(b);\nprobe vz = momentum(b).z/mass(b);\n",
                               5 * cell, 4 * cell, 3 * cell, young, young / 50, 1.5 * cell + 0.001, solids[i],
                               cell * part(&seed), -cell * part(&seed), 3 * cell + 0.13);
        advance(w, 4);
        const double mb = model_probe(w, "mb"), mj = model_probe(w, "mj");
        check_near(solids[i], model_probe(w, "over") / (mb * model_g), 1, 2e-3);
        check_near(solids[i], model_probe(w, "under") / ((mb + mj) * model_g), 1, 2e-3);
        check_near(solids[i], model_probe(w, "vz"), 0, 1e-3); /* what is round may still roll */
        int pair[2];
        assert_true(deepest(w, pair) < 0.01);
        tn_world_free(w);
    }
}

/* A block on a slope: it stays below the angle of friction, and slides with g (sin α − μ cos α) above. */
static void test_slope(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < many(2); i++) {
        const double mu = 0.2 + 0.5 * part(&seed), angle = atan(mu) + (i % 2 == 0 ? -0.05 : 0.15);
        tn_world *w =
            world_of("world: gravity 9.81; end\nlet a = %.17g;\nobject ground: plane; rotation 0 1 0 a; end\n"
                     "object j: block 4 3 2; size 0.4 0.3 0.2; density 1000; young %g; poisson 0.3; viscosity 2000;"
                     " rotation 0 1 0 a; position (0.1*sin(a)) 0 (0.1*cos(a)); end\ncontact friction %.17g;\n"
                     "probe way = dot(j.center - 0.1*(sin(a),0,cos(a)), (cos(a),0,-sin(a)));\n"
                     "probe vx = momentum(j).x/mass(j);\nprobe vz = momentum(j).z/mass(j);\nprobe zero = 0;\n",
                     angle, 1e5 + 1e5 * part(&seed), mu);
        advance(w, 0.5);
        const double v = norm_of(w, "vx", "zero", "vz"), way = model_probe(w, "way");
        advance(w, 1.5);
        const double then = norm_of(w, "vx", "zero", "vz");
        if (i % 2 == 0)
            check_near("it stays", model_probe(w, "way") - way, 0, 2e-4);
        else
            check_near("it slides", (then - v) / (model_g * (sin(angle) - mu * cos(angle))), 1, 0.02);
        tn_world_free(w);
    }
}

/* Free bodies meet: what one gets the other loses. */
static void test_momentum(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < many(3); i++) {
        const double away = 0.05 * part(&seed), fast = 1 + 2 * part(&seed);
        tn_world *w = world_of("object j: block 3 3 2; size 0.3 0.3 0.2; density 800; young 50000; poisson 0.3;"
                               " viscosity 100; end\n"
                               "object b: %s density 1500; position %g 0.03 0.32; velocity 0.2 0 %g; spin 1 2 3; end\n"
                               "contact friction 0.5 bounce 0.5;\nprobe x = momentum(j).x + momentum(b).x;\n"
                               "probe y = momentum(j).y + momentum(b).y;\nprobe z = momentum(j).z + momentum(b).z;\n"
                               "probe bz = momentum(b).z;\nprobe e = energy;\n",
                               i % 3 == 0   ? "sphere 0.06;"
                               : i % 3 == 1 ? "block 2 1 2; size 0.2 0.1 0.2; young 80000; viscosity 100;"
                                            : "box 0.1 0.2 0.15;",
                               away, -fast);
        tn_evaluate(w);
        const vec3 before = v3(model_probe(w, "x"), model_probe(w, "y"), model_probe(w, "z"));
        const double bz = model_probe(w, "bz"), e = model_probe(w, "e");
        advance(w, 0.5);
        check_near_vector("momentum", v3(model_probe(w, "x"), model_probe(w, "y"), model_probe(w, "z")), before,
                          1e-10 * v3_norm(before));
        assert_true(fabs(model_probe(w, "bz") - bz) > 0.3 * fabs(bz)); /* they did meet */
        if (!(model_probe(w, "e") < e))
            fail_msg("energy %g became %g", e, model_probe(w, "e"));
        tn_world_free(w);
    }
}

/* A stack of boxes beside a block rests as well as without it. */
static void test_neighbours(void **state)
{
    (void)state;
    tn_world *w =
        world_of("world: gravity 9.81; end\nobject ground: plane; end\ncontact friction 0.6;\n"
                 "object j: block 3 3 2; size 0.3 0.3 0.2; young 30000; position 0 0 0.15; end\n"
                 "for i = 0 to 3: object s[i]: box 0.2 0.2 0.2; density 500; position 1 0 (0.1 + 0.2*i); end end\n"
                 "probe load = contact(ground, s[0]).z/(4*mass(s[0])*9.81);\n"
                 "probe top = norm(momentum(s[3]))/mass(s[3]);\nprobe h = s[3].center.z;\n");
    advance(w, 3);
    check_near("load", model_probe(w, "load"), 1, 1e-9);
    check_near("top", model_probe(w, "top"), 0, 1e-9);
    check_near("height", model_probe(w, "h"), 0.7, 1e-6);
    tn_world_free(w);
}

/* `outside` keeps a block off what it names; contact leaves that pair to it. */
static void test_outside(void **state)
{
    (void)state;
    tn_world *w =
        world_of("world: gravity 9.81; end\nobject ground: plane; end\ncontact friction 1;\n"
                 "object j: block 2 2 2; size 0.2 0.2 0.2; young 30000; viscosity 500; position 0 0 0.11; end\n"
                 "outside j ground;\nprobe f = norm(contact(ground, j));\nprobe z = j.center.z;\n");
    advance(w, 1);
    check_near("force of contact", model_probe(w, "f"), 0, 0);
    assert_true(model_probe(w, "z") > 0.09);
    tn_world_free(w);
}

static const char scene_of_clones[] =
    "world: gravity 9.81; end\nobject ground: plane; end\ncontact friction 0.5 bounce 0.2;\n"
    "object j: block 4 3 2; size 0.4 0.3 0.2; young 30000; viscosity 20; position 0 0 0.12; end\n"
    "object k: block 2 2 1; size 0.2 0.2 0.1; young 40000; position 0.05 0.02 0.4; rotation 1 1 0 0.3; end\n"
    "object b: sphere 0.06; density 2000; position -0.08 0.02 0.35; end\n"
    "probe a = j.center.x;\nprobe d = k.center.z;\nprobe c = b.center.z;\nprobe f = contact(j, b).z;\n";

static void check_same(tn_world *a, tn_world *b)
{
    static const char *const names[] = {"a", "d", "c", "f"};
    for (int i = 0; i < 4; i++)
        if (model_probe(a, names[i]) != model_probe(b, names[i]))
            fail_msg("%s at %g s: %.17g, not %.17g", names[i], tn_time(a), model_probe(b, names[i]),
                     model_probe(a, names[i]));
}

/* What is found does not depend on what was before: a clone, and a world that is looked at more often, go the same way. */
static void test_same(void **state)
{
    (void)state;
    tn_world *w = model_text(scene_of_clones), *often = model_text(scene_of_clones),
             *once = model_text(scene_of_clones);
    advance(w, 0.25);
    tn_world *c = tn_world_clone(w);
    check_same(w, c);
    advance(w, 0.4);
    advance(c, 0.4);
    check_same(w, c);
    for (int i = 1; i <= 24; i++)
        advance(often, i / 40.0);
    advance(once, 0.6);
    check_same(once, often);
    tn_world_free(once);
    tn_world_free(often);
    tn_world_free(c);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_load),       cmocka_unit_test(test_slope),   cmocka_unit_test(test_momentum),
        cmocka_unit_test(test_neighbours), cmocka_unit_test(test_outside), cmocka_unit_test(test_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
