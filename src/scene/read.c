/* read.c: a text and what it includes become definitions, and these a part of a world. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/open.h"
#include "scene/files.h"
#include "tenon/edit.h"
#include "tenon/model.h"
#include "tenon/scene.h"

/* A scene is read as a whole (a file) or in parts; or a text contains changes to the world. */
enum reads { READ_WHOLE, READ_PART, READ_CHANGES };

/* The folders from which a text may read: its own, and those that the program allows. */
struct roots {
    const char **at;
    int count, capacity;
    const char *own;
};

static struct roots roots_of(tn_world *w, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = mem_print("%.*s", slash != NULL ? (int)(slash - path) + 1 : 0, path);
    struct roots roots = {.own = open_folder(folder)};
    if (roots.own != NULL)
        ARRAY_PUSH(&roots, roots.own);
    for (int i = 0; tn_allowed_read(w, i) != NULL; i++)
        ARRAY_PUSH(&roots, tn_allowed_read(w, i));
    mem_free(folder);
    return roots;
}

static tn_status read_scene(tn_world *w, const char *path, const char *text, struct stat status, enum reads what,
                            tn_diagnostics *diagnostics)
{
    tn_diagnostics *own = diagnostics == NULL ? tn_diagnostics_new() : NULL;
    tn_diagnostics *outer = own != NULL ? own : diagnostics;
    struct diagnostics *d = (struct diagnostics *)(void *)outer;
    struct roots roots = roots_of(w, path);
    struct files files = {.d = d, .home = document_new(d), .roots = roots.at, .root_count = roots.count};
    tn_batch *b = tn_batch_new(w, outer);
    const struct open_hook *before = open_use(open_hook_of(w));
    const struct statement *all =
        files_read(&files, path, (unsigned long)status.st_dev, (unsigned long)status.st_ino, text);
    for (int i = 0; i < all->child_count; i++)
        tn_batch_add(b, (const tn_def *)(const void *)all->children[i]);
    if (what == READ_WHOLE)
        tn_batch_check_set(b);
    if (what == READ_CHANGES)
        tn_batch_change(b);
    tn_status result = tn_batch_commit(b);
    open_use(before);
    files_free(&files);
    mem_free((char *)(uintptr_t)roots.own);
    ARRAY_FREE(&roots);
    document_drop(files.home);
    tn_batch_free(b); /* last: it gives memory back to the system */
    tn_diagnostics_free(own);
    return result;
}

tn_status tn_read_text(tn_world *w, const char *name, const char *text, tn_diagnostics *d)
{
    if (w == NULL || text == NULL)
        return TN_WRONG_USE;
    tn_edit_begin(w, "read a text");
    tn_status status = read_scene(w, name != NULL ? name : "text", text, (struct stat){0}, READ_PART, d);
    tn_edit_end(w);
    return status;
}

tn_status tn_change_text(tn_world *w, const char *name, const char *text, tn_diagnostics *d)
{
    if (w == NULL || text == NULL)
        return TN_WRONG_USE;
    tn_edit_begin(w, "change a number");
    tn_status status = read_scene(w, name != NULL ? name : "text", text, (struct stat){0}, READ_CHANGES, d);
    tn_edit_end(w);
    return status;
}

tn_status tn_read_file(tn_world *w, const char *path, tn_diagnostics *d)
{
    if (w == NULL || path == NULL)
        return TN_WRONG_USE;
    char why[OPEN_WHY] = "";
    struct stat status = {0};
    const struct open_hook *before = open_use(open_hook_of(w));
    char *text = file_read(path, why, &status);
    open_use(before);
    if (text == NULL) {
        if (d != NULL)
            diagnostics_error((struct diagnostics *)(void *)d, (struct place){0}, NULL, "cannot read '%.400s': %s",
                              path, why);
        return TN_NO_FILE;
    }
    tn_edit_begin(w, "read a file");
    tn_status s = read_scene(w, path, text, status, READ_WHOLE, d);
    tn_edit_end(w);
    mem_free(text);
    return s;
}
