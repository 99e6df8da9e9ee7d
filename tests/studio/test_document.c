/* test_document.c: one undo stack for text and world: random edits while the world runs, undone and redone to the bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "../effort.h"
#include "document.h"

enum { EDITS = 100, ROWS = 200 };

static const char scene[] = "gravity 9.81; # down\n"
                            "object bar: rod 1 0.05; mass 2; position 0.5 0 2; rotation 0 1 0 1.5; end\n"
                            "connect bar.end1 (0, 0, 2);\n";

struct moment {
    char *text;
    double t, poses[ROWS * TN_POSE_NUMBERS];
    int objects;
};

static uint64_t seed;
static unsigned draw(unsigned below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

static struct moment *moment_of(struct document *m)
{
    struct moment *now = calloc(1, sizeof *now);
    const char *text = tn_source_file_text(m->source, 0, NULL);
    assert_non_null(now);
    now->text = strdup(text);
    now->t = tn_time(m->world);
    now->objects = tn_object_count(m->world);
    assert_int_equal(tn_poses(m->world, now->poses, ROWS), TN_OK);
    return now;
}

static void free_moment(struct moment *a)
{
    free(a->text);
    free(a);
}

static void same(struct document *m, const struct moment *then)
{
    struct moment *now = moment_of(m);
    assert_string_equal(now->text, then->text);
    assert_int_equal(now->objects, then->objects);
    assert_memory_equal(&now->t, &then->t, sizeof now->t);
    assert_memory_equal(now->poses, then->poses, sizeof now->poses);
    free_moment(now);
}

static void edit(struct document *m, int n)
{
    char text[120];
    const unsigned what = draw(5);
    tn_place at;
    document_begin(m, "edit");
    if (what == 0 || what == 1) {
        snprintf(text, sizeof text, "object b%d: sphere 0.1; position %u %u 5; end", n, draw(9), draw(9));
        tn_source_add(m->source, NULL, text, NULL, NULL);
    } else if (what == 2 &&
               tn_source_place(m->source, m->world, tn_thing_find(m->world, TN_THING_OBJECT, "bar"), &at)) {
        tn_source_set(m->source, &at, "mass", (double[]){1 + draw(50) / 8.0}, 1, 0, TN_EDIT_ASK, NULL);
    } else if (what == 3) { /* typing: an error, or the end of one */
        size_t length;
        const char *now = tn_source_file_text(m->source, 0, &length);
        if (length > 2 && now[length - 2] == '(')
            tn_source_replace(m->source, 0, length - 2, length, "");
        else
            tn_source_replace(m->source, 0, length, length, "(\n");
    } else {
        document_restart(m, NULL);
    }
    document_apply(m, NULL, NULL);
    document_end(m);
}

static void test_undo(void **state)
{
    (void)state;
    for (int run = 0; run < effort(6, 2); run++) {
        static struct document m;
        struct moment *before[EDITS], *after[EDITS];
        seed = 11 + (uint64_t)run;
        assert_true(document_open(&m, tn_source_text("a.tn", scene), NULL));
        for (int i = 0; i < EDITS; i++) {
            before[i] = moment_of(&m);
            edit(&m, i);
            tn_advance(m.world, tn_time(m.world) + draw(4) / 60.0);
        }
        for (int i = EDITS - 1; i >= 0; i--) {
            after[i] = moment_of(&m); /* redo leads to where it was undone */
            assert_true(document_undo(&m));
            same(&m, before[i]);
        }
        assert_false(document_undo(&m));
        for (int i = 0; i < EDITS; i++) {
            assert_true(document_redo(&m));
            same(&m, after[i]);
            free_moment(before[i]);
            free_moment(after[i]);
        }
        assert_false(document_redo(&m));
        document_close(&m);
    }
}

/* A typing error keeps the world running; what is right again is followed, and the motion goes on. */
static void test_errors(void **state)
{
    (void)state;
    static struct document m;
    assert_true(document_open(&m, tn_source_text("a.tn", scene), NULL));
    tn_advance(m.world, 0.5);
    document_begin(&m, "typing");
    tn_source_replace(m.source, 0, 0, 0, "object ");
    assert_false(document_apply(&m, NULL, NULL));
    document_end(&m);
    assert_true(m.ahead);
    assert_int_equal(tn_advance(m.world, 1), TN_OK);
    document_begin(&m, "typing");
    tn_source_replace(m.source, 0, 0, 0, "object c: sphere 1; end #");
    tn_source_replace(m.source, 0, 25, 25, "\n");
    tn_source_replace(m.source, 0, 26, 33, "");
    assert_true(document_apply(&m, NULL, NULL));
    document_end(&m);
    assert_false(m.ahead);
    assert_int_equal(tn_object_count(m.world), 2);
    assert_true(tn_time(m.world) == 1);
    document_close(&m);
    assert_false(document_open(&m, tn_source_text("a.tn", "object"), NULL)); /* wrong from the start */
    document_begin(&m, "typing");
    tn_source_put(m.source, 0, scene);
    assert_true(document_apply(&m, NULL, NULL));
    document_end(&m);
    assert_int_equal(tn_object_count(m.world), 1);
    document_close(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_undo), cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
