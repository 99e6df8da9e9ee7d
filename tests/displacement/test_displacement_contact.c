/* Contact under the displacement method: the same models as with forces (test_contact.c). */
#include "../world/model.h"

static void run(const char *text, const char *const *probes, double *out, double until)
{
    tn_world *w = model_text(text);
    model_run(w, until);
    for (int i = 0; probes[i] != NULL; i++)
        out[i] = model_probe(w, probes[i]);
    tn_world_free(w);
}

static void a_sliding_block(void **state)
{
    (void)state;
    static const char *const probes[] = {"x", "z", NULL};
    double out[2], ideal = 25 / (2 * 0.4 * model_g);
    run("world: up z; method displacement; gravity 9.81; end object floor: plane; end\n"
        "object block: box 1 0.8 0.5; position 0 0 0.25; velocity 5 0 0; end contact friction 0.4;\n"
        "probe x = block.center.x; probe z = block.center.z;",
        probes, out, 3);
    check_near("the way of a block", out[0], ideal, 0.01 * ideal);
    check_near("its height", out[1], 0.25, 1e-6);
}

static void slopes(void **state)
{
    (void)state;
    static const char *const probes[] = {"x", NULL};
    for (int i = 0; i < 2; i++) {
        char text[500];
        double out[1], a = atan(i == 0 ? 0.49 : 0.51);
        snprintf(text, sizeof text,
                 "world: up z; method displacement; gravity %.15g 0 %.15g; end object floor: plane; end\n"
                 "object block: box 1 0.8 0.5; position 0 0 0.25; end contact friction 0.5; probe x = block.center.x;",
                 model_g * sin(a), -model_g * cos(a));
        run(text, probes, out, 4);
        double ideal = 0.5 * model_g * (sin(a) - 0.5 * cos(a)) * 16;
        if (i == 0)
            assert_true(fabs(out[0]) < 1e-3);
        else
            check_near("sliding down", out[0], ideal, 0.05 * ideal);
    }
}

/* A wheel on an axle in a frame that is pushed: it rolls only by friction. */
static void a_wheel_on_its_axle(void **state)
{
    (void)state;
    static const char *const probes[] = {"ball", "speed", "slip", "gap", NULL};
    double out[4];
    run("world: up z; method displacement; scheme gauss-seidel; gravity 9.81; tau 0.05; end object floor: plane; end\n"
        "object ball: sphere 0.5; position 0 5 0.5; velocity 7 0 0; end\n"
        "object wheel: torus 0.45 0.05; position 0 0 0.5; rotation 1 0 0 (pi/2); end\n"
        "object frame: box 0.2 1.2 0.2; position 0 0.5 0.5; mass 5; end\n"
        "object other: torus 0.45 0.05; position 0 1 0.5; rotation 1 0 0 (pi/2); end\n"
        "revolute frame wheel (0,0,0.5) (0,1,0); revolute frame other (0,1,0.5) (0,1,0);\n"
        "force drive: push frame.center (60, 0, 0); during 0 1; end contact friction 0.8;\n"
        "probe ball = vel(ball.center).x; probe speed = vel(wheel.center).x;\n"
        "probe slip = vel(wheel.center).x - 0.5*omega(wheel).y; probe gap = deviation;",
        probes, out, 3);
    check_near("a ball", out[0], 5, 1e-3);
    double mass = 2 * model_pi * model_pi * 0.45 * 0.0025 * 1000, inertia = mass * (0.45 * 0.45 + 0.75 * 0.0025);
    check_near("60 N s", out[1], 60 / (5 + 2 * (mass + inertia / 0.25)), 1e-3);
    check_near("without slip", out[2], 0, 0.01 * out[1]);
    assert_true(out[3] < 1e-3);
}

static void a_chain_on_a_table(void **state)
{
    (void)state;
    static const char *const probes[] = {"off", "first", "drift", NULL};
    double out[3];
    run("world: up z; method displacement; gravity 9.81; tau 0.05; end\n"
        "object table: box 3 3 0.2; position 0 0 -0.1; kernel fixed; end\n"
        "for i = 1 to 12: object l[i]: capsule 0.05 0.15; position (0.25*(i-1) - 1.3) 0 0.6; rotation 0 1 0 (pi/2); "
        "end\n"
        "end for i = 2 to 12: connect l[i-1].at(0,0,0.125) l[i].at(0,0,-0.125); end contact friction 0.6;\n"
        "probe off = deviation; probe first = l[1].center.z; probe drift = contacts;",
        probes, out, 3);
    assert_true(out[0] < 1e-4);
    check_near("on the table", out[1], 0.05, 1e-3);
    assert_true(out[2] >= 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sliding_block),
        cmocka_unit_test(slopes),
        cmocka_unit_test(a_wheel_on_its_axle),
        cmocka_unit_test(a_chain_on_a_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
