/* fittings.c: see fittings.h. */
#include <math.h>
#include <string.h>

#include "view/fittings.h"

/* Sizes, in units of the scene's radius. */
static const double pin_most = 0.024, pin_least = 0.005, pin_free = 0.012, rod_radius = 0.006, rope_radius = 0.0035,
                    rail_radius = 0.004, coil_radius = 0.024, wire_radius = 0.0042, support_height = 0.05,
                    support_radius = 0.026, motor_radius = 0.05;

/* By background: light, dark. */
static const struct {
    vec3 pin, support, rod, rope, rail, spring, damper, motor;
} inks[2] = {
    {{0.20, 0.22, 0.25},
     {0.42, 0.44, 0.48},
     {0.33, 0.35, 0.39},
     {0.55, 0.47, 0.36},
     {0.55, 0.58, 0.62},
     {0.48, 0.52, 0.58},
     {0.28, 0.31, 0.36},
     {0.93, 0.50, 0.08}},
    {{0.78, 0.80, 0.84},
     {0.55, 0.58, 0.62},
     {0.70, 0.73, 0.78},
     {0.76, 0.68, 0.55},
     {0.45, 0.48, 0.53},
     {0.70, 0.74, 0.80},
     {0.50, 0.54, 0.60},
     {1.00, 0.60, 0.18}},
};

struct maker {
    const struct tn_view *v;
    double radius;
    bool dark;
    struct fittings *to;
    /* what the fittings that come next belong to */
    uint64_t key;
    const char *of;
};

enum { OF_CONSTRAINT = 1, OF_FORCE = 2, PARTS = 16 };

/* ---- sizes ---- */

/* The turn that takes z to a unit direction. */
static quat turn_to(vec3 along)
{
    const vec3 z = v3(0, 0, 1), axis = v3_cross(z, along);
    const quat q = {1 + along.z, axis.x, axis.y, axis.z};
    return q.w > 1e-6 ? q_unit(q) : (quat){0, 1, 0, 0};
}

/* How far the part of an object around a point reaches: at most from its middle (thickness), and along a direction. Zero if
 * the object has no solid there. */
struct girth {
    double thick, along;
};
static struct girth girth_at(const struct tn_view *v, int object, vec3 at, vec3 direction)
{
    struct girth g = {0, 0};
    if (object < 0 || v->surface[object].mesh != NULL)
        return g;
    const struct view_object *a = &v->model->objects.at[object];
    for (int k = 0; k < a->parts; k++) {
        const struct piece *p = &v->model->parts.at[a->part + k];
        const tn_view_pose pose = view_part(v, object, p);
        const mat3 turn = q_matrix(pose.orientation);
        const vec3 local = v3_sub(m3_tmul(&turn, v3_sub(at, pose.position)), p->solid.middle);
        const vec3 half = p->solid.half, d = m3_tmul(&turn, direction);
        const double slack = 1.05 * fmin(half.x, fmin(half.y, half.z));
        if (fabs(local.x) > half.x + slack || fabs(local.y) > half.y + slack || fabs(local.z) > half.z + slack)
            continue;
        g.thick = fmax(g.thick, fmin(half.x, fmin(half.y, half.z)));
        g.along = fmax(g.along, fmin(fabs(d.x) * half.x + fabs(d.y) * half.y + fabs(d.z) * half.z, v3_norm(half)));
    }
    return g;
}

/* ---- making ---- */

static void add(const struct maker *m, int part, struct solid unit, tn_view_pose at, vec3 color)
{
    if (v3_finite(at.position))
        ARRAY_PUSH(&m->to->at, ((struct fitting){.key = m->key * PARTS + (uint64_t)part,
                                                 .of = m->of,
                                                 .unit = unit,
                                                 .length = 1,
                                                 .at = at,
                                                 .color = color}));
}

/* A cylinder or a coil between two points, which stretches. */
static void add_between(const struct maker *m, int part, struct solid unit, vec3 a, vec3 b, vec3 color)
{
    const vec3 way = v3_sub(b, a);
    const double length = v3_norm(way);
    if (!(length > 1e-4 * m->radius) || !isfinite(length))
        return;
    add(m, part, unit, (tn_view_pose){v3_scale(0.5, v3_add(a, b)), turn_to(v3_scale(1 / length, way))}, color);
    struct fitting *f = &m->to->at.at[m->to->at.count - 1];
    f->stretches = true;
    f->length = length;
}

struct solid fitting_solid(const struct fitting *f)
{
    struct solid s = f->unit;
    if (!f->stretches)
        return s;
    if (s.kind == SOLID_COIL) {
        s.s.z *= f->length;
        s.half.z *= f->length;
        return s;
    }
    return solid_cylinder(s.half.x, f->length);
}

/* ---- constraints ---- */

static bool is_far(const struct maker *m, vec3 a, vec3 b) { return v3_norm(v3_sub(a, b)) > 4e-3 * m->radius; }

/* A fixed support: a cone whose tip is at the point, and a plate. It hangs from above, or stands below a hinge. */
static void add_support(const struct maker *m, vec3 at, bool below)
{
    const double h = support_height * m->radius, r = support_radius * m->radius;
    const vec3 up = m->v->up, down = below ? v3_neg(up) : up;
    const vec3 ink = inks[m->dark].support;
    add(m, 4, solid_cone(r, h), (tn_view_pose){v3_add_scaled(at, h / 2, down), turn_to(v3_neg(down))}, ink);
    add(m, 5, solid_cylinder(1.45 * r, 0.16 * h), (tn_view_pose){v3_add_scaled(at, 1.08 * h, down), turn_to(up)}, ink);
}

static void add_ball(const struct maker *m, int part, vec3 at, double thick)
{
    const double r = thick > 0 ? fmin(1.2 * thick, pin_most * m->radius) : pin_free * m->radius;
    add(m, part, solid_sphere(fmax(r, pin_least * m->radius)), (tn_view_pose){at, {1, 0, 0, 0}}, inks[m->dark].pin);
}

/* The pin of a hinge, a bit longer than what it goes through, if that is not too thick. */
static void add_pin(const struct maker *m, const tn_view_joint *j, const int object[2])
{
    const struct girth a = girth_at(m->v, object[0], j->at, j->axis), b = girth_at(m->v, object[1], j->at, j->axis);
    const double thick = fmax(a.thick, b.thick), along = fmax(a.along, b.along), r = m->radius;
    const double radius = fmax(fmin(thick > 0 ? 0.55 * thick : pin_free * r, 0.6 * pin_most * r), pin_least * r);
    const double half = fmin(along, 0.09 * r) + 1.1 * radius;
    add(m, 0, solid_cylinder(radius, 2 * half), (tn_view_pose){j->at, turn_to(j->axis)}, inks[m->dark].pin);
}

static void add_motor(const struct maker *m, const tn_view_joint *j)
{
    const double r = motor_radius * m->radius, w = 0.14 * r;
    const vec3 side = v3_perpendicular(j->axis), ahead = v3_cross(j->axis, side);
    const double sign = j->motor < 0 ? -1 : 1;
    add(m, 2, solid_torus(r, w), (tn_view_pose){j->at, turn_to(j->axis)}, inks[m->dark].motor);
    add(m, 3, solid_cone(2.6 * w, 6 * w), (tn_view_pose){v3_add_scaled(j->at, r, side), turn_to(v3_scale(sign, ahead))},
        inks[m->dark].motor);
}

/* The rail of a slider or a line: through the point that does not move along it, as long as needed. */
static void add_rail(const struct maker *m, const tn_view_joint *j)
{
    const int other = j->has_point[1] && (!j->has_point[0] || j->anchored[1]) ? 1 : 0;
    const vec3 base = j->point[other], to = j->has_point[1 - other] ? j->point[1 - other] : j->at;
    const double reach = fabs(v3_dot(v3_sub(to, base), j->axis)) + 0.12 * m->radius;
    const double half = fmax(0.3 * m->radius, reach);
    add(m, 1, solid_cylinder(rail_radius * m->radius, 2 * half), (tn_view_pose){base, turn_to(j->axis)},
        inks[m->dark].rail);
}

static void add_rod(const struct maker *m, const tn_view_joint *j, bool limited, const vec3 *color)
{
    const double r = m->radius;
    const vec3 ink = color != NULL ? *color : limited ? inks[m->dark].rope : inks[m->dark].rod;
    add_between(m, 1, solid_cylinder((limited ? rope_radius : rod_radius) * r, 1), j->point[0], j->point[1], ink);
}

static double pull_of(const tn_view_joint *j) /* N, positive: it pulls its points together */
{
    const vec3 way = v3_sub(j->point[1], j->point[0]);
    const double length = v3_norm(way);
    return length > 0 ? -v3_dot(j->force, way) / length : 0;
}

static bool is_soft(const struct maker *m, int object) { return object >= 0 && m->v->surface[object].mesh != NULL; }

/* How thick the thinner partner is at a ball joint; what is soft is held by many, which stay small. */
static double ball_thickness(const struct maker *m, const int object[2], int side, vec3 at, bool apart)
{
    const double own = girth_at(m->v, object[side], at, v3(0, 0, 1)).thick;
    const double other = apart ? 0 : girth_at(m->v, object[1 - side], at, v3(0, 0, 1)).thick;
    if (is_soft(m, object[0]) || is_soft(m, object[1]))
        return 0.8 * pin_least * m->radius;
    return own > 0 && other > 0 ? fmin(own, other) : fmax(own, other);
}

static void take_joint(const struct maker *m, int i, double most)
{
    const tn_view_joint *j = &m->v->joints[i];
    const tn_view_constraint *c = &m->v->model->constraints.at[i];
    const bool both = j->has_point[0] && j->has_point[1];
    const bool rod = c->glyph == TN_GLYPH_ROD && both;
    const bool meets = c->glyph == TN_GLYPH_POINT || c->glyph == TN_GLYPH_AXIS;
    vec3 color;
    if (rod) {
        color = tension_color(pull_of(j), most);
        add_rod(m, j, c->limited, most > 0 ? &color : NULL);
    }
    if (c->glyph == TN_GLYPH_LINE && j->has_axis)
        add_rail(m, j);
    if (c->glyph == TN_GLYPH_AXIS && j->has_axis)
        add_pin(m, j, c->object);
    if (c->motor && j->has_axis)
        add_motor(m, j);
    const bool welded = strcmp(c->kind, "weld") == 0;
    for (int side = 0; side < 2; side++) {
        const bool apart = !both || rod || is_far(m, j->point[0], j->point[1]);
        const bool nail = j->has_point[side] && j->anchored[side] && c->object[side] < 0 && !j->moved[side];
        if (!j->has_point[side] || (side == 0 && !apart && !nail))
            continue;
        const double thick = ball_thickness(m, c->object, side, j->point[side], apart);
        if ((c->glyph == TN_GLYPH_POINT && !welded && (side == 1 || apart)) || rod)
            add_ball(m, 8 + side, j->point[side], rod ? 0.8 * rod_radius * m->radius : thick);
        if (nail && (meets || rod))
            add_support(m, j->point[side], c->glyph == TN_GLYPH_AXIS);
    }
}

/* ---- forces ---- */

static void take_spring(const struct maker *m, const tn_view_force *f, const tn_view_pull *p, double most)
{
    const vec3 a = p->point[0], b = p->point[1];
    const double length = v3_norm(v3_sub(b, a)), whole = p->rest > 0 ? p->rest : length;
    const double r = fmin(coil_radius * m->radius, 0.25 * whole), wire = fmin(wire_radius * m->radius, 0.25 * r);
    const double pull = length > 0 ? -v3_dot(p->vector, v3_sub(b, a)) / length : 0;
    const vec3 ink = most > 0 ? tension_color(pull, most) : inks[m->dark].spring;
    if (!(p->stiffness > 0) || p->damping > 0) { /* a dashpot, inside the coil if there is one */
        const vec3 middle = v3_add_scaled(a, 0.55, v3_sub(b, a));
        add_between(m, 1, solid_cylinder(0.55 * r, 1), a, middle, inks[m->dark].damper);
        add_between(m, 2, solid_cylinder(0.22 * r, 1), middle, b, inks[m->dark].rod);
    }
    if (p->stiffness > 0)
        add_between(m, 0, solid_coil(r, wire), a, b, ink);
    for (int side = 0; side < 2; side++) {
        add_ball(m, 8 + side, p->point[side], 0.5 * r);
        if (f->object[side] < 0) /* one end in the world */
            add_support(m, p->point[side], v3_dot(v3_sub(p->point[side], p->point[1 - side]), m->v->up) < 0);
    }
}

/* ---- tension ---- */

vec3 tension_color(double force, double large)
{
    const vec3 none = {0.72, 0.73, 0.75}, pull = {0.85, 0.13, 0.12}, push = {0.12, 0.33, 0.85};
    const double part = large > 0 ? fmin(fabs(force) / large, 1) : 0;
    return v3_add_scaled(v3_scale(1 - sqrt(part), none), sqrt(part), force > 0 ? pull : push);
}

bool tension_of(const struct tn_view *v, int object, double *force)
{
    const struct view_object *a = &v->model->objects.at[object];
    if (a->parts != 1 || v->surface[object].mesh != NULL || a->fixed || a->kind == OBJECT_PARTICLE)
        return false;
    const struct piece *p = &v->model->parts.at[a->part];
    const vec3 half = p->solid.half;
    const int axis = half.x >= half.y && half.x >= half.z ? 0 : half.y >= half.z ? 1 : 2;
    const double reach = axis == 0 ? half.x : axis == 1 ? half.y : half.z;
    const double thin = fmin(half.x, fmin(half.y, half.z)), middle = half.x + half.y + half.z - reach - thin;
    if (reach < 2 * middle) /* a plate, or as thick as long */
        return false;
    const tn_view_pose pose = view_part(v, object, p);
    const mat3 turn = q_matrix(pose.orientation);
    const vec3 along = m3_column(&turn, axis);
    double sum[2] = {0, 0};
    for (int i = 0; i < v->model->constraints.count; i++) {
        const tn_view_joint *j = &v->joints[i];
        const tn_view_constraint *c = &v->model->constraints.at[i];
        for (int side = 0; side < 2 && view_joint_shown(j); side++) {
            if (c->object[side] != object)
                continue;
            const vec3 at = j->has_point[side] ? j->point[side] : j->at;
            const double where = v3_dot(v3_sub(at, pose.position), along);
            sum[where > 0] += (side == 1 ? 1 : -1) * (where > 0 ? 1 : -1) * v3_dot(j->force, along);
        }
    }
    /* Between the two ends the force changes by weight and inertia: the mean. A free end carries nothing. */
    *force = (sum[0] + sum[1]) / 2;
    return true;
}

double tension_most(const struct tn_view *v)
{
    double most = 0, force;
    for (int i = 0; i < v->model->objects.count; i++)
        if (tension_of(v, i, &force) && isfinite(force))
            most = fmax(most, fabs(force));
    for (int i = 0; i < v->model->constraints.count; i++)
        if (v->model->constraints.at[i].glyph == TN_GLYPH_ROD && view_joint_shown(&v->joints[i]))
            most = fmax(most, fabs(pull_of(&v->joints[i])));
    for (int i = 0; i < v->model->forces.count; i++)
        if (v->pulls[i].on && v->pulls[i].has_point[0] && v->pulls[i].has_point[1])
            most = fmax(most, v3_norm(v->pulls[i].vector));
    return most;
}

void fittings_take(const struct tn_view *v, double radius, bool dark, bool tension, struct fittings *to)
{
    struct maker m = {.v = v, .radius = radius, .dark = dark, .to = to};
    const double most = tension ? tension_most(v) : 0;
    for (int i = 0; i < v->model->constraints.count; i++) {
        const tn_view_constraint *c = &v->model->constraints.at[i];
        m.key = ((uint64_t)c->id.generation << 34 | c->id.slot) << 2 | OF_CONSTRAINT;
        m.of = c->name;
        if (view_joint_shown(&v->joints[i]))
            take_joint(&m, i, most);
    }
    for (int i = 0; i < v->model->forces.count; i++) {
        const tn_view_force *f = &v->model->forces.at[i];
        const tn_view_pull *p = &v->pulls[i];
        m.key = ((uint64_t)f->id.generation << 34 | f->id.slot) << 2 | OF_FORCE;
        m.of = f->name;
        if (p->on && p->has_point[0] && p->has_point[1] && strcmp(f->kind, "spring") == 0)
            take_spring(&m, f, p, most);
    }
}
