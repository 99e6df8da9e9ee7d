/* text.h: a text that grows. */
#ifndef PICTURE_TEXT_H
#define PICTURE_TEXT_H

#include "base/memory.h"

struct text {
    ARRAY(char) bytes; /* no zero at the end */
};

void text_print(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_bytes(struct text *t, const void *data, size_t size);
/* A text as it stands between quotes in JSON, and between tags in XML; bytes that are not UTF-8 become '?'. */
void text_json(struct text *t, const char *s);
void text_xml(struct text *t, const char *s);

#endif
