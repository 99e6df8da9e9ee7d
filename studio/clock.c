/* clock.c: how the world moves: at a pace, step by step, or as fast as it can. */
#include <math.h>
#include <stdlib.h>

#include "inside.h"

#define FRAME (1 / FRAME_RATE)
#define LATE 0.1 /* s of the wall clock: who is later than this does not try to catch up */

double clock_now(struct studio *s) { return s->host.clock != NULL ? s->host.clock(s->host.user) : 0; }

void clock_again(struct studio *s) { s->pace.target = s->pace.base_now = s->pace.factor_now = NAN; }

void clock_stop(struct studio *s, const char *why)
{
    s->pace.playing = false;
    free(s->pace.stuck);
    s->pace.stuck = why != NULL ? studio_copy(why) : NULL;
    s->problems_old = true;
    clock_again(s);
}

void clock_leave_scrub(struct studio *s)
{
    struct pace *p = &s->pace;
    if (!p->scrubbing)
        return;
    tn_snapshot_restore(s->doc.world, p->live);
    tn_snapshot_free(s->doc.world, p->live);
    p->live = NULL;
    p->scrubbing = false;
    s->scene.view_old = true;
    hands_check(s);
    clock_again(s);
    for (int i = 0; i < PAGES; i++)
        s->page[i].jump = true;
}

void clock_free(struct studio *s)
{
    tn_snapshot_free(s->doc.world, s->pace.live);
    s->pace.live = NULL;
    s->pace.scrubbing = false;
    free(s->pace.stuck);
    s->pace.stuck = NULL;
}

/* Simulated seconds per second, over half a second. */
static void measure(struct pace *p, double now, double t)
{
    if (isnan(p->factor_now) || now < p->factor_now) {
        p->factor_now = now;
        p->factor_t = t;
    } else if (now - p->factor_now > 0.5) {
        p->factor = (t - p->factor_t) / (now - p->factor_now);
        p->factor_now = now;
        p->factor_t = t;
    }
}

/* Advances to the target, which may take several calls. False: not reached yet, or stuck. */
static bool reach(struct studio *s, double until)
{
    struct pace *p = &s->pace;
    const double left = fmax(0.0005, until - clock_now(s));
    const tn_status status = timeline_advance(&s->line, s->doc.world, p->target, left);
    s->scene.view_old = true;
    if (status != TN_OK && status != TN_INTERRUPTED) {
        clock_stop(s, tn_failure(s->doc.world));
        return false;
    }
    return tn_time(s->doc.world) >= p->target;
}

void clock_moves(struct studio *s, double now, double budget)
{
    struct pace *p = &s->pace;
    const double until = now + budget, step = p->speed > 0 ? p->speed * FRAME : FRAME;
    hands_pass_on(s, budget);
    if (!p->playing) {
        p->factor = 0;
        p->behind = false;
        return;
    }
    if (isnan(p->base_now)) {
        p->base_now = now - FRAME;
        p->base_t = tn_time(s->doc.world);
    }
    const double wanted = p->speed > 0 ? p->base_t + (now - p->base_now) * p->speed : INFINITY;
    for (bool more = true; more && p->playing;) {
        if (isnan(p->target)) {
            const double next = tn_time(s->doc.world) + step;
            if (next > wanted + 0.5 * step)
                break;
            p->target = next;
        }
        if (!reach(s, until))
            break;
        p->target = NAN;
        more = clock_now(s) < until;
    }
    const double t = tn_time(s->doc.world);
    const bool late = p->speed > 0 && wanted - t > LATE * p->speed;
    if (late) { /* goes on from here, slower than was asked for */
        p->base_now = now;
        p->base_t = t;
    }
    p->behind = p->speed > 0 && (late || (p->behind && p->factor < 0.95 * p->speed));
    measure(p, now, t);
    if (now - s->problems_at > 0.5) {
        s->problems_at = now;
        s->problems_old = true;
    }
}
