/* capsule.c: a cylinder along z of radius r and length h with a half ball on each end: h + 2r long from tip to tip.
 *
 * The cylinder: V = π r² h, means r²/4, r²/4, h²/12.
 * The half balls: together V = 4/3 π r³, means of x² and y² r²/5. For z let ζ be the height above the flat face, which
 * lies at h/2. Discs of radius² r² - ζ² give ∫ζ dV = π(r⁴/2 - r⁴/4) = π r⁴/4 for one of volume 2/3 π r³, so the mean
 * of ζ is 3r/8; the mean of ζ² is that of the ball, r²/5. Hence the mean of (h/2 + ζ)² is h²/4 + 3hr/8 + r²/5.
 */
#include "object/shape_list.h"
#include "object/shape_moments.h"

static struct mass_properties mass(const struct shape *s)
{
    double r = s->size[0], h = s->size[1];
    double tube = PI * r * r * h, caps = 4.0 / 3 * PI * r * r * r, volume = tube + caps;
    double xx = (tube * (r * r / 4) + caps * (r * r / 5)) / volume;
    double zz = (tube * (h * h / 12) + caps * (h * h / 4 + 3 * h * r / 8 + r * r / 5)) / volume;
    return mass_of_mirrored(volume, xx, xx, zz);
}

/* The ends are the tips of the caps. */
static bool point(const struct shape *s, int i, const char **name, vec3 *at)
{
    return two_ends(s->size[1] / 2 + s->size[0], i, name, at);
}

static vec3 extent(const struct shape *s) { return v3(s->size[0], s->size[0], s->size[1] / 2 + s->size[0]); }

static const tn_parameter parameters[] = {
    SHAPE_SIZE("r", "radius of the caps"),
    SHAPE_SIZE("h", "length of the cylinder between them"),
    {.word = NULL},
};

const struct shape_class shape_capsule = {
    .kind = {.group = TN_KIND_OBJECT,
             .name = "capsule",
             .synonyms = {"pill", "sausage"},
             .arguments = "r h",
             .help = "a cylinder of length h along z with round caps of radius r; end1 and end2 are the tips",
             .example = "object new: capsule 0.1 0.4; end",
             .parameters = parameters},
    .sizes = 2,
    .mass = mass,
    .point = point,
    .extent = extent,
};
