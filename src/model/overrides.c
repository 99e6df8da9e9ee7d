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

/* It must be a constant: it is evaluated without names. */
static bool is_constant(tn_world *w, struct diagnostics *d, const struct tree *t)
{
    int count;
    double value[3];
    struct reading r = {.w = w, .scene = MEM_NEW(struct scene), .d = d, .scratch = formula_new()};
    bool good = constant_value(&r, t, NULL, "the value that is set", &count, value);
    mem_free(r.scene);
    reading_end(&r);
    return good;
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
    bool good = t != NULL && is_constant(w, d, t);
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
