/* replay.c: tenon replay: output from a record, without simulating. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "files.h"
#include "film.h"
#include "model.h"
#include "options.h"
#include "status.h"
#include "texts.h"

/* ---- CSV: the same bytes that the run itself would have written ---- */

static void put_header(FILE *out, const tn_record *r, bool units)
{
    csv_put_time(out, units);
    for (int i = 0; i < tn_record_probe_count(r); i++) {
        putc(',', out);
        csv_put_text(out, tn_record_probe_name(r, i), "");
    }
    for (int i = 0; i < tn_record_object_count(r); i++)
        if (!tn_record_object_is_variable(r, i))
            csv_put_names(out, tn_record_object_name(r, i), units);
    putc('\n', out);
}

struct row {
    double *probes;
    tn_pose *poses;
    bool *there;
};

static tn_status put_row(FILE *out, tn_record *r, int frame, struct row *row)
{
    tn_status s = tn_record_probes(r, frame, row->probes);
    if (s == TN_OK)
        s = tn_record_poses(r, frame, row->poses, row->there);
    if (s != TN_OK)
        return s;
    fprintf(out, "%.17g", tn_record_time(r, frame));
    for (int i = 0; i < tn_record_probe_count(r); i++)
        csv_put_number(out, row->probes[i]);
    for (int i = 0; i < tn_record_object_count(r); i++)
        if (!tn_record_object_is_variable(r, i))
            csv_put_pose(out, row->there[i] ? &row->poses[i] : NULL);
    putc('\n', out);
    return TN_OK;
}

static tn_status put_rows(FILE *out, tn_record *r)
{
    size_t objects = (size_t)tn_record_object_count(r), probes = (size_t)tn_record_probe_count(r);
    struct row row = {texts_memory(NULL, probes * sizeof *row.probes), texts_memory(NULL, objects * sizeof *row.poses),
                      texts_memory(NULL, objects * sizeof *row.there)};
    tn_status s = TN_OK;
    for (int i = 0; s == TN_OK && !ferror(out) && !files_interrupted() && i < tn_record_frame_count(r); i++)
        s = put_row(out, r, i, &row);
    free(row.probes);
    free(row.poses);
    free(row.there);
    return s;
}

static int cannot_write(const char *path, int error, int status)
{
    fprintf(stderr, "tenon replay: cannot write %s: %s\n", strcmp(path, "-") ? path : "standard output",
            files_why(error));
    return status;
}

static int write_csv(tn_record *r, const char *record, const char *path, bool units)
{
    struct outfile f;
    if (!files_open(&f, path))
        return cannot_write(path, f.error, STATUS_USAGE);
    files_watch_signals();
    put_header(f.stream, r, units);
    tn_status s = put_rows(f.stream, r);
    int error = ferror(f.stream) ? errno : 0;
    if (s != TN_OK || error || files_interrupted()) {
        files_abandon(&f);
        if (s != TN_OK)
            fprintf(stderr, "tenon replay: %s changed while it was read\n", record);
        else if (error)
            cannot_write(path, error, STATUS_STUCK);
        else
            fprintf(stderr, "tenon replay: interrupted\n");
        return s != TN_OK ? STATUS_MODEL : STATUS_STUCK;
    }
    return files_finish(&f) ? STATUS_DONE : cannot_write(path, f.error, STATUS_STUCK);
}

static void print_summary(const tn_record *r)
{
    int frames = tn_record_frame_count(r);
    printf("written by tenon %s\n", tn_record_version(r));
    printf("frames       %d", frames);
    if (frames > 0)
        printf(", t = %g … %g s", tn_record_time(r, 0), tn_record_time(r, frames - 1));
    printf("\nobjects      %d\nconstraints  %d\nprobes       %d\n", tn_record_object_count(r),
           tn_record_constraint_count(r), tn_record_probe_count(r));
}

/* ---- movies, pictures, glTF ---- */

struct replay {
    struct model model; /* the record, as a model whose text it has */
    const char *csv;
    struct film film;
    bool quiet, units;
    tn_record *record;
    tn_world *world;
    struct progress progress;
};

static enum simulation_end show_again(void *context, tn_world *w, double until, const struct pace *pace,
                                      bool (*frame)(void *to, tn_world *w), void *to)
{
    struct replay *r = context;
    const double rate = tn_world_settings(w).frames;
    for (double t = tn_record_time(r->record, 0);; t = pace_next(pace, t, rate, until)) {
        if (files_interrupted())
            return SIMULATION_INTERRUPTED;
        if (tn_record_show(r->record, t, w) != TN_OK)
            return SIMULATION_STUCK;
        if (!frame(to, w))
            return SIMULATION_STOPPED;
        if (!(t < until))
            return SIMULATION_DONE;
    }
}

static int changed(const struct replay *r)
{
    fprintf(stderr, "tenon replay: %s changed while it was read\n", r->model.path);
    return STATUS_MODEL;
}

static int show_all(struct replay *r)
{
    const int frames = tn_record_frame_count(r->record);
    for (int i = 0; i < frames; i++) {
        if (files_interrupted()) {
            fprintf(stderr, "tenon replay: interrupted\n");
            return STATUS_STUCK;
        }
        if (tn_record_restore(r->record, i, r->world) != TN_OK)
            return changed(r);
        progress_show(&r->progress, tn_time(r->world));
        if (!film_frame(&r->film, r->world))
            return STATUS_STUCK;
    }
    return STATUS_DONE;
}

static int draw(struct replay *r)
{
    int status;
    const int frames = tn_record_frame_count(r->record);
    if (frames == 0) {
        fprintf(stderr, "tenon replay: %s has no frames\n", r->model.path);
        return STATUS_MODEL;
    }
    r->world = model_load(&r->model, NULL, &status);
    if (!r->world)
        return status;
    files_watch_signals();
    status = film_begin(&r->film, r->world);
    if (status != STATUS_DONE)
        return status;
    progress_begin(&r->progress, r->quiet, tn_record_time(r->record, frames - 1));
    status = show_all(r);
    progress_end(&r->progress);
    const struct film_motion motion = {show_again, r};
    return status == STATUS_DONE ? film_finish(&r->film, r->world, &motion, &r->progress, r->quiet ? NULL : stdout)
                                 : status;
}

/* ---- the command ---- */

static int replay(struct replay *r)
{
    const bool draws = r->film.movie || r->film.frames || r->film.gltf;
    int status = film_check(&r->film);
    if (status != STATUS_DONE)
        return status;
    files_note_read(r->model.path);
    tn_diagnostics *d = tn_diagnostics_new();
    r->record = tn_record_open(r->model.path, d);
    model_print_diagnostics(d);
    tn_diagnostics_free(d);
    status = r->record ? STATUS_DONE : STATUS_MODEL;
    if (r->record && r->csv)
        status = write_csv(r->record, r->model.path, r->csv, r->units);
    if (status == STATUS_DONE && draws)
        status = draw(r);
    if (r->record && !r->csv && !draws)
        print_summary(r->record);
    film_abandon(&r->film, r->world);
    tn_world_free(r->world);
    tn_record_close(r->record);
    return status;
}

int command_replay(int argc, char **argv)
{
    struct replay r = {.model = MODEL_DEFAULT("replay"), .film.drawing = {.command = "replay", .quality = -1}};
    const struct option options[] = {
        {"csv", 0, OPTION_TEXT, "FILE", "one row per frame; - is standard output", &r.csv, RANGE_ANY, NULL},
        {"units", 0, OPTION_FLAG, NULL, "units in the header of the CSV: t [s], a.x [m]", &r.units, RANGE_ANY, NULL},
        {"allow-read", 0, OPTION_TEXTS, "DIR", "the model of the record may also read files in this folder",
         &r.model.allow, RANGE_ANY, NULL},
        {"quiet", 'q', OPTION_FLAG, NULL, "no progress, no messages", &r.quiet, RANGE_ANY, NULL},
        FILM_OPTIONS(&r.film),
    };
    const struct usage usage = {
        .command = "replay",
        .arguments = "RECORD",
        .purpose =
            "Reads a record written by tenon run --record and writes the requested files without simulating: the CSV\n"
            "is byte for byte the one that the run itself would have written. Between its frames (--slow) poses are\n"
            "interpolated. Without options it prints a summary of the record. A FILE.tnr.part left by a killed run is\n"
            "read up to its last complete frame.",
        .example = "  tenon run scene.tn --record scene.tnr\n"
                   "  tenon replay scene.tnr --csv scene.csv\n"
                   "  tenon replay scene.tnr --movie scene.webm --slow 4@1:1.5\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 1,
        .most = 1,
    };
    int count, status;
    if (options_read(&usage, argc, argv, &r.model.path, &count, &status))
        status = replay(&r);
    pace_free(&r.film.pace);
    model_free(&r.model);
    return status;
}
