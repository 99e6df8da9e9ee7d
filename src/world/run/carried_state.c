/* carried_state.c: see carried_state.h. */
#include "world/run/carried_state.h"

#include <string.h>

#include "world/world_parts.h"

/* ---- where the numbers are ---- */

/* The numbers of an object's part while there is no plan, and how many. */
static double *of_object(const struct object_state *s, enum object_kind kind, enum state_part part, int *count)
{
    struct own_coordinates *own = s->own;
    bool variable = kind == OBJECT_VARIABLE, pose = own == NULL && !variable;
    *count = 0;
    switch (part) {
    case STATE_CENTER:
        *count = pose ? 3 : 0;
        return (double *)&s->x;
    case STATE_VELOCITY:
        *count = pose ? 3 : 0;
        return (double *)&s->v;
    case STATE_ORIENTATION:
        *count = pose && kind != OBJECT_PARTICLE ? 4 : 0;
        return (double *)&s->orientation;
    case STATE_SPIN:
        *count = pose && kind != OBJECT_PARTICLE ? 3 : 0;
        return (double *)&s->w;
    case STATE_VALUE:
        *count = variable ? 1 : 0;
        return (double *)&s->value;
    case STATE_RATE:
        *count = variable ? 1 : 0;
        return (double *)&s->rate;
    case STATE_COORDINATES:
        *count = own != NULL ? own->count : 0;
        return own != NULL ? own->q : NULL;
    case STATE_RATES:
        *count = own != NULL ? own->count : 0;
        return own != NULL ? own->v : NULL;
    case STATE_LAMBDAS:
        *count = own != NULL ? own->lambdas : 0;
        return own != NULL ? own->lambda : NULL;
    case STATE_METRICS:
        *count = own != NULL ? own->metrics : 0;
        return own != NULL ? own->metric : NULL;
    default:
        return NULL;
    }
}

static double *of_constraint(const struct constraint *c, const struct constraint_state *s, enum state_part part,
                             int *count)
{
    *count = 0;
    switch (part) {
    case STATE_SLIDE:
        *count = c->type->is_on_curve ? 1 : 0;
        return (double *)&s->slide;
    case STATE_MULTIPLIERS:
        *count = s->multiplier != NULL ? c->type->rows : 0;
        return s->multiplier;
    case STATE_SINCE:
        *count = 1;
        return (double *)&s->since;
    default:
        return NULL;
    }
}

/* Limits and motors: three numbers each. */
static int limits(const struct constraint *c, struct constraint_state *s, double *out, const double *in)
{
    for (int i = 0; i < c->limit_count && s->limits != NULL; i++) {
        struct limit_mode *l = &s->limits[i];
        if (out != NULL) {
            out[3 * i] = (double)l->mode;
            out[3 * i + 1] = l->push;
            out[3 * i + 2] = l->multiplier;
        }
        if (in != NULL) {
            l->mode = (enum mode)in[3 * i];
            l->push = in[3 * i + 1];
            l->multiplier = in[3 * i + 2];
        }
    }
    return s->limits != NULL ? 3 * c->limit_count : 0;
}

/* The tracker of a joint's angle; -1: it measures none. */
static int tracker_of(const struct constraint *c)
{
    const struct measure *m = built_measure(c->build);
    return m != NULL && m->type == MEASURE_ANGLE ? m->turns : -1;
}

/* ---- what is not carried ---- */

void world_forget_modes(tn_world *w)
{
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const int slot = w->things->constraint_pool.order.at[i];
        const struct constraint *c = &w->things->constraints.at[slot];
        for (int k = 0; k < c->limit_count; k++) {
            struct limit_mode *l = &w->run.constraints.at[slot].limits[k];
            const int index = w->plan != NULL ? w->planned->constraint[slot].limit[k] : -1;
            l->mode = limit_is_motor(c->more->limits[k].kind) ? MODE_HELD : MODE_FREE;
            l->push = 0;
            if (index >= 0) {
                struct rows_state *now = &w->work->constraint[index];
                now->mode = l->mode;
                now->push = 0;
                now->out = now->passed = false;
            }
        }
    }
    w->run.evaluated = w->run.settled = false;
}

/* ---- reading them ---- */

void carried_store(tn_world *w)
{
    world_run_events(w);
    plan_store(w);
}

int carried_get(const tn_world *w, enum state_part part, int slot, double *out)
{
    int count = 0;
    if (part <= STATE_METRICS) {
        const double *at = of_object(&w->run.objects.at[slot], w->things->objects.at[slot].type->kind, part, &count);
        if (out != NULL && count > 0)
            memcpy(out, at, sizeof *out * (size_t)count);
        return count;
    }
    const struct constraint *c = &w->things->constraints.at[slot];
    struct constraint_state *s = (struct constraint_state *)&w->run.constraints.at[slot];
    if (part == STATE_LIMITS)
        return limits(c, s, out, NULL);
    if (part == STATE_CARRIED)
        return constraint_carried(w, slot, out);
    if (part == STATE_SOFTLY && out != NULL && s->softly)
        *out = 1;
    if (part == STATE_SOFTLY)
        return s->softly;
    if (part == STATE_TURNS) {
        const int tracker = tracker_of(c);
        if (tracker >= 0 && out != NULL) {
            out[0] = w->run.turns.at[tracker];
            out[1] = w->run.angles.at[tracker];
        }
        return tracker >= 0 ? 2 : 0;
    }
    if (part == STATE_SLIDE && !slide_is_known(w, slot))
        return 0;
    const double *at = of_constraint(c, s, part, &count);
    if (out != NULL && count > 0)
        memcpy(out, at, sizeof *out * (size_t)count);
    return count;
}

/* ---- setting them ---- */

void carried_begin(tn_world *w, double time)
{
    world_set_time(w, time);
    world_run_events(w);
    plan_drop(w);
    w->run.touched = true;
    for (int i = 0; i < w->things->constraint_pool.order.count;
         i++) { /* active from the start, unless `since` is set */
        struct constraint_state *s = &w->run.constraints.at[w->things->constraint_pool.order.at[i]];
        s->active = s->present && s->on;
        s->since = 0;
    }
}

bool carried_put(tn_world *w, enum state_part part, int slot, const double *value, int count)
{
    int wanted = carried_get(w, part, slot, NULL);
    if (part == STATE_SOFTLY || (part == STATE_SLIDE && w->things->constraints.at[slot].type->is_on_curve))
        wanted = 1;
    if (part == STATE_MULTIPLIERS && wanted == 0) { /* made when it is first met by a plan */
        struct constraint_state *s = &w->run.constraints.at[slot];
        if (count != w->things->constraints.at[slot].type->rows)
            return false;
        s->multiplier = MEM_ARRAY(double, count);
        wanted = count;
    }
    if (wanted != count || count == 0)
        return false;
    if (part <= STATE_METRICS) {
        double *at = of_object(&w->run.objects.at[slot], w->things->objects.at[slot].type->kind, part, &wanted);
        memcpy(at, value, sizeof *at * (size_t)count);
        return true;
    }
    const struct constraint *c = &w->things->constraints.at[slot];
    struct constraint_state *s = &w->run.constraints.at[slot];
    if (part == STATE_LIMITS) {
        limits(c, s, NULL, value);
    } else if (part == STATE_CARRIED) {
        return constraint_carry_again(w, slot, value, count);
    } else if (part == STATE_SOFTLY) {
        s->softly = value[0] != 0;
    } else if (part == STATE_TURNS) {
        w->run.turns.at[tracker_of(c)] = value[0];
        w->run.angles.at[tracker_of(c)] = value[1];
    } else {
        s->has_slide = s->has_slide || part == STATE_SLIDE;
        memcpy(of_constraint(c, s, part, &wanted), value, sizeof *value * (size_t)count);
    }
    return true;
}

void carried_end(tn_world *w, bool assembled, double softness)
{
    w->run.assembled = assembled;
    w->run.assembled_at = assembled ? w->run.t : w->run.assembled_at;
    w->run.softness = softness;
    world_restart(w);
}

void carried_soft_times(const tn_world *w, double out[2])
{
    out[0] = w->run.soft_until;
    out[1] = w->run.soft_for;
}

double carried_softness(const tn_world *w) { return w->run.softness; }

void carried_put_soft_times(tn_world *w, const double value[2])
{
    w->run.soft_until = value[0];
    w->run.soft_for = value[1];
}

/* ---- switches ---- */

bool carried_constraint_on(const tn_world *w, int slot) { return w->run.constraints.at[slot].on; }
bool carried_force_on(const tn_world *w, int slot) { return w->run.forces.at[slot].on; }
void carried_switch_constraint(tn_world *w, int slot, bool on) { world_switch_constraint(w, slot, on); }
void carried_switch_force(tn_world *w, int slot, bool on) { world_switch_force(w, slot, on); }
