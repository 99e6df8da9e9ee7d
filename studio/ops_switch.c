/* ops_switch.c: switching constraints and forces on and off, in the running world and, by `off;`, in the text. */
#include <stdio.h>
#include <string.h>

#include "inside.h"

static bool switch_now(struct studio *s, tn_thing t, bool on)
{
    return t.type == TN_THING_CONSTRAINT ? tn_constraint_switch(s->doc.world, tn_thing_constraint(t), on) == TN_OK
                                         : tn_force_switch(s->doc.world, tn_thing_force(t), on) == TN_OK;
}

static const char *word_at(struct studio *s, int statement)
{
    const tn_def *d = tn_source_def(s->doc.source, statement);
    return d != NULL ? tn_def_word(d) : "";
}

/* A block of its own; otherwise a statement that such a block can be put around. */
static bool is_block(struct studio *s, const tn_place *at)
{
    const char *word = word_at(s, at->statement);
    return strcmp(word, "constraint") == 0 || strcmp(word, "force") == 0;
}

/* Statements inside of world blocks, objects and events have no block of their own, and get none. */
static bool can_be_block(struct studio *s, const tn_place *at)
{
    for (int i = tn_source_parent(s->doc.source, at->statement); i >= 0; i = tn_source_parent(s->doc.source, i))
        if (strcmp(word_at(s, i), "for") != 0)
            return false;
    return true;
}

/* The word `off` of a block. */
static bool off_in(struct studio *s, const tn_place *at, tn_place *out)
{
    for (int i = 0; i < tn_source_count(s->doc.source); i++)
        if (tn_source_parent(s->doc.source, i) == at->statement && strcmp(word_at(s, i), "off") == 0)
            return tn_source_at(s->doc.source, i, out);
    return false;
}

static bool write_off(struct studio *s, const tn_place *at, tn_thing_type type)
{
    if (is_block(s, at))
        return tn_source_add(s->doc.source, at, "off;", NULL, NULL) == TN_OK;
    if (tn_source_replace(s->doc.source, at->file, at->to, at->to, " off; end") != TN_OK)
        return false;
    text_changed(s);
    return tn_source_replace(s->doc.source, at->file, at->from, at->from,
                             type == TN_THING_CONSTRAINT ? "constraint: " : "force: ") == TN_OK;
}

/* Its block without `off;`, and without the space before it if it stands among others. */
static bool remove_off(struct studio *s, const tn_place *off)
{
    size_t length = 0, from = off->from;
    const char *text = tn_source_file_text(s->doc.source, off->file, &length);
    size_t line = from;
    while (line > 0 && (text[line - 1] == ' ' || text[line - 1] == '\t'))
        line--;
    if (line == 0 || text[line - 1] == '\n')
        return tn_source_remove(s->doc.source, off, false, TN_EDIT_ALL, NULL) == TN_OK;
    return tn_source_replace(s->doc.source, off->file, line, off->to, "") == TN_OK;
}

/* The things that a statement stands for, which an edit may have made anew: one turn of its loops, or all. */
static bool switch_statement(struct studio *s, tn_thing_type type, const tn_place *at, bool all, bool on)
{
    bool any = false;
    tn_place found;
    for (int i = 0; i < tn_thing_count(s->doc.world, type); i++) {
        const tn_thing t = tn_thing_at(s->doc.world, type, i);
        bool same =
            tn_source_place(s->doc.source, s->doc.world, t, &found) && found.file == at->file && found.from == at->from;
        for (int k = 0; same && !all && k < at->turns && k < found.turns && k < TN_TURNS; k++)
            same = found.turn[k].value == at->turn[k].value;
        any = (same && switch_now(s, t, on)) || any;
    }
    return any;
}

/* What the text must say for this; false: it stays, and the world alone is switched. */
static bool text_switch(struct studio *s, tn_thing t, bool on, tn_place *at)
{
    tn_place off;
    const bool there = off_in(s, at, &off);
    if (there != on)
        return false;
    if (!on && !is_block(s, at) && !can_be_block(s, at))
        return false;
    const bool done = on ? remove_off(s, &off) : write_off(s, at, t.type);
    if (done)
        text_changed(s);
    return done;
}

/* A turn of a loop: the world alone, every turn, or this one split off. Answers `ask` and gives false otherwise. */
static bool loop_choice(struct studio *s, tn_place *at, const char *how, bool *run)
{
    char *message = NULL;
    *run = strcmp(how, "run") == 0;
    if (at->turns == 0 || *run || strcmp(how, "all") == 0)
        return true;
    if (strcmp(how, "split") == 0) {
        tn_place alone;
        if (tn_source_split(s->doc.source, at, &alone, &message) != TN_OK)
            return refuse_with(s, "refused", message);
        text_changed(s);
        *at = alone;
        return true;
    }
    write_text(&s->answer, "stands", "loop");
    write_open(&s->answer, "choices", '[');
    for (int i = 0; i < 3; i++)
        write_text(&s->answer, NULL, ((const char *const[]){"run", "all", "split"})[i]);
    write_close(&s->answer, ']');
    return refuse(s, "ask", "a loop makes several things of this statement");
}

bool op_switch(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    tn_thing t = thing_member(s, m, "thing");
    const bool on = value_flag(m, "on", true);
    char label[DOCUMENT_LABEL];
    tn_place at;
    bool run = false;
    if (t.type == TN_THING_NONE)
        return false;
    if (t.type != TN_THING_CONSTRAINT && t.type != TN_THING_FORCE)
        return refuse(s, "refused", "only constraints and forces can be switched");
    snprintf(label, sizeof label, "%s %s", thing_label(s, t), on ? "on" : "off");
    step_begin(s, label, NULL);
    const bool placed = tn_source_check(s->doc.source, NULL) == TN_OK &&
                        tn_source_place(s->doc.source, s->doc.world, t, &at) && at.file == 0;
    if (placed && !loop_choice(s, &at, value_text(m, "how", "ask"), &run))
        return step_abandon(s);
    const bool text = placed && !run && text_switch(s, t, on, &at);
    if (text && !step_apply(s, NULL)) {
        refuse(s, "refused", "the text would have errors");
        return step_abandon(s);
    }
    if (placed && !run ? !switch_statement(s, t.type, &at, true, on) : !switch_now(s, t, on)) {
        refuse(s, "refused", "this cannot be switched");
        return step_abandon(s);
    }
    step_end(s);
    write_integer(&s->answer, "rev", (long long)s->text.rev);
    return true;
}
