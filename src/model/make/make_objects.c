/* make_objects.c: object NAME: … end, variable x 3; and point NAME of OBJECT x y z; */
#include <string.h>

#include "model/make/curves.h"
#include "model/renew.h"
#include "object/object_words.h"

/* An object while its block is read. */
struct open_object {
    const struct statement *s[PARTS];
    const struct env *env[PARTS];
    bool read[PARTS]; /* somebody has looked at it */
    bool good;
};

/* The statement of a part, to be read; NULL: there is none. */
static const struct statement *use(struct open_object *o, enum clause part)
{
    o->read[part] = true;
    return o->s[part];
}

static bool is_shape_word(const char *word)
{
    static const char *const own[] = {"particle", "compound", "body", "plane", NULL};
    for (int i = 0; own[i] != NULL; i++)
        if (strcmp(own[i], word) == 0)
            return true;
    return shape_find(word) != NULL;
}

static void collect(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    struct open_object *o = ctx;
    int part = is_shape_word(s->word) ? PART_SHAPE : PARTS;
    const tn_parameter *p = part == PARTS ? parameter_find(object_parameters, s->word) : NULL;
    if (p != NULL)
        part = (int)(p - object_parameters);
    if (s->broken) {
        words_broken(r, IN_OBJECT, s);
        o->good = false;
        return;
    }
    if (part == PARTS && curves_has_word(s->word)) {
        report(r, s->place, NULL, "'%s' goes with a curve, as in circle cx 0 cy 0 r 1;", s->word);
    } else if (part == PARTS) {
        words_unknown(r, IN_OBJECT, s);
    } else if (s->kind == STATEMENT_BLOCK && strcmp(s->word, "compound") != 0 && strcmp(s->word, "mesh") != 0) {
        report(r, s->place, NULL, "expected no block: '%s' of an object ends with ';'", s->word);
    } else if (o->s[part] != NULL && part == PART_SHAPE) {
        report(r, s->place, NULL,
               "an object has one shape, and line %d gives it already; several solids make a compound: … end",
               o->s[part]->place.line);
    } else if (o->s[part] != NULL) {
        report(r, s->place, NULL, "'%s' of an object stands twice, first in line %d", s->word, o->s[part]->place.line);
    } else {
        o->s[part] = s;
        o->env[part] = env;
        return;
    }
    o->good = false;
}

/* Whether numbers are as the table says. */
static bool is_in_range(struct reading *r, struct open_object *o, enum clause part, int count, const double *value)
{
    const tn_parameter *p = &object_parameters[part];
    char must[PARAMETER_TEXT];
    for (int i = 0; p->word != NULL && i < count; i++)
        if (!parameter_allows(p, value + i, 1)) {
            report(r, tree_place(o->s[part]->args[0]), NULL, "%s must %s, not %.12g", p->word, parameter_must(p, must),
                   value[i]);
            o->good = false;
            return false;
        }
    return true;
}

/* A part with a fixed number of numbers; false if it is not there or not right. */
static bool numbers(struct reading *r, struct open_object *o, enum clause part, int count, double *out)
{
    if (use(o, part) == NULL)
        return false;
    int n = constant_list(r, o->s[part], o->env[part], 0, count, out);
    if (n == count)
        return is_in_range(r, o, part, count, out);
    if (n >= 0)
        report(r, o->s[part]->place, NULL, "%s takes %d number%s, %d given", o->s[part]->word, count,
               count == 1 ? "" : "s", n);
    o->good = false;
    return false;
}

static bool vector(struct reading *r, struct open_object *o, enum clause part, vec3 *out)
{
    double v[3];
    bool there = numbers(r, o, part, 3, v);
    if (there)
        *out = v3(v[0], v[1], v[2]);
    return there;
}

/* One number. */
static bool number(struct reading *r, struct open_object *o, enum clause part, double *out)
{
    return numbers(r, o, part, 1, out);
}

/* ---- what goes with what ---- */

static void refuse(struct reading *r, struct open_object *o, enum clause part, const char *why)
{
    if (o->s[part] == NULL)
        return;
    report(r, o->s[part]->place, NULL, "%s has no %s", why, o->s[part]->word);
    o->good = false;
}

static void refuse_both(struct reading *r, struct open_object *o, enum clause a, enum clause b)
{
    if (o->s[a] == NULL || o->s[b] == NULL)
        return;
    report(r, o->s[b]->place, NULL, "expected either %s or %s, not both", o->s[a]->word, o->s[b]->word);
    o->good = false;
}

static const enum clause soft[] = {PART_SIZE,           PART_STIFFNESS, PART_VISCOSITY,       PART_INCOMPRESSIBLE,
                                   PART_MOLDABLE,       PART_NODES,     PART_NODE_VELOCITIES, PART_ELEMENT_MULTIPLIERS,
                                   PART_ELEMENT_METRICS};

static bool jello_has(enum clause part)
{
    return part == PART_STIFFNESS || part == PART_VISCOSITY || part == PART_NODES || part == PART_NODE_VELOCITIES;
}

static void check_jello(struct reading *r, struct open_object *o, enum object_kind kind)
{
    static const enum clause others[] = {PART_SHAPE,       PART_BLOCK,          PART_INERTIA, PART_OFFSET,
                                         PART_TURNED,      PART_KERNEL,         PART_SOFT,    PART_SHAPE_ORIENTATION,
                                         PART_COORDINATES, PART_ABILITY_TO_MOVE};
    for (size_t i = 0; i < sizeof others / sizeof *others && kind == OBJECT_JELLO; i++)
        refuse(r, o, others[i], "a jello body");
    if (kind == OBJECT_JELLO)
        refuse_both(r, o, PART_DENSITY, PART_MASS);
    if (kind != OBJECT_JELLO && o->s[PART_AREA_STIFFNESS] != NULL) {
        report(r, o->s[PART_AREA_STIFFNESS]->place, NULL,
               "'area-stiffness' goes with an affine body: jello box a b c;");
        o->good = false;
    }
}

static void check_kind(struct reading *r, struct open_object *o, enum object_kind kind)
{
    for (size_t i = 0; i < sizeof soft / sizeof *soft && kind != OBJECT_FLEXIBLE; i++)
        if (o->s[soft[i]] != NULL && !(kind == OBJECT_JELLO && jello_has(soft[i]))) {
            report(r, o->s[soft[i]]->place, NULL, "'%s' goes with a flexible block: block nx ny nz;",
                   o->s[soft[i]]->word);
            o->good = false;
        }
    static const enum clause turning[] = {PART_INERTIA, PART_ROTATION, PART_ORIENTATION, PART_SPIN};
    static const enum clause shaping[] = {PART_DENSITY, PART_OFFSET, PART_TURNED, PART_SHAPE_ORIENTATION};
    static const enum clause moving[] = {PART_MASS, PART_INERTIA, PART_VELOCITY, PART_SPIN};
    for (int i = 0; i < 4; i++) {
        if (kind == OBJECT_PARTICLE) {
            refuse(r, o, turning[i], "a particle");
            refuse(r, o, shaping[i], "a particle");
        } else if (kind == OBJECT_BARE) {
            refuse(r, o, shaping[i], "a bare body");
        } else if (kind == OBJECT_PLANE) {
            refuse(r, o, moving[i], "a plane");
            refuse(r, o, shaping[i], "a plane");
        }
    }
    if (kind == OBJECT_FLEXIBLE) {
        for (int i = 1; i < 4; i++)
            refuse(r, o, shaping[i], "a flexible block");
        refuse(r, o, PART_INERTIA, "a flexible block");
        refuse(r, o, PART_SOFT, "a flexible block");
        refuse_both(r, o, PART_DENSITY, PART_MASS);
    }
    if (kind == OBJECT_BARE)
        refuse(r, o, PART_SOFT, "a bare body, which touches nothing,");
    if (kind == OBJECT_PARTICLE)
        if (o->s[PART_SHAPE] != NULL)
            refuse(r, o, PART_MASS, "a particle, whose mass stands in 'particle m;',");
    check_jello(r, o, kind);
    refuse_both(r, o, PART_POSITION, PART_CENTER);
    refuse_both(r, o, PART_ROTATION, PART_ORIENTATION);
    if (kind == OBJECT_SOLID)
        refuse_both(r, o, PART_DENSITY, PART_MASS);
    refuse_both(r, o, PART_TURNED, PART_SHAPE_ORIENTATION);
}

/* ---- the parts ---- */

/* block nx ny nz; alone, or with a mesh that it fills */
static void read_block(struct reading *r, struct open_object *o, struct object_def *d)
{
    double cells[3], size[3];
    const struct statement *shape = use(o, PART_SHAPE);
    d->type.kind = OBJECT_FLEXIBLE;
    if (numbers(r, o, PART_BLOCK, 3, cells))
        for (int i = 0; i < 3; i++)
            d->type.cells[i] = (int)cells[i];
    if (shape != NULL && strcmp(shape->word, "mesh") != 0) {
        report(r, shape->place, NULL, "a flexible block is a box, or fills a mesh: '%s' does not go with it",
               shape->word);
        o->good = false;
    } else if (shape != NULL) {
        refuse(r, o, PART_SIZE, "a block that fills a mesh");
        o->good =
            make_shape(r, shape, o->env[PART_SHAPE], &d->type.shapes[0], &d->type.mesh_path, &d->type.mesh_scale) &&
            o->good;
        d->type.shapes[0].density = d->type.density;
        d->type.shape_count = 1;
    } else if (o->s[PART_SIZE] == NULL) {
        report(r, o->s[PART_BLOCK]->place, NULL, "a block needs a size: size a b c;");
        o->good = false;
    } else if (numbers(r, o, PART_SIZE, 3, size)) {
        d->type.size = v3(size[0], size[1], size[2]);
    }
}

static void read_jello(struct reading *r, struct open_object *o, struct object_def *d)
{
    struct jello_numbers n = {.has_density = o->s[PART_DENSITY] != NULL};
    d->type.kind = OBJECT_JELLO;
    if (o->s[PART_STIFFNESS] == NULL) {
        report(r, o->s[PART_JELLO]->place, NULL, "a jello body needs a stiffness: stiffness s;");
        o->good = false;
    }
    number(r, o, PART_STIFFNESS, &n.stiffness);
    number(r, o, PART_MASS, &n.mass);
    number(r, o, PART_AREA_STIFFNESS, &n.area_stiffness);
    number(r, o, PART_VISCOSITY, &n.viscosity);
    if (o->good)
        o->good = make_jello(r, use(o, PART_JELLO), o->env[PART_JELLO], d, &n);
}

/* The state of a block that has moved, as the writer has it; it lives as long as the text. */
static void read_state(struct reading *r, struct open_object *o, struct object_def *d)
{
    for (int i = 0; i < FLEXIBLE_STATES; i++) {
        enum clause part = (enum clause)(PART_NODES + i);
        if (use(o, part) == NULL)
            continue;
        int most = 3 * o->s[part]->arg_count;
        double *numbers_of = arena_new(&r->arena, sizeof(double) * (size_t)most);
        d->state_count[i] = constant_list(r, o->s[part], o->env[part], 0, most, numbers_of);
        d->state[i] = numbers_of;
        o->good = o->good && d->state_count[i] >= 0;
    }
}

static void read_material(struct reading *r, struct open_object *o, struct object_def *d)
{
    struct material *m = &d->type.material;
    if (o->s[PART_STIFFNESS] == NULL) {
        report(r, o->s[PART_BLOCK]->place, NULL, "a block needs a stiffness, in pascal: stiffness s;");
        o->good = false;
    }
    number(r, o, PART_STIFFNESS, &m->stiffness);
    number(r, o, PART_VISCOSITY, &m->viscosity);
    m->incompressible = use(o, PART_INCOMPRESSIBLE) != NULL;
    if (m->incompressible && o->s[PART_INCOMPRESSIBLE]->arg_count > 0)
        d->type.has_bulk = number(r, o, PART_INCOMPRESSIBLE, &m->bulk);
    m->moldable = number(r, o, PART_MOLDABLE, &m->yield);
}

static void read_shape(struct reading *r, struct open_object *o, struct object_def *d, struct shape **compound)
{
    const struct statement *s = use(o, PART_SHAPE);
    const struct env *env = o->env[PART_SHAPE];
    if (strcmp(s->word, "particle") == 0) {
        double mass;
        d->type.kind = OBJECT_PARTICLE;
        if (numbers(r, o, PART_SHAPE, 1, &mass)) {
            d->type.mass = mass;
            if (!(mass > 0)) {
                report(r, tree_place(s->args[0]), NULL, "the mass of a particle must be greater than zero, not %.12g",
                       mass);
                o->good = false;
            }
        }
    } else if (strcmp(s->word, "body") == 0 || strcmp(s->word, "plane") == 0) {
        d->type.kind = s->word[0] == 'b' ? OBJECT_BARE : OBJECT_PLANE;
        if (s->arg_count > 0) {
            too_many(r, s, 0, "it takes no arguments");
            o->good = false;
        }
    } else if (strcmp(s->word, "compound") == 0) {
        d->type.kind = OBJECT_SOLID;
        d->type.is_compound = true;
        if (s->kind != STATEMENT_BLOCK)
            report(r, s->place, NULL, "expected a block of solids: compound: … end");
        o->good = s->kind == STATEMENT_BLOCK &&
                  make_compound(r, s, env, d->type.density, compound, &d->type.shape_count) && o->good;
        d->type.shapes = *compound;
    } else {
        d->type.kind = OBJECT_SOLID;
        d->type.shapes[0].density = d->type.density;
        o->good = make_shape(r, s, env, &d->type.shapes[0], &d->type.mesh_path, &d->type.mesh_scale) && o->good;
        d->type.shape_count = 1;
    }
}

/* offset and turned move what the object is made of, within its frame. */
static void place_shapes(struct reading *r, struct open_object *o, struct object_def *d)
{
    vec3 offset = v3(0, 0, 0), axis;
    quat turned = {1, 0, 0, 0};
    double angle, q[4];
    bool moves = vector(r, o, PART_OFFSET, &offset), turns = false;
    if (use(o, PART_TURNED) != NULL) {
        turns = make_turned(r, o->s[PART_TURNED], o->env[PART_TURNED], &axis, &angle, &turned);
        o->good = o->good && turns;
    } else if (numbers(r, o, PART_SHAPE_ORIENTATION, 4, q)) {
        turns = make_quaternion(r, o->s[PART_SHAPE_ORIENTATION]->place, "shape-orientation", q, &turned);
        o->good = o->good && turns;
    }
    for (int i = 0; i < d->type.shape_count; i++) {
        struct shape *s = &d->type.shapes[i];
        bool plain = s->turned.w == 1 && v3_norm(s->offset) == 0; /* as it was written, to the bit */
        if (turns) {
            s->turned = plain ? turned : q_mul(turned, s->turned);
            s->offset = plain ? s->offset : q_rotate(turned, s->offset);
        }
        if (moves)
            s->offset = plain ? offset : v3_add(offset, s->offset);
    }
}

static void read_mass(struct reading *r, struct open_object *o, struct object_def *d)
{
    double i[6] = {0};
    if (number(r, o, PART_MASS, &d->type.mass))
        d->type.has_mass = true;
    if (use(o, PART_INERTIA) == NULL)
        return;
    int n = constant_list(r, o->s[PART_INERTIA], o->env[PART_INERTIA], 0, 6, i);
    if (n >= 0 && n != 3 && n != 6)
        report(r, o->s[PART_INERTIA]->place, NULL,
               "inertia takes 3 numbers (ixx iyy izz) or 6 (and ixy ixz iyz), %d given", n);
    o->good = o->good && (n == 3 || n == 6);
    d->type.has_inertia = n == 3 || n == 6;
    d->type.inertia = (sym3){i[0], i[1], i[2], i[3], i[4], i[5]};
}

/* ability-to-move and ability-to-rotate: weights of the displacement method instead of mass and inertia. */
static void read_abilities(struct reading *r, struct open_object *o, struct object_def *d)
{
    static const enum clause physical[] = {PART_DENSITY, PART_MASS, PART_INERTIA};
    double ability[2] = {1, 0};
    bool given = false;
    for (int k = 0; k < 2; k++) {
        enum clause part = k == 0 ? PART_ABILITY_TO_MOVE : PART_ABILITY_TO_ROTATE;
        if (number(r, o, part, &ability[k]))
            given = true;
    }
    if (!given)
        return;
    enum clause stated = o->s[PART_ABILITY_TO_MOVE] != NULL ? PART_ABILITY_TO_MOVE : PART_ABILITY_TO_ROTATE;
    for (int i = 0; i < 3; i++)
        refuse_both(r, o, stated, physical[i]);
    if (d->type.kind == OBJECT_PARTICLE || d->type.kind == OBJECT_PLANE) {
        report(r, o->s[stated]->place, NULL, "%s has no abilities: %s",
               d->type.kind == OBJECT_PLANE ? "a plane" : "a particle",
               d->type.kind == OBJECT_PLANE ? "it is fixed" : "it has a mass; expected a shape or 'body;'");
        o->good = false;
    }
    if (o->s[PART_ABILITY_TO_ROTATE] == NULL) {
        report(r, o->s[stated]->place, NULL, "expected 'ability-to-rotate r;' beside ability-to-move");
        o->good = false;
    }
    if (o->s[PART_ABILITY_TO_MOVE] == NULL) {
        report(r, o->s[stated]->place, NULL, "expected 'ability-to-move m;' beside ability-to-rotate");
        o->good = false;
    }
    d->type.has_ability = true;
    d->type.ability_to_move = ability[0];
    d->type.ability_to_rotate = ability[1];
}

static void read_placement(struct reading *r, struct open_object *o, struct object_def *d)
{
    double q[4];
    vector(r, o, PART_POSITION, &d->begin.position);
    if (use(o, PART_ROTATION) != NULL) {
        d->begin.has_rotation = make_turned(r, o->s[PART_ROTATION], o->env[PART_ROTATION], &d->begin.rotation.axis,
                                            &d->begin.rotation.angle, &d->begin.orientation);
        o->good = o->good && d->begin.has_rotation;
    } else if (numbers(r, o, PART_ORIENTATION, 4, q)) {
        o->good = make_quaternion(r, o->s[PART_ORIENTATION]->place, "orientation", q, &d->begin.orientation) && o->good;
    }
    if (o->s[PART_COORDINATES] == NULL)
        vector(r, o, PART_VELOCITY, &d->begin.velocity);
    vector(r, o, PART_SPIN, &d->begin.spin);
    d->type.has_color = vector(r, o, PART_COLOR, &d->type.color);
}

/* kernel fixed | dynamic | path NAME */
static bool read_kernel(struct reading *r, const struct statement *s, const struct env *env, struct object_def *d)
{
    const char *best = NULL;
    const struct tree *word = s->arg_count > 0 ? s->args[0] : NULL;
    if (word == NULL || word->kind != TREE_NAME || word->count > 0) {
        report(r, word != NULL ? tree_place(word) : s->place, NULL,
               "expected fixed, dynamic or path NAME after 'kernel'");
        return false;
    }
    bool path = tree_is_word(word, "path");
    if (!path && !tree_is_word(word, "fixed") && !tree_is_word(word, "dynamic")) {
        names_offer(word->text, "fixed", &best);
        names_offer(word->text, "dynamic", &best);
        names_offer(word->text, "path", &best);
        report(r, word->place, best, "expected fixed, dynamic or path NAME after 'kernel', met '%.60s'", word->text);
        return false;
    }
    d->type.motion = path ? MOTION_PATH : tree_is_word(word, "fixed") ? MOTION_FIXED : MOTION_DYNAMIC;
    if (s->arg_count > (path ? 2 : 1)) {
        too_many(r, s, path ? 2 : 1, "kernel fixed; kernel dynamic; or kernel path NAME;");
        return false;
    }
    if (!path)
        return true;
    if (s->arg_count < 2 || s->args[1]->kind != TREE_NAME) {
        report(r, word->place, NULL, "expected the name of a path after 'kernel path'");
        return false;
    }
    const char *name = reading_full_name(r, s->args[1], env);
    struct definition *def = name != NULL ? reading_definition(r, name) : NULL;
    if (name != NULL && (def == NULL || def->kind != DEFINE_PATH)) {
        for (int i = 0; i < r->definitions.count && !diagnostics_full(r->d); i++)
            if (r->definitions.at[i]->kind == DEFINE_PATH)
                names_offer(name, r->definitions.at[i]->name, &best);
        report(r, s->args[1]->place, best, "there is no path '%.60s' for this kernel", name);
    }
    if (def == NULL || def->kind != DEFINE_PATH)
        return false;
    d->type.source = path_source(r, def);
    d->type.path = name;
    return d->type.source >= 0;
}

/* soft THICKNESS stiffness K damping C; the last may be left out */
static bool read_soft(struct reading *r, const struct statement *s, const struct env *env, struct object_def *d)
{
    double *out[3] = {&d->type.soft_thickness, &d->type.soft_stiffness, &d->type.soft_damping};
    static const char *const words[3] = {"the thickness", "stiffness", "damping"};
    bool shaped = (s->arg_count == 3 || s->arg_count == 5) && tree_is_word(s->args[1], "stiffness") &&
                  (s->arg_count == 3 || tree_is_word(s->args[3], "damping"));
    if (!shaped) {
        report(r, s->place, NULL,
               "expected a thickness, a stiffness and a damping: soft 0.02 stiffness 5000 damping 10;");
        return false;
    }
    for (int i = 0; i < (s->arg_count + 1) / 2; i++) {
        if (!constant_number(r, s->args[2 * i], env, words[i], out[i]))
            return false;
        if (!(*out[i] > 0 || (i == 2 && *out[i] == 0))) {
            report(r, tree_place(s->args[2 * i]), NULL, "soft: %s must %s, not %.12g", words[i],
                   i == 2 ? "not be negative" : "be greater than zero", *out[i]);
            return false;
        }
    }
    return true;
}

/* coordinates …; with place and, of a rigid body, pose. */
static void read_own_coordinates(struct reading *r, struct open_object *o, struct object_def *d,
                                 struct own_coordinates *c, char *text[2])
{
    static const enum clause placing[] = {PART_POSITION, PART_CENTER, PART_ROTATION, PART_ORIENTATION,
                                          PART_SPIN,     PART_KERNEL, PART_BLOCK,    PART_SOFT};
    for (size_t i = 0; i < sizeof placing / sizeof *placing; i++)
        refuse(r, o, placing[i], "an object with coordinates of its own");
    if (o->s[PART_OWN_PLACE] == NULL) {
        report(r, o->s[PART_COORDINATES]->place, NULL,
               "coordinates need a place, a formula of them: place (cos(th), sin(th), 0);");
        o->good = false;
    }
    if (d->type.kind == OBJECT_PARTICLE && o->s[PART_OWN_POSE] != NULL) {
        report(r, o->s[PART_OWN_POSE]->place, NULL,
               "a particle is not turned: a pose goes with a shape, or with 'body;', a mass and an inertia");
        o->good = false;
    } else if (d->type.kind != OBJECT_PARTICLE && o->s[PART_OWN_POSE] == NULL) {
        report(r, o->s[PART_COORDINATES]->place, NULL,
               "a rigid body with coordinates needs a pose, an axis and an angle: pose (0, 0, 1), th;");
        o->good = false;
    }
    o->good = read_coordinates(r, use(o, PART_COORDINATES), o->env[PART_COORDINATES], c) && o->good;
    if (o->good && use(o, PART_VELOCITY) != NULL)
        o->good = read_coordinate_velocity(r, o->s[PART_VELOCITY], o->env[PART_VELOCITY], c);
    if (!o->good)
        return;
    vec3 center = d->type.kind == OBJECT_SOLID ? shapes_mass(d->type.shapes, d->type.shape_count).center : v3(0, 0, 0);
    d->type.general = make_coordinates(r, c, use(o, PART_OWN_PLACE), o->env[PART_OWN_PLACE], use(o, PART_OWN_POSE),
                                       o->env[PART_OWN_POSE], center, text);
    o->good = d->type.general != NULL;
    d->q = c->q;
    d->qd = c->qd;
    d->type.coordinates_text[0] = text[0];
    d->type.coordinates_text[1] = text[1];
}

static void refuse_placing(struct reading *r, struct open_object *o)
{
    for (enum clause part = PART_OWN_PLACE; part <= PART_OWN_POSE; part++)
        if (o->s[part] != NULL) {
            report(r, o->s[part]->place, NULL, "'%s' goes with coordinates of the object's own: coordinates th 0;",
                   o->s[part]->word);
            o->good = false;
        }
}

static void check_motion(struct reading *r, struct open_object *o, const struct object_def *d)
{
    bool moves = v3_norm(d->begin.velocity) > 0 || v3_norm(d->begin.spin) > 0;
    enum clause part = o->s[PART_VELOCITY] != NULL ? PART_VELOCITY : PART_SPIN;
    if (d->type.motion == MOTION_FIXED && moves) {
        report(r, o->s[part]->place, NULL, "an object whose kernel is fixed does not move: it has no %s",
               o->s[part]->word);
        o->good = false;
    }
    if (d->type.motion == MOTION_PATH && moves) {
        report(r, o->s[part]->place, NULL, "an object on a path moves as the path says: it has no %s of its own",
               o->s[part]->word);
        o->good = false;
    }
    if (d->type.motion == MOTION_PATH && (o->s[PART_POSITION] != NULL || o->s[PART_CENTER] != NULL)) {
        part = o->s[PART_POSITION] != NULL ? PART_POSITION : PART_CENTER;
        report(r, o->s[part]->place, NULL, "an object on a path is where the path says: it has no %s of its own",
               o->s[part]->word);
        o->good = false;
    }
    if (d->type.kind == OBJECT_PLANE && o->s[PART_KERNEL] != NULL && d->type.motion != MOTION_FIXED) {
        report(r, o->s[PART_KERNEL]->place, NULL, "a plane is fixed: expected no other kernel");
        o->good = false;
    }
}

/* A statement that is known and that nothing above has read would be lost without a word. */
static void refuse_unread(struct reading *r, struct open_object *o)
{
    for (int part = 0; part < PARTS && o->good; part++)
        if (o->s[part] != NULL && !o->read[part]) {
            report(r, o->s[part]->place, NULL, "'%s' does not go with this object", o->s[part]->word);
            o->good = false;
        }
}

static void add_object(struct reading *r, struct instance *i, struct object_def *d, const struct tree *name)
{
    char *message = NULL;
    d->name = i->name;
    if (d->type.general != NULL) /* its formulas may be in trouble */
        d->type.file = diagnostics_file(r->d, name->place.source);
    d->unborn = i->moment > 0;
    if (r->renews != NULL && renew_object(r, i, d, &message))
        ;
    else if (message == NULL)
        i->slot = world_add_object(r->w, d, &message);
    if (message != NULL)
        report(r, name->place, NULL, "the object '%.60s' cannot be: %s", i->name, message);
    mem_free(message);
    i->progress = i->slot >= 0 ? MADE : FAILED;
}

void make_object(struct reading *r, struct instance *i)
{
    if (i->progress != NOT_MADE)
        return;
    struct open_object o = {.good = true};
    struct shape one = {.class = NULL}, *compound = NULL;
    struct own_coordinates coordinates = {.n = 0};
    char *text[2] = {NULL, NULL};
    struct object_def d = object_def_default();
    if (curves_is_curve(r, i->s)) {
        i->progress = FAILED;
        if (curves_make(r, i, &d))
            add_object(r, i, &d, i->s->name);
        if (i->progress != MADE)
            general_free(d.type.general);
        return;
    }
    d.type.shapes = &one;
    reading_walk(r, i->s->children, i->s->child_count, i->env, collect, &o);
    i->progress = FAILED;
    const bool own = o.s[PART_COORDINATES] != NULL && o.s[PART_JELLO] == NULL;
    if (o.s[PART_SHAPE] == NULL && o.s[PART_BLOCK] == NULL && o.s[PART_JELLO] == NULL && !own) {
        if (o.good)
            report(r, i->s->place, NULL,
                   "the object '%.60s' has no shape: expected sphere, rod, box, particle, body, …", i->name);
        return;
    }
    number(r, &o, PART_DENSITY, &d.type.density);
    if (o.s[PART_BLOCK] != NULL) {
        read_block(r, &o, &d);
        read_material(r, &o, &d);
        read_state(r, &o, &d);
    } else if (o.s[PART_JELLO] != NULL) {
        read_jello(r, &o, &d);
        read_state(r, &o, &d);
    } else if (o.s[PART_SHAPE] != NULL) {
        read_shape(r, &o, &d, &compound);
    } else {
        d.type.kind = o.s[PART_OWN_POSE] != NULL ? OBJECT_BARE : OBJECT_PARTICLE;
    }
    check_kind(r, &o, d.type.kind);
    place_shapes(r, &o, &d);
    read_mass(r, &o, &d);
    read_abilities(r, &o, &d);
    read_placement(r, &o, &d);
    if (use(&o, PART_KERNEL) != NULL)
        o.good = read_kernel(r, o.s[PART_KERNEL], o.env[PART_KERNEL], &d) && o.good;
    if (use(&o, PART_SOFT) != NULL)
        o.good = read_soft(r, o.s[PART_SOFT], o.env[PART_SOFT], &d) && o.good;
    check_motion(r, &o, &d);
    if (own)
        read_own_coordinates(r, &o, &d, &coordinates, text);
    else
        refuse_placing(r, &o);
    d.begin.has_center = vector(r, &o, PART_CENTER, &d.begin.center);
    refuse_unread(r, &o);
    if (o.good)
        add_object(r, i, &d, i->s->name);
    if (i->progress != MADE)
        general_free(d.type.general);
    mem_free(compound);
    mem_free(text[0]);
    mem_free(text[1]);
}

/* variable x 3; and, as the writer has it, variable x 3 rate 0.5; */
void make_variable(struct reading *r, struct instance *i)
{
    const struct statement *s = i->s;
    struct object_def d = object_def_default();
    d.type.kind = OBJECT_VARIABLE;
    if (i->progress != NOT_MADE)
        return;
    i->progress = FAILED;
    if (s->arg_count < 2) {
        report(r, s->place, NULL, "expected a name and a number: variable %.60s 0;", i->name);
        return;
    }
    bool rated = s->arg_count > 2 && tree_is_word(s->args[2], "rate");
    if (s->arg_count > (rated ? 4 : 2)) {
        too_many(r, s, rated ? 4 : 2, "variable x 3;");
        return;
    }
    if (rated && s->arg_count < 4) {
        report(r, s->args[2]->place, NULL, "expected a number after 'rate'");
        return;
    }
    if (!constant_number(r, s->args[1], i->env, "the value of a variable", &d.value) ||
        (rated && !constant_number(r, s->args[3], i->env, "the rate of a variable", &d.rate)))
        return;
    add_object(r, i, &d, s->args[0]);
}

/* point NAME of OBJECT x y z; */
void make_point(struct reading *r, struct instance *i)
{
    const struct statement *s = i->s;
    double v[3];
    if (i->progress != NOT_MADE)
        return;
    if (s->arg_count < 4 || s->args[0]->kind != TREE_NAME || s->args[0]->count > 0 || !tree_is_word(s->args[1], "of") ||
        s->args[2]->kind != TREE_NAME) {
        report(r, s->place, NULL, "expected 'point NAME of OBJECT x y z;'");
        return;
    }
    const char *owner = reading_full_name(r, s->args[2], i->env), *best = NULL;
    if (owner == NULL)
        return;
    int declared = names_get(&r->things, owner);
    bool is_object = declared >= 0 && r->declared.at[declared].definition == NULL;
    int slot = is_object ? r->objects.at[r->declared.at[declared].object].slot : world_find_object(r->w, owner);
    if (slot < 0 && is_object) /* it is not right, and that was said */
        return;
    if (slot < 0 || world_object(r->w, slot)->kind == OBJECT_VARIABLE) {
        for (int k = 0; k < r->objects.count && !diagnostics_full(r->d); k++)
            names_offer(owner, r->objects.at[k].name, &best);
        report(r, s->args[2]->place, best, "there is no object '%.60s' to have a point", owner);
        return;
    }
    int n = constant_list(r, s, i->env, 3, 3, v);
    if (n >= 0 && n != 3)
        report(r, s->place, NULL, "a point takes 3 numbers or a vector, %d given", n);
    const char *name = s->args[0]->text;
    bool taken =
        (strlen(name) == 1 && strchr("xyz", name[0]) != NULL) || strcmp(name, "at") == 0 || strcmp(name, "dir") == 0;
    if (n != 3)
        return;
    if (taken || !world_add_point(r->w, slot, name, v3(v[0], v[1], v[2]))) {
        report(r, s->args[0]->place, NULL, "the object '%.60s' has '%.60s' already", owner, name);
        return;
    }
    i->name = name;
    i->slot = slot;
    i->progress = MADE;
}
