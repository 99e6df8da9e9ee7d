/* declare.c: the first pass over a batch: unrolls loops and declares every name. */
#include <stdint.h>
#include <string.h>

#include "model/renew.h"
#include "model/timeline.h"

/* ---- names ---- */

/* Appends [index] to a text at `length`; returns the new length. */
static size_t append_index(char *text, size_t length, int index)
{
    char digits[12];
    int count = 0;
    text[length++] = '[';
    if (index < 0)
        text[length++] = '-';
    for (unsigned rest = index < 0 ? -(unsigned)index : (unsigned)index; count == 0 || rest > 0; rest /= 10)
        digits[count++] = (char)('0' + rest % 10);
    while (count > 0)
        text[length++] = digits[--count];
    text[length++] = ']';
    return length;
}

const char *reading_full_name(struct reading *r, const struct tree *name, const struct env *env)
{
    enum { LONGEST = 13 }; /* [-1000000000] */
    if (name->count == 0)
        return name->text;
    size_t length = strlen(name->text);
    char *full = arena_new(&r->arena, length + (size_t)(LONGEST * name->count) + 1);
    bool good = true;
    memcpy(full, name->text, length);
    for (int i = 0; i < name->count; i++) {
        double index = 0;
        bool known = constant_number(r, name->items[i], env, "an index", &index);
        if (known && (!(index >= -1e9 && index <= 1e9) || index != (double)(int)index)) {
            report(r, tree_place(name->items[i]), NULL, "expected a whole number as index of '%.60s', met %.12g",
                   name->text, index);
            known = false;
        }
        good = good && known;
        length = append_index(full, length, known ? (int)index : 0);
    }
    return good ? full : NULL;
}

struct definition *reading_definition(const struct reading *r, const char *name)
{
    int i = names_get(&r->things, name);
    if (i >= 0)
        return r->declared.at[i].definition;
    i = names_get(&r->scene->names, name);
    return i >= 0 ? r->scene->all_kept.at[i] : NULL;
}

bool reading_knows_not(const struct reading *r, const struct env *env, const char *name)
{
    for (const struct env *e = env; e != NULL; e = e->up)
        if (strcmp(e->name, name) == 0)
            return false;
    return reading_definition(r, name) == NULL;
}

bool reading_let_changes(const struct reading *r, int let)
{
    for (int i = 0; i < r->changing.count; i++)
        if (r->changing.at[i]->let == let)
            return true;
    for (int i = 0; i < r->scene->changing.count; i++)
        if (r->scene->all_kept.at[r->scene->changing.at[i]]->let == let)
            return true;
    return false;
}

/* "line 3", or "line 3 of parts.tn" where that is another file. */
static void describe_place(const struct reading *r, struct place p, const char *file, struct place here, char text[300])
{
    bool same = file == NULL && p.source == here.source;
    const char *name = file != NULL ? file : p.source > 0 ? diagnostics_file(r->d, p.source) : "";
    if (p.line == 0)
        snprintf(text, 300, "an earlier text");
    else if (same || name[0] == '\0')
        snprintf(text, 300, "line %d", p.line);
    else
        snprintf(text, 300, "line %d of %.200s", p.line, name);
}

/* Whether a name is free; reports it if not. */
static bool value_name_free(struct reading *r, const char *name, struct place place, const char *what)
{
    char where[300];
    if (words_reserved(name)) {
        report(r, place, NULL, "expected another name for %s: '%s' is reserved", what, name);
        return false;
    }
    int i = names_get(&r->things, name), kept = names_get(&r->scene->names, name), slot = world_find_object(r->w, name);
    if (slot >= 0 && renew_owns(r, TN_THING_OBJECT, (uint32_t)slot))
        slot = -1;
    if (i >= 0 && r->declared.at[i].definition != NULL) {
        const struct definition *d = r->declared.at[i].definition;
        describe_place(r, d->place, d->file, place, where);
    } else if (i >= 0) {
        const struct instance *o = &r->objects.at[r->declared.at[i].object];
        const struct tree *t = o->s->name != NULL ? o->s->name : o->s->args[0];
        if (t->place.source == place.source && t->place.line == place.line && t->place.column == place.column &&
            place.line > 0) {
            report(r, place, NULL, "the name '%.60s' is declared in every round of a loop: give it an index", name);
            return false;
        }
        describe_place(r, t->place, NULL, place, where);
    } else if (kept >= 0) {
        const struct definition *d = r->scene->all_kept.at[kept];
        describe_place(r, d->place, d->file, place, where);
    } else if (slot >= 0) {
        describe_place(r, (struct place){0}, NULL, place, where);
    } else {
        return true;
    }
    report(r, place, NULL, "the name '%.60s' is taken: it was declared in %s", name, where);
    return false;
}

static void add_thing(struct reading *r, const char *name, struct definition *d, int object)
{
    struct declared entry = {d, object};
    names_set(&r->things, name, r->declared.count);
    ARRAY_PUSH(&r->declared, entry);
}

/* ---- definitions: let, path, surface, nail ---- */

static struct definition *new_definition(struct reading *r, const struct statement *s, const struct env *env)
{
    struct definition *d = ARENA_NEW(&r->arena, struct definition);
    d->statement = s;
    d->body = s->kind == STATEMENT_DEFINE && s->arg_count > 0 ? s->args[0] : NULL;
    d->env = env;
    d->let = d->source = -1;
    d->item = r->item;
    return d;
}

/* A value given by tn_set overrides the text. */
static void apply_override(struct reading *r, struct definition *d)
{
    for (int i = 0; i < r->scene->overrides.count; i++) {
        struct override *o = &r->scene->overrides.at[i];
        if (strcmp(o->name, d->name) == 0) {
            d->body = o->value;
            o->used = true;
        }
    }
}

static const char *const definition_words[] = {"a let", "a function", "a nail", "a path", "a surface", "a curve"};

static void declare_definition(struct reading *r, const struct statement *s, const struct env *env,
                               enum definition_kind kind)
{
    const struct tree *t = kind == DEFINE_NAIL ? (s->arg_count > 0 ? s->args[0] : NULL) : s->name;
    if (t == NULL || t->kind != TREE_NAME) {
        if (!s->broken)
            report(r, t != NULL ? tree_place(t) : s->place, NULL, "expected the name of %s after '%s'",
                   definition_words[kind], s->word);
        return;
    }
    struct definition *d = new_definition(r, s, env);
    d->kind = kind == DEFINE_LET && s->parameter_count > 0 ? DEFINE_FUNCTION : kind;
    d->place = t->place;
    d->name = reading_full_name(r, t, env);
    d->failed = s->broken;
    if (d->name == NULL)
        return;
    if (words_function(d->name) && d->kind != DEFINE_NAIL &&
        d->kind != DEFINE_LET) { /* a call of the name would be ambiguous */
        report(r, t->place, NULL, "expected another name for %s: '%s' is built in", definition_words[d->kind], d->name);
        d->failed = true;
    }
    if (d->kind == DEFINE_FUNCTION && env != NULL) {
        report(r, s->place, NULL, "expected the function '%.60s' outside of loops", d->name);
        d->failed = true;
    }
    if (d->kind == DEFINE_SURFACE && s->parameter_count != 3 && !d->failed) {
        report(r, t->place, NULL,
               "a surface is a number of three coordinates, zero where it lies; '%.60s' has %d: write surface "
               "%.60s(x, y, z) = …;",
               d->name, s->parameter_count, d->name);
        d->failed = true;
    }
    if (!value_name_free(r, d->name, t->place, definition_words[d->kind]))
        return;
    if (d->kind == DEFINE_LET)
        apply_override(r, d);
    add_thing(r, d->name, d, -1);
    ARRAY_PUSH(&r->definitions, d);
}

/* Lets without an index inside a loop belong to one round of it. */
const struct env *declare_round(struct reading *r, const struct statement *loop, double number, const struct env *up)
{
    struct env *e = ARENA_NEW(&r->arena, struct env);
    *e = (struct env){up, loop->name->text, number, NULL};
    const struct env *round = e;
    ARRAY(struct definition *) own = {0};
    for (int i = 0; i < loop->child_count; i++) {
        const struct statement *s = loop->children[i];
        if (s->kind != STATEMENT_DEFINE || strcmp(s->word, "let") != 0 || s->name == NULL || s->name->count > 0 ||
            s->parameter_count > 0)
            continue;
        struct definition *d = new_definition(r, s, NULL);
        d->name = s->name->text;
        d->place = s->name->place;
        d->local = true;
        d->failed = s->broken;
        apply_override(r, d);
        struct env *binding = ARENA_NEW(&r->arena, struct env);
        *binding = (struct env){round, d->name, 0, d};
        round = binding;
        ARRAY_PUSH(&own, d);
    }
    for (int i = 0; i < own.count; i++) {
        own.at[i]->env = round; /* they may use each other */
        ARRAY_PUSH(&r->definitions, own.at[i]);
    }
    ARRAY_FREE(&own);
    return round;
}

static bool is_local(const struct statement *s, const struct env *env)
{
    for (const struct env *e = env; e != NULL; e = e->up)
        if (e->let != NULL && e->let->statement == s)
            return true;
    return false;
}

/* ---- the other statements ---- */

static void declare_object(struct reading *r, const struct statement *s, const struct env *env, const struct tree *name)
{
    struct instance i = {.s = s, .env = env, .slot = -1, .moment = r->moment, .item = r->item};
    if (name == NULL || name->kind != TREE_NAME) {
        if (!s->broken)
            report(r, name != NULL ? tree_place(name) : s->place, NULL, "expected a name after '%s'", s->word);
        return;
    }
    i.name = reading_full_name(r, name, env);
    if (i.name == NULL ||
        !value_name_free(r, i.name, name->place, s->kind == STATEMENT_BLOCK ? "an object" : "a variable"))
        return;
    i.progress = s->broken ? FAILED : NOT_MADE;
    add_thing(r, i.name, NULL, r->objects.count);
    ARRAY_PUSH(&r->objects, i);
}

static const struct statement *relation_statement(const struct reading *r, int code)
{
    return code % 2 == 0 ? r->constraints.at[code / 2].s : r->forces.at[code / 2].s;
}

/* Constraints and forces share one set of names, because both are switched on and off by name. */
static void declare_relation(struct reading *r, const struct statement *s, const struct env *env, bool is_force)
{
    struct instance i = {.s = s,
                         .env = env,
                         .slot = -1,
                         .progress = s->broken ? FAILED : NOT_MADE,
                         .moment = r->moment,
                         .item = r->item};
    int number = is_force ? r->forces.count : r->constraints.count;
    if (s->kind == STATEMENT_BLOCK && s->name != NULL) {
        char where[300];
        i.name = reading_full_name(r, s->name, env);
        if (i.name == NULL)
            return;
        int other = names_get(&r->relations, i.name);
        int constraint = world_find_constraint(r->w, i.name), force = world_find_force(r->w, i.name);
        bool before = (constraint >= 0 && !renew_owns(r, TN_THING_CONSTRAINT, (uint32_t)constraint)) ||
                      (force >= 0 && !renew_owns(r, TN_THING_FORCE, (uint32_t)force));
        if (other >= 0 || before) {
            struct place p = {0};
            if (other >= 0)
                p = relation_statement(r, other)->name->place;
            describe_place(r, p, NULL, s->name->place, where);
            report(r, s->name->place, NULL, "the name '%.60s' is taken by a constraint or force of %s", i.name, where);
            return;
        }
        names_set(&r->relations, i.name, 2 * number + (is_force ? 1 : 0));
    }
    if (is_force)
        ARRAY_PUSH(&r->forces, i);
    else
        ARRAY_PUSH(&r->constraints, i);
}

static void declare_probe(struct reading *r, const struct statement *s, const struct env *env)
{
    struct instance i = {.s = s, .env = env, .slot = -1, .progress = s->broken ? FAILED : NOT_MADE, .item = r->item};
    i.name = s->name != NULL ? reading_full_name(r, s->name, env) : NULL;
    if (i.name == NULL)
        return;
    int other = names_get(&r->probe_names, i.name);
    if (i.name[strspn(i.name, " \t")] == '\0')
        report(r, s->name->place, NULL, "expected a name for the probe: probe NAME = …;");
    else if (other >= 0)
        report(r, s->name->place, NULL, "there is a probe '%.60s' already, in line %d", i.name,
               r->probes.at[other].s->place.line);
    else if (world_has_probe(r->w, i.name) && !renew_owns_probe(r, i.name))
        report(r, s->name->place, NULL, "there is a probe '%.60s' already, in an earlier text", i.name);
    else if (s->parameter_count > 0)
        report(r, s->name->place, NULL, "expected a probe without parameters: probe %.60s = …;", i.name);
    else {
        names_set(&r->probe_names, i.name, r->probes.count);
        ARRAY_PUSH(&r->probes, i);
    }
}

/* The gravity of a world block is a force like any other. */
static void declare_gravity(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    struct instance *earlier = NULL;
    if (force_find(s->word) == NULL || !force_find(s->word)->in_world)
        return;
    for (int i = 0; i < r->forces.count; i++)
        if (r->forces.at[i].of_world && r->forces.at[i].world != ctx && strcmp(r->forces.at[i].s->word, s->word) == 0)
            earlier = &r->forces.at[i];
    if (earlier != NULL) { /* of another world block: the later one counts */
        earlier->s = s;
        earlier->env = env;
        earlier->world = ctx;
        earlier->progress = s->broken ? FAILED : NOT_MADE;
        return;
    }
    declare_relation(r, s, env, true);
    r->forces.at[r->forces.count - 1].of_world = true;
    r->forces.at[r->forces.count - 1].world = ctx;
}

static bool is_block(struct reading *r, const struct statement *s)
{
    if (s->kind == STATEMENT_BLOCK)
        return true;
    if (!s->broken)
        report(r, s->place, NULL, "expected ':' and the statements of a block after '%s'", s->word);
    return false;
}

/* Reports a block after a statement that has none. */
static bool is_plain(struct reading *r, const struct statement *s)
{
    if (s->kind != STATEMENT_BLOCK)
        return true;
    report(r, s->place, NULL, "expected no block: '%.60s' is a statement that ends with ';'", s->word);
    return false;
}

static void push(struct reading *r, const struct statement *s, const struct env *env, const char *word)
{
    struct instance i = {.s = s, .env = env, .slot = -1, .progress = s->broken ? FAILED : NOT_MADE, .item = r->item};
    if (strcmp(word, "world") == 0) {
        ARRAY_PUSH(&r->worlds, i);
        reading_walk(r, s->children, s->child_count, env, declare_gravity, (void *)(uintptr_t)s);
    } else if (strcmp(word, "point") == 0) {
        ARRAY_PUSH(&r->points, i);
    } else if (strcmp(word, "contact") == 0) {
        ARRAY_PUSH(&r->contacts, i);
    } else if (strcmp(word, "skin") == 0) {
        ARRAY_PUSH(&r->skins, i);
    } else if (strcmp(word, "state") == 0) {
        ARRAY_PUSH(&r->states, i);
    } else {
        ARRAY_PUSH(&r->looks, i);
    }
}

static void declare_path(struct reading *r, const struct statement *s, const struct env *env)
{
    if (s->kind == STATEMENT_BLOCK || s->kind == STATEMENT_DEFINE)
        declare_definition(r, s, env, DEFINE_PATH);
}

void declare_word(struct reading *r, const struct statement *s, const struct env *env)
{
    const char *word = s->word;
    if (strcmp(word, "object") == 0) {
        if (is_block(r, s))
            declare_object(r, s, env, s->name);
    } else if (strcmp(word, "constraint") == 0 || strcmp(word, "force") == 0) {
        if (is_block(r, s))
            declare_relation(r, s, env, word[0] == 'f');
    } else if (strcmp(word, "world") == 0 || strcmp(word, "state") == 0) {
        if (is_block(r, s))
            push(r, s, env, word);
    } else if (strcmp(word, "path") == 0) {
        declare_path(r, s, env);
    } else if (!is_plain(r, s)) {
        return;
    } else if (strcmp(word, "let") == 0) {
        if (!is_local(s, env))
            declare_definition(r, s, env, DEFINE_LET);
    } else if (strcmp(word, "surface") == 0) {
        declare_definition(r, s, env, DEFINE_SURFACE);
    } else if (strcmp(word, "curve") == 0) {
        declare_definition(r, s, env, DEFINE_CURVE);
    } else if (strcmp(word, "nail") == 0) {
        declare_definition(r, s, env, DEFINE_NAIL);
    } else if (strcmp(word, "variable") == 0) {
        declare_object(r, s, env, s->arg_count > 0 ? s->args[0] : NULL);
    } else if (strcmp(word, "probe") == 0) {
        declare_probe(r, s, env);
    } else if (strcmp(word, "point") == 0 || strcmp(word, "contact") == 0 || strcmp(word, "camera") == 0 ||
               strcmp(word, "show") == 0 || strcmp(word, "trace") == 0 || strcmp(word, "skin") == 0 ||
               strcmp(word, "title") == 0 || strcmp(word, "light") == 0 || strcmp(word, "background") == 0) {
        push(r, s, env, word);
    } else if (words_are_constraint(word)) {
        declare_relation(r, s, env, false);
    } else if (force_find(word) != NULL) {
        declare_relation(r, s, env, true);
    }
}

static void declare(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    bool early = *(bool *)ctx;
    bool is_let = strcmp(s->word, "let") == 0;
    if (early) {
        if (is_let)
            declare_definition(r, s, env, DEFINE_LET);
        return;
    }
    if (is_let && env == NULL) /* already declared by declare_early */
        return;
    if (strcmp(s->word, "include") == 0) { /* the reader of the text has already inserted the statements of the file */
        if (!s->broken)
            report(r, s->place, NULL, "only a text includes files; a program reads them with tn_read_file");
    } else if (!words_known(IN_SCENE, s->word))
        words_unknown(r, IN_SCENE, s);
    else if (s->kind == STATEMENT_AT)
        timeline_declare(r, s, env);
    else
        declare_word(r, s, env);
}

/* Lets outside of loops come first, because the bounds of loops may use them. */
static void declare_early(struct reading *r, const struct statement *s)
{
    bool early = true;
    if (s->kind == STATEMENT_DEFINE)
        declare(r, s, NULL, &early);
    else if (s->kind == STATEMENT_GROUP)
        for (int i = 0; i < s->child_count; i++)
            declare_early(r, s->children[i]);
}

void declare_all(struct reading *r)
{
    bool early = false;
    if (r->now) {
        timeline_declare_now(r);
        return;
    }
    for (r->item = 0; r->item < r->item_count; r->item++)
        if (r->items[r->item].env == NULL)
            declare_early(r, r->items[r->item].s);
    overrides_work_out(r, false); /* bounds of loops may use them */
    for (r->item = 0; r->item < r->item_count; r->item++) {
        struct statement *s = (struct statement *)r->items[r->item].s;
        reading_walk(r, &s, 1, r->items[r->item].env, declare, &early);
    }
    for (int i = 0; i < r->changes.count; i++) {
        int own = names_get(&r->things, r->changes.at[i]);
        struct definition *d = reading_definition(r, r->changes.at[i]);
        if (d == NULL)
            continue;
        d->changes = d->changes || own >= 0;
        ARRAY_PUSH(&r->changing, d);
    }
}
