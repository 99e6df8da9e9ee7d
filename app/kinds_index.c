/* kinds_index.c: tenon kinds --table index: the index at the end of docs/language.md. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"
#include "tenon/tenon.h"
#include "texts.h"

/* Where the page explains the words of a group, and those of single statements. */
static const char *const sections[TN_KIND_GROUPS] = {
    [TN_KIND_STATEMENT] = "words",        [TN_KIND_OBJECT] = "objects",   [TN_KIND_CURVE] = "curves",
    [TN_KIND_CONSTRAINT] = "constraints", [TN_KIND_FORCE] = "forces",     [TN_KIND_INTEGRATOR] = "the-world",
    [TN_KIND_FUNCTION] = "words",         [TN_KIND_MATERIAL] = "objects",
};
static const char *const statements[][2] = {
    {"world", "the-world"},
    {"object", "objects"},
    {"constraint", "constraints"},
    {"force", "forces"},
    {"contact", "contact"},
    {"let", "names-for-expressions"},
    {"for", "loops-and-files"},
    {"include", "loops-and-files"},
    {"path", "paths-and-surfaces"},
    {"surface", "paths-and-surfaces"},
    {"curve", "curves"},
    {"at", "the-timeline"},
    {"state", "writing"},
    {"probe", "probes-cameras-traces"},
    {"trace", "probes-cameras-traces"},
    {"camera", "probes-cameras-traces"},
    {"title", "probes-cameras-traces"},
    {"light", "probes-cameras-traces"},
    {"background", "probes-cameras-traces"},
    {"show", "probes-cameras-traces"},
    {"skin", "probes-cameras-traces"},
    {"nail", "objects"},
    {"point", "objects"},
};

static const char *section_of(const tn_kind *k)
{
    for (size_t i = 0; k->group == TN_KIND_STATEMENT && i < sizeof statements / sizeof *statements; i++)
        if (!strcmp(statements[i][0], k->name))
            return statements[i][1];
    return sections[k->group];
}

struct entry {
    char *word, *use; /* use: what it is there, with a link */
};
struct entries {
    struct entry *at;
    int count;
};

static void add(struct entries *e, const char *word, const char *what, const char *of, const tn_kind *k)
{
    struct buffer use = {0};
    buffer_print(&use, "[%s%s](#%s)", what, of, section_of(k));
    for (int i = 0; i < e->count; i++)
        if (!strcmp(e->at[i].word, word) && !strcmp(e->at[i].use, use.at)) {
            buffer_free(&use);
            return;
        }
    e->at = texts_memory(e->at, (size_t)(e->count + 1) * sizeof *e->at);
    e->at[e->count++] = (struct entry){texts_copy(word), use.at};
}

/* "constraint" of "constraints" */
static void add_kind(struct entries *e, const tn_kind *k)
{
    char *group = texts_copy(tn_kind_group_name(k->group));
    group[strlen(group) - 1] = '\0';
    add(e, k->name, "", group, k);
    free(group);
}

static void add_words(struct entries *e, const tn_kind *k)
{
    add_kind(e, k);
    for (const tn_parameter *p = k->parameters; p && p->word; p++) {
        if (!p->argument)
            add(e, p->word, "", k->name, k);
        for (int i = 0; p->choices && p->choices[i]; i++)
            add(e, p->choices[i], "a value of ", p->word, k);
    }
}

static int by_word(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    const int order = strcmp(x->word, y->word);
    return order ? order : strcmp(x->use, y->use);
}

/* Words of the same letter are one paragraph; uses of the same word follow it. */
static void put(FILE *out, const struct entry *e, const struct entry *before)
{
    if (before && !strcmp(e->word, before->word)) {
        fprintf(out, ", %s", e->use);
        return;
    }
    if (before)
        fputs(tolower((unsigned char)e->word[0]) == tolower((unsigned char)before->word[0]) ? " ·\n" : "\n\n", out);
    fprintf(out, "`%s` %s", e->word, e->use);
}

void kinds_index(FILE *out)
{
    struct entries e = {0};
    const tn_kind *k;
    for (int i = 0; (k = tn_kind_at(i)); i++)
        add_words(&e, k);
    qsort(e.at, (size_t)e.count, sizeof *e.at, by_word);
    for (int i = 0; i < e.count; i++)
        put(out, &e.at[i], i > 0 ? &e.at[i - 1] : NULL);
    fputs("\n", out);
    for (int i = 0; i < e.count; i++) {
        free(e.at[i].word);
        buffer_free(&(struct buffer){.at = e.at[i].use});
    }
    free(e.at);
}
