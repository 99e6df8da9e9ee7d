/* solve.c: tenon solve: moves a model to the optimum of what it minimizes, and reports the residuals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "json.h"
#include "model.h"
#include "options.h"
#include "status.h"

enum { ROWS = 64 };

static const char *const outcomes[] = {"reached", "not reached", "contradictory", "unbounded"};

/* What the point is worth: one that meets all constraints is a result, even if it could be better. */
static const double met = 1e-6;

static bool is_result(const tn_optimum *r)
{
    return r->outcome == TN_OPTIMUM_REACHED || (r->outcome == TN_OPTIMUM_NOT_REACHED && r->feasibility <= met);
}

static const char *status_word(const tn_optimum *r)
{
    if (r->outcome == TN_OPTIMUM_UNBOUNDED)
        return "unbounded";
    return r->outcome == TN_OPTIMUM_REACHED ? "optimal" : is_result(r) ? "feasible" : "infeasible";
}

static void print_variables(tn_world *w)
{
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_object o = tn_object_at(w, i);
        double value;
        if (tn_object_is_variable(w, o) && tn_variable_get(w, o, &value) == TN_OK)
            printf("  %s = %.10g\n", tn_object_name(w, o), value);
    }
}

static void print_multipliers(tn_world *w)
{
    double lambda[ROWS];
    for (int i = 0; i < tn_constraint_count(w); i++) {
        tn_constraint c = tn_constraint_at(w, i);
        int n = tn_multipliers(w, c, lambda, ROWS);
        printf("  multiplier of %s:", tn_constraint_name(w, c));
        for (int k = 0; k < n && k < ROWS; k++)
            printf(" %.6g", lambda[k]);
        printf("\n");
    }
}

static void print_text(tn_world *w, const tn_optimum *r)
{
    printf("%s after %d iterations\n", r->message, r->iterations);
    printf("objective %.10g; stationarity %.2g, feasibility %.2g, complementarity %.2g\n", r->objective,
           r->stationarity, r->feasibility, r->complementarity);
    print_variables(w);
    print_multipliers(w);
    model_print_probes(stdout, w);
}

static void print_json(tn_world *w, const tn_optimum *r)
{
    struct json j = {.out = stdout};
    double lambda[ROWS];
    json_open(&j, NULL, '{');
    json_text(&j, "status", status_word(r));
    json_text(&j, "outcome", outcomes[r->outcome]);
    json_text(&j, "message", r->message);
    json_number(&j, "objective", r->objective);
    json_number(&j, "stationarity", r->stationarity);
    json_number(&j, "feasibility", r->feasibility);
    json_number(&j, "complementarity", r->complementarity);
    json_integer(&j, "iterations", r->iterations);
    json_open(&j, "variables", '{');
    for (int i = 0; i < tn_object_count(w); i++) {
        double value;
        tn_object o = tn_object_at(w, i);
        if (tn_object_is_variable(w, o) && tn_variable_get(w, o, &value) == TN_OK)
            json_number(&j, tn_object_name(w, o), value);
    }
    json_close(&j, '}');
    json_open(&j, "multipliers", '{');
    for (int i = 0; i < tn_constraint_count(w); i++) {
        tn_constraint c = tn_constraint_at(w, i);
        int n = tn_multipliers(w, c, lambda, ROWS);
        json_open(&j, tn_constraint_name(w, c), '[');
        for (int k = 0; k < n && k < ROWS; k++)
            json_number(&j, NULL, lambda[k]);
        json_close(&j, ']');
    }
    json_close(&j, '}');
    json_open(&j, "probes", '{');
    for (int i = 0; i < tn_probe_count(w); i++)
        if (tn_probe_there(w, i))
            json_number(&j, tn_probe_name(w, i), tn_probe_value(w, i));
    json_close(&j, '}');
    json_close(&j, '}');
    putchar('\n');
}

static int write_world(struct outfile *f, const char *path, tn_world *w)
{
    char *text = tn_write_text(w);
    bool ok = text && fputs(text, f->stream) >= 0;
    tn_free(text);
    ok = files_finish(f) && ok;
    if (!ok)
        fprintf(stderr, "tenon solve: cannot write %s: %s\n", path, strerror(f->error));
    return ok ? STATUS_DONE : STATUS_STUCK;
}

static int solve(const struct model *m, const char *path, bool json, bool quiet)
{
    struct outfile f = {0};
    tn_optimum r;
    int status;
    tn_world *w = model_load(m, NULL, &status);
    if (w && path && !files_open(&f, path)) {
        fprintf(stderr, "tenon solve: cannot write %s: %s\n", path, strerror(f.error));
        status = STATUS_USAGE;
    }
    if (w && status == STATUS_DONE) {
        tn_status s = tn_solve(w, &r);
        if (s != TN_OK) {
            fprintf(stderr, "tenon solve: %s\n", tn_failure(w));
            status = s == TN_WRONG_MODEL ? STATUS_MODEL : STATUS_STUCK;
        } else {
            if (r.outcome != TN_OPTIMUM_REACHED)
                fprintf(stderr, "warning: %s\n", r.message);
            if (json)
                print_json(w, &r);
            else if (!quiet)
                print_text(w, &r);
            status = path ? write_world(&f, path, w) : STATUS_DONE;
            if (status == STATUS_DONE && !is_result(&r))
                status = STATUS_STUCK;
        }
    }
    files_abandon(&f);
    tn_world_free(w);
    return status;
}

int command_solve(int argc, char **argv)
{
    struct model m = MODEL_DEFAULT("solve");
    const char *path = NULL;
    bool json = false, quiet = false;
    const struct option options[] = {
        {"output", 'o', OPTION_TEXT, "FILE.tn", "the model at the optimum", &path, RANGE_ANY, NULL},
        model_option_set(&m),
        model_option_allow(&m),
        {"probe", 0, OPTION_TEXTS, "EXPR", "an additional quantity to print", &m.probes, RANGE_ANY, NULL},
        {"json", 0, OPTION_FLAG, NULL, "the report as one JSON object", &json, RANGE_ANY, NULL},
        {"quiet", 'q', OPTION_FLAG, NULL, "no report", &quiet, RANGE_ANY, NULL},
    };
    const struct usage usage = {
        .command = "solve",
        .arguments = "SCENE",
        .purpose =
            "Moves variables, objects and flexible blocks to a local minimum of the sum of the scene's objectives\n"
            "and potential energies, subject to all constraints, and prints the residuals and multipliers: an\n"
            "optimum, or the equilibrium of a structure under its loads. If there is no\n"
            "such point, a warning says why, and the exit status is 3 unless all constraints are met.",
        .example = "  tenon solve examples/witkin-1990/optimum.tn\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 1,
        .most = 1,
    };
    int count, status;
    if (options_read(&usage, argc, argv, &m.path, &count, &status))
        status = solve(&m, path, json, quiet);
    model_free(&m);
    return status;
}
