/* box.c: a block with sides a, b, c (full lengths) along x, y, z, its middle at the origin.
 *
 *   V = a b c; the mean of x² is a²/12, and so on.
 */
#include "object/shape_list.h"
#include "object/shape_moments.h"

static struct mass_properties mass(const struct shape *s)
{
    double a = s->size[0], b = s->size[1], c = s->size[2];
    return mass_of_mirrored(a * b * c, a * a / 12, b * b / 12, c * c / 12);
}

/* corner1 … corner8: the bits of the number less one say which side, x lowest: - - -, + - -, - + -, … + + +. */
static bool point(const struct shape *s, int i, const char **name, vec3 *at)
{
    static const char *const names[8] = {"corner1", "corner2", "corner3", "corner4",
                                         "corner5", "corner6", "corner7", "corner8"};
    if (i < 0 || i > 7)
        return false;
    *name = names[i];
    *at = v3((i & 1 ? 0.5 : -0.5) * s->size[0], (i & 2 ? 0.5 : -0.5) * s->size[1], (i & 4 ? 0.5 : -0.5) * s->size[2]);
    return true;
}

static vec3 extent(const struct shape *s) { return v3(s->size[0] / 2, s->size[1] / 2, s->size[2] / 2); }

static const tn_parameter parameters[] = {
    SHAPE_SIZE("a", "side along x"),
    SHAPE_SIZE("b", "side along y"),
    SHAPE_SIZE("c", "side along z"),
    {.word = NULL},
};

const struct shape_class shape_box = {
    .kind = {.group = TN_KIND_OBJECT,
             .name = "box",
             .synonyms = {"cube", "cuboid", "brick", "block-solid"},
             .arguments = "a b c",
             .help = "a block with these sides along x, y, z; corner1 (- - -) to corner8 (+ + +), x changing fastest",
             .example = "object new: box 0.3 0.2 0.1; end",
             .parameters = parameters},
    .sizes = 3,
    .mass = mass,
    .point = point,
    .extent = extent,
};
