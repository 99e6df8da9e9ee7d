/* Every scene of the gallery as a source: same bytes, places, one number edited, and many random edits: the live world is
 * the one that a fresh reading of the text gives. */
#include "scenes.h"

/* ---- read, write: same bytes ---- */

static void check_bytes(const char *path, void *ctx)
{
    int *count = ctx;
    size_t length, saved;
    char *text = file_bytes(path, &length), *message;
    tn_source *s = tn_source_open(path, NULL);
    assert_non_null(s);
    const char *now = tn_source_file_text(s, 0, &saved);
    assert_int_equal(saved, length);
    assert_memory_equal(now, text, length);
    assert_int_equal(tn_source_check(s, NULL), TN_OK);
    assert_int_equal(tn_source_save(s, 0, "written.tn", &message), TN_OK);
    char *written = file_bytes("written.tn", &saved);
    assert_int_equal(saved, length);
    assert_memory_equal(written, text, length);
    free(written);
    free(text);
    tn_source_free(s);
    (*count)++;
}

static void same_bytes(void **state)
{
    (void)state;
    char folder[1000];
    int count = 0;
    gallery(folder);
    each_scene(folder, check_bytes, &count);
    assert_true(count > 40);
}

/* ---- every thing knows its place ---- */

static void check_places(const char *path, void *ctx)
{
    (void)ctx;
    tn_source *s = tn_source_open(path, NULL);
    tn_world *w = tn_world_new();
    if (tn_source_load(s, w, NULL) != TN_OK) /* needs a reader of images */
        goto end;
    for (tn_thing t = tn_thing_next(w, (tn_thing){0}); t.type != TN_THING_NONE; t = tn_thing_next(w, t)) {
        tn_place in_world, in_source;
        if (t.type == TN_THING_SETTINGS)
            continue;
        if (!tn_thing_place(w, t, &in_world) || !tn_source_place(s, w, t, &in_source))
            fail_msg("%s: %s '%s' has no place", path, tn_thing_kind(w, t), tn_thing_name(w, t));
        assert_int_equal(in_world.from, in_source.from);
        assert_int_equal(in_world.to, in_source.to);
        assert_int_equal(in_world.line, in_source.line);
        assert_int_equal(in_world.column, in_source.column);
        assert_int_equal(in_world.turns, in_source.turns);
        for (int i = 0; i < in_world.turns && i < TN_TURNS; i++)
            assert_true(in_world.turn[i].value == in_source.turn[i].value);
        const char *text = tn_source_file_text(s, in_source.file, NULL);
        const char *word = tn_def_word(tn_source_def(s, in_source.statement));
        assert_memory_equal(text + in_source.from, word, strlen(word));
        assert_true(text[in_source.to - 1] == ';' || strncmp(text + in_source.to - 3, "end", 3) == 0);
    }
end:
    tn_world_free(w);
    tn_source_free(s);
}

static void places(void **state)
{
    (void)state;
    char folder[1000];
    gallery(folder);
    each_scene(folder, check_places, NULL);
}

/* ---- edits ---- */

struct session {
    const char *path;
    tn_source *s;
    tn_world *w;
    uint64_t random;
    int edits, applied, refused, steps;
};

/* What the world writes is read again, and is the same world. */
static void check_written(struct session *x, const char *where)
{
    char *text = tn_write_text(x->w);
    tn_world *again = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(again, x->path, text, d) != TN_OK)
        fail_msg("%s: what was written cannot be read: %s\n%s", where, tn_diagnostics_get(d, 0).message, text);
    same_worlds(again, x->w, where);
    tn_diagnostics_free(d);
    tn_world_free(again);
    tn_free(text);
}

static void check_world(struct session *x, const char *about)
{
    tn_applied done;
    tn_diagnostics *d = tn_diagnostics_new();
    char where[1200];
    tn_status status = tn_source_apply(x->s, x->w, &done, d);
    tn_world *fresh = fresh_world(x->s);
    snprintf(where, sizeof where, "%s after %s", x->path, about);
    if (getenv("VERBOSE") != NULL)
        print_message("%s: %d\n", about, status);
    if ((status == TN_OK) != (fresh != NULL)) {
        char *first = tn_diagnostics_count(d) > 0 ? tn_diagnostics_text(d, 0) : strdup("");
        print_error("%s: applied %d, fresh %d: %s\n", where, status, fresh != NULL, first);
        tn_source_save(x->s, 0, "differs.tn", NULL);
        fail();
    }
    if (fresh != NULL) {
        same_worlds(x->w, fresh, where);
        if (below(&x->random, 4) == 0)
            check_written(x, where);
        x->applied++;
    } else {
        x->refused++;
        while (tn_source_undo(x->s) == TN_OK && tn_source_apply(x->s, x->w, &done, NULL) != TN_OK)
            ;
        fresh = fresh_world(x->s);
        snprintf(where, sizeof where, "%s after %s, refused and taken back", x->path, about);
        same_worlds(x->w, fresh, where);
    }
    tn_world_free(fresh);
    tn_diagnostics_free(d);
}

/* A literal number of the text, by chance; false if it finds none. */
static bool some_number(struct session *x, tn_place *at, char word[64], int *index, tn_text_number *out)
{
    for (int tries = 0; tries < 60; tries++) {
        int count = tn_source_count(x->s);
        if (count == 0 || !tn_source_at(x->s, (int)below(&x->random, (unsigned)count), at) || at->file != 0)
            continue;
        const tn_def *d = tn_source_def(x->s, at->statement);
        if (strcmp(tn_def_word(d), "let") == 0)
            word[0] = '\0';
        else
            snprintf(word, 64, "%s", tn_def_word(d));
        *index = (int)below(&x->random, 3);
        if (tn_source_number(x->s, at, word, *index, out) == TN_OK && out->kind == TN_TEXT_LITERAL)
            return true;
    }
    return false;
}

static void edit_number(struct session *x)
{
    tn_place at;
    char word[64];
    int index;
    tn_text_number number;
    if (!some_number(x, &at, word, &index, &number))
        return;
    double values[4] = {0};
    for (int i = 0; i <= index; i++) {
        tn_text_number other;
        tn_source_number(x->s, &at, word, i, &other);
        if (other.kind != TN_TEXT_LITERAL)
            return;
        values[i] = other.value;
    }
    values[index] = number.value == (double)(int)number.value && number.value > 0 && number.value < 1000
                        ? number.value + 1
                        : number.value * (0.5 + below(&x->random, 100) / 100.0);
    size_t length, later;
    char *before = strdup(tn_source_file_text(x->s, 0, &length)), *message;
    if (tn_source_set(x->s, &at, word, values, index + 1, 0, TN_EDIT_ALL, &message) != TN_OK) {
        free(message);
        free(before);
        return;
    }
    const char *after = tn_source_file_text(x->s, 0, &later);
    if (values[index] != number.value) { /* nothing but this number differs */
        assert_memory_equal(before, after, number.from);
        size_t tail = length - number.to;
        assert_memory_equal(before + number.to, after + later - tail, tail);
    }
    free(before);
    char about[200];
    snprintf(about, sizeof about, "setting %s %d at line %d to %g", word, index, number.line, values[index]);
    check_world(x, about);
}

static void edit_remove(struct session *x)
{
    tn_place at;
    int count = tn_source_count(x->s);
    if (count == 0 || !tn_source_at(x->s, (int)below(&x->random, (unsigned)count), &at) || at.file != 0)
        return;
    char *message = NULL;
    const tn_def *d = tn_source_def(x->s, at.statement);
    char about[200];
    snprintf(about, sizeof about, "removing %s at line %d", tn_def_word(d), at.line);
    if (tn_source_remove(x->s, &at, true, TN_EDIT_ALL, &message) == TN_OK)
        check_world(x, about);
    free(message);
}

static void edit_rename(struct session *x)
{
    static int number;
    tn_place at;
    /* words of the language may be names, and then stand beside themselves */
    static const char *const words[] = {"stiffness", "min",  "max",   "angle", "off",    "color", "damping",
                                        "friction",  "rest", "limit", "speed", "follow", "frame", "between"};
    char name[40], about[200], *message = NULL;
    int count = tn_source_count(x->s);
    for (int i = 0; i < 20; i++) {
        if (count == 0 || !tn_source_at(x->s, (int)below(&x->random, (unsigned)count), &at))
            return;
        const unsigned word = below(&x->random, 2 * sizeof words / sizeof *words);
        if (word < sizeof words / sizeof *words)
            snprintf(name, sizeof name, "%s", words[word]);
        else
            snprintf(name, sizeof name, "other-name%d", ++number);
        snprintf(about, sizeof about, "renaming %s at line %d to %s", tn_def_word(tn_source_def(x->s, at.statement)),
                 at.line, name);
        tn_status status = tn_source_rename(x->s, &at, name, &message);
        free(message);
        if (status == TN_OK) {
            int refused = x->refused;
            check_world(x, about);
            if (x->refused > refused)
                fail_msg("%s: %s gave a text that is not right", x->path, about);
            return;
        }
    }
}

static void edit_add(struct session *x)
{
    static int number;
    char text[400];
    static const char *const forms[] = {"object new%d: sphere 0.1; position %g %g 2; color 1 0 0; end",
                                        "object new%d: box 0.1 0.2 0.3; # a box\n  position %g %g 3; end",
                                        "let new%d = %g + %g;", "nail new%d %g %g 1;", "probe new%d = t + %g * %g;"};
    static const char *const methods[] = {"method displacement", "method dynamic",  "integrator rk4",
                                          "integrator implicit", "integrator gear", "solver svd",
                                          "joints coordinates",  "order first",     "integrator verlet"};
    const char *form = forms[below(&x->random, 5)];
    if (below(&x->random, 3) == 0)
        snprintf(text, sizeof text, "world: %s; end", methods[below(&x->random, sizeof methods / sizeof *methods)]);
    else
        snprintf(text, sizeof text, form, ++number, between(&x->random, -2, 2), between(&x->random, -2, 2));
    tn_diagnostics *d = tn_diagnostics_new();
    tn_place at;
    if (tn_source_add(x->s, NULL, text, &at, d) == TN_OK) {
        assert_true(at.statement >= 0);
        check_world(x, text);
    } else {
        fail_msg("%s: cannot add: %s", x->path, tn_diagnostics_get(d, 0).message);
    }
    tn_diagnostics_free(d);
}

static void edit_once(struct session *x)
{
    x->edits++;
    switch (below(&x->random, 9)) {
    case 0:
    case 1:
    case 2:
        edit_number(x);
        break;
    case 3:
        edit_remove(x);
        break;
    case 4:
        edit_rename(x);
        break;
    case 5:
        edit_add(x);
        break;
    case 6:
        for (unsigned n = below(&x->random, 3) + 1; n > 0 && tn_source_undo(x->s) == TN_OK; n--)
            ;
        check_world(x, "undo");
        break;
    case 7:
        if (tn_source_redo(x->s) == TN_OK)
            check_world(x, "redo");
        break;
    default: { /* a branch goes on instead; a snapshot is taken and brought back */
        tn_world *branch = tn_world_clone(x->w);
        tn_snapshot *state = tn_snapshot_take(branch);
        tn_world_free(x->w);
        x->w = branch;
        tn_world *moves = tn_world_clone(x->w);
        tn_advance(moves, 0.01);
        tn_world_free(moves);
        edit_number(x);
        tn_snapshot_restore(x->w, state);
        tn_snapshot_free(x->w, state);
        check_world(x, "a snapshot");
    }
    }
}

static void random_edits(const char *path, void *ctx)
{
    int edits = *(int *)ctx;
    const char *only = getenv("SCENE");
    if (only != NULL && strstr(path, only) == NULL)
        return;
    for (int seed = 1; seed <= (getenv("TENON_LONG") != NULL ? 5 : 1); seed++) {
        struct session x = {.path = path, .random = (uint64_t)seed * 7919, .s = tn_source_open(path, NULL)};
        x.w = tn_world_new();
        if (tn_source_load(x.s, x.w, NULL) == TN_OK) {
            size_t length;
            char *first = strdup(tn_source_file_text(x.s, 0, &length));
            for (int i = 0; i < edits; i++)
                edit_once(&x);
            while (tn_source_undo(x.s) == TN_OK)
                ;
            assert_string_equal(tn_source_file_text(x.s, 0, NULL), first);
            check_world(&x, "undoing everything");
            free(first);
            if (getenv("VERBOSE") != NULL)
                print_message("%s: %d edits, %d applied, %d refused\n", path, x.edits, x.applied, x.refused);
        }
        tn_world_free(x.w);
        tn_source_free(x.s);
    }
}

static void edits(void **state)
{
    (void)state;
    char folder[1000];
    int count = getenv("TENON_LONG") != NULL ? 200 : effort(12, 2);
    gallery(folder);
    each_scene(folder, random_edits, &count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bytes),
        cmocka_unit_test(places),
        cmocka_unit_test(edits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
