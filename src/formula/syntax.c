/* syntax.c: parses tokens to expression trees, and prints trees as text; see syntax.h.
 *
 * Precedence, from weak to strong: comparison (not chained), + -, * /, unary -, ^
 * (right-associative), call and member. The printer uses the same levels and writes
 * parentheses only where the reader would otherwise build another tree.
 */
#include "formula/syntax.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formula/units.h"

enum level { LEVEL_COMPARE, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_UNARY, LEVEL_POWER, LEVEL_POSTFIX };

/* ---- reading: tokens ---- */

static bool is_sign(const struct token *t, const char *sign)
{
    return t->kind == TOKEN_SIGN && strcmp(t->text, sign) == 0;
}

/* The place after the last token that was read; if that was on another line, this is where something is missing. */
static struct place behind_last(const struct reader *r)
{
    struct place p = r->at[-1].place;
    p.column += p.length;
    p.length = 1;
    return p;
}

/* Reports that something else was expected; always returns NULL. A bad token was reported when it was met. */
static struct tree *expected(struct reader *r, struct place p, const char *what)
{
    const struct token *t = r->at;
    if (t->kind == TOKEN_BAD)
        return NULL;
    switch (t->kind) {
    case TOKEN_BAD:
        break;
    case TOKEN_END:
        diagnostics_error(r->diagnostics, p, NULL, "expected %s, met the end of the text", what);
        break;
    case TOKEN_NUMBER:
        diagnostics_error(r->diagnostics, p, NULL, "expected %s, met a number", what);
        break;
    case TOKEN_STRING:
        diagnostics_error(r->diagnostics, p, NULL, "expected %s, met a string", what);
        break;
    case TOKEN_NAME:
    case TOKEN_SIGN:
        diagnostics_error(r->diagnostics, p, NULL, "expected %s, met '%.60s'", what, t->text);
        break;
    }
    return NULL;
}

/* Nesting is limited, so that a file of a million parentheses is an error and not a stack overflow. */
static bool enter(struct reader *r)
{
    if (r->depth >= SYNTAX_DEPTH) {
        diagnostics_error(r->diagnostics, r->at->place, NULL,
                          "expected at most %d levels of nesting in an expression; give its parts names with 'let'",
                          SYNTAX_DEPTH);
        return false;
    }
    r->depth++;
    return true;
}

/* ---- reading: trees ---- */

/* A tree with the given items (copied); NULL, reported, if it would be too high to walk. */
static struct tree *make(struct reader *r, enum tree_kind kind, struct place place, int count, struct tree **items)
{
    struct tree *t = ARENA_NEW(r->arena, struct tree);
    t->kind = kind;
    t->place = place;
    t->count = count;
    t->items = ARENA_ARRAY(r->arena, struct tree *, count);
    for (int i = 0; i < count; i++) {
        t->items[i] = items[i];
        if (items[i]->height > t->height)
            t->height = items[i]->height;
    }
    if (++t->height > SYNTAX_HEIGHT) {
        diagnostics_error(r->diagnostics, place, NULL,
                          "expected at most %d operators in a row; give parts of the expression names with 'let'",
                          SYNTAX_HEIGHT);
        return NULL;
    }
    return t;
}

static struct tree *make_leaf(struct reader *r, enum tree_kind kind)
{
    struct tree *t = make(r, kind, r->at->place, 0, NULL);
    t->text = r->at->kind == TOKEN_NUMBER && *r->at->text == '\0' ? NULL : r->at->text;
    t->number = r->at->number;
    r->at++;
    return t;
}

static struct tree *read_level(struct reader *r, enum level level);

bool syntax_loose_unit(const struct token *t, char message[80])
{
    char number[32];
    if (t->kind != TOKEN_NAME || t[-1].kind != TOKEN_NUMBER || *t[-1].text != '\0' ||
        t->place.line != t[-1].place.line || unit_find(t->text, strlen(t->text)) == NULL)
        return false;
    snprintf(message, 80, "a unit touches its number: write %s%s", syntax_number(t[-1].number, number), t->text);
    return true;
}

/* Neither a ',' nor the closing sign is at the reader. */
static struct tree *not_closed(struct reader *r, const char *opened, const char *closing, bool comma)
{
    if (is_sign(r->at, "=")) {
        diagnostics_error(r->diagnostics, r->at->place, NULL,
                          "expected '==' to compare; '=' has no place between '%s' and '%s'", opened, closing);
        return NULL;
    }
    if (is_sign(r->at, "(") && !r->at->touches && r->at[-1].kind == TOKEN_NAME) {
        diagnostics_error(r->diagnostics, r->at->place, NULL,
                          "expected an operator; the '(' of a call touches its name: %.60s(...)", r->at[-1].text);
        return NULL;
    }
    char what[80], unit[80];
    if (syntax_loose_unit(r->at, unit)) {
        diagnostics_error(r->diagnostics, r->at->place, NULL, "%s", unit);
        return NULL;
    }
    if (comma && r->at->kind == TOKEN_NUMBER && r->at[-1].kind == TOKEN_NUMBER) {
        diagnostics_error(r->diagnostics, r->at->place, NULL,
                          "expected ',': the numbers of a vector in parentheses are written (x, y, z)");
        return NULL;
    }
    snprintf(what, sizeof what, "an operator%s or '%s'", comma ? ", ','" : "", closing);
    bool elsewhere = r->at->kind == TOKEN_END || r->at->place.line != r->at[-1].place.line;
    return expected(r, elsewhere ? behind_last(r) : r->at->place, what);
}

/* expr {"," expr} and the closing sign, after the opening one. False, reported, if it is invalid. The caller frees the
 * list in any case. */
struct tree_list {
    struct tree **at;
    int count, capacity;
};
static bool read_list(struct reader *r, struct tree_list *list, const char *opened, const char *closing)
{
    bool comma = *closing == ')';
    if (!enter(r))
        return false;
    for (;;) {
        struct tree *t = read_level(r, LEVEL_COMPARE);
        if (t == NULL)
            return false;
        ARRAY_PUSH(list, t);
        if (is_sign(r->at, closing))
            break;
        if (!comma || !is_sign(r->at, ",")) {
            not_closed(r, opened, closing, comma);
            return false;
        }
        r->at++;
    }
    r->at++;
    r->depth--;
    return true;
}

/* From the opening parenthesis to the last token read, if that is on the same line. */
static struct place span(const struct reader *r, struct place p)
{
    struct place last = r->at[-1].place;
    p.length = last.line == p.line ? last.column + last.length - p.column : 1;
    return p;
}

/* ( expr ) or ( x, y, z ). */
static struct tree *read_parentheses(struct reader *r)
{
    struct place open = r->at->place;
    const bool like_call = r->at->touches && r->at[-1].kind == TOKEN_NAME;
    r->at++;
    if (is_sign(r->at, ")"))
        return expected(r, r->at->place, "an expression or the three components of a vector between '(' and ')'");
    struct tree_list list = {0};
    struct tree *t = NULL;
    if (read_list(r, &list, "(", ")")) {
        if (list.count == 1)
            t = list.at[0];
        else if (list.count == 3)
            t = make(r, TREE_VECTOR, span(r, open), 3, list.at);
        else
            diagnostics_error(
                r->diagnostics, span(r, open), NULL,
                "expected a vector of three components, (x, y, z), or one expression; this has %d parts%s", list.count,
                like_call ? "; arguments stand behind their word, separated by spaces: connect a.end1 b.end2;" : "");
    }
    ARRAY_FREE(&list);
    return t;
}

/* name {"[" expr "]"} */
static struct tree *read_name(struct reader *r)
{
    struct tree *t = make_leaf(r, TREE_NAME);
    struct tree_list list = {0};
    bool good = true;
    while (good && is_sign(r->at, "[")) {
        r->at++;
        if (is_sign(r->at, "]")) {
            expected(r, r->at->place, "an expression between '[' and ']'");
            good = false;
        } else {
            good = read_list(r, &list, "[", "]");
        }
    }
    if (good && list.count > 0) {
        struct tree *indexed = make(r, TREE_NAME, t->place, list.count, list.at);
        if (indexed != NULL)
            indexed->text = t->text;
        t = indexed;
    }
    ARRAY_FREE(&list);
    return good ? t : NULL;
}

/* The arguments after a name: the reader is at a '(' that touches it. */
static struct tree *read_call(struct reader *r, struct tree *called)
{
    struct tree_list list = {0};
    ARRAY_PUSH(&list, called);
    r->at++;
    bool good = true;
    if (is_sign(r->at, ")"))
        r->at++;
    else
        good = read_list(r, &list, "(", ")");
    struct tree *t = good ? make(r, TREE_CALL, called->place, list.count, list.at) : NULL;
    ARRAY_FREE(&list);
    return t;
}

/* [call] {"." id [call]} after a name, an indexed name or a closing parenthesis. */
static struct tree *read_postfix(struct reader *r, struct tree *t, bool callable)
{
    while (t != NULL) {
        if (callable && is_sign(r->at, "(") && r->at->touches) {
            t = read_call(r, t);
            callable = false;
        } else if (is_sign(r->at, ".") && r->at->touches) {
            r->at++;
            if (r->at->kind != TOKEN_NAME || !r->at->touches)
                return expected(r, r->at->place, "the name of a member or component right after '.'");
            struct place p = r->at->place;
            const char *text = r->at->text;
            r->at++;
            if (is_sign(r->at, "[") && r->at->touches) {
                diagnostics_error(r->diagnostics, r->at->place, NULL,
                                  "expected no index after a member; only names are indexed: name[i].%.60s", text);
                return NULL;
            }
            t = make(r, TREE_MEMBER, p, 1, &t);
            if (t != NULL)
                t->text = text;
            callable = true;
        } else {
            return t;
        }
    }
    return NULL;
}

static struct tree *read_primary(struct reader *r)
{
    switch (r->at->kind) {
    case TOKEN_NUMBER:
        return make_leaf(r, TREE_NUMBER);
    case TOKEN_STRING:
        return make_leaf(r, TREE_STRING);
    case TOKEN_NAME:
        return read_postfix(r, read_name(r), true);
    case TOKEN_BAD:
        return NULL;
    case TOKEN_END:
    case TOKEN_SIGN:
        break;
    }
    if (is_sign(r->at, "("))
        return read_postfix(r, read_parentheses(r), false);
    return expected(r, r->at->place, "an expression");
}

static struct tree *read_unary(struct reader *r);

/* An operand with an optional exponent, which is unary again, so that 2^-3 and 2^3^2 = 2^9 work. */
static struct tree *read_power(struct reader *r)
{
    struct tree *t = read_primary(r);
    if (t == NULL || !is_sign(r->at, "^"))
        return t;
    struct place p = r->at->place;
    r->at++;
    if (!enter(r))
        return NULL;
    struct tree *exponent = read_unary(r);
    if (exponent == NULL)
        return NULL;
    r->depth--;
    t = make(r, TREE_BINARY, p, 2, (struct tree *[]){t, exponent});
    if (t != NULL)
        t->sign = '^';
    return t;
}

static struct tree *read_unary(struct reader *r)
{
    if (is_sign(r->at, "+"))
        return expected(r, r->at->place, "an expression");
    if (!is_sign(r->at, "-"))
        return read_power(r);
    struct place p = r->at->place;
    r->at++;
    if (!enter(r))
        return NULL;
    bool literal = r->at->kind == TOKEN_NUMBER;
    struct tree *operand = read_unary(r);
    if (operand == NULL)
        return NULL;
    r->depth--;
    if (literal && operand->kind == TREE_NUMBER) { /* -2 is a number; -2^2 came back as a power */
        operand->number = -operand->number;
        operand->place = span(r, p);
        return operand;
    }
    struct tree *t = make(r, TREE_UNARY, p, 1, &operand);
    if (t != NULL)
        t->sign = '-';
    return t;
}

/* The operator at this level under the reader, as a tree's sign; 0 if there is none. */
static char operator_at(const struct token *t, enum level level)
{
    static const struct {
        const char *text;
        enum level level;
        char sign;
    } operators[] = {
        {"+", LEVEL_SUM, '+'},      {"-", LEVEL_SUM, '-'},      {"*", LEVEL_PRODUCT, '*'},  {"/", LEVEL_PRODUCT, '/'},
        {"<", LEVEL_COMPARE, '<'},  {">", LEVEL_COMPARE, '>'},  {"<=", LEVEL_COMPARE, 'l'}, {">=", LEVEL_COMPARE, 'g'},
        {"==", LEVEL_COMPARE, 'e'}, {"!=", LEVEL_COMPARE, 'n'},
    };
    if (t->kind != TOKEN_SIGN)
        return '\0';
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (operators[i].level == level && strcmp(operators[i].text, t->text) == 0)
            return operators[i].sign;
    }
    return '\0';
}

/* Comparisons, sums and products: operators of one level are left-associative. */
static struct tree *read_level(struct reader *r, enum level level)
{
    if (level == LEVEL_UNARY)
        return read_unary(r);
    struct tree *t = read_level(r, level + 1);
    while (t != NULL) {
        char sign = operator_at(r->at, level);
        if (sign == '\0')
            return t;
        struct place p = r->at->place;
        r->at++;
        struct tree *right = read_level(r, level + 1);
        if (right == NULL)
            return NULL;
        t = make(r, TREE_BINARY, p, 2, (struct tree *[]){t, right});
        if (t != NULL)
            t->sign = sign;
        if (level == LEVEL_COMPARE && operator_at(r->at, level) != '\0') {
            diagnostics_error(r->diagnostics, r->at->place, NULL,
                              "expected only one comparison: they cannot be chained as in a < b < c");
            return NULL;
        }
    }
    return NULL;
}

struct tree *syntax_expression(struct reader *r)
{
    int depth = r->depth; /* an error leaves r->depth at its nesting */
    struct tree *t = read_level(r, LEVEL_COMPARE);
    r->depth = depth;
    return t;
}

/* ---- an expression where arguments are separated by spaces: the cure is written out ---- */

/* Is there a token before this one on its line, with nothing between them? */
static bool touches_before(const struct token *t) { return t->touches && t->place.column > 1; }

static bool ends_term(const struct token *t)
{
    return t->kind == TOKEN_END || t->kind == TOKEN_BAD || t->kind == TOKEN_STRING || is_sign(t, ";") ||
           is_sign(t, ",") || is_sign(t, ":") || is_sign(t, "=");
}

/* The first token of what touches `t` from the left; spaces within parentheses do not part it. */
static const struct token *term_begin(const struct token *t, int most)
{
    int depth = is_sign(t, ")") ? 1 : 0;
    while (most-- > 0 && t->place.column > 1 && (depth > 0 || touches_before(t)) && !ends_term(t - 1)) {
        if (is_sign(t - 1, "(") && depth == 0)
            break;
        t--;
        depth += is_sign(t, ")") ? 1 : is_sign(t, "(") ? -1 : 0;
    }
    return t;
}

/* The last token of what touches `t` from the right. */
static const struct token *term_end(const struct token *t, int most)
{
    int depth = is_sign(t, "(") ? 1 : 0;
    while (most-- > 0 && !ends_term(t + 1) && (depth > 0 || t[1].touches)) {
        if (is_sign(t + 1, ")") && depth == 0)
            break;
        t++;
        depth += is_sign(t, "(") ? 1 : is_sign(t, ")") ? -1 : 0;
    }
    return t;
}

static void put_token(char *text, size_t room, const struct token *t)
{
    const size_t n = strlen(text);
    if (t->kind == TOKEN_NUMBER && *t->text == '\0')
        snprintf(text + n, room - n, "%.12g", t->number);
    else
        snprintf(text + n, room - n, "%s", t->text);
}

/* 100km/h: units stand alone, and a quotient of them is a number in SI units. False: it is something else. */
static bool quotient_of_units(struct reader *r)
{
    const struct token *over = r->at, *first = over - 1, *second = over + 1;
    double factor;
    char one[80];
    if (over->place.column < 2 || !is_sign(over, "/") || !over->touches || first->kind != TOKEN_NUMBER ||
        *first->text == '\0' || second->kind != TOKEN_NAME || !second->touches)
        return false;
    const struct unit *a = unit_of(first->text), *b = unit_find(second->text, strlen(second->text));
    snprintf(one, sizeof one, "1%.60s", second->text);
    if (a == NULL || b == NULL || !syntax_read_number(one, &factor, NULL) || !(factor > 0))
        return false;
    diagnostics_error(r->diagnostics, over->place, NULL,
                      "units are not combined: %.40s/%.20s is written %.10g, in %s/%s", first->text, second->text,
                      first->number / factor, a->base, b->base);
    return true;
}

/* Reports an operator between arguments, with the expression in parentheses that was meant. */
static struct tree *not_an_argument(struct reader *r)
{
    enum { MOST = 40 };
    const struct token *t = r->at, *begin = t, *end = t;
    const bool sign = is_sign(t, "-") || is_sign(t, "+");
    char text[200] = "";
    if (quotient_of_units(r))
        return NULL;
    if (t->place.column > 1 && (touches_before(t) || !sign) && !ends_term(t - 1) && !is_sign(t - 1, "("))
        begin = term_begin(t - 1, MOST);
    if (!ends_term(t + 1) && !is_sign(t + 1, ")"))
        end = term_end(t + 1, MOST);
    const bool alone = begin == t && !(sign && end > t && t[1].touches);
    for (const struct token *k = begin; k <= end && !alone; k++)
        put_token(text, sizeof text, k);
    if (alone || end == t || begin->place.line != end->place.line)
        return expected(r, t->place, "an argument; an expression needs parentheses");
    if (begin == t && end == t + 1)
        diagnostics_error(r->diagnostics, t->place, NULL,
                          "expected an argument; a signed name needs parentheses: write (%.60s)", text);
    else
        diagnostics_error(r->diagnostics, t->place, NULL,
                          "expected an argument; an expression needs parentheses: write (%.180s)", text);
    return NULL;
}

/* Outside parentheses a sign can only belong to the number that it touches. */
static struct tree *read_signed_number(struct reader *r)
{
    const struct token *sign = r->at, *next = sign + 1;
    if (next->kind == TOKEN_NUMBER && next->touches) {
        r->at++;
        struct tree *t = make_leaf(r, TREE_NUMBER);
        t->number = *sign->text == '-' ? -t->number : t->number;
        t->place = span(r, sign->place);
        return t;
    }
    if (next->kind == TOKEN_NUMBER)
        diagnostics_error(r->diagnostics, sign->place, NULL,
                          "expected an argument; a sign touches its number, and a sum needs parentheses");
    else
        return not_an_argument(r);
    return NULL;
}

static struct tree *read_argument(struct reader *r)
{
    switch (r->at->kind) {
    case TOKEN_NUMBER:
    case TOKEN_STRING:
    case TOKEN_NAME:
    case TOKEN_BAD:
        return read_primary(r);
    case TOKEN_END:
    case TOKEN_SIGN:
        break;
    }
    if (is_sign(r->at, "("))
        return read_primary(r);
    if (is_sign(r->at, "-") || is_sign(r->at, "+"))
        return read_signed_number(r);
    if (is_sign(r->at, "=")) {
        diagnostics_error(r->diagnostics, r->at->place, NULL,
                          "no '=' here: arguments are values alone, and options a word and its value, without '='");
        return NULL;
    }
    if (r->at->kind == TOKEN_SIGN && strchr("*/^<>=!", *r->at->text) != NULL)
        return not_an_argument(r);
    if (is_sign(r->at, ",")) {
        const bool decimal = r->at[1].kind == TOKEN_NUMBER && r->at[1].touches;
        diagnostics_error(r->diagnostics, r->at->place, NULL,
                          decimal ? "no ',' here: a decimal point is '.', and arguments are separated by spaces"
                                  : "no ',' here: arguments are separated by spaces, and a statement ends with ';'");
        return NULL;
    }
    return expected(r, r->at->place, "an argument: a number, a name, a string, or an expression in parentheses");
}

struct tree *syntax_argument(struct reader *r)
{
    int depth = r->depth;
    if (is_sign(r->at, "(")) /* the parentheses around an argument do not count as nesting */
        r->depth--;
    struct tree *t = read_argument(r);
    r->depth = depth;
    return t;
}

struct tree *syntax_name(struct reader *r)
{
    int depth = r->depth;
    struct tree *t = r->at->kind == TOKEN_NAME ? read_name(r) : expected(r, r->at->place, "a name");
    r->depth = depth;
    return t;
}

/* ---- printing ---- */

struct printer {
    char *at;
    int count, capacity;
    bool (*number_of)(void *ctx, const char *name, double *value);
    void *ctx;
};

static void put(struct printer *p, const char *s)
{
    for (; *s != '\0'; s++)
        ARRAY_PUSH(p, *s);
}

/* Is the tree printed as a number: a literal, or a name that stands for one? */
static bool as_number(const struct printer *p, const struct tree *t, double *value)
{
    if (t->kind == TREE_NUMBER) {
        *value = t->number;
        return true;
    }
    return t->kind == TREE_NAME && t->count == 0 && p->number_of != NULL && p->number_of(p->ctx, t->text, value);
}

static enum level level_of(const struct printer *p, const struct tree *t)
{
    double value;
    if (as_number(p, t, &value))
        return signbit(value) ? LEVEL_UNARY : LEVEL_POSTFIX;
    if (t->kind == TREE_UNARY)
        return LEVEL_UNARY;
    if (t->kind != TREE_BINARY)
        return LEVEL_POSTFIX;
    switch (t->sign) {
    case '+':
    case '-':
        return LEVEL_SUM;
    case '*':
    case '/':
        return LEVEL_PRODUCT;
    case '^':
        return LEVEL_POWER;
    default:
        return LEVEL_COMPARE;
    }
}

static void print_tree(struct printer *p, const struct tree *t);

/* Prints t as an operand that must bind at least as strongly as `least`. */
static void print_operand(struct printer *p, const struct tree *t, enum level least)
{
    bool parentheses = level_of(p, t) < least;
    put(p, parentheses ? "(" : "");
    print_tree(p, t);
    put(p, parentheses ? ")" : "");
}

static void print_list(struct printer *p, const struct tree *t, int first, const char *between)
{
    for (int i = first; i < t->count; i++) {
        put(p, i > first ? between : "");
        print_tree(p, t->items[i]);
    }
}

static void print_binary(struct printer *p, const struct tree *t)
{
    static const struct {
        char sign;
        const char *text;
    } texts[] = {{'+', " + "}, {'-', " - "},  {'*', "*"},    {'/', "/"},    {'^', "^"},   {'<', " < "},
                 {'>', " > "}, {'l', " <= "}, {'g', " >= "}, {'e', " == "}, {'n', " != "}};
    enum level level = level_of(p, t);
    enum level left = level == LEVEL_COMPARE ? LEVEL_SUM : level == LEVEL_POWER ? LEVEL_POSTFIX : level;
    enum level right = level == LEVEL_POWER ? LEVEL_UNARY : level + 1;
    print_operand(p, t->items[0], left);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i].sign == t->sign)
            put(p, texts[i].text);
    }
    print_operand(p, t->items[1], right);
}

/* Like print_operand, but a number gets parentheses too: it would merge with the point or sign next to it. */
static void print_guarded(struct printer *p, const struct tree *t, enum level least)
{
    double value;
    bool parentheses = as_number(p, t, &value) || level_of(p, t) < least;
    put(p, parentheses ? "(" : "");
    print_tree(p, t);
    put(p, parentheses ? ")" : "");
}

static void print_tree(struct printer *p, const struct tree *t)
{
    char buffer[32];
    double value;
    if (t->kind == TREE_NUMBER && t->text != NULL) {
        put(p, signbit(t->number) ? "-" : "");
        put(p, t->text);
        return;
    }
    if (as_number(p, t, &value)) {
        put(p, syntax_number(value, buffer));
        return;
    }
    switch (t->kind) {
    case TREE_NUMBER: /* was printed above */
        break;
    case TREE_STRING:
        put(p, "\"");
        put(p, t->text);
        put(p, "\"");
        break;
    case TREE_NAME:
        put(p, t->text);
        if (t->count > 0) {
            put(p, "[");
            print_list(p, t, 0, "][");
            put(p, "]");
        }
        break;
    case TREE_CALL: /* a called name is printed even if the name stands for a number */
        if (t->items[0]->kind == TREE_NAME && t->items[0]->count == 0)
            put(p, t->items[0]->text);
        else
            print_tree(p, t->items[0]);
        put(p, "(");
        print_list(p, t, 1, ", ");
        put(p, ")");
        break;
    case TREE_MEMBER:
        print_guarded(p, t->items[0], LEVEL_POSTFIX);
        put(p, ".");
        put(p, t->text);
        break;
    case TREE_VECTOR:
        put(p, "(");
        print_list(p, t, 0, ", ");
        put(p, ")");
        break;
    case TREE_UNARY:
        put(p, "-");
        print_guarded(p, t->items[0], LEVEL_UNARY);
        break;
    case TREE_BINARY:
        print_binary(p, t);
        break;
    }
}

static char *finish(struct printer *p)
{
    ARRAY_PUSH(p, '\0');
    return p->at;
}

char *syntax_print(const struct tree *t, bool (*number_of)(void *ctx, const char *name, double *value), void *ctx)
{
    struct printer p = {.number_of = number_of, .ctx = ctx};
    print_tree(&p, t);
    return finish(&p);
}

char *syntax_print_argument(const struct tree *t, bool (*number_of)(void *ctx, const char *name, double *value),
                            void *ctx)
{
    struct printer p = {.number_of = number_of, .ctx = ctx};
    double value;
    print_operand(&p, t, as_number(&p, t, &value) ? LEVEL_COMPARE : LEVEL_POSTFIX);
    return finish(&p);
}

/* ---- numbers as text ---- */

/* Writes value with n digits into digits (no point) and returns the decimal exponent of the first digit. Only the
 * digits are taken from printf, because the decimal point depends on the locale. */
static int digits_of(double value, int n, char digits[20])
{
    char text[48];
    snprintf(text, sizeof text, "%.*e", n - 1, value);
    int count = 0;
    const char *s = text;
    for (; *s != 'e'; s++) {
        if (*s >= '0' && *s <= '9')
            digits[count++] = *s;
    }
    while (count > 1 && digits[count - 1] == '0')
        count--;
    digits[count] = '\0';
    return atoi(s + 1);
}

static bool reads_back(double value, const char *digits, int exponent)
{
    char text[48];
    snprintf(text, sizeof text, "%se%d", digits, exponent - (int)strlen(digits) + 1);
    return strtod(text, NULL) == value;
}

const char *syntax_number(double value, char buffer[32])
{
    if (!isfinite(value)) { /* never read from a text; for reports */
        snprintf(buffer, 32, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return buffer;
    }
    if (fabs(value) < 1e6 && value == (int)value && !signbit(value)) { /* most are: the same, sooner */
        snprintf(buffer, 32, "%d", (int)value);
        return buffer;
    }
    char digits[20];
    double size = fabs(value);
    /* 15 digits are exact in every normal number, so that only trailing zeros have to be removed */
    int n = size < 2.3e-308 ? 1 : 15, exponent = digits_of(size, n, digits);
    while (n < 17 && !reads_back(size, digits, exponent))
        exponent = digits_of(size, ++n, digits);
    int count = (int)strlen(digits);
    const char *sign = signbit(value) ? "-" : "";
    if (exponent < -4 || exponent > 15)
        snprintf(buffer, 32, "%s%c%s%se%d", sign, *digits, count > 1 ? "." : "", digits + 1, exponent);
    else if (exponent < 0)
        snprintf(buffer, 32, "%s0.%.*s%s", sign, -exponent - 1, "0000", digits);
    else if (count <= exponent + 1)
        snprintf(buffer, 32, "%.0f", value);
    else
        snprintf(buffer, 32, "%s%.*s.%s", sign, exponent + 1, digits, digits + exponent + 1);
    return buffer;
}
