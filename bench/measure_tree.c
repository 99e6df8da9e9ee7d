/* measure_tree.c: linked systems: the same tree of hinges by joint coordinates and by constraints.
 *
 * Chains and binary trees of rods with 10 to 10,000 hinges, axes alternating in direction, released from a tilt. Time of a
 * step of RK4 and of a simulated second by Adams, joint coordinates beside constraints, in turn.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "files.h"

enum shape { CHAIN, TREE, SHAPES };
static const char *const shape_names[] = {"chain", "tree"};

static tn_vec3 along(tn_vec3 from, double by, tn_vec3 to)
{
    return (tn_vec3){from.x + by * to.x, from.y + by * to.y, from.z + by * to.z};
}

/* A rod of 1 m along z points along d, a unit vector in the plane y = 0. */
static tn_object add_rod(tn_world *w, tn_vec3 top, tn_vec3 d)
{
    tn_object_def o = tn_object_default();
    double half = 0.5 * atan2(d.x, d.z);
    o.shape = "rod";
    o.size[0] = 1;
    o.size[1] = 0.05;
    o.position = along(top, 0.5, d);
    o.orientation = (tn_quat){cos(half), 0, sin(half), 0};
    return tn_object_add(w, &o, NULL);
}

static bool add_hinge(tn_world *w, tn_arg above, tn_object below, tn_vec3 at, int number)
{
    tn_constraint_def c = {.size = sizeof(tn_constraint_def), .kind = "revolute", .count = 4};
    c.args[0] = above;
    c.args[1] = tn_arg_object(below);
    c.args[2] = tn_arg_vector(at);
    c.args[3] = tn_arg_vector(number % 2 == 0 ? (tn_vec3){0, 1, 0} : (tn_vec3){1, 0.2, 0});
    return tn_constraint_add(w, &c, NULL).generation != 0;
}

/* Hinge k hangs on hinge k − 1, or on (k − 1)/2. NULL after a message. */
static tn_world *make(enum shape shape, int hinges, const tn_settings *s)
{
    tn_world *w = tn_world_new();
    tn_object *rod = calloc((size_t)hinges, sizeof *rod);
    tn_vec3 *end = calloc((size_t)hinges, sizeof *end);
    bool ok = rod != NULL && end != NULL && tn_world_configure(w, s) == TN_OK;
    for (int k = 0; k < hinges && ok; k++) {
        int above = shape == CHAIN ? k - 1 : (k + 1) / 2 - 1;
        double tilt = shape == CHAIN ? 0.3 : (k % 2 == 0 ? 0.25 : -0.2);
        tn_vec3 top = above < 0 ? (tn_vec3){0, 0, 0} : end[above], d = {sin(tilt), 0, -cos(tilt)};
        rod[k] = add_rod(w, top, d);
        end[k] = along(top, 1, d);
        ok = rod[k].generation != 0 &&
             add_hinge(w, above < 0 ? tn_arg_world() : tn_arg_object(rod[above]), rod[k], top, k);
    }
    tn_force_def g = {.size = sizeof(tn_force_def), .kind = "gravity", .count = 1};
    g.args[0] = tn_arg_vector((tn_vec3){0, 0, -9.81});
    ok = ok && tn_force_add(w, &g, NULL).generation != 0;
    free(rod);
    free(end);
    if (ok)
        return w;
    fprintf(stderr, "tenon bench: the model could not be made\n");
    tn_world_free(w);
    return NULL;
}

struct result {
    struct bench_samples times; /* s of the processor, for all steps */
    double steps;
    double gap, drift, evaluations;
};

/* So many frames of a given length; the first is not counted: it makes the plan. */
static bool run(enum shape shape, int hinges, const tn_settings *s, double frame, int frames, struct result *out)
{
    tn_world *w = make(shape, hinges, s);
    if (w == NULL)
        return false;
    bool ok = tn_advance(w, frame / 100) == TN_OK;
    long before = ok ? tn_count(w).steps : 0;
    tn_measures m;
    tn_frame(w);
    double seconds = 0;
    for (int i = 1; i <= frames && ok && !files_interrupted(); i++) {
        double start = bench_clock();
        ok = tn_advance(w, frame * i) == TN_OK;
        seconds += bench_clock() - start;
        tn_frame(w);
    }
    ok = ok && tn_measure(w, &m) == TN_OK;
    if (ok) {
        bench_sample(&out->times, seconds);
        out->steps = (double)(tn_count(w).steps - before);
        out->evaluations = (double)tn_count(w).evaluations;
        out->gap = m.largest_deviation;
        out->drift = m.drift;
    } else {
        fprintf(stderr, "tenon bench: %s\n", tn_failure(w));
    }
    tn_world_free(w);
    return ok && !files_interrupted();
}

static void add_row(struct bench *b, enum shape shape, int hinges, const tn_settings *s, const struct result *r,
                    double beside, bool by_step)
{
    struct bench_row row = bench_row("tree");
    char name[20];
    bench_settings_name(s, name, sizeof name);
    snprintf(row.model, sizeof row.model, "%s %d", shape_names[shape], hinges);
    snprintf(row.who, sizeof row.who, "%s", s->joints == TN_JOINTS_COORDINATES ? "coordinates" : "constraints");
    snprintf(row.by, sizeof row.by, "%.15s %s", row.who, name);
    bench_row_samples(&row, &r->times, by_step ? 1e6 / r->steps : 1);
    row.unit = by_step ? "us/step" : "s/s";
    row.beside = beside;
    row.gap = r->gap;
    row.drift = r->drift;
    row.evaluations = r->evaluations;
    bench_add(&b->table, &row);
}

static bool compare(struct bench *b, enum shape shape, int hinges, tn_settings s, double frame, int frames,
                    bool by_step)
{
    struct result r[2] = {0};
    tn_settings ways[2] = {s, s};
    ways[0].joints = TN_JOINTS_CONSTRAINTS;
    ways[1].joints = TN_JOINTS_COORDINATES;
    for (int i = 0; i < (hinges > 1000 ? bench_repeats(b, 3, 3) : bench_repeats(b, 5, 3)); i++)
        for (int k = 0; k < 2; k++)
            if (!run(shape, hinges, &ways[k], frame, frames, &r[k]))
                return false;
    double constraints = bench_median(&r[0].times) * (by_step ? 1e6 / r[0].steps : 1);
    for (int k = 0; k < 2; k++)
        add_row(b, shape, hinges, &ways[k], &r[k], k == 0 ? 0 : constraints, by_step);
    return true;
}

bool bench_tree(struct bench *b)
{
    int largest = b->largest ? b->largest : (b->quick ? 1000 : 10000);
    bool ok = true;
    for (int shape = CHAIN; shape < SHAPES && ok; shape++)
        for (int hinges = 10; hinges <= largest && ok; hinges *= 10) {
            tn_settings s = b->settings;
            s.integrator = TN_RK4;
            s.step = 0.001;
            ok = compare(b, (enum shape)shape, hinges, s, 0.02, hinges > 1000 ? 5 : 10, true);
            s.integrator = TN_ADAMS;
            s.tolerance = 1e-8;
            ok = ok && (hinges > 1000 || compare(b, (enum shape)shape, hinges, s, 0.1, 10, false));
        }
    return ok;
}
