/* goal.h: goals that carry data: their objective is no formula but a sum over points or pixels. */
#ifndef FORCE_GOAL_H
#define FORCE_GOAL_H

#include "base/counted.h"
#include "connector/connector.h"
#include "object/curve.h"
#include "object/image.h"
#include "object/table.h"

struct goal_data;
struct goal_class {
    /* E, and its gradient by what each of the connectors shows: three numbers each. `value` are the force's three. */
    double (*evaluate)(const struct goal_data *g, const struct signal *y, int count, const double *value,
                       const double *lets, double *gradient, double *scratch);
    void (*free)(struct goal_data *g);
};
struct goal_data {
    struct counted users;
    const struct goal_class *class;
    int first, count; /* which of the force's connectors it acts on; others are those of its numbers */
    size_t scratch;   /* doubles that it takes, beside three for each of them */
};
size_t goal_scratch(const struct goal_data *g); /* in all; NULL: none */
void goal_again(struct goal_data *g);           /* used once more; NULL: nothing */
void goal_free(struct goal_data *g);            /* NULL: nothing */

/* fit c to points: the connectors are the coordinates of the curve, in their order. Σ of the squared distances of the points
 * from it, times value[0]. The curve must outlive the goal; the table is taken over. */
struct goal_data *fit_new(const struct curve *c, struct table *points, int first);
/* snake s on edges: the connectors are points along it. value: where the lower left corner of the picture lies, x y, and
 * the strength. `pixel` in m; `even`: how much distances between the points are made alike. The picture is taken over. */
struct goal_data *snake_new(struct image *edges, double pixel, double even, bool closed, int first, int points);

#endif
