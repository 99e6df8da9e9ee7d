/* Impacts: heights of bounces, rows of balls, oblique hits with friction, and no energy from nothing. */
#include "../effort.h"
#include "../world/model.h"

static double part(uint64_t *seed) { return 0.5 + 0.5 * random_number(seed); }

/* The height that the energy of a ball in flight reaches, above its lowest place. */
static double reach(tn_world *w, tn_object o, double lowest)
{
    tn_pose p = model_pose(w, o);
    return p.center.z - lowest + p.velocity.z * p.velocity.z / (2 * model_g);
}

static tn_world *on_floor(double friction, double bounce)
{
    tn_world *w = tn_world_new();
    model_gravity(w, v3(0, 0, -model_g));
    model_object(w, "plane", 0, 0, 0, v3(0, 0, 0));
    assert_int_equal(
        tn_contact_add(w, &(tn_contact_def){.size = sizeof(tn_contact_def), .friction = friction, .bounce = bounce}),
        TN_OK);
    return w;
}

/* Peaks are e² of the last, for any size, height and step. */
static void peaks(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < effort(30, 6); i++) {
        double e = i == 0 ? 1 : 0.6 + 0.4 * part(&seed), r = 0.02 + 0.3 * part(&seed);
        double height = 0.5 + 2 * part(&seed), want = height, seen = height;
        tn_world *w = on_floor(0.5, e);
        model_set(w, TN_EULER, 0, 0.002 + 0.01 * part(&seed), 0);
        tn_object o = model_object(w, "sphere", r, 0, 0, v3(0, 0, height + r));
        for (int k = 1; k <= 400 && want > 0.2 * height; k++) {
            model_run(w, 0.01 * k);
            double now = reach(w, o, r);
            if (fabs(now - seen) > 1e-6) {
                want *= e * e;
                seen = now;
            }
            check_near("a peak", now, want, 1e-9);
        }
        tn_world_free(w);
    }
}

/* A box that lands flat bounces flat. */
static void flat(void **state)
{
    (void)state;
    uint64_t seed = 8;
    for (int i = 0; i < effort(10, 3); i++) {
        vec3 size = v3(0.2 + part(&seed), 0.2 + part(&seed), 0.1 + 0.3 * part(&seed));
        tn_world *w = on_floor(0.5, 0.5);
        tn_object o = model_object(w, "box", size.x, size.y, size.z, v3(0, 0, 1 + size.z / 2));
        model_run(w, 0.6);
        check_near("a quarter of the height", reach(w, o, size.z / 2), 0.25, 1e-9);
        check_near("spin", v3_norm(model_pose(w, o).spin), 0, 1e-9);
        tn_world_free(w);
    }
}

/* As many balls leave a row of touching ones as strike it. */
static void rows_of_balls(void **state)
{
    (void)state;
    for (int n = 2; n <= effort(9, 5); n++)
        for (int out = 1; out < n; out++) {
            tn_world *w = tn_world_new();
            tn_object ball[9];
            assert_int_equal(
                tn_contact_add(w, &(tn_contact_def){.size = sizeof(tn_contact_def), .friction = 0.3, .bounce = 1}),
                TN_OK);
            for (int i = 0; i < n; i++) {
                tn_object_def d = model_def("sphere", 0.05, 0, 0, v3(0.1 * i - (i < out ? 0.0537 : 0), 0, 0));
                d.velocity = v3(i < out ? 1.3 : 0, 0, 0);
                ball[i] = model_add(w, &d);
            }
            model_run(w, 0.3);
            for (int i = 0; i < n; i++)
                check_near("a ball", model_pose(w, ball[i]).velocity.x, i >= n - out ? 1.3 : 0, 1e-9);
            tn_world_free(w);
        }
}

/* Off-centre without friction: the velocity along the line of centres is exchanged. */
static void off_centre(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        double angle = 0.2 * i, r = 0.1, v = 5;
        tn_world *w = tn_world_new();
        assert_int_equal(tn_contact_add(w, &(tn_contact_def){.size = sizeof(tn_contact_def), .bounce = 1}), TN_OK);
        tn_object_def d = model_def("sphere", r, 0, 0, v3(-2 * r * cos(angle) - 0.333, -2 * r * sin(angle), 0));
        d.velocity = v3(v, 0, 0);
        tn_object a = model_add(w, &d), b = model_object(w, "sphere", r, 0, 0, v3(0, 0, 0));
        model_run(w, 0.2);
        vec3 n = v3(cos(angle), sin(angle), 0), want = v3_scale(v * cos(angle), n);
        check_near_vector("struck", model_pose(w, b).velocity, want, 1e-6);
        check_near_vector("striking", model_pose(w, a).velocity, v3_sub(v3(v, 0, 0), want), 1e-6);
        tn_world_free(w);
    }
}

/* A ball without spin that lands sliding: v_t falls by μ (1 + e) v_n, or it rolls off at 5/7 of v_t. */
static void with_friction(void **state)
{
    (void)state;
    static const double mu[4] = {0.1, 0.3, 0.6, 1.2};
    for (int i = 0; i < 4; i++) {
        double r = 0.1, e = 0.5, fast = 3, down = sqrt(2 * model_g);
        tn_world *w = on_floor(mu[i], e);
        tn_object_def d = model_def("sphere", r, 0, 0, v3(0, 0, 1 + r));
        d.velocity = v3(fast, 0, 0);
        tn_object o = model_add(w, &d);
        model_run(w, 0.6);
        double slides = fast - mu[i] * (1 + e) * down, rolls = 5.0 / 7 * fast;
        check_near("after a sliding impact", model_pose(w, o).velocity.x, fmax(slides, rolls), 1e-6);
        check_near("its height", reach(w, o, r), e * e, 1e-6);
        tn_world_free(w);
    }
}

/* In a box of balls, without gravity: no impact adds energy, elastic ones keep it. */
static void energy(void **state)
{
    (void)state;
    for (int i = 0; i < effort(8, 2); i++) {
        uint64_t seed = (uint64_t)i + 77;
        tn_world *w = tn_world_new();
        double e = i % 2 == 0 ? 1 : 0.7;
        assert_int_equal(tn_contact_add(w, &(tn_contact_def){.size = sizeof(tn_contact_def), .bounce = e}), TN_OK);
        for (int k = 0; k < 6; k++) {
            tn_object_def d = model_def("plane", 0, 0, 0, v3(0, 0, 0));
            vec3 n = v3((k == 0) - (k == 1), (k == 2) - (k == 3), (k == 4) - (k == 5));
            d.position = v3_scale(-1, n);
            d.orientation = q_between(v3(0, 0, 1), n);
            model_add(w, &d);
        }
        for (int k = 0; k < 12; k++) {
            tn_object_def d = model_def("sphere", 0.1 + 0.05 * random_number(&seed), 0, 0,
                                        v3(0.5 * (k % 3 - 1), 0.5 * (k / 3 % 2) - 0.25, 0.6 * (k / 6) - 0.3));
            d.velocity = v3_scale(3, random_vector(&seed));
            model_add(w, &d);
        }
        tn_measures before, after;
        assert_int_equal(tn_measure(w, &before), TN_OK);
        model_run(w, 2);
        assert_int_equal(tn_measure(w, &after), TN_OK);
        if (after.kinetic > before.kinetic * (1 + 1e-9) || (e == 1 && after.kinetic < before.kinetic * (1 - 1e-6)))
            fail_msg("seed %d, e = %g: energy from %.12g to %.12g J", i + 77, e, before.kinetic, after.kinetic);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(peaks),      cmocka_unit_test(flat),          cmocka_unit_test(rows_of_balls),
        cmocka_unit_test(off_centre), cmocka_unit_test(with_friction), cmocka_unit_test(energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
