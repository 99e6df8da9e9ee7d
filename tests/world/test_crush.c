/* test_crush.c: blocks between a floor and a plate that comes down to a twentieth of their height and goes up again: no node of
 * its surface goes through, and the block, of four elements and more each way, comes back to its shape. */
#include "../effort.h"
#include "model.h"

static double pick(uint64_t *seed, double low, double high)
{
    return low + (high - low) * (random_number(seed) + 1) / 2;
}

static bool is_outer(const struct lattice *l, int i)
{
    for (int d = 0; d < 3; d++)
        if (fabs(fabs(l->rest[3 * i + d]) - l->cells[d] * l->length[d] / 2) < 1e-9 * l->length[d])
            return true;
    return false;
}

static void crush(double part, double thick, const int n[3], double side, double poisson, double young)
{
    char text[2000];
    snprintf(
        text, sizeof text,
        "let thick = %.17g; let part = %.17g; let side = %.17g; let gone = 1.5*side;\n"
        "world: up z; gravity 0; integrator euler; step auto; tau 0.02; end\n"
        "object b: block %d %d %d; size side side side; young %.17g; poisson %.17g; viscosity %.17g; density 1000;\n"
        "  position 0 0 (side/2); end\n"
        "object floor: plane; end\n"
        "path down: key 0 0 0 (1.01*side + thick/2); key 0.8 0 0 (side*part + thick/2);\n"
        "  key 1.2 0 0 (side*part + thick/2); key 1.6 0 0 (gone + thick/2); key 9 0 0 (gone + thick/2); end\n"
        "object plate: box (3*side) (3*side) thick; kernel path down; end\n"
        "constraint on: outside b floor; tau 0.004; end\nconstraint under: outside b plate; tau 0.004; end\n"
        "probe diagonal = norm(b.node(%d,%d,%d) - b.node(0,0,0))/(side*sqrt(3));\n"
        "probe height = norm(b.node(1,1,%d) - b.node(1,1,0))/side; probe volume = volume(b)/side^3;\n"
        "probe under-side = plate.center.z - thick/2;\n",
        thick, part, side, n[0], n[1], n[2], young, poisson, young / 500, n[0], n[1], n[2], n[2]);
    tn_world *w = model_text(text);
    double most = 0;
    for (int frame = 1; frame <= 60; frame++) {
        assert_int_equal(tn_advance(w, 0.02 * frame), TN_OK);
        const double under = model_probe(w, "under-side");
        struct flexible_state f;
        assert_true(world_flexible(w, world_find_object_id(w, tn_object_find(w, "b")), &f));
        for (int i = 0; i < f.lattice->nodes; i++) /* of the surface: what is within may fold for a while */
            if (is_outer(f.lattice, i))
                most = fmax(most, fmax(f.q[3 * i + 2] - under, -f.q[3 * i + 2]) / side);
    }
    if (!(most < 0.05))
        fail_msg("to %g under a plate of %g of its size: a node is %g of it inside", part, thick / side, most);
    assert_int_equal(tn_advance(w, 5), TN_OK);
    check_near("its diagonal", model_probe(w, "diagonal"), 1, 0.02);
    check_near("its height", model_probe(w, "height"), 1, 0.02);
    check_near("its volume", model_probe(w, "volume"), 1, 0.02);
    tn_world_free(w);
}

static void test_crush(void **state)
{
    (void)state;
    static const double part[3] = {0.2, 0.1, 0.05}, thick[2] = {0.15, 1.5};
    uint64_t seed = 13;
    for (int i = 0; i < effort(6, 1); i++) {
        const double side = pow(10, pick(&seed, -1, 0.5));
        const int n[3] = {4 + (int)pick(&seed, 0, 3), 4 + (int)pick(&seed, 0, 3), 4 + (int)pick(&seed, 0, 3)};
        crush(part[i % 3], thick[i / 3 % 2] * side, n, side, pick(&seed, 0, 0.4), 75000 * side * pick(&seed, 0.5, 2));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_crush)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
