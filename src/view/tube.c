/* tube.c: see tube.h. */
#include "view/tube.h"

#include "base/memory.h"

enum { SIDES = 10, LEAST = 48, MOST = 400 };

vec3 *tube_line(tn_world *w, int object, int *count, bool *closed)
{
    const double *q, *lets;
    const struct curve *c = world_curve(w, object, &q, &lets);
    if (c == NULL)
        return NULL;
    int n = 8 * c->panels;
    n = n < LEAST ? LEAST : n > MOST ? MOST : n;
    double *scratch = MEM_ARRAY(double, curve_scratch(c));
    vec3 *line = MEM_ARRAY(vec3, n + 1);
    for (int i = 0; i <= n; i++)
        line[i] = curve_now(c, q, lets, c->from + (c->to - c->from) * i / n, scratch).x;
    mem_free(scratch);
    *count = n + 1;
    *closed = c->closed;
    return line;
}

/* The tangent at a point, from its neighbours. */
static vec3 along(const vec3 *line, int count, bool closed, int i)
{
    int before = i > 0 ? i - 1 : closed ? count - 2 : 0, behind = i + 1 < count ? i + 1 : closed ? 1 : count - 1;
    vec3 d = v3_sub(line[behind], line[before]);
    return v3_norm(d) > 0 ? v3_unit(d) : v3(0, 0, 1);
}

static void add_triangle(struct mesh *m, int a, int b, int c)
{
    m->triangle[m->triangle_count][0] = a;
    m->triangle[m->triangle_count][1] = b;
    m->triangle[m->triangle_count++][2] = c;
}

/* Rings perpendicular to the line, without twist from one to the next, and two flat ends. */
struct mesh *tube_mesh(const vec3 *line, int count, bool closed, double radius)
{
    struct mesh *m = MEM_NEW(struct mesh);
    m->references = 1;
    m->vertex = MEM_ARRAY(vec3, SIDES * count + 2);
    m->triangle = mem_new(sizeof *m->triangle * (size_t)(2 * SIDES * count + 2 * SIDES));
    vec3 side = v3_perpendicular(along(line, count, closed, 0));
    for (int i = 0; i < count; i++) {
        vec3 t = along(line, count, closed, i);
        side = v3_add_scaled(side, -v3_dot(side, t), t);
        side = v3_norm(side) > 1e-6 ? v3_unit(side) : v3_perpendicular(t);
        vec3 other = v3_cross(t, side);
        for (int k = 0; k < SIDES; k++) {
            double angle = 6.283185307179586 * k / SIDES;
            m->vertex[m->vertex_count++] =
                v3_add(line[i], v3_add(v3_scale(radius * cos(angle), side), v3_scale(radius * sin(angle), other)));
        }
    }
    for (int i = 0; i + 1 < count; i++)
        for (int k = 0; k < SIDES; k++) {
            int a = SIDES * i + k, b = SIDES * i + (k + 1) % SIDES;
            add_triangle(m, a, b, b + SIDES);
            add_triangle(m, a, b + SIDES, a + SIDES);
        }
    for (int end = 0; end < 2 && !closed; end++) {
        int ring = end == 0 ? 0 : SIDES * (count - 1), middle = m->vertex_count++;
        m->vertex[middle] = line[end == 0 ? 0 : count - 1];
        for (int k = 0; k < SIDES; k++)
            add_triangle(m, middle, ring + (end == 0 ? (k + 1) % SIDES : k), ring + (end == 0 ? k : (k + 1) % SIDES));
    }
    return m;
}

double tube_radius(tn_world *w, int object, double *longest)
{
    double width = world_object(w, object)->curve_width, most = 0;
    if (width > 0)
        return width / 2;
    if (*longest >= 0)
        return 0.004 * *longest;
    for (int i = 0; i < world_object_count(w); i++) {
        const double *q, *lets;
        int slot = world_object_slot(w, i);
        const struct curve *c = world_curve(w, slot, &q, &lets);
        if (c == NULL || !world_object_present(w, slot))
            continue;
        double *scratch = MEM_ARRAY(double, curve_scratch(c)), length = curve_length_now(c, q, lets, scratch);
        most = isfinite(length) ? fmax(most, length) : most;
        mem_free(scratch);
    }
    *longest = most;
    return 0.004 * most;
}
