/* measure_process.c: everything around a simulation: starting, reading, records, memory.
 *
 * start: the command as a process of its own, up to the first step of a small scene, beside a process that does nothing.
 * reading: scenes of 100,000 statements, beside a bare pass over the same text that separates words and converts numbers.
 * record: 10,000 bodies written and read, beside the same bytes through plain files. memory: growth of the process per
 * link, for a chain that has been planned and has made a step, beside the memory of the kernel written by hand.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "chain_kernel.h"
#include "files.h"
#include "simulate.h"
#include "texts.h"

/* ---- starting ---- */

/* Seconds from starting a program until it has ended; negative: it failed. */
static double process_time(const char *const *arguments)
{
    double start = simulation_clock();
    pid_t child = fork();
    if (child == 0) {
        int none = open("/dev/null", O_WRONLY);
        dup2(none, 1);
        dup2(none, 2);
        execv(arguments[0], (char *const *)arguments);
        _exit(127);
    }
    int status = 1;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        return -1;
    return simulation_clock() - start;
}

bool bench_start(struct bench *b)
{
    static const char scene[] = "world: gravity 9.81; until 0.001; frames 1000; end\n"
                                "object upper: rod 1 0.04; position 0 0 1.5; end\n"
                                "object lower: rod 1 0.04; position 0.5 0 1; rotation 0 1 0 1.57; end\n"
                                "connect upper.end2 (0, 0, 2); connect upper.end1 lower.end1;\n";
    char path[] = "/tmp/tenon-bench-XXXXXX";
    int file = mkstemp(path);
    bool ok = file >= 0 && write(file, scene, sizeof scene - 1) == (ssize_t)sizeof scene - 1;
    if (file >= 0)
        close(file);
    char *tenon = files_beside_program("tenon");
    const char *small[] = {tenon, "run", path, "--quiet", NULL}, *nothing[] = {"/bin/true", NULL};
    struct bench_row row = bench_row("start");
    struct bench_samples times = {0}, beside = {0};
    ok = ok && tenon;
    for (int i = 0; i < bench_repeats(b, 40, 10) && ok; i++) {
        double took = process_time(small), empty = process_time(nothing);
        ok = took >= 0 && empty >= 0;
        bench_sample(&times, took);
        bench_sample(&beside, empty);
    }
    unlink(path);
    if (!ok)
        fprintf(stderr, "tenon bench: %s could not run a small scene from %s\n", tenon ? tenon : "tenon", path);
    free(tenon);
    if (!ok)
        return false;
    bench_row_samples(&row, &times, 1e3);
    row.beside = 1e3 * bench_median(&beside);
    snprintf(row.model, sizeof row.model, "two rods, first step");
    snprintf(row.by, sizeof row.by, "tenon");
    row.unit = "ms";
    row.aim = 20;
    bench_add(&b->table, &row);
    return true;
}

/* ---- reading ---- */

/* A chain of rods, statement by statement: two per rod. */
static void written_out(struct buffer *t, int statements)
{
    buffer_print(t, "world: gravity 9.81; end\n");
    for (int i = 0; i < statements / 2; i++) {
        buffer_print(t, "object rod%d: rod 0.5 0.05; position %.3f 0 0; rotation 0 1 0 1.5707963; end\n", i, 0.5 * i);
        if (i)
            buffer_print(t, "connect rod%d.end2 rod%d.end1;\n", i - 1, i);
    }
}

static void by_loops(struct buffer *t, int statements)
{
    buffer_print(t, "let n = %d;\nworld: gravity 9.81; end\n", statements / 2);
    buffer_print(t,
                 "for i = 1 to n: object rod[i]: rod 0.5 0.05; position (0.5*i) 0 0; rotation 0 1 0 (pi/2); end end\n"
                 "for i = 2 to n: connect rod[i-1].end2 rod[i].end1; end\n");
}

/* The bare pass: what any reader of this text must do. The sum keeps the compiler from leaving it out. */
static double bare_pass(const char *text)
{
    double sum = 0;
    for (const char *p = text; *p;) {
        char *end;
        if ((*p >= '0' && *p <= '9') || *p == '.') {
            sum += strtod(p, &end);
            p = end > p ? end : p + 1;
        } else if ((*p | 32) >= 'a' && (*p | 32) <= 'z') {
            unsigned hash = 0;
            for (; (*p | 32) >= 'a' && (*p | 32) <= 'z'; p++)
                hash = hash * 31 + (unsigned char)*p;
            sum += hash & 1;
        } else {
            p++;
        }
    }
    return sum;
}

/* `bare` is what the bare pass goes over: as many statements, written out. */
static bool measure_reading(struct bench *b, const char *what, const char *text, const char *bare, int statements)
{
    struct bench_row row = bench_row("reading");
    struct bench_samples times = {0}, beside = {0};
    volatile double kept = 0;
    for (int i = 0; i < bench_repeats(b, 5, 3) && !files_interrupted(); i++) {
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        double start = bench_clock();
        bool ok = tn_read_text(w, "bench.tn", text, d) == TN_OK;
        bench_sample(&times, bench_clock() - start);
        if (!ok)
            fprintf(stderr, "tenon bench: %s\n",
                    tn_diagnostics_count(d) ? tn_diagnostics_get(d, 0).message : "a text was refused");
        tn_diagnostics_free(d);
        tn_world_free(w);
        if (!ok)
            return false;
        start = bench_clock();
        kept = kept + bare_pass(bare);
        bench_sample(&beside, bench_clock() - start);
    }
    bench_row_samples(&row, &times, 1);
    row.beside = bench_median(&beside);
    snprintf(row.model, sizeof row.model, "%d %s", statements, what);
    snprintf(row.by, sizeof row.by, "tenon");
    row.unit = "s";
    row.aim = 1;
    bench_add(&b->table, &row);
    return !files_interrupted();
}

/* So many of a thing, or as many as --largest allows. */
static int at_most(const struct bench *b, int count)
{
    return b->largest > 0 && b->largest < count ? b->largest : count;
}

bool bench_reading(struct bench *b)
{
    const int statements = at_most(b, 100000);
    struct buffer text = {0}, loops = {0};
    written_out(&text, statements);
    by_loops(&loops, statements);
    bool ok = measure_reading(b, "statements", text.at, text.at, statements) &&
              measure_reading(b, "by loops", loops.at, text.at, statements);
    buffer_free(&text);
    buffer_free(&loops);
    return ok;
}

/* ---- records ---- */

static bool write_record(tn_world *w, const char *path, int frames, double *seconds)
{
    char *model = tn_write_text(w), *message = NULL;
    double start = simulation_clock();
    tn_recorder *r = tn_record_create(path, w, model, &message);
    bool ok = r != NULL;
    for (int i = 0; i < frames && ok; i++)
        ok = tn_record_frame(r, w, &message) == TN_OK;
    if (r && ok)
        ok = tn_record_finish(r, &message) == TN_OK;
    *seconds = simulation_clock() - start;
    if (!ok)
        fprintf(stderr, "tenon bench: %s\n", message ? message : "the record could not be written");
    free(model);
    free(message);
    return ok;
}

static bool read_record(const char *path, double *seconds)
{
    double start = simulation_clock();
    tn_record *r = tn_record_open(path, NULL);
    int objects = r ? tn_record_object_count(r) : 0, joints = r ? tn_record_constraint_count(r) : 0;
    tn_pose *poses = texts_memory(NULL, sizeof *poses * (size_t)(objects + 1));
    tn_record_constraint *states = texts_memory(NULL, sizeof *states * (size_t)(joints + 1));
    bool ok = r != NULL;
    for (int i = 0; ok && i < tn_record_frame_count(r); i++)
        ok = tn_record_poses(r, i, poses, NULL) == TN_OK && tn_record_constraints(r, i, states) == TN_OK;
    if (r)
        tn_record_close(r);
    *seconds = simulation_clock() - start;
    free(poses);
    free(states);
    return ok;
}

/* The same bytes through plain files, in pieces of a frame, waited for as a record is. */
static bool plain_files(const char *path, size_t bytes, size_t piece, double *write_time, double *read_time)
{
    char *data = texts_memory(NULL, piece);
    memset(data, 'x', piece);
    double start = simulation_clock();
    int f = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    bool ok = f >= 0;
    for (size_t done = 0; done < bytes && ok; done += piece)
        ok = write(f, data, piece) == (ssize_t)piece;
    ok = ok && fsync(f) == 0 && close(f) == 0;
    *write_time = simulation_clock() - start;
    start = simulation_clock();
    f = open(path, O_RDONLY);
    ssize_t got = 1;
    while (f >= 0 && got > 0)
        got = read(f, data, piece);
    if (f >= 0)
        close(f);
    *read_time = simulation_clock() - start;
    free(data);
    return ok && got == 0;
}

static void add_record_row(struct bench *b, const char *what, int links, double megabytes,
                           const struct bench_samples *times, const struct bench_samples *plain)
{
    struct bench_row row = bench_row("record");
    snprintf(row.model, sizeof row.model, "%d bodies %s", links, what);
    snprintf(row.by, sizeof row.by, "tenon, %.0f MB/s", megabytes / bench_median(times));
    bench_row_samples(&row, times, 1);
    row.unit = "s";
    row.beside = bench_median(plain);
    bench_add(&b->table, &row);
}

bool bench_record(struct bench *b)
{
    const int links = at_most(b, 10000), frames = b->quick ? 20 : 100;
    struct rods m = rods_make(RODS_OPEN, links);
    tn_world *w = bench_rods_world(&m, &b->settings);
    char folder[] = "tenon-bench-XXXXXX", path[64], plain[64];
    struct bench_samples times[4] = {0};
    struct stat size = {0};
    bool made = mkdtemp(folder) != NULL, ok = w && made && tn_evaluate(w) == TN_OK;
    if (!made)
        fprintf(stderr, "tenon bench: no folder can be made here: %s\n", strerror(errno));
    snprintf(path, sizeof path, "%s/run.tnr", folder);
    snprintf(plain, sizeof plain, "%s/plain", folder);
    for (int i = 0; i < bench_repeats(b, 5, 3) && ok && !files_interrupted(); i++) {
        double t[4];
        ok = write_record(w, path, frames, &t[0]) && read_record(path, &t[1]) && stat(path, &size) == 0 &&
             plain_files(plain, (size_t)size.st_size, (size_t)(size.st_size / frames), &t[2], &t[3]);
        for (int k = 0; k < 4 && ok; k++)
            bench_sample(&times[k], t[k]);
    }
    unlink(path);
    unlink(plain);
    if (made)
        rmdir(folder);
    if (ok && !files_interrupted()) {
        double megabytes = 1e-6 * (double)size.st_size;
        add_record_row(b, "written", links, megabytes, &times[0], &times[2]);
        add_record_row(b, "read", links, megabytes, &times[1], &times[3]);
    }
    tn_world_free(w);
    rods_free(&m);
    return ok && !files_interrupted();
}

/* ---- memory ---- */

/* Resident bytes of this process; negative: unknown. */
static double resident(void)
{
    FILE *f = fopen("/proc/self/statm", "r");
    long pages = -1;
    if (f && fscanf(f, "%*d %ld", &pages) != 1)
        pages = -1;
    if (f)
        fclose(f);
    return pages < 0 ? -1 : (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* The same chain from a text: with names, the text itself, and the place of everything in it. */
static tn_world *chain_of_text(const tn_settings *s, int links)
{
    char text[700];
    tn_world *w = tn_world_new();
    snprintf(text, sizeof text,
             "world: gravity 9.81; end for i = 0 to %d: object r[i]: rod 0.1 0.01; position (0.1*i + 0.05) 0 0;\n"
             "rotation 0 1 0 (pi/2); end end connect r[0].end1 (0, 0, 0);\n"
             "for i = 1 to %d: connect r[i - 1].end2 r[i].end1; end\n",
             links - 1, links - 1);
    if (tn_read_text(w, "chain", text, NULL) == TN_OK && tn_world_configure(w, s) == TN_OK)
        return w;
    tn_world_free(w);
    return NULL;
}

/* In a separate process, so that nothing is left from before. */
static bool grow(const struct bench *b, bool from_text, int links, double *bytes)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct rods m = rods_make(RODS_OPEN, links);
        double before = resident();
        tn_world *w = from_text ? chain_of_text(&b->settings, links) : bench_rods_world(&m, &b->settings);
        bool ok = w && tn_advance(w, 1e-4) == TN_OK;
        double more = resident() - before;
        _exit(!(ok && before > 0 && write(ends[1], &more, sizeof more) == (ssize_t)sizeof more));
    }
    close(ends[1]);
    int status = 1;
    bool ok = child > 0 && read(ends[0], bytes, sizeof *bytes) == (ssize_t)sizeof *bytes;
    close(ends[0]);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0 && ok;
}

bool bench_memory(struct bench *b)
{
    static const tn_integrator methods[] = {TN_ADAMS, TN_RK4};
    int links = b->largest ? b->largest : (b->quick ? 100000 : 1000000);
    for (int i = 0; i < 4; i++) {
        const bool from_text = i >= 2;
        struct bench_row row = bench_row("memory");
        struct bench one = *b;
        double bytes = 0;
        one.settings.integrator = methods[i % 2];
        one.settings.step = 1e-4;
        if (!grow(&one, from_text, links, &bytes)) {
            fprintf(stderr, "tenon bench: the memory of a chain of %d links could not be measured\n", links);
            return false;
        }
        snprintf(row.model, sizeof row.model, "open %d%s", links, from_text ? ", text" : "");
        snprintf(row.by, sizeof row.by, "tenon %s", i % 2 ? "rk4" : "adams");
        row.value = bytes / links;
        row.unit = "B/link";
        row.beside = (double)(sizeof(struct chain_body) + 3 * sizeof(double) + chain_work(1) * sizeof(double));
        row.aim = from_text ? 2600 : 1500;
        bench_add(&b->table, &row);
    }
    return true;
}
