/* inspect.c: everything about one thing, for an inspector. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

static const char *const by_word[] = {"world",      "dynamic", "displacement", "reaction",
                                      "multiplier", "penalty", "coordinates"};
static const char *const stands_word[] = {"none", "literal", "let", "expression"};

/* How a parameter is written in the text: all of its numbers together. */
static void write_text_of(struct studio *s, const tn_place *at, const char *word, int count)
{
    struct writer *w = &s->answer;
    tn_text_number n, most = {.kind = TN_TEXT_NONE};
    size_t from = 0, to = 0;
    for (int i = 0; i < (count > 0 ? count : 1); i++) {
        if (tn_source_number(s->doc.source, at, word, i, &n) != TN_OK || n.kind == TN_TEXT_NONE)
            break;
        from = i == 0 ? n.from : from;
        to = n.to;
        if (n.kind > most.kind)
            most = n;
    }
    size_t length;
    const char *text = tn_source_file_text(s->doc.source, at->file, &length);
    if (to > from && to <= length)
        write_text_part(w, "text", text + from, to - from);
    else
        write_null(w, "text");
    write_text(w, "stands", stands_word[most.kind]);
    if (most.kind == TN_TEXT_LET && most.to <= length)
        write_text_part(w, "let", text + most.from, most.to - most.from);
    else
        write_null(w, "let");
    write_flag(w, "shared", most.shared || at->turns > 0);
}

static void write_range(struct writer *w, const tn_parameter *p)
{
    const bool within = p->range == TN_WITHIN, bounded = p->range == TN_BETWEEN || p->range == TN_ABOVE || within;
    if (p->range == TN_POSITIVE || p->range == TN_NOT_NEGATIVE || bounded)
        write_number(w, "low", bounded ? p->low : 0);
    else
        write_null(w, "low");
    if (bounded)
        write_number(w, "high", p->high);
    else
        write_null(w, "high");
    write_flag(w, "low_excluded", p->range == TN_POSITIVE || p->range == TN_ABOVE || within);
    write_flag(w, "high_excluded", within);
    write_flag(w, "whole", p->whole);
}

static void write_parameter(struct studio *s, const tn_thing_parameter *p, const tn_place *at)
{
    struct writer *w = &s->answer;
    write_open(w, NULL, '{');
    write_text(w, "word", p->is->word);
    write_text(w, "behind", p->is->behind);
    write_text(w, "symbol", p->is->symbol);
    write_text(w, "unit", p->is->unit);
    write_numbers(w, "values", p->value, p->count);
    write_text(w, "chosen", p->word);
    if (at != NULL) {
        write_text_of(s, at, p->is->word, p->count);
    } else {
        write_null(w, "text");
        write_text(w, "stands", "none");
        write_null(w, "let");
        write_flag(w, "shared", false);
    }
    write_flag(w, "settable", p->is->settable);
    write_flag(w, "formula", p->formula);
    write_open(w, "choices", '[');
    for (int i = 0; p->is->choices != NULL && p->is->choices[i] != NULL; i++)
        write_text(w, NULL, p->is->choices[i]);
    write_close(w, ']');
    write_text(w, "help", p->is->help);
    write_range(w, p->is);
    write_text(w, "standard", p->is->standard);
    write_close(w, '}');
}

static void write_place(struct studio *s, const tn_place *at)
{
    struct writer *w = &s->answer;
    write_integer(w, "line", at != NULL ? at->line : 0);
    write_integer(w, "end_line", at != NULL ? at->end_line : 0);
    write_integer(w, "file", at != NULL ? at->file : 0);
    if (at != NULL && at->file == 0) {
        write_open(w, "span", '[');
        write_integer(w, NULL, (long long)units_of(s->text.now, at->from));
        write_integer(w, NULL, (long long)units_of(s->text.now, at->to));
        write_close(w, ']');
    } else {
        write_null(w, "span");
    }
    write_flag(w, "loop", at != NULL && at->turns > 0);
}

static void write_partners(struct studio *s, tn_thing t)
{
    tn_thing partner[32];
    const int count = tn_thing_partners(s->doc.world, t, partner, 32);
    write_open(&s->answer, "partners", '[');
    for (int i = 0; i < count && i < 32; i++) {
        write_open(&s->answer, NULL, '{');
        write_id(&s->answer, "id", partner[i]);
        write_text(&s->answer, "type", thing_type_word(partner[i].type));
        write_text(&s->answer, "name", thing_label(s, partner[i]));
        write_close(&s->answer, '}');
    }
    write_close(&s->answer, ']');
}

static void write_now(struct studio *s, tn_thing t)
{
    struct writer *w = &s->answer;
    tn_pose p;
    tn_constraint_state c;
    if (t.type == TN_THING_OBJECT && tn_object_pose(s->doc.world, tn_thing_object(t), &p) == TN_OK) {
        write_open(w, "pose", '{');
        write_vector(w, "position", p.position);
        if (p.has_orientation)
            write_quaternion(w, "orientation", p.orientation);
        else
            write_null(w, "orientation");
        write_vector(w, "center", p.center);
        write_vector(w, "velocity", p.velocity);
        write_vector(w, "spin", p.spin);
        write_number(w, "mass", p.mass);
        write_close(w, '}');
    }
    if (t.type == TN_THING_CONSTRAINT && tn_constraint_get(s->doc.world, tn_thing_constraint(t), &c) == TN_OK) {
        write_open(w, "state", '{');
        write_number(w, "deviation", c.size);
        write_vector(w, "force", c.force);
        write_vector(w, "torque", c.torque);
        write_numbers(w, "multipliers", c.multiplier, c.rows);
        write_close(w, '}');
    }
}

bool op_inspect(struct studio *s, struct page *page, const struct value *m)
{
    (void)page;
    const tn_thing t = thing_member(s, m, "thing");
    struct writer *w = &s->answer;
    tn_thing_parameter p;
    tn_thing_state now;
    tn_place place;
    if (t.type == TN_THING_NONE)
        return false;
    if (tn_thing_get(s->doc.world, t, &now) != TN_OK)
        return refuse(s, "no-such-thing", "it is gone");
    const tn_place *at = tn_source_place(s->doc.source, s->doc.world, t, &place) ? &place : NULL;
    char *formula = tn_thing_formula(s->doc.world, t);
    write_open(w, "thing", '{');
    write_id(w, "id", t);
    write_text(w, "type", thing_type_word(t.type));
    write_text(w, "name", now.name);
    write_text(w, "label", now.label);
    write_text(w, "kind", now.kind);
    write_flag(w, "present", now.present);
    write_flag(w, "on", now.on);
    write_flag(w, "active", now.active);
    write_number(w, "from", now.has_interval ? now.from : (double)NAN);
    write_number(w, "to", now.has_interval ? now.to : (double)NAN);
    write_text(w, "by", by_word[now.by]);
    write_text(w, "method", by_word[now.method]);
    write_number(w, "value", now.value);
    write_text(w, "formula", formula);
    write_place(s, at);
    write_partners(s, t);
    write_open(w, "parameters", '[');
    for (int i = 0; i < 200 && tn_thing_parameter_at(s->doc.world, t, i, &p); i++)
        write_parameter(s, &p, at);
    write_close(w, ']');
    write_now(s, t);
    write_close(w, '}');
    tn_free(formula);
    return true;
}
