/* view_meshes.c: shapes that parts share, and their triangles.
 *
 * The triangles of a shape are those that pictures draw (solid.h), with the solid's sizes put in. Vertices with the same
 * place and normal are one, so that smooth shapes are closed by their indices; along sharp edges of meshes a vertex has
 * several normals and is repeated, with the same coordinates to the bit.
 */
#include <string.h>

#include "view/look.h"
#include "view/rays.h"
#include "view/view.h"

/* ---- shapes ---- */

static uint64_t mesh_key(uint64_t h, const struct mesh *m)
{
    for (int i = 0; i < m->vertex_count; i++)
        h = look_vector(h, m->vertex[i]);
    for (int i = 0; i < m->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            h = look_word(h, (uint64_t)m->triangle[i][k]);
    return h;
}

static uint64_t solid_key(const struct solid *s)
{
    uint64_t h = look_word(1, (uint64_t)s->kind);
    if (s->kind == SOLID_MESH)
        return mesh_key(h, s->mesh);
    return look_number(look_number(look_vector(look_vector(h, s->s), s->half), s->w), s->h);
}

static bool same_vector(vec3 a, vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/* Meshes are compared by address: a mesh that is held twice in memory has one key all the same. */
static bool same_solid(const struct solid *a, const struct solid *b)
{
    return a->kind == b->kind && a->mesh == b->mesh && a->w == b->w && a->h == b->h && same_vector(a->s, b->s) &&
           same_vector(a->half, b->half);
}

static tn_view_mesh seen_mesh(const struct view_mesh *m)
{
    static const char *const names[SOLID_KINDS] = {"sphere", "box",  "cylinder",  "capsule", "torus",
                                                   "link",   "cone", "ellipsoid", "coil",    "mesh"};
    const struct solid *s = &m->solid;
    vec3 size = v3(0, 0, 0);
    switch (s->kind) {
    case SOLID_SPHERE:
        size = v3(s->w, 0, 0);
        break;
    case SOLID_BOX:
        size = v3_scale(2, s->half);
        break;
    case SOLID_CYLINDER:
        size = v3(s->half.x, 2 * s->half.z, 0);
        break;
    case SOLID_CAPSULE:
        size = v3(s->w, 2 * s->s.z, 0);
        break;
    case SOLID_TORUS:
        size = v3(s->s.x, s->w, 0);
        break;
    case SOLID_LINK:
        size = v3(2 * s->half.z, 2 * s->half.x, s->w);
        break;
    case SOLID_CONE:
        size = v3(s->s.x, 2 * s->s.z, 0);
        break;
    case SOLID_ELLIPSOID:
        size = s->s;
        break;
    case SOLID_MESH:
    case SOLID_COIL:
    case SOLID_KINDS:
        break;
    }
    return (tn_view_mesh){m->key, names[s->kind], size, v3_sub(s->middle, s->half), v3_add(s->middle, s->half)};
}

/* The place of a key in the table of a model, or where it would be. */
static int slot_of(const struct view_model *c, uint64_t key)
{
    int i = (int)(key % (uint64_t)c->mesh_slots);
    while (c->mesh_slot[i] > 0 && c->meshes.at[c->mesh_slot[i] - 1]->key != key)
        i = (i + 1) % c->mesh_slots;
    return i;
}

static int find_key(const struct view_model *c, uint64_t key)
{
    return c == NULL || c->mesh_slots == 0 ? -1 : c->mesh_slot[slot_of(c, key)] - 1;
}

static void add_mesh(struct view_model *c, struct view_mesh *m)
{
    ARRAY_PUSH(&c->meshes, m);
    ARRAY_PUSH(&c->seen_meshes, seen_mesh(m));
    if (2 * c->meshes.count > c->mesh_slots) {
        mem_free(c->mesh_slot);
        c->mesh_slots = 4 * c->meshes.count + 29;
        c->mesh_slot = MEM_ARRAY(int, c->mesh_slots);
        for (int i = 0; i + 1 < c->meshes.count; i++)
            c->mesh_slot[slot_of(c, c->meshes.at[i]->key)] = i + 1;
    }
    c->mesh_slot[slot_of(c, m->key)] = c->meshes.count;
}

/* A mesh of a file has many vertices and is hashed once: the older model holds it, so its address is enough. */
static struct view_mesh *held_mesh(const struct view_model *c, const struct solid *s)
{
    for (int i = 0; c != NULL && s->kind == SOLID_MESH && i < c->meshes.count; i++)
        if (c->meshes.at[i]->solid.mesh == s->mesh)
            return c->meshes.at[i];
    return NULL;
}

int view_mesh_find(struct view_model *c, const struct solid *s, const struct view_model *like)
{
    int last = c->meshes.count - 1; /* bodies that were made in a loop are alike */
    if (last >= 0 && same_solid(&c->meshes.at[last]->solid, s))
        return last;
    struct view_mesh *old = held_mesh(like, s);
    uint64_t key = old != NULL ? old->key : solid_key(s);
    int found = find_key(c, key);
    if (found >= 0)
        return found;
    if (old == NULL && find_key(like, key) >= 0)
        old = like->meshes.at[find_key(like, key)];
    if (old != NULL) {
        old->references++;
        add_mesh(c, old);
    } else {
        struct view_mesh *m = MEM_NEW(struct view_mesh);
        *m = (struct view_mesh){.references = 1, .key = key, .solid = *s};
        if (s->mesh != NULL)
            s->mesh->references++;
        add_mesh(c, m);
    }
    return c->meshes.count - 1;
}

void view_meshes_free(struct view_model *c)
{
    for (int i = 0; i < c->meshes.count; i++) {
        struct view_mesh *m = c->meshes.at[i];
        if (--m->references > 0)
            continue;
        for (int d = 0; d < SOLID_DETAILS; d++) {
            mem_free(m->detail[d].position);
            mem_free(m->detail[d].normal);
            mem_free(m->detail[d].corner);
        }
        if (m->solid.mesh != NULL)
            mesh_free(m->solid.mesh);
        triangle_tree_free(m->tree);
        mem_free(m);
    }
    ARRAY_FREE(&c->meshes);
    ARRAY_FREE(&c->seen_meshes);
    mem_free(c->mesh_slot);
}

/* ---- triangles ---- */

/* Finds vertices that are the same, by a table of hashes. */
struct welder {
    struct view_triangles *t;
    int *slot, slots; /* 1 + a vertex, 0: free */
};

static uint32_t bits_of(float x)
{
    uint32_t bits;
    x += 0.0f;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static int weld(struct welder *w, const float at[6])
{
    uint64_t h = 7;
    struct view_triangles *t = w->t;
    for (int k = 0; k < 6; k++)
        h = look_word(h, bits_of(at[k]));
    int i = (int)(h % (uint64_t)w->slots);
    for (; w->slot[i] > 0; i = (i + 1) % w->slots) {
        int v = w->slot[i] - 1;
        if (memcmp(t->position + 3 * v, at, 3 * sizeof *at) == 0 &&
            memcmp(t->normal + 3 * v, at + 3, 3 * sizeof *at) == 0)
            return v;
    }
    int v = t->vertices++;
    memcpy(t->position + 3 * v, at, 3 * sizeof *at);
    memcpy(t->normal + 3 * v, at + 3, 3 * sizeof *at);
    w->slot[i] = v + 1;
    return v;
}

/* What is tiny beside the solid is 0: the ring of vertices at a pole becomes one. */
static float tidy(double x, double scale) { return fabs(x) < 1e-12 * scale ? 0 : (float)x; }

static void place_vertex(const struct solid *s, const struct solid_vertex *v, double scale, float at[6])
{
    vec3 x = solid_place(s, v), n = solid_normal(s, v);
    const double all[6] = {x.x, x.y, x.z, n.x, n.y, n.z};
    for (int k = 0; k < 6; k++)
        at[k] = tidy(all[k], k < 3 ? scale : 1);
}

static void make_triangles(const struct view_mesh *m, int detail, struct view_triangles *t)
{
    const struct solid *s = &m->solid;
    struct net n = s->kind == SOLID_MESH ? solid_mesh_net(s->mesh) : solid_net(s->kind, detail);
    int count = n.vertices.count, corners = n.corners.count;
    *t = (struct view_triangles){.made = true,
                                 .position = MEM_ARRAY(float, 3 * count + 1),
                                 .normal = MEM_ARRAY(float, 3 * count + 1),
                                 .corner = MEM_ARRAY(uint32_t, corners + 1)};
    struct welder w = {.t = t, .slots = 2 * count + 7};
    w.slot = MEM_ARRAY(int, w.slots);
    int *as = MEM_ARRAY(int, count + 1);
    double scale = v3_norm(s->half) + v3_norm(s->middle);
    for (int i = 0; i < count; i++) {
        float at[6];
        place_vertex(s, &n.vertices.at[i], scale, at);
        as[i] = weld(&w, at);
    }
    for (int i = 0; i < corners; i += 3) {
        int a = as[n.corners.at[i]], b = as[n.corners.at[i + 1]], c = as[n.corners.at[i + 2]];
        if (a == b || b == c || c == a)
            continue;
        uint32_t *to = t->corner + 3 * t->triangles++;
        to[0] = (uint32_t)a;
        to[1] = (uint32_t)b;
        to[2] = (uint32_t)c;
    }
    mem_free(w.slot);
    mem_free(as);
    net_free(&n);
}

const struct view_triangles *view_mesh_triangles(struct view_mesh *m, int detail)
{
    struct view_triangles *t = &m->detail[m->solid.kind == SOLID_MESH ? 0 : detail];
    if (!t->made)
        make_triangles(m, detail, t);
    return t;
}
