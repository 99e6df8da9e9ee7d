/* box_tree.c: a dynamic tree of bounding boxes: the broad phase.
 *
 * A binary tree; every node's box holds those of its children. A leaf is inserted beside the node that makes the surface
 * of the boxes grow least (the chance that a query meets a box is proportional to its surface); on the way back up each
 * node is rotated if one side is deeper by two, so that the depth stays logarithmic.
 */
#include "collide/contact_parts.h"

struct node {
    struct box3 box;
    int parent; /* of a free node: the next free one */
    int child[2];
    int item;   /* -1: not a leaf */
    int height; /* of a leaf 0 */
};

struct tree {
    ARRAY(struct node) nodes;
    int root, unused;
};

struct tree *tree_new(void)
{
    struct tree *t = MEM_NEW(struct tree);
    t->root = t->unused = -1;
    return t;
}

struct tree *tree_copy(const struct tree *from)
{
    struct tree *t = tree_new();
    ARRAY_RESERVE(&t->nodes, from->nodes.count);
    for (int i = 0; i < from->nodes.count; i++)
        t->nodes.at[i] = from->nodes.at[i];
    t->nodes.count = from->nodes.count;
    t->root = from->root;
    t->unused = from->unused;
    return t;
}

void tree_free(struct tree *t)
{
    if (t == NULL)
        return;
    ARRAY_FREE(&t->nodes);
    mem_free(t);
}

void tree_clear(struct tree *t)
{
    t->nodes.count = 0;
    t->root = t->unused = -1;
}

static struct box3 around(const struct box3 *a, const struct box3 *b)
{
    return (struct box3){
        v3(fmin(a->low.x, b->low.x), fmin(a->low.y, b->low.y), fmin(a->low.z, b->low.z)),
        v3(fmax(a->high.x, b->high.x), fmax(a->high.y, b->high.y), fmax(a->high.z, b->high.z)),
    };
}

static double surface(const struct box3 *b)
{
    vec3 d = v3_sub(b->high, b->low);
    return d.x * d.y + d.y * d.z + d.z * d.x;
}

static double joint_surface(const struct box3 *a, const struct box3 *b)
{
    struct box3 both = around(a, b);
    return surface(&both);
}

static int new_node(struct tree *t)
{
    if (t->unused < 0) {
        ARRAY_PUSH(&t->nodes, ((struct node){.parent = -1}));
        return t->nodes.count - 1;
    }
    int i = t->unused;
    t->unused = t->nodes.at[i].parent;
    return i;
}

static void refresh(struct tree *t, int i)
{
    struct node *n = &t->nodes.at[i];
    const struct node *a = &t->nodes.at[n->child[0]], *b = &t->nodes.at[n->child[1]];
    n->box = around(&a->box, &b->box);
    n->height = 1 + (a->height > b->height ? a->height : b->height);
}

static void replace_child(struct tree *t, int parent, int old, int fresh)
{
    t->nodes.at[fresh].parent = parent;
    if (parent < 0)
        t->root = fresh;
    else
        t->nodes.at[parent].child[t->nodes.at[parent].child[0] == old ? 0 : 1] = fresh;
}

/* If one side of node i is deeper by two, its deep child takes i's place, and i takes the shallower grandchild. Returns
 * the node that stands there now. */
static int balance(struct tree *t, int i)
{
    struct node *n = t->nodes.at;
    int deep = n[n[i].child[1]].height > n[n[i].child[0]].height ? 1 : 0;
    int up = n[i].child[deep], other = n[i].child[1 - deep];
    if (n[up].height < n[other].height + 2)
        return i;
    int keep = n[n[up].child[0]].height >= n[n[up].child[1]].height ? 0 : 1;
    int give = n[up].child[1 - keep];
    replace_child(t, n[i].parent, i, up);
    n[up].child[1 - keep] = i;
    n[i].parent = up;
    n[i].child[deep] = give;
    n[give].parent = i;
    refresh(t, i);
    refresh(t, up);
    return up;
}

static void climb(struct tree *t, int i)
{
    while (i >= 0) {
        i = balance(t, i);
        refresh(t, i);
        i = t->nodes.at[i].parent;
    }
}

/* The node beside which a new box is inserted. */
static int best_sibling(const struct tree *t, const struct box3 *box)
{
    int i = t->root;
    while (t->nodes.at[i].item < 0) {
        const struct node *n = &t->nodes.at[i];
        double here = joint_surface(&n->box, box), inherited = here - surface(&n->box), cost[2];
        for (int k = 0; k < 2; k++) {
            const struct node *c = &t->nodes.at[n->child[k]];
            cost[k] = joint_surface(&c->box, box) + inherited - (c->item < 0 ? surface(&c->box) : 0);
        }
        if (here < cost[0] && here < cost[1])
            break;
        i = n->child[cost[1] < cost[0] ? 1 : 0];
    }
    return i;
}

int tree_insert(struct tree *t, struct box3 box, int item)
{
    int leaf = new_node(t);
    t->nodes.at[leaf] = (struct node){.box = box, .parent = -1, .child = {-1, -1}, .item = item};
    if (t->root < 0) {
        t->root = leaf;
        return leaf;
    }
    int sibling = best_sibling(t, &box), joint = new_node(t);
    t->nodes.at[joint] = (struct node){.child = {sibling, leaf}, .item = -1};
    replace_child(t, t->nodes.at[sibling].parent, sibling, joint);
    t->nodes.at[sibling].parent = t->nodes.at[leaf].parent = joint;
    refresh(t, joint);
    climb(t, t->nodes.at[joint].parent);
    return leaf;
}

static void recycle(struct tree *t, int i)
{
    t->nodes.at[i].parent = t->unused;
    t->unused = i;
}

void tree_remove(struct tree *t, int leaf)
{
    struct node *n = t->nodes.at;
    int joint = n[leaf].parent;
    if (joint < 0) {
        t->root = -1;
    } else {
        int sibling = n[joint].child[n[joint].child[0] == leaf ? 1 : 0], above = n[joint].parent;
        replace_child(t, above, joint, sibling);
        recycle(t, joint);
        climb(t, above);
    }
    recycle(t, leaf);
}

const struct box3 *tree_box(const struct tree *t, int leaf) { return &t->nodes.at[leaf].box; }

int tree_height(const struct tree *t) { return t->root < 0 ? 0 : t->nodes.at[t->root].height; }

void tree_query(const struct tree *t, const struct box3 *box, void (*found)(void *ctx, int item), void *ctx)
{
    int stack[128]; /* the depth is below 1.5 log2 of the leaves, and a node leaves at most one sibling behind */
    int depth = 0;
    if (t->root >= 0)
        stack[depth++] = t->root;
    while (depth > 0) {
        const struct node *n = &t->nodes.at[stack[--depth]];
        if (!boxes_meet(&n->box, box))
            continue;
        if (n->item >= 0) {
            found(ctx, n->item);
        } else {
            stack[depth++] = n->child[0];
            stack[depth++] = n->child[1];
        }
    }
}
