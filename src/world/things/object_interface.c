/* object_interface.c: objects as programs see them: adding, finding, placing, reading. */
#include <string.h>

#include "object/object_words.h"
#include "world/world_parts.h"

static tn_object object_id(const tn_world *w, int slot)
{
    return slot < 0 ? (tn_object){0, 0} : (tn_object){(uint32_t)slot, pool_generation(&w->things->object_pool, slot)};
}

void tn_object_default_fill(tn_object_def *out, size_t size)
{
    const tn_object_def d = {.density = 1000, .orientation = {1, 0, 0, 0}, .color = {-1, -1, -1}};
    sized_fill(out, size, &d, sizeof d);
}

/* Passes a message to the caller, who frees it; without a caller's pointer it is freed. */
static void hand_over(char *text, char **message)
{
    if (message != NULL)
        *message = text;
    else
        mem_free(text);
}

static struct mesh *read_mesh(const tn_world *w, const char *path, char **trouble)
{
    const struct open_hook *before = open_use(open_hook_of(w));
    struct mesh *m = mesh_read(path, 1, trouble);
    open_use(before);
    return m;
}

/* A flexible block, alone or filling a mesh. */
static char *public_block(const tn_world *w, const tn_object_def *def, struct shape *s, struct object_def *d)
{
    d->type.kind = OBJECT_FLEXIBLE;
    memcpy(d->type.cells, def->cells, sizeof d->type.cells);
    d->type.size = v3(def->size[0], def->size[1], def->size[2]);
    if (def->mesh == NULL)
        return NULL;
    char *trouble = NULL;
    s->class = shape_find("mesh");
    s->mesh = read_mesh(w, def->mesh, &trouble);
    s->turned = (quat){1, 0, 0, 0};
    s->density = d->type.density;
    d->type.shapes = s;
    d->type.shape_count = 1;
    return s->mesh == NULL ? trouble : NULL;
}

static char *public_shape(const tn_world *w, const tn_object_def *def, struct shape *s, struct object_def *d)
{
    if (def->shape == NULL)
        return mem_text("an object needs a shape");
    if (strcmp(def->shape, "particle") == 0) {
        d->type.kind = OBJECT_PARTICLE;
    } else if (strcmp(def->shape, "body") == 0) {
        d->type.kind = OBJECT_BARE;
    } else if (strcmp(def->shape, "block") == 0) {
        return public_block(w, def, s, d);
    } else if (strcmp(def->shape, "plane") == 0) {
        d->type.kind = OBJECT_PLANE;
    } else {
        s->class = shape_find(def->shape);
        if (s->class == NULL)
            return mem_print("there is no shape '%s'", def->shape);
        d->type.kind = OBJECT_SOLID;
        for (int i = 0; i < s->class->sizes; i++) {
            s->size[i] = def->size[i];
            if (!(def->size[i] > 0) || !isfinite(def->size[i]))
                return mem_print("the %s of a %s must be a number greater than zero", s->class->kind.parameters[i].word,
                                 def->shape);
        }
        const char *wrong = s->class->check != NULL ? s->class->check(s->size) : NULL;
        if (wrong != NULL)
            return mem_text(wrong);
        if (strcmp(def->shape, "mesh") == 0) {
            char *trouble = NULL;
            s->mesh = read_mesh(w, def->mesh != NULL ? def->mesh : "", &trouble);
            if (s->mesh == NULL)
                return trouble;
        }
        s->turned = (quat){1, 0, 0, 0};
        s->density = d->type.density;
        d->type.shapes = s;
        d->type.shape_count = 1;
    }
    return NULL;
}

/* Checks members of a definition that apply to every shape. */
static char *public_trouble(const tn_world *w, const tn_object_def *def)
{
    const tn_vec3 c = def->color;
    if (def->motion != TN_FREE && def->motion != TN_FIXED)
        return mem_print("there is no motion %d: TN_FREE or TN_FIXED", (int)def->motion);
    if (!(c.x < 0) && !(c.x >= 0 && c.x <= 1 && c.y >= 0 && c.y <= 1 && c.z >= 0 && c.z <= 1))
        return mem_text("color takes red, green and blue between 0 and 1");
    return world_name_trouble(w, def->name, true);
}

/* Members that differ from their defaults are words that are given: does the table say that this kind of objects has them? */
static char *public_words(const tn_object_def *def)
{
    const tn_vec3 v = def->velocity, s = def->spin;
    const tn_quat q = def->orientation;
    bool inertia = false;
    for (int i = 0; i < 6; i++)
        inertia |= def->inertia[i] != 0;
    const struct {
        enum clause part;
        bool given;
    } words[] = {
        {PART_MASS, def->mass != 0 && strcmp(def->shape, "particle") != 0},
        {PART_INERTIA, inertia},
        {PART_ORIENTATION, q.x != 0 || q.y != 0 || q.z != 0},
        {PART_VELOCITY, v.x != 0 || v.y != 0 || v.z != 0},
        {PART_SPIN, s.x != 0 || s.y != 0 || s.z != 0},
        {PART_ABILITY_TO_MOVE, def->has_abilities},
    };
    const char *kind = shape_find(def->shape) != NULL ? "solid" : def->shape;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const tn_parameter *p = &object_parameters[words[i].part];
        if (words[i].given && ((p->of != NULL && !kind_in_list(p->of, kind)) || kind_in_list(p->not_of, kind)))
            return mem_print("'%s' does not go with '%s'", p->word, def->shape);
    }
    return NULL;
}

tn_object tn_object_add(tn_world *w, const tn_object_def *given, char **message)
{
    tn_object_def read = tn_object_default(), *const def = &read;
    char *unsized = w == NULL ? world_nothing_given() : SIZED_READ(&read, given, tn_object_def, tn_object_default);
    if (unsized != NULL) {
        hand_over(unsized, message);
        return object_id(w, -1);
    }
    struct shape shape = {.class = NULL};
    struct object_def d = object_def_default();
    d.name = def->name;
    d.type.mesh_path = def->mesh;
    d.type.has_mass = def->mass != 0;
    d.type.mass = def->mass;
    d.type.inertia =
        (sym3){def->inertia[0], def->inertia[1], def->inertia[2], def->inertia[3], def->inertia[4], def->inertia[5]};
    for (int i = 0; i < 6; i++)
        d.type.has_inertia |= def->inertia[i] != 0;
    d.begin.position = def->position;
    d.begin.orientation = def->orientation;
    d.begin.velocity = def->velocity;
    d.begin.spin = def->spin;
    d.type.has_color = def->color.x >= 0;
    d.type.color = def->color;
    d.type.motion = def->motion == TN_FIXED ? MOTION_FIXED : MOTION_DYNAMIC;
    d.type.has_ability = def->has_abilities;
    d.type.ability_to_move = def->ability_to_move;
    d.type.ability_to_rotate = def->ability_to_rotate;
    int slot = -1;
    char *trouble = public_trouble(w, def);
    if (trouble == NULL && def->shape != NULL)
        trouble = world_take_material(&d.type, def, shape_find(def->shape) != NULL ? "solid" : def->shape);
    if (trouble == NULL)
        trouble = public_shape(w, def, &shape, &d);
    if (trouble == NULL && def->shape != NULL)
        trouble = public_words(def);
    if (trouble == NULL) {
        history_begin(w, "add an object");
        slot = world_add_object(w, &d, &trouble);
        history_end(w, slot >= 0);
    }
    if (shape.mesh != NULL)
        mesh_free(shape.mesh);
    hand_over(trouble, message);
    return object_id(w, slot);
}

static int find_object(const tn_world *w, tn_object o) { return world_find_object_id(w, o); }

tn_object tn_object_find(const tn_world *w, const char *name)
{
    return object_id(w, w != NULL ? world_find_object(w, name) : -1);
}

bool tn_object_valid(const tn_world *w, tn_object o) { return find_object(w, o) >= 0; }
int tn_object_count(const tn_world *w) { return w != NULL ? w->things->object_pool.order.count : 0; }

tn_object tn_object_at(const tn_world *w, int i)
{
    return object_id(w, i >= 0 && i < tn_object_count(w) ? w->things->object_pool.order.at[i] : -1);
}

const char *tn_object_name(const tn_world *w, tn_object o)
{
    int slot = find_object(w, o);
    return slot < 0 || w->things->objects.at[slot].name == NULL ? "" : w->things->objects.at[slot].name;
}

tn_status tn_object_pose(tn_world *w, tn_object o, tn_pose *out)
{
    int slot = find_object(w, o);
    if (slot < 0 || out == NULL)
        return TN_WRONG_USE;
    if (w->plan == NULL) {
        char *message = NULL;
        tn_status status = plan_make(w, &message);
        mem_free(message);
        if (status != TN_OK)
            return status;
    }
    world_pose(w, slot, out);
    return TN_OK;
}

int tn_object_nodes(tn_world *w, tn_object o, const double **positions, const double **velocities)
{
    int slot = find_object(w, o);
    struct flexible_state f;
    if (slot < 0 || !world_flexible(w, slot, &f))
        return 0;
    if (positions != NULL)
        *positions = f.q;
    if (velocities != NULL)
        *velocities = f.v;
    return f.lattice->nodes;
}

int tn_object_coordinates(const tn_world *w, tn_object o, const double **values, const double **rates)
{
    int slot = find_object(w, o);
    const double *q, *v;
    if (slot < 0 || !world_coordinates(w, slot, &q, &v))
        return 0;
    if (values != NULL)
        *values = q;
    if (rates != NULL)
        *rates = v;
    return w->things->objects.at[slot].type->general->n;
}

const char *tn_object_coordinate(const tn_world *w, tn_object o, int i)
{
    int slot = find_object(w, o);
    const struct general *g = slot >= 0 ? w->things->objects.at[slot].type->general : NULL;
    return g != NULL && g->name != NULL && i >= 0 && i < g->n ? g->name[i] : NULL;
}

double tn_object_volume(tn_world *w, tn_object o)
{
    int slot = find_object(w, o);
    struct flexible_state f;
    return slot >= 0 && world_flexible(w, slot, &f) ? lattice_volume(f.lattice, f.q) : 0;
}

tn_status tn_object_place(tn_world *w, tn_object o, tn_vec3 position, tn_quat orientation)
{
    int slot = find_object(w, o);
    if (slot < 0 || !v3_finite(position) || !(q_norm2(orientation) > 0) || !isfinite(q_norm2(orientation)))
        return TN_WRONG_USE;
    if (!object_can_be_placed(&w->things->objects.at[slot]))
        return TN_WRONG_USE;
    history_begin(w, "place an object");
    world_place_object(w, slot, position, orientation);
    history_end(w, true);
    return TN_OK;
}

tn_status tn_object_set_velocity(tn_world *w, tn_object o, tn_vec3 velocity, tn_vec3 spin)
{
    int slot = find_object(w, o);
    if (slot < 0 || !v3_finite(velocity) || !v3_finite(spin))
        return TN_WRONG_USE;
    if (!object_can_be_placed(&w->things->objects.at[slot]))
        return TN_WRONG_USE;
    history_begin(w, "set an object in motion");
    world_move_object(w, slot, velocity, spin);
    history_end(w, true);
    return TN_OK;
}

bool tn_object_is_variable(const tn_world *w, tn_object o)
{
    int slot = find_object(w, o);
    return slot >= 0 && w->things->objects.at[slot].type->kind == OBJECT_VARIABLE;
}

bool tn_object_present(const tn_world *w, tn_object o)
{
    int slot = find_object(w, o);
    return slot >= 0 && w->run.objects.at[slot].present;
}
