/* principal.c: see principal.h. */
#include "flexible/principal.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* One rotation of Jacobi's; v may be NULL. */
static void rotate_plane(double m[3][3], double (*v)[3], int p, int q)
{
    const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
    const double tangent = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    const double c = 1 / sqrt(tangent * tangent + 1), s = tangent * c, off = m[p][q];
    const int k = 3 - p - q;
    const double a = m[p][k], b = m[q][k];
    m[p][p] -= tangent * off;
    m[q][q] += tangent * off;
    m[p][q] = m[q][p] = 0;
    m[p][k] = m[k][p] = c * a - s * b;
    m[q][k] = m[k][q] = s * a + c * b;
    for (int i = 0; i < 3 && v != NULL; i++) {
        const double x = v[i][p], y = v[i][q];
        v[i][p] = c * x - s * y;
        v[i][q] = s * x + c * y;
    }
}

/* Until what is not on the diagonal is smaller than `small` times what is. */
static void diagonalise(const double matrix[6], double small, double value[3], double (*v)[3])
{
    double m[3][3] = {
        {matrix[0], matrix[3], matrix[4]}, {matrix[3], matrix[1], matrix[5]}, {matrix[4], matrix[5], matrix[2]}};
    bool turned = true;
    for (int sweep = 0; sweep < 8 && turned; sweep++) {
        turned = false;
        for (int k = 0; k < 3; k++) {
            const int p = k == 2 ? 1 : 0, q = k == 0 ? 1 : 2;
            if (!(fabs(m[p][q]) > small * (fabs(m[p][p]) + fabs(m[q][q]))))
                continue;
            rotate_plane(m, v, p, q);
            turned = true;
        }
    }
    for (int i = 0; i < 3; i++)
        value[i] = m[i][i];
}

void principal_axes(const double matrix[6], double value[3], double vector[3][3])
{
    static const double one[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    memcpy(vector, one, sizeof one);
    diagonalise(matrix, 1e-17, value, vector);
}

/* Their errors are of the order of the square of what is left outside the diagonal. */
void principal_values(const double matrix[6], double value[3]) { diagonalise(matrix, 1e-3, value, NULL); }

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* Exchanges columns; one of them changes its sign, so that a rotation remains one. */
static void exchange(double value[3], double v[3][3], int i, int j)
{
    double keep = value[i];
    value[i] = value[j];
    value[j] = keep;
    for (int k = 0; k < 3; k++) {
        double x = v[k][i];
        v[k][i] = v[k][j];
        v[k][j] = -x;
    }
}

/* The unit vector along `a` without its part along the unit vector `from`; any that is perpendicular if none is left. */
static void perpendicular(const double a[3], const double from[3], double out[3])
{
    double along = dot(a, from), size = 0;
    for (int d = 0; d < 3; d++)
        out[d] = a[d] - along * from[d];
    size = sqrt(dot(out, out));
    if (!(size > 1e-12 * sqrt(dot(a, a)))) {
        const int least = fabs(from[0]) < 0.6 ? 0 : 1;
        for (int d = 0; d < 3; d++)
            out[d] = (d == least) - from[least] * from[d];
        size = sqrt(dot(out, out));
    }
    for (int d = 0; d < 3; d++)
        out[d] /= size;
}

void principal_stretches(const double f[3][3], double stretch[3], double u[3][3], double v[3][3])
{
    const double c[6] = {dot(f[0], f[0]), dot(f[1], f[1]), dot(f[2], f[2]),
                         dot(f[0], f[1]), dot(f[0], f[2]), dot(f[1], f[2])};
    double image[3][3], axis[3][3]; /* by axis */
    principal_axes(c, stretch, v);
    for (int i = 0; i < 2; i++)
        for (int j = i + 1; j < 3; j++)
            if (stretch[j] > stretch[i])
                exchange(stretch, v, i, j);
    for (int i = 0; i < 3; i++)
        for (int d = 0; d < 3; d++)
            image[i][d] = f[0][d] * v[0][i] + f[1][d] * v[1][i] + f[2][d] * v[2][i];
    double longest = sqrt(dot(image[0], image[0]));
    for (int d = 0; d < 3; d++)
        axis[0][d] = longest > 0 ? image[0][d] / longest : d == 0;
    perpendicular(image[1], axis[0], axis[1]);
    for (int d = 0; d < 3; d++)
        axis[2][d] = axis[0][(d + 1) % 3] * axis[1][(d + 2) % 3] - axis[0][(d + 2) % 3] * axis[1][(d + 1) % 3];
    for (int i = 0; i < 3; i++) {
        stretch[i] = dot(axis[i], image[i]);
        for (int d = 0; d < 3; d++)
            u[d][i] = axis[i][d];
    }
}
