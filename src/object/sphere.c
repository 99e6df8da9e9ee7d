/* sphere.c: a ball around the origin.
 *
 *   V = 4/3 π r³; the mean of |x|² is 3/5 r², so by symmetry that of x² is r²/5.
 */
#include "object/shape_list.h"
#include "object/shape_moments.h"

static struct mass_properties mass(const struct shape *s)
{
    double r = s->size[0], square = r * r / 5;
    return mass_of_mirrored(4.0 / 3 * PI * r * r * r, square, square, square);
}

static vec3 extent(const struct shape *s) { return v3(s->size[0], s->size[0], s->size[0]); }

static const tn_parameter parameters[] = {
    SHAPE_SIZE("r", "radius"),
    {.word = NULL},
};

const struct shape_class shape_sphere = {
    .kind = {.group = TN_KIND_OBJECT,
             .name = "sphere",
             .synonyms = {"ball", "globe", "orb"},
             .arguments = "r",
             .help = "a ball of radius r",
             .example = "object new: sphere 0.2; end",
             .parameters = parameters},
    .sizes = 1,
    .mass = mass,
    .extent = extent,
};
