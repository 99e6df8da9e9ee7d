/* derive.c: derives C, Ċ, γ and C_y from the formula of a row (method §1, §2).
 *
 * Position rows:      Ċ = D C,  C̈ = C_y ÿ + γ₀,  γ₀ = D Ċ at ÿ = 0   (D: y → ẏ, t → 1)
 * Velocity rows φ:    φ̇ = φ_ẏ ÿ + γ₀,  γ₀ = D φ at ÿ = 0
 * Acceleration rows:  ψ = ψ_ÿ ÿ + γ₀,  γ₀ = ψ − ψ_ÿ ÿ
 * With ÿ = Y_q v̇ + β the full bias is γ = γ₀ + C_y β; the caller adds the second part.
 */
#include "constraint/constraint.h"

#include <string.h>

/* The rates of the symbols: ẏ of y, 1 of t and, if with_acceleration, ÿ of ẏ. The caller frees the array. */
static node *rates(struct formula *f, bool with_acceleration, int *count)
{
    int before = formula_symbol_count(f);
    for (int s = 0; s < before; s++) { /* make the rates symbols before the array is sized */
        uint64_t key = formula_symbol_key(f, s);
        if (symbol_kind_of(key) == SYMBOL_Y)
            formula_symbol(f, symbol_key(SYMBOL_YD, symbol_index(key), symbol_component(key)));
        if (with_acceleration && (symbol_kind_of(key) == SYMBOL_Y || symbol_kind_of(key) == SYMBOL_YD))
            formula_symbol(f, symbol_key(SYMBOL_YDD, symbol_index(key), symbol_component(key)));
    }
    *count = formula_symbol_count(f);
    node *rate = MEM_ARRAY(node, *count);
    for (int s = 0; s < *count; s++) {
        uint64_t key = formula_symbol_key(f, s);
        rate[s] = -1;
        if (symbol_kind_of(key) == SYMBOL_TIME)
            rate[s] = formula_constant(f, 1);
        else if (symbol_kind_of(key) == SYMBOL_Y)
            rate[s] = formula_symbol(f, symbol_key(SYMBOL_YD, symbol_index(key), symbol_component(key)));
        else if (symbol_kind_of(key) == SYMBOL_YD && with_acceleration)
            rate[s] = formula_symbol(f, symbol_key(SYMBOL_YDD, symbol_index(key), symbol_component(key)));
    }
    return rate;
}

/* Partial derivatives by one kind of symbol of every connector. */
static void partials(struct formula *f, node row, enum symbol_kind kind, int connectors, node (*cy)[3])
{
    node zero = formula_constant(f, 0);
    int *slot = MEM_ARRAY(int, 3 * connectors);
    node *gradient = MEM_ARRAY(node, 3 * connectors);
    int *target = MEM_ARRAY(int, 3 * connectors);
    int used = 0;
    for (int i = 0; i < 3 * connectors; i++) {
        cy[i / 3][i % 3] = zero;
        int s = formula_symbol_slot(f, symbol_key(kind, i / 3, i % 3));
        if (s >= 0) {
            slot[used] = s;
            target[used++] = i;
        }
    }
    formula_gradient(f, row, slot, used, gradient);
    for (int k = 0; k < used; k++)
        cy[target[k] / 3][target[k] % 3] = gradient[k];
    mem_free(slot);
    mem_free(gradient);
    mem_free(target);
}

void derive_row(struct formula *f, node row, enum level level, int connectors, struct derived_row *out)
{
    int count;
    node *rate = rates(f, false, &count);
    node zero = formula_constant(f, 0);
    out->c = row;
    out->cd = zero;
    switch (level) {
    case LEVEL_POSITION:
        out->cd = formula_derivative(f, row, rate, count);
        out->gamma = formula_derivative(f, out->cd, rate, count);
        partials(f, row, SYMBOL_Y, connectors, out->cy);
        break;
    case LEVEL_VELOCITY:
        out->gamma = formula_derivative(f, row, rate, count);
        partials(f, row, SYMBOL_YD, connectors, out->cy);
        break;
    case LEVEL_ACCELERATION:
        partials(f, row, SYMBOL_YDD, connectors, out->cy);
        out->gamma = row;
        for (int i = 0; i < connectors; i++)
            for (int k = 0; k < 3; k++)
                if (formula_symbol_slot(f, symbol_key(SYMBOL_YDD, i, k)) >= 0)
                    out->gamma = formula_binary(
                        f, OP_SUBTRACT, out->gamma,
                        formula_binary(f, OP_MULTIPLY, out->cy[i][k], formula_symbol(f, symbol_key(SYMBOL_YDD, i, k))));
        break;
    }
    mem_free(rate);
}

bool derive_is_affine(struct formula *f, node row, int connectors)
{
    node(*cy)[3] = mem_new(sizeof(node[3]) * (size_t)(connectors > 0 ? connectors : 1));
    partials(f, row, SYMBOL_YDD, connectors, cy);
    int count = formula_symbol_count(f);
    bool *used = MEM_ARRAY(bool, count), affine = true;
    for (int i = 0; i < 3 * connectors; i++)
        formula_mark_symbols(f, cy[i / 3][i % 3], used, count);
    for (int s = 0; s < count; s++)
        if (used[s] && symbol_kind_of(formula_symbol_key(f, s)) == SYMBOL_YDD)
            affine = false;
    mem_free(used);
    mem_free(cy);
    return affine;
}

void derive_gradient(struct formula *f, node a, int connectors, node (*out)[3])
{
    partials(f, a, SYMBOL_Y, connectors, out);
}

node derive_along(struct formula *f, node a)
{
    int count;
    node *rate = rates(f, false, &count);
    for (int s = 0; s < count; s++)
        if (symbol_kind_of(formula_symbol_key(f, s)) == SYMBOL_TIME)
            rate[s] = -1;
    node out = formula_derivative(f, a, rate, count);
    mem_free(rate);
    return out;
}

struct value derive_rate(struct formula *f, struct value v)
{
    int count;
    node *rate = rates(f, true, &count);
    for (int k = 0; k < (v.type == VALUE_VECTOR ? 3 : 1); k++)
        v.e[k] = formula_derivative(f, v.e[k], rate, count);
    mem_free(rate);
    return v;
}

/* ---- what joints measure ---- */

static node component_product(struct formula *f, const node a[3], const node b[3], int i, int j)
{
    return formula_binary(f, OP_SUBTRACT, formula_binary(f, OP_MULTIPLY, a[i], b[j]),
                          formula_binary(f, OP_MULTIPLY, a[j], b[i]));
}

static node dot_product(struct formula *f, const node a[3], const node b[3])
{
    node sum = formula_constant(f, 0);
    for (int k = 0; k < 3; k++)
        sum = formula_binary(f, OP_ADD, sum, formula_binary(f, OP_MULTIPLY, a[k], b[k]));
    return sum;
}

node derive_measure(struct formula *f, const struct measure *m, const int connector[3])
{
    node y[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            y[i][k] = formula_symbol(f, symbol_key(SYMBOL_Y, connector[i], k));
    if (m->type == MEASURE_TRAVEL) { /* (Q − P) · D */
        node d[3];
        for (int k = 0; k < 3; k++)
            d[k] = formula_binary(f, OP_SUBTRACT, y[1][k], y[0][k]);
        return dot_product(f, d, y[2]);
    }
    /* atan2(N · (U × V), U · V) + whole turns */
    node cross[3] = {component_product(f, y[0], y[1], 1, 2), component_product(f, y[0], y[1], 2, 0),
                     component_product(f, y[0], y[1], 0, 1)};
    node angle = formula_binary(f, OP_ATAN2, dot_product(f, cross, y[2]), dot_product(f, y[0], y[1]));
    return m->turns < 0 ? angle
                        : formula_binary(f, OP_ADD, angle, formula_symbol(f, symbol_key(SYMBOL_TURNS, m->turns, 0)));
}

/* ---- the names of a form ---- */

enum { THING_SPIN = 1 };

struct form_names {
    const struct constraint_form *form;
};

static struct value symbols_of(struct formula *f, enum symbol_kind kind, int index)
{
    struct value v = {.type = VALUE_VECTOR};
    for (int k = 0; k < 3; k++)
        v.e[k] = formula_symbol(f, symbol_key(kind, index, k));
    return v;
}

static bool form_name(void *ctx, struct formula *f, const struct tree *t, const char *full, struct value *out)
{
    (void)t;
    const struct constraint_form *form = ((struct form_names *)ctx)->form;
    for (int i = 0; i < CONSTRAINT_INPUTS && form->inputs[i].name != NULL; i++)
        if (strcmp(full, form->inputs[i].name) == 0) {
            if (form->inputs[i].type == INPUT_SPIN)
                *out = (struct value){.type = VALUE_THING, .thing = THING_SPIN, .index = i};
            else if (form->inputs[i].type == INPUT_SCALAR)
                *out = (struct value){.type = VALUE_SCALAR, .e = {formula_symbol(f, symbol_key(SYMBOL_Y, i, 0))}};
            else
                *out = symbols_of(f, SYMBOL_Y, i);
            return true;
        }
    for (int i = 0; i < CONSTRAINT_PARAMETERS && form->parameters[i] != NULL; i++)
        if (strcmp(full, form->parameters[i]) == 0) {
            *out = (struct value){.type = VALUE_SCALAR, .e = {formula_symbol(f, symbol_key(SYMBOL_PARAMETER, i, 0))}};
            return true;
        }
    if (strcmp(full, "t") == 0) {
        *out = (struct value){.type = VALUE_SCALAR, .e = {formula_symbol(f, symbol_key(SYMBOL_TIME, 0, 0))}};
        return true;
    }
    return false;
}

static bool form_call(void *ctx, struct formula *f, const struct tree *t, const char *function,
                      const struct value *args, int count, struct value *out)
{
    (void)ctx;
    (void)t;
    if (count != 1)
        return false;
    if (strcmp(function, "omega") == 0 && args[0].type == VALUE_THING) {
        *out = symbols_of(f, SYMBOL_YD, args[0].index);
        return true;
    }
    if (strcmp(function, "vel") == 0 && (args[0].type == VALUE_VECTOR || args[0].type == VALUE_SCALAR)) {
        *out = derive_rate(f, args[0]);
        return true;
    }
    return false;
}

struct value derive_text(struct formula *f, const char *name, const char *text, const struct resolver *r)
{
    struct arena arena = {NULL};
    struct tokens tokens = syntax_tokens(&arena, r->diagnostics, diagnostics_source(r->diagnostics, name, text));
    struct reader reader = {.arena = &arena, .diagnostics = r->diagnostics, .at = tokens.at};
    struct tree *tree = syntax_expression(&reader);
    struct value v = {.type = VALUE_ERROR};
    if (tree != NULL)
        v = formula_elaborate(f, tree, r);
    arena_free(&arena);
    return v;
}

struct value derive_form_row(struct formula *f, const struct constraint_form *form, int row, struct diagnostics *d)
{
    struct form_names names = {form};
    struct resolver r = {.ctx = &names, .diagnostics = d, .name = form_name, .call = form_call};
    return derive_text(f, form->name, form->rows[row].formula, &r);
}
