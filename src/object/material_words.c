/* material_words.c: see material_words.h. */
#include "object/material_words.h"

#include <string.h>

#define NUMBERS(letters, its_unit, count) .symbol = letters, .unit = its_unit, .fewest = count, .most = count
#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

#define DENSITY(its_help)                                                                                              \
    {                                                                                                                  \
        .word = "density", NUMBERS("d", "kg/m^3", 1), .range = TN_POSITIVE, .standard = "1000", .help = its_help       \
    }
#define VISCOSITY                                                                                                      \
    {                                                                                                                  \
        .word = "viscosity", NUMBERS("l", "Pa s", 1), .range = TN_NOT_NEGATIVE, .standard = "0",                       \
        .help = "resistance to the rate of strain"                                                                     \
    }

static const tn_parameter solid_parameters[] = {
    DENSITY("mass per volume"),
    {.word = NULL},
};

const tn_parameter layer_parameters[] = {
    {.word = "soft",
     .symbol = "h stiffness k damping c",
     .unit = "m, N/m, N s/m",
     .fewest = 2,
     .most = 3,
     .range = TN_NOT_NEGATIVE,
     .settable = true,
     .help = "how thick the layer is (0: there is none), how stiff and how damped it is"},
    {.word = NULL},
};

static const tn_parameter flexible_parameters[] = {
    {.word = "young",
     NUMBERS("E", "Pa", 1),
     .range = TN_POSITIVE,
     .one_of = true,
     .instead = "stiffness",
     .help = "Young's modulus for small strains"},
    {.word = "poisson",
     NUMBERS("n", "1", 1),
     .range = TN_WITHIN,
     .low = -1,
     .high = 0.5,
     .standard = "0",
     .instead = "incompressible",
     .help = "Poisson's ratio for small strains"},
    {.word = "stiffness",
     NUMBERS("s", "Pa", 1),
     .range = TN_POSITIVE,
     .one_of = true,
     .help = "an eighth of Young's modulus for small strains"},
    VISCOSITY,
    {.word = "incompressible",
     .symbol = "K",
     .unit = "Pa",
     .fewest = 0,
     .most = 1,
     .range = TN_POSITIVE,
     .help = "elements keep their volume, Poisson's ratio is 1/2; with K, the bulk modulus, it is (3K - E)/6K"},
    {.word = "moldable",
     NUMBERS("p", "1", 1),
     .range = TN_POSITIVE,
     .help = "it flows where it is strained further (square of the change of metric)"},
    DENSITY("mass per volume"),
    {.word = NULL},
};

static const tn_parameter affine_parameters[] = {
    {.word = "stiffness",
     NUMBERS("s", "Pa", 1),
     .range = TN_POSITIVE,
     .required = true,
     .help = "an eighth of Young's modulus for small strains"},
    {.word = "area-stiffness",
     NUMBERS("k", "Pa", 1),
     .range = TN_NOT_NEGATIVE,
     .standard = "0",
     .help = "how strongly it keeps its area or volume"},
    VISCOSITY,
    DENSITY("mass per volume; of a sheet per area, 1 kg/m^2 if left out"),
    {.word = NULL},
};

const tn_parameter contact_parameters[] = {
    {.word = "friction",
     NUMBERS("m", "1", 1),
     .range = TN_NOT_NEGATIVE,
     .standard = "0.5",
     .help = "Coulomb's coefficient"},
    {.word = "bounce",
     NUMBERS("e", "1", 1),
     .range = TN_BETWEEN,
     .high = 1,
     .standard = "0",
     .help = "restitution: 0 stops, 1 throws back with the same speed"},
    {.word = "threshold",
     NUMBERS("v", "m/s", 1),
     .range = TN_NOT_NEGATIVE,
     .help = "slower impacts do not bounce; default: chosen from gravity and the step"},
    {.word = "exact", .help = "every island is solved exactly, whatever it costs; counts for all contacts"},
    {.word = "fast", .help = "contacts are solved by sweeps, all of them; default: by predicted cost"},
    {.word = "off", .help = "these two pass through each other"},
    {.word = NULL},
};

static const struct material_class classes[] = {
    [MATERIAL_SOLID] = {{.group = TN_KIND_MATERIAL,
                         .name = "solid",
                         .arguments = "",
                         .help = "what shapes and compounds are made of",
                         .example = "object new: sphere 0.2; density 7800; end",
                         .parameters = solid_parameters},
                        LIST("solid")},
    [MATERIAL_FLEXIBLE] =
        {{.group = TN_KIND_MATERIAL,
          .name = "flexible",
          .arguments = "",
          .help = "what a flexible block is made of: elastic, viscous, incompressible or moldable",
          .example = "object new: block 2 2 2; size 0.2 0.2 0.2; young 60kPa; poisson 0.45; density 900; end",
          .parameters = flexible_parameters},
         LIST("block")},
    [MATERIAL_AFFINE] = {{.group = TN_KIND_MATERIAL,
                          .name = "affine",
                          .arguments = "",
                          .help = "what a jello body is made of",
                          .example = "object new: jello box 0.2 0.2 0.2; stiffness 1000; viscosity 5; end",
                          .parameters = affine_parameters},
                         LIST("jello")},
    [MATERIAL_LAYER] = {{.group = TN_KIND_MATERIAL,
                         .name = "layer",
                         .arguments = "",
                         .help = "a soft layer around a rigid body, for contact",
                         .example = "object new: sphere 0.2; soft 0.01 stiffness 5000 damping 10; end",
                         .parameters = layer_parameters},
                        LIST("solid", "particle", "plane")},
    [MATERIAL_SURFACES] =
        {{.group = TN_KIND_MATERIAL,
          .name = "surfaces",
          .arguments = "",
          .help = "how bodies rub and bounce where they touch: the numbers of 'contact', for all or for two",
          .example = "contact friction 0.6 bounce 0.1;",
          .parameters = contact_parameters},
         NULL},
};
enum { CLASSES = sizeof classes / sizeof *classes };

/* The first row with each word. */
static const tn_parameter *const rows[MATERIAL_WORDS] = {
    [MATERIAL_DENSITY] = &solid_parameters[0],         [MATERIAL_YOUNG] = &flexible_parameters[0],
    [MATERIAL_POISSON] = &flexible_parameters[1],      [MATERIAL_STIFFNESS] = &flexible_parameters[2],
    [MATERIAL_VISCOSITY] = &flexible_parameters[3],    [MATERIAL_INCOMPRESSIBLE] = &flexible_parameters[4],
    [MATERIAL_MOLDABLE] = &flexible_parameters[5],     [MATERIAL_SOFT] = &layer_parameters[0],
    [MATERIAL_AREA_STIFFNESS] = &affine_parameters[1],
};

const struct material_class *material_class_at(int i) { return i >= 0 && i < CLASSES ? &classes[i] : NULL; }
const tn_parameter *material_parameter(enum material_word word) { return rows[word]; }

enum material_word material_find(const char *word)
{
    for (int i = 0; i < MATERIAL_WORDS; i++)
        if (strcmp(rows[i]->word, word) == 0)
            return (enum material_word)i;
    return MATERIAL_WORDS;
}

bool material_has(const char *object, enum material_word word)
{
    for (int i = 0; i < CLASSES; i++)
        if (classes[i].objects != NULL && kind_in_list(classes[i].objects, object) &&
            parameter_find(classes[i].kind.parameters, rows[word]->word) != NULL)
            return true;
    return false;
}

const char *material_owner(enum material_word word)
{
    for (int i = 0; i < CLASSES; i++)
        if (classes[i].objects != NULL && parameter_find(classes[i].kind.parameters, rows[word]->word) != NULL)
            return classes[i].objects[0];
    return NULL;
}
