/* test_space.c: the tree against brute force; pairs that do not depend on history; stored impulses; linear growth. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "scatter.h"

/* ---- the tree ---- */

enum { LEAVES = 400 };

struct seen {
    bool item[LEAVES];
};
static void see(void *ctx, int item)
{
    struct seen *s = ctx;
    assert_false(s->item[item]);
    s->item[item] = true;
}

static struct box3 scatter_box(uint64_t *seed)
{
    vec3 c = v3(10 * scatter(seed), 10 * scatter(seed), 10 * scatter(seed));
    vec3 h = v3(fabs(scatter(seed)), fabs(scatter(seed)), 3 * fabs(scatter(seed)));
    return (struct box3){v3_sub(c, h), v3_add(c, h)};
}

static void a_tree_finds_what_is_there(void **state)
{
    (void)state;
    struct tree *t = tree_new();
    struct box3 box[LEAVES];
    int leaf[LEAVES];
    uint64_t seed = 1;
    for (int i = 0; i < LEAVES; i++)
        leaf[i] = -1;
    for (int round = 0; round < 4000; round++) {
        int i = (int)((scatter(&seed) + 1) / 2 * LEAVES);
        if (leaf[i] >= 0)
            tree_remove(t, leaf[i]);
        leaf[i] = -1;
        if (round % 3 != 0) {
            box[i] = scatter_box(&seed);
            leaf[i] = tree_insert(t, box[i], i);
        }
        if (round % 50 != 0)
            continue;
        struct box3 q = scatter_box(&seed);
        struct seen s = {{false}};
        tree_query(t, &q, see, &s);
        for (int k = 0; k < LEAVES; k++)
            assert_true(s.item[k] == (leaf[k] >= 0 && boxes_meet(&q, &box[k])));
    }
    tree_free(t);
}

/* Sorted insertion is the worst case of a tree that is not balanced. */
static void a_tree_stays_shallow(void **state)
{
    (void)state;
    struct tree *t = tree_new();
    for (int i = 0; i < 4096; i++)
        tree_insert(t, (struct box3){v3(i, 0, 0), v3(i + 0.5, 1, 1)}, i);
    assert_true(tree_height(t) <= 18);
    tree_free(t);
}

/* ---- the space ---- */

enum { BODIES = 300 };

struct crowd {
    struct piece piece[BODIES + 1];
    struct pose pose[BODIES + 1];
    bool movable[BODIES + 1];
    struct mesh *mesh;
};

static void gather(struct crowd *x, uint64_t *seed, double spread)
{
    struct piece kind[SAMPLES];
    x->mesh = scatter_mesh();
    for (int i = 0; i < BODIES; i++) {
        sample_pieces(kind, x->mesh);
        x->piece[i] = kind[i % SAMPLES];
        for (int k = 0; k < SAMPLES; k++)
            if (k != i % SAMPLES)
                piece_release(&kind[k]);
        x->piece[i].body = i;
        x->pose[i] = scatter_pose(seed, spread);
        x->pose[i].v = v3_scale(3, scatter_unit(seed));
        x->movable[i] = i % 10 != 0;
    }
    x->piece[BODIES] = piece_of_plane(BODIES);
    x->pose[BODIES] = (struct pose){.x = v3(0, 0, -spread / 2), .r = q_matrix((quat){1, 0, 0, 0})};
    x->movable[BODIES] = false;
}

static void disperse(struct crowd *x)
{
    for (int i = 0; i < BODIES; i++)
        piece_release(&x->piece[i]);
    mesh_free(x->mesh);
}

static void drift(struct crowd *x, double by, uint64_t *seed)
{
    for (int i = 0; i < BODIES; i++) {
        if (!x->movable[i])
            continue;
        x->pose[i].x = v3_add_scaled(x->pose[i].x, by, x->pose[i].v);
        mat3 turn = q_matrix(q_axis_angle(scatter_unit(seed), 0.05));
        x->pose[i].r = m3_product(&turn, &x->pose[i].r);
    }
}

/* The filter excludes pairs of bodies whose numbers add up to a multiple of seven. */
static int not_seven(void *ctx, int a, int b)
{
    (void)ctx;
    return (a + b) % 7 == 0 ? -1 : (a + b) % 7;
}

static bool same_points(const struct manifold *m, const struct manifold *n)
{
    bool same = m->a == n->a && m->b == n->b && m->count == n->count && m->rule == n->rule &&
                memcmp(&m->normal, &n->normal, sizeof m->normal) == 0;
    for (int i = 0; i < m->count && same; i++)
        same = memcmp(&m->point[i].at, &n->point[i].at, sizeof(vec3)) == 0 && m->point[i].gap == n->point[i].gap &&
               m->point[i].feature == n->point[i].feature;
    return same;
}

static void check_same_contacts(struct contact_space *c, struct contact_space *d)
{
    assert_int_equal(contact_count(c), contact_count(d));
    for (int i = 0; i < contact_count(c); i++)
        assert_true(same_points(contact_at(c, i), contact_at(d, i)));
}

/* Exactly the pairs that brute force finds: the number of manifolds, and their order. */
static void check_against_all(struct contact_space *c, const struct crowd *x)
{
    int expected = 0, found = 0;
    for (int i = 0; i < contact_count(c); i++)
        found += contact_at(c, i)->count > 0;
    for (int i = 0; i <= BODIES; i++)
        for (int k = i + 1; k <= BODIES; k++) {
            struct manifold m[CONTACT_MANIFOLDS];
            if ((!x->movable[i] && !x->movable[k]) || not_seven(NULL, i, k) < 0)
                continue;
            double small = fmin(x->piece[i].size, x->piece[k].size);
            expected += contact_pair(&x->piece[i], &x->pose[i], &x->piece[k], &x->pose[k], 0.02 * small, m);
        }
    assert_int_equal(found, expected);
    assert_true(expected > 50);
}

/* Bodies move through each other; now and then a new space must give the same result. Features of two boxes may depend
 * on history (a tie), so that boxes are compared only by their count, in check_against_all. */
static void whatever_came_before(void **state)
{
    (void)state;
    struct crowd *x = MEM_NEW(struct crowd);
    uint64_t seed = 7;
    gather(x, &seed, 4);
    for (int i = 0; i < BODIES; i++)
        x->movable[i] = x->movable[i] && x->piece[i].type != PIECE_BOX;
    struct contact_space *c = contact_space_new();
    contact_space_fill(c, x->piece, BODIES + 1, x->movable, NULL, BODIES + 1, not_seven, NULL);
    for (int step = 0; step < 40; step++) {
        contact_find(c, x->pose, 0, NULL);
        if (step % 10 == 9) {
            struct contact_space *fresh = contact_space_new();
            contact_space_fill(fresh, x->piece, BODIES + 1, x->movable, NULL, BODIES + 1, not_seven, NULL);
            contact_find(fresh, x->pose, 0, NULL);
            check_same_contacts(c, fresh);
            contact_space_free(fresh);
            check_against_all(c, x);
        }
        drift(x, 0.02, &seed);
    }
    contact_space_free(c);
    disperse(x);
    mem_free(x);
}

/* ---- what pairs store ---- */

static void mark(struct contact_space *c)
{
    for (int i = 0; i < contact_count(c); i++)
        for (int k = 0; k < contact_at(c, i)->count; k++) {
            struct contact_point *p = &contact_at(c, i)->point[k];
            p->push = 100 * i + k + 1;
            p->drag = v3(i, k, 1);
        }
}

static int count_marked(struct contact_space *c, int *points)
{
    int marked = 0;
    *points = 0;
    for (int i = 0; i < contact_count(c); i++)
        for (int k = 0; k < contact_at(c, i)->count; k++, ++*points)
            marked += contact_at(c, i)->point[k].push != 0;
    return marked;
}

static void check_same_impulses(struct contact_space *c, struct contact_space *d)
{
    check_same_contacts(c, d);
    for (int i = 0; i < contact_count(c); i++)
        for (int k = 0; k < contact_at(c, i)->count; k++) {
            const struct contact_point *p = &contact_at(c, i)->point[k], *q = &contact_at(d, i)->point[k];
            assert_true(p->push == q->push && memcmp(&p->drag, &q->drag, sizeof p->drag) == 0);
        }
}

static void impulses_last(void **state)
{
    (void)state;
    struct crowd *x = MEM_NEW(struct crowd);
    uint64_t seed = 8;
    int points, marked;
    gather(x, &seed, 4);
    struct contact_space *c = contact_space_new(), *d = contact_space_new();
    contact_space_fill(c, x->piece, BODIES + 1, x->movable, NULL, BODIES + 1, not_seven, NULL);
    contact_find(c, x->pose, 0, NULL);
    mark(c);
    contact_find(c, x->pose, 0, NULL); /* nothing moved: everything is kept */
    marked = count_marked(c, &points);
    assert_true(points > 100);
    assert_int_equal(marked, points);
    /* saved and restored into another space; then both continue alike */
    unsigned char *memory = mem_new(contact_memory_size(c));
    size_t size = contact_memory_save(c, memory);
    contact_space_fill(d, x->piece, BODIES + 1, x->movable, NULL, BODIES + 1, not_seven, NULL);
    assert_true(contact_memory_restore(d, memory, size));
    for (int step = 0; step < 5; step++) {
        contact_find(c, x->pose, 0.001, NULL);
        contact_find(d, x->pose, 0.001, NULL);
        check_same_impulses(c, d);
        drift(x, 0.002, &seed);
    }
    assert_true(count_marked(c, &points) > points / 2); /* small steps: most points are still what they were */
    /* other pieces, one body fewer: the rest is kept */
    contact_space_fill(c, x->piece + 1, BODIES, x->movable, NULL, BODIES + 1, not_seven, NULL);
    contact_find(c, x->pose, 0.001, NULL);
    assert_true(count_marked(c, &points) > points / 2);
    contact_forget(c);
    contact_find(c, x->pose, 0.001, NULL);
    assert_int_equal(count_marked(c, &points), 0);
    assert_false(contact_memory_restore(d, memory, size - 1)); /* half a block is invalid */
    memory[20] = 0xff;
    assert_false(contact_memory_restore(d, memory, size));
    mem_free(memory);
    contact_space_free(c);
    contact_space_free(d);
    disperse(x);
    mem_free(x);
}

/* ---- growth ---- */

/* n moving balls at a constant density: the number of pairs tested in a hundred steps. */
static long pairs_of(int n)
{
    struct piece *piece = MEM_ARRAY(struct piece, n);
    struct pose *pose = MEM_ARRAY(struct pose, n);
    bool *movable = MEM_ARRAY(bool, n);
    uint64_t seed = 9;
    double side = cbrt(n) / 2;
    long pairs = 0;
    for (int i = 0; i < n; i++) {
        piece[i] = make_piece("sphere", 0.3, 0, 0, NULL, i);
        pose[i] = scatter_pose(&seed, side);
        pose[i].v = scatter_unit(&seed);
        movable[i] = true;
    }
    struct contact_space *c = contact_space_new();
    contact_space_fill(c, piece, n, movable, NULL, n, NULL, NULL);
    for (int step = 0; step < 20; step++) {
        contact_find(c, pose, 0.01, NULL);
        pairs += contact_pairs(c);
        for (int i = 0; i < n; i++)
            pose[i].x = v3_add_scaled(pose[i].x, 0.01, pose[i].v);
    }
    contact_space_free(c);
    mem_free(piece);
    mem_free(pose);
    mem_free(movable);
    return pairs;
}

static void pairs_grow_with_bodies(void **state)
{
    (void)state;
    double few = (double)pairs_of(1000) / 1000, many = (double)pairs_of(10000) / 10000;
    print_message("pairs a body in twenty steps: %.1f of 1,000, %.1f of 10,000\n", few, many);
    assert_true(many < 1.25 * few); /* boundary effects are smaller for many balls */
}

/* A ball that would pass a thin wall in one step is detected in advance. */
static void a_fast_ball_is_seen_coming(void **state)
{
    (void)state;
    struct piece piece[2] = {make_piece("sphere", 0.05, 0, 0, NULL, 0), make_piece("box", 0.02, 2, 2, NULL, 1)};
    struct pose pose[2] = {{.x = v3(-1, 0, 0), .v = v3(200, 0, 0), .r = q_matrix((quat){1, 0, 0, 0})},
                           {.r = q_matrix((quat){1, 0, 0, 0})}};
    const bool movable[2] = {true, false};
    struct contact_space *c = contact_space_new();
    contact_space_fill(c, piece, 2, movable, NULL, 2, NULL, NULL);
    contact_find(c, pose, 0, NULL);
    assert_int_equal(contact_count(c), 0);
    contact_find(c, pose, 0.01, NULL);
    assert_int_equal(contact_count(c), 1);
    assert_true(fabs(contact_at(c, 0)->point[0].gap - 0.94) < 1e-12);
    contact_space_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_finds_what_is_there), cmocka_unit_test(a_tree_stays_shallow),
        cmocka_unit_test(whatever_came_before),       cmocka_unit_test(impulses_last),
        cmocka_unit_test(pairs_grow_with_bodies),     cmocka_unit_test(a_fast_ball_is_seen_coming),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
