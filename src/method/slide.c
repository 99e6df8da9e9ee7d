/* slide.c: see slide.h. */
#include "method/parts.h"

void slide_places(struct system *s, const double *y)
{
    for (int i = 0; i < s->slides; i++) {
        struct slide *k = &s->slide[i];
        k->u = y[k->state];
        if (k->shown >= 0) {
            s->shown[k->shown].what.at.x = k->u;
            s->shown[k->shown].what.at.z = 0;
        }
    }
}

/* N: one across the curve in the plane, or two. */
static void place_across(struct system *s, const struct slide *k)
{
    struct connector *n = &s->connector[s->item[k->item].input + 2];
    const vec3 along = v3_unit(k->along);
    if (k->plane >= 0) {
        n[0].local = v3_unit(v3_cross(v3(k->plane == 0, k->plane == 1, k->plane == 2), along));
        return;
    }
    n[0].local = v3_perpendicular(along);
    n[1].local = v3_cross(along, n[0].local);
}

/* A point of a fixed curve: place and X_uu. */
static struct curve_at fixed_at(const struct system *s, const struct slide *k)
{
    const double end = curve_wrap(k->curve, k->u), beyond = k->curve->closed ? 0 : k->u - end;
    struct curve_at at = curve_now(k->curve, k->q, s->let, end, k->scratch);
    at.x = v3_add_scaled(at.x, beyond, at.xu);
    at.xuu = beyond == 0 ? at.xuu : v3(0, 0, 0);
    return at;
}

void slide_update(struct system *s, double t, const double *y)
{
    for (int i = 0; i < s->slides; i++) {
        struct slide *k = &s->slide[i];
        struct shown *p = k->shown >= 0 ? &s->shown[k->shown] : NULL;
        const double *q = p != NULL ? y + s->general[p->general].q : k->q;
        const struct signal rider = system_signal(s, &s->item[k->item], 0);
        struct curve_at at =
            p != NULL ? curve_now(k->curve, q, s->let, curve_wrap(k->curve, k->u), k->scratch) : fixed_at(s, k);
        const vec3 x = p != NULL ? s->pose[p->body].x : at.x, v = p != NULL ? s->pose[p->body].v : v3(0, 0, 0);
        const double square = v3_dot(at.xu, at.xu);
        vec3 gap = v3_sub(rider.y, x), pull = v3_add_scaled(v3_sub(rider.yd, v), k->back, gap);
        double speed = v3_dot(at.xu, pull) / square; /* not a number where the curve stands still: the step stops */
        k->along = at.xu;
        s->extra_rate[k->state - s->work - 1] = speed;
        place_across(s, k);
        if (p == NULL) {
            s->time[k->time] = (struct time_signal){x, v3_scale(speed, at.xu), v3_scale(speed * speed, at.xuu)};
            continue;
        }
        const struct general_body *g = &s->general[p->general];
        p->what.at.z = speed;
        g->model->class->show(g->model, &(struct general_moment){q, y + g->v, t, s->let}, &p->what, &s->pose[p->body],
                              NULL);
    }
}

bool slide_rates(const struct system *s, double *ydot)
{
    double check = 0;
    for (int i = 0; i < s->slides; i++) {
        int at = s->slide[i].state;
        ydot[at] = s->extra_rate[at - s->work - 1];
        check += 0 * ydot[at];
    }
    return check == 0;
}

void slide_follow(struct system *s, double t, double *y)
{
    if (s->slides == 0)
        return;
    system_update(s, t, y);
    for (int i = 0; i < s->slides; i++) {
        const struct slide *k = &s->slide[i];
        const struct item *it = &s->item[k->item];
        vec3 gap = v3_sub(system_signal(s, it, 0).y, system_signal(s, it, 1).y);
        double step = v3_dot(k->along, gap) / v3_dot(k->along, k->along), most = (k->curve->to - k->curve->from) / 8;
        if (isfinite(step))
            y[k->state] += fmin(fmax(step, -most), most);
    }
}
