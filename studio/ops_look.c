/* ops_look.c: pick, near, mesh, places, kinds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

enum { MOST_HITS = 64 };

static const char *const hit_word[] = {"object", "skin", "plane", "point", "nail", "constraint", "force"};

/* How a statement names it: rod1.end1, hook. */
static void write_reference(struct studio *s, struct writer *w, const tn_hit *h)
{
    char text[200];
    const char *object = tn_object_valid(s->doc.world, h->object) ? tn_object_name(s->doc.world, h->object) : NULL;
    if (h->type == TN_HIT_NAIL)
        write_text(w, "reference", h->name);
    else if (object == NULL || object[0] == 0 || h->type != TN_HIT_POINT)
        write_null(w, "reference");
    else {
        if (h->index < 0)
            snprintf(text, sizeof text, "%s.node(%d, %d, %d)", object, h->node[0], h->node[1], h->node[2]);
        else
            snprintf(text, sizeof text, "%s.%s", object, h->name);
        write_text(w, "reference", text);
    }
}

static void write_hit(struct studio *s, struct writer *w, const tn_hit *h)
{
    write_open(w, NULL, '{');
    write_text(w, "type", hit_word[h->type]);
    if (h->object.generation != 0)
        write_object_id(w, "object", h->object);
    else
        write_null(w, "object");
    if (h->type == TN_HIT_CONSTRAINT)
        write_id(w, "id", tn_thing_of_constraint(h->constraint));
    else if (h->type == TN_HIT_FORCE)
        write_id(w, "id", tn_thing_of_force(h->force));
    else
        write_null(w, "id");
    write_text(w, "name", h->name);
    write_reference(s, w, h);
    write_vector(w, "point", h->point);
    write_vector(w, "local", h->local);
    write_vector(w, "normal", h->normal);
    write_number(w, "depth", h->depth);
    write_number(w, "pixels", h->pixels);
    write_numbers(w, "node", (double[]){h->node[0], h->node[1], h->node[2]}, 3);
    write_number(w, "along", h->along);
    write_close(w, '}');
}

static void write_hits(struct studio *s, const char *key, const tn_hit *hits, int found, int most)
{
    write_open(&s->answer, key, '[');
    for (int i = 0; i < found && i < most; i++)
        write_hit(s, &s->answer, &hits[i]);
    write_close(&s->answer, ']');
}

static bool wants(const struct value *m, const char *what)
{
    const struct value *list = value_member(m, "what");
    if (list == NULL || list->type != VALUE_LIST)
        return true;
    for (const struct value *v = list->first; v != NULL; v = v->next)
        if (v->type == VALUE_TEXT && strcmp(v->text, what) == 0)
            return true;
    return false;
}

static bool without_given(struct studio *s, const struct value *m, tn_object *out)
{
    if (value_member(m, "without") == NULL)
        return true;
    const tn_thing t = thing_given(s, value_member(m, "without"), "object");
    *out = tn_thing_object(t);
    return t.type != TN_THING_NONE;
}

static int most_given(const struct value *m) { return (int)fmax(1, fmin(value_number(m, "most", 8), MOST_HITS)); }

/* The newest state, as it will be in the next frame. */
static const tn_view *view_now(struct studio *s)
{
    if (s->scene.view == NULL || s->scene.view_old)
        scene_look(s);
    return s->scene.view;
}

bool op_pick(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    tn_ray r = tn_ray_default();
    tn_hit hits[MOST_HITS];
    const int most = most_given(m);
    if (!vector_given(value_member(m, "from"), &r.from) || !vector_given(value_member(m, "along"), &r.along))
        return refuse(s, "bad-message", "pick needs \"from\" and \"along\"");
    r.pixel_angle = value_number(m, "pixel_angle", 0);
    r.pixel_length = value_number(m, "pixel_length", 0);
    r.radius = value_number(m, "radius", r.radius);
    r.bones = value_flag(m, "bones", false);
    if (!without_given(s, m, &r.without))
        return false;
    const tn_view *v = view_now(s);
    if (wants(m, "objects"))
        write_hits(s, "objects", hits, tn_pick(v, &r, hits, MOST_HITS), most);
    if (wants(m, "points"))
        write_hits(s, "points", hits, tn_pick_points(v, &r, hits, MOST_HITS), most);
    if (wants(m, "glyphs"))
        write_hits(s, "glyphs", hits, tn_pick_glyphs(v, &r, hits, MOST_HITS), most);
    return true;
}

bool op_near(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    tn_vec3 place;
    tn_object without = {0, 0};
    tn_hit hits[MOST_HITS];
    if (!vector_given(value_member(m, "place"), &place))
        return refuse(s, "bad-message", "near needs \"place\"");
    if (!without_given(s, m, &without))
        return false;
    const int found = tn_points_near(view_now(s), place, value_number(m, "distance", 0.1), without, hits, MOST_HITS);
    write_hits(s, "points", hits, found, most_given(m));
    return true;
}

/* ---- meshes ---- */

static bool send_mesh(struct studio *s, const struct page *p, const tn_view *v, uint64_t key, int detail)
{
    int count;
    const tn_view_mesh *m = tn_view_meshes(v, &count);
    for (int i = 0; i < count; i++) {
        tn_triangles t;
        struct bytes b = {0};
        const unsigned char head[4] = {2, (unsigned char)detail, 24, 0};
        if (m[i].key != key || tn_view_triangles(v, i, detail, &t) != TN_OK)
            continue;
        bytes_add(&b, head, sizeof head);
        bytes_u32(&b, (uint32_t)t.vertices);
        bytes_u32(&b, (uint32_t)t.triangles);
        bytes_u32(&b, 0);
        bytes_u64(&b, key);
        for (int k = 0; k < 3 * t.vertices; k++)
            bytes_f32(&b, (double)t.position[k]);
        for (int k = 0; k < 3 * t.vertices; k++)
            bytes_f32(&b, (double)t.normal[k]);
        for (int k = 0; k < 3 * t.triangles; k++)
            bytes_u32(&b, t.corner[k]);
        s->host.send(s->host.user, p->number, STUDIO_DATA, b.at, b.length);
        bytes_free(&b);
        return true;
    }
    return false;
}

bool op_mesh(struct studio *s, struct page *p, const struct value *m)
{
    const struct value *keys = value_member(m, "keys");
    const double detail = value_number(m, "detail", 2);
    int sent = 0;
    if (keys == NULL || keys->type != VALUE_LIST)
        return refuse(s, "bad-message", "mesh needs \"keys\", a list");
    if (!(detail >= 0 && detail < TN_DETAILS))
        return refuse(s, "bad-message", "the detail must be 0 … 3");
    const tn_view *v = view_now(s);
    for (const struct value *k = keys->first; k != NULL && sent < 1000; k = k->next)
        if (k->type == VALUE_TEXT)
            sent += send_mesh(s, p, v, strtoull(k->text, NULL, 16), (int)detail);
    write_integer(&s->answer, "sent", sent);
    return true;
}

/* ---- tables ---- */

bool op_places(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    (void)m;
    tn_world *w = s->doc.world;
    size_t byte = 0, units = 0; /* statements come mostly in order: count on from the last one */
    if (tn_source_check(s->doc.source, NULL) != TN_OK)
        return refuse(s, "text-errors", "the text has errors; mend them first");
    write_integer(&s->answer, "rev", (long long)s->text.rev);
    write_open(&s->answer, "places", '[');
    for (tn_thing t = tn_thing_next(w, (tn_thing){.type = TN_THING_NONE}); t.type != TN_THING_NONE;
         t = tn_thing_next(w, t)) {
        tn_place at;
        if (!tn_source_place(s->doc.source, w, t, &at) || at.file != 0)
            continue;
        units = at.from >= byte ? units + units_of(s->text.now + byte, at.from - byte) : units_of(s->text.now, at.from);
        byte = at.from;
        write_open(&s->answer, NULL, '[');
        write_id(&s->answer, NULL, t);
        write_integer(&s->answer, NULL, (long long)units);
        write_integer(&s->answer, NULL, (long long)(units + units_of(s->text.now + at.from, at.to - at.from)));
        write_integer(&s->answer, NULL, at.line);
        write_integer(&s->answer, NULL, at.end_line);
        write_close(&s->answer, ']');
    }
    write_close(&s->answer, ']');
    return true;
}

bool op_kinds(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    (void)m;
    const char *color;
    write_raw(&s->answer, "kinds", s->host.kinds != NULL ? s->host.kinds : "[]");
    write_open(&s->answer, "units", '[');
    for (int i = 0; tn_unit_at(i).name != NULL; i++) {
        const tn_unit u = tn_unit_at(i);
        write_open(&s->answer, NULL, '{');
        write_text(&s->answer, "name", u.name);
        write_text(&s->answer, "help", u.help);
        write_text(&s->answer, "base", u.base);
        write_number(&s->answer, "factor", u.factor);
        write_close(&s->answer, '}');
    }
    write_close(&s->answer, ']');
    write_open(&s->answer, "colors", '[');
    for (int i = 0; (color = tn_color_name(i)) != NULL; i++) {
        double rgb[3];
        if (!tn_color(color, rgb))
            continue;
        write_open(&s->answer, NULL, '{');
        write_text(&s->answer, "name", color);
        write_numbers(&s->answer, "color", rgb, 3);
        write_close(&s->answer, '}');
    }
    write_close(&s->answer, ']');
    return true;
}
