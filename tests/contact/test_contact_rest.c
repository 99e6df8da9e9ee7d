/* Stacks come to rest: of boxes, cards and other shapes, heavy ones on light ones, straight and askew; the floor carries
 * their weight. */
#include <stdio.h>

#include "../effort.h"
#include "../world/model.h"

static double part(uint64_t *seed) { return 0.5 + 0.5 * random_number(seed); }

/* `count` boxes stacked without gaps; the mass of the top one is `heavier` times that of the others. Askew ones are shifted
 * and turned by this part of their size, and dropped from so far above each other. */
static tn_world *stack(int count, const double size[3], double heavier, double askew, uint64_t *seed)
{
    tn_world *w = tn_world_new();
    char text[500];
    double weight = model_g * 1000 * size[0] * size[1] * size[2] * (count - 1 + heavier);
    snprintf(text, sizeof text,
             "world: gravity 9.81; end\nobject floor: plane; end\ncontact friction 0.5;\n"
             "probe load = -contact(floor).z / %.17g;\n",
             weight);
    assert_int_equal(tn_read_text(w, "floor", text, NULL), TN_OK);
    for (int i = 0; i < count; i++) {
        double x = askew > 0 ? askew * size[0] * part(seed) : 0, turn = askew > 0 ? part(seed) : 0;
        snprintf(
            text, sizeof text,
            "object b%d: box %.17g %.17g %.17g; density %.17g; position %.17g 0 %.17g; rotation 0 0 1 %.17g; end\n", i,
            size[0], size[1], size[2], i == count - 1 ? 1000 * heavier : 1000.0, x,
            (i + 0.5) * size[2] + askew * size[2] * (i + 1), askew * turn);
        assert_int_equal(tn_read_text(w, "stack", text, NULL), TN_OK);
    }
    return w;
}

struct rest {
    double speed; /* m/s: the largest of any body in the last quarter */
    double sunk;  /* m: how far the top is below where it began, at the end */
    double load;  /* of the floor in the last quarter: how far it is from the weight, as a part of it */
};

static struct rest wait_for(tn_world *w, double until)
{
    struct rest r = {0, 0, 0};
    const tn_object top = tn_object_at(w, tn_object_count(w) - 1);
    const double first = model_pose(w, top).position.z;
    for (int f = 1; f <= 30 * until; f++) {
        model_run(w, f / 30.0);
        for (int i = 1; f > 22.5 * until && i < tn_object_count(w); i++)
            r.speed = fmax(r.speed, v3_norm(model_pose(w, tn_object_at(w, i)).velocity));
        if (f > 22.5 * until)
            r.load = fmax(r.load, fabs(model_probe(w, "load") - 1));
    }
    r.sunk = first - model_pose(w, top).position.z;
    tn_world_free(w);
    return r;
}

static void check(const char *what, int count, struct rest r, double speed, double sunk, double load)
{
    if (!(r.speed <= speed) || !(r.sunk <= sunk) || !(r.load <= load))
        fail_msg("%s, %d boxes: %g m/s, allowed %g; sunk by %g m, allowed %g; load off by %g, allowed %g", what, count,
                 r.speed, speed, r.sunk, sunk, r.load, load);
}

static const double cube[3] = {0.3, 0.3, 0.3};

static void stacks_rest(void **state)
{
    (void)state;
    static const int counts[6] = {2, 3, 5, 10, 20, 50};
    for (int i = 0; i < effort(6, 4); i++)
        check("stack", counts[i], wait_for(stack(counts[i], cube, 1, 0, NULL), 10), 1e-9, 1e-6, 1e-6);
}

static void heavy_tops_rest(void **state)
{
    (void)state;
    static const double heavier[4] = {1, 10, 100, 1000};
    for (int i = 0; i < 4; i++) {
        check("heavy top", 2, wait_for(stack(2, cube, heavier[i], 0, NULL), 10), 1e-9, 1e-6, 1e-6);
        check("heavy top", 10, wait_for(stack(10, cube, heavier[i], 0, NULL), 10), 1e-9, 1e-4, 1e-6);
    }
}

static void cards_do_not_sink(void **state)
{
    (void)state;
    static const double card[3] = {0.06, 0.09, 0.001};
    check("card", 1, wait_for(stack(1, card, 1, 0, NULL), 10), 1e-9, 1e-9, 1e-6);
    check("cards", 10, wait_for(stack(10, card, 1, 0, NULL), 10), 1e-9, 1e-9, 1e-6);
}

static void stacks_of_any_size_rest(void **state)
{
    (void)state;
    uint64_t random = 31;
    for (int i = 0; i < effort(12, 4); i++) {
        const double size[3] = {0.1 + part(&random), 0.1 + part(&random), 0.1 + 0.3 * part(&random)};
        const int count = 2 + (int)(6 * part(&random));
        const double heavier = pow(10, 3 * part(&random));
        check("any size", count, wait_for(stack(count, size, heavier, 0, NULL), 8), 1e-9, 1e-4, 1e-6);
    }
}

/* The text of a shape with a flat base that is `height` high and about `wide`; only the first three have flat tops. */
static void any_shape(char *out, size_t room, int which, double wide, double height, uint64_t *seed)
{
    switch (which) {
    case 0:
        snprintf(out, room, "box %.17g %.17g %.17g", wide, wide * (0.8 + 0.2 * part(seed)), height);
        break;
    case 1:
        snprintf(out, room, "cylinder %.17g %.17g", wide / 2, height);
        break;
    case 2:
        snprintf(out, room, "compound: box %.17g %.17g %.17g; box %.17g %.17g %.17g offset 0 0 0; end", wide, wide / 3,
                 height, wide / 3, wide, height);
        break;
    case 3:
        snprintf(out, room, "torus %.17g %.17g", (wide - height) / 2, height / 2);
        break;
    case 4:
        snprintf(out, room, "cone %.17g %.17g", wide / 2, height);
        break;
    default:
        snprintf(out, room, "sphere %.17g", height / 2);
        break;
    }
}

/* Boxes, cylinders, crosses and rings on one another, on top a cone or a ball too. Of 40 stacks those without rings move by
 * less than 4e-7 m/s (all but one of them by less than 1e-9), those with rings by less than 1.2e-5. */
static void stacks_of_any_shape_rest(void **state)
{
    (void)state;
    uint64_t seed = 77;
    for (int i = 0; i < effort(40, 6); i++) {
        const int count = 2 + (int)(9 * part(&seed));
        const double heavier = pow(10, 3 * part(&seed));
        char text[8000], shape[300];
        double z = 0;
        int after = 0;
        int n = snprintf(text, sizeof text,
                         "world: gravity 9.81; end object floor: plane; end contact friction 0.5 rolling 0.001;\n");
        for (int k = 0; k < count; k++) {
            const bool top = k == count - 1;
            int which = (int)((top ? 6 : 4) * part(&seed));
            /* a ring lies whole between flat faces that are larger */
            which = (after == 3 && which > 1) || (after == 2 && which == 3) ? 1 : which;
            after = which;
            const double wide = which == 3 ? 0.25 : 0.3 + 0.1 * part(&seed),
                         height = which == 3 ? 0.05 : 0.1 + 0.1 * part(&seed);
            const double low =
                which == 4 ? height / 4 : height / 2; /* its centre of mass, and position, above its base */
            any_shape(shape, sizeof shape, which, wide, height, &seed);
            n += snprintf(text + n, sizeof text - (size_t)n,
                          "object b[%d]: %s %s density %.17g; center 0 0 %.17g; end\n", k, shape, which == 2 ? "" : ";",
                          1000 * (top ? heavier : 1), z + low);
            z += height;
        }
        snprintf(text + n, sizeof text - (size_t)n, "probe load = -contact(floor).z;\nprobe weight = 0");
        for (int k = 0; k < count; k++)
            snprintf(text + strlen(text), sizeof text - strlen(text), " + 9.81*mass(b[%d])", k);
        snprintf(text + strlen(text), sizeof text - strlen(text), ";");
        tn_world *w = tn_world_new();
        assert_int_equal(tn_read_text(w, "stack", text, NULL), TN_OK);
        struct rest r = {0, 0, 0};
        for (int f = 1; f <= 240; f++) {
            model_run(w, f / 30.0);
            for (int k = 1; f > 180 && k < tn_object_count(w); k++)
                r.speed = fmax(r.speed, v3_norm(model_pose(w, tn_object_at(w, k)).velocity));
            if (f > 180)
                r.load = fmax(r.load, fabs(model_probe(w, "load") / model_probe(w, "weight") - 1));
        }
        const bool rings = strstr(text, "torus") != NULL;
        if (!(r.speed <= (rings ? 5e-5 : 2e-6)) || !(r.load <= (rings ? 1e-3 : 5e-6)))
            fail_msg("any shape %d: %g m/s, load off by %g\n%s", i, r.speed, r.load, text);
        tn_world_free(w);
    }
}

static void askew_stacks_stand(void **state)
{
    (void)state;
    const int seeds = getenv("TENON_LONG") != NULL ? 200 : effort(8, 3);
    for (int i = 0; i < seeds; i++) {
        uint64_t seed = 1000 + (uint64_t)i;
        const int count = 2 + i % 9;
        check("askew", count, wait_for(stack(count, cube, 1, 0.02, &seed), 12), 1e-3, 0.02 * 0.3 * 1.1 * count, 1e-3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_rest),
        cmocka_unit_test(heavy_tops_rest),
        cmocka_unit_test(cards_do_not_sink),
        cmocka_unit_test(stacks_of_any_size_rest),
        cmocka_unit_test(stacks_of_any_shape_rest),
        cmocka_unit_test(askew_stacks_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
