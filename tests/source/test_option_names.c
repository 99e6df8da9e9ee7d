/* Lets that have the name of an option (min, stiffness, speed, …): renaming one changes the places where it is a value and no
 * word of the language. Numbers of scenes are replaced by such a let, by chance; the text after renaming must be the text
 * that has the other name in the same places. */
#include <ctype.h>

#include "../kinds/stage.h"
#include "scenes.h"

enum { WORDS = 400, PLACES = 3, NAME_LENGTH = 40 };

static const char *words[WORDS];
static int word_count;

static void add_word(const char *word)
{
    for (int i = 0; i < word_count; i++)
        if (strcmp(words[i], word) == 0)
            return;
    assert_true(word_count < WORDS && strlen(word) < NAME_LENGTH);
    words[word_count++] = word;
}

static void find_words(void)
{
    const tn_kind *k;
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++)
        for (const tn_parameter *p = k->parameters; p != NULL && p->word != NULL; p++)
            add_word(p->word);
    add_word("scale");
    add_word("from");
    add_word("to");
}

/* Where plain numbers stand in a text: not in strings or comments, without a unit or a sign. */
static int numbers_of(const char *text, size_t *from, size_t *to, int most)
{
    int n = 0;
    for (size_t i = 0; text[i] != '\0' && n < most; i++) {
        if (text[i] == '#')
            i += strcspn(text + i, "\n");
        else if (text[i] == '"')
            i += 1 + strcspn(text + i + 1, "\"");
        else if (isdigit((unsigned char)text[i]) && i > 0 && strchr(" (,", text[i - 1]) != NULL) {
            const size_t length = strspn(text + i, "0123456789.");
            if (strchr(" ;),", text[i + length]) != NULL) {
                from[n] = i;
                to[n++] = i + length;
            }
            i += length;
        }
        if (text[i] == '\0')
            break;
    }
    return n;
}

/* The text with a let of this name in some places of its numbers; all of them have the value of the first. */
static char *with_let(const char *text, const char *name, const size_t *from, const size_t *to, const bool *chosen,
                      int n)
{
    const size_t size = strlen(text) + 200 + (size_t)n * NAME_LENGTH;
    char *out = malloc(size);
    size_t at = 0, length = 0;
    for (int i = 0; i < n; i++) {
        if (!chosen[i])
            continue;
        if (length == 0)
            length = (size_t)snprintf(out, size, "let %s = %.*s;\n", name, (int)(to[i] - from[i]), text + from[i]);
        length += (size_t)snprintf(out + length, size - length, "%.*s%s", (int)(from[i] - at), text + at, name);
        at = to[i];
    }
    snprintf(out + length, size - length, "%s", text + at);
    return out;
}

static tn_world *read_of(const char *path, const char *text)
{
    tn_world *w = tn_world_new();
    tn_source *s = tn_source_text(path, text);
    const bool good = tn_source_load(s, w, NULL) == TN_OK;
    tn_source_free(s);
    if (good)
        return w;
    tn_world_free(w);
    return NULL;
}

/* Do both texts mean the same? */
static bool both_read(const char *path, const char *a, const char *b)
{
    tn_world *one = read_of(path, a), *two = read_of(path, b);
    const bool same = one != NULL && two != NULL && state_of(one) == state_of(two);
    tn_world_free(one);
    tn_world_free(two);
    return same;
}

static void check_rename(const char *path, const char *named, const char *expected, const char *word)
{
    tn_source *s = tn_source_text(path, named);
    tn_place at;
    char *message = NULL;
    size_t length;
    assert_true(tn_source_at(s, 0, &at));
    if (tn_source_rename(s, &at, "quite", &message) != TN_OK)
        fail_msg("%s: let %s cannot be renamed: %s", path, word, message);
    const char *now = tn_source_file_text(s, 0, &length);
    if (strcmp(now, expected) != 0) {
        size_t differs = 0;
        while (now[differs] == expected[differs])
            differs++;
        const size_t back = differs > 40 ? differs - 40 : 0;
        fail_msg("%s: let %s renamed:\n…%.80s…\ninstead of\n…%.80s…", path, word, now + back, expected + back);
    }
    tn_source_free(s);
}

/* Does the text itself give the name a meaning somewhere? There it would hide the let. */
static bool is_declared(const char *text, const char *word)
{
    static const char *const heads[][2] = {{"let ", " "}, {"for ", " "}, {"(", ";"}, {"(", ","}, {NULL}};
    char head[2 * NAME_LENGTH];
    for (int i = 0; heads[i][0] != NULL; i++) {
        snprintf(head, sizeof head, "%s%s%s", heads[i][0], word, heads[i][1]);
        if (strstr(text, head) != NULL)
            return true;
    }
    return false;
}

static int checked;
static uint64_t chance = 5;

/* Some numbers of a text, in `tries` ways. Which word they get matters where it stands beside them, so that words of the
 * text itself are taken more often. */
static void check_text(const char *path, const char *text, int tries)
{
    enum { NUMBERS = 3000 };
    static size_t from[NUMBERS], to[NUMBERS];
    const int n = numbers_of(text, from, to, NUMBERS);
    const char *near[WORDS];
    int nears = 0;
    for (int i = 0; i < word_count; i++)
        if (strstr(text, words[i]) != NULL)
            near[nears++] = words[i];
    for (int k = 0; k < tries && n > 0; k++) {
        static bool chosen[NUMBERS];
        memset(chosen, 0, sizeof chosen);
        const int first = (int)below(&chance, (unsigned)n);
        chosen[first] = true;
        for (int i = 0; i < n; i++) /* the same number elsewhere may be the let, too */
            if (to[i] - from[i] == to[first] - from[first] &&
                memcmp(text + from[i], text + from[first], to[i] - from[i]) == 0)
                chosen[i] = chosen[i] || below(&chance, PLACES) == 0;
        const char *word = nears > 0 && below(&chance, 4) > 0 ? near[below(&chance, (unsigned)nears)]
                                                              : words[below(&chance, (unsigned)word_count)];
        char *named = with_let(text, word, from, to, chosen, n),
             *expected = with_let(text, "quite", from, to, chosen, n);
        if (!is_declared(text, word) && both_read(path, named, expected)) {
            check_rename(path, named, expected, word);
            checked++;
        }
        free(named);
        free(expected);
    }
}

static void kinds(void **state)
{
    (void)state;
    const tn_kind *k;
    checked = 0;
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++) {
        if (k->example == NULL || k->group == TN_KIND_INTEGRATOR)
            continue;
        char text[4000];
        snprintf(text, sizeof text, "%s%s\n", stage, k->example);
        check_text(k->name, text, effort(10, 4));
    }
    assert_true(checked > effort(500, 200));
}

static void check_scene(const char *path, void *ctx)
{
    (void)ctx;
    size_t length;
    char *text = file_bytes(path, &length);
    check_text(path, text, length < 20000 ? effort(6, 2) : 1);
    free(text);
}

static void scenes(void **state)
{
    (void)state;
    char folder[1000];
    checked = 0;
    gallery(folder);
    each_scene(folder, check_scene, NULL);
    assert_true(checked > effort(150, 50));
}

int main(void)
{
    find_words();
    const struct CMUnitTest tests[] = {cmocka_unit_test(kinds), cmocka_unit_test(scenes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
