/* test_materials.c: words of materials by their tables: objects whose kind has a material take its words within their ranges,
 * write them and read them back; other numbers and other kinds are refused with the word in the message. Small findings that
 * concern tables and strings are here too. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "object/material_words.h"
#include "object/object_words.h"
#include "tenon/tenon.h"

static tn_world *try_read(const char *text, char **why)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    *why = NULL;
    if (tn_read_text(w, "material", text, d) != TN_OK) {
        *why = tn_diagnostics_text(d, 0);
        tn_world_free(w);
        w = NULL;
    }
    tn_diagnostics_free(d);
    return w;
}

static const struct {
    const char *kind, *text; /* without words of its material */
} objects[] = {
    {"solid", "sphere 0.2;"},
    {"solid", "compound: sphere 0.1; rod 1 0.02; end"},
    {"particle", "particle 2;"},
    {"body", "body; mass 1; inertia 1 1 1;"},
    {"plane", "plane;"},
    {"block", "block 1 1 1; size 0.2 0.2 0.2;"},
    {"jello", "jello box 0.2 0.3 0.1;"},
};

static uint64_t seed = 7;

static double scatter(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

/* WORD n1 word n2 …; by the symbol of the table, with the first number given. */
static void put_word(char *text, size_t size, const tn_parameter *p, double first)
{
    const char *at = p->symbol;
    char word[KIND_WORD];
    snprintf(text, size, "%s", p->word);
    for (int n = 0; kind_next(&at, word);) {
        size_t end = strlen(text);
        if (word[1] != '\0')
            snprintf(text + end, size - end, " %s", word);
        else
            snprintf(text + end, size - end, " %.4g", n++ == 0 ? first : 100 * (1 + scatter()));
    }
    snprintf(text + strlen(text), size - strlen(text), ";");
}

/* What else the material of a kind must have: all that is required, the first of those of which one must be given. */
static void put_required(char *text, size_t size, const char *kind, const tn_parameter *but)
{
    const struct material_class *m;
    bool asked = but->one_of;
    for (int i = 0; (m = material_class_at(i)) != NULL; i++)
        for (const tn_parameter *p = m->kind.parameters; kind_in_list(m->objects, kind) && p->word != NULL; p++) {
            if ((p->required && strcmp(p->word, but->word) != 0) || (p->one_of && !asked))
                put_word(text + strlen(text), size - strlen(text), p, 1000);
            asked = asked || p->one_of;
        }
}

/* A number that a row allows, or not. */
static double number_for(const tn_parameter *p, bool good)
{
    if (p->range == TN_WITHIN)
        return good ? p->low + (p->high - p->low) * (0.1 + 0.8 * scatter()) : scatter() < 0.5 ? p->low : p->high;
    /* no bulk modulus is below a ninth of Young's */
    const double size = strcmp(p->word, "incompressible") == 0 ? 5000 : 1;
    return good ? size * (0.5 + scatter()) : p->range == TN_POSITIVE ? -scatter() : -1 - scatter();
}

/* Another number of the same statement in what is written? */
static void check_written(tn_world *w, const char *statement, const char *text)
{
    char *why, *written = tn_write_text(w), first[60];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(statement, ";"), statement);
    tn_world *again = try_read(written, &why);
    if (again == NULL)
        fail_msg("%s\nis written as\n%s\n%s", text, written, why);
    char *twice = tn_write_text(again);
    assert_string_equal(written, twice);
    if (strstr(written, first) == NULL)
        fail_msg("%s\nis written without %s:\n%s", text, first, written);
    free(written);
    free(twice);
    tn_world_free(again);
}

static void one(int object, enum material_word word, int round)
{
    const tn_parameter *p = material_parameter(word);
    const char *kind = objects[object].kind;
    const bool has = material_has(kind, word), compound = strstr(objects[object].text, "compound") != NULL;
    char statement[200], other[200] = "", text[600], *why;
    put_word(statement, sizeof statement, p, number_for(p, round == 0));
    put_required(other, sizeof other, kind, p);
    snprintf(text, sizeof text, "object new: %s %s %s end", objects[object].text, statement, other);
    tn_world *w = try_read(text, &why);
    if ((w != NULL) != (has && round == 0))
        fail_msg("%s: %s", text, w != NULL ? "is read" : why);
    if (w == NULL && strstr(why, p->word) == NULL)
        fail_msg("%s: '%s' does not say '%s'", text, why, p->word);
    if (w != NULL && !(compound && word == MATERIAL_DENSITY)) /* each solid of a compound has its own */
        check_written(w, statement, text);
    free(why);
    tn_world_free(w);
}

static void words_of_every_kind(void **state)
{
    (void)state;
    for (size_t o = 0; o < sizeof objects / sizeof *objects; o++)
        for (int word = 0; word < MATERIAL_WORDS; word++)
            for (int round = 0; round < 3; round++)
                one((int)o, (enum material_word)word, round);
}

static void refused(const char *text, const char *expected)
{
    char *why;
    tn_world *w = try_read(text, &why);
    assert_null(w);
    if (strstr(why, expected) == NULL)
        fail_msg("%s: '%s' does not say '%s'", text, why, expected);
    free(why);
}

/* ---- typed definitions ---- */

static const struct {
    const char *kind, *shape;
} typed[] = {{"solid", "sphere"}, {"solid", "box"},   {"particle", "particle"},
             {"body", "body"},    {"plane", "plane"}, {"block", "block"}};

static tn_object_def typed_def(int object)
{
    tn_object_def d = tn_object_default();
    d.name = "new";
    d.shape = typed[object].shape;
    for (int i = 0; i < 3; i++) {
        d.size[i] = 0.2;
        d.cells[i] = 1;
        d.inertia[i] = strcmp(typed[object].kind, "body") == 0 ? 1 : 0;
    }
    d.mass = strcmp(typed[object].kind, "body") == 0 || strcmp(typed[object].kind, "particle") == 0 ? 1 : 0;
    d.stiffness = strcmp(typed[object].kind, "block") == 0 ? 1000 : 0;
    return d;
}

/* The member of a word, where there is one. */
static bool put_member(tn_object_def *d, enum material_word word, const double *v)
{
    switch (word) {
    case MATERIAL_DENSITY:
        d->density = v[0];
        return true;
    case MATERIAL_STIFFNESS:
        d->stiffness = v[0];
        return true;
    case MATERIAL_VISCOSITY:
        d->viscosity = v[0];
        return true;
    case MATERIAL_INCOMPRESSIBLE:
        d->incompressible = true;
        d->bulk = v[0];
        return true;
    case MATERIAL_MOLDABLE:
        d->moldable = v[0];
        return true;
    case MATERIAL_SOFT:
        d->soft_thickness = v[0];
        d->soft_stiffness = v[1];
        d->soft_damping = v[2];
        return true;
    case MATERIAL_YOUNG:
    case MATERIAL_POISSON:
    case MATERIAL_AREA_STIFFNESS:
    case MATERIAL_WORDS:
        break;
    }
    return false;
}

/* Adds it to a world of its own: the text of that world, or NULL and why not. */
static char *typed_text(const tn_object_def *d, char **why)
{
    tn_world *w = tn_world_new();
    *why = NULL;
    tn_object o = tn_object_add(w, d, why);
    char *text = tn_object_valid(w, o) ? tn_write_text(w) : NULL;
    tn_world_free(w);
    return text;
}

static void one_typed(int object, enum material_word word, bool good)
{
    const tn_parameter *p = material_parameter(word);
    const bool has = material_has(typed[object].kind, word);
    const double sign = good ? 1 : -1; /* of further numbers */
    tn_object_def by_word = typed_def(object), by_member = typed_def(object);
    if (word == MATERIAL_YOUNG)
        by_word.stiffness = 0;
    by_word.values[0] = (tn_parameter_value){p->word, {number_for(p, good), 0, 0}};
    for (int i = 1; i < p->most; i++)
        by_word.values[0].number[i] = sign * 100 * (1 + scatter());
    char *why, *text = typed_text(&by_word, &why), *other_why, *other = NULL;
    if ((text != NULL) != (has && good) || (text == NULL && strstr(why, p->word) == NULL))
        fail_msg("%s with %s %g: %s", typed[object].shape, p->word, by_word.values[0].number[0],
                 text != NULL ? "is taken" : why);
    if (put_member(&by_member, word, by_word.values[0].number)) {
        other = typed_text(&by_member, &other_why);
        assert_true((other != NULL) == (text != NULL));
        if (text != NULL)
            assert_string_equal(text, other);
        else
            assert_string_equal(why, other_why);
        tn_free(other_why);
    }
    if (text != NULL && strstr(text, p->word) == NULL)
        fail_msg("%s is written without %s:\n%s", typed[object].shape, p->word, text);
    tn_free(why);
    tn_free(text);
    tn_free(other);
}

static void typed_definitions_go_by_the_tables(void **state)
{
    (void)state;
    for (size_t o = 0; o < sizeof typed / sizeof *typed; o++)
        for (int word = 0; word < MATERIAL_WORDS; word++)
            for (int round = 0; round < 4; round++)
                one_typed((int)o, (enum material_word)word, round % 2 == 0);
    tn_object_def d = typed_def(0);
    d.values[0].word = "hardness";
    char *why;
    assert_null(typed_text(&d, &why));
    assert_non_null(strstr(why, "hardness"));
    tn_free(why);
}

/* A block with statements of its material: read, written and read again, or refused with a message at the statement
 * (column) that is wrong. */
static void material(const char *statements, const char *message)
{
    char text[300], *why;
    snprintf(text, sizeof text, "object new: block 1 1 1; size 0.1 0.1 0.1; %s end", statements);
    tn_world *w = try_read(text, &why);
    if ((w == NULL) != (message != NULL))
        fail_msg("%s: %s", text, w != NULL ? "is read" : why);
    if (message != NULL && strstr(why, message) == NULL)
        fail_msg("%s: '%s' does not say '%s'", text, why, message);
    if (w != NULL)
        check_written(w, statements, text);
    free(why);
    tn_world_free(w);
}

static void moduli(void **state)
{
    (void)state;
    static const char *const good[] = {"young 8000;",
                                       "young 8000; poisson 0.3;",
                                       "poisson -0.9; young 1e11;",
                                       "young 60; incompressible;",
                                       "young 60; incompressible 1000;",
                                       "young 6; poisson 0.49999999;",
                                       "stiffness 3; poisson 0.2; moldable 0.1;"};
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"young 0;", "young must be greater than zero"},
        {"young -3;", "young must be greater than zero"},
        {"young;", "young"},
        {"young 1 2;", "young"},
        {"young 1e999;", "young"},
        {"young (1/0);", "young"},
        {"young (0/0);", "young"},
        {"young \"soft\";", "young"},
        {"young 5; young 5;", "'young' of an object is given twice"},
        {"young 5; stiffness 5;", "expected either stiffness or young, not both"},
        {"young 5; poisson 0.5;", "poisson must be greater than -1 and less than 0.5"},
        {"young 5; poisson 3;", "poisson must be greater than -1 and less than 0.5"},
        {"young 5; poisson -1;", "poisson must be greater than -1 and less than 0.5"},
        {"young 5; poisson;", "poisson"},
        {"young 5; poisson 0.1; poisson 0.1;", "'poisson' of an object is given twice"},
        {"young 5; poisson (0/0);", "poisson"},
        {"young 5; poisson 0.3; incompressible;", "expected either incompressible or poisson, not both"},
        {"young 5; poisson 0.3; incompressible 100;", "expected either incompressible or poisson, not both"},
        {"young 900; incompressible 90;", "must be greater than a ninth of Young's modulus, 100 Pa"},
        {"poisson 0.3;", "a flexible block needs young E; or stiffness s;"},
        {"", "a flexible block needs young E; or stiffness s;"},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        material(good[i], NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        material(bad[i].text, bad[i].message);
    refused("object a: sphere 1; young 5; end", "'young' goes with a flexible block");
    refused("object a: jello box 1 1 1; stiffness 5; poisson 0.2; end", "'poisson' goes with a flexible block");
    tn_object_def d = typed_def(5);
    char *why;
    d.values[0] = (tn_parameter_value){"young", {5, 0, 0}};
    assert_null(typed_text(&d, &why));
    assert_string_equal(why, "expected either young or stiffness, not both");
    tn_free(why);
    d.stiffness = 0;
    d.values[0].word = NULL;
    assert_null(typed_text(&d, &why));
    assert_string_equal(why, "a block needs Young's modulus, in pascal, greater than zero: young E;");
    tn_free(why);
}

static void tables_are_meant(void **state)
{
    (void)state;
    refused("object a: circle 0 0 1; panels 2.5; end", "panels of a curve must be a whole number from 1 to 1000");
    refused("object a: circle 0 0 1; panels 1001; end", "panels of a curve must be a whole number from 1 to 1000");
    refused("object a: sphere 1; end distance a.center (0, 0, 1) max 0;",
            "max of a distance must be greater than zero");
    refused("object a: sphere 1; ability 3; end", "did you mean 'ability-to-move'?");
    const tn_kind *snake = tn_kind_find("snake");
    assert_true(parameter_find(snake->parameters, "points")->whole);
    /* `soft 0`: there is no layer; two statements of contact: the later one counts */
    char *why;
    tn_world *w = try_read("object a: sphere 1; soft 0 stiffness 0; end", &why);
    assert_non_null(w);
    tn_world_free(w);
    assert_non_null(tn_kind_find("flexible"));
    assert_int_equal(tn_kind_find("flexible")->group, TN_KIND_MATERIAL);
    assert_string_equal(tn_kind_group_name(TN_KIND_MATERIAL), "materials");
}

static void colors_and_abilities(void **state)
{
    (void)state;
    char *why;
    double v[6];
    tn_world *w = try_read("object a: sphere 1; ability-to-move 1; ability-to-rotate 2; end", &why);
    assert_non_null(w);
    tn_object a = tn_object_find(w, "a");
    assert_int_equal(tn_object_number(w, a, "color", v), 0);
    assert_int_equal(tn_object_set(w, a, "color", (double[]){-1, -1, -1}, 3, NULL), TN_WRONG_USE);
    assert_int_equal(tn_object_set(w, a, "color", (double[]){0, 0.5, 1}, 3, NULL), TN_OK);
    assert_int_equal(tn_object_number(w, a, "color", v), 3);
    assert_int_equal(tn_object_set(w, a, "ability", (double[]){1, 2}, 2, NULL), TN_WRONG_USE);
    assert_int_equal(tn_object_set(w, a, "ability-to-rotate", (double[]){5}, 1, NULL), TN_OK);
    assert_int_equal(tn_object_number(w, a, "ability-to-rotate", v), 1);
    assert_true(v[0] == 5);
    tn_world_free(w);
}

/* Of all pairs of bytes, those that are UTF-8 and no control characters are taken, and print and parse again. */
static void strings_are_text(void **state)
{
    (void)state;
    int taken = 0;
    for (int i = 1; i < 65536; i++) {
        char text[3] = {(char)(i & 255), (char)(i >> 8), '\0'};
        const unsigned char a = (unsigned char)text[0], b = (unsigned char)text[1];
        if (a == 0)
            continue;
        tn_def *d = tn_def_new("include");
        const bool plain_a = a >= ' ' && a < 0x7F && a != '"', plain_b = b == 0 || (b >= ' ' && b < 0x7F && b != '"');
        const bool two = a >= 0xC2 && a < 0xE0 && (b & 0xC0) == 0x80,
                   tabs = (a == '\t' || plain_a) && (b == '\t' || plain_b);
        const tn_status status = tn_def_add_string(d, text);
        if (a != '\f' && a != '\v' && b != '\f' && b != '\v') /* white space, as in texts */
            if ((status == TN_OK) != (tabs || two))
                fail_msg("the bytes %02X %02X are %s", a, b, status == TN_OK ? "taken" : "refused");
        if (status == TN_OK) {
            char *printed = tn_def_print(d);
            tn_def *again = tn_def_parse(printed, NULL);
            if (again == NULL)
                fail_msg("%s does not parse", printed);
            tn_def_free(again);
            free(printed);
            taken++;
        }
        tn_def_free(d);
    }
    assert_true(taken > 8000);
    tn_def *probe = tn_def_new("probe");
    assert_int_equal(tn_def_set_name(probe, "\xC3\x28"), TN_WRONG_USE);
    assert_int_equal(tn_def_set_name(probe, "\xC3\xA4 b"), TN_OK);
    tn_def_free(probe);
}

/* Sequences of three and four bytes are taken if they are the shortest of a character that exists: no surrogate, at most
 * U+10FFFF. */
static void long_characters(void **state)
{
    (void)state;
    for (unsigned a = 0xE0; a < 0x100; a++)
        for (unsigned b = 0x80; b < 0xC0; b++) {
            const bool four = a >= 0xF0;
            const char text[5] = {(char)a, (char)b, (char)0x85, four ? (char)0xBF : '\0', '\0'};
            const unsigned point =
                four ? (a & 7) << 18 | (b & 63) << 12 | 5 << 6 | 63 : (a & 15) << 12 | (b & 63) << 6 | 5;
            const bool exists = a < 0xF8 && point >= (four ? 0x10000u : 0x800u) && point <= 0x10FFFF &&
                                !(point >= 0xD800 && point < 0xE000);
            tn_def *d = tn_def_new("include");
            if ((tn_def_add_string(d, text) == TN_OK) != exists)
                fail_msg("U+%04X, bytes %02X %02X: expected to be %s", point, a, b, exists ? "taken" : "refused");
            tn_def_free(d);
        }
}

/* Members of a C definition that its kind of objects does not have are refused with the word of the table, and nothing is
 * added; those that it has are taken. */
static void give_member(tn_object_def *d, int member)
{
    double *const number[] = {&d->mass, &d->inertia[member % 3], &d->orientation.x, &d->velocity.y, &d->spin.z};
    *number[member] = 0.1 + scatter();
    if (member == 1)
        d->inertia[0] = d->inertia[1] = d->inertia[2] = 0.5 + scatter();
}

static void members_by_kind(void **state)
{
    (void)state;
    static const char *const kinds[] = {"sphere", "box", "rod", "particle", "body", "plane"};
    static const enum clause words[] = {PART_MASS, PART_INERTIA, PART_ORIENTATION, PART_VELOCITY, PART_SPIN};
    int refused = 0;
    for (int round = 0; round < 200; round++) {
        tn_world *w = tn_world_new();
        tn_object_def d = tn_object_default();
        const int member = (int)(5 * scatter());
        d.shape = kinds[(int)(6 * scatter())];
        d.size[0] = d.size[1] = d.size[2] = 0.1 + scatter();
        const bool bare = strcmp(d.shape, "body") == 0;
        if (bare || strcmp(d.shape, "particle") == 0)
            d.mass = 1 + scatter();
        for (int i = 0; i < 3 && bare; i++)
            d.inertia[i] = 1;
        give_member(&d, member);
        const bool solid = !bare && strcmp(d.shape, "particle") != 0 && strcmp(d.shape, "plane") != 0;
        const tn_parameter *p = object_parameter(words[member]);
        const bool lacks = kind_in_list(p->not_of, solid ? "solid" : d.shape);
        char *message = NULL, expected[80];
        const tn_object o = tn_object_add(w, &d, &message);
        snprintf(expected, sizeof expected, "'%s' does not go with '%s'", p->word, d.shape);
        if (tn_object_valid(w, o) == lacks)
            fail_msg("%s of %s: %s", p->word, d.shape, message != NULL ? message : "was not refused");
        if (lacks)
            assert_string_equal(message, expected);
        assert_int_equal(tn_object_count(w), lacks ? 0 : 1);
        refused += lacks;
        tn_free(message);
        tn_world_free(w);
    }
    assert_true(refused > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(moduli),
                                       cmocka_unit_test(members_by_kind),
                                       cmocka_unit_test(long_characters),
                                       cmocka_unit_test(words_of_every_kind),
                                       cmocka_unit_test(typed_definitions_go_by_the_tables),
                                       cmocka_unit_test(tables_are_meant),
                                       cmocka_unit_test(colors_and_abilities),
                                       cmocka_unit_test(strings_are_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
