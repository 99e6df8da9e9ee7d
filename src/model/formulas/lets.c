/* lets.c: lets as sliders: numbers that a program sets while the world runs. */
#include <string.h>

#include "model/model.h"
#include "tenon/goals.h"

/* Whether a let is one number of the world. */
static bool is_slider(const struct definition *d)
{
    return d->kind == DEFINE_LET && d->let >= 0 && d->constant == CONSTANT_NUMBER && !d->local;
}

static const struct definition *find(const tn_world *w, const char *name)
{
    const struct scene *s = world_scene(w);
    int i = s != NULL && name != NULL ? names_get(&s->names, name) : -1;
    return i >= 0 && is_slider(s->all_kept.at[i]) ? s->all_kept.at[i] : NULL;
}

int tn_let_count(const tn_world *w)
{
    const struct scene *s = world_scene(w);
    int count = 0;
    for (int i = 0; s != NULL && i < s->kept.count; i++)
        count += is_slider(scene_kept(s, i));
    return count;
}

const char *tn_let_name(const tn_world *w, int i)
{
    const struct scene *s = world_scene(w);
    for (int k = 0; s != NULL && i >= 0 && k < s->kept.count; k++)
        if (is_slider(scene_kept(s, k)) && i-- == 0)
            return scene_kept(s, k)->name;
    return NULL;
}

double tn_let_get(const tn_world *w, const char *name)
{
    const struct definition *d = find(w, name);
    return d != NULL ? world_let(w, d->let) : NAN;
}

tn_status tn_let_set(tn_world *w, const char *name, double value)
{
    const struct definition *d = find(w, name);
    if (d == NULL || !isfinite(value))
        return TN_WRONG_USE;
    if (value == world_let(w, d->let))
        return TN_OK;
    world_edit_begin(w, "set a let");
    world_set_let(w, d->let, value);
    world_edit_end(w, true);
    return TN_OK;
}
