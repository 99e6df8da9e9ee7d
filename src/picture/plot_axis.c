/* plot_axis.c: the axes of a plot: where a value lies, and ticks at round numbers.
 *
 * A logarithmic axis counts decades: what it holds of the data are their logarithms to base ten.
 */
#include <math.h>
#include <stdio.h>

#include "picture/plot.h"

static double scaled(const struct plot_axis *a, double value) { return a->log ? log10(value) : value; }

bool plot_axis_has(const struct plot_axis *a, double value) { return isfinite(scaled(a, value)); }

double plot_axis_at(const struct plot_axis *a, double value)
{
    return a->from + (scaled(a, value) - a->low) / (a->high - a->low) * (a->to - a->from);
}

void plot_axis_include(struct plot_axis *a, double value)
{
    double s = scaled(a, value);
    a->low = a->any ? fmin(a->low, s) : s;
    a->high = a->any ? fmax(a->high, s) : s;
    a->any = true;
}

void plot_axis_widen(struct plot_axis *a, double part)
{
    double range = a->high - a->low, size = fmax(fabs(a->low), fabs(a->high));
    if (!(range > 1e-12 * size)) {
        double more = a->log ? 0.5 : size > 0 ? 0.1 * size : 1;
        a->low -= more;
        a->high += more;
        return;
    }
    a->low -= part * range;
    a->high += part * range;
}

/* ---- ticks ---- */

static void add(struct plot_axis *a, double value)
{
    double s = scaled(a, value), slack = 1e-9 * (a->high - a->low);
    if (a->ticks < PLOT_TICKS && s >= a->low - slack && s <= a->high + slack)
        a->tick[a->ticks++] = value;
}

/* Steps of 1, 2 or 5 times a power of ten between two values, the longest where ticks are not closer than `wish`. */
static void add_steps(struct plot_axis *a, double low, double high, double wish)
{
    double power = pow(10, floor(log10(wish))), times = wish / power;
    a->step = power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
    double first = ceil(low / a->step - 1e-9);
    for (int i = 0; i < PLOT_TICKS && (first + i) * a->step <= high + 1e-9 * a->step; i++)
        add(a, (first + i) * a->step);
}

/* Powers of ten, with 2 and 5 between them where there is room; where less than two of them are in the range, round
 * numbers as on a plain axis. */
static void add_decades(struct plot_axis *a, double apart)
{
    double decade = fabs(a->to - a->from) / (a->high - a->low); /* pixels */
    int every = (int)fmax(1, ceil(apart / decade));
    bool between = decade * log10(2) >= apart;
    for (int k = (int)floor(a->low / every) * every; k <= a->high; k += every) {
        add(a, pow(10, k));
        if (between) {
            add(a, 2 * pow(10, k));
            add(a, 5 * pow(10, k));
        }
    }
    a->fine = every == 1 && decade >= 25;
    if (a->ticks >= 2)
        return;
    double low = pow(10, a->low), high = pow(10, a->high);
    a->ticks = 0;
    add_steps(a, low, high, (high - low) * apart / fabs(a->to - a->from));
}

void plot_axis_find_ticks(struct plot_axis *a, double apart)
{
    a->ticks = 0;
    a->step = 0;
    if (a->log)
        add_decades(a, apart);
    else
        add_steps(a, a->low, a->high, (a->high - a->low) * apart / fabs(a->to - a->from));
}

/* "1e-06" without redundant digits. */
static void shorten_exponent(char *text)
{
    char *to = text;
    for (; *to != '\0' && *to != 'e'; to++)
        continue;
    if (*to == '\0')
        return;
    const char *from = ++to;
    if (*from == '-')
        to++;
    from++; /* the sign */
    while (*from == '0' && from[1] != '\0')
        from++;
    while ((*to++ = *from++) != '\0')
        continue;
}

void plot_axis_label(const struct plot_axis *a, int tick, char *to, size_t room)
{
    char plain[32];
    double value = a->tick[tick];
    int decimals = a->step > 0 ? (int)fmax(0, -floor(log10(a->step) + 1e-9)) : 0;
    if (a->step == 0 || fabs(value) >= 1e6 || a->step < 1e-5)
        snprintf(plain, sizeof plain, "%.6g", value);
    else
        snprintf(plain, sizeof plain, "%.*f", decimals, fabs(value) < 1e-9 * a->step ? 0.0 : value);
    shorten_exponent(plain);
    /* with typographic minus signs */
    size_t used = 0;
    for (const char *s = plain; *s != '\0' && used + 4 < room; s++)
        used += (size_t)snprintf(to + used, room - used, *s == '-' ? "\xE2\x88\x92" : "%c", *s);
}
