/* bench.c: tenon bench: the built-in measurements, one table and one JSON file. */
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
    {"evaluate", bench_evaluate},   {"edit", bench_edit},           {"chains", bench_chains},
    {"four-bars", bench_four_bars}, {"precision", bench_precision}, {"gaps", bench_gaps},
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

static int run_all(struct bench *b, const char *const *names, int count, const char *json)
{
    bool ok = true;
    for (int i = 0; i < (count ? count : MEASUREMENTS) && ok; i++) {
        const char *best = NULL;
        const struct measurement *m = count ? find(names[i], &best) : &measurements[i];
        ok = m->go(b) && !files_interrupted();
    }
    printf("\nThe column beside is the ratio to what was run beside it: docs/benchmarks.md says what.\n");
    if (json && b->table.count)
        ok = bench_write(&b->table, json, b->quick) && ok;
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

int command_bench(int argc, char **argv)
{
    static const char *const models[] = {"open", "towers", "four-bars", NULL};
    struct option_number largest = {0}, repeats = {0}, tolerance = {0}, step = {0}, tau = {0};
    int model = -1, integrator = -1, count;
    bool quick = false;
    const char *json = NULL, *peers = NULL, *examples = "examples", *names[MEASUREMENTS];
    const struct option options[] = {
        {"quick", 0, OPTION_FLAG, NULL, "a minute for everything: smaller models, fewer repeats", &quick, 0, NULL},
        {"json", 0, OPTION_TEXT, "FILE", "all rows with machine and commit", &json, 0, NULL},
        {"largest", 0, OPTION_INTEGER, "N", "links at most", &largest, RANGE_POSITIVE, NULL},
        {"repeats", 0, OPTION_INTEGER, "N", "the best of so many is taken", &repeats, RANGE_POSITIVE, NULL},
        {"model", 0, OPTION_CHOICE, "NAME", "of chains, precision and gaps: open, towers or four-bars", &model, 0,
         models},
        {"integrator", 0, OPTION_CHOICE, "NAME", "of chains and precision, instead of a search for the best",
         &integrator, 0, option_integrators},
        {"tolerance", 0, OPTION_NUMBER, "R", "of adams and gear", &tolerance, RANGE_POSITIVE, NULL},
        {"step", 0, OPTION_NUMBER, "DT", "of rk4 and euler, s", &step, RANGE_POSITIVE, NULL},
        {"peers", 0, OPTION_TEXT, "DIR", "programs of other engines (bench/peers beside this one); none: none", &peers,
         0, NULL},
        {"examples", 0, OPTION_TEXT, "DIR", "where the scenes of truths are (examples)", &examples, 0, NULL},
        {"tau", 0, OPTION_NUMBER, "T", "time constant of the constraints, s", &tau, RANGE_POSITIVE, NULL},
    };
    const struct usage usage = {
        .command = "bench",
        .arguments = "[NAME…]",
        .purpose = "Measures this machine; times of the solver are seconds of one core. Without a name: all of these.\n"
                   "  evaluate   one evaluation of all constraint forces, beside a kernel written by hand\n"
                   "  edit       adding and removing one constraint in a running chain, beside a plain step\n"
                   "  chains     chains of rods in motion, open and between towers, beside other engines\n"
                   "  four-bars  rows of them through their singular positions, beside other engines\n"
                   "  precision  error against time of these, beside other engines\n"
                   "  gaps       the largest gap of a joint at equal steps, beside other engines\n"
                   "  truths     published problems: how far from their reference values, and how long it takes\n"
                   "  start, reading, record, memory   what is around a simulation",
        .example = "  tenon bench --quick --json bench.json\n"
                   "  tenon bench chains --model towers --largest 1000 --integrator adams --tolerance 1e-7\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 0,
        .most = MEASUREMENTS,
    };
    enum options_outcome outcome = options_read(&usage, argc, argv, names, &count);
    if (outcome != OPTIONS_GO)
        return outcome == OPTIONS_WRONG ? STATUS_USAGE : STATUS_DONE;
    if (!names_known(names, count))
        return STATUS_USAGE;
    int error = 0;
    if (json && !files_can_write(json, &error))
        return options_complain("bench", "--json %s: %s", json, strerror(error));
    tn_world *defaults = tn_world_new();
    struct bench b = {.quick = quick, .largest = (int)largest.value, .repeats = (int)repeats.value};
    b.examples = examples;
    b.settings = tn_world_settings(defaults);
    tn_world_free(defaults);
    b.model = model;
    b.fixed_settings = integrator >= 0 || tolerance.given || step.given;
    b.settings.integrator = integrator >= 0 ? (tn_integrator)integrator : (step.given ? TN_RK4 : TN_ADAMS);
    b.settings.tolerance = tolerance.given ? tolerance.value : b.settings.tolerance;
    b.settings.step = step.given ? step.value : b.settings.step;
    b.settings.tau = tau.given ? tau.value : b.settings.tau;
    files_watch_signals();
    char *beside = peers ? NULL : bench_peers_folder();
    b.peers = bench_peers_find(!peers ? beside : (strcmp(peers, "none") ? peers : NULL));
    int status = run_all(&b, names, count, json);
    bench_peers_free(&b.peers);
    bench_free(&b.table);
    free(beside);
    return status;
}
