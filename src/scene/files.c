/* files.c: see files.h. Files are known by what they are and not by how they are called. */
#include "scene/files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/open.h"

enum { MOST_INCLUDES = 50, MOST_FILES = 10000, MOST_BYTES = 1 << 28 };
/* Formats of keys: each takes a path and two numbers. */
#define IDENTITY "%s%lu:%lu"
#define MISSING "missing %s%.0lu%.0lu"
#define SOURCE "%s%lu%.0lu"

/* How much of a path is its folder, with the slash. */
static int folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (int)(slash - path) + 1 : 0;
}

/* ---- opening ---- */

char *file_text(FILE *file, char why[OPEN_WHY])
{
    enum { PIECE = 1 << 16, MOST = 1 << 28 };
    char *text = NULL;
    size_t count = 0, capacity = 0, got;
    why[0] = '\0';
    do {
        if (capacity - count < PIECE + 1) {
            capacity = 2 * capacity + PIECE + 1;
            text = mem_resize(text, count, capacity);
        }
        got = fread(text + count, 1, PIECE, file);
        if (memchr(text + count, '\0', got) != NULL)
            snprintf(why, OPEN_WHY, "it is not a text: it contains a zero byte");
        count += got;
        if (count > MOST)
            snprintf(why, OPEN_WHY, "it is longer than %d megabytes", MOST >> 20);
    } while (got > 0 && why[0] == '\0');
    if (ferror(file))
        snprintf(why, OPEN_WHY, "%.150s", strerror(errno));
    if (why[0] == '\0') {
        text[count] = '\0';
        return text;
    }
    mem_free(text);
    return NULL;
}

char *file_read(const char *path, char why[OPEN_WHY], struct stat *status)
{
    FILE *file = open_read(path);
    *status = (struct stat){0};
    if (file == NULL) {
        snprintf(why, OPEN_WHY, "%.150s", strerror(errno));
        return NULL;
    }
    char *text = file_text(file, why);
    if (fileno(file) < 0 || fstat(fileno(file), status) != 0)
        *status = (struct stat){0};
    fclose(file);
    return text;
}

/* Keys of the maps: what a file is, where it should be, its number among the sources. */
static int find(const struct names *map, const char *format, const char *path, unsigned long a, unsigned long b)
{
    char *key = mem_print(format, path, a, b);
    int i = names_get(map, key);
    mem_free(key);
    return i;
}

static void remember(struct names *map, const char *format, const char *path, unsigned long a, unsigned long b, int i)
{
    char *key = mem_print(format, path, a, b);
    names_set(map, key, i);
    mem_free(key);
}

static struct file *known_file(const struct files *f, const struct stat *s)
{
    int i = s->st_ino != 0 ? find(&f->known, IDENTITY, "", (unsigned long)s->st_dev, (unsigned long)s->st_ino) : -1;
    return i >= 0 ? f->list.at[i] : NULL;
}

/* Contents that the program gives are known by their path. */
static struct file *known_path(const struct files *f, const char *path)
{
    for (int i = 0; i < f->list.count; i++)
        if (f->list.at[i]->source > 0 && strcmp(f->list.at[i]->path, path) == 0)
            return f->list.at[i];
    return NULL;
}

/* A file that cannot be read is remembered too, so that it is reported once. */
static bool known_missing(const struct files *f, const char *path) { return find(&f->known, MISSING, path, 0, 0) >= 0; }

static const struct file *file_of(const struct files *f, struct place p)
{
    int i = find(&f->by_source, SOURCE, "", (unsigned long)p.source, 0);
    return f->list.at[i >= 0 ? i : 0];
}

/* ---- putting together ---- */

static void put_in(struct files *f, struct file *file, struct statement *const *list, int count);

/* A file with its path and its place, which it takes over; the text may be NULL. */
static struct file *add_file(struct files *f, char *path, char *from_main, unsigned long device, unsigned long inode,
                             const char *text)
{
    struct file *file = MEM_NEW(struct file);
    *file = (struct file){
        .path = path, .from_main = from_main, .device = device, .inode = inode, .open = true, .height = 1};
    if (inode != 0)
        remember(&f->known, IDENTITY, "", device, inode, f->list.count);
    if (text == NULL)
        remember(&f->known, MISSING, path, 0, 0, f->list.count);
    ARRAY_PUSH(&f->list, file);
    if (text != NULL) {
        file->source = diagnostics_source(f->d, path, text);
        remember(&f->by_source, SOURCE, "", (unsigned long)file->source, 0, f->list.count - 1);
        struct document_source source = {file->source, mem_print("%.*s", folder_length(path), path),
                                         mem_text(from_main)};
        ARRAY_PUSH(&f->home->sources, source);
        struct statements read = statement_read(f->home, f->d, file->source);
        file->group = draft_new(f->home, "include");
        file->group->kind = STATEMENT_GROUP;
        file->group->children = read.at;
        file->group->child_count = read.count;
        put_in(f, file, read.at, read.count);
    }
    file->open = false;
    return file;
}

/* The text of a file, or the file that it is of those read before; NULL and the reason if it cannot be read. */
static char *read_text(struct files *f, const char *folder, const char *path, const char *full, struct stat *status,
                       struct file **known, char why[OPEN_WHY])
{
    struct file_content content;
    if (f->given != NULL && f->given(f->ctx, full, &content)) {
        status->st_dev = (dev_t)content.device;
        status->st_ino = (ino_t)content.inode;
        *known = known_file(f, status);
        if (*known == NULL)
            *known = known_path(f, full);
        return *known == NULL ? mem_text(content.text) : NULL;
    }
    char *text = NULL, *real = open_allowed(folder, path, f->roots, f->root_count, why);
    FILE *stream = NULL;
    const int given = open_hooked(full, &stream); /* contents of the program are read wherever they seem to lie */
    if (given == 0 && real != NULL)
        stream = open_regular(real, why);
    else if (stream != NULL)
        *known = known_path(f, full);
    else if (given != 0)
        snprintf(why, OPEN_WHY, "%s", strerror(ENOENT));
    if (given == 0 && stream != NULL && fstat(fileno(stream), status) == 0)
        *known = known_file(f, status);
    if (stream != NULL && *known == NULL && f->list.count >= MOST_FILES)
        snprintf(why, OPEN_WHY, "a scene has at most %d files", MOST_FILES);
    else if (stream != NULL && *known == NULL && (size_t)status->st_size + f->bytes > MOST_BYTES)
        snprintf(why, OPEN_WHY, "the files of a scene have at most %d megabytes", MOST_BYTES >> 20);
    else if (stream != NULL && *known == NULL)
        text = file_text(stream, why);
    f->bytes += text != NULL ? strlen(text) : 0;
    if (stream != NULL)
        fclose(stream);
    mem_free(real);
    return text;
}

/* Finds or reads a file; NULL after a report. */
static struct file *open_file(struct files *f, const struct statement *s, const char *path)
{
    struct place place = s->args[0]->place;
    const struct file *from = file_of(f, place);
    char *full = path[0] == '/' ? mem_text(path) : mem_print("%.*s%s", folder_length(from->path), from->path, path);
    char why[OPEN_WHY] = "";
    struct stat status = {0};
    struct file *known = NULL;
    char *folder = mem_print("%.*s", folder_length(from->path), from->path);
    char *text = read_text(f, folder, path, full, &status, &known, why);
    mem_free(folder);
    if (known != NULL) {
        mem_free(full);
        return known->source > 0 ? known : NULL;
    }
    if (text == NULL && !known_missing(f, full))
        diagnostics_error(f->d, place, NULL, "cannot include '%.200s': %s", path, why);
    char *from_main = path[0] == '/' ? mem_print("%.*s", folder_length(path), path)
                                     : mem_print("%s%.*s", from->from_main, folder_length(path), path);
    struct file *file = add_file(f, full, from_main, (unsigned long)status.st_dev, (unsigned long)status.st_ino, text);
    mem_free(text);
    return file->source > 0 ? file : NULL;
}

/* What an include means, or why it cannot be. */
static void include(struct files *f, struct file *in, struct statement *s)
{
    if (s->broken)
        return;
    s->broken = true; /* unless its file takes its place */
    if (s->kind != STATEMENT_PLAIN || s->arg_count != 1 || s->args[0]->kind != TREE_STRING) {
        diagnostics_error(f->d, s->place, NULL, "expected one file name in quotes: include \"file.tn\";");
        return;
    }
    if (f->depth >= MOST_INCLUDES) {
        diagnostics_error(f->d, s->args[0]->place, NULL, "expected at most %d files that include one another",
                          MOST_INCLUDES);
        return;
    }
    f->depth++;
    struct file *file = open_file(f, s, s->args[0]->text);
    f->depth--;
    if (file == NULL)
        return;
    if (file->open) {
        diagnostics_error(f->d, s->args[0]->place, NULL, "'%.200s' includes itself", file->path);
        return;
    }
    if (f->depth + file->height > MOST_INCLUDES) {
        diagnostics_error(f->d, s->args[0]->place, NULL, "expected at most %d files that include one another",
                          MOST_INCLUDES);
        return;
    }
    if (file->height >= in->height)
        in->height = file->height + 1;
    s->kind = STATEMENT_GROUP;
    s->broken = false;
    s->children = file->group->children;
    s->child_count = file->group->child_count;
}

/* Includes stand outside of blocks, or in loops. */
static void put_in(struct files *f, struct file *file, struct statement *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i]->word, "include") == 0)
            include(f, file, list[i]);
        else if (list[i]->kind == STATEMENT_FOR)
            put_in(f, file, list[i]->children, list[i]->child_count);
}

struct statement *files_read(struct files *f, const char *path, unsigned long device, unsigned long inode,
                             const char *text)
{
    return add_file(f, mem_text(path), mem_text(""), device, inode, text)->group;
}

void files_free(struct files *f)
{
    for (int i = 0; i < f->list.count; i++) {
        mem_free(f->list.at[i]->path);
        mem_free(f->list.at[i]->from_main);
        mem_free(f->list.at[i]);
    }
    ARRAY_FREE(&f->list);
    names_free(&f->known);
    names_free(&f->by_source);
}
