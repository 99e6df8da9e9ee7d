/* renew_renamed.c: names of an old text that the new one calls otherwise; see renew.h.
 *
 * A name that is gone and one that is new belong together if all that declares them is the same but for such names: the
 * same kind, parameters and values. If there are any, names that mean something else are compared, too. Of several that say the same those are taken that stand in the same order, if there
 * are as many in both texts; otherwise those behind the same name. What refers to a renamed thing then still says the same.
 */
#include <stdlib.h>
#include <string.h>

#include "model/batch.h"
#include "model/renew.h"

/* ---- what a text declares ---- */

struct base {
    enum name_group space;
    const char *name; /* without indices */
    ARRAY(const struct statement *) by;
    uint64_t hash;
    int order; /* among all bases of its text */
    bool paired;
};

struct bases {
    ARRAY(struct base) at;
    struct names known[NAME_GROUPS]; /* indices */
};

static bool is(const struct statement *s, const char *word) { return strcmp(s->word, word) == 0; }

/* The name that a statement declares; NULL: none. */
static const struct tree *declares(const struct statement *s, const struct statement *up, enum name_group *space)
{
    const bool event = up != NULL && up->kind == STATEMENT_AT;
    const bool first = s->kind == STATEMENT_PLAIN && s->arg_count > 0 && s->args[0]->kind == TREE_NAME;
    if (s->kind == STATEMENT_FOR) {
        *space = NAME_LOOP;
        return s->name;
    }
    if (s->kind == STATEMENT_BLOCK) {
        *space = is(s, "constraint") || is(s, "force") ? NAME_RELATION : NAME_VALUE;
        return is(s, "object") || is(s, "path") || *space == NAME_RELATION ? s->name : NULL;
    }
    if (s->kind == STATEMENT_DEFINE && !event) {
        *space = is(s, "probe") ? NAME_PROBE : NAME_VALUE;
        return s->name;
    }
    *space = is(s, "point") ? NAME_POINT : NAME_VALUE;
    return first && (is(s, "point") || is(s, "nail") || is(s, "variable")) ? s->args[0] : NULL;
}

static void collect(struct bases *b, const struct statement *s, const struct statement *up)
{
    enum name_group space;
    const struct tree *name = declares(s, up, &space);
    if (name != NULL && name->kind == TREE_NAME) {
        int i = names_get(&b->known[space], name->text);
        if (i < 0) {
            struct base fresh = {.space = space, .name = name->text, .order = b->at.count};
            i = b->at.count;
            names_set(&b->known[space], name->text, i);
            ARRAY_PUSH(&b->at, fresh);
        }
        ARRAY_PUSH(&b->at.at[i].by, s);
    }
    const bool opens = s->kind == STATEMENT_FOR || s->kind == STATEMENT_AT || s->kind == STATEMENT_GROUP;
    for (int i = 0; opens && i < s->child_count; i++)
        collect(b, s->children[i], s->kind == STATEMENT_GROUP ? up : s);
}

static void bases_free(struct bases *b)
{
    for (int i = 0; i < b->at.count; i++)
        ARRAY_FREE(&b->at.at[i].by);
    ARRAY_FREE(&b->at);
    for (int i = 0; i < NAME_GROUPS; i++)
        names_free(&b->known[i]);
}

static void collect_old(struct bases *b, const struct renewal *n)
{
    bool *inside = MEM_ARRAY(bool, n->statements + 1);
    for (int i = 0; i < n->statements; i++)
        for (int k = 0; n->statement[i] != NULL && k < n->statement[i]->child_count; k++) {
            const int number = n->statement[i]->children[k]->number;
            if (number >= 0 && number < n->statements && n->statement[number] == n->statement[i]->children[k])
                inside[number] = true;
        }
    for (int i = 0; i < n->statements; i++)
        if (n->statement[i] != NULL && !inside[i])
            collect(b, n->statement[i], NULL);
    mem_free(inside);
}

/* ---- which belong together ---- */

/* What it is, whatever names it speaks of that may be others. */
static uint64_t shape_of(const struct renewal *n, const struct base *b)
{
    uint64_t h = (uint64_t)b->space + 1;
    for (int i = 0; i < b->by.count; i++) {
        const struct statement *s = b->by.at[i];
        const uint64_t own = b->space == NAME_LOOP ? renew_hash_head(n, OLD_TEXT, s) : renew_hash(n, OLD_TEXT, s);
        h = h * 0x9E3779B97F4A7C15u + own;
    }
    return h;
}

static int compare(const void *a, const void *b)
{
    const struct base *x = *(const struct base *const *)a, *y = *(const struct base *const *)b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->order - y->order;
}

typedef ARRAY(struct base *) base_list;

/* Those that the other text does not have. */
static void missing(struct bases *from, const struct bases *other, struct names *names, base_list *out)
{
    for (int i = 0; i < from->at.count; i++) {
        struct base *b = &from->at.at[i];
        if (names_get(&other->known[b->space], b->name) >= 0)
            continue;
        names_set(names, b->name, 1);
        ARRAY_PUSH(out, b);
    }
}

/* The same name on both sides, in another place or among others that changed: nothing to remember. */
static void pair(struct renewal *n, struct base *was, struct base *is)
{
    struct renamed_names *r = &n->renamed;
    was->paired = is->paired = true;
    if (strcmp(was->name, is->name) == 0)
        return;
    struct renamed_pair p = {was->name, is->name};
    names_set(&r->is[was->space], was->name, r->pairs.count);
    names_set(&r->was[was->space], is->name, r->pairs.count);
    ARRAY_PUSH(&r->pairs, p);
}

/* Do they stand behind what is the same name? */
static bool same_before(const struct renewal *n, const struct bases *old, const struct base *was,
                        const struct bases *new, const struct base *is)
{
    const struct base *a = was->order > 0 ? &old->at.at[was->order - 1] : NULL;
    const struct base *b = is->order > 0 ? &new->at.at[is->order - 1] : NULL;
    if (a == NULL || b == NULL)
        return a == NULL && b == NULL;
    return a->space == b->space && renew_same_name(n, a->name, b->name);
}

/* Those of one shape: of one name, then in the order of their texts. */
static void pair_class(struct renewal *n, const struct bases *old, struct base *const *was, int was_count,
                       const struct bases *new, struct base *const *is, int is_count)
{
    int was_left = was_count, is_left = is_count, next = 0;
    for (int i = 0; i < was_count; i++)
        for (int k = 0; k < is_count && !was[i]->paired; k++)
            if (strcmp(was[i]->name, is[k]->name) == 0) {
                pair(n, was[i], is[k]);
                was_left--;
                is_left--;
            }
    for (int i = 0; i < was_count; i++) {
        while (next < is_count && is[next]->paired)
            next++;
        if (was_left == is_left && !was[i]->paired)
            pair(n, was[i], is[next]);
        for (int k = next; k < is_count && !was[i]->paired; k++)
            if (!is[k]->paired && same_before(n, old, was[i], new, is[k]))
                pair(n, was[i], is[k]);
    }
}

static void match(struct renewal *n, struct bases *old, base_list *gone, struct bases *new, base_list *fresh)
{
    for (int i = 0; i < gone->count; i++)
        gone->at[i]->hash = shape_of(n, gone->at[i]);
    for (int i = 0; i < fresh->count; i++)
        fresh->at[i]->hash = shape_of(n, fresh->at[i]);
    qsort(gone->at, (size_t)gone->count, sizeof *gone->at, compare);
    qsort(fresh->at, (size_t)fresh->count, sizeof *fresh->at, compare);
    for (int a = 0, b = 0; a < gone->count && b < fresh->count;) {
        const uint64_t hash = gone->at[a]->hash;
        int i = a, k = b;
        while (i < gone->count && gone->at[i]->hash == hash)
            i++;
        while (k < fresh->count && fresh->at[k]->hash == hash)
            k++;
        if (k > b)
            pair_class(n, old, gone->at + a, i - a, new, fresh->at + b, k - b);
        if (k == b && fresh->at[b]->hash < hash)
            b++;
        else
            a = i, b = k;
    }
}

/* Names of both texts that mean something else: others may have theirs now (a and b become b and c). */
static void changed(const struct renewal *n, struct bases *old, struct bases *new, struct names *names, base_list *gone,
                    base_list *fresh)
{
    const int before = gone->count;
    for (int i = 0; i < old->at.count; i++) {
        struct base *was = &old->at.at[i];
        const int at = names_get(&new->known[was->space], was->name);
        struct base *is = at >= 0 ? &new->at.at[at] : NULL;
        if (is == NULL || shape_of(n, was) == shape_of(n, is))
            continue;
        ARRAY_PUSH(gone, was);
        ARRAY_PUSH(fresh, is);
    }
    for (int i = before; i < gone->count; i++)
        names_set(names, gone->at[i]->name, 1);
}

void renew_find_renamed(struct reading *r)
{
    struct renewal *n = r->renews;
    struct bases old = {.at = {NULL, 0, 0}}, new = {.at = {NULL, 0, 0}};
    struct names wild = {.borrows = true};
    base_list gone = {0}, fresh = {0};
    collect_old(&old, n);
    for (int i = 0; i < r->item_count; i++)
        collect(&new, r->items[i].s, NULL);
    missing(&old, &new, &wild, &gone);
    missing(&new, &old, &wild, &fresh);
    if (gone.count > 0 && fresh.count > 0) {
        n->renamed.wild = &wild;
        changed(n, &old, &new, &wild, &gone, &fresh);
        match(n, &old, &gone, &new, &fresh);
        n->renamed.wild = NULL;
    }
    ARRAY_FREE(&gone);
    ARRAY_FREE(&fresh);
    names_free(&wild);
    bases_free(&old);
    bases_free(&new);
}

void renew_free_renamed(struct renewal *n)
{
    for (int i = 0; i < NAME_GROUPS; i++) {
        names_free(&n->renamed.is[i]);
        names_free(&n->renamed.was[i]);
    }
    ARRAY_FREE(&n->renamed.pairs);
}

/* ---- asking ---- */

/* In the new text a name that stands for no other, and was another thing's, can only be a word. */
const char *renew_canonical(const struct renewal *n, enum which_text which, const char *name)
{
    const struct renamed_names *r = &n->renamed;
    if (r->wild != NULL)
        return names_get(r->wild, name) >= 0 ? "" : name;
    for (int i = 0; r->pairs.count > 0 && which == NEW_TEXT && i < NAME_GROUPS; i++)
        if (names_get(&r->was[i], name) >= 0)
            return name;
    for (int i = 0; r->pairs.count > 0 && i < NAME_GROUPS; i++) {
        const int at = names_get(&r->is[i], name);
        if (at >= 0)
            return r->pairs.at[at].is;
    }
    return name;
}

bool renew_same_name(const struct renewal *n, const char *was, const char *is)
{
    const struct renamed_names *r = &n->renamed;
    bool same = strcmp(was, is) == 0;
    for (int i = 0; r->pairs.count > 0 && i < NAME_GROUPS; i++) {
        const int at = names_get(&r->is[i], was);
        if (at >= 0 && strcmp(r->pairs.at[at].is, is) == 0)
            return true;
        if (at >= 0 && names_get(&r->was[i], is) >= 0) /* another thing's name now */
            same = false;
    }
    return same;
}

static bool same_name(const void *ctx, const char *was, const char *is) { return renew_same_name(ctx, was, is); }

bool renew_alike(const struct renewal *n, const struct statement *was, const struct statement *is)
{
    const struct draft_names names = {same_name, n};
    return draft_alike(was, is, n->renamed.pairs.count > 0 ? &names : NULL);
}

const char *renew_now(const struct renewal *n, enum name_group group, const char *name)
{
    const int at = n->renamed.pairs.count > 0 ? names_get(&n->renamed.is[group], name) : -1;
    return at >= 0 ? n->renamed.pairs.at[at].is : name;
}

const char *renew_was(struct reading *r, enum name_group space, const char *name)
{
    const struct renamed_names *x = &r->renews->renamed;
    const size_t base = x->pairs.count > 0 ? strcspn(name, "[") : 0;
    if (base == 0)
        return name;
    char *text = arena_text(&r->arena, name, base);
    const int at = names_get(&x->was[space], text);
    if (at < 0)
        return name;
    const char *was = x->pairs.at[at].was;
    char *full = ARENA_ARRAY(&r->arena, char, (int)(strlen(was) + strlen(name + base) + 1));
    strcpy(full, was);
    strcat(full, name + base);
    return full;
}

/* ---- what is set for lets before they are read ---- */

void renew_move_overrides(struct reading *r, bool back)
{
    const struct renamed_names *x = &r->renews->renamed;
    for (int i = 0; x->pairs.count > 0 && i < r->scene->overrides.count; i++) {
        struct override *o = &r->scene->overrides.at[i];
        const size_t base = strcspn(o->name, "[");
        char *text = mem_print("%.*s", (int)base, o->name);
        const int at = names_get(back ? &x->was[NAME_VALUE] : &x->is[NAME_VALUE], text);
        mem_free(text);
        if (at < 0)
            continue;
        char *name = mem_print("%s%s", back ? x->pairs.at[at].was : x->pairs.at[at].is, o->name + base);
        mem_free(o->name);
        o->name = name;
    }
}

/* ---- things that are kept ---- */

void renew_rename_things(struct reading *r)
{
    struct renewal *n = r->renews;
    const struct {
        enum world_thing thing;
        const struct instance *at;
        int count;
    } lists[] = {{WORLD_OBJECT, r->objects.at, r->objects.count},
                 {WORLD_CONSTRAINT, r->constraints.at, r->constraints.count},
                 {WORLD_FORCE, r->forces.at, r->forces.count}};
    for (int k = 0; n->renamed.pairs.count > 0 && k < 3; k++)
        for (int i = 0; i < lists[k].count; i++) {
            const struct instance *x = &lists[k].at[i];
            const tn_thing t = x->old > 0 ? renew_thing(n, x->old - 1) : (tn_thing){.type = TN_THING_NONE};
            if (x->old > 0 && x->name != NULL && tn_thing_valid(r->w, t) &&
                strcmp(tn_thing_name(r->w, t), x->name) != 0)
                world_rename(r->w, lists[k].thing, (int)t.slot, x->name);
        }
    for (int i = 0; n->renamed.pairs.count > 0 && i < r->points.count; i++) {
        const struct instance *p = &r->points.at[i];
        const tn_thing t = p->old > 0 ? renew_thing(n, p->old - 1) : (tn_thing){.type = TN_THING_NONE};
        const char *name = p->s->args[0]->text;
        if (p->old > 0 && tn_thing_valid(r->w, t) && strcmp(tn_thing_name(r->w, t), name) != 0)
            world_rename_point(r->w, (int)t.slot, t.index, name);
    }
}

int renew_put_constraint(struct reading *r, const struct constraint_def *def, char **message, int *wrong_argument)
{
    if (r->renews == NULL || r->renews->retexts < 0)
        return world_add_constraint(r->w, def, message, wrong_argument);
    world_retext_constraint(r->w, r->renews->retexts, def);
    return r->renews->retexts;
}

int renew_put_force(struct reading *r, const struct force_def *def, char **message)
{
    if (r->renews == NULL || r->renews->retexts < 0)
        return world_add_force(r->w, def, message);
    world_retext_force(r->w, r->renews->retexts, def);
    return r->renews->retexts;
}

void renew_retext_probe(struct reading *r, const struct instance *i)
{
    char *text = tree_text(r, i->s->args[0], i->env, false);
    world_retext_probe(r->w, world_probe_index(r->w, (uint32_t)i->slot), i->name, text);
    mem_free(text);
}
