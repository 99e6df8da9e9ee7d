/* At a random moment a world is written and read, put back to a snapshot, cloned, or its last edit is undone and redone: with
 * every integrator and every kind of model it goes on to the same bits as the world that it was taken from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../effort.h"
#include "tenon/edit.h"
#include "tenon/scene.h"

/* SETTINGS stands for an integrator and its steps; `c` is a constraint or force whose number is edited. */
static const struct model {
    const char *name, *text, *number;
} models[] = {
    {"chain",
     "world: SETTINGS gravity 9.81; end\n"
     "object a: rod 1 0.05; position 0.5 0 0; rotation 0 1 0 (pi/2); end\n"
     "object b: rod 1 0.05; position 1.5 0 0; rotation 0 1 0 (pi/2); spin 0.3 1 0.2; end\n"
     "connect a.end1 (0, 0, 0); constraint c: connect a.end2 b.end1; end probe z = b.end2.z; probe f = force(c).z;\n",
     "tau"},
    {"motor and limits",
     "world: SETTINGS gravity 9.81; end\n"
     "object a: rod 0.4 0.03; position 0 0 0.2; end object b: rod 0.4 0.03; position 0 0 0.6; end\n"
     "constraint c: revolute world a (0, 0, 0) a.end1 (0, 1, 0) (0, 1, 0); motor speed 6 limit 50; end\n"
     "constraint d: revolute a b a.end2 b.end1 (0, 1, 0) (0, 1, 0); min -0.15; max 0.1; end probe q = angle(d);\n",
     "tau"},
    {"gear and angles",
     "world: SETTINGS end object a: sphere 1; spin 0 0 3; end object b: sphere 1; position 3 0 0; end\n"
     "constraint x: revolute world a (0, 0, 0) (0, 0, 1); end\n"
     "constraint y: revolute world b (3, 0, 0) (0, 0, 1); end constraint c: gear x y 2; end probe q = angle(y);\n",
     "tau"},
    {"contact",
     "world: SETTINGS gravity 9.81; end object floor: plane; end\n"
     "for i = 0 to 2: object box[i]: box 0.5 0.5 0.5; density 200; position (0.03*i) 0 (0.26 + 0.52*i); end end\n"
     "object ball: sphere 0.2; density 500; position 0.1 0.1 2; velocity 1 0 -3; end\n"
     "constraint c: distance box[2].center ball.center 0.75; end contact friction 0.5 bounce 0.2; probe n = "
     "contacts;\n",
     "tau"},
    {"flexible block held",
     "world: SETTINGS gravity 9.81; end\n"
     "object cube: block 2 2 2; size 0.2 0.2 0.2; stiffness 20000; viscosity 20; position -5 0 5; end\n"
     "constraint c: connect cube.node(0, 0, 0) (-5.1, -0.1, 4.9); end probe z = cube.center.z;\n",
     "tau"},
    {"flexible block on a table, pulled",
     "world: SETTINGS gravity 9.81; end object table: plane; end\n"
     "object cube: block 3 2 2; size 0.5 0.4 0.4; stiffness 7000; viscosity 70; position 0 0 0.21; end\n"
     "constraint on-table: outside cube table; tau 0.01; end\n"
     "object w: sphere 0.1; density 500; position 0.6 0 0.3; end\n"
     "constraint c: connect w.center cube.node(3, 1, 1); end push w.center (100*sin(9*t), 0, 0);\n",
     "tau"},
    {"clay, which flows",
     "world: SETTINGS gravity 9.81; end object table: plane; end\n"
     "object cube: block 2 2 2; size 0.3 0.3 0.3; density 1500; stiffness 12000; viscosity 30; incompressible;\n"
     "moldable 0.002; position 0 0 0.16; velocity 0 0 -2; end\n"
     "constraint c: outside cube table; tau 0.01; end\n",
     "tau"},
    {"displacement",
     "world: SETTINGS method displacement; gravity 9.81; end\n"
     "for i = 0 to 2: object link[i]: rod 1 0.05; position (i + 0.5) 0 0; rotation 0 1 0 (pi/2); end end\n"
     "connect link[0].end1 (0, 0, 0); connect link[0].end2 link[1].end1;\n"
     "constraint c: connect link[1].end2 link[2].end1; end\n",
     "compliance"},
    {"displacement with contact",
     "world: SETTINGS method displacement; gravity 9.81; end object floor: plane; end\n"
     "object a: box 0.3 0.2 0.5; position 0 0 0.3; end object b: sphere 0.1; position 0.2 0 0.7; end\n"
     "constraint c: distance a.center b.center 0.45; end contact friction 0.5;\n",
     "compliance"},
    {"joints by coordinates",
     "world: SETTINGS gravity 9.81; joints coordinates; end\n"
     "for i = 0 to 2: object link[i]: rod 1 0.05; position (i + 0.5) 0 0; rotation 0 1 0 (pi/2); end end\n"
     "connect link[0].end1 (0, 0, 0); connect link[0].end2 link[1].end1;\n"
     "constraint c: connect link[1].end2 link[2].end1; end\n",
     "tau"},
    {"curves",
     "world: SETTINGS gravity 9.81; end object c1: circle 0 0 1; kernel fixed; end\n"
     "object p: particle 1; position 1 0 0; velocity 0 0.5 0; end constraint c: on-curve p.center c1; end\n"
     "object e: particle 1; position 2 0 0; end spring p.center e.center stiffness 40 rest 1;\n",
     "tau"},
    {"first order",
     "world: SETTINGS order first; end object a: sphere 0.1; position 0 0 1; end\n"
     "object b: sphere 0.1; position 1 0 1; end constraint c: distance a.center b.center 0.8; end\n"
     "object r: circle 0 0 1; drag 0.5; end object p: particle 1; position 1 0 0; end on-curve p.center r;\n"
     "push p.center (0, 2, 0);\n",
     "tau"},
    {"goals",
     "world: SETTINGS order first; end object a: sphere 0.1; position 0 0 1; end object b: sphere 0.1; position 2 0 0; "
     "end\n"
     "constraint c: distance a.center b.center 1; end\n"
     "minimize (a.center.x - 1)^2 + b.center.z^2 + (b.center.x - 3*a.center.z)^2;\n",
     "tau"},
};

static const char *const settings[] = {
    "integrator adams;",
    "integrator gear;",
    "integrator rk4; step 0.001;",
    "integrator euler; step 0.001;",
    "integrator implicit; step 0.01;",
    "integrator verlet; step 0.001;",
    "integrator nystrom; step 0.001;",
    "integrator rk4; step auto;",
    "integrator euler; step auto;",
    "integrator implicit; step auto;",
};
enum { MODELS = sizeof models / sizeof *models, SETTINGS = sizeof settings / sizeof *settings };

static uint64_t random_state;
static double between(double low, double high)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(random_state >> 40) / (double)(1 << 24);
}

static tn_world *read_world(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "model", text, d) == TN_OK) {
        tn_diagnostics_free(d);
        tn_history_keep(w, 10, (size_t)1 << 24);
        return w;
    }
    fail_msg("%s%s", tn_diagnostics_text(d, 0), text);
    return NULL;
}

static tn_world *make(const struct model *m, const char *set)
{
    char text[3000];
    const char *at = strstr(m->text, "SETTINGS");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - m->text), m->text, set, at + strlen("SETTINGS"));
    return read_world(text);
}

/* All that a run may show: the text as it is written, and the probes. */
static char *state_of(tn_world *w)
{
    char *text = tn_write_text(w), probes[400] = "";
    for (int i = 0; i < tn_probe_count(w); i++)
        snprintf(probes + strlen(probes), sizeof probes - strlen(probes), "%s %a\n", tn_probe_name(w, i),
                 tn_probe_value(w, i));
    char *all = malloc(strlen(text) + strlen(probes) + 1);
    snprintf(all, strlen(text) + strlen(probes) + 1, "%s%s", text, probes);
    free(text);
    return all;
}

/* By moments that fall between steps, too. */
static char *state_after(tn_world *w, double from, double to)
{
    for (int k = 1; k <= 3; k++)
        if (tn_advance(w, k == 3 ? to : from + (to - from) * k / 3) != TN_OK)
            fail_msg("t = %g: %s", tn_time(w), tn_failure(w));
    return state_of(w);
}

struct trial {
    const struct model *model;
    const char *settings;
    double moment, end;
};

static void same(const struct trial *q, const char *how, char *a, char *b)
{
    if (strcmp(a, b) != 0)
        fail_msg("%s, %s, from t = %.17g s: other bits after it was %s\n%s\n%s", q->model->name, q->settings, q->moment,
                 how, a, b);
    free(a);
    free(b);
}

static void written(const struct trial *q, tn_world *w)
{
    char *text = tn_write_text(w);
    tn_world *copy = read_world(text);
    free(text);
    same(q, "written", state_after(w, q->moment, q->end), state_after(copy, q->moment, q->end));
    tn_world_free(copy);
}

static void restored(const struct trial *q, tn_world *w)
{
    tn_snapshot *s = tn_snapshot_take(w);
    char *first = state_after(w, q->moment, q->end);
    assert_int_equal(tn_snapshot_restore(w, s), TN_OK);
    same(q, "restored", first, state_after(w, q->moment, q->end));
    tn_snapshot_free(w, s);
}

static void cloned(const struct trial *q, tn_world *w)
{
    tn_world *copy = tn_world_clone(w);
    same(q, "cloned", state_after(w, q->moment, q->end), state_after(copy, q->moment, q->end));
    tn_world_free(copy);
}

static void edit(const struct trial *q, tn_world *w)
{
    const double value = strcmp(q->model->number, "tau") == 0 ? 0.07 : 1e-4;
    char *message = NULL;
    if (tn_constraint_set(w, tn_constraint_find(w, "c"), q->model->number, &value, 1, &message) != TN_OK)
        fail_msg("%s, %s: %s", q->model->name, q->settings, message);
}

/* Taking a snapshot restarts the world as well. */
static void undone(const struct trial *q, tn_world *w)
{
    tn_world *copy = tn_world_clone(w);
    const double middle = (q->moment + q->end) / 2;
    edit(q, w);
    edit(q, copy);
    same(q, "edited", state_after(w, q->moment, middle), state_after(copy, q->moment, middle));
    assert_int_equal(tn_undo(w), TN_OK);
    assert_int_equal(tn_redo(w), TN_OK);
    tn_snapshot_free(copy, tn_snapshot_take(copy));
    same(q, "undone and redone", state_after(w, middle, q->end), state_after(copy, middle, q->end));
    tn_world_free(copy);
}

/* The displacement method has no automatic steps, first-order worlds no implicit ones. */
static bool takes(const struct trial *q, tn_status status, const tn_world *w)
{
    if (status == TN_OK)
        return true;
    if (strstr(tn_failure(w), "has no automatic steps") == NULL &&
        strstr(tn_failure(w), "needs 'order second;'") == NULL)
        fail_msg("%s, %s: %s", q->model->name, q->settings, tn_failure(w));
    return false;
}

static void every_way(void **state)
{
    static void (*const ways[])(const struct trial *, tn_world *) = {written, restored, cloned, undone};
    (void)state;
    const int seeds = getenv("TENON_LONG") != NULL ? 30 : effort(2, 1);
    for (int n = 0; n < seeds * MODELS * SETTINGS; n++)
        for (int k = 0; k < 4; k++) {
            const int m = n % MODELS, i = n / MODELS % SETTINGS;
            tn_world *w = make(&models[m], settings[i]);
            struct trial q = {&models[m], settings[i], between(0.01, 0.12), 0};
            q.end = q.moment + between(0.02, 0.1);
            if (takes(&q, tn_advance(w, q.moment), w))
                ways[k](&q, w);
            tn_world_free(w);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
