/* measure_interrupt.c: how long tn_interrupt takes to end a call that runs on another thread, in each of the long parts of the
 * work: reading ten million objects, planning, assembling, and steps of stiff models. The world must be as it was before.
 *
 * Processor time of the thread that computes, from the moment of asking until the call has returned: the machine may be
 * busy. The moments are spread evenly over the first part of the call.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "files.h"
#include "texts.h"

enum { MOST_SAMPLES = 40 };

enum part { READING, PLANNING, ASSEMBLING, STEPPING };

static const struct interrupted {
    const char *name;
    enum part part;
    double within; /* s of the clock: when it is asked at the latest */
    const char *text;
} cases[] = {
    {"reading 10^7 objects", READING, 1.5, "for i = 0 to 9999999: object p[i]: particle 1; position i 0 0; end end\n"},
    {"planning 10,000 links", PLANNING, 0.03,
     "world: gravity 9.81; end for i = 0 to 9999: object r[i]: rod 0.1 0.01; position (0.1*i + 0.05) 0 0;\n"
     "rotation 0 1 0 (pi/2); end end connect r[0].end1 (0, 0, 0);\n"
     "for i = 1 to 9999: connect r[i - 1].end2 r[i].end1; end\n"},
    {"planning 100,000 links", PLANNING, 0.3,
     "world: gravity 9.81; end for i = 0 to 99999: object r[i]: rod 0.1 0.01; position (0.1*i + 0.05) 0 0;\n"
     "rotation 0 1 0 (pi/2); end end connect r[0].end1 (0, 0, 0);\n"
     "for i = 1 to 99999: connect r[i - 1].end2 r[i].end1; end\n"},
    {"assembling 3,000 links", ASSEMBLING, 0.5,
     "world: gravity 9.81; end for i = 0 to 2999: object r[i]: rod 0.1 0.01;\n"
     "position (0.1*i*sin(i)) cos(i*i) (0.3*sin(3*i)); end end connect r[0].end1 (0, 0, 0);\n"
     "for i = 1 to 2999: connect r[i - 1].end2 r[i].end1; end\n"},
    {"stiff block, 1,000 nodes", STEPPING, 0.2,
     "world: gravity 9.81; integrator implicit; step (1/60); end\n"
     "object j: block 9 9 9; size 1 1 1; stiffness 2e7; viscosity 100; end\n"
     "connect j.node(0, 0, 9) (-0.5, -0.5, 0.5); connect j.node(9, 9, 9) (0.5, 0.5, 0.5);\n"},
    {"stiff block, 4,096 nodes", STEPPING, 0.15,
     "world: gravity 9.81; integrator implicit; step (1/60); end\n"
     "object j: block 15 15 15; size 1 1 1; stiffness 2e7; viscosity 100; end\n"
     "connect j.node(0, 0, 15) (-0.5, -0.5, 0.5); connect j.node(15, 15, 15) (0.5, 0.5, 0.5);\n"},
    {"gear, 5,000 links", STEPPING, 0.3,
     "world: gravity 9.81; integrator gear; end for i = 0 to 4999: object r[i]: rod 0.1 0.01; position (0.1*i + 0.05) "
     "0 0;\n"
     "rotation 0 1 0 (pi/2); end end connect r[0].end1 (0, 0, 0);\n"
     "for i = 1 to 4999: connect r[i - 1].end2 r[i].end1; end\n"},
};

static double seconds_of(clockid_t clock)
{
    struct timespec t = {0};
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct asking {
    tn_world *w;
    clockid_t clock; /* of the thread that computes */
    double after;    /* s */
    double asked;    /* on that clock */
};

static void *ask(void *context)
{
    struct asking *a = context;
    struct timespec wait = {(time_t)a->after, (long)(1e9 * (a->after - (double)(time_t)a->after))};
    nanosleep(&wait, NULL);
    a->asked = seconds_of(a->clock);
    tn_interrupt(a->w);
    return NULL;
}

static tn_status work(tn_world *w, const struct interrupted *c)
{
    tn_status status = TN_OK;
    if (c->part == READING)
        return tn_read_text(w, c->name, c->text, NULL);
    if (c->part == PLANNING)
        return tn_advance(w, 0);
    if (c->part == ASSEMBLING)
        return tn_assemble(w, NULL);
    for (int k = 1; k <= 1000 && status == TN_OK; k++)
        status = tn_advance(w, k / 60.0);
    return status;
}

/* What the world is: a text, which has every position; of steps only how many things there are. */
static char *picture_of(tn_world *w, const struct interrupted *c)
{
    char *out;
    if (c->part != STEPPING)
        return tn_write_text(w);
    out = texts_memory(NULL, 40);
    snprintf(out, 40, "%d", tn_object_count(w));
    return out;
}

/* One trial. False after a message. *late: s, or negative if the call had ended before. */
static bool trial(const struct interrupted *c, double after, double *late)
{
    tn_world *w = tn_world_new();
    struct asking a = {.w = w, .after = after};
    pthread_t thread;
    bool ok = c->part == READING || tn_read_text(w, c->name, c->text, NULL) == TN_OK;
    if (c->part == STEPPING)
        ok = ok && tn_advance(w, 0) == TN_OK;
    char *before = picture_of(w, c);
    ok = ok && pthread_getcpuclockid(pthread_self(), &a.clock) == 0 && pthread_create(&thread, NULL, ask, &a) == 0;
    if (ok) {
        const tn_status status = work(w, c);
        const double end = seconds_of(a.clock);
        pthread_join(thread, NULL);
        *late = status == TN_INTERRUPTED ? end - a.asked : -1;
        char *now = picture_of(w, c);
        ok = (status == TN_OK || status == TN_INTERRUPTED) && (status == TN_OK || strcmp(before, now) == 0);
        tn_free(now);
    }
    if (!ok)
        fprintf(stderr, "tenon bench: the world was not as before after an interrupt of %s\n", c->name);
    tn_free(before);
    tn_world_free(w);
    return ok;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void add_rows(struct bench *b, const struct interrupted *c, double *late, int count)
{
    qsort(late, (size_t)count, sizeof *late, compare);
    for (int k = 0; k < 2; k++) {
        struct bench_row row = bench_row("interrupt");
        snprintf(row.model, sizeof row.model, "%s", c->name);
        snprintf(row.by, sizeof row.by, "%s", k == 0 ? "median" : "longest");
        snprintf(row.who, sizeof row.who, "%s", k == 0 ? "median" : "longest");
        row.value = 1e3 * (k == 0 ? late[count / 2] : late[count - 1]);
        row.least = 1e3 * late[0];
        row.most = 1e3 * late[count - 1];
        row.runs = count;
        row.unit = "ms";
        row.aim = 20;
        bench_add(&b->table, &row);
    }
}

bool bench_interrupt(struct bench *b)
{
    bool ok = true;
    int samples = bench_repeats(b, 20, 5);
    samples = samples < MOST_SAMPLES ? samples : MOST_SAMPLES;
    for (size_t i = 0; i < sizeof cases / sizeof *cases && ok; i++) {
        double late[MOST_SAMPLES];
        int count = 0;
        for (int k = 0; k < samples && ok && !files_interrupted(); k++) {
            ok = trial(&cases[i], cases[i].within * (k + 0.5) / samples, &late[count]);
            count += ok && late[count] >= 0;
        }
        if (ok && count > 0)
            add_rows(b, &cases[i], late, count);
    }
    return ok && !files_interrupted();
}
