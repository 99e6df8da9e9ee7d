/* plot_pen.c: the two ways a plot is drawn: as SVG elements, or on a canvas. */
#include <math.h>

#include "picture/plot.h"

static int byte_of(double c) { return (int)lrint(255 * fmin(fmax(c, 0), 1)); }

static void print_color(struct text *t, vec3 c)
{
    text_print(t, "#%02x%02x%02x", (unsigned)byte_of(c.x), (unsigned)byte_of(c.y), (unsigned)byte_of(c.z));
}

void plot_pen_box(struct plot_pen *p, double x, double y, double width, double height, vec3 color)
{
    if (p->svg != NULL) {
        text_print(p->svg, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"", x, y, width, height);
        print_color(p->svg, color);
        text_print(p->svg, "\"/>\n");
    } else {
        canvas_box(p->canvas, x, y, width, height);
        canvas_paint(p->canvas, (struct paint){color, 1});
    }
}

void plot_pen_line(struct plot_pen *p, double x0, double y0, double x1, double y1, double width, vec3 color)
{
    const double points[2][2] = {{x0, y0}, {x1, y1}};
    plot_pen_curve(p, points, 2, width, color);
}

void plot_pen_curve(struct plot_pen *p, const double (*points)[2], int count, double width, vec3 color)
{
    if (p->canvas != NULL) {
        for (int i = 0; i + 1 < count; i++)
            canvas_line(p->canvas, points[i][0], points[i][1], points[i + 1][0], points[i + 1][1], width);
        if (count == 1)
            canvas_disc(p->canvas, points[0][0], points[0][1], width);
        canvas_paint(p->canvas, (struct paint){color, 1});
        return;
    }
    if (count == 1) {
        text_print(p->svg, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"", points[0][0], points[0][1], width);
        print_color(p->svg, color);
        text_print(p->svg, "\"/>\n");
        return;
    }
    text_print(p->svg, "<polyline fill=\"none\" stroke=\"");
    print_color(p->svg, color);
    text_print(p->svg, "\" stroke-width=\"%.2f\" stroke-linejoin=\"round\" stroke-linecap=\"round\" points=\"", width);
    for (int i = 0; i < count; i++)
        text_print(p->svg, "%s%.2f,%.2f", i > 0 ? " " : "", points[i][0], points[i][1]);
    text_print(p->svg, "\"/>\n");
}

void plot_pen_text(struct plot_pen *p, double x, double y, double size, enum anchor anchor, bool bold, vec3 color,
                   const char *text)
{
    static const char *const names[] = {"start", "middle", "end"};
    if (p->canvas != NULL) {
        /* The stroke font is sized by the height of capitals, SVG by the font size: capitals have 0.72 of it. */
        double capital = 0.70 * size, width = canvas_text_width(capital, text);
        double left = anchor == ANCHOR_LEFT ? x : anchor == ANCHOR_MIDDLE ? x - width / 2 : x - width;
        canvas_text(p->canvas, left, y, capital, (bold ? 0.17 : 0.115) * capital, text);
        canvas_paint(p->canvas, (struct paint){color, 1});
        return;
    }
    text_print(p->svg, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%.1f\" text-anchor=\"%s\"%s fill=\"", x, y, size,
               names[anchor], bold ? " font-weight=\"600\"" : "");
    print_color(p->svg, color);
    text_print(p->svg, "\">");
    text_xml(p->svg, text);
    text_print(p->svg, "</text>\n");
}
