/* references.c: which names in a text mean what a statement declares.
 *
 * Objects, variables, lets, nails, paths, surfaces and curves share their names; constraints and forces share theirs.
 * Inside a loop its variable and its own lets hide them, in a function its parameters, in the place and pose of an object
 * its coordinates.
 */
#include <math.h>
#include <string.h>

#include "base/kind.h"
#include "source/source.h"

/* ---- what a statement declares ---- */

static bool is(const struct statement *s, const char *word) { return strcmp(s->word, word) == 0; }

static const struct statement *parent_of(tn_source *s, const struct statement *st)
{
    const struct parsed *p = parsed_of(s);
    int up = p->parent[st->number];
    return up >= 0 ? p->at[up] : NULL;
}

/* A let of one turn of a loop. */
static bool is_local(const struct statement *s, const struct statement *up)
{
    return up != NULL && up->kind == STATEMENT_FOR && is(s, "let") && s->name != NULL && s->name->count == 0 &&
           s->parameter_count == 0;
}

static bool is_function(const char *name)
{
    const tn_kind *k;
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++)
        if (k->group == TN_KIND_FUNCTION && strcmp(k->name, name) == 0)
            return true;
    return false;
}

struct declared_name name_declared(tn_source *s, int number)
{
    struct declared_name n = {.space = SPACE_NONE};
    const struct statement *st = parsed_at(s, number), *up = st != NULL ? parent_of(s, st) : NULL;
    if (st == NULL || (up != NULL && (is(up, "state") || up->kind == STATEMENT_BLOCK)))
        return n;
    if (st->kind == STATEMENT_BLOCK && st->name != NULL && (is(st, "object") || is(st, "path"))) {
        n.space = SPACE_VALUE;
        n.tree = st->name;
    } else if (st->kind == STATEMENT_BLOCK && st->name != NULL && (is(st, "constraint") || is(st, "force"))) {
        n.space = SPACE_RELATION;
        n.tree = st->name;
    } else if (st->kind == STATEMENT_DEFINE && st->name != NULL && !(up != NULL && up->kind == STATEMENT_AT)) {
        n.space = is(st, "probe") ? SPACE_PROBE : SPACE_VALUE;
        n.tree = st->name;
        n.loop = is_local(st, up) ? up : NULL;
    } else if (st->kind == STATEMENT_PLAIN && st->arg_count > 0 && st->args[0]->kind == TREE_NAME &&
               (is(st, "nail") || is(st, "variable") || is(st, "point") || is(st, "skin"))) {
        n.space = is(st, "point") ? SPACE_POINT : is(st, "skin") ? SPACE_SKIN : SPACE_VALUE;
        n.tree = st->args[0];
        if (n.space == SPACE_POINT)
            n.object = st->arg_count > 2 && st->args[2]->kind == TREE_NAME ? st->args[2]->text : "";
    }
    n.text = n.tree != NULL ? n.tree->text : NULL;
    n.called = st->parameter_count > 0 || (n.tree != NULL && is(st, "object") && !is_function(n.text));
    return n;
}

/* ---- the walk ---- */

/* Names that hide others, the innermost first. */
struct hides {
    const struct hides *up;
    const char *name;
    const struct statement *by; /* a loop, for its variable and its lets */
};

struct search {
    tn_source *s;
    const struct declared_name *name;
    const char *other;
    bool relation_too; /* the name of an object is that of a constraint or force, too */
    mention *visit;
    void *ctx;
};

static const struct hides *hidden(const struct hides *h, const char *name)
{
    while (h != NULL && strcmp(h->name, name) != 0)
        h = h->up;
    return h;
}

/* A name where a value is meant. */
static void value_name(const struct search *x, const struct statement *in, const struct tree *t, const struct hides *h)
{
    const struct declared_name *n = x->name;
    if (n->space != SPACE_VALUE || strcmp(t->text, n->text) != 0 || (n->tree != NULL && t->count != n->tree->count))
        return;
    const struct hides *by = t->count == 0 ? hidden(h, t->text) : NULL;
    if (n->loop != NULL ? by == NULL || by->by != n->loop : by != NULL)
        return;
    x->visit(x->s, in, t, x->other != NULL && t->count == 0 && hidden(h, x->other) != NULL, x->ctx);
}

static void relation_name(const struct search *x, const struct statement *in, const struct tree *t)
{
    if (x->name->space == SPACE_RELATION && t->kind == TREE_NAME && strcmp(t->text, x->name->text) == 0)
        x->visit(x->s, in, t, false, x->ctx);
}

/* Functions of constraints and forces. */
static bool asks_relation(const char *function)
{
    static const char *const names[] = {"force", "torque", "deviation", "angle", "travel", "rate", "broken", NULL};
    for (int i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], function) == 0)
            return true;
    return false;
}

static void walk_tree(const struct search *x, const struct statement *in, const struct tree *t, const struct hides *h)
{
    if (t->kind == TREE_NAME)
        value_name(x, in, t, h);
    if (t->kind == TREE_MEMBER && x->name->space == SPACE_POINT && strcmp(t->text, x->name->text) == 0 &&
        t->items[0]->kind == TREE_NAME && strcmp(t->items[0]->text, x->name->object) == 0)
        x->visit(x->s, in, t, false, x->ctx);
    const bool asks = t->kind == TREE_CALL && t->items[0]->kind == TREE_NAME && asks_relation(t->items[0]->text);
    for (int i = 0; i < t->count; i++) {
        const struct tree *item = t->items[i];
        if (t->kind == TREE_CALL && i == 0 && item->kind == TREE_NAME && item->count == 0 && !x->name->called)
            continue; /* a function */
        if (asks && i > 0 && item->kind == TREE_NAME) {
            relation_name(x, in, item);
            if (x->relation_too && strcmp(item->text, x->name->text) == 0) {
                for (int k = 0; k < item->count; k++)
                    walk_tree(x, in, item->items[k], h);
                continue;
            }
        }
        walk_tree(x, in, item, h);
    }
}

/* ---- words among arguments ---- */

static bool in_list(const char *word, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(word, *list) == 0)
            return true;
    return false;
}

/* How many arguments a kind takes before its options may follow: those of its shortest form. */
static int required(const struct statement *s)
{
    const tn_kind *kind = tn_kind_find(s->word);
    if (kind == NULL || kind->arguments == NULL)
        return 0;
    int least = 100, count = 0;
    for (const char *c = kind->arguments; *c != '\0';) {
        size_t n = strcspn(c, " ");
        if (c[0] == '|') {
            least = count < least ? count : least;
            count = 0;
        } else if (n > 0) {
            count++;
        }
        c += n + strspn(c + n, " ");
    }
    return count < least ? count : least;
}

/* Where the value ends that begins with argument `at`: so many numbers, or one vector. */
static int value_end(tn_source *source, const struct statement *s, int at, int numbers)
{
    return at >= s->arg_count ? at : at + (argument_is_number(source, s, s->args[at]) ? numbers : 1);
}

/* Is this word an option of a statement? *numbers: how many follow it. */
static bool is_option(const struct statement *s, const struct tree *t, int *numbers)
{
    static const struct {
        const char *statement, *word;
        int numbers;
    } others[] = {{"camera", "from", 3}, {"camera", "to", 3},   {"motor", "speed", 1}, {"motor", "angle", 1},
                  {"motor", "limit", 1}, {"axial", "min", 1},   {"axial", "max", 1},   {"planar", "min", 1},
                  {"planar", "max", 1},  {"angle", "min", 1},   {"angle", "max", 1},   {"twist", "min", 1},
                  {"twist", "max", 1},   {"orient", "frame", 0}};
    if (t->kind != TREE_NAME || t->count > 0)
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (is(s, others[i].statement) && strcmp(others[i].word, t->text) == 0) {
            *numbers = others[i].numbers;
            return true;
        }
    const tn_kind *kind = tn_kind_find(s->word);
    const tn_parameter *p = kind != NULL ? parameter_find(kind->parameters, t->text) : NULL;
    if (p == NULL || p->argument)
        return false;
    *numbers = p->most > 0 ? p->most : p->symbol != NULL && strcmp(p->word, "motor") != 0 ? 1 : 0;
    return true;
}

/* The first argument of a statement that may be an option. */
static int first_option(tn_source *source, const struct statement *s)
{
    static const struct {
        const char *word;
        int vectors;
    } of_hinge[] = {{"axial", 1}, {"planar", 1}, {"angle", 2}, {"twist", 2}, {"hinge", 2}};
    for (size_t k = 0; k < sizeof of_hinge / sizeof *of_hinge; k++)
        if (is(s, of_hinge[k].word)) {
            int at = 0;
            for (int n = 0; n < of_hinge[k].vectors; n++)
                at = value_end(source, s, at, 3);
            return at;
        }
    if (is(s, "camera") || is(s, "motor"))
        return 0;
    return is(s, "skin") ? 2 : tn_kind_find(s->word) != NULL ? required(s) : s->arg_count;
}

/* Is argument i an option, and not the value of one? So a let may have the name of an option: min min max max. */
static bool is_among_options(tn_source *source, const struct statement *s, int i)
{
    int at = first_option(source, s), numbers = 0;
    while (at < i) {
        const bool option = is_option(s, s->args[at++], &numbers);
        if (option && numbers > 0)
            at = value_end(source, s, at, numbers);
    }
    return at == i && is_option(s, s->args[i], &numbers) && (i + 1 < s->arg_count || numbers == 0);
}

/* Is argument i one of the words behind a solid of a compound: sphere 0.1 offset x y z density d? */
static bool is_part_word(tn_source *source, const struct statement *s, int i)
{
    static const struct {
        const char *word;
        int numbers;
    } words[] = {{"density", 1}, {"offset", 3}, {"turned", 4}, {"shape-orientation", 4}};
    for (int at = required(s); at <= i;) {
        size_t k = 0;
        while (k < 4 && !tree_is_word(s->args[at], words[k].word))
            k++;
        if (k == 4)
            return false;
        if (at == i)
            return true;
        at = value_end(source, s, at + 1, words[k].numbers);
    }
    return false;
}

/* Is argument i of a statement in an object's block a word that stands between numbers: soft h stiffness k damping c,
 * mesh "file" scale s? */
static bool is_between_numbers(tn_source *source, const struct statement *s, int i)
{
    if (i > 0 && s->args[i - 1]->kind == TREE_STRING)
        return strcmp(s->args[i]->text, "scale") == 0;
    const tn_kind *k = tn_kind_find(s->word);
    if (k != NULL && k->group == TN_KIND_OBJECT)
        return is_part_word(source, s, i);
    for (int n = 0; (k = tn_kind_at(n)) != NULL; n++) {
        const tn_parameter *p = k->group == TN_KIND_MATERIAL ? parameter_find(k->parameters, s->word) : NULL;
        const char *at = p != NULL && p->fewest < p->most ? p->symbol : NULL;
        char word[KIND_WORD] = "";
        for (int arg = 0; at != NULL && arg <= i && kind_next(&at, word); arg++)
            if (arg == i && word[1] != '\0' && strcmp(word, s->args[i]->text) == 0)
                return true;
    }
    return false;
}

/* Is argument i the choice of an option: friction-rule max? */
static bool is_choice(tn_source *source, const struct statement *s, int i)
{
    const tn_kind *k = tn_kind_find(s->word);
    const struct tree *option = i > 0 ? s->args[i - 1] : NULL;
    const tn_parameter *p = k != NULL && option != NULL && option->kind == TREE_NAME && option->count == 0
                                ? parameter_find(k->parameters, option->text)
                                : NULL;
    return p != NULL && p->choices != NULL && in_list(s->args[i]->text, p->choices) &&
           is_among_options(source, s, i - 1);
}

/* A solid of a compound that stands in a loop: no other block has statements that begin with a shape. */
static bool is_part_in_loop(const struct statement *s, const struct statement *up)
{
    const tn_kind *k = tn_kind_find(s->word);
    return is(up, "for") && k != NULL && k->group == TN_KIND_OBJECT;
}

/* A name among the arguments of a statement that is a word of the language there. */
static bool is_keyword(tn_source *source, const struct statement *s, const struct statement *up, int i)
{
    static const char *const second[] = {"point", "skin", "fit", "snake", NULL}; /* of, over, to, on */
    static const char *const first[] = {"drag", "contact", "kernel", "set",   "by",
                                        "show", "motor",   "camera", "jello", NULL};
    const char *word = s->args[i]->text;
    if (in_list(s->word, second) && i == 1)
        return true;
    if (is(s, "show") || is(s, "by"))
        return true;
    if (up != NULL && is(up, "world") && up->kind == STATEMENT_BLOCK) {
        const tn_parameter *p = tn_setting(s->word);
        return p != NULL && p->choices != NULL && in_list(word, p->choices);
    }
    if (is(s, "coordinates"))
        return i % 2 == 0;
    const bool of_curve = up != NULL && is(up, "object") && is(s, "drag");
    if (in_list(s->word, first) && i == 0 && !of_curve)
        return !(is(s, "camera") && strcmp(word, "from") != 0) &&
               !(is(s, "contact") && strcmp(word, "between") != 0 && i + 1 == s->arg_count);
    if (is(s, "contact") && is_choice(source, s, i))
        return true;
    if (up != NULL && (is(up, "object") || is(up, "compound") || is_part_in_loop(s, up)))
        return is_between_numbers(source, s, i);
    return is_among_options(source, s, i);
}

/* Is this a parameter of the curve that a statement makes? */
static bool has_parameter(tn_source *s, const struct statement *st, const char *name)
{
    const tn_kind *kind = tn_kind_find(st->word);
    const char *at = kind != NULL && kind->group == TN_KIND_CURVE ? kind->arguments : NULL;
    for (char word[KIND_WORD]; at != NULL && kind_next(&at, word);)
        if (strcmp(word, name) == 0)
            return true;
    const struct parsed *p = parsed_of(s);
    for (int i = 0; i < p->count; i++) {
        const struct statement *c = p->at[i];
        if (c == NULL || c->kind != STATEMENT_DEFINE || !is(c, "curve") || c->name == NULL ||
            strcmp(c->name->text, st->word) != 0)
            continue;
        for (int k = 0; k < c->parameter_count; k++)
            if (strcmp(c->parameters[k]->text, name) == 0)
                return true;
    }
    return false;
}

/* Is this a coordinate that a statement declares? */
static bool has_coordinate(const struct statement *st, const char *name)
{
    for (int k = 0; is(st, "coordinates") && k < st->arg_count; k += 2)
        if (tree_is_word(st->args[k], name))
            return true;
    return false;
}

/* In an object the parameters of its curve stand before their values, in the statement that makes it and in `velocity`; there
 * coordinates do, too. */
static bool is_before_value(tn_source *s, const struct statement *st, const struct statement *up, int i)
{
    const char *name = st->args[i]->text;
    if (i % 2 != 0 || up == NULL || !is(up, "object"))
        return false;
    const bool named = st->args[0]->kind == TREE_NAME && st->args[0]->count == 0; /* otherwise by position */
    bool found = named && has_parameter(s, st, name);
    for (int k = 0; k < up->child_count && is(st, "velocity") && !found; k++)
        found = has_parameter(s, up->children[k], name) || has_coordinate(up->children[k], name);
    return found;
}

static bool takes_relation(const struct statement *s, const struct statement *up, int i)
{
    bool at = up != NULL && (up->kind == STATEMENT_AT || is(up, "when") || is(up, "whenever") || is(up, "for"));
    if (is(s, "gear"))
        return i < 2;
    return (at && (is(s, "on") || is(s, "off") || is(s, "remove")) && i == 0) || (is(s, "set") && i == 1);
}

static void walk_argument(const struct search *x, const struct statement *s, const struct statement *up, int i,
                          const struct hides *h)
{
    const struct tree *t = s->args[i];
    if (t->kind != TREE_NAME || s->kind != STATEMENT_PLAIN) {
        walk_tree(x, s, t, h);
        return;
    }
    const bool own = i == 0 && (is(s, "point") || is(s, "skin"));
    const bool relation = takes_relation(s, up, i);
    if (own && x->name->tree == t)
        x->visit(x->s, s, t, false, x->ctx);
    if (relation)
        relation_name(x, s, t);
    bool skip = own || (relation && (is(s, "on") || is(s, "off") || is(s, "gear") || x->relation_too));
    if (!skip && t->count == 0)
        skip = is_keyword(x->s, s, up, i) || is_before_value(x->s, s, up, i);
    if (!skip)
        value_name(x, s, t, h);
    for (int k = 0; k < t->count; k++)
        walk_tree(x, s, t->items[k], h);
}

/* ---- statements ---- */

static void walk_statement(const struct search *x, const struct statement *s, const struct statement *up,
                           const struct hides *h);

typedef ARRAY(struct hides *) hides_list;

static const struct hides *hide(hides_list *own, const struct hides *up, const char *name, const struct statement *by)
{
    struct hides *more = MEM_NEW(struct hides);
    *more = (struct hides){up, name, by};
    ARRAY_PUSH(own, more);
    return more;
}

/* Children, hidden from outside by what the block declares: lets of a loop, and for its place and pose the coordinates of an
 * object. */
static void walk_children(const struct search *x, const struct statement *s, const struct hides *h)
{
    hides_list own = {0};
    for (int i = 0; i < s->child_count; i++)
        if (is_local(s->children[i], s))
            h = hide(&own, h, s->children[i]->name->text, s);
    const struct hides *pose = h;
    for (int i = 0; i < s->child_count; i++) {
        const struct statement *c = s->children[i];
        for (int k = 0; is(c, "coordinates") && k < c->arg_count; k += 2)
            if (c->args[k]->kind == TREE_NAME && c->args[k]->count == 0)
                pose = hide(&own, pose, c->args[k]->text, NULL);
    }
    for (int i = 0; i < s->child_count; i++) {
        const struct statement *c = s->children[i];
        walk_statement(x, c, s, is(c, "place") || is(c, "pose") ? pose : h);
    }
    for (int i = 0; i < own.count; i++)
        mem_free(own.at[i]);
    ARRAY_FREE(&own);
}

/* The name in the head of a statement. */
static void walk_name(const struct search *x, const struct statement *s, const struct statement *up,
                      const struct hides *h)
{
    const struct tree *t = s->name;
    if (t == NULL || s->kind == STATEMENT_FOR)
        return;
    const bool relation = s->kind == STATEMENT_BLOCK && (is(s, "constraint") || is(s, "force"));
    if (relation)
        relation_name(x, s, t);
    else if (is(s, "probe")) {
        if (x->name->space == SPACE_PROBE && x->name->tree == t)
            x->visit(x->s, s, t, false, x->ctx);
    } else if (is_local(s, up)) {
        if (x->name->loop == up)
            value_name(x, s, t, h);
    } else {
        value_name(x, s, t, t->count > 0 ? NULL : h);
    }
    for (int i = 0; i < t->count; i++)
        walk_tree(x, s, t->items[i], h);
}

static void walk_statement(const struct search *x, const struct statement *s, const struct statement *up,
                           const struct hides *h)
{
    if (s->kind == STATEMENT_GROUP) /* another file: it is walked there */
        return;
    walk_name(x, s, up, h);
    if (x->name->space == SPACE_VALUE && up != NULL && is(up, "object") && strcmp(s->word, x->name->text) == 0 &&
        hidden(h, s->word) == NULL) { /* the type of a curve */
        const struct declared_name *n = x->name;
        bool curve = false;
        const struct parsed *p = parsed_of(x->s);
        for (int i = 0; i < p->count && !curve; i++)
            curve = p->at[i] != NULL && p->at[i]->kind == STATEMENT_DEFINE && is(p->at[i], "curve") &&
                    p->at[i]->name != NULL && strcmp(p->at[i]->name->text, n->text) == 0;
        struct tree word = {.kind = TREE_NAME, .text = s->word, .place = s->place, .height = 1};
        if (curve)
            x->visit(x->s, s, &word, false, x->ctx);
    }
    struct hides parameter[16], loop = {h, s->kind == STATEMENT_FOR ? s->name->text : "", s};
    const struct hides *inside = h;
    for (int i = 0; i < s->parameter_count && i < 16; i++) {
        parameter[i] = (struct hides){inside, s->parameters[i]->text, NULL};
        inside = &parameter[i];
    }
    for (int i = 0; i < s->arg_count; i++)
        walk_argument(x, s, up, i, inside);
    walk_children(x, s, s->kind == STATEMENT_FOR ? &loop : h);
}

/* Is there a constraint or force of this name? */
static bool has_relation(tn_source *s, const char *name)
{
    const struct parsed *p = parsed_of(s);
    for (int i = 0; i < p->count; i++)
        if (p->at[i] != NULL && p->at[i]->kind == STATEMENT_BLOCK && p->at[i]->name != NULL &&
            (is(p->at[i], "constraint") || is(p->at[i], "force")) && strcmp(p->at[i]->name->text, name) == 0)
            return true;
    return false;
}

void name_mentions(tn_source *s, const struct declared_name *name, const char *other, mention *visit, void *ctx)
{
    const struct parsed *p = parsed_of(s);
    struct search x = {s, name, other, has_relation(s, name->text), visit, ctx};
    for (int i = 0; i < p->count; i++) {
        const struct statement *st = p->at[i], *up = st != NULL && p->parent[i] >= 0 ? p->at[p->parent[i]] : NULL;
        if (st == NULL || (up != NULL && up->kind != STATEMENT_GROUP))
            continue;
        /* what a loop hides around the include of this file */
        struct hides around[8];
        const struct hides *h = NULL;
        int count = 0;
        for (int k = p->parent[i]; k >= 0 && count < 8; k = p->parent[k])
            if (p->at[k]->kind == STATEMENT_FOR) {
                around[count] = (struct hides){h, p->at[k]->name->text, p->at[k]};
                h = &around[count++];
            }
        walk_statement(&x, st, NULL, h);
    }
}

int name_user(tn_source *s, const struct statement *in)
{
    const struct parsed *p = parsed_of(s);
    int number = in->number;
    for (;;) {
        int up = p->parent[number];
        if (up < 0 || p->at[up]->kind != STATEMENT_BLOCK || is(p->at[up], "world") || is(p->at[up], "state") ||
            is(p->at[up], "when") || is(p->at[up], "whenever"))
            return number;
        number = up;
    }
}

/* ---- indices ---- */

/* The values that an index can have: of numbers, loop variables and lets, added and multiplied. */
struct bounds {
    double low, high;
};

static struct bounds any_value(void) { return (struct bounds){-INFINITY, INFINITY}; }

static struct bounds bounds_of(tn_source *s, const struct statement *in, const struct tree *t);

/* A name in an index: the variable of a loop around it, or a let. */
static struct bounds name_bounds(tn_source *s, const struct statement *in, const struct tree *t)
{
    const struct parsed *p = parsed_of(s);
    for (int i = in->number; i >= 0; i = p->parent[i]) {
        const struct statement *up = p->at[i];
        if (up->kind != STATEMENT_FOR || strcmp(up->name->text, t->text) != 0 || up->arg_count < 2)
            continue;
        const struct statement *around = p->parent[i] >= 0 ? p->at[p->parent[i]] : NULL; /* never the loop itself */
        const bool plain = up->args[0]->kind == TREE_NUMBER && up->args[1]->kind == TREE_NUMBER;
        if (around == NULL && !plain)
            return any_value();
        const struct bounds from = bounds_of(s, plain ? up : around, up->args[0]);
        const struct bounds to = bounds_of(s, plain ? up : around, up->args[1]);
        return (struct bounds){from.low, to.high};
    }
    const struct statement *let = name_let(s, in, t);
    return let != NULL && let->args[0]->kind == TREE_NUMBER ? bounds_of(s, let, let->args[0]) : any_value();
}

static struct bounds bounds_of(tn_source *s, const struct statement *in, const struct tree *t)
{
    if (t->kind == TREE_NUMBER)
        return (struct bounds){t->number, t->number};
    if (t->kind == TREE_NAME && t->count == 0)
        return name_bounds(s, in, t);
    if (t->kind != TREE_BINARY || (t->sign != '+' && t->sign != '-' && t->sign != '*'))
        return any_value();
    const struct bounds a = bounds_of(s, in, t->items[0]), b = bounds_of(s, in, t->items[1]);
    if (t->sign == '+')
        return (struct bounds){a.low + b.low, a.high + b.high};
    if (t->sign == '-')
        return (struct bounds){a.low - b.high, a.high - b.low};
    const double c[4] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    struct bounds all = {c[0], c[0]};
    for (int i = 0; i < 4; i++) {
        if (isnan(c[i]))
            return any_value();
        all = (struct bounds){fmin(all.low, c[i]), fmax(all.high, c[i])};
    }
    return all;
}

bool name_apart(tn_source *s, const struct statement *in, const struct tree *t, const struct statement *other,
                const struct tree *name)
{
    if (t->kind != TREE_NAME || name->kind != TREE_NAME || t->count != name->count)
        return false;
    for (int i = 0; i < t->count; i++) {
        const struct bounds a = bounds_of(s, in, t->items[i]), b = bounds_of(s, other, name->items[i]);
        if (a.high < b.low || b.high < a.low)
            return true;
    }
    return false;
}

/* ---- lets ---- */

const struct statement *name_let(tn_source *s, const struct statement *from, const struct tree *t)
{
    const struct parsed *p = parsed_of(s);
    if (t->kind != TREE_NAME || t->count > 0)
        return NULL;
    for (int i = from->number; i >= 0; i = p->parent[i]) {
        const struct statement *up = p->at[i];
        for (int k = 0; k < up->parameter_count; k++)
            if (strcmp(up->parameters[k]->text, t->text) == 0)
                return NULL;
        if (up->kind != STATEMENT_FOR)
            continue;
        for (int k = 0; k < up->child_count; k++)
            if (is_local(up->children[k], up) && strcmp(up->children[k]->name->text, t->text) == 0)
                return up->children[k];
        if (strcmp(up->name->text, t->text) == 0)
            return NULL;
    }
    for (int i = 0; i < p->count; i++) {
        const struct statement *st = p->at[i], *up = st != NULL && p->parent[i] >= 0 ? p->at[p->parent[i]] : NULL;
        if (st != NULL && st->kind == STATEMENT_DEFINE && is(st, "let") && st->parameter_count == 0 &&
            st->name != NULL && st->name->count == 0 && strcmp(st->name->text, t->text) == 0 && !is_local(st, up) &&
            !(up != NULL && up->kind == STATEMENT_AT) && st->arg_count == 1)
            return st;
    }
    return NULL;
}
