/* sweep_values.c: the values of swept lets: lists, evenly spaced numbers, samples. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sweep/sweep_parts.h"

enum { MOST = 100000000 }; /* values of one let */

void swept_free(struct swept *s)
{
    mem_free(s->name);
    for (int i = 0; i < s->values.count; i++)
        mem_free(s->values.at[i]);
    ARRAY_FREE(&s->values);
}

static char *piece(const char *from, size_t length)
{
    while (length > 0 && (*from == ' ' || *from == '\t'))
        from++, length--;
    while (length > 0 && (from[length - 1] == ' ' || from[length - 1] == '\t'))
        length--;
    char *text = mem_new(length + 1);
    memcpy(text, from, length);
    return text;
}

/* The first place of a separator outside of parentheses and brackets; NULL: there is none. */
static const char *outside(const char *text, const char *separator)
{
    int depth = 0;
    const size_t n = strlen(separator);
    for (const char *p = text; *p; p++) {
        depth += (*p == '(' || *p == '[') - (*p == ')' || *p == ']');
        if (depth == 0 && strncmp(p, separator, n) == 0)
            return p;
    }
    return NULL;
}

static bool find_number(const struct swept *s, const struct value_finder *at, const char *text, double *out)
{
    return (tn_number(text, out, NULL) || at->number(at->user, s->name, text, out)) && isfinite(*out);
}

/* a:b:n */
static char *read_steps(struct swept *s, const char *text, const char *first, const struct value_finder *at)
{
    const char *second = outside(first + 1, ":");
    if (second == NULL)
        return mem_print("\"%s\": expected a:b:n, n evenly spaced values from a to b", text);
    char *parts[3] = {piece(text, (size_t)(first - text)), piece(first + 1, (size_t)(second - first - 1)),
                      piece(second + 1, strlen(second + 1))};
    double a, b, n;
    char *wrong = NULL;
    if (!find_number(s, at, parts[0], &a) || !find_number(s, at, parts[1], &b))
        wrong = mem_print("\"%s\": the ends of a:b:n must be numbers", text);
    else if (!find_number(s, at, parts[2], &n) || n != floor(n) || n < 2 || n > MOST)
        wrong = mem_print("\"%s\": n of a:b:n must be a whole number between 2 and %d", text, MOST);
    for (int i = 0; wrong == NULL && i < (int)n; i++)
        ARRAY_PUSH(&s->values, plain_text(i == (int)n - 1 ? b : a + (b - a) * i / (n - 1)));
    for (int i = 0; i < 3; i++)
        mem_free(parts[i]);
    return wrong;
}

/* a..b */
static char *read_range(struct swept *s, const char *text, const char *dots, const struct value_finder *at)
{
    char *low = piece(text, (size_t)(dots - text)), *high = piece(dots + 2, strlen(dots + 2));
    char *wrong = NULL;
    s->sampled = true;
    if (!find_number(s, at, low, &s->low) || !find_number(s, at, high, &s->high))
        wrong = mem_print("\"%s\": the ends of a..b must be numbers", text);
    mem_free(low);
    mem_free(high);
    return wrong;
}

static char *read_list(struct swept *s, const char *text)
{
    for (const char *p = text;;) {
        const char *comma = outside(p, ",");
        char *value = piece(p, comma != NULL ? (size_t)(comma - p) : strlen(p));
        ARRAY_PUSH(&s->values, value);
        if (*value == '\0')
            return mem_print("\"%s\": a value is empty", text);
        if (comma == NULL)
            return NULL;
        p = comma + 1;
    }
}

char *swept_read(struct swept *s, const char *text, const struct value_finder *at)
{
    const char *equals = strchr(text, '=');
    *s = (struct swept){0};
    if (equals == NULL || equals == text || equals[1] == '\0')
        return mem_print("\"%s\" is not NAME=VALUES", text);
    s->name = piece(text, (size_t)(equals - text));
    const char *values = equals + 1;
    const char *dots = outside(values, ".."), *colon = outside(values, ":");
    if (outside(values, ",") == NULL && dots != NULL)
        return read_range(s, values, dots, at);
    if (outside(values, ",") == NULL && colon != NULL)
        return read_steps(s, values, colon, at);
    return read_list(s, values);
}

/* ---- samples ---- */

/* splitmix64: S. Vigna's generator of 64-bit numbers, after G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom
 * number generators", OOPSLA 2014. */
static uint64_t next(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static double uniform(uint64_t *state) { return (double)(next(state) >> 11) * 0x1p-53; }

/* A whole number below n, each with the same probability. */
static int below(uint64_t *state, int n)
{
    const uint64_t m = (uint64_t)n, limit = UINT64_MAX - UINT64_MAX % m;
    uint64_t x = next(state);
    while (x >= limit)
        x = next(state);
    return (int)(x % m);
}

void sample(double *out, int count, int dimensions, uint64_t seed, tn_sampling how)
{
    uint64_t state = seed;
    int *part = MEM_ARRAY(int, count);
    for (int d = 0; d < dimensions; d++) {
        for (int i = 0; i < count; i++)
            part[i] = i;
        for (int i = count - 1; how == TN_SAMPLING_LATIN && i > 0; i--) { /* Fisher and Yates */
            const int j = below(&state, i + 1), kept = part[i];
            part[i] = part[j];
            part[j] = kept;
        }
        for (int i = 0; i < count; i++) {
            const double u = uniform(&state);
            out[i * dimensions + d] = how == TN_SAMPLING_LATIN ? (part[i] + u) / count : u;
        }
    }
    mem_free(part);
}
