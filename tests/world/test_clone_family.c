/* Families of clones: seeded sequences of cloning, editing, advancing, undoing and freeing, in models with every sort of
 * thing. Each world must be, to the bit and to the letter, what a world becomes that was given the same calls and shares
 * nothing with others; also where two threads work on clones of one world at once. */
#include "model.h"

#include "../effort.h"

#include <malloc.h>
#include <pthread.h>

#include "base/memory.h"

/* ---- models ---- */

static const char *const models[] = {
    /* joints, a motor, limits, gears, forces by lets, events, named points */
    "world: gravity 9.81; integrator rk4; step 0.005; end let s = 2; let r = 0.5;\n"
    "object a: rod 0.4 0.03; density 1000; position 0 0 0.2; end\n"
    "object b: rod 1 0.03; density 1000; position 0.5 0 0.4; rotation 0 1 0 (pi/2); end\n"
    "object c: sphere 0.1; density 300; position 1 0.5 1; velocity 0 1 0; end\n"
    "constraint m: revolute world a (0, 0, 0) a.end1 (0, 1, 0) (0, 1, 0); motor speed s limit 50; end\n"
    "constraint j: revolute a b a.end2 b.end1 (0, 1, 0) (0, 1, 0); min -1; max 1; end\n"
    "constraint d: distance c.center (1, 0.5, 2) max 1.2; end\n"
    "force k: spring b.end2 c.center stiffness (20*s) rest r damping 1; end force p: push c.center (0, 0, s*sin(t)); "
    "end\n"
    "force f: drag linear 0.1; end probe z = b.end2.z; trace b.end2;\n"
    "at 0.03: let s = 3; end at 0.05: off d; set tau j 0.05; end at 0.07: on d; remove c; end\n"
    "at 0.04: object e: sphere 0.1; density 500; position 0 0 2; end\n"
    "constraint y: connect e.center (0, 0, 2.1); end end\n",
    /* contact */
    "world: gravity 9.81; step 0.01; end let s = 0.3; object floor: plane; end\n"
    "object a: box 0.3 0.2 s; density 200; position 0 0 0.2; end object b: sphere 0.1; position 0.05 0 0.5; end\n"
    "object c: capsule 0.05 0.3; density 300; position 0.5 0 0.3; end\n"
    "constraint d: distance a.center c.center 0.5; end contact friction 0.5 bounce 0.1; contact between a b friction "
    "0.1;\n"
    "probe n = contacts; at 0.06: set mass b 2; remove d; end\n",
    /* flexible, outside, reactions, multipliers, penalties */
    "world: gravity 2; integrator euler; step auto; tau 0.02; end let s = 1;\n"
    "object a: block 2 2 2; size 0.3 0.3 0.3; stiffness 5000; viscosity 40; density 1000; position 0 0 0.4; end\n"
    "object floor: plane; end constraint d: outside a floor; tau 0.004; end\n"
    "object b: sphere 0.1; density 500; position 0.6 0 0.4; end connect b.center a.node(2, 1, 1);\n"
    "object c: particle 1; position 2 0 1; end\n"
    "constraint m: distance c.center (2, 0, 2) 1; by multiplier; end\n"
    "constraint j: keep c.center.x = 2*s; by penalty; stiffness 50; end\n",
    /* displacements */
    "world: method displacement; step 0.005; gravity 9.81; end let s = 1;\n"
    "for i = 0 to 3: object l[i]: rod 1 0.05; density 1000; position (i + 0.5) 0 0; rotation 0 1 0 (pi/2); end end\n"
    "object b: sphere 0.1; density 100; position 4 0 0; end object c: box 0.1 0.1 0.1; position 5 0 0; end\n"
    "connect l[0].end1 (0, 0, 0); for i = 1 to 3: connect l[i - 1].end2 l[i].end1; end\n"
    "constraint d: distance b.center l[3].end2 0.2; end constraint m: connect c.center (5, 0, 0); end\n",
    /* first order, curves, goals, variables, coordinates of their own */
    "world: order first; tolerance 1e-8; end let s = 2; object c: circle 0 0 1; drag 0.5; end variable x 1;\n"
    "object b: particle 1; position 1 0 0; end constraint d: on-curve b.center c; end push b.center (0, s, 0);\n"
    "object a: particle 1; position 3 0 0; end force k: spring b.center a.center stiffness 2 rest 1; end\n"
    "minimize (x - s)^2 + norm(a.center - (2, 1, 0))^2;\n",
    /* a tree by coordinates, jello, BDF */
    "world: gravity 9.81; joints coordinates; integrator gear; end let s = 1;\n"
    "for i = 0 to 3: object l[i]: rod 1 0.05; density 1000; position (i + 0.5) 0 0; rotation 0 1 0 (pi/2); end end\n"
    "connect l[0].end1 (0, 0, 0); for i = 1 to 3: connect l[i - 1].end2 l[i].end1; end\n"
    "object b: jello box 0.3 0.3 0.3; density 100; stiffness 500; viscosity 1; position 0 0 3; end\n"
    "force p: push b.center (s, 0, 0); end object a: sphere 0.1; position 3 0 -2; end\n"
    "constraint d: distance a.center l[2].end2 2; end\n",
};
enum { MODELS = sizeof models / sizeof *models };

/* ---- calls, which follow from a number alone ---- */

enum what {
    BORN,
    PARENT,
    ADVANCE,
    SWITCH,
    REMOVE,
    READ,
    SET,
    SET_OBJECT,
    SET_FORCE,
    LET,
    PLACE,
    UNDO,
    REDO,
    KEEP,
    SNAP,
    STEP,
    GRAB,
    WRITE,
    ASSEMBLE,
    WHATS
};

struct call {
    enum what what;
    unsigned seed;
};

static double amount(unsigned seed, double low, double high) { return low + (high - low) * (seed / 64 % 997) / 996; }

static void read_more(tn_world *w, unsigned seed)
{
    char text[700];
    snprintf(text, sizeof text,
             "object n%u: sphere 0.1; density 100; position %u 0 5; point tip 0 0 0.1; end let q%u = 2;\n"
             "constraint nc%u: connect n%u.tip (%u, 0, 5.1); end force nf%u: push n%u.center (0, q%u, 0); end\n"
             "at %.3f: remove nc%u; end probe np%u = n%u.center.z*q%u;\n",
             seed, seed % 7, seed, seed, seed, seed % 7, seed, seed, seed, tn_time(w) + 0.02, seed, seed, seed, seed);
    tn_read_text(w, "more", text, NULL);
}

static void remove_something(tn_world *w, unsigned seed)
{
    if (seed % 3 == 0 && tn_constraint_count(w) > 0)
        tn_constraint_remove(w, tn_constraint_at(w, (int)(seed / 3) % tn_constraint_count(w)));
    else if (seed % 3 == 1 && tn_force_count(w) > 1)
        tn_force_remove(w, tn_force_at(w, (int)(seed / 3) % tn_force_count(w)));
    else if (seed % 5 == 0)
        tn_object_remove(w, tn_object_find(w, "b"));
}

static void set_constraint(tn_world *w, unsigned seed)
{
    static const char *const words[] = {"tau", "compliance", "d", "bounce", "max", "limit", "stiffness"};
    const double value = amount(seed, 0.05, 0.4);
    if (tn_constraint_count(w) > 0)
        tn_constraint_set(w, tn_constraint_at(w, (int)(seed / 8) % tn_constraint_count(w)), words[seed % 7], &value, 1,
                          NULL);
}

static void set_object(tn_world *w, unsigned seed)
{
    static const char *const words[] = {"mass", "color", "position", "velocity", "inertia"};
    const double v = amount(seed, 0.1, 0.9), value[3] = {v, v, v};
    const char *word = words[seed % 5];
    tn_object_set(w, tn_object_at(w, (int)(seed / 8) % tn_object_count(w)), word, value, word == words[0] ? 1 : 3,
                  NULL);
}

static void snap(tn_world *w, unsigned seed)
{
    tn_snapshot *s = tn_snapshot_take(w);
    tn_advance(w, tn_time(w) + 0.004);
    set_constraint(w, seed);
    if (seed % 2 == 0)
        tn_snapshot_restore(w, s);
    tn_snapshot_free(w, s);
}

static void drag(tn_world *w, unsigned seed)
{
    if (tn_handle_count(w) == 0)
        tn_grab(w, tn_object_find(w, "b"), v3(0, 0, 0), seed % 2 ? TN_GRAB_HARD : TN_GRAB_SPRING, NULL);
    else if (seed % 3 == 0)
        tn_release(w, tn_handle_at(w, 0));
    else
        tn_drag_to(w, tn_handle_at(w, 0), v3(amount(seed, 0, 1), 0, 1));
}

static void configure(tn_world *w, unsigned seed)
{
    tn_settings s = tn_world_settings(w);
    s.step = s.step > 0 ? amount(seed, 0.004, 0.01) : 0;
    tn_world_configure(w, &s);
}

/* Any call may be refused: then it is refused in the other world too. */
static void carry_out(tn_world *w, struct call c)
{
    const double force[3] = {amount(c.seed, 1, 3), 0, 0};
    switch (c.what) {
    case ADVANCE:
        tn_advance(w, tn_time(w) + amount(c.seed, 0, 0.02));
        break;
    case SWITCH:
        if (tn_constraint_count(w) > 0)
            tn_constraint_switch(w, tn_constraint_at(w, (int)(c.seed / 2) % tn_constraint_count(w)), c.seed % 2);
        break;
    case REMOVE:
        remove_something(w, c.seed);
        break;
    case READ:
        read_more(w, c.seed);
        break;
    case SET:
        set_constraint(w, c.seed);
        break;
    case SET_OBJECT:
        set_object(w, c.seed);
        break;
    case SET_FORCE:
        tn_force_set(w, tn_force_find(w, "k"), "stiffness", force, 1, NULL);
        break;
    case LET:
        tn_let_set(w, "s", amount(c.seed, 0.5, 2));
        break;
    case PLACE:
        tn_object_place(w, tn_object_find(w, "b"), v3(amount(c.seed, 0.5, 1), 0.1, 1), (tn_quat){1, 0, 0, 0});
        break;
    case UNDO:
        tn_undo(w);
        break;
    case REDO:
        tn_redo(w);
        break;
    case KEEP:
        tn_history_keep(w, c.seed % 2 ? 8 : 0, 1 << 20);
        break;
    case SNAP:
        snap(w, c.seed);
        break;
    case STEP:
        configure(w, c.seed);
        break;
    case GRAB:
        drag(w, c.seed);
        break;
    case WRITE:
        free(tn_write_text(w));
        break;
    case ASSEMBLE:
        tn_assemble(w, NULL);
        break;
    case BORN:
    case PARENT:
    case WHATS:
        break;
    }
}

/* ---- families ---- */

enum { WORLDS = 4, CALLS = 60 };

struct member {
    tn_world *world; /* NULL: none */
    ARRAY(struct call) calls;
};

struct family {
    uint64_t seed;
    struct member at[WORLDS];
};

static unsigned below(struct family *f, unsigned n)
{
    f->seed = f->seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(f->seed >> 33) % n;
}

static void note(struct member *m, enum what what, unsigned seed)
{
    struct call c = {what, seed};
    ARRAY_PUSH(&m->calls, c);
}

static void leave(struct member *m)
{
    tn_world_free(m->world);
    m->world = NULL;
    ARRAY_FREE(&m->calls);
}

static void add_clone(struct family *f, struct member *from, struct member *to)
{
    if (to->world != NULL)
        leave(to);
    for (int i = 0; i < from->calls.count; i++)
        ARRAY_PUSH(&to->calls, from->calls.at[i]);
    to->world = tn_world_clone(from->world);
    note(from, PARENT, 0);
    note(to, BORN, 0);
    (void)f;
}

/* One random call of a random member; now and then one is cloned, or freed. */
static void live(struct family *f)
{
    for (int i = 0; i < CALLS; i++) {
        const unsigned a = below(f, WORLDS), b = below(f, WORLDS), what = below(f, WHATS + 4);
        struct member *m = &f->at[a];
        const unsigned seed = below(f, 1u << 20);
        if (m->world == NULL)
            continue;
        if (what >= WHATS && a != b) {
            add_clone(f, m, &f->at[b]);
        } else if (what <= PARENT) {
            if (b != a && f->at[b].world != NULL && seed % 4 == 0)
                leave(m);
        } else if (what < WHATS) {
            carry_out(m->world, (struct call){what, seed});
            note(m, (enum what)what, seed);
        }
    }
}

static tn_world *replay(const char *text, const struct member *m)
{
    tn_world *w = model_text(text);
    tn_advance(w, 0.01);
    for (int i = 0; i < m->calls.count; i++) {
        const struct call c = m->calls.at[i];
        tn_world *clone = c.what == BORN || c.what == PARENT ? tn_world_clone(w) : NULL;
        tn_world_free(c.what == BORN ? w : clone);
        w = c.what == BORN ? clone : w;
        carry_out(w, c);
    }
    return w;
}

/* The same text, the same state, the same warnings; and a step further on too. */
static void compare(int model, const struct member *m)
{
    tn_world *alone = replay(models[model], m);
    for (int k = 0; k < 2; k++) {
        char *got = tn_write_text(m->world), *expected = tn_write_text(alone);
        assert_string_equal(got, expected);
        free(got);
        free(expected);
        const tn_status status = tn_evaluate(alone);
        assert_int_equal(tn_evaluate(m->world), status);
        assert_true(tn_time(m->world) == tn_time(alone));
        if (status == TN_OK) {
            assert_int_equal(m->world->plan->y_count, alone->plan->y_count);
            assert_memory_equal(m->world->run.y, alone->run.y, sizeof(double) * (size_t)alone->plan->y_count);
        }
        for (int i = 0; tn_warning(alone, i) != NULL; i++)
            assert_string_equal(tn_warning(m->world, i), tn_warning(alone, i));
        assert_int_equal(tn_advance(m->world, tn_time(m->world) + 0.01), tn_advance(alone, tn_time(alone) + 0.01));
    }
    tn_world_free(alone);
}

static void end(int model, struct family *f)
{
    for (int i = 0; i < WORLDS; i++)
        if (f->at[i].world != NULL)
            compare(model, &f->at[i]);
    for (int i = 0; i < WORLDS; i++)
        if (f->at[i].world != NULL)
            leave(&f->at[i]);
}

static tn_world *first(int model)
{
    tn_world *w = model_text(models[model]);
    tn_advance(w, 0.01);
    return w;
}

static void members_are_what_they_would_be_alone(void **state)
{
    (void)state;
    for (int model = 0; model < MODELS; model++)
        for (unsigned seed = 1; seed <= (unsigned)effort(40, 6); seed++) {
            struct family f = {.seed = 1000 * seed + (unsigned)model, .at = {{.world = first(model)}}};
            live(&f);
            end(model, &f);
        }
}

/* ---- two threads ---- */

static void *live_apart(void *argument)
{
    live(argument);
    return NULL;
}

static void families_live_on_two_threads(void **state)
{
    (void)state;
    for (int model = 0; model < MODELS; model++)
        for (unsigned seed = 1; seed <= (unsigned)effort(6, 2); seed++) {
            tn_world *root = first(model);
            struct family f[2] = {{.seed = 77 * seed}, {.seed = 78 * seed}};
            pthread_t thread[2];
            for (int k = 0; k < 2; k++) {
                for (int earlier = 0; earlier < k; earlier++)
                    note(&f[k].at[0], PARENT, 0);
                f[k].at[0].world = tn_world_clone(root);
                note(&f[k].at[0], BORN, 0);
            }
            tn_world_free(root);
            for (int k = 0; k < 2; k++)
                assert_int_equal(pthread_create(&thread[k], NULL, live_apart, &f[k]), 0);
            for (int k = 0; k < 2; k++)
                pthread_join(thread[k], NULL);
            for (int k = 0; k < 2; k++)
                end(model, &f[k]);
        }
}

/* ---- what is shared ---- */

static void things_are_shared_until_an_edit(void **state)
{
    (void)state;
    tn_world *w = first(0), *clone = tn_world_clone(w);
    const struct things *things = w->things;
    const double mass = 3;
    char *before = tn_write_text(w);
    assert_ptr_equal(clone->things, things);
    /* what belongs to the run leaves them shared */
    assert_int_equal(tn_let_set(clone, "s", 4), TN_OK);
    assert_int_equal(tn_object_set_velocity(clone, tn_object_find(clone, "c"), v3(1, 0, 0), v3(0, 0, 0)), TN_OK);
    assert_int_equal(tn_constraint_switch(clone, tn_constraint_find(clone, "d"), false), TN_OK);
    assert_int_equal(tn_advance(clone, 0.035), TN_OK);
    assert_ptr_equal(clone->things, things);
    /* an edit does not */
    assert_int_equal(tn_object_set(clone, tn_object_find(clone, "c"), "mass", &mass, 1, NULL), TN_OK);
    assert_ptr_not_equal(clone->things, things);
    assert_ptr_equal(w->things, things);
    char *after = tn_write_text(w);
    assert_string_equal(after, before);
    /* the last one edits in place */
    tn_world_free(clone);
    assert_int_equal(tn_object_set(w, tn_object_find(w, "c"), "mass", &mass, 1, NULL), TN_OK);
    assert_ptr_equal(w->things, things);
    free(before);
    free(after);
    tn_world_free(w);
}

static void a_world_with_snapshots_shares_nothing(void **state)
{
    (void)state;
    tn_world *w = first(0), *clone = tn_world_clone(w);
    tn_snapshot *s = tn_snapshot_take(w);
    assert_ptr_not_equal(w->things, clone->things);
    tn_world *second = tn_world_clone(w);
    assert_ptr_not_equal(w->things, second->things);
    tn_world_free(clone);
    tn_world_free(second);
    assert_int_equal(tn_object_remove(w, tn_object_find(w, "c")), TN_OK);
    assert_int_equal(tn_snapshot_restore(w, s), TN_OK);
    tn_snapshot_free(w, s);
    assert_int_equal(tn_advance(w, 0.1), TN_OK);
    tn_world_free(w);
}

/* ---- what a clone costs ---- */

static size_t allocated(void)
{
    const struct mallinfo2 m = mallinfo2();
    return m.uordblks + m.hblkhd;
}

static void a_clone_costs_its_state_and_its_work(void **state)
{
    (void)state;
    enum { LINKS = 1000, CLONES = 8 };
    static const char text[] =
        "world: gravity 9.81; integrator rk4; step 0.001; end\n"
        "for i = 0 to 999: object link[i]: rod 1 0.05; density 1000; position (i + 0.5) 0 0; rotation 0 1 0 (pi/2); "
        "end end\n"
        "connect link[0].end1 (0, 0, 0); for i = 1 to 999: connect link[i - 1].end2 link[i].end1; end\n";
    tn_world *w = model_text(text), *clone[CLONES];
    assert_int_equal(tn_advance(w, 0.001), TN_OK);
    const size_t before = allocated();
    for (int i = 0; i < CLONES; i++)
        clone[i] = tn_world_clone(w);
    const size_t bytes = (allocated() - before) / CLONES;
    /* beside the state, the work and the integrator's vectors: where things are while no plan holds them */
    const size_t kept = LINKS * (sizeof(struct object_state) + sizeof(struct constraint_state));
    assert_int_equal(tn_object_set(clone[0], tn_object_find(clone[0], "link[3]"), "mass", &(double){7}, 1, NULL),
                     TN_OK);
    print_message("a clone of a chain of %d links: %zu bytes a link, %zu of them for the state of things\n", LINKS,
                  bytes / LINKS, kept / LINKS);
    for (int i = 0; i < CLONES; i++)
        tn_world_free(clone[i]);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_what_they_would_be_alone), cmocka_unit_test(families_live_on_two_threads),
        cmocka_unit_test(things_are_shared_until_an_edit),      cmocka_unit_test(a_world_with_snapshots_shares_nothing),
        cmocka_unit_test(a_clone_costs_its_state_and_its_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
