/* picture.c: tenon picture: a scene or a record at one moment, or several moments on a sheet, as a PNG file. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawing.h"
#include "files.h"
#include "hints.h"
#include "motion.h"
#include "status.h"

struct still {
    struct model model;
    struct drawing drawing;
    struct option_texts at;
    struct option_number sheet;
    const char *path;
    bool quiet;
    double *times; /* in order */
    int count;
    struct motion motion;
    struct progress progress;
    tn_view **views; /* of a motion with trails one in `stride` frames; those that are drawn */
    int view_count;
    long stride, frames;     /* of trails: 1, and doubled whenever the views take too much memory; frames so far */
    const tn_view **moments; /* the views that are drawn: one per time */
    int drawn;               /* how many of them are known */
    tn_bounds bounds;
    tn_view *last; /* the last view of which only the bounds are used */
    struct hints hints;
};

/* ---- options ---- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* --at T, more than once or with commas. */
static int read_times(struct still *s)
{
    for (int i = 0; i < s->at.count; i++) {
        const char *from = s->at.at[i];
        for (bool more = true; more;) {
            double t;
            if (!options_next_number(&from, "--at", "s", &t) || t < 0)
                return options_complain("picture", "--at: \"%s\" is not a time in seconds, 0 or later", s->at.at[i]);
            s->times = texts_memory(s->times, sizeof *s->times * (size_t)(s->count + 1));
            s->times[s->count++] = t;
            more = from[-1] == ',';
        }
    }
    if (s->count)
        qsort(s->times, (size_t)s->count, sizeof *s->times, by_value);
    if (s->sheet.given && (s->sheet.value > 1000 || s->count > 1))
        return s->count > 1 ? options_complain("picture", "--sheet takes one --at: the end of the sheet")
                            : options_complain("picture", "--sheet: at most 1000 moments");
    return STATUS_DONE;
}

/* Default of --at: the end of the motion; --sheet N: N moments from the start to that time. */
static void settle_times(struct still *s)
{
    double end = s->count ? s->times[0] : s->motion.until;
    int count = s->sheet.given ? (int)s->sheet.value : s->count ? s->count : 1;
    s->times = texts_memory(s->times, sizeof *s->times * (size_t)count);
    for (int i = 0; s->sheet.given && i < count; i++)
        s->times[i] = count > 1 ? end * i / (count - 1) : end;
    if (!s->count)
        s->times[count - 1] = end;
    s->count = count;
}

/* The scene's name with another extension, in the current folder. */
static char *default_path(const char *scene)
{
    const char *name = strrchr(scene, '/') ? strrchr(scene, '/') + 1 : scene;
    const char *dot = strrchr(name, '.');
    struct buffer b = {0};
    buffer_print(&b, "%.*s.png", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
    return b.at;
}

static int check_path(const char *path)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path, *dot = strrchr(name, '.');
    int error;
    if (!strcmp(path, "-"))
        return options_complain("picture", "-o -: a picture cannot be written to standard output");
    if (dot && strcmp(dot, ".png") && strcmp(dot, ".PNG"))
        return options_complain("picture", "-o %s: pictures are PNG files, the name must end in .png", path);
    if (files_can_write(path, &error))
        return STATUS_DONE;
    fprintf(stderr, "tenon picture: cannot write %s: %s\n", path, files_why(error));
    return STATUS_USAGE;
}

/* ---- the views ----
 *
 * A trail needs no more points than it has pixels, so that long motions need neither all frames nor all memory: the
 * motion has at most MOST_FRAMES, and once their views take too much memory every second one is given up. */

enum { MOST_FRAMES = 100000 };
static const double most_bytes = 5e8;

static bool is_drawn(const struct still *s, const tn_view *v)
{
    bool any = false;
    for (int i = 0; i < s->drawn; i++)
        any |= s->moments[i] == v;
    return any;
}

static void give_up_every_second(struct still *s)
{
    int kept = 0;
    for (int i = 0; i < s->view_count; i++)
        if (i % 2 == 0 || i + 1 == s->view_count || is_drawn(s, s->views[i]))
            s->views[kept++] = s->views[i];
        else
            tn_view_free(s->views[i]);
    s->view_count = kept;
    s->stride *= 2;
}

static const tn_view *take(struct still *s, tn_world *w)
{
    enum { OBJECT_BYTES = 64, JOINT_BYTES = 240 };
    const double bytes = (double)OBJECT_BYTES * tn_object_count(w) + (double)JOINT_BYTES * tn_constraint_count(w) + 256;
    const tn_view *last = s->view_count ? s->views[s->view_count - 1] : NULL;
    if (last && tn_view_time(last) == tn_time(w))
        return last;
    if (s->view_count > 2 * s->count + 64 && s->view_count * bytes > most_bytes)
        give_up_every_second(s);
    last = s->view_count ? s->views[s->view_count - 1] : NULL;
    s->views = texts_memory(s->views, sizeof *s->views * (size_t)(s->view_count + 1));
    s->views[s->view_count] = tn_view_take(w, last);
    tn_bounds_add(&s->bounds, s->views[s->view_count]);
    return s->views[s->view_count++];
}

/* A given camera and trails need the whole motion: floor and sizes follow from its bounds. */
static bool wants_all(const struct still *s)
{
    tn_vec3 from, to;
    return s->drawing.set.has_camera || tn_scene_camera(s->motion.world, &from, &to) ||
           s->drawing.set.show & (TN_SHOW_TRAILS | TN_SHOW_TRACES);
}

static bool on_frame(void *context, tn_world *w)
{
    struct still *s = context;
    progress_show(&s->progress, tn_time(w));
    if (s->drawing.set.show & (TN_SHOW_TRAILS | TN_SHOW_TRACES)) {
        if (s->frames++ % s->stride == 0)
            take(s, w);
    } else if (wants_all(s)) {
        tn_view *v = tn_view_take(w, s->last);
        tn_bounds_add(&s->bounds, v);
        tn_view_free(s->last);
        s->last = v;
    }
    return true;
}

/* Takes a view at each time. */
static int collect(struct still *s)
{
    enum simulation_end end = SIMULATION_DONE;
    s->moments = texts_memory(NULL, sizeof *s->moments * (size_t)s->count);
    tn_bounds start = {0}; /* what flies far out of it is not what the picture is framed for */
    tn_view *first = tn_view_take(s->motion.world, NULL);
    tn_bounds_add(&start, first);
    tn_view_free(first);
    s->bounds.start_low = start.low;
    s->bounds.start_high = start.high;
    motion_thin(&s->motion, s->times[s->count - 1], MOST_FRAMES, s->quiet);
    progress_begin(&s->progress, s->quiet, s->times[s->count - 1]);
    for (int i = 0; i < s->count && end == SIMULATION_DONE; i++) {
        /* Frames of a record that are not used need not be read. */
        end = motion_run(&s->motion, s->times[i], wants_all(s) || !s->motion.record ? on_frame : NULL, s);
        if (end == SIMULATION_DONE)
            s->moments[s->drawn++] = take(s, s->motion.world);
        if (end == SIMULATION_DONE)
            hints_view(&s->hints, s->moments[i], &s->drawing.set);
    }
    progress_end(&s->progress);
    if (end == SIMULATION_DONE)
        hints_of_camera(&s->hints, s->motion.world, &s->drawing.set);
    return motion_report(&s->motion, "picture", end);
}

/* ---- the picture ---- */

/* Extends trails through all views: up to the last moment, or, of a sheet, also to it. */
static void follow(struct still *s, tn_picture *p)
{
    drawing_trails(&s->drawing, p, s->motion.world);
    for (int i = 0; i + (s->count == 1) < s->view_count; i++)
        tn_picture_follow(p, s->views[i]);
}

/* Number of columns of the sheet. Without --size the cells have the aspect ratio of a single picture. */
static int lay_out(struct still *s)
{
    tn_picture_options *o = &s->drawing.set;
    int columns = 1;
    while (columns * columns < s->count)
        columns++;
    int rows = (s->count + columns - 1) / columns;
    if (!s->drawing.size && s->count > 1) {
        int width = columns > 10 ? 160 : columns > 3 ? 320 : 640;
        o->width = columns * width;
        o->height = rows * width * 9 / 16;
    }
    drawing_fit(&s->drawing, o->width * rows, o->height * columns);
    return columns;
}

static int draw(struct still *s)
{
    char *message = NULL;
    int columns = lay_out(s);
    s->drawing.set.bounds = s->bounds;
    tn_picture *p = tn_picture_new(&s->drawing.set, &message);
    if (!p)
        return drawing_fail("picture", message, STATUS_STUCK);
    follow(s, p);
    tn_status status = s->count > 1 ? tn_picture_draw_sheet(p, s->moments, s->count, columns, &message)
                                    : tn_picture_draw(p, s->moments[0], &message);
    if (status == TN_OK && files_interrupted()) {
        message = texts_copy("interrupted");
        status = TN_STUCK;
    }
    files_hold_signals();
    if (status == TN_OK)
        status = tn_picture_save_png(p, s->path, &message);
    files_release_signals();
    tn_picture_free(p);
    if (status != TN_OK)
        return drawing_fail("picture", message, status == TN_WRONG_USE ? STATUS_USAGE : STATUS_STUCK);
    if (!s->quiet)
        printf("wrote %s\n", s->path);
    return STATUS_DONE;
}

/* Can pictures be drawn here at all? Checked before anything is computed. */
static int try_driver(struct still *s)
{
    char *message = NULL;
    tn_picture *p = tn_picture_new(&s->drawing.set, &message);
    tn_picture_free(p);
    return p ? STATUS_DONE : drawing_fail("picture", message, STATUS_USAGE);
}

static int go(struct still *s)
{
    int status = drawing_check(&s->drawing, TN_SHOW_GROUND | TN_SHOW_FITTINGS, TN_QUALITY_PAPER);
    if (status == STATUS_DONE)
        status = read_times(s);
    if (status == STATUS_DONE)
        motion_open(&s->motion, &s->model, &status);
    if (status != STATUS_DONE)
        return status;
    settle_times(s);
    char *own = s->path ? NULL : default_path(s->model.path);
    s->path = s->path ? s->path : own;
    files_watch_signals();
    drawing_look(&s->drawing, s->motion.world);
    status = check_path(s->path);
    if (status == STATUS_DONE)
        status = try_driver(s);
    if (status == STATUS_DONE)
        status = collect(s);
    if (status == STATUS_DONE)
        status = draw(s);
    free(own);
    return status;
}

int command_picture(int argc, char **argv)
{
    struct still s = {.model = MODEL_DEFAULT("picture"), .drawing = {.command = "picture", .quality = -1}, .stride = 1};
    struct drawing *d = &s.drawing;
    const struct option options[] = {
        {"output", 'o', OPTION_TEXT, "F.png", "output file (default: the scene's name with .png)", &s.path, RANGE_ANY,
         NULL},
        {"at", 0, OPTION_TEXTS, "T", "time, s (default: the end); several, or T,T,…, make a sheet", &s.at, RANGE_ANY,
         NULL},
        {"sheet", 0, OPTION_INTEGER, "N", "N moments from 0 to T in one picture", &s.sheet, RANGE_POSITIVE, NULL},
        DRAWING_OPTIONS(d),
        {"transparent", 0, OPTION_FLAG, NULL, "transparent background (RGBA)", &d->transparent, RANGE_ANY, NULL},
        model_option_set(&s.model),
        model_option_allow(&s.model),
        {"quiet", 'q', OPTION_FLAG, NULL, "no progress, no summary", &s.quiet, RANGE_ANY, NULL},
    };
    const struct usage usage = {
        .command = "picture",
        .arguments = "SCENE|RECORD",
        .purpose =
            "Draws a scene at a moment T, simulated up to there (also beyond its end), or a record as it was "
            "recorded.\n"
            "The camera is given by --from and --to or by the scene; by default everything is in view. No display is\n"
            "needed: OpenGL is used through EGL, and a software driver is sufficient.\n"
            "Exit status: 0 done, 1 the model or the record is wrong, 2 wrong usage, no driver, or the file cannot be\n"
            "created, 3 the simulation could not continue, or the picture could not be drawn or written.",
        .example = "  tenon picture examples/barzel-barr-1988/towers.tn --at 3 -o towers.png\n"
                   "  tenon picture scene.tn --sheet 9 --show forces,points --size 1920x1080\n"
                   "  tenon picture scene.tnr --at 1.5 --from 5,-4,3 --to 0,0,1 --transparent\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 1,
        .most = 1,
    };
    int count, status;
    if (options_read(&usage, argc, argv, &s.model.path, &count, &status))
        status = go(&s);
    for (int i = 0; i < s.view_count; i++)
        tn_view_free(s.views[i]);
    free(s.views);
    tn_view_free(s.last);
    free(s.moments);
    free(s.times);
    options_free_texts(&s.at);
    hints_free(&s.hints);
    motion_close(&s.motion);
    model_free(&s.model);
    return status;
}
