/* measure_flexible.c: flexible models.
 *
 * elements: one step of semi-implicit Euler of an elastic block in free flight, in ns an element, on one thread and on
 * two, beside a plain loop that copies the bytes that such a step must at least move: positions, velocities and forces
 * of the nodes, read and written. drop: a block of gelatin 1 m wide on a plane, in ms for a sixtieth of a second, with
 * the smallest part of its volume that was left, beside Bullet's. reaction: the same fall held off by reactions and by
 * penalties that let it in as deep, beside each other. stiff: a stiff block hung by one side, by implicit and by explicit
 * steps, beside each other.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "files.h"
#include "simulate.h"
#include "texts.h"

static tn_world *read_world(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "bench", text, d) != TN_OK) {
        fprintf(stderr, "tenon bench: the flexible model was refused: %s\n", tn_diagnostics_get(d, 0).message);
        tn_world_free(w);
        w = NULL;
    }
    tn_diagnostics_free(d);
    return w;
}

static bool stuck(tn_world *w)
{
    fprintf(stderr, "tenon bench: the flexible model could not go on: %s\n", tn_failure(w));
    tn_world_free(w);
    return false;
}

/* ---- elements ---- */

/* Seconds of one step; negative: it failed. */
static double step_time(int side, int threads, int repeats)
{
    char text[300];
    snprintf(text, sizeof text,
             "world: integrator euler; step 1e-4; end object b: block %d %d %d; size 1 1 1; stiffness 12500; spin 1 2 "
             "3; end",
             side, side, side);
    tn_world *w = read_world(text);
    if (!w)
        return -1;
    tn_settings s = tn_world_settings(w);
    s.threads = threads;
    int rounds = 1 + 400000 / (side * side * side);
    double best = HUGE_VAL, t = 1e-4;
    bool ok = tn_world_configure(w, &s) == TN_OK && tn_advance(w, t) == TN_OK;
    for (int r = 0; r < repeats && ok && !files_interrupted(); r++) {
        double start = simulation_clock();
        t += 1e-4 * rounds;
        ok = tn_advance(w, t) == TN_OK;
        best = fmin(best, (simulation_clock() - start) / rounds);
    }
    if (!ok)
        return stuck(w) ? 0 : -1;
    tn_world_free(w);
    return best;
}

/* Seconds for a plain copy of so many bytes. */
static double copy_time(size_t bytes, int repeats)
{
    size_t n = bytes / sizeof(double) / 2; /* each is read and written */
    double *from = texts_memory(NULL, sizeof *from * n), *to = texts_memory(NULL, sizeof *to * n);
    for (size_t i = 0; i < n; i++) {
        from[i] = (double)i;
        to[i] = 0;
    }
    int rounds = 1 + (int)(200000000 / bytes);
    double best = HUGE_VAL, sum = 0;
    for (int r = 0; r < repeats; r++) {
        double start = simulation_clock();
        for (int k = 0; k < rounds; k++) {
            for (size_t i = 0; i < n; i++)
                to[i] = from[i];
            sum += to[(size_t)k % n]; /* what is not looked at might not be done */
        }
        best = fmin(best, (simulation_clock() - start) / rounds);
    }
    free(from);
    free(to);
    return sum >= 0 ? best : -1;
}

static bool bench_elements(struct bench *b)
{
    const int sides[] = {10, 20, 40}, repeats = b->quick ? 2 : 7;
    for (int i = 0; i < 3; i++) {
        int side = sides[i], elements = side * side * side, nodes = (side + 1) * (side + 1) * (side + 1);
        double copy = copy_time((size_t)nodes * 3 * 6 * sizeof(double), repeats);
        for (int threads = 1; threads <= 2; threads++) {
            double time = step_time(side, threads, repeats);
            if (time < 0 || files_interrupted())
                return false;
            struct bench_row row = bench_row("flexible");
            snprintf(row.model, sizeof row.model, "elastic %d^3", side);
            snprintf(row.by, sizeof row.by, "tenon euler, %d thread%s", threads, threads > 1 ? "s" : "");
            snprintf(row.who, sizeof row.who, "tenon euler");
            row.value = 1e9 * time / elements;
            row.beside = 1e9 * copy / elements;
            row.unit = "ns/element";
            row.aim = side == 40 && threads == 2 ? 50 : 0; /* 20 million element-steps a second */
            bench_add(&b->table, &row);
        }
    }
    return true;
}

/* ---- the drop ---- */

static double probe(tn_world *w, const char *name)
{
    for (int i = 0; i < tn_probe_count(w); i++)
        if (!strcmp(tn_probe_name(w, i), name))
            return tn_probe_value(w, i);
    return NAN;
}

struct drop {
    double milliseconds, least, depth; /* for 1/60 s; volume left; m */
    long steps;
};

/* One second of a fall, on one thread, looked at so often. */
static bool run_drop(const char *material, const char *floor, int looks, struct drop *out)
{
    char text[700];
    snprintf(text, sizeof text,
             "world: gravity 9.81; integrator euler; step auto; end\n"
             "object b: block 9 9 9; size 1 1 1; stiffness 12500; density 1000; position 0 0 0.8; %s end\n"
             "object table: plane; end\n%s\nprobe volume = volume(b); probe low = b.node(4,4,0).z;\n",
             material, floor);
    tn_world *w = read_world(text);
    if (!w)
        return false;
    tn_settings s = tn_world_settings(w);
    s.threads = 1;
    bool ok = tn_world_configure(w, &s) == TN_OK && tn_evaluate(w) == TN_OK;
    double seconds = 0;
    *out = (struct drop){.least = 1};
    for (int i = 1; i <= looks && ok && !files_interrupted(); i++) {
        double start = bench_clock();
        ok = tn_advance(w, (double)i / looks) == TN_OK;
        seconds += bench_clock() - start;
        out->least = fmin(out->least, probe(w, "volume"));
        out->depth = fmax(out->depth, -probe(w, "low"));
    }
    if (!ok)
        return stuck(w);
    out->milliseconds = 1e3 * seconds / 60;
    out->steps = tn_count(w).steps;
    tn_world_free(w);
    return true;
}

/* `beside`: milliseconds of what is run beside it. */
static void add_drop(struct bench *b, const char *model, const char *by, const struct drop *d, double beside,
                     double aim)
{
    struct bench_row row = bench_row("flexible");
    snprintf(row.model, sizeof row.model, "%s", model);
    snprintf(row.by, sizeof row.by, "%s: volume %.3f, %ld steps", by, d->least, d->steps);
    snprintf(row.who, sizeof row.who, "%s", by);
    row.value = d->milliseconds;
    row.unit = "ms/frame";
    row.beside = beside;
    row.aim = aim;
    row.gap = d->depth;
    bench_add(&b->table, &row);
}

/* The same fall by Bullet: its position-based links, and its explicit elements with steps that they can take. Returns
 * milliseconds for 1/60 s of the elements; 0: it is not there. */
static double add_bullet(struct bench *b)
{
    double elements = 0;
    for (int i = 0; i < b->peers.problem_count; i++) {
        const struct bench_problem *p = &b->peers.problems[i];
        bool links = strcmp(p->problem, "gelatin-links") == 0;
        struct bench_outcome o;
        double step = links ? 1.0 / 60 : 1.0 / 360;
        if ((!links && strcmp(p->problem, "gelatin-elements") != 0) || !bench_problem_run(p, 1, step, &o))
            continue;
        struct drop d = {.milliseconds = 1e3 * o.seconds / 60, .least = o.error, .steps = lround(1 / step)};
        add_drop(b, "gelatin 9^3", links ? "bullet links" : "bullet FEM", &d, 0, 0);
        elements = links ? elements : d.milliseconds;
    }
    return elements;
}

static bool bench_drops(struct bench *b)
{
    const char *by_reaction = "constraint floor: outside b table; tau 0.003; end";
    /* the penalty of a node that lets it in as deep as that reaction */
    const char *by_penalty =
        "for i = 0 to 9: for j = 0 to 9:\n"
        "  constraint: keep b.node(i, j, 0).z >= 0; by penalty; stiffness 7.5e5; damping 500; end\nend end";
    struct drop held, looser, soft, elastic;
    if (!run_drop("incompressible;", by_reaction, 60, &held) ||
        !run_drop("incompressible 3e6;", by_reaction, 60, &looser) || !run_drop("", by_reaction, 300, &elastic) ||
        !run_drop("", by_penalty, 300, &soft))
        return false;
    double bullet = add_bullet(b);
    add_drop(b, "gelatin 9^3, incompressible", "euler", &held, bullet, 2);
    add_drop(b, "gelatin 9^3, incompressible 3e6", "euler", &looser, bullet, 1);
    add_drop(b, "gelatin 9^3, reaction", "euler", &elastic, soft.milliseconds, 0);
    add_drop(b, "gelatin 9^3, penalty", "euler", &soft, elastic.milliseconds, 0);
    return true;
}

/* ---- stiff ---- */

struct hang {
    double seconds, droop;
    long steps;
};

/* A block of a thousand elements, clamped at one side, so many seconds under its weight. */
static bool run_stiff(const char *settings, double stiffness, double viscosity, double until, struct hang *out)
{
    char text[600];
    snprintf(text, sizeof text,
             "world: gravity 9.81; tau 0.02; %s; end\n"
             "object b: block 10 10 10; size 1 1 1; stiffness %g; viscosity %g; position 0 0 0.5; end\n"
             "for j = 0 to 10: for k = 0 to 10: connect b.node(0, j, k) (-0.5, 0.1*j - 0.5, 0.1*k); end end\n"
             "probe droop = 0.5 - b.node(10, 5, 5).z;\n",
             settings, stiffness, viscosity);
    tn_world *w = read_world(text);
    if (!w)
        return false;
    tn_settings s = tn_world_settings(w);
    s.threads = 1;
    bool ok = tn_world_configure(w, &s) == TN_OK && tn_evaluate(w) == TN_OK;
    double start = bench_clock();
    ok = ok && tn_advance(w, until) == TN_OK && tn_evaluate(w) == TN_OK;
    *out = (struct hang){bench_clock() - start, probe(w, "droop"), tn_count(w).steps};
    if (!ok)
        return stuck(w);
    tn_world_free(w);
    return true;
}

static void add_stiff(struct bench *b, const char *model, const char *by, const struct hang *own,
                      const struct hang *other)
{
    struct bench_row row = bench_row("flexible");
    snprintf(row.model, sizeof row.model, "%s", model);
    snprintf(row.by, sizeof row.by, "%s: %ld steps, %.4g m low", by, own->steps, own->droop);
    snprintf(row.who, sizeof row.who, "%s", by);
    row.value = own->seconds;
    row.unit = "s";
    row.beside = other->seconds;
    bench_add(&b->table, &row);
}

static bool bench_stiff(struct bench *b)
{
    static const struct {
        const char *name;
        double stiffness, viscosity;
    } materials[] = {{"stiff 10^3, E 8e8", 1e8, 0}, {"stiff 10^3, viscous", 1e8, 1e5}, {"stiff 10^3, E 8e10", 1e10, 0}};
    const double until = b->quick ? 0.05 : 0.2;
    for (int i = 0; i < 3 && !files_interrupted(); i++) {
        struct hang explicit_steps, implicit_steps;
        if (!run_stiff("integrator euler; step auto", materials[i].stiffness, materials[i].viscosity, until,
                       &explicit_steps) ||
            !run_stiff("integrator implicit; step 0.01", materials[i].stiffness, materials[i].viscosity, until,
                       &implicit_steps))
            return false;
        add_stiff(b, materials[i].name, "euler", &explicit_steps, &implicit_steps);
        add_stiff(b, materials[i].name, "implicit", &implicit_steps, &explicit_steps);
    }
    return !files_interrupted();
}

bool bench_flexible(struct bench *b) { return bench_elements(b) && bench_drops(b) && bench_stiff(b); }
