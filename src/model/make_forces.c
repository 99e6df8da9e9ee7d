/* make_forces.c: gravity, spring, torsion, drag, push, turn; as a statement, or as a block with a name and an interval. */
#include <string.h>

#include "model/curves.h"
#include "model/make_goals.h"
#include "model/meaning.h"

struct making {
    struct reading *r;
    struct block block;
    struct force_def def;
    struct value value[FORCE_VALUES];
    int line[1 + FORCE_VALUES];
    char *head, *value_text[FORCE_VALUES]; /* for the writer: the statement without its numbers, and these */
};

/* ---- numbers that may be formulas ---- */

/* Plain numbers where nothing moves (then a potential can be accounted for), formulas otherwise. */
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
    m->def.scope = used != 0 ? look->scope : NULL; /* what speaks of lets follows them */
    m->def.head = m->head;
    for (int i = 0; i < FORCE_VALUES; i++)
        m->def.value_text[i] = m->value_text[i];
    return true;
}

/* The statement without the numbers behind its first `count` arguments. */
static void set_head(struct making *m, int count)
{
    struct statement head = *m->block.main;
    head.arg_count = count;
    m->head = tree_statement(m->r, &head, m->block.env);
}

static void set_vector(struct making *m, struct value v)
{
    for (int k = 0; k < 3; k++)
        m->value[k] = (struct value){.type = VALUE_SCALAR, .e = {v.e[k]}};
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

/* At least one end must be able to move. */
static bool has_object(struct making *m)
{
    for (int i = 0; i < m->def.connector_count; i++)
        if (m->def.connector[i].body >= 0)
            return true;
    report(m->r, m->block.main->place, NULL, "%s: expected at least one %s of an object", m->block.main->word,
           strcmp(m->block.main->word, "torsion") == 0 ? "direction" : "point");
    return false;
}

/* ---- options ---- */

/* Reads WORD number pairs from argument `at` on into m->value, by the order of `words`. */
static bool take_options(struct making *m, struct sight *look, int at, const char *const *words)
{
    const struct statement *s = m->block.main;
    while (at < s->arg_count) {
        const struct tree *t = s->args[at];
        const char *best = NULL;
        int k = 0;
        while (words[k] != NULL && !tree_is_word(t, words[k])) {
            if (t->kind == TREE_NAME)
                names_offer(t->text, words[k], &best);
            k++;
        }
        if (words[k] == NULL) {
            if (t->kind == TREE_NAME && t->count == 0 && words_known(IN_SCENE, t->text) && tree_begins_line(t, s))
                too_many(m->r, s, at, NULL);
            else {
                char *text = syntax_print(t, NULL, NULL);
                report(m->r, tree_place(t), best, "expected %s%s%s%s%s of '%s', met '%.60s'", words[0],
                       words[2] != NULL ? ", " : " or ", words[1], words[2] != NULL ? " or " : "",
                       words[2] != NULL ? words[2] : "", s->word, text);
                mem_free(text);
            }
            return false;
        }
        if (m->line[1 + k] > 0) {
            report(m->r, t->place, NULL, "'%s' of '%s' is given twice", words[k], s->word);
            return false;
        }
        m->line[1 + k] = 1;
        at++;
        double known;
        if (at < s->arg_count)
            m->value_text[k] = tree_text(m->r, s->args[at], m->block.env, true);
        if (!take_number(look, s, &at, words[k], &m->value[k]))
            return false;
        bool free_sign = strcmp(words[k], "rest") == 0 && strcmp(s->word, "torsion") == 0;
        if (formula_is_constant(look->f, m->value[k].e[0], &known) && known < 0 && !free_sign) {
            report(m->r, tree_place(s->args[at - 1]), NULL, "'%s' of '%s' must not be negative", words[k], s->word);
            return false;
        }
    }
    return true;
}

/* ---- the kinds ---- */

static bool make_gravity(struct making *m, struct sight *look)
{
    const struct statement *s = m->block.main;
    struct value v;
    int at = 0;
    if (s->arg_count == 0) {
        report(m->r, s->place, NULL, "gravity takes one number, along -up, or a vector; none given");
        return false;
    }
    if (s->arg_count == 1) {
        v = sight_value(look, s->args[0]);
        if (v.type == VALUE_ERROR)
            return false;
        if (v.type == VALUE_SCALAR) { /* along −up */
            node zero = formula_constant(look->f, 0), down = formula_unary(look->f, OP_NEGATE, v.e[0]);
            bool up_z = tn_world_settings(m->r->w).up == 'z';
            v = (struct value){.type = VALUE_VECTOR, .e = {zero, up_z ? zero : down, up_z ? down : zero}};
        } else if (v.type != VALUE_VECTOR) {
            char *met = sight_describe(look, v, s->args[0]);
            report(m->r, tree_place(s->args[0]), NULL, "gravity: expected a number or a vector, met %s", met);
            mem_free(met);
            return false;
        }
    } else if (!take_vector(look, s, &at, "gravity", &v)) {
        return false;
    } else if (at < s->arg_count) {
        too_many(m->r, s, at, "one number, or three");
        return false;
    }
    set_vector(m, v);
    set_head(m, 0);
    return true;
}

/* spring and torsion */
static bool make_spring(struct making *m, struct sight *look)
{
    static const char *const words[] = {"stiffness", "rest", "damping", NULL};
    const struct statement *s = m->block.main;
    struct slots slots;
    const char *usage = s->word[0] == 's' ? "spring P Q" : "torsion D E";
    if (!slots_fit(look, s, usage, words, &slots) || !end_of(m, look, &slots.at[0]) || !end_of(m, look, &slots.at[1]) ||
        !has_object(m) || !take_options(m, look, slots.used, words))
        return false;
    if (m->line[1] == 0 && m->line[3] == 0) {
        report(m->r, s->place, NULL, "%s: expected a stiffness or a damping: %s stiffness k rest r damping c;", s->word,
               usage);
        return false;
    }
    set_head(m, slots.used);
    return true;
}

/* drag [on A] linear c angular d, in any order */
static bool make_drag(struct making *m, struct sight *look)
{
    static const char *const words[] = {"linear", "angular", NULL, NULL};
    const struct statement *s = m->block.main;
    int first = 0;
    if (s->arg_count > 0 && tree_is_word(s->args[0], "on")) {
        if (s->arg_count < 2) {
            report(m->r, s->args[0]->place, NULL, "expected an object behind 'drag on'");
            return false;
        }
        struct slot slot = {
            .letter = 'A', .word = "the object", .first = 1, .count = 1, .value = sight_value(look, s->args[1])};
        if (slot.value.type == VALUE_ERROR || !slot_is_object(look, s, &slot, false, &m->def.body))
            return false;
        first = 2;
    }
    if (!take_options(m, look, first, words))
        return false;
    if (m->line[1] == 0 && m->line[2] == 0) {
        report(m->r, s->place, NULL, "drag: expected linear or angular: drag on A linear c angular d;");
        return false;
    }
    set_head(m, first);
    return true;
}

static bool make_push(struct making *m, struct sight *look)
{
    const struct statement *s = m->block.main;
    struct slots slots;
    bool push = s->word[0] == 'p';
    if (!slots_fit(look, s, push ? "push P F" : "turn A F", NULL, &slots))
        return false;
    if (push ? !end_of(m, look, &slots.at[0]) || !has_object(m)
             : !slot_is_object(look, s, &slots.at[0], false, &m->def.body))
        return false;
    if (!push && world_object(m->r->w, m->def.body)->kind == OBJECT_PARTICLE) {
        report(m->r, tree_place(s->args[0]), NULL, "turn: a particle does not turn; expected an object with a body");
        return false;
    }
    if (slots.at[1].value.type != VALUE_VECTOR) {
        char *met = sight_describe(look, slots.at[1].value, s->args[slots.at[1].first]);
        report(m->r, tree_place(s->args[slots.at[1].first]), NULL, "%s: expected a %s (x, y, z), met %s", s->word,
               push ? "force" : "torque", met);
        mem_free(met);
        return false;
    }
    set_vector(m, slots.at[1].value);
    set_head(m, slots.at[1].first);
    return true;
}

static bool make_kind(struct making *m, struct sight *look)
{
    const char *word = m->block.main->word;
    if (strcmp(word, "gravity") == 0)
        return make_gravity(m, look);
    if (strcmp(word, "spring") == 0 || strcmp(word, "torsion") == 0)
        return make_spring(m, look);
    if (strcmp(word, "drag") == 0)
        return make_drag(m, look);
    if (strcmp(word, "minimize") == 0)
        return goals_minimize(look, m->block.main, &m->def);
    if (strcmp(word, "fit") == 0)
        return goals_fit(look, m->block.main, &m->def);
    if (strcmp(word, "snake") == 0)
        return goals_snake(look, m->block.main, &m->def);
    return make_push(m, look);
}

/* ---- blocks ---- */

static void take_statement(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    struct making *m = ctx;
    if (s->broken) {
        m->block.good = false;
    } else if (strcmp(s->word, "during") == 0) {
        m->block.good = block_once(r, s, &m->line[0]) && m->block.good;
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
    node zero = formula_constant(look.f, 0);
    for (int i = 0; i < FORCE_VALUES; i++)
        m->value[i] = (struct value){.type = VALUE_SCALAR, .e = {zero}};
    char *text = tree_statement(m->r, s, m->block.env);
    m->block.item.type.kind = s->word;
    m->block.item.place = s->place;
    m->block.item.type.file = diagnostics_file(m->r->d, s->place.source);
    m->block.item.text = text;
    m->def.class = force_find(s->word);
    if (make_kind(m, &look) && (m->def.class->is_goal || settle_values(m, &look))) {
        m->def.item = m->block.item;
        slot = world_add_force(m->r->w, &m->def, &message);
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
    struct making m = {.r = r, .block = {.env = i->env, .good = true}, .def = {.body = -1}};
    if (i->progress != NOT_MADE)
        return;
    m.block.item.name = i->name;
    m.block.item.unborn = i->moment > 0;
    i->progress = MADE;
    if (i->s->kind == STATEMENT_BLOCK)
        reading_walk(r, i->s->children, i->s->child_count, i->env, take_statement, &m);
    else
        m.block.main = i->s;
    if (m.block.main == NULL && m.block.good) {
        report(r, i->s->place, NULL, "expected a force in this block, as in push P (x, y, z);");
        m.block.good = false;
    }
    if (m.block.good)
        i->slot = add(&m);
}
