/* measure_chains.c: models of rods.h in motion: seconds of one core for a simulated second, and how exact it was.
 *
 * chains: open and between towers, 10 to 10,000 links, 2 s. four-bars: rows of parallelograms through their singular
 * positions, 10 s. Of Tenon's settings, and of other engines that take an accuracy, the fastest that is exact enough is
 * looked for; other engines that take a step run at the one that is usual with them. Beside all: 1000 evaluations of an
 * open chain of as many rods by the kernel written by hand.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "files.h"

/* When a run is exact enough: chains by gaps and energy; four-bars by energy, and by being on their branch at all. */
struct bounds {
    double gap, drift, error;
};
static const struct bounds chain_bounds = {1e-6, 1e-6, HUGE_VAL};
static const struct bounds four_bars_bounds = {1e-4, 2e-5, 0.05};

static bool within(const struct bounds *b, const struct bench_outcome *o)
{
    return !o->stuck && !o->cut && o->gap <= b->gap && o->drift <= b->drift && o->error <= b->error;
}

/* How far it is from being exact enough, as a factor. */
static double excess(const struct bounds *b, const struct bench_outcome *o)
{
    return o->stuck || o->cut ? HUGE_VAL : fmax(o->gap / b->gap, fmax(o->drift / b->drift, o->error / b->error));
}

/* The better of the two: what is exact enough before what is not, then the faster, or the less wrong. */
static bool better(const struct bounds *b, const struct bench_outcome *a, const struct bench_outcome *than)
{
    bool good = within(b, a), other = within(b, than);
    if (good != other)
        return good;
    return good ? a->seconds < than->seconds : excess(b, a) < excess(b, than);
}

/* ---- Tenon ---- */

static const double tolerances[] = {1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10};
static const double steps[] = {0.025, 0.0125, 0.01, 0.00625, 0.005, 0.004, 0.003, 0.0025, 0.00125, 0.000625};

struct search {
    const struct bench_model *model;
    const struct bounds *bounds;
    double until, limit;
    bool any;
    struct bench_outcome best;
};

/* From rough to fine until a run is exact enough: a finer one could only be slower. */
static bool search_settings(struct search *s, tn_settings settings, int first)
{
    bool adaptive = bench_is_adaptive(&settings);
    int count = adaptive ? (int)(sizeof tolerances / sizeof *tolerances) : (int)(sizeof steps / sizeof *steps);
    for (int i = first; i < count; i++) {
        struct bench_outcome o;
        bool good = s->any && within(s->bounds, &s->best);
        double limit = good ? fmin(s->limit, 1.2 * s->best.seconds * s->until) : s->limit;
        if (adaptive)
            settings.tolerance = tolerances[i];
        else
            settings.step = steps[i];
        if (!bench_rods_run(s->model, &settings, s->until, limit, &o))
            return false;
        if (!s->any || better(s->bounds, &o, &s->best))
            s->best = o;
        s->any = true;
        if (within(s->bounds, &o) || (good && o.cut && !o.stuck))
            break;
    }
    return true;
}

/* Where in the list a setting stands that was found before. */
static int found_at(const tn_settings *s)
{
    int i = 0;
    if (bench_is_adaptive(s))
        while (i + 1 < (int)(sizeof tolerances / sizeof *tolerances) && tolerances[i] > 1.01 * s->tolerance)
            i++;
    else
        while (i + 1 < (int)(sizeof steps / sizeof *steps) && steps[i] > 1.01 * s->step)
            i++;
    return i;
}

/* `hint` is the best of a smaller model: for large ones only settings from there on are tried. */
static bool measure_tenon(struct bench *b, struct search *s, const tn_settings *hint)
{
    static const tn_integrator methods[] = {TN_ADAMS, TN_NYSTROM, TN_RK4, TN_VERLET};
    if (b->fixed_settings) {
        s->any = true;
        return bench_rods_run(s->model, &b->settings, s->until, s->limit, &s->best);
    }
    if (hint) { /* the other methods too, from where they are likely to be exact enough */
        bool ok = search_settings(s, *hint, found_at(hint));
        for (size_t i = 0; ok && i < sizeof methods / sizeof *methods; i++) {
            tn_settings other = *hint;
            other.integrator = methods[i];
            other.tolerance = 1e-4;
            other.step = methods[i] == TN_NYSTROM ? 0.00625 : methods[i] == TN_RK4 ? 0.005 : 0.004;
            ok = methods[i] == hint->integrator || search_settings(s, other, found_at(&other));
        }
        return ok;
    }
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        tn_settings settings = b->settings;
        settings.integrator = methods[i];
        if (!search_settings(s, settings, 0))
            return false;
    }
    return true;
}

/* ---- others ---- */

/* An accuracy is made finer until it is good; a step that is good is made longer until it is no longer. */
static bool search_peer(const struct bench_peer *p, const struct search *s, struct bench_outcome *best, double *found)
{
    double value = p->usual;
    bool any = false;
    for (int i = 0; i < 6 && !files_interrupted(); i++) {
        struct bench_outcome o;
        if (!bench_peer_run(p, &s->model->rods, value, s->until, s->limit, &o))
            break;
        bool good = within(s->bounds, &o);
        if (!any || better(s->bounds, &o, best)) {
            *best = o;
            *found = value;
        }
        any = true;
        if (o.cut || good == p->accuracy)
            break;
        value *= p->accuracy ? 0.1 : 2;
    }
    return any;
}

static bool measure_peer(struct bench *b, const struct bench_peer *p, const struct search *s, const char *bench)
{
    struct bench_outcome best = {0};
    double found = p->usual;
    char by[40];
    if (p->largest[s->model->rods.kind] < s->model->rods.size)
        return true;
    bool any = search_peer(p, s, &best, &found);
    bench_peer_name(p, found, by, sizeof by);
    if (any) {
        struct bench_row row = bench_rods_row(bench, s->model, by, &best);
        bench_add(&b->table, &row);
    } else if (!files_interrupted()) {
        printf("%-24s %-24s does not run\n", "", by);
    }
    return !files_interrupted();
}

/* ---- the measurements ---- */

static double aim(const struct rods *m)
{
    if (m->kind == RODS_FOUR_BARS)
        return m->size == 40 ? 0.06 : 0;
    if (m->size == 1000)
        return m->kind == RODS_TOWERS ? 0.5 : 0.11;
    if (m->size == 10000)
        return m->kind == RODS_TOWERS ? 5.5 : 2.2;
    return 0;
}

static bool measure(struct bench *b, const char *bench, enum rods_kind kind, int size, const struct bounds *bounds,
                    tn_settings *hint)
{
    struct bench_model m = bench_model_begin(kind, size);
    struct search s = {.model = &m, .bounds = bounds, .until = rods_until(&m.rods), .limit = b->quick ? 5 : 40};
    bool ok = measure_tenon(b, &s, size > 1000 ? hint : NULL);
    if (ok) {
        *hint = s.best.settings;
        struct bench_row row = bench_tenon_row(bench, &m, &s.best);
        row.aim = aim(&m.rods);
        bench_add(&b->table, &row);
    }
    s.limit = b->quick ? 1 : 10;
    for (int i = 0; i < b->peers.count && ok && (!b->quick || size <= 100); i++)
        ok = measure_peer(b, &b->peers.at[i], &s, bench);
    bench_model_end(&m);
    return ok;
}

bool bench_chains(struct bench *b)
{
    int largest = b->largest ? b->largest : (b->quick ? 1000 : 10000);
    bool ok = true;
    for (int kind = RODS_OPEN; kind <= RODS_TOWERS; kind++) {
        tn_settings hint = b->settings;
        if (b->model >= 0 && b->model != kind)
            continue;
        for (int links = 10; links <= largest && ok; links *= 10)
            ok = measure(b, "chains", (enum rods_kind)kind, links, &chain_bounds, &hint);
    }
    return ok;
}

/* One run for the branch: the error is the largest distance of a tip from where it must be. */
static bool run_branch(struct bench *b, const struct bench_model *m, const tn_settings *s, struct bench_outcome *o)
{
    bool ok = bench_rods_run(m, s, 20, b->quick ? 20 : 120, o);
    if (o->stuck || o->cut)
        o->error = 2;
    return ok;
}

/* The branch, over 20 s at the default τ: the worst of ten steps of RK4, and three tolerances of Adams. */
static bool measure_branch(struct bench *b, int cells)
{
    static const double tight[] = {1e-6, 1e-8, 1e-10};
    struct bench_model m = bench_model_begin(RODS_FOUR_BARS, cells);
    struct bench_outcome o, worst = {.error = -1};
    tn_settings s = b->settings;
    double seconds = 0;
    bool ok = true;
    s.integrator = TN_RK4;
    for (int i = 1; i <= 10 && ok; i++) {
        s.step = 5e-4 * i;
        ok = run_branch(b, &m, &s, &o);
        seconds += o.seconds / 10;
        if (o.error > worst.error)
            worst = o;
    }
    s.integrator = TN_ADAMS;
    for (int i = -1; i < 3 && ok; i++) {
        s.tolerance = tight[i < 0 ? 0 : i];
        if (i >= 0)
            ok = run_branch(b, &m, &s, &o);
        struct bench_row row = bench_tenon_row("branch", &m, i < 0 ? &worst : &o);
        if (i < 0) {
            snprintf(row.by, sizeof row.by, "tenon rk4, worst of ten");
            row.value = seconds;
        }
        row.aim = i == 2 ? 1e-6 : four_bars_bounds.error;
        row.aim_of = AIM_ERROR;
        if (ok)
            bench_add(&b->table, &row);
    }
    bench_model_end(&m);
    return ok;
}

bool bench_four_bars(struct bench *b)
{
    tn_settings hint = b->settings;
    bool ok = measure(b, "four-bars", RODS_FOUR_BARS, 2, &four_bars_bounds, &hint) &&
              measure(b, "four-bars", RODS_FOUR_BARS, 40, &four_bars_bounds, &hint);
    return ok && measure_branch(b, 2) && (b->quick || measure_branch(b, 40));
}
