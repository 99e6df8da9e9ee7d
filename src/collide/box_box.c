/* box_box.c: two boxes, by separating axes: three faces of each, and the nine products of their edges.
 *
 * All is done in the axes of a. C = Aᵀ B are the directions of b, d its centre:
 *   face i of a    gap = |d_i| − a_i − Σ_j |C_ij| b_j
 *   face j of b    gap = |d·C_j| − b_j − Σ_i |C_ij| a_i
 *   edges i, j     along e_i × C_j, of length √(1 − C_ij²)
 * The axis with the largest gap is that of contact. Faces are preferred to edges, a's faces to b's, and the axis of
 * the last step to all others, each by a tiny margin: otherwise rounding would decide ties, and features would flicker.
 * The face of the other box that is most opposed to the reference face is clipped by its four sides.
 */
#include "collide/contact_parts.h"

struct boxes {
    double a[3], b[3]; /* half sizes */
    double d[3];       /* centre of b */
    double c[3][3];    /* column j: axis j of b */
    double ac[3][3];   /* |C| plus a small bias, so that parallel edges do not give an axis by rounding */
    double db[3];      /* d in the axes of b */
};

enum { AXES = 15 };

static void set_up(struct boxes *x, const struct piece *a, const struct placed *pa, const struct piece *b,
                   const struct placed *pb)
{
    vec3 d = m3_tmul(&pa->r, v3_sub(pb->x, pa->x));
    x->a[0] = a->half.x, x->a[1] = a->half.y, x->a[2] = a->half.z;
    x->b[0] = b->half.x, x->b[1] = b->half.y, x->b[2] = b->half.z;
    x->d[0] = d.x, x->d[1] = d.y, x->d[2] = d.z;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            x->c[i][j] = pa->r.m[i] * pb->r.m[j] + pa->r.m[3 + i] * pb->r.m[3 + j] + pa->r.m[6 + i] * pb->r.m[6 + j];
            x->ac[i][j] = fabs(x->c[i][j]);
        }
    for (int j = 0; j < 3; j++)
        x->db[j] = x->d[0] * x->c[0][j] + x->d[1] * x->c[1][j] + x->d[2] * x->c[2][j];
}

static double face_gap_a(const struct boxes *x, int i)
{
    return fabs(x->d[i]) - x->a[i] - (x->ac[i][0] * x->b[0] + x->ac[i][1] * x->b[1] + x->ac[i][2] * x->b[2]);
}

static double face_gap_b(const struct boxes *x, int j)
{
    return fabs(x->db[j]) - x->b[j] - (x->ac[0][j] * x->a[0] + x->ac[1][j] * x->a[1] + x->ac[2][j] * x->a[2]);
}

/* -INFINITY for edges that are nearly parallel: a face does as well. */
static double edge_gap(const struct boxes *x, int i, int j)
{
    double length2 = 1 - x->c[i][j] * x->c[i][j];
    if (length2 < 1e-4)
        return -INFINITY;
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    double along = x->c[i1][j] * x->d[i2] - x->c[i2][j] * x->d[i1];
    double reach =
        x->a[i1] * x->ac[i2][j] + x->a[i2] * x->ac[i1][j] + x->b[j1] * x->ac[i][j2] + x->b[j2] * x->ac[i][j1];
    return (fabs(along) - reach) / sqrt(length2);
}

static double axis_gap(const struct boxes *x, int axis)
{
    return axis < 3 ? face_gap_a(x, axis) : axis < 6 ? face_gap_b(x, axis - 3) : edge_gap(x, axis / 3 - 2, axis % 3);
}

/* The largest cosine between the axis of two edges and a face normal. */
static double alignment(const struct boxes *x, int edges, int face)
{
    const int i = edges / 3 - 2, j = edges % 3, i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    double n[3], along = 0;
    n[i] = 0; /* e_i × C_j */
    n[i1] = -x->c[i2][j];
    n[i2] = x->c[i1][j];
    for (int k = 0; k < 3; k++)
        along += n[k] * (face < 3 ? (double)(k == face) : x->c[k][face - 3]);
    return fabs(along) / sqrt(1 - x->c[i][j] * x->c[i][j]);
}

/* The axis of the largest gap, or -1 if a gap is beyond the margin. Where two edges decide by an axis that is nearly a
 * face's, the face is taken: clipping it gives the same depth to second order, and several points instead of one. */
static int find_axis(const struct boxes *x, double margin, struct pair_hint *hint)
{
    double a = fmin(x->a[0], fmin(x->a[1], x->a[2])), b = fmin(x->b[0], fmin(x->b[1], x->b[2]));
    const double hair = 1e-3 * fmin(a, b);
    const int last = hint->axis - 1;
    if (hint->parting > 0 && axis_gap(x, hint->parting - 1) > margin)
        return -1;
    int face = 0, edges = -1;
    double best_face = -INFINITY, best_edges = -INFINITY;
    for (int axis = 0; axis < AXES; axis++) {
        double g = axis_gap(x, axis);
        if (g > margin) {
            hint->parting = axis + 1;
            return -1;
        }
        g += axis == last ? hair : axis < 3 ? hair / 4 : 0;
        if (axis < 6 && g > best_face) {
            best_face = g;
            face = axis;
        } else if (axis >= 6 && g > best_edges) {
            best_edges = g;
            edges = axis;
        }
    }
    int best = edges >= 0 && best_edges > best_face + hair / 2 && alignment(x, edges, face) < 0.99 ? edges : face;
    hint->axis = best + 1;
    return best;
}

/* ---- on a face ---- */

/* A corner of the incident face while it is clipped by the four sides; `edge` names the edge that leaves it. */
struct corner {
    double u, v, gap;
    unsigned edge;
};

/* Keeps what has sign·(u or v) <= limit. */
static int clip_side(const struct corner *in, int count, bool by_v, double sign, double limit, unsigned name,
                     struct corner *out)
{
    int n = 0;
    for (int i = 0; i < count; i++) {
        const struct corner *p = &in[i], *q = &in[i + 1 < count ? i + 1 : 0];
        double hp = sign * (by_v ? p->v : p->u) - limit, hq = sign * (by_v ? q->v : q->u) - limit;
        if (hp <= 0)
            out[n++] = *p;
        if ((hp <= 0) != (hq <= 0)) {
            double t = hp / (hp - hq);
            out[n++] = (struct corner){p->u + t * (q->u - p->u), p->v + t * (q->v - p->v),
                                       p->gap + t * (q->gap - p->gap), hp <= 0 ? name : p->edge};
        }
    }
    return n;
}

/* The reference box and the other one, seen from the reference's face k with outward sign s: u and v are the two other
 * axes of the reference, the gap is along s·k. */
struct view {
    const double *half, *other;
    double c[3][3]; /* column j: axis j of the other box in the reference's axes */
    double d[3];    /* its centre */
    int k;
    double sign;
};

static int incident_corners(const struct view *w, struct corner *out)
{
    int k = w->k, u = (k + 1) % 3, v = (k + 2) % 3, front = 0;
    for (int j = 1; j < 3; j++)
        if (fabs(w->c[k][j]) > fabs(w->c[k][front]))
            front = j;
    /* the face most opposed to the reference normal */
    double towards = w->sign * w->c[k][front] > 0 ? -1 : 1;
    int p = (front + 1) % 3, q = (front + 2) % 3;
    double center[3];
    for (int i = 0; i < 3; i++)
        center[i] = w->d[i] + towards * w->other[front] * w->c[i][front];
    static const double square[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int n = 0; n < 4; n++) {
        double x[3];
        for (int i = 0; i < 3; i++)
            x[i] = center[i] + square[n][0] * w->other[p] * w->c[i][p] + square[n][1] * w->other[q] * w->c[i][q];
        out[n] = (struct corner){x[u], x[v], w->sign * x[k] - w->half[k], (unsigned)n};
    }
    return front | (towards > 0 ? 4 : 0);
}

/* Candidates in the reference's axes: on the incident face (x) and below it on the reference face. */
static int face_candidates(const struct view *w, double margin, struct corner *corner, unsigned *name)
{
    struct corner one[12], two[12];
    int k = w->k, u = (k + 1) % 3, v = (k + 2) % 3, n = 4;
    unsigned face = (unsigned)incident_corners(w, one);
    n = clip_side(one, n, false, 1, w->half[u], 4, two);
    n = clip_side(two, n, false, -1, w->half[u], 5, one);
    n = clip_side(one, n, true, 1, w->half[v], 6, two);
    n = clip_side(two, n, true, -1, w->half[v], 7, one);
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if (!(one[i].gap <= margin))
            continue;
        corner[kept] = one[i];
        name[kept++] = face << 8 | one[i > 0 ? i - 1 : n - 1].edge << 4 | one[i].edge;
    }
    return kept;
}

static void face_contact(const struct boxes *x, const struct placed *pa, const struct placed *pb, int axis,
                         double margin, struct manifold *out)
{
    const bool on_a = axis < 3;
    struct view w = {.half = on_a ? x->a : x->b, .other = on_a ? x->b : x->a, .k = axis % 3};
    for (int i = 0; i < 3; i++) {
        w.d[i] = on_a ? x->d[i] : -x->db[i];
        for (int j = 0; j < 3; j++)
            w.c[i][j] = on_a ? x->c[i][j] : x->c[j][i];
    }
    w.sign = w.d[w.k] < 0 ? -1 : 1;
    const struct placed *at = on_a ? pa : pb;
    struct corner corner[12];
    struct candidate c[12];
    unsigned name[12];
    int u = (w.k + 1) % 3, v = (w.k + 2) % 3, n = face_candidates(&w, margin, corner, name);
    vec3 outward = v3_scale(w.sign, m3_column(&at->r, w.k));
    vec3 eu = m3_column(&at->r, u), ev = m3_column(&at->r, v);
    vec3 face = v3_add_scaled(at->x, w.half[w.k], outward);
    out->normal = on_a ? outward : v3_neg(outward);
    for (int i = 0; i < n; i++) {
        vec3 foot = v3_add_scaled(v3_add_scaled(face, corner[i].u, eu), corner[i].v, ev);
        vec3 above = v3_add_scaled(foot, corner[i].gap, outward);
        c[i] = (struct candidate){on_a ? foot : above, on_a ? above : foot, corner[i].gap,
                                  (uint32_t)((unsigned)axis << 16 | name[i])};
    }
    keep_four(c, n, out->normal, margin, out);
}

/* ---- on two edges ---- */

static void edge_contact(const struct boxes *x, const struct placed *pa, const struct placed *pb, int axis,
                         double margin, struct manifold *out)
{
    const int i = axis / 3 - 2, j = axis % 3;
    vec3 ei = m3_column(&pa->r, i), ej = m3_column(&pb->r, j), n = v3_unit(v3_cross(ei, ej));
    if (v3_dot(n, v3_sub(pb->x, pa->x)) < 0)
        n = v3_neg(n);
    vec3 p = pa->x, q = pb->x;
    unsigned name = 0x100000u | (unsigned)axis << 8;
    for (int k = 0; k < 3; k++) { /* the edge of each that reaches furthest towards the other */
        vec3 ak = m3_column(&pa->r, k), bk = m3_column(&pb->r, k);
        bool up_a = v3_dot(ak, n) > 0, up_b = v3_dot(bk, n) < 0;
        if (k != i) {
            p = v3_add_scaled(p, up_a ? x->a[k] : -x->a[k], ak);
            name |= (unsigned)up_a << k;
        }
        if (k != j) {
            q = v3_add_scaled(q, up_b ? x->b[k] : -x->b[k], bk);
            name |= (unsigned)up_b << (3 + k);
        }
    }
    double s, t;
    vec3 u = v3_scale(x->a[i], ei), v = v3_scale(x->b[j], ej);
    closest_segments(p, u, q, v, &s, &t);
    out->normal = n;
    out->count = 0;
    manifold_add(out, v3_add_scaled(p, s, u), v3_add_scaled(q, t, v), name, margin);
}

int narrow_box_box(const struct piece *a, const struct placed *pa, const struct piece *b, const struct placed *pb,
                   double margin, struct pair_hint *hint, struct manifold *out)
{
    struct boxes x;
    set_up(&x, a, pa, b, pb);
    int axis = find_axis(&x, margin, hint);
    if (axis < 0)
        return 0;
    if (axis < 6)
        face_contact(&x, pa, pb, axis, margin, out);
    else
        edge_contact(&x, pa, pb, axis, margin, out);
    return out->count > 0;
}
