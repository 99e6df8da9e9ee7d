/* Rank, degrees of freedom and redundant constraints of random linkages against plain elimination of their Jacobian:
 * without the named ones the rest has full rank, and each of them is redundant. */
#include "linkage.h"

/* ---- the reference ---- */

/* Rank of the active rows at the present pose: all of J, dense, eliminated with full pivoting. */
static int plain_rank(tn_world *w, int *rows)
{
    assert_int_equal(tn_evaluate(w), TN_OK);
    const struct plan *plan = w->plan;
    const struct work *work = w->work;
    int n = plan->v_count, m = 0, rank = 0;
    double *a = calloc((size_t)(plan->rows + 1) * (size_t)(n + 1), sizeof *a);
    for (int i = 0; i < plan->constraints; i++)
        for (int r = 0; r < plan->constraint[i].rows; r++, m++)
            for (int p = 0; p < plan->constraint[i].jacobians; p++) {
                const struct jacobian_block *q = &plan->jacobian[plan->constraint[i].jacobian + p];
                for (int c = 0; c < q->dofs; c++)
                    a[m * n + plan->body[q->body].v - plan->q_count + c] += system_jacobian(work, q, r, c);
            }
    double first = 0;
    while (rank < m && rank < n) {
        int row = rank, column = rank;
        for (int i = rank; i < m; i++)
            for (int k = rank; k < n; k++)
                if (fabs(a[i * n + k]) > fabs(a[row * n + column])) {
                    row = i;
                    column = k;
                }
        double pivot = a[row * n + column];
        first = rank == 0 ? fabs(pivot) : first;
        if (!(fabs(pivot) > 1e-9 * first))
            break;
        for (int k = 0; k < n; k++) {
            double x = a[row * n + k];
            a[row * n + k] = a[rank * n + k];
            a[rank * n + k] = x;
        }
        for (int i = 0; i < m; i++) {
            double x = a[i * n + column];
            a[i * n + column] = a[i * n + rank];
            a[i * n + rank] = x;
        }
        for (int i = rank + 1; i < m; i++)
            for (int k = n - 1; k >= rank; k--)
                a[i * n + k] -= a[i * n + rank] / pivot * a[rank * n + k];
        rank++;
    }
    free(a);
    *rows = m;
    return rank;
}

static void check_report(tn_world *w)
{
    int rows, rank = plain_rank(w, &rows);
    tn_counts n = tn_count(w);
    assert_int_equal(n.rows, rows);
    if (n.rank != rank)
        fail_msg("rank %d, by plain elimination %d of %d rows", n.rank, rank, rows);
    int velocities = 0;
    for (int i = 0; i < tn_object_count(w); i++)
        velocities += 6;
    assert_int_equal(n.degrees_of_freedom, velocities - rank);
    assert_null(tn_contradictory(w, 0));
    /* the named ones go, one by one */
    char *named[64];
    int count = 0;
    for (; count < 64 && tn_redundant(w, count) != NULL; count++)
        named[count] = mem_text(tn_redundant(w, count));
    assert_true((count > 0) == (rank < rows));
    for (int i = 0; i < count; i++) {
        tn_constraint c = tn_constraint_find(w, named[i]);
        assert_true(tn_constraint_valid(w, c)); /* and none is named twice */
        assert_int_equal(tn_constraint_switch(w, c, false), TN_OK);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(named[i], named[k]);
    }
    rank = plain_rank(w, &rows);
    assert_int_equal(rank, rows);
    assert_null(tn_redundant(w, 0));
    for (int i = 0; i < count; i++) { /* each of them would be redundant again */
        tn_constraint c = tn_constraint_find(w, named[i]);
        tn_constraint_switch(w, c, true);
        rank = plain_rank(w, &rows);
        assert_true(rank < rows);
        tn_constraint_switch(w, c, false);
        mem_free(named[i]);
    }
    tn_world_free(w);
}

static void planar_linkages(void **state)
{
    (void)state;
    uint64_t seed = 41;
    for (int i = 0; i < 60; i++)
        check_report(linkage(&seed, 2 + i % 7, 1 + i % 11, true));
}

static void spatial_linkages(void **state)
{
    (void)state;
    uint64_t seed = 42;
    for (int i = 0; i < 60; i++)
        check_report(linkage(&seed, 2 + i % 7, 1 + i % 11, false));
}

/* A hub: a body with so many constraints that it stays in the matrix. */
static void hubs(void **state)
{
    (void)state;
    uint64_t seed = 43;
    for (int i = 0; i < 20; i++)
        check_report(linkage(&seed, 1 + i % 3, 16 + i % 9, i % 2 == 0));
}

/* A long chain with a few joints doubled: the doubles are named. */
static void doubles_in_a_chain(void **state)
{
    (void)state;
    enum { LINKS = 2000 };
    tn_world *w = tn_world_new();
    tn_object before = {0, 0};
    char name[32];
    for (int i = 0; i < LINKS; i++) {
        tn_object o = model_object(w, "box", 0.1, 0.1, 0.1, v3(0, 0, -0.1 * i));
        for (int k = 0; k < (i % 500 == 250 ? 2 : 1); k++) {
            snprintf(name, sizeof name, "j%d-%s", i, k == 0 ? "one" : "two");
            if (i == 0)
                JOIN(w, name, "connect", nail(0, 0, 0.05), at(o, 0, 0, 0.05));
            else
                JOIN(w, name, "connect", at(before, 0, 0, -0.05), at(o, 0, 0, 0.05));
        }
        before = o;
    }
    static const char *const expected[] = {"j250-two", "j750-two", "j1250-two", "j1750-two"};
    for (int i = 0; i < 4; i++) {
        assert_non_null(tn_redundant(w, i));
        assert_string_equal(tn_redundant(w, i), expected[i]);
    }
    assert_null(tn_redundant(w, 4));
    assert_int_equal(tn_count(w).degrees_of_freedom, 3 * LINKS);
    tn_world_free(w);
}

/* At the centre of its circle a bead has no direction: a row of zeros there, but nothing repeats it. A row that is zero
 * everywhere says nothing. */
static void rows_of_nothing(void **state)
{
    static const struct {
        const char *wire;
        int rank;
    } model[] = {{"bead.center.x^2 + bead.center.z^2 = 1", 1},
                 {"bead.center.x - (2*bead.center.x - bead.center.x) = 0", 0}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char text[200];
        snprintf(text, sizeof text, "object bead: particle 1; end constraint wire: keep %s; end", model[i].wire);
        tn_world *w = tn_world_new();
        assert_int_equal(tn_read_text(w, "m.tn", text, NULL), TN_OK);
        tn_counts c = tn_count(w);
        assert_int_equal(c.rows, 1);
        assert_int_equal(c.rank, model[i].rank);
        assert_int_equal(c.degrees_of_freedom, 3 - model[i].rank);
        assert_int_equal(tn_redundant(w, 0) != NULL, model[i].rank == 0);
        assert_null(tn_redundant(w, 1));
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planar_linkages),    cmocka_unit_test(spatial_linkages), cmocka_unit_test(hubs),
        cmocka_unit_test(doubles_in_a_chain), cmocka_unit_test(rows_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
