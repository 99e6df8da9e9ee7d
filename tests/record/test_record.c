/* Records: frames are read back bit for bit; objects that are removed and added keep their columns; damage of any
 * single byte and any truncation is detected; other versions, full disks and busy files are reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/memory.h"
#include "math/vec3.h"
#include "record/crc.h"
#include "record/format.h"
#include "tenon/tenon.h"

/* ---- helpers ---- */

struct bytes {
    unsigned char *at;
    size_t length;
};

static struct bytes read_bytes(const char *path)
{
    struct bytes b = {NULL, 0};
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    b.length = (size_t)ftell(f);
    rewind(f);
    b.at = malloc(b.length + 1);
    assert_int_equal(fread(b.at, 1, b.length, f), b.length);
    fclose(f);
    return b;
}

/* In place: truncating and rewriting a file waits for the disk on some file systems, thousands of times here. */
static void write_bytes(const char *path, const unsigned char *at, size_t length)
{
    int fd = open(path, O_WRONLY | O_CREAT, 0666);
    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, at, length, 0), length);
    assert_int_equal(ftruncate(fd, (off_t)length), 0);
    assert_int_equal(close(fd), 0);
}

static bool exists(const char *path) { return access(path, F_OK) == 0; }

static const char scene[] = "world: gravity 9.81; until 1; end\n"
                            "object arm: rod 1 0.02; rotation 0 1 0 1; end\n"
                            "object dot: particle 0.5; position 0 0 3; end\n"
                            "variable x 3 rate 0.25;\n"
                            "constraint hinge: connect arm.end1 (0, 0, 0); end\n"
                            "connect dot.center (1, 0, 3);\n"
                            "probe height = arm.center.z;\n"
                            "probe odd = sqrt(-1 - t);\n";

static tn_world *make_world(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "scene", text, d) != TN_OK)
        fail_msg("%s", tn_diagnostics_text(d, 0));
    tn_diagnostics_free(d);
    return w;
}

static tn_recorder *create(const char *path, tn_world *w)
{
    char *message = NULL, *model = tn_write_text(w);
    tn_recorder *r = tn_record_create(path, w, model, &message);
    if (r == NULL)
        fail_msg("%s", message);
    free(model);
    return r;
}

static void frame(tn_recorder *r, tn_world *w)
{
    char *message = NULL;
    if (tn_record_frame(r, w, &message) != TN_OK)
        fail_msg("%s", message);
}

static void finish(tn_recorder *r)
{
    char *message = NULL;
    if (tn_record_finish(r, &message) != TN_OK)
        fail_msg("%s", message);
}

/* A file that is copied into the record, and a contact in every frame but the first. */
static const char tetrahedron[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
static const char small_scene[] = "world: gravity 9.81; until 1; end\n"
                                  "object floor: plane; end\n"
                                  "object stone: mesh \"tetra.obj\"; position 0 0 1; end\n"
                                  "object ball: sphere 0.1; position 3 0 0.1; end\n"
                                  "variable x 3 rate 0.25;\n"
                                  "constraint hinge: connect stone.center (0, 0, 1); end\n"
                                  "contact;\n"
                                  "probe height = ball.center.z;\n";

/* A small record of three frames. */
static void write_small(const char *path)
{
    write_bytes("tetra.obj", (const unsigned char *)tetrahedron, sizeof tetrahedron - 1);
    tn_world *w = make_world(small_scene);
    tn_recorder *r = create(path, w);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tn_advance(w, 0.1 * i), TN_OK);
        frame(r, w);
    }
    finish(r);
    tn_world_free(w);
}

/* Opens it, or returns NULL with the error in `said`. A warning goes to `said` as well. */
static tn_record *open_saying(const char *path, char said[400])
{
    tn_diagnostics *d = tn_diagnostics_new();
    tn_record *r = tn_record_open(path, d);
    said[0] = '\0';
    if (tn_diagnostics_count(d) > 0)
        snprintf(said, 400, "%s", tn_diagnostics_get(d, 0).message);
    assert_true(tn_diagnostics_count(d) <= 1);
    assert_int_equal(tn_diagnostics_errors(d), r == NULL ? 1 : 0);
    tn_diagnostics_free(d);
    return r;
}

static void check_refused(const char *path, const char *expected)
{
    char said[400];
    tn_record *r = open_saying(path, said);
    assert_null(r);
    assert_string_equal(said, expected);
}

/* ---- round trip ---- */

static void check_same_bits(const double *a, const double *b, int count)
{
    for (int i = 0; i < count; i++)
        assert_memory_equal(&a[i], &b[i], sizeof *a);
}

static void check_pose(const tn_pose *a, const tn_pose *b)
{
    check_same_bits(&a->position.x, &b->position.x, 3);
    check_same_bits(&a->orientation.w, &b->orientation.w, 4);
    check_same_bits(&a->center.x, &b->center.x, 3);
    check_same_bits(&a->velocity.x, &b->velocity.x, 3);
    check_same_bits(&a->spin.x, &b->spin.x, 3);
    check_same_bits(&a->mass, &b->mass, 1);
    assert_int_equal(a->has_orientation, b->has_orientation);
}

struct shot {
    double time, probe[2];
    tn_pose pose[3];
    tn_constraint_state state[2];
};

static void round_trip(void **unused)
{
    (void)unused;
    enum { FRAMES = 25 };
    static struct shot shot[FRAMES];
    tn_world *w = make_world(scene);
    char *model = tn_write_text(w);
    tn_recorder *rec = create("r.tnr", w);
    for (int i = 0; i < FRAMES; i++) {
        struct shot *s = &shot[i];
        assert_int_equal(tn_advance(w, i / 30.0), TN_OK);
        frame(rec, w);
        assert_true(exists("r.tnr.part") && !exists("r.tnr"));
        s->time = tn_time(w);
        for (int k = 0; k < 2; k++) {
            s->probe[k] = tn_probe_value(w, k);
            assert_int_equal(tn_constraint_get(w, tn_constraint_at(w, k), &s->state[k]), TN_OK);
        }
        for (int k = 0; k < 3; k++)
            assert_int_equal(tn_object_pose(w, tn_object_at(w, k), &s->pose[k]), TN_OK);
    }
    finish(rec);
    assert_true(!exists("r.tnr.part") && exists("r.tnr"));

    tn_diagnostics *d = tn_diagnostics_new();
    tn_record *r = tn_record_open("r.tnr", d);
    assert_non_null(r);
    assert_int_equal(tn_diagnostics_count(d), 0);
    assert_string_equal(tn_record_model(r), model);
    assert_string_equal(tn_record_version(r), TN_VERSION);
    assert_int_equal(tn_record_frame_count(r), FRAMES);
    assert_int_equal(tn_record_object_count(r), 3);
    assert_int_equal(tn_record_probe_count(r), 2);
    assert_int_equal(tn_record_constraint_count(r), 2);
    assert_string_equal(tn_record_object_name(r, 0), "arm");
    assert_string_equal(tn_record_object_name(r, 2), "x");
    assert_false(tn_record_object_is_variable(r, 1));
    assert_true(tn_record_object_is_variable(r, 2));
    assert_string_equal(tn_record_probe_name(r, 1), "odd");
    assert_string_equal(tn_record_constraint_name(r, 0), "hinge");
    assert_string_equal(tn_record_constraint_name(r, 1), "connect@6");
    assert_null(tn_record_object_name(r, 3));
    assert_null(tn_record_object_name(r, -1));
    for (int n = 0; n < FRAMES; n++) {
        int i = n * 7 % FRAMES; /* in any order */
        tn_pose pose[3];
        bool there[3];
        double probe[2];
        tn_record_constraint state[2];
        double time = tn_record_time(r, i);
        check_same_bits(&time, &shot[i].time, 1);
        assert_int_equal(tn_record_poses(r, i, pose, there), TN_OK);
        assert_int_equal(tn_record_probes(r, i, probe), TN_OK);
        assert_int_equal(tn_record_constraints(r, i, state), TN_OK);
        for (int k = 0; k < 3; k++) {
            assert_true(there[k]);
            check_pose(&pose[k], &shot[i].pose[k]);
        }
        check_same_bits(probe, shot[i].probe, 2);
        for (int k = 0; k < 2; k++) {
            assert_true(state[k].there);
            check_same_bits(&state[k].force.x, &shot[i].state[k].force.x, 3);
            check_same_bits(&state[k].torque.x, &shot[i].state[k].torque.x, 3);
            check_same_bits(&state[k].deviation, &shot[i].state[k].size, 1);
        }
    }
    /* frames by time */
    assert_int_equal(tn_record_frame_at(r, -1), 0);
    assert_int_equal(tn_record_frame_at(r, 0), 0);
    assert_int_equal(tn_record_frame_at(r, 3 / 30.0), 3);
    assert_int_equal(tn_record_frame_at(r, 3.5 / 30.0), 3);
    assert_int_equal(tn_record_frame_at(r, 1e9), FRAMES - 1);
    /* out of range */
    double probe[2];
    assert_int_equal(tn_record_probes(r, FRAMES, probe), TN_WRONG_USE);
    assert_int_equal(tn_record_probes(r, -1, probe), TN_WRONG_USE);
    assert_true(tn_record_time(r, FRAMES) != tn_record_time(r, FRAMES));
    tn_record_close(r);
    tn_diagnostics_free(d);
    free(model);
    tn_world_free(w);
}

/* ---- objects that are added and removed ---- */

static tn_object add_particle(tn_world *w, const char *name, double x)
{
    tn_object_def def = tn_object_default();
    def.name = name;
    def.shape = "particle";
    def.mass = 1;
    def.position = (tn_vec3){x, 0, 0};
    tn_object o = tn_object_add(w, &def, NULL);
    assert_true(tn_object_valid(w, o));
    return o;
}

/* Nodes of flexible objects are read back to the bit; damage among them is detected like any other. */
static void nodes_come_back(void **unused)
{
    (void)unused;
    static const char soft[] = "world: gravity 9.81; integrator euler; step auto; end\n"
                               "object b: block 2 1 2; size 0.2 0.1 0.2; stiffness 4000; spin 3 0 1; end\n"
                               "object a: sphere 0.1; position 1 0 0; end\n"
                               "at 0.15: object c: block 1 1 1; size 1 1 1; stiffness 10; end end\n"
                               "connect b.node(0,0,2) (0,0,0.2);\n";
    tn_world *w = tn_world_new(), *other = tn_world_new();
    char *message = NULL;
    assert_int_equal(tn_read_text(w, "soft", soft, NULL), TN_OK);
    assert_int_equal(tn_read_text(other, "soft", soft, NULL), TN_OK);
    char *text = tn_write_text(w);
    tn_recorder *r = tn_record_create("soft.tnr", w, text, &message);
    free(text);
    assert_non_null(r);
    double kept[4][6 * 18];
    const double *q, *v;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(tn_advance(w, 0.1 * i), TN_OK);
        frame(r, w);
        assert_int_equal(tn_object_nodes(w, tn_object_find(w, "b"), &q, &v), 18);
        memcpy(kept[i], q, sizeof(double) * 54);
        memcpy(kept[i] + 54, v, sizeof(double) * 54);
    }
    finish(r);
    tn_record *back = tn_record_open("soft.tnr", NULL);
    assert_non_null(back);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(tn_record_restore(back, i, other), TN_OK);
        assert_int_equal(tn_object_nodes(other, tn_object_find(other, "b"), &q, &v), 18);
        check_same_bits(q, kept[i], 54);
        check_same_bits(v, kept[i] + 54, 54);
    }
    assert_true(tn_object_present(other, tn_object_find(other, "c")));
    tn_record_close(back);
    struct bytes b = read_bytes("soft.tnr");
    for (size_t i = 0; i < b.length; i += 7) { /* every seventh byte, to be quick */
        b.at[i] ^= 0x10;
        write_bytes("soft-damaged.tnr", b.at, b.length);
        assert_null(tn_record_open("soft-damaged.tnr", NULL));
        b.at[i] ^= 0x10;
    }
    free(b.at);
    tn_world_free(w);
    tn_world_free(other);
}

/* Which objects each frame has, as text: "a.c" is a and c of three. */
/* ---- contacts and files ---- */

/* Points of contact are those of the run, to the bit, in piles of any shapes that fall, meet and part. */
static void contacts_come_back(void **unused)
{
    (void)unused;
    enum { FRAMES = 12, MOST = 400 };
    static tn_touch seen[FRAMES][MOST];
    static tn_record_touch read[MOST];
    int all = 0;
    srand(21);
    for (int round = 0; round < 6; round++) {
        static const char *const shapes[] = {"sphere 0.2", "box 0.3 0.4 0.3", "capsule 0.1 0.4", "cylinder 0.2 0.3"};
        int counts[FRAMES];
        char *text = mem_text("world: gravity 9.81; end\nobject floor: plane; end\ncontact friction 0.4;\n");
        for (int k = 0; k < 2 + 2 * round; k++) {
            char *more = mem_print("%sobject o%d: %s; position %.3f %.3f %.3f; end\n", text, k, shapes[rand() % 4],
                                   0.3 * (rand() % 5), 0.3 * (rand() % 5), 0.25 + 0.5 * k);
            mem_free(text);
            text = more;
        }
        tn_world *w = make_world(text);
        tn_recorder *rec = create("touch.tnr", w);
        for (int i = 0; i < FRAMES; i++) {
            assert_int_equal(tn_advance(w, 0.05 * i), TN_OK);
            frame(rec, w);
            for (counts[i] = 0; counts[i] < MOST && tn_touch_get(w, counts[i], &seen[i][counts[i]]);)
                counts[i]++;
        }
        finish(rec);
        tn_record *r = tn_record_open("touch.tnr", NULL);
        assert_non_null(r);
        for (int i = FRAMES - 1; i >= 0; i--) {
            assert_int_equal(tn_record_touch_count(r, i), counts[i]);
            assert_int_equal(tn_record_touches(r, i, read), TN_OK);
            for (int k = 0; k < counts[i]; k++) {
                assert_string_equal(tn_record_object_name(r, read[k].a), tn_object_name(w, seen[i][k].a));
                assert_string_equal(tn_record_object_name(r, read[k].b), tn_object_name(w, seen[i][k].b));
                check_same_bits(&read[k].point.x, &seen[i][k].point.x, 9); /* point, normal and force */
                check_same_bits(&read[k].gap, &seen[i][k].gap, 1);
            }
            all += counts[i];
        }
        assert_int_equal(tn_record_touch_count(r, FRAMES), 0);
        assert_int_equal(tn_record_touches(r, -1, read), TN_WRONG_USE);
        tn_record_close(r);
        tn_world_free(w);
        mem_free(text);
    }
    assert_true(all > 100);
}

/* A record is read where the files of its model are not, and another file of that name is not read in their place. */
static void files_travel(void **unused)
{
    (void)unused;
    tn_pose before, after;
    write_small("travels.tnr");
    tn_record *r = tn_record_open("travels.tnr", NULL);
    tn_world *home = make_world(small_scene);
    tn_diagnostics *d = tn_diagnostics_new();
    for (int other = 0; other < 2; other++) {
        remove("tetra.obj");
        if (other)
            write_bytes("tetra.obj", (const unsigned char *)"v 9", 3);
        tn_world *away = tn_world_new();
        assert_int_equal(tn_record_read(r, away, d), TN_OK);
        for (int i = 0; i < tn_object_count(home); i++) {
            assert_int_equal(tn_object_pose(home, tn_object_at(home, i), &before), TN_OK);
            assert_int_equal(tn_object_pose(away, tn_object_at(away, i), &after), TN_OK);
            check_pose(&after, &before);
        }
        assert_int_equal(tn_record_restore(r, 2, away), TN_OK);
        tn_world_free(away);
    }
    /* without it the text alone is refused */
    tn_world *away = tn_world_new();
    assert_int_not_equal(tn_read_text(away, "travels.tnr", tn_record_model(r), d), TN_OK);
    tn_world_free(away);
    tn_diagnostics_free(d);
    tn_record_close(r);
    tn_world_free(home);
}

/* A world that is set to a frame has every object where the run had it, whatever moves it; forces of constraints too. */
static void restored_as_recorded(void **unused)
{
    (void)unused;
    static const char leg[] = "<svg><path id='outline' d='M 0 0 L 10 0 L 10 40 L 0 40 Z' fill='#336699'/></svg>";
    static const char *const texts[] = {
        "world: up y; gravity 9.81; end\n"
        "object leg: jello \"leg.svg\" scale 0.01; stiffness 2000; area-stiffness 500; position 0 1 0; rotation 0 0 1 "
        "0.4; "
        "spin 0 0 5; end\nconnect leg.at(0.05, -0.02, 0) (0.05, 1, 0);\n",
        "world: gravity 9.81; end\nobject cube: jello box 0.3 0.4 0.2; stiffness 2000; spin 1 2 3; end\n"
        "connect cube.corner3 (0, 0, 0.3);\n",
        "world: gravity 9.81; end\nobject bob: coordinates th 1.2 ph 0; velocity ph 1.6; mass 1; "
        "place (sin(th)*cos(ph), sin(th)*sin(ph), -cos(th)); end\n"
        "object fan: box 0.4 0.1 0.1; coordinates a 0.4; velocity a 3; place (3, 0, 0); pose (0, 1, 0), a; end\n",
        "world: order first; end\nobject c: circle 0 0 1; end\nobject s: spline 3 2  4 3  5 2  6 3; end\n"
        "push c(0) (0.5, 0.2, 0);\npush s(1) (0, 1, 0);\n",
        "world: gravity 9.81; integrator implicit; step auto; end\n"
        "object soft: block 2 2 2; size 0.2 0.2 0.2; stiffness 5000; position 0 0 0.3; spin 1 0 2; end\n"
        "connect soft.node(0, 0, 2) (-0.1, -0.1, 0.5);\n",
        "world: gravity 9.81; end\nobject floor: plane; end\nobject a: box 0.2 0.2 0.2; position 0 0 0.1; velocity 1 0 "
        "0; end\n"
        "object b: rod 0.5 0.03; position 0 0 0.6; rotation 1 0 0 0.3; end\ncontact;\n"
        "connect b.end1 a.center;\nobject late: sphere 0.1; position 2 0 1; end\nat 0.2: remove late; end\n",
    };
    write_bytes("leg.svg", (const unsigned char *)leg, sizeof leg - 1);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        tn_world *w = make_world(texts[k]);
        tn_recorder *rec = create("as.tnr", w);
        for (int i = 0; i < 8; i++) {
            assert_int_equal(tn_advance(w, 0.05 * i), TN_OK);
            frame(rec, w);
        }
        finish(rec);
        tn_world_free(w);
        tn_record *r = tn_record_open("as.tnr", NULL);
        w = tn_world_new();
        assert_int_equal(tn_record_read(r, w, NULL), TN_OK);
        tn_pose said[8], got;
        bool there[8];
        tn_record_constraint force[8];
        tn_constraint_state now;
        for (int i = 0; i < 8; i++) {
            assert_int_equal(tn_record_restore(r, i, w), TN_OK);
            assert_int_equal(tn_record_poses(r, i, said, there), TN_OK);
            assert_int_equal(tn_record_constraints(r, i, force), TN_OK);
            for (int o = 0; o < tn_record_object_count(r); o++) {
                if (!there[o])
                    continue;
                const tn_object found = tn_object_find(w, tn_record_object_name(r, o));
                assert_int_equal(tn_object_pose(w, found, &got), TN_OK);
                const tn_quat p = got.orientation, q = said[o].orientation;
                if (!(v3_norm(v3_sub(got.center, said[o].center)) < 1e-12) ||
                    !(v3_norm(v3_sub(got.velocity, said[o].velocity)) < 1e-9) ||
                    (got.has_orientation && !(fabs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z) > 1 - 1e-12)))
                    fail_msg("text %zu, frame %d: '%s' is elsewhere", k, i, tn_record_object_name(r, o));
            }
            for (int c = 0; c < tn_record_constraint_count(r); c++) {
                assert_int_equal(tn_constraint_get(w, tn_constraint_at(w, c), &now), TN_OK);
                check_same_bits(&now.force.x, &force[c].force.x, 3);
                check_same_bits(&now.torque.x, &force[c].torque.x, 3);
            }
        }
        /* from there the forces are those of the model again */
        assert_int_equal(tn_advance(w, tn_time(w) + 0.1), TN_OK);
        for (int c = 0; c < tn_record_constraint_count(r); c++) {
            assert_int_equal(tn_constraint_get(w, tn_constraint_at(w, c), &now), TN_OK);
            assert_true(now.force.x != force[c].force.x || now.force.y != force[c].force.y ||
                        now.force.z != force[c].force.z);
        }
        tn_record_close(r);
        tn_world_free(w);
    }
}

static tn_file_answer give_tetrahedron(void *user, const char *path, const void **bytes, size_t *count)
{
    int *asked = user;
    ++*asked;
    if (strcmp(path, "tetra.obj") != 0)
        return TN_FILE_MISSING;
    *bytes = tetrahedron;
    *count = sizeof tetrahedron - 1;
    return TN_FILE_HERE;
}

/* What a program gives as a file is copied too; a world's own function comes after the record's files and stays. */
static void given_files_travel(void **unused)
{
    (void)unused;
    int asked = 0;
    tn_world *w = tn_world_new();
    remove("tetra.obj");
    assert_int_equal(tn_world_hook_files(w, give_tetrahedron, &asked), TN_OK);
    assert_int_equal(tn_read_text(w, "", small_scene, NULL), TN_OK);
    const char *where = NULL;
    assert_string_equal(tn_file_read(w, 0, &where), "tetra.obj");
    assert_string_equal(where, "tetra.obj");
    assert_null(tn_file_read(w, 1, &where));
    tn_recorder *rec = create("given.tnr", w);
    frame(rec, w);
    finish(rec);
    tn_world_free(w);
    tn_record *r = tn_record_open("given.tnr", NULL);
    w = tn_world_new();
    assert_int_equal(tn_world_hook_files(w, give_tetrahedron, &asked), TN_OK);
    asked = 0;
    assert_int_equal(tn_record_read(r, w, NULL), TN_OK);
    assert_int_equal(asked, 0);
    assert_int_equal(tn_read_text(w, "", "object other: mesh \"tetra.obj\"; end\n", NULL), TN_OK);
    assert_true(asked > 0);
    tn_world_free(w);
    tn_record_close(r);
}

static void check_presence(tn_record *r, int i, const char *expected)
{
    tn_pose pose[8];
    bool there[8];
    char text[9] = "";
    assert_int_equal(tn_record_poses(r, i, pose, there), TN_OK);
    for (int k = 0; k < tn_record_object_count(r); k++)
        strcat(text, there[k] ? tn_record_object_name(r, k) : ".");
    assert_string_equal(text, expected);
}

static void coming_and_going(void **unused)
{
    (void)unused;
    tn_world *w = tn_world_new();
    tn_object a = add_particle(w, "a", 1);
    add_particle(w, "b", 2);
    tn_recorder *rec = create("c.tnr", w);
    frame(rec, w);
    assert_int_equal(tn_object_remove(w, a), TN_OK);
    frame(rec, w); /* only b */
    add_particle(w, "c", 3);
    frame(rec, w); /* b c, c perhaps in a's old slot */
    tn_object again = add_particle(w, "a", 4);
    tn_constraint_def def = {.size = sizeof(tn_constraint_def), .name = "hold", .kind = "connect", .count = 2};
    def.args[0] = tn_arg_point(again, (tn_vec3){0, 0, 0});
    def.args[1] = tn_arg_vector((tn_vec3){4, 0, 0});
    tn_constraint_add(w, &def, NULL);
    assert_int_equal(tn_probe_add(w, "far = a.center.x", NULL), TN_OK);
    frame(rec, w); /* a comes back into its column, a constraint and a probe are new */
    assert_int_equal(tn_object_remove(w, tn_object_find(w, "b")), TN_OK);
    assert_int_equal(tn_constraint_remove(w, tn_constraint_find(w, "hold")), TN_OK);
    frame(rec, w);
    finish(rec);

    char said[400];
    tn_record *r = open_saying("c.tnr", said);
    assert_non_null(r);
    assert_int_equal(tn_record_object_count(r), 3);
    check_presence(r, 0, "ab.");
    check_presence(r, 1, ".b.");
    check_presence(r, 2, ".bc");
    check_presence(r, 3, "abc");
    check_presence(r, 4, "a.c");
    tn_pose pose[3];
    assert_int_equal(tn_record_poses(r, 3, pose, NULL), TN_OK);
    assert_true(pose[0].position.x == 4 && pose[1].position.x == 2 && pose[2].position.x == 3);
    assert_int_equal(tn_record_poses(r, 1, pose, NULL), TN_OK);
    assert_true(pose[0].position.x == 0 && pose[0].mass == 0);
    tn_record_constraint hold;
    double far;
    assert_int_equal(tn_record_constraint_count(r), 1);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(tn_record_constraints(r, i, &hold), TN_OK);
        assert_int_equal(hold.there, i == 3);
        assert_int_equal(tn_record_probes(r, i, &far), TN_OK);
        assert_true(i < 3 ? far != far : far == 4);
    }
    tn_record_close(r);
    tn_world_free(w);
}

/* ---- damage ---- */

/* Reads everything in an open record; it must never crash. */
static void read_all(tn_record *r)
{
    int objects = tn_record_object_count(r), probes = tn_record_probe_count(r);
    int constraints = tn_record_constraint_count(r);
    tn_pose *pose = calloc((size_t)objects + 1, sizeof *pose);
    double *value = calloc((size_t)probes + 1, sizeof *value);
    tn_record_constraint *state = calloc((size_t)constraints + 1, sizeof *state);
    for (int i = 0; i < tn_record_frame_count(r); i++) {
        assert_int_equal(tn_record_poses(r, i, pose, NULL), TN_OK);
        assert_int_equal(tn_record_probes(r, i, value), TN_OK);
        assert_int_equal(tn_record_constraints(r, i, state), TN_OK);
        tn_record_touch *touch = calloc((size_t)tn_record_touch_count(r, i) + 1, sizeof *touch);
        tn_status s = tn_record_touches(r, i, touch); /* refused if an object's number is wrong */
        assert_true(s == TN_OK || s == TN_NO_FILE);
        for (int k = 0; s == TN_OK && k < tn_record_touch_count(r, i); k++)
            assert_true(touch[k].a >= 0 && touch[k].a < objects && touch[k].b >= 0 && touch[k].b < objects);
        free(touch);
    }
    free(pose);
    free(value);
    free(state);
}

static void every_byte_matters(void **unused)
{
    (void)unused;
    char said[400];
    write_small("small.tnr");
    struct bytes whole = read_bytes("small.tnr");
    static const unsigned char masks[] = {0x01, 0x80, 0xff};
    for (size_t i = 0; i < whole.length; i++)
        for (int k = 0; k < 3; k++) {
            whole.at[i] ^= masks[k];
            write_bytes("flip.tnr", whole.at, whole.length);
            tn_record *r = open_saying("flip.tnr", said);
            if (r != NULL)
                fail_msg("byte %zu with mask %x went unnoticed", i, masks[k]);
            assert_memory_equal(said, "flip.tnr: ", 10);
            whole.at[i] ^= masks[k];
        }
    /* the same under the name of an unfinished record: damage is not mistaken for truncation */
    for (size_t i = 0; i < whole.length; i++) {
        whole.at[i] ^= 0x10;
        write_bytes("flip.tnr.part", whole.at, whole.length);
        assert_null(open_saying("flip.tnr.part", said));
        whole.at[i] ^= 0x10;
    }
    free(whole.at);
}

static void messages_name_the_place(void **unused)
{
    (void)unused;
    write_small("small.tnr");
    struct bytes b = read_bytes("small.tnr");
    /* where the frames lie: the index before the trailer says */
    const unsigned char *index = b.at + get_u64(b.at + b.length - TRAILER_BYTES) + HEAD_BYTES;
    assert_int_equal(get_u64(index), 3);
    size_t second = (size_t)get_u64(index + 16);
    char expected[400];
    b.at[second + HEAD_BYTES + 40] ^= 4;
    write_bytes("bad.tnr", b.at, b.length);
    snprintf(expected, sizeof expected, "bad.tnr: frame 1 at byte %zu is damaged: its checksum is wrong", second);
    check_refused("bad.tnr", expected);
    b.at[second + HEAD_BYTES + 40] ^= 4;
    b.at[second] ^= 4;
    write_bytes("bad.tnr", b.at, b.length);
    snprintf(expected, sizeof expected,
             "bad.tnr: the block that should be frame 1 at byte %zu is damaged: the checksum of its head is wrong",
             second);
    check_refused("bad.tnr", expected);
    b.at[second] ^= 4;
    write_bytes("bad.tnr", b.at, second + 100);
    snprintf(expected, sizeof expected, "bad.tnr: is cut off after frame 0 (t = 0 s): at byte %zu there should be more",
             second);
    check_refused("bad.tnr", expected);
    write_bytes("bad.tnr", (const unsigned char *)"object a: rod 1 2;", 18);
    check_refused("bad.tnr", "bad.tnr: is not a record (its first bytes are not those of one)");
    check_refused("missing.tnr", "missing.tnr: cannot be read: No such file or directory");
    check_refused(".", ".: is not a plain file");
    free(b.at);
}

/* ---- truncation ---- */

/* A finished record is refused at every shorter length; an unfinished one is read up to its last complete frame. */
static void every_cut(void **unused)
{
    (void)unused;
    char said[400];
    write_small("small.tnr");
    struct bytes b = read_bytes("small.tnr");
    const unsigned char *index = b.at + get_u64(b.at + b.length - TRAILER_BYTES) + HEAD_BYTES;
    size_t end[3];
    for (int i = 0; i < 3; i++) {
        size_t at = (size_t)get_u64(index + 8 + 8 * i);
        end[i] = at + HEAD_BYTES + (size_t)get_u64(b.at + at + HEAD_LENGTH);
    }
    size_t model = HEADER_BYTES + HEAD_BYTES + (size_t)get_u64(b.at + HEADER_BYTES + HEAD_LENGTH);
    for (size_t n = 0; n < b.length; n++) {
        write_bytes("cut.tnr", b.at, n);
        write_bytes("cut.tnr.part", b.at, n);
        assert_null(open_saying("cut.tnr", said));
        assert_true(strlen(said) > 10);
        int whole = (n >= end[0]) + (n >= end[1]) + (n >= end[2]);
        tn_record *r = open_saying("cut.tnr.part", said);
        if (n < model) {
            assert_null(r);
            continue;
        }
        assert_non_null(r);
        assert_int_equal(tn_record_frame_count(r), whole);
        assert_non_null(strstr(said, "the run that wrote it did not finish"));
        read_all(r);
        tn_record_close(r);
    }
    /* complete, only not renamed yet: no warning */
    write_bytes("cut.tnr.part", b.at, b.length);
    tn_record *r = open_saying("cut.tnr.part", said);
    assert_non_null(r);
    assert_string_equal(said, "");
    tn_record_close(r);
    /* zeros after the last complete frame, as after a power failure */
    unsigned char *zeros = calloc(end[1] + 5000, 1);
    memcpy(zeros, b.at, end[1]);
    write_bytes("cut.tnr.part", zeros, end[1] + 5000);
    r = open_saying("cut.tnr.part", said);
    assert_non_null(r);
    assert_int_equal(tn_record_frame_count(r), 2);
    tn_record_close(r);
    free(zeros);
    free(b.at);
}

static void part_stands_in(void **unused)
{
    (void)unused;
    char said[400];
    tn_world *w = make_world(scene);
    tn_recorder *rec = create("stands.tnr", w);
    frame(rec, w);
    frame(rec, w);
    assert_true(tn_is_record("stands.tnr"));
    tn_record *r = open_saying("stands.tnr", said);
    assert_non_null(r);
    assert_int_equal(tn_record_frame_count(r), 2);
    assert_memory_equal(said, "stands.tnr.part: the run that wrote it did not finish", 53);
    tn_record_close(r);
    tn_record_abandon(rec);
    assert_true(exists("stands.tnr.part") && !exists("stands.tnr")); /* it had frames */
    tn_record_abandon(create("empty.tnr", w));
    assert_false(exists("empty.tnr.part"));
    write_bytes("text.tn", (const unsigned char *)"object a: rod 1 2;", 18);
    assert_false(tn_is_record("text.tn"));
    assert_false(tn_is_record("missing"));
    assert_false(tn_is_record("."));
    tn_world_free(w);
}

/* ---- hostile bytes ---- */

/* Corrects the checksums after bytes were changed, so that the counts themselves are tested. */
static void mend(struct bytes b, const struct crc *c)
{
    size_t at = HEADER_BYTES;
    put_u32(b.at + HEADER_CHECK, crc_add(c, 0, b.at, HEADER_CHECK));
    while (at + HEAD_BYTES + TRAILER_BYTES <= b.length) {
        uint64_t length = get_u64(b.at + at + HEAD_LENGTH);
        if (length <= b.length - at - HEAD_BYTES)
            put_u32(b.at + at + HEAD_CHECK, crc_add(c, 0, b.at + at + HEAD_BYTES, (size_t)length));
        put_u32(b.at + at + HEAD_OWN_CHECK, crc_add(c, 0, b.at + at, HEAD_OWN_CHECK));
        if (length > b.length - at - HEAD_BYTES)
            break;
        at += HEAD_BYTES + (size_t)length;
    }
    size_t t = b.length - TRAILER_BYTES + TRAILER_CHECK;
    put_u32(b.at + t, crc_add(c, 0, b.at, t));
}

/* Random bytes with right checksums: refused or read, never a crash and never much memory. */
static void hostile_bytes(void **unused)
{
    (void)unused;
    char said[400];
    struct crc c;
    uint64_t seed = 5;
    int opened = 0, refused = 0;
    crc_prepare(&c);
    write_small("small.tnr");
    struct bytes good = read_bytes("small.tnr");
    for (int n = 0; n < 20000; n++) {
        struct bytes b = {mem_copy(good.at, good.length), good.length};
        int changes = 1 + n % 3;
        for (int k = 0; k < changes; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            size_t at = (size_t)(seed >> 33) % b.length;
            static const unsigned char nasty[] = {0, 1, 0x7f, 0x80, 0xff, 8, 16, 255};
            b.at[at] = nasty[seed >> 20 & 7];
            if ((seed >> 24 & 3) == 0 && at + 8 <= b.length)
                memset(b.at + at, nasty[seed >> 20 & 7], 8);
        }
        mend(b, &c);
        const char *path = n % 2 == 0 ? "hostile.tnr" : "hostile.tnr.part";
        write_bytes(path, b.at, b.length);
        tn_record *r = open_saying(path, said);
        if (r != NULL)
            read_all(r);
        opened += r != NULL;
        refused += r == NULL;
        tn_record_close(r);
        mem_free(b.at);
    }
    assert_true(opened > 1000 && refused > 1000); /* both cases occurred */
    free(good.at);
}

/* A header with counts larger than the file must not allocate memory. */
static void counts_are_bounded(void **unused)
{
    (void)unused;
    char said[400];
    struct crc c;
    crc_prepare(&c);
    write_small("small.tnr");
    struct bytes b = read_bytes("small.tnr");
    size_t names = HEADER_BYTES;
    while (memcmp(b.at + names, BLOCK_NAMES, 4) != 0)
        names += HEAD_BYTES + (size_t)get_u64(b.at + names + HEAD_LENGTH);
    assert_memory_equal(b.at + names, BLOCK_NAMES, 4);
    put_u32(b.at + names + HEAD_BYTES, 0xfffffff0u);
    mend(b, &c);
    write_bytes("many.tnr", b.at, b.length);
    snprintf(said, sizeof said,
             "many.tnr: the list of names before frame 0 at byte %zu is invalid: its counts do not match its length",
             names);
    check_refused("many.tnr", said);
    put_u64(b.at + HEADER_BYTES + HEAD_LENGTH, UINT64_MAX - 7);
    mend(b, &c);
    write_bytes("many.tnr", b.at, b.length);
    check_refused("many.tnr", "many.tnr: is cut off before its first frame: at byte 32 there should be more");
    free(b.at);
}

static void other_versions(void **unused)
{
    (void)unused;
    struct crc c;
    crc_prepare(&c);
    write_small("small.tnr");
    struct bytes b = read_bytes("small.tnr");
    put_u32(b.at + HEADER_FORMAT, 7);
    memset(b.at + HEADER_VERSION, 0, VERSION_BYTES);
    memcpy(b.at + HEADER_VERSION, "3.1.4", 5);
    mend(b, &c);
    write_bytes("other.tnr", b.at, b.length);
    check_refused("other.tnr", "other.tnr: was written by Tenon 3.1.4 in record format 7; this is Tenon " TN_VERSION
                               ", which reads formats 1 to 2");
    put_u32(b.at + HEADER_FORMAT, 0);
    mend(b, &c);
    write_bytes("other.tnr", b.at, b.length);
    check_refused("other.tnr", "other.tnr: was written by Tenon 3.1.4 in record format 0; this is Tenon " TN_VERSION
                               ", which reads formats 1 to 2");
    /* another library with the same format is read */
    put_u32(b.at + HEADER_FORMAT, RECORD_FORMAT);
    mend(b, &c);
    write_bytes("other.tnr", b.at, b.length);
    char said[400];
    tn_record *r = open_saying("other.tnr", said);
    assert_non_null(r);
    assert_string_equal(tn_record_version(r), "3.1.4");
    tn_record_close(r);
    free(b.at);
}

static void changed_while_open(void **unused)
{
    (void)unused;
    char said[400];
    double value[2];
    write_small("small.tnr");
    tn_record *r = open_saying("small.tnr", said);
    assert_int_equal(tn_record_probes(r, 0, value), TN_OK);
    assert_int_equal(truncate("small.tnr", 900), 0);
    assert_int_equal(tn_record_probes(r, 2, value), TN_NO_FILE);
    tn_record_close(r);
}

/* ---- paths where no record can be created ---- */

static void check_not_created(const char *path, tn_world *w, const char *expected)
{
    char *message = NULL;
    assert_null(tn_record_create(path, w, "", &message));
    assert_string_equal(message, expected);
    free(message);
}

static void no_place(void **unused)
{
    (void)unused;
    tn_world *w = make_world(scene);
    check_not_created("missing/a.tnr", w, "cannot write missing/a.tnr: No such file or directory");
    check_not_created(".", w, "cannot write .: Is a directory");
    /* two at once do not mix; locks count between programs */
    tn_recorder *first = create("busy.tnr", w);
    frame(first, w);
    pid_t child = fork();
    if (child == 0) {
        char *message = NULL;
        bool refused = tn_record_create("busy.tnr", w, "", &message) == NULL &&
                       strcmp(message, "cannot write busy.tnr: another run is recording there") == 0;
        _exit(refused ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    frame(first, w);
    finish(first);
    char said[400];
    tn_record *r = open_saying("busy.tnr", said);
    assert_int_equal(tn_record_frame_count(r), 2);
    tn_record_close(r);
    tn_world_free(w);
}

/* A disk that fills up: the frames so far are kept, the previous file is kept, no frame is incomplete. */
static void full_disk(void **unused)
{
    (void)unused;
    tn_world *w = make_world(scene);
    char *message = NULL, said[400];
    if (access("/dev/full", W_OK) == 0) {
        tn_recorder *r = create("/dev/full", w);
        assert_int_equal(tn_record_frame(r, w, &message), TN_NO_FILE);
        assert_string_equal(message, "cannot write /dev/full: No space left on device");
        free(message);
        assert_int_equal(tn_record_frame(r, w, NULL), TN_WRONG_USE);
        assert_int_equal(tn_record_finish(r, NULL), TN_WRONG_USE);
        assert_false(exists("/dev/full.part"));
    }
    /* a limit on the size of files stands for the disk: the last write is cut short in the middle */
    write_bytes("full.tnr", (const unsigned char *)"before", 6);
    struct rlimit old, small;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, action;
    getrlimit(RLIMIT_FSIZE, &old);
    small = old;
    small.rlim_cur = 10001;
    sigaction(SIGXFSZ, &ignore, &action);
    setrlimit(RLIMIT_FSIZE, &small);
    tn_recorder *r = create("full.tnr", w);
    int frames = 0;
    while (frames < 1000 && tn_record_frame(r, w, &message) == TN_OK)
        frames++;
    bool finished = frames == 1000 || tn_record_finish(r, NULL) == TN_OK;
    setrlimit(RLIMIT_FSIZE, &old);
    sigaction(SIGXFSZ, &action, NULL);
    assert_false(finished);
    assert_true(frames > 3 && frames < 100);
    assert_non_null(strstr(message, "full.tnr: File too large; its "));
    free(message);
    struct bytes b = read_bytes("full.tnr");
    assert_int_equal(b.length, 6);
    free(b.at);
    tn_record *rec = open_saying("full.tnr.part", said);
    assert_non_null(rec);
    assert_int_equal(tn_record_frame_count(rec), frames);
    assert_null(strstr(said, "no whole block")); /* the incomplete block was removed again */
    tn_record_close(rec);
    tn_world_free(w);
}

static void files_keep_their_manners(void **unused)
{
    (void)unused;
    struct stat s;
    write_bytes("mode.tnr", (const unsigned char *)"before", 6);
    assert_int_equal(chmod("mode.tnr", 0640), 0);
    assert_int_equal(symlink("mode.tnr", "link.tnr"), 0);
    write_small("link.tnr");
    assert_int_equal(lstat("link.tnr", &s), 0);
    assert_true(S_ISLNK(s.st_mode));
    assert_int_equal(stat("mode.tnr", &s), 0);
    assert_int_equal(s.st_mode & 0777, 0640);
    assert_true(s.st_size > 1000);
}

/* ---- the checksum itself, and cost ---- */

static void checksum_is_the_known_one(void **unused)
{
    (void)unused;
    struct crc c;
    crc_prepare(&c);
    assert_int_equal(crc_add(&c, 0, "123456789", 9), 0xCBF43926u); /* the published check value of CRC-32 */
    unsigned char bytes[100];
    for (int i = 0; i < 100; i++)
        bytes[i] = (unsigned char)(37 * i + 11);
    uint32_t whole = crc_add(&c, 0, bytes, 100);
    for (size_t i = 0; i <= 100; i++) {
        assert_int_equal(crc_add(&c, crc_add(&c, 0, bytes, i), bytes + i, 100 - i), whole);
        assert_int_equal(crc_join(crc_add(&c, 0, bytes, i), crc_add(&c, 0, bytes + i, 100 - i), 100 - i), whole);
    }
}

static void warm_frames_allocate_nothing(void **unused)
{
    (void)unused;
    tn_world *w = make_world("object a: particle 1; end\nobject b: particle 1; end\nconnect a.center b.center;\n");
    tn_recorder *r = create("warm.tnr", w);
    for (int i = 0; i < 9; i++) /* the list of offsets has room for more then */
        frame(r, w);
    unsigned long before = mem_count();
    for (int i = 0; i < 5; i++)
        frame(r, w);
    assert_int_equal(mem_count(), before);
    finish(r);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checksum_is_the_known_one),
        cmocka_unit_test(round_trip),
        cmocka_unit_test(nodes_come_back),
        cmocka_unit_test(contacts_come_back),
        cmocka_unit_test(files_travel),
        cmocka_unit_test(restored_as_recorded),
        cmocka_unit_test(given_files_travel),
        cmocka_unit_test(coming_and_going),
        cmocka_unit_test(every_byte_matters),
        cmocka_unit_test(messages_name_the_place),
        cmocka_unit_test(every_cut),
        cmocka_unit_test(part_stands_in),
        cmocka_unit_test(hostile_bytes),
        cmocka_unit_test(counts_are_bounded),
        cmocka_unit_test(other_versions),
        cmocka_unit_test(changed_while_open),
        cmocka_unit_test(no_place),
        cmocka_unit_test(full_disk),
        cmocka_unit_test(files_keep_their_manners),
        cmocka_unit_test(warm_frames_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
