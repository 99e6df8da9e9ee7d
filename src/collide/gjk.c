/* gjk.c: the distance of two convex pieces, and how deep they overlap (Gilbert, Johnson and Keerthi; expanding polytope).
 *
 * M = B − A, the set of all b − a, is convex. Its point v nearest to the origin is the shortest way from A to B; it is
 * found by a simplex of support points that walks towards the origin. If M holds the origin the pieces overlap, and the
 * point of M's surface nearest to the origin is the shortest way out: a polytope inside M grows to it, face by face.
 * Both ways work on cores: a capsule is a segment with a rounding, which is taken off the gap afterwards.
 */
#include "collide/contact_parts.h"

/* ---- support points ---- */

static vec3 hull_support(const struct hull *h, vec3 d)
{
    int best = 0;
    double most = -INFINITY;
    for (int i = 0; i < h->count; i++) {
        double x = d.x * h->x[i] + d.y * h->y[i] + d.z * h->z[i];
        if (x > most) {
            most = x;
            best = i;
        }
    }
    return v3(h->x[best], h->y[best], h->z[best]);
}

vec3 piece_support(const struct piece *p, const struct placed *at, vec3 d)
{
    vec3 l = m3_tmul(&at->r, d), s = v3(0, 0, 0);
    switch (p->type) {
    case PIECE_CAPSULE:
        s.z = l.z < 0 ? -p->half.z : p->half.z;
        break;
    case PIECE_BOX:
        s = v3(l.x < 0 ? -p->half.x : p->half.x, l.y < 0 ? -p->half.y : p->half.y, l.z < 0 ? -p->half.z : p->half.z);
        break;
    case PIECE_CYLINDER: {
        double across = sqrt(l.x * l.x + l.y * l.y), k = across > 0 ? p->radius / across : 0;
        s = v3(k * l.x, k * l.y, l.z < 0 ? -p->half.z : p->half.z);
        break;
    }
    case PIECE_CONE: { /* the tip or the rim, whichever is further: 3h l_z or r |l_xy| − h l_z, h = half.z */
        double across = sqrt(l.x * l.x + l.y * l.y), k = across > 0 ? p->radius / across : 0;
        s = 4 * p->half.z * l.z > p->radius * across ? v3(0, 0, 3 * p->half.z) : v3(k * l.x, k * l.y, -p->half.z);
        break;
    }
    case PIECE_ELLIPSOID: {
        const vec3 h = p->half, scaled = v3(h.x * l.x, h.y * l.y, h.z * l.z);
        const double far = v3_norm(scaled), length = v3_norm(l);
        if (far > 0)
            s = v3_sub(v3(h.x * scaled.x / far, h.y * scaled.y / far, h.z * scaled.z / far),
                       v3_scale(p->radius / length, l));
        break;
    }
    case PIECE_HULL:
        s = hull_support(p->hull, l);
        break;
    case PIECE_SPHERE:
    case PIECE_RING:
    case PIECE_PLANE:
    case PIECE_TYPES:
        break;
    }
    return v3_add(at->x, m3_mul(&at->r, s));
}

/* A point of M and where it comes from. */
struct vertex {
    vec3 w, a, b;
};

struct pieces {
    const struct piece *a, *b;
    const struct placed *pa, *pb;
};

static struct vertex support(const struct pieces *x, vec3 d)
{
    struct vertex v = {.a = piece_support(x->a, x->pa, v3_neg(d)), .b = piece_support(x->b, x->pb, d)};
    v.w = v3_sub(v.b, v.a);
    return v;
}

/* ---- the nearest point of a simplex ---- */

struct simplex {
    int count;
    struct vertex at[4];
    double share[4]; /* barycentric coordinates of the nearest point */
};

static void keep_one(struct simplex *s, int i)
{
    s->at[0] = s->at[i];
    s->share[0] = 1;
    s->count = 1;
}

static void nearest_of_segment(struct simplex *s)
{
    vec3 d = v3_sub(s->at[1].w, s->at[0].w);
    double t = -v3_dot(s->at[0].w, d), length2 = v3_dot(d, d);
    if (t <= 0 || length2 == 0) {
        keep_one(s, 0);
    } else if (t >= length2) {
        keep_one(s, 1);
    } else {
        s->share[1] = t / length2;
        s->share[0] = 1 - s->share[1];
    }
}

static vec3 nearest(const struct simplex *s)
{
    vec3 v = v3(0, 0, 0);
    for (int i = 0; i < s->count; i++)
        v = v3_add_scaled(v, s->share[i], s->at[i].w);
    return v;
}

/* The foot of the origin in the triangle's plane, if it lies inside; otherwise the nearest of the edges it lies beyond.
 * Everything is computed from differences: towards the end the corners lie closely together on a curved surface. */
static void nearest_of_triangle(struct simplex *s)
{
    vec3 a = s->at[0].w, b = s->at[1].w, c = s->at[2].w;
    vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
    double nn = v3_dot(n, n), least = INFINITY, share[3] = {-1, -1, -1};
    if (nn > 0) {
        vec3 foot = v3_scale(v3_dot(a, n) / nn, n);
        vec3 fa = v3_sub(a, foot), fb = v3_sub(b, foot), fc = v3_sub(c, foot);
        share[0] = v3_dot(v3_cross(fb, fc), n) / nn;
        share[1] = v3_dot(v3_cross(fc, fa), n) / nn;
        share[2] = 1 - share[0] - share[1];
    }
    if (share[0] > 0 && share[1] > 0 && share[2] > 0) {
        for (int k = 0; k < 3; k++)
            s->share[k] = share[k];
        return;
    }
    struct simplex best = *s;
    for (int k = 0; k < 3; k++) {
        if (share[k] > 0)
            continue;
        struct simplex edge = {.count = 2, .at = {s->at[(k + 1) % 3], s->at[(k + 2) % 3]}};
        nearest_of_segment(&edge);
        vec3 v = nearest(&edge);
        if (v3_dot(v, v) < least) {
            least = v3_dot(v, v);
            best = edge;
        }
    }
    *s = best;
}

/* Leaves the face nearest to the origin, or all four corners if the origin is inside. */
static void nearest_of_tetrahedron(struct simplex *s)
{
    static const int face[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
    struct simplex best = *s;
    double least = INFINITY;
    for (int f = 0; f < 4; f++) {
        vec3 p = s->at[face[f][0]].w;
        vec3 n = v3_cross(v3_sub(s->at[face[f][1]].w, p), v3_sub(s->at[face[f][2]].w, p));
        double origin = -v3_dot(n, p), other = v3_dot(n, v3_sub(s->at[face[f][3]].w, p));
        if (origin * other > 0) /* on the same side as the fourth corner: behind this face */
            continue;
        struct simplex t = {.count = 3, .at = {s->at[face[f][0]], s->at[face[f][1]], s->at[face[f][2]]}};
        nearest_of_triangle(&t);
        vec3 v = nearest(&t);
        if (v3_dot(v, v) < least) {
            least = v3_dot(v, v);
            best = t;
        }
    }
    *s = best;
}

static void reduce(struct simplex *s)
{
    if (s->count == 1)
        s->share[0] = 1;
    else if (s->count == 2)
        nearest_of_segment(s);
    else if (s->count == 3)
        nearest_of_triangle(s);
    else
        nearest_of_tetrahedron(s);
}

/* ---- penetration depth ---- */

enum { POLYTOPE_POINTS = 96, POLYTOPE_FACES = 2 * POLYTOPE_POINTS };

struct polytope_face {
    int corner[3];   /* anticlockwise seen from outside */
    int beside[3];   /* the face across the edge from corner k to the next */
    vec3 normal;     /* unit, outwards */
    double distance; /* of its plane from the origin; of a face that was taken out, or has no extent, infinite */
    bool there, seen;
};

struct polytope {
    struct vertex point[POLYTOPE_POINTS];
    struct polytope_face face[POLYTOPE_FACES];
    int points, faces;
};

static bool is_new(const struct simplex *s, vec3 w, double small)
{
    vec3 a = s->at[0].w;
    if (s->count == 1)
        return v3_norm(v3_sub(w, a)) > small;
    vec3 ab = v3_sub(s->at[1].w, a), aw = v3_sub(w, a);
    if (s->count == 2)
        return v3_norm(v3_cross(ab, aw)) > small * v3_norm(ab);
    vec3 n = v3_cross(ab, v3_sub(s->at[2].w, a));
    return fabs(v3_dot(n, aw)) > small * v3_norm(n);
}

/* The k-th direction in which a simplex may grow. */
static vec3 growth(const struct simplex *s, int k)
{
    static const double axis[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    vec3 d = v3(axis[k][0], axis[k][1], axis[k][2]);
    if (s->count == 1)
        return d;
    vec3 ab = v3_sub(s->at[1].w, s->at[0].w);
    if (s->count == 2)
        return v3_cross(ab, d);
    return v3_scale(k % 2 == 0 ? 1 : -1, v3_cross(ab, v3_sub(s->at[2].w, s->at[0].w)));
}

/* A simplex that GJK left flat becomes a tetrahedron, if M has a volume at all. */
static bool grow_to_tetrahedron(const struct pieces *x, struct simplex *s, double small)
{
    while (s->count < 4) {
        int before = s->count;
        for (int k = 0; k < 6 && s->count == before; k++) {
            struct vertex v = support(x, growth(s, k));
            if (is_new(s, v.w, small))
                s->at[s->count++] = v;
        }
        if (s->count == before)
            return false;
    }
    return true;
}

/* Returns the face's index; its neighbours are the caller's. */
static int add_face(struct polytope *p, int i, int j, int k)
{
    vec3 a = p->point[i].w;
    vec3 n = v3_cross(v3_sub(p->point[j].w, a), v3_sub(p->point[k].w, a));
    double area = v3_norm(n);
    int at = 0;
    while (at < p->faces && p->face[at].there)
        at++;
    p->faces += at == p->faces;
    p->face[at] = (struct polytope_face){.corner = {i, j, k}, .distance = INFINITY, .there = true};
    if (area > 0) {
        p->face[at].normal = v3_scale(1 / area, n);
        p->face[at].distance = v3_dot(p->face[at].normal, a);
    }
    return at;
}

static int edge_from(const struct polytope_face *f, int corner)
{
    return f->corner[0] == corner ? 0 : f->corner[1] == corner ? 1 : 2;
}

static void begin_polytope(struct polytope *p, const struct simplex *s)
{
    p->points = 4;
    p->faces = 0;
    for (int i = 0; i < 4; i++)
        p->point[i] = s->at[i];
    vec3 a = s->at[0].w;
    vec3 n = v3_cross(v3_sub(s->at[1].w, a), v3_sub(s->at[2].w, a));
    bool turned = v3_dot(n, v3_sub(s->at[3].w, a)) > 0; /* the fourth corner must be behind the first face */
    add_face(p, 0, turned ? 2 : 1, turned ? 1 : 2);
    add_face(p, 0, turned ? 3 : 2, turned ? 2 : 3);
    add_face(p, 0, turned ? 1 : 3, turned ? 3 : 1);
    add_face(p, 1, turned ? 2 : 3, turned ? 3 : 2);
    for (int f = 0; f < 4; f++)
        for (int k = 0; k < 3; k++)
            for (int g = 0; g < 4; g++) {
                int to = p->face[f].corner[(k + 1) % 3], back = edge_from(&p->face[g], to);
                if (g != f && p->face[g].corner[back] == to &&
                    p->face[g].corner[(back + 1) % 3] == p->face[f].corner[k])
                    p->face[f].beside[k] = g;
            }
}

/* Removes the faces visible from a point, found from one of them across their edges. The edges of the horizon, in order,
 * go to `rim`: the face behind each and its own edge there. Returns how many. */
struct rim_edge {
    int from, to, behind;
};

static int take_out_seen(struct polytope *p, int first, vec3 w, struct rim_edge *rim)
{
    int stack[POLYTOPE_FACES], depth = 0, count = 0;
    p->face[first].seen = true;
    stack[depth++] = first;
    while (depth > 0) {
        struct polytope_face *f = &p->face[stack[--depth]];
        f->there = false;
        f->distance = INFINITY;
        for (int k = 0; k < 3; k++) {
            struct polytope_face *g = &p->face[f->beside[k]];
            if (g->seen)
                continue;
            if (v3_dot(g->normal, v3_sub(w, p->point[g->corner[0]].w)) > 0) {
                g->seen = true;
                stack[depth++] = f->beside[k];
            } else if (count < POLYTOPE_FACES) {
                rim[count++] = (struct rim_edge){f->corner[k], f->corner[(k + 1) % 3], f->beside[k]};
            }
        }
    }
    for (int i = 0; i < p->faces; i++)
        p->face[i].seen = false;
    return count;
}

/* Removes the faces visible from the new point and closes the hole with faces to it. False: there is no room left. */
static bool expand(struct polytope *p, int front, struct vertex v)
{
    struct rim_edge rim[POLYTOPE_FACES];
    int made[POLYTOPE_FACES];
    if (p->points == POLYTOPE_POINTS)
        return false;
    int count = take_out_seen(p, front, v.w, rim), top = p->points;
    if (count < 3)
        return false;
    p->point[p->points++] = v;
    for (int k = 0; k < count; k++) {
        if (p->faces == POLYTOPE_FACES)
            return false;
        made[k] = add_face(p, rim[k].from, rim[k].to, top);
        struct polytope_face *behind = &p->face[rim[k].behind];
        p->face[made[k]].beside[0] = rim[k].behind;
        behind->beside[edge_from(behind, rim[k].to)] = made[k];
    }
    for (int k = 0; k < count; k++)
        for (int n = 0; n < count; n++)
            if (rim[n].from == rim[k].to) {
                p->face[made[k]].beside[1] = made[n];
                p->face[made[n]].beside[2] = made[k];
            }
    return true;
}

static int nearest_face(const struct polytope *p)
{
    int best = 0;
    for (int i = 1; i < p->faces; i++)
        if (p->face[i].distance < p->face[best].distance)
            best = i;
    return best;
}

/* The places on a and b that the point nearest to the origin comes from. Triangles of one plane are all as near; the
 * origin's foot lies in one of them. */
static void face_points(const struct polytope *p, const struct polytope_face *front, double tie, struct separation *out)
{
    double least = INFINITY;
    for (int i = -1; i < p->faces; i++) {
        const struct polytope_face *f = i < 0 ? front : &p->face[i];
        if (i >= 0 && (!f->there || f->distance > front->distance + tie))
            continue;
        struct simplex s = {.count = 3};
        for (int k = 0; k < 3; k++)
            s.at[k] = p->point[f->corner[k]];
        nearest_of_triangle(&s);
        vec3 v = nearest(&s);
        if (v3_dot(v, v) >= least)
            continue;
        least = v3_dot(v, v);
        out->on_a = out->on_b = v3(0, 0, 0);
        for (int k = 0; k < s.count; k++) {
            out->on_a = v3_add_scaled(out->on_a, s.share[k], s.at[k].a);
            out->on_b = v3_add_scaled(out->on_b, s.share[k], s.at[k].b);
        }
    }
}

static struct separation penetration(const struct pieces *x, struct simplex *s, double size)
{
    struct polytope p;
    struct separation out = {.found = true, .normal = v3(0, 0, 1)};
    if (!grow_to_tetrahedron(x, s, 1e-10 * size)) {
        out.on_a = s->at[0].a;
        out.on_b = s->at[0].b;
        return out;
    }
    begin_polytope(&p, s);
    struct polytope_face f = {.distance = INFINITY};
    for (int i = 0; i < POLYTOPE_POINTS; i++) {
        int front = nearest_face(&p);
        f = p.face[front];
        struct vertex v = support(x, f.normal);
        if (v3_dot(v.w, f.normal) - f.distance <= 1e-9 * size || !expand(&p, front, v))
            break;
    }
    face_points(&p, &f, 1e-9 * size, &out);
    out.normal = v3_neg(f.normal); /* b goes out against the face's normal */
    out.gap = -f.distance;
    return out;
}

/* ---- the distance ---- */

static void round_off(const struct pieces *x, struct separation *s)
{
    double ra = piece_rounding(x->a), rb = piece_rounding(x->b);
    s->gap -= ra + rb;
    s->on_a = v3_add_scaled(s->on_a, ra, s->normal);
    s->on_b = v3_add_scaled(s->on_b, -rb, s->normal);
}

static bool is_in(const struct simplex *s, vec3 w)
{
    for (int i = 0; i < s->count; i++)
        if (s->at[i].w.x == w.x && s->at[i].w.y == w.y && s->at[i].w.z == w.z)
            return true;
    return false;
}

struct separation convex_separation(const struct piece *a, const struct placed *pa, const struct piece *b,
                                    const struct placed *pb, double margin)
{
    enum { ROUNDS = 64 };
    const struct pieces x = {a, b, pa, pb};
    const double size = a->reach + b->reach, most = margin + piece_rounding(a) + piece_rounding(b);
    struct simplex s = {.count = 1, .at = {support(&x, v3_sub(pa->x, pb->x))}, .share = {1}};
    vec3 v = s.at[0].w;
    struct separation out = {.found = false};
    for (int i = 0; i < ROUNDS && s.count < 4; i++) {
        double length2 = v3_dot(v, v), length = sqrt(length2);
        if (length < 1e-8 * size)
            break;
        struct vertex w = support(&x, v3_neg(v));
        double reached = v3_dot(v, w.w);
        if (reached > most * length)
            return out;
        if (length2 - reached <= length * (1e-9 * length + 1e-10 * size) || is_in(&s, w.w))
            break; /* a plane perpendicular to v separates them by almost as much */
        struct simplex t = s;
        t.at[t.count++] = w;
        reduce(&t);
        vec3 next = nearest(&t);
        if (t.count < 4 && !(v3_dot(next, next) < length2)) /* no progress: converged to rounding */
            break;
        s = t;
        v = next;
    }
    double length = v3_norm(v);
    if (s.count == 4 || length < 1e-8 * size) {
        out = penetration(&x, &s, size);
        round_off(&x, &out);
        return out;
    }
    out = (struct separation){.found = true, .gap = length, .normal = v3_scale(1 / length, v)};
    for (int i = 0; i < s.count; i++) {
        out.on_a = v3_add_scaled(out.on_a, s.share[i], s.at[i].a);
        out.on_b = v3_add_scaled(out.on_b, s.share[i], s.at[i].b);
    }
    round_off(&x, &out);
    out.found = out.gap <= margin;
    return out;
}
