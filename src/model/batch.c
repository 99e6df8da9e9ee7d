/* batch.c: adds definitions to a world, all of them or none; see model.h. */
#include "base/open.h"
#include "model/batch.h"

#include <stdarg.h>
#include <string.h>

#include "model/make/curves.h"
#include "model/origin.h"
#include "model/renew.h"
#include "model/timeline.h"

/* ---- one reading ---- */

struct reading reading_begin(tn_world *w, struct diagnostics *d)
{
    struct reading r = {.w = w, .scene = scene_of(w), .d = d, .scratch = formula_new()};
    r.number = ++r.scene->serial;
    r.things.borrows = r.relations.borrows = r.probe_names.borrows = true; /* names are in the arena or in the text */
    return r;
}

void report(struct reading *r, struct place p, const char *near, const char *format, ...)
{
    char message[1000];
    va_list args;
    if (r->quiet)
        return;
    if (diagnostics_full(r->d)) { /* only counted: nothing is formatted */
        diagnostics_error(r->d, p, NULL, "%s", "");
        return;
    }
    for (int i = 0; i < r->loose_units.count; i++) { /* nothing more is said of these words */
        struct place u = r->loose_units.at[i];
        if (u.line > 0 && u.source == p.source && u.line == p.line && u.column == p.column)
            return;
    }
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    char *key = mem_print("%d:%d:%d:%s", p.source, p.line, p.column, message);
    if (names_get(&r->reported, key) >= 0)
        r->repeats++;
    else
        diagnostics_error(r->d, p, near, "%s", message);
    names_set(&r->reported, key, 0);
    mem_free(key);
}

bool reading_enough(const struct reading *r)
{
    return r->repeats > MOST_REPEATS || diagnostics_errors(r->d) > MOST_REPEATS || world_poll(r->w);
}

/* ---- the passes ---- */

/* Lets with a constant number become lets of the world: formulas refer to them and events may change them. */
void make_lets(struct reading *r)
{
    int n = r->definitions.count;
    for (int k = 0; k < 2 * n; k++) { /* backwards and forwards: long chains of lets are evaluated from their ends */
        struct definition *d = r->definitions.at[k < n ? n - 1 - k : k - n];
        if (k == n)
            for (int i = 0; i < n; i++)
                r->definitions.at[i]->tried = 0;
        if (d->kind == DEFINE_LET && !d->failed)
            definition_constant(r, d, true);
    }
}

void make_definitions(struct reading *r)
{
    for (int i = 0; i < r->definitions.count; i++) {
        struct definition *d = r->definitions.at[i];
        if (d->failed)
            continue;
        if (d->kind == DEFINE_NAIL)
            make_nail(r, d);
        else if (d->kind == DEFINE_PATH)
            path_source(r, d);
    }
}

/* Whether a name is known in the body of a function. Its parameters may be anything. */
static bool means_something(struct reading *r, const struct definition *d, const char *name)
{
    static const char *const own[] = {"t",        "pi",      "world",     "energy", "deviation",
                                      "contacts", "kinetic", "potential", NULL};
    for (int i = 0; i < d->statement->parameter_count; i++)
        if (strcmp(d->statement->parameters[i]->text, name) == 0)
            return true;
    for (int i = 0; own[i] != NULL; i++)
        if (strcmp(own[i], name) == 0)
            return true;
    return names_get(&r->things, name) >= 0 || reading_definition(r, name) != NULL || words_function(name) ||
           functions_yield(name) || world_find_object(r->w, name) >= 0 || names_get(&r->relations, name) >= 0 ||
           world_find_constraint(r->w, name) >= 0;
}

/* A function is expanded where it is called; even one that is never called must use known names only. */
static void check_function(struct reading *r, const struct definition *d, const struct tree *t)
{
    if (t->kind == TREE_NAME && t->count == 0 && !means_something(r, d, t->text))
        report(r, t->place, NULL, "unknown name '%.60s' in the function '%.60s'", t->text, d->name);
    for (int i = 0; i < t->count && t->kind != TREE_NAME; i++)
        check_function(r, d, t->items[i]);
}

/* The function that a call expands, if it belongs to this text. */
static struct definition *called(struct reading *r, const struct definition *in, const struct tree *t)
{
    if (t->kind != TREE_CALL || t->items[0]->kind != TREE_NAME || t->items[0]->count > 0)
        return NULL;
    for (int i = 0; i < in->statement->parameter_count; i++)
        if (strcmp(in->statement->parameters[i]->text, t->items[0]->text) == 0)
            return NULL;
    struct definition *d = reading_definition(r, t->items[0]->text);
    return d != NULL && d->kind == DEFINE_FUNCTION && !d->again && d->body != NULL ? d : NULL;
}

/* A function that leads back to itself has no value anywhere, so that no text means anything by it. */
static void walk_function(struct reading *r, struct definition *d, const struct tree *t, int depth)
{
    enum { DEEPEST = 1000 };
    struct definition *next = called(r, d, t);
    if (next != NULL && next->walk == WALK_OPEN) {
        report(r, t->place, NULL, "the function '%.60s' refers to itself", next->name);
        next->failed = true;
    } else if (next != NULL && next->walk == WALK_NOT && depth < DEEPEST) {
        next->walk = WALK_OPEN;
        walk_function(r, next, next->body, depth + 1);
        next->walk = WALK_DONE;
    }
    for (int i = 0; i < t->count; i++)
        walk_function(r, d, t->items[i], depth);
}

static void check_circles(struct reading *r)
{
    for (int i = 0; i < r->definitions.count && diagnostics_errors(r->d) == 0; i++) {
        struct definition *d = r->definitions.at[i];
        if (d->kind != DEFINE_FUNCTION || d->walk != WALK_NOT || d->again || d->body == NULL)
            continue;
        d->walk = WALK_OPEN;
        walk_function(r, d, d->body, 0);
        d->walk = WALK_DONE;
    }
}

/* Lets, functions and surfaces are checked even if nothing uses them. */
void check_definitions(struct reading *r)
{
    for (int i = 0; i < r->definitions.count && !diagnostics_full(r->d) && !reading_enough(r); i++) {
        struct definition *d = r->definitions.at[i];
        if (!d->failed && d->body != NULL && !d->local) /* reports what could not be written as text */
            tree_bind(r, d->body, d->env, d->statement->parameters, d->statement->parameter_count);
        if (d->failed || d->body == NULL || d->kind == DEFINE_PATH || d->constant >= CONSTANT_NUMBER)
            continue;
        if (d->kind == DEFINE_CURVE) {
            curves_check(r, d);
            continue;
        }
        if (d->kind == DEFINE_FUNCTION) {
            check_function(r, d, d->body);
            continue;
        }
        struct scope scope;
        scope_begin(&scope);
        struct sight look = sight_begin(r, &scope, FOR_PROBE, d->env);
        struct binding bound[8] = {{0}};
        const struct statement *s = d->statement;
        bool simple = s->parameter_count <= 8;
        for (int k = 0; simple && k < s->parameter_count; k++) {
            /* an argument of unknown type: only surfaces have a known one */
            struct value unknown = {.type = VALUE_SCALAR,
                                    .e = {formula_symbol(scope.formula, symbol_key(SYMBOL_TIME, 0, 0))}};
            bound[k] = (struct binding){k > 0 ? &bound[k - 1] : NULL, s->parameters[k]->text, unknown};
        }
        if (s->parameter_count > 0)
            look.bound = &bound[s->parameter_count - 1];
        if (simple && (d->kind == DEFINE_SURFACE || d->kind == DEFINE_LET)) {
            struct value v = sight_value(&look, d->body);
            d->failed = v.type == VALUE_ERROR;
            if (d->kind == DEFINE_SURFACE && v.type != VALUE_SCALAR && v.type != VALUE_ERROR) {
                report(r, tree_place(d->body), NULL,
                       "expected a number for the surface '%.60s', which lies where it is zero", d->name);
                d->failed = true;
            }
        }
        scope_end(&scope);
    }
    check_circles(r);
}

/* One that is known by its place or its number. */
void make_last(struct reading *r, tn_thing_type type, struct instance *i)
{
    if (i->progress != NOT_MADE)
        return;
    if (type == TN_THING_CONTACT)
        make_contact(r, i);
    else if (type == TN_THING_SKIN)
        make_skin(r, i);
    else
        make_probe(r, i);
    if (i->progress == MADE)
        i->slot = type == TN_THING_CONTACT ? world_contact_count(r->w) - 1
                  : type == TN_THING_SKIN  ? world_skin_count(r->w) - 1
                                           : (int)world_probe_number(r->w, world_probe_count(r->w) - 1);
}

static void make_everything(struct reading *r)
{
    make_lets(r);
    for (int i = 0; i < r->worlds.count && !reading_enough(r); i++)
        make_settings(r, &r->worlds.at[i]);
    make_definitions(r);
    for (int i = 0; i < r->objects.count && !reading_enough(r); i++)
        if (r->objects.at[i].s->kind == STATEMENT_BLOCK)
            make_object(r, &r->objects.at[i]);
        else
            make_variable(r, &r->objects.at[i]);
    for (int i = 0; i < r->points.count && !reading_enough(r); i++)
        make_point(r, &r->points.at[i]);
    for (int i = 0; i < r->constraints.count && !reading_enough(r); i++)
        make_constraint(r, i);
    for (int i = 0; i < r->forces.count && !reading_enough(r); i++)
        make_force(r, &r->forces.at[i]);
    for (int i = 0; i < r->contacts.count && !reading_enough(r); i++)
        make_last(r, TN_THING_CONTACT, &r->contacts.at[i]);
    for (int i = 0; i < r->skins.count && !reading_enough(r); i++)
        make_last(r, TN_THING_SKIN, &r->skins.at[i]);
    for (int i = 0; i < r->probes.count && !reading_enough(r); i++)
        make_last(r, TN_THING_PROBE, &r->probes.at[i]);
    for (int i = 0; i < r->looks.count && !reading_enough(r); i++)
        make_look(r, &r->looks.at[i]);
    for (int i = 0; i < r->states.count && !reading_enough(r); i++)
        make_state(r, &r->states.at[i]);
    check_definitions(r);
    timeline_make(r);
}

/* ---- the end of a reading ---- */

/* The place of a force in the order of creation; -1: it is gone. */
static int force_order(const tn_world *w, int slot)
{
    for (int k = 0; k < world_force_count(w); k++)
        if (world_force_slot(w, k) == slot)
            return k;
    return -1;
}

/* Gravity of an earlier world block, of this text or of another: the latest counts. */
void drop_earlier_gravity(struct reading *r)
{
    for (int i = 0; i < r->forces.count; i++) {
        const struct instance *new = &r->forces.at[i];
        if (!new->of_world || new->slot < 0)
            continue;
        for (int k = force_order(r->w, new->slot) - 1; k >= 0; k--) {
            bool on;
            const int slot = world_force_slot(r->w, k);
            const struct force_def *d = world_force(r->w, slot, &on);
            if (d->of_world && strcmp(d->class->kind.name, new->s->word) == 0)
                world_remove_force(r->w, slot);
        }
    }
}

void keep_look(struct reading *r, struct instance *look)
{
    struct scene *scene = r->scene;
    if (r->own == NULL) {
        r->own = document_new(NULL);
        scene_keep_document(scene, r->own);
    }
    look->slot = scene->all_looks.count;
    ARRAY_PUSH(&scene->looks, scene->all_looks.count);
    ARRAY_PUSH(&scene->all_looks, tree_bound_statement(r, r->own, look->s, look->env));
}

/* Keeps in the scene: definitions with the text they point into, cameras and other looks. */
static void keep(struct reading *r)
{
    struct scene *scene = r->scene;
    for (int i = 0; i < r->definitions.count; i++) {
        struct definition *d = r->definitions.at[i];
        if (d->local)
            continue;
        const char *file = d->place.source > 0 ? diagnostics_file(r->d, d->place.source) : "";
        d->file = arena_text(&r->arena, file, strlen(file));
        scene_keep(scene, d);
    }
    for (int i = 0; i < r->looks.count; i++)
        keep_look(r, &r->looks.at[i]);
    timeline_keep(r);
    if (r->definitions.count > 0) {
        ARRAY_PUSH(&scene->arenas, r->arena);
        r->arena.block = NULL;
        for (int i = 0; i < r->document_count; i++)
            scene_keep_document(scene, r->documents[i]);
    }
}

void reading_end(struct reading *r)
{
    /* definitions of the world have only failed for what this text has met: with the next they are tried anew */
    for (int i = 0; r->scene != NULL && diagnostics_errors(r->d) > 0 && i < r->scene->all_kept.count; i++)
        r->scene->all_kept.at[i]->failed = false;
    if (r->state != NULL) /* the list is no part of the arena */
        ARRAY_FREE(&r->state->list);
    for (int i = 0; i < r->mesh.count; i++)
        mesh_free(r->mesh.at[i]);
    for (int i = 0; i < r->moments.count; i++)
        moment_drop(r->moments.at[i]);
    ARRAY_FREE(&r->moments);
    ARRAY_FREE(&r->changes);
    ARRAY_FREE(&r->changing);
    arena_free(&r->arena);
    document_drop(r->own);
    names_free(&r->things);
    names_free(&r->relations);
    names_free(&r->probe_names);
    names_free(&r->meshes);
    names_free(&r->reported);
    ARRAY_FREE(&r->loose_units);
    ARRAY_FREE(&r->declared);
    ARRAY_FREE(&r->definitions);
    ARRAY_FREE(&r->worlds);
    ARRAY_FREE(&r->objects);
    ARRAY_FREE(&r->points);
    ARRAY_FREE(&r->constraints);
    ARRAY_FREE(&r->forces);
    ARRAY_FREE(&r->contacts);
    ARRAY_FREE(&r->skins);
    ARRAY_FREE(&r->probes);
    ARRAY_FREE(&r->looks);
    ARRAY_FREE(&r->events);
    ARRAY_FREE(&r->states);
    ARRAY_FREE(&r->mesh);
    formula_free(r->scratch);
}

/* Reports a value that was set for a name which is no let of the file: a misspelling. */
static void check_overrides(struct reading *r)
{
    for (int i = 0; i < r->scene->overrides.count; i++) {
        const struct override *o = &r->scene->overrides.at[i];
        const char *best = NULL;
        if (o->used)
            continue;
        for (int k = 0; k < r->definitions.count; k++)
            if (r->definitions.at[k]->kind == DEFINE_LET)
                names_offer(o->name, r->definitions.at[k]->name, &best);
        report(r, (struct place){0}, best, "there is no 'let %.60s = …;' whose value could be set", o->name);
    }
}

/* Restores the world. */
static void give_up(struct reading *r, struct world_mark mark, double time)
{
    for (int i = 0; i < r->points.count; i++)
        if (r->points.at[i].progress == MADE)
            world_remove_point(r->w, r->points.at[i].slot, r->points.at[i].name);
    world_return_to(r->w, mark);
    if (tn_time(r->w) != time)
        world_set_time(r->w, time);
}

/* Makes everything of r->items. False after an error: the world is then unchanged. */
static bool make_batch(struct reading *r, bool check_set, int errors, const struct edition_source *source)
{
    struct world_mark mark = world_mark(r->w);
    double time = tn_time(r->w);
    for (int i = 0; i < r->scene->overrides.count; i++)
        r->scene->overrides.at[i].used = false;
    declare_all(r);
    units_check(r);
    overrides_work_out(r, true);
    make_everything(r);
    if (check_set)
        check_overrides(r);
    bool good = diagnostics_errors(r->d) == errors && !world_poll(r->w);
    if (good) {
        keep(r);
        drop_earlier_gravity(r);
        state_apply(r);
        if (!r->now)
            origin_keep(r, source, NULL);
    } else {
        give_up(r, mark, time);
    }
    return good;
}

/* ---- the public interface ---- */

/* A definition that was copied when a program added it; it is not copied again unless it has changed. */
struct copied {
    const struct statement *from;
    unsigned long version;
    const struct statement *copy;
};
enum { COPIES = 16 };

struct tn_batch {
    tn_world *w;
    tn_diagnostics *own; /* if the program gives no list */
    struct diagnostics *d;
    int errors; /* number of errors at the start */
    bool check_set, changes;
    bool trims;                          /* it has made many things */
    const struct edition_source *source; /* of its texts; NULL: none */
    char *folder;
    struct arena arena; /* of the bindings of names */
    struct document *copies;
    ARRAY(struct batch_item) items;
    ARRAY(struct document *) documents; /* kept */
    struct copied copied[COPIES];
    int next;
    ARRAY(tn_thing) made;
};

tn_batch *tn_batch_new(tn_world *w, tn_diagnostics *d)
{
    if (w == NULL)
        return NULL;
    tn_batch *b = MEM_NEW(tn_batch);
    b->w = w;
    b->own = d == NULL ? tn_diagnostics_new() : NULL;
    b->d = (struct diagnostics *)(void *)(d != NULL ? d : b->own);
    b->errors = diagnostics_errors(b->d);
    diagnostics_watch(b->d, world_asked(w));
    return b;
}

static void empty(tn_batch *b)
{
    for (int i = 0; i < b->documents.count; i++)
        document_drop(b->documents.at[i]);
    b->documents.count = 0;
    b->items.count = 0;
    b->copies = NULL;
    arena_free(&b->arena);
    memset(b->copied, 0, sizeof b->copied);
    b->errors = diagnostics_errors(b->d);
}

void tn_batch_free(tn_batch *b)
{
    if (b == NULL)
        return;
    empty(b);
    diagnostics_watch(b->d, NULL);
    ARRAY_FREE(&b->items);
    ARRAY_FREE(&b->documents);
    ARRAY_FREE(&b->made);
    mem_free(b->folder);
    tn_diagnostics_free(b->own);
    if (b->trims)
        mem_trim();
    mem_free(b);
}

static void keep_document(tn_batch *b, struct document *d)
{
    for (int i = b->documents.count - 1; i >= 0; i--)
        if (b->documents.at[i] == d)
            return;
    document_keep(d);
    ARRAY_PUSH(&b->documents, d);
}

/* Copies a definition, because the program may change it later. */
static const struct statement *copy_of(tn_batch *b, const struct statement *s)
{
    for (int i = 0; i < COPIES; i++)
        if (b->copied[i].from == s && b->copied[i].version == s->home->version)
            return b->copied[i].copy;
    if (b->copies == NULL) {
        b->copies = document_new(NULL);
        ARRAY_PUSH(&b->documents, b->copies);
    }
    keep_document(b, s->home); /* so that its address is not reused for another definition */
    struct copied *c = &b->copied[b->next++ % COPIES];
    *c = (struct copied){s, s->home->version, draft_copy(b->copies, s, false)};
    return c->copy;
}

tn_status tn_batch_add_bound(tn_batch *b, const tn_def *d, const tn_binding *bindings, int count)
{
    if (b == NULL || d == NULL || count < 0 || (count > 0 && bindings == NULL))
        return TN_WRONG_USE;
    for (int i = 0; i < count; i++)
        if (!statement_is_name(bindings[i].name) || !isfinite(bindings[i].value))
            return TN_WRONG_USE;
    struct batch_item item = {(const struct statement *)(const void *)d, NULL};
    if (item.s->home->root != NULL || item.s->home->diagnostics != b->d) {
        char *wrong = statement_misshapen(item.s);
        if (wrong != NULL)
            diagnostics_error(b->d, (struct place){0}, NULL, "%s", wrong);
        if (wrong != NULL) {
            mem_free(wrong);
            return TN_WRONG_MODEL;
        }
        item.s = copy_of(b, item.s);
    } else {
        keep_document(b, item.s->home);
    }
    for (int i = 0; i < count; i++) {
        struct env *e = ARENA_NEW(&b->arena, struct env);
        *e = (struct env){item.env, arena_text(&b->arena, bindings[i].name, strlen(bindings[i].name)),
                          bindings[i].value, NULL};
        item.env = e;
    }
    ARRAY_PUSH(&b->items, item);
    return TN_OK;
}

tn_status tn_batch_add(tn_batch *b, const tn_def *d) { return tn_batch_add_bound(b, d, NULL, 0); }

tn_status tn_batch_folder(tn_batch *b, const char *folder)
{
    if (b == NULL || folder == NULL)
        return TN_WRONG_USE;
    mem_free(b->folder);
    b->folder = mem_text(folder);
    return TN_OK;
}

void tn_batch_check_set(tn_batch *b)
{
    if (b != NULL)
        b->check_set = true;
}

void tn_batch_change(tn_batch *b)
{
    if (b != NULL)
        b->changes = true;
}

void batch_source(tn_batch *b, const struct edition_source *source) { b->source = source; }

static struct reading begin(tn_batch *b)
{
    struct reading r = reading_begin(b->w, b->d);
    r.items = b->items.at;
    r.item_count = b->items.count;
    r.folder = b->folder;
    r.now = b->changes;
    r.documents = b->documents.at;
    r.document_count = b->documents.count;
    return r;
}

tn_status batch_renew(tn_batch *b, struct renewal *n)
{
    bool outermost;
    if (!world_call_begin(b->w, &outermost)) {
        empty(b);
        return TN_INTERRUPTED;
    }
    world_edit_begin(b->w, "apply a text");
    struct reading r = begin(b);
    bool good = diagnostics_errors(b->d) == b->errors && renew(&r, n, b->source, b->errors);
    reading_end(&r);
    empty(b);
    world_edit_end(b->w, good);
    const bool stopped = world_call_end(b->w, outermost);
    return good ? TN_OK : stopped ? TN_INTERRUPTED : TN_WRONG_MODEL;
}

/* Reading so many leaves tens of MB free, which the plan, whose blocks are large, would not use. */
enum { MANY_THINGS = 50000 };

static int thing_count(const tn_world *w) { return tn_object_count(w) + tn_constraint_count(w); }

tn_status tn_batch_commit(tn_batch *b)
{
    bool outermost;
    if (b == NULL)
        return TN_WRONG_USE;
    if (!world_call_begin(b->w, &outermost)) {
        empty(b);
        return TN_INTERRUPTED;
    }
    const struct open_hook *before = open_use(open_hook_of(b->w));
    world_edit_begin(b->w, "add definitions");
    const int things = thing_count(b->w);
    struct reading r = begin(b);
    bool good = make_batch(&r, b->check_set, b->errors, b->source);
    b->made.count = 0;
    if (good) {
        ARRAY_RESERVE(&b->made, r.item_count);
        b->made.count = r.item_count;
        batch_things(&r, b->made.at);
        if (r.definitions.count > 0) { /* they may refer to the bindings of names */
            ARRAY_PUSH(&r.scene->arenas, b->arena);
            b->arena.block = NULL;
        }
    }
    reading_end(&r);
    empty(b);
    world_edit_end(b->w, good);
    open_use(before);
    b->trims |= good && thing_count(b->w) - things > MANY_THINGS;
    const bool stopped = world_call_end(b->w, outermost);
    return good ? TN_OK : stopped ? TN_INTERRUPTED : TN_WRONG_MODEL;
}

tn_thing tn_batch_made(const tn_batch *b, int i)
{
    return b != NULL && i >= 0 && i < b->made.count ? b->made.at[i] : (tn_thing){.type = TN_THING_NONE};
}

tn_status tn_add(tn_world *w, const tn_def *d, tn_thing *made, tn_diagnostics *diagnostics)
{
    if (made != NULL)
        *made = (tn_thing){.type = TN_THING_NONE};
    tn_batch *b = tn_batch_new(w, diagnostics);
    tn_status status = tn_batch_add(b, d);
    if (status == TN_OK)
        status = tn_batch_commit(b);
    if (status == TN_OK && made != NULL)
        *made = tn_batch_made(b, 0);
    tn_batch_free(b);
    return status;
}
