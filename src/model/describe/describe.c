/* describe.c: things of a world as definitions: settings, names, contacts, skins, probes, looks; see describe.h. */
#include "model/describe/describe.h"

#include <string.h>

#include "model/batch.h"
#include "model/timeline.h"
#include "object/material_words.h"

/* ---- pieces ---- */

void describe_numbers(struct statement *s, const char *word, const double *x, int count)
{
    draft_numbers(draft_child(s, word), x, count);
}

void describe_number(struct statement *s, const char *word, double x) { describe_numbers(s, word, &x, 1); }

void describe_vector(struct statement *s, const char *word, vec3 v)
{
    const double n[3] = {v.x, v.y, v.z};
    describe_numbers(s, word, n, 3);
}

void describe_quaternion(struct statement *s, const char *word, quat q)
{
    const double n[4] = {q.w, q.x, q.y, q.z};
    describe_numbers(s, word, n, 4);
}

void describe_word(struct statement *s, const char *word, const char *value)
{
    draft_word(draft_child(s, word), value);
}

struct tree *describe_full_name(struct document *home, const char *name)
{
    const char *open = strchr(name, '[');
    if (open == NULL)
        return draft_name_tree(home, name);
    struct tree *t = describe_expression(home, name);
    return t != NULL ? t : draft_name_tree(home, name);
}

struct tree *describe_object_name(struct document *home, const tn_world *w, int slot)
{
    const char *name = world_object_name(w, slot);
    if (statement_is_name(name))
        return describe_full_name(home, name);
    char made[40];
    snprintf(made, sizeof made, "unnamed[%d]", slot);
    return describe_full_name(home, made);
}

struct statements describe_parse(struct document *home, const char *text)
{
    struct diagnostics *d = diagnostics_new();
    struct document *own = document_new(d);
    char *whole = mem_print("%s;", text);
    struct statements read = statement_read(own, d, diagnostics_source(d, "", whole));
    struct statements all = {.at = ARENA_ARRAY(&home->arena, struct statement *, read.count), .count = read.count};
    for (int i = 0; i < read.count; i++) {
        all.at[i] = draft_copy(home, read.at[i], false);
        all.at[i]->place = (struct place){0};
    }
    mem_free(whole);
    document_drop(own);
    diagnostics_free(d);
    return all;
}

struct tree *describe_expression(struct document *home, const char *text)
{
    struct diagnostics *d = diagnostics_new();
    struct document *own = document_new(d);
    const struct tree *t = read_expression_text(&own->arena, d, "", text);
    struct tree *copy = t != NULL ? draft_copy_tree(home, t, false) : NULL;
    document_drop(own);
    diagnostics_free(d);
    return copy;
}

struct statement *describe_birth(struct document *home, const tn_world *w, enum thing thing, int slot,
                                 struct statement *s)
{
    const struct scene *scene = world_scene(w);
    double time = scene != NULL ? timeline_birth(w, scene, thing, slot) : NAN;
    if (isnan(time))
        return s;
    struct statement *at = draft_new(home, "at");
    draft_number(at, time);
    draft_adopt(at, s);
    return at;
}

/* ---- settings ---- */

/* The correction equals the tolerance if it is not given. */
static bool given_correction(const tn_settings *s, const tn_settings *first)
{
    const bool both_first = s->tolerance == first->tolerance && s->correction == first->correction;
    return s->correction != s->tolerance && !both_first;
}

/* A world that was assembled before its first step is not assembled again. */
static void describe_assemble(struct statement *s, const tn_world *w, const tn_settings *now)
{
    bool on = now->assemble == TN_ASSEMBLE_ON || (now->assemble == TN_ASSEMBLE_AUTO && now->method == TN_DISPLACEMENT);
    if (now->assemble == TN_ASSEMBLE_OFF || (on && world_is_assembled(w)))
        describe_word(s, "assemble", "off");
    else if (now->assemble == TN_ASSEMBLE_ON)
        describe_word(s, "assemble", "on");
}

static void describe_setting(struct statement *s, const tn_settings *now, const tn_settings *first,
                             const tn_parameter *p)
{
    const char *word = setting_get_word(now, p), *standard = setting_get_word(first, p);
    double number, other = NAN;
    if (word != NULL) {
        if (setting_is_always_written(p) || standard == NULL || strcmp(word, standard) != 0)
            describe_word(s, p->word, word);
    } else if (p == tn_setting("correction")) {
        if (given_correction(now, first))
            describe_number(s, p->word, now->correction);
    } else if (p == tn_setting("tolerance")) {
        if (now->tolerance != first->tolerance || now->correction == now->tolerance)
            describe_number(s, p->word, now->tolerance);
    } else if (setting_get_number(now, p, &number)) {
        const bool chosen = p == tn_setting("step") && now->step_given;
        if (chosen || setting_is_always_written(p) || !setting_get_number(first, p, &other) || number != other)
            describe_number(s, p->word, number);
    }
}

struct statement *describe_settings(struct document *home, const tn_world *w)
{
    const tn_settings now = tn_world_settings(w), first = tn_settings_default();
    struct statement *s = draft_new(home, "world");
    for (const tn_parameter *p = world_kind.parameters; p->word != NULL; p++) {
        const bool open = p == tn_setting("integrator") && !now.integrator_given && now.integrator == TN_ADAMS;
        if (p == tn_setting("assemble"))
            describe_assemble(s, w, &now);
        else if (open && world_has_flexible(w)) /* its stiffness decides */
            continue;
        else if (setting_is_clock(p) && tn_time(w) != 0)
            describe_number(s, p->word, tn_time(w));
        else
            describe_setting(s, &now, &first, p);
    }
    return s;
}

/* ---- lets, functions, paths, surfaces, nails ---- */

/* A let that an event has changed is described as it is now. */
static bool has_changed(const tn_world *w, const struct definition *d)
{
    return d->kind == DEFINE_LET && d->let >= 0 && d->constant == CONSTANT_NUMBER &&
           world_let(w, d->let) != d->value[0];
}

static void describe_parameters(struct statement *to, const struct statement *from)
{
    for (int i = 0; i < from->parameter_count; i++)
        draft_parameter(to, from->parameters[i]->text, i >= from->parameter_split);
}

/* Loop variables are replaced by the code of readings, in a separate reading. */
static void describe_body(struct statement *s, tn_world *w, const struct definition *d)
{
    struct diagnostics *diagnostics = diagnostics_new();
    const struct statement *from = d->statement;
    const int number = d->number;
    struct reading r = reading_begin(w, diagnostics); /* may copy the scene; another thread may then free the old one */
    r.quiet = true;
    d = r.scene->all_kept.at[number];
    draft_tree(
        s, draft_copy_tree(s->home, tree_bind(&r, d->body, d->env, from->parameters, from->parameter_count), false));
    reading_end(&r);
    diagnostics_free(diagnostics);
}

static bool body_is_gone(const tn_world *w, const struct statement *s, int depth);

/* Whether a name refers to something that no longer exists, directly or by a let. */
static bool name_is_gone(const tn_world *w, const struct tree *t, int depth)
{
    const struct scene *scene = world_scene(w);
    char name[200];
    int n = snprintf(name, sizeof name, "%s", t->text);
    for (int i = 0; i < t->count && n < (int)sizeof name; i++)
        n += snprintf(name + n, sizeof name - (size_t)n, "[%.12g]", t->items[i]->number);
    const int object = world_find_object(w, name), constraint = world_find_constraint(w, name);
    const int number = scene != NULL ? names_get(&scene->names, name) : -1;
    if ((object >= 0 && world_object_gone(w, object)) ||
        (constraint >= 0 && object < 0 && number < 0 && describe_drops_constraint(w, constraint)))
        return true;
    return number >= 0 && body_is_gone(w, scene->all_kept.at[number]->statement, depth - 1);
}

/* Parameters of a function hide other names. */
static bool is_parameter(const struct statement *s, const struct tree *t)
{
    for (int i = 0; i < s->parameter_count; i++)
        if (t->count == 0 && strcmp(s->parameters[i]->text, t->text) == 0)
            return true;
    return false;
}

/* Does an expression in s speak of something that is there no more? */
static bool tree_is_gone(const tn_world *w, const struct statement *s, const struct tree *t, int depth)
{
    if (t->kind == TREE_NAME && depth > 0)
        return !is_parameter(s, t) && name_is_gone(w, t, depth);
    for (int i = 0; i < t->count; i++)
        if (tree_is_gone(w, s, t->items[i], depth))
            return true;
    return false;
}

static bool body_is_gone(const tn_world *w, const struct statement *s, int depth)
{
    for (int i = 0; i < s->arg_count; i++)
        if (tree_is_gone(w, s, s->args[i], depth))
            return true;
    return false;
}

enum { LETS_IN_LETS = 20 }; /* maximum depth that is followed */

struct statement *describe_definition(struct document *home, tn_world *w, int number)
{
    static const char *const words[] = {"let", "let", "nail", "path", "surface", "curve"};
    const struct definition *d = ((const struct scene *)world_scene(w))->all_kept.at[number];
    if ((d->kind == DEFINE_LET || d->kind == DEFINE_FUNCTION) && body_is_gone(w, d->statement, LETS_IN_LETS))
        return NULL;
    struct statement *s = draft_new(home, words[d->kind]);
    if (d->kind == DEFINE_NAIL) {
        draft_tree(s, describe_full_name(home, d->name));
        draft_numbers(s, d->value, 3);
        return s;
    }
    s->name = describe_full_name(home, d->name);
    if (d->spline != NULL) {
        for (int i = 0; i < d->spline->keys; i++)
            describe_numbers(s, "key", d->spline->key[i], 4);
    } else if (has_changed(w, d)) {
        draft_number(s, world_let(w, d->let));
    } else {
        describe_parameters(s, d->statement);
        describe_body(s, w, d);
    }
    return s;
}

/* ---- contacts, skins, probes, looks ---- */

/* Named bodies are described with their present names. */
struct statement *describe_contact(struct document *home, const tn_world *w, int i)
{
    const struct contact_def *d = world_contact(w, i);
    if (d == NULL)
        return NULL;
    struct statement *s = draft_new(home, "contact");
    if (d->a >= 0) {
        draft_word(s, "between");
        draft_tree(s, describe_object_name(home, w, d->a));
        draft_tree(s, describe_object_name(home, w, d->b));
    }
    if (d->off) {
        draft_word(s, "off");
        return s;
    }
    if (d->way != TN_CONTACT_BY_COST)
        draft_word(s, d->way == TN_CONTACT_EXACT ? "exact" : "fast");
    draft_word(s, "friction");
    draft_number(s, d->friction);
    draft_word(s, "bounce");
    draft_number(s, d->bounce);
    const double twist[2] = {d->rolling, d->spinning};
    for (int k = 0; k < 2; k++)
        if (twist[k] > 0) {
            draft_word(s, contact_parameters[CONTACT_ROLLING + k].word);
            draft_number(s, twist[k]);
        }
    if (d->threshold >= 0) {
        draft_word(s, "threshold");
        draft_number(s, d->threshold);
    }
    const tn_contact_mix rule[2] = {d->friction_rule, d->bounce_rule};
    for (int k = 0; k < 2; k++)
        if (rule[k] != TN_MIX_DEFAULT) {
            const tn_parameter *p = &contact_parameters[CONTACT_FRICTION_RULE + k];
            draft_word(s, p->word);
            draft_word(s, p->choices[rule[k] - TN_MIX_GEOMETRIC]);
        }
    return s;
}

/* Over the solids that still exist. */
struct statement *describe_skin(struct document *home, const tn_world *w, int i)
{
    const struct skin_def *d = world_skin(w, i);
    int left = 0;
    for (int k = 0; k < d->count; k++)
        left += world_skin_lives(w, i, k);
    if (left < 2)
        return NULL;
    struct statement *s = draft_new(home, "skin");
    draft_tree(s, describe_full_name(home, d->name[0] != '\0' ? d->name : "skin"));
    draft_word(s, "over");
    for (int k = 0; k < d->count; k++)
        if (world_skin_lives(w, i, k))
            draft_tree(s, describe_object_name(home, w, d->object[k]));
    if (d->has_color) {
        const double color[3] = {d->color.x, d->color.y, d->color.z};
        draft_word(s, "color");
        draft_numbers(s, color, 3);
    }
    if (d->margin > 0) {
        draft_word(s, "margin");
        draft_number(s, d->margin);
    }
    return s;
}

struct statement *describe_probe(struct document *home, const tn_world *w, int i)
{
    if (world_probe_gone(w, i))
        return NULL;
    const char *name, *value = world_probe_text(w, i, &name);
    struct statement *s = draft_new(home, "probe");
    s->name = statement_is_name(name) ? describe_full_name(home, name) : draft_name_tree(home, name);
    draft_tree(s, describe_expression(home, value));
    return body_is_gone(w, s, LETS_IN_LETS) ? NULL : s;
}

struct statement *describe_look(struct document *home, const tn_world *w, int number)
{
    const struct statement *s = ((const struct scene *)world_scene(w))->all_looks.at[number];
    return body_is_gone(w, s, LETS_IN_LETS) ? NULL : draft_copy(home, s, false);
}

/* ---- the public interface ---- */

struct statement *describe_thing(struct document *home, tn_world *w, tn_thing t)
{
    int slot = (int)t.slot;
    switch (t.type) {
    case TN_THING_SETTINGS:
        return describe_settings(home, w);
    case TN_THING_NAME:
        return describe_definition(home, w, slot);
    case TN_THING_OBJECT:
        return describe_object(home, w, slot);
    case TN_THING_POINT:
        return describe_point(home, w, slot, world_point_index(w, slot, t.index));
    case TN_THING_CONSTRAINT:
        return describe_constraint(home, w, slot);
    case TN_THING_FORCE:
        return describe_force(home, w, slot);
    case TN_THING_CONTACT:
        return describe_contact(home, w, slot);
    case TN_THING_SKIN:
        return describe_skin(home, w, slot);
    case TN_THING_EVENT:
        return describe_event(home, w, slot);
    case TN_THING_PROBE:
        return describe_probe(home, w, world_probe_index(w, t.slot));
    case TN_THING_LOOK:
        return describe_look(home, w, slot);
    case TN_THING_NONE:
        break;
    }
    return NULL;
}

tn_def *tn_describe(tn_world *w, tn_thing t)
{
    if (!tn_thing_valid(w, t))
        return NULL;
    if (tn_thing_hooked(w, t)) {
        world_warn_hooked(w, t.type == TN_THING_FORCE ? "force" : "constraint", tn_thing_name(w, t));
        return NULL;
    }
    struct document *home = document_new(NULL);
    home->root = describe_thing(home, w, t);
    if (home->root != NULL)
        return (tn_def *)(void *)home->root;
    document_drop(home);
    return NULL;
}

void describe_begin_state(tn_world *w)
{
    world_restart(w);
    world_forget_contacts(w);
    world_forget_met(w);
}

void tn_describe_begin(tn_world *w)
{
    if (w == NULL)
        return;
    describe_begin_state(w);
    recover_forget(w);
}
