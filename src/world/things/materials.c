/* materials.c: where the numbers of each word of a material stand in the type of an object. */
#include <string.h>

#include "object/material_words.h"
#include "world/world_parts.h"

#define AT(member) offsetof(struct object_type, member)
/* `given` and `number_given` are flags, where it is not seen from the numbers whether they are given. */
static const struct material_place {
    size_t at[3], given, number_given;
} places[MATERIAL_WORDS] = {
    [MATERIAL_DENSITY] = {.at = {AT(density)}},
    [MATERIAL_STIFFNESS] = {.at = {AT(material.stiffness)}},
    [MATERIAL_AREA_STIFFNESS] = {.at = {AT(material.area_stiffness)}},
    [MATERIAL_VISCOSITY] = {.at = {AT(material.viscosity)}},
    [MATERIAL_INCOMPRESSIBLE] = {.at = {AT(material.bulk)},
                                 .given = AT(material.incompressible),
                                 .number_given = AT(has_bulk)},
    [MATERIAL_MOLDABLE] = {.at = {AT(material.yield)}, .given = AT(material.moldable)},
    [MATERIAL_SOFT] = {.at = {AT(soft_thickness), AT(soft_stiffness), AT(soft_damping)}},
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
