/* layers.c: overlays (layers.h).
 *
 * Everything has a halo in the colour of the background, so that it can be read on
 * bodies as well. Points, constraints and forces lie inside bodies, so they are
 * drawn over them; trails are hidden by what is in front of them.
 */
#include <stdio.h>
#include <string.h>

#include "picture/layers.h"

static const struct {
    vec3 halo, ink, soft, force, gap, trail, range, stopped;
} colors[2] = {
    {{1, 1, 1},
     {0.13, 0.15, 0.18},
     {0.36, 0.39, 0.44},
     {0.80, 0.13, 0.11},
     {0.76, 0.10, 0.55},
     {0.25, 0.28, 0.34},
     {0.00, 0.46, 0.60},
     {0.93, 0.42, 0.00}},
    {{0.06, 0.07, 0.09},
     {0.95, 0.96, 0.97},
     {0.68, 0.71, 0.76},
     {1.0, 0.46, 0.36},
     {1.0, 0.48, 0.85},
     {0.75, 0.8, 0.88},
     {0.35, 0.82, 0.95},
     {1.0, 0.66, 0.16}},
};

double layers_unit(int width, int height) { return fmax(0.6, fmin(width / 1280.0, height / 720.0)); }

/* ---- text with a halo ---- */

enum { MOST_LABELS = 256 };
struct pencil {
    const struct layers *l;
    double unit;
    double dial;                  /* size of the ranges of joints: 1, or small */
    double taken[MOST_LABELS][4]; /* where labels are: left, top, right, bottom */
    int labels;
};

static void write_text(struct canvas *c, double x, double y, double size, const char *text, vec3 ink, vec3 halo)
{
    double weight = fmax(1.05, 0.125 * size);
    canvas_text(c, x, y, size, weight + fmax(2.6, 0.26 * size), text);
    canvas_paint(c, (struct paint){halo, 0.82});
    canvas_text(c, x, y, size, weight, text);
    canvas_paint(c, (struct paint){ink, 1});
}

static bool is_free(const struct pencil *p, const double box[4])
{
    for (int i = 0; i < p->labels; i++) {
        const double *t = p->taken[i];
        if (box[0] < t[2] && t[0] < box[2] && box[1] < t[3] && t[1] < box[3])
            return false;
    }
    return true;
}

/* Writes a label beside a place: on the side that (dx, dy) points to, else on the first free side; if there is none the
 * label is left out. */
static void label(struct pencil *p, double x, double y, double dx, double dy, double away, const char *text, vec3 ink)
{
    double size = 10.5 * p->unit, width = canvas_text_width(size, text);
    double far = away + fabs(dx) * width / 2 + fabs(dy) * size / 2;
    const double side[5][2] = {{x + far * dx - width / 2, y + far * dy + size / 2},
                               {x + away, y + size / 2},
                               {x - away - width, y + size / 2},
                               {x - width / 2, y - away},
                               {x - width / 2, y + away + size}};
    const struct canvas *c = p->l->canvas;
    for (int i = 0; i < 5 && p->labels < MOST_LABELS; i++) {
        double left = side[i][0], base = side[i][1];
        const double box[4] = {left - 2, base - size - 2, left + width + 2, base + 3};
        if (box[0] < 0 || box[1] < 0 || box[2] > c->width || box[3] > c->height || !is_free(p, box))
            continue;
        memcpy(p->taken[p->labels++], box, sizeof box);
        write_text(p->l->canvas, left, base, size, text, ink, colors[p->l->dark].halo);
        return;
    }
}

static bool where(const struct pencil *p, vec3 at, double *x, double *y)
{
    double depth;
    return v3_finite(at) && camera_project(p->l->camera, at, x, y, &depth) && fabs(*x) < 1e5 && fabs(*y) < 1e5;
}

/* ---- lines in space ---- */

static void line(const struct pencil *p, vec3 a, vec3 b, double width, bool dashed, vec3 ink)
{
    struct canvas *c = p->l->canvas;
    double x0, y0, x1, y1;
    if (!where(p, a, &x0, &y0) || !where(p, b, &x1, &y1))
        return;
    if (!dashed) {
        canvas_line(c, x0, y0, x1, y1, (width + 2) * p->unit);
        canvas_paint(c, (struct paint){colors[p->l->dark].halo, 0.8});
        canvas_line(c, x0, y0, x1, y1, width * p->unit);
    } else {
        canvas_dashes(c, x0, y0, x1, y1, (width + 2) * p->unit, 7 * p->unit, 5 * p->unit);
        canvas_paint(c, (struct paint){colors[p->l->dark].halo, 0.8});
        canvas_dashes(c, x0, y0, x1, y1, width * p->unit, 7 * p->unit, 5 * p->unit);
    }
    canvas_paint(c, (struct paint){ink, 1});
}

static void dot(const struct pencil *p, vec3 at, double radius, vec3 ink, vec3 rim)
{
    double x, y;
    if (!where(p, at, &x, &y))
        return;
    canvas_disc(p->l->canvas, x, y, (radius + 1.4) * p->unit);
    canvas_paint(p->l->canvas, (struct paint){rim, 1});
    canvas_disc(p->l->canvas, x, y, radius * p->unit);
    canvas_paint(p->l->canvas, (struct paint){ink, 1});
}

/* ---- trails ---- */

static void draw_trail(const struct pencil *p, const struct trail *t)
{
    struct canvas *c = p->l->canvas;
    for (int i = 0; i + 1 < t->points.count && t->points.at[i + 1].time <= p->l->view->time; i++) {
        double x0, y0, z0, x1, y1, z1;
        if (camera_project(p->l->camera, t->points.at[i].at, &x0, &y0, &z0) &&
            camera_project(p->l->camera, t->points.at[i + 1].at, &x1, &y1, &z1))
            canvas_line_behind(c, x0, y0, z0, x1, y1, z1, 2.2 * p->unit);
    }
    canvas_paint(c, (struct paint){colors[p->l->dark].trail, 0.75});
}

/* ---- constraints ---- */

static void nail(const struct pencil *p, vec3 at)
{
    double x, y, r = 6.5 * p->unit;
    if (!where(p, at, &x, &y))
        return;
    /* The symbol of a fixed support: a wedge on a line. */
    const double wedge[3][2] = {{x, y}, {x + r, y + 1.5 * r}, {x - r, y + 1.5 * r}};
    struct canvas *c = p->l->canvas;
    canvas_polygon(c, wedge, 3, 1.6 * p->unit);
    canvas_line(c, x - 1.5 * r, y + 1.5 * r, x + 1.5 * r, y + 1.5 * r, 4 * p->unit);
    canvas_paint(c, (struct paint){colors[p->l->dark].halo, 0.9});
    canvas_polygon(c, wedge, 3, 0);
    canvas_line(c, x - 1.5 * r, y + 1.5 * r, x + 1.5 * r, y + 1.5 * r, 2 * p->unit);
    canvas_paint(c, (struct paint){colors[p->l->dark].soft, 1});
}

static void draw_joint(const struct pencil *p, const tn_view_joint *j, tn_glyph glyph)
{
    vec3 ink = colors[p->l->dark].ink, halo = colors[p->l->dark].halo, gap = colors[p->l->dark].gap;
    bool both = j->has_point[0] && j->has_point[1];
    bool meets = glyph == TN_GLYPH_POINT || glyph == TN_GLYPH_AXIS;
    bool unmet = both && meets && v3_norm(v3_sub(j->point[1], j->point[0])) > 2e-3 * p->l->radius;
    for (int side = 0; side < 2; side++)
        if (j->has_point[side] && j->anchored[side] && meets)
            nail(p, j->point[side]);
    if (j->has_axis && glyph == TN_GLYPH_AXIS) {
        vec3 arm = v3_scale(0.09 * p->l->radius, j->axis);
        line(p, v3_sub(j->at, arm), v3_add(j->at, arm), 2, false, ink);
    }
    if (j->has_axis && glyph == TN_GLYPH_LINE) {
        vec3 arm = v3_scale(0.7 * p->l->radius, j->axis);
        line(p, v3_sub(j->at, arm), v3_add(j->at, arm), 1.4, true, colors[p->l->dark].soft);
    }
    if (both && glyph == TN_GLYPH_ROD)
        line(p, j->point[0], j->point[1], 1.8, j->deviation > 2e-3 * p->l->radius, ink);
    if (unmet) {
        line(p, j->point[0], j->point[1], 2, true, gap);
        dot(p, j->point[0], 3, gap, halo);
        dot(p, j->point[1], 3, gap, halo);
        return;
    }
    for (int side = 0; side < 2; side++)
        if (j->has_point[side] && (!meets || side == 0 || !j->has_point[0]))
            dot(p, j->point[side], 3.4, halo, ink);
}

/* What the mouse holds: a soft handle is a thin line to its target, a hard one a thick one; a dot where it is dragged to. */
static void draw_handle(const struct pencil *p, const tn_view_handle *h)
{
    vec3 ink = colors[p->l->dark].ink, halo = colors[p->l->dark].halo, gap = colors[p->l->dark].gap;
    line(p, h->target, h->goal, 1.2, true, gap);
    line(p, h->point, h->target, h->hard ? 3 : 1.6, false, gap);
    dot(p, h->goal, 3, halo, gap);
    dot(p, h->point, 4, gap, ink);
}

static void draw_points(const struct pencil *p)
{
    const struct tn_view *v = p->l->view;
    vec3 ink = colors[p->l->dark].ink, halo = colors[p->l->dark].halo;
    for (int i = 0; i < v->model->constraints.count; i++)
        for (int side = 0; side < 2; side++)
            if (v->joints[i].on && v->joints[i].has_point[side])
                dot(p, v->joints[i].point[side], 2.6, ink, halo);
    for (int i = 0; i < v->model->objects.count; i++) {
        const struct view_object *a = &v->model->objects.at[i];
        for (int k = 0; k < a->points; k++)
            dot(p, view_point(v, i, v->model->points.at[a->point + k].local), 2.6, ink, halo);
    }
}

/* ---- limits ---- */

#define TURN 6.283185307179586

/* The range of a joint as a curve in space: for an angle an arc, or a spiral if it is more than a turn. */
struct way {
    const tn_view_range *r;
    double from, to; /* what is drawn of it */
    double radius, growth;
    vec3 y; /* axis × zero */
};

static vec3 way_at(const struct way *w, double at, double part)
{
    if (!w->r->turns)
        return v3_add_scaled(w->r->point, at, w->r->axis);
    double reach = part * (w->radius + w->growth * fmax(0, at - w->from));
    return v3_add_scaled(v3_add_scaled(w->r->point, reach * cos(at), w->r->zero), reach * sin(at), w->y);
}

/* Without one of the limits there is no end on that side: what is shown reaches a bit beyond where the joint is. Within
 * `inside` there are others. */
static struct way way_of(const struct pencil *p, const tn_view_range *r, double inside)
{
    const double scene = p->dial * p->l->radius;
    bool turns = r->turns;
    double more = turns ? 0.6 : 0.2 * p->l->radius;
    struct way w = {.r = r, .y = v3_cross(r->axis, r->zero)};
    w.from = r->has_least ? r->least : fmin(r->now, r->most) - more;
    w.to = r->has_most ? r->most : fmax(r->now, r->least) + more;
    w.radius = r->reach > 0 ? fmax(0.05 * scene, fmin(0.7 * p->dial * r->reach, 0.16 * scene)) : 0.13 * scene;
    if (w.to - w.from > 0.98 * TURN) /* the windings are spaced, all within twice the radius */
        w.growth = w.radius * fmin(0.25 / TURN, 1 / (w.to - w.from));
    w.radius += inside;
    return w;
}

static void stroke_way(const struct pencil *p, const struct way *w, double width)
{
    double span = w->to - w->from, x0 = 0, y0 = 0, x1, y1;
    int steps = !w->r->turns ? 1 : (int)fmax(2, fmin(2000, ceil(span / 0.08)));
    bool last = false;
    for (int i = 0; i <= steps; i++) {
        bool now = where(p, way_at(w, w->from + span * i / steps, 1), &x1, &y1);
        if (now && last)
            canvas_line(p->l->canvas, x0, y0, x1, y1, width * p->unit);
        last = now;
        x0 = x1;
        y0 = y1;
    }
}

/* The sector between the limits, translucent. */
static void fill_sector(const struct pencil *p, const struct way *w, vec3 ink)
{
    double span = w->to - w->from, corner[3][2];
    int steps = (int)fmax(2, ceil(span / 0.08));
    if (w->growth > 0 || !where(p, w->r->point, &corner[0][0], &corner[0][1]))
        return;
    for (int i = 0; i < steps; i++)
        if (where(p, way_at(w, w->from + span * i / steps, 1), &corner[1][0], &corner[1][1]) &&
            where(p, way_at(w, w->from + span * (i + 1) / steps, 1), &corner[2][0], &corner[2][1]))
            canvas_polygon(p->l->canvas, corner, 3, 0.7); /* over the seams */
    canvas_paint(p->l->canvas, (struct paint){ink, 0.22});
}

/* A bar across the curve on the screen. */
static void stop(const struct pencil *p, const struct way *w, double at, vec3 ink)
{
    double x0, y0, x1, y1, small = 1e-3 * (!w->r->turns ? p->l->radius : 1), half = (p->dial < 1 ? 4 : 7) * p->unit;
    struct canvas *c = p->l->canvas;
    if (!where(p, way_at(w, at - small, 1), &x0, &y0) || !where(p, way_at(w, at + small, 1), &x1, &y1))
        return;
    double length = hypot(x1 - x0, y1 - y0);
    double dx = length > 0 ? (x1 - x0) / length : 1, dy = length > 0 ? (y1 - y0) / length : 0;
    double x = (x0 + x1) / 2, y = (y0 + y1) / 2;
    for (int pass = 0; pass < 2; pass++) {
        canvas_line(c, x - half * dy, y + half * dx, x + half * dy, y - half * dx,
                    (pass == 0 ? 2 : 0) * p->unit + (p->dial < 1 ? 2.2 : 3.2) * p->unit);
        canvas_paint(c, pass == 0 ? (struct paint){colors[p->l->dark].halo, 0.8} : (struct paint){ink, 1});
    }
}

static bool range_shown(const struct pencil *p, const tn_view_range *r)
{
    /* Small dials have no room for windings. */
    if (p->dial < 1 && r->turns && r->has_least && r->has_most && r->most - r->least > TURN)
        return false;
    return view_joint_shown(&p->l->view->joints[r->constraint]);
}

/* Dials of joints at the same place are concentric: the radius that those before number i reach. */
static double taken_inside(const struct pencil *p, int i)
{
    const tn_view_range *r = p->l->view->ranges.at;
    double inside = 0;
    for (int k = 0; k < i && r[i].turns; k++)
        if (range_shown(p, &r[k]) && r[k].turns && v3_norm(v3_sub(r[k].point, r[i].point)) < 2e-3 * p->l->radius) {
            struct way w = way_of(p, &r[k], inside);
            inside = w.radius + w.growth * (w.to - w.from);
        }
    return inside;
}

static void draw_range(const struct pencil *p, const tn_view_range *r, double inside)
{
    bool stopped = (r->has_least && r->at_least) || (r->has_most && r->at_most);
    vec3 ink = stopped ? colors[p->l->dark].stopped : colors[p->l->dark].range, halo = colors[p->l->dark].halo;
    struct way w = way_of(p, r, inside);
    if (r->turns)
        fill_sector(p, &w, ink);
    const double wide = p->dial < 1 ? 1.4 : 2.2;
    stroke_way(p, &w, wide + 1.8);
    canvas_paint(p->l->canvas, (struct paint){halo, 0.8});
    stroke_way(p, &w, wide);
    canvas_paint(p->l->canvas, (struct paint){ink, 1});
    if (r->has_least)
        stop(p, &w, r->least, ink);
    if (r->has_most)
        stop(p, &w, r->most, ink);
    if (r->turns)
        line(p, r->point, way_at(&w, r->now, 1), wide, false, ink);
    dot(p, way_at(&w, r->now, 1), p->dial < 1 ? 2.4 : 4, ink, halo);
}

/* ---- forces ---- */

/* Shortens an arrow that would leave the picture, so that its head and its label stay inside. Its tail is inside. */
static bool shorten(const struct pencil *p, double x0, double y0, double *x1, double *y1)
{
    const double edge = 26 * p->unit, width = p->l->canvas->width, height = p->l->canvas->height;
    const double dx = *x1 - x0, dy = *y1 - y0;
    double part = 1;
    if (dx > 0)
        part = fmin(part, fmax(width - edge - x0, 0) / dx);
    else if (dx < 0)
        part = fmin(part, fmax(x0 - edge, 0) / -dx);
    if (dy > 0)
        part = fmin(part, fmax(height - edge - y0, 0) / dy);
    else if (dy < 0)
        part = fmin(part, fmax(y0 - edge, 0) / -dy);
    *x1 = x0 + part * dx;
    *y1 = y0 + part * dy;
    return part < 1;
}

/* Two strokes across the shaft: the arrow is longer than it is drawn. */
static void broken(const struct pencil *p, double x0, double y0, double x1, double y1)
{
    struct canvas *c = p->l->canvas;
    const double length = hypot(x1 - x0, y1 - y0), u = p->unit;
    if (length < 30 * u)
        return;
    const double dx = (x1 - x0) / length, dy = (y1 - y0) / length, x = (x0 + x1) / 2, y = (y0 + y1) / 2;
    canvas_line(c, x - 3 * u * dx, y - 3 * u * dy, x + 3 * u * dx, y + 3 * u * dy, 8 * u);
    canvas_paint(c, (struct paint){colors[p->l->dark].halo, 1});
    for (int k = -1; k <= 1; k += 2) {
        const double mx = x + 3 * u * k * dx, my = y + 3 * u * k * dy;
        canvas_line(c, mx - 5 * u * (dx - dy), my - 5 * u * (dy + dx), mx + 5 * u * (dx - dy), my + 5 * u * (dy + dx),
                    1.6 * u);
    }
    canvas_paint(c, (struct paint){colors[p->l->dark].force, 1});
}

static bool on_picture(const struct pencil *p, double x, double y)
{
    return x >= 0 && y >= 0 && x <= p->l->canvas->width && y <= p->l->canvas->height;
}

static void arrow(const struct pencil *p, double x0, double y0, double x1, double y1)
{
    struct canvas *c = p->l->canvas;
    double length = hypot(x1 - x0, y1 - y0), u = p->unit;
    if (!(length > 1))
        return;
    double dx = (x1 - x0) / length, dy = (y1 - y0) / length, head = fmin(14 * u, 0.5 * length), wide = 0.38 * head;
    double bx = x1 - head * dx, by = y1 - head * dy; /* the shaft ends inside the head, the tip is the tip */
    const double tip[3][2] = {{x1, y1}, {bx - wide * dy, by + wide * dx}, {bx + wide * dy, by - wide * dx}};
    canvas_line(c, x0, y0, bx, by, 6 * u);
    canvas_polygon(c, tip, 3, 1.4 * u);
    canvas_paint(c, (struct paint){colors[p->l->dark].halo, 0.85});
    canvas_line(c, x0, y0, x1 - 0.9 * head * dx, y1 - 0.9 * head * dy, fmin(3.2 * u, 0.6 * head));
    canvas_polygon(c, tip, 3, 0);
    canvas_paint(c, (struct paint){colors[p->l->dark].force, 1});
}

static void newtons(char *to, size_t room, double force)
{
    double a = fabs(force);
    if (a >= 1e6)
        snprintf(to, room, "%.3g MN", force / 1e6);
    else if (a >= 1e4)
        snprintf(to, room, "%.3g kN", force / 1e3);
    else if (a >= 999.5) /* %.3g would turn to powers of ten */
        snprintf(to, room, "%.0f N", force);
    else
        snprintf(to, room, "%.3g N", force);
}

/* Where an arrow ends; one that would end behind the camera is drawn half as long, and so on. */
static bool arrow_tip(const struct pencil *p, vec3 at, vec3 force, double *x, double *y)
{
    double scale = p->l->force_scale, depth;
    for (int i = 0; i < 40; i++, scale /= 2)
        if (camera_project(p->l->camera, v3_add_scaled(at, scale, force), x, y, &depth) && fabs(*x) < 1e7 &&
            fabs(*y) < 1e7)
            return true;
    return false;
}

/* The arrow of a force, or the words at its tip. */
static void draw_force(struct pencil *p, vec3 at, vec3 force, bool words)
{
    double x0, y0, x1, y1, size = v3_norm(force);
    char text[32];
    if (!(size > 0) || !where(p, at, &x0, &y0) || !arrow_tip(p, at, force, &x1, &y1) || !on_picture(p, x0, y0))
        return;
    const bool shortened = shorten(p, x0, y0, &x1, &y1);
    if (!words)
        arrow(p, x0, y0, x1, y1);
    if (!words && shortened)
        broken(p, x0, y0, x1, y1);
    newtons(text, sizeof text, size);
    double length = hypot(x1 - x0, y1 - y0);
    if (words && length > 6)
        label(p, x1, y1, (x1 - x0) / length, (y1 - y0) / length, 8 * p->unit, text, colors[p->l->dark].force);
}

static void draw_forces(struct pencil *p)
{
    const struct tn_view *v = p->l->view;
    /* All arrows first, so that labels are drawn over them. */
    for (int words = 0; words < 2; words++) {
        for (int i = 0; i < v->model->constraints.count; i++)
            if (view_joint_shown(&v->joints[i]))
                draw_force(p, v->joints[i].at, v->joints[i].force, words == 1);
        for (int i = 0; i < v->touches.count; i++)
            draw_force(p, v->touches.at[i].at, v->touches.at[i].force, words == 1);
    }
}

/* ---- frames and names ---- */

static void draw_frames(const struct pencil *p)
{
    static const vec3 ink[3] = {{0.85, 0.15, 0.15}, {0.10, 0.58, 0.20}, {0.15, 0.35, 0.88}};
    const struct tn_view *v = p->l->view;
    double length = 0.1 * p->l->radius;
    for (int i = 0; i < v->model->objects.count; i++) {
        if (v->model->objects.at[i].kind == OBJECT_VARIABLE || v->model->objects.at[i].kind == OBJECT_PARTICLE)
            continue;
        const vec3 axis[3] = {v3(length, 0, 0), v3(0, length, 0), v3(0, 0, length)};
        for (int k = 0; k < 3; k++)
            line(p, v->placement[i].position, view_point(v, i, axis[k]), 2.4, false, ink[k]);
    }
}

static void draw_names(struct pencil *p)
{
    const struct tn_view *v = p->l->view;
    for (int i = 0; i < v->model->objects.count; i++) {
        const struct view_object *a = &v->model->objects.at[i];
        double x, y;
        if (a->name[0] != '\0' && view_is_solid(a) && where(p, view_point(v, i, a->center), &x, &y))
            label(p, x, y, 1, 0, 9 * p->unit, a->name, colors[p->l->dark].ink);
    }
}

/* ---- what is too small to see ---- */

/* The radius in pixels of a ball around an object. */
static double pixels_of(const struct tn_view *v, const struct camera *c, int object, double *x, double *y,
                        double *depth)
{
    const struct view_object *a = &v->model->objects.at[object];
    struct {
        vec3 low, high;
    } b = {v->placement[object].position, v->placement[object].position};
    for (int k = 0; k < a->parts; k++) {
        const struct piece *part = &v->model->parts.at[a->part + k];
        const tn_view_pose at = view_part(v, object, part);
        const vec3 middle = v3_add(at.position, q_rotate(at.orientation, part->solid.middle));
        const double r = v3_norm(part->solid.half);
        const vec3 low = v3_sub(middle, v3(r, r, r)), high = v3_add(middle, v3(r, r, r));
        b.low = k == 0 ? low : v3(fmin(b.low.x, low.x), fmin(b.low.y, low.y), fmin(b.low.z, low.z));
        b.high = k == 0 ? high : v3(fmax(b.high.x, high.x), fmax(b.high.y, high.y), fmax(b.high.z, high.z));
    }
    vec3 middle = v3_scale(0.5, v3_add(b.low, b.high));
    double radius = v3_norm(v3_sub(b.high, b.low)) / (2 * sqrt(3));
    if (v->surface[object].mesh != NULL) {
        middle = v->surface[object].middle;
        radius = v3_norm(v->surface[object].half);
    }
    if (!v3_finite(middle) || !camera_project(c, middle, x, y, depth))
        return HUGE_VAL;
    return radius / *depth / c->tangent * c->height / 2;
}

int layers_dots(const struct tn_view *v, const struct camera *c, unsigned show, int *to)
{
    const double least = 1.5 * layers_unit(c->width, c->height);
    int count = 0;
    for (int i = 0; i < v->model->objects.count; i++) {
        double x, y, depth;
        if (v->model->objects.at[i].kind == OBJECT_PARTICLE || !view_is_drawn(v, i, show) ||
            pixels_of(v, c, i, &x, &y, &depth) > least)
            continue;
        if (to != NULL)
            to[count] = i;
        count++;
    }
    return count;
}

static void draw_dots(const struct pencil *p)
{
    const struct layers *l = p->l;
    const double width = fmax(4, 6 * p->unit);
    int *object = MEM_ARRAY(int, l->view->model->objects.count), count;
    count = layers_dots(l->view, l->camera, l->show, object);
    for (int i = 0; i < count; i++) {
        double x, y, depth;
        pixels_of(l->view, l->camera, object[i], &x, &y, &depth);
        if (!(fabs(x) < 1e5) || !(fabs(y) < 1e5))
            continue;
        canvas_line_behind(l->canvas, x, y, depth, x, y, depth, width);
        canvas_paint(l->canvas, (struct paint){l->view->model->objects.at[object[i]].color, 1});
    }
    mem_free(object);
}

void layers_title(struct canvas *c, const char *title, bool dark, double size)
{
    write_text(c, 0.95 * size, 1.75 * size, size, title, colors[dark].ink, colors[dark].halo);
}

void layers_time(struct canvas *c, double time, bool dark, double size)
{
    char text[48];
    snprintf(text, sizeof text, "t = %.2f s", time);
    write_text(c, 1.3 * size, c->height - 1.3 * size, size, text, colors[dark].ink, colors[dark].halo);
}

void layers_draw(const struct layers *l)
{
    struct pencil *p = MEM_NEW(struct pencil);
    p->l = l;
    p->unit = layers_unit(l->canvas->width, l->canvas->height);
    draw_dots(p);
    for (int i = 0; i < l->trail_count && (l->show & TN_SHOW_TRAILS); i++)
        draw_trail(p, &l->trails[i]);
    for (int i = 0; i < l->trace_count && (l->show & TN_SHOW_TRACES); i++)
        draw_trail(p, &l->traces[i]);
    if (l->show & TN_SHOW_FRAMES)
        draw_frames(p);
    for (int i = 0; i < l->view->model->constraints.count && (l->show & TN_SHOW_CONSTRAINTS); i++)
        if (view_joint_shown(&l->view->joints[i]))
            draw_joint(p, &l->view->joints[i], l->view->model->constraints.at[i].glyph);
    p->dial = l->show & TN_SHOW_LIMITS ? 1 : 0.5;
    for (int i = 0; i < l->view->ranges.count && (l->show & (TN_SHOW_LIMITS | TN_SHOW_FITTINGS)); i++)
        if (range_shown(p, &l->view->ranges.at[i]))
            draw_range(p, &l->view->ranges.at[i], taken_inside(p, i));
    for (int i = 0; i < l->view->handles.count; i++) /* always shown: the user must see what is held */
        draw_handle(p, &l->view->handles.at[i]);
    if (l->show & TN_SHOW_POINTS)
        draw_points(p);
    if (l->show & TN_SHOW_FORCES)
        draw_forces(p);
    if (l->show & TN_SHOW_NAMES)
        draw_names(p);
    if (l->show & TN_SHOW_TIME)
        layers_time(l->canvas, l->view->time, l->dark, 13 * p->unit);
    mem_free(p);
}
