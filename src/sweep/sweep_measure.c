/* sweep_measure.c: measures of a run, over its frames.
 *
 * Mean and rms are integrals over time by the trapezoidal rule, divided by the time: (1/T) ∫ E dt and √((1/T) ∫ E² dt). A
 * frame in which E has no value leaves out the two intervals beside it. at(E, T) is interpolated linearly between frames.
 */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "sweep/sweep_parts.h"

static const struct {
    const char *word;
    enum measure_type type;
    int arguments;
} words[] = {{"max", MEASURE_MAX, 1},     {"min", MEASURE_MIN, 1},   {"mean", MEASURE_MEAN, 1}, {"rms", MEASURE_RMS, 1},
             {"first", MEASURE_FIRST, 1}, {"last", MEASURE_LAST, 1}, {"at", MEASURE_AT, 2}};
enum { WORDS = sizeof words / sizeof *words };

void measure_free(struct measure *m)
{
    mem_free(m->name);
    mem_free(m->expression);
    mem_free(m->moment);
}

static const char *skip_space(const char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return p;
}

/* The expression behind "NAME =", with the name in *name; the whole text if there is no name. */
static const char *split_name(const char *text, char **name)
{
    const char *p = skip_space(text), *start = p;
    if (!isalpha((unsigned char)*p) && *p != '_')
        return text;
    while (isalnum((unsigned char)*p) || *p == '_' || (*p == '-' && isalpha((unsigned char)p[1])))
        p++;
    const char *end = p;
    p = skip_space(p);
    if (*p != '=' || p[1] == '=')
        return text;
    *name = mem_print("%.*s", (int)(end - start), start);
    return p + 1;
}

static char *copy_trimmed(const char *text)
{
    text = skip_space(text);
    size_t n = strlen(text);
    while (n > 0 && isspace((unsigned char)text[n - 1]))
        n--;
    return mem_print("%.*s", (int)n, text);
}

/* What other programs call a measure. */
static const char *measure_meant(const char *word)
{
    static const char *const other[][2] = {{"maximum", "max"},  {"peak", "max"},      {"minimum", "min"},
                                           {"average", "mean"}, {"avg", "mean"},      {"final", "last"},
                                           {"end", "last"},     {"initial", "first"}, {"start", "first"}};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (strcmp(other[i][0], word) == 0)
            return other[i][1];
    return NULL;
}

char *measure_read(struct measure *m, const char *text)
{
    char *name = NULL;
    const char *body = split_name(text, &name);
    *m = (struct measure){.name = name != NULL ? name : copy_trimmed(text), .type = MEASURE_LAST};
    tn_def *d = tn_def_new("let");
    tn_diagnostics *said = tn_diagnostics_new();
    char *wrong = NULL;
    if (tn_def_add(d, body, said) != TN_OK)
        wrong =
            mem_print("\"%s\" is not a measure: %s", text,
                      tn_diagnostics_count(said) > 0 ? tn_diagnostics_get(said, 0).message : "it is not an expression");
    const tn_value *v = tn_def_arg(d, 0);
    const bool call = tn_value_kind(v) == TN_VALUE_CALL && tn_value_kind(tn_value_item(v, 0)) == TN_VALUE_NAME;
    const char *word = call ? tn_value_text(tn_value_item(v, 0)) : "";
    for (int i = 0; wrong == NULL && i < WORDS && m->expression == NULL; i++) {
        if (strcmp(word, words[i].word) != 0)
            continue;
        /* max(a, b) is a function of the language */
        if (tn_value_count(v) - 1 == words[i].arguments) {
            m->type = words[i].type;
            m->expression = tn_value_print(tn_value_item(v, 1));
            m->moment = words[i].arguments > 1 ? tn_value_print(tn_value_item(v, 2)) : NULL;
        } else if (words[i].type == MEASURE_AT) {
            wrong = mem_print("\"%s\" is not a measure: expected at(E, T)", text);
        }
    }
    if (wrong == NULL && m->expression == NULL && measure_meant(word) != NULL)
        wrong = mem_print("\"%s\": there is no measure %s; write %s(E)", text, word, measure_meant(word));
    if (wrong == NULL && m->expression == NULL)
        m->expression = copy_trimmed(body);
    tn_def_free(d);
    tn_diagnostics_free(said);
    return wrong;
}

/* ---- over the frames ---- */

/* Adds the interval from the last frame to this one. */
static void integrate(const struct measure *m, struct gauge *g, double t, double y)
{
    const double h = t - g->t, a = g->y, b = y;
    if (!g->begun || !isfinite(a) || !isfinite(b))
        return;
    g->sum += m->type == MEASURE_RMS ? h * (a * a + b * b) / 2 : h * (a + b) / 2;
    g->span += h;
}

void gauge_frame(const struct measure *m, struct gauge *g, double t, double y)
{
    if (!g->begun)
        g->result = m->type == MEASURE_AT ? (t == g->at ? y : NAN) : y;
    switch (m->type) {
    case MEASURE_MAX:
        g->result = fmax(g->result, y); /* of a number and NaN the number */
        break;
    case MEASURE_MIN:
        g->result = fmin(g->result, y);
        break;
    case MEASURE_MEAN:
    case MEASURE_RMS:
        integrate(m, g, t, y);
        break;
    case MEASURE_FIRST:
        break;
    case MEASURE_LAST:
        g->result = y;
        break;
    case MEASURE_AT:
        if (g->begun && g->t < g->at && g->at <= t)
            g->result = t == g->at ? y : g->y + (y - g->y) * ((g->at - g->t) / (t - g->t));
        break;
    }
    const bool over_all =
        m->type == MEASURE_MAX || m->type == MEASURE_MIN || m->type == MEASURE_MEAN || m->type == MEASURE_RMS;
    g->frames++;
    g->missing += over_all && !isfinite(y);
    g->begun = true;
    g->t = t;
    g->y = y;
}

double gauge_result(const struct measure *m, const struct gauge *g)
{
    double x = g->result;
    if (m->type == MEASURE_MEAN && g->span > 0)
        x = g->sum / g->span;
    else if (m->type == MEASURE_RMS)
        x = g->span > 0 ? sqrt(g->sum / g->span) : fabs(x);
    return isfinite(x) ? x : NAN;
}
