/* constraints.c: constraints, as a statement or as a block with options, or as they were written in 1994.
 *
 * What the statement itself says becomes a constraint in making.c.
 */
#include <string.h>

#include "scene/making.h"

enum option {
    OPTION_TAU,
    OPTION_FEEDBACK,
    OPTION_DURING,
    OPTION_BY,
    OPTION_CARRIED,
    OPTION_HINGE,
    OPTION_OBJECT1,
    OPTION_OBJECT2,
    OPTION_OFF,
    OPTIONS
};

/* ---- the 1994 form: object1 A; object2 B; hinge x y z x y z; ---- */

static bool old_object(struct making *m, struct sight *look, int i, int *body)
{
    const struct statement *s = m->object[i];
    *body = -1;
    if (s == NULL)
        return true;
    if (s->arg_count != 1) {
        report(m->r, s->place, NULL, "%s takes the name of one object, %d given", s->word, s->arg_count);
        return false;
    }
    struct slot slot = {.letter = 'A', .word = "its object", .count = 1, .value = sight_value(look, s->args[0])};
    return slot.value.type != VALUE_ERROR && slot_is_object(look, s, &slot, i == 0, body);
}

static int make_hinge(struct making *m, struct sight *look)
{
    const struct statement *s = m->hinge;
    double v[6];
    int body[2];
    bool good = old_object(m, look, 0, &body[0]);
    good = old_object(m, look, 1, &body[1]) && good;
    int n = constant_list(m->r, s, m->block.env, 0, 6, v);
    if (n >= 0 && n != 6)
        report(m->r, s->place, NULL, "hinge takes a point of object1 and one of object2, 6 numbers in all; %d given",
               n);
    if (!good || n != 6)
        return -1;
    struct constraint_arg args[2];
    char *text = mem_text("connect");
    for (int i = 0; i < 2; i++) {
        vec3 at = v3(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
        char x[32], y[32], z[32];
        args[i] = (struct constraint_arg){.type = body[i] < 0 ? ARG_VECTOR : ARG_POINT, .body = body[i], .vector = at};
        if (body[i] >= 0)
            args[i].connector = world_point(m->r->w, body[i], at);
        char *longer = mem_print("%s %s%s(%s, %s, %s)", text, body[i] >= 0 ? world_object(m->r->w, body[i])->name : "",
                                 body[i] >= 0 ? ".at" : "", syntax_number(at.x, x), syntax_number(at.y, y),
                                 syntax_number(at.z, z));
        mem_free(text);
        text = longer;
    }
    m->def.class = constraint_find("connect");
    m->def.item = m->block.item;
    m->def.item.kind = "connect";
    m->def.item.text = text;
    m->def.args = args;
    m->def.arg_count = 2;
    char *message = NULL;
    int wrong, slot = world_add_constraint(m->r->w, &m->def, &message, &wrong);
    if (slot < 0)
        report(m->r, s->place, NULL, "hinge: %s", message);
    mem_free(message);
    mem_free(text);
    return slot;
}

/* ---- blocks ---- */

static bool option_number(struct making *m, const struct statement *s, const struct env *env, int count, double *out)
{
    int n = constant_list(m->r, s, env, 0, count, out);
    if (n >= 0 && n != count)
        report(m->r, s->place, NULL, "%s of a constraint takes %d number%s, %d given", s->word, count,
               count == 1 ? "" : "s", n);
    return n == count;
}

static bool take_tau(struct making *m, const struct statement *s, const struct env *env)
{
    if (!option_number(m, s, env, 1, &m->def.tau))
        return false;
    if (!(m->def.tau > 0))
        report(m->r, tree_place(s->args[0]), NULL, "tau of a constraint must be greater than zero, not %.12g",
               m->def.tau);
    return m->def.tau > 0;
}

static bool take_feedback(struct making *m, const struct statement *s, const struct env *env)
{
    double k[2];
    if (!option_number(m, s, env, 2, k))
        return false;
    m->def.has_feedback = true;
    m->def.ks = k[0];
    m->def.kd = k[1];
    if (!(k[0] >= 0 && k[1] >= 0))
        report(m->r, s->place, NULL, "feedback takes two numbers that are not negative, ks and kd");
    return k[0] >= 0 && k[1] >= 0;
}

static bool take_by(struct making *m, const struct statement *s)
{
    static const char *const methods[] = {"dynamic", "displacement", "reaction", "multiplier", "penalty", NULL};
    const struct tree *t = s->arg_count == 1 ? s->args[0] : NULL;
    const char *best = NULL;
    if (t == NULL || t->kind != TREE_NAME || t->count > 0) {
        report(m->r, s->place, NULL, "expected one word behind 'by': dynamic");
        return false;
    }
    const char *later = not_yet_choice("by", t->text);
    if (later != NULL)
        report(m->r, t->place, NULL, "'by %s' is not possible yet: %s", t->text, later);
    for (int i = 0; methods[i] != NULL; i++)
        names_offer(t->text, methods[i], &best);
    if (later == NULL && strcmp(t->text, "dynamic") != 0)
        report(m->r, t->place, best, "expected 'by dynamic', met '%.60s'", t->text);
    return strcmp(t->text, "dynamic") == 0;
}

static bool is_constraint_word(const char *word)
{
    static const char *const own[] = {"keep", "speed", "acceleration", "on-surface", NULL};
    for (int i = 0; own[i] != NULL; i++)
        if (strcmp(own[i], word) == 0)
            return true;
    return constraint_find(word) != NULL;
}

static void take_main(struct making *m, const struct statement *s, const struct env *env)
{
    if (m->block.main != NULL) {
        report(m->r, s->place, NULL, "a constraint block holds one constraint, and line %d gives it already",
               m->block.main->place.line);
        m->block.good = false;
        return;
    }
    m->block.main = s;
    m->block.env = env;
}

static int option_of(const char *word)
{
    static const char *const words[] = {"tau",   "feedback", "during",  "by", "carried",
                                        "hinge", "object1",  "object2", "off"};
    for (int i = 0; i < OPTIONS; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

static void take_option(struct making *m, const struct statement *s, const struct env *env, int option)
{
    bool good = block_once(m->r, s, &m->line[option]);
    if (good)
        switch ((enum option)option) {
        case OPTION_TAU:
            good = take_tau(m, s, env);
            break;
        case OPTION_FEEDBACK:
            good = take_feedback(m, s, env);
            break;
        case OPTION_DURING:
            block_during(m->r, &m->block, s, env);
            break;
        case OPTION_BY:
            good = take_by(m, s);
            break;
        case OPTION_CARRIED:
            m->carried = s;
            m->carried_env = env;
            break;
        case OPTION_HINGE:
            m->hinge = s;
            m->block.env = env;
            break;
        case OPTION_OBJECT1:
        case OPTION_OBJECT2:
            m->object[option - OPTION_OBJECT1] = s;
            break;
        case OPTION_OFF:
            block_off(m->r, &m->block, s);
            break;
        case OPTIONS:
            break;
        }
    m->block.good = m->block.good && good;
}

static void take_statement(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    struct making *m = ctx;
    const char *later = not_yet(IN_CONSTRAINT, s->word);
    int option = option_of(s->word);
    if (s->broken) {
        m->block.good = false;
    } else if (later != NULL) {
        report(r, s->place, NULL, "'%s' is not possible yet: %s", s->word, later);
        m->block.good = false;
    } else if (s->kind == STATEMENT_PLAIN && limits_is_word(s->word)) {
        m->block.good = limits_collect(r, &m->limits, s, env, -1) && m->block.good;
    } else if (s->kind == STATEMENT_BLOCK || (option < 0 && !is_constraint_word(s->word))) {
        words_unknown(r, IN_CONSTRAINT, s);
        m->block.good = false;
    } else if (option >= 0) {
        take_option(m, s, env, option);
    } else {
        take_main(m, s, env);
    }
}

static void read_block(struct making *m, const struct instance *i)
{
    struct reading *r = m->r;
    reading_walk(r, i->s->children, i->s->child_count, i->env, false, take_statement, m);
    if (m->line[OPTION_TAU] > 0 && m->line[OPTION_FEEDBACK] > 0) {
        report(r, i->s->place, NULL, "expected either tau or feedback in a constraint, not both");
        m->block.good = false;
    }
    if (m->block.main != NULL && (m->hinge != NULL || m->object[0] != NULL || m->object[1] != NULL)) {
        report(r, m->block.main->place, NULL, "expected either '%s' or the 1994 form with hinge, not both",
               m->block.main->word);
        m->block.good = false;
    }
    if (m->block.main == NULL && m->hinge == NULL && m->block.good) {
        report(r, i->s->place, NULL, "expected a constraint in this block, as in connect P Q; or keep a = b;");
        m->block.good = false;
    }
    if (m->carried != NULL && m->block.main != NULL && constraint_find(m->block.main->word) == NULL) {
        report(r, m->carried->place, NULL, "'%s' carries nothing: expected no 'carried' in its block",
               m->block.main->word);
        m->block.good = false;
    }
    if (m->hinge != NULL && m->object[1] == NULL && m->block.good) {
        report(r, i->s->place, NULL, "expected 'object2 NAME;' in this constraint: only object1 may be left out");
        m->block.good = false;
    }
}

static int make_main(struct making *m)
{
    const struct statement *s = m->hinge != NULL ? m->hinge : m->block.main;
    enum purpose purpose = strcmp(s->word, "speed") == 0          ? FOR_SPEED
                           : strcmp(s->word, "acceleration") == 0 ? FOR_ACCELERATION
                           : strcmp(s->word, "keep") == 0         ? FOR_KEEP
                                                                  : FOR_ARGUMENT;
    struct scope scope;
    int slot;
    scope_begin(&scope);
    struct sight look = sight_begin(m->r, &scope, purpose, m->block.env);
    look.root = &look;
    m->block.item.kind = s->word;
    m->block.item.place = s->place;
    if (m->hinge == NULL)
        making_text(m, s->arg_count);
    if (m->hinge != NULL) {
        slot = limits_fit(m->r, &m->limits, s) ? make_hinge(m, &look) : -1;
    } else if (s->kind == STATEMENT_RELATION) {
        slot = making_relation(m, &look);
    } else if (strcmp(s->word, "on-surface") == 0) {
        slot = limits_fit(m->r, &m->limits, s) ? making_on_surface(m, &look) : -1;
    } else {
        m->def.class = constraint_find(s->word);
        slot = making_kind(m, &look);
    }
    mem_free(m->text);
    scope_end(&scope);
    return slot;
}

int make_constraint(struct reading *r, int number)
{
    struct instance *i = &r->constraints.at[number];
    if (i->progress == MAKING) {
        report(r, i->s->place, NULL, "the constraint '%.60s' depends on itself",
               i->name != NULL ? i->name : i->s->word);
        i->progress = FAILED;
        return -1;
    }
    if (i->progress != NOT_MADE)
        return i->slot;
    struct making m = {.r = r, .block = {.env = i->env, .good = true}};
    m.block.item.name = i->name;
    m.block.item.unborn = i->moment > 0;
    i->progress = MAKING;
    if (i->s->kind == STATEMENT_BLOCK)
        read_block(&m, i);
    else
        m.block.main = i->s;
    if (m.block.good)
        i->slot = make_main(&m);
    i->progress = i->slot >= 0 ? MADE : FAILED;
    return i->slot;
}
