/* ops_text.c: requests that change the text: patch, add, remove, rename, statements. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

static bool too_large(struct studio *s, size_t more)
{
    size_t length;
    text_now(s, &length);
    if (length + more <= LARGEST_TEXT)
        return false;
    refuse(s, "too-large", "a scene may have 8 MiB of text");
    return true;
}

/* ---- patch ---- */

struct piece {
    size_t bytes[2];
    const char *text;
};

/* The changes of a patch as bytes of the present text, ascending; -1 after a refusal. */
static int pieces_of(struct studio *s, const struct value *m, struct piece **out)
{
    const struct value *list = value_member(m, "changes");
    const double rev = value_number(m, "rev", (double)s->text.rev);
    size_t added = 0;
    int count = 0;
    if (list == NULL || list->type != VALUE_LIST)
        return refuse(s, "bad-message", "patch needs \"changes\", a list") - 1;
    *out = studio_memory(NULL, (size_t)(list->count + 1) * sizeof **out);
    for (const struct value *c = list->first; c != NULL; c = c->next, count++) {
        const struct value *from = c->type == VALUE_LIST && c->count == 3 ? c->first : NULL;
        if (from == NULL || from->type != VALUE_NUMBER || from->next->type != VALUE_NUMBER ||
            from->next->next->type != VALUE_TEXT)
            return refuse(s, "bad-message", "a change is [from, to, \"text\"]") - 1;
        struct piece *p = &(*out)[count];
        p->text = from->next->next->text;
        added += strlen(p->text);
        if (!(rev >= 0) || !text_range(s, (unsigned long)fmin(rev, 1e15), from->number, from->next->number, p->bytes))
            return refuse(s, "conflict", "this part of the text was changed meanwhile") - 1;
        if (count > 0 && p->bytes[0] < p[-1].bytes[1])
            return refuse(s, "bad-message", "changes must be ascending and must not overlap") - 1;
    }
    if (too_large(s, added))
        return -1;
    return count;
}

static void make_patch(struct studio *s, const struct piece *p, int count)
{
    if (count == 1) {
        if (tn_source_replace(s->doc.source, 0, p->bytes[0], p->bytes[1], p->text) == TN_OK)
            text_changed(s);
        return;
    }
    struct bytes all = {0};
    size_t length, at = 0;
    const char *old = text_now(s, &length);
    for (int i = 0; i < count; i++) {
        bytes_add(&all, old + at, p[i].bytes[0] - at);
        bytes_text(&all, p[i].text);
        at = p[i].bytes[1];
    }
    bytes_add(&all, old + at, length - at);
    if (tn_source_put(s->doc.source, 0, all.at) == TN_OK)
        text_changed(s);
    bytes_free(&all);
}

static void write_applied(struct studio *s, const tn_applied *a)
{
    write_integer(&s->answer, "kept", a->kept);
    write_integer(&s->answer, "changed", a->changed);
    write_integer(&s->answer, "replaced", a->replaced);
    write_integer(&s->answer, "added", a->added);
    write_integer(&s->answer, "removed", a->removed);
    write_integer(&s->answer, "restart", a->restart);
}

bool op_patch(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    struct piece *piece = NULL;
    tn_applied done = {.kept = 0};
    if (value_number(m, "file", 0) != 0)
        return refuse(s, "unavailable", "only the main file can be edited here");
    const int count = pieces_of(s, m, &piece);
    if (count < 0) {
        free(piece);
        return false;
    }
    const bool typing = value_flag(m, "live", false);
    step_begin(s, value_text(m, "label", "Edit text"), typing ? "patch" : NULL);
    make_patch(s, piece, count);
    free(piece);
    bool good = false;
    if (value_flag(m, "apply", true))
        good = step_apply(s, &done);
    else
        s->doc.ahead = true;
    const bool restart = good && value_flag(m, "restart", false);
    if (restart)
        document_restart(&s->doc, NULL);
    step_end(s);
    if (restart)
        world_jumped(s);
    write_integer(&s->answer, "rev", (long long)s->text.rev);
    write_flag(&s->answer, "applied", good);
    bytes_print(&s->reply, ",\"problems\":[%s]", s->text_problems.length > 0 ? s->text_problems.at : "");
    if (good)
        write_applied(s, &done);
    return true;
}

/* ---- add ---- */

/* A label for the history: the beginning of a statement. */
static void label_of(char label[DOCUMENT_LABEL], const char *what, const char *text)
{
    const size_t length = strcspn(text, "\n;:");
    snprintf(label, DOCUMENT_LABEL, "%s %.*s", what, (int)(length < 50 ? length : 50), text);
    for (size_t i = strlen(label); i > 0 && (label[i - 1] & 0x80) != 0; i--)
        label[i - 1] = 0;
}

/* The statement of a shape without a position, with the place where it was dropped: in a small text of its own, since a change of
 * numbers in the large one reads all of it. To be freed with free(). */
static char *place_new(const char *text, const struct value *m)
{
    tn_vec3 where;
    tn_quat turned;
    tn_place at;
    tn_text_number there = {.kind = TN_TEXT_NONE};
    tn_source *alone = tn_source_text("added", text);
    if (vector_given(value_member(m, "at"), &where) && tn_source_at(alone, 0, &at) &&
        tn_source_number(alone, &at, "position", 0, &there) == TN_OK && there.kind == TN_TEXT_NONE)
        tn_source_set(alone, &at, "position", &where.x, 3, value_number(m, "tolerance", 0), TN_EDIT_ASK, NULL);
    if (quaternion_given(value_member(m, "turned"), &turned) && fabs(turned.w) < 1 - 1e-12 &&
        tn_source_at(alone, 0, &at))
        tn_source_set(alone, &at, "orientation", &turned.w, 4, 1e-7, TN_EDIT_ASK, NULL);
    struct bytes out = {0};
    size_t length;
    const char *placed = tn_source_file_text(alone, 0, &length);
    bytes_add(&out, placed, length);
    bytes_add(&out, "", 1);
    tn_source_free(alone);
    return out.at;
}

/* Statements as typed at a prompt; NULL after a refusal. To be freed with tn_free. */
static char *prompt(struct studio *s, const char *text)
{
    bool complete = true;
    if (too_large(s, strlen(text)))
        return NULL;
    if (tn_source_check(s->doc.source, NULL) != TN_OK) {
        refuse(s, "text-errors", "the text has errors; mend them first");
        return NULL;
    }
    char *made = tn_prompt_text(s->doc.world, text, &complete);
    if (made == NULL)
        refuse(s, "text-errors", complete ? "there is no statement" : "the statement is not complete");
    return made;
}

bool op_add(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    const char *given = value_text(m, "text", NULL);
    char label[DOCUMENT_LABEL];
    tn_place at;
    if (given == NULL)
        return refuse(s, "bad-message", "add needs \"text\"");
    char *text = prompt(s, given);
    if (text == NULL)
        return false;
    int count;
    uint64_t *before = thing_ids(s, &count);
    tn_diagnostics *d = tn_diagnostics_new();
    label_of(label, "Add", given);
    step_begin(s, value_text(m, "label", label), NULL);
    char *placed = place_new(text, m);
    bool good = tn_source_add(s->doc.source, NULL, placed, &at, d) == TN_OK;
    if (good) {
        text_changed(s);
        good = step_finish(s);
    } else {
        refuse(s, "text-errors", "%s",
               tn_diagnostics_count(d) > 0 ? tn_diagnostics_get(d, 0).message : "this is not a whole statement");
        step_abandon(s);
    }
    if (good) {
        write_pending(s, &s->answer, "patch");
        write_made(s, "made", before, count);
    }
    tn_diagnostics_free(d);
    tn_free(text);
    free(placed);
    free(before);
    return good;
}

/* ---- remove and rename ---- */

static bool choice_of(const char *how, tn_edit_choice *out)
{
    static const char *const word[] = {"ask", "let", "all", "split", "here"};
    for (int i = 0; i < 5; i++)
        if (strcmp(how, word[i]) == 0) {
            *out = (tn_edit_choice)i;
            return true;
        }
    return false;
}

static bool ask_for_loop(struct studio *s, const char *label)
{
    write_text(&s->answer, "stands", "loop");
    write_open(&s->answer, "choices", '[');
    write_text(&s->answer, NULL, "split");
    write_text(&s->answer, NULL, "all");
    write_text(&s->answer, NULL, "run");
    write_close(&s->answer, ']');
    return refuse(s, "ask", "%s is one of several that a loop makes", label);
}

/* Removes one thing from the text, or from the running world alone. */
static bool remove_one(struct studio *s, tn_thing t, bool users, const char *how)
{
    tn_edit_choice choice = TN_EDIT_ASK;
    tn_place at;
    char *message = NULL;
    if (strcmp(how, "run") == 0) {
        if (tn_remove(s->doc.world, t, &message) != TN_OK)
            return refuse_with(s, "refused", message);
        return true;
    }
    if (!choice_of(how, &choice))
        return refuse(s, "bad-message", "\"how\" is not one of ask, all, split, run");
    if (!thing_place(s, t, &at))
        return false;
    if (at.turns > 0 && choice == TN_EDIT_ASK)
        return ask_for_loop(s, thing_label(s, t));
    if (tn_source_remove(s->doc.source, &at, users, choice, &message) != TN_OK)
        return refuse_with(s, "refused", message);
    tn_free(message);
    text_changed(s);
    return true;
}

bool op_remove(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    const struct value *list = value_member(m, "things"), *one = value_member(m, "thing");
    const struct value *first = list != NULL && list->type == VALUE_LIST ? list->first : one;
    const char *how = value_text(m, "how", "ask"), *type = value_text(m, "type", NULL);
    const bool in_run = strcmp(how, "run") == 0;
    struct bytes names = {0};
    struct writer w = {&names, false};
    bool good = true, any = false;
    char label[DOCUMENT_LABEL] = "Remove";
    if (first == NULL)
        return refuse(s, "bad-message", "remove needs \"things\", a list");
    step_begin(s, label, NULL);
    for (const struct value *v = first; good && v != NULL; v = one == first ? NULL : v->next) {
        tn_place at;
        const tn_thing t = thing_given(s, v, type);
        good = t.type != TN_THING_NONE;
        if (!good || (any && !in_run && !tn_source_place(s->doc.source, s->doc.world, t, &at)))
            continue; /* it went with another one */
        if (!any)
            snprintf(s->doc.step[s->doc.count - 1].label, DOCUMENT_LABEL, "Remove %s", thing_label(s, t));
        write_text(&w, NULL, thing_label(s, t));
        good = remove_one(s, t, value_flag(m, "users", true), how);
        any = true;
    }
    if (!good) {
        bytes_free(&names);
        return step_abandon(s);
    }
    if (in_run) {
        step_end(s);
        write_integer(&s->answer, "rev", (long long)s->text.rev);
    } else {
        good = step_finish(s);
    }
    if (good) {
        write_open(&s->answer, "removed", '[');
        bytes_text(&s->reply, names.at);
        write_close(&s->answer, ']');
    }
    bytes_free(&names);
    return good;
}

bool op_users(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    const tn_thing t = thing_member(s, m, "thing");
    tn_place at, user;
    if (t.type == TN_THING_NONE || !thing_place(s, t, &at))
        return false;
    write_open(&s->answer, "users", '[');
    for (int i = 0; i < 1000 && tn_source_user(s->doc.source, &at, i, &user); i++) {
        size_t length;
        const char *text = tn_source_file_text(s->doc.source, user.file, &length);
        const size_t shown = user.to - user.from < 200 ? user.to - user.from : 200;
        write_open(&s->answer, NULL, '{');
        write_text_part(&s->answer, "text", text + user.from, shown);
        write_integer(&s->answer, "line", user.line);
        write_integer(&s->answer, "file", user.file);
        write_close(&s->answer, '}');
    }
    write_close(&s->answer, ']');
    return true;
}

bool op_rename(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    const tn_thing t = thing_member(s, m, "thing");
    const char *name = value_text(m, "name", "");
    char label[DOCUMENT_LABEL], *message = NULL;
    tn_place at;
    if (t.type == TN_THING_NONE || !thing_place(s, t, &at))
        return false;
    snprintf(label, sizeof label, "Rename %s", thing_label(s, t));
    step_begin(s, label, NULL);
    if (tn_source_rename(s->doc.source, &at, name, &message) != TN_OK) {
        refuse_with(s, "refused", message);
        return step_abandon(s);
    }
    tn_free(message);
    text_changed(s);
    return step_finish(s);
}

/* ---- the statement line ---- */

/* The request that a line stands for, as JSON; empty: it is a statement. */
static bool request_of(const char *line, struct bytes *out)
{
    static const char *const plain[] = {"undo", "redo", "restart", "step"};
    char word[4][100] = {"", "", "", ""};
    struct writer w = {out, false};
    const int n = sscanf(line, " %99s %99[^ ;] %99[^;] %99[^;]", word[0], word[1], word[2], word[3]);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (n == 1 && strcmp(word[0], plain[i]) == 0) {
            write_open(&w, NULL, '{');
            write_text(&w, "op", plain[i]);
            write_close(&w, '}');
            return true;
        }
    if (n == 1 && (strcmp(word[0], "run") == 0 || strcmp(word[0], "pause") == 0)) {
        bytes_print(out, "{\"op\":\"run\",\"play\":%s}", word[0][0] == 'r' ? "true" : "false");
        return true;
    }
    if (n == 2 && (strcmp(word[0], "on") == 0 || strcmp(word[0], "off") == 0 || strcmp(word[0], "remove") == 0)) {
        write_open(&w, NULL, '{');
        write_text(&w, "op", word[0][0] == 'r' ? "remove" : "switch");
        write_flag(&w, "on", word[0][1] == 'n');
        write_text(&w, "thing", word[1]);
        write_close(&w, '}');
        return true;
    }
    return false;
}

/* `set mass rod1 3`: word, thing, numbers. */
static bool set_of(const char *line, struct bytes *out)
{
    char what[60], thing[100], rest[400];
    double x;
    struct writer w = {out, false};
    if (sscanf(line, " set %59s %99s %399[^;]", what, thing, rest) != 3)
        return false;
    write_open(&w, NULL, '{');
    write_text(&w, "op", "set");
    write_text(&w, "word", what);
    write_text(&w, "thing", thing);
    write_open(&w, "values", '[');
    for (char *at = strtok(rest, " \t,"); at != NULL; at = strtok(NULL, " \t,"))
        if (tn_number(at, &x, NULL))
            write_number(&w, NULL, x);
        else
            return false;
    write_close(&w, ']');
    write_close(&w, '}');
    return true;
}

/* `let x = 2` for a let that there is. */
static bool let_of(struct studio *s, const char *line, struct bytes *out)
{
    char name[100], rest[400];
    struct writer w = {out, false};
    if (sscanf(line, " let %99[A-Za-z0-9_-] = %399[^;]", name, rest) != 2 ||
        tn_thing_find(s->doc.world, TN_THING_NAME, name).type == TN_THING_NONE)
        return false;
    write_open(&w, NULL, '{');
    write_text(&w, "op", "let");
    write_text(&w, "name", name);
    write_text(&w, "text", rest);
    write_close(&w, '}');
    return true;
}

bool op_statement(struct studio *s, struct page *p, const struct value *m)
{
    static const struct {
        const char *name;
        op_function *go;
    } meant[] = {{"undo", op_undo}, {"redo", op_redo},     {"restart", op_restart}, {"step", op_step}, {"run", op_run},
                 {"set", op_set},   {"remove", op_remove}, {"switch", op_switch},   {"let", op_let}};
    const char *line = value_text(m, "text", NULL);
    struct bytes request = {0};
    struct value_arena *arena = NULL;
    if (line == NULL)
        return refuse(s, "bad-message", "statement needs \"text\"");
    const bool other = request_of(line, &request) || (request.length = 0, set_of(line, &request)) ||
                       (request.length = 0, let_of(s, line, &request));
    if (!other) {
        bytes_free(&request);
        return op_add(s, p, m);
    }
    const char *why = NULL;
    const struct value *r = value_read(request.at, request.length, &arena, &why);
    bool good = false;
    for (size_t i = 0; i < sizeof meant / sizeof *meant; i++)
        if (strcmp(value_text(r, "op", ""), meant[i].name) == 0)
            good = meant[i].go(s, p, r);
    value_free(arena);
    bytes_free(&request);
    return good;
}
