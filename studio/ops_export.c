/* ops_export.c: pictures, movies, glTF scenes and tables, which the host makes while the session goes on. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

static const char *const show_word[] = {"ground", "points", "constraints", "forces",   "trails",
                                        "frames", "names",  "time",        "limits",   "strain",
                                        "volume", "traces", "bones",       "fittings", "tension"};

static void show_given(const struct value *m, struct studio_export *e)
{
    const struct value *list = value_member(m, "show");
    if (list == NULL || list->type != VALUE_LIST)
        return;
    e->has_show = true;
    for (const struct value *v = list->first; v != NULL; v = v->next)
        for (size_t i = 0; v->type == VALUE_TEXT && i < sizeof show_word / sizeof *show_word; i++)
            if (strcmp(v->text, show_word[i]) == 0)
                e->show |= 1u << i;
}

static bool numbers_given(struct studio *s, const struct value *m, struct studio_export *e)
{
    const struct value *size = value_member(m, "size"), *camera = value_member(m, "camera");
    const tn_settings set = tn_world_settings(s->doc.world);
    double wh[2] = {1280, 720};
    if (size != NULL && !value_numbers(size, wh, 2))
        return refuse(s, "bad-message", "\"size\" is [width, height]");
    if (!(wh[0] >= 16 && wh[0] <= 8192 && wh[1] >= 16 && wh[1] <= 8192 && wh[0] * wh[1] <= 36e6))
        return refuse(s, "bad-message", "a picture has 16 … 8192 pixels a side, 36 million in all");
    e->width = (int)wh[0] & ~1; /* movies have even sides */
    e->height = (int)wh[1] & ~1;
    e->from = value_number(m, "from", 0);
    e->until = value_number(m, "until", set.until);
    e->rate = value_number(m, "rate", set.frames);
    if (!(e->from >= 0 && e->until >= e->from && e->until <= 1e5 && e->rate > 0 && e->rate <= 1000))
        return refuse(s, "bad-message", "the times must rise, and the rate be above 0 and at most 1000 per second");
    if (camera != NULL)
        e->has_camera =
            vector_given(value_member(camera, "from"), &e->eye) && vector_given(value_member(camera, "to"), &e->to);
    e->dark = value_flag(m, "dark", false);
    show_given(m, e);
    return true;
}

static struct job *job_free(struct studio *s)
{
    for (int i = 0; i < JOBS; i++)
        if (s->job[i].number == 0)
            return &s->job[i];
    return NULL;
}

bool op_export(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    static const char *const kinds[] = {"png", "mp4", "glb", "csv"};
    struct studio_export e = {.number = s->jobs + 1, .as = value_text(m, "as", "")};
    struct job *j = job_free(s);
    char ending[8];
    bool known = false;
    for (int i = 0; i < 4; i++)
        known = known || strcmp(e.as, kinds[i]) == 0;
    if (!known)
        return refuse(s, "bad-message", "\"as\" is one of png, mp4, glb, csv");
    if (s->host.make == NULL)
        return refuse(s, "unavailable", "this program cannot export");
    if (j == NULL)
        return refuse(s, "busy", "four exports are running; wait for one or cancel it");
    const bool now = strcmp(e.as, "png") == 0 && value_member(m, "until") == NULL;
    if (s->doc.ahead && !now)
        return refuse(s, "text-errors", "the text has errors; mend them first");
    if (!numbers_given(s, m, &e))
        return false;
    snprintf(ending, sizeof ending, ".%s", e.as);
    const char *file = value_text(m, "file", NULL);
    char *path = path_below(s, file != NULL ? file : "studio", ending);
    if (path == NULL)
        return false;
    e.path = path;
    e.name = tn_source_file_name(s->doc.source, 0);
    e.text = text_now(s, NULL);
    e.now = now ? tn_world_clone(s->doc.world) : NULL;
    if (!s->host.make(s->host.user, &e)) {
        tn_world_free(e.now);
        free(path);
        return refuse(s, "busy", "the export cannot begin now");
    }
    *j = (struct job){.number = ++s->jobs, .file = path};
    snprintf(j->as, sizeof j->as, "%s", e.as);
    write_integer(&s->answer, "job", j->number);
    return true;
}

bool op_cancel(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    const double number = value_number(m, "job", 0);
    for (int i = 0; i < JOBS; i++)
        if (s->job[i].number != 0 && s->job[i].number == number && s->host.cancel != NULL &&
            s->host.cancel(s->host.user, s->job[i].number))
            return true;
    return refuse(s, "nothing", "there is no such job");
}

void studio_progress(struct studio *s, int number, double part, bool done, bool cancelled, const char *error)
{
    for (int i = 0; i < JOBS; i++) {
        struct job *j = &s->job[i];
        struct bytes b = {0};
        if (j->number != number || number == 0)
            continue;
        struct writer w = push_begin(&b, "progress");
        const char *slash = strrchr(j->file, '/');
        write_integer(&w, "job", number);
        write_text(&w, "as", j->as);
        write_flag(&w, "done", done);
        write_number(&w, "part", part);
        write_text(&w, "file", slash != NULL ? slash + 1 : j->file);
        write_text(&w, "error", error);
        write_flag(&w, "cancelled", cancelled);
        write_close(&w, '}');
        push_all(s, &b);
        bytes_free(&b);
        if (done) {
            free(j->file);
            *j = (struct job){.number = 0};
        }
    }
}
