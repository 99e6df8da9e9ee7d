/* timeline.h: the moments of a scene: what happens when the clock gets there. */
#ifndef MODEL_TIMELINE_H
#define MODEL_TIMELINE_H

#include "model/model.h"

enum action_kind { ACTION_BEAR, ACTION_ON, ACTION_OFF, ACTION_REMOVE, ACTION_SET, ACTION_LET };

enum { SET_NUMBERS = 6 };

/* One thing that happens. */
struct action {
    enum action_kind kind;
    enum thing thing; /* THING_OBJECT, THING_CONSTRAINT or THING_FORCE */
    int slot;         /* of the thing; of a LET the index of the world's let */
    uint32_t generation;
    const tn_parameter *parameter; /* SET: what, and its numbers */
    int count;
    double value[SET_NUMBERS];
    const char *let; /* LET: its name */
    char *own_let;   /* the same, once the event is kept */
    /* while it is read */
    const struct statement *s;
    const struct env *env;
    int instance; /* BEAR: in reading.objects, .constraints or .forces */
};

/* Does not change once it is kept; worlds that were cloned from one another share it. */
struct moment {
    atomic_int users;
    int item; /* of the batch that it stood in */
    bool again; /* the world has it from an earlier text, which says the same */
    double time;
    ARRAY(struct action) actions;
};

void moment_keep(struct moment *m); /* used once more */
void moment_drop(struct moment *m); /* once less */
/* Whether the thing of an action (not of a LET) is still what it was when the text was read. */
bool timeline_lives(const tn_world *w, const struct action *a);
/* The time at which an event to come will bring a thing that is not there; NAN if none will. */
double timeline_birth(const tn_world *w, const struct scene *scene, enum thing thing, int slot);
/* Reads what stands in at T: … end (first stride). */
void timeline_declare(struct reading *r, const struct statement *s, const struct env *env);
/* The same for items that are changes to be made now. */
void timeline_declare_now(struct reading *r);
/* Works out what its statements mean and whether they can happen, once everything is made. */
void timeline_make(struct reading *r);
/* The reading was right: its moments become events of the world, or happen now. */
void timeline_keep(struct reading *r);

#endif
