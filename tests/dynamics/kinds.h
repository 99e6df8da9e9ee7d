/* kinds.h: a model for every form of every constraint kind: one or two free bodies, out of place and in motion. A kind
 * without a model here fails the tests over all kinds. */
#ifndef TESTS_DYNAMICS_KINDS_H
#define TESTS_DYNAMICS_KINDS_H

#include "../world/model.h"
#include "displacement/displacement_parts.h"

/* ---- bodies ---- */

static tn_object loose(tn_world *w, const char *shape, double a, double b, double c, vec3 at_, uint64_t *seed)
{
    tn_object_def d = model_def(shape, a, b, c, at_);
    d.orientation = q_exp(v3_scale(0.5, random_vector(seed)));
    d.velocity = v3_scale(0.4, random_vector(seed));
    d.spin = v3_scale(0.4, random_vector(seed));
    model_without_axes(&d);
    return model_add(w, &d);
}

static tn_object box(tn_world *w, double x, double y, double z, uint64_t *seed)
{
    return loose(w, "box", 0.3, 0.5, 0.8, v3(x, y, z), seed);
}

static tn_object ball(tn_world *w, double r, double x, double y, double z, uint64_t *seed)
{
    return loose(w, "sphere", r, 0, 0, v3(x, y, z), seed);
}

static void connect(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 1, 0.4, 0.3, s), p = loose(w, "particle", 0.7, 0, 0, v3(2, 1, 0), s);
    JOIN(w, NULL, "connect", at(a, 0.1, 0.2, 0.4), at(b, -0.1, -0.2, 0));
    JOIN(w, NULL, "connect", at(p, 0, 0, 0), at(b, 0.1, 0.2, 0.4));
    JOIN(w, NULL, "connect", at(a, 0, 0, -0.4), nail(0.2, 0, -0.7));
}

static void follow(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s);
    char *message;
    int wrong, joint[2] = {-1, -1};
    struct constraint_arg args[2] = {{.type = ARG_POINT, .connector = world_point(w, (int)a.slot, v3(0.1, 0, 0.4))},
                                     model_on_path(model_path(w, "(cos(2*t), sin(3*t), 0.5 + t^2)"))};
    struct constraint_def d = {.item = {.type = {.kind = "follow"}},
                               .class = constraint_find("follow"),
                               .args = args,
                               .arg_count = 2,
                               .joint = joint};
    assert_true(world_add_constraint(w, &d, &message, &wrong) >= 0);
    tn_object driven = model_driven(w, model_path(w, "(2 + sin(4*t), 0, -t^3)")), b = box(w, 2, 1, 0, s);
    JOIN(w, NULL, "connect", at(b, 0, 0.2, 0), at(driven, 0.1, 0, 0));
}

static void orient(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 3, 0, 0, s);
    JOIN(w, NULL, "orient", dir(a, 1, 0.2, 0), dir(b, 0, 0.3, 1));
}

static void orient_frame(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 3, 0, 0, s), c = box(w, 0, 5, 0, s);
    JOIN(w, NULL, "orient", whole(a), whole(b));
    JOIN(w, NULL, "orient", tn_arg_world(), whole(c));
}

static void on_line(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 1, 0, 0, s), p = loose(w, "particle", 0.2, 0, 0, v3(3, 1, 0), s);
    JOIN(w, NULL, "on-line", at(a, 0, 0.2, 0.1), at(b, 0.1, 0, 0), dir(b, 1, 2, 0));
    JOIN(w, NULL, "on-line", at(p, 0, 0, 0), nail(3, 0, 0), nail(1, 0, 0.5));
}

static void on_plane(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 1, 0, 0, s);
    JOIN(w, NULL, "on-plane", at(a, 0, 0.2, 0.1), at(b, 0.1, 0, 0), dir(b, 1, 2, 0));
    JOIN(w, NULL, "on-plane", at(a, 0, 0, -0.4), nail(0, 0, -0.6), nail(0, 0.1, 1));
}

static void touch(tn_world *w, uint64_t *s)
{
    tn_object a = ball(w, 0.3, 0, 0, 0, s), b = ball(w, 0.2, 0.9, 0.2, 0.1, s);
    JOIN(w, NULL, "touch", whole(a), whole(b));
}

static void touch_plane(tn_world *w, uint64_t *s)
{
    tn_object a = ball(w, 0.3, 0, 0, 0.8, s);
    tn_object ground = model_turned(w, "plane", 0, 0, 0, v3(0.1, 0, -0.1), v3(0.2, 0.1, 0));
    JOIN(w, NULL, "touch", whole(a), whole(ground));
}

static void distance(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 1.5, 0, 0, s);
    JOIN(w, NULL, "distance", at(a, 0.1, 0, 0), at(b, 0, 0, 0.4), number(0.7));
    JOIN(w, NULL, "distance", nail(0, 0, 2), at(b, 0, 0, 0), number(2.9));
}

/* Welds are met when they are made: the second body is moved afterwards. */
static void weld(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 0.5, 0.5, 0, s), c = box(w, 0, 0, 3, s);
    JOIN(w, NULL, "weld", whole(a), whole(b));
    JOIN(w, NULL, "weld", tn_arg_world(), whole(c));
    tn_object_place(w, b, v3(0.9, 0.2, 0.3), q_exp(v3(0.5, 1.1, -0.4)));
    tn_object_place(w, c, v3(0.1, 0.2, 2.7), q_exp(v3(-0.5, 0.1, 0.8)));
}

static void revolute(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 1, 0.5, 0, s);
    JOIN(w, NULL, "revolute", whole(a), whole(b), at(a, 0, 0.2, 0.4), at(b, 0.1, 0, -0.4), dir(a, 0, 1, 0.4),
         dir(b, 0.2, 1, 0));
}

static void slider(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 1, 0.5, 0, s);
    JOIN(w, NULL, "slider", whole(a), whole(b), at(a, 0, 0.2, 0.4), at(b, 0.1, 0, -0.4), dir(a, 0, 1, 0.4),
         dir(b, 0.2, 1, 0));
    JOIN(w, NULL, "slider", tn_arg_world(), whole(a), nail(0, 0.2, 0), at(a, 0, 0, 0.1), nail(0, 0.3, 1),
         dir(a, 0, 0, 1));
}

static void universal(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 1, 0.5, 0, s);
    JOIN(w, NULL, "universal", whole(a), whole(b), at(a, 0, 0.2, 0.4), at(b, 0.1, 0, -0.4), dir(a, 1, 0, 0.4),
         dir(b, 0.2, 1, 0));
}

/* A hinge or a slider of a new box on the world, displaced by an angle or a distance along its axis. */
static tn_constraint joint(tn_world *w, const char *kind, double y, double off)
{
    tn_object_def d = model_def("box", 0.3, 0.4, 0.5, v3(0, y, 0));
    d.spin = v3(0, 0.6, 0);
    d.velocity = v3(0, 0.3, 0);
    tn_object o = model_add(w, &d);
    tn_constraint c = JOIN(w, NULL, kind, tn_arg_world(), whole(o), nail(0, y, 0), nail(0, 1, 0));
    if (strcmp(kind, "slider") == 0)
        tn_object_place(w, o, v3(0, y + off, 0), (quat){1, 0, 0, 0});
    else
        tn_object_place(w, o, v3(0, y, 0), q_exp(v3(0, off, 0)));
    return c;
}

static void geared(tn_world *w, const char *first, const char *second)
{
    tn_constraint j = joint(w, first, 0, 0.3), k = joint(w, second, 2, -0.4);
    JOIN(w, NULL, "gear", tn_arg_constraint(j), tn_arg_constraint(k), number(-1.5));
}

static void gear(tn_world *w, uint64_t *s) { (void)s, geared(w, "revolute", "revolute"); }
static void gear_hinge_slider(tn_world *w, uint64_t *s) { (void)s, geared(w, "revolute", "slider"); }
static void gear_slider_hinge(tn_world *w, uint64_t *s) { (void)s, geared(w, "slider", "revolute"); }
static void gear_sliders(tn_world *w, uint64_t *s) { (void)s, geared(w, "slider", "slider"); }

static void rolling(tn_world *w, uint64_t *s)
{
    tn_object ground = model_turned(w, "plane", 0, 0, 0, v3(0, 0, 0), v3(0.1, 0.2, 0));
    JOIN(w, NULL, "rolling", whole(ball(w, 0.3, 0, 0, 0.5, s)), whole(ground));
}

static void rolling_spheres(tn_world *w, uint64_t *s)
{
    tn_object a = ball(w, 0.3, 0, 0, 0, s), b = ball(w, 0.2, 0.8, 0.2, 0.1, s);
    JOIN(w, NULL, "rolling", whole(a), whole(b));
}

static void rolling_wheel(tn_world *w, uint64_t *s)
{
    tn_object ground = model_object(w, "plane", 0, 0, 0, v3(0, 0, 0));
    static const char *const shape[] = {"cylinder", "rod", "torus"};
    static const double size[][2] = {{0.4, 0.1}, {0.1, 0.4}, {0.4, 0.1}};
    for (int i = 0; i < 3; i++) {
        tn_object_def d = model_def(shape[i], size[i][0], size[i][1], 0, v3(3 * i, 0, 0.6));
        d.orientation = q_exp(v3(1.3, 0.2, 0.1));
        d.velocity = v3(0.3, 0.1, 0.2);
        d.spin = v3_scale(0.3, random_vector(s));
        JOIN(w, NULL, "rolling", whole(model_add(w, &d)), whole(ground));
    }
}

/* ---- the joints of 1994, by the names of their forms ---- */

/* hinge-PLACE-TURN: the parts in the name. */
static tn_hinge_def hinge_of(const char *form, tn_object a, tn_object b)
{
    tn_hinge_def d = tn_hinge_default();
    d.object1 = a;
    d.object2 = b;
    d.hinge = strstr(form, "-anywhere-") == NULL;
    d.point1 = v3(0, 0.2, 0.4);
    d.point2 = v3(0.1, 0, -0.4);
    d.axial = strstr(form, "-line-") != NULL;
    d.planar = strstr(form, "-plane-") != NULL || strstr(form, "-circle-") != NULL;
    d.axis = d.normal = v3(0.2, 1, 0.1);
    if (strstr(form, "-circle-") != NULL)
        d.planar_min = d.planar_max = 0.3;
    d.angle = strstr(form, "-free") == NULL;
    d.axis1 = v3(0, 0.3, 1);
    d.axis2 = v3(0.4, 0, 1);
    if (strstr(form, "aligned") != NULL)
        d.angle_max = 0;
    if (strstr(form, "cone") != NULL)
        d.angle_min = d.angle_max = 0.9;
    d.twist = strstr(form, "fixed") != NULL;
    d.across1 = d.across2 = v3(1, 0.2, 0);
    if (d.twist)
        d.twist_min = d.twist_max = 0.3;
    return d;
}

static inline tn_constraint kinds_hinge(tn_world *w, const tn_hinge_def *d)
{
    char *message;
    tn_constraint c = tn_hinge_add(w, d, &message);
    if (message != NULL)
        fail_msg("hinge: %s", message);
    return c;
}

/* Two boxes, and a third on the world. */
static void hinge(tn_world *w, const char *form, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 0, 0.3, 0.9, s), c = box(w, 3, 0.2, -0.5, s);
    tn_hinge_def d = hinge_of(form, a, b), e = hinge_of(form, (tn_object){0, 0}, c);
    e.point1 = v3(3, 0, 0); /* it hangs, so that its axes do not become opposite, where the twist is undefined */
    e.point2 = v3(0.1, 0, 0.4);
    e.axis1 = v3(0, 0.2, -1);
    e.axis2 = v3(-0.1, 0, -0.4);
    kinds_hinge(w, &d);
    kinds_hinge(w, &e);
}

static const struct {
    const char *form;
    void (*make)(tn_world *w, uint64_t *seed);
} kinds_models[] = {
    {"connect", connect},
    {"follow", follow},
    {"orient", orient},
    {"orient-frame", orient_frame},
    {"on-line", on_line},
    {"on-plane", on_plane},
    {"touch", touch},
    {"touch-plane", touch_plane},
    {"distance", distance},
    {"weld", weld},
    {"revolute", revolute},
    {"slider", slider},
    {"universal", universal},
    {"gear", gear},
    {"gear-hinge-slider", gear_hinge_slider},
    {"gear-slider-hinge", gear_slider_hinge},
    {"gear-sliders", gear_sliders},
    {"rolling", rolling},
    {"rolling-spheres", rolling_spheres},
    {"rolling-wheel", rolling_wheel},
};

/* Limits of a kind, which must stay ≥ 0, have no separate model. */
static inline bool kinds_is_limit(const struct constraint_form *f)
{
    return f->parameters[0] != NULL && strcmp(f->parameters[0], "least") == 0;
}

/* Adds the model of a form. */
static inline void kinds_add(tn_world *w, const char *form, uint64_t *seed)
{
    size_t i = 0;
    while (i < sizeof kinds_models / sizeof *kinds_models && strcmp(kinds_models[i].form, form) != 0)
        i++;
    if (strncmp(form, "hinge-", 6) == 0)
        hinge(w, form, seed);
    else if (i == sizeof kinds_models / sizeof *kinds_models)
        fail_msg("the form %s has no model in kinds.h", form);
    else
        kinds_models[i].make(w, seed);
}

/* The model of a form, with gravity; the form must really be in it. */
static inline tn_world *kinds_model(const char *form, uint64_t seed)
{
    tn_world *w = tn_world_new();
    kinds_add(w, form, &seed);
    model_gravity(w, v3(0.3, 0.2, -model_g));
    bool found = false;
    for (int k = 0; k < world_constraint_count(w); k++)
        found |= strcmp(w->things->constraints.at[world_constraint_slot(w, k)].build->form->name, form) == 0;
    assert_true(found);
    return w;
}

/* ---- articulations and rows ---- */

/* |C| of a constraint by its rows, for limits only the excess; and by its articulation; angles and positions
 * separately, since they have different units. */
struct gaps {
    double place[2], turn[2];
};

static inline void add_rows(const struct plan *plan, struct work *work, const struct constraint_rows *it, double t,
                            bool own, struct gaps *g)
{
    struct rows rows;
    system_rows(plan, work, it, t, &rows);
    for (int r = 0; r < it->rows; r++) {
        double c = own ? rows.c[r] : fmin(rows.c[r], 0);
        bool turns = true;
        for (int i = 0; i < it->inputs; i++)
            for (int k = 0; k < 3; k++)
                turns = turns && rows.j[i][6 * r + k] == 0;
        *(turns ? &g->turn[0] : &g->place[0]) += c * c;
    }
}

/* Compares all constraints of a displacement world that have an articulation. Returns how many there were. */
static inline int kinds_compare_gaps(tn_world *w, const char *name)
{
    char *message;
    int compared = 0;
    assert_int_equal(plan_make(w, &message), TN_OK);
    struct displacement *d = w->work->displacement;
    system_update(w->plan, w->work, w->run.t, w->run.y);
    for (int i = 0; i < d->links; i++) /* points on paths */
        if (d->link[i].source >= 0)
            d->link[i].p = w->work->time[d->link[i].source].y;
    for (int b = 0; b < d->blocks; b++) {
        struct gaps g = {{0, 0}, {0, 0}};
        if (!d->list[b].joint.whole)
            continue;
        if (d->list[b].own >= 0)
            add_rows(w->plan, w->work, &w->plan->constraint[d->list[b].own], w->run.t, true, &g);
        for (int i = 0; i < d->list[b].limits; i++)
            add_rows(w->plan, w->work, &w->plan->constraint[d->limit[d->list[b].limit + i]], w->run.t, false, &g);
        for (int i = 0; i < d->links; i++)
            if (d->link[i].block == b)
                g.place[1] += v3_dot(link_gap(&d->link[i]), link_gap(&d->link[i]));
        for (int i = 0; i < d->swings; i++)
            if (d->swing[i].block == b)
                g.turn[1] += swing_gap(&d->swing[i]) * swing_gap(&d->swing[i]);
        for (int i = 0; i < d->twists; i++)
            if (d->twist[i].block == b)
                g.turn[1] += twist_gap(&d->twist[i]) * twist_gap(&d->twist[i]);
        check_near(name, sqrt(g.place[1]), sqrt(g.place[0]), 1e-7);
        check_near(name, sqrt(g.turn[1]), sqrt(g.turn[0]), 1e-7);
        compared++;
    }
    return compared;
}

#endif
