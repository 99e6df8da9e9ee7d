/* slide.c: see slide.h. */
#include "dynamics/dynamics_parts.h"

void slide_places(const struct plan *plan, struct work *work, const double *y)
{
    for (int i = 0; i < plan->slides; i++) {
        const struct slide *k = &plan->slide[i];
        work->slide[k->index].u = y[k->state];
        if (k->shown >= 0) {
            work->shown[k->shown].what.at.x = work->slide[k->index].u;
            work->shown[k->shown].what.at.z = 0;
        }
    }
}

/* N: one normal of the curve in a plane, or two. */
static void place_across(struct work *work, const struct slide *k)
{
    struct time_signal *n = &work->time[k->across];
    const vec3 along = v3_unit(work->slide[k->index].along);
    if (k->plane >= 0) {
        n[0].y = v3_unit(v3_cross(v3(k->plane == 0, k->plane == 1, k->plane == 2), along));
        return;
    }
    n[0].y = v3_perpendicular(along);
    n[1].y = v3_cross(along, n[0].y);
}

/* A point of a fixed curve: its position and X_uu. */
static struct curve_at fixed_at(const struct work *work, const struct slide *k)
{
    const double end = curve_wrap(k->curve, work->slide[k->index].u),
                 beyond = k->curve->closed ? 0 : work->slide[k->index].u - end;
    struct curve_at at = curve_now(k->curve, k->q, work->let, end, work->slide[k->index].scratch);
    at.x = v3_add_scaled(at.x, beyond, at.xu);
    at.xuu = beyond == 0 ? at.xuu : v3(0, 0, 0);
    return at;
}

void slide_update(const struct plan *plan, struct work *work, double t, const double *y)
{
    for (int i = 0; i < plan->slides; i++) {
        const struct slide *k = &plan->slide[i];
        const struct shown *p = k->shown >= 0 ? &plan->shown[k->shown] : NULL;
        const double *q = p != NULL ? y + plan->general[p->general].q : k->q;
        const struct signal rider = system_signal(plan, work, &plan->constraint[k->constraint], 0);
        struct curve_at at = p != NULL
                                 ? curve_now(k->curve, q, work->let, curve_wrap(k->curve, work->slide[k->index].u),
                                             work->slide[k->index].scratch)
                                 : fixed_at(work, k);
        const vec3 x = p != NULL ? work->pose[p->body].x : at.x, v = p != NULL ? work->pose[p->body].v : v3(0, 0, 0);
        const double square = v3_dot(at.xu, at.xu);
        vec3 gap = v3_sub(rider.y, x), pull = v3_add_scaled(v3_sub(rider.yd, v), work->slide[k->index].back, gap);
        double speed = v3_dot(at.xu, pull) / square; /* NaN where X_u = 0: the step stops */
        work->slide[k->index].along = at.xu;
        work->extra_rate[k->state - plan->work_done - 1] = speed;
        place_across(work, k);
        if (p == NULL) {
            work->time[k->time] = (struct time_signal){x, v3_scale(speed, at.xu), v3_scale(speed * speed, at.xuu)};
            continue;
        }
        const struct general_body *g = &plan->general[p->general];
        const struct general_moment m = general_moment_of(plan, work, g, t, y);
        work->shown[k->shown].what.at.z = speed;
        g->model->class->show(g->model, &m, &work->shown[k->shown].what, &work->pose[p->body], NULL);
    }
}

bool slide_rates(const struct plan *plan, const struct work *work, double *ydot)
{
    double check = 0;
    for (int i = 0; i < plan->slides; i++) {
        int at = plan->slide[i].state;
        ydot[at] = work->extra_rate[at - plan->work_done - 1];
        check += 0 * ydot[at];
    }
    return check == 0;
}

/* After positions were changed from outside: u changes by X_uᵀ D/|X_u|². */
static void follow(const struct plan *plan, struct work *work, double t, double *y)
{
    system_update(plan, work, t, y);
    for (int i = 0; i < plan->slides; i++) {
        const struct slide *k = &plan->slide[i];
        const struct constraint_rows *it = &plan->constraint[k->constraint];
        vec3 gap = v3_sub(system_signal(plan, work, it, 0).y, system_signal(plan, work, it, 1).y);
        double step = v3_dot(work->slide[k->index].along, gap) /
                      v3_dot(work->slide[k->index].along, work->slide[k->index].along),
               most = (k->curve->to - k->curve->from) / 8;
        if (isfinite(step))
            y[k->state] += fmin(fmax(step, -most), most);
    }
}

const struct evaluation slide_evaluation = {.place = slide_places, .update = slide_update, .follow = follow};
