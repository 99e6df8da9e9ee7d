/* linear_bench.c: cost per block of src/linear, for graphs of growing size.
 *
 * Prints, for chains, closed chain, binary tree, cloth and hub, the time of analysis and of factorization with solve in
 * nanoseconds per block, and for the chain the ratio to a block-tridiagonal 3×3 kernel written by hand below. Blocks have
 * three rows; hinges five, rods one; "mixed" is 3, 5, 1, 6 in turn.
 *   linear_bench [largest]        largest number of blocks, default 1000000
 */
#include "base/memory.h"
#include "linear/ldl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static unsigned long long seed = 12345;
static double random_number(void) /* -1 … 1 */
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(long long)(seed >> 11) / 4503599627370496.0 - 1;
}

enum shape { CHAIN, HINGES, RODS, MIXED, CLOSED, TREE, CLOTH, HUB, HUB_NAILS, SHAPES };
static const char *const shape_name[] = {"chain", "hinge chain",  "rod chain", "mixed chain",   "closed chain",
                                         "tree",  "cloth (rods)", "hub",       "nails on a hub"};

static int block_size(enum shape shape, int i, int n)
{
    static const int mixed[] = {3, 5, 1, 6};
    if (shape >= HUB && i == n - 1)
        return 6;
    return shape == HINGES ? 5 : shape == RODS || shape == CLOTH ? 1 : shape == MIXED ? mixed[i % 4] : 3;
}

/* Pairs of a shape with n blocks; a hub is block n - 1, of six rows and sign -1. Returns how many. A cloth is a square
 * of points with rods to the right (even blocks) and down (odd ones): rods that share a point are coupled. */
static int make_pairs(enum shape shape, int n, int *pair)
{
    int pairs = 0, side = (int)sqrt(n / 2.0);
    for (int i = 1; i < n; i++) {
        if (shape == CLOTH) {
            int p = i / 2, left = p - 1, above = p - side;
            int with[] = {i % 2 ? i - 1 : -1, 2 * left, 2 * above + 1};
            for (int k = 0; k < 3; k++)
                if (with[k] >= 0) {
                    pair[2 * pairs] = i;
                    pair[2 * pairs++ + 1] = with[k];
                }
            continue;
        }
        pair[2 * pairs] = i;
        pair[2 * pairs++ + 1] = shape == TREE ? (i - 1) / 2 : shape < TREE ? i - 1 : n - 1;
        if (shape >= HUB)
            pair[2 * pairs - 2] = i - 1;
    }
    if (shape == CLOSED && n > 2) {
        pair[2 * pairs] = n - 1;
        pair[2 * pairs++ + 1] = 0;
    }
    return pairs;
}

/* Diagonal blocks near 1 (hub: -1; nails: 0), others small enough for a definite matrix. */
static void fill(const struct ldl *m, struct ldl_numbers *numbers, enum shape shape, int n, const int *size, int pairs,
                 const int *pair)
{
    double *a = ldl_values(numbers);
    bool transposed;
    for (int i = 0; i < n; i++) {
        double *d = a + ldl_offset(m, i, i, &transposed);
        double sign = shape >= HUB && i == n - 1 ? -1 : shape == HUB_NAILS ? 0 : 1;
        for (int r = 0; r < size[i]; r++)
            for (int c = 0; c <= r; c++)
                d[r * size[i] + c] = d[c * size[i] + r] = r == c ? sign : sign * 0.1 * random_number();
    }
    for (int k = 0; k < pairs; k++) {
        int i = pair[2 * k], j = pair[2 * k + 1];
        double *b = a + ldl_offset(m, i, j, &transposed);
        for (int r = 0; r < size[i] * size[j]; r++)
            b[r] = (shape >= HUB ? 0.5 : shape == MIXED || shape == HINGES ? 0.07 : 0.14) * random_number();
    }
}

/* The hand-written kernel: A = tridiag(B_i, D_i, B_{i+1}ᵀ), LDLᵀ and solve in x. */
static void by_hand(int n, const double *restrict d, const double *restrict b, double *restrict f, double *restrict x)
{
    double a[9];
    memcpy(a, d, sizeof a);
    for (int i = 0;; i++) {
        double *g = f + 18 * (size_t)i, *l = g + 9;
        double i0 = 1 / a[0], l1 = a[3] * i0, l2 = a[6] * i0, x2 = a[7] - a[6] * l1, i1 = 1 / (a[4] - a[3] * l1);
        double l3 = x2 * i1, i2 = 1 / (a[8] - a[6] * l2 - x2 * l3);
        g[0] = i0, g[1] = l1, g[2] = l2, g[3] = i1, g[4] = l3, g[5] = i2;
        double *y = x + 3 * (size_t)i;
        y[1] -= l1 * y[0];
        y[2] -= l2 * y[0] + l3 * y[1];
        y[0] *= i0, y[1] *= i1, y[2] *= i2;
        if (i == n - 1)
            break;
        for (int r = 0; r < 3; r++) {
            const double *row = b + 9 * (size_t)i + 3 * r;
            l[3 * r] = row[0];
            l[3 * r + 1] = row[1] - l1 * row[0];
            l[3 * r + 2] = row[2] - l2 * row[0] - l3 * l[3 * r + 1];
            y[3 + r] -= l[3 * r] * y[0] + l[3 * r + 1] * y[1] + l[3 * r + 2] * y[2];
        }
        for (int r = 0; r < 3; r++)
            for (int c = 0; c <= r; c++)
                a[3 * r + c] = d[9 * ((size_t)i + 1) + 3 * (size_t)r + (size_t)c] - l[3 * r] * l[3 * c] * i0 -
                               l[3 * r + 1] * l[3 * c + 1] * i1 - l[3 * r + 2] * l[3 * c + 2] * i2;
    }
    for (int i = n - 1; i >= 0; i--) {
        const double *g = f + 18 * (size_t)i, *l = g + 9;
        double *y = x + 3 * (size_t)i, t[3] = {0};
        for (int c = 0; c < 3 && i < n - 1; c++)
            t[c] = l[c] * y[3] + l[3 + c] * y[4] + l[6 + c] * y[5];
        y[2] -= t[2] * g[5];
        y[1] -= t[1] * g[3] + g[4] * y[2];
        y[0] -= t[0] * g[0] + g[1] * y[1] + g[2] * y[2];
    }
}

/* Nanoseconds per block of the hand-written kernel, best of several rounds. */
static double time_by_hand(int n)
{
    double *d = MEM_ARRAY(double, 9 * (size_t)n), *b = MEM_ARRAY(double, 9 * (size_t)n);
    double *f = MEM_ARRAY(double, 18 * (size_t)n), *x = MEM_ARRAY(double, 3 * (size_t)n), best = 1e300;
    for (size_t i = 0; i < 9 * (size_t)n; i++) {
        d[i] = i % 9 % 4 == 0 ? 1 : 0.05;
        b[i] = 0.14 * random_number();
    }
    int repeat = 1 + 20000 / n;
    for (int round = 0; round < 7; round++) {
        double t = 0;
        for (int k = 0; k < repeat; k++) {
            for (int i = 0; i < 3 * n; i++)
                x[i] = 1;
            double start = seconds();
            by_hand(n, d, b, f, x);
            t += seconds() - start;
        }
        best = t / repeat < best ? t / repeat : best;
    }
    mem_free(d);
    mem_free(b);
    mem_free(f);
    mem_free(x);
    return 1e9 * best / n;
}

struct timing {
    double analysis, factor, solve, min_norm; /* ns per block */
    double residual;
};

static struct timing measure(enum shape shape, int n)
{
    struct timing best = {1e300, 1e300, 1e300, 1e300, 0};
    int *size = MEM_ARRAY(int, n), *pair = MEM_ARRAY(int, 6 * (size_t)n), repeat = 1 + 20000 / n;
    signed char *sign = MEM_ARRAY(signed char, n);
    for (int i = 0; i < n; i++) {
        size[i] = block_size(shape, i, n);
        sign[i] = shape >= HUB && i == n - 1 ? -1 : 1;
    }
    int pairs = make_pairs(shape, n, pair);
    double start = seconds();
    struct ldl *m = ldl_analyze(n, size, sign, pairs, pair);
    struct ldl_numbers *numbers = ldl_numbers_new(m);
    best.analysis = seconds() - start;
    fill(m, numbers, shape, n, size, pairs, pair);
    int rows = ldl_rows(m);
    double *b = MEM_ARRAY(double, rows), *x = MEM_ARRAY(double, rows), *rho = MEM_ARRAY(double, rows);
    double *t = MEM_ARRAY(double, rows);
    for (int round = 0; round < 5; round++) {
        double factor = 0, solve = 0, whole = 0;
        for (int k = 0; k < repeat; k++) {
            for (int i = 0; i < rows; i++)
                x[i] = t[i] = 1 + 0.1 * (i % 7);
            ldl_multiply(m, numbers, 0, t, b);
            start = seconds();
            ldl_factor(m, numbers, 0, shape == HUB_NAILS ? 1e-8 : 0, 0);
            double middle = seconds();
            ldl_solve(m, numbers, 0, x);
            double end = seconds();
            memcpy(t, b, (size_t)rows * sizeof *t);
            double before = seconds();
            ldl_min_norm(m, numbers, 0, t, x, rho);
            whole += seconds() - before;
            factor += middle - start;
            solve += end - middle;
        }
        best.factor = fmin(best.factor, factor / repeat);
        best.solve = fmin(best.solve, solve / repeat);
        best.min_norm = fmin(best.min_norm, whole / repeat);
    }
    ldl_multiply(m, numbers, 0, x, t);
    for (int i = 0; i < rows; i++)
        best.residual = fmax(best.residual, fabs(t[i] - b[i] + rho[i]));
    double *scale[] = {&best.analysis, &best.factor, &best.solve, &best.min_norm};
    for (int i = 0; i < 4; i++)
        *scale[i] *= 1e9 / n;
    ldl_free(m);
    ldl_numbers_free(numbers);
    void *part[] = {size, pair, sign, b, x, rho, t};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        mem_free(part[i]);
    return best;
}

int main(int arguments, char **argument)
{
    int largest = arguments > 1 ? atoi(argument[1]) : 1000000;
    printf("%-15s %9s %9s %8s %8s %8s %9s %9s %6s\n", "ns per block", "blocks", "analysis", "factor", "solve", "sum",
           "min norm", "residual", "/hand");
    for (enum shape shape = CHAIN; shape < SHAPES; shape++)
        /* The fill-in of a cloth grows, and with it the cost per block: it stops early. */
        for (int n = 10; n <= (shape == CLOTH && largest > 10000 ? 10000 : largest); n *= 10) {
            struct timing t = measure(shape, n);
            printf("%-15s %9d %9.1f %8.1f %8.1f %8.1f %9.1f %9.1e", shape_name[shape], n, t.analysis, t.factor, t.solve,
                   t.factor + t.solve, t.min_norm, t.residual);
            if (shape == CHAIN)
                printf(" %6.2f", (t.factor + t.solve) / time_by_hand(n));
            printf("\n");
        }
    return 0;
}
