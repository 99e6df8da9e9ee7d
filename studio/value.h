/* value.h: JSON texts (RFC 8259) as values, and values as JSON texts. */
#ifndef STUDIO_VALUE_H
#define STUDIO_VALUE_H

#include "memory.h"

enum value_type { VALUE_NULL, VALUE_BOOL, VALUE_NUMBER, VALUE_TEXT, VALUE_LIST, VALUE_OBJECT };

/* Items of a list or members of an object follow one another by `next`. */
struct value {
    enum value_type type;
    bool yes;
    double number;
    const char *text; /* zero-terminated UTF-8 without zeros inside */
    const char *key;  /* of a member; NULL in lists */
    int count;
    const struct value *first, *next;
};

struct value_arena; /* what a text was made into */
/* NULL if it is not JSON, nests deeper than 16 or has more than 65,536 values; *why is then a sentence. Valid until
 * value_free. */
const struct value *value_read(const char *text, size_t length, struct value_arena **arena, const char **why);
void value_free(struct value_arena *arena);

/* A member; NULL if there is none, it is null, or `of` is no object. */
const struct value *value_member(const struct value *of, const char *key);
/* Members of a type, with what counts if they are missing or of another type. */
const char *value_text(const struct value *of, const char *key, const char *otherwise);
double value_number(const struct value *of, const char *key, double otherwise);
bool value_flag(const struct value *of, const char *key, bool otherwise);
/* A list of exactly `count` finite numbers. */
bool value_numbers(const struct value *list, double *out, int count);

/* Writing: commas are put where they belong. key NULL: in a list. */
struct writer {
    struct bytes *out;
    bool more;
};
void write_open(struct writer *w, const char *key, char bracket);
void write_close(struct writer *w, char bracket);
void write_text(struct writer *w, const char *key, const char *text);
void write_text_part(struct writer *w, const char *key, const char *text, size_t length);
void write_number(struct writer *w, const char *key, double x); /* null if it is not finite */
void write_integer(struct writer *w, const char *key, long long x);
void write_flag(struct writer *w, const char *key, bool yes);
void write_null(struct writer *w, const char *key);
void write_numbers(struct writer *w, const char *key, const double *x, int count);
void write_raw(struct writer *w, const char *key, const char *json);

/* UTF-16 code units in the first `byte` bytes of a UTF-8 text, and the byte behind so many units (at most its length). */
size_t units_of(const char *text, size_t byte);
size_t byte_of(const char *text, size_t length, size_t units);

#endif
