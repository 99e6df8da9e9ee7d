/* test_wrong_use.c: every function of the public headers, called with NULL for each pointer, ids that are zero, stale
 * or of nothing, numbers that are none, indices below and beyond: none ends the program, and one that returns a status
 * does not call it good without a world. The build with sanitizers detects memory leaks. */
#include <dirent.h>
#include <limits.h>

#include "every_call.h"
#include "same.h"
#include "tenon/picture.h"

enum { ROUNDS = 60 };

struct odd {
    uint64_t random;
    tn_world *world;
    tn_snapshot *snapshot;
    tn_def *def;
    tn_diagnostics *list;
    tn_view *view;
    tn_batch *batch;
    tn_source *source;
    tn_plot *plot;
    tn_state *state;
    tn_system *system;
    char *message;
    bool no_world; /* NULL was given for it */
    const char *name;
};

static const char scene[] =
    "let k = 2; object a: sphere 0.1; end object b: box 0.2 0.2 0.2; position 0.5 0 0; end object gone: sphere 1; end\n"
    "object lump: block 1 1 1; size 0.1 0.1 0.1; stiffness 1000; position 3 0 0; end variable q 1;\n"
    "constraint c: connect a.center (0, 0, 1); end constraint h: revolute world b (0.5, 0, 0) (0, 0, 1) min -1 max 1; "
    "end\n"
    "force f: spring a.center b.center stiffness 4 rest 0.1; end probe p = a.center.z; point tip of a 0 0 0.1;\n"
    "minimize (q - 2)^2; camera from 1 2 3 to 0 0 0; show forces;";

/* ---- odd arguments ---- */

static bool one_in(struct odd *o, unsigned n) { return below(&o->random, n) == 0; }

static tn_world *odd_world(struct odd *o)
{
    o->no_world = o->no_world || one_in(o, 3);
    return o->no_world ? NULL : o->world;
}

static double odd_number(struct odd *o)
{
    static const double numbers[] = {NAN, INFINITY, -INFINITY, -1, 0, 1e-3, 0.5, 1, 1e300, 1e-300};
    return numbers[below(&o->random, sizeof numbers / sizeof *numbers)];
}

static double odd_moment(struct odd *o)
{
    const double moments[] = {NAN, INFINITY, -INFINITY, -1, 0, tn_time(o->world) + 1e-3};
    return moments[below(&o->random, 6)];
}

static int odd_index(struct odd *o)
{
    static const int numbers[] = {INT_MIN, -1, 0, 1, 2, 7, 99, INT_MAX};
    return numbers[below(&o->random, 8)];
}

static int odd_count(struct odd *o) /* of the arrays below, which have 8 */
{
    static const int numbers[] = {INT_MIN, -1, 0, 1, 3, 6, 7, 8};
    return numbers[below(&o->random, 8)];
}

static size_t odd_size(struct odd *o)
{
    static const size_t sizes[] = {0, 1, 7, 8, 9, 64, 4096};
    return sizes[below(&o->random, 7)];
}

static double *odd_numbers(struct odd *o)
{
    static double numbers[8];
    for (int i = 0; i < 8; i++)
        numbers[i] = odd_number(o);
    return one_in(o, 3) ? NULL : numbers;
}

static const char *odd_text(struct odd *o)
{
    static char longer[5000];
    static const char *const texts[] = {NULL,          "",
                                        "a",           "b",
                                        "c",           "f",
                                        "k",           "q",
                                        "position",    "tau",
                                        "mass",        "world",
                                        "1 bad name;", "\xff\xfe",
                                        "x = 1",       "p[",
                                        "object",      "\"",
                                        "stiffness",   "rk4",
                                        "1e400",       "no/such/folder/x.png"};
    memset(longer, 'x', sizeof longer - 1);
    const unsigned n = sizeof texts / sizeof *texts, i = below(&o->random, n + 1);
    return i < n ? texts[i] : longer;
}

static uint32_t odd_slot(struct odd *o)
{
    static const uint32_t slots[] = {0, 1, 2, 3, 1000, UINT32_MAX};
    return slots[below(&o->random, 6)];
}

static tn_object odd_object(struct odd *o)
{
    return one_in(o, 2) ? tn_object_at(o->world, (int)below(&o->random, 5)) : (tn_object){odd_slot(o), odd_slot(o)};
}
static tn_constraint odd_constraint(struct odd *o)
{
    return one_in(o, 2) ? tn_constraint_at(o->world, (int)below(&o->random, 3))
                        : (tn_constraint){odd_slot(o), odd_slot(o)};
}
static tn_force odd_force(struct odd *o)
{
    return one_in(o, 2) ? tn_force_at(o->world, (int)below(&o->random, 2)) : (tn_force){odd_slot(o), odd_slot(o)};
}
static tn_handle odd_handle(struct odd *o)
{
    return one_in(o, 2) ? tn_handle_at(o->world, 0) : (tn_handle){odd_slot(o), odd_slot(o)};
}
static tn_thing odd_thing(struct odd *o)
{
    const tn_thing any = {(tn_thing_type)(below(&o->random, 16) - 2), odd_slot(o), odd_slot(o), odd_slot(o),
                          odd_slot(o)};
    return one_in(o, 2) ? tn_thing_at(o->world, (tn_thing_type)below(&o->random, 12), (int)below(&o->random, 3)) : any;
}

static tn_vec3 odd_vector(struct odd *o) { return (tn_vec3){odd_number(o), odd_number(o), odd_number(o)}; }
static tn_quat odd_quaternion(struct odd *o)
{
    return (tn_quat){odd_number(o), odd_number(o), odd_number(o), odd_number(o)};
}

/* Room for whatever is given out. */
static void *odd_room(struct odd *o)
{
    static _Alignas(64) unsigned char room[1 << 16];
    return one_in(o, 3) ? NULL : room;
}

static const tn_value *odd_value(struct odd *o) { return one_in(o, 3) ? NULL : tn_def_arg(o->def, odd_index(o)); }

static tn_source *odd_source(struct odd *o)
{
    o->no_world = o->no_world || one_in(o, 3);
    return o->no_world ? NULL : o->source;
}

/* A place of this text, of another one, or of none. */
static const tn_place *odd_place(struct odd *o)
{
    static tn_place at;
    if (!tn_source_at(o->source, (int)below(&o->random, 8), &at) || one_in(o, 4))
        at =
            (tn_place){.file = odd_index(o), .statement = odd_index(o), .turns = odd_index(o), .revision = odd_slot(o)};
    for (int i = 0; i < TN_TURNS && one_in(o, 2); i++)
        at.turn[i] = (tn_binding){"i", odd_number(o)};
    return one_in(o, 3) ? NULL : &at;
}

/* ---- odd definitions ---- */

static tn_arg odd_arg(struct odd *o)
{
    switch (below(&o->random, 8)) {
    case 0:
        return tn_arg_world();
    case 1:
        return tn_arg_object(odd_object(o));
    case 2:
        return tn_arg_point(odd_object(o), (tn_vec3){0, 0, 0});
    case 3:
        return tn_arg_direction(odd_object(o), (tn_vec3){0, 0, 1});
    case 4:
        return tn_arg_vector(odd_vector(o));
    case 5:
        return tn_arg_number(odd_number(o));
    case 6:
        return tn_arg_constraint(odd_constraint(o));
    default:
        return (tn_arg){.type = 77};
    }
}

static const tn_settings *odd_settings(struct odd *o)
{
    static tn_settings s;
    s = tn_settings_default();
    double *const numbers[] = {&s.tolerance, &s.step, &s.tau, &s.until, &s.frames, &s.alpha, &s.correction};
    int *const words[] = {(int *)&s.integrator, (int *)&s.solver, (int *)&s.method, (int *)&s.joints,
                          (int *)&s.scheme,     (int *)&s.order,  &s.threads,       &s.substeps};
    if (one_in(o, 2))
        *numbers[below(&o->random, 7)] = one_in(o, 2) ? NAN : -1;
    else
        *words[below(&o->random, 8)] = one_in(o, 2) ? -3 : INT_MAX;
    return one_in(o, 3) ? NULL : &s;
}

static const tn_object_def *odd_object_def(struct odd *o)
{
    static tn_object_def d;
    static const char *const shapes[] = {NULL,   "sphere", "box",  "plane",  "particle",
                                         "body", "block",  "mesh", "nothing"};
    static const int cells[] = {INT_MIN, -1, 0, 1, 2, INT_MAX};
    d = tn_object_default();
    d.shape = shapes[below(&o->random, 9)];
    d.name = one_in(o, 2) ? NULL : odd_text(o);
    for (int i = 0; i < 3; i++) {
        d.size[i] = one_in(o, 2) ? 0.1 : odd_number(o);
        d.cells[i] = cells[below(&o->random, 6)];
    }
    d.mesh = odd_text(o);
    d.mass = one_in(o, 2) ? 0 : odd_number(o);
    d.position = one_in(o, 2) ? (tn_vec3){1, 2, 3} : odd_vector(o);
    d.color = one_in(o, 2) ? d.color : odd_vector(o);
    d.motion = one_in(o, 2) ? TN_FREE : (tn_motion)odd_index(o);
    d.stiffness = odd_number(o);
    return one_in(o, 4) ? NULL : &d;
}

static const tn_constraint_def *odd_constraint_def(struct odd *o)
{
    static tn_constraint_def d;
    static const char *const kinds[] = {NULL,      "connect", "distance", "weld",    "revolute", "gear",
                                        "outside", "hinge",   "touch",    "nothing", "keep",     "slider"};
    d = (tn_constraint_def){.size = sizeof(tn_constraint_def),
                            .kind = kinds[below(&o->random, 12)],
                            .count = one_in(o, 2) ? 2 : odd_index(o)};
    d.name = one_in(o, 2) ? NULL : odd_text(o);
    for (int i = 0; i < TN_ARGS; i++)
        d.args[i] = odd_arg(o);
    d.by = one_in(o, 2) ? TN_BY_WORLD : (tn_by)odd_index(o);
    d.tau = one_in(o, 2) ? 0 : odd_number(o);
    d.ks = one_in(o, 2) ? 0 : odd_number(o);
    d.compliance = one_in(o, 2) ? 0 : odd_number(o);
    d.from = one_in(o, 2) ? 0 : odd_number(o);
    return one_in(o, 4) ? NULL : &d;
}

static const tn_hinge_def *odd_hinge_def(struct odd *o)
{
    static tn_hinge_def d;
    d = tn_hinge_default();
    d.object1 = odd_object(o);
    d.object2 = odd_object(o);
    d.hinge = one_in(o, 2);
    d.axial = one_in(o, 2);
    d.angle = one_in(o, 2);
    d.twist = one_in(o, 2);
    d.point1 = odd_vector(o);
    d.axis = odd_vector(o);
    d.axis1 = odd_vector(o);
    d.angle_min = odd_number(o);
    d.by = one_in(o, 2) ? TN_BY_WORLD : (tn_by)odd_index(o);
    return one_in(o, 4) ? NULL : &d;
}

static const tn_force_def *odd_force_def(struct odd *o)
{
    static tn_force_def d;
    static const char *const kinds[] = {NULL, "spring", "gravity", "push", "drag", "torsion", "minimize", "nothing"};
    d = (tn_force_def){.size = sizeof(tn_force_def),
                       .kind = kinds[below(&o->random, 8)],
                       .count = odd_count(o),
                       .stiffness = odd_number(o)};
    d.name = one_in(o, 2) ? NULL : odd_text(o);
    for (int i = 0; i < TN_ARGS; i++)
        d.args[i] = odd_arg(o);
    d.values[0] = (tn_parameter_value){odd_text(o), {odd_number(o)}};
    return one_in(o, 4) ? NULL : &d;
}

static void nothing(void *user, double t, const tn_signal *at, int count, tn_vec3 *force)
{
    (void)user;
    (void)t;
    (void)at;
    (void)count;
    (void)force;
}

static const tn_force_hook *odd_force_hook(struct odd *o)
{
    static tn_force_hook h;
    h = tn_force_hook_default();
    h.name = one_in(o, 2) ? NULL : odd_text(o);
    for (int i = 0; i < TN_ARGS; i++)
        h.args[i] = odd_arg(o);
    h.count = odd_count(o);
    h.force = one_in(o, 4) ? NULL : nothing;
    h.length = one_in(o, 2) ? 1 : odd_number(o);
    h.from = one_in(o, 2) ? 0 : odd_number(o);
    return one_in(o, 4) ? NULL : &h;
}

static void zero(void *user, double t, const tn_signal *at, int count, tn_rows *out)
{
    (void)user;
    (void)t;
    (void)count;
    out->value[0] = at[0].y.x;
}

static const tn_constraint_hook *odd_constraint_hook(struct odd *o)
{
    static tn_constraint_hook h;
    h = tn_constraint_hook_default();
    h.name = one_in(o, 2) ? NULL : odd_text(o);
    for (int i = 0; i < TN_ARGS; i++)
        h.args[i] = odd_arg(o);
    h.count = odd_count(o);
    h.rows = one_in(o, 2) ? 1 : odd_index(o);
    h.velocity = one_in(o, 2);
    h.function = one_in(o, 4) ? NULL : zero;
    h.gives = one_in(o, 2) ? 0 : (unsigned)odd_index(o);
    h.length = one_in(o, 2) ? 1 : odd_number(o);
    h.tau = one_in(o, 2) ? 0 : odd_number(o);
    h.by = one_in(o, 2) ? TN_BY_WORLD : (tn_by)odd_index(o);
    return one_in(o, 4) ? NULL : &h;
}

static const tn_step_hook *odd_step_hook(struct odd *o)
{
    static tn_step_hook h;
    h = tn_step_hook_default();
    h.every = odd_number(o);
    return one_in(o, 3) ? NULL : &h;
}

static const tn_contact_def *odd_contact_def(struct odd *o)
{
    static tn_contact_def d;
    d = tn_contact_default();
    d.a = odd_object(o);
    d.b = odd_object(o);
    d.off = one_in(o, 2);
    d.friction = odd_number(o);
    d.bounce = odd_number(o);
    d.threshold = odd_number(o);
    d.way = (tn_contact_way)odd_index(o);
    return one_in(o, 4) ? NULL : &d;
}

static const tn_skin_def *odd_skin_def(struct odd *o)
{
    static tn_skin_def d;
    static tn_object objects[8];
    for (int i = 0; i < 8; i++)
        objects[i] = odd_object(o);
    d = tn_skin_default();
    d.name = odd_text(o);
    d.objects = one_in(o, 3) ? NULL : objects;
    d.count = odd_count(o);
    d.color = odd_vector(o);
    d.margin = odd_number(o);
    return one_in(o, 4) ? NULL : &d;
}

/* A sweep that is made once, or NULL. */
static const tn_sweep *odd_sweep(struct odd *o)
{
    static tn_sweep *made;
    static const char *const sets[] = {"k=1,2"}, *const measures[] = {"max(p)"};
    if (made == NULL) {
        tn_sweep_def d = tn_sweep_default();
        d.text = scene;
        d.sets = sets;
        d.measures = measures;
        d.set_count = d.measure_count = 1;
        d.until = 0.01;
        made = tn_sweep_new(&d, NULL, NULL);
    }
    return one_in(o, 3) ? NULL : made;
}

static const tn_sweep_def *odd_sweep_def(struct odd *o)
{
    static tn_sweep_def d;
    static const char *texts[3];
    static const char *const values[] = {"k=1,2", "k=0..1", "k=1:2:3", "k", "", "q=1", "k=k", NULL};
    for (int i = 0; i < 3; i++)
        texts[i] = values[below(&o->random, 8)];
    d = tn_sweep_default();
    d.path = odd_text(o);
    d.text = one_in(o, 3) ? NULL : scene;
    d.sets = d.measures = one_in(o, 3) ? NULL : texts;
    d.set_count = (int)below(&o->random, 5) - 1;
    d.measure_count = (int)below(&o->random, 5) - 1;
    d.samples = odd_index(o) % 100;
    d.until = odd_number(o);
    d.folders = d.sets;
    d.folder_count = d.set_count;
    return one_in(o, 4) ? NULL : &d;
}

static void odd_sweep_run(struct odd *o)
{
    double numbers[2];
    tn_sweep_row row = {.values = one_in(o, 3) ? NULL : numbers, .measures = one_in(o, 3) ? NULL : &numbers[1]};
    tn_sweep_run(odd_sweep(o), odd_index(o), one_in(o, 4) ? NULL : &row);
    tn_free(row.message);
}

static void odd_sweep_text(struct odd *o)
{
    double numbers[2] = {odd_number(o), odd_number(o)};
    tn_sweep_row row = {.values = one_in(o, 3) ? NULL : numbers, .measures = one_in(o, 3) ? NULL : &numbers[1]};
    const int index = odd_index(o);
    tn_free(tn_sweep_text(odd_sweep(o), index > 0 ? index - 1 : index, one_in(o, 4) ? NULL : &row));
}

/* The table of a sweep in any order: rows too many, too few, wrong ones, and none. */
static void odd_sweep_table(struct odd *o)
{
    double numbers[2] = {odd_number(o), odd_number(o)};
    tn_sweep_row row = {.values = one_in(o, 5) ? NULL : numbers, .measures = one_in(o, 5) ? NULL : &numbers[1]};
    tn_status status = TN_OK;
    char *message = NULL;
    char *path = one_in(o, 4) ? NULL : one_in(o, 4) ? "/no/such/folder/t.csv" : one_in(o, 6) ? "" : "odd-sweep.csv";
    tn_sweep_table *t = tn_sweep_table_open(odd_sweep(o), path, one_in(o, 2) ? &status : NULL, &message);
    tn_free(message);
    for (int i = 0; i < 4; i++) {
        message = NULL;
        const tn_sweep_row *given = one_in(o, 5) ? NULL : &row;
        if (one_in(o, 3))
            tn_sweep_table_finish(t, one_in(o, 2) ? NULL : &message);
        else if (one_in(o, 3))
            tn_sweep_table_get(t, odd_index(o), one_in(o, 5) ? NULL : &row);
        else
            tn_sweep_table_add(t, given, one_in(o, 2) ? NULL : &message);
        tn_free(message);
        assert_true(tn_sweep_table_rows(t) <= 2);
    }
    tn_sweep_table_close(t);
    remove("odd-sweep.csv");
    remove("odd-sweep.csv.part");
    remove("odd-sweep.csv.part.key");
}

static const tn_assembly *odd_assembly(struct odd *o)
{
    static tn_assembly a;
    a = (tn_assembly){
        .size = sizeof(tn_assembly), .way = (tn_assembly_way)odd_index(o), .restarts = one_in(o, 2) ? 1 : -1};
    return one_in(o, 3) ? NULL : &a;
}

static const tn_picture_options *odd_picture(struct odd *o)
{
    static tn_picture_options p;
    p = tn_picture_default();
    p.width = one_in(o, 2) ? -1 : INT_MAX; /* no picture is made: there may be no driver */
    return one_in(o, 3) ? NULL : &p;
}

static const tn_plot_options *odd_plot(struct odd *o)
{
    static tn_plot_options p;
    p = tn_plot_default();
    p.width = one_in(o, 2) ? p.width : odd_index(o);
    return one_in(o, 3) ? NULL : &p;
}

static const tn_binding *odd_bindings(struct odd *o)
{
    static tn_binding b[8];
    for (int i = 0; i < 8; i++)
        b[i] = (tn_binding){odd_text(o), odd_number(o)};
    return one_in(o, 3) ? NULL : b;
}

static const tn_ray *odd_ray(struct odd *o)
{
    static tn_ray r;
    tn_vec3 from = odd_vector(o), along = odd_vector(o);
    double angle = odd_number(o), length = odd_number(o), radius = odd_number(o);
    tn_object without = odd_object(o);
    r = (tn_ray){one_in(o, 4) ? 0 : sizeof r, from, along, angle, length, radius, without, one_in(o, 2)};
    return one_in(o, 3) ? NULL : &r;
}

static const tn_view *const *odd_views(struct odd *o)
{
    static const tn_view *views[8];
    return one_in(o, 2) ? NULL : views;
}

static const tn_object *odd_objects(struct odd *o)
{
    static tn_object objects[8];
    for (int i = 0; i < 8; i++)
        objects[i] = odd_object(o);
    return one_in(o, 3) ? NULL : objects;
}

static const double *odd_rows(struct odd *o)
{
    static double rows[8 * 7];
    for (int i = 0; i < 8 * 7; i++)
        rows[i] = one_in(o, 20) ? odd_number(o) : 0.5;
    return one_in(o, 3) ? NULL : rows;
}

static const char *const *odd_texts(struct odd *o)
{
    static const char *texts[8];
    for (int i = 0; i < 8; i++)
        texts[i] = one_in(o, 2) ? "k" : odd_text(o);
    return one_in(o, 3) ? NULL : texts;
}

static const tn_change *odd_changes(struct odd *o)
{
    static tn_change changes[8];
    static const int counts[] = {INT_MIN, -1, 0, 1, 2, 3, 4, 6, 7, INT_MAX};
    for (int i = 0; i < 8; i++) {
        changes[i] = (tn_change){odd_thing(o), odd_text(o), {0}, counts[below(&o->random, 10)]};
        for (int k = 0; k < 6; k++)
            changes[i].value[k] = odd_number(o);
    }
    return one_in(o, 3) ? NULL : changes;
}

static tn_text_setting *odd_text_settings(struct odd *o)
{
    static tn_text_setting settings[8];
    for (int i = 0; i < 8; i++) {
        const tn_place *at = odd_place(o);
        settings[i] = (tn_text_setting){.word = odd_text(o), .count = odd_count(o), .tolerance = odd_number(o)};
        if (at != NULL)
            settings[i].at = *at;
        for (int k = 0; k < TN_TEXT_VALUES; k++)
            settings[i].value[k] = odd_number(o);
    }
    return one_in(o, 3) ? NULL : settings;
}

/* ---- the calls ---- */

static void status(const struct odd *o, tn_status s)
{
    if (s < TN_OK || s > TN_NO_MEMORY || (o->no_world && s == TN_OK))
        fail_msg("%s: status %d%s", o->name, s, o->no_world ? " without a world" : "");
}

static void snapshot(struct odd *o, tn_snapshot *s)
{
    tn_snapshot_free(o->world, o->snapshot);
    o->snapshot = s;
}

static void free_snapshot(struct odd *o, tn_world *w)
{
    tn_snapshot_free(w, NULL);
    tn_snapshot_free(w, o->snapshot);
    if (w != NULL)
        o->snapshot = NULL;
}

static void state(struct odd *o, tn_state *s)
{
    tn_state_free(o->state);
    o->state = s;
}

static void take_system(struct odd *o, tn_world *w)
{
    tn_system *s = tn_system_take(w, o->system);
    o->system = s != NULL ? s : o->system;
}

static tn_state *odd_state(struct odd *o) { return one_in(o, 3) ? NULL : o->state; }

/* As many numbers as the state has, one of them odd at times. */
static void put_state(struct odd *o, tn_world *w)
{
    const tn_state *s = odd_state(o);
    const int q = tn_state_count(s, TN_STATE_POSITIONS), v = tn_state_count(s, TN_STATE_VELOCITIES);
    double *numbers = calloc((size_t)(q + v + 1), sizeof *numbers);
    for (int i = 0; i < q + v; i++)
        numbers[i] = one_in(o, 200) ? odd_number(o) : 0.25;
    status(o, tn_state_put(w, s, one_in(o, 3) ? NULL : numbers, one_in(o, 5) ? odd_index(o) : q,
                           one_in(o, 3) ? NULL : numbers + q, one_in(o, 5) ? odd_index(o) : v,
                           one_in(o, 2) ? NULL : &o->message));
    free(numbers);
}

#define W odd_world(o)
#define STATE odd_state(o)
#define SYSTEM (one_in(o, 3) ? NULL : o->system)
#define OBJECTS odd_objects(o)
#define ROWS odd_rows(o)
#define TEXTS odd_texts(o)
#define CHANGES odd_changes(o)
#define TEXT_SETTINGS odd_text_settings(o)
#define N odd_number(o)
#define MOMENT odd_moment(o)
#define I odd_index(o)
#define COUNT odd_count(o)
#define SIZE odd_size(o)
#define NUMBERS odd_numbers(o)
#define TEXT odd_text(o)
#define O odd_object(o)
#define C odd_constraint(o)
#define F odd_force(o)
#define H odd_handle(o)
#define THING odd_thing(o)
#define V odd_vector(o)
#define Q odd_quaternion(o)
#define B one_in(o, 2)
#define OUT(type) (type *)odd_room(o)
#define MESSAGE (one_in(o, 2) ? NULL : &o->message)
#define DEF (one_in(o, 3) ? NULL : o->def)
#define VALUE odd_value(o)
#define LIST (one_in(o, 2) ? NULL : o->list)
#define VIEW (one_in(o, 3) ? NULL : o->view)
#define VIEWS odd_views(o)
#define EDITED odd_source(o)
#define PLACE odd_place(o)
#define RAY odd_ray(o)
#define BATCH (one_in(o, 3) ? NULL : o->batch)
#define PLOT (one_in(o, 3) ? NULL : o->plot)
#define GLTF NULL
#define MOVIE NULL
#define PICTURE NULL
#define RECORD NULL
#define RECORDER NULL
#define READER (one_in(o, 2) ? NULL : tn_read_png)
#define BOUNDS (one_in(o, 2) ? NULL : &(tn_bounds){.any = false})
#define SNAPSHOT (one_in(o, 2) ? NULL : o->snapshot)
#define KIND (one_in(o, 2) ? NULL : tn_kind_at(0))
#define PARAMETER (one_in(o, 2) ? NULL : tn_setting("tau"))
#define SETTINGS (tn_settings *)(uintptr_t)odd_settings(o)
#define OBJECT_DEF odd_object_def(o)
#define CONSTRAINT_DEF odd_constraint_def(o)
#define HINGE_DEF odd_hinge_def(o)
#define FORCE_DEF odd_force_def(o)
#define FORCE_HOOK odd_force_hook(o)
#define CONSTRAINT_HOOK odd_constraint_hook(o)
#define STEP_HOOK odd_step_hook(o)
#define CONTACT_DEF odd_contact_def(o)
#define SKIN_DEF odd_skin_def(o)
#define ASSEMBLY odd_assembly(o)
#define SWEEP odd_sweep(o)
#define SWEEP_DEF odd_sweep_def(o)
#define PICTURE_OPTIONS odd_picture(o)
#define PLOT_OPTIONS odd_plot(o)
#define BINDINGS odd_bindings(o)

#define CALL(name, call)                                                                                               \
    static void call_##name(struct odd *o)                                                                             \
    {                                                                                                                  \
        (void)o;                                                                                                       \
        call;                                                                                                          \
    }
EVERY_CALL(CALL)

static const struct {
    const char *name;
    void (*call)(struct odd *o);
} calls[] = {
#define ENTRY(name, call) {#name, call_##name},
    EVERY_CALL(ENTRY)};
enum { CALLS = sizeof calls / sizeof *calls };

static void begin(struct odd *o, uint64_t seed)
{
    *o = (struct odd){.random = seed, .world = world_of(scene), .list = tn_diagnostics_new()};
    tn_object_remove(o->world, tn_object_find(o->world, "gone"));
    tn_history_keep(o->world, 5, 1 << 20);
    o->def = tn_def_parse("object ball: sphere 0.1; position 0 0 1; end", NULL);
    o->view = tn_view_take(o->world, NULL);
    o->batch = tn_batch_new(o->world, o->list);
    o->source = tn_source_text("odd.tn", "let u = 1; for i = 1 to 3: object n[i]: sphere u; mass 2; end end\n"
                                         "connect n[1].center (0, 0, 1); probe pp = n[2].center.x;\n");
    o->plot = tn_plot_new(NULL, NULL);
    o->state = tn_state_take(o->world);
    o->system = tn_system_take(o->world, NULL);
    tn_read_text(NULL, "m", "object 1", o->list);
}

static void end(struct odd *o)
{
    tn_batch_free(o->batch);
    tn_source_free(o->source);
    tn_view_free(o->view);
    tn_def_free(o->def);
    tn_plot_free(o->plot);
    tn_diagnostics_free(o->list);
    tn_snapshot_free(o->world, o->snapshot);
    tn_world_free(o->world);
    tn_state_free(o->state);
    tn_system_free(o->system);
}

static void make(struct odd *o, int i)
{
    o->name = calls[i].name;
    o->no_world = false;
    o->message = NULL;
    calls[i].call(o);
    tn_free(o->message);
}

/* Each one separately, many times. */
static void test_each(void **state)
{
    (void)state;
    for (int i = 0; i < CALLS; i++) {
        struct odd o;
        begin(&o, (uint64_t)i + 1);
        for (int k = 0; k < ROUNDS; k++)
            make(&o, i);
        end(&o);
    }
}

/* Whatever was called before. */
static void test_in_any_order(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct odd o;
        begin(&o, seed);
        for (int k = 0; k < 300; k++)
            make(&o, (int)below(&o.random, CALLS));
        end(&o);
    }
}

/* ---- is every function among them? ---- */

static bool is_called(const char *name, size_t length)
{
    for (int i = 0; i < CALLS; i++)
        if (strlen(calls[i].name) == length && strncmp(calls[i].name, name, length) == 0)
            return true;
    return false;
}

/* The name that ends here. */
static void look_for(const char *path, const char *end_of_name)
{
    const char *name = end_of_name;
    while (name[-1] == '_' || (name[-1] >= 'a' && name[-1] <= 'z') || (name[-1] >= '0' && name[-1] <= '9'))
        name--;
    if (!is_called(name, (size_t)(end_of_name - name)))
        fail_msg("%.*s of %s has no line in every_call.h", (int)(end_of_name - name), name, path);
}

static int look_for_functions(const char *path)
{
    int found = 0;
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char *text = calloc(1, 1 << 20);
    assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
    fclose(f);
    for (const char *at = strstr(text, "\nTN_API "); at != NULL; at = strstr(at + 1, "\nTN_API ")) {
        look_for(path, strchr(at, '('));
        found++;
    }
    for (const char *at = strstr(text, "\nTN_DEFAULTS("); at != NULL; at = strstr(at + 1, "\nTN_DEFAULTS(")) {
        look_for(path, strchr(at, ')'));
        found++;
    }
    free(text);
    return found;
}

static void test_all_are_called(void **state)
{
    (void)state;
    int found = 0;
    char folder[1000], path[2000];
    snprintf(folder, sizeof folder, "%s/include/tenon", getenv("SOURCE"));
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
        const size_t n = strlen(e->d_name);
        if (n < 3 || strcmp(e->d_name + n - 2, ".h") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        found += look_for_functions(path);
    }
    closedir(d);
    assert_int_equal(found, CALLS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_are_called),
        cmocka_unit_test(test_each),
        cmocka_unit_test(test_in_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
