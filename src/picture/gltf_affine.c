/* gltf_affine.c: affine bodies in glTF. Nodes can be translated, rotated and scaled, but not sheared; so the nine numbers
 * of the map x = c + D X are weights of nine morph targets: target (j, k) moves every vertex by X_k along axis j, and its
 * weight is D_jk − δ_jk. What is shown is exact, between frames too. */
#include <string.h>

#include "picture/gltf_parts.h"
#include "picture/render.h"
#include "view/solid.h"

enum { TARGETS = 9 };

static struct gltf_affine *find(struct gltf_affines *list, tn_object id)
{
    for (int i = 0; i < list->at.count; i++)
        if (list->at.at[i].id.slot == id.slot && list->at.at[i].id.generation == id.generation)
            return &list->at.at[i];
    return NULL;
}

/* A new one: its surface at rest is its part in the model of the view. */
static struct gltf_affine *add(struct gltf_affines *list, const struct tn_view *v, int object, int frames)
{
    const struct view_object *a = &v->model->objects.at[object];
    struct mesh *m = v->model->parts.at[a->part].solid.mesh;
    const vec3 *paint = v->surface[object].paint;
    struct gltf_affine n = {.id = a->id, .name = mem_text(a->name), .mesh = m, .center = a->center};
    n.color = MEM_ARRAY(vec3, m->vertex_count);
    for (int i = 0; i < m->vertex_count; i++)
        n.color[i] = paint != NULL ? paint[i] : a->color;
    m->references++;
    for (int i = 0; i < frames; i++)
        ARRAY_PUSH(&n.frames, ((struct gltf_affine_frame){.there = false}));
    ARRAY_PUSH(&list->at, n);
    return &list->at.at[list->at.count - 1];
}

void gltf_affines_take(struct gltf_affines *list, const struct tn_view *v, int frames)
{
    for (int i = 0; i < v->model->objects.count; i++) {
        const struct surface *s = &v->surface[i];
        if (!s->affine || v->model->objects.at[i].parts == 0)
            continue;
        struct gltf_affine *a = find(list, v->model->objects.at[i].id);
        if (a == NULL)
            a = add(list, v, i, frames);
        ARRAY_PUSH(&a->frames, ((struct gltf_affine_frame){true, s->place, s->shape}));
    }
    for (int i = 0; i < list->at.count; i++) { /* what is absent now stays as it was, hidden */
        struct gltf_affine *a = &list->at.at[i];
        struct gltf_affine_frame last =
            a->frames.count > 0 ? a->frames.at[a->frames.count - 1] : (struct gltf_affine_frame){.there = false};
        last.there = false;
        if (a->frames.count == frames)
            ARRAY_PUSH(&a->frames, last);
    }
}

void gltf_affines_free(struct gltf_affines *list)
{
    for (int i = 0; i < list->at.count; i++) {
        struct gltf_affine *a = &list->at.at[i];
        mem_free(a->name);
        mem_free(a->color);
        mesh_free(a->mesh);
        ARRAY_FREE(&a->frames);
    }
    ARRAY_FREE(&list->at);
}

/* Three numbers per vertex, with their range if `bounded`. */
static int add_vectors(struct gltf_writer *w, const float *data, int count, bool bounded)
{
    float low[3] = {0}, high[3] = {0};
    for (int i = 0; i < 3 * count; i++) {
        int c = i % 3;
        low[c] = i < 3 || data[i] < low[c] ? data[i] : low[c];
        high[c] = i < 3 || data[i] > high[c] ? data[i] : high[c];
    }
    char *range = bounded ? mem_print(",\"min\":[%.9g,%.9g,%.9g],\"max\":[%.9g,%.9g,%.9g]", (double)low[0],
                                      (double)low[1], (double)low[2], (double)high[0], (double)high[1], (double)high[2])
                          : mem_text("");
    int number =
        gltf_numbers(w, data, 3 * sizeof(float) * (size_t)count, GLTF_VERTICES, GLTF_FLOAT, "VEC3", count, range);
    mem_free(range);
    return number;
}

static double weight_of(const struct gltf_affine_frame *f, int target)
{
    return f->shape.m[target] - (target % 4 == 0);
}

static const struct gltf_affine_frame *first_of(const struct gltf_affine *a)
{
    for (int i = 0; i < a->frames.count; i++)
        if (a->frames.at[i].there)
            return &a->frames.at[i];
    return &a->frames.at[0];
}

/* The mesh: X as positions, colours, and the nine morph targets. */
static int write_mesh(struct gltf_writer *w, const struct gltf_affine *a)
{
    struct net n = solid_mesh_net(a->mesh); /* vertex 3 t + k is corner k of triangle t */
    const int count = n.vertices.count;
    float *place = MEM_ARRAY(float, 3 * count + 1), *normal = MEM_ARRAY(float, 3 * count + 1),
          *color = MEM_ARRAY(float, 3 * count + 1), *target = MEM_ARRAY(float, 3 * count + 1);
    struct text targets = {0}, weights = {0};
    for (int i = 0; i < count; i++) {
        int corner = a->mesh->triangle[i / 3][i % 3];
        vec3 x = v3_sub(a->mesh->vertex[corner], a->center), c = a->color[corner];
        const float *b = n.vertices.at[i].b;
        const double xyz[3] = {x.x, x.y, x.z}, rgb[3] = {c.x, c.y, c.z};
        double length = sqrt((double)b[0] * (double)b[0] + (double)b[1] * (double)b[1] + (double)b[2] * (double)b[2]);
        for (int k = 0; k < 3; k++) {
            place[3 * i + k] = (float)xyz[k];
            color[3 * i + k] = (float)color_linear(fmin(fmax(rgb[k], 0), 1));
            normal[3 * i + k] = (float)((double)b[k] / length);
        }
    }
    int p = add_vectors(w, place, count, true), q = add_vectors(w, normal, count, false),
        c = add_vectors(w, color, count, false);
    int corners = gltf_numbers(w, n.corners.at, sizeof(unsigned) * (size_t)n.corners.count, GLTF_CORNERS, GLTF_UINT,
                               "SCALAR", n.corners.count, "");
    for (int t = 0; t < TARGETS; t++) {
        memset(target, 0, sizeof(float) * 3 * (size_t)count);
        for (int i = 0; i < count; i++)
            target[3 * i + t / 3] = place[3 * i + t % 3];
        gltf_comma(&targets);
        text_print(&targets, "{\"POSITION\":%d}", add_vectors(w, target, count, true));
        gltf_comma(&weights);
        text_print(&weights, "%.9g", weight_of(first_of(a), t));
    }
    gltf_comma(&w->meshes);
    text_print(&w->meshes,
               "{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d,\"COLOR_0\":%d},\"indices\":%d,"
               "\"material\":%d,\"targets\":[%.*s]}],\"weights\":[%.*s]}",
               p, q, c, corners, w->mesh_count, targets.bytes.count, targets.bytes.at, weights.bytes.count,
               weights.bytes.at);
    gltf_material(w, v3(1, 1, 1));
    float *const all[] = {place, normal, color, target};
    for (int i = 0; i < 4; i++)
        mem_free(all[i]);
    ARRAY_FREE(&targets.bytes);
    ARRAY_FREE(&weights.bytes);
    net_free(&n);
    return w->mesh_count++;
}

int gltf_affine_write(struct gltf_writer *w, const struct gltf_affine *a)
{
    int mesh = write_mesh(w, a);
    vec3 c = first_of(a)->place;
    gltf_comma(&w->nodes);
    text_print(&w->nodes, "{\"name\":\"");
    text_json(&w->nodes, a->name);
    text_print(&w->nodes, "\",\"mesh\":%d,\"translation\":[%.9g,%.9g,%.9g]}", mesh, c.x, c.y, c.z);
    return w->node_count++;
}

void gltf_affine_animate(struct gltf_writer *w, const struct gltf_affine *a, int whose, int times)
{
    const int n = a->frames.count;
    float *place = MEM_ARRAY(float, 3 * n), *weights = MEM_ARRAY(float, TARGETS *n), *scale = MEM_ARRAY(float, 3 * n);
    bool goes = false;
    for (int i = 0; i < n; i++) {
        const struct gltf_affine_frame *f = &a->frames.at[i];
        const double xyz[3] = {f->place.x, f->place.y, f->place.z};
        for (int k = 0; k < 3; k++) {
            place[3 * i + k] = (float)xyz[k];
            scale[3 * i + k] = f->there ? 1 : 0;
        }
        for (int t = 0; t < TARGETS; t++)
            weights[TARGETS * i + t] = (float)weight_of(f, t);
        goes |= !f->there;
    }
    const size_t row = sizeof(float) * (size_t)n;
    gltf_channel(w, whose, "translation", times, gltf_numbers(w, place, 3 * row, 0, GLTF_FLOAT, "VEC3", n, ""),
                 "LINEAR");
    gltf_channel(w, whose, "weights", times,
                 gltf_numbers(w, weights, TARGETS * row, 0, GLTF_FLOAT, "SCALAR", TARGETS * n, ""), "LINEAR");
    if (goes)
        gltf_channel(w, whose, "scale", times, gltf_numbers(w, scale, 3 * row, 0, GLTF_FLOAT, "VEC3", n, ""), "STEP");
    mem_free(place);
    mem_free(weights);
    mem_free(scale);
}
