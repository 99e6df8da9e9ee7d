/* CSV columns of objects that are added and removed during a run, and names that need quotes. */
#define _XOPEN_SOURCE 700 /* as files.c, but before any header */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The command is not a library: its files are compiled in here. */
#include "../../app/files.c"
#include "../../app/texts.c"
#include "../../app/csv.c"

static tn_object add_particle(tn_world *w, const char *name, double z)
{
    tn_object_def def = tn_object_default();
    def.name = name;
    def.shape = "particle";
    def.mass = 1;
    def.size[0] = 1;
    def.position = (tn_vec3){0, 0, z};
    tn_object o = tn_object_add(w, &def, NULL);
    assert_true(tn_object_valid(w, o));
    return o;
}

static void assert_file(const char *path, const char *text)
{
    char read[2000];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    read[fread(read, 1, sizeof read - 1, f)] = 0;
    fclose(f);
    assert_string_equal(read, text);
}

static void test_late_and_removed(void **state)
{
    (void)state;
    struct csv c;
    tn_world *w = tn_world_new();
    tn_object first = add_particle(w, "first", 1);
    assert_true(csv_open(&c, "late.csv", w, false));
    assert_true(csv_row(&c, w));
    add_particle(w, "late", 5);
    assert_true(csv_row(&c, w));
    assert_int_equal(tn_object_remove(w, first), TN_OK);
    assert_true(csv_row(&c, w));
    add_particle(w, "first", 7); /* the same name again: the same columns */
    assert_true(csv_row(&c, w));
    assert_int_equal(access("late.csv", F_OK), -1); /* not before it is complete */
    assert_true(csv_finish(&c, w));
    assert_file("late.csv",
                "t,first.x,first.y,first.z,first.qw,first.qx,first.qy,first.qz,late.x,late.y,late.z,late.qw,late.qx,"
                "late.qy,late.qz\n"
                "0,0,0,1,,,,,,,,,,,\n"
                "0,0,0,1,,,,,0,0,5,,,,\n"
                "0,,,,,,,,0,0,5,,,,\n"
                "0,0,0,7,,,,,0,0,5,,,,\n");
    tn_world_free(w);
}

/* Names with commas and quotes are no longer accepted by worlds, but records of older versions have them. */
static void test_quotes(void **state)
{
    (void)state;
    FILE *f = fopen("quotes.csv", "w");
    assert_non_null(f);
    putc('t', f);
    csv_put_names(f, "a,b", false);
    putc(',', f);
    csv_put_text(f, "say \"x\"", ".x");
    fclose(f);
    assert_file("quotes.csv", "t,\"a,b.x\",\"a,b.y\",\"a,b.z\",\"a,b.qw\",\"a,b.qx\",\"a,b.qy\",\"a,b.qz\","
                              "\"say \"\"x\"\".x\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_late_and_removed), cmocka_unit_test(test_quotes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
