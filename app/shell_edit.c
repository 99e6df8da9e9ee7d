/* shell_edit.c: the shell's commands that change a running world; undo and redo. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell.h"

/* ---- words and numbers ---- */

/* The next word of a line, at most `room` − 1 characters of it; *rest is what follows. */
static bool take_word(const char **rest, char *word, size_t room)
{
    const char *p = *rest + strspn(*rest, " \t,");
    size_t n = strcspn(p, " \t,");
    if (n == 0 || n >= room)
        return false;
    memcpy(word, p, n);
    word[n] = 0;
    *rest = p + n + strspn(p + n, " \t,");
    return true;
}

/* The rest of the line as numbers; −1 if a word is not a number, or there are more than `most`. */
static int take_numbers(const char *rest, double *out, int most)
{
    char word[64];
    int count = 0;
    while (*rest) {
        if (count == most || !take_word(&rest, word, sizeof word) || !tn_number(word, &out[count], NULL))
            return -1;
        count++;
    }
    return count;
}

/* ---- things ---- */

static void not_there(struct shell *s, const char *command, const char *name)
{
    shell_complain(s, "%s: there is nothing named \"%s\"", command, name);
}

/* Constraints without a name are known as kind@line, which no statement can say. */
static void set_unnamed(struct shell *s, const char *what, const char *name, const char *rest)
{
    double numbers[6];
    char *message = NULL;
    tn_constraint c = shell_constraint(s->world, name);
    int count = take_numbers(rest, numbers, 6);
    if (count <= 0)
        shell_complain(s, "set: expected a word, a name and numbers: set tau %s 0.5", name);
    else if (!c.generation)
        not_there(s, "set", name);
    else if (tn_constraint_set(s->world, c, what, numbers, count, &message) != TN_OK)
        shell_complain(s, "set: %s: %s", name, message ? message : "not possible");
    tn_free(message);
}

/* As the timeline's statement: one reader for both. */
void shell_set(struct shell *s, const char *rest)
{
    char what[64] = "", name[64] = "", label[80];
    const char *p = rest;
    if (take_word(&p, what, sizeof what) && take_word(&p, name, sizeof name) && strchr(name, '@')) {
        set_unnamed(s, what, name, p);
        return;
    }
    struct buffer text = {0};
    buffer_print(&text, "set %s;\n", rest);
    snprintf(label, sizeof label, "set %s", what);
    tn_edit_begin(s->world, label);
    shell_read(s, tn_change_text, s->line, text.at);
    tn_edit_end(s->world);
    buffer_free(&text);
}

bool shell_changes_let(const struct shell *s, const char *text)
{
    char name[64];
    const char *p = text + strspn(text, " \t");
    if (strncmp(p, "let ", 4))
        return false;
    p += 4 + strspn(p + 4, " \t");
    size_t n = strcspn(p, " \t=;(\n");
    if (!n || n >= sizeof name || p[n + strspn(p + n, " \t")] != '=')
        return false;
    snprintf(name, sizeof name, "%.*s", (int)n, p);
    return !isnan(tn_let_get(s->world, name));
}

static void switch_to(struct shell *s, const char *name, bool on)
{
    tn_constraint c = shell_constraint(s->world, name);
    tn_force f = tn_force_find(s->world, name);
    if (c.generation)
        tn_constraint_switch(s->world, c, on);
    else if (f.generation)
        tn_force_switch(s->world, f, on);
    else
        shell_complain(s, "%s: there is no constraint or force named \"%s\"", on ? "on" : "off", name);
}

void shell_on(struct shell *s, const char *rest) { switch_to(s, rest, true); }
void shell_off(struct shell *s, const char *rest) { switch_to(s, rest, false); }

/* What refers to it goes with it, and is told. */
static void tell_removed(tn_world *w, tn_thing t)
{
    const int count = tn_removed_with(w, t, NULL, 0);
    tn_thing *with = calloc((size_t)count + 1, sizeof *with);
    const int found = with ? tn_removed_with(w, t, with, count) : 0;
    for (int i = 0; i < found && i < count; i++) {
        const char *name = tn_thing_name(w, with[i]);
        printf("removed with it: %s%s%s%s\n", tn_thing_kind(w, with[i]), *name ? " '" : "", name, *name ? "'" : "");
    }
    free(with);
}

void shell_remove(struct shell *s, const char *rest)
{
    tn_constraint c = shell_constraint(s->world, rest);
    tn_force f = tn_force_find(s->world, rest);
    tn_object o = tn_object_find(s->world, rest);
    tn_thing t = c.generation ? tn_thing_of_constraint(c) : f.generation ? tn_thing_of_force(f) : tn_thing_of_object(o);
    if (!tn_thing_valid(s->world, t)) {
        not_there(s, "remove", rest);
        return;
    }
    tell_removed(s->world, t);
    if (t.type == TN_THING_CONSTRAINT)
        tn_constraint_remove(s->world, c);
    else if (t.type == TN_THING_FORCE)
        tn_force_remove(s->world, f);
    else
        tn_object_remove(s->world, o);
}

/* ---- undo and redo ---- */

static void moved_to(struct shell *s, const char *what, const char *label)
{
    printf("%s: %s; t = %.10g s\n", what, *label ? label : "changes", tn_time(s->world));
}

void shell_undo(struct shell *s, const char *rest)
{
    char label[80];
    (void)rest;
    snprintf(label, sizeof label, "%s", tn_undo_label(s->world));
    if (tn_undo(s->world) != TN_OK)
        shell_complain(s, "undo: there is nothing to undo");
    else
        moved_to(s, "undone", label);
}

void shell_redo(struct shell *s, const char *rest)
{
    char label[80];
    (void)rest;
    snprintf(label, sizeof label, "%s", tn_redo_label(s->world));
    if (tn_redo(s->world) != TN_OK)
        shell_complain(s, "redo: there is nothing to redo");
    else
        moved_to(s, "redone", label);
}

/* ---- a handle ---- */

/* object, object.point, or object x y z in its frame. */
static bool find_point(struct shell *s, const char *name, const char *rest, tn_object *o, tn_vec3 *local)
{
    char object[64];
    double numbers[3];
    const char *dot = strrchr(name, '.');
    *local = (tn_vec3){0, 0, 0};
    *o = tn_object_find(s->world, name);
    int count = take_numbers(rest, numbers, 3);
    if (o->generation && count == 3) {
        *local = (tn_vec3){numbers[0], numbers[1], numbers[2]};
        return true;
    }
    if (o->generation && count == 0)
        return tn_object_is_variable(s->world, *o) || tn_object_point(s->world, *o, "center", local);
    if (!dot || count != 0)
        return false;
    snprintf(object, sizeof object, "%.*s", (int)(dot - name), name);
    *o = tn_object_find(s->world, object);
    return o->generation && tn_object_point(s->world, *o, dot + 1, local);
}

void shell_grab(struct shell *s, const char *rest)
{
    char name[64], line[200];
    tn_object o;
    tn_vec3 local;
    snprintf(line, sizeof line, "%s", rest);
    size_t n = strlen(line);
    bool hard = n > 5 && !strcmp(line + n - 5, " hard");
    if (hard)
        line[n - 5] = 0;
    const char *left = line;
    if (!take_word(&left, name, sizeof name) || !find_point(s, name, left, &o, &local)) {
        shell_complain(s, "grab: expected a point: grab rod, grab rod.end1 or grab rod 0 0 0.5, optionally with hard");
        return;
    }
    if (s->handle.generation)
        tn_release(s->world, s->handle);
    char *message = NULL;
    s->handle = tn_grab(s->world, o, local, hard ? TN_GRAB_HARD : TN_GRAB_SPRING, &message);
    if (!s->handle.generation)
        shell_complain(s, "grab: %s", message ? message : "not possible");
    tn_free(message);
}

void shell_drag(struct shell *s, const char *rest)
{
    double to[3] = {0, 0, 0};
    int count = take_numbers(rest, to, 3);
    if (count != 3 && count != 1)
        shell_complain(s, "drag: expected a position: drag 1 0 2 (for a variable one number)");
    else if (tn_drag_to(s->world, s->handle, (tn_vec3){to[0], to[1], to[2]}) != TN_OK)
        shell_complain(s, "drag: nothing is grabbed");
}

void shell_release(struct shell *s, const char *rest)
{
    (void)rest;
    if (tn_release(s->world, s->handle) != TN_OK)
        shell_complain(s, "release: nothing is grabbed");
    s->handle = (tn_handle){0, 0};
}
