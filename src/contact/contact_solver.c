/* contact_solver.c: from manifolds to groups of rows: colouring, effective masses, warm start; and restitution. */
#include "base/simd.h"
#include "contact/contact_solver.h"

#include <string.h>

/* Overlaps close like an overdamped spring with this many periods per substep and this damping ratio, solved
 * implicitly: a seventeenth of the overlap in one substep. More is not stable: a pile of a thousand boxes starts to
 * jitter at a quarter of a period, and a heavy box on a light one does not come to rest. Impulses of the previous step
 * are only the starting point of the sweeps: a spring that added to them would be an undamped integrator, and stacks
 * would never rest. */
static const double periods = 0.195, damping = 10;

/* A resting body overlaps its support by about the distance of free fall in a substep, for every body above it. Bodies
 * thinner than this many such distances count as that thick: otherwise a card lying on the ground would count as deeply
 * penetrating, lose its impulses, and be pushed out more slowly than it sinks. (`slow` is twice the speed of that
 * fall.) */
static const double thinnest = 500;

struct contact_solver *contact_solver_new(void)
{
    struct contact_solver *s = MEM_NEW(struct contact_solver);
    s->sweep = &contact_sweep_base;
#if defined(__x86_64__)
    if (simd_best() >= SIMD_AVX2)
        s->sweep = &contact_sweep_avx2;
#endif
    return s;
}

void contact_solver_free(struct contact_solver *s)
{
    if (s == NULL)
        return;
    mem_free(s->moving_memory);
    mem_free(s->inertia);
    mem_free(s->used);
    mem_free(s->group_memory);
    mem_free(s->rest_memory);
    ARRAY_FREE(&s->order);
    ARRAY_FREE(&s->color);
    ARRAY_FREE(&s->parts);
    mem_free(s);
}

/* Vectors and cache lines need addresses that are multiples of 64. */
static void *aligned(void *p) { return (char *)p + (64 - (uintptr_t)p % 64) % 64; }

void contact_solver_bodies(struct contact_solver *s, int bodies)
{
    s->bodies = bodies;
    if (bodies + 1 > s->body_capacity) {
        s->body_capacity = bodies + 1;
        mem_free(s->moving_memory);
        mem_free(s->inertia);
        mem_free(s->used);
        s->moving_memory = mem_new(2 * sizeof(struct moving) * (size_t)s->body_capacity + 64);
        s->moving = aligned(s->moving_memory);
        s->moved = s->moving + s->body_capacity;
        s->inertia = MEM_ARRAY(struct inertia, s->body_capacity);
        s->used = MEM_ARRAY(uint64_t, s->body_capacity);
    }
    memset(s->moving, 0, 2 * sizeof(struct moving) * (size_t)s->body_capacity);
    memset(s->inertia, 0, sizeof *s->inertia * (size_t)s->body_capacity);
}

/* ---- colours ---- */

/* The last colour takes the manifolds that fit no other: they may share bodies, so each gets its own group. */
enum { COLORS = 64 };

static void paint(struct contact_solver *s, struct contact_space *space, int *count)
{
    int n = contact_count(space);
    memset(s->used, 0, sizeof *s->used * (size_t)(s->bodies + 1));
    memset(count, 0, sizeof *count * (COLORS + 1));
    ARRAY_RESERVE(&s->color, n);
    for (int i = 0; i < n; i++) {
        const struct manifold *m = contact_at(space, i);
        s->color.at[i] = -1;
        if (m->solved)
            continue;
        bool a = s->inertia[m->a].inverse_mass > 0, b = s->inertia[m->b].inverse_mass > 0;
        uint64_t taken = (a ? s->used[m->a] : 0) | (b ? s->used[m->b] : 0) | (uint64_t)1 << (COLORS - 1);
        int color = ~taken == 0 ? COLORS - 1 : __builtin_ctzll(~taken);
        s->color.at[i] = color;
        count[color + 1]++;
        if (color == COLORS - 1)
            continue;
        s->used[m->a] |= (uint64_t)1 << color;
        s->used[m->b] |= (uint64_t)1 << color;
    }
}

/* s->order: the manifolds sorted by colour, stable. Those of colour c are start[c] … start[c + 1]. */
static void sort_by_color(struct contact_solver *s, int n, int *start)
{
    int next[COLORS];
    for (int c = 0; c < COLORS; c++) {
        start[c + 1] += start[c];
        next[c] = start[c];
    }
    ARRAY_RESERVE(&s->order, n);
    for (int i = 0; i < n; i++)
        if (s->color.at[i] >= 0)
            s->order.at[next[s->color.at[i]]++] = i;
}

static void room_for_groups(struct contact_solver *s, int groups)
{
    if (groups <= s->group_capacity)
        return;
    s->group_capacity = groups + groups / 4;
    mem_free(s->group_memory);
    mem_free(s->rest_memory);
    s->group_memory = mem_new(sizeof(struct group) * (size_t)s->group_capacity + 64);
    s->rest_memory = mem_new(sizeof(struct group_rest) * (size_t)s->group_capacity + 64);
    s->group = aligned(s->group_memory);
    s->rest = aligned(s->rest_memory);
}

/* ---- rows ---- */

static void set3(wide3 *to, int lane, vec3 v)
{
    to->x[lane] = v.x;
    to->y[lane] = v.y;
    to->z[lane] = v.z;
}

static void set_inertia(wide_sym3 *to, int lane, const sym3 *i)
{
    to->xx[lane] = i->xx;
    to->yy[lane] = i->yy;
    to->zz[lane] = i->zz;
    to->xy[lane] = i->xy;
    to->xz[lane] = i->xz;
    to->yz[lane] = i->yz;
}

/* The fraction of its stored impulse that a point starts with. At a deep overlap bodies are being pushed apart: the
 * impulse there is not a load, and would throw them apart when they separate. */
static double remembered(double gap, double size)
{
    double depth = -gap / size;
    return depth < 0.05 ? 1 : depth > 0.2 ? 0 : (0.2 - depth) / 0.15;
}

/* Fills one lane of one point from the manifold. */
static void set_point(struct group *g, struct group_rest *rest, int lane, int k, const struct contact_point *c,
                      double part, vec3 xa, vec3 xb, vec3 u, vec3 v)
{
    struct group_point *p = &g->point[k];
    set3(&p->ra, lane, v3_sub(c->at, xa));
    set3(&p->rb, lane, v3_sub(c->at, xb));
    p->gap[lane] = rest->gap[k][lane] = c->gap;
    p->push[lane] = part * c->push;
    p->drag_u[lane] = part * v3_dot(c->drag, u);
    p->drag_v[lane] = part * v3_dot(c->drag, v);
    rest->there[k][lane] = 1;
}

/* A soft layer is a spring k with a damper c, divided among the points, implicit: Λ = −h (k (gap + h v_n) + c v_n). */
static void set_soft(const struct contact_solver *s, struct group *g, struct group_rest *rest, int lane,
                     const struct manifold *m, const struct contact_rule *rule)
{
    const double h = s->h, k = rule->stiffness / m->count, c = rule->damping / m->count;
    rest->thickness[lane] = rule->thickness;
    for (int i = 0; i < m->count; i++) {
        double give = 1 / (h * (c + h * k) * (1 / g->point[i].push_mass[lane]));
        rest->rate[i][lane] = k / (c + h * k);
        rest->mass_scale[i][lane] = 1 / (1 + give);
        rest->push_scale[i][lane] = give / (1 + give);
    }
}

static vec3 belt_of(const struct contact_solver *s, const struct pose *pose, int body)
{
    return body < s->belts ? m3_mul(&pose[body].r, s->belt[body]) : v3(0, 0, 0);
}

static void set_lane(struct contact_solver *s, struct group *g, struct group_rest *rest, int lane, struct manifold *m,
                     const struct pose *pose, const struct contact_rule *rule, double size)
{
    vec3 u = v3_perpendicular(m->normal), v = v3_cross(m->normal, u);
    const struct inertia *a = &s->inertia[m->a], *b = &s->inertia[m->b];
    rest->manifold[lane] = m;
    g->a[lane] = m->a;
    g->b[lane] = m->b;
    g->to_a[lane] = a->inverse_mass > 0 ? m->a : -1;
    g->to_b[lane] = b->inverse_mass > 0 ? m->b : -1;
    set3(&g->normal, lane, m->normal);
    set3(&g->u, lane, u);
    g->mass_a[lane] = a->inverse_mass;
    g->mass_b[lane] = b->inverse_mass;
    set_inertia(&g->inertia_a, lane, &a->inverse_inertia);
    set_inertia(&g->inertia_b, lane, &b->inverse_inertia);
    const vec3 belt = v3_sub(belt_of(s, pose, m->b), belt_of(s, pose, m->a));
    g->belt_u[lane] = v3_dot(u, belt);
    g->belt_v[lane] = v3_dot(v, belt);
    g->friction[lane] = rule->friction;
    g->slowest[lane] = -3 * size; /* any overlap closes within a third of a second */
    g->points = g->points > m->count ? g->points : m->count;
    rest->bounce[lane] = rule->bounce;
    rest->rolling[lane] = rule->rolling;
    rest->spinning[lane] = rule->spinning;
    g->twists = g->twists || rule->rolling > 0 || rule->spinning > 0;
    for (int k = 0; k < m->count; k++)
        set_point(g, rest, lane, k, &m->point[k], remembered(m->point[k].gap + rule->thickness, size), pose[m->a].x,
                  pose[m->b].x, u, v);
}

/* An empty lane: the unused body on both sides, inverse masses of zero. */
static void clear_group(const struct contact_solver *s, struct group *g, struct group_rest *rest)
{
    memset(g, 0, sizeof *g);
    memset(rest, 0, sizeof *rest);
    for (int l = 0; l < LANES; l++) {
        g->a[l] = g->b[l] = s->bodies;
        g->to_a[l] = g->to_b[l] = -1;
    }
}

double contact_size(const struct contact_space *space, const struct manifold *m)
{
    double a = contact_piece(space, m->piece_a)->size, b = contact_piece(space, m->piece_b)->size;
    double size = a > 0 && a < b ? a : b > 0 ? b : a;
    return isfinite(size) ? size : 1;
}

static void soften(struct contact_solver *s, double h)
{
    const double turn = 2 * 3.14159265358979323846 * periods, a1 = 2 * damping + turn, a2 = turn * a1;
    s->h = h;
    s->rate = turn / h / a1;
    s->mass_scale = a2 / (1 + a2);
    s->push_scale = 1 / (1 + a2);
}

enum { GROUPS_A_PART = 32 };

/* The groups of a colour, from `first` on, as parts; those of the last colour may share bodies. */
static void divide(struct contact_solver *s, int first, bool last)
{
    const int before = s->parts.count, size = last ? s->groups : GROUPS_A_PART;
    for (int from = first; from < s->groups; from += size) {
        const int to = from + size < s->groups ? from + size : s->groups;
        ARRAY_PUSH(&s->parts, ((struct sweep_part){from, to, before}));
    }
}

struct sweeping {
    struct contact_solver *s;
    bool bias;
};

static void sweep_part(void *ctx, int i)
{
    const struct sweeping *x = ctx;
    const struct sweep_part *p = &x->s->parts.at[i];
    threads_wait(&x->s->done, p->before);
    x->s->sweep->some(x->s, x->bias, p->from, p->to);
    atomic_fetch_add(&x->s->done, 1);
}

void contact_solver_sweep(struct contact_solver *s, bool bias)
{
    struct sweeping x = {s, bias};
    atomic_store(&s->done, 0);
    if (s->team != NULL && s->parts.count > 1)
        threads_run(s->team, s->parts.count, sweep_part, &x);
    else
        s->sweep->some(s, bias, 0, s->groups);
}

void contact_solver_begin(struct contact_solver *s, struct contact_space *space, const struct pose *pose,
                          const struct contact_rule *rules, double short_step, double slow)
{
    int start[COLORS + 1], n = contact_count(space);
    const double thin = thinnest * slow * short_step;
    soften(s, short_step);
    paint(s, space, start);
    sort_by_color(s, n, start);
    room_for_groups(s, n); /* at most */
    s->groups = 0;
    s->parts.count = 0;
    for (int c = 0; c < COLORS; c++) {
        const int first = s->groups;
        for (int pass = 0; pass < 2; pass++) { /* rigid ones, then soft ones */
            int lane = LANES;
            for (int i = start[c]; i < start[c + 1]; i++) {
                struct manifold *m = contact_at(space, s->order.at[i]);
                const struct contact_rule *rule = &rules[m->rule];
                if ((rule->thickness > 0) != (pass == 1))
                    continue;
                if (lane == LANES || c == COLORS - 1) {
                    clear_group(s, &s->group[s->groups], &s->rest[s->groups]);
                    s->group[s->groups].soft = pass == 1;
                    s->groups++;
                    lane = 0;
                }
                struct group_rest *rest = &s->rest[s->groups - 1];
                set_lane(s, &s->group[s->groups - 1], rest, lane, m, pose, rule, fmax(contact_size(space, m), thin));
                rest->threshold[lane] = rule->threshold >= 0 ? rule->threshold : slow;
                rest->slow[lane++] = slow;
            }
        }
        divide(s, first, c == COLORS - 1);
    }
    s->sweep->prepare(s);
    for (int i = 0; i < s->groups; i++)
        for (int lane = 0; s->group[i].soft && lane < LANES && s->rest[i].manifold[lane] != NULL; lane++)
            set_soft(s, &s->group[i], &s->rest[i], lane, s->rest[i].manifold[lane],
                     &rules[s->rest[i].manifold[lane]->rule]);
}

/* ---- passes over single lanes ---- */

static vec3 get3(const wide3 *v, int lane) { return v3(v->x[lane], v->y[lane], v->z[lane]); }

static void push_body(struct contact_solver *s, int body, vec3 r, vec3 f)
{
    const struct inertia *i = &s->inertia[body];
    struct moving *m = &s->moving[body];
    vec3 w = s3_mul(&i->inverse_inertia, v3_cross(r, f));
    m->v[0] += i->inverse_mass * f.x;
    m->v[1] += i->inverse_mass * f.y;
    m->v[2] += i->inverse_mass * f.z;
    m->w[0] += w.x;
    m->w[1] += w.y;
    m->w[2] += w.z;
}

static void push_lane(struct contact_solver *s, const struct group *g, int k, int lane, vec3 f)
{
    push_body(s, g->b[lane], get3(&g->point[k].rb, lane), f);
    push_body(s, g->a[lane], get3(&g->point[k].ra, lane), v3_neg(f));
}

/* v_n of a point now. */
static double closing(const struct contact_solver *s, const struct group *g, int k, int lane)
{
    const struct moving *a = &s->moving[g->a[lane]], *b = &s->moving[g->b[lane]];
    const vec3 ra = get3(&g->point[k].ra, lane), rb = get3(&g->point[k].rb, lane);
    const vec3 va = v3_add(v3(a->v[0], a->v[1], a->v[2]), v3_cross(v3(a->w[0], a->w[1], a->w[2]), ra));
    const vec3 vb = v3_add(v3(b->v[0], b->v[1], b->v[2]), v3_cross(v3(b->w[0], b->w[1], b->w[2]), rb));
    return v3_dot(get3(&g->normal, lane), v3_sub(vb, va));
}

void contact_solver_note(struct contact_solver *s)
{
    for (int i = 0; i < s->groups; i++)
        for (int k = 0; k < s->group[i].points; k++)
            s->rest[i].sum[k] += s->group[i].point[k].push;
}

enum { BOUNCE_ROUNDS = 8 };

/* v_n of the points of one manifold becomes −e times its value before the step. What this adds to the energy may not be
 * more than the impacts have taken: otherwise all of it is less. */
static void bounce_lane(struct contact_solver *s, struct group *g, const struct group_rest *rest, int lane)
{
    const int count = rest->manifold[lane]->count;
    const vec3 n = get3(&g->normal, lane);
    double first[MANIFOLD_POINTS], added[MANIFOLD_POINTS] = {0}, taken = 0, linear = 0, square = 0;
    bool any = false;
    for (int k = 0; k < count; k++) {
        first[k] = closing(s, g, k, lane);
        taken -= 0.5 * rest->sum[k][lane] * fmin(rest->approach[k][lane], 0);
    }
    for (int i = 0; i < BOUNCE_ROUNDS * count; i++) {
        const int k = i % count;
        const double before = rest->approach[k][lane];
        if (-before <= rest->threshold[lane] || rest->most[k][lane] <= 0)
            continue;
        const double wanted = -rest->bounce[lane] * before, push = g->point[k].push[lane] + added[k];
        const double by = g->point[k].push_mass[lane] * (wanted - closing(s, g, k, lane)), next = fmax(push + by, 0);
        push_lane(s, g, k, lane, v3_scale(next - push, n));
        added[k] += next - push;
        any = true;
    }
    for (int k = 0; k < count && any; k++) {
        linear += added[k] * first[k];
        square += added[k] * (closing(s, g, k, lane) - first[k]) / 2;
    }
    double part = 1;
    if (linear + square > taken * (1 + 1e-9)) /* part linear + part² square = taken */
        part = square > 0 ? (sqrt(fmax(linear * linear + 4 * square * taken, 0)) - linear) / (2 * square) : 0;
    part = fmin(fmax(part, 0), 1);
    for (int k = 0; k < count && any; k++) {
        double *push = (double *)&g->point[k].push + lane;
        if (part < 1)
            push_lane(s, g, k, lane, v3_scale((part - 1) * added[k], n));
        *push += part * added[k];
    }
}

bool contact_solver_bounces(const struct contact_solver *s)
{
    for (int i = 0; i < s->groups; i++)
        for (int lane = 0; lane < LANES && s->rest[i].manifold[lane] != NULL; lane++)
            for (int k = 0; k < s->rest[i].manifold[lane]->count && s->rest[i].bounce[lane] > 0; k++)
                if (-s->rest[i].approach[k][lane] > s->rest[i].threshold[lane] && s->rest[i].most[k][lane] > 0)
                    return true;
    return false;
}

void contact_solver_bounce(struct contact_solver *s)
{
    for (int i = 0; i < s->groups; i++)
        for (int lane = 0; lane < LANES && s->rest[i].manifold[lane] != NULL; lane++)
            if (s->rest[i].bounce[lane] > 0)
                bounce_lane(s, &s->group[i], &s->rest[i], lane);
}

void contact_solver_end(struct contact_solver *s)
{
    for (int i = 0; i < s->groups; i++) {
        const struct group *g = &s->group[i];
        for (int lane = 0; lane < LANES && s->rest[i].manifold[lane] != NULL; lane++) {
            struct manifold *m = s->rest[i].manifold[lane];
            const struct group_rest *rest = &s->rest[i];
            vec3 u = get3(&g->u, lane), v = v3_cross(m->normal, u);
            m->twist = v3_add_scaled(v3_scale(rest->roll_u[lane], u), rest->roll_v[lane], v);
            m->twist = v3_add_scaled(m->twist, rest->spin[lane], m->normal);
            for (int k = 0; k < m->count; k++) {
                const struct group_point *p = &g->point[k];
                m->point[k].push = p->push[lane];
                m->point[k].drag = v3_add(v3_scale(p->drag_u[lane], u), v3_scale(p->drag_v[lane], v));
            }
        }
    }
}
