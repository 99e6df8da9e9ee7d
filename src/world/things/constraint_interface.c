/* constraint_interface.c: constraints as programs see them: adding, removing, finding. */
#include <string.h>

#include "world/world_parts.h"

tn_arg tn_arg_world(void) { return (tn_arg){.type = TN_ARG_WORLD}; }
tn_arg tn_arg_object(tn_object o) { return (tn_arg){.type = TN_ARG_OBJECT, .object = o}; }
tn_arg tn_arg_point(tn_object o, tn_vec3 v) { return (tn_arg){.type = TN_ARG_POINT, .object = o, .vector = v}; }
tn_arg tn_arg_direction(tn_object o, tn_vec3 v) { return (tn_arg){.type = TN_ARG_DIRECTION, .object = o, .vector = v}; }
tn_arg tn_arg_vector(tn_vec3 v) { return (tn_arg){.type = TN_ARG_VECTOR, .vector = v}; }
tn_arg tn_arg_number(double x) { return (tn_arg){.type = TN_ARG_NUMBER, .number = x}; }
tn_arg tn_arg_constraint(tn_constraint c) { return (tn_arg){.type = TN_ARG_CONSTRAINT, .constraint = c}; }

char *world_public_arg(const tn_world *w, const tn_arg *a, struct constraint_arg *out, int *joint)
{
    int slot = pool_find(&w->things->object_pool, a->object.slot, a->object.generation);
    bool needs_object = a->type == TN_ARG_OBJECT || a->type == TN_ARG_POINT || a->type == TN_ARG_DIRECTION;
    if (needs_object && slot < 0)
        return mem_text("an argument names an object that does not exist");
    if (needs_object && w->things->objects.at[slot].type->kind == OBJECT_VARIABLE)
        return mem_text("an argument names a variable, which is a number and has no place");
    if (a->type == TN_ARG_DIRECTION && w->things->objects.at[slot].type->kind == OBJECT_PARTICLE)
        return mem_text("an argument is a direction of a particle, which has none");
    if (!v3_finite(a->vector) || !isfinite(a->number))
        return mem_text("an argument is not a finite number");
    *joint = -1;
    *out = (struct constraint_arg){.vector = a->vector, .number = a->number, .body = slot};
    switch (a->type) {
    case TN_ARG_WORLD:
        out->type = ARG_WORLD;
        break;
    case TN_ARG_OBJECT:
        out->type = ARG_BODY;
        break;
    case TN_ARG_POINT:
        out->type = ARG_POINT;
        out->connector = world_point(w, slot, a->vector);
        break;
    case TN_ARG_DIRECTION:
        out->type = ARG_DIRECTION;
        out->connector = world_direction(w, slot, a->vector);
        break;
    case TN_ARG_VECTOR:
        out->type = ARG_VECTOR;
        break;
    case TN_ARG_NUMBER:
        out->type = ARG_NUMBER;
        break;
    case TN_ARG_CONSTRAINT:
        *joint = pool_find(&w->things->constraint_pool, a->constraint.slot, a->constraint.generation);
        if (*joint < 0)
            return mem_text("an argument names a constraint that does not exist");
        out->type = ARG_JOINT;
        out->joint = world_joint(w, *joint);
        break;
    }
    return NULL;
}

tn_constraint world_constraint_id(const tn_world *w, int slot)
{
    return slot < 0 ? (tn_constraint){0, 0}
                    : (tn_constraint){(uint32_t)slot, pool_generation(&w->things->constraint_pool, slot)};
}

tn_constraint constraint_refused(char *trouble, char **message)
{
    if (message != NULL)
        *message = trouble;
    else
        mem_free(trouble);
    return (tn_constraint){0, 0};
}

/* outside B A in the public interface: an object or a point, and what it stays outside of. */
static char *public_outside(const tn_world *w, const struct constraint_arg *args, int count,
                            const tn_constraint_def *def, struct constraint_def *d)
{
    bool right = count == 2 && (args[0].type == ARG_BODY || args[0].type == ARG_POINT) && args[1].type == ARG_BODY;
    if (!right)
        return mem_text("outside takes a flexible block or a point, and the object that it stays outside of");
    d->is_outside = true;
    d->outsider = args[0].body;
    d->inside_of = args[1].body;
    d->has_point = args[0].type == ARG_POINT || world_object(w, d->outsider)->kind == OBJECT_PARTICLE;
    d->point = def->args[0].vector;
    return NULL;
}

void tn_constraint_default_fill(tn_constraint_def *out, size_t size)
{
    const tn_constraint_def d = {.name = NULL};
    sized_fill(out, size, &d, sizeof d);
}

tn_constraint tn_constraint_add(tn_world *w, const tn_constraint_def *given, char **message)
{
    tn_constraint_def read = tn_constraint_default(), *const def = &read;
    char *unsized =
        w == NULL ? world_nothing_given() : SIZED_READ(&read, given, tn_constraint_def, tn_constraint_default);
    if (unsized != NULL)
        return constraint_refused(unsized, message);
    struct constraint_arg args[TN_ARGS];
    int joints[TN_ARGS], wrong, slot = -1;
    char *trouble = world_name_trouble(w, def->name, false);
    bool outside = def->kind != NULL && strcmp(def->kind, "outside") == 0;
    const struct constraint_class *class = def->kind != NULL ? constraint_find(def->kind) : NULL;
    if (trouble != NULL)
        return constraint_refused(trouble, message);
    if (class != NULL && class->most > TN_ARGS)
        trouble = mem_print("a %s is made by a function of its own: tn_%s_add", class->kind.name, class->kind.name);
    else if (class == NULL && !outside)
        trouble = mem_print("there is no constraint kind '%s'", def->kind != NULL ? def->kind : "");
    else if (!outside && (def->count < class->fewest || def->count > class->most))
        trouble = class->fewest == class->most
                      ? mem_print("%s takes %d arguments, %d given", class->kind.name, class->most, def->count)
                      : mem_print("%s takes %d to %d arguments, %d given", class->kind.name, class->fewest, class->most,
                                  def->count);
    for (int i = 0; i < def->count && i < TN_ARGS && trouble == NULL; i++)
        trouble = world_public_arg(w, &def->args[i], &args[i], &joints[i]);
    struct constraint_def d = {
        .item = {.name = def->name,
                 .type = {.kind = def->kind,
                          .has_interval = def->from != 0 || def->to != 0,
                          .from = def->from,
                          .to = def->to}},
        .class = class,
        .args = args,
        .arg_count = def->count,
        .joint = joints,
        .how = HOW_OF(def),
    };
    if (trouble == NULL && outside)
        trouble = public_outside(w, args, def->count, def, &d);
    if (trouble == NULL) {
        history_begin(w, "add a constraint");
        slot = world_add_constraint(w, &d, &trouble, &wrong);
        history_end(w, slot >= 0);
    }
    constraint_refused(trouble, message);
    return world_constraint_id(w, slot);
}

static int find_constraint(const tn_world *w, tn_constraint c) { return world_find_constraint_id(w, c); }

tn_status tn_constraint_switch(tn_world *w, tn_constraint c, bool on)
{
    int slot = find_constraint(w, c);
    if (slot < 0)
        return TN_WRONG_USE;
    history_begin(w, on ? "switch a constraint on" : "switch a constraint off");
    world_switch_constraint(w, slot, on);
    history_end(w, true);
    return TN_OK;
}

tn_constraint tn_constraint_find(const tn_world *w, const char *name)
{
    int slot = w != NULL && name != NULL ? world_find_constraint(w, name) : -1;
    return world_constraint_id(w, slot < 0 && w != NULL ? labels_find_constraint(w, name) : slot);
}
bool tn_constraint_valid(const tn_world *w, tn_constraint c) { return find_constraint(w, c) >= 0; }
int tn_constraint_count(const tn_world *w) { return w != NULL ? w->things->constraint_pool.order.count : 0; }

tn_constraint tn_constraint_at(const tn_world *w, int i)
{
    return world_constraint_id(w, i >= 0 && i < tn_constraint_count(w) ? w->things->constraint_pool.order.at[i] : -1);
}

const char *tn_constraint_name(const tn_world *w, tn_constraint c)
{
    int slot = find_constraint(w, c);
    return slot < 0 ? "" : world_label(w, slot);
}
