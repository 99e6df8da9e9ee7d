/* shape.c: finding shapes by name, and the mass and points of the set of shapes that one object is made of. */
#include <string.h>

#include "base/names.h"
#include "object/shape_list.h"

#define SHAPE_ADDRESS(name) &shape_##name,
static const struct shape_class *const classes[] = {SHAPE_LIST(SHAPE_ADDRESS)};
#undef SHAPE_ADDRESS

int shape_class_count(void) { return (int)(sizeof classes / sizeof *classes); }

const struct shape_class *shape_class_at(int i) { return classes[i]; }

const struct shape_class *shape_find(const char *name)
{
    for (int i = 0; i < shape_class_count(); i++)
        if (strcmp(classes[i]->kind.name, name) == 0)
            return classes[i];
    return NULL;
}

/* Mass, centre and inertia of one shape with its density, placed in the object's frame. */
static struct mass_properties placed(const struct shape *s)
{
    struct mass_properties own = s->class->mass(s);
    mat3 r = q_matrix(s->turned);
    sym3 i = s3_rotate(&r, &own.inertia);
    double d = s->density;
    return (struct mass_properties){
        .mass = d * own.mass,
        .center = v3_add(s->offset, m3_mul(&r, own.center)),
        .inertia = {d * i.xx, d * i.yy, d * i.zz, d * i.xy, d * i.xz, d * i.yz},
    };
}

/* I += m (|d|² 1 - d dᵀ): the parallel-axis rule for the distance d. */
static void add_moved(sym3 *to, const struct mass_properties *p, vec3 d)
{
    double m = p->mass;
    to->xx += p->inertia.xx + m * (d.y * d.y + d.z * d.z);
    to->yy += p->inertia.yy + m * (d.x * d.x + d.z * d.z);
    to->zz += p->inertia.zz + m * (d.x * d.x + d.y * d.y);
    to->xy += p->inertia.xy - m * d.x * d.y;
    to->xz += p->inertia.xz - m * d.x * d.z;
    to->yz += p->inertia.yz - m * d.y * d.z;
}

struct mass_properties shapes_mass(const struct shape *shapes, int count)
{
    if (count == 1) /* spares the rounding of m c / m */
        return placed(shapes);
    struct mass_properties *part = MEM_ARRAY(struct mass_properties, count);
    struct mass_properties sum = {0};
    for (int i = 0; i < count; i++) {
        part[i] = placed(&shapes[i]);
        sum.mass += part[i].mass;
        sum.center = v3_add_scaled(sum.center, part[i].mass, part[i].center);
    }
    if (sum.mass > 0)
        sum.center = v3_scale(1 / sum.mass, sum.center);
    for (int i = 0; i < count; i++)
        add_moved(&sum.inertia, &part[i], v3_sub(part[i].center, sum.center));
    mem_free(part);
    return sum;
}

bool shapes_point(const struct shape *shapes, int count, const char *name, vec3 *at)
{
    for (int i = 0; i < count; i++) {
        const struct shape *s = &shapes[i];
        const char *own;
        vec3 place;
        for (int k = 0; s->class->point != NULL && s->class->point(s, k, &own, &place); k++)
            if (strcmp(own, name) == 0) {
                *at = v3_add(s->offset, q_rotate(s->turned, place));
                return true;
            }
    }
    return false;
}

void shapes_offer_points(const struct shape *shapes, int count, const char *word, const char **best)
{
    for (int i = 0; i < count; i++) {
        const struct shape *s = &shapes[i];
        const char *own;
        vec3 place;
        for (int k = 0; s->class->point != NULL && s->class->point(s, k, &own, &place); k++)
            names_offer(word, own, best);
    }
}
