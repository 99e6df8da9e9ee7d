/* assemble.c: tenon assemble: finds positions that satisfy the constraints, and writes the model there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "model.h"
#include "options.h"
#include "status.h"

/* Opened first, so that a wrong folder is reported immediately. */
static int open_output(struct outfile *f, const char *path)
{
    if (!path || files_open(f, path))
        return STATUS_DONE;
    fprintf(stderr, "tenon assemble: cannot write %s: %s\n", path, strerror(f->error));
    return STATUS_USAGE;
}

static int write_world(struct outfile *f, const char *path, tn_world *w)
{
    char *text = tn_write_text(w);
    bool ok = text && fputs(text, f->stream) >= 0;
    tn_free(text);
    ok = files_finish(f) && ok;
    if (ok)
        return STATUS_DONE;
    fprintf(stderr, "tenon assemble: cannot write %s: %s\n", path, strerror(f->error));
    return STATUS_STUCK;
}

/* The options: by which method, and how many restarts. */
struct asked {
    int way; /* -1: not given */
    struct option_number restarts;
};

static const char *const ways[] = {"newton", "A", "B", "gauss-seidel", NULL};

static int assemble(const struct model *m, const struct asked *a, const char *path, bool quiet)
{
    tn_assembly how = tn_assembly_default();
    tn_assembled found = {.worst = ""};
    struct word_list redundant = {0}, contradictory = {0};
    struct outfile f = {0};
    int status;
    tn_world *w = model_load(m, NULL, &status);
    if (w)
        status = open_output(&f, path);
    if (w && status == STATUS_DONE) {
        FILE *out = path && !strcmp(path, "-") ? stderr : stdout;
        model_judge(w, &redundant, &contradictory);
        model_warn(&redundant, &contradictory, NULL);
        if (a->way >= 0)
            how.way = (tn_assembly_way)(TN_ASSEMBLE_NEWTON + a->way);
        if (a->restarts.given)
            how.restarts = (int)a->restarts.value;
        tn_status s = tn_assemble_with(w, &how, &found);
        if (s != TN_OK) {
            fprintf(stderr, "tenon assemble: no valid positions were found: %s\n", tn_failure(w));
            status = STATUS_STUCK;
        } else {
            if (!found.met)
                fprintf(stderr, "warning: not all constraints could be met: %.3g is left, of '%s'\n", found.deviation,
                        found.worst);
            status = path ? write_world(&f, path, w) : STATUS_DONE;
        }
        if (!quiet && status == STATUS_DONE) {
            fprintf(out, "largest remaining deviation %.3g", found.deviation);
            if (found.restarts > 0)
                fprintf(out, " after %d restart%s", found.restarts, found.restarts > 1 ? "s" : "");
            fprintf(out, "\n");
            if (path && out == stdout)
                fprintf(out, "wrote %s\n", path);
        }
    }
    files_abandon(&f);
    tn_world_free(w);
    word_list_free(&redundant);
    word_list_free(&contradictory);
    return status;
}

int command_assemble(int argc, char **argv)
{
    struct model m = MODEL_DEFAULT("assemble");
    const char *path = NULL;
    bool quiet = false;
    struct asked a = {.way = -1};
    const struct option options[] = {
        {"output", 'o', OPTION_TEXT, "FILE.tn", "the model at the positions found", &path, RANGE_ANY, NULL},
        {"by", 0, OPTION_CHOICE, "WAY", "newton, A, B or gauss-seidel only (default: whichever succeeds)", &a.way,
         RANGE_ANY, ways},
        {"restarts", 0, OPTION_INTEGER, "N", "number of restarts from other positions (default: 5)", &a.restarts,
         RANGE_NOT_NEGATIVE, NULL},
        model_option_set(&m),
        model_option_allow(&m),
        {"quiet", 'q', OPTION_FLAG, NULL, "no report", &quiet, RANGE_ANY, NULL},
    };
    const struct usage usage = {
        .command = "assemble",
        .arguments = "SCENE",
        .purpose =
            "Finds positions in which the constraints hold, near those of the scene if possible, without changing\n"
            "velocities or time, and prints the remaining deviation. If the constraints cannot be satisfied, that is\n"
            "a warning, not an error.",
        .example = "  tenon assemble examples/barzel-barr-1988/towers.tn -o assembled.tn\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 1,
        .most = 1,
    };
    int count, status;
    if (options_read(&usage, argc, argv, &m.path, &count, &status))
        status = assemble(&m, &a, path, quiet);
    model_free(&m);
    return status;
}
