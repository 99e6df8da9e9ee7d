/* compare_motions.c: see compare_motions.h.
 *
 * A record is taken at its own frames, a scene at its own if it is the first and at the first one's rate if it is the
 * second. They are compared at the frames of the first up to the end of the shorter one; where the second has no frame at
 * that time, its numbers are interpolated.
 */
#include "compare_motions.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "drawing.h"
#include "files.h"
#include "json.h"
#include "motion.h"
#include "status.h"

/* ---- one motion, all its frames ---- */

enum { POSE = 8 /* x y z, w x y z, 1 if it is there */, MOST_NUMBERS = 10000000 };

struct track {
    char *name;
    bool object;   /* otherwise a probe */
    double *value; /* POSE numbers per frame, or one */
};
struct frames {
    double *t;
    int count, room;
    struct track *track;
    int tracks;
};

static int width(const struct track *t) { return t->object ? POSE : 1; }

/* The track of this name, made if it is new: then it has no values in the frames before. */
static struct track *track_of(struct frames *f, const char *name, bool object, int hint)
{
    for (int i = 0; i < f->tracks; i++) {
        struct track *t = &f->track[(hint + i) % f->tracks];
        if (t->object == object && !strcmp(t->name, name))
            return t;
    }
    f->track = texts_memory(f->track, sizeof *f->track * (size_t)(f->tracks + 1));
    struct track *t = &f->track[f->tracks++];
    *t = (struct track){.name = texts_copy(name), .object = object};
    t->value = texts_memory(NULL, sizeof(double) * (size_t)(f->room * width(t)));
    for (int i = 0; i < f->count * width(t); i++)
        t->value[i] = object ? 0 : NAN;
    return t;
}

static void begin_frame(struct frames *f, double time)
{
    if (f->count == f->room) {
        f->room = 2 * f->room + 64;
        f->t = texts_memory(f->t, sizeof *f->t * (size_t)f->room);
        for (int i = 0; i < f->tracks; i++)
            f->track[i].value =
                texts_memory(f->track[i].value, sizeof(double) * (size_t)(f->room * width(&f->track[i])));
    }
    f->t[f->count++] = time;
    for (int i = 0; i < f->tracks; i++)
        for (int k = 0, n = width(&f->track[i]); k < n; k++)
            f->track[i].value[(f->count - 1) * n + k] = f->track[i].object ? 0 : NAN;
}

static void put_pose(struct frames *f, const char *name, int hint, const tn_pose *p)
{
    double *v = track_of(f, name, true, hint)->value + (f->count - 1) * POSE;
    const double x[POSE] = {p->position.x,
                            p->position.y,
                            p->position.z,
                            p->has_orientation ? p->orientation.w : 1,
                            p->has_orientation ? p->orientation.x : 0,
                            p->has_orientation ? p->orientation.y : 0,
                            p->has_orientation ? p->orientation.z : 0,
                            1};
    memcpy(v, x, sizeof x);
}

static void put_probe(struct frames *f, const char *name, int hint, double value)
{
    track_of(f, name, false, hint)->value[f->count - 1] = value;
}

struct taking {
    struct frames *frames;
    struct progress progress;
};

static bool take_frame(void *context, tn_world *w)
{
    struct taking *taking = context;
    struct frames *f = taking->frames;
    progress_show(&taking->progress, tn_time(w));
    begin_frame(f, tn_time(w));
    for (int i = 0; i < tn_probe_count(w); i++)
        put_probe(f, tn_probe_name(w, i), i, tn_probe_value(w, i));
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_object o = tn_object_at(w, i);
        tn_pose p;
        if (!tn_object_is_variable(w, o) && tn_object_present(w, o) && *tn_object_name(w, o) &&
            tn_object_pose(w, o, &p) == TN_OK)
            put_pose(f, tn_object_name(w, o), tn_probe_count(w) + i, &p);
    }
    return true;
}

static int take_record(struct frames *f, tn_record *r, double until)
{
    const int objects = tn_record_object_count(r), probes = tn_record_probe_count(r);
    tn_pose *poses = texts_memory(NULL, sizeof *poses * (size_t)(objects + 1));
    bool *there = texts_memory(NULL, sizeof *there * (size_t)(objects + 1));
    double *values = texts_memory(NULL, sizeof *values * (size_t)(probes + 1));
    int status = STATUS_DONE;
    for (int i = 0; i < tn_record_frame_count(r) && tn_record_time(r, i) <= until && status == STATUS_DONE; i++) {
        if (tn_record_poses(r, i, poses, there) != TN_OK || tn_record_probes(r, i, values) != TN_OK) {
            fprintf(stderr, "tenon compare: the record changed while it was read\n");
            status = STATUS_MODEL;
            break;
        }
        begin_frame(f, tn_record_time(r, i));
        for (int k = 0; k < probes; k++)
            put_probe(f, tn_record_probe_name(r, k), k, values[k]);
        for (int k = 0; k < objects; k++)
            if (there[k] && !tn_record_object_is_variable(r, k) && *tn_record_object_name(r, k))
                put_pose(f, tn_record_object_name(r, k), probes + k, &poses[k]);
    }
    free(poses);
    free(there);
    free(values);
    return status;
}

/* All frames of a motion. *rate is the frame rate of the first, which a scene that is compared with it gets as well. */
static int take(const struct compare_motions *c, int which, struct frames *f, double *rate)
{
    struct model model = *c->model;
    struct motion m;
    int status;
    model.path = c->path[which];
    if (which > 0 && !model.rate.given)
        model.rate = (struct option_number){true, *rate};
    if (!motion_open(&m, &model, &status))
        return status;
    *rate = tn_world_settings(m.world).frames;
    const double until = model.until.given ? model.until.value : m.until;
    if (m.record) {
        status = take_record(f, m.record, until);
    } else {
        struct taking taking = {.frames = f};
        motion_thin(&m, until, MOST_NUMBERS / (1.0 + tn_probe_count(m.world) + POSE * tn_object_count(m.world)),
                    c->quiet);
        *rate = m.rate > 0 ? m.rate : *rate;
        progress_begin(&taking.progress, c->quiet, until);
        enum simulation_end end = motion_run(&m, until, take_frame, &taking);
        progress_end(&taking.progress);
        status = motion_report(&m, "compare", end);
    }
    motion_close(&m);
    return status;
}

static void frames_free(struct frames *f)
{
    for (int i = 0; i < f->tracks; i++) {
        free(f->track[i].name);
        free(f->track[i].value);
    }
    free(f->track);
    free(f->t);
}

/* ---- differences ---- */

struct difference {
    const struct track *a, *b;
    double *distance, *angle; /* per compared frame; of a probe the distance is b − a, and there is no angle */
    double most, at, squares, most_angle;
    int counted;
};

/* The orientation a share of the shortest way from p to q, at a constant rate. */
static void turn_between(const double p[4], const double q[4], double share, double out[4])
{
    const double dot = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
    const double angle = acos(fmin(fabs(dot), 1)), sine = sin(angle);
    const double x = sine > 1e-9 ? sin((1 - share) * angle) / sine : 1 - share;
    const double y = (sine > 1e-9 ? sin(share * angle) / sine : share) * (dot < 0 ? -1 : 1);
    for (int k = 0; k < 4; k++)
        out[k] = x * p[k] + y * q[k];
}

/* Numbers of a track at time t: of a frame, or between two. */
static void value_at(const struct frames *f, const struct track *track, double t, int *frame, double *out)
{
    const int n = width(track);
    while (*frame + 1 < f->count && f->t[*frame + 1] <= t * (1 + 1e-12))
        (*frame)++;
    const double *now = track->value + *frame * n, from = f->t[*frame];
    memcpy(out, now, sizeof *out * (size_t)n);
    if (*frame + 1 >= f->count || t - from <= 1e-12 * fabs(t))
        return;
    const double *next = now + n, share = (t - from) / (f->t[*frame + 1] - from);
    for (int k = 0; k < n; k++)
        out[k] += share * (next[k] - now[k]);
    if (n == POSE) {
        turn_between(now + 3, next + 3, share, out + 3);
        out[7] = now[7] * next[7]; /* it is there in both frames */
    }
}

/* The angle of the rotation between two orientations, precise also for small ones. */
static double angle_between(const double *p, const double *q)
{
    double plus = 0, minus = 0;
    for (int k = 3; k < 7; k++) {
        plus += (p[k] + q[k]) * (p[k] + q[k]);
        minus += (p[k] - q[k]) * (p[k] - q[k]);
    }
    return 4 * asin(fmin(sqrt(fmin(plus, minus)) / 2, 1));
}

static void count(struct difference *d, double t, double size, double angle)
{
    d->counted++;
    d->squares += size * size;
    if (!(size <= d->most)) {
        d->most = isnan(size) ? INFINITY : size;
        d->at = t;
    }
    d->most_angle = fmax(d->most_angle, angle);
}

static void compare_track(struct difference *d, const struct frames *a, const struct frames *b, int frames)
{
    int frame = 0;
    d->distance = texts_memory(NULL, sizeof *d->distance * (size_t)frames);
    d->angle = texts_memory(NULL, sizeof *d->angle * (size_t)frames);
    for (int i = 0; i < frames; i++) {
        double other[POSE];
        const double *own = d->a->value + i * width(d->a);
        value_at(b, d->b, a->t[i], &frame, other);
        d->distance[i] = d->angle[i] = NAN;
        if (!d->a->object) {
            d->distance[i] = other[0] - own[0];
            if (!isnan(own[0]) || !isnan(other[0]))
                count(d, a->t[i], fabs(d->distance[i]), 0);
        } else if (own[7] != 0 && other[7] != 0) {
            d->distance[i] =
                sqrt((other[0] - own[0]) * (other[0] - own[0]) + (other[1] - own[1]) * (other[1] - own[1]) +
                     (other[2] - own[2]) * (other[2] - own[2]));
            d->angle[i] = angle_between(own, other);
            count(d, a->t[i], d->distance[i], d->angle[i]);
        }
    }
}

/* ---- the report ---- */

struct comparison {
    const struct compare_motions *how;
    struct frames side[2];
    struct difference *at;
    int count, frames;
    struct word_list only[2];
};

static double rms(const struct difference *d) { return d->counted ? sqrt(d->squares / d->counted) : 0; }

static void find_pairs(struct comparison *c)
{
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < c->side[s].tracks; i++) {
            const struct track *t = &c->side[s].track[i], *other = NULL;
            const struct frames *f = &c->side[1 - s];
            for (int k = 0; k < f->tracks && !other; k++) {
                const struct track *u = &f->track[(i + k) % f->tracks];
                other = u->object == t->object && !strcmp(u->name, t->name) ? u : NULL;
            }
            if (!other)
                word_list_add(&c->only[s], t->name);
            else if (s == 0) {
                c->at = texts_memory(c->at, sizeof *c->at * (size_t)(c->count + 1));
                c->at[c->count++] = (struct difference){.a = t, .b = other};
            }
        }
}

static void print_table(const struct comparison *c)
{
    printf("%d frames to t = %g s\n", c->frames, c->frames ? c->side[0].t[c->frames - 1] : 0);
    for (int object = 0; object < 2; object++) {
        bool any = false;
        for (int i = 0; i < c->count; i++) {
            const struct difference *d = &c->at[i];
            if (d->a->object != object)
                continue;
            if (!any && object)
                printf("%-24s %12s %10s %12s %12s\n", "object", "distance [m]", "at t [s]", "rms [m]", "angle [rad]");
            else if (!any)
                printf("%-24s %12s %10s %12s\n", "probe", "difference", "at t [s]", "rms");
            any = true;
            printf("%-24s %12.4g %10.6g %12.4g", d->a->name, d->most, d->at, rms(d));
            if (object)
                printf(" %12.4g", d->most_angle);
            putchar('\n');
        }
    }
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < c->only[s].count; i++)
            printf("only in %s: %s\n", c->how->path[s], c->only[s].at[i]);
    if (!c->count)
        printf("nothing in common: no probe and no object has the same name\n");
}

static void print_json(const struct comparison *c)
{
    struct json j = {.out = stdout};
    json_open(&j, NULL, '{');
    for (int object = 0; object < 2; object++) {
        json_open(&j, object ? "objects" : "probes", '[');
        for (int i = 0; i < c->count; i++) {
            const struct difference *d = &c->at[i];
            if (d->a->object != object)
                continue;
            json_open(&j, NULL, '{');
            json_text(&j, "name", d->a->name);
            json_number(&j, "max", d->most);
            json_number(&j, "at", d->at);
            json_number(&j, "rms", rms(d));
            if (object)
                json_number(&j, "max_angle", d->most_angle);
            json_close(&j, '}');
        }
        json_close(&j, ']');
    }
    json_texts(&j, "only_a", &c->only[0]);
    json_texts(&j, "only_b", &c->only[1]);
    json_close(&j, '}');
    putchar('\n');
}

static int cannot_write(const char *path, int error)
{
    fprintf(stderr, "tenon compare: cannot write %s: %s\n", path, files_why(error));
    return files_were_read(path) ? STATUS_USAGE : STATUS_STUCK;
}

/* t, each probe's difference b − a, each object's distance and angle; an empty field where one of them is missing. */
static int write_csv(const struct comparison *c)
{
    struct outfile f;
    if (!files_open(&f, c->how->csv))
        return cannot_write(c->how->csv, f.error);
    putc('t', f.stream);
    for (int i = 0; i < c->count; i++) {
        putc(',', f.stream);
        csv_put_text(f.stream, c->at[i].a->name, c->at[i].a->object ? ".distance" : "");
        if (c->at[i].a->object) {
            putc(',', f.stream);
            csv_put_text(f.stream, c->at[i].a->name, ".angle");
        }
    }
    putc('\n', f.stream);
    for (int k = 0; k < c->frames; k++) {
        fprintf(f.stream, "%.17g", c->side[0].t[k]);
        for (int i = 0; i < c->count; i++) {
            csv_put_number(f.stream, c->at[i].distance[k]);
            if (c->at[i].a->object)
                csv_put_number(f.stream, c->at[i].angle[k]);
        }
        putc('\n', f.stream);
    }
    return files_finish(&f) ? STATUS_DONE : cannot_write(c->how->csv, f.error);
}

static int larger_first(const void *a, const void *b)
{
    const double x = ((const struct difference *)a)->most, y = ((const struct difference *)b)->most;
    return (x < y) - (x > y);
}

/* The largest differences over time. */
static int write_plot(const struct comparison *c)
{
    enum { LINES = 10 };
    char *message = NULL;
    int error;
    if (!files_can_write(c->how->plot, &error)) /* now it is known what the scenes read */
        return cannot_write(c->how->plot, error);
    tn_plot_options o = tn_plot_default();
    o.x_label = "t [s]";
    o.y_label = "difference";
    tn_plot *p = tn_plot_new(&o, &message);
    tn_status status = p ? TN_OK : TN_WRONG_USE;
    struct difference *sorted = texts_memory(NULL, sizeof *sorted * (size_t)(c->count + 1));
    memcpy(sorted, c->at, sizeof *sorted * (size_t)c->count);
    qsort(sorted, (size_t)c->count, sizeof *sorted, larger_first);
    for (int i = 0; i < c->count && i < LINES && status == TN_OK; i++) {
        struct buffer name = {0};
        buffer_print(&name, "%s%s", sorted[i].a->name, sorted[i].a->object ? " [m]" : "");
        status = tn_plot_line(p, name.at, c->side[0].t, sorted[i].distance, c->frames);
        buffer_free(&name);
    }
    free(sorted);
    if (status == TN_OK)
        status = tn_plot_save(p, c->how->plot, &message);
    tn_plot_free(p);
    return status == TN_OK ? STATUS_DONE : drawing_fail("compare", message, STATUS_STUCK);
}

static int report(struct comparison *c)
{
    const struct frames *a = &c->side[0], *b = &c->side[1];
    int status = STATUS_DONE;
    while (c->frames < a->count && a->t[c->frames] <= b->t[b->count - 1] * (1 + 1e-12))
        c->frames++;
    find_pairs(c);
    for (int i = 0; i < c->count; i++)
        compare_track(&c->at[i], a, b, c->frames);
    if (c->how->json)
        print_json(c);
    else if (!c->how->quiet)
        print_table(c);
    if (c->how->csv)
        status = write_csv(c);
    if (status == STATUS_DONE && c->how->plot)
        status = write_plot(c);
    for (int i = 0; i < c->count && status == STATUS_DONE && c->how->within.given; i++)
        if (!(fmax(c->at[i].most, c->at[i].most_angle) <= c->how->within.value))
            status = STATUS_MODEL;
    if (status == STATUS_MODEL)
        fprintf(stderr, "tenon compare: a difference is larger than %g\n", c->how->within.value);
    return status;
}

int compare_motions(const struct compare_motions *how)
{
    struct comparison c = {.how = how};
    int status = STATUS_DONE, error;
    double rate = 0;
    const char *const files[] = {how->csv, how->plot};
    for (int i = 0; i < 2; i++)
        files_note_read(how->path[i]);
    for (int i = 0; i < 2; i++)
        if (files[i] && strcmp(files[i], "-") && !files_can_write(files[i], &error))
            return cannot_write(files[i], error), STATUS_USAGE;
    files_watch_signals();
    for (int i = 0; i < 2 && status == STATUS_DONE; i++)
        status = take(how, i, &c.side[i], &rate);
    if (status == STATUS_DONE)
        status = report(&c);
    for (int i = 0; i < c.count; i++) {
        free(c.at[i].distance);
        free(c.at[i].angle);
    }
    free(c.at);
    for (int i = 0; i < 2; i++) {
        frames_free(&c.side[i]);
        word_list_free(&c.only[i]);
    }
    return status;
}
