/* view.c: takes a view of a world. */
#include <string.h>

#include "view/view.h"

#include "tenon/edit.h"

bool view_is_solid(const struct view_object *a) { return a->kind != OBJECT_PLANE && a->kind != OBJECT_VARIABLE; }

static void take_handles(tn_world *w, struct tn_view *v)
{
    tn_handle_state s;
    for (int i = 0; i < tn_handle_count(w); i++)
        if (tn_handle_get(w, tn_handle_at(w, i), &s) == TN_OK && !tn_object_is_variable(w, s.object))
            ARRAY_PUSH(&v->handles, ((tn_view_handle){s.object, s.point, s.target, s.goal, s.hard}));
}

static void take_touches(const tn_world *w, struct tn_view *v)
{
    struct contact_sum s;
    for (int next = 0; world_contact_sum(w, &next, &s);) {
        const int a = view_of_slot(v, s.a), b = view_of_slot(v, s.b);
        if (a < 0 || b < 0)
            continue;
        tn_view_touch t = {a, b, s.points, s.at, s.force};
        if (v->model->objects.at[b].fixed && !v->model->objects.at[a].fixed)
            t = (tn_view_touch){b, a, s.points, s.at, v3_neg(s.force)};
        ARRAY_PUSH(&v->touches, t);
    }
}

/* The named points of an object that deforms follow its material. */
static void take_soft_places(tn_world *w, struct tn_view *v, const struct view_object *a)
{
    for (int i = 0; i < a->all_points; i++) {
        struct connector c = world_point(w, a->slot, v->model->points.at[a->point + i].local);
        v->soft_place[a->soft_point + i] = world_signal(w, &c).y;
    }
}

static void take_placements(tn_world *w, struct tn_view *v)
{
    int count = v->model->objects.count;
    double longest = -1;
    v->placement = MEM_ARRAY(tn_view_pose, count + 1);
    v->surface = MEM_ARRAY(struct surface, count + 1);
    v->soft_place = MEM_ARRAY(vec3, v->model->soft_points + 1);
    for (int i = 0; i < count; i++) {
        const struct view_object *a = &v->model->objects.at[i];
        tn_pose pose = {.orientation = {1, 0, 0, 0}};
        v->placement[i].orientation = (quat){1, 0, 0, 0};
        if (tn_object_pose(w, a->id, &pose) != TN_OK)
            continue;
        v->placement[i].position = pose.position;
        if (a->kind == OBJECT_VARIABLE)
            continue;
        if (a->lattice != NULL || a->general != NULL) {
            v->surface[i] = surface_take(w, a->slot, &longest);
            take_soft_places(w, v, a);
        }
        if (pose.has_orientation && q_norm2(pose.orientation) > 0)
            v->placement[i].orientation = q_unit(pose.orientation);
    }
}

static void free_placements(struct tn_view *v)
{
    for (int i = 0; i < v->model->objects.count; i++)
        surface_free(&v->surface[i]);
    mem_free(v->surface);
    mem_free(v->placement);
    mem_free(v->soft_place);
    view_free_skins(v);
}

/* Poses, surfaces and skins, with the model that they belong to: that of the earlier view if it still fits. */
static void take_cast(tn_world *w, struct tn_view *v, const struct tn_view *like)
{
    if (like != NULL && view_model_fits(like->model, w)) {
        v->model = like->model;
        v->model->references++;
        take_placements(w, v);
        view_take_skins(w, v);
        if (view_sheets_fit(v))
            return;
        free_placements(v);
        view_model_free(v->model);
    }
    v->model = view_model_make(w, like != NULL ? like->model : NULL);
    take_placements(w, v);
    view_take_skins(w, v);
    view_sheets_make(v);
}

tn_view *tn_view_take(tn_world *w, const tn_view *like)
{
    if (w == NULL)
        return NULL;
    struct tn_view *v = MEM_NEW(struct tn_view);
    v->time = tn_time(w);
    v->up = tn_world_settings(w).up == 'y' ? v3(0, 1, 0) : v3(0, 0, 1);
    v->has_camera = world_camera(w, &v->camera);
    take_cast(w, v, like);
    v->deformed = MEM_ARRAY(struct deformed, v->model->sheets.count + 1);
    view_take_joints(w, v);
    view_take_pulls(w, v);
    take_handles(w, v);
    take_touches(w, v);
    view_take_traces(w, v, like);
    return v;
}

bool tn_view_camera(const tn_view *v, tn_vec3 *from, tn_vec3 *to, double *fov)
{
    if (v == NULL || !v->has_camera || from == NULL || to == NULL)
        return false;
    *from = v->camera.from;
    *to = v->camera.to;
    if (fov != NULL)
        *fov = v->camera.fov;
    return true;
}

void tn_view_free(tn_view *v)
{
    if (v == NULL)
        return;
    view_free_deformed(v);
    free_placements(v);
    view_free_traces(v);
    mem_free(v->joints);
    mem_free(v->pulls);
    ARRAY_FREE(&v->ranges);
    ARRAY_FREE(&v->handles);
    ARRAY_FREE(&v->touches);
    view_model_free(v->model);
    mem_free(v);
}

int view_find(const struct tn_view *v, tn_object id)
{
    int i = id.slot < (uint32_t)v->model->slots ? v->model->object_of[id.slot] : -1;
    return i >= 0 && v->model->objects.at[i].id.generation == id.generation ? i : -1;
}

int view_of_slot(const struct tn_view *v, int slot) { return slot < v->model->slots ? v->model->object_of[slot] : -1; }

bool view_is_drawn(const struct tn_view *v, int object, unsigned show)
{
    return view_is_solid(&v->model->objects.at[object]) && (!v->covered[object] || (show & TN_SHOW_BONES));
}

vec3 view_point(const struct tn_view *v, int object, vec3 local)
{
    return v3_add(v->placement[object].position, q_rotate(v->placement[object].orientation, local));
}

tn_view_pose view_part(const struct tn_view *v, int object, const struct piece *p)
{
    return (tn_view_pose){view_point(v, object, p->offset), q_mul(v->placement[object].orientation, p->turned)};
}

vec3 view_named_place(const struct tn_view *v, int point)
{
    const tn_view_point *p = &v->model->points.at[point];
    const struct view_object *a = &v->model->objects.at[p->object];
    if (a->lattice != NULL || a->general != NULL)
        return v->soft_place[a->soft_point + point - a->point];
    return view_point(v, p->object, p->local);
}
