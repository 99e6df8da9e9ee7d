/* rays.c: see rays.h.
 *
 * A solid is convex, or a union of pieces with polynomials: along the ray x = o + s d a quadric is a quadratic in s and
 * a torus a quartic,
 *
 *   (|x|² + R² − r²)² = 4 R² (x² + y²).
 *
 * Its roots are found from those of its derivatives: between two neighbouring roots of p' p is monotonic, and a root of
 * p there is enclosed. That is robust for double and nearly double roots, where the ray is tangent to the torus.
 */
#include "view/rays.h"

#include <math.h>
#include <string.h>

/* ---- roots ---- */

static double value(const double *p, int degree, double x)
{
    double y = p[degree];
    for (int i = degree - 1; i >= 0; i--)
        y = y * x + p[i];
    return y;
}

/* The root between a and b, where the signs of p differ: regula falsi in the form of Illinois, safe as bisection. */
static double enclosed(const double *p, int degree, double a, double b)
{
    double fa = value(p, degree, a), fb = value(p, degree, b);
    int side = 0;
    for (int i = 0; i < 200 && fabs(b - a) > 1e-15 * (fabs(a) + fabs(b)); i++) {
        double x = i % 8 == 7 ? 0.5 * (a + b) : (a * fb - b * fa) / (fb - fa);
        if (!(x > fmin(a, b) && x < fmax(a, b)))
            x = 0.5 * (a + b);
        double fx = value(p, degree, x);
        if (fx == 0)
            return x;
        if ((fx < 0) == (fa < 0)) {
            a = x;
            fa = fx;
            fb *= side == 1 ? 0.5 : 1;
            side = 1;
        } else {
            b = x;
            fb = fx;
            fa *= side == 2 ? 0.5 : 1;
            side = 2;
        }
    }
    return 0.5 * (a + b);
}

/* The roots of a polynomial between two bounds, rising. Returns how many. */
static int roots(const double *p, int degree, double low, double high, double *root)
{
    double turn[4], edge[6], slope[4];
    int count = 0, edges = 0;
    if (degree == 1) {
        double x = p[1] != 0 ? -p[0] / p[1] : NAN;
        root[0] = x;
        return x >= low && x <= high ? 1 : 0;
    }
    for (int i = 0; i < degree; i++)
        slope[i] = (i + 1) * p[i + 1];
    int turns = roots(slope, degree - 1, low, high, turn);
    edge[edges++] = low;
    for (int i = 0; i < turns; i++)
        edge[edges++] = turn[i];
    edge[edges++] = high;
    for (int i = 0; i + 1 < edges; i++) {
        double fa = value(p, degree, edge[i]), fb = value(p, degree, edge[i + 1]);
        if (fa == 0 && (count == 0 || root[count - 1] < edge[i]))
            root[count++] = edge[i];
        else if ((fa < 0) != (fb < 0) && fb != 0 && fa != 0)
            root[count++] = enclosed(p, degree, edge[i], edge[i + 1]);
    }
    return count;
}

/* ---- pieces ---- */

/* Keeps the nearest entry: where the ray goes against the outward normal. */
struct search {
    const struct ray *r;
    bool any;
    struct ray_hit best;
};

static void offer(struct search *f, double s, vec3 normal)
{
    if (!(s > 0) || (f->any && s >= f->best.s) || !(v3_dot(normal, f->r->along) < 0))
        return;
    f->any = true;
    f->best = (struct ray_hit){.s = s, .normal = normal, .triangle = -1};
}

static vec3 at(const struct ray *r, double s) { return v3_add_scaled(r->from, s, r->along); }

/* a s² + 2 b s + c = 0; the smaller root first. */
static bool quadratic(double a, double b, double c, double root[2])
{
    double d = b * b - a * c;
    if (!(a > 0) || !(d >= 0))
        return false;
    double q = b > 0 ? -(b + sqrt(d)) : -(b - sqrt(d));
    double x = q / a, y = q != 0 ? c / q : x;
    root[0] = fmin(x, y);
    root[1] = fmax(x, y);
    return true;
}

/* `side` 1 or −1: only the half of the ball above or below its middle; 0: all of it. */
static void meet_ball(struct search *f, vec3 middle, double radius, int side)
{
    double root[2];
    vec3 o = v3_sub(f->r->from, middle);
    /* From a nearby point of the ray, so that the discriminant does not lose the digits of a far eye. */
    double shift = -v3_dot(o, f->r->along);
    vec3 near = v3_add_scaled(o, shift, f->r->along);
    if (quadratic(1, v3_dot(near, f->r->along), v3_dot(near, near) - radius * radius, root)) {
        vec3 x = v3_add_scaled(near, root[0], f->r->along);
        if (side * x.z >= 0)
            offer(f, root[0] + shift, v3_scale(1 / radius, x));
    }
}

static void meet_box(struct search *f, vec3 half)
{
    const double o[3] = {f->r->from.x, f->r->from.y, f->r->from.z};
    const double d[3] = {f->r->along.x, f->r->along.y, f->r->along.z};
    const double h[3] = {half.x, half.y, half.z};
    double in = -HUGE_VAL, out = HUGE_VAL;
    int axis = -1;
    for (int k = 0; k < 3; k++) {
        if (d[k] == 0) {
            if (fabs(o[k]) > h[k])
                return;
            continue;
        }
        double one = (copysign(h[k], -d[k]) - o[k]) / d[k], two = (copysign(h[k], d[k]) - o[k]) / d[k];
        if (one > in) {
            in = one;
            axis = k;
        }
        out = fmin(out, two);
    }
    if (axis >= 0 && in <= out) {
        double n[3] = {0, 0, 0};
        n[axis] = d[axis] > 0 ? -1 : 1;
        offer(f, in, v3(n[0], n[1], n[2]));
    }
}

/* The side of a cylinder about the line through `middle` along z, from −h to h. */
static void meet_side(struct search *f, vec3 middle, double radius, double h)
{
    double root[2];
    vec3 o = v3_sub(f->r->from, middle), d = f->r->along;
    double a = d.x * d.x + d.y * d.y, shift = a > 0 ? -(o.x * d.x + o.y * d.y) / a : 0;
    vec3 near = v3_add_scaled(o, shift, d);
    double c = near.x * near.x + near.y * near.y - radius * radius;
    if (!quadratic(a, near.x * d.x + near.y * d.y, c, root))
        return;
    for (int k = 0; k < 2; k++) {
        vec3 x = v3_add_scaled(near, root[k], d);
        if (fabs(x.z) <= h)
            offer(f, root[k] + shift, v3_scale(1 / radius, v3(x.x, x.y, 0)));
    }
}

static void meet_disc(struct search *f, double radius, double z)
{
    double s = (z - f->r->from.z) / f->r->along.z;
    vec3 x = at(f->r, s);
    if (isfinite(s) && x.x * x.x + x.y * x.y <= radius * radius)
        offer(f, s, v3(0, 0, z > 0 ? 1 : -1));
}

/* A ball in coordinates in which every half axis is 1; there the ray has another length. */
static void meet_ellipsoid(struct search *f, vec3 half)
{
    double root[2];
    const vec3 o = f->r->from, l = f->r->along, d = v3(l.x / half.x, l.y / half.y, l.z / half.z);
    const double dd = v3_dot(d, d), shift = -v3_dot(v3(o.x / half.x, o.y / half.y, o.z / half.z), d) / dd;
    const vec3 near = v3_add_scaled(v3(o.x / half.x, o.y / half.y, o.z / half.z), shift, d);
    if (!quadratic(dd, v3_dot(near, d), v3_dot(near, near) - 1, root))
        return;
    const vec3 x = v3_add_scaled(near, root[0], d);
    offer(f, root[0] + shift, v3_unit(v3(x.x / half.x, x.y / half.y, x.z / half.z)));
}

/* Below the tip x² + y² = (r/h)² (tip − z)², and the disc of the base. */
static void meet_cone(struct search *f, double r, double base, double tip)
{
    const double h = tip - base, k = r / h, shift = -v3_dot(f->r->from, f->r->along);
    const vec3 near = v3_add_scaled(f->r->from, shift, f->r->along), d = f->r->along;
    const double up = near.z - tip;
    double p[3] = {near.x * near.x + near.y * near.y - k * k * up * up,
                   2 * (near.x * d.x + near.y * d.y - k * k * up * d.z), d.x * d.x + d.y * d.y - k * k * d.z * d.z};
    double root[2];
    const double most = 2 * (r + h + fabs(base));
    const int count = roots(p, 2, -most, most, root);
    for (int i = 0; i < count; i++) {
        const vec3 x = v3_add_scaled(near, root[i], d);
        const double across = hypot(x.x, x.y);
        if (x.z <= tip && x.z >= base && across > 0)
            offer(f, root[i] + shift, v3_unit(v3(h * x.x / across, h * x.y / across, r)));
    }
    meet_disc(f, r, base);
}

/* A torus about the y axis if `flat`, otherwise about z, its middle at z = `middle`; `side` 1 or −1: only its half beyond
 * or below that; 0: all of it. */
static void meet_torus(struct search *f, double big, double small, bool flat, double middle, int side)
{
    double reach = big + small, root[4], p[5];
    vec3 o = v3_sub(f->r->from, v3(0, 0, middle)), d = f->r->along;
    double shift = -v3_dot(o, d);
    vec3 near = v3_add_scaled(o, shift, d);
    double miss = v3_dot(near, near);
    if (!(miss <= reach * reach))
        return;
    /* along the ray from `near`: |x|² = s² + m; the distance² from the axis is a s² + 2 b s + c */
    vec3 axis = flat ? v3(0, 1, 0) : v3(0, 0, 1);
    double dz = v3_dot(d, axis), nz = v3_dot(near, axis);
    double a = 1 - dz * dz, b = -dz * nz, c = miss - nz * nz, k = miss + big * big - small * small;
    p[4] = 1;
    p[3] = 0;
    p[2] = 2 * k - 4 * big * big * a;
    p[1] = -8 * big * big * b;
    p[0] = k * k - 4 * big * big * c;
    double most = 1.001 * reach;
    int count = roots(p, 4, -most, most, root);
    for (int i = 0; i < count; i++) {
        vec3 x = v3_add_scaled(near, root[i], d);
        double z = v3_dot(x, axis);
        vec3 across = v3_sub(x, v3_scale(z, axis));
        double radius = v3_norm(across);
        if ((side != 0 && side * x.z < 0) || !(radius > 0))
            continue;
        vec3 n = v3_sub(x, v3_scale(big / radius, across));
        offer(f, root[i] + shift, v3_unit(n));
    }
}

bool ray_meets_solid(const struct ray *r, const struct solid *d, const struct triangle_tree *tree, struct ray_hit *out)
{
    struct search f = {.r = r};
    switch (d->kind) {
    case SOLID_SPHERE:
        meet_ball(&f, v3(0, 0, 0), d->w, 0);
        break;
    case SOLID_BOX:
        meet_box(&f, d->half);
        break;
    case SOLID_CYLINDER:
        meet_side(&f, v3(0, 0, 0), d->half.x, d->half.z);
        meet_disc(&f, d->half.x, d->half.z);
        meet_disc(&f, d->half.x, -d->half.z);
        break;
    case SOLID_CAPSULE:
        meet_side(&f, v3(0, 0, 0), d->w, d->s.z);
        meet_ball(&f, v3(0, 0, d->s.z), d->w, 1);
        meet_ball(&f, v3(0, 0, -d->s.z), d->w, -1);
        break;
    case SOLID_TORUS:
        meet_torus(&f, d->s.x, d->w, false, 0, 0);
        break;
    case SOLID_LINK:
        meet_torus(&f, d->s.x, d->w, true, d->h, 1);
        meet_torus(&f, d->s.x, d->w, true, -d->h, -1);
        meet_side(&f, v3(d->s.x, 0, 0), d->w, d->h);
        meet_side(&f, v3(-d->s.x, 0, 0), d->w, d->h);
        break;
    case SOLID_CONE:
        meet_cone(&f, d->s.x, d->h - d->s.z, d->h + d->s.z);
        break;
    case SOLID_ELLIPSOID:
        meet_ellipsoid(&f, d->s);
        break;
    case SOLID_MESH:
        return tree != NULL && triangle_tree_meets(tree, r, out);
    case SOLID_COIL:
    case SOLID_KINDS:
        break;
    }
    *out = f.best;
    return f.any;
}

/* ---- triangles ---- */

/* Möller and Trumbore's: s and the parts of the corners from the columns e1, e2, −d. The slack of 1e-12 closes the seams
 * between neighbours against rounding. */
static bool meets(const struct ray *r, const struct mesh *m, int t, bool both, double before, struct ray_hit *out)
{
    const double slack = 1e-12;
    const int *i = m->triangle[t];
    vec3 a = m->vertex[i[0]], e1 = v3_sub(m->vertex[i[1]], a), e2 = v3_sub(m->vertex[i[2]], a);
    vec3 p = v3_cross(r->along, e2);
    double det = v3_dot(e1, p);
    if (!(both ? det != 0 : det > 0))
        return false;
    vec3 o = v3_sub(r->from, a), q = v3_cross(o, e1);
    double u = v3_dot(o, p) / det, v = v3_dot(r->along, q) / det, s = v3_dot(e2, q) / det;
    if (!(u >= -slack && v >= -slack && u + v <= 1 + slack && s > 0 && s < before))
        return false;
    vec3 n = v3_unit(v3_cross(e1, e2));
    *out = (struct ray_hit){s, det > 0 ? n : v3_neg(n), t, {1 - u - v, u, v}};
    return true;
}

bool ray_meets_triangles(const struct ray *r, const struct mesh *m, bool both, struct ray_hit *out)
{
    double before = HUGE_VAL;
    for (int t = 0; t < m->triangle_count; t++)
        if (meets(r, m, t, both, before, out))
            before = out->s;
    return before < HUGE_VAL;
}

/* Halved at the middle triangle along the longest side of the box around their centres, down to a few triangles. */
enum { LEAF = 4, DEEPEST = 64 };
struct branch {
    vec3 middle, half;
    int first, count; /* of the triangles, in the order of the tree; count 0: */
    int child;        /* its two children stand there */
};
struct triangle_tree {
    const struct mesh *mesh;
    int *order;
    vec3 *center;
    ARRAY(struct branch) branches;
};

static void box_around(struct triangle_tree *t, struct branch *b, vec3 *spread)
{
    vec3 low = v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), high = v3_neg(low), from = low, to = high;
    for (int i = b->first; i < b->first + b->count; i++) {
        vec3 c = t->center[t->order[i]];
        from = v3(fmin(from.x, c.x), fmin(from.y, c.y), fmin(from.z, c.z));
        to = v3(fmax(to.x, c.x), fmax(to.y, c.y), fmax(to.z, c.z));
        for (int k = 0; k < 3; k++) {
            vec3 v = t->mesh->vertex[t->mesh->triangle[t->order[i]][k]];
            low = v3(fmin(low.x, v.x), fmin(low.y, v.y), fmin(low.z, v.z));
            high = v3(fmax(high.x, v.x), fmax(high.y, v.y), fmax(high.z, v.z));
        }
    }
    b->middle = v3_scale(0.5, v3_add(low, high));
    b->half = v3_scale(0.5 * (1 + 1e-9), v3_sub(high, low));
    *spread = v3_sub(to, from);
}

static double along_axis(vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/* Puts the smaller half of the centres along an axis first (Hoare's selection). */
static void halve(struct triangle_tree *t, int first, int count, int axis)
{
    int low = first, high = first + count - 1, middle = first + count / 2;
    while (low < high) {
        double pivot = along_axis(t->center[t->order[(low + high) / 2]], axis);
        int i = low, j = high;
        while (i <= j) {
            while (along_axis(t->center[t->order[i]], axis) < pivot)
                i++;
            while (along_axis(t->center[t->order[j]], axis) > pivot)
                j--;
            if (i <= j) {
                int swap = t->order[i];
                t->order[i++] = t->order[j];
                t->order[j--] = swap;
            }
        }
        if (middle <= j)
            high = j;
        else if (middle >= i)
            low = i;
        else
            return;
    }
}

struct triangle_tree *triangle_tree_make(const struct mesh *m)
{
    struct triangle_tree *t = MEM_NEW(struct triangle_tree);
    int n = m->triangle_count;
    t->mesh = m;
    t->order = MEM_ARRAY(int, n + 1);
    t->center = MEM_ARRAY(vec3, n + 1);
    for (int i = 0; i < n; i++) {
        const int *c = m->triangle[i];
        t->order[i] = i;
        t->center[i] = v3_scale(1.0 / 3, v3_add(m->vertex[c[0]], v3_add(m->vertex[c[1]], m->vertex[c[2]])));
    }
    ARRAY_PUSH(&t->branches, ((struct branch){.count = n}));
    for (int i = 0; i < t->branches.count; i++) {
        struct branch b = t->branches.at[i];
        vec3 spread;
        box_around(t, &b, &spread);
        int axis = spread.x >= spread.y && spread.x >= spread.z ? 0 : spread.y >= spread.z ? 1 : 2;
        if (b.count > LEAF && along_axis(spread, axis) > 0) {
            int half = b.count / 2, rest = b.count - half;
            halve(t, b.first, b.count, axis);
            b.child = t->branches.count;
            ARRAY_PUSH(&t->branches, ((struct branch){.first = b.first, .count = half}));
            ARRAY_PUSH(&t->branches, ((struct branch){.first = b.first + half, .count = rest}));
            b.count = 0;
        }
        t->branches.at[i] = b;
    }
    mem_free(t->center);
    t->center = NULL;
    return t;
}

void triangle_tree_free(struct triangle_tree *t)
{
    if (t == NULL)
        return;
    mem_free(t->order);
    ARRAY_FREE(&t->branches);
    mem_free(t);
}

bool triangle_tree_meets(const struct triangle_tree *t, const struct ray *r, struct ray_hit *out)
{
    int stack[2 * DEEPEST], depth = 0; /* halving: the depth is the logarithm of the triangles */
    double before = HUGE_VAL;
    stack[depth++] = 0;
    while (depth > 0) {
        const struct branch *b = &t->branches.at[stack[--depth]];
        if (!ray_meets_box(r, b->middle, b->half, before))
            continue;
        for (int i = b->first; i < b->first + b->count; i++)
            if (meets(r, t->mesh, t->order[i], false, before, out))
                before = out->s;
        if (b->count == 0) {
            stack[depth++] = b->child + 1;
            stack[depth++] = b->child;
        }
    }
    return before < HUGE_VAL;
}

bool ray_meets_box(const struct ray *r, vec3 middle, vec3 half, double before)
{
    const double o[3] = {middle.x - r->from.x, middle.y - r->from.y, middle.z - r->from.z};
    const double d[3] = {r->along.x, r->along.y, r->along.z}, h[3] = {half.x, half.y, half.z};
    double in = 0, out = before;
    for (int k = 0; k < 3; k++) {
        if (d[k] == 0) {
            if (!(fabs(o[k]) <= h[k]))
                return false;
            continue;
        }
        double one = (o[k] - copysign(h[k], d[k])) / d[k], two = (o[k] + copysign(h[k], d[k])) / d[k];
        in = fmax(in, one);
        out = fmin(out, two);
    }
    return in <= out;
}

/* ---- lines ---- */

double ray_near_segment(const struct ray *r, vec3 a, vec3 b, double *s, double *u)
{
    vec3 e = v3_sub(b, a), o = v3_sub(a, r->from);
    double ee = v3_dot(e, e), ed = v3_dot(e, r->along), eo = v3_dot(e, o), od = v3_dot(o, r->along);
    /* Minimize |o + u e − s d|² over u in [0, 1], s ≥ 0. */
    double across = ee - ed * ed;
    *u = across > 1e-14 * ee ? (ed * od - eo) / across : 0;
    *u = fmin(fmax(*u, 0), 1);
    *s = od + *u * ed;
    if (*s < 0) { /* behind: nearest to where the ray begins */
        *s = 0;
        *u = ee > 0 ? fmin(fmax(-eo / ee, 0), 1) : 0;
    }
    return v3_norm(v3_sub(v3_add_scaled(o, *u, e), v3_scale(*s, r->along)));
}
