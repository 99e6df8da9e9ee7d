/* test_labels.c: what constraints and forces without a name are called: unique, found again, the same in lists and
 * messages; of loops with their turn, of random nested loops. */
#include "../effort.h"
#include "same.h"

/* All labels of a world are different, and each finds its own. */
static void check_labels(tn_world *w, const char *text)
{
    for (int i = 0; i < tn_constraint_count(w); i++) {
        const tn_constraint c = tn_constraint_at(w, i), found = tn_constraint_find(w, tn_constraint_name(w, c));
        const tn_thing thing = tn_thing_find(w, TN_THING_CONSTRAINT, tn_constraint_name(w, c));
        if (found.slot != c.slot || found.generation != c.generation || thing.slot != c.slot)
            fail_msg("%s is not found again\n%s", tn_constraint_name(w, c), text);
        for (int k = 0; k < i; k++)
            if (strcmp(tn_constraint_name(w, c), tn_constraint_name(w, tn_constraint_at(w, k))) == 0)
                fail_msg("%s twice\n%s", tn_constraint_name(w, c), text);
    }
    for (int i = 0; i < tn_force_count(w); i++) {
        const tn_force f = tn_force_at(w, i), found = tn_force_find(w, tn_force_name(w, f));
        if (found.slot != f.slot || tn_thing_find(w, TN_THING_FORCE, tn_force_name(w, f)).slot != f.slot)
            fail_msg("%s is not found again\n%s", tn_force_name(w, f), text);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(tn_force_name(w, f), tn_force_name(w, tn_force_at(w, k)));
    }
}

static void check_name(const tn_world *w, int i, const char *name)
{
    assert_string_equal(tn_constraint_name(w, tn_constraint_at(w, i)), name);
}

static void test_names(void **state)
{
    (void)state;
    tn_world *w = world_of("object a: sphere 0.1; end object b: sphere 0.1; position 1 0 0; end\n" /* 1 */
                           "for i = 2 to 3:\n"
                           "  for j = 1 to 2:\n"
                           "    distance a.center b.center (i + j); connect a.center (i, j, 0);\n" /* 4 */
                           "  end\n"
                           "  spring a.center b.center stiffness i;\n"
                           "end\n"
                           "connect b.center (0, 0, 1); connect b.center (0, 0, 2);\n" /* 8 */
                           "for k = 1 to 1: constraint: distance a.center (0, 0, k) 1; tau 0.2; end end\n"
                           "constraint named: connect a.center b.center; end gravity 0 0 -1; gravity 0 0 -2;");
    check_labels(w, "");
    check_name(w, 0, "distance@4[i=2,j=1]");
    check_name(w, 1, "connect@4[i=2,j=1]");
    check_name(w, 7, "connect@4[i=3,j=2]");
    check_name(w, 8, "connect@8");
    check_name(w, 9, "connect@8#2");
    check_name(w, 10, "distance@9[k=1]");
    check_name(w, 11, "named");
    assert_string_equal(tn_force_name(w, tn_force_at(w, 1)), "spring@6[i=3]");
    assert_string_equal(tn_force_name(w, tn_force_at(w, 3)), "gravity@10#2");
    /* parts may be left out where one fits */
    assert_int_equal(tn_constraint_find(w, "distance@9").slot, tn_constraint_at(w, 10).slot);
    assert_int_equal(tn_constraint_find(w, "distance@9").generation, tn_constraint_at(w, 10).generation);
    static const char *const none[] = {"connect@4",
                                       "distance@4",
                                       "connect@4[i=2]",
                                       "connect@4[i=2,j=1]#2",
                                       "connect@9",
                                       "connect@8#3",
                                       "connect@8[i=1]",
                                       "connect@8#0",
                                       "connect@",
                                       "@8",
                                       "connect@8x",
                                       "connect@4[i=2,j=1",
                                       "connect@4[]",
                                       "connect@8#",
                                       "",
                                       "connect@4[i=2,j=1] ",
                                       "distance@9#2",
                                       "spring@6",
                                       "named@10",
                                       "connect@-8",
                                       "distance@9[i=1]"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (tn_constraint_find(w, none[i]).generation != 0)
            fail_msg("%s finds %s", none[i], tn_constraint_name(w, tn_constraint_find(w, none[i])));
    tn_world_free(w);
}

/* ---- random texts ---- */

struct text {
    char at[6000];
    size_t used;
};

static void add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    t->used += (size_t)vsnprintf(t->at + t->used, sizeof t->at - t->used, format, args);
    va_end(args);
    assert_true(t->used < sizeof t->at);
}

static void add_statement(struct text *t, uint64_t *random, int depth)
{
    static const char *const loops[] = {"", " + p", " + p + q", " + p + q + r"};
    const char *x = loops[below(random, (unsigned)depth + 1)];
    switch (below(random, 5)) {
    case 0:
        add(t, "connect a.center (0%s, 0, 0);", x);
        break;
    case 1:
        add(t, "distance a.center b.center (9%s);", x);
        break;
    case 2:
        add(t, "keep a.center.x = 0%s;", x);
        break;
    case 3:
        add(t, "constraint: orient a.x b.y; tau (9%s); end", x);
        break;
    default:
        add(t, "spring a.center b.center stiffness (9%s);", x);
    }
    add(t, "%s", below(random, 2) == 0 ? "\n" : " ");
}

static void add_statements(struct text *t, uint64_t *random, int depth)
{
    static const char *const names[] = {"p", "q", "r"};
    for (unsigned n = 1 + below(random, 3); n > 0; n--) {
        add_statement(t, random, depth);
        if (depth < 3 && below(random, 3) == 0) {
            const int from = (int)below(random, 5) - 2;
            add(t, "for %s = %d%s to %d:%s", names[depth], from, below(random, 3) == 0 ? ".5" : "",
                from + (int)below(random, 3), below(random, 2) == 0 ? "\n" : " ");
            if (below(random, 2) == 0)
                add(t, "let more = %s + 1; ", names[depth]);
            add_statements(t, random, depth + 1);
            add(t, "end ");
        }
    }
}

static void random_world(uint64_t seed)
{
    uint64_t random = seed;
    struct text t = {.used = 0};
    add(&t, "object a: sphere 0.1; end object b: sphere 0.1; position 9 0 0; end\n");
    add_statements(&t, &random, 0);
    tn_world *w = world_of(t.at);
    tn_read_text(w, "again.tn", "connect a.center (0, 0, 0); connect b.center (0, 0, 1);", NULL);
    tn_constraint_def d = tn_constraint_default();
    d.kind = "connect";
    d.args[0] = tn_arg_point(tn_object_find(w, "a"), (tn_vec3){0, 0, 0});
    d.args[1] = tn_arg_vector((tn_vec3){1, 0, 0});
    d.count = 2;
    for (int i = 0; i < 3; i++)
        assert_int_not_equal(tn_constraint_add(w, &d, NULL).generation, 0);
    check_labels(w, t.at);
    /* names stay with what is left, in copies and behind undos, and are given again once none is left */
    tn_history_keep(w, 10, 1 << 22);
    const tn_constraint last = tn_constraint_at(w, tn_constraint_count(w) - 1);
    char *name = strdup(tn_constraint_name(w, last));
    tn_constraint_remove(w, tn_constraint_at(w, (int)below(&random, (unsigned)tn_constraint_count(w) - 1)));
    assert_string_equal(tn_constraint_name(w, last), name);
    check_labels(w, t.at);
    tn_world *twin = tn_world_clone(w);
    assert_string_equal(tn_constraint_name(twin, last), name);
    tn_constraint_add(twin, &d, NULL);
    check_labels(twin, t.at);
    tn_undo(w);
    tn_constraint_add(w, &d, NULL);
    assert_string_equal(tn_constraint_name(w, last), name);
    check_labels(w, t.at);
    free(name);
    tn_world_free(twin);
    tn_world_free(w);
}

static void test_random_loops(void **state)
{
    (void)state;
    for (int seed = 1; seed <= effort(300, 40); seed++)
        random_world((uint64_t)seed);
}

static void test_given_again(void **state)
{
    (void)state;
    tn_world *w = world_of("object a: sphere 0.1; end");
    for (int round = 0; round < 3; round++) {
        assert_int_equal(tn_read_text(w, "x", "connect a.center (0, 0, 0);", NULL), TN_OK);
        check_name(w, 0, "connect@1");
        assert_int_not_equal(tn_read_text(w, "x", "connect a.center (0, 0, 0); connect nobody.center (0, 0, 0);", NULL),
                             TN_OK);
        tn_constraint_remove(w, tn_constraint_at(w, 0));
    }
    tn_world_free(w);
}

/* A definition that is bound many times: its turns are those of a loop. */
static void test_bound(void **state)
{
    (void)state;
    tn_world *w = world_of("object a: sphere 0.1; end");
    tn_def *d = tn_def_parse("connect a.center (i, j, 0);", NULL);
    tn_batch *b = tn_batch_new(w, NULL);
    for (int i = 0; i < 4; i++)
        tn_batch_add_bound(b, d, (tn_binding[]){{"i", i / 2}, {"j", 0.5}}, 2); /* each twice */
    assert_int_equal(tn_batch_commit(b), TN_OK);
    check_labels(w, "");
    check_name(w, 0, "connect@1[i=0,j=0.5]");
    check_name(w, 1, "connect@1[i=0,j=0.5]#2");
    check_name(w, 2, "connect@1[i=1,j=0.5]");
    tn_batch_free(b);
    tn_def_free(d);
    tn_world_free(w);
}

/* Lists of trouble by name and by id. */
static void test_lists(void **state)
{
    (void)state;
    tn_world *w =
        world_of("object a: box 1 1 1; end\n"
                 "for i = 1 to 4: connect a.center (0, 0, 0); end\n"
                 "object b: rod 1 0.1; position 5 0 0; end connect b.end1 (5, 0, 0); connect b.end2 (7, 0, 0);");
    int redundant = 0;
    for (const char *name; (name = tn_redundant(w, redundant)) != NULL; redundant++) {
        const tn_constraint c = tn_redundant_at(w, redundant), found = tn_constraint_find(w, name);
        assert_int_equal(c.slot, found.slot);
        assert_int_equal(c.generation, found.generation);
    }
    assert_true(redundant >= 3);
    assert_string_equal(tn_redundant(w, 0), "connect@2[i=2]");
    assert_int_equal(tn_redundant_at(w, redundant).generation, 0);
    int contradictory = 0;
    for (; tn_contradictory(w, contradictory) != NULL; contradictory++)
        assert_int_equal(tn_constraint_find(w, tn_contradictory(w, contradictory)).slot,
                         tn_contradictory_at(w, contradictory).slot);
    assert_true(contradictory >= 1);
    assert_int_equal(tn_unmet_at(w, 0).generation, 0); /* nothing had time to be met yet */
    assert_int_equal(tn_held_softly_at(w, 0).generation, 0);
    tn_advance(w, 4);
    assert_int_not_equal(tn_unmet_at(w, 0).generation, 0);
    for (int i = 0; tn_unmet_at(w, i).generation != 0; i++) {
        tn_constraint_state s;
        assert_int_equal(tn_constraint_get(w, tn_unmet_at(w, i), &s), TN_OK);
        assert_true(s.size > 1e-6);
    }
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_random_loops),
                                       cmocka_unit_test(test_given_again), cmocka_unit_test(test_bound),
                                       cmocka_unit_test(test_lists)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
