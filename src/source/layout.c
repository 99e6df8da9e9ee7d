/* layout.c: white space, lines and comments of a text: what belongs to a statement besides its own bytes. */
#include <string.h>

#include "source/source.h"

static bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Behind the comment that begins here; `at` itself if none does. */
static size_t behind_comment(const char *text, size_t at, size_t end)
{
    if (at >= end)
        return at;
    if (text[at] == '#' || (text[at] == '/' && text[at + 1] == '/')) {
        size_t to = at + strcspn(text + at, "\n");
        return to < end ? to : end;
    }
    if (text[at] == '/' && text[at + 1] == '*') {
        const char *close = strstr(text + at + 2, "*/");
        size_t to = close != NULL ? (size_t)(close + 2 - text) : end;
        return to < end ? to : end;
    }
    return at;
}

size_t layout_skip(const char *text, size_t at, size_t end)
{
    for (;;) {
        size_t next = at;
        while (next < end && is_white(text[next]))
            next++;
        next = behind_comment(text, next, end);
        if (next == at)
            return at;
        at = next;
    }
}

size_t layout_line_begin(const char *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return at;
}

size_t layout_line_end(const char *text, size_t length, size_t at)
{
    const char *newline = memchr(text + at, '\n', length - at);
    return newline != NULL ? (size_t)(newline + 1 - text) : length;
}

const char *layout_newline(const char *text)
{
    const char *newline = strchr(text, '\n');
    return newline != NULL && newline > text && newline[-1] == '\r' ? "\r\n" : "\n";
}

char *layout_indent(const char *text, size_t at)
{
    size_t begin = layout_line_begin(text, at), n = strspn(text + begin, " \t");
    return mem_print("%.*s", (int)n, text + begin);
}

bool layout_blank(const char *text, size_t from, size_t to)
{
    while (from < to && is_white(text[from]))
        from++;
    return from >= to;
}

/* The comments directly above a line, without an empty line between: where they begin. A comment shares its lines with
 * nothing else. */
static size_t comments_above(const char *text, size_t line)
{
    size_t begin = line;
    while (begin > 0) {
        size_t above = layout_line_begin(text, begin - 1), first = above + strspn(text + above, " \t");
        bool whole = text[first] == '#' || (text[first] == '/' && text[first + 1] == '/');
        size_t end = begin - 1;
        while (end > above && is_white(text[end - 1]))
            end--;
        if (!whole && end >= above + 2 && strncmp(text + end - 2, "*/", 2) == 0) { /* back to where it opens */
            size_t open = end - 2;
            while (open > 0 && strncmp(text + open, "/*", 2) != 0)
                open--;
            size_t opens = layout_line_begin(text, open);
            whole = strncmp(text + open, "/*", 2) == 0 && layout_blank(text, opens, open) &&
                    behind_comment(text, open, begin) == end;
            above = opens;
        }
        if (!whole)
            break;
        begin = above;
    }
    return begin;
}

/* Behind the empty statement that may follow an 'end'. */
static size_t behind_empty(const char *text, size_t to, size_t length)
{
    size_t next = to;
    while (next < length && (text[next] == ' ' || text[next] == '\t'))
        next++;
    return next < length && text[next] == ';' ? next + 1 : to;
}

struct span layout_with_comments(tn_source *s, struct span span)
{
    size_t length;
    const char *text = source_bytes(s, span.file, &length);
    span.to = behind_empty(text, span.to, length);
    size_t begin = layout_line_begin(text, span.from), end = layout_line_end(text, length, span.to);
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0 && begin == 0)
        begin = 3;
    size_t next = span.to;
    while (next < end && (text[next] == ' ' || text[next] == '\t'))
        next++;
    size_t comment = behind_comment(text, next, length); /* behind it on its line */
    bool first = layout_blank(text, begin, span.from);
    if (first && layout_blank(text, comment, layout_line_end(text, length, comment > 0 ? comment - 1 : 0))) {
        size_t above = comments_above(text, begin);
        size_t last = comment > next ? comment : next;
        return (struct span){span.file, begin == 3 ? 3 : above, layout_line_end(text, length, last)};
    }
    if (!first) { /* others stand before it: the space between goes */
        while (span.from > begin && (text[span.from - 1] == ' ' || text[span.from - 1] == '\t'))
            span.from--;
        bool joins = next < length && next == span.to && !is_white(text[next]) && span.from > 0;
        if (joins)
            span.from++;
    } else {
        span.to = next;
    }
    return span;
}

char *layout_lines(const char *text, const char *indent, const char *newline)
{
    struct text out = {NULL, 0, 0};
    size_t length = strlen(text);
    while (length > 0 && is_white(text[length - 1]))
        length--;
    size_t at = strspn(text, "\r\n");
    size_t own = strspn(text + at, " \t"); /* indentation that the given text has of its own */
    text_put(&out, "%s", "");
    while (at < length) {
        size_t end = at + strcspn(text + at, "\n");
        end = end < length ? end : length;
        size_t strip = 0;
        while (strip < own && at + strip < end && (text[at + strip] == ' ' || text[at + strip] == '\t'))
            strip++;
        size_t last = end;
        while (last > at + strip && is_white(text[last - 1]))
            last--;
        text_put(&out, "%s%.*s%s", last > at + strip ? indent : "", (int)(last - at - strip), text + at + strip,
                 newline);
        at = end + 1;
    }
    return out.at;
}
