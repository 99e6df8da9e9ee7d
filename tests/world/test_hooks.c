/* test_hooks.c: forces, constraints, steps and files by functions of a program: the same motion as by the built-in kinds,
 * with and without derivatives; things like others in lists, undo, clones and text. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "../effort.h"
#include "tenon/tenon.h"

static double between(uint64_t *random, double low, double high)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*random >> 11) / 9007199254740992.0;
}

static tn_world *world_of(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "m.tn", text, d) != TN_OK)
        fail_msg("%s", tn_diagnostics_get(d, 0).message);
    tn_diagnostics_free(d);
    return w;
}

static tn_arg point(tn_world *w, const char *name) { return tn_arg_point(tn_object_find(w, name), (tn_vec3){0, 0, 0}); }

static tn_vec3 center(tn_world *w, const char *name)
{
    tn_pose p;
    assert_int_equal(tn_object_pose(w, tn_object_find(w, name), &p), TN_OK);
    return p.center;
}

static void check_same(tn_world *a, tn_world *b, double most, const char *what)
{
    for (int i = 0; i < tn_object_count(a); i++) {
        tn_pose p, q;
        tn_object_pose(a, tn_object_at(a, i), &p);
        tn_object_pose(b, tn_object_at(b, i), &q);
        const double off = fabs(p.center.x - q.center.x) + fabs(p.center.y - q.center.y) +
                           fabs(p.center.z - q.center.z) + fabs(p.spin.x - q.spin.x) + fabs(p.spin.y - q.spin.y) +
                           fabs(p.spin.z - q.spin.z);
        if (!(off <= most))
            fail_msg("%s: object %d is off by %g, more than %g", what, i, off, most);
    }
}

/* ---- forces ---- */

struct spring {
    double k, rest;
    long calls;
};

static void pull(void *user, double t, const tn_signal *at, int count, tn_vec3 *force)
{
    (void)t;
    struct spring *s = user;
    const double d[3] = {at[1].y.x - at[0].y.x, at[1].y.y - at[0].y.y, at[1].y.z - at[0].y.z};
    const double l = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), f = s->k * (l - s->rest) / l;
    assert_int_equal(count, 2);
    s->calls++;
    force[0] = (tn_vec3){f * d[0], f * d[1], f * d[2]};
    force[1] = (tn_vec3){-f * d[0], -f * d[1], -f * d[2]};
}

static double energy(void *user, const tn_signal *at, int count)
{
    (void)count;
    const struct spring *s = user;
    const double d[3] = {at[1].y.x - at[0].y.x, at[1].y.y - at[0].y.y, at[1].y.z - at[0].y.z};
    const double longer = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) - s->rest;
    return 0.5 * s->k * longer * longer;
}

static const char two[] = "object a: sphere 0.1; position 0 0 0; velocity 0 1 0; end\n"
                          "object b: box 0.2 0.1 0.3; position 1.2 0 0.1; velocity 0 -1 0.5; spin 1 2 3; end\n";

/* The ends of the spring: a's centre and a point of b off its centre. */
static tn_force add_spring(tn_world *w, struct spring *s, bool force, bool potential)
{
    tn_force_hook h = tn_force_hook_default();
    char *message = NULL;
    h.name = "bungee";
    h.args[0] = point(w, "a");
    h.args[1] = tn_arg_point(tn_object_find(w, "b"), (tn_vec3){0.1, 0.05, 0.15});
    h.count = 2;
    h.force = force ? pull : NULL;
    h.potential = potential ? energy : NULL;
    h.user = s;
    tn_force f = tn_force_hook_add(w, &h, &message);
    if (message != NULL)
        fail_msg("%s", message);
    assert_true(tn_force_valid(w, f));
    return f;
}

static void test_spring(void **state)
{
    (void)state;
    static const char *const integrators[] = {"adams", "rk4", "gear", "implicit"};
    for (int way = 1; way < 4; way++) /* the force, the potential, both */
        for (int i = 0; i < 4; i++) {
            struct spring s = {.k = 40, .rest = 0.5};
            tn_world *hooked = world_of(two), *plain = world_of(two);
            tn_settings settings = tn_settings_default();
            tn_setting_put(&settings, "integrator", integrators[i]);
            assert_int_equal(tn_world_configure(hooked, &settings), TN_OK);
            assert_int_equal(tn_world_configure(plain, &settings), TN_OK);
            add_spring(hooked, &s, (way & 1) != 0, (way & 2) != 0);
            assert_int_equal(
                tn_read_text(plain, "m", "spring a.center b.at(0.1, 0.05, 0.15) stiffness 40 rest 0.5;", NULL), TN_OK);
            assert_int_equal(tn_advance(hooked, 1), TN_OK);
            assert_int_equal(tn_advance(plain, 1), TN_OK);
            tn_frame(hooked);
            tn_frame(plain);
            check_same(hooked, plain, way == 2 ? 1e-7 : 1e-9, integrators[i]);
            tn_measures m, n;
            tn_measure(hooked, &m);
            tn_measure(plain, &n);
            if ((way & 2) != 0) { /* its energy is potential, otherwise work */
                assert_true(fabs(m.potential - n.potential) < 1e-7 && fabs(m.work) < 1e-7);
            } else {
                assert_true(m.potential == 0);
            }
            if (i == 0)
                assert_true(m.drift < 1e-7);
            assert_true((way & 1) == 0 || s.calls > 10);
            tn_world_free(hooked);
            tn_world_free(plain);
        }
}

/* Torques on objects, forces on directions and variables. */
static void twist(void *user, double t, const tn_signal *at, int count, tn_vec3 *force)
{
    (void)user;
    (void)count;
    force[0] = (tn_vec3){0, 0, 2 * cos(t) - 0.5 * at[0].rate.z};
    force[1].x = -4 * at[1].y.x;
}

static void test_torque(void **state)
{
    (void)state;
    static const char scene[] = "object a: sphere 0.5; density 10; end variable q 1;";
    tn_world *hooked = world_of(scene), *plain = world_of(scene);
    tn_force_hook h = tn_force_hook_default();
    h.args[0] = tn_arg_object(tn_object_find(hooked, "a"));
    h.args[1] = tn_arg_object(tn_object_find(hooked, "q"));
    h.count = 2;
    h.force = twist;
    assert_true(tn_force_valid(hooked, tn_force_hook_add(hooked, &h, NULL)));
    assert_int_equal(tn_read_text(plain, "m", "turn a (0, 0, 2*cos(t)); drag on a angular 0.5; minimize 2*q^2;", NULL),
                     TN_OK);
    assert_int_equal(tn_advance(hooked, 2), TN_OK);
    assert_int_equal(tn_advance(plain, 2), TN_OK);
    check_same(hooked, plain, 1e-8, "torque");
    double q, p;
    tn_variable_get(hooked, tn_object_find(hooked, "q"), &q);
    tn_variable_get(plain, tn_object_find(plain, "q"), &p);
    assert_true(fabs(q - p) < 1e-8);
    tn_world_free(hooked);
    tn_world_free(plain);
}

/* ---- constraints ---- */

/* |Q − P| − d, with all derivatives. */
static void distance(void *user, double t, const tn_signal *at, int count, tn_rows *out)
{
    (void)t;
    (void)count;
    const double d[3] = {at[1].y.x - at[0].y.x, at[1].y.y - at[0].y.y, at[1].y.z - at[0].y.z};
    const double v[3] = {at[1].rate.x - at[0].rate.x, at[1].rate.y - at[0].rate.y, at[1].rate.z - at[0].rate.z};
    const double l = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    const double along = (d[0] * v[0] + d[1] * v[1] + d[2] * v[2]) / l;
    out->value[0] = l - *(const double *)user;
    out->rate[0] = along;
    out->gamma[0] = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - along * along) / l;
    out->gradient[0][1] = (tn_vec3){d[0] / l, d[1] / l, d[2] / l};
    out->gradient[0][0] = (tn_vec3){-d[0] / l, -d[1] / l, -d[2] / l};
}

static tn_constraint add_distance(tn_world *w, double *length, unsigned gives, tn_by by)
{
    tn_constraint_hook h = tn_constraint_hook_default();
    char *message = NULL;
    h.name = "rope";
    h.args[0] = tn_arg_point(tn_object_find(w, "a"), (tn_vec3){0.03, 0, 0.02});
    h.args[1] = tn_arg_point(tn_object_find(w, "b"), (tn_vec3){0.1, 0.05, 0.15});
    h.count = 2;
    h.function = distance;
    h.user = length;
    h.gives = gives;
    h.by = by;
    tn_constraint c = tn_constraint_hook_add(w, &h, &message);
    if (message != NULL)
        fail_msg("%s", message);
    return c;
}

/* The same motion, deviation and force as by the built-in kind, whatever the function gives; by forces and by
 * displacements. */
static void test_distance(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int method = 0; method < 2; method++)
        for (unsigned gives = 0; gives < 8; gives++) {
            double length = between(&random, 0.8, 1.5);
            char text[1000], scene[1200];
            snprintf(scene, sizeof scene, "world: method %s; step 0.005; %s end gravity 9.81; %s",
                     method == 0 ? "dynamic" : "displacement", method == 0 ? "tau 0.05;" : "", two);
            snprintf(text, sizeof text,
                     method == 0
                         ? "constraint rope: distance a.at(0.03, 0, 0.02) b.at(0.1, 0.05, 0.15) %.17g; end"
                         : "constraint rope: keep norm(b.at(0.1, 0.05, 0.15) - a.at(0.03, 0, 0.02)) = %.17g; end",
                     length); /* by displacements a formula is corrected by its rows, as a hook is */
            tn_world *hooked = world_of(scene), *plain = world_of(scene);
            tn_constraint c = add_distance(hooked, &length, gives, TN_BY_WORLD);
            assert_int_equal(tn_read_text(plain, "m", text, NULL), TN_OK);
            for (double t = 0.25; t <= 1; t += 0.25) {
                assert_int_equal(tn_advance(hooked, t), TN_OK);
                assert_int_equal(tn_advance(plain, t), TN_OK);
                check_same(hooked, plain, method == 0 ? 1e-6 : 1e-4, "distance");
            }
            tn_constraint_state a, b;
            assert_int_equal(tn_constraint_get(hooked, c, &a), TN_OK);
            assert_int_equal(tn_constraint_get(plain, tn_constraint_find(plain, "rope"), &b), TN_OK);
            assert_int_equal(a.rows, 1);
            assert_true(fabs(a.deviation[0] - b.deviation[0]) < 1e-5);
            if (method == 0)
                assert_true(fabs(a.multiplier[0] - b.multiplier[0]) < 1e-4 * (1 + fabs(b.multiplier[0])) &&
                            fabs(a.force.z - b.force.z) < 1e-4 * (1 + fabs(b.force.z)));
            tn_world_free(hooked);
            tn_world_free(plain);
        }
}

/* A point that moves along z with a given speed, which depends on time: a condition on velocities. */
static void lift(void *user, double t, const tn_signal *at, int count, tn_rows *out)
{
    (void)user;
    (void)count;
    out->value[0] = at[0].rate.z - 0.3 * cos(t);
    out->gradient[0][0].z = 1;
    out->gamma[0] = 0.3 * sin(t);
}

static void test_velocity(void **state)
{
    (void)state;
    for (unsigned gives = 0; gives < 8; gives++) {
        tn_world *w = world_of("world: tau 0.01; end gravity 9.81; object a: sphere 0.1; velocity 1 0 0.3; end");
        tn_constraint_hook h = tn_constraint_hook_default();
        h.args[0] = point(w, "a");
        h.count = 1;
        h.velocity = h.depends_on_time = true;
        h.function = lift;
        h.gives = gives;
        tn_constraint c = tn_constraint_hook_add(w, &h, NULL);
        assert_true(tn_constraint_valid(w, c));
        assert_int_equal(tn_advance(w, 1), TN_OK);
        const tn_vec3 at = center(w, "a");
        if (!(fabs(at.z - 0.3 * sin(1)) < 1e-7 && fabs(at.x - 1) < 1e-9))
            fail_msg("gives %u: (%.12g, %.12g)", gives, at.x, at.z);
        tn_world_free(w);
    }
}

/* The rows that the library computes, with derivatives by differences, against those given. */
static void wavy(void *user, double t, const tn_signal *at, int count, tn_rows *out)
{
    (void)user;
    (void)count;
    const tn_vec3 y = at[0].y, v = at[0].rate;
    out->value[0] = y.z - 0.2 * sin(3 * y.x + t) * cos(2 * y.y);
    const double s = sin(3 * y.x + t), c = cos(3 * y.x + t), p = sin(2 * y.y), q = cos(2 * y.y), r = 3 * v.x + 1,
                 u = 2 * v.y;
    out->gradient[0][0] = (tn_vec3){-0.6 * c * q, 0.4 * s * p, 1};
    out->rate[0] = v.z - 0.2 * (c * r * q - s * p * u);
    out->gamma[0] = -0.2 * (-s * r * r * q - 2 * c * r * p * u - s * q * u * u);
}

static void test_differences(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int seed = 0; seed < effort(20, 5); seed++) {
        char scene[400];
        snprintf(scene, sizeof scene, "gravity 9.81; object a: sphere 0.1; position %g %g 0; velocity %g %g %g; end",
                 between(&random, -1, 1), between(&random, -1, 1), between(&random, -2, 2), between(&random, -2, 2),
                 between(&random, -1, 1));
        tn_vec3 first = {0, 0, 0};
        for (unsigned k = 0; k < 8; k++) {
            const unsigned gives = 7 - k;
            tn_world *w = world_of(scene);
            tn_constraint_hook h = tn_constraint_hook_default();
            h.args[0] = point(w, "a");
            h.count = 1;
            h.function = wavy;
            h.depends_on_time = true;
            h.gives = gives;
            assert_true(tn_constraint_valid(w, tn_constraint_hook_add(w, &h, NULL)));
            assert_int_equal(tn_advance(w, 0.7), TN_OK);
            const tn_vec3 at = center(w, "a");
            first = k == 0 ? at : first;
            const double off = fabs(at.x - first.x) + fabs(at.y - first.y) + fabs(at.z - first.z);
            if (!(off < 1e-7))
                fail_msg("seed %d, gives %u: off by %g", seed, gives, off);
            tn_world_free(w);
        }
    }
}

/* ---- things like others ---- */

static void test_things(void **state)
{
    (void)state;
    struct spring s = {.k = 30, .rest = 0.4};
    double length = 1.1;
    tn_world *w = world_of(two);
    tn_history_keep(w, 20, 1 << 24);
    tn_force f = add_spring(w, &s, true, true);
    tn_constraint c = add_distance(w, &length, 0, TN_BY_WORLD);
    assert_true(tn_thing_hooked(w, tn_thing_of_force(f)) && tn_thing_hooked(w, tn_thing_of_constraint(c)));
    assert_false(tn_thing_hooked(w, tn_thing_of_object(tn_object_find(w, "a"))));
    assert_int_equal(tn_force_count(w), 1);
    assert_string_equal(tn_thing_kind(w, tn_thing_of_force(f)), "hook");
    assert_true(tn_constraint_find(w, "rope").slot == c.slot && tn_force_find(w, "bungee").slot == f.slot);

    assert_int_equal(tn_thing_user(w, tn_thing_of_object(tn_object_find(w, "b")), (tn_thing){0}).type,
                     TN_THING_CONSTRAINT);

    /* clones share the functions */
    tn_world *clone = tn_world_clone(w);
    assert_int_equal(tn_advance(w, 0.5), TN_OK);
    assert_int_equal(tn_advance(clone, 0.5), TN_OK);
    check_same(w, clone, 0, "clone");
    tn_world_free(clone);

    /* undo, redo, switching, removing, numbers */
    const tn_vec3 there = center(w, "b");
    assert_int_equal(tn_constraint_set(w, c, "tau", (double[]){0.02}, 1, NULL), TN_OK);
    assert_int_equal(tn_constraint_remove(w, c), TN_OK);
    assert_int_equal(tn_force_remove(w, f), TN_OK);
    assert_int_equal(tn_force_count(w), 0);
    assert_int_equal(tn_undo(w), TN_OK);
    assert_int_equal(tn_undo(w), TN_OK);
    assert_true(tn_constraint_valid(w, c) && tn_force_valid(w, f));
    assert_true(center(w, "b").x == there.x);
    assert_int_equal(tn_redo(w), TN_OK);
    assert_false(tn_constraint_valid(w, c));
    assert_int_equal(tn_undo(w), TN_OK);
    assert_int_equal(tn_constraint_switch(w, c, false), TN_OK);
    assert_int_equal(tn_force_switch(w, f, false), TN_OK);
    const long calls = s.calls;
    assert_int_equal(tn_advance(w, 1), TN_OK);
    assert_int_equal(s.calls, calls);

    /* text cannot hold them, and says so */
    char *text = tn_write_text(w);
    assert_non_null(strstr(text, "# force bungee"));
    assert_non_null(strstr(text, "# constraint rope"));
    bool warned = false;
    for (int i = 0; tn_warning(w, i) != NULL; i++)
        warned = warned || strstr(tn_warning(w, i), "bungee") != NULL;
    assert_true(warned);
    tn_world *read = world_of(text);
    assert_int_equal(tn_object_count(read), 2);
    assert_int_equal(tn_force_count(read), 0);
    assert_null(tn_describe(w, tn_thing_of_force(f)));
    tn_free(text);
    tn_world_free(read);
    tn_object_remove(w, tn_object_find(w, "b")); /* with what acts on it */
    assert_int_equal(tn_force_count(w) + tn_constraint_count(w), 0);
    tn_world_free(w);
}

static void bad(void *user, double t, const tn_signal *at, int count, tn_rows *out)
{
    (void)user;
    (void)at;
    (void)count;
    out->value[0] = t > 0.3 ? NAN : 0;
}

static void test_trouble(void **state)
{
    (void)state;
    tn_world *w = world_of(two);
    char *message = NULL;
    tn_constraint_hook h = tn_constraint_hook_default();
    assert_false(tn_constraint_valid(w, tn_constraint_hook_add(w, &h, &message)));
    assert_non_null(strstr(message, "function"));
    tn_free(message);
    h.function = bad;
    assert_false(tn_constraint_valid(w, tn_constraint_hook_add(w, &h, NULL))); /* no arguments */
    h.args[0] = point(w, "a");
    h.count = 1;
    h.rows = 7;
    assert_false(tn_constraint_valid(w, tn_constraint_hook_add(w, &h, NULL)));
    h.rows = 1;
    h.length = NAN;
    assert_false(tn_constraint_valid(w, tn_constraint_hook_add(w, &h, NULL)));
    h.length = 1;
    h.args[0] = tn_arg_number(3);
    assert_false(tn_constraint_valid(w, tn_constraint_hook_add(w, &h, NULL)));
    h.args[0] = tn_arg_vector((tn_vec3){1, 2, 3});
    assert_false(tn_constraint_valid(w, tn_constraint_hook_add(w, &h, NULL)));
    assert_int_equal(tn_constraint_count(w), 0);
    h.args[0] = point(w, "a");
    h.name = "broken";
    assert_true(tn_constraint_valid(w, tn_constraint_hook_add(w, &h, NULL)));
    assert_int_equal(tn_advance(w, 1), TN_STUCK);
    assert_non_null(strstr(tn_failure(w), "broken"));
    assert_non_null(strstr(tn_failure(w), "function of the program"));
    tn_world_free(w);
}

/* ---- steps ---- */

struct seen {
    int before, after;
    double last;
    tn_status inside;
};

static void before(tn_world *w, void *user)
{
    struct seen *s = user;
    s->before++;
    s->last = tn_time(w);
    s->inside = tn_advance(w, tn_time(w) + 1);
    tn_world_free(w); /* does nothing here */
}

static void after(tn_world *w, void *user)
{
    struct seen *s = user;
    s->after++;
    assert_true(tn_time(w) > s->last);
    tn_force_set(w, tn_force_at(w, 0), "push", (double[]){tn_time(w) < 0.5 ? 1 : -1, 0, 0}, 3, NULL);
}

static void test_steps(void **state)
{
    (void)state;
    static const char *const integrators[] = {"adams", "rk4", "euler"};
    for (int i = 0; i < 3; i++) {
        tn_world *w = world_of("object a: sphere 0.1; mass 1; end push a.center (1, 0, 0);"), *plain;
        struct seen s = {.before = 0};
        tn_settings settings = tn_settings_default();
        tn_setting_put(&settings, "integrator", integrators[i]);
        settings.step = 0.01;
        tn_world_configure(w, &settings);
        tn_step_hook h = tn_step_hook_default();
        h.user = &s;
        h.before = before;
        assert_int_equal(tn_world_hook_steps(w, &h), TN_OK);
        plain = tn_world_clone(w);
        assert_int_equal(tn_world_hook_steps(plain, NULL), TN_OK);
        assert_int_equal(tn_advance(w, 0.205), TN_OK);
        assert_int_equal(tn_advance(plain, 0.205), TN_OK);
        assert_int_equal(s.before, 21);
        assert_int_equal(s.inside, TN_WRONG_USE);
        check_same(w, plain, i == 2 ? 1e-4 : 1e-9, "steps"); /* Euler's last step is shorter */
        h.after = after;
        h.every = 0.05;
        assert_int_equal(tn_world_hook_steps(w, &h), TN_OK);
        assert_int_equal(tn_advance(w, 1), TN_OK);
        assert_int_equal(s.after, 16);
        /* bang-bang: from t = 0.5 on the push points back, and at t = 1 the ball is at rest again */
        tn_pose p;
        tn_object_pose(w, tn_object_at(w, 0), &p);
        assert_true(fabs(p.velocity.x) < 1e-6);
        assert_true(tn_time(w) == 1);
        h.every = -1;
        assert_int_equal(tn_world_hook_steps(w, &h), TN_WRONG_USE);
        tn_world_free(plain);
        tn_world_free(w);
    }
}

/* ---- files ---- */

struct shelf {
    int asked;
};

static tn_file_answer shelf(void *user, const char *path, const void **bytes, size_t *count)
{
    static const char *const files[][2] = {
        {"virtual/main.tn", "include \"parts/ball.tn\"; include \"parts/ball.tn\"; object m: mesh \"tetra.obj\"; end"},
        {"virtual/parts/ball.tn", "object ball: sphere 0.1; position 0 0 2; end"},
        {"virtual/loop.tn", "include \"loop.tn\";"},
        {"virtual/tetra.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"},
        {"virtual/empty.tn", ""},
    };
    ((struct shelf *)user)->asked++;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(files[i][0], path) == 0) {
            *bytes = files[i][1];
            *count = strlen(files[i][1]);
            return TN_FILE_HERE;
        }
    return strstr(path, "virtual/") == path ? TN_FILE_MISSING : TN_FILE_ELSEWHERE;
}

static void test_files(void **state)
{
    (void)state;
    struct shelf s = {0};
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    assert_int_equal(tn_read_file(w, "virtual/main.tn", d), TN_NO_FILE);
    assert_int_equal(tn_world_hook_files(w, shelf, &s), TN_OK);
    assert_int_equal(tn_read_file(w, "virtual/empty.tn", d), TN_OK);
    assert_int_equal(tn_read_file(w, "virtual/none.tn", d), TN_NO_FILE);
    assert_int_equal(tn_read_file(w, "virtual/loop.tn", d), TN_WRONG_MODEL);
    tn_diagnostics_free(d);
    d = tn_diagnostics_new();
    tn_read_file(w, "virtual/main.tn", d); /* the ball twice is an error */
    assert_non_null(strstr(tn_diagnostics_get(d, 0).message, "ball"));
    tn_diagnostics_free(d);
    assert_int_equal(
        tn_read_text(w, "virtual/x.tn", "include \"parts/ball.tn\"; object m: mesh \"tetra.obj\"; end", NULL), TN_OK);
    assert_true(center(w, "ball").z == 2);
    assert_true(fabs(center(w, "m").z - 0.25) < 1e-12);
    tn_object_def o = tn_object_default();
    o.shape = "mesh";
    o.mesh = "virtual/tetra.obj";
    assert_true(tn_object_valid(w, tn_object_add(w, &o, NULL)));
    tn_world *clone = tn_world_clone(w);
    assert_true(tn_object_valid(clone, tn_object_add(clone, &o, NULL)));
    assert_true(s.asked > 8);
    FILE *f = fopen("real.tn", "w"); /* and the disk */
    fputs("object real: sphere 1; end", f);
    fclose(f);
    assert_int_equal(tn_read_file(w, "real.tn", NULL), TN_OK);
    remove("real.tn");
    tn_world *other = tn_world_new(); /* whose function it is not */
    assert_int_equal(tn_read_file(other, "virtual/empty.tn", NULL), TN_NO_FILE);
    tn_world_free(other);
    tn_world_free(clone);
    tn_world_free(w);
}

/* ---- calls on the world that computes ---- */

struct meddler {
    tn_world *w, *other;
    tn_force force;
    uint64_t random; /* 0: it keeps quiet */
    long calls;
};

static void refused(tn_status status) { assert_int_equal(status, TN_WRONG_USE); }

/* One call, by chance; none has an effect. */
static void meddle(struct meddler *m)
{
    tn_world *w = m->w;
    tn_object_def d = tn_object_default();
    tn_pose pose;
    d.shape = "sphere";
    d.size[0] = 1;
    switch (m->random == 0 ? -1 : (int)between(&m->random, 0, 16)) {
    case 0:
        assert_int_equal(tn_object_add(w, &d, NULL).generation, 0);
        break;
    case 1:
        refused(tn_object_remove(w, tn_object_at(w, 0)));
        break;
    case 2:
        refused(tn_force_remove(w, m->force));
        break;
    case 3:
        refused(tn_advance(w, tn_time(w) + 1));
        break;
    case 4:
        refused(tn_evaluate(w));
        break;
    case 5:
        refused(tn_undo(w));
        break;
    case 6:
        refused(tn_object_pose(w, tn_object_at(w, 0), &pose));
        break;
    case 7:
        assert_null(tn_write_text(w));
        break;
    case 8:
        assert_null(tn_view_take(w, NULL));
        break;
    case 9:
        assert_null(tn_state_take(w));
        break;
    case 10:
        assert_null(tn_snapshot_take(w));
        break;
    case 11:
        assert_null(tn_world_clone(w));
        break;
    case 12:
        refused(tn_read_text(w, "x", "object x: sphere 1; end", NULL));
        break;
    case 13:
        refused(tn_assemble(w, NULL));
        break;
    case 14:
        tn_world_free(w);
        break;
    case 15: /* another world is free */
        assert_int_equal(tn_advance(m->other, tn_time(m->other) + 1e-3), TN_OK);
        assert_int_equal(tn_object_pose(m->other, tn_object_at(m->other, 0), &pose), TN_OK);
        break;
    default:
        return;
    }
    m->calls++;
}

static void meddling_force(void *user, double t, const tn_signal *at, int count, tn_vec3 *force)
{
    (void)t;
    (void)count;
    meddle(user);
    force[0] = (tn_vec3){-3 * at[0].y.x, -3 * at[0].y.y, 0};
}

static double meddling_potential(void *user, const tn_signal *at, int count)
{
    (void)count;
    meddle(user);
    return 1.5 * (at[0].y.x * at[0].y.x + at[0].y.y * at[0].y.y);
}

static void meddling_rows(void *user, double t, const tn_signal *at, int count, tn_rows *out)
{
    (void)t;
    (void)count;
    meddle(user);
    out->value[0] = at[0].y.x * at[0].y.x + at[0].y.y * at[0].y.y + at[0].y.z * at[0].y.z - 1;
}

static tn_world *meddled(struct meddler *m, int way)
{
    char *message = NULL;
    m->w = world_of("world: gravity 9.81; end object a: sphere 0.1; position 1 0 0; velocity 0 1 0; end "
                    "object b: sphere 0.1; position 0 0 -1; end spring a.center b.center stiffness 20;");
    if (way < 2) {
        tn_force_hook d = tn_force_hook_default();
        d.args[0] = point(m->w, "a");
        d.count = 1;
        d.force = way == 0 ? meddling_force : NULL;
        d.potential = way == 0 ? NULL : meddling_potential;
        d.user = m;
        m->force = tn_force_hook_add(m->w, &d, &message);
    } else {
        tn_constraint_hook d = tn_constraint_hook_default();
        d.args[0] = point(m->w, "a");
        d.count = 1;
        d.function = meddling_rows;
        d.user = m;
        tn_constraint_hook_add(m->w, &d, &message);
    }
    if (message != NULL)
        fail_msg("%s", message);
    for (int k = 1; k <= 5; k++)
        assert_int_equal(tn_advance(m->w, 0.02 * k), TN_OK);
    return m->w;
}

static void test_calls_inside(void **state)
{
    (void)state;
    for (int way = 0; way < 3; way++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct meddler quiet = {.random = 0}, loud = {.other = world_of("object o: sphere 1; end"), .random = seed};
            tn_world *expected = meddled(&quiet, way), *w = meddled(&loud, way);
            assert_true(loud.calls > 20);
            assert_int_equal(tn_object_count(w), 2);
            check_same(expected, w, 0, "with calls inside");
            tn_world_free(expected);
            tn_world_free(w);
            tn_world_free(loud.other);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spring),       cmocka_unit_test(test_torque), cmocka_unit_test(test_distance),
        cmocka_unit_test(test_velocity),     cmocka_unit_test(test_things), cmocka_unit_test(test_trouble),
        cmocka_unit_test(test_differences),  cmocka_unit_test(test_steps),  cmocka_unit_test(test_files),
        cmocka_unit_test(test_calls_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
