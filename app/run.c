/* run.c: tenon run: simulates a scene and writes the requested files. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "files.h"
#include "film.h"
#include "hints.h"
#include "json.h"
#include "model.h"
#include "options.h"
#include "progress.h"
#include "recording.h"
#include "simulate.h"
#include "status.h"

struct run {
    struct model model;
    const char *csv_path; /* NULL: none */
    bool json, quiet, units;
    tn_world *world;
    struct csv csv;
    bool csv_open, csv_failed;
    struct recording recording;
    struct film film;
    struct progress progress;
    struct simulation simulation;
    tn_counts counts; /* of the model at the start; steps and evaluations at the end */
    struct word_list redundant, contradictory, warnings;
    struct hints hints;
};

/* ---- the frames ---- */

static bool on_frame(void *context, tn_world *w)
{
    struct run *r = context;
    progress_show(&r->progress, tn_time(w));
    hints_frame(&r->hints, w, film_draws(&r->film) ? &r->film.drawing.set : NULL);
    r->csv_failed = r->csv_open && !csv_row(&r->csv, w);
    return !r->csv_failed && recording_frame(&r->recording, w) && film_frame(&r->film, w);
}

/* The motion once more, for the film. */
static enum simulation_end simulate_again(void *context, tn_world *w, double until, const struct pace *pace,
                                          bool (*frame)(void *to, tn_world *w), void *to)
{
    const struct run *r = context;
    struct simulation s = {.until = until, .rate = r->simulation.rate, .pace = pace, .frame = frame, .context = to};
    return simulation_run(w, &s);
}

static int cannot_write(const char *path, int error, int status)
{
    fprintf(stderr, "tenon run: cannot write %s: %s\n", strcmp(path, "-") ? path : "standard output", files_why(error));
    return status;
}

static void print_failure(struct run *r, enum simulation_end end)
{
    struct buffer b = {0};
    if (end == SIMULATION_STUCK)
        buffer_print(&b, "the simulation could not continue: %s", tn_failure(r->world));
    else if (end == SIMULATION_INTERRUPTED)
        buffer_print(&b, "interrupted at t = %g s", tn_time(r->world));
    if (b.at) {
        fprintf(stderr, "tenon run: %s\n", b.at);
        word_list_add(&r->warnings, b.at);
    }
    buffer_free(&b);
}

/* Where the last good state is written: next to the first output file, or next to the scene if there is none. */
static bool find_place(const struct run *r, struct buffer *path)
{
    const char *const beside[] = {r->csv_path,  r->recording.path, r->film.movie,
                                  r->film.gltf, r->film.frames,    r->model.path};
    const char *name = strrchr(r->model.path, '/') ? strrchr(r->model.path, '/') + 1 : r->model.path;
    const char *dot = strrchr(name, '.');
    int error = 0;
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        if (!beside[i] || !strcmp(beside[i], "-") || !strncmp(beside[i], "/dev/", 5))
            continue;
        const char *slash = strrchr(beside[i], '/');
        buffer_free(path);
        *path = (struct buffer){0};
        buffer_print(path, "%.*s%.*s.stuck.tn", slash ? (int)(slash - beside[i] + 1) : 0, beside[i],
                     dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
        if (files_can_write(path->at, &error))
            return true;
    }
    fprintf(stderr, "tenon run: the last good state could not be written to %s: %s\n",
            path->at ? path->at : "a file: there is no scene file", files_why(error));
    return false;
}

/* Writes the last good state as a scene: running it repeats the step that failed. */
static void keep_last_state(struct run *r)
{
    struct buffer path = {0};
    if (find_place(r, &path)) {
        char *text = tn_write_text(r->world);
        struct outfile f;
        bool opened = files_open(&f, path.at);
        bool wrote = opened && text && fputs(text, f.stream) >= 0;
        if (opened && !wrote)
            files_abandon(&f);
        if (wrote && files_finish(&f))
            fprintf(stderr, "tenon run: the last good state is in %s: running it repeats the step that failed\n",
                    path.at);
        else
            fprintf(stderr, "tenon run: the last good state could not be written to %s: %s\n", path.at,
                    files_why(f.error));
        tn_free(text);
    }
    buffer_free(&path);
}

/* ---- the report ---- */

/* Adds warnings of the run to those of the text; each is printed once. A probe whose object does not exist now is not
 * an error: only the JSON report, which leaves the probe out, lists it as a warning. */
static void gather_warnings(struct run *r)
{
    const char *sentence;
    for (int i = 0; (sentence = tn_warning(r->world, i)); i++) {
        if (word_list_has(&r->warnings, sentence))
            continue;
        fprintf(stderr, "warning: %s\n", sentence);
        word_list_add(&r->warnings, sentence);
    }
    for (int i = 0; i < tn_probe_count(r->world); i++) {
        if (isfinite(tn_probe_value(r->world, i)))
            continue;
        struct buffer b = {0};
        bool there = tn_probe_there(r->world, i);
        buffer_print(&b, "the probe %s %s at t = %g s", tn_probe_name(r->world, i),
                     there ? "is not a number" : "has no value: its object does not exist", tn_time(r->world));
        if (there)
            fprintf(stderr, "warning: %s\n", b.at);
        word_list_add(&r->warnings, b.at);
        buffer_free(&b);
    }
}

/* Has a warning named this constraint, as contradictory or as held softly? */
static bool is_reported(struct run *r, tn_constraint c)
{
    tn_constraint held;
    if (word_list_has(&r->contradictory, tn_constraint_name(r->world, c)))
        return true;
    for (int i = 0; tn_constraint_valid(r->world, held = tn_held_softly_at(r->world, i)); i++)
        if (!memcmp(&held, &c, sizeof c))
            return true;
    return false;
}

/* No run ends far off in silence: names the worst constraint that should be met by now and is not, unless a warning has
 * named it already. The displacement method has an accuracy of its own, and warns itself where it ends its iterations
 * early. */
static void warn_unmet(struct run *r)
{
    tn_world *w = r->world;
    tn_constraint c, worst = {0};
    double most = 0;
    int count = 0;
    if (tn_world_settings(w).method == TN_DISPLACEMENT)
        return;
    for (int i = 0; tn_constraint_valid(w, c = tn_unmet_at(w, i)); i++) {
        tn_constraint_state now;
        if (is_reported(r, c) || tn_constraint_get(w, c, &now) != TN_OK)
            continue;
        count++;
        if (count == 1 || now.size > most) {
            worst = c;
            most = now.size;
        }
    }
    if (!count)
        return;
    struct buffer b = {0};
    buffer_print(&b, "%s is off by %.2g at the end", tn_constraint_name(w, worst), most);
    if (count > 1)
        buffer_print(&b, ", and %d other%s by less", count - 1, count > 2 ? "s" : "");
    buffer_print(&b, "; try a smaller tolerance or step, or --solver svd");
    fprintf(stderr, "warning: %s\n", b.at);
    word_list_add(&r->warnings, b.at);
    buffer_free(&b);
}

static void print_json(struct run *r, const tn_measures *m)
{
    struct json j = {.out = stdout};
    tn_solver solver = tn_world_settings(r->world).solver;
    json_open(&j, NULL, '{');
    json_integer(&j, "objects", r->counts.objects);
    json_integer(&j, "constraints", r->counts.constraints);
    json_integer(&j, "degrees_of_freedom", r->counts.degrees_of_freedom);
    json_integer(&j, "steps", r->counts.steps);
    json_integer(&j, "evaluations", r->counts.evaluations);
    json_integer(&j, "fallbacks", r->counts.fallbacks);
    if (r->counts.iterations > 0) /* of the displacement method */
        json_integer(&j, "iterations", r->counts.iterations);
    json_texts(&j, "redundant", &r->redundant);
    json_texts(&j, "contradictory", &r->contradictory);
    model_json_state(&j, r->world, &r->contradictory);
    json_number(&j, "wall_seconds", r->simulation.wall);
    json_number(&j, "time", tn_time(r->world));
    json_number(&j, "energy", m->kinetic + m->potential);
    json_number(&j, "energy_drift", m->drift);
    json_number(&j, "deviation", m->largest_deviation);
    json_text(&j, "solver", tn_setting("solver")->choices[solver == TN_SOLVER_AUTO ? TN_SOLVER_SPARSE : solver]);
    json_open(&j, "probes", '{');
    for (int i = 0; i < tn_probe_count(r->world); i++) {
        double value = tn_probe_value(r->world, i);
        if (isfinite(value)) /* otherwise a warning says so */
            json_number(&j, tn_probe_name(r->world, i), value);
    }
    json_close(&j, '}');
    tn_optimum best;
    if (tn_has_goals(r->world) && tn_optimum_get(r->world, &best) == TN_OK) {
        json_open(&j, "optimum", '{');
        json_integer(&j, "reached", best.outcome == TN_OPTIMUM_REACHED);
        json_number(&j, "objective", best.objective);
        json_number(&j, "stationarity", best.stationarity);
        json_number(&j, "feasibility", best.feasibility);
        json_number(&j, "complementarity", best.complementarity);
        json_close(&j, '}');
    }
    json_texts(&j, "warnings", &r->warnings);
    json_texts(&j, "hints", &r->hints.said);
    json_close(&j, '}');
    putchar('\n');
}

static FILE *summary_stream(const struct run *r) { return r->csv_path && !strcmp(r->csv_path, "-") ? stderr : stdout; }

static void print_summary(struct run *r, const tn_measures *m, bool wrote, bool recorded)
{
    FILE *out = summary_stream(r);
    fprintf(out, "t = %g s: %ld frames, %ld steps in %.3g s; ", tn_time(r->world), r->simulation.frames,
            r->counts.steps, r->simulation.wall);
    if (r->counts.iterations > 0)
        fprintf(out, "%.1f iterations per step; ", (double)r->counts.iterations / (double)r->counts.steps);
    fprintf(out, "deviation %.2g, energy drift %.2g\n", m->largest_deviation, m->drift);
    model_print_probes(out, r->world);
    tn_optimum best;
    if (tn_has_goals(r->world) && tn_optimum_get(r->world, &best) == TN_OK)
        fprintf(out, "%s; objective %.10g\n", best.message, best.objective);
    if (wrote && out == stdout)
        fprintf(out, "wrote %s\n", r->csv_path);
    if (recorded && r->recording.path)
        fprintf(out, "wrote %s\n", r->recording.path);
}

/* ---- the run ---- */

/* A run with millions of frames is rarely meant. */
static void note_frames(const struct run *r, double frames)
{
    const double many = 1e6, some = 1000, rate = r->simulation.rate;
    if (frames > many)
        fprintf(stderr, "note: these are %.3g frames; --frames-per-second %.2g gives about %.0f%s\n", frames,
                rate * some / frames, some, film_draws(&r->film) ? ", and so does --fast for a movie" : "");
}

static int simulate(struct run *r)
{
    tn_settings s = tn_world_settings(r->world);
    int status = STATUS_DONE;
    model_judge(r->world, &r->redundant, &r->contradictory);
    model_warn(&r->redundant, &r->contradictory, &r->warnings);
    r->counts = tn_count(r->world);
    r->simulation = (struct simulation){.until = s.until, .rate = s.frames, .frame = on_frame, .context = r};
    r->film.paced = r->film.pace.count > 0 && !r->csv_open && !r->recording.path && !r->film.gltf;
    if (r->film.paced)
        r->simulation.pace = &r->film.pace;
    else if (!r->quiet)
        note_frames(r, (s.until - tn_time(r->world)) * s.frames);
    if (tn_time(r->world) > s.until)
        fprintf(stderr, "warning: time %.12g is past until %.12g: nothing moves, there is one frame\n",
                tn_time(r->world), s.until);
    progress_begin(&r->progress, r->quiet, s.until);
    enum simulation_end end = simulation_run(r->world, &r->simulation);
    progress_end(&r->progress);

    tn_counts last = tn_count(r->world);
    r->counts.steps = last.steps;
    r->counts.evaluations = last.evaluations;
    r->counts.fallbacks = last.fallbacks;
    r->counts.iterations = last.iterations;
    if (end != SIMULATION_DONE)
        status = STATUS_STUCK;
    print_failure(r, end);
    if (end == SIMULATION_STUCK)
        keep_last_state(r);

    /* Results up to a failure are kept; only a file that cannot be written is abandoned. */
    bool wrote = false;
    if (r->csv_failed) {
        status = cannot_write(r->csv_path, r->csv.file.error, STATUS_STUCK);
    } else if (r->csv_open) {
        wrote = csv_finish(&r->csv, r->world);
        r->csv_open = false;
        if (!wrote)
            status = cannot_write(r->csv_path, r->csv.file.error, STATUS_STUCK);
    }
    bool recorded = recording_finish(&r->recording);
    if (!recorded)
        status = STATUS_STUCK;

    tn_measures m = {0};
    tn_measure(r->world, &m);
    gather_warnings(r);
    if (end == SIMULATION_DONE)
        warn_unmet(r);
    hints_of_motion(&r->hints, r->world, &m);
    hints_of_camera(&r->hints, r->world, film_draws(&r->film) ? &r->film.drawing.set : NULL);
    if (r->json)
        print_json(r, &m);
    else if (!r->quiet)
        print_summary(r, &m, wrote, recorded);
    fflush(stdout);
    /* Last, because drawing may have to simulate again. An interrupted motion is not drawn. */
    if (end == SIMULATION_DONE || end == SIMULATION_STUCK) {
        FILE *out = r->json || r->quiet ? NULL : summary_stream(r);
        const struct film_motion motion = {simulate_again, r};
        int filmed = film_finish(&r->film, r->world, &motion, &r->progress, out);
        status = filmed != STATUS_DONE ? filmed : status;
    }
    return status;
}

static int go(struct run *r)
{
    int status;
    if (r->json && r->csv_path && !strcmp(r->csv_path, "-"))
        return options_complain("run", "--json and --csv - cannot both use standard output");
    if ((status = film_check(&r->film)) != STATUS_DONE)
        return status;
    r->world = model_load(&r->model, &r->warnings, &status);
    if (!r->world)
        return status;
    files_watch_signals();
    /* Refuse a file that cannot be created before anything is computed. */
    if (r->csv_path && !csv_open(&r->csv, r->csv_path, r->world, r->units))
        return cannot_write(r->csv_path, r->csv.file.error, STATUS_USAGE);
    r->csv_open = r->csv_path != NULL;
    if (!recording_begin(&r->recording, r->world))
        return STATUS_USAGE;
    status = film_begin(&r->film, r->world);
    return status == STATUS_DONE ? simulate(r) : status;
}

int command_run(int argc, char **argv)
{
    struct run r = {.model = MODEL_DEFAULT("run"), .film.drawing = {.command = "run", .quality = -1}};
    struct model *m = &r.model;
    const struct option options[] = {
        {"csv", 0, OPTION_TEXT, "FILE", "one row per frame; - is standard output", &r.csv_path, RANGE_ANY, NULL},
        {"units", 0, OPTION_FLAG, NULL, "units in the header of the CSV: t [s], a.x [m]", &r.units, RANGE_ANY, NULL},
        {"record", 0, OPTION_TEXT, "FILE.tnr", "the model and every frame, for replay without simulating",
         &r.recording.path, RANGE_ANY, NULL},
        option_of_setting("until", "until", &m->until),
        option_of_setting("frames-per-second", "frames", &m->rate),
        option_of_setting("step", "step", &m->step),
        option_of_setting("tolerance", "tolerance", &m->tolerance),
        option_of_setting("integrator", "integrator", &m->integrator),
        option_of_setting("method", "method", &m->method),
        option_of_setting("scheme", "scheme", &m->scheme),
        option_of_setting("solver", "solver", &m->solver),
        model_option_set(m),
        model_option_allow(m),
        {"probe", 0, OPTION_TEXTS, "EXPR", "an additional probe, or NAME = EXPR", &m->probes, RANGE_ANY, NULL},
        {"threads", 0, OPTION_INTEGER, "N", "worker threads (default: all cores for soft bodies, 1 for rigid bodies)",
         &m->threads, RANGE_POSITIVE, NULL},
        {"json", 0, OPTION_FLAG, NULL, "the report as one JSON object on standard output", &r.json, RANGE_ANY, NULL},
        {"quiet", 'q', OPTION_FLAG, NULL, "no progress, no summary", &r.quiet, RANGE_ANY, NULL},
        FILM_OPTIONS(&r.film),
    };
    const struct usage usage = {
        .command = "run",
        .arguments = "SCENE",
        .purpose =
            "Simulates a scene from t = 0 to its end and writes the requested files. --set and --probe may be\n"
            "repeated. Ctrl-C stops at the next frame; rows and records up to then are kept, a movie is not made.\n"
            "Files are written completely or not at all.\n"
            "Exit status: 0 done, 1 the model is wrong, 2 wrong usage, or a file cannot be made here (no such folder,\n"
            "no OpenGL driver, no ffmpeg), 3 the simulation could not continue, or a result could not be written.",
        .example = "  tenon run examples/barzel-barr-1988/pendulum.tn --csv pendulum.csv\n"
                   "  tenon run scene.tn --until 2 --set L=1.5 --probe 'norm(a.center)' --json\n"
                   "  tenon run examples/barzel-barr-1988/towers.tn --movie towers.mp4 --show forces,time\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 1,
        .most = 1,
    };
    int count, status;
    if (options_read(&usage, argc, argv, &m->path, &count, &status))
        status = go(&r);

    if (r.csv_open)
        csv_abandon(&r.csv);
    recording_abandon(&r.recording);
    film_abandon(&r.film, r.world);
    tn_world_free(r.world);
    word_list_free(&r.redundant);
    word_list_free(&r.contradictory);
    word_list_free(&r.warnings);
    hints_free(&r.hints);
    model_free(m);
    return status;
}
