/* A text in which names are others is applied to a world that has moved: everything keeps its id, state and history, and
 * the world is the one that the new text would have become. */
#include "scenes.h"

/* Scenes that between them have every kind of name, with time in motion, motors, events that are over and to come. */
static const char *const scenes[] = {
    /* chains by loops, lets of turns, forces, probes, formulas */
    "world: gravity 9.81; end\nlet L = 0.1; let wide = L/10;\n"
    "for i = 0 to 5:\n  let at = L*(i + 0.5);\n  object link[i]: rod L wide; position at 0 0; rotation 0 1 0 (pi/2); "
    "end\n"
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
    "spring jelly.node(2, 2, 0) weight.center stiffness 50 rest 0.3;\ntrace weight.center;\nprobe low = "
    "weight.center.z;\n",
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
    tn_source *copy = tn_source_text(tn_source_file_name(s, 0), tn_source_file_text(s, 0, NULL));
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

enum { MOST = 3000 };
struct ids {
    tn_object object[MOST];
    tn_constraint constraint[MOST];
    int objects, constraints;
};

struct moved_scene {
    const char *text, *path; /* one of them */
    double first, then;      /* times, s */
    bool replaces; /* objects by coordinates whose formulas speak of other names are made anew, with their state */
};

static struct ids ids_of(tn_world *w)
{
    struct ids x = {.objects = tn_object_count(w), .constraints = tn_constraint_count(w)};
    assert_true(x.objects <= MOST && x.constraints <= MOST);
    for (int i = 0; i < x.objects; i++)
        x.object[i] = tn_object_at(w, i);
    for (int i = 0; i < x.constraints; i++)
        x.constraint[i] = tn_constraint_at(w, i);
    return x;
}

static void same_ids(tn_world *w, const struct ids *x, bool replaced, const char *was, const char *text)
{
    for (int i = 0; i < x->objects && !replaced; i++)
        if (!tn_object_valid(w, x->object[i]))
            fail_msg("an object is another one in\n%s\nafter\n%s", text, was);
    for (int i = 0; i < x->constraints && !replaced; i++)
        if (!tn_constraint_valid(w, x->constraint[i]))
            fail_msg("a constraint is another one in\n%s\nafter\n%s", text, was);
    assert_int_equal(tn_object_count(w), x->objects);
    assert_int_equal(tn_constraint_count(w), x->constraints);
}

/* Zeros without their signs: a pose that was written once more may have another one. */
static char *written(tn_world *w)
{
    char *text = tn_write_text(w);
    for (char *at = strstr(text, " -0"); at != NULL; at = strstr(at + 1, " -0"))
        if (strchr(" ;\n,)", at[3]) != NULL)
            memmove(at + 1, at + 2, strlen(at + 2) + 1);
    return text;
}

/* On a difference all three texts are kept: messages of failures are cut. */
static void same_text(const char *a, const char *b, tn_source *s)
{
    if (strcmp(a, b) != 0) {
        const char *const text[] = {tn_source_file_text(s, 0, NULL), a, b};
        const char *const name[] = {"source.tn", "live.tn", "fresh.tn"};
        for (int i = 0; i < 3; i++) {
            FILE *f = fopen(name[i], "w");
            fputs(text[i], f);
            fclose(f);
        }
        fail_msg("the worlds live.tn and fresh.tn differ after names were changed in source.tn");
    }
}

static void same_worlds_of(tn_world *live, tn_world *fresh, tn_source *s)
{
    char *a = written(live), *b = written(fresh);
    same_text(a, b, s);
    tn_free(a);
    tn_free(b);
}

/* The world moves on as one that had these names from its start. */
static void goes_on(const struct moved_scene *m, tn_source *s, tn_world *w)
{
    tn_world *twin = loaded_anew(s);
    tn_advance(twin, m->first);
    same_worlds_of(w, twin, s); /* writing begins both integrators anew */
    assert_int_equal(tn_advance(twin, m->then), tn_advance(w, m->then));
    same_worlds_of(w, twin, s);
    assert_int_equal(tn_probe_count(w), tn_probe_count(twin));
    for (int i = 0; i < tn_probe_count(w); i++)
        assert_true(tn_probe_value(w, i) == tn_probe_value(twin, i) || isnan(tn_probe_value(w, i)));
    tn_world_free(twin);
}

static void apply(tn_source *s, tn_world *w)
{
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_source_apply(s, w, NULL, d) != TN_OK)
        fail_msg("%d: %s in\n%s", tn_diagnostics_get(d, 0).line, tn_diagnostics_get(d, 0).message,
                 tn_source_file_text(s, 0, NULL));
    tn_diagnostics_free(d);
}

static void renamed_in_motion(const struct moved_scene *m, tn_source *s, tn_world *w, uint64_t *random, bool undoes)
{
    static int number;
    const struct ids before = ids_of(w);
    const uint64_t state = state_of(w);
    char *was = written(w), *old_text = strdup(tn_source_file_text(s, 0, NULL));
    const unsigned long revision = tn_source_revision(s);
    unsigned names = 0;
    for (unsigned n = 1 + below(random, 3), tries = 0; names < n && tries < 60; tries++)
        names += rename_one(s, random, &number) ? 1 : 0;
    apply(s, w);
    const char *now = tn_source_file_text(s, 0, NULL);
    if (state_of(w) != state)
        fail_msg("the state is another one after\n%s", now);
    same_ids(w, &before, m->replaces, old_text, now);
    free(old_text);
    tn_world *twin = loaded_anew(s);
    tn_advance(twin, m->first);
    same_worlds_of(w, twin, s);
    if (undoes && tn_source_revision(s) != revision) {
        char *renamed = written(w), *back, *again;
        assert_int_equal(tn_undo(w), TN_OK);
        back = written(w);
        same_text(back, was, s);
        assert_int_equal(tn_redo(w), TN_OK);
        again = written(w);
        same_text(again, renamed, s);
        tn_free(renamed);
        tn_free(back);
        tn_free(again);
    }
    tn_world_free(twin);
    tn_free(was);
}

static void rename_some(const struct moved_scene *m, int seed)
{
    uint64_t random = (uint64_t)seed * 7919 + 1;
    const bool undoes = m->path == NULL && seed % 3 == 0; /* what is written of a frame may be rounded otherwise */
    tn_source *s = m->path != NULL ? tn_source_open(m->path, NULL) : source_of(m->text);
    tn_world *w = tn_world_new();
    tn_history_keep(w, 20, 1 << 26);
    if (tn_source_load(s, w, NULL) == TN_OK) {
        tn_advance(w, m->first);
        for (int round = 0; round < 2; round++)
            renamed_in_motion(m, s, w, &random, undoes);
        if (!undoes)
            goes_on(m, s, w);
    } else {
        assert_non_null(m->path); /* needs a reader of images */
    }
    tn_world_free(w);
    tn_source_free(s);
}

static void renamed(void **state)
{
    (void)state;
    const int seeds = getenv("SCENE") != NULL ? 0 : getenv("TENON_LONG") != NULL ? 100 : effort(12, 2);
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        for (int seed = 1; seed <= seeds; seed++) {
            const struct moved_scene m = {
                .text = scenes[i], .first = 0.02 + 0.1 * (seed % 3), .then = 0.4, .replaces = i == 2};
            rename_some(&m, seed);
        }
}

static void of_gallery(const char *path, void *ctx)
{
    const char *only = getenv("SCENE");
    const struct moved_scene m = {.path = path, .first = 0.03, .then = 0.06, .replaces = true};
    if (only != NULL && strstr(path, only) == NULL)
        return;
    if (getenv("VERBOSE") != NULL)
        print_message("%s\n", path);
    rename_some(&m, *(const int *)ctx);
}

static void gallery_renamed(void **state)
{
    (void)state;
    char folder[1000];
    gallery(folder);
    for (int seed = 1; seed <= (getenv("TENON_LONG") != NULL ? 5 : 0); seed++)
        each_scene(folder, of_gallery, &seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(renamed),
        cmocka_unit_test(gallery_renamed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
