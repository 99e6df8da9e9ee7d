/* curves.c: curve NAME(a, b; u) = (x, y, z); the predefined curve types, and objects of such types: object a1: arc cx 0
 * cy 0 r 1; drag 1; range 0 (2*pi); end
 *
 * Predefined types are formulas as a user would write them; a user's type of the same name overrides them.
 */
#include "model/make/curves.h"

#include <string.h>

#include "model/kinds.h"
#include "model/formulas/meaning.h"

/* ---- types ---- */

struct shipped {
    tn_kind kind;
    const char *parameters; /* separated by spaces; for a spline the components of a control point */
    const char *text;       /* NULL: a spline */
    double to;              /* u from 0 */
    bool closed;
};

/* A curve type with values as an example. */
#define CURVE(its_name, values, its_help)                                                                              \
    {                                                                                                                  \
        .group = TN_KIND_CURVE, .name = its_name, .arguments = values, .help = its_help,                               \
        .example = "object new: " its_name " " values "; end", .parameters = curve_parameters                          \
    }

#define NUMBERS(letters, its_unit, count) .symbol = letters, .unit = its_unit, .fewest = count, .most = count
/* In the order of enum clause. */
static const tn_parameter curve_parameters[] = {
    {.word = "drag",
     NUMBERS("d", "kg/m", 1),
     .range = TN_POSITIVE,
     .standard = "1",
     .help = "resistance to motion, or mass, per length"},
    {.word = "mass", NUMBERS("m", "kg", 1), .range = TN_POSITIVE, .help = "of the whole, instead of drag"},
    {.word = "range", NUMBERS("u1 u2", "1", 2), .help = "of the parameter along it"},
    {.word = "closed", .help = "it ends where it begins"},
    {.word = "panels",
     NUMBERS("n", "1", 1),
     .whole = true,
     .range = TN_BETWEEN,
     .low = 1,
     .high = CURVE_MOST_PANELS,
     .help = "pieces for sums along it"},
    {.word = "velocity", .symbol = "r 1", .unit = "1/s", .help = "how fast its parameters change at first"},
    {.word = "color",
     NUMBERS("r g b", "1", 3),
     .range = TN_BETWEEN,
     .high = 1,
     .help = "red, green and blue, a name (red) or \"#ff8800\""},
    {.word = "width", NUMBERS("w", "m", 1), .range = TN_POSITIVE, .help = "as it is drawn"},
    {.word = "kernel",
     .choices = (const char *const[]){"dynamic", "fixed", NULL},
     .standard = "dynamic",
     .help = "whether it moves"},
    {.word = NULL},
};

#define WHOLE_TURN 6.283185307179586
static const struct shipped shipped[] = {
    {CURVE("circle", "cx 0 cy 0 r 1", "a circle about (cx, cy) in the xy plane"), "cx cy r",
     "(cx + r*cos(u), cy + r*sin(u), 0)", WHOLE_TURN, true},
    {CURVE("ellipse", "cx 0 cy 0 a 2 b 1 turn 0", "an ellipse with half axes a and b, turned"), "cx cy a b turn",
     "(cx + a*cos(u)*cos(turn) - b*sin(u)*sin(turn), cy + a*cos(u)*sin(turn) + b*sin(u)*cos(turn), 0)", WHOLE_TURN,
     true},
    {CURVE("arc", "cx 0 cy 0 r 1 from 0 to (pi/2)", "a part of a circle"), "cx cy r from to",
     "(cx + r*cos(from + u*(to - from)), cy + r*sin(from + u*(to - from)), 0)", 1, false},
    {CURVE("segment", "x1 0 y1 0 x2 1 y2 0", "a straight line between two points of the xy plane"), "x1 y1 x2 y2",
     "(x1 + u*(x2 - x1), y1 + u*(y2 - y1), 0)", 1, false},
    {CURVE("segment3", "x1 0 y1 0 z1 0 x2 1 y2 0 z2 1", "a straight line between two points in space"),
     "x1 y1 z1 x2 y2 z2", "(x1 + u*(x2 - x1), y1 + u*(y2 - y1), z1 + u*(z2 - z1))", 1, false},
    {CURVE("bezier", "x1 0 y1 0 x2 1 y2 0 x3 1 y3 1 x4 0 y4 1", "a cubic Bezier curve in the xy plane"),
     "x1 y1 x2 y2 x3 y3 x4 y4",
     "(x1*(1-u)^3 + 3*x2*u*(1-u)^2 + 3*x3*u^2*(1-u) + x4*u^3, y1*(1-u)^3 + 3*y2*u*(1-u)^2 + 3*y3*u^2*(1-u) + "
     "y4*u^3, 0)",
     1, false},
    {CURVE("bezier3", "x1 0 y1 0 z1 0 x2 1 y2 0 z2 0 x3 1 y3 1 z3 0 x4 0 y4 1 z4 1", "a cubic Bezier curve in space"),
     "x1 y1 z1 x2 y2 z2 x3 y3 z3 x4 y4 z4",
     "(x1*(1-u)^3 + 3*x2*u*(1-u)^2 + 3*x3*u^2*(1-u) + x4*u^3, y1*(1-u)^3 + 3*y2*u*(1-u)^2 + 3*y3*u^2*(1-u) + "
     "y4*u^3, z1*(1-u)^3 + 3*z2*u*(1-u)^2 + 3*z3*u^2*(1-u) + z4*u^3)",
     1, false},
    {CURVE("spline", "0 0 1 0 1 1 0 1", "a cubic B-spline with these control points in the xy plane"), "x y", NULL, 1,
     false},
    {CURVE("spline3", "0 0 0 1 0 0 1 1 0 0 1 1", "a cubic B-spline with these control points in space"), "x y z", NULL,
     1, false},
};
enum { SHIPPED = sizeof shipped / sizeof *shipped, MOST_POINTS = 80 };

static const struct shipped *find_shipped(const char *word)
{
    for (int i = 0; i < SHIPPED; i++)
        if (strcmp(shipped[i].kind.name, word) == 0)
            return &shipped[i];
    return NULL;
}

const tn_kind *curves_kind(int i) { return i < SHIPPED ? &shipped[i].kind : NULL; }

static struct definition *find_type(const struct reading *r, const char *word)
{
    struct definition *d = reading_definition(r, word);
    return d != NULL && d->kind == DEFINE_CURVE ? d : NULL;
}

bool curves_is_type(const struct reading *r, const char *word)
{
    return find_type(r, word) != NULL || find_shipped(word) != NULL;
}

/* A type, as used by one object. */
struct type {
    const char *name;
    const char **parameter;
    int parameters;
    const char *u;
    struct definition *d;
    double from, to;
    bool closed, pieces;
    int panels;
};

/* ---- splines: uniform cubic B-splines as formulas ----
 *
 * With b(a) = (max(0, 2 − a)³ − 4 max(0, 1 − a)³)/6, X(s) = Σ P_i b(|s − i|). An open one begins at its first control
 * point and ends at its last, with zero curvature there: the points beyond are P_−1 = 2 P_0 − P_1 and likewise at the
 * end. A closed one has N pieces and repeats its points. */

static void put_basis(struct text *t, const char *s, int i)
{
    text_put(t, "(max(0, 2 - abs(%s - (%d)))^3 - 4*max(0, 1 - abs(%s - (%d)))^3)/6", s, i, s, i);
}

/* Adds  point P_number times the basis of place i, with a factor. */
static void put_term(struct text *t, const char *letter, int number, const char *s, int i, const char *sign)
{
    text_put(t, " %s %s%d*", sign, letter, number + 1);
    put_basis(t, s, i);
}

static void put_component(struct text *t, const char *letter, int n, bool closed, const char *s)
{
    text_put(t, "0");
    for (int i = 0; i < n; i++) {
        put_term(t, letter, i, s, i, "+");
        for (int turn = -1; turn <= 1 && closed; turn += 2) /* only those that overlap 0 … n */
            if (i + turn * n >= -1 && i + turn * n <= n + 1)
                put_term(t, letter, i, s, i + turn * n, "+");
    }
    if (closed)
        return;
    put_term(t, letter, 0, s, -1, "+ 2*");
    put_term(t, letter, 1, s, -1, "-");
    put_term(t, letter, n - 1, s, n, "+ 2*");
    put_term(t, letter, n - 2, s, n, "-");
}

static char *spline_text(const struct shipped *s, int n, bool closed)
{
    struct text t = {0};
    char *along = mem_print("(%d*u)", closed ? n : n - 1);
    bool space = strchr(s->parameters, 'z') != NULL;
    text_put(&t, "(");
    put_component(&t, "x", n, closed, along);
    text_put(&t, ", ");
    put_component(&t, "y", n, closed, along);
    text_put(&t, ", ");
    if (space)
        put_component(&t, "z", n, closed, along);
    else
        text_put(&t, "0");
    text_put(&t, ")");
    mem_free(along);
    return t.at;
}

/* ---- a type in the arena of the reading ---- */

static void type_of_user(struct type *out, struct reading *r, struct definition *d)
{
    const struct statement *s = d->statement;
    *out = (struct type){.name = d->name, .d = d, .to = 1, .panels = CURVE_PANELS};
    out->parameters = s->parameter_count - 1; /* u is the last one, and may be the only one */
    out->parameter = ARENA_ARRAY(&r->arena, const char *, s->parameter_count);
    for (int i = 0; i < s->parameter_count; i++)
        out->parameter[i] = s->parameters[i]->text;
    out->u = s->parameters[out->parameters]->text;
}

static struct definition *define(struct reading *r, const struct shipped *s, const char *text)
{
    struct definition *d = ARENA_NEW(&r->arena, struct definition);
    d->kind = DEFINE_CURVE;
    d->name = s->kind.name;
    d->body = read_expression_text(&r->arena, r->d, s->kind.name, text);
    d->let = d->source = -1;
    return d;
}

/* The names in "cx cy r". */
static void split_names(struct reading *r, struct type *out, const char *names)
{
    out->parameter = ARENA_ARRAY(&r->arena, const char *, strlen(names));
    while (*names != '\0') {
        size_t n = strcspn(names, " ");
        out->parameter[out->parameters++] = arena_text(&r->arena, names, n);
        names += n + (names[n] == ' ' ? 1 : 0);
    }
}

static void type_of_shipped(struct type *out, struct reading *r, const struct shipped *s)
{
    *out = (struct type){.name = s->kind.name, .u = "u", .to = s->to, .closed = s->closed, .panels = CURVE_PANELS};
    split_names(r, out, s->parameters);
    out->d = define(r, s, s->text);
}

static void type_of_spline(struct type *out, struct reading *r, const struct shipped *s, int n, bool closed)
{
    struct type letters = {0};
    split_names(r, &letters, s->parameters);
    *out = (struct type){.name = s->kind.name, .u = "u", .to = 1, .closed = closed, .pieces = true};
    out->panels = closed ? n : n - 1;
    out->parameter = ARENA_ARRAY(&r->arena, const char *, n *letters.parameters);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < letters.parameters; k++) {
            char name[24];
            snprintf(name, sizeof name, "%s%d", letters.parameter[k], i + 1);
            out->parameter[out->parameters++] = arena_text(&r->arena, name, strlen(name));
        }
    char *text = spline_text(s, n, closed);
    out->d = define(r, s, text);
    mem_free(text);
}

/* ---- the formula ---- */

/* The symbol of a parameter while the formula is read. */
static uint64_t parameter_symbol(int i) { return symbol_key(SYMBOL_BETA, i, 0); }
static uint64_t u_symbol(void) { return symbol_key(SYMBOL_LEVER, 0, 0); }

static node as_curve(void *ctx, uint64_t key)
{
    switch (symbol_kind_of(key)) {
    case SYMBOL_BETA:
        return formula_symbol(ctx, curve_parameter_key(symbol_index(key)));
    case SYMBOL_LEVER:
        return formula_symbol(ctx, CURVE_U);
    case SYMBOL_PARAMETER:
        return formula_symbol(ctx, curve_let_key(symbol_index(key)));
    case SYMBOL_TIME:
    case SYMBOL_Y:
    case SYMBOL_YD:
    case SYMBOL_YDD:
    case SYMBOL_TURNS:
    case SYMBOL_PROBE:
        break;
    }
    return formula_constant(ctx, NAN); /* reported as an error */
}

/* X of a type as a formula of its parameters and u. False after a report. */
static bool type_value(struct sight *look, const struct type *type, struct value *out)
{
    struct reading *r = look->r;
    struct binding *bound = ARENA_ARRAY(&r->arena, struct binding, type->parameters + 1);
    for (int i = 0; i <= type->parameters; i++) {
        uint64_t key = i < type->parameters ? parameter_symbol(i) : u_symbol();
        bound[i] = (struct binding){i > 0 ? &bound[i - 1] : NULL,
                                    i < type->parameters ? type->parameter[i] : type->u,
                                    {.type = VALUE_SCALAR, .e = {formula_symbol(look->f, key)}}};
    }
    look->bound = &bound[type->parameters];
    look->env = type->d->env;
    type->d->busy = true;
    *out = sight_value(look, type->d->body);
    type->d->busy = false;
    if (out->type == VALUE_ERROR)
        return false;
    if (out->type != VALUE_VECTOR) {
        char *met = sight_describe(look, *out, type->d->body);
        report(r, tree_place(type->d->body), NULL, "expected the curve '%.60s' to be a vector (x, y, z), met %s",
               type->name, met);
        mem_free(met);
        return false;
    }
    if (sight_symbols(look, out->e, 3) & 1u << SYMBOL_TIME) {
        report(r, tree_place(type->d->body), NULL,
               "the curve '%.60s' depends on the time t: expected its parameters and '%.60s' alone", type->name,
               type->u);
        return false;
    }
    return true;
}

/* Checks a curve statement: its parameters and its formula. */
bool curves_check(struct reading *r, struct definition *d)
{
    const struct statement *s = d->statement;
    if (d->failed)
        return false;
    int beyond = s->parameter_count - s->parameter_split; /* 0 without ';': then u must be the only one */
    const struct tree *wrong = beyond > 1 ? s->parameters[s->parameter_split + 1] : s->name;
    d->failed = true;
    if (beyond != 1 && s->parameter_count != 1) {
        report(r, wrong->place, NULL,
               "expected the curve's numbers, ';' and its parameter: curve %.60s(a, b; u) = (x, y, z);", d->name);
        return false;
    }
    if (s->parameter_count > CURVE_PARAMETERS) {
        report(r, s->name->place, NULL, "a curve has fewer than %d parameters, '%.60s' has %d", CURVE_PARAMETERS,
               d->name, s->parameter_count - 1);
        return false;
    }
    for (int i = 0; i < s->parameter_count; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(s->parameters[i]->text, s->parameters[k]->text) == 0) {
                report(r, s->parameters[i]->place, NULL, "the parameter '%.60s' of the curve '%.60s' is given twice",
                       s->parameters[i]->text, d->name);
                return false;
            }
    struct type type;
    struct scope scope;
    struct value v;
    type_of_user(&type, r, d);
    scope_begin(&scope);
    struct sight look = sight_begin(r, &scope, FOR_PATH, d->env);
    d->failed = !type_value(&look, &type, &v);
    scope_end(&scope);
    return !d->failed;
}

static struct curve *make_curve(struct reading *r, const struct type *type)
{
    struct scope scope;
    struct value v;
    struct curve *c = NULL;
    scope_begin(&scope);
    struct sight look = sight_begin(r, &scope, FOR_PATH, NULL);
    if (type_value(&look, type, &v)) {
        struct formula *f = formula_new();
        node x[3];
        formula_transplant(scope.formula, v.e, 3, f, as_curve, f, x);
        c = curve_new(f, x, type->parameters, type->from, type->to, type->closed, type->panels, type->pieces);
        formula_free(f);
    }
    scope_end(&scope);
    return c;
}

/* ---- an object ---- */

enum clause {
    CLAUSE_TYPE,
    CLAUSE_DRAG,
    CLAUSE_MASS,
    CLAUSE_RANGE,
    CLAUSE_CLOSED,
    CLAUSE_PANELS,
    CLAUSE_VELOCITY,
    CLAUSE_COLOR,
    CLAUSE_WIDTH,
    CLAUSE_KERNEL,
    CLAUSES
};

struct open_curve {
    const struct statement *s[CLAUSES];
    const struct env *env[CLAUSES];
    bool good;
};

/* "a curve has no density: expected drag, mass, … or kernel" */
static void refuse_word(struct reading *r, const struct statement *s)
{
    char list[200] = "";
    for (const tn_parameter *p = curve_parameters; p->word != NULL; p++) {
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", n == 0 ? "" : p[1].word != NULL ? ", " : " or ", p->word);
    }
    report(r, s->place, NULL, "a curve has no %.60s: expected %s", s->word, list);
}

static void collect(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    struct open_curve *o = ctx;
    int clause = curves_is_type(r, s->word) ? CLAUSE_TYPE : CLAUSES;
    const tn_parameter *p = clause == CLAUSES ? parameter_find(curve_parameters, s->word) : NULL;
    if (p != NULL)
        clause = 1 + (int)(p - curve_parameters);
    bool fits = !s->broken && clause < CLAUSES && s->kind == STATEMENT_PLAIN && o->s[clause] == NULL;
    if (fits) {
        o->s[clause] = s;
        o->env[clause] = env;
        return;
    }
    o->good = false;
    if (s->broken)
        return;
    if (s->kind == STATEMENT_BLOCK)
        report(r, s->place, NULL, "expected no block: '%.60s' of a curve ends with ';'", s->word);
    else if (clause < CLAUSES)
        report(r, s->place, NULL, "'%.60s' of a curve is given twice, first in line %d", s->word,
               o->s[clause]->place.line);
    else if (words_known(IN_OBJECT, s->word))
        refuse_word(r, s);
    else
        words_unknown(r, IN_OBJECT, s);
}

bool curves_is_curve(struct reading *r, const struct statement *s)
{
    for (int i = 0; i < s->child_count; i++)
        if (s->children[i]->kind == STATEMENT_PLAIN && curves_is_type(r, s->children[i]->word))
            return true;
    return false;
}

/* Reads a clause with the numbers of its table; false if it is missing or has an error. */
static bool numbers(struct reading *r, struct open_curve *o, enum clause clause, double *out)
{
    if (o->s[clause] == NULL)
        return false;
    const tn_parameter *p = &curve_parameters[clause - 1];
    char text[PARAMETER_TEXT];
    int n = constant_list(r, o->s[clause], o->env[clause], 0, p->most, out);
    if (n >= 0 && n != p->most)
        report(r, o->s[clause]->place, NULL, "%s of a curve takes %s, %d given", p->word, parameter_count_text(p, text),
               n);
    bool good = n == p->most;
    for (int i = 0; i < n && good; i++)
        if (!parameter_allows(p, &out[i], 1)) {
            report(r, tree_place(o->s[clause]->args[0]), NULL, "%s of a curve must %s, not %.12g", p->word,
                   parameter_must(p, text), out[i]);
            good = false;
        }
    o->good = o->good && good;
    return good;
}

static int parameter_number(const struct type *type, const char *name)
{
    for (int i = 0; i < type->parameters; i++)
        if (strcmp(type->parameter[i], name) == 0)
            return i;
    return -1;
}

/* Reads pairs of name and value, from argument 0, into `value` by parameter; false after a report. */
static bool take_pairs(struct reading *r, const struct type *type, const struct statement *s, const struct env *env,
                       double *value, bool *given)
{
    for (int k = 0; k < s->arg_count; k += 2) {
        const struct tree *name = s->args[k];
        int i = name->kind == TREE_NAME && name->count == 0 ? parameter_number(type, name->text) : -1;
        if (i < 0) {
            const char *best = NULL;
            for (int p = 0; p < type->parameters && name->kind == TREE_NAME; p++)
                names_offer(name->text, type->parameter[p], &best);
            char *met = syntax_print(name, NULL, NULL);
            report(r, tree_place(name), best, "the curve '%.60s' has no parameter '%.60s'", type->name, met);
            mem_free(met);
            return false;
        }
        if (given[i]) {
            report(r, name->place, NULL, "the parameter '%.60s' has a value already", name->text);
            return false;
        }
        if (k + 1 >= s->arg_count) {
            report(r, name->place, NULL, "expected a number after '%.60s'", name->text);
            return false;
        }
        if (!constant_number(r, s->args[k + 1], env, type->parameter[i], &value[i]))
            return false;
        given[i] = true;
    }
    return true;
}

/* Reads the parameters of the type, by name or by position. */
static bool take_values(struct reading *r, const struct type *type, const struct statement *s, const struct env *env,
                        double *value)
{
    bool *given = ARENA_ARRAY(&r->arena, bool, type->parameters);
    bool named = s->arg_count > 0 && s->args[0]->kind == TREE_NAME && s->args[0]->count == 0 &&
                 (s->arg_count == 1 || s->args[1]->kind != TREE_NAME || parameter_number(type, s->args[0]->text) >= 0);
    int n = 0;
    if (named && !take_pairs(r, type, s, env, value, given))
        return false;
    if (!named)
        n = constant_list(r, s, env, 0, type->parameters, value);
    if (n > type->parameters)
        report(r, s->place, NULL, "the curve '%.60s' has %d parameter%s, %d numbers given", type->name,
               type->parameters, type->parameters == 1 ? "" : "s", n);
    if (n < 0 || n > type->parameters)
        return false;
    for (int i = 0; i < type->parameters; i++)
        if (!given[i] && i >= n) {
            report(r, s->place, NULL, "the parameter '%.60s' of the curve '%.60s' has no value: expected %.60s 0",
                   type->parameter[i], type->name, type->parameter[i]);
            return false;
        }
    return true;
}

/* The number of control points in the arguments of a spline; 0 after a report. */
static int spline_points(struct reading *r, const struct shipped *s, const struct statement *t, const struct env *env,
                         bool closed)
{
    const int width = (int)(strlen(s->parameters) + 1) / 2, least = closed ? 3 : 2;
    bool named = t->arg_count > 0 && t->args[0]->kind == TREE_NAME && t->args[0]->count == 0 &&
                 strchr(s->parameters, t->args[0]->text[0]) != NULL &&
                 strspn(t->args[0]->text + 1, "0123456789") == strlen(t->args[0]->text) - 1;
    double *unused = ARENA_ARRAY(&r->arena, double, 3 * t->arg_count + 1);
    int n = named ? t->arg_count / 2 : constant_list(r, t, env, 0, 3 * t->arg_count, unused);
    if (n < 0)
        return 0;
    if (n % width == 0 && n / width >= least && n / width <= MOST_POINTS)
        return n / width;
    report(r, t->place, NULL, "%s takes %d numbers for each control point, and %d to %d points%s; %d numbers given",
           s->kind.name, width, least, MOST_POINTS, closed ? " if it is closed" : "", n);
    return 0;
}

static bool take_type(struct reading *r, struct open_curve *o, struct type *out)
{
    const struct statement *s = o->s[CLAUSE_TYPE];
    struct definition *d = find_type(r, s->word);
    const struct shipped *own = find_shipped(s->word);
    bool closed = o->s[CLAUSE_CLOSED] != NULL;
    if (d != NULL) {
        if (!curves_check(r, d))
            return false;
        type_of_user(out, r, d);
    } else if (own->text == NULL) {
        int n = spline_points(r, own, s, o->env[CLAUSE_TYPE], closed);
        if (n == 0)
            return false;
        type_of_spline(out, r, own, n, closed);
    } else {
        type_of_shipped(out, r, own);
    }
    return out->d->body != NULL;
}

/* range a b; closed; panels n; */
static void take_range(struct reading *r, struct open_curve *o, struct type *type)
{
    double range[2], panels;
    if (numbers(r, o, CLAUSE_RANGE, range)) {
        if (!(range[0] < range[1])) {
            report(r, o->s[CLAUSE_RANGE]->place, NULL,
                   "the range of a curve must end above where it begins, not go from %.12g to %.12g", range[0],
                   range[1]);
            o->good = false;
        }
        bool whole = type->from == range[0] && type->to == range[1];
        if (type->pieces && !whole) {
            report(r, o->s[CLAUSE_RANGE]->place, NULL, "a spline goes from 0 to 1: it has no other range");
            o->good = false;
        }
        type->closed = type->closed && whole; /* a part of a circle is open */
        type->from = range[0];
        type->to = range[1];
    }
    if (o->s[CLAUSE_CLOSED] != NULL) {
        type->closed = true;
        if (o->s[CLAUSE_CLOSED]->arg_count > 0) {
            too_many(r, o->s[CLAUSE_CLOSED], 0, "it means that the curve ends where it begins");
            o->good = false;
        }
    }
    if (!numbers(r, o, CLAUSE_PANELS, &panels))
        return;
    type->panels = (int)panels;
    if (type->pieces && o->good) {
        report(r, o->s[CLAUSE_PANELS]->place, NULL, "a spline has as many panels as pieces: expected no other number");
        o->good = false;
    }
}

/* Checks that a closed curve ends where it begins, and that the length is not zero. */
static bool check_curve(struct reading *r, struct open_curve *o, const struct type *type, const struct curve *c,
                        const double *value, double *length)
{
    const struct statement *s = o->s[CLAUSE_TYPE];
    double *scratch = MEM_ARRAY(double, curve_scratch(c)), *lets = MEM_ARRAY(double, world_let_count(r->w) + 1);
    for (int i = 0; i < world_let_count(r->w); i++)
        lets[i] = world_let(r->w, i);
    *length = curve_length_now(c, value, lets, scratch);
    vec3 first = curve_now(c, value, lets, c->from, scratch).x, last = curve_now(c, value, lets, c->to, scratch).x;
    double gap = v3_norm(v3_sub(last, first));
    mem_free(scratch);
    mem_free(lets);
    if (!isfinite(*length) || !isfinite(gap)) {
        report(r, s->place, NULL, "the curve '%.60s' is not finite between %.12g and %.12g with these numbers",
               type->name, c->from, c->to);
        return false;
    }
    if (!(*length > 0)) {
        report(r, s->place, NULL, "this curve has no length: expected other numbers");
        return false;
    }
    if (c->closed && gap > 1e-9 * (1 + *length)) {
        report(r, s->place, NULL, "a closed curve must end where it begins: its ends are %.3g apart", gap);
        return false;
    }
    return true;
}

static void take_look(struct reading *r, struct open_curve *o, int parameters, struct object_def *d)
{
    double color[3];
    d->type.has_color = numbers(r, o, CLAUSE_COLOR, color);
    if (d->type.has_color)
        d->type.color = v3(color[0], color[1], color[2]);
    numbers(r, o, CLAUSE_WIDTH, &d->type.curve_width);
    const struct statement *k = o->s[CLAUSE_KERNEL];
    d->type.motion = parameters == 0 ? MOTION_FIXED : MOTION_DYNAMIC;
    if (k == NULL)
        return;
    bool fixed = k->arg_count == 1 && tree_is_word(k->args[0], "fixed");
    if (!fixed && !(k->arg_count == 1 && tree_is_word(k->args[0], "dynamic"))) {
        report(r, k->place, NULL, "the kernel of a curve is fixed or dynamic");
        o->good = false;
    }
    d->type.motion = fixed ? MOTION_FIXED : MOTION_DYNAMIC;
    if (!fixed && o->good && parameters == 0) {
        report(r, k->place, NULL, "a curve without parameters cannot move: its kernel is fixed");
        o->good = false;
    }
}

static void take_motion(struct reading *r, struct open_curve *o, const struct type *type, double *rate)
{
    bool *given = ARENA_ARRAY(&r->arena, bool, type->parameters);
    const struct statement *s = o->s[CLAUSE_VELOCITY];
    if (s != NULL)
        o->good = take_pairs(r, type, s, o->env[CLAUSE_VELOCITY], rate, given) && o->good;
    const struct statement *k = o->s[CLAUSE_KERNEL];
    if (s != NULL && k != NULL && k->arg_count == 1 && tree_is_word(k->args[0], "fixed")) {
        report(r, s->place, NULL, "an object whose kernel is fixed does not move: it has no velocity");
        o->good = false;
    }
}

/* The generalized coordinates of a curve object: the parameters of its type. */
static struct general *make_general(const struct type *type, struct curve *c, double drag, double mass)
{
    struct general *g = curved_new(c, drag, mass);
    g->name = MEM_ARRAY(char *, type->parameters);
    for (int i = 0; i < type->parameters; i++)
        g->name[i] = mem_text(type->parameter[i]);
    return g;
}

bool curves_make(struct reading *r, struct instance *i, struct object_def *d)
{
    struct open_curve o = {.good = true};
    struct type type;
    reading_walk(r, i->s->children, i->s->child_count, i->env, collect, &o);
    if (o.s[CLAUSE_TYPE] == NULL || !take_type(r, &o, &type))
        return false;
    double *value = ARENA_ARRAY(&r->arena, double, type.parameters),
           *rate = ARENA_ARRAY(&r->arena, double, type.parameters);
    double drag = 1, mass = 0, length;
    o.good = take_values(r, &type, o.s[CLAUSE_TYPE], o.env[CLAUSE_TYPE], value) && o.good;
    take_motion(r, &o, &type, rate);
    take_range(r, &o, &type);
    take_look(r, &o, type.parameters, d);
    numbers(r, &o, CLAUSE_DRAG, &drag);
    d->type.has_mass = numbers(r, &o, CLAUSE_MASS, &mass);
    if (!o.good)
        return false;
    struct curve *c = make_curve(r, &type);
    if (c == NULL || !check_curve(r, &o, &type, c, value, &length)) {
        curve_free(c);
        return false;
    }
    d->type.kind = OBJECT_CURVE;
    d->type.curve_type = type.name;
    d->type.curve_drag = drag;
    d->type.curve_length = length;
    d->type.mass = d->type.has_mass ? mass : drag * length;
    d->type.general = make_general(&type, c, drag, d->type.mass);
    d->q = value;
    d->qd = rate;
    return true;
}

bool curves_has_word(const char *word)
{
    static const enum clause own[] = {CLAUSE_DRAG, CLAUSE_RANGE, CLAUSE_CLOSED, CLAUSE_PANELS, CLAUSE_WIDTH};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(curve_parameters[own[i] - 1].word, word) == 0)
            return true;
    return false;
}

/* ---- describing ---- */

static void describe_range(struct statement *s, const char *type, const struct curve *c)
{
    const struct shipped *own = find_shipped(type);
    const double range[2] = {c->from, c->to};
    if (!c->pieces) {
        describe_numbers(s, "range", range, 2);
        describe_number(s, "panels", c->panels);
    }
    if (c->closed && (own == NULL || !own->closed))
        draft_child(s, "closed");
}

void curves_describe(struct statement *s, tn_world *w, int slot)
{
    const struct object_type *d = world_object(w, slot);
    const double *q, *v, *lets;
    const struct curve *c = world_curve(w, slot, &q, &lets);
    bool moves = false;
    world_coordinates(w, slot, &q, &v);
    describe_coordinates(s, d->curve_type, d, q);
    for (int i = 0; i < d->general->n; i++)
        moves |= v[i] != 0;
    if (moves)
        describe_coordinates(s, "velocity", d, v);
    describe_range(s, d->curve_type, c);
    describe_number(s, "drag", d->curve_drag);
    if (d->has_mass || !world_untouched(w)) /* its mass was computed from the initial length */
        describe_number(s, "mass", d->mass);
    if (d->curve_width > 0)
        describe_number(s, "width", d->curve_width);
}
