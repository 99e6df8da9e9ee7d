/* contact_island.c: which bodies belong together: they touch, or a constraint joins them. */
#include <string.h>

#include "contact/contact_exact.h"
#include "contact/contact_island.h"
#include "dynamics/jacobian.h"

static int root_of(struct contact_exact *x, int i)
{
    while (x->root.at[i] != i)
        i = x->root.at[i] = x->root.at[x->root.at[i]];
    return i;
}

/* The smaller number becomes the root: islands are in the order of their first bodies. */
static void join(struct contact_exact *x, int a, int b)
{
    a = root_of(x, a);
    b = root_of(x, b);
    x->root.at[a > b ? a : b] = a < b ? a : b;
}

static void resize(struct int_list *a, int count)
{
    ARRAY_RESERVE(a, count);
    a->count = count;
}

/* By column of J: the body that it belongs to. */
static void find_columns(const struct plan *plan, struct contact_exact *x)
{
    resize(&x->column_body, plan->v_count);
    for (int i = 0; i < plan->v_count; i++)
        x->column_body.at[i] = -1;
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].dofs > 0 && plan->body[i].v >= plan->q_count)
            x->column_body.at[plan->body[i].v - plan->q_count] = i;
}

/* Joins the bodies of a constraint; returns one of them, -1 if there is none that moves. */
static int join_rows(const struct plan *plan, struct contact_exact *x, const struct constraint_rows *it)
{
    struct jacobian_columns columns;
    int first = -1;
    jacobian_find_columns(plan, it, &columns);
    for (int k = 0; k < columns.count; k++) {
        int body = x->column_body.at[columns.first[k]];
        if (body < 0)
            continue;
        if (first >= 0)
            join(x, first, body);
        else
            first = body;
    }
    return first;
}

static bool moves(const struct plan *plan, int body) { return plan->body[body].dofs > 0; }

/* Joins what a touch acts on; returns one of it. Those that are solved by themselves belong to no island. */
static int join_touch(const struct plan *plan, const struct touching *all, struct contact_exact *x,
                      const struct touch *t)
{
    int first = -1;
    for (int side = 0; side < 2 && !t->alone; side++) {
        const int body = side == 0 ? t->m.a : t->m.b;
        if (t->count[side] == 0 && moves(plan, body)) {
            if (first >= 0)
                join(x, first, body);
            first = body;
        }
        for (int i = t->first[side]; i < t->first[side] + t->count[side]; i++) {
            if (first >= 0)
                join(x, first, all->nodes.at[i].member);
            first = all->nodes.at[i].member;
        }
    }
    return first;
}

static void join_all(const struct plan *plan, struct work *work)
{
    struct contact_exact *x = work->contact->exact;
    struct contact_space *space = work->contact->space;
    const int members = exact_members(plan, work), pieces = contact_count(space);
    resize(&x->root, members);
    for (int i = 0; i < members; i++)
        x->root.at[i] = i;
    resize(&x->island[MEMBER_CONSTRAINT], plan->constraints);
    for (int i = 0; i < plan->constraints; i++)
        x->island[MEMBER_CONSTRAINT].at[i] =
            plan->constraint[i].block >= 0 ? join_rows(plan, x, &plan->constraint[i]) : -1;
    resize(&x->island[MEMBER_MANIFOLD], contact_all(work->contact));
    for (int i = 0; i < touch_count(work->contact->touch); i++)
        x->island[MEMBER_MANIFOLD].at[pieces + i] =
            join_touch(plan, work->contact->touch, x, &work->contact->touch->list.at[i]);
    for (int i = 0; i < pieces; i++) {
        const struct manifold *m = contact_at(space, i);
        x->island[MEMBER_MANIFOLD].at[i] = moves(plan, m->a) ? m->a : m->b;
        if (moves(plan, m->a) && moves(plan, m->b))
            join(x, m->a, m->b);
    }
}

/* Islands are numbered where something touches or is held, in the order of their first bodies. */
static void number_islands(int members, struct contact_exact *x)
{
    struct int_list *of = x->island;
    resize(&of[MEMBER_BODY], members);
    x->islands.count = 0;
    for (int i = 0; i < members; i++)
        of[MEMBER_BODY].at[i] = -1;
    for (int kind = MEMBER_MANIFOLD; kind <= MEMBER_CONSTRAINT; kind++)
        for (int i = 0; i < of[kind].count; i++)
            if (of[kind].at[i] >= 0)
                of[MEMBER_BODY].at[root_of(x, of[kind].at[i])] = 0;
    for (int i = 0; i < members; i++) {
        const int root = root_of(x, i);
        if (root != i) {
            of[MEMBER_BODY].at[i] = of[MEMBER_BODY].at[root];
        } else if (of[MEMBER_BODY].at[i] == 0) {
            of[MEMBER_BODY].at[i] = x->islands.count;
            ARRAY_PUSH(&x->islands, (struct exact_island){.solved = false});
        }
    }
    for (int kind = MEMBER_MANIFOLD; kind <= MEMBER_CONSTRAINT; kind++)
        for (int i = 0; i < of[kind].count; i++)
            if (of[kind].at[i] >= 0)
                of[kind].at[i] = of[MEMBER_BODY].at[of[kind].at[i]];
}

/* Sorts the members of a kind by their islands; those without one are left out. */
static void sort_members(struct contact_exact *x, int kind)
{
    const struct int_list *island = &x->island[kind];
    struct exact_island *islands = x->islands.at;
    int at = 0;
    resize(&x->member[kind], island->count);
    for (int i = 0; i < island->count; i++)
        if (island->at[i] >= 0)
            islands[island->at[i]].count[kind]++;
    for (int i = 0; i < x->islands.count; i++) {
        islands[i].first[kind] = at;
        at += islands[i].count[kind];
        islands[i].count[kind] = 0;
    }
    for (int i = 0; i < island->count; i++)
        if (island->at[i] >= 0) {
            struct exact_island *to = &islands[island->at[i]];
            x->member[kind].at[to->first[kind] + to->count[kind]++] = i;
        }
}

void contact_islands(const struct plan *plan, struct work *work)
{
    struct contact_exact *x = work->contact->exact;
    const int members = exact_members(plan, work);
    if (x->body_capacity < members) {
        x->body_capacity = members + (members - plan->bodies);
        mem_free(x->body);
        x->body = MEM_ARRAY(struct exact_body, x->body_capacity);
    }
    if (members > 0)
        memset(x->body, 0, sizeof *x->body * (size_t)members);
    find_columns(plan, x);
    join_all(plan, work);
    number_islands(members, x);
    for (int kind = 0; kind < MEMBERS; kind++)
        sort_members(x, kind);
    for (int i = 0; i < members; i++)
        x->body[i].island = x->island[MEMBER_BODY].at[i];
    for (int i = contact_count(work->contact->space); i < contact_all(work->contact); i++)
        if (x->island[MEMBER_MANIFOLD].at[i] >= 0)
            x->islands.at[x->island[MEMBER_MANIFOLD].at[i]].touches = true;
}

/* Larger islands are not even looked at; and an exact step of more manifolds than this would take longer than 1/60 s. */
enum { MOST_BODIES = 400, MOST_MANIFOLDS = 3000 };

int contact_most_bodies(const struct work *work)
{
    const struct contact_exact *x = work->contact->exact;
    int most = MOST_BODIES;
    for (long sum = MOST_MANIFOLDS + 1; sum > MOST_MANIFOLDS; most /= sum > MOST_MANIFOLDS ? 2 : 1) {
        sum = 0;
        for (int i = 0; i < x->islands.count; i++)
            sum += x->islands.at[i].count[MEMBER_BODY] <= most ? x->islands.at[i].count[MEMBER_MANIFOLD] : 0;
        if (most == 0)
            return 0;
    }
    return most;
}
