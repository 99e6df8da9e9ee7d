/* gear: angle(K) = ratio · angle(J), counting whole turns; for a slider the travel replaces the angle, so that a hinge
 * and a slider make a rack and pinion.
 *
 *   C = m(K) − ratio · m(J),   m = atan2(N·(U × V), U·V) + turns   or   m = D·(Q − P)
 *
 * one row. `turns` is updated from step to step.
 */
#include "constraint/constraint.h"

#define ANGLE_J "(atan2(dot(N, cross(U, V)), dot(U, V)) + turns-j)"
#define ANGLE_K "(atan2(dot(M, cross(S, T)), dot(S, T)) + turns-k)"
#define TRAVEL_J "dot(D, Q - P)"
#define TRAVEL_K "dot(E, S - R)"
#define HINGE_J                                                                                                        \
    {"U", INPUT_DIRECTION}, {"V", INPUT_DIRECTION}, { "N", INPUT_DIRECTION }
#define HINGE_K                                                                                                        \
    {"S", INPUT_DIRECTION}, {"T", INPUT_DIRECTION}, { "M", INPUT_DIRECTION }
#define SLIDER_J                                                                                                       \
    {"P", INPUT_POINT}, {"Q", INPUT_POINT}, { "D", INPUT_DIRECTION }
#define SLIDER_K                                                                                                       \
    {"R", INPUT_POINT}, {"S", INPUT_POINT}, { "E", INPUT_DIRECTION }
#define PARAMETERS                                                                                                     \
    {                                                                                                                  \
        "ratio", "turns-j", "turns-k"                                                                                  \
    }

/* Indexed by [J slides][K slides]. */
static const struct constraint_form forms[4] = {
    {.name = "gear",
     .inputs = {HINGE_J, HINGE_K},
     .parameters = PARAMETERS,
     .rows = {{ANGLE_K " - ratio*" ANGLE_J, "rad", LEVEL_POSITION}}},
    {.name = "gear-hinge-slider",
     .inputs = {HINGE_J, SLIDER_K},
     .parameters = PARAMETERS,
     .rows = {{TRAVEL_K " - ratio*" ANGLE_J, "m", LEVEL_POSITION}}},
    {.name = "gear-slider-hinge",
     .inputs = {SLIDER_J, HINGE_K},
     .parameters = PARAMETERS,
     .rows = {{ANGLE_K " - ratio*" TRAVEL_J, "rad", LEVEL_POSITION}}},
    {.name = "gear-sliders",
     .inputs = {SLIDER_J, SLIDER_K},
     .parameters = PARAMETERS,
     .rows = {{TRAVEL_K " - ratio*" TRAVEL_J, "m", LEVEL_POSITION}}},
};

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    (void)x;
    (void)count;
    for (int i = 0; i < 2; i++) {
        out->wrong_argument = i;
        if (args[i].type != ARG_JOINT || args[i].joint == NULL)
            return "a gear joins two joints by their names, each a revolute or a slider";
    }
    out->wrong_argument = 2;
    if (args[2].type != ARG_NUMBER || args[2].number == 0)
        return "the gear's ratio must be a number other than zero";
    const struct measure *m[2] = {args[0].joint, args[1].joint};
    out->form = &forms[2 * (m[0]->type == MEASURE_TRAVEL) + (m[1]->type == MEASURE_TRAVEL)];
    out->parameter[0] = args[2].number;
    for (int i = 0; i < 2; i++) {
        out->turns[1 + i] = m[i]->turns;
        /* The second partner is body B of K: the forces of a gear on both bodies of K together are zero. */
        for (int k = 0; k < 3; k++)
            build_input(out, m[i]->input[k], i == 1 && k == 1 ? 2 : 1);
    }
    return NULL;
}

static const tn_parameter parameters[] = {
    {.word = "ratio",
     .symbol = "ratio",
     .unit = "1",
     .fewest = 1,
     .most = 1,
     .range = TN_NOT_ZERO,
     .argument = true,
     .settable = true,
     .help = "K turns this many times as far as J; negative: the other way"},
    {.word = NULL},
};

const struct constraint_class constraint_gear = {
    .kind = {.group = TN_KIND_CONSTRAINT,
             .name = "gear",
             .synonyms = {"gears", "transmission", "coupling"},
             .arguments = "J K ratio",
             .help = "angle(K) = ratio * angle(J) of two joints; for a slider, its travel",
             .example = "gear hip knee -2;",
             .parameters = parameters},
    .forms = forms,
    .form_count = 4,
    .fewest = 3,
    .most = 3,
    .build = build,
};
