/* run_state.c: the state of objects, constraints and forces in a run, while there is no plan. */
#include <string.h>

#include "world/world_parts.h"

/* ---- coordinates besides a pose ---- */

struct own_coordinates *coordinates_new(int count, int lambdas, int metrics)
{
    struct own_coordinates *c = mem_new(sizeof *c + sizeof(double) * (size_t)(2 * count + lambdas + metrics));
    *c = (struct own_coordinates){.count = count, .lambdas = lambdas, .metrics = metrics, .q = (double *)(c + 1)};
    c->v = c->q + count;
    c->lambda = lambdas > 0 ? c->v + count : NULL;
    c->metric = metrics > 0 ? c->v + count + lambdas : NULL;
    return c;
}

static struct own_coordinates *copy_coordinates(const struct own_coordinates *from)
{
    if (from == NULL)
        return NULL;
    struct own_coordinates *to = coordinates_new(from->count, from->lambdas, from->metrics);
    memcpy(to->q, from->q, sizeof *to->q * (size_t)(2 * from->count + from->lambdas + from->metrics));
    return to;
}

/* ---- by slot ---- */

#define PUT(array, slot, state)                                                                                        \
    do {                                                                                                               \
        ARRAY_RESERVE(array, (slot) + 1);                                                                              \
        if ((slot) >= (array)->count)                                                                                  \
            (array)->count = (slot) + 1;                                                                               \
        (array)->at[slot] = *(state);                                                                                  \
    } while (0)

void run_put_object(struct run *r, int slot, const struct object_state *s) { PUT(&r->objects, slot, s); }
void run_put_constraint(struct run *r, int slot, const struct constraint_state *s) { PUT(&r->constraints, slot, s); }
void run_put_force(struct run *r, int slot, const struct force_state *s) { PUT(&r->forces, slot, s); }

void run_forget_object(struct run *r, int slot)
{
    mem_free(r->objects.at[slot].own);
    r->objects.at[slot] = (struct object_state){.present = false};
}

void run_forget_constraint(struct run *r, int slot)
{
    mem_free(r->constraints.at[slot].limits);
    mem_free(r->constraints.at[slot].multiplier);
    r->constraints.at[slot] = (struct constraint_state){.present = false};
    label_texts_forget(&r->labels, slot);
}

/* ---- for a clone ---- */

/* Copies the states of existing things; what is kept for snapshots of the other world is left out. */
static void copy_states(const tn_world *from, struct run *r)
{
    const struct things *t = from->things;
    ARRAY_COPY(&r->objects, &from->run.objects);
    ARRAY_COPY(&r->constraints, &from->run.constraints);
    ARRAY_COPY(&r->forces, &from->run.forces);
    for (int i = 0; i < r->objects.count; i++)
        r->objects.at[i].own = pool_lives(&t->object_pool, i) ? copy_coordinates(r->objects.at[i].own) : NULL;
    for (int i = 0; i < r->constraints.count; i++) {
        struct constraint_state *s = &r->constraints.at[i];
        const struct constraint *c = &t->constraints.at[i];
        const bool lives = pool_lives(&t->constraint_pool, i);
        s->limits = lives && s->limits != NULL ? mem_copy(s->limits, sizeof *s->limits * (size_t)c->limit_count) : NULL;
        s->multiplier = lives && s->multiplier != NULL
                            ? mem_copy(s->multiplier, sizeof *s->multiplier * (size_t)c->type->rows)
                            : NULL;
    }
}

/* Totals of earlier plans and of the present one. */
static void copy_accounts(const tn_world *from, struct run *r)
{
    const struct work_report *now = &from->work->report;
    if (from->run.fitted.integrator != NULL)
        r->steps_before += integrator_steps(from->run.fitted.integrator);
    if (from->plan == NULL)
        return;
    r->evaluations_before += now->evaluations;
    r->fallbacks_before += now->fallbacks;
    r->factorizations_before += now->factorizations;
}

void run_copy(const tn_world *from, tn_world *to)
{
    struct run *r = &to->run;
    *r = from->run;
    r->state = NULL;
    r->y = r->ydot = NULL;
    r->moved = false;
    memset(&r->scratch, 0, sizeof r->scratch);
    r->fitted = (struct fitted){.integrator = NULL};
    r->contacts = NULL;
    memset(&r->shown, 0, sizeof r->shown);
    memset(&r->shown_touches, 0, sizeof r->shown_touches);
    r->evaluated = r->settled = false;
    r->labels = r->force_labels = (struct label_texts){.at = NULL};
    copy_states(from, r);
    ARRAY_COPY(&r->lets, &from->run.lets);
    ARRAY_COPY(&r->angles, &from->run.angles);
    ARRAY_COPY(&r->turns, &from->run.turns);
    ARRAY_COPY(&r->grabs, &from->run.grabs);
    copy_accounts(from, r);
}

void run_free(struct run *r)
{
    ARRAY_FREE(&r->shown);
    ARRAY_FREE(&r->shown_touches);
    for (int i = 0; i < r->objects.count; i++)
        mem_free(r->objects.at[i].own);
    for (int i = 0; i < r->constraints.count; i++)
        run_forget_constraint(r, i);
    for (int i = r->constraints.count; i < r->labels.count; i++)
        label_texts_forget(&r->labels, i);
    for (int i = 0; i < r->force_labels.count; i++)
        label_texts_forget(&r->force_labels, i);
    ARRAY_FREE(&r->objects);
    ARRAY_FREE(&r->constraints);
    ARRAY_FREE(&r->forces);
    ARRAY_FREE(&r->labels);
    ARRAY_FREE(&r->force_labels);
    ARRAY_FREE(&r->lets);
    ARRAY_FREE(&r->angles);
    ARRAY_FREE(&r->turns);
    ARRAY_FREE(&r->grabs);
    ARRAY_FREE(&r->scratch);
}
