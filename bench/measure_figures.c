/* measure_figures.c: many unicyclists by the displacement method, at 60 steps per second.
 *
 * Each figure is the unicycle of GG's Appendix A with a head: nine bodies and fourteen constraints, some with limits, in
 * closed loops; the last holds the wheel's centre at its height, or else the wheel rolls on the ground. The number is
 * seconds of one core per simulated second, with two threads seconds of wall-clock time: up to 1 it is real time. The
 * error is the largest gap or angle of a joint at the end.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "files.h"
#include "options.h"
#include "simulate.h"

enum part { BODY, HEAD, WHEEL, LEFT_THIGH, LEFT_LEG, LEFT_FOOT, RIGHT_THIGH, RIGHT_LEG, RIGHT_FOOT, PARTS };

static const struct {
    const char *shape;
    double size[3];
    double density;
    tn_vec3 position;
} parts[PARTS] = {
    [BODY] = {"box", {0.5, 1.2, 0.3}, 500, {0, 3, 0}},
    [HEAD] = {"sphere", {0.25}, 500, {0, 3.9, 0}},
    [WHEEL] = {"torus", {0.92, 0.08}, 250, {0, 1, 0}},
    [LEFT_THIGH] = {"box", {0.2, 0.2, 1}, 500, {0.4, 2.2, 0.5}},
    [LEFT_LEG] = {"box", {0.15, 0.15, 1.4}, 500, {0.4, 1.8, 0.4}},
    [LEFT_FOOT] = {"box", {0.15, 0.1, 0.3}, 500, {0.4, 1, -0.5}},
    [RIGHT_THIGH] = {"box", {0.2, 0.2, 1}, 500, {-0.4, 2.2, 0.5}},
    [RIGHT_LEG] = {"box", {0.15, 0.15, 1.4}, 500, {-0.4, 1.8, 0.6}},
    [RIGHT_FOOT] = {"box", {0.15, 0.1, 0.3}, 500, {-0.4, 1, 0.5}},
};

/* Points are given from the objects' centres, as they lie at first; axes of angles are the same in both objects. max < 0:
 * no angle. */
static const struct {
    enum part one, two;
    bool hinge;
    tn_vec3 point1, point2, axis;
    double max;
} joints[] = {
    {BODY, HEAD, true, {0, 0.65, 0}, {0, -0.25, 0}, {0, 1, 0}, 0.3},
    {BODY, WHEEL, true, {0, -2, 0}, {0, 0, 0}, {1, 0, 0}, 0},
    {BODY, LEFT_THIGH, true, {0.4, -0.6, 0}, {0, 0, -0.5}, {1, 0, 0}, 0},
    {LEFT_THIGH, LEFT_LEG, true, {0, 0, 0.5}, {0, 0, -0.7}, {1, 0, 0}, 0},
    {LEFT_LEG, LEFT_FOOT, true, {0, 0, 0.7}, {0, 0, -0.1}, {1, 0, 0}, 0},
    {WHEEL, LEFT_FOOT, true, {0.4, 0, -0.5}, {0, 0, 0}, {0, 0, 0}, -1},
    {BODY, LEFT_FOOT, false, {0, 0, 0}, {0, 0, 0}, {0, 0, 1}, 0.1},
    {BODY, RIGHT_THIGH, true, {-0.4, -0.6, 0}, {0, 0, -0.5}, {1, 0, 0}, 0.04},
    {RIGHT_THIGH, RIGHT_LEG, true, {0, 0, 0.5}, {0, 0, -0.7}, {1, 0, 0}, 0},
    {RIGHT_LEG, RIGHT_FOOT, true, {0, 0, 0.7}, {0, 0, -0.1}, {1, 0, 0}, 0},
    {WHEEL, RIGHT_FOOT, true, {-0.4, 0, 0.5}, {0, 0, 0}, {0, 0, 0}, -1},
    {BODY, RIGHT_FOOT, false, {0, 0, 0}, {0, 0, 0}, {0, 0, 1}, 0.1},
};
enum { JOINTS = sizeof joints / sizeof *joints };

/* The torus lies across z and the wheel's axle along x: its frame is turned by a quarter about y. */
static const tn_quat wheel_turn = {.w = 0.70710678118654752, .y = 0.70710678118654752};
static tn_vec3 in_frame(enum part part, tn_vec3 v) { return part == WHEEL ? (tn_vec3){-v.z, v.y, v.x} : v; }

static bool add_parts(tn_world *w, const tn_pose *poses, double x, tn_object out[PARTS])
{
    for (int i = 0; i < PARTS; i++) {
        tn_object_def d = tn_object_default();
        d.shape = parts[i].shape;
        for (int k = 0; k < 3; k++)
            d.size[k] = parts[i].size[k];
        d.density = parts[i].density;
        d.position = poses ? poses[i].position : parts[i].position;
        d.position.x += x;
        if (poses || i == WHEEL)
            d.orientation = poses ? poses[i].orientation : wheel_turn;
        out[i] = tn_object_add(w, &d, NULL);
        if (!tn_object_valid(w, out[i]))
            return false;
    }
    return true;
}

/* Without a floor the wheel is held at its height. */
static bool add_joints(tn_world *w, const tn_object part[PARTS], double x, const tn_object *floor)
{
    tn_hinge_def upright = tn_hinge_default(), height = tn_hinge_default();
    bool ok = true;
    for (int i = 0; i < JOINTS; i++) {
        tn_hinge_def d = tn_hinge_default();
        d.object1 = part[joints[i].one];
        d.object2 = part[joints[i].two];
        d.hinge = joints[i].hinge;
        d.point1 = in_frame(joints[i].one, joints[i].point1);
        d.point2 = in_frame(joints[i].two, joints[i].point2);
        d.angle = joints[i].max >= 0;
        d.axis1 = in_frame(joints[i].one, joints[i].axis);
        d.axis2 = in_frame(joints[i].two, joints[i].axis);
        d.angle_max = joints[i].max;
        ok = ok && tn_constraint_valid(w, tn_hinge_add(w, &d, NULL));
    }
    upright.object2 = part[BODY];
    upright.angle = true;
    upright.axis1 = upright.axis2 = (tn_vec3){0, 1, 0};
    upright.angle_max = 0.066;
    height.object2 = part[WHEEL];
    height.hinge = height.planar = true;
    height.point1 = (tn_vec3){x, 1, 0};
    height.normal = (tn_vec3){0, 1, 0};
    ok = ok && tn_constraint_valid(w, tn_hinge_add(w, &upright, NULL));
    if (floor)
        return ok && tn_contact_add(w, &(tn_contact_def){.size = sizeof(tn_contact_def),
                                                         .a = part[WHEEL],
                                                         .b = *floor,
                                                         .friction = 0.8}) == TN_OK;
    return ok && tn_constraint_valid(w, tn_hinge_add(w, &height, NULL));
}

/* One figure, put together. */
static bool assemble_one(tn_pose poses[PARTS])
{
    tn_world *w = tn_world_new();
    tn_object part[PARTS];
    double left = 1;
    bool ok =
        add_parts(w, NULL, 0, part) && add_joints(w, part, 0, NULL) && tn_assemble(w, &left) == TN_OK && left < 1e-8;
    for (int i = 0; i < PARTS && ok; i++)
        ok = tn_object_pose(w, part[i], &poses[i]) == TN_OK;
    tn_world_free(w);
    return ok;
}

struct way {
    const char *name;
    tn_scheme scheme;
    int iterations, substeps;
    bool rolls;
    int threads;
};

static tn_world *build(int count, const tn_pose poses[PARTS], const struct way *way)
{
    tn_world *w = tn_world_new();
    tn_settings s = tn_world_settings(w);
    tn_force_def gravity = {
        .size = sizeof(tn_force_def), .kind = "gravity", .count = 1, .args = {tn_arg_vector((tn_vec3){0, -9.81, 0})}};
    s.method = TN_DISPLACEMENT;
    s.scheme = way->scheme;
    s.iterations = way->iterations;
    s.substeps = way->substeps;
    s.threads = way->threads;
    s.step = 1.0 / 60;
    s.assemble = TN_ASSEMBLE_OFF;
    s.up = 'y';
    bool ok = tn_world_configure(w, &s) == TN_OK && tn_force_add(w, &gravity, NULL).generation != 0;
    tn_object_def ground = tn_object_default();
    ground.shape = "plane";
    ground.orientation = (tn_quat){.w = 0.70710678118654752, .x = -0.70710678118654752}; /* its normal is up, y */
    tn_object floor = tn_object_add(w, &ground, NULL);
    for (int i = 0; i < count && ok; i++) {
        tn_object part[PARTS];
        ok = add_parts(w, poses, 3.0 * i, part) && add_joints(w, part, 3.0 * i, way->rolls ? &floor : NULL);
        tn_force_def push = {.size = sizeof(tn_force_def), .kind = "push", .count = 2};
        push.args[0] = tn_arg_point(part[BODY], (tn_vec3){0});
        push.args[1] = tn_arg_vector((tn_vec3){0, 0, 300 * cos(i)}); /* not all the same way */
        ok = ok && tn_force_add(w, &push, NULL).generation != 0;
    }
    if (ok)
        return w;
    tn_world_free(w);
    return NULL;
}

/* Half a second in 30 steps, several times: seconds per simulated second. */
static bool measure(tn_world *w, int threads, int repeats, struct bench_row *row)
{
    struct bench_samples times = {0};
    double (*now)(void) = threads > 1 ? simulation_clock : bench_clock;
    bool ok = tn_advance(w, 0.1) == TN_OK; /* makes the plan */
    tn_counts before = tn_count(w);
    tn_measures m;
    for (int i = 0; i < repeats && ok && !files_interrupted(); i++) {
        double start = now();
        ok = tn_advance(w, 0.1 + 0.5 * (i + 1)) == TN_OK;
        bench_sample(&times, (now() - start) / 0.5);
    }
    tn_counts after = tn_count(w);
    ok = ok && tn_measure(w, &m) == TN_OK;
    bench_row_samples(row, &times, 1);
    row->unit = "s/s";
    row->error = ok ? m.deviation : -1;
    row->evaluations = (double)(after.iterations - before.iterations);
    return ok;
}

bool bench_figures(struct bench *b)
{
    static const struct way ways[] = {
        {"A, 6 iterations", TN_SCHEME_A, 6, 1, false, 1},
        {"B, 6 iterations", TN_SCHEME_B, 6, 1, false, 1},
        {"gauss-seidel, 6", TN_GAUSS_SEIDEL, 6, 1, false, 1},
        {"gauss-seidel, 20", TN_GAUSS_SEIDEL, 20, 1, false, 1},
        {"gauss-seidel, 4 substeps", TN_GAUSS_SEIDEL, 1, 4, false, 1},
        {"gauss-seidel, 6, rolling", TN_GAUSS_SEIDEL, 6, 1, true, 1},
        {"A, 6, 2 threads", TN_SCHEME_A, 6, 1, false, 2},
        {"B, 6, 2 threads", TN_SCHEME_B, 6, 1, false, 2},
        {"gauss-seidel, 6, 2 threads", TN_GAUSS_SEIDEL, 6, 1, false, 2},
        {"gauss-seidel, 20, 2 threads", TN_GAUSS_SEIDEL, 20, 1, false, 2},
        {"rolling, 6, 2 threads", TN_GAUSS_SEIDEL, 6, 1, true, 2},
    };
    tn_pose poses[PARTS];
    int largest = b->largest > 0 && b->largest < 1000 ? b->largest : 1000;
    if (!assemble_one(poses)) {
        options_complain("bench", "the figure could not be put together");
        return false;
    }
    for (int count = b->quick ? largest : 10; count <= largest; count *= 10)
        for (size_t k = 0; k < sizeof ways / sizeof *ways && !files_interrupted(); k++) {
            struct bench_row row = bench_row("figures");
            tn_world *w = build(count, poses, &ways[k]);
            bool ok = w && measure(w, ways[k].threads, bench_repeats(b, 5, 2), &row);
            snprintf(row.model, sizeof row.model, "%d figures", count);
            snprintf(row.by, sizeof row.by, "%s", ways[k].name);
            snprintf(row.who, sizeof row.who, "tenon displacement");
            row.beside = 1000 * bench_yardstick(PARTS * count);
            row.aim = count == 1000 ? 1 : 0;
            if (ok)
                bench_add(&b->table, &row);
            else
                options_complain("bench", "the figures could not be simulated%s%s", w ? ": " : "",
                                 w ? tn_failure(w) : "");
            tn_world_free(w);
            if (!ok)
                return false;
        }
    return !files_interrupted();
}
