/* bench.c: tenon bench: the built-in measurements.
 *
 * chain: one evaluation of all constraint forces and accelerations, in ns a link,
 * for an open chain, a closed chain and a binary tree of rods with ball joints,
 * beside a kernel written by hand for open chains alone. Each number is the best
 * of several repeats: the least disturbed one.
 *
 * edit: milliseconds from adding or removing one constraint in a running chain
 * until the next step has been taken, beside a step without a change.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chain_kernel.h"
#include "files.h"
#include "options.h"
#include "simulate.h"
#include "status.h"
#include "tenon/tenon.h"
#include "texts.h"

static const double length = 1, radius = 0.02, tau = 0.1, gravity = 9.81;

enum shape { OPEN_CHAIN, CLOSED_CHAIN, BINARY_TREE, SHAPES };
static const char *const shape_names[SHAPES] = {"open chain", "closed chain", "binary tree"};

/* ---- the models ---- */

/* Numbers in -1…1, the same on every machine. */
static double scatter(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static tn_vec3 along(tn_vec3 p, double s, tn_vec3 d) { return (tn_vec3){p.x + s * d.x, p.y + s * d.y, p.z + s * d.z}; }

/* The turn that takes the z axis to the unit vector d, not its opposite. */
static tn_quat turn_to(tn_vec3 d)
{
    double w = sqrt((1 + d.z) / 2);
    return (tn_quat){w, -d.y / (2 * w), d.x / (2 * w), 0};
}

/* Where link i begins and which way it points: every joint is met. `ends` holds where the links before it end. */
static void place_link(enum shape shape, int i, int count, const tn_vec3 *ends, uint64_t *seed, tn_vec3 *start,
                       tn_vec3 *d)
{
    static const double pi = 3.14159265358979323846;
    if (shape == CLOSED_CHAIN) { /* a regular polygon */
        double angle = 2 * pi * i / count;
        *start = i ? ends[i - 1] : (tn_vec3){0};
        *d = (tn_vec3){cos(angle), sin(angle), 0};
        return;
    }
    int parent = shape == OPEN_CHAIN ? i - 1 : (i - 1) / 2;
    *start = i ? ends[parent] : (tn_vec3){0};
    *d = (tn_vec3){1, scatter(seed), scatter(seed)};
    double n = sqrt(d->x * d->x + d->y * d->y + d->z * d->z);
    *d = (tn_vec3){d->x / n, d->y / n, d->z / n};
}

struct bench {
    tn_world *world;
    tn_object *links;
    tn_constraint *joints; /* joint i is the upper one of link i */
    int count;
    char *message; /* what the library said when it refused something */
};

static bool add_link(struct bench *b, int i, tn_vec3 start, tn_vec3 d, uint64_t *seed)
{
    tn_object_def def = tn_object_default();
    def.shape = "rod";
    def.size[0] = length;
    def.size[1] = radius;
    def.position = along(start, length / 2, d);
    def.orientation = turn_to(d);
    def.velocity = (tn_vec3){scatter(seed), scatter(seed), scatter(seed)};
    def.spin = (tn_vec3){scatter(seed), scatter(seed), scatter(seed)};
    b->links[i] = tn_object_add(b->world, &def, &b->message);
    return b->links[i].generation != 0;
}

/* Hangs the upper end of `lower` on the lower end of `upper`, or on the world if that is -1. */
static bool add_joint(struct bench *b, int upper, int lower)
{
    tn_vec3 end1 = {0, 0, -length / 2}, end2 = {0, 0, length / 2};
    tn_constraint_def def = {.kind = "connect", .count = 2, .tau = tau};
    def.args[0] = upper < 0 ? tn_arg_vector((tn_vec3){0}) : tn_arg_point(b->links[upper], end2);
    def.args[1] = tn_arg_point(b->links[lower], end1);
    tn_constraint c = tn_constraint_add(b->world, &def, &b->message);
    if (upper < 0 || upper < lower)
        b->joints[lower] = c;
    return c.generation != 0;
}

static bool build(struct bench *b, enum shape shape, int count)
{
    tn_force_def pull = {.kind = "gravity", .count = 1};
    tn_vec3 *ends = texts_memory(NULL, sizeof *ends * (size_t)count);
    uint64_t seed = 1;
    bool ok = true;
    *b = (struct bench){.world = tn_world_new(), .count = count};
    b->links = texts_memory(NULL, sizeof *b->links * (size_t)count);
    b->joints = texts_memory(NULL, sizeof *b->joints * (size_t)count);
    pull.args[0] = tn_arg_vector((tn_vec3){0, 0, -gravity});
    ok = tn_force_add(b->world, &pull, &b->message).generation != 0;
    for (int i = 0; i < count && ok; i++) {
        tn_vec3 start, d;
        place_link(shape, i, count, ends, &seed, &start, &d);
        ends[i] = along(start, length, d);
        ok = add_link(b, i, start, d, &seed) && add_joint(b, shape == BINARY_TREE && i ? (i - 1) / 2 : i - 1, i);
    }
    if (ok && shape == CLOSED_CHAIN)
        ok = add_joint(b, count - 1, 0);
    free(ends);
    return ok;
}

static void release(struct bench *b)
{
    tn_world_free(b->world);
    free(b->links);
    free(b->joints);
    free(b->message);
}

/* ---- the yardstick ---- */

static void copy3(double *out, tn_vec3 v)
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

/* The open chain of the world, for the hand-written kernel. */
static struct chain copy_chain(struct bench *b)
{
    size_t n = (size_t)b->count;
    struct chain c = {.count = n, .upper = {0, 0, -length / 2}, .lower = {0, 0, length / 2}, .tau = tau};
    c.gravity[2] = -gravity;
    c.bodies = texts_memory(NULL, sizeof *c.bodies * n);
    c.lambda = texts_memory(NULL, sizeof *c.lambda * n);
    c.work = texts_memory(NULL, sizeof *c.work * chain_work(n));
    for (int i = 0; i < b->count; i++) {
        struct chain_body *o = &c.bodies[i];
        tn_pose p;
        if (tn_object_pose(b->world, b->links[i], &p) != TN_OK)
            continue;
        copy3(o->x, p.center);
        copy3(o->v, p.velocity);
        copy3(o->w, p.spin);
        o->q[0] = p.orientation.w;
        o->q[1] = p.orientation.x;
        o->q[2] = p.orientation.y;
        o->q[3] = p.orientation.z;
        c.mass = p.mass;
    }
    c.inertia[0] = c.inertia[1] = c.mass * (3 * radius * radius + length * length) / 12;
    c.inertia[2] = c.mass * radius * radius / 2;
    return c;
}

static void free_chain(struct chain *c)
{
    free(c->bodies);
    free(c->lambda);
    free(c->work);
}

/* Largest difference of a joint's force between the two, as a part of the largest force. */
static double disagreement(struct bench *b, const struct chain *c)
{
    double worst = 0, largest = 0;
    for (int i = 0; i < b->count; i++) {
        tn_constraint_state s;
        if (tn_constraint_get(b->world, b->joints[i], &s) != TN_OK)
            return HUGE_VAL;
        const double *l = c->lambda[i];
        worst = fmax(worst, fmax(fabs(s.force.x - l[0]), fmax(fabs(s.force.y - l[1]), fabs(s.force.z - l[2]))));
        largest = fmax(largest, fmax(fabs(l[0]), fmax(fabs(l[1]), fabs(l[2]))));
    }
    return worst / largest;
}

/* ---- measuring ---- */

struct timing {
    int repeats;
    double best; /* ns a link; negative: it failed */
};

/* One repeat is as many evaluations as make a time that the clock can tell. */
static void measure(struct timing *t, tn_world *w, struct chain *c, int count)
{
    int rounds = 1 + 20000 / count;
    t->best = HUGE_VAL;
    for (int r = 0; r < t->repeats && !files_interrupted(); r++) {
        double start = simulation_clock();
        for (int i = 0; i < rounds; i++) {
            if (c) {
                chain_evaluate(c);
            } else if (tn_evaluate(w) != TN_OK) {
                t->best = -1;
                return;
            }
        }
        t->best = fmin(t->best, 1e9 * (simulation_clock() - start) / rounds / count);
    }
}

static bool measure_shape(enum shape shape, int count, int repeats, double *ns, double *hand, double *differ)
{
    struct bench b;
    struct timing t = {.repeats = repeats};
    bool ok = build(&b, shape, count);
    if (!ok)
        fprintf(stderr, "tenon bench: the %s of %d links was refused: %s\n", shape_names[shape], count,
                b.message ? b.message : "no reason given");
    if (ok)
        ok = tn_evaluate(b.world) == TN_OK; /* makes the plan */
    if (ok)
        measure(&t, b.world, NULL, count);
    if (ok && t.best < 0)
        ok = false;
    if (!ok && !b.message)
        fprintf(stderr, "tenon bench: the %s of %d links could not be evaluated: %s\n", shape_names[shape], count,
                tn_failure(b.world));
    *ns = t.best;
    if (ok && shape == OPEN_CHAIN) {
        struct chain c = copy_chain(&b);
        measure(&t, NULL, &c, count);
        *hand = t.best;
        *differ = disagreement(&b, &c);
        free_chain(&c);
    }
    release(&b);
    return ok;
}

static int bench_chain(int largest, int repeats)
{
    double worst = 0;
    printf("one evaluation of all constraint forces and accelerations, ns a link, best of %d\n\n", repeats);
    printf("%8s %12s %12s %12s %14s %7s\n", "links", shape_names[0], shape_names[1], shape_names[2], "hand-written",
           "ratio");
    for (int count = 10; count <= largest && !files_interrupted(); count *= 10) {
        double ns[SHAPES], hand = 0, differ = 0;
        for (int s = 0; s < SHAPES; s++)
            if (!measure_shape((enum shape)s, count, repeats, &ns[s], &hand, &differ))
                return STATUS_STUCK;
        printf("%8d %12.1f %12.1f %12.1f %14.1f %7.2f\n", count, ns[0], ns[1], ns[2], hand, ns[0] / hand);
        fflush(stdout);
        worst = fmax(worst, differ);
    }
    printf("\nThe joint forces of the open chain agree with the hand-written kernel's to %.1e.\n", worst);
    return files_interrupted() ? STATUS_STUCK : STATUS_DONE;
}

/* ---- changing a running world ---- */

/* Milliseconds of one step of semi-implicit Euler; negative: it failed. */
static double step_time(tn_world *w, double start, double *t)
{
    *t += 1e-4;
    bool ok = tn_advance(w, *t) == TN_OK;
    return ok ? 1e3 * (simulation_clock() - start) : -1;
}

/* A nail for the middle link where it is, put in and taken out again. */
static bool edit_once(struct bench *b, double *t, double best[3])
{
    tn_pose p;
    tn_constraint_def nail = {.kind = "connect", .count = 2, .tau = tau};
    if (tn_object_pose(b->world, b->links[b->count / 2], &p) != TN_OK)
        return false;
    nail.args[0] = tn_arg_point(b->links[b->count / 2], (tn_vec3){0});
    nail.args[1] = tn_arg_vector(p.center);
    double start = simulation_clock();
    tn_constraint c = tn_constraint_add(b->world, &nail, &b->message);
    double added = step_time(b->world, start, t);
    start = simulation_clock();
    tn_constraint_remove(b->world, c);
    double removed = step_time(b->world, start, t);
    double plain = step_time(b->world, simulation_clock(), t);
    best[0] = fmin(best[0], added);
    best[1] = fmin(best[1], removed);
    best[2] = fmin(best[2], plain);
    return c.generation != 0 && added >= 0 && removed >= 0 && plain >= 0;
}

static int bench_edit(int largest, int repeats)
{
    printf("one constraint added or removed in a running chain, ms until the next step has been taken, best of %d\n\n",
           repeats);
    printf("%12s %10s %10s %12s\n", "constraints", "add", "remove", "plain step");
    for (int count = 1000; count <= largest && !files_interrupted(); count *= 10) {
        struct bench b;
        double best[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, t = 1e-4;
        bool ok = build(&b, OPEN_CHAIN, count);
        tn_settings s = tn_world_settings(b.world);
        s.integrator = TN_EULER;
        ok = ok && tn_world_configure(b.world, &s) == TN_OK && tn_advance(b.world, t) == TN_OK;
        for (int r = 0; r < repeats && ok; r++)
            ok = edit_once(&b, &t, best);
        if (ok)
            printf("%12d %10.2f %10.2f %12.2f\n", count, best[0], best[1], best[2]);
        else
            fprintf(stderr, "tenon bench: the chain of %d links could not be changed: %s\n", count,
                    b.message ? b.message : tn_failure(b.world));
        fflush(stdout);
        release(&b);
        if (!ok)
            return STATUS_STUCK;
    }
    return files_interrupted() ? STATUS_STUCK : STATUS_DONE;
}

int command_bench(int argc, char **argv)
{
    static const char *const names[] = {"chain", "edit", NULL};
    struct option_number largest = {true, 100000}, repeats = {true, 7};
    const struct option options[] = {
        {"largest", 0, OPTION_INTEGER, "N", "links at most (100000)", &largest, RANGE_POSITIVE, NULL},
        {"repeats", 0, OPTION_INTEGER, "N", "the best of so many is taken (7)", &repeats, RANGE_POSITIVE, NULL},
    };
    const struct usage usage = {
        .command = "bench",
        .arguments = "[chain|edit]",
        .purpose =
            "Measures this machine. chain: one evaluation of all constraint forces for open chains, closed chains\n"
            "and binary trees of 10 to 100,000 links, in ns a link, and the ratio of the open chain to a kernel\n"
            "written by hand for it. edit: adding and removing one constraint in running chains of 1,000 to\n"
            "100,000, in ms until the next step has been taken.",
        .example = "  tenon bench chain --largest 10000\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 0,
        .most = 1,
    };
    const char *name = names[0], *best = NULL;
    int count, status;
    if (!options_read(&usage, argc, argv, &name, &count, &status))
        return status;
    for (int i = 0; names[i]; i++)
        texts_offer(name, names[i], &best);
    if (!best || strcmp(name, best))
        return options_complain("bench", "there is no measurement \"%s\"%s%s%s", name, best ? "; did you mean " : "",
                                best ? best : "", best ? "?" : "; there are: chain, edit");
    files_watch_signals();
    return strcmp(name, "edit") == 0 ? bench_edit((int)largest.value, (int)repeats.value)
                                     : bench_chain((int)largest.value, (int)repeats.value);
}
