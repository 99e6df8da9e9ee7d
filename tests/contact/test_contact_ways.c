/* test_contact_ways.c: contact beside every way of meeting a constraint, between things that move, that are fixed, and
 * that follow a path: seeded scenes run, whatever is solved for and whatever is not. The build with sanitizers looks
 * for memory that is leaked. */
#include <math.h>

#include "../model/same.h"

enum { SEEDS = 150 };

struct scene {
    char text[4000];
    int length;
    uint64_t random;
};

static void add(struct scene *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct scene *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    s->length += vsnprintf(s->text + s->length, sizeof s->text - (size_t)s->length, format, args);
    va_end(args);
}

static void add_objects(struct scene *s, int count)
{
    static const char *const kernels[] = {"", "", "kernel fixed;", "kernel path p;"};
    static const char *const shapes[] = {"sphere 0.1", "box 0.2 0.3 0.2", "particle 0.5"};
    for (int i = 0; i < count; i++) {
        const unsigned kernel = below(&s->random, 4);
        add(s, "object o[%d]: %s; %s ", i, shapes[below(&s->random, 3)], kernels[kernel]);
        if (kernel != 3)
            add(s, "position %g %g %g; ", 0.25 * i, between(&s->random, -0.1, 0.1), between(&s->random, 0, 0.5));
        add(s, "end\n");
    }
}

static void add_constraint(struct scene *s, int number, int count)
{
    static const char *const ways[] = {"",
                                       "by dynamic;",
                                       "by penalty;",
                                       "by multiplier;",
                                       "by displacement;",
                                       "off;",
                                       "during 0.03 0.06;",
                                       "by penalty; stiffness 500; during 0.02 0.05;",
                                       "feedback 100 20;"};
    const int a = (int)below(&s->random, (unsigned)count), b = (int)below(&s->random, (unsigned)count);
    add(s, "constraint c%d: ", number);
    switch (below(&s->random, 6)) {
    case 0:
        add(s, "connect o[%d].center (%g, 0, 0.3);", a, 0.3 * a);
        break;
    case 1:
        add(s, "keep o[%d].center.x = %g;", a, 0.25 * a + 0.1);
        break;
    case 2:
        add(s, "keep o[%d].center.z >= %g;", a, between(&s->random, -0.2, 0.4));
        break;
    case 3:
        add(s, "distance o[%d].center o[%d].center %g;", a, a == b ? (a + 1) % count : b, between(&s->random, 0.2, 1));
        break;
    case 4:
        add(s, "distance o[%d].center (0, 0, 1) max %g;", a, between(&s->random, 0.5, 2));
        break;
    default:
        add(s, "connect o[%d].center o[%d].center;", a, a == b ? (a + 1) % count : b);
        break;
    }
    add(s, " %s end\n", ways[below(&s->random, sizeof ways / sizeof *ways)]);
}

static void write_scene(struct scene *s)
{
    const int count = 2 + (int)below(&s->random, 4);
    add(s, "world: gravity 9.81; step 0.01;%s end\npath p(t) = (sin(t), 0, 0.2);\n",
        below(&s->random, 4) == 0 ? " method displacement;" : "");
    add_objects(s, count);
    add(s, "object floor: plane; position 0 0 -0.2; end\n");
    for (unsigned i = 1 + below(&s->random, 4); i > 0; i--)
        add_constraint(s, (int)i, count);
    if (below(&s->random, 2) == 0) {
        add(s, "object bar: box 0.4 0.1 0.1; position 0 1 0; end\n");
        add(s,
            "constraint motor: revolute world bar (0, 1, 0) (0, 1, 0) min -0.5 max 0.5; motor speed 3 limit %g; end\n",
            between(&s->random, 0.01, 5));
    }
    if (below(&s->random, 2) == 0)
        add(s, "force pull: spring o[0].center o[1].center stiffness 20 rest 0.1; end\n");
    add(s, "contact friction 0.5 bounce 0.2;\nat 0.05: on c1; end\n");
}

/* Not every such scene can be read (displacement of a particle's turn, a constraint on nothing that moves, …). */
static void test_scenes(void **state)
{
    (void)state;
    int run = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct scene s = {.random = seed};
        write_scene(&s);
        tn_world *w = tn_world_new();
        if (tn_read_text(w, "m.tn", s.text, NULL) == TN_OK) {
            const tn_status status = tn_advance(w, 0.1);
            if (status != TN_OK && status != TN_WRONG_MODEL)
                fail_msg("seed %d: status %d: %s\n%s", (int)seed, status, tn_failure(w), s.text);
            run += status == TN_OK;
            tn_constraint_state c;
            for (int i = 0; i < tn_constraint_count(w); i++)
                tn_constraint_get(w, tn_constraint_at(w, i), &c);
            char *text = tn_write_text(w);
            assert_non_null(text);
            free(text);
        }
        tn_world_free(w);
    }
    if (run < SEEDS / 3)
        fail_msg("only %d of %d scenes ran", run, SEEDS);
}

/* What is between two fixed objects, or met by its own force, has no row in the matrix. */
static void test_without_rows(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "object a: sphere 0.1; kernel fixed; end object b: sphere 0.1; position 0 0 1; kernel fixed; end\n"
        "object c: sphere 0.1; position 3 0 0; end connect a.center b.center; connect c.center (3, 0, 0); contact;",
        "object a: sphere 0.1; end object b: sphere 0.1; position 1 0 0; end\n"
        "constraint k: keep b.center.x = 1.5; by penalty; end connect a.center (0, 0, 0.1); contact;",
        "object a: sphere 0.1; end object b: sphere 0.1; position 1 0 0; end\n"
        "constraint k: keep b.center.x = 1.5; by multiplier; end connect a.center (0, 0, 0.1); contact;",
    };
    for (int i = 0; i < 3; i++) {
        tn_world *w = world_of(texts[i]);
        assert_int_equal(tn_advance(w, 0.3), TN_OK);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_without_rows), cmocka_unit_test(test_scenes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
