/* renew_match.c: statements of two texts that correspond to each other; see renew.h. */
#include <string.h>

#include "model/renew.h"

/* ---- the old text ---- */

const struct statement *renew_statement(const struct renewal *n, int old)
{
    const struct edition *e = n->old;
    return n->statement[e->statements.at[e->things.at[old].statement].number];
}

tn_thing renew_thing(const struct renewal *n, int old)
{
    const struct origin *o = &n->old->things.at[old];
    return (tn_thing){(tn_thing_type)o->type, o->slot, o->generation, o->type == TN_THING_POINT ? o->index : 0, 0};
}

/* n: names that are others now are the same; NULL: they are not. */
static bool same_turn(const struct edition *e, const struct renewal *n, int turn, const struct env *env)
{
    for (;;) {
        while (env != NULL && env->let != NULL)
            env = env->up;
        if (env == NULL || turn < 0)
            return env == NULL && turn < 0;
        const struct edition_turn *t = &e->turns.at[turn];
        const char *was = e->names.at[t->name];
        if (t->value != env->number || !(n != NULL ? renew_same_name(n, was, env->name) : strcmp(was, env->name) == 0))
            return false;
        turn = t->up;
        env = env->up;
    }
}

bool renew_same(const struct reading *r, int old, const struct statement *s, const struct env *env)
{
    const struct renewal *n = r->renews;
    return same_turn(n->old, n, n->old->things.at[old].turn, env) && renew_alike(n, renew_statement(n, old), s);
}

bool renew_exact(const struct reading *r, int old, const struct statement *s, const struct env *env)
{
    const struct renewal *n = r->renews;
    return n->renamed.pairs.count == 0 ||
           (same_turn(n->old, NULL, n->old->things.at[old].turn, env) && draft_equal(renew_statement(n, old), s));
}

/* ---- what has changed by name ---- */

void renew_mark(struct renewal *n, const char *name)
{
    char *base = mem_print("%.*s", (int)strcspn(name, "["), name);
    names_set(&n->dirty, name, 1);
    names_set(&n->bases, base, 1);
    mem_free(base);
}

static bool is_hidden(const char *name, const struct env *env)
{
    for (; env != NULL; env = env->up)
        if (env->let == NULL && strcmp(env->name, name) == 0)
            return true;
    return false;
}

static bool name_is_dirty(struct reading *r, const struct tree *t, const struct env *env)
{
    struct renewal *n = r->renews;
    if (names_get(&n->bases, t->text) < 0)
        return false;
    if (t->count == 0)
        return names_get(&n->dirty, t->text) >= 0 && !is_hidden(t->text, env);
    bool quiet = r->quiet;
    r->quiet = true;
    const char *full = reading_full_name(r, t, env);
    r->quiet = quiet;
    return full == NULL || names_get(&n->dirty, full) >= 0;
}

bool renew_is_dirty_tree(struct reading *r, const struct tree *t, const struct env *env)
{
    if (t->kind == TREE_NAME && name_is_dirty(r, t, env))
        return true;
    for (int i = 0; i < t->count; i++)
        if (renew_is_dirty_tree(r, t->items[i], env))
            return true;
    return false;
}

bool renew_is_dirty(struct reading *r, const struct statement *s, const struct env *env)
{
    if (r->renews->bases.count == 0)
        return false;
    if (names_get(&r->renews->bases, s->word) >= 0) /* the type of a curve */
        return true;
    for (int i = 0; s->name != NULL && i < s->name->count; i++)
        if (renew_is_dirty_tree(r, s->name->items[i], env))
            return true;
    for (int i = 0; i < s->arg_count; i++)
        if (renew_is_dirty_tree(r, s->args[i], env))
            return true;
    for (int i = 0; i < s->child_count; i++)
        if (renew_is_dirty(r, s->children[i], env) ||
            (s->kind == STATEMENT_AT && s->children[i]->name != NULL && /* let g = 2; on NAME; */
             renew_is_dirty_tree(r, s->children[i]->name, env)))
            return true;
    return false;
}

/* ---- by content ---- */

static uint64_t mix(uint64_t h, uint64_t x) { return (h ^ x) * 0x9E3779B97F4A7C15u + (h >> 29); }

static uint64_t mix_text(uint64_t h, const char *text)
{
    for (; text != NULL && *text != '\0'; text++)
        h = mix(h, (unsigned char)*text);
    return mix(h, 256);
}

static uint64_t mix_number(uint64_t h, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return mix(h, bits);
}

static uint64_t mix_tree(const struct renewal *n, enum which_text which, uint64_t h, const struct tree *t)
{
    const bool is_name = t->kind == TREE_NAME || t->kind == TREE_MEMBER;
    h = mix(h, (uint64_t)t->kind * 64 + (unsigned char)t->sign);
    h = mix_number(mix_text(h, is_name ? renew_canonical(n, which, t->text) : t->text), t->number);
    for (int i = 0; i < t->count; i++)
        h = mix_tree(n, which, h, t->items[i]);
    return h;
}

uint64_t renew_hash_head(const struct renewal *n, enum which_text which, const struct statement *s)
{
    uint64_t h = mix_text(mix(1, (uint64_t)s->kind), renew_canonical(n, which, s->word));
    for (int i = 0; i < s->arg_count; i++)
        h = mix_tree(n, which, h, s->args[i]);
    return h;
}

uint64_t renew_hash(const struct renewal *n, enum which_text which, const struct statement *s)
{
    uint64_t h = renew_hash_head(n, which, s);
    if (s->name != NULL)
        h = mix_tree(n, which, h, s->name);
    for (int i = 0; i < s->child_count; i++)
        h = mix(h, renew_hash(n, which, s->children[i]));
    return h;
}

static uint64_t mix_env(const struct renewal *n, uint64_t h, const struct env *env)
{
    for (; env != NULL; env = env->up)
        if (env->let == NULL)
            h = mix_number(mix_text(h, renew_canonical(n, NEW_TEXT, env->name)), env->number);
    return h;
}

static uint64_t mix_turn(const struct renewal *n, uint64_t h, int turn)
{
    const struct edition *e = n->old;
    for (; turn >= 0; turn = e->turns.at[turn].up)
        h = mix_number(mix_text(h, renew_canonical(n, OLD_TEXT, e->names.at[e->turns.at[turn].name])),
                       e->turns.at[turn].value);
    return h;
}

/* Old things without a name, by what their statements say; those that say the same in the order of the text. */
struct by_content {
    int *first, *next; /* -1: none */
    uint64_t *hash;    /* by old thing */
    size_t capacity;   /* a power of two */
};

static void content_begin(struct reading *r, struct by_content *c)
{
    const struct edition *e = r->renews->old;
    c->capacity = 64;
    while (c->capacity < 2 * (size_t)e->things.count)
        c->capacity *= 2;
    c->first = MEM_ARRAY(int, c->capacity);
    c->next = MEM_ARRAY(int, e->things.count + 1);
    c->hash = MEM_ARRAY(uint64_t, e->things.count + 1);
    for (size_t i = 0; i < c->capacity; i++)
        c->first[i] = -1;
    const struct statement *last = NULL;
    uint64_t last_hash = 0;
    for (int i = e->things.count - 1; i >= 0; i--) { /* backwards: the first comes first in its list */
        const struct statement *s = renew_statement(r->renews, i);
        last_hash = s == last ? last_hash : renew_hash(r->renews, OLD_TEXT, s); /* the turns of a loop share it */
        last = s;
        uint64_t h = mix_turn(r->renews, mix(last_hash, e->things.at[i].type), e->things.at[i].turn);
        c->hash[i] = h;
        c->next[i] = c->first[h & (c->capacity - 1)];
        c->first[h & (c->capacity - 1)] = i;
    }
}

static void content_end(struct by_content *c)
{
    mem_free(c->first);
    mem_free(c->next);
    mem_free(c->hash);
}

static bool is_free(const struct reading *r, int old, tn_thing_type type)
{
    const struct renewal *n = r->renews;
    return !n->taken[old] && n->old->things.at[old].type == (uint8_t)type && tn_thing_valid(r->w, renew_thing(n, old));
}

/* Is it there already, or was it? What an event will bring is not. */
static bool has_come(const tn_world *w, tn_thing_type type, int slot)
{
    return type == TN_THING_OBJECT       ? world_object_present(w, slot) || world_object_gone(w, slot)
           : type == TN_THING_CONSTRAINT ? world_constraint_present(w, slot) || world_constraint_gone(w, slot)
           : type == TN_THING_FORCE      ? world_force_present(w, slot) || world_force_gone(w, slot)
                                         : true;
}

static bool fits(const struct reading *r, int old, tn_thing_type type, const struct instance *i)
{
    return is_free(r, old, type) && has_come(r->w, type, (int)r->renews->old->things.at[old].slot) == (i->moment == 0);
}

static void take(struct reading *r, struct instance *i, int old)
{
    r->renews->taken[old] = true;
    i->old = old + 1;
}

/* Unnamed things that say the same; then those of the same word, in their order. */
static void match_content(struct reading *r, const struct by_content *c, tn_thing_type type, struct instance *list,
                          int count)
{
    const struct edition *e = r->renews->old;
    const struct statement *last = NULL;
    uint64_t last_hash = 0;
    for (int i = 0; i < count; i++) {
        last_hash = list[i].s == last ? last_hash : renew_hash(r->renews, NEW_TEXT, list[i].s);
        last = list[i].s;
        uint64_t h = mix_env(r->renews, mix(last_hash, (uint64_t)type), list[i].env);
        if (list[i].old > 0 || (list[i].name != NULL && type != TN_THING_POINT))
            continue;
        for (int k = c->first[h & (c->capacity - 1)]; k >= 0; k = c->next[k])
            if (c->hash[k] == h && fits(r, k, type, &list[i]) && renew_same(r, k, list[i].s, list[i].env)) {
                take(r, &list[i], k);
                break;
            }
    }
    int next = 0;
    for (int i = 0; i < count; i++) {
        if (list[i].old > 0 || list[i].name != NULL)
            continue;
        for (int k = next; k < e->things.count; k++) {
            if (!fits(r, k, type, &list[i]))
                continue;
            const struct statement *s = renew_statement(r->renews, k);
            if (strcmp(s->word, list[i].s->word) == 0 && s->name == NULL) {
                take(r, &list[i], k);
                next = k + 1;
                break;
            }
        }
    }
}

/* ---- by name ---- */

static int old_of(const struct reading *r, tn_thing_type type, int slot, uint32_t generation)
{
    tn_thing t = {type, (uint32_t)slot, generation, 0, 0};
    const struct origin *o = slot >= 0 ? edition_find(r->renews->old, t) : NULL;
    return o != NULL ? (int)(o - r->renews->old->things.at) : -1;
}

static void match_named(struct reading *r, tn_thing_type type, struct instance *list, int count)
{
    const tn_world *w = r->w;
    for (int i = 0; i < count; i++) {
        if (list[i].name == NULL)
            continue;
        const char *name = renew_was(r, type == TN_THING_OBJECT ? NAME_VALUE : NAME_RELATION, list[i].name);
        int slot = type == TN_THING_OBJECT       ? world_find_object(w, name)
                   : type == TN_THING_CONSTRAINT ? world_find_constraint(w, name)
                                                 : world_find_force(w, name);
        if (slot < 0)
            continue;
        uint32_t generation = type == TN_THING_OBJECT       ? world_object_generation(w, slot)
                              : type == TN_THING_CONSTRAINT ? world_constraint_generation(w, slot)
                                                            : world_force_generation(w, slot);
        int old = old_of(r, type, slot, generation);
        if (old >= 0 && fits(r, old, type, &list[i]))
            take(r, &list[i], old);
    }
}

static void match_probes(struct reading *r)
{
    for (int i = 0; i < r->probes.count; i++) {
        tn_thing t = tn_thing_find(r->w, TN_THING_PROBE, renew_was(r, NAME_PROBE, r->probes.at[i].name));
        int old = t.type == TN_THING_PROBE ? old_of(r, TN_THING_PROBE, (int)t.slot, 1) : -1;
        if (old >= 0)
            take(r, &r->probes.at[i], old);
    }
}

/* Those whose order counts: the first ones, as long as they say the same. */
static void match_first(struct reading *r, tn_thing_type type, struct instance *list, int count)
{
    const struct edition *e = r->renews->old;
    int old = 0;
    for (int i = 0; i < count; i++) {
        while (old < e->things.count && e->things.at[old].type != (uint8_t)type)
            old++;
        if (old >= e->things.count || !is_free(r, old, type) || !renew_same(r, old, list[i].s, list[i].env) ||
            (type == TN_THING_LOOK && !renew_exact(r, old, list[i].s, list[i].env))) /* it is kept as a text */
            return;
        take(r, &list[i], old++);
    }
}

/* Events of the same content; those that are over are known by their place in the list alone. */
static void match_events(struct reading *r)
{
    const struct renewal *n = r->renews;
    for (int i = 0; i < r->events.count; i++)
        for (int k = 0; k < n->old->things.count; k++)
            if (n->old->things.at[k].type == TN_THING_EVENT && !n->taken[k] &&
                renew_same(r, k, r->events.at[i].s, r->events.at[i].env)) {
                take(r, &r->events.at[i], k);
                break;
            }
}

void renew_match(struct reading *r)
{
    struct by_content c;
    content_begin(r, &c);
    match_named(r, TN_THING_OBJECT, r->objects.at, r->objects.count);
    match_content(r, &c, TN_THING_POINT, r->points.at, r->points.count);
    match_named(r, TN_THING_CONSTRAINT, r->constraints.at, r->constraints.count);
    match_content(r, &c, TN_THING_CONSTRAINT, r->constraints.at, r->constraints.count);
    match_named(r, TN_THING_FORCE, r->forces.at, r->forces.count);
    match_content(r, &c, TN_THING_FORCE, r->forces.at, r->forces.count);
    match_first(r, TN_THING_CONTACT, r->contacts.at, r->contacts.count);
    match_first(r, TN_THING_SKIN, r->skins.at, r->skins.count);
    match_first(r, TN_THING_LOOK, r->looks.at, r->looks.count);
    match_probes(r);
    match_events(r);
    content_end(&c);
}

/* ---- numbers that can be set ---- */

enum { MOST_SETS = 16 };
struct set {
    const char *word;
    double value[6];
    int count;
};

static bool is_bare(const struct tree *t) { return t->kind == TREE_NAME && t->count == 0; }

/* The literals of an argument. */
static bool literals(const struct tree *t, struct set *s)
{
    if (t->kind == TREE_VECTOR)
        return literals(t->items[0], s) && literals(t->items[1], s) && literals(t->items[2], s);
    if (t->kind != TREE_NUMBER || s->count == 6)
        return false;
    s->value[s->count++] = t->number;
    return true;
}

static bool is_literal(const struct tree *t)
{
    struct set unused = {.count = 0};
    return literals(t, &unused);
}

/* The option that an argument belongs to, with its numbers. */
static bool option_at(const struct statement *s, int at, struct set *out)
{
    int word = at;
    while (word > 0 && !is_bare(s->args[word]))
        word--;
    int first = is_bare(s->args[word]) && (word > 0 || s->arg_count > 1) && word < at ? word + 1 : 0;
    *out = (struct set){.word = first > 0 ? s->args[word]->text : s->word};
    if (first == 0) /* its own numbers: push P (x, y, z) */
        for (first = at; first > 0 && is_literal(s->args[first - 1]);)
            first--;
    for (int i = first; i < s->arg_count && !is_bare(s->args[i]); i++)
        if (!literals(s->args[i], out))
            return false;
    return true;
}

static bool differs(const struct statement *a, const struct statement *b, struct set *list, int *count)
{
    if (a->kind != b->kind || strcmp(a->word, b->word) != 0 || a->arg_count != b->arg_count ||
        a->child_count != b->child_count || a->relation != b->relation || a->kind == STATEMENT_RELATION ||
        a->parameter_count > 0 || !draft_equal_trees(a->name, b->name))
        return false;
    for (int i = 0; i < a->arg_count; i++) {
        struct set s, was;
        if (draft_equal_trees(a->args[i], b->args[i]))
            continue;
        if (*count == MOST_SETS || !option_at(b, i, &s) || !option_at(a, i, &was) || strcmp(s.word, was.word) != 0)
            return false;
        if (*count == 0 || list[*count - 1].word != s.word)
            list[(*count)++] = s;
    }
    for (int i = 0; i < a->child_count; i++)
        if (!differs(a->children[i], b->children[i], list, count))
            return false;
    return true;
}

bool renew_numbers(struct reading *r, tn_thing_type type, const struct instance *i)
{
    struct set list[MOST_SETS];
    int count = 0, slot = (int)r->renews->old->things.at[i->old - 1].slot;
    enum world_thing thing = type == TN_THING_CONSTRAINT ? WORLD_CONSTRAINT : WORLD_FORCE;
    if (!differs(renew_statement(r->renews, i->old - 1), i->s, list, &count))
        return false;
    for (int k = 0; k < count; k++) {
        const tn_parameter *p = NULL;
        bool formula = false, found = false;
        for (int j = 0; !found && (p = world_parameter(r->w, thing, slot, j, &formula)) != NULL; j++)
            found = strcmp(p->word, list[k].word) == 0;
        char *wrong = found && !formula && list[k].count >= p->fewest && list[k].count <= p->most
                          ? world_set(r->w, thing, slot, list[k].word, list[k].value, list[k].count, SET_WHETHER)
                          : mem_text("");
        mem_free(wrong);
        if (wrong != NULL)
            return false;
    }
    for (int k = 0; k < count; k++)
        mem_free(world_set(r->w, thing, slot, list[k].word, list[k].value, list[k].count, SET_NOW));
    return count > 0;
}
