/* hands.c: dragging, while the world runs and while it stands still. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

static struct held *held_of(struct studio *s, double number)
{
    for (int i = 0; i < HANDLES; i++)
        if (s->held[i].number != 0 && s->held[i].number == number)
            return &s->held[i];
    return NULL;
}

static struct page *page_numbered(struct studio *s, int number)
{
    for (int i = 0; i < PAGES; i++)
        if (s->page[i].number == number)
            return &s->page[i];
    return NULL;
}

static void took_effect(struct studio *s, struct held *h)
{
    struct page *p = page_numbered(s, h->page);
    h->moved = false;
    if (p != NULL)
        p->input = h->input;
    s->scene.view_old = true;
}

void hands_check(struct studio *s)
{
    tn_handle_state now;
    for (int i = 0; i < HANDLES; i++)
        if (s->held[i].number != 0 && tn_handle_get(s->doc.world, s->held[i].handle, &now) != TN_OK)
            s->held[i] = (struct held){0};
    for (int i = tn_handle_count(s->doc.world) - 1; i >= 0; i--) {
        const tn_handle h = tn_handle_at(s->doc.world, i);
        bool held = s->pace.scrubbing;
        for (int k = 0; k < HANDLES && !held; k++)
            held = s->held[k].number != 0 && s->held[k].handle.slot == h.slot &&
                   s->held[k].handle.generation == h.generation;
        if (!held)
            tn_release(s->doc.world, h);
    }
}

static void let_go(struct studio *s, struct held *h)
{
    tn_release(s->doc.world, h->handle);
    *h = (struct held){0};
    s->pace.target = NAN;
    s->scene.view_old = true;
    timeline_mark(&s->line, s->doc.world);
}

/* ---- paused ---- */

static int index_of(tn_world *w, tn_object o)
{
    for (int i = 0; i < tn_object_count(w); i++)
        if (tn_object_at(w, i).slot == o.slot && tn_object_at(w, i).generation == o.generation)
            return i;
    return -1;
}

/* What constraints join to an object, through things that can move. */
static void find_joined(struct studio *s, tn_object from)
{
    tn_world *w = s->doc.world;
    struct gesture *g = &s->gesture;
    const int constraints = tn_constraint_count(w);
    int *member = studio_memory(NULL, (size_t)(8 * constraints + 1) * sizeof *member);
    const int start = index_of(w, from);
    memset(g->joined, 0, (size_t)g->objects * sizeof *g->joined);
    for (int i = 0; i < constraints; i++) {
        tn_thing partner[8];
        const int count = tn_thing_partners(w, tn_thing_of_constraint(tn_constraint_at(w, i)), partner, 8);
        for (int k = 0; k < 8; k++) {
            const bool body = k < count && partner[k].type == TN_THING_OBJECT;
            const int view = body ? tn_view_find(s->scene.view, tn_thing_object(partner[k])) : -1;
            const bool fixed = view >= 0 && tn_view_objects(s->scene.view, NULL)[view].fixed;
            member[8 * i + k] = body && !fixed ? index_of(w, tn_thing_object(partner[k])) : -1;
        }
    }
    if (start >= 0)
        g->joined[start] = true;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < constraints; i++) {
            bool any = false;
            for (int k = 0; k < 8; k++)
                any = any || (member[8 * i + k] >= 0 && g->joined[member[8 * i + k]]);
            for (int k = 0; any && k < 8; k++)
                if (member[8 * i + k] >= 0 && !g->joined[member[8 * i + k]])
                    more = g->joined[member[8 * i + k]] = true;
        }
    }
    free(member);
}

/* Assembling may move parts that the drag does not concern, whose constraints are not met yet: they go back. */
static void put_back_others(struct studio *s)
{
    tn_world *w = s->doc.world;
    const struct gesture *g = &s->gesture;
    double *now = studio_memory(NULL, (size_t)(g->objects + 1) * TN_POSE_NUMBERS * sizeof *now);
    if (tn_object_count(w) == g->objects && tn_poses(w, now, g->objects) == TN_OK)
        for (int i = 0; i < g->objects; i++) {
            const double *before = g->before + i * TN_POSE_NUMBERS;
            const tn_object o = tn_object_at(w, i);
            if (!g->joined[i] && memcmp(before, now + i * TN_POSE_NUMBERS, 7 * sizeof *now) != 0)
                tn_place_many(w, &o, before, 1, NULL);
        }
    free(now);
}

static void gesture_begin(struct studio *s, const struct held *h)
{
    tn_world *w = s->doc.world;
    struct gesture *g = &s->gesture;
    g->held = h->number;
    g->objects = tn_object_count(w);
    g->before = studio_memory(g->before, (size_t)(g->objects + 1) * TN_POSE_NUMBERS * sizeof *g->before);
    tn_poses(w, g->before, g->objects);
    g->joined = studio_memory(g->joined, (size_t)(g->objects + 1) * sizeof *g->joined);
    find_joined(s, h->object);
}

/* Has the pose of an object changed by more than rounding? */
static bool pose_changed(const double *a, const double *b, bool *turned)
{
    double way = 0, turn = 0;
    for (int i = 0; i < 3; i++)
        way = fmax(way, fabs(a[i] - b[i]));
    for (int i = TN_POSE_ORIENTATION; i < TN_POSE_ORIENTATION + 4; i++)
        turn = fmax(turn, fabs(a[i] - b[i]));
    *turned = turn > 1e-7;
    return way > 1e-9 || *turned;
}

/* What the text says of a pose, as settings of its numbers: how many, 0 if it is not written in numbers. */
static int pose_settings(struct studio *s, const struct posed *o, double tolerance, tn_text_setting out[2])
{
    const double *q = o->pose + TN_POSE_ORIENTATION;
    tn_place at;
    if (!tn_source_place(s->doc.source, s->doc.world, tn_thing_of_object(o->object), &at) || at.turns > 0)
        return 0;
    int count = 0;
    tn_text_number number = {.kind = TN_TEXT_NONE};
    if (o->turned) {
        tn_text_setting *x = &out[count++];
        const bool by_angle =
            tn_source_number(s->doc.source, &at, "rotation", 0, &number) == TN_OK && number.kind != TN_TEXT_NONE;
        *x = (tn_text_setting){.at = at, .word = "orientation", .count = 4, .tolerance = 1e-7};
        memcpy(x->value, q, 4 * sizeof *q);
        if (by_angle) {
            const double sine = sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
            x->word = "rotation";
            for (int i = 0; i < 3; i++)
                x->value[i] = sine > 0 ? q[1 + i] / sine : i == 2;
            x->value[3] = 2 * atan2(sine, q[0]);
        }
    }
    number.kind = TN_TEXT_NONE;
    const bool by_center =
        tn_source_number(s->doc.source, &at, "center", 0, &number) == TN_OK && number.kind != TN_TEXT_NONE;
    out[count] =
        (tn_text_setting){.at = at, .word = by_center ? "center" : "position", .count = 3, .tolerance = tolerance};
    memcpy(out[count].value, o->pose + (by_center ? TN_POSE_CENTER : 0), 3 * sizeof *q);
    return count + 1;
}

void place_in_text(struct studio *s, struct posed *list, int count, double tolerance)
{
    tn_text_setting *set = studio_memory(NULL, (size_t)(2 * count + 1) * sizeof *set);
    int sets = 0;
    for (int i = 0; i < count; i++) {
        const int more = pose_settings(s, &list[i], tolerance, set + sets);
        list[i].left = more == 0;
        list[i].setting = sets;
        sets += more;
    }
    const bool good = tn_source_set_many(s->doc.source, set, sets, NULL) == TN_OK;
    for (int i = 0; i < count; i++)
        list[i].left = list[i].left || !good || set[list[i].setting].refused;
    free(set);
    text_changed(s);
}

/* Of every object that was moved; names of those whose text says more than a number go into `left`. */
static void poses_in_text(struct studio *s, double tolerance)
{
    tn_world *w = s->doc.world;
    const struct gesture *g = &s->gesture;
    const int count = tn_object_count(w);
    double *now = studio_memory(NULL, (size_t)(count + 1) * TN_POSE_NUMBERS * sizeof *now);
    struct posed *list = studio_memory(NULL, (size_t)(count + 1) * sizeof *list);
    const bool ask = s->asking != NULL, same = count == g->objects && tn_poses(w, now, count) == TN_OK;
    int moved = 0;
    for (int i = 0; same && i < count; i++) {
        struct posed o = {.object = tn_object_at(w, i), .pose = now + i * TN_POSE_NUMBERS};
        if (pose_changed(o.pose, g->before + i * TN_POSE_NUMBERS, &o.turned))
            list[moved++] = o;
    }
    place_in_text(s, list, moved, tolerance);
    if (ask)
        write_open(&s->answer, "left", '[');
    for (int i = 0; i < moved; i++)
        if (list[i].left && ask)
            write_text(&s->answer, NULL, tn_object_name(w, list[i].object));
    if (ask)
        write_close(&s->answer, ']');
    free(list);
    free(now);
}

void gesture_end(struct studio *s, double tolerance)
{
    if (s->gesture.held == 0)
        return;
    s->gesture.held = 0;
    if (tn_time(s->doc.world) == 0 && !s->doc.ahead) {
        poses_in_text(s, tolerance);
        step_apply(s, NULL);
    }
    step_end(s);
}

/* ---- drags ---- */

void hands_pass_on(struct studio *s, double budget)
{
    (void)budget;
    for (int i = 0; i < HANDLES; i++) {
        struct held *h = &s->held[i];
        if (h->number == 0 || !h->moved)
            continue;
        if (s->pace.playing) {
            gesture_end(s, 0);
            timeline_drag(&s->line, s->doc.world, h->handle, h->to);
        } else {
            if (s->gesture.held != h->number) {
                char label[DOCUMENT_LABEL];
                snprintf(label, sizeof label, "Drag %s", tn_object_name(s->doc.world, h->object));
                step_begin(s, label, NULL);
                gesture_begin(s, h);
            }
            tn_dragged way;
            const bool good = tn_drag_paused(s->doc.world, h->handle, h->to, &way) == TN_OK;
            if (good)
                put_back_others(s);
            took_effect(s, h);
            h->moved = good && way.left > 1e-9 && way.left < 0.99 * h->left; /* a large model comes there by and by */
            h->left = good ? way.left : INFINITY;
            continue;
        }
        took_effect(s, h);
    }
}

void hands_leave(struct studio *s, int page)
{
    for (int i = 0; i < HANDLES; i++)
        if (s->held[i].number != 0 && s->held[i].page == page) {
            if (s->gesture.held == s->held[i].number)
                gesture_end(s, 0);
            let_go(s, &s->held[i]);
        }
}

bool op_grab(struct studio *s, struct page *p, const struct value *m)
{
    const tn_thing t = thing_given(s, value_member(m, "thing"), "object");
    tn_grab_def def = tn_grab_default();
    struct held *h = NULL;
    char *message = NULL;
    if (t.type == TN_THING_NONE)
        return false;
    if (!vector_given(value_member(m, "local"), &def.local))
        return refuse(s, "bad-message", "grab needs \"local\", a point of the object");
    for (int i = 0; i < HANDLES && h == NULL; i++)
        h = s->held[i].number == 0 ? &s->held[i] : NULL;
    if (h == NULL)
        return refuse(s, "busy", "too many things are held at once");
    clock_leave_scrub(s);
    gesture_end(s, 0);
    def.object = tn_thing_object(t);
    def.how = value_flag(m, "hard", false) ? TN_GRAB_HARD : TN_GRAB_SPRING;
    const tn_handle handle = tn_grab_with(s->doc.world, &def, &message);
    if (handle.generation == 0)
        return refuse_with(s, "refused", message);
    tn_free(message);
    *h = (struct held){
        .number = s->next_handle++, .page = p->number, .handle = handle, .object = def.object, .local = def.local};
    tn_handle_state now;
    if (tn_handle_get(s->doc.world, handle, &now) == TN_OK)
        h->to = now.target;
    s->pace.target = NAN;
    s->scene.view_old = true;
    timeline_mark(&s->line, s->doc.world);
    write_integer(&s->answer, "handle", h->number);
    return true;
}

static struct held *own_handle(struct studio *s, const struct page *p, const struct value *m)
{
    struct held *h = held_of(s, value_number(m, "handle", 0));
    if (h == NULL)
        refuse(s, "no-such-thing", "there is no such handle");
    else if (h->page != p->number)
        refuse(s, "taken", "another page holds it");
    else
        return h;
    return NULL;
}

bool op_drag(struct studio *s, struct page *p, const struct value *m)
{
    struct held *h = own_handle(s, p, m);
    tn_vec3 to;
    if (h == NULL)
        return false;
    if (!vector_given(value_member(m, "to"), &to))
        return refuse(s, "bad-message", "drag needs \"to\", three numbers");
    h->to = to;
    h->left = INFINITY;
    h->moved = true;
    h->input = (uint32_t)fmax(0, fmin(value_number(m, "input", 0), 4294967295.0));
    return true;
}

bool op_release(struct studio *s, struct page *p, const struct value *m)
{
    struct held *h = own_handle(s, p, m);
    if (h == NULL)
        return false;
    hands_pass_on(s, 1);
    h = own_handle(s, p, m);
    if (h == NULL)
        return false;
    if (s->gesture.held == h->number)
        gesture_end(s, fabs(value_number(m, "tolerance", 0)));
    const struct held was = *h;
    let_go(s, h);
    if (value_flag(m, "pin", false))
        return nail_here(s, was.object, NULL, was.local, 1e-6);
    write_integer(&s->answer, "rev", (long long)s->text.rev);
    return true;
}
