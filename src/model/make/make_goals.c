/* make_goals.c: see make_goals.h. */
#include "model/make/make_goals.h"

#include <stdlib.h>
#include <string.h>

#include "base/open.h"
#include "force/goal.h"
#include "model/formulas/meaning.h"

/* ---- minimize EXPR ---- */

/* An objective: any formula of positions, directions, variables, lets and t. */
/* A number that depends on no velocities. */
static bool is_potential(struct sight *look, const struct statement *s, const struct tree *t, struct value v)
{
    if (v.type == VALUE_ERROR)
        return false;
    if (v.type != VALUE_SCALAR) {
        char *met = sight_describe(look, v, t);
        report(look->r, tree_place(t), NULL, "%s: expected a number, met %s", s->word, met);
        mem_free(met);
        return false;
    }
    if (sight_symbols(look, v.e, 1) & (1u << SYMBOL_YD | 1u << SYMBOL_YDD)) {
        report(look->r, tree_place(t), NULL,
               "%s: an objective depends on positions, directions and variables, not on velocities", s->word);
        return false;
    }
    return true;
}

static bool is_objective(struct sight *look, const struct statement *s, const struct tree *t, struct value v)
{
    if (!is_potential(look, s, t, v))
        return false;
    if (!(sight_symbols(look, v.e, 1) & 1u << SYMBOL_Y)) {
        report(look->r, s->place, NULL, "%s: nothing in it can move; expected points, directions or variables",
               s->word);
        return false;
    }
    return true;
}

bool goals_minimize(struct sight *look, const struct statement *s, struct force_def *out)
{
    if (s->arg_count != 1) {
        report(look->r, s->arg_count > 1 ? tree_place(s->args[1]) : s->place, NULL,
               "minimize takes one formula, as in minimize x^2 + y^2;");
        return false;
    }
    struct value v = sight_value(look, s->args[0]);
    out->scope = look->scope;
    out->value_node[0] = v.e[0];
    return is_objective(look, s, s->args[0], v);
}

/* ---- WORD thing JOIN "file" ---- */

/* Does the statement name a file? False after a report. */
static bool has_file(struct sight *look, const struct statement *s, const char *join, const char *example)
{
    bool good = s->arg_count >= 3 && tree_is_word(s->args[1], join) && s->args[2]->kind == TREE_STRING;
    if (!good)
        report(look->r, s->place, NULL, "expected %s", example);
    return good;
}

/* The file of the statement as it can be opened; NULL after a report, which says what cannot be used. Freed by the caller. */
static char *file_of(struct sight *look, const struct statement *s, const char *what)
{
    char why[OPEN_WHY], *path = reading_file(look->r, s->place, s->args[2]->text, why);
    if (path == NULL)
        report(look->r, s->args[2]->place, NULL, "%s cannot be used: %.200s: %s", what, s->args[2]->text, why);
    return path;
}

/* The curve that a name means; NULL after a report. */
static const struct curve *curve_of(struct sight *look, const struct statement *s, int *slot)
{
    const double *q, *lets;
    struct value v = sight_value(look, s->args[0]);
    if (v.type == VALUE_ERROR)
        return NULL;
    bool object = v.type == VALUE_THING && v.thing == THING_OBJECT;
    if (!object || world_object(look->r->w, v.index)->kind != OBJECT_CURVE) {
        char *met = sight_describe(look, v, s->args[0]);
        report(look->r, tree_place(s->args[0]), NULL, "%s: expected a curve%s, met %s", s->word,
               force_find(s->word)->source == FORCE_OF_POINTS ? " or a function" : "", met);
        mem_free(met);
        return NULL;
    }
    if (world_object(look->r->w, v.index)->motion != MOTION_DYNAMIC) {
        report(look->r, tree_place(s->args[0]), NULL, "%s: the curve '%.60s' is fixed; expected one that can move",
               s->word, s->args[0]->text);
        return NULL;
    }
    *slot = v.index;
    return world_curve(look->r->w, v.index, &q, &lets);
}

/* The options of a goal, from its class table. Some may be formulas, the others are constants. */
enum { MOST_NUMBERS = 8 };
struct goal_options {
    const tn_parameter *list;
    double constant[MOST_NUMBERS];
    node formula[MOST_NUMBERS];
};

static struct goal_options options_of(struct sight *look, const char *word)
{
    struct goal_options o = {.list = force_find(word)->kind.parameters};
    for (const tn_parameter *p = o.list; p->word != NULL; p++) {
        const int place = parameter_place(o.list, p);
        parameter_standard(p, o.constant + place);
        for (int k = place; k < place + p->most; k++)
            o.formula[k] = formula_constant(look->f, o.constant[k]);
    }
    return o;
}

static int place_of(const struct goal_options *o, const char *word)
{
    return parameter_place(o->list, parameter_find(o->list, word));
}

/* Whether a number does not depend on anything moved by forces. */
static bool paths_alone(const struct sight *look, node a)
{
    const int symbols = formula_symbol_count(look->f);
    bool *used = MEM_ARRAY(bool, symbols), alone = true;
    formula_mark_symbols(look->f, a, used, symbols);
    for (int i = 0; i < symbols; i++) {
        uint64_t key = formula_symbol_key(look->f, i);
        enum symbol_kind kind = symbol_kind_of(key);
        bool path = kind == SYMBOL_Y && look->scope->connectors.at[symbol_index(key)].type == CONNECTOR_TIME;
        alone &= !used[i] || kind == SYMBOL_TIME || kind == SYMBOL_PARAMETER || path;
    }
    mem_free(used);
    return alone;
}

static bool take_option(struct sight *look, const struct statement *s, int *at, struct goal_options *o,
                        const tn_parameter *p)
{
    const int first = parameter_place(o->list, p);
    ++*at;
    for (int k = first; k < first + p->most; k++) {
        struct value v;
        const int place = *at;
        if (!take_number(look, s, at, p->word, &v))
            return false;
        if (p->formula && !paths_alone(look, v.e[0])) {
            report(look->r, tree_place(s->args[place]), NULL,
                   "'%s' of '%s' must be a formula of lets, paths and t alone", p->word, s->word);
            return false;
        }
        o->formula[k] = v.e[0];
        if (p->formula)
            continue;
        o->constant[k] = sight_symbols(look, v.e, 1) == 0 ? sight_number_now(look, v.e[0]) : NAN;
        if (!parameter_allows(p, &o->constant[k], 1)) {
            char must[PARAMETER_TEXT];
            report(look->r, tree_place(s->args[place]), NULL, "'%s' of '%s' must %s", p->word, s->word,
                   parameter_must(p, must));
            return false;
        }
    }
    return true;
}

static bool take_options(struct sight *look, const struct statement *s, int at, struct goal_options *o)
{
    while (at < s->arg_count) {
        const struct tree *t = s->args[at];
        const tn_parameter *p = t->kind == TREE_NAME && t->count == 0 ? parameter_find(o->list, t->text) : NULL;
        if (p == NULL) {
            const char *best = NULL;
            for (p = o->list; p->word != NULL && t->kind == TREE_NAME; p++)
                names_offer(t->text, p->word, &best);
            char *text = syntax_print(t, NULL, NULL);
            report(look->r, tree_place(t), best, "'%s' has no option '%.60s'", s->word, text);
            mem_free(text);
            return false;
        }
        if (!take_option(look, s, &at, o, p))
            return false;
    }
    return true;
}

/* ---- fit ---- */

/* Σ (f(a, b, …) − last)² over the rows of a table, as a formula. */
static bool fit_function(struct sight *look, const struct statement *s, struct definition *d, struct table *t,
                         node strength, struct force_def *out)
{
    const int count = d->statement->parameter_count;
    struct binding *bound = MEM_ARRAY(struct binding, count);
    struct value v = {.type = VALUE_SCALAR};
    node sum = formula_constant(look->f, 0);
    bool good = t->columns == count + 1;
    if (!good)
        report(look->r, s->args[2]->place, NULL,
               "fit: '%.60s' takes %d number%s, so that the file must have %d columns, the value last; it has %d",
               d->name, count, count == 1 ? "" : "s", count + 1, t->columns);
    for (int i = 0; i < t->rows && good; i++) {
        const double *row = t->at + i * t->columns;
        for (int k = 0; k < count; k++)
            bound[k] = (struct binding){k > 0 ? &bound[k - 1] : NULL,
                                        d->statement->parameters[k]->text,
                                        {.type = VALUE_SCALAR, .e = {formula_constant(look->f, row[k])}}};
        v = sight_expand(look, d, &bound[count - 1], s->args[0]);
        good = is_potential(look, s, s->args[0], v);
        if (!good)
            break;
        node off = formula_binary(look->f, OP_SUBTRACT, v.e[0], formula_constant(look->f, row[count]));
        sum = formula_binary(look->f, OP_ADD, sum, formula_binary(look->f, OP_MULTIPLY, off, off));
    }
    good = good && is_objective(look, s, s->args[0], (struct value){.type = VALUE_SCALAR, .e = {sum}});
    out->scope = look->scope;
    out->value_node[0] = formula_binary(look->f, OP_MULTIPLY, strength, sum);
    mem_free(bound);
    table_free(t);
    return good;
}

static bool fit_curve(struct sight *look, const struct statement *s, struct table *t, node strength,
                      struct force_def *out)
{
    int slot;
    const struct curve *c = curve_of(look, s, &slot);
    if (c != NULL && t->columns != 2 && t->columns != 3)
        report(look->r, s->args[2]->place, NULL, "fit: points have 2 or 3 columns, x y or x y z; the file has %d",
               t->columns);
    if (c == NULL || (t->columns != 2 && t->columns != 3)) {
        table_free(t);
        return false;
    }
    const int first = look->scope->connectors.count;
    for (int i = 0; i < c->parameters; i++)
        scope_connector(look->scope, world_coordinate(look->r->w, slot, i));
    out->scope = look->scope;
    out->value_node[0] = strength;
    out->value_node[1] = out->value_node[2] = formula_constant(look->f, 0);
    out->data = fit_new(c, t, first);
    return true;
}

bool goals_fit(struct sight *look, const struct statement *s, struct force_def *out)
{
    char *message = NULL, *path = NULL;
    if (!has_file(look, s, "to", "fit c to \"points.csv\";") || (path = file_of(look, s, "these points")) == NULL)
        return false;
    struct goal_options options = options_of(look, s->word);
    struct table *t = table_read(path, &message);
    if (t == NULL)
        report(look->r, s->args[2]->place, NULL, "these points cannot be used: %s", message);
    mem_free(message);
    mem_free(path);
    if (t == NULL)
        return false;
    if (!take_options(look, s, 3, &options)) {
        table_free(t);
        return false;
    }
    const node strength = options.formula[place_of(&options, "strength")];
    struct definition *d = s->args[0]->kind == TREE_NAME ? reading_definition(look->r, s->args[0]->text) : NULL;
    return d != NULL && d->kind == DEFINE_FUNCTION ? fit_function(look, s, d, t, strength, out)
                                                   : fit_curve(look, s, t, strength, out);
}

/* ---- snake ---- */

/* Calls the program's reader, which opens files itself. Contents that a hook gives (tenon/hooks.h) are shown to it as a
 * temporary file. */
static bool call_reader(tn_image_reader *read, const char *path, int *width, int *height, unsigned char **gray,
                        char **why)
{
    FILE *given = NULL;
    if (open_hooked(path, &given) != 1 || given == NULL)
        return read(path, width, height, gray, why);
    FILE *copy = tmpfile();
    char name[40], some[4096];
    for (size_t n = 1; copy != NULL && n > 0;) {
        n = fread(some, 1, sizeof some, given);
        fwrite(some, 1, n, copy);
    }
    fclose(given);
    bool good = copy != NULL && fflush(copy) == 0;
    snprintf(name, sizeof name, "/dev/fd/%d", good ? fileno(copy) : -1);
    good = good && read(name, width, height, gray, why);
    if (copy != NULL)
        fclose(copy);
    return good;
}

/* The image at `path`, by the program's reader; NULL with *message. */
static struct image *read_image(const struct scene *scene, const char *path, char **message)
{
    int width = 0, height = 0;
    unsigned char *gray = NULL;
    char *why = NULL;
    struct image *m = NULL;
    if (scene->read_image == NULL)
        *message = mem_text("this program has no reader of image files (tn_scene_read_images gives it one)");
    else if (!call_reader(scene->read_image, path, &width, &height, &gray, &why))
        *message = mem_print("%s", why != NULL ? why : "its reader does not say why");
    else if (gray == NULL)
        *message = mem_text("the reader gave no pixels");
    else if (width < IMAGE_LEAST_SIDE || height < IMAGE_LEAST_SIDE || width > IMAGE_MOST_SIDE ||
             height > IMAGE_MOST_SIDE)
        *message = mem_print("%s has %d by %d pixels; expected %d to %d each way", path, width, height,
                             IMAGE_LEAST_SIDE, IMAGE_MOST_SIDE);
    else
        m = image_new(width, height, gray);
    mem_free(gray);
    mem_free(why);
    return m;
}

bool goals_snake(struct sight *look, const struct statement *s, struct force_def *out)
{
    char *message = NULL;
    int slot;
    if (!has_file(look, s, "on", "snake s on \"image.png\";"))
        return false;
    struct goal_options options = options_of(look, s->word);
    const struct curve *c = take_options(look, s, 3, &options) ? curve_of(look, s, &slot) : NULL;
    char *path = c != NULL ? file_of(look, s, "this picture") : NULL;
    struct image *m = path != NULL ? read_image(look->r->scene, path, &message) : NULL;
    if (path != NULL && m == NULL)
        report(look->r, s->args[2]->place, NULL, "this picture cannot be used: %s", message);
    mem_free(message);
    mem_free(path);
    if (m == NULL)
        return false;
    const double *constant = options.constant;
    const node *formula = options.formula;
    const int corner = place_of(&options, "at"), count = (int)constant[place_of(&options, "points")],
              first = look->scope->connectors.count;
    image_edges(m, constant[place_of(&options, "blur")]);
    for (int k = 0; k < count; k++) {
        double u = c->from + (c->to - c->from) * k / (c->closed ? count : count - 1);
        scope_connector(look->scope, (struct connector){CONNECTOR_POINT, slot, 0, {u, CURVED_POINT, 0}});
    }
    out->scope = look->scope;
    out->value_node[0] = formula[corner];
    out->value_node[1] = formula[corner + 1];
    out->value_node[2] = formula[place_of(&options, "strength")];
    out->data = snake_new(m, constant[place_of(&options, "pixel")], constant[place_of(&options, "even")], c->closed,
                          first, count);
    return true;
}
