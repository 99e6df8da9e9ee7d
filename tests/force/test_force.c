/* test_force.c: forces against finite differences of their potentials, the balance of power, momentum of internal
 * forces, and singular positions without a direction. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "force/force.h"

/* A small world: two rigid bodies, a particle, a variable, one body on a path, one fixed. */
enum { FIRST, SECOND, GRAIN, NUMBER, CART, ROCK, BODIES };

/* Connectors, by body and type. */
enum {
    FIRST_POINT,
    SECOND_POINT,
    GRAIN_POINT,
    CART_POINT,
    ROCK_POINT,
    NAIL,
    MOVING,
    FIRST_AXIS,
    SECOND_AXIS,
    CART_AXIS,
    COMPASS,
    SWEEP,
    FIRST_SPIN,
    NUMBER_VALUE,
    CONNECTORS
};

struct scene {
    struct body body[BODIES];
    struct pose pose[BODIES];
    quat turned[BODIES];
    struct time_signal time[2];
    struct connector connector[CONNECTORS];
    struct signal signal[CONNECTORS];
    double value[FORCE_VALUES];
    struct wrench wrench[BODIES];
    struct force_context context;
};

static double number(unsigned *seed) /* in (-1, 1), the same numbers every time */
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / 8388608.0 - 1;
}
static vec3 vector(unsigned *seed)
{
    double a = number(seed), b = number(seed), c = number(seed);
    return v3(a, b, c);
}

static void check_near(const char *what, double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%s: got %.17g, want %.17g, off by %.3g", what, got, want, got - want);
}

static void look(struct scene *s)
{
    for (int i = 0; i < BODIES; i++)
        s->pose[i].r = q_matrix(s->turned[i]);
    connector_signals(s->connector, CONNECTORS, s->pose, s->time, s->signal);
}

static void see(struct scene *s)
{
    s->context = (struct force_context){.bodies = s->body,
                                        .poses = s->pose,
                                        .body_count = BODIES,
                                        .connectors = s->connector,
                                        .signals = s->signal,
                                        .values = s->value,
                                        .wrenches = s->wrench};
}

static void make_scene(struct scene *s, unsigned seed, bool moving)
{
    static const enum coordinates coordinates[BODIES] = {COORDINATES_RIGID,  COORDINATES_RIGID, COORDINATES_POINT,
                                                         COORDINATES_SCALAR, COORDINATES_NONE,  COORDINATES_NONE};
    memset(s, 0, sizeof *s);
    for (int i = 0; i < BODIES; i++) {
        s->body[i] = (struct body){.coordinates = coordinates[i], .mass = 1.5 + i};
        s->pose[i].x = v3_scale(2, vector(&seed));
        s->turned[i] = q_exp(v3_scale(2, vector(&seed)));
        vec3 v = vector(&seed), w = v3_scale(3, vector(&seed));
        if (moving && i != ROCK)
            s->pose[i].v = v;
        if (moving && i <= SECOND)
            s->pose[i].w = w;
    }
    s->turned[GRAIN] = s->turned[NUMBER] = (quat){1, 0, 0, 0};
    s->pose[NUMBER].x = v3(s->pose[NUMBER].x.x, 0, 0);
    s->pose[NUMBER].v = v3(s->pose[NUMBER].v.x, 0, 0);
    for (int i = 0; i < 2; i++) {
        s->time[i].y = vector(&seed);
        s->time[i].yd = vector(&seed);
        if (!moving)
            s->time[i].yd = v3(0, 0, 0);
    }
    s->connector[FIRST_POINT] = (struct connector){CONNECTOR_POINT, FIRST, 0, vector(&seed)};
    s->connector[SECOND_POINT] = (struct connector){CONNECTOR_POINT, SECOND, 0, vector(&seed)};
    s->connector[GRAIN_POINT] = (struct connector){CONNECTOR_POINT, GRAIN, 0, {0, 0, 0}};
    s->connector[CART_POINT] = (struct connector){CONNECTOR_POINT, CART, 0, vector(&seed)};
    s->connector[ROCK_POINT] = (struct connector){CONNECTOR_POINT, ROCK, 0, vector(&seed)};
    s->connector[NAIL] = (struct connector){CONNECTOR_CONSTANT, -1, 0, vector(&seed)};
    s->connector[MOVING] = (struct connector){CONNECTOR_TIME, -1, 0, {0, 0, 0}};
    s->connector[FIRST_AXIS] = (struct connector){CONNECTOR_DIRECTION, FIRST, 0, {0.36, 0.48, 0.8}};
    s->connector[SECOND_AXIS] = (struct connector){CONNECTOR_DIRECTION, SECOND, 0, {0.8, -0.6, 0}};
    s->connector[CART_AXIS] = (struct connector){CONNECTOR_DIRECTION, CART, 0, {0, 1, 0}};
    s->connector[COMPASS] = (struct connector){CONNECTOR_CONSTANT, -1, 1, {0, 0, 2.5}}; /* not of unit length */
    s->connector[SWEEP] = (struct connector){CONNECTOR_TIME, -1, 1, {0, 0, 0}};
    s->connector[FIRST_SPIN] = (struct connector){CONNECTOR_SPIN, FIRST, 0, {0, 0, 0}};
    s->connector[NUMBER_VALUE] = (struct connector){CONNECTOR_SCALAR, NUMBER, 0, {0, 0, 0}};
    see(s);
    look(s);
}

/* One item of every kind at every sort of connector. */
struct sample {
    const char *kind;
    int a, b, body;
    double value[FORCE_VALUES];
};
static const struct sample samples[] = {
    {"gravity", -1, -1, -1, {0.3, -2, -9.81}},
    {"spring", FIRST_POINT, SECOND_POINT, -1, {40, 0.5, 3}},
    {"spring", FIRST_POINT, FIRST_POINT, -1, {40, 0, 3}},
    {"spring", GRAIN_POINT, FIRST_POINT, -1, {7, 0, 0.2}},
    {"spring", SECOND_POINT, NAIL, -1, {5, 2, 1}},
    {"spring", MOVING, GRAIN_POINT, -1, {5, 1, 1}},
    {"spring", CART_POINT, SECOND_POINT, -1, {9, 1, 2}},
    {"spring", ROCK_POINT, SECOND_POINT, -1, {9, 1, 2}},
    {"torsion", FIRST_AXIS, SECOND_AXIS, -1, {5, 1.5, 0.4}},
    {"torsion", FIRST_AXIS, COMPASS, -1, {5, 0, 0.4}},
    {"torsion", SWEEP, SECOND_AXIS, -1, {5, 0.2, 0.4}},
    {"torsion", SECOND_AXIS, CART_AXIS, -1, {2, 3, 1}},
    {"drag", -1, -1, -1, {0.2, 0.05, 0}},
    {"drag", -1, -1, SECOND, {0.2, 0.05, 0}},
    {"drag", -1, -1, CART, {0.2, 0.05, 0}},
    {"push", FIRST_POINT, -1, -1, {1, 2, 3}},
    {"push", GRAIN_POINT, -1, -1, {1, 2, 3}},
    {"push", CART_POINT, -1, -1, {1, 2, 3}},
    {"push", NUMBER_VALUE, -1, -1, {1, 2, 3}},
    {"push", FIRST_SPIN, -1, -1, {1, 2, 3}},
    {"turn", -1, -1, FIRST, {1, 2, 3}},
    {"turn", -1, -1, GRAIN, {1, 2, 3}},
};
enum { SAMPLES = sizeof samples / sizeof *samples };

static struct force_item make_item(struct scene *s, const struct sample *m, bool varying)
{
    struct force_item item = {
        .class = force_find(m->kind), .connector = {m->a, m->b}, .body = m->body, .varying = varying};
    assert_non_null(item.class);
    memcpy(s->value, m->value, sizeof s->value);
    return item;
}

static void apply(struct scene *s, const struct force_item *item)
{
    memset(s->wrench, 0, sizeof s->wrench);
    s->context.power = 0;
    item->class->apply(item, 1, &s->context);
}

static double potential(struct scene *s, const struct force_item *item)
{
    return item->class->potential != NULL ? item->class->potential(item, &s->context) : 0;
}

/* The potential after the small world moved for h with its velocities, including driven bodies. */
static double potential_moved(const struct scene *s, const struct force_item *item, double h)
{
    struct scene m = *s;
    for (int i = 0; i < BODIES; i++) {
        m.pose[i].x = v3_add_scaled(m.pose[i].x, h, m.pose[i].v);
        m.turned[i] = q_mul(q_exp(v3_scale(h, m.pose[i].w)), m.turned[i]);
    }
    for (int i = 0; i < 2; i++)
        m.time[i].y = v3_add_scaled(m.time[i].y, h, m.time[i].yd);
    see(&m);
    look(&m);
    return potential(&m, item);
}

/* dU/dt along the motion, fourth order. */
static double potential_rate(const struct scene *s, const struct force_item *item)
{
    const double h = 1e-3;
    return (8 * (potential_moved(s, item, h) - potential_moved(s, item, -h)) -
            (potential_moved(s, item, 2 * h) - potential_moved(s, item, -2 * h))) /
           (12 * h);
}

/* The power of the wrenches on movable bodies. */
static double work_rate(const struct scene *s)
{
    double sum = 0;
    for (int i = 0; i < BODIES; i++) {
        if (s->body[i].coordinates == COORDINATES_SCALAR)
            sum += s->wrench[i].f.x * s->pose[i].v.x;
        else if (s->body[i].coordinates != COORDINATES_NONE)
            sum += v3_dot(s->wrench[i].f, s->pose[i].v);
        if (s->body[i].coordinates == COORDINATES_RIGID)
            sum += v3_dot(s->wrench[i].n, s->pose[i].w);
    }
    return sum;
}

/* -- tests -- */

static void every_kind_is_listed(void **state)
{
    (void)state;
    for (int i = 0; i < force_class_count(); i++) {
        const struct force_class *c = force_class_at(i);
        assert_ptr_equal(force_find(c->kind.name), c);
        assert_true(strlen(c->kind.help) > 0 && strlen(c->kind.formula) > 0 && strlen(c->kind.example) > 0);
        bool sampled = c->is_goal; /* formulas: tests/world/test_goals.c */
        for (int k = 0; k < SAMPLES; k++)
            sampled |= strcmp(samples[k].kind, c->kind.name) == 0;
        if (!sampled)
            fail_msg(
                "the force '%s' has no row in `samples` of this file: add one with its arguments and numbers, and its "
                "gradient, power and momentum are checked",
                c->kind.name);
    }
    assert_null(force_find("wind"));
    assert_null(force_find(""));
}

/* At rest only the part with a potential acts: each single velocity gives one component of the gradient. */
static void forces_are_gradients(void **state)
{
    (void)state;
    int components = 0;
    for (int k = 0; k < SAMPLES; k++)
        for (unsigned seed = 1; seed <= 5; seed++) {
            struct scene s;
            make_scene(&s, seed, false);
            struct force_item item = make_item(&s, &samples[k], false);
            if (item.class->potential == NULL)
                continue;
            apply(&s, &item);
            for (int b = 0; b < BODIES; b++)
                for (int d = 0; d < (s.body[b].coordinates == COORDINATES_NONE    ? 0
                                     : s.body[b].coordinates == COORDINATES_RIGID ? 6
                                                                                  : 3);
                     d++) {
                    vec3 unit = v3(d % 3 == 0, d % 3 == 1, d % 3 == 2);
                    struct scene m = s;
                    *(d < 3 ? &m.pose[b].v : &m.pose[b].w) = unit;
                    double force = v3_dot(unit, d < 3 ? s.wrench[b].f : s.wrench[b].n);
                    check_near(samples[k].kind, force, -potential_rate(&m, &item), 2e-9);
                    components += force != 0;
                }
        }
    assert_true(components > 200); /* not everything is zero */
}

/* d(T + U)/dt = power: the power of forces on bodies plus the rate of the potential is the external power. */
static void power_balances(void **state)
{
    (void)state;
    int powers = 0;
    for (int k = 0; k < SAMPLES; k++)
        for (unsigned seed = 1; seed <= 5; seed++)
            for (int varying = 0; varying < 2; varying++) {
                struct scene s;
                make_scene(&s, 100 + seed, true);
                struct force_item item = make_item(&s, &samples[k], varying);
                apply(&s, &item);
                double rate = potential_rate(&s, &item);
                check_near(samples[k].kind, work_rate(&s) + rate, s.context.power, 1e-8);
                if (varying)
                    check_near(samples[k].kind, rate, 0, 0);
                powers += s.context.power != 0;
            }
    assert_true(powers > 100);
}

static void power_adds_to_what_is_there(void **state)
{
    (void)state;
    struct scene s;
    make_scene(&s, 3, true);
    struct force_item item = make_item(&s, &samples[1], false);
    apply(&s, &item);
    double once = s.context.power;
    struct wrench before = s.wrench[FIRST];
    struct force_item twice[2] = {item, item};
    item.class->apply(twice, 2, &s.context);
    check_near("power", s.context.power, 3 * once, 1e-12 * fabs(once));
    check_near("force", s.wrench[FIRST].f.x, 3 * before.f.x, 1e-12 * fabs(before.f.x));
}

/* Internal forces of two free bodies change neither their total momentum nor their total angular momentum. */
static void internal_forces_keep_momentum(void **state)
{
    (void)state;
    for (int k = 0; k < SAMPLES; k++) {
        const struct sample *m = &samples[k];
        bool internal = (m->a == FIRST_POINT || m->a == FIRST_AXIS || m->a == GRAIN_POINT) &&
                        (m->b == SECOND_POINT || m->b == SECOND_AXIS || m->b == FIRST_POINT);
        if (!internal)
            continue;
        struct scene s;
        make_scene(&s, 11, true);
        struct force_item item = make_item(&s, m, false);
        apply(&s, &item);
        vec3 force = {0, 0, 0}, torque = {0, 0, 0};
        for (int i = 0; i <= GRAIN; i++) {
            force = v3_add(force, s.wrench[i].f);
            torque = v3_add(torque, v3_cross(s.pose[i].x, s.wrench[i].f));
            if (i != GRAIN) /* a particle has no torque of its own: its lever is zero */
                torque = v3_add(torque, s.wrench[i].n);
            else
                check_near("torque on a particle", v3_norm(s.wrench[i].n), 0, 0);
        }
        check_near(m->kind, v3_norm(force), 0, 1e-13);
        check_near(m->kind, v3_norm(torque), 0, 1e-12);
    }
}

static void numbers_by_hand(void **state)
{
    (void)state;
    struct scene s;
    make_scene(&s, 1, false);
    /* A particle 2 m above a nail, spring of 40 N/m and 0.5 m, damper of 1 N s/m, rising at 3 m/s. */
    s.connector[NAIL].local = v3(1, 1, 1);
    s.pose[GRAIN].x = v3(1, 1, 3);
    s.pose[GRAIN].v = v3(5, 0, 3);
    look(&s);
    struct force_item item = make_item(&s, &(struct sample){"spring", NAIL, GRAIN_POINT, -1, {40, 0.5, 1}}, false);
    apply(&s, &item);
    check_near("f.x", s.wrench[GRAIN].f.x, 0, 0);
    check_near("f.z", s.wrench[GRAIN].f.z, -63, 1e-14);
    check_near("U", potential(&s, &item), 45, 1e-14);
    check_near("power", s.context.power, -9, 1e-14);

    /* Directions at a right angle, at rest at 0, 2 N m/rad: a quarter turn, π about +z on the first. */
    s.turned[FIRST] = s.turned[SECOND] = (quat){1, 0, 0, 0};
    s.connector[FIRST_AXIS].local = v3(1, 0, 0);
    s.connector[SECOND_AXIS].local = v3(0, 1, 0);
    s.pose[SECOND].w = v3(7, 8, 3);
    look(&s);
    item = make_item(&s, &(struct sample){"torsion", FIRST_AXIS, SECOND_AXIS, -1, {2, 0, 0.5}}, false);
    apply(&s, &item);
    const double pi = acos(-1.0);
    check_near("n.z on the first", s.wrench[FIRST].n.z, pi + 1.5, 1e-14);
    check_near("n.z on the second", s.wrench[SECOND].n.z, -pi - 1.5, 1e-14);
    check_near("n.x", s.wrench[SECOND].n.x, 0, 0);
    check_near("power", s.context.power, -4.5, 1e-14);

    /* Gravity: bodies and particles by their mass, nothing else. */
    item = make_item(&s, &(struct sample){"gravity", -1, -1, -1, {0, 0, -10}}, false);
    apply(&s, &item);
    check_near("weight", s.wrench[FIRST].f.z, -15, 0);
    check_near("weight", s.wrench[GRAIN].f.z, -35, 0);
    for (int i = NUMBER; i < BODIES; i++)
        check_near("no weight", v3_norm(s.wrench[i].f), 0, 0);

    /* Drag: a variable has it too. */
    s.pose[NUMBER].v = v3(4, 0, 0);
    item = make_item(&s, &(struct sample){"drag", -1, -1, -1, {0.25, 2, 0}}, false);
    apply(&s, &item);
    check_near("drag of a variable", s.wrench[NUMBER].f.x, -1, 0);
    check_near("drag of a spin", s.wrench[SECOND].n.y, -16, 0);
    check_near("drag of a particle", s.wrench[GRAIN].f.x, -1.25, 0);
    check_near("no drag", v3_norm(s.wrench[CART].f), 0, 0);
    item = make_item(&s, &(struct sample){"drag", -1, -1, SECOND, {0.25, 2, 0}}, false);
    apply(&s, &item);
    check_near("drag on one", s.wrench[SECOND].n.y, -16, 0);
    check_near("not on others", s.wrench[NUMBER].f.x, 0, 0);

    /* A push off the centre turns. */
    s.connector[FIRST_POINT].local = v3(0, 2, 0);
    look(&s);
    item = make_item(&s, &(struct sample){"push", FIRST_POINT, -1, -1, {3, 0, 0}}, false);
    apply(&s, &item);
    check_near("push", s.wrench[FIRST].f.x, 3, 0);
    check_near("its torque", s.wrench[FIRST].n.z, -6, 0);
}

static bool all_finite(const struct scene *s)
{
    for (int i = 0; i < BODIES; i++)
        if (!v3_finite(s->wrench[i].f) || !v3_finite(s->wrench[i].n))
            return false;
    return isfinite(s->context.power);
}

/* Where the two points coincide the spring has no direction: no force, and a defined energy. */
static void spring_of_no_length(void **state)
{
    (void)state;
    static const double gaps[] = {0, 1e-320, 1e-200, 1e-160, 1e-100, 1e-17};
    for (int k = 0; k < 6; k++)
        for (int rest = 0; rest < 2; rest++) {
            struct scene s;
            make_scene(&s, 5, true);
            s.connector[NAIL].local = v3(0, 0, 0);
            s.pose[GRAIN].x = v3(gaps[k], -gaps[k], 0);
            look(&s);
            struct force_item item =
                make_item(&s, &(struct sample){"spring", NAIL, GRAIN_POINT, -1, {40, rest, 2}}, false);
            apply(&s, &item);
            assert_true(all_finite(&s));
            if (gaps[k] < 1e-150)
                check_near("force", v3_norm(s.wrench[GRAIN].f), 0, 0);
            else if (rest == 1) /* the direction exists: 40 N away from the nail, and the damper */
                check_near("force across", s.wrench[GRAIN].f.x + s.wrench[GRAIN].f.y, 0, 1e-13);
            check_near("U", potential(&s, &item), 20.0 * rest, 1e-13);
        }
}

static void torsion_of_parallel_directions(void **state)
{
    (void)state;
    const double pi = acos(-1.0);
    for (int k = 0; k < 6; k++) {
        double tilt = (double[]){0, 1e-300, 1e-18, 0, 1e-8, 1e-8}[k];
        double rest = (double[]){0, 1, 1, pi, 0, 1}[k];
        bool opposite = k % 2 == 1;
        struct scene s;
        make_scene(&s, 7, true);
        s.turned[FIRST] = s.turned[SECOND];
        s.connector[FIRST_AXIS].local = v3(0, 0, 1);
        s.connector[SECOND_AXIS].local = v3(tilt, 0, opposite ? -1 : 1);
        look(&s);
        struct force_item item =
            make_item(&s, &(struct sample){"torsion", FIRST_AXIS, SECOND_AXIS, -1, {5, rest, 2}}, false);
        apply(&s, &item);
        assert_true(all_finite(&s));
        double angle = opposite ? pi - tilt : tilt;
        check_near("U", potential(&s, &item), 2.5 * (angle - rest) * (angle - rest), 1e-13);
        if (tilt < 1e-15)
            check_near("torque", v3_norm(s.wrench[FIRST].n), 0, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_listed),
        cmocka_unit_test(forces_are_gradients),
        cmocka_unit_test(power_balances),
        cmocka_unit_test(power_adds_to_what_is_there),
        cmocka_unit_test(internal_forces_keep_momentum),
        cmocka_unit_test(numbers_by_hand),
        cmocka_unit_test(spring_of_no_length),
        cmocka_unit_test(torsion_of_parallel_directions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
