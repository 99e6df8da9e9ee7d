/* general.c: what all objects with generalized coordinates share: forms, sums over mass points, factors of M. */
#include "object/general.h"

#include <string.h>

#include "base/memory.h"

enum { SHOWN = 16, NUMBERS = 16 }; /* rows of n, and numbers, that a class may use before its form's outputs */

static size_t form_size(const struct general_form *f, int n)
{
    return (size_t)f->loads + (size_t)(f->numbers * (3 + n)) + tape_scratch(f->tape);
}

size_t general_scratch(const struct general *g)
{
    size_t most = 0;
    for (int i = 0; i < g->forms; i++)
        most = form_size(&g->form[i], g->n) > most ? form_size(&g->form[i], g->n) : most;
    return most + (size_t)(SHOWN * g->n + NUMBERS);
}

void general_inputs(const struct general_form *f, const struct general_moment *m, const double *extra, double *input)
{
    for (int i = 0; i < f->loads; i++) {
        const struct general_load *l = &f->load[i];
        switch (l->from) {
        case LOAD_TIME:
            input[i] = m->t;
            break;
        case LOAD_LET:
            input[i] = m->let[l->index];
            break;
        case LOAD_COORDINATE:
            input[i] = m->q[l->index];
            break;
        case LOAD_RATE:
            input[i] = m->v[l->index];
            break;
        case LOAD_EXTRA:
            input[i] = extra[l->index];
            break;
        case LOAD_NOTHING:
            input[i] = 0;
            break;
        }
    }
}

const double *general_run(const struct general *g, const struct general_form *f, const struct general_moment *m,
                          const double *extra)
{
    double *input = m->scratch + SHOWN * g->n + NUMBERS, *output = input + f->loads;
    general_inputs(f, m, extra, input);
    tape_run(f->tape, input, output, output + f->numbers * (3 + g->n));
    return output;
}

void general_show(const struct general *g, struct general_moment m, const struct general_what *what, struct pose *out,
                  double *yq)
{
    m.scratch = MEM_ARRAY(double, general_scratch(g));
    g->class->show(g, &m, what, out, yq);
    mem_free(m.scratch);
}

void general_add_mass(const struct general *g, struct general_moment m, struct general_sums *out)
{
    m.scratch = MEM_ARRAY(double, general_scratch(g));
    g->class->add_mass(g, &m, out);
    mem_free(m.scratch);
}

/* M += Σ a_kᵀ b_k over three rows, lower triangle. */
static void add_product(int n, const double *a, const double *b, double *m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            m[i * n + j] += a[i] * b[j] + a[n + i] * b[n + j] + a[2 * n + i] * b[2 * n + j];
}

static double column(const double *rows, int n, int k, vec3 v)
{
    return rows[k] * v.x + rows[n + k] * v.y + rows[2 * n + k] * v.z;
}

void general_add_point(const struct general *g, double mass, vec3 x, vec3 xd, vec3 beta, const double *xq,
                       struct general_sums *out)
{
    const int n = g->n;
    for (int i = 0; i < n && out->mass != NULL; i++)
        for (int j = 0; j <= i; j++)
            out->mass[i * n + j] +=
                (1 + out->resist) * mass * (xq[i] * xq[j] + xq[n + i] * xq[n + j] + xq[2 * n + i] * xq[2 * n + j]);
    for (int k = 0; k < n; k++) {
        out->bias[k] -= mass * column(xq, n, k, beta);
        out->motion[k] += mass * column(xq, n, k, xd);
        for (int c = 0; c < 3; c++)
            out->moment[c * n + k] += mass * xq[c * n + k];
    }
    out->weight += mass;
    out->kinetic += mass * v3_dot(xd, xd) / 2;
    out->motion_rate += mass * v3_dot(xd, xd);
    out->first = v3_add_scaled(out->first, mass, x);
    out->linear = v3_add_scaled(out->linear, mass, xd);
    out->angular = v3_add_scaled(out->angular, mass, v3_cross(x, xd));
}

/* I Y_w column by column, into rows behind. */
void general_add_turning(const struct general *g, const struct general_moment *m, const sym3 *inertia_world, vec3 w,
                         vec3 beta, const double *yw, struct general_sums *out)
{
    const int n = g->n;
    double *iw = m->scratch + (SHOWN - 3) * n;
    for (int k = 0; k < n; k++) {
        vec3 own = v3(yw[k], yw[n + k], yw[2 * n + k]);
        vec3 c = v3_add_scaled(s3_mul(inertia_world, own), out->spin_resist, own);
        iw[k] = c.x;
        iw[n + k] = c.y;
        iw[2 * n + k] = c.z;
    }
    if (out->mass != NULL)
        add_product(n, yw, iw, out->mass);
    vec3 spin = s3_mul(inertia_world, w);
    vec3 torque = v3_add(s3_mul(inertia_world, beta), v3_cross(w, spin));
    for (int k = 0; k < n; k++) {
        out->bias[k] -= column(yw, n, k, torque);
        out->turning[k] += column(yw, n, k, w);
    }
    out->kinetic += v3_dot(w, spin) / 2;
    out->spin_rate += v3_dot(w, w);
    out->angular = v3_add(out->angular, spin);
}

void general_again(struct general *g)
{
    if (g != NULL)
        counted_again(&g->users);
}

void general_free(struct general *g)
{
    if (g == NULL || !counted_last(&g->users))
        return;
    if (g->class->free != NULL)
        g->class->free(g);
    for (int i = 0; i < g->forms; i++) {
        tape_free(g->form[i].tape);
        mem_free(g->form[i].load);
        mem_free((char *)g->form[i].text);
    }
    for (int i = 0; i < g->n && g->name != NULL; i++)
        mem_free(g->name[i]);
    mem_free(g->name);
    mem_free(g->form);
    mem_free(g);
}

/* ---- factors ---- */

/* A pivot below this fraction of its diagonal counts as zero: the coordinate moves nothing that those before it do not
 * move. A diagonal below this fraction of the largest moves nothing at all. */
#define SAME 1e-13
#define NOTHING 1e-26

int general_factor(double *m, int n)
{
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, m[i * n + i]);
    for (int i = 0; i < n; i++) {
        const double diagonal = m[i * n + i];
        for (int j = 0; j < i; j++) {
            double sum = m[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= m[i * n + k] * m[j * n + k];
            m[i * n + j] = sum / m[j * n + j];
        }
        double pivot = diagonal;
        for (int k = 0; k < i; k++)
            pivot -= m[i * n + k] * m[i * n + k];
        if (!(pivot > SAME * diagonal) || !(diagonal > NOTHING * largest) || !isfinite(pivot))
            return i;
        m[i * n + i] = sqrt(pivot);
    }
    return -1;
}

void general_forward(const double *l, int n, double *x)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= l[i * n + k] * x[k];
        x[i] /= l[i * n + i];
    }
}

void general_backward(const double *l, int n, double *x)
{
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            x[i] -= l[k * n + i] * x[k];
        x[i] /= l[i * n + i];
    }
}
