/* measure_puppet.c: a puppet of thirty affine pieces pinned together; hands, feet and head follow paths.
 *
 * Its matrix is constant and is factored once; beside it the same puppet with a matrix that is computed and factored at
 * every evaluation. Four joints of the trunk have two pins, so that the trunk does not fold.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "files.h"

static const char puppet[] =
    "world: up y; gravity 9.81; integrator rk4; step 0.002; end\n"
    "path head(t) = (0.02*sin(3*t), 1.2 + 0.02*cos(5*t), 0);\n"
    "for k = 0 to 3: path hand[k](t) = ((k - 1.5)*1.2 + 0.1*sin(2*t + k), if(k > 0.5, if(k < 2.5, 0 - 1.5, 0.6), 0.6), "
    "0.1*cos(t)); end\n"
    "for i = 1 to 6: object trunk[i]: jello box 0.3 0.2 0.1; stiffness 3000; viscosity 30; position 0 (1.3 - 0.2*i) 0; "
    "end end\n"
    "for i = 2 to 6: connect trunk[i-1].at(0.1, -0.1, 0) trunk[i].at(0.1, 0.1, 0); end\n"
    "for i = 3 to 6: connect trunk[i-1].at(-0.1, -0.1, 0) trunk[i].at(-0.1, 0.1, 0); end\n"
    "for k = 0 to 3: for i = 1 to 6:\n"
    "  object limb[k][i]: jello box 0.2 0.1 0.1; stiffness 3000; viscosity 30;\n"
    "    position (if(k > 1.5, 1, -1)*(0.05 + 0.2*i)) (if(k > 0.5, if(k < 2.5, 0, 0.9), 0.9)) 0; end\n"
    "end end\n"
    "for k = 0 to 3: for i = 2 to 6:\n"
    "  connect limb[k][i-1].at(if(k > 1.5, 0.1, -0.1), 0, 0) limb[k][i].at(if(k > 1.5, -0.1, 0.1), 0, 0);\n"
    "end end\n"
    "connect trunk[2].at(-0.15, 0, 0) limb[0][1].at(0.1, 0, 0); connect trunk[2].at(0.15, 0, 0) limb[3][1].at(-0.1, 0, "
    "0);\n"
    "connect trunk[6].at(-0.15, -0.1, 0) limb[1][1].at(0.1, 0, 0); connect trunk[6].at(0.15, -0.1, 0) "
    "limb[2][1].at(-0.1, 0, 0);\n"
    "follow trunk[1].at(0, 0.1, 0) head; for k = 0 to 3: follow limb[k][6].center hand[k]; end\n";

struct result {
    struct bench_samples times; /* s per step */
    long factorizations, evaluations;
};

static bool run_puppet(bool refactor, int repeats, struct result *out)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    bool ok = tn_read_text(w, "puppet", puppet, d) == TN_OK;
    if (!ok)
        fprintf(stderr, "tenon bench: the puppet was refused: %s\n", tn_diagnostics_get(d, 0).message);
    tn_settings s = tn_world_settings(w);
    s.refactor = refactor;
    ok = ok && tn_world_configure(w, &s) == TN_OK && tn_advance(w, 0.1) == TN_OK;
    double t = 0.1;
    *out = (struct result){0};
    for (int i = 0; i < repeats && ok && !files_interrupted(); i++) {
        double start = bench_clock();
        t += 0.2;
        ok = tn_advance(w, t) == TN_OK;
        bench_sample(&out->times, (bench_clock() - start) / 100);
    }
    if (!ok && tn_diagnostics_errors(d) == 0)
        fprintf(stderr, "tenon bench: the puppet could not go on: %s\n", tn_failure(w));
    tn_counts n = tn_count(w);
    out->factorizations = n.factorizations;
    out->evaluations = n.evaluations;
    tn_diagnostics_free(d);
    tn_world_free(w);
    return ok;
}

bool bench_puppet(struct bench *b)
{
    struct result r[2];
    for (int k = 0; k < 2; k++)
        if (!run_puppet(k == 1, bench_repeats(b, 20, 5), &r[k]) || files_interrupted())
            return false;
    for (int k = 0; k < 2; k++) {
        struct bench_row row = bench_row("puppet");
        snprintf(row.model, sizeof row.model, "puppet of 30 pieces");
        snprintf(row.by, sizeof row.by, "factored %ld times", r[k].factorizations);
        snprintf(row.who, sizeof row.who, "%s", k == 0 ? "factored once" : "every time");
        bench_row_samples(&row, &r[k].times, 1e6);
        row.beside = 1e6 * bench_median(&r[1 - k].times);
        row.unit = "us/step";
        row.evaluations = (double)r[k].evaluations;
        bench_add(&b->table, &row);
    }
    return true;
}
