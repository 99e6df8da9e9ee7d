/* measure_precision.c: error against time, and gaps at equal steps.
 *
 * precision: the distance from the true motion against the seconds it took, over all settings of the search (search.h),
 * of Tenon and of other engines. All of it goes to the JSON file (--plots draws it); the table has the fastest of each
 * within 1e-5 m. gaps: the largest joint deviation at the same step, of all that close joints by constraints.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "files.h"

/* ---- error against time ---- */

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
    struct bench_model m = bench_model_begin(kind, size);
    struct contest c = {.bench = b, .name = "to 1e-5 m", .model = &m, .curves = true};
    c.until = kind == RODS_FOUR_BARS ? 3 : (double)RODS_COMPARE / RODS_FRAMES;
    c.aim = precision_aim(&m.rods);
    c.search = (struct search){.bounds = {HUGE_VAL, HUGE_VAL, 1e-5}, .all = true, .enough = 1e-10};
    c.search.limit = b->limit > 0 ? b->limit : (b->quick ? 0.3 : 1);
    bool ok = contest_run(&c);
    bench_model_end(&m);
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
    row.limit = contest_limit(b, 10);
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
        if (p->kind != SEARCH_STEP || (p->reduced && m->rods.kind == RODS_OPEN) ||
            p->largest[m->rods.kind] < m->rods.size || !bench_peer_run(p, m, step, until, contest_limit(b, 10), &o))
            continue;
        bench_peer_name(p, step, by, sizeof by);
        least = fmin(least, o.cut ? HUGE_VAL : fmax(o.gap, rounding));
        add_gap(b, bench_rods_row("gaps", m, by, &o), step, 0, 0);
    }
    for (size_t i = 0; i < sizeof methods / sizeof *methods && !files_interrupted(); i++) {
        tn_settings s = b->settings;
        s.integrator = methods[i];
        s.step = step;
        if (!bench_rods_run(m, &s, until, contest_limit(b, 10), &o))
            return false;
        bool compared = least < HUGE_VAL;
        add_gap(b, bench_tenon_row("gaps", m, &s, &o), step, compared ? least : 0, compared ? least : 0);
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
