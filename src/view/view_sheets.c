/* view_sheets.c: surfaces that deform, as programs see them: constant triangles, and vertices of this moment.
 *
 * Pictures find sharp edges anew in every frame (solid_mesh_net). Here the triangles stay the same while the topology
 * does, so edges that are sharp at rest stay sharp: a vertex there is repeated, once for every group of faces around it
 * whose normals are close. The normal of a vertex is the mean of its faces, by area.
 */
#include <string.h>

#include "view/look.h"
#include "view/view.h"

/* Edges sharper than this stay sharp, as in pictures. */
static const double crease_cosine = 0.766; /* 40 degrees */

const struct surface *view_sheet_surface(const struct tn_view *v, int sheet)
{
    const struct sheet *s = &v->model->sheets.at[sheet];
    return s->skin >= 0 ? &v->skins.at[s->skin].surface : &v->surface[v->model->surfaces.at[sheet].object];
}

/* ---- repeating vertices along sharp edges ---- */

struct splitter {
    const struct mesh *rest;
    vec3 *normal;        /* by triangle, unit; 0 without area */
    int *first, *around; /* the triangles around each vertex */
    int *part;           /* parallel to `around`: the group of that corner, from 0 */
    uint32_t *corner;
    ARRAY(int) source;
};

static vec3 face_of(const struct mesh *m, int t)
{
    const int *i = m->triangle[t];
    vec3 n = v3_cross(v3_sub(m->vertex[i[1]], m->vertex[i[0]]), v3_sub(m->vertex[i[2]], m->vertex[i[0]]));
    double length = v3_norm(n);
    return length > 0 && isfinite(length) ? v3_scale(1 / length, n) : v3(0, 0, 0);
}

static void find_faces(struct splitter *s)
{
    const struct mesh *m = s->rest;
    for (int t = 0; t < m->triangle_count; t++) {
        s->normal[t] = face_of(m, t);
        for (int k = 0; k < 3; k++)
            s->first[m->triangle[t][k] + 2]++;
    }
    for (int v = 0; v < m->vertex_count; v++)
        s->first[v + 2] += s->first[v + 1];
    for (int t = 0; t < m->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            s->around[s->first[m->triangle[t][k] + 1]++] = t;
}

/* The faces around a vertex fall into groups: those of neighbours in angle. Returns how many. */
static int group_faces(const struct splitter *s, int vertex)
{
    int begin = s->first[vertex], count = s->first[vertex + 1] - begin, groups = 0;
    for (int i = 0; i < count; i++)
        s->part[begin + i] = -1;
    for (int i = 0; i < count; i++) {
        if (s->part[begin + i] >= 0)
            continue;
        s->part[begin + i] = groups++;
        for (bool more = true; more;) { /* until nothing is near to one of the group */
            more = false;
            for (int a = 0; a < count; a++)
                for (int b = 0; b < count && s->part[begin + a] == groups - 1; b++) {
                    vec3 other = s->normal[s->around[begin + b]];
                    double cosine = v3_dot(s->normal[s->around[begin + a]], other);
                    bool near = cosine >= crease_cosine || v3_dot(other, other) == 0;
                    if (s->part[begin + b] < 0 && near) {
                        s->part[begin + b] = groups - 1;
                        more = true;
                    }
                }
        }
    }
    return groups;
}

static void number_corners(struct splitter *s)
{
    const struct mesh *m = s->rest;
    for (int v = 0; v < m->vertex_count; v++) {
        int groups = group_faces(s, v), base = s->source.count;
        for (int g = 0; g < (groups > 0 ? groups : 1); g++)
            ARRAY_PUSH(&s->source, v);
        for (int i = s->first[v]; i < s->first[v + 1]; i++)
            for (int k = 0; k < 3; k++)
                if (m->triangle[s->around[i]][k] == v)
                    s->corner[3 * s->around[i] + k] = (uint32_t)(base + s->part[i]);
    }
}

static void split(const struct mesh *rest, tn_view_surface *out, struct sheet *sheet)
{
    struct splitter s = {.rest = rest};
    s.normal = MEM_ARRAY(vec3, rest->triangle_count + 1);
    s.first = MEM_ARRAY(int, rest->vertex_count + 2);
    s.around = MEM_ARRAY(int, 3 * rest->triangle_count + 1);
    s.part = MEM_ARRAY(int, 3 * rest->triangle_count + 1);
    s.corner = MEM_ARRAY(uint32_t, 3 * rest->triangle_count + 1);
    find_faces(&s);
    number_corners(&s);
    out->corner = s.corner;
    out->vertices = s.source.count;
    sheet->source = s.source.at;
    mem_free(s.normal);
    mem_free(s.first);
    mem_free(s.around);
    mem_free(s.part);
}

/* As it is: a skin has a smooth normal at every vertex. */
static void take_over(const struct mesh *m, tn_view_surface *out, struct sheet *sheet)
{
    uint32_t *corner = MEM_ARRAY(uint32_t, 3 * m->triangle_count + 1);
    sheet->source = MEM_ARRAY(int, m->vertex_count + 1);
    for (int i = 0; i < m->vertex_count; i++)
        sheet->source[i] = i;
    for (int i = 0; i < 3 * m->triangle_count; i++)
        corner[i] = (uint32_t)m->triangle[i / 3][i % 3];
    out->corner = corner;
    out->vertices = m->vertex_count;
}

/* ---- the constant side ---- */

static void add_sheet(struct tn_view *v, int object, int skin)
{
    struct view_model *c = v->model;
    const struct surface *s = skin >= 0 ? &v->skins.at[skin].surface : &v->surface[object];
    const char *name = skin >= 0 ? v->skins.at[skin].name : c->objects.at[object].name;
    struct sheet sheet = {
        .skin = skin, .mesh_vertices = s->mesh->vertex_count, .mesh_triangles = s->mesh->triangle_count};
    tn_view_surface out = {.object = object,
                           .name = name == NULL || *name == 0 ? "" : arena_text(&c->texts, name, strlen(name)),
                           .color = skin >= 0 ? v->skins.at[skin].color : c->objects.at[object].color,
                           .triangles = s->mesh->triangle_count};
    const struct view_object *a = object >= 0 ? &c->objects.at[object] : NULL;
    if (s->normal != NULL)
        take_over(s->mesh, &out, &sheet);
    else
        split(a != NULL && a->parts > 0 ? c->parts.at[a->part].solid.mesh : s->mesh, &out, &sheet);
    if (s->paint != NULL) {
        float *paint = MEM_ARRAY(float, 3 * out.vertices + 1);
        for (int i = 0; i < out.vertices; i++) {
            vec3 p = s->paint[sheet.source[i]];
            paint[3 * i] = (float)p.x;
            paint[3 * i + 1] = (float)p.y;
            paint[3 * i + 2] = (float)p.z;
        }
        out.paint = paint;
    }
    if (object >= 0)
        c->seen.at[object].surface = c->sheets.count;
    ARRAY_PUSH(&c->sheets, sheet);
    ARRAY_PUSH(&c->surfaces, out);
}

static uint64_t hash_objects(uint64_t h, const struct view_model *c)
{
    for (int i = 0; i < c->seen.count; i++) {
        const tn_view_object *a = &c->seen.at[i];
        h = look_text(look_word(look_word(h, a->id.slot), a->id.generation), a->name);
        h = look_word(look_word(h, (uint64_t)a->kind), (uint64_t)(2 * a->fixed + a->covered));
        h = look_vector(look_vector(h, a->color), a->center);
        h = look_word(look_word(h, (uint64_t)a->parts), (uint64_t)a->points);
    }
    for (int i = 0; i < c->seen_parts.count; i++) {
        const tn_view_part *p = &c->seen_parts.at[i];
        h = look_turn(look_vector(look_word(h, c->meshes.at[p->mesh]->key), p->offset), p->turned);
    }
    for (int i = 0; i < c->points.count; i++)
        h = look_vector(look_text(h, c->points.at[i].name), c->points.at[i].local);
    for (int i = 0; i < c->nails.count; i++)
        h = look_vector(look_text(h, c->nails.at[i].name), c->nails.at[i].at);
    return h;
}

static uint64_t hash_rest(uint64_t h, const struct view_model *c)
{
    for (int i = 0; i < c->surfaces.count; i++) {
        const tn_view_surface *s = &c->surfaces.at[i];
        h = look_vector(look_text(look_word(h, (uint64_t)s->object), s->name), s->color);
        h = look_word(look_word(h, (uint64_t)s->vertices), (uint64_t)s->triangles);
        for (int k = 0; k < 3 * s->triangles; k++)
            h = look_word(h, s->corner[k]);
        for (int k = 0; k < 3 * s->vertices && s->paint != NULL; k++)
            h = look_number(h, (double)s->paint[k]);
    }
    for (int i = 0; i < c->constraints.count; i++) {
        const tn_view_constraint *s = &c->constraints.at[i];
        h = look_text(look_text(look_word(look_word(h, s->id.slot), s->id.generation), s->name), s->kind);
        h = look_word(look_word(look_word(h, (uint64_t)s->object[0]), (uint64_t)s->object[1]), s->motor);
    }
    for (int i = 0; i < c->forces.count; i++) {
        const tn_view_force *s = &c->forces.at[i];
        h = look_text(look_text(look_word(look_word(h, s->id.slot), s->id.generation), s->name), s->kind);
        h = look_word(look_word(h, (uint64_t)s->object[0]), (uint64_t)s->object[1]);
    }
    return h;
}

static bool has_sheet(const struct surface *s) { return s->mesh != NULL && s->mesh->triangle_count > 0; }

void view_sheets_make(struct tn_view *v)
{
    struct view_model *c = v->model;
    for (int i = 0; i < c->objects.count; i++) {
        c->seen.at[i].covered = v->covered[i];
        if (has_sheet(&v->surface[i]))
            add_sheet(v, i, -1);
    }
    for (int i = 0; i < v->skins.count; i++)
        if (has_sheet(&v->skins.at[i].surface))
            add_sheet(v, -1, i);
    uint64_t h = hash_rest(hash_objects(11, c), c);
    c->topology = h != 0 ? h : 1;
}

static bool sheet_fits(const struct tn_view *v, int sheet, int object, int skin)
{
    const struct view_model *c = v->model;
    if (sheet >= c->sheets.count)
        return false;
    const struct sheet *s = &c->sheets.at[sheet];
    const tn_view_surface *out = &c->surfaces.at[sheet];
    if (s->skin != skin || out->object != object)
        return false;
    const struct surface *now = view_sheet_surface(v, sheet);
    bool same = s->mesh_vertices == now->mesh->vertex_count && s->mesh_triangles == now->mesh->triangle_count;
    if (skin >= 0 && same) {
        vec3 d = v3_sub(v->skins.at[skin].color, out->color);
        same = v3_dot(d, d) == 0 && strcmp(v->skins.at[skin].name, out->name) == 0;
    }
    return same;
}

bool view_sheets_fit(const struct tn_view *v)
{
    const struct view_model *c = v->model;
    int next = 0;
    bool fits = c->topology != 0;
    for (int i = 0; i < c->objects.count && fits; i++) {
        fits = c->seen.at[i].covered == v->covered[i];
        if (has_sheet(&v->surface[i]))
            fits = fits && sheet_fits(v, next++, i, -1);
    }
    for (int i = 0; i < v->skins.count && fits; i++)
        if (has_sheet(&v->skins.at[i].surface))
            fits = sheet_fits(v, next++, -1, i);
    return fits && next == c->sheets.count;
}

/* ---- this moment ---- */

static void put(float *to, vec3 x)
{
    to[0] = (float)x.x;
    to[1] = (float)x.y;
    to[2] = (float)x.z;
}

/* The sum of the faces of each vertex; a cross product is as long as twice the area. */
static void find_normals(const tn_view_surface *out, const struct sheet *s, const struct mesh *m, float *normal)
{
    vec3 *sum = MEM_ARRAY(vec3, out->vertices + 1);
    for (int t = 0; t < out->triangles; t++) {
        const uint32_t *i = out->corner + 3 * t;
        const vec3 *x = m->vertex;
        vec3 a = x[s->source[i[0]]], b = x[s->source[i[1]]], c = x[s->source[i[2]]];
        vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
        for (int k = 0; k < 3; k++)
            sum[i[k]] = v3_add(sum[i[k]], n);
    }
    for (int i = 0; i < out->vertices; i++) {
        double length = v3_norm(sum[i]);
        put(normal + 3 * i, length > 0 && isfinite(length) ? v3_scale(1 / length, sum[i]) : v3(0, 0, 1));
    }
    mem_free(sum);
}

const struct deformed *view_deformed(const struct tn_view *v, int sheet)
{
    struct deformed *d = &v->deformed[sheet]; /* made on demand: the view stays as it is */
    const struct sheet *s = &v->model->sheets.at[sheet];
    const tn_view_surface *out = &v->model->surfaces.at[sheet];
    const struct surface *now = view_sheet_surface(v, sheet);
    if (d->made)
        return d;
    d->made = true;
    d->origin = v3_finite(now->middle) ? now->middle : v3(0, 0, 0);
    d->position = MEM_ARRAY(float, 3 * out->vertices + 1);
    d->normal = MEM_ARRAY(float, 3 * out->vertices + 1);
    for (int i = 0; i < out->vertices; i++)
        put(d->position + 3 * i, v3_sub(now->mesh->vertex[s->source[i]], d->origin));
    if (now->normal != NULL)
        for (int i = 0; i < out->vertices; i++)
            put(d->normal + 3 * i, now->normal[s->source[i]]);
    else
        find_normals(out, s, now->mesh, d->normal);
    if (now->strain != NULL) {
        d->strain = MEM_ARRAY(float, out->vertices + 1);
        d->volume = MEM_ARRAY(float, out->vertices + 1);
        for (int i = 0; i < out->vertices; i++) {
            d->strain[i] = now->strain[s->source[i]];
            d->volume[i] = now->volume[s->source[i]];
        }
    }
    if (now->line != NULL) {
        d->line = MEM_ARRAY(float, 3 * now->line_count + 1);
        for (int i = 0; i < now->line_count; i++)
            put(d->line + 3 * i, v3_sub(now->line[i], d->origin));
    }
    return d;
}

void view_free_deformed(struct tn_view *v)
{
    for (int i = 0; i < v->model->sheets.count; i++) {
        mem_free(v->deformed[i].position);
        mem_free(v->deformed[i].normal);
        mem_free(v->deformed[i].strain);
        mem_free(v->deformed[i].volume);
        mem_free(v->deformed[i].line);
    }
    mem_free(v->deformed);
}
