/* movie.c: movies through the program ffmpeg.
 *
 * Raw frames go to its standard input through a socket (writing to one whose other
 * end is gone is an error here, not a signal). It runs in a process group of its
 * own, so that Ctrl-C on a terminal stops Tenon, which then ends the movie as it
 * should. If Tenon itself is killed, ffmpeg sees the end of its input and ends; what
 * it wrote has a temporary name. Only tn_movie_end gives the file its final name.
 * ffmpeg gets an open file, not a name, so that a removed name does not come back.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "picture/outfile.h"
#include "tenon/picture.h"

extern char **environ;

/* Kinds of movies by the ending of their name: ffmpeg's name of the container, and its options for the pictures. */
enum { CODING = 24, LINE = 300 };
struct format {
    const char *ending, *container;
    const char *coding[CODING]; /* ended by NULL */
};

/* Sides must be even for 4:2:0; the stream is tagged as BT.709 primaries in limited range. */
#define YUV "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"
#define EVEN "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv"
#define H264 EVEN, "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", YUV

static const struct format formats[] = {
    {".mp4", "mp4", {H264, "-movflags", "+faststart"}},
    {".mov", "mov", {H264, "-movflags", "+faststart"}},
    {".mkv", "matroska", {H264}},
    {".webm", "webm", {EVEN, "-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1", "-cpu-used", "5", YUV}},
    /* one palette for all frames; the pattern of the dither does not change where nothing moves */
    {".gif",
     "gif",
     {"-vf", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4", "-loop", "0"}},
    {".apng", "apng", {"-c:v", "apng", "-pred", "mixed", "-plays", "0"}},
    {.ending = NULL},
};
static const char endings[] = ".mp4, .mov, .mkv, .webm, .gif or .apng";

struct tn_movie {
    struct outfile file;
    const struct format *format;
    double rate;
    pid_t ffmpeg; /* 0 before the first frame */
    int socket;
    FILE *said; /* error output of ffmpeg */
    int width, height;
    unsigned char *row; /* R G B */
    long frames;
};

static tn_status fail(char **to, char *message, tn_status status)
{
    return (tn_status)outfile_fail(to, message, (int)status);
}

/* ---- beginning ---- */

static const struct format *format_of(const char *path)
{
    for (const struct format *f = formats; f->ending != NULL; f++)
        if (outfile_ends(path, f->ending))
            return f;
    return NULL;
}

static bool in_path(const char *program)
{
    const char *path = getenv("PATH");
    bool found = false;
    while (path != NULL && *path != '\0' && !found) {
        int length = (int)strcspn(path, ":");
        char *name = mem_print("%.*s/%s", length, path, program);
        found = access(name, X_OK) == 0;
        mem_free(name);
        path += length + (path[length] == ':' ? 1 : 0);
    }
    return found;
}

tn_movie *tn_movie_begin(const char *path, double rate, char **message)
{
    const struct format *format = path != NULL ? format_of(path) : NULL;
    struct stat old;
    char *wrong = NULL;
    tn_movie *m = NULL;
    if (format == NULL)
        wrong = mem_print("the name of a movie must end in %s: %.300s", endings, path != NULL ? path : "none");
    else if (!(rate > 0) || !(rate <= 1000))
        wrong = mem_text("a movie needs more than 0 and at most 1000 frames per second");
    else if (stat(path, &old) == 0 && !S_ISREG(old.st_mode))
        wrong = mem_print("cannot write %.500s: a movie needs a plain file", path);
    else if (!in_path("ffmpeg"))
        wrong = mem_text("movies are made by the program ffmpeg, which was not found (on Debian: install ffmpeg)");
    if (wrong == NULL) {
        m = MEM_NEW(tn_movie);
        *m = (tn_movie){.format = format, .rate = rate, .socket = -1};
        wrong = outfile_open(&m->file, path);
    }
    if (wrong == NULL)
        return m;
    mem_free(m);
    fail(message, wrong, TN_NO_FILE);
    return NULL;
}

const char *tn_movie_temporary(const tn_movie *m) { return m != NULL ? m->file.temp : NULL; }

/* ---- the process ---- */

static int spawn(tn_movie *m, int input)
{
    char size[32], rate[32], output[32];
    snprintf(size, sizeof size, "%dx%d", m->width, m->height);
    snprintf(rate, sizeof rate, "%.9g", m->rate);
    snprintf(output, sizeof output, "/dev/fd/%d", m->file.fd);
    bool by_name = m->file.fd <= 2 || access(output, W_OK) != 0;
    const char *const input_is[] = {"ffmpeg",   "-v",    "error", "-xerror", "-nostdin", "-y", "-f", "rawvideo",
                                    "-pix_fmt", "rgb24", "-s",    size,      "-r",       rate, "-i", "pipe:0"};
    enum { FIXED = sizeof input_is / sizeof *input_is };
    const char *arguments[FIXED + CODING + 4];
    int count = 0;
    for (int i = 0; i < FIXED; i++)
        arguments[count++] = input_is[i];
    for (int i = 0; m->format->coding[i] != NULL; i++)
        arguments[count++] = m->format->coding[i];
    arguments[count++] = "-f";
    arguments[count++] = m->format->container;
    arguments[count++] = by_name ? m->file.temp : output;
    arguments[count] = NULL;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, fileno(m->said), 2);
    if (!by_name)
        posix_spawn_file_actions_adddup2(&actions, m->file.fd, m->file.fd); /* stays open in ffmpeg */
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    int error = posix_spawnp(&m->ffmpeg, "ffmpeg", &actions, &attributes, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0)
        m->ffmpeg = 0;
    return error;
}

static char *start(tn_movie *m, int width, int height)
{
    int ends[2];
    m->width = width;
    m->height = height;
    m->row = mem_new(3 * (size_t)width * (size_t)height);
    m->said = tmpfile();
    if (m->said == NULL || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return mem_print("cannot start ffmpeg: %s", strerror(errno));
    fcntl(fileno(m->said), F_SETFD, FD_CLOEXEC);
    shutdown(ends[0], SHUT_RD);
    int error = spawn(m, ends[1]);
    close(ends[1]);
    m->socket = ends[0];
    return error == 0 ? NULL : mem_print("cannot start ffmpeg: %s", strerror(error));
}

/* The first line of its error output. */
static void first_line(tn_movie *m, char text[LINE])
{
    text[0] = '\0';
    if (m->said == NULL)
        return;
    rewind(m->said);
    if (fgets(text, LINE, m->said) == NULL)
        text[0] = '\0';
    text[strcspn(text, "\n")] = '\0';
}

static char *complaint(tn_movie *m)
{
    char text[LINE];
    first_line(m, text);
    return mem_print("ffmpeg could not make %s%s%s", m->file.path, text[0] != '\0' ? ": " : "", text);
}

/* ---- frames ---- */

static char *send_all(tn_movie *m, const unsigned char *data, size_t size)
{
    while (size > 0) {
        ssize_t n = send(m->socket, data, size, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return complaint(m);
        data += n;
        size -= (size_t)n;
    }
    return NULL;
}

tn_status tn_movie_frame(tn_movie *m, const tn_picture *p, char **message)
{
    int width = 0, height = 0;
    const unsigned char *pixels = tn_picture_pixels(p, &width, &height);
    if (m == NULL || pixels == NULL)
        return fail(message, mem_text("nothing has been drawn yet"), TN_WRONG_USE);
    if (m->width != 0 && (m->width != width || m->height != height))
        return fail(
            message,
            mem_print("this movie's frames have %d × %d pixels, not %d × %d", m->width, m->height, width, height),
            TN_WRONG_USE);
    char *wrong = m->width == 0 ? start(m, width, height) : m->ffmpeg == 0 ? complaint(m) : NULL;
    if (wrong != NULL)
        return fail(message, wrong, TN_NO_FILE);
    size_t count = (size_t)width * (size_t)height;
    for (size_t i = 0; i < count; i++)
        memcpy(m->row + 3 * i, pixels + 4 * i, 3);
    wrong = send_all(m, m->row, 3 * count);
    m->frames += wrong == NULL;
    return wrong == NULL ? TN_OK : fail(message, wrong, TN_NO_FILE);
}

/* ---- ending ---- */

/* Waits for the process; true if it succeeded: some errors of writing it only says. */
static bool wait_for(tn_movie *m)
{
    int status = 0;
    if (m->socket >= 0)
        close(m->socket);
    m->socket = -1;
    if (m->ffmpeg == 0)
        return false;
    while (waitpid(m->ffmpeg, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    m->ffmpeg = 0;
    char said[LINE];
    first_line(m, said);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 && said[0] == '\0';
}

static void release(tn_movie *m)
{
    if (m->said != NULL)
        fclose(m->said);
    mem_free(m->row);
    mem_free(m);
}

tn_status tn_movie_end(tn_movie *m, char **message)
{
    char *wrong = NULL;
    if (m == NULL)
        return fail(message, mem_text("there is no movie to end"), TN_WRONG_USE);
    if (m->frames == 0)
        wrong = mem_print("cannot write %s: a movie needs at least one frame", m->file.path);
    if (!wait_for(m) && wrong == NULL)
        wrong = complaint(m);
    if (wrong != NULL)
        outfile_abandon(&m->file);
    else
        wrong = outfile_finish(&m->file);
    release(m);
    return wrong == NULL ? TN_OK : fail(message, wrong, TN_NO_FILE);
}

void tn_movie_cancel(tn_movie *m)
{
    if (m == NULL)
        return;
    if (m->ffmpeg != 0)
        kill(m->ffmpeg, SIGKILL);
    wait_for(m);
    outfile_abandon(&m->file);
    release(m);
}
