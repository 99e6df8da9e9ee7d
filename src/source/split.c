/* split.c: one turn of a loop becomes statements of their own; the turns before and behind it stay loops. */
#include <math.h>
#include <string.h>

#include "source/source.h"

/* A loop that is taken apart at one turn. */
struct parting {
    tn_source *s;
    const struct statement *loop;
    double turn;
    size_t base;      /* where the copy of the body begins in the file */
    struct edit edit; /* of the copy, in bytes of the file */
};

static bool binds(const struct statement *s, const char *name)
{
    bool own = s->kind == STATEMENT_FOR && strcmp(s->name->text, name) == 0;
    for (int i = 0; i < s->parameter_count; i++)
        own = own || strcmp(s->parameters[i]->text, name) == 0;
    for (int i = 0; i < s->child_count; i++) {
        const struct statement *c = s->children[i];
        own = own || (s->kind == STATEMENT_FOR && c->kind == STATEMENT_DEFINE && strcmp(c->word, "let") == 0 &&
                      c->name != NULL && c->name->count == 0 && strcmp(c->name->text, name) == 0);
        for (int k = 0; strcmp(c->word, "coordinates") == 0 && k < c->arg_count; k++)
            own = own || (c->args[k]->kind == TREE_NAME && strcmp(c->args[k]->text, name) == 0);
    }
    return own;
}

/* The value of an expression of numbers and the loop variable alone; false if there is more in it. */
static bool simple_value(const struct tree *t, const char *name, double turn, double *out)
{
    double a, b;
    if (t->kind == TREE_NUMBER || (t->kind == TREE_NAME && t->count == 0 && strcmp(t->text, name) == 0)) {
        *out = t->kind == TREE_NUMBER ? t->number : turn;
        return true;
    }
    if (t->kind == TREE_UNARY && simple_value(t->items[0], name, turn, &a)) {
        *out = -a;
        return true;
    }
    if (t->kind != TREE_BINARY || !simple_value(t->items[0], name, turn, &a) ||
        !simple_value(t->items[1], name, turn, &b))
        return false;
    *out = t->sign == '+' ? a + b : t->sign == '-' ? a - b : t->sign == '*' ? a * b : NAN;
    return isfinite(*out);
}

static void put_number(struct parting *p, struct span span, double value)
{
    char buffer[64], *text;
    number_text(value, 0, "", buffer);
    text = value < 0 ? mem_print("(%s)", buffer) : mem_text(buffer);
    edit_put(&p->edit, span, text);
    mem_free(text);
}

static void part_tree(struct parting *p, const struct tree *t)
{
    const char *name = p->loop->name->text;
    if (t->kind == TREE_NAME && t->count == 0 && strcmp(t->text, name) == 0)
        put_number(p, parsed_tree(p->s, t), p->turn);
    for (int i = 0; i < t->count; i++) {
        double value;
        const struct tree *item = t->items[i];
        bool called = t->kind == TREE_CALL && i == 0 && item->kind == TREE_NAME && item->count == 0;
        if (t->kind == TREE_NAME && item->kind != TREE_NUMBER && simple_value(item, name, p->turn, &value)) {
            char buffer[64]; /* link[i-1] is link[4], not link[5-1] */
            edit_put(&p->edit, parsed_tree(p->s, item), number_text(value, 0, "", buffer));
        } else if (!called) {
            part_tree(p, item);
        }
    }
}

static void part_statement(struct parting *p, const struct statement *s)
{
    const bool hides = binds(s, p->loop->name->text);
    if (s->name != NULL && s->kind != STATEMENT_FOR)
        for (int i = 0; i < s->name->count; i++) {
            double value;
            char buffer[64];
            const struct tree *item = s->name->items[i];
            if (item->kind != TREE_NUMBER && simple_value(item, p->loop->name->text, p->turn, &value))
                edit_put(&p->edit, parsed_tree(p->s, item), number_text(value, 0, "", buffer));
            else
                part_tree(p, item);
        }
    for (int i = 0; i < s->arg_count && (!hides || s->kind == STATEMENT_FOR); i++)
        part_tree(p, s->args[i]);
    for (int i = 0; i < s->child_count && !hides; i++)
        part_statement(p, s->children[i]);
}

/* Bytes of the file with replacements put in. */
static char *with_edits(const char *bytes, size_t from, size_t to, struct edit *e)
{
    struct text out = {NULL, 0, 0};
    text_put(&out, "%s", "");
    edit_sort(e);
    for (int i = 0; i < e->at.count; i++) {
        const struct replacement *r = &e->at.at[i];
        text_put(&out, "%.*s%s", (int)(r->from - from), bytes + from, r->new);
        from = r->from + r->removed;
    }
    text_put(&out, "%.*s", (int)(to - from), bytes + from);
    return out.at;
}

/* Lets of its turns, or files: the turn stays a loop of one turn. */
static bool must_stay(const struct statement *loop)
{
    for (int i = 0; i < loop->child_count; i++) {
        const struct statement *c = loop->children[i];
        if (c->kind == STATEMENT_GROUP || (c->kind == STATEMENT_DEFINE && c->name != NULL && c->name->count == 0))
            return true;
    }
    return false;
}

static bool literal_bound(const struct tree *t, double *out)
{
    *out = t->number;
    return t->kind == TREE_NUMBER;
}

/* The text of a loop with other bounds; NULL leaves one as it is. */
static char *loop_text(tn_source *s, const struct statement *loop, const double *first, const double *last)
{
    struct span span = parsed_statement(s, loop);
    size_t length;
    const char *bytes = source_bytes(s, span.file, &length);
    struct edit e = {.at = {NULL, 0, 0}};
    char buffer[64];
    if (first != NULL)
        edit_put(&e, parsed_argument(s, loop->args[0]), number_text(*first, 0, "", buffer));
    if (last != NULL)
        edit_put(&e, parsed_argument(s, loop->args[1]), number_text(*last, 0, "", buffer));
    char *text = with_edits(bytes, span.from, span.to, &e);
    edit_drop(&e);
    return text;
}

/* The statements of one turn. */
static char *turn_text(tn_source *s, const struct statement *loop, double turn, const char *indent, const char *newline)
{
    struct span span = parsed_statement(s, loop);
    size_t length;
    const char *bytes = source_bytes(s, span.file, &length);
    struct parting p = {.s = s, .loop = loop, .turn = turn};
    for (int i = 0; i < loop->child_count; i++)
        part_statement(&p, loop->children[i]);
    size_t from = parsed_argument(s, loop->args[1]).to;
    from = layout_skip(bytes, from, span.to) + 1; /* behind the ':' */
    from += strspn(bytes + from, " \t");
    if (bytes[from] == '\r')
        from++;
    if (bytes[from] == '\n')
        from++;
    char *body = with_edits(bytes, from, span.to - strlen("end"), &p.edit);
    char *lines = layout_lines(body, indent, newline);
    edit_drop(&p.edit);
    mem_free(body);
    return lines;
}

/* Takes the outermost loop apart. True if its turn is a loop of one turn; *behind: how many statements come before it. */
static bool part(tn_source *s, const struct statement *loop, double turn, bool *stays, int *behind, char **message)
{
    struct span span = parsed_statement(s, loop);
    size_t length;
    const char *bytes = source_bytes(s, span.file, &length), *newline = layout_newline(bytes);
    char *indent = layout_indent(bytes, span.from);
    double first, last, before = turn - 1, after = turn + 1;
    bool has_first = !literal_bound(loop->args[0], &first) || first < turn;
    bool has_last = !literal_bound(loop->args[1], &last) || last >= after;
    *stays = must_stay(loop);
    *behind = has_first ? 1 : 0;
    char *head = has_first ? loop_text(s, loop, NULL, &before) : mem_text("");
    char *tail = has_last ? loop_text(s, loop, &after, NULL) : mem_text("");
    char *middle = *stays ? loop_text(s, loop, &turn, &turn) : turn_text(s, loop, turn, indent, newline);
    size_t n = strlen(middle), lead = *stays ? 0 : strlen(indent);
    while (n > 0 && strchr("\r\n", middle[n - 1]) != NULL)
        middle[--n] = '\0';
    struct text out = {NULL, 0, 0};
    text_put(&out, "%s%s", head, "");
    if (has_first)
        text_put(&out, "%s%s", newline, indent);
    text_put(&out, "%s", n > lead ? middle + lead : ""); /* the first line is indented already */
    if (has_last)
        text_put(&out, "%s%s%s", newline, indent, tail);
    struct edit e = {.at = {NULL, 0, 0}};
    edit_put(&e, span, out.at);
    mem_free(out.at);
    mem_free(head);
    mem_free(middle);
    mem_free(tail);
    mem_free(indent);
    return edit_make(s, &e, message);
}

/* Where a statement is among those around it. */
static int index_in(const struct parsed *p, int number)
{
    int up = p->parent[number], count = up >= 0 ? p->at[up]->child_count : p->root->child_count;
    struct statement *const *list = up >= 0 ? p->at[up]->children : p->root->children;
    for (int i = 0; i < count; i++)
        if (list[i] == p->at[number])
            return i;
    return -1;
}

static const struct statement *child_of(tn_source *s, int up, int i)
{
    const struct parsed *p = parsed_of(s);
    int count = up >= 0 ? p->at[up]->child_count : p->root->child_count;
    return p->good && i >= 0 && i < count ? (up >= 0 ? p->at[up]->children : p->root->children)[i] : NULL;
}

enum { DEEPEST = 64 };

/* A loop of one turn that cannot be anything else. */
static bool is_parted(const struct statement *loop)
{
    double first, last;
    return must_stay(loop) && literal_bound(loop->args[0], &first) && literal_bound(loop->args[1], &last) &&
           first == last;
}

/* Splits the outermost loop around a statement that can be; `number` follows. Returns 1, 0 if there is none, and -1 with a
 * message if it cannot be split. */
static int split_loop(tn_source *s, const tn_place *at, int *number, char **message)
{
    int path[DEEPEST], depth = 0;
    const struct parsed *p = parsed_of(s);
    int outer = -1, outer_depth = 0, loops = 0, inside = 0;
    for (int i = *number; i >= 0 && depth < DEEPEST; i = p->parent[i]) {
        path[depth++] = index_in(p, i);
        if (p->at[i]->kind != STATEMENT_FOR || i == *number)
            continue;
        loops++;
        if (!is_parted(p->at[i])) {
            outer = i;
            outer_depth = depth;
            inside = loops;
        }
    }
    if (outer < 0)
        return 0;
    bool stays;
    int up = p->parent[outer], behind, index = path[outer_depth - 1];
    if (!part(s, p->at[outer], at->turn[at->turns - inside].value, &stays, &behind, message))
        return -1;
    const struct statement *found =
        stays ? child_of(s, up, index + behind) : child_of(s, up, index + behind + path[outer_depth - 2]);
    for (int k = outer_depth - (stays ? 2 : 3); found != NULL && k >= 0; k--)
        found = child_of(s, found->number, path[k]);
    *number = found != NULL ? found->number : -1;
    return found != NULL ? 1 : -1;
}

static int loops_around(const struct parsed *p, int number)
{
    int count = 0;
    for (int i = p->parent[number]; i >= 0; i = p->parent[i])
        count += p->at[i]->kind == STATEMENT_FOR ? 1 : 0;
    return count;
}

tn_status tn_source_split(tn_source *s, const tn_place *at, tn_place *out, char **message)
{
    const struct statement *st = parsed_find(s, at, message);
    if (st == NULL)
        return TN_WRONG_USE;
    const struct parsed *p = parsed_of(s);
    int loops = loops_around(p, st->number), number = st->number, before = s->done;
    const char *wrong = NULL;
    for (int i = p->parent[number]; i >= 0; i = p->parent[i])
        if (p->at[i]->kind == STATEMENT_GROUP)
            wrong = "it is in a file that a loop includes";
    if (loops == 0)
        wrong = "it is in no loop";
    else if (loops > TN_TURNS || loops != at->turns)
        wrong = "it is in too many loops";
    for (int i = 0; wrong == NULL && i < loops; i++)
        if (!isfinite(at->turn[i].value))
            wrong = "the place does not say which turn of its loop is meant";
    if (wrong != NULL) {
        if (message != NULL)
            *message = mem_text(wrong);
        return TN_WRONG_USE;
    }
    int done = 1;
    for (int i = 0; i < loops && done == 1; i++)
        done = split_loop(s, at, &number, message);
    if (done < 0) {
        while (s->done > before)
            tn_source_undo(s);
        if (message != NULL && *message == NULL)
            *message = mem_text("this turn cannot be split off");
        return TN_WRONG_USE;
    }
    changes_join(s, s->done - before);
    if (out != NULL)
        parsed_place(s, number, out);
    return TN_OK;
}
