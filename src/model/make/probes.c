/* probes.c: named numbers. */
#include <string.h>

#include "model/formulas/meaning.h"

/* A table of a run has columns such as ball.x for where the ball is; in a formula that is its axis. */
static void report_vector(struct reading *r, const struct tree *t)
{
    if (t->kind != TREE_MEMBER || strlen(t->text) != 1) {
        const bool sum = t->kind == TREE_BINARY || t->kind == TREE_UNARY;
        char *text = syntax_print(t, NULL, NULL);
        report(r, tree_place(t), NULL, "a probe is one number: write a component, %s%.80s%s.x, or norm(%.80s)",
               sum ? "(" : "", text, sum ? ")" : "", text);
        mem_free(text);
        return;
    }
    char *object = syntax_print(t->items[0], NULL, NULL);
    report(r, tree_place(t), NULL,
           "a probe is one number, and '%.60s.%s' is the direction of an axis; the place is %.60s.center.%s", object,
           t->text, object, t->text);
    mem_free(object);
}

/* Adds a probe from an expression; false after a report. */
static bool add_probe(struct reading *r, const char *name, const struct tree *t, const struct env *env)
{
    struct scope scope;
    scope_begin(&scope);
    struct sight look = sight_begin(r, &scope, FOR_PROBE, env);
    struct value v = sight_value(&look, t);
    bool good = v.type == VALUE_SCALAR;
    if (v.type == VALUE_VECTOR) {
        report_vector(r, t);
    } else if (v.type != VALUE_ERROR && !good) {
        char *met = sight_describe(&look, v, t);
        const bool placed = v.type == VALUE_THING && v.thing == THING_OBJECT && t->kind == TREE_NAME;
        report(r, tree_place(t), NULL, "expected a number for the probe '%.60s', met %s%s%.60s%s", name, met,
               placed ? "; its place is " : "", placed ? t->text : "", placed ? ".center, of which .x is one" : "");
        mem_free(met);
    }
    if (good) {
        char *text = tree_text(r, t, env, false);
        world_add_probe(r->w, name, text, &scope, v.e[0]);
        mem_free(text);
    }
    scope_end(&scope);
    return good;
}

void make_probe(struct reading *r, struct instance *i)
{
    if (i->progress != NOT_MADE)
        return;
    i->progress = add_probe(r, i->name, i->s->args[0], i->env) ? MADE : FAILED;
}

/* ---- the public interface ---- */

/* The offset of the expression in "name = expression"; 0: there is no name. */
static size_t behind_name(const char *text, size_t *length)
{
    size_t first = strspn(text, " \t"), n = first;
    int open = 0;
    while (text[n] != '\0' && (open > 0 || strchr(" \t=(", text[n]) == NULL)) {
        open += text[n] == '[' ? 1 : text[n] == ']' ? -1 : 0;
        n++;
    }
    size_t equals = n + strspn(text + n, " \t");
    *length = n - first;
    return n > first && text[equals] == '=' && text[equals + 1] != '=' ? equals + 1 : 0;
}

static char *name_of(const char *text, size_t length)
{
    size_t first = strspn(text, " \t");
    while (length == 0 && text[first] != '\0' && strchr(" \t\r\n", text[first + strlen(text + first) - 1]) != NULL)
        break;
    if (length == 0) {
        length = strlen(text) - first;
        while (length > 0 && strchr(" \t\r\n", text[first + length - 1]) != NULL)
            length--;
    }
    return mem_print("%.*s", (int)length, text + first);
}

tn_status tn_probe_add(tn_world *w, const char *text, tn_diagnostics *diagnostics)
{
    if (w == NULL || text == NULL)
        return TN_WRONG_USE;
    tn_diagnostics *own = diagnostics == NULL ? tn_diagnostics_new() : NULL;
    struct reading r = reading_begin(w, (struct diagnostics *)(void *)(own != NULL ? own : diagnostics));
    int errors = diagnostics_errors(r.d);
    size_t length, first = behind_name(text, &length);
    char *name = name_of(text, first > 0 ? length : 0);
    struct tree *t = read_expression_text(&r.arena, r.d, "probe", text + first);
    if (t != NULL && world_has_probe(w, name))
        report(&r, (struct place){0}, NULL, "there is a probe '%.60s' already", name);
    else if (t != NULL && (units_check_tree(&r, t), diagnostics_errors(r.d) == errors))
        add_probe(&r, name, t, NULL);
    bool good = diagnostics_errors(r.d) == errors;
    mem_free(name);
    reading_end(&r);
    tn_diagnostics_free(own);
    return good ? TN_OK : TN_WRONG_MODEL;
}
