/* constraint_trouble.c: why the rows of a constraint are not numbers. The formula of a compiled kind is evaluated on a
 * tape for this, which has the same operations. */
#include "constraint/constraint.h"

#include <string.h>

static enum connector_type type_of(enum input_type type)
{
    switch (type) {
    case INPUT_POINT:
        return CONNECTOR_POINT;
    case INPUT_DIRECTION:
        return CONNECTOR_DIRECTION;
    case INPUT_SPIN:
        return CONNECTOR_SPIN;
    case INPUT_SCALAR:
        break;
    }
    return CONNECTOR_SCALAR;
}

char *constraint_form_trouble(const struct constraint_form *form, const struct signal *in, const double *parameters,
                              double t)
{
    struct diagnostics *d = diagnostics_new();
    struct formula *f = formula_new();
    node rows[CONSTRAINT_ROWS];
    enum level level[CONSTRAINT_ROWS];
    enum connector_type types[CONSTRAINT_INPUTS];
    int count = 0, inputs = 0;
    bool good = true;
    for (; inputs < CONSTRAINT_INPUTS && form->inputs[inputs].name != NULL; inputs++)
        types[inputs] = type_of(form->inputs[inputs].type);
    for (int i = 0; i < CONSTRAINT_ROWS && form->rows[i].formula != NULL && count < CONSTRAINT_ROWS; i++) {
        struct value v = derive_form_row(f, form, i, d);
        good = good && v.type != VALUE_ERROR;
        for (int k = 0; k < (v.type == VALUE_VECTOR ? 3 : 1) && count < CONSTRAINT_ROWS; k++) {
            level[count] = form->rows[i].level;
            rows[count++] = v.e[k];
        }
    }
    char *text = NULL;
    if (good) {
        struct program *p = program_new(f, rows, level, count, inputs, types);
        text = program_trouble(p, in, t, parameters, NULL);
        program_free(p);
    }
    formula_free(f);
    diagnostics_free(d);
    return text;
}
