/* model.h: concise construction of small models for tests: through the public interface, with access to internals where
 * a test needs rows, rates or the state itself. */
#ifndef TESTS_WORLD_MODEL_H
#define TESTS_WORLD_MODEL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "world/world_parts.h"

static const double model_pi = 3.14159265358979323846;
static const double model_g = 9.81;

/* ---- numbers ---- */

static inline double random_number(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / (double)(1ull << 52) - 1;
}

static inline vec3 random_vector(uint64_t *seed)
{
    double x = random_number(seed), y = random_number(seed), z = random_number(seed);
    return v3(x, y, z);
}

static inline void check_near(const char *what, double got, double expected, double tolerance)
{
    if (!(fabs(got - expected) <= tolerance))
        fail_msg("%s: %.15g instead of %.15g, off by %.3g, allowed %.3g", what, got, expected, got - expected,
                 tolerance);
}

static inline void check_near_vector(const char *what, vec3 got, vec3 expected, double tolerance)
{
    if (!(v3_norm(v3_sub(got, expected)) <= tolerance))
        fail_msg("%s: (%.12g, %.12g, %.12g) instead of (%.12g, %.12g, %.12g), off by %.3g, allowed %.3g", what, got.x,
                 got.y, got.z, expected.x, expected.y, expected.z, v3_norm(v3_sub(got, expected)), tolerance);
}

/* ---- worlds ---- */

static inline void model_set(tn_world *w, tn_integrator integrator, double tolerance, double step, double tau)
{
    tn_settings s = tn_world_settings(w);
    s.integrator = integrator;
    s.tolerance = tolerance > 0 ? tolerance : s.tolerance;
    s.step = step > 0 ? step : s.step;
    s.tau = tau > 0 ? tau : s.tau;
    assert_int_equal(tn_world_configure(w, &s), TN_OK);
}

static inline void model_solver(tn_world *w, tn_solver solver)
{
    tn_settings s = tn_world_settings(w);
    s.solver = solver;
    assert_int_equal(tn_world_configure(w, &s), TN_OK);
}

/* Reads a text; an error fails the test. */
static inline void model_read(tn_world *w, const char *text)
{
    tn_diagnostics *d = tn_diagnostics_new();
    tn_status status = tn_read_text(w, "model", text, d);
    if (status != TN_OK)
        fail_msg("%s", tn_diagnostics_count(d) > 0 ? tn_diagnostics_get(d, 0).message : "the text was refused");
    tn_diagnostics_free(d);
}

static inline tn_world *model_text(const char *text)
{
    tn_world *w = tn_world_new();
    model_read(w, text);
    return w;
}

static inline double model_probe(tn_world *w, const char *name)
{
    for (int i = 0; i < tn_probe_count(w); i++)
        if (strcmp(tn_probe_name(w, i), name) == 0)
            return tn_probe_value(w, i);
    fail_msg("there is no probe %s", name);
    return 0;
}

/* A solid; a particle takes its mass as the first size. */
static inline tn_object_def model_def(const char *shape, double a, double b, double c, vec3 position)
{
    tn_object_def d = tn_object_default();
    d.shape = shape;
    d.size[0] = a;
    d.size[1] = b;
    d.size[2] = c;
    d.position = position;
    if (strcmp(shape, "particle") == 0)
        d.mass = a;
    return d;
}

/* A particle has no axes: what was drawn for them is left out. */
static inline void model_without_axes(tn_object_def *d)
{
    if (strcmp(d->shape, "particle") == 0) {
        d->orientation = (tn_quat){1, 0, 0, 0};
        d->spin = (tn_vec3){0, 0, 0};
    }
}

static inline tn_object model_add(tn_world *w, const tn_object_def *d)
{
    char *message;
    tn_object o = tn_object_add(w, d, &message);
    if (message != NULL)
        fail_msg("object: %s", message);
    return o;
}

static inline tn_object model_object(tn_world *w, const char *shape, double a, double b, double c, vec3 position)
{
    tn_object_def d = model_def(shape, a, b, c, position);
    return model_add(w, &d);
}

static inline tn_object model_turned(tn_world *w, const char *shape, double a, double b, double c, vec3 position,
                                     vec3 rotation)
{
    tn_object_def d = model_def(shape, a, b, c, position);
    d.orientation = q_exp(rotation);
    return model_add(w, &d);
}

/* ---- constraints and forces ---- */

static inline tn_constraint model_constrain(tn_world *w, const tn_constraint_def *d)
{
    char *message;
    tn_constraint c = tn_constraint_add(w, d, &message);
    if (message != NULL)
        fail_msg("%s: %s", d->kind, message);
    return c;
}

static inline tn_constraint model_join(tn_world *w, const char *name, const char *kind, const tn_arg *args, int count)
{
    tn_constraint_def d = {.size = sizeof(tn_constraint_def), .name = name, .kind = kind, .count = count};
    memcpy(d.args, args, sizeof *args * (size_t)count);
    return model_constrain(w, &d);
}
#define JOIN(w, name, kind, ...)                                                                                       \
    model_join(w, name, kind, (tn_arg[]){__VA_ARGS__}, (int)(sizeof((tn_arg[]){__VA_ARGS__}) / sizeof(tn_arg)))

static inline tn_arg at(tn_object o, double x, double y, double z) { return tn_arg_point(o, v3(x, y, z)); }
static inline tn_arg dir(tn_object o, double x, double y, double z) { return tn_arg_direction(o, v3(x, y, z)); }
static inline tn_arg nail(double x, double y, double z) { return tn_arg_vector(v3(x, y, z)); }
static inline tn_arg whole(tn_object o) { return tn_arg_object(o); }
static inline tn_arg number(double x) { return tn_arg_number(x); }

static inline tn_force model_gravity(tn_world *w, vec3 g)
{
    return tn_force_add(
        w, &(tn_force_def){.size = sizeof(tn_force_def), .kind = "gravity", .count = 1, .args = {tn_arg_vector(g)}},
        NULL);
}

static inline tn_force model_drag(tn_world *w, double linear, double angular)
{
    return tn_force_add(
        w, &(tn_force_def){.size = sizeof(tn_force_def), .kind = "drag", .linear = linear, .angular = angular}, NULL);
}

/* ---- paths ---- */

static inline bool model_time(void *ctx, struct formula *f, const struct tree *t, const char *full, struct value *out)
{
    (void)ctx;
    (void)t;
    *out = (struct value){.type = VALUE_SCALAR, .e = {formula_symbol(f, symbol_key(SYMBOL_TIME, 0, 0))}};
    return strcmp(full, "t") == 0;
}

/* A path written as a vector of t: its time source. */
static inline int model_path(tn_world *w, const char *text)
{
    struct scope s;
    struct diagnostics *d = diagnostics_new();
    scope_begin(&s);
    struct resolver r = {.diagnostics = d, .name = model_time};
    struct value v = derive_text(s.formula, "path", text, &r);
    assert_int_equal(v.type, VALUE_VECTOR);
    int source = world_add_source(w, &s, v.e);
    scope_end(&s);
    diagnostics_free(d);
    return source;
}

static inline struct constraint_arg model_on_path(int source)
{
    return (struct constraint_arg){.type = ARG_TIME, .connector = {CONNECTOR_TIME, -1, source, {0, 0, 0}}};
}

/* A sphere that is moved along a path. */
static inline tn_object model_driven(tn_world *w, int source)
{
    struct object_def d = object_def_default();
    struct shape ball = {.class = shape_find("sphere"), .size = {0.1}, .turned = {1, 0, 0, 0}, .density = 1000};
    char *message;
    d.type.kind = OBJECT_SOLID;
    d.type.shapes = &ball;
    d.type.shape_count = 1;
    d.type.motion = MOTION_PATH;
    d.type.source = source;
    int slot = world_add_object(w, &d, &message);
    assert_null(message);
    return (tn_object){(uint32_t)slot, pool_generation(&w->things->object_pool, slot)};
}

/* ---- measuring ---- */

static inline tn_pose model_pose(tn_world *w, tn_object o)
{
    tn_pose p;
    assert_int_equal(tn_object_pose(w, o, &p), TN_OK);
    return p;
}

static inline tn_constraint_state model_state(tn_world *w, tn_constraint c)
{
    tn_constraint_state s;
    assert_int_equal(tn_constraint_get(w, c, &s), TN_OK);
    return s;
}

static inline tn_measures model_measure(tn_world *w)
{
    tn_measures m;
    assert_int_equal(tn_measure(w, &m), TN_OK);
    return m;
}

/* An invalid text: its first message contains these words. */
static inline void model_refused(const char *text, const char *expected)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    assert_int_equal(tn_read_text(w, "model", text, d), TN_WRONG_MODEL);
    if (strstr(tn_diagnostics_get(d, 0).message, expected) == NULL)
        fail_msg("%s: %s\n  instead of %s", text, tn_diagnostics_get(d, 0).message, expected);
    tn_diagnostics_free(d);
    tn_world_free(w);
}

static inline void model_run(tn_world *w, double t)
{
    if (tn_advance(w, t) != TN_OK)
        fail_msg("stuck: %s", tn_failure(w));
}

/* The position of a point of an object. */
static inline vec3 model_point(tn_world *w, tn_object o, vec3 local)
{
    tn_pose p = model_pose(w, o);
    return v3_add(p.position, q_rotate(p.orientation, local));
}

#endif
