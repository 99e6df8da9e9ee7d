/* User-defined formulas (keep, speed, acceleration) on tapes: J, Ċ and γ against differences along random motions;
 * acceleration rows against the formula itself at random accelerations. */
#include "motion.h"

#include <stdlib.h>

#include "base/diagnostics.h"

/* The names that the formulas below use, and their meaning. */
enum { P, Q, R, S, F, G, X, D, E, U, A, B, N, INPUTS };
static const struct {
    const char *name;
    struct connector connector;
} known[INPUTS] = {
    [P] = {"P", {CONNECTOR_POINT, FREE_A, -1, {0.3, -0.2, 0.5}}},
    [Q] = {"Q", {CONNECTOR_POINT, FREE_B, -1, {-0.7, 0.1, 0.4}}},
    [R] = {"R", {CONNECTOR_POINT, FREE_A, -1, {0, 0, 0}}},
    [S] = {"S", {CONNECTOR_POINT, PARTICLE, -1, {0, 0, 0}}},
    [F] = {"F", {CONNECTOR_POINT, FIXED, -1, {1, 0, 0.2}}},
    [G] = {"G", {CONNECTOR_POINT, DRIVEN, -1, {0.2, 0.2, -0.6}}},
    [X] = {"X", {CONNECTOR_TIME, -1, 0, {0, 0, 0}}},
    [D] = {"D", {CONNECTOR_DIRECTION, FREE_A, -1, {0.6, 0, 0.8}}},
    [E] = {"E", {CONNECTOR_DIRECTION, FREE_B, -1, {0, 1, 0}}},
    [U] = {"U", {CONNECTOR_CONSTANT, -1, 1, {0, 0, 1}}},
    [A] = {"A", {CONNECTOR_SPIN, FREE_A, -1, {0, 0, 0}}},
    [B] = {"B", {CONNECTOR_SPIN, FREE_B, -1, {0, 0, 0}}},
    [N] = {"n", {CONNECTOR_SCALAR, VARIABLE, -1, {0, 0, 0}}},
};

static const double let_k = 1.7;

static struct value symbols(struct formula *f, enum symbol_kind kind, int i)
{
    bool scalar = known[i].connector.type == CONNECTOR_SCALAR;
    struct value v = {.type = scalar ? VALUE_SCALAR : VALUE_VECTOR};
    for (int k = 0; k < (scalar ? 1 : 3); k++)
        v.e[k] = formula_symbol(f, symbol_key(kind, i, k));
    return v;
}

static bool name_of(void *ctx, struct formula *f, const struct tree *t, const char *full, struct value *out)
{
    (void)ctx;
    (void)t;
    for (int i = 0; i < INPUTS; i++)
        if (strcmp(full, known[i].name) == 0) {
            *out = known[i].connector.type == CONNECTOR_SPIN ? (struct value){.type = VALUE_THING, .index = i}
                                                             : symbols(f, SYMBOL_Y, i);
            return true;
        }
    *out = (struct value){.type = VALUE_SCALAR};
    if (strcmp(full, "t") == 0)
        out->e[0] = formula_symbol(f, symbol_key(SYMBOL_TIME, 0, 0));
    else if (strcmp(full, "k") == 0)
        out->e[0] = formula_symbol(f, symbol_key(SYMBOL_PARAMETER, 0, 0));
    else
        return false;
    return true;
}

static bool call(void *ctx, struct formula *f, const struct tree *t, const char *function, const struct value *args,
                 int count, struct value *out)
{
    (void)ctx;
    (void)t;
    assert_int_equal(count, 1);
    if (strcmp(function, "omega") == 0)
        *out = symbols(f, SYMBOL_YD, args[0].index);
    else if (strcmp(function, "vel") == 0)
        *out = derive_rate(f, args[0]);
    else if (strcmp(function, "acc") == 0)
        *out = derive_rate(f, derive_rate(f, args[0]));
    else
        return false;
    return true;
}

/* Reads rows of one level into a subject; the formula is kept for evaluation. */
static struct subject read_rows(struct formula *f, const char *text, enum level level, node rows[3])
{
    struct subject s = {.name = text, .inputs = INPUTS, .parameter = {let_k}};
    struct diagnostics *d = diagnostics_new();
    struct resolver r = {.diagnostics = d, .name = name_of, .call = call};
    enum connector_type types[INPUTS];
    struct value v = derive_text(f, "keep", text, &r);
    assert_int_equal(diagnostics_errors(d), 0);
    s.rows = v.type == VALUE_VECTOR ? 3 : 1;
    for (int k = 0; k < s.rows; k++) {
        rows[k] = v.e[k];
        s.level[k] = level;
    }
    for (int i = 0; i < INPUTS; i++) {
        s.input[i] = known[i].connector;
        types[i] = known[i].connector.type;
    }
    struct program *p = program_new(f, rows, s.level, s.rows, INPUTS, types);
    assert_int_equal(program_rows(p), s.rows);
    s.program = p;
    s.scratch = calloc(program_scratch(p), sizeof(double));
    diagnostics_free(d);
    return s;
}

static void end(struct subject *s)
{
    program_free((struct program *)s->program);
    free(s->scratch);
}

static void check(const char *text, enum level level)
{
    uint64_t seed = 11;
    struct formula *f = formula_new();
    node rows[3];
    struct subject s = read_rows(f, text, level, rows);
    for (int tries = 0; tries < 20; tries++) {
        struct motion m = random_motion(&seed);
        struct rows here;
        double t = random_number(&seed);
        subject_rows(&s, &m, t, &here);
        if (!(fabs(here.gamma[0]) < 30)) /* near a pole differences are useless */
            continue;
        check_rates(&s, &m, t);
        check_jacobian(&s, &m, t);
    }
    end(&s);
    formula_free(f);
}

static void position_formulas(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "P - Q",
        "cross(D, E)",
        "norm(P - Q) - k",
        "dot(D, Q - R) - sin(t)*k",
        "P.x^2 + P.y^2 - P.z*n",
        "dot(cross(P - F, Q - G), X - S)",
        "unit(P - X)*exp(n/2) - (cos(t), sin(t), t^2)",
        "atan2(dot(E, cross(D, U)), dot(D, E)) - n",
        "sqrt(1 + dot(P, Q)^2) + log(2 + n^2) - t*n",
        "if(n < 10, P.x^3, sqrt(-1 - n^2))",
        "if(n > 10, log(-1 - n^2), P.y*Q.x - t)",
        "pow(2 + sin(P.x), n) - abs(5 + Q.z)",
        "turn(dot(D, E))*dot(E, U)",
        "asin(dot(D, U)/2) + acos(dot(E, U)/2) - atan(n*t)",
        "max(P.x - 10, n) + min(Q.y, t + 9)",
        "norm(S - G)/(2 + norm(S - X)) - k/(3 + cos(n))",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check(texts[i], LEVEL_POSITION);
}

static void speed_formulas(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "vel(P) - vel(Q)",
        "omega(A) - k*omega(B) - (0, 0, sin(t))",
        "dot(omega(A), D) - 3*t",
        "norm(vel(S)) - k",
        "dot(vel(P), vel(Q)) - n*vel(n)",
        "vel(norm(P - Q)) - cos(t)*n",
        "vel(R) + cross(omega(A), (0, 0, -k)) - vel(G)",
        "vel(P).x*Q.y - vel(Q).z^2 + X.x",
        "dot(vel(D), E) + dot(vel(X), U)",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check(texts[i], LEVEL_VELOCITY);
}

/* ---- accelerations ---- */

/* ÿ = Y_q v̇ + β of one connector when its body has the accelerations a, alpha. */
static vec3 second_rate(const struct connector *c, const struct signal *g, const vec3 *a, const vec3 *alpha)
{
    vec3 none = v3(0, 0, 0);
    bool moving = c->body >= 0 && movable(c->body);
    vec3 linear = moving ? a[c->body] : none, turning = moving && turns(c->body) ? alpha[c->body] : none;
    switch (c->type) {
    case CONNECTOR_CONSTANT:
    case CONNECTOR_TIME:
        return g->beta;
    case CONNECTOR_POINT:
        return v3_add(v3_add(linear, v3_cross(turning, g->lever)), g->beta);
    case CONNECTOR_DIRECTION:
        return v3_add(v3_cross(turning, g->lever), g->beta);
    case CONNECTOR_SPIN:
        return v3_add(turning, g->beta);
    case CONNECTOR_SCALAR:
        return v3(linear.x, 0, 0);
    }
    return none;
}

static double pick(vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

static double symbol_value(uint64_t key, double t, const struct signal *g, const vec3 *ydd)
{
    int i = symbol_index(key), k = symbol_component(key);
    switch (symbol_kind_of(key)) {
    case SYMBOL_TIME:
        return t;
    case SYMBOL_PARAMETER:
        return let_k;
    case SYMBOL_Y:
        return pick(g[i].y, k);
    case SYMBOL_YD:
        return pick(g[i].yd, k);
    case SYMBOL_YDD:
        return pick(ydd[i], k);
    case SYMBOL_LEVER:
    case SYMBOL_BETA:
    case SYMBOL_TURNS:
    case SYMBOL_PROBE:
        break;
    }
    return NAN;
}

/* ψ at random accelerations must be J v̇ + γ. */
static void check_acceleration(const char *text)
{
    uint64_t seed = 12;
    struct formula *f = formula_new();
    node rows[3];
    struct subject s = read_rows(f, text, LEVEL_ACCELERATION, rows);
    for (int r = 0; r < s.rows; r++)
        assert_true(derive_is_affine(f, rows[r], INPUTS));
    for (int tries = 0; tries < 20; tries++) {
        struct motion m = random_motion(&seed);
        struct rows here;
        struct signal g[INPUTS];
        vec3 a[BODIES], alpha[BODIES], ydd[INPUTS];
        double t = random_number(&seed);
        subject_rows(&s, &m, t, &here);
        connector_signals(s.input, INPUTS, m.pose, &m.time, g);
        for (int b = 0; b < BODIES; b++) {
            a[b] = b == VARIABLE ? v3(random_number(&seed), 0, 0) : random_vector(&seed);
            alpha[b] = random_vector(&seed);
        }
        for (int i = 0; i < INPUTS; i++)
            ydd[i] = second_rate(&s.input[i], &g[i], a, alpha);
        int count = formula_symbol_count(f);
        double *symbol = calloc((size_t)(count + 1), sizeof *symbol);
        for (int i = 0; i < count; i++)
            symbol[i] = symbol_value(formula_symbol_key(f, i), t, g, ydd);
        for (int r = 0; r < s.rows; r++) {
            double sum = here.gamma[r];
            for (int i = 0; i < INPUTS; i++)
                for (int k = 0; k < 6 && s.input[i].body >= 0 && movable(s.input[i].body); k++) {
                    bool there = k < 3 || turns(s.input[i].body);
                    double v = k < 3 ? pick(a[s.input[i].body], k) : pick(alpha[s.input[i].body], k - 3);
                    sum += there ? here.j[i][6 * r + k] * v : 0;
                }
            near_(text, "J v̇ + γ", r, sum, formula_evaluate(f, rows[r], symbol), 1e-12);
        }
        free(symbol);
    }
    end(&s);
    formula_free(f);
}

static void acceleration_formulas(void **state)
{
    (void)state;
    check_acceleration("acc(P) - (0, 0, -k)");
    check_acceleration("acc(n) - sin(t)*acc(S).x");
    check_acceleration("dot(acc(P) - acc(Q), D) - n^2");
    check_acceleration("dot(vel(omega(A)), E) - t");
    check_acceleration("acc(norm(P - Q)) - k*acc(dot(D, E))");
    check_acceleration("acc(X).y + acc(G).z - acc(S).z*vel(P).x");
}

static void not_linear_in_accelerations(void **state)
{
    (void)state;
    static const char *const texts[] = {"norm(acc(P)) - 1", "acc(n)^2", "acc(n)*acc(P).x"};
    for (int i = 0; i < 3; i++) {
        struct formula *f = formula_new();
        node rows[3];
        struct subject s = read_rows(f, texts[i], LEVEL_ACCELERATION, rows);
        assert_false(derive_is_affine(f, rows[0], INPUTS));
        end(&s);
        formula_free(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(position_formulas),
        cmocka_unit_test(speed_formulas),
        cmocka_unit_test(acceleration_formulas),
        cmocka_unit_test(not_linear_in_accelerations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
