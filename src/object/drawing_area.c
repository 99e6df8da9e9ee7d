/* drawing_area.c: what lies inside the loops of a drawing: moments by Green's theorem, triangles by ear clipping.
 *
 *   ∫ dA = ∮ x dy,   ∫ x dA = ½ ∮ x² dy,   ∫ y dA = −½ ∮ y² dx,   ∫ x² dA = ⅓ ∮ x³ dy,   ∫ y² dA = −⅓ ∮ y³ dx,
 *   ∫ xy dA = ½ ∮ x² y dy
 *
 * Along a cubic the integrands are polynomials of degree 11 at most, for which Gauss's rule with six points is exact; a
 * quarter of an ellipse is integrated with twelve, to rounding.
 */
#include <stdlib.h>
#include <string.h>

#include "object/drawing.h"

struct point2 segment_point(const struct segment *s, double t, struct point2 *derivative)
{
    const struct point2 *p = s->p;
    if (s->is_arc) {
        double a = s->from + t * (s->to - s->from), c = cos(a), n = sin(a), w = s->to - s->from;
        if (derivative != NULL)
            *derivative = (struct point2){w * (p[2].x * c - p[1].x * n), w * (p[2].y * c - p[1].y * n)};
        return (struct point2){p[0].x + p[1].x * c + p[2].x * n, p[0].y + p[1].y * c + p[2].y * n};
    }
    double u = 1 - t, b[4] = {u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t};
    double g[4] = {-3 * u * u, 3 * u * u - 6 * u * t, 6 * u * t - 3 * t * t, 3 * t * t};
    struct point2 at = {0, 0};
    if (derivative != NULL)
        *derivative = at;
    for (int i = 0; i < 4; i++) {
        at.x += b[i] * p[i].x;
        at.y += b[i] * p[i].y;
        if (derivative != NULL) {
            derivative->x += g[i] * p[i].x;
            derivative->y += g[i] * p[i].y;
        }
    }
    return at;
}

/* Gauss's points and weights on [0, 1], n of them, by Newton's method on Legendre's polynomial. */
static void gauss(int n, double *x, double *w)
{
    for (int i = 0; i < n; i++) {
        double z = cos(4 * atan(1.0) * (i + 0.75) / (n + 0.5)), slope = 1;
        for (int round = 0; round < 20; round++) {
            double a = 1, b = 0;
            for (int k = 1; k <= n; k++) {
                double c = b;
                b = a;
                a = ((2 * k - 1) * z * b - (k - 1) * c) / k;
            }
            slope = n * (z * a - b) / (z * z - 1);
            z -= a / slope;
        }
        x[i] = (1 - z) / 2;
        w[i] = 1 / ((1 - z * z) * slope * slope);
    }
}

static struct moments loop_moments(const struct drawing *d, const struct loop *l)
{
    double x[2][12], w[2][12];
    struct moments m = {0};
    gauss(6, x[0], w[0]);
    gauss(12, x[1], w[1]);
    for (int i = l->first; i < l->first + l->count; i++) {
        const struct segment *s = &d->segments.at[i];
        for (int k = 0; k < (s->is_arc ? 12 : 6); k++) {
            struct point2 dp, p = segment_point(s, x[s->is_arc][k], &dp);
            double dx = w[s->is_arc][k] * dp.x, dy = w[s->is_arc][k] * dp.y;
            m.area += p.x * dy;
            m.x += p.x * p.x * dy / 2;
            m.y -= p.y * p.y * dx / 2;
            m.xx += p.x * p.x * p.x * dy / 3;
            m.yy -= p.y * p.y * p.y * dx / 3;
            m.xy += p.x * p.x * p.y * dy / 2;
        }
    }
    return m;
}

struct moments drawing_moments(const struct drawing *d, int shape)
{
    const struct drawn *g = &d->shapes.at[shape];
    struct moments sum = {0};
    for (int i = g->first; i < g->first + g->count; i++) {
        const struct loop *l = &d->loops.at[i];
        struct moments m = loop_moments(d, l);
        double sign = (m.area < 0 ? -1 : 1) * l->sign;
        sum.area += sign * m.area;
        sum.x += sign * m.x;
        sum.y += sign * m.y;
        sum.xx += sign * m.xx;
        sum.xy += sign * m.xy;
        sum.yy += sign * m.yy;
    }
    return sum;
}

int drawing_outline(const struct drawing *d)
{
    for (int i = 0; i < d->shapes.count; i++)
        if (d->shapes.at[i].id != NULL && strcmp(d->shapes.at[i].id, "outline") == 0)
            return i;
    return 0;
}

bool drawing_is_finite(const struct drawing *d)
{
    double check = 0;
    for (int i = 0; i < d->segments.count; i++)
        for (int k = 0; k < 4; k++)
            check += 0 * d->segments.at[i].p[k].x + 0 * d->segments.at[i].p[k].y;
    return check == 0;
}

/* ---- polygons ---- */

struct polygon2 {
    ARRAY(struct point2) at;
};

static double off_line(struct point2 a, struct point2 b, struct point2 p)
{
    double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);
    return length > 0 ? fabs(dx * (p.y - a.y) - dy * (p.x - a.x)) / length : hypot(p.x - a.x, p.y - a.y);
}

/* The points of a segment except its last, enough of them that the curve is within `error` of its chords. */
static void flatten(const struct segment *s, double error, struct polygon2 *out)
{
    int n = 1;
    struct point2 from = segment_point(s, 0, NULL), to = segment_point(s, 1, NULL);
    double off = 0;
    for (int k = 1; k < 8; k++)
        off = fmax(off, off_line(from, to, segment_point(s, k / 8.0, NULL)));
    if (off > error)
        n = (int)fmin(ceil(sqrt(off / error)) + 1, 64);
    for (int i = 0; i < n; i++)
        ARRAY_PUSH(&out->at, segment_point(s, (double)i / n, NULL));
}

static void polygon_of(const struct drawing *d, const struct loop *l, double error, struct polygon2 *out)
{
    for (int i = l->first; i < l->first + l->count; i++)
        flatten(&d->segments.at[i], error, out);
}

static double polygon_area(const struct polygon2 *p)
{
    double sum = 0;
    for (int i = 0; i < p->at.count; i++) {
        struct point2 a = p->at.at[i], b = p->at.at[(i + 1) % p->at.count];
        sum += (a.x * b.y - b.x * a.y) / 2;
    }
    return sum;
}

/* How often a polygon winds around a point. */
static int winding(const struct polygon2 *p, struct point2 q)
{
    int n = 0;
    for (int i = 0; i < p->at.count; i++) {
        struct point2 a = p->at.at[i], b = p->at.at[(i + 1) % p->at.count];
        double side = (b.x - a.x) * (q.y - a.y) - (q.x - a.x) * (b.y - a.y);
        if (a.y <= q.y && b.y > q.y && side > 0)
            n++;
        if (a.y > q.y && b.y <= q.y && side < 0)
            n--;
    }
    return n;
}

/* The size of a drawing's points, to measure errors against. */
static double size_of(const struct drawing *d)
{
    double most = 0;
    for (int i = 0; i < d->segments.count; i++) {
        struct point2 p = segment_point(&d->segments.at[i], 0, NULL);
        most = fmax(most, fmax(fabs(p.x), fabs(p.y)));
    }
    return most;
}

/* Which loops bound the filled part, and from which side, from the winding of the loops around each. */
static void find_signs(struct drawing *d, const struct drawn *g, double error)
{
    struct polygon2 *p = MEM_ARRAY(struct polygon2, g->count);
    for (int i = 0; i < g->count; i++)
        polygon_of(d, &d->loops.at[g->first + i], error, &p[i]);
    for (int i = 0; i < g->count; i++) {
        int around = 0, own = polygon_area(&p[i]) < 0 ? -1 : 1, depth = 0;
        for (int k = 0; k < g->count; k++) {
            int n = k == i ? 0 : winding(&p[k], p[i].at.at[0]);
            around += n;
            depth += n != 0;
        }
        bool out = g->even_odd ? depth % 2 == 0 : around == 0, in = g->even_odd ? !out : around + own == 0;
        d->loops.at[g->first + i].sign = g->even_odd ? (out ? 1 : -1) : out ? 1 : in ? -1 : 0;
    }
    for (int i = 0; i < g->count; i++)
        ARRAY_FREE(&p[i].at);
    mem_free(p);
}

void drawing_find_signs(struct drawing *d)
{
    double error = 1e-3 * size_of(d);
    for (int i = 0; i < d->shapes.count; i++)
        find_signs(d, &d->shapes.at[i], error);
}

/* ---- triangles ---- */

static double cross3(struct point2 a, struct point2 b, struct point2 c)
{
    return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
}

/* Repeated points and spikes without width are no corners. */
static void clean(struct polygon2 *p)
{
    int kept = 0;
    for (int i = 0; i < p->at.count; i++) {
        struct point2 a = p->at.at[i];
        if (kept == 0 || a.x != p->at.at[kept - 1].x || a.y != p->at.at[kept - 1].y)
            p->at.at[kept++] = a;
    }
    while (kept > 1 && p->at.at[0].x == p->at.at[kept - 1].x && p->at.at[0].y == p->at.at[kept - 1].y)
        kept--;
    p->at.count = kept;
}

static void reverse(struct polygon2 *p)
{
    for (int i = 0; i < p->at.count / 2; i++) {
        struct point2 a = p->at.at[i];
        p->at.at[i] = p->at.at[p->at.count - 1 - i];
        p->at.at[p->at.count - 1 - i] = a;
    }
}

/* Does the bridge from a to b cross an edge of the polygon that does not end in either? */
static bool bridge_crosses(const struct polygon2 *p, struct point2 a, struct point2 b)
{
    for (int i = 0; i < p->at.count; i++) {
        struct point2 c = p->at.at[i], e = p->at.at[(i + 1) % p->at.count];
        bool touches = (c.x == a.x && c.y == a.y) || (e.x == a.x && e.y == a.y) || (c.x == b.x && c.y == b.y) ||
                       (e.x == b.x && e.y == b.y);
        if (touches)
            continue;
        if (cross3(a, b, c) * cross3(a, b, e) < 0 && cross3(c, e, a) * cross3(c, e, b) < 0)
            return true;
    }
    return false;
}

/* Joins a hole to the outer polygon by a bridge between their nearest mutually visible corners. */
static void join_hole(struct polygon2 *outer, const struct polygon2 *hole)
{
    int best = -1, from = 0;
    double least = INFINITY;
    for (int i = 0; i < outer->at.count; i++)
        for (int k = 0; k < hole->at.count; k++) {
            struct point2 a = outer->at.at[i], b = hole->at.at[k];
            double far = hypot(a.x - b.x, a.y - b.y);
            if (far < least && !bridge_crosses(outer, a, b) && !bridge_crosses(hole, a, b)) {
                least = far;
                best = i;
                from = k;
            }
        }
    if (best < 0)
        return;
    struct polygon2 joined = {0};
    for (int i = 0; i <= best; i++)
        ARRAY_PUSH(&joined.at, outer->at.at[i]);
    for (int k = 0; k <= hole->at.count; k++)
        ARRAY_PUSH(&joined.at, hole->at.at[(from + k) % hole->at.count]);
    for (int i = best; i < outer->at.count; i++)
        ARRAY_PUSH(&joined.at, outer->at.at[i]);
    ARRAY_FREE(&outer->at);
    *outer = joined;
}

static bool is_ear(const struct point2 *at, const int *list, int n, int i)
{
    struct point2 a = at[list[(i + n - 1) % n]], b = at[list[i]], c = at[list[(i + 1) % n]];
    if (!(cross3(a, b, c) > 0))
        return false;
    for (int k = 0; k < n; k++) {
        struct point2 p = at[list[k]];
        bool corner = (p.x == a.x && p.y == a.y) || (p.x == b.x && p.y == b.y) || (p.x == c.x && p.y == c.y);
        if (!corner && cross3(a, b, p) >= 0 && cross3(b, c, p) >= 0 && cross3(c, a, p) >= 0)
            return false;
    }
    return true;
}

static bool cut_ears(const struct polygon2 *p, struct drawing_mesh *out)
{
    int n = p->at.count, base = out->points.count, *list = MEM_ARRAY(int, n + 1);
    for (int i = 0; i < n; i++) {
        list[i] = i;
        ARRAY_PUSH(&out->points, p->at.at[i]);
    }
    bool good = true;
    while (n > 2) {
        int ear = -1;
        for (int i = 0; i < n && ear < 0; i++)
            if (is_ear(p->at.at, list, n, i))
                ear = i;
        for (int i = 0; i < n && ear < 0; i++) /* a corner without an area can always go */
            if (!(fabs(cross3(p->at.at[list[(i + n - 1) % n]], p->at.at[list[i]], p->at.at[list[(i + 1) % n]])) > 0))
                ear = i;
        if (ear < 0) {
            good = false;
            break;
        }
        drawing_triangle t = {{base + list[(ear + n - 1) % n], base + list[ear], base + list[(ear + 1) % n]}};
        if (cross3(p->at.at[t.at[0] - base], p->at.at[t.at[1] - base], p->at.at[t.at[2] - base]) > 0)
            ARRAY_PUSH(&out->triangles, t);
        memmove(list + ear, list + ear + 1, sizeof *list * (size_t)(n - ear - 1));
        n--;
    }
    mem_free(list);
    return good;
}

bool drawing_triangulate(const struct drawing *d, int shape, double error, struct drawing_mesh *out)
{
    const struct drawn *g = &d->shapes.at[shape];
    struct polygon2 *p = MEM_ARRAY(struct polygon2, g->count);
    bool good = true;
    for (int i = 0; i < g->count; i++) {
        const struct loop *l = &d->loops.at[g->first + i];
        polygon_of(d, l, error, &p[i]);
        clean(&p[i]);
        if ((polygon_area(&p[i]) < 0) == (l->sign > 0)) /* outer ones run counter-clockwise, holes clockwise */
            reverse(&p[i]);
    }
    for (int i = 0; i < g->count; i++)
        for (int k = 0; k < g->count && d->loops.at[g->first + i].sign > 0; k++)
            if (d->loops.at[g->first + k].sign < 0 && p[k].at.count > 2 && winding(&p[i], p[k].at.at[0]) != 0)
                join_hole(&p[i], &p[k]);
    for (int i = 0; i < g->count; i++)
        if (d->loops.at[g->first + i].sign > 0 && p[i].at.count > 2)
            good = cut_ears(&p[i], out) && good;
    for (int i = 0; i < g->count; i++)
        ARRAY_FREE(&p[i].at);
    mem_free(p);
    return good;
}
