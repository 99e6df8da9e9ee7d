/* table.c: rows of the measurements, for people and as JSON. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "chain_kernel.h"
#include "files.h"
#include "json.h"
#include "options.h"
#include "texts.h"

double bench_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct bench_row bench_row(const char *bench)
{
    return (struct bench_row){.bench = bench, .unit = "", .gap = -1, .drift = -1, .error = -1, .evaluations = -1};
}

int bench_repeats(const struct bench *b, int full, int quick)
{
    int count = b->repeats ? b->repeats : (b->quick ? quick : full);
    return count < BENCH_SAMPLES ? count : BENCH_SAMPLES;
}

/* ---- several runs ---- */

/* Kept in order. */
void bench_sample(struct bench_samples *s, double value)
{
    if (s->count == BENCH_SAMPLES)
        return;
    int i = s->count++;
    for (; i > 0 && s->at[i - 1] > value; i--)
        s->at[i] = s->at[i - 1];
    s->at[i] = value;
}

double bench_median(const struct bench_samples *s)
{
    if (s->count == 0)
        return HUGE_VAL;
    return (s->at[(s->count - 1) / 2] + s->at[s->count / 2]) / 2;
}

void bench_row_samples(struct bench_row *row, const struct bench_samples *s, double factor)
{
    row->value = factor * bench_median(s);
    row->runs = s->count;
    row->least = s->count ? factor * s->at[0] : row->value;
    row->most = s->count ? factor * s->at[s->count - 1] : row->value;
}

bool bench_is_adaptive(const tn_settings *s) { return tn_integrator_adaptive(s->integrator); }

void bench_settings_name(const tn_settings *s, char *out, size_t room)
{
    snprintf(out, room, "%s %.4g", tn_integrator_name(s->integrator), bench_is_adaptive(s) ? s->tolerance : s->step);
}

/* ---- the yardstick ---- */

static void fill_chain(struct chain *c, int links)
{
    struct rods m = rods_make(RODS_OPEN, links);
    *c = (struct chain){.count = (size_t)links, .mass = m.mass, .inertia = {m.across, m.across, m.along}, .tau = 0.1};
    c->upper[2] = -m.length / 2;
    c->lower[2] = m.length / 2;
    c->gravity[2] = -RODS_GRAVITY;
    c->bodies = texts_memory(NULL, sizeof *c->bodies * c->count);
    c->lambda = texts_memory(NULL, sizeof *c->lambda * c->count);
    c->work = texts_memory(NULL, sizeof *c->work * chain_work(c->count));
    memset(c->bodies, 0, sizeof *c->bodies * c->count);
    for (int i = 0; i < links; i++) {
        memcpy(c->bodies[i].x, m.start[i].center, sizeof m.start[i].center);
        memcpy(c->bodies[i].q, m.start[i].q, sizeof m.start[i].q);
    }
    rods_free(&m);
}

double bench_yardstick(int links)
{
    struct chain c;
    struct bench_samples times = {0};
    int rounds = 1 + 20000 / links;
    fill_chain(&c, links);
    for (int r = 0; r < 5; r++) {
        double start = bench_clock();
        for (int i = 0; i < rounds; i++)
            chain_evaluate(&c);
        bench_sample(&times, (bench_clock() - start) / rounds);
    }
    free(c.bodies);
    free(c.lambda);
    free(c.work);
    return bench_median(&times);
}

/* ---- for people ---- */

static void print_small(double x)
{
    if (x < 0)
        printf(" %8s", "");
    else if (x >= 1e100)
        printf(" %8s", "lost");
    else
        printf(" %8.1e", x);
}

/* The number that the aim is for. */
static double aimed(const struct bench_row *r)
{
    return r->aim_of == AIM_VALUE ? r->value : (r->aim_of == AIM_RATIO ? r->value / r->beside : r->error);
}

static void print_row(const struct bench_row *r)
{
    char aim[24] = "";
    bool met = aimed(r) <= r->aim;
    const char *of = r->aim_of == AIM_RATIO ? "×" : (r->aim_of == AIM_ERROR ? "e" : "");
    if (r->aim > 0)
        snprintf(aim, sizeof aim, "%s%.3g%s", met ? "≤ " : "> ", r->aim, of);
    printf("%-24s %-40s %10.4g %-11s", r->model, r->by, r->value, r->unit);
    if (r->runs > 1)
        printf(" %9.3g %9.3g", r->least, r->most);
    else
        printf(" %19s", "");
    if (r->beside > 0)
        printf(" %8.3g×", r->value / r->beside);
    else
        printf(" %9s", "");
    /* the two signs that are not ASCII take a column each, and more bytes */
    printf(" %*s", 10 + (*aim && met ? 2 : 0) + (*aim && r->aim_of == AIM_RATIO ? 1 : 0), aim);
    print_small(r->gap);
    print_small(r->drift);
    print_small(r->error);
    if (r->evaluations >= 0)
        printf(" %9.0f", r->evaluations);
    printf("\n");
    fflush(stdout);
}

static void show_row(struct bench_table *t, const struct bench_row *row)
{
    if (!t->heading || strcmp(t->heading, row->bench)) {
        printf("%s%-24s %-40s %10s %-11s %9s %9s %9s %10s %8s %8s %8s %9s\n", t->heading ? "\n" : "", row->bench, "by",
               "median", "", "min", "max", "beside", "aim", "gap", "drift", "error", "evals");
        t->heading = row->bench;
    }
    print_row(row);
}

void bench_add(struct bench_table *t, const struct bench_row *row)
{
    if (!row->quiet)
        show_row(t, row);
    t->rows = texts_memory(t->rows, sizeof *t->rows * (size_t)(t->count + 1));
    t->rows[t->count] = *row;
    if (!*row->who)
        snprintf(t->rows[t->count].who, sizeof row->who, "%.*s", (int)strcspn(row->by, " ,"), row->by);
    t->count++;
}

void bench_free(struct bench_table *t)
{
    free(t->rows);
    *t = (struct bench_table){0};
}

/* ---- for programs ---- */

/* The processor by its name, "" if it is not told. */
static void processor(char *out, size_t room)
{
    FILE *f = fopen("/proc/cpuinfo", "r");
    char line[256];
    *out = 0;
    while (f && fgets(line, sizeof line, f)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) || !colon)
            continue;
        colon += 1 + strspn(colon + 1, " \t");
        colon[strcspn(colon, "\n")] = 0;
        snprintf(out, room, "%s", colon);
        break;
    }
    if (f)
        fclose(f);
}

/* The commit of the sources in this folder, "" if it has none. */
static void commit(char *out, size_t room)
{
    FILE *f = popen("git describe --always --dirty --abbrev=12 2>/dev/null", "r");
    *out = 0;
    if (f && fgets(out, (int)room, f))
        out[strcspn(out, "\n")] = 0;
    if (f)
        pclose(f);
}

static void write_target(struct json *j, const struct bench_row *r)
{
    json_text(j, "reached", r->reached ? "yes" : "no");
    if (r->target.gap < HUGE_VAL)
        json_number(j, "target-gap", r->target.gap);
    if (r->target.drift < HUGE_VAL)
        json_number(j, "target-drift", r->target.drift);
    if (r->target.error < HUGE_VAL)
        json_number(j, "target-error", r->target.error);
}

static void write_row(struct json *j, const struct bench_row *r)
{
    json_open(j, NULL, '{');
    json_text(j, "bench", r->bench);
    json_text(j, "model", r->model);
    json_text(j, "who", r->who);
    json_text(j, "by", r->by);
    json_number(j, "value", r->value);
    json_text(j, "unit", r->unit);
    if (r->runs > 0) {
        json_integer(j, "runs", r->runs);
        json_number(j, "least", r->least);
        json_number(j, "most", r->most);
    }
    if (r->limit > 0)
        json_number(j, "limit", r->limit);
    if (r->searched)
        write_target(j, r);
    if (r->beside > 0)
        json_number(j, "ratio", r->value / r->beside);
    if (r->aim > 0)
        json_number(j, r->aim_of == AIM_VALUE ? "aim" : (r->aim_of == AIM_RATIO ? "aim-ratio" : "aim-error"), r->aim);
    if (r->gap >= 0)
        json_number(j, "gap", r->gap);
    if (r->drift >= 0)
        json_number(j, "drift", r->drift);
    if (r->error >= 0)
        json_number(j, "error", r->error);
    if (r->evaluations >= 0)
        json_number(j, "evaluations", r->evaluations);
    json_close(j, '}');
}

bool bench_write(const struct bench_table *t, const char *path, bool quick)
{
    struct outfile file;
    char name[128], sources[64];
    if (!files_open(&file, path)) {
        fprintf(stderr, "tenon bench: cannot write %s: %s\n", path, strerror(file.error));
        return false;
    }
    processor(name, sizeof name);
    commit(sources, sizeof sources);
    struct json j = {.out = file.stream};
    json_open(&j, NULL, '{');
    json_text(&j, "version", tn_version());
    json_text(&j, "commit", sources);
    json_text(&j, "processor", name);
    json_integer(&j, "cores", sysconf(_SC_NPROCESSORS_ONLN));
    json_text(&j, "kind", quick ? "quick" : "full");
    json_open(&j, "rows", '[');
    for (int i = 0; i < t->count; i++) {
        fputs("\n", file.stream);
        write_row(&j, &t->rows[i]);
    }
    fputs("\n", file.stream);
    json_close(&j, ']');
    json_close(&j, '}');
    fputs("\n", file.stream);
    if (files_finish(&file))
        return true;
    fprintf(stderr, "tenon bench: cannot write %s: %s\n", path, strerror(file.error));
    return false;
}
