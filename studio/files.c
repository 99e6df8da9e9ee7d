/* files.c: files below the scene's folder, and the text that was not saved yet. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inside.h"

char *path_join(const char *folder, const char *file)
{
    struct bytes b = {0};
    bytes_print(&b, "%s/%s", folder, file);
    return b.at;
}

char *session_file_read(const char *path, size_t most, char **message)
{
    struct bytes b = {0};
    char part[65536];
    size_t n;
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        struct bytes why = {0};
        bytes_print(&why, "%s cannot be read: %s", path, strerror(errno));
        *message = why.at;
        return NULL;
    }
    bytes_text(&b, "");
    while (b.length <= most && (n = fread(part, 1, sizeof part, f)) > 0)
        bytes_add(&b, part, n);
    const bool bad = ferror(f) || b.length > most;
    fclose(f);
    if (!bad)
        return b.at;
    bytes_free(&b);
    *message = studio_copy("the file is too large or cannot be read");
    return NULL;
}

/* Written beside it, then renamed: whole or not at all. */
static bool file_write(const char *path, const char *text, size_t length)
{
    struct bytes temp = {0};
    bytes_print(&temp, "%s.%ld~", path, (long)getpid());
    FILE *f = fopen(temp.at, "wb");
    bool good = f != NULL && fwrite(text, 1, length, f) == length;
    if (f != NULL)
        good = fclose(f) == 0 && good;
    good = good && rename(temp.at, path) == 0;
    if (!good)
        remove(temp.at);
    bytes_free(&temp);
    return good;
}

/* ---- below the folder ---- */

static bool inside(const char *folder, const char *path)
{
    const size_t n = strlen(folder);
    return strncmp(folder, path, n) == 0 && (path[n] == '/' || path[n] == 0);
}

/* Plain names below the folder: no "..", no hidden files, nothing absolute. */
static bool plain(const char *file)
{
    if (file[0] == 0 || file[0] == '/' || strlen(file) > 500 || strchr(file, '\\') != NULL)
        return false;
    for (const char *p = file; p != NULL; p = strchr(p, '/') != NULL ? strchr(p, '/') + 1 : NULL)
        if (p[0] == '.' || p[0] == '/' || p[0] == 0)
            return false;
    for (const char *p = file; *p; p++)
        if ((unsigned char)*p < 0x20)
            return false;
    return true;
}

/* The path of a file below the folder, links followed; NULL after a refusal. It need not exist. To be freed. */
char *path_below(struct studio *s, const char *file, const char *ending)
{
    if (s->host.folder == NULL) {
        refuse(s, "unavailable", "there is no folder for files");
        return NULL;
    }
    struct bytes full = {0};
    const size_t n = strlen(file), e = strlen(ending);
    bytes_print(&full, "%s/%s%s", s->host.folder, file, n > e && strcmp(file + n - e, ending) == 0 ? "" : ending);
    char *home = realpath(s->host.folder, NULL), *real = NULL;
    char *slash = strrchr(full.at, '/');
    if (plain(file) && home != NULL) {
        *slash = 0;
        char *parent = realpath(full.at, NULL);
        *slash = '/';
        struct bytes there = {0};
        if (parent != NULL && inside(home, parent)) {
            bytes_print(&there, "%s%s", parent, slash);
            char *target = realpath(there.at, NULL);
            struct stat is;
            const bool link = lstat(there.at, &is) == 0 && S_ISLNK(is.st_mode);
            if (target != NULL && inside(home, target))
                real = studio_copy(target);
            else if (target == NULL && !link)
                real = studio_copy(there.at);
            free(target);
        }
        bytes_free(&there);
        free(parent);
    }
    free(home);
    bytes_free(&full);
    if (real == NULL)
        refuse(s, "outside", "\"%.100s\" is not a file below the scene's folder", file);
    return real;
}

/* The path as it is shown: below the folder. */
static const char *shown(struct studio *s, const char *path)
{
    char *home = s->host.folder != NULL ? realpath(s->host.folder, NULL) : NULL;
    const char *p = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    if (home != NULL && inside(home, path) && path[strlen(home)] == '/')
        p = path + strlen(home) + 1;
    free(home);
    return p;
}

/* ---- the text that was not saved ----
 *
 * It is kept in .NAME.autosave beside the scene; of a scene without a file in untitled-PID.autosave in the state folder. A
 * kept text that is found, and that nobody has decided about, is never written over: it is set aside under another name. */

static char *kept_beside(const char *path)
{
    struct bytes b = {0};
    const char *slash = strrchr(path, '/');
    bytes_print(&b, "%.*s.%s.autosave", (int)(slash != NULL ? slash + 1 - path : 0), path,
                slash != NULL ? slash + 1 : path);
    return b.at;
}

/* Offers a kept text, if it says something else than the present one. */
static bool offer(struct studio *s, const char *path)
{
    char *message = NULL, *text = session_file_read(path, LARGEST_TEXT, &message);
    free(message);
    if (text == NULL || strcmp(text, text_now(s, NULL)) == 0) {
        free(text);
        return false;
    }
    s->recovered = text;
    s->recovered_path = studio_copy(path);
    return true;
}

/* Of a scene with a file: the kept text, or the one that was set aside. */
static void offer_beside(struct studio *s)
{
    struct stat kept, file;
    struct bytes aside = {0};
    if (stat(s->keep_path, &kept) == 0 && (stat(s->path, &file) != 0 || kept.st_mtime >= file.st_mtime))
        offer(s, s->keep_path);
    bytes_print(&aside, "%s~", s->keep_path);
    if (s->recovered == NULL && stat(aside.at, &kept) == 0)
        offer(s, aside.at);
    bytes_free(&aside);
}

/* Of a scene without a file: the newest text that a program has left which does not run any more. */
static void offer_left(struct studio *s)
{
    DIR *d = opendir(s->host.state);
    struct dirent *e;
    char *newest = NULL;
    time_t when = 0;
    while (d != NULL && (e = readdir(d)) != NULL) {
        long pid;
        struct stat is;
        if (sscanf(e->d_name, "untitled-%ld.autosave", &pid) != 1 || pid == (long)getpid() ||
            kill((pid_t)pid, 0) == 0 || errno != ESRCH)
            continue;
        char *path = path_join(s->host.state, e->d_name);
        if (stat(path, &is) == 0 && (newest == NULL || is.st_mtime > when)) {
            free(newest);
            newest = path;
            when = is.st_mtime;
        } else {
            free(path);
        }
    }
    if (d != NULL)
        closedir(d);
    if (newest != NULL)
        offer(s, newest);
    free(newest);
}

void keep_begin(struct studio *s, bool look)
{
    free(s->keep_path);
    free(s->recovered);
    free(s->recovered_path);
    s->keep_path = s->recovered = s->recovered_path = NULL;
    s->keep_at = 0;
    if (s->path != NULL) {
        s->keep_path = kept_beside(s->path);
        if (look)
            offer_beside(s);
    } else if (s->host.state != NULL) {
        struct bytes b = {0};
        bytes_print(&b, "%s/untitled-%ld.autosave", s->host.state, (long)getpid());
        s->keep_path = b.at;
        if (look)
            offer_left(s);
    }
}

void keep_forget(struct studio *s)
{
    if (s->keep_path != NULL && (s->recovered_path == NULL || strcmp(s->keep_path, s->recovered_path) != 0))
        remove(s->keep_path);
    s->keep_old = false;
}

/* The kept text that was found is where the new one belongs: it makes room. */
static void set_aside(struct studio *s)
{
    struct bytes aside = {0};
    if (s->recovered_path == NULL || strcmp(s->recovered_path, s->keep_path) != 0)
        return;
    bytes_print(&aside, "%s~", s->keep_path);
    if (rename(s->keep_path, aside.at) == 0) {
        free(s->recovered_path);
        s->recovered_path = aside.at;
    } else {
        bytes_free(&aside);
    }
}

#define KEEP_EVERY 0.25 /* s */

void keep_text(struct studio *s, double now)
{
    size_t length;
    const char *text = text_now(s, &length);
    if (!s->keep_old || s->keep_path == NULL || now < s->keep_at)
        return;
    s->keep_old = false;
    s->keep_at = isfinite(now) ? now + KEEP_EVERY : 0;
    if (studio_saved(s)) {
        keep_forget(s);
        return;
    }
    set_aside(s);
    if (!file_write(s->keep_path, text, length)) {
        s->keep_old = true;
        s->keep_at = isfinite(now) ? now + 10 : 0; /* later again */
    }
}

/* ---- changed by others ---- */

static double changed_at(const char *path)
{
    struct stat is;
    if (path == NULL || stat(path, &is) != 0)
        return 0;
    return (double)is.st_mtim.tv_sec + 1e-9 * (double)is.st_mtim.tv_nsec;
}

void disk_check(struct studio *s, double now)
{
    if (s->path == NULL || now < s->disk_at)
        return;
    s->disk_at = now + 1;
    const double time = changed_at(s->path);
    if (time == s->disk_time || time == 0)
        return;
    if (s->disk_time != 0) {
        struct bytes b = {0};
        struct writer w = push_begin(&b, "disk");
        write_text(&w, "file", s->name);
        write_close(&w, '}');
        push_all(s, &b);
        bytes_free(&b);
    }
    s->disk_time = time;
}

/* ---- requests ---- */

/* Another scene begins; the unsaved text of the old one stays kept. */
void begin_scene(struct studio *s, tn_source *source, const char *path, const char *name)
{
    char *new_path = path != NULL ? studio_copy(path) : NULL, *new_name = studio_copy(name);
    keep_text(s, INFINITY);
    if (studio_saved(s))
        keep_forget(s);
    document_load(s, source, new_path, new_name);
    keep_begin(s, new_path != NULL);
    s->disk_time = changed_at(s->path);
    free(new_path);
    free(new_name);
}

bool studio_open_file(struct studio *s, const char *path, char **message)
{
    tn_diagnostics *d = tn_diagnostics_new();
    char *real = realpath(path, NULL);
    tn_source *source = real != NULL ? tn_source_open(real, d) : NULL;
    *message = NULL;
    if (source != NULL) {
        begin_scene(s, source, real, shown(s, real));
    } else {
        struct bytes b = {0};
        bytes_print(&b, "%s",
                    real == NULL                  ? "there is no such file"
                    : tn_diagnostics_count(d) > 0 ? tn_diagnostics_get(d, 0).message
                                                  : "the file cannot be read");
        *message = b.at;
    }
    free(real);
    tn_diagnostics_free(d);
    return source != NULL;
}

bool op_new(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    begin_scene(s, untitled(s, value_text(m, "text", "")), NULL, "untitled.tn");
    write_integer(&s->answer, "rev", (long long)s->text.rev);
    return true;
}

static bool open_file(struct studio *s, const char *file)
{
    char *message = NULL, *path = path_below(s, file, ".tn");
    if (path == NULL)
        return false;
    const bool good = studio_open_file(s, path, &message);
    free(path);
    return good || refuse_with(s, "no-such-file", message);
}

bool op_open(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    const char *file = value_text(m, "file", NULL), *scene = value_text(m, "gallery", NULL);
    const char *text = value_text(m, "text", NULL);
    if (file != NULL) {
        if (!open_file(s, file))
            return false;
    } else if (scene != NULL) {
        if (!gallery_open(s, scene))
            return false;
    } else if (text != NULL && strlen(text) <= LARGEST_TEXT) {
        const char *name = value_text(m, "name", "untitled.tn");
        begin_scene(s, untitled(s, text), NULL, plain(name) ? name : "untitled.tn");
        s->saved[0] = 0; /* it is nowhere else */
        s->keep_old = true;
    } else {
        return refuse(s, "bad-message", "open needs \"file\", \"gallery\" or \"text\"");
    }
    write_integer(&s->answer, "rev", (long long)s->text.rev);
    write_text(&s->answer, "file", s->path != NULL ? s->name : NULL);
    write_flag(&s->answer, "recovered", s->recovered != NULL);
    return true;
}

bool op_recover(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    char *text = s->recovered;
    if (text == NULL)
        return refuse(s, "nothing", "no unsaved text was found");
    s->recovered = NULL;
    if (value_flag(m, "take", true)) {
        step_begin(s, "Recover unsaved text", NULL);
        if (tn_source_put(s->doc.source, 0, text) == TN_OK)
            text_changed(s);
        step_apply(s, NULL);
        step_end(s);
        keep_text(s, INFINITY); /* before the file that it was found in goes */
    }
    if (s->recovered_path != NULL &&
        (s->keep_path == NULL || strcmp(s->recovered_path, s->keep_path) != 0 || studio_saved(s)))
        remove(s->recovered_path);
    free(s->recovered_path);
    s->recovered_path = NULL;
    free(text);
    write_integer(&s->answer, "rev", (long long)s->text.rev);
    return true;
}

bool op_save(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    const char *file = value_text(m, "file", NULL);
    char *message = NULL, *path = file != NULL      ? path_below(s, file, ".tn")
                                  : s->path != NULL ? studio_copy(s->path)
                                                    : NULL;
    struct stat is;
    if (path == NULL)
        return file != NULL ? false : refuse(s, "bad-message", "the scene has no file yet: give it a name");
    const bool other = s->path == NULL || strcmp(path, s->path) != 0;
    if (other && stat(path, &is) == 0 && !value_flag(m, "replace", false)) {
        free(path);
        return refuse(s, "exists", "there is already a file of this name");
    }
    if (tn_source_save(s->doc.source, 0, path, &message) != TN_OK) {
        free(path);
        return refuse_with(s, "refused", message);
    }
    tn_free(message);
    keep_forget(s);
    free(s->saved);
    s->saved = studio_copy(text_now(s, NULL));
    char *name = studio_copy(shown(s, path));
    free(s->path);
    free(s->name);
    s->path = path;
    s->name = name;
    keep_begin(s, false);
    s->disk_time = changed_at(s->path);
    text_push_whole(s, NULL);
    write_text(&s->answer, "file", s->name);
    return true;
}

bool op_text(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    const double file = value_number(m, "file", 0);
    const int count = tn_source_file_count(s->doc.source);
    if (value_flag(m, "disk", false)) { /* what another program has put there */
        tn_source *there = s->path != NULL ? tn_source_open(s->path, NULL) : NULL;
        if (there == NULL)
            return refuse(s, "no-such-file", "there is no file that could be read");
        write_text(&s->answer, "text", tn_source_file_text(there, 0, NULL));
        tn_source_free(there);
        return true;
    }
    if (!(file >= 0 && file < count) || file != floor(file))
        return refuse(s, "no-such-file", "there is no such file");
    write_text(&s->answer, "text", tn_source_file_text(s->doc.source, (int)file, NULL));
    write_integer(&s->answer, "rev", (long long)s->text.rev);
    write_open(&s->answer, "files", '[');
    for (int i = 0; i < count; i++) {
        const char *name = tn_source_file_name(s->doc.source, i), *slash = strrchr(name, '/');
        write_text(&s->answer, NULL, slash != NULL ? slash + 1 : name);
    }
    write_close(&s->answer, ']');
    return true;
}

/* ---- the folder ---- */

enum { MOST_FILES = 1000, DEEPEST = 6 };

static void list_folder(struct studio *s, const char *folder, const char *below, int depth, int *count)
{
    DIR *d = opendir(folder);
    struct dirent *e;
    while (d != NULL && *count < MOST_FILES && (e = readdir(d)) != NULL) {
        struct stat is;
        if (e->d_name[0] == '.')
            continue;
        char *path = path_join(folder, e->d_name),
             *name = below[0] != 0 ? path_join(below, e->d_name) : studio_copy(e->d_name);
        const char *dot = strrchr(e->d_name, '.');
        if (lstat(path, &is) == 0 && S_ISDIR(is.st_mode) && depth < DEEPEST)
            list_folder(s, path, name, depth + 1, count);
        else if (stat(path, &is) == 0 && S_ISREG(is.st_mode) && dot != NULL && strcmp(dot, ".tn") == 0) {
            write_open(&s->answer, NULL, '{');
            write_text(&s->answer, "file", name);
            write_integer(&s->answer, "bytes", (long long)is.st_size);
            write_close(&s->answer, '}');
            ++*count;
        }
        free(path);
        free(name);
    }
    if (d != NULL)
        closedir(d);
}

bool op_files(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    (void)m;
    int count = 0;
    if (s->host.folder == NULL)
        return refuse(s, "unavailable", "there is no folder for files");
    write_open(&s->answer, "files", '[');
    list_folder(s, s->host.folder, "", 0, &count);
    write_close(&s->answer, ']');
    write_text(&s->answer, "folder", s->host.folder);
    return true;
}
