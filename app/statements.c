/* statements.c: a scanner over characters and words, with a state that is kept from line to line. */
#include "statements.h"

#include <ctype.h>
#include <string.h>

static bool is_word(const char *at, size_t length, const char *word)
{
    return length == strlen(word) && !memcmp(at, word, length);
}

/* The length of a word or a number. As in the language, `-` belongs to a word between a letter or digit and a
 * letter. */
size_t statements_word(const char *p)
{
    size_t n = 0;
    while (isalnum((unsigned char)p[n]) || p[n] == '_' || (n > 0 && p[n] == '-' && isalpha((unsigned char)p[n + 1])))
        n++;
    return n;
}

static void take_word(struct statements *s, const char *word, size_t length)
{
    s->any = true;
    if (s->within)
        return;
    if (is_word(word, length, "end")) {
        s->blocks--;
        return;
    }
    s->within = true;
    s->old_constraint = is_word(word, length, "constraint");
    s->curve = is_word(word, length, "curve");
}

static void take_mark(struct statements *s, char c)
{
    s->any = true;
    switch (c) {
    case '(':
    case '[':
        s->brackets++;
        break;
    case ')':
    case ']':
        s->brackets -= s->brackets > 0;
        break;
    case ':':
        s->blocks++;
        s->within = s->old_constraint = false;
        s->brackets = 0;
        return;
    case ';':
        if (s->curve && s->brackets)
            return;
        s->blocks += s->old_constraint;
        s->within = s->old_constraint = false;
        s->brackets = 0; /* the reader reports an unclosed one */
        return;
    }
    s->within = true;
}

void statements_line(struct statements *s, const char *line)
{
    for (const char *p = line; *p;) {
        size_t n = statements_word(p);
        if (s->in_comment) {
            const char *close = strstr(p, "*/");
            s->in_comment = !close;
            p = close ? close + 2 : p + strlen(p);
        } else if (*p == '#' || (p[0] == '/' && p[1] == '/')) {
            return;
        } else if (p[0] == '/' && p[1] == '*') {
            s->in_comment = true;
            p += 2;
        } else if (*p == '"') {
            s->any = s->within = true;
            p++;
            p += strcspn(p, "\"");
            p += *p == '"';
        } else if (n) {
            take_word(s, p, n);
            p += n;
        } else {
            if (!isspace((unsigned char)*p))
                take_mark(s, *p);
            p++;
        }
    }
}

bool statements_whole(const struct statements *s) { return !s->in_comment && !s->within && s->blocks <= 0; }
