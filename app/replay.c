/* replay.c: tenon replay: output from a record, without simulating. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "files.h"
#include "model.h"
#include "options.h"
#include "status.h"
#include "texts.h"

/* ---- CSV: the same bytes that the run itself would have written ---- */

static void put_header(FILE *out, const tn_record *r)
{
    putc('t', out);
    for (int i = 0; i < tn_record_probe_count(r); i++) {
        putc(',', out);
        csv_put_text(out, tn_record_probe_name(r, i), "");
    }
    for (int i = 0; i < tn_record_object_count(r); i++)
        if (!tn_record_object_is_variable(r, i))
            csv_put_names(out, tn_record_object_name(r, i));
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
            strerror(error ? error : EIO));
    return status;
}

static int write_csv(tn_record *r, const char *record, const char *path)
{
    struct outfile f;
    if (!files_open(&f, path))
        return cannot_write(path, f.error, STATUS_USAGE);
    files_watch_signals();
    put_header(f.stream, r);
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

/* ---- the command ---- */

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

static int replay(const char *path, const char *csv)
{
    tn_diagnostics *d = tn_diagnostics_new();
    tn_record *r = tn_record_open(path, d);
    model_print_diagnostics(d);
    tn_diagnostics_free(d);
    int status = r ? STATUS_DONE : STATUS_MODEL;
    if (r && csv)
        status = write_csv(r, path, csv);
    else if (r)
        print_summary(r);
    tn_record_close(r);
    return status;
}

int command_replay(int argc, char **argv)
{
    const char *path = NULL, *csv = NULL;
    const struct option options[] = {
        {"csv", 0, OPTION_TEXT, "FILE", "one row per frame; - is standard output", &csv, RANGE_ANY, NULL},
    };
    const struct usage usage = {
        .command = "replay",
        .arguments = "RECORD",
        .purpose =
            "Reads a record written by tenon run --record and writes the requested files without simulating: the CSV\n"
            "is byte for byte the one that the run itself would have written. Without options it prints a summary of\n"
            "the record. A FILE.tnr.part left by a killed run is read up to its last complete frame.",
        .example = "  tenon run scene.tn --record scene.tnr\n"
                   "  tenon replay scene.tnr --csv scene.csv\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 1,
        .most = 1,
    };
    int count, status;
    return options_read(&usage, argc, argv, &path, &count, &status) ? replay(path, csv) : status;
}
