/* make_coordinates.c: generalized coordinates: coordinates th 0.3 ph 0; velocity th 0 ph 1.5; place …; pose axis angle
 * …; */
#include <string.h>

#include "model/formulas/meaning.h"

/* Reads NAME number NAME number …, the numbers into `out` by name. False after a report. */
static bool read_pairs(struct reading *r, const struct statement *s, const struct env *env, struct own_coordinates *c,
                       bool declares, double *out)
{
    bool given[GENERAL_MOST] = {false};
    if (s->arg_count == 0 || s->arg_count % 2 != 0) {
        report(r, s->place, NULL, "expected names with a number each: %s th 0.3 ph 0;", s->word);
        return false;
    }
    for (int i = 0; i < s->arg_count; i += 2) {
        const struct tree *name = s->args[i];
        if (name->kind != TREE_NAME || name->count > 0) {
            report(r, tree_place(name), NULL, "expected the name of a coordinate, then its number: %s th 0.3 ph 0;",
                   s->word);
            return false;
        }
        int k = 0;
        const char *best = NULL;
        for (; k < c->n && strcmp(c->name[k], name->text) != 0; k++)
            names_offer(name->text, c->name[k], &best);
        if (declares && k < c->n) {
            report(r, name->place, NULL, "the coordinate '%.60s' is given twice", name->text);
            return false;
        }
        if (declares && (c->n == GENERAL_MOST || words_reserved(name->text))) {
            report(r, name->place, NULL,
                   c->n == GENERAL_MOST ? "an object has fewer coordinates than this" : "'%.60s' is reserved",
                   name->text);
            return false;
        }
        if (declares) {
            c->name[c->n++] = name->text;
        } else if (k == c->n) {
            report(r, name->place, best, "the object has no coordinate '%.60s'", name->text);
            return false;
        } else if (given[k]) {
            report(r, name->place, NULL, "the velocity of '%.60s' is given twice", name->text);
            return false;
        }
        given[k] = true;
        if (!constant_number(r, s->args[i + 1], env, "a coordinate", &out[k]))
            return false;
    }
    return true;
}

bool read_coordinates(struct reading *r, const struct statement *s, const struct env *env, struct own_coordinates *out)
{
    return read_pairs(r, s, env, out, true, out->q);
}

bool read_coordinate_velocity(struct reading *r, const struct statement *s, const struct env *env,
                              struct own_coordinates *out)
{
    return read_pairs(r, s, env, out, false, out->qd);
}

/* A number or vector as a formula of coordinates, t and lets. */
static bool formula_of(struct sight *look, const struct tree *t, enum value_type type, const char *what,
                       struct value *out)
{
    *out = sight_value(look, t);
    if (out->type == VALUE_ERROR)
        return false;
    if (out->type != type) {
        char *met = sight_describe(look, *out, t);
        report(look->r, tree_place(t), NULL, "expected %s, met %s", what, met);
        mem_free(met);
        return false;
    }
    unsigned symbols = sight_symbols(look, out->e, type == VALUE_VECTOR ? 3 : 1);
    if (symbols & (1u << SYMBOL_YD | 1u << SYMBOL_YDD)) {
        report(look->r, tree_place(t), NULL, "a place is a formula of coordinates and t, not of their rates");
        return false;
    }
    return true;
}

/* pose AXIS ANGLE [AXIS ANGLE …]: rotations about each in turn, every axis rotated by those before it. */
static bool read_pose(struct sight *look, const struct statement *s, node r[9])
{
    node product[9];
    if (s->arg_count == 0 || s->arg_count % 2 != 0) {
        report(look->r, s->place, NULL, "expected an axis and an angle: pose (0, 0, 1), th;");
        return false;
    }
    for (int i = 0; i < s->arg_count; i += 2) {
        struct value axis, angle;
        if (!formula_of(look, s->args[i], VALUE_VECTOR, "an axis, then an angle, as in pose (0, 0, 1), th", &axis) ||
            !formula_of(look, s->args[i + 1], VALUE_SCALAR, "an angle after the axis, as in pose (0, 0, 1), th",
                        &angle))
            return false;
        double zero = 1, n[3];
        for (int k = 0; k < 3; k++)
            zero = formula_is_constant(look->f, axis.e[k], &n[k]) && n[k] == 0 ? zero : 0;
        if (zero == 1) {
            report(look->r, tree_place(s->args[i]), NULL, "the axis of a pose must not be zero");
            return false;
        }
        general_rotation(look->f, axis.e, angle.e[0], i == 0 ? r : product);
        if (i > 0)
            general_product(look->f, r, product, r);
    }
    return true;
}

static char *statement_text(struct reading *r, const struct statement *s, const struct env *env)
{
    char *all = NULL;
    for (int i = 0; i < s->arg_count; i++) {
        char *one = tree_text(r, s->args[i], env, false);
        char *more = mem_print("%s%s%s", all != NULL ? all : "", all != NULL ? ", " : "", one);
        mem_free(one);
        mem_free(all);
        all = more;
    }
    return all;
}

struct general *make_coordinates(struct reading *r, const struct own_coordinates *c, const struct statement *place,
                                 const struct env *place_env, const struct statement *pose, const struct env *pose_env,
                                 vec3 center, char *text[2])
{
    struct scope scope;
    struct binding bound[GENERAL_MOST];
    struct value where;
    node rotation[9];
    struct general *g = NULL;
    scope_begin(&scope);
    for (int i = 0; i < c->n; i++)
        bound[i] =
            (struct binding){i > 0 ? &bound[i - 1] : NULL,
                             c->name[i],
                             {.type = VALUE_SCALAR, .e = {formula_symbol(scope.formula, symbol_key(SYMBOL_Y, i, 0))}}};
    struct sight look = sight_begin(r, &scope, FOR_PATH, place_env);
    look.bound = &bound[c->n - 1];
    look.speaks_of = "coordinates and t";
    bool good = true;
    if (place->arg_count != 1) {
        report(r, place->place, NULL, "expected one vector: place (x, y, z);");
        good = false;
    } else {
        good = formula_of(&look, place->args[0], VALUE_VECTOR, "a vector, as in place (x, y, z)", &where);
    }
    if (good && pose != NULL) {
        look.env = pose_env;
        good = read_pose(&look, pose, rotation);
    }
    if (good) {
        text[0] = statement_text(r, place, place_env);
        text[1] = pose != NULL ? statement_text(r, pose, pose_env) : NULL;
        g = general_new(&general_placed, c->n, c->name);
        char *both = pose != NULL ? mem_print("place %s; pose %s", text[0], text[1]) : mem_print("place %s", text[0]);
        general_add_place(g, scope.formula, where.e, pose != NULL ? rotation : NULL, center, both, place->place);
        mem_free(both);
    }
    scope_end(&scope);
    return g;
}

/* Must have values at the start. */
static bool begins_finite(struct sight *look, const struct tree *t, const node *e, int count)
{
    for (int k = 0; k < count; k++)
        if (!isfinite(sight_number_now(look, e[k]))) {
            report(look->r, tree_place(t), NULL, "it has no value at the start: it is not finite there");
            return false;
        }
    return true;
}

bool make_driven(struct reading *r, const struct statement *place, const struct env *place_env,
                 const struct statement *pose, const struct env *pose_env, struct object_type *out, char *text[2])
{
    struct scope scope;
    struct value where;
    node rotation[9];
    scope_begin(&scope);
    struct sight look = sight_begin(r, &scope, FOR_PATH, place_env);
    bool good = place->arg_count == 1;
    if (!good)
        report(r, place->place, NULL, "expected one vector: place (x, y, z);");
    good = good && formula_of(&look, place->args[0], VALUE_VECTOR, "a vector, as in place (x, y, z)", &where) &&
           begins_finite(&look, place->args[0], where.e, 3);
    if (good && pose != NULL) {
        look.env = pose_env;
        good = read_pose(&look, pose, rotation) && begins_finite(&look, pose->args[0], rotation, 9);
    }
    if (good) {
        text[0] = statement_text(r, place, place_env);
        text[1] = pose != NULL ? statement_text(r, pose, pose_env) : NULL;
        out->motion = MOTION_PATH;
        out->source = world_add_source(r->w, &scope, where.e);
        for (int k = 0; k < 2 && pose != NULL; k++) {
            const node axis[3] = {rotation[k], rotation[3 + k], rotation[6 + k]};
            const int source = world_add_source(r->w, &scope, axis);
            out->turning = k == 0 ? source : out->turning;
        }
        out->coordinates_text[0] = text[0];
        out->coordinates_text[1] = text[1];
    }
    scope_end(&scope);
    return good;
}
