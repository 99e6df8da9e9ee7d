/* contact_grid.h: steps on a grid of their own: the step that contains the present moment (contact_grid.c). */
#ifndef CONTACT_CONTACT_GRID_H
#define CONTACT_CONTACT_GRID_H

#include "dynamics/system.h"

/* The step that was made last, if the world stands inside it: states have plan.y_count numbers. */
struct contact_grid {
    bool open;                /* the world shows a state inside the step from `from` to `next` */
    double from, next, shown; /* times, s */
    double origin;            /* the grid: origin + k·step */
    double count;             /* k of `next` */
    double step;              /* its length; 0: another grid begins with the next step */
    int numbers, rows;        /* of a state; of the constraints */
    double *y_from, *y_next, *y_shown;
    double *goal;                /* by row, 2·rows: C and Ċ at the end; NaN: it is not met */
    vec3 field;                  /* that bodies fall by, m/s² */
    double owed_from, owed_next; /* work done that is not energy, at both ends */
    int capacity;
};

struct contact_grid *contact_grid_new(void);
struct contact_grid *contact_grid_copy(const struct contact_grid *from);
void contact_grid_free(struct contact_grid *g);
/* Memory for states of this many numbers and this many rows, so that no step allocates any. */
void contact_grid_room(struct contact_grid *g, int numbers, int rows);
/* The model or the state has changed: the grid begins anew at the present moment. */
void contact_grid_drop(struct contact_grid *g);
/* At the state that was shown last: goes on to the end of its step. False: there is none, and nothing is changed. */
bool contact_grid_close(struct contact_grid *g, int numbers, double *t, double *y);
/* Is this what was shown last? */
bool contact_grid_stands(const struct contact_grid *g, int numbers, double t, const double *y);
/* Keeps the step from (t, y) to (next, y_next), with the work's present contacts. */
void contact_grid_open(const struct plan *plan, struct work *work, double t, const double *y, double next,
                       const double *y_next);
/* Inside the step that is kept: the state at this time → y. */
void contact_grid_show(const struct plan *plan, struct work *work, double t, double *y);

/* As a flat block, for snapshots. */
size_t contact_grid_size(const struct contact_grid *g);
void contact_grid_save(const struct contact_grid *g, unsigned char *out);
void contact_grid_restore(struct contact_grid *g, const unsigned char *in, size_t size);

#endif
