/* Every registered constraint kind and form, as it was compiled: J, Ċ and γ against differences of C along random
 * motions, and the whole against the formula that `tenon kinds` prints. A new kind is tested without a line here. */
#include "motion.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/diagnostics.h"

enum { TRIES = 40 };

/* ---- random subjects ---- */

/* A body that may carry an input: points and directions may be anywhere, a spin needs a body. */
static struct connector random_connector(uint64_t *seed, enum input_type type)
{
    static const int bodies[] = {FREE_A, FREE_B, FREE_A, FREE_B, FIXED, DRIVEN, PARTICLE};
    int pick = (int)(4.5 * (random_number(seed) + 1)); /* 0 … 8 */
    if (type == INPUT_SPIN || type == INPUT_DIRECTION)
        pick = pick < 6 ? pick : pick % 6;
    if (type == INPUT_POINT && pick == 7)
        return (struct connector){CONNECTOR_CONSTANT, -1, 0, random_vector(seed)};
    if (type == INPUT_POINT && pick == 8)
        return (struct connector){CONNECTOR_TIME, -1, 0, v3(0, 0, 0)};
    int body = bodies[pick % 7];
    switch (type) {
    case INPUT_POINT:
        return (struct connector){CONNECTOR_POINT, body, -1, body == PARTICLE ? v3(0, 0, 0) : random_vector(seed)};
    case INPUT_DIRECTION:
        return (struct connector){CONNECTOR_DIRECTION, body, -1, random_unit(seed)};
    case INPUT_SPIN:
        return (struct connector){CONNECTOR_SPIN, body, -1, v3(0, 0, 0)};
    case INPUT_SCALAR:
        break;
    }
    return (struct connector){CONNECTOR_SCALAR, VARIABLE, -1, v3(0, 0, 0)};
}

/* The six directions of a frame alignment are two right-handed frames on two bodies. */
static void make_frames(uint64_t *seed, struct connector *c)
{
    for (int side = 0; side < 2; side++) {
        int body = side == 0 ? (random_number(seed) < 0 ? FREE_A : FIXED) : (random_number(seed) < 0 ? FREE_B : FREE_A);
        mat3 r = q_matrix(q_exp(v3_scale(2, random_vector(seed))));
        for (int k = 0; k < 3; k++)
            c[3 * side + k] = (struct connector){CONNECTOR_DIRECTION, body, -1, m3_column(&r, k)};
    }
}

static struct subject random_subject(const struct constraint_form *form, uint64_t *seed)
{
    struct subject s = {.name = form->name, .form = form};
    const char *units[CONSTRAINT_ROWS];
    s.rows = constraint_form_rows(form, units, s.level);
    while (s.inputs < CONSTRAINT_INPUTS && form->inputs[s.inputs].name != NULL) {
        s.input[s.inputs] = random_connector(seed, form->inputs[s.inputs].type);
        s.inputs++;
    }
    if (form->tie_frame > 0)
        make_frames(seed, s.input + form->tie_frame - 1);
    for (int k = 0; k < CONSTRAINT_PARAMETERS; k++)
        s.parameter[k] = 1 + 0.5 * random_number(seed);
    return s;
}

/* Differences are accurate only away from singularities of a formula: coinciding points, opposite directions, a wheel
 * that lies flat, an angle of half a turn. Near all of them some bias is large. */
static bool smooth_here(const struct subject *s, const struct motion *m)
{
    struct rows rows;
    const char *units[CONSTRAINT_ROWS];
    enum level levels[CONSTRAINT_ROWS];
    double angle = 0;
    subject_rows(s, m, 0.3, &rows);
    constraint_form_rows(s->form, units, levels);
    for (int r = 0; r < s->rows; r++)
        angle += strcmp(units[r], "rad") == 0 ? rows.c[r] * rows.c[r] : 0;
    if ((s->form->tie_direction > 0 || s->form->tie_frame > 0) && sqrt(angle) > 2.8)
        return false; /* close to opposite directions C itself has lost digits, and differences divide by h² */
    if (s->form->tie_direction > 0) { /* of a cone C is not the angle itself */
        struct signal g[2];
        connector_signals(s->input + s->form->tie_direction - 1, 2, m->pose, &m->time, g);
        if (v3_dot(g[0].y, g[1].y) < cos(2.8) * v3_norm(g[0].y) * v3_norm(g[1].y))
            return false;
    }
    for (int r = 0; r < s->rows; r++) {
        if (!(fabs(rows.gamma[r]) < 30) || !isfinite(rows.c[r]))
            return false;
        for (int i = 0; i < 6 * s->inputs; i++) /* so is the gradient of a twist whose directions lie along its axis */
            if (!(fabs(rows.j[i / 6][6 * r + i % 6]) < 4))
                return false;
    }
    for (int k = -3; k <= 3; k++) { /* an angle that jumps by a turn */
        struct rows other;
        struct motion n = motion_after(m, k * STEP);
        subject_rows(s, &n, 0.3, &other);
        for (int r = 0; r < s->rows; r++)
            if (!(fabs(other.c[r] - rows.c[r]) < 1))
                return false;
    }
    return true;
}

static void against_differences(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int c = 0; c < constraint_class_count(); c++)
        for (int f = 0; f < constraint_class_at(c)->form_count; f++) {
            int done = 0;
            for (int tries = 0; done < TRIES; tries++) {
                assert_true(tries < 20 * TRIES);
                struct motion m = random_motion(&seed);
                struct subject s = random_subject(&constraint_class_at(c)->forms[f], &seed);
                if (!smooth_here(&s, &m))
                    continue;
                check_rates(&s, &m, 0.3);
                check_jacobian(&s, &m, 0.3);
                done++;
            }
        }
}

/* ---- the printed formula ---- */

enum { NAMES = CONSTRAINT_INPUTS + CONSTRAINT_PARAMETERS };

/* What "kind distance (P: point, Q: point; d: number)" says. */
struct printed_kind {
    char name[NAMES][40], type[NAMES][16];
    int count;
    struct subject *subject;
};

static struct value symbols(struct formula *f, enum symbol_kind kind, int index, bool vector)
{
    struct value v = {.type = vector ? VALUE_VECTOR : VALUE_SCALAR};
    for (int k = 0; k < (vector ? 3 : 1); k++)
        v.e[k] = formula_symbol(f, symbol_key(kind, index, k));
    return v;
}

static bool printed_name(void *ctx, struct formula *f, const struct tree *t, const char *full, struct value *out)
{
    (void)t;
    const struct printed_kind *p = ctx;
    for (int i = 0; i < p->count; i++)
        if (strcmp(full, p->name[i]) == 0) {
            if (strcmp(p->type[i], "object") == 0)
                *out = (struct value){.type = VALUE_THING, .index = i};
            else if (strcmp(p->type[i], "number") == 0)
                *out = symbols(f, SYMBOL_PARAMETER, i - p->subject->inputs, false);
            else
                *out = symbols(f, SYMBOL_Y, i, true);
            return true;
        }
    return false;
}

static bool printed_call(void *ctx, struct formula *f, const struct tree *t, const char *function,
                         const struct value *args, int count, struct value *out)
{
    (void)ctx;
    (void)t;
    assert_int_equal(count, 1);
    if (strcmp(function, "omega") == 0)
        *out = symbols(f, SYMBOL_YD, args[0].index, true);
    else if (strcmp(function, "vel") == 0)
        *out = derive_rate(f, args[0]);
    else
        return false;
    return true;
}

/* Reads the names in the parentheses. */
static void read_header(const char *line, struct printed_kind *p)
{
    const char *at = strchr(line, '(') + 1;
    while (*at != ')') {
        int used = 0;
        assert_int_equal(sscanf(at, "%39[^:]: %15[a-z]%n", p->name[p->count], p->type[p->count], &used), 2);
        p->count++;
        at += used;
        at += strspn(at, ",; ");
    }
}

static double value_of(uint64_t key, const struct subject *s, const struct signal *g)
{
    const vec3 *v = symbol_kind_of(key) == SYMBOL_Y ? &g[symbol_index(key)].y : &g[symbol_index(key)].yd;
    if (symbol_kind_of(key) == SYMBOL_PARAMETER)
        return s->parameter[symbol_index(key)];
    assert_true(symbol_kind_of(key) == SYMBOL_Y || symbol_kind_of(key) == SYMBOL_YD);
    return symbol_component(key) == 0 ? v->x : symbol_component(key) == 1 ? v->y : v->z;
}

/* Evaluates one printed formula at the subject's inputs; returns how many numbers it gave. */
static int evaluate_print(struct printed_kind *p, const char *text, const struct motion *m, double *out)
{
    struct formula *f = formula_new();
    struct diagnostics *d = diagnostics_new();
    struct resolver r = {.ctx = p, .diagnostics = d, .name = printed_name, .call = printed_call};
    struct value v = derive_text(f, p->subject->name, text, &r);
    assert_true(v.type == VALUE_SCALAR || v.type == VALUE_VECTOR);
    struct signal g[CONSTRAINT_INPUTS];
    connector_signals(p->subject->input, p->subject->inputs, m->pose, &m->time, g);
    int count = formula_symbol_count(f), numbers = v.type == VALUE_VECTOR ? 3 : 1;
    double *symbol = calloc((size_t)(count + 1), sizeof *symbol);
    for (int i = 0; i < count; i++) /* accelerations occur only in rates of rates, which are not needed */
        if (symbol_kind_of(formula_symbol_key(f, i)) != SYMBOL_YDD)
            symbol[i] = value_of(formula_symbol_key(f, i), p->subject, g);
    for (int k = 0; k < numbers; k++)
        out[k] = formula_evaluate(f, v.e[k], symbol);
    free(symbol);
    formula_free(f);
    diagnostics_free(d);
    return numbers;
}

/* Takes "  row [m] formula" or "  speed row [m/s] formula" apart. */
static const char *read_row(const char *line, char *unit, enum level *level)
{
    const char *at = strstr(line, "row [");
    *level = strncmp(line, "  row", 5) == 0          ? LEVEL_POSITION
             : strncmp(line, "  speed row", 11) == 0 ? LEVEL_VELOCITY
                                                     : LEVEL_ACCELERATION;
    int used = 0;
    assert_int_equal(sscanf(at, "row [%15[^]]] %n", unit, &used), 1);
    return at + used;
}

/* Compares the lines of one form with its kernel; returns the line after them. */
static char *compare_form(const struct constraint_form *form, char *line, uint64_t *seed)
{
    struct motion m = random_motion(seed);
    struct subject s = random_subject(form, seed);
    struct printed_kind p = {.subject = &s};
    const char *units[CONSTRAINT_ROWS];
    enum level levels[CONSTRAINT_ROWS];
    struct rows rows;
    char head[80];
    subject_rows(&s, &m, 0.3, &rows);
    constraint_form_rows(form, units, levels);
    snprintf(head, sizeof head, "kind %s (", form->name);
    assert_int_equal(strncmp(line, head, strlen(head)), 0);
    read_header(line, &p);
    int row = 0;
    for (line = strtok(NULL, "\n"); line != NULL && line[0] == ' '; line = strtok(NULL, "\n")) {
        char unit[16];
        enum level level;
        double out[3];
        const char *text = read_row(line, unit, &level);
        int numbers = evaluate_print(&p, text, &m, out);
        for (int k = 0; k < numbers; k++, row++) {
            assert_true(row < s.rows);
            assert_string_equal(unit, units[row]);
            assert_int_equal(level, levels[row]);
            if (isfinite(rows.c[row]))
                near_(form->name, "the compiled C", row, rows.c[row], out[k], 4e-15);
            else
                assert_true(!isfinite(out[k]));
        }
    }
    assert_int_equal(row, s.rows);
    return line;
}

static void as_printed(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int tries = 0; tries < 10; tries++)
        for (int c = 0; c < constraint_class_count(); c++) {
            const struct constraint_class *k = constraint_class_at(c);
            char *text = tn_kind_formulas(k->kind.name);
            assert_non_null(text);
            char *line = strtok(text, "\n");
            while (line != NULL && strncmp(line, "kind ", 5) != 0)
                line = strtok(NULL, "\n");
            for (int f = 0; f < k->form_count; f++)
                line = compare_form(&k->forms[f], line, &seed);
            assert_null(line);
            free(text);
        }
}

/* ---- the same formula on a tape ---- */

static struct program *program_of(const struct constraint_form *form, const struct subject *s)
{
    struct formula *f = formula_new();
    struct diagnostics *d = diagnostics_new();
    node rows[CONSTRAINT_ROWS];
    enum connector_type types[CONSTRAINT_INPUTS];
    int count = 0;
    for (int i = 0; i < CONSTRAINT_ROWS && form->rows[i].formula != NULL; i++) {
        struct value v = derive_form_row(f, form, i, d);
        for (int k = 0; k < (v.type == VALUE_VECTOR ? 3 : 1); k++)
            rows[count++] = v.e[k];
    }
    for (int i = 0; i < s->inputs; i++)
        types[i] = s->input[i].type;
    assert_int_equal(count, s->rows);
    struct program *p = program_new(f, rows, s->level, count, s->inputs, types);
    formula_free(f);
    diagnostics_free(d);
    return p;
}

static void compare_numbers(const struct subject *s, const char *what, int row, double compiled, double run)
{
    if (isfinite(compiled) || isfinite(run))
        near_(s->name, what, row, compiled, run, 1e-12);
}

static void as_on_tape(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int tries = 0; tries < 10; tries++)
        for (int c = 0; c < constraint_class_count(); c++)
            for (int f = 0; f < constraint_class_at(c)->form_count; f++) {
                const struct constraint_form *form = &constraint_class_at(c)->forms[f];
                struct motion m = random_motion(&seed);
                struct subject s = random_subject(form, &seed), tape = s;
                struct rows compiled, run;
                struct program *p = program_of(form, &s);
                if (!smooth_here(&s, &m)) {
                    program_free(p);
                    continue;
                }
                tape.form = NULL;
                tape.program = p;
                tape.scratch = calloc(program_scratch(p), sizeof(double));
                subject_rows(&s, &m, 0.3, &compiled);
                subject_rows(&tape, &m, 0.3, &run);
                for (int r = 0; r < s.rows; r++) {
                    compare_numbers(&s, "C", r, compiled.c[r], run.c[r]);
                    compare_numbers(&s, "the rate", r, compiled.cd[r], run.cd[r]);
                    compare_numbers(&s, "the bias", r, compiled.gamma[r], run.gamma[r]);
                    for (int i = 0; i < s.inputs; i++)
                        for (int k = 0; k < 6; k++)
                            if (s.input[i].body >= 0)
                                compare_numbers(&s, "J", r, compiled.j[i][6 * r + k], run.j[i][6 * r + k]);
                }
                free(tape.scratch);
                program_free(p);
            }
}

/* ---- ties ---- */

/* Rows with ties broken, as in an evaluation. */
static void untied_rows(const struct subject *s, const struct motion *m, struct rows *out)
{
    struct signal signal[CONSTRAINT_INPUTS];
    connector_signals(s->input, s->inputs, m->pose, &m->time, signal);
    constraint_break_tie(s->form, signal);
    constraint_kernel_of(s->form)(signal, s->parameter, 0, out);
}

/* Puts a subject with a tie exactly there: E opposite to D and e1, e2 beside it, or the second frame half a turn from
 * the first. Everything is given in the axes of the bodies A and B. */
static void tie(struct subject *s, struct motion *m, vec3 axis)
{
    mat3 turned = q_matrix(q_mul((quat){0, axis.x, axis.y, axis.z}, m->turned[FREE_A]));
    const mat3 *a = &m->pose[FREE_A].r, *b = &m->pose[FREE_B].r;
    if (s->form->tie_frame > 0)
        for (int k = 0; k < 6; k++) {
            vec3 world = m3_column(k < 3 ? a : &turned, k % 3);
            s->input[s->form->tie_frame - 1 + k] =
                (struct connector){CONNECTOR_DIRECTION, k < 3 ? FREE_A : FREE_B, -1, m3_tmul(k < 3 ? a : b, world)};
        }
    if (s->form->tie_direction > 0) {
        vec3 e1 = v3_perpendicular(axis), world[4] = {v3_neg(axis), axis, e1, v3_cross(axis, e1)};
        for (int k = 0; k < 4; k++)
            s->input[s->form->tie_direction - 1 + k] =
                (struct connector){CONNECTOR_DIRECTION, k < 1 ? FREE_A : FREE_B, -1, m3_tmul(k < 1 ? a : b, world[k])};
    }
}

/* At a tie everything is finite, and the rates are those of the tilted directions. This close to the opposite C has
 * lost digits: only first differences are accurate. */
static void at_a_tie(void **state)
{
    (void)state;
    uint64_t seed = 4;
    const double h = 1e-6;
    int found = 0;
    for (int c = 0; c < constraint_class_count(); c++)
        for (int f = 0; f < constraint_class_at(c)->form_count; f++) {
            const struct constraint_form *form = &constraint_class_at(c)->forms[f];
            for (int tries = 0; tries < 20 && (form->tie_direction > 0 || form->tie_frame > 0); tries++, found++) {
                struct motion m = random_motion(&seed);
                struct subject s = random_subject(form, &seed);
                struct rows here, before, after;
                tie(&s, &m, random_unit(&seed));
                struct motion n = motion_after(&m, -h), o = motion_after(&m, h);
                untied_rows(&s, &m, &here);
                untied_rows(&s, &n, &before);
                untied_rows(&s, &o, &after);
                for (int r = 0; r < s.rows; r++) {
                    assert_true(isfinite(here.c[r]) && isfinite(here.gamma[r]));
                    near_(form->name, "the rate at a tie", r, here.cd[r], (after.c[r] - before.c[r]) / (2 * h), 1e-2);
                }
            }
        }
    assert_true(found >= 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_differences),
        cmocka_unit_test(as_printed),
        cmocka_unit_test(as_on_tape),
        cmocka_unit_test(at_a_tie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
