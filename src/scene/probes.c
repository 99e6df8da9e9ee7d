/* probes.c: named numbers, and how to look at the world: probe, camera, show. */
#include <string.h>

#include "scene/meaning.h"

/* Adds a probe from an expression; false after a report. */
static bool add_probe(struct reading *r, const char *name, const struct tree *t, const struct env *env)
{
    struct scope scope;
    scope_begin(&scope);
    struct sight look = sight_begin(r, &scope, FOR_PROBE, env);
    struct value v = sight_value(&look, t);
    bool good = v.type == VALUE_SCALAR;
    if (v.type == VALUE_VECTOR) {
        report(r, tree_place(t), NULL, "a probe is one number: write a component, as in (…).x, or norm(…)");
    } else if (v.type != VALUE_ERROR && !good) {
        char *met = sight_describe(&look, v, t);
        report(r, tree_place(t), NULL, "expected a number for the probe '%.60s', met %s", name, met);
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

/* ---- camera and show: kept for whoever draws ---- */

/* camera from x y z to x y z; */
static void check_camera(struct reading *r, const struct statement *s, const struct env *env)
{
    bool seen[2] = {false, false};
    struct scope scope;
    scope_begin(&scope);
    struct sight look = sight_begin(r, &scope, FOR_FORCE, env);
    int at = 0;
    bool good = true;
    while (good && at < s->arg_count) {
        int k = tree_is_word(s->args[at], "from") ? 0 : tree_is_word(s->args[at], "to") ? 1 : -1;
        struct value v;
        if (k < 0 || seen[k]) {
            if (k < 0 && s->args[at]->kind == TREE_NAME && words_known(IN_SCENE, s->args[at]->text) &&
                s->args[at]->place.line != s->place.line)
                too_many(r, s, at, NULL);
            else
                report(r, tree_place(s->args[at]), NULL, "expected 'from' or 'to' of the camera, each once");
            good = false;
            break;
        }
        seen[k] = true;
        at++;
        good = take_vector(&look, s, &at, k == 0 ? "from" : "to", &v);
    }
    if (good && !(seen[0] && seen[1]))
        report(r, s->place, NULL, "expected 'camera from x y z to x y z;'");
    scope_end(&scope);
}

static void check_show(struct reading *r, const struct statement *s)
{
    static const char *const things[] = {"forces", "points", "constraints", NULL};
    if (s->arg_count == 0)
        report(r, s->place, NULL, "expected what to show: forces, points, constraints");
    for (int i = 0; i < s->arg_count; i++) {
        const struct tree *t = s->args[i];
        const char *best = NULL;
        bool known = false;
        for (int k = 0; things[k] != NULL && t->kind == TREE_NAME; k++) {
            known = known || tree_is_word(t, things[k]);
            names_offer(t->text, things[k], &best);
        }
        if (known)
            continue;
        if (t->kind == TREE_NAME && words_known(IN_SCENE, t->text) && t->place.line != s->place.line) {
            too_many(r, s, i, NULL);
            return;
        }
        report(r, tree_place(t), best, "expected forces, points or constraints behind 'show'");
    }
}

void make_look(struct reading *r, struct instance *i)
{
    if (i->progress != NOT_MADE)
        return;
    if (strcmp(i->s->word, "camera") == 0)
        check_camera(r, i->s, i->env);
    else
        check_show(r, i->s);
}

/* ---- the public face ---- */

/* Where the expression of "name = expression" begins; 0 if there is no name. */
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
    struct reading r = {.w = w, .scene = scene_of(w), .scratch = formula_new()};
    r.d = (struct diagnostics *)(void *)(own != NULL ? own : diagnostics);
    int errors = diagnostics_errors(r.d);
    size_t length, first = behind_name(text, &length);
    char *name = name_of(text, first > 0 ? length : 0);
    struct tree *t = read_expression_text(&r.arena, r.d, "probe", text + first);
    if (t != NULL && world_has_probe(w, name))
        report(&r, (struct place){0}, NULL, "there is a probe '%.60s' already", name);
    else if (t != NULL)
        add_probe(&r, name, t, NULL);
    bool good = diagnostics_errors(r.d) == errors;
    mem_free(name);
    formula_free(r.scratch);
    names_free(&r.reported);
    arena_free(&r.arena);
    tn_diagnostics_free(own);
    return good ? TN_OK : TN_WRONG_MODEL;
}
