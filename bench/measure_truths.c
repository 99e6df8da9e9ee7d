/* measure_truths.c: the published problems of examples/benchmarks: distance from their reference values (truths.h), and
 * the time it takes; beside Simbody, where it is built (bench/peers/simbody_problems.cpp). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "files.h"
#include "texts.h"
#include "truths.h"

/* ---- scenes ---- */

static tn_world *open_scene(const struct bench *b, const char *name)
{
    struct buffer path = {0};
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    buffer_print(&path, "%s/benchmarks/%s.tn", b->examples, name);
    if (tn_read_file(w, path.at, d) != TN_OK) {
        fprintf(stderr, "tenon bench: %s: %s (--examples says where the scenes are)\n", path.at,
                tn_diagnostics_count(d) ? tn_diagnostics_get(d, 0).message : "cannot be read");
        tn_world_free(w);
        w = NULL;
    }
    tn_diagnostics_free(d);
    buffer_free(&path);
    return w;
}

static double probe(tn_world *w, const char *name)
{
    for (int i = 0; i < tn_probe_count(w); i++)
        if (!strcmp(tn_probe_name(w, i), name))
            return tn_probe_value(w, i);
    return HUGE_VAL;
}

/* The largest difference of the first `count` values. */
static double difference(tn_world *w, const struct truth_value *values, int first, int count)
{
    double worst = 0;
    for (int i = first; i < first + count; i++)
        worst = fmax(worst, fabs(probe(w, values[i].probe) - values[i].value));
    return worst;
}

static double andrews_error(tn_world *w) { return difference(w, truth_andrews, 0, TRUTH_ANGLES); }
static double iftomm_error(tn_world *w) { return difference(w, truth_andrews_iftomm, 2, 1); }
static double pendulum_error(tn_world *w)
{
    double xy[2];
    truth_pendulum(tn_time(w), xy);
    return hypot(probe(w, "x") - xy[0], probe(w, "y") - xy[1]);
}

/* ---- runs ---- */

static const struct problem {
    const char *scene, *what;
    double until, frame; /* s */
    double (*error)(tn_world *w);
    bool every_frame; /* the error is the largest of all frames; otherwise that of the end */
    double tolerance, aim;
} problems[] = {
    {"pendulum", "pendulum 2000 s", 2000, 0.5, pendulum_error, true, 1e-13, 1e-6},
    {"pendulum", "pendulum 100 s", 100, 0.5, pendulum_error, true, 1e-10, 0},
    {"andrews", "andrews 0.03 s", 0.03, 0.001, andrews_error, false, 1e-12, 1e-9},
    {"andrews", "andrews 0.03 s", 0.03, 0.001, andrews_error, false, 1e-10, 0},
    {"andrews-iftomm", "andrews A03 0.05 s", 0.05, 0.001, iftomm_error, false, 1e-12, 1e-9},
};

/* Another engine on the same problem: ten times finer until its error is at most twice Tenon's, or a run exceeds the
 * limit. */
struct rival {
    const struct bench_problem *problem; /* NULL: none */
    double accuracy, error;
    struct bench_samples times;
};

static double limit(const struct bench *b) { return b->limit > 0 ? b->limit : (b->quick ? 1 : 10); }

static void search_rival(struct bench *b, struct rival *r, const struct problem *p, double error)
{
    bool any = false;
    for (int i = 0; i < b->peers.problem_count && !r->problem; i++)
        if (!strcmp(b->peers.problems[i].problem, p->scene))
            r->problem = &b->peers.problems[i];
    for (double accuracy = 1e-5; r->problem && accuracy > 1e-14 && !files_interrupted(); accuracy /= 10) {
        struct bench_outcome o;
        if (!bench_problem_run(r->problem, p->until, accuracy, &o))
            break;
        any = true;
        r->times.count = 0;
        bench_sample(&r->times, o.seconds);
        r->accuracy = accuracy;
        r->error = o.error;
        if (o.error <= 2 * error || o.seconds > limit(b))
            break;
    }
    if (!any)
        r->problem = NULL;
}

/* One more run, unless it has run twice and for long. */
static void rival_again(struct bench *b, struct rival *r, const struct problem *p)
{
    struct bench_outcome o;
    if (!r->problem || (r->times.count > 1 && r->times.count * bench_median(&r->times) > limit(b)))
        return;
    if (bench_problem_run(r->problem, p->until, r->accuracy, &o))
        bench_sample(&r->times, o.seconds);
}

static void add_rival(struct bench *b, const struct rival *r, const struct problem *p, double error)
{
    struct bench_row row = bench_row("truths");
    snprintf(row.model, sizeof row.model, "%s", p->what);
    snprintf(row.by, sizeof row.by, "%s %.0e%s", r->problem->name, r->accuracy,
             r->error <= 2 * error ? "" : ", not reached");
    bench_row_samples(&row, &r->times, 1);
    row.unit = "s";
    row.error = r->error;
    row.limit = limit(b);
    row.searched = true;
    row.reached = r->error <= 2 * error;
    row.target = (struct search_bounds){HUGE_VAL, HUGE_VAL, 2 * error};
    bench_add(&b->table, &row);
}

/* One run of Tenon: its time, and error, gap, drift and evaluations into the row. */
static bool run_tenon(struct bench *b, const struct problem *p, struct bench_samples *times, struct bench_row *row)
{
    tn_world *w = open_scene(b, p->scene);
    if (!w)
        return false;
    tn_settings s = tn_world_settings(w);
    tn_measures m = {0};
    s.tolerance = p->tolerance;
    s.integrator = TN_ADAMS;
    bool ok = tn_world_configure(w, &s) == TN_OK;
    double spent = 0;
    row->error = 0;
    for (long k = 1; ok && (double)k * p->frame <= p->until * (1 + 1e-9) && !files_interrupted(); k++) {
        double start = bench_clock();
        ok = tn_advance(w, fmin(p->until, (double)k * p->frame)) == TN_OK;
        spent += bench_clock() - start;
        row->error = p->every_frame ? fmax(row->error, p->error(w)) : p->error(w);
        tn_frame(w);
    }
    if (!ok)
        fprintf(stderr, "tenon bench: %s: %s\n", p->scene, tn_failure(w));
    tn_measure(w, &m);
    bench_sample(times, spent);
    row->gap = m.largest_deviation;
    row->drift = m.drift;
    row->evaluations = (double)tn_count(w).evaluations;
    tn_world_free(w);
    return ok && !files_interrupted();
}

static bool run_problem(struct bench *b, const struct problem *p)
{
    struct bench_row row = bench_row("truths");
    struct bench_samples times = {0};
    struct rival rival = {0};
    for (int r = 0; r < bench_repeats(b, 5, 3); r++) {
        if (!run_tenon(b, p, &times, &row))
            return false;
        if (r == 0)
            search_rival(b, &rival, p, row.error);
        else
            rival_again(b, &rival, p);
    }
    snprintf(row.model, sizeof row.model, "%s", p->what);
    snprintf(row.by, sizeof row.by, "tenon adams %.0e", p->tolerance);
    bench_row_samples(&row, &times, 1);
    row.unit = "s";
    row.aim = p->aim;
    row.aim_of = AIM_ERROR;
    if (rival.problem) {
        add_rival(b, &rival, p, row.error);
        row.beside = bench_median(&rival.times);
    }
    bench_add(&b->table, &row);
    return !files_interrupted();
}

bool bench_truths(struct bench *b)
{
    bool ok = true;
    for (size_t i = 0; i < sizeof problems / sizeof *problems && ok; i++)
        ok = run_problem(b, &problems[i]);
    return ok;
}
