/* hinge: the joints of GG: a point Q of B stays at a point P of A, or on an axis or a plane of A through P, and the two
 * objects rotate against each other within limits. Each part is optional.
 *
 *   hinge            C = Q − P                                          three rows, metres
 *   … with axial     C = (G·(Q − P), H·(Q − P))                         G, H normal to the axis U, fixed on A
 *   … with planar    C = N·(Q − P)
 *   … on a circle    and C = r − ρ,  r = |(G·(Q − P) + ε, H·(Q − P))|
 *   angle, max 0     C = (θ / sin θ) (e1·D, e2·D),  cos θ = D·E         two rows, radians (see orient.c)
 *   angle, min = max C = α − θ,  θ = (θ / sin θ) |D × E|                one row
 *   twist, min = max C = φ − β                                          one row
 *
 * Limits are separate rows, which must stay ≥ 0: U·(Q − P) − min, r − min, θ − min, φ − min, and correspondingly for
 * max. At the centre of a ring r has no gradient: ε = 1e-9 m decides which way is out. θ has no gradient where the axes
 * are parallel. That is harmless for an upper limit. For a lower limit of θ the axis D is reversed, and π − θ gets an
 * upper limit; the tie at π is broken as in orient.c.
 *
 * The twist φ (GG 4.2.2, with the normal of the median plane corrected to D + E) is the angle between the directions B
 * and F, normal to D and E, when both are seen along S = D + E:
 *
 *   x = B·F − (E·B)(D·F)/S·S,   y = S·(B × F)/|S|,   φ = atan2(y, x)
 *
 * It is measured from the middle of its interval, so that it jumps where it is furthest outside.
 *
 * In GG the axis and the plane may be on either solid; here they belong to A, and Q of B moves along them.
 */
#include "constraint/constraint.h"

/* ---- forms ---- */

#define PI 3.14159265358979323846
#define REACH "sqrt((dot(G, Q - P) + 1e-9)^2 + dot(H, Q - P)^2)"
/* 1e-12 rad: avoids a division by zero where the axes are parallel, even if the value is not used */
#define ANGLE "turn(dot(D, E))*sqrt(dot(cross(D, E), cross(D, E)) + 1e-24)"
#define TWIST_X "(dot(B, F) - dot(E, B)*dot(D, F)/(2 + 2*dot(D, E)))"
#define TWIST_Y "(dot(D + E, cross(B, F))/sqrt(2 + 2*dot(D, E)))"
/* φ − β */
#define TWIST(beta)                                                                                                    \
    "atan2(" TWIST_Y "*cos(" beta ") - " TWIST_X "*sin(" beta "), " TWIST_X "*cos(" beta ") + " TWIST_Y "*sin(" beta   \
    "))"
#define MIDDLE "((least + most)/2)"

#define POINTS {"P", INPUT_POINT}, {"Q", INPUT_POINT},
#define DIRECTION(name) {name, INPUT_DIRECTION},
#define ROW(formula, unit) {formula, unit, LEVEL_POSITION},

/* Where Q may be. */
#define INPUTS_anywhere
#define INPUTS_point POINTS
#define INPUTS_line POINTS DIRECTION("G") DIRECTION("H")
#define INPUTS_plane POINTS DIRECTION("N")
#define INPUTS_circle POINTS DIRECTION("N") DIRECTION("G") DIRECTION("H")
#define ROWS_anywhere
#define ROWS_point ROW("Q - P", "m")
#define ROWS_line ROW("dot(G, Q - P)", "m") ROW("dot(H, Q - P)", "m")
#define ROWS_plane ROW("dot(N, Q - P)", "m")
#define ROWS_circle ROW("dot(N, Q - P)", "m") ROW(REACH " - radius", "m")
/* How B may rotate against A: freely, aligned, on a cone; with the twist fixed or free. */
#define INPUTS_free
#define INPUTS_fixed DIRECTION("D") DIRECTION("E") DIRECTION("B") DIRECTION("F")
#define INPUTS_aligned DIRECTION("D") DIRECTION("E") DIRECTION("e1") DIRECTION("e2")
#define INPUTS_aligned_fixed INPUTS_aligned DIRECTION("B") DIRECTION("F")
#define INPUTS_cone INPUTS_aligned
#define INPUTS_cone_fixed INPUTS_aligned_fixed
#define ROWS_free
#define ROWS_fixed ROW(TWIST("beta"), "rad")
#define ROWS_aligned ROW("turn(dot(D, E))*dot(e1, D)", "rad") ROW("turn(dot(D, E))*dot(e2, D)", "rad")
#define ROWS_aligned_fixed ROWS_aligned ROWS_fixed
#define ROWS_cone ROW("alpha - " ANGLE, "rad")
#define ROWS_cone_fixed ROWS_cone ROWS_fixed
#define TIE_free 0
#define TIE_fixed 0
#define TIE_aligned 1
#define TIE_aligned_fixed 1
#define TIE_cone 1
#define TIE_cone_fixed 1

#define FORM(place, turn)                                                                                              \
    {.name = "hinge-" #place "-" #turn,                                                                                \
     .inputs = {INPUTS_##turn INPUTS_##place},                                                                         \
     .parameters = {"radius", "alpha", "beta"},                                                                        \
     .rows = {ROWS_##place ROWS_##turn},                                                                               \
     .tie_direction = TIE_##turn},
#define TURNED(place)                                                                                                  \
    FORM(place, fixed)                                                                                                 \
    FORM(place, aligned) FORM(place, aligned_fixed) FORM(place, cone) FORM(place, cone_fixed)
#define LIMIT(what, formula, unit, tie, ...)                                                                           \
    {.name = "hinge-" what,                                                                                            \
     .inputs = {__VA_ARGS__},                                                                                          \
     .parameters = {"least", "most"},                                                                                  \
     .rows = {ROW(formula, unit)},                                                                                     \
     .tie_direction = tie},

enum spot { ANYWHERE, ON_POINT, ON_LINE, ON_PLANE, ON_CIRCLE, PLACES };
enum turn { FREE, FIXED, ALIGNED, ALIGNED_FIXED, CONE, CONE_FIXED, TURNS };
enum limit { AXIAL_LEAST, AXIAL_MOST, PLANAR_LEAST, PLANAR_MOST, ANGLE_LEAST, ANGLE_MOST, TWIST_LEAST, TWIST_MOST };

/* By place and turn, except the one without rows; then the limits. */
static const struct constraint_form forms[] = {
    TURNED(anywhere) FORM(point, free) TURNED(point) FORM(line, free) TURNED(line) FORM(plane, free) TURNED(plane)
        FORM(circle, free) TURNED(circle)
    /* limits */
    LIMIT("axial-min", "dot(N, Q - P) - least", "m", 0, INPUTS_plane)
        LIMIT("axial-max", "most - dot(N, Q - P)", "m", 0, INPUTS_plane)
            LIMIT("planar-min", REACH " - least", "m", 0, INPUTS_line)
                LIMIT("planar-max", "most - " REACH, "m", 0, INPUTS_line)
                    LIMIT("angle-min", "pi - least - " ANGLE, "rad", 1, INPUTS_aligned)
                        LIMIT("angle-max", "most - " ANGLE, "rad", 1, INPUTS_aligned)
                            LIMIT("twist-min", TWIST(MIDDLE) " + (most - least)/2", "rad", 0, INPUTS_fixed)
                                LIMIT("twist-max", "(most - least)/2 - " TWIST(MIDDLE), "rad", 0, INPUTS_fixed)};
enum { FORMS = PLACES * TURNS - 1 };

/* ---- from arguments to a form ---- */

static const char no_points[] = "expected points: hinge takes one of object1 and one of object2";
static const char zero_axis[] = "expected a direction that is not zero";

static bool given(const struct constraint_arg *a) { return a->type != ARG_NONE; }

static double number(const struct constraint_arg *a, double otherwise)
{
    return a->type == ARG_NUMBER ? a->number : otherwise;
}

/* Two equal limits are a fixed value. */
static bool is_one(double least, double most) { return most - least < 1e-9; }

/* A direction on the body of another connector. */
static struct connector on_same_body(const struct connector *c, vec3 local)
{
    struct connector d = *c;
    d.local = local;
    return d;
}

static const char *read_interval(const struct constraint_arg *args, int first, double low, double high, double *least,
                                 double *most, struct constraint_build *out)
{
    static const char *const outside[] = {
        [HINGE_AXIAL_MIN] = "the limits of axial must be numbers",
        [HINGE_PLANAR_MIN] = "the limits of planar are distances from its point: they must not be negative",
        [HINGE_ANGLE_MIN] = "the limits of angle must lie between 0 and pi",
        [HINGE_TWIST_MIN] = "the limits of twist must lie between -pi and pi",
    };
    const double slack = 1e-9; /* 3.14159265 means pi */
    *least = number(&args[first], low);
    *most = number(&args[first + 1], high);
    for (int k = 0; k < 2; k++) {
        double x = k == 0 ? *least : *most;
        out->wrong_argument = first + k;
        if (isnan(x) || x < low - slack || x > high + slack || (isinf(x) && given(&args[first + k])))
            return outside[first];
    }
    out->wrong_argument = first;
    if (*least > *most)
        return "min must not be greater than max";
    *least = fmax(*least, low);
    *most = fmin(*most, high);
    return NULL;
}

static struct build_limit *add_limit(struct constraint_build *out, enum limit limit, double least, double most)
{
    static const double low[] = {-INFINITY, 0, 0, -PI}, high[] = {INFINITY, INFINITY, PI, PI};
    struct build_limit *l = &out->limit[out->limits++];
    *l = (struct build_limit){.form = &forms[FORMS + limit],
                              .part = limit <= PLANAR_MOST  ? PART_PLACE
                                      : limit <= ANGLE_MOST ? PART_ANGLE
                                                            : PART_TWIST,
                              .is_most = limit % 2 == 1,
                              .least = least,
                              .most = most,
                              .low = low[limit / 2],
                              .high = high[limit / 2]};
    return l;
}

static void limit_input(struct build_limit *l, struct connector c, int partner)
{
    l->input[l->inputs] = c;
    l->partner[l->inputs++] = (signed char)partner;
}

/* G and H normal to the axis of an area, fixed on the same body. */
static void across_pair(const struct connector *u, struct connector pair[2])
{
    vec3 g = v3_perpendicular(u->local);
    pair[0] = on_same_body(u, g);
    pair[1] = on_same_body(u, v3_cross(u->local, g));
}

static void limit_place(struct constraint_build *out, enum limit limit, const struct articulation *a)
{
    struct build_limit *l = add_limit(out, limit, a->least, a->most);
    struct connector pair[2];
    across_pair(&a->u, pair);
    limit_input(l, a->p, 1);
    limit_input(l, a->q, 2);
    if (limit == AXIAL_LEAST || limit == AXIAL_MOST) {
        limit_input(l, a->u, 1);
        return;
    }
    limit_input(l, pair[0], 1);
    limit_input(l, pair[1], 1);
}

static void limit_angle(struct constraint_build *out, enum limit limit, const struct articulation *a)
{
    struct build_limit *l = add_limit(out, limit, a->angle_least, a->angle_most);
    struct connector pair[2];
    across_pair(&a->a2, pair);
    limit_input(l, limit == ANGLE_LEAST ? on_same_body(&a->a1, v3_neg(a->a1.local)) : a->a1, 1);
    limit_input(l, a->a2, 2);
    limit_input(l, pair[0], 2);
    limit_input(l, pair[1], 2);
}

static void limit_twist(struct constraint_build *out, enum limit limit, const struct articulation *a)
{
    struct build_limit *l = add_limit(out, limit, a->twist_least, a->twist_most);
    limit_input(l, a->a1, 1);
    limit_input(l, a->a2, 2);
    limit_input(l, a->b1, 1);
    limit_input(l, a->b2, 2);
}

/* hinge, axial, planar: where Q may be. */
static const char *read_place(const struct constraint_arg *args, struct constraint_build *out, enum spot *place)
{
    struct articulation *a = &out->articulation;
    bool axial = given(&args[HINGE_AXIAL]), planar = given(&args[HINGE_PLANAR]);
    *place = ANYWHERE;
    out->wrong_argument = axial ? HINGE_AXIAL : HINGE_PLANAR;
    if (!given(&args[HINGE_P]) && !given(&args[HINGE_Q]))
        return axial || planar ? "it needs 'hinge', which gives its point and the point that moves along it" : NULL;
    if (axial && planar)
        return "expected either axial or planar, not both: a point on an axis lies in its planes already";
    if ((axial || planar) && !build_direction(&args[axial ? HINGE_AXIAL : HINGE_PLANAR], &a->u))
        return zero_axis;
    out->wrong_argument = HINGE_P;
    if (!build_point(&args[HINGE_P], &a->p) || !build_point(&args[HINGE_Q], &a->q))
        return no_points;
    out->wrong_argument = HINGE_Q;
    if (build_owner(&a->p) == build_owner(&a->q))
        return "object1 and object2 are the same: a constraint joins two objects, or one and the world";
    a->area = axial ? AREA_SEGMENT : planar ? AREA_RING : AREA_POINT;
    *place = axial ? ON_LINE : planar ? ON_PLANE : ON_POINT;
    const char *wrong = NULL;
    if (axial)
        wrong = read_interval(args, HINGE_AXIAL_MIN, -INFINITY, INFINITY, &a->least, &a->most, out);
    else if (planar)
        wrong = read_interval(args, HINGE_PLANAR_MIN, 0, INFINITY, &a->least, &a->most, out);
    if (wrong != NULL)
        return wrong;
    if (axial && is_one(a->least, a->most)) {
        a->area = AREA_POINT; /* a single value of λ is a point */
        *place = ON_POINT;
        a->p.local = v3_add_scaled(a->p.local, a->least, a->u.local);
    } else if (planar && is_one(a->least, a->most)) {
        a->area = is_one(0, a->most) ? AREA_POINT : AREA_RING;
        *place = is_one(0, a->most) ? ON_POINT : ON_CIRCLE;
    }
    return NULL;
}

/* A direction of twist, projected onto the plane normal to its axis. */
static const char *across(const struct constraint_arg *arg, const struct connector *axis, struct connector *out)
{
    if (!build_direction(arg, out))
        return zero_axis;
    vec3 b = v3_add_scaled(out->local, -v3_dot(out->local, axis->local), axis->local);
    if (v3_norm(b) < 1e-6)
        return "expected a direction across the axis of angle, not one along it";
    out->local = v3_unit(b);
    return NULL;
}

/* angle, twist: how the two may rotate against each other. */
static const char *read_turn(const struct constraint_arg *args, struct constraint_build *out, enum turn *turn)
{
    struct articulation *a = &out->articulation;
    *turn = FREE;
    a->angles = given(&args[HINGE_ANGLE_1]) || given(&args[HINGE_ANGLE_2]);
    a->twists = given(&args[HINGE_TWIST_1]) || given(&args[HINGE_TWIST_2]);
    out->wrong_argument = HINGE_TWIST_1;
    if (a->twists && !a->angles)
        return "it needs 'angle', whose axes it turns about";
    if (!a->angles)
        return NULL;
    for (int k = 0; k < 2; k++) {
        out->wrong_argument = HINGE_ANGLE_1 + k;
        if (!build_direction(&args[HINGE_ANGLE_1 + k], k == 0 ? &a->a1 : &a->a2))
            return zero_axis;
    }
    if (build_owner(&a->a1) == build_owner(&a->a2))
        return "object1 and object2 are the same: a constraint joins two objects, or one and the world";
    const char *wrong = read_interval(args, HINGE_ANGLE_MIN, 0, PI, &a->angle_least, &a->angle_most, out);
    if (wrong != NULL)
        return wrong;
    if (is_one(a->angle_least, PI)) { /* opposite axes: aligned with the reversed axis */
        a->a1.local = v3_neg(a->a1.local);
        a->angle_least = a->angle_most = 0;
    }
    *turn = is_one(0, a->angle_most) ? ALIGNED : is_one(a->angle_least, a->angle_most) ? CONE : FREE;
    for (int k = 0; k < 2 && a->twists; k++) {
        out->wrong_argument = HINGE_TWIST_1 + k;
        wrong = across(&args[HINGE_TWIST_1 + k], k == 0 ? &a->a1 : &a->a2, k == 0 ? &a->b1 : &a->b2);
        if (wrong != NULL)
            return wrong;
    }
    if (a->twists)
        wrong = read_interval(args, HINGE_TWIST_MIN, -PI, PI, &a->twist_least, &a->twist_most, out);
    if (a->twists && is_one(a->twist_least, a->twist_most))
        *turn = (enum turn)(*turn + 1); /* FIXED, ALIGNED_FIXED, CONE_FIXED */
    return wrong;
}

static bool is_fixed(enum turn turn) { return turn == FIXED || turn == ALIGNED_FIXED || turn == CONE_FIXED; }

/* A narrow cone is expressed as a wide one about the reversed axis: θ has no gradient on the axis itself. Not with a
 * twist, which depends on the direction of the axis. */
static bool turns_round(const struct articulation *a, enum turn turn) { return turn == CONE && a->angle_most < PI / 2; }

static void turn_inputs(struct constraint_build *out, enum turn turn)
{
    const struct articulation *a = &out->articulation;
    struct connector pair[2];
    if (turn == FREE)
        return;
    build_input(out, turns_round(a, turn) ? on_same_body(&a->a1, v3_neg(a->a1.local)) : a->a1, 1);
    build_input(out, a->a2, 2);
    across_pair(&a->a2, pair);
    for (int k = 0; k < 2 && turn != FIXED; k++)
        build_input(out, pair[k], 2);
    if (is_fixed(turn)) {
        build_input(out, a->b1, 1);
        build_input(out, a->b2, 2);
    }
}

static void place_inputs(struct constraint_build *out, enum spot place)
{
    const struct articulation *a = &out->articulation;
    struct connector pair[2];
    if (place == ANYWHERE)
        return;
    build_input(out, a->p, 1);
    build_input(out, a->q, 2);
    if (place == ON_POINT)
        return;
    across_pair(&a->u, pair);
    if (place != ON_LINE)
        build_input(out, a->u, 1);
    for (int k = 0; k < 2 && place != ON_PLANE; k++)
        build_input(out, pair[k], 1);
}

static void add_limits(struct constraint_build *out, enum spot place, enum turn turn)
{
    const struct articulation *a = &out->articulation;
    if (place == ON_LINE && isfinite(a->least))
        limit_place(out, AXIAL_LEAST, a);
    if (place == ON_LINE && isfinite(a->most))
        limit_place(out, AXIAL_MOST, a);
    if (place == ON_PLANE && a->least > 1e-9)
        limit_place(out, PLANAR_LEAST, a);
    if (place == ON_PLANE && isfinite(a->most))
        limit_place(out, PLANAR_MOST, a);
    if (a->angles && (turn == FREE || turn == FIXED) && a->angle_least > 1e-9)
        limit_angle(out, ANGLE_LEAST, a);
    if (a->angles && (turn == FREE || turn == FIXED) && a->angle_most < PI - 1e-9)
        limit_angle(out, ANGLE_MOST, a);
    if (a->twists && !is_fixed(turn) && a->twist_most - a->twist_least < 2 * PI - 1e-9) {
        limit_twist(out, TWIST_LEAST, a);
        limit_twist(out, TWIST_MOST, a);
    }
}

static const char *build(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out)
{
    (void)x;
    (void)count;
    enum spot place;
    enum turn turn;
    const char *wrong = read_place(args, out, &place);
    if (wrong == NULL)
        wrong = read_turn(args, out, &turn);
    if (wrong != NULL)
        return wrong;
    struct articulation *a = &out->articulation;
    a->whole = true;
    if (place != ANYWHERE || turn != FREE)
        out->form = &forms[TURNS * place + turn - 1];
    out->parameter[0] = place == ON_CIRCLE ? a->most : 1;
    out->parameter[1] = turns_round(a, turn) ? PI - a->angle_most : a->angle_most;
    out->parameter[2] = a->twist_most;
    turn_inputs(out, turn);
    place_inputs(out, place);
    add_limits(out, place, turn);
    out->wrong_argument = -1;
    if (out->form == NULL && out->limits == 0)
        return "the constraint is empty: expected hinge, or an angle with min or max";
    return NULL;
}

const struct constraint_class constraint_hinge = {
    .kind = {.group = TN_KIND_CONSTRAINT,
             .name = "hinge",
             .arguments =
                 "P Q; axial D min a max b; planar D min a max b; angle D E min a max b; twist D E min a max b",
             .help =
                 "the joints of 1994: a point on a point, an axis or a plane, and two objects rotating within limits",
             .example = "constraint object1 a; object2 b; hinge 0 0 -0.5 0 0 0.5; end"},
    .forms = forms,
    .form_count = sizeof forms / sizeof *forms,
    .fewest = HINGE_ARGUMENTS,
    .most = HINGE_ARGUMENTS,
    .build = build,
};
