/* four.c: what in a plan is alike, so that four of them can be computed at once (four.h). */
#include <string.h>

#include "base/poll.h"
#include "dynamics/four.h"
#include "math/wide.h"

static bool same_body_kind(const struct body *a, const struct body *b)
{
    return b->coordinates == COORDINATES_RIGID && b->owner == NULL && force_has_weight(a) == force_has_weight(b);
}

static bool is_known(int has) { return has == LINEAR_PLUS || has == LINEAR_MINUS; }

/* Signs of known columns are ignored here; they are applied per lane. */
static bool same_jacobians(const struct jacobian_block *a, const struct jacobian_block *b)
{
    return a->rows == b->rows && (a->has == b->has || (is_known(a->has) && is_known(b->has))) && a->turns == b->turns &&
           a->dofs == b->dofs && a->hub == b->hub;
}

/* Their blocks of J, one by one. */
static bool pulled_alike(const struct plan *plan, int a, int b)
{
    const int *pa = plan->body_jacobian + plan->body_jacobian_start[a],
              *pb = plan->body_jacobian + plan->body_jacobian_start[b];
    const int count = plan->body_jacobian_start[a + 1] - plan->body_jacobian_start[a];
    if (plan->body_jacobian_start[b + 1] - plan->body_jacobian_start[b] != count)
        return false;
    for (int i = 0; i < count; i++)
        if (!same_jacobians(&plan->jacobian[pa[i]], &plan->jacobian[pb[i]]))
            return false;
    return true;
}

/* A constraint whose rows are all on positions, always hold, and move rigid bodies and particles that are eliminated. */
static bool is_plain(const struct plan *plan, const struct constraint_rows *it)
{
    if (it->kernel == NULL || it->block < 0 || it->bounds != BOUND_NONE || it->apart || it->constant)
        return false;
    for (int r = 0; r < it->rows; r++)
        if (it->level[r] != LEVEL_POSITION)
            return false;
    for (int i = it->jacobian; i < it->jacobian + it->jacobians; i++) {
        const struct jacobian_block *p = &plan->jacobian[i];
        const struct body *b = &plan->body[p->body];
        if (p->hub || b->owner != NULL || !(p->turns || p->dofs == 3))
            return false;
    }
    for (int i = it->input; i < it->input + it->inputs; i++) {
        const struct connector *c = &plan->connector[i];
        bool own = c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME;
        if (own && plan->body[c->body].owner != NULL)
            return false;
    }
    return true;
}

static bool is_on(const struct connector *c, const struct connector *d)
{
    return c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME && d->type != CONNECTOR_CONSTANT &&
           d->type != CONNECTOR_TIME && c->body == d->body;
}

/* Inputs of the same types that belong to the same blocks of J and share bodies in the same way. */
static bool same_inputs(const struct plan *plan, const struct constraint_rows *a, const struct constraint_rows *b)
{
    const struct connector *ca = plan->connector + a->input, *cb = plan->connector + b->input;
    for (int i = 0; i < a->inputs; i++) {
        int pa = plan->input_jacobian[a->input + i], pb = plan->input_jacobian[b->input + i];
        if (ca[i].type != cb[i].type || (pa < 0) != (pb < 0) || (pa >= 0 && pa - a->jacobian != pb - b->jacobian) ||
            (ca[i].type == CONNECTOR_CONSTANT && ca[i].source != cb[i].source))
            return false;
        for (int k = 0; k < i; k++)
            if (is_on(&ca[i], &ca[k]) != is_on(&cb[i], &cb[k]))
                return false;
    }
    return true;
}

static bool same_constraints(const struct plan *plan, const struct constraint_rows *a, const struct constraint_rows *b)
{
    if (a->kernel != b->kernel || a->form != b->form || a->inputs != b->inputs || a->rows != b->rows ||
        a->jacobians != b->jacobians || (a->parameter < 0) != (b->parameter < 0) ||
        memcmp(a->group, b->group, (size_t)a->rows) != 0)
        return false;
    for (int i = 0; i < a->jacobians; i++)
        if (!same_jacobians(&plan->jacobian[a->jacobian + i], &plan->jacobian[b->jacobian + i]) ||
            plan->jacobian[a->jacobian + i].has != plan->jacobian[b->jacobian + i].has)
            return false;
    return same_inputs(plan, a, b);
}

static bool same_products(const struct plan *plan, const struct product *a, const struct product *b)
{
    const struct jacobian_block *ra = &plan->jacobian[a->row], *rb = &plan->jacobian[b->row];
    const struct jacobian_block *ca = &plan->jacobian[a->column], *cb = &plan->jacobian[b->column];
    bool both = is_known(ra->has) && is_known(ca->has);
    return !b->adds && same_jacobians(ra, rb) && same_jacobians(ca, cb) &&
           (both || (ra->has == rb->has && ca->has == cb->has));
}

static bool can_product(const struct plan *plan, const struct product *x)
{
    const struct jacobian_block *p = &plan->jacobian[x->row];
    const struct body *b = &plan->body[p->body];
    return !x->adds && b->owner == NULL && (p->turns || p->dofs == 3);
}

void system_find_alike(struct plan *plan)
{
    const enum simd simd = simd_best();
    if (simd == SIMD_NONE || plan->linked != NULL || plan->first_order)
        return;
    plan->four = &four_base;
#if defined(__x86_64__)
    if (simd >= SIMD_AVX2)
        plan->four = &four_avx2;
#endif
    for (int i = 0; i + LANES <= plan->bodies; i++) {
        poll_built_at(i);
        struct body *b = &plan->make_body[i];
        b->alike = b->pulled_alike = same_body_kind(b, b);
        for (int k = 1; k < LANES; k++) {
            b->alike = b->alike && same_body_kind(b, b + k);
            b->pulled_alike = b->pulled_alike && b->alike && pulled_alike(plan, i, i + k);
        }
    }
    for (int i = 0; i + LANES <= plan->constraints; i++) {
        poll_built_at(i);
        struct constraint_rows *it = &plan->make_constraint[i];
        bool alike = is_plain(plan, it);
        for (int k = 1; k < LANES && alike; k++)
            alike = is_plain(plan, it + k) && same_constraints(plan, it, it + k);
        it->wide = alike ? constraint_wide_kernel_of(it->kernel, simd) : NULL;
    }
    for (int i = 0; i + LANES <= plan->products; i++) {
        poll_built_at(i);
        struct product *x = &plan->make_product[i];
        x->alike = can_product(plan, x);
        for (int k = 1; k < LANES && x->alike; k++)
            x->alike = same_products(plan, x, x + k);
    }
}
