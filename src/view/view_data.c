/* view_data.c: a view as programs see it (tenon/view.h): the arrays, and poses packed for a network. */
#include <string.h>

#include "view/view.h"

#define LIST(name, type, list)                                                                                         \
    const type *name(const tn_view *v, int *count)                                                                     \
    {                                                                                                                  \
        if (count != NULL)                                                                                             \
            *count = v != NULL ? (list).count : 0;                                                                     \
        return v != NULL ? (list).at : NULL;                                                                           \
    }

LIST(tn_view_objects, tn_view_object, v->model->seen)
LIST(tn_view_parts, tn_view_part, v->model->seen_parts)
LIST(tn_view_meshes, tn_view_mesh, v->model->seen_meshes)
LIST(tn_view_points, tn_view_point, v->model->points)
LIST(tn_view_nails, tn_view_nail, v->model->nails)
LIST(tn_view_surfaces, tn_view_surface, v->model->surfaces)
LIST(tn_view_constraints, tn_view_constraint, v->model->constraints)
LIST(tn_view_forces, tn_view_force, v->model->forces)
LIST(tn_view_ranges, tn_view_range, v->ranges)
LIST(tn_view_handles, tn_view_handle, v->handles)
LIST(tn_view_touches, tn_view_touch, v->touches)

double tn_view_time(const tn_view *v) { return v != NULL ? v->time : 0; }

tn_vec3 tn_view_up(const tn_view *v) { return v != NULL ? v->up : v3(0, 0, 0); }

uint64_t tn_view_topology(const tn_view *v) { return v != NULL ? v->model->topology : 0; }

int tn_view_find(const tn_view *v, tn_object id) { return v != NULL ? view_find(v, id) : -1; }

tn_status tn_view_triangles(const tn_view *v, int mesh, int detail, tn_triangles *out)
{
    if (v == NULL || out == NULL || mesh < 0 || mesh >= v->model->meshes.count || detail < 0 || detail >= TN_DETAILS)
        return TN_WRONG_USE;
    const struct view_triangles *t = view_mesh_triangles(v->model->meshes.at[mesh], detail);
    *out = (tn_triangles){t->vertices, t->triangles, t->position, t->normal, t->corner};
    return TN_OK;
}

/* ---- this moment ---- */

const tn_view_pose *tn_view_poses(const tn_view *v, int *count)
{
    if (count != NULL)
        *count = v != NULL ? v->model->objects.count : 0;
    return v != NULL ? v->placement : NULL;
}

const tn_view_joint *tn_view_joints(const tn_view *v, int *count)
{
    if (count != NULL)
        *count = v != NULL ? v->model->constraints.count : 0;
    return v != NULL ? v->joints : NULL;
}

const tn_view_pull *tn_view_pulls(const tn_view *v, int *count)
{
    if (count != NULL)
        *count = v != NULL ? v->model->forces.count : 0;
    return v != NULL ? v->pulls : NULL;
}

static unsigned char *put_float(unsigned char *to, double x)
{
    float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    for (int i = 0; i < 4; i++)
        *to++ = (unsigned char)(bits >> (8 * i));
    return to;
}

static unsigned char *put_short(unsigned char *to, double x)
{
    double limited = isfinite(x) ? fmin(fmax(x, -1), 1) : 0;
    unsigned bits = (unsigned)(int)lrint(32767 * limited);
    *to++ = (unsigned char)bits;
    *to++ = (unsigned char)(bits >> 8);
    return to;
}

size_t tn_view_pack(const tn_view *v, tn_vec3 origin, void *bytes, size_t room)
{
    size_t need = v != NULL ? (size_t)TN_PACKED_POSE * (size_t)v->model->objects.count : 0;
    unsigned char *to = bytes;
    if (v == NULL || bytes == NULL || room < need)
        return need;
    for (int i = 0; i < v->model->objects.count; i++) {
        vec3 x = v3_sub(v->placement[i].position, origin);
        quat q = v->placement[i].orientation;
        to = put_float(put_float(put_float(to, x.x), x.y), x.z);
        to = put_short(put_short(put_short(put_short(to, q.w), q.x), q.y), q.z);
    }
    return need;
}

tn_status tn_view_deformed(const tn_view *v, int index, tn_view_shape *out)
{
    if (v == NULL || out == NULL || index < 0 || index >= v->model->sheets.count)
        return TN_WRONG_USE;
    const struct deformed *d = view_deformed(v, index);
    const struct surface *s = view_sheet_surface(v, index);
    *out = (tn_view_shape){.origin = d->origin,
                           .position = d->position,
                           .normal = d->normal,
                           .strain = d->strain,
                           .volume = d->volume,
                           .line_count = s->line_count,
                           .line = d->line,
                           .radius = s->radius};
    return TN_OK;
}

int tn_view_nodes(const tn_view *v, int object, const tn_vec3 **nodes)
{
    bool known = v != NULL && object >= 0 && object < v->model->objects.count && v->surface[object].node != NULL;
    if (nodes != NULL)
        *nodes = known ? v->surface[object].node : NULL;
    return known ? v->surface[object].nodes : 0;
}

int tn_view_places(const tn_view *v, tn_vec3 *places, int room)
{
    int count = v != NULL ? v->model->points.count : 0;
    for (int i = 0; i < count && i < room && places != NULL; i++)
        places[i] = view_named_place(v, i);
    return count;
}

int tn_view_trace_count(const tn_view *v) { return v != NULL ? v->traces.count : 0; }

tn_status tn_view_trace_get(const tn_view *v, int i, tn_view_trace *out)
{
    if (v == NULL || out == NULL || i < 0 || i >= v->traces.count)
        return TN_WRONG_USE;
    const struct view_trace *t = &v->traces.at[i];
    *out = (tn_view_trace){t->count, t->kept, t->path->points.at, t->path->times.at};
    return TN_OK;
}
