/* session.c: pages and messages of a session. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "inside.h"

static void source_changed(void *user) { text_changed(user); }

tn_source *untitled(struct studio *s, const char *text)
{
    char *name = path_join(s->host.folder != NULL ? s->host.folder : ".", "untitled.tn");
    tn_source *source = tn_source_text(name, text);
    free(name);
    return source;
}

struct studio *studio_new(const struct studio_host *host)
{
    struct studio *s = studio_memory(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    s->host = *host;
    snprintf(s->session, sizeof s->session, "%lx-%lx-%lx", (long)time(NULL), (long)getpid(), (long)clock());
    s->doc.changed = source_changed;
    s->doc.user = s;
    s->doc.images = host->images;
    s->pace.speed = 1;
    s->next_handle = 1;
    document_load(s, untitled(s, ""), NULL, "untitled.tn");
    keep_begin(s, true);
    return s;
}

void studio_free(struct studio *s)
{
    if (s == NULL)
        return;
    keep_text(s, INFINITY);
    if (studio_saved(s))
        keep_forget(s);
    document_unload(s);
    for (int i = 0; i < PAGES; i++)
        free(s->page[i].traced);
    for (int i = 0; i < JOBS; i++)
        free(s->job[i].file);
    scene_free(s);
    text_free(s);
    gallery_remove(s);
    bytes_free(&s->text_problems);
    bytes_free(&s->reply);
    free(s->problems);
    free(s->state);
    free(s->history);
    free(s->peers);
    free(s->path);
    free(s->name);
    free(s->saved);
    free(s->keep_path);
    free(s->recovered);
    free(s->recovered_path);
    free(s);
}

tn_world *studio_world(struct studio *s) { return s->doc.world; }
const char *studio_text(struct studio *s) { return text_now(s, NULL); }
bool studio_saved(struct studio *s) { return s->saved != NULL && strcmp(text_now(s, NULL), s->saved) == 0; }

void studio_interrupt(struct studio *s) { document_interrupt(&s->doc); }

/* ---- pages ---- */

static struct page *page_of(struct studio *s, int number)
{
    for (int i = 0; i < PAGES; i++)
        if (s->page[i].number == number && number != 0)
            return &s->page[i];
    return NULL;
}

static void close_page(struct studio *s, int number, int code, const char *why)
{
    if (s->host.close != NULL)
        s->host.close(s->host.user, number, code, why);
}

void studio_page_opens(struct studio *s, int number)
{
    if (number <= 0 || page_of(s, number) != NULL)
        return;
    struct page *free_one = NULL;
    for (int i = 0; i < PAGES; i++)
        if (s->page[i].number == 0 || (free_one == NULL && !s->page[i].greeted))
            free_one = &s->page[i];
    if (free_one == NULL) {
        close_page(s, number, 1013, "too many pages are open");
        return;
    }
    if (free_one->number != 0) /* one that has not said hello gives way */
        close_page(s, free_one->number, 1013, "too many pages are open");
    *free_one = (struct page){.number = number, .wants = {.frames = true, .rate = FRAME_RATE}};
    free_one->opened_at = clock_now(s);
}

#define HELLO_WAIT 20.0 /* s: who says nothing so long is closed */

static void close_silent(struct studio *s, double now)
{
    for (int i = 0; i < PAGES; i++)
        if (s->page[i].number != 0 && !s->page[i].greeted && now > s->page[i].opened_at + HELLO_WAIT) {
            close_page(s, s->page[i].number, 1013, "no hello came");
            s->page[i] = (struct page){.number = 0};
        }
}

void studio_page_closes(struct studio *s, int number)
{
    struct page *p = page_of(s, number);
    if (p == NULL)
        return;
    hands_leave(s, number);
    free(p->traced);
    *p = (struct page){0};
    settle(s);
}

/* ---- sending ---- */

void push_to(struct studio *s, const struct page *p, const struct bytes *b)
{
    s->host.send(s->host.user, p->number, STUDIO_TEXT, b->at, b->length);
}

void push_all(struct studio *s, const struct bytes *b)
{
    for (int i = 0; i < PAGES; i++)
        if (s->page[i].greeted)
            push_to(s, &s->page[i], b);
}

struct writer push_begin(struct bytes *b, const char *name)
{
    struct writer w = {b, false};
    write_open(&w, NULL, '{');
    write_text(&w, "push", name);
    return w;
}

bool refuse(struct studio *s, const char *code, const char *format, ...)
{
    char sentence[1000];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    write_text(&s->answer, "code", code);
    write_text(&s->answer, "error", sentence);
    return false;
}

bool refuse_with(struct studio *s, const char *code, char *message)
{
    refuse(s, code, "%s", message != NULL ? message : "the engine refused this");
    tn_free(message);
    return false;
}

void settle(struct studio *s)
{
    text_push(s);
    if (s->scene.look_closer)
        scene_look(s);
    push_history(s, NULL);
    push_state(s, NULL);
    if (s->problems_old)
        push_problems(s, NULL);
    push_peers(s, NULL);
}

/* ---- requests ---- */

static bool op_hello(struct studio *s, struct page *p, const struct value *m)
{
    const char *token = value_text(m, "token", "");
    if (s->host.token != NULL && strcmp(token, s->host.token) != 0) {
        close_page(s, p->number, 4401, "wrong token");
        return refuse(s, "token",
                      "the token is wrong: open the address that the running program printed, with all that follows #");
    }
    if (value_number(m, "protocol", 1) != 1)
        return refuse(s, "protocol", "this program speaks protocol 1: load the page again");
    snprintf(p->name, sizeof p->name, "%s", value_text(m, "name", ""));
    for (size_t i = strlen(p->name); i > 0 && i + 1 >= sizeof p->name && (p->name[i - 1] & 0x80) != 0; i--)
        p->name[i - 1] = 0; /* no part of a character */
    p->greeted = true;
    p->waiting = p->jump = true;
    write_text(&s->answer, "session", s->session);
    write_integer(&s->answer, "page", p->number);
    write_integer(&s->answer, "protocol", 1);
    write_text(&s->answer, "version", tn_version());
    write_flag(&s->answer, "same", strcmp(value_text(m, "session", ""), s->session) == 0);
    write_integer(&s->answer, "rev", (long long)s->text.rev);
    return true;
}

/* Everything that a new page has to know, behind the reply to its hello. */
static void welcome(struct studio *s, struct page *p)
{
    text_push_whole(s, p);
    if (s->scene.view == NULL)
        scene_look(s);
    scene_push_whole(s, p);
    push_state(s, p);
    push_history(s, p);
    push_problems(s, p);
    push_peers(s, p);
}

static bool op_ack(struct studio *s, struct page *p, const struct value *m)
{
    (void)s;
    frames_acknowledge(p, value_number(m, "seq", 0));
    return true;
}

static bool op_subscribe(struct studio *s, struct page *p, const struct value *m)
{
    struct subscription *w = &p->wants;
    const struct {
        const char *key;
        bool *flag;
    } flags[] = {{"frames", &w->frames},     {"joints", &w->joints}, {"forces", &w->forces},
                 {"touches", &w->touches},   {"probes", &w->probes}, {"energy", &w->energy},
                 {"surfaces", &w->surfaces}, {"traces", &w->traces}, {"handles", &w->handles}};
    const struct value *c = value_member(m, "constraints");
    if (c != NULL)
        w->constraints = c->type == VALUE_LIST || (c->type == VALUE_TEXT && strcmp(c->text, "none") != 0);
    w->rate = fmax(1, fmin(value_number(m, "rate", w->rate), FRAME_RATE));
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        *flags[i].flag = value_flag(m, flags[i].key, *flags[i].flag);
        write_flag(&s->answer, flags[i].key, *flags[i].flag);
    }
    write_text(&s->answer, "constraints", w->constraints ? "all" : "none");
    write_number(&s->answer, "rate", w->rate);
    p->waiting = true;
    p->traced_rev = 0;
    return true;
}

static const struct op {
    const char *name;
    op_function *go;
} ops[] = {
    {"hello", op_hello},     {"ack", op_ack},         {"subscribe", op_subscribe}, {"new", op_new},
    {"open", op_open},       {"recover", op_recover}, {"files", op_files},         {"gallery", op_gallery},
    {"kinds", op_kinds},     {"save", op_save},       {"text", op_text},           {"patch", op_patch},
    {"add", op_add},         {"remove", op_remove},   {"statement", op_statement}, {"users", op_users},
    {"set", op_set},         {"let", op_let},         {"switch", op_switch},       {"rename", op_rename},
    {"place", op_place},     {"nail", op_nail},       {"duplicate", op_duplicate}, {"start", op_start},
    {"inspect", op_inspect}, {"places", op_places},   {"grab", op_grab},           {"drag", op_drag},
    {"release", op_release}, {"run", op_run},         {"step", op_step},           {"restart", op_restart},
    {"seek", op_seek},       {"branch", op_branch},   {"undo", op_undo},           {"redo", op_redo},
    {"pick", op_pick},       {"near", op_near},       {"mesh", op_mesh},           {"modes", op_modes},
    {"ghost", op_ghost},     {"export", op_export},   {"cancel", op_cancel},
};

static const struct op *op_of(const char *name)
{
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (strcmp(ops[i].name, name) == 0)
            return &ops[i];
    return NULL;
}

/* The members of the reply are collected while the op runs; pushes go out before it. */
static void answer(struct studio *s, struct page *p, const struct value *m, bool good)
{
    struct bytes b = {0};
    const struct value *id = value_member(m, "id");
    const char *op = value_text(m, "op", "");
    struct writer w = {&b, false};
    if (id == NULL && (strcmp(op, "drag") == 0 || strcmp(op, "ack") == 0))
        return;
    write_open(&w, NULL, '{');
    if (id != NULL && id->type == VALUE_NUMBER)
        write_number(&w, "re", id->number);
    else
        write_null(&w, "re");
    write_flag(&w, "ok", good);
    if (s->reply.length > 0)
        bytes_print(&b, ",%s", s->reply.at);
    write_close(&w, '}');
    push_to(s, p, &b);
    bytes_free(&b);
}

static bool go(struct studio *s, struct page *p, const struct value *m, const char *why)
{
    const char *name = value_text(m, "op", NULL);
    const struct op *op = name != NULL ? op_of(name) : NULL;
    if (m == NULL)
        return refuse(s, "bad-message", "the message is not JSON: %s", why != NULL ? why : "it is empty");
    if (name == NULL)
        return refuse(s, "bad-message", "the message has no \"op\"");
    if (!p->greeted && strcmp(name, "hello") != 0)
        return refuse(s, "hello-first", "the first message must be hello");
    if (op == NULL)
        return refuse(s, "unknown-op", "there is no op \"%.60s\"", name);
    return op->go(s, p, m);
}

void studio_message(struct studio *s, int number, const char *bytes, size_t length)
{
    struct page *p = page_of(s, number);
    struct value_arena *arena = NULL;
    const char *why = NULL;
    if (p == NULL)
        return;
    if (length > LARGEST_MESSAGE) {
        close_page(s, number, 1009, "the message is too large");
        return;
    }
    const struct value *m = value_read(bytes, length, &arena, &why);
    s->reply.length = 0;
    s->answer = (struct writer){&s->reply, false};
    s->asking = p;
    const bool greeted = p->greeted, good = go(s, p, m, why);
    if (greeted)
        settle(s);
    s->asking = NULL;
    answer(s, p, m, good);
    if (p->greeted && !greeted) {
        welcome(s, p);
        push_peers(s, NULL);
    }
    value_free(arena);
}

/* ---- time ---- */

bool studio_busy(const struct studio *s)
{
    bool busy = s->pace.playing || s->scene.view_old || s->scene.analysis_old || s->keep_old;
    for (int i = 0; i < HANDLES; i++)
        busy = busy || s->held[i].moved;
    for (int i = 0; i < PAGES; i++)
        busy = busy ||
               (s->page[i].greeted && s->page[i].waiting && s->page[i].sent - s->page[i].acknowledged < UNACKNOWLEDGED);
    return busy;
}

void studio_tick(struct studio *s, double now, double budget)
{
    clock_moves(s, now, budget);
    scene_analyse_later(s, now);
    if (s->scene.view_old || s->scene.look_closer)
        scene_look(s);
    settle(s);
    frames_send(s, now);
    keep_text(s, now);
    disk_check(s, now);
    close_silent(s, now);
}
