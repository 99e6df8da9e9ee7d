/* files.c: the files of one reading: opened once, known by what they are and not by how they are called; and the walk
 * over their statements, with loops unrolled and included files put in. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "model/model.h"

const struct file *reading_file(const struct reading *r, struct place p)
{
    for (int i = 0; i < r->files.count; i++)
        if (r->files.at[i].source == p.source)
            return &r->files.at[i];
    return &r->files.at[0];
}

/* How much of a path is its folder, with the slash. */
static int folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (int)(slash - path) + 1 : 0;
}

char *reading_path(const struct reading *r, struct place p, const char *path)
{
    const struct file *f = reading_file(r, p);
    return path[0] == '/' ? mem_text(path) : mem_print("%.*s%s", folder_length(f->path), f->path, path);
}

/* ---- opening ---- */

char *file_text(FILE *file, char why[200])
{
    enum { PIECE = 1 << 16, MOST = 1 << 28 };
    char *text = NULL;
    size_t count = 0, capacity = 0, got;
    why[0] = '\0';
    do {
        if (capacity - count < PIECE + 1) {
            capacity = 2 * capacity + PIECE + 1;
            text = mem_resize(text, capacity);
        }
        got = fread(text + count, 1, PIECE, file);
        if (memchr(text + count, '\0', got) != NULL)
            snprintf(why, 200, "it is no text: it has a byte of value zero");
        count += got;
        if (count > MOST)
            snprintf(why, 200, "it is longer than %d megabytes", MOST >> 20);
    } while (got > 0 && why[0] == '\0');
    if (ferror(file))
        snprintf(why, 200, "%.150s", strerror(errno));
    if (why[0] == '\0') {
        text[count] = '\0';
        return text;
    }
    mem_free(text);
    return NULL;
}

static struct file *known_file(struct reading *r, const struct stat *s)
{
    for (int i = 0; i < r->files.count; i++)
        if (r->files.at[i].path != NULL && r->files.at[i].inode == (unsigned long)s->st_ino &&
            r->files.at[i].device == (unsigned long)s->st_dev && s->st_ino != 0)
            return &r->files.at[i];
    return NULL;
}

/* A file that cannot be read is remembered too, so that it is reported once. */
static bool known_missing(const struct reading *r, const char *path)
{
    for (int i = 0; i < r->files.count; i++)
        if (r->files.at[i].source == 0 && strcmp(r->files.at[i].path, path) == 0)
            return true;
    return false;
}

struct file *reading_open(struct reading *r, const struct statement *s, const char *path)
{
    struct place place = s->args[0]->place;
    char *full = reading_path(r, place, path), *text = NULL, why[200] = "";
    struct stat status = {0};
    FILE *file = fopen(full, "rb");
    struct file *known = NULL;
    if (file == NULL)
        snprintf(why, sizeof why, "%.150s", strerror(errno));
    else if (fstat(fileno(file), &status) == 0)
        known = known_file(r, &status);
    if (file != NULL && known == NULL)
        text = file_text(file, why);
    if (file != NULL)
        fclose(file);
    if (known != NULL) {
        mem_free(full);
        return known;
    }
    if (text == NULL && !known_missing(r, full))
        report(r, place, NULL, "cannot include '%.200s': %s", full, why);
    const struct file *from = reading_file(r, place);
    struct file f = {.path = full, .device = (unsigned long)status.st_dev, .inode = (unsigned long)status.st_ino};
    f.from_main = path[0] == '/' ? mem_print("%.*s", folder_length(path), path)
                                 : mem_print("%s%.*s", from->from_main, folder_length(path), path);
    if (text != NULL) {
        f.source = diagnostics_source(r->d, full, text);
        f.statements = statement_read(&r->arena, r->d, f.source);
    }
    mem_free(text);
    ARRAY_PUSH(&r->files, f);
    return f.source > 0 ? &r->files.at[r->files.count - 1] : NULL;
}

/* ---- walking ---- */

struct walk {
    struct reading *r;
    bool includes;
    visitor *visit;
    void *ctx;
};

static void walk(const struct walk *w, struct statement *const *list, int count, const struct env *env);

static void walk_include(const struct walk *w, const struct statement *s, const struct env *env)
{
    struct reading *r = w->r;
    if (s->broken)
        return;
    if (s->kind != STATEMENT_PLAIN || s->arg_count != 1 || s->args[0]->kind != TREE_STRING) {
        report(r, s->place, NULL, "expected one file name in quotes: include \"file.tn\";");
        return;
    }
    struct file *f = reading_open(r, s, s->args[0]->text);
    if (f == NULL)
        return;
    if (f->open) {
        report(r, s->args[0]->place, NULL, "'%.200s' includes itself", f->path);
        return;
    }
    if (r->depth >= MOST_INCLUDES) {
        report(r, s->args[0]->place, NULL, "expected at most %d files that include one another", MOST_INCLUDES);
        return;
    }
    int number = (int)(f - r->files.at);
    struct statements inner = f->statements;
    f->open = true;
    r->depth++;
    walk(w, inner.at, inner.count, env);
    r->depth--;
    r->files.at[number].open = false;
}

/* False if there are too many statements; whoever meets that first reports it. */
static bool count_statement(struct reading *r, const struct statement *s)
{
    r->statements++;
    if (r->statements > MOST_STATEMENTS)
        report(r, s->place, NULL, "expected at most %d statements, loops unrolled", MOST_STATEMENTS);
    /* a text that is wrong is refused in any case: its loops need not run to their end to say the same again */
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
        report(r, s->name->place, NULL, "expected another name for the loop: '%s' has a meaning of its own",
               s->name->text);
        return;
    }
    if (good && last - first >= MOST_STATEMENTS) {
        report(r, s->place, NULL, "expected at most %d rounds of a loop, met %.12g", MOST_STATEMENTS, last - first + 1);
        return;
    }
    /* the second bound holds where numbers are so large that one more makes no difference */
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
        else if (w->includes && strcmp(s->word, "include") == 0)
            walk_include(w, s, env);
        else
            w->visit(r, s, env, w->ctx);
    }
}

void reading_walk(struct reading *r, struct statement *const *list, int count, const struct env *env, bool includes,
                  visitor *visit, void *ctx)
{
    struct walk w = {r, includes, visit, ctx};
    walk(&w, list, count, env);
}
