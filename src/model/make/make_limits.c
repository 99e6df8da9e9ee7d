/* make_limits.c: min, max, bounce and motor: after the arguments of a constraint, or as statements of its block.
 *
 * They are collected first, because in a block they may come before the main statement; they are evaluated when the
 * constraint is made.
 */
#include "model/make/make_limits.h"

#include <string.h>

#define WORD(name) constraint_parameters[WORD_##name].word

static const char *limit_word(int k) { return constraint_parameters[(int)WORD_MIN + k].word; }

void limits_words(const char *list[LIMIT_WORDS + 1])
{
    for (int k = 0; k < LIMIT_WORDS; k++)
        list[k] = limit_word(k);
    list[LIMIT_WORDS] = NULL;
}

static int word_number(const char *word)
{
    int k = 0;
    while (k < LIMIT_WORDS && strcmp(limit_word(k), word) != 0)
        k++;
    return k;
}

bool limits_is_word(const char *word) { return word_number(word) < LIMIT_WORDS; }

/* ---- collecting ---- */

static void not_an_option(struct reading *r, const struct statement *s, int at)
{
    const struct tree *t = s->args[at];
    const char *best = NULL;
    if (t->kind != TREE_NAME || t->count > 0 || (tree_begins_line(t, s) && words_known(IN_SCENE, t->text))) {
        too_many(r, s, at, NULL);
        return;
    }
    for (int k = 0; k < LIMIT_WORDS; k++)
        names_offer(t->text, limit_word(k), &best);
    report(r, t->place, best, "expected min, max, bounce or motor after '%s', met '%.60s'", s->word, t->text);
}

/* speed EXPR [limit N] or angle EXPR [limit N], from argument *at on */
static bool collect_motor(struct reading *r, struct limits *l, const struct statement *s, int *at)
{
    const struct tree *t = *at < s->arg_count ? s->args[*at] : NULL;
    const char *best = NULL;
    l->speed = t != NULL && tree_is_word(t, WORD(SPEED));
    if (t == NULL || (!l->speed && !tree_is_word(t, WORD(ANGLE)))) {
        if (t != NULL && t->kind == TREE_NAME) {
            names_offer(t->text, WORD(SPEED), &best);
            names_offer(t->text, WORD(ANGLE), &best);
        }
        if (t != NULL && best == NULL && (tree_is_word(t, "torque") || tree_is_word(t, "force")))
            report(
                r, tree_place(t), NULL,
                "a motor drives a speed or an angle, with at most a limit: motor speed 3 limit 5; what acts by itself "
                "is a force: turn BODY (x, y, z); or push POINT (x, y, z);");
        else
            report(r, t != NULL ? tree_place(t) : s->place, best, "expected speed or angle after 'motor'");
        return false;
    }
    l->use[LIMIT_WORD_MOTOR].at = ++*at;
    if (*at >= s->arg_count) {
        report(r, t->place, NULL, "expected what the motor drives the %s to after '%s'", t->text, t->text);
        return false;
    }
    ++*at;
    l->strength = -1;
    if (*at < s->arg_count && tree_is_word(s->args[*at], WORD(LIMIT))) {
        l->strength = ++*at;
        if (*at >= s->arg_count) {
            report(r, s->args[*at - 1]->place, NULL, "expected the largest force or torque of the motor after 'limit'");
            return false;
        }
        ++*at;
    }
    return true;
}

bool limits_collect(struct reading *r, struct limits *l, const struct statement *s, const struct env *env, int first)
{
    int at = first;
    while (at < s->arg_count) {
        const char *word = at < 0 ? s->word : s->args[at]->kind == TREE_NAME ? s->args[at]->text : "";
        struct place place = at < 0 ? s->place : s->args[at]->place;
        int k = word_number(word);
        if (k == LIMIT_WORDS) {
            not_an_option(r, s, at);
            return false;
        }
        if (l->use[k].s != NULL) {
            if (k == LIMIT_WORD_MOTOR)
                report(r, place, NULL, "a joint has one motor, and line %d gives it already", l->use[k].place.line);
            else
                report(r, place, NULL, "'%s' of a constraint is given twice, first in line %d", word,
                       l->use[k].place.line);
            return false;
        }
        l->use[k] = (struct limit_use){s, env, ++at, place};
        if (k == LIMIT_WORD_MOTOR) {
            if (!collect_motor(r, l, s, &at))
                return false;
        } else if (at >= s->arg_count) {
            report(r, place, NULL, "expected a number after '%s'", word);
            return false;
        } else {
            at++;
        }
    }
    return true;
}

bool limits_any(const struct limits *l)
{
    for (int k = 0; k < LIMIT_WORDS; k++)
        if (l->use[k].s != NULL)
            return true;
    return false;
}

/* ---- what a kind allows ---- */

static bool refuse(struct reading *r, const struct limits *l, int k, const char *format, const char *word,
                   const char *others)
{
    if (l->use[k].s == NULL)
        return false;
    report(r, l->use[k].place, NULL, format, word, limit_word(k), others);
    return true;
}

static const tn_parameter *parameter_of(const char *kind, const char *word)
{
    const struct constraint_class *class = constraint_find(kind);
    return class != NULL ? parameter_find(class->kind.parameters, word) : NULL;
}

/* The kinds that have a parameter, as "revolute, slider and distance". */
static void list_kinds(const char *word, char text[200])
{
    const char *last = NULL;
    text[0] = '\0';
    for (int i = 0; i < constraint_class_count(); i++) {
        const tn_kind *kind = &constraint_class_at(i)->kind;
        if (parameter_find(kind->parameters, word) == NULL)
            continue;
        size_t n = strlen(text);
        if (last != NULL)
            snprintf(text + n, 200 - n, "%s%s", n > 0 ? ", " : "", last);
        last = kind->name;
    }
    size_t n = strlen(text);
    snprintf(text + n, 200 - n, "%s%s", n > 0 ? " and " : "", last != NULL ? last : "none");
}

static bool has_none(const struct limits *l)
{
    for (int k = 0; k < LIMIT_WORDS; k++)
        if (l->use[k].s != NULL)
            return false;
    return true;
}

bool limits_fit(struct reading *r, const struct limits *l, const struct statement *s)
{
    if (has_none(l))
        return true;
    const bool joint = parameter_of(s->word, WORD(MOTOR)) != NULL, bounded = parameter_of(s->word, WORD(MIN)) != NULL;
    char kinds[200];
    bool one_sided = s->kind == STATEMENT_RELATION && s->relation != '=';
    bool wrong = false;
    for (int k = 0; k < 2 && !bounded; k++) {
        list_kinds(WORD(MIN), kinds);
        wrong |= refuse(r, l, k, "'%s' has no '%s': only %s have limits", s->word, kinds);
    }
    if (!joint) {
        list_kinds(WORD(MOTOR), kinds);
        wrong |= refuse(r, l, LIMIT_WORD_MOTOR, "'%s' has no '%s': only %s have one", s->word, kinds);
    }
    if (!bounded && !one_sided)
        wrong |= refuse(r, l, LIMIT_WORD_BOUNCE, "'%s' has no '%s': it has no limit to bounce from%s", s->word, "");
    else if (!wrong && !one_sided && l->use[0].s == NULL && l->use[1].s == NULL)
        wrong |= refuse(r, l, LIMIT_WORD_BOUNCE, "'%s' has neither min nor max: expected one of them with '%s'%s",
                        s->word, "");
    const tn_parameter *angle = joint ? parameter_of(s->word, WORD(MIN)) : NULL;
    const bool turns = angle != NULL && angle->unit != NULL && strcmp(angle->unit, "rad") == 0;
    for (int k = 0; k < LIMIT_WORDS && turns && !wrong; k++) {
        const struct limit_use *u = &l->use[k];
        if (u->s != NULL && k != LIMIT_WORD_BOUNCE && (k != LIMIT_WORD_MOTOR || !l->speed))
            warn_of_degrees(r, u->s->args[u->at], u->s->args[u->at]->number);
    }
    return !wrong;
}

/* ---- values ---- */

/* Reads a constant number. */
static bool plain_number(struct reading *r, const struct limit_use *u, int at, const char *what, double *out)
{
    return constant_number(r, u->s->args[at], u->env, what, out);
}

/* Whether a number is within the range of its table. */
static bool is_allowed(struct reading *r, const struct limit_use *u, int at, const tn_parameter *p, const char *what,
                       double number)
{
    char must[PARAMETER_TEXT];
    if (parameter_allows(p, &number, 1))
        return true;
    report(r, tree_place(u->s->args[at]), NULL, "%s must %s, not %.12g", what, parameter_must(p, must), number);
    return false;
}

static bool take_bounce(struct reading *r, struct limits *l)
{
    const struct limit_use *u = &l->use[LIMIT_WORD_BOUNCE];
    l->bounce = 0;
    if (u->s == NULL)
        return true;
    return plain_number(r, u, u->at, "bounce", &l->bounce) &&
           is_allowed(r, u, u->at, &constraint_parameters[WORD_BOUNCE], "bounce", l->bounce);
}

/* The value of an option. A number becomes a let, so that events can change it, and so does a number made of lets, which it
 * follows until it is set itself; a value that depends on lets which events change, on t or on positions stays a formula. */
static bool take_value(struct limits *l, struct sight *look, const struct limit_use *u, enum purpose purpose,
                       struct limit_def *out)
{
    struct reading *r = look->r;
    const struct tree *t = u->s->args[u->at];
    const struct env *env = look->env;
    look->purpose = purpose;
    look->env = u->env;
    struct value v = sight_value(look, t);
    look->env = env;
    if (v.type == VALUE_ERROR)
        return false;
    if (v.type != VALUE_SCALAR) {
        char *met = sight_describe(look, v, t);
        report(r, tree_place(t), NULL, "expected a number for the limit or motor, met %s", met);
        mem_free(met);
        return false;
    }
    unsigned used = sight_symbols(look, v.e, 1);
    char *text = tree_text(r, t, u->env, true);
    out->text = arena_text(&r->arena, text, strlen(text));
    mem_free(text);
    out->scope = look->scope;
    out->value = v.e[0];
    out->bounce = l->bounce;
    out->bound = INFINITY;
    if ((used & ~(1u << SYMBOL_PARAMETER)) != 0 || sight_changes(look, v.e, 1))
        return true;
    double number = sight_number_now(look, v.e[0]);
    if (!isfinite(number)) {
        report(r, tree_place(t), NULL, "expected a finite number for the limit or motor");
        return false;
    }
    out->has_let = true;
    out->follows = used != 0;
    out->source = v.e[0];
    out->let = world_add_let(r->w, number);
    out->value = formula_symbol(look->f, symbol_key(SYMBOL_PARAMETER, out->let, 0));
    return true;
}

static bool take_sides(struct limits *l, struct sight *look)
{
    struct reading *r = look->r;
    double number[2] = {-INFINITY, INFINITY};
    for (int k = 0; k < 2; k++) {
        const struct limit_use *u = &l->use[k];
        if (u->s == NULL)
            continue;
        struct limit_def *d = &l->def[l->count];
        *d = (struct limit_def){.kind = k == 0 ? LIMIT_LEAST : LIMIT_MOST};
        if (!take_value(l, look, u, FOR_KEEP, d))
            return false;
        l->count++;
        if (d->has_let)
            number[k] = world_let(r->w, d->let);
    }
    if (number[0] <= number[1])
        return true;
    const struct limit_use *u = &l->use[0];
    report(r, tree_place(u->s->args[u->at]), NULL, "min must not be greater than max, not %.12g and %.12g", number[0],
           number[1]);
    return false;
}

static bool take_motor(struct limits *l, struct sight *look)
{
    const struct limit_use *u = &l->use[LIMIT_WORD_MOTOR];
    if (u->s == NULL)
        return true;
    struct limit_def *d = &l->def[l->count];
    *d = (struct limit_def){.kind = l->speed ? LIMIT_SPEED : LIMIT_ANGLE};
    if (!take_value(l, look, u, l->speed ? FOR_SPEED : FOR_KEEP, d))
        return false;
    d->bounce = 0;
    l->count++;
    if (l->strength < 0)
        return true;
    return plain_number(look->r, u, l->strength, "the limit of a motor", &d->bound) &&
           is_allowed(look->r, u, l->strength, &constraint_parameters[WORD_LIMIT], "the limit of a motor", d->bound);
}

bool limits_of_joint(struct limits *l, struct sight *look)
{
    return take_bounce(look->r, l) && take_sides(l, look) && take_motor(l, look);
}

/* ---- distances ---- */

static node length_of(struct formula *f, const node a[3], const node b[3])
{
    node sum = formula_constant(f, 0);
    for (int k = 0; k < 3; k++) {
        node d = formula_binary(f, OP_SUBTRACT, b[k], a[k]);
        sum = formula_binary(f, OP_ADD, sum, formula_binary(f, OP_MULTIPLY, d, d));
    }
    return formula_unary(f, OP_SQRT, sum);
}

/* Turns a position into a connector, so that its partner is known. */
static struct value as_connector(struct sight *look, struct value v)
{
    struct connector c;
    if (sight_connector(look, v, &c) && c.type == CONNECTOR_CONSTANT)
        return scope_vector(look->scope, SYMBOL_Y, c);
    return v;
}

/* The partner of each connector: the first point or the second. */
static void find_partners(struct limits *l, const struct sight *look, const node second[3])
{
    int symbols = formula_symbol_count(look->f);
    bool *used = MEM_ARRAY(bool, symbols);
    for (int k = 0; k < 3; k++)
        formula_mark_symbols(look->f, second[k], used, symbols);
    for (int i = 0; i < look->scope->connectors.count && i < CONSTRAINT_INPUTS; i++)
        l->partner[i] = 1;
    for (int i = 0; i < symbols; i++) {
        uint64_t key = formula_symbol_key(look->f, i);
        if (used[i] && symbol_kind_of(key) == SYMBOL_Y && symbol_index(key) < CONSTRAINT_INPUTS)
            l->partner[symbol_index(key)] = 2;
    }
    mem_free(used);
}

/* Lengths are within the ranges that the table of the kind gives: a rope is longer than zero. */
static bool check_lengths(const struct limits *l, const struct sight *look)
{
    for (int i = 0; i < l->count; i++) {
        const struct limit_def *d = &l->def[i];
        const int k = d->kind == LIMIT_LEAST ? LIMIT_WORD_MIN : LIMIT_WORD_MAX;
        const struct limit_use *u = &l->use[k];
        const tn_parameter *p = parameter_of("distance", limit_word(k));
        double number = d->has_let ? world_let(look->r->w, d->let) : 1;
        char must[PARAMETER_TEXT];
        if (!parameter_allows(p, &number, 1)) {
            report(look->r, tree_place(u->s->args[u->at]), NULL, "%s of a distance must %s, not %.12g", p->word,
                   parameter_must(p, must), number);
            return false;
        }
    }
    return true;
}

bool limits_of_distance(struct limits *l, struct sight *look, struct value p, struct value q)
{
    p = as_connector(look, p);
    q = as_connector(look, q);
    if (!take_bounce(look->r, l) || !take_sides(l, look) || !check_lengths(l, look))
        return false;
    node length = length_of(look->f, p.e, q.e);
    find_partners(l, look, q.e);
    for (int i = 0; i < l->count; i++) {
        l->def[i].has_measured = true;
        l->def[i].measured = length;
        l->def[i].partner = l->partner;
    }
    return true;
}

bool limits_of_keep(struct limits *l, struct sight *look, node value)
{
    l->def[0] = (struct limit_def){.kind = LIMIT_KEEP, .scope = look->scope, .value = value, .bound = INFINITY};
    l->count = 1;
    bool good = take_bounce(look->r, l);
    l->def[0].bounce = l->bounce;
    return good;
}

bool limits_of_hinge(struct reading *r, struct limits *l, const struct statement *s)
{
    bool wrong = false;
    char kinds[200];
    for (int k = 0; k < 2; k++)
        wrong |= refuse(r, l, k, "the limits of '%s' follow its numbers: expected no '%s;'%s", s->word, "");
    list_kinds(WORD(MOTOR), kinds);
    wrong |= refuse(r, l, LIMIT_WORD_MOTOR, "'%s' has no '%s': only %s have one", s->word, kinds);
    return !wrong && take_bounce(r, l);
}
