/* Contact and friction: blocks, balls, wheels and piles against closed-form results (method §2, Contact). */
#include "../world/model.h"
#include "../effort.h"
#include "contact/contact_step.h"

static double speed_of(tn_world *w, tn_object o) { return v3_norm(model_pose(w, o).velocity); }

static double fastest(tn_world *w)
{
    double most = 0;
    for (int i = 0; i < tn_object_count(w); i++)
        most = fmax(most, speed_of(w, tn_object_at(w, i)));
    return most;
}

static void touching(tn_world *w, double friction, double bounce)
{
    assert_int_equal(
        tn_contact_add(w, &(tn_contact_def){.size = sizeof(tn_contact_def), .friction = friction, .bounce = bounce}),
        TN_OK);
}

static tn_world *floor_world(double friction, double bounce)
{
    tn_world *w = tn_world_new();
    model_gravity(w, v3(0, 0, -model_g));
    model_object(w, "plane", 0, 0, 0, v3(0, 0, 0));
    touching(w, friction, bounce);
    return w;
}

/* ---- friction ---- */

/* A block stops after v²/(2 μ g), whatever its shape and the direction it is pushed in. */
static void a_sliding_block(void **state)
{
    (void)state;
    static const double friction[3] = {0.2, 0.5, 0.9}, speed[2] = {3, 8};
    for (int i = 0; i < 12; i++) {
        double mu = friction[i % 3], v = speed[i / 3 % 2], angle = 0.4 * i;
        tn_world *w = floor_world(mu, 0);
        tn_object_def d = model_def("box", 1, 0.8, i < 6 ? 0.3 : 0.05, v3(0, 0, i < 6 ? 0.15 : 0.025));
        d.velocity = v3(v * cos(angle), v * sin(angle), 0);
        tn_object o = model_add(w, &d);
        model_run(w, 1.2 * v / (mu * model_g) + 0.2);
        vec3 x = model_pose(w, o).center;
        double way = sqrt(x.x * x.x + x.y * x.y), ideal = v * v / (2 * mu * model_g);
        check_near("the way of a block", way, ideal, 0.01 * ideal);
        check_near("straight on", atan2(x.y, x.x) - remainder(angle, 2 * model_pi), 0, 1e-3);
        assert_true(speed_of(w, o) < 1e-4); /* and there it stays */
        tn_world_free(w);
    }
}

/* Gravity leans instead of the floor. */
static double slide_on_slope(double mu, double tangent, double time, double *late, double *gain)
{
    tn_world *w = tn_world_new();
    double a = atan(tangent);
    model_gravity(w, v3(model_g * sin(a), 0, -model_g * cos(a)));
    model_object(w, "plane", 0, 0, 0, v3(0, 0, 0));
    touching(w, mu, 0);
    tn_object o = model_object(w, "box", 1, 0.8, 0.5, v3(0, 0, 0.25));
    model_run(w, time / 2);
    tn_pose half = model_pose(w, o);
    model_run(w, time);
    tn_pose p = model_pose(w, o);
    *late = p.center.x - half.center.x;
    *gain = (p.velocity.x - half.velocity.x) / (time / 2);
    tn_world_free(w);
    return p.center.x;
}

static void a_box_on_a_slope(void **state)
{
    (void)state;
    static const double friction[3] = {0.1, 0.5, 0.8};
    for (int i = 0; i < 3; i++) {
        double mu = friction[i], late, gain, a = atan(1.02 * mu);
        double stuck = slide_on_slope(mu, 0.98 * mu, 10, &late, &gain);
        assert_true(stuck < 1e-3);      /* it settles, */
        assert_true(fabs(late) < 1e-8); /* and does not creep */
        slide_on_slope(mu, 1.02 * mu, 4, &late, &gain);
        double ideal = model_g * (sin(a) - mu * cos(a));
        check_near("gaining speed", gain, ideal, 0.01 * ideal);
    }
}

/* A sliding body starts to roll at v / (1 + I/(m r²)), for any friction; a ball at 5/7. */
static void rolling(void **state)
{
    (void)state;
    const double torus = (1.0 / 2 + 3.0 / 8 * 0.04) * 2 / (1.2 * 1.2); /* I_zz/(m (R + r)²) with R = 1, r = 0.2 */
    static const struct {
        const char *shape;
        double a, b;
        double radius;
        bool lies;
    } things[3] = {{"sphere", 0.5, 0, 0.5, false}, {"cylinder", 0.5, 1, 0.5, true}, {"torus", 1, 0.2, 1.2, true}};
    const double ratio[3] = {2.0 / 5, 1.0 / 2, torus};
    for (int i = 0; i < 6; i++) {
        int k = i % 3;
        tn_world *w = floor_world(i < 3 ? 0.3 : 0.7, 0);
        tn_object_def d = model_def(things[k].shape, things[k].a, things[k].b, 0, v3(0, 0, things[k].radius));
        if (things[k].lies)
            d.orientation = q_axis_angle(v3(1, 0, 0), model_pi / 2);
        d.velocity = v3(7, 0, 0);
        tn_object o = model_add(w, &d);
        model_run(w, 3);
        tn_pose p = model_pose(w, o);
        double want = 7 / (1 + ratio[k]);
        check_near(things[k].shape, p.velocity.x, want, 1e-3 * want);
        check_near("without slip", p.velocity.x - things[k].radius * p.spin.y, 0, 1e-3 * want);
        check_near("upright", p.velocity.y, 0, 1e-3);
        tn_world_free(w);
    }
}

/* A box on a belt, a body that a path drives, comes to move with it. */
static void a_conveyor(void **state)
{
    (void)state;
    tn_world *w = model_text("world: up z; gravity 9.81; end path along(t) = (2*t, 0, -0.5);\n"
                             "object belt: box 60 4 1; kernel path along; end\n"
                             "object box: box 0.5 0.5 0.5; position 0 0 0.25; end contact friction 0.5;\n"
                             "probe speed = vel(box.center).x; probe behind = 2*t - box.center.x;");
    model_run(w, 3);
    check_near("the belt's speed", model_probe(w, "speed"), 2, 1e-4);
    double ideal = 2.0 * 2 / (2 * 0.5 * model_g); /* v²/(2 μ g) */
    check_near("what it was behind", model_probe(w, "behind"), ideal, 0.01 * ideal);
    tn_world_free(w);
}

/* ---- impacts ---- */

static void bouncing(void **state)
{
    (void)state;
    static const double bounce[3] = {0, 0.5, 0.9};
    for (int i = 0; i < 3; i++) {
        tn_world *w = floor_world(0.3, bounce[i]);
        model_set(w, TN_EULER, 0, 0.001, 0);
        tn_object o = model_object(w, "sphere", 0.1, 0, 0, v3(0, 0, 1.1));
        double fall = sqrt(2 / model_g), top = 0;
        model_run(w, 1.01 * fall);
        for (double t = 1.01 * fall; t < (1 + 2 * bounce[i]) * fall; t += 0.01) {
            model_run(w, t);
            top = fmax(top, model_pose(w, o).center.z - 0.1);
        }
        check_near("the height of a bounce", top, bounce[i] * bounce[i], 0.01);
        model_run(w, bounce[i] < 0.9 ? 5 : 20); /* in the end it lies still */
        assert_true(speed_of(w, o) < 1e-3);
        check_near("on the floor", model_pose(w, o).center.z, 0.1, 1e-4);
        tn_world_free(w);
    }
}

/* Sixty-four bodies (in brief: sixteen), apart at the start, collide in the middle and fly apart. Returns the square of the
 * error of the angular momentum; 18,000 kg m²/s would be all of the speed to one side. */
static double crash(double step, uint64_t seed)
{
    tn_world *w = tn_world_new();
    model_set(w, TN_EULER, 0, step, 0);
    touching(w, 0.4, 0.8);
    static const char *const shapes[4] = {"sphere", "box", "capsule", "cylinder"};
    for (int i = 0; i < effort(64, 16); i++) {
        double a = 0.25 + 0.05 * random_number(&seed); /* capsules are 1.5 a from the middle to their ends */
        tn_object_def d = model_def(shapes[i % 4], a, a, a, v3(i % 4 - 1.5, i / 4 % 4 - 1.5, i / 16 - 1.5));
        d.velocity = v3_scale(-2, d.position); /* all to the middle */
        d.spin = random_vector(&seed);
        model_add(w, &d);
    }
    tn_measures before, after;
    assert_int_equal(tn_measure(w, &before), TN_OK);
    model_run(w, 2);
    assert_int_equal(tn_measure(w, &after), TN_OK);
    double size = 281.0 * effort(64, 16); /* mass × speed × distance of all */
    check_near_vector("momentum", after.momentum, before.momentum, 1e-10 * size);
    assert_true(after.kinetic < before.kinetic);
    tn_world_free(w);
    const vec3 lost = v3_sub(after.angular_momentum, before.angular_momentum);
    return v3_dot(lost, lost);
}

/* Momentum is conserved to rounding. The loss of angular momentum depends on the step: levers are those of its start, and
 * overlaps are closed by moving bodies. Each crash is chaotic; the mean over some of them falls with the step. Overlaps at
 * the start would be closed at the same loss by any step. */
static void momentum(void **state)
{
    (void)state;
    double coarse = 0, fine = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        coarse += crash(0.01, seed) / 4;
        fine += crash(0.00125, seed) / 4;
    }
    if (!(sqrt(coarse) < 12 && sqrt(fine) < 0.3 * sqrt(coarse)))
        fail_msg("lost: %g and %g with an eighth of the step", sqrt(coarse), sqrt(fine));
}

static void a_straight_hit(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    touching(w, 0, 1);
    tn_object_def d = model_def("sphere", 0.2, 0, 0, v3(-1, 0, 0));
    d.velocity = v3(3, 0, 0);
    tn_object a = model_add(w, &d), b = model_object(w, "sphere", 0.2, 0, 0, v3(0, 0, 0));
    model_run(w, 1);
    check_near("what it had", model_pose(w, a).velocity.x, 0, 1e-9);
    check_near("is the other's", model_pose(w, b).velocity.x, 3, 1e-9);
    tn_world_free(w);
}

/* A ball shot at a thin plate, many times its own size in a step. */
static void fast_things_do_not_pass(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    touching(w, 0.5, 0);
    tn_object_def plate = model_def("box", 0.02, 4, 4, v3(0, 0, 0));
    plate.motion = TN_FIXED;
    model_add(w, &plate);
    tn_object balls[5];
    for (int i = 0; i < 5; i++) {
        tn_object_def d = model_def("sphere", 0.03, 0, 0, v3(-1 - 0.1 * i, -1 + 0.4 * i, 0));
        d.velocity = v3(100 + 70 * i, 0, 0);
        balls[i] = model_add(w, &d);
    }
    model_run(w, 0.2);
    for (int i = 0; i < 5; i++)
        assert_true(model_pose(w, balls[i]).center.x < -0.03);
    tn_world_free(w);
}

/* ---- rest ---- */

static void pyramid(tn_world *w, int base, double spacing)
{
    for (int l = 0; l < base; l++)
        for (int i = 0; i < base - l; i++)
            for (int j = 0; j < base - l; j++)
                model_object(w, "box", 1, 1, 1,
                             v3(spacing * (i - (base - l - 1) / 2.0), spacing * (j - (base - l - 1) / 2.0), 0.5 + l));
}

/* 91 boxes: they settle by a millimetre and then do not move, without sleeping. */
static void a_pyramid(void **state)
{
    (void)state;
    tn_world *w = floor_world(0.6, 0);
    model_set(w, TN_EULER, 0, 1.0 / 60, 0);
    pyramid(w, effort(6, 4), 1.05);
    vec3 start[100], late[100];
    int n = tn_object_count(w);
    for (int i = 1; i < n; i++)
        start[i] = model_pose(w, tn_object_at(w, i)).center;
    model_run(w, effort(10, 5));
    for (int i = 1; i < n; i++)
        late[i] = model_pose(w, tn_object_at(w, i)).center;
    model_run(w, effort(15, 7));
    for (int i = 1; i < n; i++) {
        vec3 now = model_pose(w, tn_object_at(w, i)).center;
        check_near_vector("a box since the start", now, start[i], 5e-3);
        check_near_vector("a box at rest", now, late[i], 1e-8);
    }
    assert_true(fastest(w) < 1e-8);
    tn_world_free(w);
}

/* Every shape comes to rest on the floor and on a box, standing or lying as it falls. */
static void every_shape_rests(void **state)
{
    (void)state;
    tn_world *w = floor_world(0.6, 0.1);
    uint64_t seed = 9;
    static const struct {
        const char *shape;
        double a, b, c;
    } shapes[6] = {{"sphere", 0.3, 0, 0},     {"rod", 1, 0.2, 0},       {"box", 0.6, 0.5, 0.4},
                   {"cylinder", 0.3, 0.3, 0}, {"capsule", 0.2, 0.5, 0}, {"link", 1, 0.5, 0.1}};
    tn_object_def table = model_def("box", 40, 2, 1, v3(0, 5, 0.5));
    table.motion = TN_FIXED;
    model_add(w, &table);
    for (int i = 0; i < 24; i++) {
        int k = i % 6;
        tn_object_def d =
            model_def(shapes[k].shape, shapes[k].a, shapes[k].b, shapes[k].c, v3(1.5 * (i - 12), i < 12 ? 0 : 5, 2));
        vec3 turn = random_vector(&seed);
        d.orientation = q_exp(v3_scale(3, turn));
        model_add(w, &d);
    }
    model_run(w, 12);
    for (int i = 2; i < tn_object_count(w); i++) {
        tn_pose p = model_pose(w, tn_object_at(w, i));
        bool round = (i - 2) % 6 == 0 || (i - 2) % 6 == 1 || (i - 2) % 6 == 3 ||
                     (i - 2) % 6 == 4; /* nothing stops these from rolling */
        if (!round && !(v3_norm(p.velocity) < 1e-3 && v3_norm(p.spin) < 1e-2))
            fail_msg("%s %d still moves by %g m/s, %g rad/s", shapes[(i - 2) % 6].shape, i - 2, v3_norm(p.velocity),
                     v3_norm(p.spin));
        assert_true(p.center.z > 0.05);
    }
    tn_world_free(w);
}

/* A soft layer yields by m g / k, and a heavy load does not penetrate it. */
static void a_soft_layer(void **state)
{
    (void)state;
    static const double mass[2] = {10, 400};
    for (int i = 0; i < 4; i++) {
        tn_world *w = floor_world(0.6, 0);
        tn_object_def d =
            i < 2 ? model_def("sphere", 0.5, 0, 0, v3(0, 0, 0.5)) : model_def("box", 1, 1, 1, v3(0, 0, 0.5));
        d.mass = mass[i % 2];
        d.soft_thickness = 0.1;
        d.soft_stiffness = 5000;
        d.soft_damping = 400;
        tn_object o = model_add(w, &d);
        model_run(w, 6);
        double ideal = d.mass * model_g / 5000; /* 0.0196, and 0.785: through the layer, onto the kernel */
        check_near("sunk in", 0.5 - model_pose(w, o).center.z, ideal < 0.1 ? ideal : 0.1, 1e-3);
        assert_true(speed_of(w, o) < 1e-6);
        tn_world_free(w);
    }
    tn_world *w = tn_world_new();
    tn_object_def d = model_def("sphere", 0.5, 0, 0, v3(0, 0, 0));
    d.soft_thickness = 0.1;
    assert_int_equal(tn_object_add(w, &d, NULL).generation, 0); /* a layer needs a stiffness */
    tn_world_free(w);
}

/* ---- bad starts ---- */

/* Bodies that start inside each other separate slowly. */
static void overlapping_starts(void **state)
{
    (void)state;
    static const char *const shapes[6] = {"sphere", "rod", "box", "capsule", "torus", "cylinder"};
    for (int round = 0; round < effort(8, 2); round++) {
        tn_world *w = floor_world(0.5, 0.5);
        uint64_t seed = (uint64_t)round + 100;
        for (int i = 0; i < 20; i++) {
            double a = 0.4 + 0.2 * random_number(&seed);
            tn_object_def d = model_def(shapes[i % 6], a, 0.5 * a, a, v3_scale(0.5, random_vector(&seed)));
            d.orientation = q_exp(v3_scale(3, random_vector(&seed)));
            if (i % 5 == 4) /* exactly in the same place */
                d.position = v3(0, 0, 0.3);
            model_add(w, &d);
        }
        double most = 0;
        for (int k = 1; k <= 30; k++) {
            model_run(w, 0.1 * k);
            most = fmax(most, fastest(w));
        }
        if (!(most < 10)) /* they fall by a metre, and are pushed up by one or two */
            fail_msg("round %d: %g m/s", round, most);
        tn_world_free(w);
    }
}

/* ---- with constraints ---- */

/* A chain falls on a table and hangs over its edge: joints stay together through every impact. */
static void a_chain_on_a_table(void **state)
{
    (void)state;
    tn_world *w = model_text(
        "world: up z; gravity 9.81; tau 0.05; end object table: box 3 3 0.2; position 0 0 -0.1; kernel fixed; end\n"
        "for i = 1 to 16: object l[i]: capsule 0.05 0.15; position (0.25*(i-1) - 1.4) 0 0.6; rotation 0 1 0 (pi/2); "
        "end\n"
        "end for i = 2 to 16: connect l[i-1].at(0,0,0.125) l[i].at(0,0,-0.125); end contact friction 0.6;\n"
        "probe off = deviation; probe first = l[1].center.z; probe last = l[16].center.z;");
    for (int k = 1; k <= 40; k++) {
        model_run(w, 0.05 * k);
        if (!(model_probe(w, "off") < 1e-8))
            fail_msg("at %g s a joint is off by %g", 0.05 * k, model_probe(w, "off"));
    }
    check_near("on the table", model_probe(w, "first"), 0.05, 1e-3);
    assert_true(model_probe(w, "last") < 0); /* over the edge */
    tn_world_free(w);
}

/* A lever on a pivot with a weight on its end is held by what lies under the other end: the force is that of the lever
 * law, and the pivot carries the rest. */
static void a_lever(void **state)
{
    (void)state;
    tn_world *w = model_text("world: up z; gravity 9.81; tau 0.02; end\n"
                             "object stop: box 0.2 0.2 0.2; position -1 0 0.16; kernel fixed; end\n"
                             "object lever: box 2 0.1 0.1; mass 1; end\n"
                             "object load: sphere 0.1; mass 5; position 0.8 0 0.15; end\n"
                             "constraint pivot: revolute world lever (0,0,0) (0,1,0); end\n"
                             "constraint hold: connect load.center lever.at(0.8, 0, 0.15); end contact friction 0;\n"
                             "probe stopping = contact(lever).z; probe carried = force(pivot).z;");
    model_run(w, 5);
    double down = 5 * model_g * 0.8; /* about the pivot; the stop's corner at -0.9 or its side at -1 holds against it */
    double stopping = -model_probe(w, "stopping");
    assert_true(stopping > 0.99 * down / 1.0 && stopping < 1.01 * down / 0.9);
    check_near("the pivot", fabs(model_probe(w, "carried")), 6 * model_g + stopping, 0.01 * stopping);
    tn_world_free(w);
}

/* Limits and motors together with contacts. */
static void limits_and_motors(void **state)
{
    (void)state;
    tn_world *w = model_text("world: up z; gravity 9.81; tau 0.05; end\n"
                             "object door: box 1 0.05 2; position 0.5 0 0; mass 20; end\n"
                             "constraint hinge: revolute world door (0,0,0) (0,1,0) min -0.5 max 0.5; end\n"
                             "object cart: box 0.2 0.2 0.2; position 0 3 0; mass 2; end\n"
                             "constraint rail: slider world cart (0,3,0) (1,0,0) motor speed 1 limit 10; end\n"
                             "object wall: box 0.2 1 1; position 1.2 3 0; kernel fixed; end contact friction 0;\n"
                             "probe a = angle(hinge); probe s = travel(rail); probe f = contact(cart).x;");
    model_run(w, 0.8);
    check_near("the cart", model_probe(w, "s"), 0.69375, 2e-3); /* 0.1 s² … of a motor that pushes 10 N, then holds */
    model_run(w, 3);
    check_near("the door at its limit", model_probe(w, "a"), 0.5, 1e-6);
    check_near("the cart at the wall", model_probe(w, "s"), 1, 1e-3);
    check_near("pushed by all the motor has", model_probe(w, "f"), -10, 0.1);
    tn_world_free(w);
}

/* Bodies joined by a constraint do not touch; a contact statement for the pair overrides that, and vice versa. */
static void who_touches_whom(void **state)
{
    (void)state;
    static const char *const more[4] = {"", "contact between a b friction 0.2;", "contact between a c off;",
                                        "constraint: distance a.center b.center 1; end contact between a b;"};
    for (int i = 0; i < 4; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "object a: box 1 1 1; kernel fixed; end object b: box 1 1 1; position 0 0 0.9; kernel fixed; end\n"
                 "object a2: sphere 0.5; position 5 0 0; end object c2: sphere 0.5; position 5.9 0 0; end\n"
                 "object c: sphere 0.5; position 0 0 -0.9; end contact; %s probe n = contact(a, c).z;"
                 "probe m = contact(a2, c2).x;",
                 more[i]);
        tn_world *w = model_text(text);
        model_run(w, 0.1);
        double z = model_pose(w, tn_object_find(w, "c")).center.z;
        assert_true(i == 2 ? z == -0.9 : z < -0.901); /* pushed out, unless the pair is excluded */
        assert_true(model_pose(w, tn_object_find(w, "c2")).center.x > 5.9);
        tn_world_free(w);
    }
    tn_world *w = model_text("object a: sphere 0.5; end object b: sphere 0.5; position 0.6 0 0; end\n"
                             "constraint pin: connect a.at(0.3,0,0) b.at(-0.3,0,0); end contact; probe n = contacts;");
    model_run(w, 0.1);
    assert_true(model_probe(w, "n") == 0);
    tn_constraint_switch(w, tn_constraint_find(w, "pin"), false); /* no longer joined */
    model_run(w, 1);
    vec3 a = model_pose(w, tn_object_find(w, "a")).center, b = model_pose(w, tn_object_find(w, "b")).center;
    assert_true(v3_norm(v3_sub(b, a)) > 0.99);
    tn_world_free(w);
}

/* ---- the same bits ---- */

static void heap(tn_world *w, int count)
{
    static const char *const shapes[5] = {"sphere", "rod", "box", "capsule", "cylinder"};
    uint64_t seed = 77;
    for (int i = 0; i < count; i++) {
        tn_object_def d = model_def(shapes[i % 5], 0.4, 0.2, 0.3, v3(0, 0, 0));
        double x = random_number(&seed),
               y = random_number(&seed); /* in sequence, so that every compiler gives the same */
        d.position = v3(x, y, 0.6 + 0.25 * i);
        d.orientation = q_exp(random_vector(&seed));
        model_add(w, &d);
    }
}

static double *state_of(tn_world *w)
{
    double *x = MEM_ARRAY(double, 13 * tn_object_count(w));
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_pose p = model_pose(w, tn_object_at(w, i));
        memcpy(x + 13 * i, &p.center, sizeof p.center);
        memcpy(x + 13 * i + 3, &p.orientation, sizeof p.orientation);
        memcpy(x + 13 * i + 7, &p.velocity, sizeof p.velocity);
        memcpy(x + 13 * i + 10, &p.spin, sizeof p.spin);
    }
    return x;
}

static void check_same(tn_world *w, const double *x)
{
    double *now = state_of(w);
    assert_memory_equal(now, x, sizeof *x * 13 * (size_t)tn_object_count(w));
    mem_free(now);
}

/* A snapshot includes the impulses: continuing and restoring give the same bits. */
static void snapshots(void **state)
{
    (void)state;
    tn_world *w = floor_world(0.5, 0.2);
    heap(w, 40);
    model_run(w, 2);
    tn_snapshot *here = tn_snapshot_take(w);
    model_run(w, 3);
    double *later = state_of(w);
    assert_int_equal(tn_snapshot_restore(w, here), TN_OK);
    model_run(w, 3);
    check_same(w, later);
    /* with an object removed and restored in between */
    tn_object last = tn_object_at(w, 30);
    tn_object_remove(w, last);
    model_run(w, 3.2);
    assert_int_equal(tn_snapshot_restore(w, here), TN_OK);
    model_run(w, 3);
    check_same(w, later);
    tn_snapshot_free(w, here);
    mem_free(later);
    tn_world_free(w);
}

/* Wide registers and narrow ones. */
static void every_width(void **state)
{
    (void)state;
    double *first = NULL;
    for (int i = 0; i < 2; i++) {
        tn_world *w = floor_world(0.5, 0.2);
        heap(w, 30);
        model_run(w, 0.01);
        if (i == 1)
            w->work->contact->solver->sweep = &contact_sweep_base;
        model_run(w, 1.5);
        if (i == 0)
            first = state_of(w);
        else
            check_same(w, first);
        tn_world_free(w);
    }
    mem_free(first);
}

/* A pile at rest allocates nothing. */
static void no_memory(void **state)
{
    (void)state;
    tn_world *w = floor_world(0.6, 0);
    pyramid(w, 4, 1.05);
    model_run(w, 1);
    unsigned long before = mem_count();
    model_run(w, 1.1);
    assert_int_equal(mem_count(), before);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sliding_block),
        cmocka_unit_test(a_box_on_a_slope),
        cmocka_unit_test(rolling),
        cmocka_unit_test(a_conveyor),
        cmocka_unit_test(bouncing),
        cmocka_unit_test(momentum),
        cmocka_unit_test(a_straight_hit),
        cmocka_unit_test(fast_things_do_not_pass),
        cmocka_unit_test(a_pyramid),
        cmocka_unit_test(every_shape_rests),
        cmocka_unit_test(a_soft_layer),
        cmocka_unit_test(overlapping_starts),
        cmocka_unit_test(a_chain_on_a_table),
        cmocka_unit_test(a_lever),
        cmocka_unit_test(limits_and_motors),
        cmocka_unit_test(who_touches_whom),
        cmocka_unit_test(snapshots),
        cmocka_unit_test(every_width),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
