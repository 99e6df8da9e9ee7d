/* triangle_batch.c: meshes and instances on the GPU. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "picture/triangle_batch.h"

struct instance {
    float turn[4];  /* x y z w */
    float place[4]; /* and w of the solid */
    float size[4];  /* and h */
    float color[3]; /* linear */
};

/* ---- nets ---- */

static void attribute(struct gl *g, unsigned index, int size, int stride, size_t at, unsigned divisor)
{
    g->EnableVertexAttribArray(index);
    g->VertexAttribPointer(index, size, GL_FLOAT, 0, stride, (const void *)(uintptr_t)at);
    g->VertexAttribDivisor(index, divisor);
}

static struct gpu_net upload(struct gl *g, struct net *n)
{
    struct gpu_net u = {.count = n->corners.count};
    int stride = (int)sizeof(struct solid_vertex);
    g->GenVertexArrays(1, &u.array);
    g->BindVertexArray(u.array);
    g->GenBuffers(1, &u.vertices);
    g->BindBuffer(GL_ARRAY_BUFFER, u.vertices);
    g->BufferData(GL_ARRAY_BUFFER, (ptrdiff_t)stride * n->vertices.count, n->vertices.at, GL_STATIC_DRAW);
    g->GenBuffers(1, &u.corners);
    g->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, u.corners);
    g->BufferData(GL_ELEMENT_ARRAY_BUFFER, (ptrdiff_t)sizeof(unsigned) * n->corners.count, n->corners.at,
                  GL_STATIC_DRAW);
    attribute(g, 0, 3, stride, offsetof(struct solid_vertex, a), 0);
    attribute(g, 1, 3, stride, offsetof(struct solid_vertex, b), 0);
    attribute(g, 2, 1, stride, offsetof(struct solid_vertex, c), 0);
    attribute(g, 7, 3, stride, offsetof(struct solid_vertex, hue), 0);
    net_free(n);
    return u;
}

static void drop(struct gl *g, struct gpu_net *n)
{
    if (n->array == 0)
        return;
    g->DeleteVertexArrays(1, &n->array);
    g->DeleteBuffers(1, &n->vertices);
    g->DeleteBuffers(1, &n->corners);
    n->array = 0;
}

void batch_open(struct gl *g, struct batch *b)
{
    memset(b, 0, sizeof *b);
    g->GenBuffers(1, &b->instances);
}

void batch_close(struct gl *g, struct batch *b)
{
    for (int k = 0; k < SOLID_KINDS; k++)
        for (int d = 0; d < SOLID_DETAILS; d++)
            drop(g, &b->nets[k][d]);
    for (int i = 0; i < b->meshes.count; i++) {
        drop(g, &b->meshes.at[i].net);
        mesh_free(b->meshes.at[i].mesh);
    }
    g->DeleteBuffers(1, &b->instances);
    ARRAY_FREE(&b->meshes);
    ARRAY_FREE(&b->runs);
}

/* ---- sorting ---- */

/* Finds or uploads a mesh. It stays on the GPU while pictures use it; one that the last picture did not use is freed
 * before the next. `surface` (may be NULL): the flexible surface it belongs to. */
static int find_mesh(struct gl *g, struct batch *b, struct mesh *m, const struct surface *surface, unsigned show)
{
    for (int i = 0; i < b->meshes.count; i++)
        if (b->meshes.at[i].mesh == m) {
            b->meshes.at[i].used = true;
            return i;
        }
    struct net n = surface != NULL ? surface_net(surface, show) : solid_mesh_net(m);
    struct gpu_mesh u = {.mesh = m, .net = upload(g, &n), .used = true};
    m->references++;
    ARRAY_PUSH(&b->meshes, u);
    return b->meshes.count - 1;
}

static void drop_unused_meshes(struct gl *g, struct batch *b)
{
    int kept = 0;
    for (int i = 0; i < b->meshes.count; i++) {
        if (b->meshes.at[i].used) {
            b->meshes.at[i].used = false;
            b->meshes.at[kept++] = b->meshes.at[i];
        } else {
            drop(g, &b->meshes.at[i].net);
            mesh_free(b->meshes.at[i].mesh);
        }
    }
    b->meshes.count = kept;
}

/* The level of detail follows from the size of the solid on the screen, in pixels. */
static int detail_of(const struct shot *s, vec3 at, double size)
{
    double distance = fmax(v3_dot(v3_sub(at, s->camera.eye), s->camera.forward), s->camera.near);
    double pixels = size / (distance * s->camera.tangent) * s->camera.height / 2;
    return pixels > 55 ? 3 : pixels > 14 ? 2 : pixels > 5 ? 1 : 0;
}

static struct instance instance_of(const struct shot *s, const struct view_object *a, const struct solid *d,
                                   tn_view_pose at)
{
    vec3 p = v3_sub(at.position, s->middle);
    quat q = at.orientation;
    return (struct instance){
        {(float)q.x, (float)q.y, (float)q.z, (float)q.w},
        {(float)p.x, (float)p.y, (float)p.z, (float)d->w},
        {(float)d->s.x, (float)d->s.y, (float)d->s.z, (float)d->h},
        {(float)color_linear(a->color.x), (float)color_linear(a->color.y), (float)color_linear(a->color.z)},
    };
}

struct sorted {
    int bucket;
    struct instance instance;
};

static void sort_into(struct gl *g, struct batch *b, const struct sorted *list, int count, int buckets)
{
    int *first = MEM_ARRAY(int, buckets + 1);
    struct instance *data = MEM_ARRAY(struct instance, count + 1);
    for (int i = 0; i < count; i++)
        first[list[i].bucket + 1]++;
    for (int k = 0; k < buckets; k++)
        first[k + 1] += first[k];
    b->runs.count = 0;
    for (int k = 0; k < buckets; k++) {
        int kind = k / SOLID_DETAILS, detail = k % SOLID_DETAILS;
        if (first[k] == first[k + 1])
            continue;
        if (kind < SOLID_MESH && b->nets[kind][detail].array == 0) {
            struct net n = solid_net((enum solid_kind)kind, detail);
            b->nets[kind][detail] = upload(g, &n);
        }
        const struct gpu_net *net =
            kind < SOLID_MESH ? &b->nets[kind][detail] : &b->meshes.at[k - SOLID_MESH * SOLID_DETAILS].net;
        ARRAY_PUSH(&b->runs, ((struct run_of){net, first[k], first[k + 1] - first[k]}));
    }
    for (int i = 0; i < count; i++)
        data[first[list[i].bucket]++] = list[i].instance;
    g->BindBuffer(GL_ARRAY_BUFFER, b->instances);
    g->BufferData(GL_ARRAY_BUFFER, (ptrdiff_t)sizeof *data * count, data, GL_STREAM_DRAW);
    mem_free(data);
    mem_free(first);
}

static void fill_fittings(const struct shot *s, struct sorted *list, int *count)
{
    for (int i = 0; i < s->fittings->at.count; i++) {
        const struct fitting *f = &s->fittings->at.at[i];
        const struct solid d = fitting_solid(f);
        const struct view_object painted = {.color = f->color};
        const int detail = detail_of(s, f->at.position, d.kind == SOLID_COIL ? 3 * d.s.x : v3_norm(d.half) / sqrt(3));
        list[(*count)++] = (struct sorted){(int)d.kind * SOLID_DETAILS + detail, instance_of(s, &painted, &d, f->at)};
    }
}

/* What a body is painted with: its own colour, or one that shows the force along it. */
static vec3 body_color(const struct shot *s, int object)
{
    double force;
    if (s->tension > 0 && tension_of(s->view, object, &force) && isfinite(force))
        return tension_color(force, s->tension);
    return s->view->model->objects.at[object].color;
}

void batch_fill(struct gl *g, struct batch *b, const struct shot *s)
{
    const struct view_model *model = s->view->model;
    struct sorted *list =
        MEM_ARRAY(struct sorted, model->parts.count + s->view->skins.count + s->fittings->at.count + 1);
    int count = 0;
    drop_unused_meshes(g, b);
    for (int i = 0; i < model->objects.count; i++) {
        const struct view_object *a = &model->objects.at[i];
        for (int k = 0; k < a->parts && view_is_drawn(s->view, i, s->show); k++) {
            const struct piece *p = &model->parts.at[a->part + k];
            struct solid d = p->solid;
            tn_view_pose at = view_part(s->view, i, p);
            if (!v3_finite(at.position))
                continue;
            if (a->kind == OBJECT_PARTICLE)
                d = solid_sphere(s->particle);
            const struct surface *surface = s->view->surface[i].mesh != NULL ? &s->view->surface[i] : NULL;
            struct view_object painted = *a;
            painted.color = body_color(s, i);
            if (surface != NULL) {
                d.mesh = surface->mesh;
                at = (tn_view_pose){v3(0, 0, 0), {1, 0, 0, 0}};
                if (surface_is_colored(surface, s->show))
                    painted.color = v3(1, 1, 1);
            }
            int bucket = d.kind == SOLID_MESH
                             ? SOLID_MESH * SOLID_DETAILS + find_mesh(g, b, d.mesh, surface, s->show)
                             : (int)d.kind * SOLID_DETAILS + detail_of(s, at.position, v3_norm(d.half) / sqrt(3));
            list[count++] = (struct sorted){bucket, instance_of(s, &painted, &d, at)};
        }
    }
    for (int i = 0; i < s->view->skins.count; i++) {
        const struct view_skin *h = &s->view->skins.at[i];
        if (h->surface.mesh == NULL || (s->show & TN_SHOW_BONES))
            continue;
        struct solid d = {.kind = SOLID_MESH, .s = {1, 1, 1}, .mesh = h->surface.mesh};
        int bucket = SOLID_MESH * SOLID_DETAILS + find_mesh(g, b, d.mesh, &h->surface, s->show);
        struct view_object painted = {.color = h->color};
        list[count++] =
            (struct sorted){bucket, instance_of(s, &painted, &d, (tn_view_pose){v3(0, 0, 0), {1, 0, 0, 0}})};
    }
    fill_fittings(s, list, &count);
    sort_into(g, b, list, count, SOLID_MESH * SOLID_DETAILS + b->meshes.count);
    mem_free(list);
}

void batch_draw(struct gl *g, const struct batch *b)
{
    int stride = (int)sizeof(struct instance);
    for (int i = 0; i < b->runs.count; i++) {
        const struct run_of *r = &b->runs.at[i];
        size_t at = (size_t)stride * (size_t)r->first;
        g->BindVertexArray(r->net->array);
        g->BindBuffer(GL_ARRAY_BUFFER, b->instances);
        attribute(g, 3, 4, stride, at + offsetof(struct instance, turn), 1);
        attribute(g, 4, 4, stride, at + offsetof(struct instance, place), 1);
        attribute(g, 5, 4, stride, at + offsetof(struct instance, size), 1);
        attribute(g, 6, 3, stride, at + offsetof(struct instance, color), 1);
        g->DrawElementsInstanced(GL_TRIANGLES, r->net->count, GL_UNSIGNED_INT, NULL, r->count);
    }
    g->BindVertexArray(0);
}
