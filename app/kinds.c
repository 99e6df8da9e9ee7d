/* kinds.c: tenon kinds: what objects, constraints and forces there are. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "status.h"
#include "tenon/tenon.h"
#include "texts.h"

/* The known kind nearest to a misspelt one: any word of the list that names a kind. */
static void find_near(const char *name, struct buffer *near)
{
    struct word_list words = {0};
    struct buffer word = {0};
    const char *best = NULL;
    char *list = tn_kinds(NULL);
    for (const char *p = list; p && *p; p++) {
        if (isalnum((unsigned char)*p) || *p == '-' || *p == '_') {
            buffer_add(&word, p, 1);
            continue;
        }
        if (word.length && !word_list_has(&words, word.at)) {
            char *text = tn_kinds(word.at);
            if (text)
                word_list_add(&words, word.at);
            free(text);
        }
        buffer_clear(&word);
    }
    for (int i = 0; i < words.count; i++)
        texts_offer(name, words.at[i], &best);
    if (best)
        buffer_print(near, "%s", best);
    word_list_free(&words);
    buffer_free(&word);
    free(list);
}

static int show_kind(const char *name)
{
    char *text = tn_kinds(name);
    if (text) {
        size_t length = strlen(text);
        printf("%s%s", text, length && text[length - 1] == '\n' ? "" : "\n");
        free(text);
        return STATUS_DONE;
    }
    struct buffer near = {0};
    find_near(name, &near);
    if (near.at)
        options_complain("kinds", "there is no kind \"%s\"; did you mean %s?", name, near.at);
    else
        options_complain("kinds", "there is no kind \"%s\"; tenon kinds lists them all", name);
    buffer_free(&near);
    return STATUS_USAGE;
}

int command_kinds(int argc, char **argv)
{
    const struct usage usage = {
        .command = "kinds",
        .arguments = "[NAME]",
        .purpose =
            "Lists the objects, constraints and forces there are; with a name, that one's parameters and formula.",
        .example = "  tenon kinds\n  tenon kinds distance\n",
        .least = 0,
        .most = 1,
    };
    const char *name = NULL;
    int count, status;
    if (!options_read(&usage, argc, argv, &name, &count, &status))
        return status;
    return show_kind(name);
}
