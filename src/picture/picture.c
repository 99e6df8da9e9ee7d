/* picture.c: the public interface of pictures: options, framing of a motion, sheets, pixels and PNG. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/sized.h"
#include "picture/layers.h"
#include "picture/outfile.h"
#include "picture/png.h"
#include "picture/render.h"

struct tn_picture {
    char *title;
    tn_picture_options o;
    struct renderer *renderer;
    tn_bounds bounds;
    unsigned char *pixels;
    bool drawn;
    struct camera camera; /* of the last drawing */
    bool lit;             /* the light is known, */
    vec3 sun;             /* unit, towards it */
    ARRAY(struct trail) trails;
    ARRAY(struct trail) traces; /* of the scene's own points */
};

static const double degree = 0.017453292519943295;

static tn_status fail(char **to, char *message, tn_status status)
{
    return (tn_status)outfile_fail(to, message, (int)status);
}

/* ---- making ---- */

void tn_picture_default_fill(tn_picture_options *out, size_t size)
{
    const tn_picture_options d = {
        .width = 1280,
        .height = 720,
        .show = TN_SHOW_GROUND | TN_SHOW_FITTINGS,
        .quality = TN_QUALITY_PAPER,
        .field_of_view = 30,
    };
    sized_fill(out, size, &d, sizeof d);
}

static char *check(const tn_picture_options *o)
{
    if (o->width < 1 || o->height < 1 || o->width > TN_PICTURE_MAX || o->height > TN_PICTURE_MAX)
        return mem_print("a picture has 1 to %d pixels per side, not %d × %d", TN_PICTURE_MAX, o->width, o->height);
    if ((double)o->width * o->height > TN_PICTURE_AREA)
        return mem_print("a picture has at most %d million pixels, not %d × %d", TN_PICTURE_AREA / 1000000, o->width,
                         o->height);
    if (!(o->field_of_view >= 1 && o->field_of_view <= 150))
        return mem_text("the field of view must lie between 1 and 150 degrees");
    if (o->has_camera && (!v3_finite(o->from) || !v3_finite(o->to) || !(v3_norm(v3_sub(o->to, o->from)) > 0)))
        return mem_text("the camera needs two different points, from and to");
    if (o->has_light && (!v3_finite(o->light) || !(v3_norm(o->light) > 0)))
        return mem_text("the light needs a direction");
    if (o->has_background &&
        !(v3_finite(o->background) && fmin(fmin(o->background.x, o->background.y), o->background.z) >= 0 &&
          fmax(fmax(o->background.x, o->background.y), o->background.z) <= 1))
        return mem_text("the background is a colour: red, green and blue from 0 to 1");
    if (!isfinite(o->orbit))
        return mem_text("the camera's orbit must be a finite number of degrees per second");
    if (!(o->force_scale >= 0) || !isfinite(o->force_scale))
        return mem_text("the scale of the forces must be a finite number of metres per newton, not negative");
    if (o->bounds.any && (!v3_finite(o->bounds.low) || !v3_finite(o->bounds.high)))
        return mem_text("the bounds of the picture must be finite numbers");
    if (o->quality != TN_QUALITY_MOVIE && o->quality != TN_QUALITY_PAPER && o->quality != TN_QUALITY_DRAFT)
        return mem_text("unknown picture quality");
    return NULL;
}

tn_picture *tn_picture_new(const tn_picture_options *given, char **message)
{
    tn_picture_options read = tn_picture_default(), *const o = &read;
    char *unsized = SIZED_READ(&read, given, tn_picture_options, tn_picture_default);
    char *wrong = unsized != NULL ? unsized : check(o);
    struct renderer *r = wrong == NULL ? renderer_open(o->driver, &wrong) : NULL;
    if (r == NULL) {
        fail(message, wrong, TN_WRONG_USE);
        return NULL;
    }
    tn_picture *p = MEM_NEW(tn_picture);
    p->o = *o;
    p->o.title = p->title = mem_text(o->title);
    p->o.driver = NULL; /* the caller may free its text */
    p->bounds = o->bounds;
    p->renderer = r;
    p->pixels = mem_new(4 * (size_t)o->width * (size_t)o->height);
    if (o->has_background) /* dark ink on a light one, light ink on a dark one */
        p->o.dark = 0.30 * o->background.x + 0.59 * o->background.y + 0.11 * o->background.z < 0.45;
    if (o->has_light) {
        p->lit = true;
        p->sun = v3_unit(o->light);
    }
    return p;
}

void tn_picture_free(tn_picture *p)
{
    if (p == NULL)
        return;
    renderer_close(p->renderer);
    for (int i = 0; i < p->trails.count; i++)
        ARRAY_FREE(&p->trails.at[i].points);
    ARRAY_FREE(&p->trails);
    for (int i = 0; i < p->traces.count; i++)
        ARRAY_FREE(&p->traces.at[i].points);
    ARRAY_FREE(&p->traces);
    mem_free(p->title);
    mem_free(p->pixels);
    mem_free(p);
}

/* ---- trails ---- */

tn_status tn_picture_trail(tn_picture *p, tn_object o, tn_vec3 local)
{
    if (p == NULL || !v3_finite(local))
        return TN_WRONG_USE;
    ARRAY_PUSH(&p->trails, ((struct trail){.object = o, .local = local}));
    return TN_OK;
}

/* A view earlier than the last one starts a new trail; the same time again adds nothing. */
static void grow(struct trail *t, double time, vec3 at)
{
    if (t->points.count > 0 && time < t->time)
        t->points.count = 0;
    if (t->points.count == 0 || time > t->time)
        ARRAY_PUSH(&t->points, ((struct trail_point){time, at}));
    t->time = time;
}

tn_status tn_picture_follow(tn_picture *p, const tn_view *v)
{
    if (p == NULL || v == NULL)
        return TN_WRONG_USE;
    while (p->traces.count < v->traces.count)
        ARRAY_PUSH(&p->traces, (struct trail){.time = 0});
    for (int i = 0; i < v->traces.count; i++)
        if (v3_finite(v->traces.at[i].now))
            grow(&p->traces.at[i], v->time, v->traces.at[i].now);
    for (int i = 0; i < p->trails.count; i++) {
        struct trail *t = &p->trails.at[i];
        int object = view_find(v, t->object);
        if (object < 0)
            continue;
        grow(t, v->time, view_point(v, object, t->local));
    }
    return TN_OK;
}

/* Do the trails reach to this time already? */
static bool trails_reach(const tn_picture *p, double time)
{
    double last = -INFINITY;
    for (int i = 0; i < p->traces.count; i++)
        last = fmax(last, p->traces.at[i].time);
    for (int i = 0; i < p->trails.count; i++)
        last = p->trails.at[i].points.count > 0 ? fmax(last, p->trails.at[i].time) : last;
    return last >= time; /* -INFINITY: there are none */
}

/* ---- drawing ---- */

static vec3 turned_about(vec3 v, vec3 axis, double angle) { return q_rotate(q_axis_angle(axis, angle), v); }

/* The height of the floor: zero if everything is at most a little above it; otherwise just below everything. */
static double floor_height(const tn_bounds *b, vec3 up, double radius)
{
    double low = v3_dot(b->low, up);
    if (low >= -1e-3 * radius && low <= 0.4 * radius)
        return 0;
    return low < 0 ? low : low - 0.12 * radius;
}

/* Does a picture follow the camera of the view? */
static bool has_view_camera(const tn_picture *p, const tn_view *v)
{
    return p->o.scene_camera && !p->o.has_camera && v->has_camera && v3_norm(v3_sub(v->camera.to, v->camera.from)) > 0;
}

/* The field of view of a scene's camera is made for 16:9: a narrower picture shows as much from left to right. */
static double fitted_field(double field, double aspect)
{
    const double wide = 16.0 / 9;
    return aspect < wide ? fmin(150 * degree, 2 * atan(tan(field / 2) * wide / aspect)) : field;
}

/* The radius of particles in a scene of this radius. */
static double particle_radius(double radius) { return 0.022 * radius; }

/* Particles have no extent in the bounds, but in the picture. */
static void add_particles(tn_bounds *b, const tn_view *v)
{
    vec3 middle;
    const bool point = v3_norm(v3_sub(b->high, b->low)) <= 0;
    const double radius = bounds_ball(b, &middle), room = point ? radius / 4 : 1.2 * particle_radius(radius);
    bool any = false;
    for (int i = 0; i < v->model->objects.count && !any; i++)
        any = v->model->objects.at[i].kind == OBJECT_PARTICLE;
    if (!b->any || !(any || point))
        return;
    b->low = v3_sub(b->low, v3(room, room, room));
    b->high = v3_add(b->high, v3(room, room, room));
}

static struct camera find_camera(const tn_picture *p, const tn_view *v, const tn_bounds *all, double aspect,
                                 double orbit)
{
    const tn_picture_options *o = &p->o;
    const bool own = has_view_camera(p, v);
    const vec3 up = v->up, from = own ? v->camera.from : o->from, to = own ? v->camera.to : o->to;
    double field = o->field_of_view * degree;
    struct camera c;
    if (own)
        field = v->camera.fov > 0 ? v->camera.fov : fitted_field(field, aspect);
    if (o->has_camera || own) {
        c = camera_look(v3_add(to, turned_about(v3_sub(from, to), up, orbit)), to, up, field);
    } else {
        tn_bounds b = bounds_framed(all);
        vec3 middle;
        const double radius = bounds_ball(&b, &middle);
        add_particles(&b, v);
        /* The floor is in view too, because of the shadows on it. */
        if (b.any && (o->show & TN_SHOW_GROUND)) {
            double down = floor_height(all, up, radius) - v3_dot(b.low, up);
            b.low = v3_add_scaled(b.low, fmin(down, 0), up);
        }
        c = camera_frame(&b, up, field, aspect, o->orbit != 0, orbit);
    }
    c.aspect = aspect;
    return c;
}

/* A round size of the grid: 1, 2 or 5 times a power of ten, about an eighth of the scene. */
static double round_side(double radius)
{
    double wish = radius / 5, power = pow(10, floor(log10(wish)));
    return wish / power < 2 ? power : wish / power < 5 ? 2 * power : 5 * power;
}

static int find_floors(const tn_picture *p, const tn_view *v, const tn_bounds *all, const struct camera *c,
                       double radius, struct floor *floors, int room)
{
    int count = 0;
    bool level = false;
    for (int i = 0; i < v->model->objects.count && count < room; i++) {
        const struct view_object *a = &v->model->objects.at[i];
        if (a->kind != OBJECT_PLANE)
            continue;
        mat3 r = q_matrix(v->placement[i].orientation);
        floors[count++] = (struct floor){v->placement[i].position, m3_column(&r, 0), m3_column(&r, 1), true, a->color};
        level |= fabs(v3_dot(m3_column(&r, 2), v->up)) > 0.5; /* ground, or a slope: a second floor would cut it */
    }
    double height = floor_height(all, v->up, radius);
    /* Seen from below, a floor would hide the scene. */
    if ((p->o.show & TN_SHOW_GROUND) && !level && v3_dot(c->eye, v->up) > height) {
        vec3 u = v->up.y > 0.5 ? v3(0, 0, 1) : v3(1, 0, 0);
        floors[count++] = (struct floor){v3_scale(height, v->up), u, v3_cross(v->up, u), false, v3(0, 0, 0)};
    }
    return count;
}

/* Draws a view into `pixels` of this size. */
static char *draw(tn_picture *p, const tn_view *v, int width, int height, unsigned char *pixels)
{
    struct floor floors[RENDER_FLOORS];
    double orbit = p->o.orbit * degree * v->time, aspect = (double)width / height;
    const tn_bounds all = bounds_at_home(&p->bounds), framed = bounds_framed(&all);
    struct camera still = find_camera(p, v, &all, aspect, 0), c = find_camera(p, v, &all, aspect, orbit);
    struct shot s = {
        .view = v, .quality = p->o.quality, .dark = p->o.dark, .transparent = p->o.transparent, .show = p->o.show};
    vec3 middle_of_all;
    s.radius = bounds_ball(&framed, &s.middle);
    c.width = width;
    c.height = height;
    camera_clip(&c, s.middle, fmax(s.radius, bounds_ball(&all, &middle_of_all)));
    if (!p->lit) { /* from behind the left of the first camera; it stays there while the camera moves */
        vec3 back = v3_sub(v3_neg(still.forward), v3_scale(-v3_dot(still.forward, v->up), v->up));
        p->sun = v3_unit(v3_add(v3_add(v3_scale(-0.5, still.right), v3_scale(1.0, v->up)), v3_scale(0.42, back)));
        p->lit = true;
    }
    s.sun = p->sun;
    s.background = p->o.has_background ? p->o.background : render_background_of(p->o.dark);
    s.particle = particle_radius(s.radius);
    s.grid = round_side(s.radius);
    s.camera = c;
    s.floors = floors;
    s.floor_count = find_floors(p, v, &all, &c, s.radius, floors, RENDER_FLOORS - 1);
    struct fittings fittings = {0};
    const bool tension = (p->o.show & TN_SHOW_TENSION) != 0;
    if (p->o.show & (TN_SHOW_FITTINGS | TN_SHOW_TENSION))
        fittings_take(v, s.radius, p->o.dark, tension, &fittings);
    s.fittings = &fittings;
    s.tension = tension ? tension_most(v) : 0;
    bool trails =
        ((p->o.show & TN_SHOW_TRAILS) && p->trails.count > 0) || ((p->o.show & TN_SHOW_TRACES) && p->traces.count > 0);
    const bool dots = layers_dots(v, &c, p->o.show, NULL) > 0;
    float *depth = trails || dots ? MEM_ARRAY(float, (size_t)width *(size_t)height) : NULL;
    char *message = renderer_draw(p->renderer, &s, pixels, depth);
    if (message == NULL) {
        struct canvas canvas;
        canvas_open(&canvas, width, height, pixels);
        canvas.depth = depth;
        double scale = p->o.force_scale;
        if (!(scale > 0))
            scale = p->bounds.force > 0 ? s.radius / 3 / p->bounds.force : 0;
        if (p->title != NULL && width == p->o.width) /* of a picture, not of every cell of a sheet */
            layers_title(&canvas, p->title, p->o.dark, 18 * layers_unit(width, height));
        layers_draw(&(struct layers){v, &c, &canvas, p->o.show, p->o.dark, s.radius, scale, p->trails.at,
                                     p->trails.count, p->traces.at, p->traces.count});
        canvas_close(&canvas);
        p->camera = c;
    }
    ARRAY_FREE(&fittings.at);
    mem_free(depth);
    return message;
}

static void begin_with(tn_picture *p, const tn_view *v)
{
    tn_bounds now = {0};
    tn_bounds_add(&now, v);
    if (!p->bounds.any)
        p->bounds = now;
    /* Bounds given by the caller may have no force to scale arrows by. */
    if (!(p->bounds.force > 0))
        p->bounds.force = now.force;
}

tn_status tn_picture_draw(tn_picture *p, const tn_view *v, char **message)
{
    if (p == NULL || v == NULL)
        return fail(message, mem_text("there is no view to draw"), TN_WRONG_USE);
    begin_with(p, v);
    tn_picture_follow(p, v);
    char *wrong = draw(p, v, p->o.width, p->o.height, p->pixels);
    p->drawn = wrong == NULL;
    return wrong == NULL ? TN_OK : fail(message, wrong, TN_STUCK);
}

/* The number of columns for which the cells are nearest to 16 : 10. */
static int best_columns(int count, int width, int height)
{
    int best = 1;
    double least = HUGE_VAL;
    for (int c = 1; c <= count; c++) {
        int rows = (count + c - 1) / c;
        double shape = fabs(log((double)width / c / ((double)height / rows) / 1.6)) + 0.3 * (rows * c - count) / count;
        if (shape < least) {
            least = shape;
            best = c;
        }
    }
    return best;
}

static void paste(tn_picture *p, const unsigned char *cell, int width, int height, int x, int y)
{
    for (int row = 0; row < height; row++)
        memcpy(p->pixels + 4 * ((size_t)(y + row) * (size_t)p->o.width + (size_t)x),
               cell + 4 * (size_t)row * (size_t)width, 4 * (size_t)width);
}

tn_status tn_picture_draw_sheet(tn_picture *p, const tn_view *const *views, int count, int columns, char **message)
{
    enum { SEAM = 2 };
    if (p == NULL || views == NULL || count < 1 || columns < 0)
        return fail(message, mem_text("there are no views for the sheet"), TN_WRONG_USE);
    int across = columns > 0 ? columns : best_columns(count, p->o.width, p->o.height);
    int down = (count + across - 1) / across;
    int width = (p->o.width - SEAM * (across - 1)) / across, height = (p->o.height - SEAM * (down - 1)) / down;
    if (width < 16 || height < 16)
        return fail(message,
                    mem_print("a sheet of %d × %d pixels has no room for %d views", p->o.width, p->o.height, count),
                    TN_WRONG_USE);
    for (int i = 0; i < count && !p->o.bounds.any; i++)
        tn_bounds_add(&p->bounds, views[i]);
    begin_with(p, views[0]);
    unsigned char *cell = mem_new(4 * (size_t)width * (size_t)height), seam = p->o.dark ? 60 : 205;
    for (size_t i = 0; i < (size_t)p->o.width * (size_t)p->o.height; i++)
        memcpy(p->pixels + 4 * i, (unsigned char[4]){seam, seam, seam, p->o.transparent ? 0 : 255}, 4);
    char *wrong = NULL;
    const bool followed = trails_reach(p, views[count - 1]->time);
    for (int i = 0; i < count && wrong == NULL; i++) {
        if (!followed)
            tn_picture_follow(p, views[i]);
        wrong = draw(p, views[i], width, height, cell);
        if (wrong == NULL && !(p->o.show & TN_SHOW_TIME)) {
            struct canvas c;
            canvas_open(&c, width, height, cell);
            layers_time(&c, views[i]->time, p->o.dark, fmax(7, fmin(13, height / 22.0)));
            canvas_close(&c);
        }
        if (wrong == NULL)
            paste(p, cell, width, height, i % across * (width + SEAM), i / across * (height + SEAM));
    }
    mem_free(cell);
    p->drawn = wrong == NULL;
    return wrong == NULL ? TN_OK : fail(message, wrong, TN_STUCK);
}

/* ---- the result ---- */

const unsigned char *tn_picture_pixels(const tn_picture *p, int *width, int *height)
{
    if (p == NULL || !p->drawn)
        return NULL;
    if (width != NULL)
        *width = p->o.width;
    if (height != NULL)
        *height = p->o.height;
    return p->pixels;
}

bool tn_picture_project(const tn_picture *p, tn_vec3 at, double *x, double *y)
{
    double depth;
    return p != NULL && p->drawn && x != NULL && y != NULL && camera_project(&p->camera, at, x, y, &depth);
}

tn_status tn_picture_save_png(const tn_picture *p, const char *path, char **message)
{
    if (p == NULL || path == NULL || !p->drawn)
        return fail(message, mem_text("nothing has been drawn yet"), TN_WRONG_USE);
    char *wrong = png_save(path, p->pixels, p->o.width, p->o.height, p->o.transparent);
    return wrong == NULL ? TN_OK : fail(message, wrong, TN_NO_FILE);
}

tn_status tn_picture_save_frame(const tn_picture *p, const char *folder, int number, char **message)
{
    if (folder == NULL || number < 0)
        return fail(message, mem_text("frames need a folder and a number from 0"), TN_WRONG_USE);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return fail(message, mem_print("cannot make the folder %.500s: %s", folder, strerror(errno)), TN_NO_FILE);
    char *path = mem_print("%s/frame-%05d.png", folder, number);
    tn_status status = tn_picture_save_png(p, path, message);
    mem_free(path);
    return status;
}
