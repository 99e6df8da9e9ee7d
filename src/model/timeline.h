/* timeline.h: the moments of a scene: actions at given times. */
#ifndef MODEL_TIMELINE_H
#define MODEL_TIMELINE_H

#include "model/model.h"

enum action_kind { ACTION_BEAR, ACTION_ON, ACTION_OFF, ACTION_REMOVE, ACTION_SET, ACTION_LET };

enum { SET_NUMBERS = 6 };

/* One action of a moment. */
struct action {
    enum action_kind kind;
    enum thing thing; /* THING_OBJECT, THING_CONSTRAINT or THING_FORCE */
    int slot;         /* of the thing; of a LET the index of the world's let */
    uint32_t generation;
    const tn_parameter *parameter; /* SET: the parameter, and its numbers */
    int count;
    double value[SET_NUMBERS];
    const char *let; /* LET: its name */
    char *own_let;   /* the same, once the event is kept */
    /* during reading only */
    const struct statement *s;
    const struct env *env;
    int instance; /* BEAR: in reading.objects, .constraints or .forces */
};

/* Constant once it is kept; clones share it. */
struct moment {
    atomic_int users;
    int item;   /* of its batch */
    bool again; /* unchanged from an earlier text: the world's event is used */
    double time;
    ARRAY(struct action) actions;
};

void moment_keep(struct moment *m); /* another reference */
void moment_drop(struct moment *m); /* drops a reference */
/* What an action acts on. */
tn_thing timeline_thing(const tn_world *w, const struct action *a);
/* Whether the thing of an action (not of a LET) is still the one of the text. */
bool timeline_lives(const tn_world *w, const struct action *a);
/* False if a program, or an earlier event, has removed what the action refers to. */
bool timeline_counts(const tn_world *w, const struct action *a);
/* The time of the future event that creates a thing; NAN: none. */
double timeline_birth(const tn_world *w, const struct scene *scene, enum thing thing, int slot);
/* Declares the statements of at T: … end (first pass). */
void timeline_declare(struct reading *r, const struct statement *s, const struct env *env);
/* The same for items that are changes to make now. */
void timeline_declare_now(struct reading *r);
/* Evaluates the statements and checks whether they are possible, once everything is made. */
void timeline_make(struct reading *r);
/* After a successful reading: its moments become events of the world, or happen now. */
void timeline_keep(struct reading *r);

/* ---- remove.c ---- */

/* Things that go together; the first is the one that is removed, each other refers to one before it. */
struct leaving {
    tn_thing *at;
    int count, capacity;
};
void leaving_find(tn_world *w, tn_thing t, struct leaving *out); /* free with ARRAY_FREE */

#endif
