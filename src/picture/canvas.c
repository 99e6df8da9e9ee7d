/* canvas.c: software rasterizer (canvas.h). */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "picture/canvas.h"
#include "picture/font.h"

void canvas_open(struct canvas *c, int width, int height, unsigned char *pixels)
{
    *c = (struct canvas){.width = width, .height = height, .pixels = pixels, .x0 = width, .y0 = height};
    c->cover = mem_new((size_t)width * (size_t)height);
}

void canvas_close(struct canvas *c)
{
    mem_free(c->cover);
    c->cover = NULL;
}

/* Colour over colour, with the alpha of both: out = p a + c (1 − a). */
static void blend(unsigned char *to, const double color[3], double a)
{
    double under = to[3] / 255.0, all = a + under * (1 - a);
    if (all <= 0)
        return;
    for (int k = 0; k < 3; k++)
        to[k] = (unsigned char)lrint((color[k] * 255 * a + to[k] * under * (1 - a)) / all);
    to[3] = (unsigned char)lrint(255 * all);
}

void canvas_paint(struct canvas *c, struct paint p)
{
    const double color[3] = {p.color.x, p.color.y, p.color.z};
    for (int y = c->y0; y < c->y1; y++) {
        unsigned char *cover = c->cover + (size_t)y * (size_t)c->width;
        for (int x = c->x0; x < c->x1; x++) {
            if (cover[x] > 0)
                blend(c->pixels + 4 * ((size_t)y * (size_t)c->width + (size_t)x), color, p.alpha * cover[x] / 255.0);
            cover[x] = 0;
        }
    }
    c->x0 = c->width;
    c->y0 = c->height;
    c->x1 = c->y1 = 0;
}

/* ---- coverage ---- */

struct span {
    int x0, y0, x1, y1;
};

/* The pixels a stroke may touch, clipped to the canvas; empty if the numbers are not finite. */
static struct span reach(struct canvas *c, double x0, double y0, double x1, double y1, double more)
{
    struct span s = {0, 0, 0, 0};
    double left = fmin(x0, x1) - more, right = fmax(x0, x1) + more, top = fmin(y0, y1) - more,
           bottom = fmax(y0, y1) + more;
    if (!(right > 0) || !(bottom > 0) || !(left < c->width) || !(top < c->height))
        return s;
    s.x0 = left > 0 ? (int)left : 0;
    s.y0 = top > 0 ? (int)top : 0;
    s.x1 = right < c->width - 1 ? (int)right + 1 : c->width;
    s.y1 = bottom < c->height - 1 ? (int)bottom + 1 : c->height;
    c->x0 = s.x0 < c->x0 ? s.x0 : c->x0;
    c->y0 = s.y0 < c->y0 ? s.y0 : c->y0;
    c->x1 = s.x1 > c->x1 ? s.x1 : c->x1;
    c->y1 = s.y1 > c->y1 ? s.y1 : c->y1;
    return s;
}

/* `inside` is the distance into the shape, in pixels: half a pixel out is nothing, half a pixel in is all that `most`
 * (of 1) allows. */
static void gather(struct canvas *c, int x, int y, double inside, double most)
{
    double cover = fmin(fmax(inside + 0.5, 0), 1) * most;
    unsigned char *to = c->cover + (size_t)y * (size_t)c->width + x;
    unsigned char value = (unsigned char)lrint(255 * cover);
    if (value > *to)
        *to = value;
}

static void stroke(struct canvas *c, const double a[3], const double b[3], double width, bool behind)
{
    struct span s = reach(c, a[0], a[1], b[0], b[1], width / 2 + 1);
    double dx = b[0] - a[0], dy = b[1] - a[1], length2 = dx * dx + dy * dy;
    for (int y = s.y0; y < s.y1; y++)
        for (int x = s.x0; x < s.x1; x++) {
            double px = x + 0.5 - a[0], py = y + 0.5 - a[1];
            double t = length2 > 0 ? fmin(fmax((px * dx + py * dy) / length2, 0), 1) : 0;
            double inside = fmax(width, 1) / 2 - hypot(px - t * dx, py - t * dy);
            if (inside <= -0.5)
                continue;
            if (behind && c->depth != NULL) {
                /* Distances run evenly in 1/z along a line on the screen. */
                double z = 1 / ((1 - t) / a[2] + t / b[2]);
                if (z > (double)c->depth[(size_t)y * (size_t)c->width + (size_t)x] * 1.002)
                    continue;
            }
            gather(c, x, y, inside, fmin(width, 1)); /* a line thinner than a pixel covers less of it */
        }
}

void canvas_line(struct canvas *c, double x0, double y0, double x1, double y1, double width)
{
    stroke(c, (double[3]){x0, y0, 1}, (double[3]){x1, y1, 1}, width, false);
}

void canvas_line_behind(struct canvas *c, double x0, double y0, double z0, double x1, double y1, double z1,
                        double width)
{
    stroke(c, (double[3]){x0, y0, z0}, (double[3]){x1, y1, z1}, width, true);
}

void canvas_dashes(struct canvas *c, double x0, double y0, double x1, double y1, double width, double dash, double gap)
{
    double length = hypot(x1 - x0, y1 - y0);
    if (!(length > 0) || !isfinite(length))
        return;
    /* A whole number of dashes, with one at each end; very many are drawn as a full line. */
    double n = fmax(1, round((length + gap) / (dash + gap)));
    double scale = length / (n * (dash + gap) - gap);
    if (n > 4000) {
        canvas_line(c, x0, y0, x1, y1, width);
        return;
    }
    for (int i = 0; i < (int)n; i++) {
        double from = i * (dash + gap) * scale / length, to = from + dash * scale / length;
        canvas_line(c, x0 + from * (x1 - x0), y0 + from * (y1 - y0), x0 + to * (x1 - x0), y0 + to * (y1 - y0), width);
    }
}

void canvas_disc(struct canvas *c, double x, double y, double radius) { canvas_line(c, x, y, x, y, 2 * radius); }

void canvas_ring(struct canvas *c, double x, double y, double radius, double width)
{
    struct span s = reach(c, x, y, x, y, radius + width + 1);
    for (int j = s.y0; j < s.y1; j++)
        for (int i = s.x0; i < s.x1; i++)
            gather(c, i, j, width / 2 - fabs(hypot(i + 0.5 - x, j + 0.5 - y) - radius), 1);
}

void canvas_polygon(struct canvas *c, const double (*corner)[2], int count, double grow)
{
    double area = 0, low[2] = {corner[0][0], corner[0][1]}, high[2] = {corner[0][0], corner[0][1]};
    for (int i = 0; i < count; i++) {
        const double *p = corner[i], *q = corner[(i + 1) % count];
        area += p[0] * q[1] - p[1] * q[0];
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], p[k]);
            high[k] = fmax(high[k], p[k]);
        }
    }
    struct span s = reach(c, low[0], low[1], high[0], high[1], grow + 1);
    for (int y = s.y0; y < s.y1; y++)
        for (int x = s.x0; x < s.x1; x++) {
            double inside = HUGE_VAL;
            for (int i = 0; i < count; i++) {
                const double *p = corner[i], *q = corner[(i + 1) % count];
                double dx = q[0] - p[0], dy = q[1] - p[1], length = hypot(dx, dy);
                if (length > 0)
                    inside =
                        fmin(inside, (dx * (y + 0.5 - p[1]) - dy * (x + 0.5 - p[0])) / length * (area >= 0 ? 1 : -1));
            }
            gather(c, x, y, inside + grow, 1);
        }
}

void canvas_box(struct canvas *c, double x, double y, double width, double height)
{
    const double corner[4][2] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    canvas_polygon(c, corner, 4, 0);
}

/* ---- text ---- */

static double digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

struct pen {
    struct canvas *canvas;
    double x, y, scale, weight; /* of the glyph's origin on the baseline */
};

static void pen_line(const struct pen *p, const double a[2], const double b[2])
{
    canvas_line(p->canvas, p->x + a[0] * p->scale, p->y - (a[1] - FONT_BASE) * p->scale, p->x + b[0] * p->scale,
                p->y - (b[1] - FONT_BASE) * p->scale, p->weight);
}

static void pen_curve(const struct pen *p, const double a[2], const double v[2], const double b[2])
{
    int pieces = 4 + (int)fmin(p->scale, 24);
    double last[2] = {a[0], a[1]};
    for (int i = 1; i <= pieces; i++) {
        double t = (double)i / pieces, s = 1 - t, to[2];
        for (int k = 0; k < 2; k++)
            to[k] = s * s * a[k] + 2 * s * t * v[k] + t * t * b[k];
        pen_line(p, last, to);
        memcpy(last, to, sizeof last);
    }
}

/* One stroke of the font: `count` points from `s`. */
static void pen_stroke(const struct pen *p, const char *s, int count, bool curved)
{
    double point[24][2], from[2];
    if (count > 24)
        count = 24;
    for (int i = 0; i < count; i++) {
        point[i][0] = digit(s[2 * i]);
        point[i][1] = digit(s[2 * i + 1]);
    }
    if (!curved) {
        for (int i = 0; i + 1 < count; i++)
            pen_line(p, point[i], point[i + 1]);
        return;
    }
    memcpy(from, point[0], sizeof from);
    for (int i = 1; i + 1 < count; i++) {
        double to[2];
        bool last = i + 2 == count;
        for (int k = 0; k < 2; k++)
            to[k] = last ? point[i + 1][k] : (point[i][k] + point[i + 1][k]) / 2;
        pen_curve(p, from, point[i], to);
        memcpy(from, to, sizeof from);
    }
}

static void pen_strokes(const struct pen *p, const char *s)
{
    while (*s != '\0') {
        bool curved = *s == '~';
        s += curved ? 1 : 0;
        int length = (int)strcspn(s, "|");
        pen_stroke(p, s, length / 2, curved);
        s += length + (s[length] == '|' ? 1 : 0);
    }
}

double canvas_text(struct canvas *c, double x, double y, double size, double weight, const char *text)
{
    const double scale = size / FONT_CAPITAL;
    double at = x;
    while (*text != '\0') {
        const struct glyph_shape g = font_next(&text);
        struct pen p = {c, at, y - g.rise * scale, scale * g.scale, weight};
        pen_strokes(&p, g.outline.strokes);
        p.x += g.mark_x * scale;
        p.y -= g.mark_y * scale;
        if (g.mark != NULL)
            pen_strokes(&p, g.mark);
        at += font_advance(&g) * scale;
    }
    return at - x;
}

double canvas_text_width(double size, const char *text)
{
    double width = 0;
    while (*text != '\0') {
        const struct glyph_shape g = font_next(&text);
        width += font_advance(&g);
    }
    return width > 0 ? (width - FONT_SPACE) * size / FONT_CAPITAL : 0;
}
