/* materials.c: the numbers of each word of a material: where they are stored in the type of an object, and which members of
 * tn_object_def hold them. */
#include <string.h>

#include "object/material_words.h"
#include "world/world_parts.h"

#define AT(member) offsetof(struct object_type, member)
#define DEF(member) offsetof(tn_object_def, member)
/* `given`, `number_given` and `def_given` are flags for words whose numbers do not show whether they are given. A word
 * without members (`def`) is given by `values`. */
static const struct material_place {
    size_t at[3], given, number_given;
    size_t def[3], def_given;
} places[MATERIAL_WORDS] = {
    [MATERIAL_DENSITY] = {.at = {AT(density)}, .def = {DEF(density)}},
    [MATERIAL_YOUNG] = {.at = {AT(material.young)}},
    [MATERIAL_POISSON] = {.at = {AT(material.poisson)}},
    [MATERIAL_STIFFNESS] = {.at = {AT(material.stiffness)}, .def = {DEF(stiffness)}},
    [MATERIAL_AREA_STIFFNESS] = {.at = {AT(material.area_stiffness)}},
    [MATERIAL_VISCOSITY] = {.at = {AT(material.viscosity)}, .def = {DEF(viscosity)}},
    [MATERIAL_INCOMPRESSIBLE] = {.at = {AT(material.bulk)},
                                 .given = AT(material.incompressible),
                                 .number_given = AT(has_bulk),
                                 .def = {DEF(bulk)},
                                 .def_given = DEF(incompressible)},
    [MATERIAL_MOLDABLE] = {.at = {AT(material.yield)}, .given = AT(material.moldable), .def = {DEF(moldable)}},
    [MATERIAL_SOFT] = {.at = {AT(soft_thickness), AT(soft_stiffness), AT(soft_damping)},
                       .def = {DEF(soft_thickness), DEF(soft_stiffness), DEF(soft_damping)}},
};

static void put_flag(struct object_type *t, size_t at, bool value)
{
    if (at > 0)
        memcpy((char *)t + at, &value, sizeof value);
}

static bool flag(const struct object_type *t, size_t at)
{
    bool value;
    memcpy(&value, (const char *)t + at, sizeof value);
    return value;
}

void world_put_material(struct object_type *t, int word, const double *value, int count)
{
    const struct material_place *p = &places[word];
    for (int i = 0; i < material_parameter((enum material_word)word)->most; i++)
        memcpy((char *)t + p->at[i], i < count ? &value[i] : &(double){0}, sizeof *value);
    put_flag(t, p->given, true);
    put_flag(t, p->number_given, count > 0);
}

/* A number that is zero is not given, but for those that must be. */
int world_get_material(const struct object_type *t, int word, double value[3])
{
    const struct material_place *p = &places[word];
    const int most = material_parameter((enum material_word)word)->most;
    for (int i = 0; i < most; i++)
        memcpy(&value[i], (const char *)t + p->at[i], sizeof *value);
    const bool given = p->given > 0 ? flag(t, p->given) : value[0] != 0;
    return !given ? -1 : p->number_given > 0 && !flag(t, p->number_given) ? 0 : most;
}

/* ---- typed definitions ---- */

static bool def_flag(const tn_object_def *def, size_t at)
{
    bool value;
    memcpy(&value, (const char *)def + at, sizeof value);
    return value;
}

/* How many numbers of a word a definition gives, by `values` or by its members; -1: it is not given. */
static int def_numbers(const tn_object_def *def, enum material_word word, double value[3])
{
    const struct material_place *m = &places[word];
    const tn_parameter *p = material_parameter(word);
    bool given = m->def_given > 0 && def_flag(def, m->def_given);
    int n = p->most;
    for (int i = 0; i < n && m->def[i] > 0; i++) {
        memcpy(&value[i], (const char *)def + m->def[i], sizeof *value);
        given = given || (m->def_given == 0 && value[i] != 0);
    }
    for (int i = 0; i < TN_VALUES && def->values[i].word != NULL; i++)
        if (strcmp(def->values[i].word, p->word) == 0) {
            memcpy(value, def->values[i].number, sizeof *value * 3);
            given = true;
        }
    while (n > p->fewest && value[n - 1] == 0) /* zero: left out, where it may be */
        n--;
    return given ? n : -1;
}

static bool is_default(enum material_word word, const double *value, int count)
{
    const tn_parameter *p = material_parameter(word);
    double standard[3];
    return p->standard != NULL && parameter_standard(p, standard) == count &&
           memcmp(standard, value, sizeof *value * (size_t)count) == 0;
}

char *world_take_material(struct object_type *t, const tn_object_def *def, const char *object)
{
    char must[PARAMETER_TEXT];
    double value[3] = {0};
    for (int i = 0; i < TN_VALUES && def->values[i].word != NULL; i++)
        if (material_find(def->values[i].word) == MATERIAL_WORDS)
            return mem_print("there is no material with a '%s'", def->values[i].word);
    bool given[MATERIAL_WORDS] = {false};
    for (int i = 0; i < MATERIAL_WORDS; i++) {
        const enum material_word word = (enum material_word)i;
        const tn_parameter *p = material_parameter(word);
        const int n = def_numbers(def, word, value);
        const bool has = material_has(object, word);
        if (n >= 0 && !has && !is_default(word, value, n))
            return mem_print("'%s' does not go with '%s'", p->word, def->shape);
        if (n >= 0 && has && !parameter_allows(p, value, n))
            return mem_print("%s must %s", p->word, parameter_must(p, must));
        given[i] = n >= 0 && has;
        if (given[i])
            world_put_material(t, i, value, n);
    }
    for (int i = 0; i < MATERIAL_WORDS; i++) {
        const char *instead = material_parameter((enum material_word)i)->instead;
        if (given[i] && instead != NULL && given[material_find(instead)])
            return mem_print("expected either %s or %s, not both", material_parameter((enum material_word)i)->word,
                             instead);
    }
    return NULL;
}
