/* test_touch_drops.c: random drops on flexible blocks: balls smaller than an element, boxes, capsules and hulls, blocks on
 * blocks, into corners and onto themselves. Nothing passes through, no energy comes from nothing. At
 * impacts as fast as the waves of the material surfaces overlap by a part of an element for a while: in one drop of ten of
 * block on block by more than a tenth, in none by as much as 0.4.
 *
 * TOUCH_SEEDS=first,count runs others, TOUCH_KIND=n those of one kind, and prints what it finds; TOUCH_TEXT=1 also the scenes that fail. */
#include "../effort.h"
#include "touching.h"

enum kind { ON_JELLY, JELLY_ON_JELLY, CORNER, FOLDED, KINDS };

static double part(uint64_t *seed) { return 0.5 + 0.5 * random_number(seed); }
static double between(uint64_t *seed, double low, double high) { return low + (high - low) * part(seed); }

struct text {
    char at[6000];
    int length;
};
static void add(struct text *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct text *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    s->length += vsnprintf(s->at + s->length, sizeof s->at - (size_t)s->length, format, args);
    va_end(args);
}

static void add_jelly(struct text *s, uint64_t *seed, const char *name, double cell, const int n[3], vec3 at,
                      bool turned, double fall)
{
    add(s,
        "object %s: block %d %d %d; size %.17g %.17g %.17g; density %.17g; young %.17g; poisson %.17g; viscosity "
        "%.17g;",
        name, n[0], n[1], n[2], cell * n[0], cell * n[1], cell * n[2], between(seed, 500, 1500),
        2e4 * pow(5, part(seed)), between(seed, 0, 0.45), between(seed, 0, 100));
    add(s, " position %.17g %.17g %.17g; velocity %.17g %.17g %.17g;", at.x, at.y, at.z, between(seed, -0.5, 0.5),
        between(seed, -0.5, 0.5), -fall);
    if (turned)
        add(s, " rotation %.17g %.17g %.17g %.17g; spin %.17g %.17g 0;", between(seed, -1, 1), between(seed, -1, 1),
            between(seed, -1, 1), between(seed, -3, 3), between(seed, -3, 3), between(seed, -3, 3));
    add(s, " end\n");
}

/* Reaches at most `size`. */
static void add_solid(struct text *s, uint64_t *seed, double size, vec3 at, double fall)
{
    add(s, "object o: ");
    switch ((int)(8 * part(seed))) {
    case 0:
    case 1:
        add(s, "sphere %.17g;", size);
        break;
    case 2:
        add(s, "box %.17g %.17g %.17g;", size, 0.7 * size, 0.9 * size);
        break;
    case 3:
        add(s, "capsule %.17g %.17g;", 0.3 * size, size);
        break;
    case 4:
        add(s, "cylinder %.17g %.17g;", 0.6 * size, size);
        break;
    case 5:
        add(s, "cone %.17g %.17g;", 0.6 * size, size);
        break;
    case 6:
        add(s, "ellipsoid %.17g %.17g %.17g;", size, 0.5 * size, 0.7 * size);
        break;
    default:
        add(s, "box %.17g %.17g %.17g;", 1.2 * size, 0.9 * size, 0.2 * size);
        break;
    }
    add(s, " density %.17g; position %.17g %.17g %.17g; rotation 1 %.17g 0.2 %.17g;", between(seed, 200, 4000), at.x,
        at.y, at.z, part(seed), 6 * part(seed));
    add(s, " velocity %.17g %.17g %.17g; spin %.17g %.17g 1; end\n", between(seed, -1, 1), between(seed, -1, 1), -fall,
        between(seed, -5, 5), between(seed, -5, 5));
}

static void write_scene(enum kind kind, uint64_t seed, struct text *s)
{
    seed = seed * 2654435761u + (uint64_t)kind + 1;
    for (int i = 0; i < 4; i++)
        part(&seed);
    const double cell = 0.1 * pow(3, part(&seed));
    const int flat[3] = {3 + (int)(3 * part(&seed)), 3 + (int)(3 * part(&seed)), 1 + (int)(3 * part(&seed))};
    const int other[3] = {1 + (int)(3 * part(&seed)), 1 + (int)(3 * part(&seed)), 1 + (int)(3 * part(&seed))};
    const double high = cell * flat[2];
    add(s, "world: gravity 9.81; end\nobject ground: plane; end\ncontact friction %.17g bounce %.17g;\n",
        part(&seed) < 0.2 ? 0 : part(&seed), part(&seed) < 0.5 ? 0 : part(&seed));
    const double far = 0.3 * cell * fmin(flat[0], flat[1]);
    const vec3 over = v3(between(&seed, -far, far), between(&seed, -far, far), 0);
    switch (kind) {
    case ON_JELLY: {
        const double size = cell * (part(&seed) < 0.4 ? 0.5 : between(&seed, 0.25, 1.5));
        add_jelly(s, &seed, "j", cell, flat, v3(0, 0, high / 2 + 0.01), false, 0);
        add_solid(s, &seed, size, v3(over.x, over.y, high + 2 * size + 0.05), between(&seed, 0, 3));
        break;
    }
    case JELLY_ON_JELLY:
        add_jelly(s, &seed, "j", cell, flat, v3(0, 0, high / 2 + 0.01), false, 0);
        add_jelly(s, &seed, "k", between(&seed, 0.7, 1.4) * cell, other, v3(over.x, over.y, high + 4 * cell), true,
                  between(&seed, 0, 2));
        break;
    case CORNER:
        add(s, "object wall: plane; rotation 0 1 0 (pi/2); position %.17g 0 0; end\n", -2.5 * cell);
        add(s, "object side: plane; rotation 1 0 0 (-pi/2); position 0 %.17g 0; end\n", -2.5 * cell);
        add_jelly(s, &seed, "j", cell, other, v3(0, 0, 4 * cell), true, between(&seed, 0, 2));
        add(s, "gravity %.17g %.17g 0;\n", between(&seed, -9, 0), between(&seed, -9, 0));
        break;
    default: {
        const int strip[3] = {8 + (int)(5 * part(&seed)), 1 + (int)(2 * part(&seed)), 1};
        add(s, "object bar: capsule %.17g %.17g; rotation 1 0 0 (pi/2); position %.17g 0 %.17g; kernel fixed; end\n",
            0.5 * cell, 6 * cell, over.x, 4.5 * cell);
        add_jelly(s, &seed, "j", cell, strip, v3(0, 0, 6 * cell), false, between(&seed, 0, 3));
        break;
    }
    }
    add(s, "probe e = energy;\nprobe t = kinetic;\n");
}

static void drop(enum kind kind, uint64_t seed, double until)
{
    static struct text s;
    s.length = 0;
    write_scene(kind, seed, &s);
    tn_world *w = model_text(s.at);
    tn_evaluate(w);
    const double first = model_probe(w, "e");
    int pair[2] = {-1, -1}, worst[2] = {-1, -1};
    double scale = 0, deep = -INFINITY, gain = -INFINITY, when = 0;
    for (double t = 0.02; t < until; t += 0.02) {
        if (tn_advance(w, t) != TN_OK)
            fail_msg("kind %d seed %d at %g s: %s\n%s", kind, (int)seed, t, tn_failure(w), s.at);
        const double now = deepest(w, pair);
        if (now > deep) {
            deep = now;
            when = t;
            memcpy(worst, pair, sizeof worst);
        }
        scale = fmax(scale, model_probe(w, "t"));
        gain = fmax(gain, model_probe(w, "e") - first);
    }
    const double most = kind == JELLY_ON_JELLY ? 0.4 : kind == CORNER ? 0.1 : 0.25; /* of an element */
    const bool wrong = !(deep <= most) || !(gain <= 0.02 * scale);
    const char *a = worst[0] >= 0 ? world_object_name(w, worst[0]) : "",
               *b = worst[1] >= 0 ? world_object_name(w, worst[1]) : "";
    if (getenv("TOUCH_SEEDS") != NULL)
        printf("%skind %d seed %d: deep %.4f (%s, %s) at %.2f gain %.4f%s\n",
               wrong && getenv("TOUCH_TEXT") != NULL ? s.at : "", kind, (int)seed, deep, a, b, when, gain / scale,
               wrong ? " FAIL" : "");
    else if (wrong)
        fail_msg("kind %d seed %d: at %g s %s and %s overlap by %g of an element; %g J of %g gained\n%s", kind,
                 (int)seed, when, a, b, deep, gain, scale, s.at);
    tn_world_free(w);
}

static void drops(enum kind kind)
{
    int first = 0, count = effort(3, 1);
    const char *given = getenv("TOUCH_SEEDS"), *only = getenv("TOUCH_KIND");
    if (only != NULL && atoi(only) != (int)kind)
        return;
    if (getenv("TENON_LONG") != NULL)
        count = 100;
    if (given != NULL)
        sscanf(given, "%d,%d", &first, &count);
    for (int i = 0; i < count; i++)
        drop(kind, (uint64_t)(first + i), 1.0);
}

static void test_on_jelly(void **state)
{
    (void)state;
    drops(ON_JELLY);
}
static void test_jelly_on_jelly(void **state)
{
    (void)state;
    drops(JELLY_ON_JELLY);
}
static void test_corner(void **state)
{
    (void)state;
    drops(CORNER);
}
static void test_folded(void **state)
{
    (void)state;
    drops(FOLDED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_on_jelly),
        cmocka_unit_test(test_jelly_on_jelly),
        cmocka_unit_test(test_corner),
        cmocka_unit_test(test_folded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
