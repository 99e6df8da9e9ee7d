/* test_write.c: written worlds read back to the same text and the same motion, to the bit: unchanged, assembled, in the
 * middle of a run, made by a program; and every example. */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tenon/picture.h"
#include "tenon/tenon.h"

static tn_world *read_or_fail(const char *name, const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_scene_read_images(w, tn_read_png);
    tn_status s = text != NULL ? tn_read_text(w, name, text, d) : tn_read_file(w, name, d);
    if (s != TN_OK) {
        char *first = tn_diagnostics_text(d, 0);
        fail_msg("%s%s", first, text != NULL ? text : "");
    }
    tn_diagnostics_free(d);
    return w;
}

static bool same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

/* The same objects at the same positions, the same probes, to the bit. */
static void compare(tn_world *a, tn_world *b, const char *text)
{
    assert_int_equal(tn_object_count(a), tn_object_count(b));
    assert_int_equal(tn_constraint_count(a), tn_constraint_count(b));
    assert_int_equal(tn_probe_count(a), tn_probe_count(b));
    for (int i = 0; i < tn_object_count(a); i++) {
        tn_pose p, q;
        tn_object_pose(a, tn_object_at(a, i), &p);
        tn_object_pose(b, tn_object_at(b, i), &q);
        bool same = memcmp(&p.position, &q.position, sizeof p.position) == 0 &&
                    memcmp(&p.orientation, &q.orientation, sizeof p.orientation) == 0 &&
                    memcmp(&p.velocity, &q.velocity, sizeof p.velocity) == 0 &&
                    memcmp(&p.spin, &q.spin, sizeof p.spin) == 0 && same_bits(p.mass, q.mass);
        if (!same)
            fail_msg("%s differs by %g, t = %g:\n%s", tn_object_name(a, tn_object_at(a, i)),
                     fabs(p.position.x - q.position.x) + fabs(p.orientation.w - q.orientation.w), tn_time(a), text);
    }
    for (int i = 0; i < tn_probe_count(a); i++) {
        assert_string_equal(tn_probe_name(a, i), tn_probe_name(b, i));
        if (!same_bits(tn_probe_value(a, i), tn_probe_value(b, i)))
            fail_msg("probe %s: %.17g and %.17g:\n%s", tn_probe_name(a, i), tn_probe_value(a, i), tn_probe_value(b, i),
                     text);
    }
}

/* Flexible blocks with every kind of state, and constraints by every method, at the start and during a run. */
static char *round_trip(tn_world *w, const char *name, double further, int frames);
static void flexible_worlds(void **state)
{
    (void)state;
    static const char text[] =
        "world: gravity 9.81; integrator euler; step auto; tau 0.05; end\n"
        "object b: block 2 3 2; size 0.2 0.3 0.2; stiffness 4000; viscosity 8; incompressible; moldable 0.001;"
        " position 0 0 0.3; rotation 0 0 1 0.3; spin 1 2 0; end\n"
        "object c: block 1 1 1; size 0.1 0.1 0.1; stiffness 9000; incompressible 2e6; mass 3; position 1 0 0.5; end\n"
        "object table: plane; end object p: particle 1; position 0 1 0.4; end\n"
        "constraint floor: outside b table; tau 0.01; end outside c table; outside p table;\n"
        "constraint m: connect c.node(0,0,1) (1,0,0.6); by multiplier; damping 3; bound 100; end\n"
        "constraint n: keep p.center.z >= 0.2; by multiplier; end\n"
        "constraint o: distance p.center b.at(0.01,0.1,0) 0.9; by penalty; stiffness 50; damping 1; end\n"
        "constraint q: follow b.node(0,0,2) (0.1*t, 0, 0.4 + 0.1*sin(9*t)); by reaction; end\n"
        "probe v = volume(b); probe f = force(m).z; probe g = force(floor).z;\n";
    tn_world *w = read_or_fail("flexible", text);
    free(round_trip(w, "flexible", 0, 1));
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(tn_advance(w, 0.07 * i), TN_OK);
        free(round_trip(w, "flexible", 0.02, 2));
    }
    tn_world_free(w);
}

/* Writes w, reads it back, writes again; then both run. Returns the written text, which the caller frees. */
static char *round_trip(tn_world *w, const char *name, double further, int frames)
{
    char *first = tn_write_text(w);
    tn_world *copy = read_or_fail(name, first);
    char *second = tn_write_text(copy);
    assert_string_equal(first, second);
    double start = tn_time(w);
    assert_true(same_bits(start, tn_time(copy)));
    for (int k = 0; k <= frames; k++) {
        double t = start + further * k / frames;
        tn_status s = tn_advance(w, t);
        assert_int_equal(s, tn_advance(copy, t));
        if (s != TN_OK)
            fail_msg("%s\n%s", tn_failure(w), first);
        compare(w, copy, first);
    }
    free(second);
    tn_world_free(copy);
    return first;
}

static const char *const scenes[] = {
    "world: up y; gravity 9.81; integrator gear; tolerance 1e-8; solver svd; tau 0.3; until 3; frames 12; end\n"
    "object a: rod 1 0.05; rotation 0 1 1 0.7; velocity 0.1 0.2 0.3; spin 1 2 3; color 0.1 0.2 0.3; end",
    "let L = 1.5; let f(x) = x^2 + L; let v = (1, L, f(2)); world: gravity 9.81; integrator rk4; end\n"
    "for i = 1 to 4: let d = i/3; object l[i]: rod (L/3) 0.02; position d 0 (f(d)); rotation 0 1 0 (0.1*i); end end\n"
    "for i = 2 to 4: constraint j[i]: connect l[i-1].end2 l[i].end1; tau (i*0.1); end end\n"
    "for i = 1 to 4: let k = i*10; probe p[i] = k*l[i].center.x + v.z; spring l[i].center (0, 0, i) stiffness "
    "(k*(1+t)); end\n"
    "connect l[1].end1 (-1, 0, 1);",
    "world: integrator rk4; step 0.004; tau 0.1; gravity 5; end object a: box 1 2 3; offset 0.1 0.2 0.3; turned 1 2 3 "
    "0.4;\n"
    "position 1 0 0; end object b: compound: sphere 0.5; rod 2 0.1; offset 0.3 0 0; turned 0 1 0 0.5; density 300; "
    "end\n"
    "offset 0 0 0.2; position 0 3 0; spin 1 0 2; end point hook of a 0.5 0 0.1; nail n 0 0 3; connect a.hook n;\n"
    "constraint h: revolute a b 0 1 0 1 0.2 0; end constraint s: slider b c b.center (1, 0, 1); end\n"
    "object c: torus 1 0.2; position 2 4 1; end probe q = angle(h) + travel(s) + rate(h); probe f = norm(force(h));",
    "world: integrator rk4; step 0.004; end object a: box 1 1 1; end object b: capsule 0.2 1; position 2 0 0; rotation "
    "1 2 0 1; end\n"
    "object c: link 1 0.4 0.05; position 0 3 0; spin 0.3 0.2 0.1; end object d: cylinder 0.3 0.2; position 4 0 0; end\n"
    "object g: plane; position 0 0 -5; rotation 1 0 0 0.1; end object s: sphere 0.3; position 0 0 -4; end touch s g;\n"
    "orient a.x b.z; on-line c.end1 b.center b.x; on-plane d.center a.center a.y; weld c v; universal w d w.center "
    "(1,0,0) (0,1,0);\n"
    "distance a.center s.center 3.5; object v: box 1 1 1; position 0 5 0; end object w: box 1 2 1; position 5 1 0; "
    "rotation 1 1 1 0.2; end push a.center (1, 2, 3*sin(t)); turn c (0, 0.1, 0); drag on d linear 3;",
    "world: integrator rk4; step 0.004; gravity 9.81; end path loop(t) = (cos(t), sin(t), 1); variable x 3; variable y "
    "1;\n"
    "path walk: key 0 0 0 0; key 1 1 0 0; key 2 1 1 0; end surface bowl(x, y, z) = x^2 + y^2 - z; keep x + y = 1;\n"
    "object m: particle 2; position 1 1 1.9; end on-surface m.center bowl; object k: box 1 1 1; kernel path walk; end\n"
    "object r: sphere 0.2; kernel fixed; position 5 5 5; rotation 0 0 1 1; end follow p.center loop; speed vel(z).x = "
    "0.5;\n"
    "object p: particle 1; position 1 0 1; end object q: particle 1; position 9 0 0; end connect q.center walk(t + "
    "1);\n"
    "object o: particle 1; position 7 0 0; end let z = o.center; constraint old: object2 u; hinge 0 9 0 0 0 0.1; "
    "during 0 5; end\n"
    "object u: body; mass 2; inertia 1 1.1 1.2 0.1 0 0.05; position 0 9.1 0; end force kick: push p.center (0, 1, 0); "
    "during 0.1 0.2; end\n"
    "connect ((m.center + o.center)/2) (4, 0.5, 1); probe e = energy; probe d = deviation(old); camera from 1 2 3 to 4 "
    "5 6; show forces;",
    "world: integrator euler; end object a: sphere 1; position 0 0 0; end object b: sphere 1; position 3 0 0; end\n"
    "constraint i: revolute a world a.center (0, 0, 1); end constraint j: revolute b world b.center (0, 0, 1); end\n"
    "constraint g: gear i j -2; end turn a (0, 0, 30000); probe i = angle(i); probe j = angle(j);\n"
    "constraint off: connect a.center (1, 1, 1); off; end force no: gravity 3; off; end constraint: orient a world "
    "frame; off; end",
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static void untouched_worlds(void **state)
{
    (void)state;
    for (int i = 0; i < SCENES; i++) {
        tn_world *w = read_or_fail("m.tn", scenes[i]);
        free(round_trip(w, "m.tn", 0.4, 4));
        tn_world_free(w);
    }
}

static void assembled_worlds(void **state)
{
    (void)state;
    for (int i = 0; i < SCENES; i++) {
        tn_world *w = read_or_fail("m.tn", scenes[i]);
        tn_assemble(w, NULL);
        free(round_trip(w, "m.tn", 0.4, 4));
        tn_world_free(w);
    }
}

/* Fixed steps have no history: a run continues from a text written in its middle. */
static void worlds_in_the_middle_of_a_run(void **state)
{
    (void)state;
    for (int i = 0; i < SCENES; i++) {
        tn_world *w = read_or_fail("m.tn", scenes[i]);
        if (tn_world_settings(w).integrator != TN_RK4 && tn_world_settings(w).integrator != TN_EULER) {
            tn_world_free(w);
            continue;
        }
        if (tn_advance(w, 0.5) != TN_OK)
            fail_msg("%s\n%s", tn_failure(w), scenes[i]);
        free(round_trip(w, "m.tn", 0.25, 4));
        tn_world_free(w);
    }
}

/* Counts of turns are written: a gear that has made a turn does not jump back. */
static void turns_are_kept(void **state)
{
    (void)state;
    tn_world *w =
        read_or_fail("m.tn", "world: integrator rk4; step 0.01; end object a: sphere 1; spin 0 0 -9; end\n"
                             "constraint i: revolute a world a.center (0, 0, 1); end probe angle = angle(i);");
    assert_int_equal(tn_advance(w, 2), TN_OK);
    assert_true(fabs(tn_probe_value(w, 0) - 18) < 1e-6);
    char *text = round_trip(w, "m.tn", 1, 2);
    assert_true(fabs(tn_probe_value(w, 0) - 27) < 1e-6);
    assert_non_null(strstr(text, "time 2;"));
    assert_non_null(strstr(text, "carried"));
    free(text);
    tn_world_free(w);
}

/* ---- worlds made by programs ---- */

static tn_object add(tn_world *w, const char *name, const char *shape, double size, double x)
{
    tn_object_def d = tn_object_default();
    d.name = name;
    d.shape = shape;
    d.size[0] = d.size[1] = d.size[2] = size;
    d.mass = strcmp(shape, "particle") == 0 || strcmp(shape, "body") == 0 ? 2 : 0;
    d.inertia[0] = d.inertia[1] = d.inertia[2] = strcmp(shape, "body") == 0 ? 1 : 0;
    d.position = (tn_vec3){x, 0.1, 0.2};
    char *message = NULL;
    tn_object o = tn_object_add(w, &d, &message);
    if (!tn_object_valid(w, o))
        fail_msg("%s", message);
    free(message);
    return o;
}

static tn_constraint join(tn_world *w, const char *name, const char *kind, int count, const tn_arg *args)
{
    tn_constraint_def d = {.size = sizeof(tn_constraint_def), .name = name, .kind = kind, .count = count};
    char *message = NULL;
    memcpy(d.args, args, sizeof *args * (size_t)count);
    tn_constraint c = tn_constraint_add(w, &d, &message);
    if (!tn_constraint_valid(w, c))
        fail_msg("%s: %s", kind, message);
    free(message);
    return c;
}

static void force(tn_world *w, const char *kind, int count, const tn_arg *args, double number)
{
    tn_force_def d = {.size = sizeof(tn_force_def), .kind = kind, .count = count};
    char *message = NULL;
    if (strcmp(kind, "spring") == 0 || strcmp(kind, "torsion") == 0) {
        d.stiffness = number;
        d.rest = 1;
        d.damping = 0.1;
    } else if (strcmp(kind, "drag") == 0) {
        d.linear = number;
        d.angular = 1;
    }
    for (int i = 0; i < count; i++)
        d.args[i] = args[i];
    assert_true(tn_force_add(w, &d, &message).generation != 0);
}

static void worlds_made_by_programs(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_settings s = tn_world_settings(w);
    s.integrator = TN_RK4;
    tn_world_configure(w, &s);
    tn_vec3 zero = {0, 0, 0}, z = {0, 0, 1}, x = {1, 0, 0}, y = {0, 1, 0}, up = {0, 0, 0.3};
    tn_object a = add(w, "a", "sphere", 0.5, 0), b = add(w, NULL, "box", 0.4, 2), c = add(w, NULL, "body", 1, 4);
    tn_object p = add(w, "p", "particle", 0, 6), g = add(w, "ground", "plane", 0, 0),
              d = add(w, "d", "sphere", 0.2, -3);
    tn_object e = add(w, "e", "sphere", 0.2, -5), f = add(w, "f", "sphere", 0.2, -7), h = add(w, "h", "rod", 0.1, -9);
    (void)g;
    join(w, "one", "connect", 2, (tn_arg[]){tn_arg_point(a, up), tn_arg_vector(z)});
    join(w, NULL, "distance", 3, (tn_arg[]){tn_arg_point(a, zero), tn_arg_point(b, up), tn_arg_number(1.7)});
    join(w, NULL, "orient", 2, (tn_arg[]){tn_arg_direction(b, x), tn_arg_direction(c, y)});
    join(w, NULL, "on-plane", 3, (tn_arg[]){tn_arg_point(p, zero), tn_arg_point(c, up), tn_arg_direction(c, x)});
    join(w, NULL, "on-line", 3, (tn_arg[]){tn_arg_point(d, zero), tn_arg_vector(zero), tn_arg_vector(x)});
    join(w, NULL, "touch", 2, (tn_arg[]){tn_arg_object(d), tn_arg_object(e)});
    tn_constraint j = join(w, NULL, "revolute", 4,
                           (tn_arg[]){tn_arg_object(f), tn_arg_world(), tn_arg_point(f, zero), tn_arg_vector(z)});
    tn_constraint k = join(w, NULL, "slider", 4,
                           (tn_arg[]){tn_arg_object(h), tn_arg_world(), tn_arg_point(h, zero), tn_arg_vector(x)});
    join(w, NULL, "gear", 3, (tn_arg[]){tn_arg_constraint(j), tn_arg_constraint(k), tn_arg_number(2)});
    join(w, NULL, "weld", 2, (tn_arg[]){tn_arg_object(b), tn_arg_object(c)});
    force(w, "gravity", 1, (tn_arg[]){tn_arg_vector((tn_vec3){0, 0, -9.81})}, 0);
    force(w, "spring", 2, (tn_arg[]){tn_arg_point(a, zero), tn_arg_point(p, zero)}, 30);
    force(w, "torsion", 2, (tn_arg[]){tn_arg_direction(a, x), tn_arg_vector(y)}, 3);
    force(w, "drag", 1, (tn_arg[]){tn_arg_object(b)}, 0.3);
    force(w, "drag", 0, NULL, 0.1);
    force(w, "push", 2, (tn_arg[]){tn_arg_point(a, up), tn_arg_vector(x)}, 0);
    force(w, "turn", 2, (tn_arg[]){tn_arg_object(f), tn_arg_vector(z)}, 0);
    assert_int_equal(tn_probe_add(w, "norm(a.center - p.center) ", NULL), TN_OK);
    char *first = tn_write_text(w);
    tn_world *copy = read_or_fail("m.tn", first);
    assert_int_equal(tn_advance(w, 0.3), TN_OK);
    assert_int_equal(tn_advance(copy, 0.3), TN_OK);
    compare(w, copy, first);
    free(first);
    free(round_trip(copy, "m.tn", 0.1, 1));
    tn_world_free(copy);
    tn_world_free(w);
}

/* ---- the gallery ---- */

static int try_folder(const char *folder)
{
    int count = 0;
    DIR *d = opendir(folder);
    if (d == NULL)
        return 0;
    for (struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
        size_t n = strlen(e->d_name);
        char path[2000];
        if (n < 4 || strcmp(e->d_name + n - 3, ".tn") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        tn_world *w = read_or_fail(path, NULL);
        free(round_trip(w, path, 0.05, 1));
        tn_world_free(w);
        count++;
    }
    closedir(d);
    return count;
}

static void every_example(void **state)
{
    (void)state;
    const char *source = getenv("SOURCE");
    char path[800], folder[1100];
    snprintf(path, sizeof path, "%s/examples", source != NULL ? source : ".");
    DIR *d = opendir(path);
    if (d == NULL)
        fail_msg("no examples in %s", path);
    int count = 0;
    for (struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
        if (e->d_name[0] == '.')
            continue;
        snprintf(folder, sizeof folder, "%s/%s", path, e->d_name);
        count += try_folder(folder);
    }
    closedir(d);
    assert_true(count > 0);
    print_message("%d examples\n", count);
}

/* Of several gravities in world blocks the latest counts, in one text as in several. */
static void the_latest_gravity_counts(void **state)
{
    (void)state;
    char text[600];
    for (int blocks = 1; blocks <= 4; blocks++)
        for (int apart = 0; apart < 2; apart++) {
            tn_world *w = tn_world_new();
            size_t at = (size_t)snprintf(text, sizeof text, "object a: sphere 1; end ");
            for (int i = 1; i <= blocks; i++) {
                at += (size_t)snprintf(text + at, sizeof text - at, "world: gravity %d; end ", i);
                if (apart || i == blocks) {
                    assert_int_equal(tn_read_text(w, "g.tn", text, NULL), TN_OK);
                    at = 0;
                }
            }
            assert_int_equal(tn_force_count(w), 1);
            assert_int_equal(tn_advance(w, 1), TN_OK);
            tn_pose p;
            assert_int_equal(tn_object_pose(w, tn_object_at(w, 0), &p), TN_OK);
            assert_true(fabs(p.velocity.z + blocks) < 1e-6);
            tn_world_free(w);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flexible_worlds),
        cmocka_unit_test(untouched_worlds),
        cmocka_unit_test(assembled_worlds),
        cmocka_unit_test(worlds_in_the_middle_of_a_run),
        cmocka_unit_test(turns_are_kept),
        cmocka_unit_test(worlds_made_by_programs),
        cmocka_unit_test(the_latest_gravity_counts),
        cmocka_unit_test(every_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
