/* shapes.c: the solids of an object, one or a compound of several. */
#include <string.h>

#include "model/model.h"

/* ---- placing a shape ---- */

bool make_quaternion(struct reading *r, struct place p, const char *word, const double v[4], quat *out)
{
    *out = (quat){v[0], v[1], v[2], v[3]};
    const double square = q_norm2(*out);
    if (square >= 1e-200 && square <= 1e200)
        return true;
    const bool zero = v[0] == 0 && v[1] == 0 && v[2] == 0 && v[3] == 0;
    report(r, p, NULL,
           zero ? "%s needs a quaternion that is not zero"
                : "%s needs a quaternion with a length between 1e-100 and 1e100",
           word);
    return false;
}

static const double MORE_THAN_A_TURN = 6.3;

void warn_of_degrees(struct reading *r, const struct tree *t, double angle)
{
    if (t->kind == TREE_NUMBER && t->text == NULL && fabs(angle) > MORE_THAN_A_TURN)
        diagnostics_warning(r->d, tree_place(t), "an angle of %.6g rad is %.3g turns: degrees are written %.6gdeg",
                            angle, fabs(angle) / 6.283185307179586, angle);
}

bool make_turned(struct reading *r, const struct statement *s, const struct env *env, vec3 *axis, double *angle,
                 quat *q)
{
    double v[4];
    int n = constant_list(r, s, env, 0, 4, v);
    if (n < 0)
        return false;
    if (n != 4) {
        report(r, s->place, NULL, "%s takes an axis and an angle, 4 numbers in all, as in %s 0 1 0 30deg; %d given",
               s->word, s->word, n);
        return false;
    }
    *axis = v3(v[0], v[1], v[2]);
    const struct tree *last = s->args[s->arg_count - 1];
    warn_of_degrees(r, last, v[3]);
    if (v[3] == 0 && fabs(v[0]) > MORE_THAN_A_TURN && s->args[0]->kind == TREE_NUMBER && s->args[0]->text == NULL)
        diagnostics_warning(r->d, s->place,
                            "the angle is the last number, and it is 0: %s %.6g %.6g %.6g %.6gdeg turns", s->word, v[1],
                            v[2], v[3], v[0]);
    *angle = v[3];
    if (v3_norm(*axis) == 0) {
        report(r, tree_place(s->args[0]), NULL, "%s needs an axis that is not zero", s->word);
        return false;
    }
    *q = q_axis_angle(*axis, *angle);
    return true;
}

/* ---- a mesh file, read once for each scale ---- */

static struct mesh *mesh_of(struct reading *r, const struct statement *s, double scale, const char **written)
{
    const char *path = s->args[0]->text;
    char *full = reading_path(r, s->place, path), number[32];
    char *key = mem_print("%s:%s", syntax_number(scale, number), full);
    *written = reading_written_path(r, s->place, path);
    int known = names_get(&r->meshes, key);
    struct mesh *m = known >= 0 ? r->mesh.at[known] : NULL;
    if (known < 0) {
        char *message = NULL, why[OPEN_WHY], *found = reading_file(r, s->place, path, why);
        if (found != NULL)
            m = mesh_read(found, scale, &message);
        if (m == NULL)
            report(r, s->args[0]->place, NULL, "this mesh cannot be used: %s%s%s", found == NULL ? path : "",
                   found == NULL ? ": cannot be read: " : "", found == NULL ? why : message);
        mem_free(found);
        mem_free(message);
        names_set(&r->meshes, key, r->mesh.count);
        ARRAY_PUSH(&r->mesh, m);
    }
    mem_free(key);
    mem_free(full);
    return m;
}

/* ---- a mesh by its numbers: mesh: vertices x y z …; triangles i j k …; end ---- */

enum { MESH_VERTICES, MESH_TRIANGLES };
struct mesh_lists {
    double *number[2];
    int count[2];
    bool good;
};

static void take_mesh_list(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    struct mesh_lists *lists = ctx;
    int which = strcmp(s->word, "vertices") == 0    ? MESH_VERTICES
                : strcmp(s->word, "triangles") == 0 ? MESH_TRIANGLES
                                                    : -1;
    if (s->broken) {
        lists->good = false;
        return;
    }
    if (which < 0 || s->kind != STATEMENT_PLAIN || lists->number[which] != NULL) {
        report(r, s->place, NULL,
               which >= 0 && lists->number[which] != NULL
                   ? "'%.60s' of a mesh is given twice"
                   : "expected vertices x y z …; and triangles i j k …; in a mesh, met '%.60s'",
               s->word);
        lists->good = false;
        return;
    }
    int most = 3 * s->arg_count;
    lists->number[which] = arena_new(&r->arena, sizeof(double) * (size_t)(most + 1));
    lists->count[which] = constant_list(r, s, env, 0, most, lists->number[which]);
    if (lists->count[which] >= 0 && lists->count[which] % 3 != 0)
        report(r, s->place, NULL, "%s of a mesh are three numbers each, %d given", s->word, lists->count[which]);
    lists->good = lists->good && lists->count[which] >= 0 && lists->count[which] % 3 == 0;
}

static bool make_mesh_of_numbers(struct reading *r, const struct statement *s, const struct env *env, struct shape *out)
{
    struct mesh_lists lists = {.good = true};
    reading_walk(r, s->children, s->child_count, env, take_mesh_list, &lists);
    if (!lists.good)
        return false;
    int triangles = lists.count[MESH_TRIANGLES] / 3;
    int(*triangle)[3] = arena_new(&r->arena, sizeof *triangle * (size_t)(triangles + 1));
    for (int i = 0; i < 3 * triangles; i++) {
        double x = lists.number[MESH_TRIANGLES][i];
        if (x != floor(x) || fabs(x) > 1e9) {
            report(r, s->place, NULL, "triangles of a mesh are whole numbers, met %.12g", x);
            return false;
        }
        triangle[i / 3][i % 3] = (int)x;
    }
    char *message = NULL;
    out->mesh = mesh_make((const double(*)[3])lists.number[MESH_VERTICES], lists.count[MESH_VERTICES] / 3,
                          (const int(*)[3])triangle, triangles, &message);
    if (out->mesh == NULL)
        report(r, s->place, NULL, "this mesh cannot be used: %s", message);
    mem_free(message);
    ARRAY_PUSH(&r->mesh, out->mesh);
    return out->mesh != NULL;
}

/* mesh "file.obj" [scale s] */
static bool make_mesh(struct reading *r, const struct statement *s, const struct env *env, struct shape *out, int *used,
                      const char **mesh_path, double *mesh_scale)
{
    *mesh_scale = 1;
    if (s->kind == STATEMENT_BLOCK)
        return make_mesh_of_numbers(r, s, env, out);
    if (s->arg_count == 0 || s->args[0]->kind != TREE_STRING) {
        report(r, s->place, NULL, "expected a file name in quotes: mesh \"file.obj\" scale 1;");
        return false;
    }
    *used = 1;
    if (s->arg_count > 1 && tree_is_word(s->args[1], "scale")) {
        if (s->arg_count < 3) {
            report(r, s->args[1]->place, NULL, "expected a number after 'scale'");
            return false;
        }
        if (!constant_number(r, s->args[2], env, "the scale of a mesh", mesh_scale))
            return false;
        if (!(*mesh_scale > 0)) {
            report(r, tree_place(s->args[2]), NULL, "the scale of a mesh must be greater than zero, not %.12g",
                   *mesh_scale);
            return false;
        }
        *used = 3;
    }
    out->mesh = mesh_of(r, s, *mesh_scale, mesh_path);
    return out->mesh != NULL;
}

/* ---- one shape ---- */

/* "rod length radius: a solid cylinder along z" */
static const char *describe(const struct shape_class *class, char text[KIND_USAGE])
{
    kind_usage(&class->kind, false, text);
    size_t n = strlen(text);
    snprintf(text + n, KIND_USAGE - n, ": %s", class->kind.help);
    return text;
}

/* Is a word the name of a size, as in "sphere radius 0.1", and of nothing else here? */
static bool names_a_size(struct reading *r, const struct tree *t, const struct env *env)
{
    static const char *const sizes[] = {"radius", "length", "width", "height", "depth",    "size",
                                        "side",   "sides",  "mass",  "r",      "diameter", "thickness"};
    bool is = false;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && t->kind == TREE_NAME && t->count == 0; i++)
        is = is || strcmp(t->text, sizes[i]) == 0;
    return is && reading_knows_not(r, env, t->text);
}

/* Reads the sizes, each greater than zero; *used: number of arguments. */
static bool take_sizes(struct reading *r, const struct statement *s, const struct env *env, struct shape *out,
                       int *used)
{
    const struct shape_class *class = out->class;
    char usage[KIND_USAGE];
    int given = 0;
    if (s->arg_count > 1 && names_a_size(r, s->args[0], env)) {
        report(r, s->args[0]->place, NULL, "the sizes of a shape are numbers without names: write %s",
               describe(class, usage));
        return false;
    }
    while (given < s->arg_count &&
           !(s->args[given]->kind == TREE_NAME && s->args[given]->count == 0 &&
             words_known(IN_COMPOUND, s->args[given]->text) && reading_definition(r, s->args[given]->text) == NULL))
        given++;
    if (given > class->sizes)
        given = class->sizes;
    for (int i = 0; i < given; i++) {
        char what[80];
        snprintf(what, sizeof what, "the %s of a %s", class->kind.parameters[i].word, class->kind.name);
        if (!constant_number(r, s->args[i], env, what, &out->size[i]))
            return false;
        if (!(out->size[i] > 0)) {
            report(r, tree_place(s->args[i]), NULL, "%s must be greater than zero, not %.12g", what, out->size[i]);
            return false;
        }
    }
    *used = given;
    if (given < class->sizes) {
        report(r, s->place, NULL, "%s takes %d number%s, %d given (%s)", class->kind.name, class->sizes,
               class->sizes == 1 ? "" : "s", given, describe(class, usage));
        return false;
    }
    const char *wrong = class->check != NULL ? class->check(out->size) : NULL;
    if (wrong != NULL)
        report(r, s->place, NULL, "%s", wrong);
    return wrong == NULL;
}

/* Reads the options of a shape of a compound: offset, turned, density. */
static bool take_options(struct reading *r, const struct statement *s, const struct env *env, int at, struct shape *out)
{
    while (at < s->arg_count) {
        const struct tree *t = s->args[at];
        int first = at + 1, wanted = tree_is_word(t, "offset") ? 3 : tree_is_word(t, "density") ? 1 : 4;
        double v[4];
        int n = 0;
        for (at = first; at < s->arg_count && n < wanted; at++) {
            double part[3];
            int count;
            if (!constant_value(r, s->args[at], env, t->text, &count, part))
                return false;
            for (int k = 0; k < count && n < 4; k++)
                v[n++] = part[k];
        }
        if (n != wanted) {
            report(r, t->place, NULL, "'%s' of a shape takes %d number%s, %d given", t->text, wanted,
                   wanted == 1 ? "" : "s", n);
            return false;
        }
        if (wanted == 3) {
            out->offset = v3(v[0], v[1], v[2]);
        } else if (wanted == 1) {
            if (!(v[0] > 0)) {
                report(r, tree_place(s->args[first]), NULL,
                       "the density of a shape must be greater than zero, not %.12g", v[0]);
                return false;
            }
            out->density = v[0];
        } else if (tree_is_word(t, "turned")) {
            if (v3_norm(v3(v[0], v[1], v[2])) == 0) {
                report(r, tree_place(s->args[first]), NULL, "a shape is turned about an axis that is not zero");
                return false;
            }
            out->turned = q_axis_angle(v3(v[0], v[1], v[2]), v[3]);
        } else {
            if (!make_quaternion(r, t->place, t->text, v, &out->turned))
                return false;
        }
        if (at < s->arg_count &&
            !(s->args[at]->kind == TREE_NAME && s->args[at]->count == 0 &&
              words_known(IN_COMPOUND, s->args[at]->text) && shape_find(s->args[at]->text) == NULL)) {
            too_many(r, s, at, NULL);
            return false;
        }
    }
    return true;
}

bool make_shape(struct reading *r, const struct statement *s, const struct env *env, struct shape *out,
                const char **mesh_path, double *mesh_scale)
{
    int used = 0;
    out->class = shape_find(s->word);
    out->turned = (quat){1, 0, 0, 0};
    bool mesh = strcmp(s->word, "mesh") == 0;
    *mesh_path = NULL;
    if (mesh ? !make_mesh(r, s, env, out, &used, mesh_path, mesh_scale) : !take_sizes(r, s, env, out, &used))
        return false;
    if (used < s->arg_count) {
        const struct tree *t = s->args[used];
        bool option = tree_is_word(t, "offset") || tree_is_word(t, "turned") || tree_is_word(t, "density") ||
                      tree_is_word(t, "shape-orientation");
        if (!option) {
            char usage[KIND_USAGE];
            too_many(r, s, used, describe(out->class, usage));
            return false;
        }
    }
    return take_options(r, s, env, used, out);
}

/* ---- compounds ---- */

struct compound {
    ARRAY(struct shape) shapes;
    double density;
    bool good;
};

static void place_last(struct reading *r, const struct statement *s, const struct env *env, struct compound *c)
{
    struct shape *last = c->shapes.count > 0 ? &c->shapes.at[c->shapes.count - 1] : NULL;
    bool density = strcmp(s->word, "density") == 0;
    double v[4];
    vec3 axis;
    double angle;
    if (last == NULL && !density) {
        report(r, s->place, NULL, "expected a solid before '%s', which places the one before it", s->word);
        c->good = false;
    } else if (strcmp(s->word, "turned") == 0) {
        c->good = make_turned(r, s, env, &axis, &angle, &last->turned) && c->good;
    } else {
        int wanted = density ? 1 : strcmp(s->word, "offset") == 0 ? 3 : 4, n = constant_list(r, s, env, 0, 4, v);
        bool good = n == wanted;
        if (n >= 0 && !good)
            report(r, s->place, NULL, "'%s' in a compound takes %d number%s, %d given", s->word, wanted,
                   wanted == 1 ? "" : "s", n);
        if (good && density && !(v[0] > 0)) {
            report(r, tree_place(s->args[0]), NULL, "the density of a part must be greater than zero, not %.12g", v[0]);
            good = false;
        }
        c->good = c->good && good;
        if (!good)
            return;
        if (density && last == NULL)
            c->density = v[0];
        else if (density)
            last->density = v[0];
        else if (wanted == 3)
            last->offset = v3(v[0], v[1], v[2]);
        else
            c->good = make_quaternion(r, s->place, s->word, v, &last->turned) && c->good;
    }
}

static void take_part(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    struct compound *c = ctx;
    if (s->broken) {
        c->good = false;
    } else if (strcmp(s->word, "mesh") == 0) {
        report(r, s->place, NULL, "expected solids by their sizes in a compound; a mesh is an object of its own");
        c->good = false;
    } else if (shape_find(s->word) != NULL) {
        struct shape shape = {.density = c->density};
        const char *path;
        double scale;
        c->good = make_shape(r, s, env, &shape, &path, &scale) && c->good;

        ARRAY_PUSH(&c->shapes, shape);
    } else if (words_known(IN_COMPOUND, s->word)) {
        place_last(r, s, env, c);
    } else {
        words_unknown(r, IN_COMPOUND, s);
        c->good = false;
    }
}

bool make_compound(struct reading *r, const struct statement *s, const struct env *env, double density,
                   struct shape **shapes, int *count)
{
    struct compound c = {.density = density, .good = true};
    reading_walk(r, s->children, s->child_count, env, take_part, &c);
    if (c.good && c.shapes.count == 0) {
        report(r, s->place, NULL, "expected at least one solid in a compound");
        c.good = false;
    }
    *shapes = c.shapes.at;
    *count = c.shapes.count;
    return c.good;
}
