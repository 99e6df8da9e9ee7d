/* ring.c: a ring (torus, chain link) and anything but a plane: where the ring's curve comes nearest to the other piece.
 *
 * The distance of the curve's points from the other piece has several minima: a link hangs on the next one at one
 * place or two, a torus lies on a box along its circle. The curve is walked in steps; each minimum is then refined
 * by golden-section search. Where the curve is parallel to the other piece to a small tolerance, the steps
 * themselves are points.
 */
#include "collide/contact_parts.h"

enum { STEPS = 32 };
static const double PI = 3.14159265358979323846;

/* The curve at u in turns (0 … 1), the ring's axes: a bend, a straight piece down, a bend, a straight piece up. */
static vec3 curve(const struct piece *ring, double u)
{
    const double bend = ring->half.x, h = ring->half.z, arc = PI * bend, whole = 2 * arc + 4 * h;
    double s = (u - floor(u)) * whole;
    if (s < arc)
        return v3(bend * cos(s / bend), 0, h + bend * sin(s / bend));
    s -= arc;
    if (s < 2 * h)
        return v3(-bend, 0, h - s);
    s -= 2 * h;
    if (s < arc)
        return v3(-bend * cos(s / bend), 0, -h - bend * sin(s / bend));
    return v3(bend, 0, s - arc - h);
}

struct walk {
    const struct piece *ring, *other;
    const struct placed *at, *place;
};

static struct separation look(const struct walk *w, double u)
{
    vec3 p = v3_add(w->at->x, m3_mul(&w->at->r, curve(w->ring, u)));
    struct separation s = point_separation(p, w->other, w->place);
    s.gap -= w->ring->radius;
    s.on_a = v3_add_scaled(p, -w->ring->radius, s.normal);
    return s;
}

/* The least gap between u − step and u + step. */
static struct separation sharpen(const struct walk *w, double u, double step)
{
    const double golden = 0.61803398874989485;
    double low = u - step, high = u + step;
    double x = high - golden * (high - low), y = low + golden * (high - low);
    struct separation sx = look(w, x), sy = look(w, y);
    for (int i = 0; i < 36; i++) { /* to the square root of rounding */
        if (sx.gap <= sy.gap) {
            high = y;
            y = x;
            sy = sx;
            x = high - golden * (high - low);
            sx = look(w, x);
        } else {
            low = x;
            x = y;
            sx = sy;
            y = low + golden * (high - low);
            sy = look(w, y);
        }
    }
    return sx.gap <= sy.gap ? sx : sy;
}

struct touching {
    struct candidate c[2 * STEPS];
    vec3 normal[2 * STEPS]; /* from the other piece to the ring */
    int count;
};

static void note(struct touching *t, const struct separation *s, uint32_t name)
{
    for (int i = 0; i < t->count; i++)
        if (t->c[i].feature == name) { /* two minima close together */
            name += 256;
            i = -1;
        }
    t->normal[t->count] = s->normal;
    t->c[t->count++] = (struct candidate){s->on_b, s->on_a, s->gap, name}; /* the ring is b of the pair */
}

/* Points that face the same way are one manifold. */
static int group(struct touching *t, double margin, struct manifold *out)
{
    int manifolds = 0;
    bool used[2 * STEPS] = {false};
    for (; manifolds < PAIR_MANIFOLDS; manifolds++) {
        int first = -1, count = 0;
        struct candidate same[2 * STEPS];
        for (int i = 0; i < t->count; i++)
            if (!used[i] && (first < 0 || t->c[i].gap < t->c[first].gap))
                first = i;
        if (first < 0)
            break;
        for (int i = 0; i < t->count; i++)
            if (!used[i] && v3_dot(t->normal[i], t->normal[first]) > 0.99) {
                same[count++] = t->c[i];
                used[i] = true;
            }
        out[manifolds].normal = t->normal[first];
        keep_four(same, count, t->normal[first], margin, &out[manifolds]);
        if (out[manifolds].count == 0)
            break;
    }
    return manifolds;
}

int narrow_ring(const struct piece *a, const struct placed *pa, const struct piece *b, const struct placed *pb,
                double margin, struct pair_hint *hint, struct manifold *out)
{
    (void)hint;
    vec3 apart = v3_sub(pb->x, pa->x);
    double far = a->reach + b->reach + margin;
    if (v3_dot(apart, apart) > far * far)
        return 0;
    const struct walk w = {b, a, pb, pa};
    const double step = 1.0 / STEPS, length = (2 * PI * b->half.x + 4 * b->half.z) * step;
    struct separation s[STEPS];
    struct touching t = {.count = 0};
    double least = INFINITY;
    for (int i = 0; i < STEPS; i++) {
        s[i] = look(&w, i * step);
        least = fmin(least, s[i].gap);
    }
    if (least > margin + length) /* the gap changes by no more than the way along the curve */
        return 0;
    const double hair = 0.05 * margin;
    bool flat = true; /* it lies on its whole curve: always on the same four places, rounding must not choose them */
    for (int i = 0; i < STEPS; i++)
        flat = flat && fabs(s[(i + 1) % STEPS].gap - s[i].gap) < hair && s[i].gap <= margin;
    for (int i = 0; i < STEPS; i += flat ? STEPS / 4 : 1) {
        double before = s[(i + STEPS - 1) % STEPS].gap, after = s[(i + 1) % STEPS].gap;
        bool level = fabs(before - s[i].gap) < hair && fabs(after - s[i].gap) < hair;
        if (level && s[i].gap <= margin) {
            note(&t, &s[i], (uint32_t)(64 + i));
        } else if (s[i].gap <= before && s[i].gap <= after && !level && s[i].gap <= margin + length) {
            struct separation sharp = sharpen(&w, i * step, step);
            if (sharp.gap <= margin)
                note(&t, &sharp,
                     (uint32_t)(i / 8)); /* a minimum moves along the curve: only its rough position identifies it */
        }
    }
    return group(&t, margin, out);
}
