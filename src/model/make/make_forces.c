/* make_forces.c: forces as their class tables describe them; as a statement, or as a block with a name and an interval. */
#include <string.h>

#include "model/make/curves.h"
#include "model/make/make_goals.h"
#include "model/formulas/meaning.h"
#include "model/renew.h"

struct making {
    struct reading *r;
    struct block block;
    struct force_def def;
    struct value value[FORCE_VALUES];
    int during; /* line of `during` */
    bool given[FORCE_VALUES];
    char *head, *value_text[FORCE_VALUES]; /* for the writer: the statement without its numbers, and these */
};

/* ---- numbers that may be formulas ---- */

static void set_defaults(struct making *m, struct formula *f)
{
    const tn_parameter *list = m->def.class->kind.parameters;
    double number[FORCE_VALUES] = {0};
    for (const tn_parameter *p = list; m->def.class->source == FORCE_OF_NUMBERS && p != NULL && p->word != NULL; p++)
        parameter_standard(p, number + parameter_place(list, p));
    for (int i = 0; i < FORCE_VALUES; i++) {
        m->def.value_node[i] = formula_constant(f, number[i]);
        m->value[i] = (struct value){.type = VALUE_SCALAR, .e = {m->def.value_node[i]}};
    }
}

/* Values that do not vary are stored as plain numbers (and have a potential), others as formulas. */
static bool settle_values(struct making *m, struct sight *look)
{
    node e[FORCE_VALUES];
    for (int i = 0; i < FORCE_VALUES; i++)
        e[i] = m->value[i].e[0];
    unsigned used = sight_symbols(look, e, FORCE_VALUES);
    for (int i = 0; i < FORCE_VALUES; i++) {
        m->def.value_node[i] = e[i];
        m->def.value[i] = (used & ~(1u << SYMBOL_PARAMETER)) == 0 ? sight_number_now(look, e[i]) : 0;
        if (!isfinite(m->def.value[i])) {
            report(m->r, m->block.main->place, NULL, "%s: one of its numbers is not finite", m->block.main->word);
            return false;
        }
    }
    m->def.scope = used != 0 ? look->scope : NULL; /* values that depend on lets are formulas */
    m->def.head = m->head;
    for (int i = 0; i < FORCE_VALUES; i++)
        m->def.value_text[i] = m->value_text[i];
    return true;
}

/* Stores the statement without the numbers after its first `count` arguments. */
static void set_head(struct making *m, int count)
{
    struct statement head = *m->block.main;
    head.arg_count = count;
    m->head = tree_statement(m->r, &head, m->block.env);
}

/* Stores the vector among the arguments of a kind, with the text from argument `first` on. */
static void set_vector(struct making *m, const tn_parameter *p, struct value v, int first, int count)
{
    const int place = parameter_place(m->def.class->kind.parameters, p);
    struct statement numbers = *m->block.main;
    numbers.args += first;
    numbers.arg_count = count;
    char *text = tree_statement(m->r, &numbers, m->block.env);
    m->value_text[place] = mem_text(text + strlen(numbers.word) + 1);
    mem_free(text);
    for (int k = 0; k < 3; k++)
        m->value[place + k] = (struct value){.type = VALUE_SCALAR, .e = {v.e[k]}};
}

/* ---- where a force acts ---- */

static bool end_of(struct making *m, struct sight *look, const struct slot *slot)
{
    const struct statement *s = m->block.main;
    bool direction = slot->letter == 'D';
    struct connector c;
    if (direction ? !slot_is_direction(look, s, slot) : !slot_is_point(look, s, slot))
        return false;
    unsigned used = sight_symbols(look, slot->value.e, 3);
    if (!curves_connector(look, slot->value, &c)) {
        if ((used & ~(1u << SYMBOL_PARAMETER)) == 0 && !sight_changes(look, slot->value.e, 3)) {
            c = (struct connector){CONNECTOR_CONSTANT, -1, 0,
                                   v3(sight_number_now(look, slot->value.e[0]),
                                      sight_number_now(look, slot->value.e[1]),
                                      sight_number_now(look, slot->value.e[2]))};
        } else if ((used & ~(1u << SYMBOL_PARAMETER | 1u << SYMBOL_TIME)) == 0) {
            int source = slot_source(look, s, slot);
            if (source < 0)
                return false;
            c = (struct connector){CONNECTOR_TIME, -1, source, v3(0, 0, 0)};
        } else {
            report(m->r, tree_place(s->args[slot->first]), NULL,
                   "%s: a force acts on one %s of one object; expected that for %s instead of a formula of several",
                   s->word, direction ? "direction" : "point", slot->word);
            return false;
        }
    }
    if (c.type == CONNECTOR_CONSTANT)
        c.source = direction ? 1 : 0;
    if (direction)
        c.local = c.type == CONNECTOR_TIME ? c.local : v3_unit(c.local);
    m->def.connector[m->def.connector_count++] = c;
    return true;
}

/* At least one end of a force must be able to move. */
static bool has_object(struct making *m, const struct slots *slots)
{
    for (int i = 0; i < m->def.connector_count; i++)
        if (m->def.connector[i].body >= 0)
            return true;
    if (m->def.connector_count == 0)
        return true;
    report(m->r, m->block.main->place, NULL, "%s: expected at least one %s of an object", m->block.main->word,
           slots->at[0].letter == 'D' ? "direction" : "point");
    return false;
}

/* ---- options ---- */

enum { MOST_OPTIONS = FORCE_VALUES };

/* The words of its options, ended by NULL. */
static void option_words(const struct force_class *class, const char *words[MOST_OPTIONS + 1])
{
    int n = 0;
    for (const tn_parameter *p = class->kind.parameters; p != NULL && p->word != NULL; p++)
        if (!p->argument && n < MOST_OPTIONS)
            words[n++] = p->word;
    words[n] = NULL;
}

/* Reports an argument where an option was expected. */
static void not_an_option(struct making *m, int at, const char *const *words)
{
    const struct statement *s = m->block.main;
    const struct tree *t = s->args[at];
    const char *best = NULL;
    char list[200] = "";
    if (t->kind == TREE_NAME && t->count == 0 && words_known(IN_SCENE, t->text) && tree_begins_line(t, s)) {
        too_many(m->r, s, at, NULL);
        return;
    }
    for (int k = 0; words[k] != NULL; k++) {
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", k == 0 ? "" : words[k + 1] == NULL ? " or " : ", ", words[k]);
        if (t->kind == TREE_NAME)
            names_offer(t->text, words[k], &best);
    }
    char *text = syntax_print(t, NULL, NULL);
    report(m->r, tree_place(t), best, "expected %s of '%s', met '%.60s'", list, s->word, text);
    mem_free(text);
}

/* Reads the number of an option, from argument *at on. */
static bool take_option(struct making *m, struct sight *look, const tn_parameter *p, int *at)
{
    const struct statement *s = m->block.main;
    const int place = parameter_place(m->def.class->kind.parameters, p);
    double known;
    char must[PARAMETER_TEXT];
    if (m->given[place]) {
        report(m->r, s->args[*at]->place, NULL, "'%s' of '%s' is given twice", p->word, s->word);
        return false;
    }
    m->given[place] = true;
    ++*at;
    if (*at < s->arg_count)
        m->value_text[place] = tree_text(m->r, s->args[*at], m->block.env, true);
    if (!take_number(look, s, at, p->word, &m->value[place]))
        return false;
    const bool varies = (sight_symbols(look, m->value[place].e, 1) & ~(1u << SYMBOL_PARAMETER)) != 0;
    if (varies && !p->formula) {
        report(m->r, tree_place(s->args[*at - 1]), NULL,
               "'%s' of '%s': expected a constant, not a formula of time or motion", p->word, s->word);
        return false;
    }
    if (varies)
        return true;
    known = sight_number_now(look, m->value[place].e[0]);
    if (!isfinite(known) || parameter_allows(p, &known, 1)) /* settle_values refuses the former */
        return true;
    report(m->r, tree_place(s->args[*at - 1]), NULL, "'%s' of '%s' must %s", p->word, s->word, parameter_must(p, must));
    return false;
}

/* Reads WORD number pairs from argument `at` on. */
static bool take_options(struct making *m, struct sight *look, int at, const char *const *words)
{
    const struct statement *s = m->block.main;
    const tn_parameter *list = m->def.class->kind.parameters;
    while (at < s->arg_count) {
        const struct tree *t = s->args[at];
        const tn_parameter *p = t->kind == TREE_NAME && t->count == 0 ? parameter_find(list, t->text) : NULL;
        if (p == NULL || p->argument) {
            not_an_option(m, at, words);
            return false;
        }
        if (!take_option(m, look, p, &at))
            return false;
    }
    return true;
}

/* Whether everything required is given. */
static bool has_what_it_needs(struct making *m)
{
    const tn_kind *kind = &m->def.class->kind;
    char list[200] = "", usage[KIND_USAGE];
    bool asked = false, given = false;
    for (const tn_parameter *p = kind->parameters; p != NULL && p->word != NULL; p++) {
        if (p->required && !p->argument && !m->given[parameter_place(kind->parameters, p)]) {
            report(m->r, m->block.main->place, NULL, "%s: expected %s: %s;", kind->name, p->word,
                   kind_usage(kind, true, usage));
            return false;
        }
        if (!p->one_of)
            continue;
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", asked ? " or " : "", p->word);
        asked = true;
        given = given || m->given[parameter_place(kind->parameters, p)];
    }
    if (!asked || given)
        return true;
    report(m->r, m->block.main->place, NULL, "%s: expected %s: %s;", kind->name, list, kind_usage(kind, true, usage));
    return false;
}

/* ---- the arguments ---- */

/* Reads one number along −up, or a vector. */
static bool take_down(struct making *m, struct sight *look, const tn_parameter *p)
{
    const struct statement *s = m->block.main;
    struct value v;
    int at = 0;
    if (s->arg_count == 0) {
        report(m->r, s->place, NULL, "%s takes one number, along -up, or a vector; none given", s->word);
        return false;
    }
    if (s->arg_count == 1) {
        v = sight_value(look, s->args[0]);
        if (v.type == VALUE_ERROR)
            return false;
        if (v.type == VALUE_SCALAR) {
            if (s->args[0]->kind == TREE_NUMBER && s->args[0]->number < 0)
                diagnostics_warning(
                    m->r->d, tree_place(s->args[0]),
                    "one number is the strength of gravity, downwards: %.6g pulls up; write gravity %.6g;",
                    s->args[0]->number, -s->args[0]->number);
            node zero = formula_constant(look->f, 0), down = formula_unary(look->f, OP_NEGATE, v.e[0]);
            bool up_z = tn_world_settings(m->r->w).up == 'z';
            v = (struct value){.type = VALUE_VECTOR, .e = {zero, up_z ? zero : down, up_z ? down : zero}};
        } else if (v.type != VALUE_VECTOR) {
            char *met = sight_describe(look, v, s->args[0]);
            report(m->r, tree_place(s->args[0]), NULL, "%s: expected a number or a vector, met %s", s->word, met);
            mem_free(met);
            return false;
        }
    } else if (!take_vector(look, s, &at, s->word, &v)) {
        return false;
    } else if (at < s->arg_count) {
        too_many(m->r, s, at, "one number, or three");
        return false;
    }
    set_vector(m, p, v, 0, s->arg_count);
    set_head(m, 0);
    return true;
}

/* Reads [on A]; returns the index of the first option, -1 after a report. */
static int take_on(struct making *m, struct sight *look)
{
    const struct statement *s = m->block.main;
    if (s->arg_count == 0 || !tree_is_word(s->args[0], "on"))
        return 0;
    if (s->arg_count < 2) {
        report(m->r, s->args[0]->place, NULL, "expected an object after '%s on'", s->word);
        return -1;
    }
    struct slot slot = {
        .letter = 'A', .word = "the object", .first = 1, .count = 1, .value = sight_value(look, s->args[1])};
    return slot.value.type != VALUE_ERROR && slot_is_object(look, m->block.main, &slot, false, &m->def.body) ? 2 : -1;
}

static bool vector_of(struct making *m, struct sight *look, const struct slot *slot, const tn_parameter *p)
{
    const struct statement *s = m->block.main;
    if (p != NULL && slot->value.type == VALUE_VECTOR) {
        set_vector(m, p, slot->value, slot->first, slot->count);
        return true;
    }
    char *met = sight_describe(look, slot->value, s->args[slot->first]);
    report(m->r, tree_place(s->args[slot->first]), NULL, "%s: expected a vector (x, y, z), met %s", s->word, met);
    mem_free(met);
    return false;
}

/* Reads points, directions, an object and a vector; returns the index of the first option, -1 after a report. */
static int take_slots(struct making *m, struct sight *look, const char *const *words)
{
    const struct statement *s = m->block.main;
    const tn_parameter *vector = parameter_argument(m->def.class->kind.parameters);
    struct slots slots;
    int head = -1;
    if (!slots_fit(look, s, m->def.class->kind.arguments, words[0] != NULL ? words : NULL, &slots))
        return -1;
    for (int i = 0; i < slots.count; i++) {
        const struct slot *slot = &slots.at[i];
        bool good = slot->letter == 'A'   ? slot_is_object(look, m->block.main, slot, false, &m->def.body)
                    : slot->letter == 'F' ? vector_of(m, look, slot, vector)
                                          : end_of(m, look, slot);
        if (slot->letter == 'F')
            head = slot->first;
        if (!good)
            return -1;
    }
    if (!has_object(m, &slots))
        return -1;
    set_head(m, head >= 0 ? head : slots.used);
    return slots.used;
}

static bool make_of_numbers(struct making *m, struct sight *look)
{
    const tn_kind *kind = &m->def.class->kind;
    const tn_parameter *vector = parameter_argument(kind->parameters);
    const char *words[MOST_OPTIONS + 1];
    int at;
    if (vector != NULL && vector->down)
        return take_down(m, look, vector);
    option_words(m->def.class, words);
    if (strcmp(kind->arguments, FORCE_ON_ONE_OR_ALL) == 0) {
        at = take_on(m, look);
        if (at >= 0)
            set_head(m, at);
    } else {
        at = take_slots(m, look, words);
    }
    return at >= 0 && (words[0] == NULL || take_options(m, look, at, words)) && has_what_it_needs(m);
}

static bool make_kind(struct making *m, struct sight *look)
{
    switch (m->def.class->source) {
    case FORCE_OF_NUMBERS:
        return make_of_numbers(m, look);
    case FORCE_OF_FORMULA:
        return goals_minimize(look, m->block.main, &m->def);
    case FORCE_OF_POINTS:
        return goals_fit(look, m->block.main, &m->def);
    case FORCE_OF_PICTURE:
        return goals_snake(look, m->block.main, &m->def);
    }
    return false;
}

/* ---- blocks ---- */

static void take_statement(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    struct making *m = ctx;
    if (s->broken) {
        words_broken(r, IN_FORCE, s);
        m->block.good = false;
    } else if (strcmp(s->word, "during") == 0) {
        m->block.good = block_once(r, s, &m->during) && m->block.good;
        block_during(r, &m->block, s, env);
    } else if (strcmp(s->word, "off") == 0) {
        block_off(r, &m->block, s);
    } else if (force_find(s->word) == NULL || s->kind == STATEMENT_BLOCK) {
        words_unknown(r, IN_FORCE, s);
        m->block.good = false;
    } else if (m->block.main != NULL) {
        report(r, s->place, NULL, "a force block holds one force, and line %d gives it already",
               m->block.main->place.line);
        m->block.good = false;
    } else {
        m->block.main = s;
        m->block.env = env;
    }
}

static int add(struct making *m)
{
    int slot = -1;
    const struct statement *s = m->block.main;
    struct scope scope;
    char *message = NULL;
    scope_begin(&scope);
    struct sight look = sight_begin(m->r, &scope, FOR_FORCE, m->block.env);
    look.root = &look;
    m->def.class = force_find(s->word);
    set_defaults(m, look.f);
    char *text = tree_statement(m->r, s, m->block.env);
    m->block.item.type.kind = s->word;
    m->block.item.place = s->place;
    m->block.item.type.file = diagnostics_file(m->r->d, s->place.source);
    m->block.item.text = text;
    if (make_kind(m, &look) && (m->def.class->is_goal || settle_values(m, &look))) {
        m->def.item = m->block.item;
        slot = renew_put_force(m->r, &m->def, &message);
        if (slot < 0)
            report(m->r, s->place, NULL, "%s: %s", s->word, message);
    }
    mem_free(message);
    mem_free(text);
    mem_free(m->head);
    for (int i = 0; i < FORCE_VALUES; i++)
        mem_free(m->value_text[i]);
    scope_end(&scope);
    return slot;
}

void make_force(struct reading *r, struct instance *i)
{
    struct making m = {.r = r, .block = {.env = i->env, .good = true}, .def = {.body = -1, .of_world = i->of_world}};
    if (i->progress != NOT_MADE)
        return;
    m.block.item.name = i->name;
    m.block.item.unborn = i->moment > 0;
    char *turn = i->name == NULL ? env_turn(i->env) : NULL;
    m.block.item.turn = turn;
    i->progress = MADE;
    if (i->s->kind == STATEMENT_BLOCK)
        reading_walk(r, i->s->children, i->s->child_count, i->env, take_statement, &m);
    else
        m.block.main = i->s;
    if (m.block.main == NULL && m.block.good) {
        report(r, i->s->place, NULL, "expected a force in this block, as in push P (x, y, z);");
        m.block.good = false;
    }
    if (m.block.good) {
        const int before = renew_begin_put(r, i);
        i->slot = add(&m);
        renew_end_put(r, before);
    }
    mem_free(turn);
}
