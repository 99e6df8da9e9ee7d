/* plot.c: curves over axes, with ticks at round numbers, units in the labels and a legend. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/sized.h"
#include "picture/outfile.h"
#include "picture/plot.h"
#include "picture/png.h"

static const vec3 palette[] = {
    {0.17, 0.42, 0.72}, {0.88, 0.45, 0.10}, {0.16, 0.56, 0.33}, {0.78, 0.22, 0.26}, {0.50, 0.36, 0.70},
    {0.72, 0.55, 0.05}, {0.10, 0.55, 0.62}, {0.78, 0.36, 0.56}, {0.48, 0.35, 0.26}, {0.42, 0.42, 0.46},
    {0.55, 0.70, 0.15}, {0.40, 0.68, 0.92}, {0.95, 0.62, 0.60}, {0.10, 0.22, 0.38},
};
static const struct {
    vec3 paper, ink, soft, grid, zero;
} looks[2] = {
    {{1, 1, 1}, {0.13, 0.15, 0.18}, {0.33, 0.36, 0.41}, {0.90, 0.91, 0.93}, {0.66, 0.69, 0.73}},
    {{0.094, 0.106, 0.129}, {0.93, 0.94, 0.96}, {0.68, 0.71, 0.76}, {0.18, 0.20, 0.24}, {0.42, 0.45, 0.50}},
};

/* ---- making ---- */

static tn_status fail(char **to, char *message, tn_status status)
{
    return (tn_status)outfile_fail(to, message, (int)status);
}

void tn_plot_default_fill(tn_plot_options *out, size_t size)
{
    const tn_plot_options d = {.width = 800, .height = 500};
    sized_fill(out, size, &d, sizeof d);
}

tn_plot *tn_plot_new(const tn_plot_options *given, char **message)
{
    tn_plot_options read = tn_plot_default(), *const o = &read;
    char *unsized = SIZED_READ(&read, given, tn_plot_options, tn_plot_default);
    if (unsized != NULL) {
        fail(message, unsized, TN_WRONG_USE);
        return NULL;
    }
    if (o->width < 160 || o->height < 120 || o->width > TN_PICTURE_MAX || o->height > TN_PICTURE_MAX) {
        fail(message, mem_print("a plot has between 160 × 120 and %d × %d pixels", TN_PICTURE_MAX, TN_PICTURE_MAX),
             TN_WRONG_USE);
        return NULL;
    }
    tn_plot *p = MEM_NEW(tn_plot);
    p->width = o->width;
    p->height = o->height;
    p->dark = o->dark;
    p->log_x = o->log_x;
    p->log_y = o->log_y;
    p->marks = o->marks;
    p->title = mem_text(o->title);
    p->x_label = mem_text(o->x_label);
    p->y_label = mem_text(o->y_label);
    p->right_label = mem_text(o->right_label);
    return p;
}

void tn_plot_free(tn_plot *p)
{
    if (p == NULL)
        return;
    for (int i = 0; i < p->lines.count; i++) {
        mem_free(p->lines.at[i].name);
        mem_free(p->lines.at[i].x);
        mem_free(p->lines.at[i].y);
    }
    ARRAY_FREE(&p->lines);
    mem_free(p->title);
    mem_free(p->x_label);
    mem_free(p->y_label);
    mem_free(p->right_label);
    mem_free(p);
}

static tn_status add_line(tn_plot *p, const char *name, const double *x, const double *y, int count, bool right)
{
    if (p == NULL || x == NULL || y == NULL || count < 0)
        return TN_WRONG_USE;
    struct plot_line l = {.name = mem_text(name), .count = count, .right = right};
    l.x = mem_copy(x, sizeof *x * (size_t)count);
    l.y = mem_copy(y, sizeof *y * (size_t)count);
    ARRAY_PUSH(&p->lines, l);
    return TN_OK;
}

tn_status tn_plot_line(tn_plot *p, const char *name, const double *x, const double *y, int count)
{
    return add_line(p, name, x, y, count, false);
}

tn_status tn_plot_line_right(tn_plot *p, const char *name, const double *x, const double *y, int count)
{
    return add_line(p, name, x, y, count, true);
}

/* ---- drawing ---- */

struct layout {
    const struct tn_plot *p;
    struct plot_pen *pen;
    struct plot_axis x, y, right; /* `right` has ticks only if a line uses it */
    double font, legend;          /* size of letters; width of the legend, 0: none */
    double beside;                /* width of the numbers at the right axis */
};

static const struct plot_axis *upright_of(const struct layout *l, const struct plot_line *line)
{
    return line->right ? &l->right : &l->y;
}

static bool has(const struct layout *l, const struct plot_line *line, int point)
{
    return plot_axis_has(&l->x, line->x[point]) && plot_axis_has(upright_of(l, line), line->y[point]);
}

static void find_ranges(struct layout *l)
{
    for (int i = 0; i < l->p->lines.count; i++) {
        const struct plot_line *line = &l->p->lines.at[i];
        for (int k = 0; k < line->count; k++)
            if (has(l, line, k)) {
                plot_axis_include(&l->x, line->x[k]);
                plot_axis_include(line->right ? &l->right : &l->y, line->y[k]);
            }
    }
    plot_axis_widen(&l->x, l->p->marks ? 0.03 : 0);
    plot_axis_widen(&l->y, 0.05);
    plot_axis_widen(&l->right, 0.05);
}

/* The widest number of an axis, pixels. */
static double widest_label(const struct plot_axis *a, double capital)
{
    double widest = 0;
    char text[40];
    for (int i = 0; i < a->ticks; i++) {
        plot_axis_label(a, i, text, sizeof text);
        widest = fmax(widest, canvas_text_width(capital, text));
    }
    return widest;
}

/* Margins for the texts around the frame: at the sides they follow from the widest number of the axis. */
static void find_frame(struct layout *l)
{
    const struct tn_plot *p = l->p;
    const double capital = 0.70 * l->font;
    const bool above = p->y_label != NULL || (p->right_label != NULL && l->right.any);
    for (int i = 0; i < p->lines.count; i++)
        if (p->lines.at[i].name != NULL)
            l->legend = fmax(l->legend, canvas_text_width(capital, p->lines.at[i].name) + 3.6 * l->font);
    l->legend = fmin(l->legend, 0.4 * p->width);
    l->y.from = p->height - (p->x_label != NULL ? 3.6 : 2.2) * l->font;
    l->y.to = (p->title != NULL ? 2.6 : 0.9) * l->font + (above ? 1.5 : 0) * l->font;
    plot_axis_find_ticks(&l->y, 3.2 * l->font);
    if (l->right.any) {
        l->right.from = l->y.from;
        l->right.to = l->y.to;
        plot_axis_find_ticks(&l->right, 3.2 * l->font);
        l->beside = widest_label(&l->right, capital) + 0.9 * l->font;
    }
    l->x.from = widest_label(&l->y, capital) + 1.9 * l->font;
    l->x.to = p->width - 1.6 * l->font - l->legend - l->beside;
    plot_axis_find_ticks(&l->x, 6 * l->font);
}

/* Thin lines at 2, 3 … 9 times the powers of ten. */
static void draw_fine_lines(struct layout *l, const struct plot_axis *a, bool upright)
{
    for (int k = a->fine ? (int)floor(a->low) : 1; a->fine && k <= a->high; k++)
        for (int i = 2; i <= 9; i++) {
            double value = i * pow(10, k), at = plot_axis_at(a, value);
            if (log10(value) <= a->low || log10(value) >= a->high)
                continue;
            if (upright)
                plot_pen_line(l->pen, at, l->y.from, at, l->y.to, 0.4, looks[l->p->dark].grid);
            else
                plot_pen_line(l->pen, l->x.from, at, l->x.to, at, 0.4, looks[l->p->dark].grid);
        }
}

static void draw_axes(struct layout *l)
{
    const struct tn_plot *p = l->p;
    char text[40];
    draw_fine_lines(l, &l->x, true);
    draw_fine_lines(l, &l->y, false);
    vec3 soft = looks[p->dark].soft, ink = looks[p->dark].ink;
    for (int i = 0; i < l->x.ticks; i++) {
        double x = plot_axis_at(&l->x, l->x.tick[i]);
        plot_axis_label(&l->x, i, text, sizeof text);
        plot_pen_line(l->pen, x, l->y.from, x, l->y.to, 1, looks[p->dark].grid);
        plot_pen_text(l->pen, x, l->y.from + 1.4 * l->font, l->font, ANCHOR_MIDDLE, false, soft, text);
    }
    for (int i = 0; i < l->y.ticks; i++) {
        double y = plot_axis_at(&l->y, l->y.tick[i]);
        bool zero = fabs(l->y.tick[i]) < 1e-9 * l->y.step;
        plot_axis_label(&l->y, i, text, sizeof text);
        plot_pen_line(l->pen, l->x.from, y, l->x.to, y, 1, zero ? looks[p->dark].zero : looks[p->dark].grid);
        plot_pen_text(l->pen, l->x.from - 0.6 * l->font, y + 0.36 * l->font, l->font, ANCHOR_RIGHT, false, soft, text);
    }
    for (int i = 0; i < l->right.ticks; i++) {
        const double y = plot_axis_at(&l->right, l->right.tick[i]);
        plot_axis_label(&l->right, i, text, sizeof text);
        plot_pen_line(l->pen, l->x.to - 0.4 * l->font, y, l->x.to, y, 1, soft);
        plot_pen_text(l->pen, l->x.to + 0.6 * l->font, y + 0.36 * l->font, l->font, ANCHOR_LEFT, false, soft, text);
    }
    if (l->right.any) {
        plot_pen_line(l->pen, l->x.to, l->y.from, l->x.to, l->y.to, 1.2, soft);
        if (p->right_label != NULL)
            plot_pen_text(l->pen, l->x.to + l->beside, l->y.to - 0.8 * l->font, l->font, ANCHOR_RIGHT, false, ink,
                          p->right_label);
    }
    plot_pen_line(l->pen, l->x.from, l->y.from, l->x.to, l->y.from, 1.2, soft);
    plot_pen_line(l->pen, l->x.from, l->y.from, l->x.from, l->y.to, 1.2, soft);
    if (p->x_label != NULL)
        plot_pen_text(l->pen, (l->x.from + l->x.to) / 2, p->height - 0.9 * l->font, l->font, ANCHOR_MIDDLE, false, ink,
                      p->x_label);
    if (p->y_label != NULL)
        plot_pen_text(l->pen, l->x.from, l->y.to - 0.8 * l->font, l->font, ANCHOR_LEFT, false, ink, p->y_label);
    if (p->title != NULL)
        plot_pen_text(l->pen, l->x.from, 1.7 * l->font, 1.2 * l->font, ANCHOR_LEFT, true, ink, p->title);
}

/* Points too close to the last one to be seen are left out; a point without a place on the axes ends a run. */
static void draw_line(struct layout *l, const struct plot_line *line, vec3 color)
{
    double(*run)[2] = mem_new(sizeof *run * ((size_t)line->count + 1));
    int count = 0;
    for (int i = 0; i <= line->count; i++) {
        bool good = i < line->count && has(l, line, i);
        if (good) {
            double x = plot_axis_at(&l->x, line->x[i]), y = plot_axis_at(upright_of(l, line), line->y[i]);
            bool ends = i + 1 == line->count || !has(l, line, i + 1);
            if (l->p->marks)
                plot_pen_curve(l->pen, (const double[1][2]){{x, y}}, 1, 0.28 * l->font, color);
            if (count == 0 || ends || hypot(x - run[count - 1][0], y - run[count - 1][1]) > 0.2) {
                run[count][0] = x;
                run[count++][1] = y;
            }
        } else if (count > 0) {
            plot_pen_curve(l->pen, (const double(*)[2])run, count, 0.13 * l->font, color);
            count = 0;
        }
    }
    mem_free(run);
}

void plot_draw(const struct tn_plot *p, struct plot_pen *pen)
{
    struct layout l = {.p = p, .pen = pen, .x.log = p->log_x, .y.log = p->log_y};
    l.font = fmax(9, fmin(p->width / 57.0, p->height / 32.0));
    find_ranges(&l);
    find_frame(&l);
    plot_pen_box(pen, 0, 0, p->width, p->height, looks[p->dark].paper);
    draw_axes(&l);
    int colors = (int)(sizeof palette / sizeof *palette), row = 0;
    for (int i = 0; i < p->lines.count; i++) {
        vec3 c = palette[i % colors];
        if (p->dark)
            c = v3_add(v3_scale(0.72, c), v3(0.26, 0.26, 0.26));
        draw_line(&l, &p->lines.at[i], c);
        if (p->lines.at[i].name == NULL)
            continue;
        double x = l.x.to + l.beside + 1.2 * l.font, y = l.y.to + (0.8 + 1.7 * row++) * l.font;
        plot_pen_line(pen, x, y, x + 1.5 * l.font, y, 0.2 * l.font, c);
        plot_pen_text(pen, x + 2.1 * l.font, y + 0.36 * l.font, l.font, ANCHOR_LEFT, false, looks[p->dark].ink,
                      p->lines.at[i].name);
    }
}

/* ---- saving ---- */

static char *save_svg(const tn_plot *p, const char *path)
{
    struct text svg = {0};
    struct plot_pen pen = {.svg = &svg};
    text_print(&svg,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
               "font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\">\n",
               p->width, p->height, p->width, p->height);
    plot_draw(p, &pen);
    text_print(&svg, "</svg>\n");
    char *message = outfile_save(path, svg.bytes.at, (size_t)svg.bytes.count);
    ARRAY_FREE(&svg.bytes);
    return message;
}

static char *save_png(const tn_plot *p, const char *path)
{
    unsigned char *pixels = mem_new(4 * (size_t)p->width * (size_t)p->height);
    struct canvas canvas;
    canvas_open(&canvas, p->width, p->height, pixels);
    struct plot_pen pen = {.canvas = &canvas};
    plot_draw(p, &pen);
    canvas_close(&canvas);
    char *message = png_save(path, pixels, p->width, p->height, false);
    mem_free(pixels);
    return message;
}

tn_status tn_plot_save(const tn_plot *p, const char *path, char **message)
{
    if (p == NULL || path == NULL)
        return fail(message, mem_text("there is no plot to save"), TN_WRONG_USE);
    char *wrong;
    if (outfile_ends(path, ".svg"))
        wrong = save_svg(p, path);
    else if (outfile_ends(path, ".png"))
        wrong = save_png(p, path);
    else
        return fail(message, mem_print("the name of a plot must end in .svg or .png: %.300s", path), TN_WRONG_USE);
    return wrong == NULL ? TN_OK : fail(message, wrong, TN_NO_FILE);
}
