/* drawing.c: the shapes of an SVG file: elements, attributes, transforms, colours. Not a general XML reader: only
 * what such files need; malformed text is refused. */
#include "object/drawing.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/open_file.h"

/* What children inherit. */
struct style {
    struct transform2 m;
    bool filled, even_odd, hidden;
    vec3 color;
};

enum { ATTRIBUTES = 64 };
struct attribute {
    char *name, *value;
};

struct scanner {
    const char *name, *begin, *at, *end;
    struct drawing *d;
    struct style stack[DRAWING_DEPTH];
    char *open[DRAWING_DEPTH]; /* names of elements */
    int depth;
    bool seen_svg;
    struct attribute attribute[ATTRIBUTES];
    int attributes;
    char *message;
};

struct point2 transform_point(const struct transform2 *m, double x, double y)
{
    return (struct point2){m->a * x + m->c * y + m->e, m->b * x + m->d * y + m->f};
}

struct point2 transform_vector(const struct transform2 *m, double x, double y)
{
    return (struct point2){m->a * x + m->c * y, m->b * x + m->d * y};
}

static struct transform2 product(const struct transform2 *m, const struct transform2 *n)
{
    struct point2 x = transform_vector(m, n->a, n->b), y = transform_vector(m, n->c, n->d),
                  o = transform_point(m, n->e, n->f);
    return (struct transform2){x.x, x.y, y.x, y.y, o.x, o.y};
}

/* ---- boundaries ---- */

void drawing_line(struct drawing *d, struct point2 from, struct point2 to)
{
    struct point2 a = {from.x + (to.x - from.x) / 3, from.y + (to.y - from.y) / 3};
    struct point2 b = {from.x + (to.x - from.x) * 2 / 3, from.y + (to.y - from.y) * 2 / 3};
    ARRAY_PUSH(&d->segments, ((struct segment){.p = {from, a, b, to}}));
}

void drawing_arc(struct drawing *d, struct point2 c, struct point2 u, struct point2 v, double from, double to)
{
    int parts = (int)ceil(fabs(to - from) / (2 * atan(1.0)) - 1e-9); /* of a quarter turn at most */
    for (int i = 0; i < parts; i++)
        ARRAY_PUSH(&d->segments, ((struct segment){.is_arc = true,
                                                   .p = {c, u, v},
                                                   .from = from + (to - from) * i / parts,
                                                   .to = from + (to - from) * (i + 1) / parts}));
}

void drawing_close(struct drawing *d, int first, struct point2 start, struct point2 at)
{
    if (d->segments.count == first)
        return;
    if (at.x != start.x || at.y != start.y)
        drawing_line(d, at, start);
    ARRAY_PUSH(&d->loops, ((struct loop){.first = first, .count = d->segments.count - first}));
}

/* ---- errors ---- */

static int line_of(const struct scanner *s)
{
    int line = 1;
    for (const char *c = s->begin; c < s->at && c < s->end; c++)
        line += *c == '\n';
    return line;
}

static bool wrong(struct scanner *s, const char *what)
{
    if (s->message == NULL)
        s->message = mem_print("'%s', line %d: %s", s->name, line_of(s), what);
    return false;
}

/* ---- attributes ---- */

static const char *get(const struct scanner *s, const char *name)
{
    for (int i = 0; i < s->attributes; i++)
        if (strcmp(s->attribute[i].name, name) == 0)
            return s->attribute[i].value;
    return NULL;
}

static void forget_attributes(struct scanner *s)
{
    for (int i = 0; i < s->attributes; i++) {
        mem_free(s->attribute[i].name);
        mem_free(s->attribute[i].value);
    }
    s->attributes = 0;
}

/* A number, possibly followed by a unit of length, which is ignored. */
static bool length_of(struct scanner *s, const char *name, double otherwise, double *out)
{
    const char *text = get(s, name);
    char *rest;
    *out = otherwise;
    if (text == NULL)
        return true;
    *out = strtod(text, &rest);
    while (isspace((unsigned char)*rest))
        rest++;
    if (rest == text || !isfinite(*out) || (*rest != '\0' && strcmp(rest, "px") != 0)) {
        char what[200];
        snprintf(what, sizeof what, "expected a plain number for '%s', met '%.60s'", name, text);
        return wrong(s, what);
    }
    return true;
}

/* ---- colours ---- */

static const struct {
    const char *name;
    unsigned rgb;
} colors[] = {
    {"black", 0x000000},     {"white", 0xffffff},    {"red", 0xff0000},       {"green", 0x008000},
    {"blue", 0x0000ff},      {"yellow", 0xffff00},   {"orange", 0xffa500},    {"purple", 0x800080},
    {"gray", 0x808080},      {"grey", 0x808080},     {"silver", 0xc0c0c0},    {"maroon", 0x800000},
    {"navy", 0x000080},      {"teal", 0x008080},     {"olive", 0x808000},     {"lime", 0x00ff00},
    {"aqua", 0x00ffff},      {"cyan", 0x00ffff},     {"magenta", 0xff00ff},   {"fuchsia", 0xff00ff},
    {"brown", 0xa52a2a},     {"pink", 0xffc0cb},     {"gold", 0xffd700},      {"tan", 0xd2b48c},
    {"beige", 0xf5f5dc},     {"ivory", 0xfffff0},    {"khaki", 0xf0e68c},     {"coral", 0xff7f50},
    {"salmon", 0xfa8072},    {"tomato", 0xff6347},   {"crimson", 0xdc143c},   {"indigo", 0x4b0082},
    {"violet", 0xee82ee},    {"skyblue", 0x87ceeb},  {"steelblue", 0x4682b4}, {"darkgreen", 0x006400},
    {"darkblue", 0x00008b},  {"darkred", 0x8b0000},  {"lightgray", 0xd3d3d3}, {"lightgrey", 0xd3d3d3},
    {"darkgray", 0xa9a9a9},  {"darkgrey", 0xa9a9a9}, {"lightblue", 0xadd8e6}, {"lightgreen", 0x90ee90},
    {"chocolate", 0xd2691e}, {"sienna", 0xa0522d},   {"peru", 0xcd853f},      {"wheat", 0xf5deb3},
    {"slategray", 0x708090}, {"dimgray", 0x696969},  {"firebrick", 0xb22222}, {"royalblue", 0x4169e1},
};

static vec3 color_from(unsigned rgb)
{
    return v3((rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
}

static bool read_color(const char *text, vec3 *out)
{
    unsigned r, g, b;
    size_t digits = strspn(text + (text[0] == '#'), "0123456789abcdefABCDEF");
    if (text[0] == '#' && digits == 6 && sscanf(text + 1, "%2x%2x%2x", &r, &g, &b) == 3) {
        *out = color_from(r << 16 | g << 8 | b);
        return true;
    }
    if (text[0] == '#' && digits == 3 && sscanf(text + 1, "%1x%1x%1x", &r, &g, &b) == 3) {
        *out = color_from((r * 17) << 16 | (g * 17) << 8 | b * 17);
        return true;
    }
    if (sscanf(text, "rgb( %u , %u , %u", &r, &g, &b) == 3 && r < 256 && g < 256 && b < 256) {
        *out = color_from(r << 16 | g << 8 | b);
        return true;
    }
    for (size_t i = 0; i < sizeof colors / sizeof *colors; i++)
        if (strcasecmp(colors[i].name, text) == 0) {
            *out = color_from(colors[i].rgb);
            return true;
        }
    return false;
}

/* fill, fill-rule and display, as attributes or in a style. */
static bool take_property(struct scanner *s, struct style *style, const char *name, const char *value)
{
    if (strcmp(name, "fill-rule") == 0) {
        style->even_odd = strcmp(value, "evenodd") == 0;
    } else if (strcmp(name, "display") == 0) {
        style->hidden |= strcmp(value, "none") == 0;
    } else if (strcmp(name, "fill") == 0 && strcmp(value, "inherit") != 0 && strcmp(value, "currentColor") != 0) {
        style->filled = strcmp(value, "none") != 0 && strcmp(value, "transparent") != 0;
        if (style->filled && strncmp(value, "url(", 4) == 0) {
            style->color = v3(0.6, 0.6, 0.6); /* gradients and patterns are drawn gray */
        } else if (style->filled && !read_color(value, &style->color)) {
            char what[200];
            snprintf(what, sizeof what, "the colour '%.60s' is not known: write #rrggbb", value);
            return wrong(s, what);
        }
    }
    return true;
}

static char *trimmed(const char *from, size_t length)
{
    while (length > 0 && isspace((unsigned char)*from)) {
        from++;
        length--;
    }
    while (length > 0 && isspace((unsigned char)from[length - 1]))
        length--;
    char *out = mem_new(length + 1);
    memcpy(out, from, length);
    return out;
}

static bool take_style(struct scanner *s, struct style *style, const char *text)
{
    bool good = true;
    while (text != NULL && *text != '\0' && good) {
        size_t length = strcspn(text, ";"), name = strcspn(text, ":;");
        if (name < length) {
            char *key = trimmed(text, name), *value = trimmed(text + name + 1, length - name - 1);
            good = take_property(s, style, key, value);
            mem_free(key);
            mem_free(value);
        }
        text += length + (text[length] == ';');
    }
    return good;
}

/* ---- transforms ---- */

static bool one_transform(const char *name, const double *v, int n, struct transform2 *out)
{
    const double degree = atan(1.0) / 45;
    *out = (struct transform2){1, 0, 0, 1, 0, 0};
    if (strcmp(name, "matrix") == 0 && n == 6) {
        *out = (struct transform2){v[0], v[1], v[2], v[3], v[4], v[5]};
    } else if (strcmp(name, "translate") == 0 && (n == 1 || n == 2)) {
        out->e = v[0];
        out->f = n == 2 ? v[1] : 0;
    } else if (strcmp(name, "scale") == 0 && (n == 1 || n == 2)) {
        out->a = v[0];
        out->d = n == 2 ? v[1] : v[0];
    } else if (strcmp(name, "rotate") == 0 && (n == 1 || n == 3)) {
        double c = cos(degree * v[0]), s = sin(degree * v[0]), x = n == 3 ? v[1] : 0, y = n == 3 ? v[2] : 0;
        *out = (struct transform2){c, s, -s, c, x - c * x + s * y, y - s * x - c * y};
    } else if (strcmp(name, "skewX") == 0 && n == 1) {
        out->c = tan(degree * v[0]);
    } else if (strcmp(name, "skewY") == 0 && n == 1) {
        out->b = tan(degree * v[0]);
    } else {
        return false;
    }
    return true;
}

static bool take_transform(struct scanner *s, struct style *style)
{
    const char *text = get(s, "transform");
    while (text != NULL) {
        char name[16] = "", *rest;
        double v[6];
        int n = 0;
        struct transform2 one;
        text += strspn(text, " \t\r\n,");
        if (*text == '\0')
            break;
        size_t length = strcspn(text, "( \t");
        const char *open = text + length + strspn(text + length, " \t");
        if (length == 0 || length >= sizeof name || *open != '(')
            return wrong(s, "a transform is not understood");
        memcpy(name, text, length);
        text = open + 1;
        for (;;) {
            text += strspn(text, " \t\r\n,");
            if (*text == ')')
                break;
            if (n == 6 || (v[n] = strtod(text, &rest), rest == text) || !isfinite(v[n]))
                return wrong(s, "a transform is not understood");
            n++;
            text = rest;
        }
        text++;
        if (!one_transform(name, v, n, &one))
            return wrong(s, "unknown transform: expected matrix, translate, scale, rotate, skewX or skewY");
        style->m = product(&style->m, &one);
    }
    return true;
}

/* ---- elements ---- */

static bool draw_rect(struct scanner *s, const struct transform2 *m)
{
    double x, y, w, h, rx, ry;
    if (!length_of(s, "x", 0, &x) || !length_of(s, "y", 0, &y) || !length_of(s, "width", 0, &w) ||
        !length_of(s, "height", 0, &h) || !length_of(s, "rx", -1, &rx) || !length_of(s, "ry", -1, &ry))
        return false;
    if (!(w > 0) || !(h > 0))
        return true;
    rx = rx < 0 ? ry : rx;
    ry = ry < 0 ? rx : ry;
    rx = fmin(fmax(rx, 0), w / 2);
    ry = fmin(fmax(ry, 0), h / 2);
    const double px[4] = {x + w - rx, x + w - rx, x + rx, x + rx}, py[4] = {y + ry, y + h - ry, y + h - ry, y + ry};
    const double dx[4] = {0, rx, 0, -rx}, dy[4] = {-ry, 0, ry, 0}, quarter = 2 * atan(1.0);
    int first = s->d->segments.count;
    for (int i = 0; i < 4; i++) { /* corners from the upper right on, then the side behind each */
        int next = (i + 1) % 4;
        struct point2 at = transform_point(m, px[i], py[i]);
        if (rx > 0 && ry > 0)
            drawing_arc(s->d, at, transform_vector(m, rx, 0), transform_vector(m, 0, ry), (i - 1) * quarter,
                        i * quarter);
        drawing_line(s->d, transform_point(m, px[i] + dx[next], py[i] + dy[next]),
                     transform_point(m, px[next] + dx[next], py[next] + dy[next]));
    }
    ARRAY_PUSH(&s->d->loops, ((struct loop){.first = first, .count = s->d->segments.count - first}));
    return true;
}

static bool draw_ellipse(struct scanner *s, const struct transform2 *m, bool circle)
{
    double x, y, rx, ry;
    if (!length_of(s, "cx", 0, &x) || !length_of(s, "cy", 0, &y) || !length_of(s, circle ? "r" : "rx", 0, &rx) ||
        !length_of(s, circle ? "r" : "ry", 0, &ry))
        return false;
    if (!(rx > 0) || !(ry > 0))
        return true;
    int first = s->d->segments.count;
    drawing_arc(s->d, transform_point(m, x, y), transform_vector(m, rx, 0), transform_vector(m, 0, ry), 0,
                8 * atan(1.0));
    ARRAY_PUSH(&s->d->loops, ((struct loop){.first = first, .count = s->d->segments.count - first}));
    return true;
}

/* polygon and polyline are paths of lines: M points Z. */
static bool draw_path(struct scanner *s, const struct transform2 *m, bool points)
{
    const char *text = get(s, points ? "points" : "d");
    if (text == NULL)
        return true;
    char *data = points ? mem_print("M %s Z", text) : mem_text(text);
    char *trouble = strspn(text, " \t\r\n") == strlen(text) ? NULL : drawing_read_path(data, m, s->d);
    mem_free(data);
    if (trouble == NULL)
        return true;
    char what[300];
    snprintf(what, sizeof what, "%s", trouble);
    mem_free(trouble);
    return wrong(s, what);
}

static bool is_hidden_place(const char *name)
{
    static const char *const places[] = {"defs",    "symbol",         "clipPath",       "mask",     "marker",
                                         "pattern", "title",          "desc",           "metadata", "style",
                                         "script",  "linearGradient", "radialGradient", "filter",   NULL};
    for (int i = 0; places[i] != NULL; i++)
        if (strcmp(places[i], name) == 0)
            return true;
    return false;
}

static bool draw_element(struct scanner *s, const char *name, const struct style *style)
{
    struct drawing *d = s->d;
    const int loops = d->loops.count;
    bool good = true;
    if (strcmp(name, "path") == 0 || strcmp(name, "polygon") == 0 || strcmp(name, "polyline") == 0)
        good = draw_path(s, &style->m, name[1] == 'o');
    else if (strcmp(name, "rect") == 0)
        good = draw_rect(s, &style->m);
    else if (strcmp(name, "circle") == 0 || strcmp(name, "ellipse") == 0)
        good = draw_ellipse(s, &style->m, name[0] == 'c');
    if (!good || d->loops.count == loops)
        return good;
    if (d->shapes.count >= DRAWING_SHAPES || d->segments.count > DRAWING_SEGMENTS)
        return wrong(s, "the drawing has more shapes than can be read");
    ARRAY_PUSH(&d->shapes, ((struct drawn){.first = loops,
                                           .count = d->loops.count - loops,
                                           .even_odd = style->even_odd,
                                           .color = style->color,
                                           .id = mem_text(get(s, "id"))}));
    return true;
}

/* Begins an element; its style lies on the stack. */
static bool enter(struct scanner *s, const char *full, bool empty)
{
    const char *colon = strchr(full, ':'), *name = colon != NULL ? colon + 1 : full;
    if (!s->seen_svg && strcmp(name, "svg") != 0)
        return wrong(s, "it is not an SVG file: its first element is not <svg>");
    s->seen_svg = true;
    if (s->depth + 1 >= DRAWING_DEPTH)
        return wrong(s, "its elements are nested too deeply");
    struct style style = s->stack[s->depth];
    style.hidden |= is_hidden_place(name);
    static const char *const properties[] = {"fill", "fill-rule", "display"};
    for (int i = 0; i < 3 && !style.hidden; i++)
        if (get(s, properties[i]) != NULL && !take_property(s, &style, properties[i], get(s, properties[i])))
            return false;
    if (!style.hidden && (!take_style(s, &style, get(s, "style")) || !take_transform(s, &style)))
        return false;
    if (!style.hidden && style.filled && !draw_element(s, name, &style))
        return false;
    if (empty)
        return true;
    s->stack[++s->depth] = style;
    s->open[s->depth] = mem_text(full);
    return true;
}

/* ---- the text ---- */

static bool is_name(char c) { return isalnum((unsigned char)c) || strchr("_:.-", c) != NULL; }

static char *read_name(struct scanner *s)
{
    const char *from = s->at;
    while (s->at < s->end && *s->at != '\0' && is_name(*s->at))
        s->at++;
    return s->at > from ? trimmed(from, (size_t)(s->at - from)) : NULL;
}

static void skip_space(struct scanner *s)
{
    while (s->at < s->end && isspace((unsigned char)*s->at))
        s->at++;
}

/* Behind the next occurrence of a mark. */
static bool skip_behind(struct scanner *s, const char *mark)
{
    size_t length = strlen(mark);
    for (; (size_t)(s->end - s->at) >= length; s->at++)
        if (memcmp(s->at, mark, length) == 0) {
            s->at += length;
            return true;
        }
    return wrong(s, "it ends unexpectedly");
}

static bool read_attribute(struct scanner *s)
{
    char *name = read_name(s);
    if (name == NULL)
        return wrong(s, "expected the name of an attribute");
    skip_space(s);
    bool good = s->at < s->end && *s->at == '=' && s->attributes < ATTRIBUTES;
    if (good) {
        s->at++;
        skip_space(s);
        char quote = s->at < s->end ? *s->at : '\0';
        const char *from = s->at + 1,
                   *close = quote == '"' || quote == '\'' ? memchr(from, quote, (size_t)(s->end - from)) : NULL;
        good = close != NULL;
        if (good) {
            s->attribute[s->attributes++] = (struct attribute){name, trimmed(from, (size_t)(close - from))};
            s->at = close + 1;
            return true;
        }
    }
    mem_free(name);
    return wrong(s, "an attribute is not well formed: expected name=\"value\"");
}

static bool read_close(struct scanner *s)
{
    char *name = read_name(s);
    skip_space(s);
    bool good = name != NULL && s->at < s->end && *s->at == '>' && s->depth > 0 && strcmp(s->open[s->depth], name) == 0;
    mem_free(name);
    if (!good)
        return wrong(s, "an element is closed that is not open");
    s->at++;
    mem_free(s->open[s->depth--]);
    return true;
}

static bool read_tag(struct scanner *s)
{
    char *name = read_name(s);
    bool good = name != NULL || wrong(s, "expected the name of an element after '<'");
    for (skip_space(s); good && s->at < s->end && *s->at != '>' && *s->at != '/'; skip_space(s))
        good = read_attribute(s);
    bool empty = good && s->at < s->end && *s->at == '/';
    s->at += empty;
    if (good && (s->at >= s->end || *s->at != '>'))
        good = wrong(s, "expected '>' at the end of an element");
    if (good) {
        s->at++;
        good = enter(s, name, empty);
    }
    forget_attributes(s);
    mem_free(name);
    return good;
}

static bool starts(const struct scanner *s, const char *with)
{
    size_t n = strlen(with);
    return (size_t)(s->end - s->at) >= n && memcmp(s->at, with, n) == 0;
}

static bool read_text(struct scanner *s)
{
    bool good = true;
    while (good && s->at < s->end) {
        if (*s->at != '<') { /* words between elements */
            if (s->depth == 0 && !isspace((unsigned char)*s->at) && (unsigned char)*s->at < 128)
                return wrong(s, "it is not an SVG file: there is text outside of all elements");
            s->at++;
        } else if (starts(s, "<!--")) {
            good = skip_behind(s, "-->");
        } else if (starts(s, "<![CDATA[")) {
            good = skip_behind(s, "]]>");
        } else if (starts(s, "<?")) {
            good = skip_behind(s, "?>");
        } else if (starts(s, "<!")) {
            good = skip_behind(s, ">");
        } else if (starts(s, "</")) {
            s->at += 2;
            good = read_close(s);
        } else {
            s->at++;
            good = read_tag(s);
        }
    }
    if (good && !s->seen_svg)
        return wrong(s, "it is not an SVG file: it has no <svg> element");
    if (good && s->depth > 0)
        return wrong(s, "it ends before its elements are closed");
    if (good && s->d->shapes.count == 0)
        return wrong(s, "nothing in it is filled: expected a path, polygon, rect, circle or ellipse with a fill");
    return good;
}

struct drawing *drawing_read(const char *name, const char *text, size_t length, double scale, char **message)
{
    struct drawing *d = MEM_NEW(struct drawing);
    struct scanner *s = MEM_NEW(struct scanner);
    s->name = name;
    s->begin = s->at = text;
    s->end = text + length;
    s->d = d;
    s->stack[0] = (struct style){.m = {scale, 0, 0, -scale, 0, 0}, .filled = true};
    bool good = length <= DRAWING_BYTES ? read_text(s) : wrong(s, "it is larger than a drawing may be");
    if (good && !drawing_is_finite(d))
        good = wrong(s, "its coordinates are not finite");
    for (; s->depth > 0; s->depth--)
        mem_free(s->open[s->depth]);
    *message = s->message;
    mem_free(s);
    if (!good) {
        drawing_free(d);
        return NULL;
    }
    drawing_find_signs(d);
    return d;
}

struct drawing *drawing_read_file(const char *path, double scale, char **message)
{
    char why[OPEN_WHY];
    FILE *f = open_regular(path, why);
    *message = NULL;
    if (f == NULL) {
        *message = mem_print("cannot read '%s': %s", path, why);
        return NULL;
    }
    char *text = mem_new((size_t)DRAWING_BYTES + 2);
    size_t length = fread(text, 1, (size_t)DRAWING_BYTES + 1, f);
    bool failed = ferror(f) != 0;
    fclose(f);
    struct drawing *d = NULL;
    if (failed)
        *message = mem_print("cannot read '%s'", path);
    else
        d = drawing_read(path, text, length, scale, message);
    mem_free(text);
    return d;
}

void drawing_free(struct drawing *d)
{
    if (d == NULL)
        return;
    for (int i = 0; i < d->shapes.count; i++)
        mem_free(d->shapes.at[i].id);
    ARRAY_FREE(&d->segments);
    ARRAY_FREE(&d->loops);
    ARRAY_FREE(&d->shapes);
    mem_free(d);
}
