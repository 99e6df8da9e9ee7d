/* model.h: from a scene file and the command line to a world that is ready to go. */
#ifndef APP_MODEL_H
#define APP_MODEL_H

#include <stdio.h>

#include "options.h"
#include "tenon/tenon.h"
#include "texts.h"

/* What the command line may say about a model; MODEL_DEFAULT says nothing. */
struct model {
    const char *command; /* for messages */
    const char *path;
    struct option_texts sets, probes;
    struct option_number until, rate, step, tolerance, threads;
    int integrator, method, solver, scheme; /* -1: as the scene says */
};
#define MODEL_DEFAULT(name)                                                                                            \
    {                                                                                                                  \
        .command = (name), .integrator = -1, .method = -1, .solver = -1, .scheme = -1                                  \
    }

/* Reads the scene, prints its diagnostics on standard error and keeps the warnings' sentences in `warnings` (may be
 * NULL). NULL on failure, with *status set to the exit status. */
/* An empty world that can read image files. */
tn_world *model_world(void);
tn_world *model_load(const struct model *m, struct word_list *warnings, int *status);
void model_free(struct model *m);

/* Prints errors and warnings, each with its line and caret. */
void model_print_diagnostics(const tn_diagnostics *d);

/* The probes with their values, a line each. */
void model_print_probes(FILE *out, tn_world *w);

/* Constraints that say too much, by name: copied into `redundant` and `contradictory`. */
void model_judge(tn_world *w, struct word_list *redundant, struct word_list *contradictory);
/* The two lists as sentences for people, on standard error; kept in `warnings` (may be NULL) as well. */
void model_warn(const struct word_list *redundant, const struct word_list *contradictory, struct word_list *warnings);

#endif
