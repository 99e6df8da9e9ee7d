/* newton.c: see newton.h.
 *
 *   (1 + Σ Jᵀ G J) dz = −gradient,      G = −∂γ/∂u,      z ← z + α dz
 *
 * α is where the function is least along dz: it is convex and its derivative is continuous, so that a search on the
 * derivative cannot fail. Without rows that change their side the first step is exact.
 */
#include "contact/newton.h"

#include <math.h>
#include <string.h>

enum { MOST_TRIALS = 30, MOST_OLD = 6 };

struct newton *newton_new(void) { return MEM_NEW(struct newton); }

static void forget_pattern(struct newton *n)
{
    if (n->matrix != NULL)
        ldl_numbers_free(n->matrix);
    if (n->pattern != NULL)
        ldl_free(n->pattern);
    n->matrix = NULL;
    n->pattern = NULL;
}

void newton_free(struct newton *n)
{
    if (n == NULL)
        return;
    forget_pattern(n);
    ARRAY_FREE(&n->dofs);
    ARRAY_FREE(&n->unit);
    ARRAY_FREE(&n->cones);
    ARRAY_FREE(&n->parts);
    ARRAY_FREE(&n->places);
    ARRAY_FREE(&n->pairs);
    ARRAY_FREE(&n->sizes);
    ARRAY_FREE(&n->old_pairs);
    ARRAY_FREE(&n->old_sizes);
    mem_free(n->at);
    mem_free(n->z);
    mem_free(n);
}

/* ---- making a problem ---- */

void newton_begin(struct newton *n)
{
    n->dofs.count = n->unit.count = n->cones.count = n->parts.count = 0;
    n->pairs.count = n->sizes.count = 0;
    n->factored = false;
}

int newton_body(struct newton *n, int dofs, double unit)
{
    ARRAY_PUSH(&n->dofs, (signed char)dofs);
    ARRAY_PUSH(&n->sizes, dofs);
    ARRAY_PUSH(&n->unit, unit);
    return n->dofs.count - 1;
}

int newton_cone(struct newton *n, enum cone_type type, int rows)
{
    ARRAY_PUSH(&n->cones, ((struct cone){.type = type, .rows = (signed char)rows, .part = n->parts.count}));
    return n->cones.count - 1;
}

double *newton_part(struct newton *n, int body)
{
    struct cone *c = &n->cones.at[n->cones.count - 1];
    for (int k = 0; k < c->parts; k++) {
        int other = n->parts.at[c->part + k].body;
        ARRAY_PUSH(&n->pairs, other < body ? other : body);
        ARRAY_PUSH(&n->pairs, other < body ? body : other);
    }
    ARRAY_PUSH(&n->parts, (struct cone_part){.body = body});
    c->parts++;
    return n->parts.at[n->parts.count - 1].j;
}

double newton_response(const struct newton *n, const struct cone *c, int r)
{
    double sum = 0;
    for (int k = 0; k < c->parts; k++)
        for (int i = 0; i < 6; i++)
            sum += n->parts.at[c->part + k].j[6 * r + i] * n->parts.at[c->part + k].j[6 * r + i];
    return sum;
}

static bool same_pattern(const struct newton *n)
{
    return n->pattern != NULL && n->pairs.count == n->old_pairs.count && n->sizes.count == n->old_sizes.count &&
           memcmp(n->sizes.at, n->old_sizes.at, sizeof(int) * (size_t)n->sizes.count) == 0 &&
           (n->pairs.count == 0 || memcmp(n->pairs.at, n->old_pairs.at, sizeof(int) * (size_t)n->pairs.count) == 0);
}

static void analyse(struct newton *n)
{
    forget_pattern(n);
    n->pattern = ldl_analyze(n->sizes.count, n->sizes.at, NULL, n->pairs.count / 2, n->pairs.at);
    n->matrix = ldl_numbers_new(n->pattern);
    n->old_pairs.count = n->old_sizes.count = 0;
    for (int i = 0; i < n->pairs.count; i++)
        ARRAY_PUSH(&n->old_pairs, n->pairs.at[i]);
    for (int i = 0; i < n->sizes.count; i++)
        ARRAY_PUSH(&n->old_sizes, n->sizes.at[i]);
}

static void find_places(struct newton *n)
{
    n->places.count = 0;
    for (int i = 0; i < n->cones.count; i++) {
        struct cone *c = &n->cones.at[i];
        c->offset = n->places.count;
        for (int p = 0; p < c->parts; p++)
            for (int q = 0; q <= p; q++) {
                struct cone_place place = {0};
                place.offset =
                    ldl_offset(n->pattern, n->parts.at[c->part + p].body, n->parts.at[c->part + q].body, &place.turned);
                ARRAY_PUSH(&n->places, place);
            }
    }
}

void newton_ready(struct newton *n)
{
    if (!same_pattern(n))
        analyse(n);
    find_places(n);
    n->rows = ldl_rows(n->pattern);
    if (n->rows > n->capacity) {
        n->capacity = n->rows + n->rows / 4;
        mem_free(n->z);
        n->z = MEM_ARRAY(double, 4 * n->capacity);
    }
    if (n->dofs.count > n->body_capacity) {
        n->body_capacity = n->dofs.count + n->dofs.count / 4;
        mem_free(n->at);
        n->at = MEM_ARRAY(int, n->body_capacity);
    }
    n->gradient = n->z + n->capacity;
    n->way = n->gradient + n->capacity;
    n->spare = n->way + n->capacity;
    for (int i = 0; i < n->dofs.count; i++)
        n->at[i] = ldl_row(n->pattern, i);
    memset(n->z, 0, sizeof(double) * (size_t)n->rows);
}

double newton_cost(const struct newton *n)
{
    double entries = (double)ldl_entries(n->pattern);
    return n->rows > 0 ? entries * entries / n->rows : 0;
}

/* ---- cones ---- */

/* γ = P(x). */
static void project(const struct cone *c, const double *x, double *out)
{
    double across, push, size;
    switch (c->type) {
    case CONE_EQUAL:
        out[0] = x[0];
        break;
    case CONE_PUSH:
        out[0] = x[0] > 0 ? x[0] : 0;
        break;
    case CONE_BOUNDED:
        out[0] = x[0] > c->bound ? c->bound : x[0] < -c->bound ? -c->bound : x[0];
        break;
    case CONE_FRICTION:
        across = sqrt(x[1] * x[1] + x[2] * x[2]);
        if (x[0] > 0 && across <= c->bound * x[0]) {
            memcpy(out, x, 3 * sizeof *x);
        } else if (x[0] + c->bound * across <= 0) {
            out[0] = out[1] = out[2] = 0;
        } else {
            push = (x[0] + c->bound * across) / (1 + c->bound * c->bound);
            out[0] = push;
            out[1] = across > 0 ? c->bound * push * x[1] / across : 0;
            out[2] = across > 0 ? c->bound * push * x[2] / across : 0;
        }
        break;
    case CONE_DISC:
        size = sqrt(x[0] * x[0] + x[1] * x[1]);
        for (int k = 0; k < 2; k++)
            out[k] = size > c->bound ? x[k] * (c->bound / size) : x[k];
        break;
    }
}

/* What is projected, at u + t · along. */
static void argument(const struct cone *c, double t, double *x)
{
    for (int r = 0; r < c->rows; r++)
        x[r] = c->start[r] - (c->u[r] + t * c->along[r]) / c->give;
}

static void stiffness_of_friction(const struct cone *c, const double *x, double *g)
{
    const double firm = 1 / c->give, across = sqrt(x[1] * x[1] + x[2] * x[2]);
    if (x[0] > 0 && across <= c->bound * x[0]) {
        g[0] = g[4] = g[8] = firm;
        return;
    }
    if (x[0] + c->bound * across <= 0)
        return;
    const double mu = c->bound, push = (x[0] + mu * across) / (1 + mu * mu);
    const double t[3] = {1, across > 0 ? mu * x[1] / across : 0, across > 0 ? mu * x[2] / across : 0};
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++)
            g[3 * r + k] = firm * t[r] * t[k] / (1 + mu * mu);
    if (across > 0 && mu > 0)
        for (int r = 1; r < 3; r++)
            for (int k = 1; k < 3; k++)
                g[3 * r + k] += firm * mu * push / across * ((r == k) - x[r] * x[k] / (across * across));
}

/* G; false if it is zero. */
static bool stiffness(const struct cone *c, double *g)
{
    double x[3], size;
    memset(g, 0, 9 * sizeof *g);
    argument(c, 0, x);
    switch (c->type) {
    case CONE_EQUAL:
        g[0] = 1 / c->give;
        break;
    case CONE_PUSH:
        g[0] = x[0] > 0 ? 1 / c->give : 0;
        break;
    case CONE_BOUNDED:
        g[0] = fabs(x[0]) < c->bound ? 1 / c->give : 0;
        break;
    case CONE_FRICTION:
        stiffness_of_friction(c, x, g);
        break;
    case CONE_DISC:
        size = sqrt(x[0] * x[0] + x[1] * x[1]);
        for (int r = 0; r < 2; r++)
            for (int k = 0; k < 2; k++)
                g[3 * r + k] = size <= c->bound ? (r == k) / c->give
                               : c->bound > 0   ? c->bound / size / c->give * ((r == k) - x[r] * x[k] / (size * size))
                                                : 0;
        break;
    }
    return g[0] != 0 || g[4] != 0 || g[8] != 0;
}

/* ---- products with J ---- */

/* Two numbers at a time: rigid bodies have six columns. Sums are in the same order on every machine. */
typedef double pair __attribute__((vector_size(16)));
typedef double pair_anywhere __attribute__((vector_size(16), aligned(8), may_alias));

static pair pair_at(const double *x) { return *(const pair_anywhere *)x; }

static double row_times(const double *j, const double *x, int dofs)
{
    double sum = 0;
    if (dofs == 6) {
        const pair p = pair_at(j) * pair_at(x) + pair_at(j + 2) * pair_at(x + 2) + pair_at(j + 4) * pair_at(x + 4);
        return p[0] + p[1];
    }
    for (int k = 0; k < dofs; k++)
        sum += j[k] * x[k];
    return sum;
}

static void rows_times(const struct newton *n, const struct cone *c, const double *z, double *out)
{
    for (int r = 0; r < c->rows; r++)
        out[r] = 0;
    for (int p = 0; p < c->parts; p++) {
        const struct cone_part *part = &n->parts.at[c->part + p];
        const double *x = z + n->at[part->body];
        const int dofs = n->dofs.at[part->body];
        for (int r = 0; r < c->rows; r++)
            out[r] += row_times(part->j + 6 * r, x, dofs);
    }
}

/* x += row · by */
static void add_row(const double *j, double by, double *x, int dofs)
{
    if (dofs == 6) {
        for (int k = 0; k < 6; k += 2)
            *(pair_anywhere *)(x + k) += pair_at(j + k) * by;
        return;
    }
    for (int k = 0; k < dofs; k++)
        x[k] += j[k] * by;
}

static void add_transposed(const struct newton *n, const struct cone *c, double sign, double *out)
{
    for (int p = 0; p < c->parts; p++) {
        const struct cone_part *part = &n->parts.at[c->part + p];
        double *x = out + n->at[part->body];
        const int dofs = n->dofs.at[part->body];
        for (int r = 0; r < c->rows; r++)
            add_row(part->j + 6 * r, sign * c->impulse[r], x, dofs);
    }
}

void newton_look(struct newton *n)
{
    double x[3];
    memcpy(n->gradient, n->z, sizeof(double) * (size_t)n->rows);
    for (int i = 0; i < n->cones.count; i++) {
        struct cone *c = &n->cones.at[i];
        rows_times(n, c, n->z, c->u);
        for (int r = 0; r < c->rows; r++)
            c->u[r] += c->bias[r];
        argument(c, 0, x);
        project(c, x, c->impulse);
        add_transposed(n, c, -1, n->gradient);
    }
}

/* The largest speed of any body in a vector. */
static double most_speed(const struct newton *n, const double *x)
{
    double most = 0;
    for (int i = 0; i < n->dofs.count; i++) {
        double sum = 0;
        for (int k = 0; k < n->dofs.at[i]; k++)
            sum += x[n->at[i] + k] * x[n->at[i] + k];
        most = fmax(most, n->unit.at[i] * sqrt(sum));
        if (isnan(sum))
            return sum;
    }
    return most;
}

/* ---- the matrix ---- */

/* block += Jpᵀ G Jq for two rigid bodies; p is that of the rows of the block. */
static void add_six(const struct cone *c, const double *g, const double *p, const double *q, double *block)
{
    pair gq[3][3];
    for (int r = 0; r < c->rows; r++)
        for (int k = 0; k < 3; k++) {
            gq[r][k] = pair_at(q + 2 * k) * g[3 * r];
            for (int s = 1; s < c->rows; s++)
                gq[r][k] += pair_at(q + 6 * s + 2 * k) * g[3 * r + s];
        }
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 3; k++) {
            pair sum = gq[0][k] * p[i];
            for (int r = 1; r < c->rows; r++)
                sum += gq[r][k] * p[6 * r + i];
            *(pair_anywhere *)(block + 6 * i + 2 * k) += sum;
        }
}

/* block += Jpᵀ G Jq, or its transpose. G is symmetric. */
static void add_product(const struct newton *n, const struct cone *c, const double *g, const struct cone_part *p,
                        const struct cone_part *q, struct cone_place place)
{
    const int a = n->dofs.at[p->body], b = n->dofs.at[q->body], rows = c->rows;
    double *block = ldl_values(n->matrix) + place.offset, gq[18];
    if (a == 6 && b == 6) {
        add_six(c, g, place.turned ? q->j : p->j, place.turned ? p->j : q->j, block);
        return;
    }
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < b; k++) {
            double sum = 0;
            for (int s = 0; s < rows; s++)
                sum += g[3 * r + s] * q->j[6 * s + k];
            gq[6 * r + k] = sum;
        }
    for (int i = 0; i < a; i++)
        for (int k = 0; k < b; k++) {
            double sum = 0;
            for (int r = 0; r < rows; r++)
                sum += p->j[6 * r + i] * gq[6 * r + k];
            if (place.turned)
                block[k * a + i] += sum;
            else
                block[i * b + k] += sum;
        }
}

static void factor(struct newton *n, bool (*stiff)(const struct cone *c, double *g))
{
    double *values = ldl_values(n->matrix), g[9];
    bool turned;
    memset(values, 0, sizeof(double) * (size_t)ldl_values_count(n->pattern));
    for (int i = 0; i < n->dofs.count; i++) {
        double *block = values + ldl_offset(n->pattern, i, i, &turned);
        for (int k = 0; k < n->dofs.at[i]; k++)
            block[k * (n->dofs.at[i] + 1)] = 1;
    }
    for (int i = 0; i < n->cones.count; i++) {
        const struct cone *c = &n->cones.at[i];
        if (!stiff(c, g))
            continue;
        for (int p = 0, place = c->offset; p < c->parts; p++)
            for (int q = 0; q <= p; q++, place++)
                add_product(n, c, g, &n->parts.at[c->part + p], &n->parts.at[c->part + q], n->places.at[place]);
    }
    for (int i = 0; i < ldl_islands(n->pattern); i++)
        ldl_factor(n->pattern, n->matrix, i, 0, 0);
    n->factored = true;
    n->factorizations++;
}

/* way ← −(1 + Jᵀ G J)⁻¹ gradient, with the factors that there are. */
static double find_way(struct newton *n)
{
    for (int i = 0; i < n->rows; i++)
        n->way[i] = -n->gradient[i];
    for (int i = 0; i < ldl_islands(n->pattern); i++)
        ldl_solve(n->pattern, n->matrix, i, n->way);
    return most_speed(n, n->way);
}

/* ---- where to start ---- */

/* G of the side on which the impulse in the cone is; its direction of sliding stays. */
static bool guessed(const struct cone *c, double *g)
{
    const double *p = c->impulse, firm = 1 / c->give, mu = c->bound;
    memset(g, 0, 9 * sizeof *g);
    if (c->type == CONE_EQUAL || (c->type == CONE_PUSH && p[0] > 0) ||
        (c->type == CONE_BOUNDED && fabs(p[0]) < c->bound * (1 - 1e-9)))
        g[0] = firm;
    if (c->type != CONE_FRICTION || !(p[0] > 0))
        return g[0] > 0;
    const double across = sqrt(p[1] * p[1] + p[2] * p[2]);
    if (across < mu * p[0] * (1 - 1e-6)) {
        g[0] = g[4] = g[8] = firm;
        return true;
    }
    const double t[3] = {1, across > 0 ? mu * p[1] / across : 0, across > 0 ? mu * p[2] / across : 0};
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++)
            g[3 * r + k] = firm * t[r] * t[k] / (1 + mu * mu);
    return true;
}

/* The function itself, at the z that was looked at. */
static double height(const struct newton *n)
{
    double sum = 0;
    for (int i = 0; i < n->rows; i++)
        sum += n->z[i] * n->z[i] / 2;
    for (int i = 0; i < n->cones.count; i++) {
        const struct cone *c = &n->cones.at[i];
        for (int r = 0; r < c->rows; r++)
            sum += c->give / 2 * c->impulse[r] * c->impulse[r];
    }
    return sum;
}

void newton_guess(struct newton *n)
{
    double g[9], *from = n->spare;
    if (n->rows == 0)
        return;
    factor(n, guessed);
    memset(from, 0, sizeof(double) * (size_t)n->rows);
    for (int i = 0; i < n->cones.count; i++) {
        struct cone *c = &n->cones.at[i];
        const bool acts = guessed(c, g), bounded = c->type == CONE_BOUNDED && !acts;
        for (int r = 0; r < c->rows && !bounded; r++) {
            double sum = 0;
            for (int k = 0; k < c->rows && acts; k++)
                sum += g[3 * r + k] * c->bias[k];
            c->along[r] = acts ? -sum : 0;
        }
        if (!bounded)
            memcpy(c->impulse, c->along, sizeof c->impulse);
        add_transposed(n, c, 1, from);
    }
    for (int i = 0; i < ldl_islands(n->pattern); i++)
        ldl_solve(n->pattern, n->matrix, i, from);
    newton_look(n);
    const double plain = height(n);
    memcpy(n->z, from, sizeof(double) * (size_t)n->rows);
    newton_look(n);
    if (height(n) < plain)
        return;
    memset(n->z, 0, sizeof(double) * (size_t)n->rows);
    n->factored = false;
    newton_look(n);
}

/* ---- the search along a direction ---- */

/* The derivative of the function along the way, at t. */
static double slope(const struct newton *n, double quadratic, double linear, double t)
{
    double sum = linear + t * quadratic, x[3], impulse[3];
    for (int i = 0; i < n->cones.count; i++) {
        const struct cone *c = &n->cones.at[i];
        argument(c, t, x);
        project(c, x, impulse);
        for (int r = 0; r < c->rows; r++)
            sum -= impulse[r] * c->along[r];
    }
    return sum;
}

static double search(struct newton *n)
{
    double quadratic = 0, linear = 0;
    for (int i = 0; i < n->rows; i++) {
        quadratic += n->way[i] * n->way[i];
        linear += n->z[i] * n->way[i];
    }
    for (int i = 0; i < n->cones.count; i++)
        rows_times(n, &n->cones.at[i], n->way, n->cones.at[i].along);
    const double first = slope(n, quadratic, linear, 0);
    if (!(first < 0))
        return 1; /* rounding: there is nothing left to find */
    double low = 0, high = 1, at_low = first, at_high = slope(n, quadratic, linear, 1);
    if (fabs(at_high) <= -0.25 * first)
        return 1;
    for (int i = 0; at_high < 0 && i < MOST_TRIALS; i++) {
        low = high;
        at_low = at_high;
        high *= 2;
        at_high = slope(n, quadratic, linear, high);
    }
    for (int i = 0; i < MOST_TRIALS; i++) {
        double t = low - at_low * (high - low) / (at_high - at_low);
        if (!(t > low) || !(t < high) || i % 3 == 2)
            t = (low + high) / 2;
        double now = slope(n, quadratic, linear, t);
        if (fabs(now) <= -0.05 * first)
            return t;
        *(now < 0 ? &low : &high) = t;
        *(now < 0 ? &at_low : &at_high) = now;
    }
    return low > 0 ? low : high;
}

/* ---- solving ---- */

/* Steps with old factors, while they bring it nearer fast enough. True if it arrives; otherwise z is where the last good
 * one led. */
static bool with_old_factors(struct newton *n, double enough)
{
    double last = INFINITY;
    for (int i = 0; i < MOST_OLD && n->factored; i++) {
        double move = find_way(n);
        if (!(move < 0.3 * last)) {
            memcpy(n->z, n->spare, sizeof(double) * (size_t)n->rows);
            newton_look(n);
            return false;
        }
        memcpy(n->spare, n->z, sizeof(double) * (size_t)n->rows);
        for (int k = 0; k < n->rows; k++)
            n->z[k] += n->way[k];
        newton_look(n);
        if (move <= enough)
            return true;
        last = move;
    }
    return false;
}

bool newton_solve(struct newton *n, double enough, int most)
{
    newton_look(n);
    if (n->rows == 0)
        return true;
    if (with_old_factors(n, enough))
        return true;
    for (int i = 0; i < most; i++) {
        factor(n, stiffness);
        n->iterations++;
        double move = find_way(n), part = move > enough ? search(n) : 1;
        if (!isfinite(move))
            return false;
        for (int k = 0; k < n->rows; k++)
            n->z[k] += part * n->way[k];
        newton_look(n);
        if (move <= enough)
            return true;
    }
    return false;
}

double newton_refine(struct newton *n)
{
    double most = 0;
    for (int i = 0; i < n->cones.count; i++) {
        struct cone *c = &n->cones.at[i];
        for (int r = 0; r < c->rows; r++) {
            const double next = c->soft && r == 0 ? 0 : c->impulse[r];
            most = fmax(most, c->give * fabs(next - c->start[r]));
            c->start[r] = next;
        }
    }
    return most;
}
