/* round.c: spheres, and what has an axis, by the distance of a point or a segment; and the distance of a point from every
 * piece. */
#include "collide/contact_parts.h"
#include "object/shape_distance.h"

/* ---- a point and a piece ---- */

/* From the point c that is nearest on a core, `thick` below the surface. `aside` is the way out where p lies on the core. */
static struct separation from_core(vec3 p, vec3 c, double thick, vec3 aside)
{
    vec3 d = v3_sub(p, c);
    double distance = v3_norm(d);
    struct separation s = {.found = true, .gap = distance - thick};
    s.normal = distance > 1e-12 * thick + 1e-300 ? v3_scale(1 / distance, d) : aside;
    s.on_a = p;
    s.on_b = v3_add_scaled(c, thick, s.normal);
    return s;
}

static double clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

/* Inside a box: through the nearest face. l is in the box's axes. */
static struct separation inside_box(vec3 h, vec3 l)
{
    const double depth[3] = {h.x - fabs(l.x), h.y - fabs(l.y), h.z - fabs(l.z)};
    int k = depth[0] <= depth[1] && depth[0] <= depth[2] ? 0 : depth[1] <= depth[2] ? 1 : 2;
    double value[3] = {l.x, l.y, l.z}, n[3] = {0, 0, 0}, half[3] = {h.x, h.y, h.z};
    n[k] = value[k] < 0 ? -1 : 1;
    value[k] = n[k] * half[k];
    return (struct separation){.found = true,
                               .gap = -depth[k],
                               .normal = v3(n[0], n[1], n[2]),
                               .on_a = l,
                               .on_b = v3(value[0], value[1], value[2])};
}

static struct separation point_box(vec3 h, vec3 l)
{
    vec3 c = v3(clamp(l.x, -h.x, h.x), clamp(l.y, -h.y, h.y), clamp(l.z, -h.z, h.z));
    if (c.x == l.x && c.y == l.y && c.z == l.z)
        return inside_box(h, l);
    return from_core(l, c, 0, v3(0, 0, 1));
}

static struct separation point_cylinder(double r, double h, vec3 l)
{
    double across = sqrt(l.x * l.x + l.y * l.y), ux = 1, uy = 0;
    if (across > 0) {
        ux = l.x / across;
        uy = l.y / across;
    }
    if (across <= r && fabs(l.z) <= h) {
        if (r - across < h - fabs(l.z))
            return (struct separation){
                .found = true, .gap = across - r, .normal = v3(ux, uy, 0), .on_a = l, .on_b = v3(r * ux, r * uy, l.z)};
        double side = l.z < 0 ? -1 : 1;
        return (struct separation){
            .found = true, .gap = fabs(l.z) - h, .normal = v3(0, 0, side), .on_a = l, .on_b = v3(l.x, l.y, side * h)};
    }
    double rho = fmin(across, r);
    return from_core(l, v3(rho * ux, rho * uy, clamp(l.z, -h, h)), 0, v3(0, 0, 1));
}

vec3 ring_nearest(const struct piece *ring, vec3 p)
{
    const double bend = ring->half.x, h = ring->half.z;
    double z = p.z > h    ? p.z - h
               : p.z < -h ? p.z + h
                          : 0; /* beside the straight pieces, or seen from a bend's centre */
    if (z == 0 && h > 0)
        return v3(p.x < 0 ? -bend : bend, 0, p.z);
    double distance = sqrt(p.x * p.x + z * z);
    if (distance == 0)
        return v3(bend, 0, p.z > h ? h : p.z < -h ? -h : p.z);
    return v3(bend * p.x / distance, 0, bend * z / distance + (p.z > 0 ? h : -h));
}

/* Of a point whose distance from the surface is known. */
static struct separation surface_below(vec3 p, double gap, vec3 normal)
{
    return (struct separation){.found = true, .gap = gap, .normal = normal, .on_b = v3_add_scaled(p, -gap, normal)};
}

struct separation point_separation(vec3 p, const struct piece *b, const struct placed *pb)
{
    vec3 n;
    vec3 l = m3_tmul(&pb->r, v3_sub(p, pb->x));
    struct separation s = {.found = false};
    switch (b->type) {
    case PIECE_SPHERE:
        s = from_core(l, v3(0, 0, 0), b->radius, v3(0, 0, 1));
        break;
    case PIECE_CAPSULE:
        s = from_core(l, v3(0, 0, clamp(l.z, -b->half.z, b->half.z)), b->radius, v3(1, 0, 0));
        break;
    case PIECE_BOX:
        s = point_box(b->half, l);
        break;
    case PIECE_CYLINDER:
        s = point_cylinder(b->radius, b->half.z, l);
        break;
    case PIECE_CONE:
        s = surface_below(l, cone_distance(b->radius, 4 * b->half.z, l, &n), n);
        break;
    case PIECE_ELLIPSOID:
        s = surface_below(l, ellipsoid_distance(b->half, l, &n), n);
        break;
    case PIECE_HULL: {
        const struct piece point = {.type = PIECE_SPHERE, .turned = {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
        const struct placed at = {p, point.turned};
        s = convex_separation(b, pb, &point, &at, INFINITY);
        return (struct separation){.found = true, .gap = s.gap, .normal = s.normal, .on_a = p, .on_b = s.on_a};
    }
    case PIECE_RING:
        s = from_core(l, ring_nearest(b, l), b->radius, v3(0, 1, 0));
        break;
    case PIECE_PLANE:
        s = (struct separation){.found = true, .gap = l.z, .normal = v3(0, 0, 1), .on_b = v3(l.x, l.y, 0)};
        break;
    case PIECE_TYPES:
        break;
    }
    s.normal = m3_mul(&pb->r, s.normal);
    s.on_a = p;
    s.on_b = v3_add(pb->x, m3_mul(&pb->r, s.on_b));
    return s;
}

int narrow_sphere(const struct piece *a, const struct placed *pa, const struct piece *b, const struct placed *pb,
                  double margin, struct pair_hint *hint, struct manifold *out)
{
    (void)hint;
    /* test the bounding spheres first: rings and hulls are expensive */
    double far = a->radius + b->reach + margin;
    vec3 d = v3_sub(pb->x, pa->x);
    if (v3_dot(d, d) > far * far)
        return 0;
    struct separation s = point_separation(pa->x, b, pb);
    out->count = 0;
    out->normal = v3_neg(s.normal);
    manifold_add(out, v3_add_scaled(pa->x, -a->radius, s.normal), s.on_b, 1, margin);
    return out->count > 0;
}

/* ---- segments ---- */

void closest_segments(vec3 p, vec3 u, vec3 q, vec3 v, double *s, double *t)
{
    vec3 d = v3_sub(q, p);
    double uu = v3_dot(u, u), vv = v3_dot(v, v), uv = v3_dot(u, v), ud = v3_dot(u, d), vd = v3_dot(v, d);
    double det = uu * vv - uv * uv;
    /* parallel: start from the middle of their overlap */
    *s = det > 1e-14 * uu * vv ? clamp((ud * vv - vd * uv) / det, -1, 1) : 0;
    if (!(det > 1e-14 * uu * vv) && uu > 0) {
        double center = ud / uu, half = sqrt(vv / uu);
        double low = fmax(-1, center - half), high = fmin(1, center + half);
        *s = clamp((low + high) / 2, -1, 1);
    }
    *t = vv > 0 ? clamp((*s * uv - vd) / vv, -1, 1) : 0;
    *s = uu > 0 ? clamp((*t * uv + ud) / uu, -1, 1) : 0;
}

/* Two pieces with an axis, by the nearest points of their axes. True for the round sides: a cylinder's end is not round,
 * so its nearest point must lie between the ends, and no end may be a shorter way out. */
static bool sides_decide(const struct piece *p, double along, double gap)
{
    return p->type == PIECE_CAPSULE || (fabs(along) < 1 && (1 - fabs(along)) * p->half.z > -gap);
}

static bool axes_separation(const struct piece *a, const struct placed *pa, const struct piece *b,
                            const struct placed *pb, struct separation *out)
{
    vec3 u = v3_scale(a->half.z, m3_column(&pa->r, 2)), v = v3_scale(b->half.z, m3_column(&pb->r, 2));
    double s, t;
    closest_segments(pa->x, u, pb->x, v, &s, &t);
    vec3 on_a = v3_add_scaled(pa->x, s, u), on_b = v3_add_scaled(pb->x, t, v), d = v3_sub(on_b, on_a);
    double distance = v3_norm(d), radii = a->radius + b->radius;
    *out = (struct separation){.found = true, .gap = distance - radii};
    if (!sides_decide(a, s, out->gap) || !sides_decide(b, t, out->gap))
        return false;
    vec3 across = v3_cross(u, v);
    if (distance > 1e-12 * radii) /* axes that cross each other: out sideways to both */
        out->normal = v3_scale(1 / distance, d);
    else if (a->type == PIECE_CYLINDER || b->type == PIECE_CYLINDER)
        return false;
    else
        out->normal = v3_norm(across) > 1e-12 * v3_norm(u) * v3_norm(v) && v3_norm(across) > 0
                          ? v3_unit(across)
                          : v3_perpendicular(m3_column(&pa->r, 2));
    out->on_a = v3_add_scaled(on_a, a->radius, out->normal);
    out->on_b = v3_add_scaled(on_b, -b->radius, out->normal);
    return true;
}

int narrow_axes(const struct piece *a, const struct placed *pa, const struct piece *b, const struct placed *pb,
                double margin, struct pair_hint *hint, struct manifold *out)
{
    struct separation x;
    struct face fa, fb;
    if (!axes_separation(a, pa, b, pb, &x))
        return narrow_convex(a, pa, b, pb, margin, hint, out);
    if (x.gap > margin)
        return 0;
    const double flat = fmax(margin, 0.01 * fmin(a->size, b->size));
    face_of_piece(a, pa, x.normal, flat, &fa);
    face_of_piece(b, pb, v3_neg(x.normal), flat, &fb);
    clip_faces(&fa, &fb, &x, piece_rounding(a), piece_rounding(b), margin, out);
    return out->count > 0;
}
