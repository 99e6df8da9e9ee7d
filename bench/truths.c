#include "truths.h"

#include <math.h>

static const double g = 9.81;

/* sin(θ/2) = k sn(ω t + K, k) with k² = 1/2. sn by the descending Landen transformation: with the steps a, b, c of the
 * arithmetic-geometric mean, φ_n = 2ⁿ a_n u and φ_{i−1} = (φ_i + asin(c_i/a_i sin φ_i))/2; sn u = sin φ_0. */
void truth_pendulum(double t, double xy[2])
{
    enum { ROUNDS = 6 };
    const long double half_turn = 3.141592653589793238462643383279502884L;
    long double a[ROUNDS + 1], c[ROUNDS + 1], b = sqrtl(0.5L);
    a[0] = 1;
    c[0] = b;
    for (int i = 0; i < ROUNDS; i++) {
        a[i + 1] = (a[i] + b) / 2;
        c[i + 1] = (a[i] - b) / 2;
        b = sqrtl(a[i] * b);
    }
    long double quarter = half_turn / (2 * a[ROUNDS]); /* K: a quarter of the period */
    long double u = fmodl(sqrtl((long double)g) * (long double)t + quarter, 4 * quarter);
    long double phi = ldexpl(a[ROUNDS] * u, ROUNDS);
    for (int i = ROUNDS; i > 0; i--)
        phi = (phi + asinl(c[i] / a[i] * sinl(phi))) / 2;
    long double half = sqrtl(0.5L) * sinl(phi); /* sin(θ/2) */
    xy[0] = (double)(-2 * half * sqrtl(1 - half * half));
    xy[1] = (double)(2 * half * half - 1);
}

/* θ'' = g sin θ ((N+1)/2 + N)/((N+1)/3 + N), by the classical method of order 4. */
void truth_four_bar_advance(struct truth_four_bar *f, double t)
{
    double n = f->cells, factor = g * ((n + 1) / 2 + n) / ((n + 1) / 3 + n), span = t - f->t;
    long steps = (long)ceil(span / 1e-4 - 1e-6);
    double h = steps > 0 ? span / (double)steps : 0;
    for (long i = 0; i < steps; i++) {
        double a = f->angle, b = f->rate;
        double k1 = b, l1 = factor * sin(a);
        double k2 = b + h / 2 * l1, l2 = factor * sin(a + h / 2 * k1);
        double k3 = b + h / 2 * l2, l3 = factor * sin(a + h / 2 * k2);
        double k4 = b + h * l3, l4 = factor * sin(a + h * k3);
        f->angle += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        f->rate += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    }
    f->t = t;
}

const struct truth_value truth_andrews[TRUTH_ANDREWS] = {
    {"beta", 15.81077119515370709711939},        {"Theta", -15.75637105841183946972775},
    {"gamma", 0.04082224011964580485828232},     {"Phi", -0.5347301163420795937701850},
    {"delta", 0.5244099658799540693716558},      {"Omega", 0.5347301163420795937701850},
    {"eps", 1.048080741041937873068515},         {"beta-rate", 1139.920302259106064198097},
    {"Theta-rate", -1424.379295177540073196026}, {"gamma-rate", 11.03291191061859374532731},
    {"Phi-rate", 19.29337410503204083162756},    {"delta-rate", 0.5735699148295024538176879},
    {"Omega-rate", -19.29337410503204083162756}, {"eps-rate", 0.3231791492491308749907484},
    {"lambda1", 199.1753481045386281862395},     {"lambda2", -29.75530997497176332441573},
    {"lambda3", 23.06654361162215112861737},     {"lambda4", 31.45272527577113707538454},
    {"lambda5", 22.64249478639437857771292},     {"lambda6", 11.61739235261125590680148},
};

const struct truth_value truth_andrews_iftomm[TRUTH_ANDREWS_IFTOMM] = {
    {"Fx", -0.005158985250},          {"Fy", 0.004731265284},        {"beta", 33.81534072136017},
    {"beta-rate", 1140.942733447107}, {"gamma", 0.1151585275915524}, {"gamma-rate", -191.9102631167937},
};
