/* hints.c: see hints.h. */
#include "hints.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hints_say(struct hints *h, const char *format, ...)
{
    char text[600];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (word_list_has(&h->said, text))
        return;
    fprintf(stderr, "hint: %s\n", text);
    word_list_add(&h->said, text);
}

void hints_free(struct hints *h) { word_list_free(&h->said); }

static tn_vec3 minus(tn_vec3 a, tn_vec3 b) { return (tn_vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static double dot(tn_vec3 a, tn_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static double size_of(tn_vec3 a) { return sqrt(dot(a, a)); }

/* ---- the camera ---- */

struct lens {
    tn_vec3 from, forward, right, up;
    double across, down; /* tangents of half the field of view */
    double height;       /* pixels */
};

static tn_vec3 unit(tn_vec3 a)
{
    const double n = size_of(a);
    return n > 0 ? (tn_vec3){a.x / n, a.y / n, a.z / n} : a;
}

static tn_vec3 cross(tn_vec3 a, tn_vec3 b)
{
    return (tn_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* The camera that pictures of this view are taken with; false: one that shows everything. */
static bool lens_of(const tn_view *v, const tn_picture_options *set, struct lens *l)
{
    const double degree = 0.017453292519943295;
    tn_vec3 from, to;
    double fov = 0;
    const double shape = set ? (double)set->width / set->height : 16.0 / 9;
    if (set && set->has_camera) {
        from = set->from;
        to = set->to;
        fov = set->field_of_view * degree;
    } else if (!tn_view_camera(v, &from, &to, &fov)) {
        return false;
    }
    if (!(fov > 0))
        fov = tn_picture_default().field_of_view * degree;
    l->height = set ? set->height : 720;
    l->from = from;
    l->forward = unit(minus(to, from));
    l->right = unit(cross(l->forward, tn_view_up(v)));
    if (!(size_of(l->right) > 0.5)) /* straight up or down */
        l->right = unit(cross(l->forward, fabs(l->forward.x) < 0.7 ? (tn_vec3){1, 0, 0} : (tn_vec3){0, 1, 0}));
    l->up = cross(l->right, l->forward);
    l->down = tan(fov / 2);
    l->across = l->down * fmax(shape, 16.0 / 9);
    return size_of(l->forward) > 0.5;
}

/* Does a ball reach into the picture? */
static bool meets(const struct lens *l, tn_vec3 middle, double radius)
{
    const tn_vec3 d = minus(middle, l->from);
    const double depth = dot(d, l->forward);
    return depth > -radius && fabs(dot(d, l->right)) < depth * l->across + radius * hypot(1, l->across) &&
           fabs(dot(d, l->up)) < depth * l->down + radius * hypot(1, l->down);
}

static tn_vec3 rotated(tn_quat q, tn_vec3 v)
{
    const tn_vec3 u = {q.x, q.y, q.z};
    const tn_vec3 t = cross(u, v), s = cross(u, t);
    return (tn_vec3){v.x + 2 * (q.w * t.x + s.x), v.y + 2 * (q.w * t.y + s.y), v.z + 2 * (q.w * t.z + s.z)};
}

static tn_quat backwards(tn_quat q) { return (tn_quat){q.w, -q.x, -q.y, -q.z}; }

/* Is the camera in a box, whose place is given? Bodies are not drawn from within. */
static bool is_inside(tn_vec3 eye, tn_vec3 at, tn_quat turn, tn_vec3 low, tn_vec3 high)
{
    const tn_vec3 p = rotated(backwards(turn), minus(eye, at));
    return p.x > low.x && p.x < high.x && p.y > low.y && p.y < high.y && p.z > low.z && p.z < high.z;
}

static tn_quat product(tn_quat a, tn_quat b)
{
    return (tn_quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                     a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

/* What the camera sees of an object: nothing, something no larger than a dot, or more. */
enum sight { NOTHING, DOT, BODY };

static enum sight size_seen(const struct lens *l, tn_vec3 middle, double radius)
{
    const double depth = dot(minus(middle, l->from), l->forward);
    if (!meets(l, middle, radius))
        return NOTHING;
    return radius > 0 && depth > 0 && radius / depth / l->down * l->height / 2 < 1.5 ? DOT : BODY;
}

/* Planes and variables are not asked about. */
static enum sight shows(struct hints *h, const struct lens *l, const tn_view *v, int object)
{
    enum sight most = NOTHING;
    int count;
    const tn_view_object *a = &tn_view_objects(v, &count)[object];
    const tn_view_pose *pose = &tn_view_poses(v, &count)[object];
    const tn_view_part *part = tn_view_parts(v, &count);
    const tn_view_mesh *mesh = tn_view_meshes(v, &count);
    tn_view_shape shape;
    if (a->surface >= 0 && tn_view_deformed(v, a->surface, &shape) == TN_OK) {
        const tn_view_surface *s = &tn_view_surfaces(v, &count)[a->surface];
        for (int i = 0; i < s->vertices; i++) {
            const float *p = shape.position + 3 * i;
            const tn_vec3 at = {shape.origin.x + (double)p[0], shape.origin.y + (double)p[1],
                                shape.origin.z + (double)p[2]};
            if (meets(l, at, 0))
                return BODY;
        }
        return NOTHING;
    }
    if (a->parts == 0) /* a point */
        return meets(l, pose->position, 0) ? BODY : NOTHING;
    for (int i = a->part; i < a->part + a->parts; i++) {
        const tn_vec3 low = mesh[part[i].mesh].low, high = mesh[part[i].mesh].high;
        const tn_vec3 local = {(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2};
        const tn_vec3 turned = rotated(part[i].turned, local);
        const tn_vec3 inside = {part[i].offset.x + turned.x, part[i].offset.y + turned.y, part[i].offset.z + turned.z};
        const tn_vec3 far = rotated(pose->orientation, inside);
        const tn_vec3 middle = {pose->position.x + far.x, pose->position.y + far.y, pose->position.z + far.z};
        const tn_vec3 at = {middle.x - rotated(pose->orientation, turned).x,
                            middle.y - rotated(pose->orientation, turned).y,
                            middle.z - rotated(pose->orientation, turned).z};
        if (is_inside(l->from, at, product(pose->orientation, part[i].turned), low, high)) {
            snprintf(h->inside, sizeof h->inside, "%s", a->name[0] ? a->name : "a body");
            continue;
        }
        const enum sight now = size_seen(l, middle, size_of(minus(high, low)) / 2);
        most = now > most ? now : most;
    }
    return most;
}

/* Notes a plane that lies between the camera and what the model fills. */
static void note_plane(struct hints *h, const struct lens *l, const tn_view *v, int object)
{
    int count;
    const tn_view_pose *pose = &tn_view_poses(v, &count)[object];
    const tn_vec3 n = rotated(pose->orientation, (tn_vec3){0, 0, 1}), low = h->start.low, high = h->start.high;
    const tn_vec3 middle = {(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2};
    const double size = size_of(minus(high, low));
    if (dot(minus(l->from, pose->position), n) < -1e-3 * size && dot(minus(middle, pose->position), n) > 0)
        snprintf(h->behind, sizeof h->behind, "%s", tn_view_objects(v, &count)[object].name);
}

/* Without a camera everything is in the picture; the largest body may be a dot there. */
static void see_all(struct hints *h, const tn_view *v, const tn_picture_options *set)
{
    int count, parts, all;
    const tn_view_object *a = tn_view_objects(v, &count);
    const tn_view_part *part = tn_view_parts(v, &parts);
    const tn_view_mesh *mesh = tn_view_meshes(v, &all);
    tn_bounds now = {0};
    tn_bounds_add(&now, v);
    const double height = set ? set->height : 720, size = size_of(minus(now.high, now.low));
    for (int i = 0; i < count && !h->seen; i++) {
        h->seen = a[i].surface >= 0 ||
                  (a[i].parts == 0 && a[i].kind != TN_VIEW_VARIABLE && a[i].kind != TN_VIEW_PLANE) ||
                  a[i].kind == TN_VIEW_PARTICLE;
        for (int k = a[i].part; k < a[i].part + a[i].parts && a[i].kind != TN_VIEW_PLANE; k++)
            h->seen |= size_of(minus(mesh[part[k].mesh].high, mesh[part[k].mesh].low)) * height > 6 * size;
    }
    h->small = !h->seen;
    h->wide = size;
}

void hints_view(struct hints *h, const tn_view *v, const tn_picture_options *set)
{
    struct lens l;
    int count;
    if (!h->begun)
        tn_bounds_add(&h->start, v);
    h->begun = true;
    if (h->seen)
        return;
    h->seen = !h->start.any;
    if (h->seen)
        return;
    if (!lens_of(v, set, &l)) {
        see_all(h, v, set);
        return;
    }
    const tn_view_object *a = tn_view_objects(v, &count);
    for (int i = 0; i < count; i++)
        if (a[i].kind == TN_VIEW_PLANE)
            note_plane(h, &l, v, i);
    for (int i = 0; i < count && !h->seen; i++) {
        if (a[i].kind == TN_VIEW_PLANE || a[i].kind == TN_VIEW_VARIABLE)
            continue;
        const enum sight now = shows(h, &l, v, i);
        h->seen = now == BODY;
        h->small |= now == DOT;
    }
}

void hints_frame(struct hints *h, tn_world *w, const tn_picture_options *set)
{
    if (h->begun && h->seen) /* the common case costs nothing */
        return;
    tn_view *v = tn_view_take(w, NULL);
    hints_view(h, v, set);
    tn_view_free(v);
}

void hints_of_camera(struct hints *h, tn_world *w, const tn_picture_options *set)
{
    struct lens l;
    tn_bounds now = {0};
    tn_vec3 from, to;
    if (tn_scene_camera(w, &from, &to) && !(set && set->has_camera) && size_of(minus(to, from)) == 0)
        hints_say(h, "the camera looks from (%.3g, %.3g, %.3g) at the place where it is: everything is shown instead",
                  from.x, from.y, from.z);
    if (!h->begun)
        return;
    if (!h->start.any && set)
        hints_say(h, "there is nothing to see: there are no objects; tenon new NAME writes a first scene");
    if (h->behind[0])
        hints_say(h, "the camera is behind the plane %s, on the other side of it than the bodies", h->behind);
    if (h->seen || !h->start.any)
        return;
    tn_view *v = tn_view_take(w, NULL);
    tn_bounds_add(&now, v);
    const bool placed = lens_of(v, set, &l);
    if (h->small && !placed && set)
        hints_say(h,
                  "everything is smaller than a few pixels in a picture %.3g m wide: bodies are drawn as dots; write "
                  "camera from X Y Z to X Y Z; where you want to look from",
                  h->wide);
    else if (h->small && placed)
        hints_say(h,
                  "the camera at (%.3g, %.3g, %.3g) is so far away that no body is larger than a dot; lengths are in "
                  "metres, 5mm is a length in millimetres",
                  l.from.x, l.from.y, l.from.z);
    else if (h->inside[0])
        hints_say(h,
                  "the camera at (%.3g, %.3g, %.3g) is inside of %s, which is not drawn from within; without a camera "
                  "everything is in view",
                  l.from.x, l.from.y, l.from.z, h->inside);
    else if (placed && now.any) {
        const tn_vec3 middle = {(now.low.x + now.high.x) / 2, (now.low.y + now.high.y) / 2,
                                (now.low.z + now.high.z) / 2};
        const double depth = dot(minus(middle, l.from), l.forward);
        hints_say(h,
                  "the camera at (%.3g, %.3g, %.3g) sees no object: they are around (%.3g, %.3g, %.3g), %s; without a "
                  "camera everything is in view",
                  l.from.x, l.from.y, l.from.z, middle.x, middle.y, middle.z,
                  depth < -0.01 * size_of(minus(middle, l.from)) ? "behind it" : "beside its view");
    }
    tn_view_free(v);
}

/* ---- the motion ---- */

/* The distance of a point from a box. */
static double outside(const tn_bounds *b, tn_vec3 p)
{
    const tn_vec3 d = {fmax(fmax(b->low.x - p.x, p.x - b->high.x), 0), fmax(fmax(b->low.y - p.y, p.y - b->high.y), 0),
                       fmax(fmax(b->low.z - p.z, p.z - b->high.z), 0)};
    return size_of(d);
}

/* More than this many times the size of the model away from where it was: nobody wants to see that. */
static const double far_away = 100;

static void hint_far(struct hints *h, tn_world *w)
{
    const double size = size_of(minus(h->start.high, h->start.low));
    const char *first = "";
    double most = 0;
    int count = 0;
    for (int i = 0; i < tn_object_count(w); i++) {
        const tn_object o = tn_object_at(w, i);
        tn_pose pose;
        if (tn_object_is_variable(w, o) || tn_object_pose(w, o, &pose) != TN_OK)
            continue;
        const double away = outside(&h->start, pose.center);
        if (!(away > far_away * size) || !(size > 0))
            continue;
        count++;
        if (away > most) {
            most = away;
            first = tn_object_name(w, o);
        }
    }
    if (!count)
        return;
    struct buffer b = {0};
    buffer_print(&b, "%s", first[0] ? first : "a body");
    if (count > 1)
        buffer_print(&b, " and %d more", count - 1);
    hints_say(h, "%s %s %.3g m away at t = %.3g s, from a model of %.2g m: is a joint, a support or contact missing?",
              b.at, count > 1 ? "are up to" : "is", most, tn_time(w), size);
    buffer_free(&b);
}

static bool has_contact(tn_world *w)
{
    tn_thing t = tn_thing_next(w, (tn_thing){0});
    while (t.type != TN_THING_NONE && t.type != TN_THING_CONTACT)
        t = tn_thing_next(w, t);
    return t.type == TN_THING_CONTACT;
}

/* Does something dissipate or deform in ways that the balance of energy does not follow to more than a few per cent? */
static bool loses_energy(tn_world *w)
{
    const tn_settings s = tn_world_settings(w);
    if (s.method != TN_DYNAMIC || s.order == TN_FIRST_ORDER || has_contact(w))
        return true;
    tn_view *v = tn_view_take(w, NULL);
    int count;
    const tn_view_object *a = tn_view_objects(v, &count);
    bool soft = false;
    for (int i = 0; i < count; i++)
        soft |= a[i].kind == TN_VIEW_BLOCK;
    tn_view_free(v);
    return soft;
}

/* A motor that is still far from its speed at the end: it approaches it with the time constant of its joint. */
static void hint_motors(struct hints *h, tn_world *w)
{
    const double enough = 0.95;
    for (int i = 0; i < tn_constraint_count(w); i++) {
        const tn_constraint c = tn_constraint_at(w, i);
        const char *name = tn_constraint_name(w, c);
        double speed[6], tau[6], limit[6];
        if (tn_constraint_number(w, c, "speed", speed) != 1 || !(fabs(speed[0]) > 0) || strchr(name, '@') ||
            (tn_constraint_number(w, c, "limit", limit) == 1 && isfinite(limit[0])) ||
            tn_constraint_number(w, c, "tau", tau) != 1 || tn_time(w) > 5 * tau[0])
            continue;
        tn_world *now = tn_world_clone(w);
        struct buffer b = {0};
        buffer_print(&b, "rate(%s)", name);
        if (tn_probe_add(now, b.at, NULL) == TN_OK) {
            const double share = tn_probe_value(now, tn_probe_count(now) - 1) / speed[0];
            if (share > 0 && share < enough)
                hints_say(
                    h,
                    "the motor of %s is at %.0f %% of its speed at t = %.3g s: it gets there with tau, %g s; write "
                    "tau 1ms; in its block to have it at once",
                    name, 100 * share, tn_time(w), tau[0]);
        }
        buffer_free(&b);
        tn_world_free(now);
    }
}

void hints_of_motion(struct hints *h, tn_world *w, const tn_measures *m)
{
    const double much = 0.01;
    if (tn_object_count(w) == 0)
        hints_say(h, "there are no objects: nothing can move; tenon new NAME writes a first scene");
    hint_far(h, w);
    hint_motors(h, w);
    if (!(m->drift > much) || loses_energy(w))
        return;
    const tn_settings s = tn_world_settings(w);
    const bool adaptive = s.integrator == TN_ADAMS || s.integrator == TN_GEAR;
    if (adaptive)
        hints_say(h, "the energy drifted by %.2g of the largest kinetic energy: try --tolerance %.1g", m->drift,
                  s.tolerance / 100);
    else
        hints_say(h, "the energy drifted by %.2g of the largest kinetic energy: try --step %.2g, or --integrator adams",
                  m->drift, s.step > 0 ? s.step / 4 : 0.001);
}
