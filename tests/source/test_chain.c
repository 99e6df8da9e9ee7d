/* A running chain of links keeps going while its text is edited: what did not change keeps id, pose and velocity to the
 * bit. */
#include "scenes.h"

static char *chain_text(int links, bool loop)
{
    char *text = malloc((size_t)links * 220 + 2000), *at = text;
    at += sprintf(at, "# a chain\nworld: up z; gravity 9.81; step 0.002; integrator rk4; end\nlet L = 0.1;\nlet shade "
                      "= 0.5;\nlet away = 9;\n");
    if (loop) {
        at += sprintf(
            at,
            "for i = 1 to %d:\n  object link[i]: rod L 0.01; position (L*(i - 0.5)) 0 0; rotation 0 1 0 (pi/2); "
            "color shade 0.2 0.2; end\nend\nfor i = 2 to %d:\n  connect link[i-1].end2 link[i].end1;\nend\n",
            links, links);
    } else {
        for (int i = 1; i <= links; i++)
            at += sprintf(
                at, "object link[%d]: rod L 0.01; position %.17g 0 0; rotation 0 1 0 (pi/2); color 0.3 0.2 0.2; end\n",
                i, 0.1 * (i - 0.5));
        for (int i = 2; i <= links; i++)
            at += sprintf(at, "connect link[%d].end2 link[%d].end1; # joint %d\n", i - 1, i, i);
    }
    at += sprintf(at, "connect link[1].end1 (0, 0, 0);\nobject ball: sphere 0.05; position 0 away 0; end\n");
    return text;
}

static void check(tn_status status, tn_diagnostics *d)
{
    if (status != TN_OK)
        fail_msg("%s", tn_diagnostics_get(d, 0).message);
}

struct state {
    tn_object id;
    tn_pose pose;
};

static struct state *states(tn_world *w, int *count)
{
    *count = tn_object_count(w);
    struct state *s = calloc((size_t)*count, sizeof *s);
    for (int i = 0; i < *count; i++) {
        s[i].id = tn_object_at(w, i);
        tn_object_pose(w, s[i].id, &s[i].pose);
    }
    return s;
}

static void same_states(tn_world *w, const struct state *s, int count, const char *except)
{
    for (int i = 0; i < count; i++) {
        tn_pose p;
        if (except != NULL && strcmp(tn_object_name(w, s[i].id), except) == 0)
            continue;
        assert_true(tn_object_valid(w, s[i].id));
        assert_int_equal(tn_object_pose(w, s[i].id, &p), TN_OK);
        assert_memory_equal(&p.position, &s[i].pose.position, sizeof p.position);
        assert_memory_equal(&p.orientation, &s[i].pose.orientation, sizeof p.orientation);
        assert_memory_equal(&p.velocity, &s[i].pose.velocity, sizeof p.velocity);
        assert_memory_equal(&p.spin, &s[i].pose.spin, sizeof p.spin);
    }
}

static void replace(tn_source *s, const char *old, const char *new)
{
    const char *text = tn_source_file_text(s, 0, NULL), *at = strstr(text, old);
    assert_non_null(at);
    size_t from = (size_t)(at - text);
    assert_int_equal(tn_source_replace(s, 0, from, from + strlen(old), new), TN_OK);
}

static void running(int links, bool loop)
{
    char *text = chain_text(links, loop), *message;
    tn_diagnostics *d = tn_diagnostics_new();
    tn_source *s = tn_source_text("chain.tn", text);
    tn_world *w = tn_world_new();
    tn_applied done;
    int count;
    tn_history_keep(w, 10, 1 << 26);
    check(tn_source_load(s, w, d), d);
    assert_int_equal(tn_advance(w, 0.02), TN_OK);

    struct state *was = states(w, &count);
    tn_constraint first = tn_constraint_at(w, 0), last = tn_constraint_at(w, tn_constraint_count(w) - 1);
    if (!loop) { /* one link's colour */
        tn_place at;
        assert_true(tn_source_place(s, w, tn_thing_of_object(tn_object_find(w, "link[3]")), &at));
        assert_int_equal(tn_source_set(s, &at, "color", (double[]){1, 0, 0.5}, 3, 0, TN_EDIT_ASK, &message), TN_OK);
    } else {
        replace(s, "let shade = 0.5", "let shade = 0.75");
    }
    check(tn_source_apply(s, w, &done, d), d);
    assert_int_equal(done.changed + (loop ? -links + 1 : 0), 1);
    assert_int_equal(done.restart, 0);
    same_states(w, was, count, NULL);
    assert_true(tn_constraint_valid(w, first) && tn_constraint_valid(w, last));

    if (!loop) { /* one joint removed */
        tn_place at;
        int edits = tn_undo_count(w);
        assert_true(tn_source_place(s, w, tn_thing_of_constraint(tn_constraint_at(w, 2)), &at));
        assert_int_equal(tn_source_remove(s, &at, false, TN_EDIT_ASK, &message), TN_OK);
        assert_null(strstr(tn_source_file_text(s, 0, NULL), "# joint 4\n"));
        check(tn_source_apply(s, w, &done, d), d);
        assert_int_equal(done.removed, 1);
        assert_int_equal(done.added + done.replaced + done.changed, 0);
        assert_int_equal(tn_undo_count(w), edits + 1);
        same_states(w, was, count, NULL);
        assert_true(tn_constraint_valid(w, first) && tn_constraint_valid(w, last));
    }
    /* a let that one object uses for its start */
    replace(s, "let away = 9", "let away = 8");
    check(tn_source_apply(s, w, &done, d), d);
    same_states(w, was, count, NULL);
    assert_int_equal(done.restart, 1);

    /* ten more turns of the loops */
    if (loop) {
        char old[40], new[40];
        for (int i = 0; i < 2; i++) {
            snprintf(old, sizeof old, "%d to %d:", i + 1, links);
            snprintf(new, sizeof new, "%d to %d:", i + 1, links + 10);
            replace(s, old, new);
        }
        check(tn_source_apply(s, w, &done, d), d);
        assert_int_equal(done.added, 20);
        assert_int_equal(done.removed + done.replaced + done.changed, 0);
        same_states(w, was, count, NULL);
        assert_int_equal(tn_object_count(w), count + 10);
    }
    /* a let that changes the shape of every link: poses and velocities stay */
    replace(s, "let L = 0.1", "let L = 0.11");
    check(tn_source_apply(s, w, &done, d), d);
    same_states(w, was, count, NULL);

    /* an error changes nothing, and says where it is */
    int things = tn_constraint_count(w);
    replace(s, "link[1].end1 (0", "link[1].nowhere (0");
    tn_diagnostics *errors = tn_diagnostics_new();
    assert_int_equal(tn_source_apply(s, w, &done, errors), TN_WRONG_MODEL);
    assert_true(tn_diagnostics_errors(errors) > 0);
    assert_true(tn_diagnostics_get(errors, 0).line > 0);
    tn_diagnostics_free(errors);
    same_states(w, was, count, NULL);
    assert_int_equal(tn_constraint_count(w), things);
    tn_source_undo(s);
    check(tn_source_apply(s, w, &done, d), d);
    assert_int_equal(tn_advance(w, 0.04), TN_OK);

    /* the world's own undo brings the earlier text's things back, and applying again the present ones */
    char *now = tn_write_text(w);
    while (tn_undo_count(w) > 1)
        tn_undo(w);
    check(tn_source_apply(s, w, &done, d), d);
    assert_int_equal(tn_constraint_count(w), things);
    free(now);
    free(was);
    free(text);
    tn_source_free(s);
    tn_world_free(w);
    tn_diagnostics_free(d);
}

static void written_out(void **state)
{
    (void)state;
    running(effort(1000, 40), false);
}

static void by_loops(void **state)
{
    (void)state;
    running(effort(300, 30), true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_out),
        cmocka_unit_test(by_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
