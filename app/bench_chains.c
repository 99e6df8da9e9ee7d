/* bench_chains.c: chains of rods in motion (chains.h): seconds of one core for a simulated second, with how exact it was.
 *
 * chains: open and between towers, 10 to 10,000 links, 2 s; of the settings that keep gaps and drift below 1e-6 the
 * fastest. precision: the distance from the converged motion at 0.5 s against the time it took, over many settings.
 * Beside both: 1000 evaluations of an open chain of as many links by the kernel written by hand.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "files.h"
#include "texts.h"

static const double allowed = 1e-6; /* gap, m, and drift */

/* ---- a chain as a world ---- */

static bool add_rod(tn_world *w, const struct chains_model *m, int i, tn_object *rods, char **message)
{
    tn_object_def def = tn_object_default();
    struct chains_pose p;
    chains_place(m, i, &p);
    def.shape = "rod";
    def.size[0] = CHAINS_LENGTH;
    def.size[1] = CHAINS_RADIUS;
    def.density = CHAINS_DENSITY;
    def.position = (tn_vec3){p.center[0], p.center[1], p.center[2]};
    def.orientation = (tn_quat){p.q[0], p.q[1], p.q[2], p.q[3]};
    rods[i] = tn_object_add(w, &def, message);
    return rods[i].generation != 0;
}

/* Joint i is between rod i − 1 and rod i; the first and the one after the last are places. */
static bool add_joint(tn_world *w, const struct chains_model *m, int i, const tn_object *rods, char **message)
{
    const tn_vec3 end1 = {0, 0, -CHAINS_LENGTH / 2}, end2 = {0, 0, CHAINS_LENGTH / 2};
    double far[3];
    tn_constraint_def def = {.kind = "connect", .count = 2};
    chains_far_tower(m, far);
    def.args[0] = i == 0 ? tn_arg_vector((tn_vec3){0, 0, 0}) : tn_arg_point(rods[i - 1], end2);
    def.args[1] = i == m->links ? tn_arg_vector((tn_vec3){far[0], far[1], far[2]}) : tn_arg_point(rods[i], end1);
    return tn_constraint_add(w, &def, message).generation != 0;
}

tn_world *bench_chain_world(const struct chains_model *m, const tn_settings *s)
{
    tn_world *w = tn_world_new();
    tn_object *rods = texts_memory(NULL, sizeof *rods * (size_t)m->links);
    tn_force_def pull = {.kind = "gravity", .count = 1};
    char *message = NULL;
    pull.args[0] = tn_arg_vector((tn_vec3){0, 0, -CHAINS_GRAVITY});
    bool ok = tn_world_configure(w, s) == TN_OK && tn_force_add(w, &pull, &message).generation != 0;
    for (int i = 0; i < m->links && ok; i++)
        ok = add_rod(w, m, i, rods, &message) && add_joint(w, m, i, rods, &message);
    if (ok && m->towers)
        ok = add_joint(w, m, m->links, rods, &message);
    free(rods);
    if (ok)
        return w;
    fprintf(stderr, "tenon bench: the chain of %d links was refused: %s\n", m->links,
            message ? message : "settings out of range");
    free(message);
    tn_world_free(w);
    return NULL;
}

static bool take_poses(tn_world *w, const struct chains_model *m, struct chains_pose *out)
{
    for (int i = 0; i < m->links; i++) {
        tn_pose p;
        if (tn_object_pose(w, tn_object_at(w, i), &p) != TN_OK)
            return false;
        out[i] = (struct chains_pose){{p.center.x, p.center.y, p.center.z},
                                      {p.orientation.w, p.orientation.x, p.orientation.y, p.orientation.z},
                                      {p.velocity.x, p.velocity.y, p.velocity.z},
                                      {p.spin.x, p.spin.y, p.spin.z}};
    }
    return true;
}

/* ---- a run ---- */

struct chain_run {
    struct chains_model model;
    tn_settings settings;
    int frames;                 /* how many of CHAINS_FRAMES a second */
    const double (*centers)[3]; /* where they are at CHAINS_COMPARE, NULL: not known */
    double limit;               /* processor seconds after which it is given up */
    double seconds;             /* out: of the processor, for a simulated second */
    double error, evaluations;  /* out */
    struct chains_meter meter;  /* out */
    bool stuck;                 /* out: it could not go on, or was given up */
};

static bool run_chain(struct chain_run *r)
{
    tn_world *w = bench_chain_world(&r->model, &r->settings);
    struct chains_pose *poses = texts_memory(NULL, sizeof *poses * (size_t)r->model.links);
    double spent = 0;
    int k = 0;
    r->meter = (struct chains_meter){0};
    r->error = -1;
    r->stuck = false;
    bool ok = w && tn_evaluate(w) == TN_OK && take_poses(w, &r->model, poses); /* the plan is made */
    if (ok)
        chains_meter_frame(&r->meter, &r->model, poses);
    while (ok && k < r->frames && !r->stuck && !files_interrupted()) {
        double start = bench_clock();
        r->stuck = tn_advance(w, (double)++k / CHAINS_FRAMES) != TN_OK;
        spent += bench_clock() - start;
        r->stuck = r->stuck || (r->limit > 0 && spent > r->limit);
        ok = take_poses(w, &r->model, poses);
        chains_meter_frame(&r->meter, &r->model, poses);
        if (k == CHAINS_COMPARE && r->centers)
            r->error = chains_distance(&r->model, poses, r->centers);
    }
    r->seconds = k > 0 ? spent / ((double)k / CHAINS_FRAMES) : 0;
    r->evaluations = w ? (double)tn_count(w).evaluations : 0;
    free(poses);
    tn_world_free(w);
    return ok && !files_interrupted();
}

/* Short runs are repeated until the clock can tell: the best counts. */
static bool run_best(struct chain_run *r)
{
    double best = HUGE_VAL, spent = 0;
    for (int i = 0; i < 200 && (i == 0 || spent < 0.1); i++) {
        if (!run_chain(r))
            return false;
        best = fmin(best, r->seconds);
        spent += r->seconds * r->frames / CHAINS_FRAMES;
    }
    r->seconds = best;
    return true;
}

static struct bench_row chain_row(const char *bench, const struct chain_run *r)
{
    struct bench_row row = bench_row(bench);
    char how[24];
    bench_settings_name(&r->settings, how, sizeof how);
    snprintf(row.model, sizeof row.model, "%s %d", r->model.towers ? "towers" : "open", r->model.links);
    snprintf(row.by, sizeof row.by, "tenon %s%s", how, r->stuck ? " stuck" : "");
    row.value = r->seconds;
    row.unit = "s/s";
    row.gap = r->meter.gap;
    row.drift = chains_drift(&r->meter);
    row.error = r->error;
    row.evaluations = r->evaluations;
    return row;
}

/* ---- chains ---- */

static double chains_aim(const struct chains_model *m)
{
    if (m->links == 1000)
        return m->towers ? 0.5 : 0.11;
    if (m->links == 10000)
        return m->towers ? 5.5 : 2.2;
    return 0;
}

/* Takes the better: what is exact enough before what is not, then the faster. */
static void take_better(struct chain_run *best, bool *any, const struct chain_run *r)
{
    bool good = !r->stuck && r->meter.gap <= allowed && chains_drift(&r->meter) <= allowed;
    bool best_good = *any && !best->stuck && best->meter.gap <= allowed && chains_drift(&best->meter) <= allowed;
    bool better = good != best_good ? good : (good ? r->seconds < best->seconds : r->meter.gap < best->meter.gap);
    if (!*any || better)
        *best = *r;
    *any = true;
}

/* From rough to fine until a run is exact enough; a finer one could only be slower. */
static bool search(struct chain_run *r, struct chain_run *best, bool *any)
{
    static const double tolerances[] = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10};
    static const double steps[] = {0.02, 0.01, 0.005, 0.0025, 0.00125, 0.000625};
    bool adaptive = r->settings.integrator == TN_ADAMS || r->settings.integrator == TN_GEAR;
    size_t count = adaptive ? sizeof tolerances / sizeof *tolerances : sizeof steps / sizeof *steps;
    for (size_t i = 0; i < count; i++) {
        if (adaptive)
            r->settings.tolerance = tolerances[i];
        else
            r->settings.step = steps[i];
        r->limit = *any && !best->stuck ? 2.5 * best->seconds : 120;
        if (!run_chain(r))
            return false;
        take_better(best, any, r);
        if (r->stuck ? *any && !best->stuck && r->seconds > best->seconds
                     : r->meter.gap <= allowed && chains_drift(&r->meter) <= allowed)
            break;
    }
    return true;
}

static double (*reference(const struct chains_model *m))[3]
{
    double(*centers)[3] = texts_memory(NULL, sizeof *centers * (size_t)m->links);
    if (chains_truth(m, (double)CHAINS_COMPARE / CHAINS_FRAMES, 1e-12, centers, NULL))
        return centers;
    free(centers);
    return NULL;
}

static bool measure_chain(struct bench *b, const struct chains_model *m)
{
    static const tn_integrator methods[] = {TN_ADAMS, TN_RK4};
    double(*centers)[3] = m->links <= 1000 ? reference(m) : NULL;
    struct chain_run r = {.model = *m, .settings = b->settings, .frames = (int)(CHAINS_UNTIL * CHAINS_FRAMES)}, best;
    bool any = false, ok = true;
    double yard = bench_yardstick(m->links);
    r.centers = (const double(*)[3])centers;
    if (b->fixed_settings) {
        ok = run_chain(&r);
        take_better(&best, &any, &r);
    }
    for (size_t i = 0; i < sizeof methods / sizeof *methods && !b->fixed_settings && ok; i++) {
        r.settings.integrator = methods[i];
        ok = search(&r, &best, &any);
    }
    if (ok && !best.stuck)
        ok = run_best(&best);
    free(centers);
    if (!ok)
        return false;
    struct bench_row row = chain_row("chains", &best);
    row.beside = 1000 * fmin(yard, bench_yardstick(m->links));
    row.aim = chains_aim(m);
    bench_add(&b->table, &row);
    return true;
}

bool bench_chains(struct bench *b)
{
    int largest = b->largest ? b->largest : (b->quick ? 1000 : 10000);
    bool ok = true;
    for (int towers = 0; towers < 2; towers++) {
        if (b->model && strcmp(b->model, towers ? "towers" : "open"))
            continue;
        for (int links = 10; links <= largest && ok; links *= 10)
            ok = measure_chain(b, &(struct chains_model){towers, links});
    }
    return ok;
}

/* ---- precision ---- */

static double precision_aim(const struct chains_model *m)
{
    if (!m->towers)
        return m->links == 10 ? 0.0009 : 0;
    return m->links == 10 ? 0.004 : 0.03;
}

/* All settings from rough to fine; the fastest that is within 1e-5 m goes to *best. */
static bool sweep(struct bench *b, struct chain_run *r, double yard, struct chain_run *best, bool *any)
{
    bool adaptive = r->settings.integrator == TN_ADAMS || r->settings.integrator == TN_GEAR;
    for (int i = 0; i < (b->quick ? 7 : 10); i++) {
        r->settings.tolerance = pow(10, -3 - i);
        r->settings.step = 0.05 / pow(2, i);
        if (!run_best(r))
            return false;
        struct bench_row row = chain_row("precision", r);
        row.beside = yard;
        bench_add(&b->table, &row);
        if (r->error >= 0 && r->error <= 1e-5 && !r->stuck && (!*any || r->seconds < best->seconds)) {
            *best = *r;
            *any = true;
        }
        if (r->error >= 0 && r->error < (adaptive ? 1e-10 : 1e-9))
            break;
    }
    return true;
}

static bool measure_precision(struct bench *b, const struct chains_model *m)
{
    static const tn_integrator methods[] = {TN_ADAMS, TN_RK4, TN_EULER};
    double(*centers)[3] = reference(m), yard = 1000 * bench_yardstick(m->links);
    struct chain_run r = {.model = *m, .settings = b->settings, .frames = CHAINS_COMPARE}, best;
    bool any = false, ok = centers != NULL;
    r.centers = (const double(*)[3])centers;
    for (size_t i = 0; i < sizeof methods / sizeof *methods && ok; i++) {
        if (b->fixed_settings && methods[i] != b->settings.integrator)
            continue;
        r.settings.integrator = methods[i];
        ok = sweep(b, &r, yard, &best, &any);
    }
    free(centers);
    if (ok && any) {
        struct bench_row row = chain_row("to 1e-5 m", &best);
        row.beside = yard;
        row.aim = precision_aim(m);
        bench_add(&b->table, &row);
    }
    return ok;
}

bool bench_precision(struct bench *b)
{
    static const struct chains_model models[] = {{false, 10}, {true, 10}, {false, 100}, {true, 100}};
    bool ok = true;
    for (size_t i = 0; i < sizeof models / sizeof *models && ok; i++)
        if ((!b->model || strcmp(b->model, models[i].towers ? "towers" : "open") == 0) &&
            (!b->largest || models[i].links <= b->largest))
            ok = measure_precision(b, &models[i]);
    return ok;
}
