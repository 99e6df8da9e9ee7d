/* test_used_slots.c: where a thing lies in memory means nothing. Every example is read into a world in whose place other things were
 * added and removed in any order before: it is written the same, and moves to the same bits as in a new world. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../effort.h"
#include "tenon/picture.h"
#include "tenon/tenon.h"

enum { OBJECTS = 40, CONSTRAINTS = 40, FORCES = 20 };

static uint64_t seed;
static unsigned pick(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

/* ---- a world that was used ---- */

static void shuffle(int *order, int n)
{
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        const int k = (int)pick((unsigned)i + 1), was = order[i];
        order[i] = order[k];
        order[k] = was;
    }
}

static tn_object some_object(tn_world *w)
{
    tn_object_def d = tn_object_default();
    d.shape = "sphere";
    d.size[0] = 1;
    return tn_object_add(w, &d, NULL);
}

static tn_constraint some_constraint(tn_world *w, tn_object o)
{
    tn_constraint_def d = tn_constraint_default();
    d.kind = "distance";
    d.args[0] = tn_arg_point(o, (tn_vec3){0, 0, 0});
    d.args[1] = tn_arg_vector((tn_vec3){0, 0, 5});
    d.args[2] = tn_arg_number(1);
    d.count = 3;
    return tn_constraint_add(w, &d, NULL);
}

static tn_force some_force(tn_world *w, tn_object o)
{
    tn_force_def d = tn_force_default();
    d.kind = "spring";
    d.args[0] = tn_arg_point(o, (tn_vec3){0, 0, 0});
    d.args[1] = tn_arg_vector((tn_vec3){0, 0, 5});
    d.count = 2;
    d.stiffness = 3;
    return tn_force_add(w, &d, NULL);
}

static tn_world *used_world(void)
{
    tn_world *w = tn_world_new();
    tn_object o[OBJECTS];
    tn_constraint c[CONSTRAINTS];
    tn_force f[FORCES];
    int order[OBJECTS];
    for (int i = 0; i < OBJECTS; i++)
        o[i] = some_object(w);
    for (int i = 0; i < CONSTRAINTS; i++)
        c[i] = some_constraint(w, o[pick(OBJECTS)]);
    for (int i = 0; i < FORCES; i++)
        f[i] = some_force(w, o[pick(OBJECTS)]);
    shuffle(order, CONSTRAINTS);
    for (int i = 0; i < CONSTRAINTS; i++)
        assert_int_equal(tn_constraint_remove(w, c[order[i]]), TN_OK);
    shuffle(order, FORCES);
    for (int i = 0; i < FORCES; i++)
        assert_int_equal(tn_force_remove(w, f[order[i]]), TN_OK);
    shuffle(order, OBJECTS);
    for (int i = 0; i < OBJECTS; i++)
        assert_int_equal(tn_object_remove(w, o[order[i]]), TN_OK);
    return w;
}

/* ---- the same in both ---- */

static void read_scene(tn_world *w, const char *path, const tn_settings *other)
{
    tn_diagnostics *d = tn_diagnostics_new();
    tn_scene_read_images(w, tn_read_png);
    if (tn_read_file(w, path, d) != TN_OK)
        fail_msg("%s", tn_diagnostics_text(d, 0));
    tn_diagnostics_free(d);
    tn_settings s = tn_world_settings(w);
    if (other != NULL) {
        s.integrator = other->integrator;
        s.step = other->step;
        s.step_given = true;
        assert_int_equal(tn_world_configure(w, &s), TN_OK);
    }
}

static void same_now(tn_world *a, tn_world *b, const char *path)
{
    tn_measures m, n;
    char *one = tn_write_text(a), *two = tn_write_text(b);
    if (strcmp(one, two) != 0) {
        size_t i = 0;
        while (one[i] == two[i])
            i++;
        fail_msg("%s, t = %g: %.120s | %.120s", path, tn_time(a), one + i, two + i);
    }
    for (int i = 0; i < tn_probe_count(a); i++) {
        const double x = tn_probe_value(a, i), y = tn_probe_value(b, i);
        if (memcmp(&x, &y, sizeof x) != 0)
            fail_msg("%s, t = %g: %s is %a and %a", path, tn_time(a), tn_probe_name(a, i), x, y);
    }
    assert_int_equal(tn_measure(a, &m), tn_measure(b, &n));
    if (m.kinetic != n.kinetic || m.potential != n.potential || m.deviation != n.deviation)
        fail_msg("%s, t = %g: other energies or deviations", path, tn_time(a));
    free(one);
    free(two);
}

static int scenes;

static void one_scene(const char *path)
{
    static const tn_settings ways[] = {{.integrator = TN_RK4, .step = 0.001}, {.integrator = TN_GEAR, .step = 0.01}};
    seed = 20261120 + (uint64_t)scenes;
    for (int way = 0; way < effort(3, 1); way++) {
        tn_world *a = tn_world_new(), *b = used_world();
        const double frame = 1 / tn_world_settings(a).frames;
        read_scene(a, path, way > 0 ? &ways[way - 1] : NULL);
        read_scene(b, path, way > 0 ? &ways[way - 1] : NULL);
        int objects = tn_object_count(a), nodes = 0;
        for (int i = 0; i < objects; i++) {
            const double *q, *v;
            nodes += tn_object_nodes(a, tn_object_at(a, i), &q, &v);
        }
        const int frames = objects + nodes > 60 ? 1 : effort(3, 2);
        if (objects + nodes > 200 && way > 0 && getenv("TENON_LONG") == NULL)
            way = effort(3, 1);
        for (int f = 0; f <= frames; f++) {
            const tn_status status = f > 0 ? tn_advance(a, f * frame) : TN_OK;
            assert_int_equal(f > 0 ? tn_advance(b, f * frame) : TN_OK, status);
            if (status != TN_OK)
                break;
            same_now(a, b, path);
        }
        tn_world_free(a);
        tn_world_free(b);
    }
    scenes++;
}

static void each_scene_of(const char *folder)
{
    char path[3000];
    DIR *d = opendir(folder);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        const size_t n = strlen(e->d_name);
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (n > 3 && strcmp(e->d_name + n - 3, ".tn") == 0)
            one_scene(path);
    }
    if (d != NULL)
        closedir(d);
}

static void every_example(void **state)
{
    (void)state;
    char top[1000], folder[2000];
    snprintf(top, sizeof top, "%s/examples", getenv("SOURCE") != NULL ? getenv("SOURCE") : ".");
    DIR *d = opendir(top);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        snprintf(folder, sizeof folder, "%s/%s", top, e->d_name);
        if (e->d_name[0] != '.' && strchr(e->d_name, '.') == NULL)
            each_scene_of(folder);
    }
    closedir(d);
    assert_true(scenes > 40);
}

/* What pairs remember of their contacts stays with them when the bodies are numbered anew. */
static void piles_keep_their_impulses(void **state)
{
    (void)state;
    static const char pile[] =
        "world: gravity 9.81; step 0.01; end object floor: plane; end\n"
        "for i = 0 to 5: object box[i]: box 0.4 0.4 0.4; position (0.02*i) 0 (0.2 + 0.4*i); end end\n"
        "object far: sphere 0.1; position 9 0 0.1; end object gone: sphere 0.1; position 8 0 0.1; end\n"
        "contact friction 0.5 fast;\n";
    tn_world *a = tn_world_new();
    assert_int_equal(tn_read_text(a, "pile", pile, NULL), TN_OK);
    assert_int_equal(tn_advance(a, 0.5), TN_OK);
    assert_int_equal(tn_object_remove(a, tn_object_find(a, "gone")), TN_OK);
    assert_int_equal(tn_object_remove(a, tn_object_find(a, "floor")), TN_OK);
    assert_int_equal(
        tn_read_text(a, "more", "object late: sphere 0.1; position 8 0 0.1; end object ground: plane; end", NULL),
        TN_OK);
    tn_pose before, after; /* the plane is new, the boxes are not: their pairs still carry the pile */
    assert_int_equal(tn_object_pose(a, tn_object_find(a, "box[5]"), &before), TN_OK);
    assert_int_equal(tn_advance(a, 0.6), TN_OK);
    assert_int_equal(tn_object_pose(a, tn_object_find(a, "box[5]"), &after), TN_OK);
    if (!(before.position.z - after.position.z < 2e-4))
        fail_msg("the pile sinks by %g m", before.position.z - after.position.z);
    tn_touch touch;
    int touches = 0;
    const tn_object late = tn_object_find(a, "late");
    for (int i = 0; tn_touch_get(a, i, &touch); i++) {
        assert_true(tn_object_valid(a, touch.a) && tn_object_valid(a, touch.b));
        touches += touch.a.slot == late.slot || touch.b.slot == late.slot;
    }
    assert_int_equal(touches, 1);
    tn_world_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_example), cmocka_unit_test(piles_keep_their_impulses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
