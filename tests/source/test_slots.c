/* Numbers of constraints and forces set in the text: for every kind in the tables, with every way of writing the points,
 * directions and vectors that stand before them. What is set is what the text then says; nothing else changes. */
#include "base/kind.h"
#include "constraint/constraint.h"
#include "force/force.h"
#include "scenes.h"

enum { TEXT = 4000, WAYS = 5, SLOTS = 8 };

static const char stage[] = "let h = 0.25; let v = (0, 0, 2.5); let u = (0, 0, 1); let min-length = 1;\n"
                            "object a: rod 1 0.05; position 0 0 1; end\n"
                            "object b: rod 1 0.05; position 0 0 3; end\n"
                            "object rest: sphere 0.1; position 0 2 0; end\n"
                            "object upper: box 0.1 0.1 0.1; position 7 0 0; end\n"
                            "object lower: box 0.1 0.1 0.1; position 7 1 0; end\n"
                            "constraint hip: revolute world upper upper.center (0, 0, 1); end\n"
                            "constraint knee: revolute world lower lower.center (0, 0, 1); end\n";

/* The ways of writing an argument of a letter; the first slot of each letter is of object a. */
static const char *way_of(char letter, bool first, int way)
{
    static const char *const points[] = {"b.center", "(h, 0, 2)", "h 0 2", "v", "(v + (0, h, 0))"};
    static const char *const moving[] = {"a.center", "a.end1", "a.at(0, 0, 0.1)", "a.end2", "a.center"};
    static const char *const directions[] = {"b.z", "(h, 0, 1)", "h 0 1", "u", "(2*u)"};
    static const char *const turning[] = {"a.z", "a.x", "a.y", "a.z", "a.x"};
    static const char *const vectors[] = {"(h, 0, 3)", "h 0 3", "(0, (1 + 2), h)", "0 h (3*h)", "(0, 0, 1)"};
    static const char *const numbers[] = {"1.5", "(1 + h)", "h", "1.5e0", "150cm"};
    switch (letter) {
    case 'P':
        return (first ? moving : points)[way];
    case 'D':
        return (first ? turning : directions)[way];
    case 'A':
        return first ? "a" : "b";
    case 'J':
        return first ? "hip" : "knee";
    case 'F':
        return vectors[way];
    case 'd':
        return numbers[way];
    default:
        return NULL;
    }
}

/* A statement of the form that begins at *form, the ways in the digits of `code`; false if it cannot be written. */
static bool write_form(const tn_kind *kind, const char *form, int code, char text[TEXT])
{
    char word[KIND_WORD];
    bool seen[256] = {false};
    snprintf(text, TEXT, "%s", kind->name);
    if (strcmp(kind->arguments, FORCE_ON_ONE_OR_ALL) == 0)
        snprintf(text, TEXT, "%s%s", kind->name, code % 2 == 0 ? " on rest" : "");
    else if (strcmp(kind->name, "gravity") == 0)
        snprintf(text, TEXT, "%s%s", kind->name, code % 2 == 0 ? " (h, 0, -9)" : " 1 2 3");
    else
        while (kind_next(&form, word)) {
            const char letter = kind_letter(word);
            const char *way = way_of(letter, !seen[(unsigned char)letter], code % WAYS);
            seen[(unsigned char)letter] = true;
            code /= WAYS;
            if (way == NULL)
                return false;
            snprintf(text + strlen(text), TEXT - strlen(text), " %s", way);
        }
    return true;
}

static double good_number(const tn_parameter *p, int k)
{
    double x = 1.0625 + 0.125 * k;
    return p->range >= TN_BETWEEN ? p->low + (p->high - p->low) * 0.25 : x;
}

static tn_world *read_of(const char *text)
{
    tn_world *w = tn_world_new();
    if (tn_read_text(w, "t.tn", text, NULL) == TN_OK)
        return w;
    tn_world_free(w);
    return NULL;
}

static int numbers_now(tn_world *w, bool force, const char *word, double v[6])
{
    return force ? tn_force_number(w, tn_force_find(w, "new"), word, v)
                 : tn_constraint_number(w, tn_constraint_find(w, "new"), word, v);
}

/* Sets one parameter in a text that reads; how many numbers were set. */
static int check_set(const char *text, bool force, const tn_kind *kind, const tn_parameter *p)
{
    double to[3] = {good_number(p, 0), good_number(p, 1), good_number(p, 2)}, before[6], now[6];
    tn_source *s = tn_source_text("t.tn", text);
    char *message = NULL;
    tn_place at;
    int last = tn_source_count(s) - 1;
    while (last >= 0 && strcmp(tn_def_word(tn_source_def(s, last)), force ? "force" : "constraint") != 0)
        last--;
    assert_true(last >= 0 && tn_source_at(s, last, &at));
    const tn_status status = tn_source_set(s, &at, p->word, to, p->most, 0, TN_EDIT_HERE, &message);
    const char *after = tn_source_file_text(s, 0, NULL);
    tn_world *old = read_of(text), *w = read_of(after);
    assert_non_null(old);
    if (status != TN_OK) {
        assert_non_null(message);
        assert_string_equal(after, text);
    } else {
        if (w == NULL)
            fail_msg("after %s was set, this does not read: %s", p->word, after + strlen(stage));
        assert_int_equal(numbers_now(w, force, p->word, now), p->most);
        for (int k = 0; k < p->most; k++)
            if (fabs(now[k] - to[k]) > 1e-12)
                fail_msg("%s set to %g reads %g: %s", p->word, to[k], now[k], after + strlen(stage));
        for (const tn_parameter *o = kind->parameters; o->word != NULL; o++) {
            const int n = o == p ? 0 : numbers_now(old, force, o->word, before);
            assert_true(n == 0 || numbers_now(w, force, o->word, now) == n);
            for (int k = 0; k < n; k++)
                assert_true(now[k] == before[k]);
        }
    }
    free(message);
    tn_world_free(old);
    tn_world_free(w);
    tn_source_free(s);
    return status == TN_OK ? p->most : 0;
}

/* Whether the text is about a number that the table of the kind has and that can be set. */
static bool is_set_alone(const tn_parameter *p) { return p->settable && p->most > 0 && p->behind == NULL; }

/* Everything that can be set in one statement with its options. */
static int check_statement(const tn_kind *kind, bool force, const char *statement)
{
    int done = 0;
    for (const tn_parameter *with = kind->parameters;; with++) {
        char text[TEXT + sizeof stage + 100], option[100] = "";
        if (with->word != NULL && (with->argument || with->most == 0 || with->behind != NULL))
            continue;
        if (with->word != NULL)
            snprintf(option, sizeof option, " %s 0.75", with->word);
        snprintf(text, sizeof text, "%s%s new: %s%s; end\n", stage, force ? "force" : "constraint", statement, option);
        tn_world *w = read_of(text);
        for (const tn_parameter *p = kind->parameters; w != NULL && p->word != NULL; p++)
            if (is_set_alone(p) && (force || p->argument || p == with))
                done += check_set(text, force, kind, p);
        tn_world_free(w);
        if (with->word == NULL)
            return done;
    }
}

static int check_kind(const tn_kind *kind, bool force)
{
    char statement[TEXT];
    int done = 0;
    for (const char *form = kind->arguments; form != NULL; form = strchr(form, '|')) {
        form += strspn(form, " |");
        const char *at = form;
        char word[KIND_WORD];
        int codes = 1, step = effort(4, 31);
        while (kind_next(&at, word))
            codes *= codes < 3000 ? WAYS : 1;
        for (int code = 0; code < codes; code += step)
            if (write_form(kind, form, code, statement))
                done += check_statement(kind, force, statement);
    }
    return done;
}

static bool has_settable(const tn_kind *k)
{
    bool has = false;
    for (const tn_parameter *p = k->parameters; p != NULL && p->word != NULL; p++)
        has = has || is_set_alone(p);
    return has;
}

static void constraints(void **state)
{
    (void)state;
    for (int i = 0; i < constraint_class_count(); i++) {
        const tn_kind *kind = &constraint_class_at(i)->kind;
        const int done = has_settable(kind) ? check_kind(kind, false) : 1;
        if (done == 0)
            fail_msg("no number of '%s' could be set", kind->name);
    }
}

static void forces(void **state)
{
    (void)state;
    for (int i = 0; i < force_class_count(); i++) {
        const tn_kind *kind = &force_class_at(i)->kind;
        const bool numbers = force_class_at(i)->source == FORCE_OF_NUMBERS && has_settable(kind);
        if (numbers && check_kind(kind, true) == 0)
            fail_msg("no number of '%s' could be set", kind->name);
    }
}

/* Statements without a name or a block, and texts that are refused. */
static void set_in(const char *statement, const char *parameter, const char *expected)
{
    tn_source *s = tn_source_text("t.tn", statement);
    tn_place at;
    char *message = NULL;
    const double value = 1.6;
    assert_true(tn_source_at(s, tn_source_count(s) - 1, &at));
    const tn_status status = tn_source_set(s, &at, parameter, &value, 1, 0, TN_EDIT_HERE, &message);
    assert_int_equal(status == TN_OK, expected != NULL);
    assert_int_equal(message != NULL, expected == NULL);
    assert_string_equal(tn_source_file_text(s, 0, NULL), expected != NULL ? expected : statement);
    free(message);
    tn_source_free(s);
}

static void plain(void **state)
{
    (void)state;
    set_in("distance a.center (0,0,2) 1.5;", "d", "distance a.center (0,0,2) 1.6;");
    set_in("distance 0 0 2 a.center 1.5;", "d", "distance 0 0 2 a.center 1.6;");
    set_in("let min = 2; distance a.center b.center min;", "d", "let min = 2; distance a.center b.center 1.6;");
    set_in("distance a.center b.center min 1;", "d", NULL);
    set_in("distance a.center (0,0,2) 1.5;", "ratio", NULL);
    set_in("gear hip knee -2;", "ratio", "gear hip knee 1.6;");
    set_in("spring a.center (0,0,3) stiffness 3;", "push", NULL);
    set_in("spring a.center (0,0,3) stiffness rest;", "stiffness", "spring a.center (0,0,3) stiffness 1.6;");
    set_in("drag on linear linear 3;", "linear", "drag on linear linear 1.6;");
    set_in("drag angular 3;", "linear", "drag angular 3 linear 1.6;");
}

/* The sizes of every shape by their own words: `length` of `rod 1 0.05`. The other sizes stay as they are written. */
static void sizes(void **state)
{
    (void)state;
    static const char *const way[] = {"0.5", "s", "(2*s)"};
    int set = 0;
    for (int k = 0; tn_kind_at(k) != NULL; k++) {
        const tn_kind *kind = tn_kind_at(k);
        int count = 0;
        bool plain = kind->group == TN_KIND_OBJECT && kind->parameters != NULL;
        for (const tn_parameter *p = kind->parameters; plain && p->word != NULL; p++)
            if (p->argument) {
                count++;
                plain = p->most == 1 && p->unit != NULL && strcmp(p->unit, "m") == 0;
            }
        for (int which = 0; plain && which < count; which++) {
            char text[500], wanted[500];
            const tn_parameter *p = kind->parameters;
            for (int i = -1; p->word != NULL; p++)
                if (p->argument && ++i == which)
                    break;
            for (int pass = 0; pass < 2; pass++) {
                char *out = pass == 0 ? text : wanted;
                int at = snprintf(out, sizeof text, "let s = 0.25;\nobject o: %s", kind->name);
                for (int i = 0; i < count; i++)
                    at += snprintf(out + at, sizeof text - (size_t)at, " %s",
                                   i != which  ? way[(i + 1) % 3]
                                   : pass == 0 ? "0.5"
                                               : "0.75");
                snprintf(out + at, sizeof text - (size_t)at, "; position 1 2 3; end\n");
            }
            tn_source *s = tn_source_text("t.tn", text);
            tn_place at;
            char *message = NULL;
            assert_true(tn_source_find(s, 0, strlen("let s = 0.25;\n") + 1, &at));
            if (tn_source_set(s, &at, p->word, (double[]){0.75}, 1, 0, TN_EDIT_ASK, &message) != TN_OK)
                fail_msg("%s of %s: %s", p->word, text, message);
            assert_string_equal(tn_source_file_text(s, 0, NULL), wanted);
            tn_source_free(s);
            set++;
        }
    }
    assert_true(set > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(constraints), cmocka_unit_test(forces), cmocka_unit_test(plain),
                                       cmocka_unit_test(sizes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
