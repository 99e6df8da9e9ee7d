/* carried_state.h: what a run carries beyond the definitions of its things, as numbers that a text can hold.
 *
 * state: … end of the scene language is written from it and read into it. The numbers are those of struct run, to the bit;
 * what follows from them (modes of limits, contacts, the history of the integrator) is determined anew on both sides.
 */
#ifndef WORLD_RUN_CARRIED_STATE_H
#define WORLD_RUN_CARRIED_STATE_H

#include "world/world.h"

enum state_part {
    /* of objects */
    STATE_CENTER,      /* 3: centre of mass */
    STATE_ORIENTATION, /* 4: w x y z */
    STATE_VELOCITY,    /* 3 */
    STATE_SPIN,        /* 3 */
    STATE_VALUE,       /* 1: of a variable */
    STATE_RATE,        /* 1 */
    STATE_COORDINATES, /* own coordinates: nodes of a block, parameters of a curve, … */
    STATE_RATES,
    STATE_LAMBDAS, /* multipliers of elements */
    STATE_METRICS, /* shapes of elements at rest */
    /* of constraints */
    STATE_SLIDE,       /* 1: curve parameter of on-curve */
    STATE_MULTIPLIERS, /* of its rows */
    STATE_LIMITS,      /* mode, push and multiplier of each limit or motor */
    STATE_SINCE,       /* 1: when it became active */
    STATE_TURNS,       /* 2: whole turns in radians, and the last angle, of a joint that measures an angle */
    STATE_SOFTLY,      /* 1: present where its island is held softly */
    STATE_CARRIED      /* what was fixed at the pose in which an event has added it */
};

/* Carries out the events whose time has come (run.c). */
void world_run_events(tn_world *w);
/* The numbers that a constraint was built with if an event has added it, else 0 (constraints.c); and building it with such
 * numbers again, false if they are not its own. */
int constraint_carried(const tn_world *w, int slot, double *out);
bool constraint_carry_again(tn_world *w, int slot, const double *value, int count);

/* Before reading the numbers of a run: its events are carried out, and the state is stored. */
void carried_store(tn_world *w);
/* How many numbers there are of a part; 0: it has none. `out` (may be NULL) receives them. */
int carried_get(const tn_world *w, enum state_part part, int slot, double *out);
/* Sets the clock of a world that has not moved, and carries out the events up to that time. */
void carried_begin(tn_world *w, double time);
/* Sets the numbers of a part; false if these are not as many as it has. */
bool carried_put(tn_world *w, enum state_part part, int slot, const double *value, int count);
/* After all numbers are set: `assembled` if the assembly before the first step is done. */
void carried_end(tn_world *w, bool assembled, double softness);
/* Until when constraints are held softly (0: none is), and for how long the last time; both 0: this was never necessary. */
void carried_soft_times(const tn_world *w, double out[2]);
double carried_softness(const tn_world *w); /* δ of all constraints */
void carried_put_soft_times(tn_world *w, const double value[2]);

/* Switches, apart from intervals. */
bool carried_constraint_on(const tn_world *w, int slot);
bool carried_force_on(const tn_world *w, int slot);
void carried_switch_constraint(tn_world *w, int slot, bool on);
void carried_switch_force(tn_world *w, int slot, bool on);

#endif
