/* json.h: writes one JSON object, value by value, with valid text and finite numbers only. */
#ifndef APP_JSON_H
#define APP_JSON_H

#include <stdbool.h>
#include <stdio.h>

#include "texts.h"

struct json {
    FILE *out;
    bool more; /* this object or list is not empty */
};

/* key may be NULL inside a list, and for the outermost object. */
void json_open(struct json *j, const char *key, char bracket); /* '{' or '[' */
void json_close(struct json *j, char bracket);                 /* '}' or ']' */
void json_text(struct json *j, const char *key, const char *value);
void json_integer(struct json *j, const char *key, long value);
void json_flag(struct json *j, const char *key, bool value);
/* JSON has no NaN: a number that is not finite is written as the largest double, which fails every check. */
void json_number(struct json *j, const char *key, double value);
void json_texts(struct json *j, const char *key, const struct word_list *values);

#endif
