/* test_mesh_read.c: valid forms of an OBJ file, and the exact message for each invalid one. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "object/mesh.h"

#define CORNERS "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
#define FACES "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

/* All of these are the tetrahedron of volume 1/6. */
static const char *const accepted[] = {
    CORNERS FACES, "v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nv 0 0 1\r\nf 1 3 2\r\nf 1 2 4\r\nf 1 4 3\r\nf 2 3 4\r\n",
    "v 0 0 0\rv 1 0 0\rv 0 1 0\rv 0 0 1\rf 1 3 2\rf 1 2 4\rf 1 4 3\rf 2 3 4\r",
    CORNERS "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4", /* no newline at the end */
    "\xEF\xBB\xBF" CORNERS FACES,                 /* byte order mark */
    CORNERS "f 1/1 3/2 2/3\nf 1/1/1 2/2/2 4/3/3\nf 1//1 4//2 3//3\nf 2/ 3/ 4/\n",
    CORNERS "f -4 -2 -3\nf -4//-1 -3//-1 -1//-1\nf 1 4 3\nf 2 -2 4\n", /* counted back */
    FACES CORNERS,                                                     /* faces ahead of their vertices */
    "v 0 0 0\nf 1 4 3\nv 1 0 0\nv 0 1 0\nf -3 -1 -2\nv 0 0 1\nf 1 2 4\nf 2 3 4\n",
    "# made by hand\n\n  \t\nmtllib a.mtl\no thing\ng one two\ns off\nusemtl red\n" CORNERS
    "vt 0 0\nvn 0 0 1\nvp 1\nl 1 2\np 1\n" FACES "# the end",
    "v 0 0 0 # origin\nv 1 0 0#\nv 0 1 0\nv 0 0 1\n" FACES,
    "# a path ends so: C:\\models\\\n" CORNERS FACES, /* comments do not go on */
    "v 0 \\\n0 0\nv 1 0\\\r\n 0\nv 0 1 0\nv 0 0 1\nf 1 \\\n3 \\\n2\nf 1 2 4\nf 1 4 3\nf 2 3 4 \\",
    "\tv\t0\t0\t0 \n v 1.0e0 +0 -0 1\nv 0 10E-1 .0 0.5 0.5 0.5\nv 0. 0 1 1 0.2 0.3 0.4\n" FACES,
    CORNERS "v 9 9 9\nv 8 8 8\n" FACES, /* vertices that no face uses */
    /* each face has its own vertices */
    "v 0 0 0\nv 0 1 0\nv 1 0 0\nf 1 2 3\nv -0.0 0 0\nv 1 0 0\nv 0 0 1\nf 4 5 6\n"
    "v 0 0 0\nv 0 0 1\nv 0 1 0\nf 7 8 9\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 10 11 12\n",
    CORNERS FACES "f 1 1 2\nf 3 3 3 3\n", /* faces without extent */
    CORNERS "f 1 3 3 2\nf 1 2 4 1\nf 1 1 4 3\nf 2 3 4\n",
    CORNERS "v 0 0 0\nf 1 3 2\nf 5 2 4\nf 1 4 3\nf 2 3 4\nf 1 5 3\n",          /* a sliver, gone when it is welded */
    CORNERS "v 0 0 0\nf 1 5 5\nf 1 3 2\nf 5 2 4\nf 5 3 1\nf 1 4 3\nf 2 3 4\n", /* its ends meet across the end */
};

static void accepts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        char *message = NULL;
        struct mesh *m = mesh_parse("a.obj", accepted[i], strlen(accepted[i]), 1, &message);
        if (m == NULL)
            fail_msg("text %zu: %s", i, message);
        assert_null(message);
        struct mass_properties p = mesh_mass(m);
        if (fabs(p.mass - 1.0 / 6) > 1e-16 || v3_norm(v3_sub(p.center, v3(0.25, 0.25, 0.25))) > 1e-15)
            fail_msg("text %zu: volume %g", i, p.mass);
        assert_int_equal(m->vertex_count, 4);
        assert_int_equal(m->triangle_count, 4);
        mesh_free(m);
    }
}

/* Two boxes that touch along an edge are fine when each has its own vertices. */
#define BOX_AT(x, y, X, Y)                                                                                             \
    "v " x " " y " 0\nv " X " " y " 0\nv " x " " Y " 0\nv " X " " Y " 0\n"                                             \
    "v " x " " y " 1\nv " X " " y " 1\nv " x " " Y " 1\nv " X " " Y " 1\n"                                             \
    "f -8 -6 -5 -7\nf -4 -3 -1 -2\nf -8 -7 -3 -4\nf -6 -2 -1 -5\nf -8 -4 -2 -6\nf -7 -5 -1 -3\n"
#define OPEN_BOX                                                                                                       \
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"                                         \
    "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\n"

static void boxes_may_touch(void **state)
{
    (void)state;
    char *message = NULL;
    const char *text = BOX_AT("0", "0", "1", "1") BOX_AT("1", "1", "2", "2");
    struct mesh *m = mesh_parse("a.obj", text, strlen(text), 1, &message);
    assert_non_null(m);
    assert_true(fabs(mesh_mass(m).mass - 2) < 1e-15);
    assert_int_equal(m->vertex_count, 16);
    mesh_free(m);
}

static const struct refusal {
    const char *text, *message;
} refused[] = {
    {"", "a.obj: the file is empty"},
    {"\n# nothing\n", "a.obj: the file has no faces"},
    {CORNERS, "a.obj: the file has no faces"},
    {"solid cube\nfacet normal 0 0 1\n", "a.obj:3: expected 'outer' of an STL file, met 'the end of the file'"},
    {"solid\nfacet normal 0 0 1 outer loop vertex 0 0 x", "a.obj:2: expected a number, met 'x'"},
    {"solid a b c\nendsolid", "a.obj: the file has no facets"},
    {"SOLID a\nendfacet\n", "a.obj:2: expected 'endsolid' of an STL file, met 'endfacet'"},
    {"solid a\nendsolid a\nfacet\n", "a.obj:3: expected 'solid' of an STL file, met 'facet'"},
    {"v 0 0 0\n\x01\x02z\n",
     "a.obj:2: '??z' is not a statement of an OBJ file of polygons; meshes are read from OBJ and STL files"},
    {"ääääääääääääääääääää0ä 1\n", "a.obj:1: 'ääääääääääääääääääää' is not a statement of an OBJ file of polygons; "
                                   "meshes are read from OBJ and STL files"},
    {"xääääääääääääääääääää 1\n", "a.obj:1: 'xäääääääääääääääääää' is not a statement of an OBJ file of polygons; "
                                  "meshes are read from OBJ and STL files"},
    {"curv 0 1 1 2 3\n",
     "a.obj:1: 'curv' is not a statement of an OBJ file of polygons; meshes are read from OBJ and STL files"},
    /* numbers */
    {"v 0 0 0\nv 1 zero 0\n", "a.obj:2: 'zero' is not a number"},
    {"v 0 0,5 0\n", "a.obj:1: '0,5' is not a number"},
    {"v 0 0 1e\n", "a.obj:1: '1e' is not a number"},
    {"v 0 0 0 x\n", "a.obj:1: 'x' is not a number"},
    {"v 1 2\n", "a.obj:1: a vertex needs 3 coordinates, this one has 2"},
    {"\r\n\r\nv\r\n", "a.obj:3: a vertex needs 3 coordinates, this one has 0"},
    {"v 0 nan 0\n", "a.obj:1: the coordinate 'nan' is not finite"},
    {"v 0 -inf 0\n", "a.obj:1: the coordinate '-inf' is not finite"},
    {"v 0 1e999 0\n", "a.obj:1: the coordinate '1e999' is not finite"},
    {"v 0 \\\n 0 \\\n x\n", "a.obj:1: 'x' is not a number"},
    {"v 0 \\\n 0 0 \nv 0 0\n", "a.obj:3: a vertex needs 3 coordinates, this one has 2"},
    /* faces */
    {CORNERS "f 1 2\n", "a.obj:5: a face needs at least 3 vertices, this one has 2"},
    {CORNERS "f\n", "a.obj:5: a face needs at least 3 vertices, this one has 0"},
    {CORNERS "f 1 2 x\n", "a.obj:5: 'x' is not a vertex number"},
    {CORNERS "f 1 2 3.5\n", "a.obj:5: '3.5' is not a vertex number"},
    {CORNERS "f 1 2 3/1/1/1\n", "a.obj:5: '3/1/1/1' is not a vertex number"},
    {CORNERS "f 1 2 /3\n", "a.obj:5: '/3' is not a vertex number"},
    {CORNERS "f 1 2 3/a\n", "a.obj:5: '3/a' is not a vertex number"},
    {CORNERS "f 0 1 2\n", "a.obj:5: vertex 0 does not exist: numbers begin at 1"},
    {CORNERS "f 1 2 5\n", "a.obj:5: vertex 5 does not exist: the file has 4"},
    {CORNERS "f 1 2 3\nf 1 2 99999999999999999999\n",
     "a.obj:6: vertex 99999999999999999999 does not exist: a file may have 10000000"},
    {CORNERS "f 1 2 2147483647\n", "a.obj:5: vertex 2147483647 does not exist: a file may have 10000000"},
    {CORNERS "f 1 2 -5\nv 0 0 0\n", "a.obj:5: vertex -5 does not exist: there are 4 before this line"},
    {"f -1 -2 -3\n" CORNERS, "a.obj:1: vertex -1 does not exist: there are 0 before this line"},
    {CORNERS "f 1 2 -99999999999999999999//1\n",
     "a.obj:5: vertex -99999999999999999999 does not exist: there are 4 before this line"},
    /* surfaces */
    {CORNERS "f 1 3 2\nf 1 2 4\nf 1 4 3\n",
     "a.obj:5: the surface is open at the edge from (0, 1, 0) to (1, 0, 0) of this face"},
    {OPEN_BOX, "a.obj:9: the surface is open at the edge from (1, 1, 0) to (1, 0, 0) of this face"},
    {CORNERS "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 4 3\n",
     "a.obj:8: this face and the one of line 5 disagree about which side is outside, at the edge from (0, 1, 0) to "
     "(1, 0, 0)"},
    {CORNERS "v -1 -1 -1\n" FACES "f 1 5 2\n",
     "a.obj:10: 3 faces meet at the edge from (1, 0, 0) to (0, 0, 0) where only 2 can"},
    {CORNERS FACES FACES, "a.obj:9: 4 faces meet at the edge from (1, 0, 0) to (0, 0, 0) where only 2 can"},
    {CORNERS "f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n",
     "a.obj: the surface is inside out: the vertices of a face must run anticlockwise seen from outside"},
    {CORNERS "f 1 2 3\nf 3 2 1\n", "a.obj: the surface encloses no volume"},
    {"v 0.1 0.7 0.3\nv 1.3 0.2 0.9\nv 0.4 1.1 0.23\nv 0.7 0.45 0.6\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 3 2 4\n",
     "a.obj: the surface encloses no volume"}, /* the fourth corner in the middle of an edge, but for rounding */
    {CORNERS "f 1 1 1\nf 2 2 2\n", "a.obj: the surface encloses no volume"},
    {"v 0 0 0\nv 1e200 0 0\nv 0 1e200 0\nv 0 0 1e200\n" FACES, "a.obj: its coordinates are too large to compute with"},
    {"v 0 0 0\nv 1e-80 0 0\nv 0 1e-80 0\nv 0 0 1e-80\n" FACES, "a.obj: its coordinates are too small to compute with"},
    {"v 0 0 0\nv 1e-200 0 0\nv 0 1e-200 0\nv 0 0 1e-200\n" FACES, "a.obj: the surface encloses no volume"},
};

static void check_refused(const char *text, size_t length, double scale, const char *want)
{
    char *message = NULL;
    struct mesh *m = mesh_parse("a.obj", text, length, scale, &message);
    assert_null(m);
    assert_non_null(message);
    if (strcmp(message, want) != 0)
        fail_msg("got  '%s'\nwant '%s'", message, want);
    mem_free(message);
}

static void refuses(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        check_refused(refused[i].text, strlen(refused[i].text), 1, refused[i].message);
    check_refused("v 0\0 0", 6, 1, "a.obj: not a text file");
    const char *text = CORNERS FACES;
    check_refused(text, strlen(text), 0, "a.obj: the scale must be positive and finite");
    check_refused(text, strlen(text), -1, "a.obj: the scale must be positive and finite");
    check_refused(text, strlen(text), NAN, "a.obj: the scale must be positive and finite");
    check_refused(text, strlen(text), INFINITY, "a.obj: the scale must be positive and finite");
    check_refused(text, strlen(text), 1e300, "a.obj: its coordinates are too large to compute with");
}

static void size_is_bounded(void **state)
{
    (void)state;
    const char *text = CORNERS FACES;
    static const struct {
        struct mesh_limits most;
        const char *message;
    } table[] = {
        {{4, 12}, NULL},
        {{3, 12}, "a.obj:4: too large: more than 3 vertices"},
        {{4, 11}, "a.obj:8: too large: more than 11 face corners"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct polygons p;
        char *message = mesh_read_obj("a.obj", text, strlen(text), table[i].most, &p);
        assert_true((message == NULL) == (table[i].message == NULL));
        if (message != NULL)
            assert_string_equal(message, table[i].message);
        mem_free(message);
        polygons_free(&p);
    }
    struct polygons p;
    char *message = mesh_read_obj("a.obj", text, (size_t)1 << 31, (struct mesh_limits){4, 12}, &p);
    assert_string_equal(message, "a.obj: too large: more than 2 GiB");
    mem_free(message);
}

/* Files ------------------------------------------------------------------------ */

static void reads_files(void **state)
{
    (void)state;
    char path[] = "/tmp/test-mesh-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "wb");
    for (int i = 0; i < 20000; i++) /* more than one piece of reading */
        fputs("# long\n", out);
    fputs(CORNERS FACES, out);
    fclose(out);
    char *message = NULL;
    struct mesh *m = mesh_read(path, 2, &message);
    assert_non_null(m);
    assert_true(fabs(mesh_mass(m).mass - 8.0 / 6) < 1e-15);
    mesh_free(m);

    out = fopen(path, "ab");
    fputs("f 1 2 7\n", out);
    fclose(out);
    assert_null(mesh_read(path, 1, &message));
    char want[200];
    snprintf(want, sizeof want, "%s:20009: vertex 7 does not exist: the file has 4", path);
    assert_string_equal(message, want);
    mem_free(message);
    out = fopen(path, "wb");
    fclose(out);
    assert_null(mesh_read(path, 1, &message));
    snprintf(want, sizeof want, "%s: the file is empty", path);
    assert_string_equal(message, want);
    mem_free(message);
    unlink(path);

    assert_null(mesh_read(path, 1, &message));
    snprintf(want, sizeof want, "%s: cannot be read: No such file or directory", path);
    assert_string_equal(message, want);
    mem_free(message);
    assert_null(mesh_read("/tmp", 1, &message));
    assert_string_equal(message, "/tmp: cannot be read: it is a folder");
    mem_free(message);
    assert_null(mesh_read("/dev/zero", 1, &message)); /* has no end */
    assert_string_equal(message, "/dev/zero: cannot be read: it is a device, not a file");
    mem_free(message);
}

/* Every prefix of a good text, and many texts with changed bytes: either a mesh or a message. */
static void survives_damage(void **state)
{
    (void)state;
    static const char spare[] = "0123456789-/\\.ef v#\n\r\t\"\x80";
    unsigned long long random = 12345;
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        size_t length = strlen(accepted[i]);
        for (size_t turn = 0; turn < length + 2000; turn++) {
            size_t n = turn < length ? turn : length;
            char *text = mem_copy(accepted[i], n); /* exact length: a read past the end is detected */
            for (int k = 0; turn >= length && k < 3; k++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                text[(random >> 33) % n] = spare[(random >> 20) % (sizeof spare - 1)];
            }
            char *message = NULL;
            struct mesh *m = mesh_parse("a.obj", text, n, 1, &message);
            assert_true((m == NULL) == (message != NULL));
            if (m != NULL)
                assert_true(mesh_mass(m).mass > 0);
            mesh_free(m);
            mem_free(message);
            mem_free(text);
        }
    }
}

/* A program with decimal commas reads the same file. Needs such a locale on the machine. */
static void locale_does_not_matter(void **state)
{
    (void)state;
    static const char *const with_comma[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8", "it_IT.UTF-8"};
    bool set = false;
    for (size_t i = 0; i < sizeof with_comma / sizeof *with_comma && !set; i++)
        set = setlocale(LC_NUMERIC, with_comma[i]) != NULL;
    if (!set)
        skip();
    const char *text = "v 0 0 0\nv 1.0 0 0\nv 0 1 0\nv 0 0 0.5\n" FACES;
    char *message;
    struct mesh *m = mesh_parse("a.obj", text, strlen(text), 1, &message);
    setlocale(LC_NUMERIC, "C");
    assert_non_null(m);
    assert_true(fabs(mesh_mass(m).mass - 0.5 / 6) < 1e-16);
    mesh_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts),
        cmocka_unit_test(boxes_may_touch),
        cmocka_unit_test(refuses),
        cmocka_unit_test(size_is_bounded),
        cmocka_unit_test(reads_files),
        cmocka_unit_test(survives_damage),
        cmocka_unit_test(locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
