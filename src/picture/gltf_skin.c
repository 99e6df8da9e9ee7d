/* gltf_skin.c: skins over chains of solids in glTF files.
 *
 * glTF has skins: each vertex is moved by up to four nodes. The surface of the first view is bound to the solids as they
 * are there, and from then on bends between them: x = Σ w T T₀⁻¹ x₀. That is close to the surface in pictures, but not
 * the same.
 */
#include <math.h>
#include <stdint.h>

#include "picture/gltf_parts.h"

struct gltf_skin gltf_skin_take(const struct tn_view *v, const struct view_skin *h, const int *track_of_object)
{
    size_t count = (size_t)h->surface.mesh->vertex_count;
    struct gltf_skin out = {.name = mem_text(h->name),
                            .color = h->color,
                            .mesh = h->surface.mesh,
                            .normal = mem_copy(h->surface.normal, sizeof *h->surface.normal * count),
                            .weights = mem_copy(h->weights, sizeof *h->weights * count),
                            .bodies = h->bodies,
                            .track = MEM_ARRAY(int, h->bodies),
                            .bound = MEM_ARRAY(tn_view_pose, h->bodies)};
    out.mesh->references++;
    for (int i = 0; i < h->bodies; i++) {
        out.track[i] = track_of_object[h->object[i]];
        out.bound[i] = v->placement[h->object[i]];
    }
    return out;
}

void gltf_skin_free(struct gltf_skin *h)
{
    mem_free(h->name);
    mesh_free(h->mesh);
    mem_free(h->normal);
    mem_free(h->weights);
    mem_free(h->track);
    mem_free(h->bound);
}

static int add_vectors(struct gltf_writer *w, const vec3 *v, int count, bool ranged)
{
    float *flat = MEM_ARRAY(float, 3 * count);
    float low[3] = {HUGE_VALF, HUGE_VALF, HUGE_VALF}, high[3] = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF};
    for (int i = 0; i < count; i++) {
        const double xyz[3] = {v[i].x, v[i].y, v[i].z};
        for (int c = 0; c < 3; c++) {
            float f = flat[3 * i + c] = (float)xyz[c];
            low[c] = f < low[c] ? f : low[c];
            high[c] = f > high[c] ? f : high[c];
        }
    }
    char *range = ranged ? mem_print(",\"min\":[%.9g,%.9g,%.9g],\"max\":[%.9g,%.9g,%.9g]", (double)low[0],
                                     (double)low[1], (double)low[2], (double)high[0], (double)high[1], (double)high[2])
                         : mem_text("");
    int a = gltf_numbers(w, flat, 3 * sizeof(float) * (size_t)count, GLTF_VERTICES, GLTF_FLOAT, "VEC3", count, range);
    mem_free(range);
    mem_free(flat);
    return a;
}

/* T₀⁻¹ of each solid, column by column. */
static int add_bindings(struct gltf_writer *w, const struct gltf_skin *h)
{
    float *m = MEM_ARRAY(float, 16 * h->bodies);
    for (int i = 0; i < h->bodies; i++) {
        mat3 r = q_matrix(h->bound[i].orientation);
        vec3 t = m3_tmul(&r, h->bound[i].position);
        const double back[3] = {-t.x, -t.y, -t.z};
        for (int c = 0; c < 3; c++) {
            for (int k = 0; k < 3; k++)
                m[16 * i + 4 * c + k] = (float)r.m[3 * c + k]; /* Rᵀ */
            m[16 * i + 12 + c] = (float)back[c];
        }
        m[16 * i + 15] = 1;
    }
    int a = gltf_numbers(w, m, 16 * sizeof(float) * (size_t)h->bodies, 0, GLTF_FLOAT, "MAT4", h->bodies, "");
    mem_free(m);
    return a;
}

static int add_mesh(struct gltf_writer *w, const struct gltf_skin *h)
{
    const int count = h->mesh->vertex_count;
    uint16_t *joints = MEM_ARRAY(uint16_t, 4 * count);
    float *weights = MEM_ARRAY(float, 4 * count);
    for (int i = 0; i < 4 * count; i++) {
        joints[i] = (uint16_t)h->weights[i / 4].body[i % 4];
        weights[i] = (float)h->weights[i / 4].weight[i % 4];
        if (!(weights[i] > 0)) /* glTF requires joint 0 where the weight is zero */
            joints[i] = 0;
    }
    int p = add_vectors(w, h->mesh->vertex, count, true), q = add_vectors(w, h->normal, count, false);
    int j = gltf_numbers(w, joints, 4 * sizeof *joints * (size_t)count, GLTF_VERTICES, GLTF_USHORT, "VEC4", count, "");
    int g = gltf_numbers(w, weights, 4 * sizeof *weights * (size_t)count, GLTF_VERTICES, GLTF_FLOAT, "VEC4", count, "");
    int corners = 3 * h->mesh->triangle_count;
    int c = gltf_numbers(w, h->mesh->triangle, sizeof(int) * (size_t)corners, GLTF_CORNERS, GLTF_UINT, "SCALAR",
                         corners, "");
    gltf_comma(&w->meshes);
    text_print(&w->meshes,
               "{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d,\"JOINTS_0\":%d,\"WEIGHTS_0\":%d},"
               "\"indices\":%d,\"material\":%d}]}",
               p, q, j, g, c, w->mesh_count);
    gltf_material(w, h->color);
    mem_free(joints);
    mem_free(weights);
    return w->mesh_count++;
}

int gltf_skin_write(struct gltf_writer *w, const struct gltf_skin *h, const int *number)
{
    int bindings = add_bindings(w, h), mesh = add_mesh(w, h);
    gltf_comma(&w->skins);
    text_print(&w->skins, "{\"inverseBindMatrices\":%d,\"joints\":[", bindings);
    for (int i = 0; i < h->bodies; i++)
        text_print(&w->skins, "%s%d", i > 0 ? "," : "", number[h->track[i]]);
    text_print(&w->skins, "]}");
    gltf_comma(&w->nodes);
    text_print(&w->nodes, "{\"name\":\"");
    text_json(&w->nodes, h->name);
    text_print(&w->nodes, "\",\"mesh\":%d,\"skin\":%d}", mesh, w->skin_count++);
    return w->node_count++;
}
