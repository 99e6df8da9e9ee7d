/* connect: two points meet (BB: point to nail, point to point).
 *
 *   C = Q − P      three rows, metres. λ is the force on Q's body, −λ on P's.
 */
#include "constraint/constraint.h"

static const struct constraint_form forms[] = {{
    .name = "connect",
    .inputs = {{"P", INPUT_POINT}, {"Q", INPUT_POINT}},
    .rows = {{"Q - P", "m", LEVEL_POSITION}},
}};

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    (void)x;
    out->form = &forms[0];
    for (int i = 0; i < count; i++) {
        struct connector c;
        out->wrong_argument = i;
        if (!build_point(&args[i], &c))
            return "expected a point: a nail, a place (x, y, z) or a point of an object, as in rod.end1";
        build_input(out, c, i + 1);
    }
    build_area(out, AREA_POINT, out->input[0], out->input[1], out->input[0], 0, 0);
    return NULL;
}

const struct constraint_class constraint_connect = {
    .kind = {.group = TN_KIND_CONSTRAINT,
             .name = "connect",
             .synonyms = {"ball", "spherical", "pin", "joint", "socket", "attach"},
             .arguments = "P Q",
             .help = "two points meet: point to nail, or point to point",
             .example = "connect a.end1 b.end2;"},
    .forms = forms,
    .form_count = 1,
    .fewest = 2,
    .most = 2,
    .build = build,
};
