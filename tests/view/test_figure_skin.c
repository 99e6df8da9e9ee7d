/* Skins over chains of solids: smooth, closed, around the solids, without folds, following the motion. */
#include "../world/model.h"

#include "object/shape_distance.h"
#include "object/shape_list.h"
#include "tenon/picture.h"
#include "view/figure_skin.h"
#include "view/view.h"

enum { MOST = 8 };

struct chain {
    struct figure_skin_piece piece[MOST];
    struct figure_skin_body body[MOST];
    struct shape shape[MOST];
    vec3 joint[MOST];
    struct figure_skin_chain c;
};

/* A chain of solids, each bent against the previous one; the axis of each is its z axis. */
static void make_chain(struct chain *k, const struct shape *shapes, int count, double length, double bend,
                       double margin)
{
    vec3 at = v3(0, 0, 0);
    for (int i = 0; i < count; i++) {
        quat q = q_exp(v3(0.1, bend * i, 0.05 * i));
        vec3 z = q_rotate(q, v3(0, 0, 1));
        k->shape[i] = shapes[i % 4];
        k->shape[i].turned = (quat){1, 0, 0, 0};
        k->piece[i] = (struct figure_skin_piece){.at = v3_add_scaled(at, length / 2, z), .turned = q};
        assert_true(solid_of(&k->shape[i], &k->piece[i].solid));
        k->body[i] = (struct figure_skin_body){&k->piece[i], 1, k->piece[i].at};
        at = v3_add_scaled(at, length, z);
        k->joint[i] = at;
    }
    k->c = (struct figure_skin_chain){k->body, count, k->joint, v3(0.36, 0.48, 0.8), margin};
}

static const struct shape capsules[4] = {{.class = &shape_capsule, .size = {0.1, 0.5}},
                                         {.class = &shape_capsule, .size = {0.12, 0.5}},
                                         {.class = &shape_capsule, .size = {0.14, 0.5}},
                                         {.class = &shape_capsule, .size = {0.1, 0.5}}};
static const struct shape mixed[4] = {{.class = &shape_box, .size = {0.3, 0.2, 0.5}},
                                      {.class = &shape_sphere, .size = {0.25}},
                                      {.class = &shape_cylinder, .size = {0.15, 0.5}},
                                      {.class = &shape_rod, .size = {0.5, 0.1}}};
static const double bends[] = {0, 0.2, 0.6, 1, 1.5};
enum { BENDS = sizeof bends / sizeof *bends };

/* ---- smoothness ---- */

static double apart(vec3 a, vec3 b) { return v3_norm(v3_sub(a, b)); }

/* Where a derivative is too small to give a direction the surface is singular. */
static void check_regular(const struct figure_skin_point *p)
{
    if (!(v3_norm(v3_cross(p->along, p->around)) > 1e-6))
        fail_msg("the surface has no normal somewhere");
}

static void normals_are_continuous(void **state)
{
    (void)state;
    double worst = 0, curved = 0;
    for (int kind = 0; kind < 2; kind++)
        for (int b = 0; b < BENDS; b++) {
            struct chain k;
            make_chain(&k, kind == 0 ? capsules : mixed, 5, 0.5, bends[b], 0);
            struct figure_skin_net n = figure_skin_lay(&k.c);
            const double e = 1e-7;
            for (int r = 1; r <= n.rings; r++)
                for (int c = 0; c < FIGURE_SKIN_COLUMNS; c++) {
                    struct figure_skin_point at = figure_skin_at(&n, r, c), before = figure_skin_at(&n, r - e, c + 0.5),
                                             after = figure_skin_at(&n, r + e, c + 0.5),
                                             left = figure_skin_at(&n, r + 0.5, c - e),
                                             right = figure_skin_at(&n, r + 0.5, c + e);
                    if (r < n.rings)
                        check_regular(&at);
                    worst = fmax(worst, fmax(apart(before.normal, after.normal), apart(left.normal, right.normal)));
                    /* second derivatives too */
                    struct figure_skin_point b2 = figure_skin_at(&n, r - 2 * e, c + 0.5),
                                             a2 = figure_skin_at(&n, r + 2 * e, c + 0.5);
                    vec3 one = v3_scale(1 / e, v3_sub(before.along, b2.along));
                    vec3 two = v3_scale(1 / e, v3_sub(a2.along, after.along));
                    curved = fmax(curved, apart(one, two));
                }
            for (int c = 0; c < 4 * FIGURE_SKIN_COLUMNS; c++) { /* around the poles */
                double v = c / 4.0;
                worst = fmax(worst, apart(figure_skin_at(&n, 1e-5, v).normal, figure_skin_at(&n, 0, 0).normal));
                worst = fmax(worst, apart(figure_skin_at(&n, n.rings + 1 - 1e-5, v).normal,
                                          figure_skin_at(&n, n.rings + 1, 0).normal));
            }
            figure_skin_free(&n);
        }
    print_message("normals jump by %.2g at most, second derivatives by %.2g m\n", worst, curved);
    assert_true(worst < 1e-3);
    assert_true(curved < 1e-4);
}

/* ---- closed, around the solids, without folds ---- */

static double volume(const struct mesh *m)
{
    double sum = 0;
    for (int i = 0; i < m->triangle_count; i++)
        sum +=
            v3_dot(m->vertex[m->triangle[i][0]], v3_cross(m->vertex[m->triangle[i][1]], m->vertex[m->triangle[i][2]])) /
            6;
    return sum;
}

static void closed(void **state)
{
    (void)state;
    struct chain k;
    make_chain(&k, capsules, 3, 0.5, 0.3, 0);
    struct figure_skin_net n = figure_skin_lay(&k.c);
    struct surface s = figure_skin_surface(&n, NULL);
    const struct mesh *m = s.mesh;
    /* every edge is passed once in each direction, and V − E + F = 2 */
    unsigned char *passed = mem_new((size_t)m->vertex_count * (size_t)m->vertex_count);
    int edges = 0;
    for (int i = 0; i < m->triangle_count; i++)
        for (int c = 0; c < 3; c++) {
            int a = m->triangle[i][c], b = m->triangle[i][(c + 1) % 3];
            assert_true(a != b && passed[a * m->vertex_count + b] == 0);
            passed[a * m->vertex_count + b] = 1;
        }
    for (int a = 0; a < m->vertex_count; a++)
        for (int b = 0; b < a; b++) {
            assert_int_equal(passed[a * m->vertex_count + b], passed[b * m->vertex_count + a]);
            edges += passed[a * m->vertex_count + b];
        }
    assert_int_equal(m->vertex_count - edges + m->triangle_count, 2);
    for (int i = 0; i < m->triangle_count; i++) { /* and normals are those of the triangles */
        vec3 x = m->vertex[m->triangle[i][0]], y = m->vertex[m->triangle[i][1]], z = m->vertex[m->triangle[i][2]];
        vec3 face = v3_unit(v3_cross(v3_sub(y, x), v3_sub(z, x)));
        for (int c = 0; c < 3; c++)
            assert_true(v3_dot(face, s.normal[m->triangle[i][c]]) > 0.5);
    }
    double capsule = 3.14159265 * 0.12 * 0.12 * (0.5 + 4.0 / 3 * 0.12);
    check_near("volume by that of three capsules", volume(m) / (3 * capsule), 1, 0.2);
    mem_free(passed);
    surface_free(&s);
    figure_skin_free(&n);
}

/* Points on the solids, and how far they are outside the skin. */
static double sticks_out(const struct chain *k, const struct mesh *m, double *share)
{
    uint64_t seed = 3;
    int outside = 0, count = 0;
    double worst = 0;
    for (int i = 0; i < k->c.bodies; i++)
        for (int j = 0; j < 60; j++) {
            vec3 d = v3_unit(random_vector(&seed)), unused, p = v3_scale(0.02, d);
            while (shape_distance(&k->shape[i], p, &unused) < 0)
                p = v3_add_scaled(p, 0.01, d);
            vec3 at = v3_add(k->piece[i].at, q_rotate(k->piece[i].turned, p));
            double out = mesh_distance(m, at, &unused);
            count++;
            outside += out > 0.012; /* the step, and what triangles cut off */
            worst = fmax(worst, out - 0.01);
        }
    *share = (double)outside / count;
    return worst;
}

static void around_the_solids(void **state)
{
    (void)state;
    static const char *const names[] = {"capsules", "box, ball, cylinder, rod"};
    for (int kind = 0; kind < 2; kind++)
        for (int b = 0; b < 4; b++)
            for (int margin = 0; margin < 2; margin++) {
                struct chain k;
                double share;
                make_chain(&k, kind == 0 ? capsules : mixed, 4, 0.5, bends[b], 0.02 * margin);
                struct figure_skin_net n = figure_skin_lay(&k.c);
                struct surface s = figure_skin_surface(&n, NULL);
                double out = sticks_out(&k, s.mesh, &share);
                print_message("%s, bent by %.1f, margin %.2f: %2.0f %% of the solids' surface outside, by %.3f m\n",
                              names[kind], bends[b], 0.02 * margin, 100 * share, out);
                assert_true(share < (margin > 0 ? 0.01 : 0.05));
                assert_true(out < 0.04);
                surface_free(&s);
                figure_skin_free(&n);
            }
}

/* Does the edge from a to b pass through a triangle? */
static bool pierces(vec3 a, vec3 b, vec3 x, vec3 y, vec3 z)
{
    vec3 n = v3_cross(v3_sub(y, x), v3_sub(z, x));
    double da = v3_dot(v3_sub(a, x), n), db = v3_dot(v3_sub(b, x), n);
    if (da * db >= 0)
        return false;
    vec3 p = v3_add_scaled(a, da / (da - db), v3_sub(b, a));
    return v3_dot(v3_cross(v3_sub(y, x), v3_sub(p, x)), n) > 0 && v3_dot(v3_cross(v3_sub(z, y), v3_sub(p, y)), n) > 0 &&
           v3_dot(v3_cross(v3_sub(x, z), v3_sub(p, z)), n) > 0;
}

static int folds(const struct mesh *m)
{
    int found = 0;
    vec3 *low = MEM_ARRAY(vec3, m->triangle_count), *high = MEM_ARRAY(vec3, m->triangle_count);
    for (int i = 0; i < m->triangle_count; i++) {
        vec3 a = m->vertex[m->triangle[i][0]], b = m->vertex[m->triangle[i][1]], c = m->vertex[m->triangle[i][2]];
        low[i] = v3(fmin(a.x, fmin(b.x, c.x)), fmin(a.y, fmin(b.y, c.y)), fmin(a.z, fmin(b.z, c.z)));
        high[i] = v3(fmax(a.x, fmax(b.x, c.x)), fmax(a.y, fmax(b.y, c.y)), fmax(a.z, fmax(b.z, c.z)));
    }
    for (int i = 0; i < m->triangle_count; i++)
        for (int j = 0; j < m->triangle_count; j++) {
            if (low[i].x > high[j].x || low[j].x > high[i].x || low[i].y > high[j].y || low[j].y > high[i].y ||
                low[i].z > high[j].z || low[j].z > high[i].z)
                continue;
            const int *t = m->triangle[i], *o = m->triangle[j];
            bool shared = false;
            for (int c = 0; c < 9; c++)
                shared = shared || t[c / 3] == o[c % 3];
            for (int c = 0; c < 3 && !shared; c++)
                found += pierces(m->vertex[t[c]], m->vertex[t[(c + 1) % 3]], m->vertex[o[0]], m->vertex[o[1]],
                                 m->vertex[o[2]]);
        }
    mem_free(low);
    mem_free(high);
    return found;
}

static void no_folds(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++)
        for (int b = 0; b < 4; b++) {
            struct chain k;
            make_chain(&k, kind == 0 ? capsules : mixed, 3, 0.5, bends[b], 0);
            struct figure_skin_net n = figure_skin_lay(&k.c);
            struct surface s = figure_skin_surface(&n, NULL);
            int found = folds(s.mesh);
            if (found > 0)
                fail_msg("the skin over chain %d bent by %g passes through itself at %d edges", kind, bends[b], found);
            surface_free(&s);
            figure_skin_free(&n);
        }
}

/* ---- motion ---- */

static void follows_the_motion(void **state)
{
    (void)state;
    struct chain k, moved;
    quat q = q_exp(v3(0.3, -1.1, 0.7));
    vec3 way = v3(2, -1, 0.5);
    make_chain(&k, mixed, 4, 0.5, 0.4, 0.01);
    make_chain(&moved, mixed, 4, 0.5, 0.4, 0.01);
    for (int i = 0; i < 4; i++) {
        moved.piece[i].at = v3_add(way, q_rotate(q, k.piece[i].at));
        moved.piece[i].turned = q_mul(q, k.piece[i].turned);
        moved.body[i].middle = moved.piece[i].at;
        moved.joint[i] = v3_add(way, q_rotate(q, k.joint[i]));
    }
    moved.c.across = q_rotate(q, k.c.across);
    struct figure_skin_net a = figure_skin_lay(&k.c), b = figure_skin_lay(&moved.c);
    for (double u = 0; u <= a.rings + 1; u += 0.37)
        for (double v = 0; v < FIGURE_SKIN_COLUMNS; v += 0.9) {
            vec3 there = v3_add(way, q_rotate(q, figure_skin_at(&a, u, v).x));
            assert_true(apart(there, figure_skin_at(&b, u, v).x) < 1e-9);
        }
    figure_skin_free(&a);
    figure_skin_free(&b);
}

/* A body rotated about the chain's axis does not twist the skin: it stays as thick as the solids are. */
static void twisting_does_not_wring(void **state)
{
    (void)state;
    struct chain k;
    make_chain(&k, capsules, 2, 0.5, 0, 0);
    k.shape[0] = k.shape[1] = (struct shape){.class = &shape_box, .size = {0.3, 0.1, 0.5}};
    for (int i = 0; i < 2; i++)
        assert_true(solid_of(&k.shape[i], &k.piece[i].solid));
    for (int i = 0; i <= 8; i++) {
        k.piece[1].turned = q_mul(k.piece[0].turned, q_exp(v3(0, 0, 0.4 * i)));
        struct figure_skin_net n = figure_skin_lay(&k.c);
        for (double u = 4; u < n.rings - 3; u += 0.25)
            for (double v = 0; v < FIGURE_SKIN_COLUMNS / 2.0; v += 1) {
                double wide = apart(figure_skin_at(&n, u, v).x, figure_skin_at(&n, u, v + FIGURE_SKIN_COLUMNS / 2.0).x);
                assert_true(wide > 0.09 && wide < 0.45);
            }
        figure_skin_free(&n);
    }
}

/* Weights add up to one, and go from body to body. */
static void weights(void **state)
{
    (void)state;
    struct chain k;
    make_chain(&k, capsules, 4, 0.5, 0.2, 0);
    struct figure_skin_net n = figure_skin_lay(&k.c);
    double last = -1;
    for (double u = 0; u <= n.rings + 1; u += 0.1) {
        int body[4];
        double weight[4], sum = 0, mean = 0;
        figure_skin_weights(&n, u, body, weight);
        for (int i = 0; i < 4; i++) {
            assert_true(weight[i] >= 0 && body[i] >= 0 && body[i] < 4);
            sum += weight[i];
            mean += weight[i] * body[i];
        }
        check_near("their sum", sum, 1, 1e-12);
        assert_true(mean >= last - 1e-12);
        last = mean;
    }
    check_near("the last body", last, 3, 1e-9);
    figure_skin_free(&n);
}

/* ---- in a world ---- */

static const char *const scene = "world: gravity 0; end\n"
                                 "object a: capsule 0.1 0.4; position 0 0 0; end\n"
                                 "object b: box 0.2 0.2 0.5; position 0 0 0.6; end\n"
                                 "object c: capsule 0.1 0.4; position 0 0 1.2; end\n"
                                 "connect a.at(0,0,0.3) b.at(0,0,-0.3); connect b.at(0,0,0.3) c.at(0,0,-0.3);\n"
                                 "skin hide over a b c color 0.1 0.2 0.3 margin 0.01;\n";

static void in_a_view(void **state)
{
    (void)state;
    tn_world *w = model_text(scene);
    tn_view *v = tn_view_take(w, NULL), *later;
    assert_int_equal(tn_skin_count(w), 1);
    assert_int_equal(v->skins.count, 1);
    assert_string_equal(v->skins.at[0].name, "hide");
    check_near("its colour", v->skins.at[0].color.z, 0.3, 1e-12);
    for (int i = 0; i < 3; i++) {
        assert_false(view_is_drawn(v, i, 0));
        assert_true(view_is_drawn(v, i, TN_SHOW_BONES));
    }
    const struct surface *s = &v->skins.at[0].surface;
    check_near("its length", 2 * s->half.z, 1.8 + 0.02, 0.03);
    tn_object_place(w, tn_object_find(w, "c"), v3(1, 0, 1), (quat){1, 0, 0, 0});
    later = tn_view_take(w, v);
    assert_true(later->skins.at[0].surface.middle.x > s->middle.x + 0.3); /* it goes with its solids */
    tn_view_free(v);
    tn_object_remove(w, tn_object_find(w, "b"));
    v = tn_view_take(w, later);
    assert_int_equal(v->skins.at[0].bodies, 2); /* over those that are left, */
    tn_view_free(later);
    tn_object_remove(w, tn_object_find(w, "a"));
    later = tn_view_take(w, v);
    assert_int_equal(later->skins.count, 0); /* if there are two */
    assert_true(view_is_drawn(later, 0, 0));
    tn_view_free(v);
    tn_view_free(later);
    tn_world_free(w);
}

/* The skinning of a glTF file, x = Σ w T T₀⁻¹ x₀, is close to what is drawn. */
static void bound_to_nodes(void **state)
{
    (void)state;
    tn_world *w = model_text(scene);
    tn_view *v = tn_view_take(w, NULL);
    quat q = q_exp(v3(0, 0.5, 0));
    vec3 joint = model_point(w, tn_object_find(w, "b"), v3(0, 0, 0.3));
    tn_object_place(w, tn_object_find(w, "c"), v3_add(joint, q_rotate(q, v3(0, 0, 0.3))), q);
    tn_view *later = tn_view_take(w, v);
    const struct view_skin *h = &v->skins.at[0], *bent = &later->skins.at[0];
    double worst = 0;
    for (int i = 0; i < h->surface.mesh->vertex_count; i++) {
        vec3 sum = v3(0, 0, 0);
        for (int k = 0; k < 4; k++) {
            int object = h->object[h->weights[i].body[k]];
            vec3 own = v3_sub(h->surface.mesh->vertex[i], v->placement[object].position);
            own = q_rotate(q_conj(v->placement[object].orientation), own);
            sum = v3_add_scaled(sum, h->weights[i].weight[k], view_point(later, object, own));
        }
        worst = fmax(worst, apart(sum, bent->surface.mesh->vertex[i]));
    }
    print_message("bound to nodes the skin is off by %.3f m at most, bent by 0.5 rad\n", worst);
    assert_true(worst < 0.05);
    char *message = NULL;
    tn_gltf *g = tn_gltf_begin();
    assert_int_equal(tn_gltf_frame(g, v, &message), TN_OK);
    assert_int_equal(tn_gltf_end(g, "skin.glb", &message), TN_OK);
    FILE *f = fopen("skin.glb", "rb");
    char text[4000] = "";
    assert_non_null(f);
    assert_true(fseek(f, 20, SEEK_SET) == 0 && fread(text, 1, sizeof text - 1, f) > 1000);
    fclose(f);
    assert_non_null(strstr(text, "\"JOINTS_0\":"));
    assert_non_null(strstr(text, "\"skins\":[{\"inverseBindMatrices\":"));
    assert_non_null(strstr(text, ",\"joints\":[0,1,2]}]"));
    tn_view_free(v);
    tn_view_free(later);
    tn_world_free(w);
}

static void written_and_read(void **state)
{
    (void)state;
    tn_world *w = model_text(scene);
    tn_object pair[2] = {tn_object_find(w, "a"), tn_object_find(w, "c")};
    tn_skin_def d = tn_skin_default();
    char *message;
    d.name = "other";
    d.objects = pair;
    d.count = 2;
    assert_int_equal(tn_skin_add(w, &d, &message), TN_OK);
    assert_null(message);
    char *text = tn_write_text(w);
    assert_non_null(strstr(text, "skin hide over a b c color 0.1 0.2 0.3 margin 0.01;"));
    assert_non_null(strstr(text, "skin other over a c;"));
    tn_world *again = model_text(text);
    assert_int_equal(tn_skin_count(again), 2);
    free(text);
    tn_world_free(again);
    /* a snapshot from before a skin does not contain it */
    tn_snapshot *s = tn_snapshot_take(w);
    d.name = "third";
    assert_int_equal(tn_skin_add(w, &d, NULL), TN_OK);
    assert_int_equal(tn_snapshot_restore(w, s), TN_OK);
    assert_int_equal(tn_skin_count(w), 2);
    tn_snapshot_free(w, s);
    tn_world_free(w);
}

static void refused(tn_world *w, const tn_skin_def *d, const char *why)
{
    char *message;
    int before = tn_skin_count(w);
    assert_int_equal(tn_skin_add(w, d, &message), TN_WRONG_USE);
    assert_string_equal(message, why);
    assert_int_equal(tn_skin_count(w), before);
    free(message);
}

static void bad_skins(void **state)
{
    (void)state;
    tn_world *w = model_text(scene);
    tn_object list[2] = {tn_object_find(w, "a"), tn_object_find(w, "b")};
    tn_skin_def d = tn_skin_default();
    d.objects = list;
    d.count = 1;
    refused(w, &d, "a skin goes over two solids at least");
    d.count = 2;
    d.margin = NAN;
    refused(w, &d, "the margin of a skin must not be negative, not nan");
    d.margin = 0;
    d.color = v3(0.2, 2, 0);
    refused(w, &d, "the color of a skin takes red, green and blue between 0 and 1");
    d.color = v3(0.2, 1, 0);
    d.name = "hide";
    refused(w, &d, "there is a skin 'hide' already");
    d.name = NULL;
    list[1] = list[0];
    refused(w, &d, "a skin goes over each solid once, and 'a' is named twice");
    list[1] = (tn_object){0, 0};
    refused(w, &d, "object 2 of the skin does not exist");
    tn_world_free(w);
}

/* For all poses, even all in one place, the surface is finite. */
static void odd_poses(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 60; i++) {
        struct chain k;
        make_chain(&k, i % 2 == 0 ? capsules : mixed, 4, i % 3 == 0 ? 0 : 0.5, 0.7 * (i % 7), 0);
        for (int j = 0; j < 4 && i > 20; j++) {
            double far = i % 5 == 0 ? 0 : 1;
            k.piece[j].at = k.body[j].middle = v3_scale(far, random_vector(&seed));
            k.joint[j] = v3_scale(far, random_vector(&seed));
        }
        struct figure_skin_net n = figure_skin_lay(&k.c);
        struct surface s = figure_skin_surface(&n, NULL);
        for (int j = 0; j < s.mesh->vertex_count; j++)
            assert_true(v3_finite(s.mesh->vertex[j]) && v3_norm(s.mesh->vertex[j]) < 10 && v3_finite(s.normal[j]));
        surface_free(&s);
        figure_skin_free(&n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normals_are_continuous),
        cmocka_unit_test(closed),
        cmocka_unit_test(around_the_solids),
        cmocka_unit_test(no_folds),
        cmocka_unit_test(follows_the_motion),
        cmocka_unit_test(weights),
        cmocka_unit_test(twisting_does_not_wring),
        cmocka_unit_test(in_a_view),
        cmocka_unit_test(written_and_read),
        cmocka_unit_test(bound_to_nodes),
        cmocka_unit_test(bad_skins),
        cmocka_unit_test(odd_poses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
