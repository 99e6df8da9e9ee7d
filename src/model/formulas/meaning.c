/* meaning.c: the meaning of names in an expression.
 *
 * The same name can mean a number (a size), a symbol (in a formula that depends on a let), the three symbols of a
 * connector (a point of an object) or a thing (an object, a joint). A sight holds what that depends on: the purpose,
 * the loop variables, the parameters of functions that are being expanded.
 */
#include "model/formulas/meaning.h"

#include <string.h>

#include "formula/units.h"

enum { MOST_CALLS = 100000, MOST_OFFERED = 1000 * 1000 };

static const struct value failed = {.type = VALUE_ERROR};

/* ---- reporting ---- */

struct value sight_complain(struct sight *s, const struct tree *t, const char *near, const char *format, ...)
{
    char message[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    s->root->contextual = true;
    report(s->r, s->blame.line > 0 ? s->blame : tree_place(t), near, "%s", message);
    return failed;
}

char *sight_describe(const struct sight *s, struct value v, const struct tree *t)
{
    char *text = syntax_print(t, NULL, NULL), *said = NULL;
    struct connector c;
    switch (v.type) {
    case VALUE_ERROR:
        break;
    case VALUE_SCALAR:
        said = t->kind == TREE_NUMBER ? mem_print("the number %.40s", text) : mem_text("a number");
        break;
    case VALUE_CONDITION:
        said = mem_text("a condition");
        break;
    case VALUE_VECTOR:
        if (!sight_connector(s, v, &c))
            said = mem_text("a formula");
        else if (c.type == CONNECTOR_DIRECTION)
            said = mem_print("the direction '%.60s'", text);
        else if (c.type == CONNECTOR_POINT)
            said = mem_print("the point '%.60s'", text);
        else
            said = mem_print("a %s", c.type == CONNECTOR_TIME ? "path" : "vector");
        break;
    case VALUE_THING:
        said = v.thing == THING_WORLD        ? mem_text("the world")
               : v.thing == THING_OBJECT     ? mem_print("the object '%.60s'", text)
               : v.thing == THING_CONSTRAINT ? mem_print("the constraint '%.60s'", text)
               : v.thing == THING_FORCE      ? mem_print("the force '%.60s'", text)
               : v.thing == THING_SURFACE    ? mem_print("the surface '%.60s'", text)
               : v.thing == THING_CURVE      ? mem_print("the curve type '%.60s', of which an object can be made", text)
                                             : mem_print("the function '%.60s'", text);
        break;
    }
    mem_free(text);
    return said != NULL ? said : mem_text("something that has an error");
}

/* ---- properties of values ---- */

bool sight_connector(const struct sight *s, struct value v, struct connector *out)
{
    double c[3];
    if (v.type != VALUE_VECTOR)
        return false;
    bool constant = true;
    for (int k = 0; k < 3; k++)
        constant = constant && formula_is_constant(s->f, v.e[k], &c[k]);
    if (constant) {
        *out = (struct connector){CONNECTOR_CONSTANT, -1, 0, v3(c[0], c[1], c[2])};
        return true;
    }
    for (int i = 0; s->scope != NULL && i < s->scope->connectors.count; i++) {
        bool same = true;
        for (int k = 0; k < 3; k++)
            same = same && v.e[k] == formula_symbol(s->f, symbol_key(SYMBOL_Y, i, k));
        if (same) {
            *out = s->scope->connectors.at[i];
            return out->type != CONNECTOR_POINT || out->source != 1; /* the tangent of a curve is not a point */
        }
    }
    return false;
}

unsigned sight_symbols(const struct sight *s, const node *nodes, int count)
{
    int symbols = formula_symbol_count(s->f);
    bool *used = MEM_ARRAY(bool, symbols);
    unsigned kinds = 0;
    for (int i = 0; i < count; i++)
        formula_mark_symbols(s->f, nodes[i], used, symbols);
    for (int i = 0; i < symbols; i++)
        if (used[i])
            kinds |= 1u << symbol_kind_of(formula_symbol_key(s->f, i));
    mem_free(used);
    return kinds;
}

bool sight_changes(const struct sight *s, const node *nodes, int count)
{
    int symbols = formula_symbol_count(s->f);
    bool *used = MEM_ARRAY(bool, symbols), any = false;
    for (int i = 0; i < count; i++)
        formula_mark_symbols(s->f, nodes[i], used, symbols);
    for (int i = 0; i < symbols; i++) {
        uint64_t key = formula_symbol_key(s->f, i);
        if (used[i] && symbol_kind_of(key) == SYMBOL_PARAMETER)
            any |= reading_let_changes(s->r, symbol_index(key));
    }
    mem_free(used);
    return any;
}

/* The present value of a point or direction. */
static vec3 where(tn_world *w, const struct connector *c)
{
    vec3 position, velocity, spin, center;
    quat turned;
    double value, rate;
    if (c->type == CONNECTOR_CONSTANT)
        return c->local;
    if (c->type == CONNECTOR_TIME)
        return v3(NAN, NAN, NAN);
    if (world_object(w, c->body)->general != NULL)
        return world_signal(w, c).y;
    world_object_now(w, c->body, &position, &turned, &velocity, &spin, &value, &rate);
    if (c->type == CONNECTOR_SCALAR)
        return v3(value, 0, 0);
    if (c->type == CONNECTOR_DIRECTION)
        return q_rotate(turned, c->local);
    world_object_point(w, c->body, "center", &center);
    return v3_add(position, q_rotate(turned, v3_add(center, c->local)));
}

double sight_number_now(const struct sight *s, node a)
{
    double known;
    if (formula_is_constant(s->f, a, &known))
        return known;
    int symbols = formula_symbol_count(s->f);
    double *value = MEM_ARRAY(double, symbols);
    for (int i = 0; i < symbols; i++) {
        uint64_t key = formula_symbol_key(s->f, i);
        int k = symbol_index(key);
        if (symbol_kind_of(key) == SYMBOL_PARAMETER)
            value[i] = world_let(s->r->w, k);
        else if (symbol_kind_of(key) == SYMBOL_TIME)
            value[i] = tn_time(s->r->w);
        else if (symbol_kind_of(key) == SYMBOL_Y && s->scope != NULL) {
            vec3 now = where(s->r->w, &s->scope->connectors.at[k]);
            value[i] = symbol_component(key) == 0 ? now.x : symbol_component(key) == 1 ? now.y : now.z;
        }
    }
    double result = formula_evaluate(s->f, a, value);
    mem_free(value);
    return result;
}

/* ---- expanding lets and functions ---- */

/* Elaborates another text inside this one: the body of a let or a function. */
struct value sight_expand(struct sight *s, struct definition *d, const struct binding *bound, const struct tree *use)
{
    struct sight *root = s->root;
    if (d->busy)
        return sight_complain(s, use, NULL, "'%.60s' refers to itself", d->name);
    if (++root->calls > MOST_CALLS || s->r->height + d->body->height > MOST_HEIGHT)
        return sight_complain(s, use, NULL, "the formula is too large once '%.60s' is substituted", d->name);
    struct sight inner = *s;
    inner.env = d->env;
    inner.bound = bound;
    if (inner.blame.line == 0)
        inner.blame = tree_place(use);
    bool outer_contextual = root->contextual;
    root->contextual = false;
    s->r->height += d->body->height;
    d->busy = true;
    struct value v = sight_value(&inner, d->body);
    d->busy = false;
    s->r->height -= d->body->height;
    if (v.type == VALUE_ERROR && !root->contextual && bound == NULL && !s->r->quiet)
        d->failed = true; /* the error is in its own text, and reported there */
    root->contextual = root->contextual || outer_contextual;
    return v;
}

static struct value constant_of(struct sight *s, const struct definition *d)
{
    struct value v = {.type = d->constant == CONSTANT_VECTOR ? VALUE_VECTOR : VALUE_SCALAR};
    if (d->let >= 0) { /* the present value: an event or a slider may have changed it */
        v.e[0] = formula_constant(s->f, world_let(s->r->w, d->let));
        return v;
    }
    for (int k = 0; k < (d->constant == CONSTANT_VECTOR ? 3 : 1); k++)
        v.e[k] = formula_constant(s->f, d->value[k]);
    return v;
}

static struct value let_value(struct sight *s, struct definition *d, const struct tree *t)
{
    if (d->failed)
        return failed;
    if (d->serial == s->serial && d->serial != 0)
        return d->cached;
    struct value v;
    if (s->purpose == FOR_CONSTANT && definition_constant(s->r, d, true))
        v = constant_of(s, d);
    else if (s->purpose == FOR_CONSTANT && s->r->quiet)
        v = failed; /* the reason does not matter here */
    else if (d->let >= 0 && s->purpose != FOR_CONSTANT)
        v = (struct value){.type = VALUE_SCALAR, .e = {formula_symbol(s->f, symbol_key(SYMBOL_PARAMETER, d->let, 0))}};
    else if (d->constant >= CONSTANT_NUMBER && s->r->height > MOST_HEIGHT / 2)
        v = constant_of(s, d); /* at the end of a long chain of lets its value is used */
    else
        v = sight_expand(s, d, NULL, t);
    d->serial = s->serial; /* an error is cached too, and reported once */
    d->cached = v;
    return v;
}

static struct value definition_value(struct sight *s, struct definition *d, const struct tree *t)
{
    if (d->failed)
        return failed;
    struct value v = failed;
    switch (d->kind) {
    case DEFINE_LET:
        return let_value(s, d, t);
    case DEFINE_NAIL:
        return definition_constant(s->r, d, false) ? constant_of(s, d) : failed;
    case DEFINE_FUNCTION:
        return (struct value){.type = VALUE_THING, .thing = THING_FUNCTION};
    case DEFINE_SURFACE:
        return (struct value){.type = VALUE_THING, .thing = THING_SURFACE};
    case DEFINE_CURVE:
        return (struct value){.type = VALUE_THING, .thing = THING_CURVE};
    case DEFINE_PATH:
        if (s->purpose == FOR_CONSTANT)
            return sight_complain(s, t, NULL, "expected a constant, met the path '%.60s', which depends on time",
                                  d->name);
        if (s->purpose == FOR_PATH)
            return path_expand(s, d, formula_symbol(s->f, symbol_key(SYMBOL_TIME, 0, 0)), &v) ? v : failed;
        if (path_source(s->r, d) < 0)
            return failed;
        return scope_vector(s->scope, SYMBOL_Y, (struct connector){CONNECTOR_TIME, -1, d->source, v3(0, 0, 0)});
    }
    return failed;
}

/* ---- names ---- */

/* An object of this text or of the world. */
static struct value object_value(struct sight *s, const struct tree *t, const char *full, int slot)
{
    if (s->purpose == FOR_CONSTANT)
        return sight_complain(s, t, NULL,
                              "expected a constant, met the object '%.60s', which may move; what belongs to it is put "
                              "there by a constraint, as connect P Q; or weld A B;",
                              full);
    if (s->purpose == FOR_PATH)
        return sight_complain(s, t, NULL, "expected %s, met the object '%.60s', which may move",
                              s->speaks_of != NULL ? "a formula of coordinates and t" : "a formula of t alone", full);
    if (slot < 0)
        return failed;
    if (world_object(s->r->w, slot)->kind == OBJECT_VARIABLE)
        return scope_scalar(s->scope, SYMBOL_Y, world_variable(s->r->w, slot));
    return (struct value){.type = VALUE_THING, .thing = THING_OBJECT, .index = slot};
}

/* The value of a constraint holds its slot, or ~i for the i-th of this text, which may not be made yet. */
bool sight_relation(const struct sight *s, const char *full, struct value *out)
{
    int code = names_get(&s->r->relations, full), slot = world_find_constraint(s->r->w, full);
    *out = (struct value){.type = VALUE_THING, .thing = THING_CONSTRAINT};
    if (code >= 0) {
        out->thing = code % 2 == 0 ? THING_CONSTRAINT : THING_FORCE;
        out->index = ~(code / 2);
    } else if (slot >= 0) {
        out->index = slot;
    } else if (world_find_force(s->r->w, full) >= 0) {
        out->thing = THING_FORCE;
        out->index = world_find_force(s->r->w, full);
    } else {
        return false;
    }
    return true;
}

static bool bound_name(struct sight *s, const struct tree *t, const char *full, struct value *out)
{
    for (const struct binding *b = s->bound; b != NULL; b = b->up)
        if (strcmp(b->name, full) == 0) {
            *out = b->value;
            return true;
        }
    for (const struct env *e = s->env; e != NULL; e = e->up)
        if (strcmp(e->name, full) == 0) {
            *out = e->let != NULL ? let_value(s, e->let, t)
                                  : (struct value){.type = VALUE_SCALAR, .e = {formula_constant(s->f, e->number)}};
            return true;
        }
    return false;
}

static bool own_name(struct sight *s, const struct tree *t, const char *full, struct value *out)
{
    struct reading *r = s->r;
    int i = names_get(&r->things, full);
    struct definition *d = reading_definition(r, full);
    if (d != NULL) {
        *out = definition_value(s, d, t);
        return true;
    }
    int slot = i >= 0 ? r->objects.at[r->declared.at[i].object].slot : world_find_object(r->w, full);
    if (i < 0 && slot < 0)
        return false;
    *out = object_value(s, t, full, slot);
    return true;
}

static bool world_name(struct sight *s, const struct tree *t, const char *full, struct value *out)
{
    static const struct {
        const char *name;
        enum special_kind kind;
    } measured[] = {{"energy", SPECIAL_ENERGY},
                    {"kinetic", SPECIAL_KINETIC},
                    {"potential", SPECIAL_POTENTIAL},
                    {"deviation", SPECIAL_DEVIATION},
                    {"contacts", SPECIAL_CONTACTS}};
    enum { MEASURED = sizeof measured / sizeof *measured };
    int i = 0;
    while (i < MEASURED && strcmp(full, measured[i].name) != 0)
        i++;
    if (strcmp(full, "t") == 0) {
        *out = s->purpose == FOR_CONSTANT
                   ? sight_complain(s, t, NULL, "expected a constant, met the time t, which runs")
                   : (struct value){.type = VALUE_SCALAR, .e = {formula_symbol(s->f, symbol_key(SYMBOL_TIME, 0, 0))}};
    } else if (strcmp(full, "world") == 0) {
        *out = (struct value){.type = VALUE_THING, .thing = THING_WORLD};
    } else if (i < MEASURED) {
        *out = s->purpose == FOR_PROBE ? scope_special(s->scope, measured[i].kind, -1, false)
                                       : sight_complain(s, t, NULL, "'%s' is known to probes only", full);
    } else {
        return sight_relation(s, full, out);
    }
    return true;
}

static bool look_name(void *ctx, struct formula *f, const struct tree *t, const char *full, struct value *out)
{
    (void)f;
    struct sight *s = ctx;
    /* x-y is tried as a difference: only whether the parts are known counts, and nothing is reported or made */
    if (t->count == 0 && strcmp(full, t->text) != 0) {
        struct value v;
        *out = failed;
        for (const struct binding *b = s->bound; b != NULL; b = b->up)
            if (strcmp(b->name, full) == 0)
                return true;
        for (const struct env *e = s->env; e != NULL; e = e->up)
            if (strcmp(e->name, full) == 0)
                return true;
        return names_get(&s->r->things, full) >= 0 || reading_definition(s->r, full) != NULL ||
               world_find_object(s->r->w, full) >= 0 || strcmp(full, "t") == 0 || sight_relation(s, full, &v);
    }
    return bound_name(s, t, full, out) || own_name(s, t, full, out) || world_name(s, t, full, out);
}

static void offer_all(const struct names *names, const char *word, const char **best)
{
    for (int i = 0; i < names_slots(names); i++) {
        const char *name = names_at(names, i, NULL);
        if (name != NULL)
            names_offer(word, name, best);
    }
}

/* What can be called: paths, surfaces and functions of the text, curves of the world, and the functions about the world. */
static void offer_calls(const struct sight *s, const char *word, const char **best)
{
    for (int i = 0; i < s->r->definitions.count; i++) {
        const struct definition *d = s->r->definitions.at[i];
        if (d->kind == DEFINE_FUNCTION || d->kind == DEFINE_PATH || d->kind == DEFINE_SURFACE)
            names_offer(word, d->name, best);
    }
    functions_offer(word, best);
}

/* Units without a number, and words of other languages. */
static bool explain_unit(const char *word, char *text, size_t room)
{
    static const char *const others[][2] = {
        {"degrees", "degrees are radians over 1deg, as in angle(pin)/1deg"},
        {"time", "the time is t"},
        {"steel", "materials are numbers, kg/m^3: density 7800; of steel, 2700 of aluminium, 1000 of water"},
        {"energy", "the energy of the world is a probe's: probe total = energy; of a body kinetic(a) + potential(a)"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(word, others[i][0]) == 0) {
            snprintf(text, room, "%s", others[i][1]);
            return true;
        }
    if (strcmp(word, "deg") == 0)
        snprintf(text, room, "it is a unit, which touches its number: 30deg; an angle in degrees is angle(pin)/1deg");
    else if (unit_find(word, strlen(word)) != NULL)
        snprintf(text, room, "if the unit is meant, it touches its number: 1%s; 3 metres per second are 3m/1s", word);
    else
        return false;
    return true;
}

/* Points without their object, probes, and words of the language where a name should be. */
static bool look_explain(void *ctx, const char *word, char *text, size_t room)
{
    static const char *const points[] = {"center", "origin", "end1", "end2", "corner1", "corner8", NULL};
    const struct sight *s = ctx;
    for (int i = 0; points[i] != NULL; i++)
        if (strcmp(word, points[i]) == 0) {
            snprintf(text, room, "a point is written behind its object, as in NAME.%s", word);
            return true;
        }
    if (world_has_probe(s->r->w, word)) {
        snprintf(text, room, "formulas cannot use a probe; what several probes use is a let");
        return true;
    }
    if (explain_unit(word, text, room))
        return true;
    if (!words_known(IN_SCENE, word))
        return false;
    snprintf(text, room, "it begins a statement of its own; tenon kinds %s shows how", word);
    return true;
}

static void look_offer(void *ctx, const char *word, bool called, const char **best)
{
    static const char *const own[] = {"t", "world", NULL}, *const probes[] = {"energy",    "kinetic",  "potential",
                                                                              "deviation", "contacts", NULL};
    struct sight *s = ctx;
    /* a text may have many errors and many names: suggestions are searched for only while that is cheap */
    s->r->offered += s->r->things.count + s->r->scene->names.count + world_object_count(s->r->w);
    if (diagnostics_full(s->r->d) || s->r->offered > MOST_OFFERED)
        return;
    if (called) {
        offer_calls(s, word, best);
        return;
    }
    for (const struct binding *b = s->bound; b != NULL; b = b->up)
        names_offer(word, b->name, best);
    for (const struct env *e = s->env; e != NULL; e = e->up)
        names_offer(word, e->name, best);
    offer_all(&s->r->things, word, best);
    offer_all(&s->r->scene->names, word, best);
    offer_all(&s->r->relations, word, best);
    for (int i = 0; i < world_object_count(s->r->w); i++) {
        const char *name = world_object_name(s->r->w, world_object_slot(s->r->w, i));
        if (name != NULL)
            names_offer(word, name, best);
    }
    for (int i = 0; own[i] != NULL; i++)
        names_offer(word, own[i], best);
    for (int i = 0; s->purpose == FOR_PROBE && probes[i] != NULL; i++)
        names_offer(word, probes[i], best);
    functions_offer(word, best);
    static const char *const axes[] = {"world.x", "world.y", "world.z"};
    if (s->purpose == FOR_ARGUMENT && word[0] >= 'x' && word[0] <= 'z' && word[1] == '\0')
        *best = axes[word[0] - 'x'];
}

/* ---- beginning ---- */

struct sight sight_begin(struct reading *r, struct scope *scope, enum purpose purpose, const struct env *env)
{
    return (struct sight){
        .r = r,
        .scope = scope,
        .f = scope != NULL ? scope->formula : r->scratch,
        .purpose = purpose,
        .env = env,
        .serial = ++r->scene->serial,
    };
}

/* The value of an index, at the present lets. */
static bool look_now(void *ctx, struct formula *f, node a, double *value)
{
    struct sight *s = ctx;
    (void)f;
    if ((sight_symbols(s, &a, 1) & ~(1u << SYMBOL_PARAMETER)) != 0)
        return false;
    *value = sight_number_now(s, a);
    return true;
}

/* Errors in formulas are reported once, however often a loop repeats them. */
static void look_error(void *ctx, struct place p, const char *near, const char *message)
{
    struct sight *s = ctx;
    report(s->r, p, near, "%s", message);
}

struct value sight_value(struct sight *s, const struct tree *t)
{
    if (s->root == NULL)
        s->root = s;
    struct resolver resolver = {
        .ctx = s,
        .error = s->r->quiet ? NULL : look_error,
        .name = look_name,
        .now = look_now,
        .member = look_member,
        .call = look_call,
        .call_member = look_call_member,
        .offer = look_offer,
        .explain = look_explain,
    };
    return formula_elaborate(s->f, t, &resolver);
}
