/* film.c: see film.h. */
#include "film.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "status.h"
#include "texts.h"

bool film_draws(const struct film *f) { return f->movie || f->frames; }

static int fail(struct film *f, char *message, int status)
{
    f->failed = true;
    return drawing_fail(f->drawing.command, message, status);
}

/* ---- before anything is computed ---- */

int film_check(struct film *f)
{
    unsigned show = TN_SHOW_GROUND | TN_SHOW_FITTINGS | TN_SHOW_TIME;
    const char *dot = f->gltf ? strrchr(f->gltf, '.') : NULL;
    if (f->gltf && (!dot || strcasecmp(dot, ".glb")))
        return options_complain(f->drawing.command, "--gltf %s: the name of a glTF file must end in .glb", f->gltf);
    const int status = pace_check(&f->pace, f->drawing.command);
    if (status == STATUS_DONE && f->pace.count && !film_draws(f))
        return options_complain(f->drawing.command, "--slow and --fast are for --movie and --frames");
    return status == STATUS_DONE ? drawing_check(&f->drawing, show, TN_QUALITY_MOVIE) : status;
}

static int cannot_write(struct film *f, const char *path, int error)
{
    struct buffer b = {0};
    buffer_print(&b, "cannot write %s: %s", path, files_why(error));
    return fail(f, b.at, STATUS_USAGE);
}

/* The folder of the frames, created if it does not exist. */
static int check_folder(struct film *f)
{
    struct stat s;
    if (mkdir(f->frames, 0777) != 0 && errno != EEXIST)
        return cannot_write(f, f->frames, errno);
    if (stat(f->frames, &s) != 0 || !S_ISDIR(s.st_mode))
        return cannot_write(f, f->frames, ENOTDIR);
    if (files_frame_was_read(f->frames))
        return options_complain(f->drawing.command,
                                "--frames %s: pictures that the scene reads are there, and would be written over",
                                f->frames);
    return access(f->frames, W_OK | X_OK) == 0 ? STATUS_DONE : cannot_write(f, f->frames, errno);
}

static int check_driver(struct film *f)
{
    char *message = NULL;
    tn_picture *p = tn_picture_new(&f->drawing.set, &message);
    tn_picture_free(p);
    return p ? STATUS_DONE : fail(f, message, STATUS_USAGE);
}

/* Frames of minutes of motion each are shown one after the other, not for minutes. */
static double shown_rate(const struct film *f)
{
    const double slowest = 0.1, usual = 30;
    if (f->rate >= slowest)
        return f->rate;
    fprintf(stderr, "note: the movie shows %g frames per second, %.3g times as fast as it happens\n", usual,
            usual / f->rate);
    return usual;
}

int film_begin(struct film *f, tn_world *w)
{
    char *message = NULL;
    int error, status = STATUS_DONE;
    f->rate = tn_world_settings(w).frames;
    if (f->gltf && !files_can_write(f->gltf, &error))
        return cannot_write(f, f->gltf, error);
    if (f->movie && files_were_read(f->movie) && !files_can_write(f->movie, &error))
        return cannot_write(f, f->movie, error);
    if (film_draws(f) || f->gltf)
        drawing_look(&f->drawing, w);
    if (film_draws(f)) {
        drawing_fit(&f->drawing, f->drawing.set.width, f->drawing.set.height);
        status = check_driver(f);
    }
    if (status == STATUS_DONE && f->frames)
        status = check_folder(f);
    if (status == STATUS_DONE && f->movie) {
        files_hold_signals();
        f->movie_out = tn_movie_begin(f->movie, shown_rate(f), &message);
        files_guard(tn_movie_temporary(f->movie_out));
        files_release_signals();
        status = f->movie_out ? STATUS_DONE : fail(f, message, STATUS_USAGE);
    }
    if (status != STATUS_DONE)
        return status;
    if (f->gltf) {
        f->gltf_out = tn_gltf_begin();
        tn_gltf_show(f->gltf_out, f->drawing.set.show);
    }
    if (film_draws(f))
        f->start = tn_snapshot_take(w);
    return STATUS_DONE;
}

/* ---- while it is simulated ---- */

static void forget_views(struct film *f)
{
    for (int i = 0; i < f->count; i++)
        tn_view_free(f->views[i]);
    free(f->views);
    f->views = NULL;
    f->count = f->room = 0;
}

/* Keeps the view; once all of them would take too much memory, keeps none. */
static void keep(struct film *f, tn_world *w, tn_view *v)
{
    enum { OBJECT_BYTES = 64, JOINT_BYTES = 240 };
    double most = (f->memory.given ? f->memory.value : 1000) * 1e6;
    f->kept += (double)OBJECT_BYTES * tn_object_count(w) + (double)JOINT_BYTES * tn_constraint_count(w);
    if (film_draws(f) && !f->again && (f->paced || !f->pace.count) && f->kept <= most) {
        if (f->count == f->room) {
            f->room = 2 * f->room + 64;
            f->views = texts_memory(f->views, sizeof *f->views * (size_t)f->room);
        }
        f->views[f->count++] = v;
        return;
    }
    tn_view_free(f->last);
    f->last = v;
    forget_views(f);
    f->again = film_draws(f);
}

bool film_frame(struct film *f, tn_world *w)
{
    char *message = NULL;
    if (!film_draws(f) && !f->gltf)
        return true;
    tn_view *v = tn_view_take(w, f->count ? f->views[f->count - 1] : f->last);
    tn_bounds_add(&f->bounds, v);
    f->total++;
    tn_status status = f->gltf_out ? tn_gltf_frame(f->gltf_out, v, &message) : TN_OK;
    keep(f, w, v);
    if (status != TN_OK)
        fail(f, message, STATUS_STUCK);
    return status == TN_OK;
}

/* ---- when it is over ---- */

static bool draw_view(struct film *f, const tn_view *v)
{
    char *message = NULL;
    progress_show(f->progress, tn_view_time(v));
    tn_status status = tn_picture_draw(f->picture, v, &message);
    if (status == TN_OK && f->movie)
        status = tn_movie_frame(f->movie_out, f->picture, &message);
    if (status == TN_OK && f->frames) {
        files_hold_signals();
        status = tn_picture_save_frame(f->picture, f->frames, f->drawn, &message);
        files_release_signals();
    }
    if (status != TN_OK)
        fail(f, message, STATUS_STUCK);
    f->drawn += status == TN_OK;
    return status == TN_OK;
}

static bool draw_again(void *context, tn_world *w)
{
    struct film *f = context;
    tn_view *v = tn_view_take(w, f->last);
    tn_view_free(f->last);
    f->last = v;
    return draw_view(f, v);
}

/* Draws every frame once; false if that was interrupted or failed. */
static bool draw_all(struct film *f, tn_world *w, const struct film_motion *m)
{
    if (f->again) {
        const double until = tn_time(w);
        tn_snapshot_restore(w, f->start);
        return m->again(m->context, w, until, &f->pace, draw_again, f) == SIMULATION_DONE;
    }
    for (int i = 0; i < f->count; i++) {
        if (files_interrupted() || !draw_view(f, f->views[i]))
            return false;
        tn_view_free(f->views[i]);
        f->views[i] = NULL;
    }
    return true;
}

static int draw(struct film *f, tn_world *w, const struct film_motion *m)
{
    char *message = NULL;
    f->drawing.set.bounds = f->bounds;
    f->picture = tn_picture_new(&f->drawing.set, &message);
    if (!f->picture)
        return fail(f, message, STATUS_STUCK);
    drawing_trails(&f->drawing, f->picture, w);
    progress_again(f->progress, "drawing: ");
    bool all = draw_all(f, w, m);
    progress_end(f->progress);
    tn_picture_free(f->picture);
    f->picture = NULL;
    if (all)
        return STATUS_DONE;
    if (!f->failed) {
        struct buffer b = {0};
        buffer_print(&b, "interrupted after drawing %d frames%s", f->drawn, f->movie ? "; no movie was made" : "");
        fail(f, b.at, STATUS_STUCK);
    }
    return STATUS_STUCK;
}

/* Frames of an earlier, longer run in the same folder would appear to continue this one. */
static void warn_of_others(const struct film *f)
{
    struct buffer b = {0};
    buffer_print(&b, "%s/frame-%05d.png", f->frames, f->drawn);
    if (access(b.at, F_OK) == 0)
        fprintf(stderr, "warning: %s is from an earlier run: this one has fewer frames\n", b.at);
    buffer_free(&b);
}

int film_finish(struct film *f, tn_world *w, const struct film_motion *m, struct progress *p, FILE *out)
{
    char *message = NULL;
    int status = STATUS_DONE;
    f->progress = p;
    if (f->gltf_out) {
        tn_gltf *g = f->gltf_out;
        f->gltf_out = NULL;
        files_hold_signals();
        tn_status saved = tn_gltf_end(g, f->gltf, &message);
        files_release_signals();
        if (saved != TN_OK)
            status = fail(f, message, STATUS_STUCK);
        else if (out)
            fprintf(out, "wrote %s\n", f->gltf);
    }
    if (!film_draws(f) || f->total == 0)
        return status;
    if (draw(f, w, m) != STATUS_DONE)
        return STATUS_STUCK;
    if (f->frames) {
        warn_of_others(f);
        if (out)
            fprintf(out, "wrote %d pictures into %s\n", f->drawn, f->frames);
    }
    tn_movie *movie = f->movie_out;
    f->movie_out = NULL;
    tn_status ended = movie ? tn_movie_end(movie, &message) : TN_OK;
    files_guard(NULL);
    if (ended != TN_OK)
        return fail(f, message, STATUS_STUCK);
    if (movie && out)
        fprintf(out, "wrote %s\n", f->movie);
    return status;
}

void film_abandon(struct film *f, tn_world *w)
{
    tn_movie_cancel(f->movie_out);
    files_guard(NULL);
    tn_gltf_cancel(f->gltf_out);
    pace_free(&f->pace);
    forget_views(f);
    tn_view_free(f->last);
    tn_picture_free(f->picture);
    if (f->start)
        tn_snapshot_free(w, f->start);
    f->movie_out = NULL;
    f->gltf_out = NULL;
    f->last = NULL;
    f->picture = NULL;
    f->start = NULL;
}
