/* lattice_measure.c: measures of a lattice: energy, volume, frequencies, best-fit frame. */
#include "flexible/lattice.h"

static vec3 at(const double *q, int node) { return v3(q[3 * node], q[3 * node + 1], q[3 * node + 2]); }

static void corners_of(const struct lattice_run *run, int e, const double *q, vec3 r[8])
{
    for (int b = 0; b < 8; b++)
        r[b] = at(q, run->node[b / 2] + e + b % 2);
}

static void rest_of(const struct lattice *l, int element, const double *metric, double rest[6])
{
    for (int m = 0; m < 6; m++)
        rest[m] = metric != NULL ? metric[(size_t)m * (size_t)l->elements + (size_t)element] : m < 3 ? 1 : 0;
}

double lattice_energy(const struct lattice *l, const double *q, const double *metric)
{
    double sum = 0, rest[6];
    for (int i = 0; i < l->runs; i++)
        for (int e = 0; e < l->run[i].count; e++) {
            vec3 r[8];
            corners_of(&l->run[i], e, q, r);
            rest_of(l, l->run[i].element + e, metric, rest);
            sum += l->fill[l->run[i].element + e] * element_energy(&l->constants, r, rest);
        }
    return sum;
}

double lattice_volume(const struct lattice *l, const double *q)
{
    double sum = 0;
    for (int i = 0; i < l->runs; i++)
        for (int e = 0; e < l->run[i].count; e++) {
            vec3 r[8];
            corners_of(&l->run[i], e, q, r);
            sum += l->fill[l->run[i].element + e] * element_volume(r);
        }
    return sum;
}

double lattice_smallest(const struct lattice *l, const double *q)
{
    double least = INFINITY;
    for (int i = 0; i < l->runs; i++)
        for (int e = 0; e < l->run[i].count; e++) {
            vec3 r[8];
            corners_of(&l->run[i], e, q, r);
            least = fmin(least, element_volume(r) * l->constants.inverse_volume);
        }
    return least;
}

void lattice_rates(const struct lattice *l, const double *q, const double *metric, double *square, double *damping)
{
    *square = *damping = 0;
    for (int i = 0; i < l->runs; i++)
        for (int e = 0; e < l->run[i].count; e++) {
            vec3 r[8];
            double rest[6], s, d;
            corners_of(&l->run[i], e, q, r);
            rest_of(l, l->run[i].element + e, metric, rest);
            element_rates(&l->constants, l->density, r, rest, &s, &d);
            *square = s > *square ? s : *square;
            *damping = d > *damping ? d : *damping;
        }
}

void lattice_rest_rates(const struct lattice *l, double *square, double *damping)
{
    vec3 r[8];
    for (int b = 0; b < 8; b++)
        r[b] = v3((b & 1) * l->length[0], (b >> 1 & 1) * l->length[1], (b >> 2) * l->length[2]);
    element_rates(&l->constants, l->density, r, NULL, square, damping);
}

double lattice_change(const struct lattice *l, const double *v)
{
    double most = 0;
    for (int i = 0; i < l->runs; i++)
        for (int e = 0; e < l->run[i].count; e++) {
            vec3 r[8];
            corners_of(&l->run[i], e, v, r);
            most = fmax(most, element_change(&l->constants, r));
        }
    return most;
}

void lattice_rest_metric(const struct lattice *l, double *metric)
{
    for (int m = 0; m < 6; m++)
        for (int e = 0; e < l->elements; e++)
            metric[(size_t)m * (size_t)l->elements + (size_t)e] = m < 3 ? 1 : 0;
}

/* The eigenvector of the largest eigenvalue of a symmetric 4×4 matrix, by Jacobi's rotations: the same bits whatever it
 * was before. */
static quat largest_vector(double n[4][4])
{
    double v[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    for (int sweep = 0; sweep < 30; sweep++) {
        double off = 0, size = 0;
        for (int p = 0; p < 4; p++)
            for (int q = 0; q < 4; q++)
                *(p == q ? &size : &off) += n[p][q] * n[p][q];
        if (!(off > 1e-34 * size))
            break;
        for (int p = 0; p < 3; p++)
            for (int q = p + 1; q < 4; q++) {
                if (n[p][q] == 0)
                    continue;
                double theta = (n[q][q] - n[p][p]) / (2 * n[p][q]);
                double t = copysign(1, theta) / (fabs(theta) + sqrt(theta * theta + 1)), c = 1 / sqrt(t * t + 1);
                double s = t * c;
                for (int k = 0; k < 4; k++) {
                    double a = n[k][p], b = n[k][q];
                    n[k][p] = c * a - s * b;
                    n[k][q] = s * a + c * b;
                }
                for (int k = 0; k < 4; k++) {
                    double a = n[p][k], b = n[q][k], x = v[k][p], y = v[k][q];
                    n[p][k] = c * a - s * b;
                    n[q][k] = s * a + c * b;
                    v[k][p] = c * x - s * y;
                    v[k][q] = s * x + c * y;
                }
            }
    }
    int best = 0;
    for (int k = 1; k < 4; k++)
        best = n[k][k] > n[best][best] ? k : best;
    return q_unit((quat){v[0][best], v[1][best], v[2][best], v[3][best]});
}

/* The rotation R that makes Σ m |q − c − R (q₀ − c₀)|² least is the eigenvector of the largest eigenvalue of a symmetric
 * 4×4 matrix made of the moments S = Σ m (q₀ − c₀)(q − c)ᵀ. Of the two quaternions the one nearer to `before`. */
static quat best_fit(const double s[9], quat before)
{
    double n[4][4] = {
        {s[0] + s[4] + s[8], s[5] - s[7], s[6] - s[2], s[1] - s[3]},
        {s[5] - s[7], s[0] - s[4] - s[8], s[1] + s[3], s[6] + s[2]},
        {s[6] - s[2], s[1] + s[3], s[4] - s[0] - s[8], s[5] + s[7]},
        {s[1] - s[3], s[6] + s[2], s[5] + s[7], s[8] - s[0] - s[4]},
    };
    double size = 0;
    for (int i = 0; i < 9; i++)
        size += fabs(s[i]);
    if (!(size > 0) || !isfinite(size))
        return before;
    quat r = largest_vector(n);
    double same = r.w * before.w + r.x * before.x + r.y * before.y + r.z * before.z;
    return same < 0 ? (quat){-r.w, -r.x, -r.y, -r.z} : r;
}

void lattice_frame(const struct lattice *l, const double *q, const double *v, struct lattice_frame *frame)
{
    vec3 c = v3(0, 0, 0), c0 = c, p = c, angular = c;
    double s[9] = {0};
    for (int i = 0; i < l->nodes; i++) {
        c = v3_add_scaled(c, l->mass[i], at(q, i));
        c0 = v3_add_scaled(c0, l->mass[i], at(l->rest, i));
        p = v3_add_scaled(p, l->mass[i], at(v, i));
    }
    frame->center = c = v3_scale(1 / l->total_mass, c);
    frame->velocity = v3_scale(1 / l->total_mass, p);
    c0 = v3_scale(1 / l->total_mass, c0);
    sym3 inertia = {0};
    for (int i = 0; i < l->nodes; i++) {
        vec3 a = v3_sub(at(l->rest, i), c0), b = v3_sub(at(q, i), c);
        double m = l->mass[i];
        const double from[3] = {a.x, a.y, a.z}, to[3] = {b.x, b.y, b.z};
        for (int r = 0; r < 9; r++)
            s[r] += m * from[r / 3] * to[r % 3];
        angular = v3_add_scaled(angular, m, v3_cross(b, v3_sub(at(v, i), frame->velocity)));
        inertia.xx += m * (b.y * b.y + b.z * b.z);
        inertia.yy += m * (b.x * b.x + b.z * b.z);
        inertia.zz += m * (b.x * b.x + b.y * b.y);
        inertia.xy -= m * b.x * b.y;
        inertia.xz -= m * b.x * b.z;
        inertia.yz -= m * b.y * b.z;
    }
    sym3 inverse = s3_inverse(&inertia);
    frame->spin = s3_mul(&inverse, angular);
    frame->orientation = best_fit(s, frame->orientation);
}
