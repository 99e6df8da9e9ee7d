/* ops_time.c: run, step, restart, seek, branch, undo, redo. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "inside.h"

static void write_t(struct studio *s) { write_number(&s->answer, "t", tn_time(s->doc.world)); }

bool op_run(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    struct pace *c = &s->pace;
    const double speed = value_number(m, "speed", c->speed);
    const bool play = value_flag(m, "play", c->playing);
    if (!(speed >= 0 && speed <= 1000))
        return refuse(s, "bad-message", "the speed must be between 0 and 1000");
    if (play && !c->playing) {
        gesture_end(s, 0);
        clock_leave_scrub(s);
        clock_stop(s, NULL);
    }
    if (play != c->playing || speed != c->speed)
        clock_again(s);
    c->playing = play;
    c->speed = speed;
    s->scene.view_old = true; /* the frame says whether it is paused */
    write_flag(&s->answer, "playing", play);
    write_number(&s->answer, "speed", speed);
    write_t(s);
    return true;
}

/* How long one request may keep the others waiting. */
#define LONGEST_WAIT 2.0

bool op_step(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    const double frames = value_number(m, "frames", 1), seconds = value_number(m, "seconds", frames / FRAME_RATE);
    const double until = clock_now(s) + LONGEST_WAIT;
    if (!(seconds > 0 && seconds <= 1000))
        return refuse(s, "bad-message", "a step goes forward, by 1000 s at most; seek goes back");
    gesture_end(s, 0);
    clock_leave_scrub(s);
    clock_stop(s, NULL);
    const double from = tn_time(s->doc.world);
    const int count = (int)fmax(1, ceil(seconds * FRAME_RATE - 1e-9));
    for (int i = 1; i <= count && clock_now(s) <= until; i++) {
        const double t = from + seconds * i / count;
        const tn_status status = timeline_advance(&s->line, s->doc.world, t, until - clock_now(s));
        if (status != TN_OK && status != TN_INTERRUPTED) {
            clock_stop(s, tn_failure(s->doc.world));
            break;
        }
    }
    s->scene.view_old = true;
    write_t(s);
    return true;
}

bool op_restart(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    tn_diagnostics *d = tn_diagnostics_new();
    const bool was_playing = s->pace.playing;
    step_begin(s, "Restart", NULL);
    document_restart(&s->doc, d);
    note_diagnostics(s, d);
    tn_diagnostics_free(d);
    step_end(s);
    world_jumped(s);
    s->pace.playing = value_flag(m, "play", was_playing);
    write_t(s);
    return true;
}

bool op_seek(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    struct pace *c = &s->pace;
    const double t = value_number(m, "t", NAN);
    if (value_flag(m, "live", false)) {
        clock_leave_scrub(s);
        write_t(s);
        return true;
    }
    if (isnan(t))
        return refuse(s, "bad-message", "seek needs \"t\" or \"live\"");
    gesture_end(s, 0);
    c->playing = false;
    if (!c->scrubbing) {
        c->live_t = tn_time(s->doc.world);
        timeline_mark(&s->line, s->doc.world); /* the present is a moment to be sought too */
        c->live = tn_snapshot_take(s->doc.world);
        c->scrubbing = true;
    }
    if (t >= c->live_t) {
        tn_snapshot_restore(s->doc.world, c->live);
    } else if (!timeline_seek(&s->line, s->doc.world, fmax(t, s->line.mark[0].t), LONGEST_WAIT)) {
        clock_leave_scrub(s);
        return refuse(s, "refused", "the motion of that time is not kept");
    }
    clock_again(s);
    s->scene.view_old = s->scene.look_closer = true;
    write_t(s);
    return true;
}

static void note_branch(struct pace *c, double from, double to)
{
    if (to <= from)
        return;
    if (c->branches == BRANCHES) {
        memmove(c->branch, c->branch + 1, (BRANCHES - 1) * sizeof *c->branch);
        c->branches--;
    }
    c->branch[c->branches++] = (struct branch){++c->branch_number, from, to};
}

/* Continues from an earlier moment, with the present text. Undo comes back to the newest motion. */
bool op_branch(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    struct pace *c = &s->pace;
    const double t = value_number(m, "t", tn_time(s->doc.world));
    char label[DOCUMENT_LABEL];
    tn_diagnostics *d = tn_diagnostics_new();
    gesture_end(s, 0);
    clock_leave_scrub(s);
    const double live = tn_time(s->doc.world);
    snprintf(label, sizeof label, "Continue from %.4g s", t);
    step_begin(s, label, NULL);
    if (t < live && !timeline_seek(&s->line, s->doc.world, fmax(t, s->line.mark[0].t), LONGEST_WAIT)) {
        tn_diagnostics_free(d);
        step_abandon(s);
        return refuse(s, "refused", "the motion of that time is not kept");
    }
    document_apply(&s->doc, NULL, d);
    note_diagnostics(s, d);
    tn_diagnostics_free(d);
    step_end(s);
    world_jumped(s);
    note_branch(c, tn_time(s->doc.world), live);
    write_t(s);
    write_integer(&s->answer, "branch", c->branch_number);
    return true;
}

static bool go_back(struct studio *s, const struct value *m, bool (*go)(struct document *), const char *what)
{
    const double count = fmax(1, fmin(value_number(m, "count", 1), DOCUMENT_STEPS));
    int done = 0;
    gesture_end(s, 0);
    clock_leave_scrub(s);
    const bool undo = go == document_undo;
    char label[DOCUMENT_LABEL] = "";
    while (done < count) {
        const int i = undo ? s->doc.done - 1 : s->doc.done;
        if (i >= 0 && i < s->doc.count)
            snprintf(label, sizeof label, "%s", s->doc.step[i].label);
        if (!go(&s->doc))
            break;
        done++;
    }
    if (done == 0)
        return refuse(s, "nothing", "there is nothing to %s", what);
    tn_diagnostics *d = tn_diagnostics_new();
    tn_source_check(s->doc.source, d);
    note_diagnostics(s, d);
    tn_diagnostics_free(d);
    world_jumped(s);
    write_integer(&s->answer, "rev", (long long)s->text.rev);
    write_text(&s->answer, "label", label);
    write_t(s);
    return true;
}

bool op_undo(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    return go_back(s, m, document_undo, "undo");
}

bool op_redo(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    return go_back(s, m, document_redo, "redo");
}
