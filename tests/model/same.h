/* same.h: worlds of texts, their state as one number, and a second world made of what describing finds in the first. */
#ifndef TESTS_MODEL_SAME_H
#define TESTS_MODEL_SAME_H

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

static inline tn_world *world_of(const char *text)
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

static inline uint64_t mix(uint64_t h, const double *x, int n)
{
    const unsigned char *c = (const unsigned char *)x;
    for (size_t i = 0; i < sizeof *x * (size_t)n; i++)
        h = (h ^ c[i]) * 1099511628211u;
    return h;
}

/* Time, poses, nodes, coordinates and variables, to the bit. */
static inline uint64_t state_of(tn_world *w)
{
    uint64_t h = 1469598103934665603u;
    const double t = tn_time(w), *q, *v;
    h = mix(h, &t, 1);
    for (int i = 0; i < tn_object_count(w); i++) {
        const tn_object o = tn_object_at(w, i);
        tn_pose p;
        double value = 0;
        if (!tn_object_present(w, o) || tn_object_pose(w, o, &p) != TN_OK)
            continue;
        h = mix(h, &p.position.x, 3);
        h = mix(h, &p.orientation.w, 4);
        h = mix(h, &p.velocity.x, 3);
        h = mix(h, &p.spin.x, 3);
        int n = tn_object_nodes(w, o, &q, &v);
        h = n > 0 ? mix(mix(h, q, 3 * n), v, 3 * n) : h;
        n = tn_object_coordinates(w, o, &q, &v);
        h = n > 0 ? mix(mix(h, q, n), v, n) : h;
        if (tn_variable_get(w, o, &value) == TN_OK)
            h = mix(h, &value, 1);
    }
    return h;
}

/* A world of what describing finds in another; NULL after a report if it cannot be made. */
static inline tn_world *rebuilt(tn_world *w)
{
    tn_world *twin = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_batch *b = tn_batch_new(twin, d);
    tn_describe_begin(w);
    for (tn_thing t = tn_thing_next(w, (tn_thing){0}); t.type != TN_THING_NONE; t = tn_thing_next(w, t)) {
        tn_def *def = tn_describe(w, t);
        if (def != NULL)
            tn_batch_add(b, def);
        tn_def_free(def);
    }
    if (tn_batch_commit(b) != TN_OK) {
        char *text = tn_diagnostics_text(d, 0);
        print_message("%s", text);
        free(text);
        tn_world_free(twin);
        twin = NULL;
    }
    tn_batch_free(b);
    tn_diagnostics_free(d);
    return twin;
}

/* ---- random numbers ---- */

static inline unsigned below(uint64_t *random, unsigned n)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*random >> 33) % n;
}

static inline double between(uint64_t *random, double low, double high)
{
    return low + (high - low) * below(random, 1000) / 999;
}

#endif
