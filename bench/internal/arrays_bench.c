/* arrays_bench: what it costs to read a world in bulk (tenon/arrays.h): a chain of N links with a probe for each tenth.
 *
 *   arrays_bench [LINKS]
 *
 * Least time of 200 calls in microseconds: the evaluation that everything needs once per state, then, at the evaluated
 * state, poses, constraint states and probes in one call each, the same by single calls, the state without a copy, and
 * the equations of motion.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tenon/tenon.h"

enum { CALLS = 200 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static tn_world *chain(int links)
{
    tn_world *w = tn_world_new();
    char text[600];
    snprintf(text, sizeof text,
             "world: gravity 9.81; end for i = 0 to %d: object l[i]: rod 0.1 0.01; position 0 0 (-0.1*i); end end\n"
             "connect l[0].end2 (0, 0, 0.05); for i = 1 to %d: connect l[i-1].end1 l[i].end2; end\n"
             "for i = 0 to %d: probe p[i] = norm(l[10*i].center); end",
             links - 1, links - 1, (links - 1) / 10);
    if (tn_read_text(w, "chain", text, NULL) != TN_OK)
        exit(1);
    tn_advance(w, 0.01);
    return w;
}

struct room {
    double *poses, *states, *probes;
    tn_system *system;
};

static void evaluate(tn_world *w, struct room *r)
{
    (void)r;
    tn_evaluate(w);
}
static void poses(tn_world *w, struct room *r) { tn_poses(w, r->poses, tn_object_count(w)); }
static void states(tn_world *w, struct room *r) { tn_constraint_states(w, r->states, tn_constraint_count(w)); }
static void probes(tn_world *w, struct room *r) { tn_probe_values(w, r->probes, tn_probe_count(w)); }
static void state(tn_world *w, struct room *r)
{
    (void)r;
    tn_state_free(tn_state_take(w));
}
static void equations(tn_world *w, struct room *r) { r->system = tn_system_take(w, r->system); }
static void single(tn_world *w, struct room *r)
{
    (void)r;
    tn_pose p;
    tn_constraint_state c;
    for (int i = 0; i < tn_object_count(w); i++)
        tn_object_pose(w, tn_object_at(w, i), &p);
    for (int i = 0; i < tn_constraint_count(w); i++)
        tn_constraint_get(w, tn_constraint_at(w, i), &c);
    for (int i = 0; i < tn_probe_count(w); i++)
        tn_probe_value(w, i);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*call)(tn_world *w, struct room *r);
    } rows[] = {{"evaluation", evaluate}, {"poses", poses},          {"constraint states", states}, {"probes", probes},
                {"single calls", single}, {"state, no copy", state}, {"equations", equations}};
    const int links = argc > 1 && atoi(argv[1]) > 0 ? atoi(argv[1]) : 1000;
    tn_world *w = chain(links);
    struct room r = {calloc((size_t)links * TN_POSE_NUMBERS, sizeof(double)),
                     calloc((size_t)links * TN_CONSTRAINT_NUMBERS, sizeof(double)),
                     calloc((size_t)links, sizeof(double)), NULL};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double least = 1e9;
        for (int k = 0; k < CALLS; k++) {
            const double start = now();
            rows[i].call(w, &r);
            const double took = now() - start;
            least = took < least ? took : least;
        }
        printf("%-20s %10.2f us\n", rows[i].name, 1e6 * least);
    }
    tn_system_free(r.system);
    free(r.poses);
    free(r.states);
    free(r.probes);
    tn_world_free(w);
    return 0;
}
