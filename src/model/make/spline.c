/* spline.c: a path through keys: a cubic spline, twice differentiable everywhere. (For components in which it would leave
 * the range of two neighbouring keys see monotone.c.)
 *
 * Before the first key and after the last one the path is at rest, so velocity and acceleration are zero at both ends.
 * A cubic spline through n keys has two degrees of freedom too few for these four conditions; they come from one more
 * knot in the first interval and one in the last, in the middle of each (two keys have one interval: there the knots
 * are at its thirds).
 *
 * The unknowns are the second derivatives M at the inner knots and the position y at the two extra ones. Between knots
 * i and i + 1, h apart,
 *
 *   S'(left end)  = (y₊ − y)/h − h/6 (2 M + M₊)
 *   S'(right end) = (y₊ − y)/h + h/6 (M + 2 M₊)
 *
 * Equal slopes at the inner knots and zero slope at the ends give as many equations. In the order y of the first extra
 * knot, M of all inner knots, y of the last extra knot, the matrix has bandwidth 3.
 */
#include <string.h>

#include "model/model.h"

enum { BAND = 3, WIDTH = 3 * BAND + 1 }; /* pivoting widens the upper band */

struct system3 {
    int n;
    double (*row)[WIDTH]; /* row i holds columns i − BAND … i + 2 BAND */
    double (*right)[3];
};

static void add(struct system3 *s, int row, int column, double value) { s->row[row][column - row + BAND] += value; }

static void swap_rows(struct system3 *s, int a, int b)
{
    double moved[WIDTH] = {0}, right[3];
    for (int k = 0; k < WIDTH; k++) { /* the same columns have other indices in the other row */
        int column = b - BAND + k, there = column - a + BAND;
        if (there >= 0 && there < WIDTH)
            moved[there] = s->row[b][k];
    }
    double other[WIDTH] = {0};
    for (int k = 0; k < WIDTH; k++) {
        int column = a - BAND + k, there = column - b + BAND;
        if (there >= 0 && there < WIDTH)
            other[there] = s->row[a][k];
    }
    memcpy(s->row[a], moved, sizeof moved);
    memcpy(s->row[b], other, sizeof other);
    memcpy(right, s->right[a], sizeof right);
    memcpy(s->right[a], s->right[b], sizeof right);
    memcpy(s->right[b], right, sizeof right);
}

/* Gaussian elimination with row exchange; the solution replaces the right-hand side. */
static void solve(struct system3 *s)
{
    for (int i = 0; i < s->n; i++) {
        int best = i, last = i + BAND < s->n ? i + BAND : s->n - 1;
        for (int k = i + 1; k <= last; k++)
            if (fabs(s->row[k][i - k + BAND]) > fabs(s->row[best][i - best + BAND]))
                best = k;
        if (best != i)
            swap_rows(s, i, best);
        for (int k = i + 1; k <= last; k++) {
            double f = s->row[k][i - k + BAND] / s->row[i][BAND];
            if (f == 0)
                continue;
            for (int column = i; column <= i + 2 * BAND && column < s->n; column++)
                s->row[k][column - k + BAND] -= f * s->row[i][column - i + BAND];
            for (int c = 0; c < 3; c++)
                s->right[k][c] -= f * s->right[i][c];
        }
    }
    for (int i = s->n - 1; i >= 0; i--)
        for (int c = 0; c < 3; c++) {
            for (int column = i + 1; column <= i + 2 * BAND && column < s->n; column++)
                s->right[i][c] -= s->row[i][column - i + BAND] * s->right[column][c];
            s->right[i][c] /= s->row[i][BAND];
        }
}

/* The knots: all keys and the two extra ones; y of the extra ones is unknown. */
static void place_knots(const double (*key)[4], int keys, double *time, double (*y)[3])
{
    int n = 0;
    for (int i = 0; i < keys; i++) {
        time[n] = key[i][0];
        memcpy(y[n++], &key[i][1], sizeof *y);
        if (keys == 2 && i == 0) {
            double h = key[1][0] - key[0][0];
            time[n++] = key[0][0] + h / 3;
            time[n++] = key[0][0] + 2 * h / 3;
        } else if (keys > 2 && (i == 0 || i == keys - 2)) {
            time[n++] = (key[i][0] + key[i + 1][0]) / 2;
        }
    }
}

/* Unknown number of M at knot k (1 … knots − 2) and of y at the extra knots (1 and knots − 2); -1: known. */
static int m_index(int k, int knots) { return k >= 1 && k <= knots - 2 ? k : -1; }
static int y_index(int k, int knots) { return k == 1 ? 0 : k == knots - 2 ? knots - 1 : -1; }

/* Adds factor times the slope at the left (side 0) or right (side 1) end of interval k to an equation. */
static void add_slope(struct system3 *s, int row, int k, int side, double factor, int knots, const double *time,
                      const double (*y)[3])
{
    double h = time[k + 1] - time[k];
    double m[2] = {side == 0 ? -h / 3 : h / 6, side == 0 ? -h / 6 : h / 3}, slope[2] = {-1 / h, 1 / h};
    for (int e = 0; e < 2; e++) {
        int mi = m_index(k + e, knots), yi = y_index(k + e, knots);
        if (mi >= 0)
            add(s, row, mi, factor * m[e]);
        if (yi >= 0)
            add(s, row, yi, factor * slope[e]);
        for (int c = 0; yi < 0 && c < 3; c++)
            s->right[row][c] -= factor * slope[e] * y[k + e][c];
    }
}

static void find_pieces(struct spline *s, double (*y)[3])
{
    int knots = s->knots;
    struct system3 system = {.n = knots};
    system.row = mem_new(sizeof *system.row * (size_t)knots);
    system.right = mem_new(sizeof *system.right * (size_t)knots);
    const double(*known)[3] = (const double(*)[3])y;
    add_slope(&system, 0, 0, 0, 1, knots, s->time, known);
    for (int k = 1; k <= knots - 2; k++) {
        add_slope(&system, k, k - 1, 1, 1, knots, s->time, known);
        add_slope(&system, k, k, 0, -1, knots, s->time, known);
    }
    add_slope(&system, knots - 1, knots - 2, 1, 1, knots, s->time, known);
    solve(&system);
    for (int c = 0; c < 3; c++) {
        y[1][c] = system.right[0][c];
        y[knots - 2][c] = system.right[knots - 1][c];
    }
    for (int k = 0; k < knots - 1; k++)
        for (int c = 0; c < 3; c++) {
            double h = s->time[k + 1] - s->time[k];
            double m0 = m_index(k, knots) >= 0 ? system.right[k][c] : 0;
            double m1 = m_index(k + 1, knots) >= 0 ? system.right[k + 1][c] : 0;
            double *p = &s->coefficient[k][4 * c];
            p[0] = y[k][c];
            p[1] = (y[k + 1][c] - y[k][c]) / h - h / 6 * (2 * m0 + m1);
            p[2] = m0 / 2;
            p[3] = (m1 - m0) / (6 * h);
        }
    mem_free(system.row);
    mem_free(system.right);
}

struct spline *spline_new(struct arena *a, const double (*key)[4], int keys)
{
    struct spline *s = ARENA_NEW(a, struct spline);
    s->keys = keys;
    s->key = arena_new(a, sizeof *s->key * (size_t)keys);
    memcpy(s->key, key, sizeof *s->key * (size_t)keys);
    if (keys == 1)
        return s;
    s->knots = keys + 2;
    s->time = ARENA_ARRAY(a, double, s->knots);
    s->coefficient = arena_new(a, sizeof *s->coefficient * (size_t)(s->knots - 1));
    double(*y)[3] = mem_new(sizeof *y * (size_t)s->knots);
    place_knots(key, keys, s->time, y);
    find_pieces(s, y);
    mem_free(y);
    for (int c = 0; c < 3; c++)
        s->quintic[c] = spline_quintics(a, s, c);
    return s;
}

/* ---- as a formula ---- */

static double beginning(const struct spline *s, int k, int c)
{
    return s->quintic[c] != NULL ? s->key[k][0] : s->time[k];
}
static int pieces(const struct spline *s, int c) { return (s->quintic[c] != NULL ? s->keys : s->knots) - 1; }

static node piece(struct formula *f, const struct spline *s, node at, int k, int c)
{
    const double *p = s->quintic[c] != NULL ? s->quintic[c][k] : &s->coefficient[k][4 * c];
    const int degree = s->quintic[c] != NULL ? 5 : 3;
    node u = formula_binary(f, OP_SUBTRACT, at, formula_constant(f, beginning(s, k, c)));
    node value = formula_constant(f, p[degree]);
    for (int i = degree - 1; i >= 0; i--)
        value = formula_binary(f, OP_ADD, formula_constant(f, p[i]), formula_binary(f, OP_MULTIPLY, u, value));
    return value;
}

/* Chooses among pieces first … last, −1 for the time before the first and their number for the time after the last: by
 * bisection, so that the depth is logarithmic. */
static node choose(struct formula *f, const struct spline *s, node at, int first, int last, int c)
{
    if (first == last) {
        if (first < 0)
            return formula_constant(f, s->key[0][1 + c]);
        return first >= pieces(s, c) ? formula_constant(f, s->key[s->keys - 1][1 + c]) : piece(f, s, at, first, c);
    }
    int half = first + (last - first) / 2; /* the lower half ends with this piece, at the knot after it */
    node low = choose(f, s, at, first, half, c), high = choose(f, s, at, half + 1, last, c);
    node is_low = formula_binary(f, OP_LESS, at, formula_constant(f, beginning(s, half + 1, c)));
    return formula_if(f, is_low, low, high);
}

struct value spline_value(struct formula *f, const struct spline *s, node at)
{
    struct value v = {.type = VALUE_VECTOR};
    for (int c = 0; c < 3; c++)
        v.e[c] = s->keys == 1 ? formula_constant(f, s->key[0][1 + c]) : choose(f, s, at, -1, pieces(s, c), c);
    return v;
}
