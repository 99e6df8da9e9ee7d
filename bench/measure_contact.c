/* measure_contact.c: piles and crowds: what a step of bodies that touch costs.
 *
 * pyramid: 1,015 unit boxes (bench/pile.h) in steps of 1/60 s, without sleeping; the error is how far any of them moves
 * in the last sixth of the run. Beside it the same pyramid in other engines. crowd: bodies of five shapes fall in a
 * layer on the floor, 1,000 of them and 10,000: a step should cost ten times as much.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "files.h"
#include "options.h"
#include "pile.h"
#include "texts.h"

static tn_world *contact_world(double friction)
{
    tn_world *w = tn_world_new();
    tn_settings s = tn_world_settings(w);
    tn_object_def floor = tn_object_default();
    tn_force_def pull = {.kind = "gravity", .count = 1};
    s.step = pile_step;
    pull.args[0] = tn_arg_vector((tn_vec3){0, 0, -pile_gravity});
    floor.shape = "plane";
    tn_world_configure(w, &s);
    tn_force_add(w, &pull, NULL);
    tn_object_add(w, &floor, NULL);
    tn_contact_add(w, &(tn_contact_def){.friction = friction});
    return w;
}

/* ---- the pyramid ---- */

static tn_world *pyramid(void)
{
    tn_world *w = contact_world(pile_friction);
    for (int i = 0; i < PILE_BOXES; i++) {
        tn_object_def d = tn_object_default();
        double x[3];
        pile_place(i, x);
        d.shape = "box";
        d.size[0] = d.size[1] = d.size[2] = 1;
        d.density = pile_density;
        d.position = (tn_vec3){x[0], x[1], x[2]};
        tn_object_add(w, &d, NULL);
    }
    return w;
}

static void places(tn_world *w, tn_vec3 *out)
{
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_pose p;
        tn_object_pose(w, tn_object_at(w, i), &p);
        out[i] = p.center;
    }
}

static double moved(tn_world *w, const tn_vec3 *from)
{
    double most = 0;
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_pose p;
        tn_object_pose(w, tn_object_at(w, i), &p);
        double x = p.center.x - from[i].x, y = p.center.y - from[i].y, z = p.center.z - from[i].z;
        most = fmax(most, sqrt(x * x + y * y + z * z));
    }
    return most;
}

/* Seconds of the processor a step from the t-th second to `until`, each step by itself. */
static double time_steps(tn_world *w, double until, tn_status *status)
{
    double from = tn_time(w), start = bench_clock();
    int steps = (int)lround((until - from) / pile_step);
    for (int i = 1; i <= steps && *status == TN_OK && !files_interrupted(); i++)
        *status = tn_advance(w, i < steps ? from + i * pile_step : until);
    return (bench_clock() - start) / (steps > 0 ? steps : 1);
}

static struct bench_row pile_row(const char *by, double seconds, double error)
{
    struct bench_row row = bench_row("pyramid");
    snprintf(row.model, sizeof row.model, "pyramid %d", PILE_BOXES);
    snprintf(row.by, sizeof row.by, "%.39s", by);
    snprintf(row.who, sizeof row.who, "%.39s", by);
    row.value = 1e3 * seconds;
    row.unit = "ms a step";
    row.error = error;
    return row;
}

bool bench_pyramid(struct bench *b)
{
    const double until = b->quick ? 6 : 60;
    tn_world *w = pyramid();
    tn_vec3 *late = texts_memory(NULL, sizeof *late * (size_t)tn_object_count(w));
    tn_status status = TN_OK;
    double first = time_steps(w, until - until / 6, &status);
    places(w, late);
    double last = time_steps(w, until, &status);
    struct bench_row row = pile_row("tenon", (5 * first + last) / 6, moved(w, late));
    row.aim = 4;
    for (int i = 0; i < b->peers.problem_count && status == TN_OK; i++) {
        const struct bench_problem *p = &b->peers.problems[i];
        struct bench_outcome o;
        if (strcmp(p->problem, "pyramid") != 0 || !bench_problem_run(p, until, pile_step, &o))
            continue;
        double seconds = o.seconds * pile_step / until;
        struct bench_row other = pile_row(p->name, seconds, o.error);
        if (strcmp(p->name, "bullet") == 0)
            row.beside = 1e3 * seconds;
        bench_add(&b->table, &other);
    }
    if (status == TN_OK)
        bench_add(&b->table, &row);
    else
        options_complain("bench", "%s", tn_failure(w));
    free(late);
    tn_world_free(w);
    return status == TN_OK && !files_interrupted();
}

/* ---- a crowd ---- */

/* Four deep, as wide as it must be. */
static tn_world *crowd(int count)
{
    static const char *const shapes[5] = {"sphere", "box", "capsule", "cylinder", "rod"};
    static const double sizes[5][3] = {{0.4}, {0.7, 0.6, 0.5}, {0.25, 0.4}, {0.35, 0.5}, {0.8, 0.2}};
    tn_world *w = contact_world(0.5);
    int side = (int)ceil(sqrt(count / 4.0));
    uint64_t seed = 1;
    for (int i = 0; i < count; i++) {
        tn_object_def d = tn_object_default();
        double turn[3];
        for (int k = 0; k < 3; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            turn[k] = (double)(seed >> 11) / 9007199254740992.0 - 0.5;
        }
        d.shape = shapes[i % 5];
        memcpy(d.size, sizes[i % 5], sizeof d.size);
        d.position = (tn_vec3){i / 4 % side, i / 4 / side, 0.6 + 1.0 * (i % 4)};
        d.orientation = (tn_quat){1, turn[0], turn[1], turn[2]};
        tn_object_add(w, &d, NULL);
    }
    return w;
}

bool bench_crowd(struct bench *b)
{
    double few = 0;
    for (int count = 1000; count <= 10000; count *= 10) {
        tn_world *w = crowd(count);
        tn_status status = TN_OK;
        time_steps(w, 1, &status);
        double seconds = time_steps(w, 2, &status);
        tn_touch touch;
        int points = 0;
        while (tn_touch_get(w, points, &touch))
            points++;
        struct bench_row row = bench_row("crowd");
        snprintf(row.model, sizeof row.model, "crowd %d, %d points", count, points);
        snprintf(row.by, sizeof row.by, "tenon");
        snprintf(row.who, sizeof row.who, "tenon");
        row.value = 1e6 * seconds / count;
        row.unit = "us a body";
        row.beside = few; /* a thousand of them: linear is 1 */
        few = count == 1000 ? row.value : few;
        if (status == TN_OK)
            bench_add(&b->table, &row);
        else
            options_complain("bench", "%s", tn_failure(w));
        tn_world_free(w);
        if (status != TN_OK || files_interrupted())
            return false;
    }
    return true;
}
