/* exports.c: files of a scene, made one after another in a thread of their own. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "memory.h"
#include "serve.h"
#include "simulate.h"
#include "tenon/picture.h"

struct job {
    struct job *next;
    struct studio_export is; /* with texts of its own */
    tn_world *world;
    char *error; /* to be freed with tn_free; NULL: it goes well */
    double told; /* when the pages were told last */
};

struct exports {
    struct engine *engine;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct job *first, *now;
    bool ending, cancel; /* cancel: the one that is being made */
};

/* ---- telling ---- */

static void tell(struct exports *x, struct job *j, double part, bool done, bool cancelled)
{
    struct event *e = event_new(EVENT_PROGRESS, 0, j->error, j->error != NULL ? strlen(j->error) : 0);
    e->job = j->is.number;
    e->part = part;
    e->done = done;
    e->cancelled = cancelled;
    engine_post(x->engine, e);
}

static bool cancelled(struct exports *x)
{
    pthread_mutex_lock(&x->lock);
    const bool yes = x->cancel || x->ending;
    pthread_mutex_unlock(&x->lock);
    return yes;
}

/* How far it is; at most ten times a second. */
static void tell_part(struct exports *x, struct job *j, double part)
{
    const double now = steady_clock();
    if (now - j->told < 0.1)
        return;
    j->told = now;
    tell(x, j, part, false, false);
}

static void fail(struct job *j, const char *why)
{
    if (j->error == NULL) {
        j->error = malloc(strlen(why) + 1);
        if (j->error != NULL)
            strcpy(j->error, why);
    }
}

/* ---- the world ---- */

static tn_world *world_of(struct job *j)
{
    tn_diagnostics *d = tn_diagnostics_new();
    tn_source *source = tn_source_text(j->is.name, j->is.text);
    tn_world *w = tn_world_new();
    tn_scene_read_images(w, tn_read_png);
    if (source == NULL || tn_source_load(source, w, d) != TN_OK) {
        fail(j, tn_diagnostics_count(d) > 0 ? tn_diagnostics_get(d, 0).message : "the scene cannot be read");
        tn_world_free(w);
        w = NULL;
    }
    tn_source_free(source);
    tn_diagnostics_free(d);
    return w;
}

/* Runs the motion from `from` to `until`, frame by frame; parts of the progress from `low` to `high`. */
static bool motion(struct exports *x, struct job *j, double low, double high,
                   bool (*frame)(struct job *j, tn_world *w, void *user), void *user)
{
    const struct studio_export *e = &j->is;
    tn_world_free(j->world);
    j->world = world_of(j);
    if (j->world == NULL)
        return false;
    for (double t = e->from;; t = simulation_next_frame(t, e->rate, e->until)) {
        tn_status status = TN_OK;
        while (status == TN_OK && tn_time(j->world) < t && !cancelled(x))
            status = tn_advance_within(j->world, t, 0.05);
        if (status != TN_OK) {
            fail(j, tn_failure(j->world));
            return false;
        }
        if (cancelled(x) || !frame(j, j->world, user))
            return false;
        tell_part(x, j, low + (high - low) * (t - e->from) / fmax(1e-9, e->until - e->from));
        if (t >= e->until)
            return true;
    }
}

/* ---- pictures ---- */

static tn_picture_options options_of(const struct job *j, tn_world *w, tn_quality quality)
{
    const struct studio_export *e = &j->is;
    tn_picture_options o = tn_picture_default();
    tn_vec3 from, to;
    o.width = e->width;
    o.height = e->height;
    o.dark = e->dark;
    o.quality = quality;
    o.show = e->has_show ? e->show : TN_SHOW_GROUND | TN_SHOW_FITTINGS;
    if (!e->has_show)
        tn_scene_show(w, &o.show);
    o.has_camera = e->has_camera;
    o.from = e->eye;
    o.to = e->to;
    if (!e->has_camera && tn_scene_camera(w, &from, &to)) {
        o.has_camera = true;
        o.from = from;
        o.to = to;
    }
    return o;
}

static bool last_frame(struct job *j, tn_world *w, void *user)
{
    (void)j;
    (void)w;
    (void)user;
    return true;
}

static void make_png(struct exports *x, struct job *j)
{
    tn_world *w = j->is.now;
    if (w == NULL && !motion(x, j, 0, 0.9, last_frame, NULL))
        return;
    w = w != NULL ? w : j->world;
    const tn_picture_options o = options_of(j, w, TN_QUALITY_PAPER);
    tn_view *v = tn_view_take(w, NULL);
    tn_picture *p = tn_picture_new(&o, &j->error);
    if (p != NULL && tn_picture_draw(p, v, &j->error) == TN_OK)
        tn_picture_save_png(p, j->is.path, &j->error);
    tn_picture_free(p);
    tn_view_free(v);
}

struct film {
    tn_bounds bounds;
    tn_picture *picture;
    tn_movie *movie;
    tn_gltf *gltf;
    tn_view *last;
};

static tn_view *next_view(struct film *f, tn_world *w)
{
    tn_view *v = tn_view_take(w, f->last);
    tn_view_free(f->last);
    f->last = v;
    return v;
}

static bool measure_frame(struct job *j, tn_world *w, void *user)
{
    struct film *f = user;
    (void)j;
    tn_bounds_add(&f->bounds, next_view(f, w));
    return true;
}

static bool movie_frame(struct job *j, tn_world *w, void *user)
{
    struct film *f = user;
    if (f->picture == NULL) {
        tn_picture_options o = options_of(j, w, TN_QUALITY_MOVIE);
        o.bounds = f->bounds;
        f->picture = tn_picture_new(&o, &j->error);
        f->movie = f->picture != NULL ? tn_movie_begin(j->is.path, j->is.rate, &j->error) : NULL;
    }
    return f->movie != NULL && tn_picture_draw(f->picture, next_view(f, w), &j->error) == TN_OK &&
           tn_movie_frame(f->movie, f->picture, &j->error) == TN_OK;
}

/* Where the camera is found from the motion, that is simulated twice: first for its extent. */
static void make_mp4(struct exports *x, struct job *j)
{
    struct film f = {.movie = NULL};
    const bool twice = !j->is.has_camera;
    bool good = !twice || motion(x, j, 0, 0.3, measure_frame, &f);
    tn_view_free(f.last);
    f.last = NULL;
    good = good && motion(x, j, twice ? 0.3 : 0, 1, movie_frame, &f);
    if (f.movie != NULL && good)
        tn_movie_end(f.movie, &j->error);
    else if (f.movie != NULL)
        tn_movie_cancel(f.movie);
    tn_view_free(f.last);
    tn_picture_free(f.picture);
}

static bool gltf_frame(struct job *j, tn_world *w, void *user)
{
    struct film *f = user;
    return tn_gltf_frame(f->gltf, next_view(f, w), &j->error) == TN_OK;
}

static void make_glb(struct exports *x, struct job *j)
{
    struct film f = {.gltf = tn_gltf_begin()};
    if (motion(x, j, 0, 1, gltf_frame, &f))
        tn_gltf_end(f.gltf, j->is.path, &j->error);
    else
        tn_gltf_cancel(f.gltf);
    tn_view_free(f.last);
}

/* ---- tables ---- */

struct table {
    struct csv csv;
    bool open;
};

static bool csv_frame(struct job *j, tn_world *w, void *user)
{
    struct table *t = user;
    if (!t->open && !csv_open(&t->csv, j->is.path, w, false)) {
        fail(j, strerror(t->csv.file.error));
        return false;
    }
    t->open = true;
    if (csv_row(&t->csv, w))
        return true;
    fail(j, strerror(t->csv.file.error));
    return false;
}

static void make_csv(struct exports *x, struct job *j)
{
    struct table t = {.open = false};
    const bool good = motion(x, j, 0, 1, csv_frame, &t);
    if (t.open && good) {
        if (!csv_finish(&t.csv, j->world))
            fail(j, strerror(t.csv.file.error));
    } else if (t.open) {
        csv_abandon(&t.csv);
    }
}

/* ---- the thread ---- */

static void job_free(struct job *j)
{
    free((char *)(uintptr_t)j->is.as);
    free((char *)(uintptr_t)j->is.path);
    free((char *)(uintptr_t)j->is.name);
    free((char *)(uintptr_t)j->is.text);
    tn_world_free(j->is.now);
    tn_world_free(j->world);
    tn_free(j->error);
    free(j);
}

static void make(struct exports *x, struct job *j)
{
    static const struct {
        const char *as;
        void (*make)(struct exports *x, struct job *j);
    } kinds[] = {{"png", make_png}, {"mp4", make_mp4}, {"glb", make_glb}, {"csv", make_csv}};
    tell(x, j, 0, false, false);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(j->is.as, kinds[i].as) == 0 && !cancelled(x))
            kinds[i].make(x, j);
    tell(x, j, 1, true, cancelled(x));
}

static void *run(void *user)
{
    struct exports *x = user;
    pthread_mutex_lock(&x->lock);
    while (!x->ending) {
        struct job *j = x->first;
        if (j == NULL) {
            pthread_cond_wait(&x->wake, &x->lock);
            continue;
        }
        x->first = j->next;
        x->now = j;
        x->cancel = false;
        pthread_mutex_unlock(&x->lock);
        make(x, j);
        pthread_mutex_lock(&x->lock);
        x->now = NULL;
        job_free(j);
    }
    pthread_mutex_unlock(&x->lock);
    return NULL;
}

struct exports *exports_new(struct engine *engine)
{
    struct exports *x = studio_memory(NULL, sizeof *x);
    memset(x, 0, sizeof *x);
    x->engine = engine;
    pthread_mutex_init(&x->lock, NULL);
    pthread_cond_init(&x->wake, NULL);
    if (pthread_create(&x->thread, NULL, run, x) == 0)
        return x;
    free(x);
    return NULL;
}

bool exports_add(struct exports *x, const struct studio_export *job)
{
    struct job *j = studio_memory(NULL, sizeof *j);
    memset(j, 0, sizeof *j);
    j->is = *job;
    j->is.as = studio_copy(job->as);
    j->is.path = studio_copy(job->path);
    j->is.name = studio_copy(job->name);
    j->is.text = studio_copy(job->text);
    pthread_mutex_lock(&x->lock);
    struct job **last = &x->first;
    while (*last != NULL)
        last = &(*last)->next;
    *last = j;
    pthread_cond_signal(&x->wake);
    pthread_mutex_unlock(&x->lock);
    return true;
}

bool exports_cancel(struct exports *x, int number)
{
    struct job *gone = NULL;
    pthread_mutex_lock(&x->lock);
    bool found = x->now != NULL && x->now->is.number == number;
    x->cancel = x->cancel || found;
    for (struct job **j = &x->first; *j != NULL && !found; j = &(*j)->next)
        if ((*j)->is.number == number) {
            gone = *j;
            *j = gone->next;
            found = true;
            break;
        }
    pthread_mutex_unlock(&x->lock);
    if (gone != NULL) {
        tell(x, gone, 0, true, true);
        job_free(gone);
    }
    return found;
}

void exports_free(struct exports *x)
{
    if (x == NULL)
        return;
    pthread_mutex_lock(&x->lock);
    x->ending = true;
    pthread_cond_signal(&x->wake);
    pthread_mutex_unlock(&x->lock);
    pthread_join(x->thread, NULL);
    while (x->first != NULL) {
        struct job *j = x->first;
        x->first = j->next;
        job_free(j);
    }
    pthread_mutex_destroy(&x->lock);
    pthread_cond_destroy(&x->wake);
    free(x);
}
