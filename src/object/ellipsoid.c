/* ellipsoid.c: half axes a, b, c along x, y, z: a ball of radius 1 stretched by them.
 *
 *   V = 4/3 π a b c; the means of x², y², z² are a²/5, b²/5, c²/5.
 */
#include "object/shape_list.h"
#include "object/shape_moments.h"

static struct mass_properties mass(const struct shape *s)
{
    const double a = s->size[0], b = s->size[1], c = s->size[2];
    return mass_of_mirrored(4.0 / 3 * PI * a * b * c, a * a / 5, b * b / 5, c * c / 5);
}

static vec3 extent(const struct shape *s) { return v3(s->size[0], s->size[1], s->size[2]); }

static const tn_parameter parameters[] = {
    SHAPE_SIZE("a", "half axis along x"),
    SHAPE_SIZE("b", "half axis along y"),
    SHAPE_SIZE("c", "half axis along z"),
    {.word = NULL},
};

const struct shape_class shape_ellipsoid = {
    .kind = {.group = TN_KIND_OBJECT,
             .name = "ellipsoid",
             .synonyms = {"spheroid", "egg"},
             .arguments = "a b c",
             .help = "an ellipsoid with half axes a, b, c along x, y, z",
             .example = "object new: ellipsoid 0.3 0.2 0.1; end",
             .parameters = parameters},
    .sizes = 3,
    .mass = mass,
    .extent = extent,
};
