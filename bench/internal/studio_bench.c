/* studio_bench.c: what a session of the studio costs among many bodies: frames, edits, drags; processor time in ms.
 *
 *   studio_bench [BODIES]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "memory.h"
#include "session.h"

static size_t sent;

static void take(void *user, int page, enum studio_sort sort, const void *bytes, size_t length)
{
    (void)user;
    (void)page;
    (void)sort;
    (void)bytes;
    sent += length;
}

static double steady(void *user)
{
    (void)user;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double busy(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void say(struct studio *s, const char *text) { studio_message(s, 1, text, strlen(text)); }

struct measure {
    const char *what;
    double least, sum;
    int count;
};

static void report(const struct measure *m)
{
    printf("  %-34s %8.3f ms mean, %8.3f ms least\n", m->what, 1e3 * m->sum / m->count, 1e3 * m->least);
}

static void add(struct measure *m, double seconds)
{
    m->least = m->count == 0 || seconds < m->least ? seconds : m->least;
    m->sum += seconds;
    m->count++;
}

static char *scene_of(int sort, int bodies)
{
    struct bytes b = {0};
    if (sort == 0)
        bytes_print(&b, "gravity 9.81;\nfor i = 1 to %d: object b[i]: sphere 0.1; position (i) 0 0; end end\n", bodies);
    else
        bytes_print(&b,
                    "gravity 9.81;\nfor i = 1 to %d: object b[i]: rod 0.2 0.02; position (0.2*i) 0 0; "
                    "rotation 0 1 0 (pi/2); end end\n"
                    "for i = 1 to %d: connect b[i].end2 b[i+1].end1; end\n"
                    "for i = 0 to %d: connect b[10*i+1].end1 (2*i + 0.1, 0, 0); end\n",
                    bodies, bodies - 1, bodies / 10 - 1);
    return b.at;
}

static void measure(const char *name, const char *text)
{
    const struct studio_host host = {.send = take, .clock = steady};
    struct studio *s = studio_new(&host);
    struct bytes b = {0};
    struct measure tick = {.what = "one frame of the running world"}, edit = {.what = "add a sphere"},
                   set = {.what = "set a mass"}, drag = {.what = "drag and one frame"}, undo = {.what = "undo"},
                   both = {.what = "an edit and its frame"}, after = {.what = "the slowest frame of the next 40"};
    char request[200];
    studio_page_opens(s, 1);
    say(s, "{\"id\":1,\"op\":\"hello\"}");
    bytes_print(&b, "{\"id\":2,\"op\":\"open\",\"text\":\"");
    for (const char *p = text; *p; p++)
        bytes_add(&b, *p == '\n' ? " " : p, 1);
    bytes_text(&b, "\"}");
    say(s, b.at);
    say(s, "{\"id\":3,\"op\":\"subscribe\",\"constraints\":\"all\",\"joints\":true}");
    say(s, "{\"id\":4,\"op\":\"run\",\"play\":true,\"speed\":1}");
    double now = steady(NULL);
    for (int i = 1; i <= 120; i++) {
        const double from = busy();
        studio_tick(s, now += 1.0 / 60, 0.012);
        add(&tick, busy() - from);
        snprintf(request, sizeof request, "{\"op\":\"ack\",\"seq\":%d}", i);
        say(s, request);
    }
    for (int i = 0; i < 10; i++) {
        double from = busy();
        say(s, "{\"id\":5,\"op\":\"add\",\"text\":\"sphere 0.1\",\"at\":[0,5,3]}");
        add(&edit, busy() - from);
        from = busy();
        snprintf(request, sizeof request,
                 "{\"id\":6,\"op\":\"set\",\"thing\":\"sphere1\",\"word\":\"mass\",\"values\":[%d]}", i + 1);
        say(s, request);
        add(&set, busy() - from);
    }
    for (int i = 0; i < 10; i++) {
        const double from = busy();
        say(s, "{\"id\":7,\"op\":\"undo\"}");
        add(&undo, busy() - from);
    }
    int seq = 120;
    for (int i = 0; i < 6; i++) { /* while it runs: what the pages wait for */
        double slowest = 0, from = busy();
        say(s, "{\"id\":9,\"op\":\"add\",\"text\":\"sphere 0.1\",\"at\":[0,5,3]}");
        for (int k = 0; k <= 40; k++) {
            studio_tick(s, now += 1.0 / 60, 0.012);
            if (k == 0)
                add(&both, busy() - from);
            else if (busy() - from > slowest)
                slowest = busy() - from;
            snprintf(request, sizeof request, "{\"op\":\"ack\",\"seq\":%d}", ++seq);
            say(s, request);
            from = busy();
        }
        add(&after, slowest);
        say(s, "{\"id\":7,\"op\":\"undo\"}");
    }
    say(s, "{\"id\":8,\"op\":\"grab\",\"thing\":\"b[5]\",\"local\":[0,0,0]}");
    for (int i = 0; i < 30; i++) {
        const double from = busy();
        snprintf(request, sizeof request, "{\"op\":\"drag\",\"handle\":1,\"to\":[1,%d,1],\"input\":%d}", i % 2, i);
        say(s, request);
        studio_tick(s, now += 1.0 / 60, 0.012);
        add(&drag, busy() - from);
    }
    printf("%s\n", name);
    report(&tick);
    report(&edit);
    report(&set);
    report(&undo);
    report(&drag);
    report(&both);
    report(&after);
    bytes_free(&b);
    studio_free(s);
}

/* `start` of bodies that each have a line of their own, after a while of falling. */
static void starts(int bodies)
{
    const struct studio_host host = {.send = take, .clock = steady};
    struct studio *s = studio_new(&host);
    struct bytes b = {0};
    studio_page_opens(s, 1);
    say(s, "{\"id\":1,\"op\":\"hello\"}");
    bytes_print(&b, "{\"id\":2,\"op\":\"open\",\"text\":\"gravity 9.81;");
    for (int i = 0; i < bodies; i++)
        bytes_print(&b, "\\nobject b%d: sphere 0.1; position %d 0 0; end", i, i);
    bytes_text(&b, "\"}");
    say(s, b.at);
    say(s, "{\"id\":3,\"op\":\"step\",\"frames\":10}");
    const double from = busy();
    say(s, "{\"id\":4,\"op\":\"start\"}");
    printf("make this the start, %5d bodies: %8.1f ms\n", bodies, 1e3 * (busy() - from));
    bytes_free(&b);
    studio_free(s);
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    const int bodies = argc > 1 ? atoi(argv[1]) : 1000;
    for (int sort = 0; sort < 2; sort++) {
        char *text = scene_of(sort, bodies);
        measure(sort == 0 ? "free spheres" : "chains of ten rods", text);
        free(text);
    }
    for (int n = bodies / 4; n > 0 && n <= 4 * bodies; n *= 2)
        starts(n);
    printf("%.1f MB were sent\n", 1e-6 * (double)sent);
    return 0;
}
