/* test_lattice.c: many elements: the fast loop against single elements, the same bits for any width and number of
 * threads, momentum, bars and beams against theory, embedding, frames, surfaces. */
#include "shapes.h"

#include "base/simd.h"

static vec3 at(const double *q, int i) { return v3(q[3 * i], q[3 * i + 1], q[3 * i + 2]); }

struct model {
    struct lattice *l;
    double *q, *v, *f, *lambda, *lambda_rate, *metric, *metric_rate;
    struct lattice_state s;
};

static struct model model_of(struct lattice *l)
{
    struct model m = {.l = l};
    m.q = mem_copy(l->rest, sizeof(double) * 3 * (size_t)l->nodes);
    m.v = MEM_ARRAY(double, 3 * l->nodes);
    m.f = MEM_ARRAY(double, 3 * l->nodes);
    m.lambda = MEM_ARRAY(double, l->elements);
    m.lambda_rate = MEM_ARRAY(double, l->elements);
    m.metric = MEM_ARRAY(double, 6 * l->elements);
    m.metric_rate = MEM_ARRAY(double, 6 * l->elements);
    lattice_rest_metric(l, m.metric);
    struct lattice_room room = {.spare = MEM_ARRAY(double, 3 * lattice_spare_nodes(l)),
                                .loss = MEM_ARRAY(double, l->chunks)};
    m.s = (struct lattice_state){m.q, m.v, m.lambda, m.metric, m.f, m.lambda_rate, m.metric_rate, room};
    return m;
}

static struct model block(int nx, int ny, int nz, const double size[3], unsigned what)
{
    const int cells[3] = {nx, ny, nz};
    const double length[3] = {size[0] / nx, size[1] / ny, size[2] / nz};
    struct material m = material_of(what);
    return model_of(lattice_new(cells, length, v3(0, 0, 0), NULL, &m));
}

static void model_free(struct model *m)
{
    lattice_free(m->l);
    mem_free(m->q);
    mem_free(m->v);
    mem_free(m->f);
    mem_free(m->lambda);
    mem_free(m->lambda_rate);
    mem_free(m->metric);
    mem_free(m->metric_rate);
    mem_free(m->s.room.spare);
    mem_free(m->s.room.loss);
}

/* Some cells of a box, with holes in rows and empty layers. */
static struct model holes(unsigned what)
{
    const int cells[3] = {61, 3, 11};
    const double length[3] = {0.1, 0.12, 0.09};
    double fill[61 * 3 * 11];
    for (int i = 0; i < 61 * 3 * 11; i++) {
        double x = scatter();
        fill[i] = x < -0.9 ? 0 : x < 0 ? 1 : x;
    }
    for (int i = 61 * 3 * 5; i < 61 * 3 * 6; i++)
        fill[i] = 0; /* a gap: two lattices in one */
    struct material m = material_of(what);
    return model_of(lattice_new(cells, length, v3(1, 2, 3), fill, &m));
}

static void disturb(struct model *m)
{
    for (int i = 0; i < 3 * m->l->nodes; i++) {
        m->q[i] += 0.01 * scatter();
        m->v[i] = scatter();
    }
    for (int i = 0; i < m->l->elements; i++)
        m->lambda[i] = 100 * scatter();
    for (int i = 0; i < 6 * m->l->elements; i++)
        m->metric[i] += 0.05 * scatter();
}

/* ---- the loop ---- */

static double add_elements(const struct model *m, double *force, double *lambda_rate, double *metric_rate)
{
    const struct lattice *l = m->l;
    double loss = 0;
    for (int e = 0; e < l->elements; e++) {
        int node[8];
        vec3 r[8], v[8], f[8];
        struct element_state s = {.lambda = m->lambda[e]}, rate;
        double one;
        lattice_corners(l, e, node);
        for (int b = 0; b < 8; b++) {
            r[b] = at(m->q, node[b]);
            v[b] = at(m->v, node[b]);
        }
        for (int i = 0; i < 6; i++)
            s.rest[i] = m->metric[i * l->elements + e];
        element_forces(&l->constants, r, v, &s, f, &rate, &one);
        for (int b = 0; b < 8; b++) {
            force[3 * node[b]] += l->fill[e] * f[b].x;
            force[3 * node[b] + 1] += l->fill[e] * f[b].y;
            force[3 * node[b] + 2] += l->fill[e] * f[b].z;
        }
        lambda_rate[e] = rate.lambda;
        for (int i = 0; i < 6; i++)
            metric_rate[i * l->elements + e] = rate.rest[i];
        loss += l->fill[e] * one;
    }
    return loss;
}

static void check_loop(struct model *m)
{
    const struct lattice *l = m->l;
    double *want = MEM_ARRAY(double, 3 * l->nodes), *lambda = MEM_ARRAY(double, l->elements);
    double *metric = MEM_ARRAY(double, 6 * l->elements), scale = 0;
    double loss = lattice_forces(m->l, &m->s, NULL), sum = add_elements(m, want, lambda, metric);
    for (int i = 0; i < 3 * l->nodes; i++)
        scale = fmax(scale, fabs(want[i]));
    assert_true(scale > 0);
    for (int i = 0; i < 3 * l->nodes; i++)
        check_near("force", m->f[i], want[i], 1e-13 * scale);
    for (int e = 0; e < l->elements && l->constants.what & ELEMENT_INCOMPRESSIBLE; e++)
        check_near("multiplier", m->lambda_rate[e], lambda[e], 1e-9);
    for (int i = 0; i < 6 * l->elements && l->constants.what & ELEMENT_MOLDABLE; i++)
        check_near("rest metric", m->metric_rate[i], metric[i], 1e-13);
    check_near("loss", loss, sum, 1e-12 * fabs(sum));
    mem_free(want);
    mem_free(lambda);
    mem_free(metric);
}

static void test_elements(void **state)
{
    (void)state;
    for (unsigned what = 0; what < 8; what++)
        for (int shape = 0; shape < 3; shape++) {
            struct model m = shape == 0   ? block(1, 1, 1, (double[3]){1, 1, 1}, what)
                             : shape == 1 ? block(53, 2, 9, (double[3]){5, 0.2, 1}, what)
                                          : holes(what);
            disturb(&m);
            check_loop(&m);
            model_free(&m);
        }
}

static bool has_width(int wide)
{
    return wide <= 2 || (wide == 4 && simd_best() >= SIMD_AVX2) || (wide == 8 && simd_best() >= SIMD_AVX512);
}

static void test_same_bits(void **state)
{
    (void)state;
    static const int widths[] = {1, 2, 4, 8};
    for (unsigned what = 0; what < 8; what++) {
        struct model m = holes(what);
        disturb(&m);
        const size_t bytes = sizeof(double) * 3 * (size_t)m.l->nodes;
        const size_t elements = sizeof(double) * (size_t)m.l->elements;
        double first = lattice_forces_wide(m.l, &m.s, NULL, 1);
        double *force = mem_copy(m.f, bytes), *lambda = mem_copy(m.lambda_rate, elements);
        double *metric = mem_copy(m.metric_rate, 6 * elements);
        for (int count = 1; count <= 5; count += 2)
            for (int w = 0; w < 4; w++) {
                if (!has_width(widths[w]))
                    continue;
                struct threads *t = threads_new(count);
                memset(m.f, 1, bytes);
                double loss = lattice_forces_wide(m.l, &m.s, t, widths[w]);
                assert_memory_equal(m.f, force, bytes);
                assert_memory_equal(m.lambda_rate, lambda, elements);
                assert_memory_equal(m.metric_rate, metric, 6 * elements);
                assert_memory_equal(&loss, &first, sizeof loss);
                threads_free(t);
            }
        mem_free(force);
        mem_free(lambda);
        mem_free(metric);
        model_free(&m);
    }
}

/* ---- momentum ---- */

static void step(struct model *m, double h)
{
    lattice_forces(m->l, &m->s, NULL);
    for (int i = 0; i < 3 * m->l->nodes; i++) {
        m->v[i] += h * m->f[i] * m->l->inverse_mass[i / 3];
        m->q[i] += h * m->v[i];
    }
    for (int e = 0; e < m->l->elements && m->l->constants.what & ELEMENT_INCOMPRESSIBLE; e++)
        m->lambda[e] += h * m->lambda_rate[e];
    for (int i = 0; i < 6 * m->l->elements && m->l->constants.what & ELEMENT_MOLDABLE; i++)
        m->metric[i] += h * m->metric_rate[i];
}

static vec3 momentum(const struct model *m, vec3 *angular)
{
    vec3 p = v3(0, 0, 0);
    *angular = p;
    for (int i = 0; i < m->l->nodes; i++) {
        vec3 one = v3_scale(m->l->mass[i], at(m->v, i));
        p = v3_add(p, one);
        *angular = v3_add(*angular, v3_cross(at(m->q, i), one));
    }
    return p;
}

static void test_momentum(void **state)
{
    (void)state;
    for (unsigned what = 0; what < 8; what++) {
        struct model m = block(5, 4, 6, (double[3]){0.5, 0.4, 0.6}, what);
        disturb(&m);
        if (what & ELEMENT_MOLDABLE)
            lattice_rest_metric(m.l, m.metric);
        memset(m.lambda, 0, sizeof(double) * (size_t)m.l->elements);
        vec3 l0, l1, p0 = momentum(&m, &l0), p1;
        double square, damping, scale = m.l->total_mass;
        lattice_rates(m.l, m.q, NULL, &square, &damping);
        double h = 0.5 * (sqrt(damping * damping + 4 * square) - damping) / square;
        for (int i = 0; i < 2000; i++)
            step(&m, h);
        p1 = momentum(&m, &l1);
        check_near("momentum", v3_norm(v3_sub(p1, p0)), 0, 1e-13 * scale);
        check_near("angular momentum", v3_norm(v3_sub(l1, l0)), 0,
                   1e-12 * scale); /* this integrator conserves it too */
        model_free(&m);
    }
}

/* ---- statics: gravity, with damping until everything is at rest ---- */

/* Nodes at x = 0 keep that. */
static void settle(struct model *m, vec3 gravity, double friction, double speed)
{
    const struct lattice *l = m->l;
    for (int n = 1; n < 200000; n++) {
        double fastest = 0, square, damping;
        lattice_rates(l, m->q, NULL, &square, &damping);
        double h = 1.6 / sqrt(square), keep = 1 - friction * h;
        lattice_forces(m->l, &m->s, NULL);
        for (int i = 0; i < l->nodes; i++) {
            for (int d = l->rest[3 * i] == 0; d < 3; d++) {
                const double g = d == 0 ? gravity.x : d == 1 ? gravity.y : gravity.z;
                double *v = &m->v[3 * i + d];
                *v = keep * *v + h * (m->f[3 * i + d] * l->inverse_mass[i] + g);
                m->q[3 * i + d] += h * *v;
                fastest = fmax(fastest, fabs(*v));
            }
        }
        if (fastest < speed && n > 100)
            return;
    }
    fail_msg("the model does not come to rest");
}

/* The stretch along a bar that is free across, under the stress σ over its rest area: both stretches λ, κ solve
 * a λ + p κ² = σ and a κ + p λ κ = 0 with a = μs (1 − 1/(I+1)), p = λs (J − α). */
static double stretch_under(const struct element_constants *k, double stress)
{
    double low = 1, high = 3;
    for (int i = 0; i < 60; i++) {
        double along = (low + high) / 2, thin = 0.2, thick = 2;
        for (int n = 0; n < 60; n++) {
            double across = (thin + thick) / 2, trace = along * along + 2 * across * across;
            double push = k->mu_s * (1 - 1 / (trace + 1)) + k->lambda_s * (along * across * across - k->alpha) * along;
            *(push > 0 ? &thick : &thin) = across;
        }
        double trace = along * along + 2 * thin * thin;
        double pull =
            k->mu_s * (1 - 1 / (trace + 1)) * along + k->lambda_s * (along * thin * thin - k->alpha) * thin * thin;
        *(pull > stress ? &high : &low) = along;
    }
    return low;
}

/* A bar that hangs from x = 0 and is stretched a lot by its own weight: at X below it pulls σ = ρ g (L − X). */
static double hanging_length(double weight, const struct element_constants *k)
{
    double length = 0;
    enum { PIECES = 500 };
    for (int i = 0; i < PIECES; i++)
        length += stretch_under(k, weight * (i + 0.5) / PIECES) / PIECES;
    return length;
}

static void test_bar(void **state)
{
    (void)state;
    const double gravity = 10;
    double error[4];
    for (int n = 0; n < 3; n++) {
        int pieces = 4 << n;
        struct model m = block(pieces, 1, 1, (double[3]){1, 0.05, 0.05}, 0);
        settle(&m, v3(gravity, 0, 0), 4, 1e-11);
        int tip = lattice_node(m.l, pieces, 0, 0);
        error[n] = m.q[3 * tip] - hanging_length(1000 * gravity, &m.l->constants);
        model_free(&m);
    }
    check_near("coarse", error[0], 0, 5e-3);
    for (int n = 1; n < 3; n++) /* second order */
        check_near("order", log2(error[n - 1] / error[n]), 2, 0.1);
}

/* A tall soft block under its own weight shows no zigzag: rows of nodes are smooth. */
static void test_smooth(void **state)
{
    (void)state;
    struct model m = block(8, 4, 4, (double[3]){1, 0.5, 0.5}, ELEMENT_VISCOUS);
    settle(&m, v3(-4.5, 0, 0), 3, 1e-9); /* compressed, at the bottom to about four fifths */
    double squeezed = m.q[3 * lattice_node(m.l, 1, 2, 2)] / m.l->length[0];
    assert_true(squeezed < 0.86 && squeezed > 0.7);
    for (int i = 1; i < 8; i++)
        for (int j = 0; j <= 4; j++) {
            double zigzag = 0; /* a smooth row has hardly any */
            for (int k = 0; k <= 4; k++)
                zigzag += (double[]){1, -4, 6, -4, 1}[k] * m.q[3 * lattice_node(m.l, i, j, k)] / 16;
            check_near("zigzag", zigzag, 0, 5e-4 * m.l->length[0]);
        }
    model_free(&m);
}

/* ---- frequencies ---- */

/* The largest frequency² of a lattice, by the power method on differences of forces. */
static double largest_frequency(struct model *m)
{
    const int n = 3 * m->l->nodes;
    double *x = MEM_ARRAY(double, n), *q = mem_copy(m->q, sizeof(double) * (size_t)n), *up = MEM_ARRAY(double, n);
    double value = 0;
    for (int i = 0; i < n; i++)
        x[i] = scatter();
    memset(m->v, 0, sizeof(double) * (size_t)n);
    for (int step_count = 0; step_count < 300; step_count++) {
        double size = 0, h = 1e-6;
        for (int i = 0; i < n; i++)
            size += m->l->mass[i / 3] * x[i] * x[i];
        for (int i = 0; i < n; i++)
            x[i] /= sqrt(size);
        for (int side = 0; side < 2; side++) {
            for (int i = 0; i < n; i++)
                m->q[i] = q[i] + (side ? -h : h) * x[i];
            lattice_forces(m->l, &m->s, NULL);
            for (int i = 0; i < n; i++)
                up[i] = side ? (m->f[i] - up[i]) / (2 * h) : m->f[i];
        }
        value = 0;
        for (int i = 0; i < n; i++) {
            value += x[i] * up[i];
            x[i] = up[i] * m->l->inverse_mass[i / 3];
        }
    }
    memcpy(m->q, q, sizeof(double) * (size_t)n);
    mem_free(x);
    mem_free(q);
    mem_free(up);
    return value;
}

/* The bound holds at rest, stretched, compressed and sheared, and is close: steps are as long as possible. */
static void test_rates(void **state)
{
    (void)state;
    for (int n = 0; n < 12; n++) {
        struct model m = block(5, 4, 6, (double[3]){0.5, 0.4, 0.6}, n & 1 ? ELEMENT_INCOMPRESSIBLE : 0);
        double square, damping;
        for (int i = 0; i < m.l->nodes && n > 1; i++) {
            double *p = &m.q[3 * i], z = p[2];
            p[2] *= n & 2 ? 0.7 : 1.3;
            p[0] += n & 4 ? 0.4 * z : 0;
            for (int d = 0; d < 3 && n & 8; d++)
                p[d] += 0.01 * scatter();
        }
        memset(m.lambda, 0, sizeof(double) * (size_t)m.l->elements);
        lattice_rates(m.l, m.q, NULL, &square, &damping);
        double largest = largest_frequency(&m);
        if (!(largest <= 1.02 * square) || largest < 0.3 * square)
            fail_msg("frequency² %.6g, bound %.6g (case %d)", largest, square, n);
        model_free(&m);
    }
}

/* ---- embedding, frames, surfaces ---- */

static void test_embedding(void **state)
{
    (void)state;
    struct model m = holes(0);
    for (int n = 0; n < 500; n++) {
        int node[8];
        double weight[8], total = 0;
        vec3 gradient[8];
        mat3 f = {{0}};
        int i = (int)(30 * (1 + scatter())), j = (int)(1.5 * (1 + scatter())), k = (int)(5.5 * (1 + scatter()));
        vec3 p = v3(1 + 0.1 * (i + 0.5), 2 + 0.12 * (j + 0.25), 3 + 0.09 * (k + 0.9)), sum = v3(0, 0, 0);
        int e = lattice_embed(m.l, p, node, weight, gradient);
        for (int b = 0; b < 8; b++) {
            sum = v3_add_scaled(sum, weight[b], at(m.l->rest, node[b]));
            total += weight[b];
            for (int d = 0; d < 9; d++)
                f.m[d] += m.l->rest[3 * node[b] + d / 3] * ((double *)&gradient[b])[d % 3];
        }
        for (int d = 0; d < 9; d++)
            check_near("gradient", f.m[d], d % 4 == 0, 1e-12);
        check_near("weights", total, 1, 1e-13);
        check_near("place", v3_norm(v3_sub(sum, p)), 0,
                   1e-12); /* also outside all elements: extrapolated from the nearest */
        int own = m.l->element_at[(k * 3 + j) * 61 + i];
        if (own >= 0)
            assert_int_equal(e, own);
        assert_true(e >= 0);
    }
    model_free(&m);
}

/* A frame: the point is the same, linear fields are exact, and at nodes inside a lattice nothing prefers a side. */
static void test_embedded_frame(void **state)
{
    (void)state;
    for (int round = 0; round < 300; round++) {
        struct model m = round % 3 ? block(3, 4, 5, (double[3]){0.3, 0.5, 1}, 0) : holes(0);
        int node[LATTICE_AROUND], corner[8], middle = lattice_node(m.l, 1, 2, 3);
        double weight[LATTICE_AROUND], own[8];
        vec3 gradient[LATTICE_AROUND], p = v3(0.15 * (1 + scatter()), 0.25 * (1 + scatter()), 0.5 * (1 + scatter()));
        vec3 sum = v3(0, 0, 0), point = sum, balance = sum;
        mat3 f = {{0}};
        if (round % 3 == 0)
            p = v3_add(p, m.l->corner);
        else if (round % 3 == 1)
            p = at(m.l->rest, middle);
        const int count = lattice_embed_frame(m.l, p, node, weight, gradient);
        lattice_embed(m.l, p, corner, own, NULL);
        for (int b = 0; b < 8; b++)
            point = v3_add_scaled(point, own[b], at(m.l->rest, corner[b]));
        for (int i = 0; i < count; i++) {
            sum = v3_add_scaled(sum, weight[i], at(m.l->rest, node[i]));
            balance = v3_add(balance, gradient[i]);
            for (int d = 0; d < 9; d++)
                f.m[d] += m.l->rest[3 * node[i] + d / 3] * ((double *)&gradient[i])[d % 3];
        }
        check_near("the same point", v3_norm(v3_sub(sum, point)), 0, 1e-12);
        for (int d = 0; d < 9; d++)
            check_near("gradient", f.m[d], d % 4 == 0, 1e-10);
        check_near("no translation", v3_norm(balance), 0, 1e-10);
        for (int i = 0; i < count && round % 3 == 1; i++) /* each node and its mirror image */
            for (int j = 0; j < count; j++)
                if (v3_norm(v3_sub(v3_add(at(m.l->rest, node[i]), at(m.l->rest, node[j])), v3_scale(2, p))) < 1e-9)
                    check_near("symmetric", v3_norm(v3_add(gradient[i], gradient[j])), 0,
                               1e-12 * (1 + v3_norm(gradient[i])));
        assert_true(round % 3 != 1 || count == 27);
        model_free(&m);
    }
}

static void test_frame(void **state)
{
    (void)state;
    struct model m = block(3, 2, 4, (double[3]){0.3, 0.2, 0.5}, 0);
    for (int n = 0; n < 20; n++) {
        quat turn = some_rotation();
        vec3 shift = scatter3(4), spin = scatter3(2), speed = scatter3(3);
        struct lattice_frame f = {.orientation = {1, 0, 0, 0}};
        vec3 center = v3_add(shift, q_rotate(turn, v3(0.15, 0.1, 0.25)));
        for (int i = 0; i < m.l->nodes; i++) {
            vec3 r = v3_add(shift, q_rotate(turn, at(m.l->rest, i)));
            vec3 v = v3_add(speed, v3_cross(spin, v3_sub(r, center)));
            memcpy(&m.q[3 * i], &r, sizeof r);
            memcpy(&m.v[3 * i], &v, sizeof v);
        }
        lattice_frame(m.l, m.q, m.v, &f);
        double same =
            f.orientation.w * turn.w + f.orientation.x * turn.x + f.orientation.y * turn.y + f.orientation.z * turn.z;
        check_near("rotation", fabs(same), 1, 1e-12);
        check_near("center", v3_norm(v3_sub(f.center, center)), 0, 1e-13);
        check_near("velocity", v3_norm(v3_sub(f.velocity, speed)), 0, 1e-13);
        check_near("spin", v3_norm(v3_sub(f.spin, spin)), 0, 1e-11);
    }
    model_free(&m);
}

/* The surface is closed and encloses the volume. */
static void test_surface(void **state)
{
    (void)state;
    for (int n = 0; n < 2; n++) {
        struct model m = n ? holes(0) : block(3, 2, 4, (double[3]){0.3, 0.2, 0.5}, 0);
        int *quad, count = lattice_surface(m.l, &quad);
        vec3 area = v3(0, 0, 0);
        double volume = 0;
        for (int i = 0; i < count; i++) {
            vec3 a = at(m.q, quad[4 * i]), b = at(m.q, quad[4 * i + 1]), c = at(m.q, quad[4 * i + 2]),
                 d = at(m.q, quad[4 * i + 3]);
            vec3 normal = v3_scale(0.5, v3_cross(v3_sub(c, a), v3_sub(d, b)));
            area = v3_add(area, normal);
            volume += v3_dot(a, normal) / 3;
        }
        check_near("closed", v3_norm(area), 0, 1e-12);
        check_near("volume", volume, m.l->elements * m.l->constants.volume, 1e-12);
        if (n == 0)
            assert_int_equal(count, 2 * (3 * 2 + 2 * 4 + 3 * 4));
        mem_free(quad);
        model_free(&m);
    }
}

static void test_nothing(void **state)
{
    (void)state;
    const int cells[3] = {2, 1, 1};
    const double length[3] = {1, 1, 1}, fill[2] = {0, 0};
    struct material m = material_of(0);
    assert_null(lattice_new(cells, length, v3(0, 0, 0), fill, &m));
    lattice_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elements),       cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_momentum),       cmocka_unit_test(test_bar),
        cmocka_unit_test(test_smooth),         cmocka_unit_test(test_embedding),
        cmocka_unit_test(test_embedded_frame), cmocka_unit_test(test_frame),
        cmocka_unit_test(test_surface),        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
