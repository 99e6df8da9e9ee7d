/* distance: a massless rod between two points.
 *
 *   C = |Q − P| − d      one row, metres; undefined where the points coincide, which is reported
 */
#include "constraint/constraint.h"
#include "constraint/limit_words.h"

static const struct constraint_form forms[] = {{
    .name = "distance",
    .inputs = {{"P", INPUT_POINT}, {"Q", INPUT_POINT}},
    .parameters = {"d"},
    .rows = {{"norm(Q - P) - d", "m", LEVEL_POSITION}},
}};

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    (void)x;
    (void)count;
    struct connector c;
    out->form = &forms[0];
    for (int i = 0; i < 2; i++) {
        out->wrong_argument = i;
        if (!build_point(&args[i], &c))
            return "expected one of the two points";
        build_input(out, c, i + 1);
    }
    out->wrong_argument = 2;
    if (args[2].type != ARG_NUMBER || !(args[2].number > 0))
        return "the distance must be a number greater than zero; to make points meet, write connect";
    out->parameter[0] = args[2].number;
    build_area(out, AREA_SHELL, out->input[0], out->input[1], out->input[0], args[2].number, args[2].number);
    return NULL;
}

static const tn_parameter parameters[] = {
    {.word = "d",
     .symbol = "d",
     .unit = "m",
     .fewest = 1,
     .most = 1,
     .range = TN_POSITIVE,
     .argument = true,
     .formula = true,
     .settable = true,
     .help = "the distance; without it, give min, max or both: a bumper, a rope"},
    LIMIT_PARAMETERS("distance", "m", TN_NOT_NEGATIVE, TN_POSITIVE),
    {.word = NULL},
};

const struct constraint_class constraint_distance = {
    .kind = {.group = TN_KIND_CONSTRAINT,
             .name = "distance",
             .synonyms = {"rope", "string", "cable", "bar", "strut"},
             .arguments = "P Q d  |  P Q",
             .help = "a massless rod of length d between two points; with min and max a bumper or a rope",
             .example = "distance a.end2 ball.center 1.5;",
             .parameters = parameters},
    .forms = forms,
    .form_count = 1,
    .fewest = 3,
    .most = 3,
    .build = build,
};
