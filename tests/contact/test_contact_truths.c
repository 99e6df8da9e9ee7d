/* test_contact_truths.c: bodies in contact against closed forms and against what is known of them: a break at billiards, sliding
 * at the edge of the cone, Painlevé's rod, a tippe top, Euler's disk. */
#include "../effort.h"
#include "../model/same.h"
#include "../world/model.h"

static double part(uint64_t *seed) { return 0.5 + 0.5 * random_number(seed); }

/* Fifteen balls that touch, struck along the axis: positions stay mirrored, to the last digits. */
static void test_break(void **state)
{
    (void)state;
    uint64_t seed = 15;
    for (int i = 0; i < effort(8, 2); i++) {
        const double r = 0.0286, e = i == 0 ? 1 : 0.8 + 0.2 * part(&seed), mu = i == 0 ? 0 : 0.2 * part(&seed);
        char text[4000];
        int length = snprintf(
            text, sizeof text,
            "world: gravity 9.81; step 0.002; end object cloth: plane; end contact friction %.17g bounce %.17g;\n"
            "contact between cloth cue friction 0.2;\n"
            "object cue: sphere %g; mass 0.17; position -0.5 0 %g; velocity 5 0 0; spin 0 %g 0; end\n",
            mu, e, r, r, 5 / r);
        int twin[15], count = 0;
        for (int row = 0; row < 5; row++)
            for (int k = 0; k <= row; k++, count++) {
                twin[count] = count + row - 2 * k;
                length += snprintf(text + length, sizeof text - (size_t)length,
                                   "object b[%d]: sphere %g; mass 0.17; position %.17g %.17g %g; end\n", count, r,
                                   row * r * sqrt(3), (2 * k - row) * r, r);
            }
        tn_world *w = world_of(text);
        assert_int_equal(tn_advance(w, 0.6), TN_OK);
        for (int k = 0; k < count; k++) {
            char one[10], other[10];
            snprintf(one, sizeof one, "b[%d]", k);
            snprintf(other, sizeof other, "b[%d]", twin[k]);
            const vec3 a = model_pose(w, tn_object_find(w, one)).center,
                       b = model_pose(w, tn_object_find(w, other)).center;
            check_near_vector(one, a, v3(b.x, -b.y, b.z), 1e-9);
        }
        assert_true(model_pose(w, tn_object_find(w, "b[14]")).center.y > 0.25); /* they have flown apart */
        tn_world_free(w);
    }
}

/* A hundredth below the edge of the cone a block stays where it is, a hundredth above it gains g (sin α − μ cos α). */
static void test_edge_of_the_cone(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int i = 0; i < effort(30, 8); i++) {
        const double mu = 0.1 + 0.9 * part(&seed), turn = 3 * random_number(&seed),
                     a = atan((i % 2 ? 1.01 : 0.99) * mu);
        char text[400];
        snprintf(text, sizeof text,
                 "gravity %.17g %.17g %.17g; object floor: plane; end contact friction %.17g;\n"
                 "object b: box 1 0.8 0.5; position 0 0 0.25; end",
                 9.81 * sin(a) * cos(turn), 9.81 * sin(a) * sin(turn), -9.81 * cos(a), mu);
        tn_world *w = world_of(text);
        assert_int_equal(tn_advance(w, 4), TN_OK);
        const double way = i % 2 ? 8 * 9.81 * (sin(a) - mu * cos(a)) : 0;
        check_near_vector(text, model_pose(w, tn_object_find(w, "b")).center,
                          v3(way * cos(turn), way * sin(turn), 0.25), i % 2 ? 1e-4 * way : 1e-9);
        tn_world_free(w);
    }
}

/* A rod that is pushed along with its point in front: forces that are finite do not exist there, and it is stopped by an impact.
 * It stays above the floor, gains no energy and comes to rest. */
static void test_painleve(void **state)
{
    (void)state;
    uint64_t seed = 8;
    for (int i = 0; i < effort(40, 8); i++) {
        const double mu = 1.5 + 2 * part(&seed), lean = 0.3 + 0.8 * part(&seed), v = 6 * random_number(&seed);
        char text[500];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; step 0.001; end object floor: plane; end contact friction %.17g;\n"
                 "object rod: capsule 0.005 1; rotation 0 1 0 %.17g; position 0 0 %.17g; velocity %.17g 0 0; end",
                 mu, lean, 0.5 * cos(lean) + 0.005, v);
        tn_world *w = world_of(text);
        const tn_object rod = tn_object_find(w, "rod");
        tn_measures before, now;
        assert_int_equal(tn_measure(w, &before), TN_OK);
        const double first = before.kinetic + before.potential;
        double least = first;
        for (int k = 1; k <= 150; k++) {
            assert_int_equal(tn_advance(w, 0.02 * k), TN_OK);
            assert_int_equal(tn_measure(w, &now), TN_OK);
            const double energy = now.kinetic + now.potential;
            if (!(energy < least + 3e-3 * first))
                fail_msg("%s: energy rises from %g to %g of %g J at %g s", text, least, energy, first, 0.02 * k);
            least = fmin(least, energy);
            const tn_pose p = model_pose(w, rod);
            const double low = p.center.z - 0.5 * fabs(q_rotate(p.orientation, v3(0, 0, 1)).z) - 0.005;
            assert_true(low > -3e-3);
        }
        assert_true(v3_norm(model_pose(w, rod).velocity) < 0.5); /* it may roll across its axis */
        check_near(text, model_pose(w, rod).center.z, 0.005, 1e-4);
        tn_world_free(w);
    }
}

/* A ball whose centre of mass lies low turns over if it spins fast and slides, and lifts itself; slow spin does not turn it.
 * Whatever friction does, Jellett's integral L·(the way from the centre of mass to the contact) stays, and no energy is
 * gained. Where friction is strong the top soon rolls, loses nothing more, and does not turn over. */
static void test_tippe_top(void **state)
{
    (void)state;
    static const struct {
        double friction, spin, upright[2]; /* in the end */
    } tops[] = {{0.05, 200, {-1, -0.99}}, {0.3, 150, {-0.7, -0.5}}, {0.3, 15, {0.9, 1}}};
    for (int i = 0; i < effort(3, 1); i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; step 0.001; end object floor: plane; end contact friction %g;\n"
                 "object top: compound: sphere 0.015 density 500; sphere 0.006 density 9000 offset 0 0 -0.004; end\n"
                 "mass 0.0152; inertia 8e-7 8e-7 8e-7; position 0 0 0.015; rotation 1 0 0 0.3; spin 0 0 %g; end",
                 tops[i].friction, tops[i].spin);
        tn_world *w = world_of(text);
        const tn_object top = tn_object_find(w, "top");
        double jellett = 0, least = INFINITY;
        for (int k = 0; k <= 400; k++) {
            assert_int_equal(tn_advance(w, 0.01 * k), TN_OK);
            const tn_pose p = model_pose(w, top);
            tn_measures m;
            assert_int_equal(tn_measure(w, &m), TN_OK);
            const double energy = m.kinetic + m.potential,
                         now = v3_dot(p.spin, v3_sub(v3_add(p.position, v3(0, 0, -0.015)), p.center));
            if (k == 0)
                jellett = now;
            check_near("Jellett's integral", now / jellett, 1, 5e-3);
            check_near("it stays on the floor", p.position.z, 0.015, 1e-5);
            if (!(energy <= least * (1 + 1e-5)))
                fail_msg("energy %.9g J after %.9g", energy, least);
            least = fmin(least, energy);
        }
        const double upright = q_rotate(model_pose(w, top).orientation, v3(0, 0, 1)).z;
        if (!(upright >= tops[i].upright[0]) || !(upright <= tops[i].upright[1]))
            fail_msg("friction %g, spin %g: upright %g", tops[i].friction, tops[i].spin, upright);
        tn_world_free(w);
    }
}

/* A thin disk that rolls on its edge round a point: Ω² tan α = 4 g/r. What it loses makes it flatter and the point of contact
 * faster. */
static void test_euler_disk(void **state)
{
    (void)state;
    const double r = 0.04, thick = 0.0004, first = 0.3, h = 0.0002;
    const double rate = sqrt(4 * 9.81 / (r * tan(first)));
    const vec3 spin = v3_scale(rate * sin(first), v3(cos(first), 0, -sin(first)));
    char text[600];
    snprintf(text, sizeof text,
             "world: gravity 9.81; step %g; end object floor: plane; end contact friction 1 rolling 0.2mm;\n"
             "object d: cylinder %g %g; mass 0.4; rotation 0 1 0 %g; position 0 0 %.17g; spin %.17g %.17g %.17g; end",
             h, r, thick, first, r * sin(first) + thick / 2 * cos(first), spin.x, spin.y, spin.z);
    tn_world *w = world_of(text);
    double azimuth = 0, tilt = first, last_rate = 0, turned = 0;
    for (int k = 1; k <= 500; k++) {
        assert_int_equal(tn_advance(w, 0.002 * k), TN_OK);
        const vec3 n = q_rotate(model_pose(w, tn_object_find(w, "d")).orientation, v3(0, 0, 1));
        const double now = atan2(n.y, n.x);
        turned += remainder(now - azimuth, 2 * model_pi);
        azimuth = now;
        if (k % 100 != 0)
            continue;
        const double mean = fabs(turned) / 0.2, lean = acos(n.z);
        check_near("Ω² tan α r/(4 g)", mean * mean * tan((lean + tilt) / 2) * r / (4 * 9.81), 1, 0.03);
        if (!(lean < tilt) || !(mean > last_rate))
            fail_msg("after %g s: tilt %g after %g, rate %g after %g", 0.002 * k, lean, tilt, mean, last_rate);
        tilt = lean;
        last_rate = mean;
        turned = 0;
    }
    tn_world_free(w);
}

/* A row of equal particles that touch, by distances that bounce: as many leave at one end as arrive at the other, and no
 * energy is lost; with contact in the world, too. */
static void test_limits_in_a_row(void **state)
{
    (void)state;
    for (int count = 2; count <= 8; count++)
        for (int out = 1; out < count; out++)
            for (int contact = 0; contact < 2; contact++) {
                char text[3000];
                int length = snprintf(text, sizeof text, "%s",
                                      contact ? "contact; object floor: plane; position 0 0 -5; end\n" : "");
                for (int i = 0; i < count; i++)
                    length += snprintf(text + length, sizeof text - (size_t)length,
                                       "object b[%d]: particle 1; position %g 0 0; velocity %d 0 0; end\n", i,
                                       0.2 * i - (i < out ? 0.1 : 0), i < out);
                for (int i = 1; i < count; i++)
                    length += snprintf(text + length, sizeof text - (size_t)length,
                                       "constraint l[%d]: distance b[%d].center b[%d].center min 0.2; bounce 1; end\n",
                                       i, i - 1, i);
                tn_world *w = world_of(text);
                assert_int_equal(tn_advance(w, 0.5), TN_OK);
                for (int i = 0; i < count; i++) {
                    char name[20];
                    snprintf(name, sizeof name, "b[%d]", i);
                    check_near(text, model_pose(w, tn_object_find(w, name)).velocity.x, i >= count - out, 1e-8);
                }
                tn_world_free(w);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_break),      cmocka_unit_test(test_edge_of_the_cone),
        cmocka_unit_test(test_painleve),   cmocka_unit_test(test_tippe_top),
        cmocka_unit_test(test_euler_disk), cmocka_unit_test(test_limits_in_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
