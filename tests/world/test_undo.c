/* Undo and redo of random edits of a running world: every state is restored to the bit, and the following motion is
 * that of a world in which nothing was undone. */
#include "model.h"

enum { EDITS = 60, KINDS = 18 };

/* ---- a fingerprint of the whole world ---- */

static void mix(uint64_t *h, const void *p, size_t n)
{
    const unsigned char *b = p;
    for (size_t i = 0; i < n; i++)
        *h = (*h ^ b[i]) * 1099511628211u;
}

static void mix_numbers(uint64_t *h, int count, const double *v)
{
    mix(h, v, sizeof *v * (size_t)(count > 0 ? count : 0));
}

static void mix_objects(uint64_t *h, tn_world *w)
{
    static const char *const words[] = {"mass", "inertia", "color", "soft", "value", "rate"};
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_object o = tn_object_at(w, i);
        tn_pose p;
        double v[6];
        mix(h, &o, sizeof o);
        mix(h, tn_object_name(w, o), strlen(tn_object_name(w, o)));
        assert_int_equal(tn_object_pose(w, o, &p), TN_OK);
        mix(h, &p.position, sizeof p.position);
        mix(h, &p.orientation, sizeof p.orientation);
        mix(h, &p.velocity, sizeof p.velocity);
        mix(h, &p.spin, sizeof p.spin);
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            mix_numbers(h, tn_object_number(w, o, words[k], v), v);
    }
}

static void mix_constraints(uint64_t *h, tn_world *w)
{
    static const char *const words[] = {"tau", "feedback", "min", "max", "speed", "d", "bounce", "limit"};
    for (int i = 0; i < tn_constraint_count(w); i++) {
        tn_constraint c = tn_constraint_at(w, i);
        double v[6];
        bool on;
        world_constraint(w, (int)c.slot, &on);
        mix(h, &c, sizeof c);
        mix(h, &on, sizeof on);
        mix(h, tn_constraint_name(w, c), strlen(tn_constraint_name(w, c)));
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            mix_numbers(h, tn_constraint_number(w, c, words[k], v), v);
    }
}

static uint64_t fingerprint(tn_world *w)
{
    uint64_t h = 14695981039346656037u;
    double t = tn_time(w), v[6];
    mix(&h, &t, sizeof t);
    mix_objects(&h, w);
    mix_constraints(&h, w);
    for (int i = 0; i < world_force_count(w); i++) {
        int slot = world_force_slot(w, i);
        static const char *const words[] = {"stiffness", "rest", "damping", "linear", "push", "gravity"};
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            mix_numbers(&h, world_number(w, WORLD_FORCE, slot, words[k], v), v);
    }
    for (int i = 0; i < tn_probe_count(w); i++) {
        double value = tn_probe_value(w, i);
        mix(&h, tn_probe_name(w, i), strlen(tn_probe_name(w, i)));
        if (!isnan(value))
            mix(&h, &value, sizeof value);
    }
    tn_settings s = tn_world_settings(w);
    mix(&h, &s.tau, sizeof s.tau);
    char *text = tn_write_text(w); /* names, lets, looks, the timeline */
    mix(&h, text, strlen(text));
    free(text);
    return h;
}

/* ---- random edits ---- */

/* Random models may be impossible and stop; then the last good state must be the same too. */
static void pass(tn_world *w, double seconds) { (void)tn_advance(w, tn_time(w) + seconds); }

static int pick(uint64_t *seed, int n) { return n <= 0 ? 0 : (int)((random_number(seed) + 1) / 2 * n) % n; }

static tn_object any_object(tn_world *w, uint64_t *seed) { return tn_object_at(w, pick(seed, tn_object_count(w))); }

static void add_thing(tn_world *w, uint64_t *seed, int number)
{
    bool particle = pick(seed, 2) == 0;
    tn_object_def d = model_def(particle ? "particle" : "box", particle ? 2 : 0.2, 0.3, 0.1, random_vector(seed));
    char name[20];
    snprintf(name, sizeof name, "thing%d", number);
    d.name = pick(seed, 2) == 0 ? name : NULL;
    d.velocity = random_vector(seed);
    tn_object o = model_add(w, &d);
    if (pick(seed, 2) == 0)
        JOIN(w, NULL, "connect", at(o, 0, 0, 0.1), nail(d.position.x, d.position.y, d.position.z + 0.1));
}

static void add_joint(tn_world *w, uint64_t *seed)
{
    tn_object a = any_object(w, seed), b = any_object(w, seed);
    if (tn_object_is_variable(w, a) || tn_object_is_variable(w, b) || a.slot == b.slot)
        return;
    JOIN(w, NULL, "distance", at(a, 0, 0, 0), at(b, 0, 0, 0), number(0.3 + pick(seed, 5)));
}

static void add_pull(tn_world *w, uint64_t *seed)
{
    tn_object a = any_object(w, seed);
    if (tn_object_is_variable(w, a))
        return;
    tn_force_def d = {.size = sizeof(tn_force_def),
                      .kind = "spring",
                      .count = 2,
                      .args = {at(a, 0, 0, 0), nail(1, 1, 1)},
                      .stiffness = 20};
    tn_force_add(w, &d, NULL);
}

static void read_some(tn_world *w, uint64_t *seed, int number)
{
    char text[600];
    int first = 2 + pick(seed, 3), x = 1 + pick(seed, 3), later = 3 + pick(seed, 2);
    snprintf(text, sizeof text,
             "let k%d = %d;\nvariable x%d %d;\nvariable y%d 0.5;\n"
             "constraint sum%d: keep x%d*y%d = k%d; end\nprobe p%d = x%d + k%d;\nshow forces;\n"
             "at %.17g: set tau sum%d 0.2; let k%d = %d; end\n",
             number, first, number, x, number, number, number, number, number, number, number, number,
             tn_time(w) + 0.013, number, number, later);
    model_read(w, text);
}

static void set_object(tn_world *w, uint64_t *seed)
{
    static const char *const words[] = {"mass", "velocity", "position", "color", "spin", "value"};
    const char *word = words[pick(seed, 6)];
    double v[3] = {0.1 + (double)pick(seed, 9) / 10, (double)pick(seed, 9) / 10, (double)pick(seed, 9) / 10};
    bool one = strcmp(word, "mass") == 0 || strcmp(word, "value") == 0;
    tn_object_set(w, any_object(w, seed), word, v, one ? 1 : 3, NULL);
}

static void set_constraint(tn_world *w, uint64_t *seed)
{
    static const char *const words[] = {"tau", "d", "max", "speed", "feedback", "bounce"};
    const char *word = words[pick(seed, 6)];
    double v[2] = {0.05 + (double)pick(seed, 9) / 10, 3};
    tn_constraint c = tn_constraint_at(w, pick(seed, tn_constraint_count(w)));
    tn_constraint_set(w, c, word, v, strcmp(word, "feedback") == 0 ? 2 : 1, NULL);
}

static void set_force(tn_world *w, uint64_t *seed)
{
    int count = world_force_count(w), slot = count > 0 ? world_force_slot(w, pick(seed, count)) : -1;
    double v[3] = {pick(seed, 40), 0.5, -5};
    tn_force f = {(uint32_t)slot, slot >= 0 ? world_force_generation(w, slot) : 0};
    if (tn_force_set(w, f, "stiffness", v, 1, NULL) != TN_OK)
        tn_force_set(w, f, "gravity", v, 3, NULL);
}

static void remove_something(tn_world *w, uint64_t *seed, int kind)
{
    if (kind == 0 && tn_object_count(w) > 6)
        tn_object_remove(w, any_object(w, seed));
    if (kind == 1 && tn_constraint_count(w) > 3)
        tn_constraint_remove(w, tn_constraint_at(w, pick(seed, tn_constraint_count(w))));
    if (kind == 2 && world_force_count(w) > 1) {
        int slot = world_force_slot(w, 1 + pick(seed, world_force_count(w) - 1));
        tn_force_remove(w, (tn_force){(uint32_t)slot, world_force_generation(w, slot)});
    }
}

/* One edit, as one step of the history if it has an effect. The same seed does the same in equal worlds. */
static void edit(tn_world *w, uint64_t seed, int number)
{
    int kind = pick(&seed, KINDS);
    tn_settings s = tn_world_settings(w);
    tn_edit_begin(w, "one of many");
    if (kind < 3)
        add_thing(w, &seed, number);
    else if (kind < 5)
        add_joint(w, &seed);
    else if (kind < 6)
        add_pull(w, &seed);
    else if (kind < 7)
        read_some(w, &seed, number);
    else if (kind < 9)
        set_object(w, &seed);
    else if (kind < 11)
        set_constraint(w, &seed);
    else if (kind < 12)
        set_force(w, &seed);
    else if (kind < 15)
        remove_something(w, &seed, kind - 12);
    else if (kind < 16)
        tn_constraint_switch(w, tn_constraint_at(w, pick(&seed, tn_constraint_count(w))), pick(&seed, 2) == 0);
    else if (kind < 17) {
        s.tau = 0.05 + (double)pick(&seed, 4) / 20;
        tn_world_configure(w, &s);
    } else {
        add_thing(w, &seed, 1000 + number);
        set_constraint(w, &seed);
    }
    tn_edit_end(w);
    if (pick(&seed, 3) == 0) /* time passes between edits */
        pass(w, 0.02);
}

static tn_world *begin(tn_integrator integrator)
{
    tn_world *w = tn_world_new();
    model_gravity(w, v3(0, 0, -model_g));
    tn_object before = {0, 0};
    for (int i = 0; i < 4; i++) {
        tn_object o = model_object(w, "rod", 0.4, 0.03, 0, v3(0.4 * i, 0, 1));
        JOIN(w, NULL, "connect", at(o, 0, 0, -0.2), i == 0 ? nail(0, 0, 0.8) : at(before, 0, 0, 0.2));
        before = o;
    }
    model_read(w, "object wheel: cylinder 0.1 0.05; position 3 0 0; end\n"
                  "constraint axle: revolute wheel world (3, 0, 0) (0, 0, 1); max 2; motor speed 1 limit 5; end\n"
                  "probe turned = angle(axle);\n");
    model_set(w, integrator, 1e-7, 0.004, 0);
    tn_history_keep(w, 1000, (size_t)1 << 30);
    return w;
}

static uint64_t seed_of(uint64_t run, int edit_number) { return run * 1000003u + (uint64_t)edit_number * 7919u + 17; }

static uint64_t after(tn_world *w, double seconds)
{
    pass(w, seconds);
    return fingerprint(w);
}

/* The motion after the first `edits` edits, in a world in which nothing is undone. */
static uint64_t motion_of(tn_integrator integrator, uint64_t run, int edits)
{
    tn_world *w = begin(integrator);
    for (int i = 0; i < edits; i++)
        edit(w, seed_of(run, i), i);
    tn_edit_begin(w, "");
    uint64_t h = after(w, 0.1);
    tn_edit_end(w);
    tn_world_free(w);
    return h;
}

static void check(uint64_t run, int i, const char *what, uint64_t got, uint64_t expected)
{
    if (got != expected)
        fail_msg("run %d, edit %d: %s is not the same to the bit", (int)run, i, what);
}

static uint64_t motion_from_here(tn_world *w)
{
    tn_snapshot *s = tn_snapshot_take(w);
    uint64_t h = after(w, 0.1);
    assert_int_equal(tn_snapshot_restore(w, s), TN_OK);
    tn_snapshot_free(w, s);
    return h;
}

static void random_edits_are_taken_back(void **state)
{
    (void)state;
    static const tn_integrator integrators[] = {TN_EULER, TN_RK4, TN_ADAMS};
    for (uint64_t run = 0; run < 9; run++) {
        tn_integrator integrator = integrators[run % 3];
        tn_world *w = begin(integrator);
        uint64_t before[EDITS + 1]; /* by step of the history */
        int number[EDITS + 1], steps = 0;
        for (int i = 0; i < EDITS; i++) {
            before[steps] = fingerprint(w);
            number[steps] = i;
            edit(w, seed_of(run, i), i);
            assert_true(tn_undo_count(w) == steps || tn_undo_count(w) == steps + 1);
            steps = tn_undo_count(w);
        }
        assert_true(steps > EDITS / 2);
        before[steps] = fingerprint(w);
        for (int round = 0; round < 2; round++) {
            for (int k = steps - 1; k >= 0; k--) {
                assert_int_equal(tn_undo(w), TN_OK);
                assert_int_equal(tn_undo_count(w), k);
                assert_int_equal(tn_redo_count(w), steps - k);
                check(run, number[k], "a state that was undone", fingerprint(w), before[k]);
                if (k % 12 == 6 && round == 0)
                    check(run, number[k], "the motion after an undo", motion_from_here(w),
                          motion_of(integrator, run, number[k]));
            }
            assert_int_equal(tn_undo(w), TN_WRONG_USE);
            for (int k = 1; k <= steps; k++) {
                assert_int_equal(tn_redo(w), TN_OK);
                check(run, number[k - 1], "a state that was done again", fingerprint(w), before[k]);
            }
            assert_int_equal(tn_redo(w), TN_WRONG_USE);
        }
        check(run, EDITS, "the motion after all was done again", motion_from_here(w),
              motion_of(integrator, run, EDITS));
        tn_world_free(w);
    }
}

/* An edit after an undo starts a new branch: redo is discarded, and its ids become invalid. */
static void another_way(void **state)
{
    (void)state;
    tn_world *w = begin(TN_RK4);
    tn_object a = model_object(w, "sphere", 0.1, 0, 0, v3(5, 0, 0));
    tn_object b = model_object(w, "sphere", 0.1, 0, 0, v3(6, 0, 0));
    uint64_t there = fingerprint(w);
    assert_string_equal(tn_undo_label(w), "add an object");
    assert_int_equal(tn_undo(w), TN_OK);
    assert_true(tn_object_valid(w, a) && !tn_object_valid(w, b));
    assert_string_equal(tn_redo_label(w), "add an object");
    assert_int_equal(tn_redo(w), TN_OK);
    assert_true(tn_object_valid(w, b)); /* the same id, */
    check(0, 0, "what was done again", fingerprint(w), there);
    assert_int_equal(tn_undo(w), TN_OK);
    for (int i = 0; i < 20; i++) {
        tn_object c = model_object(w, "sphere", 0.1, 0, 0, v3(7 + i, 0, 0));
        assert_false(tn_object_valid(w, b)); /* and never that of something else */
        assert_true(tn_object_valid(w, c));
    }
    assert_int_equal(tn_redo(w), TN_WRONG_USE);
    assert_int_equal(tn_redo_count(w), 0);
    assert_string_equal(tn_redo_label(w), "");
    /* refused edits and edits without effect are not recorded */
    int edits = tn_undo_count(w);
    tn_object_def wrong = model_def("box", -1, 1, 1, v3(0, 0, 0));
    assert_int_equal(tn_object_add(w, &wrong, NULL).generation, 0);
    double mass = -1;
    char *message;
    assert_int_equal(tn_object_set(w, a, "mass", &mass, 1, &message), TN_WRONG_USE);
    assert_string_equal(message, "mass must be greater than zero, not -1");
    free(message);
    tn_edit_begin(w, "nothing");
    assert_int_equal(tn_undo(w), TN_WRONG_USE); /* not in the midst of one */
    tn_edit_end(w);
    assert_int_equal(tn_undo_count(w), edits);
    tn_world_free(w);
}

/* A text that is undone may be read again: its names are free. Its contents are written as they were. */
static void texts(void **state)
{
    (void)state;
    static const char text[] = "let k = 3;\nnail hook 0 0 k;\nobject ball: sphere 0.1; end\n"
                               "point top of ball 0 0 0.1;\nconnect ball.top hook;\nprobe p = ball.top.z;\n"
                               "camera from 1 2 3 to 0 0 0;\nat 1: let k = 4; end\n";
    tn_world *w = tn_world_new();
    tn_history_keep(w, 10, 1 << 20);
    char *empty = tn_write_text(w);
    model_read(w, text);
    char *full = tn_write_text(w);
    for (int round = 0; round < 3; round++) {
        assert_int_equal(tn_undo(w), TN_OK);
        char *now = tn_write_text(w);
        assert_string_equal(now, empty);
        free(now);
        assert_int_equal(tn_probe_count(w), 0);
        if (round == 1)
            model_read(w, text);
        else
            assert_int_equal(tn_redo(w), TN_OK);
        now = tn_write_text(w);
        assert_string_equal(now, full);
        free(now);
        assert_int_equal(tn_probe_count(w), 1);
    }
    /* a point and a probe of an object that is removed and restored */
    tn_object ball = tn_object_find(w, "ball");
    assert_int_equal(tn_object_remove(w, ball), TN_OK);
    assert_true(isnan(tn_probe_value(w, 0)));
    assert_int_equal(tn_undo(w), TN_OK);
    check_near("the probe sees it again", tn_probe_value(w, 0), 0.1, 1e-15);
    free(empty);
    free(full);
    tn_world_free(w);
}

/* A redo goes to the moment from which its edit was undone, also if another edit had been undone before it and the world had
 * gone on since. */
static void motion_between_undos(void **state)
{
    (void)state;
    static const double red[] = {1, 0, 0}, two[] = {2};
    tn_world *w = model_text("world: gravity 9.81; end object a: rod 1 0.05; position 0.5 0 0; end\n"
                             "constraint k: connect a.end1 (0.5, 0, -0.5); end\n");
    tn_object a = tn_object_find(w, "a");
    tn_history_keep(w, 10, (size_t)1 << 20);
    assert_int_equal(tn_advance(w, 1), TN_OK);
    assert_int_equal(tn_object_set(w, a, "mass", two, 1, NULL), TN_OK);
    assert_int_equal(tn_object_set(w, a, "color", red, 3, NULL), TN_OK);
    assert_int_equal(tn_undo(w), TN_OK);
    assert_int_equal(tn_advance(w, 2), TN_OK);
    const uint64_t there = fingerprint(w);
    assert_int_equal(tn_undo(w), TN_OK);
    assert_true(tn_time(w) == 1);
    assert_int_equal(tn_redo(w), TN_OK);
    assert_true(tn_time(w) == 2 && fingerprint(w) == there);
    assert_int_equal(tn_redo(w), TN_OK); /* the second edit was undone at t = 1 s */
    assert_true(tn_time(w) == 1 && tn_redo_count(w) == 0);
    tn_world_free(w);
}

/* Memory is limited by the number of edits and by bytes, for any length of the session. */
static void bounded(void **state)
{
    (void)state;
    tn_world *w = begin(TN_EULER);
    tn_history_keep(w, 8, (size_t)1 << 30);
    size_t most = 0;
    int slots = 0;
    for (int i = 0; i < 400; i++) {
        tn_object o = model_object(w, "sphere", 0.1, 0, 0, v3(9, 0, 0));
        tn_constraint c = JOIN(w, NULL, "connect", at(o, 0, 0, 0), nail(9, 0, 0));
        tn_constraint_remove(w, c);
        tn_object_remove(w, o);
        if (i % 10 == 0)
            model_run(w, tn_time(w) + 0.004);
        most = tn_snapshot_size(w) > most ? tn_snapshot_size(w) : most;
        assert_int_equal(tn_undo_count(w), i < 2 ? 4 * (i + 1) : 8);
        if (i == 50)
            slots = pool_slots(&w->things->constraint_pool);
    }
    assert_int_equal(pool_slots(&w->things->constraint_pool), slots); /* what cannot be restored is freed */
    assert_true(most < 200000);
    tn_history_keep(w, 8, most / 2);
    assert_true(tn_snapshot_size(w) <= most / 2 || tn_undo_count(w) == 1);
    tn_history_keep(w, 0, 0);
    assert_int_equal(tn_undo(w), TN_WRONG_USE);
    assert_true(tn_snapshot_size(w) == 0);
    tn_world_free(w);
}

/* Snapshots of small edits of a large world share unchanged data. */
static void shared(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_object before = {0, 0};
    for (int i = 0; i < 2000; i++) {
        tn_object o = model_object(w, "rod", 0.4, 0.03, 0, v3(0.4 * i, 0, 1));
        JOIN(w, NULL, "connect", at(o, 0, 0, -0.2), i == 0 ? nail(0, 0, 0.8) : at(before, 0, 0, 0.2));
        before = o;
    }
    tn_history_keep(w, 100, (size_t)1 << 30);
    double tau = 0.3;
    tn_constraint_set(w, tn_constraint_at(w, 1000), "tau", &tau, 1, NULL);
    size_t one = tn_snapshot_size(w);
    for (int i = 0; i < 50; i++) {
        tau = 0.3 + i;
        tn_constraint_set(w, tn_constraint_at(w, 20 * i), "tau", &tau, 1, NULL);
    }
    assert_true(tn_snapshot_size(w) < 3 * one);
    while (tn_undo_count(w) > 0)
        assert_int_equal(tn_undo(w), TN_OK);
    double now[6];
    assert_int_equal(tn_constraint_number(w, tn_constraint_at(w, 1000), "tau", now), 1);
    assert_true(now[0] == 0.1);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_edits_are_taken_back),
                                       cmocka_unit_test(another_way),
                                       cmocka_unit_test(texts),
                                       cmocka_unit_test(bounded),
                                       cmocka_unit_test(shared),
                                       cmocka_unit_test(motion_between_undos)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
