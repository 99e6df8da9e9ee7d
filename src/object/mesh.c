/* mesh.c: any closed polyhedron as a shape; reading it from a file. In the statement a file name and a scale stand
 * where other shapes have their sizes, so the class takes no numbers; the vertices of s->mesh are scaled already. */
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "base/open_file.h"
#include "object/shape_list.h"
#include "object/mesh.h"
#include "object/mesh_tree.h"

static const struct mesh_limits most = {.vertices = 10000000, .corners = 60000000};

/* Keeps the vertices that faces use, scaled, and splits each polygon into a fan of triangles from its first corner. For
 * a flat polygon the signed areas of the fan add up to its own even where it is not convex. */
static struct mesh *build(const struct polygons *p, double scale)
{
    int corners = p->corner.count, vertices = 0;
    struct mesh *m = MEM_NEW(struct mesh);
    m->references = 1;
    int *number = MEM_ARRAY(int, p->vertex.count); /* from 1; 0: not used by a face */
    for (int k = 0; k < corners; k++)
        number[p->corner.at[k]] = 1;
    for (int i = 0; i < p->vertex.count; i++)
        if (number[i] != 0)
            number[i] = ++vertices;
    m->vertex_count = vertices;
    m->vertex = MEM_ARRAY(vec3, vertices);
    for (int i = 0; i < p->vertex.count; i++)
        if (number[i] != 0)
            m->vertex[number[i] - 1] = v3_scale(scale, p->vertex.at[i]);

    m->triangle = mem_new(sizeof *m->triangle * (size_t)corners);
    for (int f = 0; f < polygons_count(p); f++) {
        const int *corner = &p->corner.at[p->face.at[f].first];
        int n = p->face.at[f + 1].first - p->face.at[f].first;
        for (int k = 1; k + 1 < n; k++) {
            int a = number[corner[0]] - 1, b = number[corner[k]] - 1, c = number[corner[k + 1]] - 1;
            if (a == b || b == c || c == a) /* at the bridge to a hole; its two sides cancel */
                continue;
            int *t = m->triangle[m->triangle_count++];
            t[0] = a, t[1] = b, t[2] = c;
        }
    }
    mem_free(number);
    return m;
}

/* Largest distance from the first vertex, and the area: a volume is compared with these to tell it from rounding. */
static double smallest_volume(const struct mesh *m)
{
    double reach = 0, area = 0;
    for (int i = 0; i < m->vertex_count; i++)
        reach = fmax(reach, v3_norm(v3_sub(m->vertex[i], m->vertex[0])));
    for (int i = 0; i < m->triangle_count; i++) {
        const int *t = m->triangle[i];
        vec3 a = m->vertex[t[0]], b = m->vertex[t[1]], c = m->vertex[t[2]];
        area += v3_norm(v3_cross(v3_sub(b, a), v3_sub(c, a))) / 2;
    }
    return 1e-13 * reach * area;
}

static char *check_volume(const char *name, const struct mesh *m)
{
    if (m->triangle_count == 0)
        return mem_print("%s: the surface encloses no volume", name);
    struct mass_properties p = mesh_mass(m);
    const sym3 *i = &p.inertia;
    if (!isfinite(p.mass) || !v3_finite(p.center) || !isfinite(i->xx + i->yy + i->zz + i->xy + i->xz + i->yz))
        return mem_print("%s: its coordinates are too large to compute with", name);
    if (fabs(p.mass) <= smallest_volume(m))
        return mem_print("%s: the surface encloses no volume", name);
    if (p.mass < 0)
        return mem_print(
            "%s: the surface is inside out: the vertices of a face must run anticlockwise seen from outside", name);
    if (!(i->xx > 0 && i->yy > 0 && i->zz > 0))
        return mem_print("%s: its coordinates are too small to compute with", name);
    return NULL;
}

/* A mesh of polygons, or the message. */
static struct mesh *finish(const char *name, struct polygons *p, double scale, char **message)
{
    *message = mesh_check_closed(name, p);
    if (*message != NULL) { /* many programs write a vertex once for each face around it */
        mem_free(*message);
        mesh_weld(p);
        *message = mesh_check_closed(name, p);
    }
    if (*message != NULL)
        return NULL;
    struct mesh *m = build(p, scale);
    *message = check_volume(name, m);
    m->tree = *message == NULL ? mesh_tree_new(m) : NULL;
    if (*message == NULL)
        return m;
    mesh_free(m);
    return NULL;
}

static struct mesh *parse(const char *name, const char *text, size_t length, double scale, char **message)
{
    if (!(scale > 0) || !isfinite(scale)) {
        *message = mem_print("%s: the scale must be positive and finite", name);
        return NULL;
    }
    struct polygons p;
    *message = (mesh_is_stl(name, text, length) ? mesh_read_stl : mesh_read_obj)(name, text, length, most, &p);
    struct mesh *m = *message == NULL ? finish(name, &p, scale, message) : NULL;
    polygons_free(&p);
    return m;
}

struct mesh *mesh_make(const double (*vertex)[3], int vertices, const int (*triangle)[3], int triangles, char **message)
{
    struct polygons p = {.vertex = {0}};
    *message = NULL;
    if (vertices > most.vertices || triangles > most.corners / 3)
        *message = mem_print("it has more than %d vertices or %d triangles", most.vertices, most.corners / 3);
    for (int i = 0; i < vertices && *message == NULL; i++) {
        ARRAY_PUSH(&p.vertex, v3(vertex[i][0], vertex[i][1], vertex[i][2]));
        if (!v3_finite(p.vertex.at[i]))
            *message = mem_print("vertex %d is not finite", i);
    }
    for (int i = 0; i < triangles && *message == NULL; i++) {
        ARRAY_PUSH(&p.face, ((struct polygon){3 * i, i + 1}));
        for (int k = 0; k < 3 && *message == NULL; k++) {
            ARRAY_PUSH(&p.corner, triangle[i][k]);
            if (triangle[i][k] < 0 || triangle[i][k] >= vertices)
                *message =
                    mem_print("triangle %d refers to vertex %d; there are 0 to %d", i, triangle[i][k], vertices - 1);
        }
        const int *t = triangle[i];
        if (*message == NULL && (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]))
            *message = mem_print("triangle %d has a vertex twice", i);
    }
    ARRAY_PUSH(&p.face, ((struct polygon){3 * triangles, triangles + 1}));
    struct mesh *m = *message == NULL ? finish("its triangles", &p, 1, message) : NULL;
    polygons_free(&p);
    return m;
}

struct mesh *mesh_parse(const char *name, const char *text, size_t length, double scale, char **message)
{
    /* the program may have set a locale with decimal commas */
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0), before = (locale_t)0;
    if (plain != (locale_t)0)
        before = uselocale(plain);
    struct mesh *m = parse(name, text, length, scale, message);
    if (plain != (locale_t)0) {
        uselocale(before);
        freelocale(plain);
    }
    return m;
}

/* The whole file; NULL with the message if that fails. Stops early at a zero byte, which only binary STL files have. */
static char *read_all(const char *path, size_t *length, char **message)
{
    enum { PIECE = 1 << 16 };
    const bool binary = mesh_named_stl(path);
    char why[OPEN_WHY];
    FILE *file = open_regular(path, why);
    if (file == NULL) {
        *message = mem_print("%s: cannot be read: %s", path, why);
        return NULL;
    }
    char *text = NULL;
    size_t count = 0, capacity = 0, got = 1;
    for (bool more = true; more && got > 0 && count < INT_MAX; count += got) {
        if (capacity - count < PIECE) {
            capacity = 2 * capacity + PIECE;
            text = mem_resize(text, count, capacity);
        }
        got = fread(text + count, 1, PIECE, file);
        more = binary || memchr(text + count, '\0', got) == NULL;
    }
    if (ferror(file)) {
        *message = mem_print("%s: cannot be read: %s", path, strerror(errno));
        mem_free(text);
        text = NULL;
    }
    fclose(file);
    *length = count;
    return text;
}

struct mesh *mesh_read(const char *path, double scale, char **message)
{
    size_t length;
    char *text = read_all(path, &length, message);
    if (text == NULL)
        return NULL;
    struct mesh *m = mesh_parse(path, text, length, scale, message);
    mem_free(text);
    return m;
}

void mesh_free(struct mesh *m)
{
    if (m == NULL || --m->references > 0)
        return;
    mesh_tree_free(m->tree);
    mem_free(m->vertex);
    mem_free(m->triangle);
    mem_free(m);
}

static struct mass_properties mass(const struct shape *s) { return mesh_mass(s->mesh); }

/* The box is centred on the origin of the file's coordinates, which need not lie inside the mesh. */
static vec3 extent(const struct shape *s)
{
    vec3 most_far = v3(0, 0, 0);
    for (int i = 0; i < s->mesh->vertex_count; i++) {
        vec3 v = s->mesh->vertex[i];
        most_far = v3(fmax(most_far.x, fabs(v.x)), fmax(most_far.y, fabs(v.y)), fmax(most_far.z, fabs(v.z)));
    }
    return most_far;
}

static const tn_parameter parameters[] = {
    {.word = "scale",
     .symbol = "s",
     .unit = "1",
     .fewest = 1,
     .most = 1,
     .range = TN_POSITIVE,
     .standard = "1",
     .help = "of the file's coordinates"},
    {.word = NULL},
};

const struct shape_class shape_mesh = {
    .kind = {.group = TN_KIND_OBJECT,
             .name = "mesh",
             .synonyms = {"obj", "stl", "polyhedron", "model"},
             .arguments = "\"file.obj\" scale s  |  : vertices x y z …; triangles i j k …; end",
             .help = "the solid inside a closed surface, from an OBJ or STL file, in its coordinates times s",
             .example = "object new: mesh \"solid.obj\" scale 1; end",
             .parameters = parameters},
    .sizes = 0,
    .mass = mass,
    .extent = extent,
};
