/* rod.c: a solid cylinder along z, given by its length first; `cylinder` is the same solid given by its radius first.
 *
 *   V = π r² l; over the disc the mean of x² is r²/4, over the length that of z² is l²/12.
 */
#include "object/shape_list.h"
#include "object/shape_moments.h"

static struct mass_properties mass(const struct shape *s)
{
    double l = s->size[0], r = s->size[1];
    return mass_of_mirrored(PI * r * r * l, r * r / 4, r * r / 4, l * l / 12);
}

static bool point(const struct shape *s, int i, const char **name, vec3 *at)
{
    return two_ends(s->size[0] / 2, i, name, at);
}

static vec3 extent(const struct shape *s) { return v3(s->size[1], s->size[1], s->size[0] / 2); }

static const tn_parameter parameters[] = {
    SHAPE_SIZE("length", "along z"),
    SHAPE_SIZE("radius", "of its round cross-section"),
    {.word = NULL},
};

const struct shape_class shape_rod = {
    .kind = {.group = TN_KIND_OBJECT,
             .name = "rod",
             .synonyms = {"pole", "stick", "bar-solid"},
             .arguments = "length radius",
             .help = "a solid cylinder along z; end1 at -z, end2 at +z",
             .example = "object new: rod 1 0.05; end",
             .parameters = parameters},
    .sizes = 2,
    .mass = mass,
    .point = point,
    .extent = extent,
};
