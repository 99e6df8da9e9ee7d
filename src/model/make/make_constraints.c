/* make_constraints.c: constraints, as a statement or as a block with options, or as they were written in 1994.
 *
 * The main statement becomes a constraint in making.c.
 */
#include <string.h>

#include "constraint/constraint_words.h"
#include "model/make/curves.h"
#include "model/make/making.h"
#include "model/renew.h"

/* Reads the numbers of an option, within its range. */
static bool option_numbers(struct making *m, const struct statement *s, const struct env *env, const tn_parameter *p,
                           double *out)
{
    char text[PARAMETER_TEXT];
    int n = constant_list(m->r, s, env, 0, p->most, out);
    if (n >= 0 && n != p->most)
        report(m->r, s->place, NULL, "%s of a constraint takes %s, %d given", s->word, parameter_count_text(p, text),
               n);
    for (int i = 0; n == p->most && i < n; i++)
        if (!parameter_allows(p, out + i, 1)) {
            report(m->r, tree_place(s->args[0]), NULL, "%s of a constraint must %s, not %.12g", s->word,
                   parameter_must(p, text), out[i]);
            return false;
        }
    return n == p->most;
}

/* Reads an option with numbers of how a constraint is enforced. */
static bool take_numbers(struct making *m, const struct statement *s, const struct env *env, const tn_parameter *p)
{
    double value[2];
    if (!option_numbers(m, s, env, p, value))
        return false;
    world_put_how(&m->def.how, (int)(p - constraint_parameters), value);
    return true;
}

/* by METHOD */
static bool take_by(struct making *m, const struct statement *s)
{
    const char *const *methods = constraint_parameters[WORD_BY].choices, *best = NULL;
    const struct tree *t = s->arg_count == 1 ? s->args[0] : NULL;
    char list[100] = "";
    for (int i = 0; methods[i] != NULL; i++) {
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", i == 0 ? "" : methods[i + 1] == NULL ? " or " : ", ", methods[i]);
    }
    if (t == NULL || t->kind != TREE_NAME || t->count > 0) {
        report(m->r, s->place, NULL, "expected one word after 'by': %s", list);
        return false;
    }
    for (int i = 0; methods[i] != NULL; i++) {
        names_offer(t->text, methods[i], &best);
        if (strcmp(t->text, methods[i]) == 0) {
            m->def.how.by = (tn_by)(TN_BY_DYNAMIC + i);
            return true;
        }
    }
    report(m->r, t->place, best, "expected %s after 'by', met '%.60s'", list, t->text);
    return false;
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

/* The option of a word; NULL: none. Limits and the words of a motor are not among them. */
static const tn_parameter *option_of(const char *word)
{
    const tn_parameter *p = parameter_find(constraint_parameters, word);
    return p == NULL || p->behind != NULL || limits_is_word(word) ? NULL : p;
}

static void take_option(struct making *m, const struct statement *s, const struct env *env, const tn_parameter *p)
{
    const int word = (int)(p - constraint_parameters);
    bool good = block_once(m->r, s, &m->line[word]);
    if (good)
        switch ((enum constraint_word)word) {
        case WORD_DURING:
            block_during(m->r, &m->block, s, env);
            break;
        case WORD_BY:
            good = take_by(m, s);
            break;
        case WORD_CARRIED:
            m->carried = s;
            m->carried_env = env;
            break;
        case WORD_OFF:
            block_off(m->r, &m->block, s);
            break;
        case WORD_MULTIPLIERS:
            m->def.multipliers = m->multipliers;
            m->def.multiplier_count = constant_list(m->r, s, env, 0, CONSTRAINT_ROWS + 2, m->multipliers);
            good = m->def.multiplier_count >= 0;
            break;
        default:
            good = take_numbers(m, s, env, p);
            break;
        }
    m->block.good = m->block.good && good;
}

/* A statement of the 1994 form. */
static void take_hinge(struct making *m, const struct statement *s, const struct env *env, int word)
{
    bool once = block_once(m->r, s, &m->hinge_line[word]);
    m->block.good = m->block.good && once;
    m->hinge.s[word] = s;
    m->hinge.env[word] = env;
}

static void take_statement(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    struct making *m = ctx;
    const tn_parameter *option = option_of(s->word);
    int hinge = hinge_word(s->word);
    if (s->broken) {
        if (!limits_is_word(s->word))
            words_broken(r, IN_CONSTRAINT, s);
        m->block.good = false;
    } else if (s->kind == STATEMENT_PLAIN && limits_is_word(s->word)) {
        m->block.good = limits_collect(r, &m->limits, s, env, -1) && m->block.good;
    } else if (s->kind == STATEMENT_BLOCK || (option == NULL && hinge < 0 && !words_are_constraint(s->word))) {
        words_unknown(r, IN_CONSTRAINT, s);
        m->block.good = false;
    } else if (hinge >= 0) {
        take_hinge(m, s, env, hinge);
    } else if (option != NULL) {
        take_option(m, s, env, option);
    } else {
        take_main(m, s, env);
    }
}

static void read_block(struct making *m, const struct instance *i)
{
    struct reading *r = m->r;
    reading_walk(r, i->s->children, i->s->child_count, i->env, take_statement, m);
    if (m->line[WORD_TAU] > 0 && m->line[WORD_FEEDBACK] > 0) {
        report(r, i->s->place, NULL, "expected either tau or feedback in a constraint, not both");
        m->block.good = false;
    }
    if (m->block.main != NULL && hinge_any(&m->hinge)) {
        report(r, m->block.main->place, NULL, "expected either '%s' or the 1994 form with hinge, not both",
               m->block.main->word);
        m->block.good = false;
    }
    if (m->block.main == NULL && !hinge_any(&m->hinge) && m->block.good) {
        report(r, i->s->place, NULL, "expected a constraint in this block, as in connect P Q; or keep a = b;");
        m->block.good = false;
    }
    if (m->carried != NULL && m->block.main != NULL && constraint_find(m->block.main->word) == NULL &&
        strcmp(m->block.main->word, "on-curve") != 0) {
        report(r, m->carried->place, NULL, "'%s' carries nothing: expected no 'carried' in its block",
               m->block.main->word);
        m->block.good = false;
    }
}

/* A block of the 1994 form. */
static int make_hinge(struct making *m)
{
    const struct statement *s = hinge_main(&m->hinge);
    struct scope scope;
    scope_begin(&scope);
    struct sight look = sight_begin(m->r, &scope, FOR_ARGUMENT, m->block.env);
    look.root = &look;
    m->text = hinge_text(m->r, &m->hinge);
    m->def.item = m->block.item;
    m->def.item.type.kind = s != NULL ? s->word : "";
    m->def.item.place = s != NULL ? s->place : m->block.item.place;
    m->def.item.type.file = s != NULL ? diagnostics_file(m->r->d, s->place.source) : NULL;
    m->def.item.text = m->text;
    int slot = hinge_make(m->r, &m->hinge, &look, &m->limits, &m->def);
    mem_free(m->text);
    scope_end(&scope);
    return slot;
}

static int make_main(struct making *m)
{
    if (hinge_any(&m->hinge))
        return make_hinge(m);
    const struct statement *s = m->block.main;
    enum purpose purpose = strcmp(s->word, "speed") == 0          ? FOR_SPEED
                           : strcmp(s->word, "acceleration") == 0 ? FOR_ACCELERATION
                           : strcmp(s->word, "keep") == 0         ? FOR_KEEP
                                                                  : FOR_ARGUMENT;
    struct scope scope;
    int slot = -1;
    scope_begin(&scope);
    struct sight look = sight_begin(m->r, &scope, purpose, m->block.env);
    look.root = &look;
    m->block.item.type.kind = s->word;
    m->block.item.place = s->place;
    m->block.item.type.file = diagnostics_file(m->r->d, s->place.source);
    making_text(m, s->arg_count);
    if (s->kind == STATEMENT_RELATION) {
        slot = making_relation(m, &look);
    } else if (strcmp(s->word, "outside") == 0) {
        slot = limits_fit(m->r, &m->limits, s) ? making_outside(m, &look) : -1;
    } else if (strcmp(s->word, "on-surface") == 0) {
        slot = limits_fit(m->r, &m->limits, s) ? making_on_surface(m, &look) : -1;
    } else if (strcmp(s->word, "on-curve") == 0) {
        slot = limits_fit(m->r, &m->limits, s) ? curves_on_curve(m, &look) : -1;
    } else if (hinge_word(s->word) >= 0) {
        report(m->r, s->place, NULL,
               "'%s' belongs in a block: constraint object1 A; object2 B; hinge …; end; a joint that turns about an "
               "axis is 'revolute A B P D;'",
               s->word);
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
    char *turn = i->name == NULL ? env_turn(i->env) : NULL;
    m.block.item.turn = turn;
    i->progress = MAKING;
    if (i->s->kind == STATEMENT_BLOCK)
        read_block(&m, i);
    else
        m.block.main = i->s;
    if (m.block.good) {
        const int before = renew_begin_put(r, i);
        i->slot = make_main(&m);
        renew_end_put(r, before);
    }
    mem_free(turn);
    i->progress = i->slot >= 0 ? MADE : FAILED;
    return i->slot;
}
