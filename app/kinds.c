/* kinds.c: tenon kinds: lists what models are made of, as text or as data. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "kinds.h"
#include "options.h"
#include "status.h"
#include "tenon/tenon.h"
#include "texts.h"

/* ---- text ---- */

/* Letters alone tell little of what is meant: a suggestion begins and ends alike, or is the same but for one letter in six. */
static void offer(const char *name, const char *known, const char **best)
{
    const size_t n = strlen(name), m = strlen(known);
    const char *one = NULL;
    texts_offer(name, known, &one);
    if (one && n > 2 && name[0] == known[0] && (n >= 6 || (n > 3 && (name[n - 1] == known[m - 1] || n + 1 == m))))
        texts_offer(name, known, best);
}

/* The known word nearest to a misspelt one: a kind, a synonym or a parameter. */
static const char *find_near(const char *name)
{
    const char *best = NULL;
    const tn_kind *k;
    for (int i = 0; (k = tn_kind_at(i)); i++) {
        offer(name, k->name, &best);
        for (int s = 0; s < TN_SYNONYMS && k->synonyms[s]; s++)
            offer(name, k->synonyms[s], &best);
        for (const tn_parameter *p = k->parameters; p && p->word; p++)
            offer(name, p->word, &best);
    }
    return best;
}

static int show_kind(const char *name, bool formulas)
{
    char *text = tn_kinds(name), *more = formulas && name ? tn_kind_formulas(name) : NULL;
    const char *near = text ? NULL : find_near(name);
    if (text)
        printf("%s%s", text, more ? more : "");
    else if (near)
        options_complain("kinds", "there is no kind \"%s\"; did you mean %s?", name, near);
    else
        options_complain("kinds", "there is no kind \"%s\"; tenon kinds lists them all", name);
    int status = text ? STATUS_DONE : STATUS_USAGE;
    tn_free(text);
    tn_free(more);
    return status;
}

/* ---- data ---- */

static void put_text(struct json *j, const char *key, const char *value)
{
    if (value)
        json_text(j, key, value);
}

static void put_words(struct json *j, const char *key, const char *const *words, int most)
{
    struct word_list list = {0};
    for (int i = 0; words && i < most && words[i]; i++)
        word_list_add(&list, words[i]);
    if (list.count)
        json_texts(j, key, &list);
    word_list_free(&list);
}

/* Bounds of its numbers; those that are left out are infinite. */
static void put_range(struct json *j, const tn_parameter *p)
{
    const bool bounded = p->range == TN_BETWEEN || p->range == TN_ABOVE;
    if (p->range == TN_POSITIVE || p->range == TN_NOT_NEGATIVE || bounded)
        json_number(j, "low", bounded ? p->low : 0);
    if (bounded && isfinite(p->high))
        json_number(j, "high", p->high);
    json_flag(j, "low_excluded", p->range == TN_POSITIVE || p->range == TN_ABOVE);
    json_flag(j, "zero_excluded", p->range == TN_NOT_ZERO);
    json_flag(j, "whole", p->whole);
}

static void put_parameter(struct json *j, const tn_kind *of, const tn_parameter *p)
{
    char *must = tn_parameter_must(p);
    json_open(j, NULL, '{');
    json_text(j, "word", p->word);
    put_text(j, "kind", of ? of->name : NULL);
    put_text(j, "behind", p->behind);
    put_text(j, "symbol", p->symbol);
    put_text(j, "unit", p->unit);
    json_integer(j, "fewest", p->fewest);
    json_integer(j, "most", p->most);
    put_text(j, "must", must);
    if (p->most > 0)
        put_range(j, p);
    put_words(j, "choices", p->choices, 100);
    put_words(j, "of", p->of, 100);
    put_words(j, "not_of", p->not_of, 100);
    put_text(j, "instead", p->instead);
    put_text(j, "default", p->standard);
    json_flag(j, "argument", p->argument);
    json_flag(j, "required", p->required);
    json_flag(j, "one_of", p->one_of);
    json_flag(j, "formula", p->formula);
    json_flag(j, "settable", p->settable);
    json_text(j, "help", p->help);
    json_close(j, '}');
    tn_free(must);
}

static void put_kind(struct json *j, const tn_kind *k)
{
    char *usage = tn_kind_usage(k);
    json_open(j, NULL, '{');
    json_text(j, "group", tn_kind_group_name(k->group));
    json_text(j, "name", k->name);
    put_words(j, "synonyms", k->synonyms, TN_SYNONYMS);
    json_text(j, "usage", usage);
    put_text(j, "arguments", k->arguments);
    json_text(j, "help", k->help);
    put_text(j, "formula", k->formula);
    put_text(j, "example", k->example);
    json_open(j, "parameters", '[');
    for (const tn_parameter *p = k->parameters; p && p->word; p++)
        put_parameter(j, NULL, p);
    json_close(j, ']');
    json_close(j, '}');
    tn_free(usage);
}

void kinds_json(FILE *out)
{
    struct json j = {.out = out};
    const tn_kind *k;
    json_open(&j, NULL, '[');
    for (int i = 0; (k = tn_kind_at(i)); i++)
        put_kind(&j, k);
    json_close(&j, ']');
}

/* Parameters of this word, of all kinds. */
static int put_meant_parameters(struct json *j, const char *name)
{
    const tn_kind *k;
    int found = 0;
    for (int i = 0; (k = tn_kind_at(i)); i++)
        for (const tn_parameter *p = k->parameters; p && p->word; p++)
            if (!strcmp(p->word, name)) {
                found++;
                if (j)
                    put_parameter(j, k, p);
            }
    return found;
}

static int print_json(const char *name)
{
    struct json j = {.out = stdout};
    const tn_kind *k;
    int found = name ? put_meant_parameters(NULL, name) : 1;
    for (int i = 0; name && (k = tn_kind_at(i)); i++)
        found += !strcmp(k->name, name);
    for (int i = 0; name && (k = tn_kind_meant(name, i)); i++)
        found++;
    if (!found)
        return show_kind(name, false);
    json_open(&j, NULL, '{');
    json_open(&j, "kinds", '[');
    for (int i = 0; (k = tn_kind_at(i)); i++)
        if (!name || !strcmp(k->name, name))
            put_kind(&j, k);
    for (int i = 0; name && (k = tn_kind_meant(name, i)); i++)
        put_kind(&j, k);
    json_close(&j, ']');
    if (name) {
        json_open(&j, "parameters", '[');
        put_meant_parameters(&j, name);
        json_close(&j, ']');
    }
    json_close(&j, '}');
    putchar('\n');
    return STATUS_DONE;
}

/* ---- tables of the language page ---- */

/* Text of a table cell; '|' is escaped. */
static void put_cell(const char *text)
{
    for (const char *p = text; *p; p++)
        printf(*p == '|' ? "\\%c" : "%c", *p);
}

static void put_code(const char *text)
{
    printf("`");
    put_cell(text);
    printf("`");
}

static void table_of_parameters(const tn_parameter *list)
{
    printf("| | unit | default | |\n|---|---|---|---|\n");
    for (const tn_parameter *p = list; p && p->word; p++) {
        char *must = tn_parameter_must(p);
        struct buffer use = {0};
        buffer_print(&use, "%s%s%s%s%s", p->behind ? p->behind : "", p->behind ? " " : "", p->word,
                     p->symbol ? " " : "", p->symbol ? p->symbol : "");
        printf("| ");
        put_code(use.at);
        printf(" | %s | %s%s%s | ", p->unit && strcmp(p->unit, "1") ? p->unit : "", p->standard ? "`" : "",
               p->standard ? p->standard : "", p->standard ? "`" : "");
        put_cell(p->help);
        for (int i = 0; p->choices && p->choices[i]; i++)
            printf("%s`%s`", i ? ", " : "; one of ", p->choices[i]);
        for (int i = 0; p->of && p->of[i]; i++)
            printf("%s%s", i ? ", " : "; only of ", p->of[i]);
        for (int i = 0; p->not_of && p->not_of[i]; i++)
            printf("%s%s", i ? ", " : "; not of ", p->not_of[i]);
        printf("%s%s%s |\n", must ? "; must " : "", must ? must : "", p->settable ? "; `set`" : "");
        buffer_free(&use);
        tn_free(must);
    }
}

static int table_of_group(const char *name)
{
    const tn_kind *k;
    int rows = 0;
    for (int i = 0; (k = tn_kind_at(i)); i++) {
        const char *group = tn_kind_group_name(k->group);
        if (strcmp(group, name))
            continue;
        if (rows++ == 0)
            printf("| | |\n|---|---|\n");
        char *usage = tn_kind_usage(k);
        printf("| ");
        put_code(usage);
        printf(" | ");
        put_cell(k->help);
        printf(" |\n");
        tn_free(usage);
    }
    return rows;
}

/* A group of kinds, or the parameters of one. */
static int print_table(const char *name)
{
    const tn_kind *k = tn_kind_find(name);
    if (!strcmp(name, "index")) {
        kinds_index(stdout);
        return STATUS_DONE;
    }
    if (table_of_group(name) > 0)
        return STATUS_DONE;
    if (!k || !k->parameters)
        return options_complain("kinds", "there is no table \"%s\"", name);
    table_of_parameters(k->parameters);
    return STATUS_DONE;
}

int command_kinds(int argc, char **argv)
{
    bool formulas = false, json = false;
    const char *table = NULL;
    const struct option options[] = {
        {"formulas", 0, OPTION_FLAG, NULL, "include the formulas of a kind", &formulas, RANGE_ANY, NULL},
        {"json", 0, OPTION_FLAG, NULL, "as one JSON object", &json, RANGE_ANY, NULL},
        {"table", 0, OPTION_TEXT, "NAME",
         "a group of kinds, the parameters of a kind, or index: all words, in Markdown", &table, RANGE_ANY, NULL},
    };
    const struct usage usage = {
        .command = "kinds",
        .arguments = "[NAME]",
        .purpose = "Lists all objects, materials, curves, constraints, forces, integrators, settings, statements and "
                   "functions;\n"
                   "with a name, its arguments and parameters with units, ranges and defaults, and an example.",
        .example = "  tenon kinds\n  tenon kinds distance --formulas\n  tenon kinds hinge\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 0,
        .most = 1,
    };
    const char *name = NULL;
    int count, status;
    if (!options_read(&usage, argc, argv, &name, &count, &status))
        return status;
    return table ? print_table(table) : json ? print_json(name) : show_kind(name, formulas);
}
