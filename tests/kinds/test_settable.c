/* test_settable.c: what the tables say can be set can be set: by a program and by the timeline, it is written and reads back,
 * and wrong numbers are refused with the parameter's name and range.
 *
 * Instances are made from the tables: the example of a kind, and statements with an argument of the right type for every
 * letter of its usages; options that a parameter needs are found by trying those of its table. */
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
#include "base/kind.h"
#include "stage.h"
#include "tenon/tenon.h"

enum { TEXT = 6000 };

/* ---- numbers ---- */

static uint64_t seed = 1;

static double scatter(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

/* How many are given: of an inertia the three that must be, of a gravity all. */
static int numbers_of(const tn_parameter *p) { return p->down ? p->most : p->fewest; }

/* A number that a parameter may have. */
static double good_number(const tn_parameter *p)
{
    double x = 0.9 + 0.2 * scatter();
    if (p->range >= TN_BETWEEN)
        x = p->low + (0.2 + 0.6 * scatter()) * (p->high - p->low);
    return p->whole ? floor(x) + 1 : x;
}

/* One that it may not have; false if it may have any. */
static bool bad_number(const tn_parameter *p, double *x)
{
    *x = p->range == TN_NOT_ZERO ? 0 : p->range >= TN_BETWEEN ? p->high + 1 : -1;
    return p->range != TN_ANY_NUMBER;
}

static void put_numbers(char *text, const double *v, int n)
{
    for (int i = 0; i < n; i++)
        snprintf(text + strlen(text), TEXT - strlen(text), " %.17g", v[i]);
}

/* ---- instances ---- */

static tn_world *try_read(const char *text, char **why)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "instance", text, d) != TN_OK) {
        *why = tn_diagnostics_text(d, 0);
        tn_world_free(w);
        w = NULL;
    }
    tn_diagnostics_free(d);
    return w;
}

static bool reads(const char *text)
{
    char *why = NULL;
    tn_world *w = try_read(text, &why);
    free(why);
    tn_world_free(w);
    return w != NULL;
}

static tn_thing thing_new(const tn_world *w)
{
    static const tn_thing_type types[] = {TN_THING_OBJECT, TN_THING_CONSTRAINT, TN_THING_FORCE};
    tn_thing t = {.type = TN_THING_NONE};
    for (int i = 0; i < 3 && t.type == TN_THING_NONE; i++)
        t = tn_thing_find(w, types[i], "new");
    return t;
}

/* The arguments of the i-th usage of a kind, each by its letter; false past the last. */
static bool arguments_of(const tn_kind *k, int i, char *text)
{
    static const char *const points[] = {"a.end1", "b.end2", "ball.center", "lower.center"},
                             *const objects[] = {"a", "b"}, *const joints[] = {"hip", "knee"};
    const char *at = k->arguments;
    char word[KIND_WORD];
    int n[128] = {0};
    for (; at != NULL && i > 0; i--) {
        at = strchr(at, '|');
        at = at != NULL ? at + 1 : NULL;
    }
    text[0] = '\0';
    while (at != NULL && kind_next(&at, word)) {
        char letter = kind_letter(word);
        const int m = n[(unsigned char)letter]++;
        const char *value = letter == 'P'   ? points[m % 4]
                            : letter == 'A' ? objects[m % 2]
                            : letter == 'J' ? joints[m % 2]
                            : letter == 'D' ? (m == 0 ? "(0, 0, 1)" : "(0, 1, 0)")
                            : letter == 'F' ? "(0, 0, 1)"
                            : letter == 's' ? "ring"
                            : letter == 'p' ? "loop"
                            : letter == 'w' ? word
                                            : "1.1";
        snprintf(text + strlen(text), TEXT - strlen(text), " %s", value);
    }
    return at != NULL;
}

static const tn_kind *kind_named(const char *name) { return tn_kind_find(name); }

/* Statements of a kind that read: its example first; NULL past the last. `options` stand in its block. */
static const char *instance(const tn_kind *k, int i, const char *options, char *text)
{
    char arguments[TEXT];
    const char *block = k->group == TN_KIND_CONSTRAINT ? "constraint" : "force";
    const char *arc =
        k->example != NULL && strstr(k->example, "arc1") != NULL ? "object arc1: circle 0 0 1; end\n" : "";
    if ((k->group == TN_KIND_OBJECT || k->group == TN_KIND_MATERIAL) && i == 0) {
        const char *end = strrchr(k->example, 'e'); /* of end */
        bool variable = strncmp(k->example, "object", 6) != 0;
        snprintf(text, TEXT, "%s%.*s%s%s\n", stage, variable ? (int)strlen(k->example) : (int)(end - k->example),
                 k->example, variable ? "" : options, variable ? "" : " end");
        return text;
    }
    if (k->group != TN_KIND_CONSTRAINT && k->group != TN_KIND_FORCE)
        return NULL;
    if (i == 0) {
        snprintf(text, TEXT, "%s%s%s new: %s %s end\n", stage, arc, block, k->example, options);
        return text;
    }
    if (!arguments_of(k, i - 1, arguments))
        return NULL;
    snprintf(text, TEXT, "%s%s%s new: %s%.4000s; %s end\n", stage, arc, block, k->name, arguments, options);
    return text;
}

/* An option as a statement: "min 1.02;", "motor speed 0.97;". */
static void put_option(char *text, const tn_parameter *p)
{
    double v[6];
    for (int i = 0; i < 6; i++)
        v[i] = good_number(p);
    if (p->symbol != NULL && strcmp(p->word, "soft") == 0) {
        snprintf(text + strlen(text), TEXT - strlen(text), " soft %.3g stiffness %.3g damping %.3g;", v[0], v[1], v[2]);
        return;
    }
    if (p->behind != NULL && strcmp(p->word, "limit") == 0)
        snprintf(text + strlen(text), TEXT - strlen(text), " %s speed 1", p->behind);
    else if (p->behind != NULL)
        snprintf(text + strlen(text), TEXT - strlen(text), " %s", p->behind);
    snprintf(text + strlen(text), TEXT - strlen(text), " %s", p->word);
    put_numbers(text, v, numbers_of(p));
    snprintf(text + strlen(text), TEXT - strlen(text), ";");
}

/* ---- what must hold ---- */

static tn_status set(tn_world *w, tn_thing t, const char *word, const double *v, int n, char **message)
{
    return t.type == TN_THING_OBJECT       ? tn_object_set(w, tn_thing_object(t), word, v, n, message)
           : t.type == TN_THING_CONSTRAINT ? tn_constraint_set(w, tn_thing_constraint(t), word, v, n, message)
                                           : tn_force_set(w, tn_thing_force(t), word, v, n, message);
}

static int get(tn_world *w, const char *word, double v[6])
{
    tn_thing t = thing_new(w);
    return t.type == TN_THING_OBJECT       ? tn_object_number(w, tn_thing_object(t), word, v)
           : t.type == TN_THING_CONSTRAINT ? tn_constraint_number(w, tn_thing_constraint(t), word, v)
                                           : tn_force_number(w, tn_thing_force(t), word, v);
}

/* Four numbers are a quaternion, which is made of length 1. */
static bool same(const double *a, const double *b, int n, double within)
{
    double la = 1, lb = 1;
    if (n == 4) {
        la = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3]);
        lb = sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2] + b[3] * b[3]);
    }
    for (int i = 0; i < n; i++)
        if (!(fabs(a[i] / la - b[i] / lb) <= within * (1 + fabs(b[i]))))
            return false;
    return true;
}

static void set_now(tn_world *w, const tn_parameter *p, const double *v, const char *text)
{
    double now[6], again[6];
    char *message = NULL, *why = NULL;
    if (set(w, thing_new(w), p->word, v, numbers_of(p), &message) != TN_OK)
        fail_msg("%s\nset %s is refused: %s", text, p->word, message);
    int n = get(w, p->word, now);
    if (n < numbers_of(p) || !same(now, v, numbers_of(p), 1e-12))
        fail_msg("%s\n%s was set and is not so: %d numbers, %.17g", text, p->word, n, now[0]);
    char *written = tn_write_text(w);
    tn_world *read = try_read(written, &why);
    if (read == NULL)
        fail_msg("%s\n%s", why, written);
    if (get(read, p->word, again) != n || !same(again, now, n, 1e-12))
        fail_msg("%s was set to %.17g and does not read back:\n%s\n%s", p->word, now[0], strstr(text, "new") - 20,
                 written);
    free(written);
    tn_world_free(read);
}

static void set_later(const tn_parameter *p, const double *v, const char *text)
{
    char whole[TEXT], *why = NULL;
    double now[6];
    snprintf(whole, sizeof whole, "%sat 0.001: set %s new", text, p->word);
    put_numbers(whole, v, numbers_of(p));
    snprintf(whole + strlen(whole), TEXT - strlen(whole), "; end\n");
    tn_world *w = try_read(whole, &why);
    if (w == NULL)
        fail_msg("%s\n%s", whole, why);
    if (tn_advance(w, 0.001) == TN_OK && tn_evaluate(w) == TN_OK) {
        int n = get(w, p->word, now);
        if (n < numbers_of(p) || !same(now, v, numbers_of(p), 0.05))
            fail_msg("%s\n%s is %.17g when its time has come", whole, p->word, now[0]);
    }
    tn_world_free(w);
}

static void refused(tn_world *w, const tn_parameter *p, double wrong, const char *part, const char *text)
{
    char whole[TEXT], *message = NULL, *why = NULL;
    double v[6], before[6], after[6];
    for (int i = 0; i < 6; i++)
        v[i] = i == 0 ? wrong : good_number(p);
    int n = get(w, p->word, before);
    if (set(w, thing_new(w), p->word, v, numbers_of(p), &message) != TN_WRONG_USE)
        fail_msg("%s\nset %s takes %g", text, p->word, wrong);
    if (strstr(message, p->word) == NULL || strstr(message, part) == NULL)
        fail_msg("%s\nset %s to %g: '%s' does not say '%s'", text, p->word, wrong, message, part);
    assert_true(get(w, p->word, after) == n && memcmp(before, after, sizeof *before * (size_t)n) == 0);
    free(message);
    if (isnan(wrong)) /* no text has such a number */
        return;
    snprintf(whole, sizeof whole, "%sat 0.001: set %s new", text, p->word);
    put_numbers(whole, v, numbers_of(p));
    snprintf(whole + strlen(whole), TEXT - strlen(whole), "; end\n");
    tn_world *read = try_read(whole, &why);
    if (read != NULL)
        fail_msg("%s\nis read", whole);
    if (strstr(why, p->word) == NULL || strstr(why, part) == NULL)
        fail_msg("%s\n'%s' does not say '%s'", whole, why, part);
    free(why);
}

/* ---- all of them ---- */

/* One parameter of an instance, if this one has it. */
static bool check(const tn_parameter *p, const char *text)
{
    char *why = NULL, *must = tn_parameter_must(p);
    double v[6], wrong;
    tn_thing_parameter has;
    bool found = false;
    tn_world *w = try_read(text, &why);
    free(why);
    why = NULL;
    for (int i = 0; w != NULL && !found && tn_thing_parameter_at(w, thing_new(w), i, &has); i++)
        found = strcmp(has.is->word, p->word) == 0 && !has.formula;
    for (int i = 0; i < 6; i++)
        v[i] = good_number(p);
    if (found && set(w, thing_new(w), p->word, v, numbers_of(p), &why) != TN_OK) {
        assert_true(strlen(why) > 20); /* not of this one: a reason is given, as that it is fixed */
        free(why);
        found = false;
    }
    if (found) {
        refused(w, p, NAN, "", text);
        if (bad_number(p, &wrong))
            refused(w, p, wrong, must, text);
        set_now(w, p, v, text);
        set_later(p, v, text);
    }
    free(must);
    tn_world_free(w);
    return found;
}

/* With the option itself, and with another one of its table that it may need; `by` is one of them. */
static int check_kind(const tn_kind *k, const tn_parameter *p, const tn_parameter *others)
{
    char text[TEXT], options[TEXT];
    int found = 0;
    const tn_parameter *by = parameter_find(others, "by");
    for (int i = 0; instance(k, i, "", text) != NULL; i++) {
        found += check(p, text);
        options[0] = '\0';
        if (!p->argument)
            put_option(options, p);
        found += check(p, instance(k, i, options, text));
        size_t length = strlen(options);
        for (const tn_parameter *q = others; found == 0 && q != NULL && q->word != NULL; q++) {
            options[length] = '\0';
            if (q == p || q->most == 0 || q->behind != NULL)
                continue;
            put_option(options, q);
            found += check(p, instance(k, i, options, text));
        }
        for (int b = 0; by != NULL && by->choices[b] != NULL; b++) {
            snprintf(options + length, TEXT - length, " by %s;", by->choices[b]);
            found += check(p, instance(k, i, options, text));
        }
    }
    return found;
}

/* Parameters of one kind. */
static void parameters_of_kinds(void **state)
{
    (void)state;
    const tn_kind *k;
    int checked = 0;
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++)
        for (const tn_parameter *p = k->parameters; p != NULL && p->word != NULL; p++) {
            if (!p->settable || k->group == TN_KIND_STATEMENT || strcmp(k->name, "snake") == 0)
                continue; /* a snake needs a picture */
            int found = check_kind(k, p, k->parameters);
            if (found == 0)
                fail_msg("%s of %s is said to be settable, and no instance has it", p->word, k->name);
            checked += found;
        }
    print_message("%d instances\n", checked);
}

/* Parameters of all objects and of all constraints: each kind that has them, and one at least. */
static void parameters_of_blocks(void **state)
{
    (void)state;
    static const struct {
        const char *statement;
        tn_kind_group group;
    } blocks[] = {{"object", TN_KIND_OBJECT}, {"constraint", TN_KIND_CONSTRAINT}};
    const tn_kind *k;
    for (int b = 0; b < 2; b++) {
        const tn_parameter *list = kind_named(blocks[b].statement)->parameters;
        for (const tn_parameter *p = list; p->word != NULL; p++) {
            int found = 0;
            for (int i = 0; p->settable && found < effort(1000, 4) && (k = tn_kind_at(i)) != NULL; i++)
                if (k->group == blocks[b].group && parameter_find(k->parameters, p->word) == NULL)
                    found += check_kind(k, p, list);
            bool in_kinds = false; /* limits and motors belong to kinds, and were checked there */
            for (int i = 0; (k = tn_kind_at(i)) != NULL; i++)
                in_kinds |= k->group == blocks[b].group && parameter_find(k->parameters, p->word) != NULL;
            if (p->settable && found == 0 && !in_kinds)
                fail_msg("%s of '%s' is said to be settable, and no kind has it", p->word, blocks[b].statement);
        }
    }
}

/* A word of another program is answered with the kind that it means. */
static void synonyms(void **state)
{
    (void)state;
    const tn_kind *k;
    int words = 0;
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++)
        for (int s = 0; s < TN_SYNONYMS && k->synonyms[s] != NULL; s++) {
            const char *word = k->synonyms[s];
            char text[TEXT], *why = NULL;
            bool meant = false;
            for (int n = 0; tn_kind_meant(word, n) != NULL; n++)
                meant |= tn_kind_meant(word, n) == k;
            assert_true(meant);
            snprintf(text, sizeof text,
                     k->group == TN_KIND_INTEGRATOR                                   ? "world: integrator %s; end"
                     : k->group == TN_KIND_OBJECT && strcmp(k->name, "variable") != 0 ? "object x: %s 1; end"
                                                                                      : "%s 1;",
                     word);
            assert_false(reads(text));
            tn_world *w = try_read(text, &why);
            assert_null(w);
            if (strstr(why, k->name) == NULL && strstr(why, "which belongs") == NULL &&
                strstr(why, "has no name") == NULL)
                fail_msg("%s (for %s): %s", text, k->name, why);
            free(why);
            words++;
        }
    print_message("%d synonyms\n", words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(parameters_of_kinds), cmocka_unit_test(parameters_of_blocks),
                                       cmocka_unit_test(synonyms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
