/* view_bench.c: what a frame of a viewer costs: taking a view, packing its poses, vertices of surfaces, and picking.
 *
 * Models of about 1,000 bodies: a chain, a pile, figures by displacements, and a soft block of 10 × 10 × 10 elements
 * beside a pile. The aim of each column is 1 ms.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tenon/tenon.h"

enum { ROUNDS = 30, RAYS = 200 };

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static const struct {
    const char *name, *text;
} models[] = {
    {"chain of 1000 links",
     "gravity 9.81; for i = 1 to 1000: object a[i]: rod 0.1 0.01; position 0 0 (-0.1*i); end end\n"
     "connect a[1].end2 (0, 0, -0.05);\n"
     "for i = 1 to 999: connect a[i].end1 a[i+1].end2; end"},
    {"chain by coordinates", "world: joints coordinates; end gravity 9.81;\n"
                             "for i = 1 to 1000: object a[i]: rod 0.1 0.01; position 0 0 (-0.1*i); end end\n"
                             "connect a[1].end2 (0, 0, -0.05);\n"
                             "for i = 1 to 999: connect a[i].end1 a[i+1].end2; end"},
    {"pile of 1000 boxes",
     "gravity 9.81; contact friction 0.5; object ground: plane; end\n"
     "for i = 1 to 10: for j = 1 to 10: for k = 1 to 10: object b[100*i + 10*j + k]: box 0.3 0.3 0.3;\n"
     "position (0.4*i) (0.4*j) (0.3*k - 0.15); end end end end"},
    {"100 figures by displacements",
     "world: method displacement; end gravity 9.81;\n"
     "for i = 1 to 100: for k = 1 to 10: object f[20*i + k]: capsule 0.04 0.2; position (0.5*i) 0 (0.3*k); end end\n"
     "for k = 1 to 9: connect f[20*i + k].end2 f[20*i + k + 1].end1; end connect f[20*i + 10].end2 (0.5*i, 0, 3.2); "
     "end"},
    {"soft block and 1000 boxes", "gravity 9.81;\n"
                                  "object soft: block 10 10 10; size 1 1 1; stiffness 1e4; position 0 0 5; end\n"
                                  "for i = 1 to 1000: object b[i]: box 0.3 0.3 0.3; position i 0 0; end end"},
};

static double least(double a, double b) { return a < b ? a : b; }

/* Fetches what a client streams in each frame. */
static void stream(const tn_view *v, void *bytes, size_t room)
{
    int surfaces;
    tn_view_shape shape;
    tn_view_pack(v, (tn_vec3){0, 0, 0}, bytes, room);
    tn_view_surfaces(v, &surfaces);
    for (int i = 0; i < surfaces; i++)
        tn_view_deformed(v, i, &shape);
}

static tn_ray ray_at(const tn_bounds *b, int i)
{
    tn_ray r = tn_ray_default();
    double x = (i * 37 % 101) / 100.0, y = (i * 53 % 103) / 102.0;
    r.from = (tn_vec3){b->low.x - 3, b->low.y - 20, b->high.z + 3};
    r.along = (tn_vec3){b->low.x + x * (b->high.x - b->low.x) - r.from.x, (b->low.y + b->high.y) / 2 - r.from.y,
                        b->low.z + y * (b->high.z - b->low.z) - r.from.z};
    r.pixel_angle = 1e-3;
    return r;
}

static void measure(const char *name, const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, name, text, d) != TN_OK) {
        printf("%s: %s\n", name, tn_diagnostics_get(d, 0).message);
        exit(1);
    }
    double first = 1e9, view = 1e9, evaluation = 1e9, sending = 1e9, pick = 0, points = 0, glyphs = 0;
    tn_view *v = NULL;
    int objects = 0, hits = 0;
    char *bytes = malloc(1 << 20);
    for (int i = 0; i < ROUNDS; i++) {
        tn_advance(w, 0.01 * i);
        double a = seconds();
        tn_evaluate(w); /* forces in the joints: the part of a view that belongs to the world */
        double b = seconds();
        tn_view *next = tn_view_take(w, v);
        double c = seconds();
        stream(next, bytes, 1 << 20);
        double e = seconds();
        if (i == 0)
            first = c - b;
        else
            view = least(view, c - b);
        evaluation = least(evaluation, b - a);
        sending = least(sending, e - c);
        tn_view_free(v);
        v = next;
    }
    tn_bounds bounds = {0};
    tn_bounds_add(&bounds, v);
    tn_view_objects(v, &objects);
    for (int i = 0; i < RAYS; i++) {
        tn_hit hit[8];
        tn_ray r = ray_at(&bounds, i);
        double a = seconds();
        hits += tn_pick(v, &r, hit, 8) > 0;
        double b = seconds();
        tn_pick_points(v, &r, hit, 8);
        double c = seconds();
        tn_pick_glyphs(v, &r, hit, 8);
        double e = seconds();
        pick += (b - a) / RAYS;
        points += (c - b) / RAYS;
        glyphs += (e - c) / RAYS;
    }
    printf("%-30s %6d %9.3f %9.3f %9.3f %9.3f %9.3f %9.3f %9.3f %8d\n", name, objects, 1e3 * first, 1e3 * view,
           1e3 * evaluation, 1e3 * sending, 1e3 * pick, 1e3 * points, 1e3 * glyphs, hits);
    free(bytes);
    tn_view_free(v);
    tn_diagnostics_free(d);
    tn_world_free(w);
}

int main(void)
{
    printf("%-30s %6s %9s %9s %9s %9s %9s %9s %9s %8s\n", "ms", "bodies", "new", "view", "evaluate", "stream", "pick",
           "points", "glyphs", "rays hit");
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        measure(models[i].name, models[i].text);
    return 0;
}
