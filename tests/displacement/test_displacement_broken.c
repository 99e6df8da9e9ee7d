/* A thousand figures that are broken in many ways: contradictory joints, contradictory limits, parts in one place or
 * far away, masses of all sizes, unexpected zeros. A refusal has a message; accepted models run without NaN and do not
 * explode (method §3). */
#include "../dynamics/kinds.h"

enum { MOST_PARTS = 10, STEPS = 25 };

/* Which figures: `test_method_displacement_broken 20000 5` makes twenty thousand from the fifth on. */
struct range {
    int count, first;
};

struct figure {
    tn_world *w;
    tn_object part[MOST_PARTS];
    int parts;
    int refused;
    uint64_t seed;
};

static double pick(struct figure *f, const double *from, int count)
{
    int i = (int)((random_number(&f->seed) + 1) / 2 * count);
    return from[i < count ? i : count - 1];
}
#define PICK(f, ...)                                                                                                   \
    pick(f, (const double[]){__VA_ARGS__}, (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)))

/* In sequence, so that every compiler makes the same figures. */
static tn_vec3 scaled(struct figure *f, double scale) { return v3_scale(scale, random_vector(&f->seed)); }

static tn_vec3 place(struct figure *f, double scale)
{
    double far = PICK(f, 0, 1, 1, 1, 10);
    return scaled(f, far * scale);
}

/* A direction, sometimes zero. */
static tn_vec3 direction(struct figure *f)
{
    double length = PICK(f, 0, 1, 1, 1, 1, 1, 1, 1);
    return scaled(f, length);
}

static void add_part(struct figure *f)
{
    static const char *const shapes[] = {"sphere", "rod", "box", "capsule", "torus", "particle"};
    int kind = (int)PICK(f, 0, 1, 2, 3, 4, 5);
    tn_object_def d = model_def(shapes[kind], 0.5, 0.1, 0.3, place(f, 1));
    d.mass = PICK(f, 1e-3, 0.1, 1, 1, 1, 10, 1e3);
    d.orientation = q_exp(v3_scale(3, random_vector(&f->seed)));
    double fast = PICK(f, 0, 1, 10);
    d.velocity = scaled(f, fast);
    double quick = PICK(f, 0, 1, 30);
    d.spin = scaled(f, quick);
    d.motion = random_number(&f->seed) > 0.9 ? TN_FIXED : TN_FREE;
    if (d.motion == TN_FIXED)
        d.velocity = d.spin = v3(0, 0, 0);
    model_without_axes(&d);
    if (kind < 5 && random_number(&f->seed) > 0.8) {
        d.has_abilities = true;
        d.ability_to_move = PICK(f, 0, 1e-3, 1, 50);
        d.ability_to_rotate = PICK(f, 0, 1, 100);
        d.mass = 0;
    }
    f->part[f->parts++] = model_add(f->w, &d);
}

static tn_object any_part(struct figure *f)
{
    int i = (int)((random_number(&f->seed) + 1) / 2 * f->parts);
    return f->part[i < f->parts ? i : 0];
}

/* A joint of 1994 with numbers that may be anything. */
static void add_hinge(struct figure *f)
{
    tn_hinge_def d = tn_hinge_default();
    char *message;
    if (random_number(&f->seed) > -0.6)
        d.object1 = any_part(f);
    d.object2 = any_part(f);
    d.hinge = random_number(&f->seed) > -0.5;
    d.point1 = place(f, 0.5);
    d.point2 = place(f, 0.5);
    d.axial = random_number(&f->seed) > 0.5;
    d.planar = random_number(&f->seed) > 0.6;
    d.axis = direction(f);
    d.normal = direction(f);
    d.axial_min = PICK(f, -INFINITY, -1, 0, 0.5, NAN);
    d.axial_max = PICK(f, INFINITY, 1, 0.5, 0);
    d.planar_min = PICK(f, 0, 0, 0.5, 2, -1);
    d.planar_max = PICK(f, INFINITY, 0.5, 1, 0);
    d.angle = random_number(&f->seed) > 0;
    d.axis1 = direction(f);
    d.axis2 = direction(f);
    d.angle_min = PICK(f, 0, 0, 0, 0.5, 3, model_pi, 4);
    d.angle_max = PICK(f, 0, 0.1, 0.5, 1, model_pi, 9);
    d.twist = random_number(&f->seed) > 0.3;
    d.across1 = direction(f);
    d.across2 = direction(f);
    d.twist_min = PICK(f, -model_pi, -1, 0, 0.3, -5);
    d.twist_max = PICK(f, model_pi, 1, 0, 0.3, 5);
    d.bounce = PICK(f, 0, 0, 0.5, 1, 2);
    d.compliance = PICK(f, 0, 0, 0, 0.01, 10, -1);
    tn_constraint c = tn_hinge_add(f->w, &d, &message);
    assert_true(tn_constraint_valid(f->w, c) == (message == NULL));
    if (message != NULL) {
        assert_true(strlen(message) > 10); /* a sentence */
        f->refused++;
    }
    free(message);
}

static void add_joint(struct figure *f)
{
    static const char *const kinds[] = {"connect", "distance", "revolute", "weld", "universal", "slider", "touch"};
    int kind = (int)PICK(f, 0, 1, 2, 3, 4, 5, 6);
    tn_object a = any_part(f), b = any_part(f);
    tn_constraint_def d = {
        .size = sizeof(tn_constraint_def), .kind = kinds[kind], .count = 2, .compliance = PICK(f, 0, 0, 0.01)};
    tn_vec3 p = place(f, 0.5), q = place(f, 0.5);
    char *message;
    if (kind < 2) {
        d.args[0] = tn_arg_point(a, p);
        d.args[1] = random_number(&f->seed) > 0.7 ? tn_arg_vector(q) : tn_arg_point(b, q);
        d.args[2] = tn_arg_number(PICK(f, -1, 0, 0.5, 3));
        d.count = kind == 0 ? 2 : 3;
    } else {
        d.args[0] = tn_arg_object(a);
        d.args[1] = tn_arg_object(b);
        d.args[2] = tn_arg_point(a, p);
        d.args[3] = tn_arg_point(b, q);
        d.args[4] = tn_arg_direction(a, direction(f));
        d.args[5] = tn_arg_direction(b, direction(f));
        d.count = strcmp(kinds[kind], "weld") == 0 || strcmp(kinds[kind], "touch") == 0 ? 2 : 6;
    }
    tn_constraint_add(f->w, &d, &message);
    f->refused += message != NULL;
    free(message);
}

static void make(struct figure *f)
{
    tn_settings s = tn_world_settings(f->w);
    s.method = TN_DISPLACEMENT;
    s.scheme = (tn_scheme)PICK(f, TN_SCHEME_A, TN_SCHEME_B, TN_GAUSS_SEIDEL);
    s.step = PICK(f, 0.001, 0.01, 0.0166, 0.05);
    s.alpha = PICK(f, 1, 1, 0.3, 1.9);
    s.iterations = (int)PICK(f, 1, 10, 50);
    s.substeps = (int)PICK(f, 1, 1, 4);
    s.assemble = random_number(&f->seed) > 0 ? TN_ASSEMBLE_AUTO : TN_ASSEMBLE_OFF;
    assert_int_equal(tn_world_configure(f->w, &s), TN_OK);
    model_gravity(f->w, v3(0, 0, -model_g));
    int parts = 2 + (int)((random_number(&f->seed) + 1) / 2 * (MOST_PARTS - 2));
    while (f->parts < parts)
        add_part(f);
    for (int i = 0; i < parts + 3; i++) {
        if (random_number(&f->seed) > -0.3)
            add_hinge(f);
        else
            add_joint(f);
    }
}

/* The largest distance and speed; fails on NaN. */
static void look(struct figure *f, double *far, double *fast)
{
    *far = *fast = 0;
    for (int i = 0; i < f->parts; i++) {
        tn_pose p = model_pose(f->w, f->part[i]);
        if (!v3_finite(p.center) || !v3_finite(p.velocity) || !v3_finite(p.spin) || !isfinite(p.orientation.w))
            fail_msg("a part has come to numbers that are none");
        *far = fmax(*far, v3_norm(p.center));
        *fast = fmax(*fast, v3_norm(p.velocity));
    }
}

static void thousand_broken_figures(void **state)
{
    const struct range *range = *state;
    int refused = 0, limited = 0, stuck = 0, flying = 0;
    double fastest = 0;
    for (int n = range->first; n < range->first + range->count; n++) {
        struct figure f = {.w = tn_world_new(), .seed = 1000 + (uint64_t)n};
        double far, fast, start;
        make(&f);
        look(&f, &start, &fast);
        double step = tn_world_settings(f.w).step;
        tn_status status = TN_OK;
        for (int i = 1; i <= STEPS && status == TN_OK; i++)
            status = tn_advance(f.w, i * step);
        look(&f, &far, &fast);
        if (status != TN_OK)
            print_message("figure %d: %s\n", n, tn_failure(f.w));
        /* a gram on a soft joint with a gap of ten metres reaches kilometres per second; nothing explodes */
        if (!(far < 1e3) || !(fast < 2e4))
            print_message("figure %d flies apart: %g m away at %g m/s, from %g m\n", n, far, fast, start);
        flying += !(far < 1e3) || !(fast < 2e4);
        fastest = fmax(fastest, fast);
        refused += f.refused;
        limited += tn_warning(f.w, 0) != NULL;
        stuck += status != TN_OK;
        tn_world_free(f.w);
    }
    print_message("%d joints refused, %d figures with a warning, %d stuck; fastest part %g m/s\n", refused, limited,
                  stuck, fastest);
    assert_true(refused > range->count / 2);
    assert_int_equal(flying, 0);
    assert_int_equal(stuck, 0);
}

int main(int argc, char **argv)
{
    struct range range = {.count = argc > 1 ? atoi(argv[1]) : 1000, .first = argc > 2 ? atoi(argv[2]) : 0};
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(thousand_broken_figures, &range)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
