/* renew_names.c: lets, functions, paths and settings of a text that takes the place of another; see renew.h. */
#include <string.h>

#include "model/batch.h"
#include "model/renew.h"

/* Names of the old text are not known while the new one is declared. */
void renew_hide_names(struct reading *r)
{
    const struct edition *e = r->renews->old;
    bool *hidden = MEM_ARRAY(bool, r->scene->all_kept.count + 1);
    for (int i = 0; i < e->things.count; i++)
        if (e->things.at[i].type == TN_THING_NAME && e->things.at[i].slot < (uint32_t)r->scene->all_kept.count)
            hidden[e->things.at[i].slot] = true;
    scene_hide(r->scene, hidden);
    mem_free(hidden);
}

/* ---- lets, functions, paths, … ---- */

static struct definition *old_definition(struct reading *r, const struct definition *d, int *old)
{
    const struct edition *e = r->renews->old;
    *old = names_get(&r->renews->names, renew_was(r, NAME_VALUE, d->name));
    return *old >= 0 ? r->scene->all_kept.at[e->things.at[*old].slot] : NULL;
}

static void name_old(struct reading *r)
{
    const struct edition *e = r->renews->old;
    for (int i = 0; i < e->things.count; i++)
        if (e->things.at[i].type == TN_THING_NAME && e->things.at[i].slot < (uint32_t)r->scene->all_kept.count)
            names_set(&r->renews->names, r->scene->all_kept.at[e->things.at[i].slot]->name, i);
}

/* The statements of the lets of one name, in a sum that does not depend on their order; those of several turns count once. */
static uint64_t sum_of(const struct reading *r, const char *name)
{
    uint64_t sum = 0;
    const struct statement *last = NULL;
    for (int i = 0; i < r->definitions.count; i++) {
        const struct definition *d = r->definitions.at[i];
        if (d->kind != DEFINE_LET || d->statement == last || strcmp(d->statement->name->text, name) != 0)
            continue;
        last = d->statement;
        sum += renew_hash(r->renews, NEW_TEXT, last);
    }
    return sum;
}

/* Lets of a turn: those of one name, in all loops, say the same as before or not. */
static void compare_locals(struct reading *r)
{
    struct renewal *n = r->renews;
    struct names local = {0}; /* number in `sums` */
    ARRAY(uint64_t) sums = {0};
    for (int i = 0; i < r->definitions.count; i++)
        if (r->definitions.at[i]->local && names_get(&local, r->definitions.at[i]->name) < 0) {
            names_set(&local, r->definitions.at[i]->name, sums.count);
            ARRAY_PUSH(&sums, sum_of(r, r->definitions.at[i]->name));
        }
    for (int i = 0; i < n->statements; i++) { /* what the old text has is taken off: nothing may be left */
        const struct statement *s = n->statement[i];
        if (s == NULL || s->kind != STATEMENT_DEFINE || strcmp(s->word, "let") != 0 || s->name == NULL)
            continue;
        const char *name = renew_now(n, NAME_VALUE, s->name->text);
        int number = names_get(&local, name);
        if (number >= 0)
            sums.at[number] -= renew_hash(n, OLD_TEXT, s);
        else if (s->name->count == 0 && names_get(&r->things, name) < 0)
            renew_mark(n, s->name->text);
    }
    int number;
    for (int i = 0; i < names_slots(&local); i++)
        if (names_at(&local, i, &number) != NULL && sums.at[number] != 0)
            renew_mark(n, names_at(&local, i, NULL));
    ARRAY_FREE(&sums);
    names_free(&local);
}

/* The names that mean something else, and those that speak of such. */
void renew_spread(struct reading *r)
{
    struct renewal *n = r->renews;
    bool more = n->bases.count > 0;
    while (more) {
        more = false;
        for (int i = 0; i < r->definitions.count; i++) {
            const struct definition *d = r->definitions.at[i];
            if (names_get(&n->dirty, d->name) < 0 && renew_is_dirty(r, d->statement, d->env)) {
                renew_mark(n, d->name);
                more = true;
            }
        }
    }
}

/* A definition stands for one of the old text that had another name, or spoke of things by other names. */
static void take_over(struct definition *d, const struct definition *was)
{
    d->let = was->let;
    d->source = was->source;
    d->constant = was->constant;
    memcpy(d->value, was->value, sizeof d->value);
    d->known_in = was->known_in;
    d->spline = was->spline;
}

void renew_definitions(struct reading *r)
{
    struct renewal *n = r->renews;
    int old;
    name_old(r);
    compare_locals(r);
    for (int i = 0; i < r->definitions.count; i++) {
        struct definition *d = r->definitions.at[i];
        const struct definition *was = d->local ? NULL : old_definition(r, d, &old);
        if (d->local)
            continue;
        if (was == NULL || was->changes != d->changes || was->kind != d->kind ||
            d->body != (d->statement->kind == STATEMENT_DEFINE ? d->statement->args[0] : NULL) ||
            !renew_same(r, old, d->statement, d->env))
            renew_mark(n, d->name);
        if (was != NULL)
            n->taken[old] = true;
    }
    for (int i = 0; i < n->old->things.count; i++)
        if (n->old->things.at[i].type == TN_THING_NAME && !n->taken[i]) {
            renew_mark(n, r->scene->all_kept.at[n->old->things.at[i].slot]->name);
            n->done.removed++;
        }
    renew_spread(r);
    for (int i = 0; i < r->definitions.count; i++) {
        struct definition *d = r->definitions.at[i];
        struct definition *was = d->local ? NULL : old_definition(r, d, &old);
        int declared = names_get(&r->things, d->name);
        if (d->local)
            continue;
        if (was == NULL || names_get(&n->dirty, d->name) >= 0) {
            n->done.added += was == NULL ? 1 : 0;
            n->done.replaced += was != NULL ? 1 : 0;
            continue;
        }
        n->done.kept++;
        if (!renew_exact(r, old, d->statement, d->env)) { /* another text of the same */
            take_over(d, was);
            continue;
        }
        d->again = d->failed = true; /* it is not made: the old one stands for it */
        d->number = was->number;
        d->let = was->let;
        if (declared >= 0 && r->declared.at[declared].definition == d)
            r->declared.at[declared].definition = was;
    }
}

/* ---- settings ---- */

static bool worlds_differ(struct reading *r)
{
    const struct renewal *n = r->renews;
    int old = 0;
    for (int i = 0; i <= r->worlds.count; i++) {
        while (old < n->statements && (n->statement[old] == NULL || n->statement[old]->kind != STATEMENT_BLOCK ||
                                       strcmp(n->statement[old]->word, "world") != 0))
            old++;
        if (i == r->worlds.count)
            return old < n->statements;
        if (old == n->statements || !renew_alike(n, n->statement[old++], r->worlds.at[i].s) ||
            renew_is_dirty(r, r->worlds.at[i].s, r->worlds.at[i].env))
            return true;
    }
    return false;
}

/* What the old text has set and the new one does not is as in a world without a text. */
void renew_settings(struct reading *r)
{
    struct renewal *n = r->renews;
    if (!worlds_differ(r))
        return;
    n->settings = true;
    const tn_settings standard = tn_settings_default();
    for (int i = 0; i < n->statements; i++) {
        const struct statement *s = n->statement[i];
        for (int k = 0; s != NULL && s->kind == STATEMENT_BLOCK && strcmp(s->word, "world") == 0 && k < s->child_count;
             k++) {
            const tn_parameter *p = parameter_find(world_kind.parameters, s->children[k]->word);
            double value;
            if (p == NULL || setting_is_clock(p))
                continue;
            const char *word = setting_get_word(&standard, p);
            for (int c = 0; word != NULL && p->choices[c] != NULL; c++)
                if (strcmp(p->choices[c], word) == 0)
                    setting_put_word(world_settings(r->w), p, c);
            if (word == NULL && setting_get_number(&standard, p, &value))
                setting_put_number(world_settings(r->w), p, value);
            if (strcmp(p->word, "tolerance") == 0)
                setting_put_number(world_settings(r->w), tn_setting("correction"), standard.correction);
            world_settings(r->w)->step_given = standard.step_given;
            world_settings(r->w)->integrator_given = standard.integrator_given;
        }
    }
    for (int i = 0; i < r->worlds.count; i++)
        make_settings(r, &r->worlds.at[i]);
}

/* ---- keeping ---- */

/* Definitions that are new, in memory of their own; all of them in the order of the text. */
void renew_keep_definitions(struct reading *r)
{
    ARRAY(struct definition *) fresh = {0};
    ARRAY(int) numbers = {0};
    for (int i = 0; i < r->scene->kept.count; i++) /* of other texts */
        ARRAY_PUSH(&numbers, r->scene->kept.at[i]);
    for (int i = 0; i < r->definitions.count; i++)
        if (!r->definitions.at[i]->local && !r->definitions.at[i]->again)
            ARRAY_PUSH(&fresh, r->definitions.at[i]);
    scene_copy_definitions(r->scene, fresh.at, fresh.count);
    int next = 0;
    for (int i = 0; i < r->definitions.count; i++) {
        struct definition *d = r->definitions.at[i];
        if (d->local)
            continue;
        if (!d->again) {
            const char *file = d->place.source > 0 ? diagnostics_file(r->d, d->place.source) : "";
            struct definition *copy = fresh.at[next++];
            copy->file = arena_text(&r->scene->arenas.at[r->scene->arenas.count - 1], file, strlen(file));
            d->number = scene_keep(r->scene, copy);
        }
        ARRAY_PUSH(&numbers, d->number);
    }
    scene_list(r->scene, numbers.at, numbers.count);
    ARRAY_FREE(&fresh);
    ARRAY_FREE(&numbers);
}

/* Lets that events change: the text has said all of them again. */
void renew_forget_changing(struct reading *r)
{
    const struct edition *e = r->renews->old;
    struct numbers *c = &r->scene->changing;
    int left = 0;
    for (int i = 0; i < c->count; i++)
        if (edition_find(e, (tn_thing){TN_THING_NAME, (uint32_t)c->at[i], 1, 0, 0}) == NULL)
            c->at[left++] = c->at[i];
    c->count = left;
}
