/* scene.c: what there is in the world, as lists that pages keep; only what has changed is sent again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

static const char *const list_name[LISTS] = {"objects", "meshes", "surfaces", "constraints", "forces",
                                             "nails",   "lets",   "probes",   "events",      "traces"};

/* ---- lists ---- */

static void list_free(struct list *l)
{
    bytes_free(&l->text);
    free(l->start);
    *l = (struct list){.count = 0};
}

static void list_copy(struct list *to, const struct list *from)
{
    bytes_add(&to->text, from->text.at, from->text.length);
    to->count = from->count;
    to->room = from->count + 1;
    to->start = studio_memory(NULL, (size_t)to->room * sizeof *to->start);
    if (from->start != NULL)
        memcpy(to->start, from->start, (size_t)to->room * sizeof *to->start);
}

/* Begins an item. */
static struct writer item(struct list *l)
{
    if (l->count + 2 > l->room) {
        l->room = 2 * l->room + 16;
        l->start = studio_memory(l->start, (size_t)l->room * sizeof *l->start);
    }
    l->start[l->count] = l->text.length;
    struct writer w = {&l->text, false};
    write_open(&w, NULL, '{');
    return w;
}

static void item_end(struct list *l, struct writer *w)
{
    write_close(w, '}');
    l->start[++l->count] = l->text.length;
}

static bool same_item(const struct list *a, int i, const struct list *b, int k)
{
    const size_t n = a->start[i + 1] - a->start[i];
    return n == b->start[k + 1] - b->start[k] && memcmp(a->text.at + a->start[i], b->text.at + b->start[k], n) == 0;
}

/* From place `at` on `cut` items go and those of `put` come; false if nothing differs. */
static bool list_difference(const struct list *old, const struct list *new, int *at, int *cut, int *put)
{
    int first = 0, last = 0;
    const int most = old->count < new->count ? old->count : new->count;
    while (first < most && same_item(old, first, new, first))
        first++;
    while (last < most - first && same_item(old, old->count - 1 - last, new, new->count - 1 - last))
        last++;
    *at = first;
    *cut = old->count - first - last;
    *put = new->count - first - last;
    return *cut > 0 || *put > 0;
}

static void write_list(struct writer *w, const char *name, const struct list *l, int at, int cut, int put)
{
    write_open(w, name, '{');
    write_integer(w, "at", at);
    write_integer(w, "cut", cut);
    write_open(w, "put", '[');
    for (int i = at; i < at + put; i++) {
        if (i > at)
            bytes_add(w->out, ",", 1);
        bytes_add(w->out, l->text.at + l->start[i], l->start[i + 1] - l->start[i]);
    }
    write_close(w, ']');
    write_close(w, '}');
}

/* ---- objects ---- */

static const char *const kind_word[] = {"solid", "particle", "body", "plane", "variable", "block", "curve", "jello"};
static const char *const glyph_word[] = {"point", "axis", "rod", "line", "other"};

static void write_key(struct writer *w, const char *key, uint64_t mesh)
{
    char text[20];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)mesh);
    write_text(w, key, text);
}

static bool of_loop(struct studio *s, tn_thing t)
{
    tn_place at;
    return tn_thing_place(s->doc.world, t, &at) && at.turns > 0;
}

static void write_parts(struct writer *w, const tn_view *v, const tn_view_object *o)
{
    const tn_view_part *part = tn_view_parts(v, NULL);
    const tn_view_mesh *mesh = tn_view_meshes(v, NULL);
    write_open(w, "parts", '[');
    for (int i = o->part; i < o->part + o->parts; i++) {
        write_open(w, NULL, '{');
        write_key(w, "mesh", mesh[part[i].mesh].key);
        write_vector(w, "offset", part[i].offset);
        write_quaternion(w, "turned", part[i].turned);
        write_close(w, '}');
    }
    write_close(w, ']');
}

static void write_points(struct writer *w, const tn_view *v, const tn_view_object *o)
{
    const tn_view_point *point = tn_view_points(v, NULL);
    write_open(w, "points", '[');
    for (int i = o->point; i < o->point + o->points; i++) {
        write_open(w, NULL, '[');
        write_text(w, NULL, point[i].name);
        write_number(w, NULL, point[i].local.x);
        write_number(w, NULL, point[i].local.y);
        write_number(w, NULL, point[i].local.z);
        write_flag(w, NULL, point[i].user);
        write_close(w, ']');
    }
    write_close(w, ']');
}

static void list_objects(struct studio *s, struct list *l)
{
    const tn_view *v = s->scene.view;
    int count;
    const tn_view_object *o = tn_view_objects(v, &count);
    for (int i = 0; i < count; i++, o++) {
        const tn_thing t = tn_thing_of_object(o->id);
        struct writer w = item(l);
        write_object_id(&w, "id", o->id);
        write_text(&w, "name", o->name);
        write_text(&w, "kind", kind_word[o->kind]);
        write_text(&w, "shape", tn_thing_kind(s->doc.world, t));
        write_flag(&w, "fixed", o->fixed);
        write_flag(&w, "covered", o->covered);
        write_vector(&w, "color", o->color);
        write_vector(&w, "center", o->center);
        write_parts(&w, v, o);
        write_points(&w, v, o);
        write_integer(&w, "surface", o->surface);
        write_flag(&w, "loop", of_loop(s, t));
        item_end(l, &w);
    }
}

static void list_meshes(struct studio *s, struct list *l)
{
    int count;
    const tn_view_mesh *m = tn_view_meshes(s->scene.view, &count);
    for (int i = 0; i < count; i++, m++) {
        struct writer w = item(l);
        write_key(&w, "key", m->key);
        write_text(&w, "shape", m->shape);
        write_vector(&w, "size", m->size);
        write_vector(&w, "low", m->low);
        write_vector(&w, "high", m->high);
        item_end(l, &w);
    }
}

static void write_view_object(struct writer *w, const char *key, const tn_view *v, int index)
{
    if (index < 0)
        write_null(w, key);
    else
        write_object_id(w, key, tn_view_objects(v, NULL)[index].id);
}

static void list_surfaces(struct studio *s, struct list *l)
{
    int count;
    const tn_view_surface *f = tn_view_surfaces(s->scene.view, &count);
    for (int i = 0; i < count; i++, f++) {
        tn_view_shape shape;
        struct writer w = item(l);
        write_view_object(&w, "object", s->scene.view, f->object);
        write_text(&w, "name", f->name);
        write_vector(&w, "color", f->color);
        write_integer(&w, "vertices", f->vertices);
        write_integer(&w, "triangles", f->triangles);
        write_flag(&w, "curve",
                   tn_view_deformed(s->scene.view, i, &shape) == TN_OK && shape.line != NULL && shape.line_count > 0);
        item_end(l, &w);
    }
}

/* ---- constraints and forces ---- */

static bool listed(const tn_constraint *list, tn_constraint c)
{
    for (int i = 0; list != NULL && list[i].generation != 0; i++)
        if (list[i].slot == c.slot && list[i].generation == c.generation)
            return true;
    return false;
}

static void write_pair(struct writer *w, const tn_view *v, const int object[2])
{
    write_open(w, "objects", '[');
    for (int k = 0; k < 2; k++)
        write_view_object(w, NULL, v, object[k]);
    write_close(w, ']');
}

static bool is_on(struct studio *s, tn_thing t)
{
    tn_thing_state now;
    return tn_thing_get(s->doc.world, t, &now) != TN_OK || now.on;
}

static void list_constraints(struct studio *s, struct list *l)
{
    int count;
    const tn_view_constraint *c = tn_view_constraints(s->scene.view, &count);
    for (int i = 0; i < count; i++, c++) {
        const tn_thing t = tn_thing_of_constraint(c->id);
        struct writer w = item(l);
        write_id(&w, "id", t);
        write_text(&w, "name", tn_thing_name(s->doc.world, t));
        write_text(&w, "label", c->name);
        write_text(&w, "kind", c->kind);
        write_text(&w, "glyph", glyph_word[c->glyph]);
        write_pair(&w, s->scene.view, c->object);
        write_flag(&w, "motor", c->motor);
        write_flag(&w, "limited", c->limited);
        write_flag(&w, "on", is_on(s, t));
        write_flag(&w, "loop", of_loop(s, t));
        write_flag(&w, "redundant", listed(s->scene.redundant, c->id));
        write_flag(&w, "contradictory", listed(s->scene.contradictory, c->id));
        item_end(l, &w);
    }
}

static void list_forces(struct studio *s, struct list *l)
{
    int count;
    const tn_view_force *f = tn_view_forces(s->scene.view, &count);
    for (int i = 0; i < count; i++, f++) {
        const tn_thing t = tn_thing_of_force(f->id);
        struct writer w = item(l);
        write_id(&w, "id", t);
        write_text(&w, "name", f->name);
        write_text(&w, "label", tn_force_name(s->doc.world, f->id));
        write_text(&w, "kind", f->kind);
        write_pair(&w, s->scene.view, f->object);
        write_flag(&w, "on", is_on(s, t));
        write_flag(&w, "loop", of_loop(s, t));
        item_end(l, &w);
    }
}

/* ---- names and looks ---- */

static void list_nails(struct studio *s, struct list *l)
{
    int count;
    const tn_view_nail *n = tn_view_nails(s->scene.view, &count);
    for (int i = 0; i < count; i++, n++) {
        const tn_thing t = tn_thing_find(s->doc.world, TN_THING_NAME, n->name);
        struct writer w = item(l);
        write_id(&w, "id", t);
        write_text(&w, "name", n->name);
        write_vector(&w, "at", n->at);
        write_flag(&w, "loop", of_loop(s, t));
        item_end(l, &w);
    }
}

static void list_lets(struct studio *s, struct list *l)
{
    tn_world *world = s->doc.world;
    for (int i = 0; i < tn_thing_count(world, TN_THING_NAME); i++) {
        const tn_thing t = tn_thing_at(world, TN_THING_NAME, i);
        tn_thing_state now;
        tn_place at;
        tn_text_number number = {.kind = TN_TEXT_NONE};
        if (strcmp(tn_thing_kind(world, t), "let") != 0 || tn_thing_get(world, t, &now) != TN_OK)
            continue;
        const bool placed = tn_source_place(s->doc.source, world, t, &at);
        char *text = tn_thing_formula(world, t);
        struct writer w = item(l);
        if (placed)
            tn_source_number(s->doc.source, &at, "", 0, &number);
        write_id(&w, "id", t);
        write_text(&w, "name", now.name);
        write_number(&w, "value", now.value);
        if (number.kind != TN_TEXT_NONE && number.file == 0)
            write_text_part(&w, "text", text_now(s, NULL) + number.from, number.to - number.from);
        else
            write_text(&w, "text", text);
        write_flag(&w, "literal", number.kind == TN_TEXT_LITERAL);
        item_end(l, &w);
        tn_free(text);
    }
}

static void list_probes(struct studio *s, struct list *l)
{
    for (int i = 0; i < tn_thing_count(s->doc.world, TN_THING_PROBE); i++) {
        const tn_thing t = tn_thing_at(s->doc.world, TN_THING_PROBE, i);
        char *text = tn_thing_formula(s->doc.world, t);
        struct writer w = item(l);
        write_id(&w, "id", t);
        write_text(&w, "name", tn_thing_name(s->doc.world, t));
        write_text(&w, "text", text);
        item_end(l, &w);
        tn_free(text);
    }
}

enum { LONGEST_STATEMENT = 200 };

/* The text of its statement; NULL if it has none in the main file. */
static void write_statement(struct studio *s, struct writer *w, const char *key, tn_thing t)
{
    tn_place at;
    if (tn_source_place(s->doc.source, s->doc.world, t, &at) && at.file == 0) {
        const size_t length = at.to - at.from;
        write_text_part(w, key, text_now(s, NULL) + at.from, length < LONGEST_STATEMENT ? length : LONGEST_STATEMENT);
    } else {
        write_text(w, key, tn_thing_kind(s->doc.world, t));
    }
}

static void list_events(struct studio *s, struct list *l)
{
    for (int i = 0; i < tn_thing_count(s->doc.world, TN_THING_EVENT); i++) {
        const tn_thing t = tn_thing_at(s->doc.world, TN_THING_EVENT, i);
        tn_thing_state now;
        struct writer w = item(l);
        write_id(&w, "id", t);
        write_number(&w, "t", tn_thing_get(s->doc.world, t, &now) == TN_OK ? now.from : 0);
        write_statement(s, &w, "text", t);
        item_end(l, &w);
    }
}

static void list_traces(struct studio *s, struct list *l)
{
    for (int i = 0; i < tn_thing_count(s->doc.world, TN_THING_LOOK); i++) {
        const tn_thing t = tn_thing_at(s->doc.world, TN_THING_LOOK, i);
        if (strcmp(tn_thing_kind(s->doc.world, t), "trace") != 0)
            continue;
        struct writer w = item(l);
        write_id(&w, "id", t);
        write_statement(s, &w, "text", t);
        item_end(l, &w);
    }
}

/* ---- beside the lists ---- */

static void write_show(struct writer *w, unsigned show)
{
    static const char *const word[] = {"ground", "points", "constraints", "forces",   "trails",
                                       "frames", "names",  "time",        "limits",   "strain",
                                       "volume", "traces", "bones",       "fittings", "tension"};
    write_open(w, "show", '[');
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (show & 1u << i)
            write_text(w, NULL, word[i]);
    write_close(w, ']');
}

/* What the scene says about its pictures. */
static void write_look(struct studio *s, struct writer *w)
{
    const tn_look look = tn_scene_look(s->doc.world);
    unsigned show = TN_SHOW_GROUND | TN_SHOW_FITTINGS; /* as in pictures */
    tn_scene_show(s->doc.world, &show);
    write_show(w, show);
    if (look.title != NULL)
        write_text(w, "title", look.title);
    else
        write_null(w, "title");
    if (look.has_light)
        write_vector(w, "light", look.light);
    else
        write_null(w, "light");
    if (look.has_background)
        write_vector(w, "background", look.background);
    else
        write_null(w, "background");
}

static void write_rest(struct studio *s, struct writer *w)
{
    const tn_settings set = tn_world_settings(s->doc.world);
    tn_vec3 from, to;
    write_text(w, "up", set.up == 'y' ? "y" : "z");
    if (s->scene.dof >= 0)
        write_integer(w, "dof", s->scene.dof);
    else
        write_null(w, "dof");
    if (tn_scene_camera(s->doc.world, &from, &to)) {
        write_open(w, "camera", '{');
        write_vector(w, "from", from);
        write_vector(w, "to", to);
        write_close(w, '}');
    } else {
        write_null(w, "camera");
    }
    write_look(s, w);
    write_flag(w, "flat", false);
    write_number(w, "until", set.until);
    write_number(w, "rate", set.frames);
    write_flag(w, "contact", tn_thing_count(s->doc.world, TN_THING_CONTACT) > 0);
}

static void write_bounds(struct studio *s, struct writer *w)
{
    tn_bounds b = {.any = false};
    tn_bounds_add(&b, s->scene.view);
    if (!b.any) {
        write_null(w, "bounds");
        return;
    }
    write_open(w, "bounds", '{');
    write_vector(w, "low", b.low);
    write_vector(w, "high", b.high);
    write_close(w, '}');
}

/* ---- analysis ---- */

static tn_constraint *constraints_of(tn_world *w, tn_constraint (*at)(tn_world *, int))
{
    int count = 0;
    tn_constraint *list = NULL, c;
    do {
        list = studio_memory(list, (size_t)(count + 1) * sizeof *list);
        c = at(w, count);
        list[count++] = c;
    } while (c.generation != 0);
    return list;
}

void scene_analyse(struct studio *s)
{
    tn_world *w = s->doc.world;
    free(s->scene.redundant);
    free(s->scene.contradictory);
    s->scene.redundant = constraints_of(w, tn_redundant_at);
    s->scene.contradictory = constraints_of(w, tn_contradictory_at);
    s->scene.dof = tn_count(w).degrees_of_freedom;
    s->scene.analysis_old = false;
    s->problems_old = true;
}

/* ---- pushes ---- */

/* Triangles of surfaces that deform, as binary messages of type 3. */
static void push_surfaces(struct studio *s, const struct page *only)
{
    int count;
    const tn_view_surface *f = tn_view_surfaces(s->scene.view, &count);
    for (int i = 0; i < count; i++, f++) {
        struct bytes b = {0};
        const unsigned char head[4] = {3, f->paint != NULL, 24, 0};
        bytes_add(&b, head, sizeof head);
        bytes_u32(&b, (uint32_t)f->vertices);
        bytes_u32(&b, (uint32_t)f->triangles);
        bytes_u32(&b, (uint32_t)i);
        bytes_u32(&b, s->scene.rev);
        bytes_u32(&b, 0);
        for (int k = 0; k < 3 * f->triangles; k++)
            bytes_u32(&b, f->corner[k]);
        for (int k = 0; f->paint != NULL && k < 3 * f->vertices; k++)
            bytes_f32(&b, (double)f->paint[k]);
        for (int k = 0; k < PAGES; k++)
            if (s->page[k].greeted && (only == NULL || only == &s->page[k]))
                s->host.send(s->host.user, s->page[k].number, STUDIO_DATA, b.at, b.length);
        bytes_free(&b);
    }
}

static void build(struct studio *s, struct list list[LISTS], struct bytes *rest)
{
    void (*const make[LISTS])(struct studio *, struct list *) = {
        list_objects, list_meshes, list_surfaces, list_constraints, list_forces,
        list_nails,   list_lets,   list_probes,   list_events,      list_traces};
    for (int i = 0; i < LISTS; i++)
        if (s->doc.ahead && (i == LIST_LETS || i == LIST_EVENTS || i == LIST_TRACES))
            list_copy(&list[i], &s->scene.list[i]); /* a wrong text cannot be asked: they stay as they were */
        else
            make[i](s, &list[i]);
    struct writer w = {rest, false};
    write_rest(s, &w);
}

void scene_push_whole(struct studio *s, const struct page *p)
{
    struct bytes b = {0};
    struct writer w = push_begin(&b, "scene");
    write_integer(&w, "rev", s->scene.rev);
    write_integer(&w, "from", 0);
    bytes_print(&b, ",%s", s->scene.rest.at);
    for (int i = 0; i < LISTS; i++)
        write_list(&w, list_name[i], &s->scene.list[i], 0, 0, s->scene.list[i].count);
    write_bounds(s, &w);
    write_close(&w, '}');
    push_to(s, p, &b);
    push_surfaces(s, p);
    bytes_free(&b);
}

/* Compares lists with those that the pages have, tells them the difference, and keeps the new ones. */
static void push_difference(struct studio *s, struct list list[LISTS], struct bytes *rest)
{
    struct bytes b = {0};
    struct writer w = push_begin(&b, "scene");
    const bool other_rest = s->scene.rest.at == NULL || strcmp(s->scene.rest.at, rest->at) != 0;
    bool any = other_rest;
    write_integer(&w, "rev", s->scene.rev + 1);
    write_integer(&w, "from", s->scene.rev);
    if (other_rest)
        bytes_print(&b, ",%s", rest->at);
    for (int i = 0; i < LISTS; i++) {
        int at, cut, put;
        if (!list_difference(&s->scene.list[i], &list[i], &at, &cut, &put))
            continue;
        write_list(&w, list_name[i], &list[i], at, cut, put);
        any = true;
    }
    write_bounds(s, &w);
    write_close(&w, '}');
    if (any) {
        s->scene.rev++;
        push_all(s, &b);
    }
    bytes_free(&b);
    for (int i = 0; i < LISTS; i++) {
        list_free(&s->scene.list[i]);
        s->scene.list[i] = list[i];
    }
    bytes_free(&s->scene.rest);
    s->scene.rest = *rest;
}

enum { FEW_CONSTRAINTS = 200 };
#define ANALYSIS_WAIT 0.3 /* s without an edit, before a large model is analysed */

void scene_analyse_later(struct studio *s, double now)
{
    if (!s->scene.analysis_old || now < s->scene.edited_at + ANALYSIS_WAIT)
        return;
    scene_analyse(s);
    s->scene.look_closer = true;
}

void scene_look(struct studio *s)
{
    struct shown_scene *c = &s->scene;
    if (c->look_closer)
        c->edited_at = clock_now(s);
    tn_view *v = tn_view_take(s->doc.world, c->view);
    tn_view_free(c->view);
    c->view = v;
    c->view_old = false;
    const bool other = tn_view_topology(v) != c->topology || c->rest.at == NULL;
    if (other || c->look_closer) {
        struct list list[LISTS] = {{.count = 0}};
        struct bytes rest = {0};
        c->analysis_old = c->analysis_old || other;
        if (c->analysis_old && tn_constraint_count(s->doc.world) <= FEW_CONSTRAINTS)
            scene_analyse(s);
        c->look_closer = false;
        build(s, list, &rest);
        push_difference(s, list, &rest);
        if (other)
            push_surfaces(s, NULL);
        c->topology = tn_view_topology(v);
    }
    for (int i = 0; i < PAGES; i++)
        s->page[i].waiting = true;
}

void scene_free(struct studio *s)
{
    for (int i = 0; i < LISTS; i++)
        list_free(&s->scene.list[i]);
    bytes_free(&s->scene.rest);
    free(s->scene.redundant);
    free(s->scene.contradictory);
}
