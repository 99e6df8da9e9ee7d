/* steps.c: steps of the undo stack, and bringing the world to its text. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

void step_begin(struct studio *s, const char *label, const char *key)
{
    gesture_end(s, 0);
    clock_leave_scrub(s);
    text_push(s); /* what was done before stays if this step is taken back */
    if (key != NULL && document_again(&s->doc, key))
        return;
    document_begin(&s->doc, label);
    if (key != NULL)
        snprintf(s->doc.step[s->doc.count - 1].key, DOCUMENT_KEY, "%s", key);
}

static void world_changed(struct studio *s)
{
    s->pace.target = NAN;
    free(s->state); /* its times may have jumped: it is pushed even if all else in it is as before */
    s->state = NULL;
    s->scene.view_old = s->scene.look_closer = s->scene.analysis_old = s->problems_old = true;
    hands_check(s);
}

void step_end(struct studio *s)
{
    document_end(&s->doc);
    world_changed(s);
    timeline_mark(&s->line, s->doc.world);
}

bool step_abandon(struct studio *s)
{
    document_abandon(&s->doc);
    text_abandoned(s);
    world_changed(s);
    return false;
}

bool step_apply(struct studio *s, tn_applied *done)
{
    tn_diagnostics *d = tn_diagnostics_new();
    const bool good = document_apply(&s->doc, done, d);
    note_diagnostics(s, d);
    if (!good && tn_diagnostics_count(d) == 0)
        bytes_text(&s->text_problems,
                   "{\"severity\":\"error\",\"code\":\"too-long\",\"message\":\"reading this text takes "
                   "too long: it was stopped\",\"file\":0,\"line\":0,\"column\":0,\"span\":null,"
                   "\"things\":[],\"fix\":null}");
    tn_diagnostics_free(d);
    return good;
}

bool step_finish(struct studio *s)
{
    tn_diagnostics *d = tn_diagnostics_new();
    const bool was_ahead = s->doc.ahead, good = document_apply(&s->doc, NULL, d);
    if (good) {
        note_diagnostics(s, d);
        step_end(s);
        write_integer(&s->answer, "rev", (long long)s->text.rev);
    } else {
        refuse(s, "text-errors", "%s",
               tn_diagnostics_count(d) > 0 ? tn_diagnostics_get(d, 0).message : "this takes too long: it was stopped");
        step_abandon(s);
        s->doc.ahead = was_ahead;
    }
    tn_diagnostics_free(d);
    return good;
}

void world_jumped(struct studio *s)
{
    timeline_branch(&s->line, s->doc.world);
    timeline_mark(&s->line, s->doc.world);
    world_changed(s);
    free(s->pace.stuck);
    s->pace.stuck = NULL;
    clock_again(s);
    for (int i = 0; i < PAGES; i++)
        s->page[i].jump = true;
}

/* ---- documents ---- */

void document_unload(struct studio *s)
{
    if (s->doc.world == NULL)
        return;
    for (int i = 0; i < HANDLES; i++)
        s->held[i] = (struct held){0};
    free(s->gesture.before);
    free(s->gesture.joined);
    s->gesture = (struct gesture){0};
    clock_free(s);
    timeline_free(&s->line, s->doc.world);
    tn_view_free(s->scene.view);
    s->scene.view = NULL;
    document_close(&s->doc);
}

bool document_load(struct studio *s, tn_source *source, const char *path, const char *name)
{
    tn_diagnostics *d = tn_diagnostics_new();
    char *new_path = path != NULL ? studio_copy(path) : NULL, *new_name = studio_copy(name);
    document_unload(s);
    free(s->path);
    free(s->name);
    s->path = new_path;
    s->name = new_name;
    const bool good = document_open(&s->doc, source, d);
    note_diagnostics(s, d);
    tn_diagnostics_free(d);
    text_whole(s);
    free(s->saved);
    s->saved = studio_copy(text_now(s, NULL));
    s->keep_old = false;
    s->pace.playing = false;
    s->pace.branches = 0;
    timeline_mark(&s->line, s->doc.world);
    world_changed(s);
    clock_again(s);
    for (int i = 0; i < PAGES; i++)
        s->page[i].jump = true;
    return good;
}
