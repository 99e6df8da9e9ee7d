/* scenes.h: the scenes of the gallery, worlds of sources, and what the tests compare of them. */
#ifndef TESTS_SOURCE_SCENES_H
#define TESTS_SOURCE_SCENES_H

#include <dirent.h>
#include <sys/stat.h>

#include "../effort.h"
#include "../model/same.h"

static inline void gallery(char path[1000])
{
    const char *source = getenv("SOURCE");
    snprintf(path, 1000, "%s/examples", source != NULL ? source : ".");
}

/* Calls visit for every scene of the gallery. */
static inline void each_scene(const char *folder, void (*visit)(const char *path, void *ctx), void *ctx)
{
    struct dirent **list;
    int n = scandir(folder, &list, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char path[2000];
        struct stat status;
        const char *name = list[i]->d_name;
        int n_path = snprintf(path, sizeof path, "%s/%s", folder, name);
        assert_true(n_path > 0 && n_path < (int)sizeof path);
        if (name[0] != '.' && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
            each_scene(path, visit, ctx);
        else if (strlen(name) > 3 && strcmp(name + strlen(name) - 3, ".tn") == 0)
            visit(path, ctx);
        free(list[i]);
    }
    if (n >= 0)
        free(list);
}

static inline char *file_bytes(const char *path, size_t *length)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *length = (size_t)ftell(f);
    rewind(f);
    char *text = malloc(*length + 1);
    assert_int_equal(fread(text, 1, *length, f), *length);
    text[*length] = '\0';
    fclose(f);
    return text;
}

/* A world that is read from the text of a source, as anybody would read it; NULL if it is not right. */
static inline tn_world *fresh_world(tn_source *s)
{
    tn_world *w = tn_world_new();
    tn_source *copy = tn_source_text(tn_source_file_name(s, 0), tn_source_file_text(s, 0, NULL));
    if (tn_source_load(copy, w, NULL) != TN_OK) {
        tn_world_free(w);
        w = NULL;
    }
    tn_source_free(copy);
    return w;
}

/* Fails unless two worlds are written the same. */
static inline void same_worlds(tn_world *a, tn_world *b, const char *about)
{
    char *x = tn_write_text(a), *y = tn_write_text(b);
    if (strcmp(x, y) != 0) {
        size_t i = 0;
        while (x[i] == y[i])
            i++;
        size_t from = i > 200 ? i - 200 : 0;
        fail_msg("%s: the worlds differ:\n--- live\n%.400s\n--- fresh\n%.400s\n", about, x + from, y + from);
    }
    free(x);
    free(y);
}

#endif
