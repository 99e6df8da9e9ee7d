/* serve.h: the studio as a server: one thread for the network, one for the session, one for exports.
 *
 * The threads talk by queues. The session never waits for the network: what a page does not read waits in its own queue,
 * and a page that reads nothing is closed.
 */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "session.h"

struct server;

/* What goes to the session's thread. */
enum event_sort { EVENT_OPENS, EVENT_CLOSES, EVENT_MESSAGE, EVENT_PROGRESS };
struct event {
    struct event *next;
    enum event_sort sort;
    int page, job;
    bool done, cancelled;
    double part;
    size_t length;
    char bytes[]; /* of a message; of progress the error, if length > 0 */
};

/* ---- engine.c: the session's thread ---- */

struct engine {
    struct studio *session;
    struct server *server;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct event *first, *last;
    int waiting; /* events */
    atomic_bool ending;
    pthread_t watch;
    atomic_llong busy_since; /* ms: when the message came that is being handled; 0: none */
};

double steady_clock(void);
bool engine_start(struct engine *e, struct studio *session);
void engine_stop(struct engine *e);
void engine_drain(struct engine *e); /* drops events that nobody handles any more */
/* From any thread. */
void engine_post(struct engine *e, struct event *event);
struct event *event_new(enum event_sort sort, int page, const void *bytes, size_t length);

/* ---- network.c: pages ---- */

struct server_options {
    int port; /* 0: any free one */
    bool port_given;
    const char *token;
};
/* NULL after a message on standard error. */
struct server *server_new(const struct server_options *o, struct engine *engine);
int server_port(const struct server *v);
/* Serves until server_end is called. */
void server_run(struct server *v);
void server_end(struct server *v); /* also from a signal handler */
void server_free(struct server *v);
/* From the session's thread. */
void server_send(struct server *v, int page, bool binary, const void *bytes, size_t length);
void server_close(struct server *v, int page, int code, const char *why);
void server_taken(struct server *v, int page); /* a message of this page was handled */

/* ---- exports.c: a thread that makes files ---- */

struct exports *exports_new(struct engine *engine);
bool exports_add(struct exports *x, const struct studio_export *job);
bool exports_cancel(struct exports *x, int job);
void exports_free(struct exports *x);

#endif
