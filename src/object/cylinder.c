/* cylinder.c: a solid cylinder of radius r and height h along z; the solid of rod.c with its sizes the other way round.
 *
 *   V = π r² h; the mean of x² is r²/4, that of z² is h²/12.
 */
#include "object/shape_list.h"
#include "object/shape_moments.h"

static struct mass_properties mass(const struct shape *s)
{
    double r = s->size[0], h = s->size[1];
    return mass_of_mirrored(PI * r * r * h, r * r / 4, r * r / 4, h * h / 12);
}

static bool point(const struct shape *s, int i, const char **name, vec3 *at)
{
    return two_ends(s->size[1] / 2, i, name, at);
}

static vec3 extent(const struct shape *s) { return v3(s->size[0], s->size[0], s->size[1] / 2); }

static const tn_parameter parameters[] = {
    SHAPE_SIZE("r", "radius"),
    SHAPE_SIZE("h", "height along z"),
    {.word = NULL},
};

const struct shape_class shape_cylinder = {
    .kind = {.group = TN_KIND_OBJECT,
             .name = "cylinder",
             .synonyms = {"disc", "disk", "tube"},
             .arguments = "r h",
             .help = "a solid cylinder of radius r and height h along z; end1 at -z, end2 at +z",
             .example = "object new: cylinder 0.1 0.4; end",
             .parameters = parameters},
    .sizes = 2,
    .mass = mass,
    .point = point,
    .extent = extent,
};
