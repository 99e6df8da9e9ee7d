/* Statics: loads of joints are known without integration (method §7). Forces and torques are those on the second
 * partner, in world axes, the torque about its point of the joint. */
#include "../world/model.h"

static const vec3 down = {0, 0, -9.81};

static tn_world *heavy_world(void)
{
    tn_world *w = tn_world_new();
    model_gravity(w, down);
    return w;
}

/* A ball on a nail at its centre; the force on the ball and on the nail. */
static void ball_on_a_nail(void **state)
{
    (void)state;
    tn_world *w = heavy_world();
    tn_object a = model_object(w, "sphere", 0.1, 0, 0, v3(1, 2, 3)),
              b = model_object(w, "sphere", 0.2, 0, 0, v3(0, 0, 0));
    tn_constraint on_nail = JOIN(w, NULL, "connect", at(a, 0, 0, 0), nail(1, 2, 3));
    tn_constraint on_ball = JOIN(w, NULL, "connect", nail(0, 0, 0), at(b, 0, 0, 0));
    double m = model_pose(w, a).mass, n = model_pose(w, b).mass;
    check_near("mass", m, 4.0 / 3 * model_pi * 1e-3 * 1000, 1e-12);
    for (int k = 0; k < 2; k++) {
        check_near_vector("on the nail", model_state(w, on_nail).force, v3_scale(m, down), 1e-9 * m);
        check_near_vector("on the ball", model_state(w, on_ball).force, v3_scale(-n, down), 1e-9 * n);
        check_near_vector("no torque", model_state(w, on_ball).torque, v3(0, 0, 0), 1e-9);
        model_run(w, 1);
        check_near_vector("it stays", model_pose(w, a).center, v3(1, 2, 3), 1e-12);
    }
    tn_world_free(w);
}

static void hanging_rod(void **state)
{
    (void)state;
    tn_world *w = heavy_world();
    tn_object rod = model_object(w, "rod", 1, 0.05, 0, v3(0, 0, 0));
    tn_constraint c = JOIN(w, NULL, "connect", nail(0, 0, 0.5), at(rod, 0, 0, 0.5));
    double weight = model_pose(w, rod).mass * model_g;
    check_near_vector("a hanging rod", model_state(w, c).force, v3(0, 0, weight), 1e-9 * weight);
    model_run(w, 2);
    check_near_vector("a hanging rod later", model_state(w, c).force, v3(0, 0, weight), 1e-9 * weight);
    /* a particle on a massless rod; the second partner is the nail */
    tn_object p = model_object(w, "particle", 2, 0, 0, v3(5, 0, -3));
    tn_constraint d = JOIN(w, NULL, "distance", at(p, 0, 0, 0), nail(5, 0, 0), number(3));
    check_near_vector("a particle on a rod", model_state(w, d).force, v3(0, 0, -2 * model_g), 1e-9);
    tn_world_free(w);
}

/* Joint k of a chain carries what hangs below it, for every kind of joint. */
static void chain_joints(void **state)
{
    (void)state;
    enum { LINKS = 24 };
    tn_world *w = heavy_world();
    tn_object above = {0, 0};
    tn_constraint joint[LINKS];
    double mass[LINKS], below = 0;
    for (int i = 0; i < LINKS; i++) {
        double top = -0.2 * i, r = 0.01 * (1 + i % 3);
        tn_object rod = model_object(w, "rod", 0.2, r, 0, v3(0, 0, top - 0.1));
        tn_arg first = i == 0 ? tn_arg_world() : whole(above);
        if (i % 3 == 0)
            joint[i] = JOIN(w, NULL, "connect", i == 0 ? nail(0, 0, 0) : at(above, 0, 0, -0.1), at(rod, 0, 0, 0.1));
        else if (i % 3 == 1)
            joint[i] = JOIN(w, NULL, "revolute", first, whole(rod), nail(0, 0, top), nail(i % 2, 1 - i % 2, 0));
        else
            joint[i] = JOIN(w, NULL, "universal", first, whole(rod), nail(0, 0, top), nail(1, 0, 0), nail(0, 1, 0));
        mass[i] = model_pose(w, rod).mass;
        above = rod;
    }
    for (int i = LINKS - 1; i >= 0; i--) {
        below += mass[i] * model_g;
        check_near_vector("a joint of a chain", model_state(w, joint[i]).force, v3(0, 0, below), 1e-9 * below);
        check_near_vector("its torque", model_state(w, joint[i]).torque, v3(0, 0, 0), 1e-9 * below);
    }
    tn_world_free(w);
}

/* ---- balance of one body under all its forces ---- */

/* Forces and torques of `count` constraints that have the body as second partner at local points balance the weight
 * and a torque from outside. */
static void check_balance(const char *what, tn_world *w, tn_object o, const tn_constraint *c, const vec3 *local,
                          int count, vec3 torque)
{
    tn_pose p = model_pose(w, o);
    vec3 force = v3_scale(p.mass, down);
    for (int i = 0; i < count; i++) {
        tn_constraint_state s = model_state(w, c[i]);
        vec3 lever = v3_sub(model_point(w, o, local[i]), p.center);
        force = v3_add(force, s.force);
        torque = v3_add(torque, v3_add(s.torque, v3_cross(lever, s.force)));
    }
    check_near_vector(what, force, v3(0, 0, 0), 1e-9 * p.mass);
    check_near_vector(what, torque, v3(0, 0, 0), 1e-9 * p.mass);
}

static tn_object tilted_box(tn_world *w)
{
    return model_turned(w, "box", 0.3, 0.5, 0.8, v3(0.4, -0.2, 1), v3(0.5, -0.3, 0.9));
}

/* Joints that hold a body by themselves: a weld, a door on a vertical hinge, a sledge on a level slider. */
static void joints_hold(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        tn_world *w = heavy_world();
        tn_object o = tilted_box(w);
        vec3 local = k == 0 ? v3(0, 0, 0) : v3(0.1, -0.2, 0.3);
        tn_constraint c =
            k == 0   ? JOIN(w, NULL, "weld", tn_arg_world(), whole(o))
            : k == 1 ? JOIN(w, NULL, "revolute", tn_arg_world(), whole(o), at(o, 0.1, -0.2, 0.3), nail(0, 0, 1))
                     : JOIN(w, NULL, "slider", tn_arg_world(), whole(o), at(o, 0.1, -0.2, 0.3), nail(1, 0.5, 0));
        check_balance(k == 0 ? "weld" : k == 1 ? "revolute" : "slider", w, o, &c, &local, 1, v3(0, 0, 0));
        tn_world_free(w);
    }
}

/* Held at its centre and kept from rotating; the orientation constraint carries an external torque. */
static void orientation_holds(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        tn_world *w = heavy_world();
        tn_object o = model_object(w, "box", 0.3, 0.5, 0.8, v3(0, 0, 0));
        vec3 twist = k == 0 ? v3(0.3, -0.8, 1.1) : v3(0.3, -0.8, 0); /* about the direction itself nothing holds */
        vec3 local[2] = {{0, 0, 0}, {0, 0, 0}};
        tn_constraint c[2] = {JOIN(w, NULL, "connect", nail(0, 0, 0), at(o, 0, 0, 0)),
                              k == 0 ? JOIN(w, NULL, "orient", tn_arg_world(), whole(o))
                                     : JOIN(w, NULL, "orient", nail(0, 0, 1), dir(o, 0, 0, 1))};
        tn_force_add(
            w,
            &(tn_force_def){
                .size = sizeof(tn_force_def), .kind = "turn", .count = 2, .args = {whole(o), tn_arg_vector(twist)}},
            NULL);
        check_balance("orient", w, o, c, local, 2, twist);
        check_near_vector("the torque is the orientation's", model_state(w, c[1]).torque, v3_neg(twist), 1e-9);
        model_run(w, 1);
        check_near_vector("it does not turn", model_pose(w, o).spin, v3(0, 0, 0), 1e-9);
        tn_world_free(w);
    }
}

/* Six legs under a table top: planes, lines and rods share the load of one body. */
static void legs(void **state)
{
    (void)state;
    tn_world *w = heavy_world();
    tn_object o = tilted_box(w);
    tn_pose p = model_pose(w, o);
    vec3 local[4] = {{0.1, 0.2, -0.4}, {-0.1, 0.2, -0.4}, {0.1, -0.2, -0.4}, {0.15, 0.25, 0.4}};
    vec3 at_[4];
    for (int i = 0; i < 4; i++)
        at_[i] = model_point(w, o, local[i]);
    /* every leg names the body second: the first partner is the place */
    tn_constraint c[4] = {
        JOIN(w, NULL, "connect", tn_arg_vector(at_[0]), tn_arg_point(o, local[0])),
        JOIN(w, NULL, "on-line", tn_arg_vector(at_[1]), tn_arg_point(o, local[1]),
             tn_arg_direction(o, v3(0.3, 1, 0.2))),
        JOIN(w, NULL, "distance", nail(3, 2, 1), tn_arg_point(o, local[2]),
             number(v3_norm(v3_sub(at_[2], v3(3, 2, 1))))),
    };
    (void)p;
    assert_int_equal(tn_count(w).degrees_of_freedom, 0);
    check_balance("three legs", w, o, c, local, 3, v3(0, 0, 0));
    tn_world_free(w);
}

/* Two beams welded end to end to a wall: the weld at the wall carries their weight and moment. */
static void cantilever(void **state)
{
    (void)state;
    tn_world *w = heavy_world();
    tn_object a = model_object(w, "box", 1, 0.1, 0.2, v3(0.5, 0, 0)),
              b = model_object(w, "box", 2, 0.1, 0.1, v3(2, 0, 0));
    tn_constraint wall = JOIN(w, NULL, "weld", tn_arg_world(), whole(a)),
                  seam = JOIN(w, NULL, "weld", whole(a), whole(b));
    tn_constraint mirrored = JOIN(w, NULL, "revolute", whole(model_object(w, "box", 1, 1, 1, v3(0.5, 9, 0))),
                                  tn_arg_world(), nail(0, 9, 0), nail(0, 0, 1));
    double ma = model_pose(w, a).mass * model_g, mb = model_pose(w, b).mass * model_g;
    check_near_vector("force at the wall", model_state(w, wall).force, v3(0, 0, ma + mb), 1e-9 * (ma + mb));
    /* b's weight hangs 1.5 m beyond a's centre: it would turn a nose down, about +y */
    check_near_vector("torque at the wall", model_state(w, wall).torque, v3(0, -1.5 * mb, 0), 1e-9 * (ma + mb));
    check_near_vector("force at the seam", model_state(w, seam).force, v3(0, 0, mb), 1e-9 * mb);
    check_near_vector("torque at the seam, about b's centre", model_state(w, seam).torque, v3(0, 0, 0), 1e-9 * mb);
    /* with the world as second partner: the weight and moment on the wall; a lever of half a metre */
    double m = 1000 * model_g;
    check_near_vector("on the wall", model_state(w, mirrored).force, v3(0, 0, -m), 1e-9 * m);
    check_near_vector("turning the wall", model_state(w, mirrored).torque, v3(0, 0.5 * m, 0), 1e-9 * m);
    tn_world_free(w);
}

/* Two wheels and a gear: T on the first is held by −T/ratio on the second; the gear's torque is what it does to the
 * second wheel. */
static void gear_torque(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_object a = model_object(w, "cylinder", 0.2, 0.1, 0, v3(0, 0, 0)),
              b = model_object(w, "cylinder", 0.4, 0.1, 0, v3(1, 0, 0));
    tn_constraint j = JOIN(w, NULL, "revolute", tn_arg_world(), whole(a), nail(0, 0, 0), nail(0, 0, 1));
    tn_constraint k = JOIN(w, NULL, "revolute", tn_arg_world(), whole(b), nail(1, 0, 0), nail(0, 0, 1));
    tn_constraint g = JOIN(w, NULL, "gear", tn_arg_constraint(j), tn_arg_constraint(k), number(-0.5));
    tn_force_add(
        w, &(tn_force_def){.size = sizeof(tn_force_def), .kind = "turn", .count = 2, .args = {whole(a), nail(0, 0, 3)}},
        NULL);
    tn_force_add(
        w, &(tn_force_def){.size = sizeof(tn_force_def), .kind = "turn", .count = 2, .args = {whole(b), nail(0, 0, 6)}},
        NULL);
    check_near_vector("the gear's torque", model_state(w, g).torque, v3(0, 0, -6), 1e-9);
    model_run(w, 1);
    check_near_vector("the gear stands", model_pose(w, a).spin, v3(0, 0, 0), 1e-9);
    tn_world_free(w);
}

/* ---- a hanging chain and the catenary ---- */

struct catenary {
    double a, sag, pull; /* y = a cosh(x/a); pull: horizontal force for weight per length 1 */
};

/* Half span s and half length l: a sinh(s/a) = l. */
static struct catenary catenary_of(double s, double l)
{
    double low = 0.05 * s, high = 100 * s;
    for (int i = 0; i < 200; i++) {
        double a = (low + high) / 2;
        *(a * sinh(s / a) > l ? &low : &high) = a;
    }
    return (struct catenary){low, low * (cosh(s / low) - 1), low};
}

/* A chain of n rods with length 3 between nails 2 apart, settled; the errors of its lowest point and of its pull. */
static void hang(int n, double *sag_error, double *pull_error)
{
    tn_world *w = heavy_world();
    struct catenary k = catenary_of(1, 1.5);
    double link = 3.0 / n, r = 0.01;
    tn_object before = {0, 0};
    tn_constraint first = {0, 0};
    vec3 last = v3(-1, 0, k.a * cosh(1 / k.a));
    for (int i = 1; i <= n; i++) {
        double s = -1.5 + i * link, x = k.a * asinh(s / k.a);
        vec3 next = v3(x, 0, k.a * cosh(x / k.a)), along = v3_unit(v3_sub(next, last));
        tn_object_def d = model_def("rod", link, r, 0, v3_scale(0.5, v3_add(last, next)));
        d.mass = link;
        d.orientation = q_between(v3(0, 0, 1), along);
        tn_object o = model_add(w, &d);
        tn_constraint c =
            JOIN(w, NULL, "connect", i == 1 ? tn_arg_vector(last) : at(before, 0, 0, link / 2), at(o, 0, 0, -link / 2));
        first = i == 1 ? c : first;
        before = o;
        last = next;
        tn_force_add(w,
                     &(tn_force_def){.size = sizeof(tn_force_def),
                                     .kind = "drag",
                                     .count = 1,
                                     .args = {whole(o)},
                                     .linear = 8 * link,
                                     .angular = 8 * link * link * link / 12},
                     NULL);
    }
    JOIN(w, NULL, "connect", at(before, 0, 0, link / 2), nail(1, 0, last.z));
    model_run(w, 8);
    double top = k.a * cosh(1 / k.a), lowest = top;
    for (int i = 0; i < tn_object_count(w); i++)
        lowest = fmin(lowest, model_point(w, tn_object_at(w, i), v3(0, 0, link / 2)).z);
    check_near("at rest", model_measure(w).kinetic, 0, 1e-16);
    *sag_error = fabs(top - lowest - k.sag);
    *pull_error = fabs(model_state(w, first).force.x + k.pull * model_g);
    tn_world_free(w);
}

static void catenary(void **state)
{
    (void)state;
    double sag[3], pull[3];
    for (int i = 0; i < 3; i++)
        hang(8 << i, &sag[i], &pull[i]);
    for (int i = 0; i < 2; i++) {
        check_near("order of the sag", log2(sag[i] / sag[i + 1]), 2, 0.1);
        check_near("order of the pull", log2(pull[i] / pull[i + 1]), 2, 0.1);
    }
    assert_true(sag[2] < 3e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ball_on_a_nail), cmocka_unit_test(hanging_rod),       cmocka_unit_test(chain_joints),
        cmocka_unit_test(joints_hold),    cmocka_unit_test(orientation_holds), cmocka_unit_test(legs),
        cmocka_unit_test(cantilever),     cmocka_unit_test(gear_torque),       cmocka_unit_test(catenary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
