/* peers.c: other engines, each a separate program (bench/peers/peer.h has the protocol). */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "texts.h"

/* `text` in single quotes, for the shell. */
static void quoted(struct buffer *out, const char *text)
{
    buffer_print(out, "'");
    for (const char *p = text; *p; p++) {
        if (*p == '\'')
            buffer_print(out, "'\\''");
        else
            buffer_add(out, p, 1);
    }
    buffer_print(out, "'");
}

static FILE *start(const char *program, const char *arguments)
{
    struct buffer line = {0};
    quoted(&line, program);
    buffer_print(&line, " %s 2>/dev/null", arguments);
    FILE *f = popen(line.at, "r");
    buffer_free(&line);
    return f;
}

/* ---- which there are ---- */

static void add_methods(struct bench_peers *p, const char *program, const char *name)
{
    FILE *f = start(program, "list");
    char line[128], kind[16], place[16];
    while (f && fgets(line, sizeof line, f)) {
        struct bench_peer peer = {0};
        struct bench_problem problem = {0};
        if (sscanf(line, "problem %31s", problem.problem) == 1) {
            problem.program = texts_copy(program);
            snprintf(problem.name, sizeof problem.name, "%.*s", (int)strcspn(name, "-"), name);
            p->problems = texts_memory(p->problems, sizeof *p->problems * (size_t)(p->problem_count + 1));
            p->problems[p->problem_count++] = problem;
            continue;
        }
        if (sscanf(line, "%31s %15s %15s %lf %d %d %d", peer.method, kind, place, &peer.fixed, &peer.largest[RODS_OPEN],
                   &peer.largest[RODS_TOWERS], &peer.largest[RODS_FOUR_BARS]) != 7)
            continue;
        peer.kind = !strcmp(kind, "accuracy") ? SEARCH_ACCURACY : !strcmp(kind, "step") ? SEARCH_STEP : SEARCH_FIXED;
        peer.reduced = strcmp(place, "reduced") == 0;
        peer.program = texts_copy(program);
        snprintf(peer.name, sizeof peer.name, "%.23s", name);
        p->at = texts_memory(p->at, sizeof *p->at * (size_t)(p->count + 1));
        p->at[p->count++] = peer;
    }
    if (f)
        pclose(f);
}

static int by_name(const void *a, const void *b)
{
    const struct bench_peer *p = a, *q = b;
    int order = strcmp(p->name, q->name);
    return order ? order : strcmp(p->method, q->method);
}

struct bench_peers bench_peers_find(const char *folder)
{
    struct bench_peers p = {0};
    DIR *d = folder ? opendir(folder) : NULL;
    for (struct dirent *e; d && (e = readdir(d));) {
        struct buffer path = {0};
        buffer_print(&path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.' && access(path.at, X_OK) == 0)
            add_methods(&p, path.at, e->d_name);
        buffer_free(&path);
    }
    if (d)
        closedir(d);
    if (p.count)
        qsort(p.at, (size_t)p.count, sizeof *p.at, by_name);
    return p;
}

void bench_peers_free(struct bench_peers *p)
{
    for (int i = 0; i < p->count; i++)
        free(p->at[i].program);
    for (int i = 0; i < p->problem_count; i++)
        free(p->problems[i].program);
    free(p->at);
    free(p->problems);
    *p = (struct bench_peers){0};
}

/* ---- running one ---- */

bool bench_peer_run(const struct bench_peer *p, const struct bench_model *m, double value, double until, double limit,
                    struct bench_outcome *out)
{
    struct buffer arguments = {0};
    char end[16] = "";
    buffer_print(&arguments, "%s %s %d %.17g %.17g %.17g %s", p->method, rods_names[m->rods.kind], m->rods.size, value,
                 until, limit, m->truth_file);
    FILE *f = start(p->program, arguments.at);
    buffer_free(&arguments);
    *out = (struct bench_outcome){0};
    int found = f ? fscanf(f, "%lf %lf %lf %lf %lf %lf %15s", &out->seconds, &out->spent, &out->gap, &out->drift,
                           &out->error, &out->evaluations, end)
                  : 0;
    bool ok = f && pclose(f) == 0 && found == 7;
    out->cut = strcmp(end, "done") != 0;
    return ok;
}

bool bench_problem_run(const struct bench_problem *p, double until, double accuracy, struct bench_outcome *out)
{
    struct buffer arguments = {0};
    buffer_print(&arguments, "problem %s %.17g %.17g", p->problem, until, accuracy);
    FILE *f = start(p->program, arguments.at);
    buffer_free(&arguments);
    *out = (struct bench_outcome){0};
    int found = f ? fscanf(f, "%lf %lf", &out->seconds, &out->error) : 0;
    return f && pclose(f) == 0 && found == 2;
}

void bench_peer_name(const struct bench_peer *p, double value, char *out, size_t room)
{
    snprintf(out, room, "%s %s %.3g", p->name, p->method, value);
}
