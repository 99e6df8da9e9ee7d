/* Many islands on several threads: the same bits for any number of threads, in every scheme, with and without
 * contact. */
#include "../dynamics/kinds.h"

enum { CHAINS = 120, LENGTH = 4 };

static tn_world *crowd(tn_scheme scheme, int threads, bool touching)
{
    tn_world *w = tn_world_new();
    tn_settings s = tn_world_settings(w);
    uint64_t seed = 12;
    s.method = TN_DISPLACEMENT;
    s.scheme = scheme;
    s.threads = threads;
    s.step = 0.01;
    s.iterations = 12;
    assert_int_equal(tn_world_configure(w, &s), TN_OK);
    model_gravity(w, v3(0, 0, -model_g));
    if (touching) {
        tn_object_def ground = tn_object_default();
        ground.shape = "plane";
        model_add(w, &ground);
        assert_int_equal(tn_contact_add(w, &(tn_contact_def){.size = sizeof(tn_contact_def), .friction = 0.4}), TN_OK);
    }
    for (int i = 0; i < CHAINS; i++) {
        tn_object before = {0};
        for (int k = 0; k < LENGTH; k++) {
            tn_object_def d = model_def("capsule", 0.05, 0.3, 0, v3(i, 0.4 * k, 0.5));
            d.orientation = q_exp(v3(-model_pi / 2, 0, 0)); /* its axis along y */
            d.velocity = random_vector(&seed);
            tn_object now = model_add(w, &d);
            tn_hinge_def h = tn_hinge_default();
            h.object1 = before;
            h.object2 = now;
            h.hinge = true;
            h.point1 = k > 0 ? v3(0, 0, 0.2) : v3(i, -0.2, 0.5);
            h.point2 = v3(0, 0, -0.2);
            h.angle = k > 0;
            h.axis1 = h.axis2 = v3(0, 0, 1);
            h.angle_max = 0.8;
            h.twist = k > 1;
            h.across1 = h.across2 = v3(1, 0, 0);
            h.twist_min = -0.2;
            h.twist_max = 0.3;
            assert_true(tn_constraint_valid(w, tn_hinge_add(w, &h, NULL)));
            before = now;
        }
    }
    return w;
}

static void compare(tn_world *a, tn_world *b)
{
    for (int i = 0; i < tn_object_count(a); i++) {
        tn_pose p = model_pose(a, tn_object_at(a, i)), q = model_pose(b, tn_object_at(b, i));
        if (memcmp(&p.center, &q.center, sizeof p.center) != 0 || memcmp(&p.spin, &q.spin, sizeof p.spin) != 0 ||
            memcmp(&p.orientation, &q.orientation, sizeof p.orientation) != 0)
            fail_msg("object %d is elsewhere with another number of threads", i);
    }
    assert_int_equal(tn_count(a).iterations, tn_count(b).iterations);
    assert_true(model_measure(a).deviation == model_measure(b).deviation);
}

static void the_same_bits(void **state)
{
    (void)state;
    for (int scheme = TN_SCHEME_A; scheme <= TN_GAUSS_SEIDEL; scheme++)
        for (int touching = 0; touching < 2; touching++) {
            tn_world *one = crowd((tn_scheme)scheme, 1, touching);
            model_run(one, 0.3);
            assert_true(model_pose(one, tn_object_at(one, tn_object_count(one) - 1)).center.z < 0.45); /* it moves */
            for (int threads = 2; threads <= 3; threads++) {
                tn_world *many = crowd((tn_scheme)scheme, threads, touching);
                model_run(many, 0.3);
                compare(one, many);
                tn_world_free(many);
            }
            tn_world_free(one);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
