/* plan_uneven.c: islands whose masses differ much, and the room of the dense solver. */
#include <math.h>

#include "base/memory.h"
#include "world/world_parts.h"

static int island_of(const struct plan *plan, int jacobian)
{
    const struct constraint_rows *it = &plan->constraint[plan->jacobian[jacobian].constraint];
    return it->block >= 0 ? ldl_island_of(plan->matrix, it->block) : -1;
}

/* What an island consists of. */
struct extent {
    double least, most; /* mass */
    int rows, columns;
};

static void measure(const struct plan *plan, struct extent *of)
{
    for (int b = 0; b < plan->bodies; b++) {
        const struct body *body = &plan->body[b];
        int island = -1;
        for (int k = plan->body_jacobian_start[b]; k < plan->body_jacobian_start[b + 1] && island < 0; k++)
            island = island_of(plan, plan->body_jacobian[k]);
        if (island < 0 || body->dofs == 0)
            continue;
        /* of coordinates that are not masses nothing is known */
        const double m = body->coordinates == COORDINATES_GENERAL ? NAN : 1 / body->inverse_mass;
        struct extent *x = &of[island];
        x->columns += body->dofs;
        x->least = x->least > 0 ? fmin(x->least, m) : m;
        x->most = isnan(m) || isnan(x->most) ? NAN : fmax(x->most, m);
    }
    for (int i = 0; i < plan->constraints; i++)
        if (plan->constraint[i].block >= 0)
            of[ldl_island_of(plan->matrix, plan->constraint[i].block)].rows += plan->constraint[i].rows;
}

static void make_room(struct plan *plan, int rows, int columns)
{
    plan->size.dense_rows = rows > plan->size.dense_rows ? rows : plan->size.dense_rows;
    plan->size.dense_columns = columns > plan->size.dense_columns ? columns : plan->size.dense_columns;
}

void plan_uneven(tn_world *w, struct plan *plan)
{
    const int islands = ldl_islands(plan->matrix);
    struct extent *of = MEM_ARRAY(struct extent, islands + 1);
    int columns = 0;
    plan->island.make_ratio = PLAN_ARRAY(w, double, islands + 1);
    measure(plan, of);
    for (int i = 0; i < islands; i++) {
        const double ratio = of[i].most / of[i].least;
        plan->island.make_ratio[i] = isfinite(ratio) ? ratio : 1;
        columns += of[i].columns;
        if (!(plan->island.ratio[i] > UNEVEN))
            continue;
        plan->island.uneven++;
        if (plan->solver == SOLVER_SPARSE && of[i].rows <= PLAN_DENSE_ROWS)
            make_room(plan, of[i].rows, of[i].columns);
    }
    if (plan->solver == SOLVER_SVD && plan->rows <= PLAN_SVD_ROWS)
        make_room(plan, plan->rows, columns);
    mem_free(of);
}
