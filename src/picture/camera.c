/* camera.c: framing and projection. */
#include <math.h>

#include "picture/camera.h"

/* The default camera looks from the front, somewhat from the right and from above. */
static const double azimuth = 0.42, elevation = 0.30;
static const double margin = 1.10;

enum { OUTLINE = 64 };

/* ---- bounds ---- */

double bounds_ball(const tn_bounds *b, vec3 *middle)
{
    vec3 low = b->any ? b->low : v3(-0.5, -0.5, -0.5), high = b->any ? b->high : v3(0.5, 0.5, 0.5);
    *middle = v3_scale(0.5, v3_add(low, high));
    double radius = v3_norm(v3_sub(high, low)) / 2;
    return radius > 0 ? radius : 0.5;
}

/* A body that fell out of the model, or was forgotten in it, must not make the rest too small to see. */
tn_bounds bounds_at_home(const tn_bounds *b)
{
    enum { FAR = 200 }; /* times the size of the model */
    tn_bounds f = *b;
    const double size = v3_norm(v3_sub(b->start_high, b->start_low));
    if (!b->any || !b->any_home || b->left_home || !(size > 0) || v3_norm(v3_sub(b->high, b->low)) <= FAR * size)
        return f;
    f.low = b->home_low;
    f.high = b->home_high;
    f.any_met = false;
    return f;
}

tn_bounds bounds_framed(const tn_bounds *b)
{
    const double room = 0.25; /* of the diagonal, on each side */
    tn_bounds f = *b;
    if (!b->any || !b->any_met)
        return f;
    const double around = room * v3_norm(v3_sub(b->met_high, b->met_low));
    const vec3 low = b->met_low, high = b->met_high;
    f.low = v3(fmax(f.low.x, low.x - around), fmax(f.low.y, low.y - around), fmax(f.low.z, low.z - around));
    f.high = v3(fmin(f.high.x, high.x + around), fmin(f.high.y, high.y + around), fmin(f.high.z, high.z + around));
    return f;
}

/* ---- placing the camera ---- */

static void set_axes(struct camera *c, vec3 forward, vec3 up)
{
    c->forward = v3_unit(forward);
    vec3 right = v3_cross(c->forward, up);
    /* Looking straight up or down, any right vector will do. */
    c->right = v3_norm(right) > 1e-6 * v3_norm(up) ? v3_unit(right) : v3_perpendicular(c->forward);
    c->up = v3_cross(c->right, c->forward);
}

struct camera camera_look(vec3 from, vec3 to, vec3 up, double field_of_view)
{
    struct camera c = {.eye = from, .tangent = tan(field_of_view / 2), .aspect = 1, .near = 0.1, .far = 100};
    set_axes(&c, v3_sub(to, from), up);
    return c;
}

/* Along one axis of the picture with half-angle tangent k, points r_i at depth f_i are in view from distance d with the
 * eye shifted by s if |r_i − s| <= k (d + f_i): the least d follows from the two extremes. */
static double least_distance(const double *r, const double *f, int count, double k)
{
    double most = -HUGE_VAL, least = -HUGE_VAL;
    for (int i = 0; i < count; i++) {
        most = fmax(most, r[i] - k * f[i]);
        least = fmax(least, -r[i] - k * f[i]);
    }
    return (most + least) / (2 * k);
}

/* The shift that centres the points as seen from distance d, by bisection. */
static double middle_shift(const double *r, const double *f, int count, double d)
{
    double low = r[0], high = r[0];
    for (int i = 1; i < count; i++) {
        low = fmin(low, r[i]);
        high = fmax(high, r[i]);
    }
    for (int step = 0; step < 60; step++) {
        double s = (low + high) / 2, one = -HUGE_VAL, other = -HUGE_VAL;
        for (int i = 0; i < count; i++) {
            one = fmax(one, (r[i] - s) / (d + f[i]));
            other = fmax(other, (s - r[i]) / (d + f[i]));
        }
        *(one > other ? &low : &high) = s;
    }
    return (low + high) / 2;
}

/* The places that must be in view, from the middle: the corners of the box, or the two rims of the upright cylinder
 * around it, which looks the same from all sides. */
static int outline(const tn_bounds *b, vec3 up, bool round, vec3 *to)
{
    vec3 low = b->any ? b->low : v3(-0.5, -0.5, -0.5), high = b->any ? b->high : v3(0.5, 0.5, 0.5);
    vec3 half = v3_scale(0.5, v3_sub(high, low)), side = v3(1, 0, 0), front = v3_cross(up, side);
    int count = 0;
    double tall = fabs(v3_dot(half, up)), wide = hypot(half.x, v3_dot(half, v3(0, 1 - up.y, 1 - up.z)));
    for (int i = 0; i < 8 && !round; i++)
        to[count++] = v3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
    for (int i = 0; i < OUTLINE && round; i++) {
        double angle = 4 * 3.14159265358979 * i / OUTLINE;
        vec3 rim = v3_add(v3_scale(wide * cos(angle), side), v3_scale(wide * sin(angle), front));
        to[count++] = v3_add(rim, v3_scale(i < OUTLINE / 2 ? tall : -tall, up));
    }
    return count;
}

struct camera camera_frame(const tn_bounds *b, vec3 up, double field_of_view, double aspect, bool round, double orbit)
{
    vec3 middle, place[OUTLINE];
    double radius = bounds_ball(b, &middle), r[OUTLINE], u[OUTLINE], f[OUTLINE];
    /* Front is −y where z is up, and z where y is up. */
    vec3 side = v3(1, 0, 0), front = v3_cross(side, up);
    vec3 level = v3_add(v3_scale(cos(azimuth + orbit), front), v3_scale(sin(azimuth + orbit), side));
    vec3 back = v3_add(v3_scale(cos(elevation), level), v3_scale(sin(elevation), up));
    struct camera c = {.tangent = tan(field_of_view / 2), .aspect = aspect};
    set_axes(&c, v3_neg(back), up);
    int count = outline(b, up, round, place);
    for (int i = 0; i < count; i++) {
        r[i] = v3_dot(place[i], c.right);
        u[i] = v3_dot(place[i], c.up);
        f[i] = v3_dot(place[i], c.forward);
    }
    double k = c.tangent / margin;
    double distance = fmax(least_distance(r, f, count, k * aspect), least_distance(u, f, count, k));
    distance = fmax(distance, 0.5 * radius / c.tangent);
    c.eye = v3_add_scaled(middle, -distance, c.forward);
    c.eye = v3_add_scaled(c.eye, middle_shift(r, f, count, distance), c.right);
    c.eye = v3_add_scaled(c.eye, middle_shift(u, f, count, distance), c.up);
    return c;
}

void camera_clip(struct camera *c, vec3 middle, double radius)
{
    double distance = v3_dot(v3_sub(middle, c->eye), c->forward);
    /* The floor reaches far beyond the ball, and bodies may have left it. */
    c->far = fmax(distance, 0) + 20 * radius;
    c->near = fmax(distance - 2.5 * radius, c->far / 4000);
}

/* ---- projection ---- */

bool camera_project(const struct camera *c, vec3 at, double *x, double *y, double *depth)
{
    vec3 p = v3_sub(at, c->eye);
    *depth = v3_dot(p, c->forward);
    if (!(*depth > 1e-9))
        return false;
    *x = c->width * (0.5 + 0.5 * v3_dot(p, c->right) / (*depth * c->tangent * c->aspect));
    *y = c->height * (0.5 - 0.5 * v3_dot(p, c->up) / (*depth * c->tangent));
    return true;
}

void camera_matrix(const struct camera *c, vec3 middle, float m[16])
{
    vec3 e = v3_sub(c->eye, middle);
    double sx = 1 / (c->tangent * c->aspect), sy = 1 / c->tangent;
    double zz = (c->far + c->near) / (c->far - c->near), zw = -2 * c->far * c->near / (c->far - c->near);
    vec3 row[4] = {v3_scale(sx, c->right), v3_scale(sy, c->up), v3_scale(zz, c->forward), c->forward};
    double last[4] = {0, 0, zw, 0};
    for (int i = 0; i < 4; i++) {
        m[i] = (float)row[i].x;
        m[4 + i] = (float)row[i].y;
        m[8 + i] = (float)row[i].z;
        m[12 + i] = (float)(last[i] - v3_dot(row[i], e));
    }
}

double camera_distance(const struct camera *c, double buffer)
{
    double ndc = 2 * buffer - 1;
    return 2 * c->far * c->near / (c->far + c->near - ndc * (c->far - c->near));
}
