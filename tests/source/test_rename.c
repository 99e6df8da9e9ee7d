/* A text in which names are others is applied to a world that has moved: everything keeps its id, state and history, and
 * the world is the one that the new text would have become. */
#include "scenes.h"

/* Scenes that between them have every kind of name, with time in motion, motors, events that are over and to come. */
static const char *const scenes[] = {
    /* chains by loops, lets of turns, forces, probes, formulas */
    "world: gravity 9.81; end\nlet L = 0.1; let wide = L/10;\n"
    "for i = 0 to 5:\n  let at = L*(i + 0.5);\n  object link[i]: rod L wide; position at 0 0; rotation 0 1 0 (pi/2); end\n"
    "end\nconstraint hook: connect link[0].end1 (0, 0, 0); end\n"
    "for i = 1 to 5: connect link[i-1].end2 link[i].end1; end\n"
    "object ball: sphere 0.05; position 0 0.3 0.2; end\npoint tip of ball 0 0 0.05;\n"
    "force pull: spring ball.tip link[5].end2 stiffness (40*L) rest (2*L); end\n"
    "push ball.center (sin(t)*L, 0, link[2].center.x);\n"
    "probe height = link[5].center.z*L; probe both = norm(ball.center - link[5].center);\n",
    /* turns of hinges are history; a motor, gears, events */
    "world: integrator rk4; step 0.002; end\nlet speed = 9; let later = 0.35;\n"
    "object wheel: cylinder 0.3 0.1; position 0 0 1; end\nobject other: cylinder 0.3 0.1; position 1 0 1; end\n"
    "constraint axle: revolute world wheel (0, 0, 1) (0, 0, 1); motor speed speed; end\n"
    "constraint second: revolute world other (1, 0, 1) (0, 0, 1); end\ngear axle second -2;\n"
    "object late: sphere 0.1; position 0 3 0; end\n"
    "at 0.05: let speed = 20; end\nat later: let speed = -3; set mass late 5; end\n"
    "probe turned = angle(axle)*180/pi; probe back = rate(second);\n",
    /* coordinates, curves, a path, a nail, an object on it, variables */
    "world: gravity 9.81; end\nlet R = 0.8; let w = 2;\nnail peg 0 0 2;\npath lift(s) = (R*sin(w*s), 0, 2 + 0.1*s);\n"
    "object pend: particle 1; coordinates phi 0.7; place (R*sin(phi), 0, -R*cos(phi)); end\n"
    "object bead: sphere 0.05; position 1 1 1; end\nconstraint cord: distance bead.center peg 1.732; end\n"
    "object cart: box 0.1 0.1 0.1; position 0 0 2; end\nconnect cart.center lift;\n"
    "variable x 0.5 rate 0.1;\nkeep x = bead.center.x*0 + 0.5 + 0.1*t;\n"
    "spring bead.center cart.center stiffness (R*10) rest R;\n",
    /* a block, materials, contact, springs among them, a camera that follows, a trace */
    "world: gravity 9.81; step 0.002; integrator implicit; end\nlet soft = 3000; let far = 0.4;\n"
    "object jelly: block 2 2 2; size far far far; position 0 0 1; stiffness soft; viscosity 5; end\n"
    "connect jelly.node(0, 0, 2) (-0.2, -0.2, 1.2);\nobject weight: sphere 0.05; position 0.2 0.2 0.5; end\n"
    "spring jelly.node(2, 2, 0) weight.center stiffness 50 rest 0.3;\ntrace weight.center;\nprobe low = weight.center.z;\n",
    /* contact and friction */
    "world: gravity 9.81; step 0.005; end\nlet size = 0.3;\nobject floor: plane; end\n"
    "for k = 0 to 3: object crate[k]: box size size size; position (0.02*k) 0 (0.15 + 0.3*k); end end\n"
    "contact friction 0.5;\nforce shove: push crate[3].center (2, 0, 0); end\n",
    /* displacements, with names that are words of the language, too */
    "world: method displacement; gravity 9.81; end\nlet rest = 0.25;\nobject damping: rod rest 0.01; end\n"
    "object mass: rod rest 0.01; position 0 0 rest; end\nconnect damping.end2 mass.end1;\n"
    "constraint stiffness: connect damping.end1 (0, 0, -rest/2); end\n"
    "spring mass.end2 (0, 0.3, 0.4) stiffness 5 rest rest damping 0.1;\n",
};

static tn_source *source_of(const char *text)
{
    tn_source *s = tn_source_text("r.tn", text);
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_source_check(s, d) != TN_OK)
        fail_msg("%s\n%s", tn_diagnostics_get(d, 0).message, text);
    tn_diagnostics_free(d);
    return s;
}

static tn_world *load(tn_source *s)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_source_load(s, w, d) != TN_OK)
        fail_msg("%d: %s\n%s", tn_diagnostics_get(d, 0).line, tn_diagnostics_get(d, 0).message,
                 tn_source_file_text(s, 0, NULL));
    tn_diagnostics_free(d);
    return w;
}

/* A world that is read from the present text of the source alone. */
static tn_world *loaded_anew(tn_source *s)
{
    tn_source *copy = source_of(tn_source_file_text(s, 0, NULL));
    tn_world *w = load(copy);
    tn_source_free(copy);
    return w;
}

/* Renames a statement by chance, if it has a name. */
static bool rename_one(tn_source *s, uint64_t *random, int *number)
{
    static const char *const words[] = {"stiffness", "min", "friction", "rest", "follow", "of"};
    tn_place at;
    char name[40];
    if (below(random, 4) > 0)
        snprintf(name, sizeof name, "n%d", ++*number);
    else
        snprintf(name, sizeof name, "%s", words[below(random, sizeof words / sizeof *words)]);
    return tn_source_at(s, (int)below(random, (unsigned)tn_source_count(s)), &at) &&
           tn_source_rename(s, &at, name, NULL) == TN_OK;
}

struct ids {
    tn_object object[64];
    tn_constraint constraint[64];
    int objects, constraints;
};

static struct ids ids_of(tn_world *w)
{
    struct ids x = {.objects = tn_object_count(w), .constraints = tn_constraint_count(w)};
    assert_true(x.objects <= 64 && x.constraints <= 64);
    for (int i = 0; i < x.objects; i++)
        x.object[i] = tn_object_at(w, i);
    for (int i = 0; i < x.constraints; i++)
        x.constraint[i] = tn_constraint_at(w, i);
    return x;
}

static void same_ids(tn_world *w, const struct ids *x, bool replaced, const char *text)
{
    for (int i = 0; i < x->objects && !replaced; i++)
        if (!tn_object_valid(w, x->object[i]))
            fail_msg("an object is another one in\n%s", text);
    for (int i = 0; i < x->constraints && !replaced; i++)
        if (!tn_constraint_valid(w, x->constraint[i]))
            fail_msg("a constraint is another one in\n%s", text);
    assert_int_equal(tn_object_count(w), x->objects);
    assert_int_equal(tn_constraint_count(w), x->constraints);
}

/* The world moves on as one that had these names from its start. */
static void goes_on(tn_source *s, tn_world *w, double first)
{
    tn_world *twin = loaded_anew(s);
    assert_int_equal(tn_advance(twin, first), TN_OK);
    same_worlds(w, twin, tn_source_file_text(s, 0, NULL)); /* writing begins both integrators anew */
    assert_int_equal(tn_advance(twin, 0.4), TN_OK);
    assert_int_equal(tn_advance(w, 0.4), TN_OK);
    same_worlds(w, twin, tn_source_file_text(s, 0, NULL));
    assert_int_equal(tn_probe_count(w), tn_probe_count(twin));
    for (int i = 0; i < tn_probe_count(w); i++)
        assert_true(tn_probe_value(w, i) == tn_probe_value(twin, i));
    tn_world_free(twin);
}

/* `replaces`: objects by coordinates whose formulas speak of other names are made anew, with their state. */
static void rename_some(const char *text, int seed, bool replaces)
{
    uint64_t random = (uint64_t)seed * 7919 + 1;
    int number = 0;
    tn_applied done;
    tn_source *s = source_of(text);
    tn_world *w = load(s);
    tn_history_keep(w, 20, 1 << 26);
    const double first = 0.02 + 0.1 * below(&random, 3);
    const bool undoes = !replaces && seed % 3 == 0;
    assert_int_equal(tn_advance(w, first), TN_OK);
    for (int round = 0; round < 2; round++) {
        const struct ids before = ids_of(w);
        const uint64_t state = state_of(w);
        char *was = tn_write_text(w);
        for (unsigned n = 1 + below(&random, 3), tries = 0; n > 0 && tries < 60; tries++)
            n -= rename_one(s, &random, &number) ? 1 : 0;
        tn_diagnostics *d = tn_diagnostics_new();
        if (tn_source_apply(s, w, &done, d) != TN_OK)
            fail_msg("%d: %s in\n%s", tn_diagnostics_get(d, 0).line, tn_diagnostics_get(d, 0).message,
                     tn_source_file_text(s, 0, NULL));
        tn_diagnostics_free(d);
        const char *now = tn_source_file_text(s, 0, NULL);
        if (state_of(w) != state)
            fail_msg("seed %d: the state is another one after\n%s", seed, now);
        same_ids(w, &before, replaces, now);
        tn_world *twin = loaded_anew(s);
        assert_int_equal(tn_advance(twin, first), TN_OK);
        same_worlds(w, twin, now);
        if (undoes) {
            char *renamed = tn_write_text(w), *back, *again;
            assert_int_equal(tn_undo(w), TN_OK);
            back = tn_write_text(w);
            assert_string_equal(back, was);
            assert_int_equal(tn_redo(w), TN_OK);
            again = tn_write_text(w);
            assert_string_equal(again, renamed);
            tn_free(renamed);
            tn_free(back);
            tn_free(again);
        }
        tn_world_free(twin);
        tn_free(was);
    }
    if (!undoes)
        goes_on(s, w, first);
    tn_world_free(w);
    tn_source_free(s);
}

static void renamed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        for (int seed = 1; seed <= (getenv("TENON_LONG") != NULL ? 100 : effort(12, 2)); seed++)
            rename_some(scenes[i], seed, i == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(renamed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
