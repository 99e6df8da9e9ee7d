/* moving.h: shared by the tests of limits and of the timeline: scenes as text, run and compared to the bit. */
#ifndef TESTS_SCENE_MOVING_H
#define TESTS_SCENE_MOVING_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tenon/tenon.h"

static const char *const integrators[] = {"adams", "gear", "rk4", "euler"};

static inline tn_world *scene(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "m.tn", text, d) != TN_OK) {
        char *first = tn_diagnostics_text(d, 0);
        fail_msg("%s%s", first, text);
    }
    tn_diagnostics_free(d);
    return w;
}

/* The scene with "INTEGRATOR" replaced. */
static inline tn_world *scene_by(const char *text, const char *integrator)
{
    const char *at = strstr(text, "INTEGRATOR");
    assert_non_null(at);
    size_t n = strlen(text) + 20;
    char *full = malloc(n);
    snprintf(full, n, "%.*s%s%s", (int)(at - text), text, integrator, at + strlen("INTEGRATOR"));
    tn_world *w = scene(full);
    free(full);
    return w;
}

static inline void go(tn_world *w, double t)
{
    if (tn_advance(w, t) != TN_OK)
        fail_msg("t = %g: %s", tn_time(w), tn_failure(w));
}

static inline double probe(tn_world *w, const char *name)
{
    for (int i = 0; i < tn_probe_count(w); i++)
        if (strcmp(tn_probe_name(w, i), name) == 0)
            return tn_probe_value(w, i);
    fail_msg("no probe %s", name);
    return NAN;
}

static inline tn_pose pose(tn_world *w, const char *name)
{
    tn_pose p;
    assert_int_equal(tn_object_pose(w, tn_object_find(w, name), &p), TN_OK);
    return p;
}

static inline bool there(const tn_world *w, const char *name) { return tn_object_present(w, tn_object_find(w, name)); }

static inline void near_to(double a, double b, double tolerance, const char *what)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%s: %.17g instead of %.17g, off by %.3g", what, a, b, a - b);
}

/* Every object of `copy` is in `w` too, at the same position to the bit. */
static inline void same_motion(tn_world *w, tn_world *copy, const char *text)
{
    for (int i = 0; i < tn_object_count(copy); i++) {
        const char *name = tn_object_name(copy, tn_object_at(copy, i));
        tn_pose p = pose(w, name), q = pose(copy, name);
        bool same = memcmp(&p.position, &q.position, sizeof p.position) == 0 &&
                    memcmp(&p.velocity, &q.velocity, sizeof p.velocity) == 0 &&
                    memcmp(&p.orientation, &q.orientation, sizeof p.orientation) == 0 &&
                    memcmp(&p.spin, &q.spin, sizeof p.spin) == 0 && there(w, name) == there(copy, name);
        if (!same)
            fail_msg("%s differs by %g at t = %g:\n%s", name, p.position.z - q.position.z, tn_time(w), text);
    }
}

/* Written, read back and run to `until`: the same text and the same bits. */
static inline char *round_trip(tn_world *w, double until)
{
    char *first = tn_write_text(w);
    tn_world *copy = scene(first);
    char *second = tn_write_text(copy);
    assert_string_equal(first, second);
    double start = tn_time(w);
    for (int k = 0; k <= 4; k++) {
        go(w, start + (until - start) * k / 4);
        go(copy, start + (until - start) * k / 4);
        same_motion(w, copy, first);
    }
    free(second);
    tn_world_free(copy);
    return first;
}

#endif
