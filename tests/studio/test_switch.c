/* test_switch.c: switching on and off is written into the text, in its own lines alone, and the world follows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "page.h"

static const char *const head = "world: gravity 9.81; until 4; end\n"
                                "object a: rod 1 0.04; position 0 0 1; end\n"
                                "object b: sphere 0.1; position 0.6 0.2 1; end\n";
/* Statements to be switched: the last thing of each is. */
static const struct {
    const char *text;
    bool force, loop;
} cases[] = {
    {"connect a.end2 (0, 0, 1.5);\n", false, false},
    {"  distance a.end1 b.center max 0.9; # a rope\n", false, false},
    {"constraint pin: connect a.end2 (0, 0, 1.5); end\n", false, false},
    {"constraint pin:\n    connect a.end2 (0, 0, 1.5);\n    tau 0.1;\nend\n", false, false},
    {"constraint pin:\n    # held at the top\n    connect a.end2 (0, 0, 1.5);\nend # of the pin\n", false, false},
    {"spring a.end1 b.center stiffness 40 rest 0.2;\n", true, false},
    {"force pull: spring a.end1 b.center stiffness 40 rest 0.2; end\n", true, false},
    {"gravity 2;\n", true, false},
    {"for i = 1 to 3: distance a.end1 b.center (0.5 + 0.1*i); end\n", false, true},
    {"for i = 1 to 3:\n    constraint c[i]: connect a.end2 (0.1*i, 0, 1.5); end\nend\n", false, true},
};
enum { CASES = sizeof cases / sizeof *cases };

static tn_thing last_of(tn_world *w, tn_thing_type type) { return tn_thing_at(w, type, tn_thing_count(w, type) - 1); }

static bool is_on(tn_world *w, tn_thing t)
{
    tn_thing_state now;
    assert_int_equal(tn_thing_get(w, t, &now), TN_OK);
    return now.on;
}

static bool ask_switch(struct test_host *h, tn_thing_type type, bool on, const char *how)
{
    char rest[200];
    snprintf(rest, sizeof rest, ",\"thing\":\"%llu\",\"on\":%s,\"how\":\"%s\"",
             (unsigned long long)tn_id(last_of(studio_world(h->session), type)), on ? "true" : "false", how);
    return test_ask(h, 1, "switch", rest);
}

/* What a new world of this text says of its last thing. */
static bool begins_on(const char *text, tn_thing_type type)
{
    tn_world *w = tn_world_new();
    tn_source *s = tn_source_text("t.tn", text);
    assert_int_equal(tn_source_load(s, w, NULL), TN_OK);
    const bool on = is_on(w, last_of(w, type));
    tn_source_free(s);
    tn_world_free(w);
    return on;
}

/* The head, which nothing here concerns, stays byte for byte; comments stay. */
static void check_text(const char *text, const char *statement)
{
    assert_int_equal(strncmp(text, head, strlen(head)), 0);
    for (const char *c = statement; (c = strchr(c, '#')) != NULL; c++) {
        char comment[100];
        snprintf(comment, sizeof comment, "%.*s", (int)strcspn(c, "\n"), c);
        assert_non_null(strstr(text, comment));
    }
}

static void switch_case(int k, bool later)
{
    struct studio_host host = {.token = "secret"};
    struct test_host h;
    struct bytes b = {0};
    struct writer w = {&b, false};
    char text[1000];
    const tn_thing_type type = cases[k].force ? TN_THING_FORCE : TN_THING_CONSTRAINT;
    snprintf(text, sizeof text, "%s%s", head, cases[k].text);
    test_open(&h, &host);
    test_join(&h, 1);
    bytes_text(&b, ",\"name\":\"a.tn\",\"text\":");
    write_text(&w, NULL, text);
    assert_true(test_ask(&h, 1, "open", b.at));
    if (later)
        assert_true(test_ask(&h, 1, "step", ",\"frames\":5"));
    if (cases[k].loop) {
        assert_false(ask_switch(&h, type, false, "ask"));
        assert_non_null(strstr(h.page[1].reply.at, "\"choices\""));
        assert_string_equal(studio_text(h.session), text);
    }
    for (int way = 0; way < (cases[k].loop ? 3 : 1); way++) {
        static const char *const how[] = {"all", "split", "run"};
        const bool run = way == 2;
        if (!ask_switch(&h, type, false, how[way]))
            fail_msg("%s off, %s: %s", cases[k].text, how[way], h.page[1].reply.at);
        assert_false(is_on(studio_world(h.session), last_of(studio_world(h.session), type)));
        assert_int_equal(begins_on(studio_text(h.session), type), run);
        check_text(studio_text(h.session), cases[k].text);
        assert_true(ask_switch(&h, type, true, run ? "run" : "all"));
        assert_true(is_on(studio_world(h.session), last_of(studio_world(h.session), type)));
        assert_true(begins_on(studio_text(h.session), type));
        assert_null(strstr(studio_text(h.session), "off;"));
        check_text(studio_text(h.session), cases[k].text);
        assert_string_equal(h.page[1].text.at, studio_text(h.session));
        assert_true(test_ask(&h, 1, "undo", ",\"count\":2"));
        assert_string_equal(studio_text(h.session), text);
        assert_true(is_on(studio_world(h.session), last_of(studio_world(h.session), type)));
    }
    bytes_free(&b);
    test_end(&h);
}

static void test_switches(void **state)
{
    (void)state;
    for (int k = 0; k < CASES; k++)
        for (int later = 0; later < 2; later++)
            switch_case(k, later != 0);
}

/* What stands inside of the world's block has no block of its own: the running world alone is switched. */
static void test_inside(void **state)
{
    (void)state;
    struct studio_host host = {.token = "secret"};
    struct test_host h;
    test_open(&h, &host);
    test_join(&h, 1);
    assert_true(test_ask(&h, 1, "open",
                         ",\"name\":\"a.tn\",\"text\":\"world: gravity 9.81; end\\nobject s: sphere 1; end\\n\""));
    char *text = studio_copy(studio_text(h.session));
    if (!ask_switch(&h, TN_THING_FORCE, false, "ask"))
        fail_msg("%s", h.page[1].reply.at);
    assert_false(is_on(studio_world(h.session), last_of(studio_world(h.session), TN_THING_FORCE)));
    assert_string_equal(studio_text(h.session), text);
    free(text);
    test_end(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_switches), cmocka_unit_test(test_inside)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
