/* touch: two spheres touch and may slide (BB: sphere to sphere); a sphere touches a plane.
 *
 *   spheres:  C = |Q − P| − d,  d the sum of the radii      one row, metres
 *   plane:    C = N·(P − Q) − d,  d the radius, P the sphere's centre, N the plane's normal
 */
#include "constraint/constraint.h"

#include <string.h>

static const struct constraint_form forms[] = {
    {
        .name = "touch",
        .inputs = {{"P", INPUT_POINT}, {"Q", INPUT_POINT}},
        .parameters = {"d"},
        .rows = {{"norm(Q - P) - d", "m", LEVEL_POSITION}},
    },
    {
        .name = "touch-plane",
        .inputs = {{"P", INPUT_POINT}, {"Q", INPUT_POINT}, {"N", INPUT_DIRECTION}},
        .parameters = {"d"},
        .rows = {{"dot(N, P - Q) - d", "m", LEVEL_POSITION}},
    },
};

static bool is_sphere(const struct constraint_context *x, const struct constraint_arg *a, double *radius)
{
    const struct shape *s = a->type == ARG_BODY ? x->shape(x->ctx, a->body) : NULL;
    if (s == NULL || strcmp(s->class->kind.name, "sphere") != 0)
        return false;
    *radius = s->size[0];
    return true;
}

static struct connector sphere_center(const struct constraint_context *x, int body)
{
    vec3 at = v3_sub(x->shape(x->ctx, body)->offset, x->center(x->ctx, body));
    return (struct connector){CONNECTOR_POINT, body, -1, at};
}

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    (void)count;
    double r[2];
    bool sphere[2] = {is_sphere(x, &args[0], &r[0]), is_sphere(x, &args[1], &r[1])};
    bool plane[2];
    for (int i = 0; i < 2; i++) {
        plane[i] = args[i].type == ARG_BODY && x->is_plane(x->ctx, args[i].body);
        out->wrong_argument = i;
        if (!sphere[i] && !plane[i])
            return "touch joins two spheres, or a sphere and a plane";
    }
    out->wrong_argument = 1;
    if (plane[0] && plane[1])
        return "two planes cannot touch: one of the two must be a sphere";
    if (sphere[0] && sphere[1]) {
        out->form = &forms[0];
        out->parameter[0] = r[0] + r[1];
        for (int i = 0; i < 2; i++)
            build_input(out, sphere_center(x, args[i].body), i + 1);
        build_area(out, AREA_SHELL, out->input[0], out->input[1], out->input[0], r[0] + r[1], r[0] + r[1]);
        return NULL;
    }
    int s = sphere[0] ? 0 : 1, p = 1 - s, ground = args[p].body;
    out->form = &forms[1];
    out->parameter[0] = r[s];
    build_input(out, sphere_center(x, args[s].body), s + 1);
    build_input(out, (struct connector){CONNECTOR_POINT, ground, -1, v3(0, 0, 0)}, p + 1);
    build_input(out, (struct connector){CONNECTOR_DIRECTION, ground, -1, v3(0, 0, 1)}, p + 1);
    return NULL;
}

const struct constraint_class constraint_touch = {
    .kind = {.group = TN_KIND_CONSTRAINT,
             .name = "touch",
             .synonyms = {"tangent"},
             .arguments = "A B",
             .help = "two spheres, or a sphere and a plane, touch and may slide",
             .example = "touch ball ground;"},
    .forms = forms,
    .form_count = 2,
    .fewest = 2,
    .most = 2,
    .build = build,
};
