/* check.c: tenon check: reads a scene and prints its counts and its redundant and contradictory constraints. */
#include <stdio.h>

#include "json.h"
#include "model.h"
#include "options.h"
#include "status.h"

static void print_names(const char *head, const struct word_list *names, const char *why)
{
    if (!names->count)
        return;
    printf("%s (%s):\n", head, why);
    for (int i = 0; i < names->count; i++)
        printf("  %s\n", names->at[i]);
}

static void print_report(const tn_counts *c, const struct word_list *redundant, const struct word_list *contradictory)
{
    printf("objects             %d\n", c->objects);
    printf("constraints         %d (%d equations, %d independent)\n", c->constraints, c->rows, c->rank);
    if (c->by_coordinates > 0)
        printf("by coordinates      %d of them\n", c->by_coordinates);
    printf("forces              %d\n", c->forces);
    printf("degrees of freedom  %d\n", c->degrees_of_freedom);
    print_names("redundant", redundant, "they repeat, in part or in whole, what other constraints fix");
    print_names("contradictory", contradictory, "they cannot all be satisfied");
    if (!redundant->count && !contradictory->count)
        printf("no redundant and no contradictory constraints\n");
}

static void print_json(const tn_counts *c, const struct word_list *redundant, const struct word_list *contradictory,
                       const struct word_list *warnings)
{
    struct json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_integer(&j, "objects", c->objects);
    json_integer(&j, "constraints", c->constraints);
    json_integer(&j, "forces", c->forces);
    json_integer(&j, "degrees_of_freedom", c->degrees_of_freedom);
    json_integer(&j, "rows", c->rows);
    json_integer(&j, "rank", c->rank);
    json_integer(&j, "by_coordinates", c->by_coordinates);
    json_texts(&j, "redundant", redundant);
    json_texts(&j, "contradictory", contradictory);
    json_texts(&j, "warnings", warnings);
    json_close(&j, '}');
    putchar('\n');
}

static int check(const struct model *m, bool json)
{
    struct word_list redundant = {0}, contradictory = {0}, warnings = {0};
    int status;
    tn_world *w = model_load(m, &warnings, &status);
    if (w) {
        model_judge(w, &redundant, &contradictory);
        tn_counts c = tn_count(w);
        if (json)
            print_json(&c, &redundant, &contradictory, &warnings);
        else
            print_report(&c, &redundant, &contradictory);
    }
    tn_world_free(w);
    word_list_free(&redundant);
    word_list_free(&contradictory);
    word_list_free(&warnings);
    return status;
}

int command_check(int argc, char **argv)
{
    struct model m = MODEL_DEFAULT("check");
    bool json = false;
    const struct option options[] = {
        {"set", 0, OPTION_TEXTS, "NAME=VALUE", "overrides `let NAME` in the scene", &m.sets, RANGE_ANY, NULL},
        {"allow-read", 0, OPTION_TEXTS, "DIR", "the scene may also read files in this folder", &m.allow, RANGE_ANY,
         NULL},
        {"json", 0, OPTION_FLAG, NULL, "the report as one JSON object", &json, RANGE_ANY, NULL},
    };
    const struct usage usage = {
        .command = "check",
        .arguments = "SCENE",
        .purpose =
            "Reads a scene without running it and prints all its errors, or its counts, its degrees of freedom and\n"
            "its redundant and contradictory constraints. Redundant and contradictory models still run: exit status 0.",
        .example = "  tenon check examples/mechanisms/four-bar.tn\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 1,
        .most = 1,
    };
    int count, status;
    if (options_read(&usage, argc, argv, &m.path, &count, &status))
        status = check(&m, json);
    model_free(&m);
    return status;
}
