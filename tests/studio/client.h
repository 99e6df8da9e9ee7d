/* client.h: a program tenon-studio and WebSocket clients of it, for tests: plain sockets, so that anything can be sent. */
#ifndef TEST_STUDIO_CLIENT_H
#define TEST_STUDIO_CLIENT_H

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory.h"

struct program {
    pid_t pid;
    int port;
    char token[64];
};

/* Starts $BUILD/tenon-studio with one argument (NULL: none), and waits for its address. */
static inline bool program_start(struct program *p, const char *scene)
{
    int out[2];
    char path[1000], line[300] = "";
    const char *build = getenv("BUILD");
    if (build == NULL || pipe(out) != 0)
        return false;
    snprintf(path, sizeof path, "%s/tenon-studio", build);
    if (access(path, X_OK) != 0)
        return false;
    p->pid = fork();
    if (p->pid == 0) {
        dup2(out[1], 1);
        close(out[0]);
        close(out[1]);
        execl(path, "tenon-studio", "--no-open", "--port", "0", scene, (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    FILE *in = fdopen(out[0], "r");
    while (fgets(line, sizeof line, in) != NULL)
        if (sscanf(line, "The studio is at http://127.0.0.1:%d/#%63s", &p->port, p->token) == 2) {
            fclose(in);
            return true;
        }
    fclose(in);
    return false;
}

/* Ends it with a signal; its exit status, or 1000 and the signal. */
static inline int program_end(struct program *p, int number)
{
    int status = 0;
    kill(p->pid, number);
    waitpid(p->pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

struct client {
    int fd;
    struct bytes in;
    struct bytes message; /* the last one */
    int op;               /* 1 text, 2 binary, 8 close */
};

static inline int tcp_connect(int port)
{
    const struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int fd = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(fd, (const struct sockaddr *)&to, sizeof to) == 0)
        return fd;
    close(fd);
    return -1;
}

static inline bool send_all(int fd, const void *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        const ssize_t n = send(fd, (const char *)bytes + done, length - done, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

/* Waits for bytes for at most so many ms; false at the end. */
static inline bool receive_some(struct client *c, int ms)
{
    char part[65536];
    struct pollfd f = {.fd = c->fd, .events = POLLIN};
    if (poll(&f, 1, ms) <= 0)
        return false;
    const ssize_t n = recv(c->fd, part, sizeof part, 0);
    if (n <= 0)
        return false;
    bytes_add(&c->in, part, (size_t)n);
    return true;
}

/* A request with a head of one's own; the status of the answer, 0 if the connection was closed without one. */
static inline int http(struct client *c, int port, const char *head)
{
    c->fd = tcp_connect(port);
    bytes_text(&c->in, "");
    if (c->fd < 0 || !send_all(c->fd, head, strlen(head)))
        return 0;
    while (strstr(c->in.at, "\r\n\r\n") == NULL)
        if (!receive_some(c, 20000))
            break;
    int status = 0;
    if (sscanf(c->in.at, "HTTP/1.%*d %d", &status) != 1)
        return 0;
    const char *end = strstr(c->in.at, "\r\n\r\n");
    if (end != NULL) {
        const size_t n = (size_t)(end + 4 - c->in.at);
        memmove(c->in.at, c->in.at + n, c->in.length - n);
        c->in.length -= n;
        c->in.at[c->in.length] = 0;
    }
    return status;
}

static inline void client_close(struct client *c)
{
    if (c->fd >= 0)
        close(c->fd);
    bytes_free(&c->in);
    bytes_free(&c->message);
    *c = (struct client){.fd = -1};
}

static inline int upgrade(struct client *c, int port, const char *path, const char *host, const char *origin,
                          const char *protocol)
{
    char head[1000];
    *c = (struct client){.fd = -1};
    snprintf(head, sizeof head,
             "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n%s%s%s%s%s%s\r\n",
             path, host, origin != NULL ? "Origin: " : "", origin != NULL ? origin : "", origin != NULL ? "\r\n" : "",
             protocol != NULL ? "Sec-WebSocket-Protocol: " : "", protocol != NULL ? protocol : "",
             protocol != NULL ? "\r\n" : "");
    return http(c, port, head);
}

static inline bool client_open(struct client *c, int port)
{
    char host[40], origin[60];
    snprintf(host, sizeof host, "127.0.0.1:%d", port);
    snprintf(origin, sizeof origin, "http://%s", host);
    return upgrade(c, port, "/socket", host, origin, "tenon.1") == 101;
}

static inline bool client_frame(struct client *c, int first, const void *bytes, size_t length)
{
    struct bytes b = {0};
    const unsigned char mask[4] = {0x12, 0x34, 0x56, 0x78};
    unsigned char head[14] = {(unsigned char)first};
    size_t n = 2;
    if (length < 126) {
        head[1] = (unsigned char)(0x80 | length);
    } else if (length < 65536) {
        head[1] = 0x80 | 126;
        head[2] = (unsigned char)(length >> 8);
        head[3] = (unsigned char)length;
        n = 4;
    } else {
        head[1] = 0x80 | 127;
        for (int i = 0; i < 8; i++)
            head[2 + i] = (unsigned char)((uint64_t)length >> (56 - 8 * i));
        n = 10;
    }
    bytes_add(&b, head, n);
    bytes_add(&b, mask, 4);
    for (size_t i = 0; i < length; i++) {
        const char x = (char)(((const unsigned char *)bytes)[i] ^ mask[i & 3]);
        bytes_add(&b, &x, 1);
    }
    const bool good = send_all(c->fd, b.at, b.length);
    bytes_free(&b);
    return good;
}

static inline bool client_send(struct client *c, const char *text) { return client_frame(c, 0x81, text, strlen(text)); }

/* The next message, in c->message and c->op; false if none comes within so many ms, or at the end. */
static inline bool client_next(struct client *c, int ms)
{
    for (;;) {
        const unsigned char *b = (const unsigned char *)c->in.at;
        size_t head = 2, n = c->in.length >= 2 ? b[1] & 127u : 0;
        if (n == 126 && c->in.length >= 4) {
            n = (size_t)b[2] << 8 | b[3];
            head = 4;
        } else if (n == 127 && c->in.length >= 10) {
            n = 0;
            for (int i = 0; i < 8; i++)
                n = n << 8 | b[2 + i];
            head = 10;
        }
        const bool sized = c->in.length >= 2 && ((b[1] & 127u) < 126 || head > 2);
        if (sized && c->in.length >= head + n) {
            if ((b[0] & 15) != 0) {
                c->op = b[0] & 15;
                c->message.length = 0;
            }
            const bool last = (b[0] & 0x80) != 0;
            bytes_add(&c->message, c->in.at + head, n);
            memmove(c->in.at, c->in.at + head + n, c->in.length - head - n);
            c->in.length -= head + n;
            if (last)
                return true;
            continue;
        }
        if (!receive_some(c, ms))
            return false;
    }
}

/* Sends a request and waits for its reply, acknowledging frames meanwhile. True if it says ok. */
static inline bool client_ask(struct client *c, const char *op, const char *rest)
{
    static int id;
    char re[40];
    struct bytes b = {0};
    bytes_print(&b, "{\"id\":%d,\"op\":\"%s\"%s}", ++id, op, rest);
    client_send(c, b.at);
    bytes_free(&b);
    snprintf(re, sizeof re, "{\"re\":%d,", id);
    while (client_next(c, 60000)) {
        if (c->op == 2 && c->message.length > 8 && c->message.at[0] == 1) {
            uint32_t seq;
            char ack[60];
            memcpy(&seq, c->message.at + 4, 4);
            snprintf(ack, sizeof ack, "{\"op\":\"ack\",\"seq\":%u}", seq);
            client_send(c, ack);
        }
        if (c->op == 1 && strncmp(c->message.at, re, strlen(re)) == 0)
            return strstr(c->message.at, "\"ok\":true") != NULL;
        if (c->op == 8)
            return false;
    }
    return false;
}

static inline bool client_hello(struct client *c, const struct program *p)
{
    char rest[200];
    snprintf(rest, sizeof rest, ",\"token\":\"%s\",\"protocol\":1,\"name\":\"test\"", p->token);
    return client_open(c, p->port) && client_ask(c, "hello", rest);
}

/* Waits for a close frame or the end of the connection; the code, 0 without one, -1 if it stays open. */
static inline int client_closed(struct client *c, int ms)
{
    while (client_next(c, ms))
        if (c->op == 8)
            return c->message.length >= 2 ? (unsigned char)c->message.at[0] << 8 | (unsigned char)c->message.at[1] : 0;
    struct pollfd f = {.fd = c->fd, .events = POLLIN};
    char byte;
    return poll(&f, 1, 0) > 0 && recv(c->fd, &byte, 1, MSG_PEEK) <= 0 ? 0 : -1;
}

#endif
