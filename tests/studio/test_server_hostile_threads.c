/* test_server_hostile_threads.c: clients that send what no page would, from another process, while a page works on undisturbed:
 * its frames come one by one, its requests are answered, its text stays. TENON_LONG: for two minutes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <time.h>

#include "../effort.h"
#include "client.h"

static const char scene[] = "gravity 9.81;\nobject bar: rod 1 0.05; position 0.5 0 2; rotation 0 1 0 1.5; end\n"
                            "connect bar.end1 (0, 0, 2);\n";

static uint64_t seed = 5;
static unsigned draw(unsigned below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

static void random_fill(unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bytes[i] = (unsigned char)draw(256);
}

/* ---- before a page has said hello ---- */

static void random_bytes(const struct program *p)
{
    unsigned char bytes[2000];
    const int fd = tcp_connect(p->port);
    random_fill(bytes, sizeof bytes);
    if (fd >= 0) {
        send_all(fd, bytes, 1 + draw(sizeof bytes - 1));
        close(fd);
    }
}

/* A request that ends in the middle, or has a line that does not end. */
static void half_request(const struct program *p)
{
    static const char head[] =
        "GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    char filler[20000];
    const int fd = tcp_connect(p->port);
    if (fd < 0)
        return;
    send_all(fd, head, draw(sizeof head));
    if (draw(3) == 0) {
        memset(filler, 'a' + (int)draw(26), sizeof filler);
        send_all(fd, filler, sizeof filler);
    }
    close(fd);
}

/* Frames of random bytes, of wrong lengths and kinds, cut off in the middle. */
static void random_frames(const struct program *p)
{
    struct client c;
    unsigned char bytes[3000];
    if (client_open(&c, p->port)) {
        for (int i = 0; i < 5; i++) {
            const size_t n = draw(sizeof bytes);
            random_fill(bytes, n);
            if (draw(2) == 0)
                send_all(c.fd, bytes, n);
            else
                client_frame(&c, (int)(draw(2) * 0x80 | draw(16)), bytes, n);
        }
    }
    client_close(&c);
}

/* Right messages in the wrong order: nothing may be asked before hello, and hello only once. */
static void out_of_order(const struct program *p)
{
    static const char *const ops[] = {"run", "add", "undo", "grab", "save", "text", "ack", "subscribe"};
    struct client c;
    if (client_open(&c, p->port))
        for (int i = 0; i < 4; i++)
            if (client_ask(&c, ops[draw(sizeof ops / sizeof *ops)], ",\"text\":\"sphere 1\""))
                fail_msg("answered before hello: %s", c.message.at);
    client_close(&c);
    if (client_hello(&c, p)) {
        client_ask(&c, "hello", ",\"token\":\"0\",\"protocol\":1");
        client_ask(&c, "release", ",\"handle\":7");
        client_ask(&c, "drag", ",\"handle\":7,\"to\":[0,0,0]");
        client_send(&c, "{\"op\":\"ack\",\"seq\":4000000000}");
        client_frame(&c, 0x80, "x", 1); /* a continuation of nothing */
    }
    client_close(&c);
}

/* ---- from a page that has ---- */

static void random_messages(const struct program *p)
{
    static const char *const text[] = {"{",
                                       "[]",
                                       "{\"op\":5}",
                                       "{\"id\":1e400,\"op\":\"hello\"}",
                                       "\"x\"",
                                       "null",
                                       "{\"id\":1,\"op\":\"drag\",\"handle\":1,\"to\":[1,2,3]}",
                                       "{\"id\":2,\"op\":\"release\",\"handle\":99}",
                                       "{\"op\":\"ack\",\"seq\":-5}",
                                       "{\"op\":\"ack\",\"seq\":1e30}",
                                       "{\"id\":3,\"op\":\"set\",\"thing\":\"bar\"}",
                                       "{\"id\":4,\"op\":\"patch\",\"rev\":-1,\"changes\":[[0,1e9,\"x\"]]}",
                                       "{\"id\":5,\"op\":\"seek\",\"t\":null}",
                                       "{\"id\":6,\"op\":\"mesh\",\"keys\":[1,[],{}],\"detail\":9}",
                                       "{\"id\":7,\"op\":\"add\",\"text\":\"object bar: rod\"}",
                                       "{\"id\":8,\"op\":\"open\",\"file\":\"../../etc/passwd\"}"};
    struct client c;
    if (client_hello(&c, p))
        for (int i = 0; i < 30; i++)
            client_send(&c, text[draw(sizeof text / sizeof *text)]);
    client_close(&c);
}

/* Messages that are right but for some bytes, or that end too early. */
static void damaged_messages(const struct program *p)
{
    static const char *const text[] = {
        "{\"id\":1,\"op\":\"inspect\",\"thing\":\"bar\"}",
        "{\"id\":2,\"op\":\"pick\",\"from\":[0,-9,2],\"along\":[0,1,0],\"pixel_angle\":0.001,\"radius\":14}",
        "{\"id\":3,\"op\":\"near\",\"place\":[0,0,2],\"distance\":1,\"without\":\"bar\",\"most\":8}",
        "{\"id\":4,\"op\":\"subscribe\",\"frames\":true,\"constraints\":\"all\",\"rate\":60}",
        "{\"id\":5,\"op\":\"users\",\"things\":[\"bar\",{\"x\":[[[[1]]]]}]}",
        "{\"id\":6,\"op\":\"ghost\",\"seconds\":0.1}"};
    struct client c;
    if (client_hello(&c, p))
        for (int i = 0; i < 20; i++) {
            char damaged[200];
            snprintf(damaged, sizeof damaged, "%s", text[draw(sizeof text / sizeof *text)]);
            size_t n = strlen(damaged);
            if (draw(3) == 0)
                n = draw((unsigned)n);
            else
                for (unsigned k = 0; k <= draw(4); k++)
                    damaged[draw((unsigned)n)] = (char)draw(256);
            client_frame(&c, 0x81, damaged, n);
        }
    client_close(&c);
}

/* Too long a message, in one frame or in many; or only a length without anything behind it. */
static void huge_message(const struct program *p)
{
    struct client c;
    const size_t n = (1u << 20) + 5000;
    char *big = malloc(n);
    memset(big, ' ', n);
    if (client_hello(&c, p)) {
        const unsigned how = draw(3);
        if (how == 0)
            client_frame(&c, 0x81, big, n);
        for (size_t at = 0; how == 1 && at < n; at += 60000)
            client_frame(&c, at == 0 ? 0x01 : 0x00, big + at, n - at < 60000 ? n - at : 60000);
        if (how == 2)
            send_all(c.fd, "\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\1\2\3\4", 14);
        const int code = client_closed(&c, how == 2 ? 200 : 20000);
        assert_true(code == 1009 || code == 1002 || code <= 0);
    }
    client_close(&c);
    free(big);
}

/* Pages that ask for much and read nothing; they stay for a while. */
static void slow_reader(const struct program *p)
{
    static struct client slow[8] = {{.fd = -1}, {.fd = -1}, {.fd = -1}, {.fd = -1},
                                    {.fd = -1}, {.fd = -1}, {.fd = -1}, {.fd = -1}};
    struct client *c = &slow[draw(8)];
    client_close(c);
    if (!client_hello(c, p))
        return;
    for (int i = 0; i < 200; i++)
        client_send(c, "{\"id\":1,\"op\":\"kinds\"}");
}

/* Connections that are left at once, and some that stay a while. */
static void connects(const struct program *p)
{
    static int kept[50];
    for (int i = 0; i < 50; i++) {
        int *place = &kept[draw(50)];
        if (*place > 0)
            close(*place);
        *place = tcp_connect(p->port);
    }
}

/* ---- all of them, while a page works ---- */

static const struct {
    const char *name;
    void (*attack)(const struct program *);
} attacks[] = {
    {"random bytes", random_bytes},  {"half requests", half_request},     {"random frames", random_frames},
    {"out of order", out_of_order},  {"wrong messages", random_messages}, {"damaged messages", damaged_messages},
    {"huge messages", huge_message}, {"slow readers", slow_reader},       {"connects, 50 at a time", connects}};
enum { ATTACKS = sizeof attacks / sizeof *attacks };

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Each in turn, as often as the short form asks (with 1,000 connects), or for two minutes. */
static int attack_all(const struct program *p)
{
    const bool long_form = getenv("TENON_LONG") != NULL;
    const double end = seconds() + 120;
    const int rounds = effort(20, 8);
    int done = 0;
    for (; done < rounds || (long_form && seconds() < end); done++)
        for (int k = 0; k < ATTACKS; k++)
            attacks[k].attack(p);
    printf("%d times each: ", done);
    for (int k = 0; k < ATTACKS; k++)
        printf("%s%s", attacks[k].name, k + 1 < ATTACKS ? ", " : "\n");
    fflush(stdout);
    return 0;
}

struct watched {
    uint32_t seq;
    int frames, answers;
    double last, longest; /* s */
    double t;
};

/* Takes one message; frames must follow each other, and the time in them must not go back. */
static bool take_message(struct client *c, struct watched *w)
{
    uint32_t seq;
    double t;
    char ack[60];
    if (!client_next(c, 60000) || c->op == 8)
        return false;
    if (c->op != 2 || c->message.at[0] != 1)
        return true;
    memcpy(&seq, c->message.at + 4, 4);
    memcpy(&t, c->message.at + 16, 8);
    if (w->frames > 0)
        assert_int_equal(seq, w->seq + 1);
    assert_true(t >= w->t);
    const double now = seconds();
    if (w->frames > 0 && now - w->last > w->longest)
        w->longest = now - w->last;
    *w = (struct watched){seq, w->frames + 1, w->answers, now, w->longest, t};
    snprintf(ack, sizeof ack, "{\"op\":\"ack\",\"seq\":%u}", seq);
    return client_send(c, ack);
}

/* A page looks at the motion and asks, as long as the other process lives; that one's exit status. */
static int watch(struct client *c, pid_t child, struct watched *w)
{
    int status = 0, id = 100000;
    bool waiting = false;
    while (waitpid(child, &status, WNOHANG) == 0) {
        char re[40], ask[80];
        if (!waiting) {
            snprintf(ask, sizeof ask, "{\"id\":%d,\"op\":\"inspect\",\"thing\":\"bar\"}", ++id);
            assert_true(client_send(c, ask));
            waiting = true;
        }
        assert_true(take_message(c, w));
        snprintf(re, sizeof re, "{\"re\":%d,\"ok\":true", id);
        if (c->op == 1 && strncmp(c->message.at, re, strlen(re)) == 0) {
            waiting = false;
            w->answers++;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void test_hostile(void **state)
{
    (void)state;
    FILE *f = fopen("h.tn", "w");
    assert_non_null(f);
    fputs(scene, f);
    fclose(f);
    struct program p;
    struct client good, again;
    if (!program_start(&p, "h.tn"))
        skip(); /* this build has no studio */
    assert_true(client_hello(&good, &p));
    assert_true(client_ask(&good, "run", ",\"play\":true"));
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
        _exit(attack_all(&p));
    struct watched w = {.t = 0};
    assert_int_equal(watch(&good, child, &w), 0);
    printf("meanwhile %d frames, %d answers; at most %.3f s between frames\n", w.frames, w.answers, w.longest);
    assert_true(w.frames > 0 && w.answers > 0 && w.t > 0);
    assert_true(client_ask(&good, "text", ""));
    assert_non_null(strstr(good.message.at, "connect bar.end1 (0, 0, 2);\\n\""));
    assert_null(strstr(good.message.at, "sphere"));
    assert_true(client_hello(&again, &p)); /* there is room for others */
    client_close(&again);
    client_close(&good);
    assert_int_equal(program_end(&p, SIGINT), 0); /* nothing leaked, no race was found */
}

int main(void)
{
    setenv("XDG_STATE_HOME", getenv("PWD") != NULL ? getenv("PWD") : "/tmp", 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hostile)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
