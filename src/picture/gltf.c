/* gltf.c: animated scenes as glTF 2.0 binary files (.glb), as specified by Khronos.
 *
 * The file is a header, a chunk of JSON and a chunk of numbers. One node per object;
 * parts with an offset in its frame are its children. A root node turns z up
 * into glTF's y up. Times, translations and rotations of nodes that move have one
 * sample per view; a node that is absent is scaled to zero (glTF has no other way to
 * hide one), in steps. A curve is a row of short rods, each a node that moves,
 * turns and is scaled along its axis.
 */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "picture/gltf_parts.h"
#include "picture/outfile.h"
#include "picture/render.h"
#include "tenon/picture.h"

/* A mesh for given sizes, shared by parts that look the same. */
struct shape_key {
    struct solid solid;
    vec3 color;
    int mesh; /* its number in the file, -1: not written yet */
};

enum { SEGMENTS = 48 }; /* of a curve */

struct track {
    tn_object id;
    char *name;
    int part, parts;  /* in `parts` */
    int first;        /* the view in which it first appeared */
    int segment;      /* of a curve: which piece of it this is, from 1; 0: a whole object */
    uint64_t fitting; /* key of a fitting, which is scaled along its axis as such pieces are; 0: an object */
    ARRAY(tn_view_pose) placements;
    ARRAY(double) lengths; /* of such a piece */
    ARRAY(unsigned char) there;
};

struct tn_gltf {
    vec3 up;
    ARRAY(float) times;
    ARRAY(struct track) tracks;
    ARRAY(struct piece) parts; /* meshes counted */
    ARRAY(int) key;            /* of each part, in `keys` */
    ARRAY(struct shape_key) keys;
    double particle, radius;
    struct fittings fittings;   /* of the present view */
    ARRAY(int) track_of_object; /* of the present view; -1 for what is not shown */
    ARRAY(struct gltf_skin) skins;
    struct gltf_affines affines;
    bool plain; /* no fittings */
};

static tn_status fail(char **to, char *message, tn_status status)
{
    return (tn_status)outfile_fail(to, message, (int)status);
}

/* ---- collecting ---- */

tn_gltf *tn_gltf_begin(void) { return MEM_NEW(tn_gltf); }

void tn_gltf_show(tn_gltf *g, unsigned show)
{
    if (g != NULL)
        g->plain = (show & TN_SHOW_FITTINGS) == 0;
}

static bool same_vec(vec3 a, vec3 b)
{
    vec3 d = v3_sub(a, b);
    return v3_dot(d, d) <= 0;
}

static int find_key(tn_gltf *g, const struct solid *s, vec3 color)
{
    for (int i = 0; i < g->keys.count; i++) {
        const struct shape_key *k = &g->keys.at[i];
        if (k->solid.kind == s->kind && k->solid.mesh == s->mesh && same_vec(k->solid.s, s->s) &&
            fabs(k->solid.w - s->w) <= 0 && fabs(k->solid.h - s->h) <= 0 && same_vec(k->color, color))
            return i;
    }
    ARRAY_PUSH(&g->keys, ((struct shape_key){*s, color, -1}));
    return g->keys.count - 1;
}

/* The rods of a curve, one after the other; returns the first. */
static int add_segments(tn_gltf *g, const struct view_object *a, double radius)
{
    struct piece p = {.solid = solid_cylinder(radius, 1), .turned = {1, 0, 0, 0}};
    for (int i = 1; i <= SEGMENTS; i++) {
        struct track t = {.id = a->id,
                          .name = mem_print("%s[%d]", a->name, i),
                          .part = g->parts.count,
                          .parts = 1,
                          .first = g->times.count,
                          .segment = i};
        int key = find_key(g, &p.solid, a->color);
        ARRAY_PUSH(&g->parts, p);
        ARRAY_PUSH(&g->key, key);
        ARRAY_PUSH(&g->tracks, t);
    }
    return g->tracks.count - SEGMENTS;
}

static int add_track(tn_gltf *g, const struct tn_view *v, const struct view_object *a)
{
    struct track t = {
        .id = a->id, .name = mem_text(a->name), .part = g->parts.count, .parts = a->parts, .first = g->times.count};
    /* under a skin: a joint of the skin without a mesh; affine bodies are written separately */
    if (v->covered[a - v->model->objects.at] || v->surface[a - v->model->objects.at].affine)
        t.parts = 0;
    for (int k = 0; k < t.parts; k++) {
        struct piece p = v->model->parts.at[a->part + k];
        if (a->kind == OBJECT_PARTICLE)
            p.solid = solid_sphere(g->particle);
        if (p.solid.mesh != NULL)
            p.solid.mesh->references++;
        int key = find_key(g, &p.solid, a->color);
        ARRAY_PUSH(&g->parts, p);
        ARRAY_PUSH(&g->key, key);
    }
    ARRAY_PUSH(&g->tracks, t);
    return g->tracks.count - 1;
}

/* Finds or makes the track of every object; they mostly keep their order, so the search begins where it ended. */
static void meet_cast(tn_gltf *g, const struct tn_view *v)
{
    tn_bounds b = {0};
    vec3 middle;
    tn_bounds_add(&b, v);
    if (g->times.count == 0) {
        g->radius = bounds_ball(&b, &middle);
        g->particle = 0.022 * g->radius;
    }
    g->track_of_object.count = 0;
    int next = 0;
    for (int i = 0; i < v->model->objects.count; i++) {
        const struct view_object *a = &v->model->objects.at[i];
        int track = -1;
        for (int k = 0; k < g->tracks.count && track < 0; k++, next = (next + 1) % g->tracks.count)
            if (g->tracks.at[next].id.slot == a->id.slot && g->tracks.at[next].id.generation == a->id.generation &&
                g->tracks.at[next].segment < 2)
                track = next;
        if (track < 0 && v->surface[i].line != NULL)
            track = add_segments(g, a, v->surface[i].radius);
        else if (track < 0 && view_is_solid(a))
            track = add_track(g, v, a);
        ARRAY_PUSH(&g->track_of_object, track);
    }
}

static int add_fitting(tn_gltf *g, const struct fitting *f)
{
    struct piece p = {.solid = f->unit, .turned = {1, 0, 0, 0}};
    struct track t = {.name = mem_print("%s fitting", f->of),
                      .part = g->parts.count,
                      .parts = 1,
                      .first = g->times.count,
                      .segment = 1,
                      .fitting = f->key};
    int key = find_key(g, &p.solid, f->color);
    ARRAY_PUSH(&g->parts, p);
    ARRAY_PUSH(&g->key, key);
    ARRAY_PUSH(&g->tracks, t);
    return g->tracks.count - 1;
}

/* Finds or makes the track of every fitting. They too mostly keep their order. */
static void meet_fittings(tn_gltf *g, int *track)
{
    int next = 0;
    for (int i = 0; i < g->fittings.at.count; i++) {
        const struct fitting *f = &g->fittings.at.at[i];
        track[i] = -1;
        for (int k = 0; k < g->tracks.count && track[i] < 0; k++, next = (next + 1) % g->tracks.count)
            if (g->tracks.at[next].fitting == f->key)
                track[i] = next;
        if (track[i] < 0)
            track[i] = add_fitting(g, f);
    }
}

/* Adds the skins that are new. */
static void meet_skins(tn_gltf *g, const struct tn_view *v)
{
    for (int i = 0; i < v->skins.count; i++) {
        const struct view_skin *h = &v->skins.at[i];
        bool known = h->surface.mesh == NULL;
        for (int k = 0; k < g->skins.count && !known; k++)
            known = strcmp(g->skins.at[k].name, h->name) == 0;
        if (!known)
            ARRAY_PUSH(&g->skins, gltf_skin_take(v, h, g->track_of_object.at));
    }
}

/* Where the k-th rod of a curve is: between two points of its line, its axis z along them. */
static tn_view_pose segment_at(const struct surface *s, int k, double *length)
{
    int last = s->line_count - 1, from = k * last / SEGMENTS, to = (k + 1) * last / SEGMENTS;
    vec3 a = s->line[from], b = s->line[to], along = v3_sub(b, a), z = v3(0, 0, 1);
    *length = v3_norm(along);
    tn_view_pose p = {v3_scale(0.5, v3_add(a, b)), {1, 0, 0, 0}};
    if (!(*length > 0))
        return p;
    along = v3_scale(1 / *length, along);
    quat q = {1 + along.z, v3_cross(z, along).x, v3_cross(z, along).y, v3_cross(z, along).z};
    p.orientation = q.w > 1e-6 ? q_unit(q) : (quat){0, 1, 0, 0};
    return p;
}

/* Where a track is now. */
static void take_placement(struct track *t, tn_view_pose now)
{
    tn_view_pose *to = &t->placements.at[t->placements.count - 1];
    quat q = now.orientation, o = to->orientation;
    /* q and −q are the same rotation: the one nearer to the last sample, so that interpolation takes the short way. */
    if (q.w * o.w + q.x * o.x + q.y * o.y + q.z * o.z < 0)
        now.orientation = (quat){-q.w, -q.x, -q.y, -q.z};
    *to = now;
    t->there.at[t->there.count - 1] = 1;
}

tn_status tn_gltf_frame(tn_gltf *g, const tn_view *v, char **message)
{
    if (g == NULL || v == NULL)
        return fail(message, mem_text("there is no view to add"), TN_WRONG_USE);
    if (g->times.count > 0 && !((float)v->time > g->times.at[g->times.count - 1]))
        return fail(message,
                    mem_print("views must be added in order of time: %g s is not later than %g s", v->time,
                              (double)g->times.at[g->times.count - 1]),
                    TN_WRONG_USE);
    meet_cast(g, v);
    meet_skins(g, v);
    g->fittings.at.count = 0;
    if (!g->plain)
        fittings_take(v, g->radius, false, false, &g->fittings);
    int *fitted = MEM_ARRAY(int, g->fittings.at.count + 1);
    meet_fittings(g, fitted);
    gltf_affines_take(&g->affines, v, g->times.count);
    g->up = v->up;
    for (int k = 0; k < g->tracks.count; k++) {
        struct track *t = &g->tracks.at[k];
        bool begun = t->placements.count > 0;
        tn_view_pose last =
            begun ? t->placements.at[t->placements.count - 1] : (tn_view_pose){.orientation = {1, 0, 0, 0}};
        double length = t->lengths.count > 0 ? t->lengths.at[t->lengths.count - 1] : 0;
        ARRAY_PUSH(&t->placements, last);
        ARRAY_PUSH(&t->lengths, length);
        ARRAY_PUSH(&t->there, 0);
    }
    for (int i = 0; i < g->track_of_object.count; i++) {
        if (g->track_of_object.at[i] < 0)
            continue;
        struct track *t = &g->tracks.at[g->track_of_object.at[i]];
        if (t->segment == 0)
            take_placement(t, v->placement[i]);
        for (int k = 0; k < SEGMENTS && t->segment > 0 && v->surface[i].line != NULL; k++)
            take_placement(&t[k], segment_at(&v->surface[i], k, &t[k].lengths.at[t[k].lengths.count - 1]));
    }
    for (int i = 0; i < g->fittings.at.count; i++) {
        struct track *t = &g->tracks.at[fitted[i]];
        t->lengths.at[t->lengths.count - 1] = g->fittings.at.at[i].length;
        take_placement(t, g->fittings.at.at[i].at);
    }
    mem_free(fitted);
    ARRAY_PUSH(&g->times, (float)v->time);
    return TN_OK;
}

/* ---- writing ---- */

void gltf_comma(struct text *t)
{
    if (t->bytes.count > 0)
        text_bytes(t, ",", 1);
}

int gltf_numbers(struct gltf_writer *w, const void *data, size_t size, int target, int type, const char *kind,
                 int count, const char *range)
{
    gltf_comma(&w->views);
    text_print(&w->views, "{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%zu", w->numbers.bytes.count, size);
    if (target != 0)
        text_print(&w->views, ",\"target\":%d", target);
    text_print(&w->views, "}");
    text_bytes(&w->numbers, data, size);
    gltf_comma(&w->accessors);
    text_print(&w->accessors, "{\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"%s\"%s}",
               w->view_count++, type, count, kind, range);
    return w->accessor_count++;
}

void gltf_material(struct gltf_writer *w, vec3 color)
{
    gltf_comma(&w->materials);
    text_print(&w->materials,
               "{\"pbrMetallicRoughness\":{\"baseColorFactor\":[%.6g,%.6g,%.6g,1],\"metallicFactor\":0,"
               "\"roughnessFactor\":0.45}}",
               color_linear(fmin(fmax(color.x, 0), 1)), color_linear(fmin(fmax(color.y, 0), 1)),
               color_linear(fmin(fmax(color.z, 0), 1)));
}

static void add_mesh(struct gltf_writer *w, struct shape_key *k)
{
    struct net n = k->solid.kind == SOLID_MESH ? solid_mesh_net(k->solid.mesh) : solid_net(k->solid.kind, 2);
    float *place = MEM_ARRAY(float, 3 * n.vertices.count + 1), *normal = MEM_ARRAY(float, 3 * n.vertices.count + 1);
    float low[3] = {HUGE_VALF, HUGE_VALF, HUGE_VALF}, high[3] = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF};
    for (int i = 0; i < n.vertices.count; i++) {
        vec3 x = solid_place(&k->solid, &n.vertices.at[i]);
        const double xyz[3] = {x.x, x.y, x.z};
        const vec3 b = solid_normal(&k->solid, &n.vertices.at[i]);
        const double out[3] = {b.x, b.y, b.z};
        for (int c = 0; c < 3; c++) {
            float f = place[3 * i + c] = (float)xyz[c];
            low[c] = f < low[c] ? f : low[c];
            high[c] = f > high[c] ? f : high[c];
            normal[3 * i + c] = (float)out[c];
        }
    }
    char *range = mem_print(",\"min\":[%.9g,%.9g,%.9g],\"max\":[%.9g,%.9g,%.9g]", (double)low[0], (double)low[1],
                            (double)low[2], (double)high[0], (double)high[1], (double)high[2]);
    size_t size = 3 * sizeof(float) * (size_t)n.vertices.count;
    int p = gltf_numbers(w, place, size, GLTF_VERTICES, GLTF_FLOAT, "VEC3", n.vertices.count, range);
    int q = gltf_numbers(w, normal, size, GLTF_VERTICES, GLTF_FLOAT, "VEC3", n.vertices.count, "");
    int c = gltf_numbers(w, n.corners.at, sizeof(unsigned) * (size_t)n.corners.count, GLTF_CORNERS, GLTF_UINT, "SCALAR",
                         n.corners.count, "");
    gltf_comma(&w->meshes);
    text_print(&w->meshes,
               "{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d},\"indices\":%d,\"material\":%d}]}", p,
               q, c, w->mesh_count);
    gltf_material(w, k->color);
    k->mesh = w->mesh_count++;
    mem_free(range);
    mem_free(place);
    mem_free(normal);
    net_free(&n);
}

static void print_placement(struct text *t, vec3 p, quat q)
{
    q = q_unit(q);
    text_print(t, ",\"translation\":[%.9g,%.9g,%.9g],\"rotation\":[%.9g,%.9g,%.9g,%.9g]", p.x, p.y, p.z, q.x, q.y, q.z,
               q.w);
}

/* A piece in the object's own place is the object's node itself; others are children, written before it. */
static bool is_at_home(const struct piece *p) { return v3_norm(p->offset) <= 0 && fabs(fabs(p->turned.w) - 1) < 1e-15; }

static int add_node(struct gltf_writer *w, const tn_gltf *g, const struct track *t)
{
    int own = -1;
    struct text children = {0};
    for (int k = 0; k < t->parts; k++) {
        const struct piece *p = &g->parts.at[t->part + k];
        int mesh = g->keys.at[g->key.at[t->part + k]].mesh;
        if (own < 0 && is_at_home(p)) {
            own = mesh;
            continue;
        }
        gltf_comma(&w->nodes);
        text_print(&w->nodes, "{\"mesh\":%d", mesh);
        print_placement(&w->nodes, p->offset, p->turned);
        text_print(&w->nodes, "}");
        gltf_comma(&children);
        text_print(&children, "%d", w->node_count++);
    }
    gltf_comma(&w->nodes);
    text_print(&w->nodes, "{\"name\":\"");
    text_json(&w->nodes, t->name);
    text_print(&w->nodes, "\"");
    if (own >= 0)
        text_print(&w->nodes, ",\"mesh\":%d", own);
    if (children.bytes.count > 0)
        text_print(&w->nodes, ",\"children\":[%.*s]", children.bytes.count, children.bytes.at);
    tn_view_pose first = t->placements.at[0];
    for (int i = 0; i < t->placements.count; i++)
        if (t->there.at[i]) {
            first = t->placements.at[i];
            break;
        }
    print_placement(&w->nodes, first.position, first.orientation);
    if (t->segment > 0)
        text_print(&w->nodes, ",\"scale\":[1,1,%.9g]", t->lengths.at[0]);
    text_print(&w->nodes, "}");
    ARRAY_FREE(&children.bytes);
    return w->node_count++;
}

/* ---- animation ---- */

void gltf_channel(struct gltf_writer *w, int whose, const char *path, int times, int values, const char *how)
{
    gltf_comma(&w->samplers);
    text_print(&w->samplers, "{\"input\":%d,\"output\":%d,\"interpolation\":\"%s\"}", times, values, how);
    gltf_comma(&w->channels);
    text_print(&w->channels, "{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}", w->sampler_count++, whose,
               path);
    w->channel_count++;
}

static void animate(struct gltf_writer *w, const tn_gltf *g, const struct track *t, int whose, int times)
{
    int n = g->times.count, missing = n - t->placements.count;
    float *place = MEM_ARRAY(float, 3 * n), *turn = MEM_ARRAY(float, 4 * n), *scale = MEM_ARRAY(float, 3 * n);
    bool moves = false, turns = false, grows = false, goes = missing > 0;
    const tn_view_pose *first = &t->placements.at[0];
    for (int i = 0; i < n; i++) {
        int k = i < missing ? 0 : i - missing;
        const tn_view_pose *p = &t->placements.at[k];
        bool there = i >= missing && t->there.at[k];
        quat q = q_unit(p->orientation), o = q_unit(first->orientation);
        const double values[7] = {p->position.x, p->position.y, p->position.z, q.x, q.y, q.z, q.w};
        for (int c = 0; c < 7; c++)
            *(c < 3 ? &place[3 * i + c] : &turn[4 * i + c - 3]) = (float)values[c];
        for (int c = 0; c < 3; c++)
            scale[3 * i + c] = there ? 1 : 0;
        if (t->segment > 0)
            scale[3 * i + 2] *= (float)t->lengths.at[k];
        grows |= t->segment > 0 && fabs(t->lengths.at[k] - t->lengths.at[0]) > 0;
        moves |= !same_vec(p->position, first->position);
        turns |= fabs(q.w - o.w) + fabs(q.x - o.x) + fabs(q.y - o.y) + fabs(q.z - o.z) > 0;
        goes |= !there;
    }
    size_t row = sizeof(float) * (size_t)n;
    if (moves)
        gltf_channel(w, whose, "translation", times, gltf_numbers(w, place, 3 * row, 0, GLTF_FLOAT, "VEC3", n, ""),
                     "LINEAR");
    if (turns)
        gltf_channel(w, whose, "rotation", times, gltf_numbers(w, turn, 4 * row, 0, GLTF_FLOAT, "VEC4", n, ""),
                     "LINEAR");
    if (goes || grows)
        gltf_channel(w, whose, "scale", times, gltf_numbers(w, scale, 3 * row, 0, GLTF_FLOAT, "VEC3", n, ""),
                     goes ? "STEP" : "LINEAR");
    mem_free(place);
    mem_free(turn);
    mem_free(scale);
}

static void add_times(struct gltf_writer *w, const tn_gltf *g, const int *whose, const int *affine)
{
    char *range =
        mem_print(",\"min\":[%.9g],\"max\":[%.9g]", (double)g->times.at[0], (double)g->times.at[g->times.count - 1]);
    int accessors = w->accessor_count, views = w->view_count, a = w->accessors.bytes.count, v = w->views.bytes.count;
    int numbers = w->numbers.bytes.count;
    int times = gltf_numbers(w, g->times.at, sizeof(float) * (size_t)g->times.count, 0, GLTF_FLOAT, "SCALAR",
                             g->times.count, range);
    for (int i = 0; i < g->tracks.count; i++)
        animate(w, g, &g->tracks.at[i], whose[i], times);
    for (int i = 0; i < g->affines.at.count; i++)
        gltf_affine_animate(w, &g->affines.at.at[i], affine[i], times);
    if (w->channel_count == 0) { /* nothing moves: times would be unused */
        w->accessor_count = accessors;
        w->view_count = views;
        w->accessors.bytes.count = a;
        w->views.bytes.count = v;
        w->numbers.bytes.count = numbers;
    }
    mem_free(range);
}

static void add_list(struct gltf_writer *w, const char *name, const struct text *list)
{
    if (list->bytes.count > 0)
        text_print(&w->json, ",\"%s\":[%.*s]", name, list->bytes.count, list->bytes.at);
}

static void compose(struct gltf_writer *w, const tn_gltf *g)
{
    int *number = MEM_ARRAY(int, g->tracks.count + 1);
    struct text children = {0};
    for (int i = 0; i < g->tracks.count; i++) {
        number[i] = add_node(w, g, &g->tracks.at[i]);
        gltf_comma(&children);
        text_print(&children, "%d", number[i]);
    }
    int *affine = MEM_ARRAY(int, g->affines.at.count + 1);
    for (int i = 0; i < g->affines.at.count; i++) {
        affine[i] = gltf_affine_write(w, &g->affines.at.at[i]);
        gltf_comma(&children);
        text_print(&children, "%d", affine[i]);
    }
    gltf_comma(&w->nodes);
    text_print(&w->nodes, "{\"name\":\"world\"");
    if (children.bytes.count > 0)
        text_print(&w->nodes, ",\"children\":[%.*s]", children.bytes.count, children.bytes.at);
    if (g->up.z > 0.5)
        text_print(&w->nodes, ",\"rotation\":[-0.70710678118654752,0,0,0.70710678118654752]");
    text_print(&w->nodes, "}");
    struct text roots = {0}; /* a node with a skin is a root of its own: its transform is ignored */
    text_print(&roots, "%d", w->node_count++);
    for (int i = 0; i < g->skins.count; i++)
        text_print(&roots, ",%d", gltf_skin_write(w, &g->skins.at[i], number));
    if (g->times.count > 1)
        add_times(w, g, number, affine);
    text_print(&w->json,
               "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Tenon " TN_VERSION "\"},\"scene\":0,"
               "\"scenes\":[{\"nodes\":[%.*s]}]",
               roots.bytes.count, roots.bytes.at);
    ARRAY_FREE(&roots.bytes);
    add_list(w, "nodes", &w->nodes);
    add_list(w, "meshes", &w->meshes);
    add_list(w, "materials", &w->materials);
    add_list(w, "skins", &w->skins);
    add_list(w, "accessors", &w->accessors);
    add_list(w, "bufferViews", &w->views);
    if (w->channel_count > 0)
        text_print(&w->json, ",\"animations\":[{\"name\":\"motion\",\"samplers\":[%.*s],\"channels\":[%.*s]}]",
                   w->samplers.bytes.count, w->samplers.bytes.at, w->channels.bytes.count, w->channels.bytes.at);
    if (w->numbers.bytes.count > 0)
        text_print(&w->json, ",\"buffers\":[{\"byteLength\":%d}]", w->numbers.bytes.count);
    text_print(&w->json, "}");
    ARRAY_FREE(&children.bytes);
    mem_free(number);
    mem_free(affine);
}

/* Header, then chunks, each padded to a multiple of four bytes. Numbers are little-endian, as are all machines that
 * Tenon runs on. */
static void pack(struct gltf_writer *w, struct text *out)
{
    while (w->json.bytes.count % 4 != 0)
        text_bytes(&w->json, " ", 1);
    uint32_t json = (uint32_t)w->json.bytes.count, numbers = (uint32_t)w->numbers.bytes.count;
    const uint32_t head[5] = {0x46546C67, 2, 12 + 8 + json + (numbers > 0 ? 8 + numbers : 0), json, 0x4E4F534A};
    const uint32_t second[2] = {numbers, 0x004E4942};
    text_bytes(out, head, sizeof head);
    text_bytes(out, w->json.bytes.at, json);
    if (numbers > 0) {
        text_bytes(out, second, sizeof second);
        text_bytes(out, w->numbers.bytes.at, numbers);
    }
}

static double bytes_needed(const tn_gltf *g)
{
    return 64.0 * g->tracks.count * (double)g->times.count + 300000.0 * (g->keys.count + g->skins.count);
}

tn_status tn_gltf_end(tn_gltf *g, const char *path, char **message)
{
    char *wrong = NULL;
    tn_status status = TN_WRONG_USE;
    if (g == NULL || path == NULL || g->times.count == 0)
        wrong = mem_text("a glTF scene needs a path and at least one view");
    else if (bytes_needed(g) > INT_MAX)
        wrong = mem_print("cannot write %.500s: %d frames of %d objects are more than a .glb file holds", path,
                          g->times.count, g->tracks.count);
    if (wrong == NULL) {
        struct gltf_writer w = {0};
        struct text out = {0};
        for (int i = 0; i < g->keys.count; i++)
            add_mesh(&w, &g->keys.at[i]);
        compose(&w, g);
        pack(&w, &out);
        wrong = outfile_save(path, out.bytes.at, (size_t)out.bytes.count);
        status = TN_NO_FILE;
        struct text *all[] = {&w.json,  &w.numbers,  &w.accessors, &w.views, &w.meshes, &w.materials,
                              &w.nodes, &w.samplers, &w.channels,  &w.skins, &out};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            ARRAY_FREE(&all[i]->bytes);
    }
    tn_gltf_cancel(g);
    return wrong == NULL ? TN_OK : fail(message, wrong, status);
}

void tn_gltf_cancel(tn_gltf *g)
{
    if (g == NULL)
        return;
    for (int i = 0; i < g->tracks.count; i++) {
        mem_free(g->tracks.at[i].name);
        ARRAY_FREE(&g->tracks.at[i].placements);
        ARRAY_FREE(&g->tracks.at[i].lengths);
        ARRAY_FREE(&g->tracks.at[i].there);
    }
    for (int i = 0; i < g->parts.count; i++)
        if (g->parts.at[i].solid.mesh != NULL)
            mesh_free(g->parts.at[i].solid.mesh);
    for (int i = 0; i < g->skins.count; i++)
        gltf_skin_free(&g->skins.at[i]);
    ARRAY_FREE(&g->skins);
    ARRAY_FREE(&g->fittings.at);
    gltf_affines_free(&g->affines);
    ARRAY_FREE(&g->times);
    ARRAY_FREE(&g->tracks);
    ARRAY_FREE(&g->parts);
    ARRAY_FREE(&g->key);
    ARRAY_FREE(&g->keys);
    ARRAY_FREE(&g->track_of_object);
    mem_free(g);
}
