/* test_inspect.c: things in one look: presence, activity, intervals, methods, partners, formulas, parameters; of the kinds of
 * things one by one, and of every scene of the gallery. */
#include "../effort.h"
#include "same.h"
#include "tenon/picture.h"

static const char scene[] =
    "world: gravity 9.81; end let k = 2; let f(x) = x^2; path way(t) = (t, 0, 0); nail hook 0 0 3;\n"
    "object a: rod 1 0.05; position 0 0 1; density 500; end object b: box 0.3 0.2 0.1; position 1 0 1; end\n"
    "object c: sphere 0.1; kernel path way; end object floor: plane; end variable x 1;\n"
    "constraint hip: revolute a b (0.5, 0, 1) (0, 1, 0) min -1 max (k/2); tau 0.3; during 1 2; end\n"
    "constraint pen: distance a.center hook 2; by penalty; end keep x = a.center.z;\n"
    "force kick: push a.end1 (0, 9, 0); during 1 1.2; end spring a.end1 b.center stiffness 40 rest 0.5;\n"
    "drag linear 0.1; minimize (x - 2)^2; contact friction 0.6 bounce 0.1; contact between a floor off;\n"
    "skin hide over a b margin 0.02; point tip of a 0 0 0.3; probe far = norm(a.tip - b.center) + deviation(hip);\n"
    "at 3: off pen; let k = 4; set mass a 2; object late: sphere 1; position 9 0 0; end end camera from 1 2 3 to 0 0 "
    "0;";

static tn_thing find(tn_world *w, tn_thing_type type, const char *name)
{
    const tn_thing t = tn_thing_find(w, type, name);
    if (t.type == TN_THING_NONE)
        fail_msg("no %s", name);
    return t;
}

static tn_thing_state get(tn_world *w, tn_thing t)
{
    tn_thing_state s;
    assert_int_equal(tn_thing_get(w, t, &s), TN_OK);
    return s;
}

/* The names of its partners, one after the other. */
static void check_partners(tn_world *w, tn_thing t, const char *names)
{
    tn_thing partner[8];
    char all[200] = "";
    const int n = tn_thing_partners(w, t, partner, 8);
    for (int i = 0; i < n; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? " " : "", tn_thing_name(w, partner[i]));
    assert_string_equal(all, names);
    assert_int_equal(get(w, t).partners, n);
}

static void check_parameter(tn_world *w, tn_thing t, const char *word, double value, const char *unit, bool settable)
{
    tn_thing_parameter p;
    int found = 0;
    for (int i = 0; tn_thing_parameter_at(w, t, i, &p); i++)
        if (strcmp(p.is->word, word) == 0) {
            found++;
            if (p.count < 1 || fabs(p.value[0] - value) > 1e-12 || strcmp(p.is->unit, unit) != 0 ||
                p.is->settable != settable)
                fail_msg("%s: %d numbers, %g %s", word, p.count, p.value[0], p.is->unit);
        }
    if (found != 1)
        fail_msg("%s is there %d times", word, found);
}

static void check_formula(tn_world *w, tn_thing t, const char *part)
{
    char *text = tn_thing_formula(w, t);
    if (text == NULL || strstr(text, part) == NULL)
        fail_msg("'%s' is not in '%s'", part, text != NULL ? text : "(none)");
    free(text);
}

static void test_states(void **state)
{
    (void)state;
    tn_world *w = world_of(scene);
    const tn_thing hip = find(w, TN_THING_CONSTRAINT, "hip"), pen = find(w, TN_THING_CONSTRAINT, "pen"),
                   kick = find(w, TN_THING_FORCE, "kick");
    tn_thing_state s = get(w, hip);
    assert_true(s.present && s.on && !s.active && s.has_interval && s.from == 1 && s.to == 2);
    assert_true(s.by == TN_BY_WORLD && s.method == TN_BY_DYNAMIC);
    s = get(w, pen);
    assert_true(s.active && s.by == TN_BY_PENALTY && s.method == TN_BY_PENALTY && !s.has_interval);
    assert_string_equal(get(w, tn_thing_of_constraint(tn_constraint_find(w, "keep@5"))).label, "keep@5");
    assert_false(get(w, kick).active);
    assert_false(get(w, find(w, TN_THING_OBJECT, "late")).present);
    assert_true(get(w, find(w, TN_THING_NAME, "k")).value == 2);
    assert_true(isnan(get(w, find(w, TN_THING_NAME, "f")).value));
    assert_true(get(w, find(w, TN_THING_PROBE, "far")).value == tn_probe_value(w, 0));
    const tn_thing event = tn_thing_at(w, TN_THING_EVENT, 0);
    assert_true(get(w, event).from == 3 && !get(w, event).active);
    tn_constraint_switch(w, tn_thing_constraint(pen), false);
    s = get(w, pen);
    assert_true(s.present && !s.on && !s.active);
    check_partners(w, event, "pen k a late");
    tn_world_free(w);
}

static void test_partners(void **state)
{
    (void)state;
    tn_world *w = world_of(scene);
    check_partners(w, find(w, TN_THING_CONSTRAINT, "hip"), "a b");
    check_partners(w, find(w, TN_THING_CONSTRAINT, "pen"), "a");
    check_partners(w, find(w, TN_THING_CONSTRAINT, "keep@5"), "x a");
    check_partners(w, find(w, TN_THING_FORCE, "kick"), "a");
    check_partners(w, tn_thing_at(w, TN_THING_FORCE, 2), "a b");
    check_partners(w, tn_thing_at(w, TN_THING_FORCE, 3), "");
    check_partners(w, tn_thing_at(w, TN_THING_FORCE, 4), "x");
    check_partners(w, tn_thing_at(w, TN_THING_CONTACT, 0), "");
    check_partners(w, tn_thing_at(w, TN_THING_CONTACT, 1), "a floor");
    check_partners(w, tn_thing_at(w, TN_THING_SKIN, 0), "a b");
    check_partners(w, tn_thing_at(w, TN_THING_POINT, 0), "a");
    check_partners(w, find(w, TN_THING_PROBE, "far"), "a b hip");
    check_partners(w, find(w, TN_THING_OBJECT, "c"), "way");
    tn_world_free(w);
}

static void test_parameters(void **state)
{
    (void)state;
    tn_world *w = world_of(scene);
    const tn_thing a = find(w, TN_THING_OBJECT, "a"), hip = find(w, TN_THING_CONSTRAINT, "hip");
    check_parameter(w, a, "length", 1, "m", false);
    check_parameter(w, a, "radius", 0.05, "m", false);
    check_parameter(w, a, "density", 500, "kg/m^3", false);
    check_parameter(w, a, "position", 0, "m", true);
    check_parameter(w, find(w, TN_THING_OBJECT, "b"), "c", 0.1, "m", false);
    check_parameter(w, find(w, TN_THING_OBJECT, "x"), "value", 1, "1", true);
    check_parameter(w, hip, "tau", 0.3, "s", true);
    check_parameter(w, hip, "min", -1, "rad", true);
    check_parameter(w, tn_thing_at(w, TN_THING_FORCE, 2), "stiffness", 40, "N/m", true);
    check_parameter(w, tn_thing_at(w, TN_THING_CONTACT, 0), "friction", 0.6, "1", false);
    check_parameter(w, tn_thing_at(w, TN_THING_CONTACT, 0), "bounce", 0.1, "1", false);
    check_parameter(w, tn_thing_at(w, TN_THING_SKIN, 0), "margin", 0.02, "m", false);
    check_parameter(w, find(w, TN_THING_NAME, "k"), "value", 2, "1", true);
    tn_world_free(w);
}

static void test_formulas(void **state)
{
    (void)state;
    tn_world *w = world_of(scene);
    check_formula(w, find(w, TN_THING_CONSTRAINT, "keep@5"), "a.center.z");
    check_formula(w, tn_thing_at(w, TN_THING_FORCE, 2), "unit(Q - P)"); /* of its kind */
    check_formula(w, tn_thing_at(w, TN_THING_FORCE, 4), "(x - 2)^2");
    check_formula(w, find(w, TN_THING_CONSTRAINT, "pen"), "norm(");
    check_formula(w, find(w, TN_THING_PROBE, "far"), "norm(a.tip - b.center)");
    check_formula(w, find(w, TN_THING_NAME, "f"), "x^2");
    check_formula(w, find(w, TN_THING_NAME, "way"), "(t, 0, 0)");
    assert_null(tn_thing_formula(w, tn_thing_at(w, TN_THING_CONTACT, 0)));
    tn_world_free(w);
}

/* Everything of a scene: partners are valid, settable numbers can be set to what they are, nothing is there twice. */
static void check_scene(const char *path)
{
    tn_world *w = tn_world_new();
    tn_thing_parameter p;
    tn_thing partner[64];
    tn_scene_read_images(w, tn_read_png);
    assert_int_equal(tn_read_file(w, path, NULL), TN_OK);
    int number = 0;
    for (tn_thing t = tn_thing_next(w, (tn_thing){0}); t.type != TN_THING_NONE; t = tn_thing_next(w, t)) {
        if (number++ % 7 > 0 && number > 60) /* of long lists some */
            continue;
        const tn_thing_state s = get(w, t);
        assert_true(s.kind[0] != '\0' && s.label != NULL);
        for (int i = 0; i < tn_thing_partners(w, t, partner, 64) && i < 64; i++)
            assert_true(tn_thing_valid(w, partner[i]));
        assert_true(t.type != TN_THING_CONSTRAINT || s.method != TN_BY_WORLD);
        char seen[2000] = " ", word[100];
        for (int i = 0; tn_thing_parameter_at(w, t, i, &p); i++) {
            assert_true(p.is->help != NULL && p.count <= 6);
            snprintf(word, sizeof word, " %s ", p.is->word);
            if (strstr(seen, word) != NULL)
                fail_msg("%s: '%s' of %s twice", path, p.is->word, s.label);
            snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s ", p.is->word);
        }
        free(tn_thing_formula(w, t));
    }
    tn_world_free(w);
}

static void test_gallery(void **state)
{
    (void)state;
    char path[4000], line[2000];
    int count = 0;
    snprintf(path, sizeof path, "%s/examples/gallery.list", getenv("SOURCE"));
    FILE *list = fopen(path, "r");
    assert_non_null(list);
    while (fgets(line, sizeof line, list) != NULL) {
        const size_t n = strcspn(line, " |");
        if (n == 0 || line[0] == '#' || line[0] == '=' || memchr(line, '/', n) == NULL || strchr(line, '|') == NULL)
            continue;
        snprintf(path, sizeof path, "%s/examples/%.*s.tn", getenv("SOURCE"), (int)n, line);
        if (count++ % effort(1, 6) == 0)
            check_scene(path);
    }
    fclose(list);
    assert_true(count > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_states), cmocka_unit_test(test_partners),
                                       cmocka_unit_test(test_parameters), cmocka_unit_test(test_formulas),
                                       cmocka_unit_test(test_gallery)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
