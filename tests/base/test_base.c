/* test_base.c: memory, arrays, arenas, names and near names, diagnostics and their text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/diagnostics.h"
#include "base/memory.h"
#include "base/names.h"

/* The address sanitizer would end the program where malloc returns NULL; these tests want the NULL. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

/* Memory -------------------------------------------------------------------- */

static void memory_is_zeroed_and_copied(void **state)
{
    (void)state;
    unsigned char *p = mem_new(1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(p[i], 0);
    memset(p, 7, 1000);
    unsigned char *copy = mem_copy(p, 1000);
    assert_ptr_not_equal(copy, p);
    assert_memory_equal(copy, p, 1000);
    p = mem_resize(p, 1000, 100000);
    assert_memory_equal(copy, p, 1000);
    mem_free(p);
    mem_free(copy);

    p = mem_new(0); /* zero bytes can be freed too */
    assert_non_null(p);
    p = mem_resize(p, 0, 0);
    assert_non_null(p);
    mem_free(p);
    p = mem_copy(NULL, 0);
    assert_non_null(p);
    mem_free(p);
    mem_free(NULL);
}

static void text_is_copied_and_printed(void **state)
{
    (void)state;
    char word[] = "hinge";
    char *copy = mem_text(word);
    word[0] = 'x';
    assert_string_equal(copy, "hinge");
    mem_free(copy);
    assert_null(mem_text(NULL));
    char *text = mem_print("%d of %s", 3, "five");
    assert_string_equal(text, "3 of five");
    mem_free(text);
    text = mem_print("%s", "");
    assert_string_equal(text, "");
    mem_free(text);
    text = mem_print("%5000d", 42);
    assert_int_equal(strlen(text), 5000);
    assert_string_equal(text + 4998, "42");
    mem_free(text);
}

static void allocations_are_counted(void **state)
{
    (void)state;
    unsigned long before = mem_count();
    void *p = mem_new(10);
    p = mem_resize(p, 10, 20);
    assert_int_equal(mem_count() - before, 2);
    mem_free(p);
    assert_int_equal(mem_count() - before, 2);
}

static jmp_buf escape;
static size_t asked;
static void note_and_escape(size_t bytes)
{
    asked = bytes;
    longjmp(escape, 1);
}
static void note(size_t bytes) { asked = bytes; }

static void lack_of_memory_reaches_the_handler(void **state)
{
    (void)state;
    const size_t far_too_much = SIZE_MAX / 4;
    mem_on_failure(note_and_escape);
    asked = 0;
    if (setjmp(escape) == 0) {
        mem_new(far_too_much);
        fail_msg("came back");
    }
    assert_true(asked == far_too_much);

    mem_on_failure(note); /* the process ends if the handler returns */
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        mem_resize(NULL, 0, far_too_much);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
    mem_on_failure(NULL);
}

static void arrays_grow(void **state)
{
    (void)state;
    ARRAY(int) list = {0};
    unsigned long before = mem_count();
    for (int i = 0; i < 10000; i++)
        ARRAY_PUSH(&list, i * i);
    assert_true(mem_count() - before < 20); /* doubling, not one by one */
    assert_int_equal(list.count, 10000);
    assert_true(list.capacity >= 10000);
    for (int i = 0; i < 10000; i++)
        assert_int_equal(list.at[i], i * i);
    before = mem_count();
    ARRAY_RESERVE(&list, 5000); /* exists already */
    assert_int_equal(mem_count(), before);
    ARRAY_RESERVE(&list, 100000);
    assert_true(list.capacity >= 100000);
    assert_int_equal(list.count, 10000);
    assert_int_equal(list.at[9999], 9999 * 9999);
    ARRAY_FREE(&list);
    assert_null(list.at);
    assert_int_equal(list.count, 0);
    assert_int_equal(list.capacity, 0);
    ARRAY_PUSH(&list, 5); /* may be used again */
    assert_int_equal(list.at[0], 5);
    ARRAY_FREE(&list);
}

static void arena_keeps_everything_apart(void **state)
{
    (void)state;
    struct arena a = {0};
    unsigned char *piece[2000];
    size_t size[2000];
    for (int i = 0; i < 2000; i++) {
        size[i] = i == 700 ? 100000 : (size_t)(i * 37 % 101); /* one larger than a block; some empty */
        piece[i] = arena_new(&a, size[i]);
        assert_int_equal((uintptr_t)piece[i] % 16, 0);
        for (size_t k = 0; k < size[i]; k++)
            assert_int_equal(piece[i][k], 0);
        memset(piece[i], i % 255 + 1, size[i]);
    }
    for (int i = 0; i < 2000; i++)
        for (size_t k = 0; k < size[i]; k++)
            assert_int_equal(piece[i][k], i % 255 + 1);
    char *text = arena_text(&a, "upper-rod.end1", 9);
    assert_string_equal(text, "upper-rod");
    assert_string_equal(arena_text(&a, "x", 0), "");
    double *numbers = ARENA_ARRAY(&a, double, 5);
    assert_true(numbers[4] == 0);
    unsigned long before = mem_count();
    arena_new(&a, 16); /* fits into the present block */
    assert_int_equal(mem_count(), before);
    arena_free(&a);
    assert_null(a.block);
    arena_free(&a);
}

/* Names --------------------------------------------------------------------- */

static const char *label(int i)
{
    static char text[4][32];
    static int turn;
    char *t = text[turn++ % 4];
    snprintf(t, sizeof text[0], "link-%d", i);
    return t;
}

static void names_are_found_replaced_removed(void **state)
{
    (void)state;
    struct names m = {0};
    assert_int_equal(names_get(&m, "a"), -1);
    names_remove(&m, "a");
    char word[] = "elbow";
    names_set(&m, word, 7);
    word[0] = 'x'; /* the map has its own copy */
    assert_int_equal(names_get(&m, "elbow"), 7);
    assert_int_equal(names_get(&m, "xlbow"), -1);
    names_set(&m, "elbow", 8);
    assert_int_equal(names_get(&m, "elbow"), 8);
    assert_int_equal(m.count, 1);
    names_set(&m, "", 3);
    assert_int_equal(names_get(&m, ""), 3);
    names_remove(&m, "elbow");
    assert_int_equal(names_get(&m, "elbow"), -1);
    assert_int_equal(m.count, 1);
    names_remove(&m, "elbow");
    assert_int_equal(m.count, 1);
    names_set(&m, "elbow", 9);
    assert_int_equal(names_get(&m, "elbow"), 9);
    names_free(&m);
    assert_int_equal(m.count, 0);
    assert_int_equal(names_get(&m, "elbow"), -1);
}

static void names_grow_with_gaps(void **state)
{
    (void)state;
    enum { N = 5000 };
    struct names m = {0};
    for (int i = 0; i < N; i++)
        names_set(&m, label(i), i);
    for (int i = 0; i < N; i += 3)
        names_remove(&m, label(i));
    for (int i = N; i < 2 * N; i++)
        names_set(&m, label(i), i);
    int expected = 0;
    for (int i = 0; i < 2 * N; i++) {
        bool there = i >= N || i % 3 != 0;
        expected += there;
        assert_int_equal(names_get(&m, label(i)), there ? i : -1);
    }
    assert_int_equal(m.count, expected);

    /* iteration visits each one once */
    char *seen = mem_new(2 * N);
    int met = 0;
    for (int i = 0; i < names_slots(&m); i++) {
        int value;
        const char *name = names_at(&m, i, &value);
        if (name == NULL)
            continue;
        assert_string_equal(name, label(value));
        assert_int_equal(seen[value]++, 0);
        assert_ptr_equal(names_at(&m, i, NULL), name);
        met++;
    }
    assert_int_equal(met, expected);
    mem_free(seen);
    names_free(&m);
}

/* Repeated adding and removing must neither fill the table with gaps (a search would never end) nor make it grow. */
static void names_do_not_clog(void **state)
{
    (void)state;
    struct names m = {0};
    names_set(&m, "stays", 1);
    for (int i = 0; i < 100000; i++) {
        names_set(&m, label(i), i);
        names_remove(&m, label(i));
    }
    assert_int_equal(m.count, 1);
    assert_int_equal(names_get(&m, "stays"), 1);
    assert_true(names_slots(&m) <= 64);
    names_free(&m);
}

static void spelling_distance(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        int distance;
    } table[] = {
        {"", "", 0},
        {"rod", "rod", 0},
        {"rod", "", 3},
        {"rod", "rods", 1},
        {"rod", "red", 1},
        {"sphere", "spehre", 1},
        {"sphere", "shpree", 2},
        {"box", "rod", 2},
        {"gravity", "", 7},
        {"kitten", "sitting", 3},
        {"density", "destiny", 3},
        {"ab", "ba", 1},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        assert_int_equal(names_distance(table[i].a, table[i].b), table[i].distance);
        assert_int_equal(names_distance(table[i].b, table[i].a), table[i].distance);
    }
    char forty[41] = {0}, longer[42] = {0};
    memset(forty, 'a', 40);
    memset(longer, 'a', 41);
    assert_int_equal(names_distance(forty, forty), 0);
    assert_int_equal(names_distance(forty, longer), 40); /* too long to be compared: far */
}

static const char *nearest(const char *word, const char *const *known)
{
    const char *best = NULL;
    for (; *known != NULL; known++)
        names_offer(word, *known, &best);
    return best;
}

static void near_names(void **state)
{
    (void)state;
    const char *const shapes[] = {"sphere", "rod", "box", "cylinder", "capsule", "torus", "link", "mesh", "x", NULL};
    assert_string_equal(nearest("shpere", shapes), "sphere");
    assert_string_equal(nearest("cilinder", shapes), "cylinder");
    assert_string_equal(nearest("capsul", shapes), "capsule");
    assert_string_equal(nearest("bx", shapes), "box");
    assert_null(nearest("q", shapes)); /* every letter wrong is not near */
    assert_null(nearest("gravity", shapes));
    assert_null(nearest("", shapes));
    /* the nearer wins whatever the order; among equals the first in the alphabet */
    assert_string_equal(nearest("end3", (const char *const[]){"end2", "end1", NULL}), "end1");
    assert_string_equal(nearest("end3", (const char *const[]){"end1", "end2", NULL}), "end1");
    assert_string_equal(nearest("connekt", (const char *const[]){"connector", "connect", NULL}), "connect");
    assert_string_equal(nearest("connekt", (const char *const[]){"connect", "connector", NULL}), "connect");
}

/* Diagnostics ----------------------------------------------------------------- */

static tn_diagnostics *outside(struct diagnostics *d) { return (tn_diagnostics *)(void *)d; }

static void check_text(struct diagnostics *d, int i, const char *want)
{
    char *text = tn_diagnostics_text(outside(d), i);
    assert_string_equal(text, want);
    mem_free(text);
}

static void diagnostics_point_at_the_place(void **state)
{
    (void)state;
    struct diagnostics *d = diagnostics_new();
    char model[] = "object a: sphere 1; end\nobject b: spehre 1; end\r\n\tconnect a.center b;\nlast";
    int source = diagnostics_source(d, "model.tn", model);
    memset(model, '?', sizeof model - 1); /* the text was copied */
    assert_int_equal(source, 1);
    assert_int_equal(diagnostics_source(d, "other.tn", "x"), 2);
    assert_string_equal(diagnostics_file(d, source), "model.tn");
    assert_string_equal(diagnostics_text(d, 2), "x");

    diagnostics_error(d, (struct place){source, 2, 11, 6}, "sphere", "'%s' is not known", "spehre");
    diagnostics_warning(d, (struct place){source, 3, 2, 7}, "a connect of %d bodies", 2);
    diagnostics_error(d, (struct place){source, 4, 1, 0}, NULL, "no end");
    diagnostics_error(d, (struct place){0, 0, 0, 0}, NULL, "nothing to do");
    diagnostics_error(d, (struct place){2, 1, 0, 0}, NULL, "no column");

    check_text(d, 0,
               "model.tn:2:11: error: 'spehre' is not known; did you mean 'sphere'?\n"
               "  object b: spehre 1; end\n"
               "            ^^^^^^\n");
    check_text(d, 1,
               "model.tn:3:2: warning: a connect of 2 bodies\n"
               "   connect a.center b;\n"
               "   ^^^^^^^\n");
    check_text(d, 2, "model.tn:4:1: error: no end\n  last\n  ^\n");
    check_text(d, 3, "error: nothing to do\n");
    check_text(d, 4, "other.tn:1:0: error: no column\n");
    assert_int_equal(diagnostics_errors(d), 4);
    assert_int_equal(tn_diagnostics_errors(outside(d)), 4);
    assert_int_equal(tn_diagnostics_count(outside(d)), 5);

    tn_diagnostic g = tn_diagnostics_get(outside(d), 0);
    assert_true(g.is_error);
    assert_string_equal(g.message, "'spehre' is not known");
    assert_string_equal(g.near, "sphere");
    assert_string_equal(g.file, "model.tn");
    assert_string_equal(g.text, "object b: spehre 1; end");
    assert_int_equal(g.line, 2);
    assert_int_equal(g.column, 11);
    assert_int_equal(g.length, 6);
    g = tn_diagnostics_get(outside(d), 3);
    assert_null(g.near);
    assert_null(g.file);
    assert_null(g.text);
    g = tn_diagnostics_get(outside(d), 1);
    assert_false(g.is_error);
    diagnostics_free(d);
    diagnostics_free(NULL);
}

static void diagnostics_stay_bounded(void **state)
{
    (void)state;
    struct diagnostics *d = diagnostics_new();
    char *line = mem_new(5001);
    memset(line, 'x', 5000);
    int source = diagnostics_source(d, "m", line);
    diagnostics_error(d, (struct place){source, 1, 100, 9}, NULL, "%s", line);
    tn_diagnostic g = tn_diagnostics_get(outside(d), 0);
    assert_int_equal(strlen(g.message), 1999);
    char *text = tn_diagnostics_text(outside(d), 0); /* too long a line is not shown */
    assert_null(strchr(text, '^'));
    mem_free(text);
    mem_free(line);

    for (int i = 1; i < 250; i++) {
        assert_int_equal(diagnostics_full(d), i >= 100);
        diagnostics_error(d, (struct place){0}, NULL, "error %d", i);
    }
    assert_int_equal(diagnostics_errors(d), 250);
    assert_int_equal(tn_diagnostics_count(outside(d)), 100);
    assert_string_equal(tn_diagnostics_get(outside(d), 99).message, "error 99");
    diagnostics_free(d);
}

/* Bytes below space would move the caret or drive the terminal. */
static void control_characters_are_not_shown(void **state)
{
    (void)state;
    struct diagnostics *d = diagnostics_new();
    int source = diagnostics_source(d, "m", "a\x1b[31m\tb");
    diagnostics_error(d, (struct place){source, 1, 8, 1}, NULL, "red");
    check_text(d, 0, "m:1:8: error: red\n  a [31m b\n         ^\n");
    diagnostics_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zeroed_and_copied),
        cmocka_unit_test(text_is_copied_and_printed),
        cmocka_unit_test(allocations_are_counted),
        cmocka_unit_test(lack_of_memory_reaches_the_handler),
        cmocka_unit_test(arrays_grow),
        cmocka_unit_test(arena_keeps_everything_apart),
        cmocka_unit_test(names_are_found_replaced_removed),
        cmocka_unit_test(names_grow_with_gaps),
        cmocka_unit_test(names_do_not_clog),
        cmocka_unit_test(spelling_distance),
        cmocka_unit_test(near_names),
        cmocka_unit_test(diagnostics_point_at_the_place),
        cmocka_unit_test(diagnostics_stay_bounded),
        cmocka_unit_test(control_characters_are_not_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
