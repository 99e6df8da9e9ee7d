/* unit_places.c: one pass over the statements of a batch that looks at units alone.
 *
 *   2g where g is declared        error: 2*g may be meant
 *   30 deg                        error: write 30deg
 *   position 30deg 0 0            warning: the unit does not fit its place
 *
 * What fits a place comes from the tables of kinds. Only numbers that stand alone are looked at; loops are not unrolled.
 */
#include <string.h>

#include "constraint/constraint_words.h"
#include "formula/units.h"
#include "model/kinds.h"
#include "model/make/curves.h"
#include "object/object_words.h"

enum { MOST_LOOSE = 100 }; /* words of which nothing more is said; errors are not shown beyond about as many */

/* Statements around the one at hand that declare names of numbers: loops, functions, objects with coordinates. */
struct around {
    const struct around *up;
    const struct statement *s;
};

struct pass {
    struct reading *r;
    const struct env *env; /* of the batch's item */
    const struct around *around;
    const struct statement *block; /* NULL: outside of blocks */
};

/* ---- names ---- */

static bool declares(const struct statement *s, const char *name)
{
    if (s->kind == STATEMENT_FOR && s->name != NULL && strcmp(s->name->text, name) == 0)
        return true;
    for (int i = 0; i < s->parameter_count; i++)
        if (strcmp(s->parameters[i]->text, name) == 0)
            return true;
    for (int i = 0; i < s->child_count; i++) {
        const struct statement *c = s->children[i];
        if (s->kind == STATEMENT_FOR && strcmp(c->word, "let") == 0 && c->name != NULL && c->name->count == 0 &&
            strcmp(c->name->text, name) == 0)
            return true;
        for (int k = 0; strcmp(c->word, "coordinates") == 0 && k < c->arg_count; k += 2)
            if (tree_is_word(c->args[k], name))
                return true;
    }
    return false;
}

/* Is it the name of a number: a let, a variable, a loop variable, a parameter, a coordinate? */
static bool is_number_name(const struct pass *p, const char *name)
{
    for (const struct around *a = p->around; a != NULL; a = a->up)
        if (declares(a->s, name))
            return true;
    for (const struct env *e = p->env; e != NULL; e = e->up)
        if (strcmp(e->name, name) == 0)
            return true;
    const struct definition *d = reading_definition(p->r, name);
    if (d != NULL)
        return d->kind == DEFINE_LET;
    int i = names_get(&p->r->things, name);
    if (i >= 0)
        return strcmp(p->r->objects.at[p->r->declared.at[i].object].s->word, "variable") == 0;
    int slot = world_find_object(p->r->w, name);
    return slot >= 0 && world_object(p->r->w, slot)->kind == OBJECT_VARIABLE;
}

static bool is_declared(const struct pass *p, const char *name)
{
    return is_number_name(p, name) || reading_definition(p->r, name) != NULL || names_get(&p->r->things, name) >= 0 ||
           names_get(&p->r->relations, name) >= 0 || world_find_object(p->r->w, name) >= 0 ||
           world_find_constraint(p->r->w, name) >= 0 || world_find_force(p->r->w, name) >= 0;
}

/* ---- 2g where g is declared ---- */

static void report_ambiguous(const struct pass *p, const struct tree *t, const struct unit *u)
{
    char value[32], other[48];
    const char *sign = signbit(t->number) ? "-" : "";
    int digits = (int)(strlen(t->text) - strlen(u->name));
    bool base = strcmp(u->base, u->name) != 0 && strpbrk(u->base, "/") == NULL && !is_number_name(p, u->base);
    snprintf(other, sizeof other, "%s%s", syntax_number(t->number, value), base ? u->base : "");
    report(p->r, t->place, NULL,
           "'%s%.40s' is a number with the unit %s, but '%s' is declared too: write %s%.*s*%s or %s", sign, t->text,
           u->name, u->name, sign, digits < 40 ? digits : 40, t->text, u->name, other);
}

static void check_tree(const struct pass *p, const struct tree *t)
{
    if (t->kind == TREE_NUMBER) {
        const struct unit *u = unit_of(t->text);
        if (u != NULL && is_number_name(p, u->name))
            report_ambiguous(p, t, u);
    }
    for (int i = 0; i < t->count; i++)
        check_tree(p, t->items[i]);
}

/* ---- 30 deg ---- */

/* Words behind a number that are names of their own: coordinates, parameters of curves; and the option min. */
static bool may_follow_number(const struct pass *p, const struct statement *s, const char *word)
{
    return strcmp(s->word, "coordinates") == 0 || strcmp(s->word, "velocity") == 0 || curves_is_type(p->r, s->word) ||
           (strcmp(word, "min") == 0 && parameter_find(world_kind.parameters, s->word) == NULL) || is_declared(p, word);
}

static void check_loose(const struct pass *p, const struct statement *s)
{
    for (int i = 0; i + 1 < s->arg_count; i++) {
        const struct tree *number = s->args[i], *word = s->args[i + 1];
        if (number->kind != TREE_NUMBER || number->text != NULL || word->kind != TREE_NAME || word->count > 0 ||
            tree_begins_line(word, s) || unit_find(word->text, strlen(word->text)) == NULL ||
            may_follow_number(p, s, word->text))
            continue;
        char shown[32];
        report(p->r, word->place, NULL, "a unit touches its number: write %s%s", syntax_number(number->number, shown),
               word->text);
        if (p->r->loose_units.count < MOST_LOOSE)
            ARRAY_PUSH(&p->r->loose_units, word->place);
    }
}

/* ---- places ---- */

static void fit_one(const struct pass *p, const char *what, const struct tree *t, const char *place, int i, int count)
{
    char wanted[64];
    const struct unit *u = t->kind == TREE_NUMBER ? unit_of(t->text) : NULL;
    if (u == NULL || place == NULL || unit_fits_at(u, place, i, count) || is_number_name(p, u->name))
        return;
    unit_at_place(place, i, count, wanted);
    bool plain = strcmp(wanted, "1") == 0;
    diagnostics_warning(p->r->d, t->place, "the unit of %s%.40s does not fit '%s', which takes %s%s",
                        signbit(t->number) ? "-" : "", t->text, what, plain ? "a plain number" : "",
                        plain ? "" : wanted);
}

/* One argument from number i of `count` on; returns how many numbers it is. */
static int fit_argument(const struct pass *p, const char *what, const struct tree *t, const char *place, int i,
                        int count)
{
    if (t->kind != TREE_VECTOR) {
        fit_one(p, what, t, place, i, count);
        return 1;
    }
    for (int k = 0; k < 3; k++)
        fit_one(p, what, t->items[k], place, i + k, count);
    return 3;
}

/* A word that is no number stands between numbers: soft 1mm stiffness 2 damping 3. */
static bool is_word(const struct pass *p, const struct tree *t)
{
    return t->kind == TREE_STRING || (t->kind == TREE_NAME && t->count == 0 && !is_number_name(p, t->text));
}

/* All numbers of arguments [from, to) in turn. */
static void fit_numbers(const struct pass *p, const struct statement *s, int from, int to, const char *place, int count)
{
    for (int i = from, n = 0; i < to; i++)
        if (!is_word(p, s->args[i]))
            n += fit_argument(p, s->word, s->args[i], place, n, count);
}

/* Does an argument stand for one number, as far as its form shows? */
static bool is_scalar(const struct pass *p, const struct tree *t)
{
    switch (t->kind) {
    case TREE_NUMBER:
        return true;
    case TREE_NAME: {
        const struct definition *d = reading_definition(p->r, t->text);
        return is_number_name(p, t->text) && (d == NULL || d->constant != CONSTANT_VECTOR);
    }
    case TREE_MEMBER: /* ball.center.x, but not ball.x, an axis */
        return strlen(t->text) == 1 && strchr("xyz", t->text[0]) != NULL && t->items[0]->kind != TREE_NAME;
    case TREE_CALL:
        return t->items[0]->kind == TREE_NAME && words_function(t->items[0]->text) &&
               strcmp(t->items[0]->text, "cross") != 0 && strcmp(t->items[0]->text, "unit") != 0;
    case TREE_UNARY:
        return is_scalar(p, t->items[0]);
    case TREE_BINARY:
        return is_scalar(p, t->items[0]) && is_scalar(p, t->items[1]);
    case TREE_STRING:
    case TREE_VECTOR:
        break;
    }
    return false;
}

/* ---- kinds ---- */

/* Numbers among the arguments of statements that have no table of parameters. */
static const char *plain_unit(const char *word)
{
    static const char *const lengths[] = {"nail", "point", "camera", NULL};
    for (int i = 0; lengths[i] != NULL; i++)
        if (strcmp(lengths[i], word) == 0)
            return "m";
    return NULL;
}

/* The parameter of a number among the arguments: by its symbol, else the only one. */
static const tn_parameter *argument_parameter(const tn_parameter *list, const char *symbol)
{
    for (const tn_parameter *a = list; a != NULL && a->word != NULL; a++)
        if (a->argument && (strcmp(a->word, symbol) == 0 || (a->symbol != NULL && strcmp(a->symbol, symbol) == 0)))
            return a;
    const tn_parameter *only = parameter_argument(list);
    return only != NULL && (only->down || strcmp(symbol, "F") == 0) ? only : NULL;
}

/* Shapes take numbers alone: R of a torus is a radius and no point. */
static char letter_of(const tn_kind *k, const char *symbol)
{
    return k->group == TN_KIND_OBJECT ? 'd' : kind_letter(symbol);
}

static const char *slot_unit(const tn_kind *k, const char *symbol)
{
    char letter = letter_of(k, symbol);
    if (letter == 'P')
        return "m";
    if (letter == 'D')
        return "1";
    if (letter != 'F' && letter != 'd')
        return NULL;
    const tn_parameter *parameter = argument_parameter(k->parameters, symbol);
    return parameter != NULL ? parameter->unit : plain_unit(k->name);
}

/* A word of an object's block, those of materials included; NULL: none. */
static const tn_parameter *word_of_object(const char *word)
{
    const enum material_word material = material_find(word);
    return material < MATERIAL_WORDS ? material_parameter(material) : parameter_find(object_parameters, word);
}

/* The option that a word of a statement is, in the tables of its kind and of its block; NULL: none. */
static const tn_parameter *option_of(const tn_kind *k, const struct tree *t, bool compound)
{
    if (t->kind != TREE_NAME || t->count > 0)
        return NULL;
    const tn_parameter *o = parameter_find(k->parameters, t->text);
    if (o != NULL && !o->argument)
        return o;
    return compound ? word_of_object(t->text) : NULL;
}

/* Goes through one form of the arguments: where they end; -1 if they do not have this form. */
static int fit_form(const struct pass *p, const struct statement *s, const tn_kind *k, const char **form, bool warn)
{
    char word[KIND_WORD];
    int i = 0, covered = 0; /* numbers that a vector has covered */
    bool good = true;
    while (kind_next(form, word)) {
        if (!good || strcmp(word, "…") == 0 || covered-- > 0)
            continue;
        if (i >= s->arg_count) {
            good = false;
            continue;
        }
        const struct tree *t = s->args[i];
        char letter = letter_of(k, word);
        bool vector = strchr("PDF", letter) != NULL, named = strcmp(word, "NAME") == 0;
        if (tree_is_word(t, word) || named || !(vector || letter == 'd')) {
            i++;
            continue;
        }
        good = t->kind != TREE_STRING && option_of(k, t, false) == NULL;
        covered = t->kind == TREE_VECTOR && !vector ? 2 : 0;
        const char *unit = slot_unit(k, word);
        int most = vector && is_scalar(p, t) ? 3 : 1, n = 0;
        for (int taken = 0; good && taken < most && i < s->arg_count; taken++, i++)
            n += warn ? fit_argument(p, s->word, s->args[i], unit, n, 3) : 0;
    }
    return good ? i : -1;
}

/* The arguments of a statement of this kind, then its options. */
static void fit_kind(const struct pass *p, const struct statement *s, const tn_kind *k, bool compound)
{
    int at = -1;
    const tn_parameter *down = parameter_argument(k->parameters);
    if (down != NULL && down->down) {
        fit_numbers(p, s, 0, s->arg_count, down->unit, 3);
        return;
    }
    for (const char *form = k->arguments; form != NULL && at < 0;) {
        form += strspn(form, " |");
        const char *same = form;
        int end = fit_form(p, s, k, &form, false);
        bool whole = end == s->arg_count || (end >= 0 && option_of(k, s->args[end], compound) != NULL);
        bool last = strchr(form, '|') == NULL;
        if (end >= 0 && (whole || last))
            at = fit_form(p, s, k, &same, true);
        if (last)
            break;
    }
    for (int i = at < 0 ? 0 : at; i < s->arg_count; i++) {
        const tn_parameter *o = option_of(k, s->args[i], compound);
        if (o == NULL)
            continue;
        int end = i + 1;
        while (end < s->arg_count && option_of(k, s->args[end], compound) == NULL)
            end++;
        for (int n = 0, a = i + 1; a < end; a++)
            n += fit_argument(p, o->word, s->args[a], o->unit, n, o->most);
    }
}

/* ---- statements ---- */

/* The 1994 form: numbers, then min and max. */
static bool fit_hinge(const struct pass *p, const struct statement *s)
{
    static const struct {
        const char *word, *unit, *limit;
    } forms[] = {
        {"hinge", "m", "m"}, {"axial", "1", "m"}, {"planar", "1", "m"}, {"angle", "1", "rad"}, {"twist", "1", "rad"}};
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        if (strcmp(forms[f].word, s->word) != 0)
            continue;
        const char *unit = forms[f].unit;
        for (int i = 0; i < s->arg_count; i++) {
            if (tree_is_word(s->args[i], "min") || tree_is_word(s->args[i], "max"))
                unit = forms[f].limit;
            else
                fit_argument(p, s->word, s->args[i], unit, 0, 1);
        }
        return true;
    }
    return false;
}

/* set WHAT NAME numbers: it fits if it fits one of those that are called so. */
static void fit_set(const struct pass *p, const struct statement *s)
{
    const tn_kind *k;
    char places[400] = "";
    if (s->arg_count < 3 || s->args[0]->kind != TREE_NAME)
        return;
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++) {
        const tn_parameter *o = parameter_find(k->parameters, s->args[0]->text);
        size_t n = strlen(places);
        if (o != NULL && o->unit != NULL && strchr(o->unit, ',') == NULL && strstr(places, o->unit) == NULL)
            snprintf(places + n, sizeof places - n, "%s%s", n > 0 ? " or " : "", o->unit);
    }
    if (places[0] != '\0')
        for (int i = 2; i < s->arg_count; i++)
            fit_argument(p, s->args[0]->text, s->args[i], places, 0, 1);
}

/* A word of a block with its numbers. */
static bool fit_parameter(const struct pass *p, const struct statement *s, const tn_parameter *o)
{
    if (o == NULL)
        return false;
    if (o->unit != NULL && strcmp(s->word, "coordinates") != 0 && strcmp(s->word, "range") != 0 &&
        strcmp(s->word, "jello") != 0)
        fit_numbers(p, s, 0, s->arg_count, o->unit, o->most > 0 ? o->most : 1);
    return true;
}

/* The kind that the block of a constraint is about; NULL: none is found. */
static const tn_kind *kind_of_block(const struct statement *block)
{
    for (int i = 0; block != NULL && i < block->child_count; i++)
        if (constraint_find(block->children[i]->word) != NULL)
            return &constraint_find(block->children[i]->word)->kind;
    return NULL;
}

static const tn_kind *find_kind(const char *word, enum where where)
{
    const tn_kind *k;
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++) {
        bool object = k->group == TN_KIND_OBJECT, inside = where == IN_OBJECT || where == IN_COMPOUND;
        if (strcmp(k->name, word) == 0 && object == inside && k->group != TN_KIND_INTEGRATOR &&
            k->group != TN_KIND_FUNCTION && k->group != TN_KIND_CURVE)
            return k;
    }
    return NULL;
}

static void fit_statement(const struct pass *p, const struct statement *s, enum where where)
{
    if (strcmp(s->word, "motor") == 0 && where == IN_CONSTRAINT) {
        const tn_kind *k = kind_of_block(p->block);
        fit_kind(p, s, k != NULL ? k : tn_kind_find("constraint"), false);
        return;
    }
    if (where == IN_PATH && strcmp(s->word, "key") == 0)
        fit_numbers(p, s, 0, s->arg_count, "s, m, m, m", 4);
    else if (strcmp(s->word, "set") == 0)
        fit_set(p, s);
    else if (strcmp(s->word, "variable") == 0 || curves_is_type(p->r, s->word))
        return;
    else if (where == IN_CONSTRAINT && fit_hinge(p, s))
        return;
    else if (where == IN_OBJECT && fit_parameter(p, s, word_of_object(s->word)))
        return;
    else if (where == IN_OBJECT && curves_has_word(s->word))
        fit_parameter(p, s, parameter_find(curves_kind(0)->parameters, s->word));
    else if (where == IN_WORLD && fit_parameter(p, s, parameter_find(world_kind.parameters, s->word)))
        return;
    else if (where == IN_COMPOUND && fit_parameter(p, s, word_of_object(s->word)))
        return;
    else if (where == IN_CONSTRAINT && kind_of_block(p->block) != NULL && constraint_find(s->word) == NULL &&
             fit_parameter(p, s, parameter_find(kind_of_block(p->block)->parameters, s->word)))
        return;
    else if ((where == IN_CONSTRAINT || where == IN_FORCE) &&
             fit_parameter(p, s, parameter_find(constraint_parameters, s->word)))
        return;
    else if (find_kind(s->word, where) != NULL)
        fit_kind(p, s, find_kind(s->word, where), where == IN_COMPOUND);
}

static bool has_unit(const struct tree *t)
{
    bool any = t->kind == TREE_NUMBER && t->text != NULL;
    for (int i = 0; t->kind == TREE_VECTOR && i < t->count; i++)
        any = any || has_unit(t->items[i]);
    return any;
}

static enum where inside(const struct statement *s, enum where where)
{
    static const struct {
        const char *word;
        enum where where;
    } blocks[] = {{"object", IN_OBJECT}, {"constraint", IN_CONSTRAINT}, {"force", IN_FORCE}, {"world", IN_WORLD},
                  {"path", IN_PATH},     {"compound", IN_COMPOUND},     {"at", IN_AT}};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (strcmp(blocks[i].word, s->word) == 0)
            return blocks[i].where;
    return where;
}

static void check_statement(const struct pass *outer, const struct statement *s, enum where where)
{
    struct around here = {outer->around, s};
    struct pass p = *outer;
    bool any = false, at = s->kind == STATEMENT_AT, loop = s->kind == STATEMENT_FOR;
    if (s->parameter_count > 0 || loop || s->kind == STATEMENT_BLOCK)
        p.around = &here;
    for (int i = 0; i < s->arg_count; i++) {
        check_tree(&p, s->args[i]);
        any = any || has_unit(s->args[i]);
    }
    if (s->kind == STATEMENT_PLAIN && !s->broken)
        check_loose(&p, s);
    if (any && s->kind == STATEMENT_PLAIN && !s->broken)
        fit_statement(&p, s, where);
    if (any && (at || loop))
        fit_numbers(&p, s, 0, s->arg_count, at ? "s" : "1", 1);
    if (s->kind == STATEMENT_BLOCK)
        p.block = s;
    for (int i = 0; i < s->child_count; i++)
        check_statement(&p, s->children[i], s->kind == STATEMENT_BLOCK || at ? inside(s, where) : where);
}

void units_check(struct reading *r)
{
    for (int i = 0; i < r->item_count; i++) {
        struct pass p = {.r = r, .env = r->items[i].env};
        if (i == 0 || r->items[i].s != r->items[i - 1].s) /* one definition may be added for many numbers */
            check_statement(&p, r->items[i].s, r->now ? IN_AT : IN_SCENE);
    }
}

void units_check_tree(struct reading *r, const struct tree *t)
{
    struct pass p = {.r = r};
    check_tree(&p, t);
}
