/* shell.c: tenon shell: the scene language line by line, on a live world.
 *
 * A line is a command of the shell (run, show, …) or part of a statement. Complete
 * statements take effect immediately; an invalid one is reported with its place and
 * leaves the world unchanged. Lines are numbered through the session, so that unnamed
 * constraints can be identified as kind@line.
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "drawing.h"
#include "files.h"
#include "model.h"
#include "options.h"
#include "progress.h"
#include "shell.h"
#include "simulate.h"
#include "statements.h"
#include "status.h"

/* A piped script ends with the status of its first error; errors of an interactive user do not count. */
void shell_failed(struct shell *s, int status)
{
    if (!s->status && !s->prompts)
        s->status = status;
}

void shell_complain(struct shell *s, const char *format, ...)
{
    va_list args;
    fflush(stdout);
    fprintf(stderr, "line %d: ", s->line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    putc('\n', stderr);
    shell_failed(s, STATUS_USAGE);
}

/* ---- statements ---- */

void shell_read(struct shell *s, shell_reader *reader, int line, const char *text)
{
    tn_diagnostics *d = tn_diagnostics_new();
    struct buffer all = {0};
    for (int i = 1; i < line; i++)
        buffer_add(&all, "\n", 1);
    buffer_add(&all, text, strlen(text));
    fflush(stdout);
    tn_status status = reader(s->world, "input", all.at, d);
    model_print_diagnostics(d);
    if (status != TN_OK)
        shell_failed(s, STATUS_MODEL);
    tn_diagnostics_free(d);
    buffer_free(&all);
}

/* Reads what was typed: `text` is what it stands for. */
static void read_pending(struct shell *s, const char *text)
{
    char label[60];
    bool change = shell_changes_let(s, text);
    const char *p = text + strspn(text, " \t\r\n");
    size_t n = strcspn(p, "\r\n");
    while (n && strchr("; \t", p[n - 1]))
        n--;
    snprintf(label, sizeof label, "%.*s", (int)n, p); /* what undo will say */
    tn_edit_begin(s->world, label);
    shell_read(s, change ? tn_change_text : tn_read_text, s->pending_line, text);
    tn_edit_end(s->world);
}

static void drop_pending(struct shell *s)
{
    buffer_clear(&s->pending);
    s->open = (struct statements){0};
}

static void offer_commands(const char *word, const char **best);

/* Does a shape begin the line, which makes it an object? */
static bool makes_object(struct shell *s, const char *line)
{
    char *text = tn_prompt_text(s->world, line, NULL);
    bool object = text && strncmp(text, line, strlen(line)) && !strncmp(text + strspn(text, " \t"), "object ", 7);
    free(text);
    return object;
}

/* What people also type at a prompt, and what does it here. */
static const struct {
    const char *word, *meant;
} wishes[] = {
    {"?", "help"},
    {"ls", "show"},
    {"list", "show"},
    {"print", "show EXPR"},
    {"echo", "show EXPR"},
    {"save", "write FILE"},
    {"export", "write FILE"},
    {"load", "include \"FILE\"; or start with tenon shell < FILE"},
    {"open", "include \"FILE\"; or start with tenon shell < FILE"},
    {"source", "include \"FILE\"; or start with tenon shell < FILE"},
    {"play", "run SECONDS"},
    {"go", "run SECONDS"},
    {"simulate", "run SECONDS"},
    {"delete", "remove NAME"},
    {"rm", "remove NAME"},
    {"clear", "reset"},
    {"new", "reset"},
    {"restart", "reset"},
    {"draw", "picture F.png"},
    {"movie", "write F.tn, then tenon run F.tn --movie F.mp4 outside"},
    {"plot", "write F.tn, then tenon plot F.tn outside"},
    {"bye", "quit"},
};

/* Does a line begin with a wish? Then what grants it is said. */
static bool grant(struct shell *s, const char *line)
{
    const char *p = line + strspn(line, " \t");
    const size_t length = *p == '?' ? 1 : statements_word(p);
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
        if (length == strlen(wishes[i].word) && !strncmp(p, wishes[i].word, length)) {
            shell_complain(s, "\"%s\" is no command of the shell: write %s", wishes[i].word, wishes[i].meant);
            return true;
        }
    return false;
}

/* Is the line a formula, or a setting of something with a name? Then what shows or sets it is said. */
static bool answer_value(struct shell *s, const char *line)
{
    const char *p = line + strspn(line, " \t");
    struct buffer text = {0}, name = {0};
    buffer_add(&text, p, strcspn(p, ";"));
    const char *second = p + statements_word(p) + strspn(p + statements_word(p), " \t");
    buffer_add(&name, second, strcspn(second, " \t;"));
    const bool value = shell_is_value(s, text.at);
    const bool thing = name.length && (tn_object_valid(s->world, tn_object_find(s->world, name.at)) ||
                                       tn_constraint_valid(s->world, shell_constraint(s->world, name.at)));
    if (value)
        shell_complain(s, "\"%s\" is a value, not a statement: write show %s", text.at, text.at);
    else if (thing)
        shell_complain(s, "\"%.*s\" does not begin a statement: to change a number write set %s",
                       (int)statements_word(p), p, text.at);
    buffer_free(&text);
    buffer_free(&name);
    return value || thing;
}

/* The reader says where the word has its place; the last ; may be left out. */
static void refuse_word(struct shell *s, const char *line)
{
    char *text = tn_prompt_text(s->world, line, NULL);
    shell_read(s, tn_read_text, s->line, text ? text : line);
    free(text);
}

/* A line that no statement begins with, unless it opens a block: what follows is not waited for. */
static bool refuse_line(struct shell *s, const char *line)
{
    if (grant(s, line))
        return true;
    struct statements after = {0};
    struct buffer word = {0};
    const char *p = line + strspn(line, " \t"), *near = NULL;
    buffer_add(&word, p, statements_word(p));
    statements_line(&after, line);
    tn_word is = word.length ? tn_word_find(word.at, &near) : TN_WORD_STATEMENT;
    bool refused = is != TN_WORD_STATEMENT && after.blocks <= 0 && strcmp(word.at, "end") && !makes_object(s, line);
    if (refused && answer_value(s, line)) {
        buffer_free(&word);
        return true;
    }
    const char *best = near;
    if (refused && is == TN_WORD_UNKNOWN)
        offer_commands(word.at, &best);
    if (refused && best)
        shell_complain(s, "\"%s\" is no command of the shell and begins no statement; did you mean %s?", word.at, best);
    else if (refused)
        refuse_word(s, line);
    buffer_free(&word);
    return refused;
}

static void take_statement_line(struct shell *s, const char *line)
{
    if (!s->pending.length && refuse_line(s, line))
        return;
    if (!s->pending.length)
        s->pending_line = s->line;
    buffer_print(&s->pending, "%s\n", line);
    statements_line(&s->open, line);
    /* An empty line at the prompt ends an incomplete statement: the reader then reports what is missing. */
    bool enough = s->prompts && !line[strspn(line, " \t\r")] && s->open.blocks <= 0, complete;
    char *text = tn_prompt_text(s->world, s->pending.at, &complete);
    if (complete || enough) {
        if (s->open.any)
            read_pending(s, text ? text : s->pending.at);
        drop_pending(s);
    }
    free(text);
}

/* ---- show ---- */

static void show_object(struct shell *s, tn_object o)
{
    tn_pose p;
    if (tn_object_is_variable(s->world, o) || tn_object_pose(s->world, o, &p) != TN_OK) {
        printf("%s: a variable\n", tn_object_name(s->world, o));
        return;
    }
    printf("%s\n  position  %.10g %.10g %.10g\n", tn_object_name(s->world, o), p.position.x, p.position.y,
           p.position.z);
    if (p.has_orientation)
        printf("  quaternion %.10g %.10g %.10g %.10g\n", p.orientation.w, p.orientation.x, p.orientation.y,
               p.orientation.z);
    printf("  velocity  %.10g %.10g %.10g\n", p.velocity.x, p.velocity.y, p.velocity.z);
    if (p.has_orientation)
        printf("  spin      %.10g %.10g %.10g\n", p.spin.x, p.spin.y, p.spin.z);
    printf("  mass      %.10g kg\n", p.mass);
}

static void show_constraint(struct shell *s, tn_constraint c)
{
    tn_constraint_state k;
    if (tn_evaluate(s->world) != TN_OK || tn_constraint_get(s->world, c, &k) != TN_OK)
        return;
    printf("%s\n  deviation %.3g\n", tn_constraint_name(s->world, c), k.size);
    printf("  force     %.10g %.10g %.10g\n", k.force.x, k.force.y, k.force.z);
    printf("  torque    %.10g %.10g %.10g\n", k.torque.x, k.torque.y, k.torque.z);
}

static void show_all(struct shell *s)
{
    tn_world *w = s->world;
    printf("t = %g s\n", tn_time(w));
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_object o = tn_object_at(w, i);
        const char *name = tn_object_name(w, o);
        tn_pose p;
        if (tn_object_is_variable(w, o) || tn_object_pose(w, o, &p) != TN_OK)
            printf("  %-20s a variable\n", name);
        else
            printf("  %-20s at %12.6g %12.6g %12.6g\n", name, p.position.x, p.position.y, p.position.z);
    }
    tn_evaluate(w);
    for (int i = 0; i < tn_constraint_count(w); i++) {
        tn_constraint_state k;
        tn_constraint c = tn_constraint_at(w, i);
        if (tn_constraint_get(w, c, &k) == TN_OK)
            printf("  %-20s deviation %10.3g, force %.6g %.6g %.6g\n", tn_constraint_name(w, c), k.size, k.force.x,
                   k.force.y, k.force.z);
    }
    model_print_probes(stdout, s->world);
}

tn_constraint shell_constraint(const tn_world *w, const char *name) { return tn_constraint_find(w, name); }

static void show(struct shell *s, const char *name)
{
    tn_world *w = s->world;
    const char *best = NULL;
    if (!*name) {
        show_all(s);
        return;
    }
    tn_object o = tn_object_find(w, name);
    if (tn_object_valid(w, o)) {
        show_object(s, o);
        return;
    }
    tn_constraint c = shell_constraint(w, name);
    if (tn_constraint_valid(w, c)) {
        show_constraint(s, c);
        return;
    }
    for (int i = 0; i < tn_probe_count(w); i++)
        if (!strcmp(tn_probe_name(w, i), name)) {
            printf("%s = %.10g\n", name, tn_probe_value(w, i));
            return;
        }
    bool word = !name[statements_word(name)];
    if (shell_show_value(s, name, word))
        return;
    if (!word) {
        shell_failed(s, STATUS_MODEL);
        return;
    }
    for (int i = 0; i < tn_object_count(w); i++)
        texts_offer(name, tn_object_name(w, tn_object_at(w, i)), &best);
    shell_complain(s, "there is nothing named \"%s\"%s%s%s", name, best ? "; did you mean " : "", best ? best : "",
                   best ? "?" : "");
}

/* ---- run and assemble ---- */

static bool on_frame(void *context, tn_world *w)
{
    progress_show(context, tn_time(w));
    return true;
}

static void run_to(struct shell *s, double until)
{
    struct progress progress;
    struct simulation run = {.until = until,
                             .rate = tn_world_settings(s->world).frames,
                             .begun = s->begun,
                             .frame = on_frame,
                             .context = &progress};
    progress_begin(&progress, false, until);
    enum simulation_end end = simulation_run(s->world, &run);
    progress_end(&progress);
    s->begun = s->begun || run.frames > 0;
    fflush(stdout);
    if (end == SIMULATION_STUCK) {
        fprintf(stderr, "the simulation could not continue: %s\n", tn_failure(s->world));
        shell_failed(s, STATUS_STUCK);
    } else if (end == SIMULATION_INTERRUPTED) {
        fprintf(stderr, "interrupted at t = %g s\n", tn_time(s->world));
    }
    if (s->prompts)
        files_forget_interrupt();
    tn_measures m;
    if (tn_measure(s->world, &m) == TN_OK)
        printf("t = %.10g s, deviation %.3g, energy %.10g\n", tn_time(s->world), m.deviation, m.kinetic + m.potential);
    model_print_probes(stdout, s->world);
}

static void run_for(struct shell *s, const char *rest)
{
    double until = tn_world_settings(s->world).until, now = tn_time(s->world);
    if (*rest) {
        const char *unit = NULL;
        double seconds = 0;
        if (!tn_number(rest, &seconds, &unit) || seconds <= 0 || (unit && !tn_unit_fits(unit, "s"))) {
            shell_complain(s, "run: \"%s\" is not a positive number of seconds", rest);
            return;
        }
        until = now + seconds;
    } else if (now >= until) {
        shell_complain(
            s, "the end of the run (until) is reached; give a number of seconds to continue, for example: run 5");
        return;
    }
    run_to(s, until);
}

static void step(struct shell *s, const char *rest)
{
    (void)rest;
    run_to(s, simulation_next_frame(tn_time(s->world), tn_world_settings(s->world).frames, HUGE_VAL));
}

static void assemble(struct shell *s, const char *rest)
{
    double deviation = 0;
    (void)rest;
    if (tn_assemble(s->world, &deviation) == TN_OK) {
        printf("largest remaining deviation %.3g\n", deviation);
        return;
    }
    fflush(stdout);
    fprintf(stderr, "no valid positions were found: %s\n", tn_failure(s->world));
    shell_failed(s, STATUS_STUCK);
}

/* ---- other commands ---- */

static void check(struct shell *s, const char *rest)
{
    struct word_list redundant = {0}, contradictory = {0};
    (void)rest;
    model_judge(s->world, &redundant, &contradictory);
    tn_counts c = tn_count(s->world);
    printf("%d objects, %d constraints (%d equations, %d independent), %d forces, %d degrees of freedom\n", c.objects,
           c.constraints, c.rows, c.rank, c.forces, c.degrees_of_freedom);
    fflush(stdout);
    model_warn(&redundant, &contradictory, NULL);
    word_list_free(&redundant);
    word_list_free(&contradictory);
}

static void print_time(struct shell *s, const char *rest)
{
    (void)rest;
    printf("t = %.17g s\n", tn_time(s->world));
}

static void write_file(struct shell *s, const char *path)
{
    struct outfile f;
    if (!*path) {
        shell_complain(s, "write: the name of the file is missing");
        return;
    }
    bool ok = files_open(&f, path);
    if (ok) {
        char *text = tn_write_text(s->world);
        ok = text && fputs(text, f.stream) >= 0;
        tn_free(text);
        ok = files_finish(&f) && ok;
    }
    if (ok) {
        if (strcmp(path, "-"))
            printf("wrote %s\n", path);
        if (s->handle.generation)
            fprintf(stderr, "line %d: what is grabbed is written as if it were released\n", s->line);
        return;
    }
    fflush(stdout);
    fprintf(stderr, "cannot write %s: %s\n", path, files_why(f.error));
    shell_failed(s, STATUS_STUCK);
}

static bool begin_world(struct shell *s)
{
    int status = STATUS_DONE;
    tn_world *w = s->model.path ? model_load(&s->model, NULL, &status) : model_world();
    if (!w) {
        s->status = s->status ? s->status : status;
        return false;
    }
    tn_world_free(s->world);
    s->world = w;
    s->begun = false;
    s->handle = (tn_handle){0, 0};
    tn_history_keep(w, SHELL_EDITS, SHELL_BYTES);
    return true;
}

static void reset(struct shell *s, const char *rest)
{
    (void)rest;
    begin_world(s);
}

static void quit(struct shell *s, const char *rest)
{
    (void)rest;
    s->leave = true;
}

static void help(struct shell *s, const char *rest);

static const struct shell_command {
    const char *name, *argument;
    void (*go)(struct shell *s, const char *rest);
    const char *purpose;
} commands[] = {
    {"run", "[SECONDS]", run_for, "simulate for this many seconds, or to the end (until)"},
    {"step", "", step, "simulate to the next frame"},
    {"time", "", print_time, "print the time"},
    {"show", "[NAME|EXPR]", show, "list everything, or show an object, a constraint, a probe or a value"},
    {"picture", "[F.png]", shell_picture, "draw the present state (picture.png)"},
    {"assemble", "", assemble, "find positions in which the constraints hold"},
    {"check", "", check, "counts, degrees of freedom, redundant constraints"},
    {"set", "WHAT NAME VALUE", shell_set, "change a number: set tau elbow 0.5"},
    {"on", "NAME", shell_on, "switch a constraint or force on"},
    {"off", "NAME", shell_off, "switch a constraint or force off"},
    {"remove", "NAME", shell_remove, "remove an object, constraint or force"},
    {"undo", "", shell_undo, "go back to before the last change, including its time"},
    {"redo", "", shell_redo, "repeat what was undone"},
    {"grab", "P [hard]", shell_grab, "grab a point: an object, object.point, or object x y z"},
    {"drag", "X Y Z", shell_drag, "drag it there while the world runs"},
    {"release", "", shell_release, "release it"},
    {"write", "FILE", write_file, "write the present world as a scene"},
    {"reset", "", reset, "start again; this cannot be undone"},
    {"help", "", help, "this list"},
    {"quit", "", quit, "leave (so does the end of the input)"},
    {"exit", "", quit, NULL},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void offer_commands(const char *word, const char **best)
{
    for (int i = 0; i < COMMANDS; i++)
        texts_offer(word, commands[i].name, best);
}

static void help(struct shell *s, const char *rest)
{
    (void)s;
    (void)rest;
    for (int i = 0; i < COMMANDS; i++)
        if (commands[i].purpose)
            printf("  %-8s %-17s %s\n", commands[i].name, commands[i].argument, commands[i].purpose);
    printf("Everything else is the scene language, for example:\n"
           "  object upper-rod: rod 1 0.05; end\n"
           "  connect upper-rod.end1 (0, 0, 2);\n"
           "  gravity 0 0 -9.81;\n"
           "  run 1\n"
           "A block may span several lines until its end.\n");
}

/* `show forces points;` is a statement of the language; nothing in the world has such a name. */
static bool is_show_statement(const struct shell *s, const char *rest)
{
    struct buffer word = {0};
    buffer_add(&word, rest, strcspn(rest, " \t"));
    bool shown = false;
    for (int i = 0; drawing_shows[i] && !shown; i++)
        shown = !strcmp(word.at, drawing_shows[i]);
    shown = shown && !tn_object_valid(s->world, tn_object_find(s->world, word.at)) &&
            !tn_constraint_valid(s->world, tn_constraint_find(s->world, word.at));
    buffer_free(&word);
    return shown;
}

/* Executes the line if it is a command of the shell. */
static bool take_command(struct shell *s, const char *line)
{
    const char *p = line + strspn(line, " \t");
    size_t length = strcspn(p, " \t;\r");
    struct buffer rest = {0};
    const char *arguments = p + length + strspn(p + length, " \t");
    size_t end = strlen(arguments);
    bool known = false;
    while (end && strchr(" \t\r;", arguments[end - 1]))
        end--;
    buffer_add(&rest, arguments, end);
    for (int i = 0; i < COMMANDS && !known; i++) {
        const struct shell_command *c = &commands[i];
        if (strlen(c->name) != length || strncmp(c->name, p, length))
            continue;
        if (c->go == show && is_show_statement(s, rest.at))
            break;
        known = true;
        if (rest.length && !*c->argument)
            shell_complain(s, "%s takes no more arguments", c->name);
        else
            c->go(s, rest.at);
    }
    buffer_free(&rest);
    return known;
}

static void take_line(struct shell *s, char *line)
{
    line[strcspn(line, "\n")] = 0;
    s->line++;
    if (!s->pending.length && take_command(s, line))
        return;
    take_statement_line(s, line);
}

static void talk(struct shell *s)
{
    char *line = NULL;
    size_t room = 0;
    while (!s->leave) {
        if (s->prompts) {
            fputs(s->pending.length ? "... " : "> ", stdout);
            fflush(stdout);
        }
        errno = 0;
        if (getline(&line, &room, stdin) >= 0) {
            take_line(s, line);
        } else if (errno == EINTR && s->prompts) { /* Ctrl-C discards an incomplete statement */
            clearerr(stdin);
            files_forget_interrupt();
            drop_pending(s);
            putchar('\n');
        } else {
            break;
        }
        if (files_interrupted() && !s->prompts) {
            shell_failed(s, STATUS_STUCK);
            break;
        }
    }
    if (!s->leave && s->pending.length && s->open.any) /* the reader reports what is missing */
        read_pending(s, s->pending.at);
    if (!s->leave && s->prompts)
        putchar('\n');
    free(line);
}

int command_shell(int argc, char **argv)
{
    struct shell s = {.model = MODEL_DEFAULT("shell")};
    const struct option options[] = {
        model_option_set(&s.model),
        model_option_allow(&s.model),
    };
    const struct usage usage = {
        .command = "shell",
        .arguments = "[SCENE]",
        .purpose =
            "Builds and runs a model line by line: every statement takes effect immediately, also in the middle of a\n"
            "run. A scene may be read first. In addition to the scene language there are commands such as run, step\n"
            "and show: type help. A script can be piped in; it ends with the status of its first error.",
        .example = "  tenon shell\n"
                   "  tenon shell examples/barzel-barr-1988/pendulum.tn\n"
                   "  printf 'object a: sphere 0.1; end gravity 0 0 -9.81;\\nrun 1\\nshow a\\n' | tenon shell\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 0,
        .most = 1,
    };
    int count;
    if (options_read(&usage, argc, argv, &s.model.path, &count, &s.status) && begin_world(&s)) {
        files_watch_signals();
        s.prompts = isatty(STDIN_FILENO);
        if (s.prompts)
            printf("tenon %s. Type help for help, quit to leave.\n", tn_version());
        talk(&s);
    }
    tn_world_free(s.world);
    buffer_free(&s.pending);
    model_free(&s.model);
    return s.status;
}
