/* measure_chains.c: models of rods.h in motion: seconds of one core per simulated second, and how exact it was.
 *
 * chains: open and between towers, 10 to 10,000 links, 2 s. four-bars: rows of parallelograms through their singular
 * positions, 10 s. Of every method of every engine the fastest setting that is exact enough is searched (search.h), then
 * all of them run in turn. defaults: every engine as it is configured by default. Beside all: 1000 evaluations of an open
 * chain of as many rods by the kernel written by hand.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "files.h"

/* When a run is exact enough: chains by gaps and energy; four-bars by energy, and by being on their branch at all. */
static const struct search_bounds chain_bounds = {1e-6, 1e-6, HUGE_VAL};
static const struct search_bounds four_bars_bounds = {1e-4, 2e-5, 0.05};

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

static bool measure(struct bench *b, const char *name, enum rods_kind kind, int size, bool defaults)
{
    struct bench_model m = bench_model_begin(kind, size);
    struct contest c = {.bench = b, .name = name, .model = &m, .until = rods_until(&m.rods), .defaults = defaults};
    c.search.bounds = kind == RODS_FOUR_BARS ? four_bars_bounds : chain_bounds;
    c.search.limit = contest_limit(b, size);
    c.aim = defaults ? 0 : aim(&m.rods);
    bool ok = contest_run(&c);
    bench_model_end(&m);
    return ok;
}

bool bench_chains(struct bench *b)
{
    int largest = b->largest ? b->largest : (b->quick ? 100 : 10000);
    bool ok = true;
    for (int kind = RODS_OPEN; kind <= RODS_TOWERS; kind++)
        for (int links = 10; links <= largest && ok; links *= 10)
            if (b->model < 0 || b->model == kind)
                ok = measure(b, "chains", (enum rods_kind)kind, links, false);
    return ok;
}

bool bench_defaults(struct bench *b)
{
    int largest = b->largest ? b->largest : (b->quick ? 10 : 100);
    bool ok = true;
    for (int kind = 0; kind < RODS_KINDS; kind++)
        for (int size = kind == RODS_FOUR_BARS ? 2 : 10; size <= largest && ok;
             size *= kind == RODS_FOUR_BARS ? 20 : 10)
            if (b->model < 0 || b->model == kind)
                ok = measure(b, "defaults", (enum rods_kind)kind, size, true);
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
        struct bench_row row = bench_tenon_row("branch", &m, &s, i < 0 ? &worst : &o);
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
    return measure(b, "four-bars", RODS_FOUR_BARS, 2, false) && measure(b, "four-bars", RODS_FOUR_BARS, 40, false) &&
           measure_branch(b, 2) && (b->quick || measure_branch(b, 40));
}
