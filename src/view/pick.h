/* pick.h: what the files of picking share. */
#ifndef VIEW_PICK_H
#define VIEW_PICK_H

#include "tenon/pick.h"
#include "view/rays.h"
#include "view/view.h"

struct found {
    tn_hit hit;
    double order; /* by which hits are sorted: smaller ones first; then by depth, */
    int number;   /* then as they were found */
};

/* A question, and what was found so far. */
struct pick {
    const struct tn_view *v;
    struct ray ray;
    double angle, length, radius; /* of tn_ray; not negative */
    int without;                  /* object; -1: none */
    bool bones;
    ARRAY(struct found) found;
};

/* False if the ray is none. */
bool pick_begin(struct pick *k, const tn_view *v, const tn_ray *r);
/* Sorts the hits and writes those that there is room for; returns how many were found. */
int pick_end(struct pick *k, tn_hit *hits, int room);
void pick_add(struct pick *k, tn_hit hit, double order);
/* A distance from the ray in pixels, s along it. */
double pick_pixels(const struct pick *k, double distance, double s);
/* Can an object be found at all? */
bool pick_sees(const struct pick *k, int object);
/* Does the ray pass a ball within the radius in pixels? */
bool pick_comes_near(const struct pick *k, vec3 at, double reach);

#endif
