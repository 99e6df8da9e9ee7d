/* motion.c: see motion.h. */
#include "motion.h"

#include <math.h>
#include <stdio.h>

#include "files.h"
#include "status.h"

bool motion_open(struct motion *m, const struct model *model, int *status)
{
    *m = (struct motion){.world = model_load(model, NULL, status)};
    if (!m->world)
        return false;
    m->until = tn_world_settings(m->world).until;
    if (!tn_is_record(model->path))
        return true;
    m->record = tn_record_open(model->path, NULL); /* reading the model has printed its diagnostics */
    int frames = m->record ? tn_record_frame_count(m->record) : 0;
    if (frames > 0) {
        m->until = tn_record_time(m->record, frames - 1);
        return true;
    }
    fprintf(stderr, "tenon %s: %s has no frames\n", model->command, model->path);
    *status = STATUS_MODEL;
    motion_close(m);
    return false;
}

void motion_close(struct motion *m)
{
    tn_record_close(m->record);
    tn_world_free(m->world);
    *m = (struct motion){0};
}

/* Recorded frames up to `to`. Without a frame function the ones in between are skipped. */
static enum simulation_end replay(struct motion *m, double to, bool (*frame)(void *, tn_world *), void *context)
{
    int last = tn_record_frame_at(m->record, to * (1 + 1e-12));
    if (!frame && last > m->next)
        m->next = last;
    for (; m->next <= last && tn_record_time(m->record, m->next) <= to * (1 + 1e-12); m->next++) {
        if (files_interrupted())
            return SIMULATION_INTERRUPTED;
        if (tn_record_restore(m->record, m->next, m->world) != TN_OK)
            return SIMULATION_STUCK;
        m->begun = true;
        if (frame && !frame(context, m->world))
            return SIMULATION_STOPPED;
    }
    return SIMULATION_DONE;
}

void motion_thin(struct motion *m, double until, double most, bool quiet)
{
    const double rate = tn_world_settings(m->world).frames, frames = (until - tn_time(m->world)) * rate;
    if (m->record || !(frames > most))
        return;
    m->rate = rate * most / frames;
    if (!quiet)
        fprintf(stderr, "note: %.12g frames per second up to t = %.12g s would be %.3g frames: %.0f are used\n", rate,
                until, frames, most);
}

enum simulation_end motion_run(struct motion *m, double to, bool (*frame)(void *context, tn_world *w), void *context)
{
    if (m->record) {
        enum simulation_end end = replay(m, to, frame, context);
        if (end != SIMULATION_DONE || fabs(tn_time(m->world) - to) <= 1e-12 * to)
            return end;
    }
    const double rate = m->rate > 0 ? m->rate : tn_world_settings(m->world).frames;
    struct simulation s = {.until = to, .rate = rate, .begun = m->begun};
    s.frame = frame;
    s.context = context;
    m->begun = true;
    return simulation_run(m->world, &s);
}

int motion_report(const struct motion *m, const char *command, enum simulation_end end)
{
    const char *why = tn_failure(m->world);
    if (end == SIMULATION_INTERRUPTED)
        fprintf(stderr, "tenon %s: interrupted at t = %g s\n", command, tn_time(m->world));
    else if (end == SIMULATION_STUCK && m->record && !*why)
        fprintf(stderr, "tenon %s: the record changed while it was read\n", command);
    else if (end == SIMULATION_STUCK)
        fprintf(stderr, "tenon %s: the simulation could not continue: %s\n", command, why);
    return end == SIMULATION_DONE ? STATUS_DONE : STATUS_STUCK;
}
