/* fit and snake: curves fitted to points and to the edges of pictures; invalid files. */
#include "model.h"

#include <unistd.h>

#include "tenon/goals.h"
#include "tenon/picture.h"

/* ---- files ---- */

static const char *const folder = "fit-test-files";

static void put_file(const char *name, const void *bytes, size_t size)
{
    char path[200];
    snprintf(path, sizeof path, "%s-%s", folder, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    fclose(f);
}

struct bytes {
    unsigned char *at;
    size_t count;
};

static void put_bytes(struct bytes *b, const void *from, size_t n)
{
    memcpy(b->at + b->count, from, n);
    b->count += n;
}

static void put_number(struct bytes *b, uint32_t x)
{
    unsigned char four[4] = {(unsigned char)(x >> 24), (unsigned char)(x >> 16), (unsigned char)(x >> 8),
                             (unsigned char)x};
    put_bytes(b, four, 4);
}

static uint32_t checksum(const unsigned char *at, size_t n)
{
    uint32_t c = 0xffffffffu;
    for (size_t i = 0; i < n; i++) {
        c ^= at[i];
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    }
    return ~c;
}

static void put_chunk(struct bytes *b, const char *name, const unsigned char *data, size_t n)
{
    put_number(b, (uint32_t)n);
    size_t from = b->count;
    put_bytes(b, name, 4);
    put_bytes(b, data, n);
    put_number(b, checksum(b->at + from, n + 4));
}

/* A gray picture as a PNG file whose data are not compressed. */
static void put_png(const char *name, const unsigned char *gray, int width, int height)
{
    size_t raw = (size_t)height * (size_t)(width + 1);
    struct bytes file = {malloc(raw * 2 + 1000), 0}, data = {malloc(raw * 2 + 1000), 0};
    uint32_t a = 1, s = 0;
    static const unsigned char sign[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}, deflate[] = {0x78, 0x01};
    put_bytes(&file, sign, 8);
    unsigned char head[13] = {0,
                              0,
                              (unsigned char)(width >> 8),
                              (unsigned char)width,
                              0,
                              0,
                              (unsigned char)(height >> 8),
                              (unsigned char)height,
                              8,
                              0,
                              0,
                              0,
                              0};
    put_chunk(&file, "IHDR", head, 13);
    put_bytes(&data, deflate, 2);
    for (int y = 0; y < height; y++) { /* one stored block per row */
        unsigned n = (unsigned)width + 1;
        unsigned char block[5] = {y == height - 1, (unsigned char)n, (unsigned char)(n >> 8), (unsigned char)~n,
                                  (unsigned char)(~n >> 8)};
        put_bytes(&data, block, 5);
        for (unsigned i = 0; i < n; i++) {
            unsigned char x = i == 0 ? 0 : gray[y * width + (int)i - 1];
            put_bytes(&data, &x, 1);
            a = (a + x) % 65521;
            s = (s + a) % 65521;
        }
    }
    put_number(&data, s << 16 | a);
    put_chunk(&file, "IDAT", data.at, data.count);
    put_chunk(&file, "IEND", sign, 0);
    put_file(name, file.at, file.count);
    free(file.at);
    free(data.at);
}

/* A disc with a soft rim of about a pixel: centre in pixels from the left and from the bottom. */
static void put_disc(const char *name, int size, double cx, double cy, double radius)
{
    unsigned char *gray = malloc((size_t)(size * size));
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            double r = hypot(x + 0.5 - cx, size - y - 0.5 - cy);
            gray[y * size + x] = (unsigned char)(40 + 150 / (1 + exp((r - radius) / 0.5)));
        }
    put_png(name, gray, size, size);
    free(gray);
}

static int clean(void **state)
{
    (void)state;
    static const char *const names[] = {"disc.png", "ring.csv", "line.csv", "bad.csv", "bad.png", "tiny.png"};
    char path[200];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s-%s", folder, names[i]);
        unlink(path);
    }
    return 0;
}

/* ---- fit ---- */

static double coordinate(tn_world *w, const char *text)
{
    assert_int_equal(tn_probe_add(w, text, NULL), TN_OK);
    return tn_probe_value(w, tn_probe_count(w) - 1);
}

/* Points on an ellipse: it is found, by the flow and by the solver. */
static void fit_a_curve(void **state)
{
    (void)state;
    char csv[4000] = "x,y\n";
    size_t n = strlen(csv);
    for (int i = 0; i < 20; i++) {
        double a = 0.3 + 2 * model_pi * i / 20, x = 1.3 * cos(a), y = 0.7 * sin(a);
        n += (size_t)snprintf(csv + n, sizeof csv - n, "%.15g, %.15g\n", 0.4 + x * cos(0.5) - y * sin(0.5),
                              0.2 + x * sin(0.5) + y * cos(0.5));
    }
    put_file("ring.csv", csv, n);
    for (int k = 0; k < 2; k++) {
        tn_world *w = model_text("world: order first; tolerance 1e-8; end\n"
                                 "object c: ellipse cx -0.1 cy 0.5 a 0.9 b 0.6 turn 0.1; drag 1; end\n"
                                 "fit c to \"fit-test-files-ring.csv\" strength 4;");
        tn_optimum r;
        if (k == 0)
            model_run(w, 6);
        assert_int_equal(k == 0 ? tn_optimum_get(w, &r) : tn_solve(w, &r), TN_OK);
        check_near("stationary", r.stationarity, 0, 1e-4);
        check_near("objective", r.objective, 0, 1e-8);
        check_near("a", coordinate(w, "c.a"), 1.3, 1e-4);
        check_near("b", coordinate(w, "c.b"), 0.7, 1e-4);
        check_near("turn", coordinate(w, "c.turn"), 0.5, 1e-4);
        check_near("cx", coordinate(w, "c.cx"), 0.4, 1e-4);
        if (k == 1)
            assert_int_equal(r.outcome, TN_OPTIMUM_REACHED);
        tn_world_free(w);
    }
}

/* A straight line by least squares, compared with the normal equations. */
static void fit_a_function(void **state)
{
    (void)state;
    static const double x[] = {0, 1, 2, 3, 4}, y[] = {1, 2.9, 5.2, 6.8, 9.1};
    char csv[1000];
    size_t n = 0;
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < 5; i++) {
        n += (size_t)snprintf(csv + n, sizeof csv - n, "%g;%g\n", x[i], y[i]);
        sx += x[i];
        sy += y[i];
        sxx += x[i] * x[i];
        sxy += x[i] * y[i];
    }
    put_file("line.csv", csv, n);
    double slope = (5 * sxy - sx * sy) / (5 * sxx - sx * sx);
    tn_world *w = model_text("variable a 0; variable b 0; let line(x) = a*x + b;\n"
                             "fit line to \"fit-test-files-line.csv\" strength 2;");
    tn_optimum r;
    assert_int_equal(tn_solve(w, &r), TN_OK);
    assert_int_equal(r.outcome, TN_OPTIMUM_REACHED);
    check_near("slope", coordinate(w, "a"), slope, 1e-9);
    check_near("where it begins", coordinate(w, "b"), (sy - slope * sx) / 5, 1e-9);
    double sum = 0;
    for (int i = 0; i < 5; i++)
        sum += pow(slope * x[i] + (sy - slope * sx) / 5 - y[i], 2);
    check_near("sum of squares", r.objective, 2 * sum, 1e-9);
    tn_world_free(w);
}

/* ---- snake ---- */

static tn_world *world_with_pictures(void)
{
    tn_world *w = tn_world_new();
    assert_int_equal(tn_scene_read_images(w, tn_read_png), TN_OK);
    return w;
}

/* A circle and a spline are attracted to the rim of a disc, and follow it while it moves. */
static void follow_a_picture(void **state)
{
    (void)state;
    put_disc("disc.png", 128, 60, 66, 30);
    const char *head =
        "world: order first; tolerance 1e-5; end let x = 0;\n"
        "path moved: key 0 0 0 0; key 1 0 0 0; key 2 0.1 0.05 0; key 3 0.2 0.1 0; key 9 0.2 0.1 0; end\n";
    const char *curves[] = {"object s: circle cx 0.65 cy 0.6 r 0.36; drag 0.05; end\n",
                            "object s: spline 0.96 0.66 0.85 0.9 0.6 1.01 0.35 0.9 0.25 0.66 0.35 0.4 0.6 0.32 0.85 "
                            "0.4; closed; drag 0.05; "
                            "end\n"};
    for (int k = 0; k < 2; k++) {
        tn_world *w = world_with_pictures();
        model_read(w, head);
        model_read(w, curves[k]);
        model_read(
            w, "snake s on \"fit-test-files-disc.png\" at (moved.x) (moved.y) pixel 0.01 blur 2 strength 0.05 points "
               "32;");
        for (int i = 0; i < 8; i++) {
            char text[100];
            snprintf(text, sizeof text, "p%d = norm(s(%.6f) - (0.6, 0.66, 0) - moved)", i,
                     (k == 0 ? 2 * model_pi : 1) * i / 8);
            assert_int_equal(tn_probe_add(w, text, NULL), TN_OK);
        }
        for (double t = 0.8; t < 4; t += 0.2) {
            model_run(w, t);
            for (int i = 0; i < 8; i++)
                check_near("distance from the middle, m", tn_probe_value(w, i), 0.3, t > 3.5 ? 0.003 : 0.01);
        }
        tn_world_free(w);
    }
}

/* ---- invalid files ---- */

#define CIRCLE "object c: circle cx 0 cy 0 r 1; end "

static void refused(tn_world *w, const char *text, const char *expected)
{
    tn_diagnostics *d = tn_diagnostics_new();
    assert_int_equal(tn_read_text(w, "model", text, d), TN_WRONG_MODEL);
    if (strstr(tn_diagnostics_get(d, 0).message, expected) == NULL)
        fail_msg("%s: %s\n  instead of %s", text, tn_diagnostics_get(d, 0).message, expected);
    tn_diagnostics_free(d);
    tn_world_free(w);
}

static void picture_refused(const char *text, const char *expected) { refused(world_with_pictures(), text, expected); }

/* A reader that fails without a message, and one that returns too little. */
static bool silent_reader(const char *path, int *width, int *height, unsigned char **gray, char **message)
{
    (void)path, (void)width, (void)height, (void)gray, (void)message;
    return false;
}
static bool empty_reader(const char *path, int *width, int *height, unsigned char **gray, char **message)
{
    (void)path, (void)gray, (void)message;
    *width = *height = 100;
    return true;
}

/* libtenon has no image reader: without one a snake is refused, and the world is unchanged. */
static void no_reader(void **state)
{
    (void)state;
    const char *text = CIRCLE "snake c on \"fit-test-files-disc.png\";";
    put_disc("disc.png", 32, 16, 16, 8);
    refused(tn_world_new(), text, "this program has no reader of image files (tn_scene_read_images gives it one)");
    tn_world *w = world_with_pictures();
    tn_scene_read_images(w, NULL);
    refused(w, text, "this program has no reader of image files");
    w = tn_world_new();
    tn_scene_read_images(w, silent_reader);
    refused(w, text, "its reader does not say why");
    w = tn_world_new();
    tn_scene_read_images(w, empty_reader);
    refused(w, text, "the reader gave no pixels");
    assert_int_equal(tn_scene_read_images(NULL, tn_read_png), TN_WRONG_USE);
}

static void bad_files(void **state)
{
    (void)state;
    static const char *const tables[][2] = {
        {"", "there are no numbers in it"},
        {"x,y\n", "there are no numbers in it"},
        {"x,y\n1,2\n3\n", "line 3 has 1 number, the lines before have 2"},
        {"1,2\n3,four\n", "line 2: expected a number, met 'four'"},
        {"1,2\n3,nan\n", "line 2: expected a number, met 'nan'"},
        {"1,2,3,4\n", "points have 2 or 3 columns, x y or x y z; the file has 4"},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        put_file("bad.csv", tables[i][0], strlen(tables[i][0]));
        model_refused(CIRCLE "fit c to \"fit-test-files-bad.csv\";", tables[i][1]);
    }
    put_file("bad.csv", "1,2,3\n", 6);
    model_refused("variable a 1; let f(x) = a*x; fit f to \"fit-test-files-bad.csv\";",
                  "'f' takes 1 number, so that the file must have 2 columns, the value last; it has 3");
    model_refused(CIRCLE "fit c to \"fit-test-files-none.csv\";", "No such file");
    model_refused(CIRCLE "fit c \"fit-test-files-bad.csv\";", "expected fit c to \"points.csv\";");
    model_refused("object p: particle 1; end fit p to \"fit-test-files-bad.csv\";",
                  "expected a curve or a function, met");
    put_file("bad.png", "this is no picture", 18);
    picture_refused(CIRCLE "snake c on \"fit-test-files-bad.png\";", "is not a readable PNG file");
    picture_refused(CIRCLE "snake c on \"fit-test-files-none.png\";", "No such file");
    unsigned char gray[4] = {0, 1, 2, 3};
    put_png("tiny.png", gray, 2, 2);
    picture_refused(CIRCLE "snake c on \"fit-test-files-tiny.png\";", "has 2 by 2 pixels; expected 4 to");
    put_disc("disc.png", 32, 16, 16, 8);
    picture_refused(CIRCLE "snake c on \"fit-test-files-disc.png\" pixle 0.1;", "'snake' has no option 'pixle'");
    picture_refused(CIRCLE "snake c on \"fit-test-files-disc.png\" blur 1000;", "must lie between 0 and 100");
    picture_refused(CIRCLE "snake c on \"fit-test-files-disc.png\" points 3.5;", "must be a whole number from 3 to");
    picture_refused(CIRCLE "snake c on \"fit-test-files-disc.png\" at (c.cx) 0;",
                    "must be a formula of lets, paths and t alone");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fit_a_curve), cmocka_unit_test(fit_a_function), cmocka_unit_test(follow_a_picture),
        cmocka_unit_test(bad_files),   cmocka_unit_test(no_reader),
    };
    return cmocka_run_group_tests(tests, NULL, clean);
}
