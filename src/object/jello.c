/* jello.c: see jello.h. */
#include "object/jello.h"

#include <string.h>

#include "base/memory.h"
#include "math/polar.h"

static struct jello *own(const struct general *g) { return g->own; }

/* Σ over the d + 1 blocks of coordinates with weights 1, X_0, X_1, …: a vector along the body's plane or space. */
static vec3 blend(const struct jello *j, const double *q, vec3 at, bool with_center)
{
    const double x[3] = {at.x, at.y, at.z};
    vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < j->d; i++) {
        double c = with_center ? q[i] : 0;
        for (int k = 0; k < j->d; k++)
            c += x[k] * q[j->d * (k + 1) + i];
        sum = v3_add_scaled(sum, c, j->axis[i]);
    }
    return sum;
}

/* What lies across the plane of a sheet stays there. */
static vec3 across(const struct jello *j, vec3 at)
{
    return j->d == 3 ? v3(0, 0, 0) : v3_scale(at.z, v3_cross(j->axis[0], j->axis[1]));
}

vec3 jello_where(const struct general *g, const double *q, vec3 at)
{
    const struct jello *j = own(g);
    return v3_add(v3_add(j->origin, blend(j, q, at, true)), across(j, at));
}

static void show_point(const struct general *g, const struct general_moment *m, vec3 at, struct pose *out, double *yq)
{
    const struct jello *j = own(g);
    const double weight[4] = {1, at.x, at.y, at.z};
    const int n = g->n;
    out->x = jello_where(g, m->q, at);
    out->v = blend(j, m->v, at, true);
    out->a = v3(0, 0, 0);
    for (int b = 0; b <= j->d && yq != NULL; b++)
        for (int i = 0; i < j->d; i++) {
            int k = j->d * b + i;
            yq[k] = weight[b] * j->axis[i].x;
            yq[n + k] = weight[b] * j->axis[i].y;
            yq[2 * n + k] = weight[b] * j->axis[i].z;
        }
}

/* ---- the frame: the rotation in F = R U ---- */

/* In a plane: tan θ = r/p with p = F_00 + F_11, r = F_10 − F_01. */
static void show_plane_frame(const struct general *g, const struct general_moment *m, struct pose *out, double *yq)
{
    const struct jello *j = own(g);
    const double *q = m->q, *v = m->v;
    const double p = q[2] + q[5], r = q[3] - q[4], pd = v[2] + v[5], rd = v[3] - v[4], square = p * p + r * r;
    const double rate = (p * rd - r * pd) / square, more = -rate * 2 * (p * pd + r * rd) / square;
    const double c = p / sqrt(square), s = r / sqrt(square);
    const vec3 z = v3_cross(j->axis[0], j->axis[1]);
    vec3 x = v3_add(v3_scale(c, j->axis[0]), v3_scale(s, j->axis[1])), y = v3_cross(z, x);
    out->r = (mat3){{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
    out->w = v3_scale(rate, z);
    out->alpha = v3_scale(more, z);
    const double by[6] = {0, 0, -r / square, p / square, -p / square, -r / square}, along[3] = {z.x, z.y, z.z};
    for (int i = 0; i < 3 && yq != NULL; i++)
        for (int k = 0; k < 6; k++)
            yq[(3 + i) * g->n + k] = along[i] * by[k];
}

/* In space: ((tr U) 1 − U) ω = axial(Rᵀ Ḟ), in the frame's own axes; likewise ω̇, as of soft material (method §4). */
static void show_space_frame(const struct general *g, const struct general_moment *m, struct pose *out, double *yq)
{
    mat3 f, fd, u, spin;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            f.m[3 * i + k] = m->q[3 * (k + 1) + i];
            fd.m[3 * i + k] = m->v[3 * (k + 1) + i];
        }
    polar_split(&f, &out->r, &u);
    polar_spin(&u, &spin);
    mat3 a = m3_tproduct(&out->r, &fd);
    vec3 w = m3_mul(&spin, m3_axial(&a));
    const mat3 omega = {{0, -w.z, w.y, w.z, 0, -w.x, -w.y, w.x, 0}};
    mat3 oa = m3_product(&omega, &a), ou = m3_product(&omega, &u), ud;
    for (int i = 0; i < 9; i++)
        ud.m[i] = a.m[i] - ou.m[i];
    double trace = ud.m[0] + ud.m[4] + ud.m[8];
    vec3 right = v3_neg(v3_add(m3_axial(&oa), v3_sub(v3_scale(trace, w), m3_mul(&ud, w))));
    out->w = m3_mul(&out->r, w);
    out->alpha = m3_mul(&out->r, m3_mul(&spin, right));
    for (int k = 0; k < 3 && yq != NULL; k++)
        for (int i = 0; i < 3; i++) { /* Ḟ with a one at row i, column k */
            mat3 one = {{0}};
            one.m[3 * i + k] = 1;
            mat3 b = m3_tproduct(&out->r, &one);
            vec3 by = m3_mul(&out->r, m3_mul(&spin, m3_axial(&b)));
            const double xyz[3] = {by.x, by.y, by.z};
            for (int c = 0; c < 3; c++)
                yq[(3 + c) * g->n + 3 * (k + 1) + i] = xyz[c];
        }
}

static void show(const struct general *g, const struct general_moment *m, const struct general_what *what,
                 struct pose *out, double *yq)
{
    if (yq != NULL)
        memset(yq, 0, sizeof(double) * 6 * (size_t)g->n);
    show_point(g, m, what->at, out, yq);
    if (what->role != GENERAL_FRAME)
        return;
    if (own(g)->d == 2)
        show_plane_frame(g, m, out, yq);
    else
        show_space_frame(g, m, out, yq);
}

/* ---- mass and elasticity ---- */

static void add_constant_mass(const struct general *g, double resist, double *mass)
{
    const struct jello *j = own(g);
    const int n = g->n, d = j->d;
    for (int i = 0; i < d; i++)
        mass[i * n + i] += (1 + resist) * g->mass;
    for (int k = 0; k < d; k++)
        for (int l = 0; l <= k; l++)
            for (int i = 0; i < d; i++)
                mass[(d * (k + 1) + i) * n + d * (l + 1) + i] += (1 + resist) * j->second[k][l];
}

/* det F and its gradient by each column. */
static double volume_ratio(int d, const double *a, double *gradient)
{
    if (d == 2) {
        const double by[4] = {a[3], -a[2], -a[1], a[0]};
        memcpy(gradient, by, sizeof by);
        return a[0] * a[3] - a[1] * a[2];
    }
    vec3 c[3] = {{a[0], a[1], a[2]}, {a[3], a[4], a[5]}, {a[6], a[7], a[8]}};
    for (int k = 0; k < 3; k++) {
        vec3 by = v3_cross(c[(k + 1) % 3], c[(k + 2) % 3]);
        gradient[3 * k] = by.x;
        gradient[3 * k + 1] = by.y;
        gradient[3 * k + 2] = by.z;
    }
    return v3_dot(c[0], v3_cross(c[1], c[2]));
}

static double dot_columns(int d, const double *a, int k, const double *b, int l)
{
    double sum = 0;
    for (int i = 0; i < d; i++)
        sum += a[d * k + i] * b[d * l + i];
    return sum;
}

/* −∂U/∂a_k = −4 s V Σ a_l (G_lk − δ_lk) − k V (det F − 1) ∂det F/∂a_k, and the viscous force −2 l V Σ a_l Ġ_lk. */
static void add_elastic(const struct general *g, const struct general_moment *m, struct general_sums *out)
{
    const struct jello *j = own(g);
    const int d = j->d;
    const double *a = m->q + d, *ad = m->v + d;
    double gradient[9], *f = out->own + d;
    double change = volume_ratio(d, a, gradient) - 1;
    for (int k = 0; k < d; k++)
        for (int l = 0; l < d; l++) {
            double metric = dot_columns(d, a, k, a, l) - (k == l);
            double rate = dot_columns(d, ad, k, a, l) + dot_columns(d, a, k, ad, l);
            double pull = 4 * j->stiffness * metric + 2 * j->viscosity * rate;
            for (int i = 0; i < d; i++)
                f[d * k + i] -= j->size * pull * a[d * l + i];
            out->potential += j->size * j->stiffness * metric * metric;
            out->loss += j->size * j->viscosity * rate * rate;
        }
    for (int i = 0; i < d * d; i++)
        f[i] -= j->area_stiffness * j->size * change * gradient[i];
    out->potential += j->area_stiffness * j->size * change * change / 2;
}

/* Σ m over the mass: m c for the centre, S for the axes. */
static void add_mass(const struct general *g, const struct general_moment *m, struct general_sums *out)
{
    const struct jello *j = own(g);
    const int d = j->d, n = g->n;
    if (out->mass != NULL)
        add_constant_mass(g, out->resist, out->mass);
    vec3 x = jello_where(g, m->q, v3(0, 0, 0)), v = blend(j, m->v, v3(0, 0, 0), true);
    for (int i = 0; i < d; i++) {
        out->moment[i] += g->mass * j->axis[i].x;
        out->moment[n + i] += g->mass * j->axis[i].y;
        out->moment[2 * n + i] += g->mass * j->axis[i].z;
        out->motion[i] += g->mass * m->v[i];
    }
    double twice = g->mass * v3_dot(v, v);
    out->angular = v3_add_scaled(out->angular, g->mass, v3_cross(x, v));
    for (int k = 0; k < d; k++)
        for (int l = 0; l < d; l++) {
            vec3 unit = v3(l == 0, l == 1, l == 2), other = v3(k == 0, k == 1, k == 2);
            vec3 rate = blend(j, m->v, unit, false), at = blend(j, m->q, other, false);
            for (int i = 0; i < d; i++)
                out->motion[d * (k + 1) + i] += j->second[k][l] * m->v[d * (l + 1) + i];
            twice += j->second[k][l] * v3_dot(rate, blend(j, m->v, other, false));
            out->angular = v3_add_scaled(out->angular, j->second[k][l], v3_cross(at, rate));
        }
    out->weight += g->mass;
    out->kinetic += twice / 2;
    out->motion_rate += twice;
    out->first = v3_add_scaled(out->first, g->mass, x);
    out->linear = v3_add_scaled(out->linear, g->mass, v);
    add_elastic(g, m, out);
}

static struct general_what what(const struct general *g, enum general_role role, vec3 at)
{
    (void)g;
    return (struct general_what){role, role == GENERAL_POINT ? at : v3(0, 0, 0)};
}

static void release(struct general *g)
{
    struct jello *j = own(g);
    mem_free(j->vertex);
    mem_free(j->color);
    mem_free(j->triangle);
    mem_free(j);
}

const struct general_class general_jello = {
    .name = "jello",
    .show = show,
    .add_mass = add_mass,
    .what = what,
    .free = release,
    .constant = true,
};

/* ---- making ---- */

static struct general *new_body(int d, double mass)
{
    struct general *g = MEM_NEW(struct general);
    struct jello *j = MEM_NEW(struct jello);
    g->class = &general_jello;
    g->n = d * (d + 1);
    g->mass = mass;
    g->own = j;
    j->d = d;
    for (int i = 0; i < 3; i++)
        j->axis[i] = v3(i == 0, i == 1, i == 2);
    return g;
}

struct general *jello_box(vec3 edges, double density)
{
    static const int corner[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    const double e[3] = {edges.x, edges.y, edges.z}, volume = e[0] * e[1] * e[2];
    struct general *g = new_body(3, density * volume);
    struct jello *j = own(g);
    j->size = volume;
    for (int k = 0; k < 3; k++)
        j->second[k][k] = g->mass * e[k] * e[k] / 12;
    j->vertices = 8;
    j->vertex = MEM_ARRAY(vec3, 8);
    for (int i = 0; i < 8; i++)
        j->vertex[i] = v3((i & 1 ? 0.5 : -0.5) * e[0], (i & 2 ? 0.5 : -0.5) * e[1], (i & 4 ? 0.5 : -0.5) * e[2]);
    j->triangles = 12;
    j->triangle = mem_copy(corner, sizeof corner);
    return g;
}

/* Every shape as triangles, on both sides: those painted later lie further out, so that they are seen. */
static char *take_look(struct jello *j, const struct drawing *d, struct point2 center)
{
    struct drawing_mesh mesh = {0};
    ARRAY(int) shape = {0};
    const double size = sqrt(j->size);
    char *wrong = NULL;
    for (int i = 0; i < d->shapes.count && wrong == NULL; i++) {
        if (!drawing_triangulate(d, i, 2e-4 * size, &mesh))
            wrong = mem_print("shape %d of the drawing crosses itself: its inside cannot be drawn", i + 1);
        while (shape.count < mesh.points.count)
            ARRAY_PUSH(&shape, i);
    }
    const int n = mesh.points.count, t = mesh.triangles.count;
    j->vertices = 2 * n;
    j->triangles = 2 * t;
    j->vertex = MEM_ARRAY(vec3, 2 * n);
    j->color = MEM_ARRAY(vec3, 2 * n);
    j->triangle = mem_new(sizeof *j->triangle * (size_t)(2 * t + 1));
    for (int i = 0; i < 2 * n; i++) {
        struct point2 p = mesh.points.at[i % n];
        double out = (0.004 + 0.002 * shape.at[i % n]) * size;
        j->vertex[i] = v3(p.x - center.x, p.y - center.y, i < n ? out : -out);
        j->color[i] = d->shapes.at[shape.at[i % n]].color;
    }
    for (int i = 0; i < 2 * t; i++)
        for (int k = 0; k < 3; k++)
            j->triangle[i][k] = i < t ? mesh.triangles.at[i].at[k] : n + mesh.triangles.at[i - t].at[2 - k];
    ARRAY_FREE(&mesh.points);
    ARRAY_FREE(&mesh.triangles);
    ARRAY_FREE(&shape);
    return wrong;
}

char *jello_sheet(const struct drawing *d, double density, struct general **out, vec3 *center)
{
    struct moments m = drawing_moments(d, drawing_outline(d));
    if (!(m.area > 0) || !isfinite(m.area))
        return mem_text("the outline of its drawing has no area");
    struct point2 c = {m.x / m.area, m.y / m.area};
    struct general *g = new_body(2, density * m.area);
    struct jello *j = own(g);
    j->size = m.area;
    j->second[0][0] = density * (m.xx - m.area * c.x * c.x);
    j->second[1][1] = density * (m.yy - m.area * c.y * c.y);
    j->second[0][1] = j->second[1][0] = density * (m.xy - m.area * c.x * c.y);
    char *wrong = take_look(j, d, c);
    if (wrong == NULL && !(j->second[0][0] * j->second[1][1] > j->second[0][1] * j->second[0][1]))
        wrong = mem_text("the outline of its drawing crosses itself: its mass is not positive");
    *center = v3(c.x, c.y, 0);
    *out = wrong == NULL ? g : NULL;
    if (wrong != NULL)
        general_free(g);
    return wrong;
}

void jello_set_mass(struct general *g, double mass)
{
    for (int k = 0; k < 9; k++)
        own(g)->second[k / 3][k % 3] *= mass / g->mass;
    g->mass = mass;
}

struct general *jello_copy(const struct general *g)
{
    const struct jello *from = own(g);
    struct general *copy = MEM_NEW(struct general);
    struct jello *j = mem_copy(from, sizeof *from);
    copy->class = g->class;
    copy->n = g->n;
    copy->mass = g->mass;
    copy->inertia = g->inertia;
    copy->center = g->center;
    copy->uses_time = g->uses_time;
    copy->own = j;
    j->vertex = mem_copy(from->vertex, sizeof *j->vertex * (size_t)from->vertices);
    j->color = from->color != NULL ? mem_copy(from->color, sizeof *j->color * (size_t)from->vertices) : NULL;
    j->triangle = mem_copy(from->triangle, sizeof *j->triangle * (size_t)from->triangles);
    return copy;
}

void jello_place(struct general *g, vec3 center, quat orientation, vec3 velocity, vec3 spin, double *q, double *v)
{
    struct jello *j = own(g);
    const mat3 r = q_matrix(orientation);
    const int d = j->d;
    if (d == 2) { /* the plane is the body's own, and its middle the origin of the coordinates */
        j->origin = center;
        j->axis[0] = m3_column(&r, 0);
        j->axis[1] = m3_column(&r, 1);
    }
    for (int i = 0; i < d; i++) {
        q[i] = v3_dot(j->axis[i], v3_sub(center, j->origin));
        v[i] = v3_dot(j->axis[i], velocity);
        for (int k = 0; k < d; k++) {
            vec3 a = m3_column(&r, k);
            q[d * (k + 1) + i] = v3_dot(j->axis[i], a);
            v[d * (k + 1) + i] = v3_dot(j->axis[i], v3_cross(spin, a));
        }
    }
}
