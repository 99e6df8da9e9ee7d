/* kindgen: turns the formulas of the constraint kinds into C when the library is built.
 *
 *   kindgen KERNELS.inc LIST.inc
 *
 * For every form of every kind it writes one function that computes C, Ċ, the whole bias γ = γ₀ + C_y β, and J by each
 * input (linear part C_y, angular part lever × C_y), with common parts shared and known zeros folded. It is written over
 * `real` (math/wide.h): src/constraint/kernels.c compiles it for one constraint, kernels_base.c and kernels_avx2.c for four.
 * The second file lists the forms.
 */
#include <stdlib.h>
#include <string.h>

#include "constraint/constraint.h"

static const char component_name[3] = {'x', 'y', 'z'};

/* For the emitter's callbacks: the formula, and the index of each output among all possible ones. */
struct writing {
    struct formula *formula;
    const int *place;
};

/* The C text of a symbol: a field of an input's signal, a parameter, or t. */
static const char *symbol_text(void *ctx, int slot, char *buffer, size_t size)
{
    uint64_t key = formula_symbol_key(((struct writing *)ctx)->formula, slot);
    int index = symbol_index(key);
    char component = component_name[symbol_component(key)];
    const char *field = "";
    switch (symbol_kind_of(key)) {
    case SYMBOL_TIME:
        snprintf(buffer, size, "t");
        return buffer;
    case SYMBOL_PARAMETER:
        snprintf(buffer, size, "p[%d]", index);
        return buffer;
    case SYMBOL_Y:
        field = "y";
        break;
    case SYMBOL_YD:
        field = "yd";
        break;
    case SYMBOL_YDD:
    case SYMBOL_BETA:
        field = "beta";
        break;
    case SYMBOL_LEVER:
        field = "lever";
        break;
    case SYMBOL_TURNS:
    case SYMBOL_PROBE:
        fprintf(stderr, "kindgen: a symbol that kinds do not have\n");
        exit(1);
    }
    snprintf(buffer, size, "in[%d].%s.%c", index, field, component);
    return buffer;
}

enum { OUTPUTS = CONSTRAINT_ROWS * (3 + 6 * CONSTRAINT_INPUTS) };

static const char *output_text(void *ctx, int k, char *buffer, size_t size)
{
    static const char *const field[3] = {"c", "cd", "gamma"};
    int place = ((struct writing *)ctx)->place[k];
    int width = 3 + 6 * CONSTRAINT_INPUTS, row = place / width, column = place % width;
    if (column < 3)
        snprintf(buffer, size, "out->%s[%d]", field[column], row);
    else
        snprintf(buffer, size, "out->j[%d][%d]", (column - 3) / 6, row * 6 + (column - 3) % 6);
    return buffer;
}

static node product(struct formula *f, node a, node b) { return formula_binary(f, OP_MULTIPLY, a, b); }

/* The six columns of J by an input whose C_y is g. */
static void columns(struct formula *f, enum input_type type, int input, const node g[3], node j[6])
{
    for (int k = 0; k < 6; k++)
        j[k] = formula_constant(f, 0);
    if (type == INPUT_POINT || type == INPUT_SCALAR)
        memcpy(j, g, 3 * sizeof *g);
    if (type == INPUT_SPIN)
        memcpy(j + 3, g, 3 * sizeof *g);
    if (type == INPUT_POINT || type == INPUT_DIRECTION)
        for (int k = 0; k < 3; k++) { /* lever × g */
            int a = (k + 1) % 3, b = (k + 2) % 3;
            node la = formula_symbol(f, symbol_key(SYMBOL_LEVER, input, a));
            node lb = formula_symbol(f, symbol_key(SYMBOL_LEVER, input, b));
            j[3 + k] = formula_binary(f, OP_SUBTRACT, product(f, la, g[b]), product(f, lb, g[a]));
        }
}

/* One row: fills its part of `outputs`, -1 where an input does not exist. */
static void row_outputs(struct formula *f, const struct constraint_form *form, int inputs, node row, enum level level,
                        node *outputs)
{
    node cy[CONSTRAINT_INPUTS][3];
    struct derived_row d = {.cy = cy};
    derive_row(f, row, level, inputs, &d);
    for (int i = 0; i < inputs; i++)
        for (int k = 0; k < 3; k++)
            d.gamma = formula_binary(f, OP_ADD, d.gamma,
                                     product(f, cy[i][k], formula_symbol(f, symbol_key(SYMBOL_BETA, i, k))));
    outputs[0] = d.c;
    outputs[1] = d.cd;
    outputs[2] = d.gamma;
    for (int i = 0; i < inputs; i++)
        columns(f, form->inputs[i].type, i, cy[i], outputs + 3 + 6 * i);
}

/* The name of a form as it stands in the name of a function. */
static void write_name(const char *form, FILE *out)
{
    for (; *form != '\0'; form++)
        fputc(*form == '-' ? '_' : *form, out);
}

/* Is the linear part of J by an input zero, ±1 in the first three rows and zero below, or something else? */
static enum linear_part linear_part(struct formula *f, const node *outputs, int rows, int width, int input)
{
    for (enum linear_part kind = LINEAR_MINUS; kind <= LINEAR_PLUS; kind++) {
        bool is = kind == LINEAR_NONE || rows >= 3;
        for (int r = 0; r < rows; r++)
            for (int k = 0; k < 3; k++)
                is = is && outputs[r * width + 3 + 6 * input + k] == formula_constant(f, r == k ? (double)kind : 0);
        if (is)
            return kind;
    }
    return LINEAR_ANY;
}

/* Table entry of a form: the formula that each row comes from, and the linear part of J by each input. */
struct summary {
    int rows, spec[CONSTRAINT_ROWS];
    enum linear_part linear[CONSTRAINT_INPUTS];
    bool wide; /* four at once can be computed */
};

/* Writes the function of a form. */
static void write_function(const struct constraint_form *form, struct writing *w, bool wide, const node *outputs,
                           int count, FILE *out)
{
    fprintf(out, "%s/* %s */\nstatic void kernel_", wide ? "" : "#ifndef REAL_IS_WIDE\n", form->name);
    write_name(form->name, out);
    fprintf(out, "(const real_signal *in, const real_parameters *parameters, double t, real_rows *out)\n{\n");
    fprintf(out, "    const real *p = parameters;\n    (void)in, (void)p, (void)t;\n");
    struct emitter e = {.ctx = w, .symbol = symbol_text, .output = output_text, .indent = "    ", .over_real = true};
    formula_emit(w->formula, outputs, count, &e, out);
    fprintf(out, "}\n%s\n", wide ? "" : "#endif\n");
}

/* Derives the rows of a form and writes its function. */
static struct summary write_form(const struct constraint_form *form, FILE *out)
{
    struct summary sum = {0};
    struct formula *f = formula_new();
    struct diagnostics *d = diagnostics_new();
    int inputs = 0, rows = 0, width = 3 + 6 * CONSTRAINT_INPUTS;
    while (inputs < CONSTRAINT_INPUTS && form->inputs[inputs].name != NULL)
        inputs++;
    static node outputs[OUTPUTS];
    for (int i = 0; i < OUTPUTS; i++)
        outputs[i] = -1;
    for (int i = 0; i < CONSTRAINT_ROWS && form->rows[i].formula != NULL; i++) {
        struct value v = derive_form_row(f, form, i, d);
        if (v.type != VALUE_SCALAR && v.type != VALUE_VECTOR) {
            fprintf(stderr, "kindgen: kind %s: %s\n", form->name,
                    tn_diagnostics_count((tn_diagnostics *)(void *)d) > 0
                        ? tn_diagnostics_text((tn_diagnostics *)(void *)d, 0)
                        : "not a number or vector");
            exit(1);
        }
        for (int k = 0; k < (v.type == VALUE_VECTOR ? 3 : 1); k++, rows++) {
            sum.spec[rows] = i;
            row_outputs(f, form, inputs, v.e[k], form->rows[i].level, outputs + rows * width);
        }
    }
    for (int i = 0; i < inputs; i++)
        sum.linear[i] = linear_part(f, outputs, rows, width, i);
    sum.rows = rows;
    static node existing[OUTPUTS];
    static int place[OUTPUTS];
    int count = 0;
    for (int i = 0; i < rows * width; i++)
        if (outputs[i] >= 0) {
            existing[count] = outputs[i];
            place[count++] = i;
        }
    sum.wide = formula_has_wide(f, existing, count);
    write_function(form, &(struct writing){f, place}, sum.wide, existing, count, out);
    diagnostics_free(d);
    formula_free(f);
    return sum;
}

/* Writes the line of a form: KERNEL(name, "name", is wide, rows, formula of each row, linear part of each input). */
static void write_line(const struct constraint_form *form, const struct summary *sum, FILE *out)
{
    fprintf(out, "KERNEL(");
    write_name(form->name, out);
    fprintf(out, ", \"%s\", %d, %d, (", form->name, sum->wide, sum->rows);
    for (int r = 0; r < CONSTRAINT_ROWS; r++)
        fprintf(out, "%s%d", r > 0 ? ", " : "", sum->spec[r]);
    fprintf(out, "), (");
    for (int n = 0; n < CONSTRAINT_INPUTS; n++)
        fprintf(out, "%s%d", n > 0 ? ", " : "", (int)sum->linear[n]);
    fprintf(out, "))\n");
}

int main(int argc, char **argv)
{
    static const char head[] = "/* Written by kindgen from the formulas in src/constraint/. */\n";
    FILE *functions = argc == 3 ? fopen(argv[1], "w") : NULL, *lines = argc == 3 ? fopen(argv[2], "w") : NULL;
    if (functions == NULL || lines == NULL) {
        fprintf(stderr, "usage: kindgen KERNELS.inc LIST.inc\n");
        return 2;
    }
    fputs(head, functions);
    fputs(head, lines);
    for (int i = 0; i < constraint_class_count(); i++)
        for (int k = 0; k < constraint_class_at(i)->form_count; k++) {
            const struct constraint_form *form = &constraint_class_at(i)->forms[k];
            struct summary sum = write_form(form, functions);
            write_line(form, &sum, lines);
        }
    return fclose(functions) == 0 && fclose(lines) == 0 ? 0 : 1;
}
