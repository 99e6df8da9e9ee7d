/* figure_skin.c: placing the rings of a skin, and evaluating the surface (figure_skin.h).
 *
 * The axis goes from joint to joint, and at the ends to the far side of the last solids. Each ring is perpendicular to
 * it, at a joint in the bisecting plane, and has for each direction d the extent of the solid there. It follows from the
 * support function h (the extent in a direction): the silhouette in the plane of d and the axis u is an intersection of
 * half planes, and its extent along d is
 *
 *   ρ = min over θ of h(d cos θ + u sin θ)/cos θ,   h measured from the middle of the ring.
 *
 * Directions go from ring to ring by the shortest turn, so that the surface does not twist.
 */
#include "view/figure_skin.h"

#include <math.h>
#include <string.h>

enum { CAP = 3, INNER = 3, TILTS = 11, ROUNDS = 4 };

static const double turn = 6.283185307179586;

struct ring {
    vec3 c, u, e, f; /* middle, axis, two directions across it */
    double wanted[FIGURE_SKIN_COLUMNS], r[FIGURE_SKIN_COLUMNS];
    int joint;   /* the joint it stands at, -1 */
    double body; /* which body it belongs to; between two at a joint */
};

struct laying {
    const struct figure_skin_chain *chain;
    vec3 *q;      /* the axis: tip, joints, tip */
    vec3 *u, *e;  /* along and across each body's axis */
    double *mean; /* how thick each body is */
    struct ring *ring;
    int rings;
};

/* ---- extents of solids ---- */

/* The support function of a solid in its own frame. */
static double support(const struct solid *s, vec3 d)
{
    double flat = hypot(d.x, d.y), most = -HUGE_VAL;
    switch (s->kind) {
    case SOLID_SPHERE:
        return s->w * v3_norm(d);
    case SOLID_BOX:
        return fabs(d.x) * s->half.x + fabs(d.y) * s->half.y + fabs(d.z) * s->half.z;
    case SOLID_CYLINDER:
        return flat * s->half.x + fabs(d.z) * s->half.z;
    case SOLID_CAPSULE:
        return fabs(d.z) * s->s.z + s->w * v3_norm(d);
    case SOLID_TORUS:
        return flat * s->s.x + s->w * v3_norm(d);
    case SOLID_LINK:
        return hypot(d.x, d.z) * s->s.x + fabs(d.z) * s->h + s->w * v3_norm(d);
    case SOLID_CONE:
        return fmax((s->h + s->s.z) * d.z, flat * s->s.x + (s->h - s->s.z) * d.z);
    case SOLID_ELLIPSOID:
        return v3_norm(v3(s->s.x * d.x, s->s.y * d.y, s->s.z * d.z));
    case SOLID_MESH:
        for (int i = 0; s->mesh != NULL && i < s->mesh->vertex_count; i++)
            most = fmax(most, v3_dot(s->mesh->vertex[i], d));
        return most;
    case SOLID_COIL:
    case SOLID_KINDS:
        break;
    }
    return 0;
}

static double reach(const struct figure_skin_body *b, vec3 from, vec3 d)
{
    double most = -HUGE_VAL;
    for (int i = 0; i < b->pieces; i++) {
        const struct figure_skin_piece *p = &b->piece[i];
        double own = support(&p->solid, q_rotate(q_conj(p->turned), d));
        most = fmax(most, own + v3_dot(v3_sub(p->at, from), d));
    }
    return most;
}

/* ρ as defined above; negative where the solid does not reach the ring. */
static double section(const struct figure_skin_body *b, vec3 from, vec3 u, vec3 d)
{
    double least = HUGE_VAL;
    for (int i = 0; i < TILTS; i++) {
        double tilt = 1.35 * (2.0 * i / (TILTS - 1) - 1), c = cos(tilt);
        vec3 n = v3_add(v3_scale(c, d), v3_scale(sin(tilt), u));
        least = fmin(least, reach(b, from, n) / c);
    }
    return least;
}

/* ---- the axis ---- */

/* The shortest turn from a to b, unit vectors, applied to v. */
static vec3 carry(vec3 a, vec3 b, vec3 v)
{
    vec3 sum = v3_add(a, b);
    double size2 = v3_dot(sum, sum);
    if (size2 < 1e-12) /* opposite: rotate about v itself */
        return v;
    vec3 once = v3_add_scaled(v, -2 * v3_dot(v, a), a); /* two reflections: at a, then at the one between */
    return v3_add_scaled(once, -2 * v3_dot(once, sum) / size2, sum);
}

static vec3 direction(vec3 d, vec3 otherwise)
{
    double length = v3_norm(d);
    return length > 1e-9 ? v3_scale(1 / length, d) : otherwise;
}

/* The point where a ray from the middle of a body leaves it. */
static vec3 way_out(const struct figure_skin_body *b, vec3 along)
{
    vec3 p = v3_perpendicular(along);
    double far = fmin(section(b, b->middle, p, along), section(b, b->middle, v3_cross(along, p), along));
    return v3_add_scaled(b->middle, fmax(far, 0), along);
}

/* The end of the first or last body: the far side as seen from its joint, or the end of one of its own axes if that is
 * further away, as a long body may be attached askew. */
static vec3 tip(const struct figure_skin_chain *c, int body, vec3 joint)
{
    const struct figure_skin_body *b = &c->body[body];
    vec3 best = joint;
    for (int i = 0; i < 7; i++) {
        double side = i % 2 == 0 ? 1 : -1;
        vec3 own = v3(i / 2 == 0 ? side : 0, i / 2 == 1 ? side : 0, i / 2 >= 2 ? side : 0);
        own = b->pieces > 0 ? q_rotate(b->piece[0].turned, own) : own;
        vec3 at = way_out(b, i < 6 ? own : direction(v3_sub(b->middle, joint), own));
        /* a little further does not count: a ball has no axes */
        if (v3_norm(v3_sub(at, joint)) > (i == 6 ? 0.95 : 1) * v3_norm(v3_sub(best, joint)))
            best = at;
    }
    return v3_add_scaled(best, c->margin, direction(v3_sub(best, joint), v3(0, 0, 1)));
}

static void lay_axis(struct laying *l)
{
    const struct figure_skin_chain *c = l->chain;
    const int n = c->bodies;
    l->q[0] = tip(c, 0, c->joint[0]);
    memcpy(l->q + 1, c->joint, sizeof *c->joint * (size_t)(n - 1));
    l->q[n] = tip(c, n - 1, c->joint[n - 2]);
    for (int i = 0; i < n; i++)
        l->u[i] = direction(v3_sub(l->q[i + 1], l->q[i]), i > 0 ? l->u[i - 1] : v3(0, 0, 1));
    vec3 e = v3_add_scaled(c->across, -v3_dot(c->across, l->u[0]), l->u[0]);
    l->e[0] = direction(e, v3_perpendicular(l->u[0]));
    for (int i = 1; i < n; i++)
        l->e[i] = carry(l->u[i - 1], l->u[i], l->e[i - 1]);
}

/* ---- rings ---- */

static vec3 ring_direction(const struct ring *r, int column)
{
    double angle = turn * column / FIGURE_SKIN_COLUMNS;
    return v3_add(v3_scale(cos(angle), r->e), v3_scale(sin(angle), r->f));
}

static struct ring *add_ring(struct laying *l, vec3 at, vec3 u, vec3 e, double body)
{
    struct ring *r = &l->ring[l->rings++];
    *r = (struct ring){.c = at, .u = u, .e = e, .f = v3_cross(u, e), .joint = -1, .body = body};
    return r;
}

/* How thick a body is in the middle of its piece of the axis. */
static double thickness(const struct laying *l, int body)
{
    struct ring r = {.c = v3_scale(0.5, v3_add(l->q[body], l->q[body + 1])), .u = l->u[body], .e = l->e[body]};
    double sum = 0, size = 0;
    r.f = v3_cross(r.u, r.e);
    for (int k = 0; k < FIGURE_SKIN_COLUMNS; k++) {
        vec3 d = ring_direction(&r, k);
        sum += fmax(section(&l->chain->body[body], r.c, r.u, d), 0) / FIGURE_SKIN_COLUMNS;
        size += reach(&l->chain->body[body], l->chain->body[body].middle, d) / FIGURE_SKIN_COLUMNS;
    }
    return fmax(sum, 0.2 * size);
}

/* Wanted radii of a ring of one body: around it, and never thinner than a fraction of it. */
static void want_body(const struct laying *l, struct ring *r, int body, double least)
{
    for (int k = 0; k < FIGURE_SKIN_COLUMNS; k++) {
        double own = section(&l->chain->body[body], r->c, r->u, ring_direction(r, k));
        r->wanted[k] = fmax(own, least) + l->chain->margin;
    }
}

/* At a joint: around the ends of both, and not much thinner than they are. */
static void want_joint(const struct laying *l, struct ring *r, int joint)
{
    double least = 0.35 * (l->mean[joint] + l->mean[joint + 1]);
    r->joint = joint;
    for (int k = 0; k < FIGURE_SKIN_COLUMNS; k++) {
        vec3 d = ring_direction(r, k);
        double one = section(&l->chain->body[joint], r->c, r->u, d);
        double two = section(&l->chain->body[joint + 1], r->c, r->u, d);
        r->wanted[k] = fmax(fmax(one, two), least) + l->chain->margin;
    }
}

/* The round end of the chain: rings at heights R (1 − cos α). The first is the same on opposite sides, so that the pole
 * is one point. */
static void lay_cap(struct laying *l, int body, double depth, bool first)
{
    for (int i = 0; i < CAP; i++) {
        int k = first ? i : CAP - 1 - i;
        double angle = turn / 4 * (k + 1) / (CAP + 0.6), along = depth * (1 - cos(angle));
        vec3 at = first ? v3_add_scaled(l->q[0], along, l->u[0]) : v3_add_scaled(l->q[body + 1], -along, l->u[body]);
        struct ring *r = add_ring(l, at, l->u[body], l->e[body], body);
        want_body(l, r, body, 0.5 * l->mean[body] * sin(angle));
        for (int c = 0; c < FIGURE_SKIN_COLUMNS / 2 && k == 0; c++)
            r->wanted[c] = r->wanted[c + FIGURE_SKIN_COLUMNS / 2] =
                fmax(r->wanted[c], r->wanted[c + FIGURE_SKIN_COLUMNS / 2]);
    }
}

static void lay_body(struct laying *l, int body)
{
    const int last = l->chain->bodies - 1;
    const double length = v3_norm(v3_sub(l->q[body + 1], l->q[body])), thick = l->mean[body];
    double bend = fmin(fmax(thick, length / 4), length / 3), cap = fmin(thick, 0.45 * length);
    double begin = body == 0 ? cap : bend, end = length - (body == last ? cap : bend);
    if (body == 0)
        lay_cap(l, body, cap, true);
    for (int i = 0; i < INNER; i++) {
        double along = begin + (end - begin) * i / (INNER - 1);
        struct ring *r = add_ring(l, v3_add_scaled(l->q[body], along, l->u[body]), l->u[body], l->e[body], body);
        want_body(l, r, body, 0.35 * thick);
    }
    if (body == last) {
        lay_cap(l, body, cap, false);
        return;
    }
    vec3 middle = direction(v3_add(l->u[body], l->u[body + 1]), l->u[body]);
    struct ring *r = add_ring(l, l->q[body + 1], middle, carry(l->u[body], middle, l->e[body]), body + 0.5);
    want_joint(l, r, body);
}

/* ---- from wanted radii to control points ---- */

/* Points of a ring must not pass the bisecting plane of a neighbouring joint: rings would intersect there. */
static void keep_apart(const struct laying *l, struct ring *r, int joint, double side)
{
    if (joint < 0 || joint >= l->chain->bodies - 1 || r->joint >= 0)
        return;
    vec3 m = direction(v3_add(l->u[joint], l->u[joint + 1]), l->u[joint]);
    double room = side * v3_dot(v3_sub(l->q[joint + 1], r->c), m);
    for (int k = 0; k < FIGURE_SKIN_COLUMNS; k++) {
        double towards = side * v3_dot(ring_direction(r, k), m);
        if (towards * r->r[k] > 0.85 * room)
            r->r[k] = fmax(0.85 * room / towards, 0);
    }
}

static void limit(const struct laying *l)
{
    for (int i = 0; i < l->rings; i++) {
        struct ring *r = &l->ring[i];
        keep_apart(l, r, (int)r->body, 1);
        keep_apart(l, r, (int)r->body - 1, -1);
    }
}

static vec3 *row(const struct figure_skin_net *n, int k) { return n->control + (size_t)k * FIGURE_SKIN_COLUMNS; }

static void place(const struct laying *l, struct figure_skin_net *n)
{
    const vec3 *q = l->q;
    for (int i = 0; i < l->rings; i++)
        for (int k = 0; k < FIGURE_SKIN_COLUMNS; k++)
            row(n, i + 1)[k] = v3_add_scaled(l->ring[i].c, l->ring[i].r[k], ring_direction(&l->ring[i], k));
    for (int end = 0; end < 2; end++) {
        const struct ring *r = &l->ring[end == 0 ? 0 : l->rings - 1];
        /* the surface has (2 C + 4 P)/6 at a pole with control point P beside a ring around C */
        vec3 pole = v3_sub(v3_scale(1.5, q[end == 0 ? 0 : l->chain->bodies]), v3_scale(0.5, r->c));
        for (int k = 0; k < FIGURE_SKIN_COLUMNS; k++)
            row(n, end == 0 ? 0 : l->rings + 1)[k] = pole;
    }
}

/* A B-spline stays inside the hull of its control points: they move outwards by the difference to the wanted radii. */
static void push_out(struct laying *l, const struct figure_skin_net *n, int i)
{
    struct ring *r = &l->ring[i];
    double more[FIGURE_SKIN_COLUMNS];
    for (int k = 0; k < FIGURE_SKIN_COLUMNS; k++) {
        double there = v3_dot(v3_sub(figure_skin_at(n, i + 1, k).x, r->c), ring_direction(r, k));
        more[k] = fmax(fmin(r->wanted[k] - there, 1.5 * r->wanted[k] - r->r[k]), 0);
    }
    for (int k = 0; k < FIGURE_SKIN_COLUMNS; k++) {
        bool at_pole = i == 0 || i == l->rings - 1;
        r->r[k] += at_pole ? fmax(more[k], more[(k + FIGURE_SKIN_COLUMNS / 2) % FIGURE_SKIN_COLUMNS]) : more[k];
    }
}

struct figure_skin_net figure_skin_lay(const struct figure_skin_chain *c)
{
    const int most = 2 * CAP + c->bodies * (INNER + 1);
    struct laying l = {.chain = c,
                       .q = MEM_ARRAY(vec3, c->bodies + 1),
                       .u = MEM_ARRAY(vec3, c->bodies),
                       .e = MEM_ARRAY(vec3, c->bodies),
                       .mean = MEM_ARRAY(double, c->bodies),
                       .ring = MEM_ARRAY(struct ring, most)};
    lay_axis(&l);
    for (int i = 0; i < c->bodies; i++)
        l.mean[i] = thickness(&l, i);
    for (int i = 0; i < c->bodies; i++)
        lay_body(&l, i);
    struct figure_skin_net n = {.rings = l.rings,
                                .control = MEM_ARRAY(vec3, (l.rings + 2) * FIGURE_SKIN_COLUMNS),
                                .body = MEM_ARRAY(double, l.rings + 2)};
    for (int i = 0; i < l.rings; i++) {
        memcpy(l.ring[i].r, l.ring[i].wanted, sizeof l.ring[i].r);
        n.body[i + 1] = l.ring[i].body;
    }
    n.body[l.rings + 1] = c->bodies - 1;
    limit(&l);
    place(&l, &n);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < l.rings; i++)
            push_out(&l, &n, i);
        limit(&l);
        place(&l, &n);
    }
    mem_free(l.q);
    mem_free(l.u);
    mem_free(l.e);
    mem_free(l.mean);
    mem_free(l.ring);
    return n;
}

void figure_skin_free(struct figure_skin_net *n)
{
    mem_free(n->control);
    mem_free(n->body);
    *n = (struct figure_skin_net){.rings = 0};
}

/* ---- the surface ---- */

/* The four cubic B-splines that are not zero between two knots, and their derivatives. */
static void splines(double t, double b[4], double db[4])
{
    double s = 1 - t;
    b[0] = s * s * s / 6;
    b[1] = (4 - 6 * t * t + 3 * t * t * t) / 6;
    b[2] = (4 - 6 * s * s + 3 * s * s * s) / 6;
    b[3] = t * t * t / 6;
    db[0] = -s * s / 2;
    db[1] = (-4 * t + 3 * t * t) / 2;
    db[2] = (4 * s - 3 * s * s) / 2;
    db[3] = t * t / 2;
}

/* Rows beyond a pole are those before it, rotated by half a turn. */
static vec3 control(const struct figure_skin_net *n, int k, int column)
{
    const int last = n->rings + 1;
    bool behind = k < 0 || k > last;
    k = k < 0 ? -k : k > last ? 2 * last - k : k;
    return row(n, k)[(column + (behind ? FIGURE_SKIN_COLUMNS / 2 : 0) + FIGURE_SKIN_COLUMNS) % FIGURE_SKIN_COLUMNS];
}

static void evaluate(const struct figure_skin_net *n, double u, double v, struct figure_skin_point *p)
{
    int k = (int)fmin(fmax(floor(u), 0), n->rings), c = (int)floor(v);
    double a[4], da[4], b[4], db[4];
    splines(u - k, a, da);
    splines(v - c, b, db);
    *p = (struct figure_skin_point){.x = v3(0, 0, 0)};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            vec3 x = control(n, k - 1 + i, (c - 1 + j + FIGURE_SKIN_COLUMNS) % FIGURE_SKIN_COLUMNS);
            p->x = v3_add_scaled(p->x, a[i] * b[j], x);
            p->along = v3_add_scaled(p->along, da[i] * b[j], x);
            p->around = v3_add_scaled(p->around, a[i] * db[j], x);
        }
}

struct figure_skin_point figure_skin_at(const struct figure_skin_net *n, double u, double v)
{
    struct figure_skin_point p, beside;
    v -= FIGURE_SKIN_COLUMNS * floor(v / FIGURE_SKIN_COLUMNS);
    v = v < FIGURE_SKIN_COLUMNS ? v : 0;
    evaluate(n, u, v, &p);
    vec3 across = p.around;
    const bool pole = u <= 0 || u >= n->rings + 1;
    if (pole) { /* all meridians meet: two of them span the plane */
        evaluate(n, u, fmod(v + FIGURE_SKIN_COLUMNS / 4.0, FIGURE_SKIN_COLUMNS), &beside);
        across = u <= 0 ? beside.along : v3_neg(beside.along);
    }
    p.normal = direction(v3_cross(across, p.along), v3(0, 0, 1));
    return p;
}

void figure_skin_weights(const struct figure_skin_net *n, double u, int body[4], double weight[4])
{
    const int last = n->rings + 1;
    int k = (int)fmin(fmax(floor(u), 0), n->rings), count = 0;
    double a[4], da[4];
    splines(u - k, a, da);
    for (int i = 0; i < 4; i++) {
        body[i] = 0;
        weight[i] = 0;
    }
    for (int i = 0; i < 4; i++) {
        int r = k - 1 + i;
        double b = n->body[r < 0 ? -r : r > last ? 2 * last - r : r], part = b - floor(b);
        for (int side = 0; side < 2; side++) {
            int whose = (int)floor(b) + side, slot = 0;
            double w = a[i] * (side == 0 ? 1 - part : part);
            while (slot < count && body[slot] != whose)
                slot++;
            if (w == 0 || slot == 4)
                continue;
            count = slot == count ? count + 1 : count;
            body[slot] = whose;
            weight[slot] += w;
        }
    }
}

/* ---- triangles ---- */

enum { ALONG = 3, AROUND = 2 * FIGURE_SKIN_COLUMNS };

static void add_triangle(struct mesh *m, int a, int b, int c)
{
    int *t = m->triangle[m->triangle_count++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

/* Vertex 0 and the last are the poles; between them rows of AROUND. */
static void join(struct mesh *m, int rows)
{
    const int end = m->vertex_count - 1;
    for (int c = 0; c < AROUND; c++) {
        int next = (c + 1) % AROUND, below = 1 + (rows - 1) * AROUND;
        add_triangle(m, 0, 1 + next, 1 + c);
        for (int r = 0; r + 1 < rows; r++) {
            int one = 1 + r * AROUND, two = one + AROUND;
            add_triangle(m, one + c, one + next, two + next);
            add_triangle(m, one + c, two + next, two + c);
        }
        add_triangle(m, end, below + c, below + next);
    }
}

struct surface figure_skin_surface(const struct figure_skin_net *n, double **at)
{
    const int rows = (n->rings + 1) * ALONG - 1, count = rows * AROUND + 2;
    struct mesh *m = MEM_NEW(struct mesh);
    struct surface s = {.mesh = m, .normal = MEM_ARRAY(vec3, count)};
    double *u = MEM_ARRAY(double, count);
    m->references = 1;
    m->vertex_count = count;
    m->vertex = MEM_ARRAY(vec3, count);
    m->triangle = mem_new(sizeof *m->triangle * (size_t)(2 * rows * AROUND));
    for (int i = 0; i < count; i++) {
        int r = i == 0 ? 0 : i == count - 1 ? rows + 1 : 1 + (i - 1) / AROUND;
        u[i] = (double)r / ALONG;
        struct figure_skin_point p = figure_skin_at(
            n, u[i], i == 0 || i == count - 1 ? 0 : (double)((i - 1) % AROUND) * FIGURE_SKIN_COLUMNS / AROUND);
        m->vertex[i] = p.x;
        s.normal[i] = p.normal;
    }
    join(m, rows);
    surface_measure(&s);
    if (at != NULL)
        *at = u;
    else
        mem_free(u);
    return s;
}
