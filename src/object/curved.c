/* curved.c: curves as objects with generalized coordinates: their parameters (method §5).
 *
 * What a curve shows, with u̇ the rate at which a point slides along it (0 for a point that stays at its u):
 *
 *   point at u      y = X(q, u)       ẏ = X_q q̇ + X_u u̇    β = X_qq q̇ q̇ + 2 X_qu q̇ u̇ + X_uu u̇²
 *   tangent at u    y = X_u(q, u)     likewise
 *   number          a parameter; the length ∫|X_u|du; the area ½ ∮ x dy − y dx
 *
 * Mass and drag are spread along it, and summed over its points (curve.h),
 *
 *   M = Σ m X_qᵀX_q
 *
 * In a world of first order M is what resists motion: uniform along the present length, m = w ρ |X_u|, ρ being the drag of
 * a metre. In a world of second order a curve is made of matter: its mass is spread evenly over u and stays with its u,
 * m = w mass/(to − from), which is as even along the length as the curve's formula is.
 */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "object/curve.h"

enum { FORM_POINT, FORM_TANGENT, FORM_SPEED, FORM_AREA, FORMS };

struct curved {
    struct curve *curve;
    double drag; /* ρ, N s/m² */
    double
        *basis; /* of a curve that is linear in its parameters, X = B q + X0, as splines are: by Gauss point, see below;
                      NULL for others */
};

static struct curved *own(const struct general *g) { return g->own; }

const struct curve *curved_curve(const struct general *g) { return g->class == &general_curved ? own(g)->curve : NULL; }

/* ---- forms ---- */

static node multiply(struct formula *f, node a, node b) { return formula_binary(f, OP_MULTIPLY, a, b); }

/* Outputs y, ẏ, β, Y_q of nodes y over the parameters and u, whose rates are symbols too. */
static struct general_form form_of(const struct curve *c, const node *y, int numbers)
{
    struct formula *f = c->f;
    const int n = c->parameters, slots = formula_symbol_count(f);
    node *out = MEM_ARRAY(node, numbers * (3 + n)), *rate = MEM_ARRAY(node, slots), *gradient = MEM_ARRAY(node, n);
    int *slot = MEM_ARRAY(int, n);
    for (int i = 0; i < slots; i++) {
        uint64_t key = formula_symbol_key(f, i);
        rate[i] = key >= CURVE_LET ? -1 : formula_symbol(f, key + CURVE_RATE);
    }
    for (int i = 0; i < n; i++)
        slot[i] = formula_symbol_slot(f, curve_parameter_key(i));
    for (int k = 0; k < numbers; k++) {
        out[k] = y[k];
        out[numbers + k] = formula_derivative(f, y[k], rate, slots);
        out[2 * numbers + k] = formula_derivative(f, out[numbers + k], rate, slots);
        formula_gradient(f, y[k], slot, n, gradient);
        for (int i = 0; i < n; i++)
            out[3 * numbers + k * n + i] = gradient[i];
    }
    struct general_form form = {.tape = tape_compile(f, out, numbers * (3 + n)), .numbers = numbers};
    form.loads = tape_inputs(form.tape);
    form.load = MEM_ARRAY(struct general_load, form.loads + 1);
    for (int i = 0; i < form.loads; i++) {
        uint64_t key = formula_symbol_key(f, i);
        form.load[i] = key == CURVE_U                ? (struct general_load){LOAD_EXTRA, 0}
                       : key == CURVE_U + CURVE_RATE ? (struct general_load){LOAD_EXTRA, 1}
                       : key >= CURVE_RATE           ? (struct general_load){LOAD_RATE, (int)(key - CURVE_RATE)}
                       : key >= CURVE_LET            ? (struct general_load){LOAD_LET, (int)(key - CURVE_LET)}
                                                     : (struct general_load){LOAD_COORDINATE, (int)key};
    }
    mem_free(out);
    mem_free(rate);
    mem_free(gradient);
    mem_free(slot);
    return form;
}

static void make_forms(struct general *g, const struct curve *c)
{
    struct formula *f = c->f;
    node u = formula_symbol(f, CURVE_U), xu[3], square = formula_constant(f, 0), *q = MEM_ARRAY(node, c->parameters);
    for (int i = 0; i < c->parameters; i++) /* all have a slot before derivatives count them */
        q[i] = formula_symbol(f, curve_parameter_key(i));
    struct curve_place here = {.f = f, .parameter = q, .let = curve_let_node};
    curve_tangent(c, &here, u, xu);
    for (int k = 0; k < 3; k++)
        square = formula_binary(f, OP_ADD, square, multiply(f, xu[k], xu[k]));
    node speed = formula_unary(f, OP_SQRT, square);
    node cross = formula_binary(f, OP_SUBTRACT, multiply(f, c->x[0], xu[1]), multiply(f, c->x[1], xu[0]));
    node area = multiply(f, formula_constant(f, 0.5), cross);
    g->forms = FORMS;
    g->form = MEM_ARRAY(struct general_form, FORMS);
    g->form[FORM_POINT] = form_of(c, c->x, 3);
    g->form[FORM_TANGENT] = form_of(c, xu, 3);
    g->form[FORM_SPEED] = form_of(c, &speed, 1);
    g->form[FORM_AREA] = form_of(c, &area, 1);
    mem_free(q);
}

/* ---- what it shows ---- */

static vec3 at(const double *out) { return v3(out[0], out[1], out[2]); }

/* ---- curves that are linear in their parameters ----
 *
 * X = B q + X0 and X_u = B' q + X0'. At each point of the sums B, B' (3 rows of n), X0 and X0' are numbers, found once, and
 * the sums are a few products instead of a run of a tape. */

static size_t basis_size(const struct general *g) { return (size_t)(6 * g->n + 6); }

static bool is_linear(const struct curve *c)
{
    const int n = c->parameters, slots = formula_symbol_count(c->f);
    bool *used = MEM_ARRAY(bool, slots + 1), linear = n > 0;
    node *gradient = MEM_ARRAY(node, n + 1);
    int *slot = MEM_ARRAY(int, n + 1);
    for (int i = 0; i < n; i++)
        slot[i] = formula_symbol_slot(c->f, curve_parameter_key(i));
    for (int k = 0; k < 3; k++) {
        formula_gradient(c->f, c->x[k], slot, n, gradient);
        for (int i = 0; i < n; i++)
            formula_mark_symbols(c->f, gradient[i], used, slots);
    }
    for (int i = 0; i < n; i++)
        linear = linear && !used[slot[i]];
    memset(used, 0, sizeof *used * (size_t)slots);
    for (int k = 0; k < 3; k++)
        formula_mark_symbols(c->f, c->x[k], used, slots);
    for (int i = 0; i < slots; i++) /* lets may change */
        linear = linear && !(used[i] && formula_symbol_key(c->f, i) >= CURVE_LET);
    mem_free(used);
    mem_free(gradient);
    mem_free(slot);
    return linear;
}

static void put(double *to, int stride, vec3 v)
{
    to[0] = v.x;
    to[stride] = v.y;
    to[2 * stride] = v.z;
}

static void make_basis(struct general *g)
{
    struct curved *d = own(g);
    const int n = g->n, points = curve_points(d->curve);
    double *q = MEM_ARRAY(double, n), *scratch = MEM_ARRAY(double, curve_scratch(d->curve));
    d->basis = MEM_ARRAY(double, (size_t)points *basis_size(g));
    for (int i = 0; i < points; i++) {
        double u, weight, *b = d->basis + (size_t)i * basis_size(g);
        curve_gauss(d->curve, i, &u, &weight);
        struct curve_at zero = curve_now(d->curve, q, NULL, u, scratch);
        put(b + 6 * n, 1, zero.x);
        put(b + 6 * n + 3, 1, zero.xu);
        for (int k = 0; k < n; k++) {
            q[k] = 1;
            struct curve_at one = curve_now(d->curve, q, NULL, u, scratch);
            q[k] = 0;
            put(b + k, n, v3_sub(one.x, zero.x));
            put(b + 3 * n + k, n, v3_sub(one.xu, zero.xu));
        }
    }
    mem_free(q);
    mem_free(scratch);
}

/* Three rows times q, and the constant if there is one. */
static vec3 rows_times(const double *rows, int n, const double *q, const double *constant)
{
    double out[3] = {0, 0, 0};
    for (int r = 0; r < 3; r++) {
        for (int k = 0; k < n; k++)
            out[r] += rows[r * n + k] * q[k];
        out[r] += constant != NULL ? constant[r] : 0;
    }
    return v3(out[0], out[1], out[2]);
}

/* What the form of speed would give at a point: s = |T|, T = X_u; ṡ = T·Ṫ/s, s̈ = (Ṫ·Ṫ − ṡ²)/s. */
static void linear_speed(const double *b, int n, const struct general_moment *m, double *out)
{
    vec3 t = rows_times(b + 3 * n, n, m->q, b + 6 * n + 3), td = rows_times(b + 3 * n, n, m->v, NULL);
    double s = v3_norm(t);
    out[0] = s;
    out[1] = v3_dot(t, td) / s;
    out[2] = (v3_dot(td, td) - out[1] * out[1]) / s;
    for (int k = 0; k < n; k++)
        out[3 + k] = (t.x * b[3 * n + k] + t.y * b[4 * n + k] + t.z * b[5 * n + k]) / s;
}

/* And that of area, ½ (x y' − y x'). */
static void linear_area(const double *b, int n, const struct general_moment *m, double *out)
{
    vec3 x = rows_times(b, n, m->q, b + 6 * n), xd = rows_times(b, n, m->v, NULL);
    vec3 t = rows_times(b + 3 * n, n, m->q, b + 6 * n + 3), td = rows_times(b + 3 * n, n, m->v, NULL);
    out[0] = (x.x * t.y - x.y * t.x) / 2;
    out[1] = (xd.x * t.y - xd.y * t.x + x.x * td.y - x.y * td.x) / 2;
    out[2] = xd.x * td.y - xd.y * td.x;
    for (int k = 0; k < n; k++)
        out[3 + k] = (b[k] * t.y - b[n + k] * t.x + x.x * b[4 * n + k] - x.y * b[3 * n + k]) / 2;
}

/* A form of one number at a point of the sums: y, ẏ, β, Y_q. */
static const double *number_at(const struct general *g, const struct general_moment *m, int form, int point, double u)
{
    const struct curved *d = own(g);
    const double extra[2] = {u, 0}, *b = d->basis != NULL ? d->basis + (size_t)point * basis_size(g) : NULL;
    if (b == NULL)
        return general_run(g, &g->form[form], m, extra);
    double *out = m->scratch;
    if (form == FORM_SPEED)
        linear_speed(b, g->n, m, out);
    else
        linear_area(b, g->n, m, out);
    return out;
}

/* Integrals, y, ẏ, β, Y_q, then the same of a point: after the numbers of one point of the sums. */
static double *sums_of(const struct general *g, const struct general_moment *m) { return m->scratch + 3 + g->n; }

/* A sum over the points of a form of one number, into sum: y, ẏ, β, Y_q. */
static void integrate(const struct general *g, const struct general_moment *m, int form, double *sum)
{
    const struct curve *c = own(g)->curve;
    memset(sum, 0, sizeof *sum * (size_t)(3 + g->n));
    for (int i = 0; i < curve_points(c); i++) {
        double u, weight;
        curve_gauss(c, i, &u, &weight);
        const double *out = number_at(g, m, form, i, u);
        for (int k = 0; k < 3 + g->n; k++)
            sum[k] += weight * out[k];
    }
}

/* What the straight line from the end of an open curve back to its beginning adds to the area: ½ (a × b) of the two
 * points a = X(to), b = X(from). */
static void close_area(const struct general *g, const struct general_moment *m, double *sum)
{
    const struct curve *c = own(g)->curve;
    const int n = g->n;
    double *kept = sums_of(g, m) + 3 + n; /* y, ẏ, β, Y_q of a */
    const double first[2] = {c->from, 0}, last[2] = {c->to, 0};
    if (c->closed)
        return;
    memcpy(kept, general_run(g, &g->form[FORM_POINT], m, last), sizeof *kept * (size_t)(9 + 3 * n));
    const double *a = kept, *b = general_run(g, &g->form[FORM_POINT], m, first);
    sum[0] += (a[0] * b[1] - a[1] * b[0]) / 2;
    sum[1] += (a[3] * b[1] - a[4] * b[0] + a[0] * b[4] - a[1] * b[3]) / 2;
    sum[2] += (a[6] * b[1] - a[7] * b[0] + a[0] * b[7] - a[1] * b[6]) / 2 + a[3] * b[4] - a[4] * b[3];
    for (int i = 0; i < n; i++)
        sum[3 + i] += (a[9 + i] * b[1] - a[9 + n + i] * b[0] + a[0] * b[9 + n + i] - a[1] * b[9 + i]) / 2;
}

static void show_number(const struct general *g, const struct general_moment *m, int which, struct pose *out,
                        double *yq)
{
    double *sum = sums_of(g, m);
    if (which >= 0) {
        out->x = v3(m->q[which], 0, 0);
        out->v = v3(m->v[which], 0, 0);
        out->a = v3(0, 0, 0);
        if (yq != NULL)
            yq[which] = 1;
        return;
    }
    integrate(g, m, which == CURVED_LENGTH ? FORM_SPEED : FORM_AREA, sum);
    if (which == CURVED_AREA)
        close_area(g, m, sum);
    out->x = v3(sum[0], 0, 0);
    out->v = v3(sum[1], 0, 0);
    out->a = v3(sum[2], 0, 0);
    if (yq != NULL)
        memcpy(yq, sum + 3, sizeof *sum * (size_t)g->n);
}

/* A point that slides. Beyond an end, at u = end + e, it is X + e X_u of the end, with e running as u does. */
static void show_slider(const struct general *g, const struct general_moment *m, const struct general_what *what,
                        struct pose *out, double *yq)
{
    const struct curve *c = own(g)->curve;
    const int n = g->n;
    const double end = curve_wrap(c, what->at.x), beyond = c->closed ? 0 : what->at.x - end, speed = what->at.z;
    const double *o = general_run(g, &g->form[FORM_POINT], m, (const double[2]){end, beyond == 0 ? speed : 0});
    out->x = at(o);
    out->v = at(o + 3);
    out->a = at(o + 6);
    if (yq != NULL)
        memcpy(yq, o + 9, sizeof(double) * 3 * (size_t)n);
    if (beyond == 0)
        return;
    o = general_run(g, &g->form[FORM_TANGENT], m, (const double[2]){end, 0});
    out->x = v3_add_scaled(out->x, beyond, at(o));
    out->v = v3_add_scaled(v3_add_scaled(out->v, beyond, at(o + 3)), speed, at(o));
    out->a = v3_add_scaled(v3_add_scaled(out->a, beyond, at(o + 6)), 2 * speed, at(o + 3));
    for (int k = 0; k < 3 * n && yq != NULL; k++)
        yq[k] += beyond * o[9 + k];
}

static void show(const struct general *g, const struct general_moment *m, const struct general_what *what,
                 struct pose *out, double *yq)
{
    const int n = g->n;
    if (yq != NULL)
        memset(yq, 0, sizeof(double) * 6 * (size_t)n);
    if (what->role == GENERAL_NUMBER) {
        show_number(g, m, (int)what->at.x, out, yq);
        return;
    }
    if (what->at.y >= CURVED_SLIDER) {
        show_slider(g, m, what, out, yq);
        return;
    }
    const double extra[2] = {what->at.x, what->at.z};
    const double *o = general_run(g, &g->form[what->at.y == CURVED_TANGENT ? FORM_TANGENT : FORM_POINT], m, extra);
    out->x = at(o);
    out->v = at(o + 3);
    out->a = at(o + 6);
    if (yq != NULL)
        memcpy(yq, o + 9, sizeof(double) * 3 * (size_t)n);
}

static struct general_what what(const struct general *g, enum general_role role, vec3 where)
{
    if (role == GENERAL_FRAME) /* it has no frame: its beginning stands for it */
        return (struct general_what){GENERAL_POINT, {own(g)->curve->from, CURVED_POINT, 0}};
    return (struct general_what){role, where};
}

/* ---- its mass ---- */

static void add_mass(const struct general *g, const struct general_moment *m, struct general_sums *out)
{
    const struct curved *d = own(g);
    const struct curve *c = d->curve;
    for (int i = 0; i < curve_points(c); i++) {
        double extra[2] = {0, 0}, weight;
        curve_gauss(c, i, &extra[0], &weight);
        double mass = weight * (m->first_order ? d->drag * number_at(g, m, FORM_SPEED, i, extra[0])[0]
                                               : g->mass / (c->to - c->from));
        if (d->basis != NULL) {
            const double *b = d->basis + (size_t)i * basis_size(g);
            general_add_point(g, mass, rows_times(b, g->n, m->q, b + 6 * g->n), rows_times(b, g->n, m->v, NULL),
                              v3(0, 0, 0), b, out);
            continue;
        }
        const double *o = general_run(g, &g->form[FORM_POINT], m, extra);
        general_add_point(g, mass, at(o), at(o + 3), at(o + 6), o + 9, out);
    }
}

/* ---- making ---- */

static void free_own(struct general *g)
{
    struct curved *d = own(g);
    curve_free(d->curve);
    mem_free(d->basis);
    mem_free(d);
}

struct general *curved_new(struct curve *c, double drag, double mass)
{
    struct general *g = MEM_NEW(struct general);
    struct curved *d = MEM_NEW(struct curved);
    g->class = &general_curved;
    g->n = c->parameters;
    g->own = d;
    d->curve = c;
    d->drag = drag;
    g->mass = mass;
    make_forms(g, c);
    if (is_linear(c))
        make_basis(g);
    return g;
}

const struct general_class general_curved = {
    .name = "curve",
    .show = show,
    .add_mass = add_mass,
    .what = what,
    .free = free_own,
};
