/* test_formulas_of_numbers.c: numbers of constraints and forces, for every kind and every number in the tables: a formula of t
 * or of the motion is followed or refused with a message, never frozen; ranges hold for literals, lets and programs alike; what
 * a kind does not have is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/kind.h"
#include "constraint/constraint.h"
#include "force/force.h"
#include "stage.h"
#include "tenon/tenon.h"

enum { TEXT = 6000 };

static tn_world *read_of(const char *text, char **why)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    *why = NULL;
    if (tn_read_text(w, "t", text, d) != TN_OK) {
        char *said = tn_diagnostics_text(d, 0);
        *why = strdup(said);
        tn_free(said);
        tn_world_free(w);
        w = NULL;
    }
    tn_diagnostics_free(d);
    return w;
}

/* A statement of a kind with `number` as its parameter p; arguments of the stage. */
static bool statement_of(const tn_kind *kind, const tn_parameter *p, const char *number, char text[TEXT])
{
    const char *at = kind->arguments;
    char word[KIND_WORD];
    static const char *const points[] = {"a.center", "b.center", "ball.center", "lower.center"};
    int seen[256] = {0};
    snprintf(text, TEXT, "%s", kind->name);
    while (strcmp(kind->arguments, FORCE_ON_ONE_OR_ALL) != 0 && kind_next(&at, word)) {
        const char letter = kind_letter(word);
        const int k = seen[(unsigned char)letter]++;
        const char *given = letter == 'P'   ? points[k % 4]
                            : letter == 'D' ? (k == 0 ? "a.z" : "b.z")
                            : letter == 'A' ? (k == 0 ? "a" : "b")
                            : letter == 'J' ? (k == 0 ? "hip" : "knee")
                            : letter == 'F' ? "(0, 0, 1)"
                            : letter == 'd' ? "1"
                                            : NULL;
        if (given == NULL)
            return false;
        const bool here = p->argument && (p->down || (p->symbol != NULL && strcmp(p->symbol, word) == 0));
        if (here && letter == 'F')
            snprintf(text + strlen(text), TEXT - strlen(text), " (0, 0, %s)", number);
        else
            snprintf(text + strlen(text), TEXT - strlen(text), " %s", here ? number : given);
    }
    if (!p->argument)
        snprintf(text + strlen(text), TEXT - strlen(text), " %s %s", p->word, number);
    return true;
}

static bool bad_number(const tn_parameter *p, double *x)
{
    *x = p->range == TN_NOT_ZERO ? 0 : p->range >= TN_BETWEEN ? p->high + 1 : -5;
    return p->range != TN_ANY_NUMBER;
}

/* Reads a statement in the stage; NULL: refused, and then with a message. */
static tn_world *try_statement(const char *block, const char *before, const char *statement)
{
    char text[TEXT + sizeof stage + 200], *why;
    snprintf(text, sizeof text, "%s%s\n%s new: %s; end\n", stage, before, block, statement);
    tn_world *w = read_of(text, &why);
    assert_true(w != NULL || (why != NULL && strstr(why, "error") != NULL));
    free(why);
    return w;
}

/* How far two worlds are apart. */
static double apart(tn_world *w, tn_world *still)
{
    static const char *const names[] = {"a", "b", "ball", "upper", "lower"};
    double sum = 0;
    for (int i = 0; i < 5; i++) {
        tn_pose p, q;
        assert_int_equal(tn_object_pose(w, tn_object_find(w, names[i]), &p), TN_OK);
        assert_int_equal(tn_object_pose(still, tn_object_find(still, names[i]), &q), TN_OK);
        sum += fabs(p.velocity.x - q.velocity.x) + fabs(p.velocity.y - q.velocity.y) +
               fabs(p.velocity.z - q.velocity.z) + fabs(p.spin.x - q.spin.x) + fabs(p.spin.y - q.spin.y) +
               fabs(p.spin.z - q.spin.z);
    }
    return sum;
}

/* Things that move in all ways, so that every force and coupling is felt. */
static void set_moving(tn_world *w)
{
    static const struct {
        const char *name, *what;
        double v[3];
    } at[] = {{"a", "velocity", {0.3, 0.1, 0.2}},
              {"a", "spin", {1, 2, 0.5}},
              {"b", "velocity", {-0.2, 0.4, 0}},
              {"upper", "spin", {0, 0, 2}}};
    for (int i = 0; i < 4; i++)
        assert_int_equal(tn_object_set(w, tn_object_find(w, at[i].name), at[i].what, at[i].v, 3, NULL), TN_OK);
}

static int followed, refused;

static void formula_of(const tn_kind *kind, const tn_parameter *p, const char *block)
{
    char text[TEXT], constant[TEXT];
    if (!statement_of(kind, p, "(1 + 20*t)", text) || !statement_of(kind, p, "1", constant))
        return;
    tn_world *still = try_statement(block, "", constant), *w = still != NULL ? try_statement(block, "", text) : NULL;
    if (still == NULL)
        return; /* it needs more than this */
    if (w == NULL) {
        refused++;
        assert_false(p->formula);
    } else {
        followed++;
        set_moving(w);
        set_moving(still);
        if (tn_advance(w, 0.05) != TN_OK || tn_advance(still, 0.05) != TN_OK)
            fail_msg("%s does not run: %s%s", text, tn_failure(w), tn_failure(still));
        if (!(apart(w, still) > 1e-6))
            fail_msg("a formula of t is not followed: %s", text);
    }
    tn_world_free(w);
    tn_world_free(still);
}

static void range_of(const tn_kind *kind, const tn_parameter *p, const char *block)
{
    char text[TEXT], let[100], number[40];
    double x;
    if (!bad_number(p, &x) || !statement_of(kind, p, "1", text))
        return;
    tn_world *w = try_statement(block, "", text);
    const bool reads = w != NULL;
    tn_world_free(w);
    snprintf(number, sizeof number, "%g", x);
    snprintf(let, sizeof let, "let q = 1; let bad = q*(0%+g);", x);
    const char *const ways[] = {number, "bad", "(0 + bad)"};
    for (int i = 0; i < 3 && reads && p->most == 1; i++) {
        statement_of(kind, p, ways[i], text);
        w = try_statement(block, let, text);
        if (w != NULL)
            fail_msg("%s is not refused, with %s", text, let);
    }
}

static void each(void check(const tn_kind *, const tn_parameter *, const char *))
{
    for (int i = 0; i < constraint_class_count(); i++) {
        const tn_kind *kind = &constraint_class_at(i)->kind;
        for (const tn_parameter *p = kind->parameters; p != NULL && p->word != NULL; p++)
            if (p->argument && p->most > 0)
                check(kind, p, "constraint");
    }
    for (int i = 0; i < force_class_count(); i++) {
        const tn_kind *kind = &force_class_at(i)->kind;
        for (const tn_parameter *p = kind->parameters; p != NULL && p->word != NULL; p++)
            if (force_class_at(i)->source == FORCE_OF_NUMBERS && p->most > 0 && p->behind == NULL)
                check(kind, p, "force");
    }
}

static void formulas(void **state)
{
    (void)state;
    each(formula_of);
    assert_true(followed >= 8 && refused >= 1);
}

static void ranges(void **state)
{
    (void)state;
    each(range_of);
}

/* The same ranges for programs, and members that a kind does not have. */
static void programs(void **state)
{
    (void)state;
    char *why;
    tn_world *w = read_of(stage, &why);
    assert_non_null(w);
    for (int i = 0; i < force_class_count(); i++) {
        const tn_kind *kind = &force_class_at(i)->kind;
        static const char *const words[] = {"stiffness", "rest", "damping", "linear", "angular"};
        for (int k = 0; k < 5 && force_class_at(i)->source == FORCE_OF_NUMBERS; k++) {
            if (parameter_find(kind->parameters, words[k]) != NULL)
                continue;
            tn_force_def d = {.size = sizeof(tn_force_def), .kind = kind->name};
            double *const member[] = {&d.stiffness, &d.rest, &d.damping, &d.linear, &d.angular};
            *member[k] = 2;
            char *message = NULL;
            tn_force_add(w, &d, &message);
            assert_non_null(message);
            assert_non_null(strstr(message, "has no"));
            assert_non_null(strstr(message, words[k]));
            free(message);
        }
    }
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(formulas), cmocka_unit_test(ranges),
                                       cmocka_unit_test(programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
