/* walk.c: the walk over statements with loops unrolled, and the paths of files that they name. */
#include <string.h>

#include "base/open.h"
#include "model/model.h"

/* ---- files ---- */

static const struct document_source *source_of(const struct reading *r, struct place p)
{
    const struct document_source *found = NULL;
    for (int i = 0; i < r->document_count && found == NULL && p.source > 0; i++)
        found = document_source(r->documents[i], p);
    return found;
}

char *reading_path(const struct reading *r, struct place p, const char *path)
{
    const struct document_source *from = source_of(r, p);
    const char *folder = path[0] == '/' ? "" : from != NULL ? from->folder : r->folder != NULL ? r->folder : "";
    return mem_print("%s%s", folder, path);
}

/* The folder of the main text among whose files the source is. */
static const char *main_folder(const struct reading *r, const struct document_source *from)
{
    for (int i = 0; i < r->document_count; i++)
        for (int k = 0; k < r->documents[i]->sources.count; k++)
            if (&r->documents[i]->sources.at[k] == from)
                return r->documents[i]->sources.at[0].folder;
    return "";
}

static char *find_file(const struct reading *r, struct place p, const char *path, char why[OPEN_WHY])
{
    const struct document_source *from = source_of(r, p);
    const char *folder = from != NULL ? from->folder : r->folder != NULL ? r->folder : "";
    FILE *given = NULL;
    char *whole = reading_path(r, p, path);
    if (open_hooked(whole, &given) == 1) { /* contents of the program are read wherever they seem to lie */
        if (given != NULL)
            fclose(given);
        return whole;
    }
    mem_free(whole);
    char *own = from == NULL && r->folder == NULL ? mem_text("/") /* a program's own definition */
                                                  : open_folder(from != NULL ? main_folder(r, from) : folder);
    ARRAY(const char *) roots = {0};
    if (own != NULL)
        ARRAY_PUSH(&roots, own);
    for (int i = 0; i < r->scene->allowed.count; i++)
        ARRAY_PUSH(&roots, r->scene->allowed.at[i]);
    char *found = open_allowed(folder, path, roots.at, roots.count, why);
    FILE *file = found != NULL ? open_regular(found, why) : NULL;
    if (file != NULL)
        fclose(file);
    if (file == NULL) {
        mem_free(found);
        found = NULL;
    }
    ARRAY_FREE(&roots);
    mem_free(own);
    return found;
}

/* The path as the main text would write it. */
static char *written_path(const struct reading *r, struct place p, const char *path)
{
    const struct document_source *from = source_of(r, p);
    return mem_print("%s%s", from == NULL || path[0] == '/' ? "" : from->from_main, path);
}

/* Remembers a file that was read, once. */
static void note_file(struct scene *s, char *written, const char *where)
{
    for (int i = 0; i < s->files.count; i++)
        if (strcmp(s->files.at[i].written, written) == 0) {
            mem_free(s->files.at[i].where);
            s->files.at[i].where = mem_text(where);
            mem_free(written);
            return;
        }
    const struct file_read f = {written, mem_text(where)};
    ARRAY_PUSH(&s->files, f);
}

char *reading_file(const struct reading *r, struct place p, const char *path, char why[OPEN_WHY])
{
    char *found = find_file(r, p, path, why);
    if (found != NULL)
        note_file(r->scene, written_path(r, p, path), found);
    return found;
}

const char *reading_written_path(struct reading *r, struct place p, const char *path)
{
    char *seen = written_path(r, p, path);
    const char *kept = arena_text(&r->arena, seen, strlen(seen));
    mem_free(seen);
    return kept;
}

/* ---- loops ---- */

struct walk {
    struct reading *r;
    visitor *visit;
    void *ctx;
};

static void walk(const struct walk *w, struct statement *const *list, int count, const struct env *env);

/* False if there are too many statements, which is reported once. */
static bool count_statement(struct reading *r, const struct statement *s)
{
    r->statements++;
    if (world_poll(r->w))
        return false;
    if (r->statements > MOST_STATEMENTS)
        report(r, s->place, NULL, "expected at most %d statements, loops unrolled", MOST_STATEMENTS);
    /* a text with errors is refused in any case: its loops need not repeat them to the end */
    if (r->statements > MOST_WRONG_STATEMENTS && r->reported.count > 0)
        return false;
    return r->statements <= MOST_STATEMENTS;
}

static void walk_loop(const struct walk *w, const struct statement *s, const struct env *env)
{
    struct reading *r = w->r;
    double first, last;
    if (s->broken || s->name == NULL || s->arg_count != 2)
        return;
    bool good = constant_number(r, s->args[0], env, "the first number of a loop", &first);
    good = constant_number(r, s->args[1], env, "the last number of a loop", &last) && good;
    if (words_reserved(s->name->text)) {
        report(r, s->name->place, NULL, "expected another name for the loop: '%s' is reserved", s->name->text);
        return;
    }
    if (good && last - first >= MOST_STATEMENTS) {
        report(r, s->place, NULL, "expected at most %d rounds of a loop, met %.12g", MOST_STATEMENTS, last - first + 1);
        return;
    }
    /* the second bound is for numbers so large that adding one makes no difference */
    for (double k = 0; good && first + k <= last && k < last - first + 0.5; k++) {
        if (r->statements > MOST_STATEMENTS || !count_statement(r, s)) /* an empty round counts too */
            return;
        if (reading_enough(r))
            return;
        walk(w, s->children, s->child_count, declare_round(r, s, first + k, env));
    }
}

static void walk(const struct walk *w, struct statement *const *list, int count, const struct env *env)
{
    struct reading *r = w->r;
    for (int i = 0; i < count && r->statements <= MOST_STATEMENTS; i++) {
        const struct statement *s = list[i];
        if (!count_statement(r, s))
            return;
        if (s->kind == STATEMENT_FOR)
            walk_loop(w, s, env);
        else if (s->kind == STATEMENT_GROUP)
            walk(w, s->children, s->child_count, env);
        else
            w->visit(r, s, env, w->ctx);
    }
}

void reading_walk(struct reading *r, struct statement *const *list, int count, const struct env *env, visitor *visit,
                  void *ctx)
{
    struct walk w = {r, visit, ctx};
    walk(&w, list, count, env);
}
