/* tokens.c: from text to tokens; see syntax.h.
 *
 * All decisions are made on bytes, independent of the locale: a program that sets a
 * decimal comma still reads the same scene. Columns count characters.
 */
#include "formula/syntax.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "formula/units.h"

struct lexer {
    struct arena *arena;
    struct diagnostics *diagnostics;
    int source;
    const char *s; /* next byte */
    int line, column;
    bool space; /* white space or a comment since the last token */
    ARRAY(struct token) list;
};

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static bool is_continuation(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

/* Advances by n bytes and updates line and column: continuation bytes of UTF-8 are not columns. */
static void advance(struct lexer *x, size_t n)
{
    for (size_t i = 0; i < n; i++, x->s++) {
        if (*x->s == '\n') {
            x->line++;
            x->column = 1;
        } else if (!is_continuation(*x->s)) {
            x->column++;
        }
    }
}

static struct place here(const struct lexer *x) { return (struct place){x->source, x->line, x->column, 1}; }

/* Adds a token of n bytes at the present place and advances past it. */
static struct token *add(struct lexer *x, enum token_kind kind, const char *text, size_t n)
{
    struct token t = {.kind = kind, .text = text, .place = here(x)};
    t.touches = !x->space && x->list.count > 0;
    advance(x, n);
    t.place.length = t.place.line == x->line ? x->column - t.place.column : 1;
    x->space = false;
    ARRAY_PUSH(&x->list, t);
    return &x->list.at[x->list.count - 1];
}

/* The number of bytes of the UTF-8 character at s; 0 if the bytes are not UTF-8. */
static size_t utf8_length(const char *s)
{
    unsigned char c = (unsigned char)*s;
    size_t n = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xF0 && c < 0xF5 ? 4 : 0;
    for (size_t i = 1; i < n; i++) {
        if (!is_continuation(s[i]))
            return 0;
    }
    const unsigned char b = n > 2 ? (unsigned char)s[1] : 0;
    const bool longer = (c == 0xE0 && b < 0xA0) || (c == 0xF0 && b < 0x90); /* than the character needs */
    const bool surrogate = c == 0xED && b > 0x9F, beyond = c == 0xF4 && b > 0x8F;
    return longer || surrogate || beyond ? 0 : n;
}

/* ---- space ---- */

/* Skips white space and comments. */
static void skip_space(struct lexer *x)
{
    for (;;) {
        if (is_white(*x->s)) {
            advance(x, 1);
        } else if (*x->s == '#' || (x->s[0] == '/' && x->s[1] == '/')) {
            advance(x, strcspn(x->s, "\n"));
        } else if (x->s[0] == '/' && x->s[1] == '*') {
            const char *end = strstr(x->s + 2, "*/");
            if (end == NULL) {
                struct place p = here(x);
                p.length = 2;
                diagnostics_error(x->diagnostics, p, NULL, "this comment has no end: expected '*/' after it");
                add(x, TOKEN_BAD, "", strlen(x->s));
                return;
            }
            advance(x, (size_t)(end + 2 - x->s));
        } else {
            return;
        }
        x->space = true;
    }
}

/* ---- names, numbers, strings ---- */

static void read_name(struct lexer *x)
{
    const char *s = x->s;
    size_t n = 1;
    for (;; n++) {
        bool inner_dash = s[n] == '-' && (is_letter(s[n - 1]) || is_digit(s[n - 1])) && is_letter(s[n + 1]);
        if (!is_letter(s[n]) && !is_digit(s[n]) && s[n] != '_' && !inner_dash)
            break;
    }
    add(x, TOKEN_NAME, arena_text(x->arena, s, n), n);
}

/* The value of a number of n bytes in this unit (NULL: none). The decimal point is moved into the exponent, because
 * strtod would read it according to the locale; so is the power of ten of the unit, because that is exact. */
static double number_value(const char *s, size_t n, const struct unit *u)
{
    char small[64], *digits = n + 32 <= sizeof small ? small : mem_new(n + 32);
    size_t count = 0;
    long exponent = u != NULL ? u->decimal : 0, written = 0;
    bool behind_point = false;
    size_t i = 0;
    for (; i < n && s[i] != 'e' && s[i] != 'E'; i++) {
        if (s[i] == '.') {
            behind_point = true;
        } else {
            digits[count++] = s[i];
            exponent -= behind_point ? 1 : 0;
        }
    }
    if (i < n) {
        bool negative = s[i + 1] == '-';
        for (i += s[i + 1] == '-' || s[i + 1] == '+' ? 2 : 1; i < n; i++)
            written = written > 100000000 ? written : written * 10 + (s[i] - '0');
        exponent += negative ? -written : written;
    }
    snprintf(digits + count, 32, "e%ld", exponent);
    double value = strtod(digits, NULL);
    if (digits != small)
        mem_free(digits);
    return u != NULL && (u->times != 1 || u->over != 1) ? value * u->times / u->over : value;
}

size_t syntax_number_length(const char *s)
{
    size_t n = 0;
    while (is_digit(s[n]))
        n++;
    if (s[n] == '.')
        n++;
    while (is_digit(s[n]))
        n++;
    if (s[n] == 'e' || s[n] == 'E') {
        size_t m = n + (s[n + 1] == '-' || s[n + 1] == '+' ? 2 : 1);
        if (is_digit(s[m])) {
            while (is_digit(s[m]))
                m++;
            n = m;
        }
    }
    return n;
}

bool syntax_read_number(const char *text, double *value, const char **unit)
{
    bool negative = *text == '-';
    const char *s = text + (*text == '-' || *text == '+' ? 1 : 0);
    size_t n = is_digit(*s) || (*s == '.' && is_digit(s[1])) ? syntax_number_length(s) : 0;
    const struct unit *u = n > 0 && s[n] != '\0' ? unit_find(s + n, strlen(s + n)) : NULL;
    if (n == 0 || (s[n] != '\0' && u == NULL))
        return false;
    double read = number_value(s, n, u);
    if (isinf(read))
        return false;
    *value = negative ? -read : read;
    if (unit != NULL)
        *unit = u != NULL ? u->name : NULL;
    return true;
}

/* The unit that is most like these letters, in any case: 30Deg, 30degs. */
static const char *near_unit(const char *letters, size_t n)
{
    char word[16] = "", lower[16] = "";
    const char *best = NULL;
    for (size_t i = 0; i < n && i + 1 < sizeof word; i++) {
        word[i] = letters[i];
        lower[i] = (char)tolower((unsigned char)letters[i]);
    }
    if (n < 2 || n >= sizeof word)
        return NULL;
    for (const struct unit *u = units; u->name != NULL; u++) {
        char name[16] = "";
        for (size_t i = 0; u->name[i] != '\0'; i++)
            name[i] = (char)tolower((unsigned char)u->name[i]);
        if (strcmp(lower, name) == 0)
            return u->name;
        if (strlen(u->name) > 2 || strlen(word) > 2)
            names_offer(word, u->name, &best);
    }
    return best;
}

/* 2x, 1.2.3, 1e, 0x10, 30degs: n bytes of a number, `all` bytes that touch it. */
static void bad_number(struct lexer *x, size_t n, size_t letters, size_t all)
{
    const char *s = x->s;
    struct place p = here(x);
    p.length = (int)all;
    int shown = all < 40 ? (int)all : 40, factor = n < 40 ? (int)n : 40;
    const char *unit = n + letters == all && letters > 0 ? near_unit(s + n, letters) : NULL;
    char *meant = unit != NULL ? mem_print("%.*s%s", (int)n, s, unit) : NULL;
    if (is_letter(s[n]) || s[n] == '_')
        diagnostics_error(x->diagnostics, p, meant,
                          "'%.*s' is neither a number nor a name: expected a space or an operator after '%.*s'%s",
                          shown, s, factor, s, unit != NULL ? ", or a unit" : "");
    else
        diagnostics_error(x->diagnostics, p, NULL, "'%.*s' is not a number: expected one like 2, -2.0, .1 or 1e-3",
                          shown, s);
    mem_free(meant);
    add(x, TOKEN_BAD, "", all);
}

static void read_number(struct lexer *x)
{
    const char *s = x->s;
    size_t n = syntax_number_length(s), letters = 0;
    while (is_letter(s[n + letters]))
        letters++;
    size_t all = n + letters;
    while (is_letter(s[all]) || is_digit(s[all]) || s[all] == '_' || s[all] == '.')
        all++;
    const struct unit *u = letters > 0 ? unit_find(s + n, letters) : NULL;
    if (all > n + letters || (letters > 0 && u == NULL)) {
        bad_number(x, n, letters, all);
        return;
    }
    double value = number_value(s, n, u);
    if (isinf(value)) {
        struct place p = here(x);
        p.length = (int)all;
        diagnostics_error(x->diagnostics, p, NULL, "number too large: expected at most 1.7976931348623157e308");
        add(x, TOKEN_BAD, "", all);
        return;
    }
    add(x, TOKEN_NUMBER, u != NULL ? arena_text(x->arena, s, all) : "", all)->number = value;
}

static void read_string(struct lexer *x)
{
    const char *s = x->s;
    size_t n = 1 + strcspn(s + 1, "\"\r\n");
    if (s[n] != '"') {
        struct place p = here(x);
        diagnostics_error(x->diagnostics, p, NULL, "this string has no end: expected '\"' on the same line");
        size_t statement = strcspn(s, ";"); /* most likely the statement ends with its line */
        add(x, TOKEN_BAD, "", statement < n ? statement : n);
        return;
    }
    for (size_t i = 1; i < n;) {
        size_t length = utf8_length(s + i);
        if (length == 0) {
            diagnostics_error(x->diagnostics, here(x), NULL, "this string is not UTF-8: expected text");
            add(x, TOKEN_BAD, "", n + 1);
            return;
        }
        i += length;
    }
    add(x, TOKEN_STRING, arena_text(x->arena, s + 1, n - 1), n + 1);
}

/* ---- signs and invalid characters ---- */

/* The sign at s: pairs before single characters. */
static const char *sign_at(const char *s)
{
    static const char *const signs[] = {"==", ">=", "<=", "!=", "+", "-", "*", "/", "^", "(",
                                        ")",  "[",  "]",  ",",  ";", ":", ".", "=", "<", ">"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (strncmp(s, signs[i], strlen(signs[i])) == 0)
            return signs[i];
    }
    return NULL;
}

static bool begins_token(char c)
{
    char one[2] = {c, '\0'};
    return c == '\0' || is_white(c) || is_letter(c) || is_digit(c) || c == '_' || c == '"' || c == '#' ||
           sign_at(one) != NULL;
}

/* What was probably meant by these characters. */
static const char *hint_for(const char *s)
{
    static const struct {
        const char *met, *hint;
    } hints[] = {
        {"\xE2\x88\x92", "; write '-'"},                                        /* minus sign */
        {"\xE2\x80\x93", "; write '-'"},                                        /* en dash */
        {"\xE2\x80\x94", "; write '-'"},                                        /* em dash */
        {"\xC3\x97", "; write '*'"},                                            /* multiplication sign */
        {"\xC2\xB7", "; write '*'"},                                            /* middle dot */
        {"\xE2\x89\xA4", "; write '<='"},                                       /* less or equal */
        {"\xE2\x89\xA5", "; write '>='"},                                       /* greater or equal */
        {"\xE2\x80\x9C", "; write '\"'"},                                       /* quotation marks */
        {"\xE2\x80\x9D", "; write '\"'"},                                       /**/
        {"\xC2\xA0", ", a no-break space; write a plain one"},                  /**/
        {"'", "; strings are in double quotes"},                                /**/
        {"{", "; blocks are 'head: ... end'"},                                  /**/
        {"}", "; blocks are 'head: ... end'"},                                  /**/
        {"&", "; conditions are joined by nesting if(c, a, b)"},                /**/
        {"||", "; conditions are joined by nesting if(c, a, b)"},               /**/
        {"|", "; a length is norm(v), an amount abs(x)"},                       /**/
        {"@", "; what a formula speaks of has a name: constraint NAME: … end"}, /**/
        {"%", "; there is no such operator"},                                   /**/
        {"!", "; unequal is '!='"},
    };
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        if (strncmp(s, hints[i].met, strlen(hints[i].met)) == 0)
            return hints[i].hint;
    }
    return "";
}

/* One message for a whole run of invalid characters. */
static void read_bad(struct lexer *x)
{
    const char *s = x->s;
    size_t n = 1, shown = 0;
    while (!begins_token(s[n]))
        n++;
    while (shown < n && shown < 20 && utf8_length(s + shown) > 0)
        shown += utf8_length(s + shown);
    struct token *t = add(x, TOKEN_BAD, "", n);
    struct place p = t->place;
    if (shown > 0)
        diagnostics_error(x->diagnostics, p, NULL, "expected a name, a number, a string or an operator, met '%.*s'%s",
                          (int)shown, s, hint_for(s));
    else
        diagnostics_error(x->diagnostics, p, NULL,
                          "expected a name, a number, a string or an operator, met the byte 0x%02X, which is not UTF-8",
                          (unsigned)(unsigned char)*s);
}

/* A point after a name or a closing bracket requires a member even if a digit follows: a.1 is an error, not a and
 * .1. */
static bool point_is_member(const struct lexer *x)
{
    if (x->space || x->list.count == 0)
        return false;
    const struct token *t = &x->list.at[x->list.count - 1];
    return t->kind == TOKEN_NAME || (t->kind == TOKEN_SIGN && (*t->text == ')' || *t->text == ']'));
}

static void read_token(struct lexer *x)
{
    char c = *x->s;
    if (is_letter(c) || c == '_') {
        read_name(x);
    } else if (is_digit(c) || (c == '.' && is_digit(x->s[1]) && !point_is_member(x))) {
        read_number(x);
    } else if (c == '"') {
        read_string(x);
    } else {
        const char *sign = sign_at(x->s);
        if (sign != NULL)
            add(x, TOKEN_SIGN, sign, strlen(sign));
        else
            read_bad(x);
    }
}

/* Control characters and the byte order marks of UTF-16 do not occur in text that people write. */
static bool is_text(const char *s)
{
    if (strncmp(s, "\xFF\xFE", 2) == 0 || strncmp(s, "\xFE\xFF", 2) == 0)
        return false;
    for (; *s != '\0'; s++) {
        if (((unsigned char)*s < ' ' && !is_white(*s)) || *s == '\x7F')
            return false;
    }
    return true;
}

bool syntax_is_text(const char *s)
{
    if (!is_text(s))
        return false;
    for (size_t n; *s != '\0'; s += n)
        if ((n = utf8_length(s)) == 0)
            return false;
    return true;
}

struct tokens syntax_tokens(struct arena *arena, struct diagnostics *d, int source)
{
    struct lexer x = {
        .arena = arena, .diagnostics = d, .source = source, .s = diagnostics_text(d, source), .line = 1, .column = 1};
    if (is_text(x.s)) {
        if (strncmp(x.s, "\xEF\xBB\xBF", 3) == 0)
            x.s += 3; /* skip the byte order mark of UTF-8 */
        for (skip_space(&x); *x.s != '\0'; skip_space(&x))
            read_token(&x);
    } else {
        diagnostics_error(d, here(&x), NULL, "this is not a text file: expected a scene, in UTF-8");
    }
    add(&x, TOKEN_END, "", 0)->place.length = 1;
    struct tokens result = {ARENA_ARRAY(arena, struct token, x.list.count), x.list.count};
    memcpy(result.at, x.list.at, (size_t)x.list.count * sizeof *x.list.at);
    ARRAY_FREE(&x.list);
    return result;
}
