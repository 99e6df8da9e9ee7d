/* set_object.c: the numbers of objects that can be set while a world runs: the table of set.c for objects. */
#include <string.h>

#include "object/object_words.h"
#include "world/world_parts.h"
#include "world/things/set.h"

static char *must(bool good, const char *what) { return good ? NULL : mem_text(what); }

static int give(double *v, const double *from, int n)
{
    memcpy(v, from, sizeof *v * (size_t)n);
    return n;
}

/* ---- objects ---- */

static bool is_variable(const tn_world *w, int slot)
{
    return w->things->objects.at[slot].type->kind == OBJECT_VARIABLE;
}

static int pose_numbers(tn_world *w, int slot, int which, double *v)
{
    vec3 position, velocity, spin;
    quat q;
    double value, rate;
    world_object_now(w, slot, &position, &q, &velocity, &spin, &value, &rate);
    const double *from[] = {&position.x, &q.w, &velocity.x, &spin.x, &value, &rate};
    static const int count[] = {3, 4, 3, 3, 1, 1};
    const bool turns = which == 1 || which == 3;
    if (turns && w->things->objects.at[slot].type->kind == OBJECT_PARTICLE) /* particles have no axes */
        return 0;
    return is_variable(w, slot) == (which >= 4) ? give(v, from[which], count[which]) : 0;
}

static int get_position(tn_world *w, int slot, double *v) { return pose_numbers(w, slot, 0, v); }
static int get_orientation(tn_world *w, int slot, double *v) { return pose_numbers(w, slot, 1, v); }
static int get_velocity(tn_world *w, int slot, double *v) { return pose_numbers(w, slot, 2, v); }
static int get_spin(tn_world *w, int slot, double *v) { return pose_numbers(w, slot, 3, v); }
static int get_value(tn_world *w, int slot, double *v) { return pose_numbers(w, slot, 4, v); }
static int get_rate(tn_world *w, int slot, double *v) { return pose_numbers(w, slot, 5, v); }

static char *must_be_placeable(const tn_world *w, int slot)
{
    return must(object_can_be_placed(&w->things->objects.at[slot]),
                "the pose and motion of an object with generalized coordinates follow from them and cannot be set");
}

static char *set_position(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    vec3 position, velocity, spin;
    quat q;
    double value, rate;
    world_object_now(w, slot, &position, &q, &velocity, &spin, &value, &rate);
    char *wrong = must(w->things->objects.at[slot].type->motion != MOTION_PATH,
                       "an object on a path is where the path says: it has no position of its own");
    if (wrong == NULL)
        wrong = must_be_placeable(w, slot);
    if (wrong == NULL && how == SET_NOW)
        world_place_object(w, slot, v3(v[0], v[1], v[2]), q);
    return wrong;
}

static char *set_orientation(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    vec3 position, velocity, spin;
    quat q, turned = {v[0], v[1], v[2], v[3]};
    double value, rate;
    world_object_now(w, slot, &position, &q, &velocity, &spin, &value, &rate);
    const double square = q_norm2(turned);
    char *wrong = square > 0 ? must(square >= 1e-200 && square <= 1e200,
                                    "an orientation must have a length between 1e-100 and 1e100")
                             : mem_text("an orientation must not be zero");
    if (wrong == NULL)
        wrong = must_be_placeable(w, slot);
    if (wrong == NULL && how == SET_NOW)
        world_place_object(w, slot, position, turned);
    return wrong;
}

static char *set_motion(tn_world *w, int slot, const double *velocity, const double *spin, enum set_how how)
{
    vec3 position, v, s;
    quat q;
    double value, rate;
    if (w->things->objects.at[slot].type->motion != MOTION_DYNAMIC)
        return mem_text("what is fixed or follows a path has no velocity of its own");
    world_object_now(w, slot, &position, &q, &v, &s, &value, &rate);
    v = velocity != NULL ? v3(velocity[0], velocity[1], velocity[2]) : v;
    s = spin != NULL ? v3(spin[0], spin[1], spin[2]) : s;
    char *wrong = must_be_placeable(w, slot);
    if (wrong == NULL && how == SET_NOW)
        world_move_object(w, slot, v, s);
    return wrong;
}

static char *set_velocity(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    return set_motion(w, slot, v, NULL, how);
}

static char *set_spin(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    return set_motion(w, slot, NULL, v, how);
}

static char *set_value(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    if (how != SET_NOW)
        return NULL;
    plan_drop_moved(w);
    w->run.objects.at[slot].value = v[0];
    w->run.touched = true;
    displaced_moved(w, slot);
    return NULL;
}

static char *set_rate(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    if (how != SET_NOW)
        return NULL;
    plan_drop_moved(w);
    w->run.objects.at[slot].rate = v[0];
    w->run.touched = true;
    return NULL;
}

/* Changes mass, inertia or abilities of an object; its centre of mass does not move. */
static char *reweigh(tn_world *w, int slot, struct object_type *d, enum set_how how)
{
    const struct object *o = &w->things->objects.at[slot];
    struct mass_properties m;
    if (object_flexible(o) != NULL)
        return mem_text("a flexible block has its mass from its density, which cannot change");
    if (o->type->general != NULL)
        return mem_text("jello, curves and objects with coordinates have their mass from when they were made, and it "
                        "cannot change");
    char *wrong = object_mass(d, &m);
    if (wrong != NULL || how != SET_NOW)
        return wrong;
    plan_drop(w);
    m.center = o->type->weight.center;
    d->weight = m;
    object_retype(w, slot, d);
    return NULL;
}

static char *set_mass(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    struct object_type d = *w->things->objects.at[slot].type;
    if (d.has_ability)
        return mem_text("it has abilities instead of a mass");
    if (d.has_inertia) { /* the same distribution with another mass */
        double f = v[0] / w->things->objects.at[slot].type->weight.mass;
        d.inertia = (sym3){f * d.inertia.xx, f * d.inertia.yy, f * d.inertia.zz,
                           f * d.inertia.xy, f * d.inertia.xz, f * d.inertia.yz};
    }
    d.has_mass = true;
    d.mass = v[0];
    return reweigh(w, slot, &d, how);
}

static int get_mass(tn_world *w, int slot, double *v)
{
    const struct object *o = &w->things->objects.at[slot];
    if (o->type->kind == OBJECT_VARIABLE || o->type->kind == OBJECT_PLANE || o->type->has_ability)
        return 0;
    return give(v, &o->type->weight.mass, 1);
}

static char *set_inertia(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    struct object_type d = *w->things->objects.at[slot].type;
    if (n != 3 && n != 6)
        return mem_text("an inertia has 3 or 6 numbers: xx yy zz xy xz yz");
    d.has_inertia = true;
    d.inertia = (sym3){v[0], v[1], v[2], n == 6 ? v[3] : 0, n == 6 ? v[4] : 0, n == 6 ? v[5] : 0};
    return reweigh(w, slot, &d, how);
}

static int get_inertia(tn_world *w, int slot, double *v)
{
    const struct object *o = &w->things->objects.at[slot];
    const sym3 *i = &o->type->weight.inertia;
    const double all[6] = {i->xx, i->yy, i->zz, i->xy, i->xz, i->yz};
    bool has = (o->type->kind == OBJECT_SOLID || o->type->kind == OBJECT_BARE) && !o->type->has_ability;
    return has ? give(v, all, 6) : 0;
}

static char *set_color(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    if (how != SET_NOW)
        return NULL;
    struct object_type d = *w->things->objects.at[slot].type;
    d.has_color = true; /* no effect on the motion: the plan stays */
    d.color = v3(v[0], v[1], v[2]);
    object_retype(w, slot, &d);
    return NULL;
}

/* None while the viewer chooses it. */
static int get_color(tn_world *w, int slot, double *v)
{
    const struct object_type *d = w->things->objects.at[slot].type;
    return d->has_color ? give(v, &d->color.x, 3) : 0;
}

static bool has_color(const tn_world *w, int slot) { return w->things->objects.at[slot].type->kind != OBJECT_VARIABLE; }

static char *set_ability_to_move(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    struct object_type d = *w->things->objects.at[slot].type;
    d.ability_to_move = v[0];
    return reweigh(w, slot, &d, how);
}

static char *set_ability_to_rotate(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    (void)n;
    struct object_type d = *w->things->objects.at[slot].type;
    d.ability_to_rotate = v[0];
    return reweigh(w, slot, &d, how);
}

static int get_ability_to_move(tn_world *w, int slot, double *v)
{
    const struct object_type *d = w->things->objects.at[slot].type;
    return d->has_ability ? give(v, &d->ability_to_move, 1) : 0;
}

static int get_ability_to_rotate(tn_world *w, int slot, double *v)
{
    const struct object_type *d = w->things->objects.at[slot].type;
    return d->has_ability ? give(v, &d->ability_to_rotate, 1) : 0;
}

static char *set_soft(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    struct object_type d = *w->things->objects.at[slot].type;
    world_put_material(&d, MATERIAL_SOFT, v, n);
    return reweigh(w, slot, &d, how);
}

static int get_soft(tn_world *w, int slot, double *v)
{
    const struct object_type *d = w->things->objects.at[slot].type;
    if (d->kind != OBJECT_SOLID || d->general != NULL)
        return 0;
    world_get_material(d, MATERIAL_SOFT, v);
    return 3;
}

/* ---- surfaces ---- */

static char *set_surface(tn_world *w, int slot, enum material_word word, const double *v, int n, enum set_how how)
{
    if (how != SET_NOW)
        return NULL;
    struct object_type d = *w->things->objects.at[slot].type;
    plan_drop(w); /* pairs have their numbers from the plan */
    world_put_material(&d, (int)word, v, n);
    object_retype(w, slot, &d);
    return NULL;
}

static int get_surface(const tn_world *w, int slot, enum material_word word, double *v)
{
    const int n = world_get_material(w->things->objects.at[slot].type, (int)word, v);
    return n > 0 ? n : 0;
}

static bool has_surface(const tn_world *w, int slot)
{
    const enum object_kind kind = w->things->objects.at[slot].type->kind;
    return kind == OBJECT_SOLID || kind == OBJECT_PARTICLE || kind == OBJECT_PLANE;
}

static char *set_friction(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    return set_surface(w, slot, MATERIAL_FRICTION, v, n, how);
}

static char *set_bounce(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    return set_surface(w, slot, MATERIAL_BOUNCE, v, n, how);
}

static char *set_rolling(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    return set_surface(w, slot, MATERIAL_ROLLING, v, n, how);
}

static char *set_spinning(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    return set_surface(w, slot, MATERIAL_SPINNING, v, n, how);
}

static char *set_belt(tn_world *w, int slot, const double *v, int n, enum set_how how)
{
    return set_surface(w, slot, MATERIAL_SURFACE_VELOCITY, v, n, how);
}

static int get_friction(tn_world *w, int slot, double *v) { return get_surface(w, slot, MATERIAL_FRICTION, v); }
static int get_bounce(tn_world *w, int slot, double *v) { return get_surface(w, slot, MATERIAL_BOUNCE, v); }
static int get_rolling(tn_world *w, int slot, double *v) { return get_surface(w, slot, MATERIAL_ROLLING, v); }
static int get_spinning(tn_world *w, int slot, double *v) { return get_surface(w, slot, MATERIAL_SPINNING, v); }
static int get_belt(tn_world *w, int slot, double *v) { return get_surface(w, slot, MATERIAL_SURFACE_VELOCITY, v); }

const struct settable object_settables[] = {
    {&object_parameters[PART_POSITION], set_position, get_position, NULL},
    {&object_parameters[PART_ORIENTATION], set_orientation, get_orientation, NULL},
    {&object_parameters[PART_VELOCITY], set_velocity, get_velocity, NULL},
    {&object_parameters[PART_SPIN], set_spin, get_spin, NULL},
    {&variable_parameters[VARIABLE_VALUE], set_value, get_value, NULL},
    {&variable_parameters[VARIABLE_RATE], set_rate, get_rate, NULL},
    {&object_parameters[PART_MASS], set_mass, get_mass, NULL},
    {&object_parameters[PART_INERTIA], set_inertia, get_inertia, NULL},
    {&object_parameters[PART_COLOR], set_color, get_color, has_color},
    {&object_parameters[PART_ABILITY_TO_MOVE], set_ability_to_move, get_ability_to_move, NULL},
    {&object_parameters[PART_ABILITY_TO_ROTATE], set_ability_to_rotate, get_ability_to_rotate, NULL},
    {&layer_parameters[0], set_soft, get_soft, NULL},
    {&outside_parameters[0], set_friction, get_friction, has_surface},
    {&outside_parameters[1], set_bounce, get_bounce, has_surface},
    {&outside_parameters[2], set_rolling, get_rolling, has_surface},
    {&outside_parameters[3], set_spinning, get_spinning, has_surface},
    {&outside_parameters[4], set_belt, get_belt, has_surface},
    {.is = NULL},
};
