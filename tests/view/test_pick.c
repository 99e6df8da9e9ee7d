/* Picking: rays against brute force over the distance functions of the shapes; deformed surfaces, curves, particles,
 * planes and skins; named points, nodes and nails; glyphs; odd rays. */
#include "looking.h"

#include "object/shape_distance.h"

static vec3 on_ray(const tn_ray *r, double s) { return v3_add_scaled(r->from, s, v3_unit(r->along)); }

/* Distance of a place in the world from an object's shapes, and the normal there in the world. */
static double distance_from(tn_world *w, int slot, vec3 at, vec3 *normal)
{
    const struct object_type *d = world_object(w, slot);
    tn_pose p = model_pose(w, tn_object_at(w, slot));
    vec3 n, local = q_rotate(q_conj(p.orientation), v3_sub(at, p.position));
    double distance = shapes_distance(d->shapes, d->shape_count, local, &n);
    if (normal != NULL)
        *normal = q_rotate(p.orientation, n);
    return distance;
}

/* ---- shapes ---- */

/* The hit of an object in a list; NULL if it is not there. */
static const tn_hit *hit_of(const tn_hit *hits, int count, tn_object o)
{
    for (int i = 0; i < count; i++)
        if (hits[i].object.slot == o.slot)
            return &hits[i];
    return NULL;
}

/* Steps along the ray: no step before the hit (or at all) may lie inside the object. */
static void check_not_before(tn_world *w, int slot, const tn_ray *r, double s, const char *what)
{
    vec3 middle = model_pose(w, tn_object_at(w, slot)).position;
    double to = v3_dot(v3_sub(middle, r->from), v3_unit(r->along));
    for (double step = to - 1.5; step < s - 1e-6 && step < to + 1.5; step += 0.01)
        if (distance_from(w, slot, on_ray(r, step), NULL) < -1e-7)
            fail_msg("%s: object %d is met at %.9g, not at %.9g", what, slot, step, s);
}

static void check_hit(tn_world *w, const tn_ray *r, const tn_hit *h, int slot)
{
    vec3 normal, at = on_ray(r, h->depth);
    tn_pose p = model_pose(w, h->object);
    check_near_vector("the place is on the ray", h->point, at, 1e-9);
    check_near("the place is on the surface", distance_from(w, slot, at, &normal), 0, 1e-8);
    check_near_vector("place in the object", v3_add(p.position, q_rotate(p.orientation, h->local)), h->point, 1e-9);
    check_near("the normal is unit", v3_norm(h->normal), 1, 1e-9);
    if (!(v3_dot(h->normal, r->along) < 0))
        fail_msg("the normal of object %d points away from the eye", slot);
    /* At edges the distance function may take the other face; steps to both sides are inside and outside all the same. */
    check_near("outside before", distance_from(w, slot, v3_add_scaled(at, 1e-6, h->normal), NULL) > -1e-9, 1, 0);
    if (v3_dot(h->normal, normal) < 0.999999)
        check_near("at an edge", fabs(distance_from(w, slot, v3_add_scaled(at, -2e-6, h->normal), NULL)) < 1e-5, 1, 0);
}

static void rays_at_shapes(void **state)
{
    (void)state;
    int met = 0;
    for (int world = 0; world < effort(12, 3); world++) {
        uint64_t seed = 17 + (uint64_t)world;
        int objects = 2 * LOOKING_SHAPES;
        tn_world *w = random_shapes(&seed, objects);
        tn_view *v = tn_view_take(w, NULL);
        for (int i = 0; i < 60; i++) {
            tn_ray r = random_ray(&seed);
            tn_hit hits[32];
            int count = tn_pick(v, &r, hits, 32);
            for (int k = 0; k < count; k++) {
                check_hit(w, &r, &hits[k], (int)hits[k].object.slot);
                if (k > 0 && hits[k].depth < hits[k - 1].depth)
                    fail_msg("hits are not in order");
            }
            for (int k = 0; k < objects; k++) {
                const tn_hit *h = hit_of(hits, count, tn_object_at(w, k));
                check_not_before(w, k, &r, h != NULL ? h->depth : HUGE_VAL, h != NULL ? "hit" : "missed");
            }
            met += count;
        }
        tn_view_free(v);
        tn_world_free(w);
    }
    assert_true(met > effort(100, 20)); /* otherwise the test tests nothing */
}

/* A ray through a place inside of each shape must meet it, from every side; from inside it does not. */
static void rays_through_the_inside(void **state)
{
    (void)state;
    for (int which = 0; which < LOOKING_SHAPES; which++)
        for (int n = 0; n < effort(40, 10); n++) {
            uint64_t seed = 1000 * (uint64_t)which + (uint64_t)n;
            tn_world *w = tn_world_new();
            random_object(w, &seed, "o", which);
            tn_view *v = tn_view_take(w, NULL);
            vec3 inside, middle = model_pose(w, tn_object_at(w, 0)).position;
            do
                inside = v3_add_scaled(middle, 0.8, random_vector(&seed));
            while (distance_from(w, 0, inside, NULL) > -0.003);
            tn_ray r = ray_from_to(v3_add_scaled(middle, 4, v3_unit(random_vector(&seed))), inside);
            tn_hit hit;
            assert_int_equal(tn_pick(v, &r, &hit, 1), 1);
            check_hit(w, &r, &hit, 0);
            if (!(hit.depth < v3_norm(v3_sub(inside, r.from))))
                fail_msg("shape %d is entered behind its inside", which);
            tn_ray out = ray_from_to(inside, r.from);
            if (which < 8 && /* pieces of a compound overlap */
                tn_pick(v, &out, &hit, 1) > 0 && distance_from(w, 0, on_ray(&out, 0.5 * hit.depth), NULL) < -1e-9)
                fail_msg("shape %d was met from inside", which);
            tn_view_free(v);
            tn_world_free(w);
        }
}

/* Seen from a kilometre away, nearly tangent rays keep their digits. */
static void from_far_away(void **state)
{
    (void)state;
    for (int which = 0; which < LOOKING_SHAPES; which++)
        for (int n = 0; n < effort(20, 5); n++) {
            uint64_t seed = 5 + 1000 * (uint64_t)which + (uint64_t)n;
            tn_world *w = tn_world_new();
            random_object(w, &seed, "o", which);
            tn_view *v = tn_view_take(w, NULL);
            vec3 to = v3_add_scaled(model_pose(w, tn_object_at(w, 0)).position, 0.5, random_vector(&seed));
            tn_ray r = ray_from_to(v3_add_scaled(to, 1000, v3_unit(random_vector(&seed))), to);
            tn_hit hit;
            if (tn_pick(v, &r, &hit, 1) > 0)
                check_near("far away", distance_from(w, 0, hit.point, NULL), 0, 1e-7);
            else
                check_not_before(w, 0, &r, HUGE_VAL, "missed from far away");
            tn_view_free(v);
            tn_world_free(w);
        }
}

/* ---- what deforms ---- */

/* Places of triangles, seen along their normals, are met there. The place at rest leads back to them: near a corner, where
 * triangles and material agree; between corners the faces of elements are bilinear, and triangles are flat. */
static void check_surface(tn_world *w, const tn_view *v, int object, bool rest)
{
    int count;
    const tn_view_object *a = &tn_view_objects(v, &count)[object];
    const tn_view_surface *s = &tn_view_surfaces(v, &count)[a->surface];
    tn_view_shape now;
    assert_int_equal(tn_view_deformed(v, a->surface, &now), TN_OK);
    for (int t = 0; t < s->triangles; t += 1 + s->triangles / 60) {
        vec3 x[3], middle = v3(0, 0, 0);
        for (int k = 0; k < 3; k++) {
            const float *p = now.position + 3 * s->corner[3 * t + k];
            x[k] = v3_add(now.origin, v3((double)p[0], (double)p[1], (double)p[2]));
            middle = v3_add_scaled(middle, k == t % 3 ? 0.98 : 0.01, x[k]);
        }
        vec3 n = v3_unit(v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0])));
        tn_ray r = ray_from_to(v3_add_scaled(middle, 1e-3, n), middle);
        tn_hit hit;
        assert_true(tn_pick(v, &r, &hit, 1) >= 1);
        check_near("just in front of the triangle", hit.depth, 1e-3, 2e-6);
        check_near("its normal", v3_dot(hit.normal, n), 1, 1e-4);
        struct connector c = world_point(w, (int)hit.object.slot, hit.local);
        if (rest)
            check_near_vector("the place at rest", world_signal(w, &c).y, hit.point, 1e-3);
    }
}

static void deformed(void **state)
{
    (void)state;
    tn_world *w = model_text("world: integrator rk4; step 0.001; end gravity 9.81;\n"
                             "object b: block 4 3 2; size 0.4 0.3 0.2; stiffness 20000; viscosity 20; density 1000; "
                             "position 0 0 1; spin 1 2 3; end\n"
                             "connect b.node(0, 0, 0) (-0.2, -0.15, 0.9);\n"
                             "object j: jello box 0.3 0.2 0.1; stiffness 2000; position 1 0 1; spin 3 2 1; end\n");
    tn_view *v = NULL;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(tn_advance(w, 0.05 * i), TN_OK);
        tn_view *next = tn_view_take(w, v);
        tn_view_free(v);
        v = next;
        check_surface(w, v, 0, true);
        check_surface(w, v, 1, true);
    }
    tn_view_free(v);
    tn_world_free(w);
}

static const char everything[] = "world: order first; end\n"
                                 "object one: bezier 0 0 0 1 1 0 1 1; end\n"
                                 "object p: particle 1; position 2 0 0; end\n"
                                 "object floor: plane; position 0 0 -1; end\n";

static void thin_things(void **state)
{
    (void)state;
    uint64_t seed = 3;
    tn_world *w = model_text(everything);
    tn_view *v = tn_view_take(w, NULL);
    tn_object one = tn_object_find(w, "one"), p = tn_object_find(w, "p"), ground = tn_object_find(w, "floor");
    for (int i = 0; i < 200; i++) {
        tn_hit hits[4];
        vec3 eye = v3(between(&seed, -3, 3), between(&seed, -3, 3), between(&seed, 2, 6));
        tn_view_shape now;
        assert_int_equal(tn_view_deformed(v, 0, &now), TN_OK);
        int k = below(&seed, now.line_count);
        vec3 on =
            v3_add(now.origin, v3((double)now.line[3 * k], (double)now.line[3 * k + 1], (double)now.line[3 * k + 2]));
        /* at a point of the curve, and some pixels beside it */
        tn_ray r = ray_from_to(eye, on);
        r.pixel_angle = 1e-3;
        vec3 aside = v3_unit(v3_cross(r.along, random_vector(&seed)));
        double away = between(&seed, 0, 12) * r.pixel_angle * v3_norm(r.along);
        r.along = v3_add_scaled(r.along, away, aside);
        assert_true(tn_pick(v, &r, hits, 4) >= 1);
        const tn_hit *h = hit_of(hits, 4, one);
        assert_non_null(h);
        assert_true(h->pixels <= 12.1);
        check_near("on the curve", v3_norm(v3_sub(h->point, on)), 0, 0.05 + 2 * away);
        struct connector c = {CONNECTOR_POINT, (int)one.slot, -1, v3(h->along, 0, 0)};
        check_near("its parameter", v3_norm(v3_sub(world_signal(w, &c).y, h->point)), 0, 0.02);
        /* the particle: within the radius and not beyond */
        tn_ray at = ray_from_to(eye, v3(2, 0, 0));
        at.pixel_angle = 1e-3;
        vec3 beside = v3_unit(v3_cross(at.along, random_vector(&seed)));
        for (int far = 0; far < 2; far++) {
            tn_ray q = at;
            q.along = v3_add_scaled(at.along, (far == 0 ? 13.5 : 14.5) * 1e-3 * v3_norm(at.along), beside);
            int count = tn_pick(v, &q, hits, 4);
            assert_int_equal(hit_of(hits, count, p) != NULL, far == 0);
            assert_int_equal(hits[count - 1].type, TN_HIT_PLANE); /* planes are last */
            assert_int_equal(hits[count - 1].object.slot, ground.slot);
            check_near("on the plane", hits[count - 1].point.z, -1, 1e-9);
            check_near("its normal", hits[count - 1].normal.z, 1, 1e-12);
        }
    }
    tn_view_free(v);
    tn_world_free(w);
}

static void skins(void **state)
{
    (void)state;
    tn_world *w = model_text("object a: capsule 0.1 0.5; end object b: capsule 0.1 0.5; position 0 0 0.7; end\n"
                             "connect a.end2 b.end1; skin s over a b;\n");
    tn_view *v = tn_view_take(w, NULL);
    tn_ray r = ray_from_to(v3(3, 0, 0), v3(0, 0, 0));
    tn_hit hit;
    assert_int_equal(tn_pick(v, &r, &hit, 1), 1);
    assert_int_equal(hit.type, TN_HIT_SKIN);
    assert_string_equal(hit.name, "s");
    assert_int_equal(hit.object.slot, tn_object_find(w, "a").slot);
    assert_true(hit.point.x > 0.09);
    check_near_vector("in the solid's frame", hit.local, hit.point, 1e-12);
    r.bones = true;
    assert_int_equal(tn_pick(v, &r, &hit, 1), 1);
    assert_int_equal(hit.type, TN_HIT_OBJECT);
    check_near("the solid itself", hit.point.x, 0.1, 1e-9);
    tn_ray points = ray_from_to(v3(3, 0, 0.35), v3(0, 0, 0.35));
    points.pixel_angle = 1e-3;
    assert_int_equal(tn_pick_points(v, &points, NULL, 0), 0); /* those of hidden solids are not found */
    points.bones = true;
    assert_true(tn_pick_points(v, &points, NULL, 0) > 0);
    tn_view_free(v);
    tn_world_free(w);
}

/* ---- points ---- */

/* All candidates by brute force: every named point, once per place of an object. */
static int brute_points(const tn_view *v, const tn_ray *r, tn_object without, double *nearest)
{
    int count, objects, found = 0;
    const tn_view_point *p = tn_view_points(v, &count);
    const tn_view_object *o = tn_view_objects(v, &objects);
    tn_vec3 *place = malloc(sizeof *place * (size_t)(count + 1));
    assert_int_equal(tn_view_places(v, place, count), count);
    *nearest = HUGE_VAL;
    for (int i = 0; i < count; i++) {
        bool again = o[p[i].object].id.slot == without.slot && o[p[i].object].id.generation == without.generation;
        for (int k = 0; k < i; k++)
            again |= p[k].object == p[i].object && v3_norm(v3_sub(p[k].local, p[i].local)) <= 0;
        vec3 d = v3_sub(place[i], r->from), u = v3_unit(r->along);
        double s = v3_dot(d, u), pixels = v3_norm(v3_sub(d, v3_scale(s, u))) / (r->pixel_angle * s + r->pixel_length);
        if (again || !(s > 0) || !(pixels <= r->radius))
            continue;
        found++;
        *nearest = fmin(*nearest, pixels);
    }
    free(place);
    return found;
}

static void points_by_brute_force(void **state)
{
    (void)state;
    for (int n = 0; n < effort(20, 4); n++) {
        uint64_t seed = 99 + (uint64_t)n;
        tn_world *w = random_shapes(&seed, 3 * LOOKING_SHAPES);
        model_read(w, "point mine of o2 0.1 0.05 0; point own of o5 0 0 0.2;");
        tn_view *v = tn_view_take(w, NULL);
        for (int i = 0; i < 40; i++) {
            tn_ray r = random_ray(&seed);
            tn_hit hits[200];
            double nearest;
            r.pixel_angle = i % 2 == 0 ? 2e-3 : 0;
            r.pixel_length = i % 2 == 0 ? 0 : 0.01;
            r.radius = between(&seed, 5, 60);
            r.without = i % 3 == 0 ? tn_object_at(w, below(&seed, 20)) : (tn_object){0, 0};
            int count = tn_pick_points(v, &r, hits, 200);
            assert_int_equal(count, brute_points(v, &r, r.without, &nearest));
            for (int k = 0; k < count && k < 200; k++) {
                tn_pose p = model_pose(w, hits[k].object);
                assert_true(k == 0 || hits[k].pixels >= hits[k - 1].pixels);
                check_near_vector("where it is", hits[k].point,
                                  v3_add(p.position, q_rotate(p.orientation, hits[k].local)), 1e-9);
                tn_vec3 local;
                assert_true(tn_object_point(w, hits[k].object, hits[k].name, &local));
                check_near_vector("what it is called", local, hits[k].local, 0);
            }
            if (count > 0)
                check_near("the nearest", hits[0].pixels, nearest, 1e-9);
        }
        tn_view_free(v);
        tn_world_free(w);
    }
}

/* The ray through every named point finds it first, or another one at the same pixel. */
static void every_point_is_found(void **state)
{
    (void)state;
    uint64_t seed = 4;
    tn_world *w = random_shapes(&seed, 2 * LOOKING_SHAPES);
    model_read(
        w,
        "nail n 3 1 2; nail m (1, 2, 3); object b: block 2 2 2; size 0.3 0.3 0.3; stiffness 1e4; position 3 3 0; end");
    tn_view *v = tn_view_take(w, NULL);
    int count, nails;
    const tn_view_point *p = tn_view_points(v, &count);
    tn_vec3 place[400];
    assert_true(count <= 400 && tn_view_places(v, place, 400) == count);
    for (int i = 0; i < count; i++) {
        tn_ray r = ray_from_to(v3_scale(9, v3_unit(random_vector(&seed))), place[i]);
        tn_hit hits[40];
        r.pixel_angle = 1e-3;
        r.radius = 0.5;
        int n = tn_pick_points(v, &r, hits, 40);
        bool found = false;
        for (int k = 0; k < n; k++)
            found |= hits[k].type == TN_HIT_POINT && v3_norm(v3_sub(hits[k].point, place[i])) < 1e-9 &&
                     hits[k].pixels < 1e-6;
        if (!found)
            fail_msg("point %s is not found", p[i].name);
        n = tn_points_near(v, place[i], 0.01, (tn_object){0, 0}, hits, 40);
        assert_true(n >= 1 && hits[0].depth < 1e-12);
    }
    const tn_view_nail *nail = tn_view_nails(v, &nails);
    assert_int_equal(nails, 2);
    tn_hit hit;
    for (int i = 0; i < nails; i++) {
        assert_int_equal(tn_points_near(v, nail[i].at, 1e-3, (tn_object){0, 0}, &hit, 1), 1);
        assert_int_equal(hit.type, TN_HIT_NAIL);
        assert_string_equal(hit.name, nail[i].name);
    }
    const tn_vec3 *nodes;
    int block = tn_view_find(v, tn_object_find(w, "b"));
    assert_int_equal(tn_view_nodes(v, block, &nodes), 27);
    for (int i = 0; i < 27; i++) { /* i fastest */
        tn_hit hits[3];
        int n = tn_points_near(v, nodes[i], 1e-6, (tn_object){0, 0}, hits, 3);
        bool found = false;
        for (int k = 0; k < n; k++)
            found |=
                strcmp(hits[k].name, "node") == 0 && hits[k].node[0] + 3 * hits[k].node[1] + 9 * hits[k].node[2] == i;
        assert_true(found);
    }
    assert_int_equal(tn_points_near(v, nodes[13], 1e-3, tn_object_find(w, "b"), &hit, 1), 0);
    tn_view_free(v);
    tn_world_free(w);
}

/* ---- glyphs ---- */

static void glyphs(void **state)
{
    (void)state;
    tn_world *w = model_text("object a: rod 1 0.02; position 0 0 1; end object b: rod 1 0.02; position 1 0 1; end\n"
                             "constraint j: connect a.end2 (0, 0, 2); end\n"
                             "constraint d: distance a.end1 b.end1 1; end\n"
                             "constraint o: orient a.z b.z; end\n"
                             "force s: spring b.end2 (1, 1, 1.5) stiffness 10; end gravity 9.81;\n");
    tn_view *v = tn_view_take(w, NULL);
    struct {
        const char *name;
        vec3 at;
        tn_hit_type type;
    } wanted[] = {{"j", {0, 0, 2}, TN_HIT_CONSTRAINT},
                  {"d", {0.3, 0, 0.5}, TN_HIT_CONSTRAINT}, /* between its points */
                  {"o", {1, 0, 1}, TN_HIT_CONSTRAINT},     /* at the centre of its second partner */
                  {"s", {1, 0.5, 1.5}, TN_HIT_FORCE}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        tn_ray r = ray_from_to(v3(0.4, -5, 3), wanted[i].at);
        tn_hit hit;
        r.pixel_angle = 1e-3;
        assert_true(tn_pick_glyphs(v, &r, &hit, 1) >= 1);
        assert_string_equal(hit.name, wanted[i].name);
        assert_int_equal(hit.type, wanted[i].type);
        check_near_vector("where", hit.point, wanted[i].at, 1e-6);
        r.along = v3(0, -1, 0);
        assert_int_equal(tn_pick_glyphs(v, &r, &hit, 1), 0);
    }
    tn_view_free(v);
    tn_world_free(w);
}

/* ---- odd questions ---- */

static void odd_rays(void **state)
{
    (void)state;
    uint64_t seed = 8;
    tn_world *w = random_shapes(&seed, LOOKING_SHAPES);
    model_read(w, everything);
    tn_view *v = tn_view_take(w, NULL);
    const double odd[] = {0, 1, -1, 1e-320, 1e300, -1e308, NAN, INFINITY, -INFINITY};
    tn_hit hits[4];
    for (int i = 0; i < effort(20000, 3000); i++) {
        double x[9];
        for (int k = 0; k < 9; k++)
            x[k] = odd[below(&seed, 9)];
        tn_ray r = {
            sizeof r, v3(x[0], x[1], x[2]), v3(x[3], x[4], x[5]), x[6], x[7], x[8], {(uint32_t)below(&seed, 9), 1},
            false};
        int most = below(&seed, 5);
        int found[4] = {tn_pick(v, &r, hits, most), tn_pick_points(v, &r, hits, most),
                        tn_pick_glyphs(v, &r, hits, most), tn_points_near(v, r.from, x[6], r.without, hits, most)};
        bool none = !v3_finite(r.from) || !v3_finite(r.along) || (r.along.x == 0 && r.along.y == 0 && r.along.z == 0);
        for (int k = 0; k < 3; k++)
            assert_true(found[k] >= 0 && (!none || found[k] == 0));
    }
    tn_ray r = random_ray(&seed);
    assert_int_equal(tn_pick(NULL, &r, hits, 4) + tn_pick(v, NULL, hits, 4) + tn_pick_points(NULL, &r, hits, 4), 0);
    r.along = v3_scale(1e-300, r.along); /* its length alone is not what matters */
    tn_ray same = r;
    same.along = v3_scale(1e300, r.along);
    assert_int_equal(tn_pick(v, &r, NULL, 4), tn_pick(v, &same, hits, 4));
    tn_view_free(v);
    tn_world_free(w);
}

/* The object of an event is found once it is there; what was removed is not. */
static void absent_objects(void **state)
{
    (void)state;
    tn_world *w = model_text("object a: sphere 0.2; end at 0.5: object b: sphere 0.2; position 0 0 1; end end");
    tn_ray r = ray_from_to(v3(0, 0, 9), v3(0, 0, 0));
    tn_hit hits[4];
    tn_view *v = tn_view_take(w, NULL);
    assert_int_equal(tn_pick(v, &r, hits, 4), 1);
    tn_view_free(v);
    tn_advance(w, 1);
    v = tn_view_take(w, NULL);
    assert_int_equal(tn_pick(v, &r, hits, 4), 2);
    tn_object_remove(w, tn_object_find(w, "a"));
    assert_int_equal(tn_pick(v, &r, hits, 4), 2); /* the view is what it was */
    tn_view_free(v);
    v = tn_view_take(w, NULL);
    assert_int_equal(tn_pick(v, &r, hits, 4), 1);
    tn_view_free(v);
    tn_world_free(w);
}

/* Shapes of a micrometre and of a thousand kilometres are met as exactly, by their own measure. */
static void every_scale(void **state)
{
    (void)state;
    static const struct {
        const char *shape;
        double size[3];
        vec3 inside;
    } kinds[] = {{"sphere", {0.3}, {0.1, 0, 0}},
                 {"box", {0.3, 0.2, 0.1}, {0.1, 0.05, 0}},
                 {"rod", {1, 0.05}, {0, 0.01, 0.3}},
                 {"cylinder", {0.3, 0.2}, {0.2, 0, 0.05}},
                 {"capsule", {0.1, 0.5}, {0, 0.05, 0.28}},
                 {"torus", {0.5, 0.02}, {0.3, 0.4, 0}},
                 {"link", {0.5, 0.3, 0.02}, {0.13, 0, 0.05}}};
    static const double scales[] = {1e-6, 1e-3, 1, 1e3, 1e6};
    uint64_t seed = 77;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int n = 0; n < 5 * effort(10, 3); n++) {
            double scale = scales[n % 5];
            tn_world *w = tn_world_new();
            tn_object_def d = tn_object_default();
            d.shape = kinds[k].shape;
            for (int i = 0; i < 3; i++)
                d.size[i] = scale * kinds[k].size[i];
            d.position = v3_scale(3 * scale, random_vector(&seed));
            d.orientation = q_unit(random_turn(&seed));
            tn_object o = model_add(w, &d);
            tn_view *v = tn_view_take(w, NULL);
            vec3 inside = v3_add(d.position, q_rotate(d.orientation, v3_scale(scale, kinds[k].inside))), normal;
            tn_ray r = ray_from_to(v3_add_scaled(inside, 5 * scale, v3_unit(random_vector(&seed))), inside);
            tn_hit hit;
            assert_int_equal(tn_pick(v, &r, &hit, 1), 1);
            check_near(d.shape, distance_from(w, (int)o.slot, hit.point, &normal) / scale, 0, 1e-9);
            assert_true(hit.depth < 5 * scale);
            tn_triangles t;
            assert_int_equal(tn_view_triangles(v, 0, 3, &t), TN_OK);
            const tn_view_mesh *m = tn_view_meshes(v, NULL);
            for (int i = 0; i < 3 * t.vertices; i++)
                assert_true(fabs((double)t.position[i]) <= 1.000001 * v3_norm(v3_sub(m->high, m->low)));
            tn_view_free(v);
            tn_world_free(w);
        }
}

/* An object that is nowhere is not found, and does no harm. */
static void nowhere(void **state)
{
    (void)state;
    tn_world *w =
        model_text("world: integrator euler; step 0.1; end object a: sphere 0.1; position 1e300 0 0; end\n"
                   "object b: particle 1; position 0 1e308 0; velocity 0 1e308 0; end object c: box 1 1 1; end\n"
                   "force s: spring a.center b.center stiffness 1e9; end");
    for (int i = 0; i < 3; i++) {
        tn_view *v = tn_view_take(w, NULL);
        tn_ray r = ray_from_to(v3(0, 0, 9), v3(0.1, 0.1, 0));
        r.pixel_angle = 1e-3;
        tn_hit hits[4];
        assert_int_equal(tn_pick(v, &r, hits, 4), 1);
        assert_true(tn_pick_points(v, &r, hits, 4) >= 0 && tn_pick_glyphs(v, &r, hits, 4) >= 0);
        unsigned char bytes[200];
        assert_int_equal(tn_view_pack(v, r.from, bytes, sizeof bytes), 3 * TN_PACKED_POSE);
        tn_view_free(v);
        tn_advance(w, 0.1 * (i + 1));
    }
    tn_world_free(w);
}

/* A view needs its world no more. */
static void without_world(void **state)
{
    (void)state;
    uint64_t seed = 21;
    tn_world *w = random_shapes(&seed, LOOKING_SHAPES);
    model_read(w, everything);
    model_read(w, "object soft: block 2 2 2; size 0.3 0.3 0.3; stiffness 1e4; position 3 3 0; end\n"
                  "object j: jello box 0.3 0.2 0.1; stiffness 2000; position -3 0 1; end");
    tn_view *v = tn_view_take(w, NULL), *next = tn_view_take(w, v);
    tn_view_free(v);
    tn_world_free(w);
    tn_hit hits[4];
    int found = 0;
    for (int i = 0; i < 50; i++) {
        tn_ray r = random_ray(&seed);
        r.pixel_angle = 1e-3;
        found += tn_pick(next, &r, hits, 4) + tn_pick_points(next, &r, hits, 4) + tn_pick_glyphs(next, &r, hits, 4);
    }
    assert_true(found > 0);
    tn_view_free(next);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_at_shapes),
        cmocka_unit_test(rays_through_the_inside),
        cmocka_unit_test(from_far_away),
        cmocka_unit_test(deformed),
        cmocka_unit_test(thin_things),
        cmocka_unit_test(skins),
        cmocka_unit_test(points_by_brute_force),
        cmocka_unit_test(every_point_is_found),
        cmocka_unit_test(glyphs),
        cmocka_unit_test(odd_rays),
        cmocka_unit_test(absent_objects),
        cmocka_unit_test(without_world),
        cmocka_unit_test(every_scale),
        cmocka_unit_test(nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
