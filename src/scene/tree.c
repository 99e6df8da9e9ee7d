/* tree.c: places of expressions, and expressions as text with the variables of loops put in. */
#include <string.h>

#include "scene/scene.h"

static bool before(struct place a, struct place b)
{
    return a.line < b.line || (a.line == b.line && a.column < b.column);
}

/* The first and the last token's place of a tree. */
static void reach(const struct tree *t, struct place *first, struct place *last)
{
    if (first->line == 0 || before(t->place, *first))
        *first = t->place;
    struct place end = t->place, now = *last;
    end.column += end.length;
    now.column += now.length;
    if (last->line == 0 || before(now, end))
        *last = t->place;
    for (int i = 0; i < t->count; i++)
        reach(t->items[i], first, last);
}

struct place tree_place(const struct tree *t)
{
    struct place first = {0}, last = {0};
    reach(t, &first, &last);
    if (last.line == first.line && last.column + last.length > first.column)
        first.length = last.column + last.length - first.column;
    return first;
}

bool tree_is_word(const struct tree *t, const char *word)
{
    return t->kind == TREE_NAME && t->count == 0 && strcmp(t->text, word) == 0;
}

static struct tree *number_tree(struct reading *r, const struct tree *t, double value)
{
    struct tree *n = ARENA_NEW(&r->arena, struct tree);
    n->kind = TREE_NUMBER;
    n->number = value;
    n->place = t->place;
    n->height = 1;
    return n;
}

struct tree *tree_bind(struct reading *r, const struct tree *t, const struct env *env, struct tree *const *shadows,
                       int shadow_count)
{
    struct tree *copy = (struct tree *)t;
    if (env == NULL || t->kind == TREE_NUMBER || t->kind == TREE_STRING)
        return copy;
    if (t->kind == TREE_NAME && t->count == 0) {
        for (int i = 0; i < shadow_count; i++)
            if (strcmp(shadows[i]->text, t->text) == 0)
                return copy;
        for (const struct env *e = env; e != NULL; e = e->up)
            if (strcmp(e->name, t->text) == 0)
                return e->let != NULL ? tree_bind(r, e->let->body, e->let->env, NULL, 0) : number_tree(r, t, e->number);
        return copy;
    }
    copy = ARENA_NEW(&r->arena, struct tree);
    *copy = *t;
    copy->items = ARENA_ARRAY(&r->arena, struct tree *, t->count);
    for (int i = 0; i < t->count; i++) {
        const struct tree *item = t->items[i];
        double index;
        bool called = t->kind == TREE_CALL && i == 0 && item->kind == TREE_NAME && item->count == 0;
        copy->items[i] = called ? t->items[i] : tree_bind(r, item, env, shadows, shadow_count);
        if (t->kind == TREE_NAME && constant_number(r, item, env, "the index", &index))
            copy->items[i] = number_tree(r, item, index);
    }
    return copy;
}

char *tree_text(struct reading *r, const struct tree *t, const struct env *env, bool argument)
{
    struct tree *bound = tree_bind(r, t, env, NULL, 0);
    return argument ? syntax_print_argument(bound, NULL, NULL) : syntax_print(bound, NULL, NULL);
}

char *tree_statement(struct reading *r, const struct statement *s, const struct env *env)
{
    bool relation = s->kind == STATEMENT_RELATION;
    ARRAY(char) text = {0};
    for (const char *c = s->word; *c != '\0'; c++)
        ARRAY_PUSH(&text, *c);
    for (int i = 0; i < s->arg_count; i++) {
        char *arg = tree_text(r, s->args[i], env, !relation);
        for (const char *c = relation && i == 1 ? " = " : " "; *c != '\0'; c++)
            ARRAY_PUSH(&text, *c);
        for (const char *c = arg; *c != '\0'; c++)
            ARRAY_PUSH(&text, *c);
        mem_free(arg);
    }
    ARRAY_PUSH(&text, '\0');
    return text.at;
}
