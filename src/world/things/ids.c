/* ids.c: checks of ids and names given by programs. */
#include "formula/statement.h"
#include "world/world_parts.h"

int world_find_object_id(const tn_world *w, tn_object o)
{
    return w != NULL ? pool_find(&w->things->object_pool, o.slot, o.generation) : -1;
}

int world_find_constraint_id(const tn_world *w, tn_constraint c)
{
    return w != NULL ? pool_find(&w->things->constraint_pool, c.slot, c.generation) : -1;
}

bool world_takes(tn_world *w, char *trouble)
{
    if (trouble == NULL)
        return true;
    world_fail(w, trouble);
    return false;
}

char *world_nothing_given(void) { return mem_text("the world or the definition is NULL"); }

char *world_word_trouble(const char *name)
{
    return statement_is_name(name) ? NULL
                                   : mem_print("'%.60s' is no name: letters, digits, _ and dashes between, then "
                                               "indices, and not a reserved word",
                                               name);
}

/* Objects share their names with lets, paths and the like; constraints share theirs with forces. */
char *world_name_trouble(const tn_world *w, const char *name, bool is_object)
{
    if (name == NULL)
        return NULL;
    char *wrong = world_word_trouble(name);
    if (wrong != NULL)
        return wrong;
    const bool taken = is_object ? w->scene_hooks != NULL && w->scene_hooks->has_name(w->scene, name)
                                 : world_find_constraint(w, name) >= 0 || world_find_force(w, name) >= 0;
    if (taken)
        return mem_print("the name '%.60s' is taken by %s", name,
                         is_object ? "a let, a path, a nail or the like" : "a constraint or a force");
    return NULL;
}
