/* rods_run.c: the models of rods.h as worlds, and a run of one with its measures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "files.h"
#include "texts.h"

/* ---- a world ---- */

static bool add_rod(tn_world *w, const struct rods *m, int i, tn_object *rods, char **message)
{
    tn_object_def def = tn_object_default();
    const struct rods_pose *p = &m->start[i];
    def.shape = "rod";
    def.size[0] = m->length;
    def.size[1] = m->radius;
    def.mass = m->mass;
    def.inertia[0] = def.inertia[1] = m->across;
    def.inertia[2] = m->along;
    def.position = (tn_vec3){p->center[0], p->center[1], p->center[2]};
    def.orientation = (tn_quat){p->q[0], p->q[1], p->q[2], p->q[3]};
    def.velocity = (tn_vec3){p->velocity[0], p->velocity[1], p->velocity[2]};
    def.spin = (tn_vec3){p->spin[0], p->spin[1], p->spin[2]};
    rods[i] = tn_object_add(w, &def, message);
    return rods[i].generation != 0;
}

/* What a ball joint holds together: the end of a rod, or the place. */
static tn_arg joint_end(const struct rods *m, const struct rods_joint *j, int rod, int end, const tn_object *rods)
{
    double z = end == 1 ? -m->length / 2 : m->length / 2;
    if (rod < 0)
        return tn_arg_vector((tn_vec3){j->place[0], j->place[1], j->place[2]});
    return tn_arg_point(rods[rod], (tn_vec3){0, 0, z});
}

static bool add_joint(tn_world *w, const struct rods *m, const struct rods_joint *j, const tn_object *rods,
                      char **message)
{
    tn_constraint_def def = {
        .size = sizeof(tn_constraint_def), .kind = m->hinges ? "revolute" : "connect", .count = m->hinges ? 4 : 2};
    if (m->hinges) {
        def.args[0] = j->a < 0 ? tn_arg_world() : tn_arg_object(rods[j->a]);
        def.args[1] = j->b < 0 ? tn_arg_world() : tn_arg_object(rods[j->b]);
        def.args[2] = tn_arg_vector((tn_vec3){j->place[0], j->place[1], j->place[2]});
        def.args[3] = tn_arg_vector((tn_vec3){0, 1, 0});
    } else {
        def.args[0] = joint_end(m, j, j->a, j->a_end, rods);
        def.args[1] = joint_end(m, j, j->b, j->b_end, rods);
    }
    return tn_constraint_add(w, &def, message).generation != 0;
}

tn_world *bench_rods_world(const struct rods *m, const tn_settings *s)
{
    tn_world *w = tn_world_new();
    tn_object *rods = texts_memory(NULL, sizeof *rods * (size_t)m->count);
    tn_force_def pull = {.size = sizeof(tn_force_def), .kind = "gravity", .count = 1};
    char *message = NULL;
    pull.args[0] = tn_arg_vector((tn_vec3){0, 0, -RODS_GRAVITY});
    bool ok = tn_world_configure(w, s) == TN_OK && tn_force_add(w, &pull, &message).generation != 0;
    for (int i = 0; i < m->count && ok; i++)
        ok = add_rod(w, m, i, rods, &message);
    for (int k = 0; k < m->joint_count && ok; k++)
        ok = add_joint(w, m, &m->joints[k], rods, &message);
    free(rods);
    if (ok)
        return w;
    fprintf(stderr, "tenon bench: %s %d was refused: %s\n", rods_names[m->kind], m->size,
            message ? message : "settings out of range");
    free(message);
    tn_world_free(w);
    return NULL;
}

static bool take_poses(tn_world *w, const struct rods *m, struct rods_pose *out)
{
    for (int i = 0; i < m->count; i++) {
        tn_pose p;
        if (tn_object_pose(w, tn_object_at(w, i), &p) != TN_OK)
            return false;
        out[i] = (struct rods_pose){{p.center.x, p.center.y, p.center.z},
                                    {p.orientation.w, p.orientation.x, p.orientation.y, p.orientation.z},
                                    {p.velocity.x, p.velocity.y, p.velocity.z},
                                    {p.spin.x, p.spin.y, p.spin.z}};
    }
    return true;
}

/* ---- a run ---- */

/* The true motion of a chain is computed once a model and taken over by its runs. */
static bool run_once(const struct bench_model *m, const tn_settings *s, double until, double limit,
                     struct bench_outcome *out)
{
    tn_world *w = bench_rods_world(&m->rods, s);
    struct rods_pose *poses = texts_memory(NULL, sizeof *poses * (size_t)m->rods.count);
    struct rods_meter meter = {0};
    struct rods_truth truth = m->truth;
    double spent = 0;
    int k = 0, frames = (int)lround(until * RODS_FRAMES);
    *out = (struct bench_outcome){0};
    bool ok = w && tn_evaluate(w) == TN_OK && take_poses(w, &m->rods, poses); /* the plan is made */
    if (ok)
        rods_meter_frame(&meter, &m->rods, poses);
    while (ok && k < frames && !out->stuck && !out->cut && !files_interrupted()) {
        double start = bench_clock();
        out->stuck = tn_advance(w, (double)++k / RODS_FRAMES) != TN_OK;
        spent += bench_clock() - start;
        out->cut = k < frames && spent > limit;
        ok = take_poses(w, &m->rods, poses);
        rods_meter_frame(&meter, &m->rods, poses);
        rods_truth_frame(&truth, &m->rods, k, poses);
    }
    out->seconds = k > 0 ? spent / ((double)k / RODS_FRAMES) : 0;
    out->spent = spent;
    out->evaluations = w ? (double)tn_count(w).evaluations : 0;
    out->gap = meter.gap;
    out->drift = rods_drift(&meter);
    out->error = truth.error;
    free(poses);
    tn_world_free(w);
    return ok && !files_interrupted();
}

bool bench_rods_run(const struct bench_model *m, const tn_settings *s, double until, double limit,
                    struct bench_outcome *out)
{
    double seconds = 0, spent = 0;
    int runs = 0;
    do {
        if (!run_once(m, s, until, limit, out))
            return false;
        seconds += out->seconds;
        spent += out->spent;
        runs++;
    } while (spent < 0.1 && runs < 200 && !out->stuck && !out->cut);
    out->seconds = seconds / runs;
    return true;
}

/* Other engines are programs of their own: what takes long to compute is passed to them in a file. */
static void save_truth(struct bench_model *m)
{
    char path[] = "/tmp/tenon-truth-XXXXXX";
    int file = m->truth.centers ? mkstemp(path) : -1;
    if (file < 0)
        return;
    size_t bytes = sizeof *m->truth.centers * (size_t)m->rods.count;
    bool ok = write(file, m->truth.centers, bytes) == (ssize_t)bytes;
    if (close(file) == 0 && ok)
        snprintf(m->truth_file, sizeof m->truth_file, "%s", path);
    else
        unlink(path);
}

struct bench_model bench_model_begin(enum rods_kind kind, int size)
{
    struct bench_model m = {.rods = rods_make(kind, size)};
    m.truth = rods_truth_begin(&m.rods);
    m.yardstick = 1000 * bench_yardstick(m.rods.count);
    save_truth(&m);
    return m;
}

void bench_model_end(struct bench_model *m)
{
    if (*m->truth_file)
        unlink(m->truth_file);
    rods_truth_end(&m->truth);
    rods_free(&m->rods);
}

struct bench_row bench_rods_row(const char *bench, const struct bench_model *m, const char *by,
                                const struct bench_outcome *o)
{
    struct bench_row row = bench_row(bench);
    snprintf(row.model, sizeof row.model, "%s %d", rods_names[m->rods.kind], m->rods.size);
    snprintf(row.by, sizeof row.by, "%s%s", by, o->stuck ? ", stuck" : (o->cut ? ", cut off" : ""));
    snprintf(row.who, sizeof row.who, "%.*s", (int)(strrchr(by, ' ') ? strrchr(by, ' ') - by : (long)strlen(by)), by);
    row.value = o->seconds;
    row.unit = "s/s";
    row.beside = m->yardstick;
    row.gap = o->gap;
    row.drift = o->drift;
    row.error = o->error;
    row.evaluations = o->evaluations;
    return row;
}

struct bench_row bench_tenon_row(const char *bench, const struct bench_model *m, const tn_settings *s,
                                 const struct bench_outcome *o)
{
    char how[24], by[32];
    bench_settings_name(s, how, sizeof how);
    snprintf(by, sizeof by, "tenon %s", how);
    return bench_rods_row(bench, m, by, o);
}
