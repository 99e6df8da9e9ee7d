/* verdict.c: which constraints contradict each other (method, "Contradiction").
 *
 * Where Gauss–Newton leaves a gap, every way of assembling is tried on a copy, from the start and from random poses. The
 * verdict is given only if all of them end at rest, where the gradient of the gap vanishes: then the gaps that are left
 * hold each other in balance, so that they contradict each other without the rest of the model. Of each island they are
 * reduced to a minimal set: what can be left out, and the others still cannot be met, is left out. If time runs out, sets
 * are larger than they need be; if some way neither arrives nor rests, there is no verdict.
 */
#include <stdlib.h>
#include <string.h>

#include "world/world_parts.h"

#define SECONDS 2.0    /* for all of it */
#define FIRST_PART 0.6 /* of it, for the verdict itself */
#define GAP 1e-6       /* m, rad, or what a formula measures */
#define SMALL 1e-3     /* of the largest gap of its island: what a descent leaves of one that closes */
enum { MOST_NAMED = 200, MOST_WORK = 4000 };

struct member {
    int slot, island;
    double gap;
};
typedef ARRAY(struct member) members;

static int compare_members(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    if (x->island != y->island)
        return x->island - y->island;
    return x->gap != y->gap ? (x->gap > y->gap) - (x->gap < y->gap) : y->slot - x->slot;
}

static double gap_of(const struct work *work, const struct constraint_rows *it)
{
    double sum = 0;
    for (int r = 0; r < it->rows && it->level[0] == LEVEL_POSITION && it->bounds != BOUND_MOTOR; r++) {
        const double c = it->bounds == BOUND_ONE_SIDED ? fmin(work->c[it->row + r], 0) : work->c[it->row + r];
        sum += c * c;
    }
    return sqrt(sum);
}

/* What is off at the present pose, by island and gap; of those between immovable things each is an island. */
static void find_members(tn_world *w, double part, members *out)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    double *largest = MEM_ARRAY(double, ldl_islands(plan->matrix));
    system_update(plan, work, w->run.t, w->run.y);
    system_deviations(plan, work, w->run.t);
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        double *most = it->block >= 0 ? &largest[ldl_island_of(plan->matrix, it->block)] : NULL;
        if (most != NULL)
            *most = fmax(*most, gap_of(work, it));
    }
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        const int island = it->block >= 0 ? ldl_island_of(plan->matrix, it->block) : ldl_islands(plan->matrix) + it->id;
        const double gap = gap_of(work, it);
        const bool again = out->count > 0 && out->at[out->count - 1].slot == it->id; /* a limit of the same one */
        if (!(gap > fmax(GAP, it->block >= 0 ? part * largest[island] : 0)) || it->apart)
            continue;
        if (again)
            out->at[out->count - 1].gap = fmax(out->at[out->count - 1].gap, gap);
        else
            ARRAY_PUSH(out, ((struct member){it->id, island, gap}));
    }
    mem_free(largest);
    if (out->count > 0)
        qsort(out->at, (size_t)out->count, sizeof *out->at, compare_members);
}

static bool is_one_of(const struct member *m, int count, int slot)
{
    for (int i = 0; i < count; i++)
        if (m[i].slot == slot)
            return true;
    return false;
}

/* A copy in which only these constraints are on; NULL: no memory. */
static tn_world *copy_with(tn_world *w, const struct member *m, int count)
{
    tn_world *copy = tn_world_clone(w);
    if (copy == NULL)
        return NULL;
    copy->history.steps = 0;
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const int slot = w->things->constraint_pool.order.at[i];
        if (w->run.constraints.at[slot].on && !is_one_of(m, count, slot))
            tn_constraint_switch(copy, world_constraint_id(copy, slot), false);
    }
    return copy;
}

/* Do these constraints contradict each other, as far as can be seen from the pose of w? */
static bool contradict(tn_world *w, const struct member *m, int count, double end)
{
    tn_world *copy = count > 0 ? copy_with(w, m, count) : NULL;
    const bool yes = copy != NULL && world_try_to_meet(copy, 1, end) == ASSEMBLY_RESTS;
    tn_world_free(copy);
    return yes;
}

/* Leaves out what can be left out; returns how many are left. `w` is at rest. */
static int reduce(tn_world *w, struct member *m, int count, double end)
{
    if (count > MOST_NAMED || !contradict(w, m, count, end))
        return count;
    tn_world *base = copy_with(w, m, count);
    for (int i = 0; i < count && base != NULL && poll_clock(&w->poll) < end;) {
        const struct member tried = m[i];
        memmove(m + i, m + i + 1, sizeof *m * (size_t)(count - i - 1));
        if (contradict(base, m, count - 1, end)) {
            count--;
            continue;
        }
        memmove(m + i + 1, m + i, sizeof *m * (size_t)(count - i - 1));
        m[i++] = tried;
    }
    tn_world_free(base);
    return count;
}

/* The slots of the named ones (NULL: of all), in order of creation. */
static int *slots_made(const tn_world *w, const members *m, const bool *named, int *count)
{
    int *slot = MEM_ARRAY(int, m->count + 1);
    bool *is = MEM_ARRAY(bool, pool_slots(&w->things->constraint_pool));
    for (int i = 0; i < m->count; i++)
        is[m->at[i].slot] |= named == NULL || named[i];
    *count = 0;
    for (int i = 0; i < w->things->constraint_pool.order.count; i++)
        if (is[w->things->constraint_pool.order.at[i]])
            slot[(*count)++] = w->things->constraint_pool.order.at[i];
    mem_free(is);
    return slot;
}

/* Every island of its own. */
static void name_contradictory(tn_world *w, tn_world *rest, double end)
{
    members all = {NULL, 0, 0};
    find_members(rest, SMALL, &all);
    bool *named = MEM_ARRAY(bool, all.count + 1);
    for (int from = 0, to; from < all.count; from = to) {
        for (to = from; to < all.count && all.at[to].island == all.at[from].island; to++)
            ;
        const int left = reduce(rest, all.at + from, to - from, end);
        for (int i = from; i < from + left; i++)
            named[i] = true;
    }
    int count, *slot = slots_made(w, &all, named, &count);
    for (int i = 0; i < count; i++)
        ARRAY_PUSH(&w->reports.contradictory, world_constraint_id(w, slot[i]));
    mem_free(slot);
    mem_free(named);
    ARRAY_FREE(&all);
}

static void name_undecided(tn_world *w, tn_world *best)
{
    members all = {NULL, 0, 0};
    find_members(best, 0, &all);
    int count, *slot = slots_made(w, &all, NULL, &count);
    for (int i = 0; i < count; i++)
        ARRAY_PUSH(&w->reports.undecided, world_constraint_id(w, slot[i]));
    mem_free(slot);
    ARRAY_FREE(&all);
}

/* A copy would end a paused call: there the verdict waits until it has ended. */
void world_reach_verdict(tn_world *w)
{
    if (!w->reports.gap_left || w->reports.verdict_known || call_paused(w))
        return;
    const int constraints = w->plan != NULL ? w->plan->constraints : 0;
    const double now = poll_clock(&w->poll), end = now + SECONDS;
    tn_assembly how = tn_assembly_default();
    tn_world *copy = tn_world_clone(w);
    if (constraints > 0 && how.restarts > MOST_WORK / constraints)
        how.restarts = MOST_WORK / constraints;
    enum assembly_verdict verdict = ASSEMBLY_UNDECIDED;
    if (copy != NULL) {
        copy->history.steps = 0;
        verdict = world_try_to_meet(copy, how.restarts, now + FIRST_PART * SECONDS);
    }
    w->reports.contradictory.count = w->reports.undecided.count = 0;
    if (verdict == ASSEMBLY_RESTS)
        name_contradictory(w, copy, end);
    else if (verdict == ASSEMBLY_UNDECIDED && copy != NULL && copy->plan != NULL)
        name_undecided(w, copy);
    tn_world_free(copy);
    w->reports.verdict_known = true;
}
