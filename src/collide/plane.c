/* plane.c: every piece and a plane: the lowest points of the piece. */
#include "collide/contact_parts.h"

struct lowest {
    vec3 up;    /* the plane's normal, world */
    vec3 plane; /* a point of it */
    const struct placed *at;
    double margin;
    struct candidate c[16];
    int count;
};

/* A point of a core (the piece's axes), `thick` below which the surface lies. */
static void offer(struct lowest *x, vec3 local, double thick, uint32_t name)
{
    vec3 p = v3_add_scaled(v3_add(x->at->x, m3_mul(&x->at->r, local)), -thick, x->up);
    double gap = v3_dot(x->up, v3_sub(p, x->plane));
    if (gap <= x->margin && x->count < 16)
        x->c[x->count++] = (struct candidate){p, v3_add_scaled(p, -gap, x->up), gap, name};
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

/* The lowest corner, and the outline of those low enough: many corners of one face need not all be asked. The lowest may
 * lie inside the outline (the tip of a pyramid), or below a corner of it. */
static void offer_hull(struct lowest *x, const struct piece *p)
{
    const struct hull *h = p->hull;
    const vec3 down = m3_tmul(&x->at->r, v3_neg(x->up));
    struct face f;
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
    face_of_piece(p, x->at, v3_neg(x->up), x->margin - x->c[0].gap, &f);
    for (int i = 0; i < f.count; i++)
        if (f.name[i] != (uint32_t)low)
            offer(x, m3_tmul(&x->at->r, v3_sub(f.point[i], x->at->x)), 0, f.name[i]);
}

int narrow_plane(const struct piece *a, const struct placed *pa, const struct piece *b, const struct placed *pb,
                 double margin, struct pair_hint *hint, struct manifold *out)
{
    (void)b;
    (void)hint;
    struct lowest x = {.up = m3_column(&pb->r, 2), .plane = pb->x, .at = pa, .margin = margin};
    if (v3_dot(x.up, v3_sub(pa->x, pb->x)) > a->reach + margin)
        return 0;
    vec3 down = m3_tmul(&pa->r, v3_neg(x.up));
    switch (a->type) {
    case PIECE_SPHERE:
        offer(&x, v3(0, 0, 0), a->radius, 0);
        break;
    case PIECE_CAPSULE:
        offer(&x, v3(0, 0, -a->half.z), a->radius, 0);
        offer(&x, v3(0, 0, a->half.z), a->radius, 1);
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
        offer(&x, m3_tmul(&pa->r, v3_sub(piece_support(a, pa, v3_neg(x.up)), pa->x)), a->radius, 0);
        break;
    case PIECE_HULL:
        offer_hull(&x, a);
        break;
    case PIECE_RING:
        offer_ring(&x, a, down);
        break;
    case PIECE_PLANE:
    case PIECE_TYPES:
        return 0;
    }
    out->normal = v3_neg(x.up);
    keep_four(x.c, x.count, out->normal, margin, out);
    return out->count > 0;
}
