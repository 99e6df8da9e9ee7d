/* make_objects.c: object NAME: … end, variable x 3; and point NAME of OBJECT x y z; */
#include <string.h>

#include "model/make/curves.h"
#include "model/renew.h"
#include "object/object_words.h"

/* An object whose block is being read. */
struct open_object {
    const struct statement *s[PARTS];
    const struct env *env[PARTS];
    bool read[PARTS]; /* it was used */
    bool good;
};

/* The statement of a part, marked as used; NULL: none. */
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
    const enum clause part = is_shape_word(s->word) ? PART_SHAPE : object_clause(s->word);
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
        report(r, s->place, NULL, "'%s' of an object is given twice, first in line %d", s->word,
               o->s[part]->place.line);
    } else {
        o->s[part] = s;
        o->env[part] = env;
        return;
    }
    o->good = false;
}

/* Whether numbers are in the range of the table. */
static bool is_in_range(struct reading *r, struct open_object *o, enum clause part, int count, const double *value)
{
    const tn_parameter *p = object_parameter(part);
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

/* Reads a part with a fixed number of numbers; false if it is missing or has an error. */
static bool numbers(struct reading *r, struct open_object *o, enum clause part, int count, double *out)
{
    if (use(o, part) == NULL)
        return false;
    int n = constant_list(r, o->s[part], o->env[part], 0, count, out);
    if (n == count)
        return is_in_range(r, o, part, count, out);
    if (n == 0 && part == PART_COLOR)
        report(r, o->s[part]->place, NULL,
               "color takes three numbers, a name like red, or \"#ff8800\" in quotes: without them # begins a comment");
    else if (n >= 0)
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

/* ---- combinations of parts ---- */

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

/* How messages call the kinds of objects that tables name. */
static const struct {
    const char *name, *phrase;
} owners[] = {{"solid", "a solid"},
              {"particle", "a particle"},
              {"body", "a bare body"},
              {"plane", "a plane"},
              {"block", "a flexible block"},
              {"jello", "a jello body"},
              {"coordinates", "an object with generalized coordinates"}};

static const char *phrase_of(const char *name)
{
    size_t i = 0;
    while (strcmp(owners[i].name, name) != 0)
        i++;
    return owners[i].phrase;
}

static const char *name_of(enum object_kind kind)
{
    static const char *const names[] = {
        [OBJECT_SOLID] = "solid", [OBJECT_PARTICLE] = "particle", [OBJECT_BARE] = "body",
        [OBJECT_PLANE] = "plane", [OBJECT_FLEXIBLE] = "block",    [OBJECT_JELLO] = "jello"};
    return names[kind];
}

/* "'moldable' goes with a flexible block: block nx ny nz;" */
static void belongs_elsewhere(struct reading *r, struct open_object *o, enum clause part, const char *owner)
{
    char usage[KIND_USAGE];
    const tn_kind *k = object_kinds;
    while (strcmp(k->name, owner) != 0)
        k++;
    kind_usage(k, false, usage);
    usage[strcspn(usage, "|")] = '\0'; /* the first form */
    for (size_t n = strlen(usage); n > 0 && usage[n - 1] == ' '; n--)
        usage[n - 1] = '\0';
    report(r, o->s[part]->place, NULL, "'%s' goes with %s: %s;", o->s[part]->word, phrase_of(owner), usage);
    o->good = false;
}

/* A word that is given: does the table say that this kind of objects has it? */
static void check_word(struct reading *r, struct open_object *o, enum clause part, const char *name, bool own)
{
    const tn_parameter *p = object_parameter(part);
    const bool of_coordinates = own && kind_in_list(p->not_of, "coordinates");
    if (p->of != NULL && !kind_in_list(p->of, name) && !(own && kind_in_list(p->of, "coordinates")))
        belongs_elsewhere(r, o, part, p->of[0]);
    else if (of_coordinates || kind_in_list(p->not_of, name))
        refuse(r, o, part, phrase_of(of_coordinates ? "coordinates" : name));
}

static void check_material(struct reading *r, struct open_object *o, enum material_word word, const char *name,
                           bool own)
{
    const enum clause part = (enum clause)((int)PART_MATERIAL + (int)word);
    const bool lacks = !material_has(name, word);
    if (lacks && strcmp(material_owner(word), "solid") != 0)
        belongs_elsewhere(r, o, part, material_owner(word));
    else if (lacks || (own && word == MATERIAL_SOFT))
        refuse(r, o, part, phrase_of(lacks ? name : "coordinates"));
}

/* By the tables; `own`: it has coordinates of its own. */
static void check_kind(struct reading *r, struct open_object *o, enum object_kind kind, bool own)
{
    const char *name = name_of(kind);
    const bool good = o->good;
    o->good = true;
    for (int part = 0; part < PARTS; part++)
        if (o->s[part] != NULL && part >= PART_MATERIAL)
            check_material(r, o, (enum material_word)(part - PART_MATERIAL), name, own);
        else if (o->s[part] != NULL && part != PART_SHAPE)
            check_word(r, o, (enum clause)part, name, own);
    for (int part = 0; part < PARTS && o->good; part++)
        if (object_parameter((enum clause)part)->instead != NULL)
            refuse_both(r, o, object_clause(object_parameter((enum clause)part)->instead), (enum clause)part);
    o->good = o->good && good;
    if (kind == OBJECT_PARTICLE && o->s[PART_SHAPE] != NULL)
        refuse(r, o, PART_MASS, "a particle, whose mass stands in 'particle m;',");
    if (kind == OBJECT_JELLO)
        refuse(r, o, PART_SHAPE, phrase_of(name));
}

/* ---- the parts ---- */

/* block nx ny nz; alone, or with a mesh to fill */
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

/* The state of a block that has moved, as the writer prints it; it is valid as long as the text. */
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

/* Numbers with words between them, as the table shows them: soft 0.02 stiffness 5000 damping 10; How many; -1 after a
 * report. */
static int numbers_by_symbol(struct reading *r, struct open_object *o, enum clause part, const tn_parameter *p,
                             double *out)
{
    const struct statement *s = o->s[part];
    const char *at = p->symbol;
    char word[KIND_WORD];
    int n = 0, k = 0;
    bool good = true;
    while (good && k < s->arg_count && kind_next(&at, word))
        if (word[1] != '\0')
            good = tree_is_word(s->args[k++], word);
        else
            good = constant_number(r, s->args[k++], o->env[part], s->word, &out[n++]);
    if (good && k == s->arg_count && n >= p->fewest && k == 2 * n - 1)
        return is_in_range(r, o, part, n, out) ? n : -1;
    report(r, s->place, NULL, "expected %s %s;", s->word, p->symbol);
    o->good = false;
    return -1;
}

/* Every word of the materials that a kind of objects has. */
static void read_material(struct reading *r, struct open_object *o, struct object_def *d, const char *name)
{
    const struct material_class *m;
    double v[3];
    for (int i = 0; (m = material_class_at(i)) != NULL; i++)
        for (const tn_parameter *p = m->kind.parameters; kind_in_list(m->objects, name) && p->word != NULL; p++) {
            const enum clause part = object_clause(p->word);
            const struct statement *s = use(o, part);
            int n = 0;
            if (s == NULL)
                continue;
            if (p->fewest != p->most && p->fewest > 0)
                n = numbers_by_symbol(r, o, part, p, v);
            else if (s->arg_count > 0 || p->fewest > 0)
                n = numbers(r, o, part, p->most, v) ? p->most : -1;
            if (n >= 0)
                world_put_material(&d->type, (int)part - (int)PART_MATERIAL, v, n);
        }
}

/* What its material must have. */
static void require_material(struct reading *r, struct open_object *o, enum material_kind material,
                             const struct statement *main)
{
    const struct material_class *m = material_class_at((int)material);
    char list[200] = "";
    bool given = false;
    for (const tn_parameter *p = m->kind.parameters; p->word != NULL; p++) {
        const bool is_given = o->s[object_clause(p->word)] != NULL;
        const size_t n = strlen(list);
        if (p->one_of)
            snprintf(list + n, sizeof list - n, "%s%s %s;", n > 0 ? " or " : "", p->word, p->symbol);
        given = given || (p->one_of && is_given);
        if (!p->required || is_given)
            continue;
        report(r, main->place, NULL, "%s needs a %s: %s %s;", phrase_of(m->objects[0]), p->word, p->word, p->symbol);
        o->good = false;
    }
    if (list[0] == '\0' || given)
        return;
    report(r, main->place, NULL, "%s needs %s", phrase_of(m->objects[0]), list);
    o->good = false;
}

static void read_jello(struct reading *r, struct open_object *o, struct object_def *d)
{
    struct jello_numbers n = {.has_density = o->s[PART_DENSITY] != NULL};
    require_material(r, o, MATERIAL_AFFINE, o->s[PART_JELLO]);
    number(r, o, PART_MASS, &n.mass);
    if (o->good)
        o->good = make_jello(r, use(o, PART_JELLO), o->env[PART_JELLO], d, &n);
}

/* Without a shape an object with coordinates is a particle, or a body if it has a pose. */
static enum object_kind kind_of(const struct open_object *o)
{
    const struct statement *shape = o->s[PART_SHAPE];
    if (o->s[PART_BLOCK] != NULL)
        return OBJECT_FLEXIBLE;
    if (o->s[PART_JELLO] != NULL)
        return OBJECT_JELLO;
    if (shape == NULL)
        return o->s[PART_OWN_POSE] != NULL ? OBJECT_BARE : OBJECT_PARTICLE;
    for (enum object_kind kind = OBJECT_PARTICLE; kind <= OBJECT_PLANE; kind++)
        if (strcmp(shape->word, name_of(kind)) == 0)
            return kind;
    return OBJECT_SOLID;
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

/* offset and turned move the shapes within the frame of the object. */
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
        bool plain = s->turned.w == 1 && v3_norm(s->offset) == 0; /* exactly as written */
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

static const char particle_pose[] =
    "a particle is not turned: a pose goes with a shape, or with 'body;', a mass and an inertia";

/* coordinates …; with place and, of a rigid body, pose. */
static void read_own_coordinates(struct reading *r, struct open_object *o, struct object_def *d,
                                 struct own_coordinates *c, char *text[2])
{
    if (o->s[PART_OWN_PLACE] == NULL) {
        report(r, o->s[PART_COORDINATES]->place, NULL,
               "coordinates need a place, a formula of them: place (cos(th), sin(th), 0);");
        o->good = false;
    }
    if (d->type.kind == OBJECT_PARTICLE && o->s[PART_OWN_POSE] != NULL) {
        report(r, o->s[PART_OWN_POSE]->place, NULL, "%s", particle_pose);
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

/* place and pose without coordinates: it is moved by formulas of t. */
static void read_driven(struct reading *r, struct open_object *o, struct object_def *d, char *text[2])
{
    static const enum clause others[] = {PART_KERNEL, PART_POSITION, PART_CENTER,     PART_VELOCITY,
                                         PART_SPIN,   PART_ROTATION, PART_ORIENTATION};
    if (o->s[PART_OWN_PLACE] == NULL) {
        report(r, o->s[PART_OWN_POSE]->place, NULL, "a pose goes with a place, a formula of t: place (0, 0, 1);");
        o->good = false;
        return;
    }
    if (d->type.kind == OBJECT_PARTICLE && o->s[PART_OWN_POSE] != NULL) {
        report(r, o->s[PART_OWN_POSE]->place, NULL, "%s", particle_pose);
        o->good = false;
    }
    for (int i = 0; i < (o->s[PART_OWN_POSE] != NULL ? 7 : 5); i++)
        refuse_both(r, o, PART_OWN_PLACE, others[i]);
    if (o->good)
        o->good = make_driven(r, use(o, PART_OWN_PLACE), o->env[PART_OWN_PLACE], use(o, PART_OWN_POSE),
                              o->env[PART_OWN_POSE], &d->type, text);
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

/* Reports a known statement that nothing above has used: it must not be ignored silently. */
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
    if (d->type.general != NULL) /* its formulas may have errors */
        d->type.file = diagnostics_file(r->d, name->place.source);
    d->unborn = i->moment > 0;
    if (r->renews != NULL && renew_object(r, i, d, &message))
        ;
    else if (message == NULL)
        i->slot = world_add_object(r->w, d, &message);
    if (message != NULL)
        report(r, name->place, NULL, "the object '%.60s' cannot be made: %s", i->name, message);
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
    const enum object_kind kind = kind_of(&o);
    read_material(r, &o, &d, name_of(kind));
    if (o.s[PART_BLOCK] != NULL) {
        read_block(r, &o, &d);
        require_material(r, &o, MATERIAL_FLEXIBLE, o.s[PART_BLOCK]);
        read_state(r, &o, &d);
    } else if (o.s[PART_JELLO] != NULL) {
        read_jello(r, &o, &d);
        read_state(r, &o, &d);
    } else if (o.s[PART_SHAPE] != NULL) {
        read_shape(r, &o, &d, &compound);
    }
    d.type.kind = kind;
    check_kind(r, &o, kind, own);
    place_shapes(r, &o, &d);
    read_mass(r, &o, &d);
    read_abilities(r, &o, &d);
    read_placement(r, &o, &d);
    if (use(&o, PART_KERNEL) != NULL)
        o.good = read_kernel(r, o.s[PART_KERNEL], o.env[PART_KERNEL], &d) && o.good;
    check_motion(r, &o, &d);
    if (!own && (o.s[PART_OWN_PLACE] != NULL || o.s[PART_OWN_POSE] != NULL))
        read_driven(r, &o, &d, text);
    if (own)
        read_own_coordinates(r, &o, &d, &coordinates, text);
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

/* variable x 3; and, as the writer prints it, variable x 3 rate 0.5; */
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
    if (slot < 0 && is_object) /* its error was reported */
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
