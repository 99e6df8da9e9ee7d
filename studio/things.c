/* things.c: things of the world as messages speak of them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

void write_id(struct writer *w, const char *key, tn_thing t)
{
    char text[24];
    size_t at = sizeof text;
    uint64_t id = tn_id(t);
    do
        text[--at] = (char)('0' + id % 10);
    while ((id /= 10) > 0);
    write_text_part(w, key, text + at, sizeof text - at);
}

void write_object_id(struct writer *w, const char *key, tn_object o) { write_id(w, key, tn_thing_of_object(o)); }

void write_vector(struct writer *w, const char *key, tn_vec3 v) { write_numbers(w, key, (double[]){v.x, v.y, v.z}, 3); }

void write_quaternion(struct writer *w, const char *key, tn_quat q)
{
    write_numbers(w, key, (double[]){q.w, q.x, q.y, q.z}, 4);
}

bool vector_given(const struct value *v, tn_vec3 *out)
{
    double x[3];
    if (v == NULL || !value_numbers(v, x, 3))
        return false;
    *out = (tn_vec3){x[0], x[1], x[2]};
    return true;
}

bool quaternion_given(const struct value *v, tn_quat *out)
{
    double x[4];
    if (v == NULL || !value_numbers(v, x, 4))
        return false;
    const double n = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
    if (!(n > 1e-9) || !isfinite(n))
        return false;
    *out = (tn_quat){x[0] / n, x[1] / n, x[2] / n, x[3] / n};
    return true;
}

static const struct {
    const char *word;
    tn_thing_type type;
} types[] = {{"object", TN_THING_OBJECT},    {"constraint", TN_THING_CONSTRAINT},
             {"force", TN_THING_FORCE},      {"name", TN_THING_NAME},
             {"probe", TN_THING_PROBE},      {"point", TN_THING_POINT},
             {"contact", TN_THING_CONTACT},  {"skin", TN_THING_SKIN},
             {"event", TN_THING_EVENT},      {"look", TN_THING_LOOK},
             {"settings", TN_THING_SETTINGS}};
enum { TYPES = sizeof types / sizeof *types, NAMED = 5 };

const char *thing_type_word(tn_thing_type type)
{
    for (int i = 0; i < TYPES; i++)
        if (types[i].type == type)
            return types[i].word;
    return "none";
}

static tn_thing by_name(struct studio *s, const char *name, tn_thing_type type)
{
    const tn_world *w = s->doc.world;
    if (type == TN_THING_CONSTRAINT) /* labels too */
        return tn_constraint_valid(w, tn_constraint_find(w, name)) ? tn_thing_of_constraint(tn_constraint_find(w, name))
                                                                   : (tn_thing){.type = TN_THING_NONE};
    if (type == TN_THING_FORCE)
        return tn_force_valid(w, tn_force_find(w, name)) ? tn_thing_of_force(tn_force_find(w, name))
                                                         : (tn_thing){.type = TN_THING_NONE};
    return tn_thing_find(w, type, name);
}

tn_thing thing_given(struct studio *s, const struct value *given, const char *type)
{
    const char *text = given != NULL && given->type == VALUE_TEXT ? given->text : NULL;
    tn_thing t = {.type = TN_THING_NONE};
    if (text == NULL || text[0] == 0) {
        refuse(s, "bad-message", "the request must say which thing it is about");
        return t;
    }
    if (strspn(text, "0123456789") == strlen(text) && strlen(text) < 21)
        t = tn_thing_of_id(s->doc.world, strtoull(text, NULL, 10));
    else if (strcmp(text, "world") == 0)
        t = tn_thing_at(s->doc.world, TN_THING_SETTINGS, 0);
    for (int i = 0; i < NAMED && t.type == TN_THING_NONE; i++)
        if (type == NULL || strcmp(type, types[i].word) == 0)
            t = by_name(s, text, types[i].type);
    if (t.type == TN_THING_NONE)
        refuse(s, "no-such-thing", "there is no %s \"%.80s\"", type != NULL ? type : "thing", text);
    return t;
}

tn_thing thing_member(struct studio *s, const struct value *m, const char *key)
{
    return thing_given(s, value_member(m, key), value_text(m, "type", NULL));
}

bool thing_place(struct studio *s, tn_thing t, tn_place *at)
{
    if (tn_source_check(s->doc.source, NULL) != TN_OK)
        return refuse(s, "text-errors", "the text has errors; mend them first");
    if (!tn_source_place(s->doc.source, s->doc.world, t, at))
        return refuse(s, "refused", "%s does not stand in the text", thing_label(s, t));
    return true;
}

const char *thing_label(struct studio *s, tn_thing t)
{
    tn_thing_state now;
    if (tn_thing_get(s->doc.world, t, &now) != TN_OK)
        return "it";
    return now.label != NULL && now.label[0] != 0 ? now.label : now.kind;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

uint64_t *thing_ids(struct studio *s, int *count)
{
    int room = 0;
    uint64_t *id = NULL;
    *count = 0;
    for (int k = 0; k < TYPES; k++) {
        const int n = tn_thing_count(s->doc.world, types[k].type);
        room += n;
        id = studio_memory(id, (size_t)(room + 1) * sizeof *id);
        for (int i = 0; i < n; i++)
            id[(*count)++] = tn_id(tn_thing_at(s->doc.world, types[k].type, i));
    }
    qsort(id, (size_t)*count, sizeof *id, by_number);
    return id;
}

void write_made(struct studio *s, const char *key, const uint64_t *before, int count)
{
    write_open(&s->answer, key, '[');
    for (int k = 0; k < TYPES; k++)
        for (int i = 0; i < tn_thing_count(s->doc.world, types[k].type); i++) {
            const tn_thing t = tn_thing_at(s->doc.world, types[k].type, i);
            const uint64_t id = tn_id(t);
            if (bsearch(&id, before, (size_t)count, sizeof id, by_number) != NULL)
                continue;
            write_open(&s->answer, NULL, '{');
            write_text(&s->answer, "type", types[k].word);
            write_id(&s->answer, "id", t);
            write_text(&s->answer, "name", tn_thing_name(s->doc.world, t));
            write_text(&s->answer, "label", thing_label(s, t));
            write_close(&s->answer, '}');
        }
    write_close(&s->answer, ']');
}
