/* kindgen: turns the formulas of the constraint kinds into C when the library is built.
 *
 *   kindgen OUTPUT.c
 *
 * For every form of every kind it writes one function that computes C, Ċ, the whole bias γ = γ₀ + C_y β, and J by each
 * input (linear part C_y, angular part lever × C_y), with common parts shared and known zeros folded.
 */
#include <stdlib.h>
#include <string.h>

#include "constraint/constraint.h"

static const char component_name[3] = {'x', 'y', 'z'};

/* For the emitter's callbacks: the formula, and the index of each output among all possible ones. */
struct writing {
    struct formula *formula;
    const int *place;
    bool lanes;
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
    snprintf(buffer, size, "in[%d]%s%s.%c", index, ((struct writing *)ctx)->lanes ? "." : "->", field, component);
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

static void write_name(const char *prefix, const char *form, FILE *out)
{
    fprintf(out, "%s_", prefix);
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
    bool lanes; /* there is a SIMD version */
};

/* Writes the function of a form, scalar or over SIMD lanes. */
static void write_function(const struct constraint_form *form, struct writing *w, const node *outputs, int count,
                           FILE *out)
{
    fprintf(out, "/* %s */\n%sstatic void ", form->name, w->lanes ? "LANES_TARGET " : "");
    write_name(w->lanes ? "lanes" : "kernel", form->name, out);
    fprintf(out, w->lanes ? "(const struct lanes_signal *in, const lanes *p, double t, struct lanes_rows *out)\n{\n"
                          : "(const struct signal *const *in, const double *p, double t, struct rows *out)\n{\n");
    fprintf(out, "    (void)in, (void)p, (void)t;\n");
    struct emitter e = {.ctx = w, .symbol = symbol_text, .output = output_text, .indent = "    ", .lanes = w->lanes};
    formula_emit(w->formula, outputs, count, &e, out);
    fprintf(out, "}\n\n");
}

/* Writes the functions of a form. */
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
    write_function(form, &(struct writing){f, place, false}, existing, count, out);
    sum.lanes = formula_has_lanes(f, existing, count);
    if (sum.lanes)
        write_function(form, &(struct writing){f, place, true}, existing, count, out);
    diagnostics_free(d);
    formula_free(f);
    return sum;
}

/* The interface of the generated file to the library. */
static const char table_text[] =
    "static const struct compiled {\n"
    "    const char *name;\n"
    "    constraint_kernel *kernel;\n"
    "    constraint_lanes *lanes;\n"
    "    int rows, spec[CONSTRAINT_ROWS];\n"
    "    enum linear_part linear[CONSTRAINT_INPUTS];\n"
    "} table[] = {\n"
    "%s"
    "};\n\n"
    "static const struct compiled *find(const struct constraint_form *form)\n"
    "{\n"
    "    for (size_t i = 0; i < sizeof table / sizeof *table; i++)\n"
    "        if (strcmp(table[i].name, form->name) == 0)\n"
    "            return &table[i];\n"
    "    return NULL;\n"
    "}\n\n"
    "constraint_kernel *constraint_kernel_of(const struct constraint_form *form) { return find(form)->kernel; }\n\n"
    "constraint_lanes *constraint_lanes_of(constraint_kernel *kernel)\n"
    "{\n"
    "    for (size_t i = 0; i < sizeof table / sizeof *table; i++)\n"
    "        if (table[i].kernel == kernel)\n"
    "            return table[i].lanes;\n"
    "    return NULL;\n"
    "}\n\n"
    "enum linear_part constraint_form_linear(const struct constraint_form *form, int input)\n"
    "{\n"
    "    return find(form)->linear[input];\n"
    "}\n\n"
    "int constraint_form_rows(const struct constraint_form *form, const char *units[CONSTRAINT_ROWS],\n"
    "                         enum level levels[CONSTRAINT_ROWS])\n"
    "{\n"
    "    const struct compiled *c = find(form);\n"
    "    for (int r = 0; r < c->rows; r++) {\n"
    "        units[r] = form->rows[c->spec[r]].unit;\n"
    "        levels[r] = form->rows[c->spec[r]].level;\n"
    "    }\n"
    "    return c->rows;\n"
    "}\n";

int main(int argc, char **argv)
{
    FILE *out = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (out == NULL) {
        fprintf(stderr, "usage: kindgen OUTPUT.c\n");
        return 2;
    }
    fprintf(out, "/* Written by kindgen from the formulas in src/constraint/. */\n"
                 "#include <math.h>\n#include <string.h>\n\n"
                 "#include \"constraint/constraint_lanes.h\"\n#include \"formula/arithmetic.h\"\n\n");
    char *table = NULL;
    size_t length;
    FILE *lines = open_memstream(&table, &length);
    for (int i = 0; i < constraint_class_count(); i++)
        for (int k = 0; k < constraint_class_at(i)->form_count; k++) {
            const struct constraint_form *form = &constraint_class_at(i)->forms[k];
            struct summary sum = write_form(form, out);
            fprintf(lines, "    {\"%s\", ", form->name);
            write_name("kernel", form->name, lines);
            fprintf(lines, ", ");
            if (sum.lanes)
                write_name("lanes", form->name, lines);
            fprintf(lines, "%s, %d, {", sum.lanes ? "" : "NULL", sum.rows);
            for (int r = 0; r < CONSTRAINT_ROWS; r++)
                fprintf(lines, "%s%d", r > 0 ? ", " : "", sum.spec[r]);
            fprintf(lines, "}, {");
            for (int n = 0; n < CONSTRAINT_INPUTS; n++)
                fprintf(lines, "%s%d", n > 0 ? ", " : "", (int)sum.linear[n]);
            fprintf(lines, "}},\n");
        }
    fclose(lines);
    fprintf(out, table_text, table);
    free(table);
    return fclose(out) == 0 ? 0 : 1;
}
