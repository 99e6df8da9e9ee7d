/* measure_latency.c: how long somebody at a screen waits: a frame of a sixtieth of a second, the next frame after something
 * was added, removed or grabbed, a drag while time stands still, a view, and what lies under the mouse, in models of 1,000
 * bodies.
 *
 * Medians, and the 99th percentile as a row of its own; the aim is a frame, 16 ms, and 1 ms for views and picks. Processor
 * time: the machine may be busy.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "files.h"
#include "pile.h"

enum { MOST_SAMPLES = 200 };
static const double frame = 1.0 / 60;

static const struct latency_model {
    const char *name, *text, *held;
    tn_vec3 point;
} models[] = {
    {"chain 1000",
     "world: gravity 9.81; tolerance 1e-5; end\n"
     "for i = 0 to 999: object r[i]: rod 0.1 0.01; position (0.1*i + 0.05) 0 0; rotation 0 1 0 (pi/2); end end\n"
     "connect r[0].end1 (0, 0, 0); for i = 1 to 999: connect r[i - 1].end2 r[i].end1; end\n",
     "r[500]",
     {0, 0, 0}},
    {"pile 1015",
     "world: gravity 9.81; step (1/60); end object floor: plane; end contact friction 0.6;\n",
     "b507",
     {0, 0, 0}},
    {"figures 100 x 10",
     "world: method displacement; gravity 9.81; end for c = 0 to 99:\n"
     "for i = 0 to 9: object r[c][i]: rod 0.1 0.01; position (0.1*i + 0.05) (0.3*c) 0; rotation 0 1 0 (pi/2); end end\n"
     "connect r[c][0].end1 (0, 0.3*c, 0); for i = 1 to 9: connect r[c][i - 1].end2 r[c][i].end1; end end\n",
     "r[50][9]",
     {0, 0, 0.05}},
    {"block 1000 nodes",
     "world: gravity 9.81; integrator implicit; step (1/60); end\n"
     "object j: block 9 9 9; size 1 1 1; stiffness 20000; viscosity 100; end\n"
     "connect j.node(0, 0, 9) (-0.5, -0.5, 0.5); connect j.node(9, 9, 9) (0.5, 0.5, 0.5);\n",
     "j",
     {0, 0, -0.5}},
};

static void fill_pile(tn_world *w)
{
    for (int i = 0; i < PILE_BOXES; i++) {
        char name[20];
        double x[3];
        tn_object_def d = tn_object_default();
        snprintf(name, sizeof name, "b%d", i);
        pile_place(i, x);
        d.name = name;
        d.shape = "box";
        d.size[0] = d.size[1] = d.size[2] = 1;
        d.position = (tn_vec3){x[0], x[1], x[2]};
        tn_object_add(w, &d, NULL);
    }
}

/* ---- what is done ---- */

struct waiting {
    tn_world *w;
    tn_object held, added[MOST_SAMPLES];
    tn_vec3 point, at;
    tn_handle handle;
    tn_view *view;
    double t;
};

static bool advance(struct waiting *x)
{
    x->t += frame;
    return tn_advance(x->w, x->t) == TN_OK;
}

static bool only_a_frame(struct waiting *x, int i)
{
    (void)i;
    return advance(x);
}

static bool add(struct waiting *x, int i)
{
    tn_object_def d = tn_object_default();
    d.shape = "sphere";
    d.size[0] = 0.1;
    d.position = (tn_vec3){300 + i, 20, 50};
    x->added[i] = tn_object_add(x->w, &d, NULL);
    return x->added[i].generation != 0 && advance(x);
}

static bool take_away(struct waiting *x, int i) { return tn_object_remove(x->w, x->added[i]) == TN_OK && advance(x); }

static bool hold(struct waiting *x, int i)
{
    (void)i;
    if (x->handle.generation != 0)
        tn_release(x->w, x->handle);
    x->handle = tn_grab(x->w, x->held, x->point, TN_GRAB_SPRING, NULL);
    return x->handle.generation != 0 && advance(x);
}

/* A circle, as fast as a hand: 2 cm per call. */
static bool drag(struct waiting *x, int i)
{
    tn_handle_state s;
    if (i == 0 && tn_handle_get(x->w, x->handle, &s) == TN_OK)
        x->at = s.point;
    x->at.x += i / 10 % 2 == 0 ? 0.02 : -0.02;
    x->at.z += i / 5 % 2 == 0 ? 0.01 : -0.01;
    return tn_drag_paused(x->w, x->handle, x->at, NULL) == TN_OK;
}

static bool look(struct waiting *x, int i)
{
    (void)i;
    tn_view *next = tn_view_take(x->w, x->view);
    tn_view_free(x->view);
    x->view = next;
    return next != NULL;
}

/* Rays from above, past and onto what is there. */
static bool point_at(struct waiting *x, int i)
{
    tn_ray r = tn_ray_default();
    tn_hit hit;
    r.from = (tn_vec3){0.5 * (i % 20), 0.3 * (i / 20), 100};
    r.along = (tn_vec3){0, 0, -1};
    r.pixel_angle = 1e-3;
    return tn_pick(x->view, &r, &hit, 1) >= 0 && tn_pick_points(x->view, &r, &hit, 1) >= 0;
}

static const struct {
    const char *name;
    bool (*go)(struct waiting *x, int i);
    double aim; /* ms */
} deeds[] = {{"frame", only_a_frame, 16}, {"after add", add, 16},    {"after remove", take_away, 16},
             {"after grab", hold, 16},    {"paused drag", drag, 16}, {"view", look, 1},
             {"pick", point_at, 1}};

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void rows_of(struct bench *b, const char *model, const char *deed, double aim, double *times, int count)
{
    qsort(times, (size_t)count, sizeof *times, compare);
    for (int k = 0; k < 2; k++) {
        struct bench_row row = bench_row("latency");
        snprintf(row.model, sizeof row.model, "%s", model);
        snprintf(row.by, sizeof row.by, "%s, %s", deed, k == 0 ? "median" : "99th percentile");
        snprintf(row.who, sizeof row.who, "%.*s", (int)sizeof row.who - 1, row.by);
        row.value = 1e3 * times[k == 0 ? count / 2 : (99 * count) / 100 < count ? (99 * count) / 100 : count - 1];
        row.least = 1e3 * times[0];
        row.most = 1e3 * times[count - 1];
        row.runs = count;
        row.unit = "ms";
        row.aim = aim;
        bench_add(&b->table, &row);
    }
}

static bool measure(struct bench *b, const struct latency_model *m, int count)
{
    struct waiting x = {.w = tn_world_new(), .point = m->point};
    double times[MOST_SAMPLES];
    bool ok = tn_read_text(x.w, m->name, m->text, NULL) == TN_OK;
    if (strncmp(m->name, "pile", 4) == 0)
        fill_pile(x.w);
    tn_world_interactive(x.w, true); /* as in the studio and the shell */
    x.held = tn_object_find(x.w, m->held);
    for (int i = 0; i < 3 && ok; i++)
        ok = advance(&x);
    for (size_t d = 0; d < sizeof deeds / sizeof *deeds && ok; d++) {
        for (int i = 0; i < count && ok && !files_interrupted(); i++) {
            double start = bench_clock();
            ok = deeds[d].go(&x, i);
            times[i] = bench_clock() - start;
        }
        if (ok && !files_interrupted())
            rows_of(b, m->name, deeds[d].name, deeds[d].aim, times, count);
    }
    if (!ok)
        fprintf(stderr, "tenon bench: %s could not go on: %s\n", m->name, tn_failure(x.w));
    tn_view_free(x.view);
    tn_world_free(x.w);
    return ok && !files_interrupted();
}

bool bench_latency(struct bench *b)
{
    bool ok = true;
    int count = bench_repeats(b, 100, 20);
    count = count < MOST_SAMPLES ? count : MOST_SAMPLES;
    for (size_t i = 0; i < sizeof models / sizeof *models && ok; i++)
        ok = measure(b, &models[i], count);
    return ok;
}
