/* cone.c: a cone of height h along z on a disc of radius r. Its centre of mass is the origin: the disc lies at z = -h/4, the
 * tip at 3h/4.
 *
 *   V = π r² h/3. With ζ the distance from the tip along the axis, discs of radius r ζ/h have the means x² = r² ζ²/4h², and
 *   the mean of ζ² is 3h²/5: so that of x² is 3r²/20. That of z² = (3h/4 - ζ)² is 3h²/5 - 9h²/16 = 3h²/80.
 */
#include "object/shape_list.h"
#include "object/shape_moments.h"

static struct mass_properties mass(const struct shape *s)
{
    const double r = s->size[0], h = s->size[1], xx = 3 * r * r / 20;
    return mass_of_mirrored(PI * r * r * h / 3, xx, xx, 3 * h * h / 80);
}

static bool point(const struct shape *s, int i, const char **name, vec3 *at)
{
    if (i < 0 || i > 1)
        return false;
    *name = i == 0 ? "end1" : "end2";
    *at = v3(0, 0, i == 0 ? -s->size[1] / 4 : 3 * s->size[1] / 4);
    return true;
}

/* About the origin, which does not lie in the middle. */
static vec3 extent(const struct shape *s) { return v3(s->size[0], s->size[0], 3 * s->size[1] / 4); }

static const tn_parameter parameters[] = {
    SHAPE_SIZE("r", "radius of the base"),
    SHAPE_SIZE("h", "height"),
    {.word = NULL},
};

const struct shape_class shape_cone = {
    .kind =
        {.group = TN_KIND_OBJECT,
         .name = "cone",
         .synonyms = {"spike", "funnel"},
         .arguments = "r h",
         .help =
             "a cone of height h along z on a disc of radius r, its centre of mass at the origin; end1 is the centre "
             "of the base, end2 the tip",
         .example = "object new: cone 0.2 0.5; end",
         .parameters = parameters},
    .sizes = 2,
    .mass = mass,
    .point = point,
    .extent = extent,
};
