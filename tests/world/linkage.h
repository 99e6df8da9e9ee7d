/* linkage.h: random linkages, with all constraints met; most are redundant, some heavily. */
#ifndef TESTS_WORLD_LINKAGE_H
#define TESTS_WORLD_LINKAGE_H

#include "model.h"

static inline int linkage_pick(uint64_t *seed, int n) { return (int)((random_number(seed) + 1) / 2 * n) % n; }

/* Bars in a plane with hinges normal to it, more than a tree needs; occasionally another kind of joint. */
static inline tn_world *linkage(uint64_t *seed, int bodies, int joints, bool planar)
{
    tn_world *w = tn_world_new();
    tn_object o[16];
    char name[24];
    for (int i = 0; i < bodies; i++) {
        vec3 p = random_vector(seed), r = v3_scale(0.7, random_vector(seed));
        o[i] = model_turned(w, "box", 0.2, 0.3, 0.9, planar ? v3(p.x, 0, p.z) : p, planar ? v3(0, r.y, 0) : r);
    }
    for (int i = 0; i < joints; i++) {
        int a = linkage_pick(seed, bodies + 1), b = linkage_pick(seed, bodies);
        if (a == b)
            a = bodies;
        tn_arg first = a == bodies ? tn_arg_world() : whole(o[a]), second = whole(o[b]);
        vec3 p = random_vector(seed), d = planar ? v3(0, 1, 0) : random_vector(seed);
        tn_arg at_ = tn_arg_vector(planar ? v3(p.x, 0, p.z) : p), axis = tn_arg_vector(d);
        snprintf(name, sizeof name, "j%d", i);
        switch (linkage_pick(seed, planar ? 5 : 6)) {
        case 0:
        case 1:
            JOIN(w, name, "revolute", first, second, at_, axis);
            break;
        case 2: /* along the plane */
            JOIN(w, name, "slider", first, second, at_, tn_arg_vector(v3(p.z, 0, p.x + 2)));
            break;
        case 3: {
            tn_pose q = model_pose(w, o[b]);
            vec3 local = q_rotate(q_conj(q.orientation), v3_sub(at_.vector, q.position));
            JOIN(w, name, "connect", at_, tn_arg_point(o[b], local));
            break;
        }
        case 4:
            JOIN(w, name, "universal", first, second, at_, axis, tn_arg_vector(v3_perpendicular(v3_unit(d))));
            break;
        default:
            JOIN(w, name, "weld", first, second);
            break;
        }
    }
    return w;
}

#endif
