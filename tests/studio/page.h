/* page.h: a page for tests: sends requests to a session and keeps what comes back, as a browser would. */
#ifndef TEST_STUDIO_PAGE_H
#define TEST_STUDIO_PAGE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"
#include "value.h"

enum { TEST_PAGES = 8, TEST_LISTS = 10 };

/* What one page knows. */
struct test_page {
    struct bytes text; /* built from pushes alone */
    long rev, scene_rev, scene_bad;
    int count[TEST_LISTS]; /* items of the lists of the scene */
    struct bytes reply;    /* the last one */
    struct bytes problems, state, history;
    unsigned char *frame;
    size_t frame_length;
    int frames, pushes, closed, opened;
    bool ahead, saved;
};

struct test_host {
    struct test_page page[TEST_PAGES + 1];
    double clock, budget; /* s for the motion of a frame */
    struct studio *session;
};

static const char *const test_list[TEST_LISTS] = {"objects", "meshes", "surfaces", "constraints", "forces",
                                                  "nails",   "lets",   "probes",   "events",      "traces"};

static inline void test_keep(struct bytes *b, const void *at, size_t length)
{
    b->length = 0;
    bytes_add(b, at, length);
}

/* The changes of a push, ascending, in the text before. */
static inline void test_text_push(struct test_page *p, const struct value *m)
{
    const struct value *changes = value_member(m, "changes");
    struct bytes out = {0};
    size_t at = 0;
    bytes_text(&p->text, "");
    if (value_number(m, "from", -1) == 0) {
        const char *text = value_text(m, "text", "");
        test_keep(&p->text, text, strlen(text));
    } else {
        if ((long)value_number(m, "from", -1) != p->rev)
            abort(); /* a revision is missing */
        bytes_text(&out, "");
        for (const struct value *c = changes->first; c != NULL; c = c->next) {
            const size_t from = byte_of(p->text.at, p->text.length, (size_t)c->first->number);
            const size_t to = byte_of(p->text.at, p->text.length, (size_t)c->first->next->number);
            if (from < at || to < from)
                abort();
            bytes_add(&out, p->text.at + at, from - at);
            bytes_text(&out, c->first->next->next->text);
            at = to;
        }
        bytes_add(&out, p->text.at + at, p->text.length - at);
        bytes_free(&p->text);
        p->text = out;
    }
    p->rev = (long)value_number(m, "rev", 0);
    p->ahead = value_flag(m, "ahead", false);
    p->saved = value_flag(m, "saved", false);
    p->opened += value_flag(m, "opened", false);
}

static inline void test_scene_push(struct test_page *p, const struct value *m)
{
    const bool whole = value_number(m, "from", -1) == 0;
    if (!whole && (long)value_number(m, "from", -1) != p->scene_rev)
        p->scene_bad++;
    for (int i = 0; i < TEST_LISTS; i++) {
        const struct value *l = value_member(m, test_list[i]), *put = value_member(l, "put");
        if (whole)
            p->count[i] = 0;
        if (l == NULL)
            continue;
        const int at = (int)value_number(l, "at", -1), cut = (int)value_number(l, "cut", -1);
        if (at < 0 || cut < 0 || at + cut > p->count[i] || put == NULL)
            abort();
        p->count[i] += put->count - cut;
    }
    p->scene_rev = (long)value_number(m, "rev", -1);
}

static inline void test_send(void *user, int page, enum studio_sort sort, const void *bytes, size_t length)
{
    struct test_host *h = user;
    struct test_page *p = &h->page[page];
    struct value_arena *arena = NULL;
    const char *why = NULL;
    if (sort == STUDIO_DATA) {
        if (((const unsigned char *)bytes)[0] == 1) {
            p->frame = realloc(p->frame, length);
            memcpy(p->frame, bytes, length);
            p->frame_length = length;
            p->frames++;
        }
        return;
    }
    const struct value *m = value_read(bytes, length, &arena, &why);
    if (m == NULL) {
        fprintf(stderr, "not JSON (%s): %.*s\n", why, (int)(length < 500 ? length : 500), (const char *)bytes);
        abort();
    }
    const char *push = value_text(m, "push", NULL);
    if (push == NULL)
        test_keep(&p->reply, bytes, length);
    else if (strcmp(push, "text") == 0)
        test_text_push(p, m);
    else if (strcmp(push, "scene") == 0)
        test_scene_push(p, m);
    else if (strcmp(push, "problems") == 0)
        test_keep(&p->problems, bytes, length);
    else if (strcmp(push, "state") == 0)
        test_keep(&p->state, bytes, length);
    else if (strcmp(push, "history") == 0)
        test_keep(&p->history, bytes, length);
    p->pushes += push != NULL;
    value_free(arena);
}

static inline void test_close(void *user, int page, int code, const char *why)
{
    (void)why;
    ((struct test_host *)user)->page[page].closed = code;
}

/* Every look takes a tenth of a millisecond: a clock without surprises. */
static inline double test_clock(void *user) { return ((struct test_host *)user)->clock += 1e-4; }

static inline void test_message(struct test_host *h, int page, const char *json)
{
    h->page[page].reply.length = 0;
    studio_message(h->session, page, json, strlen(json));
}

/* Sends {"id":1,"op":…}; true if the reply says ok. `rest`: further members with a leading comma, or "". */
static inline bool test_ask(struct test_host *h, int page, const char *op, const char *rest)
{
    struct bytes b = {0};
    bytes_print(&b, "{\"id\":1,\"op\":\"%s\"%s}", op, rest);
    test_message(h, page, b.at);
    bytes_free(&b);
    return h->page[page].reply.length > 0 && strstr(h->page[page].reply.at, "\"ok\":true") != NULL;
}

/* One sixtieth of a second; every page acknowledges its frames. */
static inline void test_tick(struct test_host *h)
{
    h->clock += 1.0 / 60;
    studio_tick(h->session, h->clock, h->budget);
    for (int i = 1; i <= TEST_PAGES; i++)
        if (h->page[i].frame != NULL && !h->page[i].closed) {
            char ack[60];
            uint32_t seq;
            memcpy(&seq, h->page[i].frame + 4, 4);
            snprintf(ack, sizeof ack, "{\"op\":\"ack\",\"seq\":%u}", seq);
            studio_message(h->session, i, ack, strlen(ack));
        }
}

static inline double test_frame_time(const struct test_page *p)
{
    double t = NAN;
    if (p->frame_length >= 56)
        memcpy(&t, p->frame + 16, sizeof t);
    return t;
}

static inline void test_open(struct test_host *h, struct studio_host *host)
{
    memset(h, 0, sizeof *h);
    h->clock = 1;
    h->budget = 1e9;
    host->user = h;
    host->send = test_send;
    host->close = test_close;
    host->clock = test_clock;
    h->session = studio_new(host);
}

static inline void test_join(struct test_host *h, int page)
{
    studio_page_opens(h->session, page);
    if (!test_ask(h, page, "hello", ",\"protocol\":1,\"name\":\"test\",\"token\":\"secret\""))
        abort();
}

static inline void test_end(struct test_host *h)
{
    studio_free(h->session);
    for (int i = 0; i <= TEST_PAGES; i++) {
        struct test_page *p = &h->page[i];
        bytes_free(&p->text);
        bytes_free(&p->reply);
        bytes_free(&p->problems);
        bytes_free(&p->state);
        bytes_free(&p->history);
        free(p->frame);
    }
}

#endif
