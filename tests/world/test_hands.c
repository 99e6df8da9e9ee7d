/* Grabbing for hands: what is held follows in time, does not sag, pulls with a limited force and gains no energy; a drag
 * while time stands still goes through the constraints and keeps the branch. In random models, by seeds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../effort.h"
#include "tenon/edit.h"
#include "tenon/scene.h"
#include "world/world_parts.h"

static uint64_t random_state = 11;
static uint64_t next(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return random_state >> 33;
}
static double between(double low, double high) { return low + (high - low) * (double)next() / (double)(1u << 31); }

static tn_world *read_world(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "model", text, d) != TN_OK)
        fail_msg("%s%s", tn_diagnostics_text(d, 0), text);
    tn_diagnostics_free(d);
    return w;
}

static tn_handle grab(tn_world *w, const char *name, tn_vec3 local, tn_grab_how how)
{
    tn_grab_def def = tn_grab_default();
    char *message = NULL;
    def.object = tn_object_find(w, name);
    def.local = local;
    def.how = how;
    tn_handle h = tn_grab_with(w, &def, &message);
    if (message != NULL)
        fail_msg("%s: %s", name, message);
    return h;
}

static tn_handle_state look(tn_world *w, tn_handle h)
{
    tn_handle_state s;
    assert_int_equal(tn_handle_get(w, h, &s), TN_OK);
    return s;
}

static double distance(tn_vec3 a, tn_vec3 b) { return v3_norm(v3_sub(a, b)); }

static void run(tn_world *w, double t, const char *what)
{
    if (tn_advance(w, t) != TN_OK)
        fail_msg("%s at t = %g: %s", what, tn_time(w), tn_failure(w));
}

/* ---- following ---- */

static const char *const worlds[] = {"",
                                     "integrator gear; tolerance 1e-8;",
                                     "integrator rk4; step 0.005;",
                                     "integrator euler; step 0.005;",
                                     "method displacement; step 0.005;",
                                     "CONTACT step 0.005;",
                                     "order first;"};
enum { WORLDS = sizeof worlds / sizeof *worlds };

/* Something free, something hanging, of random masses. */
static tn_world *random_model(int kind, int what, char *text, size_t room)
{
    const bool contact = strncmp(worlds[kind], "CONTACT", 7) == 0;
    const double length = between(0.2, 1), density = exp(between(4, 9));
    int at = snprintf(text, room, "world: %s gravity 9.81; end\n%s", worlds[kind] + (contact ? 7 : 0),
                      contact ? "object floor: plane; position 0 0 -50; end contact friction 0.5;\n" : "");
    if (what == 0)
        at += snprintf(text + at, room - (size_t)at, "object a: box %g %g %g; density %g; end\n", length, length / 2,
                       length / 3, density);
    else if (what == 1)
        at += snprintf(text + at, room - (size_t)at, "object a: particle %g; end\n", density / 1000);
    else
        for (int i = 0; i < 4; i++)
            at += snprintf(text + at, room - (size_t)at, "object %s: rod %g %g; density %g; position 0 0 %g; end %s\n",
                           i == 0   ? "a"
                           : i == 1 ? "b"
                           : i == 2 ? "c"
                                    : "d",
                           length, length / 15, density, -length * i,
                           i == 0   ? ""
                           : i == 1 ? "connect a.end1 b.end2;"
                           : i == 2 ? "connect b.end1 c.end2;"
                                    : "connect c.end1 d.end2;");
    return read_world(text);
}

static void follows_and_holds(void **state)
{
    (void)state;
    char text[3000];
    for (int n = 0; n < effort(6, 1) * WORLDS * 3; n++) {
        const int kind = n % WORLDS, what = n / WORLDS % 3;
        tn_world *w = random_model(kind, what, text, sizeof text);
        const tn_vec3 local = what == 0 && n % 2 == 0 ? (tn_vec3){0, 0, 0.05} : (tn_vec3){0, 0, 0};
        tn_handle h = grab(w, "a", local, TN_GRAB_SPRING);
        const tn_vec3 from = look(w, h).point;
        const bool straight = n / 2 % 2 == 0; /* up: nothing begins to swing */
        const tn_vec3 to = v3_add(from, straight ? v3(0, 0, between(0.02, 0.05))
                                                 : v3(between(-0.03, 0.03), between(-0.03, 0.03), between(0, 0.03)));
        const double way = distance(from, to);
        /* held where it is: it does not sag */
        run(w, 0.5, text);
        tn_handle_state s = look(w, h);
        if (!(distance(s.point, from) < 1e-3 * way + 1e-6))
            fail_msg("it sags by %g of %g m\n%s", distance(s.point, from), way, text);
        assert_int_equal(tn_drag_to(w, h, to), TN_OK);
        double most = 0;
        for (int k = 1; k <= 16; k++) {
            run(w, 0.5 + 0.005 * k, text);
            s = look(w, h);
            most = fmax(most, v3_norm(s.force) / s.limit);
        }
        const double most_left = strstr(worlds[kind], "euler") != NULL ? 0.07 : 0.05; /* of first order, 5 ms steps */
        if (!(distance(s.point, to) < most_left * way) && most < 0.99)
            fail_msg("%g of the way are left after 80 ms (target %g), force %g of the limit\n%s",
                     distance(s.point, to) / way, distance(s.target, to) / way, most, text);
        assert_true(most <= 1 + 1e-12);
        run(w, 4, text);
        s = look(w, h);
        if (!(distance(s.point, to) < (straight ? 1e-6 : 0.1 * way)))
            fail_msg("at rest it is off by %g m, force %g N of %g\n%s", distance(s.point, to), v3_norm(s.force),
                     s.limit, text);
        tn_world_free(w);
    }
}

/* A weak handle: the force is never above its limit, energy is what the handle did, and nothing winds up. */
static void limited(void **state)
{
    (void)state;
    char text[3000];
    for (int n = 0; n < effort(4, 1) * WORLDS; n++) {
        tn_world *w = random_model(n % WORLDS, 0, text, sizeof text);
        tn_pose p;
        assert_int_equal(tn_object_pose(w, tn_object_find(w, "a"), &p), TN_OK);
        tn_grab_def def = tn_grab_default();
        def.object = tn_object_find(w, "a");
        def.force = between(0.3, 0.9) * p.mass * 9.81;
        tn_handle h = tn_grab_with(w, &def, NULL);
        const tn_vec3 from = look(w, h).point;
        for (int k = 1; k <= 20; k++) {
            assert_int_equal(tn_drag_to(w, h, v3_add(from, v3(between(-1, 1), between(-1, 1), 5))), TN_OK);
            run(w, 0.02 * k, text);
            tn_handle_state s = look(w, h);
            if (!(v3_norm(s.force) <= def.force * (1 + 1e-12)))
                fail_msg("%g N of %g\n%s", v3_norm(s.force), def.force, text);
        }
        if (strcmp(worlds[n % WORLDS], "order first;") != 0) {
            assert_int_equal(tn_object_pose(w, tn_object_find(w, "a"), &p), TN_OK);
            assert_true(p.center.z < from.z); /* too weak: it falls all the same */
        }
        tn_world_free(w);
    }
}

static void other_objects(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double step;
    } models[] = {
        {"world: gravity 9.81; integrator rk4; step 0.001; end object a: block 3 3 3; size 0.3 0.3 0.3; stiffness "
         "3e4;\n"
         "viscosity 100; end",
         0.02},
        {"world: gravity 9.81; end object a: jello box 0.3 0.2 0.1; stiffness 30000; viscosity 300; end", 0.02},
        {"variable a 1; object b: sphere 0.1; end", 0.5},
        {"world: order first; end variable a 1;", 0.5},
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        for (int how = 0; how < 2; how++) {
            tn_world *w = read_world(models[i].text);
            tn_handle h = grab(w, "a", (tn_vec3){0, 0, 0}, (tn_grab_how)how);
            const tn_vec3 from = look(w, h).point;
            run(w, 0.3, models[i].text);
            const tn_vec3 to = v3_add(from, v3(models[i].step, 0, 0));
            assert_int_equal(tn_drag_to(w, h, to), TN_OK);
            run(w, 3, models[i].text);
            tn_handle_state s = look(w, h);
            if (!(distance(s.point, to) < 1e-3 * models[i].step))
                fail_msg("off by %g, %s, %d: force %g of %g", distance(s.point, to), models[i].text, how,
                         v3_norm(s.force), s.limit);
            tn_world_free(w);
        }
}

/* Grabbed anew in every frame while it falls and swings, a soft block gains no energy from the load that is balanced. */
static void grabbed_again_and_again(void **state)
{
    (void)state;
    static const char *const steps[] = {"integrator implicit; step (1/60);", "integrator rk4; step 0.001;"};
    for (int n = 0; n < 2; n++) {
        char text[500];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; %s end object a: block 4 4 4; size 1 1 1; stiffness 20000; viscosity 100; end\n"
                 "connect a.node(0, 0, 4) (-0.5, -0.5, 0.5); connect a.node(4, 4, 4) (0.5, 0.5, 0.5);\n",
                 steps[n]);
        tn_world *w = read_world(text);
        run(w, 0.4, text);
        for (int i = 1; i <= effort(45, 25); i++) {
            tn_handle h = grab(w, "a", (tn_vec3){0, 0, -0.5}, TN_GRAB_SPRING);
            run(w, 0.4 + i / 60.0, text);
            const tn_vec3 force = look(w, h).force;
            const double *v = NULL, weight = 1000 * 9.81;
            const int nodes = tn_object_nodes(w, tn_object_find(w, "a"), NULL, &v);
            for (int k = 0; k < 3 * nodes; k++)
                if (!(fabs(v[k]) < 12)) /* m/s: free fall takes 1.2 s to it */
                    fail_msg("a node moves at %g m/s after %d frames\n%s", v[k], i, text);
            if (!(v3_norm(force) < 4 * weight))
                fail_msg("the handle pulls with %g of the weight after %d frames\n%s", v3_norm(force) / weight, i,
                         text);
            assert_int_equal(tn_release(w, h), TN_OK);
        }
        tn_world_free(w);
    }
}

static void two_hands(void **state)
{
    (void)state;
    tn_world *w = read_world("world: gravity 9.81; end object a: rod 1 0.05; rotation 0 1 0 (pi/2); end");
    tn_handle l = grab(w, "a", (tn_vec3){0, 0, -0.5}, TN_GRAB_SPRING),
              r = grab(w, "a", (tn_vec3){0, 0, 0.5}, TN_GRAB_SPRING);
    const tn_vec3 a = look(w, l).point, b = look(w, r).point;
    for (int k = 1; k <= 30; k++) {
        assert_int_equal(tn_drag_to(w, l, v3_add(a, v3(0, 0.01 * k, 0.01 * k))), TN_OK);
        assert_int_equal(tn_drag_to(w, r, v3_add(b, v3(0, 0.01 * k, 0.01 * k))), TN_OK);
        run(w, 0.02 * k, "two hands");
    }
    run(w, 3, "two hands");
    assert_true(distance(look(w, l).point, look(w, l).goal) < 1e-6);
    assert_true(distance(look(w, r).point, look(w, r).goal) < 1e-6);
    tn_world_free(w);
}

static void wrong_definitions(void **state)
{
    (void)state;
    tn_world *w = read_world("object a: sphere 0.1; end");
    for (int i = 0; i < 6; i++) {
        tn_grab_def def = tn_grab_default();
        char *message = NULL;
        def.object = tn_object_find(w, "a");
        def.size = i == 0 ? 3 : def.size;
        def.time = i == 1 ? 0 : i == 2 ? NAN : i == 3 ? INFINITY : def.time;
        def.force = i == 4 ? -1 : i == 5 ? NAN : 0;
        assert_int_equal(tn_grab_with(w, &def, &message).generation, 0);
        assert_non_null(message);
        free(message);
    }
    assert_int_equal(tn_grab_with(w, NULL, NULL).generation, 0);
    assert_int_equal(tn_handle_count(w), 0);
    tn_world_free(w);
}

/* ---- while paused ---- */

static double deviation(tn_world *w)
{
    double most = 0;
    for (int i = 0; i < tn_constraint_count(w); i++) {
        tn_constraint_state c;
        tn_constraint k = tn_constraint_at(w, i);
        if (w->things->constraints.at[k.slot].type->item.handle)
            continue;
        assert_int_equal(tn_constraint_get(w, k, &c), TN_OK);
        most = fmax(most, c.size);
    }
    return most;
}

/* Twice the area of the triangle of the coupler and the rocker: its sign is the branch. */
static double branch(tn_world *w)
{
    tn_pose b, c;
    assert_int_equal(tn_object_pose(w, tn_object_find(w, "b"), &b), TN_OK);
    assert_int_equal(tn_object_pose(w, tn_object_find(w, "c"), &c), TN_OK);
    mat3 rb = q_matrix(b.orientation), rc = q_matrix(c.orientation);
    const vec3 along = m3_column(&rb, 2), rocker = m3_column(&rc, 2);
    return along.x * rocker.z - along.z * rocker.x;
}

struct fourbar {
    double ground, crank, coupler, rocker;
};

/* A crank-rocker in the xz plane, in one of its two branches. */
static tn_world *make_fourbar(const struct fourbar *f, double angle, double side, const char *settings)
{
    char text[2000];
    const double bx = f->crank * cos(angle), bz = f->crank * sin(angle), dx = f->ground - bx, dz = -bz;
    const double d = sqrt(dx * dx + dz * dz),
                 along = (f->coupler * f->coupler - f->rocker * f->rocker + d * d) / (2 * d);
    const double up = side * sqrt(fmax(f->coupler * f->coupler - along * along, 0));
    const double cx = bx + along * dx / d - up * dz / d, cz = bz + along * dz / d + up * dx / d;
    snprintf(
        text, sizeof text,
        "world: %s gravity 9.81; end\n"
        "object a: rod %.17g 0.02; position %.17g 0 %.17g; rotation 0 1 0 %.17g; end\n"
        "object b: rod %.17g 0.02; position %.17g 0 %.17g; rotation 0 1 0 %.17g; end\n"
        "object c: rod %.17g 0.02; position %.17g 0 %.17g; rotation 0 1 0 %.17g; end\n"
        "revolute world a (0, 0, 0) a.end1 (0, 1, 0) (0, 1, 0); revolute a b a.end2 b.end1 (0, 1, 0) (0, 1, 0);\n"
        "revolute b c b.end2 c.end1 (0, 1, 0) (0, 1, 0); revolute world c (%.17g, 0, 0) c.end2 (0, 1, 0) (0, 1, 0);\n"
        "object nail: sphere 0.05; position 9 9 9; kernel fixed; end\n",
        settings, f->crank, bx / 2, bz / 2, atan2(bx, bz), f->coupler, (bx + cx) / 2, (bz + cz) / 2,
        atan2(cx - bx, cz - bz), f->rocker, (cx + f->ground) / 2, cz / 2, atan2(f->ground - cx, -cz), f->ground);
    return read_world(text);
}

/* Poses, velocities and time, to the bit. */
static char *state_of(tn_world *w)
{
    size_t room = 1 << 15, at = 0;
    char *out = malloc(room);
    at += (size_t)snprintf(out, room, "%a\n", tn_time(w));
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_pose p;
        assert_int_equal(tn_object_pose(w, tn_object_at(w, i), &p), TN_OK);
        at += (size_t)snprintf(out + at, room - at, "%a %a %a %a %a %a %a %a %a %a %a %a %a\n", p.position.x,
                               p.position.y, p.position.z, p.orientation.w, p.orientation.x, p.orientation.y,
                               p.orientation.z, p.velocity.x, p.velocity.y, p.velocity.z, p.spin.x, p.spin.y, p.spin.z);
    }
    return out;
}

static void four_bars(void **state)
{
    (void)state;
    static const char *const kinds[] = {"", "method displacement;", "order first;", "integrator rk4; step 0.01;"};
    for (int n = 0; n < effort(24, 4); n++) {
        const double crank = between(0.1, 0.3), ground = between(0.8, 1.2), rocker = between(0.5, 0.9);
        /* Grashof: the crank goes round, and the branches do not meet */
        const double least = fabs(ground - rocker) + crank, most = ground + rocker - crank;
        const struct fourbar f = {ground, crank, least + between(0.15, 0.5) * (most - least), rocker};
        const double side = n % 2 == 0 ? 1 : -1;
        tn_world *w = make_fourbar(&f, between(0, 6.28), side, kinds[n / 2 % 4]);
        tn_history_keep(w, 100, (size_t)1 << 24);
        tn_handle h = grab(w,
                           n % 3 == 0   ? "a"
                           : n % 3 == 1 ? "b"
                                        : "c",
                           (tn_vec3){0, 0, between(-0.2, 0.2)}, n % 4 == 0 ? TN_GRAB_HARD : TN_GRAB_SPRING);
        const double before = branch(w);
        tn_pose nail;
        for (int k = 0; k < 12; k++) {
            assert_int_equal(tn_evaluate(w), TN_OK); /* in first-order worlds velocities follow from it */
            char *was = state_of(w);
            tn_vec3 to = v3_add(look(w, h).point, v3(between(-1, 1), 0, between(-1, 1)));
            if (k % 4 == 3)
                to = v3(between(-30, 30), between(-5, 5), between(-30, 30)); /* far out of reach */
            tn_dragged d;
            const double start = distance(look(w, h).point, to);
            tn_status status = tn_drag_paused(w, h, to, &d);
            if (status != TN_OK)
                fail_msg("four-bar %d, drag %d: status %d", n, k, status);
            if (!(deviation(w) <= 1e-8))
                fail_msg("four-bar %d, drag %d: deviation %g", n, k, deviation(w));
            if (!(branch(w) * before > 0))
                fail_msg("four-bar %d, drag %d of %d steps: it has flipped", n, k, d.steps);
            assert_true(distance(look(w, h).point, to) <= start + 1e-9);
            assert_true(fabs(distance(look(w, h).point, to) - d.left) < 1e-9);
            assert_int_equal(tn_object_pose(w, tn_object_find(w, "nail"), &nail), TN_OK);
            assert_true(nail.position.x == 9 && nail.position.y == 9);
            if (k % 3 == 0) {
                assert_int_equal(tn_undo(w), TN_OK);
                char *is = state_of(w);
                assert_string_equal(was, is);
                free(is);
                assert_int_equal(tn_redo(w), TN_OK);
            }
            free(was);
        }
        run(w, 0.05, "a four-bar after paused drags");
        tn_world_free(w);
    }
}

/* Chains with loops: a reachable target is reached, one that is not is approached: the chain is stretched towards it. */
static void chains(void **state)
{
    (void)state;
    for (int n = 0; n < effort(16, 3); n++) {
        char text[8000];
        const int links = 3 + (int)(next() % 12);
        const double length = between(0.1, 0.4);
        int at = snprintf(text, sizeof text, "world: %s gravity 9.81; end\n", n % 2 == 0 ? "" : "method displacement;");
        for (int i = 0; i < links; i++) {
            char before[20];
            snprintf(before, sizeof before, i == 0 ? "(0, 0, 0)" : "r%d.end2", i - 1);
            at += snprintf(text + at, sizeof text - (size_t)at,
                           "object r%d: rod %.17g 0.02; position 0 0 %.17g; end connect r%d.end1 %s;\n", i, length,
                           (i + 0.5) * length, i, before);
        }
        tn_world *w = read_world(text);
        char last[20];
        snprintf(last, sizeof last, "r%d", links - 1);
        tn_handle h = grab(w, last, (tn_vec3){0, 0, length / 2}, TN_GRAB_SPRING);
        const double reach = links * length;
        for (int k = 0; k < 6; k++) {
            const double angle = between(0, 6.28), far = k < 4 ? between(0.3, 0.9) * reach : between(1.2, 3) * reach;
            const tn_vec3 to = v3(far * cos(angle), between(-0.1, 0.1) * reach, far * sin(angle));
            tn_dragged d;
            assert_int_equal(tn_drag_paused(w, h, to, &d), TN_OK);
            if (!(deviation(w) <= 1e-8))
                fail_msg("chain %d, drag %d: deviation %g", n, k, deviation(w));
            const double best = fmax(v3_norm(to) - reach, 0);
            if (!(d.left <= best + (k < 4 ? 1e-6 : 0.05 * reach)))
                fail_msg("chain %d of %d links, drag %d: %g m left of the target, %g would do, after %d steps\n%s", n,
                         links, k, d.left, best, d.steps, text);
        }
        tn_world_free(w);
    }
}

static void paused_manners(void **state)
{
    (void)state;
    tn_world *w =
        read_world("object a: sphere 0.1; velocity 1 2 3; spin 1 0 0; end object b: sphere 0.1; position 1 0 0; end\n"
                   "distance a.center b.center 1;");
    run(w, 0.1, "two balls");
    tn_handle a = grab(w, "a", (tn_vec3){0, 0, 0}, TN_GRAB_SPRING), b = grab(w, "b", (tn_vec3){0, 0, 0}, TN_GRAB_HARD);
    assert_int_equal(tn_drag_paused(w, a, v3(NAN, 0, 0), NULL), TN_WRONG_USE);
    assert_int_equal(tn_drag_paused(w, (tn_handle){7, 7}, v3(0, 0, 0), NULL), TN_WRONG_USE);
    assert_int_equal(tn_drag_paused(NULL, a, v3(0, 0, 0), NULL), TN_WRONG_USE);
    const tn_vec3 other = look(w, b).point;
    tn_pose before, after;
    assert_int_equal(tn_object_pose(w, tn_object_find(w, "a"), &before), TN_OK);
    tn_dragged d;
    assert_int_equal(tn_drag_paused(w, a, v3_add(other, v3(0, 0, 1)), &d), TN_OK);
    assert_true(d.left < 1e-6);
    assert_true(distance(look(w, b).point, other) < 1e-6); /* the other hand holds */
    assert_int_equal(tn_object_pose(w, tn_object_find(w, "a"), &after), TN_OK);
    assert_memory_equal(&before.velocity, &after.velocity, sizeof after.velocity);
    assert_memory_equal(&before.spin, &after.spin, sizeof after.spin);
    assert_true(tn_time(w) == 0.1);
    assert_int_equal(tn_release(w, a), TN_OK);
    assert_int_equal(tn_release(w, b), TN_OK);
    assert_int_equal(tn_force_count(w), 0);
    assert_int_equal(tn_constraint_count(w), 1);
    tn_world_free(w);
}

/* ---- held while somebody watches ---- */

/* A hanging chain or comb of random rods. */
static void random_tree(int parts, char *text, size_t room)
{
    const double length = between(0.1, 0.4), density = exp(between(5, 9));
    const bool comb = next() % 2 == 0;
    int at = snprintf(text, room, "world: gravity 9.81; tolerance 1e-9; end\n");
    for (int i = 0; i < parts; i++) {
        const int up = comb && i > 0 ? i - 1 - i % 2 : i - 1;
        at += snprintf(text + at, room - (size_t)at,
                       "object r[%d]: rod %.17g %.17g; density %g; position %.17g 0 %.17g; end\n", i, length,
                       length / 12, density, up == i - 1 ? 0 : 0.3 * length, -length * (up + 1));
        at += up < 0 ? snprintf(text + at, room - (size_t)at, "connect r[0].end2 (0, 0, %.17g);\n", length / 2)
                     : snprintf(text + at, room - (size_t)at, "connect r[%d].end1 r[%d].end2;\n", up, i);
    }
}

/* The same hand in a world that nobody watches, with the model's own tolerance, and in an interactive one: the same motion as far
 * as anybody sees, constraints met as closely, and no more evaluations than a frame has time for. */
static void held_in_time(void **state)
{
    (void)state;
    char text[8000], about[100];
    for (int seed = 1; seed <= effort(8, 2); seed++) {
        random_state = (uint64_t)seed * 1001;
        const int parts = 3 + (int)(next() % 20), which = (int)(next() % (unsigned)parts);
        const double way = between(0.02, 0.1);
        random_tree(parts, text, sizeof text);
        tn_world *w[2];
        tn_vec3 end[2][30];
        long evaluations[2];
        for (int k = 0; k < 2; k++) {
            w[k] = read_world(text);
            tn_world_interactive(w[k], k == 1);
            snprintf(about, sizeof about, "r[%d]", which);
            tn_handle h = grab(w[k], about, (tn_vec3){0, 0, 0}, TN_GRAB_SPRING);
            const tn_vec3 from = look(w[k], h).point;
            run(w[k], 0.05, text);
            evaluations[k] = tn_count(w[k]).evaluations;
            for (int i = 1; i <= 12; i++) { /* pulled a little further in every frame */
                assert_int_equal(tn_drag_to(w[k], h, v3_add(from, v3(way * i / 12, 0, way * i / 24))), TN_OK);
                run(w[k], 0.05 + i / 60.0, text);
            }
            evaluations[k] = tn_count(w[k]).evaluations - evaluations[k];
            tn_measures m;
            assert_int_equal(tn_measure(w[k], &m), TN_OK);
            if (!(m.deviation < 1e-8))
                fail_msg("seed %d: constraints are off by %g\n%s", seed, m.deviation, text);
            for (int i = 0; i < parts; i++) {
                tn_pose now;
                snprintf(about, sizeof about, "r[%d]", i);
                assert_int_equal(tn_object_pose(w[k], tn_object_find(w[k], about), &now), TN_OK);
                end[k][i] = now.center;
            }
            tn_world_free(w[k]);
        }
        for (int i = 0; i < parts; i++)
            if (!(distance(end[0][i], end[1][i]) < 2e-3))
                fail_msg("seed %d: r[%d] is off by %g m\n%s", seed, i, distance(end[0][i], end[1][i]), text);
        if (!(evaluations[1] < 60 * 12 && evaluations[1] < evaluations[0] / 2))
            fail_msg("seed %d: %ld evaluations, %ld with the tolerance\n%s", seed, evaluations[1], evaluations[0],
                     text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_and_holds), cmocka_unit_test(limited),
        cmocka_unit_test(other_objects),     cmocka_unit_test(grabbed_again_and_again),
        cmocka_unit_test(two_hands),         cmocka_unit_test(wrong_definitions),
        cmocka_unit_test(four_bars),         cmocka_unit_test(chains),
        cmocka_unit_test(paused_manners),    cmocka_unit_test(held_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
