/* main.c: the program tenon-bench, which `tenon bench` starts: the measurements, one table and one JSON file. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "options.h"
#include "status.h"
#include "texts.h"

static const struct measurement {
    const char *name;
    bool (*go)(struct bench *b);
} measurements[] = {
    {"memory", bench_memory}, /* first, while this process has no memory of others to use again */
    {"evaluate", bench_evaluate},   {"edit", bench_edit},         {"formula", bench_formula},
    {"chains", bench_chains},       {"defaults", bench_defaults}, {"four-bars", bench_four_bars},
    {"precision", bench_precision}, {"gaps", bench_gaps},         {"truths", bench_truths},
    {"start", bench_start},         {"reading", bench_reading},   {"record", bench_record},
    {"pyramid", bench_pyramid},     {"crowd", bench_crowd},       {"figures", bench_figures},
    {"flexible", bench_flexible},   {"tree", bench_tree},         {"puppet", bench_puppet},
    {"threads", bench_threads},     {"net", bench_net},           {"latency", bench_latency},
    {"interrupt", bench_interrupt},
};
enum { MEASUREMENTS = sizeof measurements / sizeof *measurements };

static const struct measurement *find(const char *name, const char **best)
{
    for (int i = 0; i < MEASUREMENTS; i++) {
        if (!strcmp(name, measurements[i].name))
            return &measurements[i];
        texts_offer(name, measurements[i].name, best);
    }
    return NULL;
}

static int run_all(struct bench *b, const char *const *names, int count, const char *json, const char *plots)
{
    bool ok = true;
    for (int i = 0; i < (count ? count : MEASUREMENTS) && ok; i++) {
        const char *best = NULL;
        const struct measurement *m = count ? find(names[i], &best) : &measurements[i];
        ok = m->go(b) && !files_interrupted();
    }
    printf("\nmedian, min and max of several runs; beside: ratio to a reference measured along with it "
           "(docs/benchmarks.md).\n");
    if (json && b->table.count)
        ok = bench_write(&b->table, json, b->quick) && ok;
    if (plots)
        ok = bench_plot(&b->table, plots) && ok;
    return ok ? STATUS_DONE : STATUS_STUCK;
}

/* Every name is known, or a message. */
static bool names_known(const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        const char *best = NULL;
        struct buffer all = {0};
        if (find(names[i], &best))
            continue;
        for (int k = 0; k < MEASUREMENTS; k++)
            buffer_print(&all, "%s%s", k ? ", " : "", measurements[k].name);
        options_complain("bench", "there is no measurement \"%s\"%s%s%s", names[i],
                         best ? "; did you mean " : "; there are: ", best ? best : all.at, best ? "?" : "");
        buffer_free(&all);
        return false;
    }
    return true;
}

/* What the command line says. */
struct asked {
    struct option_number largest, repeats, limit, tolerance, step, tau;
    int model, integrator; /* -1: not said */
    bool quick;
    const char *json, *plots, *peers, *examples;
};

static int go(const struct asked *a, const char *const *names, int count)
{
    tn_world *defaults = tn_world_new();
    struct bench b = {.quick = a->quick, .largest = (int)a->largest.value, .repeats = (int)a->repeats.value};
    b.examples = a->examples;
    b.limit = a->limit.value;
    b.settings = tn_world_settings(defaults);
    tn_world_free(defaults);
    b.model = a->model;
    b.fixed_settings = a->integrator >= 0 || a->tolerance.given || a->step.given;
    b.settings.threads = 1; /* times are those of one core */
    b.settings.integrator = a->integrator >= 0 ? (tn_integrator)a->integrator : (a->step.given ? TN_RK4 : TN_ADAMS);
    b.settings.tolerance = a->tolerance.given ? a->tolerance.value : b.settings.tolerance;
    b.settings.step = a->step.given ? a->step.value : b.settings.step;
    b.settings.tau = a->tau.given ? a->tau.value : b.settings.tau;
    files_watch_signals();
    char *beside = a->peers ? NULL : files_beside_program("bench/peers");
    b.peers = bench_peers_find(!a->peers ? beside : (strcmp(a->peers, "none") ? a->peers : NULL));
    int status = run_all(&b, names, count, a->json, a->plots);
    bench_peers_free(&b.peers);
    bench_free(&b.table);
    free(beside);
    return status;
}

static const char purpose[] =
    "Measures this machine; times of the solver are seconds of one core. Without a name, all of these:\n"
    "  evaluate   one evaluation of all constraint forces, beside a kernel written by hand\n"
    "  edit       adding, removing, setting and undoing one constraint in a running chain, beside a plain step\n"
    "  formula    entering a formula while a world runs; evaluating it, beside the same compiled\n"
    "  threads    one evaluation of a large chain by two threads, beside one\n"
    "  net        one evaluation of nets and grids of ball joints by one thread and by two\n"
    "  chains     chains of rods in motion, open and between towers, beside other engines\n"
    "  defaults   the same, every engine as it is configured by default\n"
    "  four-bars  rows of four-bar linkages through their singular positions, beside other engines\n"
    "  precision  error against time of these, beside other engines\n"
    "  gaps       the largest gap of a joint at equal steps, beside other engines\n"
    "  truths     published problems: distance from their reference values, and the time it takes\n"
    "  pyramid, crowd   bodies in contact, beside other engines\n"
    "  figures    a thousand unicyclists by the displacement method, beside real time\n"
    "  flexible   elastic and incompressible blocks, beside Bullet\n"
    "  tree       trees of hinges by joint coordinates, beside the same by constraints\n"
    "  puppet     a constant matrix that is factored once, beside one that is factored at every evaluation\n"
    "  latency    a frame of 1,000 bodies, the next one after an edit or a grab, a drag while paused, beside 16 ms\n"
    "  interrupt  how long a call goes on after tn_interrupt, beside 20 ms\n"
    "  start, reading, record, memory   starting the program, reading scenes, writing records, memory per link\n"
    "docs/benchmarks.md describes the models, the searches and the columns.";

static int bench(int argc, char **argv)
{
    static const char *const models[] = {"open", "towers", "four-bars", NULL};
    struct asked a = {.model = -1, .integrator = -1, .examples = "examples"};
    const struct option options[] = {
        {"quick", 0, OPTION_FLAG, NULL, "a few minutes for everything: smaller models, fewer runs, shorter cut-offs",
         &a.quick, 0, NULL},
        {"json", 0, OPTION_TEXT, "FILE", "write all rows, with machine and commit", &a.json, 0, NULL},
        {"plots", 0, OPTION_TEXT, "DIR", "plot the rows of precision, as precision-MODEL.svg", &a.plots, 0, NULL},
        {"largest", 0, OPTION_INTEGER, "N", "largest number of links", &a.largest, RANGE_POSITIVE, NULL},
        {"repeats", 0, OPTION_INTEGER, "N", "number of runs, of which the table has median, min and max", &a.repeats,
         RANGE_POSITIVE, NULL},
        {"limit", 0, OPTION_NUMBER, "S", "cut-off of processor time per run, the same for every engine, s", &a.limit,
         RANGE_POSITIVE, NULL},
        {"model", 0, OPTION_CHOICE, "NAME", "of chains, defaults, precision and gaps: open, towers or four-bars",
         &a.model, 0, models},
        {"integrator", 0, OPTION_CHOICE, "NAME", "of chains and precision, instead of a search", &a.integrator, 0,
         tn_setting("integrator")->choices},
        {"tolerance", 0, OPTION_NUMBER, "R", "of integrators with error control", &a.tolerance, RANGE_POSITIVE, NULL},
        {"step", 0, OPTION_NUMBER, "DT", "of integrators with a fixed step, s", &a.step, RANGE_POSITIVE, NULL},
        {"tau", 0, OPTION_NUMBER, "T", "time constant of the constraints, s", &a.tau, RANGE_POSITIVE, NULL},
        {"peers", 0, OPTION_TEXT, "DIR", "programs of other engines (default: bench/peers beside this one), or none",
         &a.peers, 0, NULL},
        {"examples", 0, OPTION_TEXT, "DIR", "folder of the scenes of truths (default: examples)", &a.examples, 0, NULL},
    };
    const struct usage usage = {
        .command = "bench",
        .arguments = "[NAME…]",
        .purpose = purpose,
        .example = "  tenon bench --quick --json bench.json\n"
                   "  tenon bench chains --model towers --largest 1000 --integrator adams --tolerance 1e-7\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .most = MEASUREMENTS,
    };
    const char *names[MEASUREMENTS];
    int count, status, error = 0;
    if (!options_read(&usage, argc, argv, names, &count, &status))
        return status;
    if (!names_known(names, count))
        return STATUS_USAGE;
    if (a.json && !files_can_write(a.json, &error))
        return options_complain("bench", "--json %s: %s", a.json, strerror(error));
    return go(&a, names, count);
}

int main(int argc, char **argv)
{
    tn_on_out_of_memory(files_out_of_memory);
    return files_end(bench(argc, argv));
}
