/* assemble.c: tenon assemble: finds positions that satisfy the constraints, and writes the model there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "files.h"
#include "model.h"
#include "options.h"
#include "status.h"
#include "tenon/source.h"
#include "texts.h"

static bool same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

/* Opened first, so that a wrong folder is reported immediately. */
static int open_output(struct outfile *f, const char *path, const char *scene)
{
    if (path && same_file(path, scene))
        files_replaces(path); /* its text is kept */
    if (!path || files_open(f, path))
        return STATUS_DONE;
    fprintf(stderr, "tenon assemble: cannot write %s: %s\n", path, files_why(f->error));
    return STATUS_USAGE;
}

/* Takes the state of an earlier time out of the main file. */
static bool without_state(tn_source *s)
{
    bool good = tn_source_check(s, NULL) == TN_OK;
    for (int i = tn_source_count(s) - 1; i >= 0 && good; i--) {
        char *message = NULL;
        tn_place at;
        if (!tn_source_at(s, i, &at) || at.file != 0 || strcmp(tn_def_word(tn_source_def(s, i)), "state") != 0)
            continue;
        good = tn_source_remove(s, &at, true, TN_EDIT_ALL, &message) == TN_OK;
        tn_free(message);
    }
    return good;
}

/* The text of the scene as it is, with comments, loops and lets, and the state of the world behind it. NULL: its text cannot
 * be read alone. */
static char *text_with_state(const char *scene, tn_world *w)
{
    tn_source *s = tn_source_open(scene, NULL);
    struct buffer out = {0};
    if (s && without_state(s)) {
        size_t length;
        const char *text = tn_source_file_text(s, 0, &length);
        char *state = tn_write_state(w);
        const bool ended = length > 0 && text[length - 1] == '\n',
                   apart = ended && length > 1 && text[length - 2] == '\n';
        buffer_add(&out, text, length);
        buffer_print(&out, "%s%s", apart ? "" : ended ? "\n" : "\n\n", state); /* a comment above would belong to it */
        tn_free(state);
    }
    tn_source_free(s);
    return out.at;
}

/* Onto the scene itself: its text is kept. */
static int write_world(struct outfile *f, const char *path, const char *scene, tn_world *w)
{
    char *text = same_file(path, scene) ? text_with_state(scene, w) : tn_write_text(w);
    bool ok = text && fputs(text, f->stream) >= 0;
    if (!text)
        fprintf(stderr, "tenon assemble: %s uses files of other folders: write to another file\n", path);
    free(text);
    ok = text && files_finish(f) && ok;
    if (ok)
        return STATUS_DONE;
    if (text)
        fprintf(stderr, "tenon assemble: cannot write %s: %s\n", path, files_why(f->error));
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
    if (path && m->sets.count > 0 && same_file(path, m->path)) {
        options_complain("assemble", "with --set the model differs from the text of %s: write to another file", path);
        return STATUS_USAGE;
    }
    tn_world *w = model_load(m, NULL, &status);
    if (w)
        status = open_output(&f, path, m->path);
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
            status = path ? write_world(&f, path, m->path, w) : STATUS_DONE;
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
        {"output", 'o', OPTION_TEXT, "FILE.tn",
         "the model at the positions found; onto SCENE itself: its text, and a block state: behind it", &path,
         RANGE_ANY, NULL},
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
