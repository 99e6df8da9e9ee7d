/* measure_formula.c: formulas that are entered while a world runs: how long until the first evaluation, and what one costs
 * beside the same formula compiled into the library. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "files.h"
#include "texts.h"

/* keep with so many terms of five operations each. */
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

/* Text in, derivatives, code, plan, and the first evaluation: milliseconds, the best of some. */
static double entry_time(int terms, int repeats)
{
    double best = HUGE_VAL;
    for (int r = 0; r < repeats && !files_interrupted(); r++) {
        tn_world *w = two_bodies();
        char *text = long_keep(terms, r + 1);
        double start = bench_clock();
        bool ok = w && tn_read_text(w, "bench", text, NULL) == TN_OK && tn_evaluate(w) == TN_OK;
        double took = 1e3 * (bench_clock() - start);
        free(text);
        tn_world_free(w);
        if (!ok)
            return -1;
        best = fmin(best, took);
    }
    return best;
}

static bool measure_entry(struct bench *b, int operations, double aim)
{
    struct bench_row row = bench_row("formula");
    snprintf(row.model, sizeof row.model, "enter %d operations", operations);
    snprintf(row.by, sizeof row.by, "tenon");
    row.value = entry_time(operations / 5, b->repeats ? b->repeats : 9);
    if (row.value < 0) {
        fprintf(stderr, "tenon bench: a formula of %d operations was refused\n", operations);
        return false;
    }
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

/* Nanoseconds of an evaluation of all forces, a constraint. */
static double evaluation_time(tn_world *w, int repeats)
{
    double best = HUGE_VAL;
    for (int r = 0; r < repeats && !files_interrupted(); r++) {
        double start = bench_clock();
        for (int i = 0; i < 20; i++)
            if (tn_evaluate(w) != TN_OK)
                return -1;
        best = fmin(best, 1e9 * (bench_clock() - start) / 20 / PAIRS);
    }
    return best;
}

static bool measure_kind(struct bench *b, const char *name, const char *formula, const char *kind)
{
    tn_world *ours = pairs(formula), *theirs = pairs(kind);
    struct bench_row row = bench_row("formula");
    int repeats = b->repeats ? b->repeats : 15;
    bool ok = ours && theirs;
    if (ok) {
        snprintf(row.model, sizeof row.model, "evaluate %s", name);
        snprintf(row.by, sizeof row.by, "tenon");
        row.value = evaluation_time(ours, repeats);
        row.beside = evaluation_time(theirs, repeats);
        row.unit = "ns";
        row.aim = 5;
        row.aim_of = AIM_RATIO;
        ok = row.value > 0 && row.beside > 0;
    }
    if (ok)
        bench_add(&b->table, &row);
    tn_world_free(ours);
    tn_world_free(theirs);
    return ok && !files_interrupted();
}

bool bench_formula(struct bench *b)
{
    return measure_entry(b, 200, 5) && measure_entry(b, 1000, 0) &&
           measure_kind(b, "distance", "keep norm(b[i].center - a[i].center) = 1;",
                        "distance a[i].center b[i].center 1;") &&
           measure_kind(b, "on-plane", "keep b[i].center.z = 0;", "on-plane b[i].center (0, 0, 0) (0, 0, 1);");
}
