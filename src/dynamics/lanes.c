/* lanes.c: see lanes.h. The mathematics is that of update.c, matrix.c and dynamic.c, four at a time. */
#include <stddef.h>
#include <string.h>

#include "constraint/constraint_lanes.h"
#include "dynamics/lanes.h"
#include "dynamics/dynamics_parts.h"

/* gcc 12 takes vectors that it has to split, for want of wide registers, for uninitialised ones. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3", "no-tree-vectorize", "unroll-loops")
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

/* struct pose as numbers. */
enum {
    POSE_X = 0,
    POSE_V = 3,
    POSE_W = 6,
    POSE_A = 9,
    POSE_ALPHA = 12,
    POSE_R = 15,
    POSE_INERTIA = 24,
    POSE_MASS = 30
};
enum { POSE = 31 };
_Static_assert(sizeof(struct pose) == POSE * sizeof(double) && offsetof(struct pose, w) == POSE_W * sizeof(double) &&
                   offsetof(struct pose, alpha) == POSE_ALPHA * sizeof(double) &&
                   offsetof(struct pose, r) == POSE_R * sizeof(double) &&
                   offsetof(struct pose, inverse_inertia) == POSE_INERTIA * sizeof(double) &&
                   offsetof(struct pose, inverse_mass) == POSE_MASS * sizeof(double),
               "poses are read as numbers");

LANES_INLINE lanes3 three(const lanes *v) { return l3(v[0], v[1], v[2]); }
LANES_INLINE void put_three(lanes3 v, lanes *out)
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}
LANES_INLINE double *numbers_of(struct pose *p) { return &p->x.x; }

/* ---- bodies ---- */

/* W f: the field, applied forces (NULL: none) and the gyroscopic torque. */
LANES_INLINE void fall(const struct body *b, vec3 field, const lanes *wrench, lanes *p)
{
    lanes inertia[6], a[3];
    const double *at[LANES] = {&b[0].build->inertia.xx, &b[1].build->inertia.xx, &b[2].build->inertia.xx,
                               &b[3].build->inertia.xx};
    lanes_load(at, 6, inertia);
    for (int c = 0; c < 3; c++)
        a[c] = lanes_all(!force_has_weight(b) ? 0 : c == 0 ? field.x : c == 1 ? field.y : field.z);
    if (wrench != NULL) {
        const lanes mass = {b[0].mass, b[1].mass, b[2].mass, b[3].mass};
        const lanes inverse = {b[0].inverse_mass, b[1].inverse_mass, b[2].inverse_mass, b[3].inverse_mass};
        for (int c = 0; c < 3; c++)
            a[c] = inverse * (wrench[c] + mass * a[c]);
    }
    lanes3 w = three(p + POSE_W), spin = l3_turned_back(p + POSE_R, w);
    lanes3 torque = l3_cross(l3_turned(p + POSE_R, l3_weighed(inertia, spin)), w);
    if (wrench != NULL)
        torque = l3_add(torque, three(wrench + 3));
    for (int c = 0; c < 3; c++)
        p[POSE_A + c] = a[c];
    put_three(l3_weighed(p + POSE_INERTIA, torque), p + POSE_ALPHA);
}

LANES_TARGET int lanes_poses(const struct plan *plan, struct work *work, int from, int to, const double *y,
                             bool falling)
{
    for (; from + LANES <= to && plan->body[from].alike; from += LANES) {
        const struct body *b = plan->body + from;
        lanes q[7], inverse[6], p[POSE];
        const double *at[LANES], *speed[LANES], *inertia[LANES];
        double *pose[LANES], *turned[LANES];
        for (int k = 0; k < LANES; k++) {
            at[k] = y + b[k].q;
            speed[k] = y + b[k].v;
            inertia[k] = &b[k].build->inverse_inertia.xx;
            pose[k] = numbers_of(&work->pose[from + k]);
            turned[k] = pose[k] + POSE_R;
        }
        lanes_load(at, 7, q);
        lanes_load(speed, 6, p + POSE_V);
        lanes_load(inertia, 6, inverse);
        for (int c = 0; c < 3; c++)
            p[POSE_X + c] = q[c];
        lanes_matrix((lanes_quat){q[3], q[4], q[5], q[6]}, p + POSE_R);
        lanes_rotate(p + POSE_R, inverse, p + POSE_INERTIA);
        if (falling) {
            fall(b, work->field, NULL, p);
            lanes_store(pose, POSE_MASS, p);
        } else {
            lanes_store(pose, POSE_A, p);
            lanes_store(turned, POSE_MASS - POSE_R, p + POSE_R);
        }
    }
    return from;
}

LANES_TARGET int lanes_free_motion(const struct plan *plan, struct work *work, int from, int to)
{
    for (; from + LANES <= to && plan->body[from].alike; from += LANES) {
        lanes p[POSE], wrench[6];
        const double *spin[LANES], *turned[LANES], *applied[LANES];
        double *out[LANES];
        for (int k = 0; k < LANES; k++) {
            double *pose = numbers_of(&work->pose[from + k]);
            spin[k] = pose + POSE_W;
            turned[k] = pose + POSE_R;
            out[k] = pose + POSE_A;
            applied[k] = &work->wrench[from + k].f.x;
        }
        lanes_load(spin, 3, p + POSE_W);
        lanes_load(turned, POSE_MASS - POSE_R, p + POSE_R);
        lanes_load(applied, 6, wrench);
        fall(plan->body + from, work->field, wrench, p);
        lanes_store(out, 6, p + POSE_A);
    }
    return from;
}

/* ---- constraints ---- */

/* What four connectors of one type show; `p` are the poses of their bodies. */
LANES_INLINE void signal_of(const struct work *work, const struct connector *const c[LANES], const lanes *p,
                            struct lanes_signal *out)
{
    const lanes3 zero = {0};
    lanes local[3];
    const double *at[LANES] = {&c[0]->local.x, &c[1]->local.x, &c[2]->local.x, &c[3]->local.x};
    lanes_load(at, 3, local);
    switch (c[0]->type) {
    case CONNECTOR_CONSTANT:
        *out = (struct lanes_signal){three(local), zero, zero, c[0]->source == 1 ? three(local) : zero};
        break;
    case CONNECTOR_TIME: {
        lanes now[9];
        for (int k = 0; k < LANES; k++)
            at[k] = &work->time[c[k]->source].y.x;
        lanes_load(at, 9, now);
        *out = (struct lanes_signal){three(now), three(now + 3), three(now + 6), zero};
        break;
    }
    case CONNECTOR_POINT:
    case CONNECTOR_DIRECTION: {
        lanes3 w = three(p + POSE_W), lever = l3_turned(p + POSE_R, three(local)), turning = l3_cross(w, lever);
        lanes3 beta = l3_add(l3_cross(w, turning), l3_cross(three(p + POSE_ALPHA), lever));
        if (c[0]->type == CONNECTOR_DIRECTION)
            *out = (struct lanes_signal){lever, turning, beta, lever};
        else
            *out = (struct lanes_signal){l3_add(three(p + POSE_X), lever), l3_add(three(p + POSE_V), turning),
                                         l3_add(beta, three(p + POSE_A)), lever};
        break;
    }
    case CONNECTOR_SPIN:
        *out = (struct lanes_signal){zero, three(p + POSE_W), three(p + POSE_ALPHA), zero};
        break;
    case CONNECTOR_SCALAR:
        *out = (struct lanes_signal){three(p + POSE_X), three(p + POSE_V), three(p + POSE_A), zero};
        break;
    }
}

/* Poses of the bodies that four items touch: those of input i are the place[i]-th. */
struct places {
    int place[CONSTRAINT_INPUTS], count;
    lanes pose[CONSTRAINT_INPUTS][POSE];
};

static bool has_body(const struct connector *c) { return c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME; }

LANES_INLINE void find_places(const struct plan *plan, const struct work *work, const struct item *it,
                              struct places *out)
{
    const struct connector *c = plan->connector;
    out->count = 0;
    for (int i = 0; i < it->inputs; i++) {
        int same = 0, own = it->input + i;
        while (same < i && !(has_body(&c[it->input + same]) && c[it->input + same].body == c[own].body))
            same++;
        out->place[i] = same < i ? out->place[same] : out->count;
        if (!has_body(&c[own]) || same < i)
            continue;
        const double *at[LANES];
        for (int k = 0; k < LANES; k++)
            at[k] = numbers_of(&work->pose[c[it[k].input + i].body]);
        lanes_load(at, POSE, out->pose[out->count++]);
    }
}

/* The rows of four items; false if one of them has a tie to break. */
LANES_INLINE bool rows_of(const struct plan *plan, const struct work *work, const struct item *it, double t,
                          const struct places *places, struct lanes_rows *rows)
{
    struct lanes_signal in[CONSTRAINT_INPUTS];
    lanes parameter[CONSTRAINT_PARAMETERS];
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c[LANES];
        for (int k = 0; k < LANES; k++)
            c[k] = &plan->connector[it[k].input + i];
        signal_of(work, c, places->pose[places->place[i]], &in[i]);
    }
    if (it->form != NULL && constraint_lanes_tied(it->form, in))
        return false;
    for (int i = 0; i < CONSTRAINT_PARAMETERS && it->parameter >= 0; i++)
        for (int k = 0; k < LANES; k++)
            parameter[i][k] = work->parameter[it[k].parameter + i];
    it->lanes(in, parameter, t, rows);
    return true;
}

/* r = −weight (γ + feedback). */
LANES_INLINE void right_hand_side(const struct item_state *now, const int m, const struct lanes_rows *rows,
                                  const lanes *weight, double *const out[LANES])
{
    lanes r[CONSTRAINT_ROWS];
    double gain[2][LANES]; /* by memory: valgrind does not know how gcc would gather these in registers */
    for (int k = 0; k < LANES; k++) {
        gain[0][k] = now[k].closed ? 0 : now[k].ks;
        gain[1][k] = now[k].closed ? 0 : now[k].kd;
    }
    lanes ks, kd;
    memcpy(&ks, gain[0], sizeof ks);
    memcpy(&kd, gain[1], sizeof kd);
    for (int i = 0; i < m; i++)
        r[i] = -weight[i] * (rows->gamma[i] + (ks * rows->c[i] + kd * rows->cd[i]));
    lanes_store(out, m, r);
}

/* Columns of the inputs on one body, added up. */
LANES_INLINE void columns_of(const struct plan *plan, const struct item *it, int part, const int m, int from,
                             const struct lanes_rows *rows, lanes *j)
{
    bool first = true;
    for (int i = 0; i < it->inputs; i++) {
        if (plan->input_part[it->input + i] != part)
            continue;
        for (int r = 0; r < m; r++)
            for (int c = 0; c < 3; c++)
                j[3 * r + c] = first ? rows->j[i][6 * r + from + c] : j[3 * r + c] + rows->j[i][6 * r + from + c];
        first = false;
    }
}

/* J_k W J_lᵀ of two rows, the linear half. */
LANES_INLINE lanes linear_product(lanes inverse_mass, int has_k, const lanes *k, int r, int has_l, const lanes *l,
                                  int c)
{
    if (has_k == LINEAR_NONE || has_l == LINEAR_NONE)
        return lanes_all(0);
    if (has_k == LINEAR_ANY && has_l == LINEAR_ANY)
        return inverse_mass * (k[3 * r] * l[3 * c] + k[3 * r + 1] * l[3 * c + 1] + k[3 * r + 2] * l[3 * c + 2]);
    if (has_k == LINEAR_ANY)
        return c < 3 ? inverse_mass * has_l * k[3 * r + c] : lanes_all(0);
    if (has_l == LINEAR_ANY)
        return r < 3 ? inverse_mass * has_k * l[3 * c + r] : lanes_all(0);
    return r == c && r < 3 ? has_k * has_l * inverse_mass : lanes_all(0);
}

LANES_INLINE lanes dot(const lanes *a, const lanes *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* J of a part, and the lower half of what it adds to the diagonal block. */
LANES_INLINE void part_of(const struct plan *plan, const struct work *work, const struct item *it, int index,
                          const int m, const bool turns, const int has, const struct places *places,
                          const struct lanes_rows *rows, lanes *block)
{
    const lanes *pose = NULL;
    lanes linear[CONSTRAINT_ROWS * 3], angular[CONSTRAINT_ROWS * 3], w[CONSTRAINT_ROWS * 3];
    double *out[LANES];
    for (int i = 0; pose == NULL; i++)
        if (plan->input_part[it->input + i] == it->part + index)
            pose = places->pose[places->place[i]];
    if (has == LINEAR_ANY) {
        columns_of(plan, it, it->part + index, m, 0, rows, linear);
        for (int k = 0; k < LANES; k++)
            out[k] = work->linear + plan->part[it[k].part + index].linear;
        lanes_store(out, 3 * m, linear);
    }
    if (turns) {
        columns_of(plan, it, it->part + index, m, 3, rows, angular);
        for (int k = 0; k < LANES; k++)
            out[k] = work->angular + plan->part[it[k].part + index].angular;
        lanes_store(out, 3 * m, angular);
        for (int r = 0; r < m; r++)
            put_three(l3_weighed(pose + POSE_INERTIA, three(angular + 3 * r)), w + 3 * r);
    }
    for (int r = 0; r < m; r++)
        for (int c = 0; c <= r; c++) {
            lanes x = linear_product(pose[POSE_MASS], has, linear, r, has, linear, c);
            if (turns)
                x += dot(angular + 3 * r, w + 3 * c);
            block[r * m + c] += x;
        }
}

/* As row_weights of matrix.c. */
LANES_INLINE void row_weights(const struct item *it, const int m, const lanes *block, lanes *weight)
{
    for (int r = 0; r < m; r++) {
        const int unit = it->group[r];
        if (unit >= 0 && unit < r) {
            weight[r] = weight[unit];
            continue;
        }
        lanes trace = lanes_all(0);
        int count = 0;
        for (int k = r; k < m; k++)
            if (it->group[k] == r) {
                trace += block[k * m + k];
                count++;
            }
        weight[r] = lanes_choose(trace > 0, lanes_sqrt(count / trace), lanes_all(1));
    }
}

LANES_INLINE bool four_items(const struct plan *plan, struct work *work, const struct item *it, const int m, double t,
                             bool again)
{
    struct places places;
    struct lanes_rows rows;
    lanes weight[CONSTRAINT_ROWS], block[CONSTRAINT_ROWS * CONSTRAINT_ROWS];
    double *c[LANES], *cd[LANES], *weights[LANES], *right[LANES], *values[LANES];
    for (int k = 0; k < LANES; k++) {
        c[k] = work->c + it[k].row;
        cd[k] = work->cd + it[k].row;
        weights[k] = work->weight + it[k].row;
        right[k] = work->right + it[k].row;
        values[k] = ldl_values(work->matrix) + it[k].diagonal;
    }
    find_places(plan, work, it, &places);
    if (!rows_of(plan, work, it, t, &places, &rows))
        return false;
    lanes_store(c, m, rows.c);
    lanes_store(cd, m, rows.cd);
    if (again) {
        lanes_load((const double *const *)weights, m, weight);
        right_hand_side(work->item + it->index, m, &rows, weight, right);
        return true;
    }
    for (int k = 0; k < m * m; k++)
        block[k] = lanes_all(0);
    for (int i = 0; i < it->parts; i++) {
        const struct part *p = plan->part + it->part + i;
        if (p->turns && p->has == LINEAR_PLUS)
            part_of(plan, work, it, i, m, true, LINEAR_PLUS, &places, &rows, block);
        else if (p->turns && p->has == LINEAR_MINUS)
            part_of(plan, work, it, i, m, true, LINEAR_MINUS, &places, &rows, block);
        else if (p->turns)
            part_of(plan, work, it, i, m, true, p->has, &places, &rows, block);
        else
            part_of(plan, work, it, i, m, false, p->has, &places, &rows, block);
    }
    row_weights(it, m, block, weight);
    lanes_store(weights, m, weight);
    right_hand_side(work->item + it->index, m, &rows, weight, right);
    for (int r = 0; r < m; r++)
        for (int k = 0; k <= r; k++)
            block[r * m + k] = block[k * m + r] = weight[r] * weight[k] * block[r * m + k];
    lanes_store(values, m * m, block);
    for (int k = 0; k < LANES; k++)
        work->item[it[k].index].out = false;
    return true;
}

static bool all_held(const struct item_state *now)
{
    for (int k = 0; k < LANES; k++)
        if (now[k].mode != MODE_HELD)
            return false;
    return true;
}

LANES_TARGET int lanes_items(const struct plan *plan, struct work *work, int from, int to, double t, bool again)
{
    for (; from + LANES <= to; from += LANES) {
        const struct item *it = plan->item + from;
        if (it->lanes == NULL || !all_held(work->item + it->index))
            return from;
        bool done = it->rows == 3   ? four_items(plan, work, it, 3, t, again)
                    : it->rows == 5 ? four_items(plan, work, it, 5, t, again)
                                    : four_items(plan, work, it, it->rows, t, again);
        if (!done)
            return from;
    }
    return from;
}

/* ---- products ---- */

LANES_INLINE void four_products(const struct plan *plan, struct work *work, const struct product *x, const int m,
                                const int n, const bool turns, const bool known)
{
    lanes k_linear[CONSTRAINT_ROWS * 3], l_linear[CONSTRAINT_ROWS * 3], k_angular[CONSTRAINT_ROWS * 3];
    lanes l_angular[CONSTRAINT_ROWS * 3], k_weight[CONSTRAINT_ROWS], l_weight[CONSTRAINT_ROWS], inertia[7];
    lanes block[CONSTRAINT_ROWS * CONSTRAINT_ROWS];
    const struct part *k[LANES], *l[LANES];
    const double *at[LANES], *other[LANES];
    double *out[LANES];
    for (int i = 0; i < LANES; i++) {
        k[i] = plan->part + x[i].row;
        l[i] = plan->part + x[i].column;
        at[i] = &work->pose[k[i]->body].inverse_inertia.xx;
        out[i] = ldl_values(work->matrix) + x[i].offset;
    }
    const int has_k = k[0]->has, has_l = l[0]->has;
    lanes_load(at, 7, inertia);
    if (turns) {
        for (int i = 0; i < LANES; i++) {
            at[i] = work->angular + k[i]->angular;
            other[i] = work->angular + l[i]->angular;
        }
        lanes_load(at, 3 * m, k_angular);
        lanes_load(other, 3 * n, l_angular);
        for (int r = 0; r < m; r++)
            put_three(l3_weighed(inertia, three(k_angular + 3 * r)), k_angular + 3 * r);
    }
    for (int i = 0; i < LANES && !known; i++) {
        at[i] = work->linear + k[i]->linear;
        other[i] = work->linear + l[i]->linear;
    }
    if (!known && has_k == LINEAR_ANY)
        lanes_load(at, 3 * m, k_linear);
    if (!known && has_l == LINEAR_ANY)
        lanes_load(other, 3 * n, l_linear);
    for (int i = 0; i < LANES; i++) {
        at[i] = work->weight + k[i]->row;
        other[i] = work->weight + l[i]->row;
    }
    lanes_load(at, m, k_weight);
    lanes_load(other, n, l_weight);
    lanes mass = inertia[6];
    for (int i = 0; i < LANES && known; i++)
        mass[i] = k[i]->has * l[i]->has * inertia[6][i];
    for (int r = 0; r < m; r++)
        for (int c = 0; c < n; c++) {
            lanes v = known ? linear_product(mass, LINEAR_PLUS, NULL, r, LINEAR_PLUS, NULL, c)
                            : linear_product(mass, has_k, k_linear, r, has_l, l_linear, c);
            if (turns)
                v += dot(k_angular + 3 * r, l_angular + 3 * c);
            block[r * n + c] = v * (k_weight[r] * l_weight[c]);
        }
    lanes_store(out, m * n, block);
}

static bool any_is_out(const struct plan *plan, const struct work *work, const struct product *x)
{
    for (int i = 0; i < LANES; i++)
        if (work->item[plan->part[x[i].row].item].out || work->item[plan->part[x[i].column].item].out)
            return true;
    return false;
}

LANES_TARGET int lanes_products(const struct plan *plan, struct work *work, int from, int to, bool any_out)
{
    for (; from + LANES <= to && plan->product[from].alike; from += LANES) {
        const struct product *x = plan->product + from;
        const struct part *k = plan->part + x->row, *l = plan->part + x->column;
        if (any_out && any_is_out(plan, work, x))
            return from;
        bool known = k->has * l->has == -1 || k->has * l->has == 1;
        if (k->turns && known && k->rows == 3 && l->rows == 3)
            four_products(plan, work, x, 3, 3, true, true);
        else if (k->turns && known)
            four_products(plan, work, x, k->rows, l->rows, true, true);
        else if (k->turns)
            four_products(plan, work, x, k->rows, l->rows, true, false);
        else
            four_products(plan, work, x, k->rows, l->rows, false, false);
    }
    return from;
}

/* ---- from λ to motion ---- */

/* f += Jᵀλ of the `at`-th part of four bodies. */
LANES_INLINE void add_pull(const struct work *work, const struct part *const p[LANES], const int m,
                           const double *multiplier, lanes *f)
{
    lanes lambda[CONSTRAINT_ROWS], j[CONSTRAINT_ROWS * 3];
    const double *at[LANES];
    for (int k = 0; k < LANES; k++)
        at[k] = multiplier + p[k]->row;
    lanes_load(at, m, lambda);
    if (p[0]->has == LINEAR_ANY) {
        for (int k = 0; k < LANES; k++)
            at[k] = work->linear + p[k]->linear;
        lanes_load(at, 3 * m, j);
        for (int r = 0; r < m; r++)
            for (int c = 0; c < 3; c++)
                f[c] += j[3 * r + c] * lambda[r];
    } else if (p[0]->has != LINEAR_NONE) {
        const lanes has = {p[0]->has, p[1]->has, p[2]->has, p[3]->has};
        for (int c = 0; c < 3; c++)
            f[c] += has * lambda[c];
    }
    for (int k = 0; k < LANES; k++)
        at[k] = work->angular + p[k]->angular;
    lanes_load(at, 3 * m, j);
    for (int r = 0; r < m; r++)
        for (int c = 0; c < 3; c++)
            f[3 + c] += j[3 * r + c] * lambda[r];
}

/* W Jᵀλ of four bodies. */
LANES_INLINE void pull(const struct plan *plan, const struct work *work, int body, const double *multiplier, lanes *out)
{
    const int *part[LANES], parts = plan->body_part_start[body + 1] - plan->body_part_start[body];
    const double *at[LANES];
    lanes f[6], inertia[7];
    for (int c = 0; c < 6; c++)
        f[c] = lanes_all(0);
    for (int k = 0; k < LANES; k++) {
        part[k] = plan->body_part + plan->body_part_start[body + k];
        at[k] = &work->pose[body + k].inverse_inertia.xx;
    }
    for (int i = 0; i < parts; i++) {
        const struct part *p[LANES] = {plan->part + part[0][i], plan->part + part[1][i], plan->part + part[2][i],
                                       plan->part + part[3][i]};
        if (p[0]->rows == 3)
            add_pull(work, p, 3, multiplier, f);
        else
            add_pull(work, p, p[0]->rows, multiplier, f);
    }
    lanes_load(at, 7, inertia);
    for (int c = 0; c < 3; c++)
        out[c] = inertia[6] * f[c];
    put_three(l3_weighed(inertia, three(f + 3)), out + 3);
}

LANES_TARGET int lanes_pull(const struct plan *plan, const struct work *work, int from, int to, double *out)
{
    for (; from + LANES <= to && plan->body[from].pulled_alike; from += LANES) {
        lanes a[6];
        double *at[LANES];
        for (int k = 0; k < LANES; k++)
            at[k] = out + (plan->body[from + k].v - plan->q_count);
        pull(plan, work, from, work->multiplier, a);
        lanes_store(at, 6, a);
    }
    return from;
}

/* Positions moved by d, as displace of project.c does for small turns; false if a turn is too large for that. */
LANES_INLINE bool displace(const struct body *b, const lanes *d, double *y)
{
    lanes q[7];
    double *at[LANES] = {y + b[0].q, y + b[1].q, y + b[2].q, y + b[3].q};
    if (lanes_any(~(l3_dot(three(d + 3), three(d + 3)) < PROJECT_TINY * PROJECT_TINY)))
        return false;
    lanes_load((const double *const *)at, 7, q);
    const lanes x = d[3] / 2, y_ = d[4] / 2, z = d[5] / 2, one = lanes_all(1);
    lanes w[4] = {one * q[3] - x * q[4] - y_ * q[5] - z * q[6], one * q[4] + x * q[3] + y_ * q[6] - z * q[5],
                  one * q[5] - x * q[6] + y_ * q[3] + z * q[4], one * q[6] + x * q[5] - y_ * q[4] + z * q[3]};
    const lanes square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2] + w[3] * w[3], off = square - 1;
    if (lanes_any(~((off < UNIT_NEAR) & (off > -UNIT_NEAR))))
        return false;
    const lanes scale = 1.5 - 0.5 * square;
    for (int c = 0; c < 3; c++)
        q[c] += d[c];
    for (int c = 0; c < 4; c++)
        q[3 + c] = scale * w[c];
    lanes_store(at, 7, q);
    return true;
}

LANES_TARGET int lanes_correct(const struct plan *plan, const struct work *work, int from, int to,
                               const double *positions, const double *velocities, double *y)
{
    for (; from + LANES <= to && plan->body[from].pulled_alike; from += LANES) {
        const struct body *b = plan->body + from;
        lanes d[6], v[6];
        if (positions != NULL) {
            pull(plan, work, from, positions, d);
            if (!displace(b, d, y))
                return from;
        }
        if (velocities == NULL)
            continue;
        double *at[LANES] = {y + b[0].v, y + b[1].v, y + b[2].v, y + b[3].v};
        pull(plan, work, from, velocities, d);
        lanes_load((const double *const *)at, 6, v);
        for (int c = 0; c < 6; c++)
            v[c] += d[c];
        lanes_store(at, 6, v);
    }
    return from;
}

LANES_TARGET int lanes_rates(const struct plan *plan, const struct work *work, int from, int to, const double *y,
                             double *ydot, bool *finite)
{
    lanes check = lanes_all(0);
    for (; from + LANES <= to && plan->body[from].pulled_alike; from += LANES) {
        lanes a[6], known[6], q[4], v[6], rate[7];
        const double *pose[LANES], *turned[LANES], *speed[LANES];
        double *v_out[LANES], *q_out[LANES];
        for (int k = 0; k < LANES; k++) {
            const struct body *b = &plan->body[from + k];
            pose[k] = &work->pose[from + k].a.x;
            turned[k] = y + b->q + 3;
            speed[k] = y + b->v;
            v_out[k] = ydot + b->v;
            q_out[k] = ydot + b->q;
        }
        pull(plan, work, from, work->multiplier, a);
        lanes_load(pose, 6, known);
        lanes_load(turned, 4, q);
        lanes_load(speed, 6, v);
        for (int c = 0; c < 6; c++) {
            a[c] += known[c];
            check += 0 * a[c];
        }
        for (int c = 0; c < 3; c++)
            rate[c] = v[c];
        /* ½ (0, ω) Q, with the products by 0 that a product of quaternions has */
        const lanes zero = lanes_all(0);
        rate[3] = (zero * q[0] - v[3] * q[1] - v[4] * q[2] - v[5] * q[3]) / 2;
        rate[4] = (zero * q[1] + v[3] * q[0] + v[4] * q[3] - v[5] * q[2]) / 2;
        rate[5] = (zero * q[2] - v[3] * q[3] + v[4] * q[0] + v[5] * q[1]) / 2;
        rate[6] = (zero * q[3] + v[3] * q[2] - v[4] * q[1] + v[5] * q[0]) / 2;
        for (int c = 0; c < 7; c++)
            check += 0 * rate[c];
        lanes_store(v_out, 6, a);
        lanes_store(q_out, 7, rate);
    }
    *finite = *finite && !lanes_any(~(check == 0));
    return from;
}
