/* font.h: letters as strokes, crisp at any size.
 *
 * A glyph is a list of strokes, separated by '|'. A stroke is a list of points, two
 * characters each (x, y: 0 … 9 a … z count 0 … 35), joined by straight lines or, if
 * it begins with '~', a quadratic B-spline that begins and ends at its end points.
 * The baseline is y = 4, capitals reach 18, lower-case letters 14, descenders 0.
 */
#ifndef PICTURE_FONT_H
#define PICTURE_FONT_H

enum { FONT_BASE = 4, FONT_CAPITAL = 14 };
static const double FONT_SPACE = 3.4; /* between letters */

struct glyph_outline {
    int width;
    const char *strokes;
};

struct glyph_shape {
    struct glyph_outline outline;
    const char *mark; /* NULL: none; its strokes are shifted by: */
    double mark_x, mark_y;
    double scale, rise; /* of a superscript or subscript: 1 and 0 for others; about the baseline */
};

/* The next character of a UTF-8 text, which is advanced; with its mark. Latin, Greek and common symbols are known; others are drawn
 * as a box. */
struct glyph_shape font_next(const char **text);
/* From the beginning of a character to that of the next. */
double font_advance(const struct glyph_shape *g);

#endif
