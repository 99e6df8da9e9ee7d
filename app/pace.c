/* pace.c: see pace.h. Moments are multiples of 1/(rate · factor), as frames are of 1/rate: quotients, never sums. */
#include "pace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simulate.h"
#include "status.h"
#include "texts.h"

enum { MOST_SLOW = 1000, MOST_FAST = 1000000000 };

/* "K" or "K@A:B". */
static bool read_span(const char *text, const char *option, int most, struct pace_span *out)
{
    const char *rest = strchr(text, '@'), *colon = rest ? strchr(rest, ':') : NULL;
    struct buffer number = {0};
    bool good = !rest || colon;
    *out = (struct pace_span){.from = -INFINITY, .to = INFINITY};
    const char *const begin[] = {text, rest ? rest + 1 : NULL, colon ? colon + 1 : NULL};
    const char *const end[] = {rest ? rest : text + strlen(text), colon, text + strlen(text)};
    const char *const unit[] = {"", "s", "s"};
    double *const into[] = {&out->factor, &out->from, &out->to};
    for (int i = 0; i < 3 && good && begin[i]; i++) {
        buffer_clear(&number);
        buffer_add(&number, begin[i], (size_t)(end[i] - begin[i]));
        const char *at = number.at;
        good = options_next_number(&at, option, unit[i], into[i]) && !*at && at[-1] != ',';
    }
    buffer_free(&number);
    return good && out->factor >= 1 && out->factor <= most && out->from < out->to;
}

static int add(struct pace *p, const char *command, const char *option, const struct option_texts *given, bool fast)
{
    const int most = fast ? MOST_FAST : MOST_SLOW;
    for (int i = 0; i < given->count; i++) {
        struct pace_span s;
        if (!read_span(given->at[i], option, most, &s))
            return options_complain(command, "%s: \"%s\" is not K or K@A:B, as in 4 or 4@1.5:2 (K from 1 to %d, A < B)",
                                    option, given->at[i], most);
        s.factor = fast ? 1 / s.factor : s.factor;
        p->span = texts_memory(p->span, sizeof *p->span * (size_t)(p->count + 1));
        p->span[p->count++] = s;
    }
    return STATUS_DONE;
}

int pace_check(struct pace *p, const char *command)
{
    int status = add(p, command, "--slow", &p->slow, false);
    return status == STATUS_DONE ? add(p, command, "--fast", &p->fast, true) : status;
}

void pace_free(struct pace *p)
{
    options_free_texts(&p->slow);
    options_free_texts(&p->fast);
    free(p->span);
    p->span = NULL;
    p->count = 0;
}

/* Frames per frame of the scene from `now` on, and when that changes next. */
static double factor_at(const struct pace *p, double now, double *change)
{
    double factor = 1;
    *change = INFINITY;
    for (int i = 0; i < p->count; i++) {
        const struct pace_span *s = &p->span[i];
        if (s->from <= now && now < s->to)
            factor *= s->factor;
        if (s->from > now)
            *change = fmin(*change, s->from);
        if (s->to > now)
            *change = fmin(*change, s->to);
    }
    return factor;
}

double pace_next(const struct pace *p, double now, double rate, double until)
{
    double change;
    if (!p)
        return simulation_next_frame(now, rate, until);
    double t = simulation_next_frame(now, rate * factor_at(p, now, &change), until);
    while (t > change && change < until) { /* the pace changes before: continue with the first moment of the new one */
        const double border = change, local = rate * factor_at(p, border, &change);
        const double on = round(border * local) / local;
        t = fabs(on - border) <= 1e-12 * fabs(border) ? border : simulation_next_frame(border, local, until);
    }
    return t;
}
