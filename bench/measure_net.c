/* measure_net.c: one evaluation of wide models: nets of bodies with ball joints, in ms, by one thread and by two.
 *
 * net       k × k bodies, each joined to its four neighbours
 * holes     the same without a random sixth of the bodies
 * planar    the joints of a net and the diagonals of its meshes, half of them kept at random
 * grid      k × k × k bodies with their six neighbours, half of these joints kept at random
 *
 * Heights are random, so that no rows are redundant. The first body is nailed to the world, all is at rest, and begins to
 * fall. The error is how far the two sides of a joint are from accelerating alike, as a part of gravity, computed here
 * from the forces of the joints.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "files.h"
#include "simulate.h"
#include "texts.h"

static const double gravity = 9.81, radius = 0.3;

enum shape { NET, HOLES, PLANAR, GRID };
static const char *const shape_names[] = {"net", "holes", "planar", "grid"};

struct joint {
    int body[2]; /* -1: the world */
    tn_vec3 arm[2];
    tn_constraint constraint;
};

struct net {
    tn_world *world;
    tn_object *bodies;
    tn_vec3 *at;
    struct joint *joints;
    int body_count, joint_count;
    char *message;
};

/* 0 … 1, the same on every machine. */
static double scatter(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

static bool add_body(struct net *n, int i, tn_vec3 at)
{
    tn_object_def def = tn_object_default();
    def.shape = "sphere";
    def.size[0] = radius;
    def.position = n->at[i] = at;
    n->bodies[i] = tn_object_add(n->world, &def, &n->message);
    return n->bodies[i].generation != 0;
}

/* A ball joint halfway between two bodies, or between the world (-1) and the centre of one. */
static bool add_joint(struct net *n, int i, int j)
{
    tn_vec3 b = n->at[j], a = i < 0 ? b : n->at[i], half = {(b.x - a.x) / 2, (b.y - a.y) / 2, (b.z - a.z) / 2};
    struct joint *joint = &n->joints[n->joint_count++];
    *joint = (struct joint){.body = {i, j}, .arm = {half, {-half.x, -half.y, -half.z}}};
    tn_constraint_def def = {.size = sizeof(tn_constraint_def), .kind = "connect", .count = 2, .tau = 0.1};
    for (int k = 0; k < 2; k++)
        def.args[k] = joint->body[k] < 0 ? tn_arg_vector(b) : tn_arg_point(n->bodies[joint->body[k]], joint->arm[k]);
    joint->constraint = tn_constraint_add(n->world, &def, &n->message);
    return joint->constraint.generation != 0;
}

/* The neighbours of body i with larger numbers; returns how many. */
static int neighbours(enum shape shape, int i, int k, int *out)
{
    const int x = i % k, y = i / k % k, z = i / k / k;
    int count = 0;
    if (x + 1 < k)
        out[count++] = i + 1;
    if (y + 1 < k)
        out[count++] = i + k;
    if (shape == PLANAR && x + 1 < k && y + 1 < k)
        out[count++] = i + k + 1;
    if (shape == GRID && z + 1 < k)
        out[count++] = i + k * k;
    return count;
}

static bool build(struct net *n, enum shape shape, int k)
{
    const int count = shape == GRID ? k * k * k : k * k;
    const double kept = shape == PLANAR || shape == GRID ? 0.5 : 1, gone = shape == HOLES ? 1.0 / 6 : 0;
    tn_force_def pull = {.size = sizeof(tn_force_def), .kind = "gravity", .count = 1};
    uint64_t seed = 1;
    *n = (struct net){.world = tn_world_new(), .body_count = count};
    n->bodies = texts_memory(NULL, sizeof *n->bodies * (size_t)count);
    n->at = texts_memory(NULL, sizeof *n->at * (size_t)count);
    n->joints = texts_memory(NULL, sizeof *n->joints * (3 * (size_t)count + 1));
    bool *there = texts_memory(NULL, sizeof *there * (size_t)count), ok = true;
    pull.args[0] = tn_arg_vector((tn_vec3){0, 0, -gravity});
    ok = tn_force_add(n->world, &pull, &n->message).generation != 0;
    for (int i = 0; i < count && ok; i++) {
        there[i] = scatter(&seed) >= gone || i == 0;
        double x = 0.2 * scatter(&seed), y = 0.2 * scatter(&seed), z = 0.6 * scatter(&seed);
        ok = !there[i] || add_body(n, i, (tn_vec3){i % k + x, i / k % k + y, i / k / k + z});
    }
    ok = ok && add_joint(n, -1, 0);
    for (int i = 0; i < count && ok; i++) {
        int to[4], others = neighbours(shape, i, k, to);
        for (int j = 0; j < others && ok; j++)
            if (there[i] && there[to[j]] && scatter(&seed) < kept)
                ok = add_joint(n, i, to[j]);
    }
    free(there);
    return ok;
}

static void release(struct net *n)
{
    tn_world_free(n->world);
    free(n->bodies);
    free(n->at);
    free(n->joints);
    free(n->message);
}

/* Adds what a joint does to the acceleration, linear and angular, of the body on one side. */
static void add_push(struct net *n, const struct joint *joint, int side, tn_vec3 f, double (*motion)[6])
{
    tn_pose p;
    if (joint->body[side] < 0)
        return;
    bool known = tn_object_pose(n->world, n->bodies[joint->body[side]], &p) == TN_OK;
    tn_vec3 r = joint->arm[side];
    double *m = motion[joint->body[side]], push = known ? (side == 0 ? -1 : 1) / p.mass : HUGE_VAL;
    double turn = push / (0.4 * radius * radius);
    m[0] += push * f.x;
    m[1] += push * f.y;
    m[2] += push * f.z;
    m[3] += turn * (r.y * f.z - r.z * f.y);
    m[4] += turn * (r.z * f.x - r.x * f.z);
    m[5] += turn * (r.x * f.y - r.y * f.x);
}

/* The largest difference of the accelerations of the two sides of a joint, as a part of gravity. */
static double residual(struct net *n)
{
    double(*motion)[6] = texts_memory(NULL, sizeof *motion * (size_t)n->body_count), worst = 0;
    memset(motion, 0, sizeof *motion * (size_t)n->body_count);
    for (int i = 0; i < n->body_count; i++)
        motion[i][2] = -gravity;
    for (int i = 0; i < n->joint_count; i++) {
        tn_constraint_state s;
        if (tn_constraint_get(n->world, n->joints[i].constraint, &s) != TN_OK)
            worst = HUGE_VAL;
        for (int side = 0; side < 2; side++)
            add_push(n, &n->joints[i], side, s.force, motion);
    }
    for (int i = 0; i < n->joint_count; i++) {
        double gap[3] = {0};
        for (int side = 0; side < 2; side++) {
            if (n->joints[i].body[side] < 0)
                continue;
            tn_vec3 r = n->joints[i].arm[side];
            const double *m = motion[n->joints[i].body[side]], sign = side == 0 ? -1 : 1;
            gap[0] += sign * (m[0] + m[4] * r.z - m[5] * r.y);
            gap[1] += sign * (m[1] + m[5] * r.x - m[3] * r.z);
            gap[2] += sign * (m[2] + m[3] * r.y - m[4] * r.x);
        }
        for (int c = 0; c < 3; c++)
            worst = fmax(worst, fabs(gap[c]) / gravity);
    }
    free(motion);
    return worst;
}

/* Seconds of an evaluation: of the processor for one thread, of the clock for more. False: it failed. */
static bool take_times(struct net *n, int threads, int repeats, struct bench_samples *times)
{
    tn_settings s = tn_world_settings(n->world);
    s.threads = threads;
    if (tn_world_configure(n->world, &s) != TN_OK || tn_evaluate(n->world) != TN_OK)
        return false;
    for (int r = 0; r < repeats && !files_interrupted(); r++) {
        double start = threads > 1 ? simulation_clock() : bench_clock();
        if (tn_evaluate(n->world) != TN_OK)
            return false;
        bench_sample(times, (threads > 1 ? simulation_clock() : bench_clock()) - start);
    }
    return true;
}

static bool measure(struct bench *b, enum shape shape, int k)
{
    struct net n;
    double one = 0;
    int repeats = b->repeats ? b->repeats : (b->quick ? 5 : 30);
    bool ok = build(&n, shape, k);
    for (int threads = 1; threads <= 2 && ok && !files_interrupted(); threads++) {
        struct bench_row row = bench_row("net");
        struct bench_samples times = {0};
        ok = take_times(&n, threads, repeats, &times);
        bench_row_samples(&row, &times, 1e3);
        one = threads == 1 ? row.value : one;
        snprintf(row.model, sizeof row.model, "%s %d, %d rows", shape_names[shape], k, 3 * n.joint_count);
        snprintf(row.by, sizeof row.by, "tenon, %d thread%s", threads, threads > 1 ? "s" : "");
        row.unit = "ms";
        row.beside = one;
        row.aim = shape == NET && k == 100 ? (threads == 1 ? 45 : 28) : 0;
        row.aim_of = AIM_VALUE;
        row.error = ok ? residual(&n) : -1;
        if (ok && !files_interrupted())
            bench_add(&b->table, &row);
    }
    if (!ok)
        fprintf(stderr, "tenon bench: %s %d could not be evaluated: %s\n", shape_names[shape], k,
                n.message ? n.message : tn_failure(n.world));
    release(&n);
    return ok && !files_interrupted();
}

bool bench_net(struct bench *b)
{
    static const struct {
        enum shape shape;
        int k;
    } models[] = {{NET, 10},    {NET, 20},    {NET, 50},     {NET, 100}, {NET, 200}, {HOLES, 50},
                  {HOLES, 100}, {PLANAR, 50}, {PLANAR, 100}, {GRID, 8},  {GRID, 14}};
    bool ok = true;
    for (size_t i = 0; i < sizeof models / sizeof *models && ok; i++) {
        int k = models[i].k, bodies = models[i].shape == GRID ? k * k * k : k * k;
        if (bodies <= (b->largest ? b->largest : b->quick ? 2500 : 40000))
            ok = measure(b, models[i].shape, k);
    }
    return ok;
}
