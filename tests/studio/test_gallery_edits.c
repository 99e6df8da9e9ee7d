/* test_gallery_edits.c: gestures in every scene of the gallery change only their own lines; a typing error keeps the world
 * running; all of it is undone and redone to the byte, and to the bit of the poses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "../effort.h"
#include "page.h"
#include "tenon/picture.h"

enum { GESTURES = 10, LINES = 4000, ROWS = 3000 };

static uint64_t seed;
static unsigned draw(unsigned below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

struct lines {
    const char *at[LINES];
    size_t length[LINES];
    int count;
};

static struct lines lines_of(const char *text)
{
    struct lines l = {.count = 0};
    while (*text != 0 && l.count < LINES) {
        const size_t n = strcspn(text, "\n");
        l.at[l.count] = text;
        l.length[l.count++] = n;
        text += n + (text[n] == '\n');
    }
    return l;
}

static bool same_line(const struct lines *a, int i, const struct lines *b, int k)
{
    return a->length[i] == b->length[k] && memcmp(a->at[i], b->at[k], a->length[i]) == 0;
}

/* All lines of the old text are there, in their order, with others between them. */
static void check_added(const char *old, const char *new, const char *what)
{
    static struct lines a, b;
    int k = 0;
    a = lines_of(old);
    b = lines_of(new);
    for (int i = 0; i < a.count; i++, k++) {
        while (k < b.count && !same_line(&a, i, &b, k))
            k++;
        if (k == b.count)
            fail_msg("%s changed line %d: %.*s\n%s", what, i + 1, (int)a.length[i], a.at[i], new);
    }
}

/* Lines of the old text that are changed or gone lie between `first` and `last` (from 1). */
static void check_changed(const char *old, const char *new, int first, int last, const char *what)
{
    static struct lines a, b;
    int head = 0, tail = 0;
    a = lines_of(old);
    b = lines_of(new);
    while (head < a.count && head < b.count && same_line(&a, head, &b, head))
        head++;
    while (tail < a.count - head && tail < b.count - head && same_line(&a, a.count - 1 - tail, &b, b.count - 1 - tail))
        tail++;
    if (head < a.count - tail && (head + 1 < first || a.count - tail > last))
        fail_msg("%s changed lines %d to %d, not %d to %d\n%s", what, head + 1, a.count - tail, first, last, new);
}

static tn_thing any_object(tn_world *w)
{
    const int count = tn_thing_count(w, TN_THING_OBJECT);
    return count > 0 ? tn_thing_at(w, TN_THING_OBJECT, (int)draw((unsigned)count)) : (tn_thing){.type = TN_THING_NONE};
}

/* A reply that tells a patch tells the whole of it: each of its changes is one of the text that those before it have left. */
static void check_patch(const struct test_page *p, const char *old, const char *new)
{
    struct value_arena *arena = NULL;
    const char *why = NULL;
    const struct value *reply = value_read(p->reply.at, p->reply.length, &arena, &why);
    const struct value *patch = value_member(reply, "patch");
    struct bytes text = {0};
    test_keep(&text, old, strlen(old));
    for (const struct value *c = patch != NULL ? patch->first : NULL; c != NULL; c = c->next) {
        struct bytes next = {0};
        const size_t from = byte_of(text.at, text.length, (size_t)c->first->number);
        const size_t to = byte_of(text.at, text.length, (size_t)c->first->next->number);
        bytes_add(&next, text.at, from);
        bytes_text(&next, c->first->next->next->text);
        bytes_add(&next, text.at + to, text.length - to);
        bytes_free(&text);
        text = next;
    }
    if (patch != NULL && strcmp(text.at, new) != 0)
        fail_msg("the patch %s makes\n%s\nnot\n%s", p->reply.at, text.at, new);
    bytes_free(&text);
    value_free(arena);
}

/* Poses become the start: what is shown beforehand is what comes. */
static void start_here(struct test_host *h)
{
    char *old = studio_copy(studio_text(h->session));
    assert_true(test_ask(h, 1, "start", ",\"preview\":true"));
    assert_string_equal(old, studio_text(h->session));
    struct test_page shown = {.text = {0}};
    test_keep(&shown.reply, h->page[1].reply.at, h->page[1].reply.length);
    const long rev = h->page[1].rev;
    const bool started = test_ask(h, 1, "start", "");
    assert_true(h->page[1].rev <= rev + 1); /* one change, however many bodies there are */
    if (started)
        check_patch(&shown, old, studio_text(h->session));
    else
        assert_string_equal(old, studio_text(h->session));
    bytes_free(&shown.reply);
    free(old);
}

/* One gesture; false if this scene refuses it, with the text as it was. */
static bool gesture(struct test_host *h, int n, const char *old)
{
    tn_world *w = studio_world(h->session);
    const tn_thing t = any_object(w);
    const char *name = t.type != TN_THING_NONE ? tn_thing_name(w, t) : "";
    tn_place at = {.line = 0};
    char rest[300], was[100];
    const bool placed = tn_thing_place(w, t, &at);
    bool good;
    snprintf(was, sizeof was, "%s", name);
    switch (n % 5) {
    case 0:
        good = test_ask(h, 1, "add", ",\"text\":\"sphere 0.1\",\"at\":[5,5,5]");
        check_added(old, studio_text(h->session), "add");
        return good;
    case 1:
        snprintf(rest, sizeof rest, ",\"thing\":\"%s\",\"word\":\"color\",\"values\":[0.25,0.5,0.%u]", was,
                 1 + draw(9));
        good = test_ask(h, 1, "set", rest);
        check_changed(old, studio_text(h->session), placed ? at.line : 0, placed ? at.end_line : 0, "set");
        return good;
    case 2:
        snprintf(rest, sizeof rest, ",\"thing\":\"%s\",\"point\":\"center\"", was);
        good = test_ask(h, 1, "nail", rest);
        check_added(old, studio_text(h->session), "nail");
        return good;
    case 3:
        snprintf(rest, sizeof rest, ",\"things\":[\"%s\"]", was);
        good = test_ask(h, 1, "duplicate", rest);
        check_added(old, studio_text(h->session), "duplicate");
        return good;
    default:
        snprintf(rest, sizeof rest, ",\"things\":[{\"thing\":\"%s\",\"position\":[1,2,%u]}]", was, draw(9));
        good = test_ask(h, 1, "place", rest);
        check_changed(old, studio_text(h->session), placed ? at.line : 0, placed ? at.end_line : 0, "place");
        return good;
    }
}

static int poses_of(tn_world *w, double *out)
{
    const int count = tn_object_count(w);
    return count <= ROWS && tn_poses(w, out, count) == TN_OK ? count : 0;
}

/* A typing error, then its end; the world goes on meanwhile. */
static void type(struct test_host *h)
{
    tn_world *w = studio_world(h->session);
    assert_true(test_ask(h, 1, "patch", ",\"changes\":[[0,0,\"objet (\\n\"]]"));
    assert_non_null(strstr(h->page[1].reply.at, "\"applied\":false"));
    const double t = tn_time(w);
    assert_true(test_ask(h, 1, "run", ",\"play\":true"));
    for (int i = 0; i < 3000 && tn_time(studio_world(h->session)) == t; i++)
        test_tick(h);
    assert_true(tn_time(studio_world(h->session)) > t);
    assert_true(test_ask(h, 1, "run", ",\"play\":false"));
    assert_true(test_ask(h, 1, "patch", ",\"changes\":[[0,8,\"\"]]"));
}

static void edit_scene(const char *path)
{
    static double then[ROWS * TN_POSE_NUMBERS], now[ROWS * TN_POSE_NUMBERS];
    struct studio_host host = {.token = "secret", .images = tn_read_png};
    struct test_host h;
    char *message = NULL;
    test_open(&h, &host);
    h.budget = 0.005;
    assert_true(studio_open_file(h.session, path, &message));
    test_join(&h, 1);
    char *start = studio_copy(studio_text(h.session));
    int done = 0;
    for (int i = 0; i < GESTURES; i++) {
        char *old = studio_copy(studio_text(h.session));
        const bool good = gesture(&h, i, old);
        if (!good)
            assert_string_equal(old, studio_text(h.session));
        if (!good && i % 5 == 0)
            fail_msg("%s: a sphere cannot be added: %s", path, h.page[1].reply.at);
        if (good)
            check_patch(&h.page[1], old, studio_text(h.session));
        assert_string_equal(h.page[1].text.at, studio_text(h.session));
        done += good;
        free(old);
    }
    assert_true(done >= 2);
    type(&h);
    start_here(&h);
    char *end = studio_copy(studio_text(h.session));
    const int rows = poses_of(studio_world(h.session), then);
    const double t = tn_time(studio_world(h.session));
    while (test_ask(&h, 1, "undo", ""))
        continue;
    assert_string_equal(studio_text(h.session), start);
    assert_string_equal(h.page[1].text.at, start);
    assert_true(tn_time(studio_world(h.session)) == 0);
    while (test_ask(&h, 1, "redo", ""))
        continue;
    assert_string_equal(studio_text(h.session), end);
    assert_int_equal(poses_of(studio_world(h.session), now), rows);
    assert_memory_equal(then, now, (size_t)rows * TN_POSE_NUMBERS * sizeof *now);
    assert_true(tn_time(studio_world(h.session)) == t);
    while (test_ask(&h, 1, "undo", "")) /* nothing unsaved is left beside the scene */
        continue;
    free(start);
    free(end);
    test_end(&h);
}

static void test_scenes(void **state)
{
    (void)state;
    char line[3000], scene[200], path[1000];
    const char *source = getenv("SOURCE");
    snprintf(path, sizeof path, "%s/examples/gallery.list", source);
    FILE *list = fopen(path, "r");
    int scenes = 0;
    assert_non_null(list);
    while (fgets(line, sizeof line, list) != NULL) {
        if (line[0] == '#' || line[0] == '=' || sscanf(line, "%199[^ |] |", scene) != 1 || strchr(scene, '/') == NULL)
            continue;
        if (scenes++ % effort(1, 8) != 0)
            continue;
        seed = 1000 + (uint64_t)scenes;
        snprintf(path, sizeof path, "%s/examples/%s.tn", source, scene);
        edit_scene(path);
    }
    fclose(list);
    assert_true(scenes > 30);
}

/* More bodies than changes are remembered: they come as one. */
static void test_many(void **state)
{
    (void)state;
    struct studio_host host = {.token = "secret"};
    struct test_host h;
    struct bytes text = {0};
    test_open(&h, &host);
    test_join(&h, 1);
    for (int i = 0; i < 200; i++)
        bytes_print(&text, "object s%d: sphere 0.1; position %d 0 5; end # \xF0\x9F\x94\x97\\n", i, i);
    struct bytes open = {0};
    bytes_print(&open, ",\"name\":\"many.tn\",\"text\":\"gravity 9.81;\\n%s\"", text.at);
    assert_true(test_ask(&h, 1, "open", open.at));
    assert_true(test_ask(&h, 1, "step", ",\"frames\":6"));
    start_here(&h);
    assert_true(test_ask(&h, 1, "undo", ",\"count\":2"));
    assert_non_null(strstr(h.page[1].text.at, "object s199: sphere 0.1; position 199 0 5; end"));
    bytes_free(&text);
    bytes_free(&open);
    test_end(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_scenes), cmocka_unit_test(test_many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
