/* network.c: HTTP and WebSocket on 127.0.0.1 by libwebsockets.
 *
 * One thread runs libwebsockets. Messages of pages go to the session's thread; messages to pages wait in a queue per
 * connection, under one lock, until the connection can be written.
 */
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "embedded.h"
#include "memory.h"
#include "serve.h"

enum {
    LARGEST = 1 << 20,     /* bytes of a message of a page */
    CONNECTIONS = 200,     /* at a time, pages and files together */
    UNHANDLED = 64,        /* messages of one page that wait for the session; then it is not read any more */
    QUEUE_MESSAGES = 4096, /* to one page that wait; then it is closed */
    QUEUE_BYTES = 64 << 20,
    CHUNK = 16384,
    HELLO_SECONDS = 20
};

struct message {
    struct message *next;
    bool binary;
    size_t length;
    unsigned char bytes[]; /* behind LWS_PRE bytes for the library */
};

struct connection {
    struct connection *next;
    struct lws *wsi;
    int number;
    struct bytes in; /* a message that is being received */
    /* under the lock: */
    struct message *first, *last;
    int messages;
    size_t bytes;
    int unhandled;
    bool stopped; /* is not read */
    int close;    /* code to close with; 0: none */
    char why[120];
};

struct server {
    struct lws_context *context;
    struct engine *engine;
    int port, next_number, open;
    char host[3][40]; /* names that this server answers to */
    pthread_mutex_t lock;
    struct connection *connections; /* changed by the network's thread alone, under the lock */
    atomic_bool ending;
};

/* One request for a file. */
struct transfer {
    const struct embedded *file;
    size_t sent;
};

/* What libwebsockets keeps for each connection. */
struct each {
    struct connection *connection;
    struct transfer transfer;
};

static struct server *server_of(struct lws *wsi) { return lws_context_user(lws_get_context(wsi)); }

/* ---- queues ---- */

static void drop_messages(struct connection *c)
{
    while (c->first != NULL) {
        struct message *m = c->first;
        c->first = m->next;
        free(m);
    }
    c->last = NULL;
    c->messages = 0;
    c->bytes = 0;
}

static struct connection *find(struct server *v, int number)
{
    struct connection *c = v->connections;
    while (c != NULL && c->number != number)
        c = c->next;
    return c;
}

static void close_locked(struct connection *c, int code, const char *why)
{
    if (c->close != 0)
        return;
    c->close = code;
    snprintf(c->why, sizeof c->why, "%s", why);
}

void server_send(struct server *v, int page, bool binary, const void *bytes, size_t length)
{
    struct message *m = studio_memory(NULL, sizeof *m + LWS_PRE + length);
    *m = (struct message){.binary = binary, .length = length};
    memcpy(m->bytes + LWS_PRE, bytes, length);
    pthread_mutex_lock(&v->lock);
    struct connection *c = find(v, page);
    if (c == NULL || c->close != 0) {
        free(m);
    } else if (c->messages >= QUEUE_MESSAGES || (c->messages > 0 && c->bytes + length > QUEUE_BYTES)) {
        free(m);
        drop_messages(c);
        close_locked(c, 1013, "the page does not read its messages");
    } else {
        if (c->last != NULL)
            c->last->next = m;
        else
            c->first = m;
        c->last = m;
        c->messages++;
        c->bytes += length;
    }
    pthread_mutex_unlock(&v->lock);
    lws_cancel_service(v->context);
}

void server_close(struct server *v, int page, int code, const char *why)
{
    pthread_mutex_lock(&v->lock);
    struct connection *c = find(v, page);
    if (c != NULL)
        close_locked(c, code, why);
    pthread_mutex_unlock(&v->lock);
    lws_cancel_service(v->context);
}

void server_taken(struct server *v, int page)
{
    bool go_on = false;
    pthread_mutex_lock(&v->lock);
    struct connection *c = find(v, page);
    if (c != NULL) {
        c->unhandled--;
        go_on = c->stopped && c->unhandled < UNHANDLED / 2;
    }
    pthread_mutex_unlock(&v->lock);
    if (go_on)
        lws_cancel_service(v->context);
}

/* ---- who may talk ---- */

static bool one_of_hosts(const struct server *v, const char *name)
{
    for (int i = 0; i < 3; i++)
        if (strcasecmp(name, v->host[i]) == 0)
            return true;
    return false;
}

static bool header(struct lws *wsi, enum lws_token_indexes which, char *out, int room)
{
    return lws_hdr_total_length(wsi, which) > 0 && lws_hdr_total_length(wsi, which) < room &&
           lws_hdr_copy(wsi, out, room, which) > 0;
}

/* A page of another site cannot know the name that we answer to: its requests carry its own. */
static bool right_host(struct lws *wsi)
{
    char host[200];
    return header(wsi, WSI_TOKEN_HOST, host, sizeof host) && one_of_hosts(server_of(wsi), host);
}

static bool right_origin(struct lws *wsi, bool required)
{
    char origin[200];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
        return !required;
    return header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) && strncmp(origin, "http://", 7) == 0 &&
           one_of_hosts(server_of(wsi), origin + 7);
}

/* ---- files ---- */

static const char *type_of(const char *path)
{
    static const struct {
        const char *ending, *type;
    } types[] = {{".html", "text/html; charset=utf-8"},
                 {".js", "text/javascript; charset=utf-8"},
                 {".css", "text/css; charset=utf-8"},
                 {".svg", "image/svg+xml"},
                 {".png", "image/png"},
                 {".jpg", "image/jpeg"},
                 {".txt", "text/plain; charset=utf-8"},
                 {".tn", "text/plain; charset=utf-8"},
                 {".json", "application/json"},
                 {".woff2", "font/woff2"},
                 {".wasm", "application/wasm"}};
    const size_t n = strlen(path);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const size_t e = strlen(types[i].ending);
        if (n > e && strcmp(path + n - e, types[i].ending) == 0)
            return types[i].type;
    }
    return "application/octet-stream";
}

static const struct embedded *file_at(const char *uri)
{
    char path[300];
    if (strcmp(uri, "/") == 0)
        snprintf(path, sizeof path, "page/index.html");
    else if (strncmp(uri, "/gallery/", 9) == 0)
        snprintf(path, sizeof path, "%s", uri + 1);
    else
        snprintf(path, sizeof path, "page%s", uri);
    for (const struct embedded *f = embedded_files; f->path != NULL; f++)
        if (strcmp(f->path, path) == 0)
            return f;
    return NULL;
}

static const char policy[] =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws:; worker-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), at, end) == 0;
}

static int begin_file(struct lws *wsi, struct each *e, const char *uri, bool body)
{
    unsigned char buffer[LWS_PRE + 2048], *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;
    const struct embedded *f = file_at(uri);
    if (!right_host(wsi) || !right_origin(wsi, false))
        return lws_return_http_status(wsi, 403, "Open the address that tenon studio printed.") != 0 ? -1 : 1;
    if (f == NULL)
        return lws_return_http_status(wsi, 404, "There is no such file.") != 0 ? -1 : 1;
    if (lws_add_http_common_headers(wsi, 200, type_of(f->path), (lws_filepos_t)(f->to - f->from), &at, end) != 0 ||
        !add_header(wsi, "content-security-policy:", policy, &at, end) ||
        !add_header(wsi, "x-content-type-options:", "nosniff", &at, end) ||
        !add_header(wsi, "referrer-policy:", "no-referrer", &at, end) ||
        !add_header(wsi, "cross-origin-resource-policy:", "same-origin", &at, end) ||
        !add_header(wsi, "cross-origin-opener-policy:", "same-origin", &at, end) ||
        !add_header(wsi, "cache-control:", "no-cache", &at, end) ||
        lws_finalize_write_http_header(wsi, start, &at, end) != 0)
        return -1;
    if (!body)
        return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
    e->transfer = (struct transfer){f, 0};
    lws_callback_on_writable(wsi);
    return 0;
}

static int go_on_with_file(struct lws *wsi, struct each *e)
{
    unsigned char buffer[LWS_PRE + CHUNK];
    struct transfer *t = &e->transfer;
    if (t->file == NULL)
        return 0;
    const size_t left = (size_t)(t->file->to - t->file->from) - t->sent, n = left < CHUNK ? left : CHUNK;
    memcpy(buffer + LWS_PRE, t->file->from + t->sent, n);
    if (lws_write(wsi, buffer + LWS_PRE, n, n == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n)
        return -1;
    t->sent += n;
    if (n < left) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    t->file = NULL;
    return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct each *e = user;
    struct server *v = server_of(wsi);
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return v != NULL && v->open >= CONNECTIONS;
    case LWS_CALLBACK_WSI_CREATE:
        v->open++;
        break;
    case LWS_CALLBACK_WSI_DESTROY:
        v->open--;
        break;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* a WebSocket without our subprotocol */
        return -1;
    case LWS_CALLBACK_HTTP:
        (void)length;
        return begin_file(wsi, e, in, lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return go_on_with_file(wsi, e);
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: {
        pthread_mutex_lock(&v->lock);
        for (struct connection *c = v->connections; c != NULL; c = c->next) {
            if (c->first != NULL || c->close != 0)
                lws_callback_on_writable(c->wsi);
            if (c->close != 0)
                lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, 3);
            if (c->stopped && c->unhandled < UNHANDLED / 2) {
                c->stopped = false;
                lws_rx_flow_control(c->wsi, 1);
            }
        }
        pthread_mutex_unlock(&v->lock);
        break;
    }
    default:
        break;
    }
    return 0;
}

/* ---- pages ---- */

static int filter(struct lws *wsi)
{
    char uri[64];
    if (!right_host(wsi) || !right_origin(wsi, true) || !header(wsi, WSI_TOKEN_GET_URI, uri, sizeof uri) ||
        strcmp(uri, "/socket") != 0) {
        lws_return_http_status(wsi, 403, NULL);
        return -1;
    }
    return 0;
}

static void page_opens(struct lws *wsi, struct each *e)
{
    struct server *v = server_of(wsi);
    struct connection *c = studio_memory(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    c->wsi = wsi;
    c->number = ++v->next_number;
    e->connection = c;
    pthread_mutex_lock(&v->lock);
    c->next = v->connections;
    v->connections = c;
    pthread_mutex_unlock(&v->lock);
    engine_post(v->engine, event_new(EVENT_OPENS, c->number, NULL, 0));
}

static void page_closes(struct lws *wsi, struct each *e)
{
    struct server *v = server_of(wsi);
    struct connection *c = e->connection, **at = &v->connections;
    if (c == NULL)
        return;
    pthread_mutex_lock(&v->lock);
    while (*at != NULL && *at != c)
        at = &(*at)->next;
    if (*at != NULL)
        *at = c->next;
    drop_messages(c);
    pthread_mutex_unlock(&v->lock);
    engine_post(v->engine, event_new(EVENT_CLOSES, c->number, NULL, 0));
    bytes_free(&c->in);
    free(c);
    e->connection = NULL;
}

static int close_with(struct lws *wsi, int code, const char *why)
{
    char text[124];
    snprintf(text, sizeof text, "%s", why);
    lws_close_reason(wsi, (enum lws_close_status)code, (unsigned char *)text, strlen(text));
    return -1;
}

static int receive(struct lws *wsi, struct connection *c, const void *in, size_t length)
{
    struct server *v = server_of(wsi);
    if (c->in.length + length > LARGEST)
        return close_with(wsi, 1009, "the message is too large");
    if (lws_frame_is_binary(wsi))
        return close_with(wsi, 1003, "messages to the studio are text");
    bytes_add(&c->in, in, length);
    if (lws_remaining_packet_payload(wsi) > 0 || !lws_is_final_fragment(wsi))
        return 0;
    struct event *event = event_new(EVENT_MESSAGE, c->number, c->in.at, c->in.length);
    c->in.length = 0;
    if (c->in.room > 65536)
        bytes_free(&c->in);
    pthread_mutex_lock(&v->lock);
    c->unhandled++;
    const bool stop = c->unhandled >= UNHANDLED && !c->stopped;
    c->stopped = c->stopped || stop;
    pthread_mutex_unlock(&v->lock);
    if (stop)
        lws_rx_flow_control(wsi, 0);
    engine_post(v->engine, event);
    return 0;
}

static int write_next(struct lws *wsi, struct connection *c)
{
    struct server *v = server_of(wsi);
    pthread_mutex_lock(&v->lock);
    struct message *m = c->first;
    if (m != NULL) {
        c->first = m->next;
        c->last = c->first != NULL ? c->last : NULL;
        c->messages--;
        c->bytes -= m->length;
    }
    const bool more = c->first != NULL || c->close != 0;
    const int code = m == NULL ? c->close : 0;
    pthread_mutex_unlock(&v->lock);
    if (m != NULL) {
        const int sent = lws_write(wsi, m->bytes + LWS_PRE, m->length, m->binary ? LWS_WRITE_BINARY : LWS_WRITE_TEXT);
        free(m);
        if (sent < 0)
            return -1;
    }
    if (code != 0)
        return close_with(wsi, code, c->why);
    if (more)
        lws_callback_on_writable(wsi);
    return 0;
}

static int on_page(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct each *e = user;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return filter(wsi);
    case LWS_CALLBACK_ESTABLISHED:
        page_opens(wsi, e);
        break;
    case LWS_CALLBACK_CLOSED:
        page_closes(wsi, e);
        break;
    case LWS_CALLBACK_RECEIVE:
        return e->connection != NULL ? receive(wsi, e->connection, in, length) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return e->connection != NULL ? write_next(wsi, e->connection) : -1;
    default:
        break;
    }
    return 0;
}

/* ---- the server ---- */

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = on_http, .per_session_data_size = sizeof(struct each)},
    {.name = "tenon.1", .callback = on_page, .per_session_data_size = sizeof(struct each), .rx_buffer_size = 65536},
    {.name = NULL}};

static struct lws_context *listen_on(struct server *v, int port)
{
    struct lws_context_creation_info info = {.port = port,
                                             .iface = "127.0.0.1",
                                             .protocols = protocols,
                                             .user = v,
                                             .gid = -1,
                                             .uid = -1,
                                             .keepalive_timeout = 30,
                                             .timeout_secs = HELLO_SECONDS,
                                             .server_string = "tenon",
                                             .vhost_name = "tenon",
                                             .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                                                        LWS_SERVER_OPTION_DISABLE_IPV6};
    return lws_create_context(&info);
}

struct server *server_new(const struct server_options *o, struct engine *engine)
{
    struct server *v = studio_memory(NULL, sizeof *v);
    memset(v, 0, sizeof *v);
    v->engine = engine;
    pthread_mutex_init(&v->lock, NULL);
    lws_set_log_level(0, NULL);
    v->context = listen_on(v, o->port);
    if (v->context == NULL && !o->port_given)
        v->context = listen_on(v, 0);
    struct lws_vhost *vhost = v->context != NULL ? lws_get_vhost_by_name(v->context, "tenon") : NULL;
    if (vhost == NULL) {
        fprintf(stderr,
                "tenon studio: port %d cannot be used; another program may have it (--port 0 takes a free one)\n",
                o->port);
        server_free(v);
        return NULL;
    }
    v->port = lws_get_vhost_listen_port(vhost);
    snprintf(v->host[0], sizeof v->host[0], "127.0.0.1:%d", v->port);
    snprintf(v->host[1], sizeof v->host[1], "localhost:%d", v->port);
    snprintf(v->host[2], sizeof v->host[2], "[::1]:%d", v->port);
    return v;
}

int server_port(const struct server *v) { return v->port; }

void server_run(struct server *v)
{
    while (!atomic_load(&v->ending) && lws_service(v->context, 0) >= 0)
        continue;
}

void server_end(struct server *v)
{
    atomic_store(&v->ending, true);
    lws_cancel_service(v->context);
}

void server_free(struct server *v)
{
    if (v->context != NULL)
        lws_context_destroy(v->context);
    pthread_mutex_destroy(&v->lock);
    free(v);
}
