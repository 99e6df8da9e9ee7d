/* clip.c: contact points of two convex pieces from their contact normal: the faces that oppose each other are clipped
 * against each other, and up to four points of the overlap are kept.
 *
 * A corner of the common part is where two edges cross, of one face or of both; their names make its feature, which stays
 * the same while the faces slide over each other.
 */
#include <stdlib.h>

#include "collide/contact_parts.h"

void manifold_add(struct manifold *m, vec3 on_a, vec3 on_b, uint32_t feature, double margin)
{
    double gap = v3_dot(m->normal, v3_sub(on_b, on_a));
    if (m->count == MANIFOLD_POINTS || !(gap <= margin))
        return;
    m->point[m->count++] =
        (struct contact_point){.at = v3_scale(0.5, v3_add(on_a, on_b)), .gap = gap, .feature = feature};
}

/* ---- reduction to four points ---- */

static void take(struct manifold *m, const struct candidate *c, double margin, int *chosen, int i)
{
    manifold_add(m, c[i].on_a, c[i].on_b, c[i].feature, margin);
    chosen[i] = 1;
}

/* The remaining candidate with the largest score; -1 if none is above zero. */
static int furthest(const struct candidate *c, int count, const int *chosen, const double *score)
{
    int best = -1;
    for (int i = 0; i < count; i++)
        if (!chosen[i] && c[i].gap < INFINITY && score[i] > (best < 0 ? 0 : score[best]))
            best = i;
    return best;
}

enum { CANDIDATES = 64 };

/* How much higher than the deepest a candidate is that lies `far` from it, but for slight tilts. */
static double above(const struct candidate *c, const struct candidate *deepest, double far)
{
    return fmax(0, c->gap - deepest->gap - 0.01 * far);
}

/* The deepest, the furthest from it, and those furthest to both sides of the line between: where others lie as far out, the
 * deeper ones. */
void keep_four(const struct candidate *c, int count, vec3 normal, double margin, struct manifold *out)
{
    int chosen[CANDIDATES] = {0}, first = -1;
    double score[CANDIDATES];
    out->count = 0;
    count = count < CANDIDATES ? count : CANDIDATES;
    if (count <= MANIFOLD_POINTS) {
        for (int i = 0; i < count; i++)
            take(out, c, margin, chosen, i);
        return;
    }
    for (int i = 0; i < count; i++)
        if (c[i].gap <= margin && (first < 0 || c[i].gap < c[first].gap))
            first = i;
    if (first < 0)
        return;
    take(out, c, margin, chosen, first);
    for (int i = 0; i < count; i++) {
        vec3 d = v3_sub(c[i].on_b, c[first].on_b);
        const double far = v3_norm(d), high = above(&c[i], &c[first], far);
        score[i] = c[i].gap <= margin ? far * far - high * high : 0;
    }
    int second = furthest(c, count, chosen, score);
    if (second < 0)
        return;
    take(out, c, margin, chosen, second);
    /* the two that reach furthest to either side of the line */
    vec3 side = v3_cross(normal, v3_sub(c[second].on_b, c[first].on_b));
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < count; i++) {
            const vec3 d = v3_sub(c[i].on_b, c[first].on_b);
            const double high = above(&c[i], &c[first], v3_norm(d));
            score[i] = c[i].gap <= margin ? sign * v3_dot(side, d) - v3_norm(side) * high : 0;
        }
        int next = furthest(c, count, chosen, score);
        if (next >= 0 && score[next] > 1e-6 * v3_dot(side, side))
            take(out, c, margin, chosen, next);
    }
}

/* ---- faces ---- */

static void put(struct face *f, const struct placed *at, vec3 local, uint32_t name)
{
    f->name[f->count] = name;
    f->point[f->count++] = v3_add(at->x, m3_mul(&at->r, local));
}

/* l: the direction in the box's axes. Axes along which the box is level span the face. */
static void face_of_box(const struct piece *p, const struct placed *at, vec3 l, double flat, struct face *out)
{
    const double half[3] = {p->half.x, p->half.y, p->half.z}, d[3] = {l.x, l.y, l.z};
    int level[3], levels = 0, front = 0;
    double corner[3];
    for (int k = 0; k < 3; k++) {
        corner[k] = d[k] < 0 ? -half[k] : half[k];
        front = fabs(d[k]) * half[k] > fabs(d[front]) * half[front] ? k : front;
    }
    for (int k = 0; k < 3; k++)
        if (k != front && 2 * half[k] * fabs(d[k]) <= flat)
            level[levels++] = k;
    int i = levels > 0 ? level[0] : 0, j = levels > 1 ? level[1] : 0;
    if (levels == 2 && ((j - i) == 1) == (corner[front] < 0)) { /* anticlockwise from outside */
        int swap = i;
        i = j;
        j = swap;
    }
    for (int n = 0; n < 1 << levels; n++) {
        static const double square[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        double c[3] = {corner[0], corner[1], corner[2]};
        if (levels > 0)
            c[i] = (levels == 2 ? square[n][0] : n == 0 ? -1 : 1) * half[i];
        if (levels == 2)
            c[j] = square[n][1] * half[j];
        put(out, at, v3(c[0], c[1], c[2]), (uint32_t)((c[0] > 0) | (c[1] > 0) << 1 | (c[2] > 0) << 2));
    }
}

bool lean(double dx, double dy, double *ux, double *uy)
{
    double across = sqrt(dx * dx + dy * dy);
    bool leans = across > 1e-4;
    *ux = leans ? dx / across : 1;
    *uy = leans ? dy / across : 0;
    return leans;
}

static void face_of_cylinder(const struct piece *p, const struct placed *at, vec3 l, double flat, struct face *out)
{
    static const double c8[8] = {1,  0.70710678118654752,  0, -0.70710678118654752,
                                 -1, -0.70710678118654752, 0, 0.70710678118654752};
    const double r = p->radius, h = p->half.z, across = sqrt(l.x * l.x + l.y * l.y);
    double ux, uy;
    uint32_t first = lean(l.x, l.y, &ux, &uy) ? 8 : 0;
    if (2 * r * across <= flat) { /* an end: eight points of its rim, the first where it is foremost */
        double end = l.z < 0 ? -1 : 1;
        for (int k = 0; k < 8; k++) {
            double c = c8[k], s = end * c8[(k + 6) % 8];
            put(out, at, v3(r * (c * ux - s * uy), r * (s * ux + c * uy), end * h), first + (uint32_t)k);
        }
    } else if (2 * h * fabs(l.z) <= flat) { /* a line along its side */
        put(out, at, v3(r * ux, r * uy, -h), 16);
        put(out, at, v3(r * ux, r * uy, h), 17);
    } else {
        put(out, at, v3(r * ux, r * uy, l.z < 0 ? -h : h), 18);
    }
}

/* The base, a line of the side from the rim to the tip, a point of the rim, the tip. */
static void face_of_cone(const struct piece *p, const struct placed *at, vec3 l, double flat, struct face *out)
{
    static const double c8[8] = {1,  0.70710678118654752,  0, -0.70710678118654752,
                                 -1, -0.70710678118654752, 0, 0.70710678118654752};
    const double r = p->radius, h = p->half.z, across = sqrt(l.x * l.x + l.y * l.y);
    double ux, uy;
    uint32_t first = lean(l.x, l.y, &ux, &uy) ? 8 : 0;
    if (l.z < 0 && 2 * r * across <= flat) {
        for (int k = 0; k < 8; k++) {
            double c = c8[k], s = -c8[(k + 6) % 8];
            put(out, at, v3(r * (c * ux - s * uy), r * (s * ux + c * uy), -h), first + (uint32_t)k);
        }
    } else if (fabs(r * across - 4 * h * l.z) <= flat) { /* the rim lies r |l_xy| − h l_z out, the tip 3h l_z */
        put(out, at, v3(r * ux, r * uy, -h), 16);
        put(out, at, v3(0, 0, 3 * h), 17);
    } else if (r * across > 4 * h * l.z) {
        put(out, at, v3(r * ux, r * uy, -h), 18);
    } else {
        put(out, at, v3(0, 0, 3 * h), 19);
    }
}

struct flat_point {
    double x, y;
    int index;
};

static int compare_flat(const void *a, const void *b)
{
    const struct flat_point *p = a, *q = b;
    if (p->x != q->x)
        return (p->x > q->x) - (p->x < q->x);
    return p->y != q->y ? (p->y > q->y) - (p->y < q->y) : p->index - q->index;
}

static double turn(const struct flat_point *a, const struct flat_point *b, const struct flat_point *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

/* The outline of points in a plane, anticlockwise: lower side, then upper side (Andrew). Returns how many. */
static int outline(struct flat_point *p, int count, struct flat_point *out)
{
    int n = 0;
    qsort(p, (size_t)count, sizeof *p, compare_flat);
    for (int pass = 0; pass < 2; pass++) {
        int start = n;
        for (int k = 0; k < count; k++) {
            const struct flat_point *next = &p[pass == 0 ? k : count - 1 - k];
            while (n >= start + 2 && turn(&out[n - 2], &out[n - 1], next) <= 0)
                n--;
            out[n++] = *next;
        }
        n--; /* the last point begins the other side */
    }
    return n > 0 ? n : 1;
}

/* Hulls: up to NEAR corners are all asked; of more, the outermost in ASKED directions. */
enum { NEAR = 64, ASKED = 32 };

/* A hull seen along n: u and v across it, `back` is the smallest height along n that counts. */
struct seen_hull {
    const struct hull *hull;
    vec3 n, u, v;
    double back;
};

/* The corners that count, up to NEAR of them; NEAR + 1 if there are more. */
static int near_corners(const struct seen_hull *s, struct flat_point *near)
{
    const struct hull *h = s->hull;
    int count = 0;
    for (int i = 0; i < h->count && count <= NEAR; i++) {
        vec3 c = v3(h->x[i], h->y[i], h->z[i]);
        if (v3_dot(s->n, c) < s->back)
            continue;
        if (count < NEAR)
            near[count] = (struct flat_point){v3_dot(s->u, c), v3_dot(s->v, c), i};
        count++;
    }
    return count;
}

/* The outermost of the corners that count, in ASKED directions across n; each once. Of corners that are as far out, to
 * within `tie`, the first: rounding must not choose another one in every step. */
static int outer_corners(const struct seen_hull *s, double tie, struct flat_point *near)
{
    const struct hull *h = s->hull;
    const double c = 0.98078528040323045, sine = 0.19509032201612827; /* of 2π / ASKED */
    double x = 1, y = 0;
    int count = 0;
    for (int k = 0; k < ASKED; k++) {
        const vec3 d = v3_add(v3_scale(x, s->u), v3_scale(y, s->v));
        int best = -1;
        double most = -INFINITY;
        for (int i = 0; i < h->count; i++) {
            const vec3 at = v3(h->x[i], h->y[i], h->z[i]);
            if (v3_dot(d, at) > most + tie && v3_dot(s->n, at) >= s->back) {
                most = v3_dot(d, at);
                best = i;
            }
        }
        const vec3 at = v3(h->x[best], h->y[best], h->z[best]);
        if (count == 0 || (near[count - 1].index != best && near[0].index != best))
            near[count++] = (struct flat_point){v3_dot(s->u, at), v3_dot(s->v, at), best};
        const double turned = c * x - sine * y;
        y = c * y + sine * x;
        x = turned;
    }
    return count;
}

/* The hull's corners that lie within `flat` of the foremost, as an outline seen along the direction. */
static void face_of_hull(const struct piece *p, const struct placed *at, vec3 l, double flat, struct face *out)
{
    const struct hull *h = p->hull;
    struct flat_point near[NEAR], edge[2 * NEAR];
    vec3 n = v3_unit(l), u = v3_perpendicular(n), v = v3_cross(n, u);
    double front = -INFINITY;
    for (int i = 0; i < h->count; i++)
        front = fmax(front, n.x * h->x[i] + n.y * h->y[i] + n.z * h->z[i]);
    const struct seen_hull seen = {h, n, u, v, front - flat};
    int count = near_corners(&seen, near);
    if (count > NEAR)
        count = outer_corners(&seen, 1e-4 * p->reach, near);
    int corners = outline(near, count, edge), step = (corners + FACE_POINTS - 1) / FACE_POINTS;
    for (int k = 0; k < corners; k += step) {
        int i = edge[k].index;
        put(out, at, v3(h->x[i], h->y[i], h->z[i]), (uint32_t)i);
    }
}

void face_of_piece(const struct piece *p, const struct placed *at, vec3 d, double flat, struct face *out)
{
    vec3 l = m3_tmul(&at->r, d);
    out->count = 0;
    switch (p->type) {
    case PIECE_CAPSULE:
        if (2 * p->half.z * fabs(l.z) > flat) {
            put(out, at, v3(0, 0, l.z < 0 ? -p->half.z : p->half.z), 2);
        } else {
            put(out, at, v3(0, 0, -p->half.z), 0);
            put(out, at, v3(0, 0, p->half.z), 1);
        }
        break;
    case PIECE_BOX:
        face_of_box(p, at, l, flat, out);
        break;
    case PIECE_CYLINDER:
        face_of_cylinder(p, at, l, flat, out);
        break;
    case PIECE_CONE:
        face_of_cone(p, at, l, flat, out);
        break;
    case PIECE_HULL:
        face_of_hull(p, at, l, flat, out);
        break;
    case PIECE_SPHERE:
    case PIECE_ELLIPSOID:
    case PIECE_RING:
    case PIECE_PLANE:
    case PIECE_TYPES:
        put(out, at, v3(0, 0, 0), 0);
        break;
    }
}

/* ---- clipping ---- */

/* A polygon (or a segment) being clipped; edge[i] names the edge that leaves point i. */
struct outline {
    int count;
    bool closed;
    vec3 point[2 * FACE_POINTS + 2];
    uint32_t edge[2 * FACE_POINTS + 2];
};

static vec3 between(vec3 a, vec3 b, double ha, double hb) { return v3_add_scaled(a, ha / (ha - hb), v3_sub(b, a)); }

/* Keeps what lies on the inner side (n·(p − o) <= 0) of a plane. */
static void clip_by(struct outline *p, vec3 o, vec3 n, uint32_t name)
{
    struct outline out = {.closed = p->closed};
    int edges = p->closed ? p->count : p->count - 1;
    for (int i = 0; i < p->count; i++) {
        int j = (i + 1) % p->count;
        double hi = v3_dot(n, v3_sub(p->point[i], o)), hj = v3_dot(n, v3_sub(p->point[j], o));
        if (hi <= 0) {
            out.point[out.count] = p->point[i];
            out.edge[out.count++] = p->edge[i];
        }
        if (i < edges && ((hi <= 0) != (hj <= 0))) {
            out.point[out.count] = between(p->point[i], p->point[j], hi, hj);
            out.edge[out.count++] = hi <= 0 ? name : p->edge[i];
        }
        if (out.count > 2 * FACE_POINTS)
            break;
    }
    *p = out;
}

static vec3 face_normal(const struct face *f)
{
    vec3 n = v3(0, 0, 0);
    for (int i = 1; i + 1 < f->count; i++)
        n = v3_add(n, v3_cross(v3_sub(f->point[i], f->point[0]), v3_sub(f->point[i + 1], f->point[0])));
    double length = v3_norm(n);
    return length > 0 ? v3_scale(1 / length, n) : v3(0, 0, 0);
}

static uint32_t crossing(const struct outline *p, int i)
{
    uint32_t before = p->edge[p->closed ? (i + p->count - 1) % p->count : i], here = p->edge[i];
    if (!p->closed) /* an end of a segment: its own, or where a side cut it */
        return 0x40000000u | here << 1 | (uint32_t)(i > 0);
    return (before & 0xffff) << 16 | (here & 0xffff);
}

/* The incident face is clipped by the sides of the reference face. `sign` +1: the reference is a's. */
static int clip_to(const struct face *reference, vec3 plane, const struct face *incident, vec3 normal, double sign,
                   struct candidate *out)
{
    struct outline p = {.count = incident->count, .closed = incident->count > 2};
    for (int i = 0; i < incident->count; i++) {
        p.point[i] = incident->point[i];
        p.edge[i] = incident->name[i];
    }
    for (int i = 0; i < reference->count && p.count > 0; i++) {
        vec3 a = reference->point[i], b = reference->point[(i + 1) % reference->count];
        clip_by(&p, a, v3_cross(v3_sub(b, a), plane), 0x8000u | reference->name[i]);
    }
    for (int i = 0; i < p.count; i++) {
        /* along the normal to the reference plane */
        double t = v3_dot(plane, v3_sub(p.point[i], reference->point[0])) / v3_dot(plane, v3_scale(sign, normal));
        vec3 foot = v3_add_scaled(p.point[i], -t * sign, normal);
        out[i] = (struct candidate){sign > 0 ? foot : p.point[i], sign > 0 ? p.point[i] : foot, t, crossing(&p, i)};
    }
    return p.count;
}

/* Two parallel segments: the ends of their overlap. */
static int clip_segments(const struct face *a, const struct face *b, vec3 normal, struct candidate *out)
{
    vec3 u = v3_sub(a->point[1], a->point[0]), v = v3_sub(b->point[1], b->point[0]);
    double uu = v3_dot(u, u), low = 0, high = 1;
    vec3 across = v3_cross(u, v);
    if (v3_dot(across, across) > 0.0025 * uu * v3_dot(v, v)) /* 0.05 rad: they cross */
        return 0;
    double s0 = v3_dot(u, v3_sub(b->point[0], a->point[0])) / uu;
    double s1 = v3_dot(u, v3_sub(b->point[1], a->point[0])) / uu;
    low = fmax(low, fmin(s0, s1));
    high = fmin(high, fmax(s0, s1));
    if (!(high > low))
        return 0;
    for (int k = 0; k < 2; k++) {
        double s = k == 0 ? low : high;
        vec3 on_a = v3_add_scaled(a->point[0], s, u);
        vec3 on_b = v3_add_scaled(b->point[0], (s - s0) / (s1 - s0), v);
        out[k] = (struct candidate){on_a, on_b, v3_dot(normal, v3_sub(on_b, on_a)), 0x20000000u | (uint32_t)k};
    }
    return 2;
}

static double least_gap(const struct candidate *c, int count)
{
    double least = INFINITY;
    for (int i = 0; i < count; i++)
        least = fmin(least, c[i].gap);
    return least;
}

static int clip_candidates(const struct face *a, const struct face *b, const struct separation *s, double rounding_a,
                           double rounding_b, struct candidate *c)
{
    int count = 0;
    vec3 na = face_normal(a), nb = face_normal(b);
    double facing_a = a->count > 2 ? v3_dot(na, s->normal) : 0, facing_b = b->count > 2 ? -v3_dot(nb, s->normal) : 0;
    if (a->count == 2 && b->count == 2)
        count = clip_segments(a, b, s->normal, c);
    else if (a->count > 1 && b->count > 1 && facing_a > 0.5 && facing_a >= facing_b - 1e-3)
        count = clip_to(a, na, b, s->normal, 1, c);
    else if (a->count > 1 && b->count > 1 && facing_b > 0.5)
        count = clip_to(b, nb, a, s->normal, -1, c);
    for (int i = 0; i < count; i++) {
        c[i].on_a = v3_add_scaled(c[i].on_a, rounding_a, s->normal);
        c[i].on_b = v3_add_scaled(c[i].on_b, -rounding_b, s->normal);
        c[i].gap -= rounding_a + rounding_b;
    }
    return count;
}

/* The manifold of these candidates, and of the deepest points if they are deeper: a tip inside the outline of its face. */
static void keep(struct candidate *c, int count, const struct separation *s, double margin, struct manifold *out)
{
    out->normal = s->normal;
    out->count = 0;
    if (count == 0 || s->gap < least_gap(c, count) - 1e-3 * margin)
        c[count++] = (struct candidate){s->on_a, s->on_b, s->gap, 1};
    keep_four(c, count, s->normal, margin, out);
    if (out->count == 0)
        manifold_add(out, s->on_a, s->on_b, 1, margin);
}

void clip_faces(const struct face *a, const struct face *b, const struct separation *s, double rounding_a,
                double rounding_b, double margin, struct manifold *out)
{
    struct candidate c[CANDIDATES];
    keep(c, clip_candidates(a, b, s, rounding_a, rounding_b, c), s, margin, out);
}

/* Whether a point of a face's plane lies in it. */
static bool over_face(const struct face *face, vec3 n, vec3 p)
{
    for (int i = 0; i < face->count; i++) {
        const vec3 a = face->point[i], along = v3_sub(face->point[(i + 1) % face->count], a);
        if (v3_dot(v3_cross(along, n), v3_sub(p, a)) > 0)
            return false;
    }
    return true;
}

/* An ellipsoid that meets the inside of a flat face: exactly, since the search for the nearest points of curved surfaces
 * leaves the normal off by the square root of what it leaves of the gap. `sign` 1: the face is a's. */
static void meet_face(const struct piece *round, const struct placed *at, const struct face *face, double sign,
                      struct separation *s)
{
    const vec3 n = face_normal(face), out = v3_scale(sign, n);
    if (face->count < 3 || !(v3_dot(out, s->normal) > 0.999))
        return;
    const vec3 low = v3_add_scaled(piece_support(round, at, v3_neg(n)), -piece_rounding(round), n);
    const double gap = v3_dot(n, v3_sub(low, face->point[0]));
    const vec3 foot = v3_add_scaled(low, -gap, n);
    if (!over_face(face, n, foot))
        return;
    s->normal = out;
    s->gap = gap;
    s->on_a = sign > 0 ? foot : low;
    s->on_b = sign > 0 ? low : foot;
}

/* Of a piece that comes fast to a flat face with a corner or an edge, or is deep in it: all points that can come to touch
 * the face within the step, since the piece may turn on the one that touches first. `sign` 1: the face is a's. */
static int reachable(const struct piece *p, const struct placed *at, const struct face *face, double sign,
                     const struct separation *s, double margin, struct candidate *out)
{
    struct candidate c[PLANE_CANDIDATES];
    const vec3 n = face_normal(face);
    const double along = sign * v3_dot(n, s->normal);
    if (face->count < 3 || !(along > 0.99))
        return 0;
    const int count = plane_candidates(p, at, n, face->point[0], margin, c);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const vec3 low = c[i].on_a, foot = v3_add_scaled(low, -sign * c[i].gap / along, s->normal);
        if (over_face(face, n, foot))
            out[kept++] = (struct candidate){sign > 0 ? foot : low, sign > 0 ? low : foot, c[i].gap / along,
                                             0x80000000u | c[i].feature};
    }
    return kept;
}

int narrow_convex(const struct piece *a, const struct placed *pa, const struct piece *b, const struct placed *pb,
                  double margin, struct pair_hint *hint, struct manifold *out)
{
    (void)hint;
    struct face fa, fb;
    struct separation s = convex_separation(a, pa, b, pb, margin);
    if (!s.found)
        return 0;
    const double flat = fmax(fmin(margin, 0.1 * fmin(a->size, b->size)), 0.01 * fmin(a->size, b->size));
    face_of_piece(a, pa, s.normal, flat, &fa);
    face_of_piece(b, pb, v3_neg(s.normal), flat, &fb);
    if (b->type == PIECE_ELLIPSOID && a->type != PIECE_ELLIPSOID)
        meet_face(b, pb, &fa, 1, &s);
    else if (a->type == PIECE_ELLIPSOID && b->type != PIECE_ELLIPSOID)
        meet_face(a, pa, &fb, -1, &s);
    struct candidate c[CANDIDATES];
    int count = clip_candidates(&fa, &fb, &s, piece_rounding(a), piece_rounding(b), c);
    if (count < 3 && margin - s.gap > flat) {
        count += piece_rounding(a) == 0 ? reachable(b, pb, &fa, 1, &s, margin, c + count) : 0;
        count += piece_rounding(b) == 0 ? reachable(a, pa, &fb, -1, &s, margin, c + count) : 0;
    }
    keep(c, count, &s, margin, out);
    return out->count > 0;
}
