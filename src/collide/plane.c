/* plane.c: every piece and a plane: the lowest points of the piece. */
#include "collide/contact_parts.h"

struct lowest {
    vec3 up;    /* the plane's normal, world */
    vec3 plane; /* a point of it */
    const struct placed *at;
    double margin;
    struct candidate *c;
    int count;
};

/* A point of a core (the piece's axes), `thick` below which the surface lies. */
static void offer(struct lowest *x, vec3 local, double thick, uint32_t name)
{
    vec3 p = v3_add_scaled(v3_add(x->at->x, m3_mul(&x->at->r, local)), -thick, x->up);
    double gap = v3_dot(x->up, v3_sub(p, x->plane));
    if (gap <= x->margin && x->count < PLANE_CANDIDATES)
        x->c[x->count++] = (struct candidate){p, v3_add_scaled(p, -gap, x->up), gap, name};
}

static bool offered(const struct lowest *x, uint32_t name)
{
    for (int i = 0; i < x->count; i++)
        if (x->c[i].feature == name)
            return true;
    return false;
}

static void offer_box(struct lowest *x, const struct piece *p)
{
    for (unsigned k = 0; k < 8; k++)
        offer(x, v3(k & 1 ? p->half.x : -p->half.x, k & 2 ? p->half.y : -p->half.y, k & 4 ? p->half.z : -p->half.z), 0,
              k);
}

/* Four points of the lower rim, the first where it is lowest, and the lowest of the upper one. down: piece's axes. */
static void offer_cylinder(struct lowest *x, const struct piece *p, vec3 down)
{
    double ux, uy, end = down.z < 0 ? -p->half.z : p->half.z, r = p->radius;
    uint32_t first = lean(down.x, down.y, &ux, &uy) ? 8 : 0;
    offer(x, v3(r * ux, r * uy, end), 0, first);
    offer(x, v3(-r * uy, r * ux, end), 0, first + 1);
    offer(x, v3(-r * ux, -r * uy, end), 0, first + 2);
    offer(x, v3(r * uy, -r * ux, end), 0, first + 3);
    offer(x, v3(r * ux, r * uy, -end), 0, first + 4);
}

/* Four points of the rim, the first where it is lowest, and the tip. */
static void offer_cone(struct lowest *x, const struct piece *p, vec3 down)
{
    double ux, uy, end = -p->half.z, r = p->radius;
    uint32_t first = lean(down.x, down.y, &ux, &uy) ? 8 : 0;
    offer(x, v3(r * ux, r * uy, end), 0, first);
    offer(x, v3(-r * uy, r * ux, end), 0, first + 1);
    offer(x, v3(-r * ux, -r * uy, end), 0, first + 2);
    offer(x, v3(r * uy, -r * ux, end), 0, first + 3);
    offer(x, v3(0, 0, 3 * p->half.z), 0, first + 4);
}

/* A torus: four points of its circle, the first the lowest. A link: where each bend is lowest, and the ends of the
 * straight pieces. */
static void offer_ring(struct lowest *x, const struct piece *p, vec3 down)
{
    double ux, uz, bend = p->half.x, h = p->half.z;
    uint32_t first = lean(down.x, down.z, &ux, &uz) ? 8 : 0;
    if (h == 0) {
        offer(x, v3(bend * ux, 0, bend * uz), p->radius, first);
        offer(x, v3(-bend * uz, 0, bend * ux), p->radius, first + 1);
        offer(x, v3(-bend * ux, 0, -bend * uz), p->radius, first + 2);
        offer(x, v3(bend * uz, 0, -bend * ux), p->radius, first + 3);
        return;
    }
    for (int side = -1; side <= 1; side += 2) {
        uint32_t name = side > 0 ? 4 : 0;
        if (first > 0 && uz * side > 0)
            offer(x, v3(bend * ux, 0, bend * uz + side * h), p->radius, 16 + name);
        else
            offer(x, v3(0, 0, side * (bend + h)), p->radius, 17 + name);
        offer(x, v3(bend, 0, side * h), p->radius, name + 1);
        offer(x, v3(-bend, 0, side * h), p->radius, name + 2);
    }
}

/* The lowest point, and the ends of the axes that can come down within the step. */
static void offer_ellipsoid(struct lowest *x, const struct piece *p)
{
    const vec3 low = v3_sub(piece_support(p, x->at, v3_neg(x->up)), x->at->x);
    offer(x, m3_tmul(&x->at->r, low), p->radius, 0);
    const double depth = v3_dot(x->up, low) - p->radius;
    for (int k = 0; k < 6; k++) {
        const double sign = k < 3 ? 1 : -1;
        const vec3 tip =
            v3_scale(sign, v3(k % 3 == 0 ? p->half.x : 0, k % 3 == 1 ? p->half.y : 0, k % 3 == 2 ? p->half.z : 0));
        if (v3_dot(x->up, m3_mul(&x->at->r, tip)) > depth + 0.1 * p->size)
            offer(x, tip, 0, 1 + (uint32_t)k);
    }
}

/* The corners of a hull; of many the lowest, the outline of those about as low, and the outline of all that are low enough.
 * The lowest may lie inside an outline (the tip of a pyramid), and so may an edge along which it lies (the ridge of a roof). */
static void offer_hull(struct lowest *x, const struct piece *p, vec3 down)
{
    const struct hull *h = p->hull;
    struct face f;
    if (h->count <= PLANE_CANDIDATES) {
        for (int i = 0; i < h->count; i++)
            offer(x, v3(h->x[i], h->y[i], h->z[i]), 0, (uint32_t)i);
        return;
    }
    int low = 0;
    double most = -INFINITY;
    for (int i = 0; i < h->count; i++) {
        const double depth = v3_dot(down, v3(h->x[i], h->y[i], h->z[i]));
        low = depth > most ? i : low;
        most = fmax(most, depth);
    }
    offer(x, v3(h->x[low], h->y[low], h->z[low]), 0, (uint32_t)low);
    if (x->count == 0)
        return;
    const double reach = x->margin - x->c[0].gap, flat[2] = {fmin(reach, 0.1 * p->size), reach};
    for (int pass = 0; pass < 2; pass++) {
        face_of_piece(p, x->at, v3_neg(x->up), flat[pass], &f);
        for (int i = 0; i < f.count; i++)
            if (!offered(x, f.name[i]))
                offer(x, m3_tmul(&x->at->r, v3_sub(f.point[i], x->at->x)), 0, f.name[i]);
    }
}

int plane_candidates(const struct piece *a, const struct placed *pa, vec3 up, vec3 on, double margin,
                     struct candidate *out)
{
    struct lowest x = {.up = up, .plane = on, .at = pa, .margin = margin, .c = out};
    vec3 down = m3_tmul(&pa->r, v3_neg(x.up));
    switch (a->type) {
    case PIECE_SPHERE:
        offer(&x, v3(0, 0, 0), a->radius, 0);
        break;
    case PIECE_CAPSULE: /* standing, the lowest point of its upper end is inside it */
        for (int side = -1; side <= 1; side += 2)
            if (fabs(down.z) < 0.5 || side * down.z > 0)
                offer(&x, v3(0, 0, side * a->half.z), a->radius, side > 0);
        break;
    case PIECE_BOX:
        offer_box(&x, a);
        break;
    case PIECE_CYLINDER:
        offer_cylinder(&x, a, down);
        break;
    case PIECE_CONE:
        offer_cone(&x, a, down);
        break;
    case PIECE_ELLIPSOID:
        offer_ellipsoid(&x, a);
        break;
    case PIECE_HULL:
        offer_hull(&x, a, down);
        break;
    case PIECE_RING:
        offer_ring(&x, a, down);
        break;
    case PIECE_PLANE:
    case PIECE_TYPES:
        return 0;
    }
    return x.count;
}

int narrow_plane(const struct piece *a, const struct placed *pa, const struct piece *b, const struct placed *pb,
                 double margin, struct pair_hint *hint, struct manifold *out)
{
    (void)b;
    (void)hint;
    struct candidate c[PLANE_CANDIDATES];
    const vec3 up = m3_column(&pb->r, 2);
    if (v3_dot(up, v3_sub(pa->x, pb->x)) > a->reach + margin)
        return 0;
    const int count = plane_candidates(a, pa, up, pb->x, margin, c);
    out->normal = v3_neg(up);
    keep_four(c, count, out->normal, margin, out);
    return out->count > 0;
}
