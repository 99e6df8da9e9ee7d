/* value.c: a reader without recursion beyond its limit, and a writer. */
#include "value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 16, MOST_VALUES = 65536, BLOCK = 256 };

struct block {
    struct block *next;
    int used;
    struct value at[BLOCK];
};
struct value_arena {
    struct block *blocks;
    char *texts; /* unescaped texts are never longer than their escaped form */
    size_t used;
    int values;
};

struct reader {
    const char *at, *end;
    struct value_arena *arena;
    const char *why;
};

static struct value *new_value(struct reader *r)
{
    struct value_arena *a = r->arena;
    if (++a->values > MOST_VALUES) {
        r->why = "the message has too many values";
        return NULL;
    }
    if (a->blocks == NULL || a->blocks->used == BLOCK) {
        struct block *b = studio_memory(NULL, sizeof *b);
        b->next = a->blocks;
        b->used = 0;
        a->blocks = b;
    }
    struct value *v = &a->blocks->at[a->blocks->used++];
    *v = (struct value){.type = VALUE_NULL};
    return v;
}

static void skip(struct reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static bool take(struct reader *r, char c)
{
    skip(r);
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

/* ---- texts ---- */

static int hex4(struct reader *r)
{
    int code = 0;
    if (r->end - r->at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        const char c = *r->at++;
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0)
            return -1;
        code = 16 * code + digit;
    }
    return code;
}

static void put_code(struct value_arena *a, unsigned code)
{
    char *t = a->texts;
    if (code < 0x80) {
        t[a->used++] = (char)code;
    } else if (code < 0x800) {
        t[a->used++] = (char)(0xc0 | code >> 6);
        t[a->used++] = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        t[a->used++] = (char)(0xe0 | code >> 12);
        t[a->used++] = (char)(0x80 | (code >> 6 & 0x3f));
        t[a->used++] = (char)(0x80 | (code & 0x3f));
    } else {
        t[a->used++] = (char)(0xf0 | code >> 18);
        t[a->used++] = (char)(0x80 | (code >> 12 & 0x3f));
        t[a->used++] = (char)(0x80 | (code >> 6 & 0x3f));
        t[a->used++] = (char)(0x80 | (code & 0x3f));
    }
}

static bool escape(struct reader *r)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char c = r->at < r->end ? *r->at++ : 0;
    const char *known = c ? strchr(from, c) : NULL;
    if (known != NULL) {
        r->arena->texts[r->arena->used++] = to[known - from];
        return true;
    }
    int code = c == 'u' ? hex4(r) : -1;
    if (code >= 0xd800 && code < 0xdc00) {
        if (r->end - r->at < 6 || r->at[0] != '\\' || r->at[1] != 'u')
            return false;
        r->at += 2;
        const int low = hex4(r);
        if (low < 0xdc00 || low > 0xdfff)
            return false;
        code = 0x10000 + (code - 0xd800) * 0x400 + (low - 0xdc00);
    } else if (code <= 0 || (code >= 0xdc00 && code < 0xe000)) {
        return false;
    }
    put_code(r->arena, (unsigned)code);
    return true;
}

static const char *read_text(struct reader *r)
{
    struct value_arena *a = r->arena;
    const size_t start = a->used;
    if (!take(r, '"')) {
        r->why = "expected a text";
        return NULL;
    }
    while (r->at < r->end && *r->at != '"') {
        const unsigned char c = (unsigned char)*r->at++;
        if (c < 0x20 || (c == '\\' && !escape(r))) {
            r->why = "a text has a character that JSON does not allow, a zero, or a wrong escape";
            return NULL;
        }
        if (c != '\\')
            a->texts[a->used++] = (char)c;
    }
    if (r->at == r->end) {
        r->why = "a text has no end";
        return NULL;
    }
    r->at++;
    a->texts[a->used++] = 0;
    return a->texts + start;
}

/* ---- values ---- */

static const struct value *read_value(struct reader *r, int depth);

static const struct value *read_many(struct reader *r, int depth, bool object)
{
    struct value *v = new_value(r);
    const struct value **tail = v != NULL ? &v->first : NULL;
    const char close = object ? '}' : ']';
    if (v == NULL)
        return NULL;
    v->type = object ? VALUE_OBJECT : VALUE_LIST;
    if (depth == DEEPEST) {
        r->why = "the message nests too deeply";
        return NULL;
    }
    if (take(r, close))
        return v;
    do {
        const char *key = object ? read_text(r) : NULL;
        if (object && (key == NULL || !take(r, ':'))) {
            r->why = r->why != NULL ? r->why : "expected ':' behind the name of a member";
            return NULL;
        }
        struct value *item = (struct value *)(uintptr_t)read_value(r, depth + 1);
        if (item == NULL)
            return NULL;
        item->key = key;
        *tail = item;
        tail = &item->next;
        v->count++;
    } while (take(r, ','));
    if (take(r, close))
        return v;
    r->why = object ? "an object has no end" : "a list has no end";
    return NULL;
}

static const struct value *read_number(struct reader *r)
{
    char digits[64];
    size_t n = 0;
    while (r->at + n < r->end && n < sizeof digits - 1 && strchr("+-.0123456789eE", r->at[n]) && r->at[n])
        n++;
    memcpy(digits, r->at, n);
    digits[n] = 0;
    char *end = digits;
    struct value *v = new_value(r);
    const double x = strtod(digits, &end);
    if (v == NULL || n == 0 || *end || !isfinite(x) || digits[0] == '+') {
        r->why = r->why != NULL ? r->why : "expected a value";
        return NULL;
    }
    r->at += n;
    v->type = VALUE_NUMBER;
    v->number = x;
    return v;
}

static const struct value *read_word(struct reader *r)
{
    static const struct {
        const char *word;
        enum value_type type;
        bool yes;
    } words[] = {{"true", VALUE_BOOL, true}, {"false", VALUE_BOOL, false}, {"null", VALUE_NULL, false}};
    for (int i = 0; i < 3; i++) {
        const size_t n = strlen(words[i].word);
        if ((size_t)(r->end - r->at) < n || strncmp(r->at, words[i].word, n) != 0)
            continue;
        struct value *v = new_value(r);
        if (v == NULL)
            return NULL;
        r->at += n;
        v->type = words[i].type;
        v->yes = words[i].yes;
        return v;
    }
    return read_number(r);
}

static const struct value *read_value(struct reader *r, int depth)
{
    skip(r);
    if (r->at == r->end) {
        r->why = "the message ends too early";
        return NULL;
    }
    if (*r->at == '"') {
        const char *text = read_text(r);
        struct value *v = text != NULL ? new_value(r) : NULL;
        if (v == NULL)
            return NULL;
        v->type = VALUE_TEXT;
        v->text = text;
        return v;
    }
    if (*r->at == '{' || *r->at == '[')
        return read_many(r, depth, *r->at++ == '{');
    return read_word(r);
}

const struct value *value_read(const char *text, size_t length, struct value_arena **arena, const char **why)
{
    struct value_arena *a = studio_memory(NULL, sizeof *a);
    *a = (struct value_arena){.texts = studio_memory(NULL, length + 1)};
    struct reader r = {text, text + length, a, NULL};
    const struct value *v = read_value(&r, 0);
    skip(&r);
    if (v != NULL && r.at != r.end) {
        r.why = "something follows the message";
        v = NULL;
    }
    *arena = a;
    *why = r.why;
    return v;
}

void value_free(struct value_arena *arena)
{
    if (arena == NULL)
        return;
    while (arena->blocks != NULL) {
        struct block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
    free(arena->texts);
    free(arena);
}

const struct value *value_member(const struct value *of, const char *key)
{
    if (of == NULL || of->type != VALUE_OBJECT)
        return NULL;
    for (const struct value *v = of->first; v != NULL; v = v->next)
        if (strcmp(v->key, key) == 0)
            return v->type != VALUE_NULL ? v : NULL;
    return NULL;
}

const char *value_text(const struct value *of, const char *key, const char *otherwise)
{
    const struct value *v = value_member(of, key);
    return v != NULL && v->type == VALUE_TEXT ? v->text : otherwise;
}

double value_number(const struct value *of, const char *key, double otherwise)
{
    const struct value *v = value_member(of, key);
    return v != NULL && v->type == VALUE_NUMBER ? v->number : otherwise;
}

bool value_flag(const struct value *of, const char *key, bool otherwise)
{
    const struct value *v = value_member(of, key);
    return v != NULL && v->type == VALUE_BOOL ? v->yes : otherwise;
}

bool value_numbers(const struct value *list, double *out, int count)
{
    if (list == NULL || list->type != VALUE_LIST || list->count != count)
        return false;
    const struct value *v = list->first;
    for (int i = 0; i < count; i++, v = v->next) {
        if (v->type != VALUE_NUMBER)
            return false;
        out[i] = v->number;
    }
    return true;
}

/* ---- writing ---- */

/* Length of the UTF-8 sequence at p; 0 if it is not valid. */
static int sequence(const unsigned char *p, size_t left)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const int n = p[0] < 0x80 ? 1 : p[0] >> 5 == 6 ? 2 : p[0] >> 4 == 14 ? 3 : p[0] >> 3 == 30 ? 4 : 0;
    if (n == 0 || (size_t)n > left)
        return 0;
    unsigned code = n == 1 ? p[0] : p[0] & (0x7fu >> n);
    for (int i = 1; i < n; i++) {
        if (p[i] >> 6 != 2)
            return 0;
        code = code << 6 | (p[i] & 0x3fu);
    }
    return code < least[n] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : n;
}

static void quoted(struct bytes *b, const char *text, size_t length)
{
    bytes_add(b, "\"", 1);
    size_t plain = 0; /* where what was not written yet begins */
    for (size_t i = 0; i < length;) {
        const unsigned char c = (unsigned char)text[i];
        const int n = sequence((const unsigned char *)text + i, length - i);
        if (n > 0 && c >= 0x20 && c != '"' && c != '\\') {
            i += (size_t)n;
            continue;
        }
        bytes_add(b, text + plain, i - plain);
        if (n == 0)
            bytes_text(b, "\\ufffd");
        else if (c == '\n')
            bytes_text(b, "\\n");
        else if (c < 0x20)
            bytes_print(b, "\\u%04x", c);
        else
            bytes_print(b, "\\%c", c);
        plain = ++i;
    }
    bytes_add(b, text + plain, length - plain);
    bytes_add(b, "\"", 1);
}

static void begin(struct writer *w, const char *key)
{
    if (w->more)
        bytes_add(w->out, ",", 1);
    w->more = true;
    if (key != NULL) {
        quoted(w->out, key, strlen(key));
        bytes_add(w->out, ":", 1);
    }
}

void write_open(struct writer *w, const char *key, char bracket)
{
    begin(w, key);
    bytes_add(w->out, &bracket, 1);
    w->more = false;
}

void write_close(struct writer *w, char bracket)
{
    bytes_add(w->out, &bracket, 1);
    w->more = true;
}

void write_text_part(struct writer *w, const char *key, const char *text, size_t length)
{
    begin(w, key);
    quoted(w->out, text, length);
}

void write_text(struct writer *w, const char *key, const char *text)
{
    if (text == NULL)
        write_null(w, key);
    else
        write_text_part(w, key, text, strlen(text));
}

static void put_whole(struct bytes *b, unsigned long long x, bool negative)
{
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + x % 10);
    while ((x /= 10) > 0);
    if (negative)
        digits[--at] = '-';
    bytes_add(b, digits + at, sizeof digits - at);
}

/* Most numbers of a scene are whole or have a few decimals: printf is slow. */
static bool put_short(struct bytes *b, double x)
{
    const double size = fabs(x), scaled = size * 1e6, whole = nearbyint(scaled);
    if (size >= 1e6 || whole / 1e6 != size)
        return false;
    unsigned long long n = (unsigned long long)whole, part = n % 1000000;
    put_whole(b, n / 1000000, x < 0);
    if (part > 0) {
        char decimals[8] = ".";
        int last = 6;
        for (int i = 6; i > 0; i--, part /= 10)
            decimals[i] = (char)('0' + part % 10);
        while (decimals[last] == '0')
            last--;
        bytes_add(b, decimals, (size_t)last + 1);
    }
    return true;
}

static void put_number(struct bytes *b, double x)
{
    char digits[40];
    if (!isfinite(x)) {
        bytes_text(b, "null");
        return;
    }
    if (put_short(b, x))
        return;
    snprintf(digits, sizeof digits, "%.9g", x);
    if (strtod(digits, NULL) != x)
        snprintf(digits, sizeof digits, "%.17g", x);
    bytes_text(b, digits);
}

void write_number(struct writer *w, const char *key, double x)
{
    begin(w, key);
    put_number(w->out, x);
}

void write_integer(struct writer *w, const char *key, long long x)
{
    begin(w, key);
    put_whole(w->out, x < 0 ? 0 - (unsigned long long)x : (unsigned long long)x, x < 0);
}

void write_flag(struct writer *w, const char *key, bool yes)
{
    begin(w, key);
    bytes_text(w->out, yes ? "true" : "false");
}

void write_null(struct writer *w, const char *key)
{
    begin(w, key);
    bytes_text(w->out, "null");
}

void write_numbers(struct writer *w, const char *key, const double *x, int count)
{
    write_open(w, key, '[');
    for (int i = 0; i < count; i++)
        write_number(w, NULL, x[i]);
    write_close(w, ']');
}

void write_raw(struct writer *w, const char *key, const char *json)
{
    begin(w, key);
    bytes_text(w->out, json);
}

/* ---- positions ---- */

size_t units_of(const char *text, size_t byte)
{
    size_t units = 0;
    for (size_t i = 0; i < byte && text[i]; i++) {
        const unsigned char c = (unsigned char)text[i];
        units += (c & 0xc0) != 0x80; /* the first byte of a character */
        units += c >= 0xf0;          /* a character of two units */
    }
    return units;
}

size_t byte_of(const char *text, size_t length, size_t units)
{
    size_t byte = 0;
    while (byte < length && units > 0) {
        const size_t wide = (unsigned char)text[byte] >= 0xf0 ? 2 : 1;
        units -= wide < units ? wide : units;
        byte++;
        while (byte < length && ((unsigned char)text[byte] & 0xc0) == 0x80)
            byte++;
    }
    return byte;
}
