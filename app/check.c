/* check.c: tenon check: reads a scene and prints its counts and its redundant and contradictory constraints. */
#include <stdio.h>

#include "hints.h"
#include "json.h"
#include "model.h"
#include "options.h"
#include "status.h"

/* An object with mass: its centre of mass in the world at the start, and its inertia about it, in its own axes. */
struct weight {
    const char *name;
    double mass, inertia[6]; /* xx yy zz xy xz yz; */
    int inertias;            /* how many are given: 0 for what does not rotate as a whole */
    tn_vec3 center;
};

/* False: the object has no mass of its own, such as a plane, a variable or a fixed body. */
static bool weigh(tn_world *w, tn_object o, struct weight *out)
{
    tn_pose pose;
    if (tn_object_pose(w, o, &pose) != TN_OK || !(pose.mass > 0))
        return false;
    *out = (struct weight){.name = tn_object_name(w, o), .mass = pose.mass, .center = pose.center};
    out->inertias = tn_object_number(w, o, "inertia", out->inertia);
    return true;
}

static void print_weights(tn_world *w)
{
    enum { MOST = 20 };
    int shown = 0, left = 0;
    for (int i = 0; i < tn_object_count(w); i++) {
        struct weight b;
        if (!weigh(w, tn_object_at(w, i), &b))
            continue;
        if (shown == MOST) {
            left++;
            continue;
        }
        if (!shown++)
            printf("masses              kg; centre of mass at the start, m; ixx iyy izz (ixy ixz iyz), kg m²\n");
        printf("  %-17s %.6g  (%.6g, %.6g, %.6g)", b.name[0] ? b.name : "(unnamed)", b.mass, b.center.x, b.center.y,
               b.center.z);
        const bool oblique = b.inertia[3] != 0 || b.inertia[4] != 0 || b.inertia[5] != 0;
        for (int k = 0; k < b.inertias && (k < 3 || oblique); k++)
            printf("%s%s%.4g%s", k == 0 ? "  " : " ", k == 3 ? "(" : "", b.inertia[k], k == 5 ? ")" : "");
        putchar('\n');
    }
    if (left)
        printf("  and %d more: --json lists all\n", left);
}

static void json_weights(struct json *j, tn_world *w)
{
    json_open(j, "masses", '[');
    for (int i = 0; i < tn_object_count(w); i++) {
        struct weight b;
        if (!weigh(w, tn_object_at(w, i), &b))
            continue;
        const double center[] = {b.center.x, b.center.y, b.center.z};
        json_open(j, NULL, '{');
        json_text(j, "name", b.name);
        json_number(j, "mass", b.mass);
        json_open(j, "center", '[');
        for (int k = 0; k < 3; k++)
            json_number(j, NULL, center[k]);
        json_close(j, ']');
        json_open(j, "inertia", '[');
        for (int k = 0; k < 6; k++)
            json_number(j, NULL, k < b.inertias ? b.inertia[k] : 0);
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void print_names(const char *head, const struct word_list *names, const char *why)
{
    if (!names->count)
        return;
    printf("%s (%s):\n", head, why);
    for (int i = 0; i < names->count; i++)
        printf("  %s\n", names->at[i]);
}

static void print_report(tn_world *w, const tn_counts *c, const struct word_list *redundant,
                         const struct word_list *contradictory, const struct word_list *undecided)
{
    printf("objects             %d\n", c->objects);
    printf("constraints         %d (%d equations, %d independent)\n", c->constraints, c->rows, c->rank);
    if (c->by_coordinates > 0)
        printf("by coordinates      %d of them\n", c->by_coordinates);
    printf("forces              %d\n", c->forces);
    printf("degrees of freedom  %d\n", c->degrees_of_freedom);
    print_names("redundant", redundant, "they repeat, in part or in whole, what other constraints fix");
    print_names("contradictory", contradictory, "they cannot all be satisfied");
    print_names("unmet", undecided, "no way of assembling met them; whether they contradict each other is not certain");
    if (!redundant->count && !contradictory->count && !undecided->count)
        printf("no redundant and no contradictory constraints\n");
    print_weights(w);
}

static void print_json(tn_world *w, const tn_counts *c, const struct word_list *redundant,
                       const struct word_list *contradictory, const struct word_list *undecided,
                       const struct word_list *warnings, const struct word_list *hints)
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
    model_json_state(&j, w, contradictory, undecided);
    json_weights(&j, w);
    json_texts(&j, "warnings", warnings);
    json_texts(&j, "hints", hints);
    json_close(&j, '}');
    putchar('\n');
}

static int check(const struct model *m, bool json)
{
    struct word_list redundant = {0}, contradictory = {0}, undecided = {0}, warnings = {0};
    struct hints hints = {0};
    int status;
    tn_world *w = model_load(m, &warnings, &status);
    if (w) {
        model_judge(w, &redundant, &contradictory);
        model_undecided(w, &undecided);
        tn_counts c = tn_count(w);
        hints_frame(&hints, w, NULL);
        hints_of_camera(&hints, w, NULL);
        if (json)
            print_json(w, &c, &redundant, &contradictory, &undecided, &warnings, &hints.said);
        else
            print_report(w, &c, &redundant, &contradictory, &undecided);
    }
    tn_world_free(w);
    word_list_free(&redundant);
    word_list_free(&contradictory);
    word_list_free(&undecided);
    word_list_free(&warnings);
    hints_free(&hints);
    return status;
}

int command_check(int argc, char **argv)
{
    struct model m = MODEL_DEFAULT("check");
    bool json = false;
    const struct option options[] = {
        model_option_set(&m),
        model_option_allow(&m),
        {"json", 0, OPTION_FLAG, NULL, "the report as one JSON object", &json, RANGE_ANY, NULL},
    };
    const struct usage usage = {
        .command = "check",
        .arguments = "SCENE",
        .purpose =
            "Reads a scene without running it and prints all its errors, or its counts, its degrees of freedom,\n"
            "its redundant and contradictory constraints, and the masses of its objects. Redundant and contradictory "
            "models still run: exit status 0.",
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
