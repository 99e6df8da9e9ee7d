/* files.c: temporary file, fsync, rename; and the removal of temporary files on a signal.
 *
 * The names of pending temporary files are global variables because a signal handler
 * cannot reach anything else.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "status.h"
#include "texts.h"

enum { PENDING = 8, FILE_WAS_READ = -1 };
static char *volatile pending[PENDING];
static char *guarded; /* one of them */
static volatile sig_atomic_t interrupted;
static _Atomic(tn_world *) running; /* ends its work at a signal */
static const int watched[] = {SIGINT, SIGTERM, SIGHUP};

static void remember(char *temp)
{
    for (int i = 0; i < PENDING; i++) {
        if (!pending[i]) {
            pending[i] = temp;
            return;
        }
    }
}

static void forget(const char *temp)
{
    for (int i = 0; i < PENDING; i++)
        if (pending[i] == temp)
            pending[i] = NULL;
}

static void remove_pending(void)
{
    for (int i = 0; i < PENDING; i++)
        if (pending[i])
            unlink(pending[i]);
}

/* ---- files that were read ---- */

/* What a path leads to: a file, or a name in a folder if there is none yet. */
struct identity {
    dev_t device;
    ino_t inode;
    const char *name; /* in that folder; NULL: the file itself */
};

static struct {
    struct identity *at; /* the name of a file is NULL */
    char **path;
    int count, room;
} read_files;

static char *folder_of(const char *path)
{
    struct buffer b = {0};
    const char *slash = strrchr(path, '/');
    buffer_print(&b, "%.*s", slash ? (int)(slash - path + 1) : 1, slash ? path : ".");
    return b.at;
}

static bool identify(const char *path, struct identity *out)
{
    struct stat s;
    if (stat(path, &s) == 0) {
        *out = (struct identity){s.st_dev, s.st_ino, NULL};
        return true;
    }
    char *folder = folder_of(path);
    const bool there = stat(folder, &s) == 0;
    free(folder);
    *out = (struct identity){s.st_dev, s.st_ino, strrchr(path, '/') ? strrchr(path, '/') + 1 : path};
    return there;
}

static bool identical(struct identity a, struct identity b)
{
    return a.device == b.device && a.inode == b.inode && !a.name == !b.name && (!a.name || !strcmp(a.name, b.name));
}

bool files_same(const char *a, const char *b)
{
    struct identity of_a, of_b;
    return !strcmp(a, b) || (identify(a, &of_a) && identify(b, &of_b) && identical(of_a, of_b));
}

/* Where it is in the list; -1: it was not read. */
static int find_read(const char *path)
{
    struct identity id;
    for (int i = 0; i < read_files.count && identify(path, &id) && !id.name; i++)
        if (identical(read_files.at[i], id))
            return i;
    return -1;
}

void files_note_read(const char *path)
{
    struct identity id;
    if (!identify(path, &id) || id.name || find_read(path) >= 0)
        return;
    if (read_files.count == read_files.room) {
        read_files.room = 2 * read_files.room + 16;
        read_files.at = texts_memory(read_files.at, sizeof *read_files.at * (size_t)read_files.room);
        read_files.path = texts_memory(read_files.path, sizeof *read_files.path * (size_t)read_files.room);
    }
    read_files.at[read_files.count] = id;
    read_files.path[read_files.count++] = texts_copy(path);
}

void files_replaces(const char *path)
{
    const int i = find_read(path);
    if (i < 0)
        return;
    free(read_files.path[i]);
    read_files.count--;
    read_files.at[i] = read_files.at[read_files.count];
    read_files.path[i] = read_files.path[read_files.count];
}

bool files_were_read(const char *path)
{
    struct stat s; /* what is no file (a pipe, /dev/stdin) is not written over */
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && find_read(path) >= 0;
}

bool files_frame_was_read(const char *folder)
{
    struct stat in, at;
    bool any = false;
    for (int i = 0; i < read_files.count && !any && stat(folder, &in) == 0; i++) {
        const char *path = read_files.path[i], *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
        char *home = folder_of(path);
        any = !strncmp(name, "frame-", 6) && stat(home, &at) == 0 && in.st_dev == at.st_dev && in.st_ino == at.st_ino;
        free(home);
    }
    return any;
}

const char *files_why(int error)
{
    return error == FILE_WAS_READ ? "it belongs to the scene, and would be written over"
                                  : strerror(error ? error : EIO);
}

/* ---- temporary files ---- */

/* A folder and ".tenon-XXXXXX": hidden, short enough for any file system, on the same disk as the final name. */
static char *temp_name(const char *path)
{
    struct buffer b = {0};
    const char *slash = strrchr(path, '/');
    buffer_print(&b, "%.*s.tenon-XXXXXX", slash ? (int)(slash - path + 1) : 0, path);
    return b.at;
}

/* The mode that fopen would give: that of the replaced file, or everything that the umask permits. */
static mode_t final_mode(bool exists, const struct stat *old)
{
    if (exists)
        return old->st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool open_spool(struct outfile *f, const char *path)
{
    f->target = strcmp(path, "-") ? fopen(path, "w") : stdout;
    if (f->target)
        f->stream = tmpfile();
    f->error = errno;
    if (!f->stream && f->target && f->target != stdout)
        fclose(f->target);
    if (!f->stream)
        f->target = NULL;
    return f->stream != NULL;
}

static bool open_temp(struct outfile *f, bool exists, const struct stat *old)
{
    f->temp = temp_name(f->path);
    files_hold_signals();
    int fd = mkstemp(f->temp);
    f->error = fd < 0 ? errno : 0;
    if (fd >= 0)
        remember(f->temp);
    files_release_signals();
    if (fd < 0) {
        free(f->temp);
        f->temp = NULL;
        return false;
    }
    fchmod(fd, final_mode(exists, old));
    f->stream = fdopen(fd, "w+");
    if (f->stream)
        return true;
    f->error = errno;
    close(fd);
    return false;
}

bool files_open(struct outfile *f, const char *path)
{
    struct stat old;
    bool ok, exists = false;
    *f = (struct outfile){0};
    if (strcmp(path, "-"))
        exists = stat(path, &old) == 0;
    if (!strcmp(path, "-") || (exists && !S_ISREG(old.st_mode))) {
        f->path = texts_copy(path);
        ok = open_spool(f, path);
    } else if (exists && (access(path, W_OK) || files_were_read(path))) {
        f->error = access(path, W_OK) ? errno : FILE_WAS_READ;
        ok = false;
    } else {
        f->path = exists ? realpath(path, NULL) : texts_copy(path);
        if (f->path) {
            ok = open_temp(f, exists, &old);
        } else {
            f->error = errno;
            ok = false;
        }
    }
    int error = f->error;
    if (!ok)
        files_abandon(f);
    f->error = error;
    return ok;
}

static bool copy_spool(struct outfile *f)
{
    char block[1 << 16];
    size_t n;
    rewind(f->stream);
    while ((n = fread(block, 1, sizeof block, f->stream)) > 0)
        if (fwrite(block, 1, n, f->target) != n)
            return false;
    return !ferror(f->stream) && fflush(f->target) == 0;
}

bool files_finish(struct outfile *f)
{
    bool ok = fflush(f->stream) == 0 && !ferror(f->stream);
    if (ok && f->target)
        ok = copy_spool(f);
    else if (ok)
        ok = fsync(fileno(f->stream)) == 0 && rename(f->temp, f->path) == 0;
    int error = ok ? 0 : errno;
    if (ok && f->temp) {
        forget(f->temp);
        free(f->temp);
        f->temp = NULL;
    }
    files_abandon(f);
    f->error = error;
    return ok;
}

void files_abandon(struct outfile *f)
{
    if (f->stream)
        fclose(f->stream);
    if (f->target && f->target != stdout)
        fclose(f->target);
    if (f->temp) {
        unlink(f->temp);
        forget(f->temp);
    }
    free(f->temp);
    free(f->path);
    *f = (struct outfile){0};
}

bool files_can_write(const char *path, int *error)
{
    struct stat old;
    struct outfile f;
    bool exists = stat(path, &old) == 0;
    if (exists && S_ISDIR(old.st_mode))
        *error = EISDIR;
    else if (exists && access(path, W_OK) != 0)
        *error = errno;
    else if (exists && !S_ISREG(old.st_mode)) /* opening a pipe as a trial would end it for its reader */
        return true;
    else if (!files_open(&f, path))
        *error = f.error;
    else
        return files_abandon(&f), true;
    return false;
}

static void on_signal(int number)
{
    (void)number;
    if (interrupted) {
        remove_pending();
        _exit(STATUS_STUCK);
    }
    interrupted = 1;
    tn_world *w = atomic_load(&running);
    if (w != NULL)
        tn_interrupt(w);
}

void files_interrupt_too(tn_world *w) { atomic_store(&running, w); }

void files_watch_signals(void)
{
    /* No SA_RESTART: a prompt that waits for a line must be interrupted. */
    struct sigaction action = {.sa_handler = on_signal}, old;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++) {
        sigaction(watched[i], NULL, &old);
        if (old.sa_handler != SIG_IGN) /* keep signals ignored under nohup and in background jobs */
            sigaction(watched[i], &action, NULL);
    }
}

bool files_interrupted(void) { return interrupted; }

void files_forget_interrupt(void) { interrupted = 0; }

void files_guard(const char *path)
{
    if (guarded)
        forget(guarded);
    free(guarded);
    guarded = path ? texts_copy(path) : NULL;
    if (guarded)
        remember(guarded);
}

static void mask_signals(int how)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
        sigaddset(&set, watched[i]);
    sigprocmask(how, &set, NULL);
}

void files_hold_signals(void) { mask_signals(SIG_BLOCK); }

void files_release_signals(void) { mask_signals(SIG_UNBLOCK); }

char *files_beside_program(const char *name)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return NULL;
    self[n] = 0;
    struct buffer path = {0};
    buffer_print(&path, "%.*s/%s", (int)(strrchr(self, '/') - self), self, name);
    return path.at;
}

int files_end(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "tenon: cannot write standard output: %s\n", strerror(errno));
    return STATUS_STUCK;
}

void files_out_of_memory(size_t bytes)
{
    fprintf(stderr, "tenon: out of memory (%zu bytes requested)\n", bytes);
    remove_pending();
    _exit(STATUS_STUCK);
}
