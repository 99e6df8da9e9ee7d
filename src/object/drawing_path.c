/* drawing_path.c: the path data of SVG: M L H V C S Q T A Z, absolute and relative. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "object/drawing.h"

struct pen {
    const char *begin, *at;
    const struct transform2 *m;
    struct drawing *d;
    struct point2 now, start, control; /* user's units; control: of the last curve, for S and T */
    char last;
    int first; /* segment of the loop that is being drawn */
    bool open;
};

static void skip(struct pen *p)
{
    while (*p->at != '\0' && (isspace((unsigned char)*p->at) || *p->at == ','))
        p->at++;
}

/* SVG numbers may touch: "1-2", "0.5.5". strtod would also accept hexadecimal and "inf", which SVG does not. */
static bool number(struct pen *p, double *out)
{
    skip(p);
    const char *s = p->at;
    s += *s == '+' || *s == '-';
    if (!isdigit((unsigned char)*s) && !(*s == '.' && isdigit((unsigned char)s[1])))
        return false;
    const char *digits = s;
    while (isdigit((unsigned char)*s))
        s++;
    if (*s == '.')
        for (s++; isdigit((unsigned char)*s); s++)
            ;
    if ((*s == 'e' || *s == 'E') &&
        (isdigit((unsigned char)s[1]) || ((s[1] == '+' || s[1] == '-') && isdigit((unsigned char)s[2]))))
        for (s += 2; isdigit((unsigned char)*s); s++)
            ;
    char text[64];
    size_t length = (size_t)(s - p->at);
    (void)digits;
    if (length >= sizeof text)
        return false;
    memcpy(text, p->at, length);
    text[length] = '\0';
    *out = strtod(text, NULL);
    p->at = s;
    return isfinite(*out) != 0;
}

/* A flag of an arc: one digit, which may touch the next. */
static bool flag(struct pen *p, bool *out)
{
    skip(p);
    *out = *p->at == '1';
    if (*p->at != '0' && *p->at != '1')
        return false;
    p->at++;
    return true;
}

static bool pair(struct pen *p, bool relative, struct point2 *out)
{
    double x, y;
    if (!number(p, &x) || !number(p, &y))
        return false;
    *out = relative ? (struct point2){p->now.x + x, p->now.y + y} : (struct point2){x, y};
    return true;
}

static struct point2 place(const struct pen *p, struct point2 a) { return transform_point(p->m, a.x, a.y); }

static void line_to(struct pen *p, struct point2 to)
{
    drawing_line(p->d, place(p, p->now), place(p, to));
    p->now = to;
}

static void cubic_to(struct pen *p, struct point2 a, struct point2 b, struct point2 to)
{
    struct segment s = {.p = {place(p, p->now), place(p, a), place(p, b), place(p, to)}};
    ARRAY_PUSH(&p->d->segments, s);
    p->control = b;
    p->now = to;
}

static struct point2 mix(struct point2 a, double part, struct point2 b)
{
    return (struct point2){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}

static void quadratic_to(struct pen *p, struct point2 control, struct point2 to)
{
    struct point2 from = p->now;
    cubic_to(p, mix(from, 2.0 / 3, control), mix(to, 2.0 / 3, control), to);
    p->control = control;
}

/* From end points to centre, as in the SVG appendix on arcs: radii that are too small are scaled up. */
static void arc_to(struct pen *p, double rx, double ry, double turn, bool large, bool sweep, struct point2 to)
{
    struct point2 from = p->now;
    rx = fabs(rx);
    ry = fabs(ry);
    if (!(rx > 0) || !(ry > 0) || (from.x == to.x && from.y == to.y)) {
        line_to(p, to);
        return;
    }
    double c = cos(turn), s = sin(turn), hx = (from.x - to.x) / 2, hy = (from.y - to.y) / 2;
    double x = (c * hx + s * hy) / rx, y = (-s * hx + c * hy) / ry, length = x * x + y * y;
    double grow = length > 1 ? sqrt(length) : 1, far = length > 1 ? 0 : sqrt((1 - length) / length);
    rx *= grow;
    ry *= grow;
    x /= grow;
    y /= grow;
    double side = large == sweep ? -1 : 1, ox = side * far * y, oy = -side * far * x;
    double begin = atan2(y - oy, x - ox), end = atan2(-y - oy, -x - ox), full = 8 * atan(1.0);
    if (sweep && end < begin)
        end += full;
    if (!sweep && end > begin)
        end -= full;
    struct point2 centre = {(from.x + to.x) / 2 + c * rx * ox - s * ry * oy,
                            (from.y + to.y) / 2 + s * rx * ox + c * ry * oy};
    drawing_arc(p->d, transform_point(p->m, centre.x, centre.y), transform_vector(p->m, c * rx, s * rx),
                transform_vector(p->m, -s * ry, c * ry), begin, end);
    p->now = to;
}

static void close_loop(struct pen *p)
{
    if (p->open)
        drawing_close(p->d, p->first, place(p, p->start), place(p, p->now));
    p->now = p->start;
    p->first = p->d->segments.count;
    p->open = false;
}

/* The point that S and T begin with: the last control mirrored, if the command before was of their sort. */
static struct point2 mirrored(const struct pen *p, const char *sort)
{
    bool same = p->last != '\0' && strchr(sort, p->last) != NULL;
    return same ? (struct point2){2 * p->now.x - p->control.x, 2 * p->now.y - p->control.y} : p->now;
}

/* One set of numbers of a command. False: some are missing. */
static bool curve(struct pen *p, char upper, bool relative)
{
    struct point2 a, b, to;
    double rx, ry, turn;
    bool large, sweep;
    switch (upper) {
    case 'C':
        if (!pair(p, relative, &a) || !pair(p, relative, &b) || !pair(p, relative, &to))
            return false;
        cubic_to(p, a, b, to);
        return true;
    case 'S':
        a = mirrored(p, "CS");
        if (!pair(p, relative, &b) || !pair(p, relative, &to))
            return false;
        cubic_to(p, a, b, to);
        return true;
    case 'Q':
        if (!pair(p, relative, &a) || !pair(p, relative, &to))
            return false;
        quadratic_to(p, a, to);
        return true;
    case 'T':
        a = mirrored(p, "QT");
        if (!pair(p, relative, &to))
            return false;
        quadratic_to(p, a, to);
        return true;
    default:
        if (!number(p, &rx) || !number(p, &ry) || !number(p, &turn) || !flag(p, &large) || !flag(p, &sweep) ||
            !pair(p, relative, &to))
            return false;
        arc_to(p, rx, ry, turn * atan(1.0) / 45, large, sweep, to);
        return true;
    }
}

static bool straight(struct pen *p, char upper, bool relative)
{
    struct point2 to = p->now;
    double x;
    if (upper == 'L') {
        if (!pair(p, relative, &to))
            return false;
    } else {
        if (!number(p, &x))
            return false;
        double *which = upper == 'H' ? &to.x : &to.y;
        *which = relative ? *which + x : x;
    }
    line_to(p, to);
    return true;
}

static bool move_to(struct pen *p, bool relative)
{
    struct point2 to;
    if (!pair(p, relative, &to))
        return false;
    close_loop(p);
    p->now = p->start = to;
    p->open = true;
    return true;
}

/* A command and all the sets of numbers that follow it. */
static const char *command(struct pen *p, char letter)
{
    bool relative = islower((unsigned char)letter) != 0;
    char upper = (char)toupper((unsigned char)letter);
    if (p->last == '\0' && upper != 'M')
        return "a path begins with M";
    if (upper == 'Z') {
        close_loop(p);
        p->open = true;
        p->last = 'Z';
        return NULL;
    }
    for (int round = 0;; round++) {
        bool more = upper == 'M'                   ? (round == 0 ? move_to(p, relative) : straight(p, 'L', relative))
                    : strchr("LHV", upper) != NULL ? straight(p, upper, relative)
                                                   : curve(p, upper, relative);
        if (!more)
            return round == 0 ? "numbers are missing after a command" : NULL;
        if (p->d->segments.count > DRAWING_SEGMENTS)
            return "it has too many segments";
        p->last = upper;
        skip(p);
        if (*p->at == '\0' || isalpha((unsigned char)*p->at))
            return NULL;
    }
}

char *drawing_read_path(const char *data, const struct transform2 *m, struct drawing *d)
{
    struct pen p = {.begin = data, .at = data, .m = m, .d = d, .first = d->segments.count};
    for (;;) {
        skip(&p);
        if (*p.at == '\0')
            break;
        char letter = *p.at++;
        const char *wrong =
            strchr("MmLlHhVvCcSsQqTtAaZz", letter) == NULL ? "it is not a path command" : command(&p, letter);
        if (wrong != NULL)
            return mem_print("at character %d of its path, '%c': %s", (int)(p.at - p.begin),
                             isprint((unsigned char)letter) ? letter : '?', wrong);
        skip(&p);
        if (*p.at != '\0' && !isalpha((unsigned char)*p.at))
            return mem_print("at character %d of its path: expected a letter, met '%.10s'", (int)(p.at - p.begin) + 1,
                             p.at);
    }
    close_loop(&p);
    return NULL;
}
