/* objects.c: objects in a world: making, naming, placing, removing. */
#include <string.h>

#include "world/features/bodies.h"
#include "world/world_parts.h"

static const double usual_density = 1000; /* kg/m³ */

struct object_def object_def_default(void)
{
    return (struct object_def){
        .type = {.density = usual_density, .mesh_scale = 1, .motion = MOTION_DYNAMIC, .source = -1, .turning = -1},
        .begin = {.orientation = {1, 0, 0, 0}},
    };
}

static bool finite_def(const struct object_def *d)
{
    const struct object_begin *b = &d->begin;
    const struct object_type *t = &d->type;
    return v3_finite(b->position) && v3_finite(b->velocity) && v3_finite(b->spin) && isfinite(b->orientation.w) &&
           isfinite(b->orientation.x) && isfinite(b->orientation.y) && isfinite(b->orientation.z) &&
           isfinite(t->mass) && isfinite(t->density) && isfinite(d->value) && isfinite(d->rate) &&
           isfinite(s3_det(&t->inertia)) && isfinite(t->soft_thickness) && isfinite(t->soft_stiffness) &&
           isfinite(t->soft_damping) && isfinite(t->friction) && isfinite(t->bounce) && isfinite(t->rolling) &&
           isfinite(t->spinning) && v3_finite(t->belt);
}

/* The largest principal moment must not exceed the sum of the others: the triangle inequality of real bodies. */
static const char *inertia_trouble(const sym3 *i)
{
    double d = s3_det(i), minor = i->xx * i->yy - i->xy * i->xy;
    if (!(i->xx > 0) || !(minor > 0) || !(d > 0))
        return "its inertia is not positive definite";
    /* (tr/2) 1 − I is the second moment of mass, which is never negative */
    double h = (i->xx + i->yy + i->zz) / 2, slack = 1e-9 * h;
    sym3 s = {h - i->xx + slack, h - i->yy + slack, h - i->zz + slack, -i->xy, -i->xz, -i->yz};
    if (s.xx < 0 || s.yy < 0 || s.zz < 0 || s.xx * s.yy - s.xy * s.xy < 0 || s3_det(&s) < -slack * h * h)
        return "no body has such an inertia: each of its moments is at most the sum of the other two";
    return NULL;
}

/* Abilities instead of a mass: w and w ρ replace the inverses of mass and inertia; with an ability of 0 the object is
 * not moved, or not rotated. The centre is that of the shape. */
static char *weights_of(const struct object_type *d, struct mass_properties *m)
{
    const double least = 1e-12; /* practically immovable */
    if (!(d->ability_to_move >= 0) || !(d->ability_to_rotate >= 0) || !isfinite(d->ability_to_move) ||
        !isfinite(d->ability_to_rotate))
        return mem_text("its abilities must be numbers that are not negative");
    if (d->kind == OBJECT_SOLID)
        *m = shapes_mass(d->shapes, d->shape_count);
    double inertia = 1 / fmax(d->ability_to_move * d->ability_to_rotate, least);
    m->mass = 1 / fmax(d->ability_to_move, least);
    m->inertia = (sym3){inertia, inertia, inertia, 0, 0, 0};
    return NULL;
}

/* By density. That of a single shape means nothing where the mass is given: it is not written then, and must not leave its
 * rounding in the inertia. */
static struct mass_properties solid_mass(const struct object_type *d)
{
    if (!d->has_mass || d->shape_count != 1)
        return shapes_mass(d->shapes, d->shape_count);
    struct shape alone = d->shapes[0];
    alone.density = usual_density;
    return shapes_mass(&alone, 1);
}

char *object_mass(const struct object_type *d, struct mass_properties *m)
{
    *m = (struct mass_properties){.mass = 1};
    if (d->soft_thickness < 0 || d->soft_damping < 0 || (d->soft_thickness > 0 && !(d->soft_stiffness > 0)))
        return mem_text("a soft layer needs a thickness and a stiffness greater than zero, and no negative damping");
    if (d->has_ability)
        return weights_of(d, m);
    switch (d->kind) {
    case OBJECT_VARIABLE:
    case OBJECT_PLANE:
        return NULL;
    case OBJECT_PARTICLE:
        m->mass = d->mass;
        return d->mass > 0 ? NULL : mem_text("a particle needs a mass greater than zero");
    case OBJECT_FLEXIBLE: /* that of the lattice, computed with it */
        return NULL;
    case OBJECT_CURVE:
        m->mass = d->mass;
        return d->mass > 0 ? NULL : mem_text("a curve needs a mass greater than zero");
    case OBJECT_JELLO:
        m->mass = d->general->mass;
        m->center = d->general->center;
        return NULL;
    case OBJECT_BARE:
        if (d->motion != MOTION_DYNAMIC)
            return NULL;
        if (!d->has_mass || !(d->mass > 0))
            return mem_text("a bare body needs a mass greater than zero: mass m;");
        if (!d->has_inertia)
            return mem_text("a bare body needs an inertia: inertia ixx iyy izz;");
        m->mass = d->mass;
        m->inertia = d->inertia;
        break;
    case OBJECT_SOLID:
        *m = solid_mass(d);
        if (!(m->mass > 0) || !isfinite(m->mass))
            return mem_text("its mass is not a number greater than zero: look at sizes and density");
        if (d->has_mass) {
            if (!(d->mass > 0))
                return mem_text("its mass must be greater than zero");
            double f = d->mass / m->mass; /* the same distribution with another mass */
            m->mass = d->mass;
            m->inertia = (sym3){f * m->inertia.xx, f * m->inertia.yy, f * m->inertia.zz,
                                f * m->inertia.xy, f * m->inertia.xz, f * m->inertia.yz};
        }
        if (d->has_inertia)
            m->inertia = d->inertia;
        break;
    }
    if (d->motion != MOTION_DYNAMIC)
        return NULL;
    const char *trouble = inertia_trouble(&m->inertia);
    return trouble != NULL ? mem_text(trouble) : NULL;
}

/* ---- making ---- */

void object_free(struct things *t, const struct object *o)
{
    mem_free(o->name);
    object_free_more(o);
    if (o->type != NULL)
        general_free(o->type->general);
    shared_drop(t, o->turned);
    shared_drop(t, o->type);
}

static vec3 frame_of(const struct object_type *type, const struct object_state *s)
{
    return v3_sub(s->x, q_rotate(s->orientation, type->weight.center));
}

/* Stores the initial state as given, if it does not follow exactly from the pose. */
static void note_begin(struct object *o, const struct object_state *s, const struct object_begin *b)
{
    vec3 frame = frame_of(o->type, s);
    o->centered = b->has_center;
    bool plain = !b->has_state && o->type->general == NULL && memcmp(&frame, &b->position, sizeof frame) == 0;
    if (plain && (o->more == NULL || !o->more->has_begin))
        return;
    object_more(o)->begin = *b;
    object_more(o)->has_begin = true;
}

struct object_begin world_object_begin(const tn_world *w, int slot)
{
    const struct object *o = &w->things->objects.at[slot];
    const struct object_state *s = &w->run.objects.at[slot];
    struct object_begin b = {
        .position = frame_of(o->type, s), .orientation = s->orientation, .velocity = s->v, .spin = s->w};
    if (o->more != NULL && o->more->has_begin)
        b = o->more->begin;
    b.has_center = o->centered;
    b.center = s->x;
    b.has_rotation = o->turned != NULL;
    b.rotation = o->turned != NULL ? *o->turned : (struct rotation){.angle = 0};
    return b;
}

void object_note_begin(tn_world *w, int slot, const struct object_begin *b)
{
    struct things *t = things_edit(w);
    struct object *o = object_edit(w, slot);
    const struct object_state *s = &w->run.objects.at[slot];
    const void *was = o->turned;
    struct object_begin begin = *b;
    if (begin.has_center)
        begin.position = frame_of(o->type, s);
    o->turned = begin.has_rotation ? shared_take(t, &begin.rotation, sizeof begin.rotation, NULL, NULL) : NULL;
    shared_drop(t, was);
    if (o->more != NULL)
        object_more(o)->has_begin = false;
    note_begin(o, s, &begin);
}

/* Numbers that no object has. */
static char *number_trouble(const struct object_def *d)
{
    if (!finite_def(d))
        return mem_text("one of its numbers is not finite");
    if (!(q_norm2(d->begin.orientation) > 0) || !isfinite(q_norm2(d->begin.orientation)))
        return mem_text("its rotation needs an axis that is not zero and not too long to be squared");
    return NULL;
}

char *object_def_trouble(struct object_def *d)
{
    char *wrong = number_trouble(d);
    d->type.weight = (struct mass_properties){.mass = 0};
    return wrong != NULL ? wrong : object_mass(&d->type, &d->type.weight);
}

/* Mass, lattice, coordinates: what may be wrong with a definition, which is completed. */
static char *make_object(tn_world *w, struct object_def *d, struct object *o, struct object_state *s)
{
    struct mass_properties *weight = &d->type.weight;
    char *trouble = number_trouble(d);
    if (trouble != NULL)
        return trouble;
    if (d->name != NULL && names_get(&w->things->object_names, d->name) >= 0)
        return mem_print("there is an object '%s' already", d->name);
    *weight = (struct mass_properties){.mass = 0};
    char *wrong = d->type.kind == OBJECT_FLEXIBLE
                      ? flexible_new(d, w->things->elements, &object_more(o)->flexible, &s->own, weight)
                      : object_mass(&d->type, weight);
    o->type = &d->type;
    if (wrong == NULL && d->type.general != NULL)
        wrong = general_begin(w, o, s, d);
    return wrong;
}

static void place_new(struct object *o, struct object_state *s, struct object_def *d)
{
    struct object_begin *b = &d->begin;
    s->orientation = b->orientation = q_orientation(b->orientation);
    s->x = v3_add(b->position, q_rotate(s->orientation, o->type->weight.center));
    if (b->has_center) {
        s->x = b->center;
        b->position = frame_of(o->type, s);
    }
    s->v = b->velocity;
    s->w = b->spin;
    s->value = d->value;
    s->rate = d->rate;
    if (object_flexible(o) != NULL) {
        flexible_place(o, s);
        b->has_state = flexible_load(s->own, d);
    }
    note_begin(o, s, b);
}

int world_add_object(tn_world *w, const struct object_def *def, char **message)
{
    struct object_def d = *def;
    struct object o = {.used = true};
    struct object_state s = {.present = !def->unborn};
    *message = make_object(w, &d, &o, &s);
    if (*message != NULL) {
        object_free_more(&o);
        mem_free(s.own);
        return -1;
    }
    plan_drop(w);
    struct things *t = things_edit(w);
    if (d.type.kind == OBJECT_PLANE)
        d.type.motion = MOTION_FIXED;
    o.type = object_take_type(t, &d.type);
    o.name = mem_text(d.name);
    if (d.begin.has_rotation)
        o.turned = shared_take(t, &d.begin.rotation, sizeof d.begin.rotation, NULL, NULL);
    place_new(&o, &s, &d);
    if (object_flexible(&o) != NULL)
        t->elements += object_flexible(&o)->lattice->elements;
    int slot = pool_add(&t->object_pool);
    object_put(w, slot, &o);
    run_put_object(&w->run, slot, &s);
    if (o.name != NULL)
        names_set(&t->object_names, o.name, slot);
    return slot;
}

bool connector_of_body(const struct connector *inputs, int count, int object)
{
    for (int i = 0; i < count; i++)
        if (inputs[i].type != CONNECTOR_CONSTANT && inputs[i].type != CONNECTOR_TIME && inputs[i].body == object)
            return true;
    return false;
}

/* Inputs of a probe on a removed object become NaN constants. */
static void forget_body(struct probe *p, int slot)
{
    for (int k = 0; k < p->inputs; k++)
        if (connector_of_body(&p->input[k], 1, slot))
            p->input[k] = (struct connector){CONNECTOR_CONSTANT, -1, 0, v3(NAN, NAN, NAN)};
}

void world_remove_object(tn_world *w, int slot)
{
    plan_drop(w);
    /* what refers to it is removed with it; probes of it have no value */
    for (int i = w->things->constraint_pool.order.count - 1; i >= 0; i--) {
        if (i >= w->things->constraint_pool.order.count) /* gears were removed with their joints */
            continue;
        int c = w->things->constraint_pool.order.at[i];
        const struct constraint *k = &w->things->constraints.at[c];
        bool uses = connector_of_body(k->input, k->inputs, slot);
        for (int l = 0; l < k->limit_count; l++)
            uses |= connector_of_body(k->more->limits[l].input, k->more->limits[l].inputs, slot);
        if (uses)
            world_remove_constraint(w, c);
    }
    for (int i = w->things->force_pool.order.count - 1; i >= 0; i--) {
        int f = w->things->force_pool.order.at[i];
        const struct force *g = &w->things->forces.at[f];
        if (g->def.body == slot || connector_of_body(g->def.connector, g->def.connector_count, slot) ||
            connector_of_body(g->input, g->inputs, slot))
            world_remove_force(w, f);
    }
    struct things *t = things_edit(w);
    for (int i = 0; i < t->probes.count; i++)
        forget_body(t->probes.at[i], slot);
    for (int i = 0; i < t->traces.count; i++)
        forget_body(t->traces.at[i], slot);
    if (t->objects.at[slot].name != NULL)
        names_remove(&t->object_names, t->objects.at[slot].name);
    w->run.objects.at[slot].present = false;
    pool_remove(&t->object_pool, slot);
    if (t->snapshots.count == 0)
        world_purge_object(w, slot);
}

void world_purge_object(tn_world *w, int slot)
{
    struct things *t = things_edit(w);
    struct object *o = object_edit(w, slot);
    if (object_flexible(o) != NULL)
        t->elements -= object_flexible(o)->lattice->elements;
    object_free(t, o);
    *o = (struct object){.type = NULL};
    run_forget_object(&w->run, slot);
    pool_reuse(&t->object_pool, slot);
}

bool world_add_point(tn_world *w, int object, const char *name, vec3 local)
{
    vec3 found;
    if (world_object_point(w, object, name, &found))
        return false;
    struct named_point p = {mem_text(name), local, things_edit(w)->numbered++};
    ARRAY_PUSH(&things_edit(w)->texts, p.name); /* kept with the things: a snapshot may bring the point back */
    ARRAY_PUSH(&object_edit_more(w, object)->points, p);
    return true;
}

static const struct named_point *points_of(const struct object *o, int *count)
{
    *count = o->more != NULL ? o->more->points.count : 0;
    return o->more != NULL ? o->more->points.at : NULL;
}

void world_remove_point(tn_world *w, int object, const char *name)
{
    struct object_more *m = object_edit_more(w, object);
    for (int i = 0; i < m->points.count; i++)
        if (strcmp(m->points.at[i].name, name) == 0) {
            m->points.count--;
            memmove(&m->points.at[i], &m->points.at[i + 1], sizeof *m->points.at * (size_t)(m->points.count - i));
            return;
        }
}

bool world_object_point(const tn_world *w, int object, const char *name, vec3 *local)
{
    const struct object *o = &w->things->objects.at[object];
    *local = strcmp(name, "center") == 0 ? o->type->weight.center : v3(0, 0, 0);
    if (o->type->kind == OBJECT_VARIABLE)
        return false;
    if (strcmp(name, "center") == 0 || strcmp(name, "origin") == 0)
        return true;
    int count;
    const struct named_point *point = points_of(o, &count);
    for (int i = 0; i < count; i++)
        if (strcmp(point[i].name, name) == 0) {
            *local = point[i].local;
            return true;
        }
    return shapes_point(o->type->shapes, o->type->shape_count, name, local);
}

void world_offer_points(const tn_world *w, int object, const char *word, const char **best)
{
    const struct object *o = &w->things->objects.at[object];
    int count;
    const struct named_point *point = points_of(o, &count);
    names_offer(word, "center", best);
    names_offer(word, "origin", best);
    for (int i = 0; i < count; i++)
        names_offer(word, point[i].name, best);
    shapes_offer_points(o->type->shapes, o->type->shape_count, word, best);
}

void world_list_points(const tn_world *w, int object, char *text, size_t room)
{
    const struct object_type *type = w->things->objects.at[object].type;
    const char *name;
    size_t n = (size_t)snprintf(text, room, "center, origin");
    for (int i = 0; (name = world_point_at(w, object, i, NULL)) != NULL && n < room; i++)
        n += (size_t)snprintf(text + n, room - n, ", %.40s", name);
    for (int i = 0; i < type->shape_count && n < room; i++) {
        const struct shape *s = &type->shapes[i];
        vec3 place;
        for (int k = 0; s->class->point != NULL && n < room && s->class->point(s, k, &name, &place); k++)
            n += (size_t)snprintf(text + n, room - n, ", %s", name);
    }
    if (n >= room && room > 4)
        memcpy(text + room - 4, "...", 4);
}

const char *world_point_at(const tn_world *w, int object, int i, vec3 *local)
{
    int count;
    const struct named_point *point = points_of(&w->things->objects.at[object], &count);
    if (i < 0 || i >= count)
        return NULL;
    if (local != NULL)
        *local = point[i].local;
    return point[i].name;
}

uint32_t world_point_number(const tn_world *w, int object, int i)
{
    return (uint32_t)w->things->objects.at[object].more->points.at[i].number;
}

int world_point_index(const tn_world *w, int object, uint32_t number)
{
    int count;
    const struct named_point *point = points_of(&w->things->objects.at[object], &count);
    int i = count - 1;
    while (i >= 0 && point[i].number != number)
        i--;
    return i;
}

int world_find_object(const tn_world *w, const char *name) { return names_get(&w->things->object_names, name); }
const struct object_type *world_object(const tn_world *w, int slot) { return w->things->objects.at[slot].type; }
const char *world_object_name(const tn_world *w, int slot) { return w->things->objects.at[slot].name; }
int world_object_count(const tn_world *w) { return w->things->object_pool.order.count; }
int world_object_slot(const tn_world *w, int i) { return w->things->object_pool.order.at[i]; }

struct connector world_point(const tn_world *w, int object, vec3 local)
{
    return (struct connector){CONNECTOR_POINT, object, -1,
                              v3_sub(local, w->things->objects.at[object].type->weight.center)};
}

struct connector world_direction(const tn_world *w, int object, vec3 local)
{
    (void)w;
    return (struct connector){CONNECTOR_DIRECTION, object, -1, local};
}

struct connector world_spin(const tn_world *w, int object)
{
    (void)w;
    return (struct connector){CONNECTOR_SPIN, object, -1, v3(0, 0, 0)};
}

struct connector world_variable(const tn_world *w, int object)
{
    (void)w;
    return (struct connector){CONNECTOR_SCALAR, object, -1, v3(0, 0, 0)};
}

bool world_untouched(const tn_world *w) { return !w->run.touched; }

void world_object_now(tn_world *w, int slot, vec3 *position, quat *orientation, vec3 *velocity, vec3 *spin,
                      double *value, double *rate)
{
    const struct object *o = &w->things->objects.at[slot];
    const struct object_state *s = &w->run.objects.at[slot];
    vec3 x = s->x;
    *orientation = s->orientation;
    *velocity = s->v;
    *spin = s->w;
    *value = s->value;
    *rate = s->rate;
    struct flexible_state f;
    if (o->type->general != NULL) {
        general_now(w, slot, &x, orientation, velocity, spin);
    } else if (w->run.touched && /* until then it keeps the given pose exactly */
               w->plan != NULL && flexible_model_of(&w->plan->body[plan_body(w, slot)]) >= 0 &&
               world_flexible(w, slot, &f)) {
        struct lattice_frame frame = {.orientation = s->orientation};
        lattice_frame(f.lattice, f.q, f.v, &frame);
        x = frame.center;
        *orientation = frame.orientation;
        *velocity = frame.velocity;
        *spin = frame.spin;
    } else if (o->type->motion == MOTION_PATH) {
        struct pose p;
        world_driven_pose(w, slot, &p);
        x = p.x;
        *velocity = p.v;
        *spin = p.w;
        *orientation = o->type->turning >= 0 ? q_of_matrix(&p.r) : s->orientation;
    } else if (w->plan != NULL) {
        const struct body *b = &w->plan->body[plan_body(w, slot)];
        const double *q = w->run.y + b->q, *v = w->run.y + b->v;
        if (b->coordinates == COORDINATES_SCALAR) {
            *value = q[0];
            *rate = v[0];
        } else if (b->dofs > 0) {
            x = v3(q[0], q[1], q[2]);
            *velocity = v3(v[0], v[1], v[2]);
        }
        if (b->coordinates == COORDINATES_RIGID) {
            quat now = {q[3], q[4], q[5], q[6]};
            *orientation = q_orientation(now);
            *spin = v3(v[3], v[4], v[5]);
        }
    }
    /* the exact given position, while it has not moved */
    bool unborn = !s->present && !s->gone;
    const struct object_begin begin = world_object_begin(w, slot);
    bool first = (!w->run.touched || unborn) && o->type->motion != MOTION_PATH && !begin.has_state;
    *position = first || o->type->motion == MOTION_FIXED ? begin.position
                                                         : v3_sub(x, q_rotate(*orientation, o->type->weight.center));
}

void world_driven_pose(const tn_world *w, int slot, struct pose *out)
{
    const struct object_type *d = w->things->objects.at[slot].type;
    struct time_signal origin, axes[2];
    *out = (struct pose){.r = q_matrix(w->run.objects.at[slot].orientation)};
    world_source_now(w, d->source, &origin);
    for (int k = 0; k < 2 && d->turning >= 0; k++)
        world_source_now(w, d->turning + k, &axes[k]);
    connector_driven_pose(&origin, d->turning >= 0 ? axes : NULL, d->weight.center, out);
}

void world_pose(tn_world *w, int slot, tn_pose *out)
{
    const struct object_type *t = w->things->objects.at[slot].type;
    double value, rate;
    world_object_now(w, slot, &out->position, &out->orientation, &out->velocity, &out->spin, &value, &rate);
    out->center = v3_add(out->position, q_rotate(out->orientation, t->weight.center));
    out->mass = t->motion == MOTION_DYNAMIC && t->kind != OBJECT_VARIABLE ? t->weight.mass : 0;
    out->has_orientation = t->kind != OBJECT_PARTICLE && t->kind != OBJECT_VARIABLE && t->kind != OBJECT_CURVE;
    if (t->kind == OBJECT_VARIABLE)
        out->position = out->center = v3(value, 0, 0);
}

vec3 world_object_center(tn_world *w, int slot)
{
    const struct body *b = w->plan != NULL ? &w->plan->body[plan_body(w, slot)] : NULL;
    if (w->things->objects.at[slot].type->general != NULL || (b != NULL && flexible_model_of(b) >= 0)) {
        vec3 position, velocity, spin;
        quat turned;
        double value, rate;
        world_object_now(w, slot, &position, &turned, &velocity, &spin, &value, &rate);
        return v3_add(position, q_rotate(turned, w->things->objects.at[slot].type->weight.center));
    }
    if (b == NULL || b->dofs < 3)
        return w->run.objects.at[slot].x;
    const double *q = w->run.y + b->q;
    return v3(q[0], q[1], q[2]);
}

void world_place_object(tn_world *w, int slot, vec3 position, quat orientation)
{
    plan_drop_moved(w);
    const struct object *o = &w->things->objects.at[slot];
    struct object_state *s = &w->run.objects.at[slot];
    const bool stays = memcmp(&orientation, &s->orientation, sizeof orientation) == 0;
    if (!stays || object_flexible(o) == NULL)
        orientation = q_unit(orientation);
    const vec3 center = v3_add(position, q_rotate(orientation, o->type->weight.center));
    if (object_flexible(o) != NULL)
        flexible_shift(s, center, orientation);
    s->orientation = orientation;
    s->x = center;
    w->run.touched = true;
    displaced_moved(w, slot);
    if (o->type->motion == MOTION_FIXED) {
        struct object_begin now = world_object_begin(w, slot);
        now.position = position;
        now.orientation = s->orientation;
        note_begin(object_edit(w, slot), s, &now);
    }
    if (w->things->objects.at[slot].type->general != NULL)
        general_place(w, slot);
}

void world_move_object(tn_world *w, int slot, vec3 velocity, vec3 spin)
{
    plan_drop_moved(w);
    w->run.objects.at[slot].v = velocity;
    w->run.objects.at[slot].w = spin;
    if (object_flexible(&w->things->objects.at[slot]) != NULL)
        flexible_set_motion(&w->run.objects.at[slot]);
    if (w->things->objects.at[slot].type->general != NULL)
        general_set_motion(w->things->objects.at[slot].type, &w->run.objects.at[slot]);
    w->run.touched = true;
}

bool object_can_be_placed(const struct object *o) { return o->type->general == NULL || o->type->kind == OBJECT_JELLO; }

/* ---- creation and removal by events ---- */

bool world_object_present(const tn_world *w, int slot) { return w->run.objects.at[slot].present; }

void world_bear_object(tn_world *w, int slot)
{
    plan_drop(w);
    w->run.objects.at[slot].present = true;
}

void world_retire_object(tn_world *w, int slot)
{
    plan_drop(w);
    w->run.objects.at[slot].present = false;
    w->run.objects.at[slot].gone = true;
}

uint32_t world_object_generation(const tn_world *w, int slot) { return pool_generation(&w->things->object_pool, slot); }
bool world_object_gone(const tn_world *w, int slot) { return w->run.objects.at[slot].gone; }
