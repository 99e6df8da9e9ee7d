/* test_state.c: a text and the state behind it go on to the same bits, for every example at a random moment in every
 * method; and states that are not right. */
#include <dirent.h>

#include "../effort.h"
#include "../model/same.h"

static uint64_t seed = 20261118;
static unsigned pick(unsigned n) { return below(&seed, n); }

static char *file_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = calloc(1, 1 << 20);
    assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
    fclose(f);
    return text;
}

static char *join(const char *a, const char *b, const char *c)
{
    char *s = malloc(strlen(a) + strlen(b) + strlen(c) + 3);
    sprintf(s, "%s\n%s\n%s", a, b, c);
    return s;
}

/* ---- texts and states ---- */

static tn_world *read_as(const char *path, const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, path, text, d) != TN_OK) {
        tn_world_free(w);
        w = NULL;
        if (tn_diagnostics_count(d) > 0 && strstr(text, "\nstate:") != NULL) {
            char *first = tn_diagnostics_text(d, 0);
            fail_msg("%s: %s", path, first);
        }
    }
    tn_diagnostics_free(d);
    return w;
}

/* Runs a text, writes its state, and follows both for some frames. False if the run cannot go on. */
static bool follow(const char *path, const char *text, int before, int frames, double off, const char *what)
{
    tn_world *w = read_as(path, text);
    if (w == NULL)
        return false;
    double rate = tn_world_settings(w).frames;
    bool good = true;
    for (int i = 1; i <= before && good; i++)
        good = tn_advance(w, (i == before ? i - off : i) / rate) == TN_OK;
    char *state = good ? tn_write_state(w) : NULL;
    if (state != NULL) {
        char *whole = join(text, state, "");
        tn_world *again = read_as(path, whole);
        assert_non_null(again);
        if (state_of(w) != state_of(again))
            fail_msg("%s, %s: not the same when it is read at t = %g", path, what, tn_time(w));
        for (int i = before; i < before + frames && good; i++) {
            double t = fmax(tn_time(w), i / rate);
            tn_status one = tn_advance(w, t), other = tn_advance(again, t);
            if (one != other || state_of(w) != state_of(again))
                fail_msg("%s, %s: other bits at t = %g, %d frames after the state", path, what, t, i - before);
            good = one == TN_OK;
        }
        tn_world_free(again);
        free(whole);
    }
    free(state);
    tn_world_free(w);
    return good;
}

/* ---- every example ---- */

static int followed;

/* Large models are followed for a moment only. */
static int size_of(const char *path, const char *text)
{
    tn_world *w = read_as(path, text);
    int size = 0;
    for (int i = 0; w != NULL && i < tn_object_count(w); i++) {
        const double *q, *v;
        size += 1 + tn_object_nodes(w, tn_object_at(w, i), &q, &v);
    }
    tn_world_free(w);
    return size;
}

/* An integrator or a method; as the example has it, if `given`. */
static void choose_way(char *way, size_t size, bool given)
{
    static const char *const methods[] = {"world: joints coordinates; end",
                                          "world: method displacement; step 0.01; end"};
    unsigned integrators = 1;
    while (tn_integrator_name((tn_integrator)integrators) != NULL)
        integrators++;
    const unsigned k = given ? 0 : pick(integrators + 2);
    if (given)
        way[0] = '\0';
    else if (k < integrators)
        snprintf(way, size, "world: integrator %s; step 0.01; end", tn_integrator_name((tn_integrator)k));
    else
        snprintf(way, size, "%s", methods[k - integrators]);
}

static void one_example(const char *path)
{
    char way[80];
    char *text = file_text(path);
    int size = size_of(path, text), most = size > 60 ? 2 : 6;
    for (int i = 0; i < (size > 60 ? 1 : 3) && size <= effort(500, 20); i++) {
        choose_way(way, sizeof way, i == 0);
        char *whole = join(text, way, "");

        int frames = size > 60 ? 3 : effort(50, 10);
        followed += follow(path, whole, 1 + (int)pick((unsigned)most), frames, pick(2) ? 0 : pick(100) / 101.0, way);
        free(whole);
    }
    free(text);
}

static void every_example_goes_on(void **state)
{
    (void)state;
    const char *source = getenv("SOURCE");
    char examples[400];
    snprintf(examples, sizeof examples, "%s/examples", source != NULL ? source : ".");
    DIR *top = opendir(examples);
    assert_non_null(top);
    for (struct dirent *folder; (folder = readdir(top)) != NULL;) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s", examples, folder->d_name);
        DIR *inner = folder->d_name[0] != '.' ? opendir(path) : NULL;
        for (struct dirent *file; inner != NULL && (file = readdir(inner)) != NULL;) {
            size_t n = strlen(file->d_name);
            snprintf(path, sizeof path, "%s/%s/%s", examples, folder->d_name, file->d_name);
            if (n > 3 && strcmp(file->d_name + n - 3, ".tn") == 0)
                one_example(path);
        }
        if (inner != NULL)
            closedir(inner);
    }
    closedir(top);
    assert_true(followed > effort(100, 20));
}

/* ---- what a run carries ---- */

static void each_thing_is_carried(void **state)
{
    (void)state;
    static const char *const scenes[] = {
        /* lets, switches, things that come and go, joints that are fixed when they come */
        "world: gravity 9.81; end let g = 1; object a: rod 1 0.1; spin 1 2 3; end object b: rod 1 0.1; position 0 0 2; "
        "end\n"
        "constraint c: connect a.end1 (0, 0, 0.5); end force p: push b.center (g, 0, 0); end\n"
        "at 0.05: let g = 5; off c; object late: sphere 0.2; position 1 0 0; end\n"
        "  constraint hip: revolute a b (0, 0, 1) (0, 1, 0); end end\n"
        "at 0.12: on c; off p; end at 0.2: remove late; end at 9: let g = 0; end",
        /* turns */
        "object a: rod 1 0.1; spin 0 40 0; end constraint j: revolute a world (0, 0, 0) (0, 1, 0); end\n"
        "object b: rod 1 0.1; position 1 0 0; end constraint k: revolute b world (1, 0, 0) (0, 1, 0); end gear j k 2;",
        /* limits, motors */
        "world: gravity 9.81; end object a: rod 1 0.1; rotation 0 1 0 1.2; end\n"
        "revolute a world (0, 0, 0.3) (0, 1, 0) min -0.5 max 0.4 bounce 0.5; distance a.end1 (0, 0, 2) max 3;\n"
        "object b: rod 1 0.1; position 2 0 0; end revolute b world (2, 0, 0) (0, 1, 0) motor speed 3 limit 0.2;",
        /* multipliers, penalties */
        "world: gravity 9.81; end object a: sphere 0.2; end constraint c: connect a.center (0, 0, 0.1); by multiplier; "
        "end\n"
        "object b: sphere 0.2; position 1 0 0; end constraint d: connect b.center (1, 0, 0); by penalty; end",
        /* curves, slides, variables, coordinates, jello */
        "world: gravity 9.81; end object r: circle cx 0 cy 0 r 1; kernel fixed; end object bead: particle 1; position "
        "1 0 0; "
        "velocity 0 1 0; end on-curve bead.center r; variable x 3; variable y 1; keep x + y = 4; keep x - t = 3;\n"
        "object p: coordinates th 0.3; mass 1; place (sin(th), 0, -cos(th)); velocity th 0.5; end\n"
        "object j: jello box 0.2 0.2 0.2; stiffness 100; position 3 0 0; velocity 0 0 1; spin 1 0 0; end",
        /* contact */
        "world: gravity 9.81; end object f: plane; end object a: box 0.2 0.2 0.2; position 0 0 0.3; rotation 1 0 0 "
        "0.3; end\n"
        "object b: sphere 0.1; position 0.05 0 0.7; end contact friction 0.5;",
        /* flexible, moldable */
        "world: gravity 9.81; integrator euler; step 0.001; end object b: block 2 2 2; size 0.4 0.4 0.4; stiffness "
        "5000; "
        "viscosity 5; moldable 0.01; incompressible; velocity 0 0 1; end",
    };
    static const char *const ways[] = {"",
                                       "world: integrator rk4; end",
                                       "world: integrator gear; end",
                                       "world: integrator euler; step 0.001; end",
                                       "world: method displacement; end",
                                       "world: integrator implicit; step 0.002; end"};
    for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++)
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
            for (int i = 0; i < 1; i++) {
                char *text = join(scenes[s], ways[k], "");
                follow("m.tn", text, 1 + (int)pick(8), effort(50, 5), pick(2) ? 0 : pick(100) / 101.0, ways[k]);
                free(text);
            }
}

/* Lets that a program sets, and switches by hand. */
static void changes_by_hand_are_carried(void **state)
{
    (void)state;
    static const char text[] = "let g = 1; object a: sphere 0.1; end constraint c: connect a.center (0, 0, 0.1); end\n"
                               "force p: push a.center (g, 0, 0); end";
    tn_world *w = world_of(text);
    tn_advance(w, 0.1);
    tn_let_set(w, "g", 7);
    tn_constraint_switch(w, tn_constraint_find(w, "c"), false);
    char *written = tn_write_state(w), *whole = join(text, written, "");
    tn_world *again = world_of(whole);
    char *second = tn_write_state(again); /* a state that was read is written as it was */
    assert_string_equal(written, second);
    free(second);
    tn_advance(w, 0.3);
    tn_advance(again, 0.3);
    assert_true(state_of(w) == state_of(again));
    assert_true(tn_let_get(again, "g") == 7);
    free(written);
    free(whole);
    tn_world_free(w);
    tn_world_free(again);
}

/* ---- states that are not right ---- */

static void wrong_states_are_refused(void **unused)
{
    (void)unused;
    static const char scene[] =
        "let g = 1; object ball: sphere 1; end constraint fuse: connect ball.center (0, 0, 0); end\n";
    static const char *const cases[][2] = {
        {"state: time -1; end", "must not be negative"},
        {"state: time 1 2; end", "expected one number after 'time'"},
        {"state: object bal: center 0 0 0; end end", "there is no object 'bal'"},
        {"state: object ball: centre 0 0 0; end end", "is no part of the state"},
        {"state: object ball: center; end end", "expected numbers"},
        {"state: constraint fus: carried 1; end end", "there is no constraint 'fus'"},
        {"state: constraint fuse: limits 7 0 0; end end", "expected three numbers"},
        {"state: let h = 3; end", "there is no let 'h'"},
        {"state: sphere 1; end", "has no place in 'state'"},
        {"state: time 1; end state: time 2; end", "there is a 'state' already"},
        {"state now: time 1; end", "it has no name"},
        {"state time 1; end", "expected ':'"},
        {"state: object: center 0 0 0; end end", "expected the name"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = join(scene, cases[i][0], "");
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        bool said = false;
        assert_int_equal(tn_read_text(w, "m.tn", text, d), TN_WRONG_MODEL);
        for (int k = 0; k < tn_diagnostics_count(d); k++)
            said = said || strstr(tn_diagnostics_get(d, k).message, cases[i][1]) != NULL;
        if (!said)
            fail_msg("%s: %s", cases[i][0], tn_diagnostics_get(d, 0).message);
        assert_int_equal(tn_object_count(w), 0);
        assert_true(tn_time(w) == 0);
        tn_diagnostics_free(d);
        tn_world_free(w);
        free(text);
    }
    /* numbers of another thing are ignored with a warning */
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    char *text = join(scene, "state: time 1; object ball: nodes 1 2 3; velocity 1 0 0; end end", "");
    assert_int_equal(tn_read_text(w, "m.tn", text, d), TN_OK);
    assert_int_equal(tn_diagnostics_count(d), 1);
    assert_true(tn_time(w) == 1);
    free(text);
    tn_diagnostics_free(d);
    tn_world_free(w);
    assert_null(tn_write_state(NULL));
    assert_null(tn_describe_state(NULL));
}

/* ---- gravity of world blocks ---- */

static void the_later_gravity_counts(void **unused)
{
    (void)unused;
    static const char *const parts[] = {"world: gravity 9.81; end", "world: gravity 0 0 -2; until 3; end"};
    for (int together = 0; together < 2; together++) {
        tn_world *w = tn_world_new();
        char *both = join(parts[0], "object a: particle 1; end", parts[1]);
        if (together) {
            assert_int_equal(tn_read_text(w, "a", both, NULL), TN_OK);
        } else {
            assert_int_equal(tn_read_text(w, "a", parts[0], NULL), TN_OK);
            assert_int_equal(tn_read_text(w, "b", "object a: particle 1; end", NULL), TN_OK);
            assert_int_equal(tn_read_text(w, "c", parts[1], NULL), TN_OK);
        }
        assert_int_equal(tn_advance(w, 1), TN_OK);
        tn_pose p;
        tn_object_pose(w, tn_object_find(w, "a"), &p);
        assert_true(fabs(p.velocity.z + 2) < 1e-9);
        free(both);
        tn_world_free(w);
    }
    tn_world *w = world_of("gravity 0 0 -1; gravity 0 0 -2; object a: particle 1; end"); /* statements add up */
    tn_pose p;
    tn_advance(w, 1);
    tn_object_pose(w, tn_object_find(w, "a"), &p);
    assert_true(fabs(p.velocity.z + 3) < 1e-9);
    tn_world_free(w);
}

/* ---- numbers that are none ---- */

static void what_is_written_reads_back(void **unused)
{
    (void)unused;
    tn_world *w =
        world_of("world: integrator euler; step 0.001; end object b: block 1 1 1; size 1 1 1; stiffness 100; "
                 "velocity 0 0 1e300; end object c: block 1 1 1; size 1 1 1; stiffness 1e300; spin 1e150 0 0; end");
    tn_advance(w, 0.001);
    char *text = tn_write_text(w), *state = tn_write_state(w);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    assert_null(strstr(state, "nan"));
    tn_world_free(world_of(text));
    free(text);
    free(state);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_thing_is_carried),      cmocka_unit_test(changes_by_hand_are_carried),
        cmocka_unit_test(wrong_states_are_refused),   cmocka_unit_test(the_later_gravity_counts),
        cmocka_unit_test(what_is_written_reads_back), cmocka_unit_test(every_example_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
