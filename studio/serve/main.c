/* main.c: the program tenon-studio, which `tenon studio` starts: reads its options, starts the threads, opens the page. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "embedded.h"
#include "files.h"
#include "kinds.h"
#include "memory.h"
#include "options.h"
#include "serve.h"
#include "status.h"
#include "tenon/picture.h"

enum { PORT = 7420 };

struct program {
    struct engine engine;
    struct server *server;
    struct exports *exports;
    struct studio_file *gallery;
    char *kinds, *folder, *state;
    char token[33];
};

static struct server *serving; /* for the signal handler, which acts in the main thread alone */
static _Atomic(pthread_t) main_thread;

static void on_signal(int number)
{
    static volatile sig_atomic_t count;
    if (!pthread_equal(pthread_self(), main_thread)) { /* threads of other libraries get signals too */
        pthread_kill(main_thread, number);
        return;
    }
    if (++count > 1)
        _exit(STATUS_STUCK); /* the text was kept */
    if (serving != NULL)
        server_end(serving);
}

/* ---- what the session asks of us ---- */

static void send_message(void *user, int page, enum studio_sort sort, const void *bytes, size_t length)
{
    server_send(((struct program *)user)->server, page, sort != STUDIO_TEXT, bytes, length);
}

static void close_page(void *user, int page, int code, const char *why)
{
    server_close(((struct program *)user)->server, page, code, why);
}

static double now(void *user)
{
    (void)user;
    return steady_clock();
}

static bool make_file(void *user, const struct studio_export *job)
{
    struct program *p = user;
    return p->exports != NULL && exports_add(p->exports, job);
}

static bool cancel_file(void *user, int job)
{
    struct program *p = user;
    return p->exports != NULL && exports_cancel(p->exports, job);
}

/* ---- what it needs ---- */

static bool make_token(char token[33])
{
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (int i = 0; i < 16; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static struct studio_file *gallery_files(void)
{
    static const char prefix[] = "gallery/";
    int count = 0;
    for (const struct embedded *f = embedded_files; f->path != NULL; f++)
        count++;
    struct studio_file *list = studio_memory(NULL, (size_t)(count + 1) * sizeof *list), *at = list;
    for (const struct embedded *f = embedded_files; f->path != NULL; f++)
        if (strncmp(f->path, prefix, sizeof prefix - 1) == 0)
            *at++ = (struct studio_file){f->path + sizeof prefix - 1, f->from, (size_t)(f->to - f->from)};
    *at = (struct studio_file){NULL, NULL, 0};
    return list;
}

static char *kinds_text(void)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return NULL;
    kinds_json(out);
    fclose(out);
    return text;
}

/* The folder of unsaved texts that have no file: $XDG_STATE_HOME/tenon, or ~/.local/state/tenon. NULL: it cannot be made. */
static char *state_folder(void)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    struct bytes b = {0};
    if (state != NULL && state[0] == '/')
        bytes_print(&b, "%s/tenon", state);
    else if (home != NULL && home[0] == '/')
        bytes_print(&b, "%s/.local/state/tenon", home);
    else
        return NULL;
    for (char *p = b.at + 1; (p = strchr(p, '/')) != NULL; p++) {
        *p = 0;
        mkdir(b.at, 0700);
        *p = '/';
    }
    if (mkdir(b.at, 0700) != 0 && errno != EEXIST)
        bytes_free(&b);
    return b.at;
}

/* The folder of the scene; without one the present folder. */
static char *folder_of(const char *scene)
{
    char *real = scene != NULL ? realpath(scene, NULL) : realpath(".", NULL);
    char *slash = scene != NULL && real != NULL ? strrchr(real, '/') : NULL;
    if (slash != NULL)
        slash[slash == real] = 0;
    return real;
}

extern char **environ;

static void open_browser(const char *address)
{
    posix_spawn_file_actions_t quiet;
    pid_t child;
    char *argv[] = {"xdg-open", (char *)(uintptr_t)address, NULL};
    if (getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL)
        return;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&child, "xdg-open", &quiet, NULL, argv, environ) != 0)
        fprintf(stderr, "tenon studio: no browser could be started; open the address above\n");
    posix_spawn_file_actions_destroy(&quiet);
}

/* ---- the program ---- */

static struct studio *session_new(struct program *p, const char *scene, int *status)
{
    const struct studio_host host = {.user = p,
                                     .send = send_message,
                                     .close = close_page,
                                     .clock = now,
                                     .make = make_file,
                                     .cancel = cancel_file,
                                     .images = tn_read_png,
                                     .token = p->token,
                                     .folder = p->folder,
                                     .state = p->state,
                                     .kinds = p->kinds,
                                     .gallery = p->gallery};
    struct studio *s = studio_new(&host);
    char *message = NULL;
    if (scene == NULL || studio_open_file(s, scene, &message))
        return s;
    fprintf(stderr, "tenon studio: %s: %s\n", scene, message);
    free(message);
    studio_free(s);
    *status = STATUS_USAGE;
    return NULL;
}

static void serve(struct program *p, bool quiet)
{
    char address[100];
    snprintf(address, sizeof address, "http://127.0.0.1:%d/#%s", server_port(p->server), p->token);
    printf("The studio is at %s\nCtrl-C ends it.\n", address);
    fflush(stdout);
    serving = p->server;
    main_thread = pthread_self();
    const struct sigaction end = {.sa_handler = on_signal};
    sigaction(SIGINT, &end, NULL);
    sigaction(SIGTERM, &end, NULL);
    sigaction(SIGHUP, &end, NULL);
    if (!quiet)
        open_browser(address);
    server_run(p->server);
}

static int run(struct program *p, const char *scene, const struct server_options *o, bool quiet)
{
    int status = STATUS_STUCK;
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_mutex_init(&p->engine.lock, NULL);
    pthread_cond_init(&p->engine.wake, &steady);
    pthread_condattr_destroy(&steady);
    p->server = server_new(o, &p->engine);
    p->engine.server = p->server;
    struct studio *s = p->server != NULL ? session_new(p, scene, &status) : NULL;
    if (s != NULL)
        p->exports = exports_new(&p->engine);
    if (s != NULL && engine_start(&p->engine, s)) {
        serve(p, quiet);
        engine_stop(&p->engine);
        status = STATUS_DONE;
    }
    serving = NULL;
    exports_free(p->exports);
    p->exports = NULL;
    studio_free(s);
    if (p->server != NULL)
        server_free(p->server);
    engine_drain(&p->engine);
    return status;
}

int main(int argc, char **argv)
{
    static struct program p;
    bool no_open = false;
    struct option_number port = {.given = false};
    const struct option options[] = {
        {"port", 0, OPTION_INTEGER, "N", "the port of 127.0.0.1 (default: 7420, or a free one); 0: a free one", &port,
         RANGE_NOT_NEGATIVE, NULL},
        {"no-open", 0, OPTION_FLAG, NULL, "print the address without starting a browser", &no_open, RANGE_ANY, NULL},
    };
    const struct usage usage = {
        .command = "studio",
        .arguments = "[SCENE]",
        .purpose = "Opens the studio in the browser: build, grab, snap and watch a model. Files are read and written\n"
                   "in the folder of the scene and below (without a scene: the present folder).",
        .example = "  tenon studio\n  tenon studio arm.tn --no-open\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 0,
        .most = 1,
    };
    const char *scene = NULL;
    int count, status;
    tn_on_out_of_memory(files_out_of_memory);
    signal(SIGPIPE, SIG_IGN);
    if (!options_read(&usage, argc, argv, &scene, &count, &status))
        return files_end(status);
    if (port.given && port.value > 65535)
        return files_end(options_complain("studio", "a port is a number from 0 to 65535"));
    if (!make_token(p.token)) {
        fprintf(stderr, "tenon studio: the system gives no random numbers\n");
        return STATUS_STUCK;
    }
    p.gallery = gallery_files();
    p.kinds = kinds_text();
    p.folder = folder_of(scene);
    p.state = state_folder();
    status = run(&p, scene,
                 &(struct server_options){.port = port.given ? (int)port.value : PORT,
                                          .port_given = port.given && port.value != 0,
                                          .token = p.token},
                 no_open);
    free(p.gallery);
    free(p.kinds);
    free(p.folder);
    free(p.state);
    return files_end(status);
}
