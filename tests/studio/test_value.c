/* test_value.c: JSON of the studio: what is written reads back; what is not JSON is refused with a sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "../effort.h"
#include "value.h"

static uint64_t seed = 7;
static unsigned draw(unsigned below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

static void put(struct writer *w, const char *key, int depth)
{
    static const char *const texts[] = {"", "a\"b\\c\n\x01", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x99\x82", "end1"};
    const unsigned what = draw(depth < 6 ? 6 : 4);
    if (what == 0)
        write_number(w, key, (draw(2) ? 1 : -1) * (double)draw(1000000) / (1 + draw(977)));
    else if (what == 1)
        write_text(w, key, texts[draw(4)]);
    else if (what == 2)
        write_flag(w, key, draw(2));
    else if (what == 3)
        write_null(w, key);
    else {
        write_open(w, key, what == 4 ? '[' : '{');
        for (unsigned i = draw(5); i > 0; i--)
            put(w, what == 4 ? NULL : texts[1 + draw(3)], depth + 1);
        write_close(w, what == 4 ? ']' : '}');
    }
}

static void write_again(struct writer *w, const struct value *v)
{
    if (v->type == VALUE_NUMBER)
        write_number(w, v->key, v->number);
    else if (v->type == VALUE_TEXT)
        write_text(w, v->key, v->text);
    else if (v->type == VALUE_BOOL)
        write_flag(w, v->key, v->yes);
    else if (v->type == VALUE_NULL)
        write_null(w, v->key);
    else {
        write_open(w, v->key, v->type == VALUE_LIST ? '[' : '{');
        for (const struct value *i = v->first; i != NULL; i = i->next)
            write_again(w, i);
        write_close(w, v->type == VALUE_LIST ? ']' : '}');
    }
}

/* Written, read, written: the same bytes. Cut off anywhere, it is refused unless it is a whole number. */
static void test_round_trip(void **state)
{
    (void)state;
    for (int n = 0; n < effort(2000, 300); n++) {
        struct bytes first = {0}, second = {0};
        struct value_arena *arena;
        const char *why = NULL;
        struct writer w = {&first, false}, again = {&second, false};
        write_open(&w, NULL, '{');
        put(&w, "x", 1);
        write_close(&w, '}');
        const struct value *v = value_read(first.at, first.length, &arena, &why);
        assert_non_null(v);
        write_again(&again, v);
        assert_string_equal(first.at, second.at);
        value_free(arena);
        assert_null(value_read(first.at, draw((unsigned)first.length), &arena, &why));
        assert_non_null(why);
        value_free(arena);
        bytes_free(&first);
        bytes_free(&second);
    }
}

static void test_refused(void **state)
{
    static const char *const wrong[] = {
        "",    "{",  "[1,]",  "{\"a\" 1}", "\"\\u0000\"", "\"\\ud800\"", "1 2",
        "nan", "+1", "1e999", "{\"a\":}",  "\"\n\"",      "tru",         "[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct value_arena *arena;
        const char *why = NULL;
        assert_null(value_read(wrong[i], strlen(wrong[i]), &arena, &why));
        assert_non_null(why);
        value_free(arena);
    }
}

/* Any bytes: an answer, and no memory beyond the text (the sanitizers watch). */
static void test_any_bytes(void **state)
{
    static const char letters[] = "{}[]\",:\\u0123456789abtrue null-+.eE\n\xc3\xff";
    (void)state;
    for (int n = 0; n < effort(20000, 3000); n++) {
        char text[64];
        const size_t length = draw(sizeof text);
        for (size_t i = 0; i < length; i++)
            text[i] = letters[draw(sizeof letters)];
        struct value_arena *arena;
        const char *why = NULL;
        const struct value *v = value_read(text, length, &arena, &why);
        assert_true((v != NULL) != (why != NULL));
        value_free(arena);
    }
}

/* Positions as editors in browsers count them, there and back. */
static void test_units(void **state)
{
    static const char text[] = "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x99\x82z";
    static const size_t bytes[] = {0, 1, 3, 6, 10, 11}, units[] = {0, 1, 2, 3, 5, 6};
    (void)state;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(units_of(text, bytes[i]), units[i]);
        assert_int_equal(byte_of(text, strlen(text), units[i]), bytes[i]);
    }
    assert_int_equal(byte_of(text, strlen(text), 99), strlen(text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_any_bytes), cmocka_unit_test(test_units)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
