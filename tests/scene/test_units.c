/* test_units.c: units, colours and lets that are set, by generators with seeds against references written here. */
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
#include "tenon/tenon.h"

#define PI 3.14159265358979323846264338327950288L

/* ---- random numbers ---- */

static uint64_t state;
static unsigned below(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % n);
}

/* ---- the reference: factors and dimensions (m, kg, s, rad), by hand ---- */

static const struct reference {
    const char *name;
    int decimal; /* power of ten; 99: not one */
    long double factor;
    int m, kg, s, rad;
} table[] = {
    {"um", -6, 1e-6L, 1, 0, 0, 0},
    {"mm", -3, 1e-3L, 1, 0, 0, 0},
    {"cm", -2, 1e-2L, 1, 0, 0, 0},
    {"m", 0, 1, 1, 0, 0, 0},
    {"km", 3, 1e3L, 1, 0, 0, 0},
    {"in", 99, 0.0254L, 1, 0, 0, 0},
    {"ft", 99, 0.3048L, 1, 0, 0, 0},
    {"deg", 99, PI / 180, 0, 0, 0, 1},
    {"rad", 0, 1, 0, 0, 0, 1},
    {"rev", 99, 2 * PI, 0, 0, 0, 1},
    {"rpm", 99, 2 * PI / 60, 0, 0, -1, 1},
    {"us", -6, 1e-6L, 0, 0, 1, 0},
    {"ms", -3, 1e-3L, 0, 0, 1, 0},
    {"s", 0, 1, 0, 0, 1, 0},
    {"min", 99, 60, 0, 0, 1, 0},
    {"h", 99, 3600, 0, 0, 1, 0},
    {"mg", -6, 1e-6L, 0, 1, 0, 0},
    {"g", -3, 1e-3L, 0, 1, 0, 0},
    {"kg", 0, 1, 0, 1, 0, 0},
    {"mN", -3, 1e-3L, 1, 1, -2, 0},
    {"N", 0, 1, 1, 1, -2, 0},
    {"kN", 3, 1e3L, 1, 1, -2, 0},
    {"MN", 6, 1e6L, 1, 1, -2, 0},
    {"Nm", 0, 1, 2, 1, -2, 0},
    {"Pa", 0, 1, -1, 1, -2, 0},
    {"kPa", 3, 1e3L, -1, 1, -2, 0},
    {"MPa", 6, 1e6L, -1, 1, -2, 0},
    {"GPa", 9, 1e9L, -1, 1, -2, 0},
};
enum { UNITS = sizeof table / sizeof *table };

static void all_units_are_there(void **unused)
{
    (void)unused;
    int n = 0;
    for (; tn_unit_at(n).name != NULL; n++) {
        assert_string_equal(tn_unit_at(n).name, table[n].name);
        assert_true(fabsl(tn_unit_at(n).factor - table[n].factor) <= 1e-15L * table[n].factor);
        assert_true(tn_unit_at(n).help[0] != '\0' && tn_unit_at(n).base[0] != '\0');
    }
    assert_int_equal(n, UNITS);
    assert_null(tn_unit_at(-1).name);
}

/* ---- numbers ---- */

/* A number as people write it, unsigned. */
static void random_number(char *out)
{
    static const char *const forms[] = {"%u", "%u.%u", ".%u", "%u.", "%ue%d", "%u.%ue-%u", "%uE+%u"};
    unsigned a = below(10000), b = below(1000000);
    switch (below(7)) {
    case 0:
        sprintf(out, forms[0], a);
        break;
    case 1:
        sprintf(out, forms[1], a, b);
        break;
    case 2:
        sprintf(out, forms[2], b);
        break;
    case 3:
        sprintf(out, forms[3], a);
        break;
    case 4:
        sprintf(out, forms[4], a, (int)below(40) - 20);
        break;
    case 5:
        sprintf(out, forms[5], a, b, below(20));
        break;
    default:
        sprintf(out, forms[6], a, below(20));
        break;
    }
}

static void numbers_are_factors(void **unused)
{
    (void)unused;
    for (int i = 0; i < effort(20000, 2000); i++) {
        char number[64], text[80], shifted[120], line[120];
        const struct reference *u = &table[below(UNITS)];
        bool negative = below(2);
        double value;
        const char *unit;
        random_number(number);
        sprintf(text, "%s%s%s", negative ? "-" : "", number, u->name);
        assert_true(tn_number(text, &value, &unit));
        assert_string_equal(unit, u->name);
        long double exact = strtold(number, NULL) * u->factor * (negative ? -1 : 1);
        assert_true(fabsl(value - exact) <= 4e-16L * fabsl(exact));
        if (u->decimal != 99) { /* 35mm is 0.035, to the bit */
            char *e = strpbrk(number, "eE");
            long power = e != NULL ? strtol(e + 1, NULL, 10) : 0;
            int mantissa = e != NULL ? (int)(e - number) : (int)strlen(number);
            sprintf(shifted, "%s%.*se%ld", negative ? "-" : "", mantissa, number, power + u->decimal);
            assert_true(value == strtod(shifted, NULL));
        }
        /* the same in a definition, which is printed with the unit as it was written */
        sprintf(line, "position %s 0 0;", text);
        tn_def *d = tn_def_parse(line, NULL);
        assert_non_null(d);
        assert_true(tn_value_number(tn_def_arg(d, 0)) == value);
        assert_string_equal(tn_value_unit(tn_def_arg(d, 0)), u->name);
        assert_string_equal(tn_value_unit(tn_def_arg(d, 1)), "");
        char *printed = tn_def_print(d);
        tn_def *again = tn_def_parse(printed, NULL);
        assert_true(tn_def_equal(d, again));
        sprintf(shifted, "position %s 0 0;\n", text);
        assert_string_equal(printed, shifted);
        free(printed);
        tn_def_free(again);
        tn_def_free(d);
    }
    double value = 7;
    const char *const none[] = {"",   "-",   "deg", "1 deg", "1degs", "1deg2",   "--1",
                                "1e", "nan", "inf", "0x10",  "1e999", "1e306km", NULL};
    for (int i = 0; none[i] != NULL; i++)
        assert_false(tn_number(none[i], &value, NULL));
    assert_false(tn_number(NULL, &value, NULL) || tn_number("1", NULL, NULL));
    assert_true(value == 7);
}

/* ---- expressions ---- */

/* An expression twice: with units, and with the numbers in SI, in the same form. */
struct twins {
    char *units, *plain;
};

static char *join(const char *format, char *a, char *b)
{
    size_t n = strlen(format) + strlen(a) + strlen(b) + 1;
    char *s = malloc(n);
    snprintf(s, n, format, a, b);
    free(a);
    free(b);
    return s;
}

static char *copy(const char *s) { return strcpy(malloc(strlen(s) + 1), s); }

static struct twins random_expression(int depth)
{
    static const char *const forms[] = {
        "(%s + %s)", "(%s+%s)", "(%s - %s)", "(%s-%s)", "(%s)*(%s)", "max(%s, %s)", "sin(%s)/(2 + cos(%s))"};
    if (depth == 0 || below(7) < 2) {
        char number[64], text[80], si[64];
        double value;
        random_number(number);
        snprintf(text, sizeof text, "%s%s", number, below(3) == 0 ? "" : table[below(UNITS)].name);
        if (!tn_number(text, &value, NULL))
            value = 0;
        snprintf(si, sizeof si, "%.17g", value);
        const char *sign = below(3) == 0 ? "-%s%s" : "%s%s";
        return (struct twins){join(sign, copy(text), copy("")), join(sign, copy(si), copy(""))};
    }
    struct twins a = random_expression(depth - 1), b = random_expression(depth - 1);
    const char *form = forms[below(7)];
    return (struct twins){join(form, a.units, b.units), join(form, a.plain, b.plain)};
}

static void expressions_have_the_same_value(void **unused)
{
    (void)unused;
    for (int i = 0; i < effort(1500, 150); i++) {
        struct twins e = random_expression(3);
        char *text = join("let a = %s;\nlet b = %s;\n", e.units, e.plain);
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        if (tn_read_text(w, "units", text, d) == TN_OK) {
            double a = tn_let_get(w, "a"), b = tn_let_get(w, "b");
            if (memcmp(&a, &b, sizeof a) != 0)
                fail_msg("%s\n%.17g is not %.17g", text, a, b);
        } else if (strstr(tn_diagnostics_get(d, 0).message, "finite") == NULL) {
            fail_msg("%s%s", text, tn_diagnostics_get(d, 0).message);
        }
        free(text);
        tn_diagnostics_free(d);
        tn_world_free(w);
    }
}

/* ---- what is an error ---- */

static void errors_name_the_remedy(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *message; /* NULL: right */
    } cases[] = {
        {"let x = 3; let y = 90deg-x;", NULL},
        {"let a = 30 deg;", "write 30deg"},
        {"let a = 30*deg;", "write 30deg"},
        {"let a = (30 deg);", "write 30deg"},
        {"let deg = 0.1; let a = 30*deg;", NULL},
        {"object o: sphere 30 mm; end", "write 30mm"},
        {"object o: sphere 1; rotation 0 0 1 30 deg; end", "write 30deg"},
        {"world: until 5 s; end", "write 5s"},
        {"world: until 5 min; end", "write 5min"},
        {"at 2 s: let a = 3; end let a = 1;", "write 2s"},
        {"variable x 1; keep x = 3 m;", "write 3m"},
        {"let g = 2; let a = 2g;", "write 2*g or 0.002kg"},
        {"let a = -2g; variable g 1;", "write -2*g or -0.002kg"},
        {"for g = 1 to 2: let b = 2g; end", "write 2*g or 0.002kg"},
        {"for g = 1 to 2: object o[g]: sphere 1; density (1.5g); end end", "write 1.5*g or 0.0015kg"},
        {"let m = 1; object o: sphere 2m; end", "write 2*m or 2"},
        {"let f(m) = 2m;", "write 2*m or 2"},
        {"let f(h) = 2m; let a = f(1);", NULL},
        {"nail g 0 0 1; let a = 2g;", NULL},
        {"object min: sphere 1; end", NULL},
        {"object o: sphere 1; end distance o.center (0, 0, 2) min 1 max 3;", NULL},
        {"object o: coordinates h 1 m 0; mass 1; place (h, m, 0); end", NULL},
        {"let a = 30degs;", "30degs"},
        {"let a = 2x;", "neither a number nor a name"},
        {"let a = 2_m;", "neither a number nor a name"},
        {"let a = deg;", "touches its number"},
        {"let a = 1e400mm;", "number too large"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        tn_status status = tn_read_text(w, "units", cases[i].text, d);
        bool said = cases[i].message == NULL;
        for (int k = 0; k < tn_diagnostics_count(d); k++)
            said = said || strstr(tn_diagnostics_get(d, k).message, cases[i].message) != NULL;
        if (status != (cases[i].message == NULL ? TN_OK : TN_WRONG_MODEL) || !said)
            fail_msg("%s: %d %s", cases[i].text, status, tn_diagnostics_get(d, 0).message);
        tn_diagnostics_free(d);
        tn_world_free(w);
    }
}

/* ---- what fits where ---- */

#define STAGE                                                                                                          \
    "object a: rod 1 0.1; end object b: rod 1 0.1; position 0 0 2; end object ball: sphere 0.1; position 1 0 0; end\n" \
    "constraint hip: revolute a world (0, 0, 0) (0, 1, 0); end constraint rail: slider b world (0, 0, 2) (1, 0, 0); "  \
    "end\n"                                                                                                            \
    "constraint reach: distance ball.center (0, 0, 0) 1; end force pull: spring ball.center (0, 0, 3) stiffness 1; "   \
    "end\n"

/* A statement with % for a number, and the dimension that it takes there; two where either fits. */
static const struct place {
    const char *text;
    int m, kg, s, rad;
    int m2, kg2, s2, rad2;
    bool either;
} places[] = {
    {"object o: sphere %; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: rod % 0.1; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: rod 1 %; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: box 1 % 1; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: cylinder 1 %; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: capsule % 1; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: torus 1 %; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: link 1 % 0.1; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: particle %; end", 0, 1, 0, 0, 0, 0, 0, 0, false},
    {"object o: sphere 1; mass %; end", 0, 1, 0, 0, 0, 0, 0, 0, false},
    {"object o: sphere 1; density %; end", -3, 1, 0, 0, 0, 0, 0, 0, false},
    {"object o: body; mass 1; inertia 1 1 %; end", 2, 1, 0, 0, 0, 0, 0, 0, false},
    {"object o: sphere 1; position 0 % 0; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: sphere 1; position (0, %, 0); end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: sphere 1; center 0 0 %; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: sphere 1; offset 0 0 %; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: sphere 1; rotation 0 0 1 %; end", 0, 0, 0, 1, 0, 0, 0, 0, false},
    {"object o: sphere 1; rotation 0 % 1 1; end", 0, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: sphere 1; rotation (0, 0, 1) %; end", 0, 0, 0, 1, 0, 0, 0, 0, false},
    {"object o: sphere 1; turned 0 0 1 %; end", 0, 0, 0, 1, 0, 0, 0, 0, false},
    {"object o: sphere 1; orientation % 0 0 0; end", 0, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: sphere 1; velocity 0 0 %; end", 1, 0, -1, 0, 0, 0, 0, 0, false},
    {"object o: sphere 1; spin 0 % 0; end", 0, 0, -1, 1, 0, 0, 0, 0, false},
    {"object o: sphere 1; color 0 0 %; end", 0, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: sphere 1; soft % stiffness 1 damping 1; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: compound: sphere 1 offset 0 0 %; end end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: compound: sphere % offset 0 0 1; end end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: block 1 1 1; size 1 1 %; stiffness 100; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"object o: block 1 1 1; size 1 1 1; stiffness %; end", -1, 1, -2, 0, 0, 0, 0, 0, false},
    {"object o: block 1 1 1; size 1 1 1; stiffness 100; viscosity %; end", -1, 1, -1, 0, 0, 0, 0, 0, false},
    {"object o: block 1 1 1; size 1 1 1; stiffness 100; incompressible %; end", -1, 1, -2, 0, 0, 0, 0, 0, false},
    {"nail o 0 0 %;", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"nail o (0, 0, %);", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"point o of a 0 % 0;", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"path o: key % 0 0 0; key 1e9 1 1 1; end", 0, 0, 1, 0, 0, 0, 0, 0, false},
    {"path o: key 0 0 0 %; key 1e9 1 1 1; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"world: until %; end", 0, 0, 1, 0, 0, 0, 0, 0, false},
    {"world: step %; end", 0, 0, 1, 0, 0, 0, 0, 0, false},
    {"world: tau %; end", 0, 0, 1, 0, 0, 0, 0, 0, false},
    {"world: tolerance %; end", 0, 0, 0, 0, 0, 0, 0, 0, false},
    {"world: gravity %; end", 1, 0, -2, 0, 0, 0, 0, 0, false},
    {"gravity 0 0 %;", 1, 0, -2, 0, 0, 0, 0, 0, false},
    {"connect a.end1 (0, 0, %);", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"connect a.end1 0 0 %;", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"distance a.end1 b.end1 %;", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"distance a.end1 b.end1 min 0.1 max %;", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"on-line a.end1 (0, 0, %) (1, 0, 0);", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"on-line a.end1 (0, 0, 1) (1, 0, %);", 0, 0, 0, 0, 0, 0, 0, 0, false},
    {"on-plane a.end1 0 0 % 0 0 1;", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"revolute a b (0, 0, 1) (1, 0, 0) min 0 max %;", 0, 0, 0, 1, 0, 0, 0, 0, false},
    {"slider a b (0, 0, 1) (1, 0, 0) min 0 max %;", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"revolute a b (0, 0, 1) (1, 0, 0) motor speed % limit 5;", 0, 0, -1, 1, 0, 0, 0, 0, false},
    {"revolute a b (0, 0, 1) (1, 0, 0) motor speed 1 limit %;", 2, 1, -2, 0, 0, 0, 0, 0, false},
    {"constraint o: slider a b (0, 0, 1) (1, 0, 0); motor angle % limit 5; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"constraint o: slider a b (0, 0, 1) (1, 0, 0); motor speed 1 limit %; end", 1, 1, -2, 0, 0, 0, 0, 0, false},
    {"constraint o: connect a.end1 b.end1; tau %; end", 0, 0, 1, 0, 0, 0, 0, 0, false},
    {"constraint o: connect a.end1 b.end1; during 0 %; end", 0, 0, 1, 0, 0, 0, 0, 0, false},
    {"constraint o: connect a.end1 b.end1; bound %; end", 1, 1, -2, 0, 2, 1, -2, 0, true},
    {"constraint object2 a; hinge 0 0 0 0 0 %; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"constraint object2 a; angle 0 0 1 0 0 1 max %; end", 0, 0, 0, 1, 0, 0, 0, 0, false},
    {"constraint object2 a; hinge 0 0 0 0 0 0; axial 0 0 1 min 0 max %; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"gear hip rail %;", 0, 0, 0, 0, 0, 0, 0, 0, false},
    {"spring a.end1 b.end1 stiffness %;", 0, 1, -2, 0, 0, 0, 0, 0, false},
    {"spring a.end1 b.end1 stiffness 1 rest %;", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"spring a.end1 0 0 % stiffness 1;", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"torsion a.x b.x stiffness 1 rest %;", 0, 0, 0, 1, 0, 0, 0, 0, false},
    {"torsion a.x b.x stiffness %;", 2, 1, -2, 0, 0, 0, 0, 0, false},
    {"push a.end1 (0, 0, %);", 1, 1, -2, 0, 0, 0, 0, 0, false},
    {"push a.end1 0 % 0;", 1, 1, -2, 0, 0, 0, 0, 0, false},
    {"turn a 0 0 %;", 2, 1, -2, 0, 0, 0, 0, 0, false},
    {"drag linear %;", 0, 1, -1, 0, 0, 0, 0, 0, false},
    {"force o: push a.end1 (0, 0, 1); during 0 %; end", 0, 0, 1, 0, 0, 0, 0, 0, false},
    {"contact friction %;", 0, 0, 0, 0, 0, 0, 0, 0, false},
    {"skin o over a b margin %;", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"camera from 5 5 % to 0 0 0;", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"camera from 5 5 5 to (0, 0, %);", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"trace (0, 0, %);", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"at %: off hip; end", 0, 0, 1, 0, 0, 0, 0, 0, false},
    {"at 1: set mass ball %; end", 0, 1, 0, 0, 0, 0, 0, 0, false},
    {"at 1: set tau hip %; end", 0, 0, 1, 0, 0, 0, 0, 0, false},
    {"at 1: set position ball 0 0 %; end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"at 1: object late: sphere %; end end", 1, 0, 0, 0, 0, 0, 0, 0, false},
    {"for i = 1 to 1: object o[i]: sphere 1; position 0 i %; end end", 1, 0, 0, 0, 0, 0, 0, 0, false},
};

static int warnings_of(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_read_text(w, "units", text, d);
    int warned = tn_diagnostics_count(d) - tn_diagnostics_errors(d);
    for (int i = 0; i < tn_diagnostics_count(d); i++)
        if (!tn_diagnostics_get(d, i).is_error)
            assert_non_null(strstr(tn_diagnostics_get(d, i).message, "does not fit"));
    tn_diagnostics_free(d);
    tn_world_free(w);
    return warned;
}

static bool same(const struct reference *u, int m, int kg, int s, int rad)
{
    bool mechanical = m != 0 || kg != 0 || s != 0;
    return u->m == m && u->kg == kg && u->s == s && (u->rad == rad || mechanical);
}

static void units_fit_their_places(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const struct place *p = &places[i];
        for (int k = -1; k < UNITS; k++) {
            char text[2000];
            const char *at = strchr(p->text, '%');
            snprintf(text, sizeof text, STAGE "%.*s0.5%s%s", (int)(at - p->text), p->text, k < 0 ? "" : table[k].name,
                     at + 1);
            bool fits = k < 0 || same(&table[k], p->m, p->kg, p->s, p->rad) ||
                        (p->either && same(&table[k], p->m2, p->kg2, p->s2, p->rad2));
            int warned = warnings_of(text);
            if (warned != (fits ? 0 : 1))
                fail_msg("%d warnings for\n%s", warned, text);
        }
        char text[2000]; /* in an expression nothing is said */
        const char *at = strchr(p->text, '%');
        bool whole = strncmp(p->text, "at %", 4) == 0;
        snprintf(text, sizeof text, STAGE "%.*s%s%s%s%s", (int)(at - p->text), p->text, whole ? "" : "(", "0.5GPa/1deg",
                 whole ? "" : ")", at + 1);
        assert_int_equal(warnings_of(text), 0);
    }
    /* what has no unit of its own takes any */
    for (int k = 0; k < UNITS; k++) {
        char text[400];
        snprintf(text, sizeof text,
                 "let x = 2%s; variable y 2%s; object o: coordinates th 1%s; mass 1; place (th, 0, 0); end\n"
                 "keep y = 3%s; probe p = 1%s; object c: circle cx 0 cy 0 r 1%s; range 0 6%s; end",
                 table[k].name, table[k].name, table[k].name, table[k].name, table[k].name, table[k].name,
                 table[k].name);
        assert_int_equal(warnings_of(text), 0);
    }
}

/* ---- colours ---- */

static void color_of(const char *statements, double out[3])
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_thing_parameter p;
    if (tn_read_text(w, "colours", statements, d) != TN_OK)
        fail_msg("%s\n%s", statements, tn_diagnostics_get(d, 0).message);
    tn_thing o = tn_thing_find(w, TN_THING_OBJECT, "o");
    out[0] = out[1] = out[2] = -1;
    for (int i = 0; tn_thing_parameter_at(w, o, i, &p); i++)
        if (strcmp(p.is->word, "color") == 0)
            memcpy(out, p.value, 3 * sizeof *out);
    tn_diagnostics_free(d);
    tn_world_free(w);
}

static void colours_are_read(void **unused)
{
    (void)unused;
    char text[200];
    double rgb[3], met[3];
    int names = 0;
    while (tn_color_name(names) != NULL)
        names++;
    assert_int_equal(names, 148);
    for (int i = 0; i < names; i++) {
        assert_true(tn_color(tn_color_name(i), rgb));
        snprintf(text, sizeof text, "object o: sphere 1; color %s; end", tn_color_name(i));
        color_of(text, met);
        assert_memory_equal(rgb, met, sizeof rgb);
        snprintf(text, sizeof text, "let %s = (0.25, 0.5, 0.75); object o: sphere 1; color %s; end", tn_color_name(i),
                 tn_color_name(i)); /* a let wins */
        color_of(text, met);
        assert_true(met[0] == 0.25 && met[1] == 0.5 && met[2] == 0.75);
    }
    for (int i = 0; i < effort(500, 50); i++) {
        unsigned c[3] = {below(256), below(256), below(256)};
        bool is_short = below(2), upper = below(2);
        for (int k = 0; k < 3 && is_short; k++)
            c[k] = c[k] % 16 * 17;
        char hex[10];
        if (is_short)
            sprintf(hex, upper ? "#%X%X%X" : "#%x%x%x", c[0] / 17, c[1] / 17, c[2] / 17);
        else
            sprintf(hex, upper ? "#%02X%02X%02X" : "#%02x%02x%02x", c[0], c[1], c[2]);
        snprintf(text, sizeof text, "object o: circle cx 0 cy 0 r 1; color \"%s\"; end", hex);
        if (below(2))
            snprintf(text, sizeof text, "object o: sphere 1; color \"%s\"; end", hex);
        color_of(text, met);
        assert_true(tn_color(hex, rgb));
        for (int k = 0; k < 3; k++)
            assert_true(rgb[k] == c[k] / 255.0 && (met[k] == rgb[k] || met[k] == -1));
    }
    assert_true(tn_color("tomato", rgb) && rgb[0] == 1 && rgb[1] == 0x63 / 255.0 && rgb[2] == 0x47 / 255.0);
    const char *const none[] = {"", "Red", "#", "#ff", "#ff88", "#ff8800aa", "#gg0000", "ff8800", "reds", NULL};
    for (int i = 0; none[i] != NULL; i++)
        assert_false(tn_color(none[i], rgb));
    assert_false(tn_color(NULL, rgb) || tn_color("red", NULL));
    assert_null(tn_color_name(-1));
}

/* ---- values that are set ---- */

static void set_values_see_lets(void **unused)
{
    (void)unused;
    static const char scene[] = "let a = 2; let b = a + 1; let c = 3*b; let n = 2;\n"
                                "for i = 1 to n: object o[i]: particle a; end end\nprobe x = a; probe y = c;";
    static const struct {
        const char *name, *value;
        double a, c; /* NaN: refused */
        int objects;
    } cases[] = {
        {"a", "5", 5, 18, 2},       {"a", "50cm", 0.5, 4.5, 2},  {"a", "n*2 + 1", 5, 18, 2},
        {"c", "a*100", 2, 200, 2},  {"n", "a + 2", 2, 9, 4},     {"b", "a^2", 2, 12, 2},
        {"a", "b", NAN, NAN, 0},    {"a", "c + 1", NAN, NAN, 0}, {"n", "n", NAN, NAN, 0},
        {"a", "nope", NAN, NAN, 0}, {"nope", "1", NAN, NAN, 0},  {"a", "t", NAN, NAN, 0},
        {"a", "o[1]", NAN, NAN, 0}, {"a", "1/0", NAN, NAN, 0},   {"a", "max(n, 7)", 7, 24, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        FILE *file = fopen("set.tn", "w");
        fputs(scene, file);
        fclose(file);
        tn_status status = tn_set(w, cases[i].name, cases[i].value, d);
        tn_diagnostics_free(d); /* the list of the call need not live on */
        d = tn_diagnostics_new();
        if (status == TN_OK)
            status = tn_read_file(w, "set.tn", d);
        remove("set.tn");
        if (isnan(cases[i].a)) {
            assert_int_equal(status, TN_WRONG_MODEL);
            for (int k = 0; k < tn_diagnostics_count(d); k++)
                assert_null(tn_diagnostics_get(d, k).file);
        } else {
            if (status != TN_OK)
                fail_msg("%s=%s: %s", cases[i].name, cases[i].value, tn_diagnostics_get(d, 0).message);
            assert_true(tn_probe_value(w, 0) == cases[i].a && tn_probe_value(w, 1) == cases[i].c);
            assert_int_equal(tn_object_count(w), cases[i].objects);
        }
        tn_diagnostics_free(d);
        tn_world_free(w);
    }
}

/* ---- a prompt ---- */

static void prompts_make_statements(void **unused)
{
    (void)unused;
    static const struct {
        const char *lines, *text; /* NULL: not complete */
    } cases[] = {
        {"rod 1 0.04", "object rod1: rod 1 0.04; end"},
        {"rod 1 0.04;", "object rod1: rod 1 0.04; end"},
        {"sphere 20cm # a ball", "object sphere2: sphere 20cm; end # a ball"},
        {"rod 1 0.04; position 0 0 1; color red", "object rod1: rod 1 0.04; position 0 0 1; color red; end"},
        {"rod 1 0.04; connect rod1.end1 (0,0,2)", "object rod1: rod 1 0.04; end connect rod1.end1 (0,0,2);"},
        {"connect a.end1 (0, 0, 1)", "connect a.end1 (0, 0, 1);"},
        {"let x = 3", "let x = 3;"},
        {"let x = 3 +", NULL},
        {"let x = 3 +\n 4", "let x = 3 +\n 4;"},
        {"let v = (1,", NULL},
        {"object o: sphere 1", NULL},
        {"object o: sphere 1; end", "object o: sphere 1; end"},
        {"compound: sphere 1; end", "object compound1: compound: sphere 1; end end"},
        {"constraint object2 a", NULL},
        {"/* not yet", NULL},
        {"# nothing", "# nothing"},
        {"", ""},
        {"arc2 r 1", "object arc21: arc2 r 1; end"},
        {"circle cx 0 cy 0 r 1", "object circle1: circle cx 0 cy 0 r 1; end"},
        {"variable x 3", "variable x 3;"},
    };
    tn_world *w = tn_world_new();
    assert_int_equal(tn_read_text(w, "x",
                                  "object sphere1: sphere 1; end object a: sphere 1; end let sphere3 = 1;\n"
                                  "curve arc2(r; u) = (r*cos(u), r*sin(u), 0);",
                                  NULL),
                     TN_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool complete = false;
        char *text = tn_prompt_text(w, cases[i].lines, &complete);
        assert_int_equal(complete, cases[i].text != NULL);
        if (cases[i].text == NULL)
            assert_null(text);
        else
            assert_string_equal(text, cases[i].text);
        free(text);
    }
    assert_null(tn_prompt_text(NULL, "", NULL));
    assert_null(tn_prompt_text(w, NULL, NULL));
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_units_are_there),
        cmocka_unit_test(numbers_are_factors),
        cmocka_unit_test(expressions_have_the_same_value),
        cmocka_unit_test(errors_name_the_remedy),
        cmocka_unit_test(units_fit_their_places),
        cmocka_unit_test(colours_are_read),
        cmocka_unit_test(set_values_see_lets),
        cmocka_unit_test(prompts_make_statements),
    };
    state = 1994;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
