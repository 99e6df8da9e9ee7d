/* monotone.c: a path through keys that never leaves the range of two neighbouring keys, and is twice differentiable.
 *
 * Where the cubic spline (spline.c) is monotone between keys it is the path. Elsewhere a component has a quintic between
 * each two keys, h apart, with the slopes d and second derivatives m of the spline at the keys as far as they may be kept.
 * Its Bézier points are
 *
 *   y, y + h d/5, y + 2 h d/5 + h² m/20;  y₊ − 2 h d₊/5 + h² m₊/20, y₊ − h d₊/5, y₊
 *
 * and it rises where these do: for a rise D from y to y₊, with d, d₊ ≥ 0, −4 d/h ≤ m, m₊ ≤ 4 d₊/h, and
 *
 *   2 h (d + d₊)/5 + h² (m₊' + m')/20 ≤ D      m' = max(m, 0), m₊' = max(−m₊, 0)
 *
 * which is kept when d and m of a key become smaller together. At keys where the direction changes, and beside flat
 * intervals, both are zero.
 */
#include <math.h>
#include <string.h>

#include "model/model.h"

/* ---- of the cubic spline ---- */

static double slope_at(const double p[4], double u) { return p[1] + u * (2 * p[2] + u * 3 * p[3]); }

/* Does a piece of length h never move against the direction of `change`, or at all if that is 0? */
static bool goes_along(const double p[4], double h, double change)
{
    const double ends[2] = {slope_at(p, 0), slope_at(p, h)}, turn = p[3] != 0 ? -p[2] / (3 * p[3]) : 0;
    const double middle = turn > 0 && turn < h ? slope_at(p, turn) : ends[0];
    const double size = fabs(p[0]) + fabs(change), small = 1e-12 * size / h;
    if (change == 0)
        return fabs(ends[0]) <= small && fabs(ends[1]) <= small && fabs(middle) <= small;
    const double way = change > 0 ? 1 : -1;
    return way * ends[0] >= -small && way * ends[1] >= -small && way * middle >= -small;
}

static bool is_monotone(const struct spline *s, int c)
{
    int k = 0;
    for (int i = 0; i + 1 < s->keys; i++)
        for (; k < s->knots - 1 && s->time[k] < s->key[i + 1][0]; k++)
            if (!goes_along(&s->coefficient[k][4 * c], s->time[k + 1] - s->time[k],
                            s->key[i + 1][1 + c] - s->key[i][1 + c]))
                return false;
    return true;
}

/* Slope and second derivative at the keys; at the first and the last the path is at rest. */
static void read_spline(const struct spline *s, int c, double *d, double *m)
{
    for (int i = 0, k = 0; i < s->keys; i++) {
        const bool inside = i > 0 && i < s->keys - 1;
        while (inside && s->time[k] < s->key[i][0])
            k++;
        d[i] = inside ? s->coefficient[k][4 * c + 1] : 0;
        m[i] = inside ? 2 * s->coefficient[k][4 * c + 2] : 0;
    }
}

/* ---- quintics ---- */

static double rise(const struct spline *s, int i, int c) { return s->key[i + 1][1 + c] - s->key[i][1 + c]; }
static double length(const struct spline *s, int i) { return s->key[i + 1][0] - s->key[i][0]; }

/* The conditions of a key by itself. */
static void limit_key(const struct spline *s, int i, int c, double *d, double *m)
{
    const double before = rise(s, i - 1, c), after = rise(s, i, c), way = after > 0 ? 1 : -1;
    if (before * after < 0) { /* a peak or a trough */
        *d = 0;
        *m = way * fmax(way * *m, 0);
        return;
    }
    if (before * after == 0 || *d * after < 0) {
        *d = *m = 0;
        return;
    }
    const double low = -4 * way * *d / length(s, i), high = 4 * way * *d / length(s, i - 1);
    *m = way * fmin(fmax(way * *m, low), high);
}

/* The last condition of an interval: both keys become smaller. */
static void limit_interval(const struct spline *s, int i, int c, double *d, double *m)
{
    const double change = rise(s, i, c), way = change > 0 ? 1 : -1, h = length(s, i);
    const double used =
        way * (d[i] + d[i + 1]) * 2 * h / 5 + (fmax(way * m[i], 0) + fmax(-way * m[i + 1], 0)) * h * h / 20;
    const double part = used > way * change ? way * change / used : 1;
    for (int k = i; k <= i + 1; k++) {
        d[k] *= part;
        m[k] *= part;
    }
}

/* Coefficients of the powers of t − key for the values y, slopes and second derivatives at both ends. */
static void quintic(double y, double change, double h, const double *d, const double *m, double out[6])
{
    const double p = change - h * d[0] - h * h * m[0] / 2, v = h * (d[1] - d[0]) - h * h * m[0],
                 a = h * h * (m[1] - m[0]);
    out[0] = y;
    out[1] = d[0];
    out[2] = m[0] / 2;
    out[3] = (10 * p - 4 * v + a / 2) / (h * h * h);
    out[4] = (-15 * p + 7 * v - a) / (h * h * h * h);
    out[5] = (6 * p - 3 * v + a / 2) / (h * h * h * h * h);
}

double (*spline_quintics(struct arena *a, const struct spline *s, int c))[6]
{
    if (is_monotone(s, c))
        return NULL;
    double *d = MEM_ARRAY(double, s->keys), *m = MEM_ARRAY(double, s->keys);
    double(*out)[6] = arena_new(a, sizeof *out * (size_t)(s->keys - 1));
    read_spline(s, c, d, m);
    for (int i = 1; i < s->keys - 1; i++)
        limit_key(s, i, c, &d[i], &m[i]);
    for (int i = 0; i < s->keys - 1; i++)
        limit_interval(s, i, c, d, m);
    for (int i = 0; i < s->keys - 1; i++)
        quintic(s->key[i][1 + c], rise(s, i, c), length(s, i), &d[i], &m[i], out[i]);
    mem_free(d);
    mem_free(m);
    return out;
}
