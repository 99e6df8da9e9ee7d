/* test_soft_angles.c: a limit of an angle that yields: a rod hangs beyond it by its moment times the compliance, beside a hinge
 * that does not yield; by displacements and by forces, with contact and without. */
#include "../effort.h"
#include "../model/same.h"
#include "../world/model.h"

static double part(uint64_t *seed) { return 0.5 + 0.5 * random_number(seed); }

static void test_droop(void **state)
{
    (void)state;
    static const char *const world[] = {"method displacement; scheme gauss-seidel; iterations 100;",
                                        "method displacement; scheme A; iterations 100;", "", ""};
    static const double near[] = {2e-3, 5e-3, 1e-6, 1e-6};
    uint64_t seed = 6;
    for (int i = 0; i < effort(40, 8); i++) {
        const int way = i % 4;
        const double most = 0.3 * part(&seed), yields = 0.01 + 0.06 * part(&seed), mass = 0.5 + part(&seed);
        char soft[100], text[700];
        if (way < 2)
            snprintf(soft, sizeof soft, "compliance %.17g;", yields);
        else
            snprintf(soft, sizeof soft, "by penalty; stiffness %.17g; damping 3;", 1 / yields);
        snprintf(
            text, sizeof text,
            "world: gravity 9.81; %s end object post: box 0.1 0.1 0.1; kernel fixed; end %s\n"
            "object rod: rod 1 0.05; mass %.17g; position 0.5 0 0; rotation 0 1 0 (pi/2); end\n"
            "constraint j: object1 post; object2 rod; hinge 0 0 0 0 0 -0.5; end\n"
            "constraint k: object1 post; object2 rod; angle 1 0 0 0 0 1 max %.17g; %s end\n"
            "drag on rod angular 0.5; probe lean = acos(rod.z.x); probe moment = rod.z.x; probe gap = norm(rod.end1);",
            world[way], way == 3 ? "contact;" : "", mass, most, soft);
        tn_world *w = world_of(text);
        assert_int_equal(tn_advance(w, 15), TN_OK);
        const double want = most + yields * mass * 9.81 * 0.5 * model_probe(w, "moment");
        check_near(text, model_probe(w, "lean"), want, near[way] * want);
        check_near("the hinge", model_probe(w, "gap"), 0, way < 2 ? 1e-3 : 1e-8);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_droop)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
