/* kind.c: see kind.h. */
#include "base/kind.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- parameters ---- */

const tn_parameter *parameter_find(const tn_parameter *list, const char *word)
{
    for (const tn_parameter *p = list; p != NULL && p->word != NULL; p++)
        if (strcmp(p->word, word) == 0)
            return p;
    return NULL;
}

const tn_parameter *parameter_argument(const tn_parameter *list)
{
    for (const tn_parameter *p = list; p != NULL && p->word != NULL; p++)
        if (p->argument)
            return p;
    return NULL;
}

int parameter_place(const tn_parameter *list, const tn_parameter *p)
{
    int place = 0;
    for (const tn_parameter *q = list; q != p; q++)
        place += q->most;
    return place;
}

static bool allows(const tn_parameter *p, double x)
{
    if (p->whole && x != floor(x))
        return false;
    switch (p->range) {
    case TN_ANY_NUMBER:
        return true;
    case TN_POSITIVE:
        return x > 0;
    case TN_NOT_NEGATIVE:
        return x >= 0;
    case TN_NOT_ZERO:
        return x != 0;
    case TN_BETWEEN:
        return x >= p->low && x <= p->high;
    case TN_ABOVE:
        return x > p->low && x <= p->high;
    case TN_WITHIN:
        return x > p->low && x < p->high;
    }
    return false;
}

bool parameter_allows(const tn_parameter *p, const double *value, int n)
{
    for (int i = 0; i < n; i++)
        if (!allows(p, value[i]))
            return false;
    return true;
}

const char *parameter_must(const tn_parameter *p, char text[PARAMETER_TEXT])
{
    const char *whole = p->whole ? "whole number" : "number";
    switch (p->range) {
    case TN_ANY_NUMBER:
        snprintf(text, PARAMETER_TEXT, "be a %s", whole);
        break;
    case TN_POSITIVE:
        snprintf(text, PARAMETER_TEXT, p->whole ? "be a whole number greater than zero" : "be greater than zero");
        break;
    case TN_NOT_NEGATIVE:
        snprintf(text, PARAMETER_TEXT, p->whole ? "be a whole number that is not negative" : "not be negative");
        break;
    case TN_NOT_ZERO:
        snprintf(text, PARAMETER_TEXT, "not be zero");
        break;
    case TN_BETWEEN:
        if (p->whole)
            snprintf(text, PARAMETER_TEXT, "be a whole number from %.12g to %.12g", p->low, p->high);
        else
            snprintf(text, PARAMETER_TEXT, "lie between %.12g and %.12g", p->low, p->high);
        break;
    case TN_ABOVE:
        if (p->low == 0)
            snprintf(text, PARAMETER_TEXT, "be greater than zero and at most %.12g", p->high);
        else
            snprintf(text, PARAMETER_TEXT, "be greater than %.12g and at most %.12g", p->low, p->high);
        break;
    case TN_WITHIN:
        snprintf(text, PARAMETER_TEXT, "be greater than %.12g and less than %.12g", p->low, p->high);
        break;
    }
    return text;
}

const char *parameter_count_text(const tn_parameter *p, char text[PARAMETER_TEXT])
{
    if (p->fewest == p->most)
        snprintf(text, PARAMETER_TEXT, "%d number%s", p->most, p->most == 1 ? "" : "s");
    else
        snprintf(text, PARAMETER_TEXT, "%d or %d numbers", p->fewest, p->most);
    return text;
}

int parameter_standard(const tn_parameter *p, double *value)
{
    const char *at = p->standard;
    int n = 0;
    while (at != NULL && n < p->most) {
        char *end;
        value[n] = strtod(at, &end);
        if (end == at)
            break;
        n++;
        at = end;
    }
    return n;
}

/* ---- usages ---- */

const char *kind_statement(const char *word, const char *arguments, char text[KIND_USAGE])
{
    size_t n = 0;
    do {
        const char *bar = strchr(arguments, '|');
        int length = bar != NULL ? (int)(bar - arguments) : (int)strlen(arguments);
        while (length > 0 && arguments[length - 1] == ' ')
            length--;
        int wrote = snprintf(text + n, KIND_USAGE - n, "%s%s%s%.*s", n > 0 ? "  |  " : "", word, length > 0 ? " " : "",
                             length, arguments);
        n = wrote < 0 || n + (size_t)wrote >= KIND_USAGE ? KIND_USAGE - 1 : n + (size_t)wrote;
        arguments = bar != NULL ? bar + 1 + strspn(bar + 1, " ") : NULL;
    } while (arguments != NULL);
    return text;
}

const char *kind_usage(const tn_kind *k, bool options, char text[KIND_USAGE])
{
    kind_statement(k->name, k->arguments != NULL ? k->arguments : "", text);
    for (const tn_parameter *p = k->parameters; options && p != NULL && p->word != NULL; p++) {
        size_t n = strlen(text);
        if (!p->argument)
            snprintf(text + n, KIND_USAGE - n, " %s%s%s", p->word, p->symbol != NULL ? " " : "",
                     p->symbol != NULL ? p->symbol : "");
    }
    return text;
}

bool kind_in_list(const char *const *list, const char *word)
{
    for (; list != NULL && *list != NULL; list++)
        if (strcmp(*list, word) == 0)
            return true;
    return false;
}

bool kind_has_synonym(const tn_kind *k, const char *word)
{
    for (int i = 0; i < TN_SYNONYMS && k->synonyms[i] != NULL; i++)
        if (strcmp(k->synonyms[i], word) == 0)
            return true;
    return false;
}

/* ---- arguments ---- */

char kind_letter(const char *word)
{
    static const struct {
        const char *word;
        char letter;
    } letters[] = {{"P", 'P'}, {"Q", 'P'}, {"R", 'P'},    {"D", 'D'},     {"E", 'D'},
                   {"A", 'A'}, {"B", 'A'}, {"J", 'J'},    {"K", 'J'},     {"F", 'F'},
                   {"s", 's'}, {"c", 's'}, {"path", 'p'}, {"frame", 'w'}, {NULL, 0}};
    size_t n = strlen(word);
    while (n > 1 && word[n - 1] >= '0' && word[n - 1] <= '9') /* P1 P2 P3: as P */
        n--;
    for (int i = 0; letters[i].word != NULL; i++)
        if (strlen(letters[i].word) == n && strncmp(letters[i].word, word, n) == 0)
            return letters[i].letter;
    return 'd';
}

bool kind_next(const char **at, char word[KIND_WORD])
{
    *at += strspn(*at, " ");
    size_t n = strcspn(*at, " |");
    if (n == 0)
        return false;
    snprintf(word, KIND_WORD, "%.*s", (int)n, *at);
    *at += n;
    return true;
}
