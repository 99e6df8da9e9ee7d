/* rolling: A rolls on B without slipping: at the point of contact both have the same velocity.
 *
 * One vector row of velocities. It also closes the gap g between the two along their normal n:
 *
 *   φ = (velocity of A at the contact) − (velocity of B there) + (g/τ) n
 *
 * With the feedback φ̇ = −φ/τ the gap obeys g̈ + (2/τ) ġ + g/τ² = 0, as any constraint on positions does.
 *
 *   sphere on plane    contact P − (g + r) N
 *   sphere on sphere   contact on the line of centres
 *   wheel on plane     (cylinder, rod, torus: axis Z, rim radius R, tread radius r) rim point P − R k − r N,
 *                      k the unit vector normal to Z nearest to N; undefined where the wheel lies flat
 */
#include "constraint/constraint.h"

#include <string.h>

#define PLANE_GAP(point) "(dot(N, (" point ") - Q) - r)"
#define RIM "(P - R*unit(N - dot(N, Z)*Z))"
#define SLIP(point) "vel(P) + cross(omega(A), (" point ") - P) - vel(Q) - cross(omega(B), (" point ") - Q)"

static const struct constraint_form forms[] = {
    {
        .name = "rolling",
        .inputs =
            {{"P", INPUT_POINT}, {"A", INPUT_SPIN}, {"Q", INPUT_POINT}, {"B", INPUT_SPIN}, {"N", INPUT_DIRECTION}},
        .parameters = {"r", "tau"},
        .rows = {{SLIP("P - r*N") " + " PLANE_GAP("P") "/tau*N", "m/s", LEVEL_VELOCITY}},
    },
    {
        .name = "rolling-spheres",
        .inputs = {{"P", INPUT_POINT}, {"A", INPUT_SPIN}, {"Q", INPUT_POINT}, {"B", INPUT_SPIN}},
        .parameters = {"r", "tau", "s"},
        .rows = {{SLIP("P + r*unit(Q - P)") " - (norm(Q - P) - r - s)/tau*unit(Q - P)", "m/s", LEVEL_VELOCITY}},
    },
    {
        .name = "rolling-wheel",
        .inputs = {{"P", INPUT_POINT},
                   {"A", INPUT_SPIN},
                   {"Q", INPUT_POINT},
                   {"B", INPUT_SPIN},
                   {"N", INPUT_DIRECTION},
                   {"Z", INPUT_DIRECTION}},
        .parameters = {"r", "tau", "R"},
        .rows = {{SLIP(RIM " - r*N") " + " PLANE_GAP(RIM) "/tau*N", "m/s", LEVEL_VELOCITY}},
    },
};

enum { SPHERE = 1, WHEEL, PLANE };

/* The kind of an argument, and its radii: a sphere has one, a wheel has rim and tread. */
static int kind_of(const struct constraint_context *x, const struct constraint_arg *a, double radius[2])
{
    if (a->type != ARG_BODY)
        return 0;
    if (x->is_plane(x->ctx, a->body))
        return PLANE;
    const struct shape *s = x->shape(x->ctx, a->body);
    if (s == NULL)
        return 0;
    radius[0] = s->size[0];
    radius[1] = 0;
    if (strcmp(s->class->kind.name, "sphere") == 0)
        return SPHERE;
    if (strcmp(s->class->kind.name, "cylinder") == 0)
        return WHEEL;
    if (strcmp(s->class->kind.name, "rod") == 0) {
        radius[0] = s->size[1];
        return WHEEL;
    }
    if (strcmp(s->class->kind.name, "torus") == 0) {
        radius[1] = s->size[1];
        return WHEEL;
    }
    return 0;
}

static struct connector seat(const struct constraint_context *x, int body)
{
    const struct shape *s = x->shape(x->ctx, body);
    vec3 at = s != NULL ? v3_sub(s->offset, x->center(x->ctx, body)) : v3(0, 0, 0);
    return (struct connector){CONNECTOR_POINT, body, -1, at};
}

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    (void)count;
    double radius[2][2];
    int kind[2];
    for (int i = 0; i < 2; i++) {
        out->wrong_argument = i;
        kind[i] = kind_of(x, &args[i], radius[i]);
        if (kind[i] == 0)
            return "rolling takes a sphere, rod, cylinder or torus on a plane, or two spheres";
    }
    out->wrong_argument = 1;
    int a = kind[0] == PLANE ? 1 : 0, b = 1 - a; /* a rolls on b */
    if (kind[a] == PLANE || (kind[b] != PLANE && (kind[a] != SPHERE || kind[b] != SPHERE)))
        return "one of the two must be a plane, or both must be spheres";
    out->form = &forms[kind[b] == PLANE ? (kind[a] == SPHERE ? 0 : 2) : 1];
    out->parameter[0] = kind[a] == WHEEL ? radius[a][1] : radius[a][0];
    out->parameter[1] = 0; /* τ: known when the constraint is placed in a world */
    out->parameter[2] = kind[a] == WHEEL ? radius[a][0] : kind[b] == SPHERE ? radius[b][0] : 0;
    for (int k = 0; k < 2; k++) {
        int i = k == 0 ? a : b;
        build_input(out, seat(x, args[i].body), i + 1);
        build_input(out, (struct connector){CONNECTOR_SPIN, args[i].body, -1, v3(0, 0, 0)}, i + 1);
    }
    if (kind[b] == PLANE)
        build_input(out, (struct connector){CONNECTOR_DIRECTION, args[b].body, -1, v3(0, 0, 1)}, b + 1);
    if (kind[a] == WHEEL) {
        vec3 axis = q_rotate(x->shape(x->ctx, args[a].body)->turned, v3(0, 0, 1));
        build_input(out, (struct connector){CONNECTOR_DIRECTION, args[a].body, -1, axis}, a + 1);
    }
    return NULL;
}

const struct constraint_class constraint_rolling = {
    .kind = {.group = TN_KIND_CONSTRAINT,
             .name = "rolling",
             .synonyms = {"roll", "wheel"},
             .arguments = "A B",
             .help = "A rolls on B without slipping: a sphere, rod, cylinder or torus on a plane, or two spheres",
             .example = "rolling wheel ground;"},
    .forms = forms,
    .form_count = 3,
    .fewest = 2,
    .most = 2,
    .build = build,
};
