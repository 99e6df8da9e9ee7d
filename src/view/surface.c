/* surface.c: see surface.h. The strain of a vertex is the mean over the elements around its nodes. */
#include "view/surface.h"

#include <math.h>
#include <string.h>

#include "tenon/view.h"
#include "view/tube.h"

/* The values that get the strongest colour. */
static const double most_strain = 0.35, most_volume = 0.25;

static struct mesh *surface_at(const struct flexible_surface *f, const double *q)
{
    struct mesh *m = MEM_NEW(struct mesh);
    m->references = 1;
    m->vertex_count = f->points.count;
    m->triangle_count = f->triangles;
    m->vertex = MEM_ARRAY(vec3, f->points.count);
    m->triangle = mem_copy(f->triangle, sizeof *f->triangle * (size_t)f->triangles);
    for (int i = 0; i < f->points.count; i++)
        m->vertex[i] = embed_where(&f->points, i, q);
    return m;
}

/* The vertices of an affine body, in its frame or as it is now (q). */
static struct mesh *jello_mesh(tn_world *w, int object, const struct jello *j, const double *q)
{
    const struct general *g = world_object(w, object)->general;
    struct mesh *m = MEM_NEW(struct mesh);
    m->references = 1;
    m->vertex_count = j->vertices;
    m->triangle_count = j->triangles;
    m->vertex = MEM_ARRAY(vec3, j->vertices);
    m->triangle = mem_copy(j->triangle, sizeof *j->triangle * (size_t)j->triangles);
    for (int i = 0; i < j->vertices; i++)
        m->vertex[i] = q != NULL ? jello_where(g, q, j->vertex[i]) : v3_add(g->center, j->vertex[i]);
    return m;
}

struct mesh *surface_at_rest(tn_world *w, int object)
{
    struct flexible_state f;
    const struct jello *j;
    const double *q;
    if (world_jello(w, object, &j, &q))
        return jello_mesh(w, object, j, NULL);
    if (world_object(w, object)->kind == OBJECT_CURVE) {
        struct surface s = surface_take(w, object);
        s.mesh->references++;
        struct mesh *m = s.mesh;
        surface_free(&s);
        return m;
    }
    return world_flexible(w, object, &f) ? surface_at(world_surface(w, object), f.lattice->rest) : NULL;
}

/* By node: the mean of strain and change of volume over the elements around it. */
static void node_numbers(const struct flexible_state *f, double *strain, double *volume)
{
    const struct lattice *l = f->lattice;
    int *around = MEM_ARRAY(int, l->nodes);
    for (int e = 0; e < l->elements; e++) {
        int corner[8];
        vec3 r[8];
        double g[6], size = 0;
        lattice_corners(l, e, corner);
        for (int b = 0; b < 8; b++)
            r[b] = v3(f->q[3 * corner[b]], f->q[3 * corner[b] + 1], f->q[3 * corner[b] + 2]);
        element_metric(&l->constants, r, g);
        for (int i = 0; i < 6; i++) {
            double off = g[i] - (i < 3 ? 1 : 0);
            size += (i < 3 ? 1 : 2) * off * off;
        }
        double change = element_volume(r) * l->constants.inverse_volume - 1;
        for (int b = 0; b < 8; b++) {
            around[corner[b]]++;
            strain[corner[b]] += sqrt(size) / 2;
            volume[corner[b]] += change;
        }
    }
    for (int i = 0; i < l->nodes; i++) {
        strain[i] /= around[i];
        volume[i] /= around[i];
    }
    mem_free(around);
}

static void color_vertices(struct surface *s, const struct flexible_state *f, const struct embedding *points)
{
    double *strain = MEM_ARRAY(double, f->lattice->nodes), *volume = MEM_ARRAY(double, f->lattice->nodes);
    node_numbers(f, strain, volume);
    s->strain = MEM_ARRAY(float, points->count);
    s->volume = MEM_ARRAY(float, points->count);
    for (int i = 0; i < points->count; i++) {
        double a = 0, b = 0;
        for (int k = 0; k < 8; k++) {
            a += points->weight[i][k] * strain[points->node[i][k]];
            b += points->weight[i][k] * volume[points->node[i][k]];
        }
        s->strain[i] = (float)a;
        s->volume[i] = (float)b;
    }
    mem_free(strain);
    mem_free(volume);
}

void surface_measure(struct surface *s)
{
    vec3 low = s->mesh->vertex[0], high = low;
    for (int i = 1; i < s->mesh->vertex_count; i++) {
        vec3 v = s->mesh->vertex[i];
        low = v3(fmin(low.x, v.x), fmin(low.y, v.y), fmin(low.z, v.z));
        high = v3(fmax(high.x, v.x), fmax(high.y, v.y), fmax(high.z, v.z));
    }
    s->middle = v3_scale(0.5, v3_add(low, high));
    s->half = v3_scale(0.5, v3_sub(high, low));
}

/* Curves have no strain or volume. */
static void take_curve(tn_world *w, int object, struct surface *s)
{
    bool closed;
    s->line = tube_line(w, object, &s->line_count, &closed);
    if (s->line == NULL)
        return;
    s->radius = tube_radius(w, object);
    s->mesh = tube_mesh(s->line, s->line_count, closed, s->radius);
    surface_measure(s);
}

/* The affine map itself: where the centre and the axes go. */
static void take_shape(struct surface *s, const struct general *g, const double *q)
{
    s->affine = true;
    s->place = jello_where(g, q, v3(0, 0, 0));
    for (int k = 0; k < 3; k++) {
        vec3 a = v3_sub(jello_where(g, q, v3(k == 0, k == 1, k == 2)), s->place);
        s->shape.m[k] = a.x;
        s->shape.m[3 + k] = a.y;
        s->shape.m[6 + k] = a.z;
    }
}

struct surface surface_take(tn_world *w, int object)
{
    struct flexible_state f = {0};
    struct surface s = {.mesh = NULL};
    const struct jello *j;
    const double *q;
    take_curve(w, object, &s);
    if (world_jello(w, object, &j, &q)) {
        s.mesh = jello_mesh(w, object, j, q);
        take_shape(&s, world_object(w, object)->general, q);
        s.paint = j->color != NULL ? mem_copy(j->color, sizeof *j->color * (size_t)j->vertices) : NULL;
        surface_measure(&s);
    } else if (world_flexible(w, object, &f)) {
        const struct flexible_surface *surface = world_surface(w, object);
        s.mesh = surface_at(surface, f.q);
        surface_measure(&s);
        color_vertices(&s, &f, &surface->points);
        s.nodes = f.lattice->nodes;
        s.node = mem_copy(f.q, sizeof(double) * 3 * (size_t)s.nodes);
    }
    return s;
}

void surface_free(struct surface *s)
{
    if (s->mesh != NULL)
        mesh_free(s->mesh);
    mem_free(s->line);
    mem_free(s->strain);
    mem_free(s->volume);
    mem_free(s->normal);
    mem_free(s->paint);
    mem_free(s->node);
    *s = (struct surface){.mesh = NULL};
}

bool surface_is_colored(const struct surface *s, unsigned show)
{
    return s->paint != NULL || (s->strain != NULL && (show & (TN_SHOW_STRAIN | TN_SHOW_VOLUME)) != 0);
}

/* Interpolates in a row of colours, x from 0 to 1. */
static vec3 between(const vec3 *row, int count, double x)
{
    double at = fmin(fmax(x, 0), 1) * (count - 1);
    int i = (int)fmin(at, count - 2);
    return v3_add(v3_scale(1 - (at - i), row[i]), v3_scale(at - i, row[i + 1]));
}

static vec3 hue_of(const struct surface *s, int vertex, unsigned show)
{
    static const vec3 rising[] = {{0.16, 0.24, 0.53}, {0.13, 0.49, 0.62}, {0.25, 0.69, 0.49},
                                  {0.78, 0.81, 0.29}, {0.96, 0.58, 0.20}, {0.80, 0.20, 0.17}};
    static const vec3 parting[] = {
        {0.13, 0.32, 0.67}, {0.52, 0.69, 0.86}, {0.92, 0.92, 0.92}, {0.92, 0.62, 0.48}, {0.70, 0.16, 0.16}};
    vec3 c = s->paint != NULL        ? s->paint[vertex]
             : show & TN_SHOW_STRAIN ? between(rising, 6, (double)s->strain[vertex] / most_strain)
                                     : between(parting, 5, 0.5 + (double)s->volume[vertex] / (2 * most_volume));
    return v3(color_linear(c.x), color_linear(c.y), color_linear(c.z));
}

/* The mesh as it is, with its own normals. */
static struct net smooth_net(const struct surface *s)
{
    struct net n = {0};
    for (int i = 0; i < s->mesh->vertex_count; i++) {
        vec3 x = s->mesh->vertex[i], b = s->normal[i];
        ARRAY_PUSH(&n.vertices,
                   ((struct solid_vertex){
                       {(float)x.x, (float)x.y, (float)x.z}, {(float)b.x, (float)b.y, (float)b.z}, 0, {1, 1, 1}}));
    }
    for (int i = 0; i < s->mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            ARRAY_PUSH(&n.corners, (unsigned)s->mesh->triangle[i][k]);
    return n;
}

struct net surface_net(const struct surface *s, unsigned show)
{
    if (s->normal != NULL)
        return smooth_net(s);
    struct net n = solid_mesh_net(s->mesh); /* vertex 3 t + k is corner k of triangle t */
    for (int i = 0; i < n.vertices.count && surface_is_colored(s, show); i++) {
        vec3 hue = hue_of(s, s->mesh->triangle[i / 3][i % 3], show);
        n.vertices.at[i].hue[0] = (float)hue.x;
        n.vertices.at[i].hue[1] = (float)hue.y;
        n.vertices.at[i].hue[2] = (float)hue.z;
    }
    return n;
}
