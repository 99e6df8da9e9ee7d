/* test_folders.c: which files a text may read: its folder and below, links followed first; nothing that hangs; and no word of
 * what lies elsewhere. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <cmocka.h>

#include "../effort.h"
#include "tenon/tenon.h"

#define SECRET "topsecret-4711"

static char root[200]; /* holds scene/ and other/ */

static void put(const char *path, const char *text)
{
    char full[400];
    snprintf(full, sizeof full, "%s/%s", root, path);
    FILE *f = fopen(full, "wb");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static const char *at(const char *path)
{
    static char full[4][400];
    static int next;
    char *s = full[next++ % 4];
    snprintf(s, 400, "%s/%s", root, path);
    return s;
}

static void link_to(const char *from, const char *to) { assert_int_equal(symlink(to, at(from)), 0); }

#define TRIANGLES "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

static int set_up(void **unused)
{
    (void)unused;
    snprintf(root, sizeof root, "/tmp/tenon-folders-XXXXXX");
    assert_non_null(mkdtemp(root));
    static const char *const folders[] = {"scene", "scene/parts", "scene/parts/deep", "other", "other/deep", "scene2"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        assert_int_equal(mkdir(at(folders[i]), 0700), 0);
    static const char *const homes[] = {"scene", "scene/parts", "scene/parts/deep", "other", "other/deep", "scene2"};
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/good.tn", homes[i]);
        put(path, "let good = 1;");
        snprintf(path, sizeof path, "%s/solid.obj", homes[i]);
        put(path, TRIANGLES);
        snprintf(path, sizeof path, "%s/points.csv", homes[i]);
        put(path, "0,0\n1,1\n2,4\n");
        snprintf(path, sizeof path, "%s/secret.txt", homes[i]);
        put(path, SECRET " " SECRET "\n");
    }
    link_to("scene/inner-link.tn", "parts/good.tn");
    link_to("scene/outer-link.tn", "../other/good.tn");
    link_to("scene/outer-link.obj", "../other/solid.obj");
    link_to("scene/folder-link", "../other");
    link_to("scene/own-link", "parts");
    link_to("scene/dangling.tn", "nowhere.tn");
    link_to("scene/ring.tn", "ring.tn");
    link_to("scene-link", "scene");
    assert_int_equal(mkfifo(at("scene/pipe.tn"), 0600), 0);
    assert_int_equal(mkfifo(at("scene/pipe.obj"), 0600), 0);
    link_to("scene/zero.tn", "/dev/zero");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%.60s/scene/socket.tn", root);
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(s, (struct sockaddr *)&address, sizeof address), 0);
    close(s);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command);
}

/* Reads a text as a file of the scene's folder. No message has a word of what lies elsewhere. */
static tn_status read_here(const char *folder, const char *text, const char *allow, const char *said)
{
    char path[100];
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    snprintf(path, sizeof path, "%s/main.tn", folder);
    put(path, text);
    if (allow != NULL)
        assert_int_equal(tn_allow_read(w, at(allow)), TN_OK);
    tn_status status = tn_read_file(w, at(path), d);
    bool found = said == NULL;
    for (int i = 0; i < tn_diagnostics_count(d); i++) {
        char *shown = tn_diagnostics_text(d, i);
        assert_null(strstr(shown, SECRET));
        if (status != TN_OK && tn_diagnostics_get(d, i).is_error)
            assert_true(tn_diagnostics_get(d, i).line > 0);
        found = found || strstr(shown, said) != NULL;
        free(shown);
    }
    if (!found)
        fail_msg("%s: expected '%s', met %s", text, said, tn_diagnostics_get(d, 0).message);
    tn_diagnostics_free(d);
    tn_world_free(w);
    return status;
}

#define OUTSIDE "outside the scene's folder"

static void files_lie_in_the_folder(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *allow, *said; /* said NULL: it is read */
    } cases[] = {
        {"include \"good.tn\";", NULL, NULL},
        {"include \"./parts/../parts/good.tn\";", NULL, NULL},
        {"include \"parts/deep/good.tn\";", NULL, NULL},
        {"include \"inner-link.tn\";", NULL, NULL},
        {"include \"own-link/good.tn\";", NULL, NULL},
        {"include \"../scene/good.tn\";", NULL, NULL},
        {"include \"../other/good.tn\";", NULL, OUTSIDE},
        {"include \"../other/good.tn\";", "other", NULL},
        {"include \"../other/deep/good.tn\";", "other", NULL},
        {"include \"../other/good.tn\";", "other/deep", OUTSIDE},
        {"include \"../scene2/good.tn\";", NULL, OUTSIDE},
        {"include \"../other/no-such-file.tn\";", NULL, OUTSIDE},
        {"include \"parts/../../other/secret.txt\";", NULL, OUTSIDE},
        {"include \"/etc/passwd\";", NULL, OUTSIDE},
        {"include \"/etc/no-such-file\";", NULL, OUTSIDE},
        {"include \"//etc/passwd\";", NULL, OUTSIDE},
        {"include \"outer-link.tn\";", NULL, OUTSIDE},
        {"include \"outer-link.tn\";", "other", NULL},
        {"include \"folder-link/good.tn\";", NULL, OUTSIDE},
        {"include \"folder-link/../scene/good.tn\";", NULL, "No such file"},
        {"include \"dangling.tn\";", NULL, "No such file"},
        {"include \"ring.tn\";", NULL, "cannot include"},
        {"include \"pipe.tn\";", NULL, "it is a pipe"},
        {"include \"socket.tn\";", NULL, "it is a socket"},
        {"include \"parts\";", NULL, "it is a folder"},
        {"include \".\";", NULL, "it is a folder"},
        {"include \"..\";", NULL, OUTSIDE},
        {"include \"\";", NULL, "it is a folder"},
        {"include \"zero.tn\";", NULL, OUTSIDE},
        {"include \"/dev/zero\";", NULL, OUTSIDE},
        {"object m: mesh \"solid.obj\"; end", NULL, NULL},
        {"object m: mesh \"parts/solid.obj\"; end", NULL, NULL},
        {"object m: mesh \"../other/solid.obj\"; end", NULL, OUTSIDE},
        {"object m: mesh \"../other/solid.obj\"; end", "other", NULL},
        {"object m: mesh \"outer-link.obj\"; end", NULL, OUTSIDE},
        {"object m: mesh \"pipe.obj\"; end", NULL, "it is a pipe"},
        {"object m: mesh \"parts\"; end", NULL, "it is a folder"},
        {"object m: mesh \"/etc/passwd\"; end", NULL, OUTSIDE},
        {"object m: jello \"../other/secret.txt\"; stiffness 1; end", NULL, OUTSIDE},
        {"object m: jello \"pipe.obj\"; stiffness 1; end", NULL, "it is a pipe"},
        {"world: order first; end object s: spline 0 0 1 1 2 4; end fit s to \"points.csv\";", NULL, NULL},
        {"world: order first; end object s: spline 0 0 1 1 2 4; end fit s to \"../other/points.csv\";", NULL, OUTSIDE},
        {"world: order first; end object s: spline 0 0 1 1 2 4; end fit s to \"pipe.tn\";", NULL, "it is a pipe"},
        {"world: order first; end object s: spline 0 0 1 1 2 4; end snake s on \"../other/secret.txt\";", NULL,
         OUTSIDE},
        {"world: order first; end object s: spline 0 0 1 1 2 4; end snake s on \"pipe.tn\";", NULL, "it is a pipe"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tn_status status = read_here("scene", cases[i].text, cases[i].allow, cases[i].said);
        if (status != (cases[i].said == NULL ? TN_OK : TN_WRONG_MODEL))
            fail_msg("%s: status %d", cases[i].text, status);
    }
    /* the scene's folder by a link, an absolute path into it, and an included file that includes */
    char text[600];
    tn_world *w = tn_world_new();
    snprintf(text, sizeof text, "include \"%s\";", at("scene/good.tn"));
    put("scene/main.tn", text);
    assert_int_equal(tn_read_file(w, at("scene-link/main.tn"), NULL), TN_OK);
    tn_world_free(w);
    put("scene/parts/deep/up.tn", "include \"../../good.tn\";");
    assert_int_equal(read_here("scene", "include \"parts/deep/up.tn\";", NULL, NULL), TN_OK);
    put("scene/parts/out.tn", "include \"../../other/good.tn\";");
    assert_int_equal(read_here("scene", "include \"parts/out.tn\";", NULL, OUTSIDE), TN_WRONG_MODEL);
}

/* Random paths of . .. names and links: a text reads exactly what realpath finds below its folder. */
static void random_paths(void **unused)
{
    (void)unused;
    static const char *const pieces[] = {"..",    ".",           "parts",    "deep",  "other",
                                         "scene", "folder-link", "own-link", "scene2"};
    uint64_t seed = 11;
    char real_scene[400];
    assert_non_null(realpath(at("scene"), real_scene));
    for (int i = 0; i < effort(400, 60); i++) {
        char path[300] = "", full[700], found[4096], text[400];
        for (int k = 0; k < 5; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            size_t n = strlen(path);
            if ((seed >> 40) % 3 > 0)
                snprintf(path + n, sizeof path - n, "%s/", pieces[(seed >> 33) % 9]);
        }
        strcat(path, "good.tn");
        snprintf(full, sizeof full, "%s/scene/%s", root, path);
        bool there = realpath(full, found) != NULL;
        bool below = there && strncmp(found, real_scene, strlen(real_scene)) == 0 && found[strlen(real_scene)] == '/';
        snprintf(text, sizeof text, "include \"%s\";", path);
        tn_world *w = tn_world_new();
        put("scene/main.tn", text);
        tn_status status = tn_read_file(w, at("scene/main.tn"), NULL);
        if (status == TN_OK && there && !below &&
            strstr(path, "-link/") == NULL) /* .. behind a link goes by its letters */
            fail_msg("%s was read: %s", path, found);
        if (status != TN_OK && below && strstr(path, "..") == NULL)
            fail_msg("%s was not read", path);
        tn_world_free(w);
    }
}

/* Very many includes: of one file, of files that are not there, in a ring, one in the other. */
static void many_includes(void **unused)
{
    (void)unused;
    const int n = effort(20000, 2000);
    static const char *const lines[] = {"include \"good2.tn\";\n",  "include \"none.tn\";\n",
                                        "include \"main.tn\";\n",   "include \"../other/good.tn\";\n",
                                        "object a: sphre 1; end\n", "x %d;\n"};
    put("scene/good2.tn", "# nothing\n");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char *text = malloc((size_t)n * 50), *to = text;
        for (int k = 0; k < n; k++)
            to += i == 5 ? sprintf(to, "unknown%d %d;\n", k, k) : sprintf(to, "%s", lines[i]);
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        put("scene/main.tn", text);
        assert_int_equal(tn_read_file(w, at("scene/main.tn"), d), i == 0 ? TN_OK : TN_WRONG_MODEL);
        assert_true(tn_diagnostics_count(d) <= 200);
        tn_diagnostics_free(d);
        tn_world_free(w);
        free(text);
    }
}

static void allowed_folders(void **unused)
{
    (void)unused;
    tn_world *w = tn_world_new();
    assert_int_equal(tn_allow_read(w, at("nowhere")), TN_NO_FILE);
    assert_int_equal(tn_allow_read(w, at("scene/good.tn")), TN_NO_FILE);
    assert_int_equal(tn_allow_read(NULL, "."), TN_WRONG_USE);
    assert_int_equal(tn_allow_read(w, NULL), TN_WRONG_USE);
    assert_null(tn_allowed_read(w, 0));
    assert_int_equal(tn_allow_read(w, at("other")), TN_OK);
    assert_non_null(strstr(tn_allowed_read(w, 0), "/other"));
    assert_null(tn_allowed_read(w, 1));
    assert_null(tn_allowed_read(w, -1));
    tn_world *clone = tn_world_clone(w);
    assert_string_equal(tn_allowed_read(w, 0), tn_allowed_read(clone, 0));
    char text[600];
    snprintf(text, sizeof text, "include \"%s\";", at("other/good.tn"));
    assert_int_equal(tn_read_text(clone, at("scene/text.tn"), text, NULL), TN_OK);
    tn_world_free(w);
    tn_world_free(clone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_lie_in_the_folder),
        cmocka_unit_test(random_paths),
        cmocka_unit_test(many_includes),
        cmocka_unit_test(allowed_folders),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
