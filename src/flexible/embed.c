/* embed.c: see embed.h.
 *
 * Samples lie on lines along the third axis. A line that goes through a triangle changes sides there, so every sample
 * below the crossing is turned over; what has been turned an odd number of times is inside.
 */
#include "flexible/embed.h"

#include <string.h>

#include "base/memory.h"

enum { SAMPLES = 4 }; /* a cell and axis */

static const double little = 1e-3;

struct samples {
    int n[3];
    double step[3], first[3];
    unsigned char *inside; /* third axis fastest */
};

void embed_box(const struct mesh *mesh, const int cells[3], double length[3], vec3 *corner)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < mesh->vertex_count; i++) {
        const double p[3] = {mesh->vertex[i].x, mesh->vertex[i].y, mesh->vertex[i].z};
        for (int d = 0; d < 3; d++) {
            low[d] = fmin(low[d], p[d]);
            high[d] = fmax(high[d], p[d]);
        }
    }
    for (int d = 0; d < 3; d++) {
        double margin = 0.0005 * (high[d] - low[d]);
        low[d] -= margin;
        length[d] = (high[d] + margin - low[d]) / cells[d];
    }
    *corner = v3(low[0], low[1], low[2]);
}

/* Twice the area of a, b, p in the plane of the first two axes; the same number with the other sign for b, a, p. */
static double side(vec3 a, vec3 b, double x, double y)
{
    bool swapped = a.x > b.x || (a.x == b.x && a.y > b.y);
    vec3 p = swapped ? b : a, q = swapped ? a : b;
    double area = (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
    return swapped ? -area : area;
}

/* Turns over what lies below a triangle. */
static void cross_triangle(const struct samples *s, vec3 a, vec3 b, vec3 c)
{
    const double low_x = fmin(a.x, fmin(b.x, c.x)), high_x = fmax(a.x, fmax(b.x, c.x));
    const double low_y = fmin(a.y, fmin(b.y, c.y)), high_y = fmax(a.y, fmax(b.y, c.y));
    int i0 = (int)fmax(0, ceil((low_x - s->first[0]) / s->step[0]));
    int i1 = (int)fmin(s->n[0] - 1, floor((high_x - s->first[0]) / s->step[0]));
    int j0 = (int)fmax(0, ceil((low_y - s->first[1]) / s->step[1]));
    int j1 = (int)fmin(s->n[1] - 1, floor((high_y - s->first[1]) / s->step[1]));
    for (int i = i0; i <= i1; i++)
        for (int j = j0; j <= j1; j++) {
            double x = s->first[0] + i * s->step[0], y = s->first[1] + j * s->step[1];
            double u = side(b, c, x, y), v = side(c, a, x, y), w = side(a, b, x, y);
            bool within = (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
            if (!within)
                continue;
            double z = (u * a.z + v * b.z + w * c.z) / (u + v + w);
            int end = (int)fmin(s->n[2], fmax(0, ceil((z - s->first[2]) / s->step[2])));
            unsigned char *line = s->inside + ((size_t)i * (size_t)s->n[1] + (size_t)j) * (size_t)s->n[2];
            for (int k = 0; k < end; k++)
                line[k] ^= 1;
        }
}

static void sample(const struct mesh *mesh, const int cells[3], const double length[3], vec3 corner, struct samples *s)
{
    const double origin[3] = {corner.x, corner.y, corner.z};
    /* slightly off the middle, so that no line runs along an edge of the mesh */
    static const double off[3] = {0.5 + 0.6180339e-5, 0.5 + 0.4142135e-5, 0.5};
    size_t total = 1;
    for (int d = 0; d < 3; d++) {
        s->n[d] = SAMPLES * cells[d];
        s->step[d] = length[d] / SAMPLES;
        s->first[d] = origin[d] + off[d] * s->step[d];
        total *= (size_t)s->n[d];
    }
    s->inside = MEM_ARRAY(unsigned char, total);
    for (int t = 0; t < mesh->triangle_count; t++)
        cross_triangle(s, mesh->vertex[mesh->triangle[t][0]], mesh->vertex[mesh->triangle[t][1]],
                       mesh->vertex[mesh->triangle[t][2]]);
}

double *embed_fill(const struct mesh *mesh, const int cells[3], const double length[3], vec3 corner)
{
    struct samples s;
    double *fill = MEM_ARRAY(double, cells[0] * cells[1] * cells[2]);
    sample(mesh, cells, length, corner, &s);
    for (int i = 0; i < s.n[0]; i++)
        for (int j = 0; j < s.n[1]; j++)
            for (int k = 0; k < s.n[2]; k++)
                if (s.inside[((size_t)i * (size_t)s.n[1] + (size_t)j) * (size_t)s.n[2] + (size_t)k])
                    fill[(k / SAMPLES * cells[1] + j / SAMPLES) * cells[0] + i / SAMPLES] +=
                        1.0 / (SAMPLES * SAMPLES * SAMPLES);
    for (int v = 0; v < mesh->vertex_count; v++) {
        const double p[3] = {mesh->vertex[v].x - corner.x, mesh->vertex[v].y - corner.y, mesh->vertex[v].z - corner.z};
        int at[3];
        for (int d = 0; d < 3; d++)
            at[d] = (int)fmin(fmax(floor(p[d] / length[d]), 0), cells[d] - 1);
        double *f = &fill[(at[2] * cells[1] + at[1]) * cells[0] + at[0]];
        *f = fmax(*f, little);
    }
    mem_free(s.inside);
    return fill;
}

struct embedding embed_points(const struct lattice *l, const vec3 *point, int count)
{
    struct embedding e = {.count = count};
    e.node = mem_new(sizeof *e.node * (size_t)count);
    e.weight = mem_new(sizeof *e.weight * (size_t)count);
    for (int i = 0; i < count; i++)
        lattice_embed(l, point[i], e.node[i], e.weight[i], NULL);
    return e;
}

void embed_free(struct embedding *e)
{
    mem_free(e->node);
    mem_free(e->weight);
    *e = (struct embedding){0};
}

vec3 embed_where(const struct embedding *e, int i, const double *q)
{
    vec3 sum = v3(0, 0, 0);
    for (int b = 0; b < 8; b++) {
        const double *p = q + 3 * (size_t)e->node[i][b];
        sum = v3_add_scaled(sum, e->weight[i][b], v3(p[0], p[1], p[2]));
    }
    return sum;
}
