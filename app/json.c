/* json.c: RFC 8259, all on one line. */
#include "json.h"

#include <float.h>
#include <math.h>

/* Length of the UTF-8 sequence at p; 0 if it is not valid. */
static int sequence(const unsigned char *p)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    int n = p[0] < 0x80 ? 1 : p[0] >> 5 == 6 ? 2 : p[0] >> 4 == 14 ? 3 : p[0] >> 3 == 30 ? 4 : 0;
    unsigned code = n == 1 ? p[0] : p[0] & (0x7fu >> n);
    for (int i = 1; i < n; i++) {
        if (p[i] >> 6 != 2)
            return 0;
        code = code << 6 | (p[i] & 0x3fu);
    }
    if (n == 0 || code < least[n] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return 0;
    return n;
}

static void quoted(FILE *out, const char *text)
{
    putc('"', out);
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        int n = sequence(p);
        if (*p == '"' || *p == '\\')
            fprintf(out, "\\%c", *p);
        else if (*p < 0x20)
            fprintf(out, "\\u%04x", *p);
        else if (n == 0)
            fputs("\\ufffd", out);
        else
            fwrite(p, 1, (size_t)n, out);
        p += n ? n : 1;
    }
    putc('"', out);
}

static void begin(struct json *j, const char *key)
{
    if (j->more)
        fputs(", ", j->out);
    j->more = true;
    if (key) {
        quoted(j->out, key);
        fputs(": ", j->out);
    }
}

void json_open(struct json *j, const char *key, char bracket)
{
    begin(j, key);
    putc(bracket, j->out);
    j->more = false;
}

void json_close(struct json *j, char bracket)
{
    putc(bracket, j->out);
    j->more = true;
}

void json_text(struct json *j, const char *key, const char *value)
{
    begin(j, key);
    quoted(j->out, value);
}

void json_integer(struct json *j, const char *key, long value)
{
    begin(j, key);
    fprintf(j->out, "%ld", value);
}

void json_flag(struct json *j, const char *key, bool value)
{
    begin(j, key);
    fprintf(j->out, value ? "true" : "false");
}

void json_number(struct json *j, const char *key, double value)
{
    begin(j, key);
    fprintf(j->out, "%.17g", isfinite(value) ? value : DBL_MAX);
}

void json_texts(struct json *j, const char *key, const struct word_list *values)
{
    json_open(j, key, '[');
    for (int i = 0; i < values->count; i++)
        json_text(j, NULL, values->at[i]);
    json_close(j, ']');
}
