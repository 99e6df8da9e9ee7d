/* model.h: from a scene file and the command line to a world. */
#ifndef APP_MODEL_H
#define APP_MODEL_H

#include <stdio.h>

#include "json.h"
#include "options.h"
#include "tenon/tenon.h"
#include "texts.h"

/* Command-line options of a model; MODEL_DEFAULT: none are given. */
struct model {
    const char *command; /* for messages */
    const char *path;
    struct option_texts sets, probes, allow;
    struct option_number until, rate, step, tolerance, threads;
    int integrator, method, solver, scheme; /* -1: as the scene says */
};
#define MODEL_DEFAULT(name)                                                                                            \
    {                                                                                                                  \
        .command = (name), .integrator = -1, .method = -1, .solver = -1, .scheme = -1                                  \
    }

/* The options --set and --allow-read. */
struct option model_option_set(struct model *m);
struct option model_option_allow(struct model *m);

/* An empty world that can read image files. */
tn_world *model_world(void);
/* Reads the scene, prints its diagnostics on standard error and keeps the text of warnings in `warnings` (may be NULL).
 * NULL on failure, with *status set to the exit status. */
tn_world *model_load(const struct model *m, struct word_list *warnings, int *status);
void model_free(struct model *m);

/* Prints errors and warnings, each with its line and caret. */
void model_print_diagnostics(const tn_diagnostics *d);

/* The probes with their values, one per line. */
void model_print_probes(FILE *out, tn_world *w);

/* Names of redundant and contradictory constraints, copied into the lists. */
void model_judge(tn_world *w, struct word_list *redundant, struct word_list *contradictory);
/* Names of constraints that no way of assembling meets, though it is not certain that they contradict each other. */
void model_undecided(tn_world *w, struct word_list *undecided);
/* "unmet" and "softly_held": what is not met now without being contradictory, undecided ones (may be NULL) first, and what
 * is held softly now. */
void model_json_state(struct json *j, tn_world *w, const struct word_list *contradictory,
                      const struct word_list *undecided);
/* Prints the two lists as warnings on standard error, and adds them to `warnings` (may be NULL). */
void model_warn(const struct word_list *redundant, const struct word_list *contradictory, struct word_list *warnings);

#endif
