/* bulk.c: all poses, all constraint states, all probes in one call; many objects placed or moved as one edit
 * (tenon/arrays.h). */
#include <string.h>

#include "world/world_parts.h"

/* ---- looking ---- */

tn_status tn_poses(tn_world *w, double *out, int rows)
{
    char *message = NULL;
    const int count = tn_object_count(w);
    if (w == NULL || rows < count || (out == NULL && count > 0))
        return TN_WRONG_USE;
    const tn_status status = plan_make(w, &message);
    mem_free(message);
    if (status != TN_OK)
        return status;
    for (int i = 0; i < count; i++, out += TN_POSE_NUMBERS) {
        tn_pose p;
        world_pose(w, w->things->object_pool.order.at[i], &p);
        memcpy(out + TN_POSE_POSITION, &p.position, sizeof p.position);
        memcpy(out + TN_POSE_ORIENTATION, &p.orientation, sizeof p.orientation);
        memcpy(out + TN_POSE_CENTER, &p.center, sizeof p.center);
        memcpy(out + TN_POSE_VELOCITY, &p.velocity, sizeof p.velocity);
        memcpy(out + TN_POSE_SPIN, &p.spin, sizeof p.spin);
        out[TN_POSE_MASS] = p.mass;
    }
    return TN_OK;
}

tn_status tn_constraint_states(tn_world *w, double *out, int rows)
{
    const int count = tn_constraint_count(w);
    if (w == NULL || rows < count || (out == NULL && count > 0))
        return TN_WRONG_USE;
    const tn_status status = world_evaluated(w);
    for (int i = 0; i < count && status == TN_OK; i++, out += TN_CONSTRAINT_NUMBERS) {
        tn_constraint_state s;
        world_measure_constraint(w, w->things->constraint_pool.order.at[i], &s);
        memcpy(out + TN_CONSTRAINT_DEVIATION, s.deviation, sizeof s.deviation);
        memcpy(out + TN_CONSTRAINT_MULTIPLIER, s.multiplier, sizeof s.multiplier);
        memcpy(out + TN_CONSTRAINT_FORCE, &s.force, sizeof s.force);
        memcpy(out + TN_CONSTRAINT_TORQUE, &s.torque, sizeof s.torque);
        out[TN_CONSTRAINT_SIZE] = s.size;
        out[TN_CONSTRAINT_ROWS] = s.rows;
    }
    return status;
}

tn_status tn_probe_values(tn_world *w, double *out, int rows)
{
    const int count = tn_probe_count(w);
    if (w == NULL || rows < count || (out == NULL && count > 0))
        return TN_WRONG_USE;
    const tn_status status = world_evaluated(w);
    for (int i = 0; i < count; i++)
        out[i] = status == TN_OK ? tn_probe_value(w, i) : NAN;
    return status;
}

/* ---- changing ---- */

/* What is wrong with an entry; NULL: nothing. */
typedef char *entry_trouble(const tn_world *w, int slot, const double *row);

static char *place_trouble(const tn_world *w, int slot, const double *row)
{
    const quat q = {row[3], row[4], row[5], row[6]};
    if (!object_can_be_placed(&w->things->objects.at[slot]))
        return mem_text("what has coordinates of its own is where they say, and has no other place or motion");
    if (!v3_finite(v3(row[0], row[1], row[2])) || !isfinite(q_norm2(q)))
        return mem_text("a number is not finite");
    return q_norm2(q) > 0 ? NULL : mem_text("an orientation must not be zero");
}

static char *move_trouble(const tn_world *w, int slot, const double *row)
{
    if (!object_can_be_placed(&w->things->objects.at[slot]))
        return mem_text("what has coordinates of its own is where they say, and has no other place or motion");
    return v3_finite(v3(row[0], row[1], row[2])) && v3_finite(v3(row[3], row[4], row[5]))
               ? NULL
               : mem_text("a number is not finite");
}

static char *list_trouble(const tn_world *w, const tn_object *objects, const double *rows, int width, int count,
                          entry_trouble *trouble)
{
    if (w == NULL || count < 0 || (count > 0 && (objects == NULL || rows == NULL)))
        return mem_text("the world or a list is missing");
    for (int i = 0; i < count; i++) {
        const int slot = world_find_object_id(w, objects[i]);
        char *wrong =
            slot < 0 ? mem_text("there is no such object") : trouble(w, slot, rows + (size_t)width * (size_t)i);
        if (wrong == NULL)
            continue;
        const char *name = slot >= 0 ? w->things->objects.at[slot].name : NULL;
        char *whole = mem_print("entry %d%s%s%s: %s", i, name != NULL ? ", '" : "", name != NULL ? name : "",
                                name != NULL ? "'" : "", wrong);
        mem_free(wrong);
        return whole;
    }
    return NULL;
}

tn_status world_answer(char *wrong, char **message)
{
    const tn_status status = wrong == NULL ? TN_OK : TN_WRONG_USE;
    if (message != NULL)
        *message = wrong;
    else
        mem_free(wrong);
    return status;
}

tn_status tn_place_many(tn_world *w, const tn_object *objects, const double *rows, int count, char **message)
{
    char *wrong = list_trouble(w, objects, rows, 7, count, place_trouble);
    if (wrong == NULL && count > 0) {
        history_begin(w, "place objects");
        for (int i = 0; i < count; i++, rows += 7)
            world_place_object(w, (int)objects[i].slot, v3(rows[0], rows[1], rows[2]),
                               (quat){rows[3], rows[4], rows[5], rows[6]});
        history_end(w, true);
    }
    return world_answer(wrong, message);
}

tn_status tn_move_many(tn_world *w, const tn_object *objects, const double *rows, int count, char **message)
{
    char *wrong = list_trouble(w, objects, rows, 6, count, move_trouble);
    if (wrong == NULL && count > 0) {
        history_begin(w, "set objects in motion");
        for (int i = 0; i < count; i++, rows += 6)
            world_move_object(w, (int)objects[i].slot, v3(rows[0], rows[1], rows[2]), v3(rows[3], rows[4], rows[5]));
        history_end(w, true);
    }
    return world_answer(wrong, message);
}
