/* edits.c: numbers set, things renamed and removed: each by the fewest bytes that say it. */
#include <math.h>
#include <string.h>

#include "constraint/constraint_words.h"
#include "force/force.h"
#include "model/model.h"
#include "source/source.h"

/* Sets *message; the text is the caller's. */
static tn_status refuse(char **message, char *text)
{
    if (message != NULL)
        *message = text;
    else
        mem_free(text);
    return TN_WRONG_USE;
}

static bool in_loop(const struct parsed *p, int number)
{
    for (int i = number; i >= 0; i = p->parent[i])
        if (p->at[i]->kind == STATEMENT_FOR)
            return true;
    return false;
}

/* ---- numbers ---- */

static bool joins(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '"';
}

/* Text in place of other text, apart from what stands beside it. */
static void put_apart(tn_source *s, struct edit *e, struct span span, const char *new)
{
    size_t length;
    const char *text = source_bytes(s, span.file, &length);
    bool before = span.from > 0 && (joins(text[span.from - 1]) || text[span.from - 1] == ')');
    bool after = span.to < length && (joins(text[span.to]) || text[span.to] == '(');
    char *apart = mem_print("%s%s%s", before ? " " : "", new, after ? " " : "");
    edit_put(e, span, apart);
    mem_free(apart);
}

struct setting {
    tn_source *s;
    const double *value;
    int count;
    double tolerance;
    tn_edit_choice how;
    struct edit edit;
    char *wrong;
    ARRAY(int) lets; /* statements whose literal is changed, and by which value */
    ARRAY(double) to;
};

static bool is_right(const struct setting *x, double now, double wanted)
{
    return now == wanted || fabs(now - wanted) <= x->tolerance;
}

static void put_literal(struct setting *x, struct span span, double value)
{
    size_t length;
    char buffer[64];
    const char *text = source_bytes(x->s, span.file, &length);
    char *literal = mem_print("%.*s", (int)(span.to - span.from), text + span.from);
    put_apart(x->s, &x->edit, span, number_text(value, x->tolerance, literal, buffer));
    mem_free(literal);
}

static void set_let(struct setting *x, const struct statement *let, double value)
{
    for (int i = 0; i < x->lets.count; i++)
        if (x->lets.at[i] == let->number) {
            if (x->to.at[i] != value)
                x->wrong = mem_print("'%.60s' stands for two numbers that would differ", let->name->text);
            return;
        }
    ARRAY_PUSH(&x->lets, let->number);
    ARRAY_PUSH(&x->to, value);
    if (!is_right(x, let->args[0]->number, value))
        put_literal(x, parsed_tree(x->s, let->args[0]), value);
}

/* One number that the text has. */
static void set_one(struct setting *x, const struct parameter_text *found, double value)
{
    const struct tree *t = found->tree;
    const bool loop = in_loop(parsed_of(x->s), found->in->number);
    const struct statement *let = name_let(x->s, found->in, t);
    struct span span = t == found->argument ? parsed_argument(x->s, t) : parsed_tree(x->s, t);
    if (t->kind == TREE_NUMBER) {
        if (is_right(x, t->number, value))
            return;
        if (loop && x->how != TN_EDIT_ALL && x->how != TN_EDIT_HERE)
            x->wrong =
                mem_text("a loop makes several things of this number: change it for all, or split off this turn");
        else
            put_literal(x, span, value);
    } else if (x->how == TN_EDIT_HERE) {
        char buffer[64];
        put_apart(x->s, &x->edit, span, number_text(value, x->tolerance, "", buffer));
    } else if (let != NULL && let->args[0]->kind == TREE_NUMBER) {
        if (is_right(x, let->args[0]->number, value))
            return;
        if (x->how == TN_EDIT_LET)
            set_let(x, let, value);
        else
            x->wrong = mem_print("'%.60s' stands here: change that let, or put a number in its place", t->text);
    } else {
        size_t length;
        const char *text = source_bytes(x->s, span.file, &length);
        int n = span.to - span.from < 60 ? (int)(span.to - span.from) : 60;
        x->wrong = mem_print("the formula '%.*s' stands here: put a number in its place%s", n, text + span.from,
                             loop ? ", or split off this turn" : "");
    }
}

static char *numbers_text(const struct setting *x)
{
    struct text t = {NULL, 0, 0};
    char buffer[64];
    text_put(&t, "%s", "");
    for (int i = 0; i < x->count; i++)
        text_put(&t, "%s%s", i > 0 ? " " : "", number_text(x->value[i], x->tolerance, "", buffer));
    return t.at;
}

/* Words or fewer numbers stand there: all of them are replaced. */
static void set_whole(struct setting *x, const struct parameter_text *found)
{
    struct span span = parsed_argument(x->s, found->in->args[found->first]);
    span.to = parsed_argument(x->s, found->in->args[found->first + found->count - 1]).to;
    bool formula = in_loop(parsed_of(x->s), found->in->number);
    for (int i = 0; i < found->count; i++) {
        const struct tree *t = found->in->args[found->first + i];
        formula = formula || name_let(x->s, found->in, t) != NULL ||
                  (t->kind != TREE_NUMBER && t->kind != TREE_STRING && t->kind != TREE_NAME);
    }
    if (formula && x->how != TN_EDIT_HERE && x->how != TN_EDIT_ALL) {
        x->wrong =
            mem_text("more than numbers stands here: put numbers in its place, or split off this turn of a loop");
        return;
    }
    char *text = numbers_text(x);
    put_apart(x->s, &x->edit, span, text);
    mem_free(text);
}

/* The constraint or force of a block, or the statement itself; NULL: it is neither. */
static const struct statement *main_of(const struct statement *st)
{
    if (st->kind != STATEMENT_BLOCK)
        return words_are_constraint(st->word) || force_find(st->word) != NULL ? st : NULL;
    if (strcmp(st->word, "constraint") != 0 && strcmp(st->word, "force") != 0)
        return NULL;
    for (int i = 0; i < st->child_count; i++)
        if (words_are_constraint(st->children[i]->word) || force_find(st->children[i]->word) != NULL)
            return st->children[i];
    return NULL;
}

/* Whether a constraint or force could be given a number of this word that it has not. */
static bool can_be_new(const struct statement *st, const char *word)
{
    const struct statement *main = main_of(st);
    const tn_kind *kind = main != NULL ? statement_kind(main->word) : NULL;
    if (kind == NULL)
        return true;
    const tn_parameter *own = parameter_find(kind->parameters, word);
    if (own != NULL)
        return !own->argument && own->behind == NULL;
    const tn_parameter *p = parameter_find(constraint_parameters, word);
    return kind->group == TN_KIND_CONSTRAINT && p != NULL && p->behind == NULL;
}

/* A parameter that is not given: in the block, in a block around the constraint, or behind the arguments. */
static void set_new(struct setting *x, const struct statement *st, const char *word)
{
    const struct statement *main = main_of(st);
    const bool force = main != NULL && force_find(main->word) != NULL;
    struct span span = parsed_statement(x->s, force ? main : st);
    char *numbers = numbers_text(x);
    if (!can_be_new(st, word)) {
        x->wrong = mem_print("this '%.60s' has no number '%.60s' that could be set", main->word, word);
    } else if (in_loop(parsed_of(x->s), st->number) && x->how != TN_EDIT_ALL && x->how != TN_EDIT_HERE) {
        x->wrong = mem_text("a loop makes several things of this statement: change it for all, or split off this turn");
    } else if (st->kind == STATEMENT_BLOCK && !force) {
        char *text = mem_print("%s %s;", word, numbers);
        edit_into_block(x->s, &x->edit, st, text);
        mem_free(text);
    } else if (words_are_constraint(st->word)) {
        char *end = mem_print(" %s %s; end", word, numbers);
        edit_put(&x->edit, (struct span){span.file, span.from, span.from}, "constraint: ");
        edit_put(&x->edit, (struct span){span.file, span.to, span.to}, end);
        mem_free(end);
    } else if (st->kind == STATEMENT_PLAIN || force) {
        char *more = mem_print(" %s %s", word, numbers);
        edit_put(&x->edit, (struct span){span.file, span.to - 1, span.to - 1}, more);
        mem_free(more);
    } else {
        x->wrong = mem_print("'%.60s' has no number '%.60s'", st->word, word);
    }
    mem_free(numbers);
}

/* One turn of a loop was split from it, then edited: both are one change, or none if the edit was refused. */
static tn_status end_split(tn_source *s, int before, tn_status edited)
{
    if (edited == TN_OK) {
        changes_join(s, s->done - before);
        return TN_OK;
    }
    changes_take_back(s, before);
    return TN_WRONG_USE;
}

/* The replacements that set a parameter of a statement, or x->wrong. */
static void gather(struct setting *x, const struct statement *st, const char *word)
{
    struct parameter_text first = number_find(x->s, st, word, 0);
    bool whole = first.in != NULL && number_find(x->s, st, word, x->count - 1).tree == NULL;
    if (first.in == NULL || first.count == 0)
        set_new(x, st, word);
    else if (whole || first.tree == NULL)
        set_whole(x, &first);
    for (int i = 0; i < x->count && !whole && first.tree != NULL && first.in != NULL && x->wrong == NULL; i++) {
        struct parameter_text found = number_find(x->s, st, word, i);
        set_one(x, &found, x->value[i]);
    }
    ARRAY_FREE(&x->lets);
    ARRAY_FREE(&x->to);
}

/* Makes a change of numbers; it is taken back, and false, if the text would not be right then: not parsed, or no model
 * where it was one (`model`). */
static bool make_right(tn_source *s, struct edit *e, bool model, char **message)
{
    const int before = s->done;
    if (e->at.count == 0)
        return true;
    if (!edit_make(s, e, message))
        return false;
    if (parsed_of(s)->good && (!model || source_reads(s, message)))
        return true;
    changes_take_back(s, before);
    return false;
}

static bool settable(const char *word, const double *values, int count, double tolerance)
{
    bool finite = word != NULL && values != NULL && count > 0 && count <= 16 && tolerance >= 0 && isfinite(tolerance);
    for (int i = 0; finite && i < count; i++)
        finite = isfinite(values[i]);
    return finite;
}

tn_status tn_source_set(tn_source *s, const tn_place *at, const char *word, const double *values, int count,
                        double tolerance, tn_edit_choice how, char **message)
{
    const bool was_model = s != NULL && source_reads(s, NULL);
    const struct statement *st = parsed_find(s, at, message);
    if (st == NULL)
        return TN_WRONG_USE;
    if (!settable(word, values, count, tolerance) || how < TN_EDIT_ASK || how > TN_EDIT_HERE)
        return refuse(message, mem_text("expected a word and finite numbers"));
    if (how == TN_EDIT_SPLIT && in_loop(parsed_of(s), st->number)) {
        tn_place split;
        const int before = s->done;
        const tn_status status = tn_source_split(s, at, &split, message);
        return status != TN_OK
                   ? status
                   : end_split(s, before,
                               tn_source_set(s, &split, word, values, count, tolerance, TN_EDIT_HERE, message));
    }
    struct setting x = {.s = s,
                        .value = values,
                        .count = count,
                        .tolerance = tolerance,
                        .how = how == TN_EDIT_SPLIT ? TN_EDIT_HERE : how};
    char *wrong = NULL;
    gather(&x, st, word);
    if (x.wrong != NULL) {
        edit_drop(&x.edit);
        return refuse(message, x.wrong);
    }
    if (make_right(s, &x.edit, was_model, &wrong))
        return TN_OK;
    return refuse(message,
                  wrong != NULL ? wrong : mem_print("'%.60s' with these numbers would not be right here", word));
}

/* ---- many numbers ---- */

/* How many of the settings from the first on are of its statement. */
static int same_statement(const tn_text_setting *list, int count)
{
    int n = 1;
    while (n < count && list[n].at.statement == list[0].at.statement)
        n++;
    return n;
}

/* Those of one statement go into the edit together, or are refused together. */
static void gather_statement(tn_source *s, struct edit *e, tn_text_setting *list, int count)
{
    struct setting x = {.s = s, .how = TN_EDIT_ASK};
    for (int i = 0; i < count && x.wrong == NULL; i++) {
        x.value = list[i].value;
        x.count = list[i].count;
        x.tolerance = list[i].tolerance;
        gather(&x, parsed_at(s, list[i].at.statement), list[i].word);
    }
    for (int i = 0; i < count; i++)
        list[i].refused = x.wrong != NULL;
    for (int i = 0; i < x.edit.at.count && x.wrong == NULL; i++) {
        ARRAY_PUSH(&e->at, x.edit.at.at[i]);
        x.edit.at.at[i].new = NULL;
    }
    edit_drop(&x.edit);
    mem_free(x.wrong);
}

static void gather_many(tn_source *s, struct edit *e, tn_text_setting *list, int count)
{
    for (int i = 0, n; i < count; i += n) {
        n = same_statement(list + i, count - i);
        if (!list[i].refused)
            gather_statement(s, e, list + i, n);
    }
}

/* Refuses the statements of a part of the list that would make the text wrong: halves are tried until they are found. */
static void refuse_wrong(tn_source *s, tn_text_setting *list, int count, bool model)
{
    const int before = s->done;
    struct edit e = {.at = {NULL, 0, 0}};
    gather_many(s, &e, list, count);
    if (make_right(s, &e, model, NULL)) {
        changes_take_back(s, before);
        return;
    }
    const int one = same_statement(list, count);
    if (one == count) {
        for (int i = 0; i < count; i++)
            list[i].refused = true;
        return;
    }
    int half = one;
    while (half < count / 2)
        half += same_statement(list + half, count - half);
    refuse_wrong(s, list, half, model);
    refuse_wrong(s, list + half, count - half, model);
}

tn_status tn_source_set_many(tn_source *s, tn_text_setting *list, int count, char **message)
{
    if (message != NULL)
        *message = NULL;
    if (s == NULL || count < 0 || (list == NULL && count > 0))
        return TN_WRONG_USE;
    const bool was_model = source_reads(s, NULL);
    for (int i = 0; i < count; i++) {
        tn_text_setting *x = &list[i];
        if (parsed_find(s, &x->at, message) == NULL)
            return TN_WRONG_USE;
        if (x->count > TN_TEXT_VALUES || !settable(x->word, x->value, x->count, x->tolerance))
            return refuse(message, mem_text("expected words and finite numbers"));
        x->refused = false;
    }
    struct edit e = {.at = {NULL, 0, 0}};
    gather_many(s, &e, list, count);
    if (make_right(s, &e, was_model, NULL))
        return TN_OK;
    refuse_wrong(s, list, count, was_model);
    gather_many(s, &e, list, count);
    return make_right(s, &e, was_model, message) ? TN_OK : TN_WRONG_USE;
}

/* ---- who uses it ---- */

struct users {
    int own; /* the statement itself */
    int *at;
    int count, capacity;
    const struct tree *name;
    const struct statement *declares; /* the statement of the name */
};

/* An index that is no number could be any. */
static bool could_be(const struct tree *a, const struct tree *b)
{
    if (a->count != b->count && a->count > 0 && b->count > 0)
        return false;
    for (int i = 0; i < a->count && i < b->count; i++)
        if (a->items[i]->kind == TREE_NUMBER && b->items[i]->kind == TREE_NUMBER &&
            a->items[i]->number != b->items[i]->number)
            return false;
    return true;
}

static void note_user(tn_source *s, const struct statement *in, const struct tree *t, bool captured, void *ctx)
{
    struct users *u = ctx;
    (void)captured;
    int number = name_user(s, in);
    const struct parsed *p = parsed_of(s);
    for (int i = number; i >= 0; i = p->parent[i])
        if (i == u->own)
            return;
    if (t == u->name || (t->kind == TREE_NAME && !could_be(t, u->name)) || name_apart(s, in, t, u->declares, u->name))
        return;
    for (int i = 0; i < u->count; i++)
        if (u->at[i] == number)
            return;
    ARRAY_PUSH(u, number);
}

/* The statements that refer to what a statement declares, or to what is inside of it, if it is a loop. */
static void find_users(tn_source *s, int number, struct users *u)
{
    const struct parsed *p = parsed_of(s);
    u->own = number;
    for (int i = 0; i < p->count; i++) {
        int up = i;
        while (up >= 0 && up != number)
            up = p->parent[up];
        if (up < 0 || p->at[i] == NULL)
            continue;
        struct declared_name name = name_declared(s, i);
        if (name.space == SPACE_NONE || name.loop != NULL)
            continue;
        u->name = name.tree;
        u->declares = p->at[i];
        name_mentions(s, &name, NULL, note_user, u);
    }
}

bool tn_source_user(tn_source *s, const tn_place *at, int i, tn_place *out)
{
    const struct statement *st = i >= 0 && out != NULL ? parsed_find(s, at, NULL) : NULL;
    if (st == NULL)
        return false;
    struct users u = {.own = -1};
    find_users(s, st->number, &u);
    bool found = i < u.count;
    if (found)
        parsed_place(s, u.at[i], out);
    ARRAY_FREE(&u);
    return found;
}

/* ---- removing ---- */

static bool is_inside(const struct parsed *p, int number, const struct users *of, int except)
{
    for (int up = p->parent[number]; up >= 0; up = p->parent[up])
        for (int i = 0; i < of->count; i++)
            if (i != except && of->at[i] == up)
                return true;
    return false;
}

/* Everything that would refer to what is not there any more. */
static void all_users(tn_source *s, int number, struct users *all)
{
    ARRAY_PUSH(all, number);
    for (int i = 0; i < all->count; i++) {
        struct users u = {.own = -1};
        find_users(s, all->at[i], &u);
        for (int k = 0; k < u.count; k++) {
            bool known = false;
            for (int j = 0; j < all->count; j++)
                known = known || all->at[j] == u.at[k];
            if (!known)
                ARRAY_PUSH(all, u.at[k]);
        }
        ARRAY_FREE(&u);
    }
}

static char *say_user(tn_source *s, int number)
{
    const struct statement *st = parsed_at(s, number);
    tn_place at;
    parsed_place(s, number, &at);
    return mem_print("'%.40s' in line %d uses it", st->word, at.line);
}

tn_status tn_source_remove(tn_source *s, const tn_place *at, bool users, tn_edit_choice how, char **message)
{
    const struct statement *st = parsed_find(s, at, message);
    if (st == NULL || how < TN_EDIT_ASK || how > TN_EDIT_HERE)
        return TN_WRONG_USE;
    const bool loop = parsed_of(s)->parent[st->number] >= 0 && in_loop(parsed_of(s), parsed_of(s)->parent[st->number]);
    if (loop && how == TN_EDIT_SPLIT) {
        tn_place split;
        const int before = s->done;
        const tn_status status = tn_source_split(s, at, &split, message);
        return status != TN_OK ? status
                               : end_split(s, before, tn_source_remove(s, &split, users, TN_EDIT_ALL, message));
    }
    if (loop && how != TN_EDIT_ALL && how != TN_EDIT_HERE)
        return refuse(message, mem_text("a loop makes several things of this: remove all, or split off this turn"));
    struct users all = {.own = -1};
    all_users(s, st->number, &all);
    if (!users && all.count > 1) {
        char *say = say_user(s, all.at[1]);
        ARRAY_FREE(&all);
        return refuse(message, say);
    }
    struct edit e = {.at = {NULL, 0, 0}};
    for (int i = 0; i < all.count; i++)
        if (!is_inside(parsed_of(s), all.at[i], &all, i))
            edit_put(&e, layout_with_comments(s, parsed_statement(s, parsed_at(s, all.at[i]))), "");
    ARRAY_FREE(&all);
    edit_merge(&e);
    return edit_make(s, &e, message) ? TN_OK : TN_WRONG_USE;
}

/* ---- renaming ---- */

struct renaming {
    const char *to;
    struct edit edit;
    char *wrong;
};

static void rename_one(tn_source *s, const struct statement *in, const struct tree *t, bool captured, void *ctx)
{
    struct renaming *r = ctx;
    struct parsed *p = parsed_of(s);
    (void)in;
    if (captured && r->wrong == NULL) {
        tn_place at;
        parsed_place(s, in->number, &at);
        r->wrong = mem_print("'%.60s' means something else in line %d", r->to, at.line);
    }
    int file = p->file_of[t->place.source];
    size_t from = parsed_offset(s, p, t->place), length;
    const char *text = source_bytes(s, file, &length);
    bool quoted = text[from] == '"'; /* the name of a probe */
    size_t n = strlen(t->text) + (quoted ? 2 : 0);
    char *new = quoted ? mem_print("\"%s\"", r->to) : mem_text(r->to);
    edit_put(&r->edit, (struct span){file, from, from + n}, new);
    mem_free(new);
}

/* Is the name declared in the same space already? */
static bool is_taken(tn_source *s, const struct declared_name *name, const char *to)
{
    const struct parsed *p = parsed_of(s);
    for (int i = 0; i < p->count; i++) {
        struct declared_name other =
            p->at[i] != NULL ? name_declared(s, i) : (struct declared_name){.space = SPACE_NONE};
        if (other.space == name->space && strcmp(other.text, to) == 0 &&
            (name->space != SPACE_POINT || strcmp(other.object, name->object) == 0))
            return true;
    }
    return false;
}

/* A mention of the new name that means something else today. */
static void note_mention(tn_source *s, const struct statement *in, const struct tree *t, bool captured, void *ctx)
{
    (void)s;
    (void)t;
    (void)captured;
    *(const struct statement **)ctx = in;
}

/* Why the name cannot be; NULL: it can. */
static char *name_trouble(tn_source *s, const struct declared_name *name, const char *to)
{
    const bool any = name->space == SPACE_PROBE;
    if (!any && (!statement_is_name(to) || strchr(to, '[') != NULL))
        return to[0] >= 'a' && to[0] <= 'z' && to[strspn(to, "abcdefghijklmnopqrstuvwxyz")] == '\0'
                   ? mem_print("'%.60s' is a word of the language: choose another name", to)
                   : mem_print("'%.60s' is not a name: expected letters, digits, '_' and inner dashes", to);
    if (any && (to[0] == '\0' || strpbrk(to, "\"\r\n") != NULL))
        return mem_text("expected a name without quotes and line breaks");
    if (!any && (words_reserved(to) || (name->space == SPACE_VALUE && words_function(to))))
        return mem_print("'%.60s' has a meaning of its own", to);
    if (is_taken(s, name, to))
        return mem_print("the name '%.60s' is taken", to);
    if (name->space == SPACE_VALUE) { /* a word or a colour that the new name would hide */
        struct declared_name other = {.space = SPACE_VALUE, .text = to};
        const struct statement *in = NULL;
        name_mentions(s, &other, NULL, note_mention, &in);
        if (in != NULL) {
            tn_place at;
            parsed_place(s, in->number, &at);
            return mem_print("'%.60s' means something else in line %d", to, at.line);
        }
    }
    return NULL;
}

tn_status tn_source_rename(tn_source *s, const tn_place *at, const char *to, char **message)
{
    const struct statement *st = parsed_find(s, at, message);
    if (st == NULL)
        return TN_WRONG_USE;
    struct declared_name name = name_declared(s, st->number);
    if (to == NULL || name.space == SPACE_NONE)
        return refuse(message, mem_print("'%.60s' gives nothing a name", st->word));
    if (strcmp(name.text, to) == 0)
        return TN_OK;
    struct renaming r = {.to = to, .wrong = name_trouble(s, &name, to)};
    if (r.wrong == NULL)
        name_mentions(s, &name, to, rename_one, &r);
    if (r.wrong != NULL) {
        edit_drop(&r.edit);
        return refuse(message, r.wrong);
    }
    if (!edit_make(s, &r.edit, message))
        return TN_WRONG_USE;
    if (!parsed_of(s)->good) { /* not expected: the text was right, and names are names */
        tn_source_undo(s);
        return refuse(message, mem_text("the text would not be right with this name"));
    }
    return TN_OK;
}
