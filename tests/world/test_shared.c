/* What equal objects and constraints share (world/things/shared.c, types.c): how little one more of them takes; that
 * what sets a number of one sets it of that one alone, is taken back, and leaves nothing behind. */
#include "model.h"

enum { LINKS = 500 };

/* Rods end to end, joined by ball joints. */
static void make_chain(tn_world *w, int links, tn_object *rod, tn_constraint *joint)
{
    for (int i = 0; i < links; i++) {
        rod[i] = model_object(w, "rod", 1, 0.04, 0, v3(0, 0.1 * i, -i));
        joint[i] = i == 0 ? JOIN(w, NULL, "connect", at(rod[i], 0, 0, 0.5), nail(0, 0, 0.5))
                          : JOIN(w, NULL, "connect", at(rod[i - 1], 0, 0, -0.5), at(rod[i], 0, 0, 0.5));
    }
}

static double number_of(tn_world *w, tn_object o, const char *what)
{
    double v[6] = {NAN};
    return tn_object_number(w, o, what, v) > 0 ? v[0] : -1; /* a color that is not given */
}

static double tau_of(tn_world *w, tn_constraint c)
{
    double v[6] = {NAN};
    assert_true(tn_constraint_number(w, c, "tau", v) > 0);
    return v[0];
}

/* All that a world keeps of a plain rod and a plain ball joint beside what they share: bytes, with what malloc adds. */
static size_t bytes_of_link(const tn_world *w, int rod, int joint)
{
    const size_t slots = 4 * sizeof(int), each = 16;
    const struct object *o = &w->things->objects.at[rod];
    const struct constraint *c = &w->things->constraints.at[joint];
    assert_null(o->more);
    assert_null(o->name);
    assert_null(c->more);
    assert_null(c->name);
    assert_null(c->text);
    return sizeof *o + sizeof(struct object_state) + sizeof *c + sizeof(struct constraint_state) +
           sizeof *c->input * (size_t)c->inputs + each + slots;
}

static void one_link(void **state)
{
    (void)state;
    static tn_object rod[LINKS];
    static tn_constraint joint[LINKS];
    tn_world *w = tn_world_new();
    make_chain(w, 2, rod, joint);
    int few = shared_count(w);
    make_chain(w, LINKS, rod, joint);
    assert_int_equal(shared_count(w), few);
    for (int i = 1; i < LINKS; i++) {
        assert_ptr_equal(w->things->objects.at[rod[i].slot].type, w->things->objects.at[rod[0].slot].type);
        assert_ptr_equal(w->things->constraints.at[joint[i].slot].type, w->things->constraints.at[joint[1].slot].type);
        assert_ptr_equal(w->things->constraints.at[joint[i].slot].build,
                         w->things->constraints.at[joint[1].slot].build);
        assert_true(bytes_of_link(w, (int)rod[i].slot, (int)joint[i].slot) <= 400);
    }
    tn_world_free(w);
}

/* What a loop of a text makes is shared as well, names and texts apart; a rotation is kept once. */
static void one_link_of_a_text(void **state)
{
    (void)state;
    tn_world *w = model_text("for i = 0 to 99:\n"
                             "  object r[i]: rod 1 0.04; position i 0 0; rotation 0 1 0 1.5; color 1 0 0; end\n"
                             "end\n"
                             "for i = 1 to 99: constraint j[i]: connect r[i-1].end2 r[i].end1; tau 0.2; end end\n");
    assert_true(shared_count(w) <= 8);
    for (int i = 0; i < world_object_count(w); i++)
        assert_null(w->things->objects.at[i].more);
    for (int i = 0; i < world_constraint_count(w); i++)
        assert_null(w->things->constraints.at[i].more);
    tn_world_free(w);
}

static void one_of_many(void **state)
{
    (void)state;
    static tn_object rod[LINKS];
    static tn_constraint joint[LINKS];
    const double red[3] = {1, 0.25, 0}, mass = 77, tau = 0.5;
    tn_world *w = tn_world_new();
    make_chain(w, LINKS, rod, joint);
    const double weight = number_of(w, rod[0], "mass");
    tn_history_keep(w, 10, 1 << 30);
    assert_int_equal(tn_object_set(w, rod[7], "color", red, 3, NULL), TN_OK);
    assert_int_equal(tn_object_set(w, rod[7], "mass", &mass, 1, NULL), TN_OK);
    assert_int_equal(tn_constraint_set(w, joint[9], "tau", &tau, 1, NULL), TN_OK);
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < LINKS; i++) {
            assert_true(number_of(w, rod[i], "color") == (i == 7 ? 1 : -1));
            assert_true(number_of(w, rod[i], "mass") == (i == 7 ? 77 : weight));
            assert_true(tau_of(w, joint[i]) == (i == 9 ? 0.5 : 0.1));
        }
        for (int k = 0; k < 3; k++)
            assert_int_equal(tn_undo(w), TN_OK);
        for (int i = 0; i < LINKS; i++) {
            assert_ptr_equal(w->things->objects.at[rod[i].slot].type, w->things->objects.at[rod[0].slot].type);
            assert_true(tau_of(w, joint[i]) == 0.1);
        }
        for (int k = 0; k < 3; k++)
            assert_int_equal(tn_redo(w), TN_OK);
    }
    /* set back, it is like the others again */
    assert_int_equal(tn_object_set(w, rod[7], "mass", &weight, 1, NULL), TN_OK);
    assert_int_equal(tn_object_set(w, rod[8], "mass", &weight, 1, NULL), TN_OK);
    assert_int_equal(tn_object_set(w, rod[8], "color", red, 3, NULL), TN_OK);
    assert_ptr_equal(w->things->objects.at[rod[7].slot].type, w->things->objects.at[rod[8].slot].type);
    tn_world_free(w);
}

/* Constraints with the same parameter of a kind share it. */
static void numbers_of_kinds(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_object a = model_object(w, "sphere", 0.1, 0, 0, v3(0, 0, 0)),
              b = model_object(w, "sphere", 0.1, 0, 0, v3(1, 0, 0));
    tn_constraint one = JOIN(w, NULL, "distance", at(a, 0, 0, 0), nail(0, 0, 3), number(3));
    tn_constraint two = JOIN(w, NULL, "distance", at(b, 0, 0, 0), nail(1, 0, 3), number(3));
    double longer = 4, v[6];
    assert_ptr_equal(w->things->constraints.at[one.slot].build, w->things->constraints.at[two.slot].build);
    tn_history_keep(w, 10, 1 << 30);
    assert_int_equal(tn_constraint_set(w, one, "d", &longer, 1, NULL), TN_OK);
    assert_int_equal(tn_constraint_number(w, one, "d", v), 1);
    assert_true(v[0] == 4);
    assert_int_equal(tn_constraint_number(w, two, "d", v), 1);
    assert_true(v[0] == 3);
    assert_true(world_number_set(w, (int)one.slot) && !world_number_set(w, (int)two.slot));
    assert_int_equal(tn_undo(w), TN_OK);
    assert_ptr_equal(w->things->constraints.at[one.slot].build, w->things->constraints.at[two.slot].build);
    assert_false(world_number_set(w, (int)one.slot));
    assert_int_equal(tn_redo(w), TN_OK);
    assert_int_equal(tn_constraint_number(w, one, "d", v), 1);
    assert_true(v[0] == 4);
    tn_world_free(w);
}

static void last_one_frees(void **state)
{
    (void)state;
    tn_object rod[20];
    tn_constraint joint[20];
    tn_world *w = tn_world_new();
    make_chain(w, 20, rod, joint);
    assert_true(shared_count(w) > 0);
    for (int i = 0; i < 20; i++)
        assert_int_equal(tn_object_remove(w, rod[i]), TN_OK);
    assert_int_equal(tn_constraint_count(w), 0);
    assert_int_equal(shared_count(w), 0);
    tn_world_free(w);
}

/* A type that only a snapshot uses is kept with it; one without a snapshot is freed immediately. */
static void snapshots_keep(void **state)
{
    (void)state;
    tn_object rod[3];
    tn_constraint joint[3];
    tn_world *w = tn_world_new();
    make_chain(w, 3, rod, joint);
    int before = shared_count(w);
    double color[3] = {0, 0, 1};
    tn_snapshot *first = tn_snapshot_take(w);
    for (int i = 0; i < 100; i++) {
        color[0] = 0.01 * i;
        assert_int_equal(tn_object_set(w, rod[1], "color", color, 3, NULL), TN_OK);
    }
    assert_int_equal(shared_count(w), before + 1);
    tn_snapshot *second = tn_snapshot_take(w);
    color[0] = 1;
    assert_int_equal(tn_object_set(w, rod[1], "color", color, 3, NULL), TN_OK);
    assert_int_equal(shared_count(w), before + 2);
    for (int i = 0; i < 3; i++)
        assert_int_equal(tn_object_remove(w, rod[i]), TN_OK);
    assert_int_equal(tn_snapshot_restore(w, second), TN_OK);
    assert_true(number_of(w, rod[1], "color") == 0.01 * 99);
    assert_int_equal(tn_snapshot_restore(w, first), TN_OK);
    assert_true(number_of(w, rod[1], "color") == -1);
    tn_snapshot_free(w, second);
    assert_int_equal(shared_count(w), before);
    tn_snapshot_free(w, first);
    assert_int_equal(shared_count(w), before);
    tn_world_free(w);
}

/* Initial poses are written as they were given; a fixed object that was moved is written at its new place. */
static void first_poses(void **state)
{
    (void)state;
    tn_world *w = model_text("object a: rod 1 0.1; position 1 2 3; rotation 1 1 0 0.3; end\n"
                             "object b: compound: sphere 0.1; sphere 0.2; offset 1 0 0; end\n"
                             "  center 0.1 0.2 0.3; rotation 0 0 1 0.7; end\n"
                             "object c: box 1 1 1; center 4 5 6; kernel fixed; end\n");
    char *text = tn_write_text(w);
    assert_non_null(strstr(text, "rotation 1 1 0 0.3;"));
    assert_non_null(strstr(text, "center 0.1 0.2 0.3;"));
    assert_non_null(strstr(text, "rotation 0 0 1 0.7;"));
    assert_non_null(strstr(text, "center 4 5 6;"));
    free(text);
    tn_history_keep(w, 10, 1 << 30);
    assert_int_equal(tn_object_place(w, tn_object_find(w, "c"), v3(7, 8, 9), (tn_quat){1, 0, 0, 0}), TN_OK);
    text = tn_write_text(w);
    assert_non_null(strstr(text, " 7 8 9;"));
    assert_null(strstr(text, " 4 5 6;"));
    free(text);
    assert_int_equal(tn_undo(w), TN_OK);
    text = tn_write_text(w);
    assert_non_null(strstr(text, "center 4 5 6;"));
    free(text);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_link),       cmocka_unit_test(one_link_of_a_text),
                                       cmocka_unit_test(one_of_many),    cmocka_unit_test(numbers_of_kinds),
                                       cmocka_unit_test(last_one_frees), cmocka_unit_test(snapshots_keep),
                                       cmocka_unit_test(first_poses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
