/* test_server_threads.c: the program tenon-studio: who may talk to it, several pages, the end, kill -9. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "client.h"

static const char scene[] = "gravity 9.81;\nobject bar: rod 1 0.05; position 0.5 0 2; rotation 0 1 0 1.5; end\n"
                            "connect bar.end1 (0, 0, 2);\n";

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static char *read_file(const char *name)
{
    static char text[100000];
    FILE *f = fopen(name, "r");
    if (f == NULL)
        return NULL;
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    return text;
}

static struct program started(const char *file)
{
    struct program p;
    if (!program_start(&p, file))
        skip(); /* this build has no studio */
    return p;
}

/* ---- who may talk ---- */

static int get(int port, const char *path, const char *host, const char *origin)
{
    struct client c = {.fd = -1};
    char head[1000];
    snprintf(head, sizeof head, "GET %s HTTP/1.1\r\nHost: %s\r\n%s%s%s\r\n", path, host,
             origin != NULL ? "Origin: " : "", origin != NULL ? origin : "", origin != NULL ? "\r\n" : "");
    const int status = http(&c, port, head);
    client_close(&c);
    return status;
}

static int try_upgrade(int port, const char *path, const char *host, const char *origin, const char *protocol)
{
    struct client c;
    const int status = upgrade(&c, port, path, host, origin, protocol);
    client_close(&c);
    return status;
}

static void test_doors(void **state)
{
    (void)state;
    write_file("a.tn", scene);
    struct program p = started("a.tn");
    char host[40], local[40], origin[60], other[60];
    snprintf(host, sizeof host, "127.0.0.1:%d", p.port);
    snprintf(local, sizeof local, "localhost:%d", p.port);
    snprintf(origin, sizeof origin, "http://%s", host);
    snprintf(other, sizeof other, "http://127.0.0.1:%d", p.port + 1);
    assert_int_equal(get(p.port, "/", host, NULL), 200);
    assert_int_equal(get(p.port, "/", local, NULL), 200);
    assert_int_equal(get(p.port, "/LICENSES.txt", host, NULL), 200);
    assert_int_equal(get(p.port, "/gallery/mechanisms/four-bar.jpg", host, NULL), 200);
    assert_int_equal(get(p.port, "/", "evil.example", NULL), 403);
    assert_int_equal(get(p.port, "/", "127.0.0.1", NULL), 403);
    assert_int_equal(get(p.port, "/", host, "http://evil.example"), 403);
    static const char *const outside[] = {"/../a.tn",
                                          "/a.tn",
                                          "/gallery/../../../etc/passwd",
                                          "//etc/passwd",
                                          "/%2e%2e/a.tn",
                                          "/assets/..%2f..%2fa.tn",
                                          "/gallery/../page/index.html/x"};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        assert_int_not_equal(get(p.port, outside[i], host, NULL), 200);
    assert_int_equal(try_upgrade(p.port, "/socket", host, origin, "tenon.1"), 101);
    assert_int_not_equal(try_upgrade(p.port, "/socket", host, NULL, "tenon.1"), 101);
    assert_int_not_equal(try_upgrade(p.port, "/socket", host, "http://evil.example", "tenon.1"), 101);
    assert_int_not_equal(try_upgrade(p.port, "/socket", host, "null", "tenon.1"), 101);
    assert_int_not_equal(try_upgrade(p.port, "/socket", host, other, "tenon.1"), 101);
    assert_int_not_equal(try_upgrade(p.port, "/socket", "evil.example", origin, "tenon.1"), 101);
    assert_int_not_equal(try_upgrade(p.port, "/other", host, origin, "tenon.1"), 101);
    assert_int_not_equal(try_upgrade(p.port, "/socket", host, origin, "tenon.2"), 101);
    assert_int_not_equal(try_upgrade(p.port, "/socket", host, origin, NULL), 101);
    struct client c;
    assert_true(client_open(&c, p.port));
    assert_false(client_ask(&c, "run", ",\"play\":true")); /* hello first */
    assert_non_null(strstr(c.message.at, "hello-first"));
    client_send(&c, "{\"id\":1,\"op\":\"hello\",\"token\":\"0123456789abcdef0123456789abcdef\"}");
    assert_int_equal(client_closed(&c, 20000), 4401);
    client_close(&c);
    assert_int_equal(program_end(&p, SIGINT), 0);
}

/* ---- files ---- */

static void test_files(void **state)
{
    (void)state;
    write_file("a.tn", scene);
    struct program p = started("a.tn");
    struct client c;
    assert_true(client_hello(&c, &p));
    static const char *const outside[] = {"../b.tn", "/etc/passwd", "x/../../b", ".hidden", "a/../b",
                                          "",        "..",          "b\\\\c"};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        char rest[100];
        snprintf(rest, sizeof rest, ",\"file\":\"%s\"", outside[i]);
        assert_false(client_ask(&c, "save", rest));
        assert_false(client_ask(&c, "open", rest));
        snprintf(rest, sizeof rest, ",\"as\":\"csv\",\"file\":\"%s\"", outside[i]);
        assert_false(client_ask(&c, "export", rest));
    }
    assert_int_equal(symlink("/etc", "link"), 0);
    assert_false(client_ask(&c, "save", ",\"file\":\"link/b\""));
    assert_true(client_ask(&c, "add", ",\"text\":\"sphere 0.1\",\"at\":[0,0,5]"));
    assert_string_equal(read_file("a.tn"), scene); /* nothing is saved without being asked */
    assert_true(client_ask(&c, "save", ",\"file\":\"b.tn\""));
    assert_non_null(strstr(read_file("b.tn"), "object sphere1"));
    assert_false(client_ask(&c, "save", ",\"file\":\"a.tn\"")); /* it exists */
    assert_true(client_ask(&c, "files", ""));
    assert_non_null(strstr(c.message.at, "\"file\":\"b.tn\""));
    assert_true(client_ask(&c, "export", ",\"as\":\"csv\",\"file\":\"out\",\"until\":0.5"));
    while (client_next(&c, 20000) && (c.op != 1 || strstr(c.message.at, "\"done\":true") == NULL))
        continue;
    assert_non_null(strstr(c.message.at, "\"error\":null"));
    assert_non_null(read_file("out.csv"));
    assert_true(client_ask(&c, "export", ",\"as\":\"csv\",\"file\":\"long\",\"until\":50000"));
    char job[60];
    snprintf(job, sizeof job, ",\"job\":%d", 2);
    assert_true(client_ask(&c, "cancel", job));
    while (client_next(&c, 20000) && (c.op != 1 || strstr(c.message.at, "\"done\":true") == NULL))
        continue;
    assert_non_null(strstr(c.message.at, "\"cancelled\":true"));
    assert_null(read_file("long.csv"));
    client_close(&c);
    assert_int_equal(program_end(&p, SIGTERM), 0);
}

/* Killed without warning: the next program offers what was not saved. */
static void test_kill(void **state)
{
    (void)state;
    write_file("k.tn", scene);
    struct program p = started("k.tn");
    struct client c;
    assert_true(client_hello(&c, &p));
    assert_true(client_ask(&c, "add", ",\"text\":\"box 1 1 1\",\"at\":[0,0,5]"));
    while (read_file(".k.tn.autosave") == NULL)
        poll(NULL, 0, 10);
    program_end(&p, SIGKILL);
    client_close(&c);
    assert_string_equal(read_file("k.tn"), scene);
    p = started("k.tn");
    assert_true(client_hello(&c, &p));
    while (client_next(&c, 20000) && (c.op != 1 || strstr(c.message.at, "\"push\":\"state\"") == NULL))
        continue;
    assert_non_null(strstr(c.message.at, "\"recovered\":true"));
    assert_true(client_ask(&c, "recover", ",\"take\":true"));
    assert_true(client_ask(&c, "text", ""));
    assert_non_null(strstr(c.message.at, "object box1: box 1 1 1; position 0 0 5; end"));
    assert_true(client_ask(&c, "save", ""));
    client_close(&c);
    assert_int_equal(program_end(&p, SIGINT), 0);
    assert_null(read_file(".k.tn.autosave"));
    assert_non_null(strstr(read_file("k.tn"), "box1"));
}

int main(void)
{
    setenv("XDG_STATE_HOME", getenv("PWD") != NULL ? getenv("PWD") : "/tmp", 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_doors), cmocka_unit_test(test_files),
                                       cmocka_unit_test(test_kill)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
