/* paths.c: paths, by formula or by keys. */
#include <stdlib.h>
#include <string.h>

#include "model/formulas/meaning.h"

enum { MOST_KEYS = 10000 };

struct keys {
    struct definition *path;
    ARRAY(struct key {
        double at[4];
        struct place place;
    })
    list;
    bool good;
};

static void take_key(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    struct keys *keys = ctx;
    struct key k = {.place = s->place};
    if (s->broken) {
        keys->good = false;
        return;
    }
    if (strcmp(s->word, "key") != 0) {
        words_unknown(r, IN_PATH, s);
        keys->good = false;
        return;
    }
    int n = constant_list(r, s, env, 0, 4, k.at);
    if (n >= 0 && n != 4)
        report(r, s->place, NULL, "a key takes a time and a place, 4 numbers in all; %d given", n);
    if (n == 4)
        ARRAY_PUSH(&keys->list, k);
    else
        keys->good = false;
}

static int by_time(const void *a, const void *b)
{
    double x = ((const struct key *)a)->at[0], y = ((const struct key *)b)->at[0];
    return x < y ? -1 : x > y ? 1 : 0;
}

bool path_read_keys(struct reading *r, struct definition *d)
{
    const struct statement *s = d->statement;
    struct keys keys = {.path = d, .good = true};
    reading_walk(r, s->children, s->child_count, d->env, take_key, &keys);
    int n = keys.list.count;
    if (keys.good && (n == 0 || n > MOST_KEYS)) {
        report(r, s->place, NULL,
               n == 0 ? "the path '%.60s' has no keys: expected key t x y z;"
                      : "the path '%.60s' has more keys than can be joined",
               d->name);
        keys.good = false;
    }
    if (n > 0)
        qsort(keys.list.at, (size_t)n, sizeof *keys.list.at, by_time);
    double(*key)[4] = mem_new(sizeof *key * (size_t)(n + 1));
    for (int i = 0; i < n; i++) {
        memcpy(key[i], keys.list.at[i].at, sizeof *key);
        if (i > 0 && key[i][0] == key[i - 1][0]) {
            report(r, keys.list.at[i].place, NULL, "two keys of the path '%.60s' have the time %.12g", d->name,
                   key[i][0]);
            keys.good = false;
        }
    }
    if (keys.good)
        d->spline = spline_new(&r->arena, (const double(*)[4])key, n);
    mem_free(key);
    ARRAY_FREE(&keys.list);
    return keys.good;
}

/* The position on a path at a time that is any formula. */
bool path_expand(struct sight *s, struct definition *d, node at, struct value *out)
{
    if (d->failed)
        return false;
    if (d->statement->kind == STATEMENT_BLOCK) {
        if (d->spline == NULL && !path_read_keys(s->r, d)) {
            d->failed = true;
            return false;
        }
        *out = spline_value(s->f, d->spline, at);
        return true;
    }
    const struct statement *def = d->statement;
    struct binding time = {
        NULL, def->parameter_count > 0 ? def->parameters[0]->text : "t", {.type = VALUE_SCALAR, .e = {at}}};
    /* errors of a path are reported where it is made; here its formula is used */
    *out = sight_expand(s, d, &time, def->name);
    return out->type == VALUE_VECTOR;
}

static bool path_formula(struct reading *r, struct definition *d, struct sight *look, struct value *v)
{
    const struct statement *s = d->statement;
    if (s->kind == STATEMENT_DEFINE && s->parameter_count > 1) {
        report(r, s->parameters[1]->place, NULL, "a path has one parameter, its time: path %.60s(t) = …;", d->name);
        return false;
    }
    node t = formula_symbol(look->f, symbol_key(SYMBOL_TIME, 0, 0));
    if (s->kind == STATEMENT_BLOCK)
        return path_expand(look, d, t, v);
    struct binding time = {
        NULL, s->parameter_count > 0 ? s->parameters[0]->text : "t", {.type = VALUE_SCALAR, .e = {t}}};
    look->bound = &time;
    d->busy = true;
    *v = sight_value(look, d->body);
    d->busy = false;
    if (v->type != VALUE_ERROR && v->type != VALUE_VECTOR) {
        char *met = sight_describe(look, *v, d->body);
        report(r, tree_place(d->body), NULL, "expected the path '%.60s' to be a vector (x, y, z), met %s", d->name,
               met);
        mem_free(met);
    }
    return v->type == VALUE_VECTOR;
}

int path_source(struct reading *r, struct definition *d)
{
    if (d->source >= 0 || d->failed)
        return d->source;
    if (d->busy) {
        report(r, d->place, NULL, "the path '%.60s' refers to itself", d->name);
        d->failed = true;
        return -1;
    }
    struct scope scope;
    struct value v;
    scope_begin(&scope);
    struct sight look = sight_begin(r, &scope, FOR_PATH, d->env);
    if (path_formula(r, d, &look, &v)) {
        d->source = world_add_source(r->w, &scope, v.e);
        for (int k = 0; k < 3; k++)
            if (!isfinite(sight_number_now(&look, v.e[k]))) {
                report(r, d->place, NULL, "the path '%.60s' has no value at the start: it is not finite there",
                       d->name);
                d->failed = true;
                break;
            }
    } else {
        d->failed = !r->quiet;
    }
    scope_end(&scope);
    return d->source;
}
