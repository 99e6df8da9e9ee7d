/* measure_formula.c: formulas that are entered while a world runs: time until the first evaluation, and the cost of an
 * evaluation beside the same constraint compiled into the library. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "files.h"
#include "texts.h"

/* A keep statement of so many terms, five operations each. */
static char *long_keep(int terms, int round)
{
    struct buffer text = {0};
    buffer_print(&text, "keep 0.001*(");
    for (int k = 1; k <= terms; k++)
        buffer_print(&text, "%s(a.center.x + %d)*(b.center.y - %d.%d)*cos(a.center.z)", k > 1 ? " + " : "", k, k,
                     round);
    buffer_print(&text, ") = b.center.z;\n");
    return text.at;
}

static tn_world *two_bodies(void)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    bool ok = tn_read_text(w, "bench",
                           "world: integrator rk4; step 0.001; gravity 9.81; end\n"
                           "object a: sphere 0.1; position 0 0 1; end\nobject b: sphere 0.1; position 1 0 1; end\n",
                           d) == TN_OK &&
              tn_advance(w, 0.01) == TN_OK;
    tn_diagnostics_free(d);
    if (!ok) {
        tn_world_free(w);
        return NULL;
    }
    return w;
}

/* From the text to the end of the first evaluation (derivatives, code, plan): milliseconds. */
static bool entry_time(int terms, int repeats, struct bench_samples *times)
{
    for (int r = 0; r < repeats && !files_interrupted(); r++) {
        tn_world *w = two_bodies();
        char *text = long_keep(terms, r + 1);
        double start = bench_clock();
        bool ok = w && tn_read_text(w, "bench", text, NULL) == TN_OK && tn_evaluate(w) == TN_OK;
        bench_sample(times, 1e3 * (bench_clock() - start));
        free(text);
        tn_world_free(w);
        if (!ok)
            return false;
    }
    return true;
}

static bool measure_entry(struct bench *b, int operations, double aim)
{
    struct bench_row row = bench_row("formula");
    struct bench_samples times = {0};
    snprintf(row.model, sizeof row.model, "enter %d operations", operations);
    snprintf(row.by, sizeof row.by, "tenon");
    if (!entry_time(operations / 5, bench_repeats(b, 9, 9), &times)) {
        fprintf(stderr, "tenon bench: a formula of %d operations was refused\n", operations);
        return false;
    }
    bench_row_samples(&row, &times, 1);
    row.unit = "ms";
    row.aim = aim;
    row.aim_of = AIM_VALUE;
    bench_add(&b->table, &row);
    return !files_interrupted();
}

/* ---- beside a compiled kind ---- */

enum { PAIRS = 2000 };

static tn_world *pairs(const char *constraint)
{
    struct buffer text = {0};
    buffer_print(&text, "world: gravity 9.81; end\nfor i = 1 to %d:\n", PAIRS);
    buffer_print(&text,
                 "  object a[i]: particle 1; position i 0 0; end\n  object b[i]: particle 1; position i 1 0; end\n");
    buffer_print(&text, "  %s\nend\n", constraint);
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    bool ok = tn_read_text(w, "bench", text.at, d) == TN_OK && tn_evaluate(w) == TN_OK;
    if (!ok && tn_diagnostics_count(d) > 0)
        fprintf(stderr, "tenon bench: %s\n", tn_diagnostics_get(d, 0).message);
    tn_diagnostics_free(d);
    buffer_free(&text);
    if (!ok) {
        tn_world_free(w);
        return NULL;
    }
    return w;
}

/* Nanoseconds per constraint of an evaluation of all forces. */
static bool evaluation_time(tn_world *w, struct bench_samples *times)
{
    double start = bench_clock();
    for (int i = 0; i < 20; i++)
        if (tn_evaluate(w) != TN_OK)
            return false;
    bench_sample(times, 1e9 * (bench_clock() - start) / 20 / PAIRS);
    return true;
}

static bool measure_kind(struct bench *b, const char *name, const char *formula, const char *kind)
{
    tn_world *entered = pairs(formula), *compiled = pairs(kind);
    struct bench_row row = bench_row("formula");
    struct bench_samples times = {0}, beside = {0};
    bool ok = entered && compiled;
    for (int r = 0; r < bench_repeats(b, 15, 15) && ok && !files_interrupted(); r++)
        ok = evaluation_time(entered, &times) && evaluation_time(compiled, &beside);
    snprintf(row.model, sizeof row.model, "evaluate %s", name);
    snprintf(row.by, sizeof row.by, "tenon");
    bench_row_samples(&row, &times, 1);
    row.beside = bench_median(&beside);
    row.unit = "ns";
    row.aim = 5;
    row.aim_of = AIM_RATIO;
    if (ok && times.count)
        bench_add(&b->table, &row);
    tn_world_free(entered);
    tn_world_free(compiled);
    return ok && !files_interrupted();
}

bool bench_formula(struct bench *b)
{
    return measure_entry(b, 200, 5) && measure_entry(b, 1000, 0) &&
           measure_kind(b, "distance", "keep norm(b[i].center - a[i].center) = 1;",
                        "distance a[i].center b[i].center 1;") &&
           measure_kind(b, "on-plane", "keep b[i].center.z = 0;", "on-plane b[i].center (0, 0, 0) (0, 0, 1);");
}
