/* curve_formulas.c: curves in formulas: the point c(u), tangent(c, u), length(c), area(c); and on-curve P c. */
#include <string.h>

#include "model/make/curves.h"
#include "model/make/making.h"
#include "model/formulas/meaning.h"
#include "model/renew.h"

static const struct value failed = {.type = VALUE_ERROR};

/* ---- points and tangents ---- */

static node let_symbol(struct formula *f, int let) { return formula_symbol(f, symbol_key(SYMBOL_PARAMETER, let, 0)); }

/* The parameters of a curve as nodes: numbers for a fixed curve, connectors for one that moves. */
static void parameter_nodes(struct sight *s, int slot, node *out)
{
    const struct object_type *d = world_object(s->r->w, slot);
    const double *q, *v;
    world_coordinates(s->r->w, slot, &q, &v);
    for (int i = 0; i < d->general->n; i++)
        out[i] = d->motion == MOTION_FIXED ? formula_constant(s->f, q[i])
                                           : scope_scalar(s->scope, SYMBOL_Y, world_coordinate(s->r->w, slot, i)).e[0];
}

/* X or X_u at any u, as a formula of the parameters. */
static struct value expand(struct sight *s, int slot, const struct curve *c, bool tangent, node u)
{
    node *parameter = MEM_ARRAY(node, c->parameters);
    struct value v = {.type = VALUE_VECTOR};
    parameter_nodes(s, slot, parameter);
    struct curve_place place = {.f = s->f, .parameter = parameter, .let = let_symbol};
    if (tangent)
        curve_tangent(c, &place, u, v.e);
    else
        curve_point(c, &place, u, v.e);
    mem_free(parameter);
    return v;
}

/* The same at a constant u, as a connector (its source distinguishes tangents from points). Components that are
 * constant for every curve of the type are numbers, so that a plane curve gives no equation normal to its plane. */
static struct value shown(struct sight *s, int slot, const struct curve *c, bool tangent, double u)
{
    struct connector at = {CONNECTOR_POINT, slot, tangent ? 1 : 0, {u, tangent ? CURVED_TANGENT : CURVED_POINT, 0}};
    struct value v = scope_vector(s->scope, SYMBOL_Y, at);
    for (int k = 0; k < 3; k++)
        if (c->constant[k])
            v.e[k] = formula_constant(s->f, tangent ? 0 : c->level[k]);
    return v;
}

static struct value curve_value(struct sight *s, const struct tree *t, int slot, bool tangent, struct value u)
{
    const struct object_type *d = world_object(s->r->w, slot);
    const char *name = world_object_name(s->r->w, slot);
    const double *q, *lets;
    const struct curve *c = world_curve(s->r->w, slot, &q, &lets);
    if (u.type != VALUE_SCALAR)
        return sight_complain(s, t, NULL, "expected a number, the place along the curve '%.60s'", name);
    unsigned symbols = sight_symbols(s, u.e, 1);
    bool stays = (symbols & ~(1u << SYMBOL_PARAMETER)) == 0 && !sight_changes(s, u.e, 1);
    if (symbols & (1u << SYMBOL_YD | 1u << SYMBOL_YDD))
        return sight_complain(s, t, NULL, "the place along the curve '%.60s' depends on velocities", name);
    if (!stays)
        return expand(s, slot, c, tangent, u.e[0]);
    double now = sight_number_now(s, u.e[0]), slack = 1e-9 * (c->to - c->from);
    if (!isfinite(now) || (!c->closed && (now < c->from - slack || now > c->to + slack)))
        return sight_complain(s, t, NULL, "the curve '%.60s' goes from %.12g to %.12g: there is nothing at %.12g", name,
                              c->from, c->to, now);
    now = curve_wrap(c, now);
    if (d->motion == MOTION_FIXED)
        return expand(s, slot, c, tangent, formula_constant(s->f, now));
    return shown(s, slot, c, tangent, now);
}

static bool is_curve(const struct sight *s, int slot) { return world_object(s->r->w, slot)->kind == OBJECT_CURVE; }

bool curves_call(struct sight *s, const struct tree *t, const char *name, const struct value *args, int count,
                 struct value *out)
{
    const struct reading *r = s->r;
    int i = names_get(&r->things, name);
    bool declared = i >= 0 && r->declared.at[i].definition == NULL;
    int slot = declared ? r->objects.at[r->declared.at[i].object].slot : world_find_object(r->w, name);
    if (!declared && slot < 0)
        return false;
    *out = failed;
    if (s->purpose == FOR_CONSTANT || s->purpose == FOR_PATH)
        *out = sight_complain(s, t, NULL, "expected %s, met a point of the curve '%.60s', which may move",
                              s->purpose == FOR_PATH ? "a formula of t alone" : "a constant", name);
    else if (slot < 0) /* its error was reported */
        return true;
    else if (!is_curve(s, slot))
        *out = sight_complain(s, t, NULL, "the object '%.60s' is not a curve: it has no points by number", name);
    else if (count != 1)
        *out = sight_complain(s, t, NULL, "a point of the curve '%.60s' takes one number: %.60s(u)", name, name);
    else
        *out = curve_value(s, t, slot, false, args[0]);
    return true;
}

/* ---- numbers ---- */

/* The length or area of a curve that does not move. */
static struct value number_now(struct sight *s, int slot, int which)
{
    const struct object_type *d = world_object(s->r->w, slot);
    struct general_what what = {GENERAL_NUMBER, {which, 0, 0}};
    struct pose p = {.inverse_mass = 0};
    const double *q, *v, *lets;
    world_coordinates(s->r->w, slot, &q, &v);
    world_curve(s->r->w, slot, &q, &lets);
    general_show(d->general, (struct general_moment){.q = q, .v = v, .t = tn_time(s->r->w), .let = lets}, &what, &p,
                 NULL);
    return (struct value){.type = VALUE_SCALAR, .e = {formula_constant(s->f, p.x.x)}};
}

struct value curves_function(struct sight *s, const struct tree *t, const char *function, const struct value *args,
                             int count)
{
    bool tangent = strcmp(function, "tangent") == 0;
    if (count != (tangent ? 2 : 1))
        return sight_complain(s, t, NULL,
                              tangent ? "tangent takes a curve and a number: tangent(c, u)"
                                      : "length and area take one curve: length(c)");
    if (args[0].type == VALUE_ERROR)
        return failed;
    if (args[0].type != VALUE_THING || args[0].thing != THING_OBJECT || !is_curve(s, args[0].index)) {
        char *met = sight_describe(s, args[0], t->items[1]);
        sight_complain(s, t->items[1], NULL, "expected a curve in %s(…), met %s", function, met);
        mem_free(met);
        return failed;
    }
    int slot = args[0].index, which = function[0] == 'l' ? CURVED_LENGTH : CURVED_AREA;
    if (tangent)
        return curve_value(s, t->items[2], slot, true, args[1]);
    if (world_object(s->r->w, slot)->motion == MOTION_FIXED)
        return number_now(s, slot, which);
    return scope_scalar(s->scope, SYMBOL_Y, (struct connector){CONNECTOR_SCALAR, slot, 0, {which, 0, 0}});
}

/* ---- on-curve P c ---- */

/* The connector of a point; also of a plane curve, whose value is partly numbers. */
bool curves_connector(const struct sight *look, struct value v, struct connector *out)
{
    const double *q, *lets;
    double level;
    if (sight_connector(look, v, out))
        return true;
    for (int i = 0; v.type == VALUE_VECTOR && i < look->scope->connectors.count; i++) {
        const struct connector *c = &look->scope->connectors.at[i];
        bool point = c->type == CONNECTOR_POINT && c->source == 0;
        const struct curve *curve = point ? world_curve(look->r->w, c->body, &q, &lets) : NULL;
        bool same = curve != NULL;
        for (int k = 0; k < 3 && same; k++)
            same = curve->constant[k]
                       ? formula_is_constant(look->f, v.e[k], &level) && fabs(level - curve->level[k]) <= 0
                       : v.e[k] == formula_symbol(look->f, symbol_key(SYMBOL_Y, i, k));
        if (same) {
            *out = *c;
            return true;
        }
    }
    return false;
}

/* The normal axis of the plane in which both the curve and the point stay; -1: none. */
static int plane_of(const struct sight *look, struct value p, const struct curve *c)
{
    double level;
    for (int k = 2; k >= 0; k--)
        if (c->constant[k] && formula_is_constant(look->f, p.e[k], &level) && fabs(level - c->level[k]) < 1e-12)
            return k;
    return -1;
}

int curves_on_curve(struct making *m, struct sight *look)
{
    const struct statement *s = m->block.main;
    struct reading *r = m->r;
    struct slots slots;
    char *message = NULL;
    const double *q, *lets;
    double carried[1];
    int wrong;
    if (!slots_fit(look, s, "P c", NULL, &slots) || !slot_is_point(look, s, &slots.at[0]))
        return -1;
    const struct tree *name = s->args[slots.at[1].first];
    struct value c = slots.at[1].value;
    if (c.type != VALUE_THING || c.thing != THING_OBJECT || !is_curve(look, c.index)) {
        char *met = sight_describe(look, c, name);
        report(r, tree_place(name), NULL, "on-curve: expected a curve for c, met %s", met);
        mem_free(met);
        return -1;
    }
    if (!curves_connector(look, slots.at[0].value, &m->def.rider)) {
        report(r, tree_place(s->args[slots.at[0].first]), NULL,
               "on-curve: expected a point of one object, a place or a path for P, not a formula of several");
        return -1;
    }
    if (m->carried != NULL) {
        int n = constant_list(r, m->carried, m->carried_env, 0, 1, carried);
        if (n != 1)
            report(r, m->carried->place, NULL, "on-curve carries one number, the place along the curve");
        if (n != 1)
            return -1;
        m->def.has_slide = true;
        m->def.slide = carried[0];
    }
    m->def.item = m->block.item;
    m->def.is_on_curve = true;
    m->def.curve = c.index;
    m->def.plane = plane_of(look, slots.at[0].value, world_curve(r->w, c.index, &q, &lets));
    int slot = renew_put_constraint(r, &m->def, &message, &wrong);
    if (slot < 0)
        report(r, s->place, NULL, "on-curve: %s", message);
    mem_free(message);
    return slot;
}
