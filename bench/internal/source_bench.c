/* source_bench.c: how long an edit of the text takes until a running chain has followed it.
 *
 *   bench/source_bench [LINKS]      a chain that is written out, and one by loops; milliseconds of processor time, the median of several
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tenon/tenon.h"

enum { ROUNDS = 9 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static char *chain(int links, int loop)
{
    char *text = malloc((size_t)links * 200 + 1000), *at = text;
    at += sprintf(at, "world: gravity 9.81; integrator rk4; step 0.001; end\nlet L = 0.1;\nlet far = 9;\n");
    if (loop)
        at += sprintf(at,
                      "for i = 1 to %d:\n  object link[i]: rod L 0.01; position (0.1*(i-0.5)) 0 0; rotation 0 1 0 1.5; "
                      "color 1 0 0; "
                      "end\nend\nfor i = 2 to %d:\n  connect link[i-1].end2 link[i].end1;\nend\n",
                      links, links);
    for (int i = 1; i <= links && !loop; i++)
        at += sprintf(at, "object link[%d]: rod L 0.01; position %g 0 0; rotation 0 1 0 1.5; color 1 0 0; end\n", i,
                      0.1 * (i - 0.5));
    for (int i = 2; i <= links && !loop; i++)
        at += sprintf(at, "connect link[%d].end2 link[%d].end1;\n", i - 1, i);
    sprintf(at, "connect link[1].end1 (0, 0, 0);\nobject ball: sphere 0.1; position 0 far 0; end\n");
    return text;
}

/* Replaces a text by another and back, and takes the time of the first. */
static void measure(const char *what, int links, int loop, const char *old, const char *new)
{
    double ms[ROUNDS], edit[ROUNDS], step[ROUNDS];
    char *text = chain(links, loop);
    tn_source *s = tn_source_text("chain.tn", text);
    tn_world *w = tn_world_new();
    tn_applied done = {0};
    if (tn_source_load(s, w, NULL) != TN_OK)
        exit(1);
    tn_advance(w, 0.003);
    for (int i = 0; i < ROUNDS; i++) {
        const char *all = tn_source_file_text(s, 0, NULL), *at = strstr(all, old);
        size_t from = (size_t)(at - all);
        double begin = now();
        tn_source_replace(s, 0, from, from + strlen(old), new);
        tn_source_count(s);
        edit[i] = now() - begin;
        if (tn_source_apply(s, w, &done, NULL) != TN_OK)
            exit(1);
        ms[i] = now() - begin;
        tn_advance(w, tn_time(w) + 0.001);
        step[i] = now() - begin - ms[i];
        tn_source_undo(s);
        tn_source_apply(s, w, NULL, NULL);
        tn_advance(w, tn_time(w) + 0.001);
    }
    qsort(ms, ROUNDS, sizeof *ms, compare);
    qsort(edit, ROUNDS, sizeof *edit, compare);
    qsort(step, ROUNDS, sizeof *step, compare);
    printf("%-8s %-28s %8.2f ms  (parsing %.2f, next step %.2f; kept %d changed %d replaced %d removed %d)\n",
           loop ? "loop" : "written", what, ms[ROUNDS / 2], edit[ROUNDS / 2], step[ROUNDS / 2], done.kept, done.changed,
           done.replaced, done.removed);
    tn_world_free(w);
    tn_source_free(s);
    free(text);
}

int main(int count, char **argument)
{
    int links = count > 1 ? atoi(argument[1]) : 1000;
    for (int loop = 0; loop < 2; loop++) {
        measure("a comment", links, loop, "let far = 9;", "let far = 9; # m");
        measure(loop ? "all colours" : "one link's colour", links, loop, "color 1 0 0", "color 1 0.5 0");
        measure("a let of one object", links, loop, "let far = 9", "let far = 8");
        measure("a let of every link", links, loop, "let L = 0.1", "let L = 0.11");
        measure("one joint removed", links, loop, "connect link[1].end1 (0, 0, 0);", "");
    }
    return 0;
}
