/* space.c: broad phase and narrow phase over all pieces: a tree of boxes, pairs that are near, their manifolds.
 *
 * A leaf's box is larger than its piece; the tree and the pairs change only when a piece leaves it. Pairs are kept sorted
 * by their pieces, so that what comes out does not depend on when they came near.
 */
#include <stdlib.h>
#include <string.h>

#include "collide/contact_parts.h"

/* A part of the size of a piece: how far apart points still count; and how much larger the boxes in the tree are. */
static const double reach_out = 0.02, slack = 0.15;

struct pair {
    int a, b; /* pieces, in the order of their types */
    struct pair_hint hint;
    int count;
    struct manifold first;
    struct manifold *more; /* PAIR_MANIFOLDS − 1 of them, for pairs with rings */
};

struct pair_ref {
    uint64_t key;
    int slot;
};

struct contact_space {
    ARRAY(struct piece) pieces;
    ARRAY(bool) movable; /* by body */
    ARRAY(int) name;     /* by body, for what pairs store; empty: its number */
    contact_filter *filter;
    void *ctx;
    struct placed *placed; /* by piece, as are: */
    struct box3 *box;      /* around the piece and the margin it asks for */
    double *speed;         /* most of its points' */
    int *leaf;
    bool *moved; /* has left its box in the tree */
    int *planes;
    int plane_count;
    struct placed *plane_was; /* by index in planes */
    struct tree *tree;
    ARRAY(struct pair) pool;
    ARRAY(int) unused;
    ARRAY(struct pair_ref) refs, merged; /* sorted by key */
    ARRAY(uint64_t) found;
    ARRAY(struct manifold *) active;
    long looked_at;
};

struct contact_space *contact_space_new(void)
{
    struct contact_space *c = MEM_NEW(struct contact_space);
    c->tree = tree_new();
    return c;
}

static void forget_pieces(struct contact_space *c)
{
    for (int i = 0; i < c->pieces.count; i++)
        piece_release(&c->pieces.at[i]);
    c->pieces.count = 0;
    mem_free(c->placed);
    mem_free(c->box);
    mem_free(c->speed);
    mem_free(c->leaf);
    mem_free(c->moved);
    mem_free(c->planes);
    mem_free(c->plane_was);
}

static void forget_pairs(struct contact_space *c)
{
    for (int i = 0; i < c->pool.count; i++)
        mem_free(c->pool.at[i].more);
    c->pool.count = c->unused.count = c->refs.count = c->active.count = 0;
}

void contact_space_free(struct contact_space *c)
{
    if (c == NULL)
        return;
    forget_pieces(c);
    forget_pairs(c);
    tree_free(c->tree);
    ARRAY_FREE(&c->pieces);
    ARRAY_FREE(&c->movable);
    ARRAY_FREE(&c->name);
    ARRAY_FREE(&c->pool);
    ARRAY_FREE(&c->unused);
    ARRAY_FREE(&c->refs);
    ARRAY_FREE(&c->merged);
    ARRAY_FREE(&c->found);
    ARRAY_FREE(&c->active);
    mem_free(c);
}

/* Where a manifold of a pair of `from` lies in its copy. */
static struct manifold *same_manifold(const struct contact_space *from, struct contact_space *c,
                                      const struct manifold *m)
{
    for (int i = 0; i < from->pool.count; i++) {
        const struct pair *p = &from->pool.at[i];
        if (m == &p->first)
            return &c->pool.at[i].first;
        if (p->more != NULL && m >= p->more && m < p->more + PAIR_MANIFOLDS - 1)
            return c->pool.at[i].more + (m - p->more);
    }
    return NULL;
}

#define COPY_BY_PIECE(to, from, name)                                                                                  \
    (to)->name = mem_copy((from)->name, sizeof *(to)->name * (size_t)(from)->pieces.count)

struct contact_space *contact_space_copy(const struct contact_space *from, contact_filter *filter, void *ctx)
{
    struct contact_space *c = MEM_NEW(struct contact_space);
    ARRAY_COPY(&c->pieces, &from->pieces);
    for (int i = 0; i < c->pieces.count; i++)
        if (c->pieces.at[i].hull != NULL)
            c->pieces.at[i].hull->references++;
    ARRAY_COPY(&c->movable, &from->movable);
    ARRAY_COPY(&c->name, &from->name);
    c->filter = filter;
    c->ctx = ctx;
    COPY_BY_PIECE(c, from, placed);
    COPY_BY_PIECE(c, from, box);
    COPY_BY_PIECE(c, from, speed);
    COPY_BY_PIECE(c, from, leaf);
    COPY_BY_PIECE(c, from, moved);
    COPY_BY_PIECE(c, from, planes);
    c->plane_count = from->plane_count;
    c->plane_was = mem_copy(from->plane_was, sizeof *c->plane_was * (size_t)from->plane_count);
    c->tree = tree_copy(from->tree);
    ARRAY_COPY(&c->pool, &from->pool);
    for (int i = 0; i < c->pool.count; i++)
        if (from->pool.at[i].more != NULL)
            c->pool.at[i].more =
                mem_copy(from->pool.at[i].more, sizeof *c->pool.at[i].more * (size_t)(PAIR_MANIFOLDS - 1));
    ARRAY_COPY(&c->unused, &from->unused);
    ARRAY_COPY(&c->refs, &from->refs);
    ARRAY_RESERVE(&c->active, from->active.count);
    for (int i = 0; i < from->active.count; i++)
        c->active.at[i] = same_manifold(from, c, from->active.at[i]);
    c->active.count = from->active.count;
    c->looked_at = from->looked_at;
    return c;
}

int contact_count(const struct contact_space *c) { return c->active.count; }
struct manifold *contact_at(struct contact_space *c, int i) { return c->active.at[i]; }
long contact_pairs(const struct contact_space *c) { return c->looked_at; }
int contact_pieces(const struct contact_space *c) { return c->pieces.count; }
const struct piece *contact_piece(const struct contact_space *c, int i) { return &c->pieces.at[i]; }

/* ---- filling ---- */

void contact_space_fill(struct contact_space *c, const struct piece *pieces, int count, const bool *movable,
                        const int *name, int bodies, contact_filter *filter, void *ctx)
{
    size_t size = contact_memory_size(c);
    unsigned char *memory = mem_new(size);
    size = contact_memory_save(c, memory);
    forget_pieces(c);
    tree_clear(c->tree);
    ARRAY_RESERVE(&c->pieces, count);
    ARRAY_RESERVE(&c->movable, bodies);
    c->movable.count = bodies;
    for (int i = 0; i < bodies; i++)
        c->movable.at[i] = movable[i];
    c->name.count = 0;
    for (int i = 0; i < bodies && name != NULL; i++)
        ARRAY_PUSH(&c->name, name[i]);
    c->plane_count = 0;
    c->planes = MEM_ARRAY(int, count);
    for (int i = 0; i < count; i++) {
        struct piece p = pieces[i];
        if (p.hull != NULL)
            p.hull->references++;
        ARRAY_PUSH(&c->pieces, p);
        if (p.type == PIECE_PLANE)
            c->planes[c->plane_count++] = i;
    }
    c->placed = MEM_ARRAY(struct placed, count);
    c->box = MEM_ARRAY(struct box3, count);
    c->speed = MEM_ARRAY(double, count);
    c->moved = MEM_ARRAY(bool, count);
    c->leaf = MEM_ARRAY(int, count);
    c->plane_was = MEM_ARRAY(struct placed, c->plane_count);
    for (int i = 0; i < count; i++)
        c->leaf[i] = -1;
    c->filter = filter;
    c->ctx = ctx;
    contact_memory_restore(c, memory, size);
    mem_free(memory);
}

/* ---- boxes ---- */

static struct box3 grown(struct box3 b, double by)
{
    vec3 d = v3(by, by, by);
    return (struct box3){v3_sub(b.low, d), v3_add(b.high, d)};
}

/* The box of the tree: a bit larger, and longer where the piece goes. */
static struct box3 roomy(const struct contact_space *c, int i, vec3 travel)
{
    struct box3 b = grown(c->box[i], slack * c->pieces.at[i].size + 0.5 * v3_norm(travel));
    b.low = v3_add(b.low, v3(fmin(travel.x, 0), fmin(travel.y, 0), fmin(travel.z, 0)));
    b.high = v3_add(b.high, v3(fmax(travel.x, 0), fmax(travel.y, 0), fmax(travel.z, 0)));
    return b;
}

/* It has left its box, or its box is much too large since it was fast. */
static bool needs_new_box(const struct contact_space *c, int i, vec3 travel)
{
    if (c->leaf[i] < 0)
        return true;
    const struct box3 *b = tree_box(c->tree, c->leaf[i]);
    struct box3 most =
        grown(c->box[i], 4 * (slack * c->pieces.at[i].size + 1.5 * v3_norm(travel)) + 0.1 * c->pieces.at[i].reach);
    return !box_contains(b, &c->box[i]) || !box_contains(&most, b);
}

static void place_all(struct contact_space *c, const struct pose *pose, double ahead)
{
    for (int i = 0; i < c->pieces.count; i++) {
        const struct piece *p = &c->pieces.at[i];
        const struct pose *body = &pose[p->body];
        c->moved[i] = false;
        c->placed[i] = place_piece(p, body);
        if (p->type == PIECE_PLANE)
            continue;
        double lever = v3_norm(p->at) + p->reach;
        c->speed[i] = v3_norm(body->v) + v3_norm(body->w) * lever;
        c->box[i] = grown(box_of_piece(p, &c->placed[i]), reach_out * p->size + c->speed[i] * ahead);
        vec3 travel = v3_scale(2 * ahead, body->v);
        if (!needs_new_box(c, i, travel))
            continue;
        if (c->leaf[i] >= 0)
            tree_remove(c->tree, c->leaf[i]);
        c->leaf[i] = tree_insert(c->tree, roomy(c, i, travel), i);
        c->moved[i] = true;
    }
    for (int k = 0; k < c->plane_count; k++) { /* a plane that has moved may meet anything */
        const struct placed *now = &c->placed[c->planes[k]];
        if (memcmp(now, &c->plane_was[k], sizeof *now) == 0)
            continue;
        c->plane_was[k] = *now;
        c->moved[c->planes[k]] = true;
    }
}

/* ---- pairs ---- */

struct search {
    struct contact_space *c;
    int piece;
};

static uint64_t key_of(const struct contact_space *c, int i, int j)
{
    enum piece_type ti = c->pieces.at[i].type, tj = c->pieces.at[j].type;
    bool turned = ti > tj || (ti == tj && i > j);
    return turned ? (uint64_t)(uint32_t)j << 32 | (uint32_t)i : (uint64_t)(uint32_t)i << 32 | (uint32_t)j;
}

static void note_pair(void *ctx, int other)
{
    struct search *s = ctx;
    struct contact_space *c = s->c;
    int a = c->pieces.at[s->piece].body, b = c->pieces.at[other].body;
    if (a == b || (!c->movable.at[a] && !c->movable.at[b]) || (c->moved[other] && other < s->piece))
        return; /* if both moved, only the later one adds the pair */
    ARRAY_PUSH(&c->found, key_of(c, s->piece, other));
}

/* Does a box reach below a plane? */
static bool meets_plane(const struct box3 *b, const struct placed *plane)
{
    vec3 n = m3_column(&plane->r, 2);
    vec3 low = v3(n.x > 0 ? b->low.x : b->high.x, n.y > 0 ? b->low.y : b->high.y, n.z > 0 ? b->low.z : b->high.z);
    return v3_dot(n, v3_sub(low, plane->x)) <= 0;
}

static bool still_near(const struct contact_space *c, int a, int b)
{
    const struct box3 *box = tree_box(c->tree, c->leaf[a]);
    if (c->pieces.at[b].type == PIECE_PLANE)
        return meets_plane(box, &c->placed[b]);
    return boxes_meet(box, tree_box(c->tree, c->leaf[b]));
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void search_near(struct contact_space *c)
{
    c->found.count = 0;
    for (int i = 0; i < c->pieces.count; i++) {
        if (c->leaf[i] < 0)
            continue;
        struct search s = {c, i};
        if (c->moved[i])
            tree_query(c->tree, tree_box(c->tree, c->leaf[i]), note_pair, &s);
        for (int k = 0; k < c->plane_count; k++) {
            int plane = c->planes[k];
            if ((c->moved[i] || c->moved[plane]) && meets_plane(tree_box(c->tree, c->leaf[i]), &c->placed[plane])) {
                if (c->movable.at[c->pieces.at[i].body] || c->movable.at[c->pieces.at[plane].body])
                    ARRAY_PUSH(&c->found, key_of(c, i, plane));
            }
        }
    }
    if (c->found.count > 0)
        qsort(c->found.at, (size_t)c->found.count, sizeof *c->found.at, compare_keys);
}

static int new_pair(struct contact_space *c, uint64_t key)
{
    struct pair p = {.a = (int)(key >> 32), .b = (int)(uint32_t)key};
    const struct piece *a = &c->pieces.at[p.a], *b = &c->pieces.at[p.b];
    p.first = (struct manifold){.a = a->body, .b = b->body, .piece_a = p.a, .piece_b = p.b};
    p.first.rule = c->filter != NULL ? c->filter(c->ctx, a->body, b->body) : 0;
    if (p.first.rule < 0)
        return -1;
    if (b->type == PIECE_RING) {
        p.more = MEM_ARRAY(struct manifold, PAIR_MANIFOLDS - 1);
        for (int k = 0; k < PAIR_MANIFOLDS - 1; k++)
            p.more[k] = p.first;
    }
    if (c->unused.count > 0) {
        int slot = c->unused.at[--c->unused.count];
        c->pool.at[slot] = p;
        return slot;
    }
    ARRAY_PUSH(&c->pool, p);
    return c->pool.count - 1;
}

static void drop_pair(struct contact_space *c, int slot)
{
    mem_free(c->pool.at[slot].more);
    c->pool.at[slot].more = NULL;
    ARRAY_PUSH(&c->unused, slot);
}

/* The pairs of before that are still near, and those just found, in one sorted list. */
static void merge_pairs(struct contact_space *c)
{
    int f = 0;
    c->merged.count = 0;
    for (int i = 0; i <= c->refs.count; i++) {
        uint64_t key = i < c->refs.count ? c->refs.at[i].key : UINT64_MAX;
        for (; f < c->found.count && c->found.at[f] < key; f++) {
            if (f > 0 && c->found.at[f] == c->found.at[f - 1])
                continue;
            int slot = new_pair(c, c->found.at[f]);
            if (slot >= 0)
                ARRAY_PUSH(&c->merged, ((struct pair_ref){c->found.at[f], slot}));
        }
        while (f < c->found.count && c->found.at[f] == key)
            f++;
        if (i == c->refs.count)
            break;
        const struct pair *p = &c->pool.at[c->refs.at[i].slot];
        if ((c->moved[p->a] || c->moved[p->b]) && !still_near(c, p->a, p->b))
            drop_pair(c, c->refs.at[i].slot);
        else
            ARRAY_PUSH(&c->merged, c->refs.at[i]);
    }
    c->refs.count = 0;
    ARRAY_RESERVE(&c->refs, c->merged.count);
    if (c->merged.count > 0)
        memcpy(c->refs.at, c->merged.at, sizeof *c->refs.at * (size_t)c->merged.count);
    c->refs.count = c->merged.count;
}

static bool any_moved(const struct contact_space *c)
{
    for (int i = 0; i < c->pieces.count; i++)
        if (c->moved[i])
            return true;
    return false;
}

/* ---- manifolds ---- */

/* Warm start: a point that was there before keeps its impulses. */
static void remember(struct manifold *m, struct contact_point *old, int count)
{
    for (int i = 0; i < m->count; i++) {
        m->point[i].push = 0;
        m->point[i].drag = v3(0, 0, 0);
        for (int k = 0; k < count; k++)
            if (old[k].feature == m->point[i].feature) {
                m->point[i].push = old[k].push;
                m->point[i].drag = old[k].drag;
                old[k].feature = UINT32_MAX; /* only once */
                break;
            }
    }
}

static struct manifold *manifold_of(struct pair *p, int i) { return i == 0 ? &p->first : &p->more[i - 1]; }

static int old_points(struct pair *p, struct contact_point *out)
{
    int n = 0;
    for (int i = 0; i < p->count; i++) {
        const struct manifold *m = manifold_of(p, i);
        for (int k = 0; k < m->count; k++)
            out[n++] = m->point[k];
    }
    return n;
}

static double margin_of(const struct contact_space *c, const struct pair *p, double ahead)
{
    double a = c->pieces.at[p->a].size, b = c->pieces.at[p->b].size;
    double small = a > 0 && a < b ? a : b > 0 ? b : a;
    return (isfinite(small) ? reach_out * small : 0) + (c->speed[p->a] + c->speed[p->b]) * ahead;
}

static void look_at_pair(struct contact_space *c, struct pair *p, double ahead)
{
    struct contact_point old[PAIR_MANIFOLDS * MANIFOLD_POINTS];
    struct manifold made[PAIR_MANIFOLDS];
    const struct piece *a = &c->pieces.at[p->a], *b = &c->pieces.at[p->b];
    int olds = old_points(p, old), count;
    if (p->more == NULL) {
        count = narrow_pair(a, &c->placed[p->a], b, &c->placed[p->b], margin_of(c, p, ahead), &p->hint, &p->first);
    } else {
        count = narrow_pair(a, &c->placed[p->a], b, &c->placed[p->b], margin_of(c, p, ahead), &p->hint, made);
        for (int i = 0; i < count; i++) {
            struct manifold *m = manifold_of(p, i);
            m->count = made[i].count;
            m->normal = made[i].normal;
            memcpy(m->point, made[i].point, sizeof m->point);
        }
    }
    p->count = count;
    for (int i = 0; i < count; i++) {
        remember(manifold_of(p, i), old, olds);
        manifold_of(p, i)->twist = v3(0, 0, 0);
        ARRAY_PUSH(&c->active, manifold_of(p, i));
    }
}

void contact_find(struct contact_space *c, const struct pose *pose, double ahead)
{
    place_all(c, pose, ahead);
    if (any_moved(c)) {
        search_near(c);
        merge_pairs(c);
    }
    c->active.count = 0;
    c->looked_at = 0;
    for (int i = 0; i < c->refs.count; i++) {
        struct pair *p = &c->pool.at[c->refs.at[i].slot];
        bool plane = c->pieces.at[p->b].type == PIECE_PLANE;
        if (plane ? meets_plane(&c->box[p->a], &c->placed[p->b]) : boxes_meet(&c->box[p->a], &c->box[p->b])) {
            c->looked_at++;
            look_at_pair(c, p, ahead);
        } else {
            p->count = 0;
        }
        if (p->count == 0)
            p->hint.axis = 0;
    }
}

/* ---- saving and restoring ---- */

struct memory_pair {
    int name_a, part_a, name_b, part_b, axis, points;
};
struct memory_point {
    uint32_t feature;
    double push;
    vec3 drag;
};

size_t contact_memory_size(const struct contact_space *c)
{
    size_t most = sizeof(struct memory_pair) + PAIR_MANIFOLDS * MANIFOLD_POINTS * sizeof(struct memory_point);
    return (size_t)c->refs.count * most;
}

static void append(unsigned char *out, size_t *at, const void *from, size_t size)
{
    memcpy(out + *at, from, size);
    *at += size;
}

static int name_of(const struct contact_space *c, int body) { return c->name.count > 0 ? c->name.at[body] : body; }

size_t contact_memory_save(const struct contact_space *c, unsigned char *out)
{
    size_t at = 0;
    for (int i = 0; i < c->refs.count; i++) {
        struct pair *p = &c->pool.at[c->refs.at[i].slot];
        struct contact_point point[PAIR_MANIFOLDS * MANIFOLD_POINTS];
        const struct piece *a = &c->pieces.at[p->a], *b = &c->pieces.at[p->b];
        struct memory_pair head = {name_of(c, a->body), a->part, name_of(c, b->body), b->part, p->hint.axis,
                                   old_points(p, point)};
        if (head.points == 0)
            continue;
        append(out, &at, &head, sizeof head);
        for (int k = 0; k < head.points; k++) {
            struct memory_point m;
            memset(&m, 0, sizeof m);
            m.feature = point[k].feature;
            m.push = point[k].push;
            m.drag = point[k].drag;
            append(out, &at, &m, sizeof m);
        }
    }
    return at;
}

static int compare_refs(const void *a, const void *b)
{
    const struct pair_ref *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* The first piece of each body, by its name: parts follow one another. -1: the body has none. */
static int *first_pieces(const struct contact_space *c)
{
    int *first = MEM_ARRAY(int, c->movable.count + 1);
    for (int i = 0; i < c->movable.count; i++)
        first[i] = -1;
    for (int i = c->pieces.count - 1; i >= 0; i--)
        first[name_of(c, c->pieces.at[i].body)] = i - c->pieces.at[i].part;
    return first;
}

static int find_piece(const struct contact_space *c, const int *first, int name, int part)
{
    if (name < 0 || name >= c->movable.count || first[name] < 0 || part < 0)
        return -1;
    int i = first[name] + part;
    return i >= 0 && i < c->pieces.count && name_of(c, c->pieces.at[i].body) == name ? i : -1;
}

/* Restores one pair of a memory block; only the names and impulses of its points count, until it is updated. */
static void restore_pair(struct contact_space *c, const int *first, const struct memory_pair *head,
                         const unsigned char *points)
{
    int a = find_piece(c, first, head->name_a, head->part_a), b = find_piece(c, first, head->name_b, head->part_b);
    if (a < 0 || b < 0 || a == b)
        return;
    uint64_t key = key_of(c, a, b);
    int slot = new_pair(c, key);
    if (slot < 0)
        return;
    struct pair *p = &c->pool.at[slot];
    int most = (p->more != NULL ? PAIR_MANIFOLDS : 1) * MANIFOLD_POINTS;
    p->hint.axis = head->axis;
    for (int k = 0; k < head->points && k < most; k++) {
        struct memory_point m;
        memcpy(&m, points + (size_t)k * sizeof m, sizeof m);
        struct manifold *to = manifold_of(p, k / MANIFOLD_POINTS);
        to->point[k % MANIFOLD_POINTS] = (struct contact_point){.feature = m.feature, .push = m.push, .drag = m.drag};
        to->count = k % MANIFOLD_POINTS + 1;
        p->count = k / MANIFOLD_POINTS + 1;
    }
    ARRAY_PUSH(&c->refs, ((struct pair_ref){key, slot}));
}

bool contact_memory_restore(struct contact_space *c, const unsigned char *in, size_t size)
{
    int *first = first_pieces(c);
    size_t at = 0;
    bool whole = true;
    forget_pairs(c);
    while (at < size && whole) {
        struct memory_pair head;
        whole = size - at >= sizeof head;
        if (!whole)
            break;
        memcpy(&head, in + at, sizeof head);
        at += sizeof head;
        whole = head.points >= 0 && head.points <= PAIR_MANIFOLDS * MANIFOLD_POINTS &&
                (size - at) / sizeof(struct memory_point) >= (size_t)head.points;
        if (!whole)
            break;
        restore_pair(c, first, &head, in + at);
        at += (size_t)head.points * sizeof(struct memory_point);
    }
    if (c->refs.count > 0)
        qsort(c->refs.at, (size_t)c->refs.count, sizeof *c->refs.at, compare_refs);
    /* everything is searched again: the tree is rebuilt */
    tree_clear(c->tree);
    for (int i = 0; i < c->pieces.count; i++)
        c->leaf[i] = -1;
    mem_free(first);
    return whole;
}

void contact_forget(struct contact_space *c)
{
    for (int i = 0; i < c->refs.count; i++) {
        struct pair *p = &c->pool.at[c->refs.at[i].slot];
        p->count = 0;
        p->hint.axis = 0;
    }
}
