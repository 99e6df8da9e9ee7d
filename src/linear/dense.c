/* dense.c: see dense.h. */
#include "linear/dense.h"
#include "base/memory.h"

#include <assert.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

struct dense_work {
    int n;
    lapack_int size;
    double *singular, *work;
    lapack_int *integers;
};

struct dense_work *dense_work_new(int n)
{
    assert(n >= 0);
    struct dense_work *w = MEM_NEW(struct dense_work);
    int rows = n > 0 ? n : 1;
    double size = 0, none = 0;
    lapack_int integers = 0, rank;
    w->n = n;
    /* Workspace query. */
    lapack_int failed = LAPACKE_dgelsd_work(LAPACK_COL_MAJOR, rows, rows, 1, &none, rows, &none, rows, &none, 1e-12,
                                            &rank, &size, -1, &integers);
    assert(failed == 0);
    (void)failed;
    w->size = (lapack_int)size;
    w->singular = MEM_ARRAY(double, rows);
    w->work = MEM_ARRAY(double, w->size);
    w->integers = MEM_ARRAY(lapack_int, integers);
    return w;
}

void dense_work_free(struct dense_work *w)
{
    if (w == NULL)
        return;
    mem_free(w->singular);
    mem_free(w->work);
    mem_free(w->integers);
    mem_free(w);
}

int dense_least_squares(struct dense_work *w, int n, double *a, double *b, double cut)
{
    assert(n <= w->n);
    if (n == 0)
        return 0;
    lapack_int rank = 0;
    /* A is symmetric, so row-major and column-major are the same. */
    lapack_int failed = LAPACKE_dgelsd_work(LAPACK_COL_MAJOR, n, n, 1, a, n, b, n, w->singular, cut, &rank, w->work,
                                            w->size, w->integers);
    return failed == 0 ? (int)rank : -1;
}

struct dense_square {
    int rows, columns;
    int m, n, rank; /* of the last B */
    lapack_int size;
    double *singular, *u, *vt, *part, *work;
    lapack_int *integers;
};

struct dense_square *dense_square_new(int rows, int columns)
{
    assert(rows >= 0 && columns >= 0);
    struct dense_square *w = MEM_NEW(struct dense_square);
    const int m = rows > 0 ? rows : 1, n = columns > 0 ? columns : 1, least = m < n ? m : n;
    double size = 0, none = 0;
    lapack_int integer = 0;
    lapack_int failed =
        LAPACKE_dgesdd_work(LAPACK_COL_MAJOR, 'S', n, m, &none, n, &none, &none, n, &none, least, &size, -1, &integer);
    assert(failed == 0);
    (void)failed;
    w->rows = rows;
    w->columns = columns;
    w->size = (lapack_int)size;
    w->singular = MEM_ARRAY(double, least);
    w->u = MEM_ARRAY(double, (size_t)n *(size_t)least);
    w->vt = MEM_ARRAY(double, (size_t)m *(size_t)least);
    w->part = MEM_ARRAY(double, least);
    w->work = MEM_ARRAY(double, w->size);
    w->integers = MEM_ARRAY(lapack_int, 8 * (size_t)least);
    return w;
}

void dense_square_free(struct dense_square *w)
{
    if (w == NULL)
        return;
    mem_free(w->singular);
    mem_free(w->u);
    mem_free(w->vt);
    mem_free(w->part);
    mem_free(w->work);
    mem_free(w->integers);
    mem_free(w);
}

void dense_square_solve(const struct dense_square *w, double *r)
{
    const size_t least = (size_t)(w->m < w->n ? w->m : w->n), m = (size_t)w->m;
    const int rank = w->rank;
    for (int i = 0; i < rank; i++) {
        double part = 0;
        for (size_t k = 0; k < m; k++)
            part += w->vt[k * least + (size_t)i] * r[k];
        w->part[i] = part / (w->singular[i] * w->singular[i]);
    }
    for (size_t k = 0; k < m; k++) {
        r[k] = 0;
        for (int i = 0; i < rank; i++)
            r[k] += w->vt[k * least + (size_t)i] * w->part[i];
    }
}

int dense_square_factor(struct dense_square *w, int m, int n, double *b, double cut)
{
    assert(m <= w->rows && n <= w->columns);
    const int least = m < n ? m : n;
    w->m = m;
    w->n = n;
    w->rank = 0;
    if (least == 0)
        return 0;
    /* Row-major B is column-major Bᵀ = U S Vᵀ, so that B Bᵀ = V S² Vᵀ. */
    lapack_int failed = LAPACKE_dgesdd_work(LAPACK_COL_MAJOR, 'S', n, m, b, n, w->singular, w->u, n, w->vt, least,
                                            w->work, w->size, w->integers);
    while (failed == 0 && w->rank < least && w->singular[w->rank] > cut * w->singular[0])
        w->rank++;
    return failed == 0 ? w->rank : -1;
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* v ← v minus its parts along the orthonormal rows of q, twice (once loses orthogonality where v is nearly dependent).
 * Returns its length after that. */
static double orthogonalize(int n, int rank, const double *q, double *v)
{
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < rank; k++) {
            double part = dot(n, q + (size_t)k * (size_t)n, v);
            for (int i = 0; i < n; i++)
                v[i] -= part * q[(size_t)k * (size_t)n + (size_t)i];
        }
    return sqrt(dot(n, v, v));
}

int dense_independent_groups(int groups, const int *group_start, int n, const double *j, double tolerance, bool *keep)
{
    int rank = 0, rows = groups > 0 ? group_start[groups] : 0, most = rows < n ? rows : n;
    size_t width = (size_t)n;
    double *q = MEM_ARRAY(double, width *(size_t)(most + 1));
    for (int g = 0; g < groups; g++) {
        int with = rank;
        keep[g] = true;
        for (int r = group_start[g]; keep[g] && r < group_start[g + 1]; r++) {
            double *v = q + width * (size_t)with;
            memcpy(v, j + width * (size_t)r, width * sizeof *v);
            double length = sqrt(dot(n, v, v)), left = with < n ? orthogonalize(n, with, q, v) : 0;
            keep[g] = left > tolerance * length;
            for (int i = 0; keep[g] && i < n; i++)
                v[i] /= left;
            with++;
        }
        rank = keep[g] ? with : rank;
    }
    mem_free(q);
    return rank;
}

/* ---- symmetric indefinite ---- */

/* Column-major: D is on the diagonal, and also below it for a 2×2 pivot. */
static bool count_negative(int n, const double *a, const int *pivot, double scale, int *negative)
{
    *negative = 0;
    for (int k = 0; k < n; k++) {
        const double *at = a + (size_t)k * (size_t)(n + 1);
        double d = at[0];
        if (!isfinite(d))
            return false;
        if (pivot[k] > 0) {
            if (fabs(d) <= 1e-15 * scale)
                return false;
            *negative += d < 0;
        } else { /* a 2×2 pivot: one eigenvalue of each sign, or both of the same */
            double e = at[n + 1], b = at[1], determinant = d * e - b * b;
            if (!isfinite(determinant) || determinant == 0)
                return false;
            *negative += determinant < 0 ? 1 : d < 0 ? 2 : 0;
            k++;
        }
    }
    return true;
}

bool dense_symmetric_factor(int n, double *a, int *pivot, int *negative)
{
    double scale = 0;
    *negative = 0;
    if (n == 0)
        return true;
    for (int k = 0; k < n; k++)
        for (int i = k; i < n; i++)
            scale = fmax(scale, fabs(a[(size_t)k * (size_t)n + (size_t)i]));
    if (LAPACKE_dsytrf(LAPACK_COL_MAJOR, 'L', n, a, n, pivot) != 0)
        return false;
    return count_negative(n, a, pivot, scale, negative);
}

void dense_symmetric_solve(int n, const double *a, const int *pivot, double *b)
{
    if (n > 0)
        LAPACKE_dsytrs(LAPACK_COL_MAJOR, 'L', n, 1, a, n, pivot, b, n);
}
