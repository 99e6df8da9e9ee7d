/* main.c: the command tenon: finds the subcommand and calls it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "options.h"
#include "status.h"
#include "tenon/tenon.h"
#include "texts.h"

static const struct command {
    const char *name;
    int (*go)(int argc, char **argv); /* NULL: not yet */
    const char *purpose;
} commands[] = {
    {"run", command_run, "simulate a scene and write the requested files"},
    {"new", command_new, "write a first scene, to run and to change"},
    {"check", command_check, "read and validate a scene; degrees of freedom, redundant constraints"},
    {"assemble", command_assemble, "find positions in which the constraints hold"},
    {"solve", command_solve, "find the optimum of what a scene minimizes, subject to its constraints"},
    {"compare", command_compare, "run a model under several integrators and solvers, in one table"},
    {"sweep", command_sweep, "run a scene with many values of its parameters, in one table"},
    {"replay", command_replay, "read a record of a run without simulating"},
    {"picture", command_picture, "draw a scene or a record at a moment, as a PNG file"},
    {"plot", command_plot, "plot probes, energies and joint forces against time, as SVG or PNG"},
    {"shell", command_shell, "build and run a model line by line"},
    {"kinds", command_kinds, "list the kinds of objects, constraints and forces"},
    {"bench", command_bench, "run the built-in benchmarks"},
    {"studio", command_studio, "build and run a model with the mouse, in the browser"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* What people also type, and what does it here. */
static const struct {
    const char *word, *meant;
} wishes[] = {
    {"movie", "tenon run SCENE --movie F.mp4"},
    {"video", "tenon run SCENE --movie F.mp4"},
    {"render", "tenon run SCENE --movie F.mp4"},
    {"animate", "tenon run SCENE --movie F.mp4"},
    {"record", "tenon run SCENE --record F.tnr"},
    {"export", "tenon run SCENE --gltf F.glb"},
    {"csv", "tenon run SCENE --csv F.csv"},
    {"simulate", "tenon run SCENE"},
    {"play", "tenon run SCENE --movie F.mp4"},
    {"view", "tenon studio SCENE"},
    {"open", "tenon studio SCENE"},
    {"show", "tenon studio SCENE"},
    {"gui", "tenon studio SCENE"},
    {"edit", "tenon studio SCENE"},
    {"draw", "tenon picture SCENE -o F.png"},
    {"image", "tenon picture SCENE -o F.png"},
    {"screenshot", "tenon picture SCENE -o F.png"},
    {"graph", "tenon plot SCENE --probe NAME -o F.svg"},
    {"chart", "tenon plot SCENE --probe NAME -o F.svg"},
    {"validate", "tenon check SCENE"},
    {"verify", "tenon check SCENE"},
    {"info", "tenon check SCENE"},
    {"diff", "tenon compare A B"},
    {"optimize", "tenon solve SCENE"},
    {"init", "tenon new NAME"},
    {"create", "tenon new NAME"},
    {"list", "tenon kinds"},
    {"docs", "tenon kinds NAME"},
    {"repl", "tenon shell"},
    {"prompt", "tenon shell"},
    {"version", "tenon --version"},
};

/* Is the word a wish, and no command of that name? Then what does it is printed. */
static bool grant(const char *word)
{
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
        if (!strcmp(wishes[i].word, word)) {
            options_complain("", "unknown command %s: write %s", word, wishes[i].meant);
            return true;
        }
    return false;
}

/* Is it a record, or a scene without its ending? */
static bool grant_file(const char *word)
{
    struct buffer scene = {0};
    const size_t n = strlen(word);
    const bool record = n > 4 && !strcmp(word + n - 4, ".tnr");
    buffer_print(&scene, "%s.tn", word);
    const bool there = !record && access(scene.at, F_OK) == 0;
    if (record)
        options_complain("", "%s is a record: write tenon replay %s --movie F.mp4, or tenon picture %s", word, word,
                         word);
    else if (there)
        options_complain("", "unknown command %s: write tenon run %s", word, scene.at);
    else if (strchr(word, '.') || strchr(word, '/'))
        options_complain("", "unknown command %s; the name of a scene ends in .tn", word);
    buffer_free(&scene);
    return record || there || strchr(word, '.') || strchr(word, '/');
}

static void print_help(FILE *out)
{
    fprintf(out, "tenon: models that put themselves together (version %s)\n\n", tn_version());
    for (int i = 0; i < COMMANDS; i++)
        if (commands[i].go)
            fprintf(out, "  tenon %-9s %s\n", commands[i].name, commands[i].purpose);
    fprintf(out, "\ntenon COMMAND --help describes a command. For example:\n"
                 "  tenon run examples/barzel-barr-1988/pendulum.tn --csv pendulum.csv\n"
                 "tenon SCENE.tn is short for tenon run SCENE.tn.\n");
}

static bool is_scene(const char *word)
{
    const size_t length = strlen(word);
    return length > 3 && word[0] != '-' && !strcmp(word + length - 3, ".tn");
}

static int dispatch(int argc, char **argv)
{
    const char *best = NULL;
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[0], commands[i].name)) {
            texts_offer(argv[0], commands[i].name, &best);
            continue;
        }
        return commands[i].go ? commands[i].go(argc, argv) : options_not_yet("", argv[0]);
    }
    if (is_scene(argv[0])) { /* argv[-1] is the program's own name, or "help" */
        argv[-1] = "run";
        return command_run(argc + 1, argv - 1);
    }
    if (argv[0][0] == '-')
        return options_complain("", "unknown option %s", argv[0]);
    if (grant(argv[0]) || grant_file(argv[0]))
        return STATUS_USAGE;
    return options_complain("", "unknown command %s%s%s%s", argv[0], best ? "; did you mean " : "", best ? best : "",
                            best ? "?" : "");
}

static int go(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return STATUS_USAGE;
    }
    bool help = !strcmp(argv[1], "help") || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h");
    if (help && argc > 2) {
        char *asked[] = {"help", argv[2], "--help", NULL};
        return dispatch(2, asked + 1);
    }
    if (help) {
        print_help(stdout);
        return STATUS_DONE;
    }
    if (!strcmp(argv[1], "--version")) {
        printf("tenon %s\n", tn_version());
        return STATUS_DONE;
    }
    return dispatch(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    tn_on_out_of_memory(files_out_of_memory);
    return files_end(go(argc, argv));
}
