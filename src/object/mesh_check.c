/* mesh_check.c: is a surface closed, and do its faces agree on which side is outside?
 *
 * A closed oriented surface passes along every edge exactly twice, once in each direction. All passages are sorted by
 * their two vertices (counting sort, so linear in the file), and each group of equal edges is checked.
 */
#include <stdlib.h>

#include "object/mesh.h"

/* One face's passage along an edge; forward when it goes from the lower vertex to the higher. */
struct passage {
    int low, high, face;
    bool forward;
};

static struct passage *passages(const struct polygons *p, int *count)
{
    struct passage *list = MEM_ARRAY(struct passage, p->corner.count);
    int n = 0;
    for (int f = 0; f < polygons_count(p); f++) {
        int first = p->face.at[f].first, end = p->face.at[f + 1].first;
        for (int k = first; k < end; k++) {
            int a = p->corner.at[k], b = p->corner.at[k + 1 < end ? k + 1 : first];
            if (a != b)
                list[n++] = a < b ? (struct passage){a, b, f, true} : (struct passage){b, a, f, false};
        }
    }
    *count = n;
    return list;
}

/* Stable, so that passages along one edge stay in the order of the file. */
static void sort_by(const struct passage *from, struct passage *to, int count, int *start, int keys, bool by_high)
{
    for (int v = 0; v <= keys; v++)
        start[v] = 0;
    for (int i = 0; i < count; i++)
        start[(by_high ? from[i].high : from[i].low) + 1]++;
    for (int v = 0; v < keys; v++)
        start[v + 1] += start[v];
    for (int i = 0; i < count; i++)
        to[start[by_high ? from[i].high : from[i].low]++] = from[i];
}

static void sort(struct passage *list, int count, int vertices)
{
    struct passage *other = MEM_ARRAY(struct passage, count);
    int *start = MEM_ARRAY(int, vertices + 1);
    sort_by(list, other, count, start, vertices, true);
    sort_by(other, list, count, start, vertices, false);
    mem_free(start);
    mem_free(other);
}

/* The passage of a group to report, or -1 if the group has no error. */
static int blamed(const struct passage *g, int uses)
{
    if (uses == 1)
        return 0;
    if (uses > 2)
        return 2;
    return g[0].forward == g[1].forward ? 1 : -1;
}

static char *complaint(const char *name, const struct polygons *p, const struct passage *g, int uses)
{
    const struct passage *own = &g[blamed(g, uses)];
    vec3 a = p->vertex.at[own->forward ? own->low : own->high], b = p->vertex.at[own->forward ? own->high : own->low];
    int line = p->face.at[own->face].line;
    char *edge =
        mem_print("the edge from (%.10g, %.10g, %.10g) to (%.10g, %.10g, %.10g)", a.x, a.y, a.z, b.x, b.y, b.z);
    char *message;
    if (uses == 1)
        message = mem_print("%s:%d: the surface is open at %s of this face", name, line, edge);
    else if (uses > 2)
        message = mem_print("%s:%d: %d faces meet at %s where only 2 can", name, line, uses, edge);
    else
        message = mem_print("%s:%d: this face and the one of line %d disagree about which side is outside, at %s", name,
                            line, p->face.at[g->face].line, edge);
    mem_free(edge);
    return message;
}

char *mesh_check_closed(const char *name, const struct polygons *p)
{
    int count, worst = -1, worst_uses = 0, worst_face = 0;
    struct passage *list = passages(p, &count);
    sort(list, count, p->vertex.count);
    /* the earliest wrong face in the file is named */
    for (int i = 0, uses; i < count; i += uses) {
        for (uses = 1; i + uses < count && list[i + uses].low == list[i].low && list[i + uses].high == list[i].high;)
            uses++;
        int k = blamed(&list[i], uses);
        if (k >= 0 && (worst < 0 || list[i + k].face < worst_face)) {
            worst = i;
            worst_uses = uses;
            worst_face = list[i + k].face;
        }
    }
    char *message = worst < 0 ? NULL : complaint(name, p, &list[worst], worst_uses);
    mem_free(list);
    return message;
}

struct spot {
    vec3 at;
    int vertex;
};

static int by_place(const void *left, const void *right)
{
    const struct spot *a = left, *b = right;
    if (a->at.x != b->at.x)
        return a->at.x < b->at.x ? -1 : 1;
    if (a->at.y != b->at.y)
        return a->at.y < b->at.y ? -1 : 1;
    if (a->at.z != b->at.z)
        return a->at.z < b->at.z ? -1 : 1;
    return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

/* Removes corners equal to the one before them, and faces with fewer than three left. */
static void drop_collapsed(struct polygons *p)
{
    int corners = 0, faces = 0;
    for (int f = 0; f < polygons_count(p); f++) {
        int begin = p->face.at[f].first, end = p->face.at[f + 1].first, first = corners;
        int start = p->corner.at[begin]; /* may be written over below */
        for (int k = begin; k < end; k++) {
            int own = p->corner.at[k], next = k + 1 < end ? p->corner.at[k + 1] : start;
            if (own != next)
                p->corner.at[corners++] = own;
        }
        if (corners - first < 3)
            corners = first;
        else
            p->face.at[faces++] = (struct polygon){first, p->face.at[f].line};
    }
    p->face.at[faces] = (struct polygon){corners, 0};
    p->face.count = faces + 1;
    p->corner.count = corners;
}

void mesh_weld(struct polygons *p)
{
    int n = p->vertex.count;
    struct spot *spot = MEM_ARRAY(struct spot, n);
    int *same = MEM_ARRAY(int, n);
    for (int i = 0; i < n; i++)
        spot[i] = (struct spot){p->vertex.at[i], i};
    qsort(spot, (size_t)n, sizeof *spot, by_place);
    for (int i = 0; i < n; i++) {
        bool again = i > 0 && spot[i].at.x == spot[i - 1].at.x && spot[i].at.y == spot[i - 1].at.y &&
                     spot[i].at.z == spot[i - 1].at.z;
        same[spot[i].vertex] = again ? same[spot[i - 1].vertex] : spot[i].vertex;
    }
    for (int k = 0; k < p->corner.count; k++)
        p->corner.at[k] = same[p->corner.at[k]];
    mem_free(same);
    mem_free(spot);
    drop_collapsed(p);
}
