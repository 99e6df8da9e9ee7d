/* goal.h: goals with data: their objective is not a formula but a sum over points or pixels. */
#ifndef FORCE_GOAL_H
#define FORCE_GOAL_H

#include "base/counted.h"
#include "connector/connector.h"
#include "object/curve.h"
#include "object/image.h"
#include "object/table.h"

struct goal_data;
struct goal_class {
    /* E and its gradient by the connectors, three numbers each. `value`: the three values of the force. */
    double (*evaluate)(const struct goal_data *g, const struct signal *y, int count, const double *value,
                       const double *lets, double *gradient, double *scratch);
    void (*free)(struct goal_data *g);
};
struct goal_data {
    struct counted users;
    const struct goal_class *class;
    int first, count; /* which of the force's connectors it acts on; others belong to its values */
    size_t scratch;   /* doubles that it needs, in addition to three per connector */
};
size_t goal_scratch(const struct goal_data *g); /* doubles in total; 0 for NULL */
void goal_again(struct goal_data *g);           /* adds a reference; NULL is allowed */
void goal_free(struct goal_data *g);            /* drops a reference; NULL is allowed */

/* fit c to points: the sum of the squared distances of the points from the curve, times value[0]. The connectors are
 * the coordinates of the curve, in order. The curve must outlive the goal; the goal takes ownership of the table. */
struct goal_data *fit_new(const struct curve *c, struct table *points, int first);
/* snake s on edges: the connectors are points along it. value: x y of the lower left corner of the picture, and the
 * strength. `pixel` in m; `even`: strength of equal distances between the points. The goal takes ownership of the
 * picture. */
struct goal_data *snake_new(struct image *edges, double pixel, double even, bool closed, int first, int points);

#endif
