/* outfile.c: temporary name, write, fsync, rename (outfile.h). */
#define _XOPEN_SOURCE 700 /* realpath */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "picture/outfile.h"

static char *cannot(const char *path, int error)
{
    return mem_print("cannot write %.500s: %s", path, strerror(error != 0 ? error : EIO));
}

static mode_t final_mode(bool exists, const struct stat *old)
{
    if (exists)
        return old->st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static char *open_temp(struct outfile *f, bool exists, const struct stat *old)
{
    const char *slash = strrchr(f->path, '/');
    f->temp = mem_print("%.*s.tenon-XXXXXX", slash != NULL ? (int)(slash - f->path + 1) : 0, f->path);
    f->fd = mkstemp(f->temp);
    if (f->fd < 0) {
        char *message = cannot(f->path, errno);
        mem_free(f->temp);
        f->temp = NULL;
        outfile_abandon(f);
        return message;
    }
    fcntl(f->fd, F_SETFD, FD_CLOEXEC);
    fchmod(f->fd, final_mode(exists, old));
    return NULL;
}

char *outfile_open(struct outfile *f, const char *path)
{
    struct stat old;
    bool exists = stat(path, &old) == 0;
    *f = (struct outfile){.fd = -1};
    if (path[0] == '\0')
        return mem_text("cannot write a file without a name");
    if (exists && !S_ISREG(old.st_mode)) {
        f->path = mem_text(path);
        f->fd = open(path, O_WRONLY | O_CLOEXEC);
    } else if (exists && access(path, W_OK) != 0) {
        return cannot(path, errno);
    } else {
        char *real = exists ? realpath(path, NULL) : NULL;
        f->path = mem_text(real != NULL ? real : path);
        free(real);
        return open_temp(f, exists, &old);
    }
    char *message = f->fd < 0 ? cannot(path, errno) : NULL;
    if (message != NULL)
        outfile_abandon(f);
    return message;
}

char *outfile_write(struct outfile *f, const void *data, size_t size)
{
    const char *at = data;
    while (size > 0) {
        ssize_t n = write(f->fd, at, size < 1 << 30 ? size : 1 << 30);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return cannot(f->path, errno);
        at += n;
        size -= (size_t)n;
    }
    return NULL;
}

char *outfile_finish(struct outfile *f)
{
    char *message = NULL;
    if (f->temp != NULL && fsync(f->fd) != 0)
        message = cannot(f->path, errno);
    int closed = close(f->fd);
    f->fd = -1;
    if (message == NULL && closed != 0)
        message = cannot(f->path, errno);
    if (message == NULL && f->temp != NULL && rename(f->temp, f->path) != 0)
        message = cannot(f->path, errno);
    if (message == NULL) {
        mem_free(f->temp);
        f->temp = NULL;
    }
    outfile_abandon(f);
    return message;
}

void outfile_abandon(struct outfile *f)
{
    if (f->fd >= 0)
        close(f->fd);
    if (f->temp != NULL)
        unlink(f->temp);
    mem_free(f->temp);
    mem_free(f->path);
    *f = (struct outfile){.fd = -1};
}

char *outfile_save(const char *path, const void *data, size_t size)
{
    struct outfile f;
    char *message = outfile_open(&f, path);
    if (message != NULL)
        return message;
    message = outfile_write(&f, data, size);
    if (message == NULL)
        return outfile_finish(&f);
    outfile_abandon(&f);
    return message;
}

int outfile_fail(char **to, char *message, int status)
{
    if (to != NULL)
        *to = message;
    else
        mem_free(message);
    return status;
}

bool outfile_ends(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n > m && strcasecmp(path + n - m, ending) == 0;
}
