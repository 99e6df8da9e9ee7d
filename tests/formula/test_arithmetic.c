/* test_arithmetic.c: turn and its derivatives to the last digits, and the small functions at their corners. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "formula/arithmetic.h"
#include "random_formula.h"

/* From the hypergeometric series with 60 digits; the values of c are exact, on both sides of every switch of the
 * method. */
static const struct {
    double c, turn[5];
} truth[] = {
    {-0x1.ff80000000000p-1,
     {70.1031627321501177, -36387.5350886122717, 55899860.2664401144, -143108291398.691588, 512907266910544.151}},
    {-0x1.f800000000000p-1,
     {16.8361201180952037, -566.765640284723318, 54524.078211714419, -8728277.99211486294, 1955566091.87910655}},
    {-0x1.8000000000000p-1,
     {3.65697017049283233, -8.55480600655914113, 52.3549341377163426, -526.97194752610937, 7400.67915828919148}},
    {-0x1.0000000000000p-2,
     {1.8832785157443012, -1.56887427086514699, 3.26392983348603886, -11.0457700003393456, 51.9524970687660849}},
    {0x0.0p+0, {1.57079632679489662, -1.0, 1.57079632679489662, -4.0, 14.1371669411540696}},
    {0x1.2000000000000p-3,
     {1.44405332336915642, -0.81300754314803634, 1.12327904805984007, -2.5118983632690132, 7.79093016861202571}},
    {0x1.4000000000000p-3,
     {1.4314856216217549, -0.795758058599118334, 1.08496237078388411, -2.39384896035523665, 7.32522760114755844}},
    {0x1.9000000000000p-3,
     {1.40120599184644522, -0.755132992327646125, 0.996768972908608143, -2.12831348554139769, 6.30150032318576142}},
    {0x1.a000000000000p-3,
     {1.39533676614809256, -0.747410188582833458, 0.980331948927892744, -2.07980331606852803, 6.11820281448809037}},
    {0x1.3000000000000p-2,
     {1.32930793761556964, -0.663871900363980539, 0.809381692087167941, -1.59460147996612478, 4.35443076295306689}},
    {0x1.4000000000000p-2,
     {1.31903273752566479, -0.651417233757345528, 0.784988072315182939, -1.5283810322140634, 4.1243252838714545}},
    {0x1.f000000000000p-2,
     {1.21750579041666443, -0.536034613018608541, 0.573022552108420881, -0.988200122099313299, 2.36037641633478924}},
    {0x1.0800000000000p-1,
     {1.20102957071753753, -0.518598452492371382, 0.543258173151768748, -0.917828645544507733, 2.14748606562580671}},
    {0x1.6000000000000p-1,
     {1.11921377909983393, -0.437173147247623915, 0.412528190391200434, -0.626966631387485237, 1.31883007994032584}},
    {0x1.c800000000000p-1,
     {1.03813197834975061, -0.36469249466364791, 0.308139222811824991, -0.418727754995890807, 0.787027577520718819}},
    {0x1.d000000000000p-1,
     {1.03247100849195195, -0.359928437811303779, 0.30169148540485834, -0.406657863369167101, 0.758137972923852313}},
    {0x1.fc00000000000p-1,
     {1.00261233203028535, -0.33542717849286806, 0.269363949976492711, -0.347661629879504168, 0.620464394059494214}},
    {0x1.ffffe00000000p-1,
     {1.00000031789156007, -0.333333587646640288, 0.266666993640995185, -0.342857724144975192, 0.609525130632832149}},
    {0x1.fffffffffffffp-1,
     {1.00000000000000004, -0.333333333333333363, 0.266666666666666705, -0.342857142857142925, 0.609523809523809678}},
    {0x1.0000000000000p+0,
     {1.0, -0.333333333333333333, 0.266666666666666667, -0.342857142857142857, 0.609523809523809524}},
    {0x1.0000000000001p+0,
     {0.999999999999999926, -0.333333333333333274, 0.266666666666666591, -0.342857142857142722, 0.609523809523809216}},
    {0x1.0000100000000p+0,
     {0.999999682108682464, -0.333333079020338205, 0.266666339692892507, -0.342856561570570429, 0.609522488418275869}},
    {0x1.0200000000000p+0,
     {0.997403944200604834, -0.331260414943140178, 0.264006586928724794, -0.33813721059098929, 0.59881738049363003}},
    {0x1.2000000000000p+0,
     {0.960310926830323216, -0.302493337163721856, 0.228156559424896176, -0.276356887002931073, 0.462687812984533162}},
    {0x1.8000000000000p+0,
     {0.860817881928008078, -0.232981458313609693, 0.150078944386588434, -0.154932999715979584, 0.220868798030791783}},
};

static void test_turn_is_accurate(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof truth / sizeof *truth; i++)
        for (int n = 0; n < 5; n++) {
            double expected = truth[i].turn[n], error = fabs(function_turn(n, truth[i].c) / expected - 1);
            if (!(error <= 1.2e-15))
                fail_msg("turn %d at %a: %.17g instead of %.17g, error %.2g", n, truth[i].c,
                         function_turn(n, truth[i].c), expected, error);
        }
}

/* Both formulas agree at the switch to the last digits. */
static void test_turn_has_no_steps(void **state)
{
    (void)state;
    static const double switches[] = {0.9, 0.5, 0.3, 0.2, 0.15, 1};
    for (int n = 0; n < 5; n++)
        for (int k = 0; k < 6; k++) {
            double c = switches[k], below = function_turn(n, nextafter(c, 0)),
                   above = function_turn(n, nextafter(c, 2));
            assert_true(fabs(below / above - 1) < 3e-15);
        }
}

/* (1-c²) f⁽ⁿ⁺¹⁾ = (2n+1) c f⁽ⁿ⁾ + n² f⁽ⁿ⁻¹⁾ everywhere between -1 and 1. */
static void test_turn_obeys_its_equation(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int i = 0; i < 2000; i++) {
        double c = random_between(&seed, -0.999, 1.2), w = (1 - c) * (1 + c);
        for (int n = 1; n < 4; n++) {
            double left = w * function_turn(n + 1, c);
            double right1 = (2 * n + 1) * c * function_turn(n, c), right2 = n * n * function_turn(n - 1, c);
            double size = fabs(left) + fabs(right1) + fabs(right2);
            assert_true(fabs(left - right1 - right2) <= 1.5e-15 * size);
        }
    }
}

static void test_turn_at_its_ends(void **state)
{
    (void)state;
    for (int n = 0; n < 5; n++) {
        double end = function_turn(n, -1);
        assert_true(isinf(end) && (n % 2 == 0) == (end > 0));
        assert_true(isnan(function_turn(n, -1.5)));
        assert_true(isnan(function_turn(n, NAN)));
        /* Far above 1 it continues as acosh(c)/sqrt(c²-1). */
        assert_true(isfinite(function_turn(n, 3)) && isfinite(function_turn(n, 1e3)));
    }
    assert_true(fabs(function_turn(0, 3) - acosh(3) / sqrt(8)) < 1e-15);
}

static void test_power(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 500; i++) {
        double a = random_between(&seed, -3, 3);
        for (int n = -20; n <= 20; n++)
            assert_true(fabs(function_power(a, n) / pow(a, n) - 1) < 1e-14);
        assert_true(same_bits(function_power(a, 2), a * a));
        assert_true(same_bits(function_power(a, 3), a * (a * a)));
        assert_true(same_bits(function_power(a, -1), 1 / a));
    }
    assert_true(function_power(0, 0) == 1 && function_power(NAN, 0) == 1);
    assert_true(isinf(function_power(0, -2)) && isnan(function_power(NAN, 2)));
    assert_true(isfinite(function_power(1, INT32_MIN)));
    assert_true(isfinite(function_power(1e200, 1))); /* the square that is not needed is not an overflow */
}

static void test_small_ones(void **state)
{
    (void)state;
    assert_true(function_sign(3) == 1 && function_sign(-0.1) == -1 && function_sign(0) == 0);
    assert_true(!signbit(function_sign(-0.0)) && isnan(function_sign(NAN)));
    assert_true(function_min(1, 2) == 1 && function_min(2, 1) == 1 && function_max(1, 2) == 2);
    assert_true(isnan(function_min(NAN, 1)) && isnan(function_min(1, NAN)));
    assert_true(isnan(function_max(NAN, 1)) && isnan(function_max(1, NAN)));
    assert_true(function_raise(2, 0.5) == pow(2, 0.5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turn_is_accurate),
        cmocka_unit_test(test_turn_has_no_steps),
        cmocka_unit_test(test_turn_obeys_its_equation),
        cmocka_unit_test(test_turn_at_its_ends),
        cmocka_unit_test(test_power),
        cmocka_unit_test(test_small_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
