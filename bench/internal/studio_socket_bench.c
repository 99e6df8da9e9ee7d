/* studio_socket_bench.c: the studio as a page meets it, at the socket: intervals of frames, from a drag to the frame that
 * shows it, and frames around edits, among many bodies. Wall clock; run it on a quiet machine.
 *
 *   BUILD=build studio_socket_bench [BODIES]
 */
#include <math.h>
#include <time.h>

#include "../../tests/studio/client.h"

enum { MOST = 20000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int rising(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void report(const char *what, double *x, int count)
{
    if (count == 0)
        return;
    qsort(x, (size_t)count, sizeof *x, rising);
    printf("  %-28s %5d: median %6.2f ms, p95 %6.2f ms, p99 %6.2f ms, largest %6.2f ms\n", what, count,
           1e3 * x[count / 2], 1e3 * x[(int)(0.95 * count)], 1e3 * x[(int)(0.99 * count)], 1e3 * x[count - 1]);
}

struct watch {
    struct client c;
    double last, gap[MOST], latency[MOST], sent[MOST];
    int gaps, latencies, inputs, seen;
    size_t bytes;
};

/* Takes what comes until `until`; notes frames, and inputs that they show. */
static void look(struct watch *w, double until)
{
    for (double t; (t = now()) < until;) {
        uint32_t seq, input;
        char ack[60];
        if (!client_next(&w->c, (int)ceil(1e3 * (until - t))))
            continue;
        if (w->c.op != 2 || w->c.message.at[0] != 1)
            continue;
        t = now();
        memcpy(&seq, w->c.message.at + 4, 4);
        memcpy(&input, w->c.message.at + 12, 4);
        if (w->last > 0 && w->gaps < MOST)
            w->gap[w->gaps++] = t - w->last;
        w->last = t;
        w->bytes = w->c.message.length;
        for (; w->seen < (int)input && w->seen < w->inputs; w->seen++)
            w->latency[w->latencies++] = t - w->sent[w->seen];
        snprintf(ack, sizeof ack, "{\"op\":\"ack\",\"seq\":%u}", seq);
        client_send(&w->c, ack);
    }
}

static void edits(struct watch *w)
{
    w->gaps = 0;
    for (int i = 0; i < 40; i++) {
        char add[200];
        snprintf(add, sizeof add, "{\"id\":%d,\"op\":\"add\",\"text\":\"sphere 0.1\",\"at\":[0,%d,9]}", 100000 + i, i);
        client_send(&w->c, add);
        look(w, now() + 0.1);
    }
    report("frames around edits", w->gap, w->gaps);
}

static void drags(struct watch *w)
{
    if (!client_ask(&w->c, "grab", ",\"thing\":\"b[5]\",\"local\":[0,0,0]"))
        return;
    for (int i = 0; i < 300; i++) {
        char drag[200];
        snprintf(drag, sizeof drag, "{\"op\":\"drag\",\"handle\":1,\"to\":[5,%g,1],\"input\":%d}", sin(0.1 * i), i + 1);
        w->sent[w->inputs++] = now();
        client_send(&w->c, drag);
        look(w, now() + 0.011 + 0.001 * (i % 9));
    }
    report("from drag to moved state", w->latency, w->latencies);
}

int main(int argc, char **argv)
{
    static struct watch w;
    struct program p;
    const int bodies = argc > 1 ? atoi(argv[1]) : 1000;
    FILE *scene = fopen("studio_socket_bench.tn", "w");
    if (scene == NULL)
        return 2;
    fprintf(scene, "gravity 9.81;\nfor i = 1 to %d: object b[i]: sphere 0.1; position (i) 0 0; end end\n", bodies);
    fclose(scene);
    if (!program_start(&p, "studio_socket_bench.tn") || !client_hello(&w.c, &p)) {
        fprintf(stderr, "BUILD must name the folder of tenon-studio\n");
        return 2;
    }
    client_ask(&w.c, "run", ",\"play\":true");
    look(&w, now() + 1);
    w.gaps = 0;
    look(&w, now() + 5);
    printf("%d bodies, frames of %zu bytes\n", bodies, w.bytes);
    report("intervals of frames", w.gap, w.gaps);
    edits(&w);
    drags(&w);
    program_end(&p, SIGINT);
    remove("studio_socket_bench.tn");
    remove(".studio_socket_bench.tn.autosave");
    return 0;
}
