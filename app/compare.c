/* compare.c: tenon compare: the same model under several methods, integrators and solvers, in one table; or two motions
 * (compare_motions.c). */
#include <stdio.h>
#include <string.h>

#include "compare_motions.h"
#include "files.h"
#include "model.h"
#include "options.h"
#include "progress.h"
#include "simulate.h"
#include "status.h"

/* The dense solver is included by default only up to this many rows: its time grows with their cube. Contacts are solved
 * exactly up to this many objects. */
enum { SVD_ROWS = 60, EXACT_OBJECTS = 400 };

struct compare {
    struct model model;
    struct option_set methods, integrators, solvers, schemes;
    bool contact;         /* integrators do not count, the solvers of contacts are compared */
    tn_contact_way touch; /* the one of this line */
    bool quiet;
    int runs, finished;
};

static bool on_frame(void *context, tn_world *w)
{
    progress_show(context, tn_time(w));
    return true;
}

/* Columns of probes: as many as a line can hold. */
enum { PROBES = 4 };

static const char *name_of(const char *setting, int choice) { return tn_setting(setting)->choices[choice]; }

/* Who has advanced a model that the integrator is not for: a warning says so. */
static const char *stand_in(const tn_world *w)
{
    static const char words[] = ": the model is advanced by ";
    const char *warning, *found = NULL;
    for (int i = 0; found == NULL && (warning = tn_warning(w, i)) != NULL; i++)
        found = strstr(warning, words);
    return found != NULL ? found + strlen(words) : NULL;
}

/* What the line is about: "adams", or "verlet (rk4)" where another one took its place. */
static void way_of(const struct compare *c, const tn_world *w, char *name, size_t size)
{
    const struct model *m = &c->model;
    const bool displaces = m->method == TN_DISPLACEMENT, touches = c->contact && !displaces;
    const char *other = displaces || touches ? NULL : stand_in(w);
    snprintf(name, size, "%s%s%s%s",
             displaces ? name_of("scheme", m->scheme)
             : touches ? c->touch == TN_CONTACT_EXACT ? "exact" : "fast"
                       : name_of("integrator", m->integrator),
             other != NULL ? " (" : "", other != NULL ? other : "", other != NULL ? ")" : "");
}

static void print_row(const struct compare *c, tn_world *w, const struct simulation *s, enum simulation_end end)
{
    const struct model *m = &c->model;
    tn_measures measures = {0};
    tn_counts counts = tn_count(w);
    char way[60];
    tn_measure(w, &measures);
    way_of(c, w, way, sizeof way);
    printf("%-12s %-12s %-7s %10.4f %8ld %12ld %10.2g %12.2g", name_of("method", m->method), way,
           m->method == TN_DISPLACEMENT ? "" : name_of("solver", m->solver), s->wall, counts.steps, counts.evaluations,
           measures.largest_deviation, measures.drift);
    for (int i = 0; i < tn_probe_count(w) && i < PROBES; i++)
        printf(" %12.6g", tn_probe_value(w, i));
    if (end == SIMULATION_STUCK)
        printf("  stuck at t = %g s", tn_time(w));
    else if (end == SIMULATION_INTERRUPTED)
        printf("  interrupted at t = %g s", tn_time(w));
    putchar('\n');
    fflush(stdout);
    if (end == SIMULATION_STUCK)
        fprintf(stderr, "%s, %s: %s\n", name_of("method", m->method), way, tn_failure(w));
}

/* One line of the table: the scene is read again, so that runs are independent. */
static int run_one(struct compare *c)
{
    struct progress progress;
    int status;
    tn_world *w = model_load(&c->model, NULL, &status);
    if (!w)
        return status;
    if (c->contact && c->model.method != TN_DISPLACEMENT)
        tn_contact_set_way(w, c->touch);
    tn_settings settings = tn_world_settings(w);
    progress_begin(&progress, c->quiet, settings.until);
    struct simulation s = {.until = settings.until, .rate = settings.frames, .frame = on_frame, .context = &progress};
    enum simulation_end end = simulation_run(w, &s);
    progress_end(&progress);
    print_row(c, w, &s, end);
    tn_world_free(w);
    c->runs++;
    c->finished += end == SIMULATION_DONE;
    return end == SIMULATION_INTERRUPTED ? STATUS_STUCK : STATUS_DONE;
}

/* All choices of a setting, if the user names none. */
static void fill_all(struct option_set *set, const char *setting)
{
    for (int i = 0, given = set->count; !given && i < OPTION_SET && name_of(setting, i); i++)
        set->at[set->count++] = i;
}

/* What is compared by default. */
static int fill_defaults(struct compare *c)
{
    int status;
    tn_world *w = model_load(&c->model, NULL, &status);
    if (!w)
        return status;
    int rows = tn_count(w).rows;
    tn_contact_way way;
    c->contact = tn_contact_get_way(w, &way);
    c->touch = way == TN_CONTACT_EXACT || tn_object_count(w) <= EXACT_OBJECTS ? TN_CONTACT_EXACT : TN_CONTACT_FAST;
    tn_settings s = tn_world_settings(w);
    if (c->contact && c->integrators.count > 0)
        fprintf(stderr, "compare: contact has steps of its own: its solvers are compared, not integrators\n");
    fill_all(&c->methods, "method");
    fill_all(&c->integrators, "integrator");
    fill_all(&c->schemes, "scheme");
    if (!c->solvers.count)
        c->solvers = (struct option_set){{TN_SOLVER_SPARSE, TN_SOLVER_SVD}, rows <= SVD_ROWS ? 2 : 1};
    printf("%s to t = %g s; tolerance %g, fixed step %g s\n", c->model.path, s.until, s.tolerance, s.step);
    printf("%-12s %-12s %-7s %10s %8s %12s %10s %12s", "method", "by", "solver", "seconds", "steps", "evaluations",
           "deviation", "energy drift");
    for (int i = 0; i < tn_probe_count(w) && i < PROBES; i++)
        printf(" %12.12s", tn_probe_name(w, i));
    putchar('\n');
    tn_world_free(w);
    return STATUS_DONE;
}

/* The dynamic method with contact: each solver of contacts. */
static int run_contacts(struct compare *c)
{
    int status = STATUS_DONE;
    c->model.solver = TN_SOLVER_SPARSE;
    for (tn_contact_way way = c->touch; way <= TN_CONTACT_FAST && status == STATUS_DONE; way++) {
        c->touch = way;
        status = run_one(c);
    }
    return status;
}

/* The dynamic method by every integrator and solver, the displacement method by every scheme. */
static int run_method(struct compare *c)
{
    if (c->contact && c->model.method != TN_DISPLACEMENT)
        return run_contacts(c);
    bool displacement = c->model.method == TN_DISPLACEMENT;
    const struct option_set *ways = displacement ? &c->schemes : &c->integrators;
    int status = STATUS_DONE;
    for (int i = 0; i < ways->count && status == STATUS_DONE; i++)
        for (int k = 0; k < (displacement ? 1 : c->solvers.count) && status == STATUS_DONE; k++) {
            *(displacement ? &c->model.scheme : &c->model.integrator) = ways->at[i];
            c->model.solver = displacement ? -1 : c->solvers.at[k];
            status = run_one(c);
        }
    return status;
}

static int compare(struct compare *c)
{
    files_watch_signals();
    int status = fill_defaults(c);
    for (int i = 0; i < c->methods.count && status == STATUS_DONE; i++) {
        c->model.method = c->methods.at[i];
        status = run_method(c);
    }
    return status != STATUS_DONE ? status : c->finished ? STATUS_DONE : STATUS_STUCK;
}

static int of_two(const struct compare *c, struct compare_motions *two)
{
    if (c->methods.count || c->schemes.count || c->integrators.count || c->solvers.count)
        return options_complain("compare", "--methods, --schemes, --integrators and --solvers go with one SCENE");
    return compare_motions(two);
}

static int of_one(struct compare *c, const struct compare_motions *two)
{
    if (two->csv || two->plot || two->json || two->within.given)
        return options_complain("compare", "--csv, --plot, --json and --within compare two motions: give two files");
    c->model.path = two->path[0];
    return compare(c);
}

int command_compare(int argc, char **argv)
{
    struct compare c = {.model = MODEL_DEFAULT("compare")};
    struct model *m = &c.model;
    struct compare_motions two = {.model = m};
    const struct option options[] = {
        {"within", 0, OPTION_NUMBER, "R", "of two motions: exit status 1 if a largest difference exceeds R",
         &two.within, RANGE_NOT_NEGATIVE, NULL},
        {"csv", 0, OPTION_TEXT, "FILE", "of two motions: the differences, one row per frame", &two.csv, RANGE_ANY,
         NULL},
        {"plot", 0, OPTION_TEXT, "F.svg", "of two motions: the largest differences over time", &two.plot, RANGE_ANY,
         NULL},
        {"json", 0, OPTION_FLAG, NULL, "of two motions: the report as one JSON object", &two.json, RANGE_ANY, NULL},
        {"methods", 0, OPTION_CHOICES, "LIST", "methods (default: all)", &c.methods, RANGE_ANY,
         tn_setting("method")->choices},
        {"schemes", 0, OPTION_CHOICES, "LIST", "schemes of the displacement method (default: all)", &c.schemes,
         RANGE_ANY, tn_setting("scheme")->choices},
        {"integrators", 0, OPTION_CHOICES, "LIST", "integrators, see tenon kinds (default: all)", &c.integrators,
         RANGE_ANY, tn_setting("integrator")->choices},
        {"solvers", 0, OPTION_CHOICES, "LIST", "sparse, svd (default: sparse, and svd for small models)", &c.solvers,
         RANGE_ANY, tn_setting("solver")->choices},
        option_of_setting("until", "until", &m->until),
        option_of_setting("frames-per-second", "frames", &m->rate),
        option_of_setting("step", "step", &m->step),
        option_of_setting("tolerance", "tolerance", &m->tolerance),
        model_option_set(m),
        model_option_allow(m),
        {"quiet", 'q', OPTION_FLAG, NULL, "no progress", &c.quiet, RANGE_ANY, NULL},
    };
    const struct usage usage = {
        .command = "compare",
        .arguments = "SCENE [B]",
        .purpose =
            "SCENE: runs the same model under several integrators and solvers and prints one table: seconds, steps,\n"
            "evaluations, largest deviation, energy drift. With contact, the lines are its solvers, exact and fast. "
            "Lists are separated by commas. A run that gets stuck\n"
            "is a line of the table; the exit status is 3 only if every run got stuck.\n"
            "SCENE B, each a scene or a record: compares probes and objects of the same names frame by frame, and "
            "prints the\n"
            "largest difference of each, when it occurs, and the rms. Frames are those of SCENE, up to the end of the\n"
            "shorter motion; where a record B has no frame, its numbers are interpolated.",
        .example =
            "  tenon compare examples/barzel-barr-1988/compound-pendulum.tn --integrators adams,rk4 --step 0.002\n"
            "  tenon compare before.tnr scene.tn --within 1e-6\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 1,
        .most = 2,
    };
    int count, status;
    if (options_read(&usage, argc, argv, two.path, &count, &status))
        status = count == 2 ? of_two(&c, &two) : of_one(&c, &two);
    model_free(m);
    return status;
}
