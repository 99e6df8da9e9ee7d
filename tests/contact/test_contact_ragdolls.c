/* test_contact_ragdolls.c: piles of ragdolls whose limits begin aligned: numbers stay finite, no energy comes from nothing, joints
 * hold, and in the long form the pile comes to rest. Limbs that hang free swing for long: joints have no friction, so that
 * there is some drag. */
#include "../effort.h"
#include "../model/same.h"
#include "../world/model.h"

static double part(uint64_t *seed) { return 0.5 + 0.5 * random_number(seed); }

static int add_doll(char *text, size_t room, int k, uint64_t *seed)
{
    const vec3 at = v3(0.4 * random_number(seed), 0.4 * random_number(seed), 1.2 + 1.9 * k);
    char how[200];
    snprintf(how, sizeof how, "density 900; velocity %.17g %.17g %.17g; end\n", random_number(seed),
             random_number(seed), -2 * part(seed));
    int n =
        snprintf(text, room,
                 "object c%d: box 0.2 0.35 0.5; position %.17g %.17g %.17g; %s"
                 "object h%d: sphere 0.11; position %.17g %.17g %.17g; %s"
                 "constraint n%d: object1 c%d; object2 h%d; hinge 0 0 0.27 0 0 -0.13; angle 0 0 1 0 0 1 max %g; end\n",
                 k, at.x, at.y, at.z, how, k, at.x, at.y, at.z + 0.4, how, k, k, k, 0.2 + 0.6 * part(seed));
    for (int side = -1; side <= 1; side += 2) {
        const char s = side < 0 ? 'l' : 'r';
        n += snprintf(
            text + n, room - (size_t)n,
            "object a%c%d: capsule 0.05 0.4; position %.17g %.17g %.17g; %s"
            "object l%c%d: capsule 0.07 0.5; position %.17g %.17g %.17g; %s"
            "constraint s%c%d: object1 c%d; object2 a%c%d; hinge 0 %g 0.22 0 0 0.22; angle 0 0 1 0 0 1 max %g; end\n"
            "constraint p%c%d: object1 c%d; object2 l%c%d; hinge 0 %g -0.27 0 0 0.33; angle 0 0 1 0 0 1 max %g; end\n",
            s, k, at.x, at.y + 0.24 * side, at.z, how, s, k, at.x, at.y + 0.1 * side, at.z - 0.6, how, s, k, k, s, k,
            0.24 * side, 0.8 + part(seed), s, k, k, s, k, 0.1 * side, 0.4 + part(seed));
    }
    return n;
}

static void pile(int dolls, uint64_t seed, bool rests)
{
    static char text[60000];
    int n = snprintf(text, sizeof text,
                     "world: gravity 9.81; end object floor: plane; end contact friction %g rolling 0.003; %s probe "
                     "off = deviation;\n",
                     0.4 + 0.4 * part(&seed), rests ? "drag linear 0.5 angular 0.3;" : "");
    for (int k = 0; k < dolls; k++)
        n += add_doll(text + n, sizeof text - (size_t)n, k, &seed);
    tn_world *w = world_of(text);
    tn_measures m;
    assert_int_equal(tn_measure(w, &m), TN_OK);
    const double first = m.kinetic + m.potential;
    double least = first, fastest = 0;
    const int until = rests ? 40 : 6;
    for (int k = 1; k <= until; k++) {
        if (tn_advance(w, 0.5 * k) != TN_OK)
            fail_msg("%d dolls, seed %llu: %s", dolls, (unsigned long long)seed, tn_failure(w));
        assert_int_equal(tn_measure(w, &m), TN_OK);
        const double now = m.kinetic + m.potential;
        if (!(now <= least + 5e-3 * first))
            fail_msg("%d dolls, seed %llu: energy %g J after %g at %g s", dolls, (unsigned long long)seed, now, least,
                     0.5 * k);
        least = fmin(least, now);
    }
    for (int i = 1; i < tn_object_count(w); i++)
        fastest = fmax(fastest, v3_norm(model_pose(w, tn_object_at(w, i)).velocity));
    if (rests && !(fastest < 1e-3))
        fail_msg("%d dolls, seed %llu: still %g m/s", dolls, (unsigned long long)seed, fastest);
    if (rests)
        check_near("joints", model_probe(w, "off"), 0, 1e-6);
    tn_world_free(w);
}

static void test_piles(void **state)
{
    (void)state;
    const bool rests = getenv("TENON_LONG") != NULL;
    const int piles = rests ? 200 : effort(4, 1);
    for (int i = 0; i < piles; i++)
        pile(rests ? 2 + i % 19 : 2, (uint64_t)i + 1, rests);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_piles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
