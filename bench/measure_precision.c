/* measure_precision.c: error against time, and gaps at equal steps.
 *
 * precision: the distance from the true motion against the seconds it took, over many settings of Tenon and of other
 * engines: all of it goes to the JSON file (--plots draws it), the table has the fastest of each that is
 * within 1e-5 m. gaps: the largest joint deviation at the same step, of everybody who closes joints by constraints.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "files.h"

/* ---- error against time ---- */

struct sweep {
    struct bench *bench;
    struct bench_model model;
    double until;
    bool any;
    struct bench_row best; /* the fastest within 1e-5 m */
};

static void take(struct sweep *s, struct bench_row row, bool stuck)
{
    row.quiet = true;
    bench_add(&s->bench->table, &row);
    if (stuck || !(row.error >= 0 && row.error <= 1e-5) || (s->any && row.value >= s->best.value))
        return;
    s->any = true;
    s->best = row;
    s->best.bench = "to 1e-5 m";
    s->best.quiet = false;
}

static void finish(struct sweep *s, const char *who, double aim)
{
    if (s->any) {
        s->best.aim = aim;
        bench_add(&s->bench->table, &s->best);
    } else {
        printf("%-24s %-24s does not get there\n", "", who);
    }
    s->any = false;
}

static bool sweep_tenon(struct sweep *s, tn_integrator method)
{
    int count = s->bench->quick ? 6 : 10;
    for (int i = 0; i < count; i++) {
        tn_settings settings = s->bench->settings;
        struct bench_outcome o;
        settings.integrator = method;
        settings.tolerance = pow(10, -3 - i);
        settings.step = 0.05 / pow(2, i);
        if (!bench_rods_run(&s->model, &settings, s->until, s->bench->quick ? 1 : 5, &o))
            return false;
        take(s, bench_tenon_row("precision", &s->model, &o), o.stuck || o.cut);
        if (o.stuck || o.cut || o.error < 1e-10)
            break;
    }
    return true;
}

static bool sweep_peer(struct sweep *s, const struct bench_peer *p)
{
    int count = s->bench->quick ? 5 : 8;
    if (p->largest[s->model.rods.kind] < s->model.rods.size)
        return true;
    char by[64];
    for (int i = 0; i < count && !files_interrupted(); i++) {
        struct bench_outcome o;
        double value = p->accuracy ? pow(10, -2 - i) : 0.01 / pow(2, i);
        if (!bench_peer_run(p, &s->model.rods, value, s->until, s->bench->quick ? 0.3 : 3, &o))
            continue;
        bench_peer_name(p, value, by, sizeof by);
        take(s, bench_rods_row("precision", &s->model, by, &o), o.stuck || o.cut);
        if (o.stuck || o.cut || o.error < 1e-10)
            break;
    }
    snprintf(by, sizeof by, "%s %s", p->name, p->method);
    finish(s, by, 0);
    return !files_interrupted();
}

/* At 0.5 s. */
static double precision_aim(const struct rods *m)
{
    if (m->kind == RODS_OPEN)
        return m->size == 10 ? 0.0009 : 0;
    if (m->kind == RODS_TOWERS)
        return m->size == 10 ? 0.004 : 0.03;
    return 0;
}

static bool measure_precision(struct bench *b, enum rods_kind kind, int size)
{
    static const tn_integrator methods[] = {TN_ADAMS, TN_RK4, TN_EULER};
    struct sweep s = {.bench = b, .model = bench_model_begin(kind, size)};
    bool ok = true;
    s.until = kind == RODS_FOUR_BARS ? 3 : (double)RODS_COMPARE / RODS_FRAMES;
    for (size_t i = 0; i < sizeof methods / sizeof *methods && ok; i++)
        if (!b->fixed_settings || methods[i] == b->settings.integrator)
            ok = sweep_tenon(&s, methods[i]);
    if (ok)
        finish(&s, "tenon", precision_aim(&s.model.rods));
    for (int i = 0; i < b->peers.count && ok; i++)
        ok = sweep_peer(&s, &b->peers.at[i]);
    bench_model_end(&s.model);
    return ok;
}

bool bench_precision(struct bench *b)
{
    static const struct {
        enum rods_kind kind;
        int size;
    } models[] = {{RODS_OPEN, 10}, {RODS_TOWERS, 10}, {RODS_FOUR_BARS, 2}, {RODS_OPEN, 100}, {RODS_TOWERS, 100}};
    bool ok = true;
    for (size_t i = 0; i < sizeof models / sizeof *models && ok; i++)
        if ((b->model < 0 || b->model == (int)models[i].kind) &&
            models[i].size <= (b->largest ? b->largest : (b->quick ? 10 : 100)))
            ok = measure_precision(b, models[i].kind, models[i].size);
    return ok;
}

/* ---- gaps at equal steps ---- */

static void add_gap(struct bench *b, struct bench_row row, double step, double beside, double aim)
{
    size_t n = strlen(row.model);
    snprintf(row.model + n, sizeof row.model - n, ", %g ms", 1e3 * step);
    row.value = row.gap;
    row.unit = "m";
    row.beside = beside;
    row.aim = aim;
    bench_add(&b->table, &row);
}

/* The smallest gap of the others is what Tenon must not exceed, down to the rounding of numbers. */
static const double rounding = 1e-13; /* m */

static bool measure_gap(struct bench *b, const struct bench_model *m, double step)
{
    static const tn_integrator methods[] = {TN_RK4, TN_EULER};
    double least = HUGE_VAL, until = fmin(2, rods_until(&m->rods));
    struct bench_outcome o;
    for (int i = 0; i < b->peers.count && !files_interrupted(); i++) {
        const struct bench_peer *p = &b->peers.at[i];
        char by[40];
        if (p->accuracy || (p->reduced && m->rods.kind == RODS_OPEN) || p->largest[m->rods.kind] < m->rods.size ||
            !bench_peer_run(p, &m->rods, step, until, b->quick ? 2 : 10, &o))
            continue;
        bench_peer_name(p, step, by, sizeof by);
        least = fmin(least, o.cut ? HUGE_VAL : fmax(o.gap, rounding));
        add_gap(b, bench_rods_row("gaps", m, by, &o), step, 0, 0);
    }
    for (size_t i = 0; i < sizeof methods / sizeof *methods && !files_interrupted(); i++) {
        tn_settings s = b->settings;
        s.integrator = methods[i];
        s.step = step;
        if (!bench_rods_run(m, &s, until, b->quick ? 2 : 10, &o))
            return false;
        bool compared = least < HUGE_VAL;
        add_gap(b, bench_tenon_row("gaps", m, &o), step, compared ? least : 0, compared ? least : 0);
    }
    return !files_interrupted();
}

bool bench_gaps(struct bench *b)
{
    static const double steps[] = {0.01, 0.004, 0.002};
    bool ok = true;
    for (int kind = 0; kind < RODS_KINDS && ok; kind++) {
        if (b->model >= 0 && b->model != kind)
            continue;
        struct bench_model m = bench_model_begin((enum rods_kind)kind, kind == RODS_FOUR_BARS ? 2 : 10);
        for (size_t i = 0; i < sizeof steps / sizeof *steps && ok; i++)
            ok = (b->quick && i > 0) || measure_gap(b, &m, steps[i]);
        bench_model_end(&m);
    }
    return ok;
}
