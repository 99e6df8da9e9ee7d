/* measure_evaluate.c: what an evaluation and a change of a running model cost.
 *
 * evaluate: one evaluation of all constraint forces and accelerations, in ns per link, for an open chain, a closed chain
 * and a binary tree of rods with ball joints, beside a kernel written by hand for open chains alone; the two run in turn.
 *
 * edit: milliseconds from adding or removing one constraint in a running chain until the next step has been taken,
 * beside a step without a change.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "chain_kernel.h"
#include "files.h"
#include "simulate.h"
#include "texts.h"

static const double length = 1, radius = 0.02, tau = 0.1, gravity = 9.81;

enum shape { OPEN_CHAIN, CLOSED_CHAIN, BINARY_TREE, SHAPES };
static const char *const shape_names[SHAPES] = {"open", "closed", "tree"};

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

struct chain_model {
    tn_world *world;
    tn_object *links;
    tn_constraint *joints; /* joint i is the upper one of link i */
    int count;
    char *message; /* what the library said when it refused something */
};

static bool add_link(struct chain_model *b, int i, tn_vec3 start, tn_vec3 d, uint64_t *seed)
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
static bool add_joint(struct chain_model *b, int upper, int lower)
{
    tn_vec3 end1 = {0, 0, -length / 2}, end2 = {0, 0, length / 2};
    tn_constraint_def def = {.size = sizeof(tn_constraint_def), .kind = "connect", .count = 2, .tau = tau};
    def.args[0] = upper < 0 ? tn_arg_vector((tn_vec3){0}) : tn_arg_point(b->links[upper], end2);
    def.args[1] = tn_arg_point(b->links[lower], end1);
    tn_constraint c = tn_constraint_add(b->world, &def, &b->message);
    if (upper < 0 || upper < lower)
        b->joints[lower] = c;
    return c.generation != 0;
}

static bool use_threads(tn_world *w, int count)
{
    tn_settings s = tn_world_settings(w);
    s.threads = count;
    return tn_world_configure(w, &s) == TN_OK;
}

static bool build(struct chain_model *b, enum shape shape, int count)
{
    tn_force_def pull = {.size = sizeof(tn_force_def), .kind = "gravity", .count = 1};
    tn_vec3 *ends = texts_memory(NULL, sizeof *ends * (size_t)count);
    uint64_t seed = 1;
    bool ok = true;
    *b = (struct chain_model){.world = tn_world_new(), .count = count};
    ok = use_threads(b->world, 1); /* times are those of one core */
    b->links = texts_memory(NULL, sizeof *b->links * (size_t)count);
    b->joints = texts_memory(NULL, sizeof *b->joints * (size_t)count);
    pull.args[0] = tn_arg_vector((tn_vec3){0, 0, -gravity});
    ok = ok && tn_force_add(b->world, &pull, &b->message).generation != 0;
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

static void release(struct chain_model *b)
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
static struct chain copy_chain(struct chain_model *b)
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
static double disagreement(struct chain_model *b, const struct chain *c)
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

/* One sample, ns per link: as many evaluations as the clock needs to resolve them. */
static bool take_sample(tn_world *w, struct chain *c, int count, struct bench_samples *times)
{
    int rounds = 1 + 20000 / count;
    double start = bench_clock();
    for (int i = 0; i < rounds; i++) {
        if (c)
            chain_evaluate(c);
        else if (tn_evaluate(w) != TN_OK)
            return false;
    }
    bench_sample(times, 1e9 * (bench_clock() - start) / rounds / count);
    return true;
}

/* Of all shapes the open chain comes first; the kernel written by hand evaluates the same chain, in turn with Tenon. */
static bool measure(struct bench *b, struct chain_model *m, enum shape shape, double *hand, struct bench_row *row)
{
    struct bench_samples times = {0}, by_hand = {0};
    struct chain c = {0};
    bool ok = tn_evaluate(m->world) == TN_OK; /* makes the plan */
    if (shape == OPEN_CHAIN)
        c = copy_chain(m);
    for (int r = 0; r < bench_repeats(b, 7, 3) && ok && !files_interrupted(); r++) {
        ok = take_sample(m->world, NULL, m->count, &times);
        if (shape == OPEN_CHAIN)
            take_sample(NULL, &c, m->count, &by_hand);
    }
    if (shape == OPEN_CHAIN) {
        *hand = bench_median(&by_hand);
        row->error = ok ? disagreement(m, &c) : -1;
        free_chain(&c);
    }
    bench_row_samples(row, &times, 1);
    return ok;
}

static bool measure_shape(struct bench *b, enum shape shape, int count, double *hand)
{
    struct chain_model m;
    struct bench_row row = bench_row("evaluate");
    bool built = build(&m, shape, count);
    if (!built)
        fprintf(stderr, "tenon bench: the %s chain of %d links was refused: %s\n", shape_names[shape], count,
                m.message ? m.message : "no reason given");
    bool ok = built && measure(b, &m, shape, hand, &row);
    if (built && !ok)
        fprintf(stderr, "tenon bench: the %s chain of %d links could not be evaluated: %s\n", shape_names[shape], count,
                tn_failure(m.world));
    release(&m);
    if (!ok || files_interrupted())
        return false;
    snprintf(row.model, sizeof row.model, "%s %d", shape_names[shape], count);
    snprintf(row.by, sizeof row.by, "tenon");
    row.unit = "ns/link";
    row.beside = *hand;
    row.aim = 3;
    row.aim_of = AIM_RATIO;
    bench_add(&b->table, &row);
    return true;
}

bool bench_evaluate(struct bench *b)
{
    int largest = b->largest ? b->largest : (b->quick ? 10000 : 1000000);
    bool ok = true;
    for (int count = 10; count <= largest && ok; count *= 10) {
        double hand = 0;
        for (int s = 0; s < SHAPES && ok; s++)
            ok = measure_shape(b, (enum shape)s, count, &hand);
    }
    return ok;
}

/* ---- threads ---- */

/* The same evaluation by one thread and by two, in turn; wall-clock time. */
static bool measure_threads(struct bench *b, enum shape shape, int count)
{
    enum { TEAMS = 2 };
    struct chain_model m;
    struct bench_samples times[TEAMS] = {0};
    int rounds = 1 + 40000 / count, repeats = bench_repeats(b, 15, 5);
    bool ok = build(&m, shape, count);
    for (int r = 0; r < TEAMS * repeats && ok && !files_interrupted(); r++) {
        ok = use_threads(m.world, 1 + r % TEAMS) && tn_evaluate(m.world) == TN_OK;
        double start = simulation_clock();
        for (int i = 0; i < rounds && ok; i++)
            ok = tn_evaluate(m.world) == TN_OK;
        bench_sample(&times[r % TEAMS], 1e9 * (simulation_clock() - start) / rounds / count);
    }
    release(&m);
    for (int k = 0; k < TEAMS && ok && !files_interrupted(); k++) {
        struct bench_row row = bench_row("threads");
        snprintf(row.model, sizeof row.model, "%s %d", shape_names[shape], count);
        snprintf(row.by, sizeof row.by, "tenon, %d thread%s", 1 + k, k > 0 ? "s" : "");
        bench_row_samples(&row, &times[k], 1);
        row.unit = "ns/link";
        row.beside = bench_median(&times[0]);
        bench_add(&b->table, &row);
    }
    return ok && !files_interrupted();
}

bool bench_threads(struct bench *b)
{
    int largest = b->largest ? b->largest : 100000;
    bool ok = true;
    for (int count = 1000; count <= largest && ok; count *= 10)
        for (int s = 0; s < SHAPES && ok; s++)
            ok = measure_threads(b, (enum shape)s, count);
    return ok;
}

/* ---- changing a running world ---- */

/* Milliseconds of one step of semi-implicit Euler; negative: it failed. */
static double step_time(tn_world *w, double start, double *t)
{
    *t += 1e-4;
    bool ok = tn_advance(w, *t) == TN_OK;
    return ok ? 1e3 * (bench_clock() - start) : -1;
}

enum { EDIT_ADD, EDIT_REMOVE, EDIT_SET, EDIT_UNDO, EDIT_NONE, EDIT_ALL };

/* A fixed point on the middle link is added and removed; τ of a joint is set; the same is undone; a plain step. */
static bool edit_once(struct chain_model *m, double *t, struct bench_samples times[EDIT_ALL])
{
    tn_pose p;
    double took[EDIT_ALL], other = tau * (1 + *t);
    tn_constraint_def nail = {.size = sizeof(tn_constraint_def), .kind = "connect", .count = 2, .tau = tau};
    if (tn_object_pose(m->world, m->links[m->count / 2], &p) != TN_OK)
        return false;
    nail.args[0] = tn_arg_point(m->links[m->count / 2], (tn_vec3){0});
    nail.args[1] = tn_arg_vector(p.center);
    double start = bench_clock();
    tn_constraint c = tn_constraint_add(m->world, &nail, &m->message);
    took[EDIT_ADD] = step_time(m->world, start, t);
    start = bench_clock();
    tn_constraint_remove(m->world, c);
    took[EDIT_REMOVE] = step_time(m->world, start, t);
    start = bench_clock();
    bool ok = tn_constraint_set(m->world, m->joints[m->count / 2], "tau", &other, 1, NULL) == TN_OK;
    took[EDIT_SET] = step_time(m->world, start, t);
    tn_history_keep(m->world, 4, (size_t)1 << 32);
    ok = tn_constraint_set(m->world, m->joints[m->count / 2], "tau", &other, 1, NULL) == TN_OK && ok;
    start = bench_clock();
    ok = tn_undo(m->world) == TN_OK && ok;
    took[EDIT_UNDO] = step_time(m->world, start, t);
    tn_history_keep(m->world, 0, 0);
    took[EDIT_NONE] = step_time(m->world, bench_clock(), t);
    for (int i = 0; i < EDIT_ALL; i++) {
        bench_sample(&times[i], took[i]);
        ok = ok && took[i] >= 0;
    }
    return c.generation != 0 && ok;
}

static bool measure_edits(struct bench *b, int count)
{
    static const char *const what[] = {"add", "remove", "set", "undo"};
    struct chain_model m;
    struct bench_samples times[EDIT_ALL] = {0};
    double t = 1e-4;
    int repeats = bench_repeats(b, 7, 3);
    bool ok = build(&m, OPEN_CHAIN, count);
    tn_settings s = tn_world_settings(m.world);
    s.integrator = TN_EULER;
    ok = ok && tn_world_configure(m.world, &s) == TN_OK && tn_advance(m.world, t) == TN_OK;
    for (int r = 0; r < repeats && ok && !files_interrupted(); r++)
        ok = edit_once(&m, &t, times);
    if (!ok)
        fprintf(stderr, "tenon bench: the chain of %d links could not be changed: %s\n", count,
                m.message ? m.message : tn_failure(m.world));
    release(&m);
    for (int i = 0; i < EDIT_NONE && ok && !files_interrupted(); i++) {
        struct bench_row row = bench_row("edit");
        snprintf(row.model, sizeof row.model, "%s one of %d", what[i], count);
        snprintf(row.by, sizeof row.by, "tenon");
        bench_row_samples(&row, &times[i], 1);
        row.unit = "ms";
        row.beside = bench_median(&times[EDIT_NONE]);
        row.aim = i == EDIT_UNDO ? 0 : count <= 10 ? 1 : count <= 1000 ? 4 : count <= 10000 ? 16 : 0;
        row.aim_of = AIM_VALUE;
        bench_add(&b->table, &row);
    }
    return ok && !files_interrupted();
}

bool bench_edit(struct bench *b)
{
    int largest = b->largest ? b->largest : (b->quick ? 10000 : 100000);
    bool ok = true;
    ok = measure_edits(b, 10);
    for (int count = 1000; count <= largest && ok; count *= 10)
        ok = measure_edits(b, count);
    return ok;
}
