/* calls.c: members of things (ball.center, rod.at(0,0,1)), functions about the world: vel, acc, omega, angle, travel,
 * rate, force, torque, deviation; and users' functions, paths and surfaces. */
#include <string.h>

#include "model/make/curves.h"
#include "model/formulas/meaning.h"

static const struct value failed = {.type = VALUE_ERROR};

/* ---- members ---- */

static struct value world_vector(struct sight *s, double x, double y, double z)
{
    return (struct value){.type = VALUE_VECTOR,
                          .e = {formula_constant(s->f, x), formula_constant(s->f, y), formula_constant(s->f, z)}};
}

static bool is_axis(const char *member) { return strlen(member) == 1 && strchr("xyz", member[0]) != NULL; }

static vec3 axis_of(const char *member)
{
    return v3(member[0] == 'x' ? 1 : 0, member[0] == 'y' ? 1 : 0, member[0] == 'z' ? 1 : 0);
}

static bool has_axes(const struct sight *s, int slot) { return world_object(s->r->w, slot)->kind != OBJECT_PARTICLE; }

/* The '-' behind the longest beginning of a name that is a point or an axis, as in end2-b; NULL: there is none. */
static const char *point_before_minus(const struct sight *s, int slot, const char *member)
{
    const char *found = NULL;
    for (const char *minus = strchr(member, '-'); minus != NULL; minus = strchr(minus + 1, '-')) {
        char *begin = mem_print("%.*s", (int)(minus - member), member);
        vec3 local;
        if (is_axis(begin) || world_object_point(s->r->w, slot, begin, &local))
            found = minus;
        mem_free(begin);
    }
    return found;
}

/* What is written for a property that is no point: "vel(ball.center)". NULL: nothing. */
static const char *measure_of(const char *object, const char *member, char text[200])
{
    static const struct {
        const char *member, *before, *behind;
    } measures[] = {
        {"position", "", ".center"},
        {"pos", "", ".center"},
        {"location", "", ".center"},
        {"velocity", "vel(", ".center)"},
        {"vel", "vel(", ".center)"},
        {"speed", "norm(vel(", ".center))"},
        {"acceleration", "acc(", ".center)"},
        {"acc", "acc(", ".center)"},
        {"spin", "omega(", ")"},
        {"omega", "omega(", ")"},
        {"angular-velocity", "omega(", ")"},
        {"mass", "mass(", ")"},
        {"inertia", "inertia(", ")"},
        {"momentum", "momentum(", ")"},
        {"energy", "kinetic(", ")"},
        {"kinetic", "kinetic(", ")"},
        {"potential", "potential(", ")"},
        {"angle", "angle(", ") of a joint"},
    };
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++)
        if (strcmp(measures[i].member, member) == 0) {
            snprintf(text, 200, "%s%.60s%s", measures[i].before,
                     strncmp(measures[i].before, "angle", 5) == 0 ? "NAME" : object, measures[i].behind);
            return text;
        }
    return NULL;
}

static struct value object_member(struct sight *s, const struct tree *t, int slot, const char *member)
{
    const char *name = world_object_name(s->r->w, slot);
    vec3 local;
    if (is_axis(member)) {
        if (!has_axes(s, slot))
            return sight_complain(s, t, NULL, "the particle '%.60s' has no axes: its place is %.60s.center", name,
                                  name);
        return scope_vector(s->scope, SYMBOL_Y, world_direction(s->r->w, slot, axis_of(member)));
    }
    if (strcmp(member, "at") == 0)
        return sight_complain(s, t, NULL, "expected coordinates after 'at': %.60s.at(x, y, z)", name);
    if (strcmp(member, "dir") == 0)
        return sight_complain(s, t, NULL, "expected components after 'dir': %.60s.dir(x, y, z)", name);
    if (strcmp(member, "node") == 0 && world_object(s->r->w, slot)->kind == OBJECT_FLEXIBLE)
        return sight_complain(s, t, NULL, "expected numbers after 'node': %.60s.node(i, j, k)", name);
    const struct general *general = world_object(s->r->w, slot)->general;
    for (int i = 0; general != NULL && general->name != NULL && i < general->n; i++)
        if (strcmp(general->name[i], member) == 0)
            return scope_scalar(s->scope, SYMBOL_Y, world_coordinate(s->r->w, slot, i));
    if (world_object_point(s->r->w, slot, member, &local))
        return scope_vector(s->scope, SYMBOL_Y, world_point(s->r->w, slot, local));
    const char *best = NULL;
    const char *minus = point_before_minus(s, slot, member);
    if (minus != NULL) {
        report(s->r, t->place, NULL,
               "the object '%.60s' has no point '%.60s'; to subtract, put spaces around the '-': %.60s.%.*s - %.60s",
               name, member, name, (int)(minus - member), member, minus + 1);
        return failed;
    }
    char meant[200], points[200];
    if (measure_of(name, member, meant) != NULL) {
        report(s->r, t->place, NULL, "the object '%.60s' has no point '%.60s': write %s", name, member, meant);
        return failed;
    }
    world_offer_points(s->r->w, slot, member, &best);
    if (names_distance(member, "at") == 1)
        names_offer(member, "at", &best);
    if (names_distance(member, "dir") == 1)
        names_offer(member, "dir", &best);
    world_list_points(s->r->w, slot, points, sizeof points);
    report(s->r, t->place, best, "the object '%.60s' has no point '%.60s'%s%s", name, member,
           best == NULL ? "; it has " : "", best == NULL ? points : "");
    return failed;
}

static bool measures_constraint(const char *word)
{
    static const char *const words[] = {"force", "torque", "deviation", "angle", "travel", "rate"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

bool look_member(void *ctx, struct formula *f, const struct tree *t, struct value of, const char *member,
                 struct value *out)
{
    (void)f;
    struct sight *s = ctx;
    if (of.type != VALUE_THING)
        return false;
    if (of.thing == THING_OBJECT) {
        *out = object_member(s, t, of.index, member);
        return true;
    }
    if (of.thing == THING_WORLD && is_axis(member)) {
        vec3 a = axis_of(member);
        *out = world_vector(s, a.x, a.y, a.z);
        return true;
    }
    if (of.thing == THING_WORLD && strcmp(member, "origin") == 0) {
        *out = world_vector(s, 0, 0, 0);
        return true;
    }
    if (of.thing == THING_CONSTRAINT && t->items[0]->kind == TREE_NAME && measures_constraint(member)) {
        *out = sight_complain(s, t, NULL, "a constraint has no members: write %s(%.60s)", member, t->items[0]->text);
        return true;
    }
    return false;
}

/* The constant vector of a.at(x, y, z) or a.at(v). */
static bool local_vector(struct sight *s, const struct tree *t, const char *member, const struct value *args, int count,
                         vec3 *out)
{
    node e[3] = {0, 0, 0};
    bool three = count == 3;
    for (int i = 0; i < count; i++)
        three = three && args[i].type == VALUE_SCALAR;
    if (three) {
        for (int i = 0; i < 3; i++)
            e[i] = args[i].e[0];
    } else if (count == 1 && args[0].type == VALUE_VECTOR) {
        memcpy(e, args[0].e, sizeof e);
    } else {
        sight_complain(s, t, NULL, "expected three numbers or a vector: %s(x, y, z)", member);
        return false;
    }
    unsigned moving = sight_symbols(s, e, 3) & ~(1u << SYMBOL_PARAMETER);
    if (moving != 0) {
        sight_complain(s, t, NULL, "expected constants in %s(x, y, z), for it is fixed in its object", member);
        return false;
    }
    *out = v3(sight_number_now(s, e[0]), sight_number_now(s, e[1]), sight_number_now(s, e[2]));
    if (!v3_finite(*out))
        sight_complain(s, t, NULL, "expected finite numbers in %s(x, y, z)", member);
    return v3_finite(*out);
}

/* b.node(i, j, k) of a flexible block */
static struct value node_point(struct sight *s, const struct tree *t, int slot, vec3 v)
{
    const struct object_type *d = world_object(s->r->w, slot);
    const char *name = world_object_name(s->r->w, slot);
    vec3 local;
    if (d->kind != OBJECT_FLEXIBLE)
        return sight_complain(s, t, NULL, "only flexible blocks have nodes; '%.60s' is not one", name);
    bool whole = v.x == floor(v.x) && v.y == floor(v.y) && v.z == floor(v.z) &&
                 fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z))) < 1e6;
    if (!whole || !world_node(s->r->w, slot, (int)v.x, (int)v.y, (int)v.z, &local))
        return sight_complain(s, t, NULL,
                              "'%.60s' has no node (%.12g, %.12g, %.12g): nodes are numbered from 0 to (%d, %d, %d)%s",
                              name, v.x, v.y, v.z, d->cells[0], d->cells[1], d->cells[2],
                              d->shape_count > 0 ? ", and only around the mesh" : "");
    return scope_vector(s->scope, SYMBOL_Y, world_point(s->r->w, slot, local));
}

bool look_call_member(void *ctx, struct formula *f, const struct tree *t, struct value of, const char *member,
                      const struct value *args, int count, struct value *out)
{
    (void)f;
    struct sight *s = ctx;
    bool at = strcmp(member, "at") == 0, dir = strcmp(member, "dir") == 0;
    bool grid = strcmp(member, "node") == 0 && of.thing == THING_OBJECT;
    vec3 v;
    if (of.type != VALUE_THING || (of.thing != THING_OBJECT && of.thing != THING_WORLD) || (!at && !dir && !grid))
        return false;
    *out = failed;
    if (!local_vector(s, t, member, args, count, &v))
        return true;
    if (grid) {
        *out = node_point(s, t, of.index, v);
        return true;
    }
    if (of.thing == THING_WORLD) {
        *out = world_vector(s, v.x, v.y, v.z);
    } else if (at) {
        *out = scope_vector(s->scope, SYMBOL_Y, world_point(s->r->w, of.index, v));
    } else if (!has_axes(s, of.index)) {
        sight_complain(s, t, NULL, "the particle '%.60s' has no directions", world_object_name(s->r->w, of.index));
    } else if (v3_norm(v) == 0) {
        sight_complain(s, t, NULL, "expected a direction that is not zero in dir(x, y, z)");
    } else {
        *out = scope_vector(s->scope, SYMBOL_Y, world_direction(s->r->w, of.index, v));
    }
    return true;
}

/* ---- functions about motion ---- */

static struct value rate_of(struct sight *s, const struct tree *t, const char *function, struct value v)
{
    bool second = strcmp(function, "acc") == 0;
    if (v.type == VALUE_THING && v.thing == THING_OBJECT)
        return sight_complain(s, t->items[1], NULL, "expected a point in %s(P), met an object: write %s(%.60s.center)",
                              function, function, world_object_name(s->r->w, v.index));
    if (v.type != VALUE_VECTOR && v.type != VALUE_SCALAR)
        return sight_complain(s, t->items[1], NULL, "expected a point or a number in %s(P)", function);
    if (s->purpose == FOR_KEEP || s->purpose == FOR_ARGUMENT)
        return sight_complain(s, t, NULL, "%s: a constraint on positions has no %s in it; write '%s … = …;'", function,
                              second ? "accelerations" : "velocities", second ? "acceleration" : "speed");
    if (second && s->purpose != FOR_ACCELERATION && s->purpose != FOR_PROBE && s->purpose != FOR_PATH)
        return sight_complain(s, t, NULL, "accelerations are known to probes and to 'acceleration … = …;' only");
    v = derive_rate(s->f, v);
    return second ? derive_rate(s->f, v) : v;
}

static struct value omega_of(struct sight *s, const struct tree *t, struct value v)
{
    if (v.type != VALUE_THING || v.thing != THING_OBJECT)
        return sight_complain(s, t->items[1], NULL, "expected an object in omega(A)");
    if (!has_axes(s, v.index))
        return sight_complain(s, t->items[1], NULL, "a particle does not turn: it has no omega");
    if (s->purpose == FOR_KEEP || s->purpose == FOR_ARGUMENT)
        return sight_complain(s, t, NULL,
                              "omega: a constraint on positions has no angular velocity in it; write "
                              "'speed … = …;'");
    return scope_vector(s->scope, SYMBOL_YD, world_spin(s->r->w, v.index));
}

/* ---- functions about constraints ---- */

/* The slot of the constraint in an argument; -1 after a report. */
static int constraint_of(struct sight *s, const struct tree *t, const char *function, struct value v)
{
    /* an object may have the same name as a constraint */
    if (v.type == VALUE_THING && v.thing == THING_OBJECT && t->items[1]->kind == TREE_NAME) {
        struct value other;
        if (sight_relation(s, world_object_name(s->r->w, v.index), &other))
            v = other;
    }
    if (v.type != VALUE_THING || v.thing != THING_CONSTRAINT) {
        char *met = sight_describe(s, v, t->items[1]);
        sight_complain(s, t->items[1], NULL, "expected the name of a constraint in %s(…), met %s", function, met);
        mem_free(met);
        return -1;
    }
    return v.index >= 0 ? v.index : make_constraint(s->r, ~v.index);
}

static struct value measured(struct sight *s, const struct tree *t, const char *function, struct value v)
{
    if (s->purpose == FOR_CONSTANT || s->purpose == FOR_PATH)
        return sight_complain(s, t, NULL, "%s(…) is not known before the world moves", function);
    int slot = constraint_of(s, t, function, v);
    if (slot < 0)
        return failed;
    const struct measure *m = world_joint(s->r->w, slot);
    bool rate = strcmp(function, "rate") == 0;
    if (m == NULL)
        return sight_complain(s, t->items[1], NULL, "%s(…) takes a revolute or a slider; this constraint is neither",
                              function);
    enum measure_type type = rate ? m->type : strcmp(function, "angle") == 0 ? MEASURE_ANGLE : MEASURE_TRAVEL;
    if (type != m->type)
        return sight_complain(s, t, NULL, "this joint %s: write %s(…)",
                              m->type == MEASURE_ANGLE ? "turns and has no travel" : "slides and has no angle",
                              m->type == MEASURE_ANGLE ? "angle" : "travel");
    if (rate && (s->purpose == FOR_KEEP || s->purpose == FOR_ARGUMENT))
        return sight_complain(s, t, NULL, "rate: a constraint on positions has no rates in it; write 'speed … = …;'");
    struct value value = scope_measure(s->r->w, s->scope, slot, type);
    return rate && value.type != VALUE_ERROR ? derive_rate(s->f, value) : value;
}

static struct value reported(struct sight *s, const struct tree *t, const char *function, struct value v)
{
    if (s->purpose != FOR_PROBE)
        return sight_complain(s, t, NULL, "%s(…) is known to probes only", function);
    int slot = constraint_of(s, t, function, v);
    if (slot < 0)
        return failed;
    if (strcmp(function, "deviation") == 0)
        return scope_special(s->scope, SPECIAL_DEVIATION_OF, slot, false);
    return scope_special(s->scope, strcmp(function, "force") == 0 ? SPECIAL_FORCE : SPECIAL_TORQUE, slot, true);
}

/* contact(A): the force of all contacts on A; contact(A, B): that of A on B. */
static struct value touching(struct sight *s, const struct tree *t, const struct value *args, int count)
{
    if (s->purpose != FOR_PROBE)
        return sight_complain(s, t, NULL, "contact(…) is known to probes only");
    if (count < 1 || count > 2)
        return sight_complain(s, t, NULL, "contact takes 1 or 2 objects, %d given", count);
    for (int i = 0; i < count; i++)
        if (args[i].type != VALUE_THING || args[i].thing != THING_OBJECT)
            return sight_complain(s, t->items[1 + i], NULL, "expected an object in contact(A, B)");
    return count == 1 ? scope_contact(s->scope, -1, args[0].index)
                      : scope_contact(s->scope, args[0].index, args[1].index);
}

/* volume(b): the volume of the elements of a flexible block. */
static struct value volume_of(struct sight *s, const struct tree *t, struct value v)
{
    if (s->purpose != FOR_PROBE)
        return sight_complain(s, t, NULL, "volume(…) is known to probes only");
    if (v.type != VALUE_THING || v.thing != THING_OBJECT || world_object(s->r->w, v.index)->kind != OBJECT_FLEXIBLE)
        return sight_complain(s, t->items[1], NULL, "expected a flexible block in volume(b)");
    return scope_special(s->scope, SPECIAL_VOLUME, v.index, false);
}

/* What probes can tell about one object. */
static const struct object_function {
    const char *name;
    enum special_kind kind;
    bool vector;
} object_functions[] = {
    {"mass", SPECIAL_MASS, false},
    {"inertia", SPECIAL_INERTIA, true},
    {"momentum", SPECIAL_MOMENTUM, true},
    {"angular-momentum", SPECIAL_ANGULAR_MOMENTUM, true},
    {"kinetic", SPECIAL_KINETIC_OF, false},
    {"potential", SPECIAL_POTENTIAL_OF, false},
    {NULL, 0, false},
};

static const struct object_function *object_function(const char *name)
{
    for (const struct object_function *f = object_functions; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

static struct value told_of(struct sight *s, const struct tree *t, const struct object_function *f, struct value v)
{
    if (s->purpose != FOR_PROBE)
        return sight_complain(s, t, NULL, "%s(…) is known to probes only", f->name);
    if (v.type != VALUE_THING || v.thing != THING_OBJECT) {
        char *met = sight_describe(s, v, t->items[1]);
        sight_complain(s, t->items[1], NULL, "expected an object in %s(A), met %s", f->name, met);
        mem_free(met);
        return failed;
    }
    const struct object_type *o = world_object(s->r->w, v.index);
    if (o->kind == OBJECT_PLANE || o->kind == OBJECT_VARIABLE)
        return sight_complain(s, t->items[1], NULL, "a %s has no %s", o->kind == OBJECT_PLANE ? "plane" : "variable",
                              f->name);
    if (f->kind == SPECIAL_INERTIA && o->kind != OBJECT_SOLID && o->kind != OBJECT_BARE)
        return sight_complain(s, t->items[1], NULL, "expected a rigid body in inertia(A)");
    return scope_special(s->scope, f->kind, v.index, f->vector);
}

/* ---- calls ---- */

static const char *const own_functions[] = {"vel",    "acc",    "omega",  "angle",     "travel",
                                            "rate",   "force",  "torque", "deviation", "contact",
                                            "volume", "length", "area",   "tangent",   NULL};

bool functions_yield(const char *name) { return object_function(name) != NULL; }

/* What functions of other languages are called here. */
static const char *const other_names[][2] = {
    {"velocity", "vel"},  {"speed", "vel"},       {"distance", "norm"}, {"dist", "norm"},      {"magnitude", "norm"},
    {"mag", "norm"},      {"len", "norm"},        {"modulus", "norm"},  {"normalize", "unit"}, {"normalized", "unit"},
    {"arcsin", "asin"},   {"arccos", "acos"},     {"arctan", "atan"},   {"arctan2", "atan2"},  {"ln", "log"},
    {"power", "pow"},     {"root", "sqrt"},       {"fabs", "abs"},      {"sign", "if"},        {"acceleration", "acc"},
    {"angular", "omega"}, {"spin", "omega"},      {"load", "force"},    {"reaction", "force"}, {"moment", "torque"},
    {"gap", "deviation"}, {"error", "deviation"}, {"vector", "dir"},    {"ternary", "if"},
};

void functions_offer(const char *word, const char **best)
{
    for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
        if (strcmp(other_names[i][0], word) == 0) {
            *best = other_names[i][1];
            return;
        }
    for (int i = 0; own_functions[i] != NULL; i++)
        names_offer(word, own_functions[i], best);
    for (const struct object_function *f = object_functions; f->name != NULL; f++)
        names_offer(word, f->name, best);
}

static bool is_own(const char *function)
{
    for (int i = 0; own_functions[i] != NULL; i++)
        if (strcmp(own_functions[i], function) == 0)
            return true;
    return object_function(function) != NULL;
}

static struct value own_call(struct sight *s, const struct tree *t, const char *function, const struct value *args,
                             int count)
{
    if (strcmp(function, "length") == 0 || strcmp(function, "area") == 0 || strcmp(function, "tangent") == 0)
        return curves_function(s, t, function, args, count);
    if (strcmp(function, "contact") == 0)
        return touching(s, t, args, count);
    if (count != 1)
        return sight_complain(s, t, NULL, "%s takes 1 argument, %d given", function, count);
    if (strcmp(function, "vel") == 0 || strcmp(function, "acc") == 0)
        return rate_of(s, t, function, args[0]);
    if (strcmp(function, "omega") == 0)
        return omega_of(s, t, args[0]);
    if (strcmp(function, "angle") == 0 || strcmp(function, "travel") == 0 || strcmp(function, "rate") == 0)
        return measured(s, t, function, args[0]);
    if (strcmp(function, "volume") == 0)
        return volume_of(s, t, args[0]);
    if (object_function(function) != NULL)
        return told_of(s, t, object_function(function), args[0]);
    return reported(s, t, function, args[0]);
}

static struct value bind_and_expand(struct sight *s, const struct tree *t, struct definition *d,
                                    const struct value *args, int count)
{
    const struct statement *def = d->statement;
    struct binding *bound = MEM_ARRAY(struct binding, count);
    for (int i = 0; i < count; i++)
        bound[i] = (struct binding){i > 0 ? &bound[i - 1] : NULL, def->parameters[i]->text, args[i]};
    struct value v = sight_expand(s, d, &bound[count - 1], t);
    mem_free(bound);
    return v;
}

static struct value call_surface(struct sight *s, const struct tree *t, struct definition *d, const struct value *args,
                                 int count)
{
    struct value parts[3];
    const struct value *given = args;
    if (count == 1 && args[0].type == VALUE_VECTOR) {
        for (int k = 0; k < 3; k++)
            parts[k] = (struct value){.type = VALUE_SCALAR, .e = {args[0].e[k]}};
        given = parts;
        count = 3;
    }
    if (count != 3)
        return sight_complain(s, t, NULL, "the surface '%.60s' takes a point or three numbers, %d given", d->name,
                              count);
    return bind_and_expand(s, t, d, given, 3);
}

static struct value call_path(struct sight *s, const struct tree *t, struct definition *d, const struct value *args,
                              int count)
{
    struct value v = failed;
    if (count != 1 || args[0].type != VALUE_SCALAR)
        return sight_complain(s, t, NULL, "the path '%.60s' takes one number, a time", d->name);
    return path_expand(s, d, args[0].e[0], &v) ? v : failed;
}

bool look_call(void *ctx, struct formula *f, const struct tree *t, const char *function, const struct value *args,
               int count, struct value *out)
{
    (void)f;
    struct sight *s = ctx;
    struct definition *d = reading_definition(s->r, function);
    *out = failed;
    if (d != NULL && d->failed)
        return true;
    if (d != NULL && d->kind == DEFINE_FUNCTION) {
        if (count != d->statement->parameter_count)
            *out = sight_complain(s, t, NULL, "the function '%.60s' takes %d argument%s, %d given", d->name,
                                  d->statement->parameter_count, d->statement->parameter_count == 1 ? "" : "s", count);
        else
            *out = bind_and_expand(s, t, d, args, count);
    } else if (d != NULL && d->kind == DEFINE_PATH) {
        *out = call_path(s, t, d, args, count);
    } else if (d != NULL && d->kind == DEFINE_SURFACE) {
        *out = call_surface(s, t, d, args, count);
    } else if (is_own(function)) {
        *out = own_call(s, t, function, args, count);
    } else if (d == NULL && curves_call(s, t, function, args, count, out)) {
        return true;
    } else {
        return false;
    }
    return true;
}
