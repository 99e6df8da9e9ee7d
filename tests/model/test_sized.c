/* test_sized.c: definitions begin with their size: without it they are refused by name of the default maker, shorter ones
 * are those of older programs and have defaults for the rest, longer ones are of a newer library. */
#include "same.h"
#include "tenon/picture.h"

/* What a call did with a definition. */
struct answer {
    bool taken;
    char *message; /* NULL: none */
};

static struct answer add_object(tn_world *w, void *d)
{
    struct answer a = {.message = NULL};
    tn_object o = tn_object_add(w, d, &a.message);
    a.taken = tn_object_valid(w, o);
    return a;
}
static struct answer add_constraint(tn_world *w, void *d)
{
    struct answer a = {.message = NULL};
    a.taken = tn_constraint_valid(w, tn_constraint_add(w, d, &a.message));
    return a;
}
static struct answer add_hinge(tn_world *w, void *d)
{
    struct answer a = {.message = NULL};
    a.taken = tn_constraint_valid(w, tn_hinge_add(w, d, &a.message));
    return a;
}
static struct answer add_force(tn_world *w, void *d)
{
    struct answer a = {.message = NULL};
    a.taken = tn_force_valid(w, tn_force_add(w, d, &a.message));
    return a;
}
static struct answer add_skin(tn_world *w, void *d)
{
    struct answer a = {.message = NULL};
    a.taken = tn_skin_add(w, d, &a.message) == TN_OK;
    return a;
}
static struct answer make_plot(tn_world *w, void *d)
{
    (void)w;
    struct answer a = {.message = NULL};
    tn_plot *p = tn_plot_new(d, &a.message);
    a.taken = p != NULL;
    tn_plot_free(p);
    return a;
}
static struct answer make_picture(tn_world *w, void *d)
{
    (void)w;
    struct answer a = {.message = NULL};
    tn_picture *p = tn_picture_new(d, &a.message);
    a.taken = p != NULL || strstr(a.message, "size") == NULL; /* there may be no driver */
    tn_picture_free(p);
    return a;
}

/* Functions that return only a status say why by tn_failure. */
static struct answer of_status(tn_world *w, tn_status s)
{
    char *said = NULL;
    if (s != TN_OK) {
        assert_int_equal(s, TN_WRONG_USE);
        said = malloc(strlen(tn_failure(w)) + 1);
        strcpy(said, tn_failure(w));
    }
    return (struct answer){s == TN_OK, said};
}
static struct answer add_contact(tn_world *w, void *d) { return of_status(w, tn_contact_add(w, d)); }
static struct answer configure(tn_world *w, void *d) { return of_status(w, tn_world_configure(w, d)); }
static struct answer assemble(tn_world *w, void *d) { return of_status(w, tn_assemble_with(w, d, NULL)); }

enum { ROOM = 4096 };

static void default_object(tn_world *w, void *room)
{
    (void)w;
    tn_object_def d = tn_object_default();
    d.shape = "sphere";
    d.size[0] = 0.1;
    memcpy(room, &d, sizeof d);
}
static void default_constraint(tn_world *w, void *room)
{
    tn_constraint_def d = tn_constraint_default();
    d.kind = "connect";
    d.count = 2;
    d.args[0] = tn_arg_point(tn_object_find(w, "a"), (tn_vec3){0, 0, 0});
    d.args[1] = tn_arg_vector((tn_vec3){0, 0, 1});
    memcpy(room, &d, sizeof d);
}
static void default_hinge(tn_world *w, void *room)
{
    tn_hinge_def d = tn_hinge_default();
    d.object2 = tn_object_find(w, "a");
    d.hinge = true;
    memcpy(room, &d, sizeof d);
}
static void default_force(tn_world *w, void *room)
{
    (void)w;
    tn_force_def d = tn_force_default();
    d.kind = "gravity";
    d.count = 1;
    d.args[0] = tn_arg_vector((tn_vec3){0, 0, -9});
    memcpy(room, &d, sizeof d);
}
static void default_contact(tn_world *w, void *room)
{
    (void)w;
    tn_contact_def d = tn_contact_default();
    memcpy(room, &d, sizeof d);
}
static void default_skin(tn_world *w, void *room)
{
    static tn_object objects[2];
    objects[0] = tn_object_find(w, "a");
    objects[1] = tn_object_find(w, "b");
    tn_skin_def d = tn_skin_default();
    d.objects = objects;
    d.count = 2;
    memcpy(room, &d, sizeof d);
}
static void default_settings(tn_world *w, void *room)
{
    tn_settings d = tn_world_settings(w);
    memcpy(room, &d, sizeof d);
}
static void default_assembly(tn_world *w, void *room)
{
    (void)w;
    tn_assembly d = tn_assembly_default();
    memcpy(room, &d, sizeof d);
}
static void default_picture(tn_world *w, void *room)
{
    (void)w;
    tn_picture_options d = tn_picture_default();
    d.width = -1; /* no driver is needed to refuse it */
    memcpy(room, &d, sizeof d);
}
static void default_plot(tn_world *w, void *room)
{
    (void)w;
    tn_plot_options d = tn_plot_default();
    memcpy(room, &d, sizeof d);
}

static const struct {
    const char *maker;
    size_t size;
    size_t least; /* that holds what the call cannot do without */
    void (*standard)(tn_world *w, void *room);
    struct answer (*give)(tn_world *w, void *def);
} defs[] = {
    {"tn_object_default()", sizeof(tn_object_def), offsetof(tn_object_def, mesh), default_object, add_object},
    {"tn_constraint_default()", sizeof(tn_constraint_def), offsetof(tn_constraint_def, tau), default_constraint,
     add_constraint},
    {"tn_hinge_default()", sizeof(tn_hinge_def), offsetof(tn_hinge_def, axis), default_hinge, add_hinge},
    {"tn_force_default()", sizeof(tn_force_def), offsetof(tn_force_def, from), default_force, add_force},
    {"tn_contact_default()", sizeof(tn_contact_def), sizeof(size_t), default_contact, add_contact},
    {"tn_skin_default()", sizeof(tn_skin_def), offsetof(tn_skin_def, color), default_skin, add_skin},
    {"tn_settings_default()", sizeof(tn_settings), sizeof(size_t), default_settings, configure},
    {"tn_assembly_default()", sizeof(tn_assembly), sizeof(size_t), default_assembly, assemble},
    {"tn_picture_default()", sizeof(tn_picture_options), sizeof(size_t), default_picture, make_picture},
    {"tn_plot_default()", sizeof(tn_plot_options), sizeof(size_t), default_plot, make_plot},
};
enum { DEFS = sizeof defs / sizeof *defs };

static const char scene[] = "object a: sphere 0.1; end object b: sphere 0.2; position 1 0 0; end";

/* Gives definition i with a size that it says, and bytes of nonsense behind that. */
static void give(int i, size_t size, bool taken)
{
    static _Alignas(16) unsigned char room[ROOM];
    tn_world *w = world_of(scene);
    memset(room, 0xa5, sizeof room);
    defs[i].standard(w, room);
    size_t said;
    memcpy(&said, room, sizeof said);
    assert_int_equal(said, defs[i].size);
    memcpy(room, &size, sizeof size);
    if (size >= sizeof size && size <= sizeof room)
        memset(room + size, 0xa5, sizeof room - size);
    struct answer a = defs[i].give(w, room);
    if (a.taken != taken)
        fail_msg("%s, size %zu of %zu: %s", defs[i].maker, size, defs[i].size, a.message != NULL ? a.message : "taken");
    if (!taken && (a.message == NULL || strstr(a.message, defs[i].maker) == NULL))
        fail_msg("%s is not named: %s", defs[i].maker, a.message != NULL ? a.message : "no message");
    tn_free(a.message);
    tn_world_free(w);
}

static void test_sizes(void **state)
{
    (void)state;
    for (int i = 0; i < DEFS; i++) {
        give(i, 0, false);
        give(i, 3, false);
        give(i, defs[i].size, true);
        for (size_t size = (defs[i].least + 7) / 8 * 8; size < defs[i].size; size += 8)
            give(i, size, true);
        give(i, defs[i].size + 8, false);
        give(i, defs[i].size - 1, false);
        give(i, (size_t)-8, false);
    }
}

/* A maker that was compiled with a shorter type writes no byte more. */
static void test_makers(void **state)
{
    (void)state;
    unsigned char room[ROOM];
    for (size_t size = 0; size < 256; size++) {
        memset(room, 0xa5, sizeof room);
        tn_object_default_fill((tn_object_def *)(void *)room, size);
        for (size_t k = size < sizeof size ? 0 : size; k < sizeof room; k++)
            assert_int_equal(room[k], 0xa5);
        tn_world_settings_fill(NULL, (tn_settings *)(void *)room, size);
        for (size_t k = size < sizeof size ? 0 : size; k < sizeof room; k++)
            assert_int_equal(room[k], 0xa5);
    }
    tn_object_default_fill(NULL, 100);
}

/* Settings of an older program: words that it does not have cannot be put. */
static void test_settings(void **state)
{
    (void)state;
    tn_settings s = tn_settings_default();
    assert_int_equal(tn_setting_put(&s, "integrator", "rk4"), TN_OK);
    assert_string_equal(tn_setting_word(&s, "integrator"), "rk4");
    s.size = offsetof(tn_settings, tau);
    assert_int_equal(tn_setting_put(&s, "step", "0.5"), TN_OK);
    assert_true(s.step == 0.5);
    assert_int_equal(tn_setting_put(&s, "tau", "0.5"), TN_WRONG_USE);
    assert_true(s.tau == 0.1);
    s.size = 0;
    assert_int_equal(tn_setting_put(&s, "step", "0.25"), TN_WRONG_USE);
    assert_null(tn_setting_word(&s, "integrator"));
    assert_true(s.step == 0.5);
    s = tn_settings_default();
    tn_world *w = tn_world_new();
    s.threads = 1000000;
    assert_int_equal(tn_world_configure(w, &s), TN_WRONG_USE);
    s = tn_settings_default();
    s.integrator = (tn_integrator)99;
    assert_int_equal(tn_world_configure(w, &s), TN_WRONG_USE);
    tn_world_free(w);
}

static void test_version(void **state)
{
    (void)state;
    int major, minor, patch;
    assert_int_equal(sscanf(TN_VERSION, "%d.%d.%d", &major, &minor, &patch), 3);
    assert_int_equal(TN_VERSION_NUMBER, 10000 * major + 100 * minor + patch);
    assert_int_equal(tn_version_number(), TN_VERSION_NUMBER);
    assert_string_equal(tn_version(), TN_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_makers),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
