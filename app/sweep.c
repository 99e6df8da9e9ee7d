/* sweep.c: tenon sweep: many runs of a scene with different parameters, in one table. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "json.h"
#include "model.h"
#include "options.h"
#include "simulate.h"
#include "status.h"
#include "sweep_pool.h"
#include "tenon/picture.h"

struct sweeping {
    struct model model;
    const char *output, *plot;
    struct option_number samples, seed, workers;
    int sampling; /* index in samplings, -1: not given */
    bool json, quiet;
    tn_sweep *sweep;
    tn_sweep_table *table; /* NULL: */
    FILE *stream;          /* instead of a file: a pipe, a device, standard output; or NULL */
    double *numbers;       /* of all rows, for plots: values and measures; NaN where a run failed. By run. Or NULL */
    struct sweep_pool pool;
    int resumed, failed, noted;
    struct buffer failures; /* the first ones, one per line */
    struct buffer notes;    /* the same of runs whose measures lack a value at some frames */
    char *why;              /* why the table cannot be written, or NULL */
    double start, last;     /* of the clock, s */
    bool terminal, drawn;
};

static const char *const samplings[] = {"latin", "random", NULL};
enum { SHOWN_FAILURES = 20 };

/* ---- progress and failures ---- */

static void show_progress(void *user)
{
    struct sweeping *s = user;
    double now = simulation_clock();
    if (files_interrupted())
        s->pool.stop = true;
    if (s->quiet || now - s->last < (s->terminal ? 0.1 : 2.0))
        return;
    s->last = now;
    pthread_mutex_lock(&s->pool.lock);
    int done = s->pool.written, all = s->pool.end, failed = s->failed;
    pthread_mutex_unlock(&s->pool.lock);
    double left = done > s->resumed ? (now - s->start) / (done - s->resumed) * (all - done) : 0;
    fprintf(stderr,
            s->terminal ? "\r%d of %d runs, %d failed, %.0f s left\033[K"
                        : "%d of %d runs, %d failed, about %.0f s left\n",
            done, all, failed, left);
    s->drawn = s->terminal;
}

static int columns_of(const tn_sweep *s) { return tn_sweep_name_count(s) + tn_sweep_measure_count(s); }

/* "run 3 (L = 2)" */
static void name_run(const struct sweeping *s, struct buffer *to, int run, const struct sweep_result *r)
{
    bool any = false;
    buffer_print(to, "run %d", run + 1);
    for (int i = 0; i < tn_sweep_name_count(s->sweep); i++)
        if (isfinite(r->numbers[i])) {
            buffer_print(to, "%s%s = %.6g", any ? ", " : " (", tn_sweep_name(s->sweep, i), r->numbers[i]);
            any = true;
        }
    buffer_print(to, "%s", any ? ")" : "");
}

static void note_failure(struct sweeping *s, int run, const struct sweep_result *r)
{
    if (s->failed++ >= SHOWN_FAILURES)
        return;
    name_run(s, &s->failures, run, r);
    buffer_print(&s->failures, ": status %d: %s\n", (int)r->status,
                 r->message && *r->message ? r->message : "it failed");
}

static void note_message(struct sweeping *s, int run, const struct sweep_result *r)
{
    if (!r->message || !*r->message || s->noted++ >= SHOWN_FAILURES)
        return;
    buffer_print(&s->notes, "note: ");
    name_run(s, &s->notes, run, r);
    buffer_print(&s->notes, ": %s\n", r->message);
}

/* What is done with every row, also with those that an earlier command wrote. */
static void note(struct sweeping *s, int run, const struct sweep_result *r)
{
    const size_t n = (size_t)columns_of(s->sweep);
    if (r->status != TN_OK)
        note_failure(s, run, r);
    else
        note_message(s, run, r);
    if (s->numbers && n > 0)
        memcpy(s->numbers + (size_t)run * n, r->numbers, n * sizeof *r->numbers);
}

static void say_why(struct sweeping *s, char *message)
{
    tn_free(s->why);
    s->why = message;
}

static bool on_row(void *user, int run, const struct sweep_result *r)
{
    struct sweeping *s = user;
    tn_sweep_row row = {
        .values = r->numbers, .measures = r->numbers + tn_sweep_name_count(s->sweep), .status = r->status};
    char *message = NULL;
    note(s, run, r);
    if (s->table && tn_sweep_table_add(s->table, &row, &message) != TN_OK) {
        say_why(s, message);
        return false;
    }
    char *line = s->stream ? tn_sweep_text(s->sweep, run, &row) : NULL;
    bool good = !line || (fputs(line, s->stream) >= 0 && fflush(s->stream) == 0);
    tn_free(line);
    return good;
}

/* ---- the plot ---- */

/* Measures against the first swept let, a line for each combination of the others. */
static int save_plot(const struct sweeping *s)
{
    enum { MOST_LINES = 24 };
    const int names = tn_sweep_name_count(s->sweep), measures = tn_sweep_measure_count(s->sweep);
    const int n = names + measures, runs = tn_sweep_runs(s->sweep);
    const int along = names ? tn_sweep_value_count(s->sweep, 0) : 1;
    const bool sampled = names && along == 1 && runs > 1;
    const int points = sampled ? runs : along, others = sampled ? 1 : runs / (along ? along : 1);
    char *message = NULL;
    tn_plot_options o = tn_plot_default();
    o.x_label = names ? tn_sweep_name(s->sweep, 0) : "run";
    o.y_label = measures == 1 ? tn_sweep_measure(s->sweep, 0) : NULL;
    o.marks = true;
    tn_plot *p = tn_plot_new(&o, &message);
    double *x = texts_memory(NULL, sizeof *x * (size_t)(points + 1)),
           *y = texts_memory(NULL, sizeof *y * (size_t)(points + 1));
    int lines = 0;
    for (int m = 0; p && m < measures; m++)
        for (int k = 0; k < others && lines < MOST_LINES; k++, lines++) {
            struct buffer name = {0};
            buffer_print(&name, "%s", tn_sweep_measure(s->sweep, m));
            for (int i = 1; !sampled && i < names; i++)
                buffer_print(&name, ", %s = %.4g", tn_sweep_name(s->sweep, i),
                             s->numbers[(size_t)k * (size_t)n + (size_t)i]);
            for (int i = 0; i < points; i++) {
                const double *row = &s->numbers[(size_t)(sampled ? i : i * others + k) * (size_t)n];
                x[i] = names ? row[0] : 1;
                y[i] = row[names + m];
            }
            if (sampled) /* points in no order: dots without a line between them */
                for (int i = 0; i < points; i++)
                    tn_plot_line(p, i ? NULL : name.at, &x[i], &y[i], 1);
            else
                tn_plot_line(p, name.at, x, y, points);
            buffer_free(&name);
        }
    if (p && measures * others > MOST_LINES)
        fprintf(stderr, "note: the plot shows %d of %d lines\n", MOST_LINES, measures * others);
    tn_status status = p ? tn_plot_save(p, s->plot, &message) : TN_WRONG_USE;
    tn_plot_free(p);
    free(x);
    free(y);
    if (status == TN_OK)
        return STATUS_DONE;
    fprintf(stderr, "tenon sweep: %s\n", message ? message : "the plot cannot be made");
    tn_free(message);
    return STATUS_STUCK;
}

static bool ends_in(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n > m && strcasecmp(path + n - m, ending) == 0;
}

/* What would only be found after all runs. */
static int check_plot(const struct sweeping *s)
{
    int error;
    struct stat table, plot;
    if (!s->plot)
        return STATUS_DONE;
    if (!ends_in(s->plot, ".svg") && !ends_in(s->plot, ".png"))
        return options_complain("sweep", "--plot: %s must end in .svg or .png", s->plot);
    const bool same =
        s->output && (!strcmp(s->output, s->plot) || (stat(s->output, &table) == 0 && stat(s->plot, &plot) == 0 &&
                                                      table.st_dev == plot.st_dev && table.st_ino == plot.st_ino));
    if (same)
        return options_complain("sweep", "%s cannot be both the table and the plot", s->plot);
    if (tn_sweep_reads(s->sweep, s->plot))
        return options_complain("sweep", "--plot: %s belongs to the scene, and would be written over", s->plot);
    if (!files_can_write(s->plot, &error))
        return options_complain("sweep", "--plot: %s cannot be written: %s", s->plot, files_why(error));
    return STATUS_DONE;
}

/* ---- the sweep ---- */

static int make_sweep(struct sweeping *s)
{
    tn_sweep_def def = tn_sweep_default();
    tn_status status;
    tn_diagnostics *d = tn_diagnostics_new();
    def.path = s->model.path;
    def.sets = s->model.sets.at;
    def.set_count = s->model.sets.count;
    def.measures = s->model.probes.at;
    def.measure_count = s->model.probes.count;
    def.folders = s->model.allow.at;
    def.folder_count = s->model.allow.count;
    def.samples = (int)s->samples.value;
    def.seed = s->seed.given ? (uint64_t)s->seed.value : 1;
    def.sampling = s->sampling < 0 ? TN_SAMPLING_LATIN : (tn_sampling)s->sampling;
    def.until = s->model.until.given ? s->model.until.value : -1;
    s->sweep = tn_sweep_new(&def, &status, d);
    if (!sweep_fleet || sweep_fleet->rank == 0)
        model_print_diagnostics(d);
    tn_diagnostics_free(d);
    if (s->sweep)
        return STATUS_DONE;
    return status == TN_WRONG_USE ? options_complain("sweep", "nothing was run") : STATUS_MODEL;
}

static void report(struct sweeping *s, double wall)
{
    int ranks = sweep_fleet ? sweep_fleet->size : 1;
    if (s->failed && !s->quiet) {
        fputs(s->failures.at, stderr);
        if (s->failed > SHOWN_FAILURES)
            fprintf(stderr, "and %d more\n", s->failed - SHOWN_FAILURES);
    }
    if (s->noted && !s->quiet) {
        fputs(s->notes.at, stderr);
        if (s->noted > SHOWN_FAILURES)
            fprintf(stderr, "and %d more\n", s->noted - SHOWN_FAILURES);
    }
    if (s->json) {
        struct json j = {.out = stdout};
        json_open(&j, NULL, '{');
        json_integer(&j, "runs", tn_sweep_runs(s->sweep));
        json_integer(&j, "failed", s->failed);
        json_integer(&j, "resumed", s->resumed);
        json_integer(&j, "workers", s->pool.workers * ranks);
        json_number(&j, "wall_seconds", wall);
        json_integer(&j, "noted", s->noted);
        json_close(&j, '}');
        putchar('\n');
    } else if (!s->quiet) {
        FILE *out = s->stream == stdout ? stderr : stdout;
        int done = tn_sweep_runs(s->sweep) - s->resumed;
        fprintf(out, "%d runs, %d failed", tn_sweep_runs(s->sweep), s->failed);
        if (s->resumed)
            fprintf(out, ", %d of them from %s.part", s->resumed, s->output);
        fprintf(out, "; %d workers, %.3g s, %.4g runs/s\n", s->pool.workers * ranks, wall, wall > 0 ? done / wall : 0);
        if (s->output && s->stream != stdout)
            fprintf(out, "wrote %s\n", s->output);
    }
}

static void simulate_all(struct sweeping *s)
{
    sweep_pool_start(&s->pool);
    if (sweep_fleet)
        sweep_fleet->serve(&s->pool, show_progress);
    else
        while (!sweep_pool_wait(&s->pool, 0.1))
            show_progress(s);
    sweep_pool_end(&s->pool);
    if (s->drawn)
        fprintf(stderr, "\r\033[K");
}

static int default_workers(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    long ranks = sweep_fleet ? sweep_fleet->size : 1; /* on this machine, or fewer */
    return cores / ranks > 1 ? (int)(cores / ranks) : 1;
}

/* A rank other than 0: no files, no messages. */
static int help_rank_0(struct sweeping *s)
{
    s->pool.end = tn_sweep_runs(s->sweep);
    sweep_fleet->work(&s->pool);
    return STATUS_DONE;
}

static void report_stop(const struct sweeping *s)
{
    fprintf(stderr, "tenon sweep: %s after %d of %d runs", files_interrupted() ? "interrupted" : "stopped",
            s->pool.written, s->pool.end);
    if (s->why)
        fprintf(stderr, ": %s", s->why);
    if (s->table)
        fprintf(stderr, "; the same command continues %s%s", s->why ? "it" : s->output, s->why ? "" : ".part");
    fputc('\n', stderr);
}

static int open_stream(struct sweeping *s, const char *path)
{
    char *header = tn_sweep_text(s->sweep, -1, NULL);
    s->stream = strcmp(path, "-") ? fopen(path, "w") : stdout;
    bool good = s->stream && fputs(header, s->stream) >= 0 && fflush(s->stream) == 0;
    tn_free(header);
    return good ? STATUS_DONE : options_complain("sweep", "%s cannot be written: %s", path, strerror(errno));
}

/* Takes over what an earlier command wrote. */
static void take_over(struct sweeping *s)
{
    struct sweep_result *r = sweep_result_new(s->sweep);
    tn_sweep_row row = {.values = r->numbers, .measures = r->numbers + tn_sweep_name_count(s->sweep)};
    s->resumed = tn_sweep_table_rows(s->table);
    r->message = NULL;
    for (int i = 0; i < s->resumed && tn_sweep_table_get(s->table, i, &row) == TN_OK; i++) {
        r->status = row.status;
        note(s, i, r);
    }
    sweep_result_free(r);
}

/* Where the rows go: a file that can be continued, a stream, or nowhere. */
static int open_table(struct sweeping *s)
{
    struct stat about;
    const char *target = s->output ? s->output : s->json ? NULL : "-";
    char *message = NULL;
    if (!target)
        return STATUS_DONE;
    if (!strcmp(target, "-") || (stat(target, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)))
        return open_stream(s, target);
    s->table = tn_sweep_table_open(s->sweep, target, NULL, &message);
    if (s->table) {
        take_over(s);
        return STATUS_DONE;
    }
    int status = options_complain("sweep", "%s", message ? message : "the table cannot be written");
    tn_free(message);
    return status;
}

/* Closes the table; false: it has not got its name. */
static bool finish_table(struct sweeping *s)
{
    char *message = NULL;
    if (!s->table || tn_sweep_table_finish(s->table, &message) == TN_OK)
        return !s->stream || fflush(s->stream) == 0;
    say_why(s, message);
    return false;
}

static int go(struct sweeping *s)
{
    int status = make_sweep(s);
    if (status != STATUS_DONE)
        return status;
    files_watch_signals();
    s->pool.sweep = s->sweep;
    s->pool.workers = s->workers.given ? (int)s->workers.value : default_workers();
    if (s->pool.workers > tn_sweep_runs(s->sweep))
        s->pool.workers = tn_sweep_runs(s->sweep);
    if (sweep_fleet && sweep_fleet->rank > 0)
        return help_rank_0(s);
    status = check_plot(s);
    if (status != STATUS_DONE)
        return status;
    if (s->plot) {
        size_t all = (size_t)columns_of(s->sweep) * (size_t)tn_sweep_runs(s->sweep);
        s->numbers = texts_memory(NULL, sizeof(double) * all + 1);
    }
    status = open_table(s);
    if (status != STATUS_DONE)
        return status;
    s->pool.next = s->resumed;
    s->pool.end = tn_sweep_runs(s->sweep);
    s->pool.row = on_row;
    s->pool.user = s;
    s->terminal = isatty(STDERR_FILENO);
    s->start = s->last = simulation_clock();
    simulate_all(s);
    double wall = simulation_clock() - s->start;
    if (s->pool.written < s->pool.end) {
        report_stop(s);
        return STATUS_STUCK;
    }
    if (!finish_table(s)) {
        fprintf(stderr, "tenon sweep: %s\n", s->why ? s->why : strerror(errno));
        return STATUS_STUCK;
    }
    report(s, wall);
    if (s->plot && (status = save_plot(s)) != STATUS_DONE)
        return status;
    return s->failed == s->pool.end ? STATUS_STUCK : STATUS_DONE;
}

/* Under mpirun the work is done by tenon-mpi, which is built where MPI was found. Returns if it cannot be started. */
static int start_mpi(int argc, char **argv)
{
    char *program = files_beside_program("tenon-mpi");
    char **all = texts_memory(NULL, sizeof *all * (size_t)(argc + 2));
    all[0] = program;
    for (int i = 0; i <= argc; i++)
        all[i + 1] = argv[i];
    fflush(stdout);
    if (program)
        execv(program, all);
    free(all);
    free(program);
    return options_complain("sweep",
                            "this build has no MPI (tenon-mpi is missing): without mpirun, sweep uses all cores of "
                            "this machine");
}

int command_sweep(int argc, char **argv)
{
    const char *size = getenv("OMPI_COMM_WORLD_SIZE");
    size = size ? size : getenv("PMI_SIZE");
    if (size && atoi(size) > 1 && !sweep_fleet)
        return start_mpi(argc, argv);
    struct sweeping s = {.model = MODEL_DEFAULT("sweep"), .sampling = -1};
    struct model *m = &s.model;
    const struct option options[] = {
        {"set", 0, OPTION_TEXTS, "NAME=VALUES", "values of `let NAME`: a,b,c or a:b:n or a..b (sampled)", &m->sets,
         RANGE_ANY, NULL},
        {"probe", 0, OPTION_TEXTS, "MEASURE", "max(E) min(E) mean(E) rms(E) first(E) last(E) at(E, T), or NAME = …",
         &m->probes, RANGE_ANY, NULL},
        {"output", 'o', OPTION_TEXT, "FILE.csv", "the table; without it, on standard output", &s.output, RANGE_ANY,
         NULL},
        {"csv", 0, OPTION_TEXT, "FILE.csv", "the same as --output", &s.output, RANGE_ANY, NULL},
        {"plot", 0, OPTION_TEXT, "FILE.svg", "the measures against the first --set, as SVG or PNG", &s.plot, RANGE_ANY,
         NULL},
        {"samples", 0, OPTION_INTEGER, "N", "how many samples of the ranges a..b", &s.samples, RANGE_POSITIVE, NULL},
        {"seed", 0, OPTION_INTEGER, "S", "of the samples (default: 1)", &s.seed, RANGE_NOT_NEGATIVE, NULL},
        {"sampling", 0, OPTION_CHOICE, "NAME", "latin (default: one in each part of every range) or random",
         &s.sampling, RANGE_ANY, samplings},
        {"workers", 0, OPTION_INTEGER, "N", "runs at the same time (default: all cores)", &s.workers, RANGE_POSITIVE,
         NULL},
        option_of_setting("until", "until", &m->until),
        model_option_allow(m),
        {"json", 0, OPTION_FLAG, NULL, "a summary as one JSON object on standard output", &s.json, RANGE_ANY, NULL},
        {"quiet", 'q', OPTION_FLAG, NULL, "no progress, no summary", &s.quiet, RANGE_ANY, NULL},
    };
    const struct usage usage = {
        .command = "sweep",
        .arguments = "SCENE",
        .purpose =
            "Runs a scene once for every combination of values and writes one row per run: its number, the values, "
            "the\n"
            "measures, its status. The first --set changes slowest, samples fastest. The same command continues a\n"
            "sweep that was ended; until it is complete the file is FILE.csv.part. The table does not depend on the\n"
            "number of workers.\n"
            "max and min are of the frames (`world: frames N; end`): more frames come closer to the true extreme. mean "
            "and\n"
            "rms are integrals over time; E alone is last(E); E may be the name of a probe of the scene.\n"
            "Exit status: 0 done, also if some runs failed (they are listed); 1 the scene is wrong; 2 wrong usage;\n"
            "3 every run failed, or it was interrupted.",
        .example =
            "  tenon sweep examples/mechanisms/slider-crank.tn --set r=0.1:0.2:11 --probe 'max(speed)' -o speeds.csv\n"
            "  tenon sweep scene.tn --set L=1,2,5 --set k=10..500 --samples 100 --probe 'pull = "
            "max(norm(force(pin)))'\n"
            "  mpirun tenon sweep scene.tn --set L=1:2:1000 --probe 'rms(a.center.x)' -o many.csv\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 1,
        .most = 1,
    };
    int count, status;
    if (options_read(&usage, argc, argv, &m->path, &count, &status))
        status = go(&s);
    tn_sweep_table_close(s.table);
    if (s.stream && s.stream != stdout)
        fclose(s.stream);
    free(s.numbers);
    tn_free(s.why);
    tn_sweep_free(s.sweep);
    buffer_free(&s.failures);
    buffer_free(&s.notes);
    model_free(m);
    return status;
}
