/* test_read.c: every statement of the language and its effect, through the public interface; the examples of the
 * language specification; large texts in linear time. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "tenon/tenon.h"

/* ---- helpers ---- */

static tn_world *read_into(tn_world *w, const char *text)
{
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "m.tn", text, d) != TN_OK) {
        char *first = tn_diagnostics_text(d, 0);
        fail_msg("%s", first);
    }
    tn_diagnostics_free(d);
    return w;
}

static tn_world *scene(const char *text) { return read_into(tn_world_new(), text); }

static tn_pose pose(tn_world *w, const char *name)
{
    tn_pose p;
    tn_object o = tn_object_find(w, name);
    if (!tn_object_valid(w, o))
        fail_msg("no object %s", name);
    assert_int_equal(tn_object_pose(w, o, &p), TN_OK);
    return p;
}

static double probe(tn_world *w, const char *name)
{
    for (int i = 0; i < tn_probe_count(w); i++)
        if (strcmp(tn_probe_name(w, i), name) == 0)
            return tn_probe_value(w, i);
    fail_msg("no probe %s", name);
    return 0;
}

static void near_value(double got, double wanted, double tolerance)
{
    if (!(fabs(got - wanted) <= tolerance))
        fail_msg("got %.17g, expected %.17g", got, wanted);
}

static void near_vector(tn_vec3 v, double x, double y, double z, double tolerance)
{
    near_value(v.x, x, tolerance);
    near_value(v.y, y, tolerance);
    near_value(v.z, z, tolerance);
}

/* ---- settings ---- */

static void settings_are_taken(void **state)
{
    (void)state;
    tn_world *w =
        scene("world: method dynamic; order second; integrator gear; tolerance 1e-6; step 0.005; solver svd;\n"
              "tau 0.3; until 4; frames 25; up y; end");
    tn_settings s = tn_world_settings(w);
    assert_int_equal(s.integrator, TN_GEAR);
    assert_int_equal(s.solver, TN_SOLVER_SVD);
    assert_true(s.tolerance == 1e-6 && s.step == 0.005 && s.tau == 0.3 && s.until == 4 && s.frames == 25 &&
                s.up == 'y');
    read_into(w, "let n = 2; world: until (n*3); integrator rk4; end");
    s = tn_world_settings(w);
    assert_true(s.until == 6 && s.integrator == TN_RK4 && s.tau == 0.3);
    tn_world_free(w);
    w = scene("world: integrator adams; solver auto; up z; time 2; end probe now = t;");
    assert_true(tn_time(w) == 2 && probe(w, "now") == 2);
    tn_world_free(w);
    w = scene("world: integrator euler; solver sparse; end");
    assert_int_equal(tn_world_settings(w).integrator, TN_EULER);
    assert_int_equal(tn_world_settings(w).solver, TN_SOLVER_SPARSE);
    tn_world_free(w);
}

static void gravity_has_three_forms(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double x, y, z;
    } cases[] = {
        {"world: gravity 9.81; end", 0, 0, -9.81},
        {"world: up y; gravity 9.81; end", 0, -9.81, 0},
        {"world: gravity 9.81; up y; end", 0, -9.81, 0},
        {"gravity 2;", 0, 0, -2},
        {"gravity 1 2 3;", 1, 2, 3},
        {"gravity (1, 2, 3);", 1, 2, 3},
        {"gravity (-1) (1+1) 3;", -1, 2, 3},
        {"let g = 4; gravity g;", 0, 0, -4},
        {"let g = (1, 0, 4); gravity g;", 1, 0, 4},
        {"gravity (0, 0, -6*t);", 0, 0, -1}, /* v = −3 t², x = −t³ */
        {"force fall: gravity 2; during 0 10; end", 0, 0, -2},
        {"force fall: gravity 2; during 5 10; end", 0, 0, 0},
        {"force fall: gravity 2; off; end", 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tn_world *w = scene(cases[i].text);
        read_into(w, "object a: sphere 0.1; end");
        assert_int_equal(tn_advance(w, 1), TN_OK);
        double f = strchr(cases[i].text, 't') != NULL && strstr(cases[i].text, "*t") != NULL ? 1 : 0.5;
        near_vector(pose(w, "a").position, f * cases[i].x, f * cases[i].y, f * cases[i].z, 1e-8);
        tn_world_free(w);
    }
}

/* ---- objects ---- */

static double mass_of(const char *statements)
{
    char text[500];
    snprintf(text, sizeof text, "object a: %s end", statements);
    tn_world *w = scene(text);
    double mass = pose(w, "a").mass;
    tn_world_free(w);
    return mass;
}

static void solids_have_their_mass(void **state)
{
    (void)state;
    const double pi = 3.14159265358979323846;
    near_value(mass_of("sphere 0.5;"), 1000 * pi / 6, 1e-9);
    near_value(mass_of("sphere 0.5; density 2;"), 2 * pi / 6, 1e-12);
    near_value(mass_of("sphere 0.5; mass 7;"), 7, 0);
    near_value(mass_of("sphere 0.5; mass 7; inertia 1 1 1;"), 7, 0);
    near_value(mass_of("rod 2 0.1; density 1;"), 2 * pi * 0.01, 1e-12);
    near_value(mass_of("box 1 2 3; density 1;"), 6, 1e-12);
    near_value(mass_of("cylinder 0.5 2; density 1;"), pi * 0.25 * 2, 1e-12);
    near_value(mass_of("capsule 0.5 2; density 1;"), pi * 0.25 * 2 + 4 * pi * 0.125 / 3, 1e-12);
    near_value(mass_of("torus 1 0.1; density 1;"), 2 * pi * pi * 0.01, 1e-12);
    assert_true(mass_of("link 1 0.5 0.05; density 1;") > 0);
    near_value(mass_of("particle 3;"), 3, 0);
    near_value(mass_of("body; mass 4; inertia 1 2 2.5;"), 4, 0);
    near_value(mass_of("body; mass 4; inertia 2 2 2 0.1 0.2 0.3;"), 4, 0);
    near_value(mass_of("plane;"), 0, 0);
    near_value(mass_of("compound: box 1 1 1; density 1; box 1 1 1; offset 2 0 0; density 3; end"), 4, 1e-12);
    near_value(mass_of("density 2; compound: box 1 1 1; box 1 1 1 offset 2 0 0 density 3; end"), 5, 1e-12);
    near_value(mass_of("compound: density 2; box 1 1 1; for i = 1 to 3: box 1 1 1 offset (2*i) 0 0; end end"), 8,
               1e-12);
}

static void parts_of_an_object_are_placed(void **state)
{
    (void)state;
    const double pi = 3.14159265358979323846;
    tn_world *w =
        scene("object a: rod 2 0.1; position 1 2 3; rotation 0 1 0 (pi/2); velocity 4 5 6; spin 0 0 1; end\n"
              "object b: rod 2 0.1; position 1 0 0; offset 0 0 1; end\n"
              "object c: rod 2 0.1; turned (0, 1, 0) (pi/2); end\n"
              "object d: box 1 1 1; center 5 6 7; offset 0 0 1; orientation 2 0 0 0; end\n"
              "object e: compound: box 1 1 1; box 1 1 1; offset 2 0 0; end offset 0 0 1; turned 0 0 1 (pi/2); end\n"
              "probe ax = a.end2.x; probe bz = b.end1.z; probe cx = c.end2.x; probe bc = b.center.z;\n"
              "probe bo = norm(b.origin - (1, 0, 0));\n");
    near_value(probe(w, "ax"), 2, 1e-12);
    near_value(probe(w, "bz"), 0, 1e-12);
    near_value(probe(w, "cx"), 1, 1e-12);
    near_value(probe(w, "bc"), 1, 1e-12);
    near_value(probe(w, "bo"), 0, 0);
    tn_pose a = pose(w, "a"), b = pose(w, "b"), d = pose(w, "d"), e = pose(w, "e");
    near_vector(a.position, 1, 2, 3, 0);
    near_vector(a.velocity, 4, 5, 6, 0);
    near_vector(a.spin, 0, 0, 1, 0);
    near_value(a.orientation.w, cos(pi / 4), 1e-15);
    near_value(a.orientation.y, sin(pi / 4), 1e-15);
    near_vector(b.center, 1, 0, 1, 1e-15);
    near_vector(d.center, 5, 6, 7, 0);
    near_vector(d.position, 5, 6, 6, 0);
    near_value(d.orientation.w, 1, 0);
    near_vector(e.center, 0, 1, 1, 1e-12);
    tn_world_free(w);
}

static void kernels_say_how_objects_move(void **state)
{
    (void)state;
    tn_world *w = scene("world: gravity 10; end\n"
                        "object a: sphere 1; position 0 0 5; kernel fixed; end\n"
                        "object b: sphere 1; kernel path way; end\n"
                        "object c: sphere 1; kernel dynamic; end\n"
                        "path way(t) = (t^2, 0, 2);\n"
                        "probe v = vel(b.center).x; probe q = acc(b.center).x;");
    assert_int_equal(tn_advance(w, 1.5), TN_OK);
    near_vector(pose(w, "a").position, 0, 0, 5, 0);
    near_vector(pose(w, "b").position, 2.25, 0, 2, 1e-12);
    near_value(pose(w, "c").position.z, -5 * 2.25, 1e-8);
    near_value(probe(w, "v"), 3, 1e-12);
    near_value(probe(w, "q"), 2, 1e-12);
    tn_world_free(w);
}

static void points_directions_and_nails(void **state)
{
    (void)state;
    tn_world *w = scene("object a: box 2 4 6; position 1 1 1; rotation 0 0 1 (pi/2); end\n"
                        "point hook of a 0 0 0.4; point other of a (1, 2, 3); nail n 1 2 3; nail m (n + (1, 0, 0));\n"
                        "probe p1 = a.at(1, 0, 0).y; probe p2 = a.at((1, 0, 0)).y; probe p3 = a.hook.z;\n"
                        "probe p4 = a.x.y; probe p5 = a.dir(0, 2, 0).x; probe p6 = a.corner1.z; probe p7 = m.x;\n"
                        "probe p8 = dot(a.z, world.z); probe p9 = a.other.x; probe p10 = world.at(1, 2, 3).y;\n");
    near_value(probe(w, "p1"), 2, 1e-12);
    near_value(probe(w, "p2"), 2, 1e-12);
    near_value(probe(w, "p3"), 1.4, 1e-12);
    near_value(probe(w, "p4"), 1, 1e-12);
    near_value(probe(w, "p5"), -2, 1e-12);
    near_value(fabs(probe(w, "p6") - 1), 3, 1e-12);
    near_value(probe(w, "p7"), 2, 0);
    near_value(probe(w, "p8"), 1, 1e-12);
    near_value(probe(w, "p9"), -1, 1e-12);
    near_value(probe(w, "p10"), 2, 0);
    tn_world_free(w);
}

/* ---- expressions, lets, loops ---- */

static void expressions_have_their_values(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"-2^2", -4},
        {"2^3^2", 512},
        {"(1-3)^2", 4},
        {"7 - 2 - 1", 4},
        {"8/2/2", 2},
        {"norm((3, 4, 0))", 5},
        {"dot((1,2,3),(4,5,6))", 32},
        {"cross((1,0,0),(0,1,0)).z", 1},
        {"unit((0, 0, 5)).z", 1},
        {"sqrt(16) + abs(-3)", 7},
        {"min(1, 2) + max(3, 4)", 5},
        {"sin(0) + cos(0) + tan(0)", 1},
        {"asin(1)*2/pi", 1},
        {"acos(1) + atan(0)", 0},
        {"atan2(1, 1)*4/pi", 1},
        {"exp(0) + log(1) + pow(2, 3)", 9},
        {"if(1 < 2, 3, 4)", 3},
        {"if(1 >= 2, 3, 4)", 4},
        {"if(1 == 1, 5, 1/0)", 5},
        {"(1, 2, 3).y", 2},
        {".1 + 1e-3", 0.101},
        {"L + f(L)", 12},
        {"v.z", 9},
        {"g(2, 3)", 16},
        {"mid(a, b).x", 1},
        {"x[1] + x[2]", 30},
        {"t", 0},
        {"way(3).y", 9},
        {"way.x", 0},
        {"two(1).x", 2},
        {"bowl(1, 2, 3)", 2},
        {"bowl(a.center)", 0},
        {"length", 11},
    };
    tn_world *w = scene("let L = 3; let f(x) = x^2; let v = (7, 8, 3*L); let g(x, y) = f(x) + 4*y; let length = 11;\n"
                        "let mid(p, q) = (p.center + q.center)/2; object a: sphere 1; end\n"
                        "object b: sphere 1; position 2 0 0; end for i = 1 to 2: let x[i] = i*10; end\n"
                        "path way(s) = (s, s^2, 0); path two(t) = 2*way(t); surface bowl(x, y, z) = x^2 + y^2 - z;\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(tn_probe_add(w, cases[i].text, NULL), TN_OK);
        assert_string_equal(tn_probe_name(w, (int)i), cases[i].text);
        near_value(tn_probe_value(w, (int)i), cases[i].value, 1e-12);
    }
    assert_int_equal(tn_probe_add(w, " named = 3*L ", NULL), TN_OK);
    near_value(probe(w, "named"), 9, 0);
    tn_world_free(w);
}

static void lets_can_be_set(void **state)
{
    (void)state;
    static const char text[] =
        "object a: rod L 0.1; position p; end let L = 1; let p = (0, 0, L/2); probe q = L; probe z = p.z;";
    tn_world *w = tn_world_new();
    assert_int_equal(tn_set(w, "L", "2*2", NULL), TN_OK);
    read_into(w, text);
    near_value(probe(w, "q"), 4, 0);
    near_value(probe(w, "z"), 2, 0);
    near_value(pose(w, "a").position.z, 2, 0);
    tn_world_free(w);
    w = tn_world_new();
    assert_int_equal(tn_set(w, "L", "5", NULL), TN_OK);
    assert_int_equal(tn_set(w, "L", "6", NULL), TN_OK);
    assert_int_equal(tn_set(w, "p", "(1, 2, sqrt(9))", NULL), TN_OK);
    read_into(w, text);
    near_value(probe(w, "q"), 6, 0);
    near_vector(pose(w, "a").position, 1, 2, 3, 0);
    tn_world_free(w);
}

static void loops_are_unrolled(void **state)
{
    (void)state;
    tn_world *w = scene("let n = 3;\n"
                        "for i = 1 to n:\n"
                        "  let d = i*0.5;\n"
                        "  for j = 0 to 1:\n"
                        "    let e = d + j;\n"
                        "    object a[i][j]: sphere 0.1; position d e (i*10 + j); end\n"
                        "  end\n"
                        "end\n"
                        "for i = 2 to n: connect a[i-1][0].center a[i][0].center; end\n"
                        "for i = 3 to 2: nonsense 3; end\n"
                        "for i = 0 to 2.5: nail k[i] i 0 0; end\n"
                        "path walk: for i = 0 to 4: key i (i*2) 0 0; end end\n"
                        "probe p = a[2][1].center.z + k[2].x; probe q = walk(2).x;");
    assert_int_equal(tn_object_count(w), 6);
    assert_int_equal(tn_constraint_count(w), 2);
    near_vector(pose(w, "a[3][1]").position, 1.5, 2.5, 31, 0);
    near_value(probe(w, "p"), 23, 0);
    near_value(probe(w, "q"), 4, 1e-12);
    assert_string_equal(tn_constraint_name(w, tn_constraint_at(w, 0)), "connect@9[i=2]");
    tn_world_free(w);
}

static void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void files_include_files(void **state)
{
    (void)state;
    char folder[] = "/tmp/tenon-read-XXXXXX", path[100], deep[100], mesh[100], deeper[100];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/main.tn", folder);
    snprintf(deeper, sizeof deeper, "%s/parts", folder);
    snprintf(deep, sizeof deep, "%s/parts/arm.tn", folder);
    snprintf(mesh, sizeof mesh, "%s/parts/solid.obj", folder);
    assert_int_equal(mkdir(deeper, 0700), 0);
    write_text(path, "let L = 2;\nfor i = 1 to 2: include \"parts/arm.tn\"; end\nconnect arm[1].end2 arm[2].end1;\n"
                     "let n = m + 1; include \"parts/../parts/more.tn\";");
    write_text(deep, "object arm[i]: rod L 0.1; position 0 0 (i*L); end\n");
    write_text(mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
    char more[100];
    snprintf(more, sizeof more, "%s/parts/more.tn", folder);
    write_text(more, "let m = 4; object s: mesh \"solid.obj\" scale 2; density 6; end probe p = n;");
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_file(w, path, d) != TN_OK) {
        char *text = tn_diagnostics_text(d, 0);
        fail_msg("%s", text);
    }
    near_value(pose(w, "arm[2]").position.z, 4, 0);
    near_value(pose(w, "s").mass, 8, 1e-12);
    near_value(probe(w, "p"), 5, 0);
    char *text = tn_write_text(w);
    assert_non_null(strstr(text, "mesh \"parts/../parts/solid.obj\" scale 2;"));
    free(text);
    tn_diagnostics_free(d);
    tn_world_free(w);
    unlink(path);
    unlink(deep);
    unlink(mesh);
    unlink(more);
    rmdir(deeper);
    rmdir(folder);
}

/* ---- constraints ---- */

/* Reads, runs for a while and asks for the deviation of all constraints and of one by name. */
static void settles(const char *text, double until)
{
    tn_world *w = scene(text);
    tn_measures m;
    if (tn_advance(w, until) != TN_OK)
        fail_msg("%s\n%s", text, tn_failure(w));
    assert_int_equal(tn_measure(w, &m), TN_OK);
    if (!(m.deviation < 1e-6))
        fail_msg("%s\ndeviation %g", text, m.deviation);
    tn_world_free(w);
}

#define TWO                                                                                                            \
    "world: tau 0.05; integrator rk4; step 0.002; end object a: rod 1 0.1; position 0.1 0.2 0.3; end\n"                \
    "object b: rod 1 0.1; position 1 0.5 -0.2; rotation 1 1 0 0.4; end\n"                                              \
    "path loop(t) = (cos(t), sin(t), 1); surface bowl(x, y, z) = x^2 + y^2 - z - 1;\n"

static void constraints_of_every_kind_settle(void **state)
{
    (void)state;
    static const char *const texts[] = {
        TWO "connect a.end1 (0, 0, 1);",
        TWO "connect a.end1 0 0 1;",
        TWO "connect 0 0 1 a.end1;",
        TWO "connect a.end1 b.end2;",
        TWO "nail n 0 0 1; connect a.end1 n;",
        TWO "connect a.end1 loop;",
        TWO "connect a.end1 loop(t + 1);",
        TWO "connect a.end1 (0, 0, sin(t));",
        TWO "connect a.end1 0 0 (sin(t));",
        TWO "let L = 2; connect a.end1 (0, 0, L);",
        TWO "object c: particle 1; position 2 2 2; end connect c.center ((a.end1 + b.end1)/2);",
        TWO "follow a.center loop;",
        TWO "orient a.x b.x;",
        TWO "orient a.x (0, 1, 0);",
        TWO "orient a.x 0 1 0;",
        TWO "orient a b frame;",
        TWO "orient a world frame;",
        TWO "orient (a.x + a.y) (1, 0, 0);",
        TWO "on-line a.center (0, 0, 0) (1, 0, 0);",
        TWO "on-line a.center 0 0 0 1 0 0;",
        TWO "on-line a.center b.end1 b.z;",
        TWO "on-line a.center ((b.end1 + b.end2)/2) b.z;",
        TWO "on-plane a.center (0, 0, 0) (0, 0, 1);",
        TWO "on-plane a.center b.end1 b.z;",
        TWO "on-plane a.center (b.end1 + (0, 0, 1)) (b.end2 - b.end1);",
        TWO "on-surface a.end1 bowl;",
        TWO "object s: sphere 0.2; position 3 0 0; end object r: sphere 0.3; position 3 1 0; end touch s r;",
        TWO "object s: sphere 0.2; position 3 0 0; end object r: plane; end touch s r;",
        TWO "object s: sphere 0.2; position 3 0 0.3; velocity 1 0 0; end object r: plane; end rolling s r;",
        TWO "distance a.end1 b.end1 1.5;",
        TWO "distance a.end1 (0, 0, 3) (2 + 0.1*sin(t));",
        TWO "weld a b;",
        TWO "weld a world;",
        TWO "revolute a b a.end2 (0, 1, 0);",
        TWO "revolute a world 0 0 1 0 1 0;",
        TWO "revolute a b a.end2 b.end1 a.x b.y;",
        TWO "revolute a b ((a.end1 + b.end1)/2) (0, 1, 0);",
        TWO "slider a b a.center (1, 0, 0);",
        TWO "slider a world a.center world.origin a.x world.z;",
        TWO "universal a b a.end2 (1, 0, 0) (0, 1, 0);",
        TWO "universal a b a.end2 b.end1 a.x b.y;",
        TWO "constraint k: gear i j 2; end constraint i: revolute a world a.center (0, 0, 1); end\n"
            "constraint j: revolute b world b.center (0, 0, 1); end turn a (0, 0, 1);",
        TWO
        "constraint j: slider a world a.center (1, 0, 0); end constraint i: revolute b world b.center (0, 0, 1); end\n"
        "gear i j 0.5; turn b (0, 0, 1);",
        TWO "variable x 3; variable y 1; keep x + y = 1;",
        TWO "keep a.end1 = b.end1;",
        TWO "keep norm(a.end1 - b.end1) = 1 + 0.1*t;",
        TWO "constraint j: revolute a world a.center (0, 0, 1); end keep angle(j) = t;",
        TWO "keep angle(j) = t; constraint j: revolute a world a.center (0, 0, 1); end",
        TWO "speed vel(a.center) = (1, 0, 0);",
        TWO "speed omega(a).z = 2;",
        TWO "constraint j: revolute a world a.center (0, 0, 1); end speed rate(j) = 3;",
        TWO "constraint object2 a; hinge 0 0 1 0 0 0.5; end",
        TWO "constraint old: object1 a; object2 b; hinge 0 0 0.5 0 0 0.5; end",
        TWO "constraint: connect a.end1 b.end1; tau 0.02; end",
        TWO "constraint: connect a.end1 b.end1; feedback 400 40; by dynamic; end",
        TWO "let c = 0.02; for i = 1 to 2: constraint d[i]: connect a.at(i/10, 0, 0) ((i/10), 0, 1); tau c; end end",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        settles(texts[i], 1.5);
}

static void constraints_hold_what_they_say(void **state)
{
    (void)state;
    tn_world *w =
        scene("world: integrator rk4; step 0.001; tau 0.02; end object a: box 1 1 1; end variable x 3; variable v 0;\n"
              "constraint j: revolute a world a.center (0, 0, 1); end keep angle(j) = 4*t;\n"
              "object s: box 1 1 1; position 5 0 0; end constraint k: slider s world s.center (0, 1, 0); end\n"
              "gear j k 0.5; keep x = 2 + t; speed vel(v) = 2;\n"
              "probe an = angle(j); probe tr = travel(k); probe ra = rate(j); probe xx = x; probe vv = vel(v);\n"
              "probe om = omega(a).z; probe rk = rate(k); probe f = norm(force(k));\n"
              "probe q = norm(torque(j)); probe dj = deviation(j); probe d = deviation; probe e = energy;");
    assert_int_equal(tn_advance(w, 2), TN_OK);
    near_value(probe(w, "an"), 8, 1e-6);
    near_value(probe(w, "tr"), 4, 1e-6);
    near_value(probe(w, "ra"), 4, 1e-6);
    near_value(probe(w, "rk"), 2, 1e-6);
    near_value(probe(w, "xx"), 4, 1e-6);
    near_value(probe(w, "vv"), 2, 1e-6);
    near_value(probe(w, "om"), -4, 1e-6); /* angle(j): of the world against a */
    near_value(probe(w, "dj"), 0, 1e-9);
    assert_true(probe(w, "f") < 1e-3 && probe(w, "q") < 1e-3 && probe(w, "d") < 1e-6);
    /* a box of 1000 kg turns at 4 rad/s, another slides at 2 m/s; the unit masses: x and v */
    near_value(probe(w, "e"), 0.5 * 1000 / 6.0 * 16 + 2000 + 0.5 + 2, 1e-3);
    tn_world_free(w);
    w = scene("object p: particle 1; position 9 0 0; end acceleration acc(p.center) = (0, 0, 6*t); gravity 9.81;\n"
              "probe pz = p.center.z; probe a = acc(p.center).z;");
    assert_int_equal(tn_advance(w, 2), TN_OK);
    near_value(probe(w, "pz"), 8, 1e-7);
    near_value(probe(w, "a"), 12, 1e-9);
    tn_world_free(w);
}

static void constraints_have_names_and_intervals(void **state)
{
    (void)state;
    tn_world *w = scene("world: gravity 10; tau 0.02; end object a: sphere 0.1; end\n"
                        "constraint hold: connect a.center (0, 0, 0); during 0 1; end\n"
                        "constraint never: connect a.center (9, 9, 9); off; end\nconnect a.center (0, 0, 0);\n"
                        "force lift: push a.center (0, 0, 100); during 3 4; end");
    assert_string_equal(tn_constraint_name(w, tn_constraint_at(w, 0)), "hold");
    assert_string_equal(tn_constraint_name(w, tn_constraint_at(w, 2)), "connect@4");
    assert_true(tn_constraint_valid(w, tn_constraint_find(w, "never")));
    assert_int_equal(tn_constraint_switch(w, tn_constraint_at(w, 2), false), TN_OK);
    assert_int_equal(tn_advance(w, 2), TN_OK);
    near_value(pose(w, "a").position.z, -5, 1e-6);
    tn_world_free(w);
}

/* ---- forces ---- */

static void forces_do_what_they_say(void **state)
{
    (void)state;
    const double pi = 3.14159265358979323846;
    tn_world *w = scene(
        "let k = 4; object a: particle 1; position 2 0 0; end spring a.center (0, 0, 0) rest 1 stiffness k;\n"
        "object b: particle 2; velocity 1 0 0; position 0 5 0; end drag on b linear 2;\n"
        "object c: particle 1; position 0 9 0; end push c.center (0, 0, 6*t);\n"
        "object d: body; mass 1; inertia 2 2 2; position 0 20 0; end turn d (0, 0, 4);\n"
        "object e: body; mass 1; inertia 1 1 1; position 0 30 0; end torsion e.x (0, 1, 0) stiffness 1 rest (pi/2);\n"
        "object f: particle 1; position 50 0 0; velocity 3 0 0; end push f.center (-vel(f.center));\n"
        "object g: particle 1; position 70 0 0; end spring g.center (70, 0, sin(t)) stiffness 0 damping 1;\n"
        "probe w = omega(d).z;");
    assert_int_equal(tn_advance(w, pi / 2), TN_OK);
    near_value(pose(w, "a").position.x, 0, 1e-7); /* half a period of ω = 2 about 1 */
    near_value(pose(w, "b").velocity.x, exp(-pi / 2), 1e-8);
    near_value(pose(w, "c").position.z, pow(pi / 2, 3), 1e-7);
    near_value(probe(w, "w"), pi, 1e-8);
    near_value(pose(w, "e").orientation.w, 1, 1e-12); /* at rest at a right angle */
    near_value(pose(w, "f").velocity.x, 3 * exp(-pi / 2), 1e-8);
    tn_world_free(w);
    w = scene("object a: sphere 0.5; density 1; velocity 2 0 0; spin 0 0 2; end drag linear 1 angular 0.1;");
    assert_int_equal(tn_advance(w, 0.5), TN_OK);
    double mass = pi / 6, inertia = 0.4 * mass * 0.25;
    near_value(pose(w, "a").velocity.x, 2 * exp(-0.5 / mass), 1e-8);
    near_value(pose(w, "a").spin.z, 2 * exp(-0.05 / inertia), 1e-8);
    tn_world_free(w);
}

/* ---- paths by keys ---- */

static void keys_are_joined_smoothly(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "path p: key 0 0 0 0; key 1 1 0 0; key 2 1 1 0; end",
        "path p: key 2 1 1 0; key 0 0 0 0; key 1 1 0 0; end", /* in any order */
        "path p: key 0 0 0 0; key 1 1 0 0; end",
        "path p: key 0 0 0 0; key 0.5 1 2 0; key 1 1 0 0; key 1.75 -1 0 3; key 2 1 1 0; end",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tn_world *w = scene(texts[i]);
        read_into(w, "probe x = p.x; probe v = vel(p).x; probe a = acc(p).x; probe x0 = p(0).x; probe x1 = p(1).x;\n"
                     "probe before = p(-1).x; probe after = p(9).x; object o: particle 1; end");
        near_value(probe(w, "x0"), 0, 1e-15);
        near_value(probe(w, "x1"), 1, 1e-14);
        near_value(probe(w, "before"), 0, 0);
        near_value(probe(w, "after"), 1, 0);
        near_value(probe(w, "v"), 0, 1e-12);
        near_value(probe(w, "a"), 0, 1e-12);
        /* between knots, which all lie on this grid, it is a polynomial; across them velocity and acceleration go on */
        double x = probe(w, "x"), v = probe(w, "v"), a = probe(w, "a"), h = 1.0 / 768;
        for (int k = 1; k <= 1600; k++) {
            assert_int_equal(tn_advance(w, k * h), TN_OK);
            double nx = probe(w, "x"), nv = probe(w, "v"), na = probe(w, "a");
            near_value(nx, x + h * (v + nv) / 2 + h * h / 12 * (a - na), 1e-11);
            near_value(nv, v + h * (a + na) / 2, 1e-4);
            x = nx;
            v = nv;
            a = na;
        }
        near_value(v, 0, 1e-12);
        near_value(a, 0, 1e-12);
        tn_world_free(w);
    }
}

/* ---- names ---- */

static void names_may_be_used_before_they_are_declared(void **state)
{
    (void)state;
    tn_world *w = scene("probe p = L + hook.x + ball.mine.z + deviation(joint); connect ball.mine hook;\n"
                        "constraint again: gear joint joint2 r; end nail hook L 0 0; point mine of ball 0 0 h;\n"
                        "object ball: sphere h; kernel path way; end path way(t) = (v(t), 0, 0); let v(x) = L*x;\n"
                        "let r = 2; let L = h*4; let h = 0.5; object b: sphere 1; end object c: sphere 1; end\n"
                        "constraint joint: revolute b world b.center (0, 0, 1); end\n"
                        "constraint joint2: revolute c world c.center (0, 0, 1); end");
    near_value(probe(w, "p"), 2 + 2 + 0.5, 1e-12);
    /* what a constraint needs is made before it */
    assert_string_equal(tn_constraint_name(w, tn_constraint_at(w, 1)), "joint");
    assert_string_equal(tn_constraint_name(w, tn_constraint_at(w, 3)), "again");
    tn_world_free(w);
}

static void words_are_reserved_only_where_they_are_expected(void **state)
{
    (void)state;
    tn_world *w =
        scene("object body: sphere 1; end object link: sphere 1; position 2 0 0; end object min: sphere 1; end\n"
              "object left-thigh: rod 1 0.1; end nail stiffness 0 0 0; let rest = 2; object energy: sphere 1; end\n"
              "constraint link: connect body.center link.center; end constraint body: weld min world; end\n"
              "spring min.center stiffness stiffness rest rest 1 damping 3;\n"
              "probe body = body.center.x; probe a-b = left-thigh.end2.z; probe f = norm(force(body));");
    near_value(probe(w, "a-b"), 0.5, 0);
    tn_world_free(w);
}

static void texts_are_read_one_after_another(void **state)
{
    (void)state;
    tn_world *w = scene("let L = 2; let f(x) = x*L; nail n 1 0 0; path p(t) = (t, 0, 0); surface s(x, y, z) = z;\n"
                        "object a: sphere 1; end constraint j: revolute a world a.center (0, 0, 1); end");
    read_into(
        w,
        "object b: sphere 1; position (f(2)) 0 0; end connect b.center n; point q of a 0 0 1; on-surface a.center s;");
    read_into(w, "probe x = a.q.z + angle(j) + p(3).x; keep angle(j) = 0; connect b.center p;");
    near_value(probe(w, "x"), 4, 1e-12);
    near_value(pose(w, "b").position.x, 4, 0);
    assert_int_equal(tn_constraint_count(w), 5);
    assert_int_equal(tn_advance(w, 0.2), TN_OK);
    tn_world_free(w);
}

/* ---- the examples of the specification ---- */

static void the_contract_runs_as_written(void **state)
{
    (void)state;
    tn_world *w = scene("world: up z; gravity 9.81; until 6; frames 60; tau 0.15; end\n"
                        "object upper-rod: rod 1 0.04; density 1000; position 1.2 0.4 1; rotation 1 0 0 1.1; end\n"
                        "object lower-rod: rod 1 0.04; density 1000; position -0.8 0 0.5; end\n"
                        "nail hook 0 0 2;\n"
                        "connect upper-rod.end1 hook;\n"
                        "connect upper-rod.end2 lower-rod.end1;\n"
                        "probe gap = norm(upper-rod.end2 - lower-rod.end1);\n");
    assert_int_equal(tn_advance(w, 4), TN_OK);
    assert_true(probe(w, "gap") < 1e-6);
    tn_world_free(w);

    w = scene("/* a comment */   // another   # another\n\n"
              "world:                       # blocks are  header : statements end\n"
              "  up z; gravity 9.81;        # statements are  keyword arguments ;\n"
              "  until 5; frames 30;\nend\n"
              "object upper-rod:\n"
              "  rod 1.0 0.05;                  # length, radius\n"
              "  density 1000;                  # or: mass 2; or both mass and inertia ixx iyy izz\n"
              "  position 0.3 0 2;  rotation 0 1 0 0.5;          # axis, angle\n"
              "  velocity 0 0 0;    spin 0 0 0;                  # world axes\n"
              "  color 0.8 0.3 0.2;\nend\n"
              "object lower-rod: rod 1 0.05; end object ball: sphere 0.1; end\n"
              "point hook of upper-rod 0 0 0.4; variable x 3;\n"
              "connect upper-rod.end1 (0, 0, 100);                  # point to nail\n"
              "connect upper-rod.end2 lower-rod.end1;               # point to point\n"
              "constraint elbow:\n"
              "  connect upper-rod.end2 lower-rod.end1;\n"
              "  tau 0.1;                     # time constant of assembly; or  feedback ks kd;\n"
              "  during 0 5;                  # valid in this interval only\n"
              "  by dynamic;\nend\nconnect ball.center (1,0,0);\n"
              "let L = 1.5;  let f(x) = x^2;\n"
              "probe tip = norm(lower-rod.end2 - (0,0,0));\n"
              "camera from 5 5 3 to 0 0 1;  show forces points constraints;\n");
    assert_int_equal(tn_constraint_count(w), 4);
    tn_world_free(w);

    w = scene(
        "object a: rod 1 0.1; end object b: rod 1 0.1; position 1 0 0; end\n"
        "gravity 0 0 -9.81;                               # on every object with mass\n"
        "spring a.end1 b.end1 stiffness 40 rest 0.5 damping 1;\n"
        "torsion a.x b.x stiffness 5 rest (pi/2) damping 0.1;\n"
        "drag linear 0.2 angular 0.05; drag on a linear 0.2;\n"
        "push a.end1 (0, 0, 3*sin(t));   turn a (0, 0, 1);\n"
        "force kick: push a.end1 (0, 9, 0); during 1 1.2; end          # forces have names too\n"
        "path loop(t) = (cos(t), sin(t), 1);\n"
        "path walk: key 0  0 0 0; key 1  1 0 0; key 2  1 1 0; end\n"
        "object wheel: cylinder 0.3 0.1; position 5 0 0; end object left-foot: box 0.1 0.1 0.1; position 5 0 -1; end\n"
        "constraint object1 wheel; object2 left-foot; hinge 0.4 0 -0.5 0 0 0; end\n"
        "surface bowl(x, y, z) = x^2 + y^2 - z;\n");
    assert_int_equal(tn_advance(w, 0.5), TN_OK);
    assert_true(tn_force_find(w, "kick").generation != 0);
    tn_world_free(w);
}

/* ---- size ---- */

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static char *long_chain(int links)
{
    size_t room = (size_t)links * 160 + 100, n = 0;
    char *text = malloc(room);
    for (int i = 0; i < links; i++)
        n += (size_t)snprintf(text + n, room - n,
                              "object l%d: rod 0.1 0.01; position %g 0 0; rotation 0 1 0 (pi/2); end\n", i,
                              0.05 + 0.1 * i);
    for (int i = 1; i < links; i++)
        n += (size_t)snprintf(text + n, room - n, "connect l%d.end2 l%d.end1;\n", i - 1, i);
    return text;
}

static bool reads_in_linear_time(double spent[2])
{
    for (int i = 0; i < 2; i++) {
        int links = i == 0 ? 5000 : 20000; /* 20000 links: 100 000 statements, those of the objects counted */
        char *text = long_chain(links);
        double start = seconds();
        tn_world *w = scene(text);
        spent[i] = seconds() - start;
        assert_int_equal(tn_object_count(w), links);
        tn_world_free(w);
        free(text);
    }
    return spent[1] <= 8 * spent[0] + 0.2;
}

/* Four times the text takes about four times as long: reading is not quadratic. On a busy machine processor time
 * varies, so that one good measurement is enough; quadratic reading would have none. */
static void large_texts_are_read_in_linear_time(void **state)
{
    (void)state;
    double spent[2];
    int tries = 0;
    while (!reads_in_linear_time(spent))
        if (++tries == 5)
            fail_msg("%g s for a quarter, %g s for the whole", spent[0], spent[1]);
    print_message("100000 statements: %.3f s\n", spent[1]);
}

/* Chains of lets in either order, lets that double, functions that call functions: time and stack stay bounded. */
static void texts_that_would_explode(void **state)
{
    (void)state;
    enum { LONG = 20000 };
    size_t room = LONG * 40, n = 0;
    char *text = malloc(room);
    for (int i = 0; i < LONG; i++)
        n += (size_t)snprintf(text + n, room - n, "let b%d = b%d + 1;\n", i, i + 1);
    snprintf(text + n, room - n,
             "let b%d = 1; let x[0] = 1; for i = 1 to %d: let x[i] = x[i-1] + 1; end\n"
             "probe p = x[%d]; probe q = b0;",
             LONG, LONG, LONG);
    tn_world *w = scene(text);
    near_value(probe(w, "p"), LONG + 1, 0);
    near_value(probe(w, "q"), LONG + 1, 0);
    tn_world_free(w);
    n = (size_t)snprintf(text, room, "let f0(x) = x + x; let a0 = t;\n");
    for (int i = 1; i < 60; i++)
        n += (size_t)snprintf(text + n, room - n, "let f%d(x) = f%d(f%d(x)); let a%d = a%d + a%d;\n", i, i - 1, i - 1,
                              i, i - 1, i - 1);
    snprintf(text + n, room - n, "probe p = a59; probe q = f59(t);");
    tn_diagnostics *d = tn_diagnostics_new();
    w = tn_world_new();
    assert_int_equal(tn_read_text(w, "m.tn", text, d), TN_WRONG_MODEL);
    assert_int_equal(tn_diagnostics_count(d), 1);
    assert_non_null(strstr(tn_diagnostics_get(d, 0).message, "the formula is too large once"));
    tn_diagnostics_free(d);
    tn_world_free(w);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_are_taken),
        cmocka_unit_test(gravity_has_three_forms),
        cmocka_unit_test(solids_have_their_mass),
        cmocka_unit_test(parts_of_an_object_are_placed),
        cmocka_unit_test(kernels_say_how_objects_move),
        cmocka_unit_test(points_directions_and_nails),
        cmocka_unit_test(expressions_have_their_values),
        cmocka_unit_test(lets_can_be_set),
        cmocka_unit_test(loops_are_unrolled),
        cmocka_unit_test(files_include_files),
        cmocka_unit_test(constraints_of_every_kind_settle),
        cmocka_unit_test(constraints_hold_what_they_say),
        cmocka_unit_test(constraints_have_names_and_intervals),
        cmocka_unit_test(forces_do_what_they_say),
        cmocka_unit_test(keys_are_joined_smoothly),
        cmocka_unit_test(names_may_be_used_before_they_are_declared),
        cmocka_unit_test(words_are_reserved_only_where_they_are_expected),
        cmocka_unit_test(texts_are_read_one_after_another),
        cmocka_unit_test(the_contract_runs_as_written),
        cmocka_unit_test(large_texts_are_read_in_linear_time),
        cmocka_unit_test(texts_that_would_explode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
