/* session.c: pages and messages of a session. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "inside.h"

static char *copy_or_null(const char *text) { return text != NULL ? studio_copy(text) : NULL; }

struct studio *studio_new(const struct studio_host *host)
{
    static atomic_int made;
    struct studio *s = studio_memory(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    s->host = *host;
    s->token = copy_or_null(host->token);
    s->folder = copy_or_null(host->folder);
    s->examples = copy_or_null(host->examples);
    s->keep = copy_or_null(host->keep);
    s->kinds = copy_or_null(host->kinds);
    snprintf(s->session, sizeof s->session, "%lx-%lx-%x", (long)time(NULL), (long)getpid(), atomic_fetch_add(&made, 1));
    s->speed = 1;
    s->next_handle = 1;
    s->target = NAN;
    document_load(s, tn_source_text("untitled.tn", ""), NULL, "untitled.tn");
    return s;
}

static void list_free(struct list *l)
{
    bytes_free(&l->text);
    free(l->start);
}

void studio_free(struct studio *s)
{
    if (s == NULL)
        return;
    if (s->text_dirty)
        document_keep(s, INFINITY);
    if (studio_saved(s))
        document_forget(s);
    document_free(s);
    for (int i = 0; i < PAGES; i++)
        free(s->pages[i].traced);
    for (int i = 0; i < LISTS; i++)
        list_free(&s->lists[i]);
    for (int i = 0; i < 4; i++)
        free(s->job[i].file);
    free(s->scene_rest);
    free(s->problems);
    free(s->state_pushed);
    free(s->history_pushed);
    free(s->log);
    bytes_free(&s->reply);
    free(s->token);
    free(s->folder);
    free(s->examples);
    free(s->keep);
    free(s->kinds);
    free(s);
}

tn_world *studio_world(struct studio *s) { return s->world; }
const char *studio_text(struct studio *s) { return tn_source_file_text(s->source, 0, NULL); }
bool studio_saved(struct studio *s) { return !tn_source_file_changed(s->source, 0); }

void studio_interrupt(struct studio *s)
{
    tn_world *w = atomic_load(&s->interruptible);
    if (w != NULL)
        tn_interrupt(w);
}

/* ---- pages ---- */

static struct page *page_of(struct studio *s, int number)
{
    for (int i = 0; i < PAGES; i++)
        if (s->pages[i].number == number && number != 0)
            return &s->pages[i];
    return NULL;
}

void studio_page_opens(struct studio *s, int number)
{
    for (int i = 0; i < PAGES && number > 0; i++)
        if (s->pages[i].number == 0) {
            s->pages[i] = (struct page){.number = number, .wants = {.frames = true, .rate = STUDIO_FRAME_RATE}};
            return;
        }
    s->host.close(s->host.user, number, 1013, "too many pages are open");
}

void studio_page_closes(struct studio *s, int number)
{
    struct page *p = page_of(s, number);
    if (p == NULL)
        return;
    const bool greeted = p->greeted;
    hands_release_page(s, number);
    free(p->traced);
    *p = (struct page){0};
    if (greeted)
        push_peers(s);
}

/* ---- sending ---- */

void push_to(struct studio *s, struct page *p, const struct bytes *b)
{
    s->host.send(s->host.user, p->number, STUDIO_TEXT, b->at, b->length);
}

void push_all(struct studio *s, const struct bytes *b)
{
    for (int i = 0; i < PAGES; i++)
        if (s->pages[i].greeted)
            push_to(s, &s->pages[i], b);
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

/* ---- requests ---- */

static bool op_hello(struct studio *s, struct page *p, const struct value *m)
{
    const char *token = value_text(m, "token", "");
    if (s->token != NULL && strcmp(token, s->token) != 0) {
        refuse(s, "token", "the address that the page was opened with is not that of this program: its token is wrong");
        s->host.close(s->host.user, p->number, 4401, "wrong token");
        return false;
    }
    if (value_number(m, "protocol", 1) != 1)
        return refuse(s, "protocol", "this program speaks protocol 1: load the page again");
    snprintf(p->name, sizeof p->name, "%s", value_text(m, "name", ""));
    p->greeted = true;
    p->waiting = p->jump = true;
    write_text(&s->answer, "session", s->session);
    write_integer(&s->answer, "page", p->number);
    write_integer(&s->answer, "protocol", 1);
    write_text(&s->answer, "version", tn_version());
    write_flag(&s->answer, "same", strcmp(value_text(m, "session", ""), s->session) == 0);
    write_integer(&s->answer, "rev", (long long)s->text_rev);
    return true;
}

/* Everything that a new page has to know, behind the reply to its hello. */
static void welcome(struct studio *s, struct page *p)
{
    push_text(s, p);
    look(s);
    push_scene(s, p);
    push_surfaces(s, p);
    push_state(s, p);
    push_history(s, p);
    push_problems(s, p, NULL);
    push_peers(s);
}

static bool op_ack(struct studio *s, struct page *p, const struct value *m)
{
    frames_acknowledge(s, p, (uint32_t)fmax(0, fmin(value_number(m, "seq", 0), 4294967295.0)));
    return true;
}

static void subscribe_flag(const struct value *m, const char *key, bool *flag) { *flag = value_flag(m, key, *flag); }

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
    w->rate = fmax(1, fmin(value_number(m, "rate", w->rate), STUDIO_FRAME_RATE));
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        subscribe_flag(m, flags[i].key, flags[i].flag);
        write_flag(&s->answer, flags[i].key, *flags[i].flag);
    }
    write_text(&s->answer, "constraints", w->constraints ? "all" : "none");
    write_number(&s->answer, "rate", w->rate);
    p->waiting = true;
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
    {"export", op_export},   {"cancel", op_cancel},
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
    const bool quiet = id == NULL && good && (strcmp(op, "drag") == 0 || strcmp(op, "ack") == 0);
    struct writer w = {&b, false};
    write_open(&w, NULL, '{');
    if (id != NULL && id->type == VALUE_NUMBER)
        write_number(&w, "re", id->number);
    else
        write_null(&w, "re");
    write_flag(&w, "ok", good);
    if (s->reply.length > 0)
        bytes_print(&b, ",%s", s->reply.at);
    write_close(&w, '}');
    if (!quiet)
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
    if (op == NULL)
        return refuse(s, "unknown-op", "there is no op \"%.60s\"", name);
    if (!p->greeted && op->go != op_hello)
        return refuse(s, "hello-first", "the first message must be hello");
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
        s->host.close(s->host.user, number, 1009, "the message is too large");
        return;
    }
    const struct value *m = value_read(bytes, length, &arena, &why);
    s->reply.length = 0;
    s->answer = (struct writer){&s->reply, false};
    s->asking = number;
    const bool greeted = p->greeted, good = go(s, p, m, why);
    s->asking = 0;
    if (good && !greeted) {
        answer(s, p, m, good);
        welcome(s, p);
    } else {
        answer(s, p, m, good);
    }
    value_free(arena);
}

/* ---- time ---- */

bool studio_busy(const struct studio *s)
{
    bool waiting = s->playing || s->view_old || s->text_dirty;
    for (int i = 0; i < PAGES; i++)
        waiting = waiting || (s->pages[i].greeted && s->pages[i].waiting);
    return waiting;
}

void studio_tick(struct studio *s, double now, double budget)
{
    clock_moves(s, now, budget);
    if (s->view_old || s->look_closer)
        look(s);
    if (s->problems_old)
        push_problems(s, NULL, NULL);
    push_state(s, NULL);
    frames_send(s, now);
    if (s->text_dirty)
        document_keep(s, now);
}
