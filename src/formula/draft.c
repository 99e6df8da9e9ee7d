/* draft.c: statements built by calls instead of read from a text; copies and comparisons of them.
 *
 * Lists grow by doubling: a list of n has a capacity of the next power of two, so that no capacity is stored. Lists
 * from the parser have no spare capacity and are copied before they grow.
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "formula/statement.h"
#include "formula/units.h"

/* ---- documents ---- */

struct document *document_new(const struct diagnostics *d)
{
    struct document *home = MEM_NEW(struct document);
    home->diagnostics = d;
    atomic_init(&home->users, 1);
    return home;
}

void document_keep(struct document *d) { atomic_fetch_add_explicit(&d->users, 1, memory_order_relaxed); }

void document_drop(struct document *d)
{
    if (d == NULL || atomic_fetch_sub_explicit(&d->users, 1, memory_order_acq_rel) > 1)
        return;
    for (int i = 0; i < d->sources.count; i++) {
        mem_free(d->sources.at[i].folder);
        mem_free(d->sources.at[i].from_main);
    }
    ARRAY_FREE(&d->sources);
    arena_free(&d->arena);
    mem_free(d);
}

const struct document_source *document_source(const struct document *d, struct place p)
{
    for (int i = 0; i < d->sources.count; i++)
        if (d->sources.at[i].source == p.source)
            return &d->sources.at[i];
    return NULL;
}

/* ---- trees ---- */

static const char *keep_text(struct document *home, const char *text)
{
    return arena_text(&home->arena, text, strlen(text));
}

static struct tree *leaf(struct document *home, enum tree_kind kind)
{
    struct tree *t = ARENA_NEW(&home->arena, struct tree);
    t->kind = kind;
    t->height = 1;
    return t;
}

static struct tree *branch(struct document *home, enum tree_kind kind, struct tree **items, int count)
{
    struct tree *t = leaf(home, kind);
    t->count = count;
    t->items = ARENA_ARRAY(&home->arena, struct tree *, count);
    for (int i = 0; i < count; i++) {
        t->items[i] = items[i];
        if (items[i]->height >= t->height)
            t->height = items[i]->height + 1;
    }
    return t;
}

struct tree *draft_number_tree(struct document *home, double x)
{
    struct tree *t = leaf(home, TREE_NUMBER);
    t->number = isfinite(x) ? x : isnan(x) ? 0 : copysign(DBL_MAX, x); /* what is written can be read */
    return t;
}

struct tree *draft_name_tree(struct document *home, const char *text)
{
    struct tree *t = leaf(home, TREE_NAME);
    t->text = keep_text(home, text);
    return t;
}

struct tree *draft_vector_tree(struct document *home, double x, double y, double z)
{
    struct tree *items[3] = {draft_number_tree(home, x), draft_number_tree(home, y), draft_number_tree(home, z)};
    return branch(home, TREE_VECTOR, items, 3);
}

struct tree *draft_member_tree(struct document *home, struct tree *of, const char *member)
{
    struct tree *t = branch(home, TREE_MEMBER, &of, 1);
    t->text = keep_text(home, member);
    return t;
}

struct tree *draft_call_tree(struct document *home, struct tree *called, const double *args, int count)
{
    struct tree **items = MEM_ARRAY(struct tree *, count + 1);
    items[0] = called;
    for (int i = 0; i < count; i++)
        items[1 + i] = draft_number_tree(home, args[i]);
    struct tree *t = branch(home, TREE_CALL, items, count + 1);
    mem_free(items);
    return t;
}

struct tree *draft_copy_tree(struct document *home, const struct tree *t, bool places)
{
    struct tree *copy = ARENA_NEW(&home->arena, struct tree);
    *copy = *t;
    if (!places)
        copy->place = (struct place){0, t->place.line, 0, 0};
    copy->text = t->text != NULL ? keep_text(home, t->text) : NULL;
    copy->items = t->count > 0 ? ARENA_ARRAY(&home->arena, struct tree *, t->count) : NULL;
    for (int i = 0; i < t->count; i++)
        copy->items[i] = draft_copy_tree(home, t->items[i], places);
    return copy;
}

static bool same_text(const char *a, const char *b) { return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0); }

/* Texts that are the same; names if the caller says so. */
static bool alike_text(const char *a, const char *b, const struct draft_names *names)
{
    return names != NULL && a != NULL && b != NULL ? names->same(names->ctx, a, b) : same_text(a, b);
}

static bool alike_trees(const struct tree *a, const struct tree *b, const struct draft_names *names)
{
    if (a == b)
        return true;
    if (a == NULL || b == NULL || a->kind != b->kind || a->sign != b->sign || a->count != b->count ||
        memcmp(&a->number, &b->number, sizeof a->number) != 0)
        return false;
    const bool is_name = a->kind == TREE_NAME || a->kind == TREE_MEMBER;
    if (a->kind == TREE_NUMBER ? unit_of(a->text) != unit_of(b->text)
                               : !alike_text(a->text, b->text, is_name ? names : NULL))
        return false;
    for (int i = 0; i < a->count; i++)
        if (!alike_trees(a->items[i], b->items[i], names))
            return false;
    return true;
}

bool draft_equal_trees(const struct tree *a, const struct tree *b) { return alike_trees(a, b, NULL); }

/* ---- statements ---- */

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(word, *list) == 0)
            return true;
    return false;
}

static enum statement_kind form_of(const char *word)
{
    static const char *const blocks[] = {"world", "object", "constraint", "force", "compound", "state", NULL};
    static const char *const defines[] = {"let", "probe", "path", "curve", "surface", NULL};
    static const char *const relations[] = {"keep", "speed", "acceleration", NULL};
    static const char *const expressions[] = {"minimize", "place", "pose", NULL};
    return is_one_of(word, blocks)        ? STATEMENT_BLOCK
           : is_one_of(word, defines)     ? STATEMENT_DEFINE
           : is_one_of(word, relations)   ? STATEMENT_RELATION
           : is_one_of(word, expressions) ? STATEMENT_EXPRESSIONS
           : strcmp(word, "for") == 0     ? STATEMENT_FOR
           : strcmp(word, "at") == 0      ? STATEMENT_AT
                                          : STATEMENT_PLAIN;
}

struct statement *draft_new(struct document *home, const char *word)
{
    struct statement *s = ARENA_NEW(&home->arena, struct statement);
    s->home = home;
    s->word = keep_text(home, word);
    s->kind = form_of(word);
    s->relation = s->kind == STATEMENT_RELATION ? '=' : '\0';
    return s;
}

/* A list of pointers with room for one more after the first `count`. */
static void **grow(struct document *home, void **list, int count)
{
    if (count > 0 && (count & (count - 1)) != 0)
        return list;
    void **longer = ARENA_ARRAY(&home->arena, void *, count > 0 ? 2 * count : 1);
    if (count > 0)
        memcpy(longer, list, sizeof *list * (size_t)count);
    return longer;
}

/* An empty list with the capacity that grow() expects. */
static void **roomy(struct document *home, int count)
{
    int room = 1;
    while (room < count)
        room *= 2;
    return ARENA_ARRAY(&home->arena, void *, room);
}

void draft_adopt(struct statement *s, struct statement *child)
{
    if (s->kind < STATEMENT_BLOCK)
        s->kind = STATEMENT_BLOCK;
    s->children = (struct statement **)grow(s->home, (void **)s->children, s->child_count);
    s->children[s->child_count++] = child;
}

struct statement *draft_child(struct statement *s, const char *word)
{
    struct statement *child = draft_new(s->home, word);
    draft_adopt(s, child);
    return child;
}

void draft_tree(struct statement *s, struct tree *t)
{
    s->args = (struct tree **)grow(s->home, (void **)s->args, s->arg_count);
    s->args[s->arg_count++] = t;
}

void draft_number(struct statement *s, double x) { draft_tree(s, draft_number_tree(s->home, x)); }

void draft_numbers(struct statement *s, const double *x, int count)
{
    for (int i = 0; i < count; i++)
        draft_number(s, x[i]);
}

void draft_vector(struct statement *s, double x, double y, double z)
{
    draft_tree(s, draft_vector_tree(s->home, x, y, z));
}

void draft_word(struct statement *s, const char *word) { draft_tree(s, draft_name_tree(s->home, word)); }

void draft_string(struct statement *s, const char *text)
{
    struct tree *t = leaf(s->home, TREE_STRING);
    t->text = keep_text(s->home, text);
    draft_tree(s, t);
}

void draft_parameter(struct statement *s, const char *name, bool runs)
{
    s->parameters = (struct tree **)grow(s->home, (void **)s->parameters, s->parameter_count);
    s->parameters[s->parameter_count++] = draft_name_tree(s->home, name);
    if (!runs)
        s->parameter_split = s->parameter_count;
}

struct statement *draft_copy(struct document *home, const struct statement *s, bool places)
{
    struct statement *copy = ARENA_NEW(&home->arena, struct statement);
    *copy = *s;
    copy->home = home;
    copy->word = keep_text(home, s->word);
    if (!places) {
        copy->place = (struct place){0, s->place.line, 0, 0};
        copy->last = (struct place){0, s->last.line, 0, 0};
    }
    copy->name = s->name != NULL ? draft_copy_tree(home, s->name, places) : NULL;
    copy->args = (struct tree **)roomy(home, s->arg_count);
    for (int i = 0; i < s->arg_count; i++)
        copy->args[i] = draft_copy_tree(home, s->args[i], places);
    copy->parameters = (struct tree **)roomy(home, s->parameter_count);
    for (int i = 0; i < s->parameter_count; i++)
        copy->parameters[i] = draft_copy_tree(home, s->parameters[i], places);
    copy->children = (struct statement **)roomy(home, s->child_count);
    for (int i = 0; i < s->child_count; i++)
        copy->children[i] = draft_copy(home, s->children[i], places);
    return copy;
}

bool draft_alike(const struct statement *a, const struct statement *b, const struct draft_names *names)
{
    if (a == b)
        return true;
    if (a == NULL || b == NULL || a->kind != b->kind || !alike_text(a->word, b->word, names) ||
        a->relation != b->relation || a->arg_count != b->arg_count || a->child_count != b->child_count ||
        a->parameter_count != b->parameter_count || a->parameter_split != b->parameter_split ||
        !alike_trees(a->name, b->name, names))
        return false;
    for (int i = 0; i < a->arg_count; i++)
        if (!alike_trees(a->args[i], b->args[i], names))
            return false;
    for (int i = 0; i < a->parameter_count; i++)
        if (!alike_trees(a->parameters[i], b->parameters[i], names))
            return false;
    for (int i = 0; i < a->child_count; i++)
        if (!draft_alike(a->children[i], b->children[i], names))
            return false;
    return true;
}

bool draft_equal(const struct statement *a, const struct statement *b) { return draft_alike(a, b, NULL); }

/* ---- checking ---- */

static const char *wrong_shape(const struct statement *s)
{
    bool has_name = s->name != NULL, is_block = s->kind == STATEMENT_BLOCK;
    switch (s->kind) {
    case STATEMENT_PLAIN:
        return has_name ? "takes its name among its arguments" : NULL;
    case STATEMENT_EXPRESSIONS:
        return has_name ? "takes no name" : s->arg_count == 0 ? "takes an expression" : NULL;
    case STATEMENT_RELATION:
        return has_name ? "takes no name" : s->arg_count != 2 ? "takes two expressions" : NULL;
    case STATEMENT_DEFINE:
        return !has_name || s->arg_count != 1 ? "takes a name and one expression" : NULL;
    case STATEMENT_FOR:
        return !has_name || s->name->count > 0 || s->arg_count != 2 ? "takes a name without index and two numbers"
                                                                    : NULL;
    case STATEMENT_AT:
        return has_name || s->arg_count != 1 ? "takes one number, its time" : NULL;
    case STATEMENT_BLOCK:
    case STATEMENT_GROUP:
        break;
    }
    return s->arg_count > 0 || (is_block && s->parameter_count > 0) ? "is a block and takes no arguments" : NULL;
}

static bool too_high(const struct tree *t) { return t != NULL && t->height > SYNTAX_HEIGHT; }

static bool has_too_high(const struct statement *s)
{
    bool high = too_high(s->name);
    for (int i = 0; i < s->arg_count; i++)
        high = high || too_high(s->args[i]);
    return high;
}

char *statement_misshapen(const struct statement *s)
{
    const char *why = wrong_shape(s);
    if (why != NULL)
        return mem_print("'%.60s' %s", s->word, why);
    if (has_too_high(s))
        return mem_print("an expression of '%.60s' is too deep", s->word);
    for (int i = 0; i < s->child_count; i++) {
        char *wrong = statement_misshapen(s->children[i]);
        if (wrong != NULL)
            return wrong;
    }
    return NULL;
}
