/* hinge_def.c: joints in the form of 1994, made by a program. */
#include "world/world_parts.h"

void tn_hinge_default_fill(tn_hinge_def *out, size_t size)
{
    const double pi = 4 * atan(1.0);
    const tn_hinge_def d = {
        .axial_min = -INFINITY,
        .axial_max = INFINITY,
        .planar_max = INFINITY,
        .angle_max = pi,
        .twist_min = -pi,
        .twist_max = pi,
    };
    sized_fill(out, size, &d, sizeof d);
}

struct filling {
    const tn_world *w;
    int body[2]; /* slots; -1: the world */
    struct constraint_arg args[HINGE_ARGUMENTS];
};

static void put_vector(struct filling *f, enum hinge_argument at, int which, bool point, tn_vec3 v)
{
    struct constraint_arg *a = &f->args[at];
    int body = f->body[which];
    *a = (struct constraint_arg){.type = ARG_VECTOR, .body = body, .vector = v};
    if (body < 0)
        return;
    a->type = point ? ARG_POINT : ARG_DIRECTION;
    a->connector = point ? world_point(f->w, body, v) : world_direction(f->w, body, v);
}

/* An infinite limit is no limit. */
static void put_limits(struct filling *f, enum hinge_argument at, double least, double most)
{
    const double number[2] = {least, most};
    for (int k = 0; k < 2; k++)
        if (!isinf(number[k]))
            f->args[(int)at + k] = (struct constraint_arg){.type = ARG_NUMBER, .body = -1, .number = number[k]};
}

static void fill(struct filling *f, const tn_hinge_def *d)
{
    for (int i = 0; i < HINGE_ARGUMENTS; i++)
        f->args[i] = (struct constraint_arg){.type = ARG_NONE, .body = -1};
    if (d->hinge) {
        put_vector(f, HINGE_P, 0, true, d->point1);
        put_vector(f, HINGE_Q, 1, true, d->point2);
    }
    if (d->axial) {
        put_vector(f, HINGE_AXIAL, 0, false, d->axis);
        put_limits(f, HINGE_AXIAL_MIN, d->axial_min, d->axial_max);
    }
    if (d->planar) {
        put_vector(f, HINGE_PLANAR, 0, false, d->normal);
        put_limits(f, HINGE_PLANAR_MIN, d->planar_min, d->planar_max);
    }
    if (d->angle) {
        put_vector(f, HINGE_ANGLE_1, 0, false, d->axis1);
        put_vector(f, HINGE_ANGLE_2, 1, false, d->axis2);
        put_limits(f, HINGE_ANGLE_MIN, d->angle_min, d->angle_max);
    }
    if (d->twist) {
        put_vector(f, HINGE_TWIST_1, 0, false, d->across1);
        put_vector(f, HINGE_TWIST_2, 1, false, d->across2);
        put_limits(f, HINGE_TWIST_MIN, d->twist_min, d->twist_max);
    }
}

/* Whether the vectors and limits of the requested parts are numbers. */
static bool all_numbers(const tn_hinge_def *d)
{
    bool good = true;
    if (d->hinge)
        good = good && v3_finite(d->point1) && v3_finite(d->point2);
    if (d->axial)
        good = good && v3_finite(d->axis) && !isnan(d->axial_min) && !isnan(d->axial_max);
    if (d->planar)
        good = good && v3_finite(d->normal) && !isnan(d->planar_min) && !isnan(d->planar_max);
    if (d->angle)
        good = good && v3_finite(d->axis1) && v3_finite(d->axis2) && !isnan(d->angle_min) && !isnan(d->angle_max);
    if (d->twist)
        good = good && v3_finite(d->across1) && v3_finite(d->across2) && !isnan(d->twist_min) && !isnan(d->twist_max);
    return good;
}

static tn_constraint add_hinge(tn_world *w, const tn_hinge_def *def, char **message)
{
    struct filling f = {.w = w, .body = {-1, -1}};
    const tn_object object[2] = {def->object1, def->object2};
    char *trouble = all_numbers(def) ? NULL : mem_text("one of its numbers is not finite");
    int joint[HINGE_ARGUMENTS], wrong, slot = -1;
    for (int k = 0; k < 2; k++) {
        bool none = k == 0 && object[k].slot == 0 && object[k].generation == 0;
        f.body[k] = none ? -1 : pool_find(&w->things->object_pool, object[k].slot, object[k].generation);
        if (!none && f.body[k] < 0)
            trouble = trouble != NULL ? trouble : mem_print("object%d does not exist", k + 1);
        else if (!none && w->things->objects.at[f.body[k]].type->kind == OBJECT_VARIABLE)
            trouble = trouble != NULL ? trouble
                                      : mem_print("object%d is a variable, which is a number and has no place", k + 1);
    }
    if (trouble == NULL) {
        fill(&f, def);
        for (int i = 0; i < HINGE_ARGUMENTS; i++)
            joint[i] = -1;
        struct constraint_def d = {
            .item = {.name = def->name,
                     .type = {.kind = def->hinge || !def->angle ? "hinge" : "angle",
                              .has_interval = def->from != 0 || def->to != 0,
                              .from = def->from,
                              .to = def->to}},
            .how = {.tau = def->tau, .by = def->by, .compliance = def->compliance},
            .class = constraint_find("hinge"),
            .args = f.args,
            .arg_count = HINGE_ARGUMENTS,
            .joint = joint,
            .bounce = def->bounce,
        };
        history_begin(w, "add a constraint");
        slot = world_add_constraint(w, &d, &trouble, &wrong);
        history_end(w, slot >= 0);
    }
    constraint_refused(trouble, message);
    return world_constraint_id(w, slot);
}

tn_constraint tn_hinge_add(tn_world *w, const tn_hinge_def *given, char **message)
{
    tn_hinge_def read = tn_hinge_default(), *const def = &read;
    char *unsized = w == NULL ? world_nothing_given() : SIZED_READ(&read, given, tn_hinge_def, tn_hinge_default);
    char *wrong = unsized != NULL ? unsized : world_name_trouble(w, def->name, false);
    return wrong != NULL ? constraint_refused(wrong, message) : add_hinge(w, def, message);
}
