/* def.c: the public interface of statements and expression trees; see tenon/def.h. */
#include "tenon/def.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "formula/statement.h"
#include "formula/units.h"

static struct statement *inner(tn_def *d) { return (struct statement *)(void *)d; }
/* The same for a change. */
static struct statement *changed(tn_def *d)
{
    inner(d)->home->version++;
    return inner(d);
}
static const struct statement *seen(const tn_def *d) { return (const struct statement *)(const void *)d; }
static const struct tree *tree_of(const tn_value *v) { return (const struct tree *)(const void *)v; }
static tn_def *outer(struct statement *s) { return (tn_def *)(void *)s; }
static const tn_value *value_of(const struct tree *t) { return (const tn_value *)(const void *)t; }

/* Diagnostics for functions whose caller may pass NULL. */
struct listener {
    tn_diagnostics *own;
    struct diagnostics *d;
};

static struct listener listen(tn_diagnostics *d)
{
    struct listener l = {.own = d == NULL ? tn_diagnostics_new() : NULL};
    l.d = (struct diagnostics *)(void *)(d != NULL ? d : l.own);
    return l;
}

static bool is_word(const char *word)
{
    return word != NULL && strchr(word, '[') == NULL && (statement_is_name(word) || strcmp(word, "world") == 0);
}

/* ---- making ---- */

tn_def *tn_def_new(const char *word)
{
    if (!is_word(word))
        return NULL;
    struct document *home = document_new(NULL);
    home->root = draft_new(home, word);
    return outer(home->root);
}

tn_def *tn_def_copy(const tn_def *d)
{
    if (d == NULL)
        return NULL;
    struct document *home = document_new(NULL);
    home->root = draft_copy(home, seen(d), false);
    return outer(home->root);
}

tn_def *tn_def_parse(const char *text, tn_diagnostics *diagnostics)
{
    if (text == NULL)
        return NULL;
    struct listener l = listen(diagnostics);
    struct document *home = document_new(l.d);
    int errors = diagnostics_errors(l.d);
    struct statements all = statement_read(home, l.d, diagnostics_source(l.d, "definition", text));
    tn_def *result = NULL;
    if (diagnostics_errors(l.d) == errors && all.count != 1)
        diagnostics_error(l.d, all.count > 1 ? all.at[1]->place : (struct place){0}, NULL,
                          "expected one statement or block, met %d", all.count);
    if (diagnostics_errors(l.d) == errors)
        result = tn_def_copy(outer(all.at[0]));
    document_drop(home);
    tn_diagnostics_free(l.own);
    return result;
}

void tn_def_free(tn_def *d)
{
    if (d != NULL && inner(d)->home->root == inner(d))
        document_drop(inner(d)->home);
}

char *tn_def_print(const tn_def *d)
{
    struct text t = {0};
    text_put(&t, "%s", "");
    if (d != NULL)
        statement_print(&t, seen(d), 0);
    return t.at;
}

/* ---- filling ---- */

/* A whole text as an expression in the memory of d; NULL after a report. */
static struct tree *parse(tn_def *d, const char *text, tn_diagnostics *diagnostics)
{
    struct listener l = listen(diagnostics);
    struct document *home = document_new(l.d);
    struct tokens tokens = syntax_tokens(&home->arena, l.d, diagnostics_source(l.d, "expression", text));
    struct reader reader = {.arena = &home->arena, .diagnostics = l.d, .at = tokens.at};
    struct tree *t = syntax_expression(&reader);
    if (t != NULL && reader.at->kind != TOKEN_END) {
        diagnostics_error(l.d, reader.at->place, NULL, "expected the end of the expression");
        t = NULL;
    }
    if (t != NULL)
        t = draft_copy_tree(inner(d)->home, t, false);
    document_drop(home);
    tn_diagnostics_free(l.own);
    return t;
}

/* Strings stand between quotation marks, on one line. */
static bool is_string(const char *text) { return strpbrk(text, "\"\n\r") == NULL && syntax_is_text(text); }

tn_status tn_def_set_name(tn_def *d, const char *name)
{
    if (d == NULL)
        return TN_WRONG_USE;
    struct tree *t = NULL;
    bool any = strcmp(inner(d)->word, "probe") == 0;
    if (name != NULL && any && !statement_is_name(name) && is_string(name) && name[0] != '\0')
        t = draft_name_tree(inner(d)->home, name);
    else if (name != NULL)
        t = parse(d, name, NULL);
    if (name != NULL && (t == NULL || t->kind != TREE_NAME))
        return TN_WRONG_USE;
    changed(d)->name = t;
    return TN_OK;
}

tn_status tn_def_add_number(tn_def *d, double x) { return tn_def_add_numbers(d, &x, 1); }

tn_status tn_def_add_numbers(tn_def *d, const double *x, int count)
{
    if (d == NULL || count < 0 || (x == NULL && count > 0))
        return TN_WRONG_USE;
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return TN_WRONG_USE;
    draft_numbers(changed(d), x, count);
    return TN_OK;
}

tn_status tn_def_add_vector(tn_def *d, tn_vec3 v)
{
    if (d == NULL || !isfinite(v.x) || !isfinite(v.y) || !isfinite(v.z))
        return TN_WRONG_USE;
    draft_vector(changed(d), v.x, v.y, v.z);
    return TN_OK;
}

tn_status tn_def_add_string(tn_def *d, const char *text)
{
    if (d == NULL || text == NULL || !is_string(text))
        return TN_WRONG_USE;
    draft_string(changed(d), text);
    return TN_OK;
}

tn_status tn_def_add(tn_def *d, const char *expression, tn_diagnostics *diagnostics)
{
    if (d == NULL || expression == NULL)
        return TN_WRONG_USE;
    struct tree *t = parse(d, expression, diagnostics);
    if (t == NULL)
        return TN_WRONG_MODEL;
    draft_tree(changed(d), t);
    return TN_OK;
}

tn_status tn_def_add_value(tn_def *d, const tn_value *v)
{
    if (d == NULL || v == NULL)
        return TN_WRONG_USE;
    draft_tree(changed(d), draft_copy_tree(inner(d)->home, tree_of(v), false));
    return TN_OK;
}

tn_status tn_def_set_number(tn_def *d, int i, double x)
{
    if (d == NULL || i < 0 || i >= inner(d)->arg_count || !isfinite(x))
        return TN_WRONG_USE;
    changed(d)->args[i] = draft_number_tree(inner(d)->home, x);
    return TN_OK;
}

tn_status tn_def_set_relation(tn_def *d, tn_relation relation)
{
    if (d == NULL || inner(d)->kind != STATEMENT_RELATION || relation < TN_EQUAL || relation > TN_AT_LEAST)
        return TN_WRONG_USE;
    changed(d)->relation = relation == TN_EQUAL ? '=' : relation == TN_AT_MOST ? 'l' : 'g';
    return TN_OK;
}

tn_status tn_def_add_parameter(tn_def *d, const char *name, bool runs)
{
    if (d == NULL || inner(d)->kind != STATEMENT_DEFINE || !statement_is_name(name) || strchr(name, '[') != NULL)
        return TN_WRONG_USE;
    if (!runs && inner(d)->parameter_split < inner(d)->parameter_count) /* after one that runs */
        return TN_WRONG_USE;
    draft_parameter(changed(d), name, runs);
    return TN_OK;
}

/* The nesting depth of blocks in s, including s; and the depth at which s is nested in `around`. */
static int height_of(const struct statement *s)
{
    int most = 0;
    for (int i = 0; i < s->child_count; i++) {
        int height = height_of(s->children[i]);
        most = height > most ? height : most;
    }
    return most + 1;
}

static int depth_of(const struct statement *around, const struct statement *s)
{
    if (around == s)
        return 1;
    for (int i = around->child_count - 1; i >= 0; i--) {
        int depth = depth_of(around->children[i], s);
        if (depth > 0)
            return depth + 1;
    }
    return 0;
}

static bool has_room(const struct statement *s, int height)
{
    return depth_of(s->home->root, s) + height <= STATEMENT_DEPTH;
}

tn_def *tn_def_add_child(tn_def *d, const char *word)
{
    if (d == NULL || !is_word(word) || !has_room(inner(d), 1))
        return NULL;
    return outer(draft_child(changed(d), word));
}

tn_status tn_def_add_def(tn_def *d, const tn_def *child)
{
    if (d == NULL || child == NULL || !has_room(inner(d), height_of(seen(child))))
        return TN_WRONG_USE;
    draft_adopt(changed(d), draft_copy(inner(d)->home, seen(child), false));
    return TN_OK;
}

/* ---- reading ---- */

tn_def_form tn_def_shape(const tn_def *d)
{
    return d == NULL || seen(d)->kind == STATEMENT_GROUP ? TN_DEF_PLAIN : (tn_def_form)seen(d)->kind;
}

const char *tn_def_word(const tn_def *d) { return d != NULL ? seen(d)->word : ""; }
const tn_value *tn_def_name(const tn_def *d) { return d != NULL ? value_of(seen(d)->name) : NULL; }
int tn_def_arg_count(const tn_def *d) { return d != NULL ? seen(d)->arg_count : 0; }

const tn_value *tn_def_arg(const tn_def *d, int i)
{
    return i >= 0 && i < tn_def_arg_count(d) ? value_of(seen(d)->args[i]) : NULL;
}

tn_relation tn_def_relation(const tn_def *d)
{
    char sign = d != NULL ? seen(d)->relation : '=';
    return sign == 'l' ? TN_AT_MOST : sign == 'g' ? TN_AT_LEAST : TN_EQUAL;
}

int tn_def_parameter_count(const tn_def *d) { return d != NULL ? seen(d)->parameter_count : 0; }

const char *tn_def_parameter(const tn_def *d, int i)
{
    return i >= 0 && i < tn_def_parameter_count(d) ? seen(d)->parameters[i]->text : NULL;
}

bool tn_def_parameter_runs(const tn_def *d, int i)
{
    return i >= 0 && i < tn_def_parameter_count(d) && i >= seen(d)->parameter_split;
}

int tn_def_child_count(const tn_def *d) { return d != NULL ? seen(d)->child_count : 0; }

const tn_def *tn_def_child(const tn_def *d, int i)
{
    return i >= 0 && i < tn_def_child_count(d) ? (const tn_def *)(const void *)seen(d)->children[i] : NULL;
}

int tn_def_line(const tn_def *d) { return d != NULL ? seen(d)->place.line : 0; }

tn_value_type tn_value_kind(const tn_value *v)
{
    static const tn_value_type types[] = {
        [TREE_NUMBER] = TN_VALUE_NUMBER, [TREE_STRING] = TN_VALUE_STRING, [TREE_NAME] = TN_VALUE_NAME,
        [TREE_CALL] = TN_VALUE_CALL,     [TREE_MEMBER] = TN_VALUE_MEMBER, [TREE_VECTOR] = TN_VALUE_VECTOR,
        [TREE_UNARY] = TN_VALUE_UNARY,   [TREE_BINARY] = TN_VALUE_BINARY};
    return v != NULL ? types[tree_of(v)->kind] : TN_VALUE_NONE;
}

double tn_value_number(const tn_value *v) { return tn_value_kind(v) == TN_VALUE_NUMBER ? tree_of(v)->number : NAN; }

const char *tn_value_unit(const tn_value *v)
{
    const struct unit *u = tn_value_kind(v) == TN_VALUE_NUMBER ? unit_of(tree_of(v)->text) : NULL;
    return u != NULL ? u->name : "";
}

const char *tn_value_text(const tn_value *v)
{
    static const struct {
        char sign;
        const char *text;
    } signs[] = {{'+', "+"}, {'-', "-"},  {'*', "*"},  {'/', "/"},  {'^', "^"}, {'<', "<"},
                 {'>', ">"}, {'l', "<="}, {'g', ">="}, {'e', "=="}, {'n', "!="}};
    if (v == NULL)
        return "";
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (tree_of(v)->sign == signs[i].sign)
            return signs[i].text;
    return tree_of(v)->text != NULL ? tree_of(v)->text : "";
}

int tn_value_count(const tn_value *v) { return v != NULL ? tree_of(v)->count : 0; }

const tn_value *tn_value_item(const tn_value *v, int i)
{
    return i >= 0 && i < tn_value_count(v) ? value_of(tree_of(v)->items[i]) : NULL;
}

char *tn_value_print(const tn_value *v) { return v != NULL ? syntax_print(tree_of(v), NULL, NULL) : mem_text(""); }
bool tn_value_equal(const tn_value *a, const tn_value *b) { return draft_equal_trees(tree_of(a), tree_of(b)); }
bool tn_def_equal(const tn_def *a, const tn_def *b) { return draft_equal(seen(a), seen(b)); }
