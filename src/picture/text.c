/* text.c: a text that grows (text.h). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "picture/text.h"

void text_bytes(struct text *t, const void *data, size_t size)
{
    int need = t->bytes.count + (int)size;
    ARRAY_RESERVE(&t->bytes, need);
    if (size > 0)
        memcpy(t->bytes.at + t->bytes.count, data, size);
    t->bytes.count = need;
}

void text_print(struct text *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int size = vsnprintf(NULL, 0, format, list);
    va_end(list);
    ARRAY_RESERVE(&t->bytes, t->bytes.count + size + 1);
    va_start(list, format);
    vsnprintf(t->bytes.at + t->bytes.count, (size_t)size + 1, format, list);
    va_end(list);
    t->bytes.count += size;
}

/* The number of bytes of the character at s; 0 if it is not UTF-8. */
static int letter(const char *s)
{
    unsigned char c = (unsigned char)s[0];
    int size = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xF0 && c < 0xF5 ? 4 : 0;
    for (int i = 1; i < size; i++)
        if (((unsigned char)s[i] & 0xC0) != 0x80)
            return 0;
    return size;
}

static void escaped(struct text *t, const char *s, const char *(*replace)(char c, char room[8]))
{
    while (*s != '\0') {
        char room[8];
        int size = letter(s);
        const char *instead = size == 1 ? replace(*s, room) : NULL;
        if (size == 0)
            text_bytes(t, "?", 1);
        else if (instead != NULL)
            text_bytes(t, instead, strlen(instead));
        else
            text_bytes(t, s, (size_t)size);
        s += size > 0 ? size : 1;
    }
}

static const char *in_json(char c, char room[8])
{
    if (c == '"')
        return "\\\"";
    if (c == '\\')
        return "\\\\";
    if ((unsigned char)c >= 0x20)
        return NULL;
    snprintf(room, 8, "\\u%04x", (unsigned)c);
    return room;
}

static const char *in_xml(char c, char room[8])
{
    (void)room;
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return (unsigned char)c < 0x20 || c == 0x7F ? " " : NULL;
    }
}

void text_json(struct text *t, const char *s) { escaped(t, s, in_json); }
void text_xml(struct text *t, const char *s) { escaped(t, s, in_xml); }
