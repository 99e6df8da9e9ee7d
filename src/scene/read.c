/* read.c: a text becomes a part of a world, or nothing at all; see model/model.h. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

#include "model/curves.h"
#include "model/timeline.h"

/* ---- the scene that stays with a world ---- */

static void release_scene(void *p)
{
    struct scene *s = p;
    for (int i = 0; i < s->arenas.count; i++)
        arena_free(&s->arenas.at[i]);
    for (int i = 0; i < s->overrides.count; i++)
        mem_free(s->overrides.at[i].name);
    for (int i = 0; i < s->all_looks.count; i++)
        mem_free(s->all_looks.at[i]);
    ARRAY_FREE(&s->all_looks);
    for (int i = 0; i < s->moments.count; i++)
        moment_free(s->moments.at[i]);
    ARRAY_FREE(&s->moments);
    ARRAY_FREE(&s->changing);
    arena_free(&s->override_arena);
    names_free(&s->names);
    ARRAY_FREE(&s->arenas);
    ARRAY_FREE(&s->kept);
    ARRAY_FREE(&s->overrides);
    ARRAY_FREE(&s->looks);
    mem_free(s);
}

/* What belongs to a snapshot: names and looks that came later are not there. Their memory stays for a redo. */
static void walk_scene(void *p, struct world_walk *k)
{
    struct scene *s = p;
    int kept = s->kept.count, looks = s->looks.count, changing = s->changing.count;
    if (k == NULL) { /* from before there was a scene */
        s->kept.count = s->looks.count = s->changing.count = 0;
        names_free(&s->names);
        return;
    }
    world_walk_bytes(k, &kept, sizeof kept);
    world_walk_bytes(k, &looks, sizeof looks);
    world_walk_bytes(k, &changing, sizeof changing);
    ARRAY_RESERVE(&s->kept, kept);
    ARRAY_RESERVE(&s->looks, looks);
    ARRAY_RESERVE(&s->changing, changing);
    s->kept.count = kept;
    s->looks.count = looks;
    s->changing.count = changing;
    world_walk_bytes(k, s->kept.at, sizeof *s->kept.at * (size_t)kept);
    world_walk_bytes(k, s->looks.at, sizeof *s->looks.at * (size_t)looks);
    world_walk_bytes(k, s->changing.at, sizeof *s->changing.at * (size_t)changing);
    if (!world_walk_restores(k))
        return;
    names_free(&s->names);
    for (int i = 0; i < kept; i++)
        names_set(&s->names, s->kept.at[i]->name, i);
}

struct scene *scene_of(tn_world *w)
{
    struct scene *s = world_scene(w);
    if (s == NULL) {
        s = MEM_NEW(struct scene);
        world_set_scene(w, s, release_scene);
        world_set_walk(w, walk_scene);
    }
    return s;
}

void report(struct reading *r, struct place p, const char *near, const char *format, ...)
{
    char message[1000];
    va_list args;
    if (r->quiet)
        return;
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

bool reading_enough(const struct reading *r) { return r->repeats > MOST_REPEATS; }

/* ---- the strides ---- */

/* Numbers that stand alone are the world's: formulas name them and events may change them. */
static void make_lets(struct reading *r)
{
    int n = r->definitions.count;
    for (int k = 0; k < 2 * n; k++) { /* backwards and forwards: long chains of lets are worked out from their ends */
        struct definition *d = r->definitions.at[k < n ? n - 1 - k : k - n];
        if (k == n)
            for (int i = 0; i < n; i++)
                r->definitions.at[i]->tried = 0;
        if (d->kind == DEFINE_LET && !d->failed)
            definition_constant(r, d, true);
    }
}

static void make_definitions(struct reading *r)
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

/* Does a name mean something in the body of a function? Its parameters may be anything. */
static bool means_something(struct reading *r, const struct definition *d, const char *name)
{
    static const char *const own[] = {"t", "pi", "world", "energy", "deviation", "contacts", NULL};
    for (int i = 0; i < d->statement->parameter_count; i++)
        if (strcmp(d->statement->parameters[i]->text, name) == 0)
            return true;
    for (int i = 0; own[i] != NULL; i++)
        if (strcmp(own[i], name) == 0)
            return true;
    return names_get(&r->things, name) >= 0 || reading_definition(r, name) != NULL || words_function(name) ||
           world_find_object(r->w, name) >= 0 || names_get(&r->relations, name) >= 0 ||
           world_find_constraint(r->w, name) >= 0;
}

/* A function is worked out where it is called; one that is not must have known names all the same. */
static void check_function(struct reading *r, const struct definition *d, const struct tree *t)
{
    if (t->kind == TREE_NAME && t->count == 0 && !means_something(r, d, t->text))
        report(r, t->place, NULL, "unknown name '%.60s' in the function '%.60s'", t->text, d->name);
    for (int i = 0; i < t->count && t->kind != TREE_NAME; i++)
        check_function(r, d, t->items[i]);
}

/* Lets, functions and surfaces that nothing uses must be right all the same. */
static void check_definitions(struct reading *r)
{
    for (int i = 0; i < r->definitions.count && !diagnostics_full(r->d) && !reading_enough(r); i++) {
        struct definition *d = r->definitions.at[i];
        if (!d->failed && d->body != NULL && !d->local) /* reports what could not be written */
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
            /* an argument whose type is not known yet: only surfaces know theirs */
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
        make_contact(r, &r->contacts.at[i]);
    for (int i = 0; i < r->skins.count && !reading_enough(r); i++)
        make_skin(r, &r->skins.at[i]);
    for (int i = 0; i < r->probes.count && !reading_enough(r); i++)
        make_probe(r, &r->probes.at[i]);
    for (int i = 0; i < r->looks.count && !reading_enough(r); i++)
        make_look(r, &r->looks.at[i]);
    check_definitions(r);
    timeline_make(r);
}

/* ---- the end of a reading ---- */

/* What the scene remembers: definitions with the text they point into, and how to look at the world. */
static void keep(struct reading *r)
{
    struct scene *scene = r->scene;
    for (int i = 0; i < r->definitions.count; i++) {
        struct definition *d = r->definitions.at[i];
        if (d->local)
            continue;
        const char *file = d->place.source > 0 ? diagnostics_file(r->d, d->place.source) : "";
        d->file = arena_text(&r->arena, file, strlen(file));
        names_set(&scene->names, d->name, scene->kept.count);
        ARRAY_PUSH(&scene->kept, d);
    }
    for (int i = 0; i < r->looks.count; i++) {
        char *look = tree_statement(r, r->looks.at[i].s, r->looks.at[i].env);
        ARRAY_PUSH(&scene->all_looks, look);
        ARRAY_PUSH(&scene->looks, look);
    }
    timeline_keep(r);
    if (r->definitions.count > 0) {
        ARRAY_PUSH(&scene->arenas, r->arena);
        r->arena.block = NULL;
    }
}

static void end_reading(struct reading *r)
{
    for (int i = 0; i < r->files.count; i++) {
        mem_free(r->files.at[i].path);
        mem_free(r->files.at[i].from_main);
    }
    for (int i = 0; i < r->mesh.count; i++)
        mesh_free(r->mesh.at[i]);
    for (int i = 0; i < r->moments.count; i++)
        moment_free(r->moments.at[i]);
    ARRAY_FREE(&r->moments);
    ARRAY_FREE(&r->changes);
    ARRAY_FREE(&r->changing);
    arena_free(&r->arena);
    names_free(&r->things);
    names_free(&r->relations);
    names_free(&r->probe_names);
    names_free(&r->meshes);
    names_free(&r->reported);
    ARRAY_FREE(&r->files);
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
    ARRAY_FREE(&r->mesh);
    formula_free(r->scratch);
}

/* A value that was set for a name which no let of the file has: a slip of the pen. */
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

/* The world as it was before. */
static void give_up(struct reading *r, struct world_mark mark, double time)
{
    for (int i = 0; i < r->points.count; i++)
        if (r->points.at[i].progress == MADE)
            world_remove_point(r->w, r->points.at[i].slot, r->points.at[i].name);
    world_return_to(r->w, mark);
    if (tn_time(r->w) != time)
        world_set_time(r->w, time);
}

static tn_status read_scene(tn_world *w, const char *path, const char *text, struct stat status, bool whole,
                            tn_diagnostics *diagnostics)
{
    tn_diagnostics *own = diagnostics == NULL ? tn_diagnostics_new() : NULL;
    struct reading r = {.w = w, .scene = scene_of(w)};
    r.d = (struct diagnostics *)(void *)(own != NULL ? own : diagnostics);
    r.scratch = formula_new();
    int errors = diagnostics_errors(r.d);
    struct world_mark mark = world_mark(w);
    double time = tn_time(w);
    struct file main = {.path = mem_text(path), .from_main = mem_text(""), .open = true};
    main.device = (unsigned long)status.st_dev;
    main.inode = (unsigned long)status.st_ino;
    main.source = diagnostics_source(r.d, path, text);
    main.statements = statement_read(&r.arena, r.d, main.source);
    ARRAY_PUSH(&r.files, main);
    for (int i = 0; i < r.scene->overrides.count; i++)
        r.scene->overrides.at[i].used = false;
    declare_all(&r, &main);
    make_everything(&r);
    if (whole)
        check_overrides(&r);
    bool good = diagnostics_errors(r.d) == errors;
    if (good)
        keep(&r);
    else
        give_up(&r, mark, time);
    end_reading(&r);
    tn_diagnostics_free(own);
    return good ? TN_OK : TN_WRONG_MODEL;
}

/* ---- the public face ---- */

tn_status tn_read_text(tn_world *w, const char *name, const char *text, tn_diagnostics *d)
{
    if (w == NULL || text == NULL)
        return TN_WRONG_USE;
    world_edit_begin(w, "read a text");
    tn_status status = read_scene(w, name != NULL ? name : "text", text, (struct stat){0}, false, d);
    world_edit_end(w, status == TN_OK);
    return status;
}

tn_status tn_read_file(tn_world *w, const char *path, tn_diagnostics *d)
{
    if (w == NULL || path == NULL)
        return TN_WRONG_USE;
    char why[200] = "";
    struct stat status = {0};
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    if (file == NULL)
        snprintf(why, sizeof why, "%.150s", strerror(errno));
    else
        text = file_text(file, why);
    if (file != NULL && fstat(fileno(file), &status) != 0)
        status = (struct stat){0};
    if (file != NULL)
        fclose(file);
    if (text == NULL) {
        if (d != NULL)
            diagnostics_error((struct diagnostics *)(void *)d, (struct place){0}, NULL, "cannot read '%.400s': %s",
                              path, why);
        return TN_NO_FILE;
    }
    world_edit_begin(w, "read a file");
    tn_status s = read_scene(w, path, text, status, true, d);
    world_edit_end(w, s == TN_OK);
    mem_free(text);
    return s;
}

/* Text that must be one whole expression; NULL after a report. */
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
    int errors = diagnostics_errors(d), count;
    double value[3];
    struct tree *t = NULL;
    if (is_let_name(&scene->override_arena, d, name))
        t = read_expression_text(&scene->override_arena, d, name, expression);
    if (t != NULL) { /* it must stand alone: a reading without names */
        struct reading r = {.w = w, .scene = MEM_NEW(struct scene), .d = d, .scratch = formula_new()};
        constant_value(&r, t, NULL, "the value that is set", &count, value);
        mem_free(r.scene);
        end_reading(&r);
    }
    bool good = diagnostics_errors(d) == errors;
    int i = 0;
    while (i < scene->overrides.count && strcmp(scene->overrides.at[i].name, name) != 0)
        i++;
    if (good && i < scene->overrides.count) {
        scene->overrides.at[i].value = t;
    } else if (good) {
        struct override o = {mem_text(name), t, false};
        ARRAY_PUSH(&scene->overrides, o);
    }
    tn_diagnostics_free(own);
    return good ? TN_OK : TN_WRONG_MODEL;
}
