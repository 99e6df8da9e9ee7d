/* object_measures.c: mass, inertia, momenta and energies of one object, for probes. */
#include "world/features/bodies.h"
#include "world/world_parts.h"

/* Sums over everything that moves as part of an object: Σ m, Σ m x, Σ m ẋ, Σ (m x × ẋ + I ω), kinetic energy. */
struct moving {
    double mass, kinetic;
    vec3 first, linear, angular;
};

static void add_point(struct moving *s, double mass, vec3 x, vec3 v)
{
    s->mass += mass;
    s->kinetic += mass * v3_dot(v, v) / 2;
    s->first = v3_add_scaled(s->first, mass, x);
    s->linear = v3_add_scaled(s->linear, mass, v);
    s->angular = v3_add_scaled(s->angular, mass, v3_cross(x, v));
}

static struct moving of_nodes(const struct flexible_state *f)
{
    struct moving s = {0};
    for (int k = 0; k < f->lattice->nodes; k++)
        add_point(&s, f->lattice->mass[k], v3(f->q[3 * k], f->q[3 * k + 1], f->q[3 * k + 2]),
                  v3(f->v[3 * k], f->v[3 * k + 1], f->v[3 * k + 2]));
    return s;
}

static struct moving of_coordinates(const tn_world *w, int slot)
{
    for (int i = 0; i < w->plan->generals; i++)
        if (w->plan->general[i].body == plan_body(w, slot)) {
            const struct general_sums *g = &w->work->general[i].sums;
            return (struct moving){g->weight, g->kinetic, g->first, g->linear, g->angular};
        }
    return (struct moving){0};
}

static struct moving of_body(tn_world *w, int slot)
{
    const struct object_type *t = w->things->objects.at[slot].type;
    struct moving s = {0};
    tn_pose p;
    world_pose(w, slot, &p);
    add_point(&s, t->weight.mass, p.center, p.velocity);
    if (p.has_orientation) {
        const mat3 r = q_matrix(p.orientation);
        const vec3 spin = m3_tmul(&r, p.spin), turning = s3_mul(&t->weight.inertia, spin);
        s.kinetic += v3_dot(spin, turning) / 2;
        s.angular = v3_add(s.angular, m3_mul(&r, turning));
    }
    return s;
}

static struct moving moving_of(tn_world *w, int slot)
{
    struct flexible_state f;
    if (world_flexible(w, slot, &f))
        return of_nodes(&f);
    return w->things->objects.at[slot].type->general != NULL ? of_coordinates(w, slot) : of_body(w, slot);
}

/* The world is evaluated. */
vec3 world_object_measure(tn_world *w, int slot, enum special_kind kind)
{
    const struct object_type *t = w->things->objects.at[slot].type;
    if (kind == SPECIAL_INERTIA)
        return v3(t->weight.inertia.xx, t->weight.inertia.yy, t->weight.inertia.zz);
    const struct moving s = moving_of(w, slot);
    if (kind == SPECIAL_MOMENTUM)
        return s.linear;
    if (kind == SPECIAL_ANGULAR_MOMENTUM) /* about the centre of mass */
        return s.mass > 0 ? v3_sub(s.angular, v3_scale(1 / s.mass, v3_cross(s.first, s.linear))) : s.angular;
    return v3(kind == SPECIAL_MASS         ? s.mass
              : kind == SPECIAL_KINETIC_OF ? (w->plan->first_order ? 0 : s.kinetic)
                                           : 0 - v3_dot(w->work->field, s.first),
              0, 0);
}
