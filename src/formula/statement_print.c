/* statement_print.c: statements and blocks as text that reads back to equal ones. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "formula/statement.h"

enum { LONG_LIST = 24, IN_A_LINE = 6 };

void text_put(struct text *t, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    ARRAY_RESERVE(t, t->count + n + 1);
    vsnprintf(t->at + t->count, (size_t)n + 1, format, again);
    t->count += n;
    va_end(args);
    va_end(again);
}

static bool is_reserved(const char *name)
{
    return strcmp(name, "world") == 0 || strcmp(name, "t") == 0 || strcmp(name, "pi") == 0 || strcmp(name, "end") == 0;
}

/* Letters, digits, _ and dashes before letters; then indices. */
bool statement_is_name(const char *s)
{
    if (s == NULL || !(isalpha((unsigned char)*s) || *s == '_') || is_reserved(s))
        return false;
    for (s++; *s != '\0' && *s != '['; s++)
        if (!isalnum((unsigned char)*s) && *s != '_' &&
            !(*s == '-' && isalnum((unsigned char)s[-1]) && isalpha((unsigned char)s[1])))
            return false;
    while (*s == '[') {
        s++;
        s += *s == '-' ? 1 : 0;
        const size_t digits = strspn(s, "0123456789"); /* as an int is printed, so that the name is read as it is */
        if (digits == 0 || digits > 9 || s[digits] != ']' || (*s == '0' && (digits > 1 || s[-1] == '-')))
            return false;
        s += digits + 1;
    }
    return *s == '\0';
}

static void put_tree(struct text *t, const struct tree *tree, bool argument)
{
    char *text = argument ? syntax_print_argument(tree, NULL, NULL) : syntax_print(tree, NULL, NULL);
    ARRAY_RESERVE(t, t->count + (int)strlen(text) + 1);
    strcpy(t->at + t->count, text);
    t->count += (int)strlen(text);
    mem_free(text);
}

static void put_arguments(struct text *t, const struct statement *s, int level)
{
    bool is_long = s->arg_count > LONG_LIST;
    for (int i = 0; i < s->arg_count; i++) {
        if (is_long && i % IN_A_LINE == 0)
            text_put(t, "\n%*s", 2 * level + 3, "");
        text_put(t, " ");
        put_tree(t, s->args[i], true);
    }
}

static void put_expressions(struct text *t, const struct statement *s)
{
    for (int i = 0; i < s->arg_count; i++) {
        text_put(t, i > 0 ? ", " : " ");
        put_tree(t, s->args[i], false);
    }
}

static void put_relation(struct text *t, const struct statement *s)
{
    for (int i = 0; i < s->arg_count; i++) {
        text_put(t, "%s", i == 0 ? " " : s->relation == 'g' ? " >= " : s->relation == 'l' ? " <= " : " = ");
        put_tree(t, s->args[i], false);
    }
}

/* A probe may have any text as its name. */
static void put_name(struct text *t, const struct statement *s)
{
    if (s->name == NULL)
        return;
    bool quoted = s->kind == STATEMENT_DEFINE && s->name->count == 0 && !statement_is_name(s->name->text);
    text_put(t, quoted ? " \"" : " ");
    put_tree(t, s->name, false);
    text_put(t, quoted ? "\"" : "");
}

static void put_define(struct text *t, const struct statement *s)
{
    put_name(t, s);
    for (int i = 0; i < s->parameter_count; i++)
        text_put(t, "%s%s", i == 0 ? "(" : i == s->parameter_split ? "; " : ", ", s->parameters[i]->text);
    text_put(t, s->parameter_count > 0 ? ")" : "");
    if (s->arg_count > 0) {
        text_put(t, " = ");
        put_tree(t, s->args[0], false);
    }
}

static void put_block(struct text *t, const struct statement *s, int level)
{
    put_name(t, s);
    if (s->kind == STATEMENT_FOR && s->arg_count == 2) {
        text_put(t, " = ");
        put_tree(t, s->args[0], false);
        text_put(t, " to ");
        put_tree(t, s->args[1], false);
    } else if (s->kind == STATEMENT_AT && s->arg_count == 1) {
        text_put(t, " ");
        put_tree(t, s->args[0], false);
    }
    text_put(t, s->bare ? "\n" : ":\n");
    for (int i = 0; i < s->child_count; i++)
        statement_print(t, s->children[i], level + 1);
    text_put(t, "%*send\n", 2 * level, "");
}

void statement_print(struct text *t, const struct statement *s, int level)
{
    if (s->kind == STATEMENT_GROUP) {
        for (int i = 0; i < s->child_count; i++)
            statement_print(t, s->children[i], level);
        return;
    }
    text_put(t, "%*s%s", 2 * level, "", s->word);
    switch (s->kind) {
    case STATEMENT_PLAIN:
        put_arguments(t, s, level);
        break;
    case STATEMENT_EXPRESSIONS:
        put_expressions(t, s);
        break;
    case STATEMENT_RELATION:
        put_relation(t, s);
        break;
    case STATEMENT_DEFINE:
        put_define(t, s);
        break;
    case STATEMENT_BLOCK:
    case STATEMENT_FOR:
    case STATEMENT_AT:
        put_block(t, s, level);
        return;
    case STATEMENT_GROUP:
        return;
    }
    text_put(t, ";\n");
}
