/* Output files: PNG read back bit by bit, movies checked by ffprobe, numbers of glTF files, plots. */
#include "drawing.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>

#ifdef TENON_PNG
#include <png.h>
#endif

/* ---- PNG ---- */

static void png_round_trip(void **state)
{
    (void)state;
#ifdef TENON_PNG
    tn_view *v = view_of("object a: torus 0.6 0.2; rotation 1 0 0 1; end");
    for (int alpha = 0; alpha < 2; alpha++) {
        tn_picture_options o = plain_options(97, 61);
        o.transparent = alpha == 1;
        tn_picture *p = picture_or_skip(&o);
        draw(p, v);
        assert_int_equal(tn_picture_save_png(p, "a.png", NULL), TN_OK);
        png_image image = {.version = PNG_IMAGE_VERSION};
        assert_true(png_image_begin_read_from_file(&image, "a.png"));
        assert_int_equal(image.width, 97);
        assert_int_equal(image.height, 61);
        assert_int_equal(image.format & PNG_FORMAT_FLAG_ALPHA, alpha == 1 ? PNG_FORMAT_FLAG_ALPHA : 0);
        image.format = PNG_FORMAT_RGBA;
        unsigned char *read = malloc(PNG_IMAGE_SIZE(image));
        assert_true(png_image_finish_read(&image, NULL, read, 0, NULL));
        assert_memory_equal(read, tn_picture_pixels(p, NULL, NULL), 4 * 97 * 61);
        free(read);
        size_t size;
        unsigned char *bytes = file_bytes("a.png", &size);
        assert_int_equal(bytes[24], 8);                  /* bits */
        assert_int_equal(bytes[25], alpha == 1 ? 6 : 2); /* RGBA or RGB */
        assert_int_equal(bytes[28], 0);                  /* not interlaced */
        free(bytes);
        tn_picture_free(p);
    }
    tn_view_free(v);
#else
    skip();
#endif
}

static void frames_folder(void **state)
{
    (void)state;
#ifndef TENON_PNG
    skip();
#endif
    tn_view *v = view_of("object a: sphere 1; end");
    tn_picture_options o = plain_options(40, 30);
    tn_picture *p = picture_or_skip(&o);
    draw(p, v);
    for (int i = 0; i < 3; i++)
        assert_int_equal(tn_picture_save_frame(p, "shots", i, NULL), TN_OK);
    assert_int_equal(access("shots/frame-00000.png", R_OK) | access("shots/frame-00002.png", R_OK), 0);
    tn_picture_free(p);
    tn_view_free(v);
}

/* ---- movies ---- */

static int temporaries(void)
{
    int n = 0;
    DIR *d = opendir(".");
    for (struct dirent *e; (e = readdir(d)) != NULL;)
        n += strncmp(e->d_name, ".tenon-", 7) == 0;
    closedir(d);
    return n;
}

static bool have_ffmpeg(void)
{
    if (system("ffmpeg -version >/dev/null 2>&1") == 0)
        return true;
    fprintf(stderr, "\n**** NO FFMPEG, MOVIES ARE NOT TESTED\n\n");
    return false;
}

static void probe(const char *path, char *to, int room)
{
    char command[300];
    snprintf(command, sizeof command,
             "ffprobe -v error -count_frames -select_streams v -show_entries "
             "stream=codec_name,width,height,pix_fmt,r_frame_rate,nb_read_frames -of csv=p=0 %s",
             path);
    FILE *f = popen(command, "r");
    assert_non_null(fgets(to, room, f));
    to[strcspn(to, "\n")] = '\0';
    pclose(f);
}

static void movie(void **state)
{
    (void)state;
    if (!have_ffmpeg())
        skip();
    tn_world *w = world_of("object a: sphere 0.3; velocity 1 0 0; end");
    tn_picture_options o = plain_options(161, 90); /* odd: one column is added */
    o.quality = TN_QUALITY_DRAFT;
    tn_picture *p = picture_or_skip(&o);
    char *message = NULL, said[200];
    tn_movie *m = tn_movie_begin("a.mp4", 25, &message);
    assert_non_null(m);
    for (int i = 0; i < 12; i++) {
        assert_int_equal(tn_advance(w, i / 25.0), TN_OK);
        tn_view *v = tn_view_take(w, NULL);
        draw(p, v);
        tn_view_free(v);
        assert_int_equal(tn_movie_frame(m, p, &message), TN_OK);
        assert_int_not_equal(access("a.mp4", F_OK), 0); /* not before it is complete */
    }
    assert_int_equal(tn_movie_end(m, &message), TN_OK);
    probe("a.mp4", said, sizeof said);
    assert_string_equal(said, "h264,162,90,yuv420p,25/1,12");
    assert_int_equal(temporaries(), 0);

    /* Frames of another size are refused, and the movie continues. */
    tn_picture_options other = plain_options(100, 90);
    tn_picture *q = picture_or_skip(&other);
    tn_view *v = tn_view_take(w, NULL);
    draw(q, v);
    m = tn_movie_begin("b.mkv", 24, &message);
    assert_int_equal(tn_movie_frame(m, p, &message), TN_OK);
    assert_int_equal(tn_movie_frame(m, q, &message), TN_WRONG_USE);
    assert_string_equal(message, "this movie's frames have 161 × 90 pixels, not 100 × 90");
    free(message);
    assert_int_equal(tn_movie_frame(m, p, &message), TN_OK);
    assert_int_equal(tn_movie_end(m, &message), TN_OK);
    probe("b.mkv", said, sizeof said);
    assert_string_equal(said, "h264,162,90,yuv420p,24/1,2");

    /* Abandoned: no file remains. */
    m = tn_movie_begin("c.mp4", 24, &message);
    assert_int_equal(tn_movie_frame(m, p, &message), TN_OK);
    tn_movie_cancel(m);
    assert_int_not_equal(access("c.mp4", F_OK), 0);
    m = tn_movie_begin("c.mp4", 24, &message);
    assert_int_equal(tn_movie_end(m, &message), TN_NO_FILE);
    assert_string_equal(message, "cannot write c.mp4: a movie needs at least one frame");
    free(message);
    assert_int_equal(temporaries(), 0);
    tn_view_free(v);
    tn_picture_free(p);
    tn_picture_free(q);
    tn_world_free(w);
}

static void wrong_movies(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        double rate;
        const char *message;
    } cases[] = {
        {"a.avi", 30, "the name of a movie must end in .mp4, .mov, .mkv, .webm, .gif or .apng: a.avi"},
        {"a.mp4", 0, "a movie needs more than 0 and at most 1000 frames per second"},
        {"a.mp4", NAN, "a movie needs more than 0 and at most 1000 frames per second"},
    };
    char *message = NULL;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(tn_movie_begin(cases[i].path, cases[i].rate, &message));
        assert_string_equal(message, cases[i].message);
        free(message);
    }
    char *path = strdup(getenv("PATH"));
    setenv("PATH", "/nowhere", 1);
    assert_null(tn_movie_begin("a.mp4", 30, &message));
    assert_string_equal(message,
                        "movies are made by the program ffmpeg, which was not found (on Debian: install ffmpeg)");
    free(message);
    setenv("PATH", path, 1);
    free(path);
    if (have_ffmpeg()) {
        assert_null(tn_movie_begin("no/such/folder/a.mp4", 30, &message));
        assert_non_null(strstr(message, "cannot write no/such/folder/a.mp4"));
        free(message);
    }
}

/* The program that is killed: this one, started with an argument. */
static int film_forever(void)
{
    tn_picture_options o = plain_options(64, 48);
    o.quality = TN_QUALITY_DRAFT;
    tn_picture *p = tn_picture_new(&o, NULL);
    tn_view *v = view_of("object a: sphere 0.3; end");
    tn_movie *m = p != NULL ? tn_movie_begin("killed.mp4", 30, NULL) : NULL;
    if (m == NULL || tn_picture_draw(p, v, NULL) != TN_OK)
        return write(1, "n", 1) == 1 ? 0 : 1;
    for (int i = 0;; i++) {
        if (tn_movie_frame(m, p, NULL) != TN_OK)
            return 1;
        if (i == 20 && write(1, "y", 1) != 1)
            return 1;
    }
}

/* A program that is killed in the middle leaves nothing under the movie's name. */
static void killed_movie(void **state)
{
    const char *program = *state;
    if (!have_ffmpeg())
        skip();
    tn_picture_options o = plain_options(8, 8);
    tn_picture_free(picture_or_skip(&o));
    int line[2];
    assert_int_equal(pipe(line), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(line[1], 1);
        execl(program, program, "film", (char *)NULL);
        _exit(127);
    }
    close(line[1]);
    char answer = 'n';
    assert_int_equal(read(line[0], &answer, 1), 1);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(line[0]);
    assert_int_equal(answer, 'y');
    assert_int_not_equal(access("killed.mp4", F_OK), 0);
}

/* ---- glTF ---- */

static uint32_t word(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static int occurrences(const char *text, const char *what)
{
    int n = 0;
    for (const char *p = text; (p = strstr(p, what)) != NULL; p++)
        n++;
    return n;
}

static void gltf(void **state)
{
    (void)state;
    tn_world *w =
        world_of("object ball: sphere 0.3; velocity 1 2 3; color 1 0 0; end object wall: box 1 1 1; kernel fixed; end "
                 "object pair: compound: sphere 0.1; sphere 0.2; offset 0 0 1; end spin 0 0 1; end");
    tn_gltf *g = tn_gltf_begin();
    tn_view *v = NULL;
    for (int i = 0; i < 11; i++) {
        assert_int_equal(tn_advance(w, 0.1 * i), TN_OK);
        if (i == 5)
            assert_int_equal(tn_read_text(w, "late", "object late: sphere 0.1; end", NULL), TN_OK);
        tn_view *now = tn_view_take(w, v);
        tn_view_free(v);
        v = now;
        assert_int_equal(tn_gltf_frame(g, v, NULL), TN_OK);
    }
    assert_int_equal(tn_gltf_end(g, "a.glb", NULL), TN_OK);
    size_t size = 0;
    unsigned char *file = file_bytes("a.glb", &size);
    assert_memory_equal(file, "glTF\2\0\0\0", 8);
    assert_int_equal(word(file + 8), size);
    uint32_t json_size = word(file + 12);
    assert_memory_equal(file + 16, "JSON", 4);
    unsigned char *second = file + 20 + json_size;
    assert_int_equal(json_size % 4, 0);
    assert_memory_equal(second + 4, "BIN\0", 4);
    assert_int_equal(20 + json_size + 8 + word(second), size);
    char *json = calloc(1, json_size + 1);
    memcpy(json, file + 20, json_size);
    static const char *const names[] = {"\"ball\"", "\"wall\"", "\"pair\"", "\"late\"", "\"world\""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(occurrences(json, names[i]), 1);
    /* ball moves, pair turns and moves with its offset, late appears in a step; wall does nothing. */
    assert_int_equal(occurrences(json, "\"path\":\"scale\""), 1);
    assert_int_equal(occurrences(json, "\"interpolation\":\"STEP\""), 1);
    assert_int_equal(occurrences(json, "\"path\":\"rotation\""), 1);
    assert_true(occurrences(json, "\"path\":\"translation\"") >= 1);
    assert_non_null(strstr(json, "\"baseColorFactor\":[1,0,0,1]"));
    /* The last translation of the ball is exact: (1, 2, 3) after one second. */
    bool found = false;
    const float last[3] = {1, 2, 3};
    for (const unsigned char *p = second + 8; p + sizeof last <= file + size && !found; p += 4) {
        float f[3];
        memcpy(f, p, sizeof f);
        found = fabsf(f[0] - last[0]) < 1e-5f && fabsf(f[1] - last[1]) < 1e-5f && fabsf(f[2] - last[2]) < 1e-5f;
    }
    assert_true(found);
    free(json);
    free(file);
    tn_view_free(v);
    tn_world_free(w);
}

/* ---- plots ---- */

static void plot(void **state)
{
    (void)state;
    double x[101], y[101], z[101];
    for (int i = 0; i <= 100; i++) {
        x[i] = 0.1 * i;
        y[i] = sin(x[i]);
        z[i] = i == 50 ? (double)NAN : -3;
    }
    tn_plot_options o = tn_plot_default();
    o.title = "a < b & \"c\"";
    o.x_label = "t [s]";
    o.y_label = "x [m]";
    tn_plot *p = tn_plot_new(&o, NULL);
    assert_int_equal(tn_plot_line(p, "sine", x, y, 101), TN_OK);
    assert_int_equal(tn_plot_line(p, "gap", x, z, 101), TN_OK);
    assert_int_equal(tn_plot_save(p, "a.svg", NULL), TN_OK);
    size_t size;
    char *svg = (char *)file_bytes("a.svg", &size);
    static const char *const wanted[] = {
        "a &lt; b &amp; &quot;c&quot;", ">t [s]<", ">x [m]<", ">sine<", ">gap<", ">10<", ">\342\210\2223<", ">1<"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (strstr(svg, wanted[i]) == NULL)
            fail_msg("the plot lacks %s", wanted[i]);
    /* One run for the sine, two for the line with a gap, each with the colour of its legend. */
    assert_int_equal(occurrences(svg, "stroke=\"#2b6bb8\""), 2);
    assert_int_equal(occurrences(svg, "stroke=\"#e0731a\""), 3);
    free(svg);
#ifdef TENON_PNG
    assert_int_equal(tn_plot_save(p, "a.png", NULL), TN_OK);
    unsigned char *png = file_bytes("a.png", &size);
    assert_memory_equal(png + 1, "PNG", 3);
    assert_int_equal((png[16] << 24) + (png[17] << 16) + (png[18] << 8) + png[19], 800);
    free(png);
#endif
    tn_plot_free(p);
}

/* Decades from 1e-6 to 1e3, and points that cannot be shown: zero, negative, NaN. */
static void logarithmic_plot(void **state)
{
    (void)state;
    double x[8] = {1, 2, 3, 4, 5, 6, 7, 8}, y[8] = {1e-6, 1e-3, 0, 1, 10, -4, 100, 1e3};
    tn_plot_options o = tn_plot_default();
    o.log_y = true;
    tn_plot *p = tn_plot_new(&o, NULL);
    assert_int_equal(tn_plot_line(p, NULL, x, y, 8), TN_OK);
    assert_int_equal(tn_plot_save(p, "log.svg", NULL), TN_OK);
    size_t size;
    char *svg = (char *)file_bytes("log.svg", &size);
    static const char *const wanted[] = {">1e\342\210\2226<", ">0.001<", ">1<", ">1000<"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (strstr(svg, wanted[i]) == NULL)
            fail_msg("the plot lacks %s", wanted[i]);
    assert_int_equal(occurrences(svg, "stroke=\"#2b6bb8\""), 3); /* three runs between two gaps */
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
    assert_int_equal(occurrences(svg, "<circle"), 0);
    free(svg);
    tn_plot_free(p);
    /* Dots where there is something to show. */
    o.marks = true;
    p = tn_plot_new(&o, NULL);
    assert_int_equal(tn_plot_line(p, NULL, x, y, 8), TN_OK);
    assert_int_equal(tn_plot_save(p, "marks.svg", NULL), TN_OK);
    svg = (char *)file_bytes("marks.svg", &size);
    assert_int_equal(occurrences(svg, "<circle"), 6);
    free(svg);
    tn_plot_free(p);
    o.marks = false;
    /* An empty plot, and a single value, are handled. */
    for (int count = 0; count < 2; count++) {
        o.log_x = true;
        p = tn_plot_new(&o, NULL);
        assert_int_equal(tn_plot_line(p, "one", x, y, count), TN_OK);
        assert_int_equal(tn_plot_save(p, "log.svg", NULL), TN_OK);
        svg = (char *)file_bytes("log.svg", &size);
        assert_null(strstr(svg, "nan"));
        assert_null(strstr(svg, "inf"));
        free(svg);
        tn_plot_free(p);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return film_forever();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_round_trip),
        cmocka_unit_test(frames_folder),
        cmocka_unit_test(movie),
        cmocka_unit_test(wrong_movies),
        cmocka_unit_test_prestate(killed_movie, argv[0]),
        cmocka_unit_test(gltf),
        cmocka_unit_test(plot),
        cmocka_unit_test(logarithmic_plot),
    };
    return cmocka_run_group_tests_name("files", tests, NULL, NULL);
}
