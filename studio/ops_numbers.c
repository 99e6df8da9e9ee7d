/* ops_numbers.c: set, let, place, start. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

enum { MOST_VALUES = 16 };

static const char *const stands_word[] = {"none", "literal", "let", "expression"};

/* What a parameter takes: one expression or word, given as text. */
static bool set_text(struct studio *s, tn_place *at, const char *word, const char *value, char **message)
{
    tn_text_number n = {.kind = TN_TEXT_NONE};
    const size_t from = at->from;
    const int file = at->file;
    if (tn_source_number(s->doc.source, at, word, 0, &n) != TN_OK)
        return false;
    if (n.kind == TN_TEXT_NONE) { /* a number first, which the text then replaces */
        const double one = 1;
        if (tn_source_set(s->doc.source, at, word, &one, 1, 0, TN_EDIT_HERE, message) != TN_OK)
            return false;
        text_changed(s);
        if (!tn_source_find(s->doc.source, file, from, at) ||
            tn_source_number(s->doc.source, at, word, 0, &n) != TN_OK || n.kind == TN_TEXT_NONE)
            return false;
    }
    if (n.file != 0 || tn_source_replace(s->doc.source, n.file, n.from, n.to, value) != TN_OK)
        return false;
    text_changed(s);
    return true;
}

/* The answer `ask`: what stands there, and what may be done about it. */
static bool ask(struct studio *s, const tn_place *at, const char *word, int count, char *message)
{
    tn_text_number n = {.kind = TN_TEXT_NONE}, each;
    for (int i = 0; i < count; i++)
        if (tn_source_number(s->doc.source, at, word, i, &each) == TN_OK && each.kind > n.kind)
            n = each;
    const bool loop = at->turns > 0;
    if (n.kind <= TN_TEXT_LITERAL && !loop)
        return refuse_with(s, "refused", message);
    write_text(&s->answer, "stands", stands_word[n.kind]);
    if (n.kind != TN_TEXT_NONE && n.file == 0)
        write_text_part(&s->answer, "text", text_now(s, NULL) + n.from, n.to - n.from);
    write_open(&s->answer, "choices", '[');
    if (n.kind == TN_TEXT_LET)
        write_text(&s->answer, NULL, "let");
    if (loop && n.kind == TN_TEXT_LITERAL)
        write_text(&s->answer, NULL, "all");
    if (loop)
        write_text(&s->answer, NULL, "split");
    if (n.kind == TN_TEXT_LET || n.kind == TN_TEXT_EXPRESSION)
        write_text(&s->answer, NULL, "here");
    write_text(&s->answer, NULL, "run");
    write_close(&s->answer, ']');
    if (n.kind == TN_TEXT_LET && n.file == 0)
        write_text_part(&s->answer, "let", text_now(s, NULL) + n.from, n.to - n.from);
    return refuse_with(s, "ask", message);
}

static bool set_in_run(struct studio *s, tn_thing t, const char *word, const double *x, int count)
{
    tn_change c = {.thing = t, .what = word, .count = count};
    char *message = NULL;
    if (count > 6)
        return refuse(s, "bad-message", "too many numbers");
    memcpy(c.value, x, (size_t)count * sizeof *x);
    if (tn_set_many(s->doc.world, &c, 1, &message) != TN_OK)
        return refuse_with(s, "refused", message);
    tn_free(message);
    return true;
}

static bool choice_given(struct studio *s, const char *how, tn_edit_choice *out)
{
    static const char *const word[] = {"ask", "let", "all", "split", "here"};
    for (int i = 0; i < 5; i++)
        if (strcmp(how, word[i]) == 0) {
            *out = (tn_edit_choice)i;
            return true;
        }
    return refuse(s, "bad-message", "\"how\" is one of ask, let, all, split, here, run");
}

static bool values_given(struct studio *s, const struct value *m, double x[MOST_VALUES], int *count)
{
    const struct value *list = value_member(m, "values"), *one = value_member(m, "value");
    if (list == NULL && one != NULL && one->type == VALUE_NUMBER) {
        x[0] = one->number;
        *count = 1;
        return true;
    }
    if (list == NULL || list->type != VALUE_LIST || list->count < 1 || list->count > MOST_VALUES ||
        !value_numbers(list, x, list->count))
        return refuse(s, "bad-message", "set needs \"values\", a list of numbers, or \"value\"");
    *count = list->count;
    return true;
}

/* Settings have no thing in the text that could be found by its place: the world block is found, or made. */
static bool settings_place(struct studio *s, tn_place *at)
{
    tn_source *source = s->doc.source;
    if (tn_source_check(source, NULL) != TN_OK)
        return refuse(s, "text-errors", "the text has errors; mend them first");
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < tn_source_count(source); i++)
            if (tn_source_parent(source, i) < 0 && strcmp(tn_def_word(tn_source_def(source, i)), "world") == 0 &&
                tn_source_at(source, i, at) && at->file == 0)
                return true;
        if (pass == 0 && tn_source_replace(source, 0, 0, 0, "world: end\n") == TN_OK)
            text_changed(s);
    }
    return refuse(s, "refused", "the settings cannot be changed in this text");
}

static bool set_now(struct studio *s, const struct value *m, tn_thing t, const char *word, const char *how)
{
    const struct value *text = value_member(m, "value");
    double x[MOST_VALUES];
    int count = 0;
    tn_edit_choice choice = TN_EDIT_ASK;
    tn_place at;
    char *message = NULL;
    const bool as_text = text != NULL && text->type == VALUE_TEXT;
    if (!as_text && !values_given(s, m, x, &count))
        return step_abandon(s);
    if (strcmp(how, "run") == 0) {
        if (as_text || !set_in_run(s, t, word, x, count))
            return step_abandon(s);
        step_end(s);
        write_integer(&s->answer, "rev", (long long)s->text.rev);
        return true;
    }
    if (!choice_given(s, how, &choice) ||
        !(t.type == TN_THING_SETTINGS ? settings_place(s, &at) : thing_place(s, t, &at)))
        return step_abandon(s);
    if (as_text) {
        if (!set_text(s, &at, word, text->text, &message)) {
            refuse_with(s, "refused", message);
            return step_abandon(s);
        }
    } else if (tn_source_set(s->doc.source, &at, word, x, count, fabs(value_number(m, "tolerance", 0)), choice,
                             &message) == TN_OK) {
        text_changed(s);
    } else {
        ask(s, &at, word, count, message);
        return step_abandon(s);
    }
    tn_free(message);
    return step_finish(s);
}

/* Consecutive requests with the same key are one step: those of a number while a slider moves, and those that name the same
 * gesture. `live` is changed. */
static const char *key_of(const struct value *m, char live[DOCUMENT_KEY])
{
    const char *gesture = value_text(m, "gesture", NULL);
    if (gesture != NULL)
        snprintf(live, DOCUMENT_KEY, "gesture %.60s", gesture);
    return gesture != NULL || value_flag(m, "live", false) ? live : NULL;
}

bool op_set(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    const tn_thing t = thing_member(s, m, "thing");
    const char *word = value_text(m, "word", NULL), *how = value_text(m, "how", "ask");
    char label[DOCUMENT_LABEL], key[DOCUMENT_KEY];
    if (t.type == TN_THING_NONE)
        return false;
    if (word == NULL)
        return refuse(s, "bad-message", "set needs \"word\"");
    snprintf(label, sizeof label, "%s: %s", thing_label(s, t), word);
    snprintf(key, sizeof key, "set %llu %.40s", (unsigned long long)tn_id(t), word);
    step_begin(s, label, key_of(m, key));
    return set_now(s, m, t, word, how);
}

bool op_let(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    const char *name = value_text(m, "name", ""), *text = value_text(m, "text", NULL);
    const struct value *number = value_member(m, "value");
    char label[DOCUMENT_LABEL], key[DOCUMENT_KEY], *message = NULL;
    const tn_thing t = tn_thing_find(s->doc.world, TN_THING_NAME, name);
    tn_text_number n;
    tn_place at;
    if (t.type == TN_THING_NONE)
        return refuse(s, "no-such-thing", "there is no let \"%.80s\"", name);
    if (text == NULL && (number == NULL || number->type != VALUE_NUMBER))
        return refuse(s, "bad-message", "let needs \"value\", a number, or \"text\"");
    if (!thing_place(s, t, &at))
        return false;
    snprintf(label, sizeof label, "let %s", name);
    snprintf(key, sizeof key, "let %.80s", name);
    step_begin(s, label, key_of(m, key));
    bool good;
    if (text != NULL)
        good = tn_source_number(s->doc.source, &at, "", 0, &n) == TN_OK && n.kind != TN_TEXT_NONE && n.file == 0 &&
               tn_source_replace(s->doc.source, 0, n.from, n.to, text) == TN_OK;
    else
        good = tn_source_set(s->doc.source, &at, "", &number->number, 1, fabs(value_number(m, "tolerance", 0)),
                             TN_EDIT_HERE, &message) == TN_OK;
    if (!good) {
        refuse_with(s, "refused", message);
        return step_abandon(s);
    }
    tn_free(message);
    text_changed(s);
    return step_finish(s);
}

/* ---- poses ---- */

/* The pose of an object as numbers of tn_poses, with what a message gives in place of it. */
static bool pose_given(struct studio *s, const struct value *v, tn_object *o, double pose[TN_POSE_NUMBERS],
                       bool *turned)
{
    const tn_thing t = thing_given(s, value_member(v, "thing"), "object");
    tn_pose now;
    tn_vec3 at;
    tn_quat q;
    if (t.type == TN_THING_NONE)
        return false;
    *o = tn_thing_object(t);
    if (tn_object_pose(s->doc.world, *o, &now) != TN_OK)
        return refuse(s, "refused", "%s has no pose", thing_label(s, t));
    const tn_vec3 old = now.position;
    at = old;
    q = now.orientation;
    vector_given(value_member(v, "position"), &at);
    *turned = quaternion_given(value_member(v, "orientation"), &q);
    const tn_vec3 center = {now.center.x + at.x - old.x, now.center.y + at.y - old.y, now.center.z + at.z - old.z};
    memset(pose, 0, TN_POSE_NUMBERS * sizeof *pose);
    memcpy(pose, &at, sizeof at);
    memcpy(pose + TN_POSE_ORIENTATION, &q, sizeof q);
    memcpy(pose + TN_POSE_CENTER, &center, sizeof center);
    return true;
}

/* The poses that a message gives, as many as are right. */
static bool poses_given(struct studio *s, const struct value *list, struct posed *to, double *pose, int *count)
{
    for (const struct value *v = list->first; v != NULL; v = v->next, pose += TN_POSE_NUMBERS) {
        struct posed *p = &to[*count];
        *p = (struct posed){.pose = pose, .left = true};
        if (!pose_given(s, v, &p->object, pose, &p->turned))
            return false;
        ++*count;
    }
    return true;
}

/* Poses in the text as far as it holds numbers; the others in the world alone, with their names in `left`. */
static bool place_now(struct studio *s, struct posed *list, int count, double tolerance)
{
    const bool in_text = tn_time(s->doc.world) == 0 && !s->doc.ahead;
    struct bytes left = {0};
    struct writer w = {&left, false};
    char *message = NULL;
    bool good = true;
    if (in_text)
        place_in_text(s, list, count, tolerance);
    write_open(&w, NULL, '[');
    for (int i = 0; good && i < count; i++) {
        if (!list[i].left)
            continue;
        if (in_text)
            write_text(&w, NULL, tn_object_name(s->doc.world, list[i].object));
        good = tn_place_many(s->doc.world, &list[i].object, list[i].pose, 1, &message) == TN_OK;
        if (!good)
            refuse_with(s, "refused", message);
        else
            tn_free(message);
    }
    write_close(&w, ']');
    if (!good) {
        step_abandon(s);
    } else if (in_text) {
        good = step_finish(s);
    } else {
        step_end(s);
        write_integer(&s->answer, "rev", (long long)s->text.rev);
    }
    if (good)
        write_raw(&s->answer, "left", left.at);
    bytes_free(&left);
    return good;
}

bool op_place(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    const struct value *things = value_member(m, "things");
    char key[DOCUMENT_KEY] = "place";
    if (things == NULL || things->type != VALUE_LIST)
        return refuse(s, "bad-message", "place needs \"things\", a list");
    const size_t room = (size_t)things->count + 1;
    struct posed *list = studio_memory(NULL, room * sizeof *list);
    double *pose = studio_memory(NULL, room * TN_POSE_NUMBERS * sizeof *pose);
    int count = 0;
    step_begin(s, value_text(m, "label", "Move"), key_of(m, key));
    const bool good = poses_given(s, things, list, pose, &count)
                          ? place_now(s, list, count, fabs(value_number(m, "tolerance", 0)))
                          : step_abandon(s);
    free(list);
    free(pose);
    return good;
}

/* The poses of all objects now into the text; names of those that it cannot hold into `left`. */
static void start_in_text(struct studio *s)
{
    tn_world *w = s->doc.world;
    const int count = tn_object_count(w);
    double *pose = studio_memory(NULL, (size_t)(count + 1) * TN_POSE_NUMBERS * sizeof *pose);
    struct posed *list = studio_memory(NULL, (size_t)(count + 1) * sizeof *list);
    const bool known = tn_poses(w, pose, count) == TN_OK;
    int bodies = 0;
    for (int i = 0; known && i < count; i++) {
        const tn_object o = tn_object_at(w, i);
        if (!tn_object_is_variable(w, o))
            list[bodies++] = (struct posed){.object = o,
                                            .pose = pose + i * TN_POSE_NUMBERS,
                                            .turned = strcmp(tn_thing_kind(w, tn_thing_of_object(o)), "particle") != 0};
    }
    place_in_text(s, list, bodies, 1e-9);
    write_open(&s->answer, "left", '[');
    for (int i = 0; i < bodies; i++)
        if (list[i].left)
            write_text(&s->answer, NULL, tn_object_name(w, list[i].object));
    write_close(&s->answer, ']');
    free(list);
    free(pose);
}

/* The present poses become the start. */
bool op_start(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    if (tn_source_check(s->doc.source, NULL) != TN_OK)
        return refuse(s, "text-errors", "the text has errors; mend them first");
    step_begin(s, "Make this the start", NULL);
    start_in_text(s);
    write_pending(s, &s->answer, "patch");
    if (value_flag(m, "preview", false)) {
        step_abandon(s);
        write_integer(&s->answer, "rev", (long long)s->text.rev);
        return true;
    }
    if (!step_finish(s))
        return false;
    step_begin(s, "Restart", NULL);
    document_restart(&s->doc, NULL);
    step_end(s);
    world_jumped(s);
    return true;
}
