/* contact_solve.c: all islands of a step: which are solved exactly, and their solution side by side by threads. */
#include "base/threads.h"
#include "contact/contact_exact.h"
#include "contact/contact_island.h"
#include "contact/contact_touch.h"

struct contact_exact *contact_exact_new(void) { return MEM_NEW(struct contact_exact); }

static void free_lists(struct contact_exact *x)
{
    ARRAY_FREE(&x->sources);
    ARRAY_FREE(&x->goals);
    ARRAY_FREE(&x->modes);
    ARRAY_FREE(&x->followed);
}

void contact_exact_free(struct contact_exact *x)
{
    if (x == NULL)
        return;
    for (int i = 0; i < x->problem.count; i++) {
        struct exact_problem *p = x->problem.at[i];
        newton_free(p->newton);
        free_lists(&p->own);
        ARRAY_FREE(&p->room);
        mem_free(p);
    }
    ARRAY_FREE(&x->problem);
    ARRAY_FREE(&x->islands);
    free_lists(x);
    for (int k = 0; k < MEMBERS; k++) {
        ARRAY_FREE(&x->member[k]);
        ARRAY_FREE(&x->island[k]);
    }
    ARRAY_FREE(&x->root);
    ARRAY_FREE(&x->column_body);
    mem_free(x->body);
    mem_free(x);
}

static struct exact_problem *problem_of(struct contact_exact *x, int island)
{
    while (x->problem.count <= island) {
        ARRAY_PUSH(&x->problem, MEM_NEW(struct exact_problem));
        x->problem.at[island]->newton = newton_new();
    }
    return x->problem.at[island];
}

/* All of the step as it is now, with the lists of the island. */
static void take_step(struct exact_problem *p, const struct contact_exact *x)
{
    const struct contact_exact lists = p->own;
    p->own = *x;
    p->own.sources = lists.sources;
    p->own.goals = lists.goals;
    p->own.modes = lists.modes;
    p->own.followed = lists.followed;
    p->own.goals.count = p->own.modes.count = 0;
    p->own.struck = false;
}

struct solving {
    const struct plan *plan;
    struct work *work;
    double t, h, g, scale;
};

static void note_mode(struct contact_exact *x, const struct solving *s, const struct constraint_rows *it,
                      const struct cone *c)
{
    const bool bounded = fabs(c->impulse[0]) >= c->bound * (1 - 1e-12);
    if (it->bounds == BOUND_ONE_SIDED)
        ARRAY_PUSH(&x->modes, ((struct exact_mode){it->index, c->impulse[0] > 0 ? MODE_HELD : MODE_FREE, 0}));
    if (it->bounds == BOUND_MOTOR)
        ARRAY_PUSH(&x->modes, ((struct exact_mode){it->index, bounded ? MODE_PUSHED : MODE_HELD,
                                                   copysign(s->work->constraint[it->index].bound, c->impulse[0])}));
}

static struct making making_of(const struct solving *s, int island)
{
    struct contact_exact *x = s->work->contact->exact;
    struct exact_problem *p = x->problem.at[island];
    return (struct making){s->plan,    s->work,
                           &p->own,    p->newton,
                           s->t,       s->h,
                           s->g,       1e-10 * (s->g * s->h + 1e-3),
                           p->room.at, &x->islands.at[island]};
}

/* Allocates nothing, and writes to nothing but its own bodies, manifolds and lists. */
static void solve_one(void *ctx, int island)
{
    const struct solving *s = ctx;
    if (!s->work->contact->exact->problem.at[island]->small)
        return;
    const struct making k = making_of(s, island);
    exact_solve_island(&k, s->scale);
}

/* Modes and goals of an island after it is solved, to those of the step. */
static void collect(const struct solving *s, int island)
{
    struct contact_exact *x = s->work->contact->exact;
    struct exact_problem *p = x->problem.at[island];
    const struct making k = making_of(s, island);
    for (int i = 0; i < k.n->cones.count; i++)
        if (p->own.sources.at[i].manifold == NULL)
            note_mode(x, s, &s->plan->constraint[p->own.sources.at[i].point], &k.n->cones.at[i]);
    for (int i = 0; i < p->own.goals.count; i++)
        ARRAY_PUSH(&x->goals, p->own.goals.at[i]);
    x->struck = x->struck || p->own.struck;
}

bool contact_exact_solve(const struct plan *plan, struct work *work, double t, double h, double g, double scale)
{
    struct contact_exact *x = work->contact->exact;
    struct solving s = {plan, work, t, h, g, scale};
    bool rest = false;
    contact_islands(plan, work);
    x->struck = false;
    x->solved = x->goals.count = x->modes.count = 0;
    for (int i = 0; i < x->islands.count; i++) {
        struct exact_island *island = &x->islands.at[i];
        struct exact_problem *p = problem_of(x, i);
        take_step(p, x);
        struct making k = making_of(&s, i);
        island->solved = p->small = exact_prepare(&k);
        if (p->small)
            ARRAY_RESERVE(&p->room, 2 * (k.n->cones.count + k.n->rows));
        for (int m = 0; m < island->count[MEMBER_MANIFOLD]; m++)
            contact_any(work->contact, x->member[MEMBER_MANIFOLD].at[island->first[MEMBER_MANIFOLD] + m])->solved =
                island->solved;
        if (work->team == NULL)
            solve_one(&s, i);
        poll_here(work->poll);
    }
    if (work->team != NULL)
        threads_run(work->team, x->islands.count, solve_one, &s);
    for (int i = 0; i < x->islands.count; i++) {
        if (x->islands.at[i].solved)
            collect(&s, i);
        x->solved += x->islands.at[i].solved;
        rest = rest || !x->islands.at[i].solved;
    }
    touch_solve_alone(plan, work, h, g, scale);
    for (int i = 0; i < plan->bodies; i++) {
        if (plan->body[i].dofs == 0 || x->body[i].island >= 0)
            continue;
        if (exact_fits(&plan->body[i]))
            exact_fall(plan, work, i, h, &x->body[i]);
        else
            rest = true;
    }
    return rest;
}

void contact_exact_rows(struct work *work)
{
    struct contact_exact *x = work->contact->exact;
    for (int i = 0; i < x->modes.count; i++) {
        work->constraint[x->modes.at[i].constraint].mode = x->modes.at[i].mode;
        work->constraint[x->modes.at[i].constraint].push = x->modes.at[i].push;
    }
    for (int i = 0; i < x->goals.count; i++) {
        work->contact->goal[x->goals.at[i].row] = x->goals.at[i].c;
        work->contact->goal_rate[x->goals.at[i].row] = x->goals.at[i].rate;
    }
}
