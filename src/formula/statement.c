/* statement.c: see statement.h.
 *
 * Open blocks are kept in an explicit stack instead of recursion, so that no text
 * can exhaust the call stack. After an error the reader continues after the next
 * ';', or before the next thing that can only be the start of a statement: 'end',
 * a head with its colon, or a word like 'let' at the start of a line.
 */
#include "formula/statement.h"

#include <string.h>

#include "base/memory.h"

struct tree_list {
    struct tree **at;
    int count, capacity;
};

struct frame {
    struct statement *head; /* NULL for the text itself */
    bool dropped;           /* too deep: read, but not kept */
    struct statement **at;  /* the children so far */
    int count, capacity;
};

struct parser {
    struct document *home;
    struct reader r;
    ARRAY(struct frame) frames;
    bool begun; /* a statement was begun: there is a token before the present one */
    bool incomplete;
    bool no_colon; /* a block has no ':': more lines would not help */
};

/* ---- looking at tokens ---- */

static bool is_sign(const struct token *t, const char *sign)
{
    return t->kind == TOKEN_SIGN && strcmp(t->text, sign) == 0;
}

static bool is_word(const struct token *t, const char *word)
{
    return t->kind == TOKEN_NAME && strcmp(t->text, word) == 0;
}

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list != NULL; list++) {
        if (strcmp(word, *list) == 0)
            return true;
    }
    return false;
}

/* Words whose statements have a special form. */
static const char *const define_words[] = {"let", "probe", "path", "curve", "surface", NULL};
static const char *const relation_words[] = {"keep", "speed", "acceleration", NULL};
static const char *const expression_words[] = {"minimize", "place", "pose", NULL};
/* Words that only head a block, with and without a name: a missing colon is an error. */
static const char *const named_heads[] = {"object", "force", NULL};
static const char *const nameless_heads[] = {"world", "compound", "state", NULL};
/* Blocks that may be nested only in for and at: inside another block, its 'end' was forgotten. */
static const char *const outer_heads[] = {"world", "object", "constraint", "force", NULL};
static const char *const closed_heads[] = {"world", "object", "constraint", "force", "compound", "path", NULL};

/* Is t, which is not the first token of the text, the first of its line? */
static bool begins_line(const struct token *t) { return t->place.line != t[-1].place.line; }

/* name {"[" … "]"} at t: the token after it; t itself if there is none. */
static const struct token *behind_name(const struct token *t)
{
    if (t->kind != TOKEN_NAME)
        return t;
    t++;
    while (is_sign(t, "[")) {
        const struct token *close = t + 1;
        int open = 1;
        for (; open > 0 && close->kind != TOKEN_END && !is_sign(close, ";"); close++)
            open += is_sign(close, "[") ? 1 : is_sign(close, "]") ? -1 : 0;
        if (open > 0)
            return t;
        t = close;
    }
    return t;
}

/* word ":" or word name ":" */
static bool is_head(const struct token *t)
{
    return t->kind == TOKEN_NAME && (is_sign(t + 1, ":") || is_sign(behind_name(t + 1), ":"));
}

/* Something that can only be the start of a statement, even if a ';' is missing before it. */
static bool starts_statement(const struct token *t)
{
    static const char *const plain[] = {"constraint", "keep", "minimize", "include", "at", NULL};
    if (t->kind != TOKEN_NAME || !begins_line(t))
        return false;
    if (is_head(t) || is_one_of(t->text, plain))
        return true;
    if (is_word(t, "for") || is_one_of(t->text, define_words)) {
        const struct token *next = behind_name(t + 1);
        return next != t + 1 && (is_sign(next, "=") || (is_sign(next, "(") && next->touches));
    }
    return false;
}

static bool ends_block(const struct token *t) { return is_word(t, "end"); }

/* ---- reporting ---- */

static const char *text_of(const struct token *t, char number[32])
{
    return t->kind == TOKEN_NUMBER && *t->text == '\0' ? syntax_number(t->number, number) : t->text;
}

static struct place behind(const struct token *t)
{
    struct place p = t->place;
    p.column += p.length;
    p.length = 1;
    return p;
}

/* Reports what was expected instead of the present token; a bad token was reported before. */
static void expected(struct parser *p, const char *what)
{
    char number[80];
    const struct token *t = p->r.at;
    if (p->begun && syntax_loose_unit(t, number))
        diagnostics_error(p->r.diagnostics, t->place, NULL, "%s", number);
    else if (t->kind == TOKEN_END)
        diagnostics_error(p->r.diagnostics, t->place, NULL, "expected %s, met the end of the text", what);
    else if (t->kind != TOKEN_BAD)
        diagnostics_error(p->r.diagnostics, t->place, NULL, "expected %s, met '%.60s'", what, text_of(t, number));
}

/* Something is missing right after the last token that was read. */
static void missing(struct parser *p, const char *what)
{
    char number[80];
    const struct token *last = p->r.at - 1;
    p->incomplete = p->incomplete || p->r.at->kind == TOKEN_END;
    if (syntax_loose_unit(p->r.at, number))
        diagnostics_error(p->r.diagnostics, p->r.at->place, NULL, "%s", number);
    else if (p->r.at->kind != TOKEN_BAD && last->kind != TOKEN_BAD)
        diagnostics_error(p->r.diagnostics, behind(last), NULL, "expected %s after '%.60s'", what,
                          text_of(last, number));
}

/* ---- frames ---- */

static void add_statement(struct parser *p, struct statement *s)
{
    struct frame *f = &p->frames.at[p->frames.count - 1];
    if (!f->dropped)
        ARRAY_PUSH(f, s);
}

static void open_block(struct parser *p, struct statement *s)
{
    int depth = p->frames.count - 1;
    if (depth == STATEMENT_DEPTH)
        diagnostics_error(p->r.diagnostics, s->place, NULL, "expected at most %d blocks inside one another",
                          STATEMENT_DEPTH);
    if (depth < STATEMENT_DEPTH)
        add_statement(p, s);
    struct frame f = {.head = s, .dropped = depth >= STATEMENT_DEPTH};
    ARRAY_PUSH(&p->frames, f);
}

static struct statement **children_of(struct parser *p, struct frame *f)
{
    struct statement **children = ARENA_ARRAY(p->r.arena, struct statement *, f->count);
    for (int i = 0; i < f->count; i++)
        children[i] = f->at[i];
    ARRAY_FREE(f);
    return children;
}

static void close_block(struct parser *p, struct place last)
{
    struct frame *f = &p->frames.at[p->frames.count - 1];
    f->head->last = last;
    f->head->child_count = f->count;
    f->head->children = children_of(p, f);
    p->frames.count--;
}

/* What a block is called in a message: object ball, for, constraint. */
static void describe(const struct statement *s, char text[100])
{
    snprintf(text, 100, "%.40s%s%.50s", s->word, s->name != NULL ? " " : "", s->name != NULL ? s->name->text : "");
}

/* An outer block inside another one: an 'end' was forgotten. Reports it and closes the open blocks. */
static void close_forgotten(struct parser *p, const struct token *t)
{
    while (p->frames.count > 1) {
        const struct frame *f = &p->frames.at[p->frames.count - 1];
        if (f->head->kind != STATEMENT_BLOCK || !is_one_of(f->head->word, closed_heads))
            return;
        char block[100];
        describe(f->head, block);
        diagnostics_error(p->r.diagnostics, t->place, NULL,
                          "expected 'end' before '%.40s': the block '%s' of line %d is still open", t->text, block,
                          f->head->place.line);
        close_block(p, t->place);
    }
}

/* ---- recovery ---- */

/* Skips the rest of an invalid statement. A ':' in it means that it was the head of a block. */
static void skip_statement(struct parser *p, struct statement *s)
{
    s->broken = true;
    for (;; p->r.at++) {
        const struct token *t = p->r.at;
        s->last = t->place;
        if (t->kind == TOKEN_END)
            p->incomplete = true;
        if (t->kind == TOKEN_END || (ends_block(t) && !is_sign(t - 1, ".")) || starts_statement(t)) {
            add_statement(p, s);
            return;
        }
        if (is_sign(t, ";")) {
            p->r.at++;
            add_statement(p, s);
            return;
        }
        if (is_sign(t, ":")) {
            p->r.at++;
            if (s->kind != STATEMENT_FOR && s->kind != STATEMENT_AT)
                s->kind = STATEMENT_BLOCK;
            open_block(p, s);
            return;
        }
    }
}

static void set_args(struct parser *p, struct statement *s, struct tree_list *list)
{
    s->arg_count = list->count;
    s->args = ARENA_ARRAY(p->r.arena, struct tree *, list->count);
    for (int i = 0; i < list->count; i++)
        s->args[i] = list->at[i];
    ARRAY_FREE(list);
}

/* The ';' of a statement whose arguments are read. If another statement clearly follows, only the ';' is missing and
 * the statement is complete. */
static void finish_statement(struct parser *p, struct statement *s, const char *or_what)
{
    const struct token *t = p->r.at;
    s->last = t->place;
    if (is_sign(t, ";")) {
        p->r.at++;
        add_statement(p, s);
    } else if (t->kind == TOKEN_END || ends_block(t) || (t->kind == TOKEN_NAME && begins_line(t)) || is_head(t)) {
        missing(p, "';'");
        add_statement(p, s);
    } else if (is_sign(t, "(") && t[-1].kind == TOKEN_NAME && !t->touches) {
        diagnostics_error(p->r.diagnostics, t->place, NULL,
                          "expected an operator or ';'; the '(' of a call touches its name: %.60s(...)", t[-1].text);
        skip_statement(p, s);
    } else {
        expected(p, or_what);
        skip_statement(p, s);
    }
}

/* ---- the forms ---- */

/* An expression of a statement; 'end' is not one, although it looks like a name. */
static struct tree *read_expression(struct parser *p)
{
    if (ends_block(p->r.at)) {
        expected(p, "an expression");
        return NULL;
    }
    return syntax_expression(&p->r);
}

/* motor speed EXPR and motor angle EXPR take a whole expression: as a statement, or after the arguments of a joint, at
 * least four. */
static bool motor_before(const struct tree_list *list, const char *word)
{
    int n = list->count;
    if (n == 0 || list->at[n - 1]->kind != TREE_NAME || list->at[n - 1]->count > 0)
        return false;
    const char *last = list->at[n - 1]->text;
    if (strcmp(last, "speed") != 0 && strcmp(last, "angle") != 0)
        return false;
    if (n == 1)
        return strcmp(word, "motor") == 0;
    const struct tree *before = list->at[n - 2];
    return n >= 6 && before->kind == TREE_NAME && strcmp(before->text, "motor") == 0;
}

/* {argument} ";" */
static void read_plain(struct parser *p, struct statement *s)
{
    struct tree_list list = {0};
    bool good = true;
    if (is_sign(p->r.at, "=")) {
        diagnostics_error(
            p->r.diagnostics, s->place, NULL,
            "expected a statement; a name gets its meaning with 'let %.60s = ...;', and a word of a block its "
            "value without '='",
            s->word);
        good = false;
    } else if (is_sign(p->r.at, ".") || is_sign(p->r.at, "[")) {
        diagnostics_error(p->r.diagnostics, s->place, NULL,
                          "a statement begins with its word: what should hold is written keep … = …; and a number that "
                          "should be shown probe NAME = …;");
        s->word = "";
        good = false;
    }
    while (good) {
        const struct token *t = p->r.at;
        bool next_statement = starts_statement(t) || (list.count > 0 && is_head(t));
        if (is_sign(t, ";") || t->kind == TOKEN_END || ends_block(t) || next_statement)
            break;
        if (is_sign(t, ":")) {
            diagnostics_error(p->r.diagnostics, t->place, NULL,
                              "expected ';'; before ':' there is a word and one name");
            good = false;
            break;
        }
        struct tree *arg = motor_before(&list, s->word) ? read_expression(p) : syntax_argument(&p->r);
        if (arg == NULL)
            good = false;
        else
            ARRAY_PUSH(&list, arg);
    }
    set_args(p, s, &list);
    s->last = p->r.at->place;
    if (!good) {
        skip_statement(p, s);
    } else if (is_sign(p->r.at, ";")) {
        p->r.at++;
        add_statement(p, s);
    } else {
        missing(p, "';'");
        add_statement(p, s);
    }
}

/* expr {[","] expr} ";" */
static void read_expressions(struct parser *p, struct statement *s)
{
    s->kind = STATEMENT_EXPRESSIONS;
    struct tree_list list = {0};
    struct tree *t;
    do {
        t = read_expression(p);
        if (t == NULL)
            break;
        ARRAY_PUSH(&list, t);
        if (is_sign(p->r.at, ","))
            p->r.at++;
        else if (is_sign(p->r.at, ";") || p->r.at->kind == TOKEN_END || p->r.at->kind == TOKEN_SIGN ||
                 begins_line(p->r.at) || ends_block(p->r.at))
            break;
    } while (true);
    set_args(p, s, &list);
    if (t == NULL)
        skip_statement(p, s);
    else
        finish_statement(p, s, "an operator or ';'");
}

/* A comparison read as one expression is a relation between its sides. False, reported, if it is not a permitted
 * one. */
static bool split_relation(struct parser *p, struct statement *s, struct tree *t)
{
    char sign = t->kind == TREE_BINARY ? t->sign : '\0';
    const char *write = sign == 'e'   ? "'=': a relation that is kept is written with one '='"
                        : sign == '<' ? "'<=': what is kept is kept up to its limit"
                        : sign == '>' ? "'>=': what is kept is kept up to its limit"
                        : sign == 'n' ? "'=', '>=' or '<='"
                                      : NULL;
    if (write != NULL) {
        diagnostics_error(p->r.diagnostics, t->place, NULL, "expected %s", write);
        return false;
    }
    if (sign != 'l' && sign != 'g') {
        if (!is_sign(p->r.at, ";") && p->r.at->kind != TOKEN_END && !begins_line(p->r.at))
            expected(p, "an operator, '=', '>=' or '<='");
        else
            missing(p, "'=', '>=' or '<=' and another expression");
        return false;
    }
    s->relation = sign;
    set_args(p, s, &(struct tree_list){.at = mem_copy(t->items, 2 * sizeof *t->items), .count = 2});
    return true;
}

/* The sides of an '=' must not be comparisons. */
static bool is_side(struct parser *p, const struct tree *t)
{
    bool comparison = t->kind == TREE_BINARY && strchr("<>lgen", t->sign) != NULL;
    if (comparison)
        diagnostics_error(p->r.diagnostics, t->place, NULL, "expected only one of '=', '>=' and '<='");
    return !comparison;
}

/* expr ("=" | ">=" | "<=") expr ";" */
static void read_relation(struct parser *p, struct statement *s)
{
    s->kind = STATEMENT_RELATION;
    struct tree *left = read_expression(p), *right = NULL;
    bool good = left != NULL;
    if (good && is_sign(p->r.at, "=")) {
        p->r.at++;
        right = read_expression(p);
        good = right != NULL && is_side(p, left) && is_side(p, right);
        s->relation = '=';
        if (good) {
            struct tree *sides[2] = {left, right};
            set_args(p, s, &(struct tree_list){.at = mem_copy(sides, sizeof sides), .count = 2});
        }
    } else if (good) {
        good = split_relation(p, s, left);
    }
    if (good)
        finish_statement(p, s, "an operator or ';'");
    else
        skip_statement(p, s);
}

/* After the '(' of name(a, b; u): the names, up to and including ')'. */
static bool read_parameters(struct parser *p, struct statement *s)
{
    struct tree_list list = {0};
    bool good = true, split = false;
    while (good) {
        struct tree *name = p->r.at->kind == TOKEN_NAME ? syntax_name(&p->r) : NULL;
        if (name == NULL || name->count > 0) {
            expected(p, "the name of a parameter");
            good = false;
            break;
        }
        ARRAY_PUSH(&list, name);
        if (is_sign(p->r.at, ")"))
            break;
        bool splits = is_sign(p->r.at, ";") && !split && strcmp(s->word, "curve") == 0;
        if (splits) {
            split = true;
            s->parameter_split = list.count;
        }
        good = splits || is_sign(p->r.at, ",");
        if (!good)
            expected(p, "',' or ')'");
        else
            p->r.at++;
    }
    s->parameter_count = list.count;
    s->parameter_split = split ? s->parameter_split : list.count;
    s->parameters = ARENA_ARRAY(p->r.arena, struct tree *, list.count);
    for (int i = 0; i < list.count; i++)
        s->parameters[i] = list.at[i];
    ARRAY_FREE(&list);
    const struct token *t = p->r.at;
    while (t->kind != TOKEN_END && !is_sign(t, ")") && !is_sign(t, "=") && !begins_line(t))
        t++;
    if (is_sign(t, ")")) /* also after an error, whose ';' does not end the statement */
        p->r.at = t + 1;
    return good;
}

/* A name in quotes. */
static struct tree *read_quoted(struct parser *p)
{
    struct tree *t = ARENA_NEW(p->r.arena, struct tree);
    t->kind = TREE_NAME;
    t->text = p->r.at->text;
    t->place = p->r.at->place;
    t->height = 1;
    p->r.at++;
    return t;
}

/* name ["(" parameters ")"] "=" expr ";" */
static void read_define(struct parser *p, struct statement *s)
{
    s->kind = STATEMENT_DEFINE;
    bool quoted = p->r.at->kind == TOKEN_STRING && strcmp(s->word, "probe") == 0; /* its name may be any text */
    bool good = quoted || (p->r.at->kind == TOKEN_NAME && !ends_block(p->r.at));
    if (quoted)
        s->name = read_quoted(p);
    else if (good)
        s->name = syntax_name(&p->r);
    else
        expected(p, "a name");
    good = good && s->name != NULL;
    if (good && is_sign(p->r.at, "(") && p->r.at->touches) {
        p->r.at++;
        good = read_parameters(p, s);
    }
    if (good && !is_sign(p->r.at, "=")) {
        missing(p, "'='");
        good = false;
    }
    if (good) {
        p->r.at++;
        struct tree *t = read_expression(p);
        good = t != NULL;
        if (good)
            set_args(p, s, &(struct tree_list){.at = mem_copy(&t, sizeof t), .count = 1});
    }
    if (good)
        finish_statement(p, s, "an operator or ';'");
    else
        skip_statement(p, s);
}

/* The ':' after the head of for and at. Without it the block is read anyway. */
static void finish_head(struct parser *p, struct statement *s)
{
    char unit[80];
    if (is_sign(p->r.at, ":")) {
        p->r.at++;
    } else if (syntax_loose_unit(p->r.at, unit)) {
        missing(p, "':'");
        s->broken = true;
        p->r.at += is_sign(p->r.at + 1, ":") ? 2 : 1;
    } else {
        missing(p, "':'");
    }
    open_block(p, s);
}

/* Skips an invalid head of for or at, up to its ':' if there is one on its line. */
static void skip_head(struct parser *p, struct statement *s)
{
    s->broken = true;
    while (p->r.at->kind != TOKEN_END && !is_sign(p->r.at, ":") && !is_sign(p->r.at, ";") && !begins_line(p->r.at))
        p->r.at++;
    if (is_sign(p->r.at, ":") || is_sign(p->r.at, ";"))
        p->r.at++;
    open_block(p, s);
}

/* id "=" expr "to" expr; false, reported, if it is invalid. */
static bool read_range(struct parser *p, struct statement *s)
{
    struct tree *ends[2] = {NULL, NULL};
    if (p->r.at->kind != TOKEN_NAME) {
        expected(p, "a name, as in 'for i = 1 to 10:'");
        return false;
    }
    s->name = syntax_name(&p->r);
    if (s->name == NULL)
        return false;
    if (s->name->count > 0) {
        diagnostics_error(p->r.diagnostics, s->name->place, NULL, "expected a name without index after 'for'");
        return false;
    }
    if (!is_sign(p->r.at, "=")) {
        missing(p, "'='");
        return false;
    }
    p->r.at++;
    ends[0] = read_expression(p);
    if (ends[0] == NULL)
        return false;
    if (!is_word(p->r.at, "to")) {
        expected(p, "an operator or 'to', as in 'for i = 1 to 10:'");
        return false;
    }
    p->r.at++;
    ends[1] = read_expression(p);
    if (ends[1] == NULL)
        return false;
    set_args(p, s, &(struct tree_list){.at = mem_copy(ends, sizeof ends), .count = 2});
    return true;
}

/* "for" id "=" expr "to" expr ":" */
static void read_for(struct parser *p, struct statement *s)
{
    s->kind = STATEMENT_FOR;
    if (read_range(p, s))
        finish_head(p, s);
    else
        skip_head(p, s);
}

/* "at" expr ":" */
static void read_at(struct parser *p, struct statement *s)
{
    s->kind = STATEMENT_AT;
    struct tree *t = read_expression(p);
    if (t == NULL) {
        skip_head(p, s);
        return;
    }
    set_args(p, s, &(struct tree_list){.at = mem_copy(&t, sizeof t), .count = 1});
    finish_head(p, s);
}

/* word [name] ":" ; the caller has seen the ':'. */
static void read_head(struct parser *p, struct statement *s)
{
    s->kind = STATEMENT_BLOCK;
    if (p->r.at->kind == TOKEN_NAME) {
        s->name = syntax_name(&p->r);
        if (s->name == NULL) {
            skip_statement(p, s);
            return;
        }
    }
    finish_head(p, s);
}

/* A word that only heads a block, without its colon. */
static void read_head_without_colon(struct parser *p, struct statement *s)
{
    s->kind = STATEMENT_BLOCK;
    if (is_one_of(s->word, named_heads)) {
        bool named = p->r.at->kind == TOKEN_NAME && !ends_block(p->r.at);
        if (named)
            s->name = syntax_name(&p->r);
        else
            expected(p, "a name");
        if (s->name == NULL) {
            skip_statement(p, s);
            return;
        }
    }
    const struct token *t = p->r.at;
    missing(p, "':'");
    p->no_colon = p->no_colon || t->kind != TOKEN_END;
    if (is_sign(t, ";") || t->kind == TOKEN_END || ends_block(t)) { /* object a; has no block at all */
        skip_statement(p, s);
        return;
    }
    /* object a b: has its colon, but too late; in object a compound: it belongs to another head */
    while (t->kind != TOKEN_END && !is_sign(t, ";") && !is_sign(t, ":") && !ends_block(t) && !begins_line(t))
        t++;
    if (is_sign(t, ":") && (t[-1].kind != TOKEN_NAME || !is_one_of(t[-1].text, nameless_heads))) {
        s->broken = true;
        p->r.at = t + 1;
    }
    open_block(p, s);
}

static void read_statement(struct parser *p)
{
    const struct token *t = p->r.at++;
    struct statement *s = ARENA_NEW(p->r.arena, struct statement);
    p->begun = true;
    s->home = p->home;
    s->number = p->home->statements++;
    s->word = t->text;
    s->place = s->last = t->place;
    bool head = is_head(t);
    bool bare = !head && strcmp(s->word, "constraint") == 0;
    if ((head || bare) && is_one_of(s->word, outer_heads))
        close_forgotten(p, t);
    if (strcmp(s->word, "for") == 0) {
        read_for(p, s);
    } else if (strcmp(s->word, "at") == 0) {
        read_at(p, s);
    } else if (head) {
        read_head(p, s);
    } else if (bare) {
        s->kind = STATEMENT_BLOCK;
        s->bare = true;
        open_block(p, s);
    } else if (is_one_of(s->word, named_heads) || is_one_of(s->word, nameless_heads)) {
        read_head_without_colon(p, s);
    } else if (is_one_of(s->word, define_words)) {
        read_define(p, s);
    } else if (is_one_of(s->word, relation_words)) {
        read_relation(p, s);
    } else if (is_one_of(s->word, expression_words)) {
        read_expressions(p, s);
    } else {
        read_plain(p, s);
    }
}

/* ---- the whole text ---- */

static void read_end(struct parser *p)
{
    const struct token *t = p->r.at++;
    if (p->frames.count > 1)
        close_block(p, t->place);
    else
        diagnostics_error(p->r.diagnostics, t->place, NULL,
                          "this 'end' closes nothing: expected a statement or the end of the text");
}

/* Blocks that are open at the end of the text, the innermost first. */
static void close_all(struct parser *p, bool silent)
{
    while (p->frames.count > 1) {
        const struct statement *s = p->frames.at[p->frames.count - 1].head;
        char block[100];
        describe(s, block);
        p->incomplete = true;
        if (!silent)
            diagnostics_error(p->r.diagnostics, s->place, NULL,
                              "expected 'end' to close the block '%s', met the end of the text", block);
        close_block(p, p->r.at->place);
    }
}

/* A statement is expected, but there is no word. */
static void skip_nonsense(struct parser *p)
{
    expected(p, "a statement, which starts with a word");
    struct statement *s = ARENA_NEW(p->r.arena, struct statement);
    s->home = p->home;
    s->number = p->home->statements++;
    s->word = "";
    s->place = p->r.at->place;
    p->r.at++;
    skip_statement(p, s);
}

struct statements statement_read(struct document *home, struct diagnostics *d, int source)
{
    struct tokens tokens = syntax_tokens(&home->arena, d, source);
    struct parser p = {.home = home, .r = {.arena = &home->arena, .diagnostics = d, .at = tokens.at}};
    ARRAY_PUSH(&p.frames, (struct frame){0});
    while (p.r.at->kind != TOKEN_END && !diagnostics_stopped(d)) {
        if (is_sign(p.r.at, ";")) /* empty statements are allowed: end; */
            p.r.at++;
        else if (p.r.at->kind != TOKEN_NAME)
            skip_nonsense(&p);
        else if (ends_block(p.r.at))
            read_end(&p);
        else
            read_statement(&p);
    }
    close_all(&p, diagnostics_stopped(d) || (tokens.count > 1 && p.r.at[-1].kind == TOKEN_BAD));
    struct statements all = {.count = p.frames.at[0].count, .incomplete = p.incomplete && !p.no_colon};
    all.at = children_of(&p, &p.frames.at[0]);
    ARRAY_FREE(&p.frames);
    return all;
}
