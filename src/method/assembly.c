/* assembly.c: positions alone: mass-weighted Gauss–Newton, q ← q + W Jᵀμ with A μ = −C.
 *
 * Of all displacements that meet the linearised constraints this is the one that moves mass least, so that the model
 * stays on its branch. Velocities and time are not touched.
 */
#include "method/parts.h"

double system_largest_deviation(const struct system *s, bool (*count)(void *ctx, const struct item *it), void *ctx,
                                int *worst)
{
    double largest = 0;
    *worst = -1;
    for (int i = 0; i < s->items; i++) {
        const struct item *it = &s->item[i];
        if (count != NULL && !count(ctx, it))
            continue;
        double sum = 0;
        if (it->bounds == BOUND_MOTOR) /* a motor may be too weak for its goal */
            continue;
        for (int r = 0; r < it->rows; r++) { /* a limit is off only on its forbidden side */
            double c = it->bounds == BOUND_ONE_SIDED ? fmin(s->c[it->row + r], 0) : s->c[it->row + r];
            sum += c * c;
        }
        if (*worst < 0 || (!isnan(largest) && !(sqrt(sum) <= largest))) { /* what is no number is the worst there is */
            largest = sqrt(sum);
            *worst = i;
        }
    }
    return largest;
}

static bool is_position(void *ctx, const struct item *it)
{
    (void)ctx;
    return it->level[0] == LEVEL_POSITION && !it->apart;
}

/* For positions alone a limit counts where it is passed, and motors do not. */
static void choose_modes(struct system *s)
{
    for (int b = 0; b < s->bounded_count; b++) {
        struct item *it = &s->item[s->bounded[b]];
        bool passed = it->bounds == BOUND_ONE_SIDED && s->c[it->row] < 0;
        it->mode = passed ? MODE_HELD : MODE_FREE;
    }
}

tn_status system_correct_positions(struct system *s, double t, double *y, double most_turn, double *deviation)
{
    int worst;
    system_update(s, t, y);
    system_deviations(s, t);
    choose_modes(s);
    system_linearize(s, t, true);
    *deviation = system_largest_deviation(s, is_position, NULL, &worst);
    for (int i = 0; i < s->items; i++) {
        const struct item *it = &s->item[i];
        for (int r = 0; r < it->rows && it->block >= 0; r++)
            s->right[it->row + r] = it->level[0] == LEVEL_POSITION && it->mode == MODE_HELD
                                        ? -s->weight[it->row + r] * s->c[it->row + r]
                                        : 0;
    }
    system_solve(s);
    double *d = s->acceleration;
    system_spread(s, d);
    double largest_turn = 0;
    for (int i = 0; i < s->bodies; i++)
        if (s->body[i].coordinates == COORDINATES_RIGID) {
            const double *w = d + (s->body[i].v - s->q_count) + 3;
            largest_turn = fmax(largest_turn, sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]));
        }
    for (int i = 0; i < s->v_count; i++)
        if (!isfinite(d[i])) {
            system_find_culprit(s, t);
            return TN_STUCK;
        }
    system_displace(s, d, largest_turn > most_turn ? most_turn / largest_turn : 1, y);
    slide_follow(s, t, y);
    return TN_OK;
}
