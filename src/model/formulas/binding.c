/* binding.c: places of expressions, and expressions with the variables of loops substituted. */
#include <string.h>

#include "model/model.h"

static bool before(struct place a, struct place b)
{
    return a.line < b.line || (a.line == b.line && a.column < b.column);
}

/* The places of the first and the last token of a tree. */
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

/* ---- substitution of loop variables and lets of loops ----
 *
 * A let may use each of the others of its round twice, so that a few lines can stand for a text that does not fit in
 * memory: substitutions are counted, and a formula that would become too large or too deep to be read again is an
 * error. */

enum { MOST_BOUND = 100000 };

struct bound {
    struct reading *r;
    int made, height; /* trees so far; levels above the current one, at least */
    bool large;
};

static struct tree *bind(struct bound *b, const struct tree *t, const struct env *env, struct tree *const *shadows,
                         int shadow_count);

/* A let that has an error or refers to itself keeps its name; evaluating it reports the error. */
static struct tree *bind_let(struct bound *b, const struct tree *t, struct definition *let)
{
    struct tree *result = (struct tree *)t;
    if (let->body == NULL || let->busy)
        return result;
    b->height += let->body->height;
    let->busy = true;
    if (b->height > SYNTAX_HEIGHT)
        b->large = true;
    else
        result = bind(b, let->body, let->env, NULL, 0);
    let->busy = false;
    b->height -= let->body->height;
    return result;
}

static struct tree *bind_name(struct bound *b, const struct tree *t, const struct env *env, struct tree *const *shadows,
                              int shadow_count)
{
    for (int i = 0; i < shadow_count; i++)
        if (strcmp(shadows[i]->text, t->text) == 0)
            return (struct tree *)t;
    for (const struct env *e = env; e != NULL; e = e->up)
        if (strcmp(e->name, t->text) == 0)
            return e->let != NULL ? bind_let(b, t, e->let) : number_tree(b->r, t, e->number);
    return (struct tree *)t;
}

static struct tree *bind(struct bound *b, const struct tree *t, const struct env *env, struct tree *const *shadows,
                         int shadow_count)
{
    struct tree *copy = (struct tree *)t;
    b->large = b->large || ++b->made > MOST_BOUND;
    if (b->large || env == NULL || t->kind == TREE_NUMBER || t->kind == TREE_STRING)
        return copy;
    if (t->kind == TREE_NAME && t->count == 0)
        return bind_name(b, t, env, shadows, shadow_count);
    copy = ARENA_NEW(&b->r->arena, struct tree);
    *copy = *t;
    copy->items = ARENA_ARRAY(&b->r->arena, struct tree *, t->count);
    for (int i = 0; i < t->count; i++) {
        const struct tree *item = t->items[i];
        double index;
        bool called = t->kind == TREE_CALL && i == 0 && item->kind == TREE_NAME && item->count == 0;
        copy->items[i] = called ? t->items[i] : bind(b, item, env, shadows, shadow_count);
        if (t->kind == TREE_NAME && constant_number(b->r, item, env, "the index", &index))
            copy->items[i] = number_tree(b->r, item, index);
        if (copy->items[i]->height >= copy->height)
            copy->height = copy->items[i]->height + 1;
    }
    return copy;
}

/* Whether the printed text can be read again. A level of a tree is at most two levels of nesting. */
static bool reads_back(const struct tree *t)
{
    if (2 * t->height + 1 <= SYNTAX_DEPTH)
        return true;
    struct arena arena = {0};
    struct diagnostics *d = diagnostics_new();
    char *text = syntax_print_argument(t, NULL, NULL);
    struct reader r = {&arena, d, syntax_tokens(&arena, d, diagnostics_source(d, "", text)).at, 0};
    bool good = syntax_argument(&r) != NULL;
    mem_free(text);
    diagnostics_free(d);
    arena_free(&arena);
    return good;
}

struct tree *tree_bind(struct reading *r, const struct tree *t, const struct env *env, struct tree *const *shadows,
                       int shadow_count)
{
    if (env == NULL)
        return (struct tree *)t;
    struct bound b = {.r = r, .height = t->height};
    struct tree *result = bind(&b, t, env, shadows, shadow_count);
    if (!b.large && reads_back(result))
        return result;
    report(r, tree_place(t), NULL, "the formula is too large once the lets of its loop are substituted");
    return (struct tree *)t;
}

char *tree_text(struct reading *r, const struct tree *t, const struct env *env, bool argument)
{
    struct tree *bound = tree_bind(r, t, env, NULL, 0);
    return argument ? syntax_print_argument(bound, NULL, NULL) : syntax_print(bound, NULL, NULL);
}

char *env_turn(const struct env *env)
{
    while (env != NULL && env->let != NULL)
        env = env->up;
    if (env == NULL)
        return NULL;
    char *outer = env_turn(env->up);
    char *text =
        mem_print("%s%s%s=%.15g", outer != NULL ? outer : "", outer != NULL ? "," : "", env->name, env->number);
    mem_free(outer);
    return text;
}

struct statement *tree_bound_statement(struct reading *r, struct document *home, const struct statement *s,
                                       const struct env *env)
{
    struct statement *copy = draft_new(home, s->word);
    copy->place = (struct place){0, s->place.line, 0, 0};
    copy->relation = s->relation;
    for (int i = 0; i < s->arg_count; i++)
        draft_tree(copy, draft_copy_tree(home, tree_bind(r, s->args[i], env, NULL, 0), false));
    return copy;
}

char *tree_statement(struct reading *r, const struct statement *s, const struct env *env)
{
    bool relation = s->kind == STATEMENT_RELATION;
    ARRAY(char) text = {0};
    for (const char *c = s->word; *c != '\0'; c++)
        ARRAY_PUSH(&text, *c);
    for (int i = 0; i < s->arg_count; i++) {
        char *arg = tree_text(r, s->args[i], env, !relation);
        const char *sign = s->relation == 'g' ? " >= " : s->relation == 'l' ? " <= " : " = ";
        for (const char *c = relation && i == 1 ? sign : " "; *c != '\0'; c++)
            ARRAY_PUSH(&text, *c);
        for (const char *c = arg; *c != '\0'; c++)
            ARRAY_PUSH(&text, *c);
        mem_free(arg);
    }
    ARRAY_PUSH(&text, '\0');
    return text.at;
}
