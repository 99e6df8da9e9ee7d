/* overrides.c: what a program sets before a text is read: values that override lets, and a reader of images. */
#include <string.h>

#include "model/model.h"
#include "tenon/scene.h"

struct tree *read_expression_text(struct arena *arena, struct diagnostics *d, const char *name, const char *text)
{
    struct tokens tokens = syntax_tokens(arena, d, diagnostics_source(d, name, text));
    struct reader reader = {.arena = arena, .diagnostics = d, .at = tokens.at};
    struct tree *t = syntax_expression(&reader);
    if (t != NULL && reader.at->kind != TOKEN_END) {
        diagnostics_error(d, reader.at->place, NULL, "expected the end of the expression");
        return NULL;
    }
    return t;
}

static bool is_let_name(struct arena *arena, struct diagnostics *d, const char *name)
{
    struct tree *t = read_expression_text(arena, d, "name", name);
    bool good = t != NULL && t->kind == TREE_NAME;
    for (int i = 0; good && i < t->count; i++)
        good = t->items[i]->kind == TREE_NUMBER;
    if (t != NULL && !good)
        diagnostics_error(d, t->place, NULL, "expected the name of a let, met '%.60s'", name);
    return good;
}

/* Does it name anything that only a scene can say? */
static bool has_names(const struct tree *t)
{
    bool called = t->kind == TREE_CALL && t->items[0]->kind == TREE_NAME;
    if (t->kind == TREE_NAME && strcmp(t->text, "pi") != 0 && strcmp(t->text, "t") != 0)
        return true;
    for (int i = called ? 1 : 0; i < t->count; i++)
        if (has_names(t->items[i]))
            return true;
    return called && !words_function(t->items[0]->text);
}

/* What has no names must be right at once. */
static bool is_constant(tn_world *w, struct diagnostics *d, const struct tree *t)
{
    int count;
    double value[3];
    struct reading r = {.w = w, .scene = MEM_NEW(struct scene), .d = d, .scratch = formula_new()};
    bool good = constant_value(&r, t, NULL, "the value that is set", &count, value);
    reading_end(&r);
    mem_free(r.scene);
    return good;
}

/* ---- values that name lets of the scene ---- */

struct reached {
    ARRAY(struct definition *) list;
    struct names seen;
};

/* Puts the lets that a tree names into a list. False if a name is no let of the scene; that is reported of a value that
 * is set (set_for: its let; NULL otherwise). */
static bool collect(struct reading *r, struct reached *to, const struct tree *t, const char *set_for)
{
    bool good = true;
    const char *name = t->kind == TREE_NAME ? reading_full_name(r, t, NULL) : NULL;
    if (name != NULL && strcmp(name, "pi") != 0 && names_get(&to->seen, name) < 0) {
        struct definition *d = reading_definition(r, name);
        names_set(&to->seen, name, 0);
        good = d != NULL && (d->kind == DEFINE_LET || d->kind == DEFINE_FUNCTION);
        if (good && d->body != NULL)
            ARRAY_PUSH(&to->list, d);
        if (!good && set_for != NULL) {
            const char *best = NULL;
            for (int i = 0; i < r->definitions.count; i++)
                if (r->definitions.at[i]->kind == DEFINE_LET)
                    names_offer(name, r->definitions.at[i]->name, &best);
            report(r, (struct place){0}, best, "the value set for '%.60s' names '%.60s', which is no let of the scene",
                   set_for, name);
        }
    }
    bool called = t->kind == TREE_CALL && t->items[0]->kind == TREE_NAME && words_function(t->items[0]->text);
    for (int i = called ? 1 : 0; i < t->count; i++)
        good = collect(r, to, t->items[i], set_for) && good;
    return good;
}

/* Does the value that is set for a let lead back to it? */
static bool is_circle(struct reading *r, const struct definition *d, const struct tree *value, bool final, bool *known)
{
    struct reached all = {.list = {0}};
    bool circle = false;
    *known = collect(r, &all, value, final ? d->name : NULL);
    for (int i = 0; i < all.list.count && !circle; i++) {
        circle = all.list.at[i] == d;
        collect(r, &all, all.list.at[i]->body, NULL);
    }
    ARRAY_FREE(&all.list);
    names_free(&all.seen);
    return circle;
}

/* The number or vector as a tree of its own: a let that is set is a number, whatever becomes of the lets it named. */
static const struct tree *literal(struct reading *r, const double *value, int count)
{
    struct tree *number = ARENA_ARRAY(&r->arena, struct tree, count), **items;
    for (int i = 0; i < count; i++)
        number[i] = (struct tree){.kind = TREE_NUMBER, .number = value[i], .height = 1};
    if (count == 1)
        return number;
    struct tree *vector = ARENA_NEW(&r->arena, struct tree);
    items = ARENA_ARRAY(&r->arena, struct tree *, count);
    for (int i = 0; i < count; i++)
        items[i] = &number[i];
    *vector = (struct tree){.kind = TREE_VECTOR, .items = items, .count = count, .height = 2};
    return vector;
}

static void work_out(struct reading *r, struct definition *d, const struct tree *value, bool final)
{
    double number[3];
    int count;
    bool known, circle = is_circle(r, d, value, final, &known);
    if (!known && !circle && !final)
        return;
    if (circle)
        report(r, (struct place){0}, NULL, "the value set for '%.60s' leads back to '%.60s' itself", d->name, d->name);
    char *what = mem_print("the value set for '%.60s'", d->name);
    if (known && !circle && constant_value(r, value, NULL, what, &count, number))
        d->body = literal(r, number, count);
    else
        d->failed = true;
    mem_free(what);
}

void overrides_work_out(struct reading *r, bool final)
{
    for (int i = 0; i < r->definitions.count; i++) {
        struct definition *d = r->definitions.at[i];
        for (int k = 0; k < r->scene->overrides.count && d->kind == DEFINE_LET && !d->failed; k++) {
            const struct tree *value = r->scene->overrides.at[k].value;
            if (d->body == value && final)
                units_check_tree(r, value);
            if (d->body == value && has_names(value))
                work_out(r, d, value, final);
        }
    }
}

tn_status tn_allow_read(tn_world *w, const char *folder)
{
    if (w == NULL || folder == NULL)
        return TN_WRONG_USE;
    char *found = open_folder(folder);
    if (found == NULL)
        return TN_NO_FILE;
    ARRAY_PUSH(&scene_of(w)->allowed, found);
    return TN_OK;
}

const char *tn_allowed_read(const tn_world *w, int i)
{
    const struct scene *s = w != NULL ? world_scene(w) : NULL;
    return s != NULL && i >= 0 && i < s->allowed.count ? s->allowed.at[i] : NULL;
}

const char *tn_file_read(const tn_world *w, int i, const char **where)
{
    const struct scene *s = w != NULL ? world_scene(w) : NULL;
    const bool any = s != NULL && i >= 0 && i < s->files.count;
    if (any && where != NULL)
        *where = s->files.at[i].where;
    return any ? s->files.at[i].written : NULL;
}

tn_status tn_scene_read_images(tn_world *w, tn_image_reader *read)
{
    if (w == NULL)
        return TN_WRONG_USE;
    scene_of(w)->read_image = read;
    return TN_OK;
}

tn_status tn_set(tn_world *w, const char *name, const char *expression, tn_diagnostics *diagnostics)
{
    if (w == NULL || name == NULL || expression == NULL)
        return TN_WRONG_USE;
    tn_diagnostics *own = diagnostics == NULL ? tn_diagnostics_new() : NULL;
    struct diagnostics *d = (struct diagnostics *)(void *)(own != NULL ? own : diagnostics);
    struct scene *scene = scene_of(w);
    struct document *home = document_new(d);
    struct tree *t = NULL;
    if (is_let_name(&home->arena, d, name))
        t = read_expression_text(&home->arena, d, name, expression);
    bool good = t != NULL && (has_names(t) || is_constant(w, d, t));
    if (good)
        t = draft_copy_tree(home, t, false); /* later readings have other lists of sources */
    int i = 0;
    while (i < scene->overrides.count && strcmp(scene->overrides.at[i].name, name) != 0)
        i++;
    if (good)
        scene_keep_document(scene, home);
    if (good && i < scene->overrides.count) {
        scene->overrides.at[i].value = t;
    } else if (good) {
        struct override o = {mem_text(name), t, false};
        ARRAY_PUSH(&scene->overrides, o);
    }
    document_drop(home);
    tn_diagnostics_free(own);
    return good ? TN_OK : TN_WRONG_MODEL;
}
