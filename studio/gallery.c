/* gallery.c: scenes to begin with, which the program has in itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inside.h"

static const struct studio_file *file_of(struct studio *s, const char *path)
{
    for (const struct studio_file *f = s->host.gallery; f != NULL && f->path != NULL; f++)
        if (strcmp(f->path, path) == 0)
            return f;
    return NULL;
}

/* ---- the list ---- */

/* The next part of a line up to '|', without the blanks around it; *at moves behind it. */
static void part(const char **at, const char *end, const char **from, size_t *length)
{
    const char *p = *at, *bar = p;
    while (bar < end && *bar != '|')
        bar++;
    *at = bar < end ? bar + 1 : end;
    while (p < bar && *p == ' ')
        p++;
    while (bar > p && bar[-1] == ' ')
        bar--;
    *from = p;
    *length = (size_t)(bar - p);
}

static void write_part(struct writer *w, const char *key, const char **at, const char *end)
{
    const char *from;
    size_t length;
    part(at, end, &from, &length);
    write_text_part(w, key, from, length);
}

static void write_scene(struct studio *s, const char *at, const char *end)
{
    struct writer *w = &s->answer;
    const char *from;
    size_t length;
    char path[200];
    write_open(w, NULL, '{');
    part(&at, end, &from, &length);
    write_text_part(w, "name", from, length);
    snprintf(path, sizeof path, "%.*s.jpg", (int)(length < 150 ? length : 150), from);
    write_part(w, "title", &at, end);
    write_part(w, "text", &at, end);
    for (int i = 0; i < 2; i++) /* deviation and checks, which are for tests */
        part(&at, end, &from, &length);
    part(&at, end, &from, &length);
    write_number(w, "picture_at", strtod(from, NULL));
    write_text(w, "picture", file_of(s, path) != NULL ? path : NULL);
    write_close(w, '}');
}

bool op_gallery(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    (void)m;
    const struct studio_file *list = file_of(s, "gallery.list");
    struct writer *w = &s->answer;
    bool open = false;
    if (list == NULL)
        return refuse(s, "unavailable", "this program was built without the gallery");
    const char *at = (const char *)list->at, *last = at + list->length;
    write_open(w, "folders", '[');
    while (at < last) {
        const char *end = memchr(at, '\n', (size_t)(last - at));
        end = end != NULL ? end : last;
        if (end - at > 3 && strncmp(at, "== ", 3) == 0) {
            if (open) {
                write_close(w, ']');
                write_close(w, '}');
            }
            const char *from = at + 3;
            write_open(w, NULL, '{');
            write_part(w, "name", &from, end);
            write_part(w, "title", &from, end);
            write_part(w, "text", &from, end);
            write_open(w, "scenes", '[');
            open = true;
        } else if (open && end > at && *at != '#' && memchr(at, '|', (size_t)(end - at)) != NULL) {
            write_scene(s, at, end);
        }
        at = end + 1;
    }
    if (open) {
        write_close(w, ']');
        write_close(w, '}');
    }
    write_close(w, ']');
    return true;
}

/* ---- opening ---- */

/* Scenes may include files and name drawings and data: those of the gallery are put into a folder of our own, where they
 * are found. */
static bool unpack(struct studio *s)
{
    char folder[] = "/tmp/tenon-gallery-XXXXXX";
    if (s->gallery_at != NULL)
        return true;
    if (mkdtemp(folder) == NULL)
        return false;
    s->gallery_at = studio_copy(folder);
    for (const struct studio_file *f = s->host.gallery; f->path != NULL; f++) {
        const char *dot = strrchr(f->path, '.');
        char *path = path_join(folder, f->path);
        if (dot == NULL || strcmp(dot, ".jpg") != 0) { /* not the small pictures */
            for (char *p = path + strlen(folder) + 1; (p = strchr(p, '/')) != NULL; p++) {
                *p = 0;
                mkdir(path, 0700);
                *p = '/';
            }
            FILE *out = fopen(path, "wb");
            if (out != NULL) {
                fwrite(f->at, 1, f->length, out);
                fclose(out);
            }
        }
        free(path);
    }
    return true;
}

void gallery_remove(struct studio *s)
{
    for (const struct studio_file *f = s->host.gallery; s->gallery_at != NULL && f->path != NULL; f++) {
        char *path = path_join(s->gallery_at, f->path);
        remove(path);
        for (char *slash; (slash = strrchr(path, '/')) != NULL && slash > path + strlen(s->gallery_at);) {
            *slash = 0;
            rmdir(path);
        }
        free(path);
    }
    if (s->gallery_at != NULL)
        rmdir(s->gallery_at);
    free(s->gallery_at);
    s->gallery_at = NULL;
}

bool gallery_open(struct studio *s, const char *scene)
{
    struct bytes name = {0};
    bytes_print(&name, "%s.tn", scene);
    const struct studio_file *f = file_of(s, name.at);
    if (f == NULL || !unpack(s)) {
        bytes_free(&name);
        return refuse(s, "no-such-file", "the gallery has no scene \"%.80s\"", scene);
    }
    char *path = path_join(s->gallery_at, name.at);
    const char *slash = strrchr(scene, '/');
    tn_source *source = tn_source_open(path, NULL);
    bytes_free(&name);
    if (source == NULL) {
        free(path);
        return refuse(s, "no-such-file", "the scene cannot be read");
    }
    bytes_print(&name, "%s.tn", slash != NULL ? slash + 1 : scene);
    begin_scene(s, source, NULL, name.at);
    bytes_free(&name);
    free(path);
    return true;
}
