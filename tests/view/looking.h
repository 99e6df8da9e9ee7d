/* looking.h: random worlds of every shape, and rays at them, for the tests of views and picking. */
#ifndef TESTS_VIEW_LOOKING_H
#define TESTS_VIEW_LOOKING_H

#include "../effort.h"
#include "../world/model.h"

#include "tenon/pick.h"
#include "tenon/view.h"

static inline double between(uint64_t *seed, double low, double high)
{
    return low + (high - low) * 0.5 * (1 + random_number(seed));
}

static inline int below(uint64_t *seed, int n)
{
    int i = (int)(0.5 * (1 + random_number(seed)) * n);
    return i < n ? i : n - 1;
}

static inline quat random_turn(uint64_t *seed) { return q_exp(v3_scale(3, random_vector(seed))); }

enum { LOOKING_SHAPES = 11 };

/* The statement of a shape with random sizes within a metre: sphere, rod, box, cylinder, capsule, torus, link, a mesh
 * (an octahedron with three different axes), a cone, an ellipsoid, a compound. */
static inline void random_shape(uint64_t *seed, int which, char *text, size_t room)
{
    double a = between(seed, 0.1, 0.5), b = between(seed, 0.1, 0.5), c = between(seed, 0.1, 0.5);
    switch (which) {
    case 0:
        snprintf(text, room, "sphere %.17g;", a);
        break;
    case 1:
        snprintf(text, room, "rod %.17g %.17g;", 2 * a, 0.3 * b);
        break;
    case 2:
        snprintf(text, room, "box %.17g %.17g %.17g;", a, b, c);
        break;
    case 3:
        snprintf(text, room, "cylinder %.17g %.17g;", a, b);
        break;
    case 4:
        snprintf(text, room, "capsule %.17g %.17g;", 0.5 * a, b);
        break;
    case 5:
        snprintf(text, room, "torus %.17g %.17g;", a, a * between(seed, 0.05, 0.9));
        break;
    case 6:
        snprintf(text, room, "link %.17g %.17g %.17g;", 2 * a + b, 2 * a, 2 * a * between(seed, 0.03, 0.24));
        break;
    case 8:
        snprintf(text, room, "cone %.17g %.17g;", a, 2 * b);
        break;
    case 9:
        snprintf(text, room, "ellipsoid %.17g %.17g %.17g;", a, b, c);
        break;
    case 7:
        snprintf(text, room,
                 "mesh: vertices %.17g 0 0 -%.17g 0 0 0 %.17g 0 0 -%.17g 0 0 0 %.17g 0 0 -%.17g; "
                 "triangles 0 2 4 2 1 4 1 3 4 3 0 4 2 0 5 1 2 5 3 1 5 0 3 5; end",
                 a, b, c, a, b, c);
        break;
    default:
        snprintf(text, room,
                 "compound: box %.17g %.17g 0.1; sphere %.17g; offset 0.3 0 0.1; "
                 "rod %.17g 0.05; offset 0 0.2 0; turned 1 0 0 %.17g; end",
                 a, b, 0.5 * c, a + b, c);
    }
}

static inline void random_object(tn_world *w, uint64_t *seed, const char *name, int which)
{
    char shape[800], text[1200];
    vec3 at = v3_scale(2, random_vector(seed));
    quat q = q_unit(random_turn(seed));
    random_shape(seed, which, shape, sizeof shape);
    snprintf(text, sizeof text, "object %s: %s position %.17g %.17g %.17g; orientation %.17g %.17g %.17g %.17g; end",
             name, shape, at.x, at.y, at.z, q.w, q.x, q.y, q.z);
    model_read(w, text);
}

/* A world with so many objects, every shape in turn. */
static inline tn_world *random_shapes(uint64_t *seed, int count)
{
    tn_world *w = tn_world_new();
    for (int i = 0; i < count; i++) {
        char name[20];
        snprintf(name, sizeof name, "o%d", i);
        random_object(w, seed, name, i % LOOKING_SHAPES);
    }
    return w;
}

static inline tn_ray ray_from_to(vec3 from, vec3 to)
{
    tn_ray r = tn_ray_default();
    r.from = from;
    r.along = v3_sub(to, from);
    return r;
}

/* From outside towards somewhere in the middle. */
static inline tn_ray random_ray(uint64_t *seed)
{
    vec3 from, to = v3_scale(2.2, random_vector(seed));
    do
        from = v3_scale(8, random_vector(seed));
    while (v3_norm(from) < 5);
    return ray_from_to(from, to);
}

#endif
