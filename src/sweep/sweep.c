/* sweep.c: many runs of one model: the list of runs, and one of them. */
#include "tenon/sweep.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/diagnostics.h"
#include "base/names.h"
#include "base/open.h"
#include "base/open_file.h"
#include "base/sized.h"
#include "sweep/sweep_parts.h"
#include "world/known.h"

enum { MOST_RUNS = 100000000 };

/* A file that the scene includes or reads, as it was when the sweep began: every run reads these bytes. */
struct read_file {
    char *path;
    char *bytes; /* NULL: the disk is read */
    size_t count;
};

struct tn_sweep {
    char *path, *text;
    ARRAY(struct swept) lets;
    ARRAY(struct measure) measures;
    ARRAY(char *) folders;
    ARRAY(struct read_file) files;
    bool is_file;                  /* the text is that of the file at path */
    int runs, samples, dimensions; /* dimensions: how many of the lets are sampled */
    double *sampled;               /* samples × dimensions, between 0 and 1 */
    double until;
    uint64_t key;
    /* The scene as it is written. Runs use the machine code that its formulas have (base/code.h): making it anew for every
     * run would have their threads wait for each other. Its plan gives the analysis that the plans of runs share while
     * their bodies and constraints hang together in the same way. */
    tn_world *model;
    struct ldl_known *known;
};

void tn_sweep_default_fill(tn_sweep_def *out, size_t size)
{
    const tn_sweep_def d = {.seed = 1, .until = -1};
    sized_fill(out, size, &d, sizeof d);
}

/* ---- files that the scene reads ---- */

/* The whole of a regular file; NULL: it cannot be read, or is too large. */
static char *read_bytes(const char *path, size_t *count)
{
    enum { MOST = 1 << 30 };
    char why[OPEN_WHY];
    ARRAY(char) bytes = {0};
    size_t got = 1;
    const struct open_hook *before = open_use(NULL);
    FILE *f = open_regular(path, why);
    open_use(before);
    *count = 0;
    if (f == NULL)
        return NULL;
    while (got > 0 && bytes.count < MOST) {
        ARRAY_RESERVE(&bytes, bytes.count + 65536);
        got = fread(bytes.at + bytes.count, 1, 65536, f);
        bytes.count += (int)got;
    }
    if (ferror(f) != 0 || got > 0)
        ARRAY_FREE(&bytes);
    fclose(f);
    *count = (size_t)bytes.count;
    return bytes.at;
}

/* Gives a file as it was when the sweep began; from several threads. */
static tn_file_answer give_file(void *user, const char *path, const void **bytes, size_t *count)
{
    const tn_sweep *s = user;
    for (int i = 0; i < s->files.count; i++)
        if (strcmp(s->files.at[i].path, path) == 0) {
            *bytes = s->files.at[i].bytes;
            *count = s->files.at[i].count;
            return s->files.at[i].bytes != NULL ? TN_FILE_HERE : TN_FILE_ELSEWHERE;
        }
    return TN_FILE_ELSEWHERE;
}

/* While the sweep begins: the library reads the disk, and looks whether it may. */
static tn_file_answer note_file(void *user, const char *path, const void **bytes, size_t *count)
{
    tn_sweep *s = user;
    bool known = false;
    for (int i = 0; i < s->files.count && !known; i++)
        known = strcmp(s->files.at[i].path, path) == 0;
    if (!known)
        ARRAY_PUSH(&s->files, ((struct read_file){.path = mem_text(path)}));
    return give_file(user, path, bytes, count);
}

/* After a scene was read without an error: its files may be read, and are kept. */
static void keep_files(tn_sweep *s)
{
    for (int i = 0; i < s->files.count; i++)
        if (s->files.at[i].bytes == NULL)
            s->files.at[i].bytes = read_bytes(s->files.at[i].path, &s->files.at[i].count);
}

/* ---- one world ---- */

/* A world with the scene's text, without values for lets. */
static tn_world *new_world(const tn_sweep *s)
{
    tn_world *w = tn_world_new();
    world_known(w, s->known);
    tn_world_hook_files(w, give_file, (tn_sweep *)(uintptr_t)s);
    for (int i = 0; i < s->folders.count; i++)
        tn_allow_read(w, s->folders.at[i]);
    return w;
}

static tn_status read_world(const tn_sweep *s, tn_world *w, tn_diagnostics *d)
{
    tn_status status = tn_read_text(w, s->path, s->text, d);
    tn_settings now = tn_world_settings(w);
    now.threads = 1; /* runs are done side by side */
    if (s->until >= 0)
        now.until = s->until;
    if (status == TN_OK)
        status = tn_world_configure(w, &now);
    return status;
}

static int find_probe(const tn_world *w, const char *name)
{
    for (int i = 0; i < tn_probe_count(w); i++)
        if (strcmp(tn_probe_name(w, i), name) == 0)
            return i;
    return -1;
}

/* The number of a probe of this expression, which is added if no probe of the scene has this name. -1 after a report. */
static int probe_for(tn_world *w, const char *expression, const char *name, tn_diagnostics *d)
{
    int probe = find_probe(w, expression);
    if (probe < 0)
        probe = find_probe(w, name);
    if (probe >= 0)
        return probe;
    char *text = mem_print("%s = %s", name, expression);
    const tn_status status = tn_probe_add(w, text, d);
    mem_free(text);
    return status == TN_OK ? find_probe(w, name) : -1;
}

/* Adds what the measures need; their names cannot be those of probes of a user. False after a report. */
static bool prepare(const tn_sweep *s, tn_world *w, struct gauge *gauges, tn_diagnostics *d)
{
    bool good = true;
    for (int i = 0; i < s->measures.count && good; i++) {
        const struct measure *m = &s->measures.at[i];
        char *name = mem_print("measure_%d_", i), *moment = mem_print("moment_%d_", i);
        gauges[i] = (struct gauge){.probe = probe_for(w, m->expression, name, d)};
        const int at = m->moment != NULL && gauges[i].probe >= 0 ? probe_for(w, m->moment, moment, d) : 0;
        good = gauges[i].probe >= 0 && at >= 0;
        if (good && m->moment != NULL)
            gauges[i].at = tn_probe_value(w, at);
        mem_free(name);
        mem_free(moment);
    }
    return good;
}

/* Gives the world the values of a run. *numbers: those that are numbers, NaN for expressions. */
static tn_status set_values(const tn_sweep *s, int run, tn_world *w, double *numbers, tn_diagnostics *d)
{
    const int nth = run % s->samples;
    int rest = run / s->samples, dimension = s->dimensions;
    tn_status status = TN_OK;
    for (int i = s->lets.count - 1; i >= 0; i--) {
        const struct swept *l = &s->lets.at[i];
        char *sampled = NULL;
        const char *text = l->sampled ? NULL : l->values.at[rest % l->values.count];
        if (l->sampled)
            text = sampled = plain_text(l->low + (l->high - l->low) * s->sampled[nth * s->dimensions + --dimension]);
        else
            rest /= l->values.count;
        if (!tn_number(text, &numbers[i], NULL))
            numbers[i] = NAN;
        if (status == TN_OK)
            status = tn_set(w, l->name, text, d);
        mem_free(sampled);
    }
    return status;
}

static bool same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

bool tn_sweep_reads(const tn_sweep *s, const char *path)
{
    if (s == NULL || path == NULL)
        return false;
    bool any = s->is_file && same_file(s->path, path);
    for (int i = 0; i < s->files.count && !any; i++)
        any = same_file(s->files.at[i].path, path);
    return any;
}

const char *tn_sweep_file(const tn_sweep *s, int i)
{
    if (s == NULL || i < 0)
        return NULL;
    if (s->is_file && i-- == 0)
        return s->path;
    return i < s->files.count ? s->files.at[i].path : NULL;
}

/* ---- a new sweep ---- */

static void complain(tn_diagnostics *d, const char *near, char *message)
{
    if (d != NULL)
        diagnostics_error((struct diagnostics *)(void *)d, (struct place){0}, near, "%s", message);
    mem_free(message);
}

static char *read_whole(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return NULL;
    ARRAY(char) text = {0};
    size_t got = 1;
    while (got > 0 && text.count < (256 << 20)) {
        ARRAY_RESERVE(&text, text.count + 65536);
        got = fread(text.at + text.count, 1, 65535, f);
        text.count += (int)got;
    }
    const bool bad = ferror(f) != 0 || memchr(text.at, 0, (size_t)text.count) != NULL;
    fclose(f);
    text.at[text.count] = '\0';
    if (bad)
        ARRAY_FREE(&text);
    return text.at;
}

/* The number of a bound that is an expression of the scene's lets: the let itself, set to it. */
static bool bound_number(void *user, const char *name, const char *text, double *out)
{
    const tn_sweep *s = user;
    tn_world *w = new_world(s);
    const bool good = tn_set(w, name, text, NULL) == TN_OK && read_world(s, w, NULL) == TN_OK;
    *out = good ? tn_let_get(w, name) : NAN;
    tn_world_free(w);
    return good && isfinite(*out);
}

static tn_status read_sets(tn_sweep *s, const tn_sweep_def *def, tn_diagnostics *d)
{
    const struct value_finder finder = {bound_number, s};
    for (int i = 0; i < def->set_count; i++) {
        struct swept one;
        char *wrong = swept_read(&one, def->sets[i], &finder);
        for (int k = 0; wrong == NULL && k < s->lets.count; k++)
            if (strcmp(s->lets.at[k].name, one.name) == 0)
                wrong = mem_print("\"%s\" is set twice", one.name);
        ARRAY_PUSH(&s->lets, one);
        s->dimensions += one.sampled;
        if (wrong != NULL) {
            complain(d, NULL, wrong);
            return TN_WRONG_USE;
        }
    }
    if (s->dimensions > 0 && def->samples <= 0) {
        complain(d, NULL, mem_text("a range a..b needs a number of samples; N evenly spaced values are a:b:N"));
        return TN_WRONG_USE;
    }
    if (s->dimensions == 0 && def->samples > 0) {
        complain(d, NULL, mem_text("samples need a range NAME=a..b to be taken from"));
        return TN_WRONG_USE;
    }
    double runs = s->samples = s->dimensions > 0 ? def->samples : 1;
    for (int i = 0; i < s->lets.count; i++)
        runs *= s->lets.at[i].sampled ? 1 : s->lets.at[i].values.count;
    if (runs > MOST_RUNS) {
        complain(d, NULL, mem_print("%.3g runs are more than %d", runs, MOST_RUNS));
        return TN_WRONG_USE;
    }
    s->runs = (int)runs;
    s->sampled = MEM_ARRAY(double, s->samples *(s->dimensions + 1));
    sample(s->sampled, s->samples, s->dimensions, def->seed, def->sampling);
    return TN_OK;
}

static tn_status read_measures(tn_sweep *s, const tn_sweep_def *def, tn_diagnostics *d)
{
    for (int i = 0; i < def->measure_count; i++) {
        struct measure one;
        char *wrong = measure_read(&one, def->measures[i]);
        ARRAY_PUSH(&s->measures, one);
        if (wrong != NULL) {
            complain(d, NULL, wrong);
            return TN_WRONG_USE;
        }
    }
    return TN_OK;
}

static const char *column_name(const tn_sweep *s, int i)
{
    const char *const own[] = {"run", "status"};
    const int names = tn_sweep_name_count(s);
    return i < 2 ? own[i] : i - 2 < names ? tn_sweep_name(s, i - 2) : tn_sweep_measure(s, i - 2 - names);
}

static tn_status check_columns(const tn_sweep *s, tn_diagnostics *d)
{
    const char *name;
    for (int i = 0; (name = column_name(s, i)) != NULL; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(column_name(s, k), name) == 0) {
                complain(d, NULL,
                         mem_print("two columns are named \"%s\": give the measure another name, as in \"other = %s\"",
                                   name, name));
                return TN_WRONG_USE;
            }
    return TN_OK;
}

/* Is it a let of the scene? A message with the nearest one otherwise. */
static bool check_let(tn_world *w, const char *name, tn_diagnostics *d)
{
    tn_thing t = tn_thing_find(w, TN_THING_NAME, name);
    if (tn_thing_valid(w, t) && strcmp(tn_thing_kind(w, t), "let") == 0) {
        tn_def *d_let = tn_describe(w, t);
        char *text = tn_def_print(d_let);
        const bool function = text != NULL && strncmp(text, "let ", 4) == 0 && text[4 + strlen(name)] == '(';
        tn_free(text);
        tn_def_free(d_let);
        if (function)
            complain(d, NULL, mem_print("%s is a function: only a let that is one number can be swept", name));
        return !function;
    }
    const char *best = NULL;
    for (int i = 0; i < tn_let_count(w); i++)
        names_offer(name, tn_let_name(w, i), &best);
    complain(d, best, mem_print("the scene has no let %s", name));
    return false;
}

/* The values that are expressions, as the world has them. A let that is no number has no place in a table. */
static tn_status find_numbers(const tn_sweep *s, const tn_world *w, double *numbers, tn_diagnostics *d)
{
    for (int i = 0; i < s->lets.count; i++) {
        if (isnan(numbers[i]))
            numbers[i] = tn_let_get(w, s->lets.at[i].name);
        if (isnan(numbers[i])) {
            complain(d, NULL,
                     mem_print("%s would not be one number here: a table has a number for each let; sweep the "
                               "numbers that it is made of, each as a let",
                               s->lets.at[i].name));
            return TN_WRONG_MODEL;
        }
    }
    return TN_OK;
}

/* A circle of sets, or a name in one that is no let, is an error without a place in the text, and wrong for every run. */
static tn_status check_first(tn_sweep *s, tn_diagnostics *d)
{
    tn_world *w = new_world(s);
    tn_diagnostics *said = tn_diagnostics_new();
    double *numbers = MEM_ARRAY(double, s->lets.count + 1);
    tn_world_hook_files(w, note_file, s);
    tn_status status = set_values(s, 0, w, numbers, said);
    if (status == TN_OK)
        status = read_world(s, w, said);
    if (status == TN_OK)
        keep_files(s);
    if (status == TN_OK)
        status = find_numbers(s, w, numbers, said);
    bool placed = false;
    for (int i = 0; i < tn_diagnostics_count(said); i++)
        placed = placed || tn_diagnostics_get(said, i).file != NULL;
    const bool wrong = status != TN_OK && tn_diagnostics_errors(said) > 0 && !placed;
    for (int i = 0; wrong && i < tn_diagnostics_count(said); i++)
        complain(d, NULL, mem_text(tn_diagnostics_get(said, i).message));
    mem_free(numbers);
    tn_diagnostics_free(said);
    tn_world_free(w);
    return wrong ? TN_WRONG_USE : TN_OK;
}

/* Reads the scene as it is written, and looks whether names and measures mean something there. */
static tn_status check_scene(tn_sweep *s, tn_diagnostics *d)
{
    tn_world *w = new_world(s);
    struct gauge *gauges = MEM_ARRAY(struct gauge, s->measures.count + 1);
    tn_world_hook_files(w, note_file, s);
    tn_status status = read_world(s, w, d);
    tn_world_hook_files(w, give_file, s);
    if (status == TN_OK)
        keep_files(s);
    for (int i = 0; status == TN_OK && i < s->lets.count; i++)
        if (!check_let(w, s->lets.at[i].name, d))
            status = TN_WRONG_USE;
    if (status == TN_OK && !prepare(s, w, gauges, d))
        status = TN_WRONG_USE;
    mem_free(gauges);
    s->model = w;
    if (status == TN_OK) {
        s->known = ldl_known_new();
        world_known_from(s->model, s->known);
    }
    return status == TN_OK ? check_first(s, d) : status;
}

/* FNV-1a over everything that rows depend on. */
static void hash(uint64_t *h, const void *bytes, size_t count)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < count; i++)
        *h = (*h ^ p[i]) * UINT64_C(0x100000001b3);
}

static void hash_text(uint64_t *h, const char *text) { hash(h, text, strlen(text) + 1); }

static uint64_t make_key(const tn_sweep *s, const tn_sweep_def *def)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    hash_text(&h, tn_version());
    hash_text(&h, s->text);
    for (int i = 0; i < def->set_count; i++)
        hash_text(&h, def->sets[i]);
    for (int i = 0; i < def->measure_count; i++)
        hash_text(&h, def->measures[i]);
    const double numbers[] = {def->until, def->samples, (double)def->sampling, def->set_count};
    hash(&h, numbers, sizeof numbers);
    hash(&h, &def->seed, sizeof def->seed);
    return h;
}

/* What the files hold belongs to the key too. */
static void hash_files(tn_sweep *s)
{
    for (int i = 0; i < s->files.count; i++) {
        const struct read_file *f = &s->files.at[i];
        const uint64_t count = f->bytes != NULL ? f->count + 1 : 0; /* 0: it cannot be read */
        hash(&s->key, f->bytes, f->count);
        hash(&s->key, &count, sizeof count);
    }
}

/* Are there so many texts? */
static bool all_there(const char *const *texts, int count)
{
    for (int i = 0; i < count; i++)
        if (texts == NULL || texts[i] == NULL)
            return false;
    return count >= 0;
}

static tn_status fill(tn_sweep *s, const tn_sweep_def *def, tn_diagnostics *d)
{
    if ((def->path == NULL && def->text == NULL) || !all_there(def->sets, def->set_count) ||
        !all_there(def->measures, def->measure_count) || !all_there(def->folders, def->folder_count) ||
        isnan(def->until) || def->until == INFINITY)
        return TN_WRONG_USE;
    if (def->samples < 0) {
        complain(d, NULL, mem_print("%d samples are fewer than none", def->samples));
        return TN_WRONG_USE;
    }
    s->path = mem_text(def->path != NULL ? def->path : "text");
    s->is_file = def->text == NULL;
    s->text = def->text != NULL ? mem_text(def->text) : read_whole(def->path);
    if (s->text == NULL) {
        complain(d, NULL, mem_print("%s cannot be read: %s", def->path, errno ? strerror(errno) : "it is not a text"));
        return TN_NO_FILE;
    }
    s->until = def->until;
    for (int i = 0; i < def->folder_count; i++)
        ARRAY_PUSH(&s->folders, mem_text(def->folders[i]));
    s->key = make_key(s, def);
    tn_status status = read_measures(s, def, d);
    if (status == TN_OK)
        status = read_sets(s, def, d);
    if (status == TN_OK)
        status = check_columns(s, d);
    if (status == TN_OK)
        status = check_scene(s, d);
    hash_files(s);
    return status;
}

tn_sweep *tn_sweep_new(const tn_sweep_def *given, tn_status *status, tn_diagnostics *d)
{
    tn_sweep_def def;
    tn_status now = TN_WRONG_USE;
    tn_sweep *s = MEM_NEW(tn_sweep);
    char *wrong = SIZED_READ(&def, given, tn_sweep_def, tn_sweep_default);
    if (wrong != NULL)
        complain(d, NULL, wrong);
    else
        now = fill(s, &def, d);
    if (status != NULL)
        *status = now;
    if (now == TN_OK)
        return s;
    tn_sweep_free(s);
    return NULL;
}

void tn_sweep_free(tn_sweep *s)
{
    if (s == NULL)
        return;
    for (int i = 0; i < s->lets.count; i++)
        swept_free(&s->lets.at[i]);
    for (int i = 0; i < s->measures.count; i++)
        measure_free(&s->measures.at[i]);
    for (int i = 0; i < s->folders.count; i++)
        mem_free(s->folders.at[i]);
    tn_world_free(s->model); /* it asks for those files */
    for (int i = 0; i < s->files.count; i++) {
        mem_free(s->files.at[i].path);
        mem_free(s->files.at[i].bytes);
    }
    ARRAY_FREE(&s->lets);
    ARRAY_FREE(&s->measures);
    ARRAY_FREE(&s->folders);
    ARRAY_FREE(&s->files);
    mem_free(s->sampled);
    ldl_known_free(s->known);
    mem_free(s->path);
    mem_free(s->text);
    mem_free(s);
}

/* ---- what it is ---- */

int tn_sweep_runs(const tn_sweep *s) { return s != NULL ? s->runs : 0; }
int tn_sweep_name_count(const tn_sweep *s) { return s != NULL ? s->lets.count : 0; }
int tn_sweep_measure_count(const tn_sweep *s) { return s != NULL ? s->measures.count : 0; }
uint64_t tn_sweep_key(const tn_sweep *s) { return s != NULL ? s->key : 0; }

const char *tn_sweep_name(const tn_sweep *s, int i)
{
    return s != NULL && i >= 0 && i < s->lets.count ? s->lets.at[i].name : NULL;
}

int tn_sweep_value_count(const tn_sweep *s, int i)
{
    if (s == NULL || i < 0 || i >= s->lets.count)
        return 0;
    return s->lets.at[i].sampled ? 1 : s->lets.at[i].values.count;
}

const char *tn_sweep_measure(const tn_sweep *s, int i)
{
    return s != NULL && i >= 0 && i < s->measures.count ? s->measures.at[i].name : NULL;
}

/* ---- one run ---- */

/* Advances in pieces, so that the run can be ended. */
static tn_status advance(tn_world *w, double t, const tn_sweep_row *row)
{
    if (row->go_on == NULL)
        return tn_advance(w, t);
    tn_status status = TN_OK;
    while (status == TN_OK && tn_time(w) < t) {
        if (!row->go_on(row->user))
            return TN_INTERRUPTED;
        status = tn_advance_within(w, t, 0.1);
    }
    return status;
}

/* The next frame after now: k/rate exactly, or the end. */
static double next_frame(double now, double rate, double until)
{
    double k = floor(now * rate);
    while (k / rate <= now)
        k = fmax(k + 1, nextafter(k, INFINITY)); /* also where whole numbers have gaps */
    const double t = k / rate;
    return until - t > 1e-12 * fabs(t) ? t : until;
}

static void look(const tn_sweep *s, tn_world *w, struct gauge *gauges)
{
    tn_frame(w);
    for (int i = 0; i < s->measures.count; i++)
        gauge_frame(&s->measures.at[i], &gauges[i], tn_time(w), tn_probe_value(w, gauges[i].probe));
}

static tn_status simulate(const tn_sweep *s, tn_world *w, struct gauge *gauges, const tn_sweep_row *row)
{
    const tn_settings now = tn_world_settings(w);
    tn_status status = tn_evaluate(w);
    if (status == TN_OK)
        look(s, w, gauges);
    while (status == TN_OK && tn_time(w) < now.until) {
        status = advance(w, next_frame(tn_time(w), now.frames, now.until), row);
        if (status == TN_OK)
            look(s, w, gauges);
    }
    return status;
}

static char *first_error(const tn_diagnostics *d, const tn_world *w)
{
    for (int i = 0; i < tn_diagnostics_count(d); i++) {
        const tn_diagnostic g = tn_diagnostics_get(d, i);
        if (g.is_error)
            return g.file != NULL ? mem_print("%s:%d: %s", g.file, g.line, g.message) : mem_text(g.message);
    }
    return mem_text(tn_failure(w));
}

/* The measures that lack a value at some frames; NULL: none does. */
static char *frames_note(const tn_sweep *s, const struct gauge *gauges)
{
    char *note = NULL;
    for (int i = 0; i < s->measures.count; i++) {
        const struct gauge *g = &gauges[i];
        if (g->missing == 0)
            continue;
        char *longer = mem_print("%s%s%s has no value at %d of %d frames", note != NULL ? note : "",
                                 note != NULL ? "; " : "", s->measures.at[i].name, g->missing, g->frames);
        mem_free(note);
        note = longer;
    }
    return note;
}

tn_status tn_sweep_run(const tn_sweep *s, int run, tn_sweep_row *row)
{
    if (s == NULL || row == NULL || run < 0 || run >= s->runs || (s->lets.count > 0 && row->values == NULL) ||
        (s->measures.count > 0 && row->measures == NULL))
        return TN_WRONG_USE;
    tn_world *w = new_world(s);
    tn_diagnostics *d = tn_diagnostics_new();
    struct gauge *gauges = MEM_ARRAY(struct gauge, s->measures.count + 1);
    row->message = NULL;
    tn_status status = set_values(s, run, w, row->values, d);
    if (status == TN_OK)
        status = read_world(s, w, d);
    if (status == TN_OK)
        status = find_numbers(s, w, row->values, d);
    if (status == TN_OK && !prepare(s, w, gauges, d))
        status = TN_WRONG_MODEL;
    if (status == TN_OK)
        status = simulate(s, w, gauges, row);
    row->status = status == TN_OK || status == TN_STUCK ? status : TN_WRONG_MODEL;
    for (int i = 0; i < s->measures.count; i++)
        row->measures[i] = status == TN_OK ? gauge_result(&s->measures.at[i], &gauges[i]) : NAN;
    if (status == TN_OK)
        row->message = frames_note(s, gauges);
    else if (status != TN_INTERRUPTED)
        row->message = first_error(d, w);
    mem_free(gauges);
    tn_diagnostics_free(d);
    tn_world_free(w);
    return status == TN_INTERRUPTED ? TN_INTERRUPTED : TN_OK;
}
