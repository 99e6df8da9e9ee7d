/* connector.c: see connector.h (method §1). */
#include "connector/connector.h"

/* ω = ½ Σ e × ė, α = ½ Σ e × ë over the axes e */
void connector_driven_pose(const struct time_signal *origin, const struct time_signal *axes, vec3 center,
                           struct pose *p)
{
    p->w = p->alpha = v3(0, 0, 0);
    if (axes != NULL) {
        const struct time_signal *a = &axes[0], *b = &axes[1];
        const struct time_signal c = {
            v3_cross(a->y, b->y), v3_add(v3_cross(a->yd, b->y), v3_cross(a->y, b->yd)),
            v3_add(v3_add_scaled(v3_cross(a->ydd, b->y), 2, v3_cross(a->yd, b->yd)), v3_cross(a->y, b->ydd))};
        const struct time_signal *axis[3] = {a, b, &c};
        p->r = (mat3){{a->y.x, b->y.x, c.y.x, a->y.y, b->y.y, c.y.y, a->y.z, b->y.z, c.y.z}};
        for (int k = 0; k < 3; k++) {
            p->w = v3_add_scaled(p->w, 0.5, v3_cross(axis[k]->y, axis[k]->yd));
            p->alpha = v3_add_scaled(p->alpha, 0.5, v3_cross(axis[k]->y, axis[k]->ydd));
        }
    }
    const vec3 lever = m3_mul(&p->r, center), turning = v3_cross(p->w, lever);
    p->x = v3_add(origin->y, lever);
    p->v = v3_add(origin->yd, turning);
    p->a = v3_add(origin->ydd, v3_add(v3_cross(p->alpha, lever), v3_cross(p->w, turning)));
}

void connector_signals(const struct connector *connectors, int count, const struct pose *poses,
                       const struct time_signal *times, struct signal *out)
{
    for (int i = 0; i < count; i++)
        out[i] = connector_signal(&connectors[i], poses, times);
}
