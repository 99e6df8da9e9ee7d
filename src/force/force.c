/* force.c: the list of force kinds, and a force at a connector: Y_qᵀ f (method §1). */
#include "force/force_parts.h"

#include <string.h>

int force_class_count(void)
{
    int n = 0;
    while (force_classes[n] != NULL)
        n++;
    return n;
}

const struct force_class *force_class_at(int i) { return force_classes[i]; }

const struct force_class *force_find(const char *name)
{
    for (int i = 0; force_classes[i] != NULL; i++)
        if (strcmp(force_classes[i]->kind.name, name) == 0)
            return force_classes[i];
    return NULL;
}

void force_at(struct force_context *x, int connector, vec3 f)
{
    const struct connector *c = &x->connectors[connector];
    if (c->body < 0)
        return;
    struct wrench *w = &x->wrenches[c->body];
    vec3 turning = v3_cross(x->signals[connector].lever, f); /* f · (ω × lever) = ω · (lever × f) */
    switch (c->type) {
    case CONNECTOR_CONSTANT:
    case CONNECTOR_TIME:
        break;
    case CONNECTOR_POINT:
        w->f = v3_add(w->f, f);
        w->n = v3_add(w->n, turning);
        break;
    case CONNECTOR_DIRECTION:
        w->n = v3_add(w->n, turning);
        break;
    case CONNECTOR_SPIN:
        w->n = v3_add(w->n, f);
        break;
    case CONNECTOR_SCALAR:
        w->f.x += f.x;
        break;
    }
}

/* Is the motion of this connector prescribed? */
static bool is_driven(const struct force_context *x, int connector)
{
    const struct connector *c = &x->connectors[connector];
    return c->body < 0 || (x->bodies[c->body].coordinates == COORDINATES_NONE && x->bodies[c->body].point == 0);
}

static double power_at(const struct force_context *x, int connector, vec3 f)
{
    vec3 rate = x->signals[connector].yd;
    return x->connectors[connector].type == CONNECTOR_SCALAR ? f.x * rate.x : v3_dot(f, rate);
}

void force_working(struct force_context *x, int connector, vec3 f)
{
    force_at(x, connector, f);
    if (!is_driven(x, connector))
        x->power += power_at(x, connector, f);
}

void force_conservative(struct force_context *x, int connector, vec3 f)
{
    force_at(x, connector, f);
    if (is_driven(x, connector))
        x->power -= power_at(x, connector, f);
}

void force_bodies(const struct force_item *item, const struct force_context *x, int *first, int *last)
{
    *first = item->body < 0 ? 0 : item->body;
    *last = item->body < 0 ? x->body_count : item->body + 1;
}
