/* frame.c: the state of a moment as binary messages. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

enum { FLAG_PAUSED = 1, FLAG_BEHIND = 2, FLAG_JUMP = 4, FLAG_SCRUBBING = 8, HEADER = 56 };

/* ---- writing ---- */

static void put_u32(char *at, uint32_t x)
{
    for (int i = 0; i < 4; i++)
        at[i] = (char)(x >> 8 * i & 0xff);
}

static void put_place(struct bytes *b, tn_vec3 p, tn_vec3 origin)
{
    bytes_f32(b, p.x - origin.x);
    bytes_f32(b, p.y - origin.y);
    bytes_f32(b, p.z - origin.z);
}

static void put_vector(struct bytes *b, tn_vec3 p) { put_place(b, p, (tn_vec3){0, 0, 0}); }

/* Begins a section; returns where its length belongs. */
static size_t section(struct bytes *b, const char *tag)
{
    bytes_add(b, tag, 4);
    bytes_u32(b, 0);
    return b->length;
}

/* Ends it. One without contents is dropped. Returns how many sections it is. */
static int section_end(struct bytes *b, size_t start)
{
    if (b->length == start) {
        b->length = start - 8;
        return 0;
    }
    put_u32(b->at + start - 4, (uint32_t)(b->length - start));
    bytes_align(b, 0);
    return 1;
}

/* ---- sections ---- */

/* Poses are relative to a place near everything, so that 32 bits are enough far from the world's origin. */
static tn_vec3 find_origin(const tn_view *v)
{
    int count, used = 0;
    const tn_view_pose *p = tn_view_poses(v, &count);
    const tn_view_object *o = tn_view_objects(v, NULL);
    tn_vec3 sum = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        const tn_vec3 x = p[i].position;
        if (!isfinite(x.x + x.y + x.z) || o[i].kind == TN_VIEW_VARIABLE)
            continue;
        sum = (tn_vec3){sum.x + x.x, sum.y + x.y, sum.z + x.z};
        used++;
    }
    const double n = used > 0 ? used : 1;
    return (tn_vec3){floor(sum.x / n), floor(sum.y / n), floor(sum.z / n)};
}

static int put_poses(struct studio *s, struct bytes *b, tn_vec3 origin)
{
    const size_t start = section(b, "POSE"), need = tn_view_pack(s->scene.view, origin, NULL, 0);
    char *packed = studio_memory(NULL, need);
    tn_view_pack(s->scene.view, origin, packed, need);
    bytes_add(b, packed, need);
    free(packed);
    return section_end(b, start);
}

/* Vertices of surfaces; of curves the line along their middle as well. */
static int put_nodes(struct studio *s, struct bytes *b)
{
    const size_t start = section(b, "NODE");
    int count;
    const tn_view_surface *f = tn_view_surfaces(s->scene.view, &count);
    for (int i = 0; i < count; i++) {
        tn_view_shape shape;
        const size_t from = b->length;
        if (tn_view_deformed(s->scene.view, i, &shape) != TN_OK)
            continue;
        bytes_u32(b, (uint32_t)i);
        bytes_u32(b, (uint32_t)f[i].vertices);
        bytes_f64(b, shape.origin.x);
        bytes_f64(b, shape.origin.y);
        bytes_f64(b, shape.origin.z);
        for (int k = 0; k < 3 * f[i].vertices; k++)
            bytes_f32(b, (double)shape.position[k]);
        for (int k = 0; k < 3 * f[i].vertices; k++)
            bytes_f32(b, (double)shape.normal[k]);
        bytes_align(b, from);
    }
    return section_end(b, start);
}

/* Where the scene shows strain or change of volume: a number for each vertex. */
static int put_strains(struct studio *s, struct bytes *b)
{
    const size_t start = section(b, "STRA");
    unsigned show = 0;
    int count;
    tn_scene_show(s->doc.world, &show);
    const bool strain = show & TN_SHOW_STRAIN;
    const tn_view_surface *f = tn_view_surfaces(s->scene.view, &count);
    for (int i = 0; i < count && (show & (TN_SHOW_STRAIN | TN_SHOW_VOLUME)); i++) {
        tn_view_shape shape;
        const size_t from = b->length;
        if (tn_view_deformed(s->scene.view, i, &shape) != TN_OK || shape.strain == NULL || f[i].paint != NULL)
            continue;
        bytes_u32(b, (uint32_t)i);
        bytes_u32(b, (uint32_t)f[i].vertices);
        bytes_u32(b, strain ? 1 : 2);
        bytes_u32(b, 0);
        for (int k = 0; k < f[i].vertices; k++)
            bytes_f32(b, (double)(strain ? shape.strain : shape.volume)[k]);
        bytes_align(b, from);
    }
    return section_end(b, start);
}

static int put_curves(struct studio *s, struct bytes *b)
{
    const size_t start = section(b, "CURV");
    int count;
    tn_view_surfaces(s->scene.view, &count);
    for (int i = 0; i < count; i++) {
        tn_view_shape shape;
        const size_t from = b->length;
        if (tn_view_deformed(s->scene.view, i, &shape) != TN_OK || shape.line == NULL)
            continue;
        bytes_u32(b, (uint32_t)i);
        bytes_u32(b, (uint32_t)shape.line_count);
        bytes_f64(b, shape.origin.x);
        bytes_f64(b, shape.origin.y);
        bytes_f64(b, shape.origin.z);
        bytes_f64(b, shape.radius);
        for (int k = 0; k < 3 * shape.line_count; k++)
            bytes_f32(b, (double)shape.line[k]);
        bytes_align(b, from);
    }
    return section_end(b, start);
}

static int put_loads(struct studio *s, struct bytes *b)
{
    const size_t start = section(b, "CONS");
    int count;
    const tn_view_joint *j = tn_view_joints(s->scene.view, &count);
    for (int i = 0; i < count; i++) {
        bytes_u32(b, (uint32_t)i);
        bytes_f32(b, j[i].deviation);
        put_vector(b, j[i].force);
    }
    return section_end(b, start);
}

static int put_joints(struct studio *s, struct bytes *b, tn_vec3 origin)
{
    const size_t start = section(b, "JOIN");
    int count;
    const tn_view_joint *j = tn_view_joints(s->scene.view, &count);
    for (int i = 0; i < count; i++, j++) {
        const uint32_t flags = (j->on ? 1u : 0) | (j->has_point[0] ? 2u : 0) | (j->has_point[1] ? 4u : 0) |
                               (j->anchored[0] ? 8u : 0) | (j->anchored[1] ? 16u : 0) | (j->has_axis ? 32u : 0) |
                               (j->at_limit ? 64u : 0);
        bytes_u32(b, (uint32_t)i);
        bytes_u32(b, flags);
        put_place(b, j->has_point[0] ? j->point[0] : j->at, origin);
        put_place(b, j->has_point[1] ? j->point[1] : j->at, origin);
        put_vector(b, j->axis);
        bytes_f32(b, j->motor);
        bytes_f32(b, j->effort);
    }
    return section_end(b, start);
}

static int put_ranges(struct studio *s, struct bytes *b, tn_vec3 origin)
{
    const size_t start = section(b, "RANG");
    int count;
    const tn_view_range *r = tn_view_ranges(s->scene.view, &count);
    for (int i = 0; i < count; i++, r++) {
        bytes_u32(b, (uint32_t)r->constraint);
        bytes_u32(b, (r->turns ? 1u : 0) | (r->has_least ? 2u : 0) | (r->has_most ? 4u : 0) | (r->at_least ? 8u : 0) |
                         (r->at_most ? 16u : 0));
        put_place(b, r->point, origin);
        put_vector(b, r->axis);
        put_vector(b, r->zero);
        bytes_f32(b, r->least);
        bytes_f32(b, r->most);
        bytes_f32(b, r->now);
        bytes_f32(b, r->reach);
    }
    return section_end(b, start);
}

static int put_pulls(struct studio *s, struct bytes *b, tn_vec3 origin)
{
    const size_t start = section(b, "PULL");
    int count;
    const tn_view_pull *p = tn_view_pulls(s->scene.view, &count);
    for (int i = 0; i < count; i++, p++) {
        bytes_u32(b, (uint32_t)i);
        bytes_u32(b, (p->on ? 1u : 0) | (p->has_point[0] ? 2u : 0) | (p->has_point[1] ? 4u : 0) |
                         (p->stiffness > 0 ? 8u : 0) | (p->damping > 0 ? 16u : 0));
        put_place(b, p->has_point[0] ? p->point[0] : p->at, origin);
        put_place(b, p->has_point[1] ? p->point[1] : p->at, origin);
        put_vector(b, p->vector);
        bytes_f32(b, p->length);
    }
    return section_end(b, start);
}

static int put_touches(struct studio *s, struct bytes *b, tn_vec3 origin)
{
    const size_t start = section(b, "TOUC");
    tn_touch t;
    for (int i = 0; i < 10000 && tn_touch_get(s->doc.world, i, &t); i++) {
        bytes_u32(b, (uint32_t)tn_view_find(s->scene.view, t.a));
        bytes_u32(b, (uint32_t)tn_view_find(s->scene.view, t.b));
        put_place(b, t.point, origin);
        put_vector(b, t.normal);
        put_vector(b, t.force);
        bytes_f32(b, t.gap);
    }
    return section_end(b, start);
}

static int put_probes(struct studio *s, struct bytes *b)
{
    const size_t start = section(b, "PROB");
    const int count = tn_probe_count(s->doc.world);
    double *value = studio_memory(NULL, (size_t)count * sizeof *value);
    if (tn_probe_values(s->doc.world, value, count) == TN_OK)
        for (int i = 0; i < count; i++)
            bytes_f64(b, value[i]);
    free(value);
    return section_end(b, start);
}

static int put_energy(struct studio *s, struct bytes *b)
{
    const size_t start = section(b, "ENER");
    tn_measures m;
    if (tn_measure(s->doc.world, &m) == TN_OK) {
        bytes_f64(b, m.kinetic);
        bytes_f64(b, m.potential);
        bytes_f64(b, m.work);
        bytes_f64(b, m.drift);
        bytes_f64(b, m.deviation);
        bytes_f64(b, sqrt(m.momentum.x * m.momentum.x + m.momentum.y * m.momentum.y + m.momentum.z * m.momentum.z));
    }
    return section_end(b, start);
}

static int put_handles(struct studio *s, struct bytes *b, tn_vec3 origin)
{
    const size_t start = section(b, "HAND");
    for (int i = 0; i < HANDLES; i++) {
        const struct held *h = &s->held[i];
        tn_handle_state now;
        if (h->number == 0 || tn_handle_get(s->doc.world, h->handle, &now) != TN_OK)
            continue;
        bytes_u32(b, (uint32_t)h->number);
        bytes_u32(b, (uint32_t)tn_view_find(s->scene.view, h->object));
        put_place(b, now.point, origin);
        put_place(b, s->pace.playing ? now.target : h->to, origin);
        put_vector(b, now.force);
        bytes_f32(b, now.limit);
        bytes_u32(b, (uint32_t)h->page);
    }
    return section_end(b, start);
}

/* A page keeps the points that it has, as far as they are still those of the path. */
static int put_traces(struct studio *s, struct page *p, struct bytes *b, tn_vec3 origin)
{
    const size_t start = section(b, "TRAC");
    const int count = tn_view_trace_count(s->scene.view);
    if (p->traces != count || p->traced_rev != s->scene.rev) {
        p->traced = studio_memory(p->traced, (size_t)(count + 1) * sizeof *p->traced);
        memset(p->traced, 0, (size_t)count * sizeof *p->traced);
        p->traces = count;
        p->traced_rev = s->scene.rev;
    }
    for (int i = 0; i < count; i++) {
        tn_view_trace t;
        const size_t from = b->length;
        if (tn_view_trace_get(s->scene.view, i, &t) != TN_OK)
            continue;
        const int has = p->traced[i] < t.count ? p->traced[i] : t.count;
        bytes_u32(b, (uint32_t)i);
        bytes_u32(b, (uint32_t)has);
        bytes_u32(b, (uint32_t)(t.count - has));
        bytes_u32(b, 0);
        for (int k = has; k < t.count; k++)
            put_place(b, t.points[k], origin);
        bytes_align(b, from);
        p->traced[i] = t.count;
    }
    return section_end(b, start);
}

/* ---- frames ---- */

static void put_header(struct studio *s, const struct page *p, struct bytes *b, tn_vec3 origin)
{
    const struct pace *c = &s->pace;
    const unsigned char flags = (unsigned char)((c->playing ? 0 : FLAG_PAUSED) | (c->behind ? FLAG_BEHIND : 0) |
                                                (p->jump ? FLAG_JUMP : 0) | (c->scrubbing ? FLAG_SCRUBBING : 0));
    const unsigned char head[4] = {1, flags, HEADER, 0};
    bytes_add(b, head, sizeof head);
    bytes_u32(b, p->sent);
    bytes_u32(b, s->scene.rev);
    bytes_u32(b, p->input);
    bytes_f64(b, tn_view_time(s->scene.view));
    bytes_f64(b, origin.x);
    bytes_f64(b, origin.y);
    bytes_f64(b, origin.z);
    bytes_f32(b, c->factor);
    bytes_u32(b, 0);
}

static void send_frame(struct studio *s, struct page *p)
{
    const tn_vec3 origin = find_origin(s->scene.view);
    const struct subscription *w = &p->wants;
    struct bytes b = {0};
    int sections = 0;
    p->sent++;
    put_header(s, p, &b, origin);
    sections += put_poses(s, &b, origin);
    sections += w->surfaces ? put_nodes(s, &b) + put_strains(s, &b) + put_curves(s, &b) : 0;
    sections += w->constraints ? put_loads(s, &b) : 0;
    sections += w->joints ? put_joints(s, &b, origin) : 0;
    sections += w->joints ? put_ranges(s, &b, origin) : 0;
    sections += w->forces ? put_pulls(s, &b, origin) : 0;
    sections += w->touches ? put_touches(s, &b, origin) : 0;
    sections += w->probes ? put_probes(s, &b) : 0;
    sections += w->energy ? put_energy(s, &b) : 0;
    sections += w->handles ? put_handles(s, &b, origin) : 0;
    sections += w->traces ? put_traces(s, p, &b, origin) : 0;
    put_u32(b.at + HEADER - 4, (uint32_t)sections);
    s->host.send(s->host.user, p->number, STUDIO_DATA, b.at, b.length);
    bytes_free(&b);
}

/* Paths that were cut since: when the world goes back in time. */
static void cut_traces(struct studio *s, struct page *p)
{
    tn_view_trace t;
    if (p->traced_rev != s->scene.rev)
        return;
    for (int i = 0; i < p->traces; i++)
        if (tn_view_trace_get(s->scene.view, i, &t) == TN_OK && p->traced[i] > t.kept)
            p->traced[i] = t.kept;
}

void frames_send(struct studio *s, double now)
{
    for (int i = 0; i < PAGES; i++) {
        struct page *p = &s->page[i];
        if (!p->greeted || !p->waiting || s->scene.view == NULL)
            continue;
        cut_traces(s, p);
        const bool soon = now - p->last_sent < 1 / p->wants.rate - 0.25 / FRAME_RATE;
        if (!p->wants.frames || soon || p->sent - p->acknowledged >= UNACKNOWLEDGED)
            continue;
        send_frame(s, p);
        p->waiting = p->jump = false;
        p->last_sent = now;
    }
}

void frames_acknowledge(struct page *p, double seq)
{
    const double behind = (double)p->sent - seq;
    if (behind >= 0 && behind <= (double)(p->sent - p->acknowledged))
        p->acknowledged = p->sent - (uint32_t)behind;
}
