/* measure_flexible.c: flexible models.
 *
 * elements: one step of semi-implicit Euler of an elastic block in free flight, in ns per element, on one thread and on
 * two, beside a plain loop that copies the bytes that such a step must at least move: positions, velocities and forces
 * of the nodes, read and written. drop: a block of gelatin 1 m wide falls on a plane, in ms per sixtieth of a second, with
 * the smallest fraction of its volume during the fall, beside Bullet. reaction: the same fall with contact by constraint
 * forces and by penalties of the same penetration, beside each other. stiff: a stiff block clamped at one side, by
 * implicit and by explicit steps, beside each other. What is compared runs in turn.
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

/* Seconds per step. */
static bool step_time(int side, int threads, int repeats, struct bench_samples *times)
{
    char text[300];
    snprintf(text, sizeof text,
             "world: integrator euler; step 1e-4; end object b: block %d %d %d; size 1 1 1; stiffness 12500; spin 1 2 "
             "3; end",
             side, side, side);
    tn_world *w = read_world(text);
    if (!w)
        return false;
    tn_settings s = tn_world_settings(w);
    s.threads = threads;
    int rounds = 1 + 400000 / (side * side * side);
    double t = 1e-4;
    bool ok = tn_world_configure(w, &s) == TN_OK && tn_advance(w, t) == TN_OK;
    for (int r = 0; r < repeats && ok && !files_interrupted(); r++) {
        double start = simulation_clock();
        t += 1e-4 * rounds;
        ok = tn_advance(w, t) == TN_OK;
        bench_sample(times, (simulation_clock() - start) / rounds);
    }
    if (!ok)
        return stuck(w);
    tn_world_free(w);
    return !files_interrupted();
}

/* Seconds for a plain copy of this many bytes. */
static double copy_time(size_t bytes, int repeats)
{
    size_t n = bytes / sizeof(double) / 2; /* each is read and written */
    double *from = texts_memory(NULL, sizeof *from * n), *to = texts_memory(NULL, sizeof *to * n);
    for (size_t i = 0; i < n; i++) {
        from[i] = (double)i;
        to[i] = 0;
    }
    int rounds = 1 + (int)(200000000 / bytes);
    struct bench_samples times = {0};
    double sum = 0;
    for (int r = 0; r < repeats; r++) {
        double start = simulation_clock();
        for (int k = 0; k < rounds; k++) {
            for (size_t i = 0; i < n; i++)
                to[i] = from[i];
            sum += to[(size_t)k % n]; /* keeps the compiler from leaving it out */
        }
        bench_sample(&times, (simulation_clock() - start) / rounds);
    }
    free(from);
    free(to);
    return sum >= 0 ? bench_median(&times) : -1;
}

static bool bench_elements(struct bench *b)
{
    const int sides[] = {10, 20, 40}, repeats = bench_repeats(b, 7, 3);
    for (int i = 0; i < 3; i++) {
        int side = sides[i], elements = side * side * side, nodes = (side + 1) * (side + 1) * (side + 1);
        double copy = copy_time((size_t)nodes * 3 * 6 * sizeof(double), repeats);
        for (int threads = 1; threads <= 2; threads++) {
            struct bench_samples times = {0};
            if (!step_time(side, threads, repeats, &times))
                return false;
            struct bench_row row = bench_row("flexible");
            snprintf(row.model, sizeof row.model, "elastic %d^3", side);
            snprintf(row.by, sizeof row.by, "tenon euler, %d thread%s", threads, threads > 1 ? "s" : "");
            snprintf(row.who, sizeof row.who, "tenon euler");
            bench_row_samples(&row, &times, 1e9 / elements);
            row.beside = 1e9 * copy / elements;
            row.unit = "ns/element";
            row.aim = side == 40 && threads == 2 ? 50 : 0; /* 20 million element-steps per second */
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
    struct bench_samples times; /* ms per 1/60 s */
    double least, depth;        /* smallest fraction of the volume; penetration, m */
    long steps;
};

/* One second of a fall, on one thread, with this many measurements of volume and penetration. */
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
    out->least = 1;
    out->depth = 0;
    for (int i = 1; i <= looks && ok && !files_interrupted(); i++) {
        double start = bench_clock();
        ok = tn_advance(w, (double)i / looks) == TN_OK;
        seconds += bench_clock() - start;
        out->least = fmin(out->least, probe(w, "volume"));
        out->depth = fmax(out->depth, -probe(w, "low"));
    }
    if (!ok)
        return stuck(w);
    bench_sample(&out->times, 1e3 * seconds / 60);
    out->steps = tn_count(w).steps;
    tn_world_free(w);
    return true;
}

/* `beside`: milliseconds of the run beside it. */
static void add_drop(struct bench *b, const char *model, const char *by, const struct drop *d, double beside,
                     double aim)
{
    struct bench_row row = bench_row("flexible");
    snprintf(row.model, sizeof row.model, "%s", model);
    snprintf(row.by, sizeof row.by, "%s: volume %.3f, %ld steps", by, d->least, d->steps);
    snprintf(row.who, sizeof row.who, "%s", by);
    bench_row_samples(&row, &d->times, 1);
    row.unit = "ms/frame";
    row.beside = beside;
    row.aim = aim;
    row.gap = d->depth;
    bench_add(&b->table, &row);
}

/* The same fall by Bullet: its position-based links, and its explicit elements at the longest stable step. */
enum { BULLET_LINKS, BULLET_ELEMENTS, BULLET_WAYS };
static void run_bullet(struct bench *b, struct drop out[BULLET_WAYS])
{
    for (int i = 0; i < b->peers.problem_count; i++) {
        const struct bench_problem *p = &b->peers.problems[i];
        bool links = strcmp(p->problem, "gelatin-links") == 0;
        struct drop *d = &out[links ? BULLET_LINKS : BULLET_ELEMENTS];
        struct bench_outcome o;
        double step = links ? 1.0 / 60 : 1.0 / 360;
        if ((!links && strcmp(p->problem, "gelatin-elements") != 0) || !bench_problem_run(p, 1, step, &o))
            continue;
        bench_sample(&d->times, 1e3 * o.seconds / 60);
        d->least = o.error;
        d->steps = lround(1 / step);
    }
}

static bool bench_drops(struct bench *b)
{
    const char *by_reaction = "constraint floor: outside b table; tau 0.003; end";
    /* the penalty of a node that allows the same penetration */
    const char *by_penalty =
        "for i = 0 to 9: for j = 0 to 9:\n"
        "  constraint: keep b.node(i, j, 0).z >= 0; by penalty; stiffness 7.5e5; damping 500; end\nend end";
    struct drop held = {0}, looser = {0}, soft = {0}, elastic = {0}, bullet[BULLET_WAYS] = {0};
    for (int r = 0; r < bench_repeats(b, 5, 2) && !files_interrupted(); r++) {
        if (!run_drop("incompressible;", by_reaction, 60, &held) ||
            !run_drop("incompressible 3e6;", by_reaction, 60, &looser) || !run_drop("", by_reaction, 300, &elastic) ||
            !run_drop("", by_penalty, 300, &soft))
            return false;
        run_bullet(b, bullet);
    }
    double beside = bullet[BULLET_ELEMENTS].times.count ? bench_median(&bullet[BULLET_ELEMENTS].times) : 0;
    for (int i = 0; i < BULLET_WAYS; i++)
        if (bullet[i].times.count)
            add_drop(b, "gelatin 9^3", i == BULLET_LINKS ? "bullet links" : "bullet FEM", &bullet[i], 0, 0);
    add_drop(b, "gelatin 9^3, incompressible", "euler", &held, beside, 2);
    add_drop(b, "gelatin 9^3, incompressible 3e6", "euler", &looser, beside, 1);
    add_drop(b, "gelatin 9^3, reaction", "euler", &elastic, bench_median(&soft.times), 0);
    add_drop(b, "gelatin 9^3, penalty", "euler", &soft, bench_median(&elastic.times), 0);
    return !files_interrupted();
}

/* ---- stiff ---- */

struct hang {
    struct bench_samples times; /* s */
    double droop;
    long steps;
};

/* A block of a thousand elements, clamped at one side, under its weight. */
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
    bench_sample(&out->times, bench_clock() - start);
    out->droop = probe(w, "droop");
    out->steps = tn_count(w).steps;
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
    bench_row_samples(&row, &own->times, 1);
    row.unit = "s";
    row.beside = bench_median(&other->times);
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
        struct hang explicit_steps = {0}, implicit_steps = {0};
        for (int r = 0; r < bench_repeats(b, 3, 2) && !files_interrupted(); r++)
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
