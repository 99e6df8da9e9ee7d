/* drawing.h: shared by the tests of the picture room: worlds from a text, pictures of them, pixels. */
#ifndef TESTS_PICTURE_DRAWING_H
#define TESTS_PICTURE_DRAWING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "math/vec3.h"
#include "tenon/picture.h"
#include "tenon/tenon.h"

static inline tn_world *world_of(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "test", text, d) != TN_OK)
        fail_msg("%s", tn_diagnostics_text(d, 0));
    tn_diagnostics_free(d);
    return w;
}

static inline tn_view *view_of(const char *text)
{
    tn_world *w = world_of(text);
    tn_view *v = tn_view_take(w, NULL);
    tn_world_free(w);
    return v;
}

/* A camera at (0, -5, 0) that looks along y: x to the right, z up; nothing but bodies. */
static inline tn_picture_options plain_options(int width, int height)
{
    tn_picture_options o = tn_picture_default();
    o.width = width;
    o.height = height;
    o.show = 0;
    o.quality = TN_QUALITY_MOVIE;
    o.has_camera = true;
    o.from = v3(0, -5, 0);
    o.to = v3(0, 0, 0);
    return o;
}

/* Without a driver drawing cannot be tested: that is reported, and the test counts as skipped. */
static inline tn_picture *picture_or_skip(const tn_picture_options *o)
{
    char *message = NULL;
    tn_picture *p = tn_picture_new(o, &message);
    if (p == NULL && (strstr(message, "driver") != NULL || strstr(message, "EGL") != NULL)) {
        fprintf(stderr, "\n**** NO OPENGL DRIVER, PICTURES ARE NOT TESTED: %s\n\n", message);
        free(message);
        skip();
    }
    if (p == NULL)
        fail_msg("%s", message);
    return p;
}

static inline void draw(tn_picture *p, const tn_view *v)
{
    char *message = NULL;
    if (tn_picture_draw(p, v, &message) != TN_OK)
        fail_msg("%s", message);
}

/* Draws a view with the options and gives a copy of its pixels, to free(). */
static inline unsigned char *drawn(const tn_picture_options *o, const tn_view *v)
{
    tn_picture *p = picture_or_skip(o);
    size_t size = 4 * (size_t)o->width * (size_t)o->height;
    unsigned char *copy = malloc(size);
    draw(p, v);
    memcpy(copy, tn_picture_pixels(p, NULL, NULL), size);
    tn_picture_free(p);
    return copy;
}

static inline const unsigned char *pixel(const unsigned char *pixels, int width, double x, double y)
{
    return pixels + 4 * ((size_t)y * (size_t)width + (size_t)x);
}

static inline double brightness(const unsigned char *c)
{
    return (0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]) / 255;
}

static inline bool near_color(const unsigned char *c, double r, double g, double b, double most)
{
    return fabs(c[0] - 255 * r) < most && fabs(c[1] - 255 * g) < most && fabs(c[2] - 255 * b) < most;
}

/* Reads a whole file; NULL if there is none. free() it. */
static inline unsigned char *file_bytes(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return NULL;
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    unsigned char *data = malloc(*size + 1);
    assert_int_equal(fread(data, 1, *size, f), *size);
    data[*size] = 0;
    fclose(f);
    return data;
}

#endif
