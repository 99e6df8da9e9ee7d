/* measure_contact.c: piles and crowds: the cost of a step of bodies in contact.
 *
 * pyramid: 1,015 unit boxes (bench/pile.h), 12 s in steps of 1/60 s, without sleeping; the error is the largest movement
 * of a box in the last sixth of the run. Beside it the same pyramid in other engines, in turn. crowd: bodies of five
 * shapes fall in a layer on the floor, 1,000 and 10,000 of them: the cost per body should be the same.
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
    tn_force_def pull = {.size = sizeof(tn_force_def), .kind = "gravity", .count = 1};
    s.step = pile_step;
    pull.args[0] = tn_arg_vector((tn_vec3){0, 0, -pile_gravity});
    floor.shape = "plane";
    tn_world_configure(w, &s);
    tn_force_add(w, &pull, NULL);
    tn_object_add(w, &floor, NULL);
    tn_contact_add(w, &(tn_contact_def){.size = sizeof(tn_contact_def), .friction = friction});
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

/* Seconds of processor time per step from now to `until`, each step by itself. */
static double time_steps(tn_world *w, double until, tn_status *status)
{
    double from = tn_time(w), start = bench_clock();
    int steps = (int)lround((until - from) / pile_step);
    for (int i = 1; i <= steps && *status == TN_OK && !files_interrupted(); i++)
        *status = tn_advance(w, i < steps ? from + i * pile_step : until);
    return (bench_clock() - start) / (steps > 0 ? steps : 1);
}

/* Tenon, then the other engines. */
enum { PILE_ENGINES = 8 };
struct pile_result {
    const char *name;
    struct bench_samples times; /* s per step */
    double error;
};

static bool run_pyramid(double until, struct pile_result *out)
{
    tn_world *w = pyramid();
    tn_vec3 *late = texts_memory(NULL, sizeof *late * (size_t)tn_object_count(w));
    tn_status status = TN_OK;
    double first = time_steps(w, until - until / 6, &status);
    places(w, late);
    double last = time_steps(w, until, &status);
    bench_sample(&out->times, (5 * first + last) / 6);
    out->error = moved(w, late);
    if (status != TN_OK)
        options_complain("bench", "%s", tn_failure(w));
    free(late);
    tn_world_free(w);
    return status == TN_OK && !files_interrupted();
}

/* Returns the number of engines that ran. */
static int run_pyramid_peers(const struct bench_peers *peers, double until, struct pile_result out[PILE_ENGINES])
{
    int count = 0;
    for (int i = 0; i < peers->problem_count && count < PILE_ENGINES; i++) {
        const struct bench_problem *p = &peers->problems[i];
        struct bench_outcome o;
        if (strcmp(p->problem, "pyramid") != 0 || !bench_problem_run(p, until, pile_step, &o))
            continue;
        out[count].name = p->name;
        out[count].error = o.error;
        bench_sample(&out[count++].times, o.seconds * pile_step / until);
    }
    return count;
}

static struct bench_row pile_row(const struct pile_result *r)
{
    struct bench_row row = bench_row("pyramid");
    snprintf(row.model, sizeof row.model, "pyramid %d", PILE_BOXES);
    snprintf(row.by, sizeof row.by, "%s", r->name);
    bench_row_samples(&row, &r->times, 1e3);
    row.unit = "ms/step";
    row.error = r->error;
    return row;
}

bool bench_pyramid(struct bench *b)
{
    const double until = b->quick ? 3 : 12;
    struct pile_result own = {.name = "tenon"}, others[PILE_ENGINES] = {0};
    int count = 0;
    for (int r = 0; r < bench_repeats(b, 3, 2); r++) {
        if (!run_pyramid(until, &own))
            return false;
        count = run_pyramid_peers(&b->peers, until, others);
    }
    struct bench_row row = pile_row(&own);
    row.aim = 4;
    for (int i = 0; i < count; i++) {
        struct bench_row other = pile_row(&others[i]);
        if (strcmp(others[i].name, "bullet") == 0)
            row.beside = other.value;
        bench_add(&b->table, &other);
    }
    bench_add(&b->table, &row);
    return !files_interrupted();
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

/* The second second of the fall. Returns the number of contact points at its end; negative after a message. */
static int run_crowd(int count, struct bench_samples *times)
{
    tn_world *w = crowd(count);
    tn_status status = TN_OK;
    time_steps(w, 1, &status);
    bench_sample(times, time_steps(w, 2, &status));
    tn_touch touch;
    int points = 0;
    while (tn_touch_get(w, points, &touch))
        points++;
    if (status != TN_OK)
        options_complain("bench", "%s", tn_failure(w));
    tn_world_free(w);
    return status == TN_OK ? points : -1;
}

bool bench_crowd(struct bench *b)
{
    double few = 0;
    for (int count = 1000; count <= 10000; count *= 10) {
        struct bench_samples times = {0};
        int points = 0;
        for (int r = 0; r < bench_repeats(b, 3, 2) && points >= 0 && !files_interrupted(); r++)
            points = run_crowd(count, &times);
        if (points < 0 || files_interrupted())
            return false;
        struct bench_row row = bench_row("crowd");
        snprintf(row.model, sizeof row.model, "crowd %d, %d points", count, points);
        snprintf(row.by, sizeof row.by, "tenon");
        bench_row_samples(&row, &times, 1e6 / count);
        row.unit = "us/body";
        row.beside = few; /* a thousand of them: linear is 1 */
        few = count == 1000 ? row.value : few;
        bench_add(&b->table, &row);
    }
    return true;
}
