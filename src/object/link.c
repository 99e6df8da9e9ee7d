/* link.c: a chain link: round wire of radius r bent to a stadium in the xz plane, long side along z.
 *
 * `length` and `width` are outer sizes. The wire's centre line is two straight pieces at x = ±R, |z| <= h, and two
 * half circles of radius R about (0, 0, ±h), with R = width/2 - r and h = (length - width)/2. The hole is open when
 * R > r, that is width > 4r. With length = width it is a torus.
 *
 * One half torus, about the centre of its bend, with
 *   x = (R + ρ cos α) cos θ,  z = (R + ρ cos α) sin θ,  y = ρ sin α,  0 <= θ <= π,  dV = (R + ρ cos α) ρ dρ dα dθ.
 * Over the disc ρ <= r the means of ρ cos α and (ρ cos α)³ vanish, those of (ρ cos α)² and (ρ sin α)² are r²/4:
 *   V      = π · π r² · R
 *   ⟨z⟩    = 2 · π r² (R² + r²/4) / V           = (4R² + r²) / (2πR)        its centroid
 *   ⟨x²⟩   = π/2 · π r² (R³ + 3R r²/4) / V      = R²/2 + 3r²/8  = ⟨z²⟩
 *   ⟨y²⟩   = π · π r² R r²/4 / V                = r²/4
 * Moved out by h along z: ⟨(h + z)²⟩ = h² + 2h⟨z⟩ + ⟨z²⟩. The mirror images in x and z make the other half's first
 * moment and every product vanish, so the centre is the origin and the axes are principal.
 * The straight pieces: V = 2 · π r² · 2h, ⟨x²⟩ = R² + r²/4, ⟨y²⟩ = r²/4, ⟨z²⟩ = h²/3.
 */
#include "object/shape_list.h"
#include "object/shape_moments.h"

static const char *check(const double *size)
{
    double length = size[0], width = size[1], r = size[2];
    if (!(width > 4 * r))
        return "a link needs width > 4 radius, or its hole is closed";
    if (!(length >= width))
        return "a link needs length >= width";
    return NULL;
}

static struct mass_properties mass(const struct shape *s)
{
    double r = s->size[2], bend = s->size[1] / 2 - r, h = (s->size[0] - s->size[1]) / 2;
    double bends = 2 * PI * PI * r * r * bend, straights = 4 * PI * r * r * h, volume = bends + straights;
    double centroid = (4 * bend * bend + r * r) / (2 * PI * bend);
    double square = bend * bend / 2 + 3 * r * r / 8;
    double xx = bends * square + straights * (bend * bend + r * r / 4);
    double zz = bends * (h * h + 2 * h * centroid + square) + straights * (h * h / 3);
    return mass_of_mirrored(volume, xx / volume, r * r / 4, zz / volume);
}

/* The ends lie on the wire's centre line in the middle of each bend, where the neighbouring links bear. */
static bool point(const struct shape *s, int i, const char **name, vec3 *at)
{
    return two_ends(s->size[0] / 2 - s->size[2], i, name, at);
}

static vec3 extent(const struct shape *s) { return v3(s->size[1] / 2, s->size[2], s->size[0] / 2); }

static const tn_parameter parameters[] = {
    SHAPE_SIZE("length", "outer, along z"),
    SHAPE_SIZE("width", "outer, along x"),
    SHAPE_SIZE("radius", "of the wire"),
    {.word = NULL},
};

const struct shape_class shape_link = {
    .kind = {.group = TN_KIND_OBJECT,
             .name = "link",
             .synonyms = {"chain-link"},
             .arguments = "length width radius",
             .help = "a chain link of round wire in the xz plane, outer sizes along z and x; end1 and end2 are the "
                     "middles of the wire at its bends",
             .example = "object new: link 0.3 0.2 0.02; end",
             .parameters = parameters},
    .sizes = 3,
    .check = check,
    .mass = mass,
    .point = point,
    .extent = extent,
};
