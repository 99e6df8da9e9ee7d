/* torus.c: a ring around z: a disc of radius r whose centre goes round the circle of radius R in the xy plane.
 *
 * With x = (R + ρ cos α) cos θ, y = (R + ρ cos α) sin θ, z = ρ sin α the volume element is (R + ρ cos α) ρ dρ dα dθ.
 * Over the disc the means of ρ cos α and of its cube are 0, those of ρ² cos² α and ρ² sin² α are r²/4. So
 *   V = 2π R · π r²,   mean of x² = mean of y² = ½ ⟨(R + ρ cos α)³⟩ / R = R²/2 + 3r²/8,   mean of z² = r²/4.
 */
#include "object/shape_list.h"
#include "object/shape_moments.h"

static const char *check(const double *size)
{
    return size[0] > size[1] ? NULL : "a torus needs R > r: the ring's radius first, then the smaller one of its body";
}

static struct mass_properties mass(const struct shape *s)
{
    double ring = s->size[0], r = s->size[1];
    double xx = ring * ring / 2 + 3 * r * r / 8;
    return mass_of_mirrored(2 * PI * PI * ring * r * r, xx, xx, r * r / 4);
}

static vec3 extent(const struct shape *s)
{
    double reach = s->size[0] + s->size[1];
    return v3(reach, reach, s->size[1]);
}

static const tn_parameter parameters[] = {
    SHAPE_SIZE("R", "radius of the ring around z"),
    SHAPE_SIZE("r", "radius of its round body"),
    {.word = NULL},
};

const struct shape_class shape_torus = {
    .kind = {.group = TN_KIND_OBJECT,
             .name = "torus",
             .synonyms = {"ring", "donut"},
             .arguments = "R r",
             .help = "a ring of radius R around z with a round body of radius r",
             .example = "object new: torus 0.3 0.05; end",
             .parameters = parameters},
    .sizes = 2,
    .check = check,
    .mass = mass,
    .extent = extent,
};
