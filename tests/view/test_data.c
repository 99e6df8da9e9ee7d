/* Views as data: meshes of every shape, the topology number, deformed surfaces, glyphs, traces, packed poses. */
#include "looking.h"

#include <dirent.h>

#include "tenon/edit.h"
#include "tenon/model.h"
#include "tenon/picture.h"
#include "tenon/scene.h"

static vec3 vertex(const float *p, uint32_t i)
{
    return v3((double)p[3 * i], (double)p[3 * i + 1], (double)p[3 * i + 2]);
}

/* ---- triangles ---- */

struct edge {
    float from[3], to[3];
};

static int compare_edges(const void *a, const void *b) { return memcmp(a, b, sizeof(struct edge)); }

/* Every edge occurs once in each direction; vertices at one place are one. */
static void check_closed(const char *what, const tn_triangles *t)
{
    struct edge *e = calloc((size_t)(3 * t->triangles + 1), sizeof *e);
    int n = 3 * t->triangles;
    for (int i = 0; i < n; i++) {
        const uint32_t *c = t->corner + i / 3 * 3;
        for (int k = 0; k < 3; k++) { /* + 0: −0 is 0 */
            e[i].from[k] = t->position[3 * c[i % 3] + (uint32_t)k] + 0.0f;
            e[i].to[k] = t->position[3 * c[(i + 1) % 3] + (uint32_t)k] + 0.0f;
        }
    }
    qsort(e, (size_t)n, sizeof *e, compare_edges);
    for (int i = 0; i < n; i++) {
        struct edge back;
        memcpy(back.from, e[i].to, sizeof back.from);
        memcpy(back.to, e[i].from, sizeof back.to);
        if (i > 0 && compare_edges(&e[i - 1], &e[i]) == 0)
            fail_msg("%s: an edge occurs twice in one direction", what);
        if (bsearch(&back, e, (size_t)n, sizeof *e, compare_edges) == NULL)
            fail_msg("%s: an edge is open", what);
    }
    free(e);
}

static void check_normals(const char *what, const tn_triangles *t)
{
    for (int i = 0; i < t->vertices; i++)
        check_near(what, v3_norm(vertex(t->normal, (uint32_t)i)), 1, 1e-5);
    for (int i = 0; i < t->triangles; i++) {
        const uint32_t *c = t->corner + 3 * i;
        vec3 a = vertex(t->position, c[0]);
        vec3 n = v3_cross(v3_sub(vertex(t->position, c[1]), a), v3_sub(vertex(t->position, c[2]), a));
        for (int k = 0; k < 3; k++) {
            assert_true(c[k] < (uint32_t)t->vertices);
            if (!(v3_dot(n, vertex(t->normal, c[k])) > 0) && v3_norm(n) > 1e-9)
                fail_msg("%s: a normal points inwards", what);
        }
    }
}

static double volume_of(const tn_triangles *t)
{
    double six = 0;
    for (int i = 0; i < t->triangles; i++) {
        const uint32_t *c = t->corner + 3 * i;
        six += v3_dot(vertex(t->position, c[0]), v3_cross(vertex(t->position, c[1]), vertex(t->position, c[2])));
    }
    return six / 6;
}

/* Vertices fill the box of the mesh, and stay within it. */
static void check_extent(const char *what, const tn_triangles *t, const tn_view_mesh *m, double within)
{
    vec3 low = v3(9, 9, 9), high = v3(-9, -9, -9);
    for (int i = 0; i < t->vertices; i++) {
        vec3 p = vertex(t->position, (uint32_t)i);
        low = v3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = v3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    check_near_vector(what, low, m->low, within);
    check_near_vector(what, high, m->high, within);
}

static void meshes_of_shapes(void **state)
{
    (void)state;
    for (int which = 0; which + 1 < LOOKING_SHAPES; which++)
        for (int n = 0; n < effort(12, 3); n++) {
            uint64_t seed = 31 * (uint64_t)which + (uint64_t)n;
            tn_world *w = tn_world_new();
            random_object(w, &seed, "o", which);
            tn_view *v = tn_view_take(w, NULL);
            double volume = model_pose(w, tn_object_at(w, 0)).mass / 1000, last = 0;
            int count;
            const tn_view_mesh *m = tn_view_meshes(v, &count);
            assert_int_equal(count, 1);
            for (int detail = 0; detail < TN_DETAILS; detail++) {
                static const double part[TN_DETAILS] = {0.45, 0.2, 0.06, 0.02},
                                    reach[TN_DETAILS] = {0.2, 0.1, 0.03, 1e-6};
                tn_triangles t;
                assert_int_equal(tn_view_triangles(v, 0, detail, &t), TN_OK);
                check_closed(m->shape, &t);
                check_normals(m->shape, &t);
                check_near(m->shape, volume_of(&t) / volume, 1, part[detail]);
                assert_true(volume_of(&t) >= last - 1e-9); /* more detail, nearer to it */
                last = volume_of(&t);
                check_extent(m->shape, &t, m, reach[detail]);
            }
            tn_view_free(v);
            tn_world_free(w);
        }
}

static void equal_shapes_share(void **state)
{
    (void)state;
    tn_world *w = model_text("for i = 1 to 50: object a[i]: rod 1 0.02; position i 0 0; end end\n"
                             "object b: rod 1 0.02; color 1 0 0; end object c: rod 1 0.03; end\n"
                             "object d: compound: rod 1 0.02; sphere 0.1; offset 0 0 1; end end");
    tn_view *v = tn_view_take(w, NULL);
    int meshes, parts;
    const tn_view_part *p = tn_view_parts(v, &parts);
    const tn_view_mesh *m = tn_view_meshes(v, &meshes);
    assert_int_equal(meshes, 3);
    assert_int_equal(parts, 54);
    assert_int_equal(p[0].mesh, p[50].mesh);
    assert_int_equal(p[0].mesh, p[52].mesh);
    assert_true(p[51].mesh != p[0].mesh && m[p[51].mesh].key != m[p[0].mesh].key);
    tn_triangles one, two;
    assert_int_equal(tn_view_triangles(v, p[0].mesh, 2, &one), TN_OK);
    model_read(w, "object e: box 1 1 1; end object f: rod 1 0.02; end"); /* another topology, the same triangles */
    tn_view *next = tn_view_take(w, v);
    const tn_view_part *q = tn_view_parts(next, &parts);
    assert_int_equal(tn_view_triangles(next, q[parts - 1].mesh, 2, &two), TN_OK);
    assert_ptr_equal(one.position, two.position);
    tn_world *other = model_text("object z: rod 1 0.02; end");
    tn_view *far = tn_view_take(other, NULL);
    assert_true(tn_view_meshes(far, NULL)[0].key == m[p[0].mesh].key);
    tn_view_free(v);
    assert_int_equal(tn_view_triangles(next, q[0].mesh, 2, &one), TN_OK);
    tn_view_free(next);
    tn_view_free(far);
    tn_world_free(w);
    tn_world_free(other);
}

/* ---- topology ---- */

/* All constant data as text. */
static char *constant_data(const tn_view *v)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    int n;
    const tn_view_object *o = tn_view_objects(v, &n);
    for (int i = 0; i < n; i++)
        fprintf(f, "o %u %u %s %d %d %d %a %a %a %a %a %a %d %d %d\n", o[i].id.slot, o[i].id.generation, o[i].name,
                (int)o[i].kind, o[i].fixed, o[i].covered, o[i].color.x, o[i].color.y, o[i].color.z, o[i].center.x,
                o[i].center.y, o[i].center.z, o[i].parts, o[i].points, o[i].surface);
    const tn_view_part *p = tn_view_parts(v, &n);
    const tn_view_mesh *m = tn_view_meshes(v, NULL);
    for (int i = 0; i < n; i++)
        fprintf(f, "p %d %llu %a %a %a %a\n", p[i].object, (unsigned long long)m[p[i].mesh].key, p[i].offset.x,
                p[i].offset.y, p[i].offset.z, p[i].turned.w);
    const tn_view_point *q = tn_view_points(v, &n);
    for (int i = 0; i < n; i++)
        fprintf(f, "q %d %s %a %a %a\n", q[i].object, q[i].name, q[i].local.x, q[i].local.y, q[i].local.z);
    const tn_view_nail *nails = tn_view_nails(v, &n);
    for (int i = 0; i < n; i++)
        fprintf(f, "n %s %a %a %a\n", nails[i].name, nails[i].at.x, nails[i].at.y, nails[i].at.z);
    const tn_view_surface *s = tn_view_surfaces(v, &n);
    for (int i = 0; i < n; i++)
        fprintf(f, "s %d %s %a %d %d\n", s[i].object, s[i].name, s[i].color.x, s[i].vertices, s[i].triangles);
    const tn_view_constraint *c = tn_view_constraints(v, &n);
    for (int i = 0; i < n; i++)
        fprintf(f, "c %u %u %s %s %d %d %d\n", c[i].id.slot, c[i].id.generation, c[i].name, c[i].kind, c[i].object[0],
                c[i].object[1], c[i].motor);
    const tn_view_force *g = tn_view_forces(v, &n);
    for (int i = 0; i < n; i++)
        fprintf(f, "f %u %u %s %s %d %d\n", g[i].id.slot, g[i].id.generation, g[i].name, g[i].kind, g[i].object[0],
                g[i].object[1]);
    fclose(f);
    return text;
}

static const char garden[] =
    "world: integrator rk4; step 0.01; end gravity 9.81;\n"
    "object a: rod 1 0.05; position 0.5 0 1; rotation 0 1 0 1.5; end object b: box 0.2 0.3 0.4; position 2 0 1; end\n"
    "object c: sphere 0.2; position 3 0 1; end object p: particle 1; position 0 0 3; end\n"
    "object k: block 2 1 1; size 0.3 0.2 0.2; stiffness 2e4; position 0 2 0; end object floor: plane; end\n"
    "nail n 0 0 1; constraint j: connect a.end1 n; end constraint h: revolute b c (2.5,0,1) (0,1,0); end\n"
    "force s: spring a.end2 b.center stiffness 10; end trace c.center;\n"
    "at 0.2: object late: box 0.1 0.1 0.1; position 5 0 0; end end\n"
    "at 0.4: remove late; end\n";

/* One random edit or motion; returns whether anything constant may have changed. */
static void change(tn_world *w, uint64_t *seed, int *made)
{
    const char *names[] = {"a", "b", "c", "p", "k", "floor"};
    tn_object o = tn_object_find(w, names[below(seed, 6)]);
    double x[3] = {0.1 * below(seed, 4), 0.5, 0.2};
    char text[200];
    switch (below(seed, 12)) {
    case 0:
        tn_object_set(w, o, "color", x, 3, NULL);
        break;
    case 1:
        snprintf(text, sizeof text, "object new%d: sphere %g; end", *made, 0.1 + 0.1 * below(seed, 3));
        (*made)++;
        model_read(w, text);
        break;
    case 2:
        snprintf(text, sizeof text, "new%d", below(seed, *made + 1));
        tn_object_remove(w, tn_object_find(w, text));
        break;
    case 3:
        tn_constraint_switch(w, tn_constraint_find(w, "j"), below(seed, 2) == 0);
        break;
    case 4:
        tn_object_set(w, o, "position", x, 3, NULL);
        break;
    case 5:
        snprintf(text, sizeof text, "connect a.end2 (%d, 0, 1);", below(seed, 3));
        model_read(w, text);
        break;
    case 6:
        tn_constraint_remove(w, tn_constraint_at(w, tn_constraint_count(w) - 1));
        break;
    case 7:
        tn_undo(w);
        break;
    case 8:
        tn_redo(w);
        break;
    case 9:
        snprintf(text, sizeof text, "point new%d of b 0.1 0 0.1; nail new%d 1 1 1;", *made, *made + 1);
        *made += 2;
        model_read(w, text);
        break;
    default:
        tn_advance(w, tn_time(w) + 0.03);
    }
}

/* The number changes exactly when the data do, and does not depend on what the view was taken like. */
static void topology_number(void **state)
{
    (void)state;
    for (int n = 0; n < effort(30, 4); n++) {
        uint64_t seed = 7 + (uint64_t)n;
        tn_world *w = model_text(garden);
        tn_history_keep(w, 20, 1 << 24);
        tn_view *v = tn_view_take(w, NULL);
        char *now = constant_data(v);
        int made = 0;
        for (int i = 0; i < 40; i++) {
            change(w, &seed, &made);
            tn_view *next = tn_view_take(w, v), *fresh = tn_view_take(w, NULL);
            char *then = constant_data(next), *alone = constant_data(fresh);
            assert_string_equal(then, alone);
            assert_true(tn_view_topology(next) == tn_view_topology(fresh) && tn_view_topology(next) != 0);
            if ((strcmp(now, then) == 0) != (tn_view_topology(v) == tn_view_topology(next)))
                fail_msg("seed %d, change %d: the data %s, the number %s", n, i,
                         strcmp(now, then) == 0 ? "stay" : "change",
                         tn_view_topology(v) == tn_view_topology(next) ? "stays" : "changes");
            tn_view_free(v);
            tn_view_free(fresh);
            free(now);
            free(alone);
            v = next;
            now = then;
        }
        free(now);
        tn_view_free(v);
        tn_world_free(w);
    }
}

static void topology_by_example(void **state)
{
    (void)state;
    tn_world *w = model_text(garden);
    tn_history_keep(w, 20, 1 << 24);
    tn_view *v = tn_view_take(w, NULL);
    uint64_t first = tn_view_topology(v);
    double red[3] = {1, 0, 0}, place[3] = {0, 0, 5};
    struct {
        const char *what;
        bool changes;
    } step[] = {{"advance", false}, {"place", false},  {"color", true},
                {"undo", true},     {"switch", false}, {"event", true}};
    for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
        uint64_t before = tn_view_topology(v);
        if (i == 0)
            tn_advance(w, 0.1);
        else if (i == 1)
            tn_object_set(w, tn_object_find(w, "c"), "position", place, 3, NULL);
        else if (i == 2)
            tn_object_set(w, tn_object_find(w, "c"), "color", red, 3, NULL);
        else if (i == 3)
            assert_int_equal(tn_undo(w), TN_OK);
        else if (i == 4)
            tn_constraint_switch(w, tn_constraint_find(w, "j"), false);
        else
            tn_advance(w, 0.3);
        tn_view *next = tn_view_take(w, v);
        tn_view_free(v);
        v = next;
        if ((tn_view_topology(v) != before) != step[i].changes)
            fail_msg("%s: %s", step[i].what, step[i].changes ? "not noticed" : "another topology");
        if (i == 3)
            assert_true(tn_view_topology(v) == first); /* what it was */
    }
    tn_view_free(v);
    tn_world_free(w);
}

/* ---- this moment ---- */

static void check_surfaces(const tn_view *v)
{
    int n;
    const tn_view_surface *s = tn_view_surfaces(v, &n);
    for (int i = 0; i < n; i++) {
        tn_view_shape d;
        assert_int_equal(tn_view_deformed(v, i, &d), TN_OK);
        tn_triangles t = {s[i].vertices, s[i].triangles, d.position, d.normal, s[i].corner};
        for (int k = 0; k < t.vertices; k++)
            check_near(s[i].name, v3_norm(vertex(t.normal, (uint32_t)k)), 1, 1e-5);
        for (int k = 0; k < 3 * t.triangles; k++)
            assert_true(t.corner[k] < (uint32_t)t.vertices);
        for (int k = 0; k < d.line_count; k++) { /* a ring of the tube around each point of its line */
            double nearest = 9;
            for (int j = 0; j < t.vertices; j++)
                nearest = fmin(nearest, v3_norm(v3_sub(vertex(t.position, (uint32_t)j), vertex(d.line, (uint32_t)k))));
            assert_true(nearest <= d.radius * 1.01 + 1e-6);
        }
    }
}

/* The surface of a block of boxes has its vertices at nodes. */
static void surfaces_follow(void **state)
{
    (void)state;
    tn_world *w =
        model_text("world: integrator rk4; step 0.002; end gravity 9.81;\n"
                   "object k: block 3 2 2; size 0.3 0.2 0.2; stiffness 2e4; viscosity 20; spin 1 2 0; end\n"
                   "connect k.node(0,0,0) (-0.15, -0.1, -0.1);\n"
                   "object j: jello box 0.3 0.2 0.1; stiffness 3000; position 1 0 0; spin 4 0 1; end\n"
                   "object a: capsule 0.1 0.4; position 3 0 0; spin 0 1 0; end\n"
                   "object b: capsule 0.1 0.4; position 3 0 0.6; end connect a.end2 b.end1; skin s over a b;");
    tn_view *v = NULL;
    uint64_t first = 0;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(tn_advance(w, 0.05 * i), TN_OK);
        tn_view *next = tn_view_take(w, v);
        tn_view_free(v);
        v = next;
        int n, nodes;
        const tn_view_surface *s = tn_view_surfaces(v, &n);
        assert_int_equal(n, 3);
        check_surfaces(v);
        const tn_vec3 *at;
        nodes = tn_view_nodes(v, 0, &at);
        assert_int_equal(nodes, 4 * 3 * 3);
        const double *q;
        assert_int_equal(tn_object_nodes(w, tn_object_find(w, "k"), &q, NULL), nodes);
        assert_memory_equal(q, at, sizeof(double) * 3 * (size_t)nodes);
        tn_view_shape d;
        assert_int_equal(tn_view_deformed(v, 0, &d), TN_OK);
        tn_triangles t = {s[0].vertices, s[0].triangles, d.position, d.normal, s[0].corner};
        check_closed("block", &t);
        check_normals("block", &t);
        check_near("its volume", volume_of(&t), tn_object_volume(w, tn_object_find(w, "k")), 0.02 * 0.012);
        for (int k = 0; k < t.vertices; k++) {
            double nearest = 9;
            for (int j = 0; j < nodes; j++)
                nearest = fmin(nearest, v3_norm(v3_sub(v3_add(d.origin, vertex(d.position, (uint32_t)k)), at[j])));
            assert_true(nearest < 1e-6);
        }
        assert_non_null(d.strain);
        assert_true(i == 0 || tn_view_topology(v) == first);
        first = tn_view_topology(v);
        assert_true(s[2].object == -1 && strcmp(s[2].name, "s") == 0);
        const tn_view_object *o = tn_view_objects(v, NULL);
        assert_true(o[2].covered && o[3].covered && !o[0].covered && o[0].surface == 0 && o[1].surface == 1);
        assert_int_equal(tn_view_deformed(v, 2, &d), TN_OK);
        t = (tn_triangles){s[2].vertices, s[2].triangles, d.position, d.normal, s[2].corner};
        check_closed("skin", &t);
        check_normals("skin", &t);
    }
    tn_view_free(v);
    tn_world_free(w);
}

static const char machine[] =
    "gravity 9.81; object a: rod 1 0.05; position 0.5 0 1; rotation 0 1 0 1.5707963267948966; end\n"
    "object b: box 0.2 0.2 0.2; position 2 0 1; end object s: box 0.1 0.1 0.1; position 0 3 0; end\n"
    "object c: sphere 0.1; position 2 3 0; velocity 0.1 0.2 0.3; end\n"
    "constraint j: revolute world a (0,0,1) (0,1,0); min -1; max 1; end\n"
    "constraint m: revolute world b (2,0,1) (0,0,1); motor speed 2 limit 5; end\n"
    "constraint r: slider world s (0,3,0) (1,0,0); min -1; max 2; end\n"
    "constraint g: gear j m 0.5; off; end constraint d: distance b.corner1 s.corner2 3; end\n"
    "constraint e: orient c.z s.z; end constraint k: keep dot(c.center, (1,0,0)) = 2; end\n"
    "force f: spring a.end2 c.center stiffness 10 rest 0.2 damping 3; end\n"
    "force u: push c.center (sin(t), 1, 2); end force t: turn b (0,0,1); end\n";

/* A glyph for everything, with what the world says of it. */
static void glyphs(void **state)
{
    (void)state;
    tn_world *w = model_text(machine);
    tn_view *v = NULL;
    for (int frame = 0; frame < 5; frame++) {
        tn_advance(w, 0.1 * frame);
        tn_view *next = tn_view_take(w, v);
        tn_view_free(v);
        v = next;
        int n;
        const tn_view_constraint *c = tn_view_constraints(v, &n);
        const tn_view_joint *j = tn_view_joints(v, NULL);
        assert_int_equal(n, tn_constraint_count(w));
        for (int i = 0; i < n; i++) {
            tn_constraint_state s;
            assert_int_equal(tn_constraint_get(w, c[i].id, &s), TN_OK);
            assert_string_equal(c[i].name, tn_constraint_name(w, c[i].id));
            assert_true(j[i].on == (strcmp(c[i].name, "g") != 0));
            if (j[i].on) {
                check_near_vector(c[i].name, j[i].force, s.force, 0);
                check_near_vector(c[i].name, j[i].torque, s.torque, 0);
                check_near(c[i].name, j[i].deviation, s.size, 0);
            }
            assert_true(v3_finite(j[i].at));
        }
        assert_true(c[0].object[0] == -1 && c[0].object[1] == 0 && c[0].glyph == TN_GLYPH_AXIS && j[0].has_axis);
        assert_true(c[1].motor && !c[0].motor && c[4].glyph == TN_GLYPH_ROD && c[2].glyph == TN_GLYPH_LINE);
        check_near_vector("the axis", j[0].axis, v3(0, 1, 0), 1e-9);
        assert_true(j[0].anchored[0] && !j[0].anchored[1]);
        check_near("wanted", j[1].motor, 2, 0);
        assert_true(frame == 0 || fabs(j[1].effort) > 1e-6);
        assert_true(fabs(j[1].effort) <= 5 + 1e-9);
        check_near("massless rod", v3_norm(v3_sub(j[4].point[1], j[4].point[0])), 3, frame == 0 ? 3 : 2);
        const tn_view_range *r = tn_view_ranges(v, &n);
        assert_int_equal(n, 2);
        assert_true(r[0].constraint == 0 && r[0].turns && r[0].has_least && r[1].has_most);
        assert_true(r[1].constraint == 2 && !r[1].turns);
        check_near("least", r[0].least, -1, 1e-9);
        check_near("most", r[1].most, 2, 1e-9);
    }
    tn_view_free(v);
    tn_world_free(w);
}

static void forces(void **state)
{
    (void)state;
    tn_world *w = model_text(machine);
    for (int frame = 0; frame < 5; frame++) {
        tn_advance(w, 0.07 * frame);
        tn_view *v = tn_view_take(w, NULL);
        int n;
        const tn_view_force *f = tn_view_forces(v, &n);
        const tn_view_pull *p = tn_view_pulls(v, NULL);
        assert_int_equal(n, tn_force_count(w));
        assert_int_equal(n, 4);
        assert_string_equal(f[0].kind, "gravity");
        check_near_vector("gravity", p[0].vector, v3(0, 0, -9.81), 0);
        tn_pose a = model_pose(w, tn_object_at(w, 0)), c = model_pose(w, tn_object_at(w, 3));
        vec3 arm = q_rotate(a.orientation, v3(0, 0, 0.5)), end = v3_add(a.position, arm);
        vec3 d = v3_sub(c.position, end), u = v3_unit(d);
        double rate = v3_dot(u, v3_sub(c.velocity, v3_add(a.velocity, v3_cross(a.spin, arm))));
        assert_true(strcmp(f[1].name, "f") == 0 && strcmp(f[1].kind, "spring") == 0 && f[1].object[0] == 0);
        check_near_vector("spring", p[1].vector, v3_scale(-(10 * (v3_norm(d) - 0.2) + 3 * rate), u), 1e-9);
        check_near("length", p[1].length, v3_norm(d), 1e-12);
        check_near("rest", p[1].rest, 0.2, 0);
        check_near_vector("push", p[2].vector, v3(sin(tn_time(w)), 1, 2), 1e-12);
        check_near_vector("where it acts", p[2].point[0], c.position, 1e-12);
        check_near_vector("turn", p[3].vector, v3(0, 0, 1), 0);
        check_near_vector("where it is", p[3].at, model_pose(w, tn_object_at(w, 1)).center, 1e-12);
        tn_view_free(v);
    }
    tn_world_free(w);
}

/* ---- the examples ---- */

static void check_example(const char *path)
{
    tn_world *w = tn_world_new();
    tn_scene_read_images(w, tn_read_png);
    if (tn_read_file(w, path, NULL) != TN_OK) /* a fragment that others include */
        fail_msg("%s was refused", path);
    tn_view *v = tn_view_take(w, NULL);
    int n, present = 0, listed = 0;
    const tn_view_object *o = tn_view_objects(v, &n);
    for (int i = 0; i < tn_object_count(w); i++)
        present += tn_object_present(w, tn_object_at(w, i));
    assert_int_equal(n, present);
    for (int i = 0; i < n; i++) {
        bool bare = o[i].kind == TN_VIEW_PARTICLE || o[i].kind == TN_VIEW_PLANE || o[i].kind == TN_VIEW_VARIABLE;
        if (!bare && o[i].parts == 0 && o[i].surface < 0)
            fail_msg("%s: nothing of %s is to be seen", path, o[i].name);
        assert_int_equal(tn_view_find(v, o[i].id), i);
    }
    const tn_view_joint *j = tn_view_joints(v, &n);
    for (int i = 0; i < tn_constraint_count(w); i++)
        listed += world_constraint_present(w, (int)tn_constraint_at(w, i).slot);
    assert_int_equal(n, listed);
    for (int i = 0; i < n; i++)
        assert_true(v3_finite(j[i].at));
    check_surfaces(v);
    /* the pixel where a point is projected finds it */
    tn_bounds b = {0};
    tn_bounds_add(&b, v);
    const tn_view_point *p = tn_view_points(v, &n);
    tn_vec3 *place = malloc(sizeof *place * (size_t)(n + 1));
    tn_view_places(v, place, n);
    vec3 eye = v3_add(b.high, v3_scale(3, v3_sub(b.high, b.low)));
    for (int i = 0; i < n; i += 1 + n / 200) {
        tn_hit hit;
        tn_ray r = ray_from_to(eye, place[i]);
        r.pixel_angle = 1e-3;
        int found = o[p[i].object].covered ? 1 : tn_pick_points(v, &r, &hit, 1);
        if (found < 1 || (!o[p[i].object].covered && !(hit.pixels < 1e-3)))
            fail_msg("%s: %s.%s is not found", path, o[p[i].object].name, p[i].name);
    }
    free(place);
    tn_view_free(v);
    tn_world_free(w);
}

static int compare_names(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void examples(void **state)
{
    (void)state;
    const char *source = getenv("SOURCE") != NULL ? getenv("SOURCE") : ".";
    static const char *const folders[] = {"barzel-barr-1988", "contact", "gascuel-1994",    "mechanisms",
                                          "particles",        "slides",  "platt-barr-1988", "witkin-1990"};
    int count = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[1000], *names[100];
        int n = 0;
        snprintf(path, sizeof path, "%s/examples/%s", source, folders[i]);
        DIR *d = opendir(path);
        assert_non_null(d);
        for (struct dirent *e; (e = readdir(d)) != NULL && n < 100;)
            if (strlen(e->d_name) > 3 && strcmp(e->d_name + strlen(e->d_name) - 3, ".tn") == 0)
                names[n++] = strdup(e->d_name);
        closedir(d);
        qsort((void *)names, (size_t)n, sizeof *names, compare_names);
        for (int k = 0; k < n; k++) {
            snprintf(path, sizeof path, "%s/examples/%s/%s", source, folders[i], names[k]);
            if (k % effort(1, 4) == 0)
                check_example(path);
            free(names[k]);
        }
        count += n;
    }
    assert_true(count > 30);
}

/* Packed poses: unpacked again they are near the poses. */
static void packed(void **state)
{
    (void)state;
    uint64_t seed = 12;
    tn_world *w = random_shapes(&seed, 30);
    tn_view *v = tn_view_take(w, NULL);
    int n;
    const tn_view_pose *p = tn_view_poses(v, &n);
    vec3 origin = v3(0.3, -1, 7);
    unsigned char bytes[30 * TN_PACKED_POSE + 1];
    bytes[30 * TN_PACKED_POSE] = 77;
    assert_int_equal(tn_view_pack(v, origin, NULL, 0), 30 * TN_PACKED_POSE);
    memset(bytes, 1, 30 * TN_PACKED_POSE);
    assert_int_equal(tn_view_pack(v, origin, bytes, 30 * TN_PACKED_POSE - 1), 30 * TN_PACKED_POSE);
    assert_int_equal(bytes[0], 1);
    assert_int_equal(tn_view_pack(v, origin, bytes, 30 * TN_PACKED_POSE), 30 * TN_PACKED_POSE);
    assert_int_equal(bytes[30 * TN_PACKED_POSE], 77);
    for (int i = 0; i < n; i++) {
        float x[3];
        int16_t q[4];
        memcpy(x, bytes + TN_PACKED_POSE * i, sizeof x); /* as on all machines here: little-endian */
        memcpy(q, bytes + TN_PACKED_POSE * i + 12, sizeof q);
        check_near_vector("position", v3_add(origin, v3((double)x[0], (double)x[1], (double)x[2])), p[i].position,
                          1e-5);
        check_near("w", q[0] / 32767.0, p[i].orientation.w, 2e-5);
        check_near("x", q[1] / 32767.0, p[i].orientation.x, 2e-5);
        check_near("y", q[2] / 32767.0, p[i].orientation.y, 2e-5);
        check_near("z", q[3] / 32767.0, p[i].orientation.z, 2e-5);
    }
    tn_view_free(v);
    tn_world_free(w);
}

/* A program that keeps `kept` points and fetches the rest has the path that a world taken at every frame went. */
static void traces(void **state)
{
    (void)state;
    for (int n = 0; n < effort(20, 4); n++) {
        uint64_t seed = 3 + (uint64_t)n;
        tn_world *w = model_text("world: integrator rk4; end gravity 9.81; object a: rod 1 0.02; position 0.5 0 0; "
                                 "rotation 0 1 0 1.5; end connect a.end1 (0,0,0); trace a.end2; trace a.center;");
        tn_view *v = NULL;
        tn_vec3 mine[200], truth[200];
        double times[200];
        int have = 0, count = 0;
        tn_snapshot *s = tn_snapshot_take(w);
        for (int i = 0; i < 60; i++) {
            if (below(&seed, 12) == 0)
                tn_snapshot_restore(w, s);
            else
                tn_advance(w, tn_time(w) + 0.02);
            while (count > 0 && times[count - 1] >= tn_time(w))
                count--;
            tn_view *next = tn_view_take(w, v);
            tn_view_free(v);
            v = next;
            tn_view_trace t;
            assert_int_equal(tn_view_trace_count(v), 2);
            assert_int_equal(tn_view_trace_get(v, 0, &t), TN_OK);
            assert_true(t.kept <= have);
            memcpy(mine + t.kept, t.points + t.kept, sizeof *mine * (size_t)(t.count - t.kept));
            have = t.count;
            tn_vec3 local;
            tn_object_point(w, tn_object_at(w, 0), "end2", &local);
            tn_pose p = model_pose(w, tn_object_at(w, 0));
            truth[count] = v3_add(p.position, q_rotate(p.orientation, local));
            times[count++] = tn_time(w);
            assert_int_equal(have, count);
            for (int k = 0; k < count; k++) {
                check_near_vector("the path", mine[k], truth[k], 1e-12);
                check_near("its time", t.times[k], times[k], 0);
            }
        }
        assert_int_equal(tn_view_trace_get(v, 2, &(tn_view_trace){0}), TN_WRONG_USE);
        tn_view_free(v);
        tn_snapshot_free(w, s);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_of_shapes), cmocka_unit_test(equal_shapes_share),
        cmocka_unit_test(topology_number),  cmocka_unit_test(topology_by_example),
        cmocka_unit_test(surfaces_follow),  cmocka_unit_test(glyphs),
        cmocka_unit_test(forces),           cmocka_unit_test(examples),
        cmocka_unit_test(packed),           cmocka_unit_test(traces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
