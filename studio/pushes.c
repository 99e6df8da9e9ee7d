/* pushes.c: what pages are told of the history, the clock, problems and each other. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

/* Sends a push to one page, or to all if it differs from the last one; takes the bytes over. */
static void send(struct studio *s, const struct page *only, struct bytes *b, char **last)
{
    if (only != NULL) {
        push_to(s, only, b);
        bytes_free(b);
        return;
    }
    if (*last != NULL && strcmp(*last, b->at) == 0) {
        bytes_free(b);
        return;
    }
    push_all(s, b);
    free(*last);
    *last = b->at;
}

/* ---- history ---- */

enum { LABELS = 20, MARKS = 100 };

void push_history(struct studio *s, const struct page *only)
{
    const struct document *d = &s->doc;
    struct bytes b = {0};
    struct writer w = push_begin(&b, "history");
    write_open(&w, "undo", '[');
    for (int i = 0; i < LABELS && i < d->done; i++)
        write_text(&w, NULL, d->step[d->done - 1 - i].label);
    write_close(&w, ']');
    const int redos = s->gesture.held != 0 ? 0 : d->count - d->done; /* a drag is a step that is not done yet */
    write_open(&w, "redo", '[');
    for (int i = 0; i < redos && i < LABELS; i++)
        write_text(&w, NULL, d->step[d->done + i].label);
    write_close(&w, ']');
    write_integer(&w, "undos", d->done);
    write_integer(&w, "redos", redos);
    write_close(&w, '}');
    send(s, only, &b, &s->history);
}

/* ---- state ---- */

static void write_times(struct studio *s, struct writer *w)
{
    const double t = tn_time(s->doc.world);
    write_number(w, "t", t);
    write_number(w, "live", s->pace.scrubbing ? s->pace.live_t : t);
    write_number(w, "first", s->line.marks > 0 ? s->line.mark[0].t : t);
}

static void write_state(struct studio *s, struct writer *w)
{
    const struct pace *p = &s->pace;
    write_flag(w, "playing", p->playing);
    write_number(w, "speed", p->speed);
    write_flag(w, "scrubbing", p->scrubbing);
    write_text(w, "stuck", p->stuck);
    write_flag(w, "behind", p->behind);
    write_flag(w, "recovered", s->recovered != NULL);
    write_open(w, "marks", '[');
    for (int i = s->doc.done > MARKS ? s->doc.done - MARKS : 0; i < s->doc.done; i++) {
        write_open(w, NULL, '{');
        write_number(w, "t", s->doc.step[i].t);
        write_text(w, "label", s->doc.step[i].label);
        write_close(w, '}');
    }
    write_close(w, ']');
    write_open(w, "branches", '[');
    for (int i = 0; i < p->branches; i++) {
        write_open(w, NULL, '{');
        write_integer(w, "branch", p->branch[i].number);
        write_number(w, "from", p->branch[i].from);
        write_number(w, "to", p->branch[i].to);
        write_close(w, '}');
    }
    write_close(w, ']');
    write_close(w, '}');
}

/* The times change with motion and do not count when two states are compared. */
void push_state(struct studio *s, const struct page *only)
{
    struct bytes b = {0}, compared = {0};
    struct writer w = {&compared, false};
    write_open(&w, NULL, '{');
    write_state(s, &w);
    if (only == NULL && s->state != NULL && strcmp(s->state, compared.at) == 0) {
        bytes_free(&compared);
        return;
    }
    w = push_begin(&b, "state");
    write_times(s, &w);
    write_state(s, &w);
    if (only != NULL) {
        push_to(s, only, &b);
        bytes_free(&compared);
    } else {
        push_all(s, &b);
        free(s->state);
        s->state = compared.at;
    }
    bytes_free(&b);
}

/* ---- problems ---- */

/* Places in the main file, in units; of other files as line and column alone. */
static void write_span(struct studio *s, struct writer *w, const tn_diagnostics *d, int i, bool main_file)
{
    size_t from, to;
    if (main_file && tn_diagnostics_span(d, i, &from, &to)) {
        write_open(w, "span", '[');
        write_integer(w, NULL, (long long)units_of(s->text.now, from));
        write_integer(w, NULL, (long long)units_of(s->text.now, to));
        write_close(w, ']');
    } else {
        write_null(w, "span");
    }
}

static void write_fix(struct studio *s, struct writer *w, const tn_diagnostics *d, int i, bool main_file)
{
    size_t from, to;
    char *fix = main_file ? tn_diagnostics_fix(d, i, &from, &to) : NULL;
    if (fix == NULL) {
        write_null(w, "fix");
        return;
    }
    const char *near = tn_diagnostics_near(d, i, 0);
    struct bytes label = {0};
    if (near != NULL)
        bytes_print(&label, "Write %s", near);
    else
        bytes_print(&label, fix[0] != 0 && strlen(fix) < 30 ? "Write \"%s\"" : "Mend it", fix);
    write_open(w, "fix", '{');
    write_text(w, "label", label.at);
    write_open(w, "changes", '[');
    write_open(w, NULL, '[');
    write_integer(w, NULL, (long long)units_of(s->text.now, from));
    write_integer(w, NULL, (long long)units_of(s->text.now, to));
    write_text(w, NULL, fix);
    write_close(w, ']');
    write_close(w, ']');
    write_close(w, '}');
    bytes_free(&label);
    tn_free(fix);
}

void note_diagnostics(struct studio *s, const tn_diagnostics *d)
{
    struct writer w = {&s->text_problems, false};
    const char *main_name = tn_source_file_name(s->doc.source, 0);
    char *shown = s->text.now; /* spans are of the text as it is now */
    s->text.now = (char *)(uintptr_t)text_now(s, NULL);
    s->text_problems.length = 0;
    for (int i = 0; i < tn_diagnostics_count(d) && i < 100; i++) {
        const tn_diagnostic e = tn_diagnostics_get(d, i);
        const bool main_file = e.file != NULL && strcmp(e.file, main_name) == 0;
        write_open(&w, NULL, '{');
        write_text(&w, "severity", e.is_error ? "error" : "warning");
        write_text(&w, "code", tn_diagnostics_code(d, i));
        write_text(&w, "message", e.message);
        write_integer(&w, "file", e.file == NULL || main_file ? 0 : 1);
        write_text(&w, "file_name", e.file);
        write_integer(&w, "line", e.line);
        write_integer(&w, "column", e.column);
        write_span(s, &w, d, i, main_file);
        write_open(&w, "things", '[');
        write_close(&w, ']');
        write_fix(s, &w, d, i, main_file);
        write_close(&w, '}');
    }
    s->text.now = shown;
    s->problems_old = true;
}

static void write_problem(struct studio *s, struct writer *w, const char *severity, const char *code, tn_constraint c,
                          const char *message)
{
    tn_thing t = tn_thing_of_constraint(c);
    tn_place at;
    const bool placed = c.generation != 0 && tn_source_place(s->doc.source, s->doc.world, t, &at) && at.file == 0;
    write_open(w, NULL, '{');
    write_text(w, "severity", severity);
    write_text(w, "code", code);
    write_text(w, "message", message);
    write_integer(w, "file", 0);
    write_integer(w, "line", placed ? at.line : 0);
    write_integer(w, "column", placed ? at.column : 0);
    if (placed) {
        write_open(w, "span", '[');
        write_integer(w, NULL, (long long)units_of(s->text.now, at.from));
        write_integer(w, NULL, (long long)units_of(s->text.now, at.to));
        write_close(w, ']');
    } else {
        write_null(w, "span");
    }
    write_open(w, "things", '[');
    if (c.generation != 0)
        write_id(w, NULL, t);
    write_close(w, ']');
    write_null(w, "fix");
    write_close(w, '}');
}

#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
static void
name_problem(struct studio *s, struct writer *w, const char *code, tn_constraint c, const char *format, ...)
{
    char message[400];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    write_problem(s, w, "warning", code, c, message);
}

/* Constraints that cannot all be met, or say the same twice, or are not met although they had time to be. */
static void write_constraint_problems(struct studio *s, struct writer *w)
{
    tn_world *world = s->doc.world;
    tn_constraint c;
    const tn_constraint *list = s->scene.contradictory;
    for (int i = 0; list != NULL && list[i].generation != 0; i++)
        name_problem(s, w, "contradictory", list[i], "%s contradicts other constraints",
                     tn_constraint_name(world, list[i]));
    list = s->scene.redundant;
    for (int i = 0; list != NULL && list[i].generation != 0; i++)
        name_problem(s, w, "redundant", list[i], "%s repeats what other constraints already fix; the load is shared",
                     tn_constraint_name(world, list[i]));
    for (int i = 0; i < 50 && (c = tn_unmet_at(world, i)).generation != 0; i++)
        name_problem(s, w, "unmet", c, "%s is not met", tn_constraint_name(world, c));
    for (int i = 0; i < 50 && (c = tn_held_softly_at(world, i)).generation != 0; i++)
        name_problem(s, w, "held-softly", c, "%s is held softly: following it exactly would take unbounded forces",
                     tn_constraint_name(world, c));
}

void push_problems(struct studio *s, const struct page *only)
{
    struct bytes b = {0};
    struct writer w = push_begin(&b, "problems");
    const char *warning;
    s->problems_old = s->problems_old && only != NULL;
    write_open(&w, "problems", '[');
    if (s->text_problems.length > 0) {
        bytes_add(&b, s->text_problems.at, s->text_problems.length);
        w.more = true;
    }
    write_constraint_problems(s, &w);
    for (int i = 0; i < 20 && (warning = tn_warning(s->doc.world, i)) != NULL; i++)
        write_problem(s, &w, "warning", "run", (tn_constraint){0, 0}, warning);
    if (s->pace.stuck != NULL)
        write_problem(s, &w, "error", "stuck", (tn_constraint){0, 0}, s->pace.stuck);
    write_close(&w, ']');
    write_close(&w, '}');
    send(s, only, &b, &s->problems);
}

/* ---- peers ---- */

void push_peers(struct studio *s, const struct page *only)
{
    struct bytes b = {0};
    struct writer w = push_begin(&b, "peers");
    write_open(&w, "pages", '[');
    for (int i = 0; i < PAGES; i++)
        if (s->page[i].greeted) {
            write_open(&w, NULL, '{');
            write_integer(&w, "page", s->page[i].number);
            write_text(&w, "name", s->page[i].name);
            write_close(&w, '}');
        }
    write_close(&w, ']');
    write_open(&w, "grabs", '[');
    for (int i = 0; i < HANDLES; i++)
        if (s->held[i].number != 0) {
            write_open(&w, NULL, '{');
            write_integer(&w, "handle", s->held[i].number);
            write_integer(&w, "page", s->held[i].page);
            write_object_id(&w, "object", s->held[i].object);
            write_close(&w, '}');
        }
    write_close(&w, ']');
    write_close(&w, '}');
    send(s, only, &b, &s->peers);
}
