/* open_file.c: see open_file.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "base/open_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/open.h"

/* ---- regular files ---- */

static const char *kind_of(mode_t mode)
{
    return S_ISDIR(mode)    ? "it is a folder"
           : S_ISFIFO(mode) ? "it is a pipe, not a file"
           : S_ISSOCK(mode) ? "it is a socket, not a file"
           : S_ISREG(mode)  ? NULL
                            : "it is a device, not a file";
}

FILE *open_regular(const char *path, char why[OPEN_WHY])
{
    struct stat status;
    FILE *file = NULL;
    why[0] = '\0';
    const int given = open_hooked(path, &file);
    if (given != 0) {
        if (file == NULL)
            snprintf(why, OPEN_WHY, "%s", strerror(ENOENT));
        return file;
    }
    int found = stat(path, &status); /* before it is opened: opening some devices has effects */
    const char *wrong = found == 0 ? kind_of(status.st_mode) : NULL;
    int fd = found == 0 && wrong == NULL ? open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    if (fd >= 0 && fstat(fd, &status) == 0)
        wrong = kind_of(status.st_mode); /* it may have been replaced meanwhile */
    if (fd >= 0 && wrong == NULL)
        file = fdopen(fd, "rb");
    if (file == NULL)
        snprintf(why, OPEN_WHY, "%s", wrong != NULL ? wrong : strerror(errno));
    if (file == NULL && fd >= 0)
        close(fd);
    return file;
}

/* ---- folders ---- */

char *open_folder(const char *folder)
{
    struct stat status;
    char real[PATH_MAX];
    if (realpath(folder[0] != '\0' ? folder : ".", real) == NULL || stat(real, &status) != 0 ||
        !S_ISDIR(status.st_mode))
        return NULL;
    return mem_text(real);
}

/* Does an absolute path without . and .. lie in a folder or below? */
static bool is_below(const char *folder, const char *path)
{
    size_t n = strlen(folder);
    if (n > 0 && folder[n - 1] == '/') /* the root itself */
        n--;
    return strncmp(folder, path, n) == 0 && (path[n] == '/' || path[n] == '\0');
}

static bool is_in_any(const char *const *roots, int count, const char *path)
{
    for (int i = 0; i < count; i++)
        if (is_below(roots[i], path))
            return true;
    return false;
}

/* An absolute path with . and .. taken out by their letters, in place. */
static void normalize(char *path)
{
    char *to = path;
    for (const char *from = path; *from != '\0';) {
        size_t n = strcspn(from + 1, "/");
        if (n == 2 && from[1] == '.' && from[2] == '.') {
            while (to > path && *--to != '/')
                continue;
        } else if (n > 0 && !(n == 1 && from[1] == '.')) {
            memmove(to, from, n + 1);
            to += n + 1;
        }
        from += n + 1;
    }
    if (to == path)
        *to++ = '/';
    *to = '\0';
}

char *open_allowed(const char *folder, const char *path, const char *const *roots, int count, char why[OPEN_WHY])
{
    static const char outside[] =
        "it lies outside the scene's folder, which is all that a scene may read: move it there, "
        "or allow its folder (--allow-read DIR, tn_allow_read)";
    char *base = path[0] == '/' ? mem_text("") : open_folder(folder);
    char *whole = base != NULL ? mem_print("%s/%s", base, path) : NULL, *result = NULL;
    if (whole != NULL)
        normalize(whole);
    why[0] = '\0';
    if (whole == NULL) {
        snprintf(why, OPEN_WHY, "%s", strerror(errno));
    } else if (!is_in_any(roots, count, whole)) {
        /* the folder of the scene may be named through a link */
        char *slash = strrchr(whole, '/');
        char *parent = path[0] == '/' ? mem_print("%.*s", (int)(slash - whole) + 1, whole) : NULL;
        char *real = parent != NULL ? open_folder(parent) : NULL;
        if (real == NULL || !is_in_any(roots, count, real))
            snprintf(why, OPEN_WHY, "%s", outside);
        mem_free(parent);
        mem_free(real);
    }
    char room[PATH_MAX];
    const char *real = whole != NULL && why[0] == '\0' ? realpath(whole, room) : NULL;
    if (why[0] == '\0' && real == NULL)
        snprintf(why, OPEN_WHY, "%s", strerror(errno));
    else if (why[0] == '\0' && !is_in_any(roots, count, real))
        snprintf(why, OPEN_WHY, "%s", outside);
    else if (why[0] == '\0')
        result = mem_text(real);
    mem_free(whole);
    mem_free(base);
    return result;
}
