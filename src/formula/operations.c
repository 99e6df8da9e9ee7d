/* operations.c: the table of operations, made from the list in operations.h. */
#include "formula/operations.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>

#include "formula/arithmetic.h"

#define VALUE(NAME, expression)                                                                                        \
    static double value_##NAME(double x, double y, double z, int n)                                                    \
    {                                                                                                                  \
        (void)x;                                                                                                       \
        (void)y;                                                                                                       \
        (void)z;                                                                                                       \
        (void)n;                                                                                                       \
        return expression;                                                                                             \
    }
#define DOMAIN(NAME, expression)                                                                                       \
    static bool domain_##NAME(double x, double y, double z, int n)                                                     \
    {                                                                                                                  \
        (void)x;                                                                                                       \
        (void)y;                                                                                                       \
        (void)z;                                                                                                       \
        (void)n;                                                                                                       \
        return expression;                                                                                             \
    }
#define X(NAME, arity, text, style, value, domain, ...) VALUE(NAME, value) DOMAIN(NAME, domain)
FORMULA_OPERATIONS(X)
#undef X
#define X(NAME, arity, text, style, value) VALUE(NAME, value) DOMAIN(NAME, true)
FORMULA_MERGED_OPERATIONS(X)
#undef X

enum { NUMBERS = false, WIDE = true };

const struct operation_entry operation_table[OPERATIONS] = {[OP_CONSTANT] = {.name = "CONSTANT", .wide = true},
                                                            [OP_SYMBOL] = {.name = "SYMBOL", .wide = true},
#define X(NAME, arity, text, style, value, domain, symmetry, width, known, rule, by_x, by_y)                           \
    [OP_##NAME] = {#NAME, arity,      text, STYLE_##style, #value, value_##NAME, domain_##NAME, SYMMETRY_##symmetry,   \
                   width, RULE_##rule},
                                                            FORMULA_OPERATIONS(X)
#undef X
#define X(NAME, arity, text, style, value)                                                                             \
    [OP_##NAME] = {#NAME,        arity,         text,           STYLE_##style, #value,                                 \
                   value_##NAME, domain_##NAME, SYMMETRY_PLAIN, NUMBERS,       RULE_SMOOTH},
                                                                FORMULA_MERGED_OPERATIONS(X)
#undef X
};

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Length of the word at s: letters, digits, underscores. */
static int word_length(const char *s)
{
    int n = 0;
    while (is_word(s[n]))
        n++;
    return n;
}

static int operand_of(const char *s)
{
    static const char names[] = "xyzn";
    for (int k = 0; names[k] != '\0'; k++)
        if (s[0] == names[k] && word_length(s) == 1)
            return k;
    return -1;
}

bool operation_next(const char **at, struct operation_piece *piece)
{
    const char *s = *at;
    if (*s == '\0')
        return false;
    if (operand_of(s) >= 0) {
        *piece = (struct operation_piece){.operand = operand_of(s)};
        *at = s + 1;
        return true;
    }
    const char *end = s;
    while (*end != '\0' && operand_of(end) < 0)
        end += is_word(*end) ? word_length(end) : 1;
    *piece = (struct operation_piece){.text = s, .length = (int)(end - s), .operand = -1};
    *at = end;
    return true;
}
