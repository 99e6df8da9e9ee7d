/* contest.c: Tenon's methods and those of other engines on one model: the same search, cut-off and runs for all. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "files.h"
#include "texts.h"

/* A method of an engine. */
struct entrant {
    struct contest *contest;
    struct search_engine engine;
    const struct bench_peer *peer; /* NULL: Tenon with these settings */
    tn_settings settings;
    struct search_result found;
    struct bench_samples times; /* s per simulated second */
    double spent;               /* s of processor time, in all runs of the setting that was found */
};

struct entrants {
    struct entrant *at;
    int count;
};

double contest_limit(const struct bench *b, int size)
{
    if (b->limit > 0)
        return b->limit;
    if (b->quick)
        return 0.5;
    return size <= 10 ? 1 : (size <= 100 ? 4 : 8);
}

/* ---- one run ---- */

static bool run_tenon(void *context, double value, double limit, struct bench_outcome *out)
{
    struct entrant *e = context;
    if (e->engine.kind != SEARCH_FIXED)
        e->settings.tolerance = e->settings.step = value;
    return bench_rods_run(e->contest->model, &e->settings, e->contest->until, limit, out);
}

static bool run_peer(void *context, double value, double limit, struct bench_outcome *out)
{
    struct entrant *e = context;
    return !files_interrupted() && bench_peer_run(e->peer, e->contest->model, value, e->contest->until, limit, out);
}

/* ---- who takes part ---- */

static struct entrant *add(struct entrants *all, struct contest *c)
{
    all->at = texts_memory(all->at, sizeof *all->at * (size_t)(all->count + 1));
    struct entrant *e = &all->at[all->count++];
    *e = (struct entrant){.contest = c, .settings = c->bench->settings};
    return e;
}

static void add_tenon(struct entrants *all, struct contest *c)
{
    static const tn_integrator methods[] = {TN_ADAMS, TN_NYSTROM, TN_RK4, TN_VERLET};
    bool fixed = c->defaults || (c->bench->fixed_settings && !c->curves);
    for (size_t i = 0; i < (fixed ? 1 : sizeof methods / sizeof *methods); i++) {
        if (c->bench->fixed_settings && c->curves && methods[i] != c->bench->settings.integrator)
            continue;
        struct entrant *e = add(all, c);
        if (!fixed)
            e->settings.integrator = methods[i];
        bool adaptive = bench_is_adaptive(&e->settings);
        e->engine.kind = fixed ? SEARCH_FIXED : (adaptive ? SEARCH_ACCURACY : SEARCH_STEP);
        e->engine.fixed = adaptive ? e->settings.tolerance : e->settings.step;
        e->engine.run = run_tenon;
        snprintf(e->engine.name, sizeof e->engine.name, "tenon %s",
                 c->defaults ? "defaults" : tn_integrator_name(e->settings.integrator));
    }
}

static void add_peers(struct entrants *all, struct contest *c)
{
    const struct bench_peers *peers = &c->bench->peers;
    for (int i = 0; i < peers->count; i++) {
        const struct bench_peer *p = &peers->at[i];
        if (p->largest[c->model->rods.kind] < c->model->rods.size || (p->kind == SEARCH_FIXED) != c->defaults)
            continue;
        struct entrant *e = add(all, c);
        e->peer = p;
        e->engine.kind = p->kind;
        e->engine.fixed = p->fixed;
        e->engine.run = run_peer;
        snprintf(e->engine.name, sizeof e->engine.name, "%.20s %.18s", p->name, p->method);
    }
}

/* ---- rows ---- */

static struct bench_row row_of(const struct contest *c, const char *name, const struct entrant *e, double value,
                               const struct bench_outcome *o)
{
    char by[60];
    snprintf(by, sizeof by, "%s %.3g", e->engine.name, value);
    struct bench_row row = bench_rods_row(name, c->model, by, o);
    row.limit = c->search.limit;
    return row;
}

/* A run of a search, for the plots. */
static void add_curve(void *context, double value, const struct bench_outcome *o)
{
    struct entrant *e = context;
    struct bench_row row = row_of(e->contest, "precision", e, value, o);
    row.quiet = true;
    bench_add(&e->contest->bench->table, &row);
}

static void add_row(struct contest *c, const struct entrant *e, const struct bench_samples *yardsticks, bool fastest)
{
    struct bench_row row = row_of(c, c->name, e, e->found.value, &e->found.best);
    bench_row_samples(&row, &e->times, 1);
    row.beside = bench_median(yardsticks);
    row.aim = fastest ? c->aim : 0;
    row.searched = e->engine.kind != SEARCH_FIXED;
    row.reached = e->found.reached;
    row.target = c->search.bounds;
    if (row.searched && !row.reached && !e->found.best.cut)
        snprintf(row.by + strlen(row.by), sizeof row.by - strlen(row.by), ", not reached");
    bench_add(&c->bench->table, &row);
}

/* The fastest of Tenon's methods that is exact enough, for the aim; −1: none. */
static int fastest_of_tenon(const struct entrants *all)
{
    int best = -1;
    for (int i = 0; i < all->count; i++) {
        const struct entrant *e = &all->at[i];
        if (!e->peer && e->found.reached && (best < 0 || bench_median(&e->times) < bench_median(&all->at[best].times)))
            best = i;
    }
    return best;
}

/* ---- the contest ---- */

static void search(struct contest *c, struct entrant *e)
{
    struct search s = c->search;
    if (c->curves) {
        s.seen = add_curve;
        s.context = e;
    }
    e->engine.context = e;
    e->found = search_fastest(&s, &e->engine);
    if (!e->found.any)
        return;
    bench_sample(&e->times, e->found.best.seconds);
    e->spent = e->found.best.spent;
}

/* One more run of what was found, unless it was cut off or has run twice and for long. */
static void run_again(struct contest *c, struct entrant *e)
{
    struct bench_outcome o;
    if (!e->found.any || e->found.best.cut || e->found.best.stuck || (e->times.count > 1 && e->spent > c->search.limit))
        return;
    if (!e->engine.run(e, e->found.value, 3 * c->search.limit, &o) || o.cut || o.stuck)
        return;
    bench_sample(&e->times, o.seconds);
    e->spent += o.spent;
}

bool contest_run(struct contest *c)
{
    struct entrants all = {0};
    struct bench_samples yardsticks = {0};
    add_tenon(&all, c);
    add_peers(&all, c);
    for (int i = 0; i < all.count && !files_interrupted(); i++)
        search(c, &all.at[i]);
    bench_sample(&yardsticks, c->model->yardstick);
    for (int r = 1; r < bench_repeats(c->bench, 5, 3) && !files_interrupted(); r++) {
        for (int i = 0; i < all.count && !files_interrupted(); i++)
            run_again(c, &all.at[i]);
        bench_sample(&yardsticks, 1000 * bench_yardstick(c->model->rods.count));
    }
    int fastest = fastest_of_tenon(&all);
    bool ok = true;
    for (int i = 0; i < all.count && !files_interrupted(); i++) {
        if (all.at[i].found.any)
            add_row(c, &all.at[i], &yardsticks, i == fastest);
        else
            printf("%-24s %-40s does not run\n", "", all.at[i].engine.name);
        ok = ok && (all.at[i].found.any || all.at[i].peer);
    }
    free(all.at);
    return ok && !files_interrupted();
}
