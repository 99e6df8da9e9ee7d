/* test_session.c: messages in, messages out: what pages know agrees with the session, whatever is asked of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "../effort.h"
#include "page.h"

static const char scene[] = "# a chain — with signs of many bytes: µ, 🔗\n"
                            "let L = 0.5;\n"
                            "gravity 9.81;\n"
                            "object bar: rod L 0.02; mass 2; position 0.25 0 2; rotation 0 1 0 1.5; end\n"
                            "object ball: sphere 0.1; position 1 0 2; end # it rolls\n"
                            "for i = 1 to 3: object link[i]: rod 0.2 0.01; position (2 + 0.3*i) 0 2; end end\n"
                            "nail hook 0 0 2;\n"
                            "connect bar.end1 hook;\n"
                            "constraint elbow: connect bar.end2 ball.center; end\n"
                            "spring link[1].end1 link[2].end2 stiffness 40 rest 0.2 damping 1;\n"
                            "drag linear 0.1 angular 0.01;\n"
                            "probe height = ball.center.z;\n"
                            "trace ball.center;\n";

static uint64_t seed;
static unsigned draw(unsigned below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

static void escape(struct bytes *b, const char *text)
{
    struct writer w = {b, false};
    write_text(&w, NULL, text);
}

static void open_text(struct test_host *h, int page, const char *text)
{
    struct bytes b = {0};
    bytes_print(&b, ",\"name\":\"a.tn\",\"text\":");
    escape(&b, text);
    assert_true(test_ask(h, page, "open", b.at));
    bytes_free(&b);
}

static void begin(struct test_host *h)
{
    struct studio_host host = {.token = "secret"};
    test_open(h, &host);
    test_join(h, 1);
    open_text(h, 1, scene);
}

static bool said(const struct test_page *p, const char *what) { return strstr(p->reply.at, what) != NULL; }

/* ---- one thing at a time ---- */

static void test_hello(void **state)
{
    (void)state;
    struct test_host h;
    struct studio_host host = {.token = "secret"};
    test_open(&h, &host);
    studio_page_opens(h.session, 1);
    assert_false(test_ask(&h, 1, "run", ",\"play\":true"));
    assert_true(said(&h.page[1], "hello-first"));
    assert_false(test_ask(&h, 1, "hello", ",\"token\":\"secret\",\"protocol\":2"));
    assert_false(test_ask(&h, 1, "hello", ",\"token\":\"wrong\""));
    assert_int_equal(h.page[1].closed, 4401);
    studio_page_opens(h.session, 3); /* says nothing */
    for (int i = 0; i < 25 * 60; i++)
        test_tick(&h);
    assert_int_equal(h.page[3].closed, 1013);
    test_join(&h, 2);
    assert_int_equal(h.page[2].scene_rev, 1);
    assert_false(test_ask(&h, 2, "no-such-op", ""));
    assert_true(said(&h.page[2], "unknown-op"));
    test_message(&h, 2, "{]");
    assert_true(said(&h.page[2], "bad-message"));
    test_message(&h, 2, "[]");
    assert_true(said(&h.page[2], "bad-message"));
    test_end(&h);
}

static void test_edits(void **state)
{
    (void)state;
    struct test_host h;
    begin(&h);
    struct test_page *p = &h.page[1];
    assert_string_equal(p->text.at, scene);
    assert_int_equal(p->count[0], 5);
    assert_true(test_ask(&h, 1, "add", ",\"text\":\"box 1 1 1\",\"at\":[0,0,5]"));
    assert_true(said(p, "\"name\":\"box1\""));
    assert_non_null(strstr(p->text.at, "object box1: box 1 1 1; position 0 0 5; end"));
    assert_int_equal(p->count[0], 6);
    assert_true(test_ask(&h, 1, "set", ",\"thing\":\"bar\",\"word\":\"mass\",\"values\":[2.5]"));
    assert_non_null(strstr(p->text.at, "mass 2.5;"));
    assert_false(test_ask(&h, 1, "set", ",\"thing\":\"bar\",\"word\":\"rod\",\"values\":[0.6]"));
    assert_true(said(p, "\"code\":\"ask\"") && said(p, "\"choices\":[\"let\",\"here\",\"run\"]"));
    assert_true(test_ask(&h, 1, "set", ",\"thing\":\"bar\",\"word\":\"rod\",\"values\":[0.6],\"how\":\"let\""));
    assert_non_null(strstr(p->text.at, "let L = 0.6;"));
    assert_true(test_ask(&h, 1, "let", ",\"name\":\"L\",\"value\":0.5"));
    assert_false(test_ask(&h, 1, "remove", ",\"things\":[\"link[2]\"]"));
    assert_true(said(p, "\"code\":\"ask\""));
    assert_true(test_ask(&h, 1, "remove", ",\"things\":[\"link[2]\"],\"how\":\"split\""));
    assert_int_equal(p->count[0], 5);
    assert_true(test_ask(&h, 1, "rename", ",\"thing\":\"ball\",\"name\":\"weight\""));
    assert_non_null(strstr(p->text.at, "trace weight.center;"));
    assert_true(test_ask(&h, 1, "nail", ",\"thing\":\"weight\",\"point\":\"center\""));
    assert_non_null(strstr(p->text.at, "connect weight.center nail1;"));
    assert_true(test_ask(&h, 1, "duplicate", ",\"things\":[\"bar\",\"weight\"],\"offset\":[0,1,0]"));
    assert_non_null(strstr(p->text.at, "constraint elbow1: connect bar1.end2 weight1.center; end"));
    assert_true(test_ask(&h, 1, "undo", ",\"count\":100"));
    assert_string_equal(p->text.at, scene);
    assert_true(test_ask(&h, 1, "set", ",\"thing\":\"bar\",\"word\":\"mass\",\"values\":[3],\"gesture\":\"a\""));
    assert_true(test_ask(&h, 1, "set", ",\"thing\":\"ball\",\"word\":\"sphere\",\"values\":[0.2],\"gesture\":\"a\""));
    assert_true(test_ask(&h, 1, "place", ",\"things\":[{\"thing\":\"ball\",\"position\":[2,0,2]}],\"gesture\":\"a\""));
    assert_true(test_ask(&h, 1, "set", ",\"thing\":\"bar\",\"word\":\"mass\",\"values\":[4],\"gesture\":\"b\""));
    assert_true(test_ask(&h, 1, "undo", ""));
    assert_non_null(strstr(p->text.at, "mass 3;"));
    assert_non_null(strstr(p->text.at, "sphere 0.2; position 2 0 2;"));
    assert_true(test_ask(&h, 1, "undo", ""));
    assert_string_equal(p->text.at, scene); /* one gesture, one step */
    test_end(&h);
}

/* A typing error keeps the world running, positions of an older text are mapped, overlapping changes are refused. */
static void test_typing(void **state)
{
    (void)state;
    struct test_host h;
    begin(&h);
    struct test_page *p = &h.page[1];
    char patch[200];
    test_join(&h, 2);
    const long rev = p->rev;
    const size_t here = units_of(scene, (size_t)(strstr(scene, "mass 2") - scene));
    assert_true(test_ask(&h, 1, "run", ",\"play\":true"));
    for (int i = 0; i < 10; i++)
        test_tick(&h);
    assert_true(test_ask(&h, 1, "patch", ",\"changes\":[[0,0,\"objet \"]]"));
    assert_true(said(p, "\"applied\":false") && p->ahead);
    const double before = test_frame_time(p);
    for (int i = 0; i < 10; i++)
        test_tick(&h);
    assert_true(test_frame_time(p) > before + 0.1);
    snprintf(patch, sizeof patch, ",\"rev\":%ld,\"changes\":[[%zu,%zu,\"3\"]]", rev, here + 5, here + 6);
    assert_true(test_ask(&h, 2, "patch", patch)); /* in the text before that */
    assert_non_null(strstr(p->text.at, "mass 3;"));
    assert_false(test_ask(&h, 2, "patch", patch)); /* the digit is not there any more */
    assert_true(said(&h.page[2], "\"code\":\"conflict\""));
    assert_true(test_ask(&h, 1, "patch", ",\"changes\":[[0,6,\"\"]]"));
    assert_true(said(p, "\"applied\":true") && !p->ahead);
    assert_string_equal(h.page[1].text.at, h.page[2].text.at);
    assert_string_equal(studio_text(h.session), h.page[2].text.at);
    test_end(&h);
}

static void test_time(void **state)
{
    (void)state;
    struct test_host h;
    begin(&h);
    struct test_page *p = &h.page[1];
    assert_true(test_ask(&h, 1, "run", ",\"play\":true,\"speed\":2"));
    for (int i = 0; i < 60; i++)
        test_tick(&h);
    assert_true(fabs(test_frame_time(p) - 2) < 0.1);
    assert_true(test_ask(&h, 1, "seek", ",\"t\":1"));
    test_tick(&h);
    assert_true(fabs(test_frame_time(p) - 1) < 0.04);
    assert_true(test_ask(&h, 1, "seek", ",\"live\":true"));
    test_tick(&h);
    assert_true(fabs(test_frame_time(p) - 2) < 0.1);
    assert_true(test_ask(&h, 1, "branch", ",\"t\":0.5"));
    test_tick(&h);
    assert_true(fabs(test_frame_time(p) - 0.5) < 0.04);
    assert_true(test_ask(&h, 1, "undo", ""));
    test_tick(&h);
    assert_true(fabs(test_frame_time(p) - 2) < 0.1);
    assert_true(test_ask(&h, 1, "restart", ",\"play\":false"));
    test_tick(&h);
    assert_true(test_frame_time(p) == 0);
    assert_true(test_ask(&h, 1, "step", ",\"frames\":6"));
    assert_true(fabs(tn_time(studio_world(h.session)) - 0.1) < 1e-9);
    test_end(&h);
}

/* Of the scene before nothing stays: neither its times nor its pace. Long edits of one scene are not another one. */
static void test_another(void **state)
{
    (void)state;
    struct test_host h;
    begin(&h);
    struct test_page *p = &h.page[1];
    assert_true(test_ask(&h, 1, "run", ",\"play\":true"));
    for (int i = 0; i < 60; i++)
        test_tick(&h);
    assert_true(test_ask(&h, 1, "run", ",\"play\":false"));
    assert_null(strstr(p->state.at, "\"live\":0,"));
    p->opened = 0;
    open_text(&h, 1, "object a: sphere 1; end\n");
    assert_non_null(strstr(p->state.at, "\"live\":0,"));
    assert_int_equal(p->opened, 1);
    assert_true(test_ask(&h, 1, "add", ",\"text\":\"rod 1 0.1\""));
    assert_int_equal(p->opened, 1);
    test_end(&h);
}

/* A page that acknowledges nothing gets two frames; the other page goes on. */
static void test_back_pressure(void **state)
{
    (void)state;
    struct test_host h;
    begin(&h);
    test_join(&h, 2);
    assert_true(test_ask(&h, 1, "run", ",\"play\":true"));
    const int before[2] = {h.page[1].frames, h.page[2].frames};
    for (int i = 0; i < 30; i++) {
        char ack[60];
        uint32_t seq;
        h.clock += 1.0 / 60;
        studio_tick(h.session, h.clock, 1e9);
        memcpy(&seq, h.page[1].frame + 4, 4);
        snprintf(ack, sizeof ack, "{\"op\":\"ack\",\"seq\":%u}", seq);
        studio_message(h.session, 1, ack, strlen(ack));
    }
    assert_true(h.page[1].frames - before[0] >= 28);
    assert_true(h.page[2].frames - before[1] <= 2);
    assert_true(test_ask(&h, 2, "ack", ",\"seq\":2"));
    h.clock += 1.0 / 60;
    studio_tick(h.session, h.clock, 1e9);
    assert_true(test_frame_time(&h.page[2]) == test_frame_time(&h.page[1])); /* the newest */
    test_end(&h);
}

/* Where a section of the last frame begins, behind its tag and its size; NULL: the frame has none. */
static const unsigned char *section_of(const struct test_page *p, const char *tag)
{
    uint32_t sections, size;
    size_t at = 56;
    memcpy(&sections, p->frame + 52, 4);
    for (uint32_t i = 0; i < sections; i++, at = (at + 8 + size + 7) & ~(size_t)7) {
        memcpy(&size, p->frame + at + 4, 4);
        if (memcmp(p->frame + at, tag, 4) == 0)
            return p->frame + at + 8;
    }
    return NULL;
}

/* Strain and change of volume come with a frame where the scene shows them: zero at rest, and one number a vertex. */
static void test_strains(void **state)
{
    (void)state;
    const char *const show[] = {"none", "none strain", "none volume"};
    for (uint32_t k = 0; k < 3; k++) {
        struct test_host h;
        char request[300];
        uint32_t head[4];
        begin(&h);
        snprintf(request, sizeof request,
                 ",\"text\":\"object soft: block 2 2 2; size 1 1 1; young 5kPa; end gravity 0; show %s;\"", show[k]);
        assert_true(test_ask(&h, 1, "subscribe", ",\"surfaces\":true"));
        assert_true(test_ask(&h, 1, "open", request));
        h.clock += 1.0 / 60;
        studio_tick(h.session, h.clock, 1e9);
        const unsigned char *at = section_of(&h.page[1], "STRA");
        assert_non_null(section_of(&h.page[1], "NODE"));
        assert_true((at != NULL) == (k > 0));
        if (at != NULL) {
            memcpy(head, at, sizeof head);
            assert_true(head[0] == 0 && head[1] > 8 && head[2] == k);
            for (uint32_t i = 0; i < head[1]; i++) {
                float x;
                memcpy(&x, at + 16 + 4 * i, 4);
                assert_true(fabs((double)x) < 1e-6);
            }
        }
        test_end(&h);
    }
}

/* Drags: while it runs the body follows; while it stands still at t = 0 the text does. */
static void test_drag(void **state)
{
    (void)state;
    struct test_host h;
    begin(&h);
    struct test_page *p = &h.page[1];
    tn_pose pose;
    assert_true(test_ask(&h, 1, "grab", ",\"thing\":\"link[3]\",\"local\":[0,0,0]"));
    test_message(&h, 1, "{\"op\":\"drag\",\"handle\":1,\"to\":[3,1,2],\"input\":9}");
    assert_int_equal(p->reply.length, 0); /* no reply */
    test_tick(&h);
    assert_true(test_ask(&h, 1, "release", ",\"handle\":1"));
    assert_true(said(p, "\"left\":[\"link[3]\"]")); /* a loop made it */
    assert_string_equal(p->text.at, scene);
    assert_true(test_ask(&h, 1, "grab", ",\"thing\":\"ball\",\"local\":[0,0,0]"));
    test_message(&h, 1, "{\"op\":\"drag\",\"handle\":2,\"to\":[0.3,0.1,1.6],\"input\":10}");
    test_tick(&h);
    test_join(&h, 2);
    assert_false(test_ask(&h, 2, "release", ",\"handle\":2"));
    assert_true(said(&h.page[2], "\"code\":\"taken\""));
    assert_true(test_ask(&h, 1, "release", ",\"handle\":2,\"tolerance\":0.001"));
    assert_string_not_equal(p->text.at, scene); /* ball and bar, joined by the elbow */
    tn_object_pose(studio_world(h.session), tn_object_find(studio_world(h.session), "ball"), &pose);
    assert_true(fabs(pose.position.x - 0.3) < 0.02 && fabs(pose.position.y - 0.1) < 0.02);
    assert_true(test_ask(&h, 1, "undo", ""));
    assert_string_equal(p->text.at, scene);
    assert_true(test_ask(&h, 1, "run", ",\"play\":true"));
    assert_true(test_ask(&h, 1, "grab", ",\"thing\":\"link[3]\",\"local\":[0,0,0]"));
    test_message(&h, 1, "{\"op\":\"drag\",\"handle\":3,\"to\":[2,0,3],\"input\":11}");
    for (int i = 0; i < 30; i++)
        test_tick(&h);
    tn_object_pose(studio_world(h.session), tn_object_find(studio_world(h.session), "link[3]"), &pose);
    assert_true(fabs(pose.position.z - 3) < 0.05);
    studio_page_closes(h.session, 1); /* its grabs are freed */
    assert_int_equal(tn_handle_count(studio_world(h.session)), 0);
    test_end(&h);
}

/* ---- anything ---- */

static const char *const words[] = {"bar",  "ball", "link[1]", "link[2]", "elbow", "L",    "hook",
                                    "rod1", "box1", "nail1",   "height",  "world", "bar1", "connect@8",
                                    "none", "1",    "",        "sphere1", "weight"};
#define WORD words[draw(sizeof words / sizeof *words)]

/* A request that a page might send, or one that it should not. */
static void random_request(struct bytes *b, long rev, int handles)
{
    static const char *const texts[] = {"rod 0.5 0.02",
                                        "box 0.1 0.1 0.1",
                                        "sphere 0.1; color red",
                                        "connect bar.end2 link[1].end1",
                                        "let M = 3",
                                        "probe x = bar.center.x",
                                        "nail n 1 1 1",
                                        "object (",
                                        "end",
                                        "",
                                        "contact",
                                        "at 1: off elbow; end",
                                        "spring bar.end1 ball.center stiffness 3",
                                        "world: up y; end",
                                        "undo",
                                        "remove ball",
                                        "set mass bar 3",
                                        "let L = 0.4",
                                        "for i = 1 to 3: object k[i]: particle 1; end end"};
    static const char *const whole[] = {"undo",  "redo",   "restart", "gallery", "kinds",
                                        "files", "places", "modes",   "recover", "new"};
    const double x = (double)draw(4000) / 1000 - 2, y = (double)draw(4000) / 1000 - 2, z = (double)draw(4000) / 1000;
    const char *word = WORD, *other = WORD, *text = texts[draw(sizeof texts / sizeof *texts)];
    const unsigned how = draw(5), place = draw(900);
    static const char *const hows[] = {"ask", "let", "all", "split", "run"};
    switch (draw(26)) {
    case 0:
        bytes_print(b, "\"op\":\"add\",\"text\":\"%s\",\"at\":[%g,%g,%g]", text, x, y, z);
        break;
    case 1:
        bytes_print(b, "\"op\":\"statement\",\"text\":\"%s\"", text);
        break;
    case 2:
        bytes_print(b, "\"op\":\"set\",\"thing\":\"%s\",\"word\":\"mass\",\"values\":[%g],\"how\":\"%s\"", word, z,
                    hows[how]);
        break;
    case 3:
        bytes_print(b, "\"op\":\"set\",\"thing\":\"%s\",\"word\":\"position\",\"values\":[%g,%g,%g],\"live\":true",
                    word, x, y, z);
        break;
    case 4:
        bytes_print(b, "\"op\":\"remove\",\"things\":[\"%s\",\"%s\"],\"how\":\"%s\"", word, other, hows[how]);
        break;
    case 5:
        bytes_print(b, "\"op\":\"rename\",\"thing\":\"%s\",\"name\":\"n%u\"", word, draw(9));
        break;
    case 6:
        bytes_print(b, "\"op\":\"duplicate\",\"things\":[\"%s\",\"%s\"],\"join\":%s", word, other,
                    how ? "true" : "false");
        break;
    case 7:
        bytes_print(b, "\"op\":\"nail\",\"thing\":\"%s\",\"point\":\"center\"", word);
        break;
    case 8:
        bytes_print(b, "\"op\":\"grab\",\"thing\":\"%s\",\"local\":[0,0,0]", word);
        break;
    case 9:
    case 10:
    case 11:
        bytes_print(b, "\"op\":\"drag\",\"handle\":%u,\"to\":[%g,%g,%g],\"input\":%u", draw((unsigned)handles + 2), x,
                    y, z, place);
        break;
    case 12:
        bytes_print(b, "\"op\":\"release\",\"handle\":%u,\"pin\":%s", draw((unsigned)handles + 2),
                    how ? "false" : "true");
        break;
    case 13:
        bytes_print(b, "\"op\":\"run\",\"play\":%s,\"speed\":%u", how & 1 ? "true" : "false", draw(4));
        break;
    case 14:
        bytes_print(b, "\"op\":\"seek\",\"t\":%g", z / 2);
        break;
    case 15:
        bytes_print(b, "\"op\":\"seek\",\"live\":true");
        break;
    case 16:
        bytes_print(b, "\"op\":\"branch\",\"t\":%g", z / 3);
        break;
    case 17:
        bytes_print(b, "\"op\":\"step\",\"frames\":%u", draw(4));
        break;
    case 18:
        bytes_print(b, "\"op\":\"switch\",\"thing\":\"%s\",\"on\":%s", word, how & 1 ? "true" : "false");
        break;
    case 19:
        bytes_print(b, "\"op\":\"patch\",\"rev\":%ld,\"changes\":[[%u,%u,\"%s\"]]", rev - (long)draw(3), place,
                    place + draw(3), how ? " " : "x");
        break;
    case 20:
        bytes_print(
            b, "\"op\":\"place\",\"things\":[{\"thing\":\"%s\",\"position\":[%g,%g,%g],\"orientation\":[1,%g,0,0]}]",
            word, x, y, z, x);
        break;
    case 21:
        bytes_print(b, "\"op\":\"pick\",\"from\":[%g,%g,5],\"along\":[0,0,-1],\"pixel_length\":0.01", x, y);
        break;
    case 22:
        bytes_print(b, "\"op\":\"inspect\",\"thing\":\"%s\"", word);
        break;
    case 23:
        bytes_print(b, "\"op\":\"start\",\"preview\":%s", how ? "true" : "false");
        break;
    case 24:
        bytes_print(b, "\"op\":\"let\",\"name\":\"%s\",\"value\":%g,\"live\":true", word, z);
        break;
    default:
        bytes_print(b, "\"op\":\"%s\"", whole[draw(how ? 3 : 9)]);
        break;
    }
}

/* Texts and scenes of all pages are those of the session, whatever happens; undo goes back to the beginning. */
static void test_anything(void **state)
{
    (void)state;
    for (int run = 0; run < effort(40, 6); run++) {
        struct test_host h;
        seed = 100 + (uint64_t)run;
        begin(&h);
        h.budget = 0.002; /* what comes of it may be slow */
        test_join(&h, 2);
        assert_true(test_ask(&h, 2, "subscribe",
                             ",\"joints\":true,\"constraints\":\"all\",\"forces\":true,\"probes\":true,"
                             "\"energy\":true,\"traces\":true,\"handles\":true,\"touches\":true"));
        for (int i = 0; i < 150; i++) {
            const int page = 1 + (int)draw(2);
            struct bytes b = {0};
            bytes_print(&b, "{\"id\":%d,", i);
            random_request(&b, h.page[page].rev, 8);
            bytes_text(&b, "}");
            test_message(&h, page, b.at);
            if (h.page[page].reply.length == 0)
                fail_msg("no reply to %s", b.at);
            bytes_free(&b);
            if (draw(3) == 0)
                test_tick(&h);
            for (int k = 1; k <= 2; k++) {
                assert_string_equal(h.page[k].text.at, studio_text(h.session));
                assert_int_equal(h.page[k].scene_bad, 0);
            }
        }
        test_ask(&h, 1, "run", ",\"play\":false");
        test_tick(&h);
        for (int k = 1; k <= 2; k++) {
            int present = 0;
            tn_world *w = studio_world(h.session);
            for (int i = 0; i < tn_object_count(w); i++)
                present += tn_object_present(w, tn_object_at(w, i));
            assert_int_equal(h.page[k].count[0], present);
        }
        test_end(&h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hello), cmocka_unit_test(test_edits),    cmocka_unit_test(test_typing),
        cmocka_unit_test(test_time),  cmocka_unit_test(test_another),  cmocka_unit_test(test_back_pressure),
        cmocka_unit_test(test_drag),  cmocka_unit_test(test_anything), cmocka_unit_test(test_strains)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
