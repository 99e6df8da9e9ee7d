/* drawing.c: from command-line options to the options of a picture. */
#include "drawing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "status.h"

const char *const drawing_shows[] = {"points",   "constraints", "forces", "trails", "frames", "names",
                                     "time",     "ground",      "limits", "strain", "volume", "bones",
                                     "fittings", "tension",     "none",   NULL};
static const unsigned show_bits[] = {TN_SHOW_POINTS,   TN_SHOW_CONSTRAINTS, TN_SHOW_FORCES, TN_SHOW_TRAILS,
                                     TN_SHOW_FRAMES,   TN_SHOW_NAMES,       TN_SHOW_TIME,   TN_SHOW_GROUND,
                                     TN_SHOW_LIMITS,   TN_SHOW_STRAIN,      TN_SHOW_VOLUME, TN_SHOW_BONES,
                                     TN_SHOW_FITTINGS, TN_SHOW_TENSION};
enum { SHOW_NONE = sizeof show_bits / sizeof *show_bits };

const char *const drawing_qualities[] = {"movie", "paper", "draft", NULL}; /* in the order of tn_quality */

int drawing_fail(const char *command, char *message, int status)
{
    fprintf(stderr, "tenon %s: %s\n", command, message ? message : "internal error");
    tn_free(message);
    return status;
}

bool drawing_size(const char *command, const char *text, int *width, int *height)
{
    char *end = NULL;
    long w = strtol(text, &end, 10), h = 0; /* strtol saturates, and the largest number is out of range */
    bool good = end != text && (*end == 'x' || *end == 'X');
    if (good) {
        const char *second = end + 1;
        h = strtol(second, &end, 10);
        good = end != second && !*end;
    }
    if (!good) {
        options_complain(command, "--size: \"%s\" is not WIDTHxHEIGHT, as in 1280x720", text);
        return false;
    }
    if (w < 1 || h < 1 || w > TN_PICTURE_MAX || h > TN_PICTURE_MAX) {
        options_complain(command, "--size: \"%s\" is out of range: each side has 1 to %d pixels", text, TN_PICTURE_MAX);
        return false;
    }
    *width = (int)w;
    *height = (int)h;
    return true;
}

static bool read_place(const char *command, const char *option, const char *text, tn_vec3 *out)
{
    double x[3];
    const char *at = text;
    bool good = true;
    for (int i = 0; i < 3 && good; i++) {
        good = options_next_number(&at, option, "m", &x[i]) && (i < 2) == (at[-1] == ',');
    }
    good = good && !*at;
    if (good)
        *out = (tn_vec3){x[0], x[1], x[2]};
    else
        options_complain(command, "%s: \"%s\" is not X,Y,Z, as in 5,-4,2.5", option, text);
    return good;
}

static int check_camera(struct drawing *d)
{
    if (!d->from && !d->to)
        return STATUS_DONE;
    if (!d->from || !d->to)
        return options_complain(
            d->command, "--from and --to must be given together: the camera's position and the point it looks at");
    if (!read_place(d->command, "--from", d->from, &d->set.from) || !read_place(d->command, "--to", d->to, &d->set.to))
        return STATUS_USAGE;
    if (d->set.from.x == d->set.to.x && d->set.from.y == d->set.to.y && d->set.from.z == d->set.to.z)
        return options_complain(d->command, "--from and --to are the same point");
    d->set.has_camera = true;
    return STATUS_DONE;
}

int drawing_check(struct drawing *d, unsigned show, tn_quality quality)
{
    d->set = tn_picture_default();
    d->set.show = show;
    d->set.quality = d->quality >= 0 ? (tn_quality)d->quality : quality;
    d->set.dark = d->dark;
    d->set.title = d->title;
    d->set.transparent = d->transparent;
    d->set.orbit = d->orbit.given ? d->orbit.value : 0;
    if (d->size && !drawing_size(d->command, d->size, &d->set.width, &d->set.height))
        return STATUS_USAGE;
    for (int i = 0; i < d->show.count; i++)
        if (d->show.at[i] == SHOW_NONE)
            d->set.show = 0;
    for (int i = 0; i < d->show.count; i++)
        if (d->show.at[i] != SHOW_NONE)
            d->set.show |= show_bits[d->show.at[i]];
    return check_camera(d);
}

void drawing_look(struct drawing *d, tn_world *w)
{
    unsigned own = 0;
    tn_scene_show(w, d->show.count ? &own : &d->set.show);
    d->set.show |= own & TN_SHOW_TRACES; /* traces of the scene are always shown */
    const tn_look look = tn_scene_look(w);
    d->set.scene_camera = true;
    if (!d->title)
        d->set.title = look.title;
    d->set.has_light = look.has_light;
    d->set.light = look.light;
    d->set.has_background = look.has_background && !d->dark;
    d->set.background = look.background;
}

void drawing_fit(struct drawing *d, int width, int height)
{
    const double degree = 0.017453292519943295, wide = 16.0 / 9;
    double shape = (double)width / height, field = tn_picture_default().field_of_view * degree;
    if (d->set.has_camera && shape < wide)
        d->set.field_of_view = fmin(150, 2 * atan(tan(field / 2) * wide / shape) / degree);
}

/* A world vector in an object's axes. */
static tn_vec3 into(tn_quat q, tn_vec3 v)
{
    /* v + 2 u × (u × v + s v) with the conjugate's u */
    tn_vec3 u = {-q.x, -q.y, -q.z};
    tn_vec3 c = {u.y * v.z - u.z * v.y + q.w * v.x, u.z * v.x - u.x * v.z + q.w * v.y,
                 u.x * v.y - u.y * v.x + q.w * v.z};
    return (tn_vec3){v.x + 2 * (u.y * c.z - u.z * c.y), v.y + 2 * (u.z * c.x - u.x * c.z),
                     v.z + 2 * (u.x * c.y - u.y * c.x)};
}

void drawing_trails(const struct drawing *d, tn_picture *p, tn_world *w)
{
    tn_pose pose;
    if (!(d->set.show & TN_SHOW_TRAILS))
        return;
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_object o = tn_object_at(w, i);
        if (tn_object_is_variable(w, o) || tn_object_pose(w, o, &pose) != TN_OK || !(pose.mass > 0))
            continue;
        tn_vec3 r = {pose.center.x - pose.position.x, pose.center.y - pose.position.y, pose.center.z - pose.position.z};
        tn_picture_trail(p, o, pose.has_orientation ? into(pose.orientation, r) : r);
    }
}
