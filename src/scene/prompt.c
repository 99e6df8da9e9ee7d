/* prompt.c: what is typed at a prompt becomes text of the scene language. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "formula/statement.h"
#include "tenon/kinds.h"
#include "tenon/model.h"
#include "tenon/scene.h"

/* The byte at which a place begins. */
static size_t offset_of(const char *text, struct place p)
{
    const char *s = text;
    for (int line = 1; line < p.line && strchr(s, '\n') != NULL; line++)
        s = strchr(s, '\n') + 1;
    for (int column = 1; column < p.column && *s != '\0'; column++)
        for (s++; ((unsigned char)*s & 0xC0) == 0x80; s++) /* continuation bytes of UTF-8 */
            continue;
    return (size_t)(s - text);
}

/* ---- is it complete? ---- */

/* Is a comment of several lines open at the end? */
static bool in_comment(const char *s)
{
    while (*s != '\0') {
        if (*s == '"') {
            s += 1 + strcspn(s + 1, "\"\n");
            s += *s != '\0' ? 1 : 0;
        } else if (*s == '#' || (s[0] == '/' && s[1] == '/')) {
            s += strcspn(s, "\n");
        } else if (s[0] == '/' && s[1] == '*') {
            s = strstr(s + 2, "*/");
            if (s == NULL)
                return true;
            s += 2;
        } else {
            s++;
        }
    }
    return false;
}

/* Is a bracket of the last statement open, or does it end with an operator? */
static bool goes_on(const struct tokens *t)
{
    int open = 0;
    for (int i = 0; i + 1 < t->count; i++) {
        const char *sign = t->at[i].kind == TOKEN_SIGN ? t->at[i].text : "";
        open += *sign == '(' || *sign == '[' ? 1 : (*sign == ')' || *sign == ']') && open > 0 ? -1 : 0;
        open = *sign == ';' ? 0 : open;
    }
    const struct token *last = t->count > 1 ? &t->at[t->count - 2] : NULL;
    return open > 0 || (last != NULL && last->kind == TOKEN_SIGN && strpbrk(last->text, "+-*/^=<>,.") != NULL);
}

/* The text with a ';' behind its last token, unless that ends a statement. */
static char *closed(const char *text, const struct tokens *t)
{
    const struct token *last = t->count > 1 ? &t->at[t->count - 2] : NULL;
    if (last == NULL || last->kind == TOKEN_BAD || (last->kind == TOKEN_SIGN && strpbrk(last->text, ";:") != NULL) ||
        (last->kind == TOKEN_NAME && strcmp(last->text, "end") == 0))
        return mem_text(text);
    struct place p = last->place;
    p.column += p.length;
    size_t at = offset_of(text, p);
    return mem_print("%.*s;%s", (int)at, text, text + at);
}

/* ---- objects ---- */

static bool is_shape(tn_world *w, const char *word)
{
    const tn_kind *k;
    if (tn_word_find(word, NULL) == TN_WORD_STATEMENT)
        return false;
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++)
        if ((k->group == TN_KIND_OBJECT || k->group == TN_KIND_CURVE) && strcmp(k->name, word) == 0)
            return true;
    tn_thing type = tn_thing_find(w, TN_THING_NAME, word);
    return type.type == TN_THING_NAME && strcmp(tn_thing_kind(w, type), "curve") == 0;
}

/* A statement that belongs into the block of an object, and nowhere else. */
static bool goes_into_object(const char *word)
{
    static const char *const groups[] = {"object", "circle", NULL};
    for (int i = 0; groups[i] != NULL; i++) {
        const tn_kind *k = tn_kind_find(groups[i]);
        for (const tn_parameter *p = k != NULL ? k->parameters : NULL; p != NULL && p->word != NULL; p++)
            if (strcmp(p->word, word) == 0 && tn_word_find(word, NULL) != TN_WORD_STATEMENT)
                return true;
    }
    return false;
}

static bool is_taken(tn_world *w, const char *name)
{
    return tn_thing_find(w, TN_THING_OBJECT, name).type != TN_THING_NONE ||
           tn_thing_find(w, TN_THING_NAME, name).type != TN_THING_NONE;
}

/* Puts the first statements into a block `object NAME: … end`. */
static char *as_object(tn_world *w, const char *text, const struct statements *all)
{
    const struct statement *first = all->at[0], *last = first;
    char *name = NULL;
    for (int n = 1; name == NULL; n++) {
        name = mem_print("%.100s%d", first->word, n);
        if (!is_taken(w, name))
            break;
        mem_free(name);
        name = NULL;
    }
    for (int i = 1; i < all->count && goes_into_object(all->at[i]->word); i++)
        last = all->at[i];
    size_t from = offset_of(text, first->place), to = offset_of(text, last->last);
    to += text[to] == ';' ? 1 : strncmp(text + to, "end", 3) == 0 ? 3 : 0;
    char *result =
        mem_print("%.*sobject %s: %.*s end%s", (int)from, text, name, (int)(to - from), text + from, text + to);
    mem_free(name);
    return result;
}

char *tn_prompt_text(tn_world *w, const char *lines, bool *complete)
{
    if (w == NULL || lines == NULL)
        return NULL;
    struct diagnostics *d = diagnostics_new();
    struct document *home = document_new(d);
    struct tokens tokens = syntax_tokens(&home->arena, d, diagnostics_source(d, "prompt", lines));
    bool whole = !in_comment(lines) && !goes_on(&tokens);
    char *text = NULL;
    if (whole) {
        text = closed(lines, &tokens);
        struct statements all = statement_read(home, d, diagnostics_source(d, "prompt", text));
        whole = !all.incomplete;
        if (whole && all.count > 0 && is_shape(w, all.at[0]->word) && !all.at[0]->broken) {
            char *object = as_object(w, text, &all);
            mem_free(text);
            text = object;
        }
    }
    if (!whole) {
        mem_free(text);
        text = NULL;
    }
    if (complete != NULL)
        *complete = whole;
    document_drop(home);
    diagnostics_free(d);
    return text;
}
